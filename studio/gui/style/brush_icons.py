"""Icons of brush sizes: a cell alone, with one ring round it, with two, in squares and in hexagons."""

from __future__ import annotations

from studio.core.grid import Grid, HexGrid, SquareGrid

RINGS = 3
_CELL = (8.6, 6.4, 4.35)
"""How wide a cell is drawn on the 24 grid, by rings."""
_GAP = 0.86


def brush_icon(sides: int, rings: int) -> str:
    """The name of the icon for a brush."""
    return f"brush_{sides}_{rings}"


def brush_shapes() -> dict[str, str]:
    """SVG shapes of all of them, filled with the colour of the text."""
    grids: tuple[Grid, ...] = (SquareGrid(5, 5), HexGrid(5, 5))
    return {brush_icon(grid.sides, rings): _cluster(grid, rings) for grid in grids for rings in range(RINGS)}


def _cluster(grid: Grid, rings: int) -> str:
    """All cells round the middle one."""
    middle, px = grid.cell(2, 2), _CELL[rings]
    (mx, my), parts = grid.centre(middle), []
    for cell in grid.around(middle, rings):
        x, y = grid.centre(cell)
        corners = [
            (12 + px * (x - mx + _GAP * (a - x)), 12 + px * (y - my + _GAP * (b - y))) for a, b in grid.corners(cell)
        ]
        parts.append("M" + "L".join(f"{a:.2f},{b:.2f}" for a, b in corners) + "Z")
    return f'<path fill="ink" stroke="none" d="{"".join(parts)}"/>'
