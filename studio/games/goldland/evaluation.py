"""The evaluation of a position for a seat: score, turns left to the temple, and worthwhile detours.

For bots with one-decision lookahead. What this turn can still do (steps left, exploring) counts almost as done, so that
each decision of a walk is worth slightly more than the one before, and ending the turn loses only what was left unused.
Everything in a position is open (G1). The weights were found by playing matches.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from studio.core import defaults
from studio.core.features import POINTS, POINTS_OF_LEADER, Feature, counted, further_features, uncounted, weighted_sum
from studio.core.game import OVER
from studio.games.goldland.features import BOTH, EARLY, OWN, holds, more_values
from studio.games.goldland.rules import State, board as a
from studio.games.goldland.rules.board import ADVENTURES, COAST, CROSSING, NOTHING, Board, Pieces
from studio.games.goldland.rules.position import Position
from studio.games.goldland.rules.turns import BONUS

# Estimated path costs, in turns: from everywhere to the temple, and from a seat to everywhere
#
# Undiscovered spaces count as explorable, one turn each; a missing piece of equipment counts as the time to get one.
# Paths depend on one seat's backpack and camps, and are cached because most evaluated moves share them.

STEP, EXPLORING, UNKNOWN = 0.22, 1.0, 0.45
"""Turns for a step, for exploring, and the estimated payment of an unknown tile."""
HELD, MISSING, ANY_MISSING = 0.25, 1.1, 0.5
"""Turns to replace a piece, to get a missing one, and to get any piece for a crossing."""
FAR = 99.0
NOWHERE = 1000
TIE_BREAK = 0.0001
_OPPOSITE = (2, 3, 0, 1)
_CACHE_SIZE = 64

Pack = tuple[int, ...]
Key = tuple[Pack, tuple[int, ...], bool]
"""A backpack, the cells with a camp, whether land tiles are left: all that the paths of a seat depend on."""
Entries = tuple[list[float], list[float], list[bool], bool]
"""By cell: the turns to enter it by road and by a crossing, and whether its red items are held; whether there are
enough pieces for a crossing."""


class Route(NamedTuple):
    """The rest of a seat's path from a cell to the temple."""

    turns: float
    steps: int
    unknown: int  # the number of undiscovered spaces on it
    ahead: int  # steps to the first of them; NOWHERE if there is none
    red: Pieces  # the pieces that adventures on it ask for
    any: int  # the number of other pieces for its crossings
    open: int
    """The number of its first steps that can be taken now: over placed tiles, with the pieces in the backpack."""
    onto: int  # the first cell of the route, or -1


class Reached(NamedTuple):
    """A tile that a seat could walk to, and the cost."""

    steps: int
    paid: Pieces  # red items
    any: int  # the number of other pieces for crossings
    onto: int  # the first cell of the walk, or -1


class TemplePaths:
    """The paths from every cell to the temple; a path is built when it is first requested."""

    __slots__ = ("_camped", "_entries", "_laid_tiles", "_onto", "_routes", "_turns")

    def __init__(self, ground: LaidTiles, entries: Entries, camped: frozenset[int]) -> None:
        board, around = ground.board, ground.around
        self._laid_tiles, self._entries, self._camped = ground, entries, camped
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
        route = self._routes.get(cell)
        if route is None:
            after = self._onto[cell]
            if after < 0:
                board = self._laid_tiles.board
                route = Route(FAR, board.columns + board.rows, board.count, NOWHERE, NOTHING, 0, 0, -1)
            else:
                route = self._extend(cell, after)
            self._routes[cell] = route
        return route

    def _extend(self, cell: int, after: int) -> Route:
        """Return the route of a cell whose next step is onto `after`."""
        ground, rest = self._laid_tiles, self.route(after)
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
            red = add_pieces(red, board.tiles[tile].pay)
            paid = board.pay_total[tile]
        if not is_road:
            anything += max(0, CROSSING - paid)
        is_open = at_hand[after] and (is_road or may_cross) and ground.tiles[cell] >= 0
        steps = rest.open + 1 if is_open else 0
        return Route(turns, rest.steps + 1, rest.unknown, rest.ahead + 1, red, anything, steps, after)


