"""Canyon walls and coast of one tile.

A tile is the unit square. A wall runs clockwise from the mouth of an open side to the next one, round the corners and
the blocked sides between them; it ends at a side towards the sea. Walls meet the tile's edge always at the same two
places and at a right angle, so that neighbours join. The light comes from the north-west regardless of rotation: shapes
rotate, the light does not.
"""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random
from typing import NamedTuple

from studio.core.grid import Point
from studio.core.picture import Outline
from studio.drawing.geometry import CORNERS, side_point
from studio.drawing.pen import extended_ends, normal, offset_point, resample, round_corners

Line = tuple[Point, ...]

MOUTH = 0.345  # distance from the corner to the mouth of an open side
SHADES = 8  # shades of rock, from light to dark
_STEP = 0.031
_BAND = 0.056
_SOUTH = 0.45  # factor of the width of a cliff that faces south, towards the viewer
_ROWS = (0.0, 0.38, 0.72, 1.0)
_LIGHT = (-0.55, -0.83)


class Wall(NamedTuple):
    """One cliff: the rim of the table land, the foot on the canyon floor, and the land inside the rim."""

    rim: Line
    foot: Line
    land: Outline  # the table land, closed along the tile's edge
    body: Outline  # table land and cliff together, for the shadow
    band: Outline  # the cliff alone, slightly beyond its foot, so that a dark line appears there
    facets: tuple[tuple[Outline, ...], ...]  # by shade, from light to dark
    lip: Outline  # the table land, slightly beyond its rim, so that a dark line appears there
    stratum: Outline  # a line between two layers of rock


@lru_cache(maxsize=1024)
def walls_of(exits: int, sea: int, seed: int) -> tuple[tuple[Wall, ...], tuple[Wall, ...]]:
    """Return the walls of a tile and the second terraces on its blocked sides. `exits`, `sea`: N 1, E 2, S 4, W 8."""
    rng = Random(seed * 977 + exits * 17 + sea)
    walls = []
    open_sides = [side for side in range(4) if exits >> side & 1]
    if not open_sides and not sea:
        walls.append(_closed_wall(rng))
    for side in open_sides:
        run, other = _blocked_after(side, exits | sea)
        if not sea >> other & 1:
            walls.append(_wall(side, run, other, rng))
        elif run:
            walls.append(_wall(side, run, -1, rng))
    for side in range(4):
        if sea >> side & 1:
            run, other = _blocked_after(side, exits | sea)
            if run:
                walls.append(_wall(-1, run, other if exits >> other & 1 else -1, rng))
    blocked = [side for side in range(4) if not (exits | sea) >> side & 1]
    terraces = [_terrace(side, sea, rng) for side in blocked]
    return tuple(walls), tuple(terraces)


def _blocked_after(side: int, free: int) -> tuple[list[int], int]:
    """Return the sides after `side`, clockwise, that are not `free`, and the first free one after them."""
    run, other = [], (side + 1) % 4
    while not free >> other & 1:
        run.append(other)
        other = (other + 1) % 4
    return run, other


def _wall(first: int, blocked: list[int], last: int, rng: Random) -> Wall:
    """Return the wall from the mouth of `first` along the blocked sides to the mouth of `last` (-1: the beach)."""
    places: list[Point] = []
    corners: list[Point] = []
    if first >= 0:
        places += [side_point(first, 1 - MOUTH, 0.0), side_point(first, 1 - MOUTH, 0.10)]
        if not blocked:
            places += [side_point(first, 0.675, 0.215), side_point(first, 0.755, 0.305)]
        corners.append(CORNERS[first])
    else:
        places += [side_point(blocked[0], 0.40, 0.0), side_point(blocked[0], 0.42, 0.12)]
    for number, side in enumerate(blocked):
        begin = 0.25 if first >= 0 or number else 0.55
        end = 0.75 if last >= 0 or number < len(blocked) - 1 else 0.45
        if number or first >= 0:
            places.append(side_point(side, begin, 0.245 + rng.uniform(-0.02, 0.02)))
        if begin < end:
            places.append(side_point(side, (begin + end) / 2, 0.195 + rng.uniform(-0.03, 0.01)))
        if number < len(blocked) - 1 or last >= 0:
            places.append(side_point(side, end, 0.245 + rng.uniform(-0.02, 0.02)))
            corners.append(CORNERS[side])
    if last >= 0:
        if not blocked:
            places += [side_point(last, 0.215, 0.325)]
        places += [side_point(last, MOUTH, 0.10), side_point(last, MOUTH, 0.0)]
    else:
        places += [side_point(blocked[-1], 0.58, 0.12), side_point(blocked[-1], 0.60, 0.0)]
    return _build_wall(_roughen(_round_corners(places), 0.024, rng), corners, rng, 1.0)


