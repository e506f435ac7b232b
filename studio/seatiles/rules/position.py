"""What a position of every game on sea tiles holds: the discovered chart, units, the ship, and where tiles come from.

Sets of cells are whole numbers with bit `cell` set.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from studio.seatiles.rules.chart import Chart
from studio.seatiles.rules.islands import join

BACK_PLAIN, BACK_QUERY, BACK_NONE, BACK_UNKNOWN = 0, 1, -1, -2
"""What the top of a stack shows: a plain back, a "?", that the stack is empty; or it is yet to be looked at."""


class SeaPosition:
    """The fields that the games share; `sorts` says how many sorts (plain and by event) a kind of tile has.

    Counts of tiles by sort (`hidden`, `discard`) stand at kind * sorts + sort.
    """

    __slots__ = (
        "added",
        "ahead",
        "discard",
        "event",
        "hand",
        "hidden",
        "hidden_plain",
        "hidden_query",
        "laid",
        "need",
        "open_edges",
        "parent",
        "pending",
        "sea",
        "ship",
        "ship_rim",
        "sorted_left",
        "stack",
        "stack_size",
        "stack_top",
        "undiscovered",
        "unit",
        "unit_land",
    )

    def clear(self, chart: Chart, hidden: Iterable[int], sorted_tiles: Iterable[int], stacks: int, sorts: int) -> None:
        """An empty chart; nothing is laid or dealt yet."""
        count = chart.count
        self.laid = [-1] * count
        self.event = bytearray(count)
        self.unit = [-1] * count
        self.unit_land = bytearray(count)
        self.undiscovered = chart.spaces
        self.need = bytearray(chart.first_need)
        self.sea = 0
        self.parent = array("H", range(count * 4))
        self.open_edges = array("H", bytes(count * 8))
        self.pending: list[int] = []

        self.ship, self.ship_rim = -1, -1
        self.ahead: tuple[int, ...] = ()
        self.hand: tuple[int, int] | None = None

        self.stack = 0
        self.stack_size = [0] * stacks
        self.stack_top = [BACK_NONE] * stacks
        self.hidden = list(hidden)
        self.count_hidden(sorts)
        self.discard = [0] * len(self.hidden)
        self.sorted_left = list(sorted_tiles)
        self.added = [0] * len(self.sorted_left)

    def count_hidden(self, sorts: int) -> None:
        """Count the tiles in the stacks by their backs."""
        self.hidden_plain = sum(self.hidden[::sorts])
        self.hidden_query = sum(self.hidden) - self.hidden_plain

    def copy_sea(self, other: SeaPosition) -> None:
        """Make the shared fields of another position copies of these."""
        other.laid = self.laid[:]
        other.event = self.event[:]
        other.unit = self.unit[:]
        other.unit_land = self.unit_land[:]
        other.undiscovered, other.sea = self.undiscovered, self.sea
        other.need = self.need[:]
        other.parent = self.parent[:]
        other.open_edges = self.open_edges[:]
        other.pending = self.pending[:]
        other.ship, other.ship_rim, other.ahead = self.ship, self.ship_rim, self.ahead
        other.hand, other.stack = self.hand, self.stack
        other.stack_size = self.stack_size[:]
        other.stack_top = self.stack_top[:]
        other.hidden = self.hidden[:]
        other.hidden_plain, other.hidden_query = self.hidden_plain, self.hidden_query
        other.discard = self.discard[:]
        other.sorted_left = self.sorted_left[:]
        other.added = self.added[:]

    def survey(self, chart: Chart) -> None:
        """Work out afresh what follows from the tiles laid: needs, seas, islands. The fields are those of `clear`."""
        known = [-1] * chart.count
        for cell, placement in enumerate(self.laid):
            if placement >= 0:
                key = cell << 4 | chart.placements[placement].edges
                self.undiscovered &= ~(1 << cell)
                self.sea |= chart.sea_planes[key]
                for other, bit in chart.marks[key]:
                    self.need[other] |= bit
                known[cell] = placement
                join(chart, known, self.parent, self.open_edges, cell)


def stands_on(s: SeaPosition, node: int) -> bool:
    """Whether a unit stands on this land (cell * 4 + land)."""
    cell = node >> 2
    return s.unit[cell] >= 0 and s.unit_land[cell] == node & 3
