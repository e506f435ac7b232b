"""Ellipses and outlines by hand and against plain geometry; several stamps in hand, drawn by chance and by count."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.core.form import Stamp
from studio.core.grid import HexGrid, SquareGrid
from studio.drawing.geometry import ellipse_cells
from studio.gui.editor.page import EditorPage
from studio.gui.editor.panels.palette import StampCard
from tests.gui.editor.hand import GRID, LEFT, body, lies, spot
from tests.gui.editor.toy import EMPTY, SEA, VOID, cape

NONE, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


def drag(page: EditorPage, one: str, other: str) -> None:
    view = page.view
    QTest.mouseMove(view, spot(view, one))
    QTest.mousePress(view, LEFT, NONE, spot(view, one))
    QTest.mouseMove(view, spot(view, other))
    QTest.mouseRelease(view, LEFT, NONE, spot(view, other))


def drawn(columns: int, rows: int) -> list[str]:
    """An ellipse over a whole board of squares, as rows of text."""
    grid = SquareGrid(columns, rows)
    cells = ellipse_cells(grid, 0, grid.count - 1)
    return ["".join("#" if grid.cell(x, y) in cells else "." for x in range(columns)) for y in range(rows)]


def test_ellipses_look_as_expected() -> None:
    assert drawn(1, 4) == ["#", "#", "#", "#"]
    assert drawn(2, 2) == ["##", "##"]
    assert drawn(3, 3) == [".#.", "###", ".#."]
    assert drawn(4, 4) == [".##.", "####", "####", ".##."]
    assert drawn(5, 5) == [".###.", "#####", "#####", "#####", ".###."]
    assert drawn(7, 3) == [".#####.", "#######", ".#####."]


def test_ellipses_on_hexagons_are_the_same_from_all_corners() -> None:
    grid = HexGrid(9, 9)
    whole = ellipse_cells(grid, grid.cell_named("B2"), grid.cell_named("H8"))
    assert whole == ellipse_cells(grid, grid.cell_named("H8"), grid.cell_named("B2"))
    assert grid.cell_named("E5") in whole
    assert grid.cell_named("B2") not in whole
    assert ellipse_cells(grid, 4, 4) == [4]


@pytest.mark.parametrize("outline", [False, True])
def test_figures_are_painted_by_the_mouse(page: EditorPage, outline: bool) -> None:
    before = page.document.snapshot
    QTest.keyClick(page.view, Qt.Key.Key_Q, Qt.KeyboardModifier.ShiftModifier)
    assert page.board.tool.key == "ellipse"
    assert page.options.outline_button.isVisible()
    if outline:
        QTest.keyClick(page.view, Qt.Key.Key_N)
        assert page.options.outline_button.isChecked()
    drag(page, "B1", "E4")
    inner = {"C2", "D2", "C3", "D3"}
    painted = set(lies(page, SEA).split())
    if page.document.grid.sides == 4:
        assert painted == {"C1", "D1", "B2", "E2", "B3", "E3", "C4", "D4"} | (set() if outline else inner)
    after = page.document.snapshot
    page.document.undo()
    assert page.document.snapshot == before
    page.document.redo()
    assert page.document.snapshot == after
    page.document.undo()
    QTest.keyClick(page.view, Qt.Key.Key_Q)
    drag(page, "B1", "E4")
    box = {GRID.name(cell) for cell in GRID.box(GRID.cell_named("B1"), GRID.cell_named("E4"))}
    painted = set(lies(page, SEA).split())
    assert painted <= box
    if page.document.grid.sides == 4:
        assert box - painted == (inner if outline else set())


def card(page: EditorPage, stamp: Stamp) -> StampCard:
    return next(card for card in page.palette_panel.cards if card.item.stamp.key == stamp.key)


def test_several_stamps_are_drawn_by_chance(page: EditorPage) -> None:
    QTest.mouseClick(card(page, SEA), LEFT)
    QTest.mouseClick(card(page, cape()), LEFT, CTRL)
    QTest.mouseClick(card(page, VOID), LEFT, CTRL)
    QTest.mouseClick(card(page, VOID), LEFT, CTRL)
    assert page.edit_state.mixed_stamps == (SEA, cape())
    assert [shown.item.stamp.key for shown in page.palette_panel.cards if shown.isChecked()] == ["sea", "cape"]
    before = page.document.snapshot
    QTest.keyClick(page.view, Qt.Key.Key_Q)
    QTest.keyClick(page.view, Qt.Key.Key_R)
    drag(page, "A1", "F4")
    laid = Counter(body(page).cells)
    assert set(laid) == {SEA, cape(1)}
    assert page.document.stack.undoText() == "One of 2 stamps on 24 spaces"
    first = body(page).cells
    page.document.undo()
    assert page.document.snapshot == before
    drag(page, "A1", "F4")
    assert body(page).cells != first, "another stroke, another draw"
    QTest.mouseClick(card(page, SEA), LEFT)
    assert not page.edit_state.mixed_stamps


def test_the_ghost_tells_what_will_be_painted(page: EditorPage) -> None:
    page.edit_state.set_stamp(SEA)
    page.edit_state.toggle_mixed(cape())
    QTest.keyClick(page.view, Qt.Key.Key_B)
    for name in ("A1", "C2", "E3", "F4", "B4"):
        QTest.mouseMove(page.view, spot(page.view, name))
        ghost = page.board.tool.ghost(page.board.last_event)
        assert ghost is not None
        QTest.mouseClick(page.view, LEFT, NONE, spot(page.view, name))
        assert body(page).at(GRID.cell_named(name)) == ghost[1]


def test_the_more_there_are_left_the_likelier(page: EditorPage) -> None:
    page.edit_state.set_stamp(SEA)
    page.edit_state.toggle_mixed(cape())
    draws = Counter(page.edit_state.stamp_for(cell) for cell in range(2000))
    assert draws[SEA] > 10 * draws[cape()] > 0, "20 seas are left, and capes count once"
    page.document.apply("none", page.document.game.editing.set_field(page.document.body, -1, "seas", 0))
    assert {page.edit_state.stamp_for(cell) for cell in range(200)} == {cape()}
    assert EMPTY not in draws
