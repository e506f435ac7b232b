"""The mouse and the keys at the board."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core.game import Action
from studio.core.match import Match
from studio.core.picture import Picture
from studio.core.rng import Rng
from studio.documents.paths import layouts_dir, shipped_layouts
from studio.games.columbus import rules
from studio.gui.play.bots import BEST_COUNT
from studio.gui.play.page import PlayPage
from studio.gui.play.panels.buttons import PlayMove
from studio.gui.widgets import ToolButton
from studio.services.loading import load_layout, playable_board, start_match
from tests.gui.play.conftest import PageOpener, hover, key
from tests.gui.play.toy import LAY, LOOK, PILE, SURE, TOY, WAIT, Toy, ToyState
from tests.helpers import not_none


def test_right_click_and_key_rotate_the_ghost_and_the_hand(pages: PageOpener, monkeypatch: pytest.MonkeyPatch) -> None:
    adjacent, hand = Toy.panel, Picture((0, 0, 1, 1), ())
    monkeypatch.setattr(Toy, "panel", lambda self, *about: replace(adjacent(self, *about), hand=hand))
    page = pages("human", "human")
    shown, centre = page.decision.hand, page.board.widget_rect(4).center()
    assert shown.picture == hand

    def check(turn: int) -> None:
        assert page.controller.choices.selected_move == (LAY, 4, turn) and not page.controller.match.decisions()
        assert shown.picture == TOY.picture.rotated_hand(page.controller.state, (LAY, 4, turn))

    hover(page, centre)
    check(0)
    QTest.mouseClick(page.board, Qt.MouseButton.RightButton, pos=centre)
    check(1)
    key(page, Qt.Key.Key_R)
    check(0)
    page.controller.choose(None)
    assert shown.picture == hand


def test_hovering_something_else_keeps_the_choice(page: PlayPage) -> None:
    hover(page, page.board.widget_rect(4).center())
    hover(page, QPoint(2, 2))
    assert page.controller.choices.selected_move == (LAY, 4, 0)
    assert page.decision.button_row.button_for(page.commands.confirm) is not None


def test_places_have_texts(page: PlayPage) -> None:
    there = QPointF(page.board.widget_rect(4).center())
    assert page.input.text_at(there) == "Lay a stone on B2"
    assert page.input.text_at(QPointF(1, 1)) == ""
    page.controller.play((LAY, 4, 0))
    assert page.input.text_at(there) == "B2"


def test_enter_plays_the_default_move(pages: PageOpener, monkeypatch: pytest.MonkeyPatch) -> None:
    adjacent = Toy.panel
    monkeypatch.setattr(Toy, "target", lambda _self, _state, _action: -1)
    monkeypatch.setattr(Toy, "panel", lambda self, *about: replace(adjacent(self, *about), default_move=(LAY, 2, 0)))
    page = pages("human", "human")
    assert page.controller.choices.untargeted.index((LAY, 2, 0)) > 0
    key(page, Qt.Key.Key_Return)
    assert page.controller.match.decisions()[0].action == (LAY, 2, 0)


def test_hovering_a_button_previews_its_move(pages: PageOpener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "target", lambda _self, _state, _action: -1)
    page = pages("human", "human")
    controller, row = page.controller, page.decision.button_row

    def shown() -> set[int]:
        assert page.board.ghost is not None
        return {shape.cell for layer in page.board.ghost.layers for shape in layer.shapes}

    first, second = controller.choices.untargeted[0], (LAY, 1, 0)
    assert first == (LAY, 0, 0) and shown() == {0}  # what Enter means
    button = not_none(row.button_for(PlayMove(controller.play, second)))
    place = QPointF(5, 5)
    QApplication.sendEvent(button, QEnterEvent(place, place, place))
    assert shown() == {1}
    assert controller.choices.selected_move is None and controller.choices.default_move == first
    QApplication.sendEvent(button, QEvent(QEvent.Type.Leave))
    assert shown() == {0}
    controller.choose(second)  # as the list of all moves does
    assert shown() == {1}


@pytest.mark.parametrize("lit", [False, True])
def test_highlighted_pictures_get_no_marks(pages: PageOpener, monkeypatch: pytest.MonkeyPatch, lit: bool) -> None:
    drawn = Toy.picture
    monkeypatch.setattr(Toy, "picture", lambda self, *about: replace(drawn(self, *about), shows_targets=lit))
    page = pages("human", "human")
    assert any(mark.kind == "legal" for mark in page.board.marks) is not lit
    page.controller.point(1)
    assert [mark.kind for mark in page.board.marks if mark.target == 1] == ["chosen" if lit else "legal"]


def test_a_tile_with_one_place_is_selected(pages: PageOpener, monkeypatch: pytest.MonkeyPatch) -> None:
    legal = ToyState.legal
    monkeypatch.setattr(ToyState, "legal", lambda self: [one for one in legal(self) if one[:2] == (LAY, 4)])
    page = pages("human", "human")
    assert page.controller.choices.selected_move == (LAY, 4, 0)
    key(page, Qt.Key.Key_R)
    assert page.controller.choices.selected_move == (LAY, 4, 1)
    key(page, Qt.Key.Key_Return)
    assert page.controller.match.decisions()[0].action == (LAY, 4, 1)


def test_quiet_moves_come_last(pages: PageOpener, monkeypatch: pytest.MonkeyPatch) -> None:
    adjacent = Toy.panel
    monkeypatch.setattr(Toy, "target", lambda _self, _state, action: PILE if action == (LAY, 1, 0) else -1)
    monkeypatch.setattr(
        Toy, "panel", lambda self, *about: replace(adjacent(self, *about), quiet_targets=frozenset({PILE}))
    )
    page = pages("human", "human")
    loose = page.controller.choices.untargeted
    first = page.decision.button_row.button_for(PlayMove(page.controller.play, loose[0]))
    assert first is not None and first.filled
    choose = page.decision.button_row.button_for(page.controller.step_target)
    assert choose is None or not choose.filled
    assert page.decision.button_row.button_for(PlayMove(page.controller.play, (LAY, 1, 0))) is None
    key(page, Qt.Key.Key_Return)
    assert page.controller.match.decisions()[0].action == loose[0]


def test_a_turn_by_keyboard_alone(page: PlayPage) -> None:
    key(page, Qt.Key.Key_Return)
    assert page.controller.match.decisions() == [], "the first Enter only chooses a place"
    key(page, Qt.Key.Key_Tab)
    key(page, Qt.Key.Key_R)
    key(page, Qt.Key.Key_Return)
    assert page.controller.match.decisions()[0].action == (LAY, 1, 1)
    key(page, Qt.Key.Key_1)
    assert page.controller.match.decisions()[1].action == (WAIT,)
    key(page, Qt.Key.Key_Return)
    assert page.controller.match.decisions()[2].action == (SURE,)
    key(page, Qt.Key.Key_Tab)
    key(page, Qt.Key.Key_Down)
    key(page, Qt.Key.Key_Left)
    assert page.controller.choices.selected_move is not None


def test_arrow_keys_select_legal_places(page: PlayPage) -> None:
    page.controller.point(0)
    walk = []
    for arrow in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up):
        key(page, arrow)
        walk.append(page.controller.choices.target(page.controller.choices.selected_move))
    assert walk == [1, 4, 3, 0]


def test_targets_in_insets_and_items(page: PlayPage) -> None:
    view = page.insets.cards[0].view
    assert PILE + 1 in view.clickable
    place = not_none(view.center_of(PILE + 1))
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place.toPoint())
    assert page.controller.match.decisions()[0].action == (LOOK,)


@pytest.mark.parametrize("which", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_keys_press_the_focused_button(page: PlayPage, which: Qt.Key) -> None:
    zoom = next(tool for tool in page.strip.findChildren(ToolButton) if tool.defaultAction() is page.actions_.fit)
    pressed: list[bool] = []
    zoom.clicked.connect(lambda: pressed.append(True))
    zoom.setFocus()
    for held in (False, True):
        press = QKeyEvent(QEvent.Type.KeyPress, which, Qt.KeyboardModifier.NoModifier, "", held)
        QCoreApplication.sendEvent(zoom, press)
    QTest.keyRelease(zoom, which)
    assert len(pressed) == 1, "once, however long it is held"
    moves = not_none(page.decision.button_row.button_for(page.overlays.toggle_moves))
    moves.setFocus()
    QTest.keyClick(moves, which)
    assert not page.overlays.moves_list.isHidden()
    assert page.controller.choices.selected_move is None and not page.controller.match.decisions()


def test_a_click_on_a_button_of_the_decision_leaves_the_keys_to_the_board(page: PlayPage) -> None:
    zoom = next(tool for tool in page.strip.findChildren(ToolButton) if tool.defaultAction() is page.actions_.fit)
    zoom.setFocus()
    choose = not_none(page.decision.button_row.button_for(page.controller.step_target))
    QTest.mouseClick(choose, Qt.MouseButton.LeftButton)
    assert page.board.hasFocus()


def test_a_held_enter_key_makes_one_move(page: PlayPage) -> None:
    controller = page.controller
    for place, held in ((0, False), (1, True)):
        controller.point(place)
        press = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "", held)
        QCoreApplication.sendEvent(page.board, press)
    page.actions_.moves.trigger()
    press = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "", True)
    QCoreApplication.sendEvent(page.overlays.moves_list.field, press)
    assert [decision.action for decision in controller.match.decisions()] == [(LAY, 0, 0)]


def test_moves_on_the_only_place_have_buttons(pages: PageOpener, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which of two things to build where the ship lies is not asked by a place that has to be chosen first."""
    monkeypatch.setattr(ToyState, "legal", lambda _self: [(LAY, 4, 0), (LAY, 4, 1), (WAIT,)])
    button = Toy.button_text
    monkeypatch.setattr(
        Toy, "button_text", lambda self, state, a: ("Hut", "House")[a[2]] if a[0] == LAY else button(self, state, a)
    )
    page = pages("human", "human")
    controller, row = page.controller, page.decision.button_row
    hut, house = (row.button_for(PlayMove(controller.play, (LAY, 4, way))) for way in (0, 1))
    assert hut is not None and hut.text() == "Hut" and house is not None
    QTest.mouseClick(house, Qt.MouseButton.LeftButton)
    assert controller.match.decisions()[0].action == (LAY, 4, 1)