class WalkCosts:
    """The tiles that a seat can walk to with its backpack within `AWAY` turns, the nearest first."""

    __slots__ = ("_before", "_entries", "_found", "_laid_tiles", "cells")

    def __init__(self, ground: LaidTiles, entries: Entries, start: int) -> None:
        self._laid_tiles, self._entries = ground, entries
        by_road, by_crossing, at_hand, may_cross = entries
        tiles, around = ground.tiles, ground.around
        self._before: dict[int, int] = {}
        self.cells: dict[int, int] = {}  # by cell: the steps to it
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
                    if there <= AWAY and there < best.get(other, FAR):
                        best[other] = there
                        self._before[other] = cell
                        heappush(heap, (there, steps + 1, other))
        self._found: dict[int, Reached] = {start: Reached(0, NOTHING, 0, -1)}

    def to(self, cell: int) -> Reached:
        """Return the walk to a tile."""
        walk = self._found.get(cell)
        if walk is None:
            ground, before = self._laid_tiles, self._before[cell]
            so_far = self.to(before)
            paid, anything, red = so_far.paid, so_far.any, 0
            if self._entries[0][cell] > STEP:  # neither plain nor with a camp
                tile = ground.tiles[cell]
                paid = add_pieces(paid, ground.board.tiles[tile].pay)
                red = ground.board.pay_total[tile]
            if (cell, True) not in ground.around[before]:
                anything += max(0, CROSSING - red)
            onto = so_far.onto if so_far.steps else cell
            walk = self._found[cell] = Reached(so_far.steps + 1, paid, anything, onto)
        return walk


def add_pieces(one: Pieces, other: Pieces) -> Pieces:
    a, b, c, d, e, f, g = one
    p, q, r, s, t, u, v = other
    return a + p, b + q, c + r, d + s, e + t, f + u, g + v


class LaidTiles:
    """Data derived from the placed tiles, and cached paths over them."""

    __slots__ = ("around", "board", "costs", "lines", "routes", "spots", "tie_break", "tiles", "walk_cache")

    def __init__(self, board: Board, laid: tuple[int, ...]) -> None:
        self.board = board
        self.tiles = tiles = [placement >> 2 if placement >= 0 else -1 for placement in laid]
        facts = _board_facts(board)
        self.spots = frozenset([cell for cell, tile in enumerate(tiles) if tile >= 0 and facts.matters[tile]])
        """Cells with tiles that may be worth a detour."""
        self.lines = frozenset([cell for cell in self.spots if facts.has_line[tiles[cell]]])
        """Those of them whose line shows something for a gain."""
        self.tie_break = TIE_BREAK * sum(
            [(placement * 5 + cell * 3) % 11 for cell, placement in enumerate(laid) if placement >= 0]
        )
        """A tiny value, so that among equally good rotations the first is not always chosen."""
        fixed, roads = board.fixed_roads, board.roads
        exits = [
            15  # it can be rotated so that its roads continue those of its neighbours
            if placement < 0
            else (fixed[cell] if facts.is_coast[placement >> 2] else roads[placement])
            for cell, placement in enumerate(laid)
        ]
        self.around: list[list[tuple[int, bool]]] = [
            [
                by_road if here & side and exits[by_road[0]] & back else by_land
                for side, back, by_road, by_land in facts.beside[cell]
            ]
            for cell, here in enumerate(exits)
        ]
        """By cell: its neighbours, and whether a road leads there."""
        self.costs: dict[Key, Entries] = {}
        self.routes: dict[Key, TemplePaths] = {}
        self.walk_cache: dict[tuple[Key, int], WalkCosts] = {}

    def entries(self, key: Key) -> Entries:
        """Return the cost to enter each cell with this backpack."""
        entries = self.costs.get(key)
        if entries is None:
            entries = self.costs[key] = _entries(self, *key)
        return entries

    def temple_paths(self, key: Key) -> TemplePaths:
        """Return the path to the temple from each cell."""
        paths = self.routes.get(key)
        if paths is None:
            if len(self.routes) >= _CACHE_SIZE:
                self.routes.clear()
                self.costs.clear()
            paths = self.routes[key] = TemplePaths(self, self.entries(key), frozenset(key[1]))
        return paths

    def walks(self, key: Key, start: int) -> WalkCosts:
        """Return the tiles that can be walked to."""
        walks = self.walk_cache.get((key, start))
        if walks is None:
            if len(self.walk_cache) >= _CACHE_SIZE:
                self.walk_cache.clear()
            walks = self.walk_cache[key, start] = WalkCosts(self, self.entries(key), start)
        return walks


