"""A random source that is no such thing: it gives one chosen number and remembers how many there were."""

from __future__ import annotations

from collections import Counter
from typing import Any

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng


def check_draws(state: Any, rng: Rng) -> set[int]:
    """Play a random match; every draw comes as often as its weight says. Returns the phases with draws."""
    phases = set()
    while state.to_move != OVER:
        if state.to_move != CHANCE:
            state.apply(rng.choose(state.legal()))
            continue
        first = Counting(0)
        outcomes = Counter([state.draw(first)])
        outcomes.update(state.draw(Counting(value)) for value in range(1, first.limit))
        assert outcomes == dict(state.chance())
        phases.add(state.phase)
        state.apply(state.draw(rng))
    return phases


class Counting:
    """A random source that gives one chosen number, to hear how often each outcome would be drawn."""

    def __init__(self, value: int) -> None:
        self.value, self.limit = value, 0

    def below(self, limit: int) -> int:
        self.limit = limit
        return self.value

    def choose(self, items: Any) -> Any:
        return items[self.below(len(items))]

    def weighted(self, weights: Any) -> int:
        pick = self.below(sum(weights))
        return next(index for index in range(len(weights)) if pick < sum(weights[: index + 1]))
