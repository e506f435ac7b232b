"""What a worker does: play matches of a plan and return their outcomes. It imports only rules and bots."""

from __future__ import annotations

import pickle
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from dis import opmap
from functools import lru_cache
from itertools import permutations
from pathlib import PurePath
from time import perf_counter
from types import CodeType, TracebackType
from typing import NamedTuple

from studio.bots import Bot, bot_factory, make_bot
from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.game import CHANCE, Action, Board, Json, Options, State
from studio.core.plugin import Game
from studio.core.protocols import TURNS, MatchStats, StatsCollector
from studio.core.rng import Luck
from studio.core.text import _
from studio.games import load
from studio.lab.course import Course, is_rated, match_values

# Statistics: those of every game, and those of `--stats` files.

CHOICE_INTERVAL, RATED_INTERVAL = 32, 8  # decisions between two counts of the legal moves, which are slow to list


class CommonStats:
    """Statistics of every game: turns, margin, number of legal moves; `course` rates the seats of some matches.

    `play_match` calls the methods at the right moments, which is faster than a collector's call at every step.
    """

    def __init__(self, course: Course | None = None) -> None:
        self._course = course
        self.choice_interval = CHOICE_INTERVAL if course is None else RATED_INTERVAL
        self._turns = 0
        self._moves: list[int] = []

    def start_turn(self, state: State) -> None:
        self._turns += 1
        if self._course is not None:
            self._course.start_turn(state)

    def count_moves(self, state: State) -> None:
        self._moves.append(len(state.legal()))

    def after(self, state: State) -> MatchStats:
        order = sorted(state.scores(), reverse=True)
        numbers = {
            TURNS: [self._turns],
            "margin": [order[0] - order[1]] if len(order) > 1 else [],
            "moves": self._moves,
        }
        return MatchStats(numbers=numbers)


class StatsSource(NamedTuple):
    """A `--stats` file: name and source text, which is sent to every worker."""

    name: str
    text: str


class CustomStatsError(Exception):
    """A `--stats` file cannot be used; the message says why."""


@lru_cache(maxsize=8)
def _compiled(source: StatsSource) -> CodeType:
    return compile(source.text, source.name, "exec")


class CustomStats:
    """Runs the class `Tally` of a `--stats` file. Errors in it raise `CustomStatsError` with the line.

    The file's name is put before the names of its statistics ("mine.crowns"), so that they cannot clash.
    """

    watched: Collection[int] = ()

    def __init__(self, source: StatsSource) -> None:
        self._name = source.name
        self._stem = PurePath(source.name).stem
        space: dict[str, Json] = {"__name__": self._stem, "__file__": source.name}
        with _ErrorTranslator(source.name):
            exec(_compiled(source), space)  # the user asked to run this file
        made = space.get("Tally")
        if not isinstance(made, type):
            raise CustomStatsError(_("{file}: the class Tally is missing.").format(file=source.name))
        for name in ("before", "step", "after"):
            if name not in dir(made):
                text = _("{file}: the class Tally has no method {name}.")
                raise CustomStatsError(text.format(file=source.name, name=name))
        with _ErrorTranslator(source.name):
            self._tally: StatsCollector[State] = made()

    def before(self, state: State) -> None:
        with _ErrorTranslator(self._name):
            self._tally.before(state)

    def step(self, state: State, action: Action) -> None:
        with _ErrorTranslator(self._name):
            self._tally.step(state, action)

    def after(self, state: State) -> MatchStats:
        with _ErrorTranslator(self._name):
            stats = self._tally.after(state)
            try:
                return self._add_prefix(stats)
            except (TypeError, ValueError, AttributeError) as problem:
                text = _("{file}: the method after returns an invalid value: {reason}.")
                raise CustomStatsError(text.format(file=self._name, reason=problem)) from None

    def _add_prefix(self, stats: MatchStats | Mapping[str, int | Sequence[int]]) -> MatchStats:
        """The statistics with the file's name before theirs; a plain dict holds numbers."""
        if isinstance(stats, Mapping):
            stats = MatchStats(numbers={key: [few] if isinstance(few, int) else few for key, few in stats.items()})
        if not isinstance(stats, MatchStats):
            raise TypeError(_("it is neither a dict nor Counted"))
        stem = self._stem
        return MatchStats(
            {f"{stem}.{key}": [_whole(number) for number in few] for key, few in stats.numbers.items()},
            {f"{stem}.{key}": [None if n is None else _whole(n) for n in few] for key, few in stats.seats.items()},
            {f"{stem}.{key}": {_whole(cell) for cell in cells} for key, cells in stats.spaces.items()},
            {f"{stem}.{key}": [(_whole(cell), _whole(n)) for cell, n in few] for key, few in stats.places.items()},
            {f"{stem}.{key}": [[_whole(n) for n in seat] for seat in few] for key, few in stats.curves.items()},
            "",
        )


