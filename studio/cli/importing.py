"""The command `import`: maps that were edited elsewhere become layouts again."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from studio.cli.common import FINE, STANDARD, add_json, file_name, print_json, refusing
from studio.cli.files import put, read, spoken
from studio.cli.parser import Parser
from studio.core.text import _


def add_import(parser: Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument(
        "file",
        metavar="F.tmj",
        type=file_name,
        help=_("a map of Tiled (.tmj) that was exported from here, - for standard input"),
    )
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        type=file_name,
        metavar="OUT",
        help=_("the layout file to write, - for standard output"),
    )
    add_json(parser)
    return _import


def _import(args: argparse.Namespace) -> int:
    from studio.opening import findings, to_layout
    from studio.opening.tiled.reading import imported

    with refusing():
        layout = imported(read(args.file), spoken(args.file))
    put(args.output, to_layout(layout))
    if args.json:
        errors = sum(problem.severity.name == "ERROR" for problem in findings(layout))
        data = {"file": str(args.file), "output": str(args.output), "game": layout.game.info.slug, "ok": not errors}
        print_json(data, aside=args.output == STANDARD)
    return FINE
