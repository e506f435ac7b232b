"""Another size of the board: the start keeps its corner, the coast its order, and land tiles go along (G16)."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.grid import SquareGrid
from studio.core.text import _
from studio.games.goldland.body.coast import Coast, coast_of, corners
from studio.games.goldland.body.data import (
    LEAST,
    MOST,
    START,
    UNDISCOVERED,
    Body,
    Content,
    Laid,
    edited,
)
from studio.games.goldland.body.reading import Reading, reading_of


def resized(body: Body, left: int, top: int, right: int, bottom: int) -> Body:
    """Rows and columns added (negative: taken away) on each side. Raises `ValueError` with a sentence.

    An arm of the coast that grows takes in spare coast tiles before its end tile; one that shrinks gives up those that
    lie next to it. Land tiles that would come to lie on the coast or off the board go back to the stack.
    """
    old = reading_of(body)
    columns, rows = old.grid.columns + left + right, old.grid.rows + top + bottom
    if not (LEAST <= columns <= MOST and LEAST <= rows <= MOST):
        raise ValueError(
            _("A board is {least} × {least} to {most} × {most} spaces; this one would be {columns} × {rows}.").format(
                least=LEAST, most=MOST, columns=columns, rows=rows
            )
        )
    new = SquareGrid(columns, rows)
    source = [
        old.grid.cell(column - left, row - top) for row in range(rows) for column in range(columns)
    ]  # by new cell: the space it was, or -1
    image = {before: cell for cell, before in enumerate(source) if before >= 0}
    if old.coast is None:
        cells = [old.cells[before] if before >= 0 else UNDISCOVERED for before in source]
        locked = [image[cell] for cell in map(old.grid.named, body.locked) if cell in image]
        temple = image.get(old.temple, 0)
    else:
        coast = coast_of(new, corners(new)[old.corners.index(old.coast.start)])
        cells = _moved_land(old, coast, source)
        locked = _moved_coast(old, coast, cells)
        temple = _moved_temple(old, new, coast, left, top)
    names = tuple(new.name(cell) for cell in sorted(locked))
    return edited(body, cells=cells, columns=columns, temple=new.name(temple), locked=names)


def _moved_land(old: Reading, coast: Coast, source: Sequence[int]) -> list[Content]:
    """The contents of the new spaces: start and land tiles, nothing on the coast yet."""
    shore = {coast.start, *coast.cells}
    cells = [
        old.cells[before] if before >= 0 and before not in old.shore and cell not in shore else UNDISCOVERED
        for cell, before in enumerate(source)
    ]
    cells[coast.start] = START
    return cells


def _moved_coast(old: Reading, coast: Coast, cells: list[Content]) -> list[int]:
    """Lay the coast tiles of both arms; the spaces that are locked then."""
    assert old.coast is not None
    locks = {old.grid.named(name) for name in old.body.locked}
    spare: list[Content] = [Laid(tile.name) for tile in old.spare if not tile.end]
    arms = ((old.coast.along, coast.along), (old.coast.across, coast.across))
    for before, after in arms:
        spare = [old.cells[cell] for cell in before[len(after) - 1 : -1] if old.cells[cell] != UNDISCOVERED] + spare
    locked = []
    for before, after in arms:
        for place, cell in enumerate(after[:-1]):
            if place < len(before) - 1:
                cells[cell] = old.cells[before[place]]
                if before[place] in locks:
                    locked.append(cell)
            elif spare:
                cells[cell] = spare.pop(0)
        cells[after[-1]] = old.cells[before[-1]]
        if before[-1] in locks:
            locked.append(after[-1])
    return locked


def _moved_temple(old: Reading, new: SquareGrid, coast: Coast, left: int, top: int) -> int:
    """Where the temple is: on the far rim if it was there, else it goes along as far as there is land."""
    assert old.coast is not None
    (column, row), (start_column, start_row) = old.grid.place(old.temple), old.grid.place(old.coast.start)
    after_column, after_row = new.place(coast.start)
    return new.cell(
        _moved_place(column, start_column, old.grid.columns, after_column, new.columns, left),
        _moved_place(row, start_row, old.grid.rows, after_row, new.rows, top),
    )


def _moved_place(place: int, start: int, before: int, new_start: int, after: int, shift: int) -> int:
    """A place in a row whose start lies at one end."""
    if place == before - 1 - start:
        return after - 1 - new_start
    least, most = (1, after - 1) if new_start == 0 else (0, after - 2)
    return max(least, min(most, place + shift))
