"""Carrying out an experiment: errands by time, results in the order of the matches, progress, pause and cancel.

What comes out depends on the experiment alone: matches are taken in by their number, and the first one at which the
stop rule says that it is enough is the last that counts, whoever played it and whenever it came in.
"""

from __future__ import annotations

import hashlib
import json
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import count
from threading import Event
from time import perf_counter
from typing import NamedTuple

from studio.core.game import Action, Board, Options
from studio.core.grid import Grid
from studio.core.text import _
from studio.documents.store import Entry, Layout, Record, SeatEntry
from studio.lab.jobs import Errand, Failure, Faulty, Outcome, Own, Parcel, Plan, Source, check_bots, seated
from studio.lab.results import PARTS, Listing, Paired, Results, won
from studio.lab.statistics import MOST, Judge, Matches, Stop
from studio.lab.worker_pool import AHEAD, Alone, Crew, Lost, Processes, default_workers
from studio.services.loading import Opened, start_match, to_layout

# An experiment: which layouts to compare, who plays, when to stop. Data only; `studio.lab.run` carries it out.


@dataclass(frozen=True, slots=True)
class Side:
    """One layout with options: what an experiment plays, or one of the two that it compares."""

    name: str
    slug: str
    board: Board
    options: Options
    layout: Layout
    grid: Grid
    hash: str
    """Twelve letters that change when the board does: what is known of one layout is not believed of another."""


def side_of(opened: Opened, seats: int, options: Options | None = None) -> Side:
    """A layout as a side of an experiment. Raises `Unplayable` and `IllegalAction`, as `start_match` does."""
    match = start_match(opened, seats, options)
    layout, grid = to_layout(opened), opened.game.grid(opened.body)
    return Side(layout.name, opened.game.info.slug, match.board, match.options, layout, grid, layout_hash(layout))


