"""How much better one player is than another, in Elo points, from who beat whom.

400 points are odds of ten to one. Several players are fitted together by Bradley and Terry's model; a match of more
than two counts as one of each pair, in which who wins beats the others (equals share).
Source: D. R. Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32 (2004).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt

from studio.lab.statistics.intervals import Interval, wilson, z_of

SCALE = 400 / log(10)
"""Elo points in a natural logarithm of odds."""
BASE = 1_000.0
"""Where the first player stands."""
_ROUNDS, _CLOSE = 10_000, 1e-10


def elo_of(rate: float) -> float:
    """The difference in Elo points at which one wins this share (0 < rate < 1) against the other."""
    if rate <= 0 or rate >= 1:
        return float("inf") if rate >= 1 else float("-inf")
    return SCALE * log(rate / (1 - rate))


def rate_of(elo: float) -> float:
    """The share of wins that a difference in Elo points promises."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def duel(wins: float, matches: int, z: float | None = None) -> Interval:
    """The difference between two players from the wins of the first, with its interval (Wilson's, carried over)."""
    rates = wilson(wins, matches, z if z is not None else z_of())
    return Interval(elo_of(rates.value), elo_of(rates.low), elo_of(rates.high))


def ladder(wins: Sequence[Sequence[float]], z: float | None = None) -> list[Interval]:
    """Elo points of several players, the first at 1,000, with intervals; `wins[a][b]`: how often a beat b.

    Half a win of everybody against everybody is added, so that whoever lost every match has a place too. The
    interval of a player is that of its distance to the first, which has none.
    """
    z = z if z is not None else z_of()
    count = len(wins)
    added = [[wins[a][b] + 0.5 if a != b else 0.0 for b in range(count)] for a in range(count)]
    strength = [1.0] * count
    for _round in range(_ROUNDS):
        fresh = []
        for a in range(count):
            met = sum((added[a][b] + added[b][a]) / (strength[a] + strength[b]) for b in range(count) if b != a)
            fresh.append(sum(added[a]) / met if met else 1.0)
        fresh = [value / fresh[0] for value in fresh]
        change = max(abs(log(new / old)) for new, old in zip(fresh, strength, strict=True))
        strength = fresh
        if change < _CLOSE:
            break
    deviations = [0.0, *_deviations(added, strength)]
    result = []
    for value, deviation in zip(strength, deviations, strict=True):
        points, half = BASE + SCALE * log(value), z * SCALE * deviation
        result.append(Interval(points, points - half, points + half))
    return result


def _deviations(wins: Sequence[Sequence[float]], strength: Sequence[float]) -> list[float]:
    """Standard deviations of the logarithms of all strengths but the first, by the inverse of Fisher's information."""
    count = len(strength)
    information = [[0.0] * count for _row in range(count)]
    for a in range(count):
        for b in range(count):
            if a != b:
                share = strength[a] / (strength[a] + strength[b])
                weight = (wins[a][b] + wins[b][a]) * share * (1 - share)
                information[a][a] += weight
                information[a][b] -= weight
    inner = [row[1:] for row in information[1:]]
    return [sqrt(max(0.0, row[index])) for index, row in enumerate(_inverse(inner))]


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a small positive matrix (Gauss and Jordan)."""
    size = len(matrix)
    rows = [[*row, *(float(index == column) for column in range(size))] for index, row in enumerate(matrix)]
    for pivot in range(size):
        best = max(range(pivot, size), key=lambda row: abs(rows[row][pivot]))
        rows[pivot], rows[best] = rows[best], rows[pivot]
        head = rows[pivot][pivot]
        rows[pivot] = [value / head for value in rows[pivot]]
        for other in range(size):
            if other != pivot and rows[other][pivot]:
                factor = rows[other][pivot]
                rows[other] = [value - factor * own for value, own in zip(rows[other], rows[pivot], strict=True)]
    return [row[size:] for row in rows]
