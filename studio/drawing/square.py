"""The unit square that a square tile is drawn in: its sides clockwise from the north, and places told from them."""

from __future__ import annotations

from typing import Final

from studio.core.grid import Point

Sides = tuple[Point, Point, Point, Point]

MIDDLES: Final[Sides] = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
OUTWARD: Final[Sides] = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
INWARD: Final[Sides] = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))
CORNERS: Final[Sides] = ((1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0))
"""By side: the corner where it ends."""
_ALONG: Final[Sides] = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def beside(side: int, along: float, deep: float) -> Point:
    """The place `along` a side (0 … 1 clockwise) and `deep` inside it."""
    corner, way, inward = CORNERS[side], _ALONG[side], INWARD[side]
    back = 1 - along
    return corner[0] - way[0] * back + inward[0] * deep, corner[1] - way[1] * back + inward[1] * deep


def turned(place: Point, turns: int) -> Point:
    """A place in the square after quarter turns clockwise about its middle."""
    x, y = place
    for _turn in range(turns % 4):
        x, y = 1.0 - y, x
    return x, y
