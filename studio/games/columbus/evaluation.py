"""How good a position is for a seat: the remaining distance of its ship, and to a lesser extent of the others'.

For bots that look one decision ahead: a tile in hand, a lifted tile and a ship that has not sailed yet count as the
best they can do, so that each decision of a turn has the value of the whole turn. Only the seat's own rack is known
(C1). The weights were found by playing matches.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from operator import or_

from studio.core.features import Feature, counted, further_features, uncounted
from studio.core.game import Action
from studio.games.columbus.features import BOTH, EARLY, OWN, more_values
from studio.games.columbus.rules import State, board as a
from studio.games.columbus.rules.board import NO_TILE, T_BECALMED, T_FULL_SAIL, T_JOKER, T_WATER, Board, spread
from studio.games.columbus.rules.position import Position, cells_in, distance, limit, may_swap, movable, open_for, reach

# Path costs, over tiles on the board and over empty spaces that need a tile first.
#
# Sets of spaces are ints, bit `cell`, as in the rules. Fares are sets of spaces by the cost of entering them. Costs are
# measured in fifths of a turn.

FAST, LAID, WATER, HELD, BY_JOKER, BECALMED, DRAWN, RARE = 1, 2, 4, 4, 6, 6, 8, 14
"""The cost of entering: a full sail; another tile; an empty space for a water tile; one for which the rack has the
tile, or a joker; a becalmed ship; a space whose tile must still be drawn; one that only a joker fits."""
QUICK = 4  # the step from which a tile counts as a full sail
FAR = 400  # an upper bound of all costs; also the cost if there is no path

Fares = tuple[tuple[int, int], ...]
"""Pairs of a cost and the set of spaces that cost so much to enter; other spaces cannot be entered."""


def prices(s: Position, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cost of an empty space by the kind of tile it needs, 0 if nobody can have that tile.

    First for `seat`, whose rack counts, then for a seat with an unknown rack.
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
    by_draw, unknown_draw = min(DRAWN, joker) if joker else DRAWN, min(DRAWN, rare) if rare else DRAWN
    own = [HELD if held else by_draw if rest > 0 else joker for held, rest in zip(rack, left, strict=True)]
    others = [unknown_draw if rest > 0 else rare for rest in left]
    if rack[T_WATER] or left[T_WATER] > 0:
        own[T_WATER] = WATER
    if left[T_WATER] > 0:
        others[T_WATER] = WATER
    for kind, homemade in enumerate(s.board.homemade, s.board.first_homemade):
        if homemade.step and (rack[kind] or left[kind] > 0):
            for picture, cells in s.board.pictured:
                if cells & s.board.fits[kind]:
                    cost = HELD if rack[kind] else DRAWN
                    own[picture] = min(cost, own[picture] or cost)
                    others[picture] = min(DRAWN, others[picture] or DRAWN)
    return tuple(own), tuple(others)


class TileSets:
    """The tiles on the board as sets: those of the position, or without one tile."""

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


def fares_of(board: Board, tile_sets: TileSets, price: tuple[int, ...]) -> Fares:
    fast, calm = tile_sets.on[T_FULL_SAIL], tile_sets.on[T_BECALMED]
    for kind in range(board.first_homemade, len(board.tiles)):
        if board.steps[kind] >= QUICK:
            fast |= tile_sets.on[kind]
    costs = {LAID: tile_sets.sea & ~fast & ~calm, FAST: fast}
    costs[BECALMED] = costs.get(BECALMED, 0) | calm
    for kind, cells in board.pictured:
        cost = price[kind]
        cells &= tile_sets.free
        if cost and cells:
            costs[cost] = costs.get(cost, 0) | cells
    return tuple((cost, cells) for cost, cells in sorted(costs.items()) if cells)


def goals_of(s: Position, seat: int) -> int:
    """Return the spaces that a ship heads for: America, or home (C12, C14)."""
    if s.voyage[seat] == a.OUTBOUND:
        return s.board.america
    if s.own_harbour:
        return 1 << s.harbour[seat]
    return s.board.home_set & ~(s.ships & ~(1 << s.ship[seat]))


class DistanceField:
    """What can be reached from some spaces, by cost. Computed only as far as it is asked for."""

    __slots__ = ("_beside", "_board", "_most", "_pending", "_seen", "_unreached")

    def __init__(self, board: Board, fares: Fares, closed: int, starts: dict[int, int], most: int = FAR) -> None:
        """`starts` are spaces by the cost of entering them, and are consumed; others in `closed` are never entered."""
        self._board, self._most = board, most
        self._unreached = [(cost, cells & ~closed) for cost, cells in fares]
        self._beside: list[int] = []
        self._pending = starts  # by cost: spaces that will be entered, unless at a lower cost
        self._seen = 0

    def first_cost(self, cells: int) -> int:
        """Return the lowest cost at which one of these spaces has a reached neighbour, or FAR."""
        for total, adjacent in enumerate(self._beside):
            if adjacent & cells:
                return total
        return self._expand(cells, self._most)

    def levels(self, most: int) -> list[int]:
        """Return by cost, up to `most`: the spaces that first have a reached neighbour at that cost."""
        self._expand(0, most + 1)
        left = (1 << self._board.count) - 1
        found = []
        for adjacent in self._beside[: most + 1]:
            new = adjacent & left
            left ^= new
            found.append(new)
        found += [0] * (most + 1 - len(found))
        return found

    def _expand(self, until: int, most: int) -> int:
        """Expand up to a cost, entering all spaces of one cost at once, but stop when one of `until` has a reached
        neighbour.

        Returns the cost at which that happens, or FAR.
        """
        levels, unreached, pending, board, seen = self._beside, self._unreached, self._pending, self._board, self._seen
        for total in range(len(levels), min(most, self._most)):
            if not pending:
                break
            reached = pending.pop(total, 0) & ~seen
            if not reached:
                levels.append(0)
                continue
            seen |= reached
            adjacent = spread(board, reached)
            levels.append(adjacent)
            new = adjacent & ~seen
            if new:
                for cost, cells in unreached:
                    entered = new & cells
                    if entered:
                        pending[total + cost] = pending.get(total + cost, 0) | entered
            if adjacent & until:
                self._seen = seen
                return total
        self._seen = seen
        return FAR


def distances_to(board: Board, fares: Fares, goals: int, outbound: bool, most: int = FAR) -> DistanceField:
    """Return the distance field of the goals: its `first_cost` for a ship's space is the cost of the rest of its path.

    Outbound ships do not pass American harbours, and home harbours that are goals are not passed either.
    """
    return DistanceField(
        board, fares, _closed(board, goals, outbound), {cost: cells & goals for cost, cells in fares}, most
    )


def _closed(board: Board, goals: int, outbound: bool) -> int:
    return goals | board.america if outbound else goals


def laid_cost(board: Board, kind: int) -> int:
    """Return the cost of entering a tile on the board, FAR for a wreck."""
    step = board.steps[kind]
    if not step:
        return FAR
    return FAST if step >= QUICK else BECALMED if kind == T_BECALMED else LAID


def at_sea(s: Position) -> list[int]:
    return [seat for seat in range(s.seats) if s.voyage[seat] != a.HOME and s.ship[seat] >= 0]


# Evaluation.

HOME, PLACE, LOST = 1000.0, 60.0, -1000.0
"""The value of coming home first, the loss per further place, and the value for those who do not come home."""
OUTWARD = float(FAR)  # added to the cost of an outbound ship, so that no path home is as costly
LEG = 50.0  # the same in `rate`; the most likely of some values (`python -m tests.bench.chances`)
SAILING = 0.95  # the fraction of a voyage that could still be made this turn that counts as made
RIVALS = (0.25, 0.12)  # the weights of the costs of the first and the second rival
STRIDE = 1.0  # the value of each space that a ship can sail further from its tile than from water
CALM = 3.0  # the loss for ending on a becalmed ship
RACK_WORTH = {a.T_WATER: -0.3, a.T_JOKER: 2.0, a.T_FULL_SAIL: 0.6, a.T_WRECK: 0.5, a.T_CYCLONE: 0.3, a.T_BECALMED: 0.2}
"""The value of keeping a tile on the rack."""
FIFTHS = 5.0  # costs in a turn
MAX_RIVAL_COST = 120  # an upper bound of a rival's cost, also if it has no path
HARM = 12  # an upper bound of what a single tile adds to a cost
CACHE_SIZE = 256  # cached paths
STORMS = 6  # tiles that are tried when a cyclone is considered


_RACK_TEXTS = {
    T_JOKER: (
        counted("{count} more joker on the rack", "{count} more jokers on the rack"),
        counted("{count} fewer joker on the rack", "{count} fewer jokers on the rack"),
    ),
    T_FULL_SAIL: (
        counted("{count} more full sail on the rack", "{count} more full sails on the rack"),
        counted("{count} fewer full sail on the rack", "{count} fewer full sails on the rack"),
    ),
    a.T_CYCLONE: (
        counted("{count} more cyclone on the rack", "{count} more cyclones on the rack"),
        counted("{count} fewer cyclone on the rack", "{count} fewer cyclones on the rack"),
    ),
}
_BASIC = (
    Feature("home", HOME, uncounted("the ship is home"), uncounted("the ship is not home")),
    Feature("lost", LOST),
    Feature(
        "place",
        -PLACE,
        counted("{count} place further back", "{count} places further back"),
        counted("{count} place further ahead", "{count} places further ahead"),
    ),
    Feature("outward", -OUTWARD, uncounted("not in America yet"), uncounted("America is reached")),
    Feature(
        "path", -FIFTHS, uncounted("a longer path for the ship"), uncounted("a shorter path for the ship"), unit=0.2
    ),
    Feature(
        "stride",
        STRIDE,
        counted("{count} more space in the next turn", "{count} more spaces in the next turn"),
        counted("{count} fewer space in the next turn", "{count} fewer spaces in the next turn"),
    ),
    *[Feature(f"rack_{kind}", worth, *_RACK_TEXTS.get(kind, ())) for kind, worth in RACK_WORTH.items()],
    Feature(
        "leader_path",
        FIFTHS * RIVALS[0],
        uncounted("a longer path for the leading opponent"),
        uncounted("a shorter path for the leading opponent"),
        unit=0.4,
    ),
    Feature("leader_outward", OUTWARD * RIVALS[0]),
    Feature("second_path", FIFTHS * RIVALS[1]),
    Feature("second_outward", OUTWARD * RIVALS[1]),
)
FEATURES = (*_BASIC, *further_features(BOTH, OWN, EARLY))


def evaluate(state: State, seat: int) -> float:
    if state.place[seat]:
        reached = HOME if state.voyage[seat] == a.HOME else LOST
        return reached - PLACE * (state.place[seat] - 1)
    if state.ship[seat] < 0:  # before the harbours are chosen
        return -OUTWARD - FAR
    outlook = _Outlook(state, seat)
    options = [max(values.values()) for _outlook, _kind, values in _placements(state, outlook)]
    if options and state.phase != a.P_LIFT:
        return max(options)
    return max([outlook.value(), *options])


def rate(state: State, seat: int) -> float:
    """Return `evaluate` with about what an outbound leg takes; 0 before all harbours are chosen."""
    if min(state.ship) < 0:
        return 0.0
    if state.place[seat]:
        return evaluate(state, seat)
    others = sorted(state.voyage[other] == a.OUTBOUND for other in at_sea(state) if other != seat)
    rivals = sum(weight for weight, is_outbound in zip(RIVALS, others, strict=False) if is_outbound)
    return evaluate(state, seat) + (OUTWARD - LEG) * ((state.voyage[seat] == a.OUTBOUND) - rivals)


def features(state: State, seat: int) -> list[float]:
    """Return the values of `FEATURES`; while a tile can be placed or moved, basic ones after the best way to do so."""
    if state.place[seat]:
        is_home = state.voyage[seat] == a.HOME
        ended = [float(is_home), float(not is_home), state.place[seat] - 1.0]
        return ended + [0.0] * (len(FEATURES) - len(ended))
    before = [0.0, 0.0, 0.0]
    if state.ship[seat] < 0:
        return [*before, 1.0, FAR / FIFTHS] + [0.0] * (len(FEATURES) - len(before) - 2)
    outlook = _Outlook(state, seat)
    best, value = outlook.parts(), outlook.value() if state.phase == a.P_LIFT else LOST
    for found, kind, values in _placements(state, outlook):
        cell = max(values, key=values.__getitem__)
        if values[cell] > value:
            value, best = values[cell], found.parts_with(kind, cell)
    basic = before + best
    goals = {other: goals_of(state, other) for other in at_sea(state)}
    by_key = {feature.key: value for feature, value in zip(_BASIC, basic, strict=True)}
    return basic + more_values(state, seat, by_key, goals)


CHANCES = (0.215, 2.74, -0.25, 10.0)  # see `studio.bots.chances`


def estimate_moves(state: State, seat: int) -> dict[Action, float]:
    """Return the values of taking, placing, lifting and moving tiles, and of ending the turn after the last tile."""
    if state.to_move != seat or state.active != seat or state.ship[seat] < 0:
        return {}
    board, phase = state.board, state.phase
    if phase == a.P_PLACE:
        return {board.place_moves[cell]: value for cell, value in _placement_values(state, seat).items()}
    if phase in (a.P_SAIL, a.P_FREE) and state.laid >= limit(state) and not may_swap(state):
        return _turn_end_values(state, seat)
    outlook = _Outlook(state, seat)
    if phase == a.P_DROP:
        _outlook, _kind, moved = _moved(state, outlook, state.lifted)
        return {board.drop_moves[cell]: value for cell, value in moved.items()}
    found: dict[Action, float] = {}
    if phase == a.P_LIFT:
        alike: dict[int, float] = {}  # by kind: tiles on which no path depends have the same value
        for cell in cells_in(movable(state)):
            kind = state.tile[cell]
            if outlook.depends_on(cell):
                value = max(_moved(state, outlook, cell)[2].values())
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
    """Return the value of each end of a turn before the rack is refilled, since the draws are the same for all."""
    found: dict[Action, float] = {}
    for action in s.legal():
        ended = s.clone()
        ended.apply(action)
        ended.active = -1
        found[action] = evaluate(ended, seat)
    return found


class _Goals:
    """The costs from everywhere to some goals."""

    __slots__ = ("_levels", "board", "distances", "fares", "goals", "outbound")

    def __init__(self, board: Board, fares: Fares, goals: int, outbound: bool) -> None:
        self.board, self.fares, self.goals, self.outbound = board, fares, goals, outbound
        self.distances: DistanceField = distances_to(board, fares, goals, outbound)
        self._levels: list[int] = []

    def levels(self, most: int) -> list[int]:
        """Return the spaces by the cost of the rest of the path, up to `most`."""
        if len(self._levels) <= most:
            self._levels = [cells & ~self.goals for cells in self.distances.levels(most)]
            self._levels[0] |= self.goals
        return self._levels


class _Voyage:
    """The rest of a ship's voyage; cached, because most of the positions that are compared share it."""

    __slots__ = ("_changed", "_detours", "cost", "distances", "goals", "outbound", "required_spaces", "ship", "to")

    def __init__(self, board: Board, fares: Fares, goals: int, outbound: bool, ship: int) -> None:
        self.to: _Goals = _goals(board, fares, goals, outbound)
        self.goals, self.outbound, self.ship = goals, outbound, ship
        self.cost = self.to.distances.first_cost(1 << ship)
        self._detours: dict[int, int] = {}
        self.distances = 0  # the spaces where a tile can make a difference; set by `detours`
        self.required_spaces: frozenset[int] = frozenset()
        self._changed: dict[tuple[int, int], int] = {}

    def ahead(self, cells: int) -> int:
        """Return the cost of the rest of the path from the best of these spaces."""
        return 0 if cells & self.goals else self.to.distances.first_cost(cells)

    def entry(self, cell: int) -> int:
        bit = 1 << cell
        for cost, cells in self.to.fares:
            if cells & bit:
                return cost
        return FAR

    def detours(self) -> dict[int, int]:
        """Return by space the cost of the path through it, without entering it, if less than the current cost."""
        if not self._detours:
            to, board, cost = self.to, self.to.board, self.cost
            closed = _closed(board, to.goals, to.outbound)
            away = DistanceField(board, to.fares, closed, {0: 1 << self.ship}, cost + 1).levels(cost)
            rest = to.levels(cost)
            within = list(accumulate(rest[:cost], or_))
            costs_before: dict[int, int] = {}
            for so_far, cells in enumerate(away[:cost]):
                cells &= within[cost - 1 - so_far]
                self.distances |= cells
                while cells:
                    cell = cells.bit_length() - 1
                    cells ^= 1 << cell
                    costs_before[cell] = so_far
            for ahead, cells in enumerate(rest[:cost]):
                cells &= self.distances
                while cells:
                    cell = cells.bit_length() - 1
                    cells ^= 1 << cell
                    self._detours[cell] = costs_before[cell] + ahead
            self.required_spaces = self._find_required(costs_before)
        return self._detours

    def _find_required(self, costs_before: dict[int, int]) -> frozenset[int]:
        """Return the spaces on all shortest paths: no other space along them is at the same distance from the ship."""
        entries = ((cell, begin, self.entry(cell)) for cell, begin in costs_before.items())
        on_path = [one for one in entries if self._detours[one[0]] + one[2] <= self.cost]
        width = [0] * (self.cost + 1)
        for _cell, begin, entry in on_path:
            for place in range(begin, begin + entry):
                width[place] += 1
        return frozenset(
            cell for cell, begin, entry in on_path if all(width[place] == 1 for place in range(begin, begin + entry))
        )

    def through(self, cell: int, cost: int) -> int:
        """Return the cost of the path through a space if entering it costs `cost`."""
        return self.detours().get(cell, FAR) + cost

    def requires(self, cell: int) -> bool:
        return self.through(cell, self.entry(cell)) <= self.cost

    def cost_with(self, cell: int, cost: int) -> int:
        """Return the cost of the whole path if entering a space costs `cost`."""
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


