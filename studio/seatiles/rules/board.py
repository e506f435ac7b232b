"""What the boards of the games on sea tiles have in common: chart, box, and ready-made actions by cell, edge, tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from studio.core.game import Action
from studio.seatiles.rules.chart import OPEN_0, OPEN_2, CellActions, Chart


@dataclass(frozen=True, slots=True, kw_only=True)
class SeaBox:
    """What is in every box besides the chart. `hidden[kind * sorts + event]` and `sorted_tiles[kind]` count tiles."""

    hidden: Sequence[int]
    sorted_tiles: Sequence[int]
    stacks: int
    faces: tuple[int, ...]
    """What the spinner or the die shows."""
    unit_cost: tuple[int, int, int]
    gold: int
    """Of each seat at the start."""
    bag: tuple[tuple[int, int], ...]
    """What is drawn unseen besides tiles: (value, how many), by value."""


@dataclass(frozen=True, slots=True)
class ActionNumbers:
    """The numbers that a game gives to the actions and phases which all games on sea tiles have."""

    start_rim: int
    start_tile: int
    lay: int
    island: int
    front: int
    top: int
    roll: int
    token: int
    sorts: int
    """Sorts of one kind of tile, plain and by event."""
    p_tops: int
    p_roll: int
    p_front: int
    p_island: int


class SeaBoard:
    """Immutable (but for tables it fills on demand); shared by all positions of its matches."""

    __slots__ = (
        "bag_counts",
        "bag_values",
        "chart",
        "faces",
        "firsts",
        "front_moves",
        "fronts",
        "gold",
        "hidden",
        "lay_table",
        "numbers",
        "rim_starts",
        "sorted_tiles",
        "stacks",
        "start_at_sea",
        "start_moves",
        "unit_cost",
    )

    def __init__(self, chart: Chart, box: SeaBox, numbers: ActionNumbers, *, start_at_sea: bool = False) -> None:
        """`start_at_sea`: ships may start from any discovered sea, so that no gap opens behind it (T8, E3)."""
        self.chart, self.numbers, self.start_at_sea = chart, numbers, start_at_sea
        self.hidden, self.sorted_tiles, self.stacks = box.hidden, box.sorted_tiles, box.stacks
        self.faces, self.unit_cost, self.gold = box.faces or (0,), box.unit_cost, box.gold
        self.bag_values = [value for value, _count in box.bag]
        self.bag_counts = [count for _value, count in box.bag]
        self.start_moves = CellActions([[(numbers.start_tile, cell)] for cell in range(chart.count)])
        """The starts from the tiles at some cells."""
        self.rim_starts = tuple(CellActions(_rim_starts(chart, numbers.start_rim, toll)) for toll in range(3))
        """By gold that may be spent (2: or more): the border starts at some cells that it pays for."""
        sorts = numbers.sorts
        self.front_moves: list[Action] = [
            (numbers.front, index // sorts, index % sorts) for index in range(len(box.hidden))
        ]
        in_stacks = [index for index, count in enumerate(box.hidden) if count]
        self.fronts = (
            [index for index in in_stacks if index % sorts == 0],
            [index for index in in_stacks if index % sorts],
        )
        """By back: the sorts of tile in the stacks that have it, as indexes into the counts of hidden tiles."""
        self.lay_table: dict[int, list[Action]] = {}
        self.firsts: dict[tuple[int, ...], object] = {}
        """By seats and options: the position before the first action, of which every match begins with a copy."""

    def starts_at_rim(self, undiscovered: int, budget: int) -> list[Action]:
        """The border starts beside undiscovered spaces that this gold pays for (T5)."""
        toll = budget if budget < 2 else 2
        return self.rim_starts[toll].at(undiscovered & self.chart.open_upto[toll])

    def lay_moves(self, cell: int, kind: int, need: int) -> list[Action]:
        """The ways to lay a tile on a cell whose sides must be as `need` says."""
        key = (cell << 8 | need) * len(self.chart.kinds) + kind
        moves = self.lay_table.get(key)
        if moves is None:
            lay = self.numbers.lay
            moves = self.lay_table[key] = [(lay, cell, placement) for placement in self.chart.fits[kind][need]]
        return moves

    def placements(self, ahead: Sequence[int], kind: int, need: bytearray) -> list[Action]:
        """Every way to lay a tile on one of the cells ahead of the ship, in order; not to be changed."""
        if len(ahead) == 1:
            cell = ahead[0]
            return self.lay_moves(cell, kind, need[cell])
        moves: list[Action] = []
        for cell in sorted(ahead):
            moves += self.lay_moves(cell, kind, need[cell])
        return moves


def _rim_starts(chart: Chart, kind: int, toll: int) -> list[list[Action]]:
    """By cell: the starts at its open edges of at most this toll."""
    return [
        [(kind, cell, side) for side in range(4) if OPEN_0 <= chart.rim[cell * 4 + side] <= min(OPEN_2, toll)]
        for cell in range(chart.count)
    ]
