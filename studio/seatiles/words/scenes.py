"""Boards that both games on sea tiles show in their books, as rows of text (studio/seatiles/body/little)."""

from __future__ import annotations

SCENES = {
    "classes": ("~.╵.└", ".....", "─.├.┼"),
    "fits": (".╷..", ".└╴.", "...."),
    "complete": ("....", ".╶╴.", "...."),
}
"""By the name in the book."""
