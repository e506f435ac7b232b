"""The points track as an inset: fifty spaces on a sea serpent's back, a scout of each seat, laps beyond fifty (N10)."""

from __future__ import annotations

from functools import lru_cache

from studio.core.panel import Inset
from studio.core.picture import Label, Layer, Outline, Path, Picture, Shape, Sprite, circle
from studio.core.text import _
from studio.drawing.ornaments import ornament
from studio.drawing.pen import polyline, spread
from studio.games.neue_entdecker.rules import State

WIDTH, HEIGHT = 10.0, 4.4
LAP = 50
_SIZE = 0.86
_BACK = "line:serpent_ink:0.86"
"""The style that the line of the back is drawn in."""


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
    places = _back()
    for space, seats in spots.items():
        x, y, _turn = places[space]
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


def _line() -> Outline:
    """The serpent's back, from the tail to the head: three rows joined by bends."""
    return next(path for path in ornament("neue_entdecker/serpent") if path.style == _BACK).outlines[0]


@lru_cache(maxsize=1)
def _back() -> list[tuple[float, float, float]]:
    """The middles of the spaces 0 … 50, and the direction of the back there."""
    return spread(polyline(_line()), LAP + 1, 0.30, 0.72)


@lru_cache(maxsize=1)
def _ground() -> tuple[Shape, ...]:
    """Sea, serpent and numbers: they never change."""
    line, back = _line(), _back()
    shapes: list[Shape] = [
        *ornament("neue_entdecker/serpent_sea"),
        Sprite("neue_entdecker/serpent_tail", line[0][0] - 0.62, line[0][1] - 0.14, 1.0),
        *ornament("neue_entdecker/serpent"),
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
