"""How often values were met, put into bars and hills that a chart can draw.

Counts are those of a report: how often each value was met, by value as text. Shares are from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import NamedTuple

BINS = 16
LAST_LEAD = 6
"""So many changes of the lead and more are one bar."""
BANDWIDTH = 4.0
"""Points over which a density is smoothed, where they are counted in dozens."""
STEPS = 160
"""So many places of a density at most."""


class Bar(NamedTuple):
    """Values from `low` to `high` (both in it), and which share of the matches (0 … 1) had them on each side."""

    low: int
    high: int
    shares: tuple[float, ...]

    @property
    def words(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low} – {self.high}"


def share_in(counts: Mapping[str, int], low: int, high: int) -> float:
    """Which share of all values lies from `low` to `high`; `counts` has how often each was met, by value as text."""
    total = sum(counts.values())
    return sum(often for value, often in counts.items() if low <= int(value) <= high) / total if total else 0.0


def bins(sides: Sequence[Mapping[str, int]]) -> list[Bar]:
    """Values in at most 16 bins of one round width, the same for all sides."""
    values = [int(value) for counts in sides for value in counts]
    if not values:
        return []
    low, high = min(values), max(values)
    step = round_step(low, high, BINS)
    starts = range(step * (low // step), high + 1, step)
    return [
        Bar(start, start + step - 1, tuple(share_in(counts, start, start + step - 1) for counts in sides))
        for start in starts
    ]


def round_step(low: int, high: int, most: int) -> int:
    """A round width at which so many bins at most reach from one value to another."""
    steps: list[int] = [step * 10**power for power in range(12) for step in (1, 2, 4, 5)]
    return next(step for step in steps if high // step - low // step < most)


def lead_bars(sides: Sequence[Mapping[str, int]]) -> list[Bar]:
    """Changes of the lead: none, one, … and all that are many."""
    most = max((int(value) for counts in sides for value in counts), default=0)
    bars = [Bar(value, value, tuple(share_in(counts, value, value) for counts in sides)) for value in range(LAST_LEAD)]
    return [*bars, Bar(LAST_LEAD, max(LAST_LEAD, most), tuple(share_in(counts, LAST_LEAD, most) for counts in sides))]


def margin_bars(sides: Sequence[Mapping[str, int]]) -> list[Bar]:
    """Points between first and second in classes: none, and four of about the same size with round ends."""
    first = sorted((int(value), often) for value, often in sides[0].items() if int(value) > 0)
    total, seen, ends = sum(often for _value, often in first), 0, [0]
    for value, often in first:
        seen += often
        while len(ends) < 4 and seen >= total * len(ends) / 4:
            step = 5 if value >= 8 else 1
            ends.append(max(ends[-1] + 1, step * round(value / step)))
    ends += range(ends[-1] + 1, ends[-1] + 5 - len(ends))
    most = max([value for value, _often in first] + [int(value) for counts in sides for value in counts], default=0)
    lows = [0, *[end + 1 for end in ends]]
    highs = [*ends, max(most, ends[-1] + 1)]
    return [
        Bar(low, high, tuple(share_in(counts, low, high) for counts in sides))
        for low, high in zip(lows, highs, strict=True)
    ]


def density(counts: Mapping[str, int], low: int, step: int, steps: int) -> list[float]:
    """How thick values lie at low, low + step, …: a Gaussian kernel over them, their whole being 1."""
    wide = max(BANDWIDTH / step, 1.0) if step * STEPS > 40 else 0.6
    reach = int(3 * wide) + 1
    kernel = [exp(-0.5 * (off / wide) ** 2) for off in range(reach + 1)]
    whole = (kernel[0] + 2 * sum(kernel[1:])) * (sum(counts.values()) or 1)
    found = [0.0] * steps
    for value, often in counts.items():
        middle = (int(value) - low) // step
        for place in range(max(0, middle - reach), min(steps, middle + reach + 1)):
            found[place] += often * kernel[abs(place - middle)] / whole
    return found
