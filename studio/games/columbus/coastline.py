"""Where land and sea meet on a chart of hexagons: land, washes, coast and waterlines as outlines, space by space.

Every space has a value (land 1, sea 0, harbours half and half) that a Gaussian spreads; the coast is where the sum, a
little roughened by noise, passes one half. A brick is the rectangle round the middle of a space: bricks fill the plane,
and what lies in one depends on the two rings of spaces around it alone. So a changed space changes little, and bricks
are kept from one picture to the next.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from typing import Final, NamedTuple

from studio.core.grid import HEX_PITCH, HEX_RADIUS, Point
from studio.core.picture import Outline

SIGMA: Final = 0.36
"""How far a space spreads, in widths of a hexagon."""
ROUGHNESS: Final = 0.085
LAND_LEVELS: Final = (0.50, 0.61, 0.74, 0.86)
"""Land begins at the first; beyond the others the washes along the coast grow paler, the last is open country."""
WATER_LEVELS: Final = (0.435, 0.37, 0.305, 0.24)
"""The waterlines, the nearest to the coast first."""
HARBOUR: Final = 2.0
"""Values from here on stand for a harbour: HARBOUR + the direction of its land in twelfths of a circle from the east."""
_HARBOUR_MIDDLE, _HARBOUR_REACH = 0.40, 0.27
_ACROSS, _DOWN = 8, 7
"""Samples across and down a brick. Across is even, so that shifted rows share their samples."""
_RINGS: Final = tuple(
    (column, row)
    for row in range(-2, 3)
    for column in range(-4, 5)
    if (column + row) % 2 == 0 and abs(column) + abs(row) <= 4
)
"""The spaces of two rings around one, as (half hexagons east, rows south)."""
_BLUR = 1 / (2 * SIGMA * SIGMA)


class Brick(NamedTuple):
    """What is drawn in one brick: areas per land level, open lines of the coast and per water level."""

    areas: tuple[tuple[Outline, ...], ...]
    coast: tuple[Outline, ...]
    waters: tuple[tuple[Outline, ...], ...]


def around(column: int, row: int, shifted: bool) -> tuple[tuple[int, int], ...]:
    """Columns and rows of the spaces whose values a brick depends on, itself in their midst."""
    across = 2 * column + shifted
    found = []
    for east, south in _RINGS:
        other = shifted ^ bool(south & 1)
        found.append(((across + east - other) // 2, row + south))
    return tuple(found)


@lru_cache(maxsize=8192)
def brick(column: int, row: int, shifted: bool, values: tuple[float, ...]) -> Brick:
    """The brick of the space at a column and row. `values` are those of the spaces of `around`, in its order."""
    left = column + 0.5 * shifted
    top = row * HEX_PITCH + HEX_RADIUS - HEX_PITCH / 2
    if min(values) == 1:
        whole = _whole(left, top)
        return Brick(((whole,),) * len(LAND_LEVELS), (), ((),) * len(WATER_LEVELS))
    if max(values) == 0:
        return Brick(((),) * len(LAND_LEVELS), (), ((),) * len(WATER_LEVELS))
    field = _field(left, top, values)
    areas = tuple(_area(field, left, top, level) for level in LAND_LEVELS)
    coast = _lines(field, left, top, LAND_LEVELS[0])
    waters = tuple(_lines(field, left, top, level) for level in WATER_LEVELS)
    return Brick(areas, coast, waters)


def _whole(left: float, top: float) -> Outline:
    right, foot = left + 1, top + HEX_PITCH
    return ((left, top), (right, top), (right, foot), (left, foot))


# the field


def _field(left: float, top: float, values: Sequence[float]) -> list[list[float]]:
    """The smoothed values at the samples of a brick, row by row."""
    plain = [_HARBOUR_MIDDLE if value >= HARBOUR else value for value in values]
    harbours = [(number, int(value - HARBOUR)) for number, value in enumerate(values) if value >= HARBOUR]
    wave = _stencil()
    field = []
    for j in range(_DOWN + 1):
        y = top + j * HEX_PITCH / _DOWN
        line = []
        for i in range(_ACROSS + 1):
            weights = wave[j * (_ACROSS + 1) + i]
            line.append(
                sum(weight * value for weight, value in zip(weights, plain, strict=True) if value)
                + ROUGHNESS * noise(left + i / _ACROSS, y)
            )
        field.append(line)
    for number, twelfth in harbours:
        lean = _harbour_lean(number, twelfth)
        for j in range(_DOWN + 1):
            for i in range(_ACROSS + 1):
                field[j][i] += lean[j * (_ACROSS + 1) + i]
    return field


def _samples() -> list[Point]:
    """The samples of a brick, from its middle."""
    return [
        (i / _ACROSS - 0.5, (j / _DOWN - 0.5) * HEX_PITCH) for j in range(_DOWN + 1) for i in range(_ACROSS + 1)
    ]


def _spread(x: float, y: float) -> float:
    return math.exp(-(x * x + y * y) * _BLUR)


@cache
def _sums() -> tuple[float, ...]:
    return tuple(sum(_spread(x - a / 2, y - b * HEX_PITCH) for a, b in _RINGS) for x, y in _samples())


@cache
def _stencil() -> tuple[tuple[float, ...], ...]:
    """How much each of the spaces around counts at each sample; 1 in all."""
    return tuple(
        tuple(_spread(x - a / 2, y - b * HEX_PITCH) / total for a, b in _RINGS)
        for (x, y), total in zip(_samples(), _sums(), strict=True)
    )


@cache
def _harbour_lean(number: int, twelfth: int) -> tuple[float, ...]:
    """What a harbour adds to its middle value: land on one side of it, sea on the other."""
    a, b = _RINGS[number]
    angle = twelfth * math.tau / 12
    dx, dy = math.cos(angle) * _HARBOUR_REACH, math.sin(angle) * _HARBOUR_REACH
    x0, y0 = a / 2, b * HEX_PITCH
    lean = []
    for (x, y), total in zip(_samples(), _sums(), strict=True):
        land = (1 - _HARBOUR_MIDDLE) * _spread(x - x0 - dx, y - y0 - dy)
        sea = _HARBOUR_MIDDLE * _spread(x - x0 + dx, y - y0 + dy)
        lean.append(0.5 * (land - sea) / total)
    return tuple(lean)


@cache
def _greys() -> tuple[float, ...]:
    rng = Random(1492)
    return tuple(rng.uniform(-1, 1) for _number in range(64 * 64))


def noise(x: float, y: float) -> float:
    """Smooth noise from -1 to 1, the same at the same place."""
    return 0.68 * _one_noise(x * 3.1, y * 3.1) + 0.32 * _one_noise(x * 6.7 + 19, y * 6.7 + 7)


def _one_noise(x: float, y: float) -> float:
    greys = _greys()
    i, j = math.floor(x), math.floor(y)
    u, v = x - i, y - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    near, far = (j & 63) * 64, (j + 1 & 63) * 64
    i, east = i & 63, i + 1 & 63
    one = greys[near + i] + (greys[near + east] - greys[near + i]) * u
    two = greys[far + i] + (greys[far + east] - greys[far + i]) * u
    return one + (two - one) * v


# contours

_CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The corners of a square of samples, clockwise from the north-west; side s runs from corner s to the next."""


