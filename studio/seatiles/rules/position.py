"""What a position of every game on sea tiles holds: the discovered chart, units, the ship, goods, and the turn.

Sets of cells are whole numbers with bit `cell` set.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from studio.core.game import CHANCE, Action, Json, dumped, fill
from studio.seatiles.rules.board import SeaBoard
from studio.seatiles.rules.islands import join, lowest_nodes

BACK_PLAIN, BACK_QUERY, BACK_NONE, BACK_UNKNOWN = 0, 1, -1, -2
"""What the top of a stack shows: a plain back, a "?", that the stack is empty; or it is yet to be looked at."""

_FIELDS = (
    *("seats", "to_move", "phase", "then", "active", "turn", "left", "drawn", "laid_turn", "passes"),
    *("ship", "ship_rim", "stack"),
    *("laid", "event", "unit", "unit_land", "ahead", "stack_size", "stack_top", "hidden", "discard", "sorted_left"),
    *("added", "supply", "gold", "points", "bag"),
)


class SeaPosition:
    """The fields that the games share, explained in each game's rules.

    Counts of tiles by sort, plain and by event (`hidden`, `discard`), stand at kind * sorts + sort.
    """

    __slots__ = (
        "active",
        "added",
        "ahead",
        "bag",
        "board",
        "discard",
        "drawn",
        "event",
        "gold",
        "hand",
        "hidden",
        "hidden_plain",
        "hidden_query",
        "laid",
        "laid_turn",
        "ledger",
        "left",
        "moves",
        "need",
        "open_edges",
        "parent",
        "passes",
        "pending",
        "phase",
        "points",
        "sea",
        "seats",
        "ship",
        "ship_rim",
        "sorted_left",
        "stack",
        "stack_size",
        "stack_top",
        "supply",
        "then",
        "to_move",
        "turn",
        "undiscovered",
        "unit",
        "unit_land",
    )

    board: SeaBoard

    def clear(self, board: SeaBoard, seats: int, units: tuple[int, int, int]) -> None:
        """An empty chart and full supplies, so many units of each seat; nothing is laid or dealt yet."""
        chart, count = board.chart, board.chart.count
        self.board, self.seats = board, seats
        self.to_move, self.phase, self.then = CHANCE, board.numbers.p_tops, 0
        self.active, self.turn = 0, 1
        self.moves: list[Action] = []
        self.left = self.drawn = self.laid_turn = self.passes = 0

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
        self.stack_size = [0] * board.stacks
        self.stack_top = [BACK_NONE] * board.stacks
        self.hidden = list(board.hidden)
        self.count_hidden()
        self.discard = [0] * len(self.hidden)
        self.sorted_left = list(board.sorted_tiles)
        self.added = [0] * len(self.sorted_left)

        self.gold = [board.gold] * seats
        self.points = [0] * seats
        self.supply = [*units] * seats
        self.bag = board.bag_counts[:]
        self.ledger: list[tuple[int, ...]] = []

    def count_hidden(self) -> None:
        """Count the tiles in the stacks by their backs."""
        self.hidden_plain = sum(self.hidden[:: self.board.numbers.sorts])
        self.hidden_query = sum(self.hidden) - self.hidden_plain

    def copy_sea(self, other: SeaPosition) -> None:
        """Make the shared fields of another position copies of these; what is never changed is shared."""
        other.board, other.seats, other.moves = self.board, self.seats, self.moves
        other.to_move, other.phase, other.then = self.to_move, self.phase, self.then
        other.active, other.turn, other.passes = self.active, self.turn, self.passes
        other.left, other.drawn, other.laid_turn = self.left, self.drawn, self.laid_turn
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
        other.gold = self.gold[:]
        other.points = self.points[:]
        other.supply = self.supply[:]
        other.bag = self.bag[:]
        other.ledger = self.ledger[:]

    def dump_sea(self, fields: Iterable[str]) -> dict[str, Json]:
        """The shared fields and those named, as plain data; what follows from the tiles laid is left out."""
        plain = dumped(self, (*fields, *_FIELDS))
        # by their lowest nodes: which node represents an island depends on the order in which its tiles were laid
        plain["pending"] = lowest_nodes(self.board.chart, self.laid, self.pending)
        plain["hand"] = None if self.hand is None else list(self.hand)
        plain["ledger"] = [list(entry) for entry in self.ledger]
        return plain

    def restore_sea(self, plain: Json, fields: Iterable[str]) -> None:
        """Give a fresh position the fields that `dump_sea` wrote, and work out what follows from the tiles."""
        fill(self, plain, (*fields, *_FIELDS))
        self.pending = list(plain["pending"])
        self.hand = None if plain["hand"] is None else (plain["hand"][0], plain["hand"][1])
        self.ledger = [tuple(entry) for entry in plain["ledger"]]
        self.count_hidden()
        self.work_out()

    def work_out(self) -> None:
        """Work out afresh what follows from the tiles laid: needs, seas, islands. The fields are those of `clear`."""
        chart = self.board.chart
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