@pytest.fixture
def game_page(open_page: PageOpener) -> PlayPage:
    """A match with a rack of tiles, in the first turn of its first seat."""
    opened = load_layout(layouts_dir() / "columbus" / "sargasso_sea.json")
    match = start_match(opened, 2, seed=1)
    match.play(match.state.legal()[0])
    match.play(match.state.legal()[0])
    return open_page(match, opened, "human", "random", size=(1280, 680))


def click_rack(game_page: PlayPage, place: int) -> None:
    point = not_none(game_page.tray.view.center_of(game_page.tray.targets[place])).toPoint()
    QTest.mouseClick(game_page.tray.view, Qt.MouseButton.LeftButton, pos=point)


def taken(game_page: PlayPage) -> list[Action]:
    return [decision.action for decision in game_page.controller.match.decisions()[2:]]


def kinds(game_page: PlayPage) -> tuple[Action, Action]:
    """What taking the first and the seventh tile of the rack does."""
    game, state = game_page.controller.match.game, game_page.controller.state
    found = [game.picture.plan(state, place) for place in game_page.tray.targets]
    actions = [plan.actions[0] for plan in found if plan is not None]
    assert len(actions) == 10
    return actions[0], actions[6]


def test_escape_returns_a_tile(game_page: PlayPage) -> None:
    first, _other = kinds(game_page)
    click_rack(game_page, 0)
    assert taken(game_page) == [first]
    game_page.controller.choose(None)
    QTest.keyClick(game_page.board, Qt.Key.Key_Escape)
    assert taken(game_page) == []
    assert not game_page.controller.has_piece_in_hand
    QTest.keyClick(game_page.board, Qt.Key.Key_Escape)
    assert taken(game_page) == []


