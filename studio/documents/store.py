"""Layout and match files: shapes, migration, reading with checks, canonical writing, backups."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from studio.core.game import FIRST_RULES, Json
from studio.core.text import _
from studio.documents import schema as schemas
from studio.documents.decoding import decode_file, wrong_format_text
from studio.documents.files import (
    MAX_BYTES,
    DocumentError as DocumentError,  # re-exported for its readers
    read_bytes,
    to_text,
    too_large_text,
    write_text,
)
from studio.documents.paths import backups_dir
from studio.documents.schema import Unknown, merge_unknown, split_unknown

# Layout files. The docstrings of the structs are descriptions in resources/schemas.

LAYOUT_FORMAT = "studio.layout"
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
    """Problems of one code that do not count, and the reason: those on `spaces` and about `fields`, or all of them.

    `spaces` are names of spaces of the board, separated by blanks; `fields` are keys of the game's form. Without both,
    every problem of the code is ignored. Unknown codes are kept.
    """

    code: Code
    reason: Remark
    spaces: Spaces = ""
    fields: Fields = ()


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A layout. The game that `game` names parses the `body`.

    `pins` are notes on spaces and their edges, by name ("E4", "E4 N"); `ignored` are problems that do not count. Both
    are omitted if empty.
    """

    schema: Reference = msgspec.field(default="", name="$schema")
    game: Slug
    name: Title = ""
    author: Title = ""
    notes: Prose = ""
    pins: Pins = {}
    ignored: Annotated[tuple[Ignored, ...], Meta(max_length=2_000)] = ()
    body: dict[str, Json]
    unknown: tuple[Unknown, ...] = ()  # fields next to the body that this program does not know, which are preserved


def messages(path: Path) -> Iterator[str]:
    """The translatable texts of a shipped layout."""
    raw = json.loads(path.read_bytes())
    notes = (line.removeprefix("## ") for line in raw["notes"].split("\n"))
    yield from filter(None, (raw["name"], raw["author"], *notes))


def layout_data(layout: Layout) -> Json:
    """The whole file as plain data, keys in file order."""
    whole = {
        "$schema": layout.schema or schemas.schema_id(schemas.layout_schema_name(layout.game)),
        "format": LAYOUT_FORMAT,
        "version": LAYOUT_VERSION,
        "game": layout.game,
        "name": layout.name,
        "author": layout.author,
        "notes": layout.notes,
        **({"pins": layout.pins} if layout.pins else {}),
        **({"ignored": msgspec.to_builtins(layout.ignored, enc_hook=str)} if layout.ignored else {}),
        "body": layout.body,
    }
    return merge_unknown(whole, layout.unknown)


# Match records.

RECORD_FORMAT = "studio.match"
LESSON_FORMATS = TUTORIAL, PUZZLE = "studio.tutorial", "studio.puzzle"
HUMAN = "human"

RuleDate = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
Operand = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
Move = tuple[Operand, ...]
MAX_NOTE_LENGTH, MAX_NOTES_LENGTH, MAX_BOOKMARKS = 400, 20_000, 1000
"""Limits: characters of a bookmark's note and of a seat's notes, bookmarks of a match."""
Entry = tuple[Move, tuple[Move, ...]]
"""A decision: the action, and the draws after it. Draws are stored, not a seed, so that a record always replays."""


class SeatEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player of a seat: a name, and "human" or the name of a bot.

    `color` is the colour of the pieces ("": the default of the seat), `notes` are the private notes of this seat.
    """

    name: Annotated[str, Meta(max_length=60)]
    kind: Annotated[str, Meta(min_length=1, max_length=60)] = HUMAN
    color: Annotated[str, Meta(max_length=20)] = ""
    notes: Annotated[str, Meta(max_length=MAX_NOTES_LENGTH)] = ""


class Bookmark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marked position, as the number of log entries before it, with a note."""

    place: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    note: Annotated[str, Meta(max_length=MAX_NOTE_LENGTH)] = ""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match, finished or not. `opening` are the draws before the first decision.

    `rules` is the date of the rules that it is played by; later changes do not apply to it.
    `by_lot` is true if the order of the seats was drawn at random.
    """

    schema: Reference = msgspec.field(default="", name="$schema")
    layout: Layout
    seats: Annotated[tuple[SeatEntry, ...], Meta(min_length=1, max_length=12)]
    options: dict[Annotated[str, Meta(max_length=60)], bool | int | Title] = {}
    rules: RuleDate = FIRST_RULES
    opening: tuple[Move, ...] = ()
    log: tuple[Entry, ...] = ()
    by_lot: bool = False
    bookmarks: Annotated[tuple[Bookmark, ...], Meta(max_length=MAX_BOOKMARKS)] = ()
    unknown: tuple[Unknown, ...] = ()


def embeddable_layout(layout: Layout) -> Layout:
    """The layout for a record: without a relative schema, since records are saved in other folders."""
    return msgspec.structs.replace(layout, schema="") if schemas.is_relative(layout.schema) else layout


def record_data(record: Record) -> Json:
    """The whole file as plain data, keys in file order. Fields that are younger than version 1 are omitted if empty."""
    whole: dict[str, Json] = {
        "$schema": record.schema or schemas.schema_id(schemas.MATCH),
        "format": RECORD_FORMAT,
        "version": RECORD_VERSION,
        "layout": layout_data(embeddable_layout(record.layout)),
        "seats": [
            {
                key: value
                for key, value in msgspec.to_builtins(seat, enc_hook=str).items()
                if value or key in ("name", "kind")
            }
            for seat in record.seats
        ],
        "options": {key: record.options[key] for key in sorted(record.options)},
        "rules": record.rules,
        "opening": [list(draw) for draw in record.opening],
        "log": [[list(action), [list(draw) for draw in draws]] for action, draws in record.log],
    }
    if record.by_lot:
        whole["by_lot"] = True
    if record.bookmarks:
        whole["bookmarks"] = [{"place": mark.place, "note": mark.note} for mark in record.bookmarks]
    return merge_unknown(whole, record.unknown)


# Migration: a pure function per version step on plain data. A step takes version n and returns n + 1; it may look at
# `game` and change the body. Steps are never removed; the tests have a sample file per version.

Plain = dict[str, Json]
Step = Callable[[Plain], Plain]


def _date_rules(raw: Plain) -> Plain:
    """Version 1 had no date of the rules. The option `earlier_rules` was off in matches by those of 2026-11-22."""
    options = raw.get("options", {})
    if not isinstance(options, dict):
        return raw  # rejected later, by its place
    rest = {key: value for key, value in options.items() if key != "earlier_rules"}
    return {**raw, "options": rest, "rules": "2026-11-22" if options.get("earlier_rules") is False else FIRST_RULES}


LAYOUT_STEPS: Mapping[int, Step] = {}
RECORD_STEPS: Mapping[int, Step] = {1: _date_rules}

LAYOUT_VERSION = 1 + len(LAYOUT_STEPS)
RECORD_VERSION = 1 + len(RECORD_STEPS)


def migrate(raw: Plain, path: str | Path, prefix: str, steps: Mapping[int, Step], newest: int) -> Plain:
    """`raw` as a file of version `newest`, step by step; the input is not changed.

    `prefix` precedes the place in the file. Raises `DocumentError` for an invalid or newer version.
    """
    version = raw.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise DocumentError(path, f"`${prefix}.version`", _("the version must be a whole number from 1."))
    if version > newest:
        text = _("it is from a newer version of Explorer Studio (file version {version}). Update the program.")
        raise DocumentError(path, "", text.format(version=version))
    while version < newest:
        raw = {**steps[version](raw), "version": version + 1}
        version += 1
    return raw


# Reading and writing.

MAX_DEPTH = 40
S = TypeVar("S", Layout, Record)


def read(path: str | Path) -> Layout | Record:
    """Read a layout or a match record. Raises `DocumentError`."""
    return parse(read_bytes(path), path)


def read_layout(path: str | Path) -> Layout:
    """Read a layout. Raises `DocumentError`, also for a match record."""
    found = read(path)
    if isinstance(found, Layout):
        return found
    raise DocumentError(path, "", _("this is a match record; a layout is required."))


def read_record(path: str | Path) -> Record:
    """Read a match record. Raises `DocumentError`, also for a layout."""
    found = read(path)
    if isinstance(found, Record):
        return found
    raise DocumentError(path, "", _("this is a layout; a match record is required."))


def layout_text(layout: Layout) -> str:
    return to_text(layout_data(layout))


def record_text(record: Record) -> str:
    return to_text(record_data(record))


def document_text(document: Layout | Record) -> str:
    return layout_text(document) if isinstance(document, Layout) else record_text(document)


def parse(data: bytes, path: str | Path = "") -> Layout | Record:
    """The document in these bytes; `path` is only named in errors. Raises `DocumentError`."""
    raw = decode_json(data, path)
    kind = raw.get("format")
    if kind == LAYOUT_FORMAT:
        return _layout(raw, path)
    if kind == RECORD_FORMAT:
        raw = migrate(raw, path, "", RECORD_STEPS, RECORD_VERSION)
        inner = raw.get("layout")
        if not isinstance(inner, dict) or inner.get("format") != LAYOUT_FORMAT:
            raise DocumentError(path, "`$.layout`", wrong_format_text(LAYOUT_FORMAT))
        layout = embeddable_layout(_layout(inner, path, ".layout"))  # here its place is known
        rest = {key: value for key, value in raw.items() if key != "layout"}
        return _convert(rest, Record, path, "", schemas.MATCH, layout=layout)
    reason = _("this is neither a layout nor a match record of Explorer Studio.")
    if kind in LESSON_FORMATS:
        reason = _("this is a tutorial or a puzzle; a layout or a match record is required.")
    if kind is None:
        reason = _("its format is missing, so it is neither a layout nor a match record.")
    raise DocumentError(path, "`$.format`", reason)


def _layout(raw: Plain, path: str | Path, prefix: str = "") -> Layout:
    raw = migrate(raw, path, prefix, LAYOUT_STEPS, LAYOUT_VERSION)
    return _convert(raw, Layout, path, prefix, schemas.layout_schema_name(str(raw.get("game", ""))))


def _convert(raw: Plain, shape: type[S], path: str | Path, prefix: str, name: str, **read: Layout) -> S:
    """A document in its shape, without unknown fields."""
    fields = {key: value for key, value in raw.items() if key not in ("format", "version")}
    known, unknown = split_unknown(fields, envelope(shape))
    document = decode_file({**known, **read, "unknown": unknown}, shape, path, prefix)
    if reason := schemas.reference_error(document.schema, name):
        raise DocumentError(path, f"`${prefix}.$schema`", reason)
    return msgspec.structs.replace(document, schema="") if document.schema == schemas.schema_id(name) else document


@cache
def envelope(shape: type[msgspec.Struct]) -> Plain:
    """The JSON Schema of a document's own fields; a layout's body is open."""
    schema = msgspec.json.schema(shape)
    defs: Plain = schema["$defs"]
    for name in ("Unknown", "Named"):
        del defs[name]
    for inner in defs.values():
        inner["properties"].pop("unknown", None)
    return schema


def decode_json(data: bytes, path: str | Path) -> Plain:
    """The JSON object in `data`. Raises `DocumentError`."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    if len(data) > MAX_BYTES:
        raise DocumentError(path, "", too_large_text())
    if not data.strip():
        raise DocumentError(path, "", _("the file is empty."))
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise DocumentError(path, f"byte {problem.start}", _("this is not UTF-8 text.")) from None
    try:
        raw = msgspec.json.decode(data)
    except RecursionError:
        raise DocumentError(path, "", _("its lists and objects are nested too deeply.")) from None
    except msgspec.DecodeError as problem:
        reason = str(problem).removeprefix("JSON is malformed: ")
        if "truncated" in reason:
            reason = _("the text ends too early")
        raise DocumentError(path, "", _("this is not valid JSON ({reason}).").format(reason=reason)) from None
    level: list[Json] = [raw]
    for _depth in range(MAX_DEPTH):
        containers = [value for value in level if isinstance(value, (dict, list))]
        level = [part for one in containers for part in (one.values() if isinstance(one, dict) else one)]
        if not level:
            break
    else:
        raise DocumentError(path, "", _("its lists and objects are nested too deeply."))
    if not isinstance(raw, dict):
        raise DocumentError(path, "`$`", _("this is not a JSON object."))
    return raw


