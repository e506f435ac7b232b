"""The match record's shape: the layout that was played, who sat where, and every decision with its draws."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from studio.core.game import Json
from studio.documents import layout as layouts
from studio.documents import schemas
from studio.documents.layout import Layout, Reference, Title
from studio.documents.unknown import Unknown, joined

FORMAT = "studio.match"
HUMAN = "human"

Operand = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
Move = tuple[Operand, ...]
LONGEST_NOTE, LONGEST_NOTES, MOST_BOOKMARKS = 400, 20_000, 1000
"""Letters of a bookmark's note and of a seat's own notes, and bookmarks of a match."""
Entry = tuple[Move, tuple[Move, ...]]
"""A decision: the action, and what was drawn after it. Results are kept, not a seed: a record always replays."""


class SeatEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sat in a seat: a name, and "human" or the name of a bot.

    `color` is that of its pieces ("": the seat's usual one), `notes` what this seat wrote down for itself alone.
    """

    name: Annotated[str, Meta(max_length=60)]
    kind: Annotated[str, Meta(min_length=1, max_length=60)] = HUMAN
    color: Annotated[str, Meta(max_length=20)] = ""
    notes: Annotated[str, Meta(max_length=LONGEST_NOTES)] = ""


class Bookmark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position to be found again: after how many entries of the log, and what was noted of it."""

    place: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    note: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match, finished or not. `opening` are the draws before the first decision.

    `by_lot` says that the order of the seats was drawn. `schema` and `unknown` are as a layout has them.
    """

    schema: Reference = msgspec.field(default="", name="$schema")
    layout: Layout
    seats: Annotated[tuple[SeatEntry, ...], Meta(min_length=1, max_length=12)]
    options: dict[Annotated[str, Meta(max_length=60)], bool | int | Title] = {}
    opening: tuple[Move, ...] = ()
    log: tuple[Entry, ...] = ()
    by_lot: bool = False
    bookmarks: Annotated[tuple[Bookmark, ...], Meta(max_length=MOST_BOOKMARKS)] = ()
    unknown: tuple[Unknown, ...] = ()


def embedded(layout: Layout) -> Layout:
    """A layout as a record holds it: it names no schema by a relative path, since matches are kept and saved in other
    folders than their layouts."""
    return msgspec.structs.replace(layout, schema="") if schemas.is_relative(layout.schema) else layout


def plain(record: Record, version: int, layout_version: int) -> Json:
    """The whole file as plain data, keys in the order in which files have them.

    What came later than version 1 began is written only where there is something to say.
    """
    whole: dict[str, Json] = {
        "$schema": record.schema or schemas.own(schemas.MATCH),
        "format": FORMAT,
        "version": version,
        "layout": layouts.plain(embedded(record.layout), layout_version),
        "seats": [_seat(seat) for seat in record.seats],
        "options": {key: record.options[key] for key in sorted(record.options)},
        "opening": [list(draw) for draw in record.opening],
        "log": [[list(action), [list(draw) for draw in draws]] for action, draws in record.log],
    }
    if record.by_lot:
        whole["by_lot"] = True
    if record.bookmarks:
        whole["bookmarks"] = [{"place": mark.place, "note": mark.note} for mark in record.bookmarks]
    return joined(whole, record.unknown)


def _seat(seat: SeatEntry) -> Json:
    more = {key: value for key, value in (("color", seat.color), ("notes", seat.notes)) if value}
    return {"name": seat.name, "kind": seat.kind, **more}
