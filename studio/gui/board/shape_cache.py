"""Caches Qt paths and boxes of shapes, and finds where two pictures differ.
Games return the same still shapes and strips again and again, so they are cached by identity.
"""

from __future__ import annotations

import math
import operator
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainterPath, QTransform

from studio.core.picture import Label, Outline, Path, Picture, Shape, Sprite, Strip
from studio.gui.style.theme import Theme

Edges = tuple[float, float, float, float]  # left, top, right, bottom in board units
Kind = tuple[str, str]  # style and clip group. Sprites have neither.
SPRITE_KIND: Kind = ("@", "")


class TracedShape(NamedTuple):
    """A shape with its Qt path and its box in board units, also as edges."""

    shape: Shape
    path: QPainterPath | None
    box: QRectF
    edges: Edges
    kind: Kind


class ShapeRun(NamedTuple):
    """Adjacent shapes of one layer with the same style and clip group, painted together step by step."""

    kind: Kind
    items: list[TracedShape]


class TracedStrip(NamedTuple):
    """A strip of traced shapes in order, each with the number of its run; the box and the kinds of all."""

    strip: Strip
    items: list[TracedShape]
    run_numbers: list[int]
    edges: Edges
    kinds: set[Kind]


_shape_cache: OrderedDict[int, TracedShape] = OrderedDict()
MAX_SHAPES = 24_000
"""Four times as many shapes as the largest board has. The oldest are dropped, so that memory use stays constant."""


def trace_shape(shape: Shape, keep: bool = True) -> TracedShape:
    """Return the traced shape, cached by identity if `keep`."""
    found = _shape_cache.get(id(shape))
    if found is not None:
        return found
    path: QPainterPath | None = None
    match shape:
        case Path():
            kind = shape.style, shape.clip
            path = outline_path(shape.outlines, shape.is_closed)
            box = path.controlPointRect()
        case Sprite():
            kind, half = SPRITE_KIND, shape.size * 1.2
            box = QRectF(shape.x - half, shape.y - half, 2 * half, 2 * half)
        case Label():
            kind = shape.style, ""
            wide = shape.size * (1 + 0.75 * len(shape.text))
            line = QRectF(-wide, -shape.size, 2 * wide, 2 * shape.size)
            box = QTransform().rotate(shape.turn).mapRect(line).translated(shape.x, shape.y)
    made = TracedShape(shape, path, box, box_edges(box), kind)
    if keep:
        if len(_shape_cache) >= MAX_SHAPES:
            _shape_cache.popitem(last=False)
        _shape_cache[id(shape)] = made  # holds the shape, so its id cannot be given to another
    return made


