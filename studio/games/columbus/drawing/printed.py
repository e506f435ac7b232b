"""What is printed on the spaces of a chart: ink drawings, letters in laurel, the route, towns and anchorages."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from studio.core.grid import HexGrid, Point
from studio.core.picture import Label, Outline, Path, Shape, Sprite, circle
from studio.games.columbus.body import (
    AMERICA,
    BECALMED,
    DRY,
    FLORIDA,
    FULL_SAIL,
    HARBOURS,
    HOME,
    ISLAND,
    ROUTE,
    WHALE,
    is_letter,
)
from studio.games.columbus.drawing.look import DAY_RING, WREATH, R

_LEAGUES: Final = (42, 30, 25, 55, 50, 39, 20, 40, 60, 33, 15, 27, 24)
"""Leagues that Columbus made on days of his first voyage, by his own journal more or less."""
_PRINTS = {
    ISLAND: ("columbus/print_island", 1.72),
    WHALE: ("columbus/print_whale", 1.70),
    FULL_SAIL: ("columbus/print_full_sail", 1.80),
    BECALMED: ("columbus/print_becalmed", 1.80),
    HOME: ("columbus/print_home", 1.24),
    AMERICA: ("columbus/print_harbour", 1.00),
    FLORIDA: ("columbus/print_florida", 1.40),
}
"""The drawing of a space and how high it stands, in radii of a hexagon."""
_PINES, _PALMS = "columbus/print_pines", "columbus/print_palms"


def print_of(token: str) -> tuple[str, float] | None:
    """The drawing of a kind of space and its height in radii; None for land, water, route and letters."""
    return _PRINTS.get(token)


def landward(grid: HexGrid, tokens: Sequence[str], cell: int) -> Point:
    """From a harbour towards its land: a vector of length 1, or (0, 0) where no side is land more than others."""
    dx = dy = 0.0
    for side in range(6):
        other = grid.neighbour(cell, side)
        angle = math.radians(60 * side - 60)
        if other < 0 or tokens[other] in DRY:
            dx, dy = dx + math.cos(angle), dy + math.sin(angle)
        elif tokens[other] in HARBOURS:
            dx, dy = dx + 0.25 * math.cos(angle), dy + 0.25 * math.sin(angle)
    long = math.hypot(dx, dy)
    return (round(dx / long, 3), round(dy / long, 3)) if long > 0.3 else (0.0, 0.0)


def printed_on(grid: HexGrid, tokens: tuple[str, ...], cell: int) -> tuple[Shape, ...]:
    """The shapes printed on a space; none on land and open water."""
    token, centre = tokens[cell], grid.centre(cell)
    if token == ROUTE:
        return _route(cell, centre, route_sides(grid, tokens, cell), day_at(grid, cell))
    if is_letter(token):
        column, _row = grid.place(cell)
        return _letters(cell, centre, token.upper(), printed_ink(column))
    if token in HARBOURS:
        _column, row = grid.place(cell)
        return _harbour(cell, centre, token, landward(grid, tokens, cell), row * 2 < grid.rows * 0.8)
    return _drawing(cell, centre, token)


def printed_ink(column: int) -> str:
    """The ink of a letter on the chart: red and blue by turns from the west."""
    return "red" if column % 2 else "blue"


@lru_cache(maxsize=4096)
def _drawing(cell: int, centre: Point, token: str) -> tuple[Shape, ...]:
    found = _PRINTS.get(token)
    return (Sprite(found[0], *centre, found[1] * R, cell),) if found else ()


@lru_cache(maxsize=4096)
def _route(cell: int, centre: Point, sides: tuple[int, ...], day: str) -> tuple[Shape, ...]:
    x, y = centre
    shapes: list[Shape] = []
    if sides:
        shapes.append(Path("chart_route", way_across(centre, sides), cell, closed=False))
    shapes.append(Sprite(DAY_RING, x, y, 0.68 * R, cell))
    shapes.append(Label("route_day", day, x, y, 0.36 * R, cell))
    return tuple(shapes)


@lru_cache(maxsize=4096)
def _letters(cell: int, centre: Point, letters: str, ink: str) -> tuple[Shape, ...]:
    x, y = centre
    size = 1.06 * R if len(letters) == 1 else 1.2 * R / len(letters)
    return (
        Path(f"print_ring_{ink}", (circle(x, y, 0.60 * R), circle(x, y, 0.645 * R)), cell),
        Sprite(WREATH, x, y, 1.12 * R, cell),
        Label(f"print_{ink}", letters, x, y, size, cell),
    )


@lru_cache(maxsize=4096)
def _harbour(cell: int, centre: Point, token: str, land: Point, northern: bool) -> tuple[Shape, ...]:
    x, y = centre
    name, size = _PRINTS[token]
    outline = hexagon_at(centre, 1.0)
    shapes: list[Shape] = [
        Path("harbour_glow", (hexagon_at(centre, 0.93),), cell),
        Path("harbour_rim", (outline,), cell),
    ]
    if token == AMERICA:
        trees = _PINES if northern else _PALMS
        shapes.append(Sprite(trees, x + land[0] * 0.50 * R, y + land[1] * 0.38 * R, 0.98 * R, cell))
        shapes.append(Sprite(name, x - land[0] * 0.44 * R, y - land[1] * 0.38 * R, 0.72 * R, cell))
    else:
        shapes.append(Sprite(name, x + land[0] * 0.10 * R, y + land[1] * 0.08 * R + 0.02 * R, size * R, cell))
    return tuple(shapes)


# the route of Columbus


def route_sides(grid: HexGrid, tokens: Sequence[str], cell: int) -> tuple[int, ...]:
    """The sides of a route space across which the route goes on; where only one does, it runs out on the far side."""
    found = []
    for side in range(6):
        other = grid.neighbour(cell, side)
        if other >= 0 and tokens[other] == ROUTE:
            found.append(side)
    return tuple(found)


def day_at(grid: HexGrid, cell: int) -> str:
    """The number in the ring of a route space."""
    column, row = grid.place(cell)
    return str(_LEAGUES[(column * 5 + row * 6 + 3) % len(_LEAGUES)])


@lru_cache(maxsize=4096)
def way_across(centre: Point, sides: tuple[int, ...]) -> tuple[Outline, ...]:
    """The lines from the middle of a space to the middles of its sides, each with a little swing."""
    x, y = centre
    lines = []
    for side in sides:
        angle = math.radians(60 * side - 60)
        dx, dy = math.cos(angle) * 0.5, math.sin(angle) * 0.5
        swing = 0.10 if side < 3 else -0.10
        nx, ny = -dy * swing * 2, dx * swing * 2
        lines.append(
            (
                (x + dx * 0.30, y + dy * 0.30),
                (
                    *(x + dx * 0.50 + nx, y + dy * 0.50 + ny),
                    *(x + dx * 0.80 + nx * 0.2, y + dy * 0.80 + ny * 0.2),
                    *(x + dx, y + dy),
                ),
            )
        )
    return tuple(lines)


# a space by itself


def hexagon_at(centre: Point, share: float) -> tuple[tuple[float, float], ...]:
    """The outline of a hexagon round a point, drawn in by `share`."""
    x, y = centre
    a, b, c = 0.5 * share, 0.5 * R * share, R * share
    return ((x, y - c), (x + a, y - b), (x + a, y + b), (x, y + c), (x - a, y + b), (x - a, y - b))


def printed_alone(centre: Point, token: str) -> tuple[Shape, ...]:
    """What a space of that kind shows, by itself: America lies to the west of its harbours, Europe to the east."""
    if token == ROUTE:
        return _route(-1, centre, (1, 4), "33")
    if is_letter(token):
        return _letters(-1, centre, token.upper(), printed_ink(ord(token[0])))
    if token in HARBOURS:
        return _harbour(-1, centre, token, (1.0, 0.0) if token == HOME else (-1.0, 0.0), northern=False)
    return _drawing(-1, centre, token)