def _terrace(side: int, sea: int, rng: Random) -> Wall:
    """Return a second step of rock at the edge of a blocked side, at most 0.09 deep."""
    low = 0.44 if sea >> (side - 1) % 4 & 1 else 0.13
    high = 0.56 if sea >> (side + 1) % 4 & 1 else 0.87
    width = high - low
    depth = 0.062
    places = [
        side_point(side, low, 0.0),
        side_point(side, low + 0.10 * width, depth * 0.8),
        *(side_point(side, low + part * width, depth + rng.uniform(-0.02, 0.016)) for part in (0.30, 0.50, 0.70)),
        side_point(side, low + 0.90 * width, depth * 0.8),
        side_point(side, high, 0.0),
    ]
    return _build_wall(_roughen(_round_corners(places), 0.010, rng), [], rng, 0.55)


def _closed_wall(rng: Random) -> Wall:
    """Return the rim of a tile with four blocked sides: a ring of table land."""
    ring = [side_point(side, along, 0.25 + rng.uniform(-0.03, 0.03)) for side in range(4) for along in (0.3, 0.5, 0.7)]
    ring.append(ring[0])
    rim = _roughen(_round_corners(ring), 0.018, rng)
    return _build_wall((*rim, rim[0]), [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (0.0, 0.0)], rng, 1.0)


def _round_corners(places: list[Point]) -> list[Point]:
    return resample(round_corners(places, 3), _STEP)


def _roughen(points: list[Point], most: float, rng: Random) -> Line:
    """Shift the line along its normals by a rough wave that fades out at both ends."""
    waves = [(rng.uniform(0.8, 1.25) * k, rng.uniform(0, math.tau), a) for k, a in ((7, 0.55), (16, 0.42), (33, 0.30))]
    result = []
    last = len(points) - 1
    for number in range(len(points)):
        distance = number * _STEP
        ends = min(1.0, min(number, last - number) * _STEP / 0.09)
        move = sum(a * math.sin(k * distance * 2.1 + phase) for k, phase, a in waves) + rng.uniform(-0.22, 0.22)
        move *= most * ends * ends * (3 - 2 * ends)
        result.append(offset_point(points, number, move))
    return tuple(result)


def _smooth_normals(normals: list[Point]) -> list[Point]:
    """Average each normal with its neighbours, so that a cliff does not cross itself in a notch."""
    points = []
    for number in range(len(normals)):
        neighbors = normals[max(0, number - 2) : number + 3]
        nx, ny = sum(n[0] for n in neighbors), sum(n[1] for n in neighbors)
        long = math.hypot(nx, ny) or 1.0
        points.append((nx / long, ny / long))
    return points


def _build_wall(rim: Line, corners: list[Point], rng: Random, scale: float) -> Wall:
    """Return the wall with this rim: land behind it, cliff before it, and lit facets."""
    normals = _smooth_normals([normal(rim, number) for number in range(len(rim))])
    for number in (0, len(rim) - 1):  # at a right angle to the edge, so that neighbours join
        nx, ny = normals[number]
        normals[number] = (math.copysign(1.0, nx), 0.0) if abs(nx) > abs(ny) else (0.0, math.copysign(1.0, ny))
    last = len(rim) - 1
    rows: list[list[Point]] = [[] for _row in _ROWS]
    for number, ((x, y), (nx, ny)) in enumerate(zip(rim, normals, strict=True)):
        width = _BAND * scale * (1 + _SOUTH * max(0.0, ny))
        if 0 < number < last:
            width *= rng.uniform(0.84, 1.18)
        if scale < 1:  # a terrace narrows towards its ends
            width *= min(1.0, 0.15 + 4 * min(number, last - number) / last)
        for row, part in enumerate(_ROWS):
            jitter = rng.uniform(-0.06, 0.06) if 0 < row < 3 and 0 < number < last else 0.0
            reach = width * (part + jitter)
            rows[row].append((x + nx * reach, y + ny * reach))
    foot = tuple(rows[-1])
    edge = [(x + nx * 0.0065, y + ny * 0.0065) for (x, y), (nx, ny) in zip(foot, normals, strict=True)]
    lip = [(x + nx * 0.0075, y + ny * 0.0075) for (x, y), (nx, ny) in zip(rim, normals, strict=True)]
    land = (*rim, *reversed(corners))
    facets: list[list[Outline]] = [[] for _shade in range(SHADES)]
    for row in range(3):
        number = 0
        while number < last:
            end = min(last, number + rng.choice((1, 2, 2, 3)))
            middle = (number + end) // 2
            nx, ny = normals[middle]
            lit = nx * _LIGHT[0] + ny * _LIGHT[1]
            shade = 0.47 - 0.36 * lit + rng.uniform(-0.09, 0.09) + (-0.05, 0.0, 0.07)[row]
            upper, lower = rows[row][number : end + 1], rows[row + 1][number : end + 1]
            facets[max(0, min(SHADES - 1, int(shade * SHADES)))].append((*upper, *reversed(lower)))
            number = end
    return Wall(
        rim,
        foot,
        land,
        (*foot, *reversed(corners)),
        (*rim, *reversed(edge)),
        tuple(tuple(shade) for shade in facets),
        (*lip, *reversed(corners)),
        tuple(rows[1]),
    )


