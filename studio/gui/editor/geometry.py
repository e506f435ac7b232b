"""Where cells and edges go when they are moved, turned or mirrored: plain geometry that any grid can answer."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from studio.core.game import EDGE_BASE, edge_target, target_edge
from studio.core.grid import Grid, Point

Move = Callable[[Point], Point]
LAST_EDGE = 2_000_000
"""Targets from here on stand beside the board and belong to no cell."""
_NEAR = 0.05


def is_edge(target: int) -> bool:
    """Whether a target is an edge of a cell."""
    return EDGE_BASE <= target < LAST_EDGE


def cell_centred(grid: Grid, point: Point) -> int:
    """The cell whose centre is at a point, or -1: a moved cell must fall on a cell, not between two."""
    cell = grid.cell_at(*point)
    if cell < 0 or math.dist(grid.centre(cell), point) > _NEAR:
        return -1
    return cell


def side_middle(grid: Grid, cell: int, side: int) -> Point:
    """The middle of a side."""
    corners = grid.corners(cell)
    (ax, ay), (bx, by) = corners[side], corners[(side + 1) % len(corners)]
    return (ax + bx) / 2, (ay + by) / 2


def nearest_side(grid: Grid, cell: int, point: Point) -> int:
    """The side of a cell whose middle is nearest to a point."""
    return min(range(grid.sides), key=lambda side: math.dist(side_middle(grid, cell, side), point))


def moved_target(grid: Grid, target: int, move: Move) -> int:
    """The cell or edge that a target falls on, or -1 when that is off the board."""
    if not is_edge(target):
        return cell_centred(grid, move(grid.centre(target)))
    cell, side = target_edge(target)
    image = cell_centred(grid, move(grid.centre(cell)))
    if image < 0:
        return -1
    return edge_target(image, nearest_side(grid, image, move(side_middle(grid, cell, side))))


def shift(dx: float, dy: float) -> Move:
    """A move by so many board units."""
    return lambda point: (point[0] + dx, point[1] + dy)


def mirror(axis: float, upright: bool) -> Move:
    """A mirror on the line x = axis (`upright`, east and west change places) or y = axis."""
    if upright:
        return lambda point: (2 * axis - point[0], point[1])
    return lambda point: (point[0], 2 * axis - point[1])


def turn(pivot: Point, degrees: float) -> Move:
    """A turn about a point, clockwise as the board is seen (y grows southward)."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))

    def move(point: Point) -> Point:
        x, y = point[0] - pivot[0], point[1] - pivot[1]
        return pivot[0] + x * cosine - y * sine, pivot[1] + x * sine + y * cosine

    return move


def middle(grid: Grid, cells: Iterable[int]) -> Point:
    """The middle of the box around some cells' centres."""
    centres = [grid.centre(cell) for cell in cells]
    xs, ys = [x for x, _y in centres], [y for _x, y in centres]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def pivot_for(grid: Grid, cells: Iterable[int]) -> Point:
    """A point near the middle of some cells about which a turn by one side lands cells on cells.

    The middle itself if that will do, else the centre or a corner of the nearest cell.
    """
    group = list(cells)
    point = middle(grid, group)
    first = grid.centre(group[0])
    nearest = min(group, key=lambda cell: math.dist(grid.centre(cell), point))
    step = 360 / grid.sides
    around = sorted((grid.centre(nearest), *grid.corners(nearest)), key=lambda place: math.dist(place, point))
    for pivot in (point, *around):
        x, y = turn(pivot, step)(first)
        anchor = grid.centre(nearest)
        if _on_lattice(grid, nearest, (x - anchor[0], y - anchor[1])):
            return pivot
    return grid.centre(nearest)


def _on_lattice(grid: Grid, cell: int, offset: Point) -> bool:
    """Whether a step leads from a cell's centre to where another cell's centre is, or would be off the board."""
    corners = grid.corners(cell)
    centre = grid.centre(cell)
    # A side's middle is half-way to the neighbour's centre, so two neighbouring sides span the whole lattice.
    one, two = (
        (2 * (point[0] - centre[0]), 2 * (point[1] - centre[1]))
        for point in (side_middle(grid, cell, 0), side_middle(grid, cell, 1 if len(corners) > 1 else 0))
    )
    area = one[0] * two[1] - one[1] * two[0]
    a = (offset[0] * two[1] - offset[1] * two[0]) / area
    b = (one[0] * offset[1] - one[1] * offset[0]) / area
    return abs(a - round(a)) < _NEAR and abs(b - round(b)) < _NEAR


def between(grid: Grid, start: Point, end: Point) -> list[int]:
    """The cells on the straight way from one point to another, in order, so that a fast stroke leaves no holes."""
    steps = max(1, math.ceil(math.dist(start, end) * 8))
    cells: list[int] = []
    for step in range(steps + 1):
        x = start[0] + (end[0] - start[0]) * step / steps
        y = start[1] + (end[1] - start[1]) * step / steps
        cell = grid.cell_at(x, y)
        if cell >= 0 and (not cells or cells[-1] != cell):
            cells.append(cell)
    return list(dict.fromkeys(cells))


def straight(grid: Grid, one: int, other: int) -> list[int]:
    """The cells of a line from cell to cell, neighbour by neighbour."""
    return between(grid, grid.centre(one), grid.centre(other))


def flood(grid: Grid, start: int, is_like: Callable[[int], bool]) -> list[int]:
    """All cells joined to a cell over like cells, itself included."""
    seen, waiting = {start}, [start]
    while waiting:
        cell = waiting.pop()
        for side in range(grid.sides):
            other = grid.neighbour(cell, side)
            if other >= 0 and other not in seen and is_like(other):
                seen.add(other)
                waiting.append(other)
    return sorted(seen)
