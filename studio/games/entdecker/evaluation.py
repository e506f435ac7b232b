"""Evaluation of a position for a seat: points, expected points of islands, chips, gold, prospects of the expedition.

For bots that look one decision ahead. Positions are fully open (E1), so the evaluation is the same for all viewers.
Undrawn tiles and chips count with the mean of those left. The weights were tuned by playing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from studio.core import defaults
from studio.core.game import OVER
from studio.games.entdecker.rules import board as a
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
    from studio.games.entdecker.rules import State

GROWTH = 0.8
"""Tiles that an island gains per open edge."""
MAX_GROWTH = 6.0
DOUBT = 0.85
"""Discount of expected points, because other seats may interfere."""
AT_HOME = (0.9, 1.6, 2.4)
"""Value of a scout, a fort, a settlement in supply."""
ABROAD = 0.55
"""Fraction of that value for a unit on the board, which returns when its island is scored (E12)."""
GOLD, ENOUGH, MORE_GOLD = 0.62, 7, 0.25
"""Value of each gold up to ENOUGH, and of each beyond, because the display is soon full (E1)."""
CHIP = 0.7
"""Expected bonus per plant chip (E13)."""
RIVALS = 0.6
"""Weight of the other seats' values."""
FRESH = 1.6
"""Value of landing on an unknown shore."""
LONG = 24
"""Number of tiles in the piles that suffices for unlimited growth of islands."""


class Island(Holding):
    """An island with the points of its first rank."""

    __slots__ = ("_landings", "worth")

    def __init__(self, edges: int) -> None:
        super().__init__(edges)
        self._landings: dict[tuple[int, int, float], float] = {}
        self.worth = 0.0

    def shares(self, strength: dict[int, Strength], chip: float) -> dict[int, float]:
        """Return points by seat for these strengths (E11, E12)."""
        order = sorted(strength, key=strength.__getitem__, reverse=True)
        points = self.worth + (chip if any(one[0] or one[1] for one in strength.values()) and self.open else 0.0)
        shares: dict[int, float] = {}
        place = 0
        for index, seat in enumerate(order):
            if strength[seat] != strength[order[place]]:
                points /= 2 ** (index - place)
                place = index
            shares[seat] = points
        return shares

    def landing(self, seat: int, kind: int, chip: float) -> float:
        """Return the gain of an additional unit for its seat, including what the others lose."""
        found = self._landings.get((seat, kind, chip))
        if found is None:
            found = self._landings[seat, kind, chip] = self._landing(seat, kind, chip)
        return found

    def _landing(self, seat: int, kind: int, chip: float) -> float:
        now = self.shares(self.strength, chip)
        counts = list(self.strength.get(seat, (0, 0, 0)))
        counts[a.SETTLEMENT - kind] += 1
        then = self.shares({**self.strength, seat: (counts[0], counts[1], counts[2])}, chip)
        loss = sum(share - then[other] for other, share in now.items() if other != seat)
        return then[seat] - now.get(seat, 0.0) + 0.5 * loss - AT_HOME[kind] * (1 - ABROAD)


estimate_moves = defaults.estimate_moves


def evaluate(state: State, seat: int) -> float:
    """Return the value of the position for a seat; higher is better. At the end it is the lead over the others."""
    if state.to_move == OVER:
        return 10.0 * (state.points[seat] - max(other for rival, other in enumerate(state.points) if rival != seat))
    totals = [float(count) for count in state.points]
    chip = _chip(state)
    found, held = _sea(state, chip)
    for index, left in enumerate(state.supply):
        owner, kind = divmod(index, 3)
        totals[owner] += AT_HOME[kind] * (left + ABROAD * (state.board.unit_count[kind] - left))
    most = max(map(len, state.chips))
    for owner, gold in enumerate(state.gold):
        totals[owner] += held[owner] + _gold(gold)
        count = len(state.chips[owner])
        if count:
            totals[owner] += CHIP * count * (1.0 if count == most else 0.4)
    if state.phase in _SAILING:
        totals[state.active] += _expedition_value(state, state.active, found, chip)
    rivals = sum(totals) - totals[seat]
    return totals[seat] - RIVALS * rivals / (state.seats - 1)


