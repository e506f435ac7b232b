"""Boards as grids of cells: numbers, neighbours, names, places in board units.

A cell is one int, row by row from the north-west. A side is one int, clockwise from the north. Board units: the side
of a square, or the width of a hexagon across its flats, is 1; x grows eastward, y southward. Everything outside the
grids asks only the `Grid` protocol, so that hexagons are equals of squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

NORTH, EAST, SOUTH, WEST = range(4)
SIDE_NAMES = ("north", "east", "south", "west")
Point = tuple[float, float]


class Grid(Protocol):
    """What drawing, hit-testing and the editor's tools need to know about a board's cells."""

    @property
    def count(self) -> int: ...
    @property
    def sides(self) -> int: ...
    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...
    def neighbour(self, cell: int, side: int) -> int: ...
    def centre(self, cell: int) -> Point: ...
    def corners(self, cell: int) -> tuple[Point, ...]: ...
    def cell_at(self, x: float, y: float) -> int: ...
    def name(self, cell: int) -> str: ...
    def box(self, one: int, other: int) -> list[int]: ...


def column_name(column: int) -> str:
    """Letters of a column as a chart writes them: A … Z, AA …"""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(65 + letter) + name
    return name


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """Squares in rows and columns; four sides: north, east, south, west."""

    columns: int
    rows: int

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def sides(self) -> int:
        return 4

    @property
    def width(self) -> float:
        return float(self.columns)

    @property
    def height(self) -> float:
        return float(self.rows)

    def cell(self, column: int, row: int) -> int:
        """The cell at a column and row, or -1 off the grid."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return row * self.columns + column
        return -1

    def place(self, cell: int) -> tuple[int, int]:
        """Column and row of a cell, both from 0."""
        row, column = divmod(cell, self.columns)
        return column, row

    def neighbour(self, cell: int, side: int) -> int:
        """The cell beyond a side, or -1 off the grid."""
        column, row = self.place(cell)
        return self.cell(column + (0, 1, 0, -1)[side], row + (-1, 0, 1, 0)[side])

    def centre(self, cell: int) -> Point:
        column, row = self.place(cell)
        return column + 0.5, row + 0.5

    def corners(self, cell: int) -> tuple[Point, ...]:
        """Clockwise from the north-west, so that side s runs from corner s to corner s+1."""
        column, row = self.place(cell)
        return (column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)

    def cell_at(self, x: float, y: float) -> int:
        """The cell that holds a point, or -1."""
        return self.cell(int(x // 1), int(y // 1))

    def name(self, cell: int) -> str:
        """Chart name: column letter and row number, E4."""
        column, row = self.place(cell)
        return f"{column_name(column)}{row + 1}"

    def named(self, name: str) -> int:
        """The cell with a chart name, or -1 if there is none."""
        letters = name.rstrip("0123456789")
        digits = name[len(letters) :]
        if not letters or not digits or not letters.isascii() or not letters.isupper() or len(letters) > 3:
            return -1
        column = 0
        for letter in letters:
            column = column * 26 + ord(letter) - 64
        return self.cell(column - 1, int(digits) - 1) if len(digits) < 4 else -1

    def box(self, one: int, other: int) -> list[int]:
        """All cells of the rectangle that two corner cells span."""
        (a, b), (c, d) = self.place(one), self.place(other)
        columns, rows = range(min(a, c), max(a, c) + 1), range(min(b, d), max(b, d) + 1)
        return [row * self.columns + column for row in rows for column in columns]


def neighbours(grid: Grid, cell: int) -> Iterator[int]:
    """The neighbours of a cell that lie on the grid."""
    for side in range(grid.sides):
        other = grid.neighbour(cell, side)
        if other >= 0:
            yield other
