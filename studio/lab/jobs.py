"""What a worker does: play some matches of a plan and say what came of each. It loads nothing but rules and bots."""

from __future__ import annotations

import pickle
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePath
from time import perf_counter
from types import CodeType
from typing import NamedTuple

from studio.bots import Bot, bot_factory, make_bot
from studio.core.game import CHANCE, Action, Board, Json, Options, State
from studio.core.plugin import Game
from studio.core.protocols import TURNS, MatchStats, StatsCollector
from studio.core.rng import Rng
from studio.core.text import _
from studio.games import load

# What is counted in every match of every game, and tallies that a person has written in a file of their own.

CHOICE_INTERVAL = 32
"""The moves to choose from are counted at every so many decisions: asking for them is dear."""


class CommonStats:
    """How a match goes, whatever the game: turns, who leads, how close it ends, how many moves there are.

    Who plays the match says when it is another's turn and when to look at the choice: cheaper than to see every step,
    as tallies do.
    """

    def __init__(self, seats: int) -> None:
        self._seats, self._leader = seats, -1
        self._turns = self._changes = 0
        self._moves: list[int] = []

    def start_turn(self, state: State) -> None:
        """Another seat is to move."""
        if not self._turns % self._seats:  # once a round: asking for the score is dear too
            self._update_leader(state)
        self._turns += 1

    def count_moves(self, state: State) -> None:
        """Every so many decisions: what there is to choose from."""
        self._moves.append(len(state.legal()))

    def after(self, state: State) -> MatchStats:
        """The figures of the match."""
        self._update_leader(state)
        order = sorted(state.scores(), reverse=True)
        numbers = {
            TURNS: [self._turns],
            "lead_changes": [self._changes],
            "margin": [order[0] - order[1]] if len(order) > 1 else [],
            "moves": self._moves,
        }
        return MatchStats(numbers=numbers)

    def _update_leader(self, state: State) -> None:
        scores = state.scores()
        best = max(scores)
        if scores.count(best) == 1 and (leader := scores.index(best)) != self._leader:
            self._changes += self._leader >= 0
            self._leader = leader


class StatsSource(NamedTuple):
    """A person's own tally: what its file is called and what stands in it. It travels to every worker as text."""

    name: str
    text: str


class CustomStatsError(Exception):
    """A person's own tally cannot be used; the message is a sentence that says why."""


@lru_cache(maxsize=8)
def _compiled(source: StatsSource) -> CodeType:
    return compile(source.text, source.name, "exec")


class CustomStats:
    """A person's own tally: a class `Tally` with `before`, `step` and `after`, what goes wrong in it made a sentence.

    Its figures are called by the file's name and their own ("mine.crowns"), so that they meet no others.
    """

    watched: Collection[int] = ()

    def __init__(self, source: StatsSource) -> None:
        """Raises `Faulty`."""
        self._name = source.name
        self._stem = PurePath(source.name).stem
        space: dict[str, Json] = {"__name__": self._stem, "__file__": source.name}
        with _ErrorTranslator(source.name):
            exec(_compiled(source), space)  # the person's own program, at their own wish
        made = space.get("Tally")
        if not isinstance(made, type):
            raise CustomStatsError(_("{file}: there is no class Tally in it.").format(file=source.name))
        for name in ("before", "step", "after"):
            if name not in dir(made):
                raise CustomStatsError(
                    _("{file}: its class Tally has no method {name}.").format(file=source.name, name=name)
                )
        with _ErrorTranslator(source.name):
            self._tally: StatsCollector[State] = made()

    def before(self, state: State) -> None:
        """The match begins. Raises `Faulty`."""
        with _ErrorTranslator(self._name):
            self._tally.before(state)

    def step(self, state: State, action: Action) -> None:
        """Before every action. Raises `Faulty`."""
        with _ErrorTranslator(self._name):
            self._tally.step(state, action)

    def after(self, state: State) -> MatchStats:
        """Its figures. Raises `Faulty`."""
        with _ErrorTranslator(self._name):
            found = self._tally.after(state)
        try:
            return self._add_prefix(found)
        except (TypeError, ValueError) as problem:
            words = _("{file}: what its method after returns cannot be counted: {reason}.")
            raise CustomStatsError(words.format(file=self._name, reason=problem)) from None

    def _add_prefix(self, found: MatchStats | Mapping[str, int | Sequence[int]]) -> MatchStats:
        """With its figures under the file's name; a plain dict holds numbers."""
        if isinstance(found, Mapping):
            found = MatchStats(numbers={key: [few] if isinstance(few, int) else few for key, few in found.items()})
        if not isinstance(found, MatchStats):
            raise TypeError(_("it is neither a dict nor Counted"))
        stem = self._stem
        return MatchStats(
            {f"{stem}.{key}": [_whole(number) for number in few] for key, few in found.numbers.items()},
            {f"{stem}.{key}": [None if n is None else _whole(n) for n in few] for key, few in found.seats.items()},
            {f"{stem}.{key}": {_whole(cell) for cell in cells} for key, cells in found.spaces.items()},
            {f"{stem}.{key}": [(_whole(cell), _whole(n)) for cell, n in few] for key, few in found.places.items()},
            {f"{stem}.{key}": [[_whole(n) for n in seat] for seat in few] for key, few in found.curves.items()},
            "",
        )


