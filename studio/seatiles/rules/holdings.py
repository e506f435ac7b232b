"""Which islands a position holds, under every node: what those who judge positions read (T7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from studio.seatiles.rules.chart import Chart
from studio.seatiles.rules.position import SeaPosition

Strength = tuple[int, int, int]
"""A seat's units on an island, the strongest kind first."""


class Holding:
    """An island with what counts for its points: tiles, open edges, bonus, and every seat's strength there."""

    __slots__ = ("bonus", "open", "size", "strength")

    def __init__(self, edges: int) -> None:
        self.size = self.bonus = 0
        self.open = edges
        self.strength: dict[int, Strength] = {}


AnyHolding = TypeVar("AnyHolding", bound=Holding)


def holdings(
    chart: Chart, position: SeaPosition, fresh: Callable[[int], AnyHolding]
) -> tuple[dict[int, AnyHolding], list[AnyHolding]]:
    """Every island under each of its nodes (cell * 4 + land), and all islands once; `fresh` makes one of open edges.

    Tiles and bonus are counted; the units are left to the game.
    """
    parent, placements, kinds = position.parent, chart.placements, chart.kinds
    by_root: dict[int, AnyHolding] = {}
    found: dict[int, AnyHolding] = {}
    for cell, placement in enumerate(position.laid):
        if placement < 0:
            continue
        laid = placements[placement]
        here = None
        for node in range(cell * 4, cell * 4 + laid.lands):
            root = node
            while parent[root] != root:
                root = parent[root]
            island = by_root.get(root)
            if island is None:
                island = by_root[root] = fresh(position.open_edges[root])
            found[node] = island
            if island is not here:  # both lands of a strait in one island count once (T7)
                island.size += 1
                island.bonus += kinds[laid.kind].bonus
                here = island
    return found, list(by_root.values())
