"""Themes: contrast of text, and seats for people with colour vision deficiencies."""

from __future__ import annotations

import itertools
import logging
import math
import re

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from studio.core.picture import Fill, Glow, Gradient, Rings, Stroke, TextureFill
from studio.core.problems import Severity
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.gui.editor.problems.panel import SeverityChip
from studio.gui.output.export import picture_pixmap
from studio.gui.style.recipes import game_styles, recipe_for
from studio.gui.style.stylesheet import apply_theme
from studio.gui.style.theme import DARK, DEFAULT_PALETTE, LIGHT, PALETTES, SEAT_COLORS, SHARED, Theme, theme_for
from studio.gui.widgets.buttons import PlainButton, ToggleSwitch, ToolButton
from studio.gui.widgets.inputs import CountBox, Segmented
from studio.services.loading import load_layout

BOTH = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: str(theme.name))


ALL = SHARED | game_styles()


def test_every_colour_is_sound_in_both_themes() -> None:
    for is_dark in (False, True):
        assert all(re.fullmatch("#[0-9A-F]{6}", ALL.color(role, is_dark)) for role in ALL.colors)


@BOTH
def test_texts_can_be_read_on_every_panel(theme: Theme) -> None:
    for ground in ("panel", "inset", "hover", "window", "tint"):
        assert contrast(theme.color("text"), theme.color(ground)) >= 7, ground
    for ground in ("panel", "inset"):
        assert contrast(theme.color("second"), theme.color(ground)) >= 4.5, ground
    assert contrast(theme.color("on_accent"), theme.color("accent")) >= 4.5
    for role in ("error", "warning", "info", "done"):
        assert contrast(theme.color(role), theme.color(f"{role}_tint")) >= 4.5, role
        assert contrast(theme.color(role), theme.color("panel")) >= 4.5, role
    assert contrast(theme.color("gold_text"), theme.color("gold_tint")) >= 4.5
    assert contrast(theme.color("ink"), theme.color("paper")) >= 4.5
    assert contrast(theme.color("route"), theme.color("deep")) >= 4.5


@pytest.mark.parametrize("slug", slugs())
def test_the_paper_of_every_board_follows_the_theme(app: QApplication, slug: str) -> None:
    opened = load_layout(shipped_layouts(slug)[0])
    sketch = opened.game.sketch.sketch(opened.body, still=True)
    dot, ignored, smooth = QSize(1, 1), Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    for has_contrast in (False, True):
        mean = [
            picture_pixmap(sketch, QSize(160, 120), theme_for(name, has_contrast, DEFAULT_PALETTE, False))
            .toImage()
            .scaled(dot, ignored, smooth)
            .pixelColor(0, 0)
            .lightness()
            for name in ("light", "dark")
        ]
        assert mean[0] > 150 and mean[1] < 100


@BOTH
def test_the_texts_of_a_sea_chart_can_be_read(theme: Theme) -> None:
    for ground in ("vellum", "portolan_sea", "portolan_land"):
        assert contrast(theme.color("portolan_ink"), theme.color(ground)) >= 4.5, ground
        for role in ("portolan_red", "portolan_blue"):
            assert contrast(theme.color(role), theme.color(ground)) >= 4, (role, ground)
    assert contrast(theme.color("tile_red"), theme.color("tile_cream")) >= 4.5


def test_emblems_can_be_seen_on_their_body_and_plate() -> None:
    for seat in SEAT_COLORS:
        assert contrast(seat.emblem, seat.body) >= 3, seat.name
        assert contrast(seat.on_plate, seat.plate) >= 3, seat.name


def test_seats_differ_in_colour_and_emblem() -> None:
    assert len({seat.emblem_name for seat in SEAT_COLORS}) == len(SEAT_COLORS) == 6
    for one, other in itertools.combinations(SEAT_COLORS, 2):
        a, b = one.body, other.body
        apart = (a.red() - b.red()) ** 2 + (a.green() - b.green()) ** 2 + (a.blue() - b.blue()) ** 2
        assert apart**0.5 > 60, (one.name, other.name)


