"""The boards in the book of Die Neuen Entdecker: little seas on which real moves are played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from studio.core.game import Action
from studio.core.match import Scene, played
from studio.games.neue_entdecker.body import Body, Jungle, build
from studio.games.neue_entdecker.rules import (
    ANNOUNCE_HIDDEN,
    BASE,
    DRAW_HIDDEN,
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
from studio.seatiles.body import EdgeKind
from studio.seatiles.body.little import KINDS, little_sea
from studio.seatiles.words import scenes

PLAIN = Body(spaces=("..", ".."), tiles=KINDS, jungle=Jungle(paths=(5, 6, 6, 7, 6, 6, 5), eye=2))
"""What little seas are drawn on."""
SEA, CAPE = 0, 1
"""Kinds of tile that are drawn."""


def _sea(
    *rows: str, units: Mapping[str, tuple[int, int]] | None = None, edges: Mapping[str, EdgeKind] | None = None
) -> Scene[State]:
    """The first turn of three seats on the sea of these rows, with (seat, kind of unit) on some spaces."""
    body = little_sea(PLAIN, *rows, edges=edges)
    board = build(body)
    plain = played(start(board, 3, {})).dump()
    scenes.settle(plain, board.chart.grid, units or {})
    return Scene(body, restore(board, plain))


def _voyage(*further: Action) -> Scene[State]:
    """A voyage from a sheet of sea in the south, and what comes next."""
    draw = (START_TILE, 9), (ANNOUNCE_HIDDEN, 2), (DRAW_HIDDEN,), (FRONT, CAPE, 0)
    return _sea(*scenes.VOYAGE).after(*draw, *further)


def _gap(*further: Action) -> Scene[State]:
    """A sheet of sea is laid in the north, after which a space below it has four known sides."""
    state = _sea(*scenes.GAP, units={"C2": (1, SCOUT)})
    return state.after((START_RIM, 1, 0), (ANNOUNCE_HIDDEN, 2), (DRAW_HIDDEN,), (FRONT, SEA, 0), *further)


_ISLAND = {"B2": (0, BASE), "B1": (1, SCOUT), "A2": (1, SCOUT), "C2": (2, SCOUT)}
SCENES: Mapping[str, Callable[[], Scene[State]]] = {
    **{name: partial(_sea, *rows) for name, rows in scenes.SCENES.items()},
    "border-start": lambda: _sea("....", ".~..", "....").after((START_RIM, 2, 0)),
    "tile-start": lambda: _sea("....", "..~.", "..~.").after((START_TILE, 6)),
    "route": lambda: _sea("....", "~~..", ".╶..", units={"B3": (1, BASE)}, edges={"A2 west": "open 2"}).after(
        (START_TILE, 5)
    ),
    "lay-before": _voyage,
    "lay-after": lambda: _voyage((LAY, 5)),
    "unit": lambda: _voyage((LAY, 5), (UNIT, BASE)),
    "gap-before": _gap,
    "gap-after": lambda: _gap((STOP,)),
    "island": lambda: _sea(*scenes.ISLAND, units=_ISLAND),
}
"""By the name in the book."""
