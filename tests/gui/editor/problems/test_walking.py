"""Going through findings by hand and by key: place by place, all their spaces, their words; and looking for some."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core.form import Stamp
from studio.core.problems import Severity
from studio.gui.editor.board_controller import FLASH_COUNT, FlashAnimation
from studio.gui.editor.page import EditorPage
from tests.gui.editor.hand import GRID
from tests.gui.editor.toy import cape

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def found(page: EditorPage) -> EditorPage:
    """A page with a row of three places and one of two."""
    drawn = page.document.body
    for name in ("A1", "C1", "E1"):
        drawn = page.document.game.editing.stamp(drawn, GRID.cell_named(name), cape())
    for name in ("B4", "E4"):
        drawn = page.document.game.editing.stamp(drawn, GRID.cell_named(name), Stamp("void"))
    page.document.apply("drawn", drawn)
    page.board.refresh()
    return page


def told(page: EditorPage) -> str:
    return page.status_bar.hint_label.full_text()


def test_f4_goes_from_place_to_place_of_one_row(found: EditorPage) -> None:
    found.problems.choose(found.problems.listed_groups[1].problems)
    seen = []
    for _time in range(3):
        QTest.keyClick(found.view, Qt.Key.Key_F4)
        seen.append((told(found), sorted(found.edit_state.selection)))
    assert seen == [("B4: 1 of 2", [19]), ("E4: 2 of 2", [22]), ("B4: 1 of 2", [19])], "round and round, in this row"
    QTest.keyClick(found.view, Qt.Key.Key_F4, SHIFT)
    assert told(found) == "E4: 2 of 2"


def test_f4_begins_with_the_first_row(found: EditorPage) -> None:
    QTest.keyClick(found.view, Qt.Key.Key_F4)
    assert told(found) == "A1: 1 of 3"


def test_each_place_lights_up_and_goes_dark_again(found: EditorPage, qtbot: QtBot) -> None:
    QTest.keyClick(found.view, Qt.Key.Key_F4)
    assert {mark.target for mark in found.view.marks if mark.kind == "chosen"} == {0}
    qtbot.waitUntil(lambda: not any(mark.kind == "chosen" for mark in found.view.marks))


def test_a_flash_lights_up_so_many_times(qtbot: QtBot) -> None:
    owner = QObject()
    flash, lit = FlashAnimation(owner), []
    flash.changed.connect(lambda: lit.append(flash.highlighted))
    flash.start([3, 4])
    qtbot.waitUntil(lambda: len(lit) == 2 * FLASH_COUNT)
    assert lit == [(3, 4), ()] * FLASH_COUNT
    flash.start([5])
    flash.stop()
    assert flash.highlighted == ()


def test_the_spaces_of_a_row_are_selected(found: EditorPage) -> None:
    row = found.problems.listed_groups[0]
    select = next(
        one for one in found.problems.problem_list.make_menu(row).actions() if one.text() == "Select its 3 spaces"
    )
    found.problems.problem_list.setFocus()
    select.trigger()
    assert found.edit_state.selection == {0, 2, 4} and told(found) == "3 spaces selected"
    assert found.view.hasFocus(), "the keys are now about the spaces"
    found.problems.choose(found.problems.listed_groups[1].problems[:1])
    found.page_actions["problem_spaces"].trigger()
    assert found.edit_state.selection == {19, 22}


def test_a_row_is_copied_by_key(found: EditorPage) -> None:
    shown = found.problems.problem_list
    found.activateWindow()
    shown.setFocus()
    QTest.keyClick(shown, Qt.Key.Key_Down)
    QTest.keyClick(shown, Qt.Key.Key_C, CTRL)
    assert QApplication.clipboard().text() == "B4: A space is void.\nE4: A space is void."


def places(page: EditorPage) -> list[str]:
    return [place for row in page.problems.listed_groups for place in row.places]


@pytest.mark.parametrize(
    ("words", "left"),
    [("void", ["B4", "E4"]), ("c1", ["C1"]), ("looks CAPE", ["A1", "C1", "E1"]), ("toy.void e4", ["E4"]), ("xyz", [])],
)
def test_words_places_and_codes_are_searched(found: EditorPage, words: str, left: list[str]) -> None:
    QTest.keyClick(found.view, Qt.Key.Key_F, CTRL)
    assert found.problems.search_field.hasFocus()
    QTest.keyClicks(found.problems.search_field, words)
    assert places(found) == left
    remark = found.problems.problem_list.group_model.note
    assert remark is not None and remark.text == f"{5 - len(left)} findings are hidden."
    assert found.problems.severity_chips[Severity.WARNING].count == 3, "they are counted all the same"


def test_the_search_is_left_by_key(found: EditorPage) -> None:
    found.activateWindow()
    found.page_actions["find_problem"].trigger()
    search = found.problems.search_field
    QTest.keyClicks(search, "void")
    QTest.keyClick(search, Qt.Key.Key_Return)
    assert found.problems.problem_list.hasFocus() and found.problems.problem_list.currentIndex().row() == 0
    QTest.keyClick(found.problems.problem_list, Qt.Key.Key_Return)
    assert found.edit_state.selection == {19, 22}
    found.page_actions["find_problem"].trigger()
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert not search.isVisible() and search.text() == "" and found.problems.problem_list.hasFocus()
    assert places(found) == ["A1", "C1", "E1", "B4", "E4"]


def test_enter_forgets_what_is_not_found_any_more(page: EditorPage, qtbot: QtBot) -> None:
    page.document.apply("cape", page.document.game.editing.stamp(page.document.body, 2, cape()))
    page.document.ignore(page.document.problems, "fine")
    page.document.apply("gone", page.document.game.editing.stamp(page.document.body, 2, Stamp("empty")))
    findings = page.problems.problem_list.group_model
    qtbot.waitUntil(lambda: len(findings.ignored_rows) == 2)
    page.problems.problem_list.setCurrentIndex(findings.index(findings.rowCount() - 1))
    QTest.keyClick(page.problems.problem_list, Qt.Key.Key_Return)
    assert not page.document.snapshot.ignored
