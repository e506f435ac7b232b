"""The layout body: read, validated, written, and compiled into a `Board`.

Bodies are immutable; each edit makes a new one. A body that can be displayed but not played is accepted here and
reported by the checks. Only values that cannot be displayed are rejected.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from studio.core import defaults
from studio.core.game import Json
from studio.core.grid import Grid, SquareGrid, neighbors
from studio.documents.decoding import check_board, check_known, decode
from studio.games._template.rules import Board

max_seats = defaults.max_seats

GRID = SquareGrid  # the shape of the board; `HexGrid` makes it one of hexagons without other changes
GRASS, HEDGE = ".", "#"
MIN_SIDE, MAX_SIDE, MAX_SEEDS = 3, 12, 99
Count = Annotated[int, msgspec.Meta(ge=0, le=MAX_SEEDS)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A meadow, row by row, and the number of daisies, poppies and irises in the bag (M1)."""

    spaces: tuple[str, ...]
    seeds: tuple[Count, Count, Count] = (12, 8, 5)


def parse(raw: Json) -> Body:
    body = decode(raw, Body)
    check_board(body.spaces, MIN_SIDE, MAX_SIDE, MAX_SIDE)
    for number, row in enumerate(body.spaces):
        check_known(f"$.spaces[{number}]", row, (GRASS, HEDGE))
    return body


def to_plain(body: Body) -> Json:
    return {"spaces": list(body.spaces), "seeds": list(body.seeds)}


def schema() -> Json:
    return msgspec.json.schema(Body)


def grid(body: Body) -> Grid:
    return GRID(len(body.spaces[0]), len(body.spaces))


def grass_of(body: Body) -> list[int]:
    """Return the cells of grass, ascending."""
    return [cell for cell, symbol in enumerate("".join(body.spaces)) if symbol == GRASS]


def adjacent_grass(body: Body, cell: int) -> list[int]:
    """Return the cells of grass next to a cell, clockwise."""
    grass = set(grass_of(body))
    return [other for other in neighbors(grid(body), cell) if other in grass]


def paint_cells(body: Body, cells: list[int], symbol: str) -> Body:
    """Return the body with these cells changed to grass or hedge; the same object if that changes nothing."""
    columns, flat = len(body.spaces[0]), list("".join(body.spaces))
    for cell in cells:
        flat[cell] = symbol
    spaces = tuple("".join(flat[start : start + columns]) for start in range(0, len(flat), columns))
    return body if spaces == body.spaces else msgspec.structs.replace(body, spaces=spaces)


def build(body: Body) -> Board:
    cells = grid(body)
    around = tuple(tuple(adjacent_grass(body, cell)) for cell in range(cells.count))
    return Board(cells, tuple(grass_of(body)), around, body.seeds)
