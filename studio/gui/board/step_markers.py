"""Numbered markers for the recent actions on a board, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

from studio.gui.board.target_shapes import TargetShape
from studio.gui.style.stylesheet import BOLD, text_font
from studio.gui.style.theme import Theme

MARKER_RADIUS = 9.5  # in logical pixels, at every zoom
FAINT_OPACITY = 0.55


class StepMarker(NamedTuple):
    """An action of a seat at a target. `turn` numbers the turns in order; placed tiles are framed."""

    target: int
    number: int
    seat: int
    turn: int = 0
    is_placement: bool = False


def dark_seat_color(seat: int, theme: Theme) -> QColor:
    """A seat's colour, dark enough for pale figures on it."""
    colours = theme.seat(seat)
    return colours.shade if colours.body.lightnessF() > 0.42 else colours.body


def paint_marker(
    painter: QPainter, at: QPointF, radius: float, text: str, seat: int, filled: bool, theme: Theme
) -> None:
    """Paint a disc in a seat's colour with a number; hollow for actions that are not on the board."""
    ink = dark_seat_color(seat, theme) if seat >= 0 else theme.color("second")
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if filled:
        painter.setPen(QPen(theme.color("keyline"), radius * 0.2))
        painter.setBrush(ink)
        painter.drawEllipse(at, radius * 0.9, radius * 0.9)
    else:
        painter.setPen(QPen(theme.color("border"), 1.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(at, radius * 0.85, radius * 0.85)
    font = text_font(13, BOLD)
    font.setPixelSize(max(6, round(radius * (1.3 if len(text) < 2 else 1.05))))
    painter.setFont(font)
    pale = QColor("#3A2C1C") if ink.lightnessF() > 0.6 else theme.color("keyline")
    painter.setPen(pale if filled else theme.color("second"))
    box = QRectF(at.x() - 2 * radius, at.y() - radius, 4 * radius, 2 * radius)
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
    painter.restore()


def paint_step_markers(
    painter: QPainter,
    steps: Sequence[StepMarker],
    spot: Callable[[int], TargetShape | None],
    to_device: QTransform,
    ratio: float,
    theme: Theme,
    faint: bool,
    exposed: QRect,
) -> None:
    """Paint the path of the last turn, frames round placed tiles, and a disc per step, in rows on a shared space."""
    painter.save()
    painter.setOpacity(FAINT_OPACITY if faint else 1.0)
    boxes = {step.target: to_device.mapRect(found.box) for step in steps if (found := spot(step.target)) is not None}
    last = max((step.turn for step in steps), default=0)
    way = [boxes[step.target].center() for step in steps if step.turn == last and step.target in boxes]
    if not faint and len({point.toPoint().toTuple() for point in way}) > 1:
        path = QPainterPath(way[0])
        for point in way[1:]:
            path.lineTo(point)
        wide = round(6 * ratio)
        if not path.boundingRect().toAlignedRect().adjusted(-wide, -wide, wide, wide).intersects(exposed):
            path = QPainterPath()
        seat = next(step.seat for step in steps if step.turn == last)
        painter.strokePath(path, QPen(theme.color("keyline"), 5.5 * ratio))
        pen = QPen(dark_seat_color(seat, theme) if seat >= 0 else theme.color("second"), 2.6 * ratio)
        pen.setDashPattern([2.3, 1.9])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.strokePath(path, pen)
    for step in steps:
        found = spot(step.target)
        near = step.target in boxes and boxes[step.target].toAlignedRect().adjusted(-4, -4, 4, 4).intersects(exposed)
        if step.is_placement and found is not None and near and step.seat >= 0:
            outline = to_device.map(found.outline)
            painter.strokePath(outline, QPen(theme.color("keyline"), 3.6 * ratio))
            painter.strokePath(outline, QPen(dark_seat_color(step.seat, theme), 1.8 * ratio))
    radius = MARKER_RADIUS * ratio
    for target, box in boxes.items():
        if not box.toAlignedRect().adjusted(-20, -20, 20, 20).intersects(exposed):
            continue
        here = [step for step in steps if step.target == target]
        wide = max(1, int(box.width() / (1.9 * radius)))
        for number, step in enumerate(here):
            row = here[number // wide * wide :][:wide]
            x = box.center().x() + (number % wide - (len(row) - 1) / 2) * 1.9 * radius
            y = box.bottom() - radius * (1 + 1.9 * (number // wide))
            paint_marker(painter, QPointF(x, y), radius, str(step.number), step.seat, True, theme)
    painter.restore()
