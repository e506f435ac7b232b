"""Every symmetry under the mouse: what is painted is repeated, in one step, and its axes are drawn meanwhile."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core.picture import edge_target
from studio.drawing.symmetry import Symmetry, axes_of, image_targets, images, symmetries
from studio.gui.editor.page import EditorPage
from studio.gui.editor.tools import ToolEvent
from studio.gui.style.theme import LIGHT
from tests.gui.editor.hand import LEFT
from tests.gui.editor.toy import EMPTY, blank, cape, opened, toy_body

NONE = Qt.KeyboardModifier.NoModifier
COUNTS = {
    Symmetry.NONE: 1,
    Symmetry.LEFT_RIGHT: 2,
    Symmetry.TOP_BOTTOM: 2,
    Symmetry.BOTH: 4,
    Symmetry.POINT: 2,
    Symmetry.THIRDS: 3,
    Symmetry.QUARTERS: 4,
    Symmetry.SIXTHS: 6,
    Symmetry.FALLING: 2,
    Symmetry.RISING: 2,
    Symmetry.CROSS: 4,
}


@pytest.fixture(params=[False, True], ids=["squares", "hexagons"])
def wide(qtbot: QtBot, request: pytest.FixtureRequest) -> EditorPage:
    """A board of 8 × 8, or of 9 × 9 hexagons."""
    side = 9 if request.param else 8
    page = EditorPage(opened(blank(side, side, hexagons=request.param)), LIGHT)
    page.resize(1280, 800)
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    page.show()
    qtbot.waitExposed(page)
    return page


def test_a_stroke_is_repeated_and_undone_as_one(wide: EditorPage, qtbot: QtBot) -> None:
    for symmetry in Symmetry:
        if symmetry in symmetries(wide.document.grid):
            repeated_and_undone(wide, qtbot, symmetry)
            wide.document.undo()
            wide.document.stack.clear()
        else:
            assert wide.options.symmetry.findData(symmetry.value) < 0, "it is not offered"


def repeated_and_undone(page: EditorPage, qtbot: QtBot, symmetry: Symmetry) -> None:
    grid = page.document.grid
    page.options.symmetry.chosen.emit(symmetry.value)
    page.board.set_tool("stamp")
    page.edit_state.set_stamp(cape(1))
    start = next(
        cell
        for cell in range(grid.count)
        if -1 not in (images := image_targets(grid, symmetry, cell)) and len({cell, *images}) == COUNTS[symmetry]
    )
    before = page.document.snapshot
    place = page.view.widget_rect(start).center()
    QTest.mouseMove(page.view, page.view.rect().center())
    QTest.mouseMove(page.view, place)
    qtbot.waitUntil(lambda: page.board.last_event.cell == start)
    hovered = {mark.target for mark in page.view.marks if mark.kind == "hover"}
    assert hovered >= {*image_targets(grid, symmetry, start)}, "one sees where it will go"
    QTest.mouseClick(page.view, LEFT, NONE, place)
    body = toy_body(page.document.body)
    laid = {cell: stamp for cell, stamp in enumerate(body.cells) if stamp != EMPTY}
    assert set(laid) == {start, *image_targets(grid, symmetry, start)}
    assert laid[start] == cape(1)
    if symmetry.folds:
        turns = [laid[cell].turn for cell in (start, *image_targets(grid, symmetry, start))]
        assert turns == [(1 + step * grid.sides // symmetry.folds) % grid.sides for step in range(symmetry.folds)]
        assert axes_of(grid, symmetry).folds == symmetry.folds
    after = page.document.snapshot
    assert page.document.stack.count() == 1
    page.document.undo()
    assert page.document.snapshot == before
    page.document.redo()
    assert page.document.snapshot == after


def test_y_goes_round_all_that_are_offered(wide: EditorPage) -> None:
    seen = []
    for _step in symmetries(wide.document.grid):
        QTest.keyClick(wide.view, Qt.Key.Key_Y)
        seen.append(wide.edit_state.symmetry)
        assert wide.options.symmetry.current() == wide.edit_state.symmetry.value
        wide.view.grab()  # its axes are painted
    assert set(seen) == set(symmetries(wide.document.grid))
    assert seen[-1] is Symmetry.NONE


def test_diagonals_mirror_places_edges_and_stamps(qtbot: QtBot) -> None:
    page = EditorPage(opened(blank(5, 5)), LIGHT)
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    grid, desk = page.document.grid, page.edit_state
    b1, a2, e4, d5 = (grid.cell_named(name) for name in ("B1", "A2", "E4", "D5"))
    assert image_targets(grid, Symmetry.FALLING, b1) == [a2]
    assert image_targets(grid, Symmetry.RISING, b1) == [e4]
    assert set(image_targets(grid, Symmetry.CROSS, b1)) == {a2, e4, d5}
    north_of_b = edge_target(b1, 0)
    assert image_targets(grid, Symmetry.FALLING, north_of_b) == [edge_target(a2, 3)]
    assert image_targets(grid, Symmetry.RISING, north_of_b) == [edge_target(e4, 1)]
    # a cape whose turn names the side it points to: north goes to west on "\\", to east on "/"
    for symmetry, turns in ((Symmetry.FALLING, {0: 3, 1: 2, 2: 1, 3: 0}), (Symmetry.RISING, {0: 1, 1: 0, 2: 3, 3: 2})):
        desk.set_symmetry(symmetry)
        for turn, image in turns.items():
            assert [stamp.turn for _place, stamp in desk.images(b1, cape(turn))] == [image, turn]


def test_diagonals_are_offered_where_the_board_is_as_high_as_wide(qtbot: QtBot) -> None:
    page = EditorPage(opened(blank(5, 5)), LIGHT)
    qtbot.addWidget(page, before_close_func=lambda page: page.about_to_close())
    page.edit_state.set_symmetry(Symmetry.CROSS)
    assert page.options.symmetry.current() == "cross"
    document = page.document
    document.resize("Resized", document.game.editing.resize(document.body, 0, 0, 2, 0), 0, 0)
    assert page.edit_state.symmetry is Symmetry.NONE and page.options.symmetry.findData("cross") < 0
    assert page.options.symmetry.current() == "none"
    document.undo()
    assert page.options.symmetry.findData("cross") >= 0 and page.options.symmetry.current() == "none"


@pytest.mark.parametrize("symmetry", [Symmetry.LEFT_RIGHT, Symmetry.POINT, Symmetry.CROSS])
def test_patterns_and_stamps_by_chance_are_repeated(wide: EditorPage, symmetry: Symmetry) -> None:
    page, grid = wide, wide.document.grid
    if symmetry not in symmetries(grid):
        return
    desk, game = page.edit_state, page.document.game

    def is_alike() -> bool:
        body = page.document.body
        return all(
            game.editing.pick(body, place) == look
            for cell in range(grid.count)
            if (stamp := game.editing.pick(body, cell)) != game.editing.eraser(body, cell)
            for place, look in images(game, body, symmetry, cell, stamp)
            if cell not in image_targets(grid, symmetry, cell)
        )

    first = [grid.cell(2, 0), grid.cell(2, 1)]
    for cell, turn in zip(first, (0, 1), strict=True):
        page.document.apply("laid", game.editing.stamp(page.document.body, cell, cape(turn)))
    desk.select(first)
    desk.copy()
    page.document.undo()
    page.document.undo()
    desk.set_symmetry(symmetry)
    desk.pick_up_clipboard()
    here = next(cell for cell in range(grid.count) if len(set(desk.pattern_cells(cell))) == 2 * COUNTS[symmetry])
    steps = page.document.stack.index()
    page.board.last_event = page.board.last_event._replace(cell=here)
    page.board.place_pattern()
    laid = [cell for cell in range(grid.count) if toy_body(page.document.body).cells[cell] != EMPTY]
    assert len(laid) == 2 * COUNTS[symmetry] and is_alike()
    assert page.document.stack.index() == steps + 1
    page.document.undo()

    desk.set_pattern(None)
    desk.select(())
    page.board.set_tool("rectangle")
    capes = [item.stamp for item in desk.items("cells") if item.turns > 1]
    for stamp in capes[:1] + [item.stamp for item in desk.items("cells") if item.stamp != EMPTY][:2]:
        desk.toggle_mixed(stamp)
    from_cell, to_cell = grid.cell(1, 1), grid.cell(grid.columns - 2, grid.rows - 2)
    for act, cell in (("press", from_cell), ("move", to_cell), ("release", to_cell)):
        x, y = grid.center(cell)
        getattr(page.board.tool, act)(ToolEvent(x, y, cell))
    assert len([cell for cell in range(grid.count) if toy_body(page.document.body).cells[cell] != EMPTY]) > 8
    assert is_alike()
