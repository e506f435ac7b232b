"""The command `simulate`: many matches between bots, counted, with a doubt beside every figure."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli.common import (
    FINE,
    INTERRUPTED,
    PROGRAM,
    STANDARD,
    UNUSABLE,
    add_table,
    bot_names,
    file_name,
    offscreen,
    option_keys,
    parse_options,
    print_json,
    refusing,
    seats_and_bots,
    whole_number,
)
from studio.cli.files import check_folder, open_layout, write
from studio.cli.parser import Parser, Refused
from studio.cli.progress import show_line
from studio.core.text import SEAT_NAMES, _, called, complain, duration, numeral, percent, say

if TYPE_CHECKING:
    from studio.core.game import Json, Options
    from studio.lab.crew import Crew
    from studio.lab.experiment import Experiment, Side
    from studio.lab.run import Progress, Run
    from studio.lab.skill import Ladder
    from studio.lab.statistics.sequential import Stop
    from studio.lab.tallies import Source
    from studio.opening import Opened

REPORTS = (".html", ".json", ".csv", ".parquet")
RECORDS = 3
"""Matches that failed of which a record is written, for each layout."""
MATCHES = 100
"""How many are played when nobody says when to stop."""


def add_simulate(parser: Parser) -> Callable[[argparse.Namespace], int]:
    add_table(parser)
    parser.add_argument("--against", metavar="LAYOUT", type=file_name, help=_("a layout to compare with, same luck"))
    parser.add_argument(
        "--against-options", metavar="K=V,…", help=_("variant rules of what is compared (the same layout if no other)")
    )
    parser.add_argument("--fixed-seats", action="store_true", help=_("each bot keeps its seat; else they go round"))
    parser.add_argument(
        "--ladder",
        metavar="A,B,…",
        help=_("does skill pay? each bot against the next better one, beside the base board"),
    )
    parser.offer("against_options", option_keys, by_comma=True)
    parser.offer("ladder", bot_names, by_comma=True)
    add_stopping(parser)
    add_crew(parser)
    parser.add_argument(
        "--tally", metavar="F.py", type=file_name, action="append", default=[], help=_("count what this file counts")
    )
    parser.add_argument(
        "-o", "--output", type=file_name, metavar="OUT", help=_("write a report: .html, .json, .csv or .parquet")
    )
    return _simulate


def add_stopping(parser: Parser) -> None:
    """When to stop."""
    parser.add_argument("--matches", type=whole_number, metavar="N", help=_("how many matches (100)"))
    parser.add_argument(
        "--within", type=in_percent, metavar="P", help=_("until each seat's win rate is known within ± P percent")
    )
    parser.add_argument(
        "--decide", type=in_percent, metavar="P", help=_("until it is decided whether a seat is off by P percent")
    )


def add_crew(parser: Parser) -> None:
    """Who does the work."""
    parser.add_argument("--workers", type=whole_number, metavar="K", help=_("how many processes (one per core)"))
    parser.add_argument(
        "--scheduler",
        default="",
        metavar="ADDRESS",
        help=_("a Dask scheduler whose workers play, like tcp://host:8786"),
    )


def in_percent(text: str) -> float:
    """A share on the command line, in percent."""
    try:
        found = float(text.removesuffix("%"))
    except ValueError:
        found = 0.0
    if not 0.05 <= found <= 40:
        raise argparse.ArgumentTypeError(_('"{text}" is not a percentage from 0.05 to 40').format(text=text))
    return found / 100


def stop_rule(args: argparse.Namespace) -> Stop:
    """When to stop, as the command line has it."""
    from studio.lab.statistics.sequential import MOST, Decided, Matches, Width

    if args.within is not None and args.decide is not None:
        raise Refused(_("--within and --decide say different things; give one of them"))
    if args.within is not None:
        return Width(args.within, args.matches or MOST)
    if args.decide is not None:
        return Decided(args.decide, most=args.matches or MOST)
    return Matches(args.matches or MATCHES)


def _simulate(args: argparse.Namespace) -> int:
    from studio.lab import skill
    from studio.lab.crew import Lost
    from studio.lab.experiment import Experiment, checked
    from studio.lab.report import words
    from studio.lab.report.plain import plain
    from studio.lab.run import Phase, Run, crew_of
    from studio.lab.tallies import Faulty

    if args.output is not None:
        check_report(args.output)
    seats, bots = seats_and_bots(args)
    opened = open_layout(args.layout)
    sides = [playable(opened, seats, parse_options(opened.game.info, args.options))]
    if args.against is not None or args.against_options is not None:
        other = open_layout(args.against) if args.against is not None else opened
        options = args.against_options if args.against_options is not None else args.options
        sides.append(playable(other, seats, parse_options(other.game.info, options)))
    tallies = tuple(own_tally(path) for path in args.tally)
    experiment = Experiment(
        tuple(sides),
        seats,
        bots,
        rotate=not args.fixed_seats,
        stop=stop_rule(args),
        seed=args.seed,
        tallies=tallies,
        workers=args.workers or 0,
        scheduler=args.scheduler,
    )
    with refusing(ValueError, Lost):
        ladder = skill_ladder(args.ladder, experiment) if args.ladder is not None else None
        crew = crew_of(experiment.workers, experiment.scheduler)
    try:
        run = Run(checked(experiment), crew)
        code = carried_out(run)
        report = plain(run)
        if ladder is not None and code == FINE:
            code = climbed(ladder, crew)
            report["skill"] = skill.plain(ladder)
            if code == INTERRUPTED:
                report["state"] = Phase.STOPPED.value
    except (ValueError, Faulty, Lost) as problem:
        raise Refused(str(problem)) from None
    finally:
        crew.close()
    aside = args.output == STANDARD
    if args.output is not None:
        write_report(args.output, report, sides, args.data_dir)
    records = _failed(run, args.output)
    if args.json:
        print_json(report, aside=aside)
    else:
        say(f"{opened.game.info.name}, {called(opened.layout.name)}", "", *words(report), aside=aside)
        if args.output is not None and not aside:
            say(_("report     {path}").format(path=args.output))
        for path in records:
            say(_("record     {path}").format(path=path), aside=aside)
    return code


def skill_ladder(bots: str, experiment: Experiment) -> Ladder:
    """The ladder that is played after an experiment, beside its second board or the base board. Raises `ValueError`."""
    from studio.core.game import IllegalAction, Unplayable
    from studio.lab.skill import Ladder, base_side
    from studio.lab.statistics.sequential import Matches

    names = tuple(name.strip() for name in bots.split(","))
    here, seats, stop = experiment.sides[0], experiment.seats, experiment.stop
    try:
        beside = experiment.sides[1] if len(experiment.sides) > 1 else base_side(here.slug, seats, here.options)
    except (IllegalAction, Unplayable) as problem:
        raise ValueError(_("the base board cannot be played like this: {reason}").format(reason=problem)) from None
    ladder = Ladder(here, beside, seats, names, stop.count if isinstance(stop, Matches) else MATCHES, experiment.seed)
    ladder.experiments()
    return ladder


def climbed(ladder: Ladder, crew: Crew) -> int:
    """Play a ladder, rung by rung, as far as nobody stops it; the exit code. Raises as `carried_out` does."""
    from studio.lab.run import Run

    code, pairs = FINE, ladder.experiments()
    for number, experiment in enumerate(pairs, 1):
        if code == FINE:
            run = Run(experiment, crew)
            code = carried_out(run, _("skill {number}/{count} · ").format(number=number, count=len(pairs)))
            ladder.count_in(run.results)
    return code


def _failed(run: Run, output: Path | None) -> list[Path]:
    """Write the records of the first matches that failed beside the report, as far as they came; their paths."""
    from studio.documents.store import record_text

    paths: list[Path] = []
    if output is None or output == STANDARD:
        return paths
    experiment = run.experiment
    for side, results in enumerate(run.results):
        for failure in results.failures[:RECORDS]:
            name = f"{output.stem}_failed_{'ab'[side]}{failure.match}.json"
            paths.append(output.with_name(name))
            record = experiment.record(side, *failure.written(), SEAT_NAMES[: experiment.seats])
            write(paths[-1], record_text(record).encode("utf-8"))
    return paths


def check_report(output: Path, kinds: Sequence[str] = REPORTS) -> None:
    """Refuse a report that cannot be written, before work begins that takes its time."""
    if output == STANDARD:
        return
    check_folder(output)
    kind = output.suffix.lower()
    if kind not in kinds:
        raise Refused(_("{path}: the name of a report ends in {kinds}").format(path=output, kinds=", ".join(kinds)))
    if kind == ".parquet":
        from importlib.util import find_spec

        if find_spec("pyarrow") is None:
            words = _('a Parquet file needs the package pyarrow: pip install "explorer-studio[parquet]"')
            raise Refused(words)


def write_report(output: Path, report: Json, sides: Sequence[Side], data_dir: Path | None) -> None:
    """Write a report, its kind by the ending of its name (JSON on standard output)."""
    from studio.lab.report.plain import json_bytes
    from studio.lab.report.tables import csv_bytes, parquet_bytes

    kind = output.suffix.lower() if output != STANDARD else ".json"
    if kind == ".html":
        data = _page(report, sides, data_dir)
    elif kind == ".csv":
        data = csv_bytes(report)
    elif kind == ".parquet":
        data = parquet_bytes(report)
    else:
        data = json_bytes(report)
    write(output, data)


def _page(report: Json, sides: Sequence[Side], data_dir: Path | None) -> bytes:
    """The report as a page with pictures of the boards, which only the window's painter can make."""
    from studio.lab.report.html import BOARD_WIDTH, page_bytes
    from studio.opening import opened

    offscreen()
    from studio.gui.headless.window import own_data_dir, render

    layouts = [opened(side.layout) for side in sides]
    with own_data_dir(data_dir):
        pictures = [layout.game.sketch(layout.body, still=True) for layout in layouts]
        images = [render(picture, ".png", BOARD_WIDTH, grain=False) for picture in pictures]
    return page_bytes(report, layouts, images)


