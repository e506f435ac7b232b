"""Statistics: intervals of rates and means, stop rules, histograms, Elo ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, isfinite, log, sqrt
from statistics import NormalDist
from typing import ClassVar, NamedTuple

from studio.core.game import Json

# Intervals of rates, for one seat or simultaneously for several. Rates are shares; wins may be fractions.
# Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).

CONFIDENCE = 0.95  # simultaneous confidence level of all intervals of a report


class Interval(NamedTuple):
    """An estimate with its bounds."""

    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """The value printed after ±."""
        return (self.high - self.low) / 2

    def contains(self, value: float) -> bool:
        return self.low <= value <= self.high

    def to_data(self, digits: int = 5) -> Json:
        """Plain data; infinite bounds are null."""
        low, high = (round(bound, digits) if isfinite(bound) else None for bound in (self.low, self.high))
        return {"value": round(self.value, digits), "low": low, "high": high}


def z_score(level: float = CONFIDENCE, comparisons: int = 1) -> float:
    """Two-sided normal quantile for so many simultaneous intervals at this level (Bonferroni)."""
    return NormalDist().inv_cdf(1 - (1 - level) / (2 * comparisons))


def wilson_interval(wins: float, matches: float, z: float) -> Interval:
    """The share of matches won with Wilson's interval; unbounded without a match."""
    if not matches:
        return Interval(0.0, 0.0, 1.0)
    rate = wins / matches
    middle = (rate + z * z / (2 * matches)) / (1 + z * z / matches)
    half = _half(rate, matches, z)
    low, high = min(rate, middle - half), max(rate, middle + half)  # guard against rounding
    return Interval(rate, max(0.0, low), min(1.0, high))


def _half(rate: float, matches: float, z: float) -> float:
    """Half the width of Wilson's interval."""
    spread = rate * (1 - rate) / matches + z * z / (4 * matches * matches)
    return z * sqrt(max(0.0, spread)) / (1 + z * z / matches)


PRIOR_BLOCKS = 4  # blocks of independent matches that are added to a variance, about z² as in Wilson's interval


def shrink_variance(observed: float, independent: float, blocks: int) -> float:
    """The variance between blocks, shrunk towards that of blocks of independent matches.

    A few blocks, or blocks that all have the same result, would underestimate it.
    """
    return (blocks * observed + PRIOR_BLOCKS * independent) / (blocks + PRIOR_BLOCKS)


def effective_count(spread: float, variance: float, least: float) -> float:
    """The number of independent values of variance `spread` whose mean has this one; `least` for a variance of 0."""
    return spread / variance if variance > 0 else least


def rate_difference(first: Interval, second: Interval, correlation: float = 0.0) -> Interval:
    """The first rate minus the second, from Wilson's intervals of both and the correlation of their estimates.

    Source: R. G. Newcombe, "Interval estimation for the difference between independent proportions", Statistics in
    Medicine 17 (1998), method 10. With the same random draws on both sides it is conservative.
    """
    value = first.value - second.value
    below = _distance(first.value - first.low, second.high - second.value, correlation)
    above = _distance(first.high - first.value, second.value - second.low, correlation)
    return Interval(value, value - below, value + above)


def mean_rate(rates: Sequence[Interval]) -> Interval:
    """The mean of independent rates. Source: G. Y. Zou, A. Donner (2008), as for `paired_difference`."""
    value, count = sum(rate.value for rate in rates) / len(rates), len(rates)
    below = sqrt(sum((rate.value - rate.low) ** 2 for rate in rates)) / count
    above = sqrt(sum((rate.high - rate.value) ** 2 for rate in rates)) / count
    return Interval(value, value - below, value + above)


def _distance(first: float, second: float, correlation: float) -> float:
    return sqrt(max(0.0, first * first + second * second - 2 * correlation * first * second))


