"""How good a position looks for a seat: how far its ship still has to go, and a little how far the others have.

For bots that look one decision ahead: a tile in hand, a lifted one and a ship that has not sailed yet count for what
they can do best, so that each decision of a turn is worth what the turn comes to. Only the own rack is known (C1).
The weights were found by playing.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from operator import or_

from studio.core.game import Action
from studio.games.columbus.rules import State, board as a
from studio.games.columbus.rules.board import (
    HOME as HOME_outlook,
    NO_TILE,
    OUTBOUND,
    T_BECALMED,
    T_FULL_SAIL,
    T_JOKER,
    T_WATER,
    Board,
    spread,
)
from studio.games.columbus.rules.position import Position, cells_in, distance, limit, may_swap, movable, open_for, reach

# How far a ship still has to go, as a bot reckons: over laid tiles, and over spaces for which somebody needs a tile.
#
# Sets of spaces are ints, bit `cell`, as in the rules. Fares are the sets of spaces by what it costs to enter them; the
# tide of some spaces is, step by step of the cost, what can be reached from them: the sets of spaces beside those that
# are reached at that cost. Ways are measured in fifths of a turn.

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


class TileSets:
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


def fares_of(board: Board, ground: TileSets, price: tuple[int, ...]) -> Fares:
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


class DistanceField:
    """What can be reached from some spaces, cost by cost: found only as far as somebody asks, and then kept."""

    __slots__ = ("_beside", "_board", "_most", "_pending", "_seen", "_unreached")

    def __init__(self, board: Board, fares: Fares, closed: int, starts: dict[int, int], most: int = FAR) -> None:
        """`starts` are spaces by what it costs to enter them, and are used up; others that are `closed` stay so."""
        self._board, self._most = board, most
        self._unreached = [(cost, cells & ~closed) for cost, cells in fares]
        self._beside: list[int] = []
        self._pending = starts
        """By cost, what will be reached, some of it perhaps for less: all of what the steps so far lead to."""
        self._seen = 0

    def first_cost(self, cells: int) -> int:
        """The cost at which the tide comes beside one of the spaces; FAR if it never does."""
        for total, beside in enumerate(self._beside):
            if beside & cells:
                return total
        return self._expand(cells, self._most)

    def levels(self, most: int) -> list[int]:
        """By cost, up to the most: the spaces that the tide then first comes beside."""
        self._expand(0, most + 1)
        dry = (1 << self._board.count) - 1
        found = []
        for beside in self._beside[: most + 1]:
            fresh = beside & dry
            dry ^= fresh
            found.append(fresh)
        found += [0] * (most + 1 - len(found))
        return found

    def _expand(self, until: int, most: int) -> int:
        """Go on to that cost, all spaces of one cost being entered at once, but no further than beside some spaces.

        The cost at which it comes beside them, or FAR.
        """
        tide, waters, coming, board, seen = self._beside, self._unreached, self._pending, self._board, self._seen
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


def distances_to(board: Board, fares: Fares, goals: int, outbound: bool, most: int = FAR) -> DistanceField:
    """The tide from the goals: its first step that comes beside a ship's space is what the rest of its way costs.

    Outbound ships do not pass through American harbours, and home harbours that are goals are not passed either.
    """
    return DistanceField(
        board, fares, _closed(board, goals, outbound), {cost: cells & goals for cost, cells in fares}, most
    )


def distances_from(board: Board, fares: Fares, cell: int, goals: int, outbound: bool, most: int) -> DistanceField:
    """The tide from a ship, up to a cost: what it costs to get beside each space."""
    return DistanceField(board, fares, _closed(board, goals, outbound), {0: 1 << cell}, most)


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
    return [seat for seat in range(s.seats) if s.voyage[seat] != HOME_outlook and s.ship[seat] >= 0]


# How good a position looks for a seat: how far its ship still has to go, and a little how far the others have.

HOME, PLACE, LOST = 1000.0, 60.0, -1000.0
"""What coming home is worth, how much less each further place, and what is left for those who do not."""
OUTWARD = float(FAR)
"""How much further off an outbound ship is reckoned than a returning one."""
SAILING = 0.95
"""The part of a voyage that could still be made this turn that counts as made."""
RIVALS = (0.25, 0.12)
"""What the way of the first and the second rival counts for."""
STRIDE = 1.0
"""What each space is worth that the tile of a ship lets it sail further than water does."""
CALM = 3.0
"""What it is worse to end on a becalmed ship."""
RACK_WORTH = {a.T_WATER: -0.3, a.T_JOKER: 2.0, a.T_FULL_SAIL: 0.6, a.T_WRECK: 0.5, a.T_CYCLONE: 0.3, a.T_BECALMED: 0.2}
"""What it is worth to keep a tile on the rack."""
MAX_RIVAL_COST = 120
"""The most that a rival's way counts, also if there is none."""
HARM = 12
"""The most that a single tile is reckoned to lengthen a way."""
CACHE_SIZE = 256
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
    if state.to_move == seat and state.active == seat:
        if state.phase == a.P_PLACE:
            return max(_placement_values(state, seat).values())
        if state.phase == a.P_DROP:
            return max(_move_values(state, _Outlook(state, seat), state.lifted).values())
        if state.phase == a.P_LIFT:
            return _cyclone_value(state, seat)
    return _Outlook(state, seat).value()


