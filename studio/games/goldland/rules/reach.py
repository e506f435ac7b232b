"""How far a seat can walk: every tile a move could end on, with its cheapest way (G4–G7). Reads, never changes.

Cheapest means fewest pieces of equipment, then fewest crossings, then fewest steps. Nothing is discarded or bought
first, no adventure is survived that the seat could pass by a camp. The search settles labels in the order of that cost;
a label may be forgotten only if a settled one on the same tile took no more steps and no more red items of any kind,
since then every way on from here is open to it as well. So the first label that settles on a tile is its way.
A tile is never entered twice: going round in a loop costs steps and brings nothing.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from studio.games.goldland.rules.actions import CROSS, CROSS_PAY, CROSSING, FREE, ITEMS, P_HAND_OVER, PAY
from studio.games.goldland.rules.board import Pairs, Pieces
from studio.games.goldland.rules.position import Position


class Walk(NamedTuple):
    """A walk: the cells entered, each with its way of stepping (FREE, PAY, CROSS, CROSS_PAY), and what it costs."""

    steps: int
    cells: tuple[int, ...]
    ways: tuple[int, ...]
    paid: Pieces
    """Red items, by item."""
    any: int
    """Pieces of the seat's choice, for crossings; so many are left beside the red items."""

    @property
    def pieces(self) -> int:
        """All that is handed over."""
        return sum(self.paid) + self.any


class _Label(NamedTuple):
    """A walk to a tile in the order of its cost; `red` holds the red items so far, `_BITS` bits each."""

    pieces: int
    crossings: int
    steps: int
    order: int
    cell: int
    red: int
    way: int
    before: _Label | None


_BITS = 6
_GUARD = sum(1 << item * _BITS + _BITS - 1 for item in range(ITEMS))
"""A bit above each item's number, which a subtraction takes away exactly when that item falls below nought."""


def reach(state: Position, seat: int) -> dict[int, Walk]:
    """By cell: the cheapest way there of a move that the seat begins now, or is making now.

    The tile where the seat stands is left out. Empty when the seat has ended its move in this turn. A crossing that
    is being paid is paid first. For another seat than the active one: as if it were its turn, nothing done yet.
    """
    points, visited, owed, least = state.free(seat), 0, 0, 0
    if seat == state.active:
        if state.moved == 2:
            return {}
        if state.points >= 0:
            points, visited = state.points, state.visited
        if state.phase == P_HAND_OVER:
            owed, least = state.owed, state.item
    board, links = state.board, state.links
    pack = state.pack[seat * ITEMS : seat * ITEMS + ITEMS]
    camp = state.camp[seat * board.count : seat * board.count + board.count]
    held, most = _packed(tuple(enumerate(pack))) | _GUARD, sum(pack) - owed
    here = state.at[seat]
    visited |= 1 << here

    found: dict[int, Walk] = {}
    settled: dict[int, list[tuple[int, int]]] = {}
    heap: list[_Label] = [_Label(0, 0, 0, 0, here, 0, FREE, None)]
    order = 0
    while heap:
        label = heappop(heap)
        pieces, crossings, steps, _order, cell, red, _way, before = label
        kept = settled.setdefault(cell, [])
        if any(steps >= fewer and ((red | _GUARD) - less) & _GUARD == _GUARD for fewer, less in kept):
            continue
        kept.append((steps, red))
        if before is not None and cell not in found:
            found[cell] = _way_of(label)
        if steps == points:
            continue
        for other, tile, road, pays, _enter, _survive in links[cell]:
            if visited >> other & 1:
                continue
            added, after, way = 0, red, FREE
            if pays is not None and not camp[other]:
                added, after, way = board.pay_total[tile], red + _packed(pays), PAY
                if (held - after) & _GUARD != _GUARD:
                    continue
            if not road:
                added, way = max(added, CROSSING), CROSS_PAY if way == PAY else CROSS
            if pieces + added > most or (owed and not _payable(pack, after, owed, least)):
                continue
            order += 1
            heappush(heap, _Label(pieces + added, crossings + (not road), steps + 1, order, other, after, way, label))
    return found


def _packed(pairs: Pairs) -> int:
    """The numbers of each item side by side in one."""
    return sum([number << item * _BITS for item, number in pairs])


def _unpacked(red: int) -> Pieces:
    mask = (1 << _BITS) - 1
    one, two, three, four, five, six, seven = (red >> item * _BITS & mask for item in range(ITEMS))
    return one, two, three, four, five, six, seven


def _payable(pack: list[int], red: int, owed: int, least: int) -> bool:
    """Whether what is owed now can be handed over in the order of items and leave these red items."""
    return sum(pack[item] - number for item, number in enumerate(_unpacked(red)) if item >= least) >= owed


def _way_of(label: _Label) -> Walk:
    cells: list[int] = []
    ways: list[int] = []
    step: _Label | None = label
    while step is not None and step.before is not None:
        cells.append(step.cell)
        ways.append(step.way)
        step = step.before
    paid = _unpacked(label.red)
    return Walk(label.steps, tuple(reversed(cells)), tuple(reversed(ways)), paid, label.pieces - sum(paid))
