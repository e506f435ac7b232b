"""The command that fills a board: `complete`."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from studio.cli.common import FINE, NO, PROGRAM, STANDARD, add_json, file_name, print_json, seconds_number, seed_number
from studio.cli.files import open_layout, refiled, spoken, write
from studio.cli.parser import Parser, Refused
from studio.cli.progress import under_way
from studio.core.text import _, complain, numeral


def add_complete(parser: Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument("layout", metavar="LAYOUT", type=file_name, help=_("a layout file, - for standard input"))
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=file_name,
        default=STANDARD,
        help=_("the completed layout, - for standard output (-)"),
    )
    parser.add_argument(
        "--seed", type=seed_number, default=0, metavar="S", help=_("the same seed gives the same completion (0)")
    )
    parser.add_argument(
        "--spaces",
        default="",
        metavar="A1,B2:D5,…",
        help=_("only these spaces, by name or as a box from corner to corner"),
    )
    parser.add_argument("--seconds", type=seconds_number, default=60.0, help=_("give up after so long (60)"))
    add_json(parser)
    return _complete


def _complete(args: argparse.Namespace) -> int:
    from dataclasses import replace

    from studio.core.cancellation import Patience, Spent
    from studio.core.grid import read_places
    from studio.core.problems import Incompletable
    from studio.documents.store import layout_text
    from studio.opening import to_layout

    layout = open_layout(args.layout)
    game, grid = layout.game, layout.game.grid(layout.body)
    places, unknown = read_places(grid, args.spaces)
    if unknown:
        raise Refused(_('there is no space "{name}" on this board').format(name=unknown))
    try:
        with under_way(_("filling the board"), args.seconds):
            body = game.complete(layout.body, set(places), args.seed, Patience(args.seconds))
    except Incompletable as refusal:
        return _told(args, str(refusal), [grid.name(cell) for cell in refusal.cells])
    except Spent:
        words = _("No completion was found within {seconds} s.").format(seconds=numeral(args.seconds, "g"))
        return _told(args, words, [])
    write(args.output, layout_text(refiled(to_layout(replace(layout, body=body)), args.layout, args.output)).encode())
    if args.json:
        filled = [
            grid.name(cell) for cell in range(grid.count) if game.pick(body, cell) != game.pick(layout.body, cell)
        ]
        data = {"file": str(args.layout), "output": str(args.output), "seed": args.seed, "ok": True, "filled": filled}
        print_json(data, aside=args.output == STANDARD)
    return FINE


def _told(args: argparse.Namespace, words: str, names: list[str]) -> int:
    """Say why there is no completion: the answer is no."""
    if args.json:
        print_json({"file": str(args.layout), "ok": False, "reason": words, "spaces": names}, aside=True)
    else:
        complain(f"{PROGRAM}: {spoken(args.layout)}: {words}")
    return NO
