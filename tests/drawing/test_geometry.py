"""Outlines, the unit square and sheets."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from studio.core.picture import Outline, circle, rectangle
from studio.drawing.geometry import (
    CORNERS,
    INWARD,
    MIDDLES,
    OUTWARD,
    contains_point,
    map_outline,
    move_outline,
    oval,
    rotate_point,
    scale_outline,
    side_point,
)
from studio.drawing.pen import margin, scale_bars, torn_outline


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
