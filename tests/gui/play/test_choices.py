"""Plans, and the tray below the board."""

from __future__ import annotations

from functools import partial
from typing import cast

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core.picture import Layer, Path, Picture, rectangle
from studio.gui.play.page import PlayPage
from studio.gui.play.panels.buttons import PlayMove
from studio.gui.play.panels.clickable import EMPTY, PictureView
from studio.gui.style.theme import DARK
from tests.gui.play.conftest import PageOpener
from tests.gui.play.toy import BARE, FAR, LAY, LOOK, RISKY, SURE, TRAY, WAIT, Rack, rack
from tests.helpers import not_none
from tests.toy import ToyGame

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def table(pages: PageOpener) -> PageOpener:
    return partial(pages, game=rack())


@pytest.fixture
def page(table: PageOpener) -> PlayPage:
    return table("human", "human")


def hover(page: PlayPage, target: int) -> None:
    place = page.board.widget_rect(target).center()
    for step in range(3):
        QTest.mouseMove(page.board, place + place.__class__(step % 2, step % 2))


def played(page: PlayPage) -> list[tuple[int, ...]]:
    return [decision.action for decision in page.controller.match.decisions()]


def test_a_plan_shows_its_path_and_text(page: PlayPage) -> None:
    hover(page, FAR)
    choices = page.controller.choices
    assert choices.plan_target == FAR and choices.current_target == FAR and choices.default_move is None
    assert page.decision.hint.full_text() == "Ada waits for good"
    assert page.input._ghost == (choices.pointed_plan.picture if choices.pointed_plan else None, FAR)
    button = page.decision.button_row.button_for(page.commands.confirm)
    assert button is not None and "2" in button.text()
    hover(page, 4)
    assert choices.plan_target == -1 and choices.default_move == (LAY, 4, 0), (
        "a move of its own takes the place of a plan"
    )


def test_a_plan_is_computed_once_per_place(page: PlayPage) -> None:
    toy = cast(object, page.controller.match.game)
    assert isinstance(toy, ToyGame) and isinstance(toy.answers, Rack)
    game = toy.answers
    game.thoughts.clear()
    for target in (FAR, BARE, FAR, BARE, 4):
        hover(page, target)
    assert sorted(game.thoughts) == [FAR, BARE]


def test_a_click_plays_the_whole_plan_and_undo_takes_it_back(page: PlayPage) -> None:
    controller = page.controller
    QTest.mouseClick(page.board, LEFT, NONE, page.board.widget_rect(FAR).center())
    assert played(page) == [(WAIT,), (SURE,)]
    assert controller.state.to_move == 1 and controller.may_choose
    page.actions_.undo.trigger()
    assert played(page) == [] and controller.may_choose
    page.actions_.redo.trigger()
    assert played(page) == [(WAIT,), (SURE,)]
    controller.play((LAY, 0, 0))
    page.actions_.undo.trigger()
    assert len(played(page)) == 2, "a single move goes back alone"
    page.decision.undo_timeline.picked.emit(-1)
    assert played(page) == [(WAIT,)], "a bead is one decision"
    page.actions_.undo.trigger()
    assert played(page) == []


def test_a_place_without_a_plan_does_nothing(page: PlayPage) -> None:
    QTest.mouseClick(page.board, LEFT, NONE, page.board.widget_rect(BARE).center())
    assert played(page) == []
    assert page.input.text_at(page.board.widget_rect(BARE).center().toPointF()) == "Bare"
    assert page.input.text_at(page.board.widget_rect(FAR).center().toPointF()) == "Ada waits for good"


def test_a_reveal_ends_the_plan_and_limits_undo(page: PlayPage) -> None:
    page.controller.activate_target(RISKY)
    assert played(page) == [(LOOK,)], "who has seen something may want to think again"
    assert page.controller.may_choose and page.controller.choices.actions
    assert not page.controller.can_undo
    page.controller.activate_target(RISKY)
    assert played(page) == [(LOOK,)], "a move that is not legal any more is not made"
    assert page.controller.may_choose and page.controller.choices.actions


@pytest.mark.long
def test_the_moves_of_a_plan_are_shown_one_by_one_and_can_be_stopped(qtbot: QtBot, table: PageOpener) -> None:
    page = table("human", "human", motion=True)
    controller = page.controller
    page.table_settings.set_speed(2)
    controller.activate_target(FAR)
    assert played(page) == [(WAIT,)] and controller.move_sequence.is_running
    assert not controller.may_choose and page.decision.button_row.button_for(controller.stop_sequence) is not None
    qtbot.waitUntil(lambda: len(played(page)) == 2)
    assert not controller.move_sequence.is_running and controller.may_choose
    controller.undo()
    controller.activate_target(FAR)
    QTest.keyClick(page.board, Qt.Key.Key_Escape)
    assert played(page) == [(WAIT,)] and controller.may_choose
    qtbot.wait(600)
    assert played(page) == [(WAIT,)]
    controller.undo()
    controller.activate_target(FAR)
    controller.step_by(1)
    assert played(page) == [(WAIT,)] and controller.may_choose and controller.choices.actions
    controller.undo()
    controller.activate_target(FAR)
    controller.undo()
    assert played(page) == [] and controller.may_choose
    controller.activate_target(FAR)
    controller.start_replay()
    qtbot.wait(600)
    assert len(controller.played_match.decisions()) == 1, "a replay ends the walk"
    controller.resume()
    controller.undo()
    page.table_settings.set_speed(4)
    controller.activate_target(FAR)
    assert len(played(page)) == 2, "where all is instant, nothing waits"


