"""Findings are ignored with a reason: asked for, listed apart, counted apart, undone, kept, and let count again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core.form import Stamp
from studio.core.problems import Severity
from studio.documents.store import Ignored
from studio.gui.editor.page import EditorPage
from studio.gui.editor.problems.controller import IgnoreDialog
from studio.gui.editor.problems.problem_groups import ListNote, ProblemGroup
from studio.gui.editor.problems.problem_list import FIX, MORE
from tests.gui.editor.hand import GRID, LEFT
from tests.gui.editor.toy import SEA, cape

ENTRY = Ignored("toy.cape", "looks fine", "A1 C1")


def drawn(page: EditorPage, stamp: Stamp, *names: str) -> None:
    """Lay a stamp on spaces, as a step each."""
    for name in names:
        page.document.apply(name, page.document.game.editing.stamp(page.document.body, GRID.cell_named(name), stamp))
    page.board.refresh()


def in_dialog(what: Callable[[IgnoreDialog], None]) -> None:
    """Do something in the dialog that opens next."""

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, IgnoreDialog)
        what(dialog)

    QTimer.singleShot(0, look)


def type_reason(dialog: IgnoreDialog) -> None:
    assert dialog.focusWidget() is dialog.field and not dialog.ok_button.isEnabled(), "a reason is asked for"
    QTest.keyClicks(dialog.field, "looks  fine")
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)


def ignore_entry(page: EditorPage, row: int = 0) -> None:
    """Choose "Ignore…" in the menu of a row."""
    menu = page.problems.problem_list.make_menu(page.problems.listed_groups[row])
    menu.actions()[-1].trigger()


def aside(page: EditorPage) -> list[str]:
    """The lines below the heading of what is ignored."""
    heading, *lines = page.problems.problem_list.group_model.ignored_rows or [ListNote("Ignored")]
    assert isinstance(heading, ListNote) and heading.text == "Ignored"
    return [line.text if isinstance(line, ListNote) else f"{line.place}: {line.message}" for line in lines]


def test_a_row_is_ignored_with_a_reason_and_counted_apart(page: EditorPage) -> None:
    drawn(page, cape(), "A1", "C1")
    in_dialog(type_reason)
    ignore_entry(page)
    assert list(page.document.snapshot.ignored) == [ENTRY]
    assert page.problems.listed_groups == [] and page.document.count(Severity.WARNING) == 0
    assert aside(page) == ["2 places: A cape looks off the board. – “looks fine”"]
    assert (page.problems.ignored_chip.count, page.problems.ignored_chip.isVisible()) == (2, True)
    assert page.status_bar.counters.ignored == 2
    assert "2 ignored" in page.status_bar.counters.accessibleName()
    assert page.view.notes_at(page.view.widget_rect(0).center().toPointF()) == "", "it is not marked on the board"
    drawn(page, cape(), "E1")
    assert [row.place for row in page.problems.listed_groups] == ["E1"], "elsewhere it counts"
    page.document.undo()
    page.document.undo()
    assert not page.document.snapshot.ignored and len(page.problems.listed_groups[0].problems) == 2
    page.document.redo()
    assert list(page.document.snapshot.ignored) == [ENTRY]


def test_a_code_is_ignored_wherever_it_comes_up(page: EditorPage) -> None:
    drawn(page, cape(), "A1")

    def everywhere(dialog: IgnoreDialog) -> None:
        dialog.everywhere_switch.setChecked(True)
        type_reason(dialog)

    in_dialog(everywhere)
    ignore_entry(page)
    assert page.document.snapshot.ignored == (Ignored("toy.cape", "looks fine"),)
    drawn(page, cape(), "E1")
    assert page.problems.listed_groups == [] and page.problems.ignored_chip.count == 2


def test_one_place_of_a_row_is_ignored_by_itself(page: EditorPage) -> None:
    drawn(page, cape(), "A1", "C1")
    page.problems.choose(page.problems.listed_groups[0].problems[1:])
    in_dialog(type_reason)
    ignore_entry(page)
    assert page.document.snapshot.ignored == (Ignored("toy.cape", "looks fine", "C1"),)
    assert [row.place for row in page.problems.listed_groups] == ["A1"]


def test_cancelled_is_nothing_ignored(page: EditorPage) -> None:
    drawn(page, cape(), "A1")
    in_dialog(lambda dialog: dialog.reject())
    ignore_entry(page)
    assert not page.document.snapshot.ignored


def test_errors_cannot_be_ignored(page: EditorPage, qtbot: QtBot) -> None:
    drawn(page, SEA, "A1")
    page.problem_controller.check_all()
    qtbot.waitUntil(lambda: bool(page.document.count(Severity.ERROR)))
    action = page.problems.problem_list.make_menu(page.problems.listed_groups[0]).actions()[-1]
    assert action.text() == "Ignore… (errors cannot be ignored)" and not action.isEnabled()
    page.document.ignore(page.document.problems, "as if")
    assert page.document.count(Severity.ERROR) == 1
    assert aside(page) == ["toy.proof [A1] (as if): errors cannot be ignored, for nobody could play with them."]


def press(page: EditorPage, line: int, part: str) -> None:
    shown = page.problems.problem_list
    index = shown.group_model.index(line)
    shown.scrollTo(index)
    QTest.mouseClick(shown.viewport(), LEFT, pos=shown.problem_delegate.parts(index)[part].center())


def line_of(page: EditorPage, words: str) -> int:
    lines = page.problems.problem_list.group_model.all_rows
    return next(
        at for at, line in enumerate(lines) if words in (line.text if isinstance(line, ListNote) else line.message)
    )


def test_the_button_lets_findings_count_again(page: EditorPage) -> None:
    drawn(page, cape(), "A1", "C1")
    page.document.ignore(page.document.problems, "looks fine")
    shown = page.problems.problem_list
    at = line_of(page, "looks fine")
    row = shown.group_model.row_at(shown.group_model.index(at))
    assert isinstance(row, ProblemGroup)
    assert shown.group_model.index(at).data(Qt.ItemDataRole.AccessibleDescriptionRole) == "Stop ignoring"
    assert shown.make_menu(row).actions()[-1].text() == "Stop ignoring"
    press(page, at, FIX)
    assert not page.document.snapshot.ignored and len(page.document.problems) == 2
    page.document.undo()
    assert list(page.document.snapshot.ignored) == [ENTRY]


def test_an_ignored_row_is_shown_on_the_board_while_it_is_chosen(page: EditorPage) -> None:
    drawn(page, cape(), "A1", "C1")
    page.document.ignore(page.document.problems, "looks fine")
    shown = page.problems.problem_list
    words = shown.visualRect(shown.group_model.index(line_of(page, "looks fine"))).topLeft() + QPoint(200, 10)
    QTest.mouseClick(shown.viewport(), LEFT, pos=words)
    assert page.edit_state.selection == {0, 2}
    assert page.view.notes_at(page.view.widget_rect(0).center().toPointF()) == "A cape looks off the board."
    page.board.highlight_problems(())
    assert page.view.notes_at(page.view.widget_rect(0).center().toPointF()) == ""


def test_what_is_not_found_any_more_is_told_and_forgotten(page: EditorPage, qtbot: QtBot) -> None:
    drawn(page, cape(), "A1", "C1")
    page.document.ignore(page.document.problems, "looks fine")
    drawn(page, Stamp("empty"), "A1", "C1")
    qtbot.waitUntil(lambda: bool(aside(page)), timeout=5000)
    words = "toy.cape [A1 C1] (looks fine): ignored, but not found any more."
    assert aside(page) == [words]
    press(page, line_of(page, words), FIX)
    assert not page.document.snapshot.ignored and aside(page) == []
    assert not page.problems.ignored_chip.isVisible()


def test_while_it_is_still_being_looked_for_nothing_is_said_to_be_gone(page: EditorPage) -> None:
    drawn(page, cape(), "A1", "C1")
    page.document.ignore(page.document.problems, "looks fine")
    drawn(page, Stamp("empty"), "A1", "C1")
    page.problem_controller.start_verification(at_once=False)
    assert aside(page) == []


def test_the_ignored_ones_can_be_hidden(page: EditorPage) -> None:
    drawn(page, cape(), "A1", "C1")
    page.document.ignore(page.document.problems, "looks fine")
    page.problems.ignored_chip.click()
    assert aside(page) == [] and page.problems.ignored_chip.isVisible()


def test_repairs_pass_over_what_is_ignored(page: EditorPage) -> None:
    drawn(page, cape(), "A1", "C1", "E1")
    page.document.ignore(page.problems.listed_groups[0].problems[:2], "looks fine")
    assert page.document.safe_fixes().number == 1
    assert page.document.apply_fixes(page.document.fixes_for("toy.cape"))
    assert page.document.safe_fixes().number == 0
    assert [page.document.game.editing.pick(page.document.body, cell) for cell in (0, 2)] == [cape(), cape()]


def test_what_is_ignored_moves_along_and_is_kept_in_the_file(page: EditorPage, tmp_path: Path) -> None:
    drawn(page, cape(), "A1", "C1")
    document = page.document
    document.ignore(document.problems, "looks fine")
    document.resize("Resized", document.game.editing.resize(document.body, 1, 0, 0, 0), 1, 0)
    assert document.snapshot.ignored == (Ignored("toy.cape", "looks fine", "B1 D1"),)
    document.undo()
    assert document.snapshot.ignored == (ENTRY,)
    assert document.to_loaded().layout.ignored == (ENTRY,)


@pytest.mark.parametrize("width", [520, 640, 900])
def test_every_line_has_room_for_its_words(page: EditorPage, width: int) -> None:
    drawn(page, cape(), "A1", "C1")
    page.document.ignore(page.document.problems, "a long reason that goes on for a while " * 3)
    page.problems.resize(width, 300)
    shown = page.problems.problem_list
    shown.doItemsLayout()
    at = shown.group_model.index(line_of(page, "a long reason"))
    parts = shown.problem_delegate.parts(at)
    assert parts[MORE].right() <= shown.viewport().width()
    assert not parts[FIX].intersects(parts[MORE])
    shown.grab()
