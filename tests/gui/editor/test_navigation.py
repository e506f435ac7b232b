"""Rulers, going to a space by its name, zooming to the selection, back and forward."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core.grid import Grid, HexGrid, SquareGrid, parse_places
from studio.core.picture import Layer, Path, Picture, rectangle
from studio.gui.board.view import BoardView
from studio.gui.editor.navigation import RULER_PX, GotoSpacePopup, RulerFrame
from studio.gui.editor.page import EditorPage
from studio.gui.style.theme import LIGHT
from tests.gui.editor.toy import SEA, toy_body

GRIDS = [SquareGrid(24, 24), HexGrid(40, 30), SquareGrid(120, 120)]


@pytest.fixture(params=GRIDS, ids=["24 x 24", "40 x 30", "120 x 120"])
def frame(qtbot: QtBot, request: pytest.FixtureRequest) -> RulerFrame:
    grid: Grid = request.param
    view = BoardView(LIGHT)
    frame = RulerFrame(view)
    qtbot.addWidget(frame)
    frame.resize(1000, 800)
    sheet = rectangle(0, 0, grid.width, grid.height)
    view.set_picture(Picture((0, 0, grid.width, grid.height), (Layer("all", (Path("fill:deep", (sheet,)),)),)))
    frame.set_grid(grid)
    frame.show()
    return frame


def apart(boxes: list[QRectF]) -> bool:
    return not any(
        one.adjusted(-1.5, -1.5, 1.5, 1.5).intersects(other.adjusted(-1.5, -1.5, 1.5, 1.5))
        for one, other in pairwise(boxes)
    )


@pytest.mark.parametrize("lit", ["", "AB9", "W23", "M10"])
def test_names_stand_apart(frame: RulerFrame, lit: str) -> None:
    for zoom in (0.11, 0.2, 0.25, 0.28, 0.33, 0.36, 0.4, 0.5, 0.7, 1.0, 2.0):
        frame.view.set_zoom(zoom)
        frame.highlight(lit)
        columns, rows = frame.labels()
        assert len(columns) > 1 and len(rows) > 1
        assert apart([box for _name, box in columns]), (zoom, columns)
        assert apart([box for _name, box in rows]), (zoom, rows)
        assert all(box.left() >= 1 and box.right() <= RULER_PX - 1 for _name, box in rows), "as broad as the ruler"


def test_the_name_under_the_pointer_is_always_shown(frame: RulerFrame) -> None:
    frame.view.fit()
    for column in ("C", "D", "E", "F", "X"):
        frame.highlight(f"{column}7")
        columns, rows = frame.labels()
        assert column in dict(columns) and "7" in dict(rows)


def test_with_room_for_all_of_them_none_is_left_out(frame: RulerFrame) -> None:
    frame.view.set_zoom(1.0)
    frame.view.center_on(3, 3)
    columns, _rows = frame.labels()
    assert [name for name, _box in columns][:4] == ["A", "B", "C", "D"]


@pytest.mark.parametrize("zoom", [0.2, 0.36, 1.0])
def test_what_is_lit_looks_as_if_all_had_been_painted_again(frame: RulerFrame, zoom: float) -> None:
    """Only the names that change are painted again, and those that give way to them."""
    frame.view.set_zoom(zoom)
    frame.view.finish_painting()
    QApplication.processEvents()
    for name in ("A1", "B2", "", "D3", "C3", "X23", "M10", "L10"):
        frame.highlight(name)
        QApplication.processEvents()
        on_screen = frame.screen().grabWindow(frame.winId()).toImage().convertToFormat(QImage.Format.Format_RGB32)
        assert on_screen == frame.grab().toImage().convertToFormat(QImage.Format.Format_RGB32), name


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


def test_going_moves_the_cursor_and_scrolls_only_if_needed(page: EditorPage) -> None:
    grid, before = page.document.grid, middle(page)
    QTest.keyClick(page.view, Qt.Key.Key_B)
    page.choose_stamp(SEA)
    sheet = ask(page)
    QTest.keyClicks(sheet.field, "e3")
    QTest.keyClick(sheet.field, Qt.Key.Key_Return)
    assert middle(page) == before, "the whole board is in view"
    assert page.view.cursor_target == grid.cell_named("E3")
    QTest.keyClick(page.view, Qt.Key.Key_Right)
    QTest.keyClick(page.view, Qt.Key.Key_Return)
    body = toy_body(page.document.body)
    assert [grid.name(cell) for cell, stamp in enumerate(body.cells) if stamp == SEA] == ["F3"]


def test_a_name_and_enter_choose_the_space_in_the_middle(page: EditorPage) -> None:
    grid = page.document.grid
    page.view.set_zoom(6.0)
    page.view.center_on(0, 0)
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


def test_an_unknown_space_is_reported_and_nothing_moves(page: EditorPage) -> None:
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


def test_back_and_forward_go_where_the_view_has_been(page: EditorPage) -> None:
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
    assert not way.forward, "another jump forgets what lay ahead"


def test_back_to_the_whole_board_stays_the_whole_board(page: EditorPage) -> None:
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
