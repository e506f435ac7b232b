"""What the short run tries of many alike: some of them; the others bear the marker `long`."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def shortly(values: Iterable[object], *wanted: int) -> list[object]:
    """Values for `parametrize`: those at the wanted places (0 when none are named) also in the short run."""
    places = wanted or (0,)
    return [
        value if place in places else pytest.param(value, marks=pytest.mark.long) for place, value in enumerate(values)
    ]