def test_another_place_of_the_tray_swaps_the_tile(game_page: PlayPage) -> None:
    first, other = kinds(game_page)
    assert first != other
    click_rack(game_page, 0)
    click_rack(game_page, 6)
    assert taken(game_page) == [other]
    QTest.keyClick(game_page.board, Qt.Key.Key_1)
    assert taken(game_page) == [first], "number keys mean the places too"


def test_the_own_place_of_a_tile_returns_it(game_page: PlayPage) -> None:
    _first, other = kinds(game_page)
    click_rack(game_page, 6)
    assert taken(game_page) == [other]
    held = game_page.tray.targets[6]
    assert next(one.name for one in game_page.tray.view.picture.targets if one.cell == held) == "Back to the rack"
    click_rack(game_page, 6)
    assert taken(game_page) == []


@pytest.fixture
def placing_page(open_page: PageOpener) -> PlayPage:
    """A page of Columbus as large as in a window of 1440 × 900, with a water tile in hand."""
    opened = load_layout(shipped_layouts("columbus")[0])
    match = Match(opened.game, playable_board(opened), 2, seed=3)
    rng = Rng(3)
    while cast(rules.State, match.state).phase != rules.P_PLACE or len(match.legal()) < 60:
        match.play(rng.choose(match.legal()))
    made = open_page(match, opened, "human", "human", size=(1440, 812))
    made.controller.confirm_handover()
    return made