def test_a_bot_answers_after_a_plan(qtbot: QtBot, table: PageOpener) -> None:
    page = table("human", "random")
    page.controller.activate_target(FAR)
    qtbot.waitUntil(lambda: len(played(page)) > 2)
    assert page.controller.match.decisions()[2].seat == 1


def test_plans_by_keyboard(page: PlayPage) -> None:
    page.controller.point(2)
    QTest.keyClick(page.board, Qt.Key.Key_Right)
    assert page.controller.choices.plan_target == FAR
    QTest.keyClick(page.board, Qt.Key.Key_Down)
    assert page.controller.choices.plan_target == RISKY
    QTest.keyClick(page.board, Qt.Key.Key_Escape)
    assert page.controller.choices.plan_target == -1
    page.controller.point(0)
    QTest.keyClick(page.board, Qt.Key.Key_Left)
    assert page.controller.choices.selected_move == (LAY, 0, 0), "a place that means nothing is passed over"
    page.controller.point(2)
    QTest.keyClick(page.board, Qt.Key.Key_Right)
    QTest.keyClick(page.board, Qt.Key.Key_Return)
    assert played(page) == [(WAIT,), (SURE,)]


def test_a_plan_in_an_analysis(page: PlayPage) -> None:
    page.controller.play((LAY, 0, 0))
    page.controller.start_analysis()
    page.controller.activate_target(FAR)
    assert len(played(page)) == 3
    page.actions_.undo.trigger()
    assert len(played(page)) == 1
    page.actions_.redo.trigger()
    assert len(played(page)) == 3
    page.actions_.resume.trigger()
    assert len(played(page)) == 1


def test_ambiguous_places_open_a_menu(table: PageOpener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rack, "button_text", lambda _self, _state, action: f"Way {action[-1]}")
    page = table("human", "human")
    spot = page.board.widget_rect(1).center()
    QTest.mouseMove(page.board, spot)
    assert page.decision.button_row.button_for(PlayMove(page.controller.play, (LAY, 1, 1))) is not None
    QTest.mouseClick(page.board, LEFT, NONE, spot)
    menu = page.input.move_menu
    assert menu.isVisible() and [entry.text() for entry in menu.actions()] == ["Way 0", "Way 1"]
    menu.actions()[1].hover()
    assert page.controller.choices.selected_move == (LAY, 1, 1), "what is pointed at is shown on the board"
    menu.actions()[1].trigger()
    assert played(page) == [(LAY, 1, 1)]
    page.controller.point(2)
    page.controller.cycle_move()
    QTest.mouseClick(page.board, LEFT, NONE, page.board.widget_rect(2).center())
    assert played(page)[1:] == [(LAY, 2, 1)], "who has gone through them has chosen already"
    page.actions_.undo.trigger()
    page.controller.point(2)
    button = not_none(page.decision.button_row.button_for(PlayMove(page.controller.play, (LAY, 2, 1))))
    button.click()
    assert played(page)[1:] == [(LAY, 2, 1)]
    assert TRAY not in page.controller.choices.targets


def tray_point(view: PictureView, target: int) -> QPoint:
    place = not_none(view.center_of(target))
    return place.toPoint()


def right_below_the_board(page: PlayPage) -> bool:
    board, tray, decision = (widget.geometry() for widget in (page.board, page.tray, page.decision))
    return board.bottom() < tray.top() < tray.bottom() < decision.top() and board.width() == tray.width()


def test_the_tray_is_below_the_board(page: PlayPage) -> None:
    assert page.tray.isVisible() and right_below_the_board(page)
    assert page.tray.view.clickable >= {TRAY + 1, TRAY + 2}
    assert "Your tiles" in page.tray.view.accessibleName()
    assert "2 Tile 2" in [part.name for part in page.tray.view.accessible_parts()]
    page.set_theme(DARK)
    page.grab()


def test_a_click_on_the_tray(page: PlayPage) -> None:
    view = page.tray.view
    QTest.mouseMove(view, tray_point(view, TRAY + 1))
    assert page.controller.choices.selected_move == (LOOK,) and view.chosen == TRAY + 1
    QTest.mouseClick(view, LEFT, NONE, tray_point(view, TRAY))
    assert played(page) == [], "nothing can be done there"
    QTest.mouseClick(view, LEFT, NONE, tray_point(view, TRAY + 1))
    assert played(page) == [(LOOK,)]


