"""Repairs of a layout one after another, checked after each: behind the buttons of the window and the command `fix`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from studio.core.game import Body
from studio.core.problems import Problem
from studio.core.protocols import Game


def repaired(
    game: Game, body: Body, pending: Sequence[Problem], accept: Callable[[Problem], bool]
) -> tuple[list[Problem], Body]:
    """All findings of a sort that were repaired, in order, and the body after that.

    `pending` are the findings of the body as it is. Each repair carries the whole body, so the next one must come from
    a fresh check. A repair that was already made once (by code and place) is not made again, so this ends whatever the
    checks say.
    """
    made: list[Problem] = []
    done: set[tuple[object, ...]] = set()
    while (problem := _next(pending, accept, done)) is not None and problem.fix is not None:
        done.add(_place(problem))
        made.append(problem)
        body = problem.fix.body
        pending = game.check(body)
    return made, body


def _place(problem: Problem) -> tuple[object, ...]:
    """What makes two findings the same finding before and after another repair."""
    return problem.code, problem.cells, problem.edges, problem.field


def _next(
    problems: Sequence[Problem], accept: Callable[[Problem], bool], done: set[tuple[object, ...]]
) -> Problem | None:
    """The first finding of a sort with a repair that was not yet made."""
    for problem in problems:
        if problem.fix is not None and accept(problem) and _place(problem) not in done:
            return problem
    return None
