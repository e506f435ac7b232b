"""Things taken off the board to be moved, turned, mirrored or pasted, and what lies beneath them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated

import msgspec
from msgspec import Meta

from studio.core.form import Stamp
from studio.core.game import Body, Game
from studio.core.grid import Grid, Point
from studio.core.text import _
from studio.gui.editor.document.geometry import (
    Move,
    axis_for,
    cell_centred,
    mirror,
    moved_target,
    pivot_for,
    shift,
    turn,
)

MIME = "application/x-explorer-studio-cells"
MOST_CELLS = 10_000
MOST_BYTES = 1 << 20
"""What a clipping may have at most: more than the largest board has cells."""
Offset = Annotated[float, Meta(ge=-1000, le=1000)]
StampKey = Annotated[str, Meta(max_length=200)]
Turns = Annotated[int, Meta(ge=0, le=100)]


@dataclass(frozen=True, slots=True)
class Lifted:
    """Stamps held above a body. None stands for an empty space of the group: it moves along and covers nothing.

    While it is held, what it passes over comes back when it goes on; four turns bring everything home. What does not
    go where it is put (a game may refuse it there) stays at its place in `home`, unless it comes from the clipboard.
    """

    base: Body
    stamps: tuple[tuple[int, Stamp | None], ...]
    pivot: Point
    session: int = 0
    home: tuple[int, ...] = ()

    @property
    def cells(self) -> frozenset[int]:
        """Where the group is now."""
        return frozenset(cell for cell, _stamp in self.stamps)

    def laid(self, game: Game) -> Body:
        """The body with everything put down where it is."""
        body = self.base
        for place, (cell, stamp) in enumerate(self.stamps):
            if stamp is not None:
                after = game.stamp(body, cell, stamp)
                if after is body and self.home and game.pick(body, cell) != stamp:
                    after = game.stamp(body, self.home[place], stamp)
                body = after
        return body

    def shifted(self, game: Game, dx: float, dy: float) -> Lifted:
        """Moved by so many board units. Raises `ValueError` when part of it would leave the board."""
        move = shift(dx, dy)
        return replace(self, stamps=self._moved(game.grid(self.base), move), pivot=move(self.pivot))

    def turned(self, game: Game, turns: int) -> Lifted:
        """Turned about its pivot. Raises `ValueError` when part of it would leave the board."""
        grid = game.grid(self.base)
        stamps = self._moved(grid, turn(self.pivot, 360 / grid.sides * turns))
        return replace(
            self, stamps=tuple((cell, stamp and game.turned(self.base, stamp, turns)) for cell, stamp in stamps)
        )

    def mirrored(self, game: Game, upright: bool) -> Lifted:
        """Mirrored on its own middle line, or the next one that takes cells to cells.

        Raises `ValueError` when part of it would leave the board.
        """
        grid = game.grid(self.base)
        move = mirror(axis_for(grid, sorted(self.cells), upright), upright)
        stamps = self._moved(grid, move)
        return replace(
            self,
            stamps=tuple((cell, stamp and game.mirrored(self.base, stamp, upright)) for cell, stamp in stamps),
            pivot=move(self.pivot),
        )

    def _moved(self, grid: Grid, move: Move) -> tuple[tuple[int, Stamp | None], ...]:
        moved = tuple((moved_target(grid, cell, move), stamp) for cell, stamp in self.stamps)
        if any(cell < 0 for cell, _stamp in moved):
            raise ValueError(_("There is no room on the board for the selection there."))
        return moved


def lift(game: Game, body: Body, cells: Iterable[int], session: int = 0) -> Lifted:
    """Take cells off a body: what was there is held, the places are cleared."""
    grid = game.grid(body)
    base = body
    stamps: list[tuple[int, Stamp | None]] = []
    for cell in sorted(cells):
        stamp, blank = game.pick(body, cell), game.eraser(body, cell)
        stamps.append((cell, None if stamp == blank else stamp))
        base = game.stamp(base, cell, blank)
    home = tuple(cell for cell, _stamp in stamps)
    return Lifted(base, tuple(stamps), pivot_for(grid, home), session, home)


def to_text(game: Game, body: Body, cells: Iterable[int]) -> str:
    """Cells as text for the clipboard: places relative to the first, so that they can be put down elsewhere."""
    group = sorted(cells)
    grid = game.grid(body)
    left, top = grid.centre(group[0])
    rows = []
    for cell in group:
        x, y = grid.centre(cell)
        stamp = game.pick(body, cell)
        rows.append([round(x - left, 4), round(y - top, 4), stamp.key, stamp.turn, stamp == game.eraser(body, cell)])
    return json.dumps({"game": game.info.slug, "first": group[0], "cells": rows})


class Clipping(msgspec.Struct, forbid_unknown_fields=True):
    """Cells as the clipboard holds them. Another program may have written it, so nothing is taken on trust."""

    game: str
    first: int
    cells: Annotated[list[tuple[Offset, Offset, StampKey, Turns, bool]], Meta(min_length=1, max_length=MOST_CELLS)]


def from_clipboard(game: Game, body: Body, data: bytes, anchor: int, session: int = 0) -> Lifted:
    """What the clipboard holds, above a body, its first cell on `anchor` (-1: where it was copied from).

    What would fall off the board is left out. Raises `ValueError` when nothing can be pasted here.
    """
    try:
        clipping = msgspec.json.decode(data[: MOST_BYTES + 1], type=Clipping)  # cut off, too much is no JSON
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise ValueError(_("The clipboard holds no spaces of a board.")) from None
    if clipping.game != game.info.slug:
        raise ValueError(_("The clipboard holds spaces of another game."))
    first, rows = clipping.first, clipping.cells
    grid = game.grid(body)
    if anchor < 0:
        anchor = first if 0 <= first < grid.count else 0
    left, top = grid.centre(anchor)
    stamps: list[tuple[int, Stamp | None]] = []
    for x, y, key, turns, blank in rows:
        cell = cell_centred(grid, (left + x, top + y))
        if cell >= 0:
            stamps.append((cell, None if blank else Stamp(key, turns)))
    if not stamps:
        raise ValueError(_("There is no room on the board for the selection there."))
    return Lifted(body, tuple(stamps), pivot_for(grid, [cell for cell, _stamp in stamps]), session)
