"""How good a position looks for a seat: how far its ship still has to go, and a little how far the others have.

For bots that look one decision ahead: a tile in hand, a lifted one and a ship that has not sailed yet count for what
they can do best, so that each decision of a turn is worth what the turn comes to. Only the own rack is known (C1).
The weights were found by playing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from studio.games.columbus.rules import State
from studio.games.columbus.rules import actions as a
from studio.games.columbus.rules.board import Board, cell_set, spread
from studio.games.columbus.rules.laying import movable, open_for
from studio.games.columbus.rules.position import Position, cells_in
from studio.games.columbus.rules.sailing import distance, reach
from studio.games.columbus.value.outlook import (
    FAR,
    LAID,
    Fares,
    Ground,
    Tide,
    at_sea,
    cost_at,
    fares_of,
    goals_of,
    laid_cost,
    prices,
    tide_from,
    tide_to,
)

HOME, PLACE, LOST = 1000.0, 60.0, -1000.0
"""What coming home is worth, how much less each further place, and what is left for those who do not."""
OUTWARD = float(FAR)
"""How much further off an outbound ship is reckoned than a returning one."""
SAILING = 0.95
"""The part of a voyage that could still be made this turn that counts as made."""
RIVALS = (0.25, 0.12)
"""What the way of the first and the second rival counts for."""
STILL = -2.0
"""What a becalmed ship is worth for the next move of one that lies there; other tiles count by their steps."""
CALM = 3.0
"""What it is worse to end on a becalmed ship."""
KEEP = {a.T_WATER: -0.3, a.T_JOKER: 2.0, a.T_FULL_SAIL: 0.6, a.T_WRECK: 0.5, a.T_CYCLONE: 0.3, a.T_BECALMED: 0.2}
"""What it is worth to keep a tile on the rack."""
LOST_WAY = 120
"""The most that a rival's way counts, also if there is none."""
HARM = 12
"""The most that a single tile is reckoned to lengthen a way."""
KEPT = 256
"""Ways that are remembered."""
STORMS = 6
"""Tiles that are tried when a cyclone is thought of."""


def evaluate(state: State, seat: int) -> float:
    """How good the position looks for a seat; more is better."""
    if state.place[seat]:
        reached = HOME if state.voyage[seat] == a.HOME else LOST
        return reached - PLACE * (state.place[seat] - 1)
    if state.ship[seat] < 0:  # before the harbours are chosen
        return -OUTWARD - FAR
    foreseen = _memory.recall(state, seat)
    if foreseen is not None:
        return foreseen
    if state.to_move == seat and state.active == seat:
        if state.phase == a.P_PLACE:
            outlook = _Outlook(state, seat)
            values = outlook.placed(state.hand, open_for(state, state.hand))
            _memory.keep(state, seat, outlook.ground.on, state.hand, state.laid + 1, values)
            return max(values.values())
        if state.phase == a.P_DROP:
            kind = state.tile[state.lifted]
            values = _moved(state, seat, state.lifted)
            _memory.keep(state, seat, Ground(state, state.lifted).on, kind, state.laid, values)
            return max(values.values())
        if state.phase == a.P_LIFT:
            return _storm(state, seat)
    return _Outlook(state, seat).value()


class _Goals:
    """The ways from everywhere to some goals, at certain fares."""

    __slots__ = ("_depths", "_most", "board", "fares", "goals", "outbound", "tide")

    def __init__(self, board: Board, fares: Fares, goals: int, outbound: bool) -> None:
        self.board, self.fares, self.goals, self.outbound = board, fares, goals, outbound
        self.tide: Tide = tide_to(board, fares, goals, outbound)
        self._depths: list[int] = []
        self._most = -1

    def depths(self, most: int) -> list[int]:
        """What the rest of the way costs from each space, as far as it costs no more than `most`."""
        if self._most < most:
            self._most = most
            self._depths = self.tide.depths(most)
            for cell in cells_in(self.goals):
                self._depths[cell] = 0
        return self._depths


