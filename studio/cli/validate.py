"""The commands `explain`, `validate` and `survey`."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli import common, files
from studio.core.text import _, format_number, join_and, print_text, sanitize, unlocalized, with_label

if TYPE_CHECKING:
    from studio.core.book import Clause, Explanation
    from studio.core.form import Survey, Table
    from studio.core.game import Body, Json
    from studio.core.grid import Grid
    from studio.core.plugin import Game
    from studio.core.problems import Problem
    from studio.documents.store import Ignored
    from studio.services.loading import FilteredProblems, LoadedLayout


# The command `explain`.


def add_explain(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    parser.add_argument(
        "what", metavar="CODE|RULE|FILE", help=_("Problem code (edge.mismatch), rule (N8) or layout file")
    )
    common.add_timeout(parser, 10)
    common.add_json(parser)
    parser.add_completions("what", problem_codes)
    return _explain


def problem_codes() -> list[str]:
    from studio.games import load, slugs

    return sorted({code for slug in slugs() for code in load(slug).checks.codes()})


def _explain(args: argparse.Namespace) -> int:
    from studio.games import load, slugs

    if Path(args.what) == files.STDIO or Path(args.what).is_file():
        return _explain_file(args)
    games = [load(slug) for slug in slugs()]
    for game in games:
        for chapter in game.text.book():
            for clause in chapter.clauses:
                if args.what == clause.number != "":
                    return _explain_clause(args, game, clause)
    games_by_text: dict[tuple[str, ...], list[tuple[Game, Explanation]]] = {}
    for game in games:
        if args.what in game.checks.codes():
            found = game.checks.explain(args.what)
            games_by_text.setdefault((found.title, *found.paragraphs), []).append((game, found))
    if not games_by_text:
        text = _('"{word}" is neither a problem code nor a rule nor a file')
        if code := common.closest_word(args.what, problem_codes()):
            text = _('"{word}" is neither a problem code nor a rule nor a file; did you mean "{code}"?')
        raise common.UsageError(text.format(word=args.what, code=code))
    if args.json:
        pairs = chain.from_iterable(games_by_text.values())
        common.print_json([{"game": game.info.slug, **explanation_data(args.what, found)} for game, found in pairs])
        return common.EXIT_OK
    for alike in games_by_text.values():
        clauses = join_and(list(dict.fromkeys(found.clause for _game, found in alike if found.clause)))
        names = join_and([game.info.name for game, _found in alike])
        print_text(*explanation_lines(args.what, alike[0][1], clauses, names))
    return common.EXIT_OK


def _explain_clause(args: argparse.Namespace, game: Game, clause: Clause) -> int:
    """Print a rule without its boards."""
    from studio.documents.markup import text_lines

    shown = [block for block in clause.blocks if block.kind != "board"]
    if args.json:
        blocks = [{"kind": block.kind, "words": block.text} for block in shown]
        common.print_json({"game": game.info.slug, "clause": clause.number, "title": clause.title, "blocks": blocks})
        return common.EXIT_OK
    print_text(with_label(clause.number, f"{clause.title} ({game.info.name})"))
    print_text(*text_lines(shown))
    return common.EXIT_OK


def _explain_file(args: argparse.Namespace) -> int:
    from textwrap import wrap

    from studio.core.book import explain_problem
    from studio.core.cancellation import CancelToken
    from studio.core.problems import group_by_cause, has_errors
    from studio.documents.markup import WIDTH
    from studio.services.loading import find_problems

    opened = files.read_layout(Path(args.what))
    problems = find_problems(opened)
    if not has_errors(problems):
        with common.progress_line(_("verifying the layout"), args.timeout):
            problems += opened.game.checks.verify(opened.body, CancelToken(args.timeout))
    explain = opened.game.checks.explain
    if args.json:
        common.print_json([explanation_data(problem.code, explain(problem.code), problem) for problem in problems])
        return common.EXIT_OK
    if not problems:
        print_text(_("{path}: no problems found.").format(path=files.source_name(Path(args.what))))
    for alike in group_by_cause(problems):
        found = explain(alike[0].code)
        print_text(*explanation_lines(alike[0].code, found, found.clause))
        for problem in alike:
            here = _("Here: {words}").format(words=" ".join(explain_problem(found, problem)))
            print_text(*wrap(here, WIDTH, initial_indent="  → ", subsequent_indent="    "))
    return common.EXIT_OK


def explanation_lines(code: str, found: Explanation, clauses: str, games: str = "") -> Iterator[str]:
    """What problems with a code are about, as text."""
    from textwrap import wrap

    from studio.documents.markup import WIDTH

    behind = " · ".join(filter(None, (clauses, games)))
    yield with_label(code, found.title) + (f" ({behind})" if behind else "")
    for text in (*found.paragraphs, found.consequence):
        yield from wrap(text, WIDTH, initial_indent="  ", subsequent_indent="  ")


def explanation_data(code: str, found: Explanation, problem: Problem | None = None) -> Json:
    """An explanation as plain data without pictures; with a problem also why that one matters."""
    from studio.core.book import explain_problem

    data = {
        "code": code,
        "title": found.title,
        "clause": found.clause,
        "paragraphs": list(found.paragraphs),
        "matters": found.consequence,
    }
    return data if problem is None else {**data, "here": list(explain_problem(found, problem))}


# The command `validate`.


def add_validate(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    add = parser.add_argument
    common.add_files(parser, _("Layouts, match records or folders (- for standard input)"))
    add("--no-verify", action="store_true", help=_("Skip verifying that the board can be completed"))
    common.add_timeout(parser, 30, per_file=True)
    add("--explain", action="store_true", help=_("Explain each problem"))
    add("--strict", action="store_true", help=_("Treat warnings as errors, except ignored ones"))
    common.add_json(parser)
    return _validate


def _validate(args: argparse.Namespace) -> int:
    from studio.core.problems import Severity
    from studio.services.loading import filter_ignored

    def use(path: Path) -> files.FileResult:
        layout, problems, is_whole = _collect_problems(path, 0.0 if args.no_verify else args.timeout)
        found = filter_ignored(problems, layout.layout.ignored, layout.game.body.grid(layout.body))
        counts = Counter(problem.severity for problem in found.active)
        errors, warnings, infos = (counts[severity] for severity in (Severity.ERROR, Severity.WARNING, Severity.INFO))
        text = _("{path}: {verdict} (errors: {0}, warnings: {1}, hints: {2})")
        if found.ignored:
            text = _("{path}: {verdict} (errors: {0}, warnings: {1}, hints: {2}, ignored: {ignored})")
        verdict = _("cannot be played") if errors else _("can be played")
        text = text.format(
            errors, warnings, infos, path=files.source_name(path), verdict=verdict, ignored=len(found.ignored)
        )
        data = {"file": str(path), "game": layout.game.info.slug, "ok": not errors}
        return files.FileResult(
            common.EXIT_FAILED if errors or (args.strict and warnings) else common.EXIT_OK,
            {**data, **_validation_data(layout, found, is_whole, args.explain)},
            [text, *(f"  {line}" for line in _validation_lines(layout, found, is_whole, args.explain))],
        )

    return files.each_file(args, files.DOCUMENTS, use, ok=False, problems=[])


def _validation_data(layout: LoadedLayout, found: FilteredProblems, is_whole: bool, explains: bool) -> dict[str, Json]:
    """Problems as plain data: active ones, ignored ones, and unused or rejected entries of the ignore list.

    Unused entries are null unless all checks finished.
    """

    def entry(of: Ignored) -> Json:
        return {"code": of.code, "reason": of.reason, "spaces": of.spaces.split(), "fields": list(of.fields)}

    def plain(problem: Problem) -> Json:
        game, data = layout.game, problem_data(layout.game, layout.body, problem)
        if explains:
            data["explanation"] = explanation_data(problem.code, game.checks.explain(problem.code), problem)
        return data

    return {
        "problems": [plain(problem) for problem in found.active],
        "ignored": [{**plain(problem), "reason": of.reason} for problem, of in found.ignored],
        "not_found": [entry(of) for of in found.unused] if is_whole else None,
        "not_ignorable": [entry(of) for of in found.rejected],
    }


def _validation_lines(layout: LoadedLayout, found: FilteredProblems, is_whole: bool, explains: bool) -> Iterator[str]:
    """The same as text."""
    from dataclasses import replace

    from studio.services.loading import entry_text

    explained: set[str] = set()
    for problem in found.active:
        yield problem_text(layout.game, layout.body, problem)
        if explains and problem.code not in explained:
            explained.add(problem.code)
            explanation = layout.game.checks.explain(problem.code)
            for line in explanation_lines(problem.code, explanation, explanation.clause):
                yield f"  {line}"
    for problem, of in found.ignored:
        text = problem_text(layout.game, layout.body, replace(problem, fix=None))
        yield _("ignored: {words} Reason: {reason}").format(words=text, reason=sanitize(of.reason))
    for of in found.rejected:
        yield _("{what}: errors cannot be ignored.").format(what=entry_text(of))
    for of in found.unused if is_whole else ():
        yield _("{what}: ignored, but no longer found.").format(what=entry_text(of))


def _collect_problems(path: Path, seconds: float) -> tuple[LoadedLayout, list[Problem], bool]:
    """A layout (or that of a replayed record), all its problems, and whether all checks finished."""
    from studio.core.cancellation import CancelToken
    from studio.core.problems import has_errors, is_undecided
    from studio.documents.store import Record
    from studio.services.loading import find_problems

    found, name = files.read_document(path)
    if isinstance(found, Record):
        files.replay_record(found, name)
    layout = files.resolve_layout(found.layout) if isinstance(found, Record) else files.resolve_layout(found, name)
    problems = find_problems(layout)
    if not seconds or has_errors(problems):
        return layout, problems, False
    proved = layout.game.checks.verify(layout.body, CancelToken(seconds))
    return layout, [*problems, *proved], not any(is_undecided(problem) for problem in proved)


def problem_data(game: Game, body: Body, problem: Problem) -> Json:
    """A problem as plain data; cells by number and by name."""
    return {
        "code": problem.code,
        "severity": problem.severity.name.lower(),
        "message": problem.message,
        "cells": list(problem.cells),
        "names": [game.body.grid(body).name(cell) for cell in problem.cells],
        "edges": [list(edge) for edge in problem.edges],
        "field": problem.field,
        "fix": problem.fix.label if problem.fix is not None else None,
    }


def problem_text(game: Game, body: Body, problem: Problem) -> str:
    """A problem in one line: severity, code, cells, message and fix."""
    names = [game.body.grid(body).name(cell) for cell in problem.cells]
    place = f" [{' '.join(names[:8])}{' …' if len(names) > 8 else ''}]" if names else ""
    fix = _(" Fix: {label}.").format(label=problem.fix.label.rstrip(".")) if problem.fix is not None else ""
    from studio.core.problems import severity_names

    severities = severity_names()
    label = severities[problem.severity].ljust(max(map(len, severities.values())))
    return f"{label} {problem.code}{place}: {problem.message}{fix}"


# The command `survey`.


def add_survey(parser: common.Parser) -> Callable[[argparse.Namespace], int]:
    common.add_files(parser, _("Layouts or folders (- for standard input)"))
    parser.add_argument(
        "--from",
        dest="place",
        metavar="PLACE",
        default="",
        help=_('Start point: a space, or an edge such as "A1 north"'),
    )
    common.add_timeout(parser, 30, per_file=True)
    common.add_json(parser)
    return _survey


def _survey(args: argparse.Namespace) -> int:
    def use(path: Path) -> files.FileResult:
        layout = files.read_layout(path)
        survey = _measure(layout, args.place, args.timeout)
        return files.FileResult(common.EXIT_OK, _survey_data(path, layout, survey), _survey_lines(path, survey))

    return files.each_file(args, files.LAYOUTS, use)


def _measure(layout: LoadedLayout, place: str, seconds: float) -> Survey:
    """The survey from a place. Raises `UsageError` if there is none from it."""
    from studio.core.cancellation import Cancelled, CancelToken
    from studio.core.picture import is_edge

    game, body = layout.game, layout.body
    grid = game.body.grid(body)
    target = _target(grid, place) if place else -1
    try:
        survey = game.checks.survey(body, target, CancelToken(seconds))
    except Cancelled:
        raise common.UsageError(
            _("survey not finished within {seconds} s").format(seconds=format_number(seconds, "g"))
        ) from None
    # one edge may represent others that face the same way
    is_measured = survey.target == target or (is_edge(target) and is_edge(survey.target))
    if place and (target < 0 or survey.target < 0 or not is_measured):
        there = ", ".join(_name(grid, one) for one, _text in survey.choices if one >= 0) or _("none")
        text = _('no survey from "{place}"; available: {there}')
        raise common.UsageError(text.format(place=place, there=there))
    return survey


def _target(grid: Grid, place: str) -> int:
    """The space or edge with this name, or -1."""
    from studio.core.grid import SIDE_NAMES
    from studio.core.picture import edge_target

    space, _gap, side = place.strip().partition(" ")
    cell = grid.cell_named(space.upper())
    if cell < 0 or not side:
        return cell
    return edge_target(cell, SIDE_NAMES.index(side)) if side in SIDE_NAMES else -1


def _name(grid: Grid, target: int) -> str:
    from studio.core.grid import SIDE_NAMES
    from studio.core.picture import is_edge, target_edge

    if not is_edge(target):
        return grid.name(target)
    cell, side = target_edge(target)
    return f"{grid.name(cell)} {SIDE_NAMES[side]}"


def _survey_data(path: Path, layout: LoadedLayout, survey: Survey) -> Json:
    """A survey as plain data; places by name."""
    grid = layout.game.body.grid(layout.body)

    return {
        "file": str(path),
        "game": layout.game.info.slug,
        "from": _name(grid, survey.target) if survey.target >= 0 else None,
        "choices": [_name(grid, target) for target, _text in survey.choices if target >= 0],
        "caption": survey.caption,
        "overlays": [{"key": one.key, "name": one.name, "value": unlocalized(one.value)} for one in survey.overlays],
        "tables": [
            {
                "title": table.title,
                "columns": list(table.columns),
                "rows": [
                    {
                        "cells": [unlocalized(cell) for cell in row.cells],
                        "places": [_name(grid, target) for target in row.targets],
                        "severity": row.severity.name.lower() if row.severity is not None else None,
                    }
                    for row in table.rows
                ],
                "note": table.note,
            }
            for table in survey.tables
        ],
    }


def _survey_lines(path: Path, survey: Survey) -> Iterator[str]:
    yield with_label(files.source_name(path), survey.caption) if survey.caption else f"{files.source_name(path)}"
    if not (survey.overlays or survey.tables):
        yield "  " + _("nothing to measure")
    wide = max((len(one.name) for one in survey.overlays), default=0) + 2
    for one in survey.overlays:
        yield f"  {one.name:<{wide}}{one.value}"
    for table in survey.tables:
        yield from _table_lines(table)


def _table_lines(table: Table) -> Iterator[str]:
    """A table in columns: text left, numbers right."""
    from studio.core.problems import severity_names

    labels = severity_names()
    yield ""
    yield f"  {table.title}"
    lines = [list(table.columns), *(list(row.cells) for row in table.rows)]
    lines = lines if any(table.columns) else lines[1:]
    widths = [max(len(line[column]) for line in lines) for column in range(len(table.columns))]
    is_figures = [
        all(row.cells[column][:1].isdigit() or row.cells[column] in ("–", "") for row in table.rows) and column > 0
        for column in range(len(table.columns))
    ]
    severities = ["", *(labels[row.severity] if row.severity is not None else "" for row in table.rows)][-len(lines) :]
    for line, severity in zip(lines, severities, strict=True):
        cells = (
            cell.rjust(wide) if right else cell.ljust(wide)
            for cell, wide, right in zip(line, widths, is_figures, strict=True)
        )
        yield f"    {'  '.join(cells)}  {severity}".rstrip()
    if table.note:
        yield f"    {table.note}"
