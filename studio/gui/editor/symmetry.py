"""Drawing on both sides at once: the images of a place and of a stamp under the board's symmetry."""

from __future__ import annotations

from enum import Enum
from typing import Any

from studio.core.form import Stamp
from studio.core.game import Game
from studio.core.grid import Grid
from studio.gui.editor.geometry import Move, mirror, moved_target, turn


class Symmetry(Enum):
    """How a stroke is repeated."""

    NONE = "none"
    LEFT_RIGHT = "left_right"
    TOP_BOTTOM = "top_bottom"
    POINT = "point"


def _move(grid: Grid, symmetry: Symmetry) -> Move:
    if symmetry is Symmetry.LEFT_RIGHT:
        return mirror(grid.width / 2, upright=True)
    if symmetry is Symmetry.TOP_BOTTOM:
        return mirror(grid.height / 2, upright=False)
    return turn((grid.width / 2, grid.height / 2), 180)


def image_target(grid: Grid, symmetry: Symmetry, target: int) -> int:
    """The other place of a cell or an edge: itself without symmetry, -1 where the board has none."""
    if symmetry is Symmetry.NONE or target < 0:
        return target
    return moved_target(grid, target, _move(grid, symmetry))


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
