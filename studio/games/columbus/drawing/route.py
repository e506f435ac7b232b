"""Columbus's route on the chart: which spaces it joins, how it winds across a space, the days written on it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from studio.core.grid import HexGrid, Point
from studio.core.picture import Outline
from studio.games.columbus.body import ROUTE

_LEAGUES: Final = (42, 30, 25, 55, 50, 39, 20, 40, 60, 33, 15, 27, 24)
"""Leagues that Columbus made on days of his first voyage, by his own journal more or less."""


def route_sides(grid: HexGrid, tokens: Sequence[str], cell: int) -> tuple[int, ...]:
    """The sides of a route space across which the route goes on; where only one does, it runs out on the far side."""
    found = []
    for side in range(6):
        other = grid.neighbour(cell, side)
        if other >= 0 and tokens[other] == ROUTE:
            found.append(side)
    return tuple(found)


def day_at(grid: HexGrid, cell: int) -> str:
    """The number in the ring of a route space."""
    column, row = grid.place(cell)
    return str(_LEAGUES[(column * 5 + row * 6 + 3) % len(_LEAGUES)])


@lru_cache(maxsize=4096)
def way_across(centre: Point, sides: tuple[int, ...]) -> tuple[Outline, ...]:
    """The lines from the middle of a space to the middles of its sides, each with a little swing."""
    x, y = centre
    lines = []
    for side in sides:
        angle = math.radians(60 * side - 60)
        dx, dy = math.cos(angle) * 0.5, math.sin(angle) * 0.5
        swing = 0.10 if side < 3 else -0.10
        nx, ny = -dy * swing * 2, dx * swing * 2
        lines.append(
            (
                (x + dx * 0.30, y + dy * 0.30),
                (
                    *(x + dx * 0.50 + nx, y + dy * 0.50 + ny),
                    *(x + dx * 0.80 + nx * 0.2, y + dy * 0.80 + ny * 0.2),
                    *(x + dx, y + dy),
                ),
            )
        )
    return tuple(lines)
