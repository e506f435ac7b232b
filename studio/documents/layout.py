"""The layout file's shape: who drew which game's board, and the body that only this game understands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from studio.core.game import Json
from studio.documents import schemas
from studio.documents.unknown import Unknown, joined

FORMAT = "studio.layout"
Slug = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^_?[a-z][a-z0-9_]*$")]
Title = Annotated[str, Meta(max_length=120)]
Reference = Annotated[str, Meta(max_length=2_000)]
Prose = Annotated[str, Meta(max_length=20_000)]
Remark = Annotated[str, Meta(min_length=1, max_length=500)]
Place = Annotated[str, Meta(max_length=9, pattern=r"^[A-Z]{1,3}[1-9][0-9]{0,2}( ([NS]?[EW]|[NS]))?$")]
Pins = Annotated[dict[Place, Remark], Meta(max_length=500)]
Code = Annotated[str, Meta(min_length=1, max_length=80)]
Spaces = Annotated[str, Meta(max_length=100_000, pattern=r"^([A-Z]{1,3}[1-9][0-9]{0,2}( |$))*$")]
Fields = Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=200)], ...], Meta(max_length=200)]


class Ignored(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Findings of one code that are not to be counted, and why: those on `spaces` and about `fields`, or all of them.

    `spaces` are names on the chart with a space between, `fields` keys of the game's form; with neither it is about
    every finding of the code. A code that nobody knows is kept.
    """

    code: Code
    reason: Remark
    spaces: Spaces = ""
    fields: Fields = ()


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A layout as its file holds it: `body` is plain data, to be parsed by the game that `game` names.

    `schema` is the file's `$schema`, "" for the house's own name of it (`studio.documents.schemas`). `unknown` are
    fields beside the body that this program does not know; no file has a field of that name. `pins` are remarks on
    spaces and their edges, by their names on the chart ("E4", "E4 N"), `ignored` findings that are not to be counted;
    files without any do not speak of them.
    """

    schema: Reference = msgspec.field(default="", name="$schema")
    game: Slug
    name: Title = ""
    author: Title = ""
    notes: Prose = ""
    pins: Pins = {}
    ignored: Annotated[tuple[Ignored, ...], Meta(max_length=2_000)] = ()
    body: dict[str, Json]
    unknown: tuple[Unknown, ...] = ()


def messages(path: Path) -> Iterator[str]:
    """What is to be translated in a layout that comes with the program: it is shown so, and never written so."""
    raw = json.loads(path.read_bytes())
    yield from filter(None, (raw["name"], raw["author"], raw["notes"]))


def plain(layout: Layout, version: int) -> Json:
    """The whole file as plain data, keys in the order in which files have them."""
    whole = {
        "$schema": layout.schema or schemas.own(schemas.layout_of(layout.game)),
        "format": FORMAT,
        "version": version,
        "game": layout.game,
        "name": layout.name,
        "author": layout.author,
        "notes": layout.notes,
        **({"pins": layout.pins} if layout.pins else {}),
        **({"ignored": msgspec.to_builtins(layout.ignored, enc_hook=str)} if layout.ignored else {}),
        "body": layout.body,
    }
    return joined(whole, layout.unknown)