def _area(field: list[list[float]], left: float, top: float, level: float) -> tuple[Outline, ...]:
    """What lies above a level, as polygons that share their sides; runs of full squares are one rectangle."""
    found: list[Outline] = []
    for j in range(_DOWN):
        y, foot = top + j * HEX_PITCH / _DOWN, top + (j + 1) * HEX_PITCH / _DOWN
        begin = -1
        for i in range(_ACROSS + 1):
            full = i < _ACROSS and all(field[j + b][i + a] >= level for a, b in _CORNERS)
            if full:
                begin = i if begin < 0 else begin
                continue
            if begin >= 0:
                west, east = left + begin / _ACROSS, left + i / _ACROSS
                found.append(((west, y), (east, y), (east, foot), (west, foot)))
                begin = -1
            if i < _ACROSS and any(field[j + b][i + a] >= level for a, b in _CORNERS):
                found += _pieces(field, i, j, left, top, level)
    return tuple(found)


def _pieces(field: list[list[float]], i: int, j: int, left: float, top: float, level: float) -> list[Outline]:
    """The parts of one square above a level: its corners, and the coast from one crossing to the next."""
    ring: list[tuple[int, Point]] = []
    for number, (a, b) in enumerate(_CORNERS):
        if field[j + b][i + a] >= level:
            ring.append((0, (left + (i + a) / _ACROSS, top + (j + b) * HEX_PITCH / _DOWN)))
        crossing = _crossing(field, i, j, number, left, top, level)
        if crossing is not None:
            ring.append((1, crossing))
    outline: list[tuple[float, ...]] = []
    for number, (kind, point) in enumerate(ring):
        after_kind, after = ring[(number + 1) % len(ring)]
        outline.append(point)
        if kind and after_kind:  # out of the land and in again: the coast runs between
            outline += _roughened(point, after)
    return [tuple(outline)]


