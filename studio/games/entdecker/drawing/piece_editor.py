"""The tiles of the game in the workshop: those of any sea, with the events of this one."""

from __future__ import annotations

from studio.core.pieces import PieceDetail, PieceSet
from studio.games.entdecker.body import Body
from studio.games.entdecker.drawing.sketch import discs
from studio.seatiles.drawing.piece_editor import missing_pieces, patterns, sea_piece_detail, sea_pieces
from studio.seatiles.forms import add_pieces, duplicate_piece, import_pieces, remove_piece

__all__ = [
    "add_pieces",
    "duplicate_piece",
    "import_pieces",
    "missing_pieces",
    "patterns",
    "piece_detail",
    "pieces",
    "remove_piece",
]


def pieces(body: Body) -> PieceSet:
    """The kinds of tile."""
    return sea_pieces(body, discs())


def piece_detail(body: Body, piece: str, turn: int) -> PieceDetail:
    """One kind."""
    return sea_piece_detail(body, piece, turn, discs(), has_bonus=False)
