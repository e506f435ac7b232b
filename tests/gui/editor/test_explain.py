"""The card that explains a problem."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from studio.gui.editor.page import EditorPage
from studio.gui.editor.problems.explain import ExplainCard
from studio.gui.editor.problems.problem_list import EXPLAIN
from studio.gui.output.thumbnails import MarkedBoard, thumbnail_queue
from studio.gui.widgets import PlainButton
from tests.gui.editor.hand import LEFT, paint
from tests.gui.editor.toy import VOID, cape


@pytest.fixture
def faulty(page: EditorPage, qtbot: QtBot) -> Iterator[EditorPage]:
    """A page with a cape that looks off the board, and a void."""
    paint(page, cape(), "C1")
    paint(page, VOID, "D2")
    assert [finding.problems[0].code for finding in page.problems.listed_groups] == ["toy.cape", "toy.void"]
    page.view.setFocus()
    yield page
    qtbot.waitUntil(lambda: not thumbnail_queue().is_busy())


def card(page: EditorPage) -> ExplainCard:
    assert page.problem_controller.explain_card is not None
    return page.problem_controller.explain_card


def words(card: ExplainCard) -> str:
    return " ".join(label.text() for label in card.findChildren(QLabel) if label.isVisible())


def press_explain(page: EditorPage, row: int) -> None:
    shown = page.problems.problem_list
    index = shown.group_model.index(row)
    shown.scrollTo(index)
    QTest.mouseClick(shown.viewport(), LEFT, pos=shown.problem_delegate.parts(index)[EXPLAIN].center())


def boards(card: ExplainCard) -> list[MarkedBoard]:
    return [board for board in card.example_boards if board.isVisible()]


def test_a_row_is_explained_by_its_button(faulty: EditorPage, qtbot: QtBot) -> None:
    press_explain(faulty, 0)
    shown = card(faulty)
    assert shown.isVisible() and shown.hasFocus()
    output = words(shown)
    for part in ("About toy.cape", "A cape has to look", "A cape looks off the board.", "Nobody can play.", "toy.cape"):
        assert part in output
    assert shown.rule_button.text() == "T1"
    with qtbot.waitSignal(faulty.request) as requested:
        shown.rule_button.click()
    assert requested.args is not None and requested.args[0].rule == "T1"
    assert "Fix: Turn it." in output
    assert shown.accessibleName() == "Explanation: About toy.cape"
    assert "Nobody can play." in shown.accessibleDescription()
    fault, fixed = boards(shown)
    qtbot.waitUntil(lambda: fault.is_drawn() and fixed.is_drawn())
    assert len(fault.outlines) == len(fixed.outlines) == 1
    assert fault.accessibleName() == "Problem: It looks away."
    assert faulty.rect().contains(shown.geometry())


def test_the_keyboard_opens_and_closes_it(faulty: EditorPage, qtbot: QtBot) -> None:
    shown = faulty.problems.problem_list
    shown.setFocus()
    shown.setCurrentIndex(shown.group_model.index(1))
    QTest.keyClick(shown, Qt.Key.Key_F1)
    assert card(faulty).isVisible() and card(faulty).problem == faulty.problems.listed_groups[1].problems[0]
    assert len(boards(card(faulty))) == 1, "no fixed board to show"
    QTest.keyClick(card(faulty), Qt.Key.Key_Escape)
    assert not card(faulty).isVisible() and shown.hasFocus()
    QTest.keyClick(shown, Qt.Key.Key_F1)
    QTest.keyClick(card(faulty), Qt.Key.Key_F1)
    assert not card(faulty).isVisible()


def test_the_menu_has_it_and_the_action_takes_the_chosen_one(faulty: EditorPage) -> None:
    faulty.problems.problem_list.make_menu(faulty.problems.listed_groups[0]).actions()[1].trigger()
    assert card(faulty).problem == faulty.problems.listed_groups[0].problems[0]
    card(faulty).close_card()
    faulty.problems.choose(faulty.problems.listed_groups[1].problems)
    faulty.page_actions["explain"].trigger()
    assert card(faulty).problem == faulty.problems.listed_groups[1].problems[0]
    faulty.problems.choose(faulty.problems.listed_groups[0].problems)
    assert card(faulty).problem == faulty.problems.listed_groups[0].problems[0], "it follows what is chosen"


def test_without_problems_it_says_so(page: EditorPage) -> None:
    page.page_actions["explain"].trigger()
    assert page.problem_controller.explain_card is None
    assert page.status_bar.hint_label.full_text() == "There is no problem to explain."


def test_its_button_mends_and_then_it_goes(faulty: EditorPage) -> None:
    press_explain(faulty, 0)
    fix = card(faulty).fix_button
    assert fix is not None and fix.text() == "Turn it"
    fix.click()
    assert not card(faulty).isVisible()
    assert [finding.problems[0].code for finding in faulty.problems.listed_groups] == ["toy.void"]
    faulty.document.undo()
    assert not card(faulty).isVisible()


def test_show_it_makes_way_for_the_board(faulty: EditorPage) -> None:
    press_explain(faulty, 1)
    show = next(button for button in card(faulty).findChildren(PlainButton) if button.text() == "Show")
    show.click()
    assert not card(faulty).isVisible()
    assert faulty.problems.current_problems == faulty.problems.listed_groups[1].problems


@pytest.mark.parametrize(("width", "height"), [(1024, 560), (1440, 800)])
def test_it_stays_on_the_page(faulty: EditorPage, width: int, height: int) -> None:
    press_explain(faulty, 0)
    faulty.resize(width, height)
    assert faulty.rect().contains(card(faulty).geometry())
    corner = card(faulty).mapTo(faulty, QPoint(0, 0))
    assert corner.x() >= 0 and corner.y() >= 0
