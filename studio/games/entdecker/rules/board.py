"""The board of a match: the chart, the numbers of the box, and tables made of both (component table, E1–E14)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from studio.core.game import Action
from studio.seatiles.rules.board import ActionNumbers, SeaBoard, SeaBox
from studio.seatiles.rules.chart import CellActions, Chart
from studio.seatiles.rules.position import (
    BACK_NONE as BACK_NONE,
    BACK_PLAIN as BACK_PLAIN,
    BACK_QUERY as BACK_QUERY,
    BACK_UNKNOWN as BACK_UNKNOWN,
)

# The numbers of the rules of Entdecker (1996): kinds of action, phases, kinds of ledger entry (see the rules).

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
MAX_CHIPS: Final = 3


# The board of a match: the chart, the numbers of the box, and tables made of both (component table, E1–E14).

NUMBERS = ActionNumbers(
    start_rim=START_RIM,
    start_tile=START_TILE,
    lay=LAY,
    island=ISLAND,
    front=FRONT,
    top=TOP,
    roll=SPIN,
    token=CHIP,
    sorts=SORTS,
    p_tops=P_TOPS,
    p_roll=P_SPIN,
    p_front=P_FRONT,
    p_island=P_ISLAND,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Box(SeaBox):
    """What is in the box besides the chart: the sorted tiles are the reserve, the bag holds plant chips."""

    unit_count: tuple[int, int, int]
    """Scouts, forts, settlements of each seat."""
    most_gold: int
    ruins: int
    """Points for ruins (E10)."""
    treasure: int
    """Gold for a find of gold (E10)."""
    personal: tuple[int, ...]
    """The classes of a seat's own tiles (E14)."""


class Board(SeaBoard):
    """Immutable (but for a table it fills on demand); shared by all positions of its matches."""

    __slots__ = ("declare_moves", "most_gold", "personal", "recall_moves", "ruins", "treasure", "unit_count")

    def __init__(self, chart: Chart, box: Box) -> None:
        super().__init__(chart, box, NUMBERS, start_at_sea=True)
        self.unit_count, self.most_gold, self.personal = box.unit_count, box.most_gold, box.personal
        self.ruins, self.treasure = box.ruins, box.treasure
        self.recall_moves = CellActions([[(RECALL, cell)] for cell in range(chart.count)])
        self.declare_moves: list[Action] = [(DECLARE, n) for n in range(1, self.most_gold + 1)]
