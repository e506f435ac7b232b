"""The mirrors and the middle that strokes are repeated by, drawn over a board."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPen, QTransform

from studio.drawing.symmetry import Axes
from studio.gui.style.theme import Theme

SHORT = 28
"""Least length of the arms of a half turn, in logical pixels."""


def _lines(axes: Axes, area: QRectF, short: float) -> list[tuple[QPointF, QPointF]]:
    """From where to where each line goes in a part of the board; a half turn has no sectors to show: short arms do."""
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
        lines.append((hub - way * _reach(area, hub, -way), hub + way * _reach(area, hub, way)))
    spokes = 4 if axes.folds == 2 else axes.folds
    for spoke in range(spokes):
        angle = 2 * math.pi * spoke / spokes - math.pi / 2
        way = QPointF(math.cos(angle), math.sin(angle))
        lines.append((hub, hub + way * (short if axes.folds == 2 else _reach(area, hub, way))))
    return lines


def paint_axes(painter: QPainter, theme: Theme, transform: QTransform, ratio: float, area: QRectF, axes: Axes) -> None:
    """Draw lines of mirrors across the board; or the middle of a turn, a disc with a spoke for each fold to the rim.

    `area` is the board's, in board units; `transform` leads to device pixels, `ratio` of which are a logical one.
    """
    scale = transform.m11()
    path = QPainterPath()
    for start, end in _lines(axes, area, max(0.9 * scale, SHORT * ratio) / scale):
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


def _reach(area: QRectF, hub: QPointF, way: QPointF) -> float:
    """How far it is from a point inside a box to its rim, in a direction of length one."""
    across = ((area.right() if way.x() > 0 else area.left()) - hub.x()) / way.x() if abs(way.x()) > 1e-6 else math.inf
    down = ((area.bottom() if way.y() > 0 else area.top()) - hub.y()) / way.y() if abs(way.y()) > 1e-6 else math.inf
    return min(across, down)
