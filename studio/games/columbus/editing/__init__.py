"""The editor's edits of a harbour map: painting spaces, resizing, fields of the inspector. Body in, body out.

Stamp keys are those of forms.STAMPS and "letter:A" … "letter:Z". An edit that changes nothing gives the same object.
"""

from __future__ import annotations

from functools import cache

import msgspec

from studio.core import plugin
from studio.core.form import Stamp, asked_field
from studio.core.text import _
from studio.games.columbus.body import (
    STANDARD_LETTERS,
    STANDARD_TILES,
    Body,
    canonical,
    is_letter,
    parse,
    tokens_of,
    with_tokens,
)
from studio.games.columbus.checks.tiles import matched, with_count
from studio.games.columbus.editing.forms import STAMPS, form
from studio.games.columbus.editing.kinds import set_kind
from studio.games.columbus.editing.resizing import resized

__all__ = [
    "blank",
    "coasted",
    "complete",
    "eraser",
    "form",
    "mirrored",
    "pick",
    "resized",
    "set_field",
    "stamp",
    "turned",
]

coasted, complete = plugin.coasted, plugin.complete
_TOKENS = dict(STAMPS)
_KEYS = {token: key for key, token in STAMPS}


@cache
def blank() -> Body:
    """The map of the rules page with its tile set: New begins from a sea that works."""
    from studio.documents import paths, store

    return parse(store.read_layout(paths.layouts_dir() / "columbus" / "sargasso_sea.json").body)


def stamp(body: Body, target: int, stamp: Stamp) -> Body:
    """A pure edit; the same body if it changes nothing or does not go there."""
    token = _token(stamp.key)
    tokens = tokens_of(body)
    if not token or not 0 <= target < len(tokens) or tokens[target] == token:
        return body
    return with_tokens(body, [*tokens[:target], token, *tokens[target + 1 :]])


def _token(key: str) -> str:
    """What a stamp paints; "" for a key that is no stamp of this game."""
    if key in _TOKENS:
        return _TOKENS[key]
    what, _colon, letter = key.partition(":")
    is_one = what == "letter" and len(letter) == 1 and letter.isascii() and letter.isalpha()
    return letter.lower() if is_one else ""


def pick(body: Body, target: int) -> Stamp:
    """The stamp that would paint what is there; water for whatever is no space (there is nothing to pick up)."""
    tokens = tokens_of(body)
    if not 0 <= target < len(tokens):
        return Stamp("water")
    token = tokens[target]
    return Stamp(f"letter:{token[0].upper()}" if is_letter(token) else _KEYS[token])


def eraser(body: Body, target: int) -> Stamp:
    """Water: the space that everything may be painted on."""
    return Stamp("water")


def turned(body: Body, stamp: Stamp, turns: int) -> Stamp:
    """The same stamp: pictures on a chart stand upright whichever way it is turned."""
    return stamp


def mirrored(body: Body, stamp: Stamp, upright: bool) -> Stamp:
    """The stamp as a mirror shows it: between east and west, home harbours and America change places."""
    swapped = {"home": "america", "america": "home", "florida": "home"}
    return Stamp(swapped.get(stamp.key, stamp.key), stamp.turn) if upright else stamp


def set_field(body: Body, target: int, key: str, value: str | int | bool) -> Body:
    """A pure edit; the same body if nothing changes. Raises `ValueError` with a sentence when the value cannot be."""
    field = asked_field(form(body, target), key, value)
    if target >= 0:
        return _set_space(body, target, key, str(value))
    if key == "match":
        return matched(body)
    if key == "standard":
        after = canonical(
            msgspec.structs.replace(body, tiles=dict(STANDARD_TILES), letters=dict(STANDARD_LETTERS), homemade=())
        )
        return body if after == body else after
    part, colon, kind = key.partition(":")
    if colon:
        return set_kind(body, part, kind, value)
    number = int(value)
    if number == field.value:
        return body
    if key == "rack":
        return msgspec.structs.replace(body, rack=number)
    return with_count(body, key.partition(".")[2], number)


def _set_space(body: Body, cell: int, key: str, value: str) -> Body:
    if key == "letter":
        letter = value.strip()
        if not (len(letter) == 1 and letter.isascii() and letter.isalpha()):
            raise ValueError(_("A letter space shows one letter from A to Z, not “{text}”.").format(text=value))
        return stamp(body, cell, Stamp(f"letter:{letter.upper()}"))
    if value == "letter":
        return body if is_letter(tokens_of(body)[cell]) else stamp(body, cell, Stamp("letter:A"))
    return stamp(body, cell, Stamp(value))
