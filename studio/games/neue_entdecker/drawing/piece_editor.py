"""The tiles of the game in the piece editor: those of any sea, with the events of this one."""

from __future__ import annotations

from studio.core.pieces import PieceDetail, PieceSet
from studio.games.neue_entdecker.body import Body
from studio.games.neue_entdecker.drawing.sketch import discs
from studio.seatiles import forms
from studio.seatiles.drawing import piece_editor as sea

patterns, missing_pieces = sea.patterns, sea.missing_pieces
add_pieces, duplicate_piece = forms.add_pieces, forms.duplicate_piece
remove_piece, import_pieces = forms.remove_piece, forms.import_pieces


def pieces(body: Body) -> PieceSet:
    return sea.sea_pieces(body, discs())


def piece_detail(body: Body, piece: str, turn: int) -> PieceDetail:
    return sea.sea_piece_detail(body, piece, turn, discs(), has_bonus=True)
