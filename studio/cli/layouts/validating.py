"""Commands about games and layouts: `games`, `validate`."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli.common import FINE, NO, add_files, add_json, print_json, seconds_number
from studio.cli.files import DOCUMENTS, Told, each_file, opened, read_document, replayed, spoken
from studio.cli.layouts.explaining import explained_lines, plain_explanation
from studio.cli.parser import Parser
from studio.core.text import _, say, visible

if TYPE_CHECKING:
    from studio.core.game import Body, Json
    from studio.core.problems import Problem, Severity
    from studio.core.protocols import Game
    from studio.documents.layout import Ignored
    from studio.opening import Opened
    from studio.opening.ignoring import Sifted


def add_games(parser: Parser) -> Callable[[argparse.Namespace], int]:
    add_json(parser)
    return _games


def _games(args: argparse.Namespace) -> int:
    from studio.games import load, slugs

    infos = [load(slug).info for slug in slugs()]
    if args.json:
        print_json(
            [
                {
                    "slug": info.slug,
                    "name": info.name,
                    "author": info.author,
                    "year": info.year,
                    "seats": list(info.seats),
                    "options": [
                        {"key": option.key, "name": option.name, "help": option.help, "default": option.default}
                        for option in info.options
                    ],
                }
                for info in infos
            ]
        )
        return FINE
    for info in infos:
        say(f"{info.slug:<18}{info.name} ({info.author}, {info.year}), {info.least_seats}–{info.most_seats} seats")
        for option in info.options:
            say(f"{'':<18}--options {option.key}: {option.help}")
    return FINE


def add_validate(parser: Parser) -> Callable[[argparse.Namespace], int]:
    add_files(parser, _("layouts and match records, folders of them, - for standard input"))
    parser.add_argument(
        "--no-proof", action="store_true", help=_("leave out the proof that the board can be completed")
    )
    parser.add_argument("--seconds", type=seconds_number, default=30.0, help=_("time for that proof, per file (30)"))
    parser.add_argument("--explain", action="store_true", help=_("say of each finding what it means"))
    parser.add_argument(
        "--strict", action="store_true", help=_("the answer is no for warnings too, unless the layout ignores them")
    )
    add_json(parser)
    return _validate


def _validate(args: argparse.Namespace) -> int:
    from studio.core.problems import Severity
    from studio.opening.ignoring import sifted

    def use(path: Path) -> Told:
        layout, problems, is_whole = _findings(path, 0.0 if args.no_proof else args.seconds)
        found = sifted(problems, layout.layout.ignored, layout.game.grid(layout.body))
        counts = Counter(problem.severity for problem in found.counted)
        errors = counts[Severity.ERROR]
        told = {"file": str(path), "game": layout.game.info.slug, "ok": not errors}
        return Told(
            NO if errors or (args.strict and counts[Severity.WARNING]) else FINE,
            {**told, **_plain(layout, found, is_whole, args.explain)},
            [_verdict(path, counts, found), *(f"  {line}" for line in _lines(layout, found, is_whole, args.explain))],
        )

    return each_file(args, DOCUMENTS, use, ok=False, problems=[])


def _verdict(path: Path, counts: Counter[Severity], found: Sifted) -> str:
    from studio.core.problems import Severity

    words = _("{path}: {verdict} (errors {0}, warnings {1}, infos {2})")
    if found.ignored:
        words = _("{path}: {verdict} (errors {0}, warnings {1}, infos {2}, ignored {ignored})")
    return words.format(
        counts[Severity.ERROR],
        counts[Severity.WARNING],
        counts[Severity.INFO],
        path=spoken(path),
        verdict=_("cannot be played") if counts[Severity.ERROR] else _("can be played"),
        ignored=len(found.ignored),
    )


def _plain(layout: Opened, found: Sifted, is_whole: bool, explains: bool) -> dict[str, Json]:
    """Findings as plain data: those that count, those that are ignored, and entries that ignore nothing.

    What is not found any more is null unless everything was looked into.
    """

    def entry(of: Ignored) -> Json:
        return {"code": of.code, "reason": of.reason, "spaces": of.spaces.split(), "fields": list(of.fields)}

    def plain(problem: Problem) -> Json:
        game, told = layout.game, plain_problem(layout.game, layout.body, problem)
        if explains:
            told["explanation"] = plain_explanation(problem.code, game.explain(problem.code), problem)
        return told

    return {
        "problems": [plain(problem) for problem in found.counted],
        "ignored": [{**plain(problem), "reason": of.reason} for problem, of in found.ignored],
        "not_found": [entry(of) for of in found.idle] if is_whole else None,
        "not_ignorable": [entry(of) for of in found.refused],
    }


def _lines(layout: Opened, found: Sifted, is_whole: bool, explains: bool) -> Iterator[str]:
    """What is told of findings: those that count, those that are ignored, and what ignores nothing."""
    from studio.opening.ignoring import entry_words

    told: set[str] = set()
    for problem in found.counted:
        yield problem_words(layout.game, layout.body, problem)
        if explains and problem.code not in told:
            told.add(problem.code)
            explanation = layout.game.explain(problem.code)
            for line in explained_lines(problem.code, explanation, explanation.clause):
                yield f"  {line}"
    for problem, of in found.ignored:
        words = problem_words(layout.game, layout.body, replace(problem, fix=None))
        yield _("ignored: {words} Reason: {reason}").format(words=words, reason=visible(of.reason))
    for of in found.refused:
        yield _("{what}: errors cannot be ignored, for nobody could play with them.").format(what=entry_words(of))
    for of in found.idle if is_whole else ():
        yield _("{what}: ignored, but not found any more.").format(what=entry_words(of))


def _findings(path: Path, seconds: float) -> tuple[Opened, list[Problem], bool]:
    """A layout (a record's own one, after replaying it), all that there is to say about it, and whether that is all."""
    from studio.core.cancellation import Patience
    from studio.core.problems import has_errors, is_undecided
    from studio.documents.record import Record
    from studio.opening import findings

    found, name = read_document(path)
    if isinstance(found, Record):
        replayed(found, name)
    layout = opened(found.layout) if isinstance(found, Record) else opened(found, name)
    problems = findings(layout)
    if not seconds or has_errors(problems):
        return layout, problems, False
    proved = layout.game.prove(layout.body, Patience(seconds))
    return layout, [*problems, *proved], not any(is_undecided(problem) for problem in proved)


def plain_problem(game: Game, body: Body, problem: Problem) -> Json:
    """A problem as plain data; cells as numbers and by their names on the chart."""
    return {
        "code": problem.code,
        "severity": problem.severity.name.lower(),
        "message": problem.message,
        "cells": list(problem.cells),
        "names": [game.grid(body).name(cell) for cell in problem.cells],
        "edges": [list(edge) for edge in problem.edges],
        "field": problem.field,
        "fix": problem.fix.label if problem.fix is not None else None,
    }


def problem_words(game: Game, body: Body, problem: Problem) -> str:
    """A problem in one line: how bad, what, where, and what would repair it."""
    names = [game.grid(body).name(cell) for cell in problem.cells]
    place = f" [{' '.join(names[:8])}{' …' if len(names) > 8 else ''}]" if names else ""
    fix = _(" Fix: {label}.").format(label=problem.fix.label.rstrip(".")) if problem.fix is not None else ""
    return f"{problem.severity.name.lower():<8}{problem.code}{place}: {problem.message}{fix}"