MAX_NUMBER = 2**53  # larger numbers would not be exact in floating point


def _whole(number: int) -> int:
    """An integer. Raises `TypeError` for anything else, and `ValueError` if it is too large."""
    if not isinstance(number, int):
        raise TypeError(_("{number} is not a whole number").format(number=repr(number)[:40]))
    if abs(number) > MAX_NUMBER:
        raise ValueError(_("a number is larger than {limit}").format(limit=MAX_NUMBER))
    return int(number)


class _ErrorTranslator:
    """Turns any error in a `--stats` file into a `CustomStatsError` with the line."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        """Nothing to do."""

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: Json) -> None:
        if problem is None or isinstance(problem, CustomStatsError):
            return
        if isinstance(problem, KeyboardInterrupt) and not _is_from_raise(trace):  # Ctrl+C
            return
        line = problem.lineno if isinstance(problem, SyntaxError) else None
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == self._name:
                line = trace.tb_lineno
            trace = trace.tb_next
        message = problem.msg if isinstance(problem, SyntaxError) else str(problem)
        text = _("{file}, line {line}: {kind}: {reason}") if line else _("{file}: {kind}: {reason}")
        text = text.format(file=self._name, line=line, kind=type(problem).__name__, reason=message or "–")
        raise CustomStatsError(text) from None


def _is_from_raise(trace: TracebackType) -> bool:
    """Whether a `raise` statement caused an error."""
    while trace.tb_next is not None:
        trace = trace.tb_next
    return trace.tb_frame.f_code.co_code[trace.tb_lasti] == opmap["RAISE_VARARGS"]


def merge_stats(parts: Sequence[MatchStats]) -> MatchStats:
    """The statistics of several collectors of one match; the later one wins."""
    first, *others = parts
    for other in others:
        first = MatchStats(
            {**first.numbers, **other.numbers},
            {**first.seats, **other.seats},
            {**first.spaces, **other.spaces},
            {**first.places, **other.places},
            {**first.curves, **other.curves},
            other.ending or first.ending,
        )
    return first


# One match between bots, as fast as possible: no positions kept, no events, no legality check.

MAX_PERMUTED = 4  # seats up to which bots sit in all orders
OPENING_STREAM = 14  # in the place of a seat, of which there are fewer
MAX_DECISIONS = 1_000_000  # a match with more decisions than this will never end


@dataclass(slots=True)
class MatchLog:
    """The moves of a match as `Match.replay` takes them; `opening` are the draws before the first decision."""

    opening: list[Action] = field(default_factory=list)
    moves: list[tuple[Action, list[Action]]] = field(default_factory=list)

    def add(self, action: Action, drawn: bool) -> None:
        """Add a decision, or a draw after it."""
        if drawn:
            (self.moves[-1][1] if self.moves else self.opening).append(action)
        else:
            self.moves.append((action, []))

    def to_tuples(self) -> tuple[tuple[Action, ...], tuple[tuple[Action, tuple[Action, ...]], ...]]:
        """The opening draws, and all decisions with their draws."""
        return tuple(self.opening), tuple([(move, tuple(drawn)) for move, drawn in self.moves])


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """The last position, and the number of decisions and draws."""

    state: State
    decisions: int
    draws: int


class MatchTooLong(Exception):
    pass


def bot_seed(seed: int, seat: int) -> int:
    """The seed of the bot in a seat of the match with this seed, different for each seat."""
    return seed * 16 + seat + 1


def opening_bot(seed: int) -> Bot:
    """The random bot that makes the first decisions of the match with this seed, for all seats."""
    return make_bot("random", bot_seed(seed, OPENING_STREAM))


class SeatedBot:
    """A bot of a match, with a sequence of random numbers for each turn of its seat.

    `moved` holds the seat that moved last, alone in a list that all seats share.
    """

    __slots__ = ("_bot", "_moved", "_turns")

    def __init__(self, bot: Bot, moved: list[int]) -> None:
        self._bot, self._moved, self._turns = bot, moved, 0

    def choose(self, game: Game, state: State, seat: int, cancel: CancelToken = NEVER_CANCELLED) -> Action:
        if self._moved[0] != seat:
            self._moved[0] = seat
            self._turns += 1
            self._bot.start_turn(self._turns)
        return self._bot.choose(game, state, seat, cancel)

    def start_turn(self, turn: int) -> None:
        self._bot.start_turn(turn)


def make_bots(bots: Sequence[str], seed: int) -> list[Bot]:
    """One new bot per seat, by name. Raises `ValueError` for an unknown name."""
    moved = [-1]
    return [SeatedBot(make_bot(name, bot_seed(seed, seat)), moved) for seat, name in enumerate(bots)]


def check_bots(bots: Sequence[str], seats: int) -> tuple[str, ...]:
    """One bot name per seat: as given, or the only one for all. Raises `ValueError`."""
    for name in bots:
        bot_factory(name)
    if len(bots) == 1:
        return tuple(bots) * seats
    if len(bots) != seats:
        text = _("{bots} bots for {seats} seats; name one per seat, or one for all")
        raise ValueError(text.format(bots=len(bots), seats=seats))
    return tuple(bots)


def play_match(
    game: Game,
    board: Board,
    seats: int,
    options: Options,
    bots: Sequence[Bot],
    seed: int,
    tallies: Sequence[StatsCollector[State]] = (),
    log: MatchLog | None = None,
    common_stats: CommonStats | None = None,
    opening_plies: int = 0,
) -> FinishedMatch:
    """Play to the end. The same arguments give the same match as `Match` with this seed.

    The first `opening_plies` decisions are those of `opening_bot`. The collectors see the position before every action
    that they watch; `log` is filled as the match goes on. Raises `MatchTooLong`.
    """
    luck = Luck(seed)
    state = game.rules.start(board, seats, options)
    choosers = [bot.choose for bot in bots]
    always = [tally.step for tally in tallies if not tally.watched]
    watching = {
        kind: [other.step for other in tallies if not other.watched or kind in other.watched]
        for tally in tallies
        for kind in tally.watched
    }
    for tally in tallies:
        tally.before(state)
    decisions = draws = 0
    interval = CHOICE_INTERVAL if common_stats is None else common_stats.choice_interval
    mover = -1
    opening = opening_bot(seed).choose
    apply, draw = state.apply, luck.draw
    while True:
        seat = state.to_move
        if seat >= 0:
            if common_stats is not None and seat != mover:
                mover = seat
                common_stats.start_turn(state)
            action = (choosers[seat] if decisions >= opening_plies else opening)(game, state, seat)
            decisions += 1
            if not decisions % interval:
                if common_stats is not None:
                    common_stats.count_moves(state)
                if decisions > MAX_DECISIONS:
                    raise MatchTooLong(_("the match has not ended after {count} decisions").format(count=MAX_DECISIONS))
        elif seat == CHANCE:
            action = draw(state)
            draws += 1
        else:
            break
        if log is not None:
            log.add(action, seat == CHANCE)
        if tallies:
            for step in watching.get(action[0], always):
                step(state, action)
        apply(action)
    return FinishedMatch(state, decisions, draws)


# Plans and jobs.


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play: slug, compiled board, seats, options, bots by name, and the seed of all matches.

    With `rotate` the bots sit in another order in each match. Different bots then play in blocks: the matches of a
    block have all orders of these bots, and the same opening and draws. `opening_plies`: random decisions at the start.
    """

    slug: str
    board: Board
    seats: int
    options: Options
    bots: tuple[str, ...]
    seed: int
    rotate: bool = False
    tallies: tuple[StatsSource, ...] = ()
    opening_plies: int = 0

    @property
    def block_size(self) -> int:
        """Matches with the same opening and draws; 1 if all matches are independent."""
        return len(order_groups(self.bots)) if self.rotate and len(set(self.bots)) > 1 else 1


