"""Moves that are tried in the same worlds until one of them is left.

Which of them is best is all that is asked, not how good it is: so what counts is how much more a move came to than the
others in the same world with the same luck, and nobody thinks on when only one is left.

After Maron and Moore, "Hoeffding Races" (1993).
"""

from __future__ import annotations

from math import ceil, inf, sqrt
from statistics import fmean

from studio.core.game import Action

LATER = 1.25
"""A move may drop out again whenever there are so many times as many worlds."""
BEHIND = 1.5
"""A move drops out when it is behind the leader by so many standard errors, by up to twice as many in the beginning: in
a few worlds luck looks surer than it is."""
PROOF = 1.5
"""What looked best at first is given up for what is better by so many standard errors."""


class Race:
    """The moves of a decision, what looks best at first before the others; `kept` are those that can still win."""

    __slots__ = ("_begin", "_due", "_worlds", "kept")

    def __init__(self, moves: list[Action], begin: int) -> None:
        """After so many worlds a move drops out for the first time."""
        self.kept = moves
        self._worlds: list[list[float]] = [[] for _move in moves]
        """What each of them came to, world by world."""
        self._begin = self._due = begin

    @property
    def worlds(self) -> int:
        """In how many worlds they were tried."""
        return len(self._worlds[0])

    def count_in(self, values: list[float]) -> None:
        """What they came to in one more world."""
        for worlds, value in zip(self._worlds, values, strict=True):
            worlds.append(value)
        if self.worlds < self._due:
            return
        caution = BEHIND * (1 + self._begin / self.worlds)
        self._due = ceil(LATER * self.worlds)
        first = self._worlds[self._ranked()[0]]
        near = [
            index for index, worlds in enumerate(self._worlds) if worlds is first or not _lags(worlds, first, caution)
        ]
        self.kept = [self.kept[index] for index in near]
        self._worlds = [self._worlds[index] for index in near]

    def leader(self) -> Action:
        """What has come to most so far; of those left, what looked best at first is given up only for what is surer."""
        usual = self._worlds[0]
        best, most = 0, 0.0
        for index, worlds in enumerate(self._worlds[1:], 1):
            more, error = lead(worlds, usual)
            if more - PROOF * error > most:
                best, most = index, more - PROOF * error
        return self.kept[best]

    def best(self, count: int) -> list[Action]:
        """The leader and those that came to most."""
        leader = self.leader()
        others = [self.kept[index] for index in self._ranked() if self.kept[index] != leader]
        return [leader, *others][:count]

    def means(self) -> dict[Action, float]:
        """What each of them came to on the average, nothing if it was not tried."""
        return {move: fmean(worlds or (0.0,)) for move, worlds in zip(self.kept, self._worlds, strict=True)}

    def _ranked(self) -> list[int]:
        totals = [sum(worlds) for worlds in self._worlds]
        return sorted(range(len(totals)), key=totals.__getitem__, reverse=True)


def lead(one: list[float], other: list[float]) -> tuple[float, float]:
    """How much more one came to than the other, judged world by world, give or take a standard error."""
    gains = [better - worse for better, worse in zip(one, other, strict=True)]
    count = len(gains)
    if count < 2:  # of one world nobody can tell
        return (gains[0], inf) if gains else (0.0, inf)
    mean = fmean(gains)
    return mean, sqrt(sum([(gain - mean) ** 2 for gain in gains]) / (count - 1) / count)


def _lags(one: list[float], first: list[float], caution: float) -> bool:
    """Whether it falls short of the first by more than luck, or always comes to the same."""
    lack, error = lead(first, one)
    return lack >= caution * error
