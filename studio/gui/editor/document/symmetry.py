"""Drawing on both sides at once: the images of a place and of a stamp under the board's symmetry."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from studio.core.form import Stamp
from studio.core.game import Body, Game
from studio.core.grid import Grid
from studio.core.text import _
from studio.gui.editor.document.geometry import Move, cell_centred, mirror, moved_target, turn


class Symmetry(Enum):
    """How a stroke is repeated."""

    NONE = "none"
    LEFT_RIGHT = "left_right"
    TOP_BOTTOM = "top_bottom"
    POINT = "point"

    @property
    def words(self) -> str:
        """What people call it."""
        return {
            Symmetry.NONE: _("None"),
            Symmetry.LEFT_RIGHT: _("Left – right"),
            Symmetry.TOP_BOTTOM: _("Top – bottom"),
            Symmetry.POINT: _("Round the middle"),
        }[self]


class Axes(NamedTuple):
    """Where a mirror stands: on the line x = …, on the line y = …, or (both) where the middle of a half turn is."""

    x: float | None
    y: float | None

    def move(self) -> Move:
        """What it does to a point."""
        if self.x is not None and self.y is not None:
            return turn((self.x, self.y), 180)
        return mirror(self.x, upright=True) if self.x is not None else mirror(self.y or 0.0, upright=False)


@lru_cache(maxsize=32)
def _best(grid: Grid, symmetry: Symmetry) -> tuple[Axes, Move]:
    """The mirror or the half turn nearest to the middle that takes most cells onto cells.

    Kept by grid: grids are immutable and compare by value. On squares it is the middle itself; where every other row
    is half a step off, it may lie a little beside it.
    """
    across = _axes([grid.centre(cell)[0] for cell in range(grid.count)], grid.width / 2)
    along = _axes([grid.centre(cell)[1] for cell in range(grid.count)], grid.height / 2)
    if symmetry is Symmetry.LEFT_RIGHT:
        choices = [Axes(x, None) for x in across]
    elif symmetry is Symmetry.TOP_BOTTOM:
        choices = [Axes(None, y) for y in along]
    else:
        choices = [Axes(x, y) for x in across for y in along]
    best, most = choices[0], -1
    for axes in choices:
        move = axes.move()
        count = sum(cell_centred(grid, move(grid.centre(cell))) >= 0 for cell in range(grid.count))
        if count > most:
            best, most = axes, count
        if count == grid.count:
            break
    return best, best.move()


def axes_of(grid: Grid, symmetry: Symmetry) -> Axes:
    """Where the board's mirror stands; nowhere without symmetry."""
    return _best(grid, symmetry)[0] if symmetry is not Symmetry.NONE else Axes(None, None)


def _axes(places: list[float], middle: float) -> list[float]:
    """Where a mirror may stand: half-way between two cells, nearest to the middle first."""
    first = min(places)
    halves = {round((first + place) / 2, 6) for place in places}
    return sorted(halves, key=lambda half: (round(abs(half - middle), 6), half))[:4]


def image_target(grid: Grid, symmetry: Symmetry, target: int) -> int:
    """The other place of a cell or an edge: itself without symmetry, -1 where the board has none."""
    if symmetry is Symmetry.NONE or target < 0:
        return target
    return moved_target(grid, target, _best(grid, symmetry)[1])


def image_stamp(game: Game, body: Body, grid: Grid, symmetry: Symmetry, stamp: Stamp) -> Stamp:
    """The stamp as it must lie at the other place."""
    if symmetry is Symmetry.NONE:
        return stamp
    if symmetry is Symmetry.POINT:
        return game.turned(body, stamp, grid.sides // 2)
    return game.mirrored(body, stamp, symmetry is Symmetry.LEFT_RIGHT)


def images(game: Game, body: Body, symmetry: Symmetry, target: int, stamp: Stamp) -> list[tuple[int, Stamp]]:
    """All places that one dab paints, with the stamp for each; the place itself last, so that it has the last word."""
    grid = game.grid(body)
    other = image_target(grid, symmetry, target)
    if other in (-1, target):
        return [(target, stamp)]
    return [(other, image_stamp(game, body, grid, symmetry, stamp)), (target, stamp)]
