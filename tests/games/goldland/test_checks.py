"""Checks, surveys and fixes of layouts; layouts without errors can be played (G16)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st

from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.form import Survey, Table
from studio.core.game import CHANCE, OVER
from studio.core.problems import ERROR, INFO, WARNING, Problem, Severity, has_errors
from studio.core.rng import Rng
from studio.games.goldland import GAME
from studio.games.goldland.body import Body
from studio.games.goldland.checks.roads import Economy, Roads, openings
from studio.games.goldland.layout_reading import LayoutFacts
from tests.games.goldland.bodies import BLANK, number_of, plain, raw_bodies, with_spaces, with_value
from tests.helpers import body_after
from tests.short_run import few_examples


def found(raw: dict[str, Any], code: str) -> list[Problem]:
    return [problem for problem in GAME.checks.check(GAME.body.parse(raw)) if problem.code == code]


def only_problem(raw: dict[str, Any], code: str) -> Problem:
    (problem,) = found(raw, code)
    return problem


def fixed_body(problem: Problem) -> Body:
    body = body_after(problem.fix, Body)
    assert not [other for other in GAME.checks.check(body) if other.code == problem.code]
    return body


def names(problem: Problem) -> set[str]:
    return {GAME.body.grid(BLANK).name(cell) for cell in problem.cells}


def test_the_new_layout_has_no_problems() -> None:
    assert GAME.checks.check(BLANK) == ()
    assert [problem.code for problem in GAME.checks.verify(BLANK, CancelToken(60))] == ["item.one_line"]


# Single wrong values


def tile(name: str, **change: Any) -> dict[str, Any]:
    """Return the first-game body with some fields of a tile changed; None removes a field."""
    raw = plain()
    one = raw["tiles"][number_of(name)]
    for key, value in change.items():
        one[key] = value
        if value is None:
            del one[key]
    return raw


def all_tiles(change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    raw = plain()
    for one in raw["tiles"]:
        change(one)
    return raw


MISTAKES: list[tuple[dict[str, Any], str, Severity, str]] = [
    (with_value("temple", "G4"), "temple.coast", ERROR, "on G4, a coast space"),
    (with_value("temple", "G7"), "temple.coast", ERROR, "on G7"),
    (with_value("temple", "F6"), "temple.near", WARNING, "only 2 steps"),
    (tile("L3", village=True), "tile.village_inland", ERROR, "“L3” (plain)"),
    (tile("D1", end=True), "tile.end_inland", ERROR, "“D1” (desert)"),
    (tile("L3", exits=""), "tile.no_road", WARNING, "“L3” has no road"),
    (tile("D3", pay=None), "adventure.free", WARNING, "“D3” (desert) costs nothing"),
    (tile("L3", pay="rope"), "pay.idle", ERROR, "“L3” (plain) has red equipment"),
    (tile("C5", pay="rope"), "pay.idle", ERROR, "“C5” (coast) has red equipment"),
    (tile("B1", pay="3 rifle + 2 rope"), "pay.too_many", ERROR, "costs 5 pieces. The maximum is 4"),
    (tile("D3", treasure=True), "treasure.count", WARNING, "9 tiles have a treasure, but the box contains 8"),
    (tile("D1", treasure=False), "treasure.count", INFO, "7 tiles have a treasure"),
    (tile("C5", treasure=True), "treasure.coast", INFO, "treasure of “C5” is on the coast"),
    (tile("C5", gain="ropes + rum"), "line.unknown", ERROR, "“C5” contains “rum”"),
    (tile("D1", pay="3 provisons"), "line.unknown", ERROR, "“provisons”"),
    (tile("L3", gain=None), "line.no_gain", WARNING, "“L3” requires equipment to be shown"),
    (tile("L3", show=None), "line.free", INFO, "“L3” gives"),
    (tile("L3", show=None, gain=None), "line.none", INFO, "“L3” offers nothing"),
    (tile("L3", gain="6 wood | 6 rope"), "line.long", WARNING, "“L3” has 13 pieces"),
    (with_value("stock.rope", -1), "number.negative", ERROR, "stock of ropes is −1"),
    (with_value("kit.rod", -2), "number.negative", ERROR, "number of fishing rods in the starting kit is −2"),
    (with_value("tokens", -5), "number.negative", ERROR, "discovery tokens is −5"),
    (with_value("coins", -1), "number.negative", ERROR, "gold coins is −1"),
    (with_value("camps", -1), "number.negative", ERROR, "camps per seat is −1"),
    (with_value("markers.lake", -1), "number.negative", ERROR, "lake marker is −1"),
    (with_value("bonus.3", -1), "number.negative", ERROR, "bonus pile with 3 seats is −1"),
    (with_value("reserve.4", -1), "number.negative", ERROR, "reserve pile with 4 seats is −1"),
    (with_value("price.2", 0), "price.none", ERROR, "With 2 seats, a piece of equipment costs 0"),
    (with_value("price.5", 37), "price.too_dear", WARNING, "37 discovery tokens. The box does not contain that many"),
    (with_value("markers.canyon", 0), "marker.none", WARNING, "canyon marker is worth nothing"),
    (with_value("camps", 0), "camps.none", WARNING, "There are no camps"),
    (with_value("coins", 21), "coins.short", WARNING, "need 22 coins, but the box contains 21"),
    (with_value("bonus.2", 3), "bonus.short", INFO, "With 2 seats, the bonus pile has 3 coins"),
    (with_value("reserve.3", 0), "reserve.none", WARNING, "With 3 seats, the reserve pile is empty"),
    (with_value("kit", {"rope": 13}), "kit.too_many", ERROR, "starting kit has 13 pieces"),
    (with_value("kit", {"pearl": 3, "provision": 9}), "kit.full", INFO, "starts full"),
    (with_value("stock.pearl", 9), "kit.stock", WARNING, "5 backpacks need 10 pearls"),
    (with_value("stock.rifle", 2), "stock.below_pay", ERROR, "“B3” requires 3 rifles, but the box contains only 2"),
    (with_value("stock.rifle", 1), "stock.below_line", WARNING, "“C4”, “L8” name up to 2 rifles"),
    (with_value("stock.rifle", 14), "stock.tight", INFO, "5 seats may need 15 rifles at once, but the box contains 14"),
    (with_value("stock.wood", 0), "item.no_source", ERROR, "the box contains no wood"),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "code", "severity", "text"), MISTAKES)
def test_each_mistake_has_code_message_and_place(raw: dict[str, Any], code: str, severity: Severity, text: str) -> None:
    problem = only_problem(raw, code)
    assert problem.severity is severity and text in problem.message and problem.message.endswith(".")
    body = GAME.body.parse(raw)
    keys = {field.key for section in GAME.editing.form(body, -1) for field in section.fields}
    assert problem.cells or problem.field
    assert not problem.field or problem.field in keys
    if problem.fix is not None:
        fixed_body(problem)
    assert not [other for other in GAME.checks.check(BLANK) if other.code == code]


def test_most_mistakes_have_a_fix() -> None:
    without_fix = {code for raw, code, _severity, _text in MISTAKES if only_problem(raw, code).fix is None}
    assert without_fix == {"treasure.count", "treasure.coast", "line.free", "line.none", "line.long", "kit.full"}


# Start and coast


def test_g16_no_start() -> None:
    problem = only_problem(with_spaces(("G7", ".")), "start.none")
    assert problem.severity is ERROR and GAME.checks.check(fixed_body(problem)) == ()


@pytest.mark.parametrize(
    ("spaces", "code", "cells"),
    [([("B2", "S")], "start.several", {"G7", "B2"}), ([("G7", "C5"), ("F7", "S")], "start.inland", {"F7"})],
)
def test_g16_one_start_in_a_corner(spaces: list[tuple[str, str]], code: str, cells: set[str]) -> None:
    problem = only_problem(with_spaces(*spaces), code)
    assert problem.severity is ERROR and names(problem) == cells
    assert fixed_body(problem) == BLANK


@pytest.mark.parametrize("corner", ["A1", "G1", "G7", "A7"])
def test_g16_the_start_may_be_in_every_corner(corner: str) -> None:
    body = GAME.editing.set_field(BLANK, -1, "start", corner)
    assert GAME.checks.check(body) == ()
    assert [problem.code for problem in GAME.checks.verify(body, CancelToken(60))] == ["item.one_line"]


@pytest.mark.parametrize("space", ["F7", "G6"])
@pytest.mark.parametrize("village", ["C1", "C2", "C3", "C4"])
def test_g1_villages_next_to_the_start_are_errors(space: str, village: str) -> None:
    old_space = next(
        f"{chr(65 + column)}{row + 1}"
        for row, line in enumerate(BLANK.spaces)
        for column, token in enumerate(line.split())
        if token == village
    )
    neighbor = "C5" if space == "F7" else "C7"
    problem = only_problem(with_spaces((space, village), (old_space, neighbor)), "village.beside_start")
    assert problem.severity is ERROR and names(problem) == {space} and f"“{village}”" in problem.message
    assert GAME.checks.check(fixed_body(problem)) == ()


def test_g1_a_village_is_unmarked_if_no_swap_is_possible() -> None:
    raw = all_tiles(lambda one: one.update(village=True) if one["kind"] == "coast" else None)
    problems = found(raw, "village.beside_start")
    assert [names(problem) for problem in problems] == [{"F7"}, {"G6"}]
    assert problems[0].fix is not None and problems[0].fix.label == "Remove village mark"
    after = GAME.checks.check(body_after(problems[0].fix, Body))
    assert [names(problem) for problem in after if problem.code == "village.beside_start"] == [{"G6"}]


def test_g1_locked_tiles_are_not_swapped() -> None:
    raw = with_spaces(("F7", "C1"), ("E7", "C5"))
    raw["locked"] = ["E7", "D7", "C7"]
    problem = only_problem(raw, "village.beside_start")
    before, after = GAME.body.parse(raw).spaces[6].split(), fixed_body(problem).spaces[6].split()
    assert before[2:5] == after[2:5]


@pytest.mark.parametrize(("end", "space"), [("E1", "A7"), ("E2", "G1")])
def test_g1_the_end_tiles_never_move(end: str, space: str) -> None:
    problem = only_problem(with_spaces((space, "C6"), ("D7", end)), "end.moved")
    assert problem.severity is ERROR and names(problem) == {space, "D7"}
    assert fixed_body(problem) == BLANK


def test_g1_an_end_tile_moves_to_its_empty_end() -> None:
    raw = with_spaces(("A7", "."), ("D7", "E1"), ("B7", "."))
    problem = only_problem(raw, "end.moved")
    assert names(problem) == {"A7", "D7"} and names(only_problem(raw, "coast.gap")) == {"B7"}
    body = fixed_body(problem)
    assert body.spaces[6].split() == ["E1", ".", "C8", ".", "C1", "C5", "S"]


def test_g1_missing_and_extra_end_tiles() -> None:
    missing = only_problem(tile("E1", end=False), "end.missing")
    assert missing.severity is ERROR and names(missing) == {"A7"} and fixed_body(missing) == BLANK
    extra = only_problem(tile("C6", end=True), "end.extra")
    assert extra.severity is ERROR and names(extra) == {"D7"} and fixed_body(extra) == BLANK


def test_g16_a_coast_space_without_a_tile() -> None:
    raw = with_spaces(("D7", "."))
    problem = only_problem(raw, "coast.gap")
    assert problem.severity is ERROR and names(problem) == {"D7"}
    assert "C6" in only_problem(raw, "coast.spare").message
    assert fixed_body(problem) == BLANK


def test_g16_many_gaps_are_filled_together() -> None:
    body = GAME.editing.resize(BLANK, 2, 3, 0, 0)
    problem = only_problem(GAME.body.to_plain(body), "coast.gap")
    assert len(problem.cells) == 5
    after = fixed_body(problem)
    assert len(after.tiles) == len(BLANK.tiles) + 5
    assert {code.code for code in GAME.checks.check(after)} == {"tiles.too_few"}


def test_g16_a_coast_tile_without_a_place() -> None:
    raw = plain()
    raw["tiles"].append({"name": "C11", "kind": "coast", "show": "pearl", "gain": "rope"})
    problem = only_problem(raw, "coast.spare")
    assert problem.severity is WARNING and "C11" in problem.message and fixed_body(problem) == BLANK


def test_g16_tiles_on_the_wrong_kind_of_space() -> None:
    on_coast = only_problem(with_spaces(("D7", "L3")), "coast.land_tile")
    assert on_coast.severity is ERROR and names(on_coast) == {"D7"}
    fixed_body(on_coast)
    inland = only_problem(with_spaces(("D7", "."), ("D4", "C6")), "coast.inland")
    assert inland.severity is ERROR and names(inland) == {"D4"} and fixed_body(inland) == BLANK


def test_locks_without_effect() -> None:
    problem = only_problem(with_value("locked", ["B2", "F7", "A7"]), "lock.idle")
    assert problem.severity is INFO and names(problem) == {"B2", "A7"}
    assert fixed_body(problem).locked == ("F7",)


# Tile set


def test_g16_the_tiles_fill_the_spaces() -> None:
    raw = plain()
    del raw["tiles"][number_of("L3")]
    problem = only_problem(raw, "tiles.too_few")
    assert problem.severity is ERROR and "35 for 36" in problem.message
    assert [one.kind for one in fixed_body(problem).tiles].count("plain") == 13
    raw = plain()
    raw["tiles"].append({"name": "L14", "kind": "plain", "show": "rope", "gain": "rod"})
    problem = only_problem(raw, "tiles.too_many")
    assert problem.severity is WARNING and "37 for 36" in problem.message
    assert len(fixed_body(problem).tiles) == len(BLANK.tiles)


def test_g16_placed_tiles_count_with_their_spaces() -> None:
    assert not found(with_spaces(("B2", "L3"), ("B3", "D1/2")), "tiles.too_few")
    raw = with_spaces(("B2", "L3"), ("B3", "L3/1"))
    assert "35 for 34" in only_problem(raw, "tiles.too_many").message
    problem = only_problem(raw, "tile.twice")
    assert problem.severity is ERROR and names(problem) == {"B2", "B3"}
    assert fixed_body(problem) == GAME.body.parse(with_spaces(("B2", "L3")))


def test_a_complete_land_is_reported() -> None:
    land = [one["name"] for one in plain()["tiles"] if one["kind"] != "coast"]
    spaces = [f"{column}{row}" for row in range(1, 7) for column in "ABCDEF"]
    assert only_problem(with_spaces(*zip(spaces, land, strict=True)), "land.complete").severity is INFO


def test_a_kind_of_adventure_without_tiles() -> None:
    raw = all_tiles(lambda one: one.update(kind="lake", pay="2 wood") if one["kind"] == "canyon" else None)
    problem = only_problem(raw, "marker.idle")
    assert problem.severity is INFO and "The canyon marker cannot" in problem.message
    assert fixed_body(problem).markers["canyon"] == 0


# Equipment


def without_wood(one: dict[str, Any]) -> None:
    if "wood" in one.get("gain", ""):
        one["gain"] = "rope"


def test_g16_an_item_without_source() -> None:
    raw = all_tiles(without_wood)
    problem = only_problem(raw, "item.bought_only")
    assert problem.severity is WARNING and "“Y1”, “Y2”, “K1”, “K2” and 2 more" in problem.message
    assert fixed_body(problem).kit == {"provision": 3, "wood": 1, "pearl": 2}
    raw["tokens"] = 0
    problem = only_problem(raw, "item.no_source")
    assert problem.severity is ERROR and "gives wood" in problem.message
    fixed_body(problem)
    raw["tokens"], raw["stock"]["wood"] = 36, 0
    problem = only_problem(raw, "item.no_source")
    assert problem.severity is ERROR and problem.field == "stock.wood"


def test_g16_a_line_requires_an_obtainable_item_to_show() -> None:
    """Shovels come only for shovels, so everything that a shovel would earn is unobtainable, too."""
    raw = plain()
    for one in raw["tiles"]:
        if "shovel" in one.get("gain", ""):
            one["gain"] = "rope" if one["kind"] != "coast" else "rifle"
        if one["name"] == "C1":
            one.update(show="shovel", gain="2 shovel")
    raw["tokens"] = 0
    dead = {problem.message.split("“")[1].split("”")[0] for problem in found(raw, "line.dead")}
    assert dead == {one["name"] for one in raw["tiles"] if one.get("show") == "shovel"}
    assert (
        "mountains" not in only_problem(raw, "item.no_source").message
        and "M2" in only_problem(raw, "item.no_source").message
    )
    raw["tokens"] = 5
    assert not found(raw, "line.dead")


def test_a_line_that_gives_items_without_stock_is_unusable() -> None:
    dead = found(with_value("stock.rod", 0), "line.dead")
    assert {problem.message.split("“")[1].split("”")[0] for problem in dead} >= {"C8", "C9"}


def test_rewards_require_payment_and_kits_require_stock() -> None:
    raw = all_tiles(lambda one: one.update(gain="rope") if "rifle" in one.get("gain", "") else None)
    raw["tokens"] = 0
    assert {"“B1”", "“P1”"} <= {problem.message.split(" ")[3] for problem in found(raw, "line.dead")}
    raw = with_value("stock.provision", 0)
    assert only_problem(raw, "item.no_source").field == "stock.provision"


# Searches


def verify_problems(raw: dict[str, Any], code: str) -> list[Problem]:
    return [problem for problem in GAME.checks.verify(GAME.body.parse(raw), CancelToken(60)) if problem.code == code]


WALL = [("A2", "L3/2"), ("B2", "L4/2"), ("C2", "L5/2"), ("D2", "L6/2"), ("E2", "L7/2"), ("F2", "L8/2")]
"""A wall of tiles blocked to the south, from shore to shore; only the coast leads round it."""


def test_a_wall_that_only_the_coast_avoids() -> None:
    raw = with_spaces(*WALL)
    assert not verify_problems(raw, "road.crossing")
    assert {"G2", "G3"} <= set().union(*map(names, verify_problems(raw, "road.narrow")))


def test_a_temple_behind_walls_requires_a_crossing() -> None:
    raw = with_spaces(("B1", "L3/3"), ("A2", "L4"))
    (problem,) = verify_problems(raw, "road.crossing")
    assert problem.severity is WARNING and len(problem.cells) == 1
    assert problem.fix is not None
    assert not [
        other
        for other in GAME.checks.verify(body_after(problem.fix, Body), CancelToken(60))
        if other.code == "road.crossing"
    ]
    assert not verify_problems(with_spaces(("B1", "L3/3"), ("A2", "L4/1")), "road.crossing")


def test_dead_ends_and_tiles_without_any_road() -> None:
    raw = with_spaces(("B2", "L3"), ("D4", "L5"))
    raw["tiles"][number_of("L3")]["exits"] = "N"
    raw["tiles"][number_of("L5")]["exits"] = ""
    (dead,), (island,) = verify_problems(raw, "road.dead_end"), verify_problems(raw, "road.island")
    assert names(dead) == {"B2"} and names(island) == {"D4"}


def test_adventures_that_only_inland_lines_make_payable() -> None:
    raw = tile("C7", gain="2 rope")
    assert {problem.message.split(":")[0] for problem in verify_problems(raw, "adventure.inland")} == {"Lake"}
    for name in ("Y1", "Y2", "Y3"):
        raw["tiles"][number_of(name)]["pay"] = "2 wood"
    assert {problem.message.split(":")[0] for problem in verify_problems(raw, "adventure.inland")} == {"Canyon", "Lake"}
    raw = with_spaces(("B2", "L3"))
    raw["tiles"][number_of("C7")]["gain"] = "2 rope"
    assert not verify_problems(raw, "adventure.inland")


def test_equipment_from_one_line_only() -> None:
    (problem,) = verify_problems(plain(), "item.one_line")
    assert "wood" in problem.message and "“C7” on G6" in problem.message and names(problem) == {"G6"}
    assert not verify_problems(with_spaces(("B2", "L3")), "item.one_line")


# Random bodies


@given(raw_bodies())
def test_checks_editor_and_survey_accept_any_body(raw: dict[str, Any]) -> None:
    body = GAME.body.parse(raw)
    problems = GAME.checks.check(body)
    severities = [problem.severity for problem in problems]
    assert severities == sorted(severities, reverse=True)
    keys = {field.key for section in GAME.editing.form(body, -1) for field in section.fields}
    for problem in (*problems, *GAME.checks.verify(body, CancelToken(60))):
        assert problem.message.endswith(".") and "{" not in problem.message and "  " not in problem.message
        assert not problem.field or problem.field in keys, problem
        assert problem.cells or problem.field or problem.code == "land.complete"
        if problem.fix is not None:
            assert problem.fix.body != body, problem
            assert GAME.body.parse(GAME.body.to_plain(body_after(problem.fix, Body))) == problem.fix.body
    GAME.checks.survey(body, -1, NEVER_CANCELLED)


@few_examples()
@given(raw_bodies())
def test_every_body_can_be_drawn(raw: dict[str, Any]) -> None:
    body = GAME.body.parse(raw)
    assert len(GAME.sketch.sketch(body).targets) == GAME.body.grid(body).count
    assert {item.stamp.key for group in GAME.sketch.palette(body) for item in group.items} >= {
        f"tile:{one['name']}" for one in raw["tiles"]
    }


@pytest.mark.long
@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(raw_bodies(), st.integers(2, 5), st.integers(0, 1 << 30), st.booleans())
def test_a_fixed_body_can_be_played_to_the_end(raw: dict[str, Any], seats: int, seed: int, face_down: bool) -> None:
    body = GAME.body.parse(raw)
    for _round in range(60):
        fixes = [problem.fix for problem in GAME.checks.check(body) if problem.fix and problem.severity is ERROR]
        if not fixes:
            break
        body = body_after(fixes[0], Body)
    assume(not has_errors(list(GAME.checks.check(body))))
    rng = Rng(seed)
    state = GAME.rules.start(GAME.body.build(body), seats, {"face_down": face_down})
    for _step in range(20_000):
        if state.to_move == OVER:
            return
        state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))
    pytest.fail("the match does not end")


def test_g16_exchanged_end_tiles_are_reported_and_fixed() -> None:
    problem = only_problem(with_spaces(("A7", "E2"), ("G1", "E1")), "end.exchanged")
    assert problem.severity is WARNING and names(problem) == {"A7", "G1"}
    assert "“E2” belongs on G1, and “E1” on A7" in problem.message
    assert fixed_body(problem) == BLANK
    for corner in ("A1", "G1", "A7"):  # the tiles move with the coast for every corner of the start
        assert not [
            one for one in GAME.checks.check(GAME.editing.set_field(BLANK, -1, "start", corner)) if "end." in one.code
        ]


def test_a_moved_end_tile_belongs_to_the_nearest_end() -> None:
    raw = with_spaces(("G1", "C10"), ("G2", "E2"), ("A7", "C2"), ("B7", "E1"))
    by_tile = {problem.message.split("”")[0][-2:]: problem for problem in found(raw, "end.moved")}
    assert "belongs on G1" in by_tile["E2"].message
    assert "belongs on A7" in by_tile["E1"].message


# Surveys, compared with plain searches

SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))


def survey(raw: dict[str, Any], target: int = -1) -> Survey:
    return GAME.checks.survey(GAME.body.parse(raw), target, NEVER_CANCELLED)


def value(found: Survey, key: str) -> str:
    return next(overlay.value for overlay in found.overlays if overlay.key == key)


def table(found: Survey, title: str) -> Table:
    return next(one for one in found.tables if one.title == title)


# Paths, by a search over spaces without graphs


def exits(raw: dict[str, Any], x: int, y: int) -> set[int]:
    """Return the sides of a space with a road, from the layout data; all sides without a tile."""
    name, _slash, turn = raw["spaces"][y].split()[x].partition("/")
    tile = next((one for one in raw["tiles"] if one["name"] == name), None)
    if tile is None or tile["kind"] == "coast":
        return {0, 1, 2, 3}
    return {("NESW".index(letter) + int(turn or 0)) % 4 for letter in tile.get("exits", "ESW")}


def fewest(raw: dict[str, Any], start: tuple[int, int]) -> dict[tuple[int, int], tuple[int, int]]:
    """Return by space the fewest crossings and steps from a start, by trying every path that is not worse."""
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
    """Draw the first game with land tiles on many spaces."""
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
def test_paths_and_distances_are_minimal(raw: dict[str, Any]) -> None:
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
def test_chokepoints_are_the_spaces_that_no_road_avoids(raw: dict[str, Any]) -> None:
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


def test_the_survey_shows_the_path() -> None:
    found = survey(plain())
    assert found.target == 48 and value(found, "way") == "12 steps" and value(found, "narrow") == "0"
    assert value(found, "field") == "0 – 12"
    assert found.caption == "G7 → temple on A1: 12 steps"
    assert len(found.choices) == 13 and found.choices[0][0] == 48
    assert survey(plain(), 45).caption.startswith("D7 → temple on A1: 9 steps")
    assert survey(plain(), 8).target == 48, "B2 is no place to ask about"
    walled = survey(with_spaces(("B1", "L3/3"), ("A2", "L4")))
    assert value(walled, "way") == "12 steps, 1 crossing"


def test_dead_ends_are_shown_on_placed_land_tiles() -> None:
    assert "ends" not in {overlay.key for overlay in survey(plain()).overlays}
    raw = with_spaces(("B2", "L3"), ("D4", "L5"), ("E4", "D1"))
    raw["tiles"][number_of("L3")]["exits"] = "N"
    raw["tiles"][number_of("L5")]["exits"] = ""
    assert value(survey(raw), "ends") == "2", "E4 has two roads besides the one to D4"


def test_the_survey_of_a_board_without_a_start_has_tables_only() -> None:
    found = survey(with_spaces(("G7", ".")))
    assert not found.overlays and len(found.tables) == 3


# Payments, by trying all gains in all orders


def brute_force(lines: dict[str, tuple[str, list[dict[str, int]]]], goal: dict[str, int], most: int) -> int | None:
    """Return the fewest gains from 3 provisions and 2 pearls to a goal, without a limit of compartments."""
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
def test_openings_are_minimal(goal: dict[str, int]) -> None:
    reading = LayoutFacts(GAME.body.parse(plain()))
    expected = tuple(goal.get(item, 0) for item in ITEMS)
    (found,) = openings(Economy(reading), list(reading.places), [expected], NEVER_CANCELLED)  # type: ignore[list-item]  # seven items
    assert found is not None and len(found.gains) == brute_force(COAST, goal, 3)


def test_g16_every_adventure_within_three_turns_and_one_of_each_item_within_five() -> None:
    """The rules page states this for the coast of the first game."""
    found = survey(plain())
    rows = {row.cells[0]: row.cells for row in table(found, "Adventures").rows}
    assert len(rows) == 7 and all(int(cells[3]) <= 3 for cells in rows.values())
    assert (rows["Desert"][3], rows["Canyon"][3], rows["Canyon"][4]) == ("1", "3", "4")
    reading = LayoutFacts(BLANK)
    (one,) = openings(Economy(reading), list(reading.places), [(1,) * 7], NEVER_CANCELLED)
    assert one is not None and len(one.gains) == 5
    how = [row.cells[0] for row in table(found, "Paying for adventures").rows]
    assert "Canyon: C1 1 shovel → C7 2 wood" in how and "Desert: with the starting kit" in how


def test_the_table_of_equipment() -> None:
    rows = {row.cells[0]: row for row in table(survey(plain()), "Equipment").rows}
    assert rows["Rifles"].cells[1:] == ("16", "15", "5", "2") and rows["Rifles"].severity is None
    assert rows["Wood"].cells[1:] == ("16", "10", "5", "3") and rows["Wood"].targets == (41,)
    assert rows["Provisions"].cells[4] == "1" and rows["Fishing rods"].cells[1:] == ("6", "5", "2", "3")
    assert all(0 <= row.bar <= 1 for row in rows.values())
    rows = {row.cells[0]: row for row in table(survey(with_value("stock.rifle", 14)), "Equipment").rows}
    severity = rows["Rifles"].severity
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