_goals = lru_cache(maxsize=CACHE_SIZE)(_Goals)
_voyage_to = lru_cache(maxsize=CACHE_SIZE)(_Voyage)


def _voyage(s: Position, seat: int, fares: Fares) -> _Voyage:
    return _voyage_to(s.board, fares, goals_of(s, seat), s.voyage[seat] == a.OUTBOUND, s.ship[seat])


class _Outlook:
    """The paths of a seat and of the rivals nearest to their goals."""

    __slots__ = (
        *("attached", "extra", "known", "own", "reached", "rivals", "sails", "seat", "state"),
        *("stride", "unseen"),
    )

    def __init__(self, s: Position, seat: int, without: int = -1, like: _Outlook | None = None) -> None:
        """Leave out the tile on `without`. `like` is the outlook before a tile was taken; most of it is reused."""
        self.state, self.seat = s, seat
        self.known, self.unseen = known, unseen = prices(s, seat)
        tile_sets = TileSets(s, without)
        if like is not None and like.known == known:
            self.own: _Voyage = like.own
        else:
            self.own = _voyage(s, seat, fares_of(s.board, tile_sets, known))
        if like is not None and like.unseen == unseen:
            self.rivals: list[tuple[float, _Voyage]] = like.rivals
        else:
            unknown = fares_of(s.board, tile_sets, unseen)
            voyages = [_voyage(s, other, unknown) for other in at_sea(s) if other != seat]
            voyages.sort(key=lambda voyage: voyage.cost + OUTWARD * voyage.outbound)
            self.rivals = list(zip(RIVALS, voyages, strict=False))
        # also between turns: otherwise a bot that plans a whole turn would use its best tiles for almost nothing
        self.extra = sum(count * RACK_WORTH.get(kind, 0.0) for kind, count in enumerate(s.rack[seat]))
        self.attached = self.reached = self.stride = 0
        self.sails = -1
        if s.active == seat:
            if like is not None:
                self.reached, self.attached = like.reached, like.attached
            elif not s.sailed:
                self._find_reach()
            if not s.sailed:
                self.sails = min(self.own.cost, self.own.ahead(self.reached))
        if s.active != seat or s.sailed:
            self.stride = s.board.steps[s.tile[s.ship[seat]]] - s.board.steps[a.T_WATER]
            self.extra += STRIDE * self.stride

    def _find_reach(self) -> None:
        """Find where the ship can sail this turn, and which further spaces it would reach with a tile there."""
        s, seat, voyage = self.state, self.seat, self.own
        self.reached = reach(s, seat)
        front = near = 1 << s.ship[seat]
        unseen = s.sea & ~front & ~s.on[a.T_BECALMED] & ~voyage.goals
        for _space in range(distance(s, seat) - 1):
            front = spread(s.board, front) & unseen
            unseen ^= front
            near |= front
        self.attached = spread(s.board, near)

    def depends_on(self, cell: int) -> bool:
        """Whether removing the tile on a space changes any path."""
        voyages = [self.own, *(voyage for _weight, voyage in self.rivals)]
        if laid_cost(self.state.board, self.state.tile[cell]) > LAID:
            return any(voyage.through(cell, LAID) < voyage.cost for voyage in voyages)
        return any(voyage.requires(cell) for voyage in voyages)

    def value(self) -> float:
        return self._sum(self.own.cost, self.sails, [voyage.cost for _weight, voyage in self.rivals])

    def parts(self) -> list[float]:
        """Return the values of the features from "outward" on."""
        return self._parts(self.own.cost, self.sails, [voyage.cost for _weight, voyage in self.rivals])

    def parts_with(self, kind: int, cell: int) -> list[float]:
        """Return the same with a tile of a kind placed on a space."""
        _cell, own, sails, others = next(self._costs_with(kind, 1 << cell))
        return self._parts(own, sails, others)

    def placement_values(self, kind: int, cells: int) -> dict[int, float]:
        """Return the value with a tile of a kind placed, by the space."""
        near = self._near()
        values = dict.fromkeys(cells_in(cells & ~near), self.value())  # where it makes no difference to anybody
        for cell, own, sails, others in self._costs_with(kind, cells & near):
            values[cell] = self._sum(own, sails, others)
        return values

    def _near(self) -> int:
        """Return the spaces where a tile can make a difference."""
        near = self.attached
        for voyage in (self.own, *(voyage for _weight, voyage in self.rivals)):
            voyage.detours()
            near |= voyage.distances
        return near

    def _costs_with(self, kind: int, cells: int) -> Iterator[tuple[int, int, float, list[int]]]:
        """Yield by space the costs with a tile of a kind placed: own, own after sailing this turn, of the rivals."""
        cost, own = laid_cost(self.state.board, kind), self.own
        voyages = [own, *(voyage for _weight, voyage in self.rivals)]
        for cell in cells_in(cells):
            bit = 1 << cell
            whole, *others = [
                voyage.cost_with(cell, cost) if voyage.distances & bit else voyage.cost for voyage in voyages
            ]
            sails: float = self.sails
            if sails >= 0:
                sails = max(0, min(whole, sails + whole - own.cost))
                if bit & self.attached and cost < FAR:
                    sails = min(sails, own.ahead(bit) + CALM * (kind == a.T_BECALMED))
            yield cell, whole, sails, others

    def _sum(self, own: float, sails: float, others: list[int]) -> float:
        worth = self.extra - (own if sails < 0 else (1 - SAILING) * own + SAILING * sails)
        if self.own.outbound:
            worth -= OUTWARD
        for (weight, voyage), cost in zip(self.rivals, others, strict=True):
            worth += weight * (min(cost, MAX_RIVAL_COST) + OUTWARD * voyage.outbound)
        return worth

    def _parts(self, own: float, sails: float, others: list[int]) -> list[float]:
        """Return the summands of `_sum` before their weights, in the order of `FEATURES`."""
        path = own if sails < 0 else (1 - SAILING) * own + SAILING * sails
        rack = self.state.rack[self.seat]
        parts = [float(self.own.outbound), path / FIFTHS, self.stride, *[rack[kind] for kind in RACK_WORTH]]
        for (_weight, voyage), cost in zip(self.rivals, others, strict=True):
            parts += [min(cost, MAX_RIVAL_COST) / FIFTHS, float(voyage.outbound)]
        return parts + [0.0] * (2 * (len(RIVALS) - len(self.rivals)))


