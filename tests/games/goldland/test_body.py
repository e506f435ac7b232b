"""Layout bodies: parsing, errors, canonical form, and the notation of equipment lines."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from studio.games.goldland import GAME
from studio.games.goldland.body import (
    count_pieces,
    normalize_group,
    normalize_line,
    parse_group,
    parse_line,
    unknown_words,
)
from tests.games.goldland.bodies import BLANK, ITEMS, number_of, plain, raw_bodies, with_spaces, with_value


def test_plain_and_parse_are_inverse() -> None:
    assert GAME.body.parse(plain()) == BLANK
    assert GAME.body.to_plain(GAME.body.parse(plain())) == plain()


def test_all_component_data_is_in_the_file() -> None:
    raw = plain()
    assert list(raw) == [
        "spaces", "temple", "locked", "tiles", "stock", "kit", "tokens", "coins", "camps",
        "markers", "price", "bonus", "reserve",
    ]  # fmt: skip
    assert raw["stock"] == {
        "provision": 26, "rope": 16, "rifle": 16, "shovel": 16, "wood": 16, "pearl": 16, "rod": 6,
    }  # fmt: skip
    assert raw["kit"] == {"provision": 3, "pearl": 2}
    assert (raw["tokens"], raw["coins"], raw["camps"], raw["temple"]) == (36, 22, 10, "A1")
    assert raw["markers"] == {
        "bandits": 3, "pumas": 3, "desert": 5, "mountains": 4, "canyon": 4, "lake": 3, "natives": 2,
    }  # fmt: skip
    assert raw["price"] == {"2": 4, "3": 3, "4": 2, "5": 2}
    assert raw["bonus"] == {"2": 4, "3": 6, "4": 8, "5": 10}
    assert raw["reserve"] == {"2": 3, "3": 6, "4": 9, "5": 12}
    assert raw["spaces"][0] == ".  .  .  .  .  .  E2"
    assert raw["spaces"][6] == "E1 C2 C8 C6 C1 C5 S"


TOO_MANY = [{"name": f"X{number}", "kind": "plain"} for number in range(201)]
BAD: list[tuple[str, Any, str, str]] = [
    ("spaces", [], "$.spaces", "4 to 10 rows"),
    ("spaces", ["S . . ."] * 11, "$.spaces", "this one has 11"),
    ("spaces", ["S . ."] * 4, "$.spaces[0]", "this one has 3"),
    ("spaces", [" ".join("." * 11)] * 4, "$.spaces[0]", "this one has 11"),
    ("spaces", ["S . . .", ". . .", ". . . .", ". . . ."], "$.spaces[1]", "equally long"),
    ("spaces.2", ". . . . . . X9", "$.spaces[2]", 'no tile called "X9"'),
    ("spaces.2", ". . . . . . S/1", "$.spaces[2]", 'no tile called "S"'),
    ("spaces.2", ". . . . . . L3/4", "$.spaces[2]", "0 to 3 quarters"),
    ("spaces.2", 3, "$.spaces[2]", "expected a text"),
    ("temple", "H1", "$.temple", 'no space "H1"'),
    ("temple", "1A", "$.temple", 'no space "1A"'),
    ("locked", ["F7", "F8"], "$.locked[1]", 'no space "F8"'),
    ("tiles", TOO_MANY, "$.tiles", "200"),
    ("tiles.C5.name", "C 5", "$.tiles[4].name", "letters and digits"),
    ("tiles.C5.name", "", "$.tiles[4].name", "letters and digits"),
    ("tiles.C5.name", "S", "$.tiles[4].name", "is the start tile"),
    ("tiles.C5.name", "C6", "$.tiles[5].name", 'two tiles are called "C6"'),
    ("tiles.C5.kind", "start", "$.tiles[4].kind", "start"),
    ("tiles.C5.exits", "NE", "$.tiles[4].exits", "by where it lies"),
    ("tiles.L3.exits", "NX", "$.tiles[14].exits", "of another form"),
    ("tiles.L3.gain", "wood |", "$.tiles[14].gain", "nothing on one side"),
    ("tiles.D1.pay", "rope | wood", "$.tiles[31].pay", "no equipment"),
    ("tiles.D1.treasure", 1, "$.tiles[31].treasure", "expected true or false"),
    ("stock.rum", 3, "$.stock", "rum"),
    ("stock.rope", "3", "$.stock[...]", "expected a whole number"),
    ("stock.rope", 1000, "$.stock[...]", "<= 999"),
    ("tokens", -100, "$.tokens", ">= -99"),
    ("price", {"6": 2}, "$.price", "6"),
    ("markers", {"lakes": 2}, "$.markers", "lakes"),
    ("weather", "fine", "$", "unknown field `weather`"),
]


@pytest.mark.parametrize(("place", "value", "where", "why"), BAD)
def test_invalid_bodies_are_rejected_with_the_place(place: str, value: Any, where: str, why: str) -> None:
    with pytest.raises(ValueError) as caught:
        GAME.body.parse(with_value(place, value))
    sentence = str(caught.value)
    assert sentence.startswith(f"`{where}"), sentence
    assert why in sentence and sentence.endswith(".") and "\n" not in sentence


@pytest.mark.parametrize("key", ["spaces", "temple", "tiles"])
def test_required_fields_are_reported_if_missing(key: str) -> None:
    raw = plain()
    del raw[key]
    with pytest.raises(ValueError, match=key):
        GAME.body.parse(raw)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("temple", "A01"),
        ("spaces.0", "  . . . .\t.  . E2/3 "),
        ("tiles.L1.gain", "wood+1 rope"),
        ("tiles.L2.gain", "2 woods | 2 rope | wood + wood"),
        ("tiles.L3.exits", "WSE"),
        ("kit", {"pearl": 2, "rope": 0, "provision": 3}),
        ("markers", {"natives": 2, "lake": 3, "canyon": 4, "mountains": 4, "desert": 5, "pumas": 3, "bandits": 3}),
        ("bonus", {"5": 10, "4": 8, "3": 6, "2": 4}),
    ],
)
def test_equivalent_bodies_are_equal(place: str, value: Any) -> None:
    other = GAME.body.parse(with_value(place, value))
    assert other == BLANK
    assert json.dumps(GAME.body.to_plain(other)) == json.dumps(plain())


def test_locks_are_named_once_in_order() -> None:
    assert GAME.body.parse(with_value("locked", ["F7", "G5", "F7"])).locked == ("G5", "F7")


def test_rotations_that_look_alike_are_one() -> None:
    raw = with_spaces(("B2", "L3/2"), ("C2", "L4/3"), ("D2", "L5/0"))
    raw["tiles"][number_of("L3")]["exits"] = "NS"
    raw["tiles"][number_of("L4")]["exits"] = "NESW"
    assert GAME.body.parse(raw).spaces[1] == ".  L3 L4 L5 .  .  C10"


def test_columns_are_aligned() -> None:
    rows = GAME.body.parse(with_spaces(("B2", "L12/1"))).spaces
    assert rows[1] == ".  L12/1 .  .  .  .  C10"
    assert rows[6] == "E1 C2    C8 C6 C1 C5 S"


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("stock.rope", -3),
        ("kit", {"rope": -1}),
        ("tiles.L3.gain", "2 rum"),
        ("tiles.L3.pay", "5 rope"),
        ("tiles.L3.village", True),
        ("temple", "G7"),
        ("price", {"2": 0, "3": 3, "4": 2, "5": -2}),
    ],
)
def test_mistakes_that_the_checks_report_are_accepted(place: str, value: Any) -> None:
    raw = with_value(place, value)
    assert GAME.body.to_plain(GAME.body.parse(raw)) == GAME.body.to_plain(
        GAME.body.parse(GAME.body.to_plain(GAME.body.parse(raw)))
    )
    assert [problem for problem in GAME.checks.check(GAME.body.parse(raw)) if problem.severity.name == "ERROR"]


@given(raw_bodies())
def test_the_canonical_form_is_a_fixed_point(raw: dict[str, Any]) -> None:
    body = GAME.body.parse(raw)
    assert GAME.body.parse(GAME.body.to_plain(body)) == body
    tokens = [token.removesuffix("/0") for row in raw["spaces"] for token in row.split()]
    names = [token.partition("/")[0] for token in tokens]
    assert [token.partition("/")[0] for row in body.spaces for token in row.split()] == names


def test_the_schema_names_every_field() -> None:
    assert set(GAME.body.schema()["$defs"]["Body"]["properties"]) == set(plain())


def test_the_board_has_the_box_of_the_layout() -> None:
    board = GAME.body.build(BLANK)
    assert (board.columns, board.rows, board.start, board.temple) == (7, 7, 48, 0)
    assert len(board.piles) == 36 and len(board.tiles) == 49
    named = {tile.name: tile for tile in board.tiles}
    assert named["L1"].gains == ((0, 1, 0, 0, 1, 0, 0),) and named["L1"].show == (0, 0, 0, 1, 0, 0, 0)
    assert named["L2"].gains == ((0, 0, 0, 0, 2, 0, 0), (0, 2, 0, 0, 0, 0, 0))
    assert named["N3"].pay == (1, 0, 0, 0, 0, 1, 0) and named["N3"].gains == ((2, 0, 0, 0, 0, 0, 0),)
    assert named["S"].gains == ((3, 0, 0, 0, 0, 2, 0),) and named["S"].kind == 9
    assert {tile.exits for tile in board.tiles if tile.kind < 8} == {0b1110}
    assert sum(tile.treasure for tile in board.tiles) == 8 and sum(tile.village for tile in board.tiles) == 4
    assert board.laid[6] >> 2 == number_of("E2") and board.laid[41] >> 2 == number_of("C7")


# Notation of equipment lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ("  ", ()),
        ("shovel", (("shovel", 1),)),
        ("2 rifle", (("rifle", 2),)),
        ("wood + rope", (("rope", 1), ("wood", 1))),
        ("wood+2 wood", (("wood", 3),)),
        ("2 Rifles + PROVISIONS", (("provision", 1), ("rifle", 2))),
        ("rum + 2 pearl", (("pearl", 2), ("rum", 1))),
    ],
)
def test_pieces_that_belong_together(text: str, expected: tuple[tuple[str, int], ...]) -> None:
    assert parse_group(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 wood | 2 rope", "2 wood | 2 rope"),
        ("rope|wood+rope", "rope | rope + wood"),
        ("rope | 1 rope", "rope"),
        ("", ""),
    ],
)
def test_alternatives_are_ordered_and_distinct(text: str, expected: str) -> None:
    assert normalize_line(text) == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2", "“2” is no equipment"),
        ("rope +", "“” is no equipment"),
        ("rope wood", "“rope wood” is no equipment"),
        ("-2 rope", "“-2 rope” is no equipment"),
        ("rope, wood", "“rope, wood” is no equipment"),
        ("0 rope", "1 to 12 pieces"),
        ("13 rope", "1 to 12 pieces"),
        ("7 rope + 6 rope", "1 to 12 pieces"),
        ("rope |", "nothing on one side of the bar"),
        ("| rope", "nothing on one side of the bar"),
        ("rope | wood | rod | pearl | rifle", "at most 4 alternatives"),
    ],
)
def test_invalid_lines_are_rejected(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why.replace("|", r"\|").replace("+", r"\+")) as caught:
        parse_line(text)
    assert str(caught.value).endswith(".")


def test_payments_have_no_alternatives() -> None:
    with pytest.raises(ValueError, match="no equipment"):
        parse_group("rope | wood")


def test_unknown_words_are_listed_and_not_counted() -> None:
    assert unknown_words("rum + rope", "2 gold | rum") == ["rum", "gold"]
    assert count_pieces(parse_group("3 rum + 2 rope")) == (0, 2, 0, 0, 0, 0, 0)
    assert count_pieces(parse_group("rod + provision + 2 pearl")) == (1, 0, 0, 0, 0, 2, 1)


@given(st.lists(st.dictionaries(st.sampled_from(ITEMS), st.integers(1, 12), min_size=1), min_size=1, max_size=4))
def test_format_and_parse_are_inverse(groups: list[dict[str, int]]) -> None:
    text = " | ".join(" + ".join(f"{count} {item}" for item, count in group.items()) for group in groups)
    assert normalize_line(normalize_line(text)) == normalize_line(text)
    unique = [dict(group) for place, group in enumerate(groups) if group not in groups[:place]]
    assert [dict(group) for group in parse_line(text)] == unique
    assert normalize_group(normalize_line(text).split(" | ")[0]) == normalize_line(text).split(" | ")[0]


@given(st.text(max_size=20))
def test_any_text_is_parsed_or_rejected(text: str) -> None:
    try:
        line = normalize_line(text)
    except ValueError as problem:
        assert str(problem).endswith(".")
    else:
        assert normalize_line(line) == line
