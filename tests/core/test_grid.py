"""Square grids: cells, names, neighbours, boxes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.game import edge_target, target_edge
from studio.core.grid import EAST, NORTH, SOUTH, WEST, SquareGrid, column_name, neighbours

GRID = SquareGrid(12, 8)
sizes = st.tuples(st.integers(1, 30), st.integers(1, 30))


def test_cells_run_row_by_row_from_the_north_west() -> None:
    assert GRID.count == 96
    assert GRID.cell(0, 0) == 0
    assert GRID.cell(11, 0) == 11
    assert GRID.cell(0, 1) == 12
    assert GRID.cell(12, 0) == GRID.cell(-1, 3) == GRID.cell(0, 8) == -1
    assert GRID.place(95) == (11, 7)


def test_neighbours_lie_beyond_their_sides() -> None:
    middle = GRID.cell(5, 4)
    assert GRID.neighbour(middle, NORTH) == GRID.cell(5, 3)
    assert GRID.neighbour(middle, EAST) == GRID.cell(6, 4)
    assert GRID.neighbour(middle, SOUTH) == GRID.cell(5, 5)
    assert GRID.neighbour(middle, WEST) == GRID.cell(4, 4)
    assert GRID.neighbour(0, NORTH) == GRID.neighbour(0, WEST) == -1
    assert sorted(neighbours(GRID, 0)) == [1, 12]


@given(sizes, st.data())
def test_going_over_a_side_and_back_ends_where_it_began(size: tuple[int, int], data: st.DataObject) -> None:
    grid = SquareGrid(*size)
    cell = data.draw(st.integers(0, grid.count - 1))
    for side in range(4):
        other = grid.neighbour(cell, side)
        if other >= 0:
            assert grid.neighbour(other, (side + 2) % 4) == cell


@given(sizes, st.data())
def test_a_centre_lies_in_its_cell_and_a_name_finds_it_again(size: tuple[int, int], data: st.DataObject) -> None:
    grid = SquareGrid(*size)
    cell = data.draw(st.integers(0, grid.count - 1))
    assert grid.cell_at(*grid.centre(cell)) == cell
    assert grid.named(grid.name(cell)) == cell


def test_names_are_a_letter_and_a_number() -> None:
    assert GRID.name(0) == "A1"
    assert GRID.name(GRID.cell(4, 3)) == "E4"
    assert [column_name(column) for column in (0, 25, 26, 27, 51, 52)] == ["A", "Z", "AA", "AB", "AZ", "BA"]


@pytest.mark.parametrize("name", ["", "E", "4", "e4", "E0", "Z1", "E9", "E4x", "Ä4", "ABCD1", "E4444", "E-1"])
def test_names_of_no_cell_find_none(name: str) -> None:
    assert GRID.named(name) == -1


def test_points_off_the_grid_are_in_no_cell() -> None:
    assert GRID.cell_at(-0.01, 2) == GRID.cell_at(12, 2) == GRID.cell_at(3, 8.5) == -1
    assert GRID.cell_at(11.99, 7.99) == 95


def test_side_s_runs_from_corner_s_to_the_next() -> None:
    corners = GRID.corners(GRID.cell(2, 1))
    assert corners == ((2, 1), (3, 1), (3, 2), (2, 2))
    assert (GRID.width, GRID.height, GRID.sides) == (12.0, 8.0, 4)


def test_a_box_holds_all_cells_between_two_corners() -> None:
    one, other = GRID.cell(3, 4), GRID.cell(1, 5)
    cells = [GRID.cell(column, row) for row in (4, 5) for column in (1, 2, 3)]
    assert GRID.box(one, other) == GRID.box(other, one) == cells
    assert GRID.box(one, one) == [one]


@given(st.integers(0, 10_000), st.integers(0, 7))
def test_edge_targets_give_back_cell_and_side(cell: int, side: int) -> None:
    assert target_edge(edge_target(cell, side)) == (cell, side)
    assert edge_target(cell, side) > 10_000  # never taken for a cell
