"""The layout as the editor shows it, which is the same for all seas; the pieces to print."""

from __future__ import annotations

from studio.core.pieces import CutOuts, Piece
from studio.core.text import _
from studio.drawing.pen import sprite_picture
from studio.games.neue_entdecker.body import SEATS, Body, Unit, by_name
from studio.games.neue_entdecker.drawing.jungle import plant
from studio.games.neue_entdecker.drawing.picture import PIECE_STYLE
from studio.games.neue_entdecker.rules.board import EVENTS
from studio.games.neue_entdecker.text import event_text
from studio.seatiles.drawing.pieces import event_discs, marker_type, sea_cut_outs, unit_pieces
from studio.seatiles.drawing.sketch import ghost as ghost, palette as palette, sketch as sketch

_MARKER, _COIN = 0.45, 0.36
"""Sides of a tile that a piece is high."""
_COINS = {1: 30, 5: 12}
"""How many coins of which value are printed; the stock of gold has no end (N1)."""


def discs() -> dict[str, tuple[str, str]]:
    return event_discs(EVENTS, event_text, PIECE_STYLE)


def cut_outs(body: Body) -> CutOuts:
    units = list(by_name(body.units).values())
    names = _("Scout"), _("Base"), _("Settlement")
    tokens = [Piece(_("Plant {value}").format(value=value), sprite_picture(plant(value)), count)
              for value, count in body.jungle.tokens.items()]  # fmt: skip
    coins = [
        Piece(_("Coin {value}").format(value=value), sprite_picture(f"common/coin_{value}"), count)
        for value, count in _COINS.items()
    ]
    markers = unit_pieces(names, PIECE_STYLE, lambda seat, kind: _most(units[kind], seat), len(SEATS) + 1)
    back = sprite_picture("neue_entdecker/plant_unknown")
    return sea_cut_outs(
        body,
        discs(),
        (
            marker_type(_("units"), markers, _MARKER),
            marker_type(_("plants"), tokens, _MARKER, back),
            marker_type(_("coins"), coins, _COIN),
        ),
    )


def _most(unit: Unit, seat: int) -> int:
    """The most pieces that a seat needs with any number of seats."""
    return max(unit.count[seats] for seats in SEATS if int(seats) > seat)
