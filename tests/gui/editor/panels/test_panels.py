"""The panels around the board: palette, inspector, problems."""

from __future__ import annotations

import dataclasses
import threading

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from studio.core.form import Stamp
from studio.core.game import Verdicts
from studio.core.picture import edge_target
from studio.core.problems import Fix, Problem, Severity
from studio.gui.editor.page import EditorPage
from studio.gui.editor.problems.problem_groups import VerifyState
from studio.gui.editor.problems.problem_list import BACK, NEXT, ROW_HEIGHT, TEXT
from studio.gui.widgets import PlainButton, wrapped_height
from studio.gui.widgets.inputs import CountBox, Segmented
from tests.gui.editor.hand import (
    LEFT,
    body,
    chosen_stamps,
    click_stamp,
    lay,
    lies,
    paint,
    press_fix,
    spot,
    stamp_count,
    stamp_rows,
)
from tests.gui.editor.toy import SEA, Toy, blank, cape
from tests.helpers import instance_of
from tests.short_run import mark_long


def test_palette_chooses_counts_and_follows(page: EditorPage) -> None:
    sea, cape_row = stamp_rows(page)[:2]
    click_stamp(page, cape_row)
    assert (page.edit_state.stamp, page.board.tool.key) == (cape(), "stamp")
    assert chosen_stamps(page) == ["cape"]
    count = stamp_count(page, sea)
    count.plus.click()
    count.plus.click()
    assert (body(page).seas, page.document.stack.count()) == (22, 1), "clicks on the same count are one step"
    assert page.palette_panel.stamp_model.index(0).data() == "Tiles 22 left"
    page.document.undo()
    assert (body(page).seas, count.value(), stamp_rows(page)[0].item.remaining) == (20, 20, 20)
    for _step in range(7):  # thirteen is refused by the game
        count.minus.click()
    assert (body(page).seas, count.value()) == (14, 14)
    click_stamp(page, stamp_rows(page)[3])
    assert (page.board.tool.key, page.edit_state.edge_stamp) == ("border", Stamp("open"))


def test_form_of_a_space_edits_and_undoes(page: EditorPage) -> None:
    page.edit_state.select((7,))
    assert page.inspector.title_label.text() == "Space B2"
    page.inspector.rows["kind"].edited.emit("kind", "cape")
    assert body(page).at(7) == cape()
    assert "turn" in page.inspector.rows, "the form has grown"
    turn = instance_of(CountBox, page.inspector.rows["turn"].control)
    turn.plus.click()
    turn.plus.click()
    assert (body(page).at(7), page.document.stack.count()) == (cape(2), 2)
    page.document.undo()
    assert (body(page).at(7), turn.value()) == (cape(), 0)
    page.document.undo()
    assert body(page) == blank(hexagons=body(page).hexagons)
    assert "turn" not in page.inspector.rows


def test_the_form_tells_what_is_wrong_with_the_selected_space(page: EditorPage) -> None:
    about = page.inspector.place_details
    assert not about.isVisible(), "nothing is selected"
    page.edit_state.select((2,))
    assert about.no_problem_label.isVisible()
    paint(page, cape(), "C1")
    shown = [remark for remark in about.problem_labels if remark.isVisible()]
    assert [remark.problem.message for remark in shown if remark.problem] == ["A cape looks off the board."]
    assert not about.no_problem_label.isVisible()
    page.document.undo()
    assert not any(remark.isVisible() for remark in about.problem_labels)
    page.edit_state.select((2, 3))
    assert not about.isVisible()


def test_form_of_an_edge(page: EditorPage) -> None:
    page.edit_state.select((), edge_target(2, 0))
    assert page.inspector.title_label.text() == "Side 0 of C1"
    page.inspector.rows["kind"].edited.emit("kind", "coast")
    assert body(page).edges == ((edge_target(2, 0), "coast"),)


