"""The numbers of the rules of Die Neuen Entdecker: kinds of action, phases, kinds of ledger entry (see the rules)."""

from __future__ import annotations

from typing import Final

from studio.seatiles.rules.position import BACK_NONE as BACK_NONE
from studio.seatiles.rules.position import BACK_PLAIN as BACK_PLAIN
from studio.seatiles.rules.position import BACK_QUERY as BACK_QUERY
from studio.seatiles.rules.position import BACK_UNKNOWN as BACK_UNKNOWN

# decisions of a seat
CHIEFS: Final = 0
WHEEL: Final = 1
START_RIM: Final = 2
START_TILE: Final = 3
PASS: Final = 4
PAY: Final = 5
ANNOUNCE_HIDDEN: Final = 6
ANNOUNCE_OPEN: Final = 7
DRAW_HIDDEN: Final = 8
DRAW_OPEN: Final = 9
UNIT: Final = 10
UNIT_FROM_CELL: Final = 11
UNIT_FROM_PATH: Final = 12
STOP: Final = 13
LAY: Final = 14
NATIVES_NONE: Final = 15
NATIVES_SUPPLY: Final = 16
NATIVES_FROM_CELL: Final = 17
NATIVES_FROM_PATH: Final = 18
ISLAND: Final = 19
SEND: Final = 20
# chance
DIE: Final = 21
FRONT: Final = 22
TOP: Final = 23
TOKEN: Final = 24

# phases
P_TOPS: Final = 0
P_CHIEFS: Final = 1
P_DIE: Final = 2
P_WHEEL: Final = 3
P_START: Final = 4
P_PAY: Final = 5
P_ANNOUNCE: Final = 6
P_GO: Final = 7
P_FRONT: Final = 8
P_LAY: Final = 9
P_NATIVES: Final = 10
P_ISLAND: Final = 11
P_SEND: Final = 12
P_TOKEN: Final = 13
P_OVER: Final = 14

# where the rules go on after an interruption by chance
THEN_BEGIN: Final = 0
THEN_PLACE: Final = 1
THEN_EVENT: Final = 2
THEN_GO: Final = 3
THEN_SCORE: Final = 4
THEN_SEND: Final = 5

# units
SCOUT: Final = 0
BASE: Final = 1
SETTLEMENT: Final = 2

# events of "?" tiles: 0 is a plain tile
EVENTS: Final = ("gold", "pirates", "natives", "storm")
GOLD: Final = 1
PIRATES: Final = 2
NATIVES: Final = 3
STORM: Final = 4
SORTS: Final = 5
"""Sorts of one kind of tile, plain and by event: kind * SORTS + event numbers them."""

# ledger
SCORED_ISLAND: Final = 0
SCORED_HUT: Final = 1

IDLE_ROUNDS: Final = 10
"""Rounds in a row without a tile laid after which the game ends (N13)."""
