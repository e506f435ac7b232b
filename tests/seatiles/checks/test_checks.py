"""Quick checks of a sea, and its chokepoints."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given

from studio.core.problems import ERROR, INFO, WARNING, Problem
from studio.seatiles.body import SeaBody
from studio.seatiles.checks import MAX_WIDTH, check_sea, chokepoints
from studio.seatiles.facts import Facts
from tests.seatiles.sea_bodies import TILES, bodies, sea


def found(body: SeaBody, code: str) -> list[Problem]:
    return [problem for problem in check_sea(body) if problem.code == code]


def only(body: SeaBody, code: str) -> Problem:
    (problem,) = found(body, code)
    return problem


def mended(problem: Problem) -> SeaBody:
    assert problem.fix is not None
    assert isinstance(problem.fix.body, SeaBody)
    return problem.fix.body


def tiles(name: str, **changes: Any) -> tuple[dict[str, Any], ...]:
    """The tile set with one kind changed."""
    return tuple({**tile, **changes} if tile["name"] == name else tile for tile in TILES)


OPEN = ("....", "....", "....", "....")


def test_an_open_sea_has_one_sector_and_nothing_wrong() -> None:
    (problem,) = check_sea(sea(*OPEN))
    assert (problem.code, problem.severity) == ("sector.count", INFO)
    assert "16" in problem.message


def test_problems_come_worst_first() -> None:
    severities = [problem.severity for problem in check_sea(sea("┼..~", "....", "~.~.", ".~.."))]
    assert severities == sorted(severities, reverse=True) and len(set(severities)) > 1


def test_edges_that_do_not_match_are_shown_on_both_tiles() -> None:
    problem = only(sea("....", ".╶~.", "....", "...."), "edge.mismatch")
    assert problem.severity is ERROR
    assert problem.cells == (5, 6) and problem.edges == ((5, 1), (6, 3))
    assert "B2" in problem.message and "C2" in problem.message


def test_a_mismatch_is_mended_by_turning_first() -> None:
    body = mended(only(sea("....", ".╶~.", "....", "...."), "edge.mismatch"))
    assert body.spaces[1] == ".╵~."
    assert not found(body, "edge.mismatch")


def test_a_mismatch_that_no_turn_mends_is_mended_by_another_tile() -> None:
    problem = only(sea("....", ".┼~.", "....", "...."), "edge.mismatch")
    assert problem.fix is not None and not problem.fix.safe
    assert not found(mended(problem), "edge.mismatch")


def test_each_of_many_mismatches_is_told_at_its_place() -> None:
    rows = ["~┼" * 4, "┼~" * 4] * 4
    problems = found(sea(*rows, border="shore"), "edge.mismatch")
    pairs = {(8 * row + column, 8 * row + column + 1) for row in range(8) for column in range(7)}
    pairs |= {(8 * row + column, 8 * row + column + 8) for row in range(7) for column in range(8)}
    messages = [(*sorted(problem.cells),) for problem in problems]
    assert sorted(messages) == sorted(pairs), "all edges inside, each once"
    assert all({cell for cell, _side in problem.edges} == set(problem.cells) for problem in problems)
    assert 0 < sum(problem.fix is not None for problem in problems) < 12, "a repair is a whole body"
    assert len({problem.cause for problem in problems}) == 1 and problems[0].cause


def test_each_of_many_gaps_is_told_at_its_place() -> None:
    border = {"north": "shore", "east": "open 0", "south": "shore", "west": "shore"}
    gaps = found(sea(*["~.~.~.~.~...", ".~.~.~.~.~.."] * 4, border=border), "gap.enclosed")
    alone = [12 * row + column for row in range(8) for column in range(9) if (row + column) % 2]
    assert sorted(problem.cells for problem in gaps) == [(cell,) for cell in alone] and len(alone) == 36


@pytest.mark.parametrize(("border", "symbol"), [("open 1", "╵"), ("shore", "╵"), ("coast", "~")])
def test_a_tile_must_match_the_border(border: str, symbol: str) -> None:
    rows = [f".{symbol}..", "....", "....", "...."]
    body = sea(*rows, border={"north": border, "east": "open 0", "south": "open 0", "west": "open 0"})
    problem = only(body, "border.mismatch")
    assert problem.severity is ERROR and problem.cells == (1,) and problem.edges == ((1, 0),)
    assert not found(mended(problem), "border.mismatch")


def test_a_tile_that_fits_in_no_turn_gets_another_border() -> None:
    problem = only(sea(".├..", "....", "....", "....", edges={"B1 north": "shore"}), "border.mismatch")
    assert mended(problem).spaces[0] != ".├.." or mended(problem).edges == {"B1 north": "coast"}
    all_round = only(sea(".┼..", "....", "....", "...."), "border.mismatch")
    assert mended(all_round).edges == {"B1 north": "coast"}


def test_a_void_space_is_border_too() -> None:
    problem = only(sea("....", ".#╴.", "....", "...."), "border.mismatch")
    assert problem.cells == (6,) and problem.edges == ((6, 3),)


@pytest.mark.parametrize(
    "rows", [("....", ".5~.", "....", "...."), ("....", ".5#.", "....", "...."), ("5...", *OPEN[1:])]
)
def test_a_bonus_tile_lies_neither_beside_sea_nor_border_nor_void(rows: tuple[str, ...]) -> None:
    problems = found(sea(*rows), "bonus.beside_sea")
    assert problems and all(problem.severity is ERROR for problem in problems)
    assert not found(sea(*rows), "edge.mismatch") and not found(sea(*rows), "border.mismatch")


def test_a_bonus_that_nobody_can_win_is_told() -> None:
    ringed = sea("....╷.", "..╶5╴.", "...╵..", "......")  # the north of D2 is open yet
    assert not found(ringed, "bonus.islandless")
    complete = sea("...╷..", "..╶5╴.", "...╵..", "......")
    problem = only(complete, "bonus.islandless")
    assert problem.severity is WARNING and 9 in problem.cells
    assert not found(complete, "island.complete")
    assert not found(mended(problem), "bonus.islandless")


def test_a_bonus_that_only_fillers_complete_cannot_be_won() -> None:
    body = sea("..~╷~.", ".~.5╴.", "..~╵~.", "......")  # C2 is enclosed: a filler closes the island at once
    problem = only(body, "bonus.islandless")
    assert "fillers" in problem.message
    assert found(body, "gap.enclosed")


def test_an_island_complete_from_the_start_is_told() -> None:
    problem = only(sea("....", ".╶╴.", "....", "...."), "island.complete")
    assert problem.severity is WARNING and problem.cells == (5, 6)
    assert not found(mended(problem), "island.complete")


def test_an_island_on_a_coast_may_be_complete() -> None:
    body = sea(
        "╵...", "....", "....", "....", border={"north": "coast", "east": "open 0", "south": "open 0", "west": "open 0"}
    )
    assert only(body, "island.complete").cells == (0,)


def test_an_enclosed_space_is_told_and_its_filler_laid() -> None:
    problem = only(sea(".....", "..~..", ".~.~.", "..~..", "....."), "gap.enclosed")
    assert problem.severity is WARNING and problem.cells == (12,) and "C3" in problem.message
    assert mended(problem).spaces[2] == ".~~~."


def test_an_enclosed_space_without_filler_becomes_void() -> None:
    body = sea(".....", "..╷..", ".~.~.", "..~..", ".....", tiles=tiles("cape", sorted=1))
    problem = only(body, "gap.enclosed")
    after = mended(problem)
    assert after.spaces[2] == ".~#~."
    assert after.edges == {"C2 south": "coast"}, "the tile above keeps a border that matches its land"
    assert not [p for p in check_sea(after) if p.severity is ERROR]


def test_a_group_behind_land_is_never_reached() -> None:
    body = sea("......", ".┌┴┴┐.", ".┤..├.", ".└┬┬┘.", "......", tiles=tiles("cove", sorted=9))
    problem = only(body, "space.unreachable")
    assert problem.severity is WARNING and problem.cells == (14, 15)
    assert mended(problem).spaces[2] == ".┤##├."
    assert not [p for p in check_sea(mended(problem)) if p.severity is ERROR]


def test_a_sealed_lake_counts_as_unreachable() -> None:
    """T8: a chain over the seas of discovered tiles, too, must start at the border."""
    body = sea(".......", ".┌┴┴┴┐.", ".┤~..├.", ".└┬┬┬┘.", ".......", tiles=tiles("cove", sorted=9))
    assert only(body, "space.unreachable").cells == (17, 18)


def test_ships_pass_straits() -> None:
    body = sea("......", ".┌┴─┐.", ".┤..├.", ".└┬┬┘.", "......", tiles=tiles("cove", sorted=9))
    assert not found(body, "space.unreachable")


def test_a_group_at_a_closed_border_is_mended_by_opening_it() -> None:
    body = sea("..~..", "..~..", "..~..", border="shore", edges={"A1 north": "open 2"})
    assert not found(body, "space.unreachable"), "over the sea tiles ships come to the east"
    walled = sea("..┤..", "..┤..", "..┤..", border="shore", edges={"A1 north": "open 2", "C1 north": "coast"})
    problem = only(walled, "space.unreachable")
    assert problem.cells == (3, 4, 8, 9, 13, 14)
    assert not found(mended(problem), "space.unreachable")
    assert mended(problem).spaces == walled.spaces


def test_a_closed_border_cannot_be_played() -> None:
    problem = only(sea(*OPEN, border="shore"), "border.closed")
    assert problem.severity is ERROR
    assert not found(mended(problem), "border.closed")


def test_something_must_be_left_to_discover() -> None:
    assert only(sea("~~", "~~"), "space.none").severity is ERROR
    assert only(sea("##", "##"), "space.none").severity is ERROR
    assert only(sea(".~", "~~"), "space.none").severity is ERROR


def test_sectors_are_counted_and_measured() -> None:
    assert "2" in only(sea("..~.", "..~.", "..~.", "..~."), "sector.count").message
    assert "8, 4" in only(sea("..~.", "..~.", "..~.", "..~."), "sector.count").message


def test_cut_spaces_are_told_together_with_what_they_part() -> None:
    problem = only(sea("..~..", "..~..", ".....", "..~..", "..~.."), "space.cut")
    assert problem.severity is INFO
    assert problem.cells == (11, 12, 13)
    assert "C3 (10 + 10)" in problem.message and "B3" in problem.message


def test_an_isthmus_is_a_tile_set_error() -> None:
    problem = only(sea(*OPEN, tiles=tiles("strait", shape="a.a.")), "tile.isthmus")
    assert problem.severity is ERROR and problem.field == "shape:strait"
    assert not found(mended(problem), "tile.isthmus")


def test_an_isthmus_over_another_land_is_parted_too() -> None:
    problem = only(sea(*OPEN, tiles=tiles("cove", shape="aba.")), "tile.isthmus")
    assert next(kind.shape for kind in mended(problem).tiles if kind.name == "cove") == "abc."


@pytest.mark.parametrize(("shape", "mendable"), [("....", False), ("a.b.", False), ("ab..", True), ("aabb", True)])
def test_a_bonus_tile_carries_one_land(shape: str, mendable: bool) -> None:
    problem = only(sea(*OPEN, tiles=tiles("falls", shape=shape)), "tile.bonus_lands")
    assert problem.severity is ERROR
    assert (problem.fix is not None) == mendable
    if mendable:
        assert not found(mended(problem), "tile.bonus_lands")


def test_a_bonus_tile_is_never_drawn() -> None:
    problem = only(sea(*OPEN, tiles=tiles("falls", hidden=3)), "tile.bonus_hidden")
    assert problem.severity is WARNING
    assert not found(mended(problem), "tile.bonus_hidden")


def test_a_kind_without_tiles_is_told() -> None:
    assert only(sea(*OPEN, tiles=tiles("cape", hidden=0, sorted=0)), "tile.unused").severity is INFO


def test_more_tiles_laid_than_the_box_has() -> None:
    problem = only(sea("~~..", "....", "....", "....", tiles=tiles("sea", sorted=1)), "tiles.preplaced")
    assert problem.severity is ERROR and problem.cells == (0, 1) and problem.field == "sorted:sea"
    assert not found(mended(problem), "tiles.preplaced")


def test_too_few_tiles_for_the_spaces() -> None:
    few = tuple({**tile, "hidden": 1, "sorted": 0} for tile in TILES)
    assert only(sea(*OPEN, tiles=few), "tiles.too_few").severity is WARNING


def test_too_few_tiles_of_a_class_that_spaces_can_only_take() -> None:
    body = sea("╶.╴", ".╵.", tiles=tiles("cove", hidden=0, sorted=0))
    problem = only(body, "tiles.too_few")
    assert problem.cells == (1,) and "class 5" in problem.message
    assert not found(mended(problem), "tiles.too_few")


def test_too_many_tiles_of_a_class() -> None:
    (problem,) = [
        p for p in found(sea("..", "..", tiles=tiles("cove", hidden=5)), "tiles.too_many") if "class 5" in p.message
    ]
    assert problem.severity is INFO, "no space in a corner of the sea takes three land edges"


@given(bodies())
def test_no_body_makes_the_checks_fail(body: SeaBody) -> None:
    count = len(body.spaces) * len(body.spaces[0])
    for problem in check_sea(body):
        assert problem.message.endswith(".") and "{" not in problem.message
        assert all(0 <= cell < count for cell in problem.cells)
        assert all(0 <= cell < count and 0 <= side < 4 for cell, side in problem.edges)
        if problem.fix is not None:
            assert problem.fix.body != body, "a repair changes something"
            assert problem.fix.label and "{" not in problem.fix.label


@given(bodies())
def test_a_safe_repair_removes_no_tile(body: SeaBody) -> None:
    laid = [cell for cell, shape in enumerate(Facts(body).shapes) if shape]
    for problem in check_sea(body):
        if problem.fix is not None and problem.fix.safe:
            after = Facts(mended(problem))
            assert all(after.shapes[cell] for cell in laid)


@given(bodies())
def test_turning_a_tile_leaves_fewer_edges_that_do_not_match(body: SeaBody) -> None:
    def wrong(one: SeaBody) -> int:
        facts = Facts(one)
        edges = [(cell, side) for cell, shape in enumerate(facts.shapes) if shape for side in range(4)]
        expected = [(facts.required_edge(*edge), facts.shapes[edge[0]][edge[1]] != ".") for edge in edges]
        return sum(want is not None and bool(want) != land for want, land in expected)

    for problem in check_sea(body):
        if problem.fix is not None and problem.fix.label.startswith("Turn"):
            assert wrong(mended(problem)) < wrong(body)


# Narrow places: found where few spaces lead into the heart of a sector, by trying all of them here


HARBOURS = {"C1 north": "open 0", "D1 north": "open 1"}


def test_two_harbours_are_a_gate() -> None:
    (problem,) = chokepoints(Facts(sea(*["......"] * 5, border="shore", edges=HARBOURS)))
    assert problem.code == "space.gate" and problem.cells == (2, 3)
    assert "C1, D1" in problem.message


def test_a_neck_of_the_sea_is_a_gate() -> None:
    (problem,) = chokepoints(
        Facts(sea("......", "##..##", "......", "......", "......", border="shore", edges={"A1 west": "open 0"}))
    )
    assert problem.cells in ((0,), (1,)), "one harbour is narrower than the neck"
    wide = sea("......", "##..##", "......", "......", "......", border={
        "north": "open 0", "east": "shore", "south": "shore", "west": "shore"},
        edges={f"{c}3 north": "shore" for c in "ABEF"})  # fmt: skip
    (neck,) = chokepoints(Facts(wide))
    assert neck.cells == (8, 9)


def test_an_open_sea_has_no_gate() -> None:
    assert list(chokepoints(Facts(sea(*["......"] * 5)))) == []


def test_discovered_sea_is_no_gate_for_it_stays_open() -> None:
    body = sea("......", "##~~##", "......", "......", "......", border={
        "north": "open 0", "east": "shore", "south": "shore", "west": "shore"},
        edges={f"{c}3 north": "shore" for c in "ABEF"})  # fmt: skip
    assert [problem.cells for problem in chokepoints(Facts(body))] == [(14, 15)], (
        "the spaces south of the strait are it"
    )


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
def test_a_gate_closes_off_more_than_itself_and_none_is_narrower(body: SeaBody) -> None:
    everything = ships_reach(body, set())
    for problem in chokepoints(Facts(body)):
        assert len(problem.cells) <= MAX_WIDTH
        saved = ships_reach(body, set(problem.cells))
        closed = everything - saved - set(problem.cells)
        assert len(closed) > MAX_WIDTH
        for many in range(len(problem.cells)):
            for fewer in combinations(sorted(everything), many):
                lost = everything - ships_reach(body, set(fewer)) - set(fewer)
                assert not lost >= closed - set(fewer) or not closed - set(fewer)
