"""Commands about games and layouts: `games`, `validate`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli.common import (
    FINE,
    NO,
    PROGRAM,
    UNUSABLE,
    Parser,
    Refused,
    add_json,
    file_name,
    opened,
    print_json,
    read_document,
    replayed,
    seconds_number,
    spoken,
)
from studio.cli.explaining import explained_lines, plain_explanation
from studio.core.text import _, say

if TYPE_CHECKING:
    from studio.core.game import Body, Game, Json
    from studio.core.problems import Problem
    from studio.opening import Opened


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
    parser.add_argument(
        "files", nargs="+", metavar="FILE", type=file_name, help=_("layouts and match records, - for standard input")
    )
    parser.add_argument(
        "--no-proof", action="store_true", help=_("leave out the proof that the board can be completed")
    )
    parser.add_argument("--seconds", type=seconds_number, default=30.0, help=_("time for that proof, per file (30)"))
    parser.add_argument("--explain", action="store_true", help=_("say of each finding what it means"))
    add_json(parser)
    return _validate


def _validate(args: argparse.Namespace) -> int:
    answer, data = FINE, []
    for path in args.files:
        try:
            layout, problems = _findings(path, 0.0 if args.no_proof else args.seconds)
        except Refused as refusal:
            say(f"{PROGRAM}: {refusal}", aside=True)
            data.append({"file": str(path), "ok": False, "unusable": str(refusal), "problems": []})
            answer = UNUSABLE
            continue
        errors = sum(problem.severity.name == "ERROR" for problem in problems)
        answer = max(answer, NO if errors else FINE)
        if args.json:
            found = [
                plain_problem(layout.game, layout.body, problem) | _explained(args, layout.game, problem)
                for problem in problems
            ]
            data.append({"file": str(path), "game": layout.game.info.slug, "ok": not errors, "problems": found})
            continue
        counts = [sum(p.severity.name == name for p in problems) for name in ("ERROR", "WARNING", "INFO")]
        verdict = _("cannot be played") if errors else _("can be played")
        say(
            _("{path}: {verdict} (errors {0}, warnings {1}, infos {2})").format(
                *counts, path=spoken(path), verdict=verdict
            )
        )
        told: set[str] = set()
        for problem in problems:
            say("  " + problem_words(layout.game, layout.body, problem))
            if args.explain and problem.code not in told:
                told.add(problem.code)
                explanation = layout.game.explain(problem.code)
                say(*("    " + line for line in explained_lines(problem.code, explanation, explanation.clause)))
    if args.json:
        print_json(data)
    return answer


def _explained(args: argparse.Namespace, game: Game, problem: Problem) -> dict[str, Json]:
    return {"explanation": plain_explanation(problem.code, game.explain(problem.code), problem)} if args.explain else {}


def _findings(path: Path, seconds: float) -> tuple[Opened, list[Problem]]:
    """A layout (a record's own one, after replaying it) and all that there is to say about it."""
    from studio.core.patience import Patience
    from studio.core.problems import has_errors
    from studio.documents.record import Record
    from studio.opening import findings

    found, name = read_document(path)
    if isinstance(found, Record):
        replayed(found, name)
    layout = opened(found.layout) if isinstance(found, Record) else opened(found, name)
    problems = findings(layout)
    if seconds and not has_errors(problems):
        problems += layout.game.prove(layout.body, Patience(seconds))
    return layout, problems


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
