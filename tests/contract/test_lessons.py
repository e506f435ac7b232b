"""Tutorials and puzzles; a new game needs none."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from studio.core.game import EVERYBODY, IllegalAction
from studio.core.picture import parse_place
from studio.core.text import name_seats
from studio.documents.lessons import PARTS, lesson_text, read_puzzle, read_tutorial
from studio.documents.paths import shipped_lessons
from studio.documents.store import DocumentError
from studio.games import known, load, slugs
from studio.lessons import (
    Goal,
    LoadedPuzzle,
    LoadedTutorial,
    all_solutions,
    goal_values,
    greedy_actions,
    load_puzzle,
    load_tutorial,
    solution_positions,
    solve,
)
from tests.contract.cases import Case, decisions, every_layout
from tests.contract.test_checks import clauses

each = pytest.mark.parametrize("slug", [slug for slug in known() if shipped_lessons(slug, "tutorial")])
LONGEST = 270  # characters of a step, which must fit next to a match


@cache
def tutorial(slug: str) -> LoadedTutorial:
    (path,) = shipped_lessons(slug, "tutorial")
    return load_tutorial(path)


@each
def test_every_step_can_be_done_and_the_lesson_ends(slug: str) -> None:
    lesson = tutorial(slug)
    match = lesson.match
    assert match.rules == match.game.rules_date, "a lesson teaches the current rules"
    asked = 0
    for number, step in enumerate(lesson.steps):
        match.follow_script(step.after)
        assert match.node.depth == step.after
        wanted = lesson.expected_action(number)
        if wanted is not None:
            asked += 1
            assert match.state.to_move == lesson.document.seat
            assert wanted in match.legal()
            assert len(match.legal()) > 1, "the person has something to choose"
        if number + 1 < len(lesson.steps):
            assert lesson.steps[number + 1].after >= step.after + step.act, "steps go forward"
    assert asked >= 3
    match.follow_script(len(match.script))
    assert not match.can_undo


@each
def test_a_step_is_short_and_names_existing_clauses_and_places(slug: str) -> None:
    lesson = tutorial(slug)
    game, grid = lesson.opened.game, lesson.opened.game.body.grid(lesson.opened.body)
    for number, step in enumerate(lesson.steps):
        words = (step.words, *step.wrong.values())
        assert all(8 < len(said) <= LONGEST and said.endswith(".") for said in words), words
        assert step.clause in clauses(slug), step.words
        assert bool(step.wrong) <= step.act and (not step.act or "" in step.wrong), step.words
        for name in step.light:
            assert name in PARTS or parse_place(grid, name) >= 0, name
        for name in filter(None, step.wrong):
            assert parse_place(grid, name) >= 0, name
        for name in re.findall(r"\b[A-Z]\d{1,2}\b", " ".join(words)):
            assert parse_place(grid, name) >= 0, name
        lesson.match.follow_script(step.after)
        picture = game.picture.picture(lesson.match.state, lesson.document.seat)
        seen = {target.cell for target in picture.targets}
        assert {parse_place(grid, name) for name in step.light if name not in PARTS} <= seen
        wanted = lesson.expected_action(number)
        if wanted is not None:
            target = game.picture.target(lesson.match.state, wanted)
            place = grid.name(target) if 0 <= target < grid.count else ""
            assert not place or place in step.words or "**" in step.words
            assert place not in step.wrong or place == "", "what is wanted is not wrong"


@each
def test_all_positions_of_a_tutorial_can_be_shown(slug: str) -> None:
    lesson = tutorial(slug)
    game, match = lesson.opened.game, lesson.match
    match.follow_script(0)
    for decision in match.script:
        sentence = name_seats(game.text.describe(match.state, decision.action), ["Ada", "Bento"])
        assert sentence.endswith(".") and "⟦" not in sentence
        assert match.play(decision.action).decision == decision, "luck is as it was written"
        assert (
            game.picture.picture(match.state, EVERYBODY).layers
            and game.panel.panel(match.state, lesson.document.seat).title
        )


def test_every_game_has_one_canonical_tutorial() -> None:
    for slug in known():
        (path,) = shipped_lessons(slug, "tutorial")
        assert lesson_text(read_tutorial(path)) == path.read_text(encoding="utf-8")
        assert tutorial(slug).opened.layout.game == load(slug).info.slug


# Puzzles: solved by search and by the solution in the file, but not by the greedy bot


FILES = [path for slug in slugs() for path in shipped_lessons(slug, "puzzle")]
UNCOUNTED = (
    "goldland-puzzle_09",
    "goldland-puzzle_10",
    "columbus-puzzle_04",
    "columbus-puzzle_09",
    "columbus-puzzle_10",
)
"""Puzzles with too many positions to find all solutions."""
SLOW = (
    *UNCOUNTED,
    *(f"goldland-puzzle_{number}" for number in ("01", "03", "04", "05", "06", "07", "08", "11")),
    *(f"columbus-puzzle_{number}" for number in ("02", "03", "05", "06", "07", "08", "11")),
    *(f"neue_entdecker-puzzle_{number}" for number in ("02", "04", "06", "07", "08", "09", "10")),
    *(f"entdecker-puzzle_{number}" for number in ("02", "05", "06", "10")),
)
"""Puzzles whose search takes 0.4 s and more."""


def puzzle_id(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


each_puzzle = pytest.mark.parametrize("path", FILES, ids=puzzle_id)


@cache
def puzzle(path: Path) -> LoadedPuzzle:
    return load_puzzle(path)


def test_a_game_has_at_least_ten_from_easy_to_hard_or_none_yet() -> None:
    counts = [count for slug in slugs() if (count := len(shipped_lessons(slug, "puzzle")))]
    assert len(counts) >= 4 and min(counts) >= 10
    for slug in slugs():
        paths = shipped_lessons(slug, "puzzle")
        assert [path.stem for path in paths] == [f"puzzle_{number + 1:02d}" for number in range(len(paths))]
        levels = [puzzle(path).document.difficulty for path in paths]
        assert levels == sorted(levels) and set(levels) <= {1, 2, 3} and len(set(levels)) in (0, 3)


@each_puzzle
def test_the_solution_in_the_file_reaches_the_goal_within_its_turns(path: Path) -> None:
    one = puzzle(path)
    assert one.status(solution_positions(one, one.document.solution)) == "solved"
    before = solution_positions(one, one.document.solution[:-1])
    assert one.status(before) == "open", "not before its last decision"
    assert one.turns_used(before) <= one.document.turns


def test_a_puzzle_is_failed_as_soon_as_its_last_turn_is_over() -> None:
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


def test_goals_reached_by_others_do_not_count() -> None:
    real = puzzle(next(path for path in FILES if path.parts[-2:] == ("entdecker", "puzzle_08.json")))
    known = goal_values(real.opened.game, real.match.state, real.document.seat)
    one = replace(real, goal=Goal.parse("lead == -4", known))
    line = solution_positions(one, one.document.solution)
    reached = [at for at, state in enumerate(line) if one.is_reached(state)]
    assert reached and all(line[at - 1].to_move != one.document.seat for at in reached)
    assert one.status(line) == "failed"
    assert solve(one).actions is None


@each_puzzle
def test_no_part_of_the_solution_is_needless(path: Path) -> None:
    one = puzzle(path)
    way, needless = one.document.solution, []
    for begin, end in combinations(range(len(way) + 1), 2):
        shorter = way[:begin] + way[end:]
        with suppress(IllegalAction):
            if one.status(solution_positions(one, shorter)) == "solved":
                needless.append((begin, end))
        one.match.visit(one.match.start)
    assert not needless


@each_puzzle
def test_the_greedy_bot_does_not_solve_it(path: Path) -> None:
    one = puzzle(path)
    way = greedy_actions(one)
    assert one.status(solution_positions(one, way)) == "failed"
    assert not one.is_reached(solution_positions(one, way[:1])[-1])


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=pytest.mark.long if puzzle_id(path) in SLOW else ()) for path in FILES],
    ids=puzzle_id,
)
def test_the_file_lists_all_solutions(path: Path) -> None:
    one = puzzle(path)
    listed = [one.document.solution, *one.document.other_solutions]
    for way in listed:
        assert one.status(solution_positions(one, way)) == "solved"
    found = all_solutions(one)
    if puzzle_id(path) in UNCOUNTED:
        search = solve(one)
        assert found is None and search.actions is not None
        assert one.status(solution_positions(one, search.actions)) == "solved"
    else:
        assert found is not None and len(found) == len(listed) <= 4
        assert {tuple(sorted(way)) for way in found} == {tuple(sorted(way)) for way in listed}


def test_a_search_finds_the_only_solution() -> None:
    one = puzzle(shipped_lessons("goldland", "puzzle")[0])
    assert solve(one).actions == one.document.solution == all_solutions(one)[0]  # type: ignore[index]


def test_needless_decisions_and_other_orders_are_no_solutions() -> None:
    """Alone the tile of the second step reaches the goal, after a rotation of the first that does not matter."""
    one = puzzle(shipped_lessons("goldland", "puzzle")[1])
    found = all_solutions(one)
    assert found is not None and len(found) == 4
    assert {len(way) for way in found} == {3} and len({tuple(sorted(way)) for way in found}) == 4
    assert len({way[1:] for way in found}) == 1, "only the rotation of the tile differs"
    impossible = replace(one, goal=Goal.parse("treasures >= 9", goal_values(one.opened.game, one.match.state, 0)))
    assert all_solutions(impossible) == []


@pytest.mark.parametrize(("number", "moves"), [(9, (1, 2)), (10, (0, 5))])
def test_a_search_goes_on_from_the_end_of_a_line(number: int, moves: tuple[int, int]) -> None:
    """Decisions of the solution in another order: from there its others lead to the goal, and they are tried first."""
    one = puzzle(shipped_lessons("goldland", "puzzle")[number - 1])
    way = one.document.solution
    first = (*way[: moves[0]], way[moves[1]])
    line = solution_positions(one, first)
    assert one.status(line) == "open"
    found = solve(one, line=line, preferred=frozenset(way))
    assert found.actions is not None and one.status(solution_positions(one, (*first, *found.actions))) == "solved"
    assert set(found.actions) <= set(way) and found.positions_seen < 100


@each_puzzle
def test_texts_of_a_puzzle_are_short(path: Path) -> None:
    one = puzzle(path)
    document = one.document
    assert 3 < len(document.title) <= 40 and not document.title.endswith(".")
    assert 20 < len(document.words) <= 200 and document.words.endswith(".") and document.words.count("**") == 2
    assert 20 < len(document.hint) <= 220 and document.hint[-1] in ".?"
    assert one.match.state.to_move == document.seat and not one.is_reached(one.match.state)
    assert lesson_text(document) == path.read_text(encoding="utf-8") and read_puzzle(path) == document


@every_layout
def test_every_game_names_the_same_figures_in_all_positions(case: Case) -> None:
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


TUTORIAL, PUZZLE = shipped_lessons("_template", "tutorial")[0], FILES[0]


@pytest.mark.parametrize(
    ("file", "old", "new", "place"),
    [
        (TUTORIAL, '"after": 0', '"after": 99', "`$.steps[0].after`"),
        (TUTORIAL, '"seat": 0', '"seat": 7', "`$.seat`"),
        (TUTORIAL, '"seat": 0', '"seat": 1', "`$.steps[2].after`"),
        (TUTORIAL, '"format": "studio.tutorial"', '"format": "studio.puzzle"', "`$.format`"),
        (TUTORIAL, '"version": 1', '"version": 2', ""),
        (TUTORIAL, '"words"', '"word"', "`$.steps[0]`"),
        (TUTORIAL, '"format": "studio.match"', '"format": "studio.layout"', "`$.match`"),
        (TUTORIAL, '"log": [', '"log": [[[99], []], ', "`$.match.log[0]`"),
        (PUZZLE, '"seat": 0', '"seat": 1', "`$.match.log`"),
        (PUZZLE, '"seat": 0', '"seat": 5', "`$.seat`"),
        (PUZZLE, '"turns": 1', '"turns": 0', "`$.turns`"),
        (PUZZLE, '"goal": "', '"goal": "gems > 1 and ', "`$.goal`"),
        (PUZZLE, '"goal": "', '"goal": "open(1) and ', "`$.goal`"),
        (PUZZLE, '"format": "studio.puzzle"', '"format": "studio.tutorial"', "`$.format`"),
    ],
)
def test_an_invalid_lesson_is_rejected_with_its_place(
    tmp_path: Path, file: Path, old: str, new: str, place: str
) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    bad = tmp_path / "bad.json"
    bad.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DocumentError) as caught:
        (load_tutorial if file is TUTORIAL else load_puzzle)(bad)
    assert caught.value.place == place and str(caught.value).endswith(".")