def _placements(s: State, outlook: _Outlook) -> Iterator[tuple[_Outlook, int, dict[int, float]]]:
    """Yield the tiles that the seat can place now, or move with a cyclone: the outlook without the tile, its kind, and
    the value by the space where it is placed."""
    if s.to_move != outlook.seat or s.active != outlook.seat:
        return
    if s.phase == a.P_PLACE:
        yield outlook, s.hand, outlook.placement_values(s.hand, open_for(s, s.hand))
    elif s.phase == a.P_DROP:
        yield _moved(s, outlook, s.lifted)
    elif s.phase == a.P_LIFT:
        for cell in _promising(s, outlook):
            yield _moved(s, outlook, cell)


def _placement_values(s: State, seat: int, like: _Outlook | None = None) -> dict[int, float]:
    return _Outlook(s, seat, like=like).placement_values(s.hand, open_for(s, s.hand))


def _moved(s: State, outlook: _Outlook, cell: int) -> tuple[_Outlook, int, dict[int, float]]:
    """Return the outlook without the tile of a space, its kind, and the value by the space it is moved to."""
    kind = s.tile[cell]
    if outlook.depends_on(cell):
        outlook = _Outlook(s, outlook.seat, cell)
    return outlook, kind, outlook.placement_values(kind, open_for(s, kind) & ~(1 << cell))


def _promising(s: State, outlook: _Outlook) -> list[int]:
    """Return some spaces whose tiles may be worth a cyclone."""
    cells = movable(s)
    bad = cells & ((s.board.fits[a.T_JOKER] & ~s.free & ~s.sea) | s.on[a.T_BECALMED])
    tried = [cell for cell in cells_in(bad) if outlook.own.through(cell, 2) < outlook.own.cost]
    for _weight, voyage in outlook.rivals:
        near = spread(s.board, spread(s.board, 1 << voyage.ship)) & cells
        tried += [cell for cell in cells_in(near) if voyage.requires(cell) and not outlook.own.requires(cell)]
    return tried[:STORMS]
