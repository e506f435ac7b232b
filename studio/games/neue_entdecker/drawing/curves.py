"""Smooth lines through points, and places at even distances along them: hut paths and the serpent's back."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from studio.core.grid import Point
from studio.core.picture import Outline

_STEPS = 12


def smooth(points: Sequence[Point], tension: float = 1 / 6) -> Outline:
    """A Catmull–Rom spline through all points as one open outline of cubic arcs."""
    ends = [points[0], *points, points[-1]]
    outline: list[tuple[float, ...]] = [tuple(points[0])]
    for before, start, end, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        outline.append(
            (
                start[0] + (end[0] - before[0]) * tension,
                start[1] + (end[1] - before[1]) * tension,
                end[0] - (after[0] - start[0]) * tension,
                end[1] - (after[1] - start[1]) * tension,
                end[0],
                end[1],
            )
        )
    return tuple(outline)


def polyline(outline: Outline) -> list[Point]:
    """Points close together along an outline."""
    found: list[Point] = [(outline[0][0], outline[0][1])]
    for step in outline[1:]:
        x0, y0 = found[-1]
        if len(step) == 2:
            found.append((step[0], step[1]))
            continue
        x1, y1, x2, y2, x3, y3 = step
        for index in range(1, _STEPS + 1):
            t = index / _STEPS
            u = 1 - t
            a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            found.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return found


def length(points: Sequence[Point]) -> float:
    """The length of a line of points."""
    return sum(math.dist(one, other) for one, other in pairwise(points))


def place_at(points: Sequence[Point], distance: float) -> tuple[float, float, float]:
    """The point at a distance along a line of points, and its direction there in radians."""
    for one, other in pairwise(points):
        step = math.dist(one, other)
        if distance <= step and step > 0:
            t = distance / step
            x, y = one[0] + (other[0] - one[0]) * t, one[1] + (other[1] - one[1]) * t
            return x, y, math.atan2(other[1] - one[1], other[0] - one[0])
        distance -= step
    one, other = points[-2], points[-1]
    return *other, math.atan2(other[1] - one[1], other[0] - one[0])


def spread(points: Sequence[Point], count: int, lead: float, tail: float) -> list[tuple[float, float, float]]:
    """`count` places (x, y, direction) at even distances, `lead` from the start and `tail` from the end of the line."""
    whole = length(points) - lead - tail
    if count == 1:
        return [place_at(points, lead + whole / 2)]
    return [place_at(points, lead + whole * index / (count - 1)) for index in range(count)]
