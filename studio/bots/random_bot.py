"""The bot that does anything it may, all moves equally likely: a yardstick, and a sparring partner for beginners."""

from __future__ import annotations

from studio.core.game import Action, Game, State
from studio.core.rng import Rng


class RandomBot:
    """Picks a legal action blindly."""

    __slots__ = ("rng",)

    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed)

    def choose(self, game: Game, state: State, seat: int) -> Action:
        actions = state.legal()
        return actions[self.rng.below(len(actions))]
