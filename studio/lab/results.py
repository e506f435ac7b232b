"""The totals of many matches. They are integers, so that the order of matches does not matter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import lcm, sqrt
from typing import NamedTuple

from studio.core.protocols import BUILT, LIMIT, SCORED, TURNS, VISITED
from studio.lab import statistics
from studio.lab.jobs import Failure, Outcome, Plan, bots_by_seat
from studio.lab.strengths import Strengths, fit_strengths
from studio.lab.verdict import RateSequence

WIN_PARTS = lcm(*range(1, 13))  # units of a win, so that up to twelve seats can share it without fractions
REACHED = "reached"  # spaces visited, built on or scored by anybody
MIN_CURVE_SHARE = 0.05  # share of matches that must have reached a round of a curve
LIMIT_SHARE = 0.5  # with a larger share of matches that end by a limit of rounds, a report warns about wandering bots


@dataclass(slots=True)
class Sample:
    """The values of a statistic with their counts. A match may have several values, which depend on one another.

    `matches` have a value. Of the number of values and the total of each match: `sizes`, `products` and `squares` are
    the sums of the squared numbers, of number times total, and of the squared totals.
    """

    counts: dict[int, int] = field(default_factory=dict)
    matches: int = 0
    sizes: int = 0
    products: int = 0
    squares: int = 0

    def add(self, *values: int) -> None:
        """Add the values of a match."""
        if not values:
            return
        for value in values:
            self.counts[value] = self.counts.get(value, 0) + 1
        size, total = len(values), sum(values)
        self.matches += 1
        self.sizes += size * size
        self.products += size * total
        self.squares += total * total

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
    def match_deviation(self) -> float:
        """Standard deviation, between matches, of what a match adds to the mean (a ratio of totals).

        With a value per match it is `deviation`.
        Source: W. G. Cochran, "Sampling techniques", 3rd edition (1977), section 2.11.
        """
        count, total = self.count, self.total
        if self.matches < 2:
            return 0.0
        squares = self.squares * count * count - 2 * self.products * count * total + self.sizes * total * total
        return sqrt(self.matches**2 * max(0, squares) / (self.matches - 1)) / count**2

    def interval(self) -> statistics.Interval:
        return statistics.mean_interval(self.mean, self.match_deviation, self.matches, statistics.z_score())


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


@dataclass(slots=True)
class Results:
    """All totals of one side. A shared win counts as an equal part for each winner.

    `wins[seat]`, `bot_wins[bot][seat]` and `order_wins[bots by seat][seat]` are in units of 1 / `WIN_PARTS`;
    `bot_matches[bot][seat]` are matches. Bots are indices into `bots`. `spaces[name][cell]` counts matches.
    """

    seats: int
    bots: tuple[str, ...]
    matches: int = 0
    shared_wins: int = 0
    wins: list[int] = field(default_factory=list)
    bot_matches: list[list[int]] = field(default_factory=list)
    bot_wins: list[list[int]] = field(default_factory=list)
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

    def __post_init__(self) -> None:
        if not self.wins:
            self.win_rates = [RateSequence(self.seats) for _seat in range(self.seats)]
            self.wins = [0] * self.seats
            self.bot_matches = [[0] * self.seats for _bot in self.bots]
            self.bot_wins = [[0] * self.seats for _bot in self.bots]
            self.points = [Sample() for _seat in range(self.seats)]

    def add(self, plan: Plan, index: int, outcome: Outcome | Failure) -> None:
        """Add the outcome of a match of a plan. A failed match counts nowhere but in `failures`."""
        if isinstance(outcome, Failure):
            self.failures.append(outcome)
            return
        self.matches += 1
        self.shared_wins += len(outcome.winners) > 1
        part = WIN_PARTS // len(outcome.winners)
        for seat, rate in enumerate(self.win_rates):
            rate.add(1 / len(outcome.winners) if seat in outcome.winners else 0.0)
        sitting = bots_by_seat(plan, index)
        for seat, bot in enumerate(sitting):
            self.bot_matches[bot][seat] += 1
        in_order = self.order_wins.setdefault(sitting, [0] * self.seats)
        for seat in outcome.winners:
            self.wins[seat] += part
            in_order[seat] += part
            self.bot_wins[sitting[seat]][seat] += part
        for seat, points in enumerate(outcome.points):
            self.points[seat].add(points)
        self.decisions.add(outcome.decisions)
        self.draws.add(outcome.draws)
        counted = outcome.stats
        for name, few in counted.numbers.items():
            self.numbers.setdefault(name, Sample()).add(*few)
        for name, row in counted.seats.items():
            samples = self.by_seat.setdefault(name, [Sample() for _seat in range(self.seats)])
            for seat, value in enumerate(row):
                if value is not None:
                    samples[seat].add(value)
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
                by_cell.setdefault(cell, Sample()).add(*values)
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

    def wins_by_seat(self) -> list[float]:
        """Matches won by seat, shared ones in parts."""
        return [wins / WIN_PARTS for wins in self.wins]

    def bot_interval(self, bot: int, seat: int | None = None) -> statistics.Interval:
        """The win rate of a bot, in one seat or in all."""
        seats = range(self.seats) if seat is None else (seat,)
        wins = sum(self.bot_wins[bot][place] for place in seats) / WIN_PARTS
        return statistics.wilson_interval(
            wins, sum(self.bot_matches[bot][place] for place in seats), statistics.z_score()
        )

    def group_interval(self, bots: Iterable[int], z: float | None = None) -> statistics.Interval:
        """How often one of these bots won."""
        wins = sum(sum(self.bot_wins[bot]) for bot in bots) / WIN_PARTS
        return statistics.wilson_interval(wins, self.matches, z if z is not None else statistics.z_score())

    @property
    def has_equal_bots(self) -> bool:
        return len(set(self.bots)) <= 1

    def strengths(self) -> Strengths | None:
        """The seats at equal strength and the ratings of bots; None if bots are equal or cannot be separated."""
        if self.has_equal_bots:
            return None
        wins = {order: [parts / WIN_PARTS for parts in row] for order, row in self.order_wins.items()}
        return fit_strengths(self.bots, wins)

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

    def add(self, first: Outcome | Failure, second: Outcome | Failure) -> None:
        """Add a pair, unless one of the matches failed."""
        if isinstance(first, Failure) or isinstance(second, Failure):
            return
        for seat in range(self.seats):
            self.wins[seat].add(win_parts(first, seat) - win_parts(second, seat))
            self.points[seat].add(first.points[seat] - second.points[seat])
        self.decisions.add(first.decisions - second.decisions)

    def win_differences(self) -> list[statistics.Interval]:
        """By seat, the difference of the win rates with its interval."""
        z = statistics.z_score(comparisons=self.seats)
        found = []
        for sample in self.wins:
            gains = sum(part * often for part, often in sample.counts.items() if part > 0) / WIN_PARTS
            losses = gains - sample.total / WIN_PARTS
            found.append(statistics.paired_difference(gains, losses, sample.count, z))
        return found


def mean_difference(sample: Sample) -> statistics.Interval:
    """The mean of differences with its interval; unbounded if all pairs agree, which says nothing about rare ones."""
    found = sample.interval()
    return found if len(sample.counts) > 1 else statistics.mean_interval(found.value, 0.0, 0, 0.0)


def win_parts(outcome: Outcome, seat: int) -> int:
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
