"""Legal actions of every phase, sorted (G17), and the cheapest walks of a seat (G4–G7)."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import compress
from typing import NamedTuple

from studio.core.game import Action
from studio.games.goldland.rules.board import (
    BUY,
    COMPARTMENTS,
    CROSS,
    CROSS_PAY,
    CROSSING,
    DISCARD,
    DROP,
    END,
    EXPLORE,
    FREE,
    GAIN,
    HAND_OVER,
    ITEMS,
    LAY,
    MAX_CELLS,
    NO_CAMP,
    P_CAMP,
    P_DROP,
    P_HAND_OVER,
    P_LAY,
    P_TAKE,
    PAY,
    PITCH,
    PROVISION,
    SHIFT,
    STOP,
    TAKE,
    TREASURE,
    TREASURE_PRICE,
    TURN_UP,
    Pairs,
    Pieces,
)
from studio.games.goldland.rules.position import Position

_END, _STOP, _EXPLORE, _TREASURE, _NO_CAMP, _PITCH = (
    (kind,) for kind in (END, STOP, EXPLORE, TREASURE, NO_CAMP, PITCH)
)
_DISCARD, _HAND_OVER, _DROP, _BUY = (
    [(kind, item) for item in range(ITEMS)] for kind in (DISCARD, HAND_OVER, DROP, BUY)
)
_TAKE: list[Action] = [(TAKE, number) for number in range(COMPARTMENTS + 1)]
_SHIFT: list[Action] = [(SHIFT, cell) for cell in range(MAX_CELLS)]
_TURN_UP: list[Action] = [(TURN_UP, cell) for cell in range(MAX_CELLS)]
_LAY: list[list[Action]] = [[(LAY, cell, turn) for turn in range(4)] for cell in range(MAX_CELLS)]
_PROVISIONS = TREASURE_PRICE[PROVISION]


def moves(s: Position) -> list[Action]:
    """Return the legal actions in every phase except `P_TURN`."""
    phase = s.phase
    seat = s.active
    pack = s.pack[seat * ITEMS : seat * ITEMS + ITEMS]
    found: list[Action] = []
    if phase == P_HAND_OVER:
        left = sum(pack[s.item :])
        for item in range(s.item, ITEMS):
            if left < s.owed:
                break
            if pack[item]:
                found.append(_HAND_OVER[item])
                left -= pack[item]
    elif phase == P_CAMP:
        found.append(_NO_CAMP)
        if s.camps[seat]:
            found.append(_PITCH)
        else:
            here, base = s.at[seat], seat * s.board.count
            camp = s.camp[base : base + s.board.count]
            found += [_SHIFT[cell] for cell, number in enumerate(camp) if number and cell != here]
    elif phase == P_TAKE:
        found += _TAKE[: takeable(s) + 1]
    elif phase == P_LAY:
        turns = s.board.turns[s.hand]
        cells = s.empty[s.at[seat]] if s.spot < 0 else (s.spot,)
        found += [_LAY[cell][turn] for cell in cells for turn in turns]
    elif phase == P_DROP:
        spare = _PROVISIONS if s.then == TREASURE else 0
        found += [_DROP[item] for item in range(ITEMS) if pack[item] > (spare if item == PROVISION else 0)]
    if s.tokens[seat] >= s.board.prices[s.seats] and s.free(seat) > 0:
        found += compress(_BUY, s.stock)
    return found


def takeable(s: Position) -> int:
    seat = s.active
    offered = dict(s.board.gains[s.laid[s.at[seat]] >> 2][s.alternative])[s.item]
    return min(offered, s.stock[s.item], s.free(seat))


def turn_moves(s: Position) -> list[Action]:
    """Return the legal actions between actions: continue the move or the turn, or end it."""
    seat, moved = s.active, s.moved
    here = s.at[seat]
    pack = s.pack[seat * ITEMS : seat * ITEMS + ITEMS]
    pieces = sum(pack)
    free = COMPARTMENTS - pieces - s.treasures[seat] - s.amulet[seat]
    board = s.board
    found: list[Action] = []
    if moved < 2:
        if s.points < 0:
            found = list(compress(_DISCARD, pack))
            if free > 0:
                steps(s, seat, pack, pieces, found)
        elif s.points:
            steps(s, seat, pack, pieces, found)
        if moved:
            found.append(_STOP)
    due = moved == 1 and here == board.temple and not s.amulet[seat]
    if not s.gained:
        tile = s.laid[here] >> 2
        gains = board.gains[tile]
        room = free - 1 if due else free
        if gains and room > 0 and (s.paid_here or not board.rewards[tile]):
            for item, number in board.shows[tile]:
                if pack[item] < number:
                    break
            else:
                stock = s.stock
                for alternative, offer in enumerate(gains):
                    for item, _number in offer:
                        if stock[item]:
                            found.append((GAIN, alternative))
                            break
    if not s.explored and s.hidden and s.empty[here]:
        if s.face_down:
            found += [_TURN_UP[cell] for cell in s.empty[here]]
        else:
            found.append(_EXPLORE)
    if s.treasure[here] and pack[PROVISION] >= _PROVISIONS and (not due or free > 0 or pieces > _PROVISIONS):
        found.append(_TREASURE)
    found.append(_END)
    if free > 0 and s.tokens[seat] >= board.prices[s.seats]:
        found += compress(_BUY, s.stock)
    return found


def steps(s: Position, seat: int, pack: list[int], pieces: int, found: list[Action]) -> None:
    """Add the steps to neighbouring tiles with their ways (G4–G7)."""
    visited = s.visited
    for cell, _tile, road, pays, enter, survive in s.links[s.at[seat]]:
        if visited >> cell & 1 or (pieces < CROSSING and not road):
            continue
        if pays is None:
            found.append(enter)
            continue
        if s.camp[seat * s.board.count + cell]:
            found.append(enter)
        for item, number in pays:
            if pack[item] < number:
                break
        else:
            found.append(survive)


# Cheapest walks
#
# Cheapest means fewest pieces of equipment, then fewest crossings, then fewest steps. Nothing is discarded or bought
# first, and no adventure is survived that the seat can pass by a camp. The search settles labels in the order of that
# cost. A label may be discarded only if a settled one on the same tile took no more steps and no more red items of any
# kind, because then every continuation is open to it as well. So the first label that settles on a tile is its walk.
# A tile is never entered twice: a loop costs steps and gains nothing.


class Walk(NamedTuple):
    """A walk: the cells entered, each with its way of stepping (FREE, PAY, CROSS, CROSS_PAY), and its cost."""

    steps: int
    cells: tuple[int, ...]
    ways: tuple[int, ...]
    paid: Pieces  # red items, by item
    any: int  # pieces of the seat's choice, for crossings, in addition to the red items

    @property
    def pieces(self) -> int:
        return sum(self.paid) + self.any


class _Label(NamedTuple):
    """A walk to a tile, ordered by cost; `red` holds the red items so far, `_BITS` bits each."""

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
"""A bit above each item's count, which a subtraction clears exactly if that item becomes negative."""