def outline_path(outlines: Iterable[Outline], closed: bool) -> QPainterPath:
    """Return outlines as one Qt path with winding fill, so that overlapping parts stay one area."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for outline in outlines:
        first = outline[0]
        path.moveTo(first[0], first[1])
        for point in outline[1:]:
            if len(point) == 2:
                path.lineTo(point[0], point[1])
            else:
                path.cubicTo(point[0], point[1], point[2], point[3], point[4], point[5])
        if closed:
            path.closeSubpath()
    return path


_strip_cache: OrderedDict[int, TracedStrip] = OrderedDict()
MAX_STRIPS = 8_000
"""The strips of four of the largest boards: each is painted patch by patch, and again while others change."""


def trace_strip(strip: Strip, keep: bool = True) -> TracedStrip:
    """Return the traced strip, cached by identity if `keep`."""
    known = _strip_cache.get(id(strip))
    if known is not None:
        return known
    known_shapes = map(_shape_cache.get, map(id, strip))  # most of them are, when a stroke changes one
    items = [item or trace_shape(shape, keep) for item, shape in zip(known_shapes, strip, strict=True)]
    kinds = [item.kind for item in items]
    lefts, tops, rights, feet = zip(*(item.edges for item in items), strict=True)
    numbers = [0, *accumulate(map(operator.ne, kinds, kinds[1:]))]
    made = TracedStrip(strip, items, numbers, (min(lefts), min(tops), max(rights), max(feet)), set(kinds))
    if keep:
        if len(_strip_cache) >= MAX_STRIPS:
            _strip_cache.popitem(last=False)
        _strip_cache[id(strip)] = made  # holds the strip, so its id cannot be given to another
    return made


class TracedClip(NamedTuple):
    """An outline of a clip group as a Qt path, its box, and whether it is a rectangle."""

    path: QPainterPath
    box: QRectF
    is_rectangle: bool


_clip_cache: OrderedDict[int, tuple[Outline, TracedClip]] = OrderedDict()
_MAX_CLIPS = 1_000


def trace_clip(outline: Outline) -> TracedClip:
    """Return the traced outline of a clip group, cached by identity."""
    found = _clip_cache.get(id(outline))
    if found is not None:
        return found[1]
    if len(_clip_cache) >= _MAX_CLIPS:
        _clip_cache.popitem(last=False)
    path = outline_path((outline,), True)
    xs, ys = {point[-2] for point in outline}, {point[-1] for point in outline}
    square = len(outline) == 4 and len(xs) == len(ys) == 2 and all(len(point) == 2 for point in outline)
    made = TracedClip(path, path.controlPointRect(), square)
    _clip_cache[id(outline)] = (outline, made)
    return made


def bounds_rect(picture: Picture) -> QRectF:
    left, top, right, bottom = picture.bounds
    return QRectF(left, top, right - left, bottom - top)


def box_edges(box: QRectF) -> Edges:
    return box.left(), box.top(), box.right(), box.bottom()


def boxes_overlap(one: Edges, other: Edges) -> bool:
    """Whether two boxes overlap. Unlike in Qt, lines without width count."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def dirty_rects(old: Picture, new: Picture, theme: Theme) -> list[QRectF]:
    """Areas (board units) in which the still layers of two pictures with the same bounds differ."""
    areas: list[QRectF] = []
    before = {layer.name: layer for layer in old.layers if layer.is_still}
    after = {layer.name: layer for layer in new.layers if layer.is_still}
    for name in {**before, **after}:
        gone, fresh = _unshared_shapes(
            before[name].parts if name in before else (), after[name].parts if name in after else ()
        )
        for shape in _unmatched_shapes(fresh, gone):
            far = 0.0 if isinstance(shape, Sprite | Label) else theme.style(shape.style).reach
            areas.append(trace_shape(shape).box.adjusted(-far, -far, far, far))
    for (name, one_clip), (_name, other_clip) in zip(old.clips, new.clips, strict=False):
        if one_clip is not other_clip and name == _name:
            ids, other_ids = set(map(id, one_clip)), set(map(id, other_clip))
            only = {outline for outline in one_clip if id(outline) not in other_ids}
            for outline in only ^ {outline for outline in other_clip if id(outline) not in ids}:
                areas.append(outline_path((outline,), True).controlPointRect())
    return areas


def _unshared_shapes(some: Sequence[Strip], others: Sequence[Strip]) -> tuple[list[Shape], list[Shape]]:
    """Shapes of only one of two layers by identity, from strips that are not in both."""
    ids, other_ids = set(map(id, some)), set(map(id, others))
    one = [shape for strip in some if id(strip) not in other_ids for shape in strip]
    other = [shape for strip in others if id(strip) not in ids for shape in strip]
    ids, other_ids = set(map(id, one)), set(map(id, other))
    return [shape for shape in one if id(shape) not in other_ids], [shape for shape in other if id(shape) not in ids]


def _unmatched_shapes(some: list[Shape], others: list[Shape]) -> list[Shape]:
    """Shapes of two lists that have no equal in the other one.
    Only shapes of the same style and cell are compared, because long outlines are slow to hash.
    """
    waiting: dict[tuple[str, int], list[Shape]] = {}
    for shape in others:
        waiting.setdefault((shape[0], shape.cell), []).append(shape)
    alone = []
    for shape in some:
        likes = waiting.get((shape[0], shape.cell), [])
        if shape in likes:
            likes.remove(shape)
        else:
            alone.append(shape)
    return [*alone, *(shape for likes in waiting.values() for shape in likes)]


def merge_rects(rects: list[QRect]) -> list[QRect]:
    """Return rectangles that cover the given ones; overlapping and nearby ones are merged if little area is wasted."""
    pending = [rect for rect in rects if not rect.isEmpty()]
    joined_up: list[QRect] = []
    while pending:
        rect = pending.pop()
        for other in joined_up:
            joined = rect.united(other)
            if rect.intersects(other) or _pixel_count(joined) <= 1.15 * (_pixel_count(rect) + _pixel_count(other)):
                joined_up.remove(other)
                pending.append(joined)
                break
        else:
            joined_up.append(rect)
    return joined_up


def split_rect(rect: QRect, px: int) -> list[QRect]:
    """Split a rectangle into parts of about `px` pixels a side, so that no step of work takes long."""
    columns, rows = math.ceil(rect.width() / (1.3 * px)), math.ceil(rect.height() / (1.3 * px))
    parts = []
    for row in range(rows):
        for column in range(columns):
            left, right = (rect.width() * (column + i) // columns for i in (0, 1))
            top, bottom = (rect.height() * (row + i) // rows for i in (0, 1))
            parts.append(QRect(rect.x() + left, rect.y() + top, right - left, bottom - top))
    return parts


def _pixel_count(rect: QRect) -> int:
    return rect.width() * rect.height()
