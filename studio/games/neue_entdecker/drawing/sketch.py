"""The layout as the editor shows it: a sea like any other (seatiles/drawing/sketch.py)."""

from __future__ import annotations

from studio.core.pieces import CutOuts, Piece, PieceType
from studio.core.text import SEAT_NAMES, _
from studio.drawing.pen import sprite_picture
from studio.games.neue_entdecker.body import SEATS, Body, Unit, by_name
from studio.games.neue_entdecker.drawing.jungle import plant
from studio.games.neue_entdecker.drawing.picture import PIECE_STYLE
from studio.games.neue_entdecker.rules.board import EVENTS
from studio.games.neue_entdecker.text.moves import event_text
from studio.seatiles.drawing.pieces import sea_cut_outs
from studio.seatiles.drawing.sketch import ghost, palette, sketch

__all__ = ["cut_outs", "ghost", "palette", "sketch"]


# What is cut out to play Die Neuen Entdecker at a table: tiles, units, the ship, jungle tokens, coins.

_MARKER, _COIN = 0.45, 0.36
"""Sides of a tile that a piece is high."""
_COINS = {1: 30, 5: 12}
"""The stock of gold has no end (N1): what is printed is ours."""


def discs() -> dict[str, tuple[str, str]]:
    """What every event is called, and its sprite."""
    return {event: (event_text(event), disc) for event, disc in zip(EVENTS, PIECE_STYLE.events[1:], strict=True)}


def cut_outs(body: Body) -> CutOuts:
    """Board, tiles and pieces."""
    names = {"scout": _("Scout"), "base": _("Base"), "settlement": _("Settlement")}
    units = [Piece(f"{names[key]}, {SEAT_NAMES[seat]}", sprite_picture(sprite, seat), _most(unit, seat))
             for seat in range(len(SEATS) + 1)
             for (key, unit), sprite in zip(by_name(body.units).items(), PIECE_STYLE.units, strict=True)]  # fmt: skip
    ship = Piece(_("Ship"), sprite_picture("seatiles/ship", 0), 1)
    tokens = [Piece(_("Plant {value}").format(value=value), sprite_picture(plant(value)), count)
              for value, count in body.jungle.tokens.items()]  # fmt: skip
    coins = [
        Piece(_("Coin {value}").format(value=value), sprite_picture(f"common/coin_{value}"), count)
        for value, count in _COINS.items()
    ]
    return sea_cut_outs(body, discs(), (
        PieceType(_("units"), _non_empty([*units, ship]), side=_MARKER, is_marker=True),
        PieceType(_("plants"), _non_empty(tokens), side=_MARKER, back=sprite_picture("neue_entdecker/plant_unknown"),
                  is_marker=True),
        PieceType(_("coins"), tuple(coins), side=_COIN, is_marker=True),
    ))  # fmt: skip


def _most(unit: Unit, seat: int) -> int:
    """How many pieces a seat needs, whoever plays with it."""
    return max(unit.count[seats] for seats in SEATS if int(seats) > seat)


def _non_empty(pieces: list[Piece]) -> tuple[Piece, ...]:
    return tuple(piece for piece in pieces if piece.count > 0)
