"""Problems: checked, stepped through, searched, previewed, fixed and ignored."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from studio.core.cancellation import CancelToken
from studio.core.form import Stamp
from studio.core.picture import Picture
from studio.core.problems import Problem, Severity
from studio.documents.store import Ignored
from studio.gui.editor.board_controller import FLASH_COUNT, FlashAnimation
from studio.gui.editor.dialogs import IgnoreDialog
from studio.gui.editor.page import EditorPage
from studio.gui.editor.problems.panel import duration_text
from studio.gui.editor.problems.problem_groups import ListNote, ProblemGroup, VerifyState
from studio.gui.editor.problems.problem_list import FIX, MORE
from studio.gui.widgets import wrapped_height
from tests.gui.editor.hand import CTRL, LEFT, SHIFT, body, click, lay, lies, press_fix
from tests.gui.editor.toy import EMPTY, SEA, VOID, Toy, cape
from tests.gui.windows import in_dialog
from tests.helpers import instance_of, not_none


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.0, "1 ms"), (0.0124, "12 ms"), (0.099, "99 ms"), (0.1, "0.1 s"), (0.44, "0.4 s"), (4.9, "4.9 s"), (5.2, "5 s")],
)
def test_durations_in_words(seconds: float, words: str) -> None:
    assert duration_text(seconds) == words


def test_time_and_duration_of_the_last_check_are_shown(page: EditorPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: page.problem_controller.verifier.state is VerifyState.HOLDS)
    assert re.fullmatch(r"checked just now · \d+ ms", page.problems.verify_status.note)
    assert page.problems.verify_status.accessibleDescription() == page.problems.verify_status.note


def test_a_running_verification_is_shown(page: EditorPage, qtbot: QtBot) -> None:
    game = instance_of(Toy, page.document.game.checks)
    qtbot.waitUntil(lambda: page.problem_controller.verifier.state is VerifyState.HOLDS)
    game.gate = threading.Event()
    lay(page.document, {"C2": cape(1)})
    assert page.problems.verify_status.state is VerifyState.CHECKING and not page.problems.verify_status.note
    game.gate.set()
    qtbot.waitUntil(lambda: page.problems.verify_status.note.startswith("checked just now"))


def test_a_stopped_verification_is_shown(page: EditorPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def undecided(_self: Toy, _body: object, _patience: CancelToken) -> list[Problem]:
        return [Problem("toy.undecided", Severity.INFO, "Not found out in time.")]

    monkeypatch.setattr(Toy, "verify", undecided)
    page.problem_controller.check_all()
    qtbot.waitUntil(lambda: page.problem_controller.verifier.state is VerifyState.UNKNOWN)
    assert re.fullmatch(r"stopped after \d+ ms", page.problems.verify_status.note)


def test_every_look_counts_and_ignoring_is_none(page: EditorPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: page.problem_controller.verifier.state is VerifyState.HOLDS)
    messages: list[str] = []
    drawn(page, cape(), "C1")
    qtbot.waitUntil(lambda: page.problem_controller.verifier.state is VerifyState.HOLDS)
    page.problems.checked_time.changed.connect(lambda: messages.append(page.problems.checked_time.text))
    page.document.ignore(page.document.problems, "fine")
    assert messages == []
    page.document.recheck()
    assert messages == ["just now"]


def test_with_errors_every_stroke_is_checked_again(page: EditorPage) -> None:
    document = page.document
    document.apply("none", document.game.editing.set_field(document.body, -1, "seas", 0))
    messages: list[str] = []
    page.problems.checked_time.changed.connect(lambda: messages.append(page.problems.verify_status.note))
    for name in ("B2", "C2"):
        lay(document, {name: SEA})
    assert len(messages) >= 2 and page.problem_controller.verifier.state is VerifyState.IDLE
    assert all(re.fullmatch(r"checked just now · \d+ ms", text) for text in messages[1:])


def drawn(page: EditorPage, stamp: Stamp, *names: str) -> None:
    lay(page.document, dict.fromkeys(names, stamp))
    page.board.refresh()


@pytest.fixture
def found(page: EditorPage) -> EditorPage:
    """A page with a row of three places and one of two."""
    drawn(page, cape(), "A1", "C1", "E1")
    drawn(page, VOID, "B4", "E4")
    return page


def status_text(page: EditorPage) -> str:
    return page.status_bar.hint_label.full_text()


def test_f4_goes_from_place_to_place_of_one_row(found: EditorPage) -> None:
    found.problems.choose(found.problems.listed_groups[1].problems)
    seen = []
    for _time in range(3):
        QTest.keyClick(found.view, Qt.Key.Key_F4)
        seen.append((status_text(found), sorted(found.edit_state.selection)))
    assert seen == [("B4: 1 of 2", [19]), ("E4: 2 of 2", [22]), ("B4: 1 of 2", [19])], "round and round, in this row"
    QTest.keyClick(found.view, Qt.Key.Key_F4, SHIFT)
    assert status_text(found) == "E4: 2 of 2"


def test_f4_begins_with_the_first_row(found: EditorPage) -> None:
    QTest.keyClick(found.view, Qt.Key.Key_F4)
    assert status_text(found) == "A1: 1 of 3"


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
    actions = found.problems.problem_list.make_menu(row).actions()
    found.problems.problem_list.setFocus()
    next(action for action in actions if action.text() == "Select 3 spaces").trigger()
    assert found.edit_state.selection == {0, 2, 4} and status_text(found) == "3 spaces selected"
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
    note = found.problems.problem_list.group_model.rows[-1]
    assert isinstance(note, ListNote) and note.text == f"{5 - len(left)} problems are hidden."
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
    drawn(page, cape(), "C1")
    page.document.ignore(page.document.problems, "fine")
    drawn(page, EMPTY, "C1")
    findings = page.problems.problem_list.group_model
    qtbot.waitUntil(lambda: findings.rows[-2:-1] == [ListNote("Ignored")])
    page.problems.problem_list.setCurrentIndex(findings.index(findings.rowCount() - 1))
    QTest.keyClick(page.problems.problem_list, Qt.Key.Key_Return)
    assert not page.document.snapshot.ignored


@pytest.fixture
def capes(page: EditorPage) -> EditorPage:
    """A page with three capes that look off the board."""
    drawn(page, cape(), "A1", "C1", "E1")
    return page


def shown(page: EditorPage) -> bool:
    return page.problems.preview_bar.isVisible()


def pictures(page: EditorPage, monkeypatch: pytest.MonkeyPatch) -> list[Picture]:
    """The pictures that the board is given from now on."""
    given: list[Picture] = []
    before = page.view.set_picture

    def set_picture(picture: Picture, hurried: bool = False) -> None:
        given.append(picture)
        before(picture, hurried)

    monkeypatch.setattr(page.view, "set_picture", set_picture)
    return given


def test_a_repair_of_several_spaces_is_shown_first(capes: EditorPage, monkeypatch: pytest.MonkeyPatch) -> None:
    before, given = capes.document.body, pictures(capes, monkeypatch)
    press_fix(capes, 0)
    assert shown(capes) and capes.document.body is before and capes.document.stack.count() == 1
    assert capes.problems.preview_bar.text == "3 fixes? Changes 3 spaces: A1, C1, E1."
    assert {mark.target for mark in capes.view.marks if mark.kind == "chosen"} == {0, 2, 4}
    fixed = before
    for cell in (0, 2, 4):
        fixed = capes.document.game.editing.stamp(fixed, cell, cape(2))
    assert given == [capes.document.game.sketch.sketch(fixed)], "the board is drawn as it would be"
    assert capes.problems.preview_bar.apply_button.hasFocus()
    QTest.keyClick(capes.problems.preview_bar.apply_button, Qt.Key.Key_Return)
    assert lies(capes, cape(2)) == "A1 C1 E1" and not shown(capes)
    assert capes.document.stack.undoText() == "3 fixes"
    capes.document.undo()
    assert capes.document.body is before


def test_the_question_is_not_cut_in_a_low_panel(capes: EditorPage) -> None:
    panel, bar = capes.problems, capes.problems.preview_bar
    capes.page_actions["fix_all"].trigger()
    QApplication.processEvents()
    assert panel.rect().contains(bar.geometry()) and not panel.problem_list.isVisible()
    assert bar.rect().contains(bar.apply_button.geometry())
    bar.cancel_button.click()
    assert panel.problem_list.isVisible()


def test_escape_leaves_everything_as_it_is(capes: EditorPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    before, given = capes.document.body, pictures(capes, monkeypatch)
    capes.page_actions["fix_all"].trigger()
    assert shown(capes) and len(given) == 1
    QTest.keyClick(capes.problems.preview_bar.apply_button, Qt.Key.Key_Escape)
    assert not shown(capes) and capes.document.body is before and capes.document.stack.count() == 1
    qtbot.waitUntil(lambda: given[-1] == capes.document.game.sketch.sketch(before))
    assert capes.problems.problem_list.hasFocus()


@pytest.mark.parametrize("way", ["cancel", "press", "edit", "undo", "tool", "row"])
def test_whatever_else_is_done_takes_the_proposal_back(capes: EditorPage, qtbot: QtBot, way: str) -> None:
    document, before = capes.document, capes.document.body
    if way == "press":
        capes.board.set_tool("stamp")
    capes.page_actions["fix_all"].trigger()
    assert shown(capes)
    match way:
        case "cancel":
            capes.problems.preview_bar.cancel_button.click()
        case "press":
            click(capes, "B3")
        case "edit":
            document.apply("other", document.game.editing.stamp(before, 9, cape(1)))
            assert body(capes).at(9) == cape(1)
            document.undo()
        case "undo":
            capes.page_actions["undo"].trigger()
        case "tool":
            capes.page_actions["tool_stamp"].trigger()
        case "row":
            capes.problems.choose(capes.problems.listed_groups[0].problems)
    assert not shown(capes) and capes.problem_controller.fix_preview.fixes is None
    assert document.body == before and lies(capes, cape()) == "A1 C1 E1"


def test_enter_on_the_board_makes_it_too(capes: EditorPage) -> None:
    capes.page_actions["fix_all"].trigger()
    capes.view.setFocus()
    QTest.keyClick(capes.view, Qt.Key.Key_Return)
    assert lies(capes, cape(2)) == "A1 C1 E1"


def test_enter_on_cancel_cancels(capes: EditorPage) -> None:
    capes.page_actions["fix_all"].trigger()
    capes.problems.preview_bar.cancel_button.setFocus()
    QTest.keyClick(capes.problems.preview_bar.cancel_button, Qt.Key.Key_Return)
    assert lies(capes, cape(2)) == "" and not shown(capes)


def test_the_card_makes_way_for_what_is_proposed(capes: EditorPage) -> None:
    problem = capes.document.problems[0]
    assert problem.fix is not None
    capes.problem_controller.explain(problem)
    card = capes.problem_controller.explain_card
    assert card is not None and card.isVisible()
    capes.problem_controller.fix_all()
    assert shown(capes) and not card.isVisible() and capes.problems.preview_bar.apply_button.hasFocus()


@pytest.mark.parametrize("width", [300, 420, 700])
def test_a_proposal_says_what_it_changes_in_any_width(capes: EditorPage, width: int) -> None:
    bar = capes.problems.preview_bar
    capes.page_actions["fix_all"].trigger()
    bar.resize(width, bar.height())
    shown_words = not_none(bar.findChild(QLabel))
    assert "Changes 3 spaces" in shown_words.text()
    assert wrapped_height(shown_words.text(), shown_words.width(), 13) <= bar.height()
    assert bar.apply_button.geometry().right() <= width and not bar.apply_button.geometry().intersects(
        shown_words.geometry()
    )


ENTRY = Ignored("toy.cape", "looks fine", "A1 C1")


def type_reason(dialog: IgnoreDialog) -> None:
    assert dialog.focusWidget() is dialog.field and not dialog.ok_button.isEnabled(), "a reason is asked for"
    QTest.keyClicks(dialog.field, "looks  fine")
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)


def ignore_entry(page: EditorPage, row: int = 0) -> None:
    menu = page.problems.problem_list.make_menu(page.problems.listed_groups[row])
    menu.actions()[-1].trigger()


def aside(page: EditorPage) -> list[str]:
    rows = page.problems.problem_list.group_model.rows
    ignored = rows[rows.index(ListNote("Ignored")) + 1 :] if ListNote("Ignored") in rows else []
    return [row.text if isinstance(row, ListNote) else f"{row.place}: {row.message}" for row in ignored]


def test_a_row_is_ignored_with_a_reason_and_counted_apart(page: EditorPage) -> None:
    drawn(page, cape(), "A1", "C1")
    in_dialog(type_reason, IgnoreDialog)
    ignore_entry(page)
    assert list(page.document.snapshot.ignored) == [ENTRY]
    assert page.problems.listed_groups == [] and page.document.count(Severity.WARNING) == 0
    assert aside(page) == ["2 locations: A cape looks off the board. – “looks fine”"]
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

    in_dialog(everywhere, IgnoreDialog)
    ignore_entry(page)
    assert page.document.snapshot.ignored == (Ignored("toy.cape", "looks fine"),)
    drawn(page, cape(), "E1")
    assert page.problems.listed_groups == [] and page.problems.ignored_chip.count == 2


def test_one_place_of_a_row_is_ignored_by_itself(page: EditorPage) -> None:
    drawn(page, cape(), "A1", "C1")
    page.problems.choose(page.problems.listed_groups[0].problems[1:])
    in_dialog(type_reason, IgnoreDialog)
    ignore_entry(page)
    assert page.document.snapshot.ignored == (Ignored("toy.cape", "looks fine", "C1"),)
    assert [row.place for row in page.problems.listed_groups] == ["A1"]


def test_cancelled_is_nothing_ignored(page: EditorPage) -> None:
    drawn(page, cape(), "A1")
    in_dialog(lambda dialog: dialog.reject(), IgnoreDialog)
    ignore_entry(page)
    assert not page.document.snapshot.ignored


def test_errors_cannot_be_ignored(page: EditorPage, qtbot: QtBot) -> None:
    drawn(page, SEA, "A1")
    page.problem_controller.check_all()
    qtbot.waitUntil(lambda: bool(page.document.count(Severity.ERROR)))
    action = page.problems.problem_list.make_menu(page.problems.listed_groups[0]).actions()[-1]
    assert action.text() == "Ignore… (not for errors)" and not action.isEnabled()
    page.document.ignore(page.document.problems, "as if")
    assert page.document.count(Severity.ERROR) == 1
    assert aside(page) == ["toy.proof [A1] (as if): errors cannot be ignored."]


def line_of(page: EditorPage, words: str) -> int:
    lines = page.problems.problem_list.group_model.rows
    return next(
        at for at, line in enumerate(lines) if words in (line.text if isinstance(line, ListNote) else line.message)
    )


def test_the_button_lets_findings_count_again(page: EditorPage) -> None:
    drawn(page, cape(), "A1", "C1")
    page.document.ignore(page.document.problems, "looks fine")
    shown = page.problems.problem_list
    at = line_of(page, "looks fine")
    row = instance_of(ProblemGroup, shown.group_model.row_at(shown.group_model.index(at)))
    assert shown.group_model.index(at).data(Qt.ItemDataRole.AccessibleDescriptionRole) == "Stop ignoring"
    assert shown.make_menu(row).actions()[-1].text() == "Stop ignoring"
    press_fix(page, at)
    assert not page.document.snapshot.ignored and len(page.document.problems) == 2
    page.document.undo()
    assert list(page.document.snapshot.ignored) == [ENTRY]


def test_an_ignored_row_is_shown_on_the_board_while_it_is_chosen(page: EditorPage) -> None:
    drawn(page, cape(), "A1", "C1")
    page.document.ignore(page.document.problems, "looks fine")
    shown = page.problems.problem_list
    text = shown.visualRect(shown.group_model.index(line_of(page, "looks fine"))).topLeft() + QPoint(200, 10)
    QTest.mouseClick(shown.viewport(), LEFT, pos=text)
    assert page.edit_state.selection == {0, 2}
    assert page.view.notes_at(page.view.widget_rect(0).center().toPointF()) == "A cape looks off the board."
    page.board.highlight_problems(())
    assert page.view.notes_at(page.view.widget_rect(0).center().toPointF()) == ""


def test_a_solved_problem_is_reported_and_forgotten(page: EditorPage, qtbot: QtBot) -> None:
    drawn(page, cape(), "A1", "C1")
    page.document.ignore(page.document.problems, "looks fine")
    drawn(page, EMPTY, "A1", "C1")
    qtbot.waitUntil(lambda: bool(aside(page)), timeout=5000)
    text = "toy.cape [A1 C1] (looks fine): ignored, but no longer found."
    assert aside(page) == [text]
    press_fix(page, line_of(page, text))
    assert not page.document.snapshot.ignored and aside(page) == []
    assert not page.problems.ignored_chip.isVisible()


def test_while_it_is_still_being_looked_for_nothing_is_said_to_be_gone(page: EditorPage) -> None:
    drawn(page, cape(), "A1", "C1")
    page.document.ignore(page.document.problems, "looks fine")
    drawn(page, EMPTY, "A1", "C1")
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
