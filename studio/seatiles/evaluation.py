"""Data for position evaluation: the islands at every node, and the lands a ship may still discover (T7)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Generic, TypeVar

from studio.seatiles.rules.chart import SeaBoard
from studio.seatiles.rules.position import SeaPosition

CACHE_SIZE = 1000
"""Cache entries per kind of query; enough for the search of one turn."""

Strength = tuple[int, int, int]
"""A seat's units on an island, strongest kind first."""


class Holding:
    """An island with its scoring data: tiles, open edges, bonus, and the strength of every seat."""

    __slots__ = ("bonus", "open", "size", "strength")

    def __init__(self, edges: int) -> None:
        self.size = self.bonus = 0
        self.open = edges
        self.strength: dict[int, Strength] = {}


AnyHolding = TypeVar("AnyHolding", bound=Holding)
V = TypeVar("V")


class BoardCache(Generic[V]):
    """Cache of values computed from positions on one board, by everything they depend on.

    Measured: about 8 of 100 positions a bot evaluates in a match differ in their islands. Changing the board clears the
    cache, so that long sessions do not accumulate boards.
    """

    __slots__ = ("_board", "_found")

    def __init__(self) -> None:
        self._board: SeaBoard | None = None
        self._found: dict[Hashable, V] = {}

    def get(self, board: SeaBoard, key: Hashable) -> V | None:
        """Return the cached value of a board and key, or None."""
        if board is not self._board:
            self._found.clear()
            self._board = board
        return self._found.get(key)

    def put(self, key: Hashable, value: V) -> V:
        """Store a value for the board of the last `get`; a full cache is cleared first."""
        if len(self._found) >= CACHE_SIZE:
            self._found.clear()
        self._found[key] = value
        return value


def island_key(s: SeaPosition) -> Hashable:
    """Return the cache key of the islands and the strengths of all seats on one board."""
    return tuple(s.laid), tuple(s.unit), bytes(s.unit_land)


def holdings(
    position: SeaPosition, fresh: Callable[[int], AnyHolding]
) -> tuple[dict[int, AnyHolding], list[AnyHolding]]:
    """Return the island at each node (cell * 4 + land), and all islands; `fresh` creates one from open edges.

    Tiles and bonus are counted here; the game adds the units.
    """
    chart = position.board.chart
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


_odds: BoardCache[list[tuple[int, float]]] = BoardCache()


def kinds_with_land(s: SeaPosition) -> list[tuple[int, float]]:
    """Return the kinds of hidden tiles with land, with their share of all hidden tiles."""
    hidden = tuple(s.hidden)
    known = _odds.get(s.board, hidden)
    if known is not None:
        return known
    kinds, sorts, whole = s.board.chart.kinds, s.board.numbers.sorts, sum(hidden)
    shares = ((kind, sum(hidden[kind * sorts : (kind + 1) * sorts])) for kind in range(len(hidden) // sorts))
    return _odds.put(hidden, [(kind, count / whole) for kind, count in shares if whole and kinds[kind].lands])


def lands_beside(s: SeaPosition, cell: int) -> Iterator[int]:
    """Return the nodes of the lands next to an undiscovered space."""
    chart = s.board.chart
    for side in range(4):
        if s.need[cell] >> (4 + side) & 1:
            other = chart.near[cell * 4 + side]
            if other >= 0 and s.laid[other] >= 0:
                land = chart.placements[s.laid[other]].land[side ^ 2]
                if land >= 0:
                    yield other * 4 + land
