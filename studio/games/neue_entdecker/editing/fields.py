"""What filling in a field of the inspector does to a layout: a pure edit. The keys are those of forms.py."""

from __future__ import annotations

from typing import Any

import msgspec

from studio.core.text import _
from studio.games.neue_entdecker.body import MOST_FACES, MOST_HUTS, Body
from studio.games.neue_entdecker.editing.forms import form
from studio.seatiles.body import edited
from studio.seatiles.editing.fields import Value, counts_by_value, numbers, set_sea_field


def set_field(body: Body, target: int, key: str, value: Value) -> Body:
    """A pure edit; the same body if nothing changes. Raises `ValueError` with a sentence when the value cannot be."""
    after = set_sea_field(body, target, form(body, target), key, value)
    if after is not None:
        return after
    part, _dot, rest = key.partition(".")
    if part == "units":
        return _set_unit(body, rest, value)
    if part == "gold":
        return edited(body, gold=msgspec.structs.replace(body.gold, **{rest: value}))
    if part == "jungle":
        change = {"paths": _paths, "tokens": _tokens}.get(rest)
        new: Any = change(str(value)) if change else value
        return edited(body, jungle=msgspec.structs.replace(body.jungle, **{rest: new}))
    return edited(body, die=_die(str(value))) if key == "die" else edited(body, stacks=value)


def _set_unit(body: Body, rest: str, value: Value) -> Body:
    name, _dot, which = rest.partition(".")
    unit = getattr(body.units, name)
    if which == "cost":
        new = msgspec.structs.replace(unit, cost=value)
    else:
        new = msgspec.structs.replace(unit, count={**unit.count, which: value})
    return edited(body, units=msgspec.structs.replace(body.units, **{name: new}))


def _paths(text: str) -> tuple[int, ...]:
    complaint = _("Path lengths are up to {many} numbers from 1 to 12, like “5 6 6 7”.").format(many=MOST_HUTS)
    return numbers(text, 12, MOST_HUTS, complaint)


def _die(text: str) -> tuple[Any, ...]:
    complaint = _("A die has up to {many} faces, numbers from 1 to 9 or “wheel”.").format(many=MOST_FACES)
    faces = numbers(text.lower(), 9, MOST_FACES, complaint, lambda word: word if word == "wheel" else int(word))
    return tuple(sorted(faces, key=str))


def _tokens(text: str) -> dict[str, int]:
    complaint = _("Plant tokens are written as how many of which value: “3 × 5, 3 × 10, 3 × 15”.")
    tokens = counts_by_value(text, complaint)
    if any(count > 999 for count in tokens.values()):
        raise ValueError(_("There can be at most 999 tokens of one value."))
    return tokens
