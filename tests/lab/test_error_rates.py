"""How often the laboratory errs: a toy with a known seat advantage is found unfair and a fair one not, as stated."""

from __future__ import annotations

from typing import Any, Self

import pytest

from studio.core import defaults
from studio.core.game import CHANCE, OVER, Action, Json, Options
from studio.core.plugin import Game
from studio.core.rng import Rng
from studio.lab import jobs
from studio.lab.run import Experiment, Run, Side
from studio.lab.statistics import Decided, Matches, Stop, Verdict
from studio.lab.worker_pool import InProcessPool
from tests.toy import toy_game

REPETITIONS = 200
SEATS = 3


class Draw:
    """One draw decides who wins; `favour` of a thousand go to seat 0 beside its share."""

    def __init__(self, favour: int) -> None:
        self.favour, self.to_move, self.winner = favour, CHANCE, -1

    def draw(self, rng: Rng) -> Action:
        return (rng.below(3000),)

    def apply(self, action: Action) -> None:
        first = 1000 + 3 * self.favour
        self.winner = 0 if action[0] < first else 1 + (action[0] - first) % 2
        self.to_move = OVER

    def scores(self) -> list[int]:
        return [int(seat == self.winner) for seat in range(SEATS)]

    def winners(self) -> list[int]:
        return [self.winner]

    def clone(self) -> Self:
        raise AssertionError("nobody copies it")

    def dump(self) -> Json:
        return self.winner


class Lot:
    """The rules and the statistics of the toy; its board is the favour."""

    new_collector = staticmethod(defaults.new_collector)

    def start(self, board: int, seats: int, options: Options) -> Draw:
        return Draw(board)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Game:
    game = toy_game(Lot())
    monkeypatch.setattr(jobs, "load", lambda slug: game)
    return game


def run(favour: int, stop: Stop, seed: int) -> Run:
    nothing: Any = None
    side = Side("toy", "toy", favour, {}, nothing, nothing, "")
    found = Run(Experiment((side,), SEATS, ("random",) * SEATS, stop=stop, seed=seed), InProcessPool())
    found.finish()
    return found


def errors(wrong: list[bool]) -> tuple[int, float]:
    """How many, and the most that a rate of 5 % gives in all but one of a thousand tries."""
    count = len(wrong)
    return sum(wrong), 0.05 * count + 3.1 * (count * 0.05 * 0.95) ** 0.5


@pytest.mark.parametrize(("favour", "decision"), [(0, False), (80, True)])
def test_a_test_of_the_toy_decides_rightly_once(toy: Game, favour: int, decision: bool) -> None:
    assert run(favour, Decided(0.08), seed=1).stop_monitors[0].decision is decision


@pytest.mark.long
@pytest.mark.parametrize(("favour", "decision"), [(0, False), (80, True)])
def test_the_sequential_test_errs_as_seldom_as_it_says(toy: Game, favour: int, decision: bool) -> None:
    runs = [run(favour, Decided(0.08, alpha=0.05, beta=0.05), seed) for seed in range(REPETITIONS)]
    wrong, most = errors([found.stop_monitors[0].decision is not decision for found in runs])
    assert wrong <= most
    assert max(found.stop_monitors[0].matches for found in runs) < 20_000


@pytest.mark.long
def test_a_fair_toy_is_seldom_called_unfair(toy: Game) -> None:
    runs = [run(0, Matches(800), seed).results[0] for seed in range(REPETITIONS)]
    called = [results.verdict in (Verdict.UNEVEN, Verdict.UNFAIR) for results in runs]
    wrong, most = errors(called)
    assert wrong <= most
    wrong, most = errors([results.p_value < 0.05 for results in runs])
    assert wrong <= most


@pytest.mark.long
def test_an_advantage_is_found_and_named(toy: Game) -> None:
    runs = [run(80, Matches(800), seed).results[0] for seed in range(REPETITIONS)]
    wrong, most = errors([results.verdict not in (Verdict.UNEVEN, Verdict.UNFAIR) for results in runs])
    assert wrong <= most
    covered = [results.seat_intervals()[0].contains(1 / 3 + 0.08) for results in runs]
    assert sum(covered) >= 0.95 * REPETITIONS
