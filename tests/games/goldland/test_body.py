"""Layout bodies: parsing, errors, canonical form, the notation of equipment lines, and void spaces."""

from __future__ import annotations

import json
from pathlib import Path as Folder
from typing import Any

import pytest
from hypothesis import given, strategies as st

from studio.core.cancellation import NEVER_CANCELLED
from studio.core.form import VOID_KEY, Stamp
from studio.core.game import CHANCE, OVER
from studio.core.grid import SquareGrid
from studio.core.picture import Path, Picture
from studio.core.rng import Rng
from studio.documents.store import Layout
from studio.games.goldland import GAME, rules
from studio.games.goldland.body import (
    Body,
    contents,
    count_pieces,
    normalize_group,
    normalize_line,
    parse,
    parse_group,
    parse_line,
    to_plain,
    unknown_words,
)
from studio.games.goldland.checks.roads import Roads
from studio.games.goldland.layout_reading import layout_facts
from studio.services.loading import parse_layout, to_layout
from tests.games.goldland.bodies import BLANK, ITEMS, number_of, plain, raw_bodies, with_spaces, with_value
from tests.helpers import body_after, signed_area
from tests.services.test_tiled import carried


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
    ("spaces", [], "$.spaces", "must be 4 to 10, not 0"),
    ("spaces", ["S . . ."] * 11, "$.spaces", "not 11"),
    ("spaces", ["S . ."] * 4, "$.spaces[0]", "not 3"),
    ("spaces", [" ".join("." * 11)] * 4, "$.spaces[0]", "not 11"),
    ("spaces", ["S . . .", ". . .", ". . . .", ". . . ."], "$.spaces[1]", "equally long"),
    ("spaces.2", ". . . . . . X9", "$.spaces[2]", "Unknown value “X9”"),
    ("spaces.2", ". . . . . . S/1", "$.spaces[2]", "Unknown value “S”"),
    ("spaces.2", ". . . . . . L3/4", "$.spaces[2]", "must be 0 to 3, as in “L3/1”"),
    ("spaces.2", 3, "$.spaces[2]", "expected a text"),
    ("temple", "H1", "$.temple", "no space “H1”"),
    ("temple", "1A", "$.temple", "no space “1A”"),
    ("locked", ["F7", "F8"], "$.locked[1]", "no space “F8”"),
    ("tiles", TOO_MANY, "$.tiles", "200"),
    ("tiles.C5.name", "C 5", "$.tiles[4].name", "letters and digits"),
    ("tiles.C5.name", "", "$.tiles[4].name", "letters and digits"),
    ("tiles.C5.name", "S", "$.tiles[4].name", "is the start tile"),
    ("tiles.C5.name", "C6", "$.tiles[5].name", "already named “C6”"),
    ("tiles.C5.kind", "start", "$.tiles[4].kind", "start"),
    ("tiles.C5.exits", "NE", "$.tiles[4].exits", "depend on its space"),
    ("tiles.L3.exits", "NX", "$.tiles[14].exits", "of another form"),
    ("tiles.L3.gain", "wood |", "$.tiles[14].gain", "empty on one side"),
    ("tiles.D1.pay", "rope | wood", "$.tiles[31].pay", "not equipment"),
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
        ("2", "“2” is not equipment"),
        ("rope +", "“” is not equipment"),
        ("rope wood", "“rope wood” is not equipment"),
        ("-2 rope", "“-2 rope” is not equipment"),
        ("rope, wood", "“rope, wood” is not equipment"),
        ("0 rope", "1 to 12 pieces"),
        ("13 rope", "1 to 12 pieces"),
        ("7 rope + 6 rope", "1 to 12 pieces"),
        ("rope |", "empty on one side of the bar"),
        ("| rope", "empty on one side of the bar"),
        ("rope | wood | rod | pearl | rifle", "at most 4 alternatives"),
    ],
)
def test_invalid_lines_are_rejected(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why.replace("|", r"\|").replace("+", r"\+")) as caught:
        parse_line(text)
    assert str(caught.value).endswith(".")


def test_payments_have_no_alternatives() -> None:
    with pytest.raises(ValueError, match="not equipment"):
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


