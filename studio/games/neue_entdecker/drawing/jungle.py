"""Insets: the jungle with huts, paths, scouts and tokens, and the points track.

Drawn in its own units, 10 wide. The static scenery (huts, paths, woods) is computed once per box; scouts and tokens are
drawn on top. A token's value is only visible to seats that looked at it, and to all at the end (N11, N13).
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from studio.core.game import OVER
from studio.core.grid import Point
from studio.core.panel import Inset
from studio.core.picture import BESIDE, Label, Layer, Outline, Path, Picture, Shape, Sprite, Target, circle, rectangle
from studio.core.rng import Rng
from studio.core.text import _, plural
from studio.drawing.pen import evenly_spaced, line_length, ornament_paths, point_at, polyline, smooth
from studio.games.neue_entdecker.rules import State

HUT_TARGET: Final = BESIDE + 200  # + hut: a hut and the next free space of its path
SPACE_TARGET: Final = BESIDE + 300  # + hut * 16 + space (from 0 at the hut): a scout on a path

WIDTH, HEIGHT = 10.0, 7.4
HUT_SIZE, SCOUT_SIZE, SPACE_SIZE = 1.56, 0.84, 0.42
_CAMP = (5.0, 6.55)

_HUTS: tuple[tuple[Point, ...], ...] = (
    ((4.30, 6.65), (3.60, 6.95), (2.95, 6.50), (2.25, 6.80), (1.55, 6.75), (1.05, 6.20), (0.95, 5.35)),
    ((4.50, 6.20), (3.80, 5.80), (3.05, 5.75), (2.60, 5.15), (2.25, 4.45), (1.85, 3.85), (1.20, 3.45), (1.05, 2.60)),
    ((4.65, 5.90), (4.00, 5.20), (3.40, 4.65), (3.55, 3.95), (3.00, 3.35), (2.70, 2.65), (3.00, 1.75)),
    ((5.00, 5.80), (5.40, 5.10), (4.75, 4.50), (4.65, 3.80), (5.40, 3.25), (5.25, 2.45), (5.00, 1.60)),
    ((5.35, 5.90), (6.10, 5.30), (6.05, 4.60), (6.65, 4.05), (6.45, 3.35), (7.15, 2.75), (7.05, 1.75)),
    ((5.50, 6.20), (6.35, 5.95), (6.95, 5.50), (7.15, 4.80), (7.80, 4.40), (8.25, 3.75), (8.95, 3.45), (8.95, 2.60)),
    ((5.70, 6.65), (6.40, 6.98), (7.10, 6.60), (7.80, 6.88), (8.45, 6.70), (8.95, 6.20), (9.05, 5.35)),
)
"""Paths from the camp to each of the seven huts; other numbers of huts get computed curves."""


class Scenery(NamedTuple):
    """The static part of the jungle of a box: shapes, huts, and the spaces of every path, from the hut outwards."""

    still: tuple[Shape, ...]
    huts: tuple[Point, ...]
    spaces: tuple[tuple[Point, ...], ...]


def jungle(state: State, seat: int) -> Inset:
    known = sum(1 for hut in range(len(state.paths)) if _token_text(state, hut, seat) not in ("", "?"))
    huts = len(state.paths)
    note = plural("{huts} hut, {known} known", "{huts} huts, {known} known", huts).format(huts=huts, known=known)
    return Inset(_("Jungle"), note, jungle_picture(state, seat))


def jungle_picture(state: State, seat: int) -> Picture:
    """Return the picture of the jungle; targets are huts (`HUT_TARGET`) and spaces with scouts (`space_target`)."""
    ground = scenery(state.board.paths, state.board.dot, state.board.eye)
    lively: list[tuple[float, Shape]] = []
    targets: list[Target] = []
    for hut, (x, y) in enumerate(ground.huts):
        text = _token_text(state, hut, seat)
        name = "neue_entdecker/hut_token" if text else "neue_entdecker/hut"
        lively.append((y, Sprite(name, x, y - HUT_SIZE * 0.42, HUT_SIZE, HUT_TARGET + hut, text=text)))
        if text not in ("", "?"):
            dx = -0.70 if x < WIDTH / 2 - 1 else 0.70
            lively.append((y + 0.01, Sprite(plant(text), max(x + dx, 0.44), y - 0.92, 0.80, HUT_TARGET + hut)))
        targets.append(
            Target(
                HUT_TARGET + hut,
                rectangle(x - 0.85, y - HUT_SIZE * 0.95, 1.7, HUT_SIZE * 1.12),
                _("hut {number}").format(number=hut + 1),
            )
        )
        for space, owner in enumerate(state.paths[hut]):
            if owner < 0:
                continue
            px, py = ground.spaces[hut][space]
            number = str(state.path_numbers[hut][space] or "")
            target, top = space_target(hut, space), py - SCOUT_SIZE * 0.34
            scout = Sprite("seatiles/scout", px, top, SCOUT_SIZE, target, owner, text=number)
            lively.append((py + 0.05, scout))
            targets.append(
                Target(
                    target,
                    rectangle(px - 0.42, py - SCOUT_SIZE * 0.82, 0.84, SCOUT_SIZE * 1.05),
                    _("hut {number}, space {space}").format(number=hut + 1, space=space + 1),
                )
            )
    lively.sort(key=lambda item: item[0])
    return Picture(
        (0.0, 0.0, WIDTH, HEIGHT),
        (Layer("ground", ground.still), Layer("pieces", tuple(shape for _y, shape in lively), is_still=False)),
        tuple(targets),
        reach=1.2,
    )


def space_target(hut: int, space: int) -> int:
    return SPACE_TARGET + hut * 16 + space


def plant(value: str) -> str:
    """Return the sprite of a token: one of three plants by value, or the smallest one with a number plate."""
    return f"neue_entdecker/plant_{value}" if value in ("5", "10", "15") else "neue_entdecker/plant"


def _token_text(state: State, hut: int, seat: int) -> str:
    """Return the visible text of a token: nothing without a token, "?" or the value."""
    if not state.token[hut]:
        return ""
    is_known = state.to_move == OVER or (seat >= 0 and bool(state.seen[hut] >> seat & 1))
    return str(state.token[hut]) if is_known else "?"


@lru_cache(maxsize=8)
def scenery(paths: tuple[int, ...], dot: int, eye: int) -> Scenery:
    ways = _ways(len(paths))
    lines = [polyline(way) for way in ways]
    huts = tuple(line[-1] for line in lines)
    spaces = tuple(
        tuple((x, y) for x, y, _turn in reversed(evenly_spaced(line, count, 0.50, 0.98)))
        for line, count in zip(lines, paths, strict=True)
    )
    shapes: list[Shape] = [*ornament_paths("neue_entdecker/jungle_ground")]
    ends = [(x, y - 0.12, 0.74) for x, y in huts] + [(*_CAMP, 0.86)]
    shapes += [
        Path("line:jungle_edge:0.72:0.35", tuple(ways), is_closed=False),
        Path("fill:jungle_edge:0.35", tuple(circle(x, y, r + 0.14) for x, y, r in ends)),
        Path("line:jungle_path_edge:0.56", tuple(ways), is_closed=False),
        Path("fill:jungle_path_edge", tuple(circle(x, y, r + 0.05) for x, y, r in ends)),
        Path("fill:jungle_path", tuple(circle(x, y, r) for x, y, r in ends)),
        Path("line:jungle_path:0.46", tuple(ways), is_closed=False),
        Path("dash:jungle_rut:0.045:0.20:0.16:0.8", tuple(ways), is_closed=False),
    ]
    shapes += _woods(lines, huts)
    for path, places in enumerate(spaces):
        gap = min((math.dist(one, other) for one, other in pairwise(places)), default=1.0)
        for index, (x, y) in enumerate(places):
            name = "dot" if index == dot else "eye" if index == eye else "space"
            size = min(SPACE_SIZE * (1.24 if name == "eye" else 1.0), gap * 0.95)
            shapes.append(Sprite(f"neue_entdecker/{name}", x, y, size, HUT_TARGET + path))
    shapes.append(Sprite("neue_entdecker/camp", _CAMP[0], _CAMP[1] - 0.28, 1.35))
    return Scenery(tuple(shapes), huts, spaces)


def _ways(count: int) -> list[Outline]:
    """Return a winding path from the camp to each hut."""
    if count == len(_HUTS):
        return [smooth(points) for points in _HUTS]
    ways, rng = [], Rng(count)
    for hut in range(count):
        angle = math.pi * (0.04 + 0.92 * (hut + 0.5) / count)
        reach = 0.82 if hut % 2 and count > 4 else 1.0
        points: list[Point] = []
        for step in range(7):
            t = 0.14 + 0.86 * step / 6
            sway = (rng.below(100) - 50) / 100 * 0.55 * math.sin(math.pi * t)
            x = _CAMP[0] - math.cos(angle) * 4.1 * reach * t + math.sin(angle) * sway
            y = _CAMP[1] + 0.1 - math.sin(angle) * 4.9 * reach * t + math.cos(angle) * sway
            points.append((min(max(x, 0.9), WIDTH - 0.9), min(max(y, 1.5), HEIGHT - 0.5)))
        ways.append(smooth(points))
    return ways


_TREES = (
    ("tree_a", 26, 0.80),
    ("tree_b", 26, 0.86),
    ("tree_c", 14, 0.74),
    ("tree_d", 20, 0.90),
    ("tree_tall", 7, 0.98),
    ("tree_palm", 9, 1.02),
    ("fern", 10, 0.50),
)
"""Trees by name, with relative frequency and height."""


def _woods(lines: list[list[Point]], huts: tuple[Point, ...]) -> list[Shape]:
    """Return trees in dense and sparse places, never on a path, a hut or the camp; southern ones in front."""
    rng = Rng(20)
    marks = [point_at(line, step * 0.16)[:2] for line in lines for step in range(int(line_length(line) / 0.16) + 1)]
    grown: list[tuple[float, float, float]] = []
    found: list[tuple[float, Shape]] = []
    total = sum(weight for _name, weight, _size in _TREES)
    for _attempt in range(2200):
        x, y = rng.below(10_000) / 10_000 * (WIDTH + 0.5) - 0.25, rng.below(10_000) / 10_000 * (HEIGHT + 0.4) - 0.1
        thick = 0.5 + 0.5 * math.sin(x * 1.7 + 1.2) * math.sin(y * 1.5 + 0.4)
        pick, name, size = rng.below(total), "", 0.0
        for name, weight, size in _TREES:  # noqa: B007  # the last ones are used below
            pick -= weight
            if pick < 0:
                break
        size *= (0.72 + rng.below(100) / 260) * (0.84 + 0.24 * thick)
        foot = y + size * 0.30
        if any(math.hypot(x - px, (foot - py)) < 0.20 + size * 0.30 for px, py in marks):
            continue
        if any(abs(x - px) < 0.78 + size * 0.2 and -1.45 < y - py < 0.62 for px, py in huts):
            continue
        if math.hypot(x - _CAMP[0], y - _CAMP[1]) < 1.05 + size * 0.3:
            continue
        if any(math.hypot(x - gx, (y - gy) * 1.15) < (size + gs) * (0.30 - 0.05 * thick) for gx, gy, gs in grown):
            continue
        grown.append((x, y, size))
        found.append((foot, Sprite(f"neue_entdecker/{name}", x, y, round(size, 2))))
    found.sort(key=lambda item: item[0])
    return [shape for _foot, shape in found]


# The points track: fifty spaces on a sea serpent's back, a scout per seat, laps beyond fifty (N10)

TRACK_WIDTH, TRACK_HEIGHT = 10.0, 4.4
LAP = 50
_SIZE = 0.86
_BACK = "line:serpent_ink:0.86"  # line style of the serpent's back


def points_track(state: State) -> Inset:
    best = max(state.points)
    note = _("lead: {points}").format(points=best)
    return Inset(_("Score track"), note, track_picture(tuple(state.points)))


@lru_cache(maxsize=64)
def track_picture(points: tuple[int, ...]) -> Picture:
    """Return the serpent with every seat's scout at its points; a plate shows the number of laps."""
    spots: dict[int, list[int]] = {}
    for seat in sorted(range(len(points)), key=lambda seat: _laps(points[seat])):
        spots.setdefault(_space(points[seat]), []).append(seat)
    lively: list[tuple[float, Shape]] = []
    places = _back()
    for space, seats in spots.items():
        x, y, _turn = places[space]
        plates: dict[int, list[float]] = {}
        for index, seat in enumerate(seats):
            shift = (index - (len(seats) - 1) / 2) * 0.46
            depth = 0.10 * (index % 2)
            spot = min(max(x + shift, 0.45), TRACK_WIDTH - 0.45)
            lively.append((y + depth, Sprite("seatiles/scout", spot, y - 0.24 + depth, _SIZE, -1, seat)))
            plates.setdefault(_laps(points[seat]), []).append(spot)
        for laps, across in plates.items():
            if laps:
                middle = sum(across) / len(across)
                plate = Sprite("common/plate", middle, y + 0.36, 0.46, text=f"+{laps * LAP}")
                lively.append((y + 0.5, plate))
    lively.sort(key=lambda item: item[0])
    return Picture(
        (0.0, 0.0, TRACK_WIDTH, TRACK_HEIGHT),
        (Layer("serpent", _ground()), Layer("scouts", tuple(shape for _y, shape in lively), is_still=False)),
    )


