"""The list of moves, the handover screen and the score table."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core.panel import ScoreBreakdown, ScoreLine
from studio.gui.page import NewMatch, SavePage
from studio.gui.play import overlays
from studio.gui.play.overlays.end_screen import EndScreen
from studio.gui.play.overlays.moves import MoveRow, MovesList, MovesModel, common_prefix, group_moves
from studio.gui.play.page import PlayPage
from studio.gui.play.status import ANALYSIS, NO_SEAT
from studio.gui.widgets import PlainButton
from tests.gui.play.conftest import PageOpener
from tests.gui.play.toy import LAY, LOOK


@pytest.mark.usefixtures("full_dress")
def test_a_long_final_table_scrolls_and_lines_up(qtbot: QtBot) -> None:
    table = EndScreen(("Ada", "Bento", "Clara"))
    lines = tuple(ScoreLine(f"Island {place}", (place, 0, 1), "⟦0⟧ had most. " * 6) for place in range(24))
    totals = [sum(line.points[seat] for line in lines) for seat in range(3)]
    table.show_scores(ScoreBreakdown(lines, (0,), "⟦0⟧ wins."), totals)
    qtbot.addWidget(table)
    table.resize(1000, 560)
    table.show()
    table.grab()
    assert table.verdict.text() == "Ada wins."
    assert table.card.height() <= 560
    bar = table.scroll_area.verticalScrollBar()
    assert bar.maximum() > 0
    assert table.head.inset == bar.sizeHint().width()
    QTest.keyClick(table, Qt.Key.Key_PageDown)
    assert bar.value() > 0
    assert "⟦" not in table.rows.accessibleName()
    assert table.sizeHint() == QSize(900, 600)


@pytest.mark.usefixtures("full_dress")
def test_rows_of_the_move_list_fit_their_text(qtbot: QtBot) -> None:
    moves = MovesList()
    qtbot.addWidget(moves)
    moves.resize(284, 600)
    moves.rows.set_rows([MoveRow("Ada takes them all, " + "i" * long, (long,)) for long in range(20, 48)])
    moves.show()
    moves.grab()
    for row in range(moves.rows.rowCount()):
        index = moves.rows.index(row)
        place = moves.list.visualRect(index)
        assert place.right() < moves.list.viewport().width(), "what is wider is cut"
        lines = place.height() // moves.list.fontMetrics().height()
        assert lines == 1 + (moves.list.fontMetrics().horizontalAdvance(index.data()) > place.width() - 22)
    assert {moves.list.visualRect(moves.rows.index(row)).height() for row in (0, 27)} == {27, 44}


def test_moves_are_grouped_by_common_words() -> None:
    moves = [((0, 1), "Lay a stone on A1"), ((1,), "Wait"), ((0, 2), "Lay a stone on B1"), ((2,), "Look")]
    rows = group_moves(moves)
    texts = ["Lay a stone on …", "Lay a stone on A1", "Lay a stone on B1", "Other moves", "Wait", "Look"]
    assert [row.text for row in rows] == texts
    assert [row.action for row in rows if row.action is not None] == [(0, 1), (0, 2), (1,), (2,)]
    alike = moves[::2]
    assert [row.text for row in group_moves(alike)] == [text for _action, text in alike], "one kind needs no heading"
    single = moves[1::2]
    assert [row.text for row in group_moves(single)] == ["Wait", "Look"]
    named = [(action, f"⟦0⟧ {text[0].lower()}{text[1:]}") for action, text in moves]
    assert group_moves(named)[0].text == "Lay a stone on …", "who does it all is no heading"
    mixed = [((0, 1), "Sail"), ((0, 2), "Land"), ((1, 1), "Buy a boat"), ((1, 2), "Buy a fort")]
    mixed += [((2, 1), "A"), ((2, 2), "B")]
    headings = [row.text for row in group_moves(mixed) if row.action is None]
    assert headings == ["Buy a …", ""], "a line parts where no word does"
    assert common_prefix(["Sail east", "Wait"]) == []
    model = MovesModel()
    model.set_rows(rows)
    steps = (2, 1), (4, -1), (1, -8), (1, 99), (-1, 0)
    assert [model.step(*step) for step in steps] == [4, 2, 1, 5, 1]
    assert model.row_of((2,)) == 5 and model.row_of((9,)) == -1 and model.row_of(None) == -1
    assert model.flags(model.index(0)) == Qt.ItemFlag.NoItemFlags
    model.set_rows([])
    assert model.step(0, 1) == -1 and model.rowCount() == 0


def test_the_list_of_all_moves(page: PlayPage) -> None:
    page.actions_.moves.trigger()
    moves = page.overlays.moves_list
    assert not moves.isHidden()
    QTest.keyClicks(moves.field, "c2 turned")
    assert moves.current_move() == (LAY, 5, 1)
    QTest.keyClick(moves.field, Qt.Key.Key_Return)
    assert page.controller.match.decisions()[0].action == (LAY, 5, 1)
    assert not moves.isHidden(), "it stays open for the next person"
    QTest.keyClick(moves.field, Qt.Key.Key_Down)
    assert page.controller.choices.selected_move == moves.current_move()
    QTest.keyClick(moves.field, Qt.Key.Key_Escape)
    assert moves.isHidden()


@pytest.mark.usefixtures("full_dress")
def test_the_list_of_moves_leaves_the_buttons_free(page: PlayPage) -> None:
    page.resize(1280, 640)
    page.overlays.toggle_moves()
    assert not page.overlays.moves_list.isHidden()
    assert not page.overlays.moves_list.geometry().intersects(page.decision.geometry())


def test_many_moves_open_the_list(pages: PageOpener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overlays, "MIN_AUTO_LIST", 0)  # the toy's one move without a place is many now
    page = pages("human", "human")
    moves, controller = page.overlays.moves_list, page.controller
    assert controller.choices.untargeted
    assert not moves.isHidden()
    QTest.keyClick(moves.field, Qt.Key.Key_Escape)
    page.overlays.refresh()
    assert moves.isHidden(), "who has closed it is not asked again"
    monkeypatch.setattr(overlays, "MIN_AUTO_LIST", 100)
    page.overlays.toggle_moves()
    controller.play(controller.choices.actions[0])
    assert moves.isHidden(), "it goes with the decision that it was opened for"


def test_undo_is_available_after_the_handover(page: PlayPage) -> None:
    page.controller.play((LOOK,))
    page.controller.play((LAY, 0, 0))
    cover = page.overlays.handover
    assert not page.controller.can_undo and len(cover.findChildren(PlainButton)) == 1
    cover.confirm_button.click()
    assert page.controller.can_undo
    page.controller.undo()
    assert not cover.isHidden() and cover.seat == 0, "not everybody who takes back may see what it leads back to"
    assert page.controller.state.to_move == 0
    cover.confirm_button.click()
    assert cover.isHidden() and page.controller.viewer == 0


@pytest.mark.parametrize("which", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_a_held_key_does_not_confirm_the_handover(qtbot: QtBot, page: PlayPage, which: Qt.Key) -> None:
    cover, controller = page.overlays.handover, page.controller
    controller.play((LOOK,))
    controller.point(0)
    QTest.keyPress(page.board, Qt.Key.Key_Return)
    assert controller.handover_seat == 1 and cover.pause.isActive() and cover.pause.interval() == 500
    for widget in (cover, cover.confirm_button):
        QTest.keyClick(widget, which)
        assert controller.handover_seat == 1, "pressed again at once"
    cover.pause.stop()
    held = QKeyEvent(QEvent.Type.KeyPress, which, Qt.KeyboardModifier.NoModifier, "", True)
    QCoreApplication.sendEvent(cover, held)
    assert controller.handover_seat == 1 and cover.pause.isActive(), "held all the time"
    with qtbot.waitSignal(cover.pause.timeout):
        pass
    QTest.keyClick(cover, which)
    assert controller.handover_seat == NO_SEAT and controller.viewer == 1


def test_a_key_before_the_handover_screen_is_visible_does_not_confirm_it(page: PlayPage) -> None:
    cover, controller = page.overlays.handover, page.controller
    controller.play((LOOK,))
    controller.play((LAY, 0, 0))
    cover.pause.stop()  # the table behind took longer to show than the pause takes
    QTest.keyClick(cover, Qt.Key.Key_Space)
    assert controller.handover_seat == 1
    cover.pause.stop()
    cover.grab()
    assert cover.pause.isActive(), "the pause begins when the screen is seen"
    cover.pause.stop()
    cover.grab()
    assert not cover.pause.isActive()
    QTest.keyClick(cover, Qt.Key.Key_Space)
    assert controller.handover_seat == NO_SEAT


@pytest.mark.parametrize("which", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_keys_press_the_focused_button_of_the_handover_screen(page: PlayPage, which: Qt.Key) -> None:
    cover, controller = page.overlays.handover, page.controller
    controller.play((LOOK,))
    controller.play((LAY, 0, 0))
    cover.grab()
    cover.pause.stop()
    cover.confirm_button.setFocus()
    QTest.keyClick(cover.confirm_button, which)
    assert controller.handover_seat == NO_SEAT and controller.viewer == 1


@pytest.mark.parametrize("which", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_keys_press_the_focused_button_of_the_score_table(qtbot: QtBot, page: PlayPage, which: Qt.Key) -> None:
    page.actions_.score_table.trigger()
    table = page.overlays.end_screen
    table.new_match_button.setFocus()
    with qtbot.waitSignal(page.request):
        QTest.keyClick(table.new_match_button, which)
    assert not table.isHidden()
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert table.isHidden()


def test_a_double_click_does_not_confirm_the_handover(page: PlayPage) -> None:
    page.controller.play((LOOK,))
    page.controller.play((LAY, 0, 0))
    take = page.overlays.handover.confirm_button
    at, left = QPointF(take.rect().center()), Qt.MouseButton.LeftButton
    for kind in (QEvent.Type.MouseButtonDblClick, QEvent.Type.MouseButtonRelease):
        click = QMouseEvent(kind, at, take.mapToGlobal(at), left, left, Qt.KeyboardModifier.NoModifier)
        QCoreApplication.sendEvent(take, click)
    assert page.controller.handover_seat == 1
    QTest.mouseClick(take, left)
    assert page.controller.handover_seat == NO_SEAT


def test_an_analysis_says_that_hidden_information_is_randomised(page: PlayPage) -> None:
    page.controller.play((LOOK,))
    page.actions_.analyse.trigger()
    assert page.branches.redeal_label.isVisible()
    assert page.branches.redeal_label.text() == "Information hidden from Ada is randomised in this analysis."
    page.actions_.resume.trigger()
    assert not page.branches.redeal_label.isVisible()


def test_buttons_of_the_score_table_emit_requests(page: PlayPage) -> None:
    page.actions_.score_table.trigger()
    table = page.overlays.end_screen
    questions: list[object] = []
    page.request.connect(questions.append)
    table.save.click()
    table.new_match_button.click()
    assert questions == [SavePage(), NewMatch(page.opened)]
    table.analyse.click()
    assert page.controller.mode == ANALYSIS and table.isHidden()


def test_during_a_handover_only_settings_are_enabled(page: PlayPage) -> None:
    page.controller.play((LOOK,))
    page.controller.play((LAY, 0, 0))
    assert page.controller.handover_seat == 1
    able = [action for menu in page.menus() for action in menu.actions if action is not None and action.isEnabled()]
    how = page.actions_
    assert able == [how.autoplay, how.confirm_turn_end, how.help_off, how.animations]
    zoom = page.board.zoom
    QTest.keyClick(page.overlays.handover, Qt.Key.Key_Plus)
    assert page.board.zoom == zoom
