"""Signs on the board for the decision at hand: frames of reach, the own place, footprints, pills of steps.

(x, y) is always the north-west corner of a tile, in board units.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from studio.core.grid import Point
from studio.core.picture import Label, Outline, Path, Shape, Sprite, circle, rectangle, rounded
from studio.core.text import _
from studio.drawing.ornaments import ornament
from studio.games.goldland.drawing.line_plate import PAY, Counts, disc_shapes
from studio.games.goldland.drawing.scenery.canyon import MOUTH

_INSET = 0.022
_PILL = 0.21
_PILL_Y = 0.885


def free_frame(x: float, y: float, gates: int = 0, cell: int = -1) -> tuple[Shape, ...]:
    """A tile that can be reached by road: a gold frame, open on the sides of `gates` where a road comes in."""
    lines: list[Outline] = []
    low, high, a, b = _INSET, 1 - _INSET, MOUTH + 0.01, 1 - MOUTH - 0.01
    corners: tuple[Point, ...] = ((low, low), (high, low), (high, high), (low, high))
    current: list[Point] = []
    first: list[Point] | None = None
    for side in range(4):
        (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 4]
        current.append((x + ax, y + ay))
        if gates >> side & 1:
            current.append((x + ax + (bx - ax) * a, y + ay + (by - ay) * a))
            if first is None:
                first = current
            else:
                lines.append(tuple(current))
            current = [(x + ax + (bx - ax) * b, y + ay + (by - ay) * b)]
    if first is None:
        box = _frame(x, y)
        return Path("reach_glow", (box,), cell), Path("reach_frame", (box,), cell)
    lines.append((*current, *first))
    return (
        Path("reach_glow", (_frame(x, y),), cell),
        Path("reach_frame", tuple(lines), cell, closed=False),
    )


def crossing_frame(x: float, y: float, cell: int = -1) -> tuple[Shape, ...]:
    """A tile that can be reached by crossing: the same frame, whole and dashed."""
    box = (_frame(x, y),)
    return Path("reach_glow", box, cell), Path("crossing_ground", box, cell), Path("crossing_frame", box, cell)


def explore_frame(x: float, y: float, cell: int = -1, words: bool = True) -> tuple[Shape, ...]:
    """A space that can be explored: bleached parchment with a dashed edge, a token, and a word."""
    box = (rounded(x + 0.045, y + 0.045, 0.91, 0.91, 0.05),)
    found: list[Shape] = [
        Path("explore_ground", box, cell),
        Path("explore_frame", box, cell),
        Sprite("goldland/discovery", x + 0.5, y + (0.44 if words else 0.5), 0.38, cell),
    ]
    if words:
        found.append(Label("explore_word", _("Explore"), x + 0.5, y + 0.78, 0.15, cell))
    return tuple(found)


def own_place(x: float, y: float, cell: int = -1) -> tuple[Shape, ...]:
    """Where the seat to move stands."""
    return (Path("own_place", (_frame(x, y),), cell),)


def dimmed(x: float, y: float, coast: bool = False, cell: int = -1) -> Shape:
    """A tile out of reach; coasts less, as they are lighter to read."""
    return Path("dim_coast" if coast else "dim", (rectangle(x, y, 1, 1),), cell)


def _frame(x: float, y: float) -> Outline:
    return rounded(x + _INSET, y + _INSET, 1 - 2 * _INSET, 1 - 2 * _INSET, 0.03)


def step_pill(x: float, y: float, steps: int, leaving: Counts = (), cell: int = -1) -> tuple[Shape, ...]:
    """How many steps it takes to this tile and what leaves the pack on the way, by item (the eighth: any piece)."""
    r, cy = _PILL / 2, y + _PILL_Y
    items = [item for item, count in enumerate(leaving) for _one in range(count)]
    d = 0.135
    step = min(0.56 * d, 0.36 / max(1, len(items) - 1))
    tail = 0.03 + d + (len(items) - 1) * step + 0.035 if items else 0.0
    left = x + 0.5 - (2 * r + tail) / 2
    found: list[Shape] = []
    if items:
        found.append(Path("pill", (rounded(left, cy - r, 2 * r + tail, 2 * r, r),), cell))
    found.append(Path("pill_coin", (circle(left + r, cy, r * 0.94),), cell))
    found.append(Label("pill_figure", str(steps), left + r, cy, 0.175, cell))
    for number, item in enumerate(items):
        found += disc_shapes(left + 2 * r + 0.03 + d / 2 + number * step, cy - 0.008, d, item, PAY, cell)
    return tuple(found)


def footprints(way: Sequence[Point], seat: int, cell: int = -1) -> tuple[Shape, ...]:
    """Footprints in a seat's colour from place to place."""
    soles: list[Outline] = []
    halos: list[Outline] = []
    left = 1
    for (ax, ay), (bx, by) in pairwise(way):
        long = math.hypot(bx - ax, by - ay) or 1.0
        ux, uy = (bx - ax) / long, (by - ay) / long
        turn = math.degrees(math.atan2(uy, ux))
        count = max(1, round(long / 0.115))
        for number in range(count):
            away = (number + 0.5) * long / count
            cx, cy = ax + ux * away - uy * 0.040 * left, ay + uy * away + ux * 0.040 * left
            halo, sole = ornament("goldland/sole", cx, cy, turn=turn)
            halos += halo.outlines
            soles += sole.outlines
            left = -left
    return Path("foot_halo", tuple(halos), cell), Path(f"fill:seat{seat}.body", tuple(soles), cell)
