"""The layout format of harbour maps: the canonical form, and what is rejected (C16)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from studio.core.cancellation import CancelToken
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games.columbus import GAME
from studio.games.columbus.body import SYMBOLS, Body, grid, parse, to_plain, tokens_of, with_tokens

SMALL = ["H . A", " . s .", "# R ."]


def raw(**changes: Any) -> dict[str, Any]:
    return {"spaces": SMALL, **changes}


def test_bodies_survive_a_round_trip() -> None:
    rng = Rng(5)
    for _case in range(40):
        columns, rows, first = rng.below(38) + 3, rng.below(28) + 3, rng.below(2)
        lines = []
        for row in range(rows):
            tokens = [(SYMBOLS + "abcz")[rng.below(len(SYMBOLS) + 4)] for _column in range(columns)]
            lines.append(" " * ((row + first) % 2) + " ".join(tokens))
        body = parse({"spaces": lines, "tiles": {"water": rng.below(50)}, "letters": {"Z": rng.below(3)}})
        assert list(body.spaces) == lines
        assert parse(json.loads(json.dumps(to_plain(body)))) == body
        assert grid(body).count == columns * rows == len(tokens_of(body))
        assert grid(body).shifted_odd == (not first)
        assert with_tokens(body, tokens_of(body)) is body


def test_blanks_between_spaces_do_not_matter() -> None:
    assert parse(raw(spaces=["H  .   A", "   . s .", "#  R ."])) == parse(raw())


def test_the_default_is_the_standard_set_of_135() -> None:
    body = parse(raw())
    assert sum(body.tiles.values()) + sum(body.letters.values()) == 135
    assert body.rack == 10
    assert (body.tiles["water"], body.tiles["cyclone"], body.tiles["wreck"], body.tiles["joker"]) == (54, 12, 4, 4)


@pytest.mark.parametrize(
    ("changes", "place", "words"),
    [
        ({"spaces": ["H . A", " . ."]}, "`$.spaces`", "3 to 30 rows"),
        ({"spaces": ["H . A", " . .", "# R ."]}, "`$.spaces[1]`", "row 2 has 2 spaces, but the first has 3"),
        ({"spaces": ["H .", " . .", "# R"]}, "`$.spaces`", "3 to 40 spaces"),
        ({"spaces": ["H . A", ". s .", "# R ."]}, "`$.spaces[1]`", "half a space further east"),
        ({"spaces": ["H . A", " . X .", "# R ."]}, "`$.spaces[1]`", 'space 2 of row 2 is "X"'),
        ({"spaces": ["H . A", " . ..... .", "# R ."]}, "`$.spaces[1]`", '"....."'),
        ({"letters": {"ab": 1}}, "`$.letters`", "one capital letter"),
        ({"tiles": {"kraken": 1}}, "`$", "unknown value"),
        ({"tiles": {"water": 1.5}}, "`$.tiles", "number with decimals"),
        ({"rack": 0}, "`$.rack`", ">= 1"),
        ({"colour": "blue"}, "`$`", "unknown field"),
        ({"spaces": "H . A"}, "`$.spaces`", "expected a list"),
    ],
)
def test_invalid_bodies_are_rejected_with_their_place(changes: dict[str, Any], place: str, words: str) -> None:
    with pytest.raises(ValueError) as shown:
        parse(raw(**changes))
    assert str(shown.value).startswith(place)
    assert words in str(shown.value)
    assert str(shown.value).endswith(".")


def test_two_letters_in_a_space_are_accepted_and_reported() -> None:
    body = parse(raw(spaces=["H . A", " . sa .", "# R ."]))
    (problem,) = (problem for problem in GAME.checks.check(body) if problem.code == "letter.two")
    assert problem.cells == (4,)
    assert isinstance(problem.fix and problem.fix.body, Body)
    assert tokens_of(problem.fix.body)[4] == "s"  # type: ignore[union-attr]  # asserted above


def test_shipped_maps_have_no_problems() -> None:
    paths = shipped_layouts("columbus")
    assert len(paths) == 5
    for path in paths:
        body = parse(json.loads(path.read_text(encoding="utf-8"))["body"])
        assert list(GAME.checks.check(body)) == []
        assert list(GAME.checks.verify(body, CancelToken(5))) == []
