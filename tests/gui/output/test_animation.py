"""Animated pictures are read by Pillow, which shares no code with what writes them."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter

from studio.core.game import EVERYBODY
from studio.gui.board.painter import run_steps
from studio.gui.output.animation import (
    COLOR_MASK,
    LAST_FRAME_FACTOR,
    LONGEST,
    SIGNATURE,
    ApngWriter,
    animation_steps,
    changed_pixels,
    opaque_rect,
)
from studio.gui.style.sprites import export_theme
from tests.gui.play.worlds import layout, random_match

pytestmark = pytest.mark.usefixtures("qtbot")


def plain(color: str, *spots: tuple[QRect, str]) -> QImage:
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(QColor(color))
    with QPainter(image) as painter:
        for rect, other in spots:
            painter.fillRect(rect, QColor(other))
    return image


def pixels(image: QImage) -> bytes:
    """Red, green and blue one after another, row by row."""
    rgb = image.convertToFormat(QImage.Format.Format_RGB888)
    bits, line = bytes(rgb.constBits()), rgb.bytesPerLine()
    return b"".join(bits[row * line : row * line + 3 * rgb.width()] for row in range(rgb.height()))


def frames_of(data: bytes) -> list[tuple[bytes, float]]:
    """What Pillow shows one after the other, and how long."""
    shown = []
    with Image.open(io.BytesIO(data)) as image:
        assert image.format == "PNG"
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            shown.append((image.convert("RGB").tobytes(), float(image.info.get("duration", 0))))
    return shown


def test_pillow_reads_the_frames() -> None:
    corner, middle = QRect(0, 0, 1, 1), QRect(12, 7, 9, 5)
    images = [
        plain("#112233"),
        plain("#112233", (middle, "#ff0000")),
        plain("#112233", (middle, "#ff0000"), (corner, "#ffffff"), (QRect(39, 29, 1, 1), "#000000")),
        plain("#112233"),
        plain("#000000"),
    ]
    film = ApngWriter()
    for number, image in enumerate(images):
        film.add(image, 100 * (number + 1))
    shown = frames_of(film.data())
    assert [seen for seen, _time in shown] == [pixels(image) for image in images]
    assert [time for _seen, time in shown] == [100, 200, 300, 400, 500]


def test_frames_contain_only_differences() -> None:
    film = ApngWriter()
    film.add(plain("#112233"), 50)
    film.add(plain("#112233"), 70)
    film.add(plain("#112233", (QRect(3, 4, 5, 6), "#445566")), 100_000)
    assert [frame.milliseconds for frame in film.frames] == [120, LONGEST]
    assert film.frames[1][:4] == (3, 4, 5, 6)


def test_single_frame_is_a_valid_file() -> None:
    film = ApngWriter()
    film.add(plain("#112233"), 50)
    assert film.data().startswith(SIGNATURE)
    assert frames_of(film.data())[0][0] == pixels(plain("#112233"))


def test_equal_pixels_are_transparent() -> None:
    fresh = changed_pixels(plain("#000000"), plain("#000000", (QRect(2, 3, 4, 1), "#000001")))
    assert opaque_rect(fresh) == QRect(2, 3, 4, 1)
    assert fresh.pixelColor(2, 3) == QColor("#000001") and fresh.pixelColor(0, 0).alpha() == 0
    assert opaque_rect(changed_pixels(plain("#000000"), plain("#000000"))).isEmpty()


def test_frames_equal_the_painted_board() -> None:
    """Each frame that Pillow shows is the board painted afresh, but for the last bits of its colours."""
    match = random_match(layout("entdecker", 16), 2, 9, 6)
    pictures = [match.game.picture.picture(node.state, EVERYBODY) for node in match.line()]
    theme = export_theme("light", False)
    together = frames_of(run_steps(animation_steps(pictures, 200, theme, 300)).data())
    last = frames_of(run_steps(animation_steps(pictures[-1:], 200, theme, 300)).data())
    assert len(together) > 3 and together[-1][1] == last[-1][1] == LAST_FRAME_FACTOR * 300
    far = [abs(one - other) for one, other in zip(together[-1][0], last[-1][0], strict=True)]
    assert sum(difference > 255 - COLOR_MASK for difference in far) < len(far) / 200
