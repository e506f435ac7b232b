"""Players that are programs. They know the `Game` and `State` interfaces and no game in particular."""

from __future__ import annotations

from collections.abc import Callable

from studio.bots.bot import Bot
from studio.bots.greedy import GreedyBot
from studio.bots.random_bot import RandomBot

__all__ = ["Bot", "make", "names"]

_BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def names() -> tuple[str, ...]:
    """The names by which bots are asked for, the simplest first."""
    return tuple(_BOTS)


def make(name: str, seed: int) -> Bot:
    """A fresh bot. Raises `KeyError` when no bot has this name."""
    return _BOTS[name](seed)
