"""A problem: something a person should know about a layout, with its place, its reason and perhaps a fix."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from studio.core.text import plural


class Severity(IntEnum):
    """How bad it is: an error cannot be played, a warning asks "did you mean it?", an info is good to know."""

    INFO = 0
    WARNING = 1
    ERROR = 2


ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


@dataclass(frozen=True, slots=True)
class Fix:
    """A one-click repair: words for the button, and the body of the layout as it is afterwards.

    `body` is the complete repaired body (the same type the check was given), so that applying a fix is one
    undoable edit like any other. `safe` says that it removes nothing a person has drawn.
    """

    label: str
    body: object
    safe: bool = True


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding. `cells` are board cells (may be empty); `edges` are (cell, side) pairs;

    `field` names a form field (see `studio.core.shown.form`) that the finding is about; "" if none. `cause` says in a
    sentence what all findings with this code have in common: where there are several, one row tells of them.
    """

    code: str
    severity: Severity
    message: str
    cells: tuple[int, ...] = ()
    edges: tuple[tuple[int, int], ...] = ()
    field: str = ""
    cause: str = ""
    fix: Fix | None = dataclasses.field(default=None, compare=False)


class NotCompletable(ValueError):
    """A board cannot be completed: a sentence that says why, and the cells it speaks of."""

    def __init__(self, words: str, cells: Sequence[int] = ()) -> None:
        super().__init__(words)
        self.cells = tuple(cells)


def has_errors(problems: list[Problem] | tuple[Problem, ...]) -> bool:
    """Whether one of the problems makes the layout unplayable."""
    return any(problem.severity is Severity.ERROR for problem in problems)


def is_undecided(problem: Problem) -> bool:
    """Whether a finding says only that a proof did not come to its end."""
    return problem.code.endswith(".undecided")


def is_measured(code: str) -> bool:
    """Whether findings with this code come from matches that were played, not from the layout itself."""
    return code.startswith("lab.")


def group_by_cause(problems: Iterable[Problem]) -> list[tuple[Problem, ...]]:
    """Findings of one code and severity together, each group where its first one was.

    A finding that is about nothing on the board and no field (the whole layout) stays alone.
    """
    groups: dict[object, list[Problem]] = {}
    for number, problem in enumerate(problems):
        has_place = problem.cells or problem.edges or problem.field
        groups.setdefault((problem.code, problem.severity) if has_place else number, []).append(problem)
    return [tuple(group) for group in groups.values()]


def with_causes(problems: Iterable[Problem], causes: Mapping[str, str]) -> Iterator[Problem]:
    """The findings with what those of each code have in common; `causes` gives the sentences by code."""
    for problem in problems:
        cause = causes.get(problem.code)
        yield problem if cause is None else dataclasses.replace(problem, cause=cause)


def combined_message(problems: Sequence[Problem]) -> str:
    """One sentence for findings of one cause: what all of them say, their cause, or the first and how many more."""
    first, more = problems[0], len(problems) - 1
    if all(problem.message == first.message for problem in problems):
        return first.message
    words = plural("{message} And {n} more like it.", "{message} And {n} more like it.", more)
    return first.cause or words.format(message=first.message, n=more)


def by_severity(problems: Iterable[Problem]) -> list[Problem]:
    """Problems in the order in which a list shows them: worst first, else as they were found."""
    return sorted(problems, key=lambda problem: -problem.severity)
