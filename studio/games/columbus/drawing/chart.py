"""The sea chart (a portolan): sheet and frame, land and sea, what is printed, and marks for the current decision."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from random import Random
from typing import Final

from studio.core.cache import text_cache
from studio.core.grid import HEX_PITCH, HEX_RADIUS, HexGrid, column_name, neighbors
from studio.core.picture import (
    Label,
    Layer,
    Outline,
    Path,
    Picture,
    Shape,
    Sprite,
    Strip,
    Target,
    circle,
    rectangle,
    strip_layer,
)
from studio.drawing.geometry import holes
from studio.drawing.pen import torn_outline
from studio.games.columbus.body import DRY, HARBOURS, HOME, LAND, VOID, WATER
from studio.games.columbus.drawing.coastline import HARBOUR, LAND_LEVELS, WATER_LEVELS, Band, bands, brick, surroundings
from studio.games.columbus.drawing.lettering import (
    Box,
    land_drawing,
    names_on,
    region_names,
    rhumb_lines,
    river,
    roses,
    sea_sides,
)
from studio.games.columbus.drawing.tiles import UP, R, hexagon_at, land_direction, printed_shapes

# The sheet: vellum with a torn edge, the sea, the coloured scale around it.

MARGIN: Final = 0.22  # the distance from the outermost hexagons to the inner line of the frame
_SCALE, _BAND = 0.085, 0.24
_LETTERS = 0.22
FRAME: Final = MARGIN + _SCALE + _BAND
CHART_CLIP: Final = "chart"  # the clip group that keeps sea, land and lines inside the frame
SHEET_CLIP: Final = "vellum"


def bounds(grid: HexGrid) -> tuple[float, float, float, float]:
    return -FRAME, -FRAME, grid.width + FRAME, grid.height + FRAME


def inner(grid: HexGrid) -> Box:
    return Box(-MARGIN, -MARGIN, grid.width + MARGIN, grid.height + MARGIN)


@lru_cache(maxsize=16)
def clips(grid: HexGrid, void: frozenset[int] = frozenset()) -> tuple[tuple[str, tuple[Outline, ...]], ...]:
    cut = holes(grid, void)
    return (CHART_CLIP, (_rect(inner(grid)), *cut)), (SHEET_CLIP, (edge_of(grid), *cut))


def _rect(box: Box) -> Outline:
    return rectangle(box.left, box.top, box.right - box.left, box.bottom - box.top)


@lru_cache(maxsize=16)
def sheet_shapes(grid: HexGrid, void: frozenset[int] = frozenset()) -> tuple[Shape, ...]:
    """Return the vellum and the sea on it, with holes where spaces are off the board."""
    cut = holes(grid, void)
    edge = (edge_of(grid), *cut)
    return (
        Path("vellum", edge),
        Path("vellum_edge", edge, clip=SHEET_CLIP),
        Path("chart_sea", (_rect(inner(grid)), *cut)),
    )


@lru_cache(maxsize=16)
def hole_shapes(grid: HexGrid, void: frozenset[int]) -> tuple[Shape, ...]:
    if not void:
        return ()
    cut = holes(grid, void)
    return Path("hole_margin", cut, clip=SHEET_CLIP), Path("hole_rim", cut, clip=SHEET_CLIP)


@lru_cache(maxsize=16)
def edge_of(grid: HexGrid) -> Outline:
    rng = Random(grid.columns * 100 + grid.rows)
    depth = 0.0

    def deep(step: int) -> float:
        nonlocal depth
        depth = min(0.045, max(-0.02, (depth if step else 0.0) + rng.uniform(-0.022, 0.022)))
        return depth

    return torn_outline(grid.width, grid.height, FRAME - 0.05, 5, rng, deep)


@lru_cache(maxsize=16)
def frame_shapes(grid: HexGrid, lettered: bool) -> tuple[Shape, ...]:
    """Return two lines with red and blue bars between them, and outside the names of columns and rows."""
    box = inner(grid)
    red: list[Outline] = []
    blue: list[Outline] = []
    wide = box.right - box.left + 2 * _SCALE
    ground = [
        *(rectangle(box.left - _SCALE, y, wide, _SCALE) for y in (box.top - _SCALE, box.bottom)),
        *(rectangle(x, box.top, _SCALE, box.bottom - box.top) for x in (box.left - _SCALE, box.right)),
    ]
    for begin, end, places, upright in (
        (box.left, box.right, (box.top - _SCALE, box.bottom), False),
        (box.top, box.bottom, (box.left - _SCALE, box.right), True),
    ):
        count = 2 * round((end - begin) / 1.0) + 1
        step = (end - begin) / count
        for number in range(0, count, 2):
            for place in places:
                a, c = begin + number * step, place + 0.016
                bar = rectangle(c, a, _SCALE - 0.032, step) if upright else rectangle(a, c, step, _SCALE - 0.032)
                (blue if number // 2 % 2 else red).append(bar)
    outer = Box(box.left - _SCALE, box.top - _SCALE, box.right + _SCALE, box.bottom + _SCALE)
    lines = (_rect(box), _rect(outer))
    outlines = (("frame_ground", ground), ("frame_red", red), ("frame_blue", blue), ("frame_line", lines))
    shapes: list[Shape] = [Path(style, tuple(found)) for style, found in outlines]
    if lettered:
        out = _SCALE + 0.11
        for column in range(grid.columns):
            x = column + 0.5 + 0.25 * (grid.rows > 1)
            for y in (box.top - out, box.bottom + out):
                shapes.append(Label("frame_letter", column_name(column), x, y, _LETTERS))
        for row in range(grid.rows):
            for x in (box.left - out, box.right + out):
                shapes.append(Label("frame_letter", str(row + 1), x, row * HEX_PITCH + HEX_RADIUS, _LETTERS))
    return tuple(shapes)


# Marks for the current decision: what is in reach, the own place, distances, the path there.

GLOW_CLIP = "open_chart"  # the clip group of the glow around tiles in reach: the chart next to them, not the tiles


def hexagon(grid: HexGrid, cell: int, share: float = 1.0, up: float = 0.0) -> Outline:
    x, y = grid.center(cell)
    return hexagon_at((x, y - up), share)


def reach_frames(grid: HexGrid, cells: Collection[int], heights: Mapping[int, int]) -> tuple[Shape, ...]:
    rims = [hexagon(grid, cell, 0.94, UP * heights.get(cell, 0)) for cell in sorted(cells)]
    return (Path("sea_reach", tuple(rims)),) if rims else ()


def reach_glow(grid: HexGrid, cells: Collection[int]) -> tuple[Shape, ...]:
    """Return a glow on the chart around tiles in reach. Add `glow_clip` to the clips of the picture."""
    outlines = tuple(hexagon(grid, cell, 0.97) for cell in sorted(cells))
    return (Path("sea_reach_glow", outlines, clip=GLOW_CLIP),) if outlines else ()


def glow_clip(grid: HexGrid, cells: Collection[int], laid: Collection[int]) -> tuple[str, tuple[Outline, ...]]:
    """Return the clip group of the glow: the spaces without a tile next to those in reach."""
    adjacent = {other for cell in cells for other in neighbors(grid, cell)} - set(cells) - set(laid)
    return GLOW_CLIP, tuple(hexagon(grid, cell, 1.0) for cell in sorted(adjacent))


def marked_space(grid: HexGrid, cell: int, style: str, share: float, height: int = 0) -> tuple[Shape, ...]:
    """Return a frame on a space, as on a tile that is `height` tiles above the chart."""
    return (Path(style, (hexagon(grid, cell, share, UP * height),), cell),)


def badges(grid: HexGrid, distances: Mapping[int, int], heights: Mapping[int, int]) -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    for cell, distance in sorted(distances.items()):
        x, y = grid.center(cell)
        x, y = x + 0.48 * R, y - 0.53 * R - UP * heights.get(cell, 0)
        shapes.append(Path("sea_badge", (circle(x, y, 0.30 * R),), cell))
        shapes.append(Label("sea_badge_figure", str(distance), x, y, 0.46 * R, cell))
    return tuple(shapes)


def path_pearls(grid: HexGrid, path: Sequence[int]) -> tuple[Shape, ...]:
    if len(path) < 2:
        return ()
    pearls = []
    for one, other in pairwise(path):
        (ax, ay), (bx, by) = grid.center(one), grid.center(other)
        pearls += [circle(ax + (bx - ax) * t / 5, ay + (by - ay) * t / 5 + 0.1 * R, 0.040) for t in range(5)]
    return (Path("sea_pearl", tuple(pearls)),)


# The printed chart as still layers, for matches and the editor.
#
# A match adds its tiles, ships and marks on top. Shapes of a space depend only on the two rings of spaces around it and
# are cached, so that pictures of successive maps share all shapes that are not near a change. The editor leaves out
# roses, rhumb lines and names, because their places depend on the whole map.

BARE = (WATER, LAND, VOID)  # nothing is printed on these
REACH = 0.9  # how far what a space shows extends beyond its hexagon


@text_cache(8)
def chart_picture(grid: HexGrid, tokens: tuple[str, ...], editing: bool = False) -> Picture:
    """Return the printed chart with the targets of its spaces. `tokens` are those of a layout body."""
    void = frozenset(cell for cell, token in enumerate(tokens) if token == VOID)
    layers = [Layer("sheet", sheet_shapes(grid, void))]
    labels: tuple[Shape, ...] = ()
    reserved: tuple[Box, ...] = ()
    rivers: list[Shape] = []
    rose_shapes: tuple[Shape, ...] = ()
    if not editing:
        names, boxes = names_on(grid, tokens)
        region_labels, reserved = region_names(grid, tokens, boxes)
        rose_shapes, middle, radius = roses(grid, tokens, reserved)
        labels, rivers = names + region_labels, _rivers(grid, tokens, reserved)
        layers.append(Layer("rhumbs", rhumb_lines(middle, radius, inner(grid), CHART_CLIP)))
    layers += _coast_layers(grid, tokens)
    layers += [
        strip_layer("country", _country(grid, tokens, rivers, reserved)),
        strip_layer("grid", _grid_lines(grid, tokens, editing)),
        Layer("roses", rose_shapes),
        strip_layer("printed", _printed(grid, tokens)),
        Layer("words", (*labels, *(_tags(grid, tokens) if editing else ()))),
        Layer("holes", hole_shapes(grid, void)),
        Layer("frame", frame_shapes(grid, not editing)),
    ]
    return Picture(bounds(grid), tuple(layers), targets(grid), clips(grid, void), REACH, has_table=True)


@lru_cache(maxsize=16)
def targets(grid: HexGrid) -> tuple[Target, ...]:
    return tuple(Target(cell, hexagon(grid, cell), grid.name(cell)) for cell in range(grid.count))


# land and sea


def _values(grid: HexGrid, tokens: tuple[str, ...]) -> list[tuple[float, ...]]:
    """Return the value of every space for the coastline: land, sea, or a harbour with the direction of its land."""
    rows = [_values_of_row(grid, row, near) for row, near in _nearby(grid, tokens)]
    if VOID not in tokens:
        return rows
    beyond = _beyond(grid, tokens)
    values = [beyond[cell] if tokens[cell] == VOID else value for cell, value in enumerate(chain.from_iterable(rows))]
    return [tuple(values[row * grid.columns : (row + 1) * grid.columns]) for row in range(grid.rows)]


@lru_cache(maxsize=512)
def _values_of_row(grid: HexGrid, row: int, near: tuple[str, ...]) -> tuple[float, ...]:
    tokens, values = _in_place(grid, row, near), []
    for cell in _cells(grid, row):
        if tokens[cell] in HARBOURS:
            dx, dy = land_direction(grid, tokens, cell)
            twelfth = round(math.atan2(dy, dx) / math.tau * 12) % 12
            values.append(HARBOUR + twelfth if dx or dy else 0.40)
        else:
            values.append(1.0 if tokens[cell] == LAND else 0.0)
    return tuple(values)


def _nearby(grid: HexGrid, tokens: tuple[str, ...]) -> list[tuple[int, tuple[str, ...]]]:
    """Return every row with the tokens that its drawings depend on: its own and those of the rows next to it."""
    return [(row, tokens[max(0, row - 1) * grid.columns : (row + 2) * grid.columns]) for row in range(grid.rows)]


def _cells(grid: HexGrid, row: int) -> range:
    return range(row * grid.columns, (row + 1) * grid.columns)


def _in_place(grid: HexGrid, row: int, near: tuple[str, ...]) -> tuple[str, ...]:
    return ("",) * (max(0, row - 1) * grid.columns) + near


def _beyond(grid: HexGrid, tokens: tuple[str, ...]) -> dict[int, float]:
    """Return the values of spaces off the board: coasts continue there and are cut off at the edge."""
    found: dict[int, float] = {}
    known = {cell: float(token in LAND + HARBOURS) for cell, token in enumerate(tokens) if token != VOID}
    while known:
        found |= known
        rim = {other for cell in known for other in neighbors(grid, cell) if other not in found}
        around = {cell: [found[other] for other in neighbors(grid, cell) if other in found] for cell in sorted(rim)}
        known = {cell: float(2 * sum(values) > len(values)) for cell, values in around.items()}
    return found


_STYLES = (
    *(f"waterline_{number}" for number in range(len(WATER_LEVELS))),
    *(f"wash_{number}" for number in range(len(LAND_LEVELS))),
    "chart_coast",
)


def _coast_layers(grid: HexGrid, tokens: tuple[str, ...]) -> list[Layer]:
    """Return waterlines, land with its washes, and the coast, row by row, because an edit changes few rows."""
    rows = [_coast_row(grid, row, band) for row, band in enumerate(bands(_values(grid, tokens)), -1)]
    waters, lands = _STYLES[: len(WATER_LEVELS)], _STYLES[len(WATER_LEVELS) : -1]
    return [
        strip_layer("waterlines", (found[style] for style in waters for found in rows)),
        strip_layer("land", (found[style] for style in lands for found in rows)),
        strip_layer("coast", (found["chart_coast"] for found in rows)),
    ]


@lru_cache(maxsize=512)
def _coast_row(grid: HexGrid, row: int, band: Band) -> dict[str, Strip]:
    by_style: dict[str, list[Shape]] = {style: [] for style in _STYLES}
    shifted = grid.is_shifted(row)
    for column, values in surroundings(band, shifted):
        if any(values):
            for style, shape in _brick_shapes(grid.cell(column, row), column, row, shifted, values):
                by_style[style].append(shape)
    return {style: tuple(shapes) for style, shapes in by_style.items()}


@lru_cache(maxsize=8192)
def _brick_shapes(
    cell: int, column: int, row: int, shifted: bool, values: tuple[float, ...]
) -> tuple[tuple[str, Shape], ...]:
    found = brick(column, row, shifted, values)
    lines = [(f"waterline_{number}", outlines, False) for number, outlines in enumerate(found.waters)]
    areas = [(f"wash_{number}", outlines, True) for number, outlines in enumerate(found.areas)]
    return tuple(
        (style, Path(style, outlines, cell, closed, CHART_CLIP))
        for style, outlines, closed in (*lines, *areas, ("chart_coast", found.coast, False))
        if outlines
    )


# land and printed spaces

_COUNTRY = ("country_crown", "country_ground", "country_line", "country_fine")


def _country(grid: HexGrid, tokens: tuple[str, ...], rivers: list[Shape], reserved: tuple[Box, ...]) -> Iterator[Strip]:
    """Yield rivers, hills and trees outside `reserved`, one style after the other, row by row."""
    rows = [_country_row(grid, row, near, reserved) for row, near in _nearby(grid, tokens)]
    for style in (*_COUNTRY, ""):
        yield tuple(shape for shape in rivers if _style(shape) == style)
        yield from (found[style] for found in rows)


@lru_cache(maxsize=512)
def _country_row(grid: HexGrid, row: int, near: tuple[str, ...], reserved: tuple[Box, ...]) -> dict[str, Strip]:
    """Return by style the hills and trees on the land spaces of a row that are not all coast."""
    tokens = _in_place(grid, row, near)
    by_style: dict[str, list[Shape]] = {style: [] for style in (*_COUNTRY, "")}
    for cell in _cells(grid, row):
        if tokens[cell] != LAND or sea_sides(grid, tokens, cell) > 1:
            continue
        x, y = grid.center(cell)
        here = Box(x - 0.7, y - 0.7, x + 0.7, y + 0.7)
        room = tuple(box for box in reserved if box.overlaps(here))
        for shape in land_drawing(cell, (x, y), cell * 31 + grid.columns, room):
            by_style[_style(shape)].append(shape)
    return {style: tuple(shapes) for style, shapes in by_style.items()}


def _style(shape: Shape) -> str:
    """Return the style of a path; sprites and labels, which are drawn above the paths, have none here."""
    return shape.style if isinstance(shape, Path) else ""


def _rivers(grid: HexGrid, tokens: tuple[str, ...], reserved: tuple[Box, ...]) -> list[Shape]:
    """Return rivers that come from beyond the frame, a few on both sides."""
    found: list[Shape] = []
    edge = inner(grid)
    for begin, inward, column in ((edge.left, 1, 0), (edge.right, -1, grid.columns - 1)):
        drawn = -9
        for row in range(1, grid.rows - 1):
            y = grid.center(grid.cell(column, row))[1] + 0.5 * HEX_PITCH
            end = begin + inward * 1.25
            room = Box(min(begin, end), y - 0.12, max(begin, end), y + 0.14)
            near = [grid.cell(column + inward * step, row + down) for step in (0, 1) for down in (0, 1)]
            dry = all(cell < 0 or tokens[cell] == LAND for cell in near)
            if dry and row - drawn > max(3, grid.rows // 4) and not any(room.overlaps(box) for box in reserved):
                found += river((begin, y), (end, y + 0.06), row * 7 + column)
                drawn = row
    return found


def _grid_lines(grid: HexGrid, tokens: tuple[str, ...], editing: bool) -> list[Strip]:
    """Return the hexagons of the sea, row by row; in the editor also those of the land."""
    rows = [(row, tokens[row * grid.columns : (row + 1) * grid.columns]) for row in range(grid.rows)]
    land = [_lines_of_row(grid, row, there, "land_grid") for row, there in rows if editing]
    return land + [_lines_of_row(grid, row, there, "chart_grid") for row, there in rows]


@lru_cache(maxsize=512)
def _lines_of_row(grid: HexGrid, row: int, tokens: tuple[str, ...], style: str) -> Strip:
    wanted = (token == LAND if style == "land_grid" else token not in DRY for token in tokens)
    return tuple(_outline(grid, row * grid.columns + at, style) for at, here in enumerate(wanted) if here)


@lru_cache(maxsize=8192)
def _outline(grid: HexGrid, cell: int, style: str) -> Shape:
    return Path(style, (hexagon(grid, cell),), cell)


def _printed(grid: HexGrid, tokens: tuple[str, ...]) -> Iterator[Strip]:
    """Yield pictures, letters and harbours, row by row; shapes of one style together, sprites above them."""
    rows = [_printed_row(grid, row, near) for row, near in _nearby(grid, tokens)]
    for height in range(_HEIGHTS):
        yield from (found[height] for found in rows)


_HEIGHTS = 5


@lru_cache(maxsize=512)
def _printed_row(grid: HexGrid, row: int, near: tuple[str, ...]) -> tuple[Strip, ...]:
    """Return what is printed on a row of spaces, by height."""
    tokens = _in_place(grid, row, near)
    shapes = [s for cell in _cells(grid, row) if tokens[cell] not in BARE for s in printed_shapes(grid, tokens, cell)]
    return tuple(tuple(shape for shape in shapes if _height(shape) == height) for height in range(_HEIGHTS))


def _height(shape: Shape) -> int:
    if isinstance(shape, Path):
        return ("harbour_glow", "harbour_rim").index(shape.style) if shape.style.startswith("harbour") else 2
    return 3 if isinstance(shape, Sprite) else 4


def _tags(grid: HexGrid, tokens: tuple[str, ...]) -> list[Shape]:
    homes = [cell for cell, token in enumerate(tokens) if token == HOME]
    return [_tag(grid, cell, f"H{number}") for number, cell in enumerate(homes, 1)]


@lru_cache(maxsize=1024)
def _tag(grid: HexGrid, cell: int, text: str) -> Shape:
    x, y = grid.center(cell)
    return Label("home_tag", text, x + 0.40 * R, y - 0.72 * R, 0.20, cell)
