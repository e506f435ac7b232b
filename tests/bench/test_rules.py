"""The bench: medians, goals, the table; what it measures runs at all. Nobody is timed here."""

from __future__ import annotations

import json

import pytest

from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.opening import open_layout
from tests.bench import rules as bench
from tests.bench.rules import Figure, Measurement


def steady(*values: float) -> Measurement:
    """A measurement that gives these values one after another."""
    given = iter(values)
    return Measurement("steady", "ms", lambda: next(given))


def test_the_median_of_the_runs_counts() -> None:
    figure, other = bench.measure([steady(9, 1, 4), steady(5, 5, 5)], runs=3)
    assert figure.runs == (9, 1, 4)
    assert figure.value == 4
    assert other.value == 5


@pytest.mark.parametrize(
    ("goal", "most", "is_met"),
    [(0, True, True), (4, True, True), (3.9, True, False), (4, False, True), (5, False, False)],
)
def test_goals_are_upper_or_lower_bounds(goal: float, most: bool, is_met: bool) -> None:
    one = Measurement("one", "ms", lambda: 0.0, goal, most)
    assert Figure(one, (4.0, 3.0, 100.0)).is_met is is_met


def test_the_table_tells_goals_that_are_missed() -> None:
    fast = Figure(Measurement("clone", "µs", lambda: 0.0, 20), (7.0, 8.0))
    slow = Figure(Measurement("matches", "matches/s", lambda: 0.0, 1500, most=False), (1200.0,))
    lines = bench.table([fast, slow]).splitlines()
    assert lines[0].split() == ["measurement", "median", "unit", "least", "most", "goal"]
    assert lines[2].split() == ["clone", "7.50", "µs", "7.00", "8.00", "≤", "20.0", "met"]
    assert lines[3].split() == ["matches", "1,200", "matches/s", "1,200", "1,200", "≥", "1,500", "MISSED"]


@pytest.mark.parametrize("slug", slugs())
def test_everything_can_be_measured(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "MATCHES", 2)
    opened = open_layout(shipped_layouts(slug)[0])
    figures = bench.measure([*bench.rules(opened), *bench.proofs(opened)], runs=1)
    assert all(figure.value > 0 for figure in figures)
    large, size, goal = bench.grown(opened.game, opened.body)
    grid = opened.game.grid(large)
    assert size == f"{grid.columns} × {grid.rows}" and goal > 0
    assert grid.count > opened.game.grid(opened.body).count
    assert bench.drawn(opened.game, large) != large


def test_plain_data_names_every_figure(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "rules", lambda _opened: [steady(1.0)])
    monkeypatch.setattr(bench, "proofs", lambda _opened: [])
    monkeypatch.setattr(bench, "peers", list)
    assert bench.main(["--runs", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {slug: {"steady": 1.0} for slug in slugs()}


def test_without_the_peer_nothing_of_it_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(bench, "import_module", missing)
    assert bench.peers() == []
