"""How far it is from everywhere to the temple, and from a seat to everywhere, as a bot reckons: in turns.

Undiscovered spaces count as explorable, a turn each; a piece of equipment that is missing counts as the time it takes
to get one. Ways are found for one seat's backpack and camps, and are kept, since most moves looked at share them.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from studio.games.goldland.rules_actions import ADVENTURES, COAST, CROSSING
from studio.games.goldland.rules_board import NOTHING, Board, Pieces
from studio.games.goldland.rules_position import Position

STEP, EXPLORING, UNKNOWN = 0.22, 1.0, 0.45
"""Turns that a step takes, that exploring takes, and what a tile may ask for that nobody has seen."""
HELD, MISSING, ANY_MISSING = 0.25, 1.1, 0.5
"""Turns that it takes to replace a piece, to get one that is missing, to get any piece for a crossing."""
FAR = 99.0
NOWHERE = 1000
_OPPOSITE = (2, 3, 0, 1)
_KEPT = 64

Pack = tuple[int, ...]
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

    turns: float
    steps: int
    paid: Pieces
    """Red items."""
    any: int
    """Pieces of one's choice for crossings."""
    onto: int
    """The cell that the walk goes to first, or -1."""


class Ground:
    """What follows from the laid tiles, and the ways that were found on them."""

    __slots__ = ("around", "board", "costs", "reached", "routes", "tiles")

    def __init__(self, board: Board, laid: tuple[int, ...]) -> None:
        self.board = board
        self.tiles = [placement >> 2 if placement >= 0 else -1 for placement in laid]
        exits = []
        for cell, placement in enumerate(laid):
            if placement < 0:
                exits.append(15)  # it can be laid so that its roads go on wherever its neighbours' do
            else:
                coast = board.kinds[placement >> 2] >= COAST
                exits.append(board.fixed_roads[cell] if coast else board.roads[placement])
        self.around: list[list[tuple[int, bool]]] = []
        """By cell: its neighbours, and whether a road leads there."""
        for cell in range(board.count):
            near = []
            for side, other in enumerate(board.neighbours[cell]):
                if other >= 0:
                    near.append((other, bool(exits[cell] >> side & 1 and exits[other] >> _OPPOSITE[side] & 1)))
            self.around.append(near)
        self.costs: dict[tuple[Pack, tuple[int, ...], bool], Entries] = {}
        self.routes: dict[tuple[Pack, tuple[int, ...], bool], list[Route]] = {}
        self.reached: dict[tuple[Pack, tuple[int, ...], int], dict[int, Reached]] = {}

    def entries(self, pack: Pack, camped: tuple[int, ...], hidden: bool) -> Entries:
        """What it costs to enter each cell with this backpack."""
        key = (pack, camped, hidden)
        found = self.costs.get(key)
        if found is None:
            if len(self.costs) >= _KEPT:
                self.costs.clear()
            found = self.costs[key] = self._entries(pack, frozenset(camped), hidden)
        return found

    def _entries(self, pack: Pack, camped: frozenset[int], hidden: bool) -> Entries:
        board = self.board
        whole = sum(pack)
        short = max(0, CROSSING - whole) * (ANY_MISSING - HELD)
        plain = STEP + CROSSING * HELD + short
        unknown = STEP + EXPLORING + UNKNOWN if hidden else FAR
        by_road, by_crossing, at_hand = [], [], [True] * board.count
        for cell, tile in enumerate(self.tiles):
            if tile < 0:
                at_hand[cell] = False
                by_road.append(unknown)
                by_crossing.append(unknown + plain - STEP)
            elif board.kinds[tile] >= ADVENTURES or cell in camped or not board.pays[tile]:
                by_road.append(STEP)
                by_crossing.append(plain)
            else:
                red = 0.0
                for item, number in board.pays[tile]:
                    missing = max(0, number - pack[item])
                    if missing:
                        at_hand[cell] = False
                    red += missing * MISSING + (number - missing) * HELD
                by_road.append(STEP + red)
                by_crossing.append(STEP + red + max(0, CROSSING - board.pay_total[tile]) * HELD + short)
        return by_road, by_crossing, at_hand, whole >= CROSSING

    def homeward(self, pack: Pack, camped: tuple[int, ...], hidden: bool) -> list[Route]:
        """The way to the temple from each cell."""
        key = (pack, camped, hidden)
        found = self.routes.get(key)
        if found is None:
            if len(self.routes) >= _KEPT:
                self.routes.clear()
            found = self.routes[key] = self._homeward(self.entries(*key), frozenset(camped))
        return found

    def _homeward(self, entries: Entries, camped: frozenset[int]) -> list[Route]:
        board = self.board
        by_road, by_crossing, at_hand, may_cross = entries
        nowhere = Route(FAR, board.columns + board.rows, board.count, NOWHERE, NOTHING, 0, 0, -1)
        routes = [nowhere] * board.count
        turns = [FAR] * board.count
        before = [-1] * board.count
        settled = [False] * board.count
        turns[board.temple] = 0.0
        heap = [(0.0, board.temple)]
        while heap:
            so_far, cell = heappop(heap)
            if settled[cell]:
                continue
            settled[cell] = True
            after = before[cell]
            if after < 0:
                routes[cell] = Route(0.0, 0, 0, NOWHERE, NOTHING, 0, 0, -1)
            else:
                is_road = dict(self.around[cell])[after]
                is_open = at_hand[after] and (is_road or may_cross) and self.tiles[cell] >= 0
                routes[cell] = self._onward(routes[after], so_far, after, is_road, is_open, camped)
            road, crossing = by_road[cell], by_crossing[cell]
            for other, is_road in self.around[cell]:
                if not settled[other]:
                    there = so_far + (road if is_road else crossing)
                    if there < turns[other]:
                        turns[other] = there
                        before[other] = cell
                        heappush(heap, (there, other))
        return routes

    def _onward(
        self, rest: Route, turns: float, after: int, is_road: bool, is_open: bool, camped: frozenset[int]
    ) -> Route:
        """The way of a cell whose next step is onto `after`."""
        board, tile = self.board, self.tiles[after]
        red, anything = rest.red, rest.any
        if tile < 0:
            if not is_road:
                anything += CROSSING
            return Route(turns, rest.steps + 1, rest.unknown + 1, 1, red, anything, 0, after)
        paid = 0
        if board.kinds[tile] < ADVENTURES and after not in camped and board.pays[tile]:
            one, two, three, four, five, six, seven = red
            p = board.tiles[tile].pay
            red = (one + p[0], two + p[1], three + p[2], four + p[3], five + p[4], six + p[5], seven + p[6])
            paid = board.pay_total[tile]
        if not is_road:
            anything += max(0, CROSSING - paid)
        steps = rest.open + 1 if is_open else 0
        return Route(turns, rest.steps + 1, rest.unknown, rest.ahead + 1, red, anything, steps, after)

    def walks(self, pack: Pack, camped: tuple[int, ...], start: int, most: float) -> dict[int, Reached]:
        """The tiles that can be walked to with this backpack, at most so many turns away, the nearest first."""
        key = (pack, camped, start)
        found = self.reached.get(key)
        if found is None:
            if len(self.reached) >= _KEPT:
                self.reached.clear()
            found = self.reached[key] = self._walks(self.entries(pack, camped, True), start, most)
        return found

    def _walks(self, entries: Entries, start: int, most: float) -> dict[int, Reached]:
        by_road, by_crossing, at_hand, may_cross = entries
        tiles = self.tiles
        found: dict[int, Reached] = {}
        before = {start: start}
        best = {start: 0.0}
        heap = [(0.0, 0, start)]
        while heap:
            turns, steps, cell = heappop(heap)
            if cell in found:
                continue
            if cell == start:
                found[cell] = Reached(0.0, 0, NOTHING, 0, -1)
            else:
                found[cell] = self._onto(found[before[cell]], turns, cell, before[cell], by_road)
            for other, is_road in self.around[cell]:
                if other not in found and tiles[other] >= 0 and at_hand[other] and (is_road or may_cross):
                    there = turns + (by_road[other] if is_road else by_crossing[other])
                    if there <= most and there < best.get(other, FAR):
                        best[other] = there
                        before[other] = cell
                        heappush(heap, (there, steps + 1, other))
        return found

    def _onto(self, so_far: Reached, turns: float, cell: int, before: int, by_road: list[float]) -> Reached:
        """A walk with one more step, onto `cell`."""
        board, tile = self.board, self.tiles[cell]
        paid, anything, red = so_far.paid, so_far.any, 0
        if by_road[cell] > STEP:  # neither plain nor with a camp
            one, two, three, four, five, six, seven = paid
            p = board.tiles[tile].pay
            paid = (one + p[0], two + p[1], three + p[2], four + p[3], five + p[4], six + p[5], seven + p[6])
            red = board.pay_total[tile]
        if (cell, True) not in self.around[before]:
            anything += max(0, CROSSING - red)
        return Reached(turns, so_far.steps + 1, paid, anything, so_far.onto if so_far.steps else cell)


_grounds: dict[tuple[int, tuple[int, ...]], Ground] = {}


def ground_of(state: Position) -> Ground:
    """The ground of a position; kept, with its board, for the positions that follow."""
    key = (id(state.board), tuple(state.laid))
    found = _grounds.get(key)
    if found is None:
        if len(_grounds) >= _KEPT:
            _grounds.clear()
        found = _grounds[key] = Ground(state.board, key[1])
    return found
