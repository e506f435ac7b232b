"""Tiles of which there is one: wherever a stroke goes, they come to its end and take nothing else away."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from pytestqt.qtbot import QtBot

from studio.core.form import Stamp
from studio.core.game import Body
from studio.documents.paths import shipped_layouts
from studio.drawing.symmetry import Symmetry
from studio.games import slugs
from studio.gui.editor.document import EditorDocument
from studio.gui.editor.edit_state import EditState
from studio.gui.editor.tools import TOOLS, ToolEvent
from studio.services.loading import load_layout


@pytest.fixture(params=slugs())
def desk(qtbot: QtBot, request: pytest.FixtureRequest) -> EditState:
    """A desk with the first layout of each game."""
    return EditState(EditorDocument(load_layout(shipped_layouts(request.param)[0])))


def held(desk: EditState, body: Body) -> list[Stamp]:
    """What lies on every cell."""
    return [desk.game.editing.pick(body, cell) for cell in range(desk.document.grid.count)]


def free(desk: EditState) -> list[int]:
    """Cells where nothing lies."""
    body = desk.document.body
    return [
        cell
        for cell in range(desk.document.grid.count)
        if desk.game.editing.pick(body, cell) == desk.game.editing.eraser(body, cell)
    ]


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


def touch(desk: EditState, cell: int) -> ToolEvent:
    x, y = desk.document.grid.center(cell)
    return ToolEvent(x, y, cell, cell)


def drag(desk: EditState, key: str, cells: Sequence[int]) -> None:
    tool = next(kind for kind in TOOLS if kind.key == key)(desk)
    tool.press(touch(desk, cells[0]))
    for cell in cells:
        tool.move(touch(desk, cell))
    tool.release(touch(desk, cells[-1]))


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
        drag(desk, key, way if key != "fill" else way[-1:])
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
    """Else the others have shown nothing."""
    assert any(singles(EditState(EditorDocument(load_layout(shipped_layouts(slug)[0])))) for slug in slugs())
