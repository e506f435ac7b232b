"""The editor's view of a layout as data: stamps to paint, form fields, and the survey with its overlays and tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from studio.core.own_picture import MAX_BYTES, MAX_SIDE, check_picture
from studio.core.picture import Picture
from studio.core.problems import Severity
from studio.core.text import _

FieldKind = Literal["int", "text", "flag", "choice", "note", "button", "share", "mask", "picture"]
PaintTarget = Literal["cells", "edges"]  # where stamps of a group are painted

VOID_KEY = "void"
"""The key of the stamp that takes a space off the board, in games that have one. The editor has its own tool for it."""


class Stamp(NamedTuple):
    """What one click paints: a key that the game understands, and clockwise turns by one side (90° or 60°)."""

    key: str
    turn: int = 0


class StampItem(NamedTuple):
    """A stamp in the palette.

    `remaining` is how many are left (-1: unlimited). `field` names the form field that holds the count, so that the
    palette can show − and + next to it; "" for none. `turns` is how many rotations look different. `rotated_pictures`
    are the pictures of the rotations after the first, if rotating does more than rotate the picture (trees stay
    upright); empty otherwise. `letter` is the letter it writes, for the tool that writes a word along a line; "" for
    none. `painted` is how many places on the board show it, if there should be as many as there are tiles; -1 if
    painting uses up `remaining`. `terrain` is what is at each edge, clockwise from north; empty if adjacent edges
    need not match.
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
    terrain: tuple[Literal["land", "sea"], ...] = ()


class StampGroup(NamedTuple):
    title: str
    items: tuple[StampItem, ...]
    on: PaintTarget = "cells"


class Field(NamedTuple):
    """One value in a form.

    A "note" is read-only. A "button" changes the whole layout (shuffle, set counts): pressing it calls `set_field` with
    its key and True; it is disabled if `value` is False. A "share" is a whole percentage. A "mask" is a text that says
    which cells are off the board (see `studio.core.generation`). A "picture" is one of `studio.core.own_picture`.

    Numbers are between `minimum` and `maximum`. `choices` are pairs of value and label, `disabled` pairs of a value
    that is not possible now and the reason. `masks` are small pictures of the choices, one each, or empty. `is_mixed`
    is set in a form for several places with different values; `value` is then that of the first.
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


def picture_field(key: str, picture: str) -> Field:
    """Return the field of a piece's own picture."""
    tip = _("PNG or SVG picture, up to {limit} KB and {side} × {side} pixels.")
    return Field(key, _("Picture"), "picture", picture, tip=tip.format(limit=MAX_BYTES // 1024, side=MAX_SIDE))


class Section(NamedTuple):
    """A titled part of a form.

    With a `compass` its four fields belong to the sides of that mask, north first. `piece_key` is the entry of the
    piece set (`studio.core.pieces`) that it is about, "" for none.
    """

    title: str
    fields: tuple[Field, ...]
    note: str = ""
    compass: str = ""
    piece_key: str = ""


def find_field(sections: Sequence[Section], key: str, value: str | int | bool) -> Field:
    """Return the field with a key.

    Raises `ValueError` with a message if there is no such field, or if the value has the wrong type, is out of range or
    is disabled.
    """
    field = next((field for section in sections for field in section.fields if field.key == key), None)
    if field is None or field.kind == "note":
        raise ValueError(_("There is no field “{key}” here.").format(key=key))
    if field.kind in ("int", "share"):
        if not isinstance(value, int) or isinstance(value, bool) or not field.minimum <= value <= field.maximum:
            text = _("“{label}” must be a whole number from {least} to {most}.")
            raise ValueError(text.format(label=field.label, least=field.minimum, most=field.maximum))
    elif field.kind in ("flag", "button"):
        if not isinstance(value, bool):
            raise ValueError(_("“{label}” must be on or off.").format(label=field.label))
    elif not isinstance(value, str):
        raise ValueError(_("“{label}” must be text.").format(label=field.label))
    elif field.kind == "choice" and value not in {choice for choice, _words in field.choices}:
        raise ValueError(_("“{label}” cannot be “{value}”.").format(label=field.label, value=value))
    elif field.kind == "picture":
        fields = (other for section in sections for other in section.fields if other.kind == "picture")
        check_picture(value, [str(other.value) for other in fields if other.key != key])
    elif field.kind == "mask" and set(value) - set("#./"):
        raise ValueError(_("Write an outline as rows of “.” and “#”, separated by “/”, such as “..#/...”."))
    if reason := dict(field.disabled).get(str(value)):
        raise ValueError(reason)
    return field


def merge_forms(forms: Sequence[Sequence[Section]]) -> list[Section]:
    """Return one form for several places: the fields that all have, with choices and limits that are valid for all.

    `forms` are their forms, at least one. Sections and order are those of the first.
    """
    fields = [{field.key: field for section in form for field in section.fields} for form in forms]
    found = []
    for section in forms[0]:
        fields_here = tuple(
            _merge_fields([form[field.key] for form in fields])
            for field in section.fields
            if field.kind not in ("note", "button") and all(field.key in form for form in fields)
        )
        if fields_here:
            found.append(Section(section.title, fields_here))
    return found


def _merge_fields(fields: Sequence[Field]) -> Field:
    first = fields[0]
    return first._replace(
        minimum=max(field.minimum for field in fields),
        maximum=min(field.maximum for field in fields),
        choices=tuple(choice for choice in first.choices if all(choice in field.choices for field in fields)),
        is_mixed=any(field.value != first.value for field in fields),
    )


class LegendKey(NamedTuple):
    """The meaning of one colour or pattern of an overlay; `picture` is a sample in the unit square."""

    text: str
    picture: Picture


class Overlay(NamedTuple):
    """A measurement drawn over the board in the editor: a path, a cut, a distance field.

    `value` is shown next to its switch ("17 spaces"). `is_shown` is the state of the switch until the user changes it.
    """

    key: str
    name: str
    value: str
    picture: Picture
    tip: str = ""
    is_shown: bool = False
    keys: tuple[LegendKey, ...] = ()


class Row(NamedTuple):
    """One row of a table, a text per column. Clicking it shows `targets`. `bar` is a length from 0 to 1, or -1 for
    none."""

    cells: tuple[str, ...]
    targets: tuple[int, ...] = ()
    severity: Severity | None = None
    bar: float = -1.0


class Table(NamedTuple):
    """A titled table; `note` is its one-line summary."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Survey:
    """The measurements of a layout.

    `choices` are the places that can be chosen to measure from, as (target, name); `target` is the current one (-1:
    none). `caption` is a one-line summary shown on the board. `brief` is a short value that distinguishes similar
    boards ("30 + 23", "12 steps").
    """

    overlays: tuple[Overlay, ...] = ()
    tables: tuple[Table, ...] = ()
    choices: tuple[tuple[int, str], ...] = ()
    target: int = -1
    caption: str = ""
    brief: str = ""
