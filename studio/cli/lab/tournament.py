"""The command `tournament`: every bot against every other on one layout."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from studio.cli.common import FINE, INTERRUPTED, add_table, parse_options, print_json, refusing, whole_number
from studio.cli.files import open_layout
from studio.cli.lab.simulating import carried_out, playable
from studio.cli.parser import Parser, Refused
from studio.core.text import _, called, complain, headed, plural, say

MATCHES = 100
"""How many each pair plays when nobody says it."""


def add_tournament(parser: Parser) -> Callable[[argparse.Namespace], int]:
    add_table(parser)
    parser.set_defaults(bots="random,greedy,planner")
    parser.add_argument("--matches", type=whole_number, default=MATCHES, metavar="N", help=_("of each pair (100)"))
    parser.add_argument("--workers", type=whole_number, metavar="K", help=_("how many processes (one per core)"))
    return _tournament


def _tournament(args: argparse.Namespace) -> int:
    from studio.lab.crew import Lost
    from studio.lab.report import stopped, table
    from studio.lab.run import Run, crew_of
    from studio.lab.tournament import Tournament, plain, rows

    opened = open_layout(args.layout)
    seats = args.seats or 2
    bots = tuple(name.strip() for name in args.bots.split(","))
    with refusing(ValueError, Lost):
        side = playable(opened, seats, parse_options(opened.game.info, args.options))
        one = Tournament(side, seats, bots, args.matches, args.seed, args.workers or 0)
        pairs = one.pairs()
        crew = crew_of(one.workers)
    code, failed = FINE, 0
    try:
        for number, (a, b, experiment) in enumerate(pairs, 1):
            if code != FINE:
                break
            run = Run(experiment, crew)
            code = carried_out(run, f"{number}/{len(pairs)} · {bots[a]} : {bots[b]} · ")
            one.count_in(a, b, run.results[0])
            failed += len(run.results[0].failures)
    except Lost as problem:
        raise Refused(str(problem)) from None
    finally:
        crew.close()
    if args.json:
        print_json(plain(one))
        return code
    played = sum(one.matches[a][b] for a, b, _experiment in pairs)
    words = plural("{n} match, {seats} seats, seed {seed}", "{n} matches, {seats} seats, seed {seed}", played)
    about = words.format(n=played, seats=seats, seed=args.seed)
    say(headed(f"{opened.game.info.name}, {called(opened.layout.name)}", about), "", *table(rows(one)))
    if code == INTERRUPTED:
        complain(stopped())
    if failed:
        complain(plural("{n} match failed", "{n} matches failed", failed).format(n=failed))
    return code
