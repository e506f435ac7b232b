"""Explanations, surveys and cancellation of checks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import studio
from studio.core.cancellation import NEVER_CANCELLED, Cancelled
from studio.core.form import Survey
from studio.core.game import Body
from studio.core.grid import Grid
from studio.core.picture import Label, Picture, Sprite, is_edge, target_edge
from studio.core.plugin import Game
from studio.documents.paths import shipped_layouts
from studio.games import known, load, slugs
from studio.services.loading import load_layout
from tests.bench.rules import drawn, grown
from tests.contract.cases import CountingToken
from tests.short_run import mark_long

STUDIO = Path(studio.__file__).parent
CODE = re.compile(r"[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*")
CLAUSES = {
    "_template": ("M", 6),
    "entdecker": ("E", 15),
    "neue_entdecker": ("N", 15),
    "goldland": ("G", 17),
    "columbus": ("C", 17),
}
"""Letter and last number of the clauses of each game; Die Neuen Entdecker begin with N0."""
SEA = 9  # T1 to T9

every_game = pytest.mark.parametrize("slug", known())


def clauses(slug: str) -> set[str]:
    if slug not in CLAUSES:  # a new game: those of its book
        return {clause.number for chapter in load(slug).text.book() for clause in chapter.clauses if clause.number}
    letter, last = CLAUSES[slug]
    found = {f"{letter}{number}" for number in range(slug != "neue_entdecker", last + 1)}
    return found | {f"T{number}" for number in range(1, SEA + 1)} if "entdecker" in slug else found


def written(slug: str) -> set[str]:
    """The codes in the sources of the checks of a game."""
    folders = [STUDIO / "games" / slug / "checks", STUDIO / "games" / slug / "checks.py"]
    if "entdecker" in slug:
        folders.append(STUDIO / "seatiles" / "checks")
    files = [
        file for folder in folders for file in ([folder] if folder.suffix else folder.rglob("*.py")) if file.exists()
    ]
    return {code for file in files for code in _codes(ast.parse(file.read_text("utf-8")))}


def _codes(tree: ast.AST) -> Iterator[str]:
    """Texts like "edge.mismatch" and first arguments of `Problem`, without names of form fields."""
    keywords = [node for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "field"]
    fields = {id(part) for keyword in keywords for part in ast.walk(keyword)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Problem" and node.args:
            if isinstance(first := node.args[0], ast.Constant):
                yield str(first.value)
        elif isinstance(node, ast.Constant) and id(node) not in fields and CODE.fullmatch(str(node.value)):
            yield str(node.value)


NOT_CODES = {"gold.start", "gold.cap"}  # names of fields that look like codes


@every_game
def test_every_code_in_the_sources_is_explained_and_no_other(slug: str) -> None:
    shared = {"search.undecided", "file.unknown", "lab.unfair", "lab.changed"}
    assert set(load(slug).checks.codes()) == (written(slug) - NOT_CODES) | shared


@every_game
def test_an_explanation_has_a_title_an_existing_clause_and_few_words(slug: str) -> None:
    checks = load(slug).checks
    for code in checks.codes():
        explanation = checks.explain(code)
        assert 3 < len(explanation.title) <= 48 and not explanation.title.endswith("."), code
        assert not explanation.clause or explanation.clause in clauses(slug), code
        assert 1 <= len(explanation.paragraphs) <= 3, code
        assert 40 <= sum(map(len, explanation.paragraphs)) <= 520, code
        assert 20 < len(explanation.consequence) <= 130, code
        assert all(text.endswith(".") for text in (*explanation.paragraphs, explanation.consequence)), code
    with pytest.raises(KeyError):
        checks.explain("no.such_code")


def found(game: Game, body: object) -> set[str]:
    return {problem.code for problem in (*game.checks.check(body), *game.checks.verify(body, NEVER_CANCELLED))}


@every_game
def test_an_example_has_its_problem_and_the_fixed_one_does_not(slug: str) -> None:
    game = load(slug)
    shown = 0
    for code in game.checks.codes():
        faulty, *fixed = game.checks.explain(code).examples or (None,)
        if faulty is None:
            continue
        shown += 1
        assert code in found(game, faulty.body), code
        assert len(fixed) <= 1
        for example in fixed:
            before = [problem.message for problem in game.checks.check(faulty.body) if problem.code == code]
            after = [problem.message for problem in game.checks.check(example.body) if problem.code == code]
            assert faulty.caption not in after and len(after) < max(len(before), 1), code
            assert game.body.grid(example.body).count == game.body.grid(faulty.body).count, code
        for example in (faulty, *fixed):
            assert game.body.parse(game.body.to_plain(example.body)) == example.body, code
            assert game.body.grid(example.body).count <= 48, code
            assert all(0 <= cell < game.body.grid(example.body).count for cell in example.cells)
            game.sketch.sketch(example.body, still=True)
    assert shown >= 3


# Surveys of all shipped layouts, from every place that they offer


MEASURED = [slug for slug in slugs() if load(slug).has_survey]
LAYOUTS = [
    pytest.param(path, id=f"{slug}-{path.stem}", marks=[pytest.mark.long] if number else [])
    for slug in MEASURED
    for number, path in enumerate(shipped_layouts(slug))
]


def surveys(path: Path) -> list[Survey]:
    """From the game's own choice of place, and from every other."""
    opened = load_layout(path)
    first = opened.game.checks.survey(opened.body, -1, NEVER_CANCELLED)
    others = [target for target, _words in first.choices if target >= 0]
    return [first, *(opened.game.checks.survey(opened.body, target, NEVER_CANCELLED) for target in others)]


