"""Evaluation of a position for a seat: points, expected points of islands and jungle, gold, prospects of the
expedition.

For bots that look one decision ahead. Only information visible to the seat is used: unseen tokens count with the mean
of those left, other seats' chief scouts only if they are known. The weights were tuned by playing.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, NamedTuple

from studio.core import defaults
from studio.core.game import OVER
from studio.games.neue_entdecker.rules import board as a
from studio.games.neue_entdecker.rules.scoring import weight
from studio.seatiles.evaluation import (
    BoardCache,
    Holding,
    Strength,
    holdings,
    island_key,
    kinds_with_land,
    lands_beside,
)

if TYPE_CHECKING:
    from studio.games.neue_entdecker.rules import State

GROWTH = 0.9
"""Tiles that an island gains per open edge."""
MAX_GROWTH = 9.0
DOUBT = 0.85
"""Discount of expected points, because other seats may interfere."""
SENT = 1.6
"""Additional value of a scout on an island, because it moves to a path in the end."""
GOLD, ENOUGH, MORE_GOLD = 1.8, 7, 0.6
"""Value of each gold up to ENOUGH, and of each beyond, which can hardly be spent in a turn."""
SURE = 0.9
"""Probability that an open tile brings the required land; for hidden tiles it is computed."""
RIVALS = 0.7
"""Weight of the other seats' values."""
FRESH = 2.2
"""Value of landing on an unknown shore."""


class Island(Holding):
    """An island with its scoring data in this game (N10)."""

    __slots__ = ("_landings",)

    def __init__(self, edges: int) -> None:
        super().__init__(edges)
        self._landings: dict[tuple[int, int], float] = {}

    def worth(self) -> float:
        return self.size + self.bonus + min(GROWTH * self.open, MAX_GROWTH)

    def shares(self, strength: dict[int, Strength]) -> dict[int, float]:
        """Return points by seat for these strengths (N10)."""
        points = self.worth() * DOUBT
        shares: dict[int, float] = {}
        above: Strength | None = None
        for seat in sorted(strength, key=strength.__getitem__, reverse=True):
            if above is not None and strength[seat] != above:
                points /= 2
            above = strength[seat]
            shares[seat] = points
        return shares

    def landing(self, seat: int, kind: int) -> float:
        """Return the gain of an additional unit for its seat, including what the others lose."""
        found = self._landings.get((seat, kind))
        if found is None:
            found = self._landings[seat, kind] = self._landing(seat, kind)
        return found

    def _landing(self, seat: int, kind: int) -> float:
        now = self.shares(self.strength)
        settlements, bases, scouts = self.strength.get(seat, (0, 0, 0))
        more = (settlements + (kind == a.SETTLEMENT), bases + (kind == a.BASE), scouts + (kind == a.SCOUT))
        then = self.shares({**self.strength, seat: more})
        loss = sum(share - then[other] for other, share in now.items() if other != seat)
        return then[seat] - now.get(seat, 0.0) + 0.5 * loss + (SENT if kind == a.SCOUT else 0.0)


estimate_moves = defaults.estimate_moves


def evaluate(state: State, seat: int) -> float:
    """Return the value of the position for a seat; higher is better. At the end it is the lead over the others."""
    if state.to_move == OVER:
        worth = [count + 0.001 * gold for count, gold in zip(state.points, state.gold, strict=True)]
        return 10 * (worth[seat] - max(other for rival, other in enumerate(worth) if rival != seat))
    totals = [float(count) for count in state.points]
    found, held = _sea(state, seat)
    paths = _jungle(state, seat)
    for owner, gold in enumerate(_gold_by_seat(state)):
        totals[owner] += held[owner] + paths[owner] + _gold(gold)
        totals[owner] += SENT * 0.9 * state.waiting[owner]
        totals[owner] += 1.5 * state.supply[owner * 3 + a.BASE] + 3.0 * state.supply[owner * 3 + a.SETTLEMENT]
    if state.phase in _SAILING:
        totals[state.active] += _expedition_value(state, state.active, found)
    rivals = sum(totals) - totals[seat]
    return totals[seat] - RIVALS * rivals / (state.seats - 1)


def _gold_by_seat(state: State) -> list[int]:
    """Return each seat's gold, with the cheapest route deducted while a payment is being chosen (N3)."""
    if state.phase != a.P_PAY:
        return state.gold
    purses = state.gold[:]
    _pay, cost, _toll, owners = state.legal()[0]
    purses[state.active] -= cost
    for seat in range(state.seats):
        purses[seat] += state.board.route_toll * (owners >> seat & 1)
    return purses


_SAILING = frozenset((a.P_PAY, a.P_ANNOUNCE, a.P_GO, a.P_LAY, a.P_NATIVES))


def _gold(count: int) -> float:
    return GOLD * count if count <= ENOUGH else GOLD * ENOUGH + MORE_GOLD * (count - ENOUGH)


class _Sea(NamedTuple):
    islands: dict[int, Island]
    expected: list[float]


_seas: BoardCache[_Sea] = BoardCache()
_jungles: BoardCache[list[float]] = BoardCache()


def islands(state: State, viewer: int) -> dict[int, Island]:
    """Return the unscored island at each node (cell * 4 + land). Do not modify the result."""
    return _sea(state, viewer).islands


