"""Experiments, and their execution: jobs of about equal duration, results in order, progress, pause and cancel.

Results depend on the experiment alone: matches are counted by number, and the first one that satisfies the stop rule is
the last that counts, whichever worker played it.
"""

from __future__ import annotations

import hashlib
import json
import pickle
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import Enum
from itertools import count
from threading import Event
from time import perf_counter
from typing import NamedTuple

from studio.bots import OPENING_PLIES, check_actions
from studio.core.game import Action, Board, Options
from studio.core.grid import Grid
from studio.core.text import _
from studio.documents.store import Entry, Layout, Record, SeatEntry
from studio.games import load
from studio.lab import jobs
from studio.lab.results import MatchList, Paired, Results
from studio.lab.statistics import MAX_MATCHES, Decided, Matches, Stop
from studio.lab.verdict import estimated_matches, expected_widths, is_enough, require_equal_bots
from studio.lab.worker_pool import (
    JOBS_PER_WORKER,
    InProcessPool,
    NoWorkersError,
    ProcessPool,
    WorkerPool,
    default_workers,
)
from studio.services.loading import LoadedLayout, start_match, to_layout

# Experiments as data.


@dataclass(frozen=True, slots=True)
class Side:
    """A layout with options: one of the one or two sides of an experiment."""

    name: str
    slug: str
    board: Board
    options: Options
    layout: Layout
    grid: Grid
    hash: str  # twelve hexadecimal digits that identify the board


def make_side(opened: LoadedLayout, seats: int, options: Options | None = None) -> Side:
    """A layout as a side of an experiment. Raises `LayoutNotPlayable` and `IllegalAction`, as `start_match` does."""
    match = start_match(opened, seats, options)
    layout, grid = to_layout(opened), opened.game.body.grid(opened.body)
    return Side(layout.name, opened.game.info.slug, match.board, match.options, layout, grid, layout_hash(layout))