@pytest.mark.parametrize("path", LAYOUTS)
def test_a_survey_is_complete(path: Path) -> None:
    opened = load_layout(path)
    grid: Grid = opened.game.body.grid(opened.body)
    found = surveys(path)
    for number, survey in enumerate(found):
        assert survey.overlays and survey.tables and survey.caption and survey.brief
        targets = [target for target, _words in survey.choices]
        assert survey.choices == found[0].choices and len(set(targets)) == len(targets)
        words = [name for _target, name in survey.choices]
        assert all(words) and len(set(words)) == len(words)
        assert survey.target in (targets or [-1])
        assert not number or survey.target == [target for target in targets if target >= 0][number - 1]
        keys = [overlay.key for overlay in survey.overlays]
        assert len(set(keys)) == len(keys)
        for overlay in survey.overlays:
            assert overlay.name and overlay.value and overlay.tip
            assert within(overlay.picture, grid)
            texts = [key.text for key in overlay.keys]
            assert all(texts) and len(set(texts)) == len(texts)
        for table in survey.tables:
            assert table.title and table.rows
            for row in table.rows:
                assert len(row.cells) == len(table.columns) and any(row.cells)
                assert row.bar <= 1
                assert len(set(row.targets)) == len(row.targets)
                for target in row.targets:
                    cell = target_edge(target)[0] if is_edge(target) else target
                    assert 0 <= cell < grid.count


def within(picture: Picture, grid: Grid) -> bool:
    """Whether all shapes are on the board."""
    places = []
    for layer in picture.layers:
        for shape in layer.shapes:
            if isinstance(shape, Sprite | Label):
                places.append((shape.x, shape.y))
            else:
                places += [(point[-2], point[-1]) for outline in shape.outlines for point in outline]
    edge = 0.1
    return all(-edge <= x <= grid.width + edge and -edge <= y <= grid.height + edge for x, y in places)


@pytest.mark.parametrize("slug", MEASURED)
def test_a_survey_depends_only_on_the_board(slug: str) -> None:
    opened = load_layout(shipped_layouts(slug)[0])
    survey = opened.game.checks.survey
    again = opened.game.body.parse(opened.game.body.to_plain(opened.body))
    expected = survey(opened.body, -1, NEVER_CANCELLED)
    assert survey(again, -1, NEVER_CANCELLED) == survey(opened.body, 999_999_999, NEVER_CANCELLED) == expected


@pytest.mark.long
@pytest.mark.parametrize("slug", MEASURED)
def test_a_blank_board_and_one_full_of_tiles_are_measured_too(slug: str) -> None:
    game = load(slug)
    body = game.editing.blank()
    stamps = [item.stamp for group in game.sketch.palette(body) if group.on == "cells" for item in group.items]
    assert game.checks.survey(body, -1, NEVER_CANCELLED)
    for stamp in stamps:
        painted = body
        for cell in range(game.body.grid(body).count):
            painted = game.editing.stamp(painted, cell, stamp)
        game.checks.survey(painted, -1, NEVER_CANCELLED)


# Verifications and surveys that are cancelled at any check of their token


AFTER = 3  # how often a search of several parts may check a cancelled token again


def bodies(slug: str, is_large: bool) -> list[tuple[Game, Body]]:
    """A layout as it is shipped, or on the largest board with and without many tiles."""
    opened = load_layout(shipped_layouts(slug)[0])
    game = opened.game
    if not is_large:
        return [(game, opened.body)]
    large = grown(game, opened.body)[0]
    return [(game, large), (game, drawn(game, large))]


def stops(checks: int) -> list[int]:
    """Some checks at which to end, the first and the last among them."""
    return sorted({0, 1, 2, checks // 3, checks // 2, checks - 1} & set(range(checks)))


@pytest.mark.parametrize("is_large", mark_long([False, True]), ids=["shipped", "large"])
@pytest.mark.parametrize("slug", slugs())
def test_a_verification_can_be_cancelled_anywhere(slug: str, is_large: bool) -> None:
    for game, body in bodies(slug, is_large):
        whole = CountingToken(5000)
        found = game.checks.verify(body, whole)
        # a game without anything to verify returns at once
        assert whole.checks or not found, "a verification that never checks its token cannot be cancelled"
        for enough in stops(whole.checks):
            token = CountingToken(enough)
            hurried = game.checks.verify(body, token)
            assert token.checks <= enough + AFTER
            if not any(problem.code.endswith(".undecided") for problem in hurried):
                # all problems were found without a search, or only a fix is missing
                assert {problem.code for problem in hurried} == {problem.code for problem in found}
            assert all(game.body.grid(body).count > cell for problem in hurried for cell in problem.cells)


@pytest.mark.parametrize("is_large", mark_long([False, True]), ids=["shipped", "large"])
@pytest.mark.parametrize("slug", slugs())
def test_a_survey_can_be_cancelled_anywhere(slug: str, is_large: bool) -> None:
    for game, body in bodies(slug, is_large):
        if not game.has_survey:
            continue
        whole = CountingToken(10**9)
        game.checks.survey(body, -1, whole)
        assert whole.checks
        ended = 0
        for enough in stops(whole.checks):
            try:
                game.checks.survey(body, -1, CountingToken(enough))
            except Cancelled:
                ended += 1
        assert ended, "a cached part needs no search, but not every part is cached"
