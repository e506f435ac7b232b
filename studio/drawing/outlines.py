"""Outlines made of others and asked about: moved, enlarged, drawn anew point by point; what lies inside."""

from __future__ import annotations

from collections.abc import Callable

from studio.core.grid import Point
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
