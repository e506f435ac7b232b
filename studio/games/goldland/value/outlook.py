"""How far it is from everywhere to the temple, and from a seat to everywhere, as a bot reckons: in turns.

Undiscovered spaces count as explorable, a turn each; a piece of equipment that is missing counts as the time it takes
to get one. Ways are found for one seat's backpack and camps, and are kept, since most moves looked at share them.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from studio.games.goldland.rules.actions import ADVENTURES, COAST, CROSSING
from studio.games.goldland.rules.board import NOTHING, Board, Pieces
from studio.games.goldland.rules.position import Position

STEP, EXPLORING, UNKNOWN = 0.22, 1.0, 0.45
"""Turns that a step takes, that exploring takes, and what a tile may ask for that nobody has seen."""
HELD, MISSING, ANY_MISSING = 0.25, 1.1, 0.5
"""Turns that it takes to replace a piece, to get one that is missing, to get any piece for a crossing."""
FAR = 99.0
NOWHERE = 1000
WHIM = 0.0001
_OPPOSITE = (2, 3, 0, 1)
_KEPT = 64

Pack = tuple[int, ...]
Key = tuple[Pack, tuple[int, ...], bool]
"""A backpack, the cells with a camp, whether land tiles are left: all that the ways of a seat depend on."""
Entries = tuple[list[float], list[float], list[bool], bool]
"""By cell: the turns it costs to enter it by road, and by crossing, and whether its red items are at hand; whether
there are pieces enough for a crossing."""


class Route(NamedTuple):
    """The rest of a seat's way from a cell to the temple."""

    turns: float
    steps: int
    unknown: int
    """Undiscovered spaces on it."""
    ahead: int
    """Steps to the first of them; NOWHERE if there is none."""
    red: Pieces
    """What adventures on it ask for."""
    any: int
    """Pieces of one's choice for its crossings."""
    open: int
    """Its first steps that can be taken as things are: over known tiles, with what is in the backpack."""
    onto: int
    """The cell that it goes to first, or -1."""


class Reached(NamedTuple):
    """A tile that a seat could walk to, and what it takes."""

    steps: int
    paid: Pieces
    """Red items."""
    any: int
    """Pieces of one's choice for crossings."""
    onto: int
    """The cell that the walk goes to first, or -1."""


class Homeward:
    """The ways from every cell to the temple; a route is followed when it is first asked for."""

    __slots__ = ("_camped", "_entries", "_ground", "_onto", "_routes", "_turns")

    def __init__(self, ground: Ground, entries: Entries, camped: frozenset[int]) -> None:
        board, around = ground.board, ground.around
        self._ground, self._entries, self._camped = ground, entries, camped
        by_road, by_crossing, _at_hand, _may_cross = entries
        self._turns = turns = [FAR] * board.count
        self._onto = onto = [-1] * board.count
        turns[board.temple] = 0.0
        settled = bytearray(board.count)
        heap = [(0.0, board.temple)]
        while heap:
            so_far, cell = heappop(heap)
            if settled[cell]:
                continue
            settled[cell] = 1
            road, crossing = so_far + by_road[cell], so_far + by_crossing[cell]
            for other, is_road in around[cell]:
                if not settled[other]:
                    there = road if is_road else crossing
                    if there < turns[other]:
                        turns[other] = there
                        onto[other] = cell
                        heappush(heap, (there, other))
        self._routes: dict[int, Route] = {board.temple: Route(0.0, 0, 0, NOWHERE, NOTHING, 0, 0, -1)}

    def route(self, cell: int) -> Route:
        """The way from a cell."""
        found = self._routes.get(cell)
        if found is None:
            after = self._onto[cell]
            if after < 0:
                board = self._ground.board
                found = Route(FAR, board.columns + board.rows, board.count, NOWHERE, NOTHING, 0, 0, -1)
            else:
                found = self._onward(cell, after)
            self._routes[cell] = found
        return found

    def _onward(self, cell: int, after: int) -> Route:
        """The way of a cell whose next step is onto `after`."""
        ground, rest = self._ground, self.route(after)
        board, tile = ground.board, ground.tiles[after]
        _by_road, _by_crossing, at_hand, may_cross = self._entries
        is_road = (after, True) in ground.around[cell]
        red, anything, turns = rest.red, rest.any, self._turns[cell]
        if tile < 0:
            if not is_road:
                anything += CROSSING
            return Route(turns, rest.steps + 1, rest.unknown + 1, 1, red, anything, 0, after)
        paid = 0
        if board.pays[tile] and board.kinds[tile] < ADVENTURES and after not in self._camped:
            red = plus(red, board.tiles[tile].pay)
            paid = board.pay_total[tile]
        if not is_road:
            anything += max(0, CROSSING - paid)
        is_open = at_hand[after] and (is_road or may_cross) and ground.tiles[cell] >= 0
        steps = rest.open + 1 if is_open else 0
        return Route(turns, rest.steps + 1, rest.unknown, rest.ahead + 1, red, anything, steps, after)


