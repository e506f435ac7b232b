"""Lines of a pen: curves meet their ends, steps are even, what lies beside and inside is where it is said to be."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from studio.drawing import pen

WAVE = [(x / 10, math.sin(x / 10)) for x in range(40)]


def test_bearings_go_clockwise_from_the_north() -> None:
    for bearing, place in ((0.0, (1, -1)), (math.pi / 2, (4, 2)), (math.pi, (1, 5))):
        assert pen.point_towards(1, 2, 3, bearing) == pytest.approx(place)


def test_a_curve_runs_from_end_to_end_through_its_middle() -> None:
    points = pen.bezier((0, 0), (0, 1), (1, 1), (1, 0), 5)
    assert points[0] == (0, 0) and points[-1] == (1, 0)
    assert points[2] == pytest.approx((0.5, 0.75))
    assert pen.polyline(((0, 0), (0, 1, 1, 1, 1, 0), (2, 0)))[-2:] == [(1, 0), (2, 0)]


def test_a_smooth_line_passes_through_all_its_points() -> None:
    outline = pen.smooth(WAVE)
    assert [step[-2:] for step in outline] == WAVE


def test_corners_are_cut_off_and_ends_kept() -> None:
    points = pen.round_corners([(0, 0), (1, 0), (1, 1)], 2)
    assert points[0] == (0, 0) and points[-1] == (1, 1) and (1, 0) not in points
    assert min(math.dist(point, (1, 0)) for point in points) > 0.1


def test_steps_are_even() -> None:
    for step in (0.05, 0.3):
        points = pen.resample(WAVE, step)
        assert points[0] == WAVE[0] and points[-1] == WAVE[-1]
        assert all(math.dist(a, b) == pytest.approx(step, rel=0.1) for a, b in pairwise(points))


def test_places_are_spread_along_a_line() -> None:
    line = [(0.0, 0.0), (3.0, 0.0), (3.0, 3.0)]
    assert pen.line_length(line) == 6
    assert pen.point_at(line, 4) == pytest.approx((3, 1, math.pi / 2))
    assert [place[:2] for place in pen.evenly_spaced(line, 3, 1, 1)] == [(1, 0), (3, 0), (3, 2)]
    assert pen.evenly_spaced(line, 1, 0, 2)[0][:2] == (2, 0)


def test_beside_a_line_is_to_the_right_of_its_way() -> None:
    line = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]
    assert [pen.offset_point(line, number, 0.5) for number in range(3)] == [(0, 0.5), (1, 0.5), (2, 0.5)]
    assert pen.extended_ends(tuple(line), 0.25) == ((-0.25, 0), (2.25, 0))


@pytest.mark.parametrize(
    ("start", "way", "span"),
    [
        ((1, 1), (1, 0), (0, 3)),
        ((-2, 1), (1, 0), (2, 6)),
        ((1, 1), (0, -2), (0, 0.5)),
        ((1, 1), (1, 1), (0, 1)),
        ((5, 1), (1, 0), None),
        ((-1, 1), (0, 1), None),
    ],
)
def test_the_part_of_a_line_inside_a_box(
    start: tuple[float, float], way: tuple[float, float], span: tuple[float, float] | None
) -> None:
    assert pen.clip_line(start, way, (0, 0, 4, 2), 0, 9) == span
