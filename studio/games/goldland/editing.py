"""The editor's edits of a layout: stamping, erasing, turning, mirroring, another size, completing. Body in, body out.

Stamp keys: "undiscovered"; "tile:<name>" (a land tile with a turn); "start" (on a corner), "temple" and "void" (on
land). Each tile exists once: on the coast a stamp changes places with what lies there, on land it leaves where it lay.
Coast tiles are never erased. An edit that changes nothing, or does not go there, gives the same object back.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, lru_cache

import msgspec

from studio.core import defaults
from studio.core.cache import kept
from studio.core.cancellation import Patience
from studio.core.form import VOID_KEY, Stamp
from studio.core.grid import SquareGrid
from studio.core.problems import Incompletable
from studio.core.rng import Rng
from studio.core.text import _
from studio.games.goldland.body import (
    LEAST,
    MOST,
    MOST_TILES,
    START,
    TILE_KINDS,
    UNDISCOVERED,
    VOID,
    Body,
    Content,
    Laid,
    TileData,
    edited,
    least_turn,
    parse,
    tidy_tile,
)
from studio.games.goldland.fill import (
    fresh_name,
    laid,
    mirrored_turn,
    new_tile,
    set_field,
    turned_tile,
    with_content,
    with_more,
    with_start,
    with_temple,
    without,
)
from studio.games.goldland.forms import form
from studio.games.goldland.layout_reading import Coast, Reading, coast_of, corners, reading_of

__all__ = [
    "blank",
    "coasted",
    "complete",
    "eraser",
    "form",
    "mirrored",
    "pick",
    "resized",
    "set_field",
    "stamp",
    "turned",
]

coasted = defaults.coasted
UNDISCOVERED_STAMP, START_STAMP, TEMPLE_STAMP = Stamp("undiscovered"), Stamp("start"), Stamp("temple")
VOID_STAMP = Stamp(VOID_KEY)


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
    if stamp == VOID_STAMP:
        return not on_shore and target != reading.temple and reading.cells[target] != START
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
    if stamp in (UNDISCOVERED_STAMP, VOID_STAMP):
        return with_content(body, target, VOID if stamp == VOID_STAMP else UNDISCOVERED)
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
    if content == VOID:
        return VOID_STAMP
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


# another size: the start keeps its corner, the coast its order, and land tiles go along (G16)


def resized(body: Body, left: int, top: int, right: int, bottom: int) -> Body:
    """Rows and columns added (negative: taken away) on each side. Raises `ValueError` with a sentence.

    An arm of the coast that grows takes in spare coast tiles before its end tile; one that shrinks gives up those that
    lie next to it. Land tiles that would come to lie on the coast or off the board go back to the stack.
    """
    old = reading_of(body)
    columns, rows = old.grid.columns + left + right, old.grid.rows + top + bottom
    if not (LEAST <= columns <= MOST and LEAST <= rows <= MOST):
        raise ValueError(
            _("A board is {least} × {least} to {most} × {most} spaces; this one would be {columns} × {rows}.").format(
                least=LEAST, most=MOST, columns=columns, rows=rows
            )
        )
    new = SquareGrid(columns, rows)
    source = [
        old.grid.cell(column - left, row - top) for row in range(rows) for column in range(columns)
    ]  # by new cell: the space it was, or -1
    image = {before: cell for cell, before in enumerate(source) if before >= 0}
    if old.coast is None:
        cells = [old.cells[before] if before >= 0 else UNDISCOVERED for before in source]
        locked = [image[cell] for cell in map(old.grid.named, body.locked) if cell in image]
        temple = image.get(old.temple, 0)
    else:
        coast = coast_of(new, corners(new)[old.corners.index(old.coast.start)])
        cells = _moved_land(old, coast, source)
        locked = _moved_coast(old, coast, cells)
        temple = _moved_temple(old, new, coast, left, top)
    if cells[temple] == VOID:
        cells[temple] = UNDISCOVERED
    names = tuple(new.name(cell) for cell in sorted(locked))
    return edited(body, cells=cells, columns=columns, temple=new.name(temple), locked=names)


def _moved_land(old: Reading, coast: Coast, source: Sequence[int]) -> list[Content]:
    """The contents of the new spaces: start and land tiles, nothing on the coast yet."""
    shore = {coast.start, *coast.cells}
    cells = [
        old.cells[before] if before >= 0 and before not in old.shore and cell not in shore else UNDISCOVERED
        for cell, before in enumerate(source)
    ]
    cells[coast.start] = START
    return cells


def _moved_coast(old: Reading, coast: Coast, cells: list[Content]) -> list[int]:
    """Lay the coast tiles of both arms; the spaces that are locked then."""
    assert old.coast is not None
    locks = {old.grid.named(name) for name in old.body.locked}
    spare: list[Content] = [Laid(tile.name) for tile in old.spare if not tile.end]
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


def _moved_temple(old: Reading, new: SquareGrid, coast: Coast, left: int, top: int) -> int:
    """Where the temple is: on the far rim if it was there, else it goes along as far as there is land."""
    assert old.coast is not None
    (column, row), (start_column, start_row) = old.grid.place(old.temple), old.grid.place(old.coast.start)
    after_column, after_row = new.place(coast.start)
    return new.cell(
        _moved_place(column, start_column, old.grid.columns, after_column, new.columns, left),
        _moved_place(row, start_row, old.grid.rows, after_row, new.rows, top),
    )


def _moved_place(place: int, start: int, before: int, new_start: int, after: int, shift: int) -> int:
    """A place in a row whose start lies at one end."""
    if place == before - 1 - start:
        return after - 1 - new_start
    least, most = (1, after - 1) if new_start == 0 else (0, after - 2)
    return max(least, min(most, place + shift))


def complete(body: Body, cells: Collection[int], seed: int, patience: Patience) -> Body:
    """The body with a tile of the stack on every undiscovered land space among `cells` (none named: on all).

    The tiles lie in any rotation, as if explored (G11), the same for a seed.
    Raises `Incompletable` with a sentence where the stack is too small.
    """
    reading, rng, wanted = reading_of(body), Rng(seed), frozenset(cells)
    if reading.coast is None:
        raise Incompletable(_("The coast begins at the start tile, and there is not one in one corner."))
    spaces = [cell for cell in reading.undiscovered if not wanted or cell in wanted]
    if not spaces:
        words = _("None of the selected spaces is undiscovered land: there is nothing to complete.")
        raise Incompletable(words if wanted else _("No land is undiscovered: there is nothing to complete."))
    stack = list(reading.stack)
    if len(stack) < len(spaces):
        words = _(
            "{spaces} spaces are to be filled, but the stack holds {tiles} tiles. Add tiles, or select fewer spaces."
        )
        raise Incompletable(words.format(spaces=len(spaces), tiles=len(stack)), spaces)
    rng.shuffle(stack)
    contents = list(reading.cells)
    for cell, tile in zip(spaces, stack, strict=False):
        contents[cell] = Laid(tile.name, least_turn(tile, rng.below(4)))
    return edited(body, cells=contents)


# Edits of a layout's set of tiles: further tiles, copies, tiles of another layout, and what the box lacks of its own.
#
# Every tile is single and has a name. Two of them are alike when they have the same kind, roads, line and marks; the
# first-game layout says which tiles the published box holds.

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
