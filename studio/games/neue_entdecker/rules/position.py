"""The position of a match as flat data: every field, and its copy (fields: see rules.py)."""

from __future__ import annotations

from typing import Self

from studio.core.game import CHANCE, Action
from studio.games.neue_entdecker.rules.actions import P_TOPS, SORTS, THEN_BEGIN
from studio.games.neue_entdecker.rules.board import Board
from studio.seatiles.rules.position import SeaPosition
from studio.seatiles.rules.routes import Region


class Position(SeaPosition):
    """All that changes during a match. Sets of cells are whole numbers with bit `cell` set."""

    __slots__ = (
        "active",
        "bag",
        "board",
        "chief_known",
        "chiefs",
        "cleared",
        "drawn",
        "gold",
        "hut",
        "idle",
        "laid_round",
        "laid_turn",
        "ledger",
        "left",
        "looker",
        "moves",
        "numbered",
        "numbers",
        "open_tiles",
        "owners",
        "passes",
        "path_numbers",
        "paths",
        "phase",
        "points",
        "regions",
        "seats",
        "seen",
        "sender",
        "supply",
        "then",
        "to_move",
        "token",
        "turn",
        "unit_number",
        "waiting",
        "waiting_numbers",
    )

    def __init__(self, board: Board, seats: int, numbered: bool) -> None:
        """An empty chart and full supplies; nothing is laid or dealt yet."""
        chart, box = board.chart, board.box
        huts = len(board.paths)
        self.clear(chart, box.hidden, box.sorted_tiles, board.stacks, SORTS)
        self.board, self.seats, self.numbered = board, seats, numbered
        self.to_move, self.phase, self.then = CHANCE, P_TOPS, THEN_BEGIN
        self.active, self.turn = 0, 1
        self.moves: list[Action] = []
        self.regions: list[Region] = []

        self.unit_number = [0] * chart.count

        self.left = self.drawn = self.laid_turn = 0
        self.open_tiles = False
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
        self.copy_sea(other)
        other.board, other.seats, other.numbered = self.board, self.seats, self.numbered
        other.to_move, other.phase, other.then = self.to_move, self.phase, self.then
        other.active, other.turn = self.active, self.turn
        other.moves, other.regions = self.moves, self.regions
        other.unit_number = self.unit_number[:]
        other.left, other.drawn, other.laid_turn = self.left, self.drawn, self.laid_turn
        other.open_tiles = self.open_tiles
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
        other.paths = [path[:] for path in self.paths]
        other.path_numbers = [path[:] for path in self.path_numbers]
        other.token = self.token[:]
        other.seen = self.seen[:]
        other.bag = self.bag[:]
        other.hut, other.looker = self.hut, self.looker
        other.ledger = self.ledger[:]
        return other
