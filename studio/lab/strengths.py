"""The advantage of seats and the strength of bots, separated by a model of the winner.

A seat wins with odds proportional to exp(term of the seat + term of its bot): the first choice of the Plackett-Luce
model, and for two seats the Bradley-Terry model with a home advantage.

Source: R. L. Plackett, "The analysis of permutations", Applied Statistics 24 (1975); A. Agresti, "Categorical data
analysis", 2nd edition (2002), sections 7.1 and 10.6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import exp, log, sqrt
from typing import NamedTuple

from studio.lab.blocks import BlockTotals
from studio.lab.statistics import BASE, SCALE, Interval, inverse, shrink_variance, z_score

_ROUNDS, _CLOSE = 100, 1e-10
_PRIOR = 0.5  # wins of each seat that are added in all, so that a bot without a win has a strength too


class Strengths(NamedTuple):
    """The win rate of each seat between equal bots, and the Elo rating of each bot.

    The intervals of the rates hold simultaneously. The weakest bot has 1,000; the other intervals are those of the
    distance to it.
    """

    seats: list[Interval]
    bots: dict[str, Interval]


def fit_strengths(
    bots: Sequence[str],
    wins: Mapping[tuple[int, ...], Sequence[float]],
    blocks: BlockTotals | None = None,
    unit: int = 1,
) -> Strengths | None:
    """The estimates from the wins of each seat by order of the bots (indices into `bots` by seat).

    Errors are those of dependent matches if these come in blocks, whose wins are in parts of `unit`. None if the
    matches do not separate seats from bots, for example because each bot keeps its seat.
    """
    if not wins:
        return None
    names, seats = list(dict.fromkeys(bots)), len(next(iter(wins.values())))
    added = _PRIOR / len(wins)
    rows = []
    for order, counts in wins.items():
        terms = [(seat, seats + names.index(bots[bot])) for seat, bot in enumerate(order)]
        rows.append(([count + added for count in counts], terms))
    free = [term for term in range(seats + len(names)) if term not in (0, seats)]  # these two are 0
    try:
        values, covariance = _maximum(rows, free, seats + len(names))
        if blocks is not None and blocks.blocks > 1:
            covariance = _sandwich(covariance, rows, values, blocks, unit)
    except ZeroDivisionError:
        return None
    return Strengths(_seat_rates(values, covariance, seats), _ratings(names, values, covariance, seats))


def elo_ratings(wins: Sequence[Sequence[float]]) -> list[Interval]:
    """Elo ratings of the Bradley-Terry model, the first player at 1,000; `wins[a][b]`: how often a beat b.

    Half a win of each player against each other is added, so that a player without a win has a rating too. The
    intervals are those of the distance to the first player, who has none.
    """
    count = len(wins)  # the terms are those of two equal seats, which are fixed, and of the players
    rows = [([wins[a][b] + 0.5, wins[b][a] + 0.5], [(0, 2 + a), (1, 2 + b)]) for a, b in combinations(range(count), 2)]
    values, covariance = _maximum(rows, range(3, 2 + count), 2 + count)
    return [_rating(values, covariance, term, 2) for term in range(2, 2 + count)]


_Rows = Sequence[tuple[Sequence[float], Sequence[tuple[int, int]]]]


def _maximum(rows: _Rows, free: Sequence[int], count: int) -> tuple[list[float], list[list[float]]]:
    """The terms with the largest likelihood (Newton's method), and their covariances from the Fisher information.

    Raises `ZeroDivisionError` if they are not unique.
    """
    values = [0.0] * count
    height = _log_likelihood(rows, values)
    for _round in range(_ROUNDS):
        gradient, information = _derivatives(rows, values)
        inner = inverse([[information[a][b] for b in free] for a in free])
        step = [0.0] * count
        for term, row in zip(free, inner, strict=True):
            step[term] = sum(part * gradient[other] for part, other in zip(row, free, strict=True))
        size = 1.0
        while True:
            fresh = [value + size * change for value, change in zip(values, step, strict=True)]
            reached = _log_likelihood(rows, fresh)
            if reached >= height or size < _CLOSE:
                break
            size /= 2
        values, height = fresh, reached
        if max(map(abs, step)) < _CLOSE**0.5:
            break
    covariance = [[0.0] * count for _term in range(count)]
    for term, row in zip(free, inner, strict=True):
        for other, part in zip(free, row, strict=True):
            covariance[term][other] = part
    return values, covariance


def _sandwich(
    covariance: Sequence[Sequence[float]], rows: _Rows, values: Sequence[float], blocks: BlockTotals, unit: int
) -> list[list[float]]:
    """The covariances of the terms if the matches of a block depend on one another.

    A block has all orders of the bots, so that its wins deviate from their expected values, which are those of every
    block, by its part of the gradient.
    Source: P. J. Huber, "The behavior of maximum likelihood estimates under nonstandard conditions", Proceedings of the
    Fifth Berkeley Symposium 1 (1967).
    """
    _gradient, information = _derivatives(rows, values)
    count = blocks.blocks
    score = [
        [count * shrink_variance(own, part / count, count) for own, part in zip(row, parts, strict=True)]
        for row, parts in zip(blocks.covariance(unit), information, strict=True)
    ]
    return _product(_product(covariance, score), covariance)


def _product(first: Sequence[Sequence[float]], second: Sequence[Sequence[float]]) -> list[list[float]]:
    columns = [*zip(*second, strict=True)]
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in first]


def _chances(terms: Sequence[tuple[int, int]], values: Sequence[float]) -> list[float]:
    """The probability of each seat to win."""
    odds = [exp(values[seat] + values[bot]) for seat, bot in terms]
    return [part / sum(odds) for part in odds]


def _log_likelihood(rows: _Rows, values: Sequence[float]) -> float:
    return sum(
        count * log(chance)
        for counts, terms in rows
        for count, chance in zip(counts, _chances(terms, values), strict=True)
    )


def _derivatives(rows: _Rows, values: Sequence[float]) -> tuple[list[float], list[list[float]]]:
    """The gradient of the log likelihood, and the Fisher information."""
    size = len(values)
    gradient, information = [0.0] * size, [[0.0] * size for _term in range(size)]
    for counts, terms in rows:
        matches, mean = sum(counts), [0.0] * size
        for count, pair, chance in zip(counts, terms, _chances(terms, values), strict=True):
            for term in pair:
                gradient[term] += count - matches * chance
                mean[term] += chance
                for other in pair:
                    information[term][other] += matches * chance
        for term in range(size):
            for other in range(size):
                information[term][other] -= matches * mean[term] * mean[other]
    return gradient, information


def _seat_rates(values: Sequence[float], covariance: Sequence[Sequence[float]], seats: int) -> list[Interval]:
    """Intervals by the delta method for the log odds, which keeps them between 0 and 1."""
    z = z_score(comparisons=seats if seats > 2 else 1)
    odds = [exp(value) for value in values[:seats]]
    rates = [part / sum(odds) for part in odds]
    found = []
    for seat, rate in enumerate(rates):
        slope = [1.0 if other == seat else -rates[other] / (1 - rate) for other in range(seats)]
        spread = sum(slope[a] * slope[b] * covariance[a][b] for a in range(seats) for b in range(seats))
        middle, half = log(rate / (1 - rate)), z * sqrt(max(0.0, spread))
        found.append(Interval(rate, *(1 / (1 + exp(-bound)) for bound in (middle - half, middle + half))))
    return found


def _ratings(
    names: Sequence[str], values: Sequence[float], covariance: Sequence[Sequence[float]], seats: int
) -> dict[str, Interval]:
    """The ratings of the bots, whose terms follow those of the seats."""
    first = min(range(seats, len(values)), key=values.__getitem__)
    return {name: _rating(values, covariance, term, first) for term, name in enumerate(names, seats)}


def _rating(values: Sequence[float], covariance: Sequence[Sequence[float]], term: int, first: int) -> Interval:
    """The rating of a term, and the interval of its distance to the first one."""
    spread = covariance[term][term] + covariance[first][first] - 2 * covariance[term][first]
    points, half = BASE + SCALE * (values[term] - values[first]), z_score() * SCALE * sqrt(max(0.0, spread))
    return Interval(points, points - half, points + half)
