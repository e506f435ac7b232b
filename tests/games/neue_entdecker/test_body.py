"""Layout bodies: parsed with care, in one canonical form, and told from each other."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from studio.games.neue_entdecker import GAME
from studio.games.neue_entdecker.body import Body
from studio.seatiles.body import Laid, contents

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
        "spaces", "legend", "border", "edges", "tiles", "stacks", "die", "units", "gold", "jungle",
    ]  # fmt: skip
    assert raw["units"]["scout"] == {"cost": 1, "count": {"2": 20, "3": 15, "4": 12}}
    assert raw["jungle"] == {"paths": [5, 6, 6, 7, 6, 6, 5], "dot": 1, "eye": 2, "tokens": {"5": 3, "10": 3, "15": 3}}
    assert raw["gold"] == {
        "start": 7, "roll_below": 4, "hidden_tile": 1, "open_tile": 4, "route_toll": 2, "digger": 3,
    }  # fmt: skip


def test_a_file_without_jungle_has_that_of_the_box() -> None:
    raw = plain()
    del raw["jungle"]
    assert GAME.body.parse(raw) == BLANK


BAD: list[tuple[str, Any, str, str]] = [
    ("spaces", [".", "."], "$.spaces[0]", "length"),
    ("spaces", ["." * 25, "." * 25], "$.spaces[0]", "length"),
    ("spaces", [".."], "$.spaces", "2 to 24 rows"),
    ("spaces", [".."] * 25, "$.spaces", "2 to 24 rows"),
    ("spaces", ["...", ".."], "$.spaces[1]", "equally long"),
    ("spaces", ["..", ".?"], "$.spaces[1]", 'the symbol "?" is not in the legend'),
    ("spaces", "..", "$.spaces", "expected a list"),
    ("spaces", [3, 4], "$.spaces[0]", "expected a text"),
    ("legend", {"x": {"tile": "moon"}}, '$.legend["x"].tile', 'no kind of tile called "moon"'),
    ("legend", {"#": {"tile": "sea"}}, "$.legend", "is taken"),
    ("legend", {"xy": {"tile": "sea"}}, "$.legend", "length"),
    ("legend", {"x": {"tile": "sea", "turn": 4}}, "$.legend[...].turn", "<= 3"),
    ("legend", {"x": {"tile": "sea", "tern": 4}}, "$.legend[...]", "unknown field"),
    ("border.north", "open 3", "$.border.north", "open 3"),
    ("edges", {"A1 north": "wall"}, "$.edges[...]", "wall"),
    ("edges", {"Z99 north": "coast"}, "$.edges", 'no edge "Z99 north"'),
    ("edges", {"A1 up": "coast"}, "$.edges", 'no edge "A1 up"'),
    ("edges", {"": "coast"}, "$.edges", "no edge"),
    ("edges", {"B2 north": "coast"}, "$.edges", "not an outer edge"),
    ("tiles", [], "$.tiles", "length >= 1"),
    ("tiles.3.shape", "a.b", "$.tiles[3].shape", "form"),
    ("tiles.3.shape", "a.b.\n", "$.tiles[3].shape", "length"),
    ("tiles.3.shape", "e...", "$.tiles[3].shape", "form"),
    ("tiles.3.shape", 5, "$.tiles[3].shape", "expected a text, found a whole number"),
    ("tiles.1.name", "sea", "$.tiles[1].name", 'two kinds of tile are called "sea"'),
    ("tiles.1.name", " x", "$.tiles[1].name", "no spaces at its ends"),
    ("tiles.1.name", "", "$.tiles[1].name", "length"),
    ("tiles.1.events", {"flood": 1}, "$.tiles[1].events", 'no event "flood"'),
    ("tiles.1.hidden", -1000, "$.tiles[1].hidden", ">= -999"),
    ("tiles.1.hidden", 1.5, "$.tiles[1].hidden", "found a number with decimals"),
    ("tiles.1.hidden", "7", "$.tiles[1].hidden", "expected a whole number, found a text"),
    ("tiles.1.hidden", True, "$.tiles[1].hidden", "found true or false"),
    ("stacks", 0, "$.stacks", ">= 1"),
    ("die", [], "$.die", "1 to 12 faces"),
    ("die", [7, "moon"], "$.die[1]", "moon"),
    ("die", [0], "$.die[0]", "0"),
    ("units.scout.count", {"2": 20}, "$.units.scout.count", "with 3 seats"),
    ("units.base.cost", -1, "$.units.base.cost", ">= 0"),
    ("gold.start", 100, "$.gold.start", "<= 99"),
    ("gold.hidden_tile", 0, "$.gold.hidden_tile", ">= 1"),
    ("jungle.paths", [], "$.jungle.paths", "1 to 12 huts"),
    ("jungle.paths", [5] * 13, "$.jungle.paths", "1 to 12 huts"),
    ("jungle.paths", [0], "$.jungle.paths[0]", ">= 1"),
    ("jungle.tokens", {"many": 2}, "$.jungle.tokens", 'not "many"'),
    ("jungle.tokens", {"0": 2}, "$.jungle.tokens", 'not "0"'),
    ("weather", "fine", "$", "unknown field `weather`"),
]


@pytest.mark.parametrize(("place", "value", "where", "why"), BAD)
def test_a_bad_body_is_refused_with_its_place(place: str, value: Any, where: str, why: str) -> None:
    with pytest.raises(ValueError) as caught:
        GAME.body.parse(spoilt(place, value))
    sentence = str(caught.value)
    assert sentence.startswith(f"`{where}`: ")
    assert why in sentence and sentence.endswith(".") and "\n" not in sentence


@pytest.mark.parametrize("raw", [None, 3, "x", [], {}, {"spaces": ["..", ".."]}])
def test_what_is_no_body_at_all_is_refused(raw: Any) -> None:
    with pytest.raises(ValueError, match=r"^`\$`: "):
        GAME.body.parse(raw)


def rewrite(change: Callable[[dict[str, Any]], None]) -> tuple[Body, Body]:
    """A body with two tiles, and the same written in another way."""
    raw = plain()
    raw["spaces"] = ["...", ".┌.", "..─"]
    raw["legend"] = {"┌": {"tile": "bend", "turn": 1}, "─": {"tile": "strait", "turn": 1}}
    raw["edges"] = {"A1 north": "coast", "B3 south": "shore"}
    wanted = GAME.body.parse(raw)
    change(raw)
    return GAME.body.parse(raw), wanted


def _other_symbols(raw: dict[str, Any]) -> None:
    raw["spaces"] = ["...", ".?.", "..!"]
    raw["legend"] = {"!": {"tile": "strait", "turn": 1}, "?": {"tile": "bend", "turn": 1}}


def _look_alike(raw: dict[str, Any]) -> None:
    raw["legend"]["─"]["turn"] = 3


def _unused(raw: dict[str, Any]) -> None:
    raw["legend"]["x"] = {"tile": "sea"}


def _default_edges(raw: dict[str, Any]) -> None:
    raw["edges"] = {"B3 south": "shore", "A1 north": "coast", "C1 north": "open 2"}


def _other_letters(raw: dict[str, Any]) -> None:
    raw["tiles"][3]["shape"] = "d.c."


def _noughts(raw: dict[str, Any]) -> None:
    raw["tiles"][0]["events"] = {"storm": 2, "gold": 0, "pirates": 3}
    raw["tiles"][0]["bonus"] = 0


def _order(raw: dict[str, Any]) -> None:
    raw["die"] = ["wheel", 6, 5, 4, 3, 2]
    raw["jungle"]["tokens"] = {"15": 3, "5": 3, "10": 3}
    raw["units"]["scout"]["count"] = {"4": 12, "2": 20, "3": 15}


@pytest.mark.parametrize(
    "change", [_other_symbols, _look_alike, _unused, _default_edges, _other_letters, _noughts, _order]
)
def test_what_means_the_same_is_the_same(change: Callable[[dict[str, Any]], None]) -> None:
    other, wanted = rewrite(change)
    assert other == wanted
    assert json.dumps(GAME.body.to_plain(other)) == json.dumps(GAME.body.to_plain(wanted))


def test_symbols_are_drawn_like_the_land() -> None:
    body, _same = rewrite(_other_symbols)
    assert body.spaces == ("...", ".┌.", "..─")
    assert contents(body)[4] == Laid("bend", 1)


def test_many_kinds_never_run_out_of_symbols() -> None:
    raw = plain()
    raw["tiles"] = [{"name": f"k{number}", "shape": "abcd"} for number in range(150)]
    symbols = [chr(0x2500 + number) for number in range(600)]
    raw["legend"] = {s: {"tile": f"k{number // 4}", "turn": number % 4} for number, s in enumerate(symbols)}
    raw["spaces"] = ["".join(symbols[row * 24 : row * 24 + 24]) for row in range(24)]
    raw["edges"] = {}
    body = GAME.body.parse(raw)
    wanted = [f"k{number // 4}" for number in range(576)]  # all turns of "abcd" look alike
    assert [cell.tile for cell in contents(body) if isinstance(cell, Laid)] == wanted
    assert GAME.body.parse(GAME.body.to_plain(body)) == body


def test_the_schema_names_every_field() -> None:
    schema = GAME.body.schema()
    assert set(schema["$defs"]["Body"]["properties"]) == set(plain())
