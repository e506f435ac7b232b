"""Pictures of a match, a layout and its pieces, and the targets. Board units are cell widths."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from studio.core import defaults
from studio.core.form import Stamp, StampGroup, StampItem
from studio.core.game import Action
from studio.core.grid import Grid
from studio.core.picture import BESIDE, Layer, Outline, Path, Picture, Shape, Sprite, Target, circle, rounded_rectangle
from studio.core.pieces import CutOuts, Piece, PieceType
from studio.core.text import _, capitalize_first
from studio.drawing.pen import sprite_picture
from studio.games._template.body import GRASS, GRID, Body, grass_of, grid
from studio.games._template.editing import SYMBOLS
from studio.games._template.rules import NONE, PLANT, State
from studio.games._template.text import flower

SEED_TARGET = BESIDE  # + kind: the seeds of a kind in the viewer's hand
MARGIN = 0.55
plan, rotated_hand, revealed_picture = defaults.plan, defaults.rotated_hand, defaults.revealed_picture


def picture(state: State, seat: int) -> Picture:
    """Return the meadow; it is the same for every seat."""
    board = state.board
    shapes: list[Shape] = []
    for cell, kind in enumerate(state.flower):
        if kind != NONE:
            shapes += flower_shapes(board.grid, cell, kind, state.owner[cell])
    return meadow(board.grid, board.grass, tuple(shapes))


def target(state: State, action: Action) -> int:
    return action[1] if action[0] == PLANT else SEED_TARGET + action[1]


def preview(state: State, action: Action) -> Picture | None:
    """Return the flower on its square; None for a seed."""
    if action[0] != PLANT:
        return None
    grid, cell = state.board.grid, action[1]
    return Picture(
        bounds_of(grid, cell), (Layer("ghost", flower_shapes(grid, cell, state.held, state.active), is_still=False),)
    )


def bounds_of(grid: Grid, cell: int) -> tuple[float, float, float, float]:
    """Return the bounding box of a cell: west, north, east, south."""
    across, down = zip(*grid.corners(cell), strict=True)
    return min(across), min(down), max(across), max(down)


def flower_shapes(grid: Grid, cell: int, kind: int, seat: int) -> tuple[Shape, ...]:
    """Return a flower in the ring of the seat that planted it."""
    x, y = grid.center(cell)
    ring = (circle(x, y, 0.38),)
    return (
        Path("meadow_soil", ring, cell),
        Path(f"line:seat{seat}.body:0.055", ring, cell),
        Sprite(f"_template/flower_{kind + 1}", x, y - 0.04, 0.74, cell),
    )


@lru_cache(maxsize=8)
def meadow(grid: Grid, grass: tuple[int, ...], growing: tuple[Shape, ...] = ()) -> Picture:
    """Return the sheet with its grass and hedges, and the flowers on it."""
    sheet = rounded_rectangle(-MARGIN, -MARGIN, grid.width + 2 * MARGIN, grid.height + 2 * MARGIN, 0.18)
    field = rounded_rectangle(-0.09, -0.09, grid.width + 0.18, grid.height + 0.18, 0.12)
    ground: list[Shape] = [Path("meadow_sheet", (sheet,)), Path("meadow_bank", (field,))]
    for cell in range(grid.count):
        ground += space(grid, cell, cell in grass)
    targets = tuple(Target(cell, grid.corners(cell), grid.name(cell)) for cell in range(grid.count))
    bounds = (-MARGIN, -MARGIN, grid.width + MARGIN, grid.height + MARGIN)
    return Picture(bounds, (Layer("ground", tuple(ground)), Layer("flowers", growing)), targets, has_table=True)


def space(grid: Grid, cell: int, is_grass: bool) -> tuple[Shape, ...]:
    """Return a cell: mown grass in two greens with tufts, or a hedge of round bushes."""
    column, row = grid.coords(cell)
    left, top = grid.center(cell)[0] - 0.5, grid.center(cell)[1] - 0.5
    lawn = Path(f"meadow_{(column + row) % 2}", (grid.corners(cell),), cell)
    if not is_grass:
        bushes = tuple(circle(left + x, top + y, size) for x, y, size in _BUSHES)
        lights = tuple(circle(left + x - 0.05, top + y - 0.06, size * 0.55) for x, y, size in _BUSHES)
        return lawn, Path("meadow_hedge", bushes, cell), Path("meadow_hedge_light", lights, cell)
    tufts = _TUFTS[(5 * column + 3 * row + column * row) % len(_TUFTS)]
    return lawn, Path("meadow_tuft", tuple(_tuft(left + x, top + y) for x, y in tufts), cell, is_closed=False)


_BUSHES = ((0.26, 0.28, 0.23), (0.72, 0.27, 0.24), (0.30, 0.72, 0.25), (0.73, 0.73, 0.23), (0.50, 0.49, 0.27))
_TUFTS = (((0.24, 0.30), (0.70, 0.78)), ((0.66, 0.26),), ((0.30, 0.74), (0.78, 0.42)), ((0.50, 0.80), (0.20, 0.22)))


def _tuft(x: float, y: float) -> Outline:
    """Return three blades of grass as one line."""
    tip = (x, y - 0.03, x + 0.01, y - 0.07, x + 0.01, y - 0.11)
    left = (x - 0.02, y - 0.04, x - 0.05, y - 0.06, x - 0.06, y - 0.08)
    right = (x + 0.02, y - 0.04, x + 0.06, y - 0.05, x + 0.08, y - 0.07)
    return ((x, y), tip, (x, y), left, (x, y), right)


# The layout in the editor


def sketch(body: Body, still: bool = False) -> Picture:
    return meadow(grid(body), tuple(grass_of(body)))


def palette(body: Body) -> Sequence[StampGroup]:
    names = {"grass": _("Grass"), "hedge": _("Hedge")}
    tips = {"grass": _("A square that a flower can be planted on."), "hedge": _("Nothing grows here.")}
    items = tuple(StampItem(Stamp(key), names[key], _sample(key), tips[key]) for key in SYMBOLS)
    return (StampGroup(_("Meadow"), items),)


def ghost(body: Body, target: int, stamp: Stamp) -> Picture | None:
    cells = grid(body)
    if stamp.key not in SYMBOLS or not 0 <= target < cells.count:
        return None
    ghost = Layer("ghost", space(cells, target, SYMBOLS[stamp.key] == GRASS), is_still=False)
    return Picture(bounds_of(cells, target), (ghost,))


def _sample(key: str) -> Picture:
    return Picture(bounds_of(GRID(1, 1), 0), (Layer("space", space(GRID(1, 1), 0, SYMBOLS[key] == GRASS)),))


# Pieces to print

_MILLIMETRES = 40.0


def cut_outs(body: Body) -> CutOuts:
    """Return the board without flowers, and the flowers of the bag."""
    flowers = tuple(
        Piece(capitalize_first(flower(kind)), sprite_picture(f"_template/flower_{kind + 1}"), count)
        for kind, count in enumerate(body.seeds)
        if count
    )
    return CutOuts(
        sketch(body, still=True), (PieceType(_("flowers"), flowers, side=0.6, is_marker=True),), _MILLIMETRES
    )
