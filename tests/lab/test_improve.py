"""Candidate changes without errors, their competition, and the confirmation of the best."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from functools import cache
from zlib import crc32

import pytest

from studio.core.problems import Severity
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import slugs
from studio.lab.improve import (
    MAX_PROPOSALS,
    Edit,
    Improver,
    SearchConfig,
    candidate_edits,
    improvement_text,
    is_fairer,
    max_bias,
)
from studio.lab.jobs import Job, JobResult, Outcome
from studio.lab.worker_pool import InProcessPool
from studio.services.loading import LoadedLayout, load_layout, playable_board

SLUG = slugs()[1]


@cache
def layout(slug: str, number: int = -1) -> LoadedLayout:
    return load_layout(shipped_layouts(slug)[number])


@cache
def some_edits(slug: str) -> list[Edit]:
    return candidate_edits(layout(slug).game, layout(slug).body, 8, seed=1)


@pytest.mark.parametrize("slug", slugs())
def test_changes_have_no_errors_and_are_all_different(slug: str) -> None:
    game, body, found = layout(slug).game, layout(slug).body, some_edits(slug)
    assert len(found) == 8
    for edit in found:
        assert edit.body != body and edit.text
        assert all(problem.severity is not Severity.ERROR for problem in game.checks.check(edit.body))
    assert len({str(game.body.to_plain(edit.body)) for edit in found}) == 8
    assert found == candidate_edits(game, body, 8, seed=1)


def test_an_exchange_takes_nothing_away() -> None:
    opened = layout(SLUG)
    game, body = opened.game, opened.body
    exchanged = next(edit for edit in some_edits(SLUG) if "swapped" in edit.text)
    cells = range(game.body.grid(body).count)
    before, after = ([game.editing.pick(which, cell) for cell in cells] for which in (body, exchanged.body))
    assert sorted(before) == sorted(after)


def test_unevenness_is_the_widest_distance_from_a_fair_share() -> None:
    found = max_bias([600, 400], 1000)
    assert found.value == pytest.approx(0.1)
    assert 0.05 < found.low < 0.1 < found.high < 0.15
    assert max_bias([501, 499], 1000).low == 0.0
    assert max_bias([600, 400], 1000, comparisons=50).low < found.low


class Rigged(InProcessPool):
    """A pool with predetermined wins of the first seat, by the order of boards."""

    def __init__(self, rates: list[float]) -> None:
        super().__init__()
        self.rates = rates
        self.boards: dict[bytes, float] = {}
        self.of_key: dict[str, float] = {}
        self.played = 0

    def add_plan(self, key: str, plan: bytes) -> None:
        super().add_plan(key, plan)
        board = pickle.dumps(pickle.loads(plan).board)
        if board not in self.boards:
            self.boards[board] = self.rates[len(self.boards)]
        self.of_key[key] = self.boards[board]

    def receive(self, seconds: float) -> list[JobResult]:
        return [self._made(self._jobs.popleft())] if self._jobs else []

    def _made(self, job: Job) -> JobResult:
        rate = 1000 * self.of_key[job.key]
        found = []
        for index in range(job.first, job.last):
            self.played += 1
            winner = int(Rng(crc32(f"{job.key} {index}".encode())).below(1000) >= rate)
            found.append(Outcome((1 - winner, winner), (winner,), 1, 1))
        return JobResult(job, found, 0.01)


def improved(rates: list[float], tries: int) -> Improver:
    pool = Rigged(rates)
    search = SearchConfig(layout(SLUG), 2, {}, ("random", "random"), candidates=tries, confirm_matches=4000, seed=1)
    improver = Improver(search, pool)
    for _stage in improver.steps():
        pass
    return improver


def test_the_fair_one_wins_the_race_and_is_proved() -> None:
    rates = [0.65, 0.66, 0.7, 0.5, 0.64, 0.66, 0.65, 0.68, 0.69]
    improver = improved(rates, 8)
    assert improver.original is not None and len(improver.best) == MAX_PROPOSALS
    best = improver.best[0]
    assert best.change_text == some_edits(SLUG)[2].text
    assert is_fairer(best, improver.original) and not is_fairer(improver.best[-1], best)
    assert best.results.matches == improver.original.results.matches == 4000
    assert "fair" in improvement_text(best) and "not fair" in improvement_text(improver.original)
    assert best.opened.path is None and "Changed: " in best.opened.layout.notes
    assert playable_board(best.opened) is not None
    order = [improvement.bias.value for improvement in improver.best]
    assert order == sorted(order)


def test_nothing_is_better_where_all_are_alike() -> None:
    improver = improved([0.5] * 9, 8)
    assert improver.original is not None
    assert not any(is_fairer(one, improver.original) for one in improver.best)


def test_a_search_that_is_called_off_proposes_nothing() -> None:
    search = SearchConfig(layout(SLUG), 2, {}, ("random", "random"), candidates=8, seed=1)
    improver = Improver(search, Rigged([0.5] * 20))
    stages: Iterator[object] = improver.steps()
    next(stages)
    improver.cancel()
    assert list(stages) == [] and improver.best == [] and improver.original is None
