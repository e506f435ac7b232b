"""Where pieces stand: units on their land, the ship in the circle of its tile or before its harbour, discs aside.

And the numbers of the places beside the board that can be clicked in every game on sea tiles; a game's own ones follow
from `BESIDE` + 200 on.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from studio.core.grid import Point
from studio.core.picture import BESIDE
from studio.drawing.square import OUTWARD, turned
from studio.seatiles.drawing.coast import Lands
from studio.seatiles.drawing.lanes import circle_place
from studio.seatiles.rules.chart import Chart

STACK_TARGET: Final = BESIDE
"""+ stack: the top of a hidden stack."""
CLASS_TARGET: Final = BESIDE + 100
"""+ class 1 … 6: the open tiles of a class."""
COME_TARGET: Final = BESIDE + 120
"""+ class 1 … 6: what the stacks may still bring of a class; nothing to be clicked, but to be asked about."""
_BESIDE_FALL = (0.77, 0.72)
"""A unit beside a waterfall, which lies in the middle of its tile."""


@lru_cache(maxsize=2048)
def land_spot(lands: Lands, land: int, has_fall: bool) -> Point:
    """Where the foot of a unit stands on a land, in parts of the tile's side: well inside, off the ship's circle."""
    if has_fall:
        return _BESIDE_FALL
    sides = [side for side in range(4) if lands[side] == land]
    lands_there = len({one for one in lands if one >= 0})
    if len(sides) == 4:
        return 0.5, 0.62
    if len(sides) == 3:
        (sea,) = (side for side in range(4) if side not in sides)
        x, y = turned((0.5, 0.71 if lands_there == 1 else 0.78), sea)
        return x, y + 0.10
    if len(sides) == 2:
        first = sides[0] if (sides[0] + 1) % 4 == sides[1] else sides[1]
        x, y = turned((0.67, 0.33), first)
        return x, y + 0.12
    x, y = turned((0.5, 0.17 if lands_there > 1 else 0.20), sides[0] if sides else 0)
    return x, y + 0.13


@lru_cache(maxsize=512)
def disc_spot(lands: Lands) -> Point:
    """The corner of a tile for the disc of an event that is farthest from the ship's circle and from any unit."""
    edges = sum(1 << side for side in range(4) if lands[side] >= 0)
    x, y = circle_place(edges)
    busy = [(x, y - 0.08)]  # the middle of a ship that lies there
    for land in {one for one in lands if one >= 0}:
        x, y = land_spot(lands, land, False)
        busy.append((x, y - 0.17))  # the middle of a unit that stands there
    corners = ((0.80, 0.19), (0.80, 0.81), (0.20, 0.81), (0.20, 0.19))
    room = (0.32, *(0.37 for _land in busy[1:]))  # what the circle and a unit need beside a disc
    return max(
        corners,
        key=lambda corner: round(
            min(math.dist(corner, place) - need for place, need in zip(busy, room, strict=True)), 2
        ),
    )


def origin(chart: Chart, cell: int) -> Point:
    """The north-west corner of a cell in board units."""
    row, column = divmod(cell, chart.columns)
    return float(column), float(row)


def unit_place(chart: Chart, cell: int, placement: int, land: int) -> Point:
    """Where the foot of a unit stands on a land of the tile on a cell, in board units."""
    one = chart.placements[placement]
    x, y = origin(chart, cell)
    px, py = land_spot(one.land, land, bool(chart.kinds[one.kind].bonus))
    return x + px, y + py


def ring_place(chart: Chart, cell: int, placement: int) -> Point:
    """The middle of the circle of the tile on a cell, in board units."""
    x, y = origin(chart, cell)
    px, py = circle_place(chart.placements[placement].edges)
    return x + px, y + py


def disc_place(chart: Chart, cell: int, placement: int) -> Point:
    """Where the disc of an event lies on the tile on a cell, in board units."""
    x, y = origin(chart, cell)
    px, py = disc_spot(chart.placements[placement].land)
    return x + px, y + py


def beyond_edge(chart: Chart, cell: int, side: int, far: float) -> Point:
    """A place outside the middle of an edge (inside, when `far` is negative), in board units."""
    x, y = origin(chart, cell)
    dx, dy = OUTWARD[side]
    return x + 0.5 + dx * (0.5 + far), y + 0.5 + dy * (0.5 + far)