def _laps(points: int) -> int:
    """Return the number of completed laps."""
    return max(0, points - 1) // LAP


def _space(points: int) -> int:
    """Return the space 0 … 50 for a number of points; 51 points are on space 1 again."""
    return points if points <= LAP else (points - 1) % LAP + 1


def _line() -> Outline:
    """Return the line of the serpent's back, from tail to head: three rows joined by bends."""
    return next(path for path in ornament_paths("neue_entdecker/serpent") if path.style == _BACK).outlines[0]


@lru_cache(maxsize=1)
def _back() -> list[tuple[float, float, float]]:
    """Return the centres of the spaces 0 … 50, and the direction of the back there."""
    return evenly_spaced(polyline(_line()), LAP + 1, 0.30, 0.72)


@lru_cache(maxsize=1)
def _ground() -> tuple[Shape, ...]:
    """Return the static sea, serpent and numbers."""
    line, back = _line(), _back()
    shapes: list[Shape] = [
        *ornament_paths("neue_entdecker/serpent_sea"),
        Sprite("neue_entdecker/serpent_tail", line[0][0] - 0.62, line[0][1] - 0.14, 1.0),
        *ornament_paths("neue_entdecker/serpent"),
    ]
    shapes.append(Path("fill:serpent_light:0.85", tuple(circle(x, y, 0.155) for x, y, _turn in back)))
    shapes.append(Path("line:serpent_ink:0.028:0.9", tuple(circle(x, y, 0.155) for x, y, _turn in back)))
    tens = [(index, place) for index, place in enumerate(back) if index % 10 == 0]
    shapes.append(Path("fill:plate", tuple(circle(x, y, 0.295) for _index, (x, y, _turn) in tens)))
    shapes.append(Path("line:serpent_ink:0.04", tuple(circle(x, y, 0.295) for _index, (x, y, _turn) in tens)))
    shapes += [Label("bold:plate_ink", str(index), x, y, 0.36) for index, (x, y, _turn) in tens]
    x, y = polyline(line)[-1]
    shapes.append(Sprite("neue_entdecker/serpent_head", x + 0.42, y - 0.26, 1.45))
    return tuple(shapes)
