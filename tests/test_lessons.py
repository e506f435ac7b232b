"""Goals of puzzles mean what they mean in Python; invalid ones are rejected."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, strategies as some

from studio.core.game import OVER
from studio.core.match import Match
from studio.documents.lessons import add_own_puzzle, is_puzzle, lesson_text, list_puzzles, read_puzzle
from studio.documents.paths import puzzles_dir, shipped_layouts, shipped_lessons
from studio.documents.store import DocumentError
from studio.lab.jobs import make_bots
from studio.lessons import (
    Goal,
    GoalError,
    GoalValues,
    greedy_actions,
    load_puzzle,
    make_puzzle,
    solution_positions,
    solve,
)
from studio.services.loading import load_layout, playable_board, to_record

NUMBER = 21  # of the decision that becomes a puzzle
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


def test_own_puzzles_follow_the_shipped_ones_from_old_to_new(data_folder: Path) -> None:
    shipped = shipped_lessons("columbus", "puzzle")
    assert list_puzzles("columbus") == shipped
    puzzle = read_puzzle(shipped[0])
    own = [add_own_puzzle(puzzle) for _copy in range(11)]
    assert list_puzzles("columbus") == [*shipped, *own] and list_puzzles("goldland") == shipped_lessons(
        "goldland", "puzzle"
    )
    assert lesson_text(read_puzzle(own[-1])) == lesson_text(puzzle)
    own[3].write_text("{", encoding="ascii")
    own[4].unlink()
    assert list_puzzles("columbus") == [*shipped, *own[:3], *own[5:]], "a damaged one is left out"
    assert add_own_puzzle(puzzle) == own[4], "no file is replaced"
    puzzles_dir("goldland").write_text("no folder", encoding="ascii")
    with pytest.raises(DocumentError):
        add_own_puzzle(read_puzzle(shipped_lessons("goldland", "puzzle")[0]))


def test_only_a_file_that_says_so_is_a_puzzle() -> None:
    data = shipped_lessons("columbus", "puzzle")[0].read_bytes()
    assert is_puzzle(data) and not is_puzzle(shipped_lessons("columbus", "tutorial")[0].read_bytes())
    assert not is_puzzle(data[:-9]), "it is damaged"


def test_a_decision_with_one_best_move_becomes_a_puzzle(tmp_path: Path) -> None:
    """A turn early in a match of Entdecker, in which one first move leads to more points than all others."""
    opened = load_layout(shipped_layouts("entdecker")[0])
    game, match = opened.game, Match(opened.game, playable_board(opened), 2, None, 1)
    bots = make_bots(["greedy", "random"], 1)
    while len(match.decisions()) < NUMBER - 1:
        match.play(bots[match.state.to_move].choose(game, match.state, match.state.to_move))
    record = to_record(match, opened.layout, ["Ada", "Bento"], ["human", "human"])
    found = {move: made for move in match.legal() if (made := make_puzzle(record, match, NUMBER, move, "From a match"))}
    ((best, puzzle),) = found.items()
    file = tmp_path / "puzzle.json"
    file.write_text(lesson_text(puzzle), "utf-8")
    assert lesson_text(read_puzzle(file)) == lesson_text(puzzle) and len(puzzle.match.log) == NUMBER - 1
    loaded = load_puzzle(file)
    assert loaded.status(solution_positions(loaded, puzzle.solution)) == "solved"
    assert loaded.status(solution_positions(loaded, greedy_actions(loaded))) != "solved"
    assert {way[0] for way in (puzzle.solution, *puzzle.other_solutions)} == {best}
    for other in match.legal():
        loaded.match.visit(loaded.match.start)
        line = [loaded.match.start.state, loaded.match.play(other).state]
        while line[-1].to_move not in (puzzle.seat, OVER):
            line.append(loaded.match.play(loaded.reply(line[-1])).state)
        is_solved = loaded.status(line) == "solved" or (
            loaded.status(line) == "open" and solve(loaded, line=line).actions is not None
        )
        assert is_solved == (other == best), "only the best first move leads to the goal"