def estimate_moves(state: State, seat: int) -> dict[Action, float]:
    """What taking, laying, lifting and moving tiles comes to, and ending the turn once all tiles are laid."""
    if state.to_move != seat or state.active != seat or state.ship[seat] < 0:
        return {}
    board, phase = state.board, state.phase
    if phase == a.P_PLACE:
        return {board.place_moves[cell]: value for cell, value in _placement_values(state, seat).items()}
    if phase in (a.P_SAIL, a.P_FREE) and state.laid >= limit(state) and not may_swap(state):
        return _turn_end_values(state, seat)
    outlook = _Outlook(state, seat)
    if phase == a.P_DROP:
        moved = _move_values(state, outlook, state.lifted)
        return {board.drop_moves[cell]: value for cell, value in moved.items()}
    found: dict[Action, float] = {}
    if phase == a.P_LIFT:
        alike: dict[int, float] = {}  # by kind: tiles that no way minds come to the same
        for cell in cells_in(movable(state)):
            kind = state.tile[cell]
            if outlook.depends_on(cell):
                value = max(_move_values(state, outlook, cell).values())
            elif kind in alike:
                value = alike[kind]
            else:
                value = alike[kind] = max(outlook.placement_values(kind, open_for(state, kind)).values())
            found[board.lift_moves[cell]] = value
    elif phase in (a.P_LAY, a.P_FREE):
        for action in state.legal():
            if action[0] == a.TAKE and action[1] != a.T_CYCLONE:
                taken = state.clone()
                taken.apply(action)
                found[action] = max(_placement_values(taken, seat, outlook).values())
    return found


def _turn_end_values(s: State, seat: int) -> dict[Action, float]:
    """What each end of a turn is worth, before the rack is filled: what is drawn then is the same for all of them."""
    found: dict[Action, float] = {}
    for action in s.legal():
        ended = s.clone()
        ended.apply(action)
        ended.active = -1
        found[action] = evaluate(ended, seat)
    return found


class _Goals:
    """The ways from everywhere to some goals, at certain fares."""

    __slots__ = ("_levels", "board", "distances", "fares", "goals", "outbound")

    def __init__(self, board: Board, fares: Fares, goals: int, outbound: bool) -> None:
        self.board, self.fares, self.goals, self.outbound = board, fares, goals, outbound
        self.distances: DistanceField = distances_to(board, fares, goals, outbound)
        self._levels: list[int] = []

    def levels(self, most: int) -> list[int]:
        """The spaces by what the rest of the way costs from there, as far as it costs no more than `most`."""
        if len(self._levels) <= most:
            self._levels = [cells & ~self.goals for cells in self.distances.levels(most)]
            self._levels[0] |= self.goals
        return self._levels


