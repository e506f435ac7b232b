"""Between which rates the true one lies: Wilson's intervals, for one seat or for several together.

All rates are shares from 0 to 1. Wins may be fractions: a shared win counts in parts.
Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
"""

from __future__ import annotations

from math import isfinite, sqrt
from statistics import NormalDist
from typing import NamedTuple

from studio.core.game import Json

LEVEL = 0.95
"""How sure all intervals of one report are together."""


class Interval(NamedTuple):
    """A figure and between which two the true one lies."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half its width: the doubt that is printed behind a ±."""
        return (self.high - self.low) / 2

    def holds(self, value: float) -> bool:
        """Whether the true figure may be this one."""
        return self.low <= value <= self.high

    def plain(self, digits: int = 5) -> Json:
        """As plain data; a bound that may be anything is null."""
        low, high = (round(bound, digits) if isfinite(bound) else None for bound in (self.low, self.high))
        return {"value": round(self.value, digits), "low": low, "high": high}


def z_of(level: float = LEVEL, together: int = 1) -> float:
    """Standard deviations on either side, so that so many intervals hold together at this level (Bonferroni)."""
    return NormalDist().inv_cdf(1 - (1 - level) / (2 * together))


def wilson(wins: float, matches: int, z: float) -> Interval:
    """The share of matches won, with Wilson's interval; without a match it may be anything."""
    if not matches:
        return Interval(0.0, 0.0, 1.0)
    rate = wins / matches
    middle = (rate + z * z / (2 * matches)) / (1 + z * z / matches)
    half = _half(rate, matches, z)
    return Interval(rate, max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half)))  # rounding left out


def _half(rate: float, matches: int, z: float) -> float:
    """Half the width of Wilson's interval around a rate."""
    spread = rate * (1 - rate) / matches + z * z / (4 * matches * matches)
    return z * sqrt(max(0.0, spread)) / (1 + z * z / matches)


def needed(half: float, rate: float, z: float) -> int:
    """How many matches it takes until Wilson's interval around this rate is no wider than ± half."""
    low, high = 0, 1
    while _half(rate, high, z) > half:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        if _half(rate, middle, z) > half:
            low = middle
        else:
            high = middle
    return high


def difference(first: Interval, second: Interval) -> Interval:
    """The first of two rates less the second, from Wilson's intervals of both.

    Source: R. G. Newcombe, "Interval estimation for the difference between independent proportions", Statistics in
    Medicine 17 (1998), method 10. With the same luck on both sides it errs to the wide side.
    """
    value = first.value - second.value
    below = sqrt((first.value - first.low) ** 2 + (second.high - second.value) ** 2)
    above = sqrt((first.high - first.value) ** 2 + (second.value - second.low) ** 2)
    return Interval(value, value - below, value + above)


def mean_interval(mean: float, deviation: float, count: int, z: float) -> Interval:
    """The mean of many numbers with its interval, from their standard deviation; of one alone it may be anything."""
    if count < 2:
        return Interval(mean, float("-inf"), float("inf"))
    half = z * deviation / sqrt(count)
    return Interval(mean, mean - half, mean + half)