class Outcome(NamedTuple):
    """The result of a match: points per seat, winners, decisions, draws and statistics."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    draws: int
    stats: MatchStats = MatchStats()


class Failure(NamedTuple):
    """A match that could not be finished: number, reason, and moves so far as `Match.replay` takes them."""

    match: int
    reason: str
    opening: tuple[Action, ...] = ()
    log: tuple[tuple[Action, tuple[Action, ...]], ...] = ()

    def record_parts(self) -> tuple[int, tuple[Action, ...], tuple[tuple[Action, tuple[Action, ...]], ...]]:
        return self.match, self.opening, self.log


class Job(NamedTuple):
    """Matches `first` to `last` - 1 of the plan with this key, in the run with this number."""

    key: str
    first: int
    last: int
    run: int = 0


class JobResult(NamedTuple):
    """The outcomes of a job in order, and the seconds it took.

    `error` says why nothing of this plan can be played.
    """

    job: Job
    outcomes: Sequence[Outcome | Failure]
    seconds: float
    error: str = ""


def match_seed(plan: Plan, index: int) -> int:
    """The seed of a match of a plan; `play --seed` with it gives the same match."""
    return plan.seed * 1_000_000 + index // plan.block_size


def bots_by_seat(plan: Plan, index: int) -> tuple[int, ...]:
    """By seat, the index of the bot that plays there in this match."""
    if plan.block_size > 1:
        block, number = divmod(index, plan.block_size)
        group = order_groups(plan.bots)[number]
        return group[block % len(group)]
    orders = seat_orders(plan.seats)
    return orders[index % len(orders) if plan.rotate else 0]


@lru_cache
def order_groups(bots: tuple[str, ...]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The `seat_orders`, those in groups that seat bots of the same name alike: one of each group is played in a block.

    Groups of different sizes would not be balanced; each order is a group of its own then.
    """
    orders = seat_orders(len(bots))
    groups: dict[tuple[str, ...], list[tuple[int, ...]]] = {}
    for order in orders:
        groups.setdefault(tuple([bots[bot] for bot in order]), []).append(order)
    if len({len(group) for group in groups.values()}) > 1:
        return tuple([(order,) for order in orders])
    return tuple([tuple(group) for group in groups.values()])


