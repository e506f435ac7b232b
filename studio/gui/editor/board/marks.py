"""Which signs lie over the board: problems, the selection, the pointer's place and its image."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.problems import Problem, Severity
from studio.gui.board.view import Mark
from studio.gui.editor.document.places import problem_targets

KINDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "info"}
MOST = {Severity.ERROR: 48, Severity.WARNING: 24, Severity.INFO: 4}
"""A finding about more places than this is outlined only while it is the chosen one, or it would cover the board."""


def problem_marks(problems: Sequence[Problem], chosen: Problem | None) -> list[Mark]:
    """The outlines of findings; a place that several are about shows the worst and tells them all.

    What is wrong with a field of the form (a count) is not wrong with places: they are outlined on demand only.
    """
    worst: dict[int, Severity] = {}
    notes: dict[int, list[str]] = {}
    for problem in problems:
        targets = problem_targets(problem)
        if problem != chosen and (problem.field or len(targets) > MOST[problem.severity]):
            continue
        for target in targets:
            worst[target] = max(worst.get(target, Severity.INFO), problem.severity)
            notes.setdefault(target, []).append(problem.message)
    return [Mark(KINDS[severity], target, "\n".join(notes[target])) for target, severity in worst.items()]
