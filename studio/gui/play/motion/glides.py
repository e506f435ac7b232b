"""What has become of the pieces from one picture to the next: moved, turned, come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QTransform

from studio.core.picture import Outline, Path, Picture, Shape, Sprite

STILL = 0.02
"""Board units: less is no movement."""
FINE = 64.0
"""How many times as large as a space bends are drawn when they are flattened."""


class Glide(NamedTuple):
    """A sprite on its way, straight or along a line."""

    first: Sprite
    last: Sprite
    line: QPainterPath | None = None

    def place(self, share: float) -> tuple[float, float]:
        """Where it is for a share of the way, at even speed."""
        if self.line is not None:
            point = self.line.pointAtPercent(share)
            return point.x(), point.y()
        first, last = self.first, self.last
        return first.x + (last.x - first.x) * share, first.y + (last.y - first.y) * share


def glides(before: Picture, after: Picture) -> list[Glide]:
    """Sprites on lively layers that are the same thing in another place.

    A thing is known by being alone of its name and seat in both; or, if it has turned on its way and is drawn anew, by
    being the one thing of its seat and size that went and the one that came.
    """
    old, new = _alone(before), _alone(after)
    pairs = [Glide(old[key], sprite) for key, sprite in new.items() if key in old]
    gone, come = _turned(old, new), _turned(new, old)
    pairs += [Glide(gone[key], sprite) for key, sprite in come.items() if key in gone]
    return [pair for pair in pairs if abs(pair.first.x - pair.last.x) + abs(pair.first.y - pair.last.y) > STILL]


def on_course(glide: Glide, course: Sequence[int], picture: Picture) -> Glide:
    """The same movement through all spaces of a course, if that is its own: round bends, never out of these spaces."""
    if len(course) < 3 or (glide.first.cell, glide.last.cell) != (course[0], course[-1]):
        return glide
    boxes = {target.cell: _around((target.outline,)) for target in picture.targets}
    if any(cell not in boxes for cell in course):
        return glide
    middles = [boxes[cell].center() for cell in course]
    first, last = QPointF(glide.first.x, glide.first.y), QPointF(glide.last.x, glide.last.y)
    off, shift, count = first - middles[0], (last - middles[-1]) - (first - middles[0]), len(course) - 1
    points = [middle + off + shift * (place / count) for place, middle in enumerate(middles)]
    line = QPainterPath(first)
    line.lineTo((points[0] + points[1]) / 2)
    for bend, beyond in pairwise(points[1:]):
        line.quadTo(bend, (bend + beyond) / 2)
    line.lineTo(last)
    # Qt runs unevenly through curves, evenly along the many short lines that they are flattened to
    even = QPainterPath()
    even.addPolygon(line.toSubpathPolygons(QTransform.fromScale(FINE, FINE))[0])
    return glide._replace(line=QTransform.fromScale(1 / FINE, 1 / FINE).map(even))


def _alone(picture: Picture) -> dict[tuple[str, int], Sprite]:
    """The lively sprites that are alone of their name and seat."""
    found: dict[tuple[str, int], list[Sprite]] = {}
    for layer in picture.layers:
        if not layer.still:
            for shape in layer.shapes:
                if isinstance(shape, Sprite):
                    found.setdefault((shape.name, shape.seat), []).append(shape)
    return {key: sprites[0] for key, sprites in found.items() if len(sprites) == 1}


def _turned(some: dict[tuple[str, int], Sprite], others: dict[tuple[str, int], Sprite]) -> dict[object, Sprite]:
    """The sprites of a seat that have no like among the others, if there is but one of that size."""
    found: dict[object, list[Sprite]] = {}
    for key, sprite in some.items():
        if key not in others and sprite.seat >= 0:
            found.setdefault((sprite.seat, sprite.size), []).append(sprite)
    return {key: sprites[0] for key, sprites in found.items() if len(sprites) == 1}


def without(picture: Picture, sprites: list[Sprite]) -> Picture:
    """The picture without these sprites."""
    gone = set(sprites)
    layers = tuple(
        layer if layer.still else layer._replace(shapes=tuple(shape for shape in layer.shapes if shape not in gone))
        for layer in picture.layers
    )
    return replace(picture, layers=layers)


def arrivals(before: Picture, after: Picture) -> list[Sprite]:
    """Pieces of seats on lively layers that are there and were not, wherever they stood."""
    gone = Counter((shape.name, shape.seat, shape.x, shape.y) for shape in _pieces(before))
    here = Counter((shape.name, shape.seat) for shape in _pieces(before))
    found = []
    for sprite in _pieces(after):
        key = (sprite.name, sprite.seat, sprite.x, sprite.y)
        if gone[key]:
            gone[key] -= 1
            here[key[:2]] -= 1
        else:
            found.append(sprite)
    # as many of a kind as there were before may only have moved
    return [sprite for sprite in found if here[(sprite.name, sprite.seat)] <= 0]


def _pieces(picture: Picture) -> list[Sprite]:
    return [
        shape
        for layer in picture.layers
        if not layer.still
        for shape in layer.shapes
        if isinstance(shape, Sprite) and shape.seat >= 0
    ]


def differing(before: Picture, after: Picture) -> list[QRectF]:
    """Where (in board units) lively shapes are others than before."""
    old, new = _lively(before), _lively(after)
    boxes = [_box(shape) for shape in (*(old - new), *(new - old))]
    return [box for box in boxes if not box.isEmpty()]


def _lively(picture: Picture) -> set[Shape]:
    return {shape for layer in picture.layers if not layer.still for shape in layer.shapes}


def _box(shape: Shape) -> QRectF:
    if isinstance(shape, Path):
        return _around(shape.outlines).adjusted(-0.1, -0.1, 0.1, 0.1)
    wide = shape.size * (2.0 if isinstance(shape, Sprite) else max(1, len(shape.text)))
    return QRectF(shape.x - wide / 2, shape.y - shape.size, wide, 2 * shape.size)


def _around(outlines: Sequence[Outline]) -> QRectF:
    """The box round outlines."""
    xs = [point[-2] for outline in outlines for point in outline]
    ys = [point[-1] for outline in outlines for point in outline]
    return QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
