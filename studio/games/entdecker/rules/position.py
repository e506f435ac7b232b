"""The position of a match as flat data: every field, its copy, and plain data of it (fields: see rules)."""

from __future__ import annotations

from typing import Self

from studio.core.game import Json
from studio.games.entdecker.rules.board import Board
from studio.seatiles.rules.position import SeaPosition

_FIELDS = (
    *("keep_misfits", "rotating_first", "personal_tiles", "first", "season", "income", "declared", "own_laid"),
    *("chip", "scoring", "takers"),
)


class Position(SeaPosition):
    """All that changes during a match. Sets of cells are whole numbers with bit `cell` set."""

    __slots__ = (
        "chip",
        "chips",
        "declared",
        "first",
        "income",
        "keep_misfits",
        "own_laid",
        "personal",
        "personal_tiles",
        "rotating_first",
        "scoring",
        "season",
        "stands",
        "takers",
    )

    board: Board

    def __init__(
        self, board: Board, seats: int, keep_misfits: bool, rotating_first: bool, personal_tiles: bool
    ) -> None:
        """An empty chart and full supplies; nothing is laid or dealt yet."""
        self.clear(board, seats, board.unit_count)
        self.keep_misfits, self.rotating_first, self.personal_tiles = keep_misfits, rotating_first, personal_tiles
        self.first, self.season, self.income = 0, 1, 0
        self.declared = 0
        self.own_laid = False
        self.stands = [0] * (seats * 3)
        self.personal: list[tuple[int, ...]] = [()] * seats
        self.chips: list[tuple[int, ...]] = [()] * seats
        self.takers: tuple[int, ...] = ()
        self.chip = 0
        self.scoring = -1

    def clone(self) -> Self:
        """An independent copy; the board and the lists of moves are shared, being never changed."""
        other = object.__new__(type(self))
        self.copy_sea(other)
        other.keep_misfits, other.rotating_first = self.keep_misfits, self.rotating_first
        other.personal_tiles = self.personal_tiles
        other.first, other.season, other.income = self.first, self.season, self.income
        other.declared, other.own_laid = self.declared, self.own_laid
        other.stands = self.stands[:]
        other.personal = self.personal[:]
        other.chips = self.chips[:]
        other.takers, other.chip, other.scoring = self.takers, self.chip, self.scoring
        return other

    def dump(self) -> Json:
        """The whole position as plain data; what follows from it is left out."""
        plain = self.dump_sea(_FIELDS)
        plain["personal"] = [list(tiles) for tiles in self.personal]
        plain["chips"] = [list(chips) for chips in self.chips]
        return plain

    def fill_from(self, plain: Json) -> None:
        """Make a fresh position equal to a dumped one, but for the legal actions."""
        self.restore_sea(plain, _FIELDS)
        self.personal = [tuple(tiles) for tiles in plain["personal"]]
        self.chips = [tuple(chips) for chips in plain["chips"]]
        for cell, unit in enumerate(self.unit):
            if unit >= 0:
                self.stands[unit] |= 1 << cell
