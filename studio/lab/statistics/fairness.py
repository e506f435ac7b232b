"""Whether every seat wins as often as any other: Pearson's test, the exact one for few matches, and a verdict in words.

Counts are wins by seat; a shared win counts in parts. Fair is 1 / seats for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cache
from math import exp, fsum, lgamma, log

from studio.lab.statistics.intervals import Interval

EARLY_MATCHES, EARLY_HALF = 200, 0.05
"""With fewer matches or wider intervals than that it is too early to say anything."""
LEVEL_HALF = 0.02
"""Seats that cannot be told apart are called fair when no interval is wider than ± that."""
BIG = 0.05
"""A seat that wins so much more or less than its share makes a board unfair; less makes it not quite fair."""
FEW = 5.0
"""Wins expected of each seat, below which Pearson's test is not good enough and the exact one is taken."""
_MOST_CASES = 200_000


class Verdict(Enum):
    """What the intervals of all seats say together."""

    EARLY = "early"
    LEVEL = "level"
    FAIR = "fair"
    UNEVEN = "uneven"
    UNFAIR = "unfair"


def verdict(intervals: Sequence[Interval], matches: int) -> Verdict:
    """What to say of seats whose win rates lie in these intervals (simultaneous ones)."""
    fair = 1 / len(intervals)
    widest = max(interval.half for interval in intervals)
    if matches < EARLY_MATCHES or widest > EARLY_HALF:
        return Verdict.EARLY
    leaving = [interval for interval in intervals if not interval.holds(fair)]
    if any(abs(interval.value - fair) > BIG for interval in leaving):
        return Verdict.UNFAIR
    if leaving:
        return Verdict.UNEVEN
    return Verdict.FAIR if widest <= LEVEL_HALF else Verdict.LEVEL


def chance_of(counts: Sequence[float]) -> float:
    """How likely a fair board gives counts as uneven as these, or more so (the p-value), by the test that fits."""
    whole = [round(count) for count in counts]
    total = sum(counts)
    if total and total < FEW * len(counts) and list(counts) == whole and _cases(sum(whole), len(whole)) <= _MOST_CASES:
        return exact(whole)
    return pearson(counts)


def pearson(counts: Sequence[float]) -> float:
    """The p-value of Pearson's chi-square test that all seats win equally often; 1 without a match."""
    total = fsum(counts)
    if not total:
        return 1.0
    expected = total / len(counts)
    statistic = fsum((count - expected) ** 2 for count in counts) / expected
    return upper_gamma((len(counts) - 1) / 2, statistic / 2)


def exact(counts: Sequence[int]) -> float:
    """The p-value of the exact multinomial test: all outcomes no likelier than this one, together. For few matches."""
    seats, total = len(counts), sum(counts)
    limit = _log_likely(counts) * (1 - 1e-12) + 1e-12

    @cache
    def outcomes(left: int, places: int) -> tuple[tuple[int, ...], ...]:
        if places == 1:
            return ((left,),)
        return tuple((first, *rest) for first in range(left + 1) for rest in outcomes(left - first, places - 1))

    return min(1.0, fsum(exp(found) for case in outcomes(total, seats) if (found := _log_likely(case)) <= limit))


def _log_likely(counts: Sequence[int]) -> float:
    """The logarithm of the chance of exactly these counts on a fair board."""
    total = sum(counts)
    return lgamma(total + 1) - fsum(lgamma(count + 1) for count in counts) - total * log(len(counts))


def _cases(total: int, seats: int) -> float:
    return exp(lgamma(total + seats) - lgamma(total + 1) - lgamma(seats))


def evidence(counts: Sequence[float]) -> float:
    """The evidence against a fair board, as an e-value: at 20 it may be called unfair with 5 % to be wrong.

    That holds whenever one looks and however often (Ville's inequality), since it is the likelihood of these counts
    under boards of all kinds (Dirichlet, all parameters 1) over that under a fair one. Counts need not be whole.
    """
    seats, total = len(counts), fsum(counts)
    mixed = lgamma(seats) + fsum(lgamma(count + 1) for count in counts) - lgamma(total + seats)
    return exp(min(700.0, mixed + total * log(seats)))


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x), a > 0, x ≥ 0: the tail of chi-square.

    By its series below a + 1 and by Lentz's continued fraction above (Numerical Recipes, 6.2).
    """
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        step = a
        while abs(term) > abs(total) * 1e-16:
            step += 1
            term *= x / step
            total += term
        return max(0.0, 1 - scale * total)
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    fraction = d
    for index in range(1, 10_000):
        factor = -index * (index - a)
        b += 2
        d = 1 / (factor * d + b or tiny)
        c = b + factor / c or tiny
        change = c * d
        fraction *= change
        if abs(change - 1) < 1e-15:
            break
    return scale * fraction
