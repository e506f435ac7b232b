"""Position evaluation shared by the games on sea tiles: islands with their strengths, prospects of expeditions (T7).

The results are exact sums of floats: another order of the terms may change the moves of a bot.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from studio.core.features import POINTS, POINTS_OF_RIVALS, Feature, counted, further_features, uncounted
from studio.core.text import _
from studio.seatiles.rules.chart import SeaBoard
from studio.seatiles.rules.position import SeaPosition

CACHE_SIZE = 1000  # cache entries per kind of query; enough for the search of one turn

Strength = tuple[int, int, int]  # a seat's units on an island, strongest kind first


class Holding:
    """An island with its scoring data: tiles, open edges, bonus, and the strength of every seat."""

    __slots__ = ("_landings", "bonus", "open", "size", "strength")

    landing_values: tuple[float, ...] = (0.0, 0.0, 0.0)
    """Value of placing a unit besides its share of the points, by kind."""

    def __init__(self, edges: int) -> None:
        self.size = self.bonus = 0
        self.open = edges
        self.strength: dict[int, Strength] = {}
        self._landings: dict[tuple[int, int], float] = {}

    def shares(self, strength: Mapping[int, Strength]) -> dict[int, float]:
        """Return the expected points by seat for these strengths; each game implements it."""
        raise NotImplementedError

    def with_unit(self, seat: int, kind: int, count: int = 1) -> Strength:
        """Return the strength of a seat with another unit that counts `count`."""
        counts = list(self.strength.get(seat, (0, 0, 0)))
        counts[2 - kind] += count
        return counts[0], counts[1], counts[2]

    def landing(self, seat: int, kind: int) -> float:
        """Return the gain of another unit for its seat, including half of what the others lose."""
        found = self._landings.get((seat, kind))
        if found is None:
            now = self.shares(self.strength)
            then = self.shares({**self.strength, seat: self.with_unit(seat, kind)})
            loss = sum(share - then[other] for other, share in now.items() if other != seat)
            found = then[seat] - now.get(seat, 0.0) + 0.5 * loss + self.landing_values[kind]
            self._landings[seat, kind] = found
        return found


AnyHolding = TypeVar("AnyHolding", bound=Holding)
V = TypeVar("V")


class Islands(NamedTuple, Generic[AnyHolding]):
    """The island at each node (cell * 4 + land); by seat the expected points and its `standing`. Do not modify them."""

    at: dict[int, AnyHolding]
    expected: list[float]
    standing: list[list[int]]


class BoardCache(Generic[V]):
    """Cache of values computed from positions on one board, by everything they depend on.

    Measured: about 8 of 100 positions a bot evaluates in a match differ in their islands. Changing the board clears the
    cache, so that long sessions do not accumulate boards.
    """

    __slots__ = ("_board", "_found")

    def __init__(self) -> None:
        self._board: SeaBoard | None = None
        self._found: dict[Hashable, V] = {}

    def get(self, board: SeaBoard, key: Hashable) -> V | None:
        """Return the cached value of a board and key, or None."""
        if board is not self._board:
            self._found.clear()
            self._board = board
        return self._found.get(key)

    def put(self, key: Hashable, value: V) -> V:
        """Store a value for the board of the last `get`; a full cache is cleared first."""
        if len(self._found) >= CACHE_SIZE:
            self._found.clear()
        self._found[key] = value
        return value


def island_key(s: SeaPosition) -> Hashable:
    """Return the cache key of the islands and the strengths of all seats on one board."""
    return tuple(s.laid), tuple(s.unit), bytes(s.unit_land)


def holdings(
    position: SeaPosition, fresh: Callable[[int], AnyHolding]
) -> tuple[dict[int, AnyHolding], list[AnyHolding]]:
    """Return the island at each node (cell * 4 + land), and all islands; `fresh` creates one from open edges.

    Tiles and bonus are counted here; the game adds the units.
    """
    chart = position.board.chart
    parent, placements, kinds = position.parent, chart.placements, chart.kinds
    by_root: dict[int, AnyHolding] = {}
    found: dict[int, AnyHolding] = {}
    for cell, placement in enumerate(position.laid):
        if placement < 0:
            continue
        laid = placements[placement]
        here = None
        for node in range(cell * 4, cell * 4 + laid.lands):
            root = node
            while parent[root] != root:
                root = parent[root]
            island = by_root.get(root)
            if island is None:
                island = by_root[root] = fresh(position.open_edges[root])
            found[node] = island
            if island is not here:  # both lands of a strait in one island count once (T7)
                island.size += 1
                island.bonus += kinds[laid.kind].bonus
                here = island
    return found, list(by_root.values())


def standing(islands: Iterable[Holding], seats: int) -> list[list[int]]:
    """Return by seat: islands led, tiles and open edges of unfinished ones, islands led jointly, islands not led."""
    found = [[0] * 5 for _seat in range(seats)]
    for island in islands:
        strength = island.strength
        if not strength:
            continue
        best = max(strength.values())
        is_shared = sum(one == best for one in strength.values()) > 1
        for owner, one in strength.items():
            row = found[owner]
            if one < best:
                row[4] += 1
            elif is_shared:
                row[3] += 1
            else:
                row[0] += 1
                if island.open:
                    row[1] += island.size
                    row[2] += island.open
    return found


_odds: BoardCache[list[tuple[int, float]]] = BoardCache()


def kinds_with_land(s: SeaPosition) -> list[tuple[int, float]]:
    """Return the kinds of hidden tiles with land, with their share of all hidden tiles."""
    hidden = tuple(s.hidden)
    known = _odds.get(s.board, hidden)
    if known is not None:
        return known
    kinds, sorts, whole = s.board.chart.kinds, s.board.numbers.sorts, sum(hidden)
    shares = ((kind, sum(hidden[kind * sorts : (kind + 1) * sorts])) for kind in range(len(hidden) // sorts))
    return _odds.put(hidden, [(kind, count / whole) for kind, count in shares if whole and kinds[kind].lands])


def land_chance(s: SeaPosition) -> Callable[[int], float]:
    """Return the probability, by undiscovered space, that a hidden tile fits there and brings land."""
    kinds, fits, need = kinds_with_land(s), s.board.chart.fits, s.need
    return lambda cell: sum(share for kind, share in kinds if fits[kind][need[cell]])


def lands_beside(s: SeaPosition, cell: int) -> Iterator[int]:
    """Return the nodes of the lands next to an undiscovered space."""
    chart = s.board.chart
    for side in range(4):
        if s.need[cell] >> (4 + side) & 1:
            other = chart.near[cell * 4 + side]
            if other >= 0 and s.laid[other] >= 0:
                land = chart.placements[s.laid[other]].land[side ^ 2]
                if land >= 0:
                    yield other * 4 + land


SPENT, LAST = 3.0, 2.0
"""Gold that all seats spend on a space, on average, and that one seat spends at the end."""


def spendable_gold(s: SeaPosition) -> float:
    """Return about how much gold a seat can still spend before the chart is full. More is worth nothing."""
    return SPENT * s.undiscovered.bit_count() / s.seats + LAST


class Weights(NamedTuple):
    """Tuned values of gold and of the prospects of an expedition."""

    gold: float  # value of each gold up to `enough`; of each beyond, `more_gold`
    enough: int
    more_gold: float
    fresh: float  # value of landing on an unknown shore
    draw: float  # value of each tile still to be drawn
    supply: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Value of a unit in supply, by kind, which is lost when it is placed."""

    def gold_value(self, count: int) -> float:
        return self.gold * min(count, self.enough) + self.more_gold * max(count - self.enough, 0)

    def best_unit(self, s: SeaPosition, seat: int, island: Holding, times: int = 1) -> float:
        """Return the largest gain of an affordable unit in supply on an island.

        `times` multiplies the prices; if they are raised, settlements are not possible (E7).
        """
        best, gold = 0.0, s.gold[seat]
        for kind, cost in enumerate(s.board.unit_cost):
            price = cost * times
            if s.supply[seat * 3 + kind] and gold >= price and not (kind == 2 and times > 1):
                paid = self.gold_value(gold) - self.gold_value(gold - price)
                best = max(best, island.landing(seat, kind) - paid - self.supply[kind])
        return best

    def expedition(
        self, s: SeaPosition, found: Mapping[int, Holding], left: int, chance: Callable[[int], float], times: int = 1
    ) -> tuple[float, int]:
        """Return the prospects of the active seat: a unit on the tile laid last, or on one still to be laid.

        The second value is the number of tiles that it can still lay. `left` tiles can be drawn besides the one in
        hand. `chance` is the probability that a tile brings land to a space. `times` multiplies the prices of units at
        the ship's place.
        """
        seat, now, later = s.active, 0.0, 0.0
        if s.laid_turn and s.hand is None:
            for land in range(s.board.chart.placements[s.laid[s.ship]].lands):
                now = max(now, self.best_unit(s, seat, found[s.ship * 4 + land], times))
        left += s.hand is not None
        if left <= 0 or not s.ahead:
            return now, 0
        for cell in s.ahead:
            landing = max([self.fresh, *(self.best_unit(s, seat, found[node]) for node in lands_beside(s, cell))])
            later = max(later, landing * (1 - (1 - chance(cell)) ** left))
        return max(now, later), left


