"""The commands about a match: `play`, `replay`, `review`, `puzzle` and `demo`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli import common
from studio.cli.files import STDIO, check_output, read, read_layout, read_record, source_name, write, write_document
from studio.core.text import SEAT_NAMES, _, name_seats, plural, print_text, translated_name, with_label

if TYPE_CHECKING:
    from studio.core.game import Action, State
    from studio.core.match import Match
    from studio.core.panel import ScoreBreakdown
    from studio.documents.store import Record
    from studio.lessons import LoadedPuzzle, SolveResult


def add_play(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    common.add_table(parser)
    common.add_openings(parser.add_argument, _("Random moves at the start (default: 0)"))
    common.add_output(parser, _("Match record to write (- for standard output)"))
    return _play


def _play(args: argparse.Namespace) -> int:
    from studio.bots import check_actions
    from studio.lab.jobs import make_bots, opening_bot

    if args.output is not None:
        check_output(args.output, [args.layout], ".json", "")
    seats, bots = common.seats_and_bots(args)
    opened = read_layout(args.layout)
    match = common.start_checked_match(opened, seats, common.parse_options(opened.game.info, args.options), args.seed)
    with common.as_usage_error(ValueError):
        check_actions(opened.game, bots)
    choosers, opening = make_bots(bots, args.seed), opening_bot(args.seed)
    count = 0
    with common.progress_line(_("playing the match")) as tell:
        while not match.is_over:
            seat = match.state.to_move
            bot = choosers[seat] if count >= (args.openings or 0) else opening
            match.play(bot.choose(opened.game, match.state, seat))
            count += 1
            tell(plural("{count} decision", "{count} decisions", count).format(count=count))
    names = SEAT_NAMES[:seats]
    aside = args.output == STDIO
    if args.output is not None:
        from studio.services.loading import to_record

        write_document(args.output, to_record(match, opened.layout, names, bots))
    breakdown = opened.game.text.score_breakdown(match.state)
    if args.json:
        common.print_json(
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
                "verdict": name_seats(breakdown.verdict, names),
                "record": str(args.output) if args.output is not None else None,
            },
            to_stderr=aside,
        )
        return common.EXIT_OK
    seated = ", ".join(f"{name} ({bot})" for name, bot in zip(names, bots, strict=True))
    print_text(
        with_label(f"{opened.game.info.name}, {translated_name(opened.layout.name)}", seated),
        *score_lines(breakdown, names),
        aside=aside,
    )
    written = _("; record: {path}").format(path=args.output) if args.output is not None and not aside else ""
    print_text(plural("{count} decision", "{count} decisions", count).format(count=count) + written, aside=aside)
    return common.EXIT_OK


def score_lines(breakdown: ScoreBreakdown, names: Sequence[str]) -> list[str]:
    """The score table as text, with the verdict below it."""
    from studio.lab.report.text import table_lines

    rows = [("", *names)]
    rows += [(name_seats(line.title, names), *(str(points) for points in line.points)) for line in breakdown.lines]
    totals = [sum(line.points[seat] for line in breakdown.lines) for seat in range(len(names))]
    rows.append((_("total"), *(str(points) for points in totals)))
    return [*table_lines(rows), name_seats(breakdown.verdict, names)]


def add_replay(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument(
        "record", metavar="RECORD", type=common.file_name, help=_("Match record (- for standard input)")
    )
    parser.add_argument("--dump", action="store_true", help=_("Print one JSON object per decision"))
    common.add_json(parser)
    return _replay


def _replay(args: argparse.Namespace) -> int:
    record, match = read_record(args.record)
    game, names = match.game, seat_names(record)
    nodes = match.line()
    if args.dump:
        for index, (before, node) in enumerate(pairwise(nodes)):
            assert node.decision is not None
            state, legal = before.state, before.state.legal()
            data = {
                "index": index,
                "to_move": state.to_move,
                "legal": [list(action) for action in legal],
                "described": _describe_moves(match, state, legal, names),
                "state": state.dump(),
                "scores": state.scores(),
                "action": list(node.decision.action),
                "draws": [list(draw) for draw in node.decision.draws],
            }
            common.print_json(data, indent=None)
        return common.EXIT_OK
    lines = [name_seats(event.text, names) for node in nodes for event in node.events if event.private_to < 0]
    breakdown = game.text.score_breakdown(match.state)
    if args.json:
        common.print_json(
            {
                "game": game.info.slug,
                "names": list(names),
                "decisions": len(nodes) - 1,
                "over": match.is_over,
                "log": lines,
                "scores": match.state.scores(),
                "winners": match.state.winners() if match.is_over else [],
                "verdict": name_seats(breakdown.verdict, names),
            }
        )
        return common.EXIT_OK
    print_text(*lines)
    if match.is_over:
        print_text("", *score_lines(breakdown, names))
    else:
        print_text(_("The match is not finished; {name} is to move.").format(name=names[match.state.to_move]))
    return common.EXIT_OK


def seat_names(record: Record) -> list[str]:
    """The names of a record's seats, made unique."""
    names: list[str] = []
    for number, seat in enumerate(record.seats, 1):
        name = seat.name.strip() or _("Seat {number}").format(number=number)
        names.append(name if name not in names else f"{name} ({number})")
    return names


