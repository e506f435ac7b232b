"""Stamps with a single copy, and strokes repeated by symmetries."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core.form import Stamp
from studio.core.game import Body
from studio.core.picture import edge_target
from studio.documents.paths import shipped_layouts
from studio.drawing.symmetry import Symmetry, axes_of, image_targets, images, symmetries
from studio.games import slugs
from studio.gui.editor.document import EditorDocument
from studio.gui.editor.edit_state import EditState
from studio.gui.editor.page import EditorPage
from studio.gui.editor.tools import ToolEvent
from studio.services.loading import load_layout
from tests.gui.editor.hand import LEFT, NONE, check_undo, make_tool, open_page, stroke, touch
from tests.gui.editor.toy import EMPTY, blank, cape, opened, toy_body
from tests.short_run import mark_long


@pytest.fixture(params=slugs())
def desk(qtbot: QtBot, request: pytest.FixtureRequest) -> EditState:
    return EditState(EditorDocument(load_layout(shipped_layouts(request.param)[0])))


def held(desk: EditState, body: Body) -> list[Stamp]:
    return [desk.game.editing.pick(body, cell) for cell in range(desk.document.grid.count)]


def free(desk: EditState) -> list[int]:
    """Cells where nothing lies."""
    body, editing = desk.document.body, desk.game.editing
    return [cell for cell in range(desk.document.grid.count) if editing.pick(body, cell) == editing.eraser(body, cell)]


def singles(desk: EditState) -> list[Stamp]:
    """The stamps that cannot lie at two places at once."""
    game, body = desk.game, desk.document.body
    found = []
    for item in desk.items("cells"):
        for one, other in zip(free(desk), free(desk)[1:], strict=False):
            first = game.editing.stamp(body, one, item.stamp)
            second = game.editing.stamp(first, other, item.stamp)
            if game.editing.pick(first, one) == item.stamp == game.editing.pick(second, other):
                found += [item.stamp] if game.editing.pick(second, one) != item.stamp else []
                break
    return found


@pytest.mark.parametrize("key", ["stamp", "line", "rectangle", "fill"])
@pytest.mark.parametrize("symmetry", [Symmetry.NONE, Symmetry.POINT])
def test_a_single_tile_goes_where_the_hand_is(desk: EditState, key: str, symmetry: Symmetry) -> None:
    stamps = singles(desk)[:3]
    desk.set_symmetry(symmetry)
    for stamp in stamps:
        grid, document = desk.document.grid, desk.document
        way = _way(desk)
        before = held(desk, document.body)
        desk.set_stamp(stamp)
        cells = way if key != "fill" else way[-1:]
        stroke(make_tool(desk, key), *(touch(desk, grid.name(cell)) for cell in cells))
        after = held(desk, document.body)
        assert after[way[-1]] == stamp
        moved = [cell for cell in range(grid.count) if before[cell] != after[cell]]
        assert [cell for cell in moved if cell != way[-1] and before[cell].key != stamp.key] == [], stamp
        assert document.stack.undoText().endswith(grid.name(way[-1]))
        document.undo()


def _way(desk: EditState) -> list[int]:
    """Three cells in a row, the last of them free, the one in the middle not: that is where a tile could be lost."""
    document, game = desk.document, desk.game
    empty = set(free(desk))
    for cell in sorted(empty):
        row = [cell]
        while len(row) < 3 and (following := _east(desk, row[-1])) >= 0:
            row.append(following)
        if len(row) == 3 and set(row) <= empty:
            other = next(item.stamp for item in reversed(desk.items("cells")) if item.stamp in singles(desk)[3:])
            document.apply("other", game.editing.stamp(document.body, row[1], other))
            return row
    raise AssertionError("no room")


def _east(desk: EditState, cell: int) -> int:
    grid = desk.document.grid
    x, y = grid.center(cell)
    return next(
        (
            other
            for side in range(grid.sides)
            if (other := grid.neighbor(cell, side)) >= 0 and grid.center(other)[1] == y and grid.center(other)[0] > x
        ),
        -1,
    )


def test_some_game_has_such_tiles(qtbot: QtBot) -> None:
    assert any(singles(EditState(EditorDocument(load_layout(shipped_layouts(slug)[0])))) for slug in slugs())


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


@pytest.fixture(params=mark_long([False, True]), ids=["squares", "hexagons"])
def wide(qtbot: QtBot, request: pytest.FixtureRequest) -> EditorPage:
    side = 9 if request.param else 8
    return open_page(qtbot, opened(blank(side, side, hexagons=request.param)), height=800)


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
    assert page.document.stack.count() == 1
    check_undo(page.document, before)


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
    page = open_page(qtbot, opened(blank(5, 5)))
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
    page = open_page(qtbot, opened(blank(5, 5)))
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
