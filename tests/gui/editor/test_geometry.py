"""Moving, turning and mirroring cells and edges, on squares and on hexagons alike."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import pytest

from studio.core.game import edge_target
from studio.core.grid import Grid, Point, SquareGrid
from studio.gui.editor.geometry import (
    between,
    cell_centred,
    flood,
    moved_target,
    pivot_for,
    shift,
    straight,
    turn,
)
from studio.gui.editor.symmetry import Symmetry, image_target

ROW = math.sqrt(3) / 2


@dataclass(frozen=True)
class Hexagons:
    """Hexagons with a point to the north, in rows of which every other is half a step to the east."""

    columns: int
    rows: int

    count = property(lambda self: self.columns * self.rows)
    sides = property(lambda self: 6)
    width = property(lambda self: self.columns + 0.5)
    height = property(lambda self: (self.rows - 1) * ROW + 2 / math.sqrt(3))

    def centre(self, cell: int) -> Point:
        row, column = divmod(cell, self.columns)
        return column + 0.5 + 0.5 * (row % 2), row * ROW + 1 / math.sqrt(3)

    def corners(self, cell: int) -> tuple[Point, ...]:
        x, y = self.centre(cell)
        radius = 1 / math.sqrt(3)
        return tuple(
            (x + radius * math.sin(math.radians(60 * k)), y - radius * math.cos(math.radians(60 * k))) for k in range(6)
        )

    def neighbour(self, cell: int, side: int) -> int:
        x, y = self.centre(cell)
        angle = math.radians(30 + 60 * side)
        return cell_centred(self, (x + math.sin(angle), y - math.cos(angle)))

    def cell_at(self, x: float, y: float) -> int:
        near = min(range(self.count), key=lambda cell: math.dist(self.centre(cell), (x, y)))
        return near if math.dist(self.centre(near), (x, y)) <= 0.6 else -1

    def name(self, cell: int) -> str:
        return str(cell)

    def box(self, one: int, other: int) -> list[int]:
        return sorted({one, other})


GRIDS = [SquareGrid(7, 6), Hexagons(7, 5)]
grids = pytest.mark.parametrize("grid", GRIDS, ids=["squares", "hexagons"])


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
    assert image_target(grid, Symmetry.NONE, 3) == 3


def test_images_on_squares_by_hand() -> None:
    grid = SquareGrid(7, 6)
    pairs = {
        Symmetry.LEFT_RIGHT: ("B2", "F2", 1, 3),
        Symmetry.TOP_BOTTOM: ("B2", "B5", 0, 2),
        Symmetry.POINT: ("B2", "F5", 1, 3),
    }
    for symmetry, (name, image, side, image_side) in pairs.items():
        cell, other = grid.named(name), grid.named(image)
        assert image_target(grid, symmetry, cell) == other
        assert image_target(grid, symmetry, edge_target(cell, side)) == edge_target(other, image_side)


@grids
def test_a_full_turn_comes_home_and_neighbours_stay_neighbours(grid: Grid) -> None:
    middle = grid.cell_at(grid.width / 2, grid.height / 2)
    group = [middle, *(grid.neighbour(middle, side) for side in range(grid.sides))]
    pivot = pivot_for(grid, group)
    cells = group
    for _turn in range(grid.sides):
        cells = [moved_target(grid, cell, turn(pivot, 360 / grid.sides)) for cell in cells]
        assert sorted(cells) == sorted(group), "a ring turns into itself"
    assert cells == group
    once = [moved_target(grid, cell, turn(pivot, 360 / grid.sides)) for cell in group]
    assert once == [middle, *(grid.neighbour(middle, (side + 1) % grid.sides) for side in range(grid.sides))]


def test_a_square_of_four_turns_in_place_and_a_pair_about_one_of_its_cells() -> None:
    grid = SquareGrid(7, 6)
    four = grid.box(grid.named("C3"), grid.named("D4"))
    assert pivot_for(grid, four) == (3, 3)
    pair = grid.box(grid.named("C3"), grid.named("D3"))
    turned = [moved_target(grid, cell, turn(pivot_for(grid, pair), 90)) for cell in pair]
    assert {grid.place(cell)[0] for cell in turned} in ({2}, {3}), "upright now, and still where it was"


@grids
def test_moves_that_miss_the_cells_are_refused(grid: Grid) -> None:
    assert moved_target(grid, 8, shift(0.4, 0)) == -1
    assert moved_target(grid, 0, shift(-1, 0)) == -1
    assert moved_target(grid, 8, shift(1, 0)) == 9


@grids
def test_a_fast_stroke_leaves_no_holes(grid: Grid) -> None:
    for cell in range(grid.count):
        way = straight(grid, 0, cell)
        assert (way[0], way[-1]) == (0, cell)
        for one, other in pairwise(way):
            assert math.dist(grid.centre(one), grid.centre(other)) < 1.5
    assert between(grid, (-3, -3), (-2, -3)) == []


@grids
def test_flood(grid: Grid) -> None:
    assert flood(grid, 0, lambda _cell: True) == list(range(grid.count))
    assert flood(grid, 0, lambda _cell: False) == [0]
