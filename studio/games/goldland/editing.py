"""Edits of a layout: stamps, erasing, mirroring, resizing, completing, and the tile set. Body in, body out.

Stamp keys: "undiscovered", "tile:<name>" (a land tile with a rotation), "start" (on a corner), "temple" and "void" (on
land). Each tile exists once: on the coast a stamp swaps tiles, on land the tile leaves its former space. Coast tiles
are never erased. An edit that changes nothing or is not possible returns the same object.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, lru_cache

import msgspec

from studio.core import defaults
from studio.core.cache import cached_by_identity
from studio.core.cancellation import CancelToken
from studio.core.form import VOID_KEY, Stamp
from studio.core.grid import SquareGrid
from studio.core.problems import NotCompletable
from studio.core.rng import Rng
from studio.core.text import _
from studio.games.goldland.body import (
    MAX_SIDE,
    MAX_TILES,
    MIN_SIDE,
    START,
    TILE_KINDS,
    UNDISCOVERED,
    VOID,
    Body,
    Content,
    Laid,
    TileData,
    least_turn,
    normalize_tile,
    parse,
    with_fields,
)
from studio.games.goldland.fill import (
    lay_tile,
    mirror_turn,
    new_tile,
    set_field as set_field,
    unique_name,
    with_content,
    with_start,
    with_temple,
    with_tiles,
    without_tiles,
)
from studio.games.goldland.forms import form as form
from studio.games.goldland.layout_reading import Coast, LayoutFacts, coast_of, corners, layout_facts

paint_coast = defaults.paint_coast
UNDISCOVERED_STAMP, START_STAMP, TEMPLE_STAMP = Stamp("undiscovered"), Stamp("start"), Stamp("temple")
VOID_STAMP = Stamp(VOID_KEY)


@cache
def blank() -> Body:
    from studio.documents import paths, store

    return parse(store.read_layout(paths.layouts_dir() / "goldland" / "first_game.json").body)


def can_stamp(reading: LayoutFacts, target: int, stamp: Stamp) -> bool:
    """Return whether a stamp can be placed on a space. While the coast is undetermined, tiles can go everywhere."""
    if not 0 <= target < reading.grid.count:
        return False
    if stamp == START_STAMP:
        return target in reading.corners
    on_shore = target in reading.coast_spaces
    if stamp == VOID_STAMP:
        return not on_shore and target != reading.temple and reading.cells[target] != START
    if stamp in (TEMPLE_STAMP, UNDISCOVERED_STAMP):
        return not on_shore
    tile = tile_of_stamp(reading, stamp)
    if tile is None or (reading.coast is not None and target == reading.coast.start):
        return False
    return reading.coast is None or on_shore == (tile.kind == "coast")


def stamp(body: Body, target: int, stamp: Stamp) -> Body:
    """Return the body with a stamp on a space; the same body if nothing changes or it cannot be placed there."""
    reading = layout_facts(body)
    if not can_stamp(reading, target, stamp):
        return body
    if stamp == START_STAMP:
        return body if reading.coast is not None and reading.coast.start == target else with_start(body, target)
    if stamp == TEMPLE_STAMP:
        return with_temple(body, target)
    if stamp in (UNDISCOVERED_STAMP, VOID_STAMP):
        return with_content(body, target, VOID if stamp == VOID_STAMP else UNDISCOVERED)
    tile = tile_of_stamp(reading, stamp)
    assert tile is not None  # `can_stamp` is true
    return lay_tile(body, target, tile.name, least_turn(tile, stamp.turn % 4))


def pick(body: Body, target: int) -> Stamp:
    """Return the stamp that gives the content of a space; the temple if its space has no tile."""
    reading = layout_facts(body)
    if not 0 <= target < reading.grid.count:
        return UNDISCOVERED_STAMP  # edges have no content
    content = reading.cells[target]
    if isinstance(content, Laid):
        return Stamp(f"tile:{content.tile}", content.turn)
    if content == START:
        return START_STAMP
    if content == VOID:
        return VOID_STAMP
    return TEMPLE_STAMP if target == reading.temple else UNDISCOVERED_STAMP


def eraser(body: Body, target: int) -> Stamp:
    """Return the stamp that clears a space. It does not change coast tiles, start and temple."""
    return UNDISCOVERED_STAMP


def tile_of_stamp(reading: LayoutFacts, stamp: Stamp) -> TileData | None:
    what, _colon, name = stamp.key.partition(":")
    return reading.tiles.get(name) if what == "tile" else None


def rotate_stamp(body: Body, stamp: Stamp, turns: int) -> Stamp:
    """Return the stamp after quarter turns clockwise; rotations that look alike are one."""
    tile = tile_of_stamp(layout_facts(body), stamp)
    return stamp if tile is None else Stamp(stamp.key, least_turn(tile, (stamp.turn + turns) % 4))


def mirror_stamp(body: Body, stamp: Stamp, upright: bool) -> Stamp:
    """Return the mirrored stamp; `upright` swaps east and west, else north and south."""
    tile = tile_of_stamp(layout_facts(body), stamp)
    return stamp if tile is None else Stamp(stamp.key, mirror_turn(tile, stamp.turn, upright))


# Resizing: the start keeps its corner, the coast its order, and land tiles move along (G16)


def resize(body: Body, left: int, top: int, right: int, bottom: int) -> Body:
    """Add rows and columns on each side (negative: remove them). Raises `ValueError`.

    An arm of the coast that grows inserts unused coast tiles before its end tile; one that shrinks removes those next
    to it. Land tiles that would be on the coast or off the board return to the stack.
    """
    old = layout_facts(body)
    columns, rows = old.grid.columns + left + right, old.grid.rows + top + bottom
    if not (MIN_SIDE <= columns <= MAX_SIDE and MIN_SIDE <= rows <= MAX_SIDE):
        message = _("A board has {least} × {least} to {most} × {most} spaces. This one would have {columns} × {rows}.")
        raise ValueError(message.format(least=MIN_SIDE, most=MAX_SIDE, columns=columns, rows=rows))
    new = SquareGrid(columns, rows)
    # by new cell: the space it was, or -1
    source = [old.grid.cell(column - left, row - top) for row in range(rows) for column in range(columns)]
    image = {before: cell for cell, before in enumerate(source) if before >= 0}
    if old.coast is None:
        cells = [old.cells[before] if before >= 0 else UNDISCOVERED for before in source]
        locked = [image[cell] for cell in map(old.grid.cell_named, body.locked) if cell in image]
        temple = image.get(old.temple, 0)
    else:
        coast = coast_of(new, corners(new)[old.corners.index(old.coast.start)])
        cells = _move_land(old, coast, source)
        locked = _move_coast(old, coast, cells)
        temple = _move_temple(old, new, coast, left, top)
    if cells[temple] == VOID:
        cells[temple] = UNDISCOVERED
    names = tuple(new.name(cell) for cell in sorted(locked))
    return with_fields(body, cells=cells, columns=columns, temple=new.name(temple), locked=names)


def _move_land(old: LayoutFacts, coast: Coast, source: Sequence[int]) -> list[Content]:
    """Return the contents of the new spaces: start and land tiles, nothing on the coast yet."""
    shore = {coast.start, *coast.cells}
    cells = [
        old.cells[before] if before >= 0 and before not in old.coast_spaces and cell not in shore else UNDISCOVERED
        for cell, before in enumerate(source)
    ]
    cells[coast.start] = START
    return cells


def _move_coast(old: LayoutFacts, coast: Coast, cells: list[Content]) -> list[int]:
    """Place the coast tiles of both arms; return the spaces that are locked then."""
    assert old.coast is not None
    locks = {old.grid.cell_named(name) for name in old.body.locked}
    spare: list[Content] = [Laid(tile.name) for tile in old.unused_coast if not tile.end]
    arms = ((old.coast.along, coast.along), (old.coast.across, coast.across))
    for before, after in arms:
        spare = [old.cells[cell] for cell in before[len(after) - 1 : -1] if isinstance(old.cells[cell], Laid)] + spare
    locked = []
    for before, after in arms:
        for place, cell in enumerate(after[:-1]):
            if place < len(before) - 1:
                cells[cell] = old.cells[before[place]]
                if before[place] in locks:
                    locked.append(cell)
            elif spare:
                cells[cell] = spare.pop(0)
        cells[after[-1]] = old.cells[before[-1]]
        if before[-1] in locks:
            locked.append(after[-1])
    return locked


def _move_temple(old: LayoutFacts, new: SquareGrid, coast: Coast, left: int, top: int) -> int:
    """Return the temple's space: on the far rim if it was there, else moved along as far as there is land."""
    assert old.coast is not None
    (column, row), (start_column, start_row) = old.grid.coords(old.temple), old.grid.coords(old.coast.start)
    after_column, after_row = new.coords(coast.start)
    return new.cell(
        _move_place(column, start_column, old.grid.columns, after_column, new.columns, left),
        _move_place(row, start_row, old.grid.rows, after_row, new.rows, top),
    )


