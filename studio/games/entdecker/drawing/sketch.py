"""The layout as the editor shows it, which is the same for all seas; the pieces to print."""

from __future__ import annotations

from studio.core.pieces import CutOuts, Piece
from studio.core.text import _
from studio.drawing.pen import sprite_picture
from studio.games.entdecker.body import Body, by_name
from studio.games.entdecker.drawing.picture import PIECE_STYLE
from studio.games.entdecker.rules.board import EVENTS
from studio.games.entdecker.text import event_text
from studio.seatiles.drawing.pieces import event_discs, marker_type, sea_cut_outs, unit_pieces
from studio.seatiles.drawing.sketch import ghost as ghost, palette as palette, sketch as sketch

_SEATS = 4
_MARKER, _COIN = 0.45, 0.36
"""Sides of a tile that a piece is high."""


def discs() -> dict[str, tuple[str, str]]:
    return event_discs(EVENTS, event_text, PIECE_STYLE)


def cut_outs(body: Body) -> CutOuts:
    """Board, tiles and pieces. Gold is as much as all displays hold."""
    units = list(by_name(body.units).values())
    names = _("Scout"), _("Fort"), _("Settlement")
    chips = [Piece(_("Plant chip {value}").format(value=value),
                   sprite_picture(f"entdecker/chip_{value}" if value in "1234" else "entdecker/chip"), count)
             for value, count in body.chips.items()]  # fmt: skip
    small = [
        Piece(_("Coin"), sprite_picture("common/coin"), max(0, body.gold.cap) * _SEATS),
        *chips,
        Piece(_("Ruins"), sprite_picture("entdecker/event_ruins"), body.ruins),
    ]
    markers = unit_pieces(names, PIECE_STYLE, lambda _seat, kind: units[kind].count, _SEATS)
    return sea_cut_outs(
        body, discs(), (marker_type(_("units"), markers, _MARKER), marker_type(_("coins and chips"), small, _COIN))
    )
