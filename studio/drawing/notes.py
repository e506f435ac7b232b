"""Notes on a board that leaves the computer: numbered pins upon it, and what they say below it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from textwrap import wrap

from studio.core.grid import Grid, Point
from studio.core.picture import Label, Layer, Path, Picture, Shape, circle, is_edge, place_named, rectangle, target_edge

RADIUS = 0.17
SIZE = 0.26
"""Height of the letters below the board, in board units."""
LINE, EDGE = 0.38, 0.4
"""From line to line, and round all of them."""
LETTER = 0.5
"""How wide a letter is on the average, in its heights."""


def pin_point(grid: Grid, target: int) -> Point:
    """Where a pin is stuck in, in board units: near the corner of a cell, in the middle of an edge."""
    if not is_edge(target):
        x, y = grid.centre(target)
        return x - 0.24, y - 0.24
    cell, side = target_edge(target)
    corners = grid.corners(cell)
    (a, b), (c, d) = corners[side], corners[(side + 1) % len(corners)]
    return (a + c) / 2, (b + d) / 2


def noted(board: Picture, grid: Grid, pins: Mapping[str, str]) -> Picture:
    """A board with its notes; as wide as before, and higher by what they say. `pins` are words by names of places.

    Notes on places that the board does not have are told without a number.
    """
    left, _top, right, foot = board.bounds
    letters = max(int((right - left - 2 * EDGE) / (SIZE * LETTER)), 12)
    shapes: list[Shape] = []
    lines: list[str] = []
    number = 0
    for name, words in pins.items():
        target = place_named(grid, name)
        heading = f"– {name}:"
        if target >= 0:
            number += 1
            x, y = pin_point(grid, target)
            shapes += [
                Path("fill:keyline", (circle(x, y, RADIUS * 1.2),)),
                Path("fill:wax", (circle(x, y, RADIUS),)),
                Path("line:wax:0.03", (circle(x, y, RADIUS),)),  # all that is left of it where ink is saved
                Label("bold:keyline", str(number), x, y, RADIUS * 1.3),
            ]
            heading = f"{number}  {name}:"
        lines += wrap(f"{heading} {words}", letters, subsequent_indent="     ")
    high = 2 * EDGE + len(lines) * LINE
    ground = Path("fill:panel", (rectangle(left, foot, right - left, high),))
    told = [
        Label("text:text", line, left + EDGE, foot + EDGE + (row + 0.5) * LINE, SIZE, anchor="left")
        for row, line in enumerate(lines)
    ]
    layers = (*board.layers, Layer("pins", tuple(shapes)), Layer("what they say", (ground, *told)))
    return replace(board, bounds=(left, board.bounds[1], right, foot + high), layers=layers)
