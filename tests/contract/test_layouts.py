"""The shipped layouts of every game, and those generated from recipes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from studio.core.cancellation import CancelToken
from studio.core.form import Field, Section
from studio.core.game import Value
from studio.core.generation import BOX, Recipe, with_choice
from studio.core.plugin import Game
from studio.core.problems import Severity
from studio.core.text import split_notes
from studio.documents import store
from studio.documents.paths import shipped_layouts
from studio.documents.store import Layout
from studio.games import known, load
from studio.services.loading import find_problems, generate_layout, load_layout, parse_layout, to_layout
from tests.contract.cases import is_sentence
from tests.contract.regenerate import HERE, made
from tests.gui.editor.toy import Toy, blank
from tests.short_run import few_examples

SHIPPED = [path for slug in known() for path in shipped_layouts(slug)]
each_file = pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}-{path.stem}")


@each_file
def test_a_shipped_layout_is_canonical_and_has_a_description(path: Path) -> None:
    opened = load_layout(path)
    text = path.read_text(encoding="utf-8")
    assert store.layout_text(to_layout(opened)) == text
    assert opened.game.seats(opened.body) == opened.game.info.seats
    assert opened.layout.name and opened.layout.author and len(opened.layout.notes) > 200
    description, _heading, details = split_notes(opened.layout.notes)
    assert re.search(r"^Length: about .+ with two players.+\. Measured .+ in the Lab, .+ 2026\.$", description, re.M)
    assert "econstructed" not in description and len(description) > 150
    assert not details or details.startswith(("Known", "Reconstructed"))
    lines = [line.strip().rstrip(",") for line in text.splitlines()]
    for row in opened.game.body.to_plain(opened.body)["spaces"]:
        assert json.dumps(row, ensure_ascii=False) in lines, "a map is written as rows"


@each_file
def test_unknown_fields_are_reported_and_kept(path: Path) -> None:
    raw = json.loads(path.read_text(encoding="utf-8"))
    raw["mood"] = "calm"
    raw["body"]["weather"] = {"wind": [1, 2]}
    tiles = raw["body"].get("tiles")
    if isinstance(tiles, list):
        tiles[-1]["glow"] = True
    layout = store.parse(json.dumps(raw).encode())
    assert isinstance(layout, Layout)
    newer = parse_layout(layout)
    remark = find_problems(newer)[-1]
    assert remark.severity is Severity.WARNING and remark.code == "file.unknown"
    assert "$.mood" in remark.message and "$.body.weather" in remark.message
    assert json.loads(store.layout_text(to_layout(newer))) == raw


@each_file
def test_a_shipped_layout_has_neither_errors_nor_warnings(path: Path) -> None:
    opened = load_layout(path)
    problems = [*find_problems(opened), *opened.game.checks.verify(opened.body, CancelToken(60))]
    assert {problem.code for problem in problems} <= set(opened.game.checks.codes())
    assert [problem for problem in problems if problem.severity is not Severity.INFO] == []


every_game = pytest.mark.parametrize("slug", known())
TEXTS = st.text(alphabet="abz ÄQ9-", max_size=14) | st.sampled_from(["", "mare", "terra incognita"])
MASKS = st.text(alphabet=".#/", max_size=120) | st.just("?")


def _fields(sections: Any) -> list[Field]:
    return [field for section in sections for field in section.fields]


def _value(field: Field, draw: st.DrawFn) -> Value:
    """Anything that the field might be given, some of it outside its bounds."""
    if field.kind in ("int", "share"):
        return draw(st.integers(field.minimum - 1, field.maximum + 1))
    if field.kind == "flag":
        return draw(st.booleans())
    if field.kind == "choice":
        return draw(st.sampled_from([value for value, _words in field.choices]))
    return draw(MASKS if field.kind == "mask" else TEXTS)


@st.composite
def recipes(draw: st.DrawFn, game: Game) -> Recipe:
    """The choices of a player after some minutes, without rejected ones."""
    recipe = draw(st.sampled_from(game.generation.templates())).recipe
    for _choice in range(draw(st.integers(0, 9))):
        sections = game.generation.choices(recipe)
        field = draw(st.sampled_from(_fields(sections)))
        try:
            recipe = with_choice(sections, recipe, field.key, _value(field, draw))
        except ValueError as refusal:
            assert is_sentence(str(refusal)), refusal
    return recipe


@every_game
@few_examples()
@given(data=st.data())
def test_every_recipe_gives_a_layout_without_errors_or_a_sentence(slug: str, data: st.DataObject) -> None:
    game = load(slug)
    recipe = data.draw(recipes(game))
    seed = data.draw(st.integers(0, 10**18 - 1))
    try:
        body = game.generation.make(recipe, seed)
    except ValueError as refusal:
        assert is_sentence(str(refusal)), refusal
        with pytest.raises(ValueError) as again:
            game.generation.make(recipe, seed)
        assert str(again.value) == str(refusal)
        return
    assert not [problem for problem in game.checks.check(body) if problem.severity == 2]
    plain = game.body.to_plain(body)
    assert game.body.to_plain(game.generation.make(dict(recipe), seed)) == plain, "the same seed makes the same layout"
    assert game.body.parse(plain) == body and game.body.to_plain(game.body.parse(plain)) == plain
    grid = game.body.grid(body)
    assert (grid.columns, grid.rows) == (recipe["columns"], recipe["rows"])


@every_game
def test_a_seed_makes_the_recorded_layouts(slug: str) -> None:
    """Players share seeds. Record intended changes with `tests.contract.regenerate`."""
    assert made(slug) == (HERE / "made" / f"{slug}.txt").read_text(encoding="utf-8")


@every_game
def test_templates_are_recipes_that_can_be_made_and_the_box_is_the_first(slug: str) -> None:
    game = load(slug)
    templates = game.generation.templates()
    assert templates[0].key == BOX and len({template.key for template in templates}) == len(templates) > 1
    for template in templates:
        assert template.recipe.keys() == templates[0].recipe.keys()
        sections: tuple[Section, ...] = tuple(game.generation.choices(template.recipe))
        shown = {field.key: field.value for field in _fields(sections)}
        assert shown.items() <= template.recipe.items() and {"columns", "rows"} <= shown.keys()
        for key, value in shown.items():
            assert with_choice(sections, template.recipe, key, value) == template.recipe, "its own values are allowed"
        for seed in range(3):
            made = game.generation.make(template.recipe, seed)
            assert game.seats(made), "somebody can play it"
    boxes = [game.body.to_plain(game.generation.make(templates[0].recipe, seed)) for seed in range(2)]
    assert game.body.grid(game.body.parse(boxes[0])) == game.body.grid(game.editing.blank())


@every_game
def test_other_seeds_make_other_layouts(slug: str) -> None:
    game = load(slug)
    template = game.generation.templates()[1]
    made = {str(game.body.to_plain(game.generation.make(template.recipe, seed))) for seed in range(6)}
    assert len(made) > 3


@every_game
def test_choices_have_words_and_pictures_for_all_or_none(slug: str) -> None:
    game = load(slug)
    for field in _fields(game.generation.choices(game.generation.templates()[0].recipe)):
        assert field.label and (field.kind != "choice" or field.choices)
        assert not field.masks or len(field.masks) == len(field.choices)
        assert all(is_sentence(reason) for _value, reason in field.disabled)


@every_game
def test_a_value_out_of_bounds_is_refused_at_its_choice(slug: str) -> None:
    game = load(slug)
    recipe = game.generation.templates()[0].recipe
    sections = game.generation.choices(recipe)
    for field in _fields(sections):
        wrong: list[Value] = [field.maximum + 1, "7"] if field.kind in ("int", "share") else [7]
        for value in wrong:
            with pytest.raises(ValueError) as refusal:
                with_choice(sections, recipe, field.key, value)
            assert is_sentence(str(refusal.value))


def test_where_there_is_nothing_to_choose_but_the_size_the_blank_board_has_it() -> None:
    game = Toy()
    box = game.templates()[0].recipe
    assert game.make(box, 3) == blank()
    recipe = with_choice(game.choices(box), box, "columns", 9)
    assert game.grid(game.make(recipe, 3)).columns == 9
    with pytest.raises(ValueError, match="at least 2 columns"):
        game.make({**box, "rows": 1}, 3)


@every_game
def test_a_made_layout_is_a_document_like_any_other(slug: str) -> None:
    made = generate_layout(slug, load(slug).generation.templates()[0].recipe, 5, "Mine")
    assert made.path is None and made.layout.name == "Mine" and made.layout.game == slug
    assert made.game.body.to_plain(made.body) == made.layout.body
