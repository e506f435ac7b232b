"""The coast of one tile: the shore line, the water beyond it, and the surf that runs along it in broken lines.

A tile is the unit square; the sea lies on each side of the mask `sea` (N 1, E 2, S 4, W 8), `DEEP` deep.
"""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random
from typing import NamedTuple

from studio.core.grid import Point
from studio.core.picture import Outline
from studio.core.text import wordless
from studio.drawing.pen import aside, beyond, resampled, rounded
from studio.drawing.square import CORNERS, beside
from studio.games.goldland.drawing.scenery.canyon import Line

DEEP = 0.27
"""How far the sea reaches into a coast tile."""
_SURF = ((0.036, 0), (0.082, 1), (0.136, 2), (0.194, 3), (0.246, 4))
_BEYOND = 0.003
"""How far lines are drawn out past the edge, so that strokes of neighbours leave no seam."""


class Shore(NamedTuple):
    """The shore lines (drawn out a little past the edges), the water, and the broken lines of surf, nearest first."""

    lines: tuple[Outline, ...]
    water: tuple[Outline, ...]
    surf: tuple[tuple[Outline, ...], ...]


@wordless
@lru_cache(maxsize=512)
def shore_of(sea: int, seed: int) -> Shore:
    """The coast of a tile with the sea on those sides."""
    rng = Random(seed * 131 + sea)
    lines: list[Outline] = []
    water: list[Outline] = []
    surf: list[list[Outline]] = [[] for _line in _SURF]
    for run in _runs(sea):
        line = _line(run, rng)
        corners = [CORNERS[side] for side in run]
        first = CORNERS[(run[0] - 1) % 4]
        start, end = beyond(line, _BEYOND)
        lines.append((start, *line, end))
        water.append((*line, *reversed(corners), first))
        for away, number in _SURF:
            surf[number] += _broken(_moved(line, away, rng), rng, number)
    return Shore(tuple(lines), tuple(water), tuple(tuple(found) for found in surf))


def _runs(sea: int) -> list[list[int]]:
    """The sides towards the sea, neighbours together, clockwise."""
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
    """The shore along some neighbouring sides, clockwise: its ends lie on the tile's edges, 0.27 inside."""
    places: list[Point] = []
    first, last = run[0], run[-1]
    places.append(beside(first, 0.0, DEEP))
    places.append(beside(first, 0.10, DEEP))
    for number, side in enumerate(run):
        begin = 0.22 if number == 0 else 0.45
        end = 0.78 if number == len(run) - 1 else 0.55
        for part in (begin, (begin + end) / 2, end):
            if begin < end or part == begin:
                places.append(beside(side, part, DEEP + rng.uniform(-0.022, 0.012)))
        if number < len(run) - 1:
            places.append(beside(side, 1 - DEEP - 0.035, DEEP + 0.035))
    places.append(beside(last, 0.90, DEEP))
    places.append(beside(last, 1.0, DEEP))
    return tuple(resampled(rounded(places, 3), 0.035))


def _moved(line: Line, away: float, rng: Random) -> list[Point]:
    """The shore moved out to sea, a little uneven between its ends."""
    found = []
    last = len(line) - 1
    wave, phase = rng.uniform(14, 20), rng.uniform(0, 6)
    for number in range(len(line)):
        ends = min(1.0, min(number, last - number) / 4)
        out = away + 0.007 * math.sin(wave * number * 0.035 * 2 + phase) * ends
        found.append(aside(line, number, -out))
    return [(x, y) for x, y in found if -0.001 <= x <= 1.001 and -0.001 <= y <= 1.001]


def _broken(points: list[Point], rng: Random, number: int) -> list[Outline]:
    """A line in pieces of uneven length; those farther out are shorter."""
    found: list[Outline] = []
    at = rng.choice((0, 0, 1))
    while at < len(points) - 1:
        piece = rng.randint(3, 8) if number < 2 else rng.randint(2, 6)
        part = points[at : at + piece + 1]
        if len(part) >= 2:
            found.append(tuple(part))
        at += piece + rng.choice((1, 1, 2) if number < 2 else (1, 2, 2))
    return found
