"""What grows and stands on the land of a chart: hills, trees of the savanna, tufts, each space by itself."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random

from studio.core.grid import Point
from studio.core.picture import Outline, Path, Shape
from studio.core.text import wordless
from studio.drawing.ornaments import ornament
from studio.games.columbus.drawing.chart.places import Box


@wordless
@lru_cache(maxsize=4096)
def country_on(cell: int, centre: Point, seed: int, kept: tuple[Box, ...] = ()) -> tuple[Shape, ...]:
    """One drawing or none on a land space, beside what is written there; the same for the same seed."""
    rng = Random(seed * 7919 + 17)
    what = rng.random()
    for _attempt in range(5):
        x, y = centre[0] + rng.uniform(-0.30, 0.22), centre[1] + rng.uniform(-0.18, 0.34)
        room = Box(x - 0.20, y - 0.24, x + 0.36, y + 0.10)
        if not any(room.meets(box) for box in kept):
            break
    else:
        return ()
    if what < 0.44:
        return _hills(cell, x, y, rng)
    if what < 0.84:
        return _trees(cell, x, y, rng)
    return ()


def _hills(cell: int, x: float, y: float, rng: Random) -> tuple[Shape, ...]:
    ground: list[Outline] = []
    lines: list[Outline] = []
    hatch: list[Outline] = []
    for number in range(rng.choice((1, 1, 2))):
        cx, cy = x + number * rng.uniform(0.15, 0.22), y + number * 0.06
        wide = rng.uniform(0.16, 0.22) * (1 - 0.3 * number)
        high = wide * rng.uniform(1.0, 1.25)
        lean = rng.uniform(-0.12, 0.12) * wide
        outline = (
            (cx - wide, cy),
            (cx - wide * 0.6, cy - high * 0.34, cx - wide * 0.25 + lean, cy - high * 0.86, cx + lean, cy - high),
            (
                *(cx + wide * 0.28 + lean, cy - high * 0.80),
                *(cx + wide * 0.5, cy - high * 0.30),
                *(cx + wide * 1.05, cy + 0.01),
            ),
        )
        ground.append(outline)
        lines.append(outline)
        for stroke in range(5):
            t = (stroke + 0.7) / 5.8
            sx, sy = cx + lean + (wide - lean) * t, cy - high * (1 - t) ** 1.3
            hatch.append(((sx, sy + 0.008), (sx - wide * 0.06, sy + high * (0.40 - 0.26 * t))))
    return (
        Path("country_ground", tuple(ground), cell, closed=False),
        Path("country_line", tuple(lines), cell, closed=False),
        Path("country_fine", tuple(hatch), cell, closed=False),
    )


def _trees(cell: int, x: float, y: float, rng: Random) -> tuple[Shape, ...]:
    crowns: list[Outline] = []
    lines: list[Outline] = []
    for number in range(rng.choice((1, 1, 2))):
        tx, ty, wide = x + number * rng.uniform(0.17, 0.24), y + number * 0.06, rng.uniform(0.11, 0.14)
        crown, trunk = ornament("columbus/tree", tx, ty, wide)
        crowns += crown.outlines
        lines += trunk.outlines
    return (
        Path("country_crown", tuple(crowns), cell),
        Path("country_line", tuple(lines), cell, closed=False),
    )


@lru_cache(maxsize=256)
def river(begin: Point, end: Point, seed: int) -> tuple[Shape, ...]:
    """A river in two blue lines with a little of the land between them."""
    rng = Random(seed)
    dx, dy = end[0] - begin[0], end[1] - begin[1]
    long = math.hypot(dx, dy) or 1.0
    bends = [begin]
    steps = max(3, round(long / 0.32))
    for number in range(1, steps):
        part, off = number / steps, rng.uniform(0.04, 0.11) * (-1) ** number / long
        bends.append((begin[0] + dx * part - dy * off, begin[1] + dy * part + dx * off))
    bends.append(end)
    line: list[tuple[float, ...]] = [begin]
    for number in range(steps):  # through every bend, there in the direction from the one before to the one after
        (px, py), (ax, ay) = bends[max(0, number - 1)], bends[number]
        (bx, by), (qx, qy) = bends[number + 1], bends[min(steps, number + 2)]
        line.append((ax + (bx - px) / 6, ay + (by - py) / 6, bx - (qx - ax) / 6, by - (qy - ay) / 6, bx, by))
    outline = tuple(line)
    return Path("river", (outline,), closed=False), Path("river_heart", (outline,), closed=False)