@BOTH
def test_every_recipe_uses_known_roles_and_textures(theme: Theme) -> None:
    from studio.gui.style.recipes import texture

    for name in ALL.recipes:
        recipe = theme.style(name)
        assert recipe.steps or recipe.text_style, name
        for step in recipe.steps:
            match step:
                case Fill() | Stroke() | Glow() | Rings():
                    assert step.role in ALL.colors, (name, step.role)
                case Gradient():
                    assert {step.first, step.last} <= ALL.colors.keys(), name
                case TextureFill():
                    assert texture(step.texture, theme.name, 1).width() >= 256, name
        if recipe.text_style:
            assert recipe.text_style.role in ALL.colors, name


def test_styles_can_be_composed() -> None:
    assert recipe_for("fill:accent:0.5").steps == (Fill("accent", 0.5),)
    line = recipe_for("line:seat2.body:0.04").steps[0]
    assert isinstance(line, Stroke) and line.role == "seat2.body" and line.width == 0.04
    dash = recipe_for("dash:ink:0.02:0.1:0.05").steps[0]
    assert isinstance(dash, Stroke) and dash.dash == (0.1, 0.05)
    letters = recipe_for("bold:text").text_style
    assert letters is not None and letters.bold and letters.family == "text"


def test_an_unknown_style_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        recipe = recipe_for("no such style")
    assert recipe.steps and recipe.text_style
    assert "no such style" in caplog.text


def test_colors_are_copies() -> None:
    color = LIGHT.color("text")
    color.setAlphaF(0.1)
    assert LIGHT.color("text").alpha() == 255
    assert LIGHT.color("text", 0.5).alphaF() == pytest.approx(0.5, abs=0.01)
    with pytest.raises(KeyError):
        LIGHT.color("no such role")


Triple = tuple[float, float, float]

EYES: dict[str, tuple[Triple, Triple, Triple]] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip


