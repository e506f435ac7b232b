"""Words on pictures, written as outlines: the same at every zoom, on screen and in files."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from studio.core.picture import Label
from studio.core.style import Letters
from studio.gui.style.fonts import DISPLAY_FAMILIES, TEXT_FAMILIES

Colors = Callable[[str, float], QColor]
"""Gives the colour of a role with an alpha."""


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