@lru_cache
def seat_orders(seats: int) -> tuple[tuple[int, ...], ...]:
    """Orders of as many bots as seats in which every bot has every seat and every left neighbour equally often.

    Up to four seats these are all permutations, otherwise the rows of Williams squares. The first is 0, 1, 2, …, and
    every `seats` of them are a Latin square.
    Source: E. J. Williams, "Experimental designs balanced for the estimation of residual effects of treatments",
    Australian Journal of Scientific Research A 2 (1949).
    """
    places = range(seats)
    if seats <= MAX_PERMUTED:
        starts = [(0, *rest) for rest in permutations(places[1:])]
        return tuple([start[shift:] + start[:shift] for start in starts for shift in places])
    zigzag = [-(place // 2) % seats if place % 2 == 0 else place // 2 + 1 for place in places]
    rows = [tuple([zigzag.index((number + shift) % seats) for number in zigzag]) for shift in places]
    return tuple(rows if seats % 2 == 0 else [*rows, *(row[::-1] for row in rows)])


def play_one(plan: Plan, index: int) -> Outcome | Failure:
    """Play one match of a plan. Raises `CustomStatsError`."""
    game = load(plan.slug)
    seed = match_seed(plan, index)
    bots = [plan.bots[bot] for bot in bots_by_seat(plan, index)]
    tallies = [game.stats.new_collector(), *(CustomStats(source) for source in plan.tallies)]
    course = Course(game.evaluation.evaluate, plan.seats) if is_rated(bots, index) else None
    common = CommonStats(course)
    try:
        players = make_bots(bots, seed)
        played = play_match(
            game, plan.board, plan.seats, plan.options, players, seed, tallies, None, common, plan.opening_plies
        )
        state = played.state
        counted = merge_stats([common.after(state), *(tally.after(state) for tally in tallies)])
        winners = tuple(state.winners())
        if course is not None:
            ground = game.stats.map_cells(plan.board)
            values = match_values(course, counted, winners, ground, common.choice_interval, played.decisions)
            counted = counted._replace(numbers={**counted.numbers, **values})
        return Outcome(tuple(state.scores()), winners, played.decisions, played.draws, counted)
    except CustomStatsError:
        raise
    except Exception as error:  # play it again to record it up to the failure, and go on
        problem, log = error, MatchLog()
        try:
            play_with_log(plan, index, log)
        except Exception as again:
            problem = again
        return Failure(index, f"{type(problem).__name__}: {problem}", *log.to_tuples())


def play_with_log(plan: Plan, index: int, log: MatchLog) -> FinishedMatch:
    """Play a match of a plan again and record it without statistics. Raises whatever goes wrong in it."""
    seed = match_seed(plan, index)
    players = make_bots([plan.bots[bot] for bot in bots_by_seat(plan, index)], seed)
    game, plies = load(plan.slug), plan.opening_plies
    return play_match(game, plan.board, plan.seats, plan.options, players, seed, log=log, opening_plies=plies)


_plans: dict[str, Plan] = {}  # the plans that this process has, by key: they are much larger than jobs
_MAX_PLANS = 4


def run_job(job: Job, plan: bytes | None) -> JobResult:
    """Play the matches of a job. `plan` is the pickled plan; None for a worker that has it."""
    begun = perf_counter()
    known = _plans.get(job.key)
    if known is None:
        assert plan is not None
        while len(_plans) >= _MAX_PLANS:
            del _plans[next(iter(_plans))]
        known = _plans[job.key] = pickle.loads(plan)
    try:
        outcomes = [play_one(known, index) for index in range(job.first, job.last)]
    except CustomStatsError as problem:
        return JobResult(job, (), perf_counter() - begun, str(problem))
    return JobResult(job, outcomes, perf_counter() - begun)