VOID = Stamp(VOID_KEY)
FIRST = GAME.editing.blank()
GRID = SquareGrid(7, 7)


def with_stamps(*names: str, body: Body = FIRST, stamp: Stamp = VOID) -> Body:
    for name in names:
        body = GAME.editing.stamp(body, GAME.body.grid(body).cell_named(name), stamp)
    return body


def with_enough_tiles(body: Body) -> Body:
    """Return the body with as many land tiles as spaces for them."""
    for problem in GAME.checks.check(body):
        if problem.code == "tiles.too_many":
            return body_after(problem.fix, Body)
    return body


HOLED = with_enough_tiles(with_stamps("C2", "D3", "D4", "F6"))


def codes(body: Body) -> set[str]:
    return {problem.code for problem in (*GAME.checks.check(body), *GAME.checks.verify(body, NEVER_CANCELLED))}


def test_void_is_written_as_a_hash_and_read_again() -> None:
    assert contents(HOLED)[GRID.cell_named("C2")] == "#"
    assert parse(to_plain(HOLED)) == HOLED
    assert "#" not in "".join(FIRST.spaces)


def test_void_spaces_need_no_tile() -> None:
    assert len(layout_facts(HOLED).land) == 36 - 4 == len(layout_facts(HOLED).stack)
    assert not {code for code in codes(HOLED) if code.startswith(("tiles", "void", "space", "temple", "coast"))}
    problem = next(one for one in GAME.checks.check(with_stamps("C2")) if one.code == "tiles.too_many")
    assert "37" not in problem.message and "36 for 35" in problem.message


@pytest.mark.parametrize("name", ["G7", "F7", "G6", "A7", "A1"])
def test_start_coast_and_temple_stay_on_the_board(name: str) -> None:
    assert with_stamps(name) is FIRST


def test_the_stamp_removes_a_tile_and_the_eraser_restores_the_space() -> None:
    laid = with_stamps("D4", stamp=Stamp("tile:L1"))
    void = with_stamps("D4", body=laid)
    cell = GRID.cell_named("D4")
    assert GAME.editing.pick(void, cell) == VOID and "L1" not in layout_facts(void).places
    assert with_stamps("D4", body=void, stamp=GAME.editing.eraser(void, cell)) == FIRST
    assert with_stamps("D4", body=void, stamp=Stamp("tile:L1")) == laid


def test_moving_the_temple_restores_its_space() -> None:
    body = with_stamps("C2", body=with_stamps("C2"), stamp=Stamp("temple"))
    assert body.temple == "C2" and not layout_facts(body).void


def test_the_inspector_of_a_space_offers_void() -> None:
    cell = GRID.cell_named("C2")
    body = GAME.editing.set_field(FIRST, cell, "tile", "#")
    assert body == with_stamps("C2")
    assert GAME.editing.set_field(body, cell, "tile", "") == FIRST
    choices = next(
        field.choices for section in GAME.editing.form(FIRST, 0) for field in section.fields if field.key == "tile"
    )
    assert "#" not in dict(choices), "the temple is there"


def test_void_is_like_the_area_beyond_the_edge_in_a_match() -> None:
    board = GAME.body.build(HOLED)
    for name in ("C2", "D3", "D4", "F6"):
        cell = GRID.cell_named(name)
        assert board.neighbors[cell] == (-1, -1, -1, -1)
        assert all(cell not in around for around in board.neighbors)
    assert board.neighbors[GRID.cell_named("C3")] == (-1, -1, GRID.cell_named("C4"), GRID.cell_named("B3"))
    coast = GRID.cell_named("F7")
    assert board.fixed_roads[coast] == 0b1010, "the coast tile south of F6 has no road to the north"
    assert GAME.body.build(FIRST).fixed_roads[coast] == 0b1011


@pytest.mark.parametrize("face_down", [False, True])
def test_matches_never_enter_void_spaces(face_down: bool) -> None:
    board = GAME.body.build(HOLED)
    void = board.void
    state, rng = rules.start(board, 3, {"face_down": face_down}), Rng(8)
    steps = 0
    while state.to_move != OVER:
        action = state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal())
        state.apply(action)
        steps += 1
        assert not void & set(state.at)
        assert all(state.laid[cell] < 0 for cell in void)
        if not steps % 400:
            names = {spot.name.partition(":")[0] for spot in GAME.picture.picture(state, -1).targets}
            assert "C2" not in names and "C3" in names
    assert steps > 100


