"""Effects of edits: caused, fixed and remaining problems; what the verification needs."""

from __future__ import annotations

from studio.core.cancellation import CancelToken
from studio.core.problems import Problem, Severity
from studio.games import load
from studio.gui.piece_editor.impact import ImpactRequest, compare_problems, compute_impact

_EVENTS = [f"event {event}" for event in ("gold", "pirates", "natives", "storm")]
SCARCE = [
    *(f"{part}:{kind}" for kind in ("strait", "cove") for part in ("hidden", "sorted", *_EVENTS)),
    *(f"hidden:{kind}" for kind in ("bend", "cape", "sea")),
]
"""What is filled in with nought for a box that cannot complete the board."""


def _problem(code: str, cells: tuple[int, ...] = (), message: str = "So it is.", severity: int = 1) -> Problem:
    return Problem(code, Severity(severity), message, cells)


def test_same_problem_in_the_same_place_remains() -> None:
    before = [_problem("a", (1,), "4 spaces."), _problem("b", (2,))]
    after = [_problem("a", (1,), "3 spaces."), _problem("a", (5,)), _problem("b", (2,), severity=2)]
    found = compare_problems(before, after)
    assert found.remaining == (after[0],)
    assert found.fixed == (before[1],)
    assert found.caused == (after[2], after[1]), "the worst first"
    assert found.worst is Severity.ERROR


def test_equal_problems_are_counted_separately() -> None:
    one = _problem("a")
    assert compare_problems([one], [one, one]).caused == (one,)
    assert compare_problems([one, one], [one]).fixed == (one,)


def test_incompletable_set_reports_missing_pieces() -> None:
    game = load("neue_entdecker")
    body = game.editing.blank()
    poor = body
    for key in SCARCE:
        poor = game.editing.set_field(poor, -1, key, 0)
    outcome = compute_impact(ImpactRequest(game, body, poor), CancelToken())
    assert "board.incompletable" in {problem.code for problem in outcome.caused}
    assert outcome.needs
    back = compute_impact(ImpactRequest(game, poor, body), CancelToken())
    assert "board.incompletable" in {problem.code for problem in back.fixed} and back.needs == ()
