"""The commands `sweep`, `improve` and `tournament`, which make many runs."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from functools import partial
from math import prod
from typing import TYPE_CHECKING

from studio.cli import common
from studio.cli.files import (
    LAYOUTS,
    STDIO,
    check_output,
    expand_folders,
    read_layout,
    source_name,
    write,
    write_document,
)
from studio.cli.lab import (
    add_resume,
    add_stop_options,
    add_worker_options,
    check_report,
    handle_signals,
    load_side,
    open_pool,
    play_run,
    report_failed,
    report_unsaved,
    stop_rule,
    store_result,
    write_table,
)
from studio.core.text import (
    _,
    plural,
    print_error,
    print_text,
    translated_name,
    with_label,
)

if TYPE_CHECKING:
    from studio.core.game import Json


# The command `sweep`.

KINDS = (".json", ".csv", ".parquet")


def add_sweep(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    add = parser.add_argument
    add(
        "layouts",
        nargs="+",
        metavar="LAYOUT",
        type=common.file_name,
        help=_("Layouts or folders with layouts, from one or more games"),
    )
    common.add_value(
        add, "--seats", seat_numbers, "A,B,…", _("Numbers of seats, such as 2,4 or 2-4 (default: 2)"), default=(2,)
    )
    add("--options", action="append", metavar="KEY=VALUE,…", help=_("Set of variant rules to simulate (repeatable)"))
    add(
        "--vary",
        action="append",
        default=[],
        metavar="NAME=A..B",
        help=_("Vary a count or an option; += is relative (repeatable)"),
    )
    add("--bots", default="random", metavar="NAME", help=_("Bot for all seats (default: random)"))
    common.add_value(
        add, "--seed", common.seed_number, "S", _("Seed, the same for every simulation (default: 0)"), default=0
    )
    parser.add_completions("options", common.option_keys, by_comma=True)
    parser.add_completions("bots", common.bot_names)
    common.add_openings(add, _("Random moves at the start (default: 0)"))
    add_stop_options(parser)
    add_worker_options(parser)
    add_resume(parser)
    common.add_output(parser, _("Write all results: .json, .csv or .parquet"))
    common.add_json(parser)
    return _sweep


def seat_numbers(text: str) -> tuple[int, ...]:
    """Argument type: numbers of seats, "2,4" or "2-4"."""
    found: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not (first.isascii() and first.isdigit() and (not dash or last.isdigit()) and len(part) < 6):
            raise argparse.ArgumentTypeError(
                _('"{text}" is not a list of seat counts such as 2,4 or 2-4').format(text=text)
            )
        found += range(int(first), int(last or first) + 1)
    return tuple(dict.fromkeys(found))


def _sweep(args: argparse.Namespace) -> int:
    from studio.lab.report.data import report_data
    from studio.lab.report.text import state_text, table_lines
    from studio.lab.run import Experiment, Run
    from studio.lab.series import sweep_points, sweep_table
    from studio.lab.variations import MAX_POINTS, parse_variation, vary

    paths = expand_folders(args.layouts, LAYOUTS)
    if args.output is not None:
        check_report(args.output, paths, KINDS)
    layouts = [*map(read_layout, paths)]
    options = [common.parse_options(layouts[0].game.info, text) for text in args.options or [""]]
    with common.as_usage_error(ValueError):
        variations = [parse_variation(text) for text in args.vary]
        points = prod(map(len, (layouts, args.seats, options, *(variation.values for variation in variations))))
        if points > MAX_POINTS:
            text = _("{count} combinations are more than {limit}")
            raise common.UsageError(text.format(count=points, limit=MAX_POINTS))
        defaults = layouts[0].game.info.defaults()
        for variation in variations:
            name = variation.name
            if name in defaults:
                rules = [common.parse_options(layouts[0].game.info, f"{name}={value}") for value in variation.values]
                options = [{**before, **rule} for before in options for rule in rules]
            else:
                layouts = [varied for opened in layouts for varied in vary(opened, variation)]
        plan = Experiment(
            (),
            2,
            (args.bots,),
            stop=stop_rule(args),
            seed=args.seed,
            opening_plies=args.openings or 0,
            target_length=args.target_length,
        )
        varied = any(variation.name not in defaults for variation in variations)
        found = sweep_points(layouts, args.seats, options, plan, are_variations=varied)
        skipped = [point for point in found if point.experiment is None]
    if skipped == found:
        raise common.UsageError(_("no combination can be played: {reason}").format(reason=found[0].reason))
    reports: list[Json] = []
    code = common.EXIT_OK
    with open_pool(args) as pool:
        for number, point in enumerate(found, 1):
            if point.experiment is not None and code == common.EXIT_OK:
                run = Run(point.experiment, pool)
                which = f"{number}/{len(found)} · {point.name} · "
                code = play_run(run, which, resume=args.resume, is_first=not reports)
                if run.progress().matches:
                    reports.append(report_data(run))
                    store_result(partial(point.save, reports[-1]))
    aside = args.output == STDIO
    if args.output is not None:
        write_table(args.output, reports, (json.dumps(reports, ensure_ascii=False, indent=2) + "\n").encode("utf-8"))
    if args.json:
        entries = [{"point": point.name, "reason": point.reason} for point in skipped]
        common.print_json({"points": reports, "skipped": entries}, to_stderr=aside)
        return code
    print_text(*table_lines(sweep_table(reports)), aside=aside)
    if code == common.EXIT_INTERRUPTED:
        print_error(state_text("stopped"))
    for point in skipped:
        print_error(_("skipped: {name}: {reason}").format(name=point.name, reason=point.reason))
    return code


# The command `improve`.


def add_improve(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    add = parser.add_argument
    common.add_table(parser)
    common.add_value(
        add, "--candidates", common.whole_number, "N", _("Number of changes to test (default: 24)"), default=24
    )
    common.add_value(
        add,
        "--matches",
        common.whole_number,
        "N",
        _("Matches to confirm the best changes (default: 2000)"),
        default=2000,
    )
    add_worker_options(parser)
    add_resume(parser)
    common.add_output(parser, _("Folder for the best three as new layouts"), "DIR")
    return _improve


def _improve(args: argparse.Namespace) -> int:
    from studio.documents.files import base_name
    from studio.lab.improve import Improver, SearchConfig, improvement_text, is_fairer, outcome_text
    from studio.services.loading import to_layout

    if args.output is not None:
        check_output(args.output, ())
    seats, bots = common.seats_and_bots(args)
    opened = read_layout(args.layout)
    options = common.start_checked_match(
        opened, seats, common.parse_options(opened.game.info, args.options), args.seed
    ).options
    with common.as_usage_error(ValueError):
        config = SearchConfig(opened, seats, options, bots, args.candidates, args.matches, args.seed)
    targets = []
    if args.output is not None:
        args.output.mkdir(exist_ok=True)
        targets = [args.output / f"{base_name(source_name(args.layout))}_{number}.json" for number in (1, 2, 3)]
        for path in targets:
            if path.exists():
                raise common.UsageError(_("{path} already exists").format(path=path))
    with open_pool(args) as pool, common.progress_line(_("searching for changes")) as show:
        improver = Improver(config, pool, resumes=args.resume)
        with handle_signals(improver):
            for stage in improver.steps():
                show(stage.text)
    report_unsaved(improver.unsaved)
    before = improver.original
    if before is None:
        print_error(_("The search was stopped. --resume continues it."))
        return common.EXIT_INTERRUPTED
    paths = []
    for path, improvement in zip(targets, improver.best, strict=False):
        write_document(path, to_layout(improvement.opened))
        paths.append(str(path))
    code = common.EXIT_OK if any(map(is_fairer, improver.best)) else common.EXIT_FAILED
    if args.json:
        entries = [
            {
                "changed": one.change_text,
                "unevenness": one.bias._asdict(),
                "verdict": one.verdict.value,
                "fairer_by": one.gain,
            }
            for one in (before, *improver.best)
        ]
        common.print_json({"matches": args.matches, "before": entries[0], "best": entries[1:], "files": paths})
        return code
    print_text(improvement_text(before))
    for number, improvement in enumerate(improver.best, 1):
        print_text(f"{number}  {improvement_text(improvement)}")
    print_text(*paths, outcome_text(improver.best))
    return code


# The command `tournament`.

DEFAULT_PAIR_MATCHES = 100


def add_tournament(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    add = parser.add_argument
    common.add_table(parser, 2, "random,greedy,planner")
    common.add_value(
        add,
        "--matches",
        common.whole_number,
        "N",
        _("Matches per pair of bots (default: 100)"),
        default=DEFAULT_PAIR_MATCHES,
    )
    common.add_openings(add, _("Random moves at the start (default: {n})"))
    add_worker_options(parser)
    add_resume(parser)
    common.add_output(parser, _("Write all pairs: .json or .csv"))
    return _tournament


def _tournament(args: argparse.Namespace) -> int:
    from studio.lab.report.data import json_bytes
    from studio.lab.report.text import opening_text, skill_trace_text, state_text, table_lines, timed_text
    from studio.lab.run import Run
    from studio.lab.series import (
        Tournament,
        cross_table,
        difference_table,
        ladder_bots,
        tournament_csv,
        tournament_data,
    )

    if args.output is not None:
        check_output(args.output, [args.layout], ".json", ".csv")
    opened, seats = read_layout(args.layout), args.seats
    bots = ladder_bots(args.bots)
    with common.as_usage_error(ValueError):
        side = load_side(opened, seats, common.parse_options(opened.game.info, args.options))
        one = Tournament(side, seats, bots, args.matches, args.seed, args.workers or 0, opening_plies=args.openings)
        pairs = one.pairs()
    code, failed = common.EXIT_OK, 0
    with open_pool(args) as pool:
        for number, (a, b, experiment) in enumerate(pairs, 1):
            if code != common.EXIT_OK:
                break
            run = Run(experiment, pool)
            which = f"{number}/{len(pairs)} · {bots[a]} : {bots[b]} · "
            code = play_run(run, which, resume=args.resume, is_first=number == 1)
            if run.progress().matches:
                one.add_results(a, b, run.results[0])
            failed += len(run.results[0].failures)
    found, aside = tournament_data(one), args.output == STDIO
    if args.output is not None:
        write(args.output, tournament_csv(found) if args.output.suffix.lower() == ".csv" else json_bytes(found))
    if args.json:
        common.print_json(found, to_stderr=aside)
    else:
        played = sum(one.matches[a][b] for a, b, _experiment in pairs)
        text = plural("{n} match, {seats} seats, seed {seed}", "{n} matches, {seats} seats, seed {seed}", played)
        about = text.format(n=played, seats=seats, seed=args.seed)
        print_text(
            with_label(f"{opened.game.info.name}, {translated_name(opened.layout.name)}", about),
            "",
            *table_lines(cross_table(one)),
            "",
            *table_lines(difference_table(one)),
            _("Row minus column. In brackets: 95 % interval; likelihood that the bot of the row is stronger."),
            *([skill_trace_text(found["trace"])] if found["trace"] else []),
            *([opening_text(found["opening_plies"])] if found["opening_plies"] else []),
            *([] if found["reproducible"] else ["", timed_text()]),
            aside=aside,
        )
        if code == common.EXIT_INTERRUPTED:
            print_error(state_text("stopped"))
    return report_failed(failed, code)
