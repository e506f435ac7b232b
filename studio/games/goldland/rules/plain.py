"""Positions as plain data and back (G1: nothing in a position is known to one seat only)."""

from __future__ import annotations

from typing import Any

from studio.core.game import Json
from studio.games.goldland.rules.position import Position

_NUMBERS = (
    *("seats", "face_down", "phase", "to_move", "active", "turn", "round", "token_stock", "treasure_stock"),
    *("bonus", "reserve", "box", "added", "first", "bonus_open", "last_round", "stale", "progress"),
    *("moved", "gained", "explored", "points", "visited", "paid_here", "hand", "spot"),
    *("item", "alternative", "then", "owed"),
)
_LISTS = (
    *("at", "pack", "treasures", "amulet", "tokens", "coins", "camps", "camp", "stock", "marker", "laid", "treasure"),
)


def dump(s: Position) -> dict[str, Any]:
    """The whole position as plain data; what follows from it is left out."""
    plain: dict[str, Any] = {name: getattr(s, name) for name in _NUMBERS}
    plain.update((name, getattr(s, name)[:]) for name in _LISTS)
    plain["hidden"] = list(s.hidden)
    return plain


def fill_from(s: Position, plain: Json) -> None:
    """Make a fresh position equal to a dumped one."""
    for name in _NUMBERS:
        setattr(s, name, plain[name])
    for name in _LISTS:
        setattr(s, name, list(plain[name]))
    s.hidden = tuple(plain["hidden"])
    s.join()
    s.moves = None
