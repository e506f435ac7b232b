"""Whole matches by the rules: every position of every game is checked by the contract and the game's own census."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random

from studio.core.game import CHANCE, OVER, State
from studio.core.rng import Rng
from studio.documents.store import Record, SeatEntry, read_layout, record_text
from studio.games import slugs
from studio.lab.jobs import MatchLog
from tests.contract.cases import CASES, LONGEST, QUICK, SLOW, Case, step
from tests.soak.ledger import Part, Progress

DECISIONS = 1_000_000
MATCHES = 40  # matches in a slice


def parts() -> list[Part]:
    return [Part(f"decisions-{slug}", "decisions", DECISIONS, partial(match, slug), MATCHES) for slug in slugs()]


def match(slug: str, number: int, progress: Progress, most: int = LONGEST) -> None:
    """A match with this seed, over all layouts and numbers of seats in turn. Quick checks run at every position, slow
    ones at random ones; `most` limits decisions and draws.
    """
    cases = [case for case in CASES if case.slug == slug]
    case, rng, lot, log = cases[number % len(cases)], Rng(number), Random(number), MatchLog()
    state, count = case.start(), census(case)
    progress.record = lambda: (".match.json", written(case, log, state, rng))
    for place in range(most):
        progress.place = f"{case}, luck {number}, after {place} decisions and draws"
        for holds in (*QUICK, lot.choice(SLOW)):
            holds(case, state)
        count(state)
        if state.to_move == OVER:
            return
        progress.count += state.to_move != CHANCE
        drawn = state.to_move == CHANCE
        log.add(step(state, rng), drawn)
    assert most < LONGEST, "the match does not end"


def census(case: Case) -> Callable[[State], None]:
    """The count of the pieces in a match, if the tests of the game have one."""
    try:
        pieces = import_module(f"tests.games.{case.slug}.pieces")
    except ModuleNotFoundError:
        return lambda _state: None
    counted: Callable[[State], None] = pieces.counting(Path(case.layout))
    return counted


def written(case: Case, log: MatchLog, state: State, rng: Rng) -> bytes:
    """The match so far, up to a decision, as a record that the program opens."""
    while state.to_move == CHANCE:
        log.add(step(state, rng), True)
    seats = tuple(SeatEntry(f"Seat {seat + 1}") for seat in range(case.seats))
    opening, moves = log.to_tuples()
    layout = read_layout(Path(case.layout))
    date = case.game.rules_date
    record = Record(layout=layout, seats=seats, options=dict(case.options), rules=date, opening=opening, log=moves)
    return record_text(record).encode()