def test_a_value_that_cannot_be_is_refused_beside_its_field(page: EditorPage) -> None:
    row = page.inspector.rows["seas"]
    before = page.document.snapshot
    row.edited.emit("seas", 13)
    assert row.error_label.text() == "Thirteen seas bring bad luck."
    assert not row.error_label.isHidden()
    assert page.document.snapshot == before
    assert page.document.stack.count() == 0
    row.edited.emit("seas", 12)
    assert row.error_label.isHidden()
    assert body(page).seas == 12


def test_a_button_in_a_form_edits_the_layout_as_one_step(page: EditorPage) -> None:
    page.inspector.boxes[1].set_folded(False)
    button = instance_of(PlainButton, page.inspector.rows["drain"].control)
    assert (button.text(), button.toolTip()) == ("Drain all seas", "Seas become empty spaces.")
    assert not button.isEnabled(), "there is no sea to drain"
    paint(page, SEA, "A1", "C2")
    assert button.isEnabled()
    page.activateWindow()
    button.setFocus()
    button.click()
    assert (lies(page, SEA), page.document.stack.count()) == ("", 3)
    assert page.document.stack.undoText() == "Box · Drain all seas"
    assert not button.isEnabled()
    focus = QApplication.focusWidget()
    assert not isinstance(focus, QLineEdit), "Ctrl+Z in a text field would be the field's own"
    page.document.undo()
    assert (lies(page, SEA), button.isEnabled()) == ("A1 C2", True)


def test_a_button_that_is_refused_says_why(page: EditorPage) -> None:
    paint(page, SEA, "A1")
    page.inspector.rows["seas"].edited.emit("seas", 7)
    row = page.inspector.rows["drain"]
    assert isinstance(row.control, PlainButton)
    row.control.click()
    assert row.error_label.text() == "Seven seas are not to be drained."
    assert lies(page, SEA) == "A1"
    page.inspector.rows["seas"].edited.emit("seas", 8)
    row.control.click()
    assert row.error_label.isHidden()
    assert lies(page, SEA) == ""


def test_pressing_a_button_again_is_another_step(page: EditorPage) -> None:
    for _time in range(2):
        lay(page.document, {"A1": SEA})
        row = page.inspector.rows["drain"]
        assert isinstance(row.control, PlainButton)
        row.control.click()
    assert page.document.stack.count() == 4


def test_typing_a_name_is_one_step_and_keeps_the_cursor(page: EditorPage) -> None:
    line = instance_of(QLineEdit, page.inspector.rows["meta.name"].control)
    line.setFocus()
    line.setCursorPosition(3)
    QTest.keyClicks(line, "sBr1")  # letters and digits that are shortcuts elsewhere
    assert page.document.snapshot.name == "ToysBr1 sea" == page.title()
    assert line.cursorPosition() == 7
    assert (page.document.stack.count(), page.board.tool.key) == (1, "select")
    page.document.undo()
    assert (line.text(), page.title()) == ("Toy sea", "Toy sea")


def test_problems_are_counted_filtered_chosen_and_fixed(page: EditorPage) -> None:
    paint(page, cape(), "C1")
    paint(page, Stamp("void"), "E4")
    panel = page.problems
    assert [row.place for row in panel.listed_groups] == ["C1", "E4"]
    assert panel.severity_chips[Severity.WARNING].text() == "1 warning"
    assert page.status_bar.counters.counts == {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 1}
    panel.severity_chips[Severity.WARNING].click()
    assert [row.place for row in panel.listed_groups] == ["E4"]
    panel.severity_chips[Severity.WARNING].click()
    text = panel.problem_list.visualRect(panel.problem_list.group_model.index(0)).topLeft() + QPoint(200, 10)
    QTest.mouseClick(panel.problem_list.viewport(), LEFT, pos=text)
    chosen = page.board.highlighted_problems
    assert chosen == panel.listed_groups[0].problems
    press_fix(page, 0)
    assert body(page).at(2) == cape(2)
    assert [row.place for row in panel.listed_groups] == ["E4"]
    assert (panel.current_problems, page.board.highlighted_problems) == ((), ())
    page.document.undo()
    panel.fix_all_button.click()
    assert (body(page).at(2), body(page).at(22)) == (cape(2), Stamp("void"))
    assert not panel.fix_all_button.isEnabled()


