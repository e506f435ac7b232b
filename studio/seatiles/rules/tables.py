"""What the boards of the games on sea tiles have in common: the chart, and ready-made actions by cell, edge, tile."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.game import Action
from studio.seatiles.rules.chart import OPEN_0, OPEN_2, Chart


class SeaTables:
    """Immutable (but for a table it fills on demand). The games give the kinds of action their own numbers."""

    __slots__ = ("chart", "front_moves", "fronts", "lay_kind", "lay_table", "rim_starts", "start_moves")

    def __init__(
        self, chart: Chart, hidden: Sequence[int], sorts: int, *, start_rim: int, start_tile: int, lay: int, front: int
    ) -> None:
        """`hidden` counts the tiles in stacks at kind * sorts + sort; the others are kinds of action."""
        self.chart = chart
        self.start_moves: list[Action] = [(start_tile, cell) for cell in range(chart.count)]
        """By cell: the start from the tile there."""
        rims = [edge for edge, what in enumerate(chart.rim) if OPEN_0 <= what <= OPEN_2]
        self.rim_starts: list[list[tuple[Action, int]]] = [
            [((start_rim, edge >> 2, edge & 3), edge >> 2) for edge in rims if chart.rim[edge] <= toll]
            for toll in range(3)
        ]
        """By gold that may be spent (2: or more): the border starts it pays for, with their cells."""
        self.front_moves: list[Action] = [(front, index // sorts, index % sorts) for index in range(len(hidden))]
        in_stacks = [index for index, count in enumerate(hidden) if count]
        self.fronts = (
            [index for index in in_stacks if index % sorts == 0],
            [index for index in in_stacks if index % sorts],
        )
        """By back: the sorts of tile in the stacks that have it, as indexes into the counts of hidden tiles."""
        self.lay_kind = lay
        self.lay_table: dict[int, list[Action]] = {}

    def lay_moves(self, cell: int, kind: int, need: int) -> list[Action]:
        """The ways to lay a tile on a cell whose sides must be as `need` says."""
        key = (cell << 8 | need) * len(self.chart.kinds) + kind
        moves = self.lay_table.get(key)
        if moves is None:
            lay = self.lay_kind
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