def test_number_keys_select_places_of_the_tray(page: PlayPage) -> None:
    for key in (Qt.Key.Key_1, Qt.Key.Key_9, Qt.Key.Key_0):
        QTest.keyClick(page.board, key)
    assert played(page) == [], "places without a move, and places that are not there"
    QTest.keyClick(page.board, Qt.Key.Key_3)
    QTest.keyClick(page.board, Qt.Key.Key_3)
    assert played(page) == [(WAIT,), (SURE,)]
    assert [page.tray.target_for_key(key) for key in (1, 2, 3, 4, 5, 0)] == [TRAY, TRAY + 1, TRAY + 2, TRAY + 3, -1, -1]


def test_equal_pieces_on_the_tray_are_the_same_move(page: PlayPage) -> None:
    view = page.tray.view
    assert view.clickable >= {TRAY + 1, TRAY + 2, TRAY + 3} and TRAY not in view.clickable
    QTest.mouseMove(view, tray_point(view, TRAY + 3))
    assert view.chosen == TRAY + 3 and page.board.ghost is None
    button = page.decision.button_row.button_for(page.commands.confirm)
    assert button is not None and button.text() == "Wait"
    QTest.mouseClick(view, LEFT, NONE, tray_point(view, TRAY + 3))
    assert played(page) == [(WAIT,)]
    assert TRAY + 3 not in view.clickable
    page.actions_.undo.trigger()
    QTest.keyClick(page.board, Qt.Key.Key_4)
    assert played(page) == [(WAIT,)]


def test_the_tray_is_reached_by_tab(page: PlayPage) -> None:
    QTest.keyClick(page.board, Qt.Key.Key_Backtab)
    assert page.tray.view.chosen == TRAY + 2
    QTest.keyClick(page.board, Qt.Key.Key_Return)
    assert played(page) == [(WAIT,)]


def test_the_tray_is_private(page: PlayPage) -> None:
    controller = page.controller
    controller.play((LOOK,))
    controller.play((LAY, 0, 0))
    assert not page.overlays.handover.isHidden()
    assert page.tray.view.picture is EMPTY and page.tray.view.accessibleName() == ""
    QTest.keyClick(page.overlays.handover, Qt.Key.Key_3)
    assert len(played(page)) == 2
    controller.confirm_handover()
    assert page.tray.view.picture.targets


def test_a_low_window_keeps_the_board_visible(qtbot: QtBot, page: PlayPage) -> None:
    page.resize(1280, 640)
    qtbot.waitUntil(lambda: right_below_the_board(page))
    low = page.decision.height()
    assert page.decision.undo_timeline.isHidden() and page.decision.undo.isVisible()
    assert page.board.height() > 0.55 * page.height()
    page.resize(1600, 950)
    assert page.decision.height() > low and page.decision.undo_timeline.isVisible()
    qtbot.waitUntil(lambda: right_below_the_board(page) and page.tray.width() > 900)
    page.controller.play((LAY, 0, 0))
    assert page.decision.undo.text() and page.decision.undo.isEnabled()
    page.resize(1280, 640)
    page.decision.undo.click()
    assert played(page) == [] and page.decision.height() == low
    page.controller.play((LAY, 0, 0))
    page.controller.start_replay()
    assert page.decision.replay.isVisible(), "a replay has its slider in any window"


def test_without_a_tray_no_space_is_reserved(page: PlayPage) -> None:
    assert page.decision.compact
    page.tray.is_used = False
    page._fit_parts()
    assert not page.decision.compact and page.decision.undo.text()


def test_ghosts_are_shown_at_their_place(page: PlayPage) -> None:
    hover(page, FAR)
    assert page.board.ghost is not None and page.input.panel_ghost == (None, -1)
    page.controller.point(4)
    assert page.board.ghost is not None
    page.controller.point(TRAY + 1)
    assert page.board.ghost is None, "what is done on the tray is not shown on the board"


def test_a_ghost_in_an_inset(qtbot: QtBot) -> None:
    view = PictureView()
    qtbot.addWidget(view)
    view.resize(100, 100)
    view.set_picture(Picture((0, 0, 2, 2), (Layer("all", (Path("fill:sand", (rectangle(0, 0, 2, 2),)),)),)))
    before = view.grab().toImage()
    ghost = Picture((1, 1, 2, 2), (Layer("all", (Path("fill:deep", (rectangle(1, 1, 1, 1),)),)),))
    view.set_ghost(ghost)
    shown = view.grab().toImage()
    assert shown.pixel(75, 75) != before.pixel(75, 75) and shown.pixel(25, 25) == before.pixel(25, 25)
    view.set_ghost(None)
    assert view.grab().toImage() == before
    assert view.target_at(QPointF(5, 5)) == -1
