"""Decoration of the chart where there is room: names, hills and trees, rivers, compass roses, rhumb lines."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import NamedTuple

from studio.core.cache import text_cache
from studio.core.grid import HexGrid, Point, neighbors
from studio.core.picture import Label, Outline, Path, Shape, Sprite
from studio.drawing.pen import clip_line, ornament_paths, point_towards
from studio.games.columbus.body import DRY, FLORIDA, HARBOURS, HOME, LAND, WATER
from studio.games.columbus.drawing.tiles import ROSE
from studio.games.columbus.text.places import harbour_names

_NAME_SIZE, _MIN_SIZE = 0.27, 0.19
STEP = 0.2  # the grid on which room for names is searched


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def scale_of(grid: HexGrid) -> float:
    """Return the size of names and roses relative to the first map: larger maps are viewed from farther away."""
    return min(1.7, max(0.8, grid.width / 19.5))


def _width(text: str, size: float, spacing: float = 0.0) -> float:
    return size * (0.46 + spacing) * len(text)


@text_cache(32)
def names_on(grid: HexGrid, tokens: tuple[str, ...]) -> tuple[tuple[Shape, ...], tuple[Box, ...]]:
    labels: list[Shape] = []
    boxes: list[Box] = []
    for cell, name in harbour_names(tokens).items():
        x, y = grid.center(cell)
        # on the land side, on the other side, or on the water if there is no land at all
        is_home = tokens[cell] == HOME
        for east, ground in ((is_home, LAND), (not is_home, LAND), (not is_home, WATER)):
            at = x + (0.56 if east else -0.56)
            room = grid.width + 0.16 - at if east else at + 0.16
            size = min(_NAME_SIZE, room / _width(name, 1.0))
            wide = _width(name, size)
            box = Box(at if east else at - wide, y - 0.14, at + wide if east else at, y + 0.16)
            under = _under(grid, box)
            if size >= _MIN_SIZE and all(other in (-1, cell) or tokens[other] == ground for other in under):
                break
        else:
            continue
        style = "place_red" if tokens[cell] == FLORIDA or name == "Palos" else "place_name"
        labels.append(Label(style, name, at, y + 0.01, size, cell, "left" if east else "right"))
        boxes.append(box)
    return tuple(labels), tuple(boxes)


def _under(grid: HexGrid, box: Box) -> set[int]:
    """Return the cells under a box (-1: off the grid)."""
    wide = max(2, int((box.right - box.left) / 0.25) + 1)
    return {
        grid.cell_at(box.left + (box.right - box.left) * i / wide, y)
        for i in range(wide + 1)
        for y in (box.top, (box.top + box.bottom) / 2, box.bottom)
    }


@lru_cache(maxsize=32)
def region_names(
    grid: HexGrid, tokens: tuple[str, ...], reserved: tuple[Box, ...]
) -> tuple[tuple[Shape, ...], tuple[Box, ...]]:
    """Return EVROPA, AFRICA, MVNDVS NOVVS and the ocean's name if there is room, and all boxes that are filled."""
    occupied = list(reserved)
    free_spaces = {sea: _FreeSpace(grid, tokens, sea) for sea in (False, True)}
    labels: list[Shape] = []
    middle, scale = grid.width / 2, scale_of(grid)
    for word, style, size, spacing, sea, corner in (
        ("EVROPA", "great_land", 0.28, 0.30, False, (grid.width, 0.0)),
        ("AFRICA", "great_land", 0.28, 0.30, False, (grid.width, grid.height)),
        ("MVNDVS NOVVS", "great_land", 0.24, 0.22, False, (0.0, grid.height)),
        ("OCEANVS OCCIDENTALIS", "great_sea", 0.44, 0.52, True, (middle, grid.height)),
    ):
        size *= scale
        wide, high = _width(word, size, spacing) + 0.12 * size * len(word), size * 1.05
        spot = _spot(grid, free_spaces[sea], wide, high, sea, corner, occupied)
        if spot is None:
            continue
        x, y = spot
        occupied.append(Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
        labels += _in_a_row(word, style, x - wide / 2, y, wide, size, 0.10 if sea else 0.05)
    return tuple(labels), tuple(occupied)


class _FreeSpace:
    """Open water, or land well inside the coast, as sums over samples."""

    def __init__(self, grid: HexGrid, tokens: tuple[str, ...], sea: bool) -> None:
        self.across, self.down = int(grid.width / STEP) + 1, int(grid.height / STEP) + 1
        usable = [token == WATER if sea else token == LAND for token in tokens]
        if not sea:
            usable = [fits and sea_sides(grid, tokens, cell) <= 2 for cell, fits in enumerate(usable)]
        wide = self.across + 1
        sums = [0] * (wide * (self.down + 1))
        for j in range(self.down):
            line = 0
            for i in range(self.across):
                cell = grid.cell_at(i * STEP, j * STEP)
                line += cell >= 0 and not usable[cell]
                sums[(j + 1) * wide + i + 1] = sums[j * wide + i + 1] + line
        self.sums, self.wide = sums, wide

    def is_free(self, box: Box) -> bool:
        """Whether a box covers only free samples; the area off the grid does not count."""
        i, j = max(0, int(box.left / STEP)), max(0, int(box.top / STEP))
        k, m = min(self.across, int(box.right / STEP) + 1), min(self.down, int(box.bottom / STEP) + 1)
        sums, wide = self.sums, self.wide
        return sums[m * wide + k] - sums[j * wide + k] - sums[m * wide + i] + sums[j * wide + i] == 0


def _spot(
    grid: HexGrid, free_space: _FreeSpace, wide: float, high: float, sea: bool, corner: Point, occupied: Sequence[Box]
) -> Point | None:
    """Return the free place nearest to a corner with room for a name of that size."""
    best: tuple[float, float, float] | None = None
    rim = 0.3 if sea else -0.1
    for row in range(int((grid.height - high) / STEP) + 1):
        y = high / 2 + row * STEP
        for column in range(int((grid.width - wide - 2 * rim) / STEP) + 1):
            x = wide / 2 + rim + column * STEP
            far = abs(x - corner[0]) * (0.25 if sea else 1) + abs(y - corner[1]) * 1.6
            if best is not None and far >= best[0]:
                continue
            box = Box(x - wide / 2 - 0.06, y - high / 2 - 0.05, x + wide / 2 + 0.06, y + high / 2 + 0.05)
            if free_space.is_free(box) and not any(box.overlaps(other) for other in occupied):
                best = (far, x, y)
    return None if best is None else (best[1], best[2])


def sea_sides(grid: HexGrid, tokens: tuple[str, ...], cell: int) -> int:
    return sum(tokens[other] not in DRY + HARBOURS for other in neighbors(grid, cell))


def _in_a_row(word: str, style: str, left: float, y: float, wide: float, size: float, swing: float) -> list[Shape]:
    """Return the letters of a name along a gentle wave."""
    found: list[Shape] = []
    for number, letter in enumerate(word):
        if letter == " ":
            continue
        part = (number + 0.5) / len(word)
        angle = part * math.tau
        rise = -swing * math.sin(angle)
        turn = math.degrees(math.atan2(-swing * math.cos(angle) * math.tau, wide))
        found.append(Label(style, letter, left + part * wide, y + rise, size, turn=turn))
    return found


# Hills, trees and rivers.


@lru_cache(maxsize=4096)
def land_drawing(cell: int, centre: Point, seed: int, reserved: tuple[Box, ...] = ()) -> tuple[Shape, ...]:
    """Return one drawing or none on a land space outside `reserved`, deterministic for a seed."""
    rng = Random(seed * 7919 + 17)
    what = rng.random()
    for _attempt in range(5):
        x, y = centre[0] + rng.uniform(-0.30, 0.22), centre[1] + rng.uniform(-0.18, 0.34)
        room = Box(x - 0.20, y - 0.24, x + 0.36, y + 0.10)
        if not any(room.overlaps(box) for box in reserved):
            break
    else:
        return ()
    if what < 0.44:
        return _hills(cell, x, y, rng)
    if what < 0.84:
        return _trees(cell, x, y, rng)
    return ()


def _hills(cell: int, x: float, y: float, rng: Random) -> tuple[Shape, ...]:
    outlines: list[Outline] = []
    hatch: list[Outline] = []
    for number in range(rng.choice((1, 1, 2))):
        cx, cy = x + number * rng.uniform(0.15, 0.22), y + number * 0.06
        wide = rng.uniform(0.16, 0.22) * (1 - 0.3 * number)
        high = wide * rng.uniform(1.0, 1.25)
        lean = rng.uniform(-0.12, 0.12) * wide
        up = (cx - wide * 0.6, cy - high * 0.34, cx - wide * 0.25 + lean, cy - high * 0.86, cx + lean, cy - high)
        bends = (cx + wide * 0.28 + lean, cy - high * 0.80, cx + wide * 0.5, cy - high * 0.30)
        outlines.append(((cx - wide, cy), up, (*bends, cx + wide * 1.05, cy + 0.01)))
        for stroke in range(5):
            t = (stroke + 0.7) / 5.8
            sx, sy = cx + lean + (wide - lean) * t, cy - high * (1 - t) ** 1.3
            hatch.append(((sx, sy + 0.008), (sx - wide * 0.06, sy + high * (0.40 - 0.26 * t))))
    parts = (("country_ground", outlines), ("country_line", outlines), ("country_fine", hatch))
    return tuple(Path(style, tuple(lines), cell, is_closed=False) for style, lines in parts)


def _trees(cell: int, x: float, y: float, rng: Random) -> tuple[Shape, ...]:
    crowns: list[Outline] = []
    lines: list[Outline] = []
    for number in range(rng.choice((1, 1, 2))):
        tx, ty, wide = x + number * rng.uniform(0.17, 0.24), y + number * 0.06, rng.uniform(0.11, 0.14)
        crown, trunk = ornament_paths("columbus/tree", tx, ty, wide)
        crowns += crown.outlines
        lines += trunk.outlines
    return Path("country_crown", tuple(crowns), cell), Path("country_line", tuple(lines), cell, is_closed=False)


@lru_cache(maxsize=256)
def river(begin: Point, end: Point, seed: int) -> tuple[Shape, ...]:
    rng = Random(seed)
    dx, dy = end[0] - begin[0], end[1] - begin[1]
    long = math.hypot(dx, dy) or 1.0
    bends = [begin]
    steps = max(3, round(long / 0.32))
    for number in range(1, steps):
        part, off = number / steps, rng.uniform(0.04, 0.11) * (-1) ** number / long
        bends.append((begin[0] + dx * part - dy * off, begin[1] + dy * part + dx * off))
    bends.append(end)
    line: list[tuple[float, ...]] = [begin]
    for number in range(steps):  # through every bend, there in the direction from the one before to the one after
        (px, py), (ax, ay) = bends[max(0, number - 1)], bends[number]
        (bx, by), (qx, qy) = bends[number + 1], bends[min(steps, number + 2)]
        line.append((ax + (bx - px) / 6, ay + (by - py) / 6, bx - (qx - ax) / 6, by - (qy - ay) / 6, bx, by))
    outline = tuple(line)
    return Path("river", (outline,), is_closed=False), Path("river_heart", (outline,), is_closed=False)


# Compass roses, and rhumb lines between sixteen hidden points, as on portolan charts.

_POINTS = 16
_PIECE = 3.0
LARGE, SMALL = 2.62, 1.66  # heights of the two roses on a map as wide as the first one, their lilies included
_RING = 0.72  # the width of a rose's ring relative to its height


@lru_cache(maxsize=32)
def roses(grid: HexGrid, tokens: tuple[str, ...], occupied: tuple[Box, ...]) -> tuple[tuple[Shape, ...], Point, float]:
    """Return the roses that fit on open water, and the centre and radius of the circle of hidden points."""
    scale = scale_of(grid)
    large, small = LARGE * scale, SMALL * scale
    centre = _free(grid, tokens, large, (grid.width * 0.64, grid.height * 0.88), occupied)
    middle = centre or (grid.width * 0.62, grid.height * 0.72)
    radius = 0.464 * max(grid.width, grid.height)
    if centre is None:
        return (), middle, radius
    shapes = [Sprite(ROSE, *centre, large)]

    def far(point: Point) -> float:
        return abs(point[0] - grid.width * 0.3) + abs(point[1] - grid.height * 0.2)

    for x, y in sorted(hidden_points(middle, radius), key=far):
        if math.hypot(x - middle[0], y - middle[1]) > large and _is_free(grid, tokens, small, (x, y), occupied, 0.5):
            shapes.append(Sprite(ROSE, x, y, small))
            break
    return tuple(shapes), middle, radius


def hidden_points(middle: Point, radius: float) -> tuple[Point, ...]:
    """Return sixteen points around the large rose, clockwise from the north."""
    return tuple(point_towards(*middle, radius, number * math.tau / _POINTS) for number in range(_POINTS))


def _free(grid: HexGrid, tokens: tuple[str, ...], size: float, near: Point, occupied: Sequence[Box]) -> Point | None:
    """Return the corner or centre of a space nearest to a point where a rose covers only water."""
    spots = {point for cell in range(grid.count) for point in (*grid.corners(cell)[:2], grid.center(cell))}
    spots_by_distance = sorted(spots, key=lambda point: (math.hypot(point[0] - near[0], point[1] - near[1]), point))
    return next((spot for spot in spots_by_distance if _is_free(grid, tokens, size, spot, occupied)), None)


def _is_free(
    grid: HexGrid, tokens: tuple[str, ...], size: float, spot: Point, occupied: Sequence[Box], slack: float = 1.0
) -> bool:
    """Whether a rose there covers only open water: no picture, no land, no name."""
    x, y = spot
    r = size * _RING / 2 * (0.86 if slack < 1 else 1.0)
    box = Box(x - r, y - size / 2, x + r, y + r)
    if any(box.overlaps(other) for other in occupied):
        return False
    for ring in (0.0, 0.5, 1.0):
        for number in range(12):
            angle = number * math.tau / 12
            cell = grid.cell_at(x + math.cos(angle) * r * ring, y + math.sin(angle) * r * ring)
            if cell < 0 or tokens[cell] != WATER:
                return False
    return all(0.1 < y + edge < grid.height - 0.1 for edge in (-size / 2, r))


@lru_cache(maxsize=32)
def rhumb_lines(middle: Point, radius: float, box: Box, clip: str = "") -> tuple[Shape, ...]:
    """Return all chords between the hidden points, extended to the edge of the chart, in three inks by bearing."""
    pieces: list[Shape] = []
    points = (*hidden_points(middle, radius), middle)
    seen: set[tuple[int, int]] = set()
    for number, one in enumerate(points):
        for other in points[number + 1 :]:
            angle = math.atan2(other[1] - one[1], other[0] - one[0])
            bearing = round(math.degrees(angle) / 11.25) % 16
            offset = round((one[0] * math.sin(angle) - one[1] * math.cos(angle)) * 50)
            if (bearing, offset) in seen:
                continue
            seen.add((bearing, offset))
            dx, dy = other[0] - one[0], other[1] - one[1]
            span = clip_line(one, (dx, dy), box, *((-9.0, 9.0) if other == middle else (0.0, 1.0)))
            if span:
                ends = [(one[0] + dx * part, one[1] + dy * part) for part in span]
                ink = "rhumb_wind" if bearing % 4 == 0 else "rhumb_half" if bearing % 2 == 0 else "rhumb_quarter"
                pieces += [Path(ink, (piece,), is_closed=False, clip=clip) for piece in _cut(*ends)]
    return tuple(pieces)


def _cut(one: Point, other: Point) -> Iterator[Outline]:
    """Return a line in short pieces, so that painting a part of the chart skips most of them."""
    (ax, ay), (bx, by) = one, other
    count = math.ceil(math.hypot(bx - ax, by - ay) / _PIECE)
    return pairwise([(ax + (bx - ax) * n / count, ay + (by - ay) * n / count) for n in range(count + 1)])
