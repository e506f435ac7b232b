"""Sprites: every drawing in every seat, theme and size; none is missing; a missing one shows and breaks nothing."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator, QSvgRenderer

import studio
from studio.gui.style.sprites import draw_sprite, sprite_aspect, sprite_pixmap
from studio.gui.style.theme import DARK, LIGHT, Theme
from tests.helpers import SPRITE_FILES, SPRITE_NAMES

ROOMS = "columbus|common|seatiles|neue_entdecker"


def _inked(image: QImage) -> int:
    """How many pixels are not empty."""
    alphas = image.convertToFormat(QImage.Format.Format_Alpha8)
    rows, width, stride = bytes(alphas.constBits()), alphas.width(), alphas.bytesPerLine()
    return sum(width - rows[y * stride : y * stride + width].count(0) for y in range(alphas.height()))


@pytest.mark.parametrize("name", SPRITE_NAMES)
def test_every_sprite_is_drawn_in_both_themes_for_all_seats(name: str, caplog: pytest.LogCaptureFixture) -> None:
    for theme in (LIGHT, DARK):
        for seat in range(-1, 6):
            for height in (20, 52):
                image = sprite_pixmap(name, height, theme, seat, "12").toImage()
                assert _inked(image) > height * height * sprite_aspect(name) * 0.10, (theme.name, seat, height)
                assert QColor("#ff00ff").rgb() not in {image.pixel(x, height // 2) for x in range(image.width())}
    assert not caplog.records


def test_every_file_uses_only_known_placeholders_and_is_sound_svg() -> None:
    from studio.gui.style import sprites

    known = {*sprites._COLORS, *sprites._BY_THEME["light"], *sprites._NO_SEAT}
    assert set(sprites._BY_THEME["light"]) == set(sprites._BY_THEME["dark"])
    assert len(SPRITE_FILES) > 60
    for file in SPRITE_FILES:
        text = file.read_text(encoding="utf-8")
        assert set(re.findall(r"\{(\w+)\}", text)) <= known, file
        plain = re.sub(r"<(emblem|plate)\b[^>]*/>", "", re.sub(r"\{\w+\}", "#123456", text))
        assert QSvgRenderer(plain.encode()).isValid(), file


def test_every_sprite_that_the_program_names_exists() -> None:
    named: set[str] = set()
    for file in Path(studio.__file__).parent.rglob("*.py"):
        code = re.sub(r'ornament_paths\(\s*f?"[^"]+"', "", file.read_text(encoding="utf-8"))
        named |= set(re.findall(rf'"((?:{ROOMS})/[a-z0-9_]+)"', code))
    numbered = [f"common/coin_{n}" for n in range(1, 6)] + [f"seatiles/class_{n}" for n in range(1, 7)]
    numbered += [f"common/die_{face}" for face in (*range(1, 10), "wheel")]
    numbered += [f"seatiles/toll_{n}" for n in range(3)] + [f"neue_entdecker/plant_{n}" for n in (5, 10, 15)]
    numbered += [f"seatiles/event_{name}" for name in ("gold", "pirates", "natives", "storm")]
    assert len(named) > 15
    assert [name for name in sorted({*named, *numbered}) if name not in SPRITE_NAMES] == []


def test_a_missing_sprite_is_drawn_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        for height in (20, 40, 80):
            assert _inked(sprite_pixmap("common/never_drawn", height, LIGHT).toImage()) > 100
    assert [record.getMessage() for record in caplog.records if "common/never_drawn" in record.getMessage()] != []
    assert len(caplog.records) == 1


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_seats_differ_and_are_recoloured(theme: Theme) -> None:
    for name in ("seatiles/scout", "seatiles/base", "seatiles/settlement", "seatiles/ship", "common/emblem"):
        images = [sprite_pixmap(name, 40, theme, seat).toImage() for seat in range(-1, 6)]
        assert all(one != other for i, one in enumerate(images) for other in images[:i]), name


def test_a_plate_is_drawn_only_with_letters() -> None:
    with_text = sprite_pixmap("neue_entdecker/hut_token", 60, LIGHT, text="15").toImage()
    without = sprite_pixmap("neue_entdecker/hut_token", 60, LIGHT).toImage()
    other = sprite_pixmap("neue_entdecker/hut_token", 60, LIGHT, text="10").toImage()
    assert with_text != without and with_text != other


def test_sprites_are_kept_sharp_at_any_pixel_ratio_and_fade() -> None:
    one = sprite_pixmap("seatiles/scout", 40, LIGHT, 1)
    assert one is sprite_pixmap("seatiles/scout", 40, LIGHT, 1)
    double = sprite_pixmap("seatiles/scout", 40, LIGHT, 1, dpr=2.0)
    assert double.height() == 80 and double.deviceIndependentSize().height() == 40
    faded = sprite_pixmap("seatiles/scout", 40, LIGHT, 1, faded=True).toImage()
    strongest = max(faded.pixelColor(x, y).alpha() for x in range(faded.width()) for y in range(faded.height()))
    assert 70 < strongest < 100  # 35 %


def test_a_sprite_fits_its_place_at_every_scale_and_turn() -> None:
    for scale, turn in ((1.0, 0), (2.5, 0), (1.0, 90), (8.0, 30)):
        image = QImage(900, 900, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        with QPainter(image) as painter:
            painter.translate(450, 450)
            painter.scale(scale, scale)
            painter.rotate(turn)
            draw_sprite(painter, "seatiles/settlement", QRectF(-40, -40, 80, 80), LIGHT, 2)
        inside = QRectF(450 - 58 * scale, 450 - 58 * scale, 116 * scale, 116 * scale)
        spots = [(x, y) for x in range(0, 900, 3) for y in range(0, 900, 3) if image.pixelColor(x, y).alpha() > 8]
        assert spots and all(inside.contains(x, y) for x, y in spots), (scale, turn)


def test_in_a_vector_file_a_sprite_is_paths_and_letters_need_no_font() -> None:
    data = QByteArray()
    buffer = QBuffer(data)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(200, 200))
    generator.setViewBox(QRect(0, 0, 200, 200))
    with QPainter(generator) as painter:
        draw_sprite(painter, "neue_entdecker/hut_token", QRectF(10, 10, 180, 180), LIGHT, text="15")
    text = bytes(data.data()).decode()
    assert text.count("<path") > 10 and "<image" not in text and "<text" not in text
    assert QSvgRenderer(data).isValid()


def test_in_a_vector_file_emblems_have_no_black_line() -> None:
    data = QByteArray()
    buffer = QBuffer(data)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(200, 200))
    generator.setViewBox(QRect(0, 0, 200, 200))
    with QPainter(generator) as painter:
        draw_sprite(painter, "seatiles/scout", QRectF(10, 10, 180, 180), LIGHT, 1)
    emblem = LIGHT.seat(1).on_plate.name()
    groups = re.findall(rf'<g fill="{emblem}"[^>]*>', bytes(data.data()).decode())
    assert groups and all('stroke="#000000"' not in group for group in groups)
