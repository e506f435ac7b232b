"""What a seat usually does next: how good each move looked at once when it was first possible after the same step.

A search that plays a turn to its end many times meets the same choices again and again, in worlds that differ little.
Here a move is weighed only the first time; from then on what it gained is remembered by what happened just before it:
the tile that was drawn or taken, the space that was walked to.

After Tak, Winands and Björnsson, "N-Grams and the Last-Good-Reply Policy Applied in General Game Playing" (2012).
"""

from __future__ import annotations

from studio.bots.greedy import Look, weigh
from studio.core.game import Action, Game, State
from studio.core.rng import Rng

NOTHING: Action = ()
"""What happened before the first decision."""


class Habits:
    """What the moves of a seat gained, by the step before."""

    __slots__ = ("_gains", "_game", "_seat")

    def __init__(self, game: Game, seat: int) -> None:
        self._game, self._seat = game, seat
        self._gains: dict[Action, dict[Action, float]] = {}

    def gains(self, state: State, actions: list[Action], before: Action, rng: Rng, look: Look) -> dict[Action, float]:
        """What moves gained when they were first possible after this step; all of `actions` are among them."""
        known = self._gains.setdefault(before, {})
        fresh = [action for action in actions if action not in known]
        if fresh:
            values = weigh(self._game, state, fresh, self._seat, rng, look, 1)
            # positions promise what can be done in them: the first time, what the best move leads to is a measure
            usual = self._game.evaluate(state, self._seat) if known else max(values)
            known.update((action, value - usual) for action, value in zip(fresh, values, strict=True))
        return known

    def next(self, state: State, actions: list[Action], before: Action, rng: Rng, look: Look) -> Action:
        """The move that usually gains most, the earliest of equal ones."""
        return max(actions, key=self.gains(state, actions, before, rng, look).__getitem__)
