"""Players that are programs. They know the `Game` and `State` interfaces and no game in particular.

A bot is asked for by its name, with how much it may think behind a colon if need be: "greedy", "planner:800" (so many
steps of its search for a decision), "mcts:2s" (so many seconds).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from studio.bots.greedy import GreedyBot
from studio.bots.limits import Limit
from studio.bots.mcts import MctsBot
from studio.bots.planner import PlannerBot
from studio.core.cancellation import ENDLESS, Patience
from studio.core.game import Action, State
from studio.core.protocols import Game
from studio.core.rng import Rng
from studio.core.text import _


class Bot(Protocol):
    """A player that is a program. Its random source is its own, so that the match's draws stay what they are."""

    def choose(self, game: Game, state: State, seat: int, patience: Patience = ENDLESS) -> Action:
        """One of `state.legal()`; `seat` is the seat to move. Raises `Spent` when the patience ends while it thinks.

        The state may be the true one and is left untouched: a bot that looks at more of it than `legal()` works on
        `state.redeal(seat, …)`, so that its choice never depends on what the seat cannot see.
        """


class RandomBot:
    """Does anything it may, all moves equally likely: a yardstick, and a sparring partner for beginners."""

    __slots__ = ("_below",)

    def __init__(self, seed: int) -> None:
        self._below = Rng(seed).below

    def choose(self, game: Game, state: State, seat: int, patience: Patience = ENDLESS) -> Action:
        actions = state.legal()
        return actions[self._below(len(actions))]


_QUICK: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}
_THINKING: dict[str, Callable[[int, Limit], Bot]] = {"planner": PlannerBot, "mcts": MctsBot}
_USUAL = {"planner": Limit(count=300), "mcts": Limit(count=200)}


def names() -> tuple[str, ...]:
    """The names by which bots are asked for, the simplest first."""
    return (*_QUICK, *_THINKING)


def maker(name: str) -> Callable[[int], Bot]:
    """What makes the bot of a name from a seed. Raises `ValueError` with a sentence when there is none."""
    kind, colon, text = name.partition(":")
    if kind not in names():
        raise ValueError(_('there is no bot "{name}"; there are {names}').format(name=kind, names=", ".join(names())))
    if kind in _QUICK:
        if colon:
            raise ValueError(_('"{name}": the bot {bot} has no limit').format(name=name, bot=kind))
        return _QUICK[kind]
    limit = Limit.parse(text) if colon else _USUAL[kind]
    if limit is None:
        words = _('"{name}": a limit is a number of steps or of seconds, as in {bot}:400 or {bot}:2s')
        raise ValueError(words.format(name=name, bot=kind))
    make_one = _THINKING[kind]
    return lambda seed: make_one(seed, limit)


def make(name: str, seed: int) -> Bot:
    """A fresh bot. Raises `ValueError` with a sentence when no bot has this name."""
    return maker(name)(seed)
