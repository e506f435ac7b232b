"""When enough matches have been played: after so many, when every seat is known well enough, or when it is decided.

Looking at ordinary intervals after every match and stopping when one likes what one sees makes them wrong. Here
nothing that is looked for stops a run early but Wald's test, whose error rates hold however often one looks; widths are
looked at on fixed milestones, and they do not depend on which seat wins.
Source: A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16 (1945).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log

from studio.lab.statistics.intervals import needed, wilson, z_of

MOST = 1_000_000
"""No run goes on beyond so many matches."""
FIRST_LOOK, GROWTH = 100, 1.05
"""Widths are looked at after so many matches, and then each time their number has grown by so much."""


class Sprt:
    """Wald's sequential probability ratio test of one rate: is it `low`, or is it `high`?

    `alpha`: how often it says "high" though it is low; `beta`: how often "low" though it is high.
    """

    __slots__ = ("accept", "lost", "ratio", "reject", "won")

    def __init__(self, low: float, high: float, alpha: float, beta: float) -> None:
        self.won, self.lost = log(high / low), log((1 - high) / (1 - low))
        self.reject, self.accept = log((1 - beta) / alpha), log(beta / (1 - alpha))
        self.ratio = 0.0

    def add(self, part: float) -> None:
        """One more match, of which the seat has won this part (0 … 1)."""
        self.ratio += part * self.won + (1 - part) * self.lost

    @property
    def says_high(self) -> bool:
        """Whether it has come to believe in the higher rate."""
        return self.ratio >= self.reject

    @property
    def says_low(self) -> bool:
        """Whether it has come to believe in the lower one."""
        return self.ratio <= self.accept


@dataclass(frozen=True, slots=True)
class Matches:
    """Stop after so many matches."""

    count: int = 1_000


@dataclass(frozen=True, slots=True)
class Width:
    """Stop when the win rate of each seat is known within ± `half` (a share), all seats together at the usual level."""

    half: float = 0.015
    most: int = MOST


@dataclass(frozen=True, slots=True)
class Decided:
    """Stop when it is decided whether some seat wins by `edge` (a share) more than its part, or less.

    `alpha`: how often a fair board is called unfair; `beta`: how often a board with such an edge is called fair.
    """

    edge: float = 0.05
    alpha: float = 0.05
    beta: float = 0.05
    most: int = 100_000


Stop = Matches | Width | Decided


@dataclass(slots=True)
class Judge:
    """Looks at match after match, always in their order, and says when it is enough."""

    stop: Stop
    seats: int
    matches: int = 0
    wins: list[float] = field(default_factory=list)
    is_enough: bool = False
    decision: bool | None = None
    """Of a test: whether the board is unfair, once that is decided."""
    _look: int = FIRST_LOOK
    _more: list[Sprt] = field(default_factory=list)
    _less: list[Sprt] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.wins = [0.0] * self.seats
        stop, fair = self.stop, 1 / self.seats
        if isinstance(stop, Decided):
            alpha = stop.alpha / (2 * self.seats)  # each seat may win too much or too little
            # a seat that wins too much takes from the others: the board is missed only when its own test errs
            self._more = [Sprt(fair, min(0.999, fair + stop.edge), alpha, stop.beta) for _seat in range(self.seats)]
            self._less = [Sprt(fair, max(0.001, fair - stop.edge), alpha, stop.beta) for _seat in range(self.seats)]

    def add(self, parts: Sequence[float]) -> None:
        """One more match, and which part of it each seat has won."""
        self.matches += 1
        for seat, part in enumerate(parts):
            self.wins[seat] += part
        stop = self.stop
        if isinstance(stop, Matches):
            self.is_enough = self.matches >= stop.count
        elif isinstance(stop, Width):
            self.is_enough = self.matches >= stop.most
            if self.matches >= self._look:
                self._look = max(self._look + 1, int(self._look * GROWTH))
                self.is_enough |= self.half <= stop.half
        else:
            self._test(parts)
            self.is_enough = self.decision is not None or self.matches >= stop.most

    def _test(self, parts: Sequence[float]) -> None:
        unsure = False
        for seat, part in enumerate(parts):
            for test in (self._more[seat], self._less[seat]):
                if not test.says_low:  # what is once believed stays believed
                    test.add(part)
                    if test.says_high:
                        self.decision = True
                        return
                    unsure |= not test.says_low
        if not unsure:
            self.decision = False

    @property
    def half(self) -> float:
        """± how much the rate of the least known seat is known by now."""
        z = z_of(together=self.seats)
        return max(wilson(wins, self.matches, z).half for wins in self.wins)

    @property
    def about(self) -> int | None:
        """After about how many matches it will be enough, as far as one can tell by now."""
        if isinstance(self.stop, Matches):
            return self.stop.count
        if isinstance(self.stop, Decided) or self.matches < FIRST_LOOK:
            fair = 1 / self.seats
            return needed(self.stop.half, fair, z_of(together=self.seats)) if isinstance(self.stop, Width) else None
        z = z_of(together=self.seats)
        return max(self.matches, *(needed(self.stop.half, wins / self.matches, z) for wins in self.wins))
