"""What a seat usually does next: how good each move looked at once when there was this choice for the first time.

A search that plays a turn to its end many times meets the same choices again and again, in worlds that differ little.
Here a choice is weighed only the first time; from then on what its moves were worth is remembered by how the turn began
and by what happened just before: the tile that was drawn or taken, the space that was walked to.

After Tak, Winands and Björnsson, "N-Grams and the Last-Good-Reply Policy Applied in General Game Playing" (2012).
"""

from __future__ import annotations

from studio.bots.greedy import Look, weigh
from studio.core.game import Action, State
from studio.core.protocols import Game
from studio.core.rng import Rng

Steps = tuple[Action, Action]
"""How the turn began, and the step before a choice."""


class Habits:
    """What the moves of a seat were worth, by the steps before and by what else was possible."""

    __slots__ = ("_game", "_seat", "_worth")

    def __init__(self, game: Game, seat: int) -> None:
        self._game, self._seat = game, seat
        self._worth: dict[tuple[Steps, tuple[Action, ...]], list[float]] = {}

    def worth(self, state: State, actions: list[Action], steps: Steps, rng: Rng, look: Look) -> list[float]:
        """What each move was worth when these were the choice after these steps for the first time."""
        key = (steps, tuple(actions))
        found = self._worth.get(key)
        if found is None:
            found = self._worth[key] = weigh(self._game, state, actions, self._seat, rng, look, 1)
        return found

    def next(self, state: State, actions: list[Action], steps: Steps, rng: Rng, look: Look) -> Action:
        """The move that usually is worth most, the earliest of equal ones."""
        worth = self.worth(state, actions, steps, rng, look)
        return actions[worth.index(max(worth))]