class Walks:
    """The tiles that a seat can walk to with its backpack, the nearest first."""

    __slots__ = ("_before", "_entries", "_found", "_ground", "cells")

    def __init__(self, ground: Ground, entries: Entries, start: int, most: float) -> None:
        self._ground, self._entries = ground, entries
        by_road, by_crossing, at_hand, may_cross = entries
        tiles, around = ground.tiles, ground.around
        self._before: dict[int, int] = {}
        self.cells: dict[int, int] = {}
        """By cell: the steps to it."""
        best = {start: 0.0}
        heap = [(0.0, 0, start)]
        while heap:
            turns, steps, cell = heappop(heap)
            if cell in self.cells:
                continue
            self.cells[cell] = steps
            for other, is_road in around[cell]:
                if at_hand[other] and (is_road or may_cross) and tiles[other] >= 0:
                    there = turns + (by_road[other] if is_road else by_crossing[other])
                    if there <= most and there < best.get(other, FAR):
                        best[other] = there
                        self._before[other] = cell
                        heappush(heap, (there, steps + 1, other))
        self._found: dict[int, Reached] = {start: Reached(0, NOTHING, 0, -1)}

    def to(self, cell: int) -> Reached:
        """The walk to a tile."""
        found = self._found.get(cell)
        if found is None:
            ground, before = self._ground, self._before[cell]
            so_far = self.to(before)
            paid, anything, red = so_far.paid, so_far.any, 0
            if self._entries[0][cell] > STEP:  # neither plain nor with a camp
                tile = ground.tiles[cell]
                paid = plus(paid, ground.board.tiles[tile].pay)
                red = ground.board.pay_total[tile]
            if (cell, True) not in ground.around[before]:
                anything += max(0, CROSSING - red)
            onto = so_far.onto if so_far.steps else cell
            found = self._found[cell] = Reached(so_far.steps + 1, paid, anything, onto)
        return found


def plus(one: Pieces, other: Pieces) -> Pieces:
    """Pieces put together."""
    a, b, c, d, e, f, g = one
    p, q, r, s, t, u, v = other
    return a + p, b + q, c + r, d + s, e + t, f + u, g + v