class _Way:
    """The rest of a ship's voyage."""

    __slots__ = ("_changed", "_detours", "cost", "goals", "narrows", "near", "ship", "to")

    def __init__(self, goals: _Goals, ship: int) -> None:
        self.to, self.goals, self.ship = goals, goals.goals, ship
        self.cost = goals.tide.first(1 << ship)
        self._detours: list[int] = []
        self.near = 0
        """The spaces on which a tile can make a difference; known once the detours are."""
        self.narrows: frozenset[int] = frozenset()
        self._changed: dict[tuple[int, int], int] = {}

    @property
    def outbound(self) -> bool:
        """Whether the ship has still to go to America."""
        return self.to.outbound

    def ahead(self, cells: int) -> int:
        """What the rest of the way costs from the best of these spaces."""
        return 0 if cells & self.goals else self.to.tide.first(cells)

    def entry(self, cell: int) -> int:
        """What it costs to enter a space."""
        return cost_at(self.to.fares, 1 << cell)

    def detours(self) -> list[int]:
        """By space: what the way over it costs, but for entering it; what is no way costs too much."""
        if not self._detours:
            to, board = self.to, self.to.board
            away = tide_from(board, to.fares, self.ship, to.goals, to.outbound, self.cost + 1).depths()
            self._detours = [there + rest for there, rest in zip(away, to.depths(self.cost), strict=True)]
            self.near = cell_set(cell for cell, detour in enumerate(self._detours) if detour < self.cost)
            self.narrows = self._find_narrows(away)
        return self._detours

    def _find_narrows(self, away: list[int]) -> frozenset[int]:
        """The spaces that no shortest way avoids: nowhere along them is there another space as far from the ship."""
        on_way = [(cell, away[cell], self.entry(cell)) for cell in cells_in(self.near) if self.needs(cell)]
        width = [0] * (self.cost + 1)
        for _cell, begin, entry in on_way:
            for place in range(begin, begin + entry):
                width[place] += 1
        return frozenset(
            cell for cell, begin, entry in on_way if all(width[place] == 1 for place in range(begin, begin + entry))
        )

    def through(self, cell: int, cost: int) -> int:
        """What the way over a space costs, if that space costs so much to enter."""
        return self.detours()[cell] + cost

    def needs(self, cell: int) -> bool:
        """Whether a shortest way leads over a space."""
        return self.through(cell, self.entry(cell)) <= self.cost

    def cost_with(self, cell: int, cost: int) -> int:
        """What the whole way costs when a space costs so much to enter."""
        if self.through(cell, cost) < self.cost:
            return self.through(cell, cost)
        if cell not in self.narrows or cost <= self.entry(cell):
            return self.cost
        key = (cell, cost)
        found = self._changed.get(key)
        if found is None:
            to, bit = self.to, 1 << cell
            fares = tuple((price, cells & ~bit) for price, cells in to.fares)
            most = self.cost + HARM
            around = min(most, tide_to(to.board, fares, to.goals, to.outbound, most).first(1 << self.ship))
            found = self._changed[key] = min(around, self.through(cell, cost))
        return found


def _way(s: Position, seat: int, fares: Fares) -> _Way:
    """The way of a seat; kept, since most of the positions that are looked at share it."""
    return _way_to(s.board, fares, goals_of(s, seat), s.voyage[seat] == a.OUTBOUND, s.ship[seat])


@lru_cache(maxsize=KEPT)
def _way_to(board: Board, fares: Fares, goals: int, outbound: bool, ship: int) -> _Way:
    return _Way(_goals(board, fares, goals, outbound), ship)


_goals = lru_cache(maxsize=KEPT)(_Goals)


class _Outlook:
    """The ways of a seat and of the rivals who are nearest to their goals."""

    __slots__ = ("attached", "extra", "ground", "own", "rivals", "sails", "seat", "state")

    def __init__(self, s: Position, seat: int, without: int = -1) -> None:
        self.state, self.seat = s, seat
        self.ground = ground = Ground(s, without)
        known, unseen = prices(s, seat)
        self.own = _way(s, seat, fares_of(s.board, ground, known))
        unknown = fares_of(s.board, ground, unseen)
        ways = [_way(s, other, unknown) for other in at_sea(s) if other != seat]
        ways.sort(key=lambda way: way.cost + OUTWARD * way.outbound)
        self.rivals = list(zip(RIVALS, ways, strict=False))
        self.extra = 0.0
        self.attached = 0
        self.sails = -1
        if s.active == seat:
            self.extra = sum(count * KEEP.get(kind, 0.0) for kind, count in enumerate(s.rack[seat]))
            if not s.sailed:
                self._look_ahead()
        if s.active != seat or s.sailed:
            kind = s.tile[s.ship[seat]]
            self.extra += STILL if kind == a.T_BECALMED else s.board.steps[kind] - s.board.steps[a.T_WATER]

    def _look_ahead(self) -> None:
        """How far the ship could sail this turn, and which spaces beside that it would reach with a tile."""
        s, seat, way = self.state, self.seat, self.own
        self.sails = min(way.cost, way.ahead(reach(s, seat)))
        front = near = 1 << s.ship[seat]
        unseen = s.sea & ~front & ~s.on[a.T_BECALMED] & ~way.goals
        for _space in range(distance(s, seat) - 1):
            front = spread(s.board, front) & unseen
            unseen ^= front
            near |= front
        self.attached = spread(s.board, near)

    def minds(self, cell: int) -> bool:
        """Whether it matters to any way that the tile on a space goes away."""
        ways = [self.own, *(way for _weight, way in self.rivals)]
        if laid_cost(self.state.board, self.state.tile[cell]) > LAID:
            return any(way.through(cell, LAID) < way.cost for way in ways)
        return any(way.needs(cell) for way in ways)

    def value(self) -> float:
        """As things are."""
        return self._sum(self.own.cost, self.sails, [way.cost for _weight, way in self.rivals])

    def placed(self, kind: int, cells: int) -> dict[int, float]:
        """The value with a tile of a kind laid, by the space that it is laid on."""
        cost, own = laid_cost(self.state.board, kind), self.own
        near = self.attached
        for way in (own, *(way for _weight, way in self.rivals)):
            way.detours()
            near |= way.near
        values = dict.fromkeys(cells_in(cells & ~near), self.value())  # where it makes no difference to anybody
        for cell in cells_in(cells & near):
            bit = 1 << cell
            whole = own.cost_with(cell, cost)
            sails: float = self.sails
            if sails >= 0:
                sails = max(0, min(whole, sails + whole - own.cost))
                if bit & self.attached and cost < FAR:
                    sails = min(sails, own.ahead(bit) + CALM * (kind == a.T_BECALMED))
            values[cell] = self._sum(whole, sails, [way.cost_with(cell, cost) for _weight, way in self.rivals])
        return values

    def _sum(self, own: float, sails: float, others: list[int]) -> float:
        worth = self.extra - (own if sails < 0 else (1 - SAILING) * own + SAILING * sails)
        if self.own.outbound:
            worth -= OUTWARD
        for (weight, way), cost in zip(self.rivals, others, strict=True):
            worth += weight * (min(cost, LOST_WAY) + OUTWARD * way.outbound)
        return worth


