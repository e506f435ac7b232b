"""Scale and position of a board in its widget: fitting, zooming and panning."""

from __future__ import annotations

import math

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPen, QTransform
from PySide6.QtWidgets import QWidget

from studio.core.picture import Picture
from studio.drawing.symmetry import Axes
from studio.gui.style.theme import Theme

ZOOM_UNIT = 64.0  # logical pixels per board unit at a zoom of 1
_MIN_PX, _MAX_PX = 7.0, 320.0
_MAX_FIT_PX = 150.0
"""Maximum pixels per board unit when a few cells fill the view, so that their surroundings stay visible."""
_MARGIN = 6
_MIN_VISIBLE_PX = 80.0  # this much of the picture stays in view, however far it is panned


class Viewport(QObject):
    """Scale and position of a picture in a widget. `moved` is emitted on every change, `zoomed` with a new scale."""

    moved = Signal()
    zoomed = Signal(float)

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._picture: Picture | None = None
        self.scale = 64  # device pixels per board unit
        self.origin = QPointF(0, 0)  # position of the board's origin in whole device pixels
        self.is_fitted = True  # whether the whole picture is shown, whatever the size of the widget
        self.is_fit_requested = False  # whether a person asked for that

    @property
    def ratio(self) -> float:
        """Device pixels per logical pixel."""
        return self._widget.devicePixelRatioF()

    @property
    def zoom(self) -> float:
        """Zoom factor; 1 means 64 logical pixels per board unit."""
        return self.scale / self.ratio / ZOOM_UNIT

    def set_picture(self, picture: Picture) -> None:
        """Set the picture; one with other bounds is shown as a whole first."""
        old, self._picture = self._picture, picture
        if old is None or old.bounds != picture.bounds:
            self.refit()

    @property
    def transform(self) -> QTransform:
        """Transform from board units to device pixels."""
        return QTransform(self.scale, 0, 0, self.scale, self.origin.x(), self.origin.y())

    def board_point(self, point: QPointF) -> QPointF:
        """Convert a point of the widget to board units."""
        return (point * self.ratio - self.origin) / self.scale

    def widget_box(self, area: QRectF) -> QRect:
        """Convert a rectangle in board units to widget coordinates."""
        box, ratio = self.transform.mapRect(area), self.ratio
        return QRectF(box.topLeft() / ratio, box.size() / ratio).toAlignedRect()

    def board_area(self, device: QRectF) -> QRectF:
        """Convert a rectangle in device pixels to board units."""
        corner = (device.topLeft() - self.origin) / self.scale
        return QRectF(corner.x(), corner.y(), device.width() / self.scale, device.height() / self.scale)

    @property
    def visible_area(self) -> QRectF:
        """Area in view in board units."""
        return self.board_area(QRectF(0, 0, self._widget.width() * self.ratio, self._widget.height() * self.ratio))

    @property
    def center(self) -> QPointF:
        """Centre of the view in board units."""
        return self.board_point(self._widget_center)

    @property
    def _widget_center(self) -> QPointF:
        return QPointF(self._widget.width() / 2, self._widget.height() / 2)

    def refit(self) -> None:
        """Show the whole picture."""
        if self._picture is None or self._widget.width() < 20:
            return
        ratio, wide, high = self.ratio, self._widget.width(), self._widget.height()
        left, top, right, bottom = self._picture.bounds
        margin = 2 * (_MARGIN if self._picture.has_table else 0)
        scale = math.floor(min((wide - margin) * ratio / (right - left), (high - margin) * ratio / (bottom - top)))
        scale = max(scale, round(_MIN_PX * ratio))
        x = (wide * ratio - (left + right) * scale) / 2
        y = (high * ratio - (top + bottom) * scale) / 2
        self._set_scale(scale, QPointF(round(x), round(y)))

    def fit(self) -> None:
        """Show the whole picture, also after the widget is resized."""
        self.is_fitted = self.is_fit_requested = True
        self.refit()

    def set_zoom(self, zoom: float, about: QPointF | None = None) -> None:
        """Zoom about a point of the widget, by default its centre."""
        point = self._widget_center if about is None else about
        scale = round(min(max(zoom * ZOOM_UNIT, _MIN_PX), _MAX_PX) * self.ratio)
        if scale == self.scale:
            return
        place, device = self.board_point(point), point * self.ratio
        self.is_fitted = False
        origin = device - place * scale
        self._set_scale(scale, QPointF(round(origin.x()), round(origin.y())))

    def scaled_zoom(self, factor: float) -> float:
        """The zoom times a factor, different from now by at least one device pixel per unit."""
        scale = self.scale * factor
        if abs(scale - self.scale) < 1:
            scale = self.scale + math.copysign(1, factor - 1)
        return scale / self.ratio / ZOOM_UNIT

    def pan_by(self, offset: QPointF) -> None:
        """Move the board by device pixels."""
        self.is_fitted = False
        self._move_to(self.origin + offset)

    def center_on(self, place: QPointF) -> None:
        """Centre a point (board units), as far as some of the board stays in view."""
        self.is_fitted = False
        self._move_to(self._widget_center * self.ratio - place * self.scale)

    def reveal(self, area: QRectF) -> None:
        """Pan as little as needed to show an area."""
        place, ratio = self.transform.mapRect(area), self.ratio
        dx = max(0.0, -place.left()) or min(0.0, self._widget.width() * ratio - place.right())
        dy = max(0.0, -place.top()) or min(0.0, self._widget.height() * ratio - place.bottom())
        if dx or dy:
            self.pan_by(QPointF(round(dx), round(dy)))

    def fit_area(self, area: QRectF) -> None:
        """Centre an area and show it as large as possible, with a margin."""
        wide, high = self._widget.width() / (area.width() + 1.2), self._widget.height() / (area.height() + 1.2)
        self.set_zoom(min(wide, high, _MAX_FIT_PX) / ZOOM_UNIT)
        self.center_on(area.center())

    def _set_scale(self, scale: int, origin: QPointF) -> None:
        changed = scale != self.scale
        self.scale = scale
        self._move_to(origin)
        if changed:
            self.zoomed.emit(self.zoom)

    def _move_to(self, origin: QPointF) -> None:
        """Set the origin, but keep some of the picture in view."""
        if self._picture is not None:
            left, top, right, bottom = (edge * self.scale for edge in self._picture.bounds)
            ratio = self.ratio
            x = min(max(origin.x(), _MIN_VISIBLE_PX - right), self._widget.width() * ratio - _MIN_VISIBLE_PX - left)
            y = min(max(origin.y(), _MIN_VISIBLE_PX - bottom), self._widget.height() * ratio - _MIN_VISIBLE_PX - top)
            origin = QPointF(round(x), round(y))
        self.origin = origin
        self.moved.emit()