def _crossing(
    field: list[list[float]], i: int, j: int, side: int, left: float, top: float, level: float
) -> Point | None:
    """Where a side of a square passes the level."""
    (a, b), (c, d) = _CORNERS[side], _CORNERS[(side + 1) % 4]
    one, other = field[j + b][i + a], field[j + d][i + c]
    if (one >= level) == (other >= level):
        return None
    if (c, d) < (a, b):  # always from the north-west end, so that neighbours agree to the last bit
        a, b, c, d, one, other = c, d, a, b, other, one
    share = (level - one) / (other - one)
    x = left + (i + a + (c - a) * share) / _ACROSS
    y = top + (j + b + (d - b) * share) * HEX_PITCH / _DOWN
    return x, y


def _roughened(one: Point, other: Point) -> list[Point]:
    """Two points on the way from a crossing to the next, a little off the straight line."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    points = []
    for share in (0.33, 0.67):
        x, y = one[0] + dx * share, one[1] + dy * share
        off = 0.26 * _one_noise(x * 23, y * 23)
        points.append((x - dy * off, y + dx * off))
    return points


def _lines(field: list[list[float]], left: float, top: float, level: float) -> tuple[Outline, ...]:
    """The contour of a level within a brick, as open lines with what is above on their right."""
    after: dict[Point, list[Point]] = {}
    ends: set[Point] = set()
    for j in range(_DOWN):
        for i in range(_ACROSS):
            inside = sum((field[j + b][i + a] >= level) << number for number, (a, b) in enumerate(_CORNERS))
            if inside in (0, 15):
                continue
            crossings = [_crossing(field, i, j, side, left, top, level) for side in range(4)]
            # clockwise round the square, land ends where the next corner is sea: the coast runs from there on
            outs = [side for side in range(4) if inside >> side & 1 and not inside >> (side + 1) % 4 & 1]
            for out in outs:
                back = next(side % 4 for side in range(out + 1, out + 4) if crossings[side % 4] is not None)
                begin, end = crossings[out], crossings[back]
                assert begin is not None and end is not None
                after[begin] = [*_roughened(begin, end), end]
                ends.add(end)
    lines: list[Outline] = []
    for begin in [point for point in after if point not in ends] + list(after):
        line = [begin]
        while line[-1] in after:
            line += after.pop(line[-1])
        if len(line) > 1:
            lines.append(tuple(line))
    return tuple(lines)
