"""Edits of a layout's set of tiles: further tiles, copies, tiles of another layout, and what the box lacks of its own.

Every tile is single and has a name. Two of them are alike when they have the same kind, roads, line and marks; the
first-game layout says which tiles the published box holds.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

import msgspec

from studio.core.cache import kept
from studio.core.text import _
from studio.games.goldland.body.arranging import fresh_name, new_tile, with_more, without
from studio.games.goldland.body.data import MOST_TILES, TILE_KINDS, Body, TileData, edited, tidy_tile
from studio.games.goldland.body.reading import reading_of
from studio.games.goldland.editing import blank

OWN = "own:"
"""How the keys of home-made looks begin: a home-made tile may have the name of a published one."""


@lru_cache(maxsize=4096)
def look_of(tile: TileData) -> TileData:
    """What a tile is but for its name; tiles that are alike have the same."""
    return msgspec.structs.replace(tidy_tile(tile), name="")


def published() -> Sequence[TileData]:
    """The tiles of the published box, one of each look."""
    return [tile for tile in blank().tiles if alike(blank(), tile)[0] == tile.name]


def in_box(tile: TileData) -> int:
    """How many tiles like this one the published box has."""
    return len(alike(blank(), tile))


def alike(body: Body, tile: TileData) -> tuple[str, ...]:
    """The names of the tiles that are like this one."""
    return _looks(body).get(look_of(tile), ())


@kept(4)
def _looks(body: Body) -> dict[TileData, tuple[str, ...]]:
    """The names of all tiles by look."""
    found: dict[TileData, tuple[str, ...]] = {}
    for tile in body.tiles:
        found[look_of(tile)] = (*found.get(look_of(tile), ()), tile.name)
    return found


def homemade(body: Body) -> Sequence[TileData]:
    """The tiles of the layout that are like none of the published box, one of each look."""
    return [tile for tile in body.tiles if not in_box(tile) and alike(body, tile)[0] == tile.name]


def pattern_of(body: Body, tile: TileData) -> str:
    """The key of a tile's look: the name of the first published tile like it, or of the first home-made one."""
    like = alike(blank(), tile)
    return like[0] if like else f"{OWN}{alike(body, tile)[0]}"


def added(body: Body, what: str, count: int) -> Body:
    """So many more tiles of a look (`pattern_of`), or (a kind of tile) a further tile of that kind."""
    if what in TILE_KINDS:
        return _checked(with_more(body, new_tile(body.tiles, what)))  # type: ignore[arg-type]  # one of them
    model = next(tile for tile in (*published(), *homemade(body)) if pattern_of(body, tile) == what)
    for _tile in range(count):
        body = with_more(body, _named(body, model))
    return _checked(body)


def duplicated(body: Body, piece: str) -> Body:
    """Another tile like this one, behind it; it lies nowhere yet."""
    index = next(index for index, tile in enumerate(body.tiles) if tile.name == piece)
    tile = body.tiles[index]
    copy = msgspec.structs.replace(tile, name=fresh_name(body.tiles, tile.kind))
    return _checked(edited(body, tiles=(*body.tiles[: index + 1], copy, *body.tiles[index + 1 :])))


def removed(body: Body, piece: str) -> Body:
    """The set without a tile that lies nowhere."""
    reading = reading_of(body)
    places = [reading.grid.name(cell) for cell in reading.places.get(piece, ())]
    if places:
        raise ValueError(
            _("The tile “{name}” still lies on {places}; take it off the board before you remove it.").format(
                name=piece, places=", ".join(places)
            )
        )
    return without(body, piece)


def imported(body: Body, other: Body, pieces: Collection[str]) -> Body:
    """Tiles of another layout: those that are not there already by name and look."""
    for tile in other.tiles:
        own = reading_of(body).tiles.get(tile.name)
        if tile.name in pieces and (own is None or look_of(own) != look_of(tile)):
            body = with_more(body, _named(body, tile))
    return _checked(body)


def _named(body: Body, tile: TileData) -> TileData:
    """The tile under its own name, or another one if that is taken."""
    if tile.name not in reading_of(body).tiles:
        return tile
    return msgspec.structs.replace(tile, name=fresh_name(body.tiles, tile.kind))


def _checked(body: Body) -> Body:
    if len(body.tiles) > MOST_TILES:
        raise ValueError(_("A layout has at most {most} tiles.").format(most=MOST_TILES))
    return body