def _describe_moves(match: Match, state: State, legal: list[Action], names: list[str]) -> list[str]:
    """The description of each move, unique even if names make descriptions equal."""
    sentences = [match.game.text.describe(state, action) for action in legal]
    descriptions = [name_seats(sentence, names) for sentence in sentences]
    if len(set(descriptions)) < len(set(sentences)):
        plain = [_("Seat {number}").format(number=number + 1) for number in range(len(names))]
        descriptions = [name_seats(sentence, plain) for sentence in sentences]
    return descriptions


# The command `review`.


def add_review(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument(
        "record", metavar="RECORD", type=common.file_name, help=_("Match record (- for standard input)")
    )
    parser.add_argument(
        "--seats", metavar="N,…", type=_seat_numbers, help=_("Seats whose moves are judged, from 1 (default: humans)")
    )
    text = _("Factor for the number of sampled games (default: 1)")
    common.add_value(parser.add_argument, "--effort", common.whole_number, "N", text, default=1)
    text = _("Number of worker processes (default: one per core)")
    parser.add_argument("--workers", type=common.whole_number, metavar="K", help=text)
    common.add_json(parser)
    common.add_output(parser, _("Write the review: .html or .json"))
    return _review


def _seat_numbers(text: str) -> tuple[int, ...]:
    """Argument type: numbers of seats, counted from 1, as seats from 0."""
    return tuple(sorted({common.whole_number(word) - 1 for word in text.split(",")}))


def _review(args: argparse.Namespace) -> int:
    from studio.documents.files import DocumentError
    from studio.lab.report.data import json_bytes
    from studio.lab.review.model import Review, human_seats
    from studio.lab.review.report import review_data, review_lines, review_page
    from studio.lab.review.run import hide_secrets, review_match
    from studio.lab.review.store import load_review, save_review
    from studio.lab.worker_pool import default_workers

    if args.output is not None:
        check_output(args.output, [args.record], ".html", ".json", "")
    record, match = read_record(args.record)
    names = seat_names(record)
    people = human_seats(record) if args.seats is None else args.seats
    if any(not 0 <= seat < match.seats for seat in people):
        raise common.UsageError(_("--seats: the match has seats 1 to {n}").format(n=match.seats))
    try:
        hide_secrets(match, people)
    except ValueError as problem:
        raise common.UsageError(str(problem)) from problem
    latest: list[Review] = []
    with common.progress_line(_("reviewing the match")) as tell:

        def note(review: Review) -> None:
            latest[:] = [review]
            text = _("{done} of {all} decisions judged")
            tell(text.format(done=review.judged, all=review.to_judge))

        try:
            review = review_match(
                record,
                match,
                people=people,
                effort=args.effort,
                earlier=load_review(record, match.game),
                processes=args.workers or default_workers(),
                tell=note,
            )
        finally:
            if people == human_seats(record):
                with suppress(DocumentError):  # it can be made again
                    save_review(*latest)
    aside = args.output == STDIO
    data = review_data(review, match, names)
    if aside or (args.output is not None and args.output.suffix.lower() == ".json"):
        write(args.output, json_bytes(data))
    elif args.output is not None:
        write(args.output, review_page(review, match, record.layout.name, names))
    if args.json:
        common.print_json(data, to_stderr=aside)
        return common.EXIT_OK
    print_text(*review_lines(review, match, names), aside=aside)
    if args.output is not None and not aside:
        print_text(_("review   {path}").format(path=args.output))
    return common.EXIT_OK


def add_demo(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument(
        "-o", "--output", type=Path, default="build/demo", metavar="DIR", help=_("Output folder (default: build/demo)")
    )
    return _demo


def _demo(args: argparse.Namespace) -> int:
    common.offscreen()
    from studio.gui.headless import demo

    return demo(args.output, args.data_dir)


# The command `puzzle`.


def add_puzzle(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument("puzzle", metavar="FILE", type=common.file_name, help=_("Puzzle file (- for standard input)"))
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--check", action="store_true", help=_("Check that the puzzle is solvable and not trivial (default)")
    )
    what.add_argument("--solve", action="store_true", help=_("Print a solution"))
    common.add_timeout(parser, 60)
    common.add_json(parser)
    return _puzzle


def _puzzle(args: argparse.Namespace) -> int:
    from studio.core.cancellation import Cancelled, CancelToken
    from studio.lessons import all_solutions, greedy_actions, load_puzzle, solution_positions, solve

    name = source_name(args.puzzle)
    with common.as_usage_error():
        puzzle = load_puzzle(name, read(args.puzzle))
    try:
        with common.progress_line(_("searching for a solution"), args.timeout):
            cancel = CancelToken(args.timeout)
            found = solve(puzzle, cancel, preferred=frozenset(puzzle.document.solution))
            ways = [] if args.solve else all_solutions(puzzle, cancel)
    except Cancelled:
        raise common.UsageError(_("{path}: the search did not finish within {seconds:g} seconds").format(
            path=name, seconds=args.timeout)) from None  # fmt: skip
    is_gift = puzzle.status(solution_positions(puzzle, greedy_actions(puzzle))) == "solved"
    solution = _solution_status(puzzle)
    listed = [way for way in (puzzle.document.solution, *puzzle.document.other_solutions) if way]
    sets = [{tuple(sorted(way)) for way in some} for some in (ways or (), listed)]
    is_listed = not (ways and listed) or sets[0] == sets[1]
    if args.json:
        count = None if args.solve or ways is None else len(ways)
        common.print_json(_puzzle_data(puzzle, found, is_gift, solution) | {"solutions": count, "listed": is_listed})
    elif args.solve:
        print_text(*(_sentences(puzzle, found.actions) if found.actions is not None else [_unsolved(name, found)]))
    else:
        print_text(*_check_lines(puzzle, name, found, is_gift, solution))
        text = plural("It has {n} solution.", "It has {n} solutions, apart from the order of moves.", len(ways or ()))
        too_many = _("There are too many positions to count all solutions.")
        print_text(*([too_many] if ways is None else [text.format(n=len(ways))] if ways else []))
        print_text(*([] if is_listed else [_("The file does not list these solutions, or it lists others.")]))
    is_good = found.actions is not None and (args.solve or (not is_gift and is_listed and solution != "failed"))
    return common.EXIT_OK if is_good else common.EXIT_FAILED


def _solution_status(puzzle: LoadedPuzzle) -> str:
    """How the solution in the file ends; "" without one."""
    from studio.core.game import IllegalAction
    from studio.lessons import solution_positions

    if not puzzle.document.solution:
        return ""
    try:
        return puzzle.status(solution_positions(puzzle, puzzle.document.solution)).replace("open", "failed")
    except IllegalAction:
        return "failed"


def _check_lines(puzzle: LoadedPuzzle, name: Path, found: SolveResult, is_gift: bool, solution: str) -> list[str]:
    document = puzzle.document
    turns = plural("{n} turn", "{n} turns", document.turns).format(n=document.turns)
    lines = [_("{title}: {goal} within {turns}.").format(title=document.title, goal=document.goal, turns=turns)]
    if found.actions is None:
        return [*lines, _unsolved(name, found)]
    decisions = plural("{n} decision", "{n} decisions", len(found.actions)).format(n=len(found.actions))
    text = _("Solved in {decisions}; moves searched: {n}.")
    lines.append(text.format(decisions=decisions, n=found.positions_seen))
    gift = _("The greedy bot solves it too, so the puzzle is too easy.")
    lines.append(gift if is_gift else _("The greedy bot does not solve it."))
    if solution == "failed":
        lines.append(_("The solution in the file does not reach the goal."))
    return lines


def _unsolved(name: Path, found: SolveResult) -> str:
    return _("{path}: no solution exists (moves searched: {n}).").format(path=name, n=found.positions_seen)


def _sentences(puzzle: LoadedPuzzle, way: tuple[Action, ...]) -> list[str]:
    """The decisions of a solution as numbered text."""
    from studio.lessons import solution_positions

    game, seat, names = puzzle.opened.game, puzzle.document.seat, [one.name for one in puzzle.document.match.seats]
    questions = [state for state in solution_positions(puzzle, way) if state.to_move == seat]
    return [
        f"{number:3d}  {name_seats(game.text.describe(state, action), names)}"
        for number, (state, action) in enumerate(zip(questions, way, strict=False), 1)
    ]


def _puzzle_data(puzzle: LoadedPuzzle, found: SolveResult, is_gift: bool, solution: str) -> dict[str, object]:
    way = found.actions
    return {
        "title": puzzle.document.title,
        "goal": puzzle.document.goal,
        "turns": puzzle.document.turns,
        "solved": way is not None,
        "looked": found.positions_seen,
        "greedy": is_gift,
        "given": solution or None,
        "way": None if way is None else [list(action) for action in way],
        "words": None if way is None else _sentences(puzzle, way),
    }