def _sea(state: State, viewer: int) -> _Sea:
    key = (island_key(state), state.seats, tuple(state.unit_number), _chief_key(state, viewer))
    return _seas.get(state.board, key) or _seas.put(key, _evaluate_sea(state, viewer))


def _chief_key(state: State, viewer: int) -> Hashable:
    """Return the cache key of the scouts' weights (N14)."""
    return (viewer, tuple(state.chiefs), state.chief_known) if state.numbered else ()


def _evaluate_sea(state: State, viewer: int) -> _Sea:
    found, every = holdings(state, Island)
    for cell, unit in enumerate(state.unit):
        if unit >= 0:
            _count_in(state, viewer, cell, found[cell * 4 + state.unit_land[cell]])
    expected = [0.0] * state.seats
    for one in every:
        for owner, share in one.shares(one.strength).items():
            expected[owner] += share + SENT * one.strength[owner][2]
    return _Sea(found, expected)


def _count_in(state: State, viewer: int, cell: int, island: Island) -> None:
    owner, kind = divmod(state.unit[cell], 3)
    settlements, bases, scouts = island.strength.get(owner, (0, 0, 0))
    if kind == a.SCOUT:
        scouts += weight(state, owner, state.unit_number[cell], viewer)
    elif kind == a.BASE:
        bases += 1
    else:
        settlements += 1
    island.strength[owner] = (settlements, bases, scouts)


def _jungle(state: State, viewer: int) -> list[float]:
    """Return the expected points of the huts by seat."""
    values, unseen, count = state.board.bag_values, 0, 0
    for index, left in enumerate(state.bag):
        unseen, count = unseen + left * values[index], count + left
    shown = state.token[:]
    for hut, value in enumerate(shown):
        if value and not state.seen[hut] >> viewer & 1:
            unseen, count = unseen + value, count + 1
            shown[hut] = 0
    mean = unseen / count if count else 0.0
    paths = tuple([tuple(path) for path in state.paths])
    numbers = tuple([tuple(path) for path in state.path_numbers]) if state.numbered else ()
    key = (state.seats, paths, numbers, tuple(shown), mean, _chief_key(state, viewer))
    return _jungles.get(state.board, key) or _jungles.put(key, _split_token(state, viewer, shown, mean))


def _split_token(state: State, viewer: int, shown: list[int], mean: float) -> list[float]:
    """Split each hut's token by the chances of the seats on its path (N13); free spaces leave a part undecided."""
    totals = [0.0] * state.seats
    for hut, path in enumerate(state.paths):
        strength: dict[int, float] = {}
        free = 0
        for space, owner in enumerate(path):
            if owner < 0:
                free += 1
                continue
            near = 0.5 if owner not in strength and not strength else 0.0
            count = weight(state, owner, state.path_numbers[hut][space], viewer)
            strength[owner] = strength.get(owner, 0.0) + near + count
        if not strength:
            continue
        worth = shown[hut] or mean
        whole = sum(force * force for force in strength.values()) + 0.8 * free
        for owner, force in strength.items():
            totals[owner] += worth * force * force / whole
    return totals


def _expedition_value(state: State, seat: int, found: dict[int, Island]) -> float:
    """Return the prospects of the expedition: a unit on the last placed tile, or on one still to be placed."""
    now = 0.0
    if state.laid_turn and state.phase != a.P_LAY:
        lands = state.board.chart.placements[state.laid[state.ship]].lands
        now = max([_best_unit_value(state, seat, found[state.ship * 4 + land]) for land in range(lands)], default=0.0)
    left = state.left + (state.phase == a.P_LAY)
    if state.phase in (a.P_PAY, a.P_ANNOUNCE):
        left = min(3, _gold_by_seat(state)[seat] - 1)
    if left <= 0 or not state.ahead:
        return max(now, 0.0)
    open_tiles = state.open_tiles and state.phase not in (a.P_PAY, a.P_ANNOUNCE)
    kinds = [] if open_tiles else kinds_with_land(state)
    later = 0.0
    for cell in state.ahead:
        hit = SURE if open_tiles else _fitting(state, cell, kinds)
        later = max(later, _landing_value(state, seat, cell, found) * (1 - (1 - hit) ** left))
    return max(now, later) + 0.15 * left


def _fitting(state: State, cell: int, kinds: list[tuple[int, float]]) -> float:
    """Return the probability that a hidden tile fits on a space and brings land there."""
    fits, need = state.board.chart.fits, state.need[cell]
    return sum(share for kind, share in kinds if fits[kind][need])


def _landing_value(state: State, seat: int, cell: int, found: dict[int, Island]) -> float:
    """Return the value of landing on an undiscovered space: joining the adjacent islands, or a new one."""
    return max([FRESH, *(_best_unit_value(state, seat, found[node]) for node in lands_beside(state, cell))])


def _best_unit_value(state: State, seat: int, island: Island) -> float:
    """Return the largest gain of an affordable unit in supply on an island."""
    best, cost, gold = 0.0, state.board.unit_cost, state.gold[seat]
    for kind, waste in ((a.SCOUT, 0.0), (a.BASE, 1.5), (a.SETTLEMENT, 3.0)):
        if state.supply[seat * 3 + kind] and gold >= cost[kind]:
            best = max(best, island.landing(seat, kind) - (_gold(gold) - _gold(gold - cost[kind])) - waste)
    return best
