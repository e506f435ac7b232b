"""Goals of puzzles mean what they mean in Python; invalid ones are rejected."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as some

from studio.lessons import Goal, GoalError, GoalValues

NOW: GoalValues = {"points": 7, "gold": 3, "place": "C3", "lead": -2}


@pytest.mark.parametrize(
    ("words", "holds"),
    [
        ("points >= 7", True),
        ("points > 7", False),
        ("points + gold == 10", True),
        ("points - 2 * gold < 0", False),
        ('place == "C3" and gold != 4', True),
        ('place == "C4" or lead < 0', True),
        ("not points == 7", False),
        ("3 <= gold <= 5", True),
        ("-lead == 2", True),
        ("(points > 9 or gold > 1) and not lead > 0", True),
    ],
)
def test_what_goals_mean(words: str, holds: bool) -> None:
    assert Goal.parse(words, NOW).is_reached(NOW) is holds


@pytest.mark.parametrize(
    "words",
    [
        "",
        "points",
        "points >=",
        "7",
        "gems > 2",
        "points > 'C3'",
        "place > 3",
        "points and gold",
        "not points",
        "place + 1 > 2",
        "__import__('os')",
        "points.real > 1",
        "[1] == [1]",
        "points ** 99 > 1",
        "points if gold else lead",
        "(lambda: 1)() == 1",
        "points > 99999999999999",
        "True",
        "points in (1, 2)",
        "(" * 300 + "1" + ")" * 300,
        "gems > 1 or points > 1",
    ],
)
def test_invalid_goals_are_rejected(words: str) -> None:
    with pytest.raises(GoalError) as refused:
        Goal.parse(words, NOW)
    assert str(refused.value).endswith(".")


@given(some.text(alphabet="points gold>=<!+-*()andortplace\"'C3 0123456789", max_size=40))
def test_anything_is_a_goal_or_is_rejected(words: str) -> None:
    try:
        goal = Goal.parse(words, NOW)
    except GoalError:
        return
    assert goal.is_reached(NOW) in (True, False)
    assert eval(words.strip(), {"__builtins__": {}}, dict(NOW)) == goal.is_reached(NOW)