_SAILING = frozenset((a.P_DECLARE, a.P_GO, a.P_LAY))


def _gold(count: int) -> float:
    return GOLD * count if count <= ENOUGH else GOLD * ENOUGH + MORE_GOLD * (count - ENOUGH)


def _chip(state: State) -> float:
    """Return the mean of the plant chips left (E11)."""
    left = sum(state.bag)
    return sum(value * count for value, count in zip(state.board.bag_values, state.bag, strict=True)) / (left or 1)


class _Sea(NamedTuple):
    islands: dict[int, Island]
    expected: list[float]


_seas: BoardCache[_Sea] = BoardCache()


def islands(state: State) -> dict[int, Island]:
    """Return the island at each node (cell * 4 + land). Do not modify the result."""
    return _sea(state, _chip(state)).islands


def _sea(state: State, chip: float) -> _Sea:
    time = min(1.0, (state.hidden_plain + state.hidden_query) / LONG)
    key = (island_key(state), time, chip, state.seats)
    return _seas.get(state.board, key) or _seas.put(key, _evaluate_sea(state, time, chip))


def _evaluate_sea(state: State, time: float, chip: float) -> _Sea:
    found, every = holdings(state, Island)
    for cell, unit in enumerate(state.unit):
        if unit >= 0:
            strength = found[cell * 4 + state.unit_land[cell]].strength
            counts = list(strength.get(unit // 3, (0, 0, 0)))
            counts[a.SETTLEMENT - unit % 3] += 1
            strength[unit // 3] = (counts[0], counts[1], counts[2])
    expected = [0.0] * state.seats
    for island in every:
        doubt = DOUBT if island.open else 1.0
        island.worth = doubt * (island.size + time * min(GROWTH * island.open, MAX_GROWTH))
        for owner, share in island.shares(island.strength, chip).items():
            expected[owner] += share
    return _Sea(found, expected)


def _expedition_value(state: State, seat: int, found: dict[int, Island], chip: float) -> float:
    """Return the prospects of the expedition: a unit on the last placed tile, or on one still to be placed."""
    now = 0.0
    if state.laid_turn and state.phase != a.P_LAY:
        lands = state.board.chart.placements[state.laid[state.ship]].lands
        dear = 2 if state.event[state.ship] == a.HOSTILE else 1
        now = max(
            [_best_unit_value(state, seat, found[state.ship * 4 + land], chip, dear) for land in range(lands)],
            default=0.0,
        )
    left = state.left + (state.phase == a.P_LAY)
    if state.phase == a.P_DECLARE:
        left = min(3, state.gold[seat] - 1)
    if left <= 0 or not state.ahead:
        return max(now, 0.0)
    kinds = kinds_with_land(state)
    later = 0.0
    for cell in state.ahead:
        fits, need = state.board.chart.fits, state.need[cell]
        hit = sum(share for kind, share in kinds if fits[kind][need])
        later = max(later, _landing_value(state, seat, cell, found, chip) * (1 - (1 - hit) ** left))
    return max(now, later) + 0.12 * left


def _landing_value(state: State, seat: int, cell: int, found: dict[int, Island], chip: float) -> float:
    """Return the value of landing on an undiscovered space: joining the adjacent islands, or a new one."""
    return max([FRESH, *(_best_unit_value(state, seat, found[node], chip, 1) for node in lands_beside(state, cell))])


def _best_unit_value(state: State, seat: int, island: Island, chip: float, dear: int) -> float:
    """Return the largest gain of an affordable unit in supply on an island."""
    best, cost, gold = 0.0, state.board.unit_cost, state.gold[seat]
    for kind in range(3):
        price = cost[kind] * dear
        if state.supply[seat * 3 + kind] and gold >= price and not (kind == a.SETTLEMENT and dear > 1):
            best = max(best, island.landing(seat, kind, chip) - (_gold(gold) - _gold(gold - price)))
    return best
