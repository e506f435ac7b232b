"""Sets of cells that a selection is made of: how two are joined, grown, shrunk, and which cells an outline holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from studio.core.game import Body
from studio.core.grid import Grid, Point
from studio.core.protocols import Game
from studio.core.text import _
from studio.drawing.geometry import flood

Cells = frozenset[int]


class Reach(Enum):
    """What the selecting tool takes hold of. The value names its action and icon."""

    BOX = "box"
    LASSO = "lasso"
    WAND = "wand"
    KIND = "kind"

    @property
    def words(self) -> str:
        """What people call it."""
        return {
            Reach.BOX: _("Select a rectangle"),
            Reach.LASSO: _("Select with a lasso"),
            Reach.WAND: _("Select what hangs together"),
            Reach.KIND: _("Select all of a kind"),
        }[self]

    @property
    def hint(self) -> str:
        """How it is used."""
        return {
            Reach.BOX: _("Click a space or drag over several"),
            Reach.LASSO: _("Drag a line round spaces"),
            Reach.WAND: _("Click a space for all of its kind that hang together with it"),
            Reach.KIND: _("Click a space for all of its kind on the board"),
        }[self]


class Joining(Enum):
    """What becomes of the cells selected before when others are selected. The value names its action and icon."""

    REPLACE = "replace"
    ADD = "add"
    TAKE = "take"
    COMMON = "common"

    @property
    def words(self) -> str:
        """What people call it."""
        return {
            Joining.REPLACE: _("Select anew"),
            Joining.ADD: _("Add to the selection"),
            Joining.TAKE: _("Take from the selection"),
            Joining.COMMON: _("Keep what both have in common"),
        }[self]

    def of(self, before: Cells, fresh: Iterable[int]) -> Cells:
        """The selection after some cells have been selected."""
        cells = frozenset(fresh)
        if self is Joining.ADD:
            return before | cells
        if self is Joining.TAKE:
            return before - cells
        return before & cells if self is Joining.COMMON else cells


def grown(grid: Grid, cells: Cells) -> Cells:
    """Cells with one ring of others round them, as wide as a brush with one ring."""
    return frozenset(other for cell in cells for other in grid.around(cell, 1))


def shrunk(grid: Grid, cells: Cells) -> Cells:
    """Cells without their outermost ring; beside the board there are none."""
    whole = 9 if grid.sides == 4 else 7
    rings = ((cell, grid.around(cell, 1)) for cell in cells)
    return frozenset(cell for cell, ring in rings if len(ring) == whole and cells.issuperset(ring))


def inverted(grid: Grid, cells: Cells) -> Cells:
    """All other cells of a board."""
    return frozenset(range(grid.count)) - cells


def hanging(game: Game, body: Body, cell: int) -> Cells:
    """The cells of one kind that hang together with a cell, however they are turned."""
    kind = game.pick(body, cell).key
    return frozenset(flood(game.grid(body), cell, lambda other: game.pick(body, other).key == kind))


def alike(game: Game, body: Body, cell: int) -> Cells:
    """All cells of a board that hold the same kind as a cell, however they are turned."""
    kind = game.pick(body, cell).key
    return frozenset(other for other in range(game.grid(body).count) if game.pick(body, other).key == kind)


def within(grid: Grid, outline: Sequence[Point]) -> Cells:
    """The cells whose middle lies inside a closed outline (board units); where it crosses itself, by turns in and out.

    A line with two points or fewer holds nothing.
    """
    return frozenset(cell for cell in range(grid.count) if _is_inside(grid.centre(cell), outline))


def _is_inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a ray from a point to the east crosses an outline an odd number of times."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], *outline[:1]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside
