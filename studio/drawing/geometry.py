"""Geometry of cells and edges (moves, rotations, mirrors, lines), of the unit square, and of outlines."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from typing import Final

from studio.core.grid import Grid, Point
from studio.core.picture import Outline, circle, edge_target, is_edge, target_edge

Move = Callable[[Point], Point]
_NEAR = 0.05


def cell_centered_at(grid: Grid, point: Point) -> int:
    """Return the cell whose centre is at a point, or -1 if the point is between two centres."""
    cell = grid.cell_at(*point)
    if cell < 0 or math.dist(grid.center(cell), point) > _NEAR:
        return -1
    return cell


def side_middle(grid: Grid, cell: int, side: int) -> Point:
    corners = grid.corners(cell)
    (ax, ay), (bx, by) = corners[side], corners[(side + 1) % len(corners)]
    return (ax + bx) / 2, (ay + by) / 2


def nearest_side(grid: Grid, cell: int, point: Point) -> int:
    return min(range(grid.sides), key=lambda side: math.dist(side_middle(grid, cell, side), point))


def move_target(grid: Grid, target: int, move: Move) -> int:
    """Return the cell or edge that a move takes a target to, or -1 off the board."""
    if not is_edge(target):
        return cell_centered_at(grid, move(grid.center(target)))
    cell, side = target_edge(target)
    image = cell_centered_at(grid, move(grid.center(cell)))
    if image < 0:
        return -1
    return edge_target(image, nearest_side(grid, image, move(side_middle(grid, cell, side))))


def shift(dx: float, dy: float) -> Move:
    return lambda point: (point[0] + dx, point[1] + dy)


def mirror(axis: float, upright: bool) -> Move:
    """Return the reflection in the line x = axis (`upright`: exchanges east and west) or y = axis."""
    if upright:
        return lambda point: (2 * axis - point[0], point[1])
    return lambda point: (point[0], 2 * axis - point[1])


def diagonal_mirror(pivot: Point, slope: int) -> Move:
    """Return the reflection in a diagonal through a point that falls (1) or rises (-1) to the east on the screen."""
    return lambda point: (pivot[0] + slope * (point[1] - pivot[1]), pivot[1] + slope * (point[0] - pivot[0]))


def turn(pivot: Point, degrees: float) -> Move:
    """Return a rotation about a point, clockwise on the screen (y grows southward)."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))

    def move(point: Point) -> Point:
        x, y = point[0] - pivot[0], point[1] - pivot[1]
        return pivot[0] + x * cosine - y * sine, pivot[1] + x * sine + y * cosine

    return move


def box_center(grid: Grid, cells: Iterable[int]) -> Point:
    centres = [grid.center(cell) for cell in cells]
    xs, ys = [x for x, _y in centres], [y for _x, y in centres]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def pivot_for(grid: Grid, cells: Iterable[int]) -> Point:
    """Return a point near the middle of some cells about which a rotation by one side maps cells to cells.

    The middle itself if possible, otherwise the centre or a corner of the nearest cell.
    """
    group = list(cells)
    point = box_center(grid, group)
    first = grid.center(group[0])
    nearest = min(group, key=lambda cell: math.dist(grid.center(cell), point))
    step = 360 / grid.sides
    around = sorted((grid.center(nearest), *grid.corners(nearest)), key=lambda place: math.dist(place, point))
    for pivot in (point, *around):
        x, y = turn(pivot, step)(first)
        anchor = grid.center(nearest)
        if _on_lattice(grid, nearest, (x - anchor[0], y - anchor[1])):
            return pivot
    return grid.center(nearest)


