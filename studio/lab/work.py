"""What a worker does: play some matches of a plan and say what came of each. It loads nothing but rules and bots."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from studio.core.game import Action, Board, Options
from studio.core.protocols import Counted
from studio.games import load
from studio.lab.play import Log, Played, make_bots, play_match
from studio.lab.tallies import Course, Faulty, Own, Source, joined


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
    tallies: tuple[Source, ...] = ()


class Outcome(NamedTuple):
    """What remains of a match: points per seat, who won, decisions, chance draws, and all that was counted."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    draws: int
    counted: Counted = Counted()


class Failure(NamedTuple):
    """A match that could not be played to its end: which, why, and how far it came (`Match.replay` takes the log)."""

    match: int
    reason: str
    opening: tuple[Action, ...] = ()
    log: tuple[tuple[Action, tuple[Action, ...]], ...] = ()

    def written(self) -> tuple[int, tuple[Action, ...], tuple[tuple[Action, tuple[Action, ...]], ...]]:
        """What a record of it is made from."""
        return self.match, self.opening, self.log


class Errand(NamedTuple):
    """Matches first … last-1 of the plan with this key; of the run with this number, so that none is like another."""

    key: str
    first: int
    last: int
    run: int = 0


class Parcel(NamedTuple):
    """What comes back from an errand, a thing a match in their order, and the seconds it took.

    A `fault` is a sentence that says why nothing of this plan can be played.
    """

    errand: Errand
    outcomes: Sequence[Outcome | Failure]
    seconds: float
    fault: str = ""


def match_seed(seed: int, index: int) -> int:
    """The seed of one match of a plan, by its number from 0; `play --seed` with it gives the same match."""
    return seed * 1_000_000 + index


def seated(plan: Plan, index: int) -> tuple[int, ...]:
    """By seat: which of the plan's bots sits there in this match."""
    shift = index % plan.seats if plan.rotate else 0
    return tuple([(seat + shift) % plan.seats for seat in range(plan.seats)])


def play_one(plan: Plan, index: int) -> Outcome | Failure:
    """Play one match of a plan. Raises `Faulty` when a person's own tally cannot be used."""
    game = load(plan.slug)
    seed = match_seed(plan.seed, index)
    bots = [plan.bots[bot] for bot in seated(plan, index)]
    tallies, course = [game.tally(), *(Own(source) for source in plan.tallies)], Course(plan.seats)
    try:
        players = make_bots(bots, seed)
        played = play_match(game, plan.board, plan.seats, plan.options, players, seed, tallies, course=course)
        state = played.state
        counted = joined([course.after(state), *(tally.after(state) for tally in tallies)])
        return Outcome(tuple(state.scores()), tuple(state.winners()), played.decisions, played.draws, counted)
    except Faulty:
        raise
    except Exception as problem:  # a match that breaks is reported; the others go on
        return _failed(plan, index, problem)


def play_again(plan: Plan, index: int, log: Log) -> Played:
    """The same match of a plan once more, written down; nothing is counted in it. Raises whatever breaks it."""
    seed = match_seed(plan.seed, index)
    players = make_bots([plan.bots[bot] for bot in seated(plan, index)], seed)
    return play_match(load(plan.slug), plan.board, plan.seats, plan.options, players, seed, log=log)


def _failed(plan: Plan, index: int, problem: Exception) -> Failure:
    """The same match again, written down as far as it goes."""
    log = Log()
    try:
        play_again(plan, index, log)
    except Exception as again:
        problem = again
    return Failure(index, f"{type(problem).__name__}: {problem}", *log.written())


_kept: dict[str, Plan] = {}
"""The plans that this process knows, by key: boards are larger than errands."""
_MOST_KEPT = 4


def work(errand: Errand, plan: bytes | None) -> Parcel:
    """Play the matches of an errand; `plan` is the pickled plan, which a worker that has had it does not need again."""
    begun = perf_counter()
    known = _kept.get(errand.key)
    if known is None:
        assert plan is not None
        while len(_kept) >= _MOST_KEPT:
            del _kept[next(iter(_kept))]
        known = _kept[errand.key] = pickle.loads(plan)
    try:
        outcomes = [play_one(known, index) for index in range(errand.first, errand.last)]
    except Faulty as problem:
        return Parcel(errand, (), perf_counter() - begun, str(problem))
    return Parcel(errand, outcomes, perf_counter() - begun)
