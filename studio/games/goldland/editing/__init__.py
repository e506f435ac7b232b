"""The editor's edits of a layout: stamping, erasing, turning, mirroring. Body in, body out.

Stamp keys: "undiscovered"; "tile:<name>" (a land tile with a turn); "start" (on a corner), "temple" (on land). Each
tile exists once: on the coast a stamp changes places with what lies there, on land it leaves where it lay. Coast tiles
are never erased. An edit that changes nothing, or does not go there, gives the same object back.
"""

from __future__ import annotations

from functools import cache

from studio.core.form import Stamp
from studio.games.goldland.body.arranging import laid, mirrored_turn, turned_tile, with_content, with_start, with_temple
from studio.games.goldland.body.data import START, UNDISCOVERED, Body, Laid, TileData, least_turn, parse
from studio.games.goldland.body.reading import Reading, reading_of
from studio.games.goldland.editing.fields import set_field
from studio.games.goldland.editing.forms import form
from studio.games.goldland.editing.resizing import resized

__all__ = ["blank", "eraser", "form", "mirrored", "pick", "resized", "set_field", "stamp", "turned"]

UNDISCOVERED_STAMP, START_STAMP, TEMPLE_STAMP = Stamp("undiscovered"), Stamp("start"), Stamp("temple")


@cache
def blank() -> Body:
    """The first-game board."""
    from studio.documents import paths, store

    return parse(store.read_layout(paths.layouts_dir() / "goldland" / "first_game.json").body)


def goes(reading: Reading, target: int, stamp: Stamp) -> bool:
    """Whether a stamp can be put on a space. While it is not clear where the coast is, tiles go everywhere."""
    if not 0 <= target < reading.grid.count:
        return False
    if stamp == START_STAMP:
        return target in reading.corners
    on_shore = target in reading.shore
    if stamp in (TEMPLE_STAMP, UNDISCOVERED_STAMP):
        return not on_shore
    tile = tile_of_stamp(reading, stamp)
    if tile is None or (reading.coast is not None and target == reading.coast.start):
        return False
    return reading.coast is None or on_shore == (tile.kind == "coast")


def stamp(body: Body, target: int, stamp: Stamp) -> Body:
    """A pure edit; the same body if it changes nothing or does not go there."""
    reading = reading_of(body)
    if not goes(reading, target, stamp):
        return body
    if stamp == START_STAMP:
        return body if reading.coast is not None and reading.coast.start == target else with_start(body, target)
    if stamp == TEMPLE_STAMP:
        return with_temple(body, target)
    if stamp == UNDISCOVERED_STAMP:
        return with_content(body, target, UNDISCOVERED)
    tile = tile_of_stamp(reading, stamp)
    assert tile is not None  # `goes` has seen to it
    return laid(body, target, tile.name, least_turn(tile, stamp.turn % 4))


def pick(body: Body, target: int) -> Stamp:
    """The stamp that would paint what is there; the temple where nothing lies on its space."""
    reading = reading_of(body)
    if not 0 <= target < reading.grid.count:
        return UNDISCOVERED_STAMP  # edges have nothing to paint
    content = reading.cells[target]
    if isinstance(content, Laid):
        return Stamp(f"tile:{content.tile}", content.turn)
    if content == START:
        return START_STAMP
    return TEMPLE_STAMP if target == reading.temple else UNDISCOVERED_STAMP


def eraser(body: Body, target: int) -> Stamp:
    """The stamp that clears a space. Coast tiles, start and temple stay when it is stamped on them."""
    return UNDISCOVERED_STAMP


def tile_of_stamp(reading: Reading, stamp: Stamp) -> TileData | None:
    """The tile that a stamp lays, if it lays one."""
    what, _colon, name = stamp.key.partition(":")
    return reading.tiles.get(name) if what == "tile" else None


def turned(body: Body, stamp: Stamp, turns: int) -> Stamp:
    """The stamp after quarter turns clockwise; turns that look alike are one."""
    tile = tile_of_stamp(reading_of(body), stamp)
    return stamp if tile is None else Stamp(stamp.key, turned_tile(tile, stamp.turn, turns))


def mirrored(body: Body, stamp: Stamp, upright: bool) -> Stamp:
    """The stamp as a mirror shows it; `upright` mirrors east and west, else north and south."""
    tile = tile_of_stamp(reading_of(body), stamp)
    return stamp if tile is None else Stamp(stamp.key, mirrored_turn(tile, stamp.turn, upright))
