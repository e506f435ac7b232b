"""The command that compares two layouts: `diff`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from studio.cli.common import FINE, NO, add_json, file_name, print_json, refusing, seconds_number
from studio.cli.files import open_layout, spoken
from studio.cli.parser import Parser
from studio.cli.progress import under_way
from studio.core.text import _, for_machines, headed, plural, say

if TYPE_CHECKING:
    from studio.opening import Opened
    from studio.opening.comparing import Compared


def add_diff(parser: Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument("one", metavar="A", type=file_name, help=_("a layout, - for standard input"))
    parser.add_argument("other", metavar="B", type=file_name, help=_("another layout of the same game"))
    parser.add_argument("--no-measures", action="store_true", help=_("leave out what takes time to measure"))
    parser.add_argument("--seconds", type=seconds_number, default=10.0, help=_("time for that, per layout (10)"))
    add_json(parser)
    return _diff


def _diff(args: argparse.Namespace) -> int:
    from studio.core.cancellation import Patience
    from studio.opening.comparing import compared

    one, other = open_layout(args.one), open_layout(args.other)
    with refusing(ValueError), under_way(_("measuring the layouts")):
        found = compared(one, other, None if args.no_measures else Patience(args.seconds))
    if args.json:
        print_json(_plain(args, one, found))
    elif not found.is_same:
        _tell(args, one, other, found)
    return FINE if found.is_same else NO


def _plain(args: argparse.Namespace, one: Opened, found: Compared) -> dict[str, object]:
    return {
        "files": [str(args.one), str(args.other)],
        "game": one.game.info.slug,
        "same": found.is_same,
        "fields": list(found.fields),
        "spaces": [
            {"name": change.name, "cell": change.cell, "values": [change.one, change.other]} for change in found.changes
        ],
        "figures": [
            {"name": figure.name, "values": [for_machines(figure.one), for_machines(figure.other)]}
            for figure in found.figures
        ],
    }


def _tell(args: argparse.Namespace, one: Opened, other: Opened, found: Compared) -> None:
    from studio.opening.differences import layout_differences

    words = ", ".join(layout_differences(one, other)) or _("only what is not seen on the board differs")
    say(headed(f"{spoken(args.one)} → {spoken(args.other)}", words))
    for change in found.changes:
        say(f"  {change.name:<5}{change.one} → {change.other}")
    figures = [figure for figure in found.figures if figure.differs]
    if figures:
        wide = max(len(figure.name) for figure in figures) + 2
        broad = max(len(figure.one) for figure in figures) + 2
        say(plural("{n} figure differs:", "{n} figures differ:", len(figures)).format(n=len(figures)))
        for figure in figures:
            say(f"  {figure.name:<{wide}}{figure.one:<{broad}}{figure.other}")
    say(_("Fields: {fields}").format(fields=" ".join(found.fields)))
