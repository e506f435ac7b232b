"""Things taken off the board to be moved, turned, mirrored or pasted, and what lies beneath them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from studio.core.form import Stamp
from studio.core.game import Body
from studio.core.grid import Grid, Point
from studio.core.protocols import Game
from studio.core.text import _
from studio.drawing.geometry import (
    Move,
    axis_for,
    mirror,
    moved_target,
    pivot_for,
    shift,
    turn,
)
from studio.gui.editor.document.clipping import Placed


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


def put_down(game: Game, body: Body, placed: Placed, session: int = 0) -> Lifted:
    """What comes from elsewhere, above a body."""
    return Lifted(body, placed, pivot_for(game.grid(body), [cell for cell, _stamp in placed]), session)
