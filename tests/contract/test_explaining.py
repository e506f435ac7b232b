"""Every finding is explained: with a clause that there is, an example that shows it, and one on which it is mended."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import studio
from studio.core.cancellation import NEVER_CANCELLED
from studio.core.plugin import Game
from studio.documents.paths import shipped_layouts
from studio.games import known, load
from studio.services.loading import find_problems, load_layout

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
        told = game.checks.explain(code)
        assert 3 < len(told.title) <= 48 and not told.title.endswith("."), code
        assert not told.clause or told.clause in clauses(slug), code
        assert 1 <= len(told.paragraphs) <= 3 and 40 <= sum(map(len, told.paragraphs)) <= 520, code
        assert 20 < len(told.consequence) <= 130 and told.consequence.endswith("."), code
        assert all(words.endswith(".") for words in told.paragraphs), code


def found(game: Game, body: object) -> set[str]:
    return {problem.code for problem in (*game.checks.check(body), *game.checks.verify(body, NEVER_CANCELLED))}


@every_game
def test_an_example_shows_what_it_is_an_example_of_and_what_is_mended_does_not(slug: str) -> None:
    game = load(slug)
    shown = 0
    for code in game.checks.codes():
        fault, *mended = game.checks.explain(code).examples or (None,)
        if fault is None:
            continue
        shown += 1
        assert code in found(game, fault.body), code
        assert len(mended) <= 1
        for example in mended:
            before = [problem.message for problem in game.checks.check(fault.body) if problem.code == code]
            after = [problem.message for problem in game.checks.check(example.body) if problem.code == code]
            assert fault.caption not in after and len(after) < max(len(before), 1), code
            assert game.body.grid(example.body).count == game.body.grid(fault.body).count, code
        for example in (fault, *mended):
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
