"""The command that explains: `explain`, of a finding's code, of a clause, or of all findings that a layout has."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from studio.cli.common import FINE, STANDARD, add_json, print_json, seconds_number
from studio.cli.files import open_layout, spoken
from studio.cli.parser import Parser, Refused, nearest
from studio.cli.progress import under_way
from studio.core.text import _, every, headed, say

if TYPE_CHECKING:
    from studio.core.book import Clause, Explanation
    from studio.core.game import Json
    from studio.core.problems import Problem
    from studio.core.protocols import Game


def add_explain(parser: Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument(
        "what",
        metavar="CODE|CLAUSE|FILE",
        help=_("the code of a finding (edge.mismatch), the number of a clause (N8), or a layout all of whose are told"),
    )
    parser.add_argument("--seconds", type=seconds_number, default=10.0, help=_("time for the proof of a layout (10)"))
    add_json(parser)
    parser.offer("what", codes)
    return _explain


def codes() -> list[str]:
    """The codes of all findings that there can be."""
    from studio.games import load, slugs

    return sorted({code for slug in slugs() for code in load(slug).codes()})


def _explain(args: argparse.Namespace) -> int:
    from studio.games import load, slugs

    if Path(args.what) == STANDARD or Path(args.what).is_file():
        return _explain_file(args)
    games = [load(slug) for slug in slugs()]
    for game in games:
        for clause in (
            clause for chapter in game.book() for clause in chapter.clauses if args.what == clause.number != ""
        ):
            return _explain_clause(args, game, clause)
    told: dict[tuple[str, ...], list[tuple[Game, Explanation]]] = {}
    for game in games:
        if args.what in game.codes():
            found = game.explain(args.what)
            told.setdefault((found.title, *found.paragraphs), []).append((game, found))
    if not told:
        raise Refused(_unknown(args.what, codes()))
    if args.json:
        print_json(
            [
                {"game": game.info.slug, **plain_explanation(args.what, found)}
                for alike in told.values()
                for game, found in alike
            ]
        )
        return FINE
    for alike in told.values():
        clauses = every(list(dict.fromkeys(found.clause for _game, found in alike if found.clause)))
        say(*explained_lines(args.what, alike[0][1], clauses, every([game.info.name for game, _found in alike])))
    return FINE


def _explain_clause(args: argparse.Namespace, game: Game, clause: Clause) -> int:
    """Tell a clause of the rules; its boards are for the window."""
    from studio.documents.prose.inline import lines

    told = [block for block in clause.blocks if block.kind != "board"]
    if args.json:
        blocks = [{"kind": block.kind, "words": block.words} for block in told]
        print_json({"game": game.info.slug, "clause": clause.number, "title": clause.title, "blocks": blocks})
        return FINE
    say(headed(clause.number, f"{clause.title} ({game.info.name})"))
    say(*lines(told))
    return FINE


def _unknown(word: str, codes: list[str]) -> str:
    if code := nearest(word, codes):
        return _('"{word}" is neither the code of a finding nor a clause nor a file; did you mean "{code}"?').format(
            word=word, code=code
        )
    return _('"{word}" is neither the code of a finding nor a clause nor a file').format(word=word)


def _explain_file(args: argparse.Namespace) -> int:
    from studio.core.cancellation import Patience
    from studio.core.problems import by_cause, has_errors
    from studio.opening import findings

    opened = open_layout(Path(args.what))
    problems = findings(opened)
    if not has_errors(problems):
        with under_way(_("looking for a proof"), args.seconds):
            problems += opened.game.prove(opened.body, Patience(args.seconds))
    if args.json:
        print_json(
            [plain_explanation(problem.code, opened.game.explain(problem.code), problem) for problem in problems]
        )
        return FINE
    if not problems:
        say(_("{path}: nothing was found.").format(path=spoken(Path(args.what))))
    for alike in by_cause(problems):
        found = opened.game.explain(alike[0].code)
        say(*explained_lines(alike[0].code, found, found.clause))
        for problem in alike:
            say(*here_lines(found, problem))
    return FINE


def explained_lines(code: str, found: Explanation, clauses: str, games: str = "") -> Iterator[str]:
    """What findings with a code are about, as lines for a terminal."""
    behind = " · ".join(filter(None, (clauses, games)))
    from studio.documents.prose.inline import WIDTH

    yield headed(code, found.title) + (f" ({behind})" if behind else "")
    for words in (*found.paragraphs, found.matters):
        yield from wrap(words, WIDTH, initial_indent="  ", subsequent_indent="  ")


def here_lines(found: Explanation, problem: Problem) -> Iterator[str]:
    """Why one finding matters, as lines for a terminal."""
    from studio.core.book import here
    from studio.documents.prose.inline import WIDTH

    yield from wrap(_("Here: {words}").format(words=" ".join(here(found, problem))), WIDTH, initial_indent="  → ",
                    subsequent_indent="    ")  # fmt: skip


def plain_explanation(code: str, found: Explanation, problem: Problem | None = None) -> Json:
    """An explanation as plain data, without its pictures; of a finding also why it matters."""
    from studio.core.book import here

    told = {
        "code": code,
        "title": found.title,
        "clause": found.clause,
        "paragraphs": list(found.paragraphs),
        "matters": found.matters,
    }
    return told if problem is None else {**told, "here": list(here(found, problem))}
