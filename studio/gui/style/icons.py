"""Line icons by name in the colours of the theme, and the program's logo.

The shapes are SVG on a grid of 24, in `resources/icons/line_icons.json`. They are stroked in the colour of the text;
parts with `fill="ink"` are filled with it.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget

from studio.documents.paths import resources_dir

if TYPE_CHECKING:
    from studio.gui.style.theme import Theme


STROKE = 1.9  # width of the stroke on the 24 grid: 1.6 px in an icon of 20 px

BRUSH_SIZES = 3  # a brush paints one cell, or one or two rings around it as well
_CELL = (8.6, 6.4, 4.35)  # width of a cell in brush icons, by rings
_GAP = 0.86


def brush_icon(sides: int, rings: int) -> str:
    return f"brush_{sides}_{rings}"


@cache
def line_icons() -> dict[str, str]:
    """The SVG shapes of all icons but the brushes, by name."""
    text = (resources_dir() / "icons" / "line_icons.json").read_text("utf-8")
    shapes: dict[str, str] = json.loads(text)
    return shapes


def icon_names() -> list[str]:
    return sorted([*line_icons(), *(brush_icon(sides, rings) for sides in (4, 6) for rings in range(BRUSH_SIZES))])


def _shapes(name: str) -> str:
    """The SVG shapes of an icon."""
    if name in line_icons():
        return line_icons()[name]
    for sides in (4, 6):
        for rings in range(BRUSH_SIZES):
            if name == brush_icon(sides, rings):
                return _cluster(sides, rings)
    raise KeyError(name)


def _cluster(sides: int, rings: int) -> str:
    """The cells of a brush, filled with the colour of the text."""
    from studio.core.grid import HexGrid, SquareGrid

    grid = SquareGrid(5, 5) if sides == 4 else HexGrid(5, 5)
    middle, px = grid.cell(2, 2), _CELL[rings]
    (mx, my), parts = grid.center(middle), []
    for cell in grid.around(middle, rings):
        x, y = grid.center(cell)
        corners = [
            (12 + px * (x - mx + _GAP * (a - x)), 12 + px * (y - my + _GAP * (b - y))) for a, b in grid.corners(cell)
        ]
        parts.append("M" + "L".join(f"{a:.2f},{b:.2f}" for a, b in corners) + "Z")
    return f'<path fill="ink" stroke="none" d="{"".join(parts)}"/>'


@lru_cache(maxsize=512)
def _pixmap(name: str, rgba: int, px: int, dpr: float) -> QPixmap:
    colour = QColor.fromRgba(rgba)
    ink = colour.name()
    shapes = _shapes(name).replace('fill="ink"', f'fill="{ink}"')
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="{ink}" '
        f'stroke-width="{STROKE}" stroke-linecap="round" stroke-linejoin="round">{shapes}</svg>'
    )
    pixmap = QPixmap(round(px * dpr), round(px * dpr))
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setOpacity(colour.alphaF())
        QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(pixmap.rect()))
    pixmap.setDevicePixelRatio(dpr)
    return pixmap


def transparent_pixmap(width: int, height: int, dpr: float) -> QPixmap:
    """An empty pixmap; its size is in device pixels."""
    pixmap = QPixmap(width, height)
    pixmap.fill(Qt.GlobalColor.transparent)
    pixmap.setDevicePixelRatio(dpr)
    return pixmap


def icon_pixmap(name: str, colour: QColor, px: int = 20, dpr: float = 1.0) -> QPixmap:
    """The icon in one colour, `px` logical pixels square. Raises `KeyError` for an unknown name."""
    return _pixmap(name, colour.rgba(), px, dpr)


def icon(name: str, theme: Theme, role: str = "text", on_role: str = "accent", px: int = 20) -> QIcon:
    """The icon in the theme's colours: `role` by default, `on_role` when checked, paler when disabled."""
    return _icon(name, theme.color(role).rgba(), theme.color(on_role).rgba(), theme.color("off").rgba(), px)


@lru_cache(maxsize=512)
def _icon(name: str, normal: int, on: int, off: int, px: int) -> QIcon:
    """Cached, because composing an icon takes longer than looking it up, and a page has the same one repeatedly."""
    result = QIcon()
    for dpr in (1.0, 2.0, 3.0):
        result.addPixmap(_pixmap(name, normal, px, dpr), QIcon.Mode.Normal, QIcon.State.Off)
        result.addPixmap(_pixmap(name, on, px, dpr), QIcon.Mode.Normal, QIcon.State.On)
        for state in (QIcon.State.Off, QIcon.State.On):
            result.addPixmap(_pixmap(name, off, px, dpr), QIcon.Mode.Disabled, state)
    return result


# The logo: a compass rose on deep water with an island on the horizon.


def logo_pixmap(px: int, dpr: float = 1.0) -> QPixmap:
    """The emblem `px` logical pixels square."""
    pixmap = QPixmap(round(px * dpr), round(px * dpr))
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        QSvgRenderer(str(resources_dir() / "icons" / "explorer-studio.svg")).render(painter, QRectF(pixmap.rect()))
    pixmap.setDevicePixelRatio(dpr)
    return pixmap


def app_icon() -> QIcon:
    """The window icon."""
    result = QIcon()
    for px in (16, 32, 48, 64, 128, 256):
        result.addFile(str(resources_dir() / "icons" / f"explorer-studio-{px}.png"), QSize(px, px))
    return result


class Logo(QWidget):
    """The logo as a widget."""

    def __init__(self, px: int) -> None:
        super().__init__()
        self.set_px(px)

    def set_px(self, px: int) -> None:
        self._px = px
        self.setFixedSize(px, px)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, logo_pixmap(self._px, self.devicePixelRatioF()))
