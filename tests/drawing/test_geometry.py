"""Outlines, sheets, symmetries, and moving, rotating and mirroring cells and edges."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

import pytest

from studio.core.grid import Grid, HexGrid, SquareGrid, flood_fill
from studio.core.picture import Outline, circle, edge_target, rectangle
from studio.drawing.geometry import (
    CORNERS,
    INWARD,
    MIDDLES,
    OUTWARD,
    axis_for,
    cells_between,
    compass_side,
    contains_point,
    line_cells,
    map_outline,
    mirror,
    move_outline,
    move_target,
    oval,
    pivot_for,
    ray_cells,
    rotate_point,
    scale_outline,
    shift,
    side_point,
    turn,
)
from studio.drawing.pen import margin, scale_bars, torn_outline
from studio.drawing.symmetry import Axes, Symmetry, axes_of, image_targets, symmetries


def flat(outline: Outline) -> list[float]:
    return [value for point in outline for value in point]


def test_handles_move_with_their_points() -> None:
    ring = circle(0, 0, 1)
    assert flat(move_outline(ring, 2, 3)) == pytest.approx(flat(circle(2, 3, 1)))
    assert flat(scale_outline(ring, 2, 3, 4, 4)) == pytest.approx(flat(circle(2, 3, 4)))
    assert map_outline(ring, lambda x, y: (x + 2, y + 3)) == move_outline(ring, 2, 3)
    xs, ys = zip(*(point[-2:] for point in oval(1, 2, 3, 0.5)), strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == (-2, 4, 1.5, 2.5)


def test_contains_point_works_for_concave_polygons() -> None:
    hook = ((0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (0, 1))
    for x, y, is_inside in ((0.5, 0.5, True), (2.5, 2.5, True), (1, 2, False), (-1, 0.5, False), (2.5, 4, False)):
        assert contains_point(hook, x, y) is is_inside


def test_sides_run_clockwise_from_the_north() -> None:
    for side in range(4):
        (mx, my), (dx, dy) = MIDDLES[side], INWARD[side]
        assert side_point(side, 0.5, 0) == (mx, my) and side_point(side, 1, 0) == CORNERS[side]
        assert side_point(side, 0.5, 0.25) == (mx + dx * 0.25, my + dy * 0.25)
        assert (dx + OUTWARD[side][0], dy + OUTWARD[side][1]) == (0, 0)
        assert rotate_point(MIDDLES[0], side) == MIDDLES[side]


def test_a_torn_sheet_stays_close_to_its_rectangle() -> None:
    edge = torn_outline(6, 4, 0.3, 5, Random(1), lambda step: 0.1 if step else 0.0)
    assert len(edge) == 2 * (33 + 23)
    assert all(
        contains_point(margin(6, 4, 0.31), *point) and not contains_point(margin(6, 4, 0.19), *point) for point in edge
    )
    assert margin(6, 4, 0.5) == rectangle(-0.5, -0.5, 7, 5)


def test_scale_bars_alternate_around_the_board() -> None:
    light, dark = scale_bars(3, 2, 0.5, 0.1, 0.02, 2)
    assert len(light) + len(dark) == 2 * (8 + 6)
    north = sorted(bar for bar in (*light, *dark) if bar[0][1] == pytest.approx(-0.58) and bar[0][1] == bar[1][1])
    assert north[0][0][0] == -0.5 and north[-1][1][0] == 3.5
    assert all(one[1][0] == other[0][0] for one, other in pairwise(north))


# Symmetries and moves on squares and hexagons


GRIDS = [SquareGrid(7, 6), HexGrid(7, 5), HexGrid(7, 6, shifted_odd=False)]
grids = pytest.mark.parametrize("grid", GRIDS, ids=["squares", "hexagons", "even hexagons"])


def image_target(grid: Grid, symmetry: Symmetry, target: int) -> int:
    """The one other place of a target; itself without symmetry."""
    return image_targets(grid, symmetry, target)[0] if symmetry is not Symmetry.NONE else target


@grids
def test_the_middle_is_its_own_image_and_images_come_back(grid: Grid) -> None:
    for symmetry in (Symmetry.LEFT_RIGHT, Symmetry.TOP_BOTTOM, Symmetry.POINT):
        paired = 0
        for cell in range(grid.count):
            for target in (cell, *(edge_target(cell, side) for side in range(grid.sides))):
                other = image_target(grid, symmetry, target)
                if other >= 0:
                    paired += 1
                    assert image_target(grid, symmetry, other) == target
        assert paired > grid.count, symmetry
    assert image_targets(grid, Symmetry.NONE, 3) == []


@grids
def test_the_images_of_an_image_are_the_same_places(grid: Grid) -> None:
    assert len(symmetries(grid)) == (6 if grid.sides == 4 else 7)
    for symmetry in symmetries(grid):
        whole = 0
        for cell in range(grid.count):
            for target in (cell, *(edge_target(cell, side) for side in range(grid.sides))):
                orbit = {target, *image_targets(grid, symmetry, target)}
                if -1 not in orbit:
                    whole += 1
                    assert all({place, *image_targets(grid, symmetry, place)} == orbit for place in orbit), symmetry
        assert whole > grid.sides, symmetry


def test_rotational_images() -> None:
    square = SquareGrid(6, 6)
    orbit = image_targets(square, Symmetry.QUARTERS, square.cell_named("B1"))
    assert [square.name(cell) for cell in orbit] == ["F2", "E6", "A5"]
    sides = image_targets(square, Symmetry.QUARTERS, edge_target(square.cell_named("B1"), 0))
    assert sides == [edge_target(square.cell_named(name), side) for name, side in (("F2", 1), ("E6", 2), ("A5", 3))]
    both = image_targets(square, Symmetry.BOTH, square.cell_named("B1"))
    assert [square.name(cell) for cell in both] == ["E1", "B6", "E6"]
    wide = SquareGrid(8, 5)
    assert axes_of(wide, Symmetry.QUARTERS).middle in ((3.5, 2.5), (4, 2), (4, 3), (4.5, 2.5))
    hexes = HexGrid(7, 7)
    middle = axes_of(hexes, Symmetry.SIXTHS).middle
    hub = next(cell for cell in range(hexes.count) if hexes.center(cell) == middle)
    assert hexes.name(hub) == "D4"
    ring = [hexes.neighbor(hub, side) for side in range(6)]
    for start in range(6):
        found = image_targets(hexes, Symmetry.SIXTHS, ring[start])
        assert found == [ring[(start + step) % 6] for step in range(1, 6)]
    corner = axes_of(hexes, Symmetry.THIRDS).middle
    assert corner is not None
    around = [cell for cell in range(hexes.count) if math.dist(hexes.center(cell), corner) < 0.6]
    for cell in around:
        assert {cell, *image_targets(hexes, Symmetry.THIRDS, cell)} == set(around)


def test_reflected_images_on_squares() -> None:
    grid = SquareGrid(7, 6)
    pairs = {
        Symmetry.LEFT_RIGHT: ("B2", "F2", 1, 3),
        Symmetry.TOP_BOTTOM: ("B2", "B5", 0, 2),
        Symmetry.POINT: ("B2", "F5", 1, 3),
    }
    for symmetry, (name, image, side, image_side) in pairs.items():
        cell, other = grid.cell_named(name), grid.cell_named(image)
        assert image_target(grid, symmetry, cell) == other
        assert image_target(grid, symmetry, edge_target(cell, side)) == edge_target(other, image_side)


@grids
def test_a_full_turn_is_the_identity_and_neighbours_stay_neighbours(grid: Grid) -> None:
    middle = grid.cell_at(grid.width / 2, grid.height / 2)
    group = [middle, *(grid.neighbor(middle, side) for side in range(grid.sides))]
    pivot = pivot_for(grid, group)
    cells = group
    for _turn in range(grid.sides):
        cells = [move_target(grid, cell, turn(pivot, 360 / grid.sides)) for cell in cells]
        assert sorted(cells) == sorted(group), "a ring turns into itself"
    assert cells == group
    once = [move_target(grid, cell, turn(pivot, 360 / grid.sides)) for cell in group]
    assert once == [middle, *(grid.neighbor(middle, (side + 1) % grid.sides) for side in range(grid.sides))]


def test_a_square_of_four_turns_in_place_and_a_pair_about_one_of_its_cells() -> None:
    grid = SquareGrid(7, 6)
    four = grid.box(grid.cell_named("C3"), grid.cell_named("D4"))
    assert pivot_for(grid, four) == (3, 3)
    pair = grid.box(grid.cell_named("C3"), grid.cell_named("D3"))
    turned = [move_target(grid, cell, turn(pivot_for(grid, pair), 90)) for cell in pair]
    assert {grid.coords(cell)[0] for cell in turned} in ({2}, {3}), "upright now, and still where it was"


@grids
def test_moves_that_miss_the_cells_have_no_target(grid: Grid) -> None:
    assert move_target(grid, 8, shift(0.4, 0)) == -1
    assert move_target(grid, 0, shift(-1, 0)) == -1
    assert move_target(grid, 8, shift(1, 0)) == 9


@grids
def test_a_fast_stroke_leaves_no_holes(grid: Grid) -> None:
    for cell in range(grid.count):
        way = line_cells(grid, 0, cell)
        assert (way[0], way[-1]) == (0, cell)
        for one, other in pairwise(way):
            assert math.dist(grid.center(one), grid.center(other)) < 1.5
    assert cells_between(grid, (-3, -3), (-2, -3)) == []


@grids
def test_flood_fill(grid: Grid) -> None:
    assert flood_fill(grid, 0, lambda _cell: True) == list(range(grid.count))
    assert flood_fill(grid, 0, lambda _cell: False) == [0]


def test_mirror_axes_of_hexagons_give_most_cells_an_image() -> None:
    odd = HexGrid(7, 5)  # three whole rows, two shifted ones: the mirror is that of the three
    assert axes_of(odd, Symmetry.LEFT_RIGHT) == Axes(3.5)
    assert image_target(odd, Symmetry.LEFT_RIGHT, odd.cell_named("A1")) == odd.cell_named("G1")
    assert image_target(odd, Symmetry.LEFT_RIGHT, odd.cell_named("A2")) == odd.cell_named("F2")
    assert image_target(odd, Symmetry.LEFT_RIGHT, odd.cell_named("G2")) == -1
    assert image_target(odd, Symmetry.TOP_BOTTOM, odd.cell_named("B2")) == odd.cell_named("B4")
    assert image_target(odd, Symmetry.POINT, odd.cell_named("A1")) == odd.cell_named("G5")
    even = HexGrid(7, 6)  # a half turn takes every whole row onto a shifted one
    assert image_target(even, Symmetry.POINT, even.cell_named("A1")) == even.cell_named("G6")
    assert all(image_target(even, Symmetry.POINT, cell) == even.count - 1 - cell for cell in range(even.count))
    top = [image_target(even, Symmetry.TOP_BOTTOM, even.cell_named(name)) for name in ("B1", "B2", "B6")]
    assert sorted(even.name(cell) if cell >= 0 else "" for cell in top) in (["", "B4", "B5"], ["B2", "B5", "B6"])


@grids
def test_edges_go_with_their_cells_to_the_other_side(grid: Grid) -> None:
    for cell in range(grid.count):
        image = image_target(grid, Symmetry.POINT, cell)
        for side in range(grid.sides):
            other = image_target(grid, Symmetry.POINT, edge_target(cell, side))
            assert other == (-1 if image < 0 else edge_target(image, (side + grid.sides // 2) % grid.sides))


@grids
@pytest.mark.parametrize("upright", [True, False])
def test_a_group_mirrored_twice_is_where_it_was(grid: Grid, upright: bool) -> None:
    middle = grid.cell_at(grid.width / 2, grid.height / 2)
    near = [middle, *(grid.neighbor(middle, side) for side in range(grid.sides))]
    groups = [near[:1], *([middle, other] for other in near[1:]), near[:4], near]
    for group in groups:
        cells = group
        for _time in range(2):
            move = mirror(axis_for(grid, cells, upright), upright)
            cells = [move_target(grid, cell, move) for cell in cells]
            assert min(cells) >= 0
        assert cells == group


def test_a_walk_north_over_hexagons_keeps_its_column() -> None:
    grid = HexGrid(7, 5)
    for bearing, goal in ((0, "D1"), (2, "D5"), (1, "G3"), (3, "A3")):
        cell = grid.cell_named("D3")
        while grid.neighbor(cell, compass_side(grid, cell, bearing)) >= 0:
            cell = grid.neighbor(cell, compass_side(grid, cell, bearing))
        assert grid.name(cell) == goal
    squares = SquareGrid(7, 6)
    assert [compass_side(squares, 8, bearing) for bearing in range(4)] == [0, 1, 2, 3]


@grids
def test_a_ray_runs_straight_over_one_kind_of_side(grid: Grid) -> None:
    start = grid.cell_at(grid.width / 2, grid.height / 2)
    for side in range(grid.sides):
        cells = [start]
        while grid.neighbor(cells[-1], side) >= 0:
            cells.append(grid.neighbor(cells[-1], side))
        for place, cell in enumerate(cells):
            x, y = grid.center(cell)
            assert ray_cells(grid, start, (x + 0.1, y - 0.1)) == cells[: place + 1]
    assert ray_cells(grid, start, (grid.width + 50, grid.center(start)[1]))[-1] == grid.cell(6, grid.coords(start)[1])


def test_lines_of_hexagons_are_short() -> None:
    grid = HexGrid(7, 5)
    for one in range(grid.count):
        for other in range(grid.count):
            way = line_cells(grid, one, other)
            assert all(math.isclose(math.dist(grid.center(a), grid.center(b)), 1) for a, b in pairwise(way))
            reached, steps = {one}, 0
            while other not in reached:
                reached |= {grid.neighbor(cell, side) for cell in reached for side in range(6)} - {-1}
                steps += 1
            assert len(way) == steps + 1
