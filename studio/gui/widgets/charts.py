"""The base of charts with marks, and the badges of seats and severities."""

from __future__ import annotations

from math import cos, degrees, pi, radians, sin
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QRadialGradient,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.picture import EMBLEM_DISC_RADIUS, EMBLEMS, Outline, regular_polygon
from studio.core.problems import Severity, severity_names
from studio.gui.style.icons import transparent_pixmap
from studio.gui.style.stylesheet import MEDIUM, current_theme, widget_theme
from studio.gui.style.theme import Theme
from studio.gui.widgets.cards import paint_box
from studio.gui.widgets.text import TooltipWidget, paint_text, painter_on

CHART_HEIGHT = 236
LIGHT_SEATS = (2, 3, 5)  # seats whose body is too light for a line on light paper; their shade is taken
DIM, BRIGHT = 0.45, 0.5  # a line is no darker than this on dark paper, and no lighter on light


class ChartMark(NamedTuple):
    """A part of a chart, with its text."""

    box: QRectF
    text: str


class Chart(TooltipWidget):
    """A chart whose marks have texts for the pointer and the arrow keys."""

    def __init__(self, name: str, high: int = CHART_HEIGHT) -> None:
        super().__init__()
        self._name, self._high = name, high
        self.current_index = -1  # which mark the keys are on; -1 for none
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_name(self, name: str) -> None:
        self._name = name
        self.setAccessibleName(name)

    def marks(self) -> list[ChartMark]:
        return []

    def refresh(self) -> None:
        self.setAccessibleDescription(" ".join(mark.text for mark in self.marks()))
        self.updateGeometry()
        self.update()

    def text_at(self, place: QPointF) -> str:
        return next((mark.text for mark in self.marks() if mark.box.contains(place)), "")

    def sizeHint(self) -> QSize:
        return QSize(210, self._high)

    def minimumSizeHint(self) -> QSize:
        return QSize(150, self._high)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        step, marks = keys.get(Qt.Key(event.key()), 0), self.marks()
        if not step or not marks:
            super().keyPressEvent(event)
            return
        self.current_index = min(max(self.current_index + step, 0), len(marks) - 1)
        self.setAccessibleName(f"{self._name}. {marks[self.current_index].text}")
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.current_index = -1
        self.setAccessibleName(self._name)
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Draw it."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        with painter_on(self) as painter:
            self.paint(painter)
            marks = self.marks()
            if 0 <= self.current_index < len(marks):
                theme, box = current_theme(), marks[self.current_index].box.adjusted(-2, -2, 2, 2)
                box = box.intersected(QRectF(self.rect()).adjusted(1, 1, -1, -1))
                paint_box(painter, box, None, "accent", width=2, radius=4)
                text = marks[self.current_index].text
                painter.fillRect(QRectF(0, 0, self.width(), 18), theme.color("panel"))
                paint_text(painter, QRectF(0, 0, self.width(), 18), text, theme.color("accent"), 12, MEDIUM)


def seat_line(seat: int, theme: Theme | None = None) -> QColor:
    """The colour of a seat for lines on the paper of the theme."""
    theme = theme or current_theme()
    colours = theme.seat(seat)
    line = QColor(colours.light if theme.is_dark else colours.shade if theme.hue(seat) in LIGHT_SEATS else colours.body)
    if theme.is_dark:
        return line.lighter(150) if line.lightnessF() < DIM else line
    return line.darker(150) if line.lightnessF() > BRIGHT else line


# Badges of seats and marks of severity.

SEVERITY_COLORS = {Severity.ERROR: "#C2392B", Severity.WARNING: "#D98A1A", Severity.INFO: "#2F78BD"}


def _polygon(corners: Outline, middle: QPointF, radius: float) -> QPolygonF:
    return QPolygonF([QPointF(middle.x() + radius * x, middle.y() + radius * y) for x, y in corners])


