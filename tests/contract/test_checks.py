"""Explanations, surveys and cancellation of checks."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import studio
from studio.core.cancellation import NEVER_CANCELLED, Cancelled, CancelToken
from studio.core.form import Survey
from studio.core.game import Body
from studio.core.grid import Grid
from studio.core.picture import Label, Picture, Sprite, is_edge, target_edge
from studio.core.plugin import Game
from studio.documents.paths import shipped_layouts
from studio.games import known, load, slugs
from studio.services.loading import find_problems, load_layout
from tests.bench.rules import drawn, grown
from tests.short_run import mark_long

HOUSE = Path(studio.__file__).parent
CODE = re.compile(r"[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*")
CLAUSES = {
    "_template": ("M", 6),
    "entdecker": ("E", 15),
    "neue_entdecker": ("N", 15),
    "goldland": ("G", 17),
    "columbus": ("C", 17),
}
"""How the clauses of each game are numbered, and up to where; Die Neuen Entdecker begin with N0."""
SEA = 9
"""T1 to T9."""

every_game = pytest.mark.parametrize("slug", known())


def clauses(slug: str) -> set[str]:
    if slug not in CLAUSES:  # a new game: what its book says is all there is to go by
        return {clause.number for chapter in load(slug).text.book() for clause in chapter.clauses if clause.number}
    letter, last = CLAUSES[slug]
    found = {f"{letter}{number}" for number in range(slug != "neue_entdecker", last + 1)}
    return found | {f"T{number}" for number in range(1, SEA + 1)} if "entdecker" in slug else found


def written(slug: str) -> set[str]:
    """The codes that stand in the sources of a game's checks, wherever a finding is made of one."""
    rooms = [HOUSE / "games" / slug / "checks", HOUSE / "games" / slug / "checks.py"]
    if "entdecker" in slug:
        rooms.append(HOUSE / "seatiles" / "checks")
    files = [file for room in rooms for file in ([room] if room.suffix else room.rglob("*.py")) if file.exists()]
    return {code for file in files for code in _codes(ast.parse(file.read_text("utf-8")))}


