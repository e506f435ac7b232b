"""Filling gaps with the tiles of this game (N8, T8, T9)."""

from __future__ import annotations

from studio.games.neue_entdecker.rules.position import Position
from studio.games.neue_entdecker.rules.tiles import fetch
from studio.seatiles.rules import filling
from studio.seatiles.rules.gaps import gaps


def fill_gaps(s: Position) -> None:
    """Fill every gap there is now; one pass is enough (T8)."""
    found = gaps(s.board.chart, s.undiscovered, s.sea)
    if found:
        fill(s, found)


def fill(s: Position, spaces: int) -> None:
    """Fill a set of spaces as gaps (T9)."""
    filling.fill(s, s.board.chart, spaces, lambda cls: fetch(s, cls))
