"""Drawing on both sides at once: the images of a place and of a stamp under the board's symmetry."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Any

from studio.core.form import Stamp
from studio.core.game import Game
from studio.core.grid import Grid
from studio.gui.editor.geometry import Move, cell_centred, mirror, moved_target, turn


class Symmetry(Enum):
    """How a stroke is repeated."""

    NONE = "none"
    LEFT_RIGHT = "left_right"
    TOP_BOTTOM = "top_bottom"
    POINT = "point"


@lru_cache(maxsize=32)
def _move(grid: Grid, symmetry: Symmetry) -> Move:
    """The mirror or the half turn nearest to the middle that takes most cells onto cells.

    Kept by grid: grids are immutable and compare by value. On squares it is the middle itself; where every other row
    is half a step off, it may lie a little beside it.
    """
    across = _axes([grid.centre(cell)[0] for cell in range(grid.count)], grid.width / 2)
    along = _axes([grid.centre(cell)[1] for cell in range(grid.count)], grid.height / 2)
    if symmetry is Symmetry.LEFT_RIGHT:
        moves = [mirror(x, upright=True) for x in across]
    elif symmetry is Symmetry.TOP_BOTTOM:
        moves = [mirror(y, upright=False) for y in along]
    else:
        moves = [turn((x, y), 180) for x in across for y in along]
    best, most = moves[0], -1
    for move in moves:
        count = sum(cell_centred(grid, move(grid.centre(cell))) >= 0 for cell in range(grid.count))
        if count > most:
            best, most = move, count
        if count == grid.count:
            break
    return best


def _axes(places: list[float], middle: float) -> list[float]:
    """Where a mirror may stand: half-way between two cells, nearest to the middle first."""
    first = min(places)
    halves = {round((first + place) / 2, 6) for place in places}
    return sorted(halves, key=lambda half: abs(half - middle))[:4]


def image_target(grid: Grid, symmetry: Symmetry, target: int) -> int:
    """The other place of a cell or an edge: itself without symmetry, -1 where the board has none."""
    if symmetry is Symmetry.NONE or target < 0:
        return target
    hashable: Any = grid
    return moved_target(grid, target, _move(hashable, symmetry))


def image_stamp(game: Game, body: Any, grid: Grid, symmetry: Symmetry, stamp: Stamp) -> Stamp:
    """The stamp as it must lie at the other place."""
    if symmetry is Symmetry.NONE:
        return stamp
    if symmetry is Symmetry.POINT:
        return game.turned(body, stamp, grid.sides // 2)
    return game.mirrored(body, stamp, symmetry is Symmetry.LEFT_RIGHT)


def images(game: Game, body: Any, symmetry: Symmetry, target: int, stamp: Stamp) -> list[tuple[int, Stamp]]:
    """All places that one dab paints, with the stamp for each; the place itself last, so that it has the last word."""
    grid = game.grid(body)
    other = image_target(grid, symmetry, target)
    if other in (-1, target):
        return [(target, stamp)]
    return [(other, image_stamp(game, body, grid, symmetry, stamp)), (target, stamp)]
