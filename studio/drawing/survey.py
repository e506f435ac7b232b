"""What a survey draws over a board: a way with numbered discs, and how far off a space is as a heat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil, floor

from studio.core.form import Key
from studio.core.grid import Grid, Point
from studio.core.picture import Label, Layer, Outline, Path, Picture, Shape, circle, rectangle

HEATS = 7
"""Steps of a field of distances, near to far: the styles heat_0 … heat_6 (and heat_pale_0 … under pictures)."""


PLATE = 0.2
"""How far round the middle of a space its hatching is faint."""


def over(grid: Grid, shapes: Sequence[Shape]) -> Picture:
    """Shapes laid over a board, in its coordinates."""
    return Picture((0, 0, grid.width, grid.height), (Layer("survey", tuple(shapes), still=False),))


def laid_over(board: Picture, pictures: Sequence[Picture]) -> Picture:
    """A board with pictures in its coordinates upon it, as one picture."""
    layers = [
        layer._replace(name=f"over {number} {layer.name}")
        for number, picture in enumerate(pictures)
        for layer in picture.layers
    ]
    known = dict(board.clips)
    clips = [clip for picture in pictures for clip in picture.clips if clip[0] not in known]
    return replace(board, layers=(*board.layers, *layers), clips=(*board.clips, *clips))


def between(one: Point, other: Point, share: float) -> Point:
    """The place so far along the way from one place to another."""
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def bent(points: Sequence[Point], ease: float, pull: float) -> Outline:
    """A line through points whose corners are rounded off from `ease` of a step before them to as much behind."""
    line: list[tuple[float, ...]] = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        begin, end = between(before, corner, 1 - ease), between(corner, after, ease)
        line += [begin, (*between(begin, corner, pull), *between(end, corner, pull), *end)]
    line.append(points[-1])
    return tuple(line)


def voyage(outline: Outline) -> list[Shape]:
    """A way that is shown by itself."""
    return [Path(style, (outline,), closed=False) for style in ("voyage_halo", "voyage", "voyage_core")]


def discs(stops: Iterable[tuple[int, Point]], radius: float, size: float) -> list[Shape]:
    """Numbered discs on a way."""
    shapes: list[Shape] = []
    for number, (x, y) in stops:
        shapes += [Path("voyage_stop", (circle(x, y, radius),)), Label("voyage_number", str(number), x, y, size)]
    return shapes


def heat(steps: int, farthest: int) -> int:
    """The step of the field that a space so far off belongs to."""
    return min(HEATS - 1, steps * HEATS // (farthest + 1))


def heat_number(steps: int, farthest: int, place: Point, size: float) -> Label:
    """How far off a space is, written on it so that it is read on its heat."""
    return Label("heat_near" if 2 * steps <= farthest else "heat_far", str(steps), *place, size)


def heated(spaces: Iterable[tuple[int, Outline]]) -> list[Shape]:
    """Spaces with straight sides in the colours of their steps of the field, the farther the closer hatched; in the
    middle, where the figure goes, the lines are faint."""
    by_heat: dict[int, list[Outline]] = {}
    for one, outline in spaces:
        by_heat.setdefault(one, []).append(outline)
    shapes: list[Shape] = []
    for one, outlines in sorted(by_heat.items()):
        shapes.append(Path(f"heat_{one}", tuple(outlines)))
        lines = [line for outline in outlines for line in hatching(outline, one)]
        if lines:
            style = "hatch_near" if 2 * one < HEATS else "hatch_far"
            shapes.append(Path(style, tuple(lines), closed=False))
            shapes.append(Path(f"heat_plate_{one}", tuple(circle(*_middle(outline), PLATE) for outline in outlines)))
    return shapes


def _middle(outline: Outline) -> Point:
    return sum(point[0] for point in outline) / len(outline), sum(point[1] for point in outline) / len(outline)


def hatching(outline: Outline, density: int) -> list[Outline]:
    """Rising lines through a space with straight sides and no bays, so many to a board unit; they meet those of the
    next space."""
    corners = [(point[0], point[1]) for point in outline]
    sides = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    reaches = [x + y for x, y in corners]
    lines: list[Outline] = []
    for number in range(ceil(min(reaches) * density - 0.5), floor(max(reaches) * density - 0.5) + 1):
        reach = (number + 0.5) / density
        ends = [
            between(one, other, (reach - sum(one)) / (sum(other) - sum(one)))
            for one, other in sides
            if min(sum(one), sum(other)) <= reach < max(sum(one), sum(other))
        ]
        if len(ends) == 2:
            lines.append((ends[0], ends[1]))
    return lines


def heat_keys(nearest: int, farthest: int) -> tuple[Key, ...]:
    """The legend of a field of distances."""
    by_heat: dict[int, list[int]] = {}
    for steps in range(nearest, farthest + 1):
        by_heat.setdefault(heat(steps, farthest), []).append(steps)
    return tuple(
        key(f"{steps[0]}–{steps[-1]}" if len(steps) > 1 else str(steps[0]), heated([(one, SAMPLE)])[:2])
        for one, steps in sorted(by_heat.items())
    )


SAMPLE: Outline = rectangle(0, 0, 1, 1)
"""The ground of a key's picture."""


def key(words: str, shapes: Sequence[Shape]) -> Key:
    """What some shapes in the unit square stand for."""
    return Key(words, Picture((0, 0, 1, 1), (Layer("key", tuple(shapes)),)))


PATTERNS = 5
"""Upright lines, level lines, rising ones, falling ones, dots."""


def pattern(number: int, x: float, y: float) -> list[Outline]:
    """The lines of a pattern in the unit square with its north-west corner there; they meet those of the next square.

    Dots are the outlines of small circles, all others are open lines.
    """
    steps = (0.125, 0.375, 0.625, 0.875)
    match number:
        case 0:
            return [((x + step, y), (x + step, y + 1)) for step in steps]
        case 1:
            return [((x, y + step), (x + 1, y + step)) for step in steps]
        case 2:
            return [_slope(x, y, step, 1) for step in (0.25, 0.75, 1.25, 1.75)]
        case 3:
            return [_slope(x, y, step, -1) for step in (0.25, 0.75, 1.25, 1.75)]
        case _:
            return [circle(x + across, y + down, 0.035) for across in (0.25, 0.75) for down in (0.25, 0.75)]


def _slope(x: float, y: float, reach: float, rise: int) -> Outline:
    """A line at 45 degrees through a unit square, cut at its sides."""
    low, high = max(0.0, reach - 1.0), min(1.0, reach)
    ends = ((low, reach - low), (high, reach - high))
    first, last = ((x + across, y + (down if rise > 0 else 1 - down)) for across, down in ends)
    return first, last
