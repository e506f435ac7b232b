"""Grids of cells: numbers, neighbours, names, and coordinates in board units.

A cell is an int, row by row from the north-west. A side is an int, clockwise from the north (on hexagons from the
north-east). Board unit: the side of a square, or the width of a hexagon across its flats. x grows eastward, y
southward. Code outside this module uses only the `Grid` protocol, so that hexagons and squares are handled alike.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

NORTH, EAST, SOUTH, WEST = range(4)
SIDE_NAMES = ("north", "east", "south", "west")
HEX_RADIUS = 1 / math.sqrt(3)  # from the centre of a hexagon to a corner; also the length of a side
HEX_PITCH = math.sqrt(3) / 2  # the distance between rows of hexagons
Point = tuple[float, float]


class Grid(Protocol):
    """What drawing, hit-testing and the editor's tools need from a grid."""

    def __hash__(self) -> int:
        """Grids compare by value."""

    @property
    def columns(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def count(self) -> int: ...
    @property
    def sides(self) -> int: ...
    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...
    def cell(self, column: int, row: int) -> int: ...
    def coords(self, cell: int) -> tuple[int, int]: ...
    def neighbor(self, cell: int, side: int) -> int: ...
    def center(self, cell: int) -> Point: ...
    def corners(self, cell: int) -> tuple[Point, ...]: ...
    def cell_at(self, x: float, y: float) -> int: ...
    def name(self, cell: int) -> str: ...
    def cell_named(self, name: str) -> int: ...
    def box(self, one: int, other: int) -> list[int]: ...
    def around(self, cell: int, rings: int) -> list[int]: ...


def column_name(column: int) -> str:
    """Return the letters of a column: A … Z, AA …"""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(65 + letter) + name
    return name


@dataclass(frozen=True, slots=True)
class _Rows:
    """Numbers and names of cells in rows and columns, independent of their shape."""

    columns: int
    rows: int

    @property
    def count(self) -> int:
        return self.columns * self.rows

    def cell(self, column: int, row: int) -> int:
        """Return the cell at a column and row, or -1 off the grid."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return row * self.columns + column
        return -1

    def coords(self, cell: int) -> tuple[int, int]:
        """Return the column and row of a cell, both from 0."""
        row, column = divmod(cell, self.columns)
        return column, row

    def name(self, cell: int) -> str:
        """Return the name of a cell, column letters and row number: E4."""
        column, row = self.coords(cell)
        return f"{column_name(column)}{row + 1}"

    def cell_named(self, name: str) -> int:
        """Return the cell with a name, or -1 if there is none."""
        letters = name.rstrip("0123456789")
        digits = name[len(letters) :]
        if not letters or not digits or not letters.isascii() or not letters.isupper() or len(letters) > 3:
            return -1
        column = 0
        for letter in letters:
            column = column * 26 + ord(letter) - 64
        return self.cell(column - 1, int(digits) - 1) if len(digits) < 4 else -1

    def box(self, one: int, other: int) -> list[int]:
        """Return all cells in the columns and rows that two opposite corner cells span."""
        (a, b), (c, d) = self.coords(one), self.coords(other)
        columns, rows = range(min(a, c), max(a, c) + 1), range(min(b, d), max(b, d) + 1)
        return [row * self.columns + column for row in rows for column in columns]


@dataclass(frozen=True, slots=True)
class SquareGrid(_Rows):
    """Squares in rows and columns; sides are north, east, south, west."""

    @property
    def sides(self) -> int:
        return 4

    @property
    def width(self) -> float:
        return float(self.columns)

    @property
    def height(self) -> float:
        return float(self.rows)

    def neighbor(self, cell: int, side: int) -> int:
        """Return the cell beyond a side, or -1 off the grid."""
        column, row = self.coords(cell)
        return self.cell(column + (0, 1, 0, -1)[side], row + (-1, 0, 1, 0)[side])

    def center(self, cell: int) -> Point:
        column, row = self.coords(cell)
        return column + 0.5, row + 0.5

    def corners(self, cell: int) -> tuple[Point, ...]:
        """Clockwise from the north-west, so that side s runs from corner s to corner s+1."""
        column, row = self.coords(cell)
        return (column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)

    def cell_at(self, x: float, y: float) -> int:
        """Return the cell that contains a point, or -1."""
        return self.cell(int(x // 1), int(y // 1))

    def around(self, cell: int, rings: int) -> list[int]:
        """Return the cell and `rings` rings of neighbours, corner neighbours included: 1, 9, 25 … cells, fewer at the
        edge."""
        column, row = self.coords(cell)
        columns = range(max(0, column - rings), min(self.columns, column + rings + 1))
        rows = range(max(0, row - rings), min(self.rows, row + rings + 1))
        return [line * self.columns + place for line in rows for place in columns]


@dataclass(frozen=True, slots=True)
class HexGrid(_Rows):
    """Hexagons with a corner at the top, in rows; six sides, clockwise from the north-east.

    Rows are numbered from 0. Odd rows are shifted half a hexagon east, or even rows if `shifted_odd` is False (a map
    that has lost its northernmost row).
    """

    shifted_odd: bool = True

    @property
    def sides(self) -> int:
        return 6

    @property
    def width(self) -> float:
        return self.columns + (0.5 if self.rows > 1 or not self.shifted_odd else 0.0)

    @property
    def height(self) -> float:
        return (self.rows - 1) * HEX_PITCH + 2 * HEX_RADIUS

    def is_shifted(self, row: int) -> bool:
        """Whether a row is shifted half a hexagon east."""
        return bool(row & 1) == self.shifted_odd

    def neighbor(self, cell: int, side: int) -> int:
        """Return the cell beyond a side (0 north-east, 1 east, … 5 north-west), or -1 off the grid."""
        row, column = divmod(cell, self.columns)
        if side == 1:
            return cell + 1 if column + 1 < self.columns else -1
        if side == 4:
            return cell - 1 if column else -1
        row += 1 if 2 <= side <= 3 else -1
        # of the two cells above or below, the western one has this cell's column in a shifted row, one less otherwise
        column += (side < 3) - (row & 1 == self.shifted_odd)
        return row * self.columns + column if 0 <= column < self.columns and 0 <= row < self.rows else -1

    def center(self, cell: int) -> Point:
        row, column = divmod(cell, self.columns)
        return column + (1.0 if self.is_shifted(row) else 0.5), row * HEX_PITCH + HEX_RADIUS

    def corners(self, cell: int) -> tuple[Point, ...]:
        """Clockwise from the north, so that side s runs from corner s to corner s+1."""
        x, y = self.center(cell)
        west, east, above, below = x - 0.5, x + 0.5, y - HEX_RADIUS / 2, y + HEX_RADIUS / 2
        return (x, y - HEX_RADIUS), (east, above), (east, below), (x, y + HEX_RADIUS), (west, below), (west, above)

    def cell_at(self, x: float, y: float) -> int:
        """Return the cell that contains a point, or -1."""
        row, depth = int(y // HEX_PITCH), y % HEX_PITCH
        column = math.floor(x - 0.5 * self.is_shifted(row))
        # where the points of a row reach into the next, a hexagon is √3 times as wide as it is deep, to either side
        if depth < HEX_RADIUS / 2 and abs(x - 0.5 * self.is_shifted(row) - column - 0.5) > depth / HEX_RADIUS:
            row -= 1
            column = math.floor(x - 0.5 * self.is_shifted(row))
        return self.cell(column, row)

    def around(self, cell: int, rings: int) -> list[int]:
        """Return the cell and `rings` rings around it: 1, 7, 19 … cells, fewer at the edge."""
        column, row = self.coords(cell)
        across = 2 * column + self.is_shifted(row)
        cells = []
        for line in range(max(0, row - rings), min(self.rows, row + rings + 1)):
            reach = 2 * rings - abs(line - row)  # in half hexagons
            west = (across - reach - self.is_shifted(line)) // 2
            east = (across + reach - self.is_shifted(line)) // 2
            cells += [line * self.columns + place for place in range(max(0, west), min(self.columns - 1, east) + 1)]
        return cells


def neighbors(grid: Grid, cell: int) -> Iterator[int]:
    """Yield the neighbours of a cell that are on the grid."""
    for side in range(grid.sides):
        other = grid.neighbor(cell, side)
        if other >= 0:
            yield other


def flood_fill(grid: Grid, start: int, is_like: Callable[[int], bool]) -> list[int]:
    """Return all cells connected to `start` through cells for which `is_like` is true, `start` included, ascending."""
    seen, waiting = {start}, [start]
    while waiting:
        for other in neighbors(grid, waiting.pop()):
            if other not in seen and is_like(other):
                seen.add(other)
                waiting.append(other)
    return sorted(seen)


def parse_places(grid: Grid, typed: str) -> tuple[list[int], str]:
    """Return the cells for names such as "F7", "F7 K12" or "B2:D5", and the first invalid part, "" if all are valid."""
    cells: list[int] = []
    for part in re.split(r"[\s,;]+", re.sub(r"\s*[:–-]\s*", ":", typed.strip())):
        corners = [grid.cell_named(name) for name in part.upper().split(":")]
        if not part:
            continue
        if len(corners) > 2 or min(corners) < 0:
            return [], part
        cells += grid.box(corners[0], corners[-1])
    return list(dict.fromkeys(cells)), ""
