"""Problems of a layout: what is wrong, where, why, and perhaps a fix."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from studio.core.text import _, plural


class Severity(IntEnum):
    """An error makes the layout unplayable, a warning may be a mistake, an info is good to know."""

    INFO = 0
    WARNING = 1
    ERROR = 2


def severity_names() -> dict[Severity, str]:
    return {Severity.ERROR: _("error"), Severity.WARNING: _("warning"), Severity.INFO: _("hint")}


ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


@dataclass(frozen=True, slots=True)
class Fix:
    """A one-click repair.

    `body` is the complete fixed body (of the type that was checked), so that a fix is an undoable edit like any other.
    `safe` says that it removes nothing that the user has drawn.
    """

    label: str
    body: object
    safe: bool = True


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem.

    `edges` are (cell, side) pairs. `field` names the form field that it is about, "" for none. `cause` is a sentence
    that is true of all problems with this code: several of them are listed in one row under it.
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
    """A board cannot be completed: the reason, and the cells that it is about."""

    def __init__(self, text: str, cells: Sequence[int] = ()) -> None:
        super().__init__(text)
        self.cells = tuple(cells)


def has_errors(problems: list[Problem] | tuple[Problem, ...]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in problems)


def is_undecided(problem: Problem) -> bool:
    """Whether a problem only says that a search was not finished."""
    return problem.code.endswith(".undecided")


def is_measured(code: str) -> bool:
    """Whether problems with this code come from played matches, not from the layout itself."""
    return code.startswith("lab.")


def group_by_cause(problems: Iterable[Problem]) -> list[tuple[Problem, ...]]:
    """Group problems by code and severity, each group at the place of its first problem.

    A problem without a place on the board and without a field (about the whole layout) stays alone.
    """
    groups: dict[object, list[Problem]] = {}
    for number, problem in enumerate(problems):
        has_place = problem.cells or problem.edges or problem.field
        groups.setdefault((problem.code, problem.severity) if has_place else number, []).append(problem)
    return [tuple(group) for group in groups.values()]


def with_causes(problems: Iterable[Problem], causes: Mapping[str, str]) -> Iterator[Problem]:
    """Yield the problems with the `cause` of their code filled in."""
    for problem in problems:
        cause = causes.get(problem.code)
        yield problem if cause is None else dataclasses.replace(problem, cause=cause)


def combined_message(problems: Sequence[Problem]) -> str:
    """Return one sentence for a group: the message that all share, their cause, or the first and how many more."""
    first, more = problems[0], len(problems) - 1
    if all(problem.message == first.message for problem in problems):
        return first.message
    text = plural("{message} {n} more like this.", "{message} {n} more like this.", more)
    return first.cause or text.format(message=first.message, n=more)


def by_severity(problems: Iterable[Problem]) -> list[Problem]:
    """Sort most severe first, otherwise in the given order."""
    return sorted(problems, key=lambda problem: -problem.severity)
