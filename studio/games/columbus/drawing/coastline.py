"""Coastlines on a chart of hexagons: land, washes, coast and waterlines as outlines, space by space.

Every space has a value (land 1, sea 0, harbours in between) that is spread by a Gaussian. The coast is where the sum,
with some noise, passes one half. A brick is the rectangle around the middle of a space: bricks fill the plane, and the
content of one depends only on the two rings of spaces around it. A change therefore affects few bricks; the others are
cached.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from random import Random
from typing import Final, NamedTuple

from studio.core.grid import HEX_PITCH, HEX_RADIUS, Point
from studio.core.picture import Outline

SIGMA: Final = 0.36  # the standard deviation of the Gaussian, in widths of a hexagon
ROUGHNESS: Final = 0.085
LAND_LEVELS: Final = (0.50, 0.61, 0.74, 0.86)
"""Land begins at the first; at each of the others the washes along the coast grow paler, the last is open country."""
WATER_LEVELS: Final = (0.435, 0.37, 0.305, 0.24)  # the waterlines, the nearest to the coast first
HARBOUR: Final = 2.0
"""Values from here on are harbours: HARBOUR + the direction of its land, in twelfths of a circle from the east."""
_HARBOUR_MIDDLE, _HARBOUR_REACH = 0.40, 0.27
_ACROSS, _DOWN = 8, 7  # samples across and down a brick. Across is even, so that shifted rows share their samples.
_PERIOD_ACROSS, _PERIOD_DOWN = 96, 84  # the period of the noise in samples: whole bricks, and whole waves of the noise
_RINGS: Final = tuple(
    (column, row)
    for row in range(-2, 3)
    for column in range(-4, 5)
    if (column + row) % 2 == 0 and abs(column) + abs(row) <= 4
)
"""The spaces of two rings around one, as (half hexagons east, rows south)."""
_BLUR = 1 / (2 * SIGMA * SIGMA)


class Brick(NamedTuple):
    """The shapes in one brick: areas per land level, open lines of the coast and per water level."""

    areas: tuple[tuple[Outline, ...], ...]
    coast: tuple[Outline, ...]
    waters: tuple[tuple[Outline, ...], ...]


Band = tuple[tuple[float, ...], ...]
"""Five rows of values with a row of bricks in the middle, each with three more spaces on both sides."""


def bands(values: Sequence[Sequence[float]]) -> list[Band]:
    """Return the values that the bricks of each row depend on, from the row before the first to the one after the last.

    `values` are those of the spaces, row by row. The map is continued beyond its edges; harbours continue as land.
    """
    padded = [_padded(row) for row in values]
    first, last = (tuple(value if value <= 1 else 1.0 for value in row) for row in (padded[0], padded[-1]))
    rows = [first] * 3 + padded + [last] * 3
    return [tuple(rows[row : row + 5]) for row in range(len(values) + 2)]


def surroundings(band: Band, shifted: bool) -> Iterator[tuple[int, tuple[float, ...]]]:
    """Yield the column and surrounding values of every brick of a row, including one beyond each end."""
    # in rows at an odd distance the western of two neighbours has this column, or one less in an unshifted row
    west = shifted - 1
    for column in range(-1, len(band[0]) - 5):
        c = column + 3
        yield (
            column,
            (
                *band[0][c - 1 : c + 2],
                *band[1][c - 1 + west : c + 3 + west],
                *band[2][c - 2 : c + 3],
                *band[3][c - 1 + west : c + 3 + west],
                *band[4][c - 1 : c + 2],
            ),
        )


def _padded(row: Sequence[float]) -> tuple[float, ...]:
    first, last = (value if value <= 1 else 1.0 for value in (row[0], row[-1]))
    return (*[first] * 3, *row, *[last] * 3)


def brick(column: int, row: int, shifted: bool, values: tuple[float, ...]) -> Brick:
    left = column + 0.5 * shifted
    top = row * HEX_PITCH + HEX_RADIUS - HEX_PITCH / 2
    if min(values) == max(values) == 1:
        whole: Outline = ((left, top), (left + 1, top), (left + 1, top + HEX_PITCH), (left, top + HEX_PITCH))
        return Brick(((whole,),) * len(LAND_LEVELS), (), ())
    if max(values) == 0:
        return NOTHING
    samples = _Samples(_field(2 * column + shifted, row, values), left, top)
    areas = tuple(samples.area(level) for level in LAND_LEVELS)
    return Brick(areas, samples.lines(LAND_LEVELS[0]), tuple(samples.lines(level) for level in WATER_LEVELS))


NOTHING: Final = Brick((), (), ())  # the brick of open sea


# the field


def _field(halves: int, row: int, values: Sequence[float]) -> list[float]:
    """Return the smoothed values at the samples of a brick, row by row. `halves` is its position east in half steps."""
    field = _grain(halves * _ACROSS // 2 % _PERIOD_ACROSS, row * _DOWN % _PERIOD_DOWN)
    # the weights sum up to 1: if most is land, start from 1 and subtract what is not land
    full = 1.0 if 2 * sum(value == 1 for value in values) > len(values) else 0.0
    if full:
        field = [a + 1 for a in field]
    for number, value in enumerate(values):
        height = (_HARBOUR_MIDDLE if value >= HARBOUR else value) - full
        if height:
            field = [a + height * b for a, b in zip(field, _weights()[number], strict=True)]
        if value >= HARBOUR:
            field = [a + b for a, b in zip(field, _harbour_slope(number, int(value - HARBOUR)), strict=True)]
    return field


def _samples() -> list[Point]:
    return [(i / _ACROSS - 0.5, (j / _DOWN - 0.5) * HEX_PITCH) for j in range(_DOWN + 1) for i in range(_ACROSS + 1)]


def _spread(x: float, y: float) -> float:
    return math.exp(-(x * x + y * y) * _BLUR)


@cache
def _sums() -> tuple[float, ...]:
    return tuple(sum(_spread(x - a / 2, y - b * HEX_PITCH) for a, b in _RINGS) for x, y in _samples())


@cache
def _weights() -> tuple[tuple[float, ...], ...]:
    """Return the weight of each space around at each sample; their sum is 1 at each sample."""
    return tuple(
        tuple(_spread(x - a / 2, y - b * HEX_PITCH) / total for (x, y), total in zip(_samples(), _sums(), strict=True))
        for a, b in _RINGS
    )


@cache
def _harbour_slope(number: int, twelfth: int) -> tuple[float, ...]:
    """Return what a harbour adds to its middle value: land on one side, sea on the other."""
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


# noise


@lru_cache(maxsize=1024)
def _grain(across: int, down: int) -> list[float]:
    """Return the noise at the samples of a brick; adjacent bricks agree on the samples they share."""
    table = _noise_table()
    return [
        table[(down + j) % _PERIOD_DOWN][(across + i) % _PERIOD_ACROSS]
        for j in range(_DOWN + 1)
        for i in range(_ACROSS + 1)
    ]


@cache
def _noise_table() -> list[list[float]]:
    rng = Random(1492)
    table = [[0.0] * _PERIOD_ACROSS for _row in range(_PERIOD_DOWN)]
    for step_x, step_y, share in ((4, 4, 0.75), (2, 2, 0.40)):
        wide, high = _PERIOD_ACROSS // step_x, _PERIOD_DOWN // step_y
        greys = [[rng.uniform(-1, 1) for _column in range(wide)] for _row in range(high)]
        for y in range(_PERIOD_DOWN):
            j, v = y // step_y, y % step_y / step_y
            v = v * v * (3 - 2 * v)
            for x in range(_PERIOD_ACROSS):
                i, u = x // step_x, x % step_x / step_x
                u = u * u * (3 - 2 * u)
                one = greys[j][i] * (1 - u) + greys[j][(i + 1) % wide] * u
                two = greys[(j + 1) % high][i] * (1 - u) + greys[(j + 1) % high][(i + 1) % wide] * u
                table[y][x] += ROUGHNESS * share * (one * (1 - v) + two * v)
    return table


@cache
def _jitter() -> tuple[float, ...]:
    rng = Random(1493)
    return tuple(rng.uniform(-0.26, 0.26) for _number in range(4096))


def _roughen(one: Point, other: Point, level: float) -> tuple[Point, Point]:
    """Return two points between two crossings, slightly off the straight line, most of all on the coast."""
    (ax, ay), (bx, by) = one, other
    dx, dy = bx - ax, by - ay
    seed = int(ax * 3571 + ay * 7919 + bx * 104729)
    rough, jitter = 1.0 if level == LAND_LEVELS[0] else 0.4, _jitter()
    near, far = rough * jitter[seed & 4095], rough * jitter[seed * 31 + 7 & 4095]
    return (
        (ax + dx * 0.33 - dy * near, ay + dy * 0.33 + dx * near),
        (ax + dx * 0.67 - dy * far, ay + dy * 0.67 + dx * far),
    )


# contours

_ROW = _ACROSS + 1
_STEP_X, _STEP_Y = 1 / _ACROSS, HEX_PITCH / _DOWN


class _Samples:
    """The samples of one brick, and the contours through them (marching squares)."""

    def __init__(self, field: list[float], left: float, top: float) -> None:
        self.field = field
        self.least, self.most = min(field), max(field)
        across = [left + i * _STEP_X for i in range(_ROW)]
        self.points: list[Point] = [(x, top + j * _STEP_Y) for j in range(_DOWN + 1) for x in across]
        self._codes_by_level: dict[float, list[int]] = {}

    def _codes(self, level: float) -> list[int]:
        """Return which corners of each square are above the level: bits 0 … 3 clockwise from the north-west."""
        codes = self._codes_by_level.get(level)
        if codes is None:
            above = [value >= level for value in self.field]
            codes = self._codes_by_level[level] = [
                above[k] | above[k + 1] << 1 | above[k + _ROW + 1] << 2 | above[k + _ROW] << 3
                for row in range(0, _DOWN * _ROW, _ROW)
                for k in range(row, row + _ACROSS)
            ]
        return codes

    def _crossing(self, square: int, side: int, level: float) -> Point:
        """Return where a side of a square, given by its north-western sample, passes the level."""
        one = square + (0, 1, _ROW, 0)[side]
        other = square + (1, _ROW + 1, _ROW + 1, _ROW)[side]
        a, b = self.field[one], self.field[other]
        share = (level - a) / (b - a)
        x, y = self.points[one]
        return (x + share * _STEP_X, y) if side in (0, 2) else (x, y + share * _STEP_Y)

    def area(self, level: float) -> tuple[Outline, ...]:
        """Return the area above a level, as polygons that share their sides; runs of full squares are one rectangle."""
        if self.most < level:
            return ()
        if self.least >= level:
            return (self._rectangle(0, 0, _ACROSS, _DOWN),)
        found: list[Outline] = []
        codes = self._codes(level)
        for j in range(_DOWN):
            begin = -1
            for i in range(_ACROSS):
                code = codes[j * _ACROSS + i]
                if code == 15:
                    begin = i if begin < 0 else begin
                    continue
                if begin >= 0:
                    found.append(self._rectangle(begin, j, i, j + 1))
                    begin = -1
                if code:
                    found.append(self._piece(j * _ROW + i, code, level))
            if begin >= 0:
                found.append(self._rectangle(begin, j, _ACROSS, j + 1))
        return tuple(found)

    def _rectangle(self, i: int, j: int, east: int, south: int) -> Outline:
        (a, b), (c, d) = self.points[j * _ROW + i], self.points[south * _ROW + east]
        return ((a, b), (c, b), (c, d), (a, d))

    def _piece(self, square: int, code: int, level: float) -> Outline:
        """Return the part of one square above a level: its corners, and the coast between crossings."""
        outline: list[Point] = []
        came_out: Point | None = None
        first_in: Point | None = None
        for side in range(4):
            here, there = code >> side & 1, code >> (side + 1) % 4 & 1
            if here:
                outline.append(self.points[square + (0, 1, _ROW + 1, _ROW)[side]])
            if here == there:
                continue
            point = self._crossing(square, side, level)
            if here:
                came_out = point
            else:
                if came_out is None:
                    first_in = point
                else:
                    outline += _roughen(came_out, point, level)
                    came_out = None
            outline.append(point)
        if came_out is not None and first_in is not None:
            outline += _roughen(came_out, first_in, level)
        return tuple(outline)

    def lines(self, level: float) -> tuple[Outline, ...]:
        """Return the contour of a level, as open lines with the higher side on their left."""
        if self.most < level or self.least >= level:
            return ()
        after: dict[Point, tuple[Point, ...]] = {}
        ends: set[Point] = set()
        for number, code in enumerate(self._codes(level)):
            if code in (0, 15):
                continue
            square = number // _ACROSS * _ROW + number % _ACROSS
            # clockwise around the square: leave the land across one side, enter it again across the next crossed one
            for out in range(4):
                if code >> out & 1 and not code >> (out + 1) % 4 & 1:
                    back = next(side % 4 for side in range(out + 1, out + 4) if code >> (side + 1) % 4 & 1)
                    begin, end = self._crossing(square, out, level), self._crossing(square, back, level)
                    after[begin] = (*_roughen(begin, end, level), end)
                    ends.add(end)
        lines: list[Outline] = []
        for begin in [point for point in after if point not in ends] + list(after):
            line = [begin]
            while line[-1] in after:
                line += after.pop(line[-1])
            if len(line) > 1:
                lines.append(tuple(line))
        return tuple(lines)
