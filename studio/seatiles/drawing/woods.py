"""Trees, peaks and dunes of a tile, and the positions of pieces. Scattered by hashes of the position, well inside the
land.

Each object is a list of shapes in drawing order; objects are sorted by their feet, so that nearer ones are in front.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from studio.core.grid import Point
from studio.core.picture import BESIDE, Outline, Path
from studio.drawing.geometry import OUTWARD, contains_point, oval, rotate_point
from studio.drawing.pen import ornament_paths
from studio.seatiles.drawing.coast import Lands, Shoreline, circle_place, coast_of, noise
from studio.seatiles.rules.chart import Chart

_EDGE = 0.022  # minimum distance of objects from tile edges


class _LandMask:
    """Tests whether a point is on land, and its distance from the coast."""

    def __init__(self, x: int, y: int, coast: Shoreline) -> None:
        self.x, self.y = x, y
        self.outlines = coast.lands
        self.shore = [point for line in coast.lines for point in line[::3]]

    def contains(self, px: float, py: float) -> bool:
        return any(contains_point(outline, px, py) for outline in self.outlines)

    def coast_distance(self, px: float, py: float, most: float = 1.0) -> float:
        best = most * most
        for point in self.shore:
            dx, dy = point[0] - px, point[1] - py
            if dx * dx + dy * dy < best:
                best = dx * dx + dy * dy
        return math.sqrt(best)

    def is_free(self, px: float, py: float, from_coast: float, wide: float, up: float = 0.0, down: float = 0.0) -> bool:
        """Return whether an object of that half width, height and depth is clear of coast and tile edges."""
        lx, ly = px - self.x, py - self.y
        return (
            wide + _EDGE <= lx <= 1 - wide - _EDGE
            and up + _EDGE <= ly <= 1 - down - _EDGE
            and self.contains(px, py)
            and self.coast_distance(px, py) >= from_coast
        )


@lru_cache(maxsize=8192)
def woods_of(
    x: int, y: int, lands: Lands, codes: tuple[int, int, int, int], cell: int, plain: bool = False, bare: bool = False
) -> tuple[Path, ...]:
    """Return all objects on the land of tile (x, y), back to front. `bare` keeps the middle free for a waterfall."""
    coast = coast_of(x, y, lands, codes, plain)
    if not coast.lands:
        return ()
    ground = _LandMask(x, y, coast)
    salt = sum((land + 2) * 5**side for side, land in enumerate(lands))
    seed_x, seed_y = (salt * 7, 3) if plain else (x, y)
    taken: list[tuple[float, float, float]] = [(x + 0.5, y + 0.55, 0.24)] if bare else []
    things: list[tuple[float, list[Path]]] = []
    edges = sum(1 for land in lands if land >= 0)
    # low-frequency noise, so that neighbouring tiles look similar
    slow = _field(seed_x + 0.5, seed_y + 0.5, 3.1, 41)
    rough = noise(seed_x, seed_y, salt, 43) * 0.6 + slow * 0.5
    if edges >= 2 and rough > 0.10 and len({land for land in lands if land >= 0}) == 1:
        things.extend(_range(ground, seed_x, seed_y, salt, cell, taken))
    things.extend(_wood(ground, seed_x, seed_y, salt, cell, taken, 0.14 if plain else 0.25))
    for number in range(2 + edges):
        px, py = (
            x + 0.5 + 0.46 * noise(seed_x, seed_y, salt, 51, number),
            y + 0.5 + 0.46 * noise(seed_x, seed_y, salt, 52, number),
        )
        if ground.is_free(px, py, 0.07, 0.03, 0.03, 0.01) and all(
            math.dist((px, py), t[:2]) > t[2] + 0.02 for t in taken
        ):
            things.append((py, [_tuft(px, py, cell, noise(seed_x, seed_y, number, 53))]))
    things.sort(key=lambda thing: thing[0])
    return tuple(shape for _, shapes in things for shape in shapes)


_knot = lru_cache(maxsize=1 << 15)(noise)  # cached noise at the grid points of a field


def _field(x: float, y: float, wide: float, seed: int) -> float:
    """Return smooth noise from -1 to 1 with a wavelength of about `wide` units."""
    u, v = x / wide, y / wide
    i, j = math.floor(u), math.floor(v)
    u, v = u - i, v - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    top = _knot(i, j, seed) * (1 - u) + _knot(i + 1, j, seed) * u
    foot = _knot(i, j + 1, seed) * (1 - u) + _knot(i + 1, j + 1, seed) * u
    return top * (1 - v) + foot * v


_ROWS, _IN_ROW = 14, 12


def _wood(
    ground: _LandMask, sx: int, sy: int, salt: int, cell: int, taken: list[tuple[float, float, float]], least: float
) -> Iterator[tuple[float, list[Path]]]:
    """Return trees in wooded areas: dense clumps with clearings, and a few single trees."""
    for row in range(_ROWS):
        north = sy + (row + 0.5) / _ROWS
        west, east = 0.42 * _field(sx, north, 1.7, 64), 0.42 * _field(sx + 1, north, 1.7, 64)
        if max(west, east) + 0.72 < least:
            continue
        for column in range(_IN_ROW):
            whim = noise(sx, sy, salt, row, column, 61)
            lx = (column + 0.5 * (row % 2) + 0.25 + 0.42 * whim) / _IN_ROW
            ly = (row + 0.5 + 0.42 * noise(sx, sy, salt, row, column, 62)) / _ROWS
            bx, by = sx + lx, sy + ly
            dense = 0.60 * _field(bx, by, 0.34, 63) + west + (east - west) * lx + 0.12 * whim
            alone = dense < least
            if alone and noise(sx, sy, salt, row, column, 65) < 0.975:
                continue
            px, py = ground.x + lx, ground.y + ly
            size = 0.030 * (1 + 0.22 * noise(sx, sy, salt, row, column, 66))
            if not ground.is_free(px, py, 0.072, 0.040, 0.075, 0.015):
                continue
            if any(math.dist((px, py), t[:2]) < t[2] for t in taken):
                continue
            kind = _kind(bx, by, ground.coast_distance(px, py, 0.2), noise(sx, sy, salt, row, column, 67), alone)
            yield py, _tree(kind, px, py, size, cell, noise(sx, sy, salt, row, column, 68))


def _kind(x: float, y: float, room: float, whim: float, alone: bool) -> str:
    """Return the tree kind: palms near the sea, otherwise pines, poplars or broad crowns by area."""
    country = _field(x, y, 1.3, 71) + 0.45 * whim
    if room < 0.125 and country > -0.15:
        return "palm"
    if alone:
        return "round"
    return "pine" if country > 0.22 else "tall" if country < -0.62 else "round"


def _tree(kind: str, x: float, y: float, r: float, cell: int, whim: float) -> list[Path]:
    """Return one tree with its foot at (x, y); `r` is the approximate radius of its crown."""
    if kind in ("pine", "tall"):
        return list(ornament_paths(f"seatiles/tree_{kind}", x, y, r, cell=cell))
    if kind == "palm":
        top, lean = y - 2.1 * r, 0.5 * r * whim
        trunk: Outline = ((x, y), (x + 0.1 * r, y - 0.8 * r, x + lean * 0.6, y - 1.4 * r, x + lean, top))
        fronds = []
        for angle in (-150, -100, -48, 2, 178):
            a = math.radians(angle + 12 * whim)
            tip = (x + lean + 1.25 * r * math.cos(a), top + 0.9 * r * math.sin(a) + 0.42 * r)
            knee = (x + lean + 0.75 * r * math.cos(a), top + 0.9 * r * math.sin(a) - 0.30 * r)
            low = (x + lean + 0.62 * r * math.cos(a), top + 0.62 * r * math.sin(a) + 0.16 * r)
            root = (x + lean, top)
            fronds.append((root, (*root, *knee, *tip), (*low, *root, *root)))
        return [
            Path("tree_shadow", (oval(x + 0.5 * r, y, 0.9 * r, 0.3 * r),), cell),
            Path("trunk", (trunk,), cell, is_closed=False),
            Path("tree", tuple(fronds), cell),
        ]
    crown = _cloud(x, y - 0.85 * r, r, whim)
    shade = _crescent(x, y - 0.85 * r, r)
    light = oval(x - 0.28 * r, y - 1.16 * r, 0.42 * r, 0.34 * r)
    return [
        Path("tree_shadow", (oval(x + 0.35 * r, y + 0.05 * r, 1.05 * r, 0.42 * r),), cell),
        Path("tree", (crown,), cell),
        Path("tree_shade", (shade,), cell),
        Path("tree_light", (light,), cell),
    ]


def _cloud(x: float, y: float, r: float, whim: float) -> Outline:
    """Return a crown of round tufts side by side."""
    count = 7 if whim > 0 else 6
    turn = 0.9 * whim

    def at(angle: float, far: float) -> tuple[float, float]:
        return x + far * r * math.cos(angle + turn), y + far * r * 0.96 * math.sin(angle + turn)

    outline: list[tuple[float, ...]] = [at(0.0, 0.86)]
    for i in range(count):
        before, now = 2 * math.pi * i / count, 2 * math.pi * (i + 1) / count
        bulge = 1.24 + 0.09 * math.sin(2.3 * i + 4 * whim)
        outline.append((*at(before + 0.04, bulge), *at(now - 0.04, bulge), *at(now, 0.86)))
    return tuple(outline)


def _crescent(x: float, y: float, r: float) -> Outline:
    """Return the shaded south-east of a crown."""
    return (
        (x + 0.82 * r, y - 0.42 * r),
        (x + 1.10 * r, y + 0.35 * r, x + 0.45 * r, y + 1.10 * r, x - 0.42 * r, y + 0.86 * r),
        (x + 0.20 * r, y + 0.80 * r, x + 0.75 * r, y + 0.35 * r, x + 0.82 * r, y - 0.42 * r),
    )


def _range(
    ground: _LandMask, sx: int, sy: int, salt: int, cell: int, taken: list[tuple[float, float, float]]
) -> Iterator[tuple[float, list[Path]]]:
    """Return peaks or hills, back to front, and mark their place as taken; none if there is no room."""
    for attempt in range(12):
        cx = ground.x + 0.5 + 0.30 * noise(sx, sy, salt, attempt, 81)
        cy = ground.y + 0.52 + 0.30 * noise(sx, sy, salt, attempt, 82)
        clear = all(math.dist((cx, cy - 0.05), t[:2]) > t[2] + 0.14 for t in taken)
        if clear and ground.is_free(cx, cy, 0.19, 0.13, 0.20, 0.03) and ground.contains(cx, cy - 0.15):
            break
    else:
        return
    count = 1 + (noise(sx, sy, salt, 83) > -0.5) + (noise(sx, sy, salt, 84) > 0.1)
    if noise(sx, sy, salt, 89) > 0.30:
        yield from _hills(ground, cx, cy, count + 1, sx, sy, salt, cell)
        taken.append((cx, cy - 0.03, 0.08 + 0.045 * count))
        return
    for number in range(count):
        px = cx + (number - (count - 1) / 2) * 0.125 + 0.015 * noise(sx, sy, salt, number, 85)
        py = cy + 0.028 * noise(sx, sy, salt, number, 86) + (0.018 if number % 2 else 0.0)
        high = (0.150 if number % 2 else 0.185) * (1 + 0.10 * noise(sx, sy, salt, number, 87))
        if ground.is_free(px, py, 0.15, 0.145, high, 0.02):
            yield py + 0.02, _peak(px, py, high, cell, noise(sx, sy, salt, number, 88))
    taken.append((cx, cy - 0.04, 0.09 + 0.05 * count))


def _hills(
    ground: _LandMask, cx: float, cy: float, count: int, sx: int, sy: int, salt: int, cell: int
) -> Iterator[tuple[float, list[Path]]]:
    for number in range(count):
        px = cx + (number - (count - 1) / 2) * 0.098 + 0.012 * noise(sx, sy, salt, number, 95)
        back = number % 2 == 0
        py = cy - (0.036 if back else 0.0) + 0.010 * noise(sx, sy, salt, number, 96)
        wide = 0.072 * (1 + 0.15 * noise(sx, sy, salt, number, 97))
        if not ground.is_free(px, py, 0.13, wide * 1.25, 0.12, 0.03):
            continue
        high = wide * (1.25 if back else 0.95)
        left, right = (px - wide, py), (px + wide, py)
        rise = (px - 0.55 * wide, py - 1.25 * high, px + 0.35 * wide, py - 1.30 * high, *right)
        under = (px + 0.4 * wide, py + 0.10 * high, px - 0.4 * wide, py + 0.10 * high, *left)
        crest = (px + 0.02 * wide, py - 0.96 * high)
        shade: Outline = (
            crest,
            (px + 0.46 * wide, py - 0.92 * high, px + 0.62 * wide, py - 0.42 * high, *right),
            (px + 0.6 * wide, py + 0.06 * high, px + 0.30 * wide, py + 0.06 * high, px + 0.10 * wide, py + 0.05 * high),
            (px + 0.30 * wide, py - 0.30 * high, px + 0.26 * wide, py - 0.70 * high, *crest),
        )
        hatch = tuple(
            ((px + a * wide, py - b * high), (px + (a + 0.13) * wide, py - (b - 0.34) * high))
            for a, b in ((0.30, 0.74), (0.48, 0.58), (0.64, 0.40))
        )
        yield (
            py,
            [
                Path("tree_shadow", (oval(px + 0.25 * wide, py + 0.02, 1.15 * wide, 0.020),), cell),
                Path("hill", ((left, rise, under),), cell),
                Path("hill_shade", (shade,), cell),
                Path("peak_line", ((left, rise), *hatch), cell, is_closed=False),
            ],
        )


def _peak(x: float, y: float, high: float, cell: int, whim: float) -> list[Path]:
    """Return a mountain seen from the south, lit from the north-west."""
    wide = high * (0.60 + 0.06 * whim)
    top = (x + 0.06 * high * whim, y - high)
    left, right = (x - wide, y), (x + wide * 1.05, y)
    knee_left = (x - 0.52 * wide, y - 0.44 * high)
    knee_right = (x + 0.46 * wide, y - 0.50 * high)
    ridge = ((x + 0.10 * wide, y - 0.62 * high), (x - 0.04 * wide, y - 0.34 * high), (x + 0.16 * wide, y - 0.02 * high))
    foot: tuple[float, ...] = (x + 0.4 * wide, y + 0.07 * high, x - 0.4 * wide, y + 0.07 * high, *left)
    body: Outline = (left, knee_left, top, knee_right, right, foot)
    shade: Outline = (top, knee_right, right, (x + 0.6 * wide, y + 0.03 * high), ridge[2], ridge[1], ridge[0])
    hatch = tuple(
        ((top[0] + wide * a, top[1] + high * b), (top[0] + wide * c, top[1] + high * d))
        for a, b, c, d in ((0.30, 0.42, 0.42, 0.80), (0.46, 0.56, 0.66, 0.92), (0.17, 0.44, 0.22, 0.72))
    )
    lines: tuple[Outline, ...] = ((left, knee_left, top, knee_right, right), (top, *ridge[:2]), *hatch)
    return [
        Path("tree_shadow", (oval(x + 0.3 * wide, y + 0.01 * high, 1.1 * wide, 0.10 * high),), cell),
        Path("peak", (body,), cell),
        Path("peak_shade", (shade,), cell),
        Path("peak_line", lines, cell, is_closed=False),
    ]


def _tuft(x: float, y: float, cell: int, whim: float) -> Path:
    """Return a small tuft of grass, or the curve of a dune."""
    if whim > 0.1:
        w = 0.045
        arc: Outline = ((x - w, y), (x - 0.4 * w, y - 0.7 * w, x + 0.4 * w, y - 0.7 * w, x + w, y))
        return Path("dune", (arc,), cell, is_closed=False)
    blades = tuple(((x + d * 0.3, y), (x + d, y - 0.022 + abs(d) * 0.4)) for d in (-0.012, -0.002, 0.010))
    return Path("tuft", blades, cell, is_closed=False)


# Positions of pieces: units on their land, the ship in the circle of its tile or at its harbour, discs aside
#
# Also the targets next to the board shared by the games on sea tiles; a game's own targets start at `BESIDE` + 200.

STACK_TARGET: Final = BESIDE  # + stack: the top of a hidden stack
CLASS_TARGET: Final = BESIDE + 100  # + class 1 … 6: the open tiles of a class
UPCOMING_TARGET: Final = BESIDE + 120
"""+ class 1 … 6: tiles of a class left in the stacks; shows details, not clickable."""
_BESIDE_FALL = (0.77, 0.72)  # offset of a unit next to a waterfall, which is in the middle of its tile


@lru_cache(maxsize=2048)
def land_spot(lands: Lands, land: int, has_fall: bool) -> Point:
    """Return the foot of a unit on a land, in tile sides: well inside, away from the ship's circle."""
    if has_fall:
        return _BESIDE_FALL
    sides = [side for side in range(4) if lands[side] == land]
    lands_there = len({one for one in lands if one >= 0})
    if len(sides) == 4:
        return 0.5, 0.62
    if len(sides) == 3:
        (sea,) = (side for side in range(4) if side not in sides)
        x, y = rotate_point((0.5, 0.71 if lands_there == 1 else 0.78), sea)
        return x, y + 0.10
    if len(sides) == 2:
        first = sides[0] if (sides[0] + 1) % 4 == sides[1] else sides[1]
        x, y = rotate_point((0.67, 0.33), first)
        return x, y + 0.12
    x, y = rotate_point((0.5, 0.17 if lands_there > 1 else 0.20), sides[0] if sides else 0)
    return x, y + 0.13


