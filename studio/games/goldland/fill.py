"""Pure changes of tiles in a layout: place, swap, remove, move start or temple, shuffle the coast (G1, G16).

Each tile exists once, so a tile placed elsewhere leaves its former space; on the coast the two tiles swap.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec

from studio.core.form import find_field
from studio.core.game import Value
from studio.core.text import _, join_or
from studio.games.goldland.body import (
    SIDES,
    START,
    UNDISCOVERED,
    VOID,
    Body,
    Content,
    Kind,
    Laid,
    TileData,
    exit_bits,
    least_turn,
    locked_at,
    name_error,
    name_taken_text,
    normalize_group,
    normalize_line,
    parse_group,
    unknown_words,
    with_fields,
    with_number,
)
from studio.games.goldland.forms import form
from studio.games.goldland.layout_reading import layout_facts
from studio.games.goldland.rules.board import CROSSING, ITEM_KEYS, turned

LETTERS = {
    "coast": "C", "plain": "L", "bandits": "B", "pumas": "P", "desert": "D", "mountains": "M", "canyon": "Y",
    "lake": "K", "natives": "N",
}  # fmt: skip
"""The first letter of tile names by kind."""
NEW_LINES: dict[str, dict[str, str]] = {
    "coast": {"show": "pearl", "gain": "rope"},
    "plain": {"show": "shovel", "gain": "2 rope"},
    "bandits": {"pay": "2 rifle"},
    "pumas": {"pay": "2 rifle"},
    "desert": {"pay": "3 provision"},
    "mountains": {"pay": "2 rope"},
    "canyon": {"pay": "2 wood"},
    "lake": {"pay": "2 wood", "show": "rod", "gain": "3 provision"},
    "natives": {"pay": "2 pearl"},
}
"""The line of a new tile by kind."""


def swap_contents(body: Body, one: int, other: int) -> Body:
    cells = list(layout_facts(body).cells)
    cells[one], cells[other] = cells[other], cells[one]
    return with_fields(body, cells=cells)


def with_content(body: Body, cell: int, content: Content) -> Body:
    cells = list(layout_facts(body).cells)
    cells[cell] = content
    return with_fields(body, cells=cells)


def lay_tile(body: Body, cell: int, name: str, turn: int = 0) -> Body:
    """Place a tile on a space and nowhere else. On the coast, the former tile moves to the tile's old space."""
    reading = layout_facts(body)
    cells = list(reading.cells)
    old = cells[cell]
    for place in reading.places.get(name, ()):
        cells[place] = UNDISCOVERED
    if old != cells[cell]:  # the tile was here already, perhaps rotated
        old = UNDISCOVERED
    else:
        sources = [place for place in reading.places.get(name, ()) if place in reading.coast_spaces]
        if sources and cell in reading.coast_spaces and isinstance(old, Laid):
            cells[sources[0]] = old
    cells[cell] = Laid(name, turn)
    return with_fields(body, cells=cells)


def with_temple(body: Body, cell: int) -> Body:
    """Move the temple to another space; a void space becomes part of the board."""
    reading = layout_facts(body)
    body = with_content(body, cell, UNDISCOVERED) if cell in reading.void else body
    return with_fields(body, temple=reading.grid.name(cell))


def with_start(body: Body, corner: int) -> Body:
    """Move the start to another corner. The whole board is mirrored there, so nothing is lost.

    If there are no starts or several, the corner's space becomes the only start.
    """
    reading = layout_facts(body)
    if reading.coast is None:
        cells = [UNDISCOVERED if content == START else content for content in reading.cells]
        cells[corner] = START
        return with_fields(body, cells=cells)
    (a, b), (c, d) = reading.grid.coords(reading.coast.start), reading.grid.coords(corner)
    return mirror_board(body, sideways=a != c, upright=b != d)


