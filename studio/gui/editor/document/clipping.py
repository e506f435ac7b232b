"""Cells off the board, as text for the clipboard and as a pattern that is turned and mirrored before it is put down."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated

import msgspec
from msgspec import Meta

from studio.core.form import Stamp
from studio.core.game import Body
from studio.core.grid import Grid, Point
from studio.core.protocols import Game
from studio.core.text import _
from studio.drawing.geometry import Move, cell_centred, mirror, turn

MIME = "application/x-explorer-studio-cells"
MOST_CELLS = 10_000
MOST_BYTES = 1 << 20
"""What a clipping may have at most: more than the largest board has cells."""
Offset = Annotated[float, Meta(ge=-1000, le=1000)]
StampKey = Annotated[str, Meta(max_length=200)]
Turns = Annotated[int, Meta(ge=0, le=100)]
Placed = tuple[tuple[int, Stamp | None], ...]
"""Cells of a board and what goes there; None stands for an empty space of the group, which covers nothing."""


class Clipping(msgspec.Struct, forbid_unknown_fields=True):
    """Cells as the clipboard holds them. Another program may have written it, so nothing is taken on trust."""

    game: str
    first: int
    cells: Annotated[list[tuple[Offset, Offset, StampKey, Turns, bool]], Meta(min_length=1, max_length=MOST_CELLS)]


def clip(game: Game, body: Body, cells: Iterable[int]) -> Clipping:
    """Cells of a board, one at least, in places relative to the first, so that they can be put down elsewhere."""
    group = sorted(cells)
    grid = game.grid(body)
    left, top = grid.centre(group[0])
    rows: list[tuple[float, float, str, int, bool]] = []
    for cell in group:
        x, y = grid.centre(cell)
        stamp = game.pick(body, cell)
        rows.append((round(x - left, 4), round(y - top, 4), stamp.key, stamp.turn, stamp == game.eraser(body, cell)))
    return Clipping(game.info.slug, group[0], rows)


def read_clipping(game: Game, data: bytes) -> Clipping:
    """What the clipboard holds. Raises `ValueError` with a sentence when that is nothing for this game."""
    try:
        clipping = msgspec.json.decode(data[: MOST_BYTES + 1], type=Clipping)  # cut off, too much is no JSON
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise ValueError(_("The clipboard holds no spaces of a board.")) from None
    if clipping.game != game.info.slug:
        raise ValueError(_("The clipboard holds spaces of another game."))
    return clipping


def in_place(grid: Grid, clipping: Clipping, anchor: int = -1) -> Placed:
    """A clipping on a board, its first cell on `anchor` (-1: where it was copied from).

    What would fall off the board is left out. Raises `ValueError` when nothing is left.
    """
    if anchor < 0:
        anchor = clipping.first if 0 <= clipping.first < grid.count else 0
    placed = _placed(grid, anchor, ((x, y, _stamp(key, turns, blank)) for x, y, key, turns, blank in clipping.cells))
    if not placed:
        raise ValueError(_("There is no room on the board for the selection there."))
    return placed


@dataclass(frozen=True, slots=True)
class Pattern:
    """Stamps about a middle one, in board units from its centre; None is an empty space, which covers nothing."""

    cells: tuple[tuple[float, float, Stamp | None], ...]

    @property
    def stamps(self) -> list[Stamp]:
        """What it lays, row by row."""
        return [stamp for _x, _y, stamp in self.cells if stamp is not None]

    def placed(self, grid: Grid, anchor: int) -> Placed:
        """Where everything goes with the middle on a cell; what would fall off the board is left out."""
        return _placed(grid, anchor, self.cells)

    def turned(self, game: Game, body: Body, turns: int) -> Pattern:
        """Turned about its middle by so many sides, clockwise."""
        move = turn((0.0, 0.0), 360 / game.grid(body).sides * turns)
        return self._moved(move, lambda stamp: game.turned(body, stamp, turns))

    def mirrored(self, game: Game, body: Body, upright: bool) -> Pattern:
        """Mirrored on its middle: east and west (`upright`), or north and south, change places."""
        return self._moved(mirror(0.0, upright), lambda stamp: game.mirrored(body, stamp, upright))

    def _moved(self, move: Move, look: Callable[[Stamp], Stamp]) -> Pattern:
        cells = []
        for x, y, stamp in self.cells:
            across, down = move((x, y))
            cells.append((round(across, 4), round(down, 4), None if stamp is None else look(stamp)))
        return Pattern(tuple(cells))


def pattern_of(clipping: Clipping) -> tuple[Pattern, Point]:
    """A clipping as a pattern about the cell nearest to its middle, and where that lies, seen from the first one."""
    rows = clipping.cells
    across, down = [row[0] for row in rows], [row[1] for row in rows]
    point = ((min(across) + max(across)) / 2, (min(down) + max(down)) / 2)
    left, top = min(((row[0], row[1]) for row in rows), key=lambda place: (round(math.dist(place, point), 3), place))
    cells = ((round(x - left, 4), round(y - top, 4), _stamp(key, turns, blank)) for x, y, key, turns, blank in rows)
    return Pattern(tuple(cells)), (left, top)


def _stamp(key: str, turns: int, blank: bool) -> Stamp | None:
    return None if blank else Stamp(key, turns)


def _placed(grid: Grid, anchor: int, cells: Iterable[tuple[float, float, Stamp | None]]) -> Placed:
    left, top = grid.centre(anchor)
    found = ((cell_centred(grid, (left + x, top + y)), stamp) for x, y, stamp in cells)
    return tuple((cell, stamp) for cell, stamp in found if cell >= 0)
