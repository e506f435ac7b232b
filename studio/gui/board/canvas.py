"""Shows a picture: cached chart, dynamic shapes, marks and ghost; fits, zooms and pans it.
The chart (the still layers) comes from `ChartCache` and is painted progressively. Dynamic shapes, marks, the ghost and
the keyboard's cursor are drawn over it. `BoardView` adds input.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QHideEvent,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPixmap,
    QRegion,
    QResizeEvent,
    QShowEvent,
    QTransform,
)
from PySide6.QtWidgets import QWidget

from studio.core.grid import Point
from studio.core.picture import Picture
from studio.drawing.symmetry import Axes
from studio.gui.board.cache import ChartCache, OverlayCache
from studio.gui.board.overlay import Ghost, Mark, MarkPainter, PulseAnimation
from studio.gui.board.shape_cache import bounds_rect
from studio.gui.board.step_markers import StepMarker, paint_step_markers
from studio.gui.board.target_shapes import TargetShapes
from studio.gui.board.viewport import Viewport, paint_axes
from studio.gui.style.icons import transparent_pixmap
from studio.gui.style.stylesheet import widget_theme
from studio.gui.style.theme import LIGHT, Theme
from studio.gui.widgets.text import painter_on

LEGAL_MARKS = ("legal", "best")  # marks of legal targets; they are painted below the pieces
_SLICE_SECONDS = 0.008  # seconds of chart painting between two turns of the event loop
_PAUSE_MS = 60  # changes that follow each other faster are painted finely only when they pause


class BoardCanvas(QWidget):
    zoom_changed = Signal(float)

    def __init__(self, theme: Theme = LIGHT, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._picture: Picture | None = None
        self._cache = ChartCache(theme)
        self._shapes = TargetShapes(theme)
        self._shape = self._shapes.get
        self.marks: tuple[Mark, ...] = ()
        self._overlay_cache, self._info_cache = OverlayCache(), OverlayCache()
        self._dynamic_cache = OverlayCache(still=False)
        self._pulse = PulseAnimation(self._paint_glow, self)
        self._pulse_enabled = False
        self.band: tuple[int, ...] = ()
        self._axes = Axes()
        self._trail: tuple[Point, ...] = ()
        self.steps: tuple[StepMarker, ...] = ()
        self._steps_faint = False
        self._hidden_steps = 0
        self.plates: Mapping[int, str] = {}
        self._ghost = Ghost()
        self.changed_areas: Sequence[QRectF] = ()
        """Areas (board units) in which the still shapes differ from the previous picture."""
        self.viewport = Viewport(self)
        self.viewport.moved.connect(self._schedule_painting)
        self.viewport.moved.connect(self.update)
        self.viewport.zoomed.connect(self.zoom_changed)
        self._cursor = -1
        self._background: QPixmap | None = None
        self._is_shown = False
        self._paint_timer = QTimer(self, interval=0)
        self._paint_timer.timeout.connect(self._paint_slice)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(160, 120)
        for cache in (self._cache, self._overlay_cache, self._dynamic_cache, self._info_cache):
            self.destroyed.connect(cache.clear)  # pixels must not wait for Python's garbage collector

    def sizeHint(self) -> QSize:
        return QSize(820, 600)

    def set_picture(self, picture: Picture, hurried: bool = False) -> None:
        """Show a picture and repaint what changed, in slices; `hurried`: only after a pause."""
        old, self._picture = self._picture, picture
        self._is_shown = self._is_shown and picture is old
        self._dynamic_cache.set_pictures((picture,))
        self.changed_areas = areas = self._cache.set_picture(picture, hurried)
        self._shapes.set_picture(picture, bool(areas))
        self.viewport.set_picture(picture)
        self._schedule_painting()
        self.update()

    def copy_cache(self) -> ChartCache:
        """Return the painted blocks, for `adopt_cache` of the view that replaces this one."""
        return self._cache.copy()

    def adopt_cache(self, painted: ChartCache) -> None:
        """Use the blocks that another view painted of the same or a similar picture."""
        self._cache.adopt(painted)
        self._schedule_painting()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.set_theme(widget_theme(self))

    def set_theme(self, theme: Theme) -> None:
        self._theme = self._shapes.theme = theme
        self._cache.set_theme(theme)
        self._background = None
        self._ghost.clear_cache()
        self._schedule_painting()
        self.update()

    def set_marks(self, marks: Sequence[Mark]) -> None:
        if tuple(marks) != self.marks:
            self.marks = tuple(marks)
            self._update_pulse()
            self.update()

    def set_overlays(self, pictures: Sequence[Picture]) -> None:
        """Show these pictures over everything still, the first lowest."""
        if self._overlay_cache.set_pictures(pictures):
            self.update()

    def set_overlay_opacity(self, percent: int) -> None:
        """Draw the overlays with this opacity in per cent."""
        self._overlay_cache.opacity = percent / 100
        self.update()

    def set_info_overlay(self, picture: Picture | None) -> None:
        """Show the overlay of a place's information above the pieces, or none."""
        if self._info_cache.set_pictures(() if picture is None else (picture,)):
            self.update()

    def set_pulsing(self, on: bool) -> None:
        """Set whether legal targets pulse."""
        self._pulse_enabled = on
        self._update_pulse()

    def _update_pulse(self) -> None:
        legal = any(mark.kind in LEGAL_MARKS for mark in self.marks)
        self._pulse.set_running(self._pulse_enabled and legal and self.isVisible())

    def _paint_glow(self) -> None:
        """Repaint only the legal targets."""
        region = QRegion()
        kind = "best" if any(mark.kind == "best" for mark in self.marks) else "legal"
        for mark in self.marks:
            if mark.kind == kind:
                region += self.widget_rect(mark.target).adjusted(-4, -4, 4, 4)
        self.update(region)

    def set_band(self, targets: Iterable[int]) -> None:
        """Outline these targets with a dashed band, as for a rectangle being drawn."""
        self.band = tuple(targets)
        self.update()

    def set_trail(self, line: tuple[Point, ...]) -> None:
        """Draw a lasso line (board units) and its closing line; an empty one removes it."""
        if line != self._trail:
            self._trail = line
            self.update()

    def set_steps(self, steps: Sequence[StepMarker], faint: bool = False) -> None:
        """Show numbered step markers; `faint` makes them pale."""
        if (tuple(steps), faint) != (self.steps, self._steps_faint):
            self.steps, self._steps_faint, self._hidden_steps = tuple(steps), faint, 0
            self.update()

    def hide_last_steps(self, count: int) -> None:
        """Hide the last `count` markers while their pieces are still being animated."""
        if count != self._hidden_steps:
            (few, many), self._hidden_steps = sorted((count, self._hidden_steps)), count
            total, boxes = len(self.steps), QRect()
            for step in self.steps[max(0, total - many - 1) : total - few]:  # the line comes from the one before
                boxes = boxes.united(self.widget_rect(step.target))
            self.update(boxes.adjusted(-24, -24, 24, 24))

    def set_plates(self, plates: Mapping[int, str]) -> None:
        """Show short texts at targets, over everything else."""
        if plates != self.plates:
            self.plates = plates
            self.update()

    def set_axes(self, axes: Axes) -> None:
        """Show the symmetry axes of strokes."""
        if axes != self._axes:
            self._axes = axes
            self.update()

    def set_ghost(self, picture: Picture | None, target: int = -1, turnable: bool = True, framed: bool = True) -> None:
        """Show a preview on a target, or none. `turnable`: with chips that rotate it; `framed`: lifted, with a ring."""
        self._ghost.show(picture, target, turnable, self._theme, framed)
        self.update()

    @property
    def ghost(self) -> Picture | None:
        return self._ghost.picture

    @property
    def is_ghost_unframed(self) -> bool:
        return self._ghost.is_unframed

    @property
    def zoom(self) -> float:
        """Zoom factor; 1 means 64 logical pixels per board unit."""
        return self.viewport.zoom

    @property
    def is_fitted(self) -> bool:
        """Whether the whole picture is shown, whatever the size of the view."""
        return self.viewport.is_fitted

    def view_position(self) -> tuple[float, QPointF] | None:
        """Zoom and centre of the view, or None while the whole picture is shown."""
        return None if self.is_fitted else (self.zoom, self.view_center())

    def set_view_position(self, place: tuple[float, QPointF] | None) -> None:
        """Restore a result of `view_position`."""
        if place is None:
            self.viewport.is_fitted = True
            self.viewport.refit()
        else:
            self.set_zoom(place[0])
            self.center_on(place[1].x(), place[1].y())

    def fit(self) -> None:
        """Show the whole picture, also after the view is resized."""
        self.viewport.fit()

    def set_zoom(self, zoom: float) -> None:
        self.viewport.set_zoom(zoom)

    def zoom_by(self, factor: float) -> None:
        self.set_zoom(self.zoom * factor)

    def reveal(self, targets: Iterable[int]) -> None:
        """Pan as little as needed to show the targets."""
        box = self._shapes.box(targets)
        if not box.isEmpty():
            self.viewport.reveal(box.adjusted(-0.4, -0.4, 0.4, 0.4))

    def show_targets(self, targets: Collection[int]) -> None:
        """Centre the targets, unless all of them are in view."""
        if not self.viewport.visible_area.contains(self._shapes.box(targets)):
            self.center_on_targets(targets)

    def center_on_targets(self, targets: Iterable[int]) -> None:
        box = self._shapes.box(targets)
        if not box.isEmpty():
            self.viewport.center_on(box.center())

    def fit_targets(self, targets: Iterable[int]) -> None:
        """Centre the targets and show them as large as possible, with a margin."""
        box = self._shapes.box(targets)
        if not box.isEmpty():
            self.viewport.fit_area(box)

    def view_center(self) -> QPointF:
        """Centre of the view in board units."""
        return self.viewport.center

    def center_on(self, x: float, y: float) -> None:
        """Centre a point (board units), as far as some of the board stays in view."""
        self.viewport.center_on(QPointF(x, y))

    def target_at(self, point: QPointF) -> int:
        """Target at a point of the widget, or -1."""
        return self._shapes.target_at(self.board_point(point))

    def board_point(self, point: QPointF) -> QPointF:
        """Convert a point of the widget to board units."""
        return self.viewport.board_point(point)

    def widget_rect(self, target: int) -> QRect:
        """Box of a target in widget coordinates, empty if there is none."""
        spot = self._shape(target)
        return QRect() if spot is None else self.widget_box(spot.box)

    def outline(self, target: int) -> QPainterPath:
        """Outline of a target in widget coordinates, empty if there is none."""
        spot, ratio = self._shape(target), self.devicePixelRatioF()
        if spot is None:
            return QPainterPath()
        return QTransform.fromScale(1 / ratio, 1 / ratio).map(self.viewport.transform.map(spot.outline))

    def grab_target(self, target: int) -> QPixmap:
        """Return an image of a target and its pieces, without marks."""
        outline, ratio = self.outline(target), self.devicePixelRatioF()
        box = outline.boundingRect().toAlignedRect()
        size = box.size() * ratio
        pixmap = transparent_pixmap(size.width(), size.height(), ratio)
        with painter_on(pixmap) as painter:
            painter.setClipPath(outline.translated(-QPointF(box.topLeft())))
            painter.scale(1 / ratio, 1 / ratio)
            painter.translate(-QPointF(box.topLeft()) * ratio)
            device = QRectF(QPointF(box.topLeft()) * ratio, QSizeF(box.size()) * ratio).toAlignedRect()
            self._cache.paint(painter, self.viewport.origin, device)
            region = self.viewport.board_area(QRectF(device))
            self._dynamic_cache.paint(painter, self._theme, self.viewport.scale, self.viewport.origin, region)
        return pixmap

    def is_covered(self, target: int) -> bool:
        """Whether something, such as a tile, covers the target."""
        spot = self._shape(target)
        return spot is not None and spot.is_covered

    def widget_box(self, area: QRectF) -> QRect:
        """Convert a rectangle in board units to widget coordinates."""
        return self.viewport.widget_box(area)

    @property
    def is_painted(self) -> bool:
        """Whether the chart in view is painted completely."""
        return not self._cache.is_busy

    @property
    def is_displayed(self) -> bool:
        """Whether the picture is painted completely on screen; also true while the view is hidden."""
        return (self._is_shown and self.is_painted) or not self.isVisible()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is left to paint, outside the view either."""
        return self._cache.is_idle

    def finish_painting(self) -> None:
        """Paint everything in view at once, for screenshots and tests."""
        self._update_cache_view()
        self._cache.finish()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        with QPainter(self) as painter:
            painter.scale(1 / ratio, 1 / ratio)
            rect = event.rect()
            exposed = QRectF(rect.x() * ratio, rect.y() * ratio, rect.width() * ratio, rect.height() * ratio)
            device = exposed.toAlignedRect()
            self._paint_background(painter, device)
            if self._picture is None:
                return
            self._cache.paint(painter, self.viewport.origin, device)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            marker = MarkPainter(painter, self._theme, self.viewport.transform, ratio)
            under = [(mark.kind, spot) for mark in self.marks if (spot := self._shape(mark.target))]
            marker.paint_marks([pair for pair in under if pair[0] in LEGAL_MARKS], self._pulse.value)
            region = self.viewport.board_area(QRectF(device))
            for cache in (self._overlay_cache, self._dynamic_cache, self._info_cache):
                cache.paint(painter, self._theme, self.viewport.scale, self.viewport.origin, region)
            marker.paint_marks([pair for pair in under if pair[0] not in LEGAL_MARKS])
            if self.steps:
                steps, faint = self.steps[: len(self.steps) - self._hidden_steps], self._steps_faint
                paint_step_markers(painter, steps, self._shape, marker.transform, ratio, self._theme, faint, device)
            if self._axes != Axes():
                area = bounds_rect(self._picture)
                paint_axes(painter, self._theme, marker.transform, marker.ratio, area, self._axes)
            if self.band:
                marker.paint_band([spot for target in self.band if (spot := self._shape(target))])
            if self._trail:
                marker.paint_trail(self._trail)
            self._ghost.paint(marker, self._shape(self._ghost.target))
            plates = [(self._shape(target), text) for target, text in self.plates.items()]
            marker.paint_plates([(spot, text) for spot, text in plates if spot is not None])
            if self._cursor >= 0 and self.hasFocus() and (spot := self._shape(self._cursor)):
                marker.paint_cursor(spot)
        self._is_shown = True

    def _paint_background(self, painter: QPainter, device: QRect) -> None:
        if self._picture is not None and not self._picture.has_table:
            painter.fillRect(device, self._theme.color("inset"))
            return
        size = self.size() * self.devicePixelRatioF()
        if self._background is None or self._background.size() != size:
            self._background = QPixmap(size)
            gradient = QLinearGradient(0, 0, 0, size.height())
            gradient.setColorAt(0, self._theme.color("table"))
            gradient.setColorAt(1, self._theme.color("table_edge"))
            with QPainter(self._background) as filler:
                filler.fillRect(self._background.rect(), gradient)
        painter.drawPixmap(device, self._background, device)

    def _paint_slice(self) -> None:
        if self._paint_timer.interval():
            self._paint_timer.setInterval(0)
        if self._cache.work(_SLICE_SECONDS):
            self.update()
        if self._cache.is_idle:
            self._paint_timer.stop()

    def _schedule_painting(self) -> None:
        self._update_cache_view()
        if not self._cache.is_idle and self.isVisible():
            self._paint_timer.start(_PAUSE_MS if self._cache.is_deferred else 0)

    def _update_cache_view(self) -> None:
        self._cache.set_scale(self.viewport.scale)
        self._cache.set_view(self.viewport.visible_area)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.viewport.is_fitted:
            self.viewport.refit()
        else:
            self._schedule_painting()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.viewport.is_fitted:
            self.viewport.refit()
        self._update_pulse()
        self._schedule_painting()

    def hideEvent(self, event: QHideEvent) -> None:
        """Leave no painter open on a widget that may be about to be deleted."""
        self._paint_timer.stop()
        self._pulse.set_running(False)
        self._cache.suspend()
        super().hideEvent(event)
