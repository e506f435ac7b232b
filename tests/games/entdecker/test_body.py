"""Layout bodies: parsed with care, in one canonical form, and told from each other."""

from __future__ import annotations

import json
from typing import Any

import pytest

from studio.games.entdecker import GAME
from studio.games.entdecker.body import Body

BLANK: Body = GAME.editing.blank()


def plain() -> dict[str, Any]:
    """The blank body as plain data, to be spoilt."""
    data: dict[str, Any] = json.loads(json.dumps(GAME.body.to_plain(BLANK)))
    return data


def spoilt(place: str, value: Any) -> dict[str, Any]:
    """The blank body with one value replaced; `place` is like "tiles.0.name"."""
    raw: Any = plain()
    *way, last = place.split(".")
    part = raw
    for step in way:
        part = part[int(step) if isinstance(part, list) else step]
    part[int(last) if isinstance(part, list) else last] = value
    assert isinstance(raw, dict)
    return raw


def test_plain_and_parse_are_inverse() -> None:
    assert GAME.body.parse(plain()) == BLANK
    assert GAME.body.to_plain(GAME.body.parse(plain())) == plain()


def test_all_component_data_is_in_the_file() -> None:
    raw = plain()
    assert list(raw) == [
        "spaces", "legend", "border", "edges", "tiles",
        "piles", "spinner", "units", "gold", "chips", "ruins", "events", "personal",
    ]  # fmt: skip
    assert raw["units"] == {
        "scout": {"cost": 1, "count": 3},
        "fort": {"cost": 3, "count": 2},
        "settlement": {"cost": 6, "count": 1},
    }
    assert raw["gold"] == {"start": 4, "cap": 12, "find": 3}
    assert (raw["piles"], raw["spinner"], raw["ruins"], raw["personal"]) == (5, [2, 3, 4, 5], 3, [1, 2, 3, 4])


BAD: list[tuple[str, Any, str, str]] = [
    ("spaces", ["..", ".?"], "$.spaces[1]", 'the symbol "?" is not in the legend'),
    ("border.north", "open 3", "$.border.north", "open 3"),
    ("tiles.1.hidden", -1000, "$.tiles[1].hidden", ">= -999"),
    ("tiles.1.events", {"flood": 1}, "$.tiles[1].events", 'no event "flood"'),
    ("tiles.1.events", {"storm": -1000}, "$.tiles[1].events[...]", ">= -999"),
    ("piles", 0, "$.piles", ">= 1"),
    ("piles", "5", "$.piles", "expected a whole number, found a text"),
    ("spinner", [1] * 13, "$.spinner", "at most 12 faces"),
    ("spinner", [100], "$.spinner[0]", "<= 99"),
    ("spinner", 3, "$.spinner", "expected a list"),
    ("units.fort", {"cost": 1}, "$.units.fort", "lacks the field `count`"),
    ("units.scout.count", True, "$.units.scout.count", "found true or false"),
    ("gold.cap", 1000, "$.gold.cap", "<= 99"),
    ("chips", {"many": 2}, "$.chips", 'not "many"'),
    ("chips", {"0": 2}, "$.chips", 'not "0"'),
    ("chips", {str(value): 1 for value in range(1, 14)}, "$.chips", "at most 12 sorts"),
    ("events", {"flood": [1]}, "$.events", "flood"),
    ("events.storm", [7], "$.events[...][0]", "<= 6"),
    ("personal", [1] * 7, "$.personal", "at most 6 tiles"),
    ("personal", [0], "$.personal[0]", ">= 1"),
    ("weather", "fine", "$", "unknown field `weather`"),
]


@pytest.mark.parametrize(("place", "value", "where", "why"), BAD)
def test_a_bad_body_is_refused_with_its_place(place: str, value: Any, where: str, why: str) -> None:
    with pytest.raises(ValueError) as caught:
        GAME.body.parse(spoilt(place, value))
    sentence = str(caught.value)
    assert sentence.startswith(f"`{where}"), sentence
    assert why in sentence and sentence.endswith(".") and "\n" not in sentence


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("spinner", [5, 2, 4, 3]),
        ("chips", {"4": 5, "3": 5, "2": 5, "1": 5}),
        ("events.storm", [3, 1, 2, 1]),
        ("personal", [4, 3, 2, 1]),
        ("tiles.3.shape", "d.c."),
    ],
)
def test_what_means_the_same_is_the_same(place: str, value: Any) -> None:
    other = GAME.body.parse(spoilt(place, value))
    assert other == BLANK
    assert json.dumps(GAME.body.to_plain(other)) == json.dumps(plain())


@pytest.mark.parametrize(
    ("place", "value"),
    [("spinner", []), ("units.scout.count", -3), ("chips", {"2": -1}), ("gold.cap", -1), ("ruins", -9)],
)
def test_what_the_checks_name_is_let_in(place: str, value: Any) -> None:
    raw = spoilt(place, value)
    assert GAME.body.to_plain(GAME.body.parse(raw)) == raw
    assert [problem for problem in GAME.checks.check(GAME.body.parse(raw)) if problem.severity.name == "ERROR"]


def test_the_schema_names_every_field() -> None:
    assert set(GAME.body.schema()["$defs"]["Body"]["properties"]) == set(plain())