def _move_place(place: int, start: int, before: int, new_start: int, after: int, shift: int) -> int:
    if place == before - 1 - start:
        return after - 1 - new_start
    least, most = (1, after - 1) if new_start == 0 else (0, after - 2)
    return max(least, min(most, place + shift))


def complete(body: Body, cells: Collection[int], seed: int, cancel: CancelToken) -> Body:
    """Return the body with a tile of the stack on every undiscovered land space among `cells` (all if empty).

    The rotations are random, as in exploring (G11), and depend only on the seed. Raises `NotCompletable` if the stack
    is too small.
    """
    reading, rng, selected = layout_facts(body), Rng(seed), frozenset(cells)
    if reading.coast is None:
        raise NotCompletable(_("The coast begins at the start tile. Place exactly one start tile, in a corner."))
    spaces = [cell for cell in reading.undiscovered if not selected or cell in selected]
    if not spaces:
        message = _("None of the selected spaces is undiscovered land, so there is nothing to complete.")
        raise NotCompletable(
            message if selected else _("No land space is undiscovered, so there is nothing to complete.")
        )
    stack = list(reading.stack)
    if len(stack) < len(spaces):
        message = _("{spaces} spaces need tiles, but the stack has only {tiles}. Add tiles or select fewer spaces.")
        raise NotCompletable(message.format(spaces=len(spaces), tiles=len(stack)), spaces)
    rng.shuffle(stack)
    contents = list(reading.cells)
    for cell, tile in zip(spaces, stack, strict=False):
        contents[cell] = Laid(tile.name, least_turn(tile, rng.below(4)))
    return with_fields(body, cells=contents)


