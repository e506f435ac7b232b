"""Seats and options of a new match, and saved setups."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.gui.page import SeatSetup
from studio.gui.settings import settings
from studio.gui.start.match_setup import MatchSetup, rematch_choice
from studio.gui.start.seats_form import (
    NameDialog,
    SavedSetup,
    SeatsCard,
    default_seat_count,
    delete_setup,
    save_setup,
    saved_setups,
)
from studio.gui.style.stylesheet import widget_theme
from studio.gui.style.theme import LIGHT, SEAT_COLOR_NAMES, SEAT_COLORS, seat_hues
from tests.gui.play.worlds import layout
from tests.gui.stand_ins import plain_pictures


@pytest.fixture
def card(qtbot: QtBot) -> SeatsCard:
    settings().set_value("motion", False)
    card = SeatsCard()
    qtbot.addWidget(card)
    card.show_seats(range(2, 5))
    card.set_seats(4)
    card.show()
    return card


def colors(card: SeatsCard) -> list[str]:
    """What each seat wears, by the badge that is painted."""
    return [widget_theme(row.color).seat(seat).name for seat, row in enumerate(card.rows)]


def test_a_first_match_has_few_seats_and_later_ones_as_many_as_the_last() -> None:
    assert [default_seat_count(range(2, most + 1)) for most in (2, 4, 6)] == [2, 4, 4]
    assert default_seat_count(range(5, 7)) == 5
    settings().set_value("kinds", ["human"] * 6)
    assert default_seat_count(range(2, 7)) == 6 and default_seat_count(range(2, 5)) == 4


def test_no_two_seats_wear_the_same_and_each_colour_has_its_emblem(card: SeatsCard) -> None:
    assert colors(card) == ["Blue", "Vermilion", "Green", "Yellow"] and not any(one.color for one in card.setups())
    card.rows[0].color.color_chosen.emit(2)
    assert colors(card) == ["Green", "Vermilion", "Blue", "Yellow"], "the seats exchange their colours"
    card.rows[3].color.color_chosen.emit(5)
    assert [one.color for one in card.setups()] == ["green", "", "blue", "ivory"]
    theme = widget_theme(card)
    assert [theme.seat(seat).emblem_name for seat in range(4)] == [SEAT_COLORS[hue].emblem_name for hue in (2, 1, 0, 5)]
    card.set_seats(3)
    card.set_seats(4)
    assert [one.color for one in card.setups()] == ["green", "", "blue", "ivory"], "seats come and go"


def test_a_colour_is_chosen_in_a_menu(card: SeatsCard) -> None:
    button = card.rows[1].color
    menu = button.menu()
    entries = menu.actions()
    assert len(entries) == len(SEAT_COLOR_NAMES) and [entry.isChecked() for entry in entries] == [
        hue == 1 for hue in range(6)
    ]
    assert not any(entry.icon().isNull() for entry in entries)
    entries[4].trigger()
    assert button.hue == 4 and "Plum" in button.accessibleName()


@pytest.mark.parametrize(
    ("named", "found"),
    [
        (["", "", ""], (0, 1, 2)),
        (["vermilion", "", ""], (1, 0, 2)),
        (["plum", "plum", "mauve"], (4, 1, 2)),
        (["", "blue", "green", ""], (1, 0, 2, 3)),
        (["green", "green", "", "blue"], (2, 1, 3, 0)),
    ],
)
def test_colours_from_a_file_are_never_alike(named: list[str], found: tuple[int, ...]) -> None:
    hues = seat_hues(named)
    assert len(set(hues)) == len(hues)
    assert all(hues[named.index(name)] == SEAT_COLOR_NAMES.index(name) for name in set(named) & set(SEAT_COLOR_NAMES))
    assert hues == found


def test_a_theme_with_other_colours_is_always_the_same_one() -> None:
    applied = LIGHT.with_hues((1, 0))
    assert applied is LIGHT.with_hues((1, 0)) and applied is not LIGHT and LIGHT.with_hues((0, 1)) is LIGHT
    assert (
        applied.seat(0).body == SEAT_COLORS[1].body
        and applied.seat(2) == SEAT_COLORS[2]
        and applied.color("text") == LIGHT.color("text")
    )


def test_lots_seat_the_same_people_and_are_remembered_until_seats_change(card: SeatsCard) -> None:
    card.rows[0].color.color_chosen.emit(4)
    people = {(one.name, widget_theme(card).seat(seat).name) for seat, one in enumerate(card.setups())}
    seen = set()
    for _throw in range(12):
        QTest.mouseClick(card.shuffle_button, Qt.MouseButton.LeftButton)
        assert {(one.name, widget_theme(card).seat(seat).name) for seat, one in enumerate(card.setups())} == people
        seen.add(tuple(one.name for one in card.setups()))
    assert len(seen) > 2 and card.random_seating
    card.set_seats(3)
    assert not card.random_seating


def test_lots_are_thrown_for_all_to_see(card: SeatsCard, qtbot: QtBot) -> None:
    settings().set_value("motion", True)
    card.shuffle_seats()
    assert card._shuffles and not card.random_seating
    last = card._shuffles[-1]
    assert [one.name for one in card.setups()] == [one.name for one in last], (
        "starting during the shuffle uses its result"
    )
    assert card.random_seating and not card._shuffles and not card._shuffle_timer.isActive()


def test_it_fits_a_small_screen_with_large_text(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """At 200 % a screen of 1280 pixels has room for 640: what lies in the middle scrolls, all else gets small."""
    plain_pictures(monkeypatch)
    dialog = MatchSetup(None)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog._keep_within(QSize(620, 330))
    assert dialog.room is not None
    dialog.resize(620, 330)
    assert (dialog.width(), dialog.height()) == (620, 330)
    chips = dialog.games.chips.values()
    assert all(chip.geometry().right() < dialog.games.width() and chip.toolTip() for chip in chips)
    rows = dialog.rows()
    assert all(row.name.width() >= row.name.fontMetrics().horizontalAdvance("Bento") + 20 for row in rows)


def test_set_ups_are_saved_recalled_and_deleted(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    plain_pictures(monkeypatch)
    settings().set_value("motion", False)
    dialog = MatchSetup(None)
    qtbot.addWidget(dialog)
    dialog.count.button("3").click()
    first, second, _third = dialog.rows()
    first.name.setText("Vasco")
    second.kind.set_current("human")
    first.color.color_chosen.emit(5)
    switch = next(iter(dialog.variants.switches.values()))
    switch.setChecked(True)  # type: ignore[union-attr]  # this game's options are switches
    monkeypatch.setattr(NameDialog, "ask", lambda self: self.field.setText("  At   four ") or "save")
    dialog.saved.save()
    saved = dialog._current_setup()
    assert saved_setups() == {"At four": saved} and saved.seats[0] == SeatSetup("Vasco", "human", "ivory")
    dialog.load_setup(SavedSetup("goldland", (SeatSetup("Zheng", "greedy"), SeatSetup("He", "human", "plum")), {}))
    assert dialog.games.current() == "goldland" and [row.name.text() for row in dialog.rows()] == ["Zheng", "He"]
    dialog.load_setup(SavedSetup("goldland", (SeatSetup("Ada", "mcts:3s"), SeatSetup("He", "human")), {}))
    assert dialog.rows()[0].setup().kind == "mcts:1s", "the nearest of the levels that there are"
    menu = dialog.saved.menu()
    menu.actions()[0].trigger()
    choice = dialog.current_choice()
    assert choice is not None and choice.setups == saved.seats and choice.options == saved.options
    assert choice.opened.game.info.slug == saved.game
    delete_setup("At four")
    assert saved_setups() == {} and len(dialog.saved.menu().actions()) == 1


def test_damaged_set_ups_are_passed_over() -> None:
    save_setup("good", SavedSetup("entdecker", (SeatSetup("Ada"),), {"x": True}))
    settings().set_value("setups", {**settings().value("setups"), "bad": {"seats": [3]}, "worse": 4})
    assert list(saved_setups()) == ["good"]


@pytest.mark.parametrize("chosen", ["plum", ""])
def test_in_a_rematch_colours_go_where_their_people_go(chosen: str) -> None:
    """Also those that nobody has chosen."""
    opened = layout("entdecker", 16)
    people = [SeatSetup("Ada", color=chosen), SeatSetup("Bento"), SeatSetup("Clara")]
    choice = rematch_choice(opened, people, opened.game.info.defaults())
    assert [(one.name, one.color) for one in choice.setups] == [
        ("Bento", "vermilion"),
        ("Clara", "green"),
        ("Ada", chosen or SEAT_COLOR_NAMES[0]),
    ]
    before, after = (LIGHT.with_hues(seat_hues([one.color for one in seats])) for seats in (people, choice.setups))
    assert [after.seat((seat - 1) % 3) for seat in range(3)] == [before.seat(seat) for seat in range(3)]
    assert {before.seat(seat).emblem_name for seat in range(3)} < {one.emblem_name for one in SEAT_COLORS}
