"""A board's tiles as they are drawn: faces, medallions, lines of equipment, octagons; one tile by itself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from studio.core.picture import Picture, Shape
from studio.games.goldland.drawing.line_plate import EquipmentLine, line_shapes
from studio.games.goldland.drawing.pieces import medallion, treasure_shapes
from studio.games.goldland.drawing.scenery import Face, face_picture, ghost_picture
from studio.games.goldland.rules import actions as a
from studio.games.goldland.rules.board import Board, Tile

if TYPE_CHECKING:
    from studio.games.goldland.rules import State


def face_at(board: Board, cell: int, placement: int) -> Face:
    """A tile as it lies on a cell. Its stones and bushes are its own wherever it lies."""
    number = placement >> 2
    tile = board.tiles[number]
    row, column = divmod(cell, board.columns)
    shore = tile.kind in (a.COAST, a.START)
    return Face(
        column,
        row,
        cell,
        board.fixed_roads[cell] if shore else board.roads[placement],
        15 & ~board.fixed_roads[cell] if shore else 0,
        tile.kind if tile.kind < a.ADVENTURES else -1,
        tile.village,
        tile.kind == a.START,
        number,
    )


def faces_of(board: Board, laid: Sequence[int]) -> tuple[Face, ...]:
    """All laid tiles."""
    return tuple(face_at(board, cell, placement) for cell, placement in enumerate(laid) if placement >= 0)


@lru_cache(maxsize=256)
def lines_of(tile: Tile) -> tuple[EquipmentLine, ...]:
    """The lines on the plate of a tile: a reward belongs to what is paid, anything that is shown for stands apart."""
    if any(tile.pay) and any(tile.show):
        return EquipmentLine(pay=tile.pay), EquipmentLine(show=tile.show, gains=tile.gains)
    if not any(tile.pay) and not any(any(gain) for gain in tile.gains):
        return ()
    return (EquipmentLine(tile.pay, tile.show, tile.gains),)


@lru_cache(maxsize=1024)
def marks_on(tile: Tile, x: float, y: float, cell: int, treasure: int = -1) -> tuple[Shape, ...]:
    """What is printed or lies on a tile: medallion, line, octagon. `treasure`: 1 there, 0 taken, -1 as printed."""
    found: list[Shape] = []
    if tile.kind < a.ADVENTURES:
        found.append(medallion(x, y, tile.kind, cell))
    found += line_shapes(lines_of(tile), x, y, cell)
    if tile.treasure:
        found += treasure_shapes(x, y, treasure != 0, cell)
    return tuple(found)


def tile_picture(board: Board, number: int, turn: int = 0) -> Picture:
    """A land tile by itself, with its line."""
    face = face_at(board, 0, number * 4 + turn)
    return face_picture(face, marks_on(board.tiles[number], 0, 0, -1))


def tile_ghost(state: State, cell: int, turn: int) -> Picture:
    """The tile in hand where it would lie."""
    face = face_at(state.board, cell, state.hand * 4 + turn)
    return ghost_picture(face, marks_on(state.board.tiles[state.hand], face.column, face.row, cell))
