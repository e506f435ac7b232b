"""The board of a match: the chart, the numbers of the box, and tables made of both (component table, E1–E14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from studio.core.game import Action
from studio.games.entdecker.rules_actions import DECLARE, FRONT, LAY, RECALL, SORTS, START_RIM, START_TILE
from studio.seatiles.chart import OPEN_0, OPEN_2, Chart


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


class Board:
    """Immutable (but for a table it fills on demand); shared by all positions of its matches."""

    __slots__ = (
        "box",
        "chart",
        "chip_values",
        "declare_moves",
        "front_moves",
        "fronts",
        "lay_table",
        "most_gold",
        "personal",
        "recall_moves",
        "rim_starts",
        "ruins",
        "spinner",
        "stacks",
        "start_moves",
        "treasure",
        "unit_cost",
        "unit_count",
    )

    def __init__(self, chart: Chart, box: Box) -> None:
        self.chart, self.box = chart, box
        self.stacks = box.stacks
        self.spinner = tuple(sorted(box.spinner)) or (0,)
        self.unit_cost, self.unit_count = box.unit_cost, box.unit_count
        self.most_gold, self.ruins, self.treasure, self.personal = box.most_gold, box.ruins, box.treasure, box.personal
        self.chip_values = [value for value, _count in box.chips]
        self.start_moves: list[Action] = [(START_TILE, cell) for cell in range(chart.count)]
        self.recall_moves: list[Action] = [(RECALL, cell) for cell in range(chart.count)]
        self.declare_moves: list[Action] = [(DECLARE, n) for n in range(1, max(self.most_gold, box.gold) + 1)]
        rims = [edge for edge, what in enumerate(chart.rim) if OPEN_0 <= what <= OPEN_2]
        self.rim_starts: list[list[tuple[Action, int]]] = [
            [((START_RIM, edge >> 2, edge & 3), edge >> 2) for edge in rims if chart.rim[edge] <= toll]
            for toll in range(3)
        ]
        """By gold that may be spent (2: or more): the border starts it pays for, with their cells."""
        self.front_moves: list[Action] = [(FRONT, index // SORTS, index % SORTS) for index in range(len(box.hidden))]
        in_stacks = [index for index, count in enumerate(box.hidden) if count]
        self.fronts = (
            [index for index in in_stacks if index % SORTS == 0],
            [index for index in in_stacks if index % SORTS],
        )
        """By back: the sorts of tile in the piles that have it, as indexes into the counts of hidden tiles."""
        self.lay_table: dict[int, list[Action]] = {}

    def lay_moves(self, cell: int, kind: int, need: int) -> list[Action]:
        """The ways to lay a tile on a cell whose sides must be as `need` says."""
        key = (cell << 8 | need) * len(self.chart.kinds) + kind
        moves = self.lay_table.get(key)
        if moves is None:
            moves = self.lay_table[key] = [(LAY, cell, placement) for placement in self.chart.fits[kind][need]]
        return moves
