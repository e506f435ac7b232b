"""How good a position looks for a seat: points, the turns it still takes to the temple, what lies worth a detour.

For bots that look one decision ahead: what this turn can still do (steps left, exploring) counts as done, so that each
decision of a walk is worth a little more than the one before, and ending the turn loses only what was left unused.
Everything in a position is open (G1). The weights were found by playing.
"""

from __future__ import annotations

from studio.core import plugin
from studio.core.game import OVER
from studio.games.goldland.rules import State
from studio.games.goldland.rules import actions as a
from studio.games.goldland.rules.board import Pairs
from studio.games.goldland.rules.turns import BONUS
from studio.games.goldland.value.outlook import (
    ANY_MISSING,
    FAR,
    HELD,
    MISSING,
    Ground,
    Homeward,
    Pack,
    Route,
    Walks,
    ground_of,
)

TURN = 1.8
"""Points that a turn is worth before the temple is reached, and after it."""
LATER = 0.45
USED = 0.94
"""The part of what could still be done this turn that counts as done."""
READY = (
    (0.45, 0.45, 0.45, 0.12, 0.05),
    (0.55, 0.50, 0.10, 0.05),
    (0.60, 0.55, 0.12, 0.05),
    (0.80, 0.12, 0.04),
    (0.60, 0.55, 0.10, 0.05),
    (0.75, 0.40, 0.10, 0.05),
    (0.20, 0.02),
)
"""What the first, second … piece of each kind is worth for what is still unknown."""
_READY = tuple(tuple(sum(worth[:count]) for count in range(a.COMPARTMENTS + 1)) for worth in READY)
GAINING = 0.45
"""Turns that a gain takes; the time for a treasure, which ends the turn."""
TAKING = 0.5
HOPE = 0.75
"""What points that are still to be won count for."""
CAMP = 0.15
TOKEN, TOKEN_LATER = 0.5, 0.25
"""What the tokens for one piece of equipment are worth, and when the temple has been reached."""
RIVALS = 0.3
VICTORY = 2.0
IDLE = 0.01
"""What is not done for its own sake is better left."""
AWAY = 2.5
"""Turns to what is worth a detour."""

foresee = plugin.foresee


def evaluate(state: State, seat: int) -> float:
    """How good the position looks for a seat; more is better."""
    scores = state.scores()
    lead = max(other for rival, other in enumerate(scores) if rival != seat)
    if state.to_move == OVER:
        return scores[seat] - RIVALS * lead + (VICTORY if scores[seat] >= lead else 0.0)
    if state.phase == a.P_TAKE and state.active == seat:
        return max(_after(state, action, seat) for action in state.legal() if action[0] == a.TAKE)
    value = scores[seat] - RIVALS * lead
    if state.active == seat:
        value += IDLE * (3 - (state.moved > 0) - state.gained - state.explored)
    else:
        value += IDLE * 3
    value += CAMP * (state.board.numbers.camps - state.camps[seat])
    if state.active == seat:
        value += _under_way(state, seat)
    return value + _tokens(state, seat) + _prospect(state, seat)


def _under_way(state: State, seat: int) -> float:
    """What is as good as won amid a move: a camp, the marker of an adventure that is being paid, the amulet."""
    value = 0.0
    if state.phase == a.P_CAMP and state.camps[seat]:
        value += CAMP
    elif state.phase == a.P_HAND_OVER and state.paid_here:
        kind = state.board.kind_at(state.laid[state.at[seat]])
        value += CAMP
        if kind < a.ADVENTURES and state.marker[kind] < 0:
            value += state.board.numbers.markers[kind]
    if state.amulet_due() and (state.moved == 1 or state.phase == a.P_DROP):
        value += a.AMULET_VALUE
        if state.first < 0 or state.bonus_open:
            value += min(BONUS, state.bonus)
    return value


def _after(state: State, action: tuple[int, ...], seat: int) -> float:
    after = state.clone()
    after.apply(action)
    return evaluate(after, seat)


def _tokens(state: State, seat: int) -> float:
    """Discovery tokens, each a part of a piece of equipment."""
    part = TOKEN if not state.amulet[seat] else TOKEN_LATER
    return part * min(state.tokens[seat] / state.price(), 3.0)


