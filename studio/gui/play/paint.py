"""Strokes that the panels of the play view share: emblems of seats, lit frames, the wax seal."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QRadialGradient

from studio.gui.style.theme import Theme


def paint_lit(painter: QPainter, path: QPainterPath, theme: Theme, kind: str) -> None:
    """Mark a place beside the board: `legal` glows, `hover` brightens, `chosen` wears the gold ring.

    `lit` is `legal` on a picture, whose colours nobody knows: with a dark line that parts the gold from them.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if kind == "legal":
        glow = theme.color("legal", 0.30 if not theme.is_dark else 0.22)
        painter.setPen(QPen(theme.color("gold_border"), 1.6))
        painter.setBrush(glow)
        painter.drawPath(path)
    elif kind == "lit":
        painter.setBrush(theme.color("legal", 0.08))
        painter.setPen(QPen(theme.color("ring_shade", 0.75), 3.0))
        painter.drawPath(path)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color("gold_ring"), 1.4))
        painter.drawPath(path)
    elif kind == "hover":
        painter.setPen(QPen(theme.color("ring_shade"), 3.4))
        painter.setBrush(QColor(255, 255, 255, 84))
        painter.drawPath(path)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color("keyline"), 1.6))
        painter.drawPath(path)
    else:
        painter.setBrush(theme.color("legal", 0.25))
        painter.setPen(QPen(theme.color("ring_shade"), 5.0))
        painter.drawPath(path)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color("gold_ring"), 2.6))
        painter.drawPath(path)
    painter.restore()


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
