"""What surveys draw: ways with soft corners, numbered discs, steps of heat."""

from __future__ import annotations

from studio.core.grid import SquareGrid
from studio.core.picture import Path, rectangle
from studio.drawing.overlays import (
    HEATS,
    hatching,
    heat_number,
    heat_shapes,
    heat_step,
    numbered_discs,
    overlay_picture,
    path_shapes,
    smooth_corners,
)


def test_a_bent_line_keeps_its_ends_and_leaves_out_its_corner() -> None:
    line = smooth_corners([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)], 0.25, 0.5)
    assert line == ((0.0, 0.0), (0.75, 0.0), (0.875, 0.0, 1.0, 0.125, 1.0, 0.25), (1.0, 1.0))
    assert smooth_corners([(0.0, 0.0), (1.0, 0.0)], 0.25, 0.5) == ((0.0, 0.0), (1.0, 0.0))


def test_heat_goes_from_the_nearest_to_the_farthest() -> None:
    steps = [heat_step(far, 20) for far in range(21)]
    assert steps == sorted(steps) and steps[0] == 0 and steps[-1] == HEATS - 1
    assert heat_number(10, 20, (1.0, 2.0), 0.3).style == "heat_near"
    assert heat_number(11, 20, (1.0, 2.0), 0.3).style == "heat_far"


def test_a_way_lies_over_the_whole_board() -> None:
    way = path_shapes(((0.5, 0.5), (2.5, 0.5)))
    picture = overlay_picture(SquareGrid(4, 3), [*way, *numbered_discs([(1, (2.5, 0.5))], 0.2, 0.3)])
    assert picture.bounds == (0, 0, 4, 3) and len(picture.layers[0].shapes) == 5


def test_the_farther_a_space_the_closer_it_is_hatched() -> None:
    square, hexagon = (
        rectangle(3, 2, 1, 1),
        ((1.0, 0.0), (0.5, 0.9), (-0.5, 0.9), (-1.0, 0.0), (-0.5, -0.9), (0.5, -0.9)),
    )
    for outline in (square, hexagon):
        counts = [len(hatching(outline, density)) for density in range(HEATS)]
        assert counts[0] == 0 and counts == sorted(set(counts))
        xs, ys = [point[0] for point in outline], [point[1] for point in outline]
        for line in hatching(outline, 4):
            (x, y), (u, v) = line
            assert abs(x + y - u - v) < 1e-9 and (x, y) != (u, v), "all of them rise alike"
            assert all(min(xs) <= one <= max(xs) for one in (x, u)) and all(min(ys) <= one <= max(ys) for one in (y, v))
    assert len(hatching(square, 3)) == 6
    beside = {point for line in hatching(rectangle(4, 2, 1, 1), 3) for point in line if point[0] == 4}
    assert beside == {point for line in hatching(square, 3) for point in line if point[0] == 4}, "lines go on"
    drawn = [shape for shape in heat_shapes([(0, square), (5, square)]) if isinstance(shape, Path)]
    assert [shape.style for shape in drawn] == ["heat_0", "heat_5", "hatch_far", "heat_plate_5"]
