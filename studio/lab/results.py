"""The totals of many matches. They are integers, so that the order of matches does not matter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import lcm, sqrt
from typing import NamedTuple

from studio.core.protocols import BUILT, LIMIT, SCORED, TURNS, VISITED
from studio.lab import statistics
from studio.lab.blocks import BlockTotals
from studio.lab.jobs import Failure, Outcome, Plan, bots_by_seat
from studio.lab.strengths import Strengths, fit_strengths
from studio.lab.verdict import RateSequence

WIN_PARTS = lcm(*range(1, 13))  # units of a win, so that up to twelve seats can share it without fractions
REACHED = "reached"  # spaces visited, built on or scored by anybody
MIN_CURVE_SHARE = 0.05  # share of matches that must have reached a round of a curve
LIMIT_SHARE = 0.5  # with a larger share of matches that end by a limit of rounds, a report warns about wandering bots


@dataclass(slots=True)
class Sample:
    """The values of a statistic with their counts. The values of a cluster depend on one another.

    A cluster is a match, or a block of matches with the same draws; `clusters` have a value. Of the number of values
    and the total of each cluster: `sizes`, `products` and `squares` are the sums of the squared numbers, of number
    times total, and of the squared totals.
    """

    counts: dict[int, int] = field(default_factory=dict)
    clusters: int = 0
    sizes: int = 0
    products: int = 0
    squares: int = 0
    last: tuple[int, int, int] = (-1, 0, 0)  # the block that came last, its number of values, and their total

    def add(self, *values: int, block: int = -1) -> None:
        """Add the values of a match. Matches of the same block come in succession; those of block -1 have none."""
        if not values:
            return
        for value in values:
            self.counts[value] = self.counts.get(value, 0) + 1
        last, size, total = self.last
        if last != block or block < 0:
            size = total = 0
            self.clusters += 1
        new_size, new_total = size + len(values), total + sum(values)
        self.sizes += new_size * new_size - size * size
        self.products += new_size * new_total - size * total
        self.squares += new_total * new_total - total * total
        self.last = block, new_size, new_total

    @property
    def count(self) -> int:
        return sum(self.counts.values())

    @property
    def total(self) -> int:
        return sum(value * count for value, count in self.counts.items())

    @property
    def minimum(self) -> int:
        return min(self.counts, default=0)

    @property
    def maximum(self) -> int:
        return max(self.counts, default=0)

    @property
    def mean(self) -> float:
        return self.total / self.count if self.counts else 0.0

    @property
    def deviation(self) -> float:
        """Standard deviation of the sample (n - 1)."""
        count, total = self.count, self.total
        if count < 2:
            return 0.0
        squares = sum(value * value * often for value, often in self.counts.items())
        return sqrt(max(0, squares * count - total * total) / (count * (count - 1)))

    def quantile(self, share: float) -> int:
        """The smallest value that at least this share of all values does not exceed."""
        wanted, seen = share * self.count, 0
        for value in sorted(self.counts):
            seen += self.counts[value]
            if seen >= wanted:
                return value
        return 0

    @property
    def cluster_deviation(self) -> float:
        """Standard deviation, between clusters, of what a cluster adds to the mean (a ratio of totals).

        With a value per cluster it is `deviation`.
        Source: W. G. Cochran, "Sampling techniques", 3rd edition (1977), section 2.11.
        """
        count, total = self.count, self.total
        if self.clusters < 2:
            return 0.0
        squares = self.squares * count * count - 2 * self.products * count * total + self.sizes * total * total
        return sqrt(self.clusters**2 * max(0, squares) / (self.clusters - 1)) / count**2

    @property
    def mean_variance(self) -> float:
        """The variance of the mean of shares in matches, shrunk towards that of independent matches."""
        if not self.counts:
            return 0.0
        independent = self.deviation**2 * (self.count - 1) / self.count**2  # that of a rate
        if self.clusters == self.count:
            return independent
        observed = self.cluster_deviation**2 / self.clusters
        return statistics.shrink_variance(observed, independent, self.clusters)

    def effective_count(self, unit: float) -> float:
        """The number of independent matches with the same error, for values that are shares in parts of `unit`."""
        rate, variance = self.mean / unit, self.mean_variance / unit**2
        return statistics.effective_count(rate * (1 - rate), variance, self.clusters)

    def interval(self) -> statistics.Interval:
        return statistics.mean_interval(self.mean, self.cluster_deviation, self.clusters, statistics.z_score())


@dataclass(slots=True)
class Curve:
    """A statistic by round: how many matches got so far, and the sum of its values."""

    counts: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)

    def add(self, values: Sequence[int]) -> None:
        missing = len(values) - len(self.counts)
        if missing > 0:
            self.counts.extend([0] * missing)
            self.totals.extend([0] * missing)
        for place, value in enumerate(values):
            self.counts[place] += 1
            self.totals[place] += value

    def means(self) -> list[float]:
        """The mean of each round; rounds that few matches reached are left out."""
        least = MIN_CURVE_SHARE * max(self.counts, default=0)
        return [total / count for total, count in zip(self.totals, self.counts, strict=True) if count >= least]


class Score(NamedTuple):
    """Wins, shared ones in parts, of so many independent matches."""

    wins: float
    matches: float


@dataclass(slots=True)
class Results:
    """All totals of one side. A shared win counts as an equal part for each winner.

    `seat_wins[seat]` and `bot_seat_wins[name][seat]` are the parts of each match that a seat won, `bot_wins[name]`
    those of all seats with a bot, in units of 1 / `WIN_PARTS`. `order_wins[bots by seat][seat]` are sums, with bots as
    indices into `bots`, which may have the same name. `spaces[name][cell]` counts matches.
    """

    seats: int
    bots: tuple[str, ...]
    matches: int = 0
    shared_wins: int = 0
    seat_wins: list[Sample] = field(default_factory=list)
    bot_wins: dict[str, Sample] = field(default_factory=dict)
    bot_seat_wins: dict[str, list[Sample]] = field(default_factory=dict)
    order_wins: dict[tuple[int, ...], list[int]] = field(default_factory=dict)
    points: list[Sample] = field(default_factory=list)
    decisions: Sample = field(default_factory=Sample)
    draws: Sample = field(default_factory=Sample)
    numbers: dict[str, Sample] = field(default_factory=dict)
    by_seat: dict[str, list[Sample]] = field(default_factory=dict)
    spaces: dict[str, dict[int, int]] = field(default_factory=dict)
    places: dict[str, dict[int, Sample]] = field(default_factory=dict)
    curves: dict[str, list[Curve]] = field(default_factory=dict)
    endings: dict[str, int] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    win_rates: list[RateSequence] = field(default_factory=list)
    blocks: BlockTotals | None = None

    def __post_init__(self) -> None:
        if not self.seat_wins:
            self.win_rates = [RateSequence(self.seats) for _seat in range(self.seats)]
            self.seat_wins = [Sample() for _seat in range(self.seats)]
            self.bot_wins = {name: Sample() for name in self.bots}
            self.bot_seat_wins = {name: [Sample() for _seat in range(self.seats)] for name in self.bots}
            self.points = [Sample() for _seat in range(self.seats)]

    def add(self, plan: Plan, index: int, outcome: Outcome | Failure) -> None:
        """Add the outcome of a match of a plan. A failed match counts nowhere but in `failures`."""
        if isinstance(outcome, Failure):
            self.failures.append(outcome)
            return
        self.matches += 1
        self.shared_wins += len(outcome.winners) > 1
        size, sitting = plan.block_size, bots_by_seat(plan, index)
        block = index // size
        self._add_wins(sitting, [win_parts(outcome, seat) for seat in range(self.seats)], block, size)
        if size == 1:
            for seat, rate in enumerate(self.win_rates):
                rate.add(1 / len(outcome.winners) if seat in outcome.winners else 0.0)
        elif (index + 1) % size == 0:
            for sample, rate in zip(self.seat_wins, self.win_rates, strict=True):
                rate.replace(sample.count, sample.total / WIN_PARTS, sample.effective_count(WIN_PARTS) / sample.count)
        for seat, points in enumerate(outcome.points):
            self.points[seat].add(points, block=block)
        self.decisions.add(outcome.decisions, block=block)
        self.draws.add(outcome.draws, block=block)
        counted = outcome.stats
        for name, few in counted.numbers.items():
            self.numbers.setdefault(name, Sample()).add(*few, block=block)
        for name, row in counted.seats.items():
            samples = self.by_seat.setdefault(name, [Sample() for _seat in range(self.seats)])
            for seat, value in enumerate(row):
                if value is not None:
                    samples[seat].add(value, block=block)
        touched: set[int] = set()
        for name, cells in counted.spaces.items():
            self._count_cells(name, cells)
            if name in (VISITED, BUILT, SCORED):
                touched.update(cells)
        if touched:
            self._count_cells(REACHED, touched)
        for name, pairs in counted.places.items():
            by_cell = self.places.setdefault(name, {})
            by_match: dict[int, list[int]] = {}
            for cell, number in pairs:
                by_match.setdefault(cell, []).append(number)
            for cell, values in by_match.items():
                by_cell.setdefault(cell, Sample()).add(*values, block=block)
        for name, lines in counted.curves.items():
            curves = self.curves.setdefault(name, [Curve() for _seat in range(self.seats)])
            for curve, line in zip(curves, lines, strict=True):
                curve.add(line)
        if counted.ending:
            self.endings[counted.ending] = self.endings.get(counted.ending, 0) + 1

    def _count_cells(self, name: str, cells: Iterable[int]) -> None:
        often = self.spaces.setdefault(name, {})
        for cell in cells:
            often[cell] = often.get(cell, 0) + 1

    def _add_wins(self, sitting: tuple[int, ...], parts: Sequence[int], block: int, size: int) -> None:
        in_order = self.order_wins.setdefault(sitting, [0] * self.seats)
        by_name = dict.fromkeys(self.bot_wins, 0)
        for seat, (bot, part) in enumerate(zip(sitting, parts, strict=True)):
            name = self.bots[bot]
            in_order[seat] += part
            by_name[name] += part
            self.seat_wins[seat].add(part, block=block)
            self.bot_seat_wins[name][seat].add(part, block=block)
        for name, own in by_name.items():
            self.bot_wins[name].add(own, block=block)
        if size > 1:
            self.blocks = self.blocks or BlockTotals(self.seats + len(by_name))
            self.blocks.add(block, size, [*parts, *by_name.values()])

    def wins_by_seat(self) -> list[float]:
        """Matches won by seat, shared ones in parts."""
        return [sample.total / WIN_PARTS for sample in self.seat_wins]

    def bot_interval(self, bot: str, seat: int | None = None) -> statistics.Interval:
        """The win rate of a seat with this bot: of one seat, or the mean of all."""
        sample, share = self.bot_wins[bot], self.bots.count(bot)
        if seat is not None:
            sample, share = self.bot_seat_wins[bot][seat], 1
        count = sample.effective_count(WIN_PARTS)
        found = statistics.wilson_interval(sample.mean / WIN_PARTS * count, count, statistics.z_score())
        return statistics.Interval(*(bound / share for bound in found))

    def score(self, bot: str) -> Score:
        """How often the seats with this bot won against the others, as independent matches with the same error."""
        sample = self.bot_wins[bot]
        count = sample.effective_count(WIN_PARTS)
        return Score(sample.mean / WIN_PARTS * count, count)

    @property
    def has_equal_bots(self) -> bool:
        return len(set(self.bots)) <= 1

    def strengths(self) -> Strengths | None:
        """The seats at equal strength and the ratings of bots; None if bots are equal or cannot be separated."""
        if self.has_equal_bots:
            return None
        wins = {order: [parts / WIN_PARTS for parts in row] for order, row in self.order_wins.items()}
        return fit_strengths(self.bots, wins, self.blocks, WIN_PARTS)

    @property
    def is_mostly_limited(self) -> bool:
        """Whether most matches ended only by a limit of rounds."""
        return self.endings.get(LIMIT, 0) > LIMIT_SHARE * self.matches


@dataclass(slots=True)
class Paired:
    """Differences of two sides, match by match with the same random draws: the first minus the second."""

    seats: int
    wins: list[Sample] = field(default_factory=list)
    points: list[Sample] = field(default_factory=list)
    decisions: Sample = field(default_factory=Sample)

    def __post_init__(self) -> None:
        if not self.wins:
            self.wins = [Sample() for _seat in range(self.seats)]
            self.points = [Sample() for _seat in range(self.seats)]

    def add(self, first: Outcome | Failure, second: Outcome | Failure, block: int = -1) -> None:
        """Add a pair, unless one of the matches failed. `block`: that of the matches between different bots."""
        if isinstance(first, Failure) or isinstance(second, Failure):
            return
        for seat in range(self.seats):
            self.wins[seat].add(win_parts(first, seat) - win_parts(second, seat), block=block)
            self.points[seat].add(first.points[seat] - second.points[seat], block=block)
        self.decisions.add(first.decisions - second.decisions, block=block)

    def win_differences(self) -> list[statistics.Interval]:
        """By seat, the difference of the win rates with its interval."""
        z = statistics.z_score(comparisons=self.seats)
        found = []
        for sample in self.wins:
            gains = sum(part * often for part, often in sample.counts.items() if part > 0) / WIN_PARTS
            losses = gains - sample.total / WIN_PARTS
            count = statistics.effective_count(sample.deviation**2, sample.mean_variance, sample.clusters)
            part = count / sample.count if sample.count else 0.0
            found.append(statistics.paired_difference(part * gains, part * losses, count, z))
        return found


def mean_difference(sample: Sample) -> statistics.Interval:
    """The mean of differences with its interval; unbounded if all pairs agree, which says nothing about rare ones."""
    found = sample.interval()
    return found if len(sample.counts) > 1 else statistics.mean_interval(found.value, 0.0, 0, 0.0)


def win_parts(outcome: Outcome | MatchRow, seat: int) -> int:
    """The part of a match that a seat won, in units of 1 / `WIN_PARTS`."""
    return WIN_PARTS // len(outcome.winners) if seat in outcome.winners else 0


# The matches of a run one by one, up to `MAX_LISTED` and the failed ones. Each can be played again.

MAX_LISTED = 5_000  # matches of each side that are listed, at about 400 bytes each


class MatchRow(NamedTuple):
    """What is kept of a match; of a failed one only the failure."""

    match: int
    side: int
    points: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    turns: int = 0
    ending: str = ""
    failure: Failure | None = None


@dataclass(slots=True)
class MatchList:
    """The matches of a run in order. It only grows, so that any thread may read it."""

    rows: list[MatchRow] = field(default_factory=list)
    matches: int = 0  # matches of each side, listed or not

    def add(self, match: int, outcomes: Sequence[Outcome | Failure]) -> None:
        for side, outcome in enumerate(outcomes):
            if isinstance(outcome, Failure):
                self.rows.append(MatchRow(match, side, failure=outcome))
            elif self.matches < MAX_LISTED:
                counted = outcome.stats
                turns = sum(counted.numbers.get(TURNS, ()))
                self.rows.append(MatchRow(match, side, outcome.points, outcome.winners, turns, counted.ending))
        self.matches += 1

    @property
    def is_complete(self) -> bool:
        return self.matches <= MAX_LISTED

    @property
    def listed_count(self) -> int:
        """Matches of each side that are listed."""
        return min(self.matches, MAX_LISTED)
