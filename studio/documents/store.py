"""Reads and writes documents: size limit, parse, refuse newer, migrate, check shape; write atomically or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from studio.documents import layout as layouts
from studio.documents import migrations
from studio.documents import record as records
from studio.documents.layout import Layout
from studio.documents.migrations import Plain, Step
from studio.documents.record import Record
from studio.documents.shapes import Misshapen, shaped
from studio.documents.text import to_text

LIMIT = 16 * 1024 * 1024
DEEPEST = 40
S = TypeVar("S", Layout, Record)


class DocumentError(Exception):
    """A file that could not be used: which, where in it, and why. `str` gives it as one sentence."""

    def __init__(self, path: str | Path, place: str, reason: str) -> None:
        super().__init__(path, place, reason)
        self.path = path
        self.place = _one_line(place)
        self.reason = _one_line(reason)

    def __str__(self) -> str:
        where = f"{self.path}, at {self.place}" if self.place else f"{self.path}"
        return f"{where}: {self.reason}" if str(self.path) else self.reason


def _one_line(text: str) -> str:
    """Words that may quote a file, without line breaks and the like, and not without end."""
    line = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
    return line if len(line) <= 500 else f"{line[:400]} … {line[-60:]}"


def read(path: str | Path) -> Layout | Record:
    """The layout or match record in a file. Raises `DocumentError`."""
    return parse(_bytes(path), path)


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


def parse(data: bytes, path: str | Path = "") -> Layout | Record:
    """The document in these bytes; `path` is only named in errors. Raises `DocumentError`."""
    raw = _decoded(data, path)
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
        layout = _layout(inner, path, ".layout")
        rest = {key: value for key, value in raw.items() if key not in ("format", "version")}
        # The layout is checked above, where its place can be told; here it only has to have the right type again.
        rest["layout"] = msgspec.to_builtins(layout)
        return _converted(rest, Record, path, "")
    if kind is None:
        raise DocumentError(
            path, "`$.format`", "it does not say what it is, so it is neither a layout nor a match record."
        )
    raise DocumentError(path, "`$.format`", "this is neither a layout nor a match record of Explorer Studio.")


def _layout(raw: Plain, path: str | Path, prefix: str = "") -> Layout:
    raw = _migrated(raw, path, prefix, migrations.LAYOUT_STEPS, migrations.LAYOUT_VERSION)
    rest = {key: value for key, value in raw.items() if key not in ("format", "version")}
    return _converted(rest, Layout, path, prefix)


def _migrated(raw: Plain, path: str | Path, prefix: str, steps: Mapping[int, Step], newest: int) -> Plain:
    try:
        return migrations.migrated(raw, steps, newest)
    except migrations.NewerVersion as problem:
        raise DocumentError(path, "", f"it was written by a newer Explorer Studio: {problem}.") from None
    except (ValueError, TypeError, KeyError, AttributeError) as problem:
        raise DocumentError(path, f"`${prefix}.version`", f"{problem}.") from None


def _converted(raw: Plain, shape: type[S], path: str | Path, prefix: str) -> S:
    try:
        return shaped(raw, shape, prefix)
    except Misshapen as problem:
        raise DocumentError(path, problem.place, problem.reason) from None


def _bytes(path: str | Path) -> bytes:
    """A file's content, if it is an ordinary file of a sensible size."""
    try:
        mode = Path(path).stat().st_mode  # before opening: a pipe would wait for a writer
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise DocumentError(path, "", "this is not an ordinary file.")
        with Path(path).open("rb") as file:
            data = file.read(LIMIT + 1)
    except FileNotFoundError:
        raise DocumentError(path, "", "there is no such file.") from None
    except IsADirectoryError:
        raise DocumentError(path, "", "this is a folder, not a file.") from None
    except PermissionError:
        raise DocumentError(path, "", "reading it is not permitted.") from None
    except (OSError, ValueError) as problem:
        raise DocumentError(path, "", f"it could not be read ({_cause(problem)}).") from None
    if len(data) > LIMIT:
        raise DocumentError(path, "", f"it is larger than {LIMIT // 1024 // 1024} MB, the limit for documents.")
    return data


def _decoded(data: bytes, path: str | Path) -> Plain:
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


def _cause(problem: Exception) -> str:
    return (getattr(problem, "strerror", None) or str(problem)).lower()


def write_text(path: str | Path, text: str) -> None:
    """Put text into a file so that the file always holds the old text or the new one, never a part of it.

    A temporary file in the same folder is written, flushed to the disk and renamed. A link is followed, so that it
    stays a link. Raises `DocumentError`.
    """
    temporary = ""
    try:
        target = Path(path).resolve()
        if target.is_dir():
            raise DocumentError(path, "", "this is a folder, so no file can be written under that name.")
        if target.exists() and not os.access(target, os.W_OK):
            raise DocumentError(path, "", "the file is write-protected.")
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask()
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name[:60]}.", suffix=".part", dir=target.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            with contextlib.suppress(OSError):  # some file systems know no modes
                Path(temporary).chmod(mode)
            os.fsync(file.fileno())
        Path(temporary).replace(target)
        temporary = ""
        _sync_folder(target.parent)
    except FileNotFoundError:
        raise DocumentError(path, "", "there is no such folder.") from None
    except PermissionError:
        raise DocumentError(path, "", "writing there is not permitted.") from None
    except (OSError, ValueError, RuntimeError) as problem:
        raise DocumentError(path, "", f"it could not be written ({_cause(problem)}).") from None
    finally:
        if temporary:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()


def _umask() -> int:
    """The bits that new files do not get. It can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    """Make a rename last through a power cut, where the system can do that."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
