"""The command `sweep`: many layouts, numbers of seats and options in one run, with one table."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli.common import (
    FINE,
    INTERRUPTED,
    STANDARD,
    add_json,
    bot_names,
    file_name,
    option_keys,
    parse_options,
    print_json,
    refusing,
    seed_number,
)
from studio.cli.files import LAYOUTS, open_layout, spread, write
from studio.cli.lab.simulating import add_crew, add_stopping, carried_out, check_report, stop_rule
from studio.cli.parser import Parser, Refused
from studio.core.text import _, complain, say

if TYPE_CHECKING:
    from studio.core.game import Json

KINDS = (".json", ".csv", ".parquet")


def add_sweep(parser: Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument(
        "layouts",
        nargs="+",
        metavar="LAYOUT",
        type=file_name,
        help=_("layouts or folders of them, perhaps of many games"),
    )
    parser.add_argument("--seats", type=seat_numbers, default=(2,), metavar="A,B,…", help=_("numbers of seats (2)"))
    parser.add_argument(
        "--options", action="append", metavar="K=V,…", help=_("variant rules; once for each set to be tried")
    )
    parser.add_argument("--bot", default="random", metavar="NAME", help=_("who plays in all seats (random)"))
    parser.add_argument("--seed", type=seed_number, default=0, metavar="S", help=_("the same for every point (0)"))
    parser.offer("options", option_keys, by_comma=True)
    parser.offer("bot", bot_names)
    add_stopping(parser)
    add_crew(parser)
    parser.add_argument(
        "-o", "--output", type=file_name, metavar="OUT", help=_("write all figures: .json, .csv or .parquet")
    )
    add_json(parser)
    return _sweep


def seat_numbers(text: str) -> tuple[int, ...]:
    """Numbers of seats on the command line: "2,4" or "2-4"."""
    found: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not (first.isascii() and first.isdigit() and (not dash or last.isdigit()) and len(part) < 6):
            raise argparse.ArgumentTypeError(_('"{text}" are no numbers of seats like 2,4 or 2-4').format(text=text))
        found += range(int(first), int(last or first) + 1)
    return tuple(dict.fromkeys(found))


def _sweep(args: argparse.Namespace) -> int:
    from studio.lab.crew import Lost
    from studio.lab.report import stopped, table
    from studio.lab.report.plain import plain
    from studio.lab.run import Run, crew_of
    from studio.lab.sweep import Sweep, points, rows

    if args.output is not None:
        check_report(args.output, KINDS)
    layouts = tuple(open_layout(path) for path in spread(args.layouts, LAYOUTS))
    options = tuple(parse_options(layouts[0].game.info, text) for text in args.options or [""])
    with refusing(ValueError, Lost):
        found = points(Sweep(layouts, args.seats, options, args.bot, stop_rule(args), args.seed))
        skipped = [point for point in found if point.experiment is None]
        if skipped == found:
            raise Refused(_("nothing of this can be played: {reason}").format(reason=found[0].reason))
        crew = crew_of(args.workers or 0, args.scheduler)
    reports, code = [], FINE
    try:
        for number, point in enumerate(found, 1):
            if point.experiment is not None and code == FINE:
                run = Run(point.experiment, crew)
                code = carried_out(run, f"{number}/{len(found)} · {point.name} · ")
                reports.append(plain(run))
    except Lost as problem:
        raise Refused(str(problem)) from None
    finally:
        crew.close()
    aside = args.output == STANDARD
    if args.output is not None:
        _write(args.output, reports)
    if args.json:
        told = [{"point": point.name, "reason": point.reason} for point in skipped]
        print_json({"points": reports, "skipped": told}, aside=aside)
        return code
    say(*table(rows(reports)), aside=aside)
    if code == INTERRUPTED:
        complain(stopped())
    for point in skipped:
        complain(_("skipped: {name}: {reason}").format(name=point.name, reason=point.reason))
    return code


def _write(output: Path, reports: Sequence[Json]) -> None:
    """All figures of all points, the kind by the ending of the name (JSON on standard output)."""
    from studio.lab.report.tables import csv_bytes, parquet_bytes

    kind = output.suffix.lower() if output != STANDARD else ".json"
    if kind == ".csv":
        data = csv_bytes(*reports)
    elif kind == ".parquet":
        data = parquet_bytes(*reports)
    else:
        data = (json.dumps(reports, ensure_ascii=False, indent=2) + "\n").encode("utf-8")
    write(output, data)
