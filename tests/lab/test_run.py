"""Experiments: the same results for any number of workers, stop rules, lost workers, error rates, lists of matches."""

from __future__ import annotations

import errno
import os
import pickle
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from multiprocessing import active_children, connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import msgspec
import pytest

from studio.core import defaults
from studio.core.game import CHANCE, OVER, Action, Json, Options
from studio.core.match import Match
from studio.core.plugin import Game
from studio.core.protocols import TURNS, MatchStats
from studio.core.rng import Rng
from studio.games import load, slugs
from studio.lab import jobs, results as listing_module, worker_pool
from studio.lab.jobs import (
    CustomStatsError,
    Failure,
    Job,
    MatchLog,
    MatchTooLong,
    Outcome,
    Plan,
    StatsSource,
    bot_seed,
    bots_by_seat,
    check_bots,
    make_bots,
    match_seed,
    opening_bot,
    play_match,
    play_one,
    play_with_log,
    seat_orders,
)
from studio.lab.results import WIN_PARTS, MatchList, MatchRow
from studio.lab.run import Experiment, Phase, Run, Side, layout_hash, prepare_experiment
from studio.lab.statistics import Decided, Matches, Stop, Width
from studio.lab.verdict import Verdict, fairness
from studio.lab.worker_pool import (
    MAX_DEATHS_IN_ROW,
    InProcessPool,
    NoWorkersError,
    ProcessPool,
    WorkerPool,
    default_workers,
)
from studio.services.loading import replay_record
from tests.lab.tables import Stumped, experiment, report_of, side, stable_report
from tests.toy import toy_game


@pytest.mark.parametrize("workers", [2, pytest.param(4, marks=pytest.mark.long)])
def test_the_report_does_not_depend_on_the_number_of_workers(workers: int) -> None:
    alone = report_of(experiment(30))
    assert report_of(experiment(30, workers=workers)) == alone
    assert alone["matches"] == 30
    assert report_of(experiment(30, seed=6))["sides"] != alone["sides"]


@pytest.mark.long
@pytest.mark.parametrize("stop", [Width(0.08), Decided(0.15)])
@pytest.mark.parametrize("workers", [2, 4])
def test_a_stop_rule_ends_at_the_same_match_for_any_number_of_workers(stop: Width | Decided, workers: int) -> None:
    alone = report_of(experiment(stop=stop))
    assert report_of(experiment(stop=stop, workers=workers)) == alone
    assert 100 <= alone["matches"] < 2000


def test_one_pool_serves_one_run_after_another() -> None:
    pool = ProcessPool(2)
    try:
        first, second = Run(experiment(8), pool), Run(experiment(8, slug=slugs()[1]), pool)
        assert (first.finish().matches, second.finish().matches) == (8, 8)
        assert stable_report(first) == report_of(experiment(8))
        assert stable_report(second) == report_of(experiment(8, slug=slugs()[1]))
        assert len(pool._workers) <= 2 and pool.lost_workers == 0
    finally:
        pool.close()


@pytest.mark.parametrize("plies", [0, 7])
def test_a_match_of_a_plan_can_be_played_alone(plies: int) -> None:
    plan = experiment(4, bots=("greedy", "random"), opening_plies=plies).plan(0)
    seed = match_seed(plan, 3)
    game = load(plan.slug)
    match = Match(game, plan.board, 2, plan.options, seed)
    bots, opening = make_bots([plan.bots[bot] for bot in bots_by_seat(plan, 3)], seed), opening_bot(seed)
    while not match.is_over:
        bot = bots[match.state.to_move] if len(match.decisions()) >= plies else opening
        match.play(bot.choose(game, match.state, match.state.to_move))
    outcome = play_one(plan, 3)
    assert isinstance(outcome, Outcome)
    assert outcome.points == tuple(match.state.scores())
    assert outcome.decisions == len(match.decisions())


