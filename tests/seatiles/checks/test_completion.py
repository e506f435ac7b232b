"""Can a board be completed? The proof against brute force, and the reasons it gives."""

from __future__ import annotations

import threading
from itertools import product
from time import process_time

import pytest
from hypothesis import assume, given, strategies as st

from studio.core.cancellation import Cancelled, CancelToken
from studio.core.problems import Severity
from studio.seatiles.body import Laid, SeaBody, contents
from studio.seatiles.checks.completion import class_supply, complete, verify_completable
from studio.seatiles.facts import Facts
from tests.helpers import body_after
from tests.seatiles.sea_bodies import TILES, bodies, sea

CLASS = {0: 1, 1: 2, 2: 2, 4: 2, 8: 2, 3: 3, 6: 3, 12: 3, 9: 3, 5: 4, 10: 4, 7: 5, 14: 5, 13: 5, 11: 5, 15: 6}
STEP = ((0, -1), (1, 0), (0, 1), (-1, 0))


def facts(body: SeaBody) -> tuple[list[tuple[int, int]], dict[tuple[int, int], int]]:
    """Open spaces as (column, row), and the edges that are given: (column, row, side) packed → 1 land, 0 sea."""
    rows, columns = len(body.spaces), len(body.spaces[0])
    cells = contents(body)
    shapes = {kind.name: kind.shape for kind in body.tiles}
    border = (body.border.north, body.border.east, body.border.south, body.border.west)
    given_edges: dict[tuple[int, int], int] = {}
    spaces = [(x, y) for y in range(rows) for x in range(columns) if cells[y * columns + x] == "."]
    for x, y in spaces:
        for side, (dx, dy) in enumerate(STEP):
            inside = 0 <= x + dx < columns and 0 <= y + dy < rows
            other = cells[(y + dy) * columns + x + dx] if inside else "#"
            if isinstance(other, Laid):
                letter = shapes[other.tile][(side + 2 - other.turn) % 4]
                given_edges[y * columns + x, side] = int(letter != ".")
            elif other == "#":
                name = f"{chr(65 + x)}{y + 1} {('north', 'east', 'south', 'west')[side]}"
                given_edges[y * columns + x, side] = int(body.edges.get(name, border[side]) == "coast")
    return spaces, given_edges


def can_be_completed(body: SeaBody, supply: list[int]) -> bool:
    """Try every way to lay land or sea on the free edges."""
    columns = len(body.spaces[0])
    spaces, fixed = facts(body)
    inner = [(y * columns + x, side) for x, y in spaces for side in (1, 2) if (y * columns + x, side) not in fixed]
    for choice in product((0, 1), repeat=len(inner)):
        land = dict(fixed)
        for (cell, side), what in zip(inner, choice, strict=True):
            land[cell, side] = what
            land[cell + (1 if side == 1 else columns), (side + 2) % 4] = what
        used = [0] * 7
        for x, y in spaces:
            used[CLASS[sum(land[y * columns + x, side] << side for side in range(4))]] += 1
        if all(used[cls] <= supply[cls] for cls in range(1, 7)):
            return True
    return False


@given(bodies(3), st.lists(st.sampled_from((0, 0, 1, 1, 2, 3, 9)), min_size=6, max_size=6))
def test_the_proof_agrees_with_brute_force(body: SeaBody, counts: list[int]) -> None:
    supply = [0, *counts]
    answer = complete(Facts(body), CancelToken(20), supply)
    assert (answer.filling is not None) == can_be_completed(body, supply)
    if answer.filling is not None:
        used = [0] * 7
        for mask in answer.filling.values():
            used[CLASS[mask]] += 1
        assert all(used[cls] <= supply[cls] for cls in range(1, 7))


@given(bodies(3), st.lists(st.integers(0, 2), min_size=6, max_size=6))
def test_the_reason_suffices(body: SeaBody, counts: list[int]) -> None:
    """With more tiles of the short classes than there are spaces the board can be completed, or others run short."""
    supply = [0, *counts]
    facts = Facts(body)
    answer = complete(facts, CancelToken(20), supply)
    assume(answer.filling is None)
    assert answer.short and answer.cells and set(answer.cells) <= set(facts.open)
    plenty = [count if cls in answer.short else 99 for cls, count in enumerate(supply)]
    assert complete(facts, CancelToken(20), plenty).filling is None, (
        "the classes named are enough for the contradiction"
    )