# Tile set
#
# Each tile has a unique name. Two tiles are alike if they have the same kind, roads, line and marks; the first-game
# layout defines the tiles of the published box.

OWN = "own:"  # prefix of the keys of home-made patterns, because a home-made tile may have the name of a published one


@lru_cache(maxsize=4096)
def without_name(tile: TileData) -> TileData:
    """Return all fields except the name; equal for tiles that are alike."""
    return msgspec.structs.replace(normalize_tile(tile), name="")


def published_tiles() -> Sequence[TileData]:
    return [tile for tile in blank().tiles if same_tiles(blank(), tile)[0] == tile.name]


def count_in_box(tile: TileData) -> int:
    return len(same_tiles(blank(), tile))


def same_tiles(body: Body, tile: TileData) -> tuple[str, ...]:
    return _names_by_look(body).get(without_name(tile), ())


@cached_by_identity(4)
def _names_by_look(body: Body) -> dict[TileData, tuple[str, ...]]:
    found: dict[TileData, tuple[str, ...]] = {}
    for tile in body.tiles:
        found[without_name(tile)] = (*found.get(without_name(tile), ()), tile.name)
    return found


def homemade_tiles(body: Body) -> Sequence[TileData]:
    """Return the distinct tiles of the layout that are like none of the published box."""
    return [tile for tile in body.tiles if not count_in_box(tile) and same_tiles(body, tile)[0] == tile.name]


def pattern_of(body: Body, tile: TileData) -> str:
    """Return the pattern key of a tile: the name of the first published tile like it, or of the first home-made one."""
    like = same_tiles(blank(), tile)
    return like[0] if like else f"{OWN}{same_tiles(body, tile)[0]}"


def add_pieces(body: Body, what: str, count: int) -> Body:
    """Add tiles of a pattern (`pattern_of`), or one tile of a kind."""
    if what in TILE_KINDS:
        return _validated(with_tiles(body, new_tile(body.tiles, what)))  # type: ignore[arg-type]  # one of them
    model = next(tile for tile in (*published_tiles(), *homemade_tiles(body)) if pattern_of(body, tile) == what)
    for _tile in range(count):
        body = with_tiles(body, _unique_tile(body, model))
    return _validated(body)


def duplicate_piece(body: Body, piece: str) -> Body:
    """Add a copy of this tile after it, not placed."""
    index, tile = next((index, tile) for index, tile in enumerate(body.tiles) if tile.name == piece)
    copy = msgspec.structs.replace(tile, name=unique_name(body.tiles, tile.kind))
    return _validated(with_fields(body, tiles=(*body.tiles[: index + 1], copy, *body.tiles[index + 1 :])))


def remove_piece(body: Body, piece: str) -> Body:
    """Remove a tile that is not placed."""
    reading = layout_facts(body)
    places = [reading.grid.name(cell) for cell in reading.places.get(piece, ())]
    if places:
        message = _("The tile “{name}” is still on {places}. Take it off the board first.")
        raise ValueError(message.format(name=piece, places=", ".join(places)))
    return without_tiles(body, piece)


def import_pieces(body: Body, other: Body, pieces: Collection[str]) -> Body:
    """Add the tiles of another layout that do not exist here with the same name and fields."""
    for tile in other.tiles:
        own = layout_facts(body).tiles.get(tile.name)
        if tile.name in pieces and (own is None or without_name(own) != without_name(tile)):
            body = with_tiles(body, _unique_tile(body, tile))
    return _validated(body)


def _unique_tile(body: Body, tile: TileData) -> TileData:
    """Return the tile under its own name, or under another one if that is used."""
    if tile.name not in layout_facts(body).tiles:
        return tile
    return msgspec.structs.replace(tile, name=unique_name(body.tiles, tile.kind))


def _validated(body: Body) -> Body:
    if len(body.tiles) > MAX_TILES:
        raise ValueError(_("A layout can have at most {most} tiles.").format(most=MAX_TILES))
    return body
