"""Tutorials can be gone through, say little at a time, and name what there is; a new game needs none."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from studio.core.game import EVERYBODY
from studio.core.picture import parse_place
from studio.core.text import name_seats
from studio.documents.lessons import PARTS, lesson_text, read_tutorial
from studio.documents.paths import shipped_lessons
from studio.documents.store import DocumentError
from studio.games import known, load
from studio.lessons import LoadedTutorial, load_tutorial
from tests.contract.test_explaining import clauses

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
def test_a_step_says_one_thing_and_names_what_there_is(slug: str) -> None:
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
