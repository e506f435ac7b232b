"""The position of a match as flat data: every field, and its copy (fields: see rules.py)."""

from __future__ import annotations

from typing import Self

from studio.core.game import CHANCE, Action
from studio.games.entdecker.rules.actions import P_TOPS, SORTS, THEN_BEGIN
from studio.games.entdecker.rules.board import Board
from studio.seatiles.rules.position import SeaPosition


class Position(SeaPosition):
    """All that changes during a match. Sets of cells are whole numbers with bit `cell` set."""

    __slots__ = (
        "active",
        "bag",
        "board",
        "chip",
        "chips",
        "declared",
        "drawn",
        "first",
        "gold",
        "income",
        "keep_misfits",
        "laid_turn",
        "ledger",
        "left",
        "moves",
        "own_laid",
        "passes",
        "personal",
        "personal_tiles",
        "phase",
        "points",
        "rotating_first",
        "scoring",
        "season",
        "seats",
        "stands",
        "supply",
        "takers",
        "then",
        "to_move",
        "turn",
    )

    def __init__(
        self, board: Board, seats: int, keep_misfits: bool, rotating_first: bool, personal_tiles: bool
    ) -> None:
        """An empty chart and full supplies; nothing is laid or dealt yet."""
        box = board.box
        self.clear(board.chart, box.hidden, box.sorted_tiles, board.stacks, SORTS)
        self.board, self.seats = board, seats
        self.keep_misfits, self.rotating_first, self.personal_tiles = keep_misfits, rotating_first, personal_tiles
        self.to_move, self.phase, self.then = CHANCE, P_TOPS, THEN_BEGIN
        self.active = self.first = 0
        self.season = self.turn = 1
        self.income = 0
        self.moves: list[Action] = []

        self.declared = self.left = self.drawn = self.laid_turn = 0
        self.own_laid = False
        self.passes = 0

        self.gold = [min(box.gold, board.most_gold)] * seats
        self.points = [0] * seats
        self.supply = [*board.unit_count] * seats
        self.stands = [0] * (seats * 3)
        self.personal: list[tuple[int, ...]] = [()] * seats
        self.chips: list[tuple[int, ...]] = [()] * seats
        self.bag = [count for _value, count in box.chips]
        self.takers: tuple[int, ...] = ()
        self.chip = 0
        self.scoring = -1
        self.ledger: list[tuple[int, ...]] = []

    def clone(self) -> Self:
        """An independent copy; the board and the lists of moves are shared, being never changed."""
        other = object.__new__(type(self))
        self.copy_sea(other)
        other.board, other.seats = self.board, self.seats
        other.keep_misfits, other.rotating_first = self.keep_misfits, self.rotating_first
        other.personal_tiles = self.personal_tiles
        other.to_move, other.phase, other.then = self.to_move, self.phase, self.then
        other.active, other.first, other.season, other.turn = self.active, self.first, self.season, self.turn
        other.income = self.income
        other.moves = self.moves
        other.declared, other.left, other.drawn = self.declared, self.left, self.drawn
        other.laid_turn, other.own_laid, other.passes = self.laid_turn, self.own_laid, self.passes
        other.gold = self.gold[:]
        other.points = self.points[:]
        other.supply = self.supply[:]
        other.stands = self.stands[:]
        other.personal = self.personal[:]
        other.chips = self.chips[:]
        other.bag = self.bag[:]
        other.takers, other.chip, other.scoring = self.takers, self.chip, self.scoring
        other.ledger = self.ledger[:]
        return other
