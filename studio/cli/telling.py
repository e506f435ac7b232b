"""What `export` makes of the course of a match: an animated picture, or its log as text."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from studio.cli.common import FINE, STANDARD, offscreen, print_json, refusing, seconds_number, seed_number, whole_number
from studio.cli.files import check_folder, open_record, write
from studio.cli.matches import record_names
from studio.cli.parser import Parser, Refused
from studio.cli.progress import under_way
from studio.core.text import _, called, plural, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from studio.core.match import Node
    from studio.core.picture import Picture
    from studio.documents.record import Record

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
    from studio.gui.headless.window import film as filmed
    from studio.gui.headless.window import own_data_dir

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
    from studio.opening import marked

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
        from studio.cli.matches import reckoning_lines

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
