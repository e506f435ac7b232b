"""The commands `export` and `render`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from studio.cli import common, files
from studio.cli.play import score_lines, seat_names
from studio.core.text import _, plural, print_text, translated_name

if TYPE_CHECKING:
    from studio.core.match import Node
    from studio.core.picture import Picture
    from studio.documents.store import Record


WIDTH = 800
MAX_WIDTH = 2400  # pixels of an animation's width: default and maximum


def add_match_range(parser: common.Parser) -> None:
    """Add the options of apng and text."""
    add = parser.add_argument_group(_("options for apng and text"), _("Export of a whole match")).add_argument
    common.add_value(
        add, "--seat", common.whole_number, "N", _("View of this seat (default: public; finished match: full)")
    )
    add("--from", dest="first", type=common.seed_number, metavar="N", help=_("First position (default: 0)"))
    common.add_value(
        add, "--until", common.seed_number, "N", _("Last position (default: the end of the match)"), dest="last"
    )
    common.add_value(
        add, "--frame-seconds", common.seconds_number, "S", _("Seconds per frame (default: 0.7)"), default=0.7
    )
    add("--rules", action="store_true", help=_("Add the rule number of each step to the text"))


@contextmanager
def _drawing(args: argparse.Namespace) -> Iterator[tuple[ModuleType, Callable[[str], None]]]:
    """Draw without a display. Yields the module that draws, and what shows progress; its errors are `UsageError`."""
    common.offscreen()
    from studio.gui import headless

    progress = common.progress_line(_("drawing the image"))
    with common.as_usage_error(), headless.isolated_data_dir(args.data_dir), progress as tell:
        yield headless, tell


def write_animation(args: argparse.Namespace) -> int:
    from studio.core.game import EVERYBODY

    record, match = files.read_record(args.file)
    seat = _seat(args, record)
    line = match.line()
    nodes = [line[place] for place in _part(args, line)]
    width, height = args.size if args.size != (1600, 0) else (WIDTH, 0)  # animations are smaller by default
    picture = match.game.picture.picture(nodes[0].state, EVERYBODY)
    left, top, right, bottom = picture.bounds
    if height:
        width = max(16, min(width, round(height * (right - left) / (bottom - top))))
    if width > MAX_WIDTH:
        raise common.UsageError(_("an animation can be at most {most} pixels wide").format(most=MAX_WIDTH))
    with _drawing(args) as (headless, tell):

        def pictures() -> Iterator[Picture]:
            for number, node in enumerate(nodes, 1):
                tell(_("frame {number} of {count}").format(number=number, count=len(nodes)))
                yield match.game.picture.picture(node.state, seat)

        data = headless.render_animation(pictures(), width, args.theme, False, round(args.frame_seconds * 1000))
    files.write(args.output, data)
    summary = {"file": str(args.file), "output": str(args.output), "positions": len(nodes), "bytes": len(data)}
    aside = args.output == files.STDIO
    if args.json:
        common.print_json(summary, to_stderr=aside)
    else:
        count = plural("{n} position", "{n} positions", len(nodes)).format(n=len(nodes))
        text = _("{path}: {positions}, {size} kB")
        print_text(text.format(path=args.output, positions=count, size=round(len(data) / 1000)), aside=aside)
    return common.EXIT_OK


def write_transcript(args: argparse.Namespace) -> int:
    from studio.core.transcript import SEE_ALL, header_lines, transcribe, transcript_lines
    from studio.services.loading import bookmarked_nodes

    record, match = files.read_record(args.file)
    seat = SEE_ALL if match.is_over and args.seat is None else _seat(args, record)
    line, names = match.line(), seat_names(record)
    wanted = _part(args, line)
    steps = (step for step in transcribe(match.game, line, seat, args.rules) if step.step in wanted)
    notes = bookmarked_nodes(record, match)
    marks = {place: notes[line[place]] for place in wanted if line[place] in notes}
    head = header_lines(match.game, translated_name(record.layout.name), names, record.by_lot)
    lines = [*head, *transcript_lines(steps, names, marks)]
    if match.is_over and wanted[-1] == len(line) - 1:
        lines += ["", *score_lines(match.game.text.score_breakdown(match.state), names)]
    files.write(args.output, "".join(f"{line}\n" for line in lines).encode())
    if args.json:
        whole = {"file": str(args.file), "output": str(args.output), "positions": len(wanted)}
        common.print_json(whole, to_stderr=args.output == files.STDIO)
    return common.EXIT_OK


def _seat(args: argparse.Namespace, record: Record) -> int:
    """The seat whose view is shown, `EVERYBODY` without `--seat`. Raises `UsageError`."""
    from studio.core.game import EVERYBODY

    if args.seat is None:
        return EVERYBODY
    if args.seat > len(record.seats):
        count = len(record.seats)
        text = plural("the match has only {n} seat", "the match has only {n} seats", count)
        raise common.UsageError(text.format(n=count))
    return int(args.seat) - 1


def _part(args: argparse.Namespace, line: Sequence[Node]) -> range:
    """The numbers of the positions from `--from` to `--until`. Raises `UsageError` if there are none."""
    last = len(line) - 1
    first = args.first or 0
    until = last if args.last is None else min(args.last, last)
    if first > until:
        text = _("no positions from {first} to {last}; the match ends at {end}")
        raise common.UsageError(text.format(first=first, last=until, end=last))
    return range(first, until + 1)


PICTURES = ("png", "svg", "pdf")


def add_export(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    _add_source(parser)
    parser.add_argument(
        "--format",
        required=True,
        choices=tuple(EXPORTERS),
        help=_("Output format. print: pages to cut out; tiled: a Tiled map; apng: animation of a match; text: its log"),
    )
    common.add_output(parser, _("Output file (- for standard output); a folder for tiled"), required=True)
    _add_appearance(parser)
    _add_paper(parser)
    add_match_range(parser)
    common.add_json(parser)

    def export(args: argparse.Namespace) -> int:
        reject_unused(parser, args.format)
        files.check_output(args.output, [args.file], *SUFFIXES.get(args.format, (f".{args.format}", "")))
        return EXPORTERS[args.format](args)

    return export


def reject_unused(parser: common.Parser, kind: str) -> None:
    """Raise `UsageError` for an option that has no effect on this output format."""
    for action in parser._actions:
        kinds = FORMATS_OF.get(action.dest, (kind,))
        if kind not in kinds and parser.given.intersection(action.option_strings):
            text = _("{option} is not available for {format}, only for {formats}")
            raise common.UsageError(text.format(option=action.option_strings[0], format=kind, formats=", ".join(kinds)))


def _export_tiled(args: argparse.Namespace) -> int:
    from studio.documents.files import base_name, safe_file_name

    if args.output == files.STDIO:
        raise common.UsageError(_("a Tiled map consists of several files; give a folder"))
    layout = files.read_layout(args.file)
    name = safe_file_name(base_name(files.source_name(args.file)), "")
    for suffix in (".tmj", ".tsj"):
        files.check_not_input(args.output / f"{name}{suffix}", [args.file])
    with _drawing(args) as (headless, _tell):
        written = headless.write_tiled_map(layout, args.output, name, args.theme)
    if args.json:
        common.print_json(
            {"file": str(args.file), "output": str(args.output), "written": [str(path) for path in written]}
        )
    return common.EXIT_OK


def _export_print(args: argparse.Namespace) -> int:
    """Write print-and-play pages of a layout as a PDF."""
    from dataclasses import replace

    from studio.drawing.print_layout import PrintOptions, Unprintable
    from studio.drawing.print_sheets import build_printout, without_published

    layout = files.read_layout(args.file)
    choices = PrintOptions(
        paper=args.paper,
        is_landscape=None if args.orientation == "auto" else args.orientation == "landscape",
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
            text = _('unknown printout part "{name}"; available: {known}')
            raise common.UsageError(text.format(name=unknown[0], known=", ".join(PARTS)))
        choices = replace(choices, board="board" in parts, tiles="tiles" in parts, markers="markers" in parts)
    game = layout.game
    with common.as_usage_error(Unprintable):
        cut_outs = game.sketch.cut_outs(layout.body)
        if args.additional_only:
            cut_outs = without_published(cut_outs, game.sketch.cut_outs(game.editing.blank()))
        pages = build_printout(cut_outs, choices, translated_name(layout.layout.name), game.info.name)
    with _drawing(args) as (headless, _tell):
        data = headless.render_pdf(pages, layout.layout.name, args.ink_saving)
    files.write(args.output, data)
    summary = {
        "file": str(args.file),
        "output": str(args.output),
        "pages": len(pages.pages),
        "sheets": pages.sheets,
        "millimetres": pages.side,
        "published_size": cut_outs.is_published and pages.side == cut_outs.unit_mm,
    }
    aside = args.output == files.STDIO
    if args.json:
        common.print_json(summary, to_stderr=aside)
        return common.EXIT_OK
    count = plural("{count} page", "{count} pages", len(pages.pages)).format(count=len(pages.pages))
    print_text(
        _("{path}: {pages}, {side} mm per tile").format(path=args.output, pages=count, side=f"{pages.side:g}"),
        aside=aside,
    )
    if not args.tile_mm and not cut_outs.is_published:
        print_text(_("The published size is unknown; set another one with --tile-mm."), aside=aside)
    return common.EXIT_OK


PARTS = ("board", "tiles", "markers")
EXPORTERS: dict[str, Callable[[argparse.Namespace], int]] = {
    **dict.fromkeys(PICTURES, lambda args: _draw(args, f".{args.format}")),
    "print": _export_print,
    "tiled": _export_tiled,
    "apng": write_animation,
    "text": write_transcript,
}
"""The function for each `--format`."""
SUFFIXES = {"print": (".pdf", ""), "apng": (".png", ".apng", ""), "text": (".txt", ".md", ""), "tiled": ()}
"""The extensions of the output, where they differ from `--format`."""
FORMATS_OF: dict[str, tuple[str, ...]] = {
    "size": (*PICTURES, "apng"),
    "dpi": PICTURES,
    "theme": (*PICTURES, "tiled", "apng"),
    "no_texture": ("png",),
    "overlay": PICTURES,
    "tile_mm": (*PICTURES, "print"),
    **dict.fromkeys(
        ("paper", "orientation", "margin", "overlap", "backs", "parts", "additional_only", "fold_marks", "ink_saving"),
        ("print",),
    ),
    **dict.fromkeys(("seat", "first", "last"), ("apng", "text")),
    "frame_seconds": ("apng",),
    "rules": ("text",),
}
"""The formats on which an option has an effect; the others have one on all formats."""


def _add_source(parser: common.Parser) -> None:
    parser.add_argument(
        "file", metavar="FILE", type=common.file_name, help=_("Layout or match record (- for standard input)")
    )


def _add_appearance(parser: common.Parser) -> None:
    add = parser.add_argument
    common.add_value(
        add,
        "--size",
        common.size_in_pixels,
        "WIDTH[xHEIGHT]",
        _("Width in pixels, or maximum size (default: 1600)"),
        default=(1600, 0),
    )
    add("--dpi", type=common.dpi_number, metavar="N", help=_("Actual size at N DPI instead of --size; see --tile-mm"))
    add("--tile-mm", type=common.millimetres, metavar="MM", help=_("Side of a tile in mm (default: as in the game)"))
    add(
        "--theme",
        choices=("light", "dark", "lines"),
        default="light",
        help=_("Colour theme; lines saves ink (default: light)"),
    )
    add("--no-texture", action="store_true", help=_("Omit the paper texture (png only)"))
    add(
        "--overlay",
        action="append",
        default=[],
        metavar="NAME",
        help=_("Draw a survey overlay: a name or all (repeatable)"),
    )


def _add_paper(parser: common.Parser) -> None:
    """Add the options of print; `studio.drawing.print_layout` has their choices."""
    from studio.drawing.print_layout import BACKS, PAPERS

    add = parser.add_argument_group(_("options for print"), _("Pages at actual size, as a PDF")).add_argument
    add("--paper", choices=tuple(PAPERS), default="a4", help=_("Paper size (default: a4)"))
    add(
        "--orientation",
        type=common.choice,
        choices=("auto", "portrait", "landscape"),
        default="auto",
        help=_("Paper orientation (default: auto)"),
    )
    add("--margin", type=common.millimetres, default=6.0, metavar="MM", help=_("Page margin in mm (default: 6)"))
    common.add_value(
        add, "--overlap", common.millimetres, "MM", _("Overlap for gluing pages, in mm (default: 6)"), default=6.0
    )
    add(
        "--backs",
        type=common.choice,
        choices=BACKS,
        default="duplex",
        help=_("Placement of tile backs (default: duplex)"),
    )
    add("--parts", metavar="A,B,…", help=_("Parts to print: board, tiles, markers (default: all)"))
    parser.add_completions("parts", lambda: PARTS, by_comma=True)
    add("--additional-only", action="store_true", help=_("Omit the pieces of the published game"))
    add("--fold-marks", action="store_true", help=_("Mark the folds of the assembled board"))
    add("--ink-saving", action="store_true", help=_("Save ink: draw lines on blank paper"))


def add_render(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    _add_source(parser)
    common.add_output(parser, _("Output file: .png, .svg or .pdf (- for standard output)"), required=True)
    parser.add_argument("--format", choices=PICTURES, help=_("Image format (default: from the extension; png for -)"))
    _add_appearance(parser)
    common.add_json(parser)

    def render(args: argparse.Namespace) -> int:
        kind = _picture_kind(args.output, args.format)
        reject_unused(parser, kind[1:])
        files.check_output(args.output, [args.file], kind, "")
        return _draw(args, kind)

    return render


def _picture_kind(output: Path, kind: str | None) -> str:
    """The extension of the picture to write. Raises `UsageError`."""
    if kind is not None:
        return f".{kind}"
    if output == files.STDIO:
        return ".png"
    files.check_output(output, (), *(f".{kind}" for kind in PICTURES))
    return output.suffix.lower()


def _draw(args: argparse.Namespace, kind: str) -> int:
    picture, side = _picture(args.file, args.overlay)
    width, height = args.size
    left, top, right, bottom = picture.bounds
    dpi = float(args.dpi or 96)
    if args.dpi or args.tile_mm:
        width = round((right - left) * (args.tile_mm or side) / 25.4 * dpi)
    elif height:
        width = max(16, min(width, round(height * (right - left) / (bottom - top))))
    with _drawing(args) as (headless, _tell):
        data = headless.render(picture, kind, width, args.theme, dpi, not args.no_texture)
    files.write(args.output, data)
    if args.json:
        common.print_json(
            {"file": str(args.file), "output": str(args.output), "width": width}, to_stderr=args.output == files.STDIO
        )
    return common.EXIT_OK


def _picture(path: Path, overlays: list[str]) -> tuple[Picture, float]:
    """The picture of a layout or of a record's last position, and the side of a tile in mm. Raises `UsageError`."""
    from studio.documents.store import Record
    from studio.drawing.overlays import with_overlays, with_piece_names

    found, name = files.read_document(path)
    if isinstance(found, Record):
        from studio.core.game import EVERYBODY

        if overlays:
            raise common.UsageError(_("{path}: this is a match record; only layouts have overlays.").format(path=name))
        match = files.replay_record(found, name)
        side = match.game.sketch.cut_outs(files.resolve_layout(found.layout).body).unit_mm
        return match.game.picture.picture(match.state, EVERYBODY), side
    layout = files.resolve_layout(found, name)
    game, body = layout.game, layout.body
    picture = with_piece_names(game.sketch.sketch(body, still=True), game, body)
    if overlays:
        from studio.core.cancellation import NEVER_CANCELLED

        there = {overlay.key: overlay.picture for overlay in game.checks.survey(body, -1, NEVER_CANCELLED).overlays}
        wanted = list(there) if "all" in overlays else overlays
        if unknown := [key for key in wanted if key not in there]:
            text = _('unknown overlay "{name}"; available: {known}')
            raise common.UsageError(text.format(name=unknown[0], known=", ".join(there) or _("none")))
        picture = with_overlays(picture, [there[key] for key in wanted])
    return picture, game.sketch.cut_outs(body).unit_mm
