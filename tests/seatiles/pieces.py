"""What the box of a game of sea tiles held stays what it was: counted in every position of a match."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any


def counting_by(census: Callable[[Any], Any]) -> Callable[[Path], Callable[[Any], None]]:
    """For the soak: what begins to count a match on a layout, and misses what was there in its first position."""

    def counting(_layout: Path) -> Callable[[Any], None]:
        first: list[Any] = []

        def counted(state: Any) -> None:
            found = census(state)
            first.extend([] if first else [found])
            assert found == first[0]

        return counted

    return counting
