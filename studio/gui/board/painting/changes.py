"""What is to be painted anew when a picture changes: where two pictures differ, as few rectangles of handy size."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF

from studio.core.picture import Label, Picture, Shape, Sprite, Strip
from studio.gui.board.painting.traced import outline_path, traced
from studio.gui.style.theme import Theme


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