# Features: a row of values for each seat, which enters twice, for the seat and as a part of the mean of its rivals.

LEAD_WEIGHT = 10.0  # of the lead when the match is over

_TEXTS_OF_RIVALS = {
    "points": POINTS_OF_RIVALS,
    "islands": (
        counted(
            "{count} more point for {rival} to expect from islands",
            "{count} more points for {rival} to expect from islands",
        ),
        counted(
            "{count} fewer point for {rival} to expect from islands",
            "{count} fewer points for {rival} to expect from islands",
        ),
    ),
    "gold": (
        counted("{count} more gold for {rival}", "{count} more gold for {rival}"),
        counted("{count} less gold for {rival}", "{count} less gold for {rival}"),
    ),
    "huts": (
        counted(
            "{count} more point for {rival} to expect from huts", "{count} more points for {rival} to expect from huts"
        ),
        counted(
            "{count} fewer point for {rival} to expect from huts",
            "{count} fewer points for {rival} to expect from huts",
        ),
    ),
}
"""By key: phrases for features of rivals that a move often changes."""


def basic_features(weights: Weights, *more: Feature, share: float) -> tuple[Feature, ...]:
    """Return the lead of a match that is over, and the features of the seat and of its rivals; `more` are a game's own.

    A rival counts with minus this share of the weight.
    """
    enough = weights.enough
    lead = Feature(
        "lead",
        LEAD_WEIGHT,
        counted("{count} more point ahead at the end", "{count} more points ahead at the end"),
        counted("{count} fewer point ahead at the end", "{count} fewer points ahead at the end"),
    )
    own = (
        Feature("points", 1.0, *POINTS),
        Feature(
            "islands",
            1.0,
            counted("{count} more point to expect from islands", "{count} more points to expect from islands"),
            counted("{count} fewer point to expect from islands", "{count} fewer points to expect from islands"),
        ),
        Feature(
            "gold",
            weights.gold,
            counted("{count} more gold", "{count} more gold"),
            counted("{count} less gold", "{count} less gold"),
        ),
        Feature(
            "more_gold",
            weights.more_gold,
            lambda count: _("{count} more gold beyond {enough}").format(count=count, enough=enough),
            lambda count: _("{count} less gold beyond {enough}").format(count=count, enough=enough),
        ),
        Feature(
            "expedition",
            1.0,
            uncounted("better prospects for the expedition"),
            uncounted("worse prospects for the expedition"),
            unit=0.5,
        ),
        Feature(
            "tiles",
            weights.draw,
            counted("{count} more tile to draw", "{count} more tiles to draw"),
            counted("{count} fewer tile to draw", "{count} fewer tiles to draw"),
        ),
        *more,
    )
    rivals = [Feature(f"rivals_{key}", -share * weight, *_TEXTS_OF_RIVALS.get(key, ())) for key, weight, *_texts in own]
    return lead, *own, *rivals