def layout_hash(layout: Layout) -> str:
    """Twelve hexadecimal digits, the same for the same game and body."""
    plain = json.dumps([layout.game, layout.body], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(plain.encode("ascii")).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Experiment:
    """What to play: one side, or two that are compared match by match with the same random draws.

    `bots` has a name per seat. With `rotate` every bot plays every seat equally often. `workers`: processes, 0 for one
    per core. `scheduler`: address of a cluster, "" for this machine. Neither changes the results. `opening_plies`:
    random decisions at the start of each match; None for none with equal bots, and `OPENING_PLIES` with different ones.
    `target_length`: with how many rounds (turns in games without rounds) reports compare the length; 0 for none.
    """

    sides: tuple[Side, ...]
    seats: int
    bots: tuple[str, ...]
    rotate: bool = True
    stop: Stop = field(default_factory=Matches)
    seed: int = 0
    tallies: tuple[jobs.StatsSource, ...] = ()
    workers: int = 0
    scheduler: str = ""
    opening_plies: int | None = None
    target_length: int = 0

    def plan(self, side: int) -> jobs.Plan:
        it, plies = self.sides[side], self.opening_plies or 0
        return jobs.Plan(
            it.slug, it.board, self.seats, it.options, self.bots, self.seed, self.rotate, self.tallies, plies
        )

    def record(
        self, side: int, match: int, opening: tuple[Action, ...], log: tuple[Entry, ...], names: Sequence[str]
    ) -> Record:
        """The record of one match of a side as far as it was logged."""
        plan = self.plan(side)
        bots = [plan.bots[bot] for bot in jobs.bots_by_seat(plan, match)]
        return Record(
            layout=self.sides[side].layout,
            seats=tuple(SeatEntry(name, bot) for name, bot in zip(names, bots, strict=False)),
            options=dict(plan.options),
            rules=load(plan.slug).rules_date,
            opening=opening,
            log=log,
        )


def prepare_experiment(experiment: Experiment) -> Experiment:
    """The experiment with a bot per seat. Raises `ValueError` or `CustomStatsError` if it cannot be carried out."""
    if not 1 <= len(experiment.sides) <= 2:
        raise ValueError(_("an experiment needs one layout, or two to compare"))
    if len({side.slug for side in experiment.sides}) > 1:
        raise ValueError(_("only layouts of the same game can be compared"))
    for source in experiment.tallies:
        jobs.CustomStats(source)
    bots = jobs.check_bots(experiment.bots, experiment.seats)
    check_actions(load(experiment.sides[0].slug), bots)
    if isinstance(experiment.stop, Decided):
        require_equal_bots(bots)
    plies = experiment.opening_plies
    if plies is None:
        plies = OPENING_PLIES if len(set(bots)) > 1 else 0
    found = replace(experiment, bots=bots, opening_plies=plies)
    return replace(found, stop=whole_blocks(found.stop, found.plan(0).block_size))


def whole_blocks(stop: Stop, size: int) -> Stop:
    """The stop rule with its number of matches rounded up to whole blocks."""
    if isinstance(stop, Matches):
        return replace(stop, count=min(-(-stop.count // size), MAX_MATCHES // size) * size)
    return replace(stop, most=min(-(-stop.most // size), MAX_MATCHES // size) * size)


# Execution.

JOB_SECONDS = 0.25  # intended duration of a job: long enough for little overhead, short enough to cancel quickly
MAX_JOB_GROWTH = 4  # a job has at most so many times the matches of the one before
MAX_AHEAD = 50_000  # matches that may be played ahead of the one waited for

_runs = count(1)


def make_pool(workers: int = 0, scheduler: str = "", *, isolated: bool = False) -> WorkerPool:
    """A pool of so many workers (0: one per core), or that of a cluster. Raises `NoWorkersError`.

    A single worker runs in this process unless `isolated`, since it would block a window.
    """
    if scheduler:
        from studio.lab.worker_pool import ClusterPool

        return ClusterPool(scheduler)
    count = workers or default_workers()
    return ProcessPool(count) if count > 1 or isolated else InProcessPool()


class Phase(Enum):
    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    STOPPED = "stopped"  # cancelled; what was played is kept
    LOST = "lost"  # no workers left; what was played is kept
    FAULTY = "faulty"  # a `--stats` file failed; what was played is kept


PHASE_BY_ERROR: dict[type[BaseException], Phase] = {NoWorkersError: Phase.LOST, jobs.CustomStatsError: Phase.FAULTY}
"""The phase after an exception; after any other the run was stopped by the user."""


class Progress(NamedTuple):
    phase: Phase
    matches: int  # counted matches of each side
    estimated_matches: int | None  # about how many will be enough; None if unknown
    half_width: float  # half width of the widest interval of a seat on the first side
    seconds: float  # time at work without pauses
    seconds_left: float | None
    workers: int
    lost_workers: int  # workers that died and were replaced
    failures: int
    expected: Sequence[tuple[int, float]] = ()  # matches and half widths from now to the estimated end

    @property
    def rate(self) -> float:
        """Matches of each side per second."""
        return self.matches / self.seconds if self.seconds > 0 else 0.0


class RunState(NamedTuple):
    """What a run has counted; `seconds` are those at work without pauses, `started` identifies the run."""

    results: list[Results]
    paired: Paired | None
    match_list: MatchList
    seconds: float
    started: str

    @property
    def matches(self) -> int:
        return self.match_list.matches


class Run:
    """One run of an experiment. `steps` does the work; everything else may be called from any thread.

    `results` (one per side) and `paired` (of two sides) change during `steps`: read them between two steps. Any thread
    may read `match_list`.
    """

    def __init__(self, experiment: Experiment, pool: WorkerPool | None = None, *, isolated: bool = False) -> None:
        """Without a shared `pool` the run makes its own and closes it. Raises `NoWorkersError`."""
        self.experiment = experiment
        self.results = [Results(experiment.seats, experiment.bots) for _side in experiment.sides]
        self.paired = Paired(experiment.seats) if len(experiment.sides) == 2 else None
        self.match_list = MatchList()
        self.on_match: Callable[[int, Sequence[jobs.Outcome | jobs.Failure]], None] | None = None
        """Called with the number of each match and its outcome on each side, in order."""
        self.started = datetime.now(UTC).isoformat(timespec="microseconds")  # identifies the run
        self.phase = Phase.READY
        self._is_shared_pool = pool is not None
        self._pool = pool or make_pool(experiment.workers, experiment.scheduler, isolated=isolated)
        self.seconds = 0.0
        self._cancelled = Event()
        self._unpaused = Event()
        self._unpaused.set()

    @property
    def state(self) -> RunState:
        """What was counted so far; it changes with the run."""
        return RunState(self.results, self.paired, self.match_list, self.seconds, self.started)

    def restore(self, state: RunState) -> None:
        """Continue from this state of a run of the same matches. Call it before `steps`."""
        assert self.phase is Phase.READY, "before the first match"
        self.results, self.paired, self.match_list, self.seconds, self.started = state

    def pause(self) -> None:
        """Submit no more jobs until `resume`; running ones are finished."""
        self._unpaused.clear()

    def resume(self) -> None:
        self._unpaused.set()

    def cancel(self) -> None:
        """Stop; what was played is kept."""
        self._cancelled.set()
        self._unpaused.set()

    def progress(self) -> Progress:
        needed = [estimated_matches(self.experiment.stop, results.win_rates) for results in self.results]
        about = None if None in needed else max(count for count in needed if count is not None)
        left = None
        if self.phase is Phase.RUNNING and about is not None and self.match_list.matches:
            left = max(0.0, about - self.match_list.matches) * self.seconds / self.match_list.matches
        failures = sum(len(results.failures) for results in self.results)
        matches, pool = self.match_list.matches, self._pool
        expected = expected_widths(self.results[0].win_rates, about or matches)
        numbers = matches, about, expected[0][1], self.seconds, left, pool.size, pool.lost_workers, failures
        return Progress(self.phase, *numbers, expected)

    def steps(self, every: float = 0.5) -> Generator[Progress, None, None]:
        """Do the work and report progress about every so many seconds and at the end.

        However it ends, what was played is kept and an own pool is closed. Raises `CustomStatsError` and
        `NoWorkersError`.
        """
        assert self.phase is Phase.READY, "a run is carried out once"
        self.phase = Phase.RUNNING
        try:
            yield from self._work(every)
            if self.phase is not Phase.FINISHED:
                self.phase = Phase.STOPPED
        except BaseException as problem:
            self.phase = PHASE_BY_ERROR.get(type(problem), Phase.STOPPED)
            raise
        finally:
            self._pool.discard_jobs()
            if not self._is_shared_pool:
                self._pool.close()
        yield self.progress()

    def finish(self) -> Progress:
        """Do all the work without progress reports."""
        for progress in self.steps(60.0):
            last = progress
        return last

    def _work(self, every: float) -> Iterator[Progress]:
        scheduler = _JobScheduler(self.experiment, self._pool, self.match_list.matches)
        if self.match_list.matches and self._is_enough():  # a finished run that continues
            scheduler.stop()
        shown = last = perf_counter()
        while not self._cancelled.is_set():
            if self._unpaused.is_set():
                scheduler.submit_jobs()
            elif not scheduler.pending:
                self.phase = Phase.PAUSED
                yield self.progress()
                self._unpaused.wait()
                self.phase, last = Phase.RUNNING, perf_counter()
                continue
            for result in self._pool.receive(every):
                if result.error:
                    raise jobs.CustomStatsError(result.error)
                scheduler.add_result(result)
            for outcomes in scheduler.take_ready():
                self._add_outcomes(scheduler.plans, outcomes)
                if self.match_list.matches % scheduler.plans[0].block_size == 0 and self._is_enough():
                    scheduler.stop()
            now = perf_counter()
            self.seconds += now - last
            last = now
            if scheduler.is_done:
                self.phase = Phase.FINISHED
                return
            if now - shown >= every:
                shown = now
                yield self.progress()

    def _is_enough(self) -> bool:
        return all(is_enough(self.experiment.stop, results.win_rates) for results in self.results)

    def _add_outcomes(self, plans: Sequence[jobs.Plan], outcomes: Sequence[jobs.Outcome | jobs.Failure]) -> None:
        """Count the next match of each side."""
        match = self.match_list.matches
        for side, outcome in enumerate(outcomes):
            self.results[side].add(plans[side], match, outcome)
        if self.paired is not None:
            self.paired.add(outcomes[0], outcomes[1], match // plans[0].block_size)
        self.match_list.add(match, outcomes)
        if self.on_match is not None:
            self.on_match(match, outcomes)


class _JobScheduler:
    """Splits the matches of all sides into jobs of about equal duration, and puts the results in order."""

    def __init__(self, experiment: Experiment, pool: WorkerPool, first: int) -> None:
        stop = experiment.stop
        self.limit = min(stop.count if isinstance(stop, Matches) else stop.most, MAX_MATCHES)
        self.plans = [experiment.plan(side) for side in range(len(experiment.sides))]
        self._pool, self._run = pool, next(_runs)
        self._keys: list[str] = []
        for plan in self.plans:
            pickled = pickle.dumps(plan)
            self._keys.append(hashlib.sha256(pickled).hexdigest()[:16])
            pool.add_plan(self._keys[-1], pickled)
        self._received: dict[str, dict[int, jobs.Outcome | jobs.Failure]] = {key: {} for key in self._keys}
        self._submitted = self._consumed = first
        self._job_size = 1
        self._seconds_per_match = 0.0
        self.pending = 0  # matches that were submitted and have not come back

    @property
    def is_done(self) -> bool:
        return self._consumed >= self.limit

    def stop(self) -> None:
        """End with the matches counted so far."""
        self.limit = self._consumed

    def submit_jobs(self) -> None:
        """Submit enough jobs to keep all workers busy, the same matches of every side in succession."""
        pool, sides = self._pool, len(self._keys)
        while self._submitted < self.limit and self._submitted - self._consumed < MAX_AHEAD:
            # small jobs at the end, so that all workers end together
            left = -(-(self.limit - self._submitted) * sides // (2 * pool.size))
            size = max(1, min(self._job_size, left))
            if self.pending >= JOBS_PER_WORKER * pool.size * size:
                return
            last = min(self._submitted + size, self.limit)
            for key in self._keys:
                pool.submit(jobs.Job(key, self._submitted, last, self._run))
                self.pending += last - self._submitted
            self._submitted = last

    def add_result(self, result: jobs.JobResult) -> None:
        """Keep the matches until it is their turn, and measure their duration."""
        job, matches = result.job, len(result.outcomes)
        self._received[job.key].update(zip(range(job.first, job.last), result.outcomes, strict=True))
        self.pending -= matches
        if result.seconds > 0:
            pace = result.seconds / matches
            self._seconds_per_match = 0.7 * (self._seconds_per_match or pace) + 0.3 * pace
            self._job_size = max(1, min(int(JOB_SECONDS / self._seconds_per_match), self._job_size * MAX_JOB_GROWTH))

    def take_ready(self) -> Iterator[list[jobs.Outcome | jobs.Failure]]:
        """The next matches in order, of all sides together."""
        while self._consumed < self.limit and all(self._consumed in self._received[key] for key in self._keys):
            index = self._consumed
            self._consumed += 1
            yield [self._received[key][index] for key in self._keys]
            for came in self._received.values():
                came.pop(index, None)