def mirror_board(body: Body, sideways: bool, upright: bool) -> Body:
    """Mirror the whole board: east and west swapped (`sideways`), north and south (`upright`)."""
    reading = layout_facts(body)
    grid = reading.grid

    def image(cell: int) -> int:
        column, row = grid.coords(cell)
        return grid.cell(grid.columns - 1 - column if sideways else column, grid.rows - 1 - row if upright else row)

    cells: list[Content] = []
    for cell in range(grid.count):
        content = reading.cells[image(cell)]
        if isinstance(content, Laid):
            tile = reading.tiles[content.tile]
            turn = mirror_turn(tile, content.turn, True) if sideways else content.turn
            content = Laid(content.tile, mirror_turn(tile, turn, False) if upright else turn)
        cells.append(content)
    locked = locked_at(body, [image(grid.cell_named(name)) for name in body.locked])
    return with_fields(body, cells=cells, temple=grid.name(image(reading.temple)), locked=locked)


def mirror_turn(tile: TileData, turn: int, sideways: bool) -> int:
    """Return the rotation of a tile in the mirror that swaps east and west (`sideways`), or north and south."""
    exits = turned(exit_bits(tile), turn)
    one, other = (1, 3) if sideways else (0, 2)
    unchanged = exits & ~(1 << one | 1 << other)
    image = unchanged | (exits >> one & 1) << other | (exits >> other & 1) << one
    return next(new for new in range(4) if turned(exit_bits(tile), new) == image)


def shuffle_coast(body: Body, random: Random) -> Body:
    """Shuffle the coast tiles except ends and locked ones, without a village next to the start (G1).

    All permitted orders are equally likely. Raises `ValueError` if there is none.
    """
    reading = layout_facts(body)
    if reading.coast is None:
        raise ValueError(_("The coast begins at the start tile. Place exactly one start tile, in a corner."))
    fixed = {*reading.coast.ends, *map(reading.grid.cell_named, body.locked)}
    tiles = {cell: reading.tile_at(cell) for cell in reading.coast.cells if cell not in fixed}
    places = [cell for cell, tile in tiles.items() if not (tile and tile.end)]
    cells = list(reading.cells)
    pool = [cells[cell] for cell in places]
    random.shuffle(pool)
    for cell in reading.coast.next_to_start:
        if cell in places:
            suitable = [one for one in pool if not (isinstance(one, Laid) and reading.tiles[one.tile].village)]
            if not suitable:
                raise ValueError(
                    _("Too few coast tiles have no village. The spaces next to the start need such tiles.")
                )
            cells[cell] = suitable[0]
            pool.remove(suitable[0])
    others = [cell for cell in places if cell not in reading.coast.next_to_start]
    for cell, content in zip(others, pool, strict=True):
        cells[cell] = content
    return with_fields(body, cells=cells)


# Tiles


def unique_name(tiles: Iterable[TileData], kind: Kind) -> str:
    """Return a name for another tile of a kind: the next number after its letter."""
    taken = {tile.name for tile in tiles}
    return next(name for number in range(1, 1000) if (name := f"{LETTERS[kind]}{number}") not in taken)


def new_tile(tiles: Iterable[TileData], kind: Kind) -> TileData:
    """Return another tile of a kind with a new name and a common line."""
    return TileData(name=unique_name(tiles, kind), kind=kind, **NEW_LINES[kind])  # type: ignore[arg-type]  # only texts


def with_tile(body: Body, name: str, tile: TileData) -> Body:
    """Replace a tile; it stays on its space, under its new name if that changed."""
    tiles = tuple(tile if one.name == name else one for one in body.tiles)
    if tile.name == name:
        return with_fields(body, tiles=tiles)
    cells = [
        Laid(tile.name, content.turn) if isinstance(content, Laid) and content.tile == name else content
        for content in layout_facts(body).cells
    ]
    return with_fields(body, cells=cells, tiles=tiles)


def with_tiles(body: Body, *tiles: TileData) -> Body:
    """Add tiles, each after the last one of its kind."""
    all_tiles = list(body.tiles)
    for tile in tiles:
        last = max((place for place, one in enumerate(all_tiles) if one.kind == tile.kind), default=len(all_tiles) - 1)
        all_tiles.insert(last + 1, tile)
    return with_fields(body, tiles=tuple(all_tiles))


