"""Numbers and amounts that moves are put together from."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core.game import Action
from studio.core.panel import Amount, Panel
from studio.gui.play.choices import Choices
from studio.gui.play.page import PlayPage
from studio.gui.play.panels.decision import DecisionPanel
from tests.gui.play.conftest import PageOpener, key
from tests.gui.play.toy import LOOK, SURE, WAIT, Toy, ToyState
from tests.toy import toy_game


def replace_first_moves(monkeypatch: pytest.MonkeyPatch, moves: list[Action]) -> None:
    """Give the first seat other moves, each of which ends its turn."""
    legal, apply = ToyState.legal, ToyState.apply

    def applied(self: ToyState, action: Action) -> None:
        if action in moves and self.to_move >= 0:
            self._next()
        else:
            apply(self, action)

    monkeypatch.setattr(ToyState, "legal", lambda self: moves if self.turn == 1 else legal(self))
    monkeypatch.setattr(ToyState, "apply", applied)
    monkeypatch.setattr(Toy, "events", lambda *_all: [])


BUY = 20
MOST = {0: 12, 1: 3}


def moves(kind: int) -> tuple[tuple[int, Action], ...]:
    return tuple((number, (BUY, kind, number)) for number in range(1, MOST[kind] + 1))


class Buying(Toy):
    """The toy, whose first decision is to buy so many stones, cheap or dear; then waiting is confirmed unasked."""

    def target(self, state: ToyState, action: Action) -> int:
        return -1 if action[0] in (BUY, WAIT, SURE, LOOK) else super().target(state, action)

    def describe(self, state: ToyState, action: Action) -> str:
        return f"Buy {action[2]} of {action[1]}" if action[0] == BUY else super().describe(state, action)

    def button_text(self, state: ToyState, action: Action) -> str:
        return self.describe(state, action) if action[0] == BUY else super().button_text(state, action)

    def panel(self, state: ToyState, seat: int) -> Panel:
        amounts = (Amount("Cheap", moves(0), "1 gold each"), Amount("Dear", moves(1)))
        return replace(
            super().panel(state, seat), amounts=amounts if state.turn == 1 else (), move_runs=(((WAIT,), (SURE,)),)
        )


@pytest.fixture
def buying(pages: PageOpener, full_dress: None, monkeypatch: pytest.MonkeyPatch) -> PlayPage:
    replace_first_moves(monkeypatch, [move for kind in MOST for _number, move in moves(kind)])
    return pages("human", "human", game=toy_game(Buying()))


def test_amounts_are_buttons(buying: PlayPage) -> None:
    row = buying.decision.amounts
    assert row.isVisible() and [row.kinds.button(key).text() for key in "01"] == ["Cheap", "Dear"]
    assert row.kinds.button("0").toolTip() == "1 gold each"
    assert all(row.numbers.button(str(number)).isVisible() for number in range(1, 13)) and row.less.isHidden()
    QTest.mouseClick(row.numbers.button("7"), Qt.MouseButton.LeftButton)
    assert buying.controller.choices.selected_move == (BUY, 0, 7)
    assert buying.decision.hint.full_text() == "Buy 7 of 0"
    assert buying.controller.match.decisions() == [], "a number is chosen, not played"
    assert row.numbers.current() == "7" and not row.isAncestorOf(buying.focusWidget())
    QTest.mouseClick(row.kinds.button("1"), Qt.MouseButton.LeftButton)
    assert buying.controller.choices.selected_move == (BUY, 1, 3), "the nearest number there is"
    assert not buying.overlays.moves_list.isVisible(), "no list is thrown over the board for what one row holds"
    key(buying, Qt.Key.Key_Return)
    assert buying.controller.match.decisions()[0].action == (BUY, 1, 3)
    assert row.isHidden()


def test_arrows_and_digits(buying: PlayPage) -> None:
    key(buying, Qt.Key.Key_Right)
    assert buying.controller.choices.selected_move == (BUY, 0, 2)
    key(buying, Qt.Key.Key_Down)
    assert buying.controller.choices.selected_move == (BUY, 1, 2)
    key(buying, Qt.Key.Key_Up)
    key(buying, Qt.Key.Key_1)
    assert buying.controller.choices.selected_move == (BUY, 0, 1)
    key(buying, Qt.Key.Key_2)
    assert buying.controller.choices.selected_move == (BUY, 0, 12)
    assert buying.controller.match.decisions() == []


def test_many_amounts_become_a_field(qtbot: QtBot, buying: PlayPage) -> None:
    buying.resize(1024, 640)
    row = buying.decision.amounts
    qtbot.waitUntil(lambda: not row.more.isHidden())
    assert row.field.text() == "1 of 12"
    QTest.mouseClick(row.more, Qt.MouseButton.LeftButton)
    assert buying.controller.choices.selected_move == (BUY, 0, 2)


def test_amounts_are_laid_out_once_for_every_width(buying: PlayPage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The layout sets the height, which must not start the layout again: that crashed the window."""
    decision, depths, deepest = buying.decision, [0], [0]
    show_choice = type(decision).show_choice

    def counted(panel: DecisionPanel) -> None:
        depths[0] += 1
        deepest[0] = max(deepest[0], depths[0])
        assert depths[0] < 20
        show_choice(panel)
        depths[0] -= 1

    monkeypatch.setattr(type(decision), "show_choice", counted)
    for width in range(1000, 1700, 20):
        buying.resize(width, 700)
        QApplication.processEvents()
    assert deepest == [1], "not within itself"


