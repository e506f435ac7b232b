"""Generated harbour maps follow their recipe: harbours, words, route, pictures, coasts, tiles."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from studio.core.cancellation import CancelToken
from studio.core.generation import Template
from studio.core.problems import Severity
from studio.games.columbus import GAME
from tests.helpers import generated

_plain = partial(generated, GAME)


@pytest.mark.parametrize("seed", range(4))
def test_harbours_and_pictures_have_the_chosen_counts(seed: int) -> None:
    chosen_counts = {"homes": 6, "america": 4, "islands": 7, "whales": 3, "full_sails": 2, "becalmed": 1}
    plain = _plain(seed, florida=True, **chosen_counts)
    counts = Counter(token for row in plain["spaces"] for token in row.split())
    assert [counts[token] for token in "HAIWSBF"] == [6, 4, 7, 3, 2, 1, 1]
    tiles = plain["tiles"]
    assert (tiles["whale"], tiles["harbour"], tiles["island"], tiles["route"]) == (3, 4, 7, counts["R"])
    for row in plain["spaces"]:
        tokens = row.split()
        assert tokens.index("H") > len(tokens) // 2 if "H" in tokens else True, "homes lie in the east"
        assert tokens.index("A") < len(tokens) // 2 if "A" in tokens else True


def test_words_are_in_a_row_and_the_set_has_their_letters() -> None:
    plain = _plain(words="Terra  Nova")
    row = next(row for row in plain["spaces"] if "t e r r a" in row)
    assert row.index("n o v a") - row.index("t e r r a") == 12, "one space between them"
    assert plain["letters"] == dict(sorted(Counter("TERRANOVA").items()))
    long = _plain(columns=16, words="sargasso ultramarine")
    assert sum("s a r g a s s o" in row or "u l t r a m a r i n e" in row for row in long["spaces"]) == 2


@pytest.mark.parametrize("where, third", [("north", 0), ("middle", 1), ("south", 2)])
def test_the_route_is_unbroken_and_where_it_was_chosen(where: str, third: int) -> None:
    plain = _plain(2, route=where)
    rows = [number for number, row in enumerate(plain["spaces"]) for token in row.split() if token == "R"]
    assert len(rows) > 8 and sum(rows) / len(rows) * 3 // len(plain["spaces"]) == third
    body = GAME.body.parse(plain)
    assert not [problem for problem in GAME.checks.check(body) if problem.code == "route.broken"]
    assert not any("R" in row for row in _plain(route="none")["spaces"])


@pytest.mark.parametrize("template", GAME.generation.templates(), ids=lambda template: template.key)
def test_wrecks_cannot_close_a_home_harbour(template: Template) -> None:
    for seed in range(3):
        body = GAME.generation.make(template.recipe, seed)
        assert [problem.code for problem in GAME.checks.verify(body, CancelToken(20)) if problem.severity] == []


def test_a_map_can_be_symmetric() -> None:
    plain = _plain(4, coast="ragged", symmetry="flip", words="", route="none", florida=False, isles=3)
    assert plain["spaces"] == plain["spaces"][::-1]
    with pytest.raises(ValueError, match="odd number of rows"):
        _plain(rows=10, symmetry="flip")


def test_impossible_choices_are_rejected_with_a_sentence() -> None:
    for changes, text in (
        ({"rows": 7, "homes": 9}, "room for only 7 harbours"),
        ({"words": "quo vadis?"}, "letters from A to Z"),
        ({"words": "terraaustralisincognita"}, "too long"),
        ({"rows": 7, "homes": 4, "america": 4, "words": "a b c d"}, "Too many words"),
        ({"columns": 9, "rows": 7, "homes": 2, "america": 2, "words": "", "whales": 30}, "board is too small"),
    ):
        with pytest.raises(ValueError, match=text):
            _plain(**changes)


@pytest.mark.parametrize("seed", range(3))
def test_void_spaces_are_holes_in_the_open_sea(seed: int) -> None:
    plain = _plain(seed, void=5, isles=2)
    body = GAME.body.parse(plain)
    hexes, tokens = GAME.body.grid(body), [token for row in plain["spaces"] for token in row.split()]
    void = [cell for cell, token in enumerate(tokens) if token == "-"]
    assert len(void) == 5
    for cell in void:
        around = {tokens[other] for side in range(6) if (other := hexes.neighbor(cell, side)) >= 0}
        assert not around & set("#HAF-")
    assert not [problem for problem in GAME.checks.check(body) if problem.code in ("water.isolated", "home.no_way")]


def test_a_blank_sea_has_only_coasts_and_harbours() -> None:
    recipe = next(template.recipe for template in GAME.generation.templates() if template.key == "blank")
    body = GAME.generation.make(recipe, 1)
    assert {token for row in body.spaces for token in row.split()} == {".", "#", "H", "A"}
    assert not any(problem.severity is Severity.ERROR for problem in GAME.checks.check(body))