@given(bodies(4))
def test_a_filling_matches_everything_around_it(body: SeaBody) -> None:
    answer = complete(Facts(body), CancelToken(20), [0] + [99] * 6)
    assert answer.filling is not None
    columns = len(body.spaces[0])
    spaces, fixed = facts(body)
    for x, y in spaces:
        cell = y * columns + x
        for side in range(4):
            land = answer.filling[cell] >> side & 1
            if (cell, side) in fixed:
                assert land == fixed[cell, side]
            else:
                dx, dy = STEP[side]
                assert land == answer.filling[cell + dx + dy * columns] >> (side + 2) % 4 & 1


def test_kinds_with_equal_edges_are_pooled_and_bonus_tiles_do_not_count() -> None:
    tiles = (
        {"name": "bend", "shape": "aa..", "hidden": 1, "sorted": 2},
        {"name": "capes", "shape": ".ab.", "events": {}, "sorted": 3},
        {"name": "falls", "shape": "aaaa", "sorted": 2, "bonus": 5},
    )
    assert class_supply(Facts(sea("..", "..", tiles=tiles))) == [0, 0, 0, 6, 0, 0, 0]


def test_laid_tiles_come_out_of_the_sorted_ones() -> None:
    assert class_supply(Facts(sea("~.", "..")))[1] == 9


def test_a_board_that_can_be_completed_gives_no_problem() -> None:
    assert verify_completable(sea("...", "..."), CancelToken(20)) == []


def test_too_few_tiles_of_a_forced_class_are_named_with_their_spaces() -> None:
    tiles = tuple({**tile, "hidden": 0, "sorted": 0} if tile["name"] == "cove" else tile for tile in TILES)
    (problem,) = verify_completable(sea("╶.╴", ".╵.", tiles=tiles), CancelToken(20))
    assert problem.code == "board.incompletable" and problem.severity is Severity.WARNING
    assert problem.cells == (1,) and "B1" in problem.message and "class 5" in problem.message
    assert problem.fix is not None
    assert verify_completable(body_after(problem.fix, SeaBody), CancelToken(20)) == []


def test_nothing_is_said_about_a_board_whose_edges_do_not_match() -> None:
    (problem,) = verify_completable(sea("┼.", ".."), CancelToken(20))
    assert (problem.code, problem.severity) == ("board.undecided", Severity.INFO)


def test_no_time_is_told_as_undecided() -> None:
    (problem,) = verify_completable(sea("....", "....", "....", "...."), CancelToken(0.0))
    assert (problem.code, problem.severity) == ("board.undecided", Severity.INFO)


def test_a_proof_stops_when_its_time_is_up() -> None:
    facts, supply = Facts(sea(*["." * 24] * 24)), [0, 96, 96, 96, 96, 96, 96]
    with pytest.raises(Cancelled):  # no time, no verdict
        complete(facts, CancelToken(0.0), supply)
    patient = complete(facts, CancelToken(60), supply)
    assert patient.filling is not None, "the same board is decided when there is time"


HARD = [0, 200, 20, 20, 20, 20, 297]
"""A supply with which a solver would be at work for hours on 24 × 24."""


def test_a_proof_keeps_its_budget() -> None:
    facts, begun = Facts(sea(*["." * 24] * 24)), process_time()
    with pytest.raises(Cancelled):
        complete(facts, CancelToken(0.5), HARD)
    assert process_time() - begun < 0.5 * 1.2  # of the processor's time, which a busy machine does not lengthen


def test_a_solver_at_work_is_interrupted() -> None:
    facts, patience = Facts(sea(*["." * 24] * 24)), CancelToken()
    timer = threading.Timer(0.1, patience.cancel)
    timer.start()
    with pytest.raises(Cancelled):
        complete(facts, patience, HARD)
    timer.join()


@pytest.mark.parametrize("border", ["open 0", "coast"])
def test_a_needed_tile_too_few_is_found_by_counting_land(border: str) -> None:
    # Nothing but capes fits a pair of spaces; with an odd number of land edges to go round it cannot work out.
    supply = [0, 0, 4, 0, 0, 0, 0] if border == "open 0" else [0, 0, 0, 0, 0, 3, 1]
    body = sea("..", "..", border=border)
    assert (complete(Facts(body), CancelToken(20), supply).filling is not None) == can_be_completed(body, supply)