class _Traveller:
    """A seat with what it carries and what it can still do this turn."""

    __slots__ = (
        "at",
        "explores",
        "free",
        "gains",
        "ground",
        "has_amulet",
        "homeward",
        "pack",
        "points",
        "state",
        "visited",
        "walks",
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
        self.ground: Ground = ground_of(state)
        if active and state.phase == a.P_HAND_OVER:
            self._hand_over(pack, state.owed, state.item)
            self.free += state.owed
        self.pack: Pack = tuple(pack)
        self.points = 0
        self.visited = 0
        self.explores = self.gains = False
        if active:
            if state.moved == 0:
                self.points = self.free
            elif state.moved == 1:
                self.points = self.free if state.points < 0 else state.points
                self.visited = state.visited
            self.explores = not state.explored or state.phase in (a.P_TILE, a.P_LAY)
            self.gains = not state.gained
            if state.phase in (a.P_TILE, a.P_LAY):
                self.points = 0
        key = (self.pack, camped, bool(state.hidden) or state.hand >= 0)
        self.homeward: Homeward = self.ground.homeward(key)
        self.walks: Walks = self.ground.walks(key, self.at, AWAY)

    def _hand_over(self, pack: list[int], owed: int, least: int) -> None:
        """Take what is owed for a crossing, the least useful pieces first."""
        for _piece in range(owed):
            item = min(
                (item for item in range(least, a.ITEMS) if pack[item]),
                key=lambda item: READY[item][min(pack[item], len(READY[item])) - 1],
            )
            pack[item] -= 1

    def seen(self, cell: int) -> bool:
        """Whether this move has been on a cell, and cannot come back."""
        return cell >= 0 and bool(self.visited >> cell & 1)

    def turns(self, route: Route, there: _Stop, shortage: float, halts: bool) -> float:
        """Turns to the temple by this route from a place; a move that `halts` ends where the route begins."""
        unknown, steps = float(route.unknown), there.steps
        able = 0
        if not self.seen(there.onto):
            able = min(self.points, steps if halts or self.seen(route.onto) else steps + route.open)
        if self.explores and route.unknown and steps + route.ahead - 1 <= able:
            unknown -= USED
        walk_turns = (steps + route.steps - USED * able) / max(there.free, 0.6)
        long, short = (unknown, walk_turns) if unknown > walk_turns else (walk_turns, unknown)
        return long + 0.35 * short + shortage


class _Stop:
    """Somewhere the seat could walk to first: with what backpack it would arrive, and the turns its payments take."""

    __slots__ = ("cell", "free", "onto", "pack", "steps", "time")

    def __init__(self, one: _Traveller, cell: int) -> None:
        walk = one.walks.to(cell)
        self.cell, self.steps, self.onto = cell, walk.steps, walk.onto
        paid = sum(walk.paid)
        self.pack: Pack = one.pack
        if paid:
            self.pack = tuple([number - red for number, red in zip(one.pack, walk.paid, strict=True)])
        self.time = HELD * (paid + walk.any)
        self.free = one.free + paid


def _prospect(state: State, seat: int) -> float:
    """What the seat can still make of it: the best of going straight on and of the detours."""
    one = _Traveller(state, seat)
    board, tiles = state.board, one.ground.tiles
    spots, lines = one.ground.spots, one.ground.lines
    best = _straight(one, _Stop(one, one.at))
    for cell in one.walks.cells:
        if cell not in spots:
            continue
        tile = tiles[cell]
        kind = board.kinds[tile]
        has_treasure = state.treasure[cell]
        has_marker = kind < a.ADVENTURES and state.marker[kind] < 0 and cell != one.at
        has_line = cell in lines and _holds(one.pack, board.shows[tile])
        if not (has_treasure or has_marker or has_line):
            continue
        there = _Stop(one, cell)
        if there.pack is not one.pack and min(there.pack) < 0:
            continue
        if has_marker:
            best = max(best, _straight(one, there) + HOPE * board.numbers.markers[kind])
        if has_line and there.free > 0 and (there.pack is one.pack or _holds(there.pack, board.shows[tile])):
            best = max(best, _with_gain(one, there, tile))
        if has_treasure:
            best = max(best, _with_treasure(one, _Stop(one, cell)))
    return best + one.ground.whim


def _holds(pack: Pack, shown: Pairs) -> bool:
    """Whether what must be shown is in the backpack."""
    for item, number in shown:  # noqa: SIM110  a loop takes a third of the time of `all`, and this is asked most
        if pack[item] < number:
            return False
    return True


def _straight(one: _Traveller, there: _Stop, halts: bool = False) -> float:
    """The value of going on to the temple from a place."""
    if one.has_amulet:
        able = 0 if one.seen(there.onto) else min(there.steps, one.points)
        steps = there.steps - USED * able
        return -LATER * (there.time + steps / max(there.free, 0.6))
    route = one.homeward.route(there.cell)
    shortage = ready = 0.0
    left = 0
    for number, need, worth in zip(there.pack, route.red, _READY, strict=True):
        if number < need:
            shortage += number * HELD + (need - number) * MISSING
        else:
            spare = number - need
            shortage += need * HELD
            left += spare
            ready += worth[spare]
    if route.any:
        shortage += min(left, route.any) * HELD + max(0, route.any - left) * ANY_MISSING
    scale = 0.15 + 0.85 * min(1.0, route.unknown / 5.0)
    turns = one.turns(route, there, shortage, halts) + there.time
    return ready * scale - TURN * turns


def _with_treasure(one: _Traveller, there: _Stop) -> float:
    """The value of fetching a treasure (G13)."""
    price = a.TREASURE_PRICE[a.PROVISION]
    held = min(there.pack[a.PROVISION], price)
    there.pack = (there.pack[a.PROVISION] - held, *there.pack[1:])
    there.free += held - 1
    there.time += TAKING + (price - held) * MISSING
    return _straight(one, there, there.cell != one.at) + HOPE * a.TREASURE_VALUE


def _with_gain(one: _Traveller, there: _Stop, tile: int) -> float:
    """The value of gaining something (G10): of each alternative as much as there is use for."""
    board, stock = one.state.board, one.state.stock
    held, room = there.pack, there.free
    there.time += GAINING if one.gains else GAINING + 0.6
    best = -FAR
    red = one.homeward.route(there.cell).red
    for offer in board.gains[tile]:
        pack, free = list(held), room
        for item, number in offer:
            taken = red[item] + 2 - pack[item]  # compared one by one: `min` and `max` take twice the time
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
            there.pack, there.free = tuple(pack), free
            best = max(best, _straight(one, there, there.cell != one.at))
    return best
