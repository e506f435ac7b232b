"""How many, and of which kind: one row that shows all, by mouse, arrows and digits; runs of moves by one click."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core.game import Action
from studio.core.panel import Amount, Panel
from studio.gui.play.page import PlayPage
from tests.gui.play.conftest import PageOpener
from tests.gui.play.hand import key
from tests.gui.play.toy import LOOK, SURE, WAIT, Toy, ToyState
from tests.toy import toy_game

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
def page(pages: PageOpener, monkeypatch: pytest.MonkeyPatch) -> PlayPage:
    legal, apply = ToyState.legal, ToyState.apply
    every = [move for kind in MOST for _number, move in moves(kind)]

    def bought(self: ToyState, action: Action) -> None:
        if action[0] == BUY and self.to_move >= 0:
            self._next()
        else:
            apply(self, action)

    monkeypatch.setattr(ToyState, "legal", lambda self: every if self.turn == 1 else legal(self))
    monkeypatch.setattr(ToyState, "apply", bought)
    monkeypatch.setattr(Toy, "events", lambda *_all: [])
    made: PlayPage = pages("human", "human", game=toy_game(Buying()))
    return made


def press(page: PlayPage, part: Any, place: int) -> None:
    QTest.mouseClick(
        part, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, part.box_of(place).center().toPoint()
    )


def test_all_numbers_stand_in_one_row_and_a_click_chooses(qtbot: QtBot, page: PlayPage) -> None:
    row = page.decision.amounts
    assert row.isVisible() and row.kinds.texts == ("Cheap", "Dear")
    assert row.numbers.texts == tuple(map(str, range(1, 13))) and row.less.isHidden()
    press(page, row.numbers, 6)
    assert page.controller.choices.selected_move == (BUY, 0, 7)
    assert page.decision.hint.full_text() == "Buy 7 of 0"
    assert page.controller.match.decisions() == [], "a number is chosen, not played"
    press(page, row.kinds, 1)
    assert page.controller.choices.selected_move == (BUY, 1, 3), "the nearest number there is"
    assert not page.overlays.moves_list.isVisible(), "no list is thrown over the board for what one row holds"
    key(page, Qt.Key.Key_Return)
    assert page.controller.match.decisions()[0].action == (BUY, 1, 3)
    assert row.isHidden()


def test_arrows_and_digits(qtbot: QtBot, page: PlayPage) -> None:
    key(page, Qt.Key.Key_Right)
    assert page.controller.choices.selected_move == (BUY, 0, 2)
    key(page, Qt.Key.Key_Down)
    assert page.controller.choices.selected_move == (BUY, 1, 2)
    key(page, Qt.Key.Key_Up)
    key(page, Qt.Key.Key_1)
    assert page.controller.choices.selected_move == (BUY, 0, 1)
    key(page, Qt.Key.Key_2)
    assert page.controller.choices.selected_move == (BUY, 0, 12)
    assert page.controller.match.decisions() == []


def test_where_numbers_have_no_room_there_is_a_field(qtbot: QtBot, page: PlayPage) -> None:
    page.resize(1024, 640)
    row = page.decision.amounts
    qtbot.waitUntil(lambda: not row.more.isHidden())
    assert row.numbers.texts == ("1 of 12",)
    QTest.mouseClick(row.more, Qt.MouseButton.LeftButton)
    assert page.controller.choices.selected_move == (BUY, 0, 2)


def test_what_leaves_nothing_to_choose_is_one_click(qtbot: QtBot, page: PlayPage) -> None:
    controller = page.controller
    controller.play((BUY, 0, 1))
    controller.confirm_handover()
    controller.play((WAIT,))
    assert [decision.action for decision in controller.match.decisions()][1:] == [(WAIT,), (SURE,)]
    controller.confirm_handover()
    controller.undo()
    assert len(controller.match.decisions()) == 1, "taken back at once, too"


def test_the_list_of_moves_stands_beside_the_board_and_follows_it(qtbot: QtBot, page: PlayPage) -> None:
    page.controller.play((BUY, 0, 1))
    page.controller.confirm_handover()
    page.overlays.toggle_moves()
    corner = page.board.mapTo(page, page.board.rect().topLeft())
    assert not page.overlays.moves_list.geometry().intersects(page.board.rect().translated(corner))
    page.controller.choose((0, 4, 0))
    assert page.overlays.moves_list.current_move() == (0, 4, 0)
    page.controller.cycle_move()
    assert page.overlays.moves_list.current_move() == (0, 4, 1)
