"""Where land and sea meet on a chart of hexagons: land, washes, coast and waterlines as outlines, space by space.

Every space has a value (land 1, sea 0, harbours half and half) that a Gaussian spreads; the coast is where the sum, a
little roughened by noise, passes one half. A brick is the rectangle round the middle of a space: bricks fill the plane,
and what lies in one depends on the two rings of spaces around it alone. So a changed space changes little, and bricks
are kept from one picture to the next.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from random import Random
from typing import Final, NamedTuple

from studio.core.grid import HEX_PITCH, HEX_RADIUS, Point
from studio.core.picture import Outline
from studio.core.text import language_independent

SIGMA: Final = 0.36
"""How far a space spreads, in widths of a hexagon."""
ROUGHNESS: Final = 0.085
LAND_LEVELS: Final = (0.50, 0.61, 0.74, 0.86)
"""Land begins at the first; beyond the others the washes along the coast grow paler, the last is open country."""
WATER_LEVELS: Final = (0.435, 0.37, 0.305, 0.24)
"""The waterlines, the nearest to the coast first."""
HARBOUR: Final = 2.0
"""Values from here on stand for a harbour: HARBOUR + where its land lies, in twelfths of a circle from the east."""
_HARBOUR_MIDDLE, _HARBOUR_REACH = 0.40, 0.27
_ACROSS, _DOWN = 8, 7
"""Samples across and down a brick. Across is even, so that shifted rows share their samples."""
_PERIOD_ACROSS, _PERIOD_DOWN = 96, 84
"""After so many samples the noise repeats: whole bricks, and whole swells of the noise."""
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


Band = tuple[tuple[float, ...], ...]
"""Five rows of values, the middle one that of some bricks, each with three spaces more on either side."""


def bands(values: Sequence[Sequence[float]]) -> list[Band]:
    """What the bricks of each row of a map hang on, from the row before the first to the one after the last.

    `values` are those of the spaces, row by row. Beyond the edge the map goes on as it ends; harbours end as land.
    """
    padded = [_padded(row) for row in values]
    first, last = (tuple(value if value <= 1 else 1.0 for value in row) for row in (padded[0], padded[-1]))
    rows = [first] * 3 + padded + [last] * 3
    return [tuple(rows[row : row + 5]) for row in range(len(values) + 2)]


def surroundings(band: Band, shifted: bool) -> Iterator[tuple[int, tuple[float, ...]]]:
    """Column and surroundings of every brick of a row, one beyond either end included."""
    # in rows at an odd distance the western of two neighbours has this column, or one less in a row that lies west
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
    """The brick of the space at a column and row, with the values around it as `surroundings` gives them."""
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


NOTHING: Final = Brick((), (), ())
"""The brick of open sea."""


# the field


def _field(halves: int, row: int, values: Sequence[float]) -> list[float]:
    """The smoothed values at the samples of a brick, row by row. `halves` is how far east it lies, in half steps."""
    field = _grain(halves * _ACROSS // 2 % _PERIOD_ACROSS, row * _DOWN % _PERIOD_DOWN)
    # the weights sum up to 1: among land, take away what is not land
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
    """The samples of a brick, from its middle."""
    return [(i / _ACROSS - 0.5, (j / _DOWN - 0.5) * HEX_PITCH) for j in range(_DOWN + 1) for i in range(_ACROSS + 1)]


def _spread(x: float, y: float) -> float:
    return math.exp(-(x * x + y * y) * _BLUR)


@language_independent
@cache
def _sums() -> tuple[float, ...]:
    return tuple(sum(_spread(x - a / 2, y - b * HEX_PITCH) for a, b in _RINGS) for x, y in _samples())


@language_independent
@cache
def _weights() -> tuple[tuple[float, ...], ...]:
    """For each space around, how much it counts at each sample; 1 in all at each."""
    return tuple(
        tuple(_spread(x - a / 2, y - b * HEX_PITCH) / total for (x, y), total in zip(_samples(), _sums(), strict=True))
        for a, b in _RINGS
    )


@language_independent
@cache
def _harbour_slope(number: int, twelfth: int) -> tuple[float, ...]:
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


# the grain


@language_independent
@lru_cache(maxsize=1024)
def _grain(across: int, down: int) -> list[float]:
    """The noise at the samples of a brick; bricks side by side agree on the samples they share."""
    table = _noise_table()
    return [
        table[(down + j) % _PERIOD_DOWN][(across + i) % _PERIOD_ACROSS]
        for j in range(_DOWN + 1)
        for i in range(_ACROSS + 1)
    ]


@language_independent
@cache
def _noise_table() -> list[list[float]]:
    """Smooth noise over a field of samples that repeats: coarse swells and finer ones on them."""
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


@language_independent
@cache
def _jitter() -> tuple[float, ...]:
    rng = Random(1493)
    return tuple(rng.uniform(-0.26, 0.26) for _number in range(4096))


def _roughen(one: Point, other: Point, level: float) -> tuple[Point, Point]:
    """Two points on the way from a crossing to the next, a little off the straight line, most of all on the coast."""
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
        """Which corners of each square are above the level: bits 0 … 3 clockwise from the north-west."""
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
        """Where a side of a square (by its north-western sample) passes the level; the same from either square."""
        one = square + (0, 1, _ROW, 0)[side]
        other = square + (1, _ROW + 1, _ROW + 1, _ROW)[side]
        a, b = self.field[one], self.field[other]
        share = (level - a) / (b - a)
        x, y = self.points[one]
        return (x + share * _STEP_X, y) if side in (0, 2) else (x, y + share * _STEP_Y)

    def area(self, level: float) -> tuple[Outline, ...]:
        """What lies above a level, as polygons that share their sides; runs of full squares are one rectangle."""
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
        """The part of one square above a level: its corners, and the coast from one crossing to the next."""
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
        """The contour of a level, as open lines with what is above it on their left."""
        if self.most < level or self.least >= level:
            return ()
        after: dict[Point, tuple[Point, ...]] = {}
        ends: set[Point] = set()
        for number, code in enumerate(self._codes(level)):
            if code in (0, 15):
                continue
            square = number // _ACROSS * _ROW + number % _ACROSS
            # clockwise round the square: out of the land across one side, into it again across the next crossed one
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
