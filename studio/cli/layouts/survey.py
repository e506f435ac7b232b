"""The command that measures layouts: `survey`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from studio.cli.common import FINE, add_files, add_json, seconds_number
from studio.cli.files import LAYOUTS, Told, each_file, open_layout, spoken
from studio.cli.parser import Parser, Refused
from studio.core.text import _, for_machines, headed, numeral

if TYPE_CHECKING:
    from pathlib import Path

    from studio.core.form import Survey, Table
    from studio.core.game import Json
    from studio.core.grid import Grid
    from studio.opening import Opened


def add_survey(parser: Parser) -> Callable[[argparse.Namespace], int]:
    add_files(parser, _("layouts, folders of them, - for standard input"))
    parser.add_argument(
        "--from", dest="place", metavar="PLACE", default="", help=_('where to measure from: a space or "A1 north"')
    )
    parser.add_argument("--seconds", type=seconds_number, default=30.0, help=_("time for each file (30)"))
    add_json(parser)
    return _survey


def _survey(args: argparse.Namespace) -> int:
    def use(path: Path) -> Told:
        layout = open_layout(path)
        survey = _measured(layout, args.place, args.seconds)
        return Told(FINE, _plain(path, layout, survey), _lines(path, survey))

    return each_file(args, LAYOUTS, use)


def _measured(layout: Opened, place: str, seconds: float) -> Survey:
    """The survey from a place, or refused when that is none of those one can measure from."""
    from studio.core.cancellation import Patience, Spent

    game, body = layout.game, layout.body
    grid = game.grid(body)
    target = _target(grid, place) if place else -1
    try:
        survey = game.survey(body, target, Patience(seconds))
    except Spent:
        raise Refused(_("not measured within {seconds} s").format(seconds=numeral(seconds, "g"))) from None
    if place and (target < 0 or survey.target < 0 or not _is_there(survey, target)):
        there = ", ".join(_name(grid, one) for one, _words in survey.choices if one >= 0) or _("none")
        raise Refused(_('nothing is measured from "{place}" here, but from: {there}').format(place=place, there=there))
    return survey


def _is_there(survey: Survey, target: int) -> bool:
    """Whether a survey is about a place: an edge may stand for others that face the same way."""
    from studio.core.picture import is_edge

    return survey.target == target or (is_edge(target) and is_edge(survey.target))


def _target(grid: Grid, place: str) -> int:
    """The space or edge of a name, or -1."""
    from studio.core.grid import SIDE_NAMES
    from studio.core.picture import edge_target

    space, _gap, side = place.strip().partition(" ")
    cell = grid.named(space.upper())
    if cell < 0 or not side:
        return cell
    return edge_target(cell, SIDE_NAMES.index(side)) if side in SIDE_NAMES else -1


def _name(grid: Grid, target: int) -> str:
    """What a space or an edge is called."""
    from studio.core.grid import SIDE_NAMES
    from studio.core.picture import is_edge, target_edge

    if not is_edge(target):
        return grid.name(target)
    cell, side = target_edge(target)
    return f"{grid.name(cell)} {SIDE_NAMES[side]}"


def _plain(path: Path, layout: Opened, survey: Survey) -> Json:
    """A survey as plain data; places by their names."""
    grid = layout.game.grid(layout.body)

    def names(targets: Sequence[int]) -> list[str]:
        return [_name(grid, target) for target in targets]

    return {
        "file": str(path),
        "game": layout.game.info.slug,
        "from": _name(grid, survey.target) if survey.target >= 0 else None,
        "choices": names([target for target, _words in survey.choices if target >= 0]),
        "caption": survey.caption,
        "overlays": [{"key": one.key, "name": one.name, "value": for_machines(one.value)} for one in survey.overlays],
        "tables": [
            {
                "title": table.title,
                "columns": list(table.columns),
                "rows": [
                    {
                        "cells": [for_machines(cell) for cell in row.cells],
                        "places": names(row.targets),
                        "severity": row.severity.name.lower() if row.severity is not None else None,
                    }
                    for row in table.rows
                ],
                "note": table.note,
            }
            for table in survey.tables
        ],
    }


def _lines(path: Path, survey: Survey) -> Iterator[str]:
    yield headed(spoken(path), survey.caption) if survey.caption else f"{spoken(path)}"
    if not (survey.overlays or survey.tables):
        yield "  " + _("nothing is measured here")
    wide = max((len(one.name) for one in survey.overlays), default=0) + 2
    for one in survey.overlays:
        yield f"  {one.name:<{wide}}{one.value}"
    for table in survey.tables:
        yield from _table_lines(table)


def _table_lines(table: Table) -> Iterator[str]:
    """A table in columns: words stand left, figures right."""
    yield ""
    yield f"  {table.title}"
    lines = [list(table.columns), *(list(row.cells) for row in table.rows)]
    lines = lines if any(table.columns) else lines[1:]
    widths = [max(len(line[column]) for line in lines) for column in range(len(table.columns))]
    is_figures = [
        all(row.cells[column][:1].isdigit() or row.cells[column] in ("–", "") for row in table.rows) and column > 0
        for column in range(len(table.columns))
    ]
    signs = ["", *(_sign(row.severity) for row in table.rows)][-len(lines) :]
    for line, sign in zip(lines, signs, strict=True):
        cells = (
            cell.rjust(wide) if right else cell.ljust(wide)
            for cell, wide, right in zip(line, widths, is_figures, strict=True)
        )
        yield f"    {'  '.join(cells)}  {sign}".rstrip()
    if table.note:
        yield f"    {table.note}"


def _sign(severity: object) -> str:
    """A row's severity in a word."""
    from studio.core.problems import Severity

    words = {Severity.ERROR: _("error"), Severity.WARNING: _("warning"), Severity.INFO: _("hint")}
    return words[severity] if isinstance(severity, Severity) else ""
