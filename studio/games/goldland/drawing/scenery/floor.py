"""What lies on the ground of one tile: the dusty road, stones and pebbles, bushes on the table land.

A tile is the unit square. On a plain tile the roads of all open sides meet; before an adventure each ends under an
arc of stones, which is how the two are told apart.
"""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random
from typing import NamedTuple

from studio.core.grid import Point
from studio.core.picture import Outline, circle
from studio.core.text import wordless
from studio.drawing.outlines import inside
from studio.drawing.pen import aside, bezier, length, resampled
from studio.drawing.square import INWARD, MIDDLES
from studio.games.goldland.drawing.scenery.canyon import Wall

MEET = (0.50, 0.53)
"""Where the roads of a plain tile meet."""
HEART = (0.50, 0.57)
"""The middle of an adventure's medallion."""
ROAD = 0.126
"""Width of a road."""
_STOP = 0.265


class Road(NamedTuple):
    """The roads of a tile: centre lines, ruts beside them, ragged dots along their edges, stones where they end."""

    lines: tuple[Outline, ...]
    ruts: tuple[Outline, ...]
    dots: tuple[Outline, ...]
    stones: tuple[Outline, ...]


@wordless
@lru_cache(maxsize=1024)
def road_of(exits: int, halts: bool, seed: int) -> Road:
    """The roads of a tile with those exits; with `halts` they end before an adventure."""
    rng = Random(seed * 613 + exits * 7 + halts)
    lines: list[Outline] = []
    stones: list[Outline] = []
    for side in range(4):
        if exits >> side & 1:
            way = _way(side, halts, rng)
            lines.append(tuple(way))
            if halts:
                stones += _stones(way[-1], rng)
    ruts: list[Outline] = []
    dots: list[Outline] = []
    for line in lines:
        points = [(p[0], p[1]) for p in line]
        kept = 1.0 if halts else max(0.2, 1 - 0.07 / length(points))
        inner = points[: max(3, round(len(points) * kept))]
        ruts += [tuple(_beside(inner, 0.027)), tuple(_beside(inner, -0.027))]
        for number in range(1, len(points)):
            for edge in (1, -1):
                if rng.random() < 0.75:
                    x, y = aside(points, number, edge * (ROAD / 2 - 0.002 + rng.uniform(-0.006, 0.004)))
                    if 0.012 < x < 0.988 and 0.012 < y < 0.988:
                        dots.append(_pebble(x, y, rng.uniform(0.006, 0.012), rng))
    return Road(tuple(lines), tuple(ruts), tuple(dots), tuple(stones))


def _way(side: int, halts: bool, rng: Random) -> list[Point]:
    """The middle of the road from an open side to the meeting place, or to its end before an adventure."""
    start, goal = MIDDLES[side], HEART if halts else MEET
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    ahead = INWARD[side]
    if halts:
        long = math.hypot(dx, dy)
        goal = (goal[0] - dx / long * _STOP, goal[1] - dy / long * _STOP)
        dx, dy = goal[0] - start[0], goal[1] - start[1]
    long = abs(dx * ahead[0] + dy * ahead[1])
    sway = rng.uniform(-0.018, 0.018)
    across = (-ahead[1], ahead[0])
    first = (start[0] + ahead[0] * long * 0.40, start[1] + ahead[1] * long * 0.40)
    second = (
        goal[0] - ahead[0] * long * 0.35 + across[0] * sway,
        goal[1] - ahead[1] * long * 0.35 + across[1] * sway,
    )
    return resampled(bezier(start, first, second, goal, 13), 0.06)


def _beside(points: list[Point], away: float) -> list[Point]:
    """A line parallel to another."""
    return [aside(points, number, away) for number in range(len(points))]


def _stones(end: Point, rng: Random) -> list[Outline]:
    """Seven stones in an arc between the end of a road and the adventure."""
    angle = math.atan2(end[1] - HEART[1], end[0] - HEART[0])
    found = []
    for number in range(7):
        turn = angle + (number - 3) * 0.092 + rng.uniform(-0.012, 0.012)
        away = 0.246 + 0.010 * abs(number - 3) / 3 + rng.uniform(-0.004, 0.004)
        x, y = HEART[0] + math.cos(turn) * away, HEART[1] + math.sin(turn) * away
        found.append(_pebble(x, y, rng.uniform(0.009, 0.0125), rng))
    return found


