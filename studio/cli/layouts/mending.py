"""The command that repairs what the checks can repair: `fix`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from studio.cli.common import FINE, NO, STANDARD, add_files, add_json, file_name
from studio.cli.files import LAYOUTS, Told, each_file, open_layout, put, refiled, spoken, spread
from studio.cli.layouts.explaining import codes
from studio.cli.parser import Parser, Refused
from studio.core.text import _, complain, plural

if TYPE_CHECKING:
    from studio.core.game import Body, Json
    from studio.core.problems import Problem
    from studio.opening import Opened


def add_fix(parser: Parser) -> Callable[[argparse.Namespace], int]:
    add_files(parser, _("layouts, folders of them, - for standard input to standard output"))
    parser.add_argument(
        "--code",
        action="append",
        default=[],
        metavar="CODE",
        help=_("repair all findings of this code, and no others; may be given again (else: what is safe to repair)"),
    )
    parser.add_argument(
        "-o",
        "--output",
        type=file_name,
        metavar="OUT",
        help=_("where to write, if it is one layout (the file itself), - for standard output"),
    )
    parser.add_argument("--show", action="store_true", help=_("say what would be changed, and write nothing"))
    add_json(parser)
    parser.offer("code", codes)
    return _fix


def _fix(args: argparse.Namespace) -> int:
    from studio.core.problems import has_errors
    from studio.opening import to_layout

    if args.show and args.output is not None:
        raise Refused(_("give either --show or --output: what is shown is not written"))
    if args.output is not None and len(spread(args.files, LAYOUTS)) > 1:
        raise Refused(_("--output takes one layout; of several, each is repaired in its own file"))
    found: list[set[str]] = []

    def use(path: Path) -> Told:
        layout, output = open_layout(path), args.output if args.output is not None else path
        mended = _mended(layout, args.code)
        found.append({problem.code for problem in mended.found})
        for code in mended.ignored_codes:
            words = _('{path}: the findings "{code}" are ignored by the layout and stay as they are')
            complain(words.format(path=spoken(path), code=code))
        if not args.show and (mended.body != layout.body or output != path or output == STANDARD):
            put(output, refiled(to_layout(replace(layout, body=mended.body)), path, output))
        return Told(
            NO if has_errors(tuple(mended.left)) else FINE,
            {"file": str(path), "output": None if args.show else str(output), **_plain(layout, mended)},
            _lines(layout, mended, spoken(path), args.show),
        )

    outputs = args.files if args.output is None else [args.output]
    answer = each_file(args, LAYOUTS, use, aside=STANDARD in outputs and not args.show, fixed=[], left=[])
    for code in args.code if found else ():
        if not any(code in codes for codes in found):
            complain(_('there is no finding "{code}"').format(code=code))
    return answer


class _Mended(NamedTuple):
    """A layout's body after repairs, what was repaired, and what there is to find in it now."""

    body: Body
    made: Sequence[Problem]
    left: Sequence[Problem]
    ignored: int
    found: Sequence[Problem]
    """What was found before and between the repairs."""
    ignored_codes: Sequence[str]
    """Those that were asked for, and all findings of which the layout ignores."""


def _mended(layout: Opened, asked: Sequence[str]) -> _Mended:
    """Repair the findings of these codes that the layout does not ignore; of no codes, what is safe to repair."""
    from studio.opening.ignoring import is_ignored, sifted
    from studio.opening.repairing import repaired

    game, entries = layout.game, layout.layout.ignored
    problems, grid = game.check(layout.body), game.grid(layout.body)

    def wanted(problem: Problem) -> bool:
        if is_ignored(problem, entries, grid):
            return False
        return problem.code in asked if asked else problem.fix is not None and problem.fix.safe

    made, body = repaired(game, layout.body, problems, wanted)
    found = (*problems, *made)
    counted = {problem.code for problem in found if not is_ignored(problem, entries, grid)}
    ignored_codes = [code for code in asked if code not in counted and code in {problem.code for problem in found}]
    rest = sifted(game.check(body), entries, game.grid(body))
    return _Mended(body, made, rest.counted, len(rest.ignored), found, ignored_codes)


def _plain(layout: Opened, mended: _Mended) -> dict[str, Json]:
    """What a repair has changed, as plain data."""
    from studio.cli.layouts.validating import plain_problem
    from studio.core.picture import target_edge
    from studio.opening.outcome import outcome

    game, grid = layout.game, layout.game.grid(layout.body)
    changed = outcome(game, layout.body, mended.body)
    changes = {
        "size": changed.size,
        "spaces": [grid.name(cell) for cell in changed.cells],
        "edges": [list(target_edge(edge)) for edge in changed.edges],
        "figures": [figure._asdict() for figure in changed.figures],
    }
    return {
        "changes": changes,
        "fixed": [plain_problem(game, layout.body, problem) for problem in mended.made],
        "left": [plain_problem(game, mended.body, problem) for problem in mended.left],
    }


def _lines(layout: Opened, mended: _Mended, name: Path, shows: bool) -> list[str]:
    """The same in words: each repair, what they come to, how many."""
    from studio.opening.outcome import outcome, outcome_words

    game, made = layout.game, mended.made
    lines = [f"  {problem.fix.label}" if problem.fix is not None else "" for problem in made]
    if made:
        lines.append(f"  {outcome_words(game, layout.body, outcome(game, layout.body, mended.body))}")
    words = plural(
        "{path}: {n} repair made, {left} findings left", "{path}: {n} repairs made, {left} findings left", len(made)
    )
    if shows:
        words = plural(
            "{path}: {n} repair to make, {left} findings would be left",
            "{path}: {n} repairs to make, {left} findings would be left",
            len(made),
        )
    if mended.ignored:
        words = _("{words}, {ignored} ignored").format(words=words, ignored=mended.ignored)
    return [*lines, words.format(path=name, n=len(made), left=len(mended.left))]
