"""The sheet a board lies on: the rectangle round it, its torn edge, the bars of its scale."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from studio.core.picture import Outline, rectangle
from studio.drawing.square import INWARD


def margin(wide: float, high: float, out: float) -> Outline:
    """The rectangle `out` round a board."""
    return rectangle(-out, -out, wide + 2 * out, high + 2 * out)


def torn(wide: float, high: float, out: float, steps: int, rng: Random, deep: Callable[[int], float]) -> Outline:
    """The outline of a sheet `out` round a board, uneven: so many points a unit, each as `deep` inside as is said."""
    corners = ((-out, -out), (wide + out, -out), (wide + out, high + out), (-out, high + out))
    found: list[tuple[float, ...]] = []
    for side in range(4):
        (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 4]
        count = round((abs(bx - ax) + abs(by - ay)) * steps)
        for step in range(count):
            part = (step + (rng.uniform(-0.3, 0.3) if step else 0.0)) / count
            inside = deep(step)
            found.append(
                (ax + (bx - ax) * part + INWARD[side][0] * inside, ay + (by - ay) * part + INWARD[side][1] * inside)
            )
    return tuple(found)


def flipped(outline: Outline) -> Outline:
    """Straight lines with x and y exchanged."""
    return tuple((y, x) for x, y in outline)


def scale_bars(
    columns: int, rows: int, out: float, wide: float, inset: float, parts: int
) -> tuple[tuple[Outline, ...], tuple[Outline, ...]]:
    """The bars of a scale round a board, `out` from it and `wide`: so many to a unit, every other one apart."""
    bars: tuple[list[Outline], list[Outline]] = ([], [])
    for count, across, is_upright in ((columns, rows, False), (rows, columns, True)):
        cuts = [-out, *(step / parts for step in range(count * parts + 1)), count + out]
        for number in range(len(cuts) - 1):
            for near in (-out - wide, across + out):
                a, b, c, d = cuts[number], cuts[number + 1], near + inset, near + wide - inset
                bar = ((a, c), (b, c), (b, d), (a, d))
                bars[number % 2].append(flipped(bar) if is_upright else bar)
    return tuple(bars[0]), tuple(bars[1])