def test_a_temple_or_a_coast_tile_missing_over_void_is_an_error() -> None:
    raw = to_plain(FIRST)
    rows = [row.split() for row in raw["spaces"]]
    rows[0][0] = "#"
    problem = next(
        one
        for one in GAME.checks.check(parse({**raw, "spaces": [" ".join(row) for row in rows]}))
        if one.code == "temple.void"
    )
    assert not layout_facts(body_after(problem.fix, Body)).void
    rows = [row.split() for row in raw["spaces"]]
    rows[6][2] = "#"
    gap = next(
        one
        for one in GAME.checks.check(parse({**raw, "spaces": [" ".join(row) for row in rows]}))
        if one.code == "coast.gap"
    )
    assert not layout_facts(body_after(gap.fix, Body)).void


def test_cut_off_spaces_are_reported_and_fixed() -> None:
    body = with_stamps("B1", "B2", "A3")
    problems = {one.code: one for one in GAME.checks.check(body)}
    assert GRID.name(problems["temple.cut_off"].cells[0]) == "A1"
    assert {GRID.name(cell) for cell in problems["space.cut_off"].cells} == {"A1", "A2"}
    assert Roads(layout_facts(body)).find_path(layout_facts(body).grid.cell_named("G7"), GRID.cell_named("A1")) is None
    GAME.checks.verify(body, NEVER_CANCELLED)
    assert "no path" in GAME.checks.survey(body, -1, NEVER_CANCELLED).caption
    moved = body_after(problems["temple.cut_off"].fix, Body)
    assert "temple.cut_off" not in codes(moved)
    (lost,) = [one for one in GAME.checks.check(moved) if one.code == "space.cut_off"]
    assert "space.cut_off" not in codes(body_after(lost.fix, Body))


def test_too_little_land_is_reported() -> None:
    names = [GRID.name(cell) for cell in layout_facts(FIRST).land if cell and GRID.coords(cell)[1] > 0]
    assert "land.few" not in codes(with_stamps(*names[:20]))
    assert "land.few" in codes(with_stamps(*names))


@pytest.mark.parametrize("sides", [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 1), (-1, -1, 0, 0)])
def test_resizing_moves_void_spaces_and_keeps_the_temple_off_them(sides: tuple[int, int, int, int]) -> None:
    body = with_stamps("C2", "D3", "B2", "A2", "B1")
    after = GAME.editing.resize(body, *sides)
    reading = layout_facts(after)
    assert reading.temple not in reading.void and len(reading.void) >= 2
    left, top = sides[:2]
    column, row = GRID.coords(GRID.cell_named("D3"))
    assert reading.grid.cell(column + left, row + top) in reading.void


def test_void_survives_export_to_tiled(tmp_path: Folder) -> None:
    before = parse_layout(Layout(game="goldland", name="Holes", body=to_plain(HOLED)))
    assert to_layout(carried(before, tmp_path)).body == to_plain(HOLED)


def parchment(picture: Picture) -> float:
    shapes: Any = [shape for layer in picture.layers for shape in layer.shapes if shape_style(shape) == "parchment"]
    (shape,) = shapes
    return signed_area(shape.outlines)


def shape_style(shape: object) -> str:
    return shape.style if isinstance(shape, Path) else ""


def test_the_sheet_has_empty_holes_at_void_spaces() -> None:
    holed, whole = GAME.sketch.sketch(HOLED), GAME.sketch.sketch(FIRST)
    assert parchment(whole) - parchment(holed) == pytest.approx(4.0)
    for layer in holed.layers:
        if layer.name == "terra":
            paths = [shape for shape in layer.shapes if isinstance(shape, Path)]
            assert paths and all(shape.clip == "sheet" for shape in paths)


def test_a_board_without_void_has_no_holes() -> None:
    for layer in GAME.sketch.sketch(FIRST).layers:
        if layer.name == "terra":
            assert not [shape for shape in layer.shapes if isinstance(shape, Path) and shape.clip]
