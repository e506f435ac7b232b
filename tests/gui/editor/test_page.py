"""The editor page as a person uses it: pointer, keyboard, forms, palette, problems, history, files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from studio.core.form import Stamp
from studio.core.game import edge_target
from studio.core.grid import SquareGrid
from studio.core.problems import Severity
from studio.documents.paths import layouts_dir
from studio.games import slugs
from studio.games.opening import open_layout
from studio.gui.board_view import BoardView
from studio.gui.editor.page import EditorPage
from studio.gui.editor.resize_dialog import ResizeDialog, shares
from studio.gui.editor.symmetry import Symmetry
from studio.gui.theme import DARK, LIGHT
from studio.gui.widgets import Choice, CountBox
from tests.gui.editor.toy import EMPTY, SEA, Toy, ToyBody, blank, cape, opened

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform says so of any window
GRID = SquareGrid(6, 4)
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
SHIPPED = layouts_dir() / slugs()[0] / "base.json"


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[EditorPage]:
    """An open page on an empty toy board."""
    page = EditorPage(opened(), LIGHT)
    page.resize(1280, 640)
    qtbot.addWidget(page, before_close_func=lambda page: page.closing())
    page.show()
    qtbot.waitExposed(page)
    page.view.setFocus()
    qtbot.waitUntil(lambda: page.prover.state.value != "idle")
    yield page


def spot(view: BoardView, name: str) -> QPoint:
    """The middle of a cell in the view."""
    return view.widget_rect(GRID.named(name)).center()


def click(qtbot: QtBot, page: EditorPage, name: str, button: Qt.MouseButton = LEFT) -> None:
    """A click on a cell."""
    QTest.mouseMove(page.view, spot(page.view, name))
    QTest.mouseClick(page.view, button, pos=spot(page.view, name))


def body(page: EditorPage) -> ToyBody:
    """The body as it is."""
    found: ToyBody = page.document.body
    return found


def lies(page: EditorPage, stamp: Stamp) -> str:
    """Where a stamp lies."""
    return " ".join(GRID.name(cell) for cell in range(GRID.count) if body(page).at(cell) == stamp)


def test_painting_with_the_mouse(page: EditorPage, qtbot: QtBot) -> None:
    QTest.keyClick(page.view, Qt.Key.Key_B)
    assert page.easel.tool.key == "stamp"
    view = page.view
    QTest.mousePress(view, LEFT, pos=spot(view, "A1"))
    QTest.mouseMove(view, spot(view, "C1"))
    QTest.mouseRelease(view, LEFT, pos=spot(view, "C1"))
    assert lies(page, SEA) == "A1 B1 C1"
    assert page.is_modified()
    QTest.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert lies(page, SEA) == ""
    assert not page.is_modified()
    QTest.keyClick(view, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert lies(page, SEA) == "A1 B1 C1"


def test_painting_with_the_keyboard_alone(page: EditorPage, qtbot: QtBot) -> None:
    view = page.view
    for key in (Qt.Key.Key_2, Qt.Key.Key_R):  # the second stamp, turned once
        QTest.keyClick(view, key)
    assert (page.easel.tool.key, page.desk.stamp) == ("stamp", cape(1))
    QTest.keyClick(view, Qt.Key.Key_Right)
    name = page.status_bar.cell.text()
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert lies(page, cape(1)) == name != ""
    QTest.keyClick(view, Qt.Key.Key_H)
    assert page.desk.stamp == cape(3)
    QTest.keyClick(view, Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
    assert page.desk.stamp == cape(2)
    QTest.keyClick(view, Qt.Key.Key_V)
    assert page.desk.stamp == cape(0)


@pytest.mark.parametrize(
    "key", ["select", "pan", "stamp", "line", "rectangle", "fill", "erase", "pick", "void", "border"]
)
def test_every_tool_has_a_key_and_a_tooltip_that_names_it(page: EditorPage, qtbot: QtBot, key: str) -> None:
    tool = next(tool for tool in page.easel.tools if tool.key == key)
    QTest.keyClick(page.view, Qt.Key.Key_F if key != "fill" else Qt.Key.Key_S)
    QTest.keyClick(page.view, Qt.Key(ord(tool.shortcut)))
    assert page.easel.tool is tool
    button = page.bar.buttons[f"tool_{key}"]
    assert button.isChecked()
    assert button.toolTip() == f"{tool.name} ({tool.shortcut})"
    assert page.status_bar.hint.full_text() == tool.hint


def test_escape_drops_stroke_then_selection_then_tool(page: EditorPage, qtbot: QtBot) -> None:
    page.desk.select((3,))
    page.take_tool("stamp")
    QTest.mousePress(page.view, LEFT, pos=spot(page.view, "A1"))
    assert lies(page, SEA) == "A1"
    QTest.keyClick(page.view, Qt.Key.Key_Escape)
    assert lies(page, SEA) == ""
    QTest.mouseRelease(page.view, LEFT, pos=spot(page.view, "A1"))
    assert page.document.stack.count() == 0
    assert page.desk.selection == {3}
    QTest.keyClick(page.view, Qt.Key.Key_Escape)
    assert (len(page.desk.selection), page.easel.tool.key) == (0, "stamp")
    QTest.keyClick(page.view, Qt.Key.Key_Escape)
    assert page.easel.tool.key == "select"


def test_right_click_and_wheel_turn_the_stamp(page: EditorPage, qtbot: QtBot) -> None:
    page.choose_stamp(cape())
    click(qtbot, page, "B2", RIGHT)
    assert page.desk.stamp == cape(1)
    page.easel.wheeled.emit(-1)
    assert page.desk.stamp == cape(0)


def test_selecting_moving_and_clearing_with_keys(page: EditorPage, qtbot: QtBot) -> None:
    page.choose_stamp(SEA)
    click(qtbot, page, "B2")
    QTest.keyClick(page.view, Qt.Key.Key_S)
    click(qtbot, page, "B2")
    assert page.desk.selection == {GRID.named("B2")}
    for _press in range(2):
        QTest.keyClick(page.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert lies(page, SEA) == "D2"
    control = Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(page.view, Qt.Key.Key_C, control)
    QTest.mouseMove(page.view, spot(page.view, "A4"))
    QTest.keyClick(page.view, Qt.Key.Key_V, control)
    assert lies(page, SEA) == "D2 A4"
    QTest.keyClick(page.view, Qt.Key.Key_Delete)
    assert lies(page, SEA) == "D2"
    QTest.keyClick(page.view, Qt.Key.Key_A, control)
    assert len(page.desk.selection) == GRID.count


def test_symmetry_from_the_tool_bar_and_the_key(page: EditorPage, qtbot: QtBot) -> None:
    QTest.keyClick(page.view, Qt.Key.Key_Y)
    assert page.desk.symmetry is Symmetry.LEFT_RIGHT
    assert page.bar.choice.current() == "left_right"
    page.bar.choice.chosen.emit("point")
    page.choose_stamp(cape(1))
    click(qtbot, page, "A1")
    assert (lies(page, cape(1)), lies(page, cape(3))) == ("A1", "F4")
    assert page.document.stack.count() == 1


def test_palette_chooses_counts_and_follows(page: EditorPage, qtbot: QtBot) -> None:
    sea, cape_card = page.palette_panel.cards[:2]
    cape_card.click()
    assert (page.desk.stamp, page.easel.tool.key) == (cape(), "stamp")
    assert cape_card.isChecked()
    assert not sea.isChecked()
    page.desk.turn_stamp(1)
    assert cape_card.degrees == 90
    assert sea.box is not None
    sea.box.plus.click()
    sea.box.plus.click()
    assert (body(page).seas, page.document.stack.count()) == (22, 1), "clicks on the same count are one step"
    assert page.palette_panel.groups[0].note.text() == "22 left"
    page.document.undo()
    assert (body(page).seas, sea.box.value(), sea.item.left) == (20, 20, 20)
    for _step in range(7):  # thirteen is refused by the game
        sea.box.minus.click()
    assert (body(page).seas, sea.box.value()) == (14, 14)
    page.palette_panel.cards[3].click()
    assert (page.easel.tool.key, page.desk.edge_stamp) == ("border", Stamp("open"))


def test_border_tool_reaches_the_edge_from_inside_the_cell(page: EditorPage, qtbot: QtBot) -> None:
    page.take_tool("border")
    box = page.view.widget_rect(GRID.named("C1"))
    QTest.mouseClick(page.view, LEFT, pos=QPoint(box.center().x(), box.top() + 3))
    assert body(page).edges == ((edge_target(2, 0), "shore"),)
    QTest.mouseClick(page.view, LEFT, pos=box.center())
    assert page.document.stack.count() == 1
    QTest.mouseClick(page.view, LEFT, pos=page.view.widget_rect(edge_target(2, 0)).center())
    assert body(page).edges == ((edge_target(2, 0), "coast"),)


def test_form_of_a_space_edits_and_undoes(page: EditorPage) -> None:
    page.desk.select((7,))
    assert page.inspector.title_label.text() == "Space B2"
    page.inspector.rows["kind"].edited.emit("kind", "cape")
    assert body(page).at(7) == cape()
    assert "turn" in page.inspector.rows, "the form has grown"
    turn = page.inspector.rows["turn"].control
    assert isinstance(turn, CountBox)
    turn.plus.click()
    turn.plus.click()
    assert (body(page).at(7), page.document.stack.count()) == (cape(2), 2)
    page.document.undo()
    assert (body(page).at(7), turn.value()) == (cape(), 0)
    page.document.undo()
    assert body(page) == blank()
    assert "turn" not in page.inspector.rows


def test_the_form_tells_what_is_wrong_with_the_selected_space(page: EditorPage, qtbot: QtBot) -> None:
    about = page.inspector.about
    assert not about.isVisible(), "nothing is selected"
    page.desk.select((2,))
    assert about.calm.isVisible()
    page.choose_stamp(cape())
    click(qtbot, page, "C1")
    shown = [remark for remark in about.remarks if remark.isVisible()]
    assert [remark.problem.message for remark in shown if remark.problem] == ["A cape looks off the board."]
    assert not about.calm.isVisible()
    page.document.undo()
    assert not any(remark.isVisible() for remark in about.remarks)
    page.desk.select((2, 3))
    assert not about.isVisible()


def test_a_stamp_on_an_edge_says_which_tool_to_take(page: EditorPage, qtbot: QtBot) -> None:
    page.choose_stamp(SEA)
    QTest.mouseClick(page.view, LEFT, pos=page.view.widget_rect(edge_target(2, 0)).center())
    assert "border tool" in page.status_bar.hint.full_text()
    assert page.document.stack.count() == 0


def test_form_of_several_spaces_sets_them_all(page: EditorPage) -> None:
    page.desk.select((0, 1, 6))
    page.inspector.rows["kind"].edited.emit("kind", "sea")
    assert lies(page, SEA) == "A1 B1 A2"
    assert page.document.stack.count() == 1


def test_form_of_an_edge(page: EditorPage) -> None:
    page.desk.select((), edge_target(2, 0))
    assert page.inspector.title_label.text() == "Side 0 of C1"
    page.inspector.rows["kind"].edited.emit("kind", "coast")
    assert body(page).edges == ((edge_target(2, 0), "coast"),)


def test_a_value_that_cannot_be_is_refused_beside_its_field(page: EditorPage) -> None:
    row = page.inspector.rows["seas"]
    before = page.document.draft
    row.edited.emit("seas", 13)
    assert row.reason.text() == "Thirteen seas bring bad luck."
    assert not row.reason.isHidden()
    assert page.document.draft == before
    assert page.document.stack.count() == 0
    row.edited.emit("seas", 12)
    assert row.reason.isHidden()
    assert body(page).seas == 12


def test_typing_a_name_is_one_step_and_keeps_the_cursor(page: EditorPage, qtbot: QtBot) -> None:
    line = page.inspector.rows["meta.name"].control
    assert isinstance(line, QLineEdit)
    line.setFocus()
    line.setCursorPosition(3)
    QTest.keyClicks(line, "sBr1")  # letters and digits that are shortcuts elsewhere
    assert page.document.draft.name == "ToysBr1 sea" == page.title()
    assert line.cursorPosition() == 7
    assert (page.document.stack.count(), page.easel.tool.key) == (1, "select")
    page.document.undo()
    assert (line.text(), page.title()) == ("Toy sea", "Toy sea")


def test_problems_are_counted_filtered_chosen_and_fixed(page: EditorPage, qtbot: QtBot) -> None:
    page.choose_stamp(cape())
    click(qtbot, page, "C1")
    page.desk.set_stamp(Stamp("void"))
    click(qtbot, page, "E4")
    panel = page.problems
    assert [row.place.text for row in panel.rows] == ["C1", "E4"]
    assert panel.chips[Severity.WARNING].text() == "1 warning"
    assert page.status_bar.counters.counts == {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 1}
    panel.chips[Severity.WARNING].click()
    assert [row.place.text for row in panel.rows] == ["E4"]
    panel.chips[Severity.WARNING].click()
    QTest.mouseClick(panel.rows[0], LEFT, pos=QPoint(200, 10))
    assert page.easel.chosen is panel.rows[0].problem
    panel.rows[0].button.click()
    assert body(page).at(2) == cape(2)
    assert [row.place.text for row in panel.rows] == ["E4"]
    assert (panel.current, page.easel.chosen) == (None, None)
    page.document.undo()
    panel.fix_all.click()
    assert (body(page).at(2), body(page).at(22)) == (cape(2), Stamp("void"))
    assert not panel.fix_all.isEnabled()


def test_marks_on_the_board_tell_why(page: EditorPage, qtbot: QtBot) -> None:
    page.choose_stamp(cape())
    click(qtbot, page, "C1")
    assert page.view.note_at(QPointF(spot(page.view, "C1"))) == "A cape looks off the board."
    QTest.keyClick(page.view, Qt.Key.Key_W)
    assert page.view.note_at(QPointF(spot(page.view, "C1"))) == "", "problems on the board can be switched off"
    assert page.problems.rows, "the list stays"


def test_fixes_are_never_stale(page: EditorPage, qtbot: QtBot) -> None:
    page.choose_stamp(cape())
    click(qtbot, page, "C1")
    page.desk.set_stamp(SEA)
    click(qtbot, page, "A3")
    page.problems.rows[0].button.click()
    assert (lies(page, SEA), lies(page, cape(2))) == ("A3", "C1"), "the fix keeps what was drawn since it was found"


def test_stepping_through_problems_and_to_a_field(page: EditorPage, qtbot: QtBot) -> None:
    page.document.apply("few", page.document.game.set_field(body(page), -1, "seas", 0))
    page.choose_stamp(SEA)
    click(qtbot, page, "A1")
    page.desk.select((5,))
    QTest.keyClick(page.view, Qt.Key.Key_F8)
    assert page.problems.current is not None
    assert page.problems.current.code == "toy.seas"
    assert page.desk.form_target == -1, "the form of the layout shows the field"


def test_the_proof_joins_the_problems(page: EditorPage, qtbot: QtBot) -> None:
    page.choose_stamp(SEA)
    click(qtbot, page, "A1")
    qtbot.waitUntil(lambda: page.document.count(Severity.ERROR) == 1)
    assert page.problems.proof.state.value == "fails"
    page.document.undo()
    assert page.document.count(Severity.ERROR) == 0
    qtbot.waitUntil(lambda: page.problems.proof.state.value == "holds")


def test_history_jumps(page: EditorPage, qtbot: QtBot) -> None:
    page.choose_stamp(SEA)
    for name in ("A1", "B1", "C1"):
        click(qtbot, page, name)
    history = page.history.history
    assert [history.words(step) for step in range(4)] == ["Layout opened", "Sea on A1", "Sea on B1", "Sea on C1"]
    assert history.icon_name(1) == "stamp"
    QTest.mouseClick(history, LEFT, pos=QPoint(30, 27 + 10))
    assert lies(page, SEA) == "A1"
    assert page.history.note_label.text() == "2 of 4"
    QTest.keyClick(history, Qt.Key.Key_Down)
    assert lies(page, SEA) == "A1 B1"


def test_resizing_asks_keeps_and_undoes(page: EditorPage, qtbot: QtBot) -> None:
    page.choose_stamp(SEA)
    click(qtbot, page, "A1")
    page.desk.select((0,))
    dialog = ResizeDialog(page.document.game, body(page), page)
    dialog.columns.plus.click()
    dialog.anchor.set_anchor(2, 1)
    assert dialog.new.columns == 7
    assert dialog.new.at(1) == SEA
    assert dialog.yes.isEnabled()
    dialog.rows.set_value(1)
    dialog.rows.changed.emit(1)
    assert not dialog.yes.isEnabled()
    assert "at least 2" in dialog.words.text()
    grown = page.document.game.resized(body(page), 1, 0, 0, 0)
    page.document.apply("resized", grown)
    assert page.desk.selection == frozenset(), "cells have other numbers now"
    page.document.undo()
    assert lies(page, SEA) == "A1"
    dialog.deleteLater()


def test_a_board_that_shrinks_under_the_pointer(page: EditorPage, qtbot: QtBot) -> None:
    page.choose_stamp(cape())
    QTest.mouseMove(page.view, spot(page.view, "F4"))
    qtbot.waitUntil(lambda: page.status_bar.cell.text() == "F4")
    page.problems.choose(None)
    page.document.apply("less", page.document.game.resized(body(page), 0, 0, -3, -2))
    page.easel.refresh_marks()
    qtbot.wait(20)
    assert page.easel.ghost() is None
    page.document.undo()
    qtbot.wait(20)
    QTest.mouseMove(page.view, spot(page.view, "A1"))
    qtbot.waitUntil(lambda: page.easel.ghost() == (0, cape()))


@pytest.mark.parametrize(
    ("change", "anchor", "parts"), [(3, 0, (0, 3)), (3, 2, (3, 0)), (3, 1, (1, 2)), (-4, 1, (-2, -2))]
)
def test_shares_of_a_change(change: int, anchor: int, parts: tuple[int, int]) -> None:
    assert shares(change, anchor) == parts


def test_saving_under_a_new_name(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = EditorPage(open_layout(SHIPPED), LIGHT)
    qtbot.addWidget(page, before_close_func=lambda page: page.closing())
    page.document.rename("name", "Mine")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_rest: (str(tmp_path / "mine"), ""))
    assert page.save_as()
    assert page.path() == tmp_path / "mine.json"
    assert not page.is_modified()
    page.document.rename("author", "Ada")
    assert page.save()
    assert open_layout(tmp_path / "mine.json").layout.author == "Ada"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_rest: ("", ""))
    page.document.rename("author", "Eve")
    assert not page.save_as()
    assert page.is_modified()


def test_playtest_sends_the_layout_as_it_stands(page: EditorPage, qtbot: QtBot) -> None:
    page.choose_stamp(SEA)
    click(qtbot, page, "A1")
    with qtbot.waitSignal(page.play_requested) as wanted:
        QTest.keyClick(page.view, Qt.Key.Key_F5)
    assert wanted.args is not None
    assert wanted.args[0].body == body(page)
    assert page.opened.layout.name == "Toy sea"


def test_panels_can_be_hidden(page: EditorPage, qtbot: QtBot) -> None:
    wide = page.view.width()
    QTest.keyClick(page.view, Qt.Key.Key_F9)
    assert not page.inspector.isVisible()
    qtbot.waitUntil(lambda: page.view.width() > wide)
    QTest.keyClick(page.view, Qt.Key.Key_F9)
    assert page.inspector.isVisible()


def test_splitters_are_remembered(page: EditorPage, qtbot: QtBot) -> None:
    page.rooms.columns.setSizes([300, 600, 300])
    sizes = page.rooms.columns.sizes()
    page.deactivated()
    other = EditorPage(opened(), LIGHT)
    other.resize(page.size())
    qtbot.addWidget(other, before_close_func=lambda page: page.closing())
    other.show()
    qtbot.waitExposed(other)
    assert other.rooms.columns.sizes() == sizes


def test_both_themes_paint(page: EditorPage, qtbot: QtBot) -> None:
    light = page.grab().toImage()
    page.set_theme(DARK)
    assert page.grab().toImage() != light


def test_a_layout_with_an_empty_name_has_a_title(qtbot: QtBot) -> None:
    page = EditorPage(opened(blank(), Toy()), LIGHT)
    qtbot.addWidget(page, before_close_func=lambda page: page.closing())
    page.document.rename("name", "")
    assert page.title() == "Untitled layout"


def test_long_choices_get_a_list(page: EditorPage) -> None:
    page.desk.select((0,))
    control = page.inspector.rows["kind"].control
    assert not isinstance(control, Choice), "four short words fit side by side"
    assert body(page).at(0) == EMPTY
