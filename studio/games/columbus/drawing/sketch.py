"""The harbour map in the editor, its palette and previews, and the cut-outs to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from string import ascii_uppercase

from studio.core.form import VOID_KEY, Stamp, StampGroup, StampItem
from studio.core.grid import Point
from studio.core.picture import Layer, Path, Picture, Shape, Sprite
from studio.core.pieces import CutOuts, Piece, PieceType
from studio.core.text import SEAT_NAMES, _, capitalize_first, join_and, plural, quote
from studio.drawing.pen import ornament_paths, sprite_picture
from studio.games.columbus.body import (
    HARBOURS,
    HOME,
    KINDS,
    LAND,
    VOID,
    WATER,
    Body,
    grid,
    ground_of,
    homemade_tile,
    tokens_of,
)
from studio.games.columbus.checks.tiles import count_of, field_of, picture_counts
from studio.games.columbus.drawing import tiles as look
from studio.games.columbus.drawing.chart import chart_picture
from studio.games.columbus.drawing.lettering import land_drawing
from studio.games.columbus.drawing.tiles import R, hexagon_at, printed_alone, tile_picture
from studio.games.columbus.editing import STAMPS, space_text
from studio.games.columbus.text.places import kind_text

_TOKENS = dict(STAMPS)
_TILES = {
    "america": "harbour", "route": "route", "island": "island", "whale": "whale", "full_sail": "full_sail",
    "becalmed": "becalmed",
}  # fmt: skip
"""The kind of tile that fits a stamp's spaces."""


def sketch(body: Body, still: bool = False) -> Picture:
    """Draw the chart. Only a `still` picture has what is placed where there is room, as in a match."""
    return chart_picture(grid(body), tokens_of(body), editing=not still)


# palette


def palette(body: Body) -> Sequence[StampGroup]:
    """Return the kinds of space, with how many of their tiles have no space yet (negative: spaces without a tile)."""
    groups = (
        (_("Sea"), ("water", "land", VOID_KEY)),
        (_("Harbours"), ("home", "america", "florida")),
        (_("Images"), ("route", "island", "whale", "full_sail", "becalmed")),
    )
    stamps = [StampGroup(title, tuple(_item(body, key) for key in keys)) for title, keys in groups]
    return (*stamps, StampGroup(_("Letters"), tuple(_letters(body))))


def _item(body: Body, key: str) -> StampItem:
    token, kind = _TOKENS[key], _TILES.get(key, "")
    stamp, name, picture = Stamp(key), space_text(token), stamp_picture(token)
    tip = _with_homemade(body, _tips()[key], token)
    if not kind:
        return StampItem(stamp, name, picture, tip)
    tiles, shown = count_of(body, kind), tokens_of(body).count(token)
    # ship tiles fit plain water too (C3), so there may be more of them than spaces that show one
    spare = min(0, tiles - shown) if key in ("full_sail", "becalmed") else tiles - shown
    return StampItem(stamp, name, picture, _counted(tip, tiles, shown), spare, field_of(kind), painted=shown)


def _letters(body: Body) -> Iterator[StampItem]:
    """Yield all letters; those that the map or the set has can be counted."""
    counts, tip = picture_counts(body), _("A letter tile fits only a space with the same letter.")
    for letter in ascii_uppercase:
        stamp, name = Stamp(f"letter:{letter}"), _("Letter {letter}").format(letter=letter)
        picture = stamp_picture(letter.lower())
        item = StampItem(stamp, name, picture, tip, letter=letter)
        if letter in counts:
            tiles, shown = count_of(body, letter), counts[letter]
            full_tip = _counted(_with_homemade(body, tip, letter.lower()), tiles, shown)
            item = item._replace(tip=full_tip, remaining=tiles - shown, field=field_of(letter), painted=shown)
        yield item


def _with_homemade(body: Body, tip: str, token: str) -> str:
    names = [quote(kind.name) for kind in body.homemade if ground_of(token) in kind.on]
    more = _("Custom tiles that fit here: {names}.").format(names=join_and(names)) if names else ""
    return f"{tip}\n{more}" if more else tip


def _counted(tip: str, tiles: int, spaces: int) -> str:
    return "{}\n{}, {}".format(
        tip,
        plural("{count} tile in the set", "{count} tiles in the set", tiles).format(count=tiles),
        plural("{count} space on the map", "{count} spaces on the map", spaces).format(count=spaces),
    )


