"""Laid tiles: raised hexagons with their picture, letters, the route across them, what a joker stands for.

A tile by itself (for the rack, the hand, the palette) is `tile_picture`; on the chart it is `tile_shapes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from studio.core.grid import HexGrid, Point
from studio.core.picture import Label, Layer, Path, Picture, Shape, Sprite, circle
from studio.games.columbus.drawing.look import (
    DAY_RING,
    HOMEMADE,
    LETTER_SIZE,
    TILE_SIZE,
    TILE_SPRITES,
    UP,
    R,
    emblem_of,
)
from studio.games.columbus.drawing.printed import day_at, hexagon_at, print_of, printed_ink, route_sides, way_across
from studio.games.columbus.rules.actions import T_LETTER, TILE_KEYS
from studio.games.columbus.rules.board import Board, HomeMade

MOST_PEARLS = 4
"""Pearls in a row at the foot of a tile."""


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
    """A tile on the space round `centre`. `height` is 1 for a tile upon another (draw the lower one first).

    `kind` is a key of the tile set, "letter" with a capital `letter`, or "homemade" with what is `made`. `route` are
    the sides to which the route runs on (see `laid_shapes`) and `day` the number in its ring. `stands_for` is the token
    of the space that a joker lies on ("." or "" for none to show). `ink` is "red" or "blue" for the letter, "" for that
    of its place in the alphabet.
    """
    x, y = centre[0], centre[1] - UP * height
    if made is not None:
        return _homemade(cell, x, y, made)
    shapes: list[Shape] = [Sprite(TILE_SPRITES[kind], x, y, TILE_SIZE, cell)]
    if kind == "letter":
        shapes.append(Label(f"tile_{ink or ink_of(letter)}", letter, x, y - 0.06 * R, LETTER_SIZE, cell))
    elif kind == "route":
        lines = way_across((x, y), route or (1, 4))
        shapes.append(Path("tile_route_ground", lines, cell, closed=False))
        shapes.append(Path("tile_route", lines, cell, closed=False))
        shapes.append(Sprite(DAY_RING, x, y, 0.68 * R, cell))
        if day:
            shapes.append(Label("route_day", day, x, y, 0.36 * R, cell))
        else:
            shapes.append(Path("fill:portolan_red", (circle(x, y, 0.035),), cell))
    elif kind == "joker" and stands_for not in ("", "."):
        shapes += _stand_in(cell, x - 0.47 * R, y + 0.42 * R, stands_for)
    return tuple(shapes)


def _homemade(cell: int, x: float, y: float, made: HomeMade) -> tuple[Shape, ...]:
    """A home-made tile: its tint and emblem, and at the foot as many pearls as spaces that ships sail from it."""
    found: tuple[Shape, ...] = (
        Sprite(HOMEMADE, x, y, TILE_SIZE, cell),
        Path(f"homemade_{made.tint}", (hexagon_at((x, y), 0.89),), cell),
        Sprite(emblem_of(made.emblem), x, y - 0.10 * R, 1.22 * R, cell),
    )
    rows = (made.step,) if made.step <= MOST_PEARLS else ((made.step + 1) // 2, made.step // 2)
    pearls = tuple(
        circle(x + (number - (count - 1) / 2) * 0.14 * R, y + (0.73 - 0.13 * (len(rows) - 1 - row)) * R, 0.054 * R)
        for row, count in enumerate(rows)
        for number in range(count)
    )
    return (*found, Path("homemade_pearl", pearls, cell)) if pearls else found


def face(board: Board, kind: int) -> tuple[str, str, HomeMade | None]:
    """Key and letter of a kind of tile, or what is home-made, as the drawings of tiles ask for them."""
    if kind >= board.first_homemade:
        return "homemade", "", board.homemade[kind - board.first_homemade]
    if kind >= T_LETTER:
        return "letter", board.letters[kind - T_LETTER], None
    return TILE_KEYS[kind], "", None


def laid_shapes(
    grid: HexGrid,
    tokens: Sequence[str],
    cell: int,
    kind: str,
    letter: str = "",
    made: HomeMade | None = None,
    height: int = 0,
) -> tuple[Shape, ...]:
    """A tile on a space of a chart: the route runs on where it does on the chart, a joker shows what it stands for."""
    sides: tuple[int, ...] = ()
    day = stands_for = ink = ""
    if kind == "route":
        sides, day = route_sides(grid, tuple(tokens), cell), day_at(grid, cell)
    elif kind == "joker":
        stands_for = tokens[cell]
    elif kind == "letter":
        ink = printed_ink(grid.place(cell)[0])
    return tile_shapes(cell, grid.centre(cell), kind, letter, made, height, sides, day, stands_for, ink)


def ink_of(letter: str) -> str:
    """The ink of a letter tile by itself: red and blue by turns through the alphabet."""
    return "blue" if ord(letter[0].upper()) % 2 else "red"


def _stand_in(cell: int, x: float, y: float, token: str) -> Iterable[Shape]:
    """A small medal with the picture of the space that a joker lies on."""
    yield Path("stand_in", (circle(x, y, 0.30 * R),), cell)
    found = print_of(token)
    if found is not None:
        yield Sprite(found[0], x, y, 0.46 * R * found[1], cell)
    elif token == "R":
        yield Path("stand_in_route", (((x - 0.26 * R, y), (x + 0.26 * R, y)),), cell, closed=False)
    elif token.isalpha() and token.islower():
        yield Label(f"stand_{ink_of(token)}", token[0].upper(), x, y, 0.44 * R, cell)


@lru_cache(maxsize=128)
def tile_picture(kind: str, letter: str = "", made: HomeMade | None = None) -> Picture:
    """One tile by itself, in a box 1.06 wide and 1.25 high."""
    shapes = tile_shapes(-1, (0.53, 0.605), kind, letter, made)
    return Picture((0.0, 0.0, 1.06, 1.25), (Layer("tile", shapes, still=False),))


def tile_ghost(
    grid: HexGrid,
    tokens: Sequence[str],
    cell: int,
    kind: str,
    letter: str = "",
    made: HomeMade | None = None,
    height: int = 0,
) -> Picture:
    """A tile where it would lie, in the chart's coordinates."""
    x, y = grid.centre(cell)
    shapes = laid_shapes(grid, tokens, cell, kind, letter, made, height)
    return Picture((x - 0.55, y - 0.7, x + 0.55, y + 0.7), (Layer("ghost", shapes, still=False),))
