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
    dots,
    file_name,
    millimetres,
    offscreen,
    print_json,
    refusing,
    seconds_number,
    seed_number,
    size_in_pixels,
    under_way,
    whole_number,
)
from studio.cli.files import check_folder, open_layout, open_record, opened, read_document, replayed, spoken, write
from studio.cli.play import record_names
from studio.core.text import _, called, plural, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from studio.core.match import Node
    from studio.core.picture import Picture
    from studio.documents.store import Record


# What `export` makes of the course of a match: an animated picture, or its log as text.

WIDTH = 800
LARGEST = 2400
"""Pixels across: as usual, and at most."""


def add_course(parser: Parser) -> None:
    """What apng and text ask besides."""
    course = parser.add_argument_group(_("apng, text"), _("the course of a match"))
    course.add_argument(
        "--seat",
        type=whole_number,
        metavar="N",
        help=_("as this seat sees it (as everybody does; a match that is over is told in full)"),
    )
    course.add_argument("--from", dest="first", type=seed_number, metavar="N", help=_("from this position on (0)"))
    course.add_argument("--until", dest="last", type=seed_number, metavar="N", help=_("up to this position (the last)"))
    course.add_argument(
        "--seconds", type=seconds_number, default=0.7, metavar="S", help=_("how long each picture stays (0.7)")
    )
    course.add_argument("--clauses", action="store_true", help=_("the text names the clause that each step follows"))


def film(args: argparse.Namespace) -> int:
    """Write a match as an animated picture."""
    from studio.core.game import EVERYBODY

    check_folder(args.output)
    record, match = open_record(args.file)
    seat = _seat(args, record)
    line = match.line()
    nodes = [line[place] for place in _part(args, line)]
    width, height = args.size if args.size != (1600, 0) else (WIDTH, 0)  # a picture that moves is smaller as a rule
    picture = match.game.picture(nodes[0].state, EVERYBODY)
    left, top, right, bottom = picture.bounds
    if height:
        width = max(16, min(width, round(height * (right - left) / (bottom - top))))
    if width > LARGEST:
        raise Refused(_("an animated picture is at most {most} pixels wide").format(most=LARGEST))
    offscreen()
    from studio.gui.headless import film as filmed, own_data_dir

    with refusing(), own_data_dir(args.data_dir), under_way(_("drawing the picture")) as tell:

        def pictures() -> Iterator[Picture]:
            for number, node in enumerate(nodes, 1):
                tell(_("picture {number} of {count}").format(number=number, count=len(nodes)))
                yield match.game.picture(node.state, seat)

        data = filmed(pictures(), width, args.theme, False, round(args.seconds * 1000))
    write(args.output, data)
    told = {"file": str(args.file), "output": str(args.output), "positions": len(nodes), "bytes": len(data)}
    aside = args.output == STANDARD
    if args.json:
        print_json(told, aside=aside)
    else:
        count = plural("{n} position", "{n} positions", len(nodes)).format(n=len(nodes))
        words = _("{path}: {positions}, {size} kB")
        say(words.format(path=args.output, positions=count, size=round(len(data) / 1000)), aside=aside)
    return FINE


def text(args: argparse.Namespace) -> int:
    """Write a match as text."""
    from studio.core.transcript import ALL, script, story, title_lines
    from studio.services.loading import marked

    check_folder(args.output)
    record, match = open_record(args.file)
    seat = ALL if match.is_over and args.seat is None else _seat(args, record)
    line, names = match.line(), record_names(record)
    wanted = _part(args, line)
    told = (step for step in story(match.game, line, seat, args.clauses) if step.place in wanted)
    notes = marked(record, match)
    marks = {place: notes[line[place]] for place in wanted if line[place] in notes}
    head = title_lines(match.game, called(record.layout.name), names, record.by_lot)
    lines = [*head, *script(told, names, marks)]
    if match.is_over and wanted[-1] == len(line) - 1:
        from studio.cli.play import reckoning_lines

        lines += ["", *reckoning_lines(match.game.reckoning(match.state), names)]
    write(args.output, "".join(f"{line}\n" for line in lines).encode())
    if args.json:
        whole = {"file": str(args.file), "output": str(args.output), "positions": len(wanted)}
        print_json(whole, aside=args.output == STANDARD)
    return FINE


def _seat(args: argparse.Namespace, record: Record) -> int:
    """The seat through whose eyes the match is seen, or everybody's; refused if there is none such."""
    from studio.core.game import EVERYBODY

    if args.seat is None:
        return EVERYBODY
    if args.seat > len(record.seats):
        count = len(record.seats)
        words = plural("the match has {n} seat", "the match has {n} seats", count)
        raise Refused(words.format(n=count))
    return int(args.seat) - 1


