"""The still part of the board: parchment, unknown country, laid tiles with what is printed on them, the temple."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from studio.core.picture import Layer, Path, Picture, Shape, Sprite, rectangle
from studio.games.goldland.drawing.scenery import REACH, Face, clips, face_layers
from studio.games.goldland.drawing.sheet import bounds, sheet_clip, sheet_layers
from studio.games.goldland.drawing.temple import temple_shapes
from studio.games.goldland.drawing.unexplored import unexplored_layers


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
) -> Picture:
    """The board with its laid tiles and nobody upon it. `backs` are spaces where a tile lies face down."""
    shore = {(face.column, face.row) for face in faces if face.sea}
    land = [(column, row) for row in range(rows) for column in range(columns) if (column, row) not in shore]
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
        below.exits if below is not None else _gates(columns, rows, x, y),
        temple.cell,
    )
    layers = (
        *sheet_layers(columns, rows, sea),
        *unexplored_layers(columns, rows, land, (x, y)),
        Layer("backs", tuple(shape for cell in sorted(backs) for shape in _back(columns, cell))),
        *face_layers(faces),
        Layer("temple", building),
        Layer("printed", printed),
    )
    return Picture(bounds(columns, rows), layers, (), (*clips(faces), sheet_clip(columns, rows)), REACH, table=True)


def _gates(columns: int, rows: int, x: int, y: int) -> int:
    """The sides of a space that lie towards the board."""
    inside = (y > 0, x < columns - 1, y < rows - 1, x > 0)
    return sum(1 << side for side, is_inside in enumerate(inside) if is_inside)


@lru_cache(maxsize=256)
def _back(columns: int, cell: int) -> tuple[Shape, ...]:
    """A land tile that lies face down."""
    x, y = cell % columns, cell // columns
    return (
        Path("tile_shadow", (rectangle(x + 0.03, y + 0.03, 0.94, 0.94),), cell),
        Sprite("goldland/back", x + 0.5, y + 0.5, 0.98, cell),
    )