class _Voyage:
    """The rest of a ship's voyage."""

    __slots__ = ("_changed", "_detours", "cost", "distances", "goals", "required_spaces", "ship", "to")

    def __init__(self, goals: _Goals, ship: int) -> None:
        self.to, self.goals, self.ship = goals, goals.goals, ship
        self.cost = goals.distances.first_cost(1 << ship)
        self._detours: dict[int, int] = {}
        self.distances = 0
        """The spaces on which a tile can make a difference; known once the detours are."""
        self.required_spaces: frozenset[int] = frozenset()
        self._changed: dict[tuple[int, int], int] = {}

    @property
    def outbound(self) -> bool:
        """Whether the ship has still to go to America."""
        return self.to.outbound

    def ahead(self, cells: int) -> int:
        """What the rest of the way costs from the best of these spaces."""
        return 0 if cells & self.goals else self.to.distances.first_cost(cells)

    def entry(self, cell: int) -> int:
        """What it costs to enter a space."""
        return cost_at(self.to.fares, 1 << cell)

    def detours(self) -> dict[int, int]:
        """By space: what the way over it costs, but for entering it, where that is less than the way costs now."""
        if not self._detours:
            to, board, cost = self.to, self.to.board, self.cost
            away = distances_from(board, to.fares, self.ship, to.goals, to.outbound, cost + 1).levels(cost)
            rest = to.levels(cost)
            within = list(accumulate(rest[:cost], or_))
            begins: dict[int, int] = {}
            for so_far, cells in enumerate(away[:cost]):
                cells &= within[cost - 1 - so_far]
                self.distances |= cells
                while cells:
                    cell = cells.bit_length() - 1
                    cells ^= 1 << cell
                    begins[cell] = so_far
            for ahead, cells in enumerate(rest[:cost]):
                cells &= self.distances
                while cells:
                    cell = cells.bit_length() - 1
                    cells ^= 1 << cell
                    self._detours[cell] = begins[cell] + ahead
            self.required_spaces = self._find_required(begins)
        return self._detours

    def _find_required(self, begins: dict[int, int]) -> frozenset[int]:
        """The spaces that no shortest way avoids: nowhere along them is there another space as far from the ship."""
        on_way = []
        for cell, begin in begins.items():
            entry = self.entry(cell)
            if self._detours[cell] + entry <= self.cost:
                on_way.append((cell, begin, entry))
        width = [0] * (self.cost + 1)
        for _cell, begin, entry in on_way:
            for place in range(begin, begin + entry):
                width[place] += 1
        return frozenset(
            cell for cell, begin, entry in on_way if all(width[place] == 1 for place in range(begin, begin + entry))
        )

    def through(self, cell: int, cost: int) -> int:
        """What the way over a space costs, if that space costs so much to enter."""
        return self.detours().get(cell, FAR) + cost

    def requires(self, cell: int) -> bool:
        """Whether a shortest way leads over a space."""
        return self.through(cell, self.entry(cell)) <= self.cost

    def cost_with(self, cell: int, cost: int) -> int:
        """What the whole way costs when a space costs so much to enter."""
        through = self.through(cell, cost)
        if through < self.cost:
            return through
        if cell not in self.required_spaces or cost <= self.entry(cell):
            return self.cost
        key = (cell, cost)
        found = self._changed.get(key)
        if found is None:
            to, bit = self.to, 1 << cell
            fares = tuple((price, cells & ~bit) for price, cells in to.fares)
            most = self.cost + HARM
            around = min(most, distances_to(to.board, fares, to.goals, to.outbound, most).first_cost(1 << self.ship))
            found = self._changed[key] = min(around, through)
        return found


def _voyage(s: Position, seat: int, fares: Fares) -> _Voyage:
    """The way of a seat; kept, since most of the positions that are looked at share it."""
    return _voyage_to(s.board, fares, goals_of(s, seat), s.voyage[seat] == a.OUTBOUND, s.ship[seat])


@lru_cache(maxsize=CACHE_SIZE)
def _voyage_to(board: Board, fares: Fares, goals: int, outbound: bool, ship: int) -> _Voyage:
    return _Voyage(_goals(board, fares, goals, outbound), ship)


_goals = lru_cache(maxsize=CACHE_SIZE)(_Goals)


