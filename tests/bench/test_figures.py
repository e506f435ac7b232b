"""Measurements: medians, ratios, goals, the table. Nothing is timed here."""

from __future__ import annotations

import pytest

from tests.bench.figures import Figure, Measurement, measure, nothing, table


def steady(values: tuple[float, ...], others: tuple[float, ...] = ()) -> Measurement:
    """A measurement with these values, and these reference values."""
    given, adjacent = iter(values), iter(others)
    return Measurement("steady", "ms", lambda: next(given), (lambda: next(adjacent)) if others else nothing)


def test_the_median_of_the_runs_counts() -> None:
    figure, other = measure([steady((9, 1, 4)), steady((5, 5, 5))], runs=3)
    assert figure.runs == (9, 1, 4)
    assert figure.value == 4
    assert other.value == 5
    assert (other.ratios, other.ratio) == ((), 0)


def test_a_ratio_is_taken_in_every_run() -> None:
    (figure,) = measure([steady((9, 1, 4), (3, 2, 8))], runs=3)
    assert figure.ratios == (3, 0.5, 0.5)
    assert figure.ratio == 0.5


@pytest.mark.parametrize(
    ("goal", "most", "verdict"),
    [(0, True, ""), (4, True, "met"), (3.9, True, "MISSED"), (4, False, "met"), (5, False, "MISSED")],
)
def test_goals_are_upper_or_lower_bounds_of_ratios(goal: float, most: bool, verdict: str) -> None:
    one = Measurement("one", "ms", nothing, nothing, goal, most)
    assert Figure(one, (4000.0, 3000.0, 1.0), (4.0, 3.0, 100.0)).verdict == verdict
    assert Figure(one, (4.0, 3.0, 100.0)).verdict == "", "without a ratio nothing is judged"


def test_the_table_marks_missed_targets() -> None:
    fast = Figure(Measurement("clone", "µs", nothing, goal=0.5), (7.0, 8.0), (0.02, 0.04))
    slow = Figure(Measurement("matches", "matches/s", nothing, goal=5, most=False), (1200.0,), (4.5,))
    lines = table([fast, slow]).splitlines()
    assert lines[0].split() == ["measurement", "median", "unit", "least", "most", "ratio", "goal"]
    assert lines[2].split() == ["clone", "7.50", "µs", "7.00", "8.00", "0.030", "×", "≤", "0.50", "×", "met"]
    assert lines[3].split()[4:] == ["1,200", "4.50", "×", "≥", "5.00", "×", "MISSED"]
