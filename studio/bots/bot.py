"""What a bot is: something that answers "what would you do?" for a seat, seeing no more than a person there."""

from __future__ import annotations

from typing import Protocol

from studio.core.game import Action, Game, State


class Bot(Protocol):
    """A player that is a program. Its random source is its own, so that the match's draws stay what they are."""

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """One of `state.legal()`; `seat` is the seat to move.

        The state may be the true one and is left untouched: a bot that looks at more of it than `legal()` works on
        `state.redeal(seat, …)`, so that its choice never depends on what the seat cannot see.
        """