class Ground:
    """What follows from the laid tiles, and the ways that were found on them."""

    __slots__ = ("around", "board", "costs", "lines", "routes", "spots", "tiles", "walked", "whim")

    def __init__(self, board: Board, laid: tuple[int, ...]) -> None:
        self.board = board
        self.tiles = tiles = [placement >> 2 if placement >= 0 else -1 for placement in laid]
        lie = _lie_of(board)
        self.spots = frozenset([cell for cell, tile in enumerate(tiles) if tile >= 0 and lie.matters[tile]])
        """Cells with tiles that may be worth a detour."""
        self.lines = frozenset([cell for cell in self.spots if lie.has_line[tiles[cell]]])
        """Those of them on which something is gained for being shown something."""
        self.whim = WHIM * sum(
            [(placement * 5 + cell * 3) % 11 for cell, placement in enumerate(laid) if placement >= 0]
        )
        """Next to nothing, so that of rotations equally good not always the first is chosen."""
        fixed, roads = board.fixed_roads, board.roads
        exits = [
            15  # it can be laid so that its roads go on wherever its neighbours' do
            if placement < 0
            else (fixed[cell] if lie.is_coast[placement >> 2] else roads[placement])
            for cell, placement in enumerate(laid)
        ]
        self.around: list[list[tuple[int, bool]]] = [
            [
                by_road if here & side and exits[by_road[0]] & back else by_land
                for side, back, by_road, by_land in lie.beside[cell]
            ]
            for cell, here in enumerate(exits)
        ]
        """By cell: its neighbours, and whether a road leads there."""
        self.costs: dict[Key, Entries] = {}
        self.routes: dict[Key, Homeward] = {}
        self.walked: dict[tuple[Key, int], Walks] = {}

    def entries(self, key: Key) -> Entries:
        """What it costs to enter each cell with this backpack."""
        found = self.costs.get(key)
        if found is None:
            found = self.costs[key] = _entries(self, *key)
        return found

    def homeward(self, key: Key) -> Homeward:
        """The way to the temple from each cell."""
        found = self.routes.get(key)
        if found is None:
            if len(self.routes) >= _KEPT:
                self.routes.clear()
                self.costs.clear()
            found = self.routes[key] = Homeward(self, self.entries(key), frozenset(key[1]))
        return found

    def walks(self, key: Key, start: int, most: float) -> Walks:
        """The tiles that can be walked to, at most so many turns away."""
        found = self.walked.get((key, start))
        if found is None:
            if len(self.walked) >= _KEPT:
                self.walked.clear()
            found = self.walked[key, start] = Walks(self, self.entries(key), start, most)
        return found


class _Lie(NamedTuple):
    """What is the same in all positions of a board."""

    beside: list[list[tuple[int, int, tuple[int, bool], tuple[int, bool]]]]
    """By cell: of each neighbour the side towards it and the side back, as bits, then it with a road and without."""
    matters: list[bool]
    """By tile: whether it may be worth a detour."""
    has_line: list[bool]
    """By tile: whether something is gained there for being shown something."""
    is_coast: list[bool]


@lru_cache(maxsize=_KEPT)
def _lie_of(board: Board) -> _Lie:
    has_line = [bool(gains) and not rewards for gains, rewards in zip(board.gains, board.rewards, strict=True)]
    return _Lie(
        beside=[
            [
                (1 << side, 1 << _OPPOSITE[side], (other, True), (other, False))
                for side, other in enumerate(board.neighbours[cell])
                if other >= 0
            ]
            for cell in range(board.count)
        ],
        matters=[
            line or kind < ADVENTURES or tile.treasure
            for line, kind, tile in zip(has_line, board.kinds, board.tiles, strict=True)
        ],
        has_line=has_line,
        is_coast=[kind >= COAST for kind in board.kinds],
    )


def _entries(ground: Ground, pack: Pack, camped: tuple[int, ...], hidden: bool) -> Entries:
    board, camps = ground.board, frozenset(camped)
    whole = sum(pack)
    short = max(0, CROSSING - whole) * (ANY_MISSING - HELD)
    plain = STEP + CROSSING * HELD + short
    unknown = STEP + EXPLORING + UNKNOWN if hidden else FAR
    by_road, by_crossing, at_hand = [STEP] * board.count, [plain] * board.count, [True] * board.count
    kinds, pays = board.kinds, board.pays
    for cell, tile in enumerate(ground.tiles):
        if tile < 0:
            at_hand[cell] = False
            by_road[cell] = unknown
            by_crossing[cell] = unknown + plain - STEP
        elif kinds[tile] < ADVENTURES and pays[tile] and cell not in camps:
            red = 0.0
            for item, number in pays[tile]:
                missing = number - pack[item]
                if missing > 0:
                    at_hand[cell] = False
                    red += missing * MISSING + pack[item] * HELD
                else:
                    red += number * HELD
            by_road[cell] = STEP + red
            by_crossing[cell] = STEP + red + max(0, CROSSING - board.pay_total[tile]) * HELD + short
    return by_road, by_crossing, at_hand, whole >= CROSSING


def ground_of(state: Position) -> Ground:
    """The ground of a position; kept for the positions that follow."""
    return _ground(state.board, tuple(state.laid))


_ground = lru_cache(maxsize=_KEPT)(Ground)
