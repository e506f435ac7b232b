"""Little lands with one thing wrong each, to be shown beside the explanation of a finding."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from studio.games.goldland.body.data import Body
from studio.games.goldland.body.little import COAST, little_land

FAULTS: Mapping[str, Callable[[], Body]] = {
    "temple.void": lambda: little_land("#  .  .  E1", *COAST[1:]),
    "temple.cut_off": lambda: little_land(".  #  .  E1", "#  .  .  C3", *COAST[2:]),
    "space.cut_off": lambda: little_land(".  #  .  E1", "#  .  .  C3", *COAST[2:], temple="C1"),
    "land.few": lambda: little_land("#  .  .  E1", *COAST[1:], temple="B1"),
    "start.none": lambda: little_land(*COAST[:3], "E2 C2 C1 ."),
    "start.several": lambda: little_land(".  .  .  E1", ".  S  .  C3", *COAST[2:]),
    "start.inland": lambda: little_land(*COAST[:2], ".  .  S  C4", "E2 C2 C1 ."),
    "coast.gap": lambda: little_land(*COAST[:2], ".  .  .  .", COAST[3]),
    "coast.land_tile": lambda: little_land(*COAST[:2], ".  .  .  L1", COAST[3]),
    "coast.inland": lambda: little_land(*COAST[:2], ".  .  C4 .", COAST[3]),
    "village.beside_start": lambda: little_land(*COAST[:3], "E2 C1 C2 S"),
    "end.moved": lambda: little_land(*COAST[:3], "C2 E2 C1 S"),
    "end.missing": lambda: little_land(tiles={"E2": {"end": False}}),
    "end.extra": lambda: little_land(tiles={"C3": {"end": True}}),
    "end.exchanged": lambda: little_land(
        tiles={"E1": {"show": "rod", "gain": "3 provision"}, "E2": {"show": "rifle", "gain": "3 provision"}}
    ),
    "lock.idle": lambda: little_land(locked=["B2"]),
    "temple.coast": lambda: little_land(temple="B4"),
    "temple.near": lambda: little_land(temple="C3"),
    "tile.twice": lambda: little_land(".  L1 .  E1", ".  .  L1 C3", *COAST[2:]),
    "tile.no_road": lambda: little_land(".  .  .  E1", ".  .  L1 C3", *COAST[2:], tiles={"L1": {"exits": ""}}),
    "land.complete": lambda: little_land("L1 L2 L3 E1", "L4 D1 P1 C3", "M1 Y1 N1 C4", COAST[3]),
    "adventure.free": lambda: little_land(".  .  .  E1", ".  .  D1 C3", *COAST[2:], tiles={"D1": {"pay": ""}}),
    "pay.idle": lambda: little_land(".  .  .  E1", ".  .  L1 C3", *COAST[2:], tiles={"L1": {"pay": "rope"}}),
    "pay.too_many": lambda: little_land(
        ".  .  .  E1", ".  .  D1 C3", *COAST[2:], tiles={"D1": {"pay": "3 provision + 2 rope"}}
    ),
    "treasure.coast": lambda: little_land(tiles={"C3": {"treasure": True}}),
    "line.unknown": lambda: little_land(tiles={"C3": {"gain": "rum + provision"}}),
    "line.no_gain": lambda: little_land(tiles={"C3": {"gain": ""}}),
    "line.free": lambda: little_land(tiles={"C3": {"show": ""}}),
    "line.none": lambda: little_land(".  .  .  E1", ".  .  L1 C3", *COAST[2:], tiles={"L1": {"show": "", "gain": ""}}),
    "line.long": lambda: little_land(tiles={"C3": {"gain": "6 wood | 6 rope"}}),
    "line.dead": lambda: little_land(
        stock={"provision": 26, "rope": 16, "rifle": 16, "shovel": 16, "pearl": 16, "rod": 6}
    ),
    "item.one_line": lambda: little_land(),
    "road.crossing": lambda: little_land(
        "L1   .    .  E1", "L2/2 .    .  C3", ".    .    .  C4", COAST[3], tiles={"L1": {"exits": "N"}}
    ),
    "road.island": lambda: little_land("L2/2 .  .  E1", "L1 .  .  C3", *COAST[2:], tiles={"L1": {"exits": "N"}}),
    "road.dead_end": lambda: little_land(".  .  .  E1", ".  L1 .  C3", *COAST[2:], tiles={"L1": {"exits": "E"}}),
    "road.narrow": lambda: little_land(".  L1 .  E1", "L2 .  .  C3", *COAST[2:]),
}
"""By code."""
