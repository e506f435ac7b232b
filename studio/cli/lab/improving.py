"""The command `improve`: changed layouts on which the seats win more evenly."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli.common import (
    FINE,
    NO,
    STANDARD,
    add_table,
    begin,
    file_name,
    parse_options,
    print_json,
    refusing,
    seats_and_bots,
    whole_number,
)
from studio.cli.files import open_layout, spoken, write
from studio.cli.lab.simulating import add_crew
from studio.cli.parser import Parser, Refused
from studio.cli.progress import under_way
from studio.core.text import _, plural, say

if TYPE_CHECKING:
    from studio.lab.improve import Stage
    from studio.opening import Opened


def add_improve(parser: Parser) -> Callable[[argparse.Namespace], int]:
    add_table(parser)
    parser.add_argument("--tries", type=whole_number, default=24, metavar="N", help=_("changes to be tried (24)"))
    parser.add_argument(
        "--matches", type=whole_number, default=2000, metavar="N", help=_("in which the best are proved (2000)")
    )
    add_crew(parser)
    parser.add_argument(
        "-o", "--output", type=file_name, metavar="DIR", help=_("a folder for the best three as new layouts")
    )
    return _improve


def _improve(args: argparse.Namespace) -> int:
    from studio.documents.files import bare_name
    from studio.lab.crew import Lost
    from studio.lab.improve import Improver, Search, is_better, words_of
    from studio.lab.run import crew_of

    if args.output is not None and (args.output == STANDARD or not args.output.is_dir()):
        raise Refused(_("{path}: there is no such folder").format(path=args.output))
    seats, bots = seats_and_bots(args)
    opened = open_layout(args.layout)
    options = begin(opened, seats, parse_options(opened.game.info, args.options), args.seed).options
    with refusing(Lost):
        crew = crew_of(args.workers or 0, args.scheduler)
    improver = Improver(Search(opened, seats, options, bots, args.tries, args.matches, args.seed), crew)
    try:
        with under_way(_("looking for changes")) as tell:
            for stage in improver.steps():
                tell(_stage_words(stage))
    except Lost as problem:
        raise Refused(str(problem)) from None
    finally:
        crew.close()
    before = improver.before
    assert before is not None
    paths = []
    for number, improvement in enumerate(improver.best, 1):
        if args.output is not None:
            paths.append(_save(args.output / f"{bare_name(spoken(args.layout))}_{number}.json", improvement.opened))
    better = [improvement for improvement in improver.best if is_better(improvement, before)]
    if args.json:
        told = [
            {"changed": one.words, "unevenness": one.unevenness._asdict(), "verdict": one.results.verdict.value}
            for one in (before, *improver.best)
        ]
        print_json({"matches": args.matches, "before": told[0], "best": told[1:], "files": paths})
        return FINE if better else NO
    say(words_of(before))
    for number, improvement in enumerate(improver.best, 1):
        say(f"{number}  {words_of(improvement)}")
    say(*paths)
    if not improver.best:
        say(_("There is nothing on this board that could be changed."))
    elif better:
        count = len(better)
        words = plural("{count} is more even beyond doubt.", "{count} are more even beyond doubt.", count)
        say(words.format(count=count))
    else:
        say(_("None is more even beyond doubt; more --matches would tell."))
    return FINE if better else NO


def _save(path: Path, opened: Opened) -> str:
    """Write a layout into a file that is not there yet; its path."""
    from studio.documents.store import layout_text
    from studio.opening import to_layout

    if path.exists():
        raise Refused(_("{path} exists already").format(path=path))
    write(path, layout_text(to_layout(opened)).encode("utf-8"))
    return str(path)


def _stage_words(stage: Stage) -> str:
    if stage.round:
        words = _("round {number}, {racing} in the race, {matches:,} matches")
    else:
        words = _("proving the best, {matches:,} matches")
    return words.format(number=stage.round, racing=stage.racing, matches=stage.matches)
