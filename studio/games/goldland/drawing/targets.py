"""Numbers of the places beside the board that can be clicked: pieces in the backpack, pieces in the stock.

Cells are their own numbers; these lie above them.
"""

from __future__ import annotations

from typing import Final

from studio.core.targets import BESIDE

PACK_TARGET: Final = BESIDE
"""+ item: a piece in the backpack of the seat to move."""
STOCK_TARGET: Final = BESIDE + 20
"""+ item: the pieces of a kind in the stock."""
