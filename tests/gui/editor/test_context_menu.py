"""The context menu of the board, and drawing with Enter and Space."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core.picture import edge_target
from studio.documents.paths import layouts_dir
from studio.gui.editor.context_menu import BoardMenu
from studio.gui.editor.page import EditorPage
from studio.services.loading import load_layout
from tests.gui.editor.hand import GRID, RIGHT, SHIFT, click, drag, lay, lies, open_page, press, spot
from tests.gui.editor.toy import COAST, SEA, VOID, cape, toy_body


def menu_of(page: EditorPage) -> BoardMenu:
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, BoardMenu)
    assert menu.parent() is page.view
    return menu


def choose(page: EditorPage, text: str) -> None:
    menu = menu_of(page)
    actions = {action.text().replace("&", ""): action for action in menu.actions()}
    actions[text].trigger()
    menu.close()


def test_right_click_offers_what_can_be_done_there(page: EditorPage) -> None:
    lay(page.document, {"B2": cape(), "D3": SEA})
    click(page, "B2", RIGHT)
    assert page.edit_state.selection == {GRID.cell_named("B2")}
    choose(page, "Rotate clockwise")
    assert lies(page, cape(1)) == "B2"
    click(page, "B2", RIGHT)
    choose(page, "Copy")
    click(page, "C4", RIGHT)
    choose(page, "Paste here")
    assert lies(page, cape(1)) == "B2 C4"
    click(page, "C4", RIGHT)
    choose(page, "Select all same kind")
    assert {GRID.name(cell) for cell in page.edit_state.selection} == {"B2", "C4"}
    click(page, "B2", RIGHT)
    assert len(page.edit_state.selection) == 2, "a click into a selection is about all of it"
    choose(page, "Clear")
    assert lies(page, cape(1)) == ""
    click(page, "D3", RIGHT)
    choose(page, "Pick: Sea")
    assert (page.edit_state.stamp, page.board.tool.key) == (SEA, "stamp")
    assert page.document.stack.count() == 4


def test_an_edge_has_its_own_menu_and_a_problem_is_explained(page: EditorPage) -> None:
    edge = edge_target(1, 0)
    page.document.apply("coast", page.edit_state.game.editing.stamp(page.document.body, edge, COAST))
    place = page.view.widget_rect(edge).center()
    QTest.mouseClick(page.view, RIGHT, pos=place)
    assert page.edit_state.edge == edge
    choose(page, "Pick: coast")
    assert (page.edit_state.edge_stamp, page.board.tool.key) == (COAST, "border")
    lay(page.document, {"B1": cape()})
    click(page, "B1", RIGHT)
    choose(page, "Explain problem")
    assert page.problem_controller.explain_card is not None and page.problem_controller.explain_card.isVisible()


def test_the_menu_key_keeps_the_selection(page: EditorPage) -> None:
    page.edit_state.select((3, 4))
    at = page.view.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, page.view.mapToGlobal(at))
    QApplication.sendEvent(page.view, event)
    assert page.edit_state.selection == {3, 4}
    menu_of(page).close()


def test_right_drag_paints_sea_and_right_click_opens_the_menu(qtbot: QtBot) -> None:
    page = open_page(qtbot, load_layout(layouts_dir() / "entdecker" / "base.json"), height=800)
    page.board.set_tool("coast")
    drag(page, "B2 E2")
    drag(page, "D2 E2", button=RIGHT)
    count, body = page.document.stack.count(), page.document.body
    assert count == 2 and QApplication.activePopupWidget() is None
    box = page.view.widget_rect(page.document.grid.cell_named("C2"))
    for place in (box.center(), QPoint(box.right() - 2, box.center().y())):
        QTest.mouseClick(page.view, RIGHT, pos=place)
        menu_of(page).close()
    assert page.document.stack.count() == count and page.document.body is body


def test_a_space_can_be_locked(qtbot: QtBot) -> None:
    page = open_page(qtbot, load_layout(sorted((layouts_dir() / "goldland").glob("*.json"))[0]))
    game, grid = page.document.game, page.document.grid

    def is_locked(cell: int) -> bool:
        fields = [one for part in game.editing.form(page.document.body, cell) for one in part.fields]
        return any(one.key == "lock" and bool(one.value) for one in fields)

    cells = [
        cell
        for cell in range(grid.count)
        if any(one.key == "lock" for part in game.editing.form(page.document.body, cell) for one in part.fields)
    ]
    cell = next(cell for cell in cells if not is_locked(cell))
    click(page, grid.name(cell), RIGHT)
    choose(page, "Locked")
    assert is_locked(cell)
    assert page.document.stack.count() == 1


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_each_tool_draws_at_the_cursor_or_says_why_not(page: EditorPage, key: Qt.Key) -> None:
    messages: list[str] = []
    page.edit_state.hinted.connect(messages.append)
    page.choose_stamp(SEA)
    for tool in (tool.key for tool in page.board.tools if tool.is_available and tool.key not in ("select", "pick")):
        page.board.set_tool(tool)
        page.view.set_cursor_target(GRID.cell_named("C3"))
        messages.clear()
        before = page.document.body
        press(page, key)
        assert page.document.body != before or messages, tool
        page.board.cancel()
        page.document.undo()


def test_the_coastline_is_drawn_by_keys(page: EditorPage) -> None:
    page.board.set_tool("coast")
    page.view.set_cursor_target(GRID.cell_named("B2"))
    press(page, Qt.Key.Key_Return)
    press(page, Qt.Key.Key_Right)
    press(page, Qt.Key.Key_Return, SHIFT)
    stamps = toy_body(page.document.body).cells
    assert {GRID.name(cell) for cell, stamp in enumerate(stamps) if stamp.key == "cape"} == {"B2", "C2"}


def test_holding_space_pans_and_draws_nothing(page: EditorPage) -> None:
    page.choose_stamp(SEA)
    page.view.set_cursor_target(GRID.cell_named("C3"))
    QTest.keyPress(page.view, Qt.Key.Key_Space)
    QTest.mousePress(page.view, Qt.MouseButton.LeftButton, pos=spot(page, "C3"))
    QTest.mouseRelease(page.view, Qt.MouseButton.LeftButton, pos=spot(page, "C3"))
    QTest.keyRelease(page.view, Qt.Key.Key_Space)
    assert page.document.stack.count() == 0


def test_paste_without_voids_and_a_report_of_replaced_voids(page: EditorPage) -> None:
    messages: list[str] = []
    page.edit_state.hinted.connect(messages.append)
    lay(page.document, {"A1": SEA, "B1": VOID, "D2": VOID})
    page.edit_state.select((0, 1))
    page.edit_state.copy()
    page.page_actions["paste_tiles"].trigger()
    click(page, "C3")
    assert lies(page, VOID) == "B1 D2"
    page.board.set_tool("select")
    page.edit_state.select((GRID.cell_named("A1"),))
    before = page.document.body
    for _step in range(3):
        press(page, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    page.document.undo()
    assert page.document.body == before
    assert messages.count("1 void was replaced: B1") == 1
