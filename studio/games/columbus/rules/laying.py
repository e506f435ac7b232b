"""Tiles: what can be laid where, swapped and moved (C2–C6, C13)."""

from __future__ import annotations

from itertools import compress

from studio.core.game import Action
from studio.games.columbus.rules.actions import (
    AS_CYCLONE,
    LAYS,
    LAYS_OF_MANY,
    LEAVE,
    MANY_SEATS,
    SHIP_TILES,
    STOP,
    T_CYCLONE,
    T_JOKER,
)
from studio.games.columbus.rules.position import Position

FEW = 15
"""So many cells are picked faster one by one; of more, all spaces are gone through at once."""
_BITS = bytes.maketrans(b"01", b"\0\1")
_AS_CYCLONE: Action = (AS_CYCLONE,)
_LEAVE: Action = (LEAVE,)
_STOP: Action = (STOP,)


def limit(s: Position) -> int:
    """How many tiles may be laid in a turn (C2, C13)."""
    return LAYS_OF_MANY if s.seats >= MANY_SEATS and not s.discovered else LAYS


def open_for(s: Position, kind: int) -> int:
    """The spaces on which a tile of this kind may be laid (C3, C13)."""
    spaces = s.free & s.board.fits[kind]
    if s.discovered and kind in SHIP_TILES:
        spaces |= s.covers & ~s.ships
    return spaces


def movable(s: Position) -> int:
    """The spaces whose upper tile a cyclone can move: no ship on it, and another space for it (C4)."""
    found = 0
    for kind, cells in enumerate(s.on):
        if cells and open_for(s, kind):
            found |= cells
    return found & ~s.ships


def picked(moves: tuple[Action, ...], cells: int) -> list[Action]:
    """The actions at these cells, from a table by cell."""
    if cells.bit_count() > FEW:
        return list(compress(moves, bin(cells)[:1:-1].encode().translate(_BITS)))
    found: list[Action] = []
    while cells:
        cell = cells.bit_length() - 1
        found.append(moves[cell])
        cells ^= 1 << cell
    found.reverse()
    return found


def take_moves(s: Position) -> list[Action]:
    """The tiles of the rack that can be laid, and jokers as cyclones (C2, C5); none when nothing can be laid."""
    rack, free, fits = s.rack[s.active], s.free, s.board.fits
    found = [
        move
        for move in compress(s.board.take_moves, rack)
        if free & fits[move[1]] or move[1] == T_CYCLONE or open_for(s, move[1])
    ]
    if rack[T_JOKER]:
        found.append(_AS_CYCLONE)
    return found


def swap_moves(s: Position) -> list[Action]:
    """The laid jokers that the seat can take for what they stand for (C6)."""
    jokers = s.on[T_JOKER] & ~s.ships
    if not jokers:
        return []
    rack, picture = s.rack[s.active], s.board.picture
    return [move for move in picked(s.board.swap_moves, jokers) if rack[picture[move[1]]]]


def may_swap(s: Position) -> bool:
    """Whether a swap after sailing is possible as far as everybody knows (C6): a joker lies without a ship on it.

    Such a turn ends by the seat's word, so that its end tells nobody what is on the rack.
    """
    return not s.earlier and s.rack_size[s.active] > 0 and s.on[T_JOKER] & ~s.ships != 0


def late_swap_moves(s: Position) -> list[Action]:
    """Swaps at a moment of the turn when no tile is laid (C6); by the earlier rules there were none."""
    return [] if s.earlier else swap_moves(s)


def lay_moves(s: Position) -> list[Action]:
    """Lay or swap; stop when nothing can be laid."""
    taking, swaps = take_moves(s), swap_moves(s)
    return taking + swaps if taking else [*swaps, _STOP]


def place_moves(s: Position) -> list[Action]:
    """Where to lay the tile in hand."""
    return picked(s.board.place_moves, open_for(s, s.hand))


def lift_moves(s: Position) -> list[Action]:
    """Which tile to move, or none; or a swap first (C6)."""
    return [*late_swap_moves(s), *picked(s.board.lift_moves, movable(s)), _LEAVE]


def drop_moves(s: Position) -> list[Action]:
    """Where to move the lifted tile."""
    return picked(s.board.drop_moves, open_for(s, s.tile[s.lifted]))