def test_every_bot_plays_every_seat_equally_often() -> None:
    what = experiment(8, seats=4, bots=("greedy", "random", "random", "random"))
    assert [bots_by_seat(what.plan(0), index) for index in range(2)] == [(0, 1, 2, 3), (1, 2, 3, 0)]
    assert bots_by_seat(replace(what, rotate=False).plan(0), 1) == (0, 1, 2, 3)


@pytest.mark.parametrize(("seats", "orders"), [(1, 1), (2, 2), (3, 6), (4, 24), (5, 10), (6, 6), (7, 14), (12, 12)])
def test_orders_of_bots_are_balanced_for_seats_and_neighbours(seats: int, orders: int) -> None:
    found = seat_orders(seats)
    assert len(set(found)) == len(found) == orders and found[0] == tuple(range(seats))
    assert all(sorted(order) == list(range(seats)) for order in found)
    neighbours = Counter(pair for order in found for pair in pairwise(order))
    assert len(neighbours) == seats * (seats - 1) and len(set(neighbours.values())) <= 1
    for first in range(0, orders, seats):
        block = found[first : first + seats]
        assert all(len({order[seat] for order in block}) == seats for seat in range(seats)), "a Latin square"


def test_bots_go_round_and_their_wins_go_with_them() -> None:
    run = Run(experiment(12, slug=slugs()[1], seats=3, bots=("greedy", "random", "random")))
    run.finish()
    results = run.results[0]
    counts = {name: [sample.count for sample in row] for name, row in results.bot_seat_wins.items()}
    assert counts == {"greedy": [4, 4, 4], "random": [8, 8, 8]}
    assert sum(sample.total for sample in results.bot_wins.values()) == 12 * WIN_PARTS
    greedy = results.bot_interval("greedy")
    assert greedy.value > 0.6 and greedy.contains(greedy.value)


def test_two_sides_are_played_with_the_same_draws() -> None:
    one = experiment(10)
    same = Run(replace(one, sides=one.sides * 2))
    same.finish()
    assert same.paired is not None
    assert [sample.counts for sample in same.paired.wins] == [{0: 10}, {0: 10}]
    other = replace(one, sides=(one.sides[0], side(number=1)))
    report = report_of(other)
    assert report["difference"]["pairs"] == 10
    assert report["sides"][0] == report_of(one)["sides"][0]
    assert report["sides"][0]["hash"] != report["sides"][1]["hash"]
    assert report_of(replace(other, workers=2)) == report


def test_a_run_pauses_goes_on_and_is_cancelled() -> None:
    run = Run(experiment(500))
    phases, held = [], 500
    for progress in run.steps(0.0):
        phases.append(progress.phase)
        if len(phases) == 3:
            run.pause()
        if progress.phase is Phase.PAUSED:
            held = progress.matches
            run.resume()
        if progress.matches > held + 40:
            run.cancel()
    assert Phase.PAUSED in phases and phases[-1] is Phase.STOPPED
    report = stable_report(run)
    assert held < report["matches"] < 500 and report["state"] == "stopped"
    assert sum(seat["wins"] for seat in report["sides"][0]["seats"]) == pytest.approx(report["matches"])
    whole = report_of(experiment(report["matches"]))  # what is kept is what comes first
    assert whole["sides"] == report["sides"]


def test_progress_estimates_the_remaining_time() -> None:
    run = Run(experiment(40))
    seen = [progress for progress in run.steps(0.0) if progress.phase is Phase.RUNNING and progress.matches]
    assert seen and all(progress.estimated_matches == 40 and progress.seconds_left is not None for progress in seen)
    last = run.progress()
    assert (last.phase, last.matches, last.failures, last.workers) == (Phase.FINISHED, 40, 0, 1)


class Broken(InProcessPool):
    """A pool in which some matches fail."""

    def receive(self, seconds: float) -> list[jobs.JobResult]:
        return [
            result._replace(
                outcomes=[
                    Failure(index, "ValueError: odd") if index % 5 == 2 else outcome
                    for index, outcome in enumerate(result.outcomes, result.job.first)
                ]
            )
            for result in super().receive(seconds)
        ]


