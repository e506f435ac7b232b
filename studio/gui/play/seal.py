"""The wax seal on what cannot be taken back."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QRadialGradient

from studio.gui.style.theme import Theme


def paint_seal(painter: QPainter, centre: QPointF, radius: float, theme: Theme) -> None:
    """A blob of wax with a star pressed into it: no way back past this."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    wax = theme.color("wax")
    blob = QPainterPath()
    for step in range(49):
        angle = math.tau * step / 48
        edge = radius * (1 + 0.055 * math.sin(5 * angle + 0.6) + 0.035 * math.sin(9 * angle))
        point = QPointF(centre.x() + edge * math.cos(angle), centre.y() + edge * math.sin(angle))
        if step == 0:
            blob.moveTo(point)
        else:
            blob.lineTo(point)
    shine = QRadialGradient(centre - QPointF(radius * 0.35, radius * 0.4), radius * 1.5)
    shine.setColorAt(0, wax.lighter(130))
    shine.setColorAt(0.55, wax)
    shine.setColorAt(1, wax.darker(150))
    painter.setPen(QPen(wax.darker(165), max(0.8, radius * 0.09)))
    painter.setBrush(shine)
    painter.drawPath(blob)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(wax.darker(150), max(0.8, radius * 0.1)))
    painter.drawEllipse(centre, radius * 0.62, radius * 0.62)
    star = QPainterPath()
    for step in range(17):
        length = radius * (0.48 if step % 2 == 0 else 0.18)
        angle = math.tau * step / 16 - math.pi / 2
        point = QPointF(centre.x() + length * math.cos(angle), centre.y() + length * math.sin(angle))
        if step == 0:
            star.moveTo(point)
        else:
            star.lineTo(point)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(wax.lighter(190))
    painter.drawPath(star)
    painter.restore()
