"""The command `simulate`, and what it shares with others that play matches between bots."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli import common
from studio.cli.files import (
    STDIO,
    check_output,
    read,
    read_layout,
    source_name,
    write,
    write_document,
)
from studio.core.text import (
    SEAT_NAMES,
    _,
    format_duration,
    format_number,
    format_percent,
    plural,
    print_error,
    print_text,
    translated_name,
)

if TYPE_CHECKING:
    from studio.core.game import Json, Options
    from studio.documents.files import DocumentError
    from studio.lab.improve import Improver
    from studio.lab.jobs import StatsSource
    from studio.lab.run import Experiment, Progress, Run, Side
    from studio.lab.series import Ladder
    from studio.lab.statistics import Stop
    from studio.lab.worker_pool import WorkerPool
    from studio.services.loading import LoadedLayout

REPORTS = (".html", ".json", ".csv", ".parquet")
MATCH_LISTS = (".csv", ".parquet")
RECORDS = 3  # records written of failed matches, for each layout
MATCHES = 100  # matches without a stop rule


def add_simulate(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    add = parser.add_argument
    common.add_table(parser)
    common.add_value(
        add, "--compare", common.file_name, "LAYOUT", _("Second layout to compare, with the same random draws")
    )
    add("--compare-options", metavar="KEY=VALUE,…", help=_("Variant rules to compare (default layout: the same)"))
    add("--fixed-seats", action="store_true", help=_("Keep each bot in its seat (default: seats rotate)"))
    add("--ladder", metavar="A,B,…", help=_("Play each bot against the next, weakest bot first"))
    parser.add_completions("compare_options", common.option_keys, by_comma=True)
    parser.add_completions("ladder", common.bot_names, by_comma=True)
    text = _("Random moves at the start (default: 0, or {n} if bots differ)")
    common.add_openings(add, text)
    add_stop_options(parser)
    add_worker_options(parser)
    add(
        "--stats",
        metavar="FILE.py",
        type=common.file_name,
        action="append",
        default=[],
        help=_("Python file with custom statistics (repeatable)"),
    )
    common.add_value(
        add, "--match-list", common.file_name, "FILE", _("Write a row per match and board: .csv or .parquet")
    )
    add_resume(parser)
    add("--history", action="store_true", help=_("List the earlier runs of the layout instead"))
    common.add_output(parser, _("Write a report: .html, .json, .csv or .parquet"))
    return _simulate


def add_stop_options(parser: common.Parser) -> None:
    add = parser.add_argument
    add("--matches", type=common.whole_number, metavar="N", help=_("Number of matches (default: 100)"))
    add("--precision", type=in_percent, metavar="P", help=_("Play until every win rate is known within ± P percent"))
    text = _("Rounds (or turns) to compare the length of matches with")
    common.add_value(add, "--target-length", common.whole_number, "N", text, default=0)
    add("--bias", type=in_percent, metavar="P", help=_("Play until it is certain: fair within ± P percent or not"))


def add_resume(parser: common.Parser) -> None:
    text = _("Continue the same run after it was stopped or killed")
    parser.add_argument("--resume", action="store_true", help=text)


def add_worker_options(parser: common.Parser) -> None:
    parser.add_argument(
        "--workers", type=common.whole_number, metavar="K", help=_("Number of worker processes (default: one per core)")
    )
    parser.add_argument(
        "--scheduler", default="", metavar="ADDRESS", help=_("Dask scheduler for the matches, such as tcp://host:8786")
    )


def in_percent(text: str) -> float:
    """Argument type: a percentage, as a share."""
    try:
        found = float(text.removesuffix("%"))
    except ValueError:
        found = 0.0
    if not 0.05 <= found <= 40:
        raise argparse.ArgumentTypeError(_('"{text}" is not a percentage from 0.05 to 40').format(text=text))
    return found / 100


def stop_rule(args: argparse.Namespace) -> Stop:
    from studio.lab.statistics import MAX_MATCHES, Decided, Matches, Width

    if args.precision is not None and args.bias is not None:
        raise common.UsageError(_("--precision and --bias cannot be used together"))
    if args.precision is not None:
        return Width(args.precision, args.matches or MAX_MATCHES)
    if args.bias is not None:
        return Decided(args.bias, most=args.matches or MAX_MATCHES)
    return Matches(args.matches or MATCHES)


def _simulate(args: argparse.Namespace) -> int:
    from studio.lab.report.data import report_data
    from studio.lab.report.text import report_lines
    from studio.lab.result_store import save_result
    from studio.lab.run import Experiment, Phase, Run, prepare_experiment
    from studio.lab.series import ladder_data

    for file, kinds in ((args.output, REPORTS), (args.match_list, MATCH_LISTS)):
        if file is not None:
            check_report(file, [args.layout, *filter(None, [args.compare]), *args.stats], kinds)
    if args.resume and args.match_list is not None:  # the file would lack the matches before
        raise common.UsageError(_("--resume and --match-list cannot be used together"))
    seats, bots = common.seats_and_bots(args)
    opened = read_layout(args.layout)
    if args.history:
        return _print_history(opened, args.json)
    sides = [load_side(opened, seats, common.parse_options(opened.game.info, args.options))]
    if args.compare is not None or args.compare_options is not None:
        other = read_layout(args.compare) if args.compare is not None else opened
        options = args.compare_options if args.compare_options is not None else args.options
        sides.append(load_side(other, seats, common.parse_options(other.game.info, options)))
    tallies = tuple(read_stats_source(path) for path in args.stats)
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
        opening_plies=args.openings,
        target_length=args.target_length,
    )
    with common.as_usage_error(ValueError):
        ladder = make_ladder(args.ladder, experiment) if args.ladder is not None else None
        experiment = prepare_experiment(experiment)
    with open_pool(args) as pool:
        run = Run(experiment, pool)
        with _match_file(args.match_list, run):
            code = play_run(run, resume=args.resume)
        report = report_data(run)
        if ladder is not None and code == common.EXIT_OK:
            code = play_ladder(ladder, pool, resume=args.resume)
            report["skill"] = ladder_data(ladder)
            if code == common.EXIT_INTERRUPTED:
                report["state"] = Phase.STOPPED.value
    aside = args.output == STDIO
    if args.output is not None:
        write_report(args.output, report, sides, args.data_dir)
    if report["matches"]:
        path = opened.path if args.layout != STDIO else None
        store_result(partial(save_result, report, [side.layout for side in sides], path))
    records = _write_failed_records(run, args.output)
    if args.json:
        common.print_json(report, to_stderr=aside)
    else:
        title = f"{opened.game.info.name}, {translated_name(opened.layout.name)}"
        print_text(title, "", *report_lines(report), aside=aside)
        if args.output is not None and not aside:
            print_text(_("report     {path}").format(path=args.output))
        for path in records:
            print_text(_("record     {path}").format(path=path), aside=aside)
    code = report_failed(sum(len(results.failures) for results in run.results), code)
    is_unfair = args.bias is not None and report["sides"][0]["fairness"]["verdict"] == "unfair"
    return common.EXIT_FAILED if is_unfair and code == common.EXIT_OK else code


@contextmanager
def _match_file(path: Path | None, run: Run) -> Iterator[None]:
    """Write the matches of a run to a file while they are counted. Raises `UsageError`."""
    if path is None:
        yield
        return
    if path == STDIO:
        raise common.UsageError(_("{option} requires the name of a file").format(option="--match-list"))
    from studio.lab.report.matches import MatchFile

    with common.as_usage_error(OSError):
        file = MatchFile(path, run.experiment)
    run.on_match = file.add
    try:
        yield
    finally:
        file.close()
        if file.problem is not None:
            print_error(_("{path}: not all matches could be written: {reason}").format(path=path, reason=file.problem))


def store_result(save: Callable[[], object]) -> None:
    """Add a report to the history of its board with this function; warn if that is impossible."""
    from studio.documents.files import DocumentError

    try:
        save()
    except (DocumentError, OSError) as problem:
        print_error(_("The result could not be saved: {reason}").format(reason=problem))


def _print_history(opened: LoadedLayout, as_json: bool) -> int:
    """Print the stored runs of a board, or of the one that was measured last for this file, newest first.

    Those of the layout's variations follow.
    """
    from studio.lab.report.text import history_table, table_lines
    from studio.lab.result_store import linked_boards, load_history
    from studio.lab.run import layout_hash
    from studio.services.loading import to_layout

    boards = [layout_hash(to_layout(opened))]
    if opened.path is not None:
        if not load_history(boards[0]):
            boards += linked_boards(opened.path)[:1]
        boards += linked_boards(opened.path, of_variations=True)
    runs = [run for board in dict.fromkeys(boards) for run in load_history(board)]
    reports = [stored.report for stored in runs]
    if as_json:
        common.print_json(reports)
    elif reports:
        table = history_table(reports)
        print_text(*table_lines(table, left=len(table[0])))
    else:
        print_text(_("No runs of this layout are stored."))
    return common.EXIT_OK


def report_failed(failed: int, code: int) -> int:
    """Report the number of failed matches; return the exit code, which is not 0 then."""
    if failed:
        print_error(plural("{n} match failed", "{n} matches failed", failed).format(n=failed))
    return common.EXIT_FAILED if failed and code == common.EXIT_OK else code


@contextmanager
def open_pool(args: argparse.Namespace) -> Iterator[WorkerPool]:
    """The workers that the command line asks for. Errors in an experiment that uses them become `UsageError`."""
    from studio.lab.jobs import CustomStatsError
    from studio.lab.run import make_pool
    from studio.lab.worker_pool import NoWorkersError

    with common.as_usage_error(ValueError, CustomStatsError, NoWorkersError):
        pool = make_pool(args.workers or 0, vars(args).get("scheduler", ""), isolated=bool(vars(args).get("stats")))
        try:
            yield pool
        finally:
            pool.close()


def make_ladder(bots: str, experiment: Experiment) -> Ladder:
    """The ladder to play after an experiment, compared with its second board or the base board. Raises `ValueError`."""
    from studio.core.game import IllegalAction, LayoutNotPlayable
    from studio.lab.series import Ladder, base_side, ladder_bots
    from studio.lab.statistics import Matches

    names = ladder_bots(bots)
    here, seats, stop = experiment.sides[0], experiment.seats, experiment.stop
    try:
        adjacent = experiment.sides[1] if len(experiment.sides) > 1 else base_side(here.slug, seats, here.options)
    except (IllegalAction, LayoutNotPlayable) as problem:
        raise ValueError(
            _("the base board cannot be played with these settings: {reason}").format(reason=problem)
        ) from None
    count = stop.count if isinstance(stop, Matches) else MATCHES
    plies = experiment.opening_plies
    ladder = Ladder(here, adjacent, seats, names, count, experiment.seed, opening_plies=plies)
    ladder.experiments()
    return ladder


def play_ladder(ladder: Ladder, pool: WorkerPool, *, resume: bool) -> int:
    """Play a ladder rung by rung until cancelled, or continue it; return the exit code."""
    from studio.lab.run import Run

    code, pairs = common.EXIT_OK, ladder.experiments()
    for number, experiment in enumerate(pairs, 1):
        if code == common.EXIT_OK:
            run = Run(experiment, pool)
            which = _("skill {number}/{count} · ").format(number=number, count=len(pairs))
            code = play_run(run, which, resume=resume, is_first=False)
            if run.progress().matches:
                ladder.add_results(run.results)
    return code


def _write_failed_records(run: Run, output: Path | None) -> list[Path]:
    """Write the records of the first failed matches next to the report; return their paths."""
    paths: list[Path] = []
    if output is None or output == STDIO:
        return paths
    experiment = run.experiment
    for side, results in enumerate(run.results):
        for failure in results.failures[:RECORDS]:
            name = f"{output.stem}_failed_{'ab'[side]}{failure.match}.json"
            paths.append(output.with_name(name))
            record = experiment.record(side, *failure.record_parts(), SEAT_NAMES[: experiment.seats])
            write_document(paths[-1], record)
    return paths


def check_report(output: Path, inputs: Iterable[Path], kinds: Sequence[str] = REPORTS) -> None:
    """Raise `UsageError` for a report that cannot be written, before long work starts."""
    check_output(output, inputs, *kinds)
    if output.suffix.lower() == ".parquet":
        from importlib.util import find_spec

        if find_spec("pyarrow") is None:
            text = _('Parquet files require the package pyarrow: pip install "explorer-studio[parquet]"')
            raise common.UsageError(text)


def write_report(output: Path, report: Json, sides: Sequence[Side], data_dir: Path | None) -> None:
    """Write a report in the format of the file's extension (JSON on standard output)."""
    from studio.lab.report.data import json_bytes
    from studio.lab.report.page import BOARD_WIDTH, report_page
    from studio.services.loading import parse_layout

    if output.suffix.lower() != ".html" or output == STDIO:
        write_table(output, [report], json_bytes(report))
        return
    common.offscreen()
    from studio.gui.headless import isolated_data_dir, render

    layouts = [parse_layout(side.layout) for side in sides]
    with isolated_data_dir(data_dir):
        pictures = [layout.game.sketch.sketch(layout.body, still=True) for layout in layouts]
        images = [render(picture, ".png", BOARD_WIDTH, grain=False) for picture in pictures]
    write(output, report_page(report, layouts, images))


