"""Ready-made actions: starts by toll, fronts by back, placements in order."""

from __future__ import annotations

from studio.seatiles.rules.chart import Chart, SeaBoard
from tests.seatiles.random_positions import board_on

KINDS = [("sea", "....", 0), ("cape", "a...", 0)]


def board_of(hidden: list[int]) -> SeaBoard:
    """A sea of two by two: toll 0 in the north, 1 in the east, 2 in the south, a shore in the west."""
    return board_on(Chart(2, 2, [False] * 4, [0, 1, 2, 3] * 4, KINDS), hidden, [0, 0], 1, 2)


RIM, TILE, LAY, FRONT = range(4)
"""The kinds of action as `board_on` numbers them."""


def test_border_starts_by_the_gold_that_may_be_spent() -> None:
    board = board_of([1, 0, 0, 2])
    assert board.starts_at_rim(15, 0) == [(RIM, 0, 0), (RIM, 1, 0)]
    assert board.starts_at_rim(15, 1) == [(RIM, 0, 0), (RIM, 1, 0), (RIM, 1, 1), (RIM, 3, 1)]
    assert {(RIM, 2, 2), (RIM, 3, 2)} <= set(board.starts_at_rim(15, 5))
    assert board.starts_at_rim(0b1010, 1) == [(RIM, 1, 0), (RIM, 1, 1), (RIM, 3, 1)], "only where nothing lies yet"
    assert board.start_moves.at(0b1001) == [(TILE, 0), (TILE, 3)]


def test_fronts_by_back_are_the_sorts_in_the_stacks() -> None:
    board = board_of([1, 0, 0, 2])
    assert board.fronts == ([0], [3])
    assert [board.front_moves[index] for index in (0, 3)] == [(FRONT, 0, 0), (FRONT, 1, 1)]


def test_placements_are_those_that_fit_cell_by_cell() -> None:
    board = board_of([1, 0, 0, 2])
    need = bytearray(board.chart.first_need)
    turns = {turn: board.chart.placement_of[1][turn] for turn in range(4)}
    # the border is sea all round, so that a cape's land looks inward
    assert board.placements((2, 1), 1, need) == [
        (LAY, 1, turns[2]),
        (LAY, 1, turns[3]),
        (LAY, 2, turns[0]),
        (LAY, 2, turns[1]),
    ]
    need[1] |= 1 << 2  # sea is found south of B1
    assert board.placements((1,), 1, need) == [(LAY, 1, turns[3])]
    assert board.placements((1,), 0, need) == [(LAY, 1, board.chart.placement_of[0][0])]