MAX_BACKUPS = 10


@dataclass(frozen=True, slots=True)
class Backup:
    """An earlier version of a file. `time`: when it was written, in Unix time."""

    path: Path
    time: float
    number: int = 0  # versions are numbered in the order of saving, since times may lie; 0: by an older program


def list_backups(path: Path) -> list[Backup]:
    """The earlier versions of a file, latest first."""
    found = []
    with contextlib.suppress(OSError):
        for saved in _folder(path).glob("*.json"):
            with contextlib.suppress(ValueError):
                number, _dot, moment = saved.stem.rpartition(".")
                found.append(Backup(saved, int(moment) / 1e9, int(number or 0)))
    return sorted(found, key=lambda backup: (backup.number, backup.time), reverse=True)


def save_with_backup(path: Path, document: Layout | Record) -> None:
    """Write a document with a backup of the file's old version. Raises `DocumentError`."""
    text = document_text(document)
    make_backup(path, text)
    write_text(path, text)


def make_backup(path: Path, text: str) -> bool:
    """Back up a file before `text` replaces its content; return whether that was needed.

    Missing files, equal text and files that are no documents are not backed up; nor is anything if the data folder
    cannot be written, since saving matters more.
    """
    try:
        held, moment = read_bytes(path), path.stat().st_mtime_ns
        if held == text.encode("utf-8"):
            return False
        parse(held)
        folder = _folder(path)
        folder.mkdir(0o700, parents=True, exist_ok=True)
        backups = list_backups(path)
        if backups and _has_content(backups[0].path, held):  # the save failed then
            return True
        number = backups[0].number + 1 if backups else 1
        write_text(folder / f"{number:06d}.{moment}.json", held.decode("utf-8"))
        for old in list_backups(path)[MAX_BACKUPS:]:
            with contextlib.suppress(OSError):
                old.path.unlink(missing_ok=True)
    except (OSError, ValueError, DocumentError):
        return False
    return True


def _has_content(path: Path, data: bytes) -> bool:
    with contextlib.suppress(DocumentError):
        return read_bytes(path) == data
    return False


def _folder(path: Path) -> Path:
    """The folder of a file's backups, the same for every spelling of its path."""
    import hashlib  # slow

    name = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:24]
    return backups_dir() / name
