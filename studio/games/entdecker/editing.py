"""Edits of a layout and new layouts: those of any sea (`seatiles`), and the fields of this game's box.

Box fields: "piles"; "spinner"; "units.scout.cost", "units.scout.count" (and the other units); "gold.start", "gold.cap",
"gold.find"; "chips"; "ruins"; "events.storm" (and the other events): the classes that may have it; "personal".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from studio.core.form import Field, Section
from studio.core.game import Value
from studio.core.generation import Recipe, Template
from studio.core.text import _
from studio.documents import paths, store
from studio.games.entdecker.body import MAX_CHIPS, MAX_FACES, MAX_PERSONAL, Body, parse
from studio.games.entdecker.checks import check
from studio.games.entdecker.rules.board import EVENTS
from studio.games.entdecker.text import event_text
from studio.seatiles import editing as sea
from studio.seatiles.body import with_fields
from studio.seatiles.forms import (
    form_of,
    format_counts,
    format_numbers,
    parse_counts,
    parse_numbers,
    sea_sections,
    set_sea_field,
)
from studio.seatiles.generation import make_sea, sea_choices, templates_of

complete, paint_coast, resize = sea.complete_sea, sea.paint_coast, sea.resize
stamp, pick, eraser = sea.stamp, sea.pick, sea.eraser
rotate_stamp, mirror_stamp = sea.rotate_stamp, sea.mirror_stamp


@cache
def blank() -> Body:
    """Return the published board without placed tiles, with the whole box."""
    return parse(store.read_layout(paths.layouts_dir() / "entdecker" / "base.json").body)


def templates() -> Sequence[Template]:
    """Return the templates. The published board has no placed tiles."""
    return templates_of(blank(), 0, {})


def choices(recipe: Recipe) -> Sequence[Section]:
    return sea_choices(blank(), recipe)


def make(recipe: Recipe, seed: int) -> Body:
    return make_sea(blank(), recipe, seed, check)


def form(body: Body, target: int) -> Sequence[Section]:
    return form_of(body, target, _layout_form)


def _layout_form(body: Body) -> Iterator[Section]:
    stacks = Field("piles", _("Draw piles"), "int", body.piles, 1, 12)
    text: dict[str, str] = {event: event_text(event) for event in EVENTS}
    yield from sea_sections(body, stacks, text, has_bonus=False)
    tip = _("The classes of tile, 1 to 6, that can have this event.")
    classes = [
        Field(f"events.{event}", text[event], "text", format_numbers(body.events[event]), tip=tip) for event in EVENTS
    ]
    yield Section(_("Events by class"), tuple(classes), _("The classes of each event are reconstructed."))
    yield from _goods(body)


def _goods(body: Body) -> Iterator[Section]:
    faces = Field(
        "spinner", _("Faces"), "text", format_numbers(body.spinner), tip=_("Gold that each seat gains per season.")
    )
    yield Section(_("Income spinner"), (faces,), _("Equal chances for all faces are reconstructed."))
    names = {"scout": _("Scouts"), "fort": _("Forts"), "settlement": _("Settlements")}
    for key, unit in msgspec.structs.asdict(body.units).items():
        yield Section(
            names[key],
            (
                Field(f"units.{key}.cost", _("Price in gold"), "int", unit.cost, 0, 99),
                Field(f"units.{key}.count", _("Per seat"), "int", unit.count, 0, 99),
            ),
        )
    gold = body.gold
    yield Section(
        _("Gold"),
        (
            Field("gold.start", _("At the start"), "int", gold.start, 0, 99),
            Field("gold.cap", _("Maximum per seat"), "int", gold.cap, 0, 99),
            Field("gold.find", _("Per gold find"), "int", gold.find, 0, 99),
        ),
    )
    chips = format_counts(body.chips)
    yield Section(
        _("Points"),
        (
            Field("chips", _("Plant chips"), "text", chips, tip=_("Number × value, such as 5 × 1, 5 × 2")),
            Field("ruins", _("For ruins"), "int", body.ruins, 0, 99),
        ),
        _("The split of the 20 chips into values is reconstructed."),
    )
    tip = _("Each seat gets one tile of each class.")
    yield Section(
        _("Personal tiles"),
        (Field("personal", _("Classes"), "text", format_numbers(body.personal), tip=tip),),
        _("For the option “Personal tiles”. The tiles come from the reserve."),
    )


def set_field(body: Body, target: int, key: str, value: Value) -> Body:
    return set_sea_field(body, target, form(body, target), key, value, _set_own)


def _set_own(body: Body, key: str, value: Value) -> Body:
    part, _dot, rest = key.partition(".")
    if part == "units":
        name, _dot, which = rest.partition(".")
        unit = msgspec.structs.replace(getattr(body.units, name), **{which: value})
        return with_fields(body, units=msgspec.structs.replace(body.units, **{name: unit}))
    if part == "gold":
        return with_fields(body, gold=msgspec.structs.replace(body.gold, **{rest: value}))
    if part == "events":
        classes = tuple(sorted(set(_classes(str(value), 6))))
        return with_fields(body, events={event: classes if event == rest else body.events[event] for event in EVENTS})
    if key == "spinner":
        complaint = _("A spinner has up to {many} faces with numbers from 1 to 99, such as “2 3 4 5”.").format(
            many=MAX_FACES
        )
        return with_fields(body, spinner=tuple(sorted(parse_numbers(str(value), 99, MAX_FACES, complaint))))
    if key == "chips":
        return with_fields(body, chips=_chips(str(value)))
    if key == "personal":
        return with_fields(body, personal=tuple(sorted(_classes(str(value), MAX_PERSONAL))))
    return with_fields(body, ruins=value) if key == "ruins" else with_fields(body, piles=value)


def _classes(text: str, many: int) -> tuple[int, ...]:
    complaint = _("Enter up to {many} classes from 1 to 6, such as “1 2 3”.").format(many=many)
    return parse_numbers(text, 6, many, complaint) if text.strip() else ()


def _chips(text: str) -> dict[str, int]:
    complaint = _("Enter plant chips as number × value, such as “5 × 1, 5 × 2, 5 × 3, 5 × 4”.")
    chips = parse_counts(text, complaint)
    if len(chips) > MAX_CHIPS or any(count > 99 for count in chips.values()):
        raise ValueError(_("There can be at most {many} kinds of chips, with 99 of each.").format(many=MAX_CHIPS))
    return chips
