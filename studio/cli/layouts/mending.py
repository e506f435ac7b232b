"""Commands that write files anew: `format` in canonical form, `fix` with what the checks can repair."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli.common import FINE, NO, STANDARD, add_json, file_name, print_json
from studio.cli.files import DOCUMENTS, Told, each_file, open_layout, opened, put, read_with_bytes, refiled, spoken
from studio.cli.layouts.explaining import codes
from studio.cli.parser import Parser, Refused
from studio.core.text import _, complain, plural, say

if TYPE_CHECKING:
    from studio.core.problems import Problem
    from studio.documents.layout import Layout
    from studio.documents.record import Record


def add_format(parser: Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        type=file_name,
        help=_("layouts and match records, folders of them, - for standard input to standard output"),
    )
    parser.add_argument(
        "--check", action="store_true", help=_("write nothing; the answer is no if a file is not in that form")
    )
    add_json(parser)
    return _format


def _format(args: argparse.Namespace) -> int:
    def use(path: Path) -> Told:
        is_other = _formatted(path, args.check)
        words = _("{path}: is not in canonical form") if args.check else _("{path}: written anew")
        return Told(
            NO if is_other and args.check else FINE,
            {"file": str(path), "changed": is_other and not args.check, "canonical": not is_other},
            [words.format(path=spoken(path))] if is_other else [],
            aside=path == STANDARD and not args.check,
        )

    return each_file(args, DOCUMENTS, use, aside=STANDARD in args.files and not args.check)


def _formatted(path: Path, is_check: bool) -> bool:
    """Write a file in canonical form if it is not, or only look; whether it was in another one. Refused if no document.

    What is read from standard input is written in any case.
    """
    from msgspec.structs import replace

    from studio.documents.record import Record
    from studio.documents.store import text_of
    from studio.opening import to_layout

    found, name, data = read_with_bytes(path)
    if isinstance(found, Record):
        document: Layout | Record = replace(found, layout=to_layout(opened(found.layout)))
    else:
        document = to_layout(opened(found, name))
    is_other = text_of(document).encode() != data
    if not is_check and (is_other or path == STANDARD):
        put(path, document)
    return is_other


def add_fix(parser: Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument("file", metavar="FILE", type=file_name, help=_("a layout file, - for standard input"))
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
        help=_("where to write (the file itself), - for standard output"),
    )
    parser.add_argument("--show", action="store_true", help=_("say what would be changed, and write nothing"))
    add_json(parser)
    parser.offer("code", codes)
    return _fix


def _fix(args: argparse.Namespace) -> int:
    from dataclasses import replace

    from studio.cli.layouts.validating import plain_problem
    from studio.core.problems import has_errors
    from studio.core.shown.targets import target_edge
    from studio.opening import to_layout
    from studio.opening.ignoring import is_ignored, sifted
    from studio.opening.outcome import outcome, outcome_words
    from studio.opening.repairing import repaired

    if args.show and args.output is not None:
        raise Refused(_("give either --show or --output: what is shown is not written"))
    layout = open_layout(args.file)
    output = args.output if args.output is not None else args.file
    game, before = layout.game, layout.body
    problems, grid = game.check(before), game.grid(before)

    def wanted(problem: Problem) -> bool:
        if is_ignored(problem, layout.layout.ignored, grid):
            return False
        return problem.code in args.code if args.code else problem.fix is not None and problem.fix.safe

    made, body = repaired(game, before, problems, wanted)
    for code in args.code:
        there = [problem for problem in (*problems, *made) if problem.code == code]
        if not there:
            complain(_('{path}: there is no finding "{code}"').format(path=spoken(args.file), code=code))
        elif all(is_ignored(problem, layout.layout.ignored, grid) for problem in there):
            words = _('{path}: the findings "{code}" are ignored by the layout and stay as they are')
            complain(words.format(path=spoken(args.file), code=code))
    if not args.show and (body != before or output != args.file or output == STANDARD):
        put(output, refiled(to_layout(replace(layout, body=body)), args.file, output))
    left, ignored = sifted(game.check(body), layout.layout.ignored, game.grid(body))[:2]
    aside = output == STANDARD and not args.show
    changed = outcome(game, before, body)
    if args.json:
        fixed = [plain_problem(game, before, problem) for problem in made]
        rest = [plain_problem(game, body, problem) for problem in left]
        changes = {
            "size": changed.size,
            "spaces": [grid.name(cell) for cell in changed.cells],
            "edges": [list(target_edge(edge)) for edge in changed.edges],
            "figures": [figure._asdict() for figure in changed.figures],
        }
        told = {"file": str(args.file), "output": None if args.show else str(output), "changes": changes}
        print_json({**told, "fixed": fixed, "left": rest}, aside=aside)
    else:
        for problem in made:
            say(f"  {problem.fix.label}" if problem.fix is not None else "", aside=aside)
        if made:
            say(f"  {outcome_words(game, before, changed)}", aside=aside)
        words = plural(
            "{path}: {n} repair made, {left} findings left", "{path}: {n} repairs made, {left} findings left", len(made)
        )
        if args.show:
            words = plural(
                "{path}: {n} repair to make, {left} findings would be left",
                "{path}: {n} repairs to make, {left} findings would be left",
                len(made),
            )
        if ignored:
            words = _("{words}, {ignored} ignored").format(words=words, ignored=len(ignored))
        say(words.format(path=spoken(args.file), n=len(made), left=len(left)), aside=aside)
    return NO if has_errors(tuple(left)) else FINE
