"""Numbers of the places that can be pointed at: cells first, then edges of cells, then what lies beside the board."""

from __future__ import annotations

from typing import Final

from studio.core.grid import Grid

EDGE_BASE: Final = 1 << 20
"""Targets from here on are edges: EDGE_BASE + cell * 8 + side."""

BESIDE: Final = 2_000_000
"""Targets from here on are things beside the board (a stack, a piece in the backpack), numbered by each game."""

HAND: Final = BESIDE - 1
"""What the seat to move holds, as a place that can be asked about."""

COMPASS: Final = {4: ("N", "E", "S", "W"), 6: ("NE", "E", "SE", "SW", "W", "NW")}
"""What the sides of a cell are called in names of places, by how many there are."""


def edge_target(cell: int, side: int) -> int:
    """The number of an edge of a cell among the targets of a picture."""
    return EDGE_BASE + cell * 8 + side


def target_edge(target: int) -> tuple[int, int]:
    """Cell and side of an edge target."""
    return divmod(target - EDGE_BASE, 8)


def is_edge(target: int) -> bool:
    """Whether a target is an edge of a cell."""
    return EDGE_BASE <= target < BESIDE


def place_name(grid: Grid, target: int) -> str:
    """What a cell ("E4") or an edge of one ("E4 N") is called on a board and in files."""
    if not is_edge(target):
        return grid.name(target)
    cell, side = target_edge(target)
    return f"{grid.name(cell)} {COMPASS[grid.sides][side]}"


def place_named(grid: Grid, name: str) -> int:
    """The cell or edge of this name, as a target; -1 where the board has none."""
    space, _between, side = name.partition(" ")
    cell = grid.named(space)
    if cell < 0 or not side:
        return cell
    return edge_target(cell, COMPASS[grid.sides].index(side)) if side in COMPASS[grid.sides] else -1
