"""Outlines of a sea: which spaces of a rectangle are void, and which of these are holes with water all round (T5)."""

from __future__ import annotations

from collections.abc import Iterable

from studio.core.generation import orbit
from studio.core.grid import SquareGrid, neighbours
from studio.core.rng import Rng
from studio.core.text import _

RECTANGLE, DRAWN = "rectangle", "drawn"
RANDOM = ("ragged", "islands")
"""Outlines that are another with every seed."""


def outline_names() -> tuple[tuple[str, str], ...]:
    """The keys of the outlines with what they are called."""
    return (
        (RECTANGLE, _("Rectangle")),
        ("rounded", _("Rounded")),
        ("ring", _("Ring")),
        ("basins", _("Basins")),
        ("cross", _("Cross")),
        ("ragged", _("Ragged")),
        ("islands", _("Isles")),
        (DRAWN, _("By hand")),
    )


def outlined(outline: str, columns: int, rows: int, symmetry: str, rng: Rng) -> set[int]:
    """The void cells of an outline on a board of this size, alike under the symmetry where it allows that."""
    if outline == "rounded":
        depth = max(1, min(columns, rows) // 3)
        return {cell for cell, (x, y) in _corners(columns, rows) if x + y < depth}
    if outline == "cross":
        wide, high = max(1, columns // 4), max(1, rows // 4)
        return {cell for cell, (x, y) in _corners(columns, rows) if x < wide and y < high}
    if outline == "ring":
        wide, high = _hole(columns), _hole(rows)
        return {
            cell for cell, (x, y) in _corners(columns, rows) if 2 * x >= columns - wide and 2 * y >= rows - high
        }  # fmt: skip
    if outline == "basins":
        if columns < rows:
            return {
                cell for cell, (x, y) in _corners(columns, rows) if x < columns // 3 and 2 * y >= rows - _neck(rows)
            }
        return {cell for cell, (x, y) in _corners(columns, rows) if y < rows // 3 and 2 * x >= columns - _neck(columns)}
    if outline == "ragged":
        return _alike(_ragged(columns, rows, rng), columns, rows, symmetry)
    if outline == "islands":
        return _isles(columns, rows, symmetry, rng)
    return set()


def _corners(columns: int, rows: int) -> Iterable[tuple[int, tuple[int, int]]]:
    """Every cell with its distances from the nearest side in the east or west, and in the north or south."""
    for cell in range(columns * rows):
        row, column = divmod(cell, columns)
        yield cell, (min(column, columns - 1 - column), min(row, rows - 1 - row))


def _hole(length: int) -> int:
    """About a third of a side, so that as much is left on either hand."""
    return length // 3 + (length - length // 3) % 2


def _neck(length: int) -> int:
    """About a sixth of a side, so that as much is left on either hand."""
    return max(1, length // 6) + (length - max(1, length // 6)) % 2


def _ragged(columns: int, rows: int, rng: Rng) -> set[int]:
    """Bites of one or two spaces' depth out of all four sides."""
    deep = 2 if min(columns, rows) >= 8 else 1
    off = set()
    for side, length in enumerate((columns, rows, columns, rows)):
        place = 0
        while place < length:
            run, depth = 2 + rng.below(3), rng.below(deep + 1)
            for along in range(place, min(place + run, length)):
                for inward in range(depth):
                    x, y = (along, inward) if side % 2 == 0 else (inward, along)
                    if side in (1, 2):
                        x, y = columns - 1 - x, rows - 1 - y
                    off.add(y * columns + x)
            place += run
    return off


def _isles(columns: int, rows: int, symmetry: str, rng: Rng) -> set[int]:
    """Small voids with water round each of them: one for about twenty spaces."""
    grid, off = SquareGrid(columns, rows), set[int]()
    wanted = max(2, columns * rows // 20)
    for _try in range(20 * wanted):
        column, row = 1 + rng.below(columns - 2), 1 + rng.below(rows - 2)
        wide, high = 1 + rng.below(2), 1 + rng.below(2)
        if column + wide > columns - 1 or row + high > rows - 1:
            continue
        isle = _alike(set(grid.box(grid.cell(column, row), grid.cell(column + wide - 1, row + high - 1))),
                      columns, rows, symmetry)  # fmt: skip
        if off.isdisjoint(near for cell in isle for near in grid.around(cell, 1)):
            off |= isle
            wanted -= len(isle) // (wide * high)
        if wanted <= 0:
            break
    return off


def _alike(off: set[int], columns: int, rows: int, symmetry: str) -> set[int]:
    return {image for cell in off for image in orbit(columns, rows, symmetry, cell)}


def holes(off: set[int], grid: SquareGrid) -> set[int]:
    """The void cells that are cut off from the rim by water: the insides of a ring, isles."""
    outside = {cell for cell in off if any(grid.neighbour(cell, side) < 0 for side in range(4))}
    ahead = list(outside)
    while ahead:
        for other in neighbours(grid, ahead.pop()):
            if other in off and other not in outside:
                outside.add(other)
                ahead.append(other)
    return off - outside
