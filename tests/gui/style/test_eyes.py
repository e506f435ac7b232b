"""Colours for all eyes: seats can be told apart by whoever a palette is for; high contrast is high."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from studio.core.problems import Severity
from studio.gui.editor.problems.panel import SeverityChip
from studio.gui.style.stylesheet import apply_theme
from studio.gui.style.theme import DARK, DEFAULT_PALETTE, LIGHT, PALETTES, SEAT_COLORS, theme_for
from studio.gui.widgets.buttons import PlainButton, ToggleSwitch, ToolButton
from studio.gui.widgets.inputs import CountBox, Segmented
from tests.gui.style.eyes import apart, contrast, seen

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
def test_the_measure_gives_the_published_values(
    one: tuple[float, float, float], other: tuple[float, float, float], known: float
) -> None:
    assert apart(one, other) == pytest.approx(known, abs=1e-4)


def least(palette: str, eyes: str) -> float:
    """How far apart the two seats are that look most alike."""
    bodies = [seen(seat.body.name(), eyes) for seat in PALETTES[palette]]
    return min(apart(one, other) for one, other in itertools.combinations(bodies, 2))


@pytest.mark.parametrize("palette", PALETTES)
def test_whoever_a_palette_is_for_tells_all_seats_apart(palette: str) -> None:
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


def test_looks_are_told_apart_by_those_who_keep_what_they_paint() -> None:
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
