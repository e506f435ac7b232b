"""What the editor shows of a layout, as data: stamps to paint with, fields to fill in, a survey to lay over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from studio.core.picture import Picture
from studio.core.problems import Severity
from studio.core.text import _

FieldKind = Literal["int", "text", "flag", "choice", "note", "button", "share", "mask"]
PaintTarget = Literal["cells", "edges"]
"""Where stamps of a group go."""

VOID_KEY = "void"
"""The key of the stamp that takes a space off the board, in games that have one: a tool of its own paints it."""


class Stamp(NamedTuple):
    """What one click paints: a key the game understands, and quarter turns (sixths on hexagons) clockwise."""

    key: str
    turn: int = 0


class StampItem(NamedTuple):
    """A stamp in the palette: its picture, name, tooltip, and how many are left (-1: as many as you like).

    `field` names the form field that holds the count, so that the palette can show − and + beside it; "" for none.
    `turns` is how many turns look different (1 when turning changes nothing). `turned` are the pictures of the
    turns after the first, when turning does more than turn the picture (trees go on standing upright); () for that.
    `letter` is the letter it writes, for the tool that lays a word along a line; "" for stamps that write none.
    `drawn` is how many places on the board show it, where there should be as many as there are tiles; -1 where
    drawing uses up what is left.
    """

    stamp: Stamp
    name: str
    picture: Picture
    tip: str = ""
    remaining: int = -1
    field: str = ""
    turns: int = 1
    rotated_pictures: tuple[Picture, ...] = ()
    letter: str = ""
    painted: int = -1


class StampGroup(NamedTuple):
    """A titled part of the palette."""

    title: str
    items: tuple[StampItem, ...]
    on: PaintTarget = "cells"


class Field(NamedTuple):
    """One value in a form: "int", "text", "flag", "choice" (with `choices` as (value, words)), "note" or "button".

    A "share" is an int in per cent; a "mask" is a text that says which spaces are taken off (`studio.core.making`).

    A note is read-only. A button does something to the whole layout (shuffle, set counts): pressing it calls
    `set_field` with its key and True; `value` is False when it has nothing to do, and it is then greyed.
    `key` is what `set_field` understands; ints lie in `least` … `most`. `mixed` is said of a form for several places
    that hold different values; `value` is then that of the first. `off` are choices that cannot be made as things
    stand, as (value, reason in a sentence); `masks` are small pictures of the choices, one each, or none at all.
    """

    key: str
    label: str
    kind: FieldKind
    value: str | int | bool
    minimum: int = 0
    maximum: int = 999
    choices: tuple[tuple[str, str], ...] = ()
    tip: str = ""
    is_mixed: bool = False
    disabled: tuple[tuple[str, str], ...] = ()
    masks: tuple[str, ...] = ()


class Section(NamedTuple):
    """A titled part of a form. With a `compass` its four fields belong to the sides of that mask, north first.

    `piece` is the entry of the set (`studio.core.shown.workshop`) that it is about, "" when it is about no single one.
    """

    title: str
    fields: tuple[Field, ...]
    note: str = ""
    compass: str = ""
    piece_key: str = ""


def find_field(sections: Sequence[Section], key: str, value: str | int | bool) -> Field:
    """The field of a form that a value is meant for. Raises `ValueError` with a sentence.

    It is raised when there is no such field to fill in, and for a value of the wrong type or outside its limits.
    """
    field = next((field for section in sections for field in section.fields if field.key == key), None)
    if field is None or field.kind == "note":
        raise ValueError(_("There is no field “{key}” to fill in here.").format(key=key))
    if field.kind in ("int", "share"):
        if not isinstance(value, int) or isinstance(value, bool) or not field.minimum <= value <= field.maximum:
            raise ValueError(
                _("“{label}” takes a whole number from {least} to {most}.").format(
                    label=field.label, least=field.minimum, most=field.maximum
                )
            )
    elif field.kind in ("flag", "button"):
        if not isinstance(value, bool):
            raise ValueError(_("“{label}” is either on or off.").format(label=field.label))
    elif not isinstance(value, str):
        raise ValueError(_("“{label}” takes a text.").format(label=field.label))
    elif field.kind == "choice" and value not in {choice for choice, _words in field.choices}:
        raise ValueError(_("“{label}” cannot be “{value}”.").format(label=field.label, value=value))
    elif field.kind == "mask" and set(value) - set("#./"):
        raise ValueError(_("An outline is written in rows of “.” and “#” with “/” between them, like “..#/...”."))
    if reason := dict(field.disabled).get(str(value)):
        raise ValueError(reason)
    return field


def merge_forms(forms: Sequence[Sequence[Section]]) -> list[Section]:
    """One form for several places: the fields to fill in that all of them have, with the limits that hold for all.

    `forms` are their forms, one at least; sections and order are those of the first.
    """
    fields = [{field.key: field for section in form for field in section.fields} for form in forms]
    found = []
    for section in forms[0]:
        kept = tuple(
            _merge_fields([form[field.key] for form in fields])
            for field in section.fields
            if field.kind not in ("note", "button") and all(field.key in form for form in fields)
        )
        if kept:
            found.append(Section(section.title, kept))
    return found


def _merge_fields(fields: Sequence[Field]) -> Field:
    """One field for the same field of several places."""
    first = fields[0]
    return first._replace(
        minimum=max(field.minimum for field in fields),
        maximum=min(field.maximum for field in fields),
        choices=tuple(choice for choice in first.choices if all(choice in field.choices for field in fields)),
        is_mixed=any(field.value != first.value for field in fields),
    )


class LegendKey(NamedTuple):
    """What one of an overlay's colours or patterns means; `picture` is a sample of it, one board unit wide and high."""

    text: str
    picture: Picture


class Overlay(NamedTuple):
    """Something measured that can be drawn over the board in the editor: a way, a cut, a field of distances.

    `value` is the figure beside its switch ("17 spaces"), `shown` whether it is on until somebody chooses, `keys` the
    legend, if what is drawn falls into classes.
    """

    key: str
    name: str
    value: str
    picture: Picture
    tip: str = ""
    is_shown: bool = False
    keys: tuple[LegendKey, ...] = ()


class Row(NamedTuple):
    """One line of a table: a text per column; clicking it shows `targets`. `bar` is a length from 0 to 1, or -1."""

    cells: tuple[str, ...]
    targets: tuple[int, ...] = ()
    severity: Severity | None = None
    bar: float = -1.0


class Table(NamedTuple):
    """Figures side by side (the home harbours, the pieces of equipment); `note` is its one-line summary."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Survey:
    """What was measured of a layout. `choices` are the places it can be asked about, as (target, name).

    `target` is the place this survey is about (-1: none), `caption` one line that sums it up, shown on the board.
    `brief` tells the board from others of its kind in a few signs ("30 + 23", "12 steps").
    """

    overlays: tuple[Overlay, ...] = ()
    tables: tuple[Table, ...] = ()
    choices: tuple[tuple[int, str], ...] = ()
    target: int = -1
    caption: str = ""
    brief: str = ""