def axis_for(grid: Grid, cells: Iterable[int], upright: bool) -> float:
    """Return the position of a mirror for some cells: the line nearest to their middle that maps cells to cells.

    Of two lines equally near, the choice depends only on the board, so that mirroring twice restores everything.
    """
    group = list(cells)
    along = 0 if upright else 1
    centre = box_center(grid, group)[along]
    places = sorted({round(grid.center(cell)[along], 6) for cell in group})
    halves = sorted({round((one + other) / 2, 6) for one in places for other in places})
    nearest: list[float] = []
    for half in sorted(halves, key=lambda half: abs(half - centre)):
        if nearest and abs(half - centre) > abs(nearest[0] - centre) + _NEAR:
            break
        move = mirror(half, upright)
        anchor = grid.center(group[0])
        images = (move(grid.center(cell)) for cell in group)
        if all(_on_lattice(grid, group[0], (x - anchor[0], y - anchor[1])) for x, y in images):
            nearest.append(half)
    if len(nearest) < 2:
        return nearest[0]
    first = grid.center(0)[along]
    return min(nearest, key=lambda half: round((half - first) / (nearest[0] - nearest[1])) % 2)


def compass_side(grid: Grid, cell: int, bearing: int) -> int:
    """Return the side of a cell that faces north, east, south or west (0 … 3), preferring the same column in a tie.

    On hexagons repeated steps north therefore alternate between north-east and north-west.
    """
    dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[bearing]
    x, y = grid.center(cell)
    column, _row = grid.coords(cell)

    def rank(side: int) -> tuple[float, bool]:
        a, b = side_middle(grid, cell, side)
        other = grid.neighbor(cell, side)
        return round((a - x) * dx + (b - y) * dy, 6), other >= 0 and grid.coords(other)[0] == column

    return max(range(grid.sides), key=rank)


def _on_lattice(grid: Grid, cell: int, offset: Point) -> bool:
    """Whether an offset from a cell's centre leads to another cell's centre, on or off the board."""
    corners = grid.corners(cell)
    centre = grid.center(cell)
    # A side's middle is half-way to the neighbour's centre, so two neighbouring sides span the whole lattice.
    one, two = (
        (2 * (point[0] - centre[0]), 2 * (point[1] - centre[1]))
        for point in (side_middle(grid, cell, 0), side_middle(grid, cell, 1 if len(corners) > 1 else 0))
    )
    area = one[0] * two[1] - one[1] * two[0]
    a = (offset[0] * two[1] - offset[1] * two[0]) / area
    b = (one[0] * offset[1] - one[1] * offset[0]) / area
    return abs(a - round(a)) < _NEAR and abs(b - round(b)) < _NEAR


def cells_between(grid: Grid, start: Point, end: Point) -> list[int]:
    """Return the cells on the straight line between two points, in order, so that a fast stroke leaves no holes."""
    steps = max(1, math.ceil(math.dist(start, end) * 8))
    cells: list[int] = []
    for step in range(steps + 1):
        x = start[0] + (end[0] - start[0]) * step / steps
        y = start[1] + (end[1] - start[1]) * step / steps
        cell = grid.cell_at(x, y)
        if cell >= 0 and (not cells or cells[-1] != cell):
            cells.append(cell)
    return list(dict.fromkeys(cells))


def line_cells(grid: Grid, one: int, other: int) -> list[int]:
    """Return a shortest chain of neighbouring cells along the line between two cells.

    A line along sides of cells is nudged off them, because rounding would switch between the cells on both sides; to
    the other side if the board ends there.
    """
    (ax, ay), (bx, by) = grid.center(one), grid.center(other)
    corners = [(x - ax, y - ay) for x, y in grid.corners(one)]
    # A step across a side is twice the distance to its middle, and no two steps get further than towards a corner.
    steps = max(1, round(2 * max(x * (bx - ax) + y * (by - ay) for x, y in corners)))
    parts = [step / steps for step in range(steps + 1)]
    lines = [
        [grid.cell_at(ax + (bx - ax) * part + nudge, ay + (by - ay) * part + 2 * nudge) for part in parts]
        for nudge in (1e-5, -1e-5)
    ]
    return list(dict.fromkeys(lines[0] if -1 not in lines[0] else lines[1]))


def ellipse_cells(grid: Grid, one: int, other: int) -> list[int]:
    """Return the cells whose centre is inside the ellipse in the box that two cells span; a thin box is filled."""
    (ax, ay), (bx, by) = grid.center(one), grid.center(other)
    middle = ((ax + bx) / 2, (ay + by) / 2)
    # A little less than to the outer sides of the box: three by three cells are a cross, four by four lack the corners.
    across, down = (abs(bx - ax) + 0.8) / 2, (abs(by - ay) + 0.8) / 2

    def far(cell: int) -> float:
        x, y = grid.center(cell)
        return ((x - middle[0]) / across) ** 2 + ((y - middle[1]) / down) ** 2

    return [cell for cell in range(grid.count) if far(cell) <= 1]