def test_a_match_that_fails_counts_nowhere_and_ends_nothing() -> None:
    run = Run(experiment(10), Broken())
    assert run.finish().failures == 2
    report = stable_report(run)
    assert (report["state"], report["matches"]) == ("finished", 8)
    assert report["sides"][0]["failures"][0] == {"match": 2, "reason": "ValueError: odd"}


def test_a_failed_match_is_reported_with_its_record(monkeypatch: pytest.MonkeyPatch) -> None:
    what = experiment(1)

    monkeypatch.setattr("studio.lab.jobs.make_bots", lambda bots, seed: [Stumped(15) for _bot in bots])
    failure = play_one(what.plan(0), 0)
    assert isinstance(failure, Failure)
    assert failure.reason == "RuntimeError: no idea"
    match = replay_record(what.record(0, *failure.record_parts(), ("Ada", "Bento")))
    assert 15 <= len(match.decisions()) <= 30 and not match.is_over


def test_a_match_without_an_end_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.lab.jobs.MAX_DECISIONS", 20)
    plan = experiment().plan(0)
    with pytest.raises(MatchTooLong, match="has not ended after 20 decisions"):
        play_match(load(plan.slug), plan.board, 2, plan.options, make_bots(plan.bots, 1), 1)


@pytest.mark.long
def test_a_worker_that_dies_loses_no_match_and_counts_none_twice() -> None:
    pool = ProcessPool(2)
    run = Run(experiment(300), pool)
    killed = 0
    for progress in run.steps(0.0):
        if progress.matches > 40 * (killed + 1) and killed < 2:
            pid = pool._workers[0].process.pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            killed += 1
    pool.close()
    assert killed == 2 and run.progress().lost_workers == 2
    assert stable_report(run) == report_of(experiment(300))


class Grave:
    """Kills the worker that unpickles it."""

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return os._exit, (9,)


@pytest.mark.long
def test_matches_that_kill_every_worker_are_given_up() -> None:
    pool: WorkerPool = ProcessPool(1)
    pool.add_plan("grave", pickle.dumps(Grave()))
    pool.submit(Job("grave", 0, 2))
    received: list[jobs.JobResult] = []
    while len(received) < 2:
        received += pool.receive(5.0)
    pool.close()
    failures = [outcome for result in received for outcome in result.outcomes]
    assert [failure.match for failure in failures if isinstance(failure, Failure)] == [0, 1]
    assert pool.lost_workers == 6  # twice both together, twice each alone


def _stillborn(pipe: connection.Connection) -> None:
    os._exit(3)


@pytest.mark.long
def test_failed_worker_starts_are_reported_and_no_match_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.lab.worker_pool._worker_loop", _stillborn)
    run = Run(experiment(300, workers=2))
    with pytest.raises(NoWorkersError, match="no worker could be started: each one stops immediately"):
        run.finish()
    progress = run.progress()
    assert (progress.matches, progress.failures, progress.lost_workers) == (0, 0, MAX_DEATHS_IN_ROW)
    assert progress.phase is Phase.LOST, "not stopped by the user"


@pytest.mark.long
def test_a_plan_that_kills_every_worker_is_given_up_after_a_few() -> None:
    pool: WorkerPool = ProcessPool(1)
    pool.add_plan("grave", pickle.dumps(Grave()))
    pool.submit(Job("grave", 0, 100))
    with pytest.raises(NoWorkersError, match="keep stopping without an error message"):
        for _again in range(1000):
            pool.receive(5.0)
    pool.close()
    assert pool.lost_workers == MAX_DEATHS_IN_ROW