class _Outlook:
    """The ways of a seat and of the rivals who are nearest to their goals."""

    __slots__ = ("attached", "extra", "known", "own", "reached", "rivals", "sails", "seat", "state", "unseen")

    def __init__(self, s: Position, seat: int, without: int = -1, like: _Outlook | None = None) -> None:
        """Without the tile of a space; `like` the outlook before a tile was taken, most of which still holds."""
        self.state, self.seat = s, seat
        self.known, self.unseen = known, unseen = prices(s, seat)
        ground = TileSets(s, without)
        if like is not None and like.known == known:
            self.own: _Voyage = like.own
        else:
            self.own = _voyage(s, seat, fares_of(s.board, ground, known))
        if like is not None and like.unseen == unseen:
            self.rivals: list[tuple[float, _Voyage]] = like.rivals
        else:
            unknown = fares_of(s.board, ground, unseen)
            ways = [_voyage(s, other, unknown) for other in at_sea(s) if other != seat]
            ways.sort(key=lambda way: way.cost + OUTWARD * way.outbound)
            self.rivals = list(zip(RIVALS, ways, strict=False))
        # also between turns: whoever thinks a turn to its end would else spend the best tiles for next to nothing
        self.extra = sum(count * RACK_WORTH.get(kind, 0.0) for kind, count in enumerate(s.rack[seat]))
        self.attached = self.reached = 0
        self.sails = -1
        if s.active == seat:
            if like is not None:
                self.reached, self.attached = like.reached, like.attached
            elif not s.sailed:
                self._find_reach()
            if not s.sailed:
                self.sails = min(self.own.cost, self.own.ahead(self.reached))
        if s.active != seat or s.sailed:
            self.extra += STRIDE * (s.board.steps[s.tile[s.ship[seat]]] - s.board.steps[a.T_WATER])

    def _find_reach(self) -> None:
        """Where the ship could sail this turn, and which spaces beside that it would reach with a tile."""
        s, seat, way = self.state, self.seat, self.own
        self.reached = reach(s, seat)
        front = near = 1 << s.ship[seat]
        unseen = s.sea & ~front & ~s.on[a.T_BECALMED] & ~way.goals
        for _space in range(distance(s, seat) - 1):
            front = spread(s.board, front) & unseen
            unseen ^= front
            near |= front
        self.attached = spread(s.board, near)

    def depends_on(self, cell: int) -> bool:
        """Whether it matters to any way that the tile on a space goes away."""
        ways = [self.own, *(way for _weight, way in self.rivals)]
        if laid_cost(self.state.board, self.state.tile[cell]) > LAID:
            return any(way.through(cell, LAID) < way.cost for way in ways)
        return any(way.requires(cell) for way in ways)

    def value(self) -> float:
        """As things are."""
        return self._sum(self.own.cost, self.sails, [way.cost for _weight, way in self.rivals])

    def placement_values(self, kind: int, cells: int) -> dict[int, float]:
        """The value with a tile of a kind laid, by the space that it is laid on."""
        cost, own = laid_cost(self.state.board, kind), self.own
        ways = [own, *(way for _weight, way in self.rivals)]
        near = self.attached
        for way in ways:
            way.detours()
            near |= way.distances
        values = dict.fromkeys(cells_in(cells & ~near), self.value())  # where it makes no difference to anybody
        for cell in cells_in(cells & near):
            bit = 1 << cell
            whole, *others = [way.cost_with(cell, cost) if way.distances & bit else way.cost for way in ways]
            sails: float = self.sails
            if sails >= 0:
                sails = max(0, min(whole, sails + whole - own.cost))
                if bit & self.attached and cost < FAR:
                    sails = min(sails, own.ahead(bit) + CALM * (kind == a.T_BECALMED))
            values[cell] = self._sum(whole, sails, others)
        return values

    def _sum(self, own: float, sails: float, others: list[int]) -> float:
        worth = self.extra - (own if sails < 0 else (1 - SAILING) * own + SAILING * sails)
        if self.own.outbound:
            worth -= OUTWARD
        for (weight, way), cost in zip(self.rivals, others, strict=True):
            worth += weight * (min(cost, MAX_RIVAL_COST) + OUTWARD * way.outbound)
        return worth


def _placement_values(s: State, seat: int, like: _Outlook | None = None) -> dict[int, float]:
    """The value with the tile in hand laid, by the space that it is laid on."""
    return _Outlook(s, seat, like=like).placement_values(s.hand, open_for(s, s.hand))


def _move_values(s: State, outlook: _Outlook, cell: int) -> dict[int, float]:
    """The value with the tile of a space moved, by the space that it is moved to."""
    kind = s.tile[cell]
    if outlook.depends_on(cell):
        outlook = _Outlook(s, outlook.seat, cell)
    return outlook.placement_values(kind, open_for(s, kind) & ~(1 << cell))


def _cyclone_value(s: State, seat: int) -> float:
    """What a cyclone is worth: the best of some moves of tiles that come to mind, or none."""
    outlook = _Outlook(s, seat)
    best = outlook.value()
    cells = movable(s)
    bad = cells & ((s.board.fits[a.T_JOKER] & ~s.free & ~s.sea) | s.on[a.T_BECALMED])
    tried = [cell for cell in cells_in(bad) if outlook.own.through(cell, 2) < outlook.own.cost]
    for _weight, way in outlook.rivals:
        near = spread(s.board, spread(s.board, 1 << way.ship)) & cells
        tried += [cell for cell in cells_in(near) if way.requires(cell) and not outlook.own.requires(cell)]
    for cell in tried[:STORMS]:
        best = max(best, *_move_values(s, outlook, cell).values())
    return best
