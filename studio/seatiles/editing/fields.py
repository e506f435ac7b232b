"""What filling in a field of the inspector does to a sea: pure edits. The keys are those of forms.py."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from studio.core.form import Section, asked_field
from studio.core.targets import EDGE_BASE, target_edge
from studio.core.text import _
from studio.seatiles.body import (
    UNDISCOVERED,
    VOID,
    AnySea,
    Content,
    Laid,
    SeaBody,
    TileKind,
    contents,
    edited,
    grid_of,
    with_cells,
    with_edge,
)
from studio.seatiles.editing.forms import SHAPES

Value = str | int | bool


def set_sea_field(body: AnySea, target: int, sections: Sequence[Section], key: str, value: Value) -> AnySea | None:
    """A pure edit by a field of these sections; None when the field belongs to the box of the game.

    The same body if nothing changes. Raises `ValueError` with a sentence when the value cannot be.
    """
    if value == asked_field(sections, key, value).value:
        return body
    if target >= EDGE_BASE:
        return with_edge(body, *target_edge(target), value)  # type: ignore[arg-type]  # `asked_field` has seen to it
    if target >= 0:
        return _set_space(body, target, key, str(value))
    if ":" in key:
        part, _colon, name = key.partition(":")
        return _set_kind(body, part, name, value)
    if key == "new kind":
        return _with_kind(body, str(value))
    part, _dot, rest = key.partition(".")
    if part == "border":
        return edited(body, border=msgspec.structs.replace(body.border, **{rest: value}))
    return None


def _set_space(body: AnySea, cell: int, key: str, value: str) -> AnySea:
    cells = contents(body)
    content = cells[cell]
    new: Content
    if key == "space":
        new = {"undiscovered": UNDISCOVERED, "void": VOID}.get(value) or Laid(body.tiles[0].name)
    else:
        assert isinstance(content, Laid)  # only then has the form these fields
        new = Laid(value, content.turn) if key == "tile" else Laid(content.tile, int(value))
    cells[cell] = new
    return with_cells(body, cells)


def _set_kind(body: AnySea, part: str, name: str, value: Value) -> AnySea:
    index = next(index for index, kind in enumerate(body.tiles) if kind.name == name)
    kind = body.tiles[index]
    cells = contents(body)
    if part == "remove":
        places = [
            grid_of(body).name(cell) for cell, laid in enumerate(cells) if isinstance(laid, Laid) and laid.tile == name
        ]
        if places:
            raise ValueError(
                _("“{name}” still lies on {places}; take it off the board before you remove it.").format(
                    name=name, places=", ".join(places[:6]) + ("…" if len(places) > 6 else "")
                )
            )
        if len(body.tiles) == 1:
            raise ValueError(_("A tile set has at least one kind of tile."))
        return edited(body, tiles=[*body.tiles[:index], *body.tiles[index + 1 :]])
    if part == "name":
        fresh = _fresh_name(body, str(value))
        cells = [Laid(fresh, laid.turn) if isinstance(laid, Laid) and laid.tile == name else laid for laid in cells]
        new = msgspec.structs.replace(kind, name=fresh)
    elif part.startswith("event "):
        new = msgspec.structs.replace(kind, events={**kind.events, part.removeprefix("event "): int(value)})
    else:
        new = msgspec.structs.replace(kind, **{part: value})
    return edited(body, cells=cells, tiles=[*body.tiles[:index], new, *body.tiles[index + 1 :]])


def _fresh_name(body: SeaBody, text: str) -> str:
    """A name for a kind that no other bears."""
    name = text.strip()
    if not 1 <= len(name) <= 40 or not name.isprintable():
        raise ValueError(_("A name of a tile has 1 to 40 characters."))
    if any(kind.name == name for kind in body.tiles):
        raise ValueError(_("There is already a kind of tile called “{name}”.").format(name=name))
    return name


def _with_kind(body: AnySea, text: str) -> AnySea:
    """A further kind of tile, with the first shape that the set does not have yet."""
    name = _fresh_name(body, text)
    present = {kind.shape for kind in body.tiles}
    shape = next((shape for shape in SHAPES if shape not in present), SHAPES[0])
    return edited(body, tiles=[*body.tiles, TileKind(name, shape)])


def numbers(text: str, most: int, many: int, complaint: str, read: Callable[[str], Any] = int) -> tuple[Any, ...]:
    """Words between blanks or commas as values that `read` makes of them, 1 to `many` of them."""
    words = re.split(r"[\s,;]+", text.strip())
    if not 1 <= len(words) <= many or not all(re.fullmatch(r"[0-9]{1,3}|wheel", word) for word in words):
        raise ValueError(complaint)
    try:
        values = tuple(read(word) for word in words)
    except ValueError:
        raise ValueError(complaint) from None
    if any(isinstance(value, int) and not 1 <= value <= most for value in values):
        raise ValueError(complaint)
    return values


def counts_by_value(text: str, complaint: str) -> dict[str, int]:
    """ "3 × 5, 3 × 10" as counts by value; the complaint is raised when it cannot be read."""
    counts: dict[int, int] = {}
    for part in text.split(","):
        found = re.fullmatch(r"\s*([0-9]{1,3})\s*[×x*]\s*([1-9][0-9]?)\s*", part)
        if found is None:
            raise ValueError(complaint)
        counts[int(found[2])] = counts.get(int(found[2]), 0) + int(found[1])
    return {str(value): counts[value] for value in sorted(counts)}