def test_the_menu_of_a_finding(page: EditorPage) -> None:
    paint(page, cape(), "B1", "C1", "E1")
    paint(page, Stamp("void"), "E4")
    menu = page.problems.problem_list.make_menu
    row = page.problems.listed_groups[0]
    words = "Show all locations|Explain|Select 3 spaces|Copy text||Fix B1 only: Turn it|Fix similar problems (3)"
    assert [action.text().split("\t")[0] for action in menu(row).actions()] == [*words.split("|"), "", "Ignore…"]
    menu(row).actions()[3].trigger()
    lines = QApplication.clipboard().text().splitlines()
    assert lines == [f"{name}: A cape looks off the board." for name in ("B1", "C1", "E1")]
    page.problems.choose(row.problems[1:2])
    row = page.problems.listed_groups[0]
    show, _explain, _select, copy, _line, fix, kind = menu(row).actions()[:7]
    show.trigger()
    assert page.board.highlighted_problems == row.problems
    page.problems.choose(row.problems[1:2])
    copy.trigger()
    assert QApplication.clipboard().text() == "C1: A cape looks off the board."
    assert "copied" in page.status_bar.hint_label.full_text()
    fix.trigger()
    assert (lies(page, cape()), lies(page, cape(2))) == ("B1 E1", "C1")
    count = page.document.stack.count()
    kind.trigger()
    page.problems.preview_bar.apply_button.click()
    assert (lies(page, cape()), lies(page, cape(2))) == ("", "B1 C1 E1")
    assert (page.document.stack.count(), page.document.stack.undoText()) == (count + 1, "2 fixes")
    alone = page.problems.problem_list.make_menu(page.problems.listed_groups[0]).actions()
    assert [action.isEnabled() for action in alone if not action.isSeparator()] == [True] * 5 + [False, True]
    page.document.apply_fixes(page.document.fixes_for("toy.void"))
    assert lies(page, Stamp("void")) == "", "asked for by kind, a repair that takes something away is made too"


def test_the_list_of_findings_by_keyboard_and_for_screen_readers(page: EditorPage) -> None:
    paint(page, cape(), "B1", "C1", "E1")
    paint(page, Stamp("void"), "E4")
    page.choose_stamp(cape())
    shown, findings = page.problems.problem_list, page.problems.problem_list.group_model
    text = findings.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert text == "3 locations: A cape looks off the board."
    assert findings.index(0).data(Qt.ItemDataRole.AccessibleDescriptionRole) == "Fix all 3"
    assert findings.index(1).data(Qt.ItemDataRole.AccessibleTextRole) == "E4: A space is void."
    assert findings.index(1).data(Qt.ItemDataRole.AccessibleDescriptionRole) == "Fix: Give it back"
    shown.setFocus()
    QTest.keyClick(shown, Qt.Key.Key_Down)
    assert (shown.currentIndex().row(), page.problems.current_problems) == (1, ()), "walking is not yet choosing"
    QTest.keyClick(shown, Qt.Key.Key_Return)
    assert page.board.highlighted_problems == page.problems.listed_groups[1].problems
    assert [index.row() for index in shown.selectedIndexes()] == [1]
    press_fix(page, 0)
    page.problems.preview_bar.apply_button.click()
    assert [index.row() for index in shown.selectedIndexes()] == [0], "the chosen one stays chosen"
    QTest.keyClick(shown, Qt.Key.Key_2)
    assert page.edit_state.stamp == cape(), "digits are the palette's keys"


