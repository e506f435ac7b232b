"""Pictures as files (PNG, SVG, PDF, Tiled maps) and as pixmaps."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPageSize, QPainter, QPainterPath, QPdfWriter, QPixmap

from studio.core.form import StampItem
from studio.core.grid import HEX_RADIUS
from studio.core.picture import Picture
from studio.core.text import _
from studio.documents.files import DocumentError, write_bytes, write_text
from studio.gui.board.painter import fit_scale, paint_in_steps, paint_picture, paint_vector, run_steps
from studio.gui.board.shape_cache import bounds_rect
from studio.gui.board.target_shapes import polygon_path
from studio.gui.output.svg import SvgPainter
from studio.gui.style.stylesheet import load_fonts
from studio.gui.style.theme import LIGHT, Theme
from studio.services.loading import LoadedLayout
from studio.services.tiled import TiledMap, export_map, pictures_folder

IMAGE_SUFFIXES = (".png", ".svg", ".pdf")
MAX_WIDTH = 16_384
SCREEN = 96.0  # default DPI
INCH = 0.0254  # in metres
QUICK = 75  # Qt's PNG quality: a fifth of the default time for an eighth more bytes


def check_output(path: Path) -> None:
    """Raise `DocumentError` for an unknown extension or a missing folder, before slow painting starts."""
    if path.suffix.lower() not in IMAGE_SUFFIXES:
        text = _("the file name of an image must end in {endings}.").format(endings=", ".join(IMAGE_SUFFIXES))
        raise DocumentError(path, "", text)
    check_folder(path)


def check_folder(path: Path) -> None:
    """Raise `DocumentError` for a missing folder, before slow work starts."""
    if not path.absolute().parent.is_dir():
        raise DocumentError(path, "", _("there is no such folder."))


def render_bytes(picture: Picture, kind: str, width: int = 1600, theme: Theme = LIGHT, dpi: float = SCREEN) -> bytes:
    """A picture as the bytes of a file of a `kind` in `IMAGE_SUFFIXES`. Raises `DocumentError` for an invalid width."""
    return run_steps(render_steps(picture, kind, width, theme, dpi))()


def render_steps(
    picture: Picture, kind: str, width: int = 1600, theme: Theme = LIGHT, dpi: float = SCREEN
) -> Generator[None, None, Callable[[], bytes]]:
    """Paint a picture step by step; return a function that makes the bytes of the file in any thread.
    Both raise `DocumentError`: for a width out of range, or if there is not enough memory.
    """
    if not 16 <= width <= MAX_WIDTH:
        text = _("the image would be {width} pixels wide. Use 16 to {most} pixels.").format(width=width, most=MAX_WIDTH)
        raise DocumentError("", "", text)
    load_fonts()
    board = bounds_rect(picture)
    size = QSize(width, max(1, round(width * board.height() / board.width())))
    if kind == ".png":
        image = yield from _imaged(picture, size, theme)
        image.setDotsPerMeterX(round(dpi / INCH))
        image.setDotsPerMeterY(round(dpi / INCH))
        return partial(png_bytes, image)
    scale = fit_scale(picture, size.width(), size.height())
    if kind == ".svg":
        text = yield from SvgPainter(picture, theme, scale, size).document(dpi, _ground(picture, theme))
        return text.encode
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    device, painter = _pdf(buffer, size, dpi), QPainter()
    if not painter.begin(device):
        raise _too_large()
    try:
        painter.fillRect(QRect(0, 0, size.width(), size.height()), _ground(picture, theme))
        yield from paint_vector(painter, picture, theme, scale)
    finally:
        painter.end()
    return lambda: bytes(buffer.data().data())


def png_bytes(image: QImage, quality: int = QUICK) -> bytes:
    """An image as the bytes of a PNG file; a lower `quality` is slower and smaller. Raises `DocumentError`."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG", quality):  # type: ignore[call-overload]  # stubs want bytes
        raise _too_large()
    return bytes(buffer.data().data())


def _too_large() -> DocumentError:
    return DocumentError("", "", _("there is not enough memory for an image of this size."))


