"""Boards that both games on sea tiles show in their books, as rows of text (studio/seatiles/body/little)."""

from __future__ import annotations

from collections.abc import Mapping

from studio.core.game import Json
from studio.core.grid import Grid

SCENES = {
    "classes": ("~.╵.└", ".....", "─.├.┼"),
    "fits": (".╷..", ".└╴.", "...."),
    "complete": ("....", ".╶╴.", "...."),
}
"""By the name in the book."""
VOYAGE = ("....", "....", ".~..")
"""A sheet of sea in the south, where a voyage starts."""
GAP = ("....", "~.╴.", ".╵..")
"""When sea is laid in the north, the space below it has four known sides."""
ISLAND = (".╷..", "╶┴╴.", ".~..")
"""On whose spaces units of several seats stand."""


def settle(plain: Json, grid: Grid, units: Mapping[str, tuple[int, int]]) -> None:
    """Put units, as (seat, kind) by the names of spaces, from the supplies into a position written as plain data."""
    for name, (seat, kind) in units.items():
        plain["unit"][grid.named(name)] = seat * 3 + kind
        plain["supply"][seat * 3 + kind] -= 1
