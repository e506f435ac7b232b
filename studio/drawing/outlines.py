"""Outlines made of others and asked about: moved, enlarged, drawn anew point by point; what lies inside."""

from __future__ import annotations

from collections.abc import Callable, Collection

from studio.core.grid import Grid, Point
from studio.core.picture import Outline, circle


def moved(outline: Outline, dx: float, dy: float) -> Outline:
    """The outline moved by (dx, dy)."""
    return tuple(tuple(value + (dy if i % 2 else dx) for i, value in enumerate(point)) for point in outline)


def enlarged(outline: Outline, x: float, y: float, wide: float, high: float) -> Outline:
    """A drawing of size 1 round the origin, so many times as wide and high, with its origin at (x, y)."""
    return tuple(
        tuple(value * high + y if i % 2 else value * wide + x for i, value in enumerate(point)) for point in outline
    )


def mapped(outline: Outline, to: Callable[[float, float], Point]) -> Outline:
    """The outline with every place and handle brought to where `to` says."""
    return tuple(
        tuple(value for i in range(0, len(point), 2) for value in to(point[i], point[i + 1])) for point in outline
    )


def oval(x: float, y: float, wide: float, high: float) -> Outline:
    """An ellipse with these half axes."""
    return enlarged(circle(0.0, 0.0, 1.0), x, y, wide, high)


def holes(grid: Grid, cells: Collection[int]) -> tuple[Outline, ...]:
    """The rims of a set of spaces, counter-clockwise: beside the clockwise outline of a sheet they are holes in it."""
    after: dict[Point, list[Point]] = {}
    for cell in sorted(cells):
        corners = [(round(x, 6), round(y, 6)) for x, y in grid.corners(cell)]
        for side, corner in enumerate(corners):
            if grid.neighbour(cell, side) not in cells:
                after.setdefault(corners[(side + 1) % len(corners)], []).append(corner)
    found: list[Outline] = []
    while after:
        first = place = next(iter(after))
        rim: list[Point] = []
        while place in after:
            rim.append(place)
            ahead = after[place].pop()
            if not after[place]:
                del after[place]
            place = ahead
        assert place == first  # as many sides end at a corner as begin there
        found.append(tuple(rim))
    return tuple(found)


def inside(outline: Outline, x: float, y: float) -> bool:
    """Whether a place lies within a closed outline of straight lines."""
    found = False
    ax, ay = outline[-1][-2], outline[-1][-1]
    for point in outline:
        bx, by = point[-2], point[-1]
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
        ax, ay = bx, by
    return found
