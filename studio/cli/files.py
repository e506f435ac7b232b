"""Files on the command line: layouts and records in, documents out, and what cannot be used refused in a sentence."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TextIO

from studio.cli.common import FINE, PROGRAM, STANDARD, UNUSABLE, Refused, print_json, refusing, under_way
from studio.core.text import _, complain, say

if TYPE_CHECKING:
    from studio.core.game import Json
    from studio.core.match import Match
    from studio.documents.store import Layout, Record
    from studio.services.loading import Opened


LAYOUTS, DOCUMENTS = ("studio.layout",), ("studio.layout", "studio.match")
"""What is looked for in a folder, as the files call it."""


class Told(NamedTuple):
    """What a command has to say of one file: the exit code, plain data, and lines."""

    code: int
    plain: Json
    lines: Iterable[str]


def each_file(
    args: argparse.Namespace,
    kinds: tuple[str, ...],
    use: Callable[[Path], Told],
    aside: bool = False,
    **more: Json,
) -> int:
    """Use `args.files` one after the other, all that there are of these kinds in a folder; the worst exit code.

    One that cannot be used is told, and `--json` has an entry for it with whatever `more` such an entry has. All this
    is told `aside`, on standard error, where a file goes to standard output.
    """
    answer, data, files = FINE, [], spread(args.files, kinds)
    for number, path in enumerate(files, 1):
        try:
            if path != STANDARD and path.is_dir():
                raise Refused(_("{path}: there is nothing of the kind in this folder").format(path=path))
            with under_way(f"{number}/{len(files)} · {spoken(path)}" if len(files) > 1 else str(spoken(path))):
                told = use(path)
        except Refused as refusal:
            complain(f"{PROGRAM}: {refusal}")
            data.append({"file": str(path), "unusable": str(refusal), **more})
            answer = UNUSABLE
            continue
        answer = max(answer, told.code)
        if args.json:
            data.append(told.plain)
        else:
            say(*told.lines, aside=aside)
    if args.json:
        print_json(data, aside=aside)
    return answer


def spread(paths: Iterable[Path], kinds: tuple[str, ...]) -> list[Path]:
    """These files, and in place of each folder the documents of these kinds in it and below, by name.

    In a folder what is hidden is passed over, and JSON that is something else; what is no proper JSON is not. A folder
    in which there is nothing stays what it is.
    """
    found: list[Path] = []
    for path in paths:
        below = sorted(_documents(path, kinds)) if path != STANDARD and path.is_dir() else []
        found += below or [path]
    return found


def _documents(folder: Path, kinds: tuple[str, ...]) -> Iterator[Path]:
    from studio.documents.files import DocumentError, read_bytes
    from studio.documents.store import decoded

    for inner, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = Path(inner, name)
            if path.suffix.lower() == ".json" and not name.startswith("."):
                try:
                    is_wanted = decoded(read_bytes(path), path).get("format") in kinds
                except DocumentError as problem:
                    is_wanted = problem.place != "`$`"  # a list is proper JSON, and no document
                if is_wanted:
                    yield path


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


_was_read: TextIO | None = None
"""The standard input that has nothing more to give."""


def read(path: Path) -> bytes:
    """The bytes of a file or of standard input (which holds one), or refused."""
    from studio.documents.files import LIMIT, read_bytes

    global _was_read
    if path == STANDARD:
        if _was_read is sys.stdin:
            raise Refused(_("standard input holds one file; the others must be named"))
        _was_read = sys.stdin
        return sys.stdin.buffer.read(LIMIT + 1)
    with refusing():
        return read_bytes(path)


def open_layout(path: Path) -> Opened:
    """A layout from a file, or refused."""
    from studio.documents.store import Layout

    found, name = read_document(path)
    if not isinstance(found, Layout):
        raise Refused(_("{path}: this is a match record, and a layout was wanted.").format(path=name))
    return opened(found, name)


def opened(layout: Layout, path: Path | None = None) -> Opened:
    """A layout with its game and body, or refused."""
    from studio.services.loading import opened

    with refusing():
        return opened(layout, path)


def refiled(layout: Layout, source: Path, output: Path) -> Layout:
    """A layout that goes from one file into another; what comes from a pipe or goes into one is left as it is."""
    from studio.services.loading import filed

    return layout if STANDARD in (source, output) else filed(layout, source, output)


def open_record(path: Path) -> tuple[Record, Match]:
    """A match record from a file, replayed to its end, or refused."""
    from studio.documents.store import Record

    found, name = read_document(path)
    if not isinstance(found, Record):
        raise Refused(_("{path}: this is a layout, and a match record was wanted.").format(path=name))
    return found, replayed(found, name)


def replayed(record: Record, path: Path) -> Match:
    """The match of a record at its end, or refused."""
    from studio.services.loading import replayed

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
    from studio.documents.store import save, text_of

    if path == STANDARD:
        write(path, text_of(document).encode())
        return
    with refusing():
        save(path, document)


def check_folder(output: Path) -> None:
    """Refuse a place that nothing can be written to, before work begins that takes its time."""
    if not output.absolute().parent.is_dir():
        raise Refused(_("{path}: there is no such folder").format(path=output))
