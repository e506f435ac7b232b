"""The board of a match, the places to click, and the ghost under the pointer. A board unit is the side of a square."""

from __future__ import annotations

from functools import lru_cache

from studio.core import defaults
from studio.core.game import Action
from studio.core.grid import SquareGrid
from studio.core.picture import (
    BESIDE,
    Layer,
    Outline,
    Path,
    Picture,
    Shape,
    Sprite,
    Target,
    circle,
    rectangle,
    rounded_rectangle,
)
from studio.games._template.rules import NONE, PLANT, State

SEED_TARGET = BESIDE
"""+ kind: the seeds of a kind in the hand of the seat that looks."""
MARGIN = 0.55
plan, rotated_hand, revealed_picture = defaults.plan, defaults.rotated_hand, defaults.revealed_picture


def picture(state: State, seat: int) -> Picture:
    """The meadow with all that grows on it; nothing on the board is hidden from anybody."""
    board = state.board
    shapes: list[Shape] = []
    for cell, kind in enumerate(state.flower):
        if kind != NONE:
            shapes += flower_shapes(board.grid, cell, kind, state.owner[cell])
    return meadow(board.grid, board.grass, tuple(shapes))


def target(state: State, action: Action) -> int:
    """The place that an action belongs to: a square, or a seed in hand."""
    return action[1] if action[0] == PLANT else SEED_TARGET + action[1]


def preview(state: State, action: Action) -> Picture | None:
    """The flower as it would stand there; none for a seed."""
    if action[0] != PLANT:
        return None
    grid, cell = state.board.grid, action[1]
    return Picture(
        (*grid.coords(cell), *grid.corners(cell)[2]),
        (Layer("ghost", flower_shapes(grid, cell, state.held, state.active), is_still=False),),
    )


def flower_shapes(grid: SquareGrid, cell: int, kind: int, seat: int) -> tuple[Shape, ...]:
    """A flower in the ring of the seat that planted it."""
    x, y = grid.center(cell)
    ring = (circle(x, y, 0.38),)
    return (
        Path("meadow_soil", ring, cell),
        Path(f"line:seat{seat}.body:0.055", ring, cell),
        Sprite(f"_template/flower_{kind + 1}", x, y - 0.04, 0.74, cell),
    )


@lru_cache(maxsize=8)
def meadow(grid: SquareGrid, grass: tuple[int, ...], growing: tuple[Shape, ...] = ()) -> Picture:
    """The ground on its sheet, and what grows on it."""
    sheet = rounded_rectangle(-MARGIN, -MARGIN, grid.width + 2 * MARGIN, grid.height + 2 * MARGIN, 0.18)
    field = rounded_rectangle(-0.09, -0.09, grid.width + 0.18, grid.height + 0.18, 0.12)
    ground: list[Shape] = [Path("meadow_sheet", (sheet,)), Path("meadow_bank", (field,))]
    for cell in range(grid.count):
        ground += square(grid, cell, cell in grass)
    targets = tuple(Target(cell, rectangle(*grid.coords(cell), 1, 1), grid.name(cell)) for cell in range(grid.count))
    bounds = (-MARGIN, -MARGIN, grid.width + MARGIN, grid.height + MARGIN)
    return Picture(bounds, (Layer("ground", tuple(ground)), Layer("flowers", growing)), targets, has_table=True)


def square(grid: SquareGrid, cell: int, is_grass: bool) -> tuple[Shape, ...]:
    """One square: mown grass in two greens with a tuft or two, or a hedge of round bushes."""
    column, row = grid.coords(cell)
    lawn = Path(f"meadow_{(column + row) % 2}", (rectangle(column, row, 1, 1),), cell)
    if not is_grass:
        bushes = tuple(circle(column + x, row + y, size) for x, y, size in _BUSHES)
        lights = tuple(circle(column + x - 0.05, row + y - 0.06, size * 0.55) for x, y, size in _BUSHES)
        return lawn, Path("meadow_hedge", bushes, cell), Path("meadow_hedge_light", lights, cell)
    tufts = _TUFTS[(5 * column + 3 * row + column * row) % len(_TUFTS)]
    return lawn, Path("meadow_tuft", tuple(_tuft(column + x, row + y) for x, y in tufts), cell, is_closed=False)


_BUSHES = ((0.26, 0.28, 0.23), (0.72, 0.27, 0.24), (0.30, 0.72, 0.25), (0.73, 0.73, 0.23), (0.50, 0.49, 0.27))
_TUFTS = (((0.24, 0.30), (0.70, 0.78)), ((0.66, 0.26),), ((0.30, 0.74), (0.78, 0.42)), ((0.50, 0.80), (0.20, 0.22)))


def _tuft(x: float, y: float) -> Outline:
    """Three blades of grass, drawn in one line."""
    tip = (x, y - 0.03, x + 0.01, y - 0.07, x + 0.01, y - 0.11)
    left = (x - 0.02, y - 0.04, x - 0.05, y - 0.06, x - 0.06, y - 0.08)
    right = (x + 0.02, y - 0.04, x + 0.06, y - 0.05, x + 0.08, y - 0.07)
    return ((x, y), tip, (x, y), left, (x, y), right)