class _BoardFacts(NamedTuple):
    """Values that are the same in all positions of a board."""

    beside: list[list[tuple[int, int, tuple[int, bool], tuple[int, bool]]]]
    """By cell and neighbour: the side towards it and the side back, as bits, then it with a road and without."""
    matters: list[bool]  # by tile: whether it may be worth a detour
    has_line: list[bool]  # by tile: whether it has a line that shows something for a gain
    is_coast: list[bool]


@lru_cache(maxsize=_CACHE_SIZE)
def _board_facts(board: Board) -> _BoardFacts:
    has_line = [bool(gains) and not rewards for gains, rewards in zip(board.gains, board.rewards, strict=True)]
    return _BoardFacts(
        beside=[
            [
                (1 << side, 1 << _OPPOSITE[side], (other, True), (other, False))
                for side, other in enumerate(board.neighbors[cell])
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


def _entries(ground: LaidTiles, pack: Pack, camped: tuple[int, ...], hidden: bool) -> Entries:
    board, camps = ground.board, frozenset(camped)
    piece_count = sum(pack)
    short = max(0, CROSSING - piece_count) * (ANY_MISSING - HELD)
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
    return by_road, by_crossing, at_hand, piece_count >= CROSSING


def laid_tiles(state: Position) -> LaidTiles:
    """Return the path data of a position; cached for later positions."""
    return _laid_tiles(state.board, tuple(state.laid))


_laid_tiles = lru_cache(maxsize=_CACHE_SIZE)(LaidTiles)


# Evaluation of a position: score, turns left to the temple, and worthwhile detours

TURN = 1.8  # points that a turn is worth before the temple is reached, and after it
LATER = 0.45
USED = 0.94  # the part of what can still be done this turn that counts as done
READY = (
    (0.45, 0.45, 0.45, 0.12, 0.05),
    (0.55, 0.50, 0.10, 0.05),
    (0.60, 0.55, 0.12, 0.05),
    (0.80, 0.12, 0.04),
    (0.60, 0.55, 0.10, 0.05),
    (0.75, 0.40, 0.10, 0.05),
    (0.20, 0.02),
)
"""Value of the first, second … piece of each kind for undiscovered tiles."""
_READY = tuple(tuple(sum(worth[:count]) for count in range(a.COMPARTMENTS + 1)) for worth in READY)
SLOWEST = 1.5  # steps a turn with a full backpack: pieces can be discarded (G4)
GAINING = 0.45  # turns for a gain, and for a treasure, which ends the turn
TAKING = 0.5
HOPE = 0.75  # weight of points that can still be won
CAMP = 0.15
TOKEN, TOKEN_LATER = 0.5, 0.25
"""Value of the tokens for one piece of equipment, and their value after the temple is reached."""
RIVALS = 0.3
VICTORY = 2.0
IDLE = 0.01  # value of each action not taken this turn, so that bots avoid actions without a purpose
AWAY = 2.5  # maximum turns to a detour

_BASIC = (
    Feature("points", 1.0, *POINTS),
    Feature("leader", -RIVALS, *POINTS_OF_LEADER),
    Feature("victory", VICTORY, uncounted("victory"), uncounted("no victory")),
    Feature("idle", IDLE),
    Feature(
        "camps",
        CAMP,
        counted("{count} more camp placed", "{count} more camps placed"),
        counted("{count} fewer camp placed", "{count} fewer camps placed"),
    ),
    Feature(
        "due",
        1.0,
        counted("{count} more point due this turn", "{count} more points due this turn"),
        counted("{count} fewer point due this turn", "{count} fewer points due this turn"),
    ),
    Feature(
        "tokens", TOKEN, uncounted("more tokens for equipment"), uncounted("fewer tokens for equipment"), unit=0.25
    ),
    Feature("tokens_later", TOKEN_LATER),
    Feature(
        "ready",
        1.0,
        uncounted("better equipment for undiscovered land"),
        uncounted("worse equipment for undiscovered land"),
        unit=0.2,
    ),
    Feature(
        "turns", -TURN, uncounted("a longer path to the temple"), uncounted("a shorter path to the temple"), unit=0.2
    ),
    Feature(
        "turns_later",
        -LATER,
        uncounted("a longer path to the next points"),
        uncounted("a shorter path to the next points"),
        unit=0.4,
    ),
    Feature(
        "hope",
        HOPE,
        counted("{count} more point within reach", "{count} more points within reach"),
        counted("{count} fewer point within reach", "{count} fewer points within reach"),
    ),
    Feature("tie_break", 1.0),
)
FEATURES = (*_BASIC, *further_features(BOTH, OWN, EARLY))
_WEIGHTS = tuple([feature.weight for feature in _BASIC])

estimate_moves = defaults.estimate_moves
CHANCES = (0.144, 0.0105, -0.032, 20.0)  # see `studio.bots.chances`


def evaluate(state: State, seat: int) -> float:
    """Return the value of the position for a seat; higher is better."""
    return _value(_basic_values(state, seat))


rate = evaluate


def _value(values: list[float]) -> float:
    return weighted_sum(_WEIGHTS, values)


def features(state: State, seat: int) -> list[float]:
    """Return the values of `FEATURES`; before a piece is taken, those after taking the best one."""
    if state.phase == a.P_TAKE and state.active == seat:
        return features(max(_with_take(state), key=lambda after: evaluate(after, seat)), seat)
    values = _basic_values(state, seat)
    if state.to_move == OVER:
        return values + [0.0] * (len(FEATURES) - len(values))
    seat_state = _SeatState(state, seat)
    route = seat_state.temple_paths.route(state.board.temple if seat_state.has_amulet else seat_state.at)
    basic = {feature.key: value for feature, value in zip(_BASIC, values, strict=True)}
    path = route.steps, route.unknown, route.open, route.red
    return values + more_values(state, seat, basic, seat_state.laid_tiles.spots, path)


def _with_take(state: State) -> list[State]:
    """Return the positions after taking each possible number of a piece (G10)."""
    found = [state.clone() for action in state.legal() if action[0] == a.TAKE]
    for count, after in enumerate(found):
        after.apply((a.TAKE, count))
    return found


def _basic_values(state: State, seat: int) -> list[float]:
    """Return the values of `_BASIC`."""
    scores = state.scores()
    lead = max(other for rival, other in enumerate(scores) if rival != seat)
    if state.to_move == OVER:
        won = float(scores[seat] >= lead)
        return [scores[seat], lead, won, *[0.0] * (len(_BASIC) - 3)]
    if state.phase == a.P_TAKE and state.active == seat:
        return max([_basic_values(after, seat) for after in _with_take(state)], key=_value)
    idle, camps, due = 3, state.board.numbers.camps - state.camps[seat], 0
    if state.active == seat:
        idle -= (state.moved > 0) + state.gained + state.explored
        camp, due = _pending(state, seat)
        camps += camp
    tokens = min(state.tokens[seat] / state.price(), 3.0)
    sooner, later = (0.0, tokens) if state.amulet[seat] else (tokens, 0.0)
    return [scores[seat], lead, 0.0, idle, camps, due, sooner, later, *_prospect(state, seat)]


def _pending(state: State, seat: int) -> tuple[int, int]:
    """Return what a move is about to win: camps, and the points of the marker being paid and of the amulet."""
    camps = due = 0
    if state.phase == a.P_CAMP and state.camps[seat]:
        camps = 1
    elif state.phase == a.P_HAND_OVER and state.paid_here:
        kind = state.board.kind_at(state.laid[state.at[seat]])
        camps = 1
        if kind < a.ADVENTURES and state.marker[kind] < 0:
            due += state.board.numbers.markers[kind]
    if state.amulet_due() and (state.moved == 1 or state.phase == a.P_DROP):
        due += a.AMULET_VALUE
        if state.first < 0 or state.bonus_open:
            due += min(BONUS, state.bonus)
    return camps, due


class _SeatState:
    """A seat with its possessions and what it can still do this turn."""

    __slots__ = (
        *("at", "explores", "free", "gains", "has_amulet", "laid_tiles"),
        *("pack", "points", "state", "temple_paths", "visited", "walks"),
    )

    def __init__(self, state: State, seat: int) -> None:
        board, active = state.board, state.active == seat
        self.state = state
        self.at = state.at[seat]
        self.free = state.free(seat)
        pack = state.pack[seat * a.ITEMS : seat * a.ITEMS + a.ITEMS]
        base = seat * board.count
        self.has_amulet = bool(state.amulet[seat])
        camped: tuple[int, ...] = ()
        if state.camps[seat] < board.numbers.camps:
            camped = tuple([cell for cell, camp in enumerate(state.camp[base : base + board.count]) if camp])
        self.laid_tiles: LaidTiles = laid_tiles(state)
        if active and state.phase == a.P_HAND_OVER:
            self._hand_over(pack, state.owed, state.item)
            self.free += state.owed
        self.pack: Pack = tuple(pack)
        is_exploring = state.phase in (a.P_TILE, a.P_LAY)
        self.points = self.visited = 0
        self.explores = active and (not state.explored or is_exploring)
        self.gains = active and not state.gained
        if active and not is_exploring and state.moved < 2:
            self.points = self.free if state.moved == 0 or state.points < 0 else state.points
        if active and state.moved == 1:
            self.visited = state.visited
        key = (self.pack, camped, bool(state.hidden) or state.hand >= 0)
        self.temple_paths: TemplePaths = self.laid_tiles.temple_paths(key)
        self.walks: WalkCosts = self.laid_tiles.walks(key, self.at)

    def _hand_over(self, pack: list[int], owed: int, least: int) -> None:
        """Pay what is owed for a crossing, the least useful pieces first."""
        for _piece in range(owed):
            item = min(
                (item for item in range(least, a.ITEMS) if pack[item]),
                key=lambda item: READY[item][min(pack[item], len(READY[item])) - 1],
            )
            pack[item] -= 1

    def has_visited(self, cell: int) -> bool:
        return cell >= 0 and bool(self.visited >> cell & 1)

    def turns(self, route: Route, stop: _Stop, shortage: float, halts: bool) -> float:
        """Return the turns to the temple by this route; a move that `halts` ends where the route begins."""
        unknown, steps = float(route.unknown), stop.steps
        able = 0
        if not self.has_visited(stop.onto):
            able = min(self.points, steps if halts or self.has_visited(route.onto) else steps + route.open)
        if self.explores and route.unknown and steps + route.ahead - 1 <= able:
            unknown -= USED
        walk_turns = (steps + route.steps - USED * able) / max(stop.free, SLOWEST)
        long, short = (unknown, walk_turns) if unknown > walk_turns else (walk_turns, unknown)
        return long + 0.35 * short + shortage


class _Stop:
    """A tile that the seat could walk to first, the backpack on arrival, and the turns that the payments cost."""

    __slots__ = ("cell", "free", "onto", "pack", "steps", "time")

    def __init__(self, one: _SeatState, cell: int) -> None:
        walk = one.walks.to(cell)
        self.cell, self.steps, self.onto = cell, walk.steps, walk.onto
        paid = sum(walk.paid)
        self.pack: Pack = one.pack
        if paid:
            self.pack = tuple([number - red for number, red in zip(one.pack, walk.paid, strict=True)])
        self.time = HELD * (paid + walk.any)
        self.free = one.free + paid


_Plan = tuple[float, float, float, float, float]
"""A way to go on: its value, then its parts: the value of the equipment for undiscovered tiles, the turns to the
temple, the turns once the temple has been reached, the points on the way. Compared by value."""


def _prospect(state: State, seat: int) -> list[float]:
    """Return the parts of the best plan of the seat, to the temple directly or with a detour, and the tie-break."""
    seat_state = _SeatState(state, seat)
    board, tiles = state.board, seat_state.laid_tiles.tiles
    spots, lines = seat_state.laid_tiles.spots, seat_state.laid_tiles.lines
    best = _direct_plan(seat_state, _Stop(seat_state, seat_state.at))
    for cell in seat_state.walks.cells:
        if cell not in spots:
            continue
        tile = tiles[cell]
        kind = board.kinds[tile]
        has_treasure = state.treasure[cell]
        has_marker = kind < a.ADVENTURES and state.marker[kind] < 0 and cell != seat_state.at
        has_line = cell in lines and holds(seat_state.pack, board.shows[tile])
        if not (has_treasure or has_marker or has_line):
            continue
        stop = _Stop(seat_state, cell)
        if stop.pack is not seat_state.pack and min(stop.pack) < 0:
            continue
        if has_marker:
            best = max(best, _direct_plan(seat_state, stop, hope=board.numbers.markers[kind]))
        if has_line and stop.free > 0 and (stop.pack is seat_state.pack or holds(stop.pack, board.shows[tile])):
            best = max(best, _gain_plan(seat_state, stop, tile))
        if has_treasure:
            best = max(best, _treasure_plan(seat_state, _Stop(seat_state, cell)))
    return [*best[1:], seat_state.laid_tiles.tie_break]


def _direct_plan(seat_state: _SeatState, stop: _Stop, halts: bool = False, hope: int = 0) -> _Plan:
    """Return the plan of going directly to the temple from a place; `hope` are points at that place."""
    if seat_state.has_amulet:
        able = 0 if seat_state.has_visited(stop.onto) else min(stop.steps, seat_state.points)
        steps = stop.steps - USED * able
        turns = stop.time + steps / max(stop.free, SLOWEST)
        return HOPE * hope - LATER * turns, 0.0, 0.0, turns, hope
    route = seat_state.temple_paths.route(stop.cell)
    shortage = ready = 0.0
    left = 0
    for number, need, worth in zip(stop.pack, route.red, _READY, strict=True):
        if number < need:
            shortage += number * HELD + (need - number) * MISSING
        else:
            spare = number - need
            shortage += need * HELD
            left += spare
            ready += worth[spare]
    if route.any:
        shortage += min(left, route.any) * HELD + max(0, route.any - left) * ANY_MISSING
    ready *= 0.15 + 0.85 * min(1.0, route.unknown / 5.0)
    turns = seat_state.turns(route, stop, shortage, halts) + stop.time
    return ready - TURN * turns + HOPE * hope, ready, turns, 0.0, hope


def _treasure_plan(seat_state: _SeatState, stop: _Stop) -> _Plan:
    """Return the plan of getting a treasure (G13)."""
    price = a.TREASURE_PRICE[a.PROVISION]
    held = min(stop.pack[a.PROVISION], price)
    stop.pack = (stop.pack[a.PROVISION] - held, *stop.pack[1:])
    stop.free += held - 1
    stop.time += TAKING + (price - held) * MISSING
    return _direct_plan(seat_state, stop, stop.cell != seat_state.at, a.TREASURE_VALUE)


def _gain_plan(seat_state: _SeatState, stop: _Stop, tile: int) -> _Plan:
    """Return the plan of a gain (G10): the useful part of each alternative."""
    board, stock = seat_state.state.board, seat_state.state.stock
    held, room = stop.pack, stop.free
    stop.time += GAINING if seat_state.gains else GAINING + 0.6
    best: _Plan = (-FAR, 0.0, 0.0, 0.0, 0.0)
    red = seat_state.temple_paths.route(stop.cell).red
    for offer in board.gains[tile]:
        pack, free = list(held), room
        for item, number in offer:
            taken = red[item] + 2 - pack[item]  # comparisons, because `min` and `max` take twice the time
            if number < taken:
                taken = number
            if stock[item] < taken:
                taken = stock[item]
            if free < taken:
                taken = free
            if taken > 0:
                pack[item] += taken
                free -= taken
        if free < room:
            stop.pack, stop.free = tuple(pack), free
            best = max(best, _direct_plan(seat_state, stop, stop.cell != seat_state.at))
    return best
