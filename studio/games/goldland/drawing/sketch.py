"""The layout in the editor: its picture, the palette, the preview of a stamp, and the pieces to cut out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from studio.core.cache import cached_by_identity
from studio.core.form import Stamp, StampGroup, StampItem
from studio.core.picture import Layer, Outline, Path, Picture, Shape, Sprite, Target, rectangle
from studio.core.pieces import SQUARE, CutOuts, Piece, PieceType
from studio.core.text import SEAT_NAMES, _, capitalize_first
from studio.drawing.geometry import MIDDLES
from studio.drawing.pen import ornament_paths, sprite_picture
from studio.games.goldland.body import ADVENTURE_KEYS, TILE_KINDS, Body, TileData, build, distinct_turns, tile_of
from studio.games.goldland.drawing import pieces as drawings
from studio.games.goldland.drawing.faces import PICTURE_SIZE
from studio.games.goldland.drawing.picture import Temple, faces_of, static_picture, tile_ghost, tile_marks, tile_picture
from studio.games.goldland.drawing.pieces import GAIN, PAY, SHOW, disc_shapes, temple_shapes
from studio.games.goldland.editing import (
    START_STAMP,
    TEMPLE_STAMP,
    UNDISCOVERED_STAMP,
    VOID_STAMP,
    can_stamp,
    tile_of_stamp,
)
from studio.games.goldland.forms import tile_text
from studio.games.goldland.layout_reading import LayoutFacts, layout_facts
from studio.games.goldland.rules.board import ADVENTURES, COAST, ITEM_KEYS, START, Tile, turned
from studio.games.goldland.text.places import item_name, kind_text

_WALL, _ROAD, _SEA = 0.10, 0.22, 0.24
_MAX_DISCS = 6  # maximum number of discs in a row, so that they can be distinguished


def sketch(body: Body, still: bool = False) -> Picture:
    """Return the board at the start of a match, with a padlock on every tile that the shuffle does not move."""
    return _board_picture(body)


@cached_by_identity(1)
def _board_picture(body: Body) -> Picture:
    reading, board = layout_facts(body), build(body)
    grid = reading.grid
    printed: list[Shape] = []
    for cell, placement in enumerate(board.laid):
        if placement >= 0:
            column, row = grid.coords(cell)
            printed += tile_marks(board.tiles[placement >> 2], column, row, cell)
    temple = Temple(reading.temple, 0, 0, 0)
    faces = faces_of(board, board.laid)
    base = static_picture(grid.columns, grid.rows, faces, tuple(printed), temple, void=board.void)
    locks: list[Shape] = []
    for cell in map(grid.cell_named, body.locked):
        x, y = grid.coords(cell)
        locks += ornament_paths("common/padlock", x + 0.13, y + 0.86, cell=cell)
    targets = tuple(Target(cell, rectangle(*grid.coords(cell), 1, 1), grid.name(cell)) for cell in range(grid.count))
    return replace(base, layers=(*base.layers, Layer("locks", tuple(locks))), targets=targets)


# Palette


def palette(body: Body) -> Sequence[StampGroup]:
    """Return the tiles by kind, dimmed if already placed, then start, temple and undiscovered space."""
    reading = layout_facts(body)
    groups = [StampGroup(_("Places"), tuple(_places()))]
    for kind in TILE_KINDS:
        if items := tuple(_tile_item(reading, tile) for tile in body.tiles if tile.kind == kind):
            groups.append(StampGroup(kind_text(kind), items))
    return tuple(groups)


def _places() -> Iterator[StampItem]:
    tip = _("A land space to explore. No effect on the coast.")
    yield StampItem(UNDISCOVERED_STAMP, _("Undiscovered"), _empty_card("fill:parchment"), tip)
    tip = _("All seats begin here. Placing it in another corner mirrors the whole board.")
    yield StampItem(START_STAMP, _("Start"), _start_card(), tip)
    yield StampItem(TEMPLE_STAMP, _("Temple"), _temple_card(), _("The final space, on land."))
    tip = _("Off the board: no tile or adventurer can go here. No effect on the coast.")
    yield StampItem(VOID_STAMP, _("Void"), _empty_card("fill:table:0.55"), tip)


def _tile_item(reading: LayoutFacts, tile: TileData) -> StampItem:
    places = reading.places.get(tile.name, ())
    where = _("Placed on {names}.").format(names=", ".join(map(reading.grid.name, places)))
    stamp, tip, known = Stamp(f"tile:{tile.name}"), tile_text(tile), tile_of(tile)
    if tile.kind == "coast":
        sea = 0
        if places:
            tip += "\n" + where + " " + _("Placing it on another coast space swaps the two tiles.")
            sea = sum(1 << side for side in range(4) if reading.neighbor(places[0], side) < 0)
        return StampItem(stamp, tile.name, tile_card(known, 0, sea or 4), tip)
    pictures = [tile_card(known, turn) for turn in distinct_turns(tile)]
    tip += "\n" + (where if places else _("In the stack. Place it to start the match with it on the board."))
    left = 0 if places else 1
    return StampItem(stamp, tile.name, pictures[0], tip, left, "", len(pictures), tuple(pictures[1:]))


# Small tiles of the palette: large equipment above, roads below


@lru_cache(maxsize=1024)
def tile_card(tile: Tile, turn: int = 0, sea: int = 4) -> Picture:
    """Return a tile from (0, 0) to (1, 1); `sea` are the sides of a coast tile towards the water, as bits."""
    is_coast = tile.kind == COAST
    exits = 15 & ~sea if is_coast else turned(tile.exits, turn)
    shapes = _ground(exits, sea if is_coast else 0)
    if tile.picture:
        shapes.append(Sprite(tile.picture, 0.5, 0.5, PICTURE_SIZE))
    if tile.village:
        shapes.append(Sprite("goldland/village", 0.73, 0.25, 0.44))
    if tile.kind < ADVENTURES:
        shapes.append(Sprite(drawings.MARKER_SPRITES[tile.kind], 0.5, 0.37, 0.62))
        if tile.treasure:
            shapes.append(Sprite("goldland/octagon", 0.83, 0.18, 0.34))
        shapes += _row([tile.pay], PAY, 0.795, 0.32)
    else:
        if tile.treasure:
            shapes.append(Sprite("goldland/octagon", 0.80, 0.22, 0.38))
        shown = [item for item, count in enumerate(tile.show) for _one in range(count)][:3]
        for number, item in reversed([*enumerate(shown)]):
            shapes += disc_shapes(0.22 + 0.2 * number, 0.22, 0.32, item, SHOW)
        shapes += _row(tile.gains, GAIN, 0.66, 0.44)
    return _card(*shapes)


def _card(*shapes: Shape, x: float = 0, y: float = 0) -> Picture:
    return Picture((x, y, x + 1, y + 1), (Layer("card", shapes),))


@lru_cache(maxsize=8)
def _start_card() -> Picture:
    return _card(
        *_ground(9, 6), Sprite("goldland/landing", 0.44, 0.40, 0.56), Sprite("goldland/jetty", 0.36, 0.84, 0.34)
    )


@lru_cache(maxsize=8)
def _temple_card() -> Picture:
    return _card(
        Path("fill:temple", (rectangle(0, 0, 1, 1),)),
        Path("line:temple_deep:0.04", (rectangle(0.05, 0.05, 0.9, 0.9), rectangle(0.17, 0.17, 0.66, 0.66))),
        Sprite("goldland/amulet", 0.5, 0.5, 0.56),
    )


@lru_cache(maxsize=64)
def _empty_card(style: str, x: float = 0, y: float = 0, cell: int = -1) -> Picture:
    """Return a space without a tile, undiscovered or void, filled in this style."""
    frame = rectangle(x + 0.03, y + 0.03, 0.94, 0.94)
    fill, line = Path(style, (rectangle(x, y, 1, 1),), cell), Path("line:terra:0.025:0.7", (frame,), cell)
    return _card(fill, line, x=x, y=y)


def _ground(exits: int, sea: int) -> list[Shape]:
    """Return land with its roads, a wall on every blocked side, and water on every outer side."""
    land = "green_land" if sea else "dry_land"
    shapes: list[Shape] = [Path(f"fill:{land}", (rectangle(0, 0, 1, 1),))]
    roads: list[Outline] = [(MIDDLES[side], (0.5, 0.5)) for side in range(4) if exits >> side & 1]
    if roads:
        shapes.append(Path(f"line:road:{_ROAD}", tuple(roads), is_closed=False))
    walls = [_side(side, _WALL) for side in range(4) if not (exits | sea) >> side & 1]
    water = [_side(side, _SEA) for side in range(4) if sea >> side & 1]
    if walls:
        shapes.append(Path("fill:rock_4", tuple(walls)))
    if water:
        far, near = 1 - _SEA, _SEA
        lines = (((0, near), (1, near)), ((far, 0), (far, 1)), ((0, far), (1, far)), ((near, 0), (near, 1)))
        shore = tuple(lines[side] for side in range(4) if sea >> side & 1)
        shapes += [Path("line:surf:0.06", shore, is_closed=False), Path("fill:sea", tuple(water))]
    shapes.append(Path("line:face_ink:0.03:0.9", (rectangle(0, 0, 1, 1),)))
    return shapes


def _side(side: int, deep: float) -> Outline:
    far = 1 - deep
    return rectangle(*((0, 0, 1, deep), (far, 0, deep, 1), (0, far, 1, deep), (0, 0, deep, 1))[side])


def _row(groups: Sequence[Sequence[int]], rim: str, y: float, size: float) -> list[Shape]:
    """Return groups of discs in a row: those of a group overlap, groups are apart."""
    rows = [[item for item, count in enumerate(group) for _one in range(count)][:_MAX_DISCS] for group in groups]
    rows = [row for row in rows if row]
    if not rows:
        return []
    long = sum(1 + 0.5 * (len(row) - 1) for row in rows) + 0.28 * (len(rows) - 1)
    d = min(size, 0.92 / long)
    at = 0.5 - long * d / 2
    shapes: list[Shape] = []
    for number, row in enumerate(rows):
        if number:
            at += 0.28 * d
        for place, item in enumerate(row):
            shapes += disc_shapes(at + (0.5 + 0.5 * place) * d, y, d, item, rim)
        at += (1 + 0.5 * (len(row) - 1)) * d
    return shapes


# Preview


def ghost(body: Body, target: int, stamp: Stamp) -> Picture | None:
    """Return a preview of the stamp on a space; None if it cannot be placed there."""
    reading = layout_facts(body)
    if not can_stamp(reading, target, stamp):
        return None
    column, row = reading.grid.coords(target)
    if stamp in (UNDISCOVERED_STAMP, VOID_STAMP):
        return _empty_card("fill:parchment" if stamp == UNDISCOVERED_STAMP else "fill:table:0.55", column, row, target)
    if stamp == TEMPLE_STAMP:
        shapes = temple_shapes(column, row, 0, 0, 0, cell=target)
        return Picture((column, row, column + 1, row + 1), (Layer("temple", shapes),))
    board = build(body)
    if stamp == START_STAMP:
        return tile_ghost(board, len(board.tiles) - 1, target, 0)
    tile = tile_of_stamp(reading, stamp)
    assert tile is not None  # `can_stamp` is true
    return tile_ghost(board, body.tiles.index(tile), target, stamp.turn % 4)


# Cut-out pieces for playing on a table: land tiles, markers, equipment, treasures, tokens

_MILLIMETRES = 50.0  # the size of our printed tiles; the size of the published ones is unknown
_SEATS = 5
_BACK = Picture(
    (0, 0, 1, 1),
    (Layer("back", (Path("fill:terra", (SQUARE,)), Sprite("goldland/back", 0.5, 0.5, 1.0)), is_still=False),),
)
_MARKER, _COIN = 0.40, 0.34  # height of a marker and of a coin in tile sides


def cut_outs(body: Body) -> CutOuts:
    """Return the board without padlocks, with coast tiles and all placed tiles printed on it, and the pieces."""
    board, drawing = build(body), sketch(body, still=True)
    placed = {placement >> 2 for placement in board.laid if placement >= 0}
    land = tuple(
        Piece(tile.name, tile_picture(board, number), 1, design=tile)
        for number, tile in enumerate(board.tiles)
        if tile.kind not in (COAST, START) and number not in placed
    )
    seat_pieces = [
        piece
        for seat in range(_SEATS)
        for piece in (
            Piece(_("Adventurer, {who}").format(who=SEAT_NAMES[seat]), sprite_picture(drawings.ADVENTURER, seat), 1),
            Piece(_("Camp, {who}").format(who=SEAT_NAMES[seat]), sprite_picture(drawings.CAMP, seat), body.camps),
        )
    ]
    goods = [
        Piece(capitalize_first(item_name(item)), sprite_picture(sprite), body.stock.get(key, 0))  # type: ignore[call-overload]
        for item, (key, sprite) in enumerate(zip(ITEM_KEYS, drawings.ITEM_SPRITES, strict=True))
    ]
    markers = [
        Piece(kind_text(key), sprite_picture(sprite), 1)
        for key, sprite in zip(ADVENTURE_KEYS, drawings.MARKER_SPRITES, strict=True)
    ]
    small = [
        *markers,
        Piece(_("Treasure"), sprite_picture(drawings.TREASURE), sum(tile.treasure for tile in body.tiles)),
        Piece(_("Amulet"), sprite_picture(drawings.AMULET), _SEATS),
        Piece(_("Discovery token"), sprite_picture(drawings.TOKEN), body.tokens),
        Piece(_("Coin"), sprite_picture(drawings.COIN), body.coins),
    ]
    loose = (
        (_("adventurers and camps"), seat_pieces, _MARKER),
        (_("equipment"), goods, _COIN),
        (_("markers and gold"), small, _COIN),
    )
    types = [PieceType(_("land tiles"), land, back=_BACK)]
    for title, pieces, side in loose:
        types.append(PieceType(title, tuple(piece for piece in pieces if piece.count > 0), side=side, is_marker=True))
    layers = tuple(layer for layer in drawing.layers if layer.name != "locks")
    return CutOuts(replace(drawing, layers=layers), tuple(types), _MILLIMETRES)
