"""The matches of a run one by one: who won, how long it took, how it ended. Any of them can be played again.

A run may have a million of them. Of each only a few figures stay, and only of the first `LISTED`; those that failed
stay wherever they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from studio.core.protocols import TURNS
from studio.lab.work import Failure, Outcome

LISTED = 5_000
"""Matches of each side of which the figures are remembered: about 400 bytes each."""


class Line(NamedTuple):
    """What is remembered of a match; of one that failed only why."""

    match: int
    side: int
    points: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    turns: int = 0
    ending: str = ""
    failure: Failure | None = None


class Listing:
    """The lines of a run, in the order of the matches. It only grows: any thread may read what is there."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.matches = 0
        """Matches of each side that there were, listed or not."""

    def add(self, match: int, outcomes: Sequence[Outcome | Failure]) -> None:
        """Take in what came of a match on each side."""
        for side, outcome in enumerate(outcomes):
            if isinstance(outcome, Failure):
                self.lines.append(Line(match, side, failure=outcome))
            elif self.matches < LISTED:
                counted = outcome.counted
                turns = sum(counted.numbers.get(TURNS, ()))
                self.lines.append(Line(match, side, outcome.points, outcome.winners, turns, counted.ending))
        self.matches += 1

    @property
    def is_whole(self) -> bool:
        """Whether every match is listed."""
        return self.matches <= LISTED

    @property
    def listed(self) -> int:
        """How many matches of each side are listed whether they failed or not."""
        return min(self.matches, LISTED)