def seat_values(rows: Sequence[list[float]], seat: int) -> list[float]:
    """Return the values of all features from the rows of all seats."""
    if len(rows) == 2:
        return [0.0, *rows[seat], *rows[1 - seat]]
    rivals = [row for owner, row in enumerate(rows) if owner != seat]
    count = len(rivals)
    return [0.0, *rows[seat], *[sum(column) / count for column in zip(*rivals, strict=True)]]


def final_values(worth: Sequence[float], seat: int, count: int) -> list[float]:
    """Return the values of `count` features when the match is over: the lead over the best rival."""
    lead = worth[seat] - max(other for rival, other in enumerate(worth) if rival != seat)
    return [lead] + [0.0] * (count - 1)


# Further features, whose weight is 0 unless one is learned: standing on islands, what can be afforded, and all features
# times the fraction of tiles that are still hidden.

_MORE = ("led", "led_tiles", "led_edges", "tied", "behind", "has_first", "has_second", "can_sail")


def with_more(features: Sequence[Feature], constants: int) -> tuple[Feature, ...]:
    """Return the features and the further ones; the first `constants` are not multiplied by that fraction."""
    whole = (*features, *further_features(_MORE))
    return *whole, *[Feature(f"early_{feature.key}", 0.0) for feature in whole[constants:]]


def more_values(
    s: SeaPosition, values: list[float], standing: list[list[int]], seat: int, constants: int
) -> list[float]:
    """Return the values of the features and of the further ones."""
    supply, gold = s.supply, s.gold
    rows: list[list[float]] = [
        [*row, supply[3 * owner + 2] > 0, supply[3 * owner + 1] > 0, gold[owner] > 1]
        for owner, row in enumerate(standing)
    ]
    whole = values + seat_values(rows, seat)[1:]
    early = (s.hidden_plain + s.hidden_query) / (sum(s.board.hidden) or 1)
    return whole + [early * value for value in whole[constants:]]
