"""Which of many similar tests run in the short run; the others are marked `long`."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import settings

EXAMPLES = 20
"""Examples of a property in the short run, always the same ones."""


def shortly(values: Iterable[object], *wanted: int) -> list[object]:
    """Values for `parametrize`: those at these places (default: 0) are also in the short run."""
    places = wanted or (0,)
    return [
        value if place in places else pytest.param(value, marks=pytest.mark.long) for place, value in enumerate(values)
    ]


def rows_shortly(rows: Iterable[tuple[object, ...]], *wanted: int) -> list[object]:
    """The same for several names at once: each row has a value for every name."""
    places = wanted or (0,)
    return [pytest.param(*row, marks=() if place in places else pytest.mark.long) for place, row in enumerate(rows)]


def few_examples() -> settings:
    """For a property with slow examples: a quarter of them in the short run, all in the long one."""
    usual = settings.default
    assert usual is not None
    return settings(max_examples=EXAMPLES // 4 if usual.max_examples == EXAMPLES else usual.max_examples)
