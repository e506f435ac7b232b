"""The boards in the book of Entdecker: little seas on which real moves are played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from studio.core.game import Action
from studio.core.match import Scene, played
from studio.games.entdecker.body import Body, build
from studio.games.entdecker.rules import (
    DECLARE,
    DRAW,
    FORT,
    FRONT,
    LAY,
    SCOUT,
    START_RIM,
    START_TILE,
    STOP,
    UNIT,
    State,
    restore,
    start,
)
from studio.seatiles.body.little import KINDS, little_sea
from studio.seatiles.words import scenes

PLAIN = Body(spaces=("..", ".."), tiles=KINDS)
"""What little seas are drawn on."""
SEA, CAPE = 0, 1
"""Kinds of tile that are drawn."""


def _sea(*rows: str, units: Mapping[str, tuple[int, int]] | None = None, later: bool = True) -> Scene[State]:
    """A turn of three seats on the sea of these rows, the first or a later, with (seat, kind of unit) on spaces."""
    body = little_sea(PLAIN, *rows)
    board = build(body)
    plain = played(start(board, 3, {})).dump()
    plain["turn"] = 4 if later else 1
    scenes.settle(plain, board.chart.grid, units or {})
    return Scene(body, restore(board, plain))


def _voyage(*further: Action) -> Scene[State]:
    """A voyage from a sheet of sea in the south, and what comes next."""
    draw = (START_TILE, 9), (DECLARE, 2), (DRAW,), (FRONT, CAPE, 0)
    return _sea(*scenes.VOYAGE).after(*draw, *further)


def _gap(*further: Action) -> Scene[State]:
    """A sheet of sea is laid in the north, after which a space below it has four known sides."""
    state = _sea(*scenes.GAP, units={"C2": (1, SCOUT)})
    return state.after((START_RIM, 1, 0), (DECLARE, 2), (DRAW,), (FRONT, SEA, 0), *further)


_ISLAND = {"B2": (0, FORT), "B1": (1, SCOUT), "A2": (1, SCOUT), "C2": (2, SCOUT)}
SCENES: Mapping[str, Callable[[], Scene[State]]] = {
    **{name: partial(_sea, *rows) for name, rows in scenes.SCENES.items()},
    "border-start": lambda: _sea("....", ".~..", "....", later=False).after((START_RIM, 2, 0)),
    "tile-start": lambda: _sea("....", ".~╴.", "....").after((START_TILE, 5)),
    "lay-before": _voyage,
    "lay-after": lambda: _voyage((LAY, 5)),
    "unit": lambda: _voyage((LAY, 5), (UNIT, FORT)),
    "gap-before": _gap,
    "gap-after": lambda: _gap((STOP,)),
    "island": lambda: _sea(*scenes.ISLAND, units=_ISLAND),
}
"""By the name in the book."""
