"""Moves that are put together from numbers: a button for each, the chosen lit, and no list of all combinations."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core.game import Action
from studio.core.panel import Panel
from studio.gui.play.choices import Choices
from studio.gui.play.page import PlayPage
from tests.gui.play.conftest import PageOpener
from tests.gui.play.hand import key
from tests.gui.play.toy import Toy, ToyState
from tests.toy import toy_game

NAME = 9
NUMBERS = tuple(range(1, 20))


class Naming(Toy):
    """The toy, whose first decision is to name two of nineteen numbers."""

    def target(self, state: ToyState, action: Action) -> int:
        return -1 if action[0] == NAME else super().target(state, action)

    def describe(self, state: ToyState, action: Action) -> str:
        return f"Name {action[1]} and {action[2]}" if action[0] == NAME else super().describe(state, action)

    def button_text(self, state: ToyState, action: Action) -> str:
        return self.describe(state, action)

    def panel(self, state: ToyState, seat: int) -> Panel:
        return replace(super().panel(state, seat), numbers=NUMBERS if state.turn == 1 else ())


@pytest.fixture
def page(pages: PageOpener, monkeypatch: pytest.MonkeyPatch) -> PlayPage:
    legal, apply = ToyState.legal, ToyState.apply
    pairs = [(NAME, *pair) for pair in combinations(NUMBERS, 2)]

    def named(self: ToyState, action: Action) -> None:
        if action[0] == NAME and self.to_move >= 0:
            self._next()
        else:
            apply(self, action)

    monkeypatch.setattr(ToyState, "legal", lambda self: pairs if self.turn == 1 else legal(self))
    monkeypatch.setattr(ToyState, "apply", named)
    monkeypatch.setattr(Toy, "events", lambda *_all: [])
    return pages("human", "human", game=toy_game(Naming()))


def words(page: PlayPage) -> str:
    """The first button of the row."""
    command = page.decision.button_row._specs[0]
    return command.text if command.enabled else f"({command.text})"


def test_two_numbers_are_clicked_and_named(qtbot: QtBot, page: PlayPage) -> None:
    row = page.decision.numbers
    assert row.isVisible() and row.numbers == NUMBERS and page.overlays.moves_list.isHidden()
    assert words(page) == "(Click 2 numbers)"
    row.button(9).click()
    assert words(page) == "(Click 1 more)" and row.button(9).filled and not row.button(4).filled
    key(page, Qt.Key.Key_Return)
    assert not page.controller.match.decisions(), "half a move is none"
    QTest.mouseClick(row.button(4), Qt.MouseButton.LeftButton)
    assert words(page) == "Name 4 and 9" and page.decision.hint.full_text() == "Name 4 and 9"
    key(page, Qt.Key.Key_Return)
    assert page.controller.match.decisions()[0].action == (NAME, 4, 9)
    assert row.isHidden() and page.decision.height() < 160


def test_a_third_number_takes_the_place_of_the_first_and_a_click_puts_back(qtbot: QtBot, page: PlayPage) -> None:
    row, choices = page.decision.numbers, page.controller.choices
    for number in (4, 9, 12):
        row.button(number).click()
    assert (
        list(choices.picked_numbers) == [9, 12] and choices.selected_move == (NAME, 9, 12) and not row.button(4).filled
    )
    row.button(9).click()
    assert list(choices.picked_numbers) == [12] and choices.selected_move is None and words(page) == "(Click 1 more)"
    key(page, Qt.Key.Key_Escape)
    assert not choices.picked_numbers and not row.button(12).filled


def test_keys_and_hints_light_the_numbers_too(qtbot: QtBot, page: PlayPage) -> None:
    row, controller = page.decision.numbers, page.controller
    key(page, Qt.Key.Key_2)
    key(page, Qt.Key.Key_7)
    assert controller.choices.selected_move == (NAME, 2, 7) and not controller.match.decisions()
    controller.choose((NAME, 5, 19))
    assert [number for number in NUMBERS if row.button(number).filled] == [5, 19]
    controller.step_target()
    assert len(controller.choices.picked_numbers) == 2
    page.actions_.moves.trigger()
    assert page.overlays.moves_list.rows.rowCount() >= 171, "the list is there for whoever wants it"


def test_numbers_wrap_where_they_have_no_room(qtbot: QtBot, page: PlayPage) -> None:
    page.resize(500, 640)
    row = page.decision.numbers
    boxes = [row.button(number).geometry() for number in NUMBERS]
    assert len({box.top() for box in boxes}) > 1
    assert all(row.rect().contains(box) for box in boxes)
    assert not any(one.intersects(other) for one, other in combinations(boxes, 2))


def test_without_numbers_nothing_is_put_together() -> None:
    state = ToyState(2)
    choices = Choices(toy_game(Naming()), state, [(NAME, 1, 2), (NAME, 1, 3)])
    assert not choices.number_moves and not choices.pick(1) and choices.default_move == (NAME, 1, 2)
