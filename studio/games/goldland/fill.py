"""Pure moves of tiles about a layout: lay, swap, take up, move the start or the temple, shuffle the coast (G1, G16).

Each tile exists once, so that a tile laid somewhere leaves where it lay; on the coast the two change places.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
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
"""With what the names of tiles begin, by kind."""
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
"""The line of a new tile, by kind."""


def swap_contents(body: Body, one: int, other: int) -> Body:
    """The body with what lies on two spaces changed about."""
    cells = list(layout_facts(body).cells)
    cells[one], cells[other] = cells[other], cells[one]
    return with_fields(body, cells=cells)


def with_content(body: Body, cell: int, content: Content) -> Body:
    """The body with something else on one space, whatever lay there."""
    cells = list(layout_facts(body).cells)
    cells[cell] = content
    return with_fields(body, cells=cells)


def lay_tile(body: Body, cell: int, name: str, turn: int = 0) -> Body:
    """The body with a tile laid there, and nowhere else. On the coast, what lay there goes where it came from."""
    reading = layout_facts(body)
    cells = list(reading.cells)
    old = cells[cell]
    for place in reading.places.get(name, ()):
        cells[place] = UNDISCOVERED
    if old != cells[cell]:  # it lay here, perhaps turned
        old = UNDISCOVERED
    else:
        sources = [place for place in reading.places.get(name, ()) if place in reading.coast_spaces]
        if sources and cell in reading.coast_spaces and isinstance(old, Laid):
            cells[sources[0]] = old
    cells[cell] = Laid(name, turn)
    return with_fields(body, cells=cells)


def with_temple(body: Body, cell: int) -> Body:
    """The body with the temple on another space, which is on the board then."""
    reading = layout_facts(body)
    body = with_content(body, cell, UNDISCOVERED) if cell in reading.void else body
    return with_fields(body, temple=reading.grid.name(cell))


def with_start(body: Body, corner: int) -> Body:
    """The body with its start in another corner. The whole board is mirrored there, so that nothing is lost.

    Where there are no starts or several, the corner's space becomes the start and no other does.
    """
    reading = layout_facts(body)
    if reading.coast is None:
        cells = [UNDISCOVERED if content == START else content for content in reading.cells]
        cells[corner] = START
        return with_fields(body, cells=cells)
    (a, b), (c, d) = reading.grid.coords(reading.coast.start), reading.grid.coords(corner)
    return mirror_board(body, sideways=a != c, upright=b != d)


def mirror_board(body: Body, sideways: bool, upright: bool) -> Body:
    """The whole board as a mirror shows it: east and west changed (`sideways`), north and south (`upright`)."""
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
    """How a tile lies after a mirror that changes east and west (`sideways`), or north and south."""
    exits = turned(exit_bits(tile), turn)
    one, other = (1, 3) if sideways else (0, 2)
    kept = exits & ~(1 << one | 1 << other)
    image = kept | (exits >> one & 1) << other | (exits >> other & 1) << one
    return next(new for new in range(4) if turned(exit_bits(tile), new) == image)


def rotate_tile(tile: TileData, turn: int, quarters: int) -> int:
    """How a tile lies after further quarter turns; turns that look alike are one."""
    return least_turn(tile, (turn + quarters) % 4)


def shuffle_coast(body: Body, random: Random) -> Body:
    """The coast tiles in another order: ends and locked ones stay, and no village comes beside the start (G1).

    All orders that are allowed are equally likely. Raises `ValueError` with a sentence when there is none.
    """
    reading = layout_facts(body)
    if reading.coast is None:
        raise ValueError(_("The coast begins at the start tile, and there is not one in one corner."))
    fixed = {*reading.coast.ends, *map(reading.grid.cell_named, body.locked)}
    places = []
    for cell in reading.coast.cells:
        tile = reading.tile_at(cell)
        if cell not in fixed and not (tile and tile.end):
            places.append(cell)
    cells = list(reading.cells)
    pool = [cells[cell] for cell in places]
    random.shuffle(pool)
    for cell in reading.coast.next_to_start:
        if cell in places:
            chosen = next(
                (one for one in pool if not (isinstance(one, Laid) and reading.tiles[one.tile].village)), None
            )
            if chosen is None:
                raise ValueError(_("There are too few coast tiles without a village to lie beside the start."))
            pool.remove(chosen)
            cells[cell] = chosen
    rest = [cell for cell in places if cell not in reading.coast.next_to_start]
    for cell, content in zip(rest, pool, strict=True):
        cells[cell] = content
    return with_fields(body, cells=cells)


# the tiles themselves


def unique_name(tiles: Iterable[TileData], kind: Kind) -> str:
    """A name for another tile of a kind: the next number after its letter."""
    taken = {tile.name for tile in tiles}
    return next(name for number in range(1, 1000) if (name := f"{LETTERS[kind]}{number}") not in taken)


def new_tile(tiles: Iterable[TileData], kind: Kind) -> TileData:
    """Another tile of a kind, with a name of its own and a common line."""
    return TileData(name=unique_name(tiles, kind), kind=kind, **NEW_LINES[kind])  # type: ignore[arg-type]  # only texts


def with_tile(body: Body, name: str, tile: TileData) -> Body:
    """The body with a tile changed; where it lies it goes on lying, under its new name if it has another."""
    tiles = tuple(tile if one.name == name else one for one in body.tiles)
    if tile.name == name:
        return with_fields(body, tiles=tiles)
    cells = [
        Laid(tile.name, content.turn) if isinstance(content, Laid) and content.tile == name else content
        for content in layout_facts(body).cells
    ]
    return with_fields(body, cells=cells, tiles=tiles)


def with_tiles(body: Body, *tiles: TileData) -> Body:
    """The body with further tiles, each after the last one of its kind."""
    all_tiles = list(body.tiles)
    for tile in tiles:
        last = max((place for place, one in enumerate(all_tiles) if one.kind == tile.kind), default=len(all_tiles) - 1)
        all_tiles.insert(last + 1, tile)
    return with_fields(body, tiles=tuple(all_tiles))


def without_tiles(body: Body, *names: str) -> Body:
    """The body without some tiles; where they lay nothing lies."""
    cells = [
        UNDISCOVERED if isinstance(content, Laid) and content.tile in names else content
        for content in layout_facts(body).cells
    ]
    return with_fields(body, cells=cells, tiles=tuple(tile for tile in body.tiles if tile.name not in names))


# What filling in a field of the inspector does to a layout; its keys are told in `forms`.


def set_field(body: Body, target: int, key: str, value: Value) -> Body:
    """An edit; the same body if nothing changes. Raises `ValueError` with a sentence when the value cannot be.

    Pure for every key but "shuffle", which gives another order of the coast each time.
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
    assert tile is not None  # only then has the form these fields
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
        is_coast = value == "coast"
        change |= {"exits": None} if is_coast else {"village": False, "end": False}
    elif part in ("pay", "show", "gain"):
        change = {part: _equipment(str(value), normalize_line if part == "gain" else normalize_group)}
        if part == "pay":
            _validate_payment(change["pay"])
    elif part.startswith("exit "):
        bit = 1 << SIDES.index(part[-1])
        bits = exit_bits(tile) | bit if value else exit_bits(tile) & ~bit
        change = {"exits": "".join(letter for side, letter in enumerate(SIDES) if bits >> side & 1)}
    return with_tile(body, name, msgspec.structs.replace(tile, **change))


def _equipment(text: str, tidy: Callable[[str], str]) -> str:
    """A line of equipment in canonical notation. Words that name none are refused, in every field alike."""
    line = tidy(text)
    if unknown := unknown_words(line):
        raise ValueError(
            _("“{word}” is no equipment; it is {items}.").format(word=unknown[0], items=join_or(ITEM_KEYS))
        )
    return line


def _validate_payment(pay: str) -> None:
    """Refuse more red pieces than a crossing costs (G6, G7)."""
    total = sum(count for _word, count in parse_group(pay))
    if total > CROSSING:
        raise ValueError(
            _("{count} pieces are too many to pay; {most} is the most, as a crossing costs no more.").format(
                count=total, most=CROSSING
            )
        )


def _checked_name(body: Body, name: str) -> str:
    """A name for a tile, if it can be one."""
    name = name.strip()
    if complaint := name_error(name):
        raise ValueError(complaint)
    if any(tile.name == name for tile in body.tiles):
        raise ValueError(_("Another tile is already called “{name}”.").format(name=name))
    return name
