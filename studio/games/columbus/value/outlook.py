"""How far a ship still has to go, as a bot reckons: over laid tiles, and over spaces for which somebody needs a tile.

Sets of spaces are ints, bit `cell`, as in the rules. Fares are the sets of spaces by what it costs to enter them; the
tide of some spaces is, step by step of the cost, what can be reached from them: the sets of spaces beside those that
are reached at that cost. Ways are measured in fifths of a turn.
"""

from __future__ import annotations

from studio.games.columbus.rules.actions import (
    HOME,
    NO_TILE,
    OUTBOUND,
    T_BECALMED,
    T_FULL_SAIL,
    T_JOKER,
    T_WATER,
)
from studio.games.columbus.rules.board import Board, spread
from studio.games.columbus.rules.position import Position

FAST, LAID, WATER, HELD, BY_JOKER, BECALMED, DRAWN, RARE = 1, 2, 4, 4, 6, 6, 8, 14
"""What it costs to enter a full sail; another laid tile; a space that wants a water tile; one for which the rack holds
the tile, or a joker; a becalmed ship; a space whose tile is still to be drawn; one for which only jokers are left."""
QUICK = 4
"""The step of a full sail, and of what is as good."""
FAR = 400
"""No way is longer; also what a ship without any way is reckoned to need."""

Fares = tuple[tuple[int, int], ...]
"""Costs with the sets of spaces that cost so much to enter; spaces in none of them cannot be entered."""