def playable(opened: Opened, seats: int, options: Options) -> Side:
    """A layout as a side of an experiment, refused with a sentence when it cannot be played."""
    from studio.cli.common import begin
    from studio.lab.experiment import side_of

    begin(opened, seats, options, 0)
    return side_of(opened, seats, options)


def own_tally(path: Path) -> Source:
    """A person's own tally, as it stands in its file."""
    from studio.cli.files import read, spoken
    from studio.lab.tallies import Source

    try:
        return Source(str(spoken(path).name), read(path).decode("utf-8"))
    except UnicodeDecodeError:
        raise Refused(_("{path}: this is not text.").format(path=path)) from None


def carried_out(run: Run, which: str = "") -> int:
    """Do the work, telling a terminal how far it is (and `which` of many); the exit code.

    Raises `Faulty` or `Lost` if nothing was played. Whoever is stopped by Ctrl+C, loses its cluster on the way or has
    a tally that fails then, still has what was played.
    """
    from studio.lab.crew import Lost
    from studio.lab.tallies import Faulty

    code = FINE
    with _stopping(run) as calls:
        try:
            for progress in run.steps():
                _show(progress, which)
        except KeyboardInterrupt:  # the second one: what is being played is thrown away
            code = INTERRUPTED
        except (Lost, Faulty) as problem:
            if not run.progress().matches:
                raise
            show_line("")
            complain(f"{PROGRAM}: {problem}")
            code = UNUSABLE
        finally:
            show_line("")
    return INTERRUPTED if calls else code


@contextmanager
def _stopping(run: Run) -> Iterator[list[int]]:
    """Have the first Ctrl+C end the run in good order, and the second end it at once. Gives the list of calls."""
    calls: list[int] = []

    def stop(number: int, frame: object) -> None:
        if calls:
            raise KeyboardInterrupt
        calls.append(number)
        run.cancel()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield calls
    finally:
        signal.signal(signal.SIGINT, before)


def _show(progress: Progress, which: str) -> None:
    about = progress.about
    words = _("{matches:,} matches").format(matches=progress.matches)
    if about:
        words = _("{matches:,} of about {about:,} matches").format(matches=progress.matches, about=about)
        words += f" · {percent(min(1, progress.matches / about), '.0f')}"
    words += f" · ± {percent(progress.half)} · {numeral(progress.rate, ',.1f')} /s"
    if progress.left is not None and progress.matches:
        words += " · " + _("{time} left").format(time=duration(progress.left))
    show_line(which + words)