def test_findings_of_one_cause_are_one_row_with_all_its_places(page: EditorPage) -> None:
    paint(page, cape(), "A1", "C1", "D1", "F1")
    (row,) = page.problems.listed_groups
    assert (row.place, row.message, row.button_text) == ("4 locations", "A cape looks off the board.", "Fix all 4")
    assert page.status_bar.counters.counts[Severity.WARNING] == 4, "counts are of findings, not of rows"
    shown = page.problems.problem_list
    index = shown.group_model.index(0)
    QTest.mouseClick(shown.viewport(), LEFT, pos=shown.problem_delegate.parts(index)[TEXT].center())
    assert page.edit_state.selection == {0, 2, 3, 5} and len(page.board.highlighted_problems) == 4
    for name, cell in (("A1", 0), ("C1", 2), ("D1", 3)):
        QTest.mouseClick(shown.viewport(), LEFT, pos=shown.problem_delegate.parts(index)[NEXT].center())
        assert (page.problems.listed_groups[0].place, set(page.edit_state.selection)) == (name, {cell})
        shown.grab()
    QTest.mouseClick(shown.viewport(), LEFT, pos=shown.problem_delegate.parts(index)[BACK].center())
    assert page.problems.listed_groups[0].place == "C1"
    count = page.document.stack.count()
    press_fix(page, 0)
    page.problems.preview_bar.apply_button.click()
    assert (lies(page, cape()), lies(page, cape(2))) == ("", "A1 C1 D1 F1")
    assert page.document.stack.count() == count + 1
    page.document.undo()
    assert lies(page, cape()) == "A1 C1 D1 F1"


def test_stepping_goes_through_all_places_of_all_rows(page: EditorPage) -> None:
    paint(page, cape(), "A1", "C1")
    paint(page, Stamp("void"), "E4")
    panel, seen = page.problems, []
    for _step in range(4):
        QTest.keyClick(page.view, Qt.Key.Key_F8)
        assert len(panel.current_problems) == 1
        seen.append(panel.current_problems[0].cells)
    assert seen == [(0,), (2,), (22,), (0,)]
    panel.choose(panel.listed_groups[0].problems)
    panel.step_problem(1)
    assert panel.current_problems[0].cells == (0,), "from all places to the first"
    panel.choose(panel.listed_groups[0].problems)
    panel.step_problem(-1)
    assert panel.current_problems[0].cells == (22,), "or to the one before them"
    panel.problem_list.setFocus()
    panel.choose(panel.listed_groups[0].problems)
    QTest.keyClick(panel.problem_list, Qt.Key.Key_Right)
    QTest.keyClick(panel.problem_list, Qt.Key.Key_Right)
    assert panel.current_problems[0].cells == (2,)
    QTest.keyClick(panel.problem_list, Qt.Key.Key_Left)
    assert panel.current_problems[0].cells == (0,)


def test_different_sentences_of_one_cause_are_grouped(page: EditorPage) -> None:
    names = list(enumerate("ABC"))
    problems = [Problem("toy.pair", Severity.ERROR, f"{name} does not fit.", (cell,)) for cell, name in names]
    page.problems.show_problems(problems, list("ABC"))
    (row,) = page.problems.listed_groups
    assert row.message == "A does not fit. 2 more like this."
    page.problems.step_problem(-1)
    assert page.problems.listed_groups[0].message == "C does not fit."
    known = [dataclasses.replace(problem, cause="Tiles do not fit.") for problem in problems]
    page.problems.show_problems(known, list("ABC"))
    assert [row.message for row in page.problems.listed_groups] == ["Tiles do not fit."]
    fix = Fix("Turn it", blank())
    some = [dataclasses.replace(problem, fix=fix if problem.cells != (2,) else None) for problem in problems]
    page.problems.show_problems(some, list("ABC"))
    assert page.problems.listed_groups[0].button_text == "Fix all", "no number is promised where one has no repair yet"
    whole = [Problem("toy.whole", Severity.ERROR, f"The layout is {word}.") for word in ("odd", "even")]
    page.problems.show_problems(whole, ["Layout"] * 2)
    assert len(page.problems.listed_groups) == 2, "what has no place is not counted by places"