# Symmetry axes

MIN_ARM_PX = 28  # minimum length in logical pixels of the arms of a half turn


def _axis_lines(axes: Axes, area: QRectF, short: float) -> list[tuple[QPointF, QPointF]]:
    """Start and end of each axis within `area`; a half turn has four arms of length `short`."""
    lines: list[tuple[QPointF, QPointF]] = []
    if axes.x is not None:
        lines.append((QPointF(axes.x, area.top()), QPointF(axes.x, area.bottom())))
    if axes.y is not None:
        lines.append((QPointF(area.left(), axes.y), QPointF(area.right(), axes.y)))
    if axes.middle is None:
        return lines
    hub = QPointF(*axes.middle)
    for slope in axes.slopes:
        way = QPointF(1, slope) / math.sqrt(2)
        lines.append((hub - way * _distance_to_edge(area, hub, -way), hub + way * _distance_to_edge(area, hub, way)))
    spokes = 4 if axes.folds == 2 else axes.folds
    for spoke in range(spokes):
        angle = 2 * math.pi * spoke / spokes - math.pi / 2
        way = QPointF(math.cos(angle), math.sin(angle))
        lines.append((hub, hub + way * (short if axes.folds == 2 else _distance_to_edge(area, hub, way))))
    return lines


def paint_axes(painter: QPainter, theme: Theme, transform: QTransform, ratio: float, area: QRectF, axes: Axes) -> None:
    """Paint mirror axes across the board, or a disc with a spoke per fold of a rotation.
    `area` is that of the board in board units; `transform` leads to device pixels, `ratio` of them per logical one.
    """
    scale = transform.m11()
    path = QPainterPath()
    for start, end in _axis_lines(axes, area, max(0.9 * scale, MIN_ARM_PX * ratio) / scale):
        path.moveTo(transform.map(start))
        path.lineTo(transform.map(end))
    ink = theme.color("accent" if not theme.is_dark else "deep")
    painter.strokePath(path, QPen(theme.color("keyline", 0.75), 3.6 * ratio))
    pen = QPen(ink, 1.6 * ratio)
    pen.setDashPattern([6.0, 3.0, 1.5, 3.0])
    painter.strokePath(path, pen)
    if axes.middle is not None and axes.folds:
        disc = QPainterPath()
        disc.addEllipse(transform.map(QPointF(*axes.middle)), 5 * ratio, 5 * ratio)
        painter.fillPath(disc, theme.color("keyline"))
        painter.strokePath(disc, QPen(ink, 2 * ratio))


def _distance_to_edge(area: QRectF, hub: QPointF, direction: QPointF) -> float:
    """Distance from a point in a box to its border in a direction (unit vector)."""
    sides = (
        (direction.x(), area.left() - hub.x(), area.right() - hub.x()),
        (direction.y(), area.top() - hub.y(), area.bottom() - hub.y()),
    )
    return min((high if step > 0 else low) / step for step, low, high in sides if abs(step) > 1e-6)
