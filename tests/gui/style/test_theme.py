"""Themes and recipes: every role exists in both looks, text can be read, seats can be told apart."""

from __future__ import annotations

import itertools
import logging
import re

import pytest
from PySide6.QtGui import QColor

from studio.core.picture import Fill, Glow, Gradient, Rings, Stroke, TextureFill
from studio.gui.style.recipes import game_styles, recipe_for
from studio.gui.style.theme import DARK, LIGHT, SEAT_COLORS, SHARED, Theme

BOTH = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: str(theme.name))


def luminance(color: QColor) -> float:
    parts = [
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
        for v in (color.redF(), color.greenF(), color.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: QColor, other: QColor) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


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


def test_an_unknown_style_is_told_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
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