def _whole(number: int) -> int:
    """A whole number; what else it may be is refused."""
    if not isinstance(number, int):
        raise TypeError(_("{number} is not a whole number").format(number=repr(number)[:40]))
    return int(number)


class _ErrorTranslator:
    """Turns whatever goes wrong in a person's file into a sentence with the line."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        """Nothing yet."""

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: Json) -> None:
        if not isinstance(problem, (Exception, SystemExit)):  # a tally ends no program
            return
        line = problem.lineno if isinstance(problem, SyntaxError) else None
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == self._name:
                line = trace.tb_lineno
            trace = trace.tb_next
        said = problem.msg if isinstance(problem, SyntaxError) else str(problem)
        words = _("{file}, line {line}: {kind}: {reason}") if line else _("{file}: {kind}: {reason}")
        raise CustomStatsError(
            words.format(file=self._name, line=line, kind=type(problem).__name__, reason=said or "–")
        ) from None


def merge_stats(parts: Sequence[MatchStats]) -> MatchStats:
    """What several tallies of one match came to; where two speak of the same, the later one knows better."""
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


# One match between bots, as fast as the rules allow: no log of positions, no events, no legality check.

MAX_DECISIONS = 1_000_000
"""No match of any game takes so many decisions and draws: one that does will never end."""


@dataclass(slots=True)
class MatchLog:
    """A match as it is written down, in the shape that `Match.replay` takes; `opening` are the draws before it."""

    opening: list[Action] = field(default_factory=list)
    moves: list[tuple[Action, list[Action]]] = field(default_factory=list)

    def add(self, action: Action, drawn: bool) -> None:
        """One more decision, or what was drawn after it."""
        if drawn:
            (self.moves[-1][1] if self.moves else self.opening).append(action)
        else:
            self.moves.append((action, []))

    def to_tuples(self) -> tuple[tuple[Action, ...], tuple[tuple[Action, tuple[Action, ...]], ...]]:
        """The draws before the first decision, and all decisions, as a record holds them."""
        return tuple(self.opening), tuple([(move, tuple(drawn)) for move, drawn in self.moves])


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A finished match: the last position, how many decisions and chance draws it took."""

    state: State
    decisions: int
    draws: int


class MatchTooLong(Exception):
    """A match does not end."""


def bot_seed(seed: int, seat: int) -> int:
    """The seed of the bot in a seat of the match with this seed, so that every bot has luck of its own."""
    return seed * 16 + seat + 1


def make_bots(bots: Sequence[str], seed: int) -> list[Bot]:
    """One fresh bot per seat, by name. Raises `ValueError` with a sentence for an unknown name."""
    return [make_bot(name, bot_seed(seed, seat)) for seat, name in enumerate(bots)]


def check_bots(bots: Sequence[str], seats: int) -> tuple[str, ...]:
    """One bot name per seat: as given, or the only one given for all. Raises `ValueError` with a sentence."""
    for name in bots:
        bot_factory(name)
    if len(bots) == 1:
        return tuple(bots) * seats
    if len(bots) != seats:
        raise ValueError(f"{len(bots)} bots for {seats} seats; name one per seat, or one for all")
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
) -> FinishedMatch:
    """Play to the end; the same arguments give the same match, and the one that `Match` with this seed would give.

    The tallies see the position before every action that they watch; a log is filled as the match goes on, and so is
    its course. Raises `Endless`.
    """
    rng = Rng(seed)
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
    mover = -1
    apply, draw = state.apply, state.draw
    while True:
        seat = state.to_move
        if seat >= 0:
            if common_stats is not None and seat != mover:
                mover = seat
                common_stats.start_turn(state)
            action = choosers[seat](game, state, seat)
            decisions += 1
            if not decisions % CHOICE_INTERVAL:
                if common_stats is not None:
                    common_stats.count_moves(state)
                if decisions > MAX_DECISIONS:
                    raise MatchTooLong(f"the match has not ended after {MAX_DECISIONS:,} decisions")
        elif seat == CHANCE:
            action = draw(rng)
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


