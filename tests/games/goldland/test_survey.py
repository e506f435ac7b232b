"""The survey of a layout against searches written out here: ways, narrows, distances, first ways to pay."""

from __future__ import annotations

from collections import deque
from itertools import product
from typing import Any

import pytest
from hypothesis import given, strategies as st

from studio.core.cancellation import NEVER_CANCELLED
from studio.core.form import Survey, Table
from studio.games.goldland import GAME
from studio.games.goldland.checks.roads import Economy, Roads, openings
from studio.games.goldland.layout_reading import LayoutFacts
from tests.games.goldland.bodies import BLANK, number_of, plain, spoilt, with_spaces
from tests.shortly import few_examples

SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))


def survey(raw: dict[str, Any], target: int = -1) -> Survey:
    return GAME.checks.survey(GAME.body.parse(raw), target, NEVER_CANCELLED)


def value(found: Survey, key: str) -> str:
    return next(overlay.value for overlay in found.overlays if overlay.key == key)


def table(found: Survey, title: str) -> Table:
    return next(one for one in found.tables if one.title == title)


# ways, by a search over the spaces that knows nothing of graphs


def exits(raw: dict[str, Any], x: int, y: int) -> set[int]:
    """The sides of a space with a road, from the words of the layout; all where nothing lies."""
    name, _slash, turn = raw["spaces"][y].split()[x].partition("/")
    tile = next((one for one in raw["tiles"] if one["name"] == name), None)
    if tile is None or tile["kind"] == "coast":
        return {0, 1, 2, 3}
    return {("NESW".index(letter) + int(turn or 0)) % 4 for letter in tile.get("exits", "ESW")}


def fewest(raw: dict[str, Any], start: tuple[int, int]) -> dict[tuple[int, int], tuple[int, int]]:
    """By space: the fewest crossings and steps from a start, by trying every way that is not worse."""
    wide, high = len(raw["spaces"][0].split()), len(raw["spaces"])
    best = {start: (0, 0)}
    ahead = deque([start])
    while ahead:
        x, y = ahead.popleft()
        for side, (dx, dy) in enumerate(SIDES):
            there = (x + dx, y + dy)
            if not (0 <= there[0] < wide and 0 <= there[1] < high):
                continue
            road = side in exits(raw, x, y) and (side + 2) % 4 in exits(raw, *there)
            cost = (best[x, y][0] + (not road), best[x, y][1] + 1)
            if there not in best or cost < best[there]:
                best[there] = cost
                ahead.append(there)
    return best


@st.composite
def boards(draw: st.DrawFn) -> dict[str, Any]:
    """The first game with land tiles on many spaces."""
    land = [one["name"] for one in plain()["tiles"] if one["kind"] != "coast"]
    spaces = [f"{column}{row}" for row in range(1, 7) for column in "ABCDEF"]
    names = draw(st.permutations(land))
    chosen = draw(st.lists(st.sampled_from(spaces), unique=True, max_size=36))
    turns = draw(st.lists(st.integers(0, 3), min_size=36, max_size=36))
    raw = with_spaces(*((space, f"{name}/{turn}") for space, name, turn in zip(chosen, names, turns, strict=False)))
    for name in draw(st.lists(st.sampled_from(land), max_size=6)):
        raw["tiles"][number_of(name)]["exits"] = draw(st.sampled_from(["N", "NS", "EW", "NESW", "", "NE"]))
    return raw