def paired_difference(gains: float, losses: float, pairs: float, z: float) -> Interval:
    """The mean difference of pairs that gained and lost so much in all, each at most 1; right for few unequal pairs.

    Source: G. Y. Zou, A. Donner, "Construction of confidence limits about effect measures", Statistics in Medicine 27
    (2008), from Wilson's intervals of gains and losses, which exclude each other.
    """
    gained, lost = wilson_interval(gains, pairs, z), wilson_interval(losses, pairs, z)
    none = (1 - gained.value) * (1 - lost.value)
    correlation = -sqrt(gained.value * lost.value / none) if none else 0.0
    value, low, high = rate_difference(gained, lost, correlation)
    return Interval(value, max(-1.0, low), min(1.0, high))


def mean_interval(mean: float, deviation: float, count: int, z: float) -> Interval:
    """A mean with its interval from the standard deviation; unbounded for a single value."""
    if count < 2:
        return Interval(mean, float("-inf"), float("inf"))
    half = z * deviation / sqrt(count)
    return Interval(mean, mean - half, mean + half)


# Stop rules. The intervals of the seats' rates are valid at any time, so a run may end at any match.

MAX_MATCHES = 1_000_000  # the limit of every run
DEFAULT_MARGIN = 0.03  # deviations from the fair share up to this one are called fair


@dataclass(frozen=True, slots=True)
class Matches:
    """Stop after so many matches."""

    count: int = 1_000
    margin: ClassVar[float] = DEFAULT_MARGIN  # of the verdict


@dataclass(frozen=True, slots=True)
class Width:
    """Stop when no simultaneous interval of a seat has a half width above `half`, or after `most` matches."""

    half: float = 0.015
    most: int = MAX_MATCHES
    margin: ClassVar[float] = DEFAULT_MARGIN


@dataclass(frozen=True, slots=True)
class Decided:
    """Stop when the verdict is certain: fair within `margin` (a share), or a seat deviates by more."""

    margin: float = DEFAULT_MARGIN
    most: int = 100_000


Stop = Matches | Width | Decided


# Histograms and densities for charts. `counts` are those of a report: how often each value occurred, by value as text.

MAX_BINS = 16
LEAD_OVERFLOW = 6  # so many lead changes and more share one bar
BANDWIDTH = 4.0  # points of the kernel, for scores in dozens
DENSITY_STEPS = 160  # largest number of points of a density


class Bar(NamedTuple):
    """Values from `low` to `high` inclusive, and the share of the matches that had them, by side."""

    low: int
    high: int
    shares: tuple[float, ...]

    @property
    def text(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low} – {self.high}"


def fraction_between(counts: Mapping[str, int], low: int, high: int) -> float:
    """The share of values from `low` to `high`; `counts` by value as text."""
    total = sum(counts.values())
    return sum(often for value, often in counts.items() if low <= int(value) <= high) / total if total else 0.0


def _bar(low: int, high: int, sides: Sequence[Mapping[str, int]]) -> Bar:
    return Bar(low, high, tuple(fraction_between(counts, low, high) for counts in sides))