@pytest.mark.parametrize("width", [520, 900])
def test_sentences_are_wrapped_and_never_cut(page: EditorPage, qtbot: QtBot, width: int) -> None:
    text = "A long sentence tells what is wrong here and what might be done about it, " * 3
    problems = [Problem("toy.long", Severity.ERROR, text, (0,)), Problem("toy.short", Severity.INFO, "Short.", (1,))]
    qtbot.waitUntil(lambda: page.problem_controller.verifier.state is VerifyState.HOLDS)
    page.problems.setFixedWidth(width)
    page.problems.show_problems(problems, ["A1", "B1"])
    QApplication.processEvents()
    shown = page.problems.problem_list
    high, low = (shown.visualRect(shown.group_model.index(row)).height() for row in (0, 1))
    room = shown.problem_delegate.parts(shown.group_model.index(0))[TEXT]
    needed = wrapped_height(text, room.width(), 14)
    assert low == ROW_HEIGHT and high >= needed + 5 and room.height() >= needed


def test_nothing_is_said_to_be_playable_before_all_checks_have_ended(page: EditorPage, qtbot: QtBot) -> None:
    def remark() -> object:
        return page.problems.problem_list.group_model.index(0).data()

    qtbot.waitUntil(lambda: page.problem_controller.verifier.state is VerifyState.HOLDS)
    assert remark() == "No problems found. This layout can be played."
    assert not page.status_bar.counters.is_checking
    toy = instance_of(Toy, page.document.game.checks)
    toy.gate = threading.Event()
    paint(page, SEA, "C3")
    assert remark() == "No problems so far, still checking…"
    counters = page.status_bar.counters
    assert counters.is_checking and counters.accessibleName() == "0 errors, 0 warnings, 0 hints, still checking…"
    page.problem_controller.check_all()
    assert "Checked" not in page.status_bar.hint_label.full_text()
    toy.gate.set()
    qtbot.waitUntil(lambda: page.problem_controller.verifier.state is VerifyState.HOLDS)
    assert remark() == "No problems found. This layout can be played." and not counters.is_checking
    assert page.status_bar.hint_label.full_text() == "Checked: 0 errors, 0 warnings, 0 hints"


@pytest.mark.usefixtures("full_dress")
@pytest.mark.parametrize("width", mark_long([380, 440, 520, 620, 900], 0, 3))
def test_a_sentence_has_room_in_the_narrowest_panel(page: EditorPage, width: int) -> None:
    paint(page, cape(), "A1", "C1", "D1", "F1")
    paint(page, Stamp("void"), "E4")
    panel, shown = page.problems, page.problems.problem_list
    panel.setFixedWidth(width)
    page.grab()
    for number in range(2):
        index = shown.group_model.index(number)
        parts = shown.problem_delegate.parts(index)
        text = parts.pop(TEXT)
        assert text.width() >= 220 and shown.visualRect(index).contains(text)
        assert not any(text.intersects(box) for box in parts.values())
        assert wrapped_height(panel.listed_groups[number].message, text.width(), 14) <= text.height()
    QTest.mouseClick(
        shown.viewport(), LEFT, pos=shown.problem_delegate.parts(shown.group_model.index(0))[NEXT].center()
    )
    assert panel.listed_groups[0].place == "A1"


