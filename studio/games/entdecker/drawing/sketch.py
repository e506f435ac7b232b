"""The layout as the editor shows it: a sea like any other (seatiles/drawing/sketch.py)."""

from __future__ import annotations

from studio.core.pieces import CutOuts, Piece, PieceType
from studio.core.text import SEAT_NAMES, _
from studio.drawing.pen import sprite_picture
from studio.games.entdecker.body import Body, by_name
from studio.games.entdecker.drawing.picture import PIECE_STYLE
from studio.games.entdecker.rules.board import EVENTS
from studio.games.entdecker.text import event_text
from studio.seatiles.drawing.pieces import sea_cut_outs
from studio.seatiles.drawing.sketch import ghost, palette, sketch

__all__ = ["cut_outs", "ghost", "palette", "sketch"]


# What is cut out to play Entdecker at a table: tiles, units, plant chips, ruins, coins, ships.

_SEATS = 4
_MARKER, _COIN = 0.45, 0.36
"""Sides of a tile that a piece is high."""


def discs() -> dict[str, tuple[str, str]]:
    """What every event is called, and its sprite."""
    return {event: (event_text(event), disc) for event, disc in zip(EVENTS, PIECE_STYLE.events[1:], strict=True)}


def cut_outs(body: Body) -> CutOuts:
    """Board, tiles and pieces. Gold is as much as all displays hold."""
    names = {"scout": _("Scout"), "fort": _("Fort"), "settlement": _("Settlement")}
    units = [Piece(f"{names[key]}, {SEAT_NAMES[seat]}", sprite_picture(sprite, seat), unit.count)
             for seat in range(_SEATS)
             for (key, unit), sprite in zip(by_name(body.units).items(), PIECE_STYLE.units, strict=True)]  # fmt: skip
    ship = Piece(_("Ship"), sprite_picture("seatiles/ship", 0), 1)
    chips = [Piece(_("Plant chip {value}").format(value=value),
                   sprite_picture(f"entdecker/chip_{value}" if value in "1234" else "entdecker/chip"), count)
             for value, count in body.chips.items()]  # fmt: skip
    small = [
        Piece(_("Coin"), sprite_picture("common/coin"), max(0, body.gold.cap) * _SEATS),
        *chips,
        Piece(_("Ruins"), sprite_picture("entdecker/event_ruins"), body.ruins),
    ]
    return sea_cut_outs(body, discs(), (
        PieceType(_("units"), _non_empty([*units, ship]), side=_MARKER, is_marker=True),
        PieceType(_("coins and chips"), _non_empty(small), side=_COIN, is_marker=True),
    ))  # fmt: skip


def _non_empty(pieces: list[Piece]) -> tuple[Piece, ...]:
    return tuple(piece for piece in pieces if piece.count > 0)