def ray_cells(grid: Grid, start: int, point: Point) -> list[int]:
    """Return the cells straight on from `start` across its sides, in the direction nearest to a point and as far as it
    is."""
    x, y = grid.center(start)
    best: list[int] = [start]
    reach = (point[0] - x, point[1] - y)
    steps = [(2 * (a - x), 2 * (b - y)) for a, b in (side_middle(grid, start, side) for side in range(grid.sides))]
    side = max(range(grid.sides), key=lambda side: steps[side][0] * reach[0] + steps[side][1] * reach[1])
    dx, dy = steps[side]
    for _step in range(round((dx * reach[0] + dy * reach[1]) / (dx * dx + dy * dy))):
        cell = grid.neighbor(best[-1], side)
        if cell < 0:
            break
        best.append(cell)
    return best


# The unit square that a square tile is drawn in, by side: clockwise from the north.

Sides = tuple[Point, Point, Point, Point]

MIDDLES: Final[Sides] = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
OUTWARD: Final[Sides] = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
INWARD: Final[Sides] = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))
CORNERS: Final[Sides] = ((1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0))  # by side: the corner at its end
_ALONG: Final[Sides] = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def side_point(side: int, along: float, deep: float) -> Point:
    """Return the point `along` a side (0 … 1 clockwise) and `deep` inside it."""
    corner, direction, inward = CORNERS[side], _ALONG[side], INWARD[side]
    back = 1 - along
    return corner[0] - direction[0] * back + inward[0] * deep, corner[1] - direction[1] * back + inward[1] * deep


def rotate_point(place: Point, turns: int) -> Point:
    x, y = place
    for _turn in range(turns % 4):
        x, y = 1.0 - y, x
    return x, y


# Outlines: moved, scaled, mapped; holes and hit tests.


def move_outline(outline: Outline, dx: float, dy: float) -> Outline:
    return tuple(tuple(value + (dy if i % 2 else dx) for i, value in enumerate(point)) for point in outline)


def scale_outline(outline: Outline, x: float, y: float, wide: float, high: float) -> Outline:
    """Return an outline around the origin scaled by `wide` and `high`, with its origin at (x, y)."""
    return tuple(
        tuple(value * high + y if i % 2 else value * wide + x for i, value in enumerate(point)) for point in outline
    )


def map_outline(outline: Outline, to: Callable[[float, float], Point]) -> Outline:
    return tuple(
        tuple(value for i in range(0, len(point), 2) for value in to(point[i], point[i + 1])) for point in outline
    )


def oval(x: float, y: float, wide: float, high: float) -> Outline:
    return scale_outline(circle(0.0, 0.0, 1.0), x, y, wide, high)


def holes(grid: Grid, cells: Collection[int]) -> tuple[Outline, ...]:
    """Return the borders of a set of cells counter-clockwise: holes when combined with a clockwise outline."""
    after: dict[Point, list[Point]] = {}
    for cell in sorted(cells):
        corners = [(round(x, 6), round(y, 6)) for x, y in grid.corners(cell)]
        for side, corner in enumerate(corners):
            if grid.neighbor(cell, side) not in cells:
                after.setdefault(corners[(side + 1) % len(corners)], []).append(corner)
    borders: list[Outline] = []
    while after:
        first = place = next(iter(after))
        border: list[Point] = []
        while place in after:
            border.append(place)
            ahead = after[place].pop()
            if not after[place]:
                del after[place]
            place = ahead
        assert place == first  # as many sides end at a corner as begin there
        borders.append(tuple(border))
    return tuple(borders)


def contains_point(outline: Outline, x: float, y: float) -> bool:
    is_inside = False
    ax, ay = outline[-1][-2], outline[-1][-1]
    for point in outline:
        bx, by = point[-2], point[-1]
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            is_inside = not is_inside
        ax, ay = bx, by
    return is_inside
