"""Quick checks of a sea, its chokepoints, and the checks of both Entdecker games."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, strategies as st

from studio.core.cancellation import CancelToken
from studio.core.game import CHANCE, OVER, Options
from studio.core.problems import ERROR, INFO, WARNING, Problem, Severity, has_errors
from studio.core.rng import Rng
from studio.games import load
from studio.games.entdecker.rules.board import EVENTS as OLD_EVENTS
from studio.games.neue_entdecker.rules.board import EVENTS as NEW_EVENTS
from studio.seatiles.body import SeaBody
from studio.seatiles.checks import MAX_WIDTH, check_sea, chokepoints
from studio.seatiles.facts import Facts
from tests.seatiles.sea_bodies import EDGE_KINDS, LEGEND, TILES, bodies, sea
from tests.seatiles.test_body import plain, with_values


def found(body: SeaBody, code: str) -> list[Problem]:
    return [problem for problem in check_sea(body) if problem.code == code]


def only(body: SeaBody, code: str) -> Problem:
    (problem,) = found(body, code)
    return problem


def fixed(problem: Problem) -> SeaBody:
    assert problem.fix is not None
    assert isinstance(problem.fix.body, SeaBody)
    return problem.fix.body


def tiles(name: str, **changes: Any) -> tuple[dict[str, Any], ...]:
    """The tile set with one kind changed."""
    return tuple({**tile, **changes} if tile["name"] == name else tile for tile in TILES)


def sides(north: str, east: str, south: str, west: str) -> dict[str, str]:
    return {"north": north, "east": east, "south": south, "west": west}


OPEN = ("....", "....", "....", "....")
COVES = tiles("cove", sorted=9)


def test_an_open_sea_has_one_sector_and_no_problem() -> None:
    (problem,) = check_sea(sea(*OPEN))
    assert (problem.code, problem.severity) == ("sector.count", INFO)
    assert problem.message == "One sector with 16 spaces."


@pytest.mark.parametrize(
    ("body", "code", "severity", "cells", "words", "rows"),
    [
        # edges that do not match are shown on both tiles; one of them is turned
        (sea("....", ".╶~.", *OPEN[2:]), "edge.mismatch", ERROR, (5, 6), "C2", {1: ".╵~."}),
        (sea("....", ".┼~.", *OPEN[2:]), "edge.mismatch", ERROR, (5, 6), "B2", {}),  # or replaced
        *(
            (sea(row, *OPEN[1:], border=sides(border, *["open 0"] * 3)), "border.mismatch", ERROR, (1,), "B1", {})
            for border, row in (("open 1", ".╵.."), ("shore", ".╵.."), ("coast", ".~.."))
        ),
        (sea("....", ".#╴.", *OPEN[2:]), "border.mismatch", ERROR, (6,), "", {}),  # a void space is border too
        (sea("....", ".╶╴.", *OPEN[2:]), "island.complete", WARNING, (5, 6), "", {}),
        (sea("╵...", *OPEN[1:], border=sides("coast", *["open 0"] * 3)), "island.complete", WARNING, (0,), "", None),
        (sea(".....", "..~..", ".~.~.", "..~..", "....."), "gap.enclosed", WARNING, (12,), "C3", {2: ".~~~."}),
        # a group behind land is never reached, nor is a sealed lake (T8)
        (
            sea("......", ".┌┴┴┐.", ".┤..├.", ".└┬┬┘.", "......", tiles=COVES),
            "space.unreachable",
            WARNING,
            (14, 15),
            "",
            {2: ".┤##├."},
        ),
        (
            sea(".......", ".┌┴┴┴┐.", ".┤~..├.", ".└┬┬┬┘.", ".......", tiles=COVES),
            "space.unreachable",
            WARNING,
            (17, 18),
            "",
            None,
        ),
        (sea(*OPEN, border="shore"), "border.closed", ERROR, (), "", {}),
        (sea("~~", "~~"), "space.none", ERROR, (), "", None),
        (sea("##", "##"), "space.none", ERROR, (), "", None),
        (sea(".~", "~~"), "space.none", ERROR, (), "", None),
        (sea("..~.", "..~.", "..~.", "..~."), "sector.count", INFO, (), "2 sectors", None),
        (sea("..~.", "..~.", "..~.", "..~."), "sector.count", INFO, (), "8, 4", None),
        # chokepoints are reported together with what they part
        (sea("..~..", "..~..", ".....", "..~..", "..~.."), "space.cut", INFO, (11, 12, 13), "C3 (10 + 10)", None),
        (sea("~~..", *OPEN[1:], tiles=tiles("sea", sorted=1)), "tiles.preplaced", ERROR, (0, 1), "", {}),
        (sea("╶.╴", ".╵.", tiles=tiles("cove", hidden=0, sorted=0)), "tiles.too_few", WARNING, (1,), "class 5", {}),
        (
            sea(*OPEN, tiles=tuple({**tile, "hidden": 1, "sorted": 0} for tile in TILES)),
            "tiles.too_few",
            WARNING,
            (),
            "",
            None,
        ),
    ],
)
def test_problems_have_a_severity_places_and_a_fix(
    body: SeaBody, code: str, severity: Severity, cells: tuple[int, ...], words: str, rows: dict[int, str] | None
) -> None:
    problem = only(body, code)
    assert problem.severity is severity and words in problem.message
    assert problem.cells == cells or not cells
    if rows is not None:
        after = fixed(problem)
        assert not found(after, code)
        assert {row: after.spaces[row] for row in rows} == rows


def test_mismatches_have_edges_and_those_by_replacement_are_not_safe() -> None:
    assert only(sea("....", ".╶~.", *OPEN[2:]), "edge.mismatch").edges == ((5, 1), (6, 3))
    assert only(sea("....", ".#╴.", *OPEN[2:]), "border.mismatch").edges == ((6, 3),)
    fix = only(sea("....", ".┼~.", *OPEN[2:]), "edge.mismatch").fix
    assert fix is not None and not fix.safe
    assert only(sea("~~..", *OPEN[1:], tiles=tiles("sea", sorted=1)), "tiles.preplaced").field == "sorted:sea"


def test_each_of_many_mismatches_and_gaps_has_its_place() -> None:
    rows = ["~┼" * 4, "┼~" * 4] * 4
    problems = found(sea(*rows, border="shore"), "edge.mismatch")
    pairs = {(8 * row + column, 8 * row + column + 1) for row in range(8) for column in range(7)}
    pairs |= {(8 * row + column, 8 * row + column + 8) for row in range(7) for column in range(8)}
    assert sorted((*sorted(problem.cells),) for problem in problems) == sorted(pairs), "all edges inside, each once"
    assert all({cell for cell, _side in problem.edges} == set(problem.cells) for problem in problems)
    assert 0 < sum(problem.fix is not None for problem in problems) < 12, "a fix is a whole body"
    assert len({problem.cause for problem in problems}) == 1 and problems[0].cause
    border = sides("shore", "open 0", "shore", "shore")
    gaps = found(sea(*["~.~.~.~.~...", ".~.~.~.~.~.."] * 4, border=border), "gap.enclosed")
    alone = [12 * row + column for row in range(8) for column in range(9) if (row + column) % 2]
    assert sorted(problem.cells for problem in gaps) == [(cell,) for cell in alone] and len(alone) == 36
    assert [problem.fix is not None for problem in gaps] == [True] * 8 + [False] * 28


def test_the_first_eight_complete_islands_carry_a_fix() -> None:
    problems = found(sea(*["╶╴.╶╴."] * 5), "island.complete")
    assert [problem.fix is not None for problem in problems] == [True] * 8 + [False] * 2


def test_the_spaces_of_at_most_eight_sectors_are_listed() -> None:
    for count, text in ((8, "8 sectors with 2, 2, 2, 2, 2, 2, 2, 2 spaces."), (9, "2, 2, 2, 2, 2, 2, 2, 2, … spaces.")):
        row = "#".join("." * count)
        assert text in only(sea(row, row), "sector.count").message


def test_at_most_six_spaces_that_keep_a_sector_connected_are_named_the_most_important_first() -> None:
    six = only(sea("........", "########"), "space.cut").message
    assert six.endswith("D1 (4 + 3), E1 (4 + 3), C1 (5 + 2), F1 (5 + 2), B1 (6 + 1), G1 (6 + 1).")
    seven = only(sea(".........", "#########"), "space.cut").message
    assert "split it: E1 (4 + 4), D1 (5 + 3), " in seven and seven.endswith(", ….")
    assert only(sea("....", "####"), "space.cut").message.endswith("split it: B1 (2 + 1), C1 (2 + 1).")


def test_a_tile_that_fits_in_no_turn_gets_another_border() -> None:
    after = fixed(only(sea(".├..", *OPEN[1:], edges={"B1 north": "shore"}), "border.mismatch"))
    assert after.spaces[0] != ".├.." or after.edges == {"B1 north": "coast"}
    assert fixed(only(sea(".┼..", *OPEN[1:]), "border.mismatch")).edges == {"B1 north": "coast"}


@pytest.mark.parametrize("rows", [("....", ".5~.", *OPEN[2:]), ("....", ".5#.", *OPEN[2:]), ("5...", *OPEN[1:])])
def test_a_bonus_tile_is_not_next_to_sea_border_or_void(rows: tuple[str, ...]) -> None:
    problems = found(sea(*rows), "bonus.beside_sea")
    assert problems and all(problem.severity is ERROR for problem in problems)
    assert not found(sea(*rows), "edge.mismatch") and not found(sea(*rows), "border.mismatch")


def test_a_bonus_that_cannot_be_won_is_reported() -> None:
    assert not found(sea("....╷.", "..╶5╴.", "...╵..", "......"), "bonus.islandless")  # the north of D2 is open yet
    complete = sea("...╷..", "..╶5╴.", "...╵..", "......")
    problem = only(complete, "bonus.islandless")
    assert problem.severity is WARNING and 9 in problem.cells
    assert not found(complete, "island.complete")
    assert not found(fixed(problem), "bonus.islandless")
    body = sea("..~╷~.", ".~.5╴.", "..~╵~.", "......")  # C2 is enclosed: a filler closes the island at once
    assert "fillers" in only(body, "bonus.islandless").message
    assert found(body, "gap.enclosed")


def test_a_filler_may_join_the_island_of_a_bonus_to_one_that_can_grow() -> None:
    def rows(above: str) -> SeaBody:
        lines = ("......", f"..{above}╷~.", ".~.5╴.", "..~╵~.", "......")  # C3 is enclosed
        return sea(*(f"{line}..." for line in lines), tiles=COVES)

    assert "fillers" in only(rows("╷"), "bonus.islandless").message, "the land on C2 ends there"
    assert not found(rows("┤"), "bonus.islandless"), "C1 and B2 are open"
    assert not found(rows("┐"), "bonus.islandless"), "B2 is open"
    assert "fillers" in only(rows("~"), "bonus.islandless").message
    beside = sea("......", "..~╷~.", ".┌.5╴.", "..~╵~.", "......", tiles=COVES)
    assert found(beside, "gap.enclosed") and not found(beside, "bonus.islandless"), "B4 is open, although C2 is sea"
    beside = sea("......", "..#╷~.", ".┌.5╴.", "..~╵~.", "......", tiles=COVES, edges={"C3 north": "shore"})
    assert found(beside, "gap.enclosed") and not found(beside, "bonus.islandless"), "the same with a void space"
    mismatched = sea("..~╷~.", ".~.5~.", "..~╵~.", "......")
    assert found(mismatched, "bonus.beside_sea") and not found(mismatched, "bonus.islandless"), "one problem at a time"


def test_an_enclosed_space_without_filler_becomes_void() -> None:
    body = sea(".....", "..╷..", ".~.~.", "..~..", ".....", tiles=tiles("cape", sorted=1))
    after = fixed(only(body, "gap.enclosed"))
    assert after.spaces[2] == ".~#~."
    assert after.edges == {"C2 south": "coast"}, "the tile above keeps a border that matches its land"
    assert not [problem for problem in check_sea(after) if problem.severity is ERROR]


def test_ships_pass_straits_and_closed_borders_are_opened() -> None:
    strait = sea("......", ".┌┴─┐.", ".┤..├.", ".└┬┬┘.", "......", tiles=COVES)
    assert not found(strait, "space.unreachable")
    body = sea("..~..", "..~..", "..~..", border="shore", edges={"A1 north": "open 2"})
    assert not found(body, "space.unreachable"), "over the sea tiles ships come to the east"
    walled = sea("..┤..", "..┤..", "..┤..", border="shore", edges={"A1 north": "open 2", "C1 north": "coast"})
    problem = only(walled, "space.unreachable")
    assert problem.cells == (3, 4, 8, 9, 13, 14)
    assert not found(fixed(problem), "space.unreachable")
    assert fixed(problem).spaces == walled.spaces


@pytest.mark.parametrize(
    ("name", "changes", "code", "severity", "is_fixable"),
    [
        ("strait", {"shape": "a.a."}, "tile.isthmus", ERROR, True),
        ("cove", {"shape": "aba."}, "tile.isthmus", ERROR, True),
        *(
            ("falls", {"shape": shape}, "tile.bonus_lands", ERROR, is_fixable)
            for shape, is_fixable in (("....", False), ("a.b.", False), ("ab..", True), ("aabb", True))
        ),
        ("falls", {"hidden": 3}, "tile.bonus_hidden", WARNING, True),
        ("cape", {"hidden": 0, "sorted": 0}, "tile.unused", INFO, False),
    ],
)
def test_problems_of_the_tile_set(
    name: str, changes: dict[str, Any], code: str, severity: Severity, is_fixable: bool
) -> None:
    problem = only(sea(*OPEN, tiles=tiles(name, **changes)), code)
    assert problem.severity is severity and name in problem.field
    assert (problem.fix is not None) == is_fixable
    if is_fixable:
        after = fixed(problem)
        assert not found(after, code)
        if name == "cove":  # an isthmus over another land is parted too
            assert next(kind.shape for kind in after.tiles if kind.name == "cove") == "abc."


def test_too_many_tiles_of_a_class() -> None:
    problems = found(sea("..", "..", tiles=tiles("cove", hidden=5)), "tiles.too_many")
    (problem,) = [problem for problem in problems if "class 5" in problem.message]
    assert problem.severity is INFO, "no space in a corner of the sea takes three land edges"


@given(bodies())
def test_any_sea_can_be_checked(body: SeaBody) -> None:
    count = len(body.spaces) * len(body.spaces[0])
    for problem in check_sea(body):
        assert problem.message.endswith(".") and "{" not in problem.message
        assert all(0 <= cell < count for cell in problem.cells)
        assert all(0 <= cell < count and 0 <= side < 4 for cell, side in problem.edges)
        if problem.fix is not None:
            assert problem.fix.body != body, "a fix changes something"
            assert problem.fix.label and "{" not in problem.fix.label


@given(bodies())
def test_a_safe_fix_removes_no_tile(body: SeaBody) -> None:
    laid = [cell for cell, shape in enumerate(Facts(body).shapes) if shape]
    for problem in check_sea(body):
        if problem.fix is not None and problem.fix.safe:
            after = Facts(fixed(problem))
            assert all(after.shapes[cell] for cell in laid)


@given(bodies())
def test_turning_a_tile_leaves_fewer_edges_that_do_not_match(body: SeaBody) -> None:
    def wrong(one: SeaBody) -> int:
        facts = Facts(one)
        edges = [(cell, side) for cell, shape in enumerate(facts.shapes) if shape for side in range(4)]
        expected = [(facts.required_edge(*edge), facts.shapes[edge[0]][edge[1]] != ".") for edge in edges]
        return sum(want is not None and bool(want) != land for want, land in expected)

    for problem in check_sea(body):
        if problem.fix is not None and problem.fix.label.startswith("Rotate"):
            assert wrong(fixed(problem)) < wrong(body)


# Chokepoints, against a trial of all sets of spaces


NARROW = {"border": sides("open 0", *["shore"] * 3), "edges": {f"{column}3 north": "shore" for column in "ABEF"}}
HARBOURS = {"border": "shore", "edges": {"C1 north": "open 0", "D1 north": "open 1"}}
CORNER = {"border": "shore", "edges": {"A1 west": "open 0"}}


@pytest.mark.parametrize(
    ("rows", "more", "expected"),
    [
        (["......"] * 5, HARBOURS, [(2, 3)]),  # two harbours
        (["......", "##..##", *["......"] * 3], CORNER, [(1,)]),  # one harbour is narrower than the neck
        (["......", "##..##", *["......"] * 3], NARROW, [(8, 9)]),  # a neck of the sea
        (["......"] * 5, {}, []),  # an open sea
        (["......", "##~~##", *["......"] * 3], NARROW, [(14, 15)]),  # discovered sea stays open: south of it
    ],
)
def test_chokepoints(rows: list[str], more: dict[str, Any], expected: list[tuple[int, ...]]) -> None:
    problems = list(chokepoints(Facts(sea(*rows, **more))))
    assert [problem.cells for problem in problems] == expected
    assert all(problem.code == "space.gate" for problem in problems)
    assert more is not HARBOURS or "C1, D1" in problems[0].message


def test_a_chokepoint_has_an_interior_of_more_than_three_spaces() -> None:
    border = sides("shore", "shore", "shore", "open 0")
    (gate,) = chokepoints(Facts(sea("......", "######", border=border)))
    assert gate.cells == (1,) and "Every ship to the 4 spaces around E1 must pass B1." in gate.message
    for few in (3, 4, 5):
        assert not list(chokepoints(Facts(sea("." * few, "#" * few, border=border))))
    harbours = {f"{column}1 north": "open 0" for column in "ABCDEL"}
    (gate,) = chokepoints(Facts(sea(".....#......", ".....#######", border="shore", edges=harbours)))
    assert gate.cells == (10,), "the larger part of the sea has no interior"


def ships_reach(body: SeaBody, lost: set[int]) -> set[int]:
    """The undiscovered spaces that ships reach when some are lost, step by step over the board."""
    facts = Facts(body)
    found: set[int] = set()
    ahead = [cell for cell in facts.starts if cell not in lost]
    while ahead:
        cell = ahead.pop()
        if cell in found:
            continue
        found.add(cell)
        shape = facts.shapes[cell]
        for side in range(4):
            other = facts.neighbors[cell * 4 + side]
            if other < 0 or other in lost or (shape and shape[side] != "."):
                continue
            beyond = facts.shapes[other]
            if not beyond or beyond[(side + 2) % 4] == ".":
                ahead.append(other)
    return found & set(facts.open)


@given(bodies(5))
def test_a_chokepoint_closes_off_more_than_itself_and_none_is_narrower(body: SeaBody) -> None:
    everything = ships_reach(body, set())
    for problem in chokepoints(Facts(body)):
        assert len(problem.cells) <= MAX_WIDTH
        remaining = ships_reach(body, set(problem.cells))
        closed = everything - remaining - set(problem.cells)
        assert len(closed) > MAX_WIDTH
        for many in range(len(problem.cells)):
            for fewer in combinations(sorted(everything), many):
                lost = everything - ships_reach(body, set(fewer)) - set(fewer)
                assert not lost >= closed - set(fewer) or not closed - set(fewer)


# The checks of both games: their own problems, and layouts without errors, which can be played


BOTH = ("entdecker", "neue_entdecker")
EVENTS = {"entdecker": OLD_EVENTS, "neue_entdecker": NEW_EVENTS}
both = pytest.mark.parametrize("slug", BOTH)
UNTOUCHED = ["sector.count"]  # the codes of a new layout


def body_of(slug: str, **values: Any) -> Any:
    return load(slug).body.parse(with_values(slug, values))


def codes_of(slug: str, body: Any) -> list[str]:
    return [problem.code for problem in load(slug).checks.check(body)]


def problem_of(slug: str, body: Any, code: str) -> Problem:
    (problem,) = [problem for problem in load(slug).checks.check(body) if problem.code == code]
    return problem


def is_fixed(slug: str, problem: Problem) -> bool:
    assert problem.fix is not None
    return problem.code not in codes_of(slug, problem.fix.body)


@both
def test_a_new_layout_has_no_problems_and_the_result_is_cached(slug: str) -> None:
    game = load(slug)
    blank = game.editing.blank()
    assert codes_of(slug, blank) == UNTOUCHED
    assert game.checks.verify(blank, CancelToken(60)) == []
    assert game.checks.check(blank) is game.checks.check(blank)
    copy = game.body.parse(game.body.to_plain(blank))
    assert game.checks.check(copy) == game.checks.check(blank)


ERRORS: list[tuple[str, str, Any, str, str]] = [
    ("entdecker", "tiles.3.events", {"pirates": 2}, "event.class", "“Pirates”, which is not allowed for class 4."),
    (
        "entdecker",
        "tiles.0.events",
        {"hostile": 1},
        "event.class",
        "“Hostile natives”, which is not allowed for class 1.",
    ),
    ("entdecker", "events.gold", [2, 3], "event.class", "1 hidden “cove” has the event “Gold find”"),
    ("entdecker", "tiles.0.hidden", -1, "tiles.negative", "has −1 “sea”"),
    ("entdecker", "tiles.3.sorted", -999, "tiles.negative", "has −999 “"),
    ("entdecker", "tiles.3.events", {"pirates": -2}, "tiles.negative", "has −2 “"),
    ("entdecker", "spinner", [], "spinner.no_faces", "no faces"),
    ("entdecker", "spinner", [3, -2], "spinner.negative", "the face −2"),
    ("entdecker", "units.scout.count", -1, "units.negative", "−1 scouts"),
    ("entdecker", "units.fort.cost", -3, "units.negative_price", "price of forts is −3"),
    ("entdecker", "units", {n: {"cost": 1, "count": 0} for n in ("scout", "fort", "settlement")}, "units.none", ""),
    ("entdecker", "gold.start", -1, "gold.negative", "starting gold is −1"),
    ("entdecker", "gold.cap", -1, "gold.negative", "gold limit of a seat is −1"),
    ("entdecker", "gold.find", -1, "gold.negative", "gold find is −1"),
    ("entdecker", "gold.cap", 0, "gold.no_room", "can hold no gold,"),
    ("entdecker", "chips.2", -4, "chips.negative", "−4 plant chips of value 2"),
    ("entdecker", "ruins", -1, "ruins.negative", "−1 points"),
    ("neue_entdecker", "tiles.1.hidden", -2, "tiles.negative", "has −2 “cape”. The number must be 0 or more."),
    ("neue_entdecker", "tiles.1.sorted", -2, "tiles.negative", "has −2 “cape”. The number must be 0 or more."),
    ("neue_entdecker", "tiles.1.events", {"gold": -2}, "tiles.negative", "has −2 “cape”"),
    ("neue_entdecker", "jungle.tokens", {"5": 3, "10": 3}, "jungle.tokens_short", ""),
    ("neue_entdecker", "jungle.tokens", {"5": 0}, "jungle.tokens_short", ""),
    *(("neue_entdecker", f"units.scout.count.{seats}", 2, "units.few_scouts", "") for seats in ("2", "3", "4")),
]
WARNINGS: list[tuple[str, str, Any, str, str]] = [
    ("entdecker", "units.fort.cost", 13, "units.too_dear", "13 gold for forts"),
    ("entdecker", "gold.start", 13, "gold.over_cap", "13 gold, but can hold only 12."),
    ("entdecker", "tiles.5.bonus", 5, "bonus.unscored", "bonus of 5"),
]


@pytest.mark.parametrize(
    ("slug", "place", "value", "code", "words", "severity"),
    [*((*row, ERROR) for row in ERRORS), *((*row, WARNING) for row in WARNINGS)],
)
def test_a_wrong_value_has_a_problem_with_a_field_and_a_fix(
    slug: str, place: str, value: Any, code: str, words: str, severity: Severity
) -> None:
    body = body_of(slug, **{place: value})
    problem = problem_of(slug, body, code)
    assert problem.severity is severity and words in problem.message and problem.message.endswith(".")
    assert problem.field in {field.key for section in load(slug).editing.form(body, -1) for field in section.fields}
    assert is_fixed(slug, problem)


@pytest.mark.parametrize(
    ("slug", "values", "code", "severity", "words"),
    [
        ("entdecker", {"piles": 12}, "sector.count", INFO, "70 spaces"),
        ("entdecker", {"spinner": [0, 0]}, "spinner.nothing", WARNING, ""),
        ("entdecker", {"personal": [1, 1]}, "personal.short", INFO, "take 8 tiles of class 1"),
        ("entdecker", {"chips": {}}, "chips.none", INFO, ""),
        ("neue_entdecker", {"tiles.0.events": {"storm": 100}}, "set.events_over", WARNING, ""),
        ("neue_entdecker", {"jungle.dot": 6}, "jungle.no_dot", WARNING, ""),
        ("neue_entdecker", {"jungle.eye": 6}, "jungle.no_eye", WARNING, "5"),
        ("neue_entdecker", {"jungle.dot": 3, "jungle.eye": 1}, "jungle.eye_first", WARNING, ""),
        ("neue_entdecker", {"die": ["wheel"]}, "die.wheel_only", WARNING, ""),
    ],
)
def test_an_odd_value_has_a_problem(
    slug: str, values: dict[str, Any], code: str, severity: Severity, words: str
) -> None:
    problem = problem_of(slug, body_of(slug, **values), code)
    assert problem.severity is severity and words in problem.message
    assert problem.field in ("", *values)


@pytest.mark.parametrize(
    ("slug", "values"),
    [
        ("entdecker", {"units.scout.count": 0, "units.settlement.count": 0}),
        ("entdecker", {"spinner": [0, 2]}),
        ("neue_entdecker", {"jungle.eye": 5}),
        ("neue_entdecker", {"gold.start": 0}),  # the die helps
        *(("neue_entdecker", {f"units.scout.count.{seats}": 3}) for seats in ("2", "3", "4")),
    ],
)
def test_a_value_at_its_limit_has_no_problem(slug: str, values: dict[str, Any]) -> None:
    assert codes_of(slug, body_of(slug, **values)) == UNTOUCHED


def test_a_first_expedition_without_enough_gold() -> None:
    border = dict.fromkeys(("north", "east", "south", "west"), "open 2")

    def spun(start: int, spinner: list[int]) -> SeaBody:
        body: SeaBody = body_of("entdecker", border=border, **{"gold.start": start, "spinner": spinner})
        return body

    problem = problem_of("entdecker", spun(0, [1, 2]), "gold.no_first_turn")
    assert "costs 3 gold, and a seat has at most 2." in problem.message and is_fixed("entdecker", problem)
    border = dict.fromkeys(border, "open 1")
    problem = problem_of("entdecker", spun(0, [0, 1]), "gold.no_first_turn")
    assert "costs 2 gold, and a seat has at most 1." in problem.message and is_fixed("entdecker", problem)
    border = dict.fromkeys(border, "open 2")
    assert "gold.no_first_turn" not in codes_of("entdecker", spun(0, [1, 3]))
    assert "gold.no_first_turn" not in codes_of("entdecker", spun(3, [-1]))  # a negative face is a problem of its own
    poor = body_of("neue_entdecker", **{"gold.start": 0, "gold.roll_below": 0})
    problem = problem_of("neue_entdecker", poor, "gold.no_first_turn")
    assert problem.severity is WARNING and is_fixed("neue_entdecker", problem)


@pytest.mark.parametrize(("slug", "field", "enough"), [("entdecker", "piles", 5), ("neue_entdecker", "stacks", 6)])
def test_empty_draw_stacks(slug: str, field: str, enough: int) -> None:
    def hidden(count: int) -> Any:
        raw = plain(slug)
        for kind in raw["tiles"]:
            kind["hidden"] = 0
            kind.pop("events", None)
        raw["tiles"][0]["hidden"] = count
        return load(slug).body.parse(raw)

    assert problem_of(slug, hidden(0), "set.no_hidden").severity is ERROR
    problem = problem_of(slug, hidden(4), "set.empty_stack")
    assert problem.severity is ERROR and problem.field == field and is_fixed(slug, problem)
    assert not [code for code in codes_of(slug, hidden(enough)) if code.startswith("set.")]


def test_a_box_of_negative_counts_only() -> None:
    game, raw = load("neue_entdecker"), plain("neue_entdecker")
    for kind in raw["tiles"]:
        kind["hidden"] = kind["sorted"] = -999
        kind["events"] = {"storm": -999}
    body = game.body.parse(raw)
    found = codes_of("neue_entdecker", body)
    assert found.count("tiles.negative") == 3 * len(raw["tiles"]) and "set.no_hidden" in found
    assert [problem.code for problem in game.checks.verify(body, CancelToken(30))] == ["board.incompletable"]
    fields = {problem.field for problem in game.checks.check(body) if problem.code == "tiles.negative"}
    names = [kind["name"] for kind in raw["tiles"]]
    assert fields == {f"{count}:{name}" for count in ("hidden", "sorted", "event storm") for name in names}
    notes = {field.key: field.value for section in game.editing.form(body, -1) for field in section.fields}
    assert notes["note.tiles"] == "0"


def test_ships_of_entdecker_start_on_a_lake_in_the_middle() -> None:
    """T8: ships start on any discovered sea, so that all around a laid sea tile is within reach."""
    raw = plain("entdecker")
    raw["legend"] = {"┼": {"tile": "inland"}, "~": {"tile": "sea"}}
    raw["border"] = dict.fromkeys(raw["border"], "coast")
    raw["tiles"][5]["sorted"] = 16
    found = []
    for middle in ("┼.~.┼", "┼...┼"):
        raw["spaces"] = ["┼┼┼┼┼", "┼...┼", middle, "┼...┼", "┼┼┼┼┼"]
        found.append(codes_of("entdecker", load("entdecker").body.parse(raw)))
    assert not {"space.unreachable", "border.closed", "space.none"} & set(found[0]) and "border.closed" in found[1]


FALLS = {"5": {"tile": "waterfall +5"}, "X": {"tile": "waterfall +10"}}


@st.composite
def raw_bodies(draw: st.DrawFn, slug: str) -> dict[str, Any]:
    """Any body that has the right shape, odd boxes included."""
    raw = plain(slug)
    legend = {symbol: laid for symbol, laid in LEGEND.items() if symbol != "5"} | (FALLS if slug == BOTH[1] else {})
    columns, rows = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    symbol = st.sampled_from([*"........##~~~~", *legend])
    raw["spaces"] = ["".join(draw(st.lists(symbol, min_size=columns, max_size=columns))) for _row in range(rows)]
    raw["legend"] = legend
    edges = st.sampled_from(("open 0", *EDGE_KINDS))
    raw["border"] = {side: draw(edges) for side in raw["border"]}
    if draw(st.booleans()):
        return raw
    small = draw(st.sampled_from([st.integers(0, 3), st.integers(-2, 3)]))
    for kind in raw["tiles"]:
        kind["hidden"], kind["sorted"] = draw(small), draw(small)
        kind["events"] = {event: draw(small) for event in EVENTS[slug]}
    number = st.integers(-2, 14) if slug == "entdecker" else st.integers(1, 99)
    raw["gold"] = {key: draw(number) for key in raw["gold"]}
    if slug == "entdecker":
        raw["events"] = {event: draw(st.lists(st.integers(1, 6), max_size=6)) for event in EVENTS[slug]}
        raw["piles"] = draw(st.integers(1, 12))
        raw["spinner"] = draw(st.lists(number, max_size=5))
        for unit in raw["units"].values():
            unit["cost"], unit["count"] = draw(number), draw(st.integers(-1, 4))
        raw["chips"] = {str(value): draw(st.integers(-1, 4)) for value in (1, 3, 99)}
        raw["ruins"] = draw(number)
        raw["personal"] = draw(st.lists(st.integers(1, 6), max_size=6))
        return raw
    raw["stacks"] = draw(st.integers(1, 12))
    raw["die"] = draw(st.lists(st.sampled_from([*range(1, 10), "wheel"]), min_size=1, max_size=12))
    for unit in raw["units"].values():
        unit["cost"] = draw(st.integers(0, 99))
        unit["count"] = {seats: draw(st.integers(0, 30)) for seats in ("2", "3", "4")}
    raw["jungle"]["paths"] = draw(st.lists(st.integers(1, 12), min_size=1, max_size=12))
    raw["jungle"]["dot"], raw["jungle"]["eye"] = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    raw["jungle"]["tokens"] = {str(value): draw(st.integers(0, 9)) for value in (1, 20, 99)}
    return raw


@both
@given(st.data())
def test_any_layout_of_a_game_can_be_checked_and_verified(slug: str, data: st.DataObject) -> None:
    game = load(slug)
    body = game.body.parse(data.draw(raw_bodies(slug)))
    assert game.body.parse(game.body.to_plain(body)) == body
    problems = game.checks.check(body)
    severities = [problem.severity for problem in problems]
    assert problems and severities == sorted(severities, reverse=True)
    keys = {field.key for section in game.editing.form(body, -1) for field in section.fields}
    for problem in problems:
        assert problem.message.endswith(".") and "{" not in problem.message and "  " not in problem.message
        assert not problem.field or problem.field in keys
        if problem.fix is not None:
            assert problem.fix.body != body
            assert game.body.parse(game.body.to_plain(problem.fix.body)) == problem.fix.body
    for problem in game.checks.verify(body, CancelToken(30)):
        assert problem.code in ("board.incompletable", "board.undecided", "space.gate")


@both
@given(st.data(), st.integers(2, 4), st.integers(0, 1 << 30))
def test_a_layout_without_errors_can_be_played_to_its_end(
    slug: str, data: st.DataObject, seats: int, seed: int
) -> None:
    """The checks also know the spaces that are filled before the first turn (T8)."""
    game = load(slug)
    body: Any = game.body.parse(data.draw(raw_bodies(slug)))
    for _round in range(30):  # fix errors, so that most bodies can be played
        errors = [problem for problem in game.checks.check(body) if problem.severity is ERROR]
        if not errors or errors[0].fix is None:
            break
        body = errors[0].fix.body
    if has_errors(tuple(game.checks.check(body))):
        return
    rng = Rng(seed)
    options: Options = {
        option.key: seed % prime == 1 for option, prime in zip(game.info.options, (2, 3, 5), strict=False)
    }
    state: Any = game.rules.start(game.body.build(body), seats, options)
    facts = Facts(body, from_any_sea=slug == "entdecker")
    assert {cell for cell in facts.open if state.laid[cell] < 0} == set(facts.open) - facts.gaps
    for _step in range(20_000):
        if state.to_move == OVER:
            return
        state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))
    pytest.fail("the match does not end")
