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
LONGEST = 270
"""Letters of a step: more does not fit beside a table, and is not one thing."""


@cache
def tutorial(slug: str) -> LoadedTutorial:
    (path,) = shipped_lessons(slug, "tutorial")
    return load_tutorial(path)


@each
def test_every_step_can_be_done_and_the_lesson_ends(slug: str) -> None:
    lesson = tutorial(slug)
    match = lesson.match
    requested = 0
    for number, step in enumerate(lesson.steps):
        match.follow_script(step.after)
        assert match.node.depth == step.after
        expected = lesson.expected_action(number)
        if expected is not None:
            requested += 1
            assert match.state.to_move == lesson.document.seat
            assert expected in match.legal()
            assert len(match.legal()) > 1, "the person has something to choose"
        if number + 1 < len(lesson.steps):
            assert lesson.steps[number + 1].after >= step.after + step.act, "steps go forward"
    assert requested >= 3
    match.follow_script(len(match.script))
    assert not match.can_undo


@each
def test_a_step_says_one_thing_and_names_what_there_is(slug: str) -> None:
    lesson = tutorial(slug)
    game, grid = lesson.opened.game, lesson.opened.game.body.grid(lesson.opened.body)
    for number, step in enumerate(lesson.steps):
        texts = (step.words, *step.wrong.values())
        assert all(8 < len(message) <= LONGEST and message.endswith(".") for message in texts), texts
        assert step.clause in clauses(slug), step.words
        assert bool(step.wrong) <= step.act and (not step.act or "" in step.wrong), step.words
        for name in step.light:
            assert name in PARTS or parse_place(grid, name) >= 0, name
        for name in filter(None, step.wrong):
            assert parse_place(grid, name) >= 0, name
        for name in re.findall(r"\b[A-Z]\d{1,2}\b", " ".join(texts)):
            assert parse_place(grid, name) >= 0, name
        lesson.match.follow_script(step.after)
        picture = game.picture.picture(lesson.match.state, lesson.document.seat)
        seen = {target.cell for target in picture.targets}
        assert {parse_place(grid, name) for name in step.light if name not in PARTS} <= seen
        expected = lesson.expected_action(number)
        if expected is not None:
            target = game.picture.target(lesson.match.state, expected)
            place = grid.name(target) if 0 <= target < grid.count else ""
            assert not place or place in step.words or "**" in step.words
            assert place not in step.wrong or place == "", "what is wanted is not wrong"


@each
def test_what_is_told_and_shown_can_be_shown(slug: str) -> None:
    """The prepared positions are real: they have words, pictures and panels for the person and for all."""
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


@each
def test_the_file_is_canonical(slug: str) -> None:
    (path,) = shipped_lessons(slug, "tutorial")
    assert lesson_text(read_tutorial(path)) == path.read_text(encoding="utf-8")


def test_every_game_has_one() -> None:
    assert all(len(shipped_lessons(slug, "tutorial")) == 1 for slug in known())
    assert {load(slug).info.slug for slug in known()} == {tutorial(slug).opened.layout.game for slug in known()}


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('"after": 0', '"after": 99', "`$.steps[0].after`"),
        ('"seat": 0', '"seat": 7', "`$.seat`"),
        ('"seat": 0', '"seat": 1', "`$.steps[2].after`"),
        ('"format": "studio.tutorial"', '"format": "studio.puzzle"', "`$.format`"),
        ('"version": 1', '"version": 2', ""),
        ('"words"', '"word"', "`$.steps[0]`"),
        ('"format": "studio.match"', '"format": "studio.layout"', "`$.match`"),
        ('"log": [', '"log": [[[99], []], ', "`$.match.log[0]`"),
    ],
)
def test_a_tutorial_that_does_not_hold_together_is_refused(tmp_path: Path, old: str, new: str, place: str) -> None:
    (path,) = shipped_lessons("_template", "tutorial")
    bad = tmp_path / "bad.json"
    text = path.read_text(encoding="utf-8")
    assert old in text
    bad.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DocumentError) as refused:
        load_tutorial(bad)
    assert refused.value.place == place and str(refused.value).endswith(".")


# Puzzles: solved by search, and by the solution in the file, but not by the bot that looks one move ahead


FILES = [path for slug in slugs() for path in shipped_lessons(slug, "puzzle")]
SLOW = {"puzzle_2": ("goldland", "columbus"), "puzzle_3": ("columbus",)}
"""Those through which a search goes for ten seconds and more."""
each_puzzle = pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")


@cache
def puzzle(path: Path) -> LoadedPuzzle:
    return load_puzzle(path)


def test_a_game_has_three_or_none_yet() -> None:
    counts = [len(shipped_lessons(slug, "puzzle")) for slug in slugs()]
    assert sum(count >= 3 for count in counts) >= 4 and all(count == 0 or count >= 3 for count in counts)


@each_puzzle
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


@each_puzzle
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


@each_puzzle
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


@each_puzzle
def test_it_says_what_is_to_be_done(path: Path) -> None:
    one = puzzle(path)
    shown = one.document
    assert 3 < len(shown.title) <= 40 and not shown.title.endswith(".")
    assert 20 < len(shown.words) <= 200 and shown.words.endswith(".") and shown.words.count("**") == 2
    assert 20 < len(shown.hint) <= 220 and shown.hint[-1] in ".?"
    assert one.match.state.to_move == shown.seat and not one.is_reached(one.match.state)
    assert lesson_text(shown) == path.read_text(encoding="utf-8") and read_puzzle(path) == shown


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
