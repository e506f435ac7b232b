"""What is cut out to play Columbus at a table: the hexagons with their backs, and ships."""

from __future__ import annotations

from studio.core.picture import Layer, Picture, Sprite
from studio.core.pieces import CutOuts, Piece, Sort
from studio.core.text import SEAT_NAMES, _, begun
from studio.drawing.ornaments import thing
from studio.games.columbus.body import KINDS, Body, home_tile
from studio.games.columbus.drawing import look
from studio.games.columbus.drawing.printed import hexagon_at
from studio.games.columbus.drawing.sketch import sketch
from studio.games.columbus.drawing.tile_faces import tile_picture
from studio.games.columbus.words.places import kind_words

_MILLIMETRES = 32.0
"""From side to side of a hexagon. Our own: what the published ones measure is not known to us."""
_SEATS = 6
_MIDDLE = (0.53, 0.605)


def cut_outs(body: Body) -> CutOuts:
    """Board, hexagons and ships: one that sails out and one that sails home for each seat."""
    tiles = [
        Piece(begun(kind_words(body, kind)), tile_picture(kind), count)
        for kind in KINDS
        if (count := body.tiles.get(kind, 0)) > 0
    ]
    tiles += [
        Piece(_("Letter {letter}").format(letter=letter), tile_picture("letter", letter), count)
        for letter, count in body.letters.items()
        if count > 0
    ]
    tiles += [
        Piece(kind.name, tile_picture("homemade", made=home_tile(kind)), kind.count)
        for kind in body.homemade
        if kind.count > 0
    ]
    ships = [
        Piece(f"{name}, {SEAT_NAMES[seat]}", thing(sprite, seat), 1)
        for seat in range(_SEATS)
        for sprite, name in ((look.SHIP_OUT, _("Outbound ship")), (look.SHIP_HOME, _("Ship sailing home")))
    ]
    back = Picture((0.0, 0.0, 1.06, 1.25), (Layer("back", (Sprite(look.BACK, *_MIDDLE, look.TILE_SIZE),), False),))
    return CutOuts(
        sketch(body, still=True),
        (
            Sort(_("tiles"), tuple(tiles), hexagon_at(_MIDDLE, 1.0), back=back),
            Sort(_("ships"), tuple(ships), side=0.75, is_marker=True),
        ),
        _MILLIMETRES,
    )
