"""What the contract suite runs over: every game, every shipped layout, every number of seats, every option; and a toy.

A new game needs no word here: its folder in `studio.games.known()` and its shipped layouts are found.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import pytest

from studio.core.game import CHANCE, EVERYBODY, OVER, Action, Options, State
from studio.core.plugin import Game
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games import known
from studio.services.loading import load_layout, playable_board
from tests import toy

LONGEST = 20_000
"""Decisions and draws after which a match counts as endless."""


@dataclass(frozen=True, slots=True)
class Case:
    """A game to be played: on which layout ("" for the toy), by how many, which option is switched over."""

    slug: str
    layout: str
    seats: int
    option: str = ""

    def __str__(self) -> str:
        parts = (self.slug, self.layout.rpartition("/")[2].removesuffix(".json"), f"{self.seats}", self.option)
        return "-".join(part for part in parts if part)

    @property
    def game(self) -> Game:
        return toy.pebbles() if not self.layout else _opened(self.layout).game

    @property
    def board(self) -> Any:
        return toy.BODY if not self.layout else _board(self.layout)

    @property
    def options(self) -> Options:
        options = self.game.info.defaults()
        for option in self.game.info.options:
            if option.key == self.option:
                others = [value for value, _words in option.choices if value != option.default]
                options[option.key] = others[0] if others else not option.default
        return options

    def start(self) -> State:
        """A fresh position, before anything is drawn."""
        return self.game.rules.start(self.board, self.seats, self.options)


_opened = cache(load_layout)


@cache
def _board(layout: str) -> Any:
    return playable_board(_opened(layout))


def _cases() -> list[Case]:
    found = [Case("pebbles", "", seats, option) for seats in (2, 3) for option in ("", "short")]
    for slug in known():
        for path in shipped_layouts(slug):
            info = _opened(str(path)).game.info
            for seats in info.seats:
                found += [Case(slug, str(path), seats, key) for key in ("", *(option.key for option in info.options))]
    return found


CASES = _cases()


def each_layout(seats: int = 0) -> list[Case]:
    """One case per layout, for tests that are slow: the most seats (or this many), and the options switched on."""
    last: dict[tuple[str, str], Case] = {}
    for case in CASES:
        if not seats or case.seats == seats:
            last[case.slug, case.layout] = case
    return list(last.values())


def _is_quick(case: Case) -> bool:
    """Whether the short run plays it: the first and the last layout of a game once, the first also with the fewest
    seats and with every option."""
    first, last = (next(other for other in order if other.slug == case.slug) for order in (CASES, CASES[::-1]))
    if case in each_layout():
        return case.layout in (first.layout, last.layout)
    return case.layout == first.layout and case.seats == (last.seats if case.option else first.seats)


def over(cases: Iterable[Case]) -> pytest.MarkDecorator:
    """A test of each of these cases, in the short run of the quick ones."""
    return pytest.mark.parametrize(
        "case",
        [pytest.param(case, marks=() if _is_quick(case) else pytest.mark.long) for case in cases],
        ids=str,
        scope="session",  # all tests of a case come one after another, so that its positions need not be kept for long
    )


every_case = over(CASES)
every_layout = over(each_layout())


def step(state: State, rng: Rng) -> Action:
    """Play one random decision or draw one outcome; returns it."""
    action = state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal())
    state.apply(action)
    return action


@lru_cache(maxsize=4)
def positions(case: Case, seed: int = 1, each: int = 2) -> tuple[State, ...]:
    """Some positions of a random match: of every sort of decision and draw the first few, and now and then one more."""
    state, rng = case.start(), Rng(seed)
    remaining: list[State] = []
    seen: dict[Any, int] = {}
    for count in range(LONGEST):
        if state.to_move == OVER:
            return (*remaining, state)
        if state.to_move == CHANCE:
            sort: Any = (CHANCE, state.draw(rng.clone())[0])
        else:
            sort = tuple(sorted({action[0] for action in state.legal()}))
        seen[sort] = seen.get(sort, 0) + 1
        if seen[sort] <= each or count % 150 == 149:
            remaining.append(state.clone())
        step(state, rng)
    raise AssertionError(f"{case} does not end")


def decisions(case: Case, seed: int = 1) -> list[State]:
    """Those positions in which a seat is to move."""
    return [state for state in positions(case, seed) if state.to_move >= 0]


def draws(case: Case, seed: int = 1) -> list[State]:
    """Those positions in which something is to be drawn."""
    return [state for state in positions(case, seed) if state.to_move == CHANCE]


@cache
def has_secrets(case: Case) -> bool:
    """Whether some position of a match holds more than everybody may know."""
    return any(state.dump() != state.observe(EVERYBODY) for state in positions(case))


def is_sentence(words: str) -> bool:
    """Whether a refusal reads like one: begun, ended, nothing left to be filled in."""
    return words[:1] in "“`" + words[:1].upper() and words.endswith((".", "”")) and "{" not in words
