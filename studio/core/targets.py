"""Numbers of the places that can be pointed at: cells first, then edges of cells, then what lies beside the board."""

from __future__ import annotations

from typing import Final

EDGE_BASE: Final = 1 << 20
"""Targets from here on are edges: EDGE_BASE + cell * 8 + side."""

BESIDE: Final = 2_000_000
"""Targets from here on are things beside the board (a stack, a piece in the backpack), numbered by each game."""


def edge_target(cell: int, side: int) -> int:
    """The number of an edge of a cell among the targets of a picture."""
    return EDGE_BASE + cell * 8 + side


def target_edge(target: int) -> tuple[int, int]:
    """Cell and side of an edge target."""
    return divmod(target - EDGE_BASE, 8)


def is_edge(target: int) -> bool:
    """Whether a target is an edge of a cell."""
    return EDGE_BASE <= target < BESIDE
