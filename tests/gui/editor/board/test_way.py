"""Going to a space by its name, zooming to what is chosen, and the way back and forward."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core.grid import HexGrid, SquareGrid, parse_places
from studio.gui.editor.navigation import GotoSpacePopup
from studio.gui.editor.page import EditorPage

CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


def middle(page: EditorPage) -> QPointF:
    view = page.view
    return view.board_point(QPointF(view.width() / 2, view.height() / 2))


def ask(page: EditorPage) -> GotoSpacePopup:
    QTest.keyClick(page.view, Qt.Key.Key_G, CONTROL)
    sheet = page.view.findChild(GotoSpacePopup)
    assert isinstance(sheet, GotoSpacePopup)
    return sheet


@pytest.mark.parametrize("grid", [SquareGrid(30, 12), HexGrid(30, 12)], ids=["squares", "hexagons"])
def test_names_are_read_one_by_one_and_as_corners(grid: SquareGrid | HexGrid) -> None:
    def names(typed: str) -> list[str]:
        cells, unknown = parse_places(grid, typed)
        return [grid.name(cell) for cell in cells] if not unknown else [f"?{unknown}"]

    assert names("F7") == ["F7"]
    assert names(" f7, k12;ad1 ") == ["F7", "K12", "AD1"]
    assert names("B2:C3") == names("c3 : b2") == names("B3–C2") == ["B2", "C2", "B3", "C3"]
    assert names("A1 A1") == ["A1"]
    assert names("F77") == ["?F77"]
    assert names("A1 nowhere") == ["?nowhere"]
    assert names("A1:B2:C3") == ["?A1:B2:C3"]
    assert names("") == []
    assert names("-") == ["?:"]


def test_a_name_and_enter_choose_the_space_in_the_middle(page: EditorPage) -> None:
    grid = page.document.grid
    sheet = ask(page)
    assert QApplication.focusWidget() is sheet.field
    QTest.keyClicks(sheet.field, "e3")
    assert page.board.tool.key == "select", "letters are typed, not taken for tools"
    QTest.keyClick(sheet.field, Qt.Key.Key_Return)
    cell = grid.cell_named("E3")
    assert page.edit_state.selection == {cell}
    assert (middle(page) - QPointF(*grid.center(cell))).manhattanLength() < 0.2
    assert page.view.findChild(GotoSpacePopup) is None
    assert QApplication.focusWidget() is page.view


def test_what_is_no_space_is_told_and_nothing_moves(page: EditorPage) -> None:
    before = middle(page)
    sheet = ask(page)
    QTest.keyClicks(sheet.field, "z99")
    QTest.keyClick(sheet.field, Qt.Key.Key_Return)
    assert "“Z99”" in sheet.message_label.text()
    QTest.keyClick(sheet.field, Qt.Key.Key_Escape)
    assert page.view.findChild(GotoSpacePopup) is None
    assert page.edit_state.selection == frozenset()
    assert middle(page) == before
    assert not page.page_actions["back"].isEnabled()


def test_names_are_completed(page: EditorPage) -> None:
    sheet = ask(page)
    QTest.keyClicks(sheet.field, "f")
    assert sheet.field.text().upper() == "F1"
    QTest.keyClick(sheet.field, Qt.Key.Key_Return)
    assert page.edit_state.selection == {page.document.grid.cell_named("F1")}


def test_back_and_forward_go_where_the_view_has_been(page: EditorPage, qtbot: QtBot) -> None:
    grid, way = page.document.grid, page.board.navigation
    page.view.set_zoom(2.0)
    start = middle(page)
    way.go_to([grid.cell_named("A1")])
    first = middle(page)
    way.go_to([grid.cell_named("F4")])
    QTest.keyClick(page.view, Qt.Key.Key_Left, ALT)
    assert page.edit_state.selection == {grid.cell_named("A1")}
    assert (middle(page) - first).manhattanLength() < 0.1
    QTest.keyClick(page.view, Qt.Key.Key_Left, ALT)
    assert page.edit_state.selection == frozenset()
    assert (middle(page) - start).manhattanLength() < 0.1
    assert not page.page_actions["back"].isEnabled()
    QTest.keyClick(page.view, Qt.Key.Key_Right, ALT)
    QTest.keyClick(page.view, Qt.Key.Key_Right, ALT)
    assert page.edit_state.selection == {grid.cell_named("F4")}
    assert not page.page_actions["forward"].isEnabled()
    way.go_back()
    way.go_to([grid.cell_named("C3")])
    assert not way.can_go_forward, "another jump forgets what lay ahead"


def test_back_to_the_whole_board_stays_the_whole_board(page: EditorPage, qtbot: QtBot) -> None:
    page.view.fit()
    page.edit_state.select([3])
    QTest.keyClick(page.view, Qt.Key.Key_Z)
    assert not page.view.is_fitted
    assert page.view.zoom > 1
    page.board.navigation.go_back()
    assert page.view.is_fitted


def test_a_selection_fills_the_view(page: EditorPage) -> None:
    grid = page.document.grid
    page.edit_state.select(grid.box(grid.cell_named("B2"), grid.cell_named("C3")))
    page.board.navigation.zoom_to_selection()
    for name in ("B2", "C3"):
        assert page.view.rect().contains(page.view.widget_rect(grid.cell_named(name)))
    rects = [page.view.widget_rect(cell) for cell in page.edit_state.selection]
    tall = max(rect.bottom() for rect in rects) - min(rect.top() for rect in rects)
    wide = max(rect.right() for rect in rects) - min(rect.left() for rect in rects)
    assert tall > page.view.height() * 0.45 or wide > page.view.width() * 0.45
    page.edit_state.select(())
    assert not page.page_actions["fit_selection"].isEnabled()


def test_places_of_a_larger_board_are_passed_over(page: EditorPage) -> None:
    grid, way = page.document.grid, page.board.navigation
    way.go_to([grid.count - 1])
    way.go_to([0])
    game, body = page.document.game, page.document.body
    page.document.apply("Smaller", game.editing.resize(body, 0, 0, -2, -1))
    way.go_back()
    assert page.edit_state.selection == frozenset()


def test_the_question_goes_with_the_keyboard_and_with_the_page(page: EditorPage, qtbot: QtBot) -> None:
    ask(page)
    page.view.setFocus()
    qtbot.waitUntil(lambda: page.view.findChild(GotoSpacePopup) is None)
    ask(page)
    page.hide()
    qtbot.waitUntil(lambda: page.view.findChild(GotoSpacePopup) is None)