def _part(args: argparse.Namespace, line: Sequence[Node]) -> range:
    """The numbers of the positions that are wanted; refused if there is none."""
    last = len(line) - 1
    first = args.first or 0
    until = last if args.last is None else min(args.last, last)
    if first > until:
        words = _("there is nothing from position {first} to {last}; the match ends at {end}")
        raise Refused(words.format(first=first, last=until, end=last))
    return range(first, until + 1)


# Commands that carry a board out of the program: `export` in all its forms, and `render` for a picture.

PICTURES = ("png", "svg", "pdf")


def add_export(parser: Parser) -> Callable[[argparse.Namespace], int]:
    _add_source(parser)
    parser.add_argument(
        "--to",
        required=True,
        choices=tuple(FORMS),
        help=_(
            "what to make: a picture (png, svg, pdf), pages to print and cut out (print), a map for Tiled (tiled); of "
            "a match also all of it, as an animated picture (apng) or as text (text)"
        ),
    )
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        type=file_name,
        metavar="OUT",
        help=_("where to, - for standard output; for Tiled a folder"),
    )
    _add_looks(parser)
    _add_paper(parser)
    add_course(parser)
    add_json(parser)
    return _export


def _export(args: argparse.Namespace) -> int:
    return FORMS[args.to](args)


def _export_picture(args: argparse.Namespace) -> int:
    return _draw(args, f".{args.to}")


def _export_tiled(args: argparse.Namespace) -> int:
    """Write a layout as a map of Tiled, with its tileset and pictures, into a folder."""
    from studio.documents.files import bare_name, plain_name

    if args.output == STANDARD:
        raise Refused(_("a map of Tiled is several files: name a folder for them"))
    check_folder(args.output)
    layout = open_layout(args.file)
    offscreen()
    from studio.gui.headless import own_data_dir, write_map

    with refusing(), own_data_dir(args.data_dir), under_way(_("drawing the picture")):
        written = write_map(layout, args.output, plain_name(bare_name(spoken(args.file)), ""), args.theme)
    if args.json:
        print_json({"file": str(args.file), "output": str(args.output), "written": [str(path) for path in written]})
    return FINE


def _export_print(args: argparse.Namespace) -> int:
    """Write the pages of a layout for scissors and glue."""
    from dataclasses import replace

    from studio.drawing.print_layout import Choices, Unprintable
    from studio.drawing.print_sheets import printout

    check_folder(args.output)
    layout = open_layout(args.file)
    choices = Choices(
        paper=args.paper,
        across=None if args.turned == "auto" else args.turned == "across",
        side=args.tile_mm or 0.0,
        margin=args.margin,
        overlap=args.overlap,
        backs=args.backs,
        fold_marks=args.fold_marks,
        ink_saving=args.ink_saving,
    )
    if args.parts is not None:
        parts = [part.strip() for part in args.parts.split(",") if part.strip()]
        if unknown := [part for part in parts if part not in PARTS]:
            raise Refused(
                _('"{name}" is no part of a printout; there are: {known}').format(
                    name=unknown[0], known=", ".join(PARTS)
                )
            )
        choices = replace(choices, board="board" in parts, tiles="tiles" in parts, markers="markers" in parts)
    game = layout.game
    with refusing(Unprintable):
        cut_outs = game.cut_outs(layout.body)
        pages = printout(cut_outs, choices, called(layout.layout.name), game.info.name)
    offscreen()
    from studio.gui.headless import own_data_dir, printed

    with refusing(), own_data_dir(args.data_dir), under_way(_("drawing the picture")):
        data = printed(pages, layout.layout.name, args.ink_saving)
    write(args.output, data)
    told = {
        "file": str(args.file),
        "output": str(args.output),
        "pages": len(pages.pages),
        "sheets": pages.sheets,
        "millimetres": pages.side,
        "published_size": cut_outs.is_published and pages.side == cut_outs.millimetres,
    }
    aside = args.output == STANDARD
    if args.json:
        print_json(told, aside=aside)
        return FINE
    count = plural("{count} page", "{count} pages", len(pages.pages)).format(count=len(pages.pages))
    say(
        _("{path}: {pages}, {side} mm per tile").format(path=args.output, pages=count, side=f"{pages.side:g}"),
        aside=aside,
    )
    if not args.tile_mm and not cut_outs.is_published:
        say(_("The published size is not known; --tile-mm sets another."), aside=aside)
    return FINE


