"""Targets of a board prepared for painting and hit tests, and common outlines of groups of them.
Cells are polygons with any number of corners; no code here distinguishes squares and hexagons.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from studio.core.picture import Outline, Picture, Sprite, Strip, is_edge, target_edge
from studio.gui.board.shape_cache import outline_path
from studio.gui.style.theme import Theme

Corners = tuple[tuple[float, float], ...]
_MIN_CELL_WIDTH = 0.6  # a narrower target with straight sides is an object on the board, not a cell


class TargetShape(NamedTuple):
    """Outline and box of a target in board units; `corners` of a cell, else ().
    `inward` is the direction across an outer edge into its space, (0, 0) for all other targets.
    """

    outline: QPainterPath
    box: QRectF
    is_covered: bool
    corners: Corners
    inward: tuple[int, int] = (0, 0)

    @property
    def is_cell(self) -> bool:
        """Whether it is a space, not an edge or an object."""
        return bool(self.corners)


def make_target_shapes(picture: Picture, covers: Counter[int]) -> dict[int, TargetShape]:
    """Shapes of all targets by number; `covers` counts the shapes that cover a cell."""
    spots: dict[int, TargetShape] = {}
    for target in picture.targets:
        path, box, corners = _trace_outline(target.outline)
        spots[target.cell] = TargetShape(path, box, covers[target.cell] > 0, corners)
    for target in picture.targets:
        spot = spots[target.cell]
        owner = spots.get(target_edge(target.cell)[0]) if is_edge(target.cell) else None
        if owner is not None and len(owner.corners) == len(target.outline) == 4:
            to = owner.box.center() - spot.box.center()
            across = (round(math.copysign(1, to.x())), 0), (0, round(math.copysign(1, to.y())))
            spots[target.cell] = spot._replace(inward=across[abs(to.y()) > abs(to.x())])
    return spots


class TargetShapes:
    """The target shapes of the current picture, made on first use."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._picture: Picture | None = None
        self._shapes: dict[int, TargetShape] = {}
        self._counted_strips: dict[int, Strip] = {}  # strips whose shapes are counted in `_covers`, by identity
        self._covers: Counter[int] = Counter()  # number of shapes that cover a cell

    def set_picture(self, picture: Picture, differs: bool) -> None:
        """Set another picture; `differs`: its shapes have changed, even if its targets have not."""
        old, self._picture = self._picture, picture
        if old is None or old.targets != picture.targets:
            self._shapes = {}
        elif differs and self._shapes:
            self._count_covers(picture)
            for number, spot in self._shapes.items():
                if spot.is_covered is not (self._covers[number] > 0):
                    self._shapes[number] = spot._replace(is_covered=not spot.is_covered)

    def _count_covers(self, picture: Picture) -> None:
        """Update the counts for strips that changed: a stroke changes a few of a thousand."""
        old, new = self._counted_strips, {id(strip): strip for layer in picture.layers for strip in layer.parts}
        self._counted_strips = new
        self._covers.subtract(_covered_cells([old[key] for key in old.keys() - new.keys()], self.theme))
        self._covers.update(_covered_cells([new[key] for key in new.keys() - old.keys()], self.theme))

    def get(self, number: int) -> TargetShape | None:
        if not self._shapes and self._picture is not None:
            self._count_covers(self._picture)
            self._shapes = make_target_shapes(self._picture, self._covers)
        return self._shapes.get(number)

    def box(self, numbers: Iterable[int]) -> QRectF:
        """Bounding box of targets in board units."""
        return functools.reduce(QRectF.united, (spot.box for spot in map(self.get, numbers) if spot), QRectF())

    def target_at(self, place: QPointF) -> int:
        """Topmost target at a point in board units, or -1."""
        for target in reversed(self._picture.targets if self._picture is not None else ()):
            spot = self.get(target.cell)
            if spot is not None and spot.box.contains(place) and spot.outline.contains(place):
                return target.cell
        return -1


