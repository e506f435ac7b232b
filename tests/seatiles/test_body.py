"""Layout bodies of both games: validation, the canonical form, and the chart and tiles made of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from studio.games import load
from studio.games.neue_entdecker import GAME
from studio.seatiles.body import Laid, build_chart, contents, count_tiles
from studio.seatiles.rules.chart import COAST, OPEN_1, SHORE
from tests.seatiles.sea_bodies import sea

BOTH = pytest.mark.parametrize("slug", ["entdecker", "neue_entdecker"])


def plain(slug: str) -> dict[str, Any]:
    """The blank body of a game as plain data."""
    game = load(slug)
    data: dict[str, Any] = json.loads(json.dumps(game.body.to_plain(game.editing.blank())))
    return data


def replace(raw: dict[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Replace values at places like "tiles.0.name"."""
    for place, value in values.items():
        part: Any = raw
        *way, last = place.split(".")
        for step in way:
            part = part[int(step) if isinstance(part, list) else step]
        part[int(last) if isinstance(part, list) else last] = value
    return raw


def with_values(slug: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The blank body with some values replaced."""
    return replace(plain(slug), values)


@BOTH
def test_plain_and_parse_are_inverse_and_the_schema_names_every_field(slug: str) -> None:
    game = load(slug)
    assert game.body.parse(plain(slug)) == game.editing.blank()
    assert game.body.to_plain(game.body.parse(plain(slug))) == plain(slug)
    assert set(game.body.schema()["$defs"]["Body"]["properties"]) == set(plain(slug))


def test_all_component_data_is_in_the_file() -> None:
    raw = plain("entdecker")
    sea_fields = ["spaces", "legend", "border", "edges", "tiles"]
    assert list(raw) == [*sea_fields, "piles", "spinner", "units", "gold", "chips", "ruins", "events", "personal"]
    assert raw["units"] == {
        "scout": {"cost": 1, "count": 3},
        "fort": {"cost": 3, "count": 2},
        "settlement": {"cost": 6, "count": 1},
    }
    assert raw["gold"] == {"start": 4, "cap": 12, "find": 3}
    assert (raw["piles"], raw["spinner"], raw["ruins"], raw["personal"]) == (5, [2, 3, 4, 5], 3, [1, 2, 3, 4])
    raw = plain("neue_entdecker")
    assert list(raw) == [*sea_fields, "stacks", "die", "units", "gold", "jungle"]
    assert raw["units"]["scout"] == {"cost": 1, "count": {"2": 20, "3": 15, "4": 12}}
    assert raw["jungle"] == {"paths": [5, 6, 6, 7, 6, 6, 5], "dot": 1, "eye": 2, "tokens": {"5": 3, "10": 3, "15": 3}}
    gold = {"start": 7, "roll_below": 4, "hidden_tile": 1, "open_tile": 4, "route_toll": 2, "digger": 3}
    assert raw["gold"] == gold
    del raw["jungle"]
    assert GAME.body.parse(raw) == GAME.editing.blank(), "without a jungle, that of the box"


BAD: dict[str, list[tuple[str, Any, str, str]]] = {
    "neue_entdecker": [
        ("spaces", [".", "."], "$.spaces[0]", "length"),
        ("spaces", ["." * 25, "." * 25], "$.spaces[0]", "length"),
        ("spaces", [".."], "$.spaces", "must be 2 to 24"),
        ("spaces", [".."] * 25, "$.spaces", "must be 2 to 24"),
        ("spaces", ["...", ".."], "$.spaces[1]", "equally long"),
        ("spaces", ["..", ".?"], "$.spaces[1]", "Unknown value “?”"),
        ("spaces", "..", "$.spaces", "expected a list"),
        ("spaces", [3, 4], "$.spaces[0]", "expected a text"),
        ("legend", {"x": {"tile": "moon"}}, '$.legend["x"].tile', "Unknown value “moon”"),
        ("legend", {"#": {"tile": "sea"}}, "$.legend", "already has another meaning"),
        ("legend", {"xy": {"tile": "sea"}}, "$.legend", "length"),
        ("legend", {"x": {"tile": "sea", "turn": 4}}, "$.legend[...].turn", "<= 3"),
        ("legend", {"x": {"tile": "sea", "tern": 4}}, "$.legend[...]", "unknown field"),
        ("border.north", "open 3", "$.border.north", "open 3"),
        ("edges", {"A1 north": "wall"}, "$.edges[...]", "wall"),
        ("edges", {"Z99 north": "coast"}, "$.edges", "“Z99 north” is not an outer edge"),
        ("edges", {"A1 up": "coast"}, "$.edges", "not an outer edge"),
        ("edges", {"": "coast"}, "$.edges", "not an outer edge"),
        ("edges", {"B2 north": "coast"}, "$.edges", "not an outer edge"),
        ("tiles", [], "$.tiles", "length >= 1"),
        ("tiles.3.shape", "a.b", "$.tiles[3].shape", "form"),
        ("tiles.3.shape", "a.b.\n", "$.tiles[3].shape", "length"),
        ("tiles.3.shape", "e...", "$.tiles[3].shape", "form"),
        ("tiles.3.shape", 5, "$.tiles[3].shape", "expected a text, found a whole number"),
        ("tiles.1.name", "sea", "$.tiles[1].name", "A tile kind named “sea” already exists"),
        ("tiles.1.name", " x", "$.tiles[1].name", "no space at its ends"),
        ("tiles.1.name", "", "$.tiles[1].name", "length"),
        ("tiles.1.events", {"flood": 1}, "$.tiles[1].events", "Unknown value “flood”; available: "),
        ("tiles.1.hidden", -1000, "$.tiles[1].hidden", ">= -999"),
        ("tiles.1.hidden", 1.5, "$.tiles[1].hidden", "found a number with decimals"),
        ("tiles.1.hidden", "7", "$.tiles[1].hidden", "expected a whole number, found a text"),
        ("tiles.1.hidden", True, "$.tiles[1].hidden", "found true or false"),
        ("stacks", 0, "$.stacks", ">= 1"),
        ("die", [], "$.die", "must be 1 to 12, not 0"),
        ("die", [7, "moon"], "$.die[1]", "moon"),
        ("die", [0], "$.die[0]", "0"),
        ("units.scout.count", {"2": 20}, "$.units.scout.count", "lacks the field `3`"),
        ("units.base.cost", -1, "$.units.base.cost", ">= 0"),
        ("gold.start", 100, "$.gold.start", "<= 99"),
        ("gold.hidden_tile", 0, "$.gold.hidden_tile", ">= 1"),
        ("jungle.paths", [], "$.jungle.paths", "must be 1 to 12"),
        ("jungle.paths", [5] * 13, "$.jungle.paths", "must be 1 to 12"),
        ("jungle.paths", [0], "$.jungle.paths[0]", ">= 1"),
        ("jungle.tokens", {"many": 2}, "$.jungle.tokens", "“many” must be a whole number from 1 to 99"),
        ("jungle.tokens", {"0": 2}, "$.jungle.tokens", "“0” must be a whole number"),
        ("weather", "fine", "$", "unknown field `weather`"),
    ],
    "entdecker": [
        ("tiles.1.events", {"storm": -1000}, "$.tiles[1].events[...]", ">= -999"),
        ("piles", 0, "$.piles", ">= 1"),
        ("piles", "5", "$.piles", "expected a whole number, found a text"),
        ("spinner", [1] * 13, "$.spinner", "must be 0 to 12, not 13"),
        ("spinner", [100], "$.spinner[0]", "<= 99"),
        ("spinner", 3, "$.spinner", "expected a list"),
        ("units.fort", {"cost": 1}, "$.units.fort", "lacks the field `count`"),
        ("units.scout.count", True, "$.units.scout.count", "found true or false"),
        ("gold.cap", 1000, "$.gold.cap", "<= 99"),
        ("chips", {"many": 2}, "$.chips", "“many” must be a whole number from 1 to 99"),
        ("chips", {"0": 2}, "$.chips", "“0” must be a whole number"),
        ("chips", {str(value): 1 for value in range(1, 14)}, "$.chips", "must be 0 to 12, not 13"),
        ("events", {"flood": [1]}, "$.events", "flood"),
        ("events.storm", [7], "$.events[...][0]", "<= 6"),
        ("personal", [1] * 7, "$.personal", "must be 0 to 6, not 7"),
        ("personal", [0], "$.personal[0]", ">= 1"),
    ],
}
BAD["entdecker"] += [
    row
    for row in BAD["neue_entdecker"]
    if row[0] in ("spaces", "border.north", "tiles.1.hidden", "tiles.1.events", "weather")
]


@pytest.mark.parametrize(("slug", "row"), [(slug, row) for slug, rows in BAD.items() for row in rows], ids=str)
def test_a_bad_body_is_rejected_with_its_place(slug: str, row: tuple[str, Any, str, str]) -> None:
    place, value, where, why = row
    with pytest.raises(ValueError) as caught:
        load(slug).body.parse(with_values(slug, {place: value}))
    sentence = str(caught.value)
    assert sentence.startswith(f"`{where}")
    assert why in sentence and sentence.endswith(".") and "\n" not in sentence


@pytest.mark.parametrize("raw", [None, 3, "x", [], {}, {"spaces": ["..", ".."]}])
def test_other_data_is_rejected(raw: Any) -> None:
    with pytest.raises(ValueError, match=r"^`\$`: "):
        GAME.body.parse(raw)


@pytest.mark.parametrize(
    ("place", "value"),
    [("spinner", []), ("units.scout.count", -3), ("chips", {"2": -1}), ("gold.cap", -1), ("ruins", -9)],
)
def test_values_that_the_checks_report_are_accepted(place: str, value: Any) -> None:
    game, raw = load("entdecker"), with_values("entdecker", {place: value})
    assert game.body.to_plain(game.body.parse(raw)) == raw
    assert [problem for problem in game.checks.check(game.body.parse(raw)) if problem.severity.name == "ERROR"]


def two_tiles(slug: str) -> dict[str, Any]:
    """The plain data of a body with two tiles."""
    legend = {"┌": {"tile": "bend", "turn": 1}, "─": {"tile": "strait", "turn": 1}}
    edges = {"A1 north": "coast", "B3 south": "shore"}
    return with_values(slug, {"spaces": ["...", ".┌.", "..─"], "legend": legend, "edges": edges})


OTHER_SYMBOLS = {
    "spaces": ["...", ".?.", "..!"],
    "legend": {"!": {"tile": "strait", "turn": 1}, "?": {"tile": "bend", "turn": 1}},
}
BORDER_OF_C1 = {"entdecker": "open 0", "neue_entdecker": "open 2"}


@pytest.mark.parametrize(
    ("slug", "values"),
    [
        *(
            (slug, values)
            for slug in ("entdecker", "neue_entdecker")
            for values in (
                OTHER_SYMBOLS,
                {"legend.─.turn": 3},  # looks alike
                {"legend.x": {"tile": "sea"}},  # unused
                {"edges": {"B3 south": "shore", "A1 north": "coast", "C1 north": BORDER_OF_C1[slug]}},  # as the border
                {"tiles.3.shape": "d.c."},
                {"tiles.0.bonus": 0},
            )
        ),
        ("neue_entdecker", {"tiles.0.events": {"storm": 2, "gold": 0, "pirates": 3}}),
        ("neue_entdecker", {"die": ["wheel", 6, 5, 4, 3, 2], "jungle.tokens": {"15": 3, "5": 3, "10": 3}}),
        ("neue_entdecker", {"units.scout.count": {"4": 12, "2": 20, "3": 15}}),
        ("entdecker", {"spinner": [5, 2, 4, 3]}),
        ("entdecker", {"chips": {"4": 5, "3": 5, "2": 5, "1": 5}}),
        ("entdecker", {"events.storm": [3, 1, 2, 1]}),
        ("entdecker", {"personal": [4, 3, 2, 1]}),
    ],
)
def test_another_way_of_writing_gives_the_same_body(slug: str, values: dict[str, Any]) -> None:
    game, expected = load(slug), load(slug).body.parse(two_tiles(slug))
    other = game.body.parse(replace(two_tiles(slug), values))
    assert other == expected
    assert json.dumps(game.body.to_plain(other)) == json.dumps(game.body.to_plain(expected))


def test_symbols_are_drawn_like_the_land() -> None:
    body = GAME.body.parse(replace(two_tiles("neue_entdecker"), OTHER_SYMBOLS))
    assert body.spaces == ("...", ".┌.", "..─")
    assert contents(body)[4] == Laid("bend", 1)


def test_many_kinds_never_run_out_of_symbols() -> None:
    raw = plain("neue_entdecker")
    raw["tiles"] = [{"name": f"k{number}", "shape": "abcd"} for number in range(150)]
    symbols = [chr(0x2500 + number) for number in range(600)]
    raw["legend"] = {s: {"tile": f"k{number // 4}", "turn": number % 4} for number, s in enumerate(symbols)}
    raw["spaces"] = ["".join(symbols[row * 24 : row * 24 + 24]) for row in range(24)]
    raw["edges"] = {}
    body = GAME.body.parse(raw)
    expected = [f"k{number // 4}" for number in range(576)]  # all turns of "abcd" look alike
    assert [cell.tile for cell in contents(body) if isinstance(cell, Laid)] == expected
    assert GAME.body.parse(GAME.body.to_plain(body)) == body


def test_a_chart_has_the_spaces_borders_and_laid_tiles() -> None:
    body = sea(".#.", "~┌.", border={"north": "open 1", "east": "shore", "south": "coast", "west": "open 0"})
    chart = build_chart(body)
    assert (chart.columns, chart.rows, list(chart.void)) == (3, 2, [0, 1, 0, 0, 0, 0])
    assert [chart.rim[edge] for edge in (0, 1, 2, 3)] == [OPEN_1, SHORE, -1, 0]  # B1 is void, A2 is not
    assert chart.rim[4 * 4 + 2] == COAST
    assert chart.near[2 * 4 + 2] == 5
    laid = {cell: chart.placements[placement] for cell, placement in chart.laid}
    assert {cell: (chart.kinds[one.kind].name, one.turn) for cell, one in laid.items()} == {
        3: ("sea", 0),
        4: ("bend", 1),
    }
    chart = build_chart(sea("..", "..", edges={"A1 north": "coast"}))
    assert [chart.rim[edge] for edge in (0, 3, 4)] == [COAST, 0, 0]


def test_counts_leave_out_bonus_tiles_and_what_is_laid() -> None:
    body = sea("~..", "~5┌")
    marked = msgspec.structs.replace(body.tiles[0], events={"ruins": 2})
    body = msgspec.structs.replace(body, tiles=(marked, *body.tiles[1:]))
    hidden, left = count_tiles(body, build_chart(body), ("storm", "ruins"))
    assert hidden[::3] == [5, 5, 5, 5, 5, 0, 0]
    assert hidden[:3] == [5, 0, 2]
    assert sum(hidden) == 27
    assert left == [3, 5, 4, 5, 5, 5, 0]