def _moved(s: State, seat: int, cell: int) -> dict[int, float]:
    """The value with the tile of a space moved, by the space that it is moved to."""
    kind = s.tile[cell]
    outlook = _Outlook(s, seat)
    if outlook.minds(cell):
        outlook = _Outlook(s, seat, cell)
    return outlook.placed(kind, open_for(s, kind) & ~(1 << cell))


def _storm(s: State, seat: int) -> float:
    """What a cyclone is worth: the best of some moves of tiles that come to mind, or none."""
    outlook = _Outlook(s, seat)
    best = outlook.value()
    cells = movable(s)
    bad = cells & ((s.board.fits[a.T_JOKER] & ~s.free & ~s.sea) | s.on[a.T_BECALMED])
    tried = [cell for cell in cells_in(bad) if outlook.own.through(cell, 2) < outlook.own.cost]
    for _weight, way in outlook.rivals:
        near = spread(s.board, spread(s.board, 1 << way.ship)) & cells
        tried += [cell for cell in cells_in(near) if way.needs(cell) and not outlook.own.needs(cell)]
    for cell in tried[:STORMS]:
        best = max(best, *_moved(s, seat, cell).values())
    return best


class _Foreseen(NamedTuple):
    """What positions are worth that differ only in where a tile of one kind lies."""

    on: list[int]
    kind: int
    laid: int
    rack: list[int]
    values: dict[int, float]


class _Memory:
    """What was foreseen this turn of tiles in hand, for the positions in which they have been laid.

    Measured: nine tenths of the positions that a bot looks at in a match are found here.
    """

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: tuple[tuple[object, ...], list[_Foreseen]] = ((), [])

    def keep(self, s: Position, seat: int, on: list[int], kind: int, laid: int, values: dict[int, float]) -> None:
        """Remember what the places for a tile of a kind are worth; `on` is what lies where without it."""
        key = _moment(s, seat, s.turn, s.sailed)
        if key != self._kept[0]:
            self._kept = (key, [])
        self._kept[1].append(_Foreseen(on[:], kind, laid, s.rack[seat][:], values))

    def recall(self, s: Position, seat: int) -> float | None:
        """The value of a position that differs from one foreseen by nothing but where the tile lies.

        A turn whose ship has sailed may have ended with it; the tiles drawn then are the same wherever it lies.
        """
        if s.hand >= 0 or s.lifted >= 0 or s.phase == a.P_LIFT:
            return None
        ended = s.active != seat
        key, found = self._kept
        if not found or (ended and (s.laid or s.sailed)) or _moment(s, seat, s.turn - ended, ended or s.sailed) != key:
            return None
        on, rack = s.on, s.rack[seat]
        for seen in reversed(found):
            bit = on[seen.kind] & ~seen.on[seen.kind]
            if not bit or bit & (bit - 1) or not (ended or (s.laid == seen.laid and rack == seen.rack)):
                continue
            cell = bit.bit_length() - 1
            then, lower = seen.on[:], s.under[cell]
            then[seen.kind] ^= bit
            if lower != a.NO_TILE:
                then[lower] ^= bit
            if then == on:
                return seen.values.get(cell)
        return None


def _moment(s: Position, seat: int, turn: int, sailed: bool) -> tuple[object, ...]:
    """What is the same before and after a tile is laid."""
    return (id(s.board), turn, seat, sailed, *s.ship, *s.voyage, *s.gone)


_memory = _Memory()