def reach(state: Position, seat: int) -> dict[int, Walk]:
    """Return by cell the cheapest walk of a move that the seat begins now or has begun.

    The seat's own tile is omitted. Empty if the seat has ended its move this turn. A crossing that is being paid is
    paid first. For a seat other than the active one: as if it were its turn, with nothing done yet.
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
    held, most = _pack_counts(tuple(enumerate(pack))) | _GUARD, sum(pack) - owed
    here = state.at[seat]
    visited |= 1 << here

    found: dict[int, Walk] = {}
    settled: dict[int, list[tuple[int, int]]] = {}
    heap: list[_Label] = [_Label(0, 0, 0, 0, here, 0, FREE, None)]
    order = 0
    while heap:
        label = heappop(heap)
        pieces, crossings, steps, _order, cell, red, _way, before = label
        saved = settled.setdefault(cell, [])
        if any(steps >= fewer and ((red | _GUARD) - less) & _GUARD == _GUARD for fewer, less in saved):
            continue
        saved.append((steps, red))
        if before is not None and cell not in found:
            found[cell] = _way_of(label)
        if steps == points:
            continue
        for other, tile, road, pays, _enter, _survive in links[cell]:
            if visited >> other & 1:
                continue
            added, after, way = 0, red, FREE
            if pays is not None and not camp[other]:
                added, after, way = board.pay_total[tile], red + _pack_counts(pays), PAY
                if (held - after) & _GUARD != _GUARD:
                    continue
            if not road:
                added, way = max(added, CROSSING), CROSS_PAY if way == PAY else CROSS
            if pieces + added > most or (owed and not _payable(pack, after, owed, least)):
                continue
            order += 1
            heappush(heap, _Label(pieces + added, crossings + (not road), steps + 1, order, other, after, way, label))
    return found


def _pack_counts(pairs: Pairs) -> int:
    return sum([number << item * _BITS for item, number in pairs])


def _unpack_counts(red: int) -> Pieces:
    mask = (1 << _BITS) - 1
    one, two, three, four, five, six, seven = (red >> item * _BITS & mask for item in range(ITEMS))
    return one, two, three, four, five, six, seven


def _payable(pack: list[int], red: int, owed: int, least: int) -> bool:
    """Return whether what is owed can be paid in the order of items so that these red items remain."""
    return sum(pack[item] - number for item, number in enumerate(_unpack_counts(red)) if item >= least) >= owed


def _way_of(label: _Label) -> Walk:
    cells: list[int] = []
    ways: list[int] = []
    step: _Label | None = label
    while step is not None and step.before is not None:
        cells.append(step.cell)
        ways.append(step.way)
        step = step.before
    paid = _unpack_counts(label.red)
    return Walk(label.steps, tuple(reversed(cells)), tuple(reversed(ways)), paid, label.pieces - sum(paid))
