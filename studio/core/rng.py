"""Random sources: a plain one whose whole state is one int, and the one of a match with a stream for each purpose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1
_FACTOR, _STEP = 6364136223846793005, 1442695040888963407  # of the generator
_ODD = 0x9E3779B97F4A7C15  # 2**64 divided by the golden ratio, as in Fibonacci hashing


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
        state = self.state = (self.state * _FACTOR + _STEP) & _MASK
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

    def pick(self, indices: Sequence[int], weights: Sequence[int], total: int) -> int:
        """Return one of the indices with probability proportional to its weight; `total` is the sum of their
        weights."""
        pick = self.below(total)
        for index in indices:
            pick -= weights[index]
            if pick < 0:
                return index
        raise AssertionError("weights changed while drawing")

    def restart(self, *numbers: int) -> None:
        """Start again from a seed that these numbers make, other numbers another one."""
        mixed = hash(numbers) & _MASK  # the same in every process, but not random enough
        mixed = (mixed ^ mixed >> 32) * _ODD & _MASK
        self.state = mixed ^ mixed >> 29

    def priorities(self, items: Sequence[tuple[int, ...]]) -> list[int]:
        """Return a random number for each of some different tuples; it does not depend on the others."""
        state = self.state = (self.state * _FACTOR + _STEP) & _MASK
        return [(hash(item) ^ state) * _ODD & _MASK for item in items]

    def clone(self) -> Rng:
        """Return an independent source that gives the same numbers."""
        other = object.__new__(Rng)
        other.state = self.state
        return other


class ChancePosition(Protocol):
    """The part of `studio.core.game.State` that draws need."""

    def purpose(self) -> tuple[int, ...]: ...

    def draw(self, rng: Rng) -> tuple[int, ...]: ...


class Luck(Rng):
    """The random source of a match: what it draws depends only on the seed, the purpose, and how often it drew for it.

    Draws for other purposes change nothing: a changed space, or one tile more in the box, leaves all other luck as it
    was. From slightly different supplies it usually draws the same thing. Every draw has its exact probability,
    whatever was drawn before, because no stream is used twice.
    """

    __slots__ = ("_counts", "_seed")

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._seed = self.state
        self._counts: dict[tuple[int, ...], int] = {}

    def draw(self, state: ChancePosition) -> tuple[int, ...]:
        """Draw the next chance outcome of a position from the stream of its purpose."""
        purpose = state.purpose()
        count = self._counts[purpose] = self._counts.get(purpose, 0) + 1
        self.restart(self._seed, *purpose, count)
        return state.draw(self)

    def weighted(self, weights: Sequence[int]) -> int:
        """As for any source. Random points in a table of places by units of weight are tried until one is filled."""
        width, count = (max(weights) - 1).bit_length(), len(weights)
        shift, unit, state = 64 - width - (count - 1).bit_length(), (1 << width) - 1, self.state
        while True:
            state = (state * _FACTOR + _STEP) & _MASK
            point = state >> shift
            place = point >> width
            if place < count and point & unit < weights[place]:
                self.state = state
                return place

    def pick(self, indices: Sequence[int], weights: Sequence[int], total: int) -> int:
        return indices[self.weighted([weights[index] for index in indices])]

    def choose(self, items: Sequence[T]) -> T:
        """Return one of several different numbers or tuples."""
        order = self.priorities([(hash(item), 0) for item in items])
        return items[order.index(min(order))]

    def clone(self) -> Luck:
        other = Luck(0)
        other.state, other._seed, other._counts = self.state, self._seed, self._counts.copy()
        return other
