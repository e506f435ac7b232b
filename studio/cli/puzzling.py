"""The command about puzzles: `puzzle`, which checks one or tells its solution."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli.common import FINE, NO, add_json, file_name, print_json, refusing, seconds_number
from studio.cli.files import read, spoken
from studio.cli.parser import Parser, Refused
from studio.cli.progress import under_way
from studio.core.text import _, name_seats, plural, say

if TYPE_CHECKING:
    from studio.core.game import Action
    from studio.lessons.puzzle import Found, OpenPuzzle


def add_puzzle(parser: Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument("puzzle", metavar="FILE", type=file_name, help=_("a puzzle, - for standard input"))
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help=_("say whether it can be solved, and is no gift (usual)"))
    what.add_argument("--solve", action="store_true", help=_("tell a solution"))
    parser.add_argument("--seconds", type=seconds_number, default=60.0, help=_("time for the search (60)"))
    add_json(parser)
    return _puzzle


def _puzzle(args: argparse.Namespace) -> int:
    from studio.core.cancellation import Patience, Spent
    from studio.lessons.puzzle import greedily, open_puzzle, played, solve

    name = spoken(args.puzzle)
    with refusing():
        puzzle = open_puzzle(name, read(args.puzzle))
    try:
        with under_way(_("looking for a solution"), args.seconds):
            found = solve(puzzle, Patience(args.seconds))
    except Spent:
        raise Refused(_("{path}: the search took longer than {seconds:g} seconds").format(
            path=name, seconds=args.seconds)) from None  # fmt: skip
    is_gift = puzzle.standing(played(puzzle, greedily(puzzle))) == "solved"
    solution = _given(puzzle)
    if args.json:
        print_json(_plain(puzzle, found, is_gift, solution))
    elif args.solve:
        say(*(_sentences(puzzle, found.way) if found.way is not None else [_unsolved(name, found)]))
    else:
        say(*_checked(puzzle, name, found, is_gift, solution))
    return FINE if found.way is not None and (args.solve or (not is_gift and solution != "failed")) else NO


def _given(puzzle: OpenPuzzle) -> str:
    """How the solution that the file holds ends; "" where it holds none."""
    from studio.core.game import IllegalAction
    from studio.lessons.puzzle import played

    if not puzzle.told.solution:
        return ""
    try:
        return puzzle.standing(played(puzzle, puzzle.told.solution)).replace("open", "failed")
    except IllegalAction:
        return "failed"


def _checked(puzzle: OpenPuzzle, name: Path, found: Found, is_gift: bool, solution: str) -> list[str]:
    told = puzzle.told
    turns = plural("{n} turn", "{n} turns", told.turns).format(n=told.turns)
    lines = [_("{title}: {goal} within {turns}.").format(title=told.title, goal=told.goal, turns=turns)]
    if found.way is None:
        return [*lines, _unsolved(name, found)]
    decisions = plural("{n} decision", "{n} decisions", len(found.way)).format(n=len(found.way))
    lines.append(_("Solved in {decisions}, by looking at {n} moves.").format(decisions=decisions, n=found.looked))
    gift = _("The greedy bot solves it, so it is no puzzle.")
    lines.append(gift if is_gift else _("The greedy bot does not solve it."))
    if solution == "failed":
        lines.append(_("The solution in the file does not reach the goal."))
    return lines


def _unsolved(name: Path, found: Found) -> str:
    return _("{path}: no way leads to the goal ({n} moves were looked at).").format(path=name, n=found.looked)


def _sentences(puzzle: OpenPuzzle, way: tuple[Action, ...]) -> list[str]:
    """The decisions of a way in words, numbered."""
    from studio.lessons.puzzle import played

    game, seat, names = puzzle.opened.game, puzzle.told.seat, [one.name for one in puzzle.told.match.seats]
    asked = [state for state in played(puzzle, way) if state.to_move == seat]
    return [
        f"{number:3d}  {name_seats(game.describe(state, action), names)}"
        for number, (state, action) in enumerate(zip(asked, way, strict=False), 1)
    ]


def _plain(puzzle: OpenPuzzle, found: Found, is_gift: bool, solution: str) -> dict[str, object]:
    way = found.way
    return {
        "title": puzzle.told.title,
        "goal": puzzle.told.goal,
        "turns": puzzle.told.turns,
        "solved": way is not None,
        "looked": found.looked,
        "greedy": is_gift,
        "given": solution or None,
        "way": None if way is None else [list(action) for action in way],
        "words": None if way is None else _sentences(puzzle, way),
    }
