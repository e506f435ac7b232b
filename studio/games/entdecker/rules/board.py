"""Constants, board and position of a match (component table, E1–E14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, Self

from studio.core.game import Action, Json
from studio.seatiles.rules.chart import ActionNumbers, CellActions, SeaBoard
from studio.seatiles.rules.position import (
    BACK_NONE as BACK_NONE,
    BACK_PLAIN as BACK_PLAIN,
    BACK_QUERY as BACK_QUERY,
    BACK_UNKNOWN as BACK_UNKNOWN,
    SeaPosition,
)

CHANGES: Final[Mapping[str, str]] = {"E3": "2026-11-24"}
"""By clause: the date of its last change. Before, only the very first turn started at the border."""

# Kinds of action (see the rules): decisions of a seat, then chance outcomes
START_RIM, START_TILE, PASS, DECLARE, DRAW, OWN, UNIT, STOP, LAY, ISLAND, RECALL = range(11)
SPIN, FRONT, TOP, CHIP = range(11, 15)
DECISIONS: Final = (
    "START_RIM", "START_TILE", "PASS", "DECLARE", "DRAW", "OWN", "UNIT", "STOP", "LAY", "ISLAND", "RECALL",
)  # fmt: skip

# Phases
P_TOPS, P_SPIN, P_START, P_DECLARE, P_GO, P_FRONT, P_LAY, P_CHIP, P_ISLAND, P_OVER = range(10)

# Continuations after chance
THEN_BEGIN, THEN_PLACE, THEN_GO, THEN_SCORE = range(4)

SCOUT, FORT, SETTLEMENT = range(3)

# Events of "?" tiles; 0 is a plain tile
EventName = Literal["storm", "hostile", "friendly", "pirates", "ruins", "gold"]
EVENTS: Final[tuple[EventName, ...]] = ("storm", "hostile", "friendly", "pirates", "ruins", "gold")
STORM, HOSTILE, FRIENDLY, PIRATES, RUINS, GOLD = range(1, 7)
SORTS = 7  # sorts of one kind of tile, plain and by event; indices are kind * SORTS + event

# Kinds of ledger entry
SCORED_ISLAND, UNFINISHED_ISLAND, FOUND_RUINS, MOST_CHIPS = range(4)


# The board of a match

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


@dataclass(kw_only=True, eq=False, repr=False)
class Board(SeaBoard):
    """The sorted tiles are the reserve, the bag holds plant chips."""

    numbers: ActionNumbers = NUMBERS
    start_at_sea: bool = True
    unit_count: tuple[int, int, int]  # scouts, forts, settlements per seat
    most_gold: int
    ruins: int  # points for ruins (E10)
    treasure: int  # gold per find (E10)
    personal: tuple[int, ...]  # classes of a seat's personal tiles (E14)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.recall_moves = CellActions([[(RECALL, cell)] for cell in range(self.chart.count)])
        self.declare_moves: list[Action] = [(DECLARE, n) for n in range(1, self.most_gold + 1)]


# Position data (fields: see the rules)

_FIELDS = (
    *("rules", "keep_misfits", "rotating_first", "personal_tiles", "first", "season", "income", "declared", "own_laid"),
    *("chip", "scoring", "takers"),
)


class Position(SeaPosition):
    """The mutable data of a match. Sets of cells are integers with bit `cell` set."""

    __slots__ = (*_FIELDS, "chips", "personal", "stands")

    board: Board

    def __init__(
        self, board: Board, seats: int, rules: str, keep_misfits: bool, rotating_first: bool, personal_tiles: bool
    ) -> None:
        """Create an empty chart and full supplies; nothing is placed or dealt yet."""
        self.clear(board, seats, board.unit_count)
        self.rules = rules
        self.keep_misfits, self.rotating_first, self.personal_tiles = keep_misfits, rotating_first, personal_tiles
        self.first, self.season, self.income = 0, 1, 0
        self.declared = 0
        self.own_laid = False
        self.stands = [0] * (seats * 3)
        self.personal: list[tuple[int, ...]] = [()] * seats
        self.chips: list[tuple[int, ...]] = [()] * seats
        self.takers: tuple[int, ...] = ()
        self.chip = 0
        self.scoring = -1

    @property
    def border_turns(self) -> int:
        """The number of turns that start at the border: the first season (E3)."""
        return self.seats if self.rules >= CHANGES["E3"] else 1

    def clone(self) -> Self:
        """Return an independent copy; board and move lists are immutable and shared."""
        other = object.__new__(type(self))
        self.copy_sea(other)
        other.rules = self.rules
        other.keep_misfits, other.rotating_first = self.keep_misfits, self.rotating_first
        other.personal_tiles = self.personal_tiles
        other.first, other.season, other.income = self.first, self.season, self.income
        other.declared, other.own_laid = self.declared, self.own_laid
        other.stands = self.stands[:]
        other.personal = self.personal[:]
        other.chips = self.chips[:]
        other.takers, other.chip, other.scoring = self.takers, self.chip, self.scoring
        return other

    def dump(self) -> Json:
        plain = self.dump_sea(_FIELDS)
        plain["personal"] = [list(tiles) for tiles in self.personal]
        plain["chips"] = [list(chips) for chips in self.chips]
        return plain

    def fill_from(self, plain: Json) -> None:
        """Restore a dumped position, except for the legal actions."""
        self.restore_sea(plain, _FIELDS)
        self.personal = [tuple(tiles) for tiles in plain["personal"]]
        self.chips = [tuple(chips) for chips in plain["chips"]]
        for cell, unit in enumerate(self.unit):
            if unit >= 0:
                self.stands[unit] |= 1 << cell