def _codes(tree: ast.AST) -> Iterator[str]:
    """Words like "edge.mismatch", and what stands first where a problem is made; names of form fields left out."""
    keywords = [node for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "field"]
    fields = {id(part) for keyword in keywords for part in ast.walk(keyword)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Problem" and node.args:
            if isinstance(first := node.args[0], ast.Constant):
                yield str(first.value)
        elif isinstance(node, ast.Constant) and id(node) not in fields and CODE.fullmatch(str(node.value)):
            yield str(node.value)


NOT_CODES = {"gold.start", "gold.cap"}
"""Names of fields that are handed on to a finding under another name."""


@every_game
def test_every_code_in_the_sources_is_explained_and_no_other(slug: str) -> None:
    shared = {"search.undecided", "file.unknown", "lab.unfair", "lab.changed"}
    assert set(load(slug).checks.codes()) == (written(slug) - NOT_CODES) | shared


@every_game
def test_an_explanation_has_a_title_a_clause_that_there_is_and_few_words(slug: str) -> None:
    game = load(slug)
    for code in game.checks.codes():
        shown = game.checks.explain(code)
        assert 3 < len(shown.title) <= 48 and not shown.title.endswith("."), code
        assert not shown.clause or shown.clause in clauses(slug), code
        assert 1 <= len(shown.paragraphs) <= 3 and 40 <= sum(map(len, shown.paragraphs)) <= 520, code
        assert 20 < len(shown.consequence) <= 130 and shown.consequence.endswith("."), code
        assert all(text.endswith(".") for text in shown.paragraphs), code


def found(game: Game, body: object) -> set[str]:
    return {problem.code for problem in (*game.checks.check(body), *game.checks.verify(body, NEVER_CANCELLED))}


@every_game
def test_an_example_shows_what_it_is_an_example_of_and_what_is_mended_does_not(slug: str) -> None:
    game = load(slug)
    shown = 0
    for code in game.checks.codes():
        fault, *fixed = game.checks.explain(code).examples or (None,)
        if fault is None:
            continue
        shown += 1
        assert code in found(game, fault.body), code
        assert len(fixed) <= 1
        for example in fixed:
            before = [problem.message for problem in game.checks.check(fault.body) if problem.code == code]
            after = [problem.message for problem in game.checks.check(example.body) if problem.code == code]
            assert fault.caption not in after and len(after) < max(len(before), 1), code
            assert game.body.grid(example.body).count == game.body.grid(fault.body).count, code
        for example in (fault, *fixed):
            assert game.body.parse(game.body.to_plain(example.body)) == example.body, code
            assert game.body.grid(example.body).count <= 48, code
            assert all(0 <= cell < game.body.grid(example.body).count for cell in example.cells)
            game.sketch.sketch(example.body, still=True)
    assert shown >= 3


@every_game
def test_a_code_that_there_is_not_is_no_code(slug: str) -> None:
    with pytest.raises(KeyError):
        load(slug).checks.explain("no.such_code")


@every_game
def test_what_shipped_layouts_have_is_explained(slug: str) -> None:
    game = load(slug)
    for path in shipped_layouts(slug):
        opened = load_layout(path)
        assert {problem.code for problem in find_problems(opened)} <= set(game.checks.codes())


# What every survey keeps to: on all shipped layouts, from every place that it offers


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
def test_a_survey_is_whole(path: Path) -> None:
    opened = load_layout(path)
    grid: Grid = opened.game.body.grid(opened.body)
    found = surveys(path)
    for number, survey in enumerate(found):
        assert survey.overlays and survey.tables and survey.caption and survey.brief
        targets = [target for target, _words in survey.choices]
        assert survey.choices == found[0].choices and len(set(targets)) == len(targets)
        texts = [name for _target, name in survey.choices]
        assert all(texts) and len(set(texts)) == len(texts)
        assert survey.target in (targets or [-1])
        assert not number or survey.target == [target for target in targets if target >= 0][number - 1]
        keys = [overlay.key for overlay in survey.overlays]
        assert len(set(keys)) == len(keys)
        for overlay in survey.overlays:
            assert overlay.name and overlay.value and overlay.tip
            assert within(overlay.picture, grid)
            messages = [key.text for key in overlay.keys]
            assert all(messages) and len(set(messages)) == len(messages)
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
    """Whether all that is drawn lies on the board."""
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
def test_nothing_but_the_board_makes_a_survey(slug: str) -> None:
    opened = load_layout(shipped_layouts(slug)[0])
    again = opened.game.body.parse(opened.game.body.to_plain(opened.body))
    assert opened.game.checks.survey(again, -1, NEVER_CANCELLED) == opened.game.checks.survey(
        opened.body, -1, NEVER_CANCELLED
    )
    assert opened.game.checks.survey(opened.body, 999_999_999, NEVER_CANCELLED) == opened.game.checks.survey(
        opened.body, -1, NEVER_CANCELLED
    )


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


# Proofs and surveys end when their patience does, wherever that is, and say that they did not finish


AFTER = 3
"""So often at most a search may look again after it was told that it is over, having several parts."""


class Counted(CancelToken):
    """Is spent at the so-manieth look, and counts all of them; the clock plays no part."""

    def __init__(self, enough: float) -> None:
        super().__init__()
        self.enough, self.looks = enough, 0

    def raise_if_cancelled(self) -> None:
        self.looks += 1
        if self.looks > self.enough:
            self.cancel()
        super().raise_if_cancelled()


def bodies(slug: str, is_large: bool) -> list[tuple[Game, Body]]:
    """A layout as it is shipped, or on the largest board with and without many tiles."""
    opened = load_layout(shipped_layouts(slug)[0])
    game = opened.game
    if not is_large:
        return [(game, opened.body)]
    large = grown(game, opened.body)[0]
    return [(game, large), (game, drawn(game, large))]


def stops(looks: int) -> list[int]:
    """Some looks at which to end, the first and the last among them."""
    return sorted({0, 1, 2, looks // 3, looks // 2, looks - 1} & set(range(looks)))


@pytest.mark.parametrize("is_large", mark_long([False, True]), ids=["shipped", "large"])
@pytest.mark.parametrize("slug", slugs())
def test_a_proof_ends_with_its_patience(slug: str, is_large: bool) -> None:
    for game, body in bodies(slug, is_large):
        whole = Counted(5000)
        found = game.checks.verify(body, whole)
        # a game that has nothing to prove says so at once
        assert whole.looks or not found, "a proof that never looks at its patience cannot be called off"
        for enough in stops(whole.looks):
            patience = Counted(enough)
            hurried = game.checks.verify(body, patience)
            assert patience.looks <= enough + AFTER
            if not any(problem.code.endswith(".undecided") for problem in hurried):
                # all that could be had without a search, or a fix that nobody had the patience for
                assert {problem.code for problem in hurried} == {problem.code for problem in found}
            assert all(game.body.grid(body).count > cell for problem in hurried for cell in problem.cells)


@pytest.mark.parametrize("is_large", mark_long([False, True]), ids=["shipped", "large"])
@pytest.mark.parametrize("slug", slugs())
def test_a_survey_ends_with_its_patience(slug: str, is_large: bool) -> None:
    for game, body in bodies(slug, is_large):
        if not game.has_survey:
            continue
        whole = Counted(10**9)
        game.checks.survey(body, -1, whole)
        assert whole.looks
        ended = 0
        for enough in stops(whole.looks):
            ended += _ends(lambda patience: game.checks.survey(body, -1, patience), enough)  # noqa: B023  # asked at once
        assert ended, "what is kept needs no search, but not everything can be kept"


def _ends(ask: Callable[[CancelToken], object], enough: int) -> bool:
    patience = Counted(enough)
    try:
        ask(patience)
    except Cancelled:
        return True
    return False
