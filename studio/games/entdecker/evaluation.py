"""Evaluation of a position for a seat: points, expected points of islands, chips, gold, prospects of the expedition.

For bots that look one decision ahead. Positions are fully open (E1), so the evaluation is the same for all viewers.
Undrawn tiles and chips count with the mean of those left. The weights were tuned by playing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from studio.core import defaults
from studio.core.features import Feature, counted, uncounted, weighted_sum
from studio.core.game import OVER
from studio.games.entdecker.rules import board as a
from studio.seatiles import evaluation as sea

if TYPE_CHECKING:
    from studio.games.entdecker.rules import State

GROWTH = 0.8  # tiles that an island gains per open edge
MAX_GROWTH = 6.0
DOUBT = 0.85  # discount of expected points, because other seats may interfere
AT_HOME = (0.9, 1.6, 2.4)  # value of a scout, a fort, a settlement in supply
ABROAD = 0.55  # fraction of that value for a unit on the board, which returns when its island is scored (E12)
WEIGHTS = sea.Weights(gold=0.62, enough=7, more_gold=0.25, fresh=1.6, draw=0.12)
"""Gold beyond 7 is worth less, because the display is soon full (E1)."""
CHIP = 0.7  # expected bonus per plant chip (E13)
FEWER_CHIPS = 0.4  # fraction of that for a seat that does not have the most
RIVALS = 0.6  # weight of the other seats' values
LONG = 24  # number of tiles in the piles that suffices for unlimited growth of islands


class Island(sea.Holding):
    """An island with the points of its first rank, and the mean of the plant chips."""

    __slots__ = ("chip", "worth")

    landing_values = tuple(-value * (1 - ABROAD) for value in AT_HOME)

    def __init__(self, edges: int) -> None:
        super().__init__(edges)
        self.worth = self.chip = 0.0

    def shares(self, strength: Mapping[int, sea.Strength]) -> dict[int, float]:
        """Return points by seat for these strengths (E11, E12)."""
        order = sorted(strength, key=strength.__getitem__, reverse=True)
        has_chip = self.open and any(one[0] or one[1] for one in strength.values())
        points = self.worth + (self.chip if has_chip else 0.0)
        shares: dict[int, float] = {}
        place = 0
        for index, seat in enumerate(order):
            if strength[seat] != strength[order[place]]:
                points /= 2 ** (index - place)
                place = index
            shares[seat] = points
        return shares


_COMPARED = sea.basic_features(
    WEIGHTS,
    Feature(
        "scouts",
        AT_HOME[a.SCOUT] * (1 - ABROAD),
        counted("{count} more scout in supply", "{count} more scouts in supply"),
        counted("{count} fewer scout in supply", "{count} fewer scouts in supply"),
    ),
    Feature(
        "forts",
        AT_HOME[a.FORT] * (1 - ABROAD),
        counted("{count} more fort in supply", "{count} more forts in supply"),
        counted("{count} fewer fort in supply", "{count} fewer forts in supply"),
    ),
    Feature(
        "settlements",
        AT_HOME[a.SETTLEMENT] * (1 - ABROAD),
        counted("{count} more settlement in supply", "{count} more settlements in supply"),
        counted("{count} fewer settlement in supply", "{count} fewer settlements in supply"),
    ),
    Feature(
        "chips",
        CHIP * FEWER_CHIPS,
        counted("{count} more plant chip", "{count} more plant chips"),
        counted("{count} fewer plant chip", "{count} fewer plant chips"),
    ),
    Feature("most_chips", CHIP * (1 - FEWER_CHIPS), uncounted("the most plant chips")),
    share=RIVALS,
)
_BASIC = (Feature("units", ABROAD * (1 - RIVALS)), *_COMPARED)  # first a constant: all units of a seat
FEATURES = sea.with_more(_BASIC, 2)
_WEIGHTS = tuple([feature.weight for feature in _BASIC])

estimate_moves = defaults.estimate_moves
CHANCES = (0.0435, 0.000892, -0.0453, 40.0)  # see `studio.bots.chances`


def evaluate(state: State, seat: int) -> float:
    """Return the value of the position for a seat; higher is better. At the end it is the lead over the others."""
    return weighted_sum(_WEIGHTS, _basic_values(state, seat))


rate = evaluate


def features(state: State, seat: int) -> list[float]:
    """Return the values of `FEATURES`."""
    values = _basic_values(state, seat)
    if state.to_move == OVER:
        return values + [0.0] * (len(FEATURES) - len(values))
    return sea.more_values(state, values, value_islands(state).standing, seat, 2)


def _basic_values(state: State, seat: int) -> list[float]:
    if state.to_move == OVER:
        return [0.0, *sea.final_values(state.points, seat, len(_COMPARED))]
    found, held, _standing = value_islands(state)
    points, supply, enough = state.points, state.supply, WEIGHTS.enough
    scouts, forts, settlements = state.board.unit_count
    most = max(map(len, state.chips))
    rows: list[list[float]] = []
    spendable = sea.spendable_gold(state)
    for owner, purse in enumerate(state.gold):
        gold = purse if purse < spendable else spendable
        chips, first = len(state.chips[owner]), gold if gold < enough else enough
        most_chips = chips if chips == most else 0.0
        units = supply[3 * owner : 3 * owner + 3]
        rows.append([points[owner], held[owner], first, gold - first, 0.0, 0.0, *units, chips, most_chips])
    if state.phase in _SAILING:
        left = min(3, state.gold[state.active] - 1) if state.phase == a.P_DECLARE else state.left
        times = 2 if state.ship >= 0 and state.event[state.ship] == a.HOSTILE else 1
        rows[state.active][4:6] = WEIGHTS.expedition(state, found, left, sea.land_chance(state), times)
    return [AT_HOME[0] * scouts + AT_HOME[1] * forts + AT_HOME[2] * settlements, *sea.seat_values(rows, seat)]


_SAILING = frozenset((a.P_DECLARE, a.P_GO, a.P_LAY))


_islands: sea.BoardCache[sea.Islands[Island]] = sea.BoardCache()


def value_islands(state: State) -> sea.Islands[Island]:
    """Return the islands with their expected points (E11, E12)."""
    time = min(1.0, (state.hidden_plain + state.hidden_query) / LONG)
    left = sum(state.bag)
    chip = sum(value * count for value, count in zip(state.board.bag_values, state.bag, strict=True)) / (left or 1)
    key = (sea.island_key(state), time, chip, state.seats)
    return _islands.get(state.board, key) or _islands.put(key, _value_islands(state, time, chip))


def _value_islands(state: State, time: float, chip: float) -> sea.Islands[Island]:
    found, every = sea.holdings(state, Island)
    for cell, unit in enumerate(state.unit):
        if unit >= 0:
            island = found[cell * 4 + state.unit_land[cell]]
            island.strength[unit // 3] = island.with_unit(*divmod(unit, 3))
    expected = [0.0] * state.seats
    for island in every:
        doubt = DOUBT if island.open else 1.0
        island.worth = doubt * (island.size + time * min(GROWTH * island.open, MAX_GROWTH))
        island.chip = chip
        for owner, share in island.shares(island.strength).items():
            expected[owner] += share
    return sea.Islands(found, expected, sea.standing(every, state.seats))
