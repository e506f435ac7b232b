"""Drawings of printed spaces and of tiles.

`tile_picture` is a tile for the rack, the hand or the palette, `laid_shapes` a tile on the chart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from studio.core.grid import HEX_RADIUS, HexGrid, Point
from studio.core.picture import Label, Layer, Outline, Path, Picture, Shape, Sprite, circle
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
from studio.games.columbus.rules.board import T_LETTER, TILE_KEYS, Board, HomeMade

# Names and sizes of sprites. Sizes are in board units.

R: Final = HEX_RADIUS
TILE_SPRITES: Final = {kind: f"columbus/tile_{kind}" for kind in (*TILE_KEYS, "letter")}
"""The face of each kind of tile by its key in the tile set; "letter" for all letters."""
MARKS: Final = TILE_SPRITES | {"route": "columbus/mark_route", "letter": "columbus/mark_letter"}
"""The same as small icons next to numbers; kinds that are composed of several drawings on the chart have their own."""
BACK: Final = "columbus/tile_back"
SHIP_OUT: Final = "columbus/ship_out"
SHIP_HOME: Final = "columbus/ship_home"
FLAG: Final = "columbus/flag"
ROSE: Final = "columbus/rose"
DAY_RING: Final = "columbus/day_ring"

HOMEMADE: Final = "columbus/tile_homemade"
"""The tile of home-made kinds, on which the background and the emblem are drawn."""


def emblem_of(made: HomeMade) -> str:
    return made.picture or f"columbus/made_{made.emblem}"


TILE_SIZE: Final = 2.30 * R
SHIP_SIZE: Final = 1.52 * R
UP: Final = 0.11 * R  # how much higher a tile on another tile is drawn
LETTER_SIZE: Final = 1.02 * R


# Printed spaces: drawings, letters in laurel, the route, harbours.

_LEAGUES: Final = (42, 30, 25, 55, 50, 39, 20, 40, 60, 33, 15, 27, 24)
"""Leagues that Columbus made on days of his first voyage, roughly by his journal."""
_PRINTS = {
    ISLAND: ("columbus/print_island", 1.72),
    WHALE: ("columbus/print_whale", 1.70),
    FULL_SAIL: ("columbus/print_full_sail", 1.80),
    BECALMED: ("columbus/print_becalmed", 1.80),
    HOME: ("columbus/print_home", 1.24),
    AMERICA: ("columbus/print_harbour", 1.00),
    FLORIDA: ("columbus/print_florida", 1.40),
}
"""The sprite of a space and its height in radii of a hexagon."""
_PINES, _PALMS = "columbus/print_pines", "columbus/print_palms"


def land_direction(grid: HexGrid, tokens: Sequence[str], cell: int) -> Point:
    """Return the unit vector from a harbour towards its land, or (0, 0) if no side has more land than the others."""
    dx = dy = 0.0
    for side in range(6):
        other = grid.neighbor(cell, side)
        angle = math.radians(60 * side - 60)
        if other < 0 or tokens[other] in DRY:
            dx, dy = dx + math.cos(angle), dy + math.sin(angle)
        elif tokens[other] in HARBOURS:
            dx, dy = dx + 0.25 * math.cos(angle), dy + 0.25 * math.sin(angle)
    long = math.hypot(dx, dy)
    return (round(dx / long, 3), round(dy / long, 3)) if long > 0.3 else (0.0, 0.0)


def printed_shapes(grid: HexGrid, tokens: tuple[str, ...], cell: int) -> tuple[Shape, ...]:
    token, centre = tokens[cell], grid.center(cell)
    if token == ROUTE:
        return _route(cell, centre, route_sides(grid, tokens, cell), day_at(grid, cell))
    if is_letter(token):
        column, _row = grid.coords(cell)
        return _letters(cell, centre, token.upper(), printed_ink(column))
    if token in HARBOURS:
        _column, row = grid.coords(cell)
        return _harbour(cell, centre, token, land_direction(grid, tokens, cell), row * 2 < grid.rows * 0.8)
    return _drawing(cell, centre, token)


def printed_ink(column: int) -> str:
    """Return the ink of a letter on the chart: red and blue alternating from the west."""
    return "red" if column % 2 else "blue"


@lru_cache(maxsize=4096)
def _drawing(cell: int, centre: Point, token: str) -> tuple[Shape, ...]:
    found = _PRINTS.get(token)
    return (Sprite(found[0], *centre, found[1] * R, cell),) if found else ()


@lru_cache(maxsize=4096)
def _route(cell: int, centre: Point, sides: tuple[int, ...], day: str) -> tuple[Shape, ...]:
    lines = (Path("chart_route", way_across(centre, sides), cell, is_closed=False),) if sides else ()
    ring, number = Sprite(DAY_RING, *centre, 0.68 * R, cell), Label("route_day", day, *centre, 0.36 * R, cell)
    return *lines, ring, number


@lru_cache(maxsize=4096)
def _letters(cell: int, centre: Point, letters: str, ink: str) -> tuple[Shape, ...]:
    x, y = centre
    size = 1.06 * R if len(letters) == 1 else 1.2 * R / len(letters)
    return (
        Path(f"print_ring_{ink}", (circle(x, y, 0.60 * R), circle(x, y, 0.645 * R)), cell),
        Sprite("columbus/print_wreath", x, y, 1.12 * R, cell),
        Label(f"print_{ink}", letters, x, y, size, cell),
    )


@lru_cache(maxsize=4096)
def _harbour(cell: int, centre: Point, token: str, land: Point, northern: bool) -> tuple[Shape, ...]:
    x, y = centre
    name, size = _PRINTS[token]
    rims = (("harbour_glow", 0.93), ("harbour_rim", 1.0))
    shapes: list[Shape] = [Path(style, (hexagon_at(centre, share),), cell) for style, share in rims]
    if token == AMERICA:
        trees = _PINES if northern else _PALMS
        shapes.append(Sprite(trees, x + land[0] * 0.50 * R, y + land[1] * 0.38 * R, 0.98 * R, cell))
        shapes.append(Sprite(name, x - land[0] * 0.44 * R, y - land[1] * 0.38 * R, 0.72 * R, cell))
    else:
        shapes.append(Sprite(name, x + land[0] * 0.10 * R, y + land[1] * 0.08 * R + 0.02 * R, size * R, cell))
    return tuple(shapes)


# the route of Columbus


def route_sides(grid: HexGrid, tokens: Sequence[str], cell: int) -> tuple[int, ...]:
    return tuple(side for side in range(6) if (other := grid.neighbor(cell, side)) >= 0 and tokens[other] == ROUTE)


def day_at(grid: HexGrid, cell: int) -> str:
    column, row = grid.coords(cell)
    return str(_LEAGUES[(column * 5 + row * 6 + 3) % len(_LEAGUES)])


@lru_cache(maxsize=4096)
def way_across(centre: Point, sides: tuple[int, ...]) -> tuple[Outline, ...]:
    """Return slightly curved lines from the middle of a space to the middles of its sides."""
    x, y = centre
    lines = []
    for side in sides:
        angle = math.radians(60 * side - 60)
        dx, dy = math.cos(angle) * 0.5, math.sin(angle) * 0.5
        swing = 0.10 if side < 3 else -0.10
        nx, ny = -dy * swing * 2, dx * swing * 2
        start, bend = (x + dx * 0.30, y + dy * 0.30), (x + dx * 0.50 + nx, y + dy * 0.50 + ny)
        lines.append((start, (*bend, x + dx * 0.80 + nx * 0.2, y + dy * 0.80 + ny * 0.2, x + dx, y + dy)))
    return tuple(lines)


# a space by itself


def hexagon_at(centre: Point, share: float) -> tuple[tuple[float, float], ...]:
    x, y = centre
    a, b, c = 0.5 * share, 0.5 * R * share, R * share
    return ((x, y - c), (x + a, y - b), (x + a, y + b), (x, y + c), (x - a, y + b), (x - a, y - b))


def printed_alone(centre: Point, token: str) -> tuple[Shape, ...]:
    """Return what a space shows outside a map; American harbours have land in the west, European in the east."""
    if token == ROUTE:
        return _route(-1, centre, (1, 4), "33")
    if is_letter(token):
        return _letters(-1, centre, token.upper(), printed_ink(ord(token[0])))
    if token in HARBOURS:
        return _harbour(-1, centre, token, (1.0, 0.0) if token == HOME else (-1.0, 0.0), northern=False)
    return _drawing(-1, centre, token)


# Tiles: raised hexagons with their picture, letters, the route across them, what a joker stands for.

MAX_PEARLS = 4  # pearls in one row at the foot of a tile


@lru_cache(maxsize=8192)
def tile_shapes(
    cell: int,
    centre: Point,
    kind: str,
    letter: str = "",
    made: HomeMade | None = None,
    height: int = 0,
    route: tuple[int, ...] = (),
    day: str = "",
    stands_for: str = "",
    ink: str = "",
) -> tuple[Shape, ...]:
    """Return a tile on the space around `centre`. `height` is 1 for a tile on another (draw the lower one first).

    `kind` is a key of the tile set, "letter" with a capital `letter`, or "homemade" with `made`. `route` are the sides
    to which the route continues and `day` the number in its ring. `stands_for` is the token of the space under a joker
    ("." or "" to show none). `ink` is "red" or "blue" for the letter, "" for that of its place in the alphabet.
    """
    x, y = centre[0], centre[1] - UP * height
    if made is not None:
        return _homemade(cell, x, y, made)
    shapes: list[Shape] = [Sprite(TILE_SPRITES[kind], x, y, TILE_SIZE, cell)]
    if kind == "letter":
        shapes.append(Label(f"tile_{ink or ink_of(letter)}", letter, x, y - 0.06 * R, LETTER_SIZE, cell))
    elif kind == "route":
        lines = way_across((x, y), route or (1, 4))
        shapes += [Path(style, lines, cell, is_closed=False) for style in ("tile_route_ground", "tile_route")]
        shapes.append(Sprite(DAY_RING, x, y, 0.68 * R, cell))
        if day:
            shapes.append(Label("route_day", day, x, y, 0.36 * R, cell))
        else:
            shapes.append(Path("fill:tile_red", (circle(x, y, 0.035),), cell))
    elif kind == "joker" and stands_for not in ("", "."):
        shapes += _joker_medal(cell, x - 0.47 * R, y + 0.42 * R, stands_for)
    return tuple(shapes)


def _homemade(cell: int, x: float, y: float, made: HomeMade) -> tuple[Shape, ...]:
    """Return a home-made tile: its tint and emblem, and at the foot one pearl per space that ships sail from it."""
    found: tuple[Shape, ...] = (
        Sprite(HOMEMADE, x, y, TILE_SIZE, cell),
        Path(f"homemade_{made.tint}", (hexagon_at((x, y), 0.89),), cell),
        Sprite(emblem_of(made), x, y - 0.10 * R, 1.22 * R, cell),
    )
    rows = (made.step,) if made.step <= MAX_PEARLS else ((made.step + 1) // 2, made.step // 2)
    pearls = tuple(
        circle(x + (number - (count - 1) / 2) * 0.14 * R, y + (0.73 - 0.13 * (len(rows) - 1 - row)) * R, 0.054 * R)
        for row, count in enumerate(rows)
        for number in range(count)
    )
    return (*found, Path("homemade_pearl", pearls, cell)) if pearls else found


def tile_face(board: Board, kind: int) -> tuple[str, str, HomeMade | None]:
    """Return key and letter of a kind of tile, or its home-made kind, as arguments of `tile_shapes`."""
    if kind >= board.first_homemade:
        return "homemade", "", board.homemade[kind - board.first_homemade]
    if kind >= T_LETTER:
        return "letter", board.letters[kind - T_LETTER], None
    return TILE_KEYS[kind], "", None


def laid_shapes(
    grid: HexGrid, tokens: Sequence[str], cell: int, kind: str, letter: str, made: HomeMade | None, height: int = 0
) -> tuple[Shape, ...]:
    """Return a tile on a space of a chart: the route continues as on the chart, a joker shows what it stands for."""
    sides: tuple[int, ...] = ()
    day = stands_for = ink = ""
    if kind == "route":
        sides, day = route_sides(grid, tokens, cell), day_at(grid, cell)
    elif kind == "joker":
        stands_for = tokens[cell]
    elif kind == "letter":
        ink = printed_ink(grid.coords(cell)[0])
    return tile_shapes(cell, grid.center(cell), kind, letter, made, height, sides, day, stands_for, ink)


def ink_of(letter: str) -> str:
    """Return the ink of a letter tile outside a map: red and blue alternating in the alphabet."""
    return "blue" if ord(letter[0].upper()) % 2 else "red"


def _joker_medal(cell: int, x: float, y: float, token: str) -> Iterable[Shape]:
    yield Path("stand_in", (circle(x, y, 0.30 * R),), cell)
    if found := _PRINTS.get(token):
        yield Sprite(found[0], x, y, 0.46 * R * found[1], cell)
    elif token == "R":
        yield Path("stand_in_route", (((x - 0.26 * R, y), (x + 0.26 * R, y)),), cell, is_closed=False)
    elif token.isalpha() and token.islower():
        yield Label(f"stand_{ink_of(token)}", token[0].upper(), x, y, 0.44 * R, cell)


@lru_cache(maxsize=128)
def tile_picture(kind: str, letter: str = "", made: HomeMade | None = None) -> Picture:
    shapes = tile_shapes(-1, (0.53, 0.605), kind, letter, made)
    return Picture((0.0, 0.0, 1.06, 1.25), (Layer("tile", shapes, is_still=False),))


def tile_ghost(
    grid: HexGrid, tokens: Sequence[str], cell: int, kind: str, letter: str, made: HomeMade | None, height: int = 0
) -> Picture:
    x, y = grid.center(cell)
    shapes = laid_shapes(grid, tokens, cell, kind, letter, made, height)
    return Picture((x - 0.55, y - 0.7, x + 0.55, y + 0.7), (Layer("ghost", shapes, is_still=False),))
