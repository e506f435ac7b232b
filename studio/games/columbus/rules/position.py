"""The fields of a position, copying and dumping it, and how tiles and ships get on and off the board (C3, C7)."""

from __future__ import annotations

from typing import Self

from studio.core.game import CHANCE, Action, Json, dumped, fill
from studio.games.columbus.rules.actions import (
    HOME,
    NO_TILE,
    OUTBOUND,
    P_DRAW,
    T_JOKER,
)
from studio.games.columbus.rules.board import Board

_FIELDS = (
    *("seats", "own_harbour", "winner_only", "earlier", "phase", "to_move", "active", "turn", "round", "discovered"),
    *("laid", "sailed", "hand", "lifted", "relief", "quiet"),
    *("known", "gone", "tile", "under", "ship", "harbour", "voyage", "place", "america_round", "home_round", "blocked"),
    *("reserve", "rack", "shed"),
)
"""What a dump holds; all else follows from it."""

AHEAD = 1000
"""How far a ship has come that is home: further than any at sea."""


class Position:
    """All that changes in a match; the fields are described at the room's door."""

    __slots__ = (
        *_FIELDS,
        *("board", "come", "covers", "free", "moves", "on", "rack_size", "reserve_size", "sea", "ships"),
    )

    def __init__(self, board: Board, seats: int, own_harbour: bool, winner_only: bool, earlier: bool) -> None:
        kinds = len(board.tiles)
        self.board, self.seats = board, seats
        self.own_harbour, self.winner_only, self.earlier = own_harbour, winner_only, earlier
        self.phase, self.to_move, self.active, self.turn, self.round = P_DRAW, CHANCE, 0, 0, 1
        self.rack = [[0] * kinds for _seat in range(seats)]
        self.rack_size, self.known = [0] * seats, [0] * seats
        self.reserve = list(board.tiles)
        self.reserve_size = sum(self.reserve)
        self.gone = [0] * kinds
        self.shed = [[0] * kinds for _seat in range(seats)]
        self.tile, self.under = [NO_TILE] * board.count, [NO_TILE] * board.count
        self.ship, self.harbour = [-1] * seats, [-1] * seats
        self.voyage, self.place = [OUTBOUND] * seats, [0] * seats
        self.america_round, self.home_round = [0] * seats, [0] * seats
        self.discovered = False
        self.laid, self.sailed, self.hand, self.lifted, self.relief = 0, False, NO_TILE, -1, False
        self.blocked, self.quiet = [0] * seats, 0
        self.on = [0] * kinds
        self.free, self.covers, self.sea, self.ships = board.fits[T_JOKER], 0, board.printed, 0
        self.come = [0] * seats
        self.moves: list[Action] | None = None
        """The legal actions, once somebody has asked for them."""

    def clone(self) -> Self:
        """An independent copy."""
        other = object.__new__(type(self))
        other.board, other.seats = self.board, self.seats
        other.own_harbour, other.winner_only, other.earlier = self.own_harbour, self.winner_only, self.earlier
        other.phase, other.to_move, other.active = self.phase, self.to_move, self.active
        other.turn, other.round = self.turn, self.round
        other.rack = [rack[:] for rack in self.rack]
        other.rack_size, other.known = self.rack_size[:], self.known[:]
        other.reserve, other.reserve_size = self.reserve[:], self.reserve_size
        other.gone = self.gone[:]
        other.shed = [shed[:] for shed in self.shed]
        other.tile, other.under = self.tile[:], self.under[:]
        other.ship, other.harbour = self.ship[:], self.harbour[:]
        other.voyage, other.place = self.voyage[:], self.place[:]
        other.america_round, other.home_round = self.america_round[:], self.home_round[:]
        other.discovered = self.discovered
        other.laid, other.sailed, other.hand = self.laid, self.sailed, self.hand
        other.lifted, other.relief = self.lifted, self.relief
        other.blocked, other.quiet = self.blocked[:], self.quiet
        other.on = self.on[:]
        other.free, other.covers, other.sea, other.ships = self.free, self.covers, self.sea, self.ships
        other.come = self.come[:]
        other.moves = self.moves
        return other

    def dump(self) -> dict[str, Json]:
        """The whole position as plain data; what follows from it is left out."""
        return dumped(self, _FIELDS)

    def fill_from(self, plain: Json) -> None:
        """Make a fresh position equal to a dumped one."""
        fill(self, plain, _FIELDS)
        self.rack_size = [sum(rack) for rack in self.rack]
        self.reserve_size = sum(self.reserve)
        self.see()

    def put(self, kind: int, cell: int) -> None:
        """Lay a tile on a space, or on the tile that lies there."""
        bit, lower = 1 << cell, self.tile[cell]
        if lower != NO_TILE:
            self.under[cell] = lower
            self.on[lower] ^= bit
        self.tile[cell] = kind
        self._show(kind, bit)

    def take_up(self, cell: int) -> int:
        """Take the upper tile off a space; returns its kind."""
        bit, kind, lower = 1 << cell, self.tile[cell], self.under[cell]
        self.on[kind] ^= bit
        self.tile[cell], self.under[cell] = lower, NO_TILE
        if lower == NO_TILE:
            self.free |= bit
            self.covers &= ~bit
            self.sea &= ~bit
        else:
            self._show(lower, bit)
        return kind

    def _show(self, kind: int, bit: int) -> None:
        """A tile of this kind now lies uppermost."""
        self.on[kind] |= bit
        self.free &= ~bit
        if self.board.coverable[kind]:  # a picture or water (C13)
            self.covers |= bit
        else:
            self.covers &= ~bit
        if self.board.steps[kind]:
            self.sea |= bit
        else:  # a wreck (C8)
            self.sea &= ~bit

    def lie(self, seat: int, cell: int) -> None:
        """The ship of a seat lies on this space; how far it has come by that (C9)."""
        self.ship[seat] = cell
        column = self.board.column[cell]
        voyage = self.voyage[seat]
        if voyage == HOME:
            self.come[seat] = AHEAD
        else:
            self.come[seat] = self.board.grid.columns + column if voyage else -column

    def see(self) -> None:
        """Work out all that follows from tiles and ships, after they were set from outside."""
        self.on = [0] * len(self.board.tiles)
        self.free, self.covers, self.sea = self.board.fits[T_JOKER], 0, self.board.printed
        for cell, kind in enumerate(self.tile):
            if kind != NO_TILE:
                self._show(kind, 1 << cell)
        self.ships = 0
        for seat, cell in enumerate(self.ship):
            if cell >= 0:
                self.ships |= 1 << cell
                self.lie(seat, cell)
        self.moves = None


def cells_in(cells: int) -> list[int]:
    """The cells of a set, ascending."""
    return [cell for cell, bit in enumerate(bin(cells)[:1:-1]) if bit == "1"]
