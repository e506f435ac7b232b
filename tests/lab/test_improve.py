"""Candidate changes without errors, their competition, and the confirmation of the best."""

from __future__ import annotations

import pickle
from bisect import bisect
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from random import Random
from typing import Any
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
    bias_reduction,
    candidate_edits,
    improvement_text,
    is_fairer,
    max_bias,
)
from studio.lab.jobs import Job, JobResult, Outcome
from studio.lab.statistics import z_score
from studio.lab.worker_pool import InProcessPool
from studio.services.loading import LoadedLayout, load_layout, playable_board

pytestmark = pytest.mark.usefixtures("data_folder")  # searches write checkpoints

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


@pytest.mark.parametrize("slug", slugs())
def test_values_of_the_form_are_changed_by_one_step(slug: str) -> None:
    game, body = layout(slug).game, layout(slug).body
    edits = [edit for edit in some_edits(slug) if " instead of " in edit.text]
    assert edits

    def values(which: Any) -> dict[str, object]:
        fields = [field for section in game.editing.form(which, -1) for field in section.fields]
        return {field.key: field.value for field in fields if field.kind in ("int", "choice")}

    before = values(body)
    for edit in edits:
        after = values(edit.body)
        changed = {key for key in before.keys() & after.keys() if before[key] != after[key]}
        assert changed, edit.text
        numbers = [(before[key], after[key]) for key in changed if isinstance(before[key], int)]
        assert all(abs(int(str(one)) - int(str(other))) == 1 for one, other in numbers)


def test_a_board_without_two_different_spaces_has_candidates() -> None:
    """The base map of Entdecker is blank, and no two of its border edges can be swapped."""
    opened = load_layout(shipped_layouts("entdecker")[0])
    found = candidate_edits(opened.game, opened.body, 6, seed=1)
    assert len(found) == 6 and all(" instead of " in edit.text for edit in found)


FIRST, SECOND = (1.0, 0.0), (0.0, 1.0)


def test_the_gain_of_a_cure_is_what_its_worst_seat_has_lost() -> None:
    """Of 1,000 matches seat 0 wins 600 and then 510: the deviation falls from 10 to 1 %."""
    before = [FIRST] * 600 + [SECOND] * 400
    after = [FIRST] * 510 + [SECOND] * 490
    value, low = bias_reduction(before, after, 0, 1, 1.645)
    assert value == pytest.approx(0.09) and 0 < low < 0.09
    # seat 1 as the one that wins too little is the same finding
    assert bias_reduction(before, after, 1, -1, 1.645) == pytest.approx((value, low))
    # 90 of 1,000 pairs are lost, none gained; against the other seat 690 gained or lost
    assert low < 0.09 - 1.645 * (0.09 * 0.91 / 1000) ** 0.5 + 0.002


def test_the_same_deviation_of_another_seat_is_no_gain() -> None:
    before = [FIRST] * 600 + [SECOND] * 400
    for after in (before, [SECOND] * 600 + [FIRST] * 400, [SECOND] * 800 + [FIRST] * 200):
        value, low = bias_reduction(before, after, 0, 1, 1.645)
        assert value <= 0 and low < 0


def test_failed_matches_are_left_out_of_the_pairs() -> None:
    before = [FIRST] * 600 + [SECOND] * 400
    after = [FIRST] * 510 + [SECOND] * 490
    assert bias_reduction([*before, ()], [*after, FIRST], 0, 1, 1.645) == bias_reduction(before, after, 0, 1, 1.645)
    assert bias_reduction([()], [FIRST], 0, 1, 1.645) == (0.0, float("-inf"))


def claims(before: list[float], after: list[float], shared: float, proofs: int) -> int:
    """In how many proofs with 2,000 pairs of matches a gain is claimed; so large a part of the luck is shared."""
    lot, found = Random(f"{before} {after} {shared}"), 0
    seats = range(len(before))
    won = [tuple(float(seat == winner) for seat in seats) for winner in seats]
    seat = max(seats, key=lambda place: abs(before[place] - 1 / len(before)))
    for _proof in range(proofs):
        pairs = []
        for _match in range(2_000):
            luck = lot.random()
            other = luck if lot.random() < shared else lot.random()
            winners = (bisect(list(accumulate(rates))[:-1], point) for rates, point in ((before, luck), (after, other)))
            pairs.append([won[winner] for winner in winners])
        first, second = [one for one, _other in pairs], [other for _one, other in pairs]
        found += bias_reduction(first, second, seat, 1, z_score(0.9))[1] > 0
    return found


@pytest.mark.long
@pytest.mark.parametrize("shared", [0.0, 0.3, 0.5])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_cure_of_five_per_cent_is_recognised(seats: int, shared: float) -> None:
    """The target is four of five proofs, less three standard errors of 200."""
    uneven = [1 / seats + 0.05, *[1 / seats - 0.05 / (seats - 1)] * (seats - 1)]
    assert claims(uneven, [1 / seats] * seats, shared, 200) > 200 * 0.8 - 3 * (200 * 0.8 * 0.2) ** 0.5


@pytest.mark.long
@pytest.mark.parametrize("shared", [0.0, 0.5])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_board_as_uneven_as_before_is_seldom_called_fairer(seats: int, shared: float) -> None:
    """About five in a hundred (the bound is approximate: 5.7 % of 4,000), plus three standard errors of 1,000.

    The same seat or another one is favoured.
    """
    uneven = [1 / seats + 0.05, *[1 / seats - 0.05 / (seats - 1)] * (seats - 1)]
    for after in (uneven, [*uneven[1:], uneven[0]]):
        assert claims(uneven, after, shared, 1_000) < 1_000 * 0.057 + 3 * (1_000 * 0.057 * 0.943) ** 0.5


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
    search = SearchConfig(layout(SLUG), 2, {}, ("random", "random"), candidates=tries, confirm_matches=8000, seed=1)
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
    assert is_fairer(best) and 0.10 < best.gain < 0.15 and not is_fairer(improver.original)
    assert best.results.matches == improver.original.results.matches == 8000
    assert "fair" in improvement_text(best) and "not fair" in improvement_text(improver.original)
    assert best.opened.path is None and "Changed: " in best.opened.layout.notes
    assert playable_board(best.opened) is not None
    order = [improvement.bias.value for improvement in improver.best]
    assert order == sorted(order)


def test_nothing_is_better_where_all_are_alike() -> None:
    improver = improved([0.5] * 9, 8)
    assert improver.original is not None
    assert not any(is_fairer(one) for one in improver.best)


def test_a_search_that_is_called_off_proposes_nothing() -> None:
    search = SearchConfig(layout(SLUG), 2, {}, ("random", "random"), candidates=8, seed=1)
    improver = Improver(search, Rigged([0.5] * 20))
    stages: Iterator[object] = improver.steps()
    next(stages)
    improver.cancel()
    assert list(stages) == [] and improver.best == [] and improver.original is None