def _tips() -> dict[str, str]:
    return {
        "water": _("Open sea: for water tiles, ship tiles, wrecks and jokers."),
        "land": _("Land: no tile can be placed here, and no ship can sail here."),
        VOID_KEY: _("Off the board: no tile can be placed here, and no ship can sail here. Nothing is drawn."),
        "home": _("A printed harbour in the east. Ships start from here and return here."),
        "america": _("A harbour in the west. When its tile has been placed, a ship that enters it turns for home."),
        "florida": _("A printed harbour in the west. It needs no tile."),
        "route": _("A space of Columbus’s route. Only a route tile or a joker fits here."),
        "island": _("Only an island tile or a joker fits here."),
        "whale": _("Only a whale tile or a joker fits here."),
        "full_sail": _("Open sea that shows a full sail. Only a full sail tile or a joker fits here."),
        "becalmed": _("Open sea that shows a becalmed ship. Only a becalmed tile or a joker fits here."),
    }


@lru_cache(maxsize=64)
def stamp_picture(token: str) -> Picture:
    """Return one space, in a square as high as its hexagon."""
    return Picture((0.0, 0.0, 2 * R, 2 * R), (Layer("space", space_shapes((R, R), token)),))


# ghosts


def ghost(body: Body, target: int, stamp: Stamp) -> Picture | None:
    hexes = grid(body)
    what, _colon, letter = stamp.key.partition(":")
    token = letter.lower() if what == "letter" and letter in tuple(ascii_uppercase) else _TOKENS.get(stamp.key, "")
    if not token or not 0 <= target < hexes.count:
        return None
    x, y = hexes.center(target)
    return Picture((x - R, y - R, x + R, y + R), (Layer("ghost", space_shapes((x, y), token), is_still=False),))


@lru_cache(maxsize=512)
def space_shapes(centre: Point, token: str) -> tuple[Shape, ...]:
    """Return one space: its background, what is printed on it, its border."""
    x, y = centre
    ring = hexagon_at(centre, 0.985)
    shapes: list[Shape] = []
    if token == VOID:
        return Path("stamp_void", (ring,)), Path("stamp_rim", (ring,))
    if token == LAND:
        shapes += [
            Path("wash_3", (ring,)),
            *land_drawing(-1, (x, y + 0.10), 1),
            *land_drawing(-1, (x - 0.14, y - 0.1), 5),
        ]
    else:
        shapes.append(Path("stamp_sea", (ring,)))
        if token in HARBOURS:
            side = "east" if token == HOME else "west"
            shapes += ornament_paths(f"columbus/stamp_shore_{side}", x, y)
        elif token == WATER:
            shapes += ornament_paths("columbus/stamp_waves", x, y)
        shapes += printed_alone(centre, token)
    if token not in HARBOURS:
        shapes.append(Path("stamp_rim", (ring,)))
    return tuple(shapes)


# Cut-outs: the hexagons with their backs, and ships.

_MILLIMETRES = 32.0  # width of a hexagon across its flats. Our own choice: the size of the published ones is unknown.
_SEATS = 6
_MIDDLE = (0.53, 0.605)


def cut_outs(body: Body) -> CutOuts:
    """Return the board, the hexagons, and an outbound and a returning ship for each seat."""
    tiles = [
        *(
            Piece(capitalize_first(kind_text(body, kind)), tile_picture(kind), body.tiles.get(kind, 0))
            for kind in KINDS
        ),
        *(
            Piece(_("Letter {letter}").format(letter=letter), tile_picture("letter", letter), count)
            for letter, count in body.letters.items()
        ),
        *(Piece(kind.name, tile_picture("homemade", made=homemade_tile(kind)), kind.count) for kind in body.homemade),
    ]
    tiles = [piece for piece in tiles if piece.count > 0]
    ships = [
        Piece(f"{name}, {SEAT_NAMES[seat]}", sprite_picture(sprite, seat), 1)
        for seat in range(_SEATS)
        for sprite, name in ((look.SHIP_OUT, _("Outbound ship")), (look.SHIP_HOME, _("Returning ship")))
    ]
    back = Picture((0.0, 0.0, 1.06, 1.25), (Layer("back", (Sprite(look.BACK, *_MIDDLE, look.TILE_SIZE),), False),))
    return CutOuts(
        sketch(body, still=True),
        (
            PieceType(_("tiles"), tuple(tiles), hexagon_at(_MIDDLE, 1.0), back=back),
            PieceType(_("ships"), tuple(ships), side=0.75, is_marker=True),
        ),
        _MILLIMETRES,
    )