def paint_emblem(painter: QPainter, middle: QPointF, radius: float, name: str, colour: QColor) -> None:
    """One of the six emblems: disc, triangle, square, diamond, star, cross; about `radius` from middle to tip."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    if name in EMBLEMS:
        painter.drawPolygon(_polygon(EMBLEMS[name], middle, radius))
    else:
        painter.drawEllipse(middle, radius * EMBLEM_DISC_RADIUS, radius * EMBLEM_DISC_RADIUS)


def paint_badge(painter: QPainter, rect: QRectF, seat: int, theme: Theme | None = None) -> None:
    """The round badge of a seat: its colour, a pale ring, its emblem."""
    colours = (theme or current_theme()).seat(seat)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle, radius = rect.center(), min(rect.width(), rect.height()) / 2 - 0.5
    painter.setPen(QPen(colours.shade, max(1.0, radius * 0.07)))
    glow = QRadialGradient(middle - QPointF(0, radius * 0.45), radius * 1.5)
    glow.setColorAt(0, colours.light)
    glow.setColorAt(0.75, colours.body)
    painter.setBrush(glow)
    painter.drawEllipse(middle, radius - 0.5, radius - 0.5)
    ring = QColor(colours.emblem)
    ring.setAlphaF(0.75)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ring, max(0.8, radius * 0.07)))
    painter.drawEllipse(middle, radius * 0.80, radius * 0.80)
    paint_emblem(painter, middle, radius * 0.52, colours.emblem_name, colours.emblem)


def paint_laurel(painter: QPainter, centre: QPointF, radius: float, ink: QColor) -> None:
    """Two branches of laurel around a badge, open at the top."""
    painter.save()
    painter.setPen(QPen(ink, 1.6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    ring = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
    painter.drawArc(ring, 16 * 125, 16 * 290)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    leaf = QPainterPath()
    leaf.moveTo(0, 0)
    leaf.quadTo(radius * 0.16, -radius * 0.12, radius * 0.36, 0)
    leaf.quadTo(radius * 0.16, radius * 0.12, 0, 0)
    for side in (-1, 1):
        for step in range(7):
            angle = pi / 2 - side * radians(14 + step * 20)  # from the foot upwards
            place = QPointF(centre.x() + radius * cos(angle), centre.y() + radius * sin(angle))
            along = degrees(angle) - side * 90
            for lean in (-38, 38):
                painter.save()
                painter.translate(place)
                painter.rotate(along + lean)
                painter.drawPath(leaf)
                painter.restore()
    painter.restore()


def badge_pixmap(seat: int, px: int, dpr: float = 1.0, theme: Theme | None = None) -> QPixmap:
    """The badge as a picture, for lists and icons."""
    pixmap = transparent_pixmap(round(px * dpr), round(px * dpr), dpr)
    with QPainter(pixmap) as painter:
        paint_badge(painter, QRectF(0, 0, px, px), seat, theme)
    return pixmap


class EmblemBadge(QWidget):
    """The badge of a seat as a widget, also in a laurel wreath."""

    def __init__(self, seat: int, px: int = 34, *, in_laurel: bool = False) -> None:
        super().__init__()
        self.seat, self._inset = seat, 2 * px / 7 if in_laurel else 0.0
        self.setFixedSize(px, px)

    def set_seat(self, seat: int) -> None:
        self.seat = seat
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, box = widget_theme(self), QRectF(self.rect())
        with painter_on(self) as painter:
            if self._inset:
                paint_laurel(painter, box.center(), 1.25 * self._inset, theme.color("gold_border"))
            paint_badge(painter, box.adjusted(self._inset, self._inset, -self._inset, -self._inset), self.seat, theme)


def paint_severity(painter: QPainter, rect: QRectF, severity: Severity) -> None:
    """The mark of a severity: octagon with a cross, triangle with "!", disc with "i"."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle, radius = rect.center(), min(rect.width(), rect.height()) / 2
    colour = QColor(SEVERITY_COLORS[severity])
    cream = QPen(QColor("#FFF8E8"), max(1.2, radius * 0.20))
    cream.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(QPen(colour.darker(112), 1))
    painter.setBrush(colour)
    if severity is Severity.ERROR:
        painter.drawPolygon(_polygon(regular_polygon(8, radius - 0.3, pi / 8), middle, 1))
        painter.setPen(cream)
        arm = radius * 0.34
        painter.drawLine(middle + QPointF(-arm, -arm), middle + QPointF(arm, arm))
        painter.drawLine(middle + QPointF(-arm, arm), middle + QPointF(arm, -arm))
    elif severity is Severity.WARNING:
        edge = QPen(colour, max(1.0, radius * 0.22))
        edge.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(edge)
        painter.drawPolygon(_polygon(regular_polygon(3, 0.96, -pi / 2, 0.20), middle, radius))
        painter.setPen(cream)
        painter.drawLine(middle + QPointF(0, -radius * 0.28), middle + QPointF(0, radius * 0.18))
        painter.drawPoint(middle + QPointF(0, radius * 0.48))
    else:
        painter.drawEllipse(middle, radius - 0.5, radius - 0.5)
        painter.setPen(cream)
        painter.drawLine(middle + QPointF(0, -radius * 0.02), middle + QPointF(0, radius * 0.45))
        painter.drawPoint(middle + QPointF(0, -radius * 0.42))


class SeverityMark(QWidget):
    """The mark of a severity as a widget."""

    accessible_role = QAccessible.Role.Graphic

    def __init__(self, severity: Severity, px: int = 16) -> None:
        super().__init__()
        self.severity = severity
        self.setFixedSize(px, px)
        self.setAccessibleName(severity_names()[severity])

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint_severity(painter, QRectF(self.rect()), self.severity)