def light(colour: str) -> Triple:
    """A colour "#RRGGBB" as linear light."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return red, green, blue


def luminance(color: QColor | str) -> float:
    """The relative luminance of WCAG, 0 … 1."""
    red, green, blue = light(QColor(color).name())
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor | str, other: QColor | str) -> float:
    """The contrast of WCAG between two colours, 1 … 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def seen(colour: str, eyes: str) -> Triple:
    """A colour in CIELAB (D65) as these eyes see it."""
    given = light(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(part * v for part, v in zip(row, given, strict=True)))) for row in EYES[eyes]
    )
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def apart(one: Triple, other: Triple) -> float:
    """ΔE2000 between two colours in CIELAB."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    grey = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * (1 + grey), a2 * (1 + grey)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turned = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turned / 2))
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    middle = h1 + h2 if not c1 * c2 else (h1 + turned / 2) % 360
    t = (
        1
        - 0.17 * math.cos(math.radians(middle - 30))
        + 0.24 * math.cos(math.radians(2 * middle))
        + 0.32 * math.cos(math.radians(3 * middle + 6))
        - 0.20 * math.cos(math.radians(4 * middle - 63))
    )
    sl = 1 + 0.015 * (lightness - 50) ** 2 / math.sqrt(20 + (lightness - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    bent = -math.sin(math.radians(60 * math.exp(-(((middle - 275) / 25) ** 2)))) * 2
    bent *= math.sqrt(chroma**7 / (chroma**7 + 25**7))
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, hue / sh
    return math.sqrt(dl**2 + dc**2 + dh**2 + bent * dc * dh)


MEANT_FOR = {
    DEFAULT_PALETTE: {"all colours"},
    "red_green": {"protanopia", "deuteranopia"},
    "blue_yellow": {"tritanopia"},
}


@pytest.mark.parametrize(
    ("one", "other", "known"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ],
)
def test_color_difference_has_the_published_values(
    one: tuple[float, float, float], other: tuple[float, float, float], known: float
) -> None:
    assert apart(one, other) == pytest.approx(known, abs=1e-4)


def least(palette: str, eyes: str) -> float:
    """How far apart the two seats are that look most alike."""
    bodies = [seen(seat.body.name(), eyes) for seat in PALETTES[palette]]
    return min(apart(one, other) for one, other in itertools.combinations(bodies, 2))


@pytest.mark.parametrize("palette", PALETTES)
def test_all_seats_differ_in_every_palette(palette: str) -> None:
    for eyes in MEANT_FOR[palette]:
        assert least(palette, eyes) >= (24 if palette == DEFAULT_PALETTE else 28), eyes
        assert palette == DEFAULT_PALETTE or least(palette, eyes) > least(DEFAULT_PALETTE, eyes) + 8
    assert least(palette, "all colours") >= 24


@pytest.mark.parametrize("palette", PALETTES)
def test_a_seat_keeps_its_shape_and_its_name_in_every_palette(palette: str) -> None:
    for seat, usual in zip(PALETTES[palette], SEAT_COLORS, strict=True):
        assert (seat.name, seat.emblem_name) == (usual.name, usual.emblem_name)
        assert contrast(seat.emblem.name(), seat.body.name()) >= 3, seat.name
        assert contrast(seat.on_plate.name(), seat.plate.name()) >= 3, seat.name
        turn = abs(seat.body.hue() - usual.body.hue())
        assert usual.name == "Ivory" or min(turn, 360 - turn) <= 20, seat.name


@pytest.mark.parametrize("name", ["light", "dark"])
def test_high_contrast_is_high(name: str) -> None:
    theme = theme_for(name, True, DEFAULT_PALETTE, False)

    def ratio(one: str, other: str) -> float:
        return contrast(theme.color(one).name(), theme.color(other).name())

    for ground in ("panel", "inset", "hover", "window", "bar", "tint"):
        assert ratio("text", ground) >= 12, ground
    for ground in ("panel", "inset", "window", "hover"):
        for role in ("second", "accent", "gold_text", "error", "warning", "info", "done"):
            assert ratio(role, ground) >= 7, (role, ground)
    for role in ("error", "warning", "info", "done"):
        assert ratio(role, f"{role}_tint") >= 7, role
    assert ratio("gold_text", "gold_tint") >= 7
    assert ratio("ink", "paper") >= 7
    assert ratio("on_accent", "accent") >= 7
    assert ratio("border", "panel") >= 7
    for role in ("line", "off", "gold_border"):
        assert ratio(role, "panel") >= 4.5, role


def test_caches_distinguish_themes() -> None:
    looks = [
        theme_for(name, contrast_is_high, palette, False)
        for name in ("light", "dark") for contrast_is_high in (False, True) for palette in PALETTES
    ]  # fmt: skip
    assert len({look.key for look in looks}) == len(looks) == 12
    assert looks[0] is LIGHT and theme_for("dark", False, "no such palette", False) is DARK
    assert theme_for("light", False, DEFAULT_PALETTE, True).target_size(26) == 32
    assert LIGHT.target_size(26) == 26


def test_what_is_pressed_is_as_large_as_a_fingertip_where_that_is_wanted(app: QApplication, qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    column = QVBoxLayout(holder)
    pressed: list[QWidget] = [
        ToolButton("zoom_in", "Closer", px=22), PlainButton("Go", small=True), ToggleSwitch("On"),
        CountBox(3), Segmented((("a", "A"), ("b", "B"))), QComboBox(), QCheckBox("Yes"), QLineEdit(),
        SeverityChip(Severity.ERROR),
    ]  # fmt: skip
    for one in pressed:
        column.addWidget(one)
    holder.show()
    usual = [one.height() for one in pressed]
    try:
        apply_theme(app, theme_for("light", False, DEFAULT_PALETTE, True))
        app.processEvents()
        for one in pressed:
            assert one.height() >= 32, type(one).__name__
        assert pressed[0].width() >= 32
    finally:
        apply_theme(app, LIGHT)
    app.processEvents()
    assert [one.height() for one in pressed] == usual