def layout_hash(layout: Layout) -> str:
    """Twelve letters for a board: the same for the same game and body, whatever the layout is called."""
    plain = json.dumps([layout.game, layout.body], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(plain.encode("ascii")).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Experiment:
    """What to find out: one side, or two that are compared with the same luck, match by match.

    `bots` has a name per seat. With `rotate` every bot plays every seat equally often. `workers`: processes, 0 for one
    a core. `scheduler`: the address of a cluster's, "" for this machine. Neither changes any figure.
    """

    sides: tuple[Side, ...]
    seats: int
    bots: tuple[str, ...]
    rotate: bool = True
    stop: Stop = field(default_factory=Matches)
    seed: int = 0
    tallies: tuple[Source, ...] = ()
    workers: int = 0
    scheduler: str = ""

    def plan(self, side: int) -> Plan:
        """What workers are to know of a side."""
        it = self.sides[side]
        return Plan(it.slug, it.board, self.seats, it.options, self.bots, self.seed, self.rotate, self.tallies)

    def record(
        self, side: int, match: int, opening: tuple[Action, ...], log: tuple[Entry, ...], names: Sequence[str]
    ) -> Record:
        """The record of one match of a side, as far as it was written down; `names` are those of the seats."""
        plan = self.plan(side)
        bots = [plan.bots[bot] for bot in seated(plan, match)]
        return Record(
            layout=self.sides[side].layout,
            seats=tuple(SeatEntry(name, bot) for name, bot in zip(names, bots, strict=False)),
            options=dict(plan.options),
            opening=opening,
            log=log,
        )


def checked(experiment: Experiment) -> Experiment:
    """The experiment with a bot per seat, if it can be carried out. Raises `ValueError` or `Faulty`: a sentence."""
    if not 1 <= len(experiment.sides) <= 2:
        raise ValueError(_("an experiment has one layout, or two to compare"))
    if len({side.slug for side in experiment.sides}) > 1:
        raise ValueError(_("only layouts of the same game can be compared"))
    for source in experiment.tallies:
        Own(source)
    return replace(experiment, bots=check_bots(experiment.bots, experiment.seats))


# Carrying out an experiment: errands by time, results in the order of the matches, progress, pause and cancel.

ERRAND = 0.25
"""Seconds that an errand is to take: long enough to be worth its while, short enough to be called off at once."""
GROWTH = 4
"""An errand has at most so many times the matches of the one before."""
MOST_AHEAD = 50_000
"""Matches that may be played before the one that is waited for."""

_runs = count(1)


def crew_of(workers: int = 0, scheduler: str = "", *, apart: bool = False) -> Crew:
    """A crew of so many workers on this machine (0: one a core), or that of a cluster. Raises `Lost`.

    A single worker plays in this process, unless it is to be `apart` (beside a window, which would stutter).
    """
    if scheduler:
        from studio.lab.worker_pool import Cluster

        return Cluster(scheduler)
    count = workers or default_workers()
    return Processes(count) if count > 1 or apart else Alone()


class Phase(Enum):
    """How far a run is."""

    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    STOPPED = "stopped"
    """By hand; what was played is kept."""
    LOST = "lost"
    """Nobody was left to go on; what was played is kept."""
    FAULTY = "faulty"
    """A person's own tally failed; what was played is kept."""


ENDED_BY: dict[type[BaseException], Phase] = {Lost: Phase.LOST, Faulty: Phase.FAULTY}
"""What broke a run off, by the exception; all else is somebody's hand."""


class Progress(NamedTuple):
    """How far a run has come."""

    phase: Phase
    matches: int
    """Taken in, of each side."""
    about: int | None
    """After about how many it will be enough; None when nobody can tell."""
    half: float
    """± how much each seat's rate on the first side is known by now."""
    seconds: float
    """At work, pauses left out."""
    left: float | None
    workers: int
    deaths: int
    """Workers that stopped and were replaced."""
    failures: int

    @property
    def rate(self) -> float:
        """Matches of each side a second."""
        return self.matches / self.seconds if self.seconds > 0 else 0.0


class Run:
    """One run of an experiment. `steps` does the work; all else may be called from any thread meanwhile.

    `results` (one a side) and `paired` (of two sides) grow while `steps` goes on: they are read between two steps. So
    does `listing`, of which any thread may read what is there.
    """

    def __init__(self, experiment: Experiment, crew: Crew | None = None, *, apart: bool = False) -> None:
        """`crew` is kept for others; without one the run hires its own and sends it home. Raises `Lost`."""
        self.experiment = experiment
        self.results = [Results(experiment.seats, experiment.bots) for _side in experiment.sides]
        self.paired = Paired(experiment.seats) if len(experiment.sides) == 2 else None
        self.listing = Listing()
        self.judges = [Judge(experiment.stop, experiment.seats) for _side in experiment.sides]
        self.phase = Phase.READY
        self._is_lent = crew is not None
        self._crew = crew if crew is not None else crew_of(experiment.workers, experiment.scheduler, apart=apart)
        self._seconds = 0.0
        self._matches = 0
        self._cancelled = Event()
        self._going = Event()
        self._going.set()

    def take_over(self, other: Run) -> None:
        """Go on where another run of the same matches was left: what it has taken in counts, the rest is played."""
        assert self.phase is Phase.READY, "before the first match"
        self.results, self.paired, self.judges = other.results, other.paired, other.judges
        self.listing, self._matches, self._seconds = other.listing, other._matches, other._seconds

    def pause(self) -> None:
        """Deal no more until `resume`; errands that are out come in."""
        self._going.clear()

    def resume(self) -> None:
        """Go on after a pause."""
        self._going.set()

    def cancel(self) -> None:
        """Stop; what was played is kept."""
        self._cancelled.set()
        self._going.set()

    def progress(self) -> Progress:
        """How far it has come by now."""
        about = max((judge.about or 0 for judge in self.judges), default=0) or None
        left = None
        if self.phase is Phase.RUNNING and about is not None and self._matches:
            left = max(0.0, about - self._matches) * self._seconds / self._matches
        failures = sum(len(results.failures) for results in self.results)
        half, crew = self.judges[0].half, self._crew
        return Progress(self.phase, self._matches, about, half, self._seconds, left, crew.size, crew.deaths, failures)

    def steps(self, every: float = 0.5) -> Iterator[Progress]:
        """Do the work; how far it is, about every so many seconds and at the end. Raises `Faulty` and `Lost`.

        However it ends (KeyboardInterrupt too), what was played is kept and the own crew is sent home.
        """
        assert self.phase is Phase.READY, "a run is carried out once"
        self.phase = Phase.RUNNING
        try:
            yield from self._work(every)
            if self.phase is not Phase.FINISHED:
                self.phase = Phase.STOPPED
        except BaseException as problem:
            self.phase = ENDED_BY.get(type(problem), Phase.STOPPED)
            raise
        finally:
            self._crew.drop()
            if not self._is_lent:
                self._crew.close()
        yield self.progress()

    def finish(self) -> Progress:
        """Do all the work without looking up."""
        for progress in self.steps(60.0):
            last = progress
        return last

    def _work(self, every: float) -> Iterator[Progress]:
        dealer = _Dealer(self.experiment, self._crew, self._matches)
        shown = last = perf_counter()
        while not self._cancelled.is_set():
            if self._going.is_set():
                dealer.deal()
            elif not dealer.out:
                self.phase = Phase.PAUSED
                yield self.progress()
                self._going.wait()
                self.phase, last = Phase.RUNNING, perf_counter()
                continue
            for parcel in self._crew.receive(every):
                if parcel.fault:
                    raise Faulty(parcel.fault)
                dealer.note(parcel)
            for outcomes in dealer.ready():
                self._take(dealer.plans, outcomes)
                if all(judge.is_enough for judge in self.judges):
                    dealer.stop()
            now = perf_counter()
            self._seconds += now - last
            last = now
            if dealer.is_done:
                self.phase = Phase.FINISHED
                return
            if now - shown >= every:
                shown = now
                yield self.progress()

    def _take(self, plans: Sequence[Plan], outcomes: Sequence[Outcome | Failure]) -> None:
        """Take the next match of each side in."""
        for side, outcome in enumerate(outcomes):
            self.results[side].add(plans[side], self._matches, outcome)
            if not isinstance(outcome, Failure):
                self.judges[side].add([won(outcome, seat) / PARTS for seat in range(self.experiment.seats)])
        if self.paired is not None:
            self.paired.add(outcomes[0], outcomes[1])
        self.listing.add(self._matches, outcomes)
        self._matches += 1


class _Dealer:
    """Cuts the matches of all sides into errands of about the same time, and puts what comes back in order."""

    def __init__(self, experiment: Experiment, crew: Crew, first: int) -> None:
        """`first` is the match to begin with."""
        stop = experiment.stop
        self.limit = min(stop.count if isinstance(stop, Matches) else stop.most, MOST)
        self.plans = [experiment.plan(side) for side in range(len(experiment.sides))]
        self._crew, self._run = crew, next(_runs)
        self._keys: list[str] = []
        for plan in self.plans:
            pickled = pickle.dumps(plan)
            self._keys.append(hashlib.sha256(pickled).hexdigest()[:16])
            crew.know(self._keys[-1], pickled)
        self._came: dict[str, dict[int, Outcome | Failure]] = {key: {} for key in self._keys}
        self._dealt = self._taken = first
        self._size = 1
        self._pace = 0.0
        self.out = 0
        """Matches that were dealt and have not come back."""

    @property
    def is_done(self) -> bool:
        """Whether there is nothing left to take in."""
        return self._taken >= self.limit

    def stop(self) -> None:
        """What has been taken in is enough."""
        self.limit = self._taken

    def deal(self) -> None:
        """As many errands as keep everybody busy, the same matches of every side one after the other."""
        crew, sides = self._crew, len(self._keys)
        while self._dealt < self.limit and self._dealt - self._taken < MOST_AHEAD:
            left = -(-(self.limit - self._dealt) * sides // (2 * crew.size))  # the last ones small: all end together
            size = max(1, min(self._size, left))
            if self.out >= AHEAD * crew.size * size:
                return
            last = min(self._dealt + size, self.limit)
            for key in self._keys:
                crew.send(Errand(key, self._dealt, last, self._run))
                self.out += last - self._dealt
            self._dealt = last

    def note(self, parcel: Parcel) -> None:
        """A parcel has come in: keep its matches until it is their turn, and learn how long they take."""
        errand, matches = parcel.errand, len(parcel.outcomes)
        self._came[errand.key].update(zip(range(errand.first, errand.last), parcel.outcomes, strict=True))
        self.out -= matches
        if parcel.seconds > 0:
            pace = parcel.seconds / matches
            self._pace = pace if not self._pace else 0.7 * self._pace + 0.3 * pace
            self._size = max(1, min(int(ERRAND / self._pace), self._size * GROWTH))

    def ready(self) -> Iterator[list[Outcome | Failure]]:
        """The next matches whose turn it is, of all sides together, as far as they have come in."""
        while self._taken < self.limit and all(self._taken in self._came[key] for key in self._keys):
            index = self._taken
            self._taken += 1
            yield [self._came[key][index] for key in self._keys]
            for came in self._came.values():
                came.pop(index, None)
