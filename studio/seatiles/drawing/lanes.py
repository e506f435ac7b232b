"""The routes on a tile as they are drawn: dashed lines from its sea edges to the circle in its open water (T3)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from studio.core.grid import Point
from studio.core.picture import Outline, Path, circle
from studio.core.text import wordless
from studio.drawing.pen import bezier, towards
from studio.drawing.square import INWARD, MIDDLES, turned

_DASH, _GAP = 0.062, 0.050


def circle_place(edges: int) -> Point:
    """Where the circle lies in which the routes of a tile meet, by its edge mask (T3)."""
    land = [side for side in range(4) if edges >> side & 1]
    if len(land) == 1:
        return turned((0.5, 0.715), land[0])
    if len(land) == 2 and (land[1] - land[0]) % 2:
        first = land[0] if land[1] - land[0] == 1 else land[1]
        return turned((0.265, 0.735), first)
    if len(land) == 3:
        (sea,) = (side for side in range(4) if not edges >> side & 1)
        return turned((0.5, 0.79), (sea - 2) % 4)
    return 0.5, 0.5


@wordless
@lru_cache(maxsize=8192)
def lanes_of(x: int, y: int, edges: int, cell: int, quiet: bool) -> tuple[Path, ...]:
    """Dashed routes from the middles of the sea edges to the circle, and the circle with its rose."""
    if edges == 15:
        return ()
    far = "_far" if quiet else ""
    px, py = circle_place(edges)
    px, py = x + px, y + py
    radius = 0.066 if edges == 0 else 0.080
    dashes: list[Outline] = []
    for side in range(4):
        if edges >> side & 1:
            continue
        mouth = (x + MIDDLES[side][0], y + MIDDLES[side][1])
        dashes.extend(_dashes(_lane(mouth, INWARD[side], (px, py)), radius + 0.028))
    long, short = radius * 0.74, radius * 0.20
    rose = tuple(towards(px, py, short if i % 2 else long, i * math.pi / 4) for i in range(8))
    return (
        Path(f"route{far}", tuple(dashes), cell, closed=False),
        Path(f"route_ring{far}", (circle(px, py, radius),), cell),
        Path(f"route_rose{far}", (rose,), cell),
    )


def _lane(mouth: Point, inward: Point, goal: Point) -> list[Point]:
    """The way from the middle of an edge, square to it, to the circle."""
    far = math.dist(mouth, goal)
    ahead = (mouth[0] + inward[0] * far * 0.55, mouth[1] + inward[1] * far * 0.55)
    near = (goal[0] + (ahead[0] - goal[0]) * 0.45, goal[1] + (ahead[1] - goal[1]) * 0.45)
    return bezier(mouth, ahead, near, goal, 25)


def _dashes(points: Sequence[Point], stop: float) -> list[Outline]:
    """A way cut into dashes, half a dash at its start (the other half is the neighbour's), none within `stop` of its
    end."""
    lengths = [0.0]
    for one, other in pairwise(points):
        lengths.append(lengths[-1] + math.dist(one, other))
    end = lengths[-1] - stop
    count = max(1, round((end - _DASH / 2) / (_DASH + _GAP)))
    gap = max(0.03, (end - _DASH / 2 - count * _DASH) / count)
    dashes: list[Outline] = []
    start, stop_at = 0.0, _DASH / 2
    for _ in range(count + 1):
        if stop_at > end + 1e-6:
            break
        inner = [p for p, far in zip(points, lengths, strict=True) if start + 1e-6 < far < stop_at - 1e-6]
        dashes.append((_at(points, lengths, start), *inner, _at(points, lengths, stop_at)))
        start, stop_at = stop_at + gap, stop_at + gap + _DASH
    return dashes


def _at(points: Sequence[Point], lengths: Sequence[float], far: float) -> Point:
    """The place a way reaches after some length."""
    for i in range(1, len(points)):
        if lengths[i] >= far:
            t = (far - lengths[i - 1]) / (lengths[i] - lengths[i - 1] or 1.0)
            (ax, ay), (bx, by) = points[i - 1], points[i]
            return ax + (bx - ax) * t, ay + (by - ay) * t
    return points[-1]