def make_bins(sides: Sequence[Mapping[str, int]]) -> list[Bar]:
    """At most 16 bins of one round width, the same for all sides."""
    values = [int(value) for counts in sides for value in counts]
    if not values:
        return []
    low, high = min(values), max(values)
    step = round_step(low, high, MAX_BINS)
    starts = range(step * (low // step), high + 1, step)
    return [_bar(start, start + step - 1, sides) for start in starts]


def round_step(low: int, high: int, most: int) -> int:
    """A round bin width for at most so many bins."""
    steps: list[int] = [step * 10**power for power in range(12) for step in (1, 2, 4, 5)]
    return next(step for step in steps if high // step - low // step < most)


def lead_bars(sides: Sequence[Mapping[str, int]]) -> list[Bar]:
    """Lead changes: 0, 1, … and a last bar for all larger numbers."""
    most = max((int(value) for counts in sides for value in counts), default=0)
    ranges = [*((value, value) for value in range(LEAD_OVERFLOW)), (LEAD_OVERFLOW, max(LEAD_OVERFLOW, most))]
    return [_bar(low, high, sides) for low, high in ranges]


def margin_bars(sides: Sequence[Mapping[str, int]]) -> list[Bar]:
    """Winning margins: 0, and four classes of about equal size with round bounds."""
    first = sorted((int(value), often) for value, often in sides[0].items() if int(value) > 0)
    total, seen, ends = sum(often for _value, often in first), 0, [0]
    for value, often in first:
        seen += often
        while len(ends) < 4 and seen >= total * len(ends) / 4:
            step = 5 if value >= 8 else 1
            ends.append(max(ends[-1] + 1, step * round(value / step)))
    ends += range(ends[-1] + 1, ends[-1] + 5 - len(ends))
    most = max([value for value, _often in first] + [int(value) for counts in sides for value in counts], default=0)
    lows = [0, *[end + 1 for end in ends]]
    highs = [*ends, max(most, ends[-1] + 1)]
    return [_bar(low, high, sides) for low, high in zip(lows, highs, strict=True)]


def density(counts: Mapping[str, int], low: int, step: int, steps: int) -> list[float]:
    """A Gaussian kernel density estimate at low, low + step, …, normalised to 1."""
    wide = max(BANDWIDTH / step, 1.0)
    reach = int(3 * wide) + 1
    kernel = [exp(-0.5 * (off / wide) ** 2) for off in range(reach + 1)]
    whole = (kernel[0] + 2 * sum(kernel[1:])) * (sum(counts.values()) or 1)
    found = [0.0] * steps
    for value, often in counts.items():
        middle = (int(value) - low) // step
        for place in range(max(0, middle - reach), min(steps, middle + reach + 1)):
            found[place] += often * kernel[abs(place - middle)] / whole
    return found


# Elo ratings: 400 points are odds of ten to one.

SCALE = 400 / log(10)  # Elo points per unit of log-odds
BASE = 1_000.0  # rating of the first player
_SINGULAR = 1e-9  # relative size of a pivot that is nothing but rounding errors


def elo_difference(wins: float, matches: float) -> Interval:
    """By how many Elo points the winner of so many matches is stronger, with half a win added for each of the two.

    The bounds are those of Wilson's interval; a bound of 0 or 1 is infinite.
    """
    rate = wilson_interval(wins, matches, z_score())
    low = SCALE * log(rate.low / (1 - rate.low)) if rate.low > 0 else -inf
    high = SCALE * log(rate.high / (1 - rate.high)) if rate.high < 1 else inf
    return Interval(SCALE * log((wins + 0.5) / (matches - wins + 0.5)), low, high)


def superiority(wins: float, matches: float) -> float:
    """The likelihood that the winner of so many matches is the stronger of two; shared ones make it cautious.

    Source: "Match statistics", Chess Programming Wiki (likelihood of superiority, normal approximation).
    """
    return NormalDist().cdf((2 * wins - matches) / sqrt(matches)) if matches else 0.5


def inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a small positive definite matrix (Gauss-Jordan). Raises `ZeroDivisionError` if it is singular."""
    size = len(matrix)
    rows = [[*row, *(float(index == column) for column in range(size))] for index, row in enumerate(matrix)]
    for pivot in range(size):
        best = max(range(pivot, size), key=lambda row: abs(rows[row][pivot]))
        rows[pivot], rows[best] = rows[best], rows[pivot]
        head = rows[pivot][pivot]
        if abs(head) <= _SINGULAR * matrix[pivot][pivot]:
            raise ZeroDivisionError
        rows[pivot] = [value / head for value in rows[pivot]]
        for other in range(size):
            if other != pivot and rows[other][pivot]:
                factor = rows[other][pivot]
                rows[other] = [value - factor * own for value, own in zip(rows[other], rows[pivot], strict=True)]
    return [row[size:] for row in rows]