@lru_cache(maxsize=512)
def disc_spot(lands: Lands) -> Point:
    """Return the tile corner for an event disc, farthest from the ship's circle and from any unit."""
    edges = sum(1 << side for side in range(4) if lands[side] >= 0)
    x, y = circle_place(edges)
    occupied = [(x, y - 0.08)]  # centre of a ship
    for land in {one for one in lands if one >= 0}:
        x, y = land_spot(lands, land, False)
        occupied.append((x, y - 0.17))  # centre of a unit
    corners = ((0.80, 0.19), (0.80, 0.81), (0.20, 0.81), (0.20, 0.19))
    room = (0.32, *(0.37 for _land in occupied[1:]))  # minimum distance of a disc from circle and units
    return max(
        corners,
        key=lambda corner: round(
            min(math.dist(corner, place) - need for place, need in zip(occupied, room, strict=True)), 2
        ),
    )


def origin(chart: Chart, cell: int) -> Point:
    """Return the north-west corner of a cell in board units."""
    row, column = divmod(cell, chart.columns)
    return float(column), float(row)


def unit_place(chart: Chart, cell: int, placement: int, land: int) -> Point:
    """Return the foot of a unit on a land of the tile on a cell, in board units."""
    one = chart.placements[placement]
    x, y = origin(chart, cell)
    px, py = land_spot(one.land, land, bool(chart.kinds[one.kind].bonus))
    return x + px, y + py


def ring_place(chart: Chart, cell: int, placement: int) -> Point:
    """Return the centre of the circle of the tile on a cell, in board units."""
    x, y = origin(chart, cell)
    px, py = circle_place(chart.placements[placement].edges)
    return x + px, y + py


def disc_place(chart: Chart, cell: int, placement: int) -> Point:
    """Return the centre of an event disc on the tile on a cell, in board units."""
    x, y = origin(chart, cell)
    px, py = disc_spot(chart.placements[placement].land)
    return x + px, y + py


def point_outside_edge(chart: Chart, cell: int, side: int, far: float) -> Point:
    """Return a point outside the middle of an edge (inside if `far` is negative), in board units."""
    x, y = origin(chart, cell)
    dx, dy = OUTWARD[side]
    return x + 0.5 + dx * (0.5 + far), y + 0.5 + dy * (0.5 + far)
