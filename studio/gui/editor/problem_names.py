"""Names of severities, counts and places of problems, and the targets that they are about."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.form import Section
from studio.core.grid import Grid
from studio.core.picture import edge_target, is_edge, target_edge
from studio.core.problems import Problem, Severity
from studio.core.text import _, plural

SEVERITIES = (Severity.ERROR, Severity.WARNING, Severity.INFO)
MAX_NAMED, MAX_LISTED = 3, 9  # places that are named, and how many are listed before they are only counted
SEVERITY_NAMES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "info"}  # as in themes and marks
MAX_OUTLINED = {Severity.ERROR: 48, Severity.WARNING: 24, Severity.INFO: 4}
"""A problem about more places is outlined only while it is chosen, or it would cover the board."""


def count_text(severity: Severity, count: int) -> str:
    if severity is Severity.ERROR:
        return plural("{n} error", "{n} errors", count).format(n=count)
    if severity is Severity.WARNING:
        return plural("{n} warning", "{n} warnings", count).format(n=count)
    return plural("{n} hint", "{n} hints", count).format(n=count)


def ignored_text(count: int) -> str:
    return plural("{n} ignored", "{n} ignored", count).format(n=count)


def place_name(grid: Grid, problem: Problem, sections: Sequence[Section] = ()) -> str:
    """Return where a problem is: "D4 | E4", "C1, D1, F2 + 5", the title of a section of the form, or the layout."""
    cells = [cell for cell in problem.cells if 0 <= cell < grid.count]
    if cells:
        if len(cells) > MAX_LISTED:
            return plural("{n} space", "{n} spaces", len(cells)).format(n=len(cells))
        names = [grid.name(cell) for cell in cells[:MAX_NAMED]]
        if len(cells) == 2 and any(grid.neighbor(cells[0], side) == cells[1] for side in range(grid.sides)):
            return " | ".join(names)
        return ", ".join(names) + (f" + {len(cells) - MAX_NAMED}" if len(cells) > MAX_NAMED else "")
    if problem.edges:
        names = list(dict.fromkeys(grid.name(cell) for cell, _side in problem.edges))
        return ", ".join(names[:MAX_NAMED]) + (f" + {len(names) - MAX_NAMED}" if len(names) > MAX_NAMED else "")
    titles = [section.title for section in sections if any(field.key == problem.field for field in section.fields)]
    return titles[0] if problem.field and titles else _("Layout")


def problem_targets(problem: Problem) -> list[int]:
    """Return the cells and edges of a problem as board targets."""
    return [*problem.cells, *(edge_target(cell, side) for cell, side in problem.edges)]


def problems_at(problems: Sequence[Problem], target: int) -> list[Problem]:
    """Return the problems of a cell, its edges, or one edge; not those about more than 12 targets."""
    found = []
    for problem in problems:
        targets = problem_targets(problem)
        places = {target_edge(place)[0] if is_edge(place) and not is_edge(target) else place for place in targets}
        if target in places and len(targets) <= 12:
            found.append(problem)
    return found