def _imaged(picture: Picture, size: QSize, theme: Theme) -> Generator[None, None, QImage]:
    image = QImage(size, QImage.Format.Format_RGB32)  # the ground covers all, so that a file is a tenth smaller
    image.fill(_ground(picture, theme))
    scale = fit_scale(picture, size.width(), size.height())
    board = bounds_rect(picture)
    # tiles meet on pixel edges only at whole scales: paint at the next whole one, then reduce
    pixels = max(1, math.ceil(scale - 1e-6)) if picture.has_table else scale
    painted = yield from paint_in_steps(picture, theme, pixels, board)
    wide, high = board.width() * scale, board.height() * scale
    if abs(painted.width() - wide) >= 1:
        target, smooth = QSize(max(1, round(wide)), max(1, round(high))), Qt.TransformationMode.SmoothTransformation
        painted = painted.scaled(target, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
    with QPainter(image) as painter:
        painter.drawImage(round((size.width() - wide) / 2), round((size.height() - high) / 2), painted)
    return image


def picture_pixmap(picture: Picture, size: QSize, theme: Theme, dpr: float = 1.0) -> QPixmap:
    """A picture as large as fits into `size` logical pixels, centred on a transparent ground."""
    return run_steps(pixmap_steps(picture, size, theme, dpr))


def pixmap_steps(picture: Picture, size: QSize, theme: Theme, dpr: float = 1.0) -> Generator[None, None, QPixmap]:
    """Do `picture_pixmap` step by step."""
    image = QImage(
        max(1, round(size.width() * dpr)), max(1, round(size.height() * dpr)), QImage.Format.Format_ARGB32_Premultiplied
    )
    image.fill(Qt.GlobalColor.transparent)
    scale = fit_scale(picture, image.width(), image.height())
    painted = yield from paint_in_steps(picture, theme, scale, bounds_rect(picture))
    with QPainter(image) as painter:
        painter.drawImage((image.width() - painted.width()) // 2, (image.height() - painted.height()) // 2, painted)
    pixmap = QPixmap.fromImage(image)
    pixmap.setDevicePixelRatio(dpr)
    return pixmap


def _ground(picture: Picture, theme: Theme) -> QColor:
    return theme.color("table") if picture.has_table else theme.color("panel")


def _pdf(buffer: QBuffer, size: QSize, dpi: float) -> QPdfWriter:
    writer = QPdfWriter(buffer)
    writer.setResolution(round(dpi))
    points = QSizeF(size.width() * 72 / dpi, size.height() * 72 / dpi)
    writer.setPageSize(QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle("Explorer Studio")
    return writer


# Files for the map editor Tiled


def write_tiled(opened: LoadedLayout, folder: Path, name: str, theme: Theme = LIGHT) -> list[Path]:
    """Write a layout as `name`.tmj, `name`.tsj and images into a folder, made if missing. Raises `DocumentError`."""
    return run_steps(tiled_steps(opened, folder, name, theme))()


def tiled_steps(
    opened: LoadedLayout, folder: Path, name: str, theme: Theme = LIGHT
) -> Generator[None, None, Callable[[], list[Path]]]:
    """Paint the tiles one by one; return a function that writes all files in any thread and returns their paths.
    The map is written last, so that it never refers to missing files. Writing raises `DocumentError`.
    """
    load_fonts()
    made = export_map(opened, name)
    sides = opened.game.body.grid(opened.body).sides
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
        raise DocumentError(folder, "", _("it could not be created ({reason}).").format(reason=reason)) from None
    for path, image in images.items():
        write_bytes(folder / path, png_bytes(image), durable=False)
    texts = dict(reversed(made.texts().items()))
    for path, text in texts.items():
        write_text(folder / path, text)
    return [folder / path for path in (*images, *texts)]


def _tile_image(item: StampItem, sides: int, size: QSize, theme: Theme) -> QImage:
    """A stamp cut to the shape of a space, on a transparent ground."""
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
    shoulder = high / 2 - HEX_RADIUS / 2 * wide
    right = ((wide / 2, 0.0), (wide, shoulder), (wide, high - shoulder))
    return polygon_path([*right, (wide / 2, high), (0.0, high - shoulder), (0.0, shoulder)])
