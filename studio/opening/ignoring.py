"""Which findings a layout asks not to count: told apart from the others, with the reason that was given for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from studio.core.grid import EAST, NORTH, SIDE_NAMES, SOUTH, WEST, Grid
from studio.core.picture import edge_target, is_edge, place_name, place_named, target_edge
from studio.core.problems import Problem, Severity, is_measured
from studio.core.text import visible
from studio.documents.layout import Ignored

SHOWN = 8
"""Places that are named in a line."""


class Sifted(NamedTuple):
    """Findings told apart: those that count, and those that are ignored, each with the entry that says so.

    `idle` are the entries that no finding meets. `refused` are those that only errors meet: an error counts, whatever
    a file says, for nobody could play with it.
    """

    counted: list[Problem]
    ignored: list[tuple[Problem, Ignored]]
    idle: list[Ignored]
    refused: list[Ignored]


def sifted(problems: Iterable[Problem], entries: Sequence[Ignored], grid: Grid) -> Sifted:
    """Tell findings apart by what a layout asks to ignore; both parts in the order in which they came."""
    found = Sifted([], [], [], [])
    met: dict[Ignored, bool] = {}
    for problem in problems:
        entry = next((entry for entry in entries if meets(entry, problem, grid)), None)
        if entry is None or problem.severity is Severity.ERROR:
            found.counted.append(problem)
        else:
            found.ignored.append((problem, entry))
        for other in entries:
            if meets(other, problem, grid):
                met[other] = met.get(other, False) or problem.severity is not Severity.ERROR
    # what only matches can find is not missed where none were played
    found.idle.extend(entry for entry in entries if entry not in met and not is_measured(entry.code))
    found.refused.extend(entry for entry, does_work in met.items() if not does_work)
    return found


def meets(entry: Ignored, problem: Problem, grid: Grid) -> bool:
    """Whether a finding is one of those that an entry is about: its code, and no place beyond those of the entry."""
    if entry.code != problem.code:
        return False
    if not entry.spaces and not entry.fields:
        return True
    if spaces := _spaces(problem, grid):
        return spaces <= set(entry.spaces.split())
    return bool(problem.field) and problem.field in entry.fields


def is_ignored(problem: Problem, entries: Iterable[Ignored], grid: Grid) -> bool:
    """Whether a finding is not to be counted."""
    return problem.severity is not Severity.ERROR and any(meets(entry, problem, grid) for entry in entries)


def entry_of(problems: Sequence[Problem], grid: Grid, reason: str) -> Ignored:
    """What ignores findings of one code where they are; everywhere, if one of them has no place at all."""
    code = problems[0].code
    if not all(_spaces(problem, grid) or problem.field for problem in problems):
        return Ignored(code, reason)
    cells = {grid.named(name) for problem in problems for name in _spaces(problem, grid)}
    fields = {problem.field for problem in problems if problem.field and not _spaces(problem, grid)}
    return Ignored(code, reason, " ".join(map(grid.name, sorted(cells))), tuple(sorted(fields)))


def entry_words(entry: Ignored) -> str:
    """What an entry is about and why, in one line: code, places, reason."""
    places = [*entry.spaces.split(), *map(visible, entry.fields)]
    more = " …" if len(places) > SHOWN else ""
    where = f" [{' '.join(places[:SHOWN])}{more}]" if places else ""
    return f"{visible(entry.code)}{where} ({visible(entry.reason)})"


def moved(entries: Iterable[Ignored], old: Grid, new: Grid, left: int, top: int) -> tuple[Ignored, ...]:
    """The entries on a board of another size, with so many columns and rows more at the left and above.

    Spaces that are cut off go, and what is then about no place any more.
    """
    kept = []
    for entry in entries:
        names = [moved_name(name, old, new, left, top) for name in entry.spaces.split()]
        spaces = " ".join(filter(None, names))
        if spaces or entry.fields or not entry.spaces:
            kept.append(msgspec.structs.replace(entry, spaces=spaces))
    return tuple(kept)


def moved_name(name: str, old: Grid, new: Grid, left: int, top: int) -> str:
    """What a place is called on a board of another size; "" if it is cut off. The rim of squares stays the rim."""
    target = place_named(old, name)
    if target < 0:
        return ""
    cell, side = target_edge(target) if is_edge(target) else (target, -1)
    column, row = old.place(cell)
    column, row = column + left, row + top
    if side >= 0 and old.sides == len(SIDE_NAMES) and old.neighbour(cell, side) < 0:
        column = {EAST: new.columns - 1, WEST: 0}.get(side, column)
        row = {NORTH: 0, SOUTH: new.rows - 1}.get(side, row)
    after = new.cell(column, row)
    return "" if after < 0 else place_name(new, after if side < 0 else edge_target(after, side))


def _spaces(problem: Problem, grid: Grid) -> set[str]:
    """The names of the spaces that a finding is about."""
    cells = {*problem.cells, *(cell for cell, _side in problem.edges)}
    return {grid.name(cell) for cell in cells if 0 <= cell < grid.count}
