"""Lines as a pen draws them (curves, rounded corners, offsets), ornaments read from SVG files, and sheets.

A line is a row of points; x grows eastward, y southward.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

from studio.core.grid import Point
from studio.core.picture import Layer, Outline, Path, Picture, Sprite, circle, rectangle, rounded_rectangle
from studio.documents.paths import resources_dir
from studio.drawing.geometry import INWARD, map_outline, oval

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

Line = Sequence[Point]
Box = tuple[float, float, float, float]  # left, top, right, bottom
_STEPS = 12  # points per curve when an outline becomes a polyline


def point_towards(x: float, y: float, far: float, bearing: float) -> Point:
    """Return the point at distance `far` from (x, y) on a bearing, in radians clockwise from the north."""
    return x + far * math.sin(bearing), y - far * math.cos(bearing)


# curves


def bezier(a: Point, b: Point, c: Point, d: Point, count: int) -> list[Point]:
    """Return `count` points of the cubic Bézier curve from `a` to `d`, both included."""
    points = []
    for number in range(count):
        t = number / (count - 1)
        s = 1 - t
        p, q, r, u = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        points.append((p * a[0] + q * b[0] + r * c[0] + u * d[0], p * a[1] + q * b[1] + r * c[1] + u * d[1]))
    return points


def smooth(points: Line, tension: float = 1 / 6) -> Outline:
    """Return a Catmull–Rom spline through all points as one open outline of cubic curves."""
    ends = [points[0], *points, points[-1]]
    outline: list[tuple[float, ...]] = [tuple(points[0])]
    for before, start, end, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        outline.append(
            (
                start[0] + (end[0] - before[0]) * tension,
                start[1] + (end[1] - before[1]) * tension,
                end[0] - (after[0] - start[0]) * tension,
                end[1] - (after[1] - start[1]) * tension,
                end[0],
                end[1],
            )
        )
    return tuple(outline)


def polyline(outline: Outline) -> list[Point]:
    found: list[Point] = [(outline[0][0], outline[0][1])]
    for step in outline[1:]:
        if len(step) == 2:
            found.append((step[0], step[1]))
        else:
            x1, y1, x2, y2, x3, y3 = step
            found += bezier(found[-1], (x1, y1), (x2, y2), (x3, y3), _STEPS + 1)[1:]
    return found


def round_corners(places: Line, times: int) -> list[Point]:
    """Return the line with its corners cut off `times` times (Chaikin) and its ends unchanged."""
    points = list(places)
    for _turn in range(times):
        cut = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            cut.append((ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25))
            cut.append((ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75))
        cut.append(points[-1])
        points = cut
    return points


# along a line


def line_length(points: Line) -> float:
    return sum(math.dist(one, other) for one, other in pairwise(points))


def resample(points: Line, step: float) -> list[Point]:
    """Return the line in even steps of about that length, its ends unchanged."""
    lengths = [math.dist(a, b) for a, b in pairwise(points)]
    total = sum(lengths)
    count = max(3, round(total / step))
    found, index, passed = [points[0]], 0, 0.0
    for number in range(1, count):
        want = total * number / count
        while index < len(lengths) - 1 and passed + lengths[index] < want:
            passed += lengths[index]
            index += 1
        part = (want - passed) / (lengths[index] or 1.0)
        (ax, ay), (bx, by) = points[index], points[index + 1]
        found.append((ax + (bx - ax) * part, ay + (by - ay) * part))
    found.append(points[-1])
    return found


def point_at(points: Line, distance: float) -> tuple[float, float, float]:
    """Return the point (x, y) at a distance along a line, and the line's direction there in radians."""
    for one, other in pairwise(points):
        step = math.dist(one, other)
        if distance <= step and step > 0:
            t = distance / step
            x, y = one[0] + (other[0] - one[0]) * t, one[1] + (other[1] - one[1]) * t
            return x, y, math.atan2(other[1] - one[1], other[0] - one[0])
        distance -= step
    one, other = points[-2], points[-1]
    return *other, math.atan2(other[1] - one[1], other[0] - one[0])


def evenly_spaced(points: Line, count: int, lead: float, tail: float) -> list[tuple[float, float, float]]:
    """Return `count` points (x, y, direction) at even distances, `lead` from the start and `tail` from the end."""
    whole = line_length(points) - lead - tail
    if count == 1:
        return [point_at(points, lead + whole / 2)]
    return [point_at(points, lead + whole * index / (count - 1)) for index in range(count)]


