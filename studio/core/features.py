"""Features: named quantities of a position for a seat. The value of a position is their sum, each times its weight.

A feature that is larger is better for the seat if its weight is positive. The differences between two positions, in
phrases, are the reasons for preferring one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import mul
from typing import NamedTuple

from studio.core.text import plural

Phrase = Callable[[int], str]  # a phrase for a whole number of at least 1


def no_phrase(difference: float) -> str:
    """Return "": the text of features that do not count as a reason."""
    return ""


class Feature(NamedTuple):
    """A feature: its key, its weight in the evaluation, and a phrase for a difference.

    `text` is given how much more one position has of it than another, and returns "" if that is too little to name.
    With `of_rivals` the feature is the mean of the rivals, and the phrase has a place {rival} for the name of the only
    one, or for "the others on average".
    """

    key: str
    weight: float
    text: Callable[[float], str] = no_phrase
    of_rivals: bool = False


def counted(one: str, many: str) -> Phrase:
    """Return a phrase with a place {count}; it keeps a place {rival}. Both arguments are messages."""
    return lambda count: plural(one, many, count).format(count=count, rival="{rival}")


def compared(more: Phrase, less: Phrase, unit: float = 1.0) -> Callable[[float], str]:
    """Return a `Feature.text` with a phrase for more and one for less, which count in units of this size."""

    def text(difference: float) -> str:
        count = round(abs(difference) / unit)
        return (more if difference > 0 else less)(count) if count else ""

    return text


def weighted_sum(weights: Sequence[float], values: Sequence[float]) -> float:
    """Return the sum of the products; the value of a position from its features."""
    total: float = sum(map(mul, weights, values))
    return total


# Phrases that several games use

POINTS = compared(
    counted("{count} more point", "{count} more points"), counted("{count} fewer point", "{count} fewer points")
)
POINTS_OF_RIVALS = compared(
    counted("{count} more point for {rival}", "{count} more points for {rival}"),
    counted("{count} fewer point for {rival}", "{count} fewer points for {rival}"),
)
POINTS_OF_LEADER = compared(
    counted("{count} more point for the leading opponent", "{count} more points for the leading opponent"),
    counted("{count} fewer point for the leading opponent", "{count} fewer points for the leading opponent"),
)
LEAD = compared(
    counted("{count} more point ahead at the end", "{count} more points ahead at the end"),
    counted("{count} fewer point ahead at the end", "{count} fewer points ahead at the end"),
)
