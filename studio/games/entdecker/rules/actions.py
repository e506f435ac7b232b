"""The numbers of the rules of Entdecker (1996): kinds of action, phases, kinds of ledger entry (see the rules)."""

from __future__ import annotations

from typing import Final, Literal

from studio.seatiles.rules.position import BACK_NONE as BACK_NONE
from studio.seatiles.rules.position import BACK_PLAIN as BACK_PLAIN
from studio.seatiles.rules.position import BACK_QUERY as BACK_QUERY
from studio.seatiles.rules.position import BACK_UNKNOWN as BACK_UNKNOWN

# decisions of a seat
START_RIM: Final = 0
START_TILE: Final = 1
PASS: Final = 2
DECLARE: Final = 3
DRAW: Final = 4
OWN: Final = 5
UNIT: Final = 6
STOP: Final = 7
LAY: Final = 8
ISLAND: Final = 9
RECALL: Final = 10
# chance
SPIN: Final = 11
FRONT: Final = 12
TOP: Final = 13
CHIP: Final = 14

# phases
P_TOPS: Final = 0
P_SPIN: Final = 1
P_START: Final = 2
P_DECLARE: Final = 3
P_GO: Final = 4
P_FRONT: Final = 5
P_LAY: Final = 6
P_CHIP: Final = 7
P_ISLAND: Final = 8
P_OVER: Final = 9

# where the rules go on after an interruption by chance
THEN_BEGIN: Final = 0
THEN_PLACE: Final = 1
THEN_GO: Final = 2
THEN_SCORE: Final = 3

# units
SCOUT: Final = 0
FORT: Final = 1
SETTLEMENT: Final = 2

# events of "?" tiles: 0 is a plain tile
EventName = Literal["storm", "hostile", "friendly", "pirates", "ruins", "gold"]
EVENTS: Final[tuple[EventName, ...]] = ("storm", "hostile", "friendly", "pirates", "ruins", "gold")
STORM: Final = 1
HOSTILE: Final = 2
FRIENDLY: Final = 3
PIRATES: Final = 4
RUINS: Final = 5
GOLD: Final = 6
SORTS: Final = 7
"""Sorts of one kind of tile, plain and by event: kind * SORTS + event numbers them."""

# ledger
SCORED_ISLAND: Final = 0
UNFINISHED_ISLAND: Final = 1
FOUND_RUINS: Final = 2
MOST_CHIPS: Final = 3