def test_more_findings_than_fit_are_all_listed(page: EditorPage) -> None:
    problems = [Problem("toy.many", Severity.ERROR, f"Finding {number}") for number in range(200)]
    page.problems.show_problems(problems, ["Layout"] * len(problems))
    shown = page.problems.problem_list
    assert shown.group_model.rowCount() == 200 and shown.verticalScrollBar().maximum() > 0
    page.problems.step_problem(-1)
    assert page.problems.current_problems == (problems[-1],)
    assert shown.viewport().rect().intersects(shown.visualRect(shown.group_model.index(199))), "it is scrolled to"
    page.problems.severity_chips[Severity.ERROR].click()
    assert shown.group_model.rowCount() == 1
    assert shown.group_model.index(0).data() == "200 problems are hidden."
    page.problems.show_problems([], [])
    page.problems.set_verify_state(VerifyState.HOLDS)
    assert shown.group_model.index(0).data() == "No problems found. This layout can be played."
    shown.grab()


def test_parts_of_a_finding_tell_what_they_are(page: EditorPage) -> None:
    paint(page, cape(), "C1")
    shown = page.problems.problem_list
    index = shown.group_model.index(0)
    tips = [shown.problem_delegate.tooltip(box.center(), index) for box in shown.problem_delegate.parts(index).values()]
    messages = ["More actions", "Explain this problem (F1)", "Turn it", "C1", "A cape looks off the board."]
    assert tips == messages
    for box in shown.problem_delegate.parts(index).values():
        QTest.mouseMove(shown.viewport(), box.center())
        shown.grab()


def test_a_finding_without_a_repair_has_none_in_its_menu(page: EditorPage) -> None:
    page.document.apply("few", page.document.game.editing.set_field(body(page), -1, "seas", 0))
    paint(page, SEA, "A1")
    actions = page.problems.problem_list.make_menu(page.problems.listed_groups[0]).actions()
    assert [action.isEnabled() for action in actions if not action.isSeparator()][2:] == [False, True] + [False] * 3


def test_marks_on_the_board_tell_why(page: EditorPage, qtbot: QtBot) -> None:
    paint(page, cape(), "C1")
    qtbot.waitUntil(lambda: page.view.notes_at(QPointF(spot(page, "C1"))) == "A cape looks off the board.")
    QTest.keyClick(page.view, Qt.Key.Key_W)
    assert page.view.notes_at(QPointF(spot(page, "C1"))) == "", "problems on the board can be switched off"
    assert page.problems.listed_groups, "the list stays"


def test_every_count_that_takes_the_keyboard_has_a_name(page: EditorPage) -> None:
    counts = page.findChildren(CountBox)
    assert counts
    assert all(count.field.accessibleName() for count in counts)