def _covered_cells(strips: Iterable[Strip], theme: Theme) -> Iterator[int]:
    """Yield the cell of each shape that covers one."""
    for strip in strips:
        for shape in strip:
            if not isinstance(shape, Sprite) and theme.style(shape.style).covers:
                yield shape.cell


@functools.lru_cache(maxsize=8192)
def _trace_outline(outline: Outline) -> tuple[QPainterPath, QRectF, Corners]:
    """Path, box and corners of an outline. Cached, because most targets do not move while a board is edited."""
    path = outline_path((outline,), True)
    box = path.boundingRect()
    return path, box, _cell_corners(outline, box)


def _cell_corners(outline: Outline, box: QRectF) -> Corners:
    """Corners of a target that is a regular square or hexagon as large as a cell; () for others."""
    if len(outline) not in (4, 6) or any(len(point) != 2 for point in outline) or box.width() < _MIN_CELL_WIDTH:
        return ()
    centre = box.center()
    reach = [math.hypot(x - centre.x(), y - centre.y()) for x, y in outline]
    sides = [math.dist(point, outline[place - 1]) for place, point in enumerate(outline)]
    is_regular = max(reach) - min(reach) < 0.01 * max(reach) and max(sides) - min(sides) < 0.02 * max(sides)
    return tuple((x, y) for x, y in outline) if is_regular else ()


def polygon_path(points: Sequence[tuple[float, float]] | Sequence[QPointF]) -> QPainterPath:
    """Return a closed path of straight lines."""
    path = QPainterPath()
    path.addPolygon(QPolygonF([point if isinstance(point, QPointF) else QPointF(*point) for point in points]))
    path.closeSubpath()
    return path


def offset_polygon(corners: Sequence[QPointF], by: float) -> list[QPointF]:
    """Corners of a regular polygon whose sides are moved outwards (`by` < 0: inwards)."""
    middle = sum(corners, QPointF()) / len(corners)
    reach = math.hypot(corners[0].x() - middle.x(), corners[0].y() - middle.y())
    inner = reach * math.cos(math.pi / len(corners))
    return [middle + (corner - middle) * ((inner + by) / inner) for corner in corners]


_merge_cache: dict[tuple[object, ...], list[tuple[list[int], QPainterPath]]] = {}
_MAX_MERGES = 24


def merge_adjacent(spots: Sequence[TargetShape]) -> list[tuple[list[TargetShape], QPainterPath]]:
    """Group shapes that touch along a side, each group with its common outline in board units.
    Cached by the boxes: the same marks are painted many times, and merging a whole board is slow.
    """
    key = tuple((spot.box.left(), spot.box.top(), spot.box.width(), spot.box.height(), spot.corners) for spot in spots)
    found = _merge_cache.get(key)
    if found is None:
        found = [(group, _union_outline([spots[place] for place in group])) for group in _components(spots)]
        if len(_merge_cache) >= _MAX_MERGES:
            _merge_cache.clear()
        _merge_cache[key] = found
    return [([spots[place] for place in group], outline) for group, outline in found]


def _components(spots: Sequence[TargetShape]) -> list[list[int]]:
    """Group shapes with a common side; for targets other than cells, a side of their boxes."""
    regions = DisjointSets(len(spots))
    if all(spot.is_cell for spot in spots):
        owners: dict[frozenset[tuple[int, int]], int] = {}
        for number, spot in enumerate(spots):
            marks = _snap_corners(spot.corners)
            for place, mark in enumerate(marks):
                regions.union(owners.setdefault(frozenset((marks[place - 1], mark)), number), number)
        return regions.groups()
    shelves: dict[tuple[int, int], list[int]] = {}
    for number, spot in enumerate(spots):
        wide = spot.box.adjusted(-0.01, -0.01, 0.01, 0.01)
        columns = range(math.floor(wide.left() / 2), math.floor(wide.right() / 2) + 1)
        rows = range(math.floor(wide.top() / 2), math.floor(wide.bottom() / 2) + 1)
        for shelf in ((column, row) for column in columns for row in rows):
            near = shelves.setdefault(shelf, [])
            for other in near:
                shared = wide.intersected(spots[other].box)
                if not shared.isEmpty() and max(shared.width(), shared.height()) > 0.1:
                    regions.union(number, other)
            near.append(number)
    return regions.groups()


