"""Shapes made ready to be painted: outlines as Qt wants them, boxes, strips of shapes with what they have in common.

Games hand out the same still shapes and strips again and again, so what was made of them is kept by identity.
"""

from __future__ import annotations

import operator
from collections import OrderedDict
from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainterPath, QTransform

from studio.core.picture import Label, Outline, Path, Shape, Sprite, Strip

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
