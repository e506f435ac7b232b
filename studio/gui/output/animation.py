"""Animated PNG files (APNG), assembled from frames that Qt has compressed.
A frame contains only the differences from the previous one and is transparent elsewhere, so that a match of hundreds of
moves stays a small file. Programs without support show the first frame. Source: https://www.w3.org/TR/png-3/ (acTL,
fcTL, fdAT).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from studio.core.picture import Picture
from studio.gui.board.cache import ChartCache
from studio.gui.board.painter import fit_scale, paint_image
from studio.gui.board.shape_cache import bounds_rect
from studio.gui.output.export import png_bytes
from studio.gui.style.stylesheet import load_fonts
from studio.gui.style.theme import Theme

SIGNATURE = b"\x89PNG\r\n\x1a\n"
BLACK = 0xFF000000
PNG_QUALITY = 20  # Qt's PNG quality: lower than for images, because animations are sent to others
COLOR_MASK = 0xFC  # drops the last two bits of each colour, which are invisible and make the file larger
LONGEST = 65_535  # maximum duration of a frame in milliseconds that the format allows


class Frame(NamedTuple):
    """A compressed frame: box on the first frame, duration in milliseconds, PNG header and data."""

    x: int
    y: int
    width: int
    height: int
    milliseconds: int
    header: bytes
    data: bytes


class ApngWriter:
    """Collects frames of one size. `add` compresses one, `data` returns the file."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self._last: QImage | None = None

    def add(self, image: QImage, milliseconds: int) -> None:
        """Append an image; one equal to the last only extends its duration. Raises `DocumentError`."""
        image = image.convertToFormat(QImage.Format.Format_RGB32)
        fresh, box = image.convertToFormat(QImage.Format.Format_ARGB32), image.rect()
        if self._last is not None:
            fresh = changed_pixels(self._last, image)
            box = opaque_rect(fresh)
        if box.isEmpty():
            self.extend_last(milliseconds)
            return
        header, data = _parts(png_bytes(fresh.copy(box), PNG_QUALITY))
        longest = min(milliseconds, LONGEST)
        self.frames.append(Frame(box.x(), box.y(), box.width(), box.height(), longest, header, data))
        self._last = image

    def extend_last(self, milliseconds: int) -> None:
        last = self.frames[-1]
        self.frames[-1] = last._replace(milliseconds=min(last.milliseconds + milliseconds, LONGEST))

    def data(self) -> bytes:
        """The bytes of the file, which repeats for ever."""
        return b"".join((SIGNATURE, *self._chunks()))

    def _chunks(self) -> Iterator[bytes]:
        yield _chunk(b"IHDR", self.frames[0].header)
        yield _chunk(b"acTL", struct.pack(">II", len(self.frames), 0))
        number = 0
        for place, frame in enumerate(self.frames):
            shown = (frame.width, frame.height, frame.x, frame.y, frame.milliseconds, 1000)
            yield _chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, *shown, 0, bool(place)))  # left standing, laid over
            number += 1
            if place:
                yield _chunk(b"fdAT", struct.pack(">I", number) + frame.data)
                number += 1
            else:
                yield _chunk(b"IDAT", frame.data)
        yield _chunk(b"IEND", b"")


def changed_pixels(before: QImage, after: QImage) -> QImage:
    """The second of two images of one size (RGB32), transparent where they are equal."""
    difference = before.copy()
    with QPainter(difference) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Difference)
        painter.drawImage(0, 0, after)
    mask = difference.createMaskFromColor(BLACK, Qt.MaskMode.MaskOutColor)
    result = after.convertToFormat(QImage.Format.Format_ARGB32)
    result.setAlphaChannel(mask.convertToFormat(QImage.Format.Format_Grayscale8))
    return result


def opaque_rect(image: QImage) -> QRect:
    """Smallest rectangle around all pixels that are not transparent; empty if there are none."""
    alpha = image.convertToFormat(QImage.Format.Format_Alpha8)
    width, height, line = alpha.width(), alpha.height(), alpha.bytesPerLine()
    bits = bytes(alpha.constBits())
    rows = [row for row in range(height) if any(bits[row * line : row * line + width])]
    if not rows:
        return QRect()
    merged = 0
    for row in rows:
        merged |= int.from_bytes(bits[row * line : row * line + width], "little")
    left, right = ((merged & -merged).bit_length() - 1) // 8, (merged.bit_length() - 1) // 8
    return QRect(left, rows[0], right - left + 1, rows[-1] - rows[0] + 1)


def _parts(png: bytes) -> tuple[bytes, bytes]:
    """Header and compressed pixels of a PNG file."""
    header, data, at = b"", b"", len(SIGNATURE)
    while at < len(png):
        (length,), kind = struct.unpack_from(">I", png, at), png[at + 4 : at + 8]
        body = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            header = body
        elif kind == b"IDAT":
            data += body
        at += length + 12
    return header, data


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


LAST_FRAME_FACTOR = 3  # how much longer the last frame is shown than the others


AnimationSteps = Generator[None, None, ApngWriter]  # generator that paints one frame per step


def animation_steps(pictures: Iterable[Picture], width: int, theme: Theme, milliseconds: int) -> AnimationSteps:
    """Paint pictures of one board, a frame per step, at most `width` pixels wide. Raises `DocumentError`."""
    load_fonts()
    film, cache = ApngWriter(), ChartCache(theme)
    for picture in pictures:
        film.add(_frame(cache, picture, width), milliseconds)
        yield
    film.extend_last((LAST_FRAME_FACTOR - 1) * milliseconds)
    return film


def _frame(cache: ChartCache, picture: Picture, width: int) -> QImage:
    """Paint a picture on the table's ground, at a whole number of pixels per board unit."""
    region, (left, top, right, bottom) = bounds_rect(picture), picture.bounds
    scale = max(1, int(fit_scale(picture, width, float("inf"))))
    theme = cache.theme
    cache.set_picture(picture)
    cache.set_scale(scale)
    cache.set_view(region)
    cache.finish()
    size = QSize(round(right * scale) - round(left * scale), round(bottom * scale) - round(top * scale))
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(theme.color("table" if picture.has_table else "panel"))
    with QPainter(image) as painter:
        cache.paint(painter, QPointF(-round(left * scale), -round(top * scale)), image.rect())
        painter.drawImage(0, 0, paint_image(picture, theme, scale, region, still=False))
        painter.setCompositionMode(QPainter.CompositionMode.RasterOp_SourceAndDestination)
        painter.fillRect(image.rect(), QColor(COLOR_MASK, COLOR_MASK, COLOR_MASK))
    return image
