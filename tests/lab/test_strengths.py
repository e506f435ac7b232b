"""Seats and bots separated: against published estimates, scipy, and matches with a known advantage."""

from __future__ import annotations

import random
from math import exp, log
from typing import Any

import pytest

from studio.lab.jobs import Outcome, seat_orders
from studio.lab.report.data import report_data
from studio.lab.report.text import report_lines
from studio.lab.run import Run
from studio.lab.statistics import SCALE, Decided
from studio.lab.strengths import fit_strengths
from studio.lab.verdict import verdict_text
from tests.lab.tables import experiment

TEAMS = ("Baltimore", "Boston", "Cleveland", "Detroit", "Milwaukee", "New York", "Toronto")
HOME = (  # wins at home and away wins of the guest, by home team and guest in the order of TEAMS
    ((0, 0), (1, 6), (3, 4), (1, 5), (2, 5), (2, 4), (1, 6)),
    ((6, 0), (0, 0), (5, 2), (2, 5), (5, 1), (4, 2), (3, 3)),
    ((2, 4), (4, 2), (0, 0), (3, 3), (2, 5), (4, 3), (3, 4)),
    ((4, 3), (6, 0), (6, 1), (0, 0), (3, 3), (4, 3), (4, 2)),
    ((6, 0), (6, 1), (4, 2), (4, 3), (0, 0), (4, 3), (4, 2)),
    ((6, 1), (4, 3), (4, 2), (5, 1), (3, 3), (0, 0), (2, 5)),
    ((6, 0), (4, 3), (4, 2), (4, 3), (2, 5), (2, 4), (0, 0)),
)


def test_the_home_advantage_of_a_league_is_the_published_one() -> None:
    """A. Agresti, "Categorical data analysis", table 10.10; estimates of the R package BradleyTerry2 for it."""
    wins: dict[tuple[int, ...], tuple[int, ...]] = {(a, b): HOME[a][b] for a in range(7) for b in range(7) if a != b}
    found = fit_strengths(TEAMS, wins)
    assert found is not None
    home = found.seats[0]
    assert log(home.value / (1 - home.value)) == pytest.approx(0.3023, abs=0.003)
    width = log(home.high / (1 - home.high)) - log(home.low / (1 - home.low))
    assert width / (2 * 1.959964) == pytest.approx(0.1309, abs=0.001)
    published = (0, 1.1438, 0.7047, 1.4754, 1.6196, 1.2813, 1.3271)
    assert [(elo.value - 1000) / SCALE for elo in found.bots.values()] == pytest.approx(published, abs=0.02)


def drawn(seats: list[float], bots: list[float], matches: int, seed: int) -> dict[tuple[int, ...], list[float]]:
    """Wins by order of matches with these terms."""
    stream = random.Random(seed)
    wins: dict[tuple[int, ...], list[float]] = {}
    for match in range(matches):
        orders = seat_orders(len(seats))
        order = orders[match % len(orders)]
        odds = [exp(term + bots[bot]) for term, bot in zip(seats, order, strict=True)]
        (winner,) = stream.choices(range(len(seats)), odds)
        wins.setdefault(order, [0.0] * len(seats))[winner] += 1
    return wins


