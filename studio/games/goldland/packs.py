"""Backpacks as insets: that of the seat to move, whose pieces can be clicked, and those of the others."""

from __future__ import annotations

from studio.core.game import OVER
from studio.core.panel import Inset
from studio.core.picture import Label, Layer, Path, Picture, Shape, Sprite, Target, rectangle
from studio.core.text import _, plural, seat_mark
from studio.games.goldland import look
from studio.games.goldland import rules_actions as a
from studio.games.goldland.rules import State
from studio.games.goldland.words_places import items, steps


def insets(state: State) -> tuple[Inset, ...]:
    """The backpack of the seat whose turn it is, and all others side by side; nothing in them is secret (G1)."""
    return (others(state),)


WIDTH = 10.0
ROW = 1.0


def others(state: State) -> Inset:
    """The backpacks of the other seats: a row each, what is in it and how many steps it leaves."""
    active = state.active if state.to_move != OVER else -1
    seats = [seat for seat in range(state.seats) if seat != active]
    shapes: list[Shape] = []
    targets: list[Target] = []
    for row, seat in enumerate(seats):
        y = ROW * (row + 0.5) + 0.1
        if row:
            shapes.append(Path("line:line:0.03", (((0.2, y - ROW / 2), (WIDTH - 0.2, y - ROW / 2)),), closed=False))
        shapes.append(Sprite("common/emblem", 0.55, y, 0.62, seat=seat))
    return Inset(
        _("Other backpacks"), "", Picture((0, 0, WIDTH, ROW * len(seats) + 0.2), (Layer("rows", tuple(shapes)),))
    )
