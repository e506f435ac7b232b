"""Measures of the course of play: a toy match with a known course, and scipy."""

from __future__ import annotations

import random
from itertools import pairwise, product
from math import log, sqrt
from types import SimpleNamespace
from typing import Any, cast

import pytest

from studio.core import defaults
from studio.core.game import OVER, Action, State
from studio.core.protocols import ROUNDS, VISITED, MatchStats
from studio.games import slugs
from studio.lab import jobs
from studio.lab.course import PREFIX, RARELY, choice_values, course_values, is_rated
from studio.lab.jobs import Outcome, Plan, bots_by_seat, play_one, seat_orders
from studio.lab.report.measures import (
    LENGTH_FROM_TARGET,
    MEASURES,
    compare,
    comparison_text,
    course_data,
    evenness,
    measure_text,
    measure_texts,
)
from studio.lab.results import Results, Sample
from studio.lab.statistics import Interval, mean_interval, z_score
from tests.lab.tables import experiment
from tests.toy import toy_game

# Two seats, 32 rounds. Seat 1 gets 16 points in round 1; seat 2 gets 12 in round 17 and 8 in round 25. So seat 1 leads
# by 16 at the start of rounds 2 to 17 and by 4 until round 25, and seat 2 by 4 from round 26 to the end.
INCOME = {0: 16, 2 * 16 + 1: 12, 2 * 24 + 1: 8}
TURNS = 64


class Race:
    """The toy's position: one legal move in the first half, three in the second; no choice changes anything."""

    def __init__(self) -> None:
        self.turn, self.to_move, self.points = 0, 0, [0, 0]

    def legal(self) -> list[Action]:
        return [(0,)] if self.turn < TURNS // 2 else [(0,), (1,), (2,)]

    def apply(self, action: Action) -> None:
        self.points[self.turn % 2] += INCOME.get(self.turn, 0)
        self.turn += 1
        self.to_move = self.turn % 2 if self.turn < TURNS else OVER

    def draw(self, rng: object) -> Action:
        raise AssertionError("there is no chance in this game")

    def scores(self) -> list[int]:
        return self.points

    def winners(self) -> list[int]:
        return [seat for seat in (0, 1) if self.points[seat] == max(self.points)]


class Collector(defaults.NullCollector):
    def after(self, state: State) -> MatchStats:
        return MatchStats(numbers={ROUNDS: [32]}, spaces={VISITED: {0, 1, 2, 3, 4, 5, 99}})


def race() -> Any:
    answers = SimpleNamespace(
        start=lambda board, seats, options: Race(),
        evaluate=lambda state, seat: state.points[seat],
        new_collector=Collector,
        map_cells=lambda board: range(8),
    )
    return toy_game(answers)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Results:
    monkeypatch.setattr(jobs, "load", lambda slug: race())
    plan = Plan("race", None, 2, {}, ("greedy", "greedy"), 1)
    monkeypatch.setattr(jobs, "make_bots", lambda bots, seed: [SimpleNamespace(choose=lambda *_: (0,))] * 2)
    results = Results(2, plan.bots)
    for match in range(40):
        outcome = play_one(plan, match)
        assert isinstance(outcome, Outcome), outcome
        results.add(plan, match, outcome)
    return results


def test_a_match_with_a_known_course_has_the_values_computed_by_hand(played: Results) -> None:
    data = course_data(played)
    assert data["matches"] == 40
    value = {name: found["value"] for name, found in data["measures"].items()}
    assert value == {
        "drama": pytest.approx((16 * 1 + 8 * 0.5) / 24, abs=0.0006),  # √(16/16) for 16 rounds, √(4/16) for 8
        "lead_changes": 1,
        "decisiveness": 0,  # seat 1 leads in round 22 of 32
        "uncertainty": 0.8,  # seat 1 leads in the middle of the first eight tenths
        "branching": 2,  # of decisions 8, 16, …, 64 the first four have one legal move, the others three
        "forced": 0.5,
        "uniformity": 0,  # seat 2 always wins
        "coverage": 0.75,  # six of eight spaces; another one is not on the map
        "length": 32,
    }
    over = data["over_time"]
    assert [found["value"] for found in over["uncertainty"]] == [1] * 8 + [0] * 2
    # decisions 8, 16, 24, 32 of 64 are in tenths 2, 3, 4 and 6, the others in tenths 7, 8, 9 and 10
    assert [found and found["value"] for found in over["branching"]] == [None, 1, 1, 1, None, 1, 3, 3, 3, 3]
    assert [found and found["value"] for found in over["forced"]] == [None, 1, 1, 1, None, 1, 0, 0, 0, 0]


