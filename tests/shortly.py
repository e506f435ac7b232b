"""What the short run tries of many alike: some of them; the others bear the marker `long`."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import settings

EXAMPLES = 20
"""So many examples of a property the short run makes up; they are always the same ones."""


def shortly(values: Iterable[object], *wanted: int) -> list[object]:
    """Values for `parametrize`: those at the wanted places (0 when none are named) also in the short run."""
    places = wanted or (0,)
    return [
        value if place in places else pytest.param(value, marks=pytest.mark.long) for place, value in enumerate(values)
    ]


def rows_shortly(rows: Iterable[tuple[object, ...]], *wanted: int) -> list[object]:
    """The same for several names at once: each row holds a value for every name."""
    places = wanted or (0,)
    return [pytest.param(*row, marks=() if place in places else pytest.mark.long) for place, row in enumerate(rows)]


def few_examples() -> settings:
    """For a property of which every example is dear: a quarter of them in the short run, all of them in the long."""
    usual = settings.default
    assert usual is not None
    return settings(max_examples=EXAMPLES // 4 if usual.max_examples == EXAMPLES else usual.max_examples)
