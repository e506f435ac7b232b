"""All that is neither made nor lost in a match of Die Neuen Entdecker, counted in a position."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from studio.core.game import State
from studio.games.neue_entdecker import rules
from tests.games.neue_entdecker.rules.ply_checks import census


def counting(_layout: Path) -> Callable[[State], None]:
    """What counts all pieces in the positions of a match, and misses those that were there in its first one."""
    first: list[Any] = []

    def counted(state: State) -> None:
        assert isinstance(state, rules.State)
        found = census(state)
        if not first:
            first.append(found)
        assert found == first[0]

    return counted
