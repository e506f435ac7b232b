"""Cells off the board: clipboard, patterns and floating selections."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Annotated

import msgspec
from msgspec import Meta

from studio.core.form import VOID_KEY, Stamp
from studio.core.game import Body
from studio.core.grid import Grid, Point
from studio.core.plugin import Game
from studio.core.text import _
from studio.drawing.geometry import Move, axis_for, cell_centered_at, mirror, move_target, pivot_for, shift, turn

CELLS_MIME = "application/x-explorer-studio-cells"
MAX_CELLS = 10_000
MAX_BYTES = 1 << 20
Offset = Annotated[float, Meta(ge=-1000, le=1000)]
StampKey = Annotated[str, Meta(max_length=200)]
Turns = Annotated[int, Meta(ge=0, le=100)]
PlacedStamps = tuple[tuple[int, Stamp | None], ...]
"""Cells of a board and their stamps; None is an empty space of the group, which covers nothing."""


class ClipboardCells(msgspec.Struct, forbid_unknown_fields=True):
    """Cells as the clipboard holds them. Other programs may have written it, so everything is validated."""

    game: str
    first: int
    cells: Annotated[list[tuple[Offset, Offset, StampKey, Turns, bool]], Meta(min_length=1, max_length=MAX_CELLS)]


def copy_cells(game: Game, body: Body, cells: Iterable[int]) -> ClipboardCells:
    """Return one or more cells with offsets relative to the first one."""
    group, grid = sorted(cells), game.body.grid(body)
    left, top = grid.center(group[0])
    rows: list[tuple[float, float, str, int, bool]] = []
    for cell in group:
        x, y = grid.center(cell)
        stamp = game.editing.pick(body, cell)
        is_empty = stamp == game.editing.eraser(body, cell)
        rows.append((round(x - left, 4), round(y - top, 4), stamp.key, stamp.turn, is_empty))
    return ClipboardCells(game.info.slug, group[0], rows)


def parse_clipboard(game: Game, data: bytes) -> ClipboardCells:
    """Decode the clipboard. Raises `ValueError` with a message for the user."""
    try:
        clipping = msgspec.json.decode(data[: MAX_BYTES + 1], type=ClipboardCells)  # cut off, too much is no JSON
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise ValueError(_("The clipboard contains no board spaces.")) from None
    if clipping.game != game.info.slug:
        raise ValueError(_("The clipboard contains spaces of another game."))
    return clipping


def only_tiles(clipping: ClipboardCells) -> ClipboardCells:
    """Return the cells without voids. Raises `ValueError` with a message for the user if there are no others."""
    cells = [row for row in clipping.cells if row[2] != VOID_KEY]
    if all(is_empty for _x, _y, _key, _turn, is_empty in cells):
        raise ValueError(_("The clipboard contains no tiles."))
    return msgspec.structs.replace(clipping, cells=cells)


def place_cells(grid: Grid, clipping: ClipboardCells, anchor: int = -1) -> PlacedStamps:
    """Place cells from `anchor` on (-1: where they were), as far as on the board. Raises `ValueError` without any."""
    if anchor < 0:
        anchor = clipping.first if 0 <= clipping.first < grid.count else 0
    placed = _find_places(grid, anchor, _stamps(clipping))
    if not placed:
        raise ValueError(_("The selection does not fit there."))
    return placed


@dataclass(frozen=True, slots=True)
class StampPattern:
    """Stamps around a middle cell, offsets in board units; None is an empty space, which covers nothing."""

    cells: tuple[tuple[float, float, Stamp | None], ...]

    @property
    def stamps(self) -> list[Stamp]:
        return [stamp for _x, _y, stamp in self.cells if stamp is not None]

    def place_on(self, grid: Grid, anchor: int) -> PlacedStamps:
        """Return the stamps with the middle on `anchor`; cells off the board are omitted."""
        return _find_places(grid, anchor, self.cells)

    def turned(self, game: Game, body: Body, turns: int) -> StampPattern:
        """Rotate clockwise about the middle by `turns` sides."""
        move = turn((0.0, 0.0), 360 / game.body.grid(body).sides * turns)
        return self._transformed(move, lambda stamp: game.editing.rotate_stamp(body, stamp, turns))

    def mirrored(self, game: Game, body: Body, upright: bool) -> StampPattern:
        """Mirror on the middle: `upright` swaps east and west, else north and south."""
        return self._transformed(mirror(0.0, upright), lambda stamp: game.editing.mirror_stamp(body, stamp, upright))

    def _transformed(self, move: Move, look: Callable[[Stamp], Stamp]) -> StampPattern:
        cells = []
        for x, y, stamp in self.cells:
            across, down = move((x, y))
            cells.append((round(across, 4), round(down, 4), None if stamp is None else look(stamp)))
        return StampPattern(tuple(cells))


def make_pattern(clipping: ClipboardCells) -> tuple[StampPattern, Point]:
    """Return a pattern around the cell nearest to the middle, and that cell's offset from the first one."""
    points = [row[:2] for row in clipping.cells]
    xs, ys = zip(*points, strict=True)
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    left, top = min(points, key=lambda point: (round(math.dist(point, middle), 3), point))
    cells = ((round(x - left, 4), round(y - top, 4), stamp) for x, y, stamp in _stamps(clipping))
    return StampPattern(tuple(cells)), (left, top)


