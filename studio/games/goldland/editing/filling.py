"""What filling in a field of the inspector does to a layout; its keys are told in `forms`."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

from studio.core.form import asked_field
from studio.core.game import Value
from studio.core.text import _, either
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
    VOID,
    Body,
    edited,
    exit_bits,
    least_turn,
    locked_at,
    name_complaint,
    with_number,
)
from studio.games.goldland.body.lines import read_group, strangers, tidy_group, tidy_line
from studio.games.goldland.body.reading import reading_of
from studio.games.goldland.editing.forms import form
from studio.games.goldland.rules.actions import CROSSING, ITEM_KEYS


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
    return with_number(body, key, int(value))


def _set_space(body: Body, cell: int, key: str, value: Value) -> Body:
    reading = reading_of(body)
    if key == "tile":
        if value in ("", VOID):
            return with_content(body, cell, VOID if value else UNDISCOVERED)
        return laid(body, cell, str(value))
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
    elif part in ("pay", "show", "gain"):
        change = {part: _equipment(str(value), tidy_line if part == "gain" else tidy_group)}
        if part == "pay":
            _payable(change["pay"])
    elif part.startswith("exit "):
        bit = 1 << SIDES.index(part[-1])
        bits = exit_bits(tile) | bit if value else exit_bits(tile) & ~bit
        change = {"exits": "".join(letter for side, letter in enumerate(SIDES) if bits >> side & 1)}
    return with_tile(body, name, msgspec.structs.replace(tile, **change))


def _equipment(text: str, tidy: Callable[[str], str]) -> str:
    """A line of equipment in canonical notation. Words that name none are refused, in every field alike."""
    line = tidy(text)
    if unknown := strangers(line):
        raise ValueError(_("“{word}” is no equipment; it is {items}.").format(word=unknown[0], items=either(ITEM_KEYS)))
    return line


def _payable(pay: str) -> None:
    """Refuse more red pieces than a crossing costs (G6, G7)."""
    total = sum(count for _word, count in read_group(pay))
    if total > CROSSING:
        raise ValueError(
            _("{count} pieces are too many to pay; {most} is the most, as a crossing costs no more.").format(
                count=total, most=CROSSING
            )
        )


def _fresh(body: Body, name: str) -> str:
    """A name for a tile, if it can be one."""
    name = name.strip()
    if complaint := name_complaint(name):
        raise ValueError(complaint)
    if any(tile.name == name for tile in body.tiles):
        raise ValueError(_("Another tile is already called “{name}”.").format(name=name))
    return name
