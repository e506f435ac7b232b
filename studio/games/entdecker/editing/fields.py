"""What filling in a field of the inspector does to a layout: a pure edit. The keys are those of forms.py."""

from __future__ import annotations

import msgspec

from studio.core.text import _
from studio.games.entdecker.body import MOST_CHIPS, MOST_FACES, MOST_PERSONAL, Body
from studio.games.entdecker.editing.forms import form
from studio.seatiles.body import edited
from studio.seatiles.editing.fields import Value, counts_by_value, numbers, set_sea_field


def set_field(body: Body, target: int, key: str, value: Value) -> Body:
    """A pure edit; the same body if nothing changes. Raises `ValueError` with a sentence when the value cannot be."""
    after = set_sea_field(body, target, form(body, target), key, value)
    if after is not None:
        return after
    part, _dot, rest = key.partition(".")
    if part == "units":
        name, _dot, which = rest.partition(".")
        unit = msgspec.structs.replace(getattr(body.units, name), **{which: value})
        return edited(body, units=msgspec.structs.replace(body.units, **{name: unit}))
    if part == "gold":
        return edited(body, gold=msgspec.structs.replace(body.gold, **{rest: value}))
    if part == "events":
        return edited(body, events={**body.events, rest: _event_classes(str(value))})
    if key == "spinner":
        complaint = _("A spinner has up to {many} faces, numbers from 1 to 99, like “2 3 4 5”.").format(many=MOST_FACES)
        return edited(body, spinner=tuple(sorted(numbers(str(value), 99, MOST_FACES, complaint))))
    if key == "chips":
        return edited(body, chips=_chips(str(value)))
    if key == "personal":
        return edited(body, personal=tuple(sorted(_classes(str(value), MOST_PERSONAL))))
    return edited(body, ruins=value) if key == "ruins" else edited(body, piles=value)


def _classes(text: str, many: int) -> tuple[int, ...]:
    """Classes of tiles; none when nothing is written."""
    complaint = _("Classes are up to {many} numbers from 1 to 6, like “1 2 3”.").format(many=many)
    return numbers(text, 6, many, complaint) if text.strip() else ()


def _event_classes(text: str) -> tuple[int, ...]:
    return tuple(sorted(set(_classes(text, 6))))


def _chips(text: str) -> dict[str, int]:
    complaint = _("Plant chips are written as how many of which value: “5 × 1, 5 × 2, 5 × 3, 5 × 4”.")
    chips = counts_by_value(text, complaint)
    if len(chips) > MOST_CHIPS or any(count > 99 for count in chips.values()):
        raise ValueError(_("There are at most {many} sorts of chips, and 99 of each.").format(many=MOST_CHIPS))
    return chips
