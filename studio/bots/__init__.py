"""Players that are programs. They know the `Game` and `State` interfaces and no game in particular."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from studio.bots.greedy import GreedyBot
from studio.core.game import Action, Game, State
from studio.core.patience import ENDLESS, Patience
from studio.core.rng import Rng


class Bot(Protocol):
    """A player that is a program. Its random source is its own, so that the match's draws stay what they are."""

    def choose(self, game: Game, state: State, seat: int, patience: Patience = ENDLESS) -> Action:
        """One of `state.legal()`; `seat` is the seat to move. Raises `Spent` when the patience ends while it thinks.

        The state may be the true one and is left untouched: a bot that looks at more of it than `legal()` works on
        `state.redeal(seat, …)`, so that its choice never depends on what the seat cannot see.
        """


class RandomBot:
    """Does anything it may, all moves equally likely: a yardstick, and a sparring partner for beginners."""

    __slots__ = ("rng",)

    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed)

    def choose(self, game: Game, state: State, seat: int, patience: Patience = ENDLESS) -> Action:
        actions = state.legal()
        return actions[self.rng.below(len(actions))]


_BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def names() -> tuple[str, ...]:
    """The names by which bots are asked for, the simplest first."""
    return tuple(_BOTS)


def make(name: str, seed: int) -> Bot:
    """A fresh bot. Raises `KeyError` when no bot has this name."""
    return _BOTS[name](seed)
