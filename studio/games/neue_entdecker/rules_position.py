"""The position of a match as flat data: every field, and its copy (fields: see rules.py)."""

from __future__ import annotations

from array import array
from typing import Self

from studio.core.game import CHANCE, Action
from studio.games.neue_entdecker.rules_actions import BACK_NONE, P_TOPS, SORTS, THEN_BEGIN
from studio.games.neue_entdecker.rules_board import Board
from studio.seatiles.routes import Region


class Position:
    """All that changes during a match. Sets of cells are whole numbers with bit `cell` set."""

    __slots__ = (
        "active",
        "added",
        "ahead",
        "bag",
        "board",
        "chief_known",
        "chiefs",
        "cleared",
        "discard",
        "drawn",
        "event",
        "gold",
        "hand",
        "hidden",
        "hidden_plain",
        "hidden_query",
        "hut",
        "idle",
        "laid",
        "laid_round",
        "laid_turn",
        "ledger",
        "left",
        "looker",
        "moves",
        "need",
        "numbered",
        "numbers",
        "open_edges",
        "open_tiles",
        "owners",
        "parent",
        "passes",
        "path_numbers",
        "paths",
        "pending",
        "phase",
        "points",
        "regions",
        "sea",
        "seats",
        "seen",
        "sender",
        "ship",
        "ship_rim",
        "sorted_left",
        "stack",
        "stack_size",
        "stack_top",
        "supply",
        "then",
        "to_move",
        "token",
        "turn",
        "undiscovered",
        "unit",
        "unit_land",
        "unit_number",
        "waiting",
        "waiting_numbers",
    )

    def __init__(self, board: Board, seats: int, numbered: bool) -> None:
        """An empty chart and full supplies; nothing is laid or dealt yet."""
        chart, box = board.chart, board.box
        count, kinds, huts = chart.count, len(chart.kinds), len(board.paths)
        self.board, self.seats, self.numbered = board, seats, numbered
        self.to_move, self.phase, self.then = CHANCE, P_TOPS, THEN_BEGIN
        self.active, self.turn = 0, 1
        self.moves: list[Action] = []
        self.regions: list[Region] = []

        self.laid = [-1] * count
        self.event = bytearray(count)
        self.unit = [-1] * count
        self.unit_land = bytearray(count)
        self.unit_number = [0] * count
        self.undiscovered = chart.spaces
        self.need = bytearray(chart.first_need)
        self.sea = 0
        self.parent = array("H", range(count * 4))
        self.open_edges = array("H", bytes(count * 8))
        self.pending: list[int] = []

        self.ship, self.ship_rim = -1, -1
        self.ahead: tuple[int, ...] = ()
        self.left = self.drawn = self.laid_turn = 0
        self.open_tiles = False
        self.stack = 0
        self.hand: tuple[int, int] | None = None
        self.passes = self.idle = self.laid_round = 0

        units = board.unit_count[seats]
        scouts = max(units[0] - 1, 0)  # one scout marks the points (N0)
        self.supply = [scouts, units[1], units[2]] * seats
        self.numbers = [((1 << scouts) - 1) << 1 if numbered else 0] * seats
        self.gold = [box.gold] * seats
        self.points = [0] * seats
        self.owners = [0] * seats
        self.chiefs = [0] * (2 * seats)
        self.chief_known = 0
        self.cleared = [0] * seats
        self.waiting = [0] * seats
        self.waiting_numbers = [0] * seats
        self.sender = 0

        self.stack_size = [0] * board.stacks
        self.stack_top = [BACK_NONE] * board.stacks
        self.hidden = list(box.hidden)
        self.hidden_plain = sum(self.hidden[::SORTS])
        self.hidden_query = sum(self.hidden) - self.hidden_plain
        self.discard = [0] * (kinds * SORTS)
        self.sorted_left = list(box.sorted_tiles)
        self.added = [0] * kinds

        self.paths = [[-1] * length for length in board.paths]
        self.path_numbers = [[0] * length for length in board.paths]
        self.token = [0] * huts
        self.seen = [0] * huts
        self.bag = [tokens for _value, tokens in box.tokens]
        self.hut = self.looker = -1
        self.ledger: list[tuple[int, ...]] = []

    def clone(self) -> Self:
        """An independent copy; the board, the lists of moves and payments are shared, being never changed."""
        other = object.__new__(type(self))
        other.board, other.seats, other.numbered = self.board, self.seats, self.numbered
        other.to_move, other.phase, other.then = self.to_move, self.phase, self.then
        other.active, other.turn = self.active, self.turn
        other.moves, other.regions = self.moves, self.regions
        other.laid = self.laid[:]
        other.event = self.event[:]
        other.unit = self.unit[:]
        other.unit_land = self.unit_land[:]
        other.unit_number = self.unit_number[:]
        other.undiscovered, other.sea = self.undiscovered, self.sea
        other.need = self.need[:]
        other.parent = self.parent[:]
        other.open_edges = self.open_edges[:]
        other.pending = self.pending[:]
        other.ship, other.ship_rim, other.ahead = self.ship, self.ship_rim, self.ahead
        other.left, other.drawn, other.laid_turn = self.left, self.drawn, self.laid_turn
        other.open_tiles, other.stack, other.hand = self.open_tiles, self.stack, self.hand
        other.passes, other.idle, other.laid_round = self.passes, self.idle, self.laid_round
        other.supply = self.supply[:]
        other.numbers = self.numbers[:]
        other.gold = self.gold[:]
        other.points = self.points[:]
        other.owners = self.owners[:]
        other.chiefs = self.chiefs[:]
        other.chief_known = self.chief_known
        other.cleared = self.cleared[:]
        other.waiting = self.waiting[:]
        other.waiting_numbers = self.waiting_numbers[:]
        other.sender = self.sender
        other.stack_size = self.stack_size[:]
        other.stack_top = self.stack_top[:]
        other.hidden = self.hidden[:]
        other.hidden_plain, other.hidden_query = self.hidden_plain, self.hidden_query
        other.discard = self.discard[:]
        other.sorted_left = self.sorted_left[:]
        other.added = self.added[:]
        other.paths = [path[:] for path in self.paths]
        other.path_numbers = [path[:] for path in self.path_numbers]
        other.token = self.token[:]
        other.seen = self.seen[:]
        other.bag = self.bag[:]
        other.hut, other.looker = self.hut, self.looker
        other.ledger = self.ledger[:]
        return other