@pytest.mark.parametrize("whole_list", [False, True])
def test_the_keyboard_stays_with_the_problems_after_a_fix(page: EditorPage, whole_list: bool) -> None:
    page.activateWindow()
    paint(page, cape(), "C1")
    panel = page.problems
    if whole_list:
        QTest.mouseClick(panel.fix_all_button, LEFT)
    else:
        press_fix(page, 0)
    assert body(page).at(2) == cape(2)
    focus = QApplication.focusWidget()
    assert focus is not None and panel.isAncestorOf(focus), "Ctrl+Z in a text field would be the field's own"
    QTest.keyClick(focus, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert body(page).at(2) == cape()


def test_fixes_are_never_stale(page: EditorPage) -> None:
    paint(page, cape(), "C1")
    paint(page, SEA, "A3")
    press_fix(page, 0)
    assert (lies(page, SEA), lies(page, cape(2))) == ("A3", "C1"), "the fix keeps what was drawn since it was found"


def test_stepping_through_problems_and_to_a_field(page: EditorPage) -> None:
    page.document.apply("few", page.document.game.editing.set_field(body(page), -1, "seas", 0))
    paint(page, SEA, "A1")
    page.edit_state.select((5,))
    QTest.keyClick(page.view, Qt.Key.Key_F8)
    assert [problem.code for problem in page.problems.current_problems] == ["toy.seas"]
    assert page.edit_state.form_target == -1, "the form of the layout shows the field"


def test_the_proof_joins_the_problems(page: EditorPage, qtbot: QtBot) -> None:
    paint(page, SEA, "A1")
    qtbot.waitUntil(lambda: page.document.count(Severity.ERROR) == 1)
    assert page.problems.verify_status.state.value == "fails"
    page.document.undo()
    assert page.document.count(Severity.ERROR) == 0
    qtbot.waitUntil(lambda: page.problems.verify_status.state.value == "holds")


def test_a_game_says_what_its_proof_is_about(page: EditorPage) -> None:
    page.problems.verify_status.verdicts = Verdicts("idle", "working", "sound", "unsound", "unknown")
    page.problems.set_verify_state(VerifyState.HOLDS)
    assert page.problems.verify_status.accessibleName() == "sound"
    page.problems.verify_status.verdicts = None
    page.problems.set_verify_state(VerifyState.HOLDS)
    assert page.problems.verify_status.accessibleName() == "Verified: can be completed"


def test_a_form_that_nobody_sees_waits_until_it_is_shown(page: EditorPage) -> None:
    page.inspector.hide()
    page.edit_state.select((5,))
    title = page.inspector.title_label.text()
    page.edit_state.select((6,))
    assert page.inspector.title_label.text() == title, "the panel was not updated"
    page.inspector.show()
    assert page.inspector.title_label.text() == f"Space {page.document.grid.name(6)}"
    page.inspector.hide()
    page.edit_state.select(())
    assert "seas" in page.inspector.rows, "who asks for the rows gets those of now"


def test_several_unlike_spaces_are_set_at_once(page: EditorPage) -> None:
    lay(page.document, {"B1": SEA})
    page.edit_state.select((0, 1))
    kind = instance_of(Segmented, page.inspector.rows["kind"].control)
    assert kind.current() == "", "an empty space and a sea"
    assert page.inspector.rows["kind"].label.text() == "Kind: mixed"
    assert not page.inspector.boxes[0].section_header.isVisible(), "the card's title says what this is about"
    QTest.keyClick(kind, Qt.Key.Key_Right)
    assert lies(page, SEA) == "B1", "nothing is next to several"
    kind.button("sea").click()
    assert lies(page, SEA) == "A1 B1"
    assert page.document.stack.undoText() == "A1 · Kind"
    assert (kind.current(), page.inspector.rows["kind"].label.text()) == ("sea", "Kind")
    page.document.undo()
    assert (lies(page, SEA), kind.current()) == ("B1", "")


def test_a_number_that_differs_is_typed_for_all(page: EditorPage) -> None:
    lay(page.document, {"A1": cape(1), "B1": cape(2), "C1": cape(2)})
    page.edit_state.select((0, 1, 2))
    turn = instance_of(CountBox, page.inspector.rows["turn"].control)
    assert (turn.field.text(), turn.field.placeholderText()) == ("", "mixed")
    assert not turn.plus.isEnabled() and not turn.minus.isEnabled(), "one more than several is no number"
    before = page.document.stack.count()
    turn.setFocus()
    QTest.keyClick(turn.field, Qt.Key.Key_Return)
    QTest.keyClick(turn.field, Qt.Key.Key_Up)
    assert page.document.stack.count() == before, "nothing was typed"
    QTest.keyClicks(turn.field, "1")
    QTest.keyClick(turn.field, Qt.Key.Key_Return)
    assert [body(page).at(cell) for cell in range(3)] == [cape(1)] * 3
    assert page.document.stack.undoText() == "2 spaces · Rotation", "one of them was so before"
    assert (turn.field.text(), turn.plus.isEnabled()) == ("1", True)
    page.document.undo()
    assert (turn.field.text(), turn.value()) == ("", 1)


def test_edits_of_two_selections_are_two_steps(page: EditorPage) -> None:
    before = page.document.stack.count()
    for cells in ((0, 1), (6, 7)):
        page.edit_state.select(cells)
        page.inspector.rows["kind"].edited.emit("kind", "sea")
    assert page.document.stack.count() == before + 2
    page.document.undo()
    assert lies(page, SEA) == "A1 B1"
