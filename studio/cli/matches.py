"""Commands about a match: `play`, `replay`, and the `demo` that does a bit of everything."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli.common import (
    FINE,
    STANDARD,
    add_json,
    add_table,
    begin,
    file_name,
    offscreen,
    parse_options,
    print_json,
    seats_and_bots,
)
from studio.cli.files import open_layout, open_record, write
from studio.cli.parser import Parser
from studio.cli.progress import under_way
from studio.core.text import SEAT_NAMES, _, called, headed, name_seats, plural, say

if TYPE_CHECKING:
    from studio.core.game import Action, State
    from studio.core.match import Match
    from studio.core.panel import Reckoning
    from studio.documents.record import Record


def add_play(parser: Parser) -> Callable[[argparse.Namespace], int]:
    add_table(parser)
    parser.add_argument(
        "--record", metavar="OUT", type=file_name, help=_("write the match record to this file, - for standard output")
    )
    return _play


def _play(args: argparse.Namespace) -> int:
    from studio.lab.play import make_bots

    seats, bots = seats_and_bots(args)
    opened = open_layout(args.layout)
    match = begin(opened, seats, parse_options(opened.game.info, args.options), args.seed)
    choosers = make_bots(bots, args.seed)
    count = 0
    with under_way(_("playing the match")) as tell:
        while not match.is_over:
            seat = match.state.to_move
            match.play(choosers[seat].choose(opened.game, match.state, seat))
            count += 1
            tell(plural("{count} decision", "{count} decisions", count).format(count=count))
    names = SEAT_NAMES[:seats]
    aside = args.record == STANDARD
    if args.record is not None:
        from studio.documents.store import record_text
        from studio.opening import to_record

        write(args.record, record_text(to_record(match, opened.layout, names, bots)).encode("utf-8"))
    reckoning = opened.game.reckoning(match.state)
    if args.json:
        print_json(
            {
                "game": opened.game.info.slug,
                "layout": opened.layout.name,
                "seats": seats,
                "bots": list(bots),
                "seed": args.seed,
                "options": match.options,
                "decisions": len(match.decisions()),
                "scores": match.state.scores(),
                "winners": match.state.winners(),
                "verdict": name_seats(reckoning.verdict, names),
                "record": str(args.record) if args.record is not None else None,
            },
            aside=aside,
        )
        return FINE
    seated = ", ".join(f"{name} ({bot})" for name, bot in zip(names, bots, strict=True))
    say(
        headed(f"{opened.game.info.name}, {called(opened.layout.name)}", seated),
        *reckoning_lines(reckoning, names),
        aside=aside,
    )
    written = _("; record: {path}").format(path=args.record) if args.record is not None and not aside else ""
    say(plural("{count} decision", "{count} decisions", count).format(count=count) + written, aside=aside)
    return FINE


def reckoning_lines(reckoning: Reckoning, names: Sequence[str]) -> list[str]:
    """The final table in plain text, with the verdict below it."""
    from studio.lab.report import table

    rows = [("", *names)]
    rows += [(name_seats(line.title, names), *(str(points) for points in line.points)) for line in reckoning.lines]
    totals = [sum(line.points[seat] for line in reckoning.lines) for seat in range(len(names))]
    rows.append((_("total"), *(str(points) for points in totals)))
    return [*table(rows), name_seats(reckoning.verdict, names)]


def add_replay(parser: Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument("record", metavar="RECORD", type=file_name, help=_("a match record, - for standard input"))
    parser.add_argument("--dump", action="store_true", help=_("print one JSON object per decision"))
    add_json(parser)
    return _replay


def _replay(args: argparse.Namespace) -> int:
    record, match = open_record(args.record)
    game, names = match.game, record_names(record)
    nodes = match.line()
    if args.dump:
        for index, (before, node) in enumerate(pairwise(nodes)):
            assert node.decision is not None
            state, legal = before.state, before.state.legal()
            data = {
                "index": index,
                "to_move": state.to_move,
                "legal": [list(action) for action in legal],
                "described": _described(match, state, legal, names),
                "state": state.dump(),
                "scores": state.scores(),
                "action": list(node.decision.action),
                "draws": [list(draw) for draw in node.decision.draws],
            }
            print_json(data, indent=None)
        return FINE
    lines = [name_seats(event.text, names) for node in nodes for event in node.events if event.private_to < 0]
    reckoning = game.reckoning(match.state)
    if args.json:
        print_json(
            {
                "game": game.info.slug,
                "names": list(names),
                "decisions": len(nodes) - 1,
                "over": match.is_over,
                "log": lines,
                "scores": match.state.scores(),
                "winners": match.state.winners() if match.is_over else [],
                "verdict": name_seats(reckoning.verdict, names),
            }
        )
        return FINE
    say(*lines)
    if match.is_over:
        say("", *reckoning_lines(reckoning, names))
    else:
        say(_("The match goes on; {name} is to move.").format(name=names[match.state.to_move]))
    return FINE


def record_names(record: Record) -> list[str]:
    """The names of a record's seats, made different where they are not."""
    names: list[str] = []
    for number, seat in enumerate(record.seats, 1):
        name = seat.name.strip() or _("Seat {number}").format(number=number)
        names.append(name if name not in names else f"{name} ({number})")
    return names


def _described(match: Match, state: State, legal: list[Action], names: list[str]) -> list[str]:
    """What each move is called, all different even if seats bear names that make sentences alike."""
    sentences = [match.game.describe(state, action) for action in legal]
    told = [name_seats(sentence, names) for sentence in sentences]
    if len(set(told)) < len(set(sentences)):
        plain = [_("Seat {number}").format(number=number + 1) for number in range(len(names))]
        told = [name_seats(sentence, plain) for sentence in sentences]
    return told


def add_demo(parser: Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("build/demo"), metavar="DIR", help=_("where to (build/demo)")
    )
    return _demo


def _demo(args: argparse.Namespace) -> int:
    offscreen()
    from studio.gui.headless.demo import demo

    return demo(args.output, args.data_dir)
