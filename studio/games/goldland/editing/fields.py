"""What filling in a field of the inspector does to a layout: pure edits, but for the shuffle, which is chance.

The keys are those of forms.py.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from studio.core.form import asked_field
from studio.core.text import _
from studio.games.goldland.body.arranging import (
    laid,
    new_tile,
    shuffled,
    with_content,
    with_more,
    with_start,
    with_temple,
    with_tile,
    without,
)
from studio.games.goldland.body.data import (
    SIDES,
    UNDISCOVERED,
    Body,
    edited,
    exit_bits,
    least_turn,
    locked_at,
    name_complaint,
)
from studio.games.goldland.body.lines import tidy_group, tidy_line
from studio.games.goldland.body.reading import reading_of
from studio.games.goldland.editing.forms import form

Value = str | int | bool


def set_field(body: Body, target: int, key: str, value: Value) -> Body:
    """An edit; the same body if nothing changes. Raises `ValueError` with a sentence when the value cannot be.

    Pure for every key but "shuffle", which gives another order of the coast each time.
    """
    field = asked_field(form(body, target), key, value)
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
    grid = reading_of(body).grid
    if key == "start":
        return with_start(body, grid.named(str(value))) if value else body
    if key == "temple":
        return with_temple(body, grid.named(str(value)))
    if key == "shuffle":
        return shuffled(body, random.Random())
    if key == "add":
        return with_more(body, new_tile(body.tiles, value)) if value else body  # type: ignore[arg-type]  # one of its choices
    part, dot, rest = key.partition(".")
    change: dict[str, Any] = {part: {**getattr(body, part), rest: value} if dot else value}
    return edited(body, **change)


def _set_space(body: Body, cell: int, key: str, value: Value) -> Body:
    reading = reading_of(body)
    if key == "tile":
        return laid(body, cell, str(value)) if value else with_content(body, cell, UNDISCOVERED)
    if key == "temple":
        return with_temple(body, cell)
    if key == "start":
        return with_start(body, cell)
    if key == "lock":
        places = {reading.grid.named(name) for name in body.locked}
        return edited(body, locked=locked_at(body, sorted(places | {cell} if value else places - {cell})))
    tile = reading.tile_at(cell)
    assert tile is not None  # only then has the form these fields
    if key == "turn":
        return laid(body, cell, tile.name, least_turn(tile, int(value)))
    return _set_tile(body, key, tile.name, value)


def _set_tile(body: Body, part: str, name: str, value: Value) -> Body:
    tile = reading_of(body).tiles[name]
    if part == "remove":
        return without(body, name)
    change: dict[str, Any] = {part: value}
    if part == "name":
        change = {"name": _fresh(body, str(value))}
    elif part == "kind":
        is_coast = value == "coast"
        change |= {"exits": None} if is_coast else {"village": False, "end": False}
    elif part in ("pay", "show"):
        change = {part: tidy_group(str(value))}
    elif part == "gain":
        change = {part: tidy_line(str(value))}
    elif part.startswith("exit "):
        bit = 1 << SIDES.index(part[-1])
        bits = exit_bits(tile) | bit if value else exit_bits(tile) & ~bit
        change = {"exits": "".join(letter for side, letter in enumerate(SIDES) if bits >> side & 1)}
    return with_tile(body, name, msgspec.structs.replace(tile, **change))


def _fresh(body: Body, name: str) -> str:
    """A name for a tile, if it can be one."""
    name = name.strip()
    if complaint := name_complaint(name):
        raise ValueError(complaint)
    if any(tile.name == name for tile in body.tiles):
        raise ValueError(_("Another tile is already called “{name}”.").format(name=name))
    return name
