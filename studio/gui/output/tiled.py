"""A layout as files of the editor Tiled: map, tileset, and a picture of each tile by the real painter."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPolygonF

from studio.core.form import StampItem
from studio.core.grid import HEX_RADIUS
from studio.documents.files import DocumentError, write_bytes, write_text
from studio.gui.board.painting.painter import paint_picture, whole
from studio.gui.output.render import png_bytes
from studio.gui.style.fonts import load_fonts
from studio.gui.style.theme import LIGHT, Theme
from studio.opening import Opened
from studio.opening.tiled.writing import TiledMap, exported, pictures_folder


def write_tiled(opened: Opened, folder: Path, name: str, theme: Theme = LIGHT) -> list[Path]:
    """Write a layout into a folder, which is made if need be: `name`.tmj, `name`.tsj, and a folder of pictures.

    Raises `DocumentError`. Needs a QGuiApplication.
    """
    return whole(tiled_steps(opened, folder, name, theme))()


def tiled_steps(
    opened: Opened, folder: Path, name: str, theme: Theme = LIGHT
) -> Generator[None, None, Callable[[], list[Path]]]:
    """Paint the tiles one by one; ends in what writes all files, which any thread may do, and answers their paths.

    The map comes last, so that it never names what is not there. Writing raises `DocumentError`.
    """
    load_fonts()
    made = exported(opened, name)
    sides = opened.game.grid(opened.body).sides
    images: dict[str, QImage] = {}
    for path, item in made.pictures.items():
        images[path] = _tile_image(item, sides, QSize(*made.size), theme)
        yield
    return partial(_write_files, made, images, folder)


def _write_files(made: TiledMap, images: Mapping[str, QImage], folder: Path) -> list[Path]:
    try:
        (folder / pictures_folder(made.name)).mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise DocumentError(folder, "", f"it could not be made ({reason}).") from None
    for path, image in images.items():
        write_bytes(folder / path, png_bytes(image), lasting=False)
    texts = dict(reversed(made.texts().items()))
    for path, text in texts.items():
        write_text(folder / path, text)
    return [folder / path for path in (*images, *texts)]


def _tile_image(item: StampItem, sides: int, size: QSize, theme: Theme) -> QImage:
    """A stamp cut out to the shape of a space, on a clear ground."""
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    wide, high = float(size.width()), float(size.height())
    side = max(wide, high)
    with QPainter(image) as painter:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        if sides == 6:
            painter.setClipPath(_hexagon(wide, high))
        paint_picture(painter, item.picture, theme, QRectF((wide - side) / 2, (high - side) / 2, side, side))
    return image


def _hexagon(wide: float, high: float) -> QPainterPath:
    """A hexagon on its point that fills a box."""
    shoulder = high / 2 - HEX_RADIUS / 2 * wide
    path = QPainterPath()
    corners = ((wide / 2, 0.0), (wide, shoulder), (wide, high - shoulder), (wide / 2, high), (0.0, high - shoulder),
               (0.0, shoulder))  # fmt: skip
    polygon = QPolygonF()
    for x, y in corners:
        polygon.append(QPointF(x, y))
    path.addPolygon(polygon)
    path.closeSubpath()
    return path