# next to and beyond a line


def normal(points: Line, number: int) -> Point:
    """Return the unit normal of a line at one of its points, to the right of its direction."""
    ax, ay = points[max(0, number - 1)]
    bx, by = points[min(len(points) - 1, number + 1)]
    long = math.hypot(bx - ax, by - ay) or 1.0
    return -(by - ay) / long, (bx - ax) / long


def offset_point(points: Line, number: int, away: float) -> Point:
    nx, ny = normal(points, number)
    return points[number][0] + nx * away, points[number][1] + ny * away


def extended_ends(line: Outline, far: float) -> tuple[Point, Point]:
    """Return the points `far` before the start and beyond the end of a line, so that strokes of neighbours overlap."""
    (ax, ay), (bx, by) = line[0][:2], line[1][:2]
    (cx, cy), (dx, dy) = line[-1][:2], line[-2][:2]
    one, other = far / (math.hypot(ax - bx, ay - by) or 1.0), far / (math.hypot(cx - dx, cy - dy) or 1.0)
    return (ax + (ax - bx) * one, ay + (ay - by) * one), (cx + (cx - dx) * other, cy + (cy - dy) * other)


def clip_line(start: Point, direction: Point, box: Box, low: float, high: float) -> tuple[float, float] | None:
    """Return the range of t in `low` … `high` for which `start + t · way` is inside a box (Liang–Barsky), None if
    empty."""
    left, top, right, foot = box
    for step, near in (
        (-direction[0], start[0] - left),
        (direction[0], right - start[0]),
        (-direction[1], start[1] - top),
        (direction[1], foot - start[1]),
    ):
        if abs(step) < 1e-9:
            if near < 0:
                return None
        elif step < 0:
            low = max(low, near / step)
        else:
            high = min(high, near / step)
    return (low, high) if low < high else None


# Ornaments: SVG files read as outlines, with style names as classes.
#
# The ornament `name` is resources/ornaments/<name>.svg. Unlike a sprite it is painted by recipes, so that hairlines
# keep their width at every scale and colours follow the theme. resources/ornaments/README.md describes the format.

_SVG = "{http://www.w3.org/2000/svg}"
_SKIPPED_TAGS = ("style", "title", "desc", "metadata", "defs")
_COMMAND = re.compile(r"([A-DF-Za-df-z])([^A-DF-Za-df-z]*)")  # e belongs to numbers
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_OPERANDS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Z": 0}


@lru_cache(maxsize=192)
def sprite_picture(name: str, seat: int = -1, size: float = 0.92) -> Picture:
    return Picture((0.0, 0.0, 1.0, 1.0), (Layer("thing", (Sprite(name, 0.5, 0.5, size, seat=seat),), is_still=False),))


@lru_cache(maxsize=4096)
def ornament_paths(
    name: str, x: float = 0.0, y: float = 0.0, size: float = 1.0, turn: float = 0.0, cell: int = -1, style: str = ""
) -> tuple[Path, ...]:
    """Return the paths of an ornament scaled by `size` and rotated by `turn` degrees clockwise, its origin at (x, y).

    `style` replaces the styles in the file. Raises `OSError` if there is no such file, `ValueError` with the place and
    the reason if it is invalid.
    """
    sine, cosine = size * math.sin(math.radians(turn)), size * math.cos(math.radians(turn))

    def placed(px: float, py: float) -> Point:
        return x + px * cosine - py * sine, y + px * sine + py * cosine

    return tuple(
        Path(
            style or path.style, tuple(map_outline(outline, placed) for outline in path.outlines), cell, path.is_closed
        )
        for path in _read(name)
    )


@cache
def _read(name: str) -> tuple[Path, ...]:
    from xml.etree.ElementTree import ParseError, parse

    try:
        return tuple(_paths(parse(resources_dir() / "ornaments" / f"{name}.svg").getroot()))
    except (ParseError, ValueError) as problem:
        raise ValueError(f"ornament {name}: {problem}") from problem


def _paths(parent: Element) -> Iterator[Path]:
    """Yield a path for each element with a class; a group with a class is one path of everything in it."""
    for element in _drawable(parent):
        style = element.get("class", "")
        if element.tag == f"{_SVG}g" and not style:
            yield from _paths(element)
            continue
        if not style:
            raise ValueError(f"an element {_tag(element)} without class")
        parts = [_outlines(part) for part in (_drawable(element) if element.tag == f"{_SVG}g" else (element,))]
        if len({closed for _found, closed in parts}) != 1:
            raise ValueError(f"{style}: open and closed outlines in one group, or none")
        yield Path(style, tuple(outline for found, _closed in parts for outline in found), is_closed=parts[0][1])


