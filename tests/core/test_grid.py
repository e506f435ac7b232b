"""Grids of squares and hexagons: cells, names, neighbours, boxes."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from studio.core.grid import EAST, NORTH, SOUTH, WEST, Grid, HexGrid, SquareGrid, column_name, neighbors
from studio.core.picture import edge_target, target_edge

GRID = SquareGrid(12, 8)
sizes = st.tuples(st.integers(1, 30), st.integers(1, 30))


def test_cells_run_row_by_row_from_the_north_west_and_neighbours_are_beyond_their_sides() -> None:
    assert [GRID.cell(x, y) for x, y in ((0, 0), (11, 0), (0, 1), (12, 0), (-1, 3), (0, 8))] == [0, 11, 12, -1, -1, -1]
    assert (GRID.count, GRID.coords(95)) == (96, (11, 7))
    middle = GRID.cell(5, 4)
    sides = {NORTH: (5, 3), EAST: (6, 4), SOUTH: (5, 5), WEST: (4, 4)}
    assert all(GRID.neighbor(middle, side) == GRID.cell(x, y) for side, (x, y) in sides.items())
    assert GRID.neighbor(0, NORTH) == GRID.neighbor(0, WEST) == -1
    assert sorted(neighbors(GRID, 0)) == [1, 12]
    assert GRID.corners(GRID.cell(2, 1)) == ((2, 1), (3, 1), (3, 2), (2, 2)), "side s runs from corner s to the next"
    assert (GRID.width, GRID.height, GRID.sides) == (12.0, 8.0, 4)


@given(sizes, st.data())
def test_neighbours_centre_and_name_lead_back_to_a_cell(size: tuple[int, int], data: st.DataObject) -> None:
    grids = (SquareGrid(*size), HexGrid(*size), HexGrid(*size, shifted_odd=False))
    cell = data.draw(st.integers(0, grids[0].count - 1))
    for grid in grids:
        for side in range(grid.sides):
            other = grid.neighbor(cell, side)
            assert other < 0 or grid.neighbor(other, (side + grid.sides // 2) % grid.sides) == cell
        assert grid.cell_at(*grid.center(cell)) == grid.cell_named(grid.name(cell)) == cell


def test_names_are_a_letter_and_a_number() -> None:
    assert (GRID.name(0), GRID.name(GRID.cell(4, 3))) == ("A1", "E4")
    assert [column_name(column) for column in (0, 25, 26, 27, 51, 52)] == ["A", "Z", "AA", "AB", "AZ", "BA"]
    for name in ("", "E", "4", "e4", "E0", "Z1", "E9", "E4x", "Ä4", "ABCD1", "E4444", "E-1"):
        assert GRID.cell_named(name) == -1, name


def test_points_off_the_grid_are_in_no_cell() -> None:
    assert GRID.cell_at(-0.01, 2) == GRID.cell_at(12, 2) == GRID.cell_at(3, 8.5) == -1
    assert GRID.cell_at(11.99, 7.99) == 95


def test_a_box_holds_all_cells_between_two_corners() -> None:
    one, other = GRID.cell(3, 4), GRID.cell(1, 5)
    cells = [GRID.cell(column, row) for row in (4, 5) for column in (1, 2, 3)]
    assert GRID.box(one, other) == GRID.box(other, one) == cells
    assert GRID.box(one, one) == [one]


@given(st.integers(0, 10_000), st.integers(0, 7))
def test_edge_targets_give_back_cell_and_side(cell: int, side: int) -> None:
    assert target_edge(edge_target(cell, side)) == (cell, side)
    assert edge_target(cell, side) > 10_000  # never taken for a cell


# Hexagons. The oracles know only the centres: half a hexagon east in every second row, √3/2 apart.

hexes = st.builds(HexGrid, st.integers(1, 9), st.integers(1, 9), st.booleans())


def centres(grid: HexGrid) -> list[tuple[float, float]]:
    """Return the centres of all cells, computed independently."""
    shift = [0.0, 0.5] if grid.shifted_odd else [0.5, 0.0]
    return [
        (0.5 + column + shift[row % 2], 1 / math.sqrt(3) + row * math.sqrt(3) / 2)
        for row in range(grid.rows)
        for column in range(grid.columns)
    ]


def near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return math.dist(one, other) < 1e-9


@given(hexes)
def test_hexagons_are_in_shifted_rows_and_neighbours_one_width_away(grid: HexGrid) -> None:
    places = centres(grid)
    assert grid.count == len(places)
    for cell, (x, y) in enumerate(places):
        assert near(grid.center(cell), (x, y))
        for side in range(6):
            bearing = math.radians(60 * side - 60)  # clockwise from the east, as y grows southward
            goal = (x + math.cos(bearing), y + math.sin(bearing))
            assert grid.neighbor(cell, side) == next((n for n, p in enumerate(places) if near(p, goal)), -1)


@given(hexes)
def test_side_s_of_a_hexagon_runs_from_corner_s_to_the_next(grid: HexGrid) -> None:
    for cell, (x, y) in enumerate(centres(grid)):
        corners = grid.corners(cell)
        assert len(corners) == grid.sides == 6
        assert all(math.isclose(math.dist(corner, (x, y)), 1 / math.sqrt(3)) for corner in corners)
        for side, (one, other) in enumerate(pairwise((*corners, corners[0]))):
            bearing = math.radians(60 * side - 60)
            middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
            assert near(middle, (x + math.cos(bearing) / 2, y + math.sin(bearing) / 2))


@given(hexes, st.floats(-0.2, 1.2), st.floats(-0.2, 1.2))
def test_a_point_is_in_the_hexagon_with_the_nearest_centre(grid: HexGrid, across: float, down: float) -> None:
    point = (across * grid.width, down * grid.height)
    # a hexagon is all that is nearer to its centre than to any other on an endless chart: add cells all round
    fenced = [(x - 2, y - math.sqrt(3)) for x, y in centres(HexGrid(grid.columns + 4, grid.rows + 4, grid.shifted_odd))]
    ranked = sorted((math.dist(place, point), place) for place in fenced)
    if ranked[1][0] - ranked[0][0] < 1e-9:
        return  # on a border, either is right
    expected = next((cell for cell, place in enumerate(centres(grid)) if near(place, ranked[0][1])), -1)
    assert grid.cell_at(*point) == expected


@given(hexes)
def test_the_size_of_a_hexagon_grid_is_that_of_its_corners(grid: HexGrid) -> None:
    corners = [corner for cell in range(grid.count) for corner in grid.corners(cell)]
    assert math.isclose(grid.width, max(x for x, _y in corners))
    assert math.isclose(grid.height, max(y for _x, y in corners))


@given(hexes)
def test_hexagons_are_named_like_squares_by_column_and_row(grid: HexGrid) -> None:
    squares = SquareGrid(grid.columns, grid.rows)
    for cell in range(grid.count):
        assert grid.name(cell) == squares.name(cell)
        assert grid.cell_named(grid.name(cell)) == cell
        assert grid.cell(*grid.coords(cell)) == cell
        assert grid.box(0, cell) == squares.box(0, cell)
    assert grid.cell_named("A99") == grid.cell(-1, 0) == grid.cell(0, grid.rows) == -1


@pytest.mark.parametrize(
    ("name", "expected"),
    [("E4", ["F3", "F4", "F5", "E5", "D4", "E3"]), ("E5", ["E4", "F5", "E6", "D6", "D5", "D4"])],  # row 4 is shifted
)
def test_a_hexagon_touches_its_six_neighbours(name: str, expected: list[str]) -> None:
    grid = HexGrid(18, 11)
    assert [grid.name(grid.neighbor(grid.cell_named(name), side)) for side in range(6)] == expected


@given(hexes, st.integers(0, 3), st.data())
def test_around_a_hexagon_are_the_cells_within_so_many_steps(grid: HexGrid, rings: int, data: st.DataObject) -> None:
    cell = data.draw(st.integers(0, grid.count - 1))
    # rings on an endless chart: steps over cells off the grid count too
    places = centres(HexGrid(grid.columns + 8, grid.rows + 8, grid.shifted_odd))
    start = (grid.center(cell)[0] + 4, grid.center(cell)[1] + 2 * math.sqrt(3))
    reached = {number for number, place in enumerate(places) if near(place, start)}
    for _ring in range(rings):
        reached |= {n for n, p in enumerate(places) if any(math.dist(p, places[one]) < 1.01 for one in reached)}
    chart = [(x + 4, y + 2 * math.sqrt(3)) for x, y in centres(grid)]
    expected = [n for n, p in enumerate(chart) if any(near(p, places[one]) for one in reached)]
    assert grid.around(cell, rings) == expected


@given(sizes, st.integers(0, 3), st.data())
def test_around_a_square_includes_corner_neighbours(size: tuple[int, int], rings: int, data: st.DataObject) -> None:
    grid = SquareGrid(*size)
    cell = data.draw(st.integers(0, grid.count - 1))
    x, y = grid.coords(cell)
    places = [grid.coords(one) for one in range(grid.count)]
    assert grid.around(cell, rings) == [n for n, (a, b) in enumerate(places) if max(abs(a - x), abs(b - y)) <= rings]


@pytest.mark.parametrize(
    ("grid", "counts"),
    [(HexGrid(9, 9), [1, 7, 19]), (HexGrid(9, 9, shifted_odd=False), [1, 7, 19]), (SquareGrid(9, 9), [1, 9, 25])],
)
def test_complete_rings(grid: Grid, counts: list[int]) -> None:
    assert [len(grid.around(40, rings)) for rings in (0, 1, 2)] == counts