@pytest.mark.parametrize("names", [("a", "b", "c", "d"), ("a", "b", "b", "b")])
def test_estimates_and_errors_are_those_of_scipy(names: tuple[str, ...]) -> None:
    import numpy as np
    from scipy.differentiate import hessian
    from scipy.optimize import minimize

    strengths = {"a": 1.5, "b": 0.0, "c": 0.4, "d": 0.9}
    wins = drawn([0.3, 0.0, -0.2, 0.1], [strengths[name] for name in names], 2000, 2)
    found = fit_strengths(names, wins)
    different = sorted(set(names))

    def utilities(terms: Any, order: tuple[int, ...]) -> list[float]:
        own = dict(zip(different, [0.0, *terms[3:]], strict=True))
        return [seat + own[names[bot]] for seat, bot in zip([0.0, *terms[:3]], order, strict=True)]

    def loss(terms: Any) -> float:
        total = 0.0
        for order, counts in wins.items():
            use = np.array(utilities(terms, order))
            total -= float(np.array(counts) @ (use - np.logaddexp.reduce(use)))
        return total

    peer = minimize(loss, np.zeros(2 + len(different)), method="BFGS", options={"gtol": 1e-6})
    odds = np.exp([0.0, *peer.x[:3]])
    assert found is not None
    assert [rate.value for rate in found.seats] == pytest.approx(list(odds / odds.sum()), abs=1e-3)
    apart = found.bots[different[1]].value - found.bots["a"].value
    assert apart / SCALE == pytest.approx(peer.x[3], abs=0.01)
    elo = found.bots["a"] if names[1:] == ("b",) * 3 else None
    if elo is not None:  # BFGS approximates the inverse Hessian, too, but differently on every processor
        curvature = hessian(lambda points: np.apply_along_axis(loss, 0, points), peer.x).ddf
        error = np.linalg.inv(curvature)[3, 3] ** 0.5
        assert elo.half_width / (1.959964 * SCALE) == pytest.approx(error, rel=0.02)


def test_intervals_hold_the_truth_and_a_bot_that_never_wins_has_a_rating() -> None:
    right = 0
    for seed in range(60):
        found = fit_strengths(("greedy", "random", "random"), drawn([0.3, 0.0, 0.0], [2.0, 0.0, 0.0], 300, seed))
        assert found is not None and found.bots["random"].value == 1000
        whole = exp(0.3) + 2
        right += all(rate.contains(term / whole) for rate, term in zip(found.seats, (exp(0.3), 1.0, 1.0), strict=True))
    assert right >= 53
    beaten = fit_strengths(("greedy", "random"), {(0, 1): [50, 0], (1, 0): [0, 50]})
    assert beaten is not None and beaten.bots["greedy"].low > 1300 and beaten.seats[0].value == pytest.approx(0.5)


def test_bots_that_keep_their_seats_cannot_be_separated_from_them() -> None:
    assert fit_strengths(("a", "b"), {(0, 1): [60, 40]}) is None
    assert fit_strengths(("a", "b", "b"), {(0, 1, 2): [60, 20, 20]}) is None
    assert fit_strengths(("a", "b"), {}) is None


def test_an_unfair_board_is_never_called_fair_because_the_bots_differ() -> None:
    """Seat 1 of the toy has odds of 3 : 2; the strong bot hides it in the win rates of the seats."""
    run = Run(experiment(bots=("greedy", "random")))
    results, plan, stream = run.results[0], run.experiment.plan(0), random.Random(1)
    for match in range(8000):
        odds = [1.5, 1.0]
        odds[match % 2] *= 30
        (winner,) = stream.choices((0, 1), odds)
        results.add(plan, match, Outcome((0, 0), (winner,), 1, 1))
    report = report_data(run)
    side = report["sides"][0]
    assert side["fairness"]["verdict"] == "open" and abs(side["seats"][0]["win_rate"]["value"] - 0.5) < 0.02
    assert side["seats"][0]["equal_strength"]["low"] < 0.6 < side["seats"][0]["equal_strength"]["high"]
    text = verdict_text(side)
    assert text.startswith("Bots differ: at equal strength, seat 1 has an estimated advantage of ")
    assert text.endswith(" Play equal bots for a verdict.")
    lines = "\n".join(report_lines(report))
    assert "seat at equal strength" in lines and text in lines
    equal = Run(experiment(bots=("greedy",)))
    equal.results[0].add(equal.experiment.plan(0), 0, Outcome((0, 0), (0,), 1, 1))
    assert report_data(equal)["sides"][0]["seats"][0]["equal_strength"] is None


def test_a_verdict_cannot_be_asked_of_different_bots() -> None:
    with pytest.raises(ValueError, match="same bot in all seats"):
        experiment(bots=("greedy", "random"), stop=Decided())
