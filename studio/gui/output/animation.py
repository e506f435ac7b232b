"""Animated pictures (APNG): frames that Qt has compressed, put together by our own chunks.

A frame holds only what differs from the one before, and is clear elsewhere, so that a match of hundreds of moves stays
a small file. The format: https://www.w3.org/TR/png-3/ (acTL, fcTL, fdAT). Who knows no animation shows the first one.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from studio.core.picture import Picture
from studio.gui.board.cache import ChartCache
from studio.gui.board.painter import fit_scale, paint_image
from studio.gui.output.export import png_bytes
from studio.gui.style.stylesheet import load_fonts
from studio.gui.style.theme import Theme

SIGNATURE = b"\x89PNG\r\n\x1a\n"
BLACK = 0xFF000000
PNG_QUALITY = 20
"""How Qt is told to compress: files are sent about."""
COLOR_MASK = 0xFC
"""What is kept of each colour: nobody sees the last two bits, and without them a file is smaller."""
LONGEST = 65_535
"""Milliseconds of a frame that a file can say."""


class Frame(NamedTuple):
    """One picture, compressed: where it lies on the first, how long it stays in milliseconds, its header and data."""

    x: int
    y: int
    width: int
    height: int
    milliseconds: int
    header: bytes
    data: bytes


class ApngWriter:
    """Frames one after another, all of one size. `add` compresses; `data` is the whole file."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self._last: QImage | None = None

    def add(self, image: QImage, milliseconds: int) -> None:
        """Show this picture for so long. One that looks like the last only makes that stay. Raises `DocumentError`."""
        image = image.convertToFormat(QImage.Format.Format_RGB32)
        fresh = (
            image.convertToFormat(QImage.Format.Format_ARGB32)
            if self._last is None
            else changed_pixels(self._last, image)
        )
        box = image.rect() if self._last is None else opaque_rect(fresh)
        if box.isEmpty():
            self.extend_last(milliseconds)
            return
        header, data = _parts(png_bytes(fresh.copy(box), PNG_QUALITY))
        longest = min(milliseconds, LONGEST)
        self.frames.append(Frame(box.x(), box.y(), box.width(), box.height(), longest, header, data))
        self._last = image

    def extend_last(self, milliseconds: int) -> None:
        """Let the last picture stay so much longer."""
        last = self.frames[-1]
        self.frames[-1] = last._replace(milliseconds=min(last.milliseconds + milliseconds, LONGEST))

    def data(self) -> bytes:
        """The file: it begins again for ever."""
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
    """The second of two pictures of one size (RGB32), clear where it is like the first."""
    difference = before.copy()
    with QPainter(difference) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Difference)
        painter.drawImage(0, 0, after)
    mask = difference.createMaskFromColor(BLACK, Qt.MaskMode.MaskOutColor)
    result = after.convertToFormat(QImage.Format.Format_ARGB32)
    result.setAlphaChannel(mask.convertToFormat(QImage.Format.Format_Grayscale8))
    return result


def opaque_rect(image: QImage) -> QRect:
    """The smallest rectangle with all that is not clear; empty where nothing is."""
    alpha = image.convertToFormat(QImage.Format.Format_Alpha8)
    width, height, line = alpha.width(), alpha.height(), alpha.bytesPerLine()
    bits = bytes(alpha.constBits())
    rows = [row for row in range(height) if any(bits[row * line : row * line + width])]
    if not rows:
        return QRect()
    columns = bytes(width)
    merged = int.from_bytes(columns, "little")
    for row in rows:
        merged |= int.from_bytes(bits[row * line : row * line + width], "little")
    left, right = ((merged & -merged).bit_length() - 1) // 8, (merged.bit_length() - 1) // 8
    return QRect(left, rows[0], right - left + 1, rows[-1] - rows[0] + 1)


def _parts(png: bytes) -> tuple[bytes, bytes]:
    """The header of a PNG file and its compressed pixels."""
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


LAST_FRAME_FACTOR = 3
"""So many times as long as the others stays the last picture."""


AnimationSteps = Generator[None, None, ApngWriter]
"""The work of painting a film, one frame a step."""


def animation_steps(pictures: Iterable[Picture], width: int, theme: Theme, milliseconds: int) -> AnimationSteps:
    """Paint pictures of one board, one frame a step, `width` pixels wide or a little less; ends in the film.

    What does not change from one to the next is painted once. Raises `DocumentError`.
    """
    load_fonts()
    film, cache = ApngWriter(), ChartCache(theme)
    for picture in pictures:
        film.add(_frame(cache, picture, width), milliseconds)
        yield
    film.extend_last((LAST_FRAME_FACTOR - 1) * milliseconds)
    return film


def _frame(cache: ChartCache, picture: Picture, width: int) -> QImage:
    """One picture on the table's ground, at a whole number of pixels to a unit of the board."""
    left, top, right, bottom = picture.bounds
    region = QRectF(left, top, right - left, bottom - top)
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