def test_the_length_is_compared_with_a_target(played: Results) -> None:
    assert LENGTH_FROM_TARGET not in course_data(played)["measures"]
    played.numbers["rounds"].add(30)
    measures = course_data(played, 36)["measures"]
    length, found = measures["length"], measures[LENGTH_FROM_TARGET]
    assert found["value"] == pytest.approx((40 * 32 + 30) / 41 - 36, abs=1e-4)
    assert (found["low"], found["high"]) == pytest.approx((length["low"] - 36, length["high"] - 36), abs=1e-4)
    assert measure_text(LENGTH_FROM_TARGET, found["value"]) == "−4.0" and length["low"] < length["high"]


def test_equal_matches_give_no_certainty(played: Results, stats: Any) -> None:
    found = course_data(played)["measures"]
    assert found["drama"]["low"] is None and found["length"]["high"] is None
    known = stats.binomtest(0, 40).proportion_ci(method="wilson")
    assert found["decisiveness"]["low"] == 0 and found["decisiveness"]["high"] == pytest.approx(known.high, abs=1e-4)
    assert found["uniformity"]["high"] > 0
    assert compare("drama", found["drama"], found["drama"], 40) == "open"


def test_ties_and_shared_victories() -> None:
    rows = [[0, 0, 0], [5, 5, 1], [4, 5, 9], [6, 6, 2]]
    found = course_values(rows, [0, 1])
    # the only sole leader is seat 3: two seats share the lead around it and the victory
    assert found["lead_changes"] == [0]
    assert found["decisiveness"] == [0]
    # tenths 1–3: round 1, two of three equals win; 4–5: round 2; 6–8: round 3, seat 3 leads; 9–10: round 4
    assert [found[f"uncertainty.{tenth}"][0] for tenth in range(10)] == [334] * 3 + [0] * 2 + [1000] * 3 + [0] * 2
    assert found["drama"] == [round(1000 * sqrt(4 / 5))]
    assert course_values([], [0]) == {}


def test_choice_is_counted_by_tenth() -> None:
    found = choice_values([4, 1, 7], 32, 100)
    assert found["branching"] == [4, 1, 7] and found["forced"] == [0, 1000, 0]
    assert {name: found[name] for name in found if name.startswith("branching.")} == {
        "branching.3": [4],
        "branching.6": [1],
        "branching.9": [7],
    }


def test_random_matches_are_sampled_in_all_orders_of_seats() -> None:
    assert all(is_rated(("random", "greedy"), match) for match in range(200))
    assert [match for match in range(200) if is_rated(("random",), match)] == [0, RARELY, 2 * RARELY]
    for seats in range(2, 7):
        plan = Plan("", None, seats, {}, ("random",) * seats, 0, rotate=True)
        assert {bots_by_seat(plan, RARELY * number) for number in range(24)} == set(seat_orders(seats))


@pytest.mark.parametrize("slug", slugs())
def test_every_game_has_all_values(slug: str) -> None:
    plan = experiment(slug=slug, seats=3).plan(0)
    found = play_one(plan, 0)
    assert isinstance(found, Outcome)
    values = {name.removeprefix(PREFIX): few for name, few in found.stats.numbers.items() if name.startswith(PREFIX)}
    assert set(MEASURES) - {"uniformity", "length", "lead_changes"} <= set(values)
    assert found.stats.numbers["lead_changes"][0] >= 0
    assert all(0 <= values[name][0] <= 1000 for name in ("drama", "decisiveness", "uncertainty", "coverage"))
    other = play_one(plan, 1)
    assert isinstance(other, Outcome) and not any(name.startswith(PREFIX) for name in other.stats.numbers)


