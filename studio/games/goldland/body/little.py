"""Little lands drawn as text: what is shown beside an explanation or a clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from studio.games.goldland.body.data import SEATS, Body, TileData, parse

COAST = ".  .  .  E1", ".  .  .  C3", ".  .  .  C4", "E2 C2 C1 S"
"""A coast with nothing wrong, and behind it a land that waits to be explored."""
TILES = (
    TileData("C1", "coast", show="pearl", gain="rope"),
    TileData("C2", "coast", village=True, show="pearl", gain="shovel"),
    TileData("C3", "coast", show="shovel", gain="2 wood"),
    TileData("C4", "coast", show="pearl", gain="2 rifle"),
    TileData("E1", "coast", end=True, show="rifle", gain="3 provision"),
    TileData("E2", "coast", end=True, show="rope", gain="rod"),
    TileData("L1", "plain", show="shovel", gain="2 rope"),
    TileData("L2", "plain", show="rope", gain="2 wood"),
    TileData("L3", "plain", show="rifle", gain="3 provision"),
    TileData("L4", "plain", show="pearl", gain="shovel | rifle"),
    TileData("D1", "desert", pay="2 provision", treasure=True),
    TileData("P1", "pumas", pay="2 rifle", treasure=True),
    TileData("M1", "mountains", pay="2 rope", treasure=True),
    TileData("Y1", "canyon", pay="2 wood", treasure=True),
    TileData("N1", "natives", pay="2 pearl", gain="2 rope"),
)
"""As many as a little land has spaces."""


def little_land(
    *rows: str, temple: str = "A1", tiles: Mapping[str, Mapping[str, Any]] | None = None, **more: Any
) -> Body:
    """The land of these rows; `tiles` are fields of tiles that are other than in `TILES`, by name."""
    changes = tiles or {}
    raw = {
        "spaces": rows or COAST,
        "temple": temple,
        "tiles": [msgspec.to_builtins(msgspec.structs.replace(tile, **changes.get(tile.name, {}))) for tile in TILES],
        "stock": {"provision": 26, "rope": 16, "rifle": 16, "shovel": 16, "wood": 16, "pearl": 16, "rod": 6},
        "kit": {"provision": 3, "pearl": 2},
        "markers": {"bandits": 3, "pumas": 3, "desert": 5, "mountains": 4, "canyon": 4, "lake": 3, "natives": 2},
        "price": dict(zip(SEATS, (4, 3, 2, 2), strict=True)),
        "bonus": dict(zip(SEATS, (4, 6, 8, 10), strict=True)),
        "reserve": dict(zip(SEATS, (3, 6, 9, 12), strict=True)),
    }
    return parse(raw | more)