def best_of(placing_page: PlayPage) -> set[int]:
    return {mark.target for mark in placing_page.board.marks if mark.kind == "best"}


def test_a_wide_board_folds_the_log(qtbot: QtBot, placing_page: PlayPage) -> None:
    qtbot.waitUntil(lambda: placing_page.board.widget_rect(100).height() >= 56)
    assert placing_page.folding.collapsed_keys == {"log"} and not placing_page.log.isVisible()
    placing_page.folding.reveal("log")
    assert placing_page.log.isVisible()
    placing_page.resize(1900, 1000)
    qtbot.waitUntil(lambda: not placing_page.folding.collapsed_keys)
    qtbot.waitUntil(placing_page.log.isVisible)
    assert placing_page.folding.open_key == ""


def test_the_best_places_are_marked(qtbot: QtBot, placing_page: PlayPage) -> None:
    state, game = placing_page.controller.state, placing_page.controller.match.game
    worth = {}
    for action in state.legal():
        if action[0] == rules.PLACE:
            after = state.clone()
            after.apply(action)
            worth[action[1]] = game.evaluation.evaluate(after, state.to_move)
    qtbot.waitUntil(lambda: len(best_of(placing_page)) == BEST_COUNT)
    assert min(worth[cell] for cell in best_of(placing_page)) == sorted(worth.values())[-BEST_COUNT]
    lit = {mark.target for mark in placing_page.board.marks if mark.kind in ("best", "legal")}
    assert lit == set(worth)


def test_help_off_marks_no_best_places(qtbot: QtBot, placing_page: PlayPage) -> None:
    qtbot.waitUntil(lambda: bool(best_of(placing_page)))
    placing_page.actions_.help_off.trigger()
    assert not best_of(placing_page)
    placing_page.actions_.help_off.trigger()
    qtbot.waitUntil(lambda: bool(best_of(placing_page)))
