"""Lines, soft glows and water lines along a path in pixels, and words, which are outlines too: the same at every zoom.

Lines are turned into areas before they reach the painter, in the pixels of the board and not of the paint device: Qt
computes joins with rounding errors that depend on where the device begins, and repaired charts would show it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
    QTransform,
)

from studio.core.picture import Label, Letters, Rings, Soft, Stroke
from studio.gui.style.fonts import DISPLAY_FAMILIES, TEXT_FAMILIES

Colors = Callable[[str, float], QColor]
"""Gives the colour of a role with an alpha."""
_CLEAR = QColor(0, 0, 0)
_FINE = 0.7
"""Least width in pixels of lines that may grow paler."""


def pen_of(step: Stroke, scale: float, color: QColor) -> QPen:
    """The pen of a step at that many pixels per board unit.

    Fine lines that the least width thickens are paler for it, so that small boards are not darkened by them.
    """
    width = step.width * scale
    if width < step.least <= _FINE:
        color.setAlphaF(color.alphaF() * math.sqrt(width / step.least))
    pen = QPen(color, max(width, step.least))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap if step.flat or step.dash else Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if step.dash:
        pen.setDashPattern([part * scale / pen.widthF() for part in step.dash])
    return pen


def stroke(painter: QPainter, path: QPainterPath, pen: QPen) -> None:
    """Draw a line."""
    outline = QPainterPathStroker(pen).createStroke(path)
    outline.setFillRule(Qt.FillRule.WindingFill)
    painter.fillPath(outline, pen.color())


def _flat_pen(width: float, color: QColor) -> QPen:
    pen = QPen(color, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.BevelJoin)
    return pen


def soft(
    painter: QPainter, step: Soft, path: QPainterPath, scale: float, device: QRect, color: QColor
) -> Iterator[None]:
    """A glow along a line within `device`, painted coarser by 2 or 4 on large scales (those enlarge without drift).

    Pauses between strokes.
    """
    coarse = 4 if scale >= 120 else 2 if scale >= 44 else 1
    pad = 4 * coarse
    left, top = _floor_to(device.left() - pad, coarse), _floor_to(device.top() - pad, coarse)
    wide = _floor_to(device.right() + 1 + pad + coarse, coarse) - left
    high = _floor_to(device.bottom() + 1 + pad + coarse, coarse) - top
    sheet = QImage(wide // coarse, high // coarse, QImage.Format.Format_ARGB32_Premultiplied)
    sheet.fill(Qt.GlobalColor.transparent)
    small = QTransform.fromScale(1 / coarse, 1 / coarse).map(path)
    unit = scale / coarse
    with QPainter(sheet) as glow:
        glow.setRenderHint(QPainter.RenderHint.Antialiasing)
        glow.translate(-left // coarse, -top // coarse)
        for width, alpha in glow_of(step, max(6, min(step.strokes, round(step.widest / 2 * unit / 1.6)))):
            color.setAlphaF(alpha)
            stroke(glow, small, _flat_pen(width * unit, color))
            yield
    if coarse > 1:
        sheet = sheet.scaled(
            wide, high, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
    painter.drawImage(left, top, sheet)


def glow_of(step: Soft, count: int) -> list[tuple[float, float]]:
    """Widths and alphas of that many strokes that together cover as much as the recipe's own number."""
    alpha = 1 - (1 - step.alpha) ** (step.strokes / count)
    fall = (step.widest - step.narrowest) / (count - 1)
    return [(step.widest - i * fall, alpha) for i in range(count)]


def _floor_to(value: int, step: int) -> int:
    """The greatest multiple of `step` that is not above `value`."""
    return value // step * step


def rings(
    painter: QPainter, step: Rings, path: QPainterPath, scale: float, device: QRect, color: QColor
) -> Iterator[None]:
    """Lines at a distance: wide strokes, each hollowed by a narrower one, on a sheet of their own. Pauses between."""
    sheet = QImage(device.size(), QImage.Format.Format_ARGB32_Premultiplied)
    sheet.fill(Qt.GlobalColor.transparent)
    with QPainter(sheet) as lines:
        lines.setRenderHint(QPainter.RenderHint.Antialiasing)
        lines.translate(-device.x(), -device.y())
        for distance, width, alpha in step.rings:
            thick, middle = max(width * scale, step.least), 2 * distance * scale
            color.setAlphaF(alpha)
            lines.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            stroke(lines, path, _flat_pen(middle + thick, color))
            lines.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
            stroke(lines, path, _flat_pen(middle - thick, _CLEAR))
            yield
    painter.drawImage(device.topLeft(), sheet)


def parallels(painter: QPainter, step: Rings, path: QPainterPath, scale: float, color: QColor) -> None:
    """The same lines for vector files: the outlines of wide strokes."""
    stroker = QPainterPathStroker()
    stroker.setCapStyle(Qt.PenCapStyle.FlatCap)
    stroker.setJoinStyle(Qt.PenJoinStyle.BevelJoin)
    for distance, width, alpha in step.rings:
        stroker.setWidth(2 * distance * scale)
        color.setAlphaF(alpha)
        line = Stroke(step.role, width, alpha, step.least)
        painter.strokePath(stroker.createStroke(path).simplified(), pen_of(line, scale, color))


def write(painter: QPainter, label: Label, letters: Letters, centre: QPointF, scale: float, color: Colors) -> None:
    """Write a label with its anchor at `centre` (pixels), at `scale` pixels per board unit."""
    path, width = _word(label.text, letters.family, letters.italic, letters.bold, letters.spacing)
    size = label.size * scale / 100.0
    left = {"left": 0.0, "right": -width}.get(label.anchor, -width / 2)
    place = QTransform()
    place.translate(centre.x(), centre.y())
    place.rotate(label.turn)
    place.scale(size, size)
    place.translate(left, 33.0)  # half of the height of capitals and figures, so that they stand centred
    if letters.plate:
        ground = QPainterPath()
        ground.addRoundedRect(QRectF(-26, -82, width + 52, 98), 49, 49)
        painter.fillPath(place.map(ground), color(letters.plate, 0.95))
    word = place.map(path)
    if letters.rim:
        painter.strokePath(word, QPen(color(letters.rim, 1.0), max(1.2, 0.16 * label.size * scale)))
    painter.fillPath(word, color(letters.role, letters.alpha))


@lru_cache(maxsize=2048)
def _word(text: str, family: str, italic: bool, bold: bool, spacing: float) -> tuple[QPainterPath, float]:
    """The outlines of a text at 100 pixels, and its width."""
    font = QFont(DISPLAY_FAMILIES if family == "display" else TEXT_FAMILIES)
    font.setPixelSize(100)
    font.setItalic(italic)
    font.setBold(bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if family == "display":
        font.setFeature(QFont.Tag("lnum"), 1)
    if spacing:
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 100 * spacing)
    path = QPainterPath()
    path.addText(0, 0, font, text)
    return path, QFontMetricsF(font).horizontalAdvance(text) - 100 * spacing
