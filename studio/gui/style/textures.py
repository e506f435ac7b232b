"""Grain for paper, water and land: grey tiling images from resources/textures, coloured per theme and enlarged."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter, qRgba

from studio.documents.paths import resources_dir

_CLEAR = 128
_COLORS = {
    # texture: (shade, light) as (red, green, blue, most alpha), for the light theme, then for the dark one
    "paper": (((96, 66, 24, 70), (255, 252, 240, 95)), ((0, 0, 0, 80), (230, 205, 150, 34))),
    "stain": (((128, 88, 30, 62), (255, 250, 232, 80)), ((0, 0, 0, 86), (200, 165, 100, 26))),
    "water": (((4, 34, 54, 92), (140, 196, 200, 66)), ((0, 14, 26, 96), (110, 170, 180, 50))),
    "relief": (((52, 62, 20, 118), (250, 244, 196, 128)), ((36, 44, 14, 128), (244, 234, 184, 100))),
}
"""How the darkest and the lightest grey of a texture are coloured."""


@lru_cache(maxsize=24)
def texture(name: str, theme: str, factor: int) -> QImage:
    """A tiling image in a theme's colours, enlarged by a whole factor; a clear one when there is none."""
    if factor > 1:
        return _enlarged(texture(name, theme, 1), factor)
    image = QImage(str(resources_dir() / "textures" / f"{name}.png")).convertToFormat(QImage.Format.Format_Grayscale8)
    if image.isNull():
        image = QImage(8, 8, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        return image
    shade, light = _COLORS[name][theme == "dark"]
    table = []
    for grey in range(256):
        red, green, blue, most = shade if grey < _CLEAR else light
        table.append(qRgba(red, green, blue, round(most * abs(grey - _CLEAR) / _CLEAR)))
    # the greys become numbers in a table of colours
    coloured = QImage(
        image.constBits(), image.width(), image.height(), image.bytesPerLine(), QImage.Format.Format_Indexed8
    )
    coloured.setColorTable(table)
    return coloured.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def _enlarged(image: QImage, factor: int) -> QImage:
    """Enlarged smoothly without a seam at the edges: its neighbours in the tiling are enlarged with it."""
    wide, high, rim = image.width(), image.height(), 4
    padded = QImage(wide + 2 * rim, high + 2 * rim, QImage.Format.Format_ARGB32_Premultiplied)
    padded.fill(Qt.GlobalColor.transparent)
    with QPainter(padded) as painter:
        for x in (rim - wide, rim, rim + wide):
            for y in (rim - high, rim, rim + high):
                painter.drawImage(QPoint(x, y), image)
    large = padded.scaled(
        padded.width() * factor,
        padded.height() * factor,
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    return large.copy(rim * factor, rim * factor, wide * factor, high * factor)
