"""Commands that carry a board out of the program: `export` in all its forms, and `render` for a picture."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli.common import (
    FINE,
    STANDARD,
    Parser,
    Refused,
    add_json,
    file_name,
    offscreen,
    opened,
    print_json,
    read_document,
    replayed,
    size_in_pixels,
    write,
)
from studio.core.text import _

if TYPE_CHECKING:
    from studio.core.picture import Picture

PICTURES = ("png", "svg", "pdf")


def add_export(parser: Parser) -> Callable[[argparse.Namespace], int]:
    _add_source(parser)
    parser.add_argument(
        "--to",
        required=True,
        choices=tuple(FORMS),
        help=_("what to make: a picture (png, svg, pdf)"),
    )
    parser.add_argument(
        "-o", "--output", required=True, type=file_name, metavar="OUT", help=_("where to, - for standard output")
    )
    _add_looks(parser)
    add_json(parser)
    return _export


def _export(args: argparse.Namespace) -> int:
    return FORMS[args.to](args)


def _export_picture(args: argparse.Namespace) -> int:
    return _draw(args, f".{args.to}")


FORMS: dict[str, Callable[[argparse.Namespace], int]] = dict.fromkeys(PICTURES, _export_picture)
"""What a board can be exported to, and the command that does it."""


def _add_source(parser: Parser) -> None:
    parser.add_argument(
        "file", metavar="FILE", type=file_name, help=_("a layout or a match record, - for standard input")
    )


def _add_looks(parser: Parser) -> None:
    parser.add_argument(
        "--size",
        type=size_in_pixels,
        default=(1600, 0),
        metavar="WIDTH[xHEIGHT]",
        help=_("width in pixels (1600), or a box to fit into"),
    )
    parser.add_argument("--theme", choices=("light", "dark"), default="light")


def add_render(parser: Parser) -> Callable[[argparse.Namespace], int]:
    _add_source(parser)
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        type=file_name,
        metavar="OUT",
        help=_("a .png, .svg or .pdf file, - for standard output"),
    )
    parser.add_argument(
        "--format", choices=PICTURES, help=_("what kind of picture (by the ending; png on standard output)")
    )
    _add_looks(parser)
    add_json(parser)
    return _render


def _render(args: argparse.Namespace) -> int:
    return _draw(args, _picture_kind(args.output, args.format))


def _picture_kind(output: Path, asked: str | None) -> str:
    """The ending of the kind of picture to be written, or refused."""
    if asked is not None:
        return f".{asked}"
    if output == STANDARD:
        return ".png"
    if output.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise Refused(_("{path}: the name must end in .png, .svg or .pdf").format(path=output))
    return output.suffix.lower()


def _draw(args: argparse.Namespace, kind: str) -> int:
    """Write the picture of a file."""
    check_folder(args.output)
    picture = _picture(args.file)
    width, height = args.size
    left, top, right, bottom = picture.bounds
    if height:
        width = max(16, min(width, round(height * (right - left) / (bottom - top))))
    offscreen()
    from studio.documents.files import DocumentError
    from studio.gui.headless.window import own_data_dir, render

    try:
        with own_data_dir(args.data_dir):
            data = render(picture, kind, width, args.theme)
    except DocumentError as problem:
        raise Refused(str(problem)) from None
    write(args.output, data)
    if args.json:
        print_json({"file": str(args.file), "output": str(args.output), "width": width}, aside=args.output == STANDARD)
    return FINE


def check_folder(output: Path) -> None:
    """Refuse a place that nothing can be written to, before work begins that takes its time."""
    if not output.absolute().parent.is_dir():
        raise Refused(_("{path}: there is no such folder").format(path=output))


def _picture(path: Path) -> Picture:
    """A layout as the editor shows it, or the last position of a record; refused if it is neither."""
    from studio.documents.record import Record

    found, name = read_document(path)
    if isinstance(found, Record):
        from studio.core.game import EVERYBODY

        match = replayed(found, name)
        return match.game.picture(match.state, EVERYBODY)
    layout = opened(found, name)
    return layout.game.sketch(layout.body, still=True)
