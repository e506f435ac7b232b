"""The sheet a country is drawn on: parchment, sea beyond the coast, scale bars, letters and figures of the spaces.

From the board outward: a band for letters (sea where a coast lies), a scale, a margin; `FRAME` in all.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random

from studio.core.grid import EAST, NORTH, SOUTH, WEST, SquareGrid, column_name
from studio.core.picture import Label, Layer, Outline, Path, Shape, rectangle
from studio.drawing.outlines import holes
from studio.drawing.sheet import margin, scale_bars, torn

_BAND, _SCALE, _MARGIN = 0.175, 0.060, 0.095
FRAME = _BAND + _SCALE + _MARGIN
SeaEdge = tuple[int, int, int]
"""Column, row and side of a space whose outer side is the sea."""


def bounds(columns: int, rows: int) -> tuple[float, float, float, float]:
    """The whole sheet with a little table around it."""
    return -FRAME, -FRAME, columns + FRAME, rows + FRAME


def sheet_layers(
    columns: int, rows: int, sea: Iterable[SeaEdge], void: frozenset[int] = frozenset()
) -> tuple[Layer, ...]:
    """Parchment, frame and letters of a board with those coasts, and holes. Names its clip group `SHEET_CLIP`."""
    return _sheet_layers(columns, rows, tuple(sorted(set(sea))), void)


SHEET_CLIP = "sheet"


def sheet_clip(columns: int, rows: int, void: frozenset[int] = frozenset()) -> tuple[str, tuple[Outline, ...]]:
    """The clip group that keeps the sheet's darker edge on the sheet."""
    return SHEET_CLIP, _outlines(columns, rows, void)


@lru_cache(maxsize=32)
def _outlines(columns: int, rows: int, void: frozenset[int]) -> tuple[Outline, ...]:
    """The edge of the sheet, and holes where spaces are off the board."""
    return _edge(columns, rows), *holes(SquareGrid(columns, rows), void)


@lru_cache(maxsize=32)
def _sheet_layers(columns: int, rows: int, sea: tuple[SeaEdge, ...], void: frozenset[int]) -> tuple[Layer, ...]:
    edge = _outlines(columns, rows, void)
    sheet = (Path("parchment", edge), Path("parchment_edge", edge, clip=SHEET_CLIP))
    water = _margins(columns, rows, sea)
    return (
        Layer("sheet", sheet),
        Layer("margin", (Path("sea_margin", water),) if water else ()),
        Layer("frame", (*_scale(columns, rows), *_letters(columns, rows, sea))),
    )


@lru_cache(maxsize=32)
def _edge(columns: int, rows: int) -> Outline:
    """The outline of the sheet, its edge a little torn."""
    rng = Random(columns * 100 + rows)

    def deep(step: int) -> float:
        return rng.choice((0.0, 0.002, 0.006, 0.010, 0.010, 0.022)) if step else 0.008

    return torn(columns, rows, FRAME - 0.035, 9, rng, deep)


def _margins(columns: int, rows: int, sea: tuple[SeaEdge, ...]) -> tuple[Outline, ...]:
    """The sea beyond the coasts, as far as the scale, joined round the corners."""
    found: list[Outline] = []
    near = _BAND
    edges = set(sea)
    for column, row, side in sea:
        if side == NORTH and row == 0:
            found.append(rectangle(column, -near, 1, near))
        elif side == EAST and column == columns - 1:
            found.append(rectangle(columns, row, near, 1))
        elif side == SOUTH and row == rows - 1:
            found.append(rectangle(column, rows, 1, near))
        elif side == WEST and column == 0:
            found.append(rectangle(-near, row, near, 1))
    for column, row, sides, x, y in (
        (0, 0, (NORTH, WEST), -near, -near),
        (columns - 1, 0, (NORTH, EAST), columns, -near),
        (columns - 1, rows - 1, (SOUTH, EAST), columns, rows),
        (0, rows - 1, (SOUTH, WEST), -near, rows),
    ):
        if all((column, row, side) in edges for side in sides):
            found.append(rectangle(x, y, near, near))
    return tuple(found)


def _scale(columns: int, rows: int) -> list[Shape]:
    """Two fine lines with bars of half a tile between them, all round."""
    light, dark = scale_bars(columns, rows, _BAND, _SCALE, 0.014, 2)
    lines = tuple(margin(columns, rows, out) for out in (_BAND, _BAND + _SCALE))
    return [Path("scale_light", light), Path("scale_dark", dark), Path("scale_line", lines)]


def _letters(columns: int, rows: int, sea: tuple[SeaEdge, ...]) -> list[Shape]:
    """Letters of the columns and figures of the rows, along the sides where most of the coast lies."""
    count = [sum(1 for edge in sea if edge[2] == side) for side in range(4)]
    south, east = count[SOUTH] >= count[NORTH], count[EAST] >= count[WEST]
    y, x = (rows + _BAND / 2 if south else -_BAND / 2), (columns + _BAND / 2 if east else -_BAND / 2)
    wet = {(column, "column") for column, row, side in sea if side == (SOUTH if south else NORTH)}
    wet |= {(row, "row") for column, row, side in sea if side == (EAST if east else WEST)}
    found: list[Shape] = []
    for column in range(columns):
        style = "sea_letter" if (column, "column") in wet else "sheet_letter"
        found.append(Label(style, column_name(column), column + 0.5, y, 0.135))
    for row in range(rows):
        style = "sea_letter" if (row, "row") in wet else "sheet_letter"
        found.append(Label(style, str(row + 1), x, row + 0.5, 0.135))
    return found
