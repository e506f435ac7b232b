"""The random numbers of a bot."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.game import Action
from studio.core.rng import Rng


class BotRng(Rng):
    """One sequence for the match, or with `start_turn` one for each turn and kind of decision.

    Matches with the same seed that differ somewhere, also by a decision more in a turn, then fall into step again.
    """

    __slots__ = ("_counts", "_seed", "_turn")

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._seed, self._turn = seed, 0
        self._counts: dict[int, int] = {}

    def start_turn(self, turn: int) -> None:
        """Start the sequences of a turn, counted from 1."""
        self._turn = turn
        self._counts.clear()

    def start_decision(self, actions: Sequence[Action]) -> None:
        """Start the sequence of the next decision in this turn of the kind of its first legal action."""
        if self._turn:
            kind = actions[0][0]
            count = self._counts[kind] = self._counts.get(kind, 0) + 1
            self.restart(self._seed, self._turn, kind, count)
