"""The matches of a run one by one: what is remembered of them, and that each can be played again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from studio.core.protocols import TURNS, MatchStats
from studio.lab import results as listing_module
from studio.lab.jobs import Failure, MatchLog, Outcome, play_with_log
from studio.lab.results import MatchList, MatchRow
from studio.lab.run import Experiment, Run
from studio.lab.statistics import Matches
from studio.lab.worker_pool import InProcessPool
from studio.services.loading import replay_record
from tests.lab.tables import side


def outcome(points: int) -> Outcome:
    return Outcome((points, 0), (0,), 9, 2, MatchStats({TURNS: [7]}, ending="home"))


@pytest.mark.long
def test_a_run_lists_every_match_of_every_side_and_each_can_be_played_again() -> None:
    one, other = side(seats=3), side(seats=3, number=1)
    run = Run(Experiment((one, other), 3, ("random", "random", "greedy"), stop=Matches(3), seed=4), InProcessPool())
    run.finish()
    assert [(line.match, line.side) for line in run.match_list.rows] == [(m, s) for m in range(3) for s in range(2)]
    assert [sum(line.points[seat] for line in run.match_list.rows if line.side == 0) for seat in range(3)] == [
        run.results[0].points[seat].total for seat in range(3)
    ]
    for line in run.match_list.rows[2:4]:
        log = MatchLog()
        state = play_with_log(run.experiment.plan(line.side), line.match, log).state
        assert (tuple(state.scores()), tuple(state.winners())) == (line.points, line.winners)
        record = run.experiment.record(line.side, line.match, *log.to_tuples(), ("Ada", "Bento", "Cleo"))
        assert [seat.kind for seat in record.seats] == ["random", "greedy", "random"], "the bots have gone on by a seat"
        assert tuple(replay_record(record).state.scores()) == line.points


def test_of_many_matches_the_first_are_remembered_and_all_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing_module, "MAX_LISTED", 3)
    listing, failure = MatchList(), Failure(4, "ValueError: the rules were wrong")
    made: list[Callable[[], Outcome | Failure]] = [lambda: outcome(5)] * 4 + [lambda: failure, lambda: outcome(6)]
    for match, make in enumerate(made):
        listing.add(match, [make()])
        assert listing.is_complete == (match < 3)
    assert listing.matches == 6
    assert listing.rows == [
        *(MatchRow(match, 0, (5, 0), (0,), 7, "home") for match in range(3)),
        MatchRow(4, 0, failure=failure),
    ]