def _pebble(x: float, y: float, r: float, rng: Random) -> Outline:
    """An uneven stone of six corners."""
    turn = rng.uniform(0, 1.0)
    corners = []
    for number in range(6):
        away = r * rng.uniform(0.75, 1.15)
        angle = turn + number * math.pi / 3
        corners.append((x + math.cos(angle) * away, y + math.sin(angle) * away * 0.85))
    return tuple(corners)


@wordless
@lru_cache(maxsize=1024)
def pebbles_of(exits: int, sea: int, seed: int) -> tuple[Outline, ...]:
    """A few stones on the floor of the canyon, off the road."""
    rng = Random(seed * 389 + exits + sea * 16)
    found: list[Outline] = []
    for _try in range(14):
        x, y = rng.uniform(0.30, 0.70), rng.uniform(0.30, 0.70)
        if abs(x - 0.5) > ROAD * 0.62 and abs(y - MEET[1]) > ROAD * 0.62 and len(found) < 4:
            found.append(_pebble(x, y, rng.uniform(0.006, 0.013), rng))
    return tuple(found)


class Bush(NamedTuple):
    """A round bush on the table land."""

    x: float
    y: float
    r: float


@wordless
@lru_cache(maxsize=1024)
def bushes_of(walls: tuple[Wall, ...], terraces: tuple[Wall, ...], seed: int, green: bool) -> tuple[Bush, ...]:
    """Bushes on the table land, clear of rims and of one another, from north to south."""
    rng = Random(seed * 211 + green)
    found: list[Bush] = []
    rims = [place for wall in (*walls, *terraces) for place in wall.rim[::2]]
    feet = [place for wall in terraces for place in wall.foot]
    for _try in range(80):
        x, y, r = rng.uniform(0.045, 0.955), rng.uniform(0.045, 0.955), rng.uniform(0.020, 0.033)
        if 0.06 < y < 0.23 and 0.30 < x < 0.70:
            continue  # under the line of equipment
        if 0.36 < x < 0.64 and 0.36 < y < 0.64:
            continue  # the middle is canyon floor
        if not any(inside(wall.land, x, y) for wall in walls):
            continue
        if any(math.dist((x, y), place) < r + 0.022 for place in (*rims, *feet)):
            continue
        if any(math.dist((x, y), (other.x, other.y)) < (r + other.r) * 0.9 for other in found):
            continue
        found.append(Bush(x, y, r))
        if rng.random() < 0.55:  # they like company
            near = Bush(x + rng.choice((-1, 1)) * r * 1.9, y + rng.uniform(-0.5, 0.6) * r, r * rng.uniform(0.6, 0.85))
            alone = all(math.dist((near.x, near.y), (other.x, other.y)) > other.r * 1.3 for other in found)
            if (
                alone
                and 0.04 < near.x < 0.96
                and all(math.dist((near.x, near.y), place) > near.r + 0.015 for place in rims)
            ):
                found.append(near)
        if len(found) >= (11 if green else 8):
            break
    return tuple(sorted(found, key=lambda bush: bush.y))


@wordless
@lru_cache(maxsize=1024)
def specks_of(walls: tuple[Wall, ...], seed: int) -> tuple[Outline, ...]:
    """Dry tufts on the table land, as specks."""
    rng = Random(seed * 97 + 5)
    found: list[Outline] = []
    for _try in range(48):
        x, y = rng.uniform(0.02, 0.98), rng.uniform(0.02, 0.98)
        if any(inside(wall.land, x, y) for wall in walls):
            found.append(_pebble(x, y, rng.uniform(0.004, 0.009), rng))
    return tuple(found)


def ring(bush: Bush, seed: int, part: float = 1.0, dx: float = 0.0, dy: float = 0.0) -> Outline:
    """The leafy edge of a bush, or of a part of it."""
    rng = Random(seed)
    lobes, r = 7, bush.r * part
    x, y = bush.x + dx * bush.r, bush.y + dy * bush.r
    if part < 0.6:
        return circle(x, y, r)
    points: list[tuple[float, ...]] = []
    turn = rng.uniform(0, 1)
    for number in range(lobes):
        a, b = turn + number * math.tau / lobes, turn + (number + 1) * math.tau / lobes
        if not points:
            points.append((x + math.cos(a) * r * 0.92, y + math.sin(a) * r * 0.92))
        bulge = r * rng.uniform(1.10, 1.24)
        points.append(
            (
                x + math.cos(a + 0.25) * bulge,
                y + math.sin(a + 0.25) * bulge,
                x + math.cos(b - 0.25) * bulge,
                y + math.sin(b - 0.25) * bulge,
                x + math.cos(b) * r * 0.92,
                y + math.sin(b) * r * 0.92,
            )
        )
    return tuple(points)
