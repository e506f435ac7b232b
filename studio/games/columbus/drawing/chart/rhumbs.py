"""Compass roses and the rhumb lines between sixteen hidden points of the wind, as portolan charts have them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from studio.core.grid import HexGrid, Point
from studio.core.picture import Outline, Path, Shape, Sprite
from studio.drawing.pen import towards, within
from studio.games.columbus.body import WATER
from studio.games.columbus.drawing.chart.places import Box, scale_of
from studio.games.columbus.drawing.look import ROSE

_POINTS = 16
_PIECE = 3.0
LARGE, SMALL = 2.62, 1.66
"""How high the drawings of the two roses are on a map as wide as the first one, their lilies included."""
_RING = 0.72
"""How wide the ring of a rose is, for a height of 1."""


@lru_cache(maxsize=32)
def roses(grid: HexGrid, tokens: tuple[str, ...], taken: tuple[Box, ...]) -> tuple[tuple[Shape, ...], Point, float]:
    """The roses that find room on open water; the middle and radius of the circle of hidden points."""
    scale = scale_of(grid)
    large, small = LARGE * scale, SMALL * scale
    centre = _free(grid, tokens, large, (grid.width * 0.64, grid.height * 0.88), taken)
    middle = centre or (grid.width * 0.62, grid.height * 0.72)
    radius = 0.464 * max(grid.width, grid.height)
    shapes: list[Shape] = []
    if centre is None:
        return (), middle, radius
    shapes.append(Sprite(ROSE, *centre, large))

    def far(point: Point) -> float:
        return abs(point[0] - grid.width * 0.3) + abs(point[1] - grid.height * 0.2)

    for x, y in sorted(hidden_points(middle, radius), key=far):
        if math.hypot(x - middle[0], y - middle[1]) > large and _is_free(grid, tokens, small, (x, y), taken, 0.5):
            shapes.append(Sprite(ROSE, x, y, small))
            break
    return tuple(shapes), middle, radius


def hidden_points(middle: Point, radius: float) -> tuple[Point, ...]:
    """Sixteen points round the large rose, from the north clockwise."""
    return tuple(towards(*middle, radius, number * math.tau / _POINTS) for number in range(_POINTS))


def _free(grid: HexGrid, tokens: tuple[str, ...], size: float, near: Point, taken: Sequence[Box]) -> Point | None:
    """The corner or middle of spaces nearest to a place where a rose lies on water alone."""
    spots = {point for cell in range(grid.count) for point in (*grid.corners(cell)[:2], grid.centre(cell))}
    for spot in sorted(spots, key=lambda point: (math.hypot(point[0] - near[0], point[1] - near[1]), point)):
        if _is_free(grid, tokens, size, spot, taken):
            return spot
    return None


def _is_free(
    grid: HexGrid, tokens: tuple[str, ...], size: float, spot: Point, taken: Sequence[Box], slack: float = 1.0
) -> bool:
    """Whether a rose there covers open water only: no picture, no land, nothing written."""
    x, y = spot
    r = size * _RING / 2 * (0.86 if slack < 1 else 1.0)
    box = Box(x - r, y - size / 2, x + r, y + r)
    if any(box.meets(other) for other in taken):
        return False
    for ring in (0.0, 0.5, 1.0):
        for number in range(12):
            angle = number * math.tau / 12
            cell = grid.cell_at(x + math.cos(angle) * r * ring, y + math.sin(angle) * r * ring)
            if cell < 0 or tokens[cell] != WATER:
                return False
    return all(0.1 < y + edge < grid.height - 0.1 for edge in (-size / 2, r))


@lru_cache(maxsize=32)
def rhumb_lines(middle: Point, radius: float, box: Box) -> tuple[Shape, ...]:
    """All chords between the hidden points, prolonged to the edge of the chart, in three inks by their bearing."""
    pieces: list[Shape] = []
    points = (*hidden_points(middle, radius), middle)
    seen: set[tuple[int, int]] = set()
    for number, one in enumerate(points):
        for other in points[number + 1 :]:
            angle = math.atan2(other[1] - one[1], other[0] - one[0])
            bearing = round(math.degrees(angle) / 11.25) % 16
            offset = round((one[0] * math.sin(angle) - one[1] * math.cos(angle)) * 50)
            if (bearing, offset) in seen:
                continue
            seen.add((bearing, offset))
            dx, dy = other[0] - one[0], other[1] - one[1]
            span = within(one, (dx, dy), box, *((-9.0, 9.0) if other == middle else (0.0, 1.0)))
            if span:
                ends = [(one[0] + dx * part, one[1] + dy * part) for part in span]
                ink = "rhumb_wind" if bearing % 4 == 0 else "rhumb_half" if bearing % 2 == 0 else "rhumb_quarter"
                pieces += [Path(ink, (piece,), closed=False) for piece in _cut(*ends)]
    return tuple(pieces)


def _cut(one: Point, other: Point) -> list[Outline]:
    """A line in short pieces: what paints a part of the chart need not look at lines that only pass it by."""
    (ax, ay), (bx, by) = one, other
    count = math.ceil(math.hypot(bx - ax, by - ay) / _PIECE)
    points = [(ax + (bx - ax) * n / count, ay + (by - ay) * n / count) for n in range(count + 1)]
    return list(pairwise(points))