# What a worker does: play some matches of a plan and say what came of each. It loads nothing but rules and bots.


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play: the game's slug, its built board, seats, options, bots by name, and the seed of all matches.

    With `rotate` the bots go on by a seat from match to match, so that every bot plays every seat equally often.
    """

    slug: str
    board: Board
    seats: int
    options: Options
    bots: tuple[str, ...]
    seed: int
    rotate: bool = False
    tallies: tuple[StatsSource, ...] = ()


class Outcome(NamedTuple):
    """What remains of a match: points per seat, who won, decisions, chance draws, and all that was counted."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    draws: int
    stats: MatchStats = MatchStats()


class Failure(NamedTuple):
    """A match that could not be played to its end: which, why, and how far it came (`Match.replay` takes the log)."""

    match: int
    reason: str
    opening: tuple[Action, ...] = ()
    log: tuple[tuple[Action, tuple[Action, ...]], ...] = ()

    def record_parts(self) -> tuple[int, tuple[Action, ...], tuple[tuple[Action, tuple[Action, ...]], ...]]:
        """What a record of it is made from."""
        return self.match, self.opening, self.log


class Job(NamedTuple):
    """Matches first … last-1 of the plan with this key; of the run with this number, so that none is like another."""

    key: str
    first: int
    last: int
    run: int = 0


class JobResult(NamedTuple):
    """What comes back from an errand, a thing a match in their order, and the seconds it took.

    A `fault` is a sentence that says why nothing of this plan can be played.
    """

    job: Job
    outcomes: Sequence[Outcome | Failure]
    seconds: float
    error: str = ""


def match_seed(seed: int, index: int) -> int:
    """The seed of one match of a plan, by its number from 0; `play --seed` with it gives the same match."""
    return seed * 1_000_000 + index


def bots_by_seat(plan: Plan, index: int) -> tuple[int, ...]:
    """By seat: which of the plan's bots sits there in this match."""
    shift = index % plan.seats if plan.rotate else 0
    return tuple([(seat + shift) % plan.seats for seat in range(plan.seats)])


def play_one(plan: Plan, index: int) -> Outcome | Failure:
    """Play one match of a plan. Raises `Faulty` when a person's own tally cannot be used."""
    game = load(plan.slug)
    seed = match_seed(plan.seed, index)
    bots = [plan.bots[bot] for bot in bots_by_seat(plan, index)]
    tallies, course = (
        [game.stats.new_collector(), *(CustomStats(source) for source in plan.tallies)],
        CommonStats(plan.seats),
    )
    try:
        players = make_bots(bots, seed)
        played = play_match(game, plan.board, plan.seats, plan.options, players, seed, tallies, common_stats=course)
        state = played.state
        counted = merge_stats([course.after(state), *(tally.after(state) for tally in tallies)])
        return Outcome(tuple(state.scores()), tuple(state.winners()), played.decisions, played.draws, counted)
    except CustomStatsError:
        raise
    except Exception as problem:  # a match that breaks is reported; the others go on
        return _log_failure(plan, index, problem)


def play_with_log(plan: Plan, index: int, log: MatchLog) -> FinishedMatch:
    """The same match of a plan once more, written down; nothing is counted in it. Raises whatever breaks it."""
    seed = match_seed(plan.seed, index)
    players = make_bots([plan.bots[bot] for bot in bots_by_seat(plan, index)], seed)
    return play_match(load(plan.slug), plan.board, plan.seats, plan.options, players, seed, log=log)


def _log_failure(plan: Plan, index: int, problem: Exception) -> Failure:
    """The same match again, written down as far as it goes."""
    log = MatchLog()
    try:
        play_with_log(plan, index, log)
    except Exception as again:
        problem = again
    return Failure(index, f"{type(problem).__name__}: {problem}", *log.to_tuples())


_plans: dict[str, Plan] = {}
"""The plans that this process knows, by key: boards are larger than errands."""
_MAX_PLANS = 4


def run_job(errand: Job, plan: bytes | None) -> JobResult:
    """Play the matches of an errand; `plan` is the pickled plan, which a worker that has had it does not need again."""
    begun = perf_counter()
    known = _plans.get(errand.key)
    if known is None:
        assert plan is not None
        while len(_plans) >= _MAX_PLANS:
            del _plans[next(iter(_plans))]
        known = _plans[errand.key] = pickle.loads(plan)
    try:
        outcomes = [play_one(known, index) for index in range(errand.first, errand.last)]
    except CustomStatsError as problem:
        return JobResult(errand, (), perf_counter() - begun, str(problem))
    return JobResult(errand, outcomes, perf_counter() - begun)
