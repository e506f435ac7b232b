"""Shapes made ready to be painted: outlines as Qt wants them, boxes, strips of shapes with what they have in common.

Games hand out the same still shapes and strips again and again, so what was made of them is kept by identity.
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

Edges = tuple[float, float, float, float]
"""Left, top, right, bottom in board units."""
Kind = tuple[str, str]
"""A style and a clip group; sprites have neither."""
SPRITES: Kind = ("@", "")


class Traced(NamedTuple):
    """A shape with its outline as Qt wants it and its box in board units, once more as its edges."""

    shape: Shape
    path: QPainterPath | None
    box: QRectF
    edges: Edges
    kind: Kind


class Run(NamedTuple):
    """Neighbouring shapes of one layer that share a style and a clip group, and are painted step by step together."""

    kind: Kind
    items: list[Traced]


class Prepared(NamedTuple):
    """A strip of shapes made ready, in order, each with the number of its run; the box of all, and their kinds."""

    strip: Strip
    items: list[Traced]
    numbers: list[int]
    edges: Edges
    kinds: set[Kind]


_traced: OrderedDict[int, Traced] = OrderedDict()
SHAPES_KEPT = 24_000
"""Four times as many shapes as the largest board has; the oldest goes for a new one, so that memory stays flat."""


def traced(shape: Shape, keep: bool = True) -> Traced:
    """The shape made ready; kept by identity, as games hand out the same still shapes again and again."""
    found = _traced.get(id(shape))
    if found is not None:
        return found
    path: QPainterPath | None = None
    match shape:
        case Path():
            kind = shape.style, shape.clip
            path = outline_path(shape.outlines, shape.closed)
            box = path.controlPointRect()
        case Sprite():
            kind, half = SPRITES, shape.size * 1.2
            box = QRectF(shape.x - half, shape.y - half, 2 * half, 2 * half)
        case Label():
            kind = shape.style, ""
            wide = shape.size * (1 + 0.75 * len(shape.text))
            line = QRectF(-wide, -shape.size, 2 * wide, 2 * shape.size)
            box = QTransform().rotate(shape.turn).mapRect(line).translated(shape.x, shape.y)
    made = Traced(shape, path, box, edges_of(box), kind)
    if keep:
        if len(_traced) >= SHAPES_KEPT:
            _traced.popitem(last=False)
        _traced[id(shape)] = made  # holds the shape, so its id cannot be given to another
    return made


def outline_path(outlines: Iterable[Outline], closed: bool) -> QPainterPath:
    """Outlines as one Qt path, filled by winding so that overlapping parts stay one area."""
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


_prepared: OrderedDict[int, Prepared] = OrderedDict()
STRIPS_KEPT = 8_000
"""Those of four of the largest boards: each is painted patch by patch, and again while other strips change."""


def prepared(strip: Strip, keep: bool = True) -> Prepared:
    """The shapes of a strip made ready; kept by identity, as its shapes are."""
    known = _prepared.get(id(strip))
    if known is not None:
        return known
    known_shapes = map(_traced.get, map(id, strip))  # most of them are, when a stroke changes one
    items = [item or traced(shape, keep) for item, shape in zip(known_shapes, strip, strict=True)]
    kinds = [item.kind for item in items]
    lefts, tops, rights, feet = zip(*(item.edges for item in items), strict=True)
    numbers = [0, *accumulate(map(operator.ne, kinds, kinds[1:]))]
    made = Prepared(strip, items, numbers, (min(lefts), min(tops), max(rights), max(feet)), set(kinds))
    if keep:
        if len(_prepared) >= STRIPS_KEPT:
            _prepared.popitem(last=False)
        _prepared[id(strip)] = made  # holds the strip, so its id cannot be given to another
    return made


class ClipItem(NamedTuple):
    """An outline of a clip group as Qt wants it, its box, and whether it is a plain rectangle."""

    path: QPainterPath
    box: QRectF
    square: bool


_clip_items: OrderedDict[int, tuple[Outline, ClipItem]] = OrderedDict()
_CLIPS_KEPT = 1_000


def clip_item(outline: Outline) -> ClipItem:
    """An outline of a clip group made ready, kept by identity."""
    found = _clip_items.get(id(outline))
    if found is not None:
        return found[1]
    if len(_clip_items) >= _CLIPS_KEPT:
        _clip_items.popitem(last=False)
    path = outline_path((outline,), True)
    xs, ys = {point[-2] for point in outline}, {point[-1] for point in outline}
    square = len(outline) == 4 and len(xs) == len(ys) == 2 and all(len(point) == 2 for point in outline)
    made = ClipItem(path, path.controlPointRect(), square)
    _clip_items[id(outline)] = (outline, made)
    return made


def edges_of(box: QRectF) -> Edges:
    """A box as left, top, right, bottom."""
    return box.left(), box.top(), box.right(), box.bottom()


def touch(one: Edges, other: Edges) -> bool:
    """Whether two boxes overlap; unlike Qt's test, lines without width count."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


