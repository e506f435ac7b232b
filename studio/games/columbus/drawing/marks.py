"""Signs on the chart for the decision at hand: frames of reach, the own place, distances, lit spaces, the way there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from studio.core.grid import HexGrid, neighbours
from studio.core.picture import Label, Layer, Outline, Path, Shape, circle
from studio.games.columbus.drawing.look import UP, R
from studio.games.columbus.drawing.printed import hexagon_at

GLOW_CLIP = "open_chart"
"""The clip group of the glow round reachable tiles: the chart beside them, not the tiles."""


def hexagon(grid: HexGrid, cell: int, share: float = 1.0, up: float = 0.0) -> Outline:
    """The outline of a space, drawn in or out by `share` and moved up by `up`."""
    x, y = grid.centre(cell)
    return hexagon_at((x, y - up), share)


def reach_frames(grid: HexGrid, cells: Collection[int], heights: Mapping[int, int]) -> tuple[Shape, ...]:
    """Gold rims of tiles that a ship can reach (C7). `heights` says where a tile lies upon another (1)."""
    rims = [hexagon(grid, cell, 0.94, UP * heights.get(cell, 0)) for cell in sorted(cells)]
    return (Path("sea_reach", tuple(rims)),) if rims else ()


def reach_glow(grid: HexGrid, cells: Collection[int]) -> tuple[Shape, ...]:
    """Light on the chart round the reachable tiles; put `glow_clip` among the clips of the picture."""
    outlines = tuple(hexagon(grid, cell, 0.97) for cell in sorted(cells))
    return (Path("sea_reach_glow", outlines, clip=GLOW_CLIP),) if outlines else ()


def glow_clip(grid: HexGrid, cells: Collection[int], laid: Collection[int]) -> tuple[str, tuple[Outline, ...]]:
    """The clip group of the glow: the spaces beside reachable ones on which no tile lies."""
    beside = {other for cell in cells for other in neighbours(grid, cell)} - set(cells) - set(laid)
    return GLOW_CLIP, tuple(hexagon(grid, cell, 1.0) for cell in sorted(beside))


def own_place(grid: HexGrid, cell: int, height: int = 0) -> tuple[Shape, ...]:
    """The rim of the tile (or harbour) that the ship to move lies on."""
    return (Path("sea_own", (hexagon(grid, cell, 0.94, UP * height),), cell),)


def badges(grid: HexGrid, distances: Mapping[int, int], heights: Mapping[int, int]) -> tuple[Shape, ...]:
    """How far each reachable space is, in a gold coin at its north-eastern corner."""
    shapes: list[Shape] = []
    for cell, distance in sorted(distances.items()):
        x, y = grid.centre(cell)
        x, y = x + 0.48 * R, y - 0.53 * R - UP * heights.get(cell, 0)
        shapes.append(Path("sea_badge", (circle(x, y, 0.30 * R),), cell))
        shapes.append(Label("sea_badge_figure", str(distance), x, y, 0.46 * R, cell))
    return tuple(shapes)


def lit(grid: HexGrid, cells: Collection[int], heights: Mapping[int, int] | None = None) -> tuple[Shape, ...]:
    """Spaces where the tile in hand may lie (C3), harbours to choose from (C1), tiles to lift (C4)."""
    raised = heights or {}
    return tuple(
        Path("sea_lit", (hexagon(grid, cell, 0.93, UP * raised.get(cell, 0)),), cell) for cell in sorted(cells)
    )


def lifted(grid: HexGrid, cell: int, height: int = 0) -> tuple[Shape, ...]:
    """The tile that a cyclone has lifted (C4): a dashed rim."""
    return (Path("sea_lifted", (hexagon(grid, cell, 0.93, UP * height),), cell),)


def sailed_way(grid: HexGrid, way: Sequence[int]) -> tuple[Shape, ...]:
    """Pearls along a way from space to space."""
    if len(way) < 2:
        return ()
    pearls = []
    for one, other in pairwise(way):
        (ax, ay), (bx, by) = grid.centre(one), grid.centre(other)
        pearls += [circle(ax + (bx - ax) * t / 5, ay + (by - ay) * t / 5 + 0.1 * R, 0.040) for t in range(5)]
    return (Path("sea_pearl", tuple(pearls)),)


def lively(name: str, shapes: tuple[Shape, ...]) -> Layer:
    """A layer that changes with every decision."""
    return Layer(name, shapes, still=False)