# Coast: shore line, water, and broken lines of surf

DEEP = 0.27  # depth of the sea within a coast tile
_SURF = ((0.036, 0), (0.082, 1), (0.136, 2), (0.194, 3), (0.246, 4))
_BEYOND = 0.003  # how far lines extend past the edge, so that strokes of neighbours join without a gap


class Shore(NamedTuple):
    """The shore lines (extended past the edges), the water, and the broken lines of surf, nearest first."""

    lines: tuple[Outline, ...]
    water: tuple[Outline, ...]
    surf: tuple[tuple[Outline, ...], ...]


@lru_cache(maxsize=512)
def shore_of(sea: int, seed: int) -> Shore:
    """Return the coast of a tile with the sea on these sides."""
    rng = Random(seed * 131 + sea)
    lines: list[Outline] = []
    water: list[Outline] = []
    surf: list[list[Outline]] = [[] for _line in _SURF]
    for run in _runs(sea):
        line = _line(run, rng)
        corners = [CORNERS[side] for side in run]
        first = CORNERS[(run[0] - 1) % 4]
        start, end = extended_ends(line, _BEYOND)
        lines.append((start, *line, end))
        water.append((*line, *reversed(corners), first))
        for away, number in _SURF:
            surf[number] += _break_line(_shift_seaward(line, away, rng), rng, number)
    return Shore(tuple(lines), tuple(water), tuple(tuple(points) for points in surf))


def _runs(sea: int) -> list[list[int]]:
    """Return the sides towards the sea in runs of adjacent ones, clockwise."""
    sides = [side for side in range(4) if sea >> side & 1]
    if len(sides) == 4:
        return [sides]
    runs: list[list[int]] = []
    for side in sides:
        if not sea >> (side - 1) % 4 & 1:
            run = [side]
            while sea >> (run[-1] + 1) % 4 & 1:
                run.append((run[-1] + 1) % 4)
            runs.append(run)
    return runs


def _line(run: list[int], rng: Random) -> Line:
    """Return the shore along adjacent sides, clockwise; its ends are on the tile's edges, 0.27 inside."""
    places = [side_point(run[0], along, DEEP) for along in (0.0, 0.10)]
    for number, side in enumerate(run):
        begin = 0.22 if number == 0 else 0.45
        end = 0.78 if number == len(run) - 1 else 0.55
        for part in (begin, (begin + end) / 2, end):
            if begin < end or part == begin:
                places.append(side_point(side, part, DEEP + rng.uniform(-0.022, 0.012)))
        if number < len(run) - 1:
            places.append(side_point(side, 1 - DEEP - 0.035, DEEP + 0.035))
    places += [side_point(run[-1], along, DEEP) for along in (0.90, 1.0)]
    return tuple(resample(round_corners(places, 3), 0.035))


def _shift_seaward(line: Line, away: float, rng: Random) -> list[Point]:
    """Return the shore shifted towards the sea, slightly uneven between its ends."""
    points = []
    last = len(line) - 1
    wave, phase = rng.uniform(14, 20), rng.uniform(0, 6)
    for number in range(len(line)):
        ends = min(1.0, min(number, last - number) / 4)
        out = away + 0.007 * math.sin(wave * number * 0.035 * 2 + phase) * ends
        points.append(offset_point(line, number, -out))
    return [(x, y) for x, y in points if -0.001 <= x <= 1.001 and -0.001 <= y <= 1.001]


def _break_line(points: list[Point], rng: Random, number: int) -> list[Outline]:
    """Return a line in pieces of uneven length; outer lines have shorter pieces."""
    found: list[Outline] = []
    at = rng.choice((0, 0, 1))
    while at < len(points) - 1:
        piece = rng.randint(3, 8) if number < 2 else rng.randint(2, 6)
        found.append(tuple(points[at : at + piece + 1]))
        at += piece + rng.choice((1, 1, 2) if number < 2 else (1, 2, 2))
    return found