def _drawable(parent: Element) -> Iterator[Element]:
    """Yield the elements that are drawn, without comments and data of other editors."""
    for element in parent:
        if element.tag.startswith(_SVG) and _tag(element) not in _SKIPPED_TAGS:
            if "transform" in element.attrib:
                raise ValueError(f"{_tag(element)} has a transform; apply it to the coordinates")
            yield element


def _tag(element: Element) -> str:
    return element.tag.removeprefix(_SVG)


def _outlines(element: Element) -> tuple[tuple[Outline, ...], bool]:
    """Return the outlines of one element, and whether they are closed."""

    def at(*keys: str) -> list[float]:
        return [float(element.get(key, "0")) for key in keys]

    match _tag(element):
        case "path":
            return _path_data(element.get("d", ""))
        case "polyline":
            return _path_data(f"M{element.get('points', '')}")
        case "circle":
            return (circle(*at("cx", "cy", "r")),), True
        case "ellipse":
            return (oval(*at("cx", "cy", "rx", "ry")),), True
        case "rect" if "rx" in element.attrib:
            return (rounded_rectangle(*at("x", "y", "width", "height", "rx")),), True
        case "rect":
            return (rectangle(*at("x", "y", "width", "height")),), True
    raise ValueError(f"an element {_tag(element)}, which ornaments have not")


def _path_data(data: str) -> tuple[tuple[Outline, ...], bool]:
    """Return the outlines of path data, which must be all closed or all open, and whether they are closed."""
    found: list[list[tuple[float, ...]]] = []
    ends = 0
    x = y = 0.0
    for command, operands in _COMMAND.findall(data):
        kind, numbers = command.upper(), [float(number) for number in _NUMBER.findall(operands)]
        count = _OPERANDS.get(kind, -1)
        if count < 0 or (kind != "M" and len(found) == ends) or (len(numbers) % count if count else numbers):
            raise ValueError(f"path data {command}{operands.rstrip()}")
        if kind == "Z":
            ends += 1
            x, y = found[-1][0]
        for start in range(0, len(numbers), count or 1):
            step = numbers[start : start + count]
            if kind == "V":
                step = [0.0 if command == "v" else x, *step]
            elif kind == "H":
                step = [*step, 0.0 if command == "h" else y]
            if command.islower():
                step = [value + (y if i % 2 else x) for i, value in enumerate(step)]
            if kind == "M" and start == 0:
                found.append([])
            found[-1].append(tuple(step))
            x, y = step[-2:]
    if not found or ends not in (0, len(found)):
        raise ValueError("a path without outlines, or with open and closed ones")
    return tuple(map(tuple, found)), bool(ends)


# The sheet under a board: its border, its torn edge, the bars of its scale.


def margin(wide: float, high: float, out: float) -> Outline:
    return rectangle(-out, -out, wide + 2 * out, high + 2 * out)


def torn_outline(
    wide: float, high: float, out: float, steps: int, rng: Random, deep: Callable[[int], float]
) -> Outline:
    """Return the uneven outline of a sheet `out` around a board: `steps` points per unit, each `deep(step)` inside."""
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


def swap_axes(outline: Outline) -> Outline:
    return tuple((y, x) for x, y in outline)


def scale_bars(
    columns: int, rows: int, out: float, wide: float, inset: float, parts: int
) -> tuple[tuple[Outline, ...], tuple[Outline, ...]]:
    """Return the bars of a scale around a board, `parts` per unit, `out` from it and `wide`: even ones and odd ones."""
    bars: tuple[list[Outline], list[Outline]] = ([], [])
    for count, across, is_upright in ((columns, rows, False), (rows, columns, True)):
        cuts = [-out, *(step / parts for step in range(count * parts + 1)), count + out]
        for number in range(len(cuts) - 1):
            for near in (-out - wide, across + out):
                a, b, c, d = cuts[number], cuts[number + 1], near + inset, near + wide - inset
                bar = ((a, c), (b, c), (b, d), (a, d))
                bars[number % 2].append(swap_axes(bar) if is_upright else bar)
    return tuple(bars[0]), tuple(bars[1])
