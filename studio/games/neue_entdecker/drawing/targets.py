"""Numbers of the places beside the board that only this game has: huts, spaces of paths."""

from __future__ import annotations

from typing import Final

from studio.core.targets import BESIDE

HUT_TARGET: Final = BESIDE + 200
"""+ hut: a hut and the next free space of its path."""
SPACE_TARGET: Final = BESIDE + 300
"""+ hut * 16 + space (from 0 at the hut): a scout on a path."""


def space_target(hut: int, space: int) -> int:
    """The number of a space of a hut's path."""
    return SPACE_TARGET + hut * 16 + space
