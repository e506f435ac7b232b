"""Where the coast of a board is: two arms of the rim from the start tile in its corner to the end tiles (G1, G16)."""

from __future__ import annotations

from typing import NamedTuple

from studio.core.grid import EAST, NORTH, SOUTH, WEST, SquareGrid


class Coast(NamedTuple):
    """The spaces of the coast. Each arm runs outward from beside the start to its end, the start not included."""

    start: int
    along: tuple[int, ...]
    """The arm in the start's row."""
    across: tuple[int, ...]
    """The arm in the start's column."""

    @property
    def cells(self) -> tuple[int, ...]:
        """All coast spaces but the start's, arm by arm."""
        return self.along + self.across

    @property
    def ends(self) -> tuple[int, int]:
        """The spaces of the end tiles."""
        return self.along[-1], self.across[-1]

    @property
    def beside(self) -> tuple[int, int]:
        """The two spaces beside the start tile, on which no village may lie (G1)."""
        return self.along[0], self.across[0]


def corners(grid: SquareGrid) -> tuple[int, int, int, int]:
    """The corner cells, clockwise from the north-west."""
    east, south = grid.columns - 1, (grid.rows - 1) * grid.columns
    return 0, east, south + east, south


def coast_of(grid: SquareGrid, start: int) -> Coast:
    """The coast of a start in that corner."""
    assert start in corners(grid)
    column, row = grid.place(start)
    side = WEST if column else EAST
    up = NORTH if row else SOUTH
    return Coast(start, _arm(grid, start, side), _arm(grid, start, up))


def _arm(grid: SquareGrid, start: int, side: int) -> tuple[int, ...]:
    cells = []
    cell = grid.neighbour(start, side)
    while cell >= 0:
        cells.append(cell)
        cell = grid.neighbour(cell, side)
    return tuple(cells)
