"""Lines as a pen draws them: along curves, round corners, in even steps, beside one another; and places along a line.

A line is a row of points; x grows eastward, y southward.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from studio.core.grid import Point
from studio.core.picture import Outline

Line = Sequence[Point]
Box = tuple[float, float, float, float]
"""Left, top, right, foot."""
_STEPS = 12
"""In how many steps a curve of an outline becomes points."""


def towards(x: float, y: float, far: float, bearing: float) -> Point:
    """The place `far` from (x, y) on a bearing, in radians clockwise from the north."""
    return x + far * math.sin(bearing), y - far * math.cos(bearing)


# curves


def bezier(a: Point, b: Point, c: Point, d: Point, count: int) -> list[Point]:
    """`count` points of the cubic Bézier curve from `a` to `d`, both among them."""
    points = []
    for number in range(count):
        t = number / (count - 1)
        s = 1 - t
        p, q, r, u = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        points.append((p * a[0] + q * b[0] + r * c[0] + u * d[0], p * a[1] + q * b[1] + r * c[1] + u * d[1]))
    return points


def smooth(points: Line, tension: float = 1 / 6) -> Outline:
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
    """Points close together along an open outline."""
    found: list[Point] = [(outline[0][0], outline[0][1])]
    for step in outline[1:]:
        if len(step) == 2:
            found.append((step[0], step[1]))
        else:
            x1, y1, x2, y2, x3, y3 = step
            found += bezier(found[-1], (x1, y1), (x2, y2), (x3, y3), _STEPS + 1)[1:]
    return found


def rounded(places: Line, times: int) -> list[Point]:
    """The line through some places with its corners cut off `times` times, its ends kept."""
    points = list(places)
    for _turn in range(times):
        cut = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            cut.append((ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25))
            cut.append((ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75))
        cut.append(points[-1])
        points = cut
    return points


# along a line


def length(points: Line) -> float:
    """The length of a line."""
    return sum(math.dist(one, other) for one, other in pairwise(points))


def resampled(points: Line, step: float) -> list[Point]:
    """The same line in even steps of about that length, its ends kept."""
    lengths = [math.dist(a, b) for a, b in pairwise(points)]
    total = sum(lengths)
    count = max(3, round(total / step))
    found, index, passed = [points[0]], 0, 0.0
    for number in range(1, count):
        want = total * number / count
        while index < len(lengths) - 1 and passed + lengths[index] < want:
            passed += lengths[index]
            index += 1
        part = (want - passed) / (lengths[index] or 1.0)
        (ax, ay), (bx, by) = points[index], points[index + 1]
        found.append((ax + (bx - ax) * part, ay + (by - ay) * part))
    found.append(points[-1])
    return found


def place_at(points: Line, distance: float) -> tuple[float, float, float]:
    """The point at a distance along a line, and its direction there in radians."""
    for one, other in pairwise(points):
        step = math.dist(one, other)
        if distance <= step and step > 0:
            t = distance / step
            x, y = one[0] + (other[0] - one[0]) * t, one[1] + (other[1] - one[1]) * t
            return x, y, math.atan2(other[1] - one[1], other[0] - one[0])
        distance -= step
    one, other = points[-2], points[-1]
    return *other, math.atan2(other[1] - one[1], other[0] - one[0])


def spread(points: Line, count: int, lead: float, tail: float) -> list[tuple[float, float, float]]:
    """`count` places (x, y, direction) at even distances, `lead` from the start and `tail` from the end of the line."""
    whole = length(points) - lead - tail
    if count == 1:
        return [place_at(points, lead + whole / 2)]
    return [place_at(points, lead + whole * index / (count - 1)) for index in range(count)]


# beside and beyond a line


def normal(points: Line, number: int) -> Point:
    """The unit normal of a line at one of its points, to the right of its way."""
    ax, ay = points[max(0, number - 1)]
    bx, by = points[min(len(points) - 1, number + 1)]
    long = math.hypot(bx - ax, by - ay) or 1.0
    return -(by - ay) / long, (bx - ax) / long


def aside(points: Line, number: int, away: float) -> Point:
    """The place `away` beside one point of a line, to the right of its way."""
    nx, ny = normal(points, number)
    return points[number][0] + nx * away, points[number][1] + ny * away


def beyond(line: Outline, far: float) -> tuple[Point, Point]:
    """The places `far` before the start and behind the end of a line, so that strokes of neighbours overlap."""
    (ax, ay), (bx, by) = line[0][:2], line[1][:2]
    (cx, cy), (dx, dy) = line[-1][:2], line[-2][:2]
    one, other = far / (math.hypot(ax - bx, ay - by) or 1.0), far / (math.hypot(cx - dx, cy - dy) or 1.0)
    return (ax + (ax - bx) * one, ay + (ay - by) * one), (cx + (cx - dx) * other, cy + (cy - dy) * other)


def within(start: Point, way: Point, box: Box, low: float, high: float) -> tuple[float, float] | None:
    """From where to where `start + t · way` lies inside a box, for t from `low` to `high` (Liang and Barsky)."""
    left, top, right, foot = box
    for step, near in (
        (-way[0], start[0] - left),
        (way[0], right - start[0]),
        (-way[1], start[1] - top),
        (way[1], foot - start[1]),
    ):
        if abs(step) < 1e-9:
            if near < 0:
                return None
        elif step < 0:
            low = max(low, near / step)
        else:
            high = min(high, near / step)
    return (low, high) if low < high else None