def without_tiles(body: Body, *names: str) -> Body:
    """Remove tiles and clear their spaces."""
    cells = [
        UNDISCOVERED if isinstance(content, Laid) and content.tile in names else content
        for content in layout_facts(body).cells
    ]
    return with_fields(body, cells=cells, tiles=tuple(tile for tile in body.tiles if tile.name not in names))


# Effects of the inspector's fields, whose keys are listed in forms.py


def set_field(body: Body, target: int, key: str, value: Value) -> Body:
    """Set a field; return the same body if nothing changes. Raises `ValueError` if the value is impossible.

    Pure for every key except "shuffle", which gives another order of the coast each time.
    """
    field = find_field(form(body, target), key, value)
    if field.kind == "button":
        if not (value and field.value):
            return body
    elif value == field.value:
        return body
    if target >= 0:
        return _set_space(body, target, key, value)
    part, colon, name = key.partition(":")
    if colon:
        return _set_tile(body, part, name, value)
    return _set_layout(body, key, value)


def _set_layout(body: Body, key: str, value: Value) -> Body:
    grid = layout_facts(body).grid
    if key == "start":
        return with_start(body, grid.cell_named(str(value))) if value else body
    if key == "temple":
        return with_temple(body, grid.cell_named(str(value)))
    if key == "shuffle":
        return shuffle_coast(body, random.Random())
    if key == "add":
        return with_tiles(body, new_tile(body.tiles, value)) if value else body  # type: ignore[arg-type]  # one of its choices
    return with_number(body, key, int(value))


def _set_space(body: Body, cell: int, key: str, value: Value) -> Body:
    reading = layout_facts(body)
    if key == "tile":
        if value in ("", VOID):
            return with_content(body, cell, VOID if value else UNDISCOVERED)
        return lay_tile(body, cell, str(value))
    if key == "temple":
        return with_temple(body, cell)
    if key == "start":
        return with_start(body, cell)
    if key == "lock":
        places = {reading.grid.cell_named(name) for name in body.locked}
        return with_fields(body, locked=locked_at(body, sorted(places | {cell} if value else places - {cell})))
    tile = reading.tile_at(cell)
    assert tile is not None  # the form has these fields only then
    if key == "turn":
        return lay_tile(body, cell, tile.name, least_turn(tile, int(value)))
    return _set_tile(body, key, tile.name, value)


def _set_tile(body: Body, part: str, name: str, value: Value) -> Body:
    tile = layout_facts(body).tiles[name]
    if part == "remove":
        return without_tiles(body, name)
    change: dict[str, Any] = {part: value}
    if part == "name":
        change = {"name": _checked_name(body, str(value))}
    elif part == "kind":
        change |= {"exits": None} if value == "coast" else {"village": False, "end": False}
    elif part in ("pay", "show", "gain"):
        change = {part: _checked_line(part, str(value))}
    elif part.startswith("exit "):
        bit = 1 << SIDES.index(part[-1])
        bits = exit_bits(tile) | bit if value else exit_bits(tile) & ~bit
        change = {"exits": "".join(letter for side, letter in enumerate(SIDES) if bits >> side & 1)}
    return with_tile(body, name, msgspec.structs.replace(tile, **change))


def _checked_line(part: str, text: str) -> str:
    """Return a part of a tile's line in canonical notation.

    Raises `ValueError` for words that name no equipment, and for more red pieces than a crossing costs (G6, G7).
    """
    line = normalize_line(text) if part == "gain" else normalize_group(text)
    if unknown := unknown_words(line):
        message = _("“{word}” is not equipment. Possible words: {items}.")
        raise ValueError(message.format(word=unknown[0], items=join_or(ITEM_KEYS)))
    if part == "pay" and (total := sum(count for _word, count in parse_group(line))) > CROSSING:
        message = _("{count} pieces are too many. The maximum is {most}, the price of a crossing.")
        raise ValueError(message.format(count=total, most=CROSSING))
    return line


def _checked_name(body: Body, name: str) -> str:
    name = name.strip()
    if error := name_error(name):
        raise ValueError(error)
    if any(tile.name == name for tile in body.tiles):
        raise ValueError(name_taken_text(name))
    return name
