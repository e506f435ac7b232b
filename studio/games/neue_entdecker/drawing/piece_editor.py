"""The tiles of the game in the workshop: those of any sea, with the events of this one."""

from __future__ import annotations

from studio.core.pieces import Bench, PieceSet
from studio.games.neue_entdecker.body import Body
from studio.games.neue_entdecker.drawing.sketch import discs
from studio.seatiles.drawing.piece_editor import needs, patterns, sea_bench, sea_pieces
from studio.seatiles.forms import added, duplicated, imported, removed

__all__ = ["added", "bench", "duplicated", "imported", "needs", "patterns", "pieces", "removed"]


def pieces(body: Body) -> PieceSet:
    """The kinds of tile."""
    return sea_pieces(body, discs())


def bench(body: Body, piece: str, turn: int) -> Bench:
    """One kind, which may be a bonus tile."""
    return sea_bench(body, piece, turn, discs(), has_bonus=True)
