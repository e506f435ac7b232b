"""How far it is from the border: tiles to lay and gold to spend until each space is discovered (T5, E3, N2–N4).

A space is counted as if every tile that is drawn fitted: so many tiles at least, for so much gold at least. What lies
already costs nothing to pass, since a ship may start from there; so do gaps, which are filled before the first turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import NamedTuple

from studio.core.cancellation import Patience
from studio.seatiles.body.facts import Facts

FAR = 1 << 30
"""More than any way takes: no ship gets there."""
LOOKS = 128
"""So many spaces between two looks at the patience."""


class Stretch(NamedTuple):
    """The open edges of the border (cell, side) that face one way and ask one toll, in gold."""

    side: int
    toll: int
    edges: tuple[tuple[int, int], ...]


def stretches(facts: Facts) -> list[Stretch]:
    """By side from the north clockwise and then by toll: the border edges at which a ship can come in."""
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for cell, shape in enumerate(facts.shapes):
        for side in range(4):
            kind = facts.outer[cell * 4 + side]
            if kind is not None and kind.startswith("open") and (not shape or shape[side] == "."):
                found.setdefault((side, int(kind[-1])), []).append((cell, side))
    return [Stretch(side, toll, tuple(edges)) for (side, toll), edges in sorted(found.items())]


@dataclass(frozen=True, slots=True)
class Reach:
    """By cell, for undiscovered spaces (FAR where no ship gets, and elsewhere): what it takes to discover them."""

    tiles: list[int]
    """The fewest tiles to lay, the space's own included, whatever the toll."""
    gold: list[int]
    """The least gold: one toll and the price of each tile."""

    @property
    def reached(self) -> list[int]:
        """The undiscovered spaces to which some ship gets."""
        return [cell for cell, gold in enumerate(self.gold) if gold < FAR]


def reach(facts: Facts, entries: Iterable[tuple[int, int]], tile: int, patience: Patience) -> Reach:
    """What it takes to get everywhere from some spaces, given with the toll that is paid to be there.

    `tile` is the price of a tile in gold. Raises `Spent` when the patience ends first.
    """
    entries = list(entries)
    tiles = _cheapest(facts, [(cell, 0) for cell, _toll in entries], 1, patience)
    return Reach(tiles, _cheapest(facts, entries, tile, patience))


def _cheapest(facts: Facts, entries: list[tuple[int, int]], tile: int, patience: Patience) -> list[int]:
    """By undiscovered space: the least sum of a toll and the price of the tiles that are laid (Dijkstra's search)."""
    lanes, lies = facts.lanes, [bool(shape) or cell in facts.gaps for cell, shape in enumerate(facts.shapes)]
    best = [FAR] * facts.grid.count
    ahead: list[tuple[int, int]] = []
    for cell, toll in entries:
        cost = toll if lies[cell] else toll + tile
        if cost < best[cell]:
            best[cell] = cost
            heappush(ahead, (cost, cell))
    looks = 0
    while ahead:
        if not looks % LOOKS:
            patience.look()
        looks += 1
        cost, cell = heappop(ahead)
        if cost > best[cell]:
            continue
        for other in lanes[cell]:
            further = cost if lies[other] else cost + tile
            if further < best[other]:
                best[other] = further
                heappush(ahead, (further, other))
    return [FAR if lies[cell] else cost for cell, cost in enumerate(best)]
