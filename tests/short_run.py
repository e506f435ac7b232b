"""Which of many similar tests run in the short run; the others are marked `long`."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import settings

EXAMPLES = 20  # examples of a property in the short run, always the same ones


def mark_long(values: Iterable[object], *short: int) -> list[object]:
    """Return values for `parametrize`, marked `long` except those at these places (default: the first)."""
    return mark_long_rows(((value,) for value in values), *short)


def mark_long_rows(rows: Iterable[tuple[object, ...]], *short: int) -> list[object]:
    """Return the same for several names at once: each row has a value for every name."""
    places = short or (0,)
    return [pytest.param(*row, marks=() if place in places else pytest.mark.long) for place, row in enumerate(rows)]


def few_examples() -> settings:
    """Return settings for a property with slow examples: a quarter of them in the short run, all in the long one."""
    usual = settings.default
    assert usual is not None
    return settings(max_examples=EXAMPLES // 4 if usual.max_examples == EXAMPLES else usual.max_examples)
