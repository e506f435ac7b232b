"""Names of the drawings that Goldland's board and panels show."""

from __future__ import annotations

from typing import Final

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
BACK: Final = "goldland/back"
STACK: Final = "goldland/stack"
STACK_EMPTY: Final = "goldland/stack_empty"
