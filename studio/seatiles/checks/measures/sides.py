"""The sides of the board beside one another: what it costs to sail from each, and what lies nearest to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from studio.seatiles.body.facts import Facts
from studio.seatiles.checks.measures.reach import FAR, Reach, Stretch
from studio.seatiles.checks.measures.sectors import bonus_at


class Side(NamedTuple):
    """What a stretch of the border is good for."""

    stretch: Stretch
    nearest: tuple[int, ...]
    """The undiscovered spaces to which no other stretch leads for less gold."""
    tiles: float
    """The tiles that a space asks for, on the mean over the spaces that ships from there get to; 0 when to none."""
    gold: float
    """The gold likewise, the toll included."""
    bonus: int
    """Points of the bonus tiles to which no other stretch leads for less gold."""


def sides(facts: Facts, reaches: Mapping[Stretch, Reach]) -> list[Side]:
    """Each stretch with what can be reached from it by itself, compared with the others."""
    best = [min(costs) for costs in zip(*(one.gold for one in reaches.values()), strict=True)]
    bonuses = {cell: bonus_at(facts, cell) for cell in range(facts.grid.count) if bonus_at(facts, cell)}
    cheapest = {cell: _beside(facts, best, cell) for cell in bonuses}
    found = []
    for stretch, one in reaches.items():
        cells = one.reached
        nearest = tuple(cell for cell in cells if one.gold[cell] == best[cell])
        points = sum(bonus for cell, bonus in bonuses.items() if _beside(facts, one.gold, cell) == cheapest[cell] < FAR)
        mean_tiles, mean_gold = (_mean([by[cell] for cell in cells]) for by in (one.tiles, one.gold))
        found.append(Side(stretch, nearest, mean_tiles, mean_gold, points))
    return found


def _beside(facts: Facts, costs: Sequence[int], cell: int) -> int:
    """The least cost of a space beside a tile."""
    return min((costs[other] for side in range(4) if (other := facts.near[cell * 4 + side]) >= 0), default=FAR)


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values) if values else 0.0


def facing(all_sides: Sequence[Side]) -> dict[int, int]:
    """By undiscovered space that ships get to: the side of the board that is cheapest, or -1 when several are."""
    found: dict[int, int] = {}
    for side in all_sides:
        for cell in side.nearest:
            found[cell] = side.stretch.side if found.get(cell, side.stretch.side) == side.stretch.side else -1
    return found
