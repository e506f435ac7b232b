"""Edits of a meadow: painting, resizing, and the inspector form. An edit without effect returns the same object."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from studio.core import defaults
from studio.core.form import Field, Section, Stamp, find_field
from studio.core.text import _, capitalize_first
from studio.games._template.body import GRASS, HEDGE, MAX_SEEDS, MAX_SIDE, MIN_SIDE, Body, grass_of, grid, paint_cells
from studio.games._template.text import flower

SYMBOLS = {"grass": GRASS, "hedge": HEDGE}  # symbol that each stamp paints, by key
rotate_stamp, mirror_stamp, complete, paint_coast = (
    defaults.rotate_stamp,
    defaults.mirror_stamp,
    defaults.complete,
    defaults.paint_coast,
)


def blank() -> Body:
    return Body(("......",) * 5)


def stamp(body: Body, target: int, stamp: Stamp) -> Body:
    fits = stamp.key in SYMBOLS and 0 <= target < grid(body).count
    return paint_cells(body, [target], SYMBOLS[stamp.key]) if fits else body


def pick(body: Body, target: int) -> Stamp:
    symbol = "".join(body.spaces)[target] if 0 <= target < grid(body).count else GRASS
    return Stamp(next(key for key, painted in SYMBOLS.items() if painted == symbol))


def eraser(body: Body, target: int) -> Stamp:
    return Stamp("grass")


def resize(body: Body, left: int, top: int, right: int, bottom: int) -> Body:
    """Add rows and columns of grass on each side (negative: remove them). Raises `ValueError` with a message."""
    width, height = len(body.spaces[0]) + left + right, len(body.spaces) + top + bottom
    if not (MIN_SIDE <= width <= MAX_SIDE and MIN_SIDE <= height <= MAX_SIDE):
        text = _("A meadow is {least} to {most} squares wide and high; this one would be {width} × {height}.")
        raise ValueError(text.format(least=MIN_SIDE, most=MAX_SIDE, width=width, height=height))
    sides = [GRASS * max(left, 0) + row[max(-left, 0) : len(row) + min(right, 0)] for row in body.spaces]
    rows = [row + GRASS * max(right, 0) for row in sides[max(-top, 0) : len(sides) + min(bottom, 0)]]
    more = GRASS * width
    return msgspec.structs.replace(body, spaces=(*(more,) * top, *rows, *(more,) * bottom))


def form(body: Body, target: int) -> Sequence[Section]:
    cells = grid(body)
    if 0 <= target < cells.count:
        choices = (("grass", _("Grass")), ("hedge", _("Hedge")))
        field = Field("space", _("Space"), "choice", pick(body, target).key, choices=choices)
        return (Section(_("Space {name}").format(name=cells.name(target)), (field,)),)
    size = f"{cells.columns} × {cells.rows}"
    notes = (
        Field("note.size", _("Size"), "note", size),
        Field("note.grass", _("Grass"), "note", str(len(grass_of(body)))),
    )
    seeds = (
        Field(f"seeds.{kind}", capitalize_first(flower(kind)), "int", count, 0, MAX_SEEDS)
        for kind, count in enumerate(body.seeds)
    )
    return Section(_("Meadow"), notes), Section(_("Seeds in the bag"), tuple(seeds))


def set_field(body: Body, target: int, key: str, value: str | int | bool) -> Body:
    field = find_field(form(body, target), key, value)
    if target >= 0:
        return stamp(body, target, Stamp(str(value)))
    if value == field.value:
        return body
    seeds = list(body.seeds)
    seeds[int(key.removeprefix("seeds."))] = int(value)
    return msgspec.structs.replace(body, seeds=(seeds[0], seeds[1], seeds[2]))
