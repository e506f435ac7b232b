"""Reads and writes documents: size limit, parse, refuse newer, migrate, check shape; write in canonical form."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from studio.documents import layout as layouts
from studio.documents import migrations, schemas
from studio.documents import record as records
from studio.documents.files import LIMIT, read_bytes, write_text
from studio.documents.files import DocumentError as DocumentError  # who reads documents looks for it in this room
from studio.documents.layout import Layout
from studio.documents.migrations import Plain, Step
from studio.documents.record import Record
from studio.documents.shapes import Misshapen, shaped
from studio.documents.text import to_text
from studio.documents.unknown import parted

DEEPEST = 40
S = TypeVar("S", Layout, Record)


def read(path: str | Path) -> Layout | Record:
    """The layout or match record in a file. Raises `DocumentError`."""
    return parse(read_bytes(path), path)


def read_layout(path: str | Path) -> Layout:
    """The layout in a file. Raises `DocumentError`, also for a match record."""
    found = read(path)
    if isinstance(found, Layout):
        return found
    raise DocumentError(path, "", "this is a match record, and a layout was wanted.")


def read_record(path: str | Path) -> Record:
    """The match record in a file. Raises `DocumentError`, also for a layout."""
    found = read(path)
    if isinstance(found, Record):
        return found
    raise DocumentError(path, "", "this is a layout, and a match record was wanted.")


def write_layout(path: str | Path, layout: Layout) -> None:
    """Write a layout in canonical form, all of it or nothing. Raises `DocumentError`."""
    write_text(path, layout_text(layout))


def write_record(path: str | Path, record: Record) -> None:
    """Write a match record in canonical form, all of it or nothing. Raises `DocumentError`."""
    write_text(path, record_text(record))


def layout_text(layout: Layout) -> str:
    """The canonical text of a layout file."""
    return to_text(layouts.plain(layout, migrations.LAYOUT_VERSION))


def record_text(record: Record) -> str:
    """The canonical text of a match record."""
    return to_text(records.plain(record, migrations.RECORD_VERSION, migrations.LAYOUT_VERSION))


def text_of(document: Layout | Record) -> str:
    """The canonical text of a document of either kind."""
    return layout_text(document) if isinstance(document, Layout) else record_text(document)


def parse(data: bytes, path: str | Path = "") -> Layout | Record:
    """The document in these bytes; `path` is only named in errors. Raises `DocumentError`."""
    raw = decoded(data, path)
    kind = raw.get("format")
    if kind == layouts.FORMAT:
        return _layout(raw, path)
    if kind == records.FORMAT:
        raw = _migrated(raw, path, "", migrations.RECORD_STEPS, migrations.RECORD_VERSION)
        inner = raw.get("layout")
        if not isinstance(inner, dict) or inner.get("format") != layouts.FORMAT:
            raise DocumentError(
                path, "`$.layout`", f'a match record holds its layout here, with format "{layouts.FORMAT}".'
            )
        layout = records.embedded(_layout(inner, path, ".layout"))
        rest = {key: value for key, value in raw.items() if key != "layout"}  # it is read, where its place can be told
        return _converted(rest, Record, path, "", schemas.MATCH, layout=layout)
    if kind is None:
        raise DocumentError(
            path, "`$.format`", "it does not say what it is, so it is neither a layout nor a match record."
        )
    raise DocumentError(path, "`$.format`", "this is neither a layout nor a match record of Explorer Studio.")


def _layout(raw: Plain, path: str | Path, prefix: str = "") -> Layout:
    raw = _migrated(raw, path, prefix, migrations.LAYOUT_STEPS, migrations.LAYOUT_VERSION)
    return _converted(raw, Layout, path, prefix, schemas.layout_of(str(raw.get("game", ""))))


def _migrated(raw: Plain, path: str | Path, prefix: str, steps: Mapping[int, Step], newest: int) -> Plain:
    try:
        return migrations.migrated(raw, steps, newest)
    except migrations.NewerVersion as problem:
        raise DocumentError(path, "", f"it was written by a newer Explorer Studio: {problem}.") from None
    except (ValueError, TypeError, KeyError, AttributeError) as problem:
        raise DocumentError(path, f"`${prefix}.version`", f"{problem}.") from None


def _converted(raw: Plain, shape: type[S], path: str | Path, prefix: str, name: str, **read: Layout) -> S:
    """A document in its shape, without the fields that nobody knows; `read` are parts that are read already."""
    known, unknown = parted(
        {key: value for key, value in raw.items() if key not in ("format", "version")}, envelope(shape)
    )
    try:
        document = shaped({**known, **read, "unknown": unknown}, shape, prefix)
    except Misshapen as problem:
        raise DocumentError(path, problem.place, problem.reason) from None
    if reason := schemas.complaint(document.schema, name):
        raise DocumentError(path, f"`${prefix}.$schema`", reason)
    return msgspec.structs.replace(document, schema="") if document.schema == schemas.own(name) else document


@cache
def envelope(shape: type[msgspec.Struct]) -> Plain:
    """JSON Schema of a document's own fields, as files have them; a layout's body is left open."""
    schema = msgspec.json.schema(shape)
    defs: Plain = schema["$defs"]
    for name in ("Unknown", "Named"):
        del defs[name]
    for inner in defs.values():
        inner["properties"].pop("unknown", None)
    return schema


def decoded(data: bytes, path: str | Path) -> Plain:
    """The JSON object in `data`."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    if len(data) > LIMIT:
        raise DocumentError(path, "", f"it is larger than {LIMIT // 1024 // 1024} MB, the limit for documents.")
    if not data.strip():
        raise DocumentError(path, "", "the file is empty.")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise DocumentError(path, f"byte {problem.start}", "this is not UTF-8 text.") from None
    try:
        raw = msgspec.json.decode(data)
    except RecursionError:
        raise DocumentError(path, "", "its lists and objects are nested too deeply.") from None
    except msgspec.DecodeError as problem:
        reason = str(problem).removeprefix("JSON is malformed: ")
        if "truncated" in reason:
            reason = "the text ends too early"
        raise DocumentError(path, "", f"this is not proper JSON ({reason}).") from None
    level: list[object] = [raw]
    for _depth in range(DEEPEST):
        level = [part for value in level for part in _parts(value)]
        if not level:
            break
    else:
        raise DocumentError(path, "", "its lists and objects are nested too deeply.")
    if not isinstance(raw, dict):
        raise DocumentError(path, "`$`", "a document is a JSON object, and this is something else.")
    return raw


def _parts(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
