"""Findings in words: where they are and how many; as targets of the board, and in which colours."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.form import Section
from studio.core.grid import Grid
from studio.core.picture import edge_target, is_edge, target_edge
from studio.core.problems import Problem, Severity
from studio.core.text import _, plural

SEVERITIES = (Severity.ERROR, Severity.WARNING, Severity.INFO)
SHOWN, MANY = 3, 9
"""So many places a chip names before it counts the rest, and so many before it only counts."""
KINDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "info"}
"""What themes and marks call a severity."""
OUTLINED = {Severity.ERROR: 48, Severity.WARNING: 24, Severity.INFO: 4}
"""A finding about more places than this is outlined only while it is the chosen one, or it would cover the board."""


def counted(severity: Severity, count: int) -> str:
    """ "2 errors", "1 hint"."""
    if severity is Severity.ERROR:
        return plural("{n} error", "{n} errors", count).format(n=count)
    if severity is Severity.WARNING:
        return plural("{n} warning", "{n} warnings", count).format(n=count)
    return plural("{n} hint", "{n} hints", count).format(n=count)


def ignored_words(count: int) -> str:
    """ "3 ignored"."""
    return plural("{n} ignored", "{n} ignored", count).format(n=count)


def place_name(grid: Grid, problem: Problem, sections: Sequence[Section] = ()) -> str:
    """Where a finding is, in a few words: "D4 | E4", "C1, D1, F2 + 5", the label of a field, or the whole layout."""
    cells = [cell for cell in problem.cells if 0 <= cell < grid.count]
    if cells:
        if len(cells) > MANY:
            return plural("{n} space", "{n} spaces", len(cells)).format(n=len(cells))
        names = [grid.name(cell) for cell in cells[:SHOWN]]
        if len(cells) == 2 and any(grid.neighbour(cells[0], side) == cells[1] for side in range(grid.sides)):
            return " | ".join(names)
        return ", ".join(names) + (f" + {len(cells) - SHOWN}" if len(cells) > SHOWN else "")
    if problem.edges:
        names = list(dict.fromkeys(grid.name(cell) for cell, _side in problem.edges))
        return ", ".join(names[:SHOWN]) + (f" + {len(names) - SHOWN}" if len(names) > SHOWN else "")
    if problem.field:
        for section in sections:
            for field in section.fields:
                if field.key == problem.field:
                    return section.title
    return _("Layout")


def problem_targets(problem: Problem) -> list[int]:
    """All places of a finding as targets of the board."""
    return [*problem.cells, *(edge_target(cell, side) for cell, side in problem.edges)]


def problems_at(problems: Sequence[Problem], target: int) -> list[Problem]:
    """The findings about a cell, its edges, or one edge, worst first; not those about half the board."""
    found = []
    for problem in problems:
        targets = problem_targets(problem)
        places = {target_edge(place)[0] if is_edge(place) and not is_edge(target) else place for place in targets}
        if target in places and len(targets) <= 12:
            found.append(problem)
    return found