# What is to be painted anew when a picture changes: where two pictures differ, as few rectangles of handy size.


def differing(old: Picture, new: Picture, theme: Theme) -> list[QRectF]:
    """The areas (board units) in which the still layers of two pictures with the same bounds differ."""
    areas: list[QRectF] = []
    before = {layer.name: layer for layer in old.layers if layer.still}
    after = {layer.name: layer for layer in new.layers if layer.still}
    for name in {**before, **after}:
        gone, fresh = _apart(before[name].parts if name in before else (), after[name].parts if name in after else ())
        areas.extend(_inked(shape, theme) for shape in _unlike(fresh, gone))
    for (name, one_clip), (_name, other_clip) in zip(old.clips, new.clips, strict=False):
        if one_clip is not other_clip and name == _name:
            ids, other_ids = set(map(id, one_clip)), set(map(id, other_clip))
            only = {outline for outline in one_clip if id(outline) not in other_ids}
            for outline in only ^ {outline for outline in other_clip if id(outline) not in ids}:
                areas.append(outline_path((outline,), True).controlPointRect())
    return areas


def _apart(some: Sequence[Strip], others: Sequence[Strip]) -> tuple[list[Shape], list[Shape]]:
    """The shapes of only one of two layers, each by identity: in strips that are not in both."""
    ids, other_ids = set(map(id, some)), set(map(id, others))
    one = [shape for strip in some if id(strip) not in other_ids for shape in strip]
    other = [shape for strip in others if id(strip) not in ids for shape in strip]
    ids, other_ids = set(map(id, one)), set(map(id, other))
    return [shape for shape in one if id(shape) not in other_ids], [shape for shape in other if id(shape) not in ids]


def _unlike(some: list[Shape], others: list[Shape]) -> list[Shape]:
    """The shapes of two lists that have no like in the other one.

    They are looked for among those of their style on their cell: long outlines would be slow to hash.
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


def _inked(shape: Shape, theme: Theme) -> QRectF:
    """The box of all that a shape paints."""
    box = traced(shape).box
    if isinstance(shape, Sprite | Label):
        return box
    far = theme.style(shape.style).reach
    return box.adjusted(-far, -far, far, far)


def gathered(rects: list[QRect]) -> list[QRect]:
    """Rectangles that cover the given ones; those that overlap or nearly do are joined when little is wasted."""
    pending = [rect for rect in rects if not rect.isEmpty()]
    joined_up: list[QRect] = []
    while pending:
        rect = pending.pop()
        for other in joined_up:
            joined = rect.united(other)
            if rect.intersects(other) or _size(joined) <= 1.15 * (_size(rect) + _size(other)):
                joined_up.remove(other)
                pending.append(joined)
                break
        else:
            joined_up.append(rect)
    return joined_up


def parts_of(rect: QRect, px: int) -> list[QRect]:
    """A rectangle cut into parts of about `px` pixels a side, so that no step of work takes long."""
    columns, rows = math.ceil(rect.width() / (1.3 * px)), math.ceil(rect.height() / (1.3 * px))
    parts = []
    for row in range(rows):
        for column in range(columns):
            left, right = (rect.width() * (column + i) // columns for i in (0, 1))
            top, bottom = (rect.height() * (row + i) // rows for i in (0, 1))
            parts.append(QRect(rect.x() + left, rect.y() + top, right - left, bottom - top))
    return parts


def _size(rect: QRect) -> int:
    return rect.width() * rect.height()
