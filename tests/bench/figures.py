"""Measurements, each compared with a reference taken on the same machine at the same time; and their table.

They use processor time, which does not depend on other load. Only ratios have goals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time

from studio.core.game import State
from studio.lab.report import text

RUNS = 5


def nothing() -> float:
    return 0.0


@dataclass(frozen=True, slots=True)
class Measurement:
    """How to measure a value once, its unit, its reference, and its goal (0: none).

    `reference` is called after every `take`, for a value in the same unit (0: there is none). The goal is the largest
    ratio; without `most` it is the smallest.
    """

    name: str
    unit: str
    take: Callable[[], float]
    reference: Callable[[], float] = nothing
    goal: float = 0.0
    most: bool = True


@dataclass(frozen=True, slots=True)
class Figure:
    """The values of a measurement in order, and the ratios to its reference."""

    measurement: Measurement
    runs: tuple[float, ...]
    ratios: tuple[float, ...] = ()

    @property
    def value(self) -> float:
        return median(self.runs)

    @property
    def ratio(self) -> float:
        return median(self.ratios) if self.ratios else 0.0

    @property
    def verdict(self) -> str:
        """Whether the goal is met; blank without a goal or a ratio."""
        one = self.measurement
        if not one.goal or not self.ratios:
            return ""
        return "met" if (self.ratio <= one.goal if one.most else self.ratio >= one.goal) else "MISSED"


def measure(measurements: Sequence[Measurement], runs: int = RUNS) -> list[Figure]:
    """Take every measurement `runs` times in turn, so that a busy moment affects all alike."""
    taken: list[list[tuple[float, float]]] = [[] for _one in measurements]
    for _run in range(runs):
        for number, one in enumerate(measurements):
            taken[number].append((one.take(), one.reference()))
    return [
        Figure(one, tuple(value for value, _other in pairs), tuple(value / other for value, other in pairs if other))
        for one, pairs in zip(measurements, taken, strict=True)
    ]


def table(figures: Sequence[Figure]) -> str:
    """The table: median, spread, ratio, goal."""
    rows = [("measurement", "median", "unit", "least", "most", "ratio", "goal", "")]
    for figure in figures:
        one = figure.measurement
        rows.append(
            (
                one.name,
                _number(figure.value),
                one.unit,
                _number(min(figure.runs)),
                _number(max(figure.runs)),
                f"{_number(figure.ratio)} ×" if figure.ratios else "",
                f"{'≤' if one.most else '≥'} {_number(one.goal)} ×" if one.goal else "",
                figure.verdict,
            )
        )
    return "\n".join(text.table_lines(rows))


def _number(value: float) -> str:
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"


def win_share(state: State, seat: int) -> float:
    """The part of a finished match that a seat has won."""
    winners = state.winners()
    return (seat in winners) / len(winners)


def seconds(call: Callable[[], object], times: int = 1) -> float:
    """The processor time of one call, averaged over so many."""
    begun = process_time()
    for _call in range(times):
        call()
    return (process_time() - begun) / times
