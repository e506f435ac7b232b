"""Features: named quantities of a position for a seat. The value of a position is their sum, each times its weight.

A feature that is larger is better for the seat if its weight is positive. The differences between two positions, in
phrases, are the reasons for preferring one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import mul
from typing import NamedTuple

from studio.core.text import _, plural

Phrase = Callable[[int], str]  # a phrase for a whole number of at least 1


class Feature(NamedTuple):
    """A feature: its key, its weight in the evaluation, and phrases for more and less of it, counted in units.

    A feature without phrases is never given as a reason. Phrases about the mean of the rivals have a place {rival} for
    the name of the only one, or for "each opponent".
    """

    key: str
    weight: float
    more: Phrase | None = None
    less: Phrase | None = None
    unit: float = 1.0

    def text(self, difference: float) -> str:
        """Return the phrase for how much more one position has of it than another; "" if that is too little to name."""
        phrase = self.more if difference > 0 else self.less
        count = round(abs(difference) / self.unit)
        return phrase(count) if phrase and count else ""


def counted(one: str, many: str) -> Phrase:
    """Return a phrase with a place {count}; it keeps a place {rival}. Both arguments are messages."""
    return lambda count: plural(one, many, count).format(count=count, rival="{rival}")


def uncounted(text: str) -> Phrase:
    """Return a phrase without a place for the number. The argument is a message."""
    return lambda _count: _(text)


def further_features(both: Sequence[str], own: Sequence[str] = (), early: Sequence[str] = ()) -> list[Feature]:
    """Return features without a weight, which may be learned.

    These are `both` for the seat and for the mean of its rivals, `own` for the seat only, and the basic ones `early`
    times the fraction of tiles that are still to come.
    """
    keys = [*both, *[f"rivals_{key}" for key in both], *own, *[f"early_{key}" for key in early]]
    return [Feature(key, 0.0) for key in keys]


def weighted_sum(weights: Sequence[float], values: Sequence[float]) -> float:
    """Return the sum of the products; the value of a position from its features."""
    total: float = sum(map(mul, weights, values))
    return total


# Phrases for more and less that several games use

POINTS = (
    counted("{count} more point", "{count} more points"),
    counted("{count} fewer point", "{count} fewer points"),
)
POINTS_OF_RIVALS = (
    counted("{count} more point for {rival}", "{count} more points for {rival}"),
    counted("{count} fewer point for {rival}", "{count} fewer points for {rival}"),
)
POINTS_OF_LEADER = (
    counted("{count} more point for the leading opponent", "{count} more points for the leading opponent"),
    counted("{count} fewer point for the leading opponent", "{count} fewer points for the leading opponent"),
)
