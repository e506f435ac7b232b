"""Names of the drawings that Goldland's board and panels show, and numbers of the places beside the board.

These can be clicked: pieces in the backpack, pieces in the stock. Cells are their own numbers; these lie above them.
"""

from __future__ import annotations

from typing import Final

from studio.core.picture import BESIDE
from studio.games.goldland.rules.actions import ITEM_KEYS, KIND_KEYS

ITEM_SPRITES: Final = tuple(f"goldland/{key}" for key in ITEM_KEYS)
MARKER_SPRITES: Final = tuple(f"goldland/{key}" for key in KIND_KEYS[:7])
TREASURE: Final = "goldland/treasure"
AMULET: Final = "goldland/amulet"
TOKEN: Final = "goldland/discovery"
COIN: Final = "common/coin"
CAMP: Final = "goldland/camp"
ADVENTURER: Final = "goldland/adventurer"
COINS: Final = "goldland/coins"
STACK: Final = "goldland/stack"
STACK_EMPTY: Final = "goldland/stack_empty"

PACK_TARGET: Final = BESIDE
"""+ item: a piece in the backpack of the seat to move."""
STOCK_TARGET: Final = BESIDE + 20
"""+ item: the pieces of a kind in the stock."""
