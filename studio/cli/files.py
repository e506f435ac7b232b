"""Files on the command line: reads layouts and records, writes documents; errors are `UsageError`."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TextIO

from studio.cli import common
from studio.core.text import _, join_or, print_error, print_text

if TYPE_CHECKING:
    from studio.core.game import Json
    from studio.core.match import Match
    from studio.documents.store import Layout, Record
    from studio.services.loading import LoadedLayout


STDIO = Path("-")  # standard input for reading, standard output for writing
LAYOUTS, DOCUMENTS = ("studio.layout",), ("studio.layout", "studio.match")
"""The `format` of the files to look for in folders."""


class FileResult(NamedTuple):
    """What a command has to report for one file: exit code, plain data for `--json`, lines."""

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
    """Use `args.files` one after another, with folders expanded; return the highest exit code.

    A file that cannot be used is reported; its entry in `--json` has the fields `more`. `to_stderr` keeps standard
    output free for a document.
    """
    answer, data, files = common.EXIT_OK, [], expand_folders(args.files, kinds)
    for number, path in enumerate(files, 1):
        try:
            if path != STDIO and path.is_dir():
                raise common.UsageError(_("{path}: no suitable files in this folder").format(path=path))
            counter = f"{number}/{len(files)} · " if len(files) > 1 else ""
            with common.progress_line(f"{counter}{source_name(path)}"):
                result = use(path)
        except common.UsageError as refusal:
            print_error(f"{common.PROGRAM}: {refusal}")
            data.append({"file": str(path), "unusable": str(refusal), **more})
            answer = common.EXIT_INVALID
            continue
        answer = max(answer, result.exit_code)
        if args.json:
            data.append(result.data)
        else:
            print_text(*result.lines, aside=to_stderr)
    if args.json:
        common.print_json(data, to_stderr=to_stderr)
    return answer


def expand_folders(paths: Iterable[Path], kinds: tuple[str, ...]) -> list[Path]:
    """Replace each folder by the documents of these kinds in it and below, sorted by name.

    Hidden files and other JSON are skipped. A file with broken JSON is kept, and so is a folder without documents.
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
                    is_wanted = problem.place != "`$`"  # a JSON list is valid JSON but not a document
                if is_wanted:
                    yield path


def source_name(path: Path) -> Path:
    """The name of a file in messages."""
    return path if path != STDIO else Path(_("standard input"))


def read_document(path: Path) -> tuple[Layout | Record, Path]:
    """The document in a file or standard input, and its name in messages."""
    found, name, _data = read_with_bytes(path)
    return found, name


def read_with_bytes(path: Path) -> tuple[Layout | Record, Path, bytes]:
    from studio.documents.store import parse

    data, name = read(path), source_name(path)
    with common.as_usage_error():
        return parse(data, name), name, data


_read_stdin: TextIO | None = None  # the standard input that has been read already


def read(path: Path) -> bytes:
    """The bytes of a file or of standard input, which can be read once."""
    from studio.documents.files import MAX_BYTES, read_bytes

    global _read_stdin
    if path == STDIO:
        if _read_stdin is sys.stdin:
            raise common.UsageError(_("standard input can be used for one file only"))
        _read_stdin = sys.stdin
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with common.as_usage_error():
        return read_bytes(path)


def read_layout(path: Path) -> LoadedLayout:
    from studio.documents.store import Layout

    found, name = read_document(path)
    if not isinstance(found, Layout):
        raise common.UsageError(_("{path}: this is a match record; a layout is required.").format(path=name))
    return resolve_layout(found, name)


def resolve_layout(layout: Layout, path: Path | None = None) -> LoadedLayout:
    from studio.services.loading import parse_layout

    with common.as_usage_error():
        return parse_layout(layout, path)


def relocate_layout(layout: Layout, source: Path, output: Path) -> Layout:
    """The layout as another file holds it; from or to a pipe it stays as it is."""
    from studio.services.loading import relocate_layout

    return layout if STDIO in (source, output) else relocate_layout(layout, source, output)


def read_record(path: Path) -> tuple[Record, Match]:
    """A record and its match, replayed to the end."""
    from studio.documents.store import Record

    found, name = read_document(path)
    if not isinstance(found, Record):
        raise common.UsageError(_("{path}: this is a layout; a match record is required.").format(path=name))
    return found, replay_record(found, name)


def replay_record(record: Record, path: Path) -> Match:
    from studio.services.loading import replay_record

    with common.as_usage_error():
        return replay_record(record, path)


def write(path: Path, data: bytes) -> None:
    """Write bytes to a file atomically, or to standard output."""
    if path == STDIO:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    from studio.documents.files import write_bytes

    with common.as_usage_error():
        write_bytes(path, data)


def write_document(path: Path, document: Layout | Record) -> None:
    """Write a document to a file with a backup of the old version, or to standard output."""
    from studio.documents.store import document_text, save_with_backup

    if path == STDIO:
        write(path, document_text(document).encode())
        return
    with common.as_usage_error():
        save_with_backup(path, document)


def check_output(output: Path, inputs: Iterable[Path], *suffixes: str) -> None:
    """Check an output file before long work starts. Raises `UsageError`.

    Its folder must exist, it must not be one of the inputs, and it must end in one of the `suffixes`, if there are any.
    """
    if output == STDIO:
        return
    if not output.absolute().parent.is_dir():
        raise common.UsageError(_("{path}: folder not found").format(path=output))
    check_not_input(output, inputs)
    if suffixes and output.suffix.lower() not in suffixes:
        text = _("{path}: the file name must end in {kinds}")
        raise common.UsageError(text.format(path=output, kinds=join_or([*filter(None, suffixes)])))


def check_not_input(output: Path, inputs: Iterable[Path]) -> None:
    """Raise `UsageError` if a file is one of the inputs by any path, by a link or by redirection."""
    from studio.documents.files import is_same_file

    for path in inputs:
        is_input = is_same_file(output, path)
        if path == STDIO:
            with contextlib.suppress(OSError, ValueError):
                is_input = os.path.samestat(os.fstat(sys.stdin.fileno()), output.stat())
        if is_input:
            text = _("{path}: this is also an input file; choose another output file")
            raise common.UsageError(text.format(path=output))
