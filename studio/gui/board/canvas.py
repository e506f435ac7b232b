"""Shows a picture: the cached chart, what lives on it, marks, the ghost; fits, zooms and moves it.

The chart (the still layers) comes from `ChartCache` and is painted progressively; lively shapes, marks, the ghost and
the keyboard's cursor are drawn over it. `BoardView` adds pointing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, QSizeF, Qt, QTimer, Signal
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
from studio.gui.board.cache import ChartCache, Sheet
from studio.gui.board.overlay import Breath, Ghost, Mark, Marker
from studio.gui.board.step_markers import Step, paint_steps
from studio.gui.board.target_shapes import Spot, Spots
from studio.gui.board.viewport import Lens, paint_axes
from studio.gui.style.theme import LIGHT, Theme

LIT = ("legal", "best")
"""Marks of places that can be clicked: they lie below what stands on the board."""
_SLICE = 0.008
"""Seconds of chart painting between two turns of the event loop."""
_PAUSE_MS = 60
"""Changes that follow each other more quickly are painted finely when they pause."""


class BoardCanvas(QWidget):
    """A picture on screen, with marks and a ghost over it."""

    zoom_changed = Signal(float)

    def __init__(self, theme: Theme = LIGHT, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._picture: Picture | None = None
        self._cache = ChartCache(theme)
        self._spots = Spots(theme)
        self._marks: tuple[Mark, ...] = ()
        self._sheet, self._lively, self._answer = Sheet(), Sheet(still=False), Sheet()
        self._breath = Breath(self._paint_glow, self)
        self._breathing = False
        self._band: tuple[int, ...] = ()
        self._axes = Axes()
        self._trail: tuple[Point, ...] = ()
        self._steps: tuple[Step, ...] = ()
        self._steps_faint = False
        self._withheld = 0
        self._ghost = Ghost()
        self.changed: Sequence[QRectF] = ()
        """Where (in board units) the still shapes of the picture differ from those of the one before."""
        self.lens = Lens(self)
        self.lens.moved.connect(self._on_lens_moved)
        self.lens.zoomed.connect(self.zoom_changed)
        self._cursor = -1
        self._table: QPixmap | None = None
        self._is_shown = False
        self._painting = QTimer(self)
        self._painting.setInterval(0)
        self._painting.timeout.connect(self._work)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(160, 120)
        for painted in (
            self._cache,
            self._sheet,
            self._lively,
            self._answer,
        ):  # pixels must not wait for Python's collector of cycles
            self.destroyed.connect(painted.forget)

    def sizeHint(self) -> QSize:
        return QSize(820, 600)

    # what is shown

    def set_picture(self, picture: Picture, hurried: bool = False) -> None:
        """Show a picture; what differs from the one before is painted anew, in slices; `hurried`: after a pause."""
        old, self._picture = self._picture, picture
        self._is_shown = self._is_shown and picture is old
        self._lively.set_pictures((picture,))
        self.changed = areas = self._cache.set_picture(picture, hurried)
        self._spots.set_picture(picture, bool(areas))
        self.lens.set_picture(picture)
        self._continue()
        self.update()

    def painted(self) -> ChartCache:
        """What is painted of the picture: for `go_on_from`, where this view is about to go."""
        return self._cache.copy()

    def go_on_from(self, painted: ChartCache) -> None:
        """Show a picture that another view has painted, or one much like it, without painting it again."""
        self._cache.go_on_from(painted)
        self._continue()

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        self._theme = self._spots.theme = theme
        self._cache.set_theme(theme)
        self._table = None
        self._ghost.forget_drawing()
        self._continue()
        self.update()

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What is marked."""
        return self._marks

    def set_marks(self, marks: Sequence[Mark]) -> None:
        """Replace all marks."""
        if tuple(marks) != self._marks:
            self._marks = tuple(marks)
            self._breathe()
            self.update()

    def set_overlays(self, pictures: Sequence[Picture]) -> None:
        """Lay these over everything still, the first lowest; none to take them away."""
        if self._sheet.set_pictures(pictures):
            self.update()

    def set_answer(self, picture: Picture | None) -> None:
        """Lay over all that lies on the board what an answer speaks of, or nothing."""
        if self._answer.set_pictures(() if picture is None else (picture,)):
            self.update()

    def set_breathing(self, on: bool) -> None:
        """Whether the glow of legal places goes up and down."""
        self._breathing = on
        self._breathe()

    def _breathe(self) -> None:
        legal = any(mark.kind in LIT for mark in self._marks)
        self._breath.run(self._breathing and legal and self.isVisible())

    def _paint_glow(self) -> None:
        """Paint the legal places again, and nothing else."""
        region = QRegion()
        kind = "best" if any(mark.kind == "best" for mark in self._marks) else "legal"
        for mark in self._marks:
            if mark.kind == kind:
                region += self.widget_rect(mark.target).adjusted(-4, -4, 4, 4)
        self.update(region)

    @property
    def band(self) -> tuple[int, ...]:
        """The targets in the dashed band."""
        return self._band

    def set_band(self, targets: Iterable[int]) -> None:
        """Outline targets with a dashed band: a rectangle being drawn; none to take it away."""
        self._band = tuple(targets)
        self.update()

    def set_trail(self, line: tuple[Point, ...]) -> None:
        """Draw the line of a lasso (board units) and how it would be closed; none to take it away."""
        if line != self._trail:
            self._trail = line
            self.update()

    @property
    def steps(self) -> tuple[Step, ...]:
        """The numbered steps on show."""
        return self._steps

    def set_steps(self, steps: Sequence[Step], faint: bool = False) -> None:
        """Number what was done where; `faint`: one need not look at it any more."""
        if (tuple(steps), faint) != (self._steps, self._steps_faint):
            self._steps, self._steps_faint, self._withheld = tuple(steps), faint, 0
            self.update()

    def withhold(self, count: int) -> None:
        """Leave the last so many steps out for now: what they number is still on its way."""
        if count != self._withheld:
            (few, many), self._withheld = sorted((count, self._withheld)), count
            total, boxes = len(self._steps), QRect()
            for step in self._steps[max(0, total - many - 1) : total - few]:  # the line comes from the one before
                boxes = boxes.united(self.widget_rect(step.target))
            self.update(boxes.adjusted(-24, -24, 24, 24))

    def set_axes(self, axes: Axes) -> None:
        """Draw over the board what strokes are repeated by."""
        if axes != self._axes:
            self._axes = axes
            self.update()

    def set_ghost(self, picture: Picture | None, target: int = -1, turns: bool = True, rings: bool = True) -> None:
        """Show what a move or a stamp would look like there, or nothing.

        `turns`: with chips to turn it; `rings`: a tile is lifted and has a ring, which several together have not.
        """
        self._ghost.show(picture, target, turns, self._theme, rings)
        self.update()

    @property
    def ghost(self) -> Picture | None:
        """The ghost on show, if any."""
        return self._ghost.picture

    @property
    def is_ghost_plain(self) -> bool:
        """Whether there is a ghost without a ring of its own."""
        return self._ghost.is_plain

    # where

    @property
    def zoom(self) -> float:
        """1 is a board unit of 64 logical pixels."""
        return self.lens.zoom

    @property
    def is_fitted(self) -> bool:
        """Whether the whole picture is shown, whatever the size of the view."""
        return self.lens.is_fitted

    def place(self) -> tuple[float, QPointF] | None:
        """The zoom and what is in the middle of the view, or None while the whole picture is shown."""
        return None if self.is_fitted else (self.zoom, self.middle())

    def set_place(self, place: tuple[float, QPointF] | None) -> None:
        """Show that place of the board as large, or the whole picture."""
        if place is None:
            self.fit()
        else:
            self.set_zoom(place[0])
            self.centre_on(place[1].x(), place[1].y())

    def fit(self) -> None:
        """Show the whole picture, and keep doing so when the view is resized."""
        self.lens.fit()

    def set_zoom(self, zoom: float) -> None:
        """Zoom about the middle of the view."""
        self.lens.set_zoom(zoom)

    def zoom_by(self, factor: float) -> None:
        """Zoom in or out about the middle of the view."""
        self.set_zoom(self.zoom * factor)

    def reveal(self, targets: Iterable[int]) -> None:
        """Move the board as little as needed to bring the targets into view."""
        box = self._spots.box(targets)
        if not box.isEmpty():
            self.lens.reveal(box.adjusted(-0.4, -0.4, 0.4, 0.4))

    def centre_on_targets(self, targets: Iterable[int]) -> None:
        """Bring targets to the middle of the view."""
        box = self._spots.box(targets)
        if not box.isEmpty():
            self.lens.centre_on(box.center())

    def fit_targets(self, targets: Iterable[int]) -> None:
        """Show targets as large as they go in the middle of the view, with some room round them."""
        box = self._spots.box(targets)
        if not box.isEmpty():
            self.lens.fit_area(box)

    def middle(self) -> QPointF:
        """What is in the middle of the view, in board units."""
        return self.lens.middle

    def centre_on(self, x: float, y: float) -> None:
        """Bring a place of the board (board units) to the middle of the view, as far as some board stays in it."""
        self.lens.centre_on(QPointF(x, y))

    def target_at(self, point: QPointF) -> int:
        """The target under a place of the widget, or -1."""
        return self._spots.at(self.board_point(point))

    def board_point(self, point: QPointF) -> QPointF:
        """A place of the widget in board units."""
        return self.lens.board_point(point)

    def widget_rect(self, target: int) -> QRect:
        """The box of a target in the widget's coordinates; empty when there is none."""
        spot = self._spot(target)
        return QRect() if spot is None else self.widget_box(spot.box)

    def outline(self, target: int) -> QPainterPath:
        """The outline of a target in the widget's coordinates; empty when there is none."""
        spot, ratio = self._spot(target), self.devicePixelRatioF()
        if spot is None:
            return QPainterPath()
        return QTransform.fromScale(1 / ratio, 1 / ratio).map(self.lens.transform.map(spot.outline))

    def sight_of(self, target: int) -> QPixmap:
        """What lies and stands within a target, without anything that is marked there."""
        outline, ratio = self.outline(target), self.devicePixelRatioF()
        box = outline.boundingRect().toAlignedRect()
        pixmap = QPixmap(box.size() * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setClipPath(outline.translated(-QPointF(box.topLeft())))
            painter.scale(1 / ratio, 1 / ratio)
            painter.translate(-QPointF(box.topLeft()) * ratio)
            device = QRectF(QPointF(box.topLeft()) * ratio, QSizeF(box.size()) * ratio).toAlignedRect()
            self._cache.paint(painter, self.lens.origin, device)
            region = self.lens.board_area(QRectF(device))
            self._lively.paint(painter, self._theme, self.lens.scale, self.lens.origin, region)
        return pixmap

    def is_covered(self, target: int) -> bool:
        """Whether something lies on a target that covers it, as a tile does."""
        spot = self._spot(target)
        return spot is not None and spot.covered

    def widget_box(self, area: QRectF) -> QRect:
        """A part of the board (board units) in the widget's coordinates."""
        return self.lens.widget_box(area)

    @property
    def is_settled(self) -> bool:
        """Whether the chart in view is painted completely."""
        return not self._cache.is_busy

    @property
    def is_seen(self) -> bool:
        """Whether the picture is on screen, painted completely; nobody waits for that while the view is hidden."""
        return (self._is_shown and self.is_settled) or not self.isVisible()

    @property
    def is_idle(self) -> bool:
        """Whether nothing beside the view is left to paint, either."""
        return self._cache.is_idle

    def settle(self) -> None:
        """Paint all that is in view at once: for screenshots and tests."""
        self._see()
        self._cache.finish()
        self.update()

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        with QPainter(self) as painter:
            painter.scale(1 / ratio, 1 / ratio)
            rect = event.rect()
            exposed = QRectF(rect.x() * ratio, rect.y() * ratio, rect.width() * ratio, rect.height() * ratio)
            device = exposed.toAlignedRect()
            self._paint_table(painter, device)
            if self._picture is None:
                return
            self._cache.paint(painter, self.lens.origin, device)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            marker = Marker(painter, self._theme, self.lens.transform, ratio)
            under = [(mark.kind, spot) for mark in self._marks if (spot := self._spot(mark.target))]
            marker.marks([pair for pair in under if pair[0] in LIT], self._breath.value)
            region = self.lens.board_area(QRectF(device))
            self._sheet.paint(painter, self._theme, self.lens.scale, self.lens.origin, region)
            self._lively.paint(painter, self._theme, self.lens.scale, self.lens.origin, region)
            self._answer.paint(painter, self._theme, self.lens.scale, self.lens.origin, region)
            marker.marks([pair for pair in under if pair[0] not in LIT])
            if self._steps:
                steps, faint = self._steps[: len(self._steps) - self._withheld], self._steps_faint
                paint_steps(painter, steps, self._spot, marker.transform, ratio, self._theme, faint, device)
            if self._axes != Axes():
                left, top, right, bottom = self._picture.bounds
                area = QRectF(left, top, right - left, bottom - top)
                paint_axes(painter, self._theme, marker.transform, marker.ratio, area, self._axes)
            if self._band:
                marker.band([spot for target in self._band if (spot := self._spot(target))])
            if self._trail:
                marker.trail(self._trail)
            aim = self._spot(self._ghost.target)
            self._ghost.paint(marker, self._theme, self.lens.scale, aim, self.lens.transform)
            if self._cursor >= 0 and self.hasFocus() and (spot := self._spot(self._cursor)):
                marker.cursor(spot)
        self._is_shown = True

    def _paint_table(self, painter: QPainter, device: QRect) -> None:
        if self._picture is not None and not self._picture.table:
            painter.fillRect(device, self._theme.color("inset"))
            return
        size = self.size() * self.devicePixelRatioF()
        if self._table is None or self._table.size() != size:
            self._table = QPixmap(size)
            gradient = QLinearGradient(0, 0, 0, size.height())
            gradient.setColorAt(0, self._theme.color("table"))
            gradient.setColorAt(1, self._theme.color("table_edge"))
            with QPainter(self._table) as filler:
                filler.fillRect(self._table.rect(), gradient)
        painter.drawPixmap(device, self._table, device)

    def _chips(self) -> list[tuple[QPointF, int]]:
        """The ghost's turn chips: centres in device pixels, and which way each turns."""
        return self._ghost.chips(self._spot(self._ghost.target), self.lens.transform, self.devicePixelRatioF())

    def _spot(self, number: int) -> Spot | None:
        """The target of that number, made ready for drawing and hitting."""
        return self._spots.get(number)

    def _work(self) -> None:
        """One slice of chart painting."""
        if self._painting.interval():
            self._painting.setInterval(0)
        if self._cache.work(_SLICE):
            self.update()
        if self._cache.is_idle:
            self._painting.stop()

    def _continue(self) -> None:
        self._see()
        if not self._cache.is_idle and self.isVisible():
            self._painting.start(_PAUSE_MS if self._cache.is_hurried else 0)

    def _see(self) -> None:
        """Tell the cache what is in view."""
        self._cache.set_scale(self.lens.scale)
        self._cache.set_view(self.lens.view)

    def _on_lens_moved(self) -> None:
        self._continue()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.lens.is_fitted:
            self.lens.refit()
        else:
            self._continue()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.lens.is_fitted:
            self.lens.refit()
        self._breathe()
        self._continue()

    def hideEvent(self, event: QHideEvent) -> None:
        """Leave no painter open on a widget that may be about to go."""
        self._painting.stop()
        self._breath.run(False)
        self._cache.rest()
        super().hideEvent(event)
