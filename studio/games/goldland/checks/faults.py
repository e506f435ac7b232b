"""Little lands with one thing wrong each, to be shown beside the explanation of a finding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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


def _land(*rows: str, temple: str = "A1", tiles: Mapping[str, Mapping[str, Any]] | None = None, **more: Any) -> Body:
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


FAULTS: Mapping[str, Callable[[], Body]] = {
    "start.none": lambda: _land(*COAST[:3], "E2 C2 C1 ."),
    "start.several": lambda: _land(".  .  .  E1", ".  S  .  C3", *COAST[2:]),
    "start.inland": lambda: _land(*COAST[:2], ".  .  S  C4", "E2 C2 C1 ."),
    "coast.gap": lambda: _land(*COAST[:2], ".  .  .  .", COAST[3]),
    "coast.land_tile": lambda: _land(*COAST[:2], ".  .  .  L1", COAST[3]),
    "coast.inland": lambda: _land(*COAST[:2], ".  .  C4 .", COAST[3]),
    "village.beside_start": lambda: _land(*COAST[:3], "E2 C1 C2 S"),
    "end.moved": lambda: _land(*COAST[:3], "C2 E2 C1 S"),
    "end.missing": lambda: _land(tiles={"E2": {"end": False}}),
    "end.extra": lambda: _land(tiles={"C3": {"end": True}}),
    "end.exchanged": lambda: _land(
        tiles={"E1": {"show": "rod", "gain": "3 provision"}, "E2": {"show": "rifle", "gain": "3 provision"}}
    ),
    "lock.idle": lambda: _land(locked=["B2"]),
    "temple.coast": lambda: _land(temple="B4"),
    "temple.near": lambda: _land(temple="C3"),
    "tile.twice": lambda: _land(".  L1 .  E1", ".  .  L1 C3", *COAST[2:]),
    "tile.no_road": lambda: _land(".  .  .  E1", ".  .  L1 C3", *COAST[2:], tiles={"L1": {"exits": ""}}),
    "land.complete": lambda: _land("L1 L2 L3 E1", "L4 D1 P1 C3", "M1 Y1 N1 C4", COAST[3]),
    "adventure.free": lambda: _land(".  .  .  E1", ".  .  D1 C3", *COAST[2:], tiles={"D1": {"pay": ""}}),
    "pay.idle": lambda: _land(".  .  .  E1", ".  .  L1 C3", *COAST[2:], tiles={"L1": {"pay": "rope"}}),
    "pay.too_many": lambda: _land(
        ".  .  .  E1", ".  .  D1 C3", *COAST[2:], tiles={"D1": {"pay": "3 provision + 2 rope"}}
    ),
    "treasure.coast": lambda: _land(tiles={"C3": {"treasure": True}}),
    "line.unknown": lambda: _land(tiles={"C3": {"gain": "rum + provision"}}),
    "line.no_gain": lambda: _land(tiles={"C3": {"gain": ""}}),
    "line.free": lambda: _land(tiles={"C3": {"show": ""}}),
    "line.none": lambda: _land(".  .  .  E1", ".  .  L1 C3", *COAST[2:], tiles={"L1": {"show": "", "gain": ""}}),
    "line.long": lambda: _land(tiles={"C3": {"gain": "6 wood | 6 rope"}}),
    "line.dead": lambda: _land(stock={"provision": 26, "rope": 16, "rifle": 16, "shovel": 16, "pearl": 16, "rod": 6}),
    "item.one_line": lambda: _land(),
    "road.crossing": lambda: _land(
        "L1   .    .  E1", "L2/2 .    .  C3", ".    .    .  C4", COAST[3], tiles={"L1": {"exits": "N"}}
    ),
    "road.island": lambda: _land("L2/2 .  .  E1", "L1 .  .  C3", *COAST[2:], tiles={"L1": {"exits": "N"}}),
    "road.dead_end": lambda: _land(".  .  .  E1", ".  L1 .  C3", *COAST[2:], tiles={"L1": {"exits": "E"}}),
    "road.narrow": lambda: _land(".  L1 .  E1", "L2 .  .  C3", *COAST[2:]),
}
"""By code."""
