"""Puzzles: solved by search, and by the solution in the file, but not by the bot that looks one move ahead."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from studio.core.game import IllegalAction
from studio.documents.lessons import lesson_text, read_puzzle
from studio.documents.paths import shipped_lessons
from studio.documents.store import DocumentError
from studio.games import slugs
from studio.lessons import Goal, LoadedPuzzle, goal_values, greedy_actions, load_puzzle, solution_positions, solve
from tests.contract.cases import Case, decisions, every_layout

FILES = [path for slug in slugs() for path in shipped_lessons(slug, "puzzle")]
SLOW = {"puzzle_2": ("goldland", "columbus"), "puzzle_3": ("columbus",)}
"""Those through which a search goes for ten seconds and more."""
each = pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")


@cache
def puzzle(path: Path) -> LoadedPuzzle:
    return load_puzzle(path)


def test_a_game_has_three_or_none_yet() -> None:
    counts = [len(shipped_lessons(slug, "puzzle")) for slug in slugs()]
    assert sum(count >= 3 for count in counts) >= 4 and all(count == 0 or count >= 3 for count in counts)


@each
def test_the_solution_in_the_file_reaches_the_goal_within_its_turns(path: Path) -> None:
    one = puzzle(path)
    assert one.status(solution_positions(one, one.document.solution)) == "solved"
    before = solution_positions(one, one.document.solution[:-1])
    assert one.status(before) == "open", "not before its last decision"
    assert one.turns_used(before) <= one.document.turns


def test_it_is_missed_as_soon_as_the_last_turn_is_over() -> None:
    """And not only when the seat is to move again, after all the others."""
    one = puzzle(FILES[1])
    assert FILES[1].parent.name == "neue_entdecker" and one.document.turns == 1
    match, seat = one.match, one.document.seat
    match.visit(match.start)
    line = [match.state]
    while match.state.to_move == seat:
        assert one.status(line) == "open"
        line.append(match.play(match.state.legal()[-1]).state)
    assert match.state.to_move != seat and not one.is_reached(match.state)
    assert one.status(line) == "failed"
    match.visit(match.start)


def test_what_the_others_reach_counts_neither_at_the_table_nor_in_a_search() -> None:
    real = puzzle(next(path for path in FILES if path.parts[-2:] == ("entdecker", "puzzle_3.json")))
    known = goal_values(real.opened.game, real.match.state, real.document.seat)
    one = replace(real, goal=Goal.parse("lead == -2", known))
    line = solution_positions(one, one.document.solution)
    reached = [at for at, state in enumerate(line) if one.is_reached(state)]
    assert reached and all(line[at - 1].to_move != one.document.seat for at in reached)
    assert one.status(line) == "failed"
    assert solve(one).actions is None


@each
def test_a_hint_never_tells_what_could_be_left_out(path: Path) -> None:
    one = puzzle(path)
    way, needless = one.document.solution, []
    for begin, end in combinations(range(len(way) + 1), 2):
        shorter = way[:begin] + way[end:]
        with suppress(IllegalAction):
            if one.status(solution_positions(one, shorter)) == "solved":
                needless.append((begin, end))
        one.match.visit(one.match.start)
    assert not needless


@each
def test_the_greedy_bot_does_not_solve_it(path: Path) -> None:
    one = puzzle(path)
    way = greedy_actions(one)
    assert one.status(solution_positions(one, way)) == "failed"
    assert not one.is_reached(solution_positions(one, way[:1])[-1])


def searched() -> list[object]:
    """All puzzles, the slow ones marked."""
    return [
        pytest.param(path, marks=pytest.mark.long, id=f"{path.parent.name}-{path.stem}")
        if path.parent.name in SLOW.get(path.stem, ())
        else pytest.param(path, id=f"{path.parent.name}-{path.stem}")
        for path in FILES
    ]


@pytest.mark.parametrize("path", searched())
def test_a_search_solves_it(path: Path) -> None:
    one = puzzle(path)
    found = solve(one)
    assert found.actions is not None
    assert one.status(solution_positions(one, found.actions)) == "solved"


@pytest.mark.parametrize(
    "path",
    [path for path in shipped_lessons("goldland", "puzzle") if path.stem != "puzzle_1"],
    ids=lambda path: path.stem,
)
def test_a_search_goes_on_from_the_end_of_a_line(path: Path) -> None:
    """Decisions of the solution in another order: from there its others lead to the goal, and they are tried first."""
    one = puzzle(path)
    way = one.document.solution
    moves = {"puzzle_2": (1, 2), "puzzle_3": (0, 5)}[path.stem]
    first = (*way[: moves[0]], way[moves[1]])
    line = solution_positions(one, first)
    assert one.status(line) == "open"
    found = solve(one, line=line, preferred=frozenset(way))
    assert found.actions is not None and one.status(solution_positions(one, (*first, *found.actions))) == "solved"
    assert set(found.actions) <= set(way) and found.positions_seen < 100


@each
def test_it_says_what_is_to_be_done(path: Path) -> None:
    one = puzzle(path)
    told = one.document
    assert 3 < len(told.title) <= 40 and not told.title.endswith(".")
    assert 20 < len(told.words) <= 200 and told.words.endswith(".") and told.words.count("**") == 2
    assert 20 < len(told.hint) <= 220 and told.hint[-1] in ".?"
    assert one.match.state.to_move == told.seat and not one.is_reached(one.match.state)
    assert lesson_text(told) == path.read_text(encoding="utf-8") and read_puzzle(path) == told


@every_layout
def test_every_game_names_the_same_figures_in_all_positions(case: Case) -> None:
    """Of a seat only what it may know: two seats that see the same are told the same."""
    game = case.game
    named = None
    for state in decisions(case):
        for seat in range(case.seats):
            now = goal_values(game, state, seat)
            assert all(name.isidentifier() and isinstance(value, int | str) for name, value in now.items())
            assert {"points", "lead"} <= set(now) and now["points"] == state.scores()[seat]
            named = named or set(now)
            assert set(now) == named
            assert goal_values(game, state.clone(), seat) == now


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('"seat": 0', '"seat": 1', "`$.match.log`"),
        ('"seat": 0', '"seat": 5', "`$.seat`"),
        ('"turns": 1', '"turns": 0', "`$.turns`"),
        ('"goal": "', '"goal": "gems > 1 and ', "`$.goal`"),
        ('"goal": "', '"goal": "open(1) and ', "`$.goal`"),
        ('"format": "studio.puzzle"', '"format": "studio.tutorial"', "`$.format`"),
    ],
)
def test_a_puzzle_that_does_not_hold_together_is_refused(tmp_path: Path, old: str, new: str, place: str) -> None:
    bad = tmp_path / "bad.json"
    text = FILES[0].read_text(encoding="utf-8")
    assert old in text
    bad.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DocumentError) as refused:
        load_puzzle(bad)
    assert refused.value.place == place and str(refused.value).endswith(".")
