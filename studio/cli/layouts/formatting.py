"""The command that writes documents in their canonical form: `format`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli.common import FINE, NO, STANDARD, add_files, add_json
from studio.cli.files import DOCUMENTS, Told, each_file, opened, put, read_with_bytes, spoken
from studio.cli.parser import Parser
from studio.core.text import _

if TYPE_CHECKING:
    from studio.documents.layout import Layout
    from studio.documents.record import Record


def add_format(parser: Parser) -> Callable[[argparse.Namespace], int]:
    add_files(parser, _("layouts and match records, folders of them, - for standard input to standard output"))
    parser.add_argument(
        "--check", action="store_true", help=_("write nothing; the answer is no if a file is not in that form")
    )
    add_json(parser)
    return _format


def _format(args: argparse.Namespace) -> int:
    def use(path: Path) -> Told:
        is_other = _formatted(path, args.check)
        words = _("{path}: is not in canonical form") if args.check else _("{path}: written anew")
        return Told(
            NO if is_other and args.check else FINE,
            {"file": str(path), "changed": is_other and not args.check, "canonical": not is_other},
            [words.format(path=spoken(path))] if is_other else [],
        )

    return each_file(args, DOCUMENTS, use, aside=STANDARD in args.files and not args.check)


def _formatted(path: Path, is_check: bool) -> bool:
    """Write a file in canonical form if it is not, or only look; whether it was in another one. Refused if no document.

    What is read from standard input is written in any case.
    """
    from msgspec.structs import replace

    from studio.documents.record import Record
    from studio.documents.store import text_of
    from studio.opening import to_layout

    found, name, data = read_with_bytes(path)
    if isinstance(found, Record):
        document: Layout | Record = replace(found, layout=to_layout(opened(found.layout)))
    else:
        document = to_layout(opened(found, name))
    is_other = text_of(document).encode() != data
    if not is_check and (is_other or path == STANDARD):
        put(path, document)
    return is_other