def _stamps(clipping: ClipboardCells) -> list[tuple[float, float, Stamp | None]]:
    return [(x, y, None if is_empty else Stamp(key, turn)) for x, y, key, turn, is_empty in clipping.cells]


def _find_places(grid: Grid, anchor: int, cells: Iterable[tuple[float, float, Stamp | None]]) -> PlacedStamps:
    left, top = grid.center(anchor)
    found = ((cell_centered_at(grid, (left + x, top + y)), stamp) for x, y, stamp in cells)
    return tuple((cell, stamp) for cell, stamp in found if cell >= 0)


@dataclass(frozen=True, slots=True)
class FloatingSelection:
    """Stamps held above a body while they are moved; None is an empty space of the group, which covers nothing.

    What they pass over reappears, and four rotations return to the start. A stamp that the game rejects at its
    new place stays on its cell of `origin_cells`, unless it comes from the clipboard.
    """

    base: Body
    stamps: PlacedStamps
    pivot: Point
    session: int = 0
    origin_cells: tuple[int, ...] = ()

    @property
    def cells(self) -> frozenset[int]:
        return frozenset(cell for cell, _stamp in self.stamps)

    def place_on_board(self, game: Game) -> Body:
        """Return the body with all stamps placed."""
        body = self.base
        for place, (cell, stamp) in enumerate(self.stamps):
            if stamp is not None:
                after = game.editing.stamp(body, cell, stamp)
                if after is body and self.origin_cells and game.editing.pick(body, cell) != stamp:
                    after = game.editing.stamp(body, self.origin_cells[place], stamp)
                body = after
        return body

    def shifted(self, game: Game, dx: float, dy: float) -> FloatingSelection:
        """Move by `dx` and `dy` board units. Raises `ValueError` if a part would leave the board."""
        move = shift(dx, dy)
        return replace(self, stamps=self._transformed(game.body.grid(self.base), move), pivot=move(self.pivot))

    def turned(self, game: Game, turns: int) -> FloatingSelection:
        """Rotate about the pivot. Raises `ValueError` if a part would leave the board."""
        grid = game.body.grid(self.base)
        moved = self._transformed(grid, turn(self.pivot, 360 / grid.sides * turns))
        rotate = game.editing.rotate_stamp
        return replace(self, stamps=tuple((cell, stamp and rotate(self.base, stamp, turns)) for cell, stamp in moved))

    def mirrored(self, game: Game, upright: bool) -> FloatingSelection:
        """Mirror on the middle line, or the nearest possible. Raises `ValueError` if a part would leave the board."""
        grid = game.body.grid(self.base)
        move, flip = mirror(axis_for(grid, sorted(self.cells), upright), upright), game.editing.mirror_stamp
        moved = self._transformed(grid, move)
        stamps = tuple((cell, stamp and flip(self.base, stamp, upright)) for cell, stamp in moved)
        return replace(self, stamps=stamps, pivot=move(self.pivot))

    def _transformed(self, grid: Grid, move: Move) -> PlacedStamps:
        moved = tuple((move_target(grid, cell, move), stamp) for cell, stamp in self.stamps)
        if any(cell < 0 for cell, _stamp in moved):
            raise ValueError(_("The selection does not fit there."))
        return moved


def detach(game: Game, body: Body, cells: Iterable[int], session: int = 0) -> FloatingSelection:
    """Take cells off a body: their stamps float, the cells are cleared."""
    grid = game.body.grid(body)
    base = body
    stamps: list[tuple[int, Stamp | None]] = []
    for cell in sorted(cells):
        stamp, blank = game.editing.pick(body, cell), game.editing.eraser(body, cell)
        stamps.append((cell, None if stamp == blank else stamp))
        base = game.editing.stamp(base, cell, blank)
    home = tuple(cell for cell, _stamp in stamps)
    return FloatingSelection(base, tuple(stamps), pivot_for(grid, home), session, home)


def float_stamps(game: Game, body: Body, placed: PlacedStamps, session: int = 0) -> FloatingSelection:
    return FloatingSelection(body, placed, pivot_for(game.body.grid(body), [cell for cell, _stamp in placed]), session)
