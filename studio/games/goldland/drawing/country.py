"""The still part of the board: parchment, unknown country, laid tiles with what is printed on them, the temple."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from studio.core.picture import Layer, Path, Picture, Shape, Sprite, rectangle
from studio.games.goldland.drawing.line_plate import EquipmentLine, line_shapes
from studio.games.goldland.drawing.pieces import medallion, temple_shapes, treasure_shapes
from studio.games.goldland.drawing.scenery.faces import REACH, Face, clips, face_layers, face_picture, ghost_picture
from studio.games.goldland.drawing.scenery.sheet import SHEET_CLIP, bounds, sheet_clip, sheet_layers
from studio.games.goldland.drawing.scenery.unexplored import unexplored_layers
from studio.games.goldland.rules import State
from studio.games.goldland.rules import actions as a
from studio.games.goldland.rules.board import Board, Tile


class Temple(NamedTuple):
    """The final space, the amulets that are left there, and its two piles of coins (G14)."""

    cell: int
    amulets: int
    bonus: int
    reserve: int


@lru_cache(maxsize=24)
def country(
    columns: int,
    rows: int,
    faces: tuple[Face, ...],
    printed: tuple[Shape, ...],
    temple: Temple,
    backs: frozenset[int] = frozenset(),
    void: frozenset[int] = frozenset(),
) -> Picture:
    """The board with its laid tiles and nobody upon it. `backs` are spaces where a tile lies face down.

    `void` are spaces off the board, cut out of the sheet.
    """
    shore = {(face.column, face.row) for face in faces if face.sea}
    land = [
        (column, row)
        for row in range(rows)
        for column in range(columns)
        if (column, row) not in shore and row * columns + column not in void
    ]
    sea = [(face.column, face.row, side) for face in faces for side in range(4) if face.sea >> side & 1]
    x, y = temple.cell % columns, temple.cell // columns
    below = next((face for face in faces if face.cell == temple.cell), None)
    building = temple_shapes(
        x,
        y,
        temple.amulets,
        temple.bonus,
        temple.reserve,
        below is not None,
        below.exits if below is not None else _gates(columns, rows, x, y, void),
        temple.cell,
    )
    layers = (
        *sheet_layers(columns, rows, sea, void),
        *unexplored_layers(columns, rows, land, (x, y), SHEET_CLIP if void else ""),
        Layer("backs", tuple(shape for cell in sorted(backs) for shape in _back(columns, cell))),
        *face_layers(faces),
        Layer("temple", building),
        Layer("printed", printed),
    )
    return Picture(
        bounds(columns, rows), layers, (), (*clips(faces), sheet_clip(columns, rows, void)), REACH, table=True
    )


def _gates(columns: int, rows: int, x: int, y: int, void: frozenset[int]) -> int:
    """The sides of a space that lie towards the board."""
    around = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
    return sum(
        1 << side
        for side, (a, b) in enumerate(around)
        if 0 <= a < columns and 0 <= b < rows and b * columns + a not in void
    )


@lru_cache(maxsize=256)
def _back(columns: int, cell: int) -> tuple[Shape, ...]:
    """A land tile that lies face down."""
    x, y = cell % columns, cell // columns
    return (
        Path("tile_shadow", (rectangle(x + 0.03, y + 0.03, 0.94, 0.94),), cell),
        Sprite("goldland/back", x + 0.5, y + 0.5, 0.98, cell),
    )


# tiles as they lie


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
