"""What has become of the pieces from one picture to the next: moved, turned, come."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QRectF

from studio.core.shown.picture import Path, Picture, Shape, Sprite

STILL = 0.02
"""Board units: less is no movement."""


class Glide(NamedTuple):
    """A sprite on its way."""

    first: Sprite
    last: Sprite


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
        xs = [point[-2] for outline in shape.outlines for point in outline]
        ys = [point[-1] for outline in shape.outlines for point in outline]
        return QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).adjusted(-0.1, -0.1, 0.1, 0.1)
    wide = shape.size * (2.0 if isinstance(shape, Sprite) else max(1, len(shape.text)))
    return QRectF(shape.x - wide / 2, shape.y - shape.size, wide, 2 * shape.size)
