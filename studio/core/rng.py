"""A random source whose whole state is one int, so that a match can be saved, cloned and replayed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1


class Rng:
    """A 64-bit linear congruential generator (Knuth's MMIX constants) of which only the high bits are used."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK
        for _round in range(3):  # close seeds must not give close first numbers
            self.below(2)
            self.state ^= self.state >> 29

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to `limit` - 1; `limit` is from 1 to 2**31."""
        state = self.state = (self.state * 6364136223846793005 + 1442695040888963407) & _MASK
        return ((state >> 33) * limit) >> 31

    def choose(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Shuffle in place (Fisher–Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def weighted(self, weights: Sequence[int]) -> int:
        """Return an index with probability proportional to its whole-number weight; the sum of weights must be at least
        1."""
        pick = self.below(sum(weights))
        for index, weight in enumerate(weights):
            pick -= weight
            if pick < 0:
                return index
        raise AssertionError("weights changed while drawing")

    def clone(self) -> Rng:
        """Return an independent source that gives the same numbers."""
        other = object.__new__(Rng)
        other.state = self.state
        return other