def test_a_machine_that_starts_no_process_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(process: BaseProcess) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", refuse)
    run = Run(experiment(300, workers=2))
    with pytest.raises(NoWorkersError, match="no worker could be started: Resource temporarily unavailable"):
        run.finish()
    assert run.phase is Phase.LOST


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no signal can wait here")
@pytest.mark.usefixtures("at_a_terminal")
def test_ctrl_c_while_a_worker_starts_waits_and_is_for_this_process_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    start = BaseProcess.start

    def called(process: BaseProcess) -> None:
        signal.raise_signal(signal.SIGINT)
        start(process)

    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", called)
    plan = experiment(4).plan(0)
    pool = ProcessPool(1)
    pool.add_plan("plan", pickle.dumps(plan))
    try:
        with pytest.raises(KeyboardInterrupt):
            pool.submit(Job("plan", 0, 2))
        for child in active_children():
            assert child.pid is not None
            os.kill(child.pid, signal.SIGINT)
        received: list[jobs.JobResult] = []
        while not received:
            received = pool.receive(5.0)
        assert (len(received[0].outcomes), pool.lost_workers) == (2, 0)
    finally:
        pool.close()


def test_on_windows_a_worker_starts_deaf_to_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no signal masks: what the process ignores while it starts another, that one ignores for good."""
    ignored: list[bool] = []

    class Kernel:
        @staticmethod
        def SetConsoleCtrlHandler(handler: None, add: bool) -> None:
            assert handler is None
            ignored.append(add)

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr("ctypes.windll", SimpleNamespace(kernel32=Kernel), raising=False)
    with pytest.raises(OSError, match="no process"), worker_pool.sigint_blocked():
        assert ignored == [True]
        raise OSError("no process")
    assert ignored == [True, False]


def test_experiments_that_make_no_sense_are_rejected() -> None:
    it = side()
    with pytest.raises(ValueError, match="only layouts of the same game"):
        prepare_experiment(Experiment((it, side(slugs()[1])), 2, ("random",)))
    with pytest.raises(ValueError, match="one layout, or two"):
        prepare_experiment(Experiment((), 2, ("random",)))
    with pytest.raises(ValueError, match="3 bots for 2 seats"):
        prepare_experiment(Experiment((it,), 2, ("random",) * 3))
    with pytest.raises(CustomStatsError, match=r"mine\.py: the class Tally is missing"):
        prepare_experiment(Experiment((it,), 2, ("random",), tallies=(StatsSource("mine.py", ""),)))


def test_a_hash_knows_the_board_and_not_its_name() -> None:
    layout = side().layout
    assert layout_hash(layout) == side().hash and len(side().hash) == 12
    assert layout_hash(msgspec.structs.replace(layout, name="Other", notes="…")) == side().hash
    assert layout_hash(msgspec.structs.replace(layout, body={**layout.body, "stacks": 99})) != side().hash


def test_bots_are_named_one_per_seat_or_one_for_all() -> None:
    assert check_bots(["greedy"], 3) == ("greedy",) * 3
    assert check_bots(["greedy", "random"], 2) == ("greedy", "random")
    with pytest.raises(ValueError, match="2 bots for 3 seats"):
        check_bots(["greedy", "random"], 3)
    with pytest.raises(ValueError, match='unknown bot "clever"'):
        check_bots(["clever"], 2)


def test_every_bot_has_its_own_seed() -> None:
    assert len({bot_seed(seed, seat) for seed in range(50) for seat in range(6)}) == 300
    assert default_workers() >= 1


def test_a_log_is_recorded_on_request() -> None:
    plan = experiment().plan(0)
    game, log = load(plan.slug), MatchLog()
    played = play_match(game, plan.board, 2, plan.options, make_bots(plan.bots, 1), 1, log=log)
    assert len(log.moves) == played.decisions
    assert sum(len(drawn) for _action, drawn in log.moves) + len(log.opening) == played.draws
    quick = play_match(game, plan.board, 2, plan.options, make_bots(plan.bots, 1), 1)
    assert (quick.decisions, quick.draws, quick.state.dump()) == (played.decisions, played.draws, played.state.dump())


@pytest.mark.parametrize("slug", slugs())
def test_a_worker_loads_neither_graphs_nor_documents_nor_windows(slug: str, tmp_path: Path) -> None:
    """A worker gets the built board and the plan; what it imports to play counts in every worker's start."""
    sent = tmp_path / "plan"
    sent.write_bytes(pickle.dumps(experiment(slug=slug).plan(0)))  # as a pool sends it
    code = """
import sys
from pathlib import Path
from studio.lab.worker_pool import Job, run_job
print(len(run_job(Job("x", 0, 3), Path(sys.argv[1]).read_bytes()).outcomes))
heavy = {name.split(".")[0] for name in sys.modules}
print(sorted(heavy & {"networkx", "msgspec", "PySide6", "shiboken6", "pysat", "platformdirs", "qtawesome", "numpy"}))
print(sorted(name for name in sys.modules if name.startswith(("studio.documents", "studio.validation", "studio.gui"))))
"""
    done = subprocess.run([sys.executable, "-c", code, str(sent)], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n") == ["3", "[]", "[]", ""]


def test_a_plan_travels() -> None:
    plan = experiment().plan(0)
    again = pickle.loads(pickle.dumps(plan))
    assert isinstance(again, Plan)
    assert play_one(again, 1) == play_one(plan, 1)
    assert Matches().count == 1000


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


REPETITIONS = 200
SEATS = 3


class Draw:
    """One draw decides the winner; `favour` per mille are added to the share of seat 0."""

    def __init__(self, favour: int) -> None:
        self.favour, self.to_move, self.winner = favour, CHANCE, -1

    def draw(self, rng: Rng) -> Action:
        return (rng.below(3000),)

    def purpose(self) -> tuple[int, ...]:
        return ()

    def apply(self, action: Action) -> None:
        first = 1000 + 3 * self.favour
        self.winner = 0 if action[0] < first else 1 + (action[0] - first) % 2
        self.to_move = OVER

    def scores(self) -> list[int]:
        return [int(seat == self.winner) for seat in range(SEATS)]

    def winners(self) -> list[int]:
        return [self.winner]

    def clone(self) -> Self:
        raise AssertionError("it is never copied")

    def dump(self) -> Json:
        return self.winner


class Lot:
    """The rules and the statistics of the toy; its board is the favour."""

    new_collector = staticmethod(defaults.new_collector)

    def start(self, board: int, seats: int, options: Options, rules: str = "") -> Draw:
        return Draw(board)

    def evaluate(self, state: Draw, seat: int) -> float:
        return 0.0


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
    """The number of errors, and the most that a rate of 5 % gives with a probability of 99.9 %."""
    count = len(wrong)
    return sum(wrong), 0.05 * count + 3.1 * (count * 0.05 * 0.95) ** 0.5


@pytest.mark.parametrize(("favour", "verdict"), [(0, Verdict.FAIR), (80, Verdict.UNFAIR)])
def test_a_run_ends_with_the_right_verdict(toy: Game, favour: int, verdict: Verdict) -> None:
    found = run(favour, Decided(0.06), seed=1)
    assert fairness(found.results[0].win_rates, 0.06).verdict is verdict
    assert found.progress().matches < 20_000


@pytest.mark.long
@pytest.mark.parametrize(("favour", "margin", "wrong"), [(0, 0.03, Verdict.UNFAIR), (60, 0.03, Verdict.FAIR)])
def test_the_verdicts_of_runs_are_seldom_wrong(toy: Game, favour: int, margin: float, wrong: Verdict) -> None:
    runs = [run(favour, Decided(margin, most=2000), seed) for seed in range(REPETITIONS)]
    count, most = errors([fairness(found.results[0].win_rates, margin).verdict is wrong for found in runs])
    assert count <= most
    covered = [found.results[0].win_rates[0].interval.contains(1 / 3 + favour / 1000) for found in runs]
    assert sum(covered) >= 0.95 * REPETITIONS - 3.1 * (0.05 * 0.95 * REPETITIONS) ** 0.5