@given(boards())
def test_ways_and_distances_are_the_best_there_are(raw: dict[str, Any]) -> None:
    roads = Roads(LayoutFacts(GAME.body.parse(raw)))
    best = fewest(raw, (6, 6))
    assert roads.steps_from(48) == [best[cell % 7, cell // 7] for cell in range(49)]
    way = roads.find_path(48, 0)
    assert way is not None
    assert (len(way.crossings), way.steps) == best[0, 0]
    assert way.cells[0] == 48 and way.cells[-1] == 0
    for one, other in zip(way.cells, way.cells[1:], strict=False):
        assert abs(one % 7 - other % 7) + abs(one // 7 - other // 7) == 1


@few_examples()
@given(boards())
def test_narrows_are_the_spaces_that_no_road_goes_round(raw: dict[str, Any]) -> None:
    roads = Roads(LayoutFacts(GAME.body.parse(raw)))
    expected = set()
    if fewest(raw, (6, 6))[0, 0][0] == 0:
        for cell in range(1, 48):
            spaces = [row.split() for row in raw["spaces"]]
            spaces[cell // 7][cell % 7] = "X"
            shut = {**raw, "spaces": [" ".join(row) for row in spaces]}
            shut["tiles"] = [*raw["tiles"], {"name": "X", "kind": "plain", "exits": ""}]
            if fewest(shut, (6, 6))[0, 0][0]:
                expected.add(cell)
    assert set(roads.chokepoints(48, 0, NEVER_CANCELLED)) == expected


def test_the_survey_tells_the_way() -> None:
    found = survey(plain())
    assert found.target == 48 and value(found, "way") == "12 steps" and value(found, "narrow") == "0"
    assert value(found, "field") == "0 – 12"
    assert found.caption == "G7 → temple on A1: 12 steps"
    assert len(found.choices) == 13 and found.choices[0][0] == 48
    assert survey(plain(), 45).caption.startswith("D7 → temple on A1: 9 steps")
    assert survey(plain(), 8).target == 48, "B2 is no place to ask about"
    walled = survey(with_spaces(("B1", "L3/3"), ("A2", "L4")))
    assert value(walled, "way") == "12 steps, 1 crossing"


def test_dead_ends_are_shown_where_land_tiles_lie() -> None:
    assert "ends" not in {overlay.key for overlay in survey(plain()).overlays}
    raw = with_spaces(("B2", "L3"), ("D4", "L5"), ("E4", "D1"))
    raw["tiles"][number_of("L3")]["exits"] = "N"
    raw["tiles"][number_of("L5")]["exits"] = ""
    assert value(survey(raw), "ends") == "2", "E4 has two roads besides the one to D4"


def test_the_survey_of_a_board_without_a_start_has_tables_only() -> None:
    found = survey(with_spaces(("G7", ".")))
    assert not found.overlays and len(found.tables) == 3


# what can be paid, by trying all gains in all orders


def brute(lines: dict[str, tuple[str, list[dict[str, int]]]], goal: dict[str, int], most: int) -> int | None:
    """The fewest gains from 3 provisions and 2 pearls to a goal; no limit to what a backpack holds."""
    moves = [(show, gain) for show, gains in lines.values() for gain in gains]
    for count in range(most + 1):
        for chosen in product(moves, repeat=count):
            pack = {"provision": 3, "pearl": 2}
            for show, gain in chosen:
                if not pack.get(show):
                    break
                pack = {item: pack.get(item, 0) + gain.get(item, 0) for item in {*pack, *gain}}
            else:
                if all(pack.get(item, 0) >= many for item, many in goal.items()):
                    return count
    return None


COAST = {
    "C1": ("pearl", [{"shovel": 1}]), "C2": ("pearl", [{"rifle": 1}]), "C3": ("pearl", [{"shovel": 1}, {"rifle": 1}]),
    "C4": ("pearl", [{"rifle": 2}]), "C5": ("pearl", [{"rope": 1}]), "C6": ("shovel", [{"rope": 2}]),
    "C7": ("shovel", [{"wood": 2}]), "C8": ("rope", [{"rod": 1}]), "C10": ("rod", [{"provision": 3}]),
    "E2": ("rifle", [{"provision": 3}]),
}  # fmt: skip
ITEMS = ("provision", "rope", "rifle", "shovel", "wood", "pearl", "rod")


@pytest.mark.parametrize(
    "goal",
    [
        {"rifle": 2}, {"rifle": 3}, {"provision": 3}, {"rope": 2}, {"rope": 1, "shovel": 1}, {"wood": 2},
        {"rope": 1, "wood": 1}, {"pearl": 2}, {"rod": 1}, {"provision": 6, "rifle": 1}, {"rod": 1, "shovel": 1},
    ],
)  # fmt: skip
def test_first_ways_are_the_shortest_there_are(goal: dict[str, int]) -> None:
    reading = LayoutFacts(GAME.body.parse(plain()))
    wanted = tuple(goal.get(item, 0) for item in ITEMS)
    (found,) = openings(Economy(reading), list(reading.places), [wanted], NEVER_CANCELLED)  # type: ignore[list-item]  # seven items
    assert found is not None and len(found.gains) == brute(COAST, goal, 3)


def test_g16_every_adventure_within_three_turns_and_one_of_each_item_within_five() -> None:
    """The check that the page of the rules records for the coast of the first game."""
    found = survey(plain())
    rows = {row.cells[0]: row.cells for row in table(found, "Adventures").rows}
    assert len(rows) == 7 and all(int(cells[3]) <= 3 for cells in rows.values())
    assert (rows["Desert"][3], rows["Canyon"][3], rows["Canyon"][4]) == ("1", "3", "4")
    reading = LayoutFacts(BLANK)
    (one,) = openings(Economy(reading), list(reading.places), [(1,) * 7], NEVER_CANCELLED)
    assert one is not None and len(one.gains) == 5
    how = [row.cells[0] for row in table(found, "How adventures open").rows]
    assert "Canyon: C1 1 shovel → C7 2 wood" in how and "Desert: from the start kit" in how


def test_the_table_of_equipment() -> None:
    rows = {row.cells[0]: row for row in table(survey(plain()), "Equipment").rows}
    assert rows["Rifle"].cells[1:] == ("16", "15", "5", "2") and rows["Rifle"].severity is None
    assert rows["Wood"].cells[1:] == ("16", "10", "5", "3") and rows["Wood"].targets == (41,)
    assert rows["Provisions"].cells[4] == "1" and rows["Fishing rod"].cells[1:] == ("6", "5", "2", "3")
    assert all(0 <= row.bar <= 1 for row in rows.values())
    rows = {row.cells[0]: row for row in table(survey(spoilt("stock.rifle", 14)), "Equipment").rows}
    severity = rows["Rifle"].severity
    assert severity is not None and severity.name == "WARNING"


def test_backpacks_hold_twelve_pieces_and_the_stock_is_finite() -> None:
    raw = plain()
    raw["tiles"][number_of("C5")]["gain"] = "12 rope"
    reading = LayoutFacts(GAME.body.parse(raw))
    twelve, thirteen = (0, 12, 0, 0, 0, 0, 0), (1, 12, 0, 0, 0, 0, 0)
    found = openings(Economy(reading), list(reading.places), [twelve, thirteen], NEVER_CANCELLED)
    assert found[0] is not None and found[0].pack == twelve and found[1] is None
    raw["stock"]["rope"] = 5
    reading = LayoutFacts(GAME.body.parse(raw))
    (few,) = openings(Economy(reading), list(reading.places), [(0, 5, 0, 0, 0, 0, 0)], NEVER_CANCELLED)
    assert few is not None and len(few.gains) == 1 and few.pack[1] == 5
