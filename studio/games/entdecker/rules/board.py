"""The board of a match: the chart, the numbers of the box, and tables made of both (component table, E1–E14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from studio.core.game import Action
from studio.games.entdecker.rules.actions import DECLARE, FRONT, LAY, RECALL, SORTS, START_RIM, START_TILE
from studio.seatiles.rules.chart import Chart
from studio.seatiles.rules.tables import SeaTables


@dataclass(frozen=True, slots=True)
class Box:
    """What is in the box besides the chart. `hidden[kind * SORTS + event]` and `sorted_tiles[kind]` count tiles."""

    hidden: Sequence[int]
    sorted_tiles: Sequence[int]
    """The reserve."""
    stacks: int = 5
    """Draw piles."""
    spinner: tuple[int, ...] = (2, 3, 4, 5)
    unit_cost: tuple[int, int, int] = (1, 3, 6)
    unit_count: tuple[int, int, int] = (3, 2, 1)
    """Scouts, forts, settlements of each seat."""
    gold: int = 4
    most_gold: int = 12
    chips: tuple[tuple[int, int], ...] = ((1, 5), (2, 5), (3, 5), (4, 5))
    """(value, how many), by value."""
    ruins: int = 3
    """Points for ruins (E10)."""
    treasure: int = 3
    """Gold for a find of gold (E10)."""
    personal: tuple[int, ...] = (1, 2, 3, 4)
    """The classes of a seat's own tiles (E14)."""


class Board(SeaTables):
    """Immutable (but for a table it fills on demand); shared by all positions of its matches."""

    __slots__ = (
        "box",
        "chip_values",
        "declare_moves",
        "most_gold",
        "personal",
        "recall_moves",
        "ruins",
        "spinner",
        "stacks",
        "treasure",
        "unit_cost",
        "unit_count",
    )

    def __init__(self, chart: Chart, box: Box) -> None:
        super().__init__(chart, box.hidden, SORTS, start_rim=START_RIM, start_tile=START_TILE, lay=LAY, front=FRONT)
        self.box = box
        self.stacks = box.stacks
        self.spinner = tuple(sorted(box.spinner)) or (0,)
        self.unit_cost, self.unit_count = box.unit_cost, box.unit_count
        self.most_gold, self.ruins, self.treasure, self.personal = box.most_gold, box.ruins, box.treasure, box.personal
        self.chip_values = [value for value, _count in box.chips]
        self.recall_moves: list[Action] = [(RECALL, cell) for cell in range(chart.count)]
        self.declare_moves: list[Action] = [(DECLARE, n) for n in range(1, max(self.most_gold, box.gold) + 1)]
