"""Laid tiles: raised hexagons with their picture, letters, the route across them, what a joker stands for.

A tile by itself (for the rack, the hand, the palette) is `tile_picture`; on the chart it is `tile_shapes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from studio.core.grid import HexGrid, Point
from studio.core.picture import Label, Layer, Path, Picture, Shape, Sprite, circle
from studio.games.columbus.drawing.look import DAY_RING, LETTER_SIZE, TILE_SIZE, TILE_SPRITES, UP, R
from studio.games.columbus.drawing.printed import day_at, print_of, printed_ink, route_sides, way_across
from studio.games.columbus.rules.actions import T_LETTER, TILE_KEYS
from studio.games.columbus.rules.board import Board


@lru_cache(maxsize=8192)
def tile_shapes(
    cell: int,
    centre: Point,
    kind: str,
    letter: str = "",
    height: int = 0,
    route: tuple[int, ...] = (),
    day: str = "",
    stands_for: str = "",
    ink: str = "",
) -> tuple[Shape, ...]:
    """A tile on the space round `centre`. `height` is 1 for a tile upon another (draw the lower one first).

    `kind` is a key of the tile set or "letter" with a capital `letter`. `route` are the sides to which the route runs
    on (see `laid_shapes`) and `day` the number in its ring. `stands_for` is the token of the space that a joker lies
    on ("." or "" for none to show). `ink` is "red" or "blue" for the letter, "" for that of its place in the alphabet.
    """
    x, y = centre[0], centre[1] - UP * height
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


def face(board: Board, kind: int) -> tuple[str, str]:
    """Key and letter of a kind of tile, as the drawings of tiles ask for them."""
    if kind >= T_LETTER:
        return "letter", board.letters[kind - T_LETTER]
    return TILE_KEYS[kind], ""


def laid_shapes(
    grid: HexGrid,
    tokens: Sequence[str],
    cell: int,
    kind: str,
    letter: str = "",
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
    return tile_shapes(cell, grid.centre(cell), kind, letter, height, sides, day, stands_for, ink)


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
def tile_picture(kind: str, letter: str = "") -> Picture:
    """One tile by itself, in a box 1.06 wide and 1.25 high."""
    shapes = tile_shapes(-1, (0.53, 0.605), kind, letter)
    return Picture((0.0, 0.0, 1.06, 1.25), (Layer("tile", shapes, still=False),))


def tile_ghost(
    grid: HexGrid, tokens: Sequence[str], cell: int, kind: str, letter: str = "", height: int = 0
) -> Picture:
    """A tile where it would lie, in the chart's coordinates."""
    x, y = grid.centre(cell)
    shapes = laid_shapes(grid, tokens, cell, kind, letter, height)
    return Picture((x - 0.55, y - 0.7, x + 0.55, y + 0.7), (Layer("ghost", shapes, still=False),))
