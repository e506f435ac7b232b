"""The points track as an inset: fifty spaces on a sea serpent's back, a scout of each seat, laps beyond fifty (N10)."""

from __future__ import annotations

import math
from functools import lru_cache

from studio.core.grid import Point
from studio.core.panel import Inset
from studio.core.picture import Label, Layer, Path, Picture, Shape, Sprite, circle, rectangle
from studio.core.text import _
from studio.drawing.outlines import moved
from studio.drawing.pen import polyline, smooth, spread
from studio.games.neue_entdecker.rules import State

WIDTH, HEIGHT = 10.0, 4.4
LAP = 50
_ROWS = (0.98, 2.22, 3.46)
_SIZE = 0.86


def track(state: State) -> Inset:
    """The points of all seats on the serpent's back."""
    best = max(state.points)
    note = _("most: {points}").format(points=best)
    return Inset(_("The sea serpent"), note, picture(tuple(state.points)))


@lru_cache(maxsize=64)
def picture(points: tuple[int, ...]) -> Picture:
    """The serpent with every seat's scout on its points; a plate says how often it has gone round."""
    spots: dict[int, list[int]] = {}
    for seat in sorted(range(len(points)), key=lambda seat: _laps(points[seat])):
        spots.setdefault(_space(points[seat]), []).append(seat)
    lively: list[tuple[float, Shape]] = []
    places = _places()
    for space, seats in spots.items():
        x, y = places[space]
        plates: dict[int, list[float]] = {}
        for index, seat in enumerate(seats):
            shift = (index - (len(seats) - 1) / 2) * 0.46
            depth = 0.10 * (index % 2)
            spot = min(max(x + shift, 0.45), WIDTH - 0.45)
            lively.append((y + depth, Sprite("seatiles/scout", spot, y - 0.24 + depth, _SIZE, -1, seat)))
            plates.setdefault(_laps(points[seat]), []).append(spot)
        for laps, across in plates.items():
            if laps:
                middle = sum(across) / len(across)
                plate = Sprite("common/plate", middle, y + 0.36, 0.46, text=f"+{laps * LAP}")
                lively.append((y + 0.5, plate))
    lively.sort(key=lambda item: item[0])
    return Picture(
        (0.0, 0.0, WIDTH, HEIGHT),
        (Layer("serpent", _ground()), Layer("scouts", tuple(shape for _y, shape in lively), still=False)),
    )


def _laps(points: int) -> int:
    """How often a scout has gone round the whole track."""
    return max(0, points - 1) // LAP


def _space(points: int) -> int:
    """The space 0 … 50 for a number of points; after 50 the way begins again at 1."""
    return points if points <= LAP else (points - 1) % LAP + 1


@lru_cache(maxsize=1)
def _line() -> tuple[tuple[float, ...], ...]:
    """The serpent's back, from the tail to the head: three rows joined by bends."""
    one, two, three = _ROWS
    left, right = 0.95, WIDTH - 0.95
    wave = 0.07
    first = [(left + 0.30 + step * (right - left - 0.45) / 8, one + wave * (-1) ** step) for step in range(9)]
    second = [(right - step * (right - left) / 8, two - wave * (-1) ** step) for step in range(9)]
    third = [(left + step * (right - left - 0.75) / 8, three + wave * (-1) ** step) for step in range(9)]
    bend_right = [(right + 0.50, one + 0.32), (right + 0.50, two - 0.32)]
    bend_left = [(left - 0.50, two + 0.32), (left - 0.50, three - 0.32)]
    return smooth([*first[:-1], (right - 0.1, one + 0.02), *bend_right, *second, *bend_left, *third])


@lru_cache(maxsize=1)
def _places() -> tuple[Point, ...]:
    """The middles of the spaces 0 … 50."""
    return tuple((x, y) for x, y, _turn in spread(polyline(_line()), LAP + 1, 0.30, 0.72))


@lru_cache(maxsize=1)
def _ground() -> tuple[Shape, ...]:
    """Sea, serpent and numbers: they never change."""
    line = _line()
    back = spread(polyline(line), LAP + 1, 0.30, 0.72)
    shapes: list[Shape] = [
        Path("fill:deep", (rectangle(-0.1, -0.1, WIDTH + 0.2, HEIGHT + 0.2),)),
        Path("line:foam:0.035:0.20", tuple(_ripple(row) for row in range(12)), closed=False),
        Sprite("neue_entdecker/serpent_tail", line[0][0] - 0.62, line[0][1] - 0.14, 1.0),
        Path("line:shadow:0.86:0.22", (moved(line, 0.05, 0.12),), closed=False),
        Path("line:serpent_ink:0.86", (line,), closed=False),
        Path("line:serpent_shade:0.74", (line,), closed=False),
        Path("line:serpent:0.64", (moved(line, -0.02, -0.04),), closed=False),
        Path("line:serpent_light:0.10:0.7", (moved(line, -0.02, -0.26),), closed=False),
    ]
    fins = tuple(_fin(x, y, turn) for x, y, turn in back[2:-1:2])
    shapes.append(Path("line:serpent_shade:0.035:0.75", fins, closed=False))
    shapes.append(Path("fill:serpent_light:0.85", tuple(circle(x, y, 0.155) for x, y, _turn in back)))
    shapes.append(Path("line:serpent_ink:0.028:0.9", tuple(circle(x, y, 0.155) for x, y, _turn in back)))
    tens = [(index, place) for index, place in enumerate(back) if index % 10 == 0]
    shapes.append(Path("fill:plate", tuple(circle(x, y, 0.295) for _index, (x, y, _turn) in tens)))
    shapes.append(Path("line:serpent_ink:0.04", tuple(circle(x, y, 0.295) for _index, (x, y, _turn) in tens)))
    shapes += [Label("bold:plate_ink", str(index), x, y, 0.36) for index, (x, y, _turn) in tens]
    x, y = polyline(line)[-1]
    shapes.append(Sprite("neue_entdecker/serpent_head", x + 0.42, y - 0.26, 1.45))
    return tuple(shapes)


def _fin(x: float, y: float, turn: float) -> tuple[tuple[float, ...], ...]:
    """A line of scales across the back."""
    across_x, across_y = -math.sin(turn), math.cos(turn)
    along_x, along_y = math.cos(turn) * 0.12, math.sin(turn) * 0.12
    one = (x + across_x * 0.30 - along_x * 2.2, y + across_y * 0.30 - along_y * 2.2)
    other = (x - across_x * 0.30 - along_x * 2.2, y - across_y * 0.30 - along_y * 2.2)
    return (one, (one[0] + along_x, one[1] + along_y, other[0] + along_x, other[1] + along_y, *other))


def _ripple(row: int) -> tuple[tuple[float, ...], ...]:
    """A wavy line on the water."""
    y = 0.2 + row * 0.37
    x = 0.3 + (row * 3.7) % 5.2
    return smooth([(x + step * 0.42, y + 0.05 * (-1) ** step) for step in range(4 + row % 4)])
