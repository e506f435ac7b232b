"""What surveys draw: ways with soft corners, numbered discs, steps of heat."""

from __future__ import annotations

from studio.core.grid import SquareGrid
from studio.drawing.survey import HEATS, bent, discs, heat, heat_number, over, voyage


def test_a_bent_line_keeps_its_ends_and_leaves_out_its_corner() -> None:
    line = bent([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)], 0.25, 0.5)
    assert line == ((0.0, 0.0), (0.75, 0.0), (0.875, 0.0, 1.0, 0.125, 1.0, 0.25), (1.0, 1.0))
    assert bent([(0.0, 0.0), (1.0, 0.0)], 0.25, 0.5) == ((0.0, 0.0), (1.0, 0.0))


def test_heat_goes_from_the_nearest_to_the_farthest() -> None:
    steps = [heat(far, 20) for far in range(21)]
    assert steps == sorted(steps) and steps[0] == 0 and steps[-1] == HEATS - 1
    assert heat_number(10, 20, (1.0, 2.0), 0.3).style == "heat_near"
    assert heat_number(11, 20, (1.0, 2.0), 0.3).style == "heat_far"


def test_a_way_lies_over_the_whole_board() -> None:
    way = voyage(((0.5, 0.5), (2.5, 0.5)))
    picture = over(SquareGrid(4, 3), [*way, *discs([(1, (2.5, 0.5))], 0.2, 0.3)])
    assert picture.bounds == (0, 0, 4, 3) and len(picture.layers[0].shapes) == 5
