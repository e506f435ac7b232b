"""The sheet a portolan chart is drawn on: vellum with a torn edge, the sea, the coloured scale round it."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from studio.core.grid import HEX_PITCH, HEX_RADIUS, HexGrid, column_name
from studio.core.picture import Label, Outline, Path, Shape, rectangle
from studio.drawing.outlines import holes
from studio.drawing.sheet import torn
from studio.games.columbus.drawing.chart.places import Box

MARGIN: Final = 0.22
"""From the outermost hexagons to the inner line of the frame."""
_SCALE, _BAND = 0.085, 0.24
_LETTERS = 0.22
FRAME: Final = MARGIN + _SCALE + _BAND
CHART_CLIP: Final = "chart"
"""The clip group that keeps sea, land and lines inside the frame."""
SHEET_CLIP: Final = "vellum"


def bounds(grid: HexGrid) -> tuple[float, float, float, float]:
    """The whole sheet."""
    return -FRAME, -FRAME, grid.width + FRAME, grid.height + FRAME


def inner(grid: HexGrid) -> Box:
    """What lies inside the frame."""
    return Box(-MARGIN, -MARGIN, grid.width + MARGIN, grid.height + MARGIN)


@lru_cache(maxsize=16)
def clips(grid: HexGrid, void: frozenset[int] = frozenset()) -> tuple[tuple[str, tuple[Outline, ...]], ...]:
    """The clip groups of the chart; `void` are spaces that are cut out of it."""
    cut = holes(grid, void)
    return (CHART_CLIP, (_rect(inner(grid)), *cut)), (SHEET_CLIP, (edge_of(grid), *cut))


def _rect(box: Box) -> Outline:
    return rectangle(box.left, box.top, box.right - box.left, box.foot - box.top)


@lru_cache(maxsize=16)
def sheet_shapes(grid: HexGrid, void: frozenset[int] = frozenset()) -> tuple[Shape, ...]:
    """Vellum, and the sea on it, with holes where spaces are off the board."""
    cut = holes(grid, void)
    edge = (edge_of(grid), *cut)
    return (
        Path("vellum", edge),
        Path("vellum_edge", edge, clip=SHEET_CLIP),
        Path("chart_sea", (_rect(inner(grid)), *cut)),
    )


@lru_cache(maxsize=16)
def hole_shapes(grid: HexGrid, void: frozenset[int]) -> tuple[Shape, ...]:
    """The margin of the chart round the spaces that are cut out of it."""
    if not void:
        return ()
    cut = holes(grid, void)
    return Path("hole_margin", cut, clip=SHEET_CLIP), Path("hole_rim", cut, clip=SHEET_CLIP)


@lru_cache(maxsize=16)
def edge_of(grid: HexGrid) -> Outline:
    """The outline of the sheet, its edge uneven as skin is."""
    rng = Random(grid.columns * 100 + grid.rows)
    depth = 0.0

    def deep(step: int) -> float:
        nonlocal depth
        depth = min(0.045, max(-0.02, (depth if step else 0.0) + rng.uniform(-0.022, 0.022)))
        return depth

    return torn(grid.width, grid.height, FRAME - 0.05, 5, rng, deep)


@lru_cache(maxsize=16)
def frame_shapes(grid: HexGrid, lettered: bool) -> tuple[Shape, ...]:
    """The frame: two lines with red and blue bars between them, and outside the names of columns and rows."""
    box = inner(grid)
    red: list[Outline] = []
    blue: list[Outline] = []
    ground = [
        rectangle(box.left - _SCALE, box.top - _SCALE, box.right - box.left + 2 * _SCALE, _SCALE),
        rectangle(box.left - _SCALE, box.foot, box.right - box.left + 2 * _SCALE, _SCALE),
        rectangle(box.left - _SCALE, box.top, _SCALE, box.foot - box.top),
        rectangle(box.right, box.top, _SCALE, box.foot - box.top),
    ]
    for begin, end, places, upright in (
        (box.left, box.right, (box.top - _SCALE, box.foot), False),
        (box.top, box.foot, (box.left - _SCALE, box.right), True),
    ):
        count = 2 * round((end - begin) / 1.0) + 1
        step = (end - begin) / count
        for number in range(0, count, 2):
            for place in places:
                a, c = begin + number * step, place + 0.016
                bar = rectangle(c, a, _SCALE - 0.032, step) if upright else rectangle(a, c, step, _SCALE - 0.032)
                (blue if number // 2 % 2 else red).append(bar)
    lines = (
        _rect(box),
        _rect(Box(box.left - _SCALE, box.top - _SCALE, box.right + _SCALE, box.foot + _SCALE)),
    )
    shapes: list[Shape] = [
        Path("frame_ground", tuple(ground)),
        Path("frame_red", tuple(red)),
        Path("frame_blue", tuple(blue)),
        Path("frame_line", lines),
    ]
    if lettered:
        out = _SCALE + 0.11
        for column in range(grid.columns):
            x = column + 0.5 + 0.25 * (grid.rows > 1)
            for y in (box.top - out, box.foot + out):
                shapes.append(Label("frame_letter", column_name(column), x, y, _LETTERS))
        for row in range(grid.rows):
            for x in (box.left - out, box.right + out):
                shapes.append(Label("frame_letter", str(row + 1), x, row * HEX_PITCH + HEX_RADIUS, _LETTERS))
    return tuple(shapes)