def write_table(output: Path, reports: Sequence[Json], as_json: bytes) -> None:
    """Write reports as a table in the format of the file's extension, or else `as_json`."""
    from studio.lab.report.export import csv_bytes, parquet_bytes

    to_bytes = {".csv": csv_bytes, ".parquet": parquet_bytes}.get(output.suffix.lower()) if output != STDIO else None
    write(output, to_bytes(*reports) if to_bytes is not None else as_json)


def load_side(opened: LoadedLayout, seats: int, options: Options) -> Side:
    """A layout as a side of an experiment. Raises `UsageError` if it cannot be played."""
    from studio.lab.run import make_side

    common.start_checked_match(opened, seats, options, 0)
    return make_side(opened, seats, options)


def read_stats_source(path: Path) -> StatsSource:
    from studio.lab.jobs import StatsSource

    try:
        return StatsSource(str(source_name(path).name), read(path).decode("utf-8"))
    except UnicodeDecodeError:
        raise common.UsageError(_("{path}: this is not a text file.").format(path=path)) from None


def play_run(run: Run, which: str = "", *, resume: bool = False, is_first: bool = True) -> int:
    """Carry out a run with checkpoints and show its progress, after `which` of several; return the exit code.

    With `resume` it continues from the last checkpoint, and reports if the first run has none.
    Raises `CustomStatsError` or `NoWorkersError` if nothing was played in this run, which `is_first` of several, or
    before; later ones, and Ctrl+C, keep what was played. Raises `ValueError` for a damaged checkpoint.
    """
    from studio.lab.checkpoint import find_checkpoint, fresh_text, steps_with_checkpoints
    from studio.lab.jobs import CustomStatsError
    from studio.lab.worker_pool import NoWorkersError

    code = common.EXIT_OK
    problems: list[DocumentError] = []
    if resume and (saved := find_checkpoint(run.experiment)) is not None:
        run.restore(saved)
    elif resume and is_first:
        print_error(fresh_text(run.experiment))
    steps = steps_with_checkpoints(run, failed=problems.append)
    with handle_signals(run) as calls:
        try:
            with closing(steps):
                for progress in steps:
                    _show(progress, which)
        except KeyboardInterrupt:  # the second Ctrl+C drops the matches being played
            code = common.EXIT_INTERRUPTED
        except (NoWorkersError, CustomStatsError) as problem:
            if is_first and not run.progress().matches:
                raise
            common.show_progress("")
            print_error(f"{common.PROGRAM}: {problem}")
            code = common.EXIT_INVALID
        finally:
            common.show_progress("")
    report_unsaved(problems)
    return common.EXIT_INTERRUPTED if calls else code


def report_unsaved(problems: Sequence[DocumentError]) -> None:
    """Report why the last checkpoint could not be written, if one could not."""
    if problems:
        print_error(_("The run cannot be resumed later: {reason}").format(reason=problems[-1]))


@contextmanager
def handle_signals(run: Run | Improver) -> Iterator[list[int]]:
    """Cancel the run on the first Ctrl+C or SIGTERM; raise `KeyboardInterrupt` on the second. Yields the signals."""
    calls: list[int] = []

    def stop(number: int, frame: object) -> None:
        if calls:
            raise KeyboardInterrupt
        calls.append(number)
        run.cancel()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield calls
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _show(progress: Progress, which: str) -> None:
    about = progress.estimated_matches
    text = _("{matches:,} matches").format(matches=progress.matches)
    if about:
        text = _("{matches:,} of about {about:,} matches").format(matches=progress.matches, about=about)
        text += f" · {format_percent(min(1, progress.matches / about), '.0f')}"
    text += f" · ± {format_percent(progress.half_width)} · {format_number(progress.rate, ',.1f')} /s"
    if progress.seconds_left is not None and progress.matches:
        text += " · " + _("{time} left").format(time=format_duration(progress.seconds_left))
    common.show_progress(which + text)
