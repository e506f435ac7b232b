"""Statistics of many matches, gathered one result at a time and merged in any order."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple


class Result(NamedTuple):
    """What remains of a match: points per seat, who won, decisions, chance draws."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    draws: int


@dataclass(slots=True)
class Sample:
    """Mean, standard deviation and range of a number, kept as whole sums so that the order of adding is no matter."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0

    def add(self, value: int) -> None:
        """Take one value in."""
        self.least = value if self.count == 0 else min(self.least, value)
        self.most = value if self.count == 0 else max(self.most, value)
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def deviation(self) -> float:
        """Standard deviation of the sample (n - 1)."""
        if self.count < 2:
            return 0.0
        return sqrt(max(0, self.squares * self.count - self.total * self.total) / (self.count * (self.count - 1)))


@dataclass(slots=True)
class Tally:
    """The sums of a batch. A shared win counts as an equal part for each winner."""

    seats: int
    matches: int = 0
    wins: list[float] = field(default_factory=list)
    shared: int = 0
    points: list[Sample] = field(default_factory=list)
    decisions: Sample = field(default_factory=Sample)
    draws: Sample = field(default_factory=Sample)

    def __post_init__(self) -> None:
        self.wins = [0.0] * self.seats
        self.points = [Sample() for _seat in range(self.seats)]

    def add(self, result: Result) -> None:
        """Take one match in."""
        self.matches += 1
        self.shared += len(result.winners) > 1
        for seat in result.winners:
            self.wins[seat] += 1 / len(result.winners)
        for seat, points in enumerate(result.points):
            self.points[seat].add(points)
        self.decisions.add(result.decisions)
        self.draws.add(result.draws)