def prices(s: Position, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What an empty space costs by the kind of tile that it wants, 0 if nobody can have it.

    Once for `seat`, whose rack counts, and once for somebody of whose rack nothing is known.
    """
    left = [total - on.bit_count() - gone for total, on, gone in zip(s.board.tiles, s.on, s.gone, strict=True)]
    if s.hand >= 0:
        left[s.hand] -= 1
    if s.discovered:
        for kind in s.under:
            if kind != NO_TILE:
                left[kind] -= 1
    rare = RARE if left[T_JOKER] + (s.hand == T_JOKER) > 0 else 0
    rack = s.rack[seat]
    joker = BY_JOKER if rack[T_JOKER] else rare
    by_draw, unknown = min(DRAWN, joker) if joker else DRAWN, min(DRAWN, rare) if rare else DRAWN
    own = [HELD if held else by_draw if rest > 0 else joker for held, rest in zip(rack, left, strict=True)]
    others = [unknown if rest > 0 else rare for rest in left]
    if rack[T_WATER] or left[T_WATER] > 0:
        own[T_WATER] = WATER
    if left[T_WATER] > 0:
        others[T_WATER] = WATER
    for kind, made in enumerate(s.board.homemade, s.board.first_homemade):
        if made.step and (rack[kind] or left[kind] > 0):
            for picture, cells in s.board.pictured:
                if cells & s.board.fits[kind]:
                    cost = HELD if rack[kind] else DRAWN
                    own[picture] = min(cost, own[picture] or cost)
                    others[picture] = min(DRAWN, others[picture] or DRAWN)
    return tuple(own), tuple(others)


class Ground:
    """What lies where: the state's own sets, or those with one tile reckoned away."""

    __slots__ = ("free", "on", "sea")

    def __init__(self, s: Position, without: int = -1) -> None:
        self.on, self.free, self.sea = s.on, s.free, s.sea
        if without >= 0:
            bit, kind, lower = 1 << without, s.tile[without], s.under[without]
            self.on = s.on[:]
            self.on[kind] ^= bit
            if lower == NO_TILE:
                self.free |= bit
                self.sea &= ~bit
            else:
                self.on[lower] |= bit
                self.sea |= bit


def fares_of(board: Board, ground: Ground, price: tuple[int, ...]) -> Fares:
    """What it costs to enter each space."""
    fast, calm = ground.on[T_FULL_SAIL], ground.on[T_BECALMED]
    for kind in range(board.first_homemade, len(board.tiles)):
        if board.steps[kind] >= QUICK:
            fast |= ground.on[kind]
    costs = {LAID: ground.sea & ~fast & ~calm, FAST: fast}
    costs[BECALMED] = costs.get(BECALMED, 0) | calm
    for kind, cells in board.pictured:
        cost = price[kind]
        cells &= ground.free
        if cost and cells:
            costs[cost] = costs.get(cost, 0) | cells
    return tuple((cost, cells) for cost, cells in sorted(costs.items()) if cells)


def goals_of(s: Position, seat: int) -> int:
    """Where a ship wants to go: America, or home (C12, C14)."""
    if s.voyage[seat] == OUTBOUND:
        return s.board.america
    if s.own_harbour:
        return 1 << s.harbour[seat]
    return s.board.home_set & ~(s.ships & ~(1 << s.ship[seat]))


class Tide:
    """What can be reached from some spaces, cost by cost: found only as far as somebody asks, and then kept."""

    __slots__ = ("_beside", "_board", "_coming", "_most", "_seen", "_waters")

    def __init__(self, board: Board, fares: Fares, closed: int, starts: dict[int, int], most: int = FAR) -> None:
        """`starts` are spaces by what it costs to enter them, and are used up; others that are `closed` stay so."""
        self._board, self._most = board, most
        self._waters = [(cost, cells & ~closed) for cost, cells in fares]
        self._beside: list[int] = []
        self._coming = starts
        """By cost, what will be reached, some of it perhaps for less: all of what the steps so far lead to."""
        self._seen = 0

    def first(self, cells: int) -> int:
        """The cost at which the tide comes beside one of the spaces; FAR if it never does."""
        for total, beside in enumerate(self._beside):
            if beside & cells:
                return total
        return self._rise(cells, self._most)

    def levels(self, most: int) -> list[int]:
        """By cost, up to the most: the spaces that the tide then first comes beside."""
        self._rise(0, most + 1)
        dry = (1 << self._board.count) - 1
        found = []
        for beside in self._beside[: most + 1]:
            fresh = beside & dry
            dry ^= fresh
            found.append(fresh)
        found += [0] * (most + 1 - len(found))
        return found

    def _rise(self, until: int, most: int) -> int:
        """Go on to that cost, all spaces of one cost being entered at once, but no further than beside some spaces.

        The cost at which it comes beside them, or FAR.
        """
        tide, waters, coming, board, seen = self._beside, self._waters, self._coming, self._board, self._seen
        for total in range(len(tide), min(most, self._most)):
            if not coming:
                break
            reached = coming.pop(total, 0) & ~seen
            if not reached:
                tide.append(0)
                continue
            seen |= reached
            beside = spread(board, reached)
            tide.append(beside)
            dry = beside & ~seen
            if dry:
                for cost, cells in waters:
                    entered = dry & cells
                    if entered:
                        coming[total + cost] = coming.get(total + cost, 0) | entered
            if beside & until:
                self._seen = seen
                return total
        self._seen = seen
        return FAR


def tide_to(board: Board, fares: Fares, goals: int, outbound: bool, most: int = FAR) -> Tide:
    """The tide from the goals: its first step that comes beside a ship's space is what the rest of its way costs.

    Outbound ships do not pass through American harbours, and home harbours that are goals are not passed either.
    """
    return Tide(board, fares, _closed(board, goals, outbound), {cost: cells & goals for cost, cells in fares}, most)


def tide_from(board: Board, fares: Fares, cell: int, goals: int, outbound: bool, most: int) -> Tide:
    """The tide from a ship, up to a cost: what it costs to get beside each space."""
    return Tide(board, fares, _closed(board, goals, outbound), {0: 1 << cell}, most)


def _closed(board: Board, goals: int, outbound: bool) -> int:
    return goals | board.america if outbound else goals


def cost_at(fares: Fares, bit: int) -> int:
    """What it costs to enter a space; FAR if it cannot be entered."""
    for cost, cells in fares:
        if cells & bit:
            return cost
    return FAR


def laid_cost(board: Board, kind: int) -> int:
    """What it costs to enter a laid tile; FAR for a wreck."""
    step = board.steps[kind]
    if not step:
        return FAR
    return FAST if step >= QUICK else BECALMED if kind == T_BECALMED else LAID


def at_sea(s: Position) -> list[int]:
    """The seats whose ships are at sea."""
    return [seat for seat in range(s.seats) if s.voyage[seat] != HOME and s.ship[seat] >= 0]
