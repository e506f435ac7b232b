"""Numbers of the places beside the board that can be clicked: stacks, classes, huts, spaces of paths, and so on.

Cells are their own numbers and edges of cells come from `edge_target`; these lie above both.
"""

from __future__ import annotations

from typing import Final

BESIDE: Final = 2_000_000
STACK_TARGET: Final = BESIDE
"""+ stack: the top of a hidden stack."""
CLASS_TARGET: Final = BESIDE + 100
"""+ class 1 … 6: the open tiles of a class."""
HUT_TARGET: Final = BESIDE + 200
"""+ hut: a hut and the next free space of its path."""
SPACE_TARGET: Final = BESIDE + 300
"""+ hut * 16 + space (from 0 at the hut): a scout on a path."""


def space_target(hut: int, space: int) -> int:
    """The number of a space of a hut's path."""
    return SPACE_TARGET + hut * 16 + space
