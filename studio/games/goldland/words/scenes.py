"""The boards in the book of Goldland: little lands on which real moves are played."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from studio.core.game import Action
from studio.core.match import Scene
from studio.games.goldland.body import build
from studio.games.goldland.body.little import COAST, TILES, little_land
from studio.games.goldland.rules import (
    CROSS,
    EXPLORE,
    FREE,
    HAND_OVER,
    LAY,
    PAY,
    PITCH,
    STEP,
    TILE,
    State,
    restore,
    start,
)

D2, C3, D3 = 7, 10, 11
"""Spaces of the little land, by number."""


def _land(
    *rows: str, at: str = "", tiles: Mapping[str, Mapping[str, str]] | None = None, **more: object
) -> Scene[State]:
    """The first turn of two seats on the land of these rows; `at` is where the first adventurer stands."""
    body = little_land(*rows, tiles=tiles)
    board = build(body)
    plain = start(board, 2, {}).dump() | more
    if at:
        plain["at"][0] = (ord(at[0]) - 65) + (int(at[1:]) - 1) * board.columns
    return Scene(body, restore(board, plain))


def _moved(rows: tuple[str, ...], *moves: Action) -> Scene[State]:
    return _land(*rows).after(*moves)


def _inland(token: str) -> tuple[str, ...]:
    """The coast, and a tile of the land beside it, on C3."""
    return COAST[0], COAST[1], f".  .  {token} C4", COAST[3]


_PAID = ((HAND_OVER,),) * 4
_DRAWN = ((STEP, D3, FREE), (EXPLORE,), (TILE, next(n for n, tile in enumerate(TILES) if tile.name == "L1")))
_OTHERS = {"L3": {"kind": "lake", "pay": "2 wood"}, "L4": {"kind": "bandits", "pay": "2 rifle", "show": ""}}
"""Kinds that the little land lacks."""
SCENES: Mapping[str, Callable[[], Scene[State]]] = {
    "start": lambda: _land(*COAST),
    "move": lambda: _moved(COAST, (STEP, D3, FREE), (STEP, D2, FREE)),
    "crossing": lambda: _moved(_inland("L1/1"), (STEP, D3, FREE), (STEP, C3, CROSS), *_PAID),
    "camp": lambda: _moved(_inland("N1"), (STEP, D3, FREE), (STEP, C3, PAY), (PITCH,)),
    "explore-before": lambda: _moved(COAST, *_DRAWN),
    "explore-after": lambda: _moved(COAST, *_DRAWN, (LAY, C3, 0)),
    "treasure": lambda: _land(*_inland("D1"), at="D3"),
    "kinds": lambda: _land("L1 D1 P1 E1", "M1 Y1 N1 C3", "L3 L4 .  C4", COAST[3], tiles=_OTHERS),
    "temple": lambda: _land("L1 L2 .  E1", *COAST[1:], at="A1", amulet=[1, 0]),
}
"""By the name in the book."""