def test_a_forced_sequence_is_one_click(buying: PlayPage) -> None:
    controller = buying.controller
    controller.play((BUY, 0, 1))
    controller.confirm_handover()
    controller.play((WAIT,))
    assert [decision.action for decision in controller.match.decisions()][1:] == [(WAIT,), (SURE,)]
    controller.confirm_handover()
    controller.undo()
    assert len(controller.match.decisions()) == 1, "taken back at once, too"


def test_the_move_list_follows_the_selected_amount(buying: PlayPage) -> None:
    buying.controller.play((BUY, 0, 1))
    buying.controller.confirm_handover()
    buying.overlays.toggle_moves()
    corner = buying.board.mapTo(buying, buying.board.rect().topLeft())
    assert not buying.overlays.moves_list.geometry().intersects(buying.board.rect().translated(corner))
    buying.controller.choose((0, 4, 0))
    assert buying.overlays.moves_list.current_move() == (0, 4, 0)
    buying.controller.cycle_move()
    assert buying.overlays.moves_list.current_move() == (0, 4, 1)


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
def naming(pages: PageOpener, monkeypatch: pytest.MonkeyPatch) -> PlayPage:
    replace_first_moves(monkeypatch, [(NAME, *pair) for pair in combinations(NUMBERS, 2)])
    return pages("human", "human", game=toy_game(Naming()))


def words(naming: PlayPage) -> str:
    command = naming.decision.button_row._specs[0]
    return command.text if command.enabled else f"({command.text})"


def test_two_numbers_are_picked(naming: PlayPage) -> None:
    row = naming.decision.numbers
    assert row.isVisible() and row.numbers == NUMBERS and naming.overlays.moves_list.isHidden()
    assert words(naming) == "(Click 2 numbers)"
    row.button(9).click()
    assert words(naming) == "(Click 1 more)" and row.button(9).filled and not row.button(4).filled
    key(naming, Qt.Key.Key_Return)
    assert not naming.controller.match.decisions(), "half a move is none"
    QTest.mouseClick(row.button(4), Qt.MouseButton.LeftButton)
    assert words(naming) == "Name 4 and 9" and naming.decision.hint.full_text() == "Name 4 and 9"
    key(naming, Qt.Key.Key_Return)
    assert naming.controller.match.decisions()[0].action == (NAME, 4, 9)
    assert row.isHidden() and naming.decision.height() < 160


def test_a_third_number_replaces_the_first(naming: PlayPage) -> None:
    row, choices = naming.decision.numbers, naming.controller.choices
    for number in (4, 9, 12):
        row.button(number).click()
    assert (
        list(choices.picked_numbers) == [9, 12] and choices.selected_move == (NAME, 9, 12) and not row.button(4).filled
    )
    row.button(9).click()
    assert list(choices.picked_numbers) == [12] and choices.selected_move is None and words(naming) == "(Click 1 more)"
    key(naming, Qt.Key.Key_Escape)
    assert not choices.picked_numbers and not row.button(12).filled


def test_keys_and_hints_pick_numbers(naming: PlayPage) -> None:
    row, controller = naming.decision.numbers, naming.controller
    key(naming, Qt.Key.Key_2)
    key(naming, Qt.Key.Key_7)
    assert controller.choices.selected_move == (NAME, 2, 7) and not controller.match.decisions()
    controller.choose((NAME, 5, 19))
    assert [number for number in NUMBERS if row.button(number).filled] == [5, 19]
    controller.step_target()
    assert len(controller.choices.picked_numbers) == 2
    naming.actions_.moves.trigger()
    assert naming.overlays.moves_list.rows.rowCount() >= 171, "the list has all moves"


def test_numbers_wrap(naming: PlayPage) -> None:
    naming.resize(500, 640)
    row = naming.decision.numbers
    boxes = [row.button(number).geometry() for number in NUMBERS]
    assert len({box.top() for box in boxes}) > 1
    assert all(row.rect().contains(box) for box in boxes)
    assert not any(one.intersects(other) for one, other in combinations(boxes, 2))


def test_without_numbers_there_are_no_number_moves() -> None:
    state = ToyState(2)
    choices = Choices(toy_game(Naming()), state, [(NAME, 1, 2), (NAME, 1, 3)], Panel("", (), "", "", ()))
    assert not choices.number_moves and not choices.pick(1) and choices.default_move == (NAME, 1, 2)
