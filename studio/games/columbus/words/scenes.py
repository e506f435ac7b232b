"""The boards in the book of Columbus: little harbour maps on which real moves are played."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from studio.core.game import Action
from studio.core.match import Scene, played
from studio.games.columbus.body import STANDARD_TILES, Body, Kind, build, canonical
from studio.games.columbus.rules import HARBOUR, P_SAIL, SAIL, State, restore, start
from studio.games.columbus.rules.actions import (
    T_BECALMED,
    T_FULL_SAIL,
    T_HARBOUR,
    T_ISLAND,
    T_JOKER,
    T_LETTER,
    T_ROUTE,
    T_WATER,
    T_WHALE,
    T_WRECK,
)

OPEN = ("A . . . H", " A . . W H", "F . . . H")
"""A little ocean."""
LANE = ("# # # # #", " A . . . H", "# # # # H")
"""A single way."""
KINDS = ("A . S B H", " A . . W H", "A R I e H")
"""Spaces for every kind of tile."""
BOX: dict[Kind, int] = dict.fromkeys(STANDARD_TILES, 9) | {"water": 30}
HOME, NEAR = (HARBOUR, 4), (HARBOUR, 9)
"""The two seats choose the harbours of E1 and E2."""


def _sea(
    rows: tuple[str, ...] = OPEN, tiles: Mapping[str, int] | None = None, ship: str = "", *moves: Action
) -> Scene[State]:
    """The first turn of two seats, about to sail when tiles lie on the map; the first ship may lie somewhere else."""
    body = canonical(Body(rows, BOX, {"E": 3} if rows is KINDS else {}, 3))
    board = build(body)
    state = played(start(board, 2, {}), *((HARBOUR, 9), (HARBOUR, 14)) if rows is LANE else (HOME, NEAR))
    if not tiles:
        return Scene(body, state)
    plain = state.dump()
    for name, kind in tiles.items():
        plain["tile"][board.grid.named(name)] = kind
        plain["reserve"][kind] -= 1
    if ship:
        plain["ship"][0] = board.grid.named(ship)
    plain |= {"phase": P_SAIL, "laid": 3}
    return Scene(body, played(restore(board, plain), *moves))


_WAY = {"B1": T_WATER, "C1": T_WATER, "C2": T_WATER, "D2": T_WHALE}
_LAID = {"B2": T_WATER, "C2": T_WATER, "D2": T_WHALE}
_KINDS = {
    "B1": T_WATER, "C1": T_FULL_SAIL, "D1": T_BECALMED, "B2": T_WRECK, "C2": T_JOKER, "D2": T_WHALE, "B3": T_ROUTE,
    "C3": T_ISLAND, "D3": T_LETTER,
}  # fmt: skip
SCENES: Mapping[str, Callable[[], Scene[State]]] = {
    "start": lambda: _sea(),
    "laid": lambda: _sea(OPEN, {"B1": T_WATER, "C1": T_WATER, "D2": T_WHALE}),
    "sail-before": lambda: _sea(OPEN, _WAY, "B1"),
    "sail-after": lambda: _sea(OPEN, _WAY, "B1", (SAIL, 7)),
    "wreck": lambda: _sea(LANE, {"B2": T_WATER, "C2": T_WRECK, "D2": T_WATER}, "D2"),
    "kinds": lambda: _sea(KINDS, _KINDS),
    "america": lambda: _sea(OPEN, {**_LAID, "A2": T_HARBOUR}, "C2", (SAIL, 5)),
}
"""By the name in the book."""
