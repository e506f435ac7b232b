"""Coastlines and shipping lanes of a tile, drawn so that neighbouring tiles join.

A coast crosses a land edge at two points near its ends. Position and direction of a crossing depend only on the edge
and the code of its corner, so both tiles at the edge agree. Curves between crossings run through a middle point, with
noise that fades towards the crossings.

The code of a board corner is a mask of the land arms among its four edges (bit 0 north, 1 east, 2 south, 3 west) if all
are known, `UNKNOWN` if not, and `SPLIT` if four land arms belong to different lands. Corners with two or three adjacent
land arms get shallow, slanted coves; four land arms cover the corner.

All lengths are board units; (x, y) is the column and row of a tile. All jitter is a hash of the position, so pictures
are reproducible.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from studio.core.grid import Point
from studio.core.picture import Outline, Path, circle
from studio.drawing.geometry import INWARD, MIDDLES, OUTWARD, rotate_point
from studio.drawing.pen import bezier, offset_point, point_towards
from studio.seatiles.rules.chart import COAST, Chart

Lands = tuple[int, int, int, int]  # land index on the north, east, south and west edge of a tile, -1 for sea

UNKNOWN, SPLIT, FULL = -1, 16, 15
_CORNER_OF_SIDE = ((0, 1), (1, 2), (2, 3), (3, 0))
"""Corner indices (0 north-west, clockwise) at the start and end of each side, clockwise."""
_CORNER_PLACE = ((0, 0), (1, 0), (1, 1), (0, 1))
_ARM_OF = ((1, 3), (2, 0), (3, 1), (0, 2))  # by side: its arm index at its start corner and at its end corner
_ADJACENT = frozenset({0b0011, 0b0110, 0b1100, 0b1001})
_STEP = 0.022  # distance between coast points in board units


class Shoreline(NamedTuple):
    """Closed land outlines of one tile (clockwise), and its open coastlines."""

    lands: tuple[Outline, ...]
    lines: tuple[Outline, ...]


class Crossing(NamedTuple):
    """Point where a coast crosses an edge, and its direction into the tile."""

    place: Point
    inward: Point


def noise(*keys: int) -> float:
    """Return a reproducible number from -1 to 1 for the keys, the same on every machine."""
    value = 0x9E3779B97F4A7C15
    for key in keys:
        value = ((value ^ (key & 0xFFFFFFFF)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        value ^= value >> 29
    value = (value * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    value ^= value >> 32
    return (value & 0xFFFFFF) / 0x7FFFFF - 1.0


def crossing(x: int, y: int, side: int, at_end: bool, code: int, plain: bool = False) -> Crossing:
    """Return the crossing near the start or end (clockwise) of a side of tile (x, y).

    `code` is the code of that corner. `plain` omits the jitter (tiles in a hand or palette).
    """
    corner = _CORNER_OF_SIDE[side][at_end]
    cx, cy = x + _CORNER_PLACE[corner][0], y + _CORNER_PLACE[corner][1]
    arm = _ARM_OF[side][at_end]
    ux, uy = OUTWARD[arm]
    inward = INWARD[side]
    away, tilt = (0.17, 0.0) if plain else _set_back(cx, cy, arm, code)
    # the tilt is relative to the direction clockwise across the arm, which is common to both tiles
    across = (-uy, ux)
    ax = across[0] * math.cos(tilt) + ux * math.sin(tilt)
    ay = across[1] * math.cos(tilt) + uy * math.sin(tilt)
    same = across[0] * inward[0] + across[1] * inward[1] > 0
    return Crossing((cx + ux * away, cy + uy * away), (ax, ay) if same else (-ax, -ay))


def _set_back(cx: int, cy: int, arm: int, code: int) -> tuple[float, float]:
    """Return the distance of a crossing from its corner, and its tilt away from the clockwise direction."""
    one, two = noise(cx, cy, arm, 1), noise(cx, cy, arm, 2)
    land = [a for a in range(4) if code >= 0 and code < SPLIT and code >> a & 1]
    if code in _ADJACENT or len(land) == 3:
        clockwise, counter = (arm + 1) % 4 in land, (arm - 1) % 4 in land
        if clockwise and counter:  # the middle one of three arms
            return 0.085 + 0.035 * one, 0.22 * two
        # tilt towards the corner on the land side, so that the cove opens towards the sea
        lean = 0.55 + 0.20 * two
        return 0.115 + 0.045 * one, -lean if clockwise else lean
    return 0.17 + 0.045 * one, 0.30 * two


def land_runs(lands: Lands) -> list[tuple[int, int]]:
    """Return the lands of a tile as runs of sides: (first side clockwise, length)."""
    if all(land >= 0 and land == lands[0] for land in lands):
        return [(0, 4)]
    runs = []
    for side in range(4):
        land = lands[side]
        if land < 0 or lands[side - 1] == land:
            continue
        length = 1
        while length < 4 and lands[(side + length) % 4] == land:
            length += 1
        runs.append((side, length))
    return runs


@lru_cache(maxsize=8192)
def coast_of(x: int, y: int, lands: Lands, codes: tuple[int, int, int, int], plain: bool = False) -> Shoreline:
    """Return the coast of the tile at (x, y); `codes` are its corner codes, clockwise from the north-west."""
    runs = land_runs(lands)
    crowded = len(runs) > 1 and any(lands[s] >= 0 and lands[s - 1] >= 0 and lands[s] != lands[s - 1] for s in range(4))
    outlines: list[Outline] = []
    lines: list[Outline] = []
    for first, length in runs:
        outline: list[Point] = []
        for step in range(length):
            side = (first + step) % 4
            start_corner, end_corner = _CORNER_OF_SIDE[side]
            follows, leads = step > 0 or length == 4, step < length - 1 or length == 4
            start = crossing(x, y, side, False, codes[start_corner], plain)
            end = crossing(x, y, side, True, codes[end_corner], plain)
            closed_start, closed_end = follows and codes[start_corner] == FULL, leads and codes[end_corner] == FULL
            outline.append(_corner(x, y, start_corner) if closed_start else start.place)
            outline.append(_corner(x, y, end_corner) if closed_end else end.place)
            if leads and not closed_end:
                other = crossing(x, y, (side + 1) % 4, False, codes[end_corner], plain)
                line = _notch(x, y, end_corner, end, other, plain)
                lines.append(tuple(line))
                outline.extend(line[1:-1])
        if length < 4:
            last = (first + length - 1) % 4
            start = crossing(x, y, last, True, codes[_CORNER_OF_SIDE[last][1]], plain)
            end = crossing(x, y, first, False, codes[_CORNER_OF_SIDE[first][0]], plain)
            line = _main(x, y, first, length, len(runs), crowded, start, end, plain)
            lines.append(tuple(line))
            outline.extend(line[1:-1])
        outlines.append(tuple(outline))
    return Shoreline(tuple(outlines), tuple(lines))


def _corner(x: int, y: int, corner: int) -> Point:
    return x + float(_CORNER_PLACE[corner][0]), y + float(_CORNER_PLACE[corner][1])


def _notch(x: int, y: int, corner: int, start: Crossing, end: Crossing, plain: bool) -> list[Point]:
    """Return the coast round the corner between two land edges of one land."""
    chord = math.dist(start.place, end.place)
    handle = 0.42 * chord
    points = bezier(start.place, _point_ahead(start, handle), _point_ahead(end, handle), end.place, 9)
    if plain:
        return points
    phase = noise(x, y, corner, 7) * math.pi
    return _shift(points, [0.010 * math.sin(math.pi * i / 8) ** 2 * math.sin(phase + i) for i in range(9)])


def _main(
    x: int, y: int, first: int, length: int, runs: int, crowded: bool, start: Crossing, end: Crossing, plain: bool
) -> list[Point]:
    """Return the coast from the end of a run of land edges to its start, through the middle of the tile."""
    salt = 11 + 5 * first + length
    one, two, three = (0.0, 0.0, 0.0) if plain else (noise(x, y, salt, 1), noise(x, y, salt, 2), noise(x, y, salt, 3))
    if length == 1:
        depth = 0.22 if crowded else 0.335 if runs == 2 else 0.44
        depth += 0.035 * two - (0.0 if plain or crowded or runs == 2 else 0.02)
        local, along = (0.50 + 0.05 * one, depth), (-1.0, 0.22 * three)
        outer, inner = 0.6 * depth, 0.20
    elif length == 2:
        reach = 0.16 if crowded else 0.0
        local = (0.44 + reach + 0.04 * one, 0.56 - reach + 0.04 * two)
        along = (-0.7071 + 0.15 * three, -0.7071 - 0.15 * three)
        outer, inner = 0.30 - reach, 0.20
    else:
        local = (0.47 + (0.12 if crowded else 0.0) + 0.04 * one, 0.50 + 0.05 * two)
        along = (0.2 * three, -1.0)
        outer, inner = 0.30, 0.19
    mx, my = rotate_point(local, first)
    tx, ty = rotate_point((along[0] + 0.5, along[1] + 0.5), first)
    size = math.hypot(tx - 0.5, ty - 0.5)
    tx, ty = (tx - 0.5) / size, (ty - 0.5) / size
    middle = (x + mx, y + my)
    points = _curve(start.place, _point_ahead(start, outer), (middle[0] - tx * inner, middle[1] - ty * inner), middle)
    points += _curve(middle, (middle[0] + tx * inner, middle[1] + ty * inner), _point_ahead(end, outer), end.place)[1:]
    return _wobble(points, x, y, first, length, plain)


def _point_ahead(crossing: Crossing, far: float) -> Point:
    return crossing.place[0] + crossing.inward[0] * far, crossing.place[1] + crossing.inward[1] * far


def _curve(a: Point, b: Point, c: Point, d: Point) -> list[Point]:
    """Return points on a cubic Bézier curve, about `_STEP` apart."""
    long = (math.dist(a, b) + math.dist(b, c) + math.dist(c, d) + math.dist(a, d)) / 2
    return bezier(a, b, c, d, max(6, round(long / _STEP) + 1))


def _wobble(points: list[Point], x: int, y: int, first: int, length: int, plain: bool) -> list[Point]:
    """Return the points displaced along the normal by a sum of sines that fades towards both ends."""
    if plain:
        x, y = 3 * length + 1, 5  # the same coast for all tiles of a shape
    seed = 0 if plain else first
    amplitude = 0.0225 if plain else 0.030
    waves = [
        (size, 2 * math.pi * rate * (1.025 + 0.225 * noise(x, y, seed, k, 31)), math.pi * noise(x, y, seed, k, 32))
        for k, (size, rate) in enumerate(((1.0, 1.5), (0.62, 2.9), (0.30, 5.2), (0.12, 9.5)))
    ]
    far, distances = 0.0, [0.0]
    for one, other in pairwise(points):
        far += math.dist(one, other)
        distances.append(far)
    shifts = []
    for distance in distances:
        end = min(distance, far - distance) / far / 0.22
        fade = 1.0 if end >= 1 else end * end * (3 - 2 * end)
        shifts.append(amplitude * fade * sum(size * math.sin(rate * distance + phase) for size, rate, phase in waves))
    return _shift(points, shifts)


def _shift(points: list[Point], shifts: Sequence[float]) -> list[Point]:
    """Return displaced points; the end points stay fixed."""
    inner = [offset_point(points, number, shifts[number]) for number in range(1, len(points) - 1)]
    return [points[0], *inner, points[-1]]


Row = tuple[tuple[int, ...], tuple[Lands | None, ...], tuple[int, ...]]
"""Cache key of a row of spaces for corner codes: whether void, the lands of its tile, and the kinds of its four edges.
"""


def corner_codes(
    columns: int, rows: int, void: Sequence[int], lands: Sequence[Lands | None], rim: Sequence[int]
) -> list[tuple[int, ...]]:
    """Return the codes of all board corners: rows + 1 rows of columns + 1.

    `lands[cell]` is None if no tile is placed; `rim[cell * 4 + side]` is COAST for outer land edges, -1 for inner ones.
    """
    beyond: Row = (1,) * columns, (None,) * columns, (-1,) * columns * 4
    cuts = [(start, start + columns) for start in range(0, rows * columns, columns)]
    there = [(tuple(void[a:b]), tuple(lands[a:b]), tuple(rim[4 * a : 4 * b])) for a, b in cuts]
    return [_corner_row(north, south) for north, south in pairwise((beyond, *there, beyond))]


@lru_cache(maxsize=512)
def _corner_row(north: Row, south: Row) -> tuple[int, ...]:
    """Return the corner codes between two rows of spaces; cached because an edit changes few rows."""
    void, lands, rim = north[0] + south[0], north[1] + south[1], north[2] + south[2]
    columns = len(north[0])

    def arm(cell: int, side: int, across: int) -> int | None:
        """Return the state of an edge: 1 land, 0 sea, None unknown, 2 off the board. Either cell may be -1."""
        for one, facing in ((cell, side), (across, side ^ 2)):
            if one < 0 or void[one]:
                continue
            tile = lands[one]
            if tile is not None:
                return int(tile[facing] >= 0)
            if rim[one * 4 + facing] >= 0:
                return int(rim[one * 4 + facing] == COAST)
        if (cell < 0 or void[cell]) and (across < 0 or void[across]):
            return 2
        return None

    codes = []
    for column in range(columns + 1):
        nw, sw = (column - 1, column - 1 + columns) if column else (-1, -1)
        ne, se = (column, column + columns) if column < columns else (-1, -1)
        arms = [arm(nw, 1, ne), arm(ne, 2, se), arm(sw, 1, se), arm(nw, 2, sw)]
        if None in arms:
            codes.append(UNKNOWN)
            continue
        if 0 not in arms and 1 in arms:  # land on all existing edges: it continues off the board
            code = FULL
        else:
            land = [arms[a] == 1 or (arms[a] == 2 and arms[a - 1] == arms[a - 3] == 1) for a in range(4)]
            code = sum(1 << a for a in range(4) if land[a])
        if code == FULL and any(
            one >= 0 and (tile := lands[one]) is not None and tile[quarter] != tile[(quarter + 1) % 4]
            for one, quarter in ((nw, 1), (ne, 2), (se, 3), (sw, 0))
        ):
            code = SPLIT
        codes.append(code)
    return tuple(codes)


# Shipping lanes: dashed lines from the sea edges of a tile to the circle in its open water (T3)

_DASH, _GAP = 0.062, 0.050


def circle_place(edges: int) -> Point:
    """Return the position of the circle where the lanes of a tile meet, by its edge mask (T3)."""
    land = [side for side in range(4) if edges >> side & 1]
    if len(land) == 1:
        return rotate_point((0.5, 0.715), land[0])
    if len(land) == 2 and (land[1] - land[0]) % 2:
        first = land[0] if land[1] - land[0] == 1 else land[1]
        return rotate_point((0.265, 0.735), first)
    if len(land) == 3:
        (sea,) = (side for side in range(4) if not edges >> side & 1)
        return rotate_point((0.5, 0.79), (sea - 2) % 4)
    return 0.5, 0.5


@lru_cache(maxsize=8192)
def lanes_of(x: int, y: int, edges: int, cell: int, quiet: bool) -> tuple[Path, ...]:
    """Return dashed lanes from the middles of the sea edges to the circle, and the circle with its compass rose."""
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
    rose = tuple(point_towards(px, py, short if i % 2 else long, i * math.pi / 4) for i in range(8))
    return (
        Path(f"route{far}", tuple(dashes), cell, is_closed=False),
        Path(f"route_ring{far}", (circle(px, py, radius),), cell),
        Path(f"route_rose{far}", (rose,), cell),
    )


def _lane(mouth: Point, inward: Point, goal: Point) -> list[Point]:
    """Return the path from the middle of an edge, perpendicular to it, to the circle."""
    far = math.dist(mouth, goal)
    ahead = (mouth[0] + inward[0] * far * 0.55, mouth[1] + inward[1] * far * 0.55)
    near = (goal[0] + (ahead[0] - goal[0]) * 0.45, goal[1] + (ahead[1] - goal[1]) * 0.45)
    return bezier(mouth, ahead, near, goal, 25)


def _dashes(points: Sequence[Point], stop: float) -> list[Outline]:
    """Cut a path into dashes, the first half as long (the neighbour draws the rest), none within `stop` of its end."""
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
    """Return the point at a given length along a path."""
    for i in range(1, len(points)):
        if lengths[i] >= far:
            t = (far - lengths[i - 1]) / (lengths[i] - lengths[i - 1] or 1.0)
            (ax, ay), (bx, by) = points[i - 1], points[i]
            return ax + (bx - ax) * t, ay + (by - ay) * t
    return points[-1]


# Plain values of a sea to draw, from a match position or an edited layout


class Tile(NamedTuple):
    """A placed tile: land index on the north, east, south and west edge (-1 sea), and its waterfall, if any."""

    lands: Lands
    bonus: int = 0
    picture: str = ""  # a person's own


class Sea(NamedTuple):
    """All data needed to draw a sea. `rim[cell * 4 + side]`: 0–2 open with that toll, 3 shore, 4 coast, -1 for inner
    edges.
    """

    columns: int
    rows: int
    void: tuple[bool, ...]
    tiles: tuple[Tile | None, ...]
    rim: tuple[int, ...]
    fixed: frozenset[int] = frozenset()  # cells with pre-placed tiles, which engravings avoid
    is_sketch: bool = False
    """Whether this is the editor: rhumb lines then stay in place even if the compass rose is covered."""


def sea_of(chart: Chart, laid: Sequence[int]) -> Sea:
    """Return the sea of a compiled chart with the placement `laid[cell]` (-1: none) on each cell."""
    kinds = chart.kinds
    looks = [Tile(one.land, kinds[one.kind].bonus, kinds[one.kind].picture) for one in chart.placements]
    tiles = tuple(None if placement < 0 else looks[placement] for placement in laid)
    void = tuple(bool(v) for v in chart.void)
    return Sea(chart.columns, chart.rows, void, tiles, tuple(chart.rim), frozenset(cell for cell, _ in chart.laid))


def lands_of_shape(shape: str, turn: int = 0) -> Lands:
    """Return the land index by side of a shape such as "aa..", after quarter turns clockwise."""
    lands = [-1 if letter == "." else ord(letter) - ord("a") for letter in shape]
    a, b, c, d = (lands[(side - turn) % 4] for side in range(4))
    return a, b, c, d