def intervals(*bounds: tuple[float, float, float]) -> list[Interval]:
    return [Interval(*bound) for bound in bounds]


def test_evenness_is_the_entropy_of_scipy(stats: Any) -> None:
    shares = [0.2, 0.5, 0.3]
    found = evenness([Interval(share, share, share) for share in shares])
    assert found == pytest.approx([stats.entropy(shares) / log(3)] * 3)
    assert evenness(intervals((0.25, 0.2, 0.3), *[(0.25, 0.1, 0.4)] * 3))[::2] == pytest.approx((1, 1))


def test_the_bounds_of_evenness_are_the_extremes_of_all_possible_rates(stats: Any) -> None:
    from scipy import optimize

    rates = intervals((0.5, 0.41, 0.6), (0.2, 0.1, 0.24), (0.3, 0.22, 0.4))
    boxes = [(rate.low, rate.high) for rate in rates]
    found = evenness(rates)
    whole = {"type": "eq", "fun": lambda rates: sum(rates) - 1}
    best = optimize.minimize(lambda p: -stats.entropy(p), [0.45, 0.22, 0.33], bounds=boxes, constraints=whole)
    assert found.high == pytest.approx(-best.fun / log(3), abs=1e-6)
    stream = random.Random(2)
    points = [
        (a, b, 1 - a - b) for a, b in ((stream.uniform(*boxes[0]), stream.uniform(*boxes[1])) for _ in range(4000))
    ]
    inside = [stats.entropy(p) / log(3) for p in points if boxes[2][0] <= p[2] <= boxes[2][1]]
    assert found.low <= min(inside) < found.low + 0.01


def measured(values: list[int]) -> dict[str, float]:
    sample = Sample()
    for value in values:
        sample.add(value)
    return cast("dict[str, float]", sample.interval().to_data(9))


def test_differences_are_those_of_welch_at_the_level_of_all_measures_together(stats: Any) -> None:
    stream, words = random.Random(8), set()
    for shift, count in product((0, 2, 4, 6), (40, 160)):
        first = [round(stream.gauss(40 + shift, 9)) for _match in range(count)]
        second = [round(stream.gauss(40, 4)) for _match in range(200)]
        welch = stats.ttest_ind(first, second, equal_var=False).statistic
        is_sure = 2 * stats.norm.sf(abs(welch)) < 0.05 / len(MEASURES)
        word = compare("length", measured(first), measured(second), count)
        assert (word in ("more", "less")) == is_sure
        words.add(word)
        back = compare("length", measured(second), measured(first), count)
        assert {"more": "less", "about": "about"}.get(word, back) == back
    assert words == {"more", "about", "open"}


def test_intervals_that_meet_are_never_called_different() -> None:
    for first in (0.1, 0.5, 1.0, 3.0):
        for second in (0.1, 0.5, 1.0, 3.0):
            here = mean_interval(10.0, first, 100, z_score()).to_data()
            there = mean_interval(10.0, second, 100, z_score()).to_data()
            gap = here["high"] - 10 + there["high"] - 10
            moved = {name: bound + 0.999 * gap for name, bound in there.items()}
            assert compare("length", here, moved, 100) in ("about", "open")


def test_comparisons_in_words() -> None:
    here, there = {"value": 0.38, "low": 0.36, "high": 0.4}, {"value": 0.29, "low": 0.27, "high": 0.31}
    assert comparison_text("drama", here, there, 500) == "more than 29 %"
    assert comparison_text("drama", there, here, 500) == "less than 38 %"
    assert comparison_text("drama", here, here, 500) == "about the same as 38 %"
    assert comparison_text("drama", here, there, 29) == "unclear yet: 29 %"


def test_every_measure_is_explained() -> None:
    assert [measure_text("forced", share) for share in (0, 0.0004, 0.0094, 0.01, 0.5)] == [
        "0 %",
        "0.04 %",
        "0.94 %",
        "1 %",
        "50 %",
    ]
    texts = measure_texts()
    assert tuple(texts) == (*MEASURES, LENGTH_FROM_TARGET)
    assert all(text.title and text.definition.endswith(".") for text in texts.values())
    assert all(one.title != other.title for one, other in pairwise(texts.values()))
