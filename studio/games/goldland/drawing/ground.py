"""The ground of one tile (roads, stones, bushes) and the drawings on undiscovered land.

A tile is the unit square. On a plain tile the roads of all open sides meet; before an adventure each ends under an arc
of stones.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import lru_cache
from random import Random
from typing import NamedTuple

from studio.core.cache import text_cache
from studio.core.grid import Point
from studio.core.picture import Label, Layer, Outline, Path, Shape, circle
from studio.core.text import _
from studio.drawing.geometry import INWARD, MIDDLES, contains_point
from studio.drawing.pen import bezier, line_length, offset_point, ornament_paths, resample, round_corners
from studio.games.goldland.drawing.shore import Wall

MEET = (0.50, 0.53)  # meeting point of the roads of a plain tile
HEART = (0.50, 0.57)  # centre of an adventure's medallion
ROAD = 0.126  # width of a road
_STOP = 0.265


class Road(NamedTuple):
    """The roads of a tile: centre lines, ruts along them, ragged dots on their edges, stones at their ends."""

    lines: tuple[Outline, ...]
    ruts: tuple[Outline, ...]
    dots: tuple[Outline, ...]
    stones: tuple[Outline, ...]


@lru_cache(maxsize=1024)
def road_of(exits: int, halts: bool, seed: int) -> Road:
    """Return the roads of a tile with these exits; with `halts` they end before an adventure."""
    rng = Random(seed * 613 + exits * 7 + halts)
    lines: list[Outline] = []
    stones: list[Outline] = []
    for side in range(4):
        if exits >> side & 1:
            center = _center_line(side, halts, rng)
            lines.append(tuple(center))
            if halts:
                stones += _stones(center[-1], rng)
    ruts: list[Outline] = []
    dots: list[Outline] = []
    for line in lines:
        points = [(p[0], p[1]) for p in line]
        part = 1.0 if halts else max(0.2, 1 - 0.07 / line_length(points))
        inner = points[: max(3, round(len(points) * part))]
        ruts += [tuple(_parallel_line(inner, 0.027)), tuple(_parallel_line(inner, -0.027))]
        for number in range(1, len(points)):
            for edge in (1, -1):
                if rng.random() < 0.75:
                    x, y = offset_point(points, number, edge * (ROAD / 2 - 0.002 + rng.uniform(-0.006, 0.004)))
                    if 0.012 < x < 0.988 and 0.012 < y < 0.988:
                        dots.append(_pebble(x, y, rng.uniform(0.006, 0.012), rng))
    return Road(tuple(lines), tuple(ruts), tuple(dots), tuple(stones))


def _center_line(side: int, halts: bool, rng: Random) -> list[Point]:
    """Return the centre line of a road from an open side to the meeting point, or to its end before an adventure."""
    start, goal = MIDDLES[side], HEART if halts else MEET
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    ahead = INWARD[side]
    if halts:
        long = math.hypot(dx, dy)
        goal = (goal[0] - dx / long * _STOP, goal[1] - dy / long * _STOP)
        dx, dy = goal[0] - start[0], goal[1] - start[1]
    long = abs(dx * ahead[0] + dy * ahead[1])
    sway = rng.uniform(-0.018, 0.018)
    across = (-ahead[1], ahead[0])
    first = (start[0] + ahead[0] * long * 0.40, start[1] + ahead[1] * long * 0.40)
    second = (goal[0] - ahead[0] * long * 0.35 + across[0] * sway, goal[1] - ahead[1] * long * 0.35 + across[1] * sway)
    return resample(bezier(start, first, second, goal, 13), 0.06)


def _parallel_line(points: list[Point], away: float) -> list[Point]:
    return [offset_point(points, number, away) for number in range(len(points))]


def _stones(end: Point, rng: Random) -> list[Outline]:
    """Return seven stones in an arc between the end of a road and the adventure."""
    angle = math.atan2(end[1] - HEART[1], end[0] - HEART[0])
    shapes = []
    for number in range(7):
        turn = angle + (number - 3) * 0.092 + rng.uniform(-0.012, 0.012)
        away = 0.246 + 0.010 * abs(number - 3) / 3 + rng.uniform(-0.004, 0.004)
        x, y = HEART[0] + math.cos(turn) * away, HEART[1] + math.sin(turn) * away
        shapes.append(_pebble(x, y, rng.uniform(0.009, 0.0125), rng))
    return shapes


def _pebble(x: float, y: float, r: float, rng: Random) -> Outline:
    """Return an irregular stone with six corners."""
    turn = rng.uniform(0, 1.0)
    corners = []
    for number in range(6):
        away = r * rng.uniform(0.75, 1.15)
        angle = turn + number * math.pi / 3
        corners.append((x + math.cos(angle) * away, y + math.sin(angle) * away * 0.85))
    return tuple(corners)


@lru_cache(maxsize=1024)
def pebbles_of(exits: int, sea: int, seed: int) -> tuple[Outline, ...]:
    """Return a few stones on the canyon floor, off the roads."""
    rng = Random(seed * 389 + exits + sea * 16)
    shapes: list[Outline] = []
    for _try in range(14):
        x, y = rng.uniform(0.30, 0.70), rng.uniform(0.30, 0.70)
        if abs(x - 0.5) > ROAD * 0.62 and abs(y - MEET[1]) > ROAD * 0.62 and len(shapes) < 4:
            shapes.append(_pebble(x, y, rng.uniform(0.006, 0.013), rng))
    return tuple(shapes)


class Bush(NamedTuple):
    x: float
    y: float
    r: float


@lru_cache(maxsize=1024)
def bushes_of(walls: tuple[Wall, ...], terraces: tuple[Wall, ...], seed: int, green: bool) -> tuple[Bush, ...]:
    """Return bushes on the table land that overlap neither rims nor each other, from north to south."""
    rng = Random(seed * 211 + green)
    bushes: list[Bush] = []
    rims = [place for wall in (*walls, *terraces) for place in wall.rim[::2]]
    feet = [place for wall in terraces for place in wall.foot]
    for _try in range(80):
        x, y, r = rng.uniform(0.045, 0.955), rng.uniform(0.045, 0.955), rng.uniform(0.020, 0.033)
        if 0.06 < y < 0.23 and 0.30 < x < 0.70:
            continue  # under the line of equipment
        if 0.36 < x < 0.64 and 0.36 < y < 0.64:
            continue  # the middle is canyon floor
        if not any(contains_point(wall.land, x, y) for wall in walls):
            continue
        if any(math.dist((x, y), place) < r + 0.022 for place in (*rims, *feet)):
            continue
        if any(math.dist((x, y), (other.x, other.y)) < (r + other.r) * 0.9 for other in bushes):
            continue
        bushes.append(Bush(x, y, r))
        if rng.random() < 0.55:  # bushes grow in groups
            x, y, r = x + rng.choice((-1, 1)) * r * 1.9, y + rng.uniform(-0.5, 0.6) * r, r * rng.uniform(0.6, 0.85)
            is_apart = all(math.dist((x, y), (other.x, other.y)) > other.r * 1.3 for other in bushes)
            if is_apart and 0.04 < x < 0.96 and all(math.dist((x, y), place) > r + 0.015 for place in rims):
                bushes.append(Bush(x, y, r))
        if len(bushes) >= (11 if green else 8):
            break
    return tuple(sorted(bushes, key=lambda bush: bush.y))


@lru_cache(maxsize=1024)
def specks_of(walls: tuple[Wall, ...], seed: int) -> tuple[Outline, ...]:
    """Return dry tufts on the table land as small dots."""
    rng = Random(seed * 97 + 5)
    shapes: list[Outline] = []
    for _attempt in range(48):
        x, y = rng.uniform(0.02, 0.98), rng.uniform(0.02, 0.98)
        if any(contains_point(wall.land, x, y) for wall in walls):
            shapes.append(_pebble(x, y, rng.uniform(0.004, 0.009), rng))
    return tuple(shapes)


def ring(bush: Bush, seed: int, part: float = 1.0, dx: float = 0.0, dy: float = 0.0) -> Outline:
    """Return the leafy edge of a bush, or of a part of it."""
    rng = Random(seed)
    lobes, r = 7, bush.r * part
    x, y = bush.x + dx * bush.r, bush.y + dy * bush.r
    if part < 0.6:
        return circle(x, y, r)

    def at(angle: float, away: float, scale: float = 1.0) -> Point:
        return x + math.cos(angle) * away * scale, y + math.sin(angle) * away * scale

    turn = rng.uniform(0, 1)
    points: list[tuple[float, ...]] = [at(turn, r, 0.92)]
    for number in range(lobes):
        a, b = turn + number * math.tau / lobes, turn + (number + 1) * math.tau / lobes
        bulge = r * rng.uniform(1.10, 1.24)
        points.append((*at(a + 0.25, bulge), *at(b - 0.25, bulge), *at(b, r, 0.92)))
    return tuple(points)


# Undiscovered land: hills, trees, a dry river, captions, a compass rose

Place = tuple[int, int]  # column and row of a space


@text_cache(16)
def unexplored_layers(
    columns: int, rows: int, land: tuple[Place, ...], temple: Place | None = None, clip: str = ""
) -> tuple[Layer, ...]:
    """Return the drawing on the spaces for land tiles, with the grid between them.

    If the land has holes, `clip` is the clip group of the sheet; the title is omitted.
    """
    spaces = set(land)
    if not spaces:
        return ()
    rng = Random(columns * 31 + rows)
    grid = Layer("grid", _grid(spaces))
    free = spaces - ({temple} if temple is not None else set())
    shapes: list[Shape] = []
    left, right = min(x for x, _y in land), max(x for x, _y in land) + 1
    top, low = min(y for _x, y in land), max(y for _x, y in land) + 1
    used: dict[Place, float] = {}
    bed: dict[Place, float] = {}
    if right - left >= 3 and low - top >= 3:
        title = _title(left, right, top, temple, used)
        if used.keys() <= spaces:
            shapes += title
        else:
            used.clear()
        shapes += _river(left, right, top, low, bed)
        shapes += _compass_rose(
            [one for one in free - bed.keys() if temple is None or _apart(one, temple) > 1], left, low, used
        )
    shapes += _captions(free, temple, used, bed)
    if temple is not None:
        shapes.append(_trail(temple, left, right, top, low))
    hills: list[Outline] = []
    hatch: list[Outline] = []
    trees: list[Outline] = []
    crowns: list[Outline] = []
    for x, y in sorted(free):
        kind = rng.choice(("hills", "hills", "trees", "hill", "grass", "bare"))
        written = used.get((x, y))
        if written == 0.0:
            continue  # the compass rose
        high = y + (0.52 + rng.uniform(-0.10, 0.10) if written is None else 0.78 if written < 0.55 else 0.34)
        if written is not None and written >= 0.55:
            kind = "bare"
        if (x, y) in bed:  # on the bank with more room
            _hill(hills, hatch, x + (0.25 if bed[x, y] > 0.5 else 0.75), high, 0.16, rng)
            continue
        if kind in ("hills", "hill"):
            size = rng.uniform(0.85, 1.15)
            _hill(hills, hatch, x + rng.uniform(0.28, 0.4), high, 0.225 * size, rng)
            if kind == "hills":
                _hill(hills, hatch, x + rng.uniform(0.60, 0.72), high + 0.11, 0.15 * size, rng)
        if kind in ("trees", "hill"):
            spot = high + rng.uniform(0.10, 0.22)
            for number in range(rng.randint(1, 2)):
                tx = x + 0.34 + 0.17 * number + rng.uniform(-0.03, 0.03)
                crown, trunk = ornament_paths("goldland/tree", tx, spot + 0.05 * number, rng.uniform(0.055, 0.070))
                crowns += crown.outlines
                trees += trunk.outlines
        if kind == "grass":
            for number in range(3):
                (tuft,) = ornament_paths("goldland/tuft", x + 0.36 + 0.13 * number, high + 0.10 + 0.03 * (number % 2))
                trees += tuft.outlines
    shapes += [
        Path("terra_fill", tuple(hills)),
        Path("terra_line", tuple(hills), is_closed=False),
        Path("terra_fine", tuple(hatch), is_closed=False),
        Path("terra_crown", tuple(crowns)),
        Path("terra_fine", tuple(trees), is_closed=False),
    ]
    drawn = tuple(shape for shape in shapes if not isinstance(shape, Path) or shape.outlines)
    if clip:
        drawn = tuple(shape._replace(clip=clip) if isinstance(shape, Path) else shape for shape in drawn)
    return grid, Layer("terra", drawn)


def _grid(spaces: set[Place]) -> tuple[Shape, ...]:
    """Return dashed lines between spaces and a solid one round all of them."""
    inner: list[Outline] = []
    outer: list[Outline] = []
    for x, y in sorted(spaces):
        for dx, dy, a, b in (
            (0, -1, (0, 0), (1, 0)),
            (1, 0, (1, 0), (1, 1)),
            (0, 1, (0, 1), (1, 1)),
            (-1, 0, (0, 0), (0, 1)),
        ):
            line = ((x + a[0], y + a[1]), (x + b[0], y + b[1]))
            if (x + dx, y + dy) not in spaces:
                outer.append(line)
            elif dx + dy > 0:
                inner.append(line)
    return Path("terra_grid", tuple(inner), is_closed=False), Path("terra_border", tuple(outer), is_closed=False)


def _title(left: int, right: int, top: int, temple: Place | None, used: dict[Place, float]) -> list[Shape]:
    """Return TERRA INCOGNITA on an arc across the north of the land, clear of the temple."""
    word = _("TERRA INCOGNITA")
    if temple is not None and temple[1] == top:
        if temple[0] == left:
            left += 1
        elif temple[0] == right - 1:
            right -= 1
    width = min(4.0, right - left - 0.5)
    size = min(0.30, width / max(1, len(word)) * 1.35)
    middle = (left + right) / 2
    radius = width * 1.5
    shapes: list[Shape] = []
    for number, letter in enumerate(word):
        angle = ((number + 0.5) / len(word) - 0.5) * width / radius
        x, y = middle + math.sin(angle) * radius, top + 0.42 + radius * (1 - math.cos(angle))
        if letter != " ":
            shapes.append(Label("terra_title", letter, x, y, size, turn=math.degrees(angle)))
        spot = (math.floor(x), math.floor(y))
        used[spot] = max(used.get(spot, 0.0), y - spot[1])
    return shapes


def _river(left: int, right: int, top: int, low: int, bed: dict[Place, float]) -> list[Shape]:
    """Return a dry river bed from the hills to the south-west: two thin parallel lines. Adds its spaces to `bed`."""
    width, height = right - left, low - top - 1
    places = [
        (left + width * part, top + 1 + height * down)
        for part, down in (
            (0.72, 0.02), (0.66, 0.06), (0.47, 0.06), (0.43, 0.16), (0.45, 0.28), (0.37, 0.42), (0.36, 0.58),
            (0.30, 0.72), (0.17, 0.88), (0.01, 0.92),
        )
    ]  # fmt: skip
    points = round_corners(places, 4)
    for x, y in points:
        spot = (math.floor(x), math.floor(y))
        bed[spot] = (bed.get(spot, x - spot[0]) + x - spot[0]) / 2
    line = tuple(points)
    return [Path("terra_bed", (line,), is_closed=False), Path("terra_bed_heart", (line,), is_closed=False)]


def _compass_rose(free: Collection[Place], left: int, low: int, used: dict[Place, float]) -> list[Shape]:
    """Return a compass rose in the open land towards the south-west."""
    if not free:
        return []
    spot = min(free, key=lambda one: (abs(one[0] - left) + abs(one[1] - (low - 2)), one))
    used[spot] = 0.0
    x, y, r = spot[0] + 0.52, spot[1] + 0.52, 0.33
    return [*ornament_paths("goldland/wind_rose", x, y, r), Label("terra_word", _("N"), x, y - r * 1.20, 0.13)]


def _trail(temple: Place, left: int, right: int, top: int, low: int) -> Path:
    """Return a dotted trail that ends at the temple."""
    east = 1.0 if temple[0] * 2 < left + right - 1 else -1.0
    south = 1.0 if temple[1] * 2 < top + low - 1 else -1.0
    x, y = temple[0] + 0.5, temple[1] + 0.5
    a, b, c, d = (0.70, 0.05), (1.25, 0.35), (0.35, 1.25), (0.95, 2.05)
    dots = (circle(x + east * px, y + south * py, 0.011) for px, py in bezier(a, b, c, d, 27))
    return Path("terra_trail", tuple(dots))


def _captions(free: set[Place], temple: Place | None, used: dict[Place, float], bed: Collection[Place]) -> list[Shape]:
    """Return captions in italics."""
    shapes: list[Shape] = []
    home = temple or (0, 0)
    free_spaces = sorted(free - used.keys() - set(bed), key=lambda one: (_apart(one, home), one))
    if temple is not None:
        below = next((p for p in ((temple[0], temple[1] + 1), (temple[0], temple[1] - 1)) if p in free), None)
        if below is not None and below not in used:
            used[below] = 0.40
            free_spaces = [one for one in free_spaces if one != below]
            shift = 0.30 if below[1] > temple[1] else 0.62
            shapes.append(Label("terra_word", _("a sun of stone,"), below[0] + 0.45, below[1] + shift, 0.125, turn=-3))
            shapes.append(Label("terra_word", _("they say"), below[0] + 0.50, below[1] + shift + 0.13, 0.125, turn=-3))
    captions = (_("smoke at dusk"), _("no water"), _("high ground"), _("dry bed?"))
    for word, turn in zip(captions, (-4, 3, -2, -6), strict=True):
        spot = next((one for one in free_spaces if all(_apart(one, other) > 1 for other in used)), None)
        if spot is None:
            break
        used[spot] = 0.24
        shapes.append(Label("terra_word", word, spot[0] + 0.5, spot[1] + 0.24, 0.125, turn=turn))
    return shapes


def _apart(one: Place, other: Place) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _hill(hills: list[Outline], hatch: list[Outline], x: float, y: float, wide: float, rng: Random) -> None:
    """Add a pointed hill with hachures on its shaded side."""
    high = wide * rng.uniform(0.62, 0.80)
    lean = rng.uniform(-0.10, 0.10) * wide
    up = (x - wide * 0.55, y - high * 0.30, x - wide * 0.22 + lean, y - high * 0.92, x + lean, y - high)
    bends = (x + wide * 0.22 + lean, y - high * 0.86, x + wide * 0.55, y - high * 0.28)
    hills.append(((x - wide, y), up, (*bends, x + wide * 1.04, y + wide * 0.05)))
    for number in range(6):
        t = (number + 0.6) / 6.6
        sx = x + lean + (wide * 0.98 - lean) * t
        sy = y - high * (1 - t) ** 1.35
        hatch.append(((sx, sy + 0.006), (sx - wide * 0.05, sy + high * (0.42 - 0.28 * t))))
    hatch.append(((x - wide * 0.55, y - high * 0.12), (x - wide * 0.62, y + high * 0.02)))
    hatch.append(((x - wide * 0.30, y - high * 0.22), (x - wide * 0.38, y - high * 0.02)))
