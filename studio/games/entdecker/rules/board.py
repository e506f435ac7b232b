"""The board of a match: the chart, the numbers of the box, and tables made of both (component table, E1–E14)."""

from __future__ import annotations

from dataclasses import dataclass

from studio.core.game import Action
from studio.games.entdecker.rules import actions as a
from studio.seatiles.rules.board import Numbers, SeaBoard, SeaBox
from studio.seatiles.rules.chart import Chart
from studio.seatiles.rules.ready import Ready

NUMBERS = Numbers(
    start_rim=a.START_RIM,
    start_tile=a.START_TILE,
    lay=a.LAY,
    island=a.ISLAND,
    front=a.FRONT,
    top=a.TOP,
    roll=a.SPIN,
    token=a.CHIP,
    sorts=a.SORTS,
    p_tops=a.P_TOPS,
    p_roll=a.P_SPIN,
    p_front=a.P_FRONT,
    p_island=a.P_ISLAND,
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
        self.recall_moves = Ready([[(a.RECALL, cell)] for cell in range(chart.count)])
        self.declare_moves: list[Action] = [(a.DECLARE, n) for n in range(1, self.most_gold + 1)]
