"""What is measured of a sea, drawn over its board: fields, parts in patterns of their own, narrows, ends of islands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from studio.core.form import Key, Overlay
from studio.core.grid import SquareGrid
from studio.core.picture import Label, Outline, Path, Picture, Shape, rectangle
from studio.core.text import _
from studio.drawing.survey import (
    PATTERNS,
    SAMPLE,
    discs,
    heat,
    heat_keys,
    heat_number,
    heated,
    key,
    over,
    pattern,
)
from studio.seatiles.checks.measures.closing import NEVER, Closing
from studio.seatiles.checks.measures.reach import FAR
from studio.seatiles.checks.measures.sectors import Sector
from studio.validation.narrows import Narrow

FIGURE = 0.24
MOST_KEYS = 8
"""So many sectors are told in the legend; they bear their letters anyway."""
SHARED = PATTERNS - 1
"""The pattern of spaces that several sides share: dots."""


def field(grid: SquareGrid, name: str, words: str, tip: str, costs: Sequence[int]) -> Overlay:
    """Every space in the colour of what it takes to get there, with the figure."""
    known = [cost for cost in costs if cost < FAR]
    farthest = max(known, default=0)
    spaces: list[tuple[int, Outline]] = []
    figures: list[Shape] = []
    for cell, cost in enumerate(costs):
        if cost < FAR:
            column, row = grid.place(cell)
            spaces.append((heat(cost, farthest), rectangle(column, row, 1, 1)))
            figures.append(heat_number(cost, farthest, (column + 0.5, row + 0.5), FIGURE))
    least = min(known, default=0)
    value = f"{least} – {farthest}" if known else _("none")
    return Overlay(name, words, value, over(grid, heated(spaces) + figures), tip, keys=heat_keys(least, farthest))


def nearest_side(grid: SquareGrid, facing: Mapping[int, int], value: str) -> Overlay:
    """Which side of the board each space is cheapest from; `facing` is the side by cell, -1 where several are."""
    parts = [[cell for cell, side in facing.items() if side == one] for one in (0, 1, 2, 3, -1)]
    words = (_("north"), _("east"), _("south"), _("west"), _("several sides"))
    shapes = [shape for number, cells in enumerate(parts) if cells for shape in _part(grid, cells, number)]
    keys = tuple(_part_key(words[number], number) for number, cells in enumerate(parts) if cells)
    tip = _("From which side of the board a space costs the least gold: toll and tiles together.")
    return Overlay("side", _("Cheapest side"), value, over(grid, shapes), tip, keys=keys)


def parts(grid: SquareGrid, sectors: Sequence[Sector], names: Sequence[str]) -> Overlay:
    """Each sector in a pattern, with its letter."""
    shapes: list[Shape] = []
    letters: list[Shape] = []
    keys: list[Key] = []
    for number, (sector, name) in enumerate(zip(sectors, names, strict=True)):
        shapes += _part(grid, sector.cells, number % SHARED)
        x, y = grid.centre(_middle(grid, sector.cells))
        letters.append(Label("region_letter", name, x, y, 0.5))
        keys.append(_part_key(f"{name} · {len(sector.cells)}", number % SHARED))
    tip = _("Undiscovered spaces that touch one another; what lies already parts them.")
    return Overlay(
        "sectors", _("Sectors"), str(len(sectors)), over(grid, shapes + letters), tip, keys=tuple(keys[:MOST_KEYS])
    )


def _part(grid: SquareGrid, cells: Sequence[int], number: int) -> list[Shape]:
    """Spaces in a pattern and its colour."""
    places = [grid.place(cell) for cell in cells]
    ground = tuple(rectangle(x, y, 1, 1) for x, y in places)
    lines = tuple(line for x, y in places for line in pattern(number, x, y))
    return [Path(f"region_{number}", ground), Path(f"region_line_{number}", lines, closed=number == SHARED)]


def _part_key(words: str, number: int) -> Key:
    lines = tuple(pattern(number, 0, 0))
    return key(
        words, [Path(f"region_{number}", (SAMPLE,)), Path(f"region_line_{number}", lines, closed=number == SHARED)]
    )


def _middle(grid: SquareGrid, cells: Sequence[int]) -> int:
    """The space of a part that is nearest to the mean of all of them."""
    centres = [grid.centre(cell) for cell in cells]
    x, y = (sum(values) / len(centres) for values in zip(*centres, strict=True))
    return min(cells, key=lambda cell: (grid.centre(cell)[0] - x) ** 2 + (grid.centre(cell)[1] - y) ** 2)


def narrow_rings(grid: SquareGrid, found: Sequence[Narrow]) -> Overlay:
    """A ring round each narrow space, and in a corner how many spaces lie behind it."""
    shapes: list[Shape] = []
    for one in found:
        x, y = grid.place(one.node)
        shapes.append(Path("cut_ring", (rectangle(x + 0.07, y + 0.07, 0.86, 0.86),)))
    shapes += discs([(len(one.beyond), _corner(grid, one.node)) for one in found], 0.19, 0.22)
    tip = _("Spaces that every ship into others must pass: land there closes off as many as the disc says.")
    return Overlay("narrows", _("Narrows"), str(len(found)), over(grid, shapes), tip)


def island_ends(grid: SquareGrid, islands: Sequence[Closing]) -> Overlay:
    """The open ends of the islands that lie: whole where tiles of the box can close them, broken where none can."""
    shapes: list[Shape] = []
    for is_never, style in ((False, "end_open"), (True, "end_never")):
        lines = tuple(
            _end(grid, cell, side) for one in islands if (one.tiles == NEVER) is is_never for cell, side in one.ends
        )
        if lines:
            shapes += [Path("end_halo", lines, closed=False), Path(style, lines, closed=False)]
    told = [one for one in islands if one.tiles > 0]
    shapes += discs([(one.tiles, _corner(grid, one.cells[0])) for one in told], 0.19, 0.22)
    level: Outline = ((0.1, 0.5), (0.9, 0.5))
    samples = (("end_open", _("can be closed")), ("end_never", _("cannot be closed")))
    keys = tuple(
        key(words, [Path("end_halo", (level,), closed=False), Path(style, (level,), closed=False)])
        for style, words in samples
        if any(shape.style == style for shape in shapes if isinstance(shape, Path))
    )
    opened = sum(bool(one.ends) for one in islands)
    tip = _("Where islands that lie go on; the disc says how few tiles of the box close the island.")
    return Overlay("islands", _("Open islands"), str(opened), over(grid, shapes), tip, keys=keys)


def _corner(grid: SquareGrid, cell: int) -> tuple[float, float]:
    x, y = grid.place(cell)
    return x + 0.79, y + 0.21


def _end(grid: SquareGrid, cell: int, side: int) -> Outline:
    """A line just inside an edge of a space."""
    x, y = grid.place(cell)
    near, far, low, high = 0.06, 0.94, 0.16, 0.84
    return (
        ((x + low, y + near), (x + high, y + near)),
        ((x + far, y + low), (x + far, y + high)),
        ((x + low, y + far), (x + high, y + far)),
        ((x + near, y + low), (x + near, y + high)),
    )[side]


def shown(overlays: Sequence[Overlay]) -> tuple[Overlay, ...]:
    """Those that have something to draw."""
    return tuple(overlay for overlay in overlays if _is_drawn(overlay.picture))


def _is_drawn(picture: Picture) -> bool:
    return any(layer.shapes for layer in picture.layers)
