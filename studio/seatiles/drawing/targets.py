"""Numbers of the places beside the board that can be clicked in every game on sea tiles: stacks and classes.

Cells are their own numbers and edges of cells come from `edge_target`; these lie above both. A game's own places
follow from `BESIDE` + 200 on.
"""

from __future__ import annotations

from typing import Final

from studio.core.targets import BESIDE

STACK_TARGET: Final = BESIDE
"""+ stack: the top of a hidden stack."""
CLASS_TARGET: Final = BESIDE + 100
"""+ class 1 … 6: the open tiles of a class."""
