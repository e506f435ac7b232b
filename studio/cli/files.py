"""Files on the command line: layouts and records in, documents out, and what cannot be used refused in a sentence."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TextIO

from studio.cli.common import (
    EXIT_INVALID,
    EXIT_OK,
    PROGRAM,
    STDIO,
    UsageError,
    as_usage_error,
    print_json,
    progress_line,
)
from studio.core.text import _, print_error, print_text

if TYPE_CHECKING:
    from studio.core.game import Json
    from studio.core.match import Match
    from studio.documents.store import Layout, Record
    from studio.services.loading import LoadedLayout


LAYOUTS, DOCUMENTS = ("studio.layout",), ("studio.layout", "studio.match")
"""What is looked for in a folder, as the files call it."""


class FileResult(NamedTuple):
    """What a command has to say of one file: the exit code, plain data, and lines."""

    exit_code: int
    data: Json
    lines: Iterable[str]


def each_file(
    args: argparse.Namespace,
    kinds: tuple[str, ...],
    use: Callable[[Path], FileResult],
    to_stderr: bool = False,
    **more: Json,
) -> int:
    """Use `args.files` one after the other, all that there are of these kinds in a folder; the worst exit code.

    One that cannot be used is told, and `--json` has an entry for it with whatever `more` such an entry has. All this
    is told `aside`, on standard error, where a file goes to standard output.
    """
    answer, data, files = EXIT_OK, [], expand_folders(args.files, kinds)
    for number, path in enumerate(files, 1):
        try:
            if path != STDIO and path.is_dir():
                raise UsageError(_("{path}: there is nothing of the kind in this folder").format(path=path))
            with progress_line(
                f"{number}/{len(files)} · {source_name(path)}" if len(files) > 1 else str(source_name(path))
            ):
                told = use(path)
        except UsageError as refusal:
            print_error(f"{PROGRAM}: {refusal}")
            data.append({"file": str(path), "unusable": str(refusal), **more})
            answer = EXIT_INVALID
            continue
        answer = max(answer, told.exit_code)
        if args.json:
            data.append(told.data)
        else:
            print_text(*told.lines, aside=to_stderr)
    if args.json:
        print_json(data, to_stderr=to_stderr)
    return answer


def expand_folders(paths: Iterable[Path], kinds: tuple[str, ...]) -> list[Path]:
    """These files, and in place of each folder the documents of these kinds in it and below, by name.

    In a folder what is hidden is passed over, and JSON that is something else; what is no proper JSON is not. A folder
    in which there is nothing stays what it is.
    """
    found: list[Path] = []
    for path in paths:
        below = sorted(_find_documents(path, kinds)) if path != STDIO and path.is_dir() else []
        found += below or [path]
    return found


def _find_documents(folder: Path, kinds: tuple[str, ...]) -> Iterator[Path]:
    from studio.documents.files import DocumentError, read_bytes
    from studio.documents.store import decode_json

    for inner, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = Path(inner, name)
            if path.suffix.lower() == ".json" and not name.startswith("."):
                try:
                    is_wanted = decode_json(read_bytes(path), path).get("format") in kinds
                except DocumentError as problem:
                    is_wanted = problem.place != "`$`"  # a list is proper JSON, and no document
                if is_wanted:
                    yield path


def source_name(path: Path) -> Path:
    """What to call a file that is read."""
    return path if path != STDIO else Path(_("standard input"))


def read_document(path: Path) -> tuple[Layout | Record, Path]:
    """What a file (or standard input) holds, and the name by which to speak of it, or refused."""
    found, name, _data = read_with_bytes(path)
    return found, name


def read_with_bytes(path: Path) -> tuple[Layout | Record, Path, bytes]:
    """The same with the bytes themselves."""
    from studio.documents.store import parse

    data, name = read(path), source_name(path)
    with as_usage_error():
        return parse(data, name), name, data


_read_stdin: TextIO | None = None
"""The standard input that has nothing more to give."""


def read(path: Path) -> bytes:
    """The bytes of a file or of standard input (which holds one), or refused."""
    from studio.documents.files import MAX_BYTES, read_bytes

    global _read_stdin
    if path == STDIO:
        if _read_stdin is sys.stdin:
            raise UsageError(_("standard input holds one file; the others must be named"))
        _read_stdin = sys.stdin
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with as_usage_error():
        return read_bytes(path)


def read_layout(path: Path) -> LoadedLayout:
    """A layout from a file, or refused."""
    from studio.documents.store import Layout

    found, name = read_document(path)
    if not isinstance(found, Layout):
        raise UsageError(_("{path}: this is a match record, and a layout was wanted.").format(path=name))
    return resolve_layout(found, name)


def resolve_layout(layout: Layout, path: Path | None = None) -> LoadedLayout:
    """A layout with its game and body, or refused."""
    from studio.services.loading import parse_layout

    with as_usage_error():
        return parse_layout(layout, path)


def relocate_layout(layout: Layout, source: Path, output: Path) -> Layout:
    """A layout that goes from one file into another; what comes from a pipe or goes into one is left as it is."""
    from studio.services.loading import relocate_layout

    return layout if STDIO in (source, output) else relocate_layout(layout, source, output)


def read_record(path: Path) -> tuple[Record, Match]:
    """A match record from a file, replayed to its end, or refused."""
    from studio.documents.store import Record

    found, name = read_document(path)
    if not isinstance(found, Record):
        raise UsageError(_("{path}: this is a layout, and a match record was wanted.").format(path=name))
    return found, replay_record(found, name)


def replay_record(record: Record, path: Path) -> Match:
    """The match of a record at its end, or refused."""
    from studio.services.loading import replay_record

    with as_usage_error():
        return replay_record(record, path)


def write(path: Path, data: bytes) -> None:
    """Put bytes into a file, whole or not at all, or on standard output; refused where that cannot be."""
    from studio.documents.files import write_bytes

    if path == STDIO:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    with as_usage_error():
        write_bytes(path, data)


def write_document(path: Path, document: Layout | Record) -> None:
    """Write a document into a file, of which an earlier version is kept, or on standard output; or refused."""
    from studio.documents.store import document_text, save_with_backup

    if path == STDIO:
        write(path, document_text(document).encode())
        return
    with as_usage_error():
        save_with_backup(path, document)


def check_folder(output: Path) -> None:
    """Refuse a place that nothing can be written to, before work begins that takes its time."""
    if not output.absolute().parent.is_dir():
        raise UsageError(_("{path}: there is no such folder").format(path=output))
