"""The editor page: pointer, keyboard, history, sizes, files."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from studio.core.picture import edge_target
from studio.documents.paths import layouts_dir
from studio.drawing.symmetry import Symmetry
from studio.games import slugs
from studio.gui.board.view import PointerEvent
from studio.gui.editor.dialogs import ResizeDialog, split_change
from studio.gui.editor.page import EditorPage
from studio.gui.editor.panels.overview import ROW_HEIGHT
from studio.gui.page import Playtest
from studio.gui.style.stylesheet import apply_theme
from studio.gui.style.theme import DARK
from studio.services.loading import load_layout
from tests.gui.editor.hand import GRID, LEFT, body, click, drag, lies, open_page, paint, settle, spot
from tests.gui.editor.toy import SEA, Toy, blank, cape, opened, toy_body

SHIPPED = layouts_dir() / slugs()[0] / "base.json"


def test_painting_with_the_mouse(page: EditorPage) -> None:
    QTest.keyClick(page.view, Qt.Key.Key_B)
    assert page.board.tool.key == "stamp"
    view = page.view
    drag(page, "A1 C1")
    assert lies(page, SEA) == "A1 B1 C1"
    assert page.is_modified()
    QTest.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert lies(page, SEA) == ""
    assert not page.is_modified()
    QTest.keyClick(view, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert lies(page, SEA) == "A1 B1 C1"


def test_painting_with_the_keyboard_alone(page: EditorPage) -> None:
    view = page.view
    for key in (Qt.Key.Key_2, Qt.Key.Key_R):  # the second stamp, turned once
        QTest.keyClick(view, key)
    assert (page.board.tool.key, page.edit_state.stamp) == ("stamp", cape(1))
    QTest.keyClick(view, Qt.Key.Key_Right)
    name = page.status_bar.cell_label.text()
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert lies(page, cape(1)) == name != ""
    QTest.keyClick(view, Qt.Key.Key_H)
    west = 3 if page.document.grid.sides == 4 else 4
    assert page.edit_state.stamp == cape(west)
    QTest.keyClick(view, Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
    assert page.edit_state.stamp == cape(west - 1)
    QTest.keyClick(view, Qt.Key.Key_V)
    assert page.edit_state.stamp == cape(0 if west == 3 else 5)


def test_every_tool_has_a_key_and_a_tooltip_that_names_it(page: EditorPage) -> None:
    for key in ("select", "pan", "stamp", "line", "rectangle", "fill", "erase", "pick", "void", "border"):
        tool = next(tool for tool in page.board.tools if tool.key == key)
        QTest.keyClick(page.view, Qt.Key.Key_F if key != "fill" else Qt.Key.Key_S)
        QTest.keyClick(page.view, Qt.Key(ord(tool.shortcut)))
        assert page.board.tool is tool
        button = page.tool_bar.buttons[f"tool_{key}"]
        assert button.isChecked()
        assert button.toolTip() == f"{tool.name} ({tool.shortcut})"
        assert page.status_bar.hint_label.full_text() == tool.hint


def test_escape_drops_stroke_then_selection_then_tool(page: EditorPage) -> None:
    page.edit_state.select((3,))
    page.board.set_tool("stamp")
    QTest.mousePress(page.view, LEFT, pos=spot(page, "A1"))
    assert lies(page, SEA) == "A1"
    QTest.keyClick(page.view, Qt.Key.Key_Escape)
    assert lies(page, SEA) == ""
    QTest.mouseRelease(page.view, LEFT, pos=spot(page, "A1"))
    assert page.document.stack.count() == 0
    assert page.edit_state.selection == {3}
    QTest.keyClick(page.view, Qt.Key.Key_Escape)
    assert (len(page.edit_state.selection), page.board.tool.key) == (0, "stamp")
    QTest.keyClick(page.view, Qt.Key.Key_Escape)
    assert page.board.tool.key == "select"


def test_the_wheel_turns_the_stamp(page: EditorPage) -> None:
    page.choose_stamp(cape(1))
    page.view.pointer_event.emit(PointerEvent("wheel", -1, 0.0, 0.0, turn=-1))
    assert page.edit_state.stamp == cape(0)


def test_selecting_moving_and_clearing_with_keys(page: EditorPage) -> None:
    paint(page, SEA, "B2")
    QTest.keyClick(page.view, Qt.Key.Key_S)
    click(page, "B2")
    assert page.edit_state.selection == {GRID.cell_named("B2")}
    for _press in range(2):
        QTest.keyClick(page.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert lies(page, SEA) == "D2"
    control = Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(page.view, Qt.Key.Key_C, control)
    QTest.mouseMove(page.view, spot(page, "A4"))
    QTest.keyClick(page.view, Qt.Key.Key_V, control)
    assert lies(page, SEA) == "D2", "what is pasted follows the pointer"
    click(page, "A4")
    assert lies(page, SEA) == "D2 A4"
    QTest.keyClick(page.view, Qt.Key.Key_Delete)
    assert lies(page, SEA) == "D2"
    QTest.keyClick(page.view, Qt.Key.Key_A, control)
    assert len(page.edit_state.selection) == GRID.count


def test_symmetry_from_the_tool_bar_and_the_key(page: EditorPage) -> None:
    QTest.keyClick(page.view, Qt.Key.Key_Y)
    assert page.edit_state.symmetry is Symmetry.LEFT_RIGHT
    assert page.options.symmetry.current() == "left_right"
    page.options.symmetry.chosen.emit("point")
    paint(page, cape(1), "A1")
    assert (lies(page, cape(1)), lies(page, cape(1 + page.document.grid.sides // 2))) == ("A1", "F4")
    assert page.document.stack.count() == 1


def test_border_tool_reaches_the_edge_from_inside_the_cell(page: EditorPage) -> None:
    page.board.set_tool("border")
    box = page.view.widget_rect(GRID.cell_named("C1"))
    aside = 0 if page.document.grid.sides == 4 else box.width() // 4  # the first side of a hexagon is the north-east
    QTest.mouseClick(page.view, LEFT, pos=QPoint(box.center().x() + aside, box.top() + 3 + aside // 2))
    assert body(page).edges == ((edge_target(2, 0), "shore"),)
    QTest.mouseClick(page.view, LEFT, pos=box.center())
    assert page.document.stack.count() == 1
    QTest.mouseClick(page.view, LEFT, pos=page.view.widget_rect(edge_target(2, 0)).center())
    assert body(page).edges == ((edge_target(2, 0), "coast"),)


def test_a_stamp_on_an_edge_says_which_tool_to_take(page: EditorPage) -> None:
    page.choose_stamp(SEA)
    QTest.mouseClick(page.view, LEFT, pos=page.view.widget_rect(edge_target(2, 0)).center())
    assert "border tool" in page.status_bar.hint_label.full_text()
    assert page.document.stack.count() == 0


def test_history_jumps(page: EditorPage) -> None:
    paint(page, SEA, "A1", "B1", "C1")
    history = page.history.history
    steps = [history.model().index(step, 0) for step in range(4)]
    assert [step.data() for step in steps] == ["Layout opened", "Sea on A1", "Sea on B1", "Sea on C1"]
    assert history.steps.icon_name(1) == "stamp"
    QTest.mouseClick(history.viewport(), LEFT, pos=history.visualRect(steps[1]).center())
    assert lies(page, SEA) == "A1"
    assert page.history.note_label.full_text() == "2 of 4"
    QTest.keyClick(history, Qt.Key.Key_Down)
    assert lies(page, SEA) == "A1 B1"
    assert history.currentIndex().row() == 2
    QTest.keyClick(history, Qt.Key.Key_End)
    assert lies(page, SEA) == "A1 B1 C1"
    QTest.keyClick(history, Qt.Key.Key_E)
    assert page.board.tool.key == "erase", "letters are the tools' keys"


def test_a_step_that_was_clicked_is_seen_in_full(page: EditorPage, qtbot: QtBot) -> None:
    paint(page, SEA, "A1", "B1", "C1", "D1", "E1", "F1")
    history = page.history.history
    history.setFixedHeight(3 * ROW_HEIGHT + 10)
    qtbot.waitUntil(lambda: history.height() == 3 * ROW_HEIGHT + 10)
    history.verticalScrollBar().setValue(0)
    clipped = history.model().index(3, 0)
    assert not history.viewport().rect().contains(history.visualRect(clipped))
    QTest.mouseClick(history.viewport(), LEFT, pos=history.visualRect(clipped).topLeft() + QPoint(40, 4))
    assert history.currentIndex() == clipped
    for step in (clipped, history.model().index(4, 0)):  # and what would be done again after it
        assert history.viewport().rect().contains(history.visualRect(step))


def test_resizing_asks_keeps_and_undoes(page: EditorPage) -> None:
    paint(page, SEA, "A1")
    page.edit_state.select((0,))
    dialog = ResizeDialog(page.document.game, body(page), page)
    dialog.columns.plus.click()
    dialog.anchor.set_anchor(2, 1)
    assert toy_body(dialog.new_body).columns == 7
    assert toy_body(dialog.new_body).at(1) == SEA
    assert dialog.ok_button.isEnabled()
    dialog.rows.set_value(1)
    dialog.rows.changed.emit(1)
    assert not dialog.ok_button.isEnabled()
    assert "at least 2" in dialog.message_label.text()
    grown = page.document.game.editing.resize(body(page), 1, 0, 0, 0)
    page.document.apply("resized", grown)
    assert page.edit_state.selection == frozenset(), "cells have other numbers now"
    page.document.undo()
    assert lies(page, SEA) == "A1"
    dialog.deleteLater()


def test_a_board_that_shrinks_under_the_pointer(page: EditorPage, qtbot: QtBot) -> None:
    page.choose_stamp(cape())
    QTest.mouseMove(page.view, spot(page, "F4"))
    qtbot.waitUntil(lambda: page.status_bar.cell_label.text() == "F4")
    page.problems.choose(())
    page.document.apply("less", page.document.game.editing.resize(body(page), 0, 0, -3, -2))
    page.board.refresh_marks()
    qtbot.wait(20)
    assert page.board.ghost() is None
    page.document.undo()
    qtbot.wait(20)
    QTest.mouseMove(page.view, spot(page, "A1"))
    qtbot.waitUntil(lambda: page.board.ghost() == (0, cape()))


def test_the_size_is_counted_in_columns_and_rows(page: EditorPage) -> None:
    paint(page, SEA, "B4", "F2")
    dialog = ResizeDialog(page.document.game, body(page), page)
    assert (dialog.columns.value(), dialog.rows.value()) == (6, 4)
    dialog.anchor.set_anchor(0, 0)
    for box, value, text in (
        (dialog.rows, 3, "1 drawn space will be removed."),
        (dialog.columns, 5, "2 drawn spaces will be removed."),
        (dialog.rows, 4, "1 drawn space will be removed."),
        (dialog.columns, 6, "No drawn spaces will be removed."),
    ):
        box.set_value(value)
        box.changed.emit(value)
        assert dialog.message_label.text() == text
    dialog.deleteLater()


@pytest.mark.parametrize(
    ("change", "anchor", "parts"), [(3, 0, (0, 3)), (3, 2, (3, 0)), (3, 1, (1, 2)), (-4, 1, (-2, -2))]
)
def test_shares_of_a_change(change: int, anchor: int, parts: tuple[int, int]) -> None:
    assert split_change(change, anchor) == parts


def test_saving_under_a_new_name(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = open_page(qtbot, load_layout(SHIPPED))
    page.document.rename("name", "Mine")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_rest: (str(tmp_path / "mine"), ""))
    assert page.save_as()
    assert page.path() == tmp_path / "mine.layout.json"
    assert not page.is_modified()
    page.document.rename("author", "Ada")
    assert page.save()
    assert load_layout(tmp_path / "mine.layout.json").layout.author == "Ada"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_rest: ("", ""))
    page.document.rename("author", "Eve")
    assert not page.save_as()
    assert page.is_modified()


def test_playtest_sends_the_layout_as_it_stands(page: EditorPage) -> None:
    paint(page, SEA, "A1")
    expected: list[object] = []
    page.request.connect(expected.append)
    QTest.keyClick(page.view, Qt.Key.Key_F5)
    QTest.keyClick(page.view, Qt.Key.Key_F5, Qt.KeyboardModifier.ShiftModifier)
    assert expected == [Playtest(), Playtest(restart=True)]
    assert page.edited_layout().body == body(page)
    assert page.edited_layout().layout.name == "Toy sea"


def test_panels_can_be_hidden(page: EditorPage, qtbot: QtBot) -> None:
    wide = page.view.width()
    QTest.keyClick(page.view, Qt.Key.Key_F9)
    assert not page.inspector.isVisible()
    qtbot.waitUntil(lambda: page.view.width() > wide)
    QTest.keyClick(page.view, Qt.Key.Key_F9)
    assert page.inspector.isVisible()


def test_splitters_are_remembered(page: EditorPage, qtbot: QtBot) -> None:
    page.panes.columns.setSizes([300, 600, 300])
    sizes = page.panes.columns.sizes()
    page.deactivated()
    other = open_page(qtbot, opened(), page.width(), page.height())
    assert other.panes.columns.sizes() == sizes


def test_both_themes_paint(page: EditorPage, qapp: QApplication) -> None:
    light = page.view.grab().toImage()
    apply_theme(qapp, DARK)
    assert page.view.grab().toImage() != light


def test_a_layout_with_an_empty_name_has_a_title(qtbot: QtBot) -> None:
    page = open_page(qtbot, opened(blank(), Toy()))
    page.document.rename("name", "")
    assert page.title() == "Untitled layout"


@pytest.mark.parametrize("size", [(1280, 648), (1024, 568)])
def test_a_low_page_gives_the_board_most_of_the_room(page: EditorPage, full_dress: None, size: tuple[int, int]) -> None:
    page.resize(*size)
    settle()
    assert page.problems.height() == page.problems.content_height() <= 64, "no problems, no rows"
    assert page.frame.width() * page.frame.height() >= size[0] * (size[1] + 72) * (0.5 if size[0] >= 1280 else 0.4)
    height, scale = page.view.height(), page.view.viewport.scale
    paint(page, cape(), "B1", "C1", "D1")
    settle()
    assert page.problems.height() <= page.problems.content_height()
    assert page.view.height() == height, "nothing moves under the pointer"
    button = page.problems.fix_all_button
    assert button.height() >= button.sizeHint().height(), "the header is whole"
    page.view.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
    page._fit_problems()
    settle()
    assert page.view.height() < height and page.view.viewport.scale == scale, "the board keeps its scale"
    assert page.frame.width() * page.frame.height() >= size[0] * (size[1] + 72) * (0.5 if size[0] >= 1280 else 0.4)
    page.view.fit()
    settle()
    assert page.view.viewport.scale < scale
    page._show_field("meta.name")
    settle()
    assert page.inspector.isVisible()
    other = page.document.problems[0]
    page.problems.choose((other,))
    assert page.problems.problem_list.isVisible()
