"""Variations of a layout: other counts of its components (`sweep --vary`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import msgspec

from studio.core.form import Field, find_field
from studio.core.game import Value
from studio.core.text import _
from studio.services.loading import LoadedLayout

MAX_POINTS = 500  # combinations of a sweep
_RANGE = re.compile(r"(-?\d{1,6})\.\.(-?\d{1,6})", re.ASCII)


class Variation(NamedTuple):
    """What is varied, and its values as text; relative ones are added to the number in the layout."""

    name: str
    values: tuple[str, ...]
    is_relative: bool = False


def parse_variation(text: str) -> Variation:
    """A variation as on the command line: "gold=5..9", "tiles.sea+=-4..4" or "rule=off,on". Raises `ValueError`."""
    name, equals, listed = text.partition("=")
    is_relative = name.endswith("+")
    values: list[str] = []
    for part in listed.split(","):
        found = _RANGE.fullmatch(part.strip())
        first, last = (int(bound) for bound in found.groups()) if found else (0, -1)
        if last - first >= MAX_POINTS:
            raise ValueError(_('"{text}": more than {limit} values').format(text=text, limit=MAX_POINTS))
        values += map(str, range(first, last + 1)) if found else [part.strip()]
    if not equals or not all(values) or not values:
        raise ValueError(_('"{text}" is not a variation such as gold=5..9 or tiles.sea+=-4..4').format(text=text))
    return Variation(name.removesuffix("+").strip(), tuple(dict.fromkeys(values)), is_relative)


class Variable(NamedTuple):
    """What can be varied: a number between `minimum` and `maximum`, or an option with `choices` of value and text."""

    name: str
    label: str
    value: int = 0
    minimum: int = 0
    maximum: int = 0
    choices: Sequence[tuple[Value, str]] = ()


def list_variables(opened: LoadedLayout) -> list[Variable]:
    """The options that have choices, then the numbers of a layout."""
    found = []
    for option in opened.game.info.options:
        switch = [(False, _("off")), (True, _("on"))] if isinstance(option.default, bool) else []
        found.append(Variable(option.key, option.name, choices=option.choices or switch))
    for name, (title, field) in number_names(opened).items():
        label = f"{title} · {field.label}"
        found.append(Variable(name, label, int(field.value), field.minimum, field.maximum))
    return [variable for variable in found if variable.choices or variable.minimum < variable.maximum]


def number_names(opened: LoadedLayout) -> dict[str, tuple[str, Field]]:
    """The numbers in the form of a layout by name, each with the title of its section, in the order of the form.

    The count of a kind of tile is "tiles." and its name; the other numbers of the tile end with the name.
    """
    named: dict[str, tuple[str, Field]] = {}
    for section in opened.game.editing.form(opened.body, -1):
        numbers = [(section.title, field) for field in section.fields if field.kind in ("int", "share")]
        if section.piece_key and numbers:
            named[f"tiles.{section.piece_key}".replace(" ", "_")] = numbers.pop(0)
        named |= {re.sub("[: ]", lambda sign: "._"[sign[0] == " "], number[1].key): number for number in numbers}
    return named


def _named_field(opened: LoadedLayout, name: str) -> Field:
    """The field with a name, or the first one of a group ("gold" for "gold.start"). Raises `ValueError`."""
    names = number_names(opened)
    for known, (_title, field) in names.items():
        if name in (known, field.key):
            return field
    for known, (_title, field) in names.items():
        if known.startswith(f"{name}."):
            return field
    available = ", ".join([*names, *opened.game.info.defaults()])
    raise ValueError(_('nothing is named "{name}"; available: {names}').format(name=name, names=available))


def vary(opened: LoadedLayout, variation: Variation) -> list[LoadedLayout]:
    """The layouts with the values of a variation, which their names give. Raises `ValueError`."""
    field = _named_field(opened, variation.name)
    found = []
    for text in variation.values:
        if not text.removeprefix("-").isdecimal():
            raise ValueError(_('invalid value "{word}"; use a whole number').format(word=f"{variation.name}={text}"))
        value = int(text) + (int(field.value) if variation.is_relative else 0)
        find_field(opened.game.editing.form(opened.body, -1), field.key, value)  # raises if it is out of range
        body = opened.game.editing.set_field(opened.body, -1, field.key, value)
        layout = msgspec.structs.replace(opened.layout, name=f"{opened.layout.name} {variation.name}={value}")
        found.append(replace(opened, layout=layout, body=body))
    return found
