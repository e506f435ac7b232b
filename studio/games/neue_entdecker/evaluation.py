"""Evaluation of a position for a seat: points, expected points of islands and jungle, gold, prospects of an expedition.

For bots that look one decision ahead. Only information visible to the seat is used: unseen tokens count with the mean
of those left, other seats' chief scouts only if they are known. The weights were tuned by playing.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING

from studio.core import defaults
from studio.core.features import Feature, counted, weighted_sum
from studio.core.game import OVER
from studio.games.neue_entdecker.rules import board as a
from studio.games.neue_entdecker.rules.scoring import weight
from studio.seatiles import evaluation as sea

if TYPE_CHECKING:
    from studio.games.neue_entdecker.rules import State

GROWTH = 0.9  # tiles that an island gains per open edge
MAX_GROWTH = 9.0
DOUBT = 0.85  # discount of expected points, because other seats may interfere
SENT = 1.6  # additional value of a scout on an island, because it moves to a path in the end
WEIGHTS = sea.Weights(gold=1.8, enough=7, more_gold=0.6, fresh=2.2, draw=0.15, supply=(0.0, 1.5, 3.0))
"""Gold beyond 7 is worth less, because it can hardly be spent in a turn."""
SURE = 0.9  # probability that an open tile brings the required land; for hidden tiles it is computed
RIVALS = 0.7  # weight of the other seats' values


class Island(sea.Holding):
    __slots__ = ()

    landing_values = (SENT, 0.0, 0.0)

    def shares(self, strength: Mapping[int, sea.Strength]) -> dict[int, float]:
        """Return points by seat for these strengths (N10)."""
        points = (self.size + self.bonus + min(GROWTH * self.open, MAX_GROWTH)) * DOUBT
        shares: dict[int, float] = {}
        above: sea.Strength | None = None
        for seat in sorted(strength, key=strength.__getitem__, reverse=True):
            if above is not None and strength[seat] != above:
                points /= 2
            above = strength[seat]
            shares[seat] = points
        return shares


_BASIC = sea.basic_features(
    WEIGHTS,
    Feature(
        "huts",
        1.0,
        counted("{count} more point to expect from huts", "{count} more points to expect from huts"),
        counted("{count} fewer point to expect from huts", "{count} fewer points to expect from huts"),
    ),
    Feature(
        "waiting",
        SENT * 0.9,
        counted("{count} more scout for the jungle", "{count} more scouts for the jungle"),
        counted("{count} fewer scout for the jungle", "{count} fewer scouts for the jungle"),
    ),
    Feature(
        "bases",
        1.5,
        counted("{count} more base in supply", "{count} more bases in supply"),
        counted("{count} fewer base in supply", "{count} fewer bases in supply"),
    ),
    Feature(
        "settlements",
        3.0,
        counted("{count} more settlement in supply", "{count} more settlements in supply"),
        counted("{count} fewer settlement in supply", "{count} fewer settlements in supply"),
    ),
    share=RIVALS,
)
FEATURES = sea.with_more(_BASIC, 1)
_WEIGHTS = tuple([feature.weight for feature in _BASIC])

estimate_moves = defaults.estimate_moves
CHANCES = (0.0148, 0.000508, -0.0619, 160.0)  # see `studio.bots.chances`


def evaluate(state: State, seat: int) -> float:
    """Return the value of the position for a seat; higher is better. At the end it is the lead over the others."""
    return weighted_sum(_WEIGHTS, _basic_values(state, seat))


rate = evaluate


def features(state: State, seat: int) -> list[float]:
    """Return the values of `FEATURES`."""
    values = _basic_values(state, seat)
    if state.to_move == OVER:
        return values + [0.0] * (len(FEATURES) - len(values))
    return sea.more_values(state, values, value_islands(state, seat).standing, seat, 1)


def _basic_values(state: State, seat: int) -> list[float]:
    if state.to_move == OVER:
        worth = [count + 0.001 * gold for count, gold in zip(state.points, state.gold, strict=True)]
        return sea.final_values(worth, seat, len(_BASIC))
    found, held, _standing = value_islands(state, seat)
    huts, purses = _jungle(state, seat), _gold_by_seat(state)
    points, waiting, supply, enough = state.points, state.waiting, state.supply, WEIGHTS.enough
    rows: list[list[float]] = []
    spendable = sea.spendable_gold(state)
    for owner, purse in enumerate(purses):
        gold = purse if purse < spendable else spendable
        first = gold if gold < enough else enough
        jungle = (huts[owner], waiting[owner])
        bases, settlements = supply[3 * owner + a.BASE], supply[3 * owner + a.SETTLEMENT]
        rows.append([points[owner], held[owner], first, gold - first, 0.0, 0.0, *jungle, bases, settlements])
    if state.phase in _SAILING:
        active = state.active
        is_announced = state.phase not in (a.P_PAY, a.P_ANNOUNCE)
        left = state.left if is_announced else min(3, purses[active] - 1)
        chance = (lambda _cell: SURE) if is_announced and state.open_tiles else sea.land_chance(state)
        rows[active][4:6] = WEIGHTS.expedition(state, found, left, chance)
    return sea.seat_values(rows, seat)


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


_islands: sea.BoardCache[sea.Islands[Island]] = sea.BoardCache()
_jungles: sea.BoardCache[list[float]] = sea.BoardCache()


def value_islands(state: State, viewer: int) -> sea.Islands[Island]:
    """Return the islands with their expected points as far as the viewer knows (N10, N14)."""
    key = (sea.island_key(state), state.seats, tuple(state.unit_number), _chief_key(state, viewer))
    return _islands.get(state.board, key) or _islands.put(key, _value_islands(state, viewer))


def _chief_key(state: State, viewer: int) -> Hashable:
    """Return the cache key of the scouts' weights (N14)."""
    return (viewer, tuple(state.chiefs), state.chief_known) if state.numbered else ()


def _value_islands(state: State, viewer: int) -> sea.Islands[Island]:
    found, every = sea.holdings(state, Island)
    for cell, unit in enumerate(state.unit):
        if unit >= 0:
            island, (owner, kind) = found[cell * 4 + state.unit_land[cell]], divmod(unit, 3)
            count = 1 if kind else weight(state, owner, state.unit_number[cell], viewer)
            island.strength[owner] = island.with_unit(owner, kind, count)
    expected = [0.0] * state.seats
    for island in every:
        for owner, share in island.shares(island.strength).items():
            expected[owner] += share + SENT * island.strength[owner][2]
    return sea.Islands(found, expected, sea.standing(every, state.seats))


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
    """Split each hut's token by the chances of the seats on its path (N13); free spaces leave a part undecided.

    A seat that cannot be overtaken on the free spaces has the whole token.
    """
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
        leader = max(strength, key=strength.__getitem__)
        if strength[leader] > free + max([force for owner, force in strength.items() if owner != leader], default=0.0):
            totals[leader] += worth
            continue
        whole = sum(force * force for force in strength.values()) + 0.8 * free
        for owner, force in strength.items():
            totals[owner] += worth * force * force / whole
    return totals