PARTS = ("board", "tiles", "markers")
FORMS: dict[str, Callable[[argparse.Namespace], int]] = {
    **dict.fromkeys(PICTURES, _export_picture),
    "print": _export_print,
    "tiled": _export_tiled,
    "apng": film,
    "text": text,
}
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
    parser.add_argument(
        "--dpi",
        type=dots,
        metavar="N",
        help=_("true scale at so many pixels to the inch, in place of --size; --tile-mm says how large a tile is"),
    )
    parser.add_argument(
        "--theme", choices=("light", "dark", "lines"), default="light", help=_("lines saves ink (light)")
    )
    parser.add_argument(
        "--no-grain", action="store_true", help=_("without the grain of paper, which only png can hold")
    )
    parser.add_argument(
        "--overlay",
        action="append",
        default=[],
        metavar="NAME",
        help=_("with what is measured of a layout drawn over it: the name of an overlay, or all; may come again"),
    )


def _add_paper(parser: Parser) -> None:
    """What print asks besides; the choices of `studio.drawing.paper`."""
    from studio.drawing.print_layout import BACKS, PAPERS

    paper = parser.add_argument_group(_("print"), _("pages at true scale, as a PDF"))
    paper.add_argument("--tile-mm", type=millimetres, metavar="MM", help=_("side of a tile (the game's own)"))
    paper.add_argument("--paper", choices=tuple(PAPERS), default="a4", help=_("size of the paper (a4)"))
    paper.add_argument(
        "--turned", choices=("auto", "upright", "across"), default="auto", help=_("how the paper lies (auto)")
    )
    paper.add_argument("--margin", type=millimetres, default=6.0, metavar="MM", help=_("left free all round (6)"))
    paper.add_argument("--overlap", type=millimetres, default=10.0, metavar="MM", help=_("to glue pages on (10)"))
    paper.add_argument("--backs", choices=BACKS, default="duplex", help=_("where the backs of tiles go (duplex)"))
    paper.add_argument("--parts", metavar="A,B,…", help=_("only some of: board, tiles, markers"))
    parser.offer("parts", lambda: PARTS, by_comma=True)
    paper.add_argument("--fold-marks", action="store_true", help=_("marks where the joined board is folded"))
    paper.add_argument("--ink-saving", action="store_true", help=_("lines on bare paper"))


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
    picture, side = _picture(args.file, args.overlay)
    width, height = args.size
    left, top, right, bottom = picture.bounds
    asked = ("tile_mm" in args and args.tile_mm) or 0.0
    dpi = float(args.dpi or 96)
    if args.dpi or asked:
        width = round((right - left) * (asked or side) / 25.4 * dpi)
    elif height:
        width = max(16, min(width, round(height * (right - left) / (bottom - top))))
    offscreen()
    from studio.gui.headless import own_data_dir, render

    with refusing(), own_data_dir(args.data_dir), under_way(_("drawing the picture")):
        data = render(picture, kind, width, args.theme, dpi, not args.no_grain)
    write(args.output, data)
    if args.json:
        print_json({"file": str(args.file), "output": str(args.output), "width": width}, aside=args.output == STANDARD)
    return FINE


def _picture(path: Path, overlays: list[str]) -> tuple[Picture, float]:
    """A layout as the editor shows it, or the last position of a record, and the millimetres of a tile's side.

    Refused if it is neither, or has none of the overlays.
    """
    from studio.documents.store import Record

    found, name = read_document(path)
    if isinstance(found, Record):
        from studio.core.game import EVERYBODY

        if overlays:
            raise Refused(_("{path}: overlays are for layouts, and this is a match record.").format(path=name))
        match = replayed(found, name)
        side = match.game.cut_outs(opened(found.layout).body).millimetres
        return match.game.picture(match.state, EVERYBODY), side
    layout = opened(found, name)
    game, body = layout.game, layout.body
    picture = game.sketch(body, still=True)
    if overlays:
        from studio.core.cancellation import ENDLESS
        from studio.drawing.overlays import laid_over

        there = {overlay.key: overlay.picture for overlay in game.survey(body, -1, ENDLESS).overlays}
        wanted = list(there) if "all" in overlays else overlays
        if unknown := [key for key in wanted if key not in there]:
            known = ", ".join(there) or _("none")
            raise Refused(
                _('there is no overlay "{name}" here; there are: {known}').format(name=unknown[0], known=known)
            )
        picture = laid_over(picture, [there[key] for key in wanted])
    return picture, game.cut_outs(body).millimetres
