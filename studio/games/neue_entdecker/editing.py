"""Edits of a layout and new layouts: those of any sea (`seatiles`), and the fields of this game's box.

Box fields: "stacks"; "die"; "units.scout.cost", "units.scout.2" (and the other units and numbers of seats);
"gold.start" (and the other sums); "jungle.paths", "jungle.dot", "jungle.eye", "jungle.tokens".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from studio.core.form import Field, Section
from studio.core.game import Value
from studio.core.generation import Recipe, Template
from studio.core.text import _
from studio.games.neue_entdecker.body import MAX_FACES, MAX_HUTS, SEATS, Body, box, parse
from studio.games.neue_entdecker.checks import check
from studio.games.neue_entdecker.rules.board import EVENTS
from studio.games.neue_entdecker.text import event_text
from studio.seatiles import editing as sea
from studio.seatiles.body import UNDISCOVERED, grid_of, with_cells, with_fields
from studio.seatiles.forms import (
    form_of,
    format_counts,
    format_numbers,
    parse_counts,
    parse_number,
    parse_numbers,
    sea_sections,
    set_sea_field,
    split_words,
)
from studio.seatiles.generation import make_sea, sea_choices, templates_of

complete, paint_coast, resize = sea.complete_sea, sea.paint_coast, sea.resize
stamp, pick, eraser = sea.stamp, sea.pick, sea.eraser
rotate_stamp, mirror_stamp = sea.rotate_stamp, sea.mirror_stamp


@cache
def blank() -> Body:
    """Return the published board without placed tiles, with the whole box."""
    body = parse(box())
    return with_cells(body, [UNDISCOVERED] * grid_of(body).count)


def templates() -> Sequence[Template]:
    """Return the templates. The published board has six tiles of open sea and four waterfalls."""
    return templates_of(blank(), 6, {5: 3, 10: 1})


def choices(recipe: Recipe) -> Sequence[Section]:
    return sea_choices(blank(), recipe)


def make(recipe: Recipe, seed: int) -> Body:
    return make_sea(blank(), recipe, seed, check)


def form(body: Body, target: int) -> Sequence[Section]:
    return form_of(body, target, _layout_form)


def _layout_form(body: Body) -> Iterator[Section]:
    stacks = Field("stacks", _("Draw piles"), "int", body.stacks, 1, 12)
    yield from sea_sections(body, stacks, {event: event_text(event) for event in EVENTS}, has_bonus=True)
    yield Section(
        _("Die"),
        (Field("die", _("Faces"), "text", format_numbers(body.die), tip=_("Numbers from 1 to 9 and “wheel”.")),),
    )
    yield from _goods(body)


def _goods(body: Body) -> Iterator[Section]:
    names = {"scout": _("Scouts"), "base": _("Bases"), "settlement": _("Settlements")}
    for key, unit in msgspec.structs.asdict(body.units).items():
        fields = [Field(f"units.{key}.cost", _("Price in gold"), "int", unit.cost, 0, 99)]
        fields += [
            Field(f"units.{key}.{seats}", _("With {seats} seats").format(seats=seats), "int", unit.count[seats], 0, 99)
            for seats in SEATS
        ]
        yield Section(
            names[key], tuple(fields), _("One scout of each seat marks its points.") if key == "scout" else ""
        )
    gold = body.gold
    yield Section(
        _("Gold"),
        (
            Field("gold.start", _("At the start"), "int", gold.start, 0, 99),
            Field("gold.roll_below", _("Roll for income below"), "int", gold.roll_below, 0, 99),
            Field("gold.hidden_tile", _("Price of a hidden tile"), "int", gold.hidden_tile, 1, 99),
            Field("gold.open_tile", _("Price of an open tile"), "int", gold.open_tile, 1, 99),
            Field("gold.route_toll", _("To each owner on the route"), "int", gold.route_toll, 0, 99),
            Field("gold.digger", _("From the gold-digger"), "int", gold.digger, 0, 99),
        ),
    )
    jungle = body.jungle
    tokens, tip = format_counts(jungle.tokens), _("One number per hut.")
    yield Section(
        _("Jungle"),
        (
            Field("jungle.paths", _("Path lengths"), "text", format_numbers(jungle.paths), tip=tip),
            Field("jungle.dot", _("Dot on space"), "int", jungle.dot, 1, 12, tip=_("Counted from the hut.")),
            Field("jungle.eye", _("Eye on space"), "int", jungle.eye, 1, 12, tip=_("Counted from the hut.")),
            Field("jungle.tokens", _("Plant tokens"), "text", tokens, tip=_("Number × value, such as 3 × 5, 3 × 10")),
        ),
        _("The path lengths and the place of the eye are reconstructed."),
    )


def set_field(body: Body, target: int, key: str, value: Value) -> Body:
    return set_sea_field(body, target, form(body, target), key, value, _set_own)


def _set_own(body: Body, key: str, value: Value) -> Body:
    part, _dot, rest = key.partition(".")
    if part == "units":
        return _set_unit(body, rest, value)
    if part == "gold":
        return with_fields(body, gold=msgspec.structs.replace(body.gold, **{rest: value}))
    if part == "jungle":
        new = _paths(str(value)) if rest == "paths" else _tokens(str(value)) if rest == "tokens" else value
        return with_fields(body, jungle=msgspec.structs.replace(body.jungle, **{rest: new}))
    return with_fields(body, die=_die(str(value))) if key == "die" else with_fields(body, stacks=value)


def _set_unit(body: Body, rest: str, value: Value) -> Body:
    name, _dot, which = rest.partition(".")
    unit = getattr(body.units, name)
    if which == "cost":
        new = msgspec.structs.replace(unit, cost=value)
    else:
        new = msgspec.structs.replace(unit, count={**unit.count, which: value})
    return with_fields(body, units=msgspec.structs.replace(body.units, **{name: new}))


def _paths(text: str) -> tuple[int, ...]:
    complaint = _("Enter up to {many} path lengths from 1 to 12, such as “5 6 6 7”.").format(many=MAX_HUTS)
    return parse_numbers(text, 12, MAX_HUTS, complaint)


def _die(text: str) -> tuple[int | str, ...]:
    complaint = _("A die has up to {many} faces with numbers from 1 to 9 or “wheel”.").format(many=MAX_FACES)
    label = split_words(text.lower(), MAX_FACES, complaint)
    return tuple(sorted((word if word == "wheel" else parse_number(word, 9, complaint) for word in label), key=str))


def _tokens(text: str) -> dict[str, int]:
    complaint = _("Enter plant tokens as number × value, such as “3 × 5, 3 × 10, 3 × 15”.")
    tokens = parse_counts(text, complaint)
    if any(count > 999 for count in tokens.values()):
        raise ValueError(_("There can be at most 999 tokens of each value."))
    return tokens
