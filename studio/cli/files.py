"""Files on the command line: layouts and records in, documents out, and what cannot be used refused in a sentence."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli.common import FINE, PROGRAM, STANDARD, UNUSABLE, Refused, refusing
from studio.core.text import _, say

if TYPE_CHECKING:
    from studio.core.game import Json
    from studio.core.match import Match
    from studio.documents.layout import Layout
    from studio.documents.record import Record
    from studio.opening import Opened


def each_file(paths: Sequence[Path], data: list[Json], use: Callable[[Path], int], **more: Json) -> int:
    """Use one file after the other; the worst of the exit codes.

    One that cannot be used is told, and joins the `data` with whatever `more` such an entry has.
    """
    answer = FINE
    for path in paths:
        try:
            answer = max(answer, use(path))
        except Refused as refusal:
            say(f"{PROGRAM}: {refusal}", aside=True)
            data.append({"file": str(path), "unusable": str(refusal), **more})
            answer = UNUSABLE
    return answer


def spoken(path: Path) -> Path:
    """What to call a file that is read."""
    return path if path != STANDARD else Path(_("standard input"))


def read_document(path: Path) -> tuple[Layout | Record, Path]:
    """What a file (or standard input) holds, and the name by which to speak of it, or refused."""
    found, name, _data = read_with_bytes(path)
    return found, name


def read_with_bytes(path: Path) -> tuple[Layout | Record, Path, bytes]:
    """The same with the bytes themselves."""
    from studio.documents.store import parse

    data, name = read(path), spoken(path)
    with refusing():
        return parse(data, name), name, data


def read(path: Path) -> bytes:
    """The bytes of a file or of standard input, or refused."""
    from studio.documents.files import LIMIT, read_bytes

    with refusing():
        return read_bytes(path) if path != STANDARD else sys.stdin.buffer.read(LIMIT + 1)


def open_layout(path: Path) -> Opened:
    """A layout from a file, or refused."""
    from studio.documents.layout import Layout

    found, name = read_document(path)
    if not isinstance(found, Layout):
        raise Refused(_("{path}: this is a match record, and a layout was wanted.").format(path=name))
    return opened(found, name)


def opened(layout: Layout, path: Path | None = None) -> Opened:
    """A layout with its game and body, or refused."""
    from studio.opening import opened

    with refusing():
        return opened(layout, path)


def refiled(layout: Layout, source: Path, output: Path) -> Layout:
    """A layout that goes from one file into another; what comes from a pipe or goes into one is left as it is."""
    from studio.opening import filed

    return layout if STANDARD in (source, output) else filed(layout, source, output)


def open_record(path: Path) -> tuple[Record, Match]:
    """A match record from a file, replayed to its end, or refused."""
    from studio.documents.record import Record

    found, name = read_document(path)
    if not isinstance(found, Record):
        raise Refused(_("{path}: this is a layout, and a match record was wanted.").format(path=name))
    return found, replayed(found, name)


def replayed(record: Record, path: Path) -> Match:
    """The match of a record at its end, or refused."""
    from studio.opening import replayed

    with refusing():
        return replayed(record, path)


def write(path: Path, data: bytes) -> None:
    """Put bytes into a file, whole or not at all, or on standard output; refused where that cannot be."""
    from studio.documents.files import write_bytes

    if path == STANDARD:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    with refusing():
        write_bytes(path, data)


def put(path: Path, document: Layout | Record) -> None:
    """Write a document into a file, of which an earlier version is kept, or on standard output; or refused."""
    from studio.documents.keeping.backups import save
    from studio.documents.store import text_of

    if path == STANDARD:
        write(path, text_of(document).encode())
        return
    with refusing():
        save(path, document)


def check_folder(output: Path) -> None:
    """Refuse a place that nothing can be written to, before work begins that takes its time."""
    if not output.absolute().parent.is_dir():
        raise Refused(_("{path}: there is no such folder").format(path=output))
