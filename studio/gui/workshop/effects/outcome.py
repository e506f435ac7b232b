"""What the pieces as they stand do to a layout: which problems they cause or mend, and what the proof would need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from studio.core.cancellation import Patience, Spent
from studio.core.game import Body
from studio.core.pieces import Need
from studio.core.problems import Problem, Severity, worst_first
from studio.core.protocols import Game

SECONDS = 5.0
"""How long each of the two proofs may think."""


class Question(NamedTuple):
    """A layout before and after."""

    game: Game
    before: Body
    after: Body


class Outcome(NamedTuple):
    """Problems of the layout after a change, by what became of them, and the needs of the proof.

    `needs` is None when they are not known: the proof was not finished.
    """

    caused: tuple[Problem, ...]
    mended: tuple[Problem, ...]
    stays: tuple[Problem, ...]
    needs: tuple[Need, ...] | None = ()

    @property
    def worst(self) -> Severity | None:
        """How bad the worst of what is caused is."""
        return max((problem.severity for problem in self.caused), default=None)


def outcome_of(question: Question, patience: Patience) -> Outcome:
    """Both layouts looked through and proved. Raises `Spent` when nobody wants the answer any more."""
    game, before, after = question
    found = _all_problems(game, after, patience)
    old = found if before == after else _all_problems(game, before, patience)
    patience.look()
    patience.limit(SECONDS)
    needs: tuple[Need, ...] | None
    try:
        needs = tuple(game.needs(after, patience))
    except Spent:
        needs = None
    return compared_problems(old, found)._replace(needs=needs)


def _all_problems(game: Game, body: Body, patience: Patience) -> list[Problem]:
    """What the checks and, where there are no errors, the proof find."""
    found = [*game.check(body)]
    if not any(problem.severity is Severity.ERROR for problem in found):
        patience.look()
        patience.limit(SECONDS)
        found += [problem for problem in game.prove(body, patience) if problem not in found]
    return [problem for problem in found if not problem.code.endswith("undecided")]


def compared_problems(before: Sequence[Problem], after: Sequence[Problem]) -> Outcome:
    """What was caused, what is mended, what stays; a problem of the same sort in the same place is the same one."""
    old, new = _named(before), _named(after)
    return Outcome(
        tuple(worst_first(problem for name, problem in new.items() if name not in old)),
        tuple(worst_first(problem for name, problem in old.items() if name not in new)),
        tuple(worst_first(problem for name, problem in new.items() if name in old)),
    )


def _named(problems: Iterable[Problem]) -> dict[object, Problem]:
    """Problems by what tells them apart: code, how bad, and place; those without a place by their number, too."""
    found: dict[object, Problem] = {}
    for problem in problems:
        number = 0
        while (name := (problem.code, problem.severity, problem.cells, problem.edges, problem.field, number)) in found:
            number += 1
        found[name] = problem
    return found
