"""A random source that is no such thing: it gives one chosen number and remembers how many there were."""

from __future__ import annotations

from typing import Any


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