def _union_outline(spots: Sequence[TargetShape]) -> QPainterPath:
    if all(spot.is_cell for spot in spots):
        return _cells_outline([spot.corners for spot in spots])
    heap = QPainterPath()
    heap.setFillRule(Qt.FillRule.WindingFill)
    for spot in spots:
        heap.addPath(spot.outline)
    return heap.simplified()


def _snap_corners(corners: Corners) -> list[tuple[int, int]]:
    """Round corners to a fine integer grid, so that rounding errors do not separate equal ones."""
    return [(round(x * 4096), round(y * 4096)) for x, y in corners]


def _cells_outline(cells: Sequence[Corners]) -> QPainterPath:
    """Outline of adjacent cells: common sides are dropped, the others are chained.
    A union of areas would show hairline gaps where corners differ by rounding.
    """
    sides: dict[tuple[tuple[int, int], tuple[int, int]], tuple[float, float]] = {}
    for corners in cells:
        marks = _snap_corners(corners)
        for place, end in enumerate(marks):
            start = marks[place - 1]
            if (end, start) in sides:
                del sides[end, start]
            else:
                sides[start, end] = corners[place]
    after: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for start, end in sides:
        after.setdefault(start, []).append(end)
    path = QPainterPath()
    while after:
        start = at = next(iter(after))
        points = []
        while at in after:
            ends = after[at]
            end = ends.pop()
            if not ends:
                del after[at]
            points.append(sides[at, end])
            at = end
            if at == start:
                break
        path.addPath(polygon_path(_drop_collinear(points)))
    return path


def _drop_collinear(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Keep only the points of a loop at which it turns."""
    remaining = []
    for place, (x, y) in enumerate(points):
        before, after = points[place - 1], points[(place + 1) % len(points)]
        if abs((x - before[0]) * (after[1] - y) - (y - before[1]) * (after[0] - x)) > 1e-6:
            remaining.append((x, y))
    return remaining


def handle_points(path: QPainterPath, most: int) -> list[QPointF]:
    """Points for handles: the corners of the outline or, if there are more than `most`, of its hull."""
    points = [(point.x(), point.y()) for part in path.toSubpathPolygons() for point in part.toList()]
    unique = sorted({(round(x, 1), round(y, 1)) for x, y in points})
    return [QPointF(x, y) for x, y in (unique if len(unique) <= most else _convex_hull(unique))]


def _convex_hull(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Corners of the convex hull of sorted points."""

    def half(ordered: list[tuple[float, float]]) -> list[tuple[float, float]]:
        chain: list[tuple[float, float]] = []
        for x, y in ordered:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1:
                    break
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    return half(points) + half(points[::-1])


def extreme_corner(spot: TargetShape, dx: float, dy: float) -> QPointF:
    """The corner of a shape that is furthest in a direction."""
    box = spot.box
    corners = spot.corners or tuple(product((box.left(), box.right()), (box.top(), box.bottom())))
    return QPointF(*max(corners, key=lambda corner: (round(corner[0] * dx + corner[1] * dy, 6), corner[0] * dx)))


class DisjointSets:
    """Disjoint sets of the numbers 0 … count - 1, with path halving and union by size."""

    __slots__ = ("parent", "size")

    def __init__(self, count: int) -> None:
        self.parent = list(range(count))
        self.size = [1] * count

    def find(self, item: int) -> int:
        """Return the representative of the item's set."""
        parent = self.parent
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    def union(self, one: int, other: int) -> int:
        """Merge two sets and return the representative."""
        one, other = self.find(one), self.find(other)
        if one == other:
            return one
        if self.size[one] < self.size[other]:
            one, other = other, one
        self.parent[other] = one
        self.size[one] += self.size[other]
        return one

    def groups(self) -> list[list[int]]:
        """All sets, each sorted, in order of their smallest members."""
        found: dict[int, list[int]] = {}
        for item in range(len(self.parent)):
            found.setdefault(self.find(item), []).append(item)
        return list(found.values())
