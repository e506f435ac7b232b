"""What is cut out to play Goldland at a table: the land tiles of the stack, markers, equipment, treasures, tokens."""

from __future__ import annotations

from dataclasses import replace

from studio.core.picture import Layer, Path, Picture, Sprite
from studio.core.pieces import SQUARE, CutOuts, Piece, Sort
from studio.core.text import SEAT_NAMES, _, begun
from studio.drawing.ornaments import thing
from studio.games.goldland.body import build
from studio.games.goldland.body.data import ADVENTURE_KEYS, Body
from studio.games.goldland.drawing import look
from studio.games.goldland.drawing.country import tile_picture
from studio.games.goldland.drawing.sketch import sketch
from studio.games.goldland.rules.actions import COAST, ITEM_KEYS, START
from studio.games.goldland.words.places import item_name, kind_words

_MILLIMETRES = 50.0
"""Our own: what a side of the published tiles measures is not known to us."""
_SEATS = 5
_BACK = Picture(
    (0, 0, 1, 1),
    (Layer("back", (Path("fill:terra", (SQUARE,)), Sprite("goldland/back", 0.5, 0.5, 1.0)), still=False),),
)
_MARKER, _COIN = 0.40, 0.34
"""Sides of a tile that a piece is high."""


def cut_outs(body: Body) -> CutOuts:
    """The board without padlocks; coast tiles and all that lies on the board are printed there."""
    board, drawn = build(body), sketch(body, still=True)
    lying = {placement >> 2 for placement in board.laid if placement >= 0}
    land = tuple(
        Piece(tile.name, tile_picture(board, number), 1)
        for number, tile in enumerate(board.tiles)
        if tile.kind not in (COAST, START) and number not in lying
    )
    people = [
        piece
        for seat in range(_SEATS)
        for piece in (
            Piece(_("Adventurer, {who}").format(who=SEAT_NAMES[seat]), thing(look.ADVENTURER, seat), 1),
            Piece(_("Camp, {who}").format(who=SEAT_NAMES[seat]), thing(look.CAMP, seat), body.camps),
        )
    ]
    goods = [
        Piece(begun(item_name(item)), thing(sprite), body.stock.get(key, 0))  # type: ignore[call-overload]
        for item, (key, sprite) in enumerate(zip(ITEM_KEYS, look.ITEM_SPRITES, strict=True))
    ]
    markers = [
        Piece(kind_words(key), thing(sprite), 1)
        for key, sprite in zip(ADVENTURE_KEYS, look.MARKER_SPRITES, strict=True)
    ]
    small = [
        *markers,
        Piece(_("Treasure"), thing(look.TREASURE), sum(tile.treasure for tile in body.tiles)),
        Piece(_("Amulet"), thing(look.AMULET), _SEATS),
        Piece(_("Discovery token"), thing(look.TOKEN), body.tokens),
        Piece(_("Coin"), thing(look.COIN), body.coins),
    ]
    return CutOuts(
        replace(drawn, layers=tuple(layer for layer in drawn.layers if layer.name != "locks")),
        (
            Sort(_("land tiles"), land, back=_BACK),
            Sort(_("adventurers and camps"), _there(people), side=_MARKER, is_marker=True),
            Sort(_("equipment"), _there(goods), side=_COIN, is_marker=True),
            Sort(_("markers and gold"), _there(small), side=_COIN, is_marker=True),
        ),
        _MILLIMETRES,
    )


def _there(pieces: list[Piece]) -> tuple[Piece, ...]:
    return tuple(piece for piece in pieces if piece.count > 0)
