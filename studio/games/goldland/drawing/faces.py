"""The sheet of a board and the placed tiles as static layers.

`clips` gives the clip groups that these layers use. The shapes of a `Face` depend on it alone and are cached, so that
pictures of successive positions share them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import NamedTuple

from studio.core.grid import EAST, NORTH, SOUTH, WEST, SquareGrid, column_name
from studio.core.picture import Label, Layer, Outline, Path, Picture, Shape, Sprite, rectangle, rounded_rectangle
from studio.drawing.geometry import holes, move_outline
from studio.drawing.pen import margin, scale_bars, torn_outline
from studio.games.goldland.drawing.ground import bushes_of, pebbles_of, ring, road_of, specks_of
from studio.games.goldland.drawing.shore import SHADES, Wall, shore_of, walls_of

PICTURE_SIZE = 0.58  # of a person's own picture
REACH = 0.30  # how far the shapes of a tile extend beyond its square
LAYERS = (
    "shadow", "floor", "beach", "road", "cast", "cliff", "land", "terrace", "bushes", "sea", "surf", "places",
    "edges",
)  # fmt: skip
"""The static layers of placed tiles, bottom first."""


class Face(NamedTuple):
    """A placed tile. `exits` and `sea` are masks of sides (N 1, E 2, S 4, W 8)."""

    column: int
    row: int
    cell: int
    exits: int
    sea: int = 0
    adventure: int = -1
    village: bool = False
    start: bool = False
    seed: int = 0
    picture: str = ""


def face_layers(faces: Sequence[Face]) -> tuple[Layer, ...]:
    """Return placed tiles drawn together: roads, walls and surf continue across tile borders."""
    by_layer: dict[str, list[Shape]] = {name: [] for name in LAYERS}
    for face in faces:
        for name, shape in _shapes(face):
            by_layer[name].append(shape)
    return tuple(Layer(name, _by_style(shapes)) for name, shapes in by_layer.items())


def clips(faces: Iterable[Face]) -> tuple[tuple[str, tuple[Outline, ...]], ...]:
    """Return the clip groups of placed tiles: their squares, table land and water, and the squares of the coast."""
    outlines: dict[str, list[Outline]] = {"laid": [], "table_land": [], "water": [], "coast": []}
    for face in faces:
        for name, found in _clip_outlines(face).items():
            outlines[name] += found
    return tuple((name, tuple(found)) for name, found in outlines.items())


@lru_cache(maxsize=256)
def face_picture(face: Face, over: tuple[Shape, ...] = ()) -> Picture:
    """Return one tile from (0, 0) to (1, 1), with `over` drawn on top."""
    picture = ghost_picture(face._replace(column=0, row=0), over)
    return replace(picture, layers=tuple(layer for layer in picture.layers if layer.name != "shadow"))


def ghost_picture(face: Face, over: tuple[Shape, ...] = ()) -> Picture:
    layers = tuple(layer for layer in face_layers((face,)) if layer.shapes)
    bounds = (face.column, face.row, face.column + 1, face.row + 1)
    return Picture(bounds, (*layers, Layer("over", over)), (), clips((face,)), REACH)


# Single tile


_ORDER = {
    style: number
    for number, style in enumerate(
        (
            "tile_shadow", "floor", "beach", "wet_sand", "floor_shade", "verge", "road", "road_dot", "rut", "pebble",
            "cliff_cast", "cliff", *(f"cliff_{shade}" for shade in range(SHADES)), "stratum",
            "lip", "dry_land", "green_land", "dry_edge", "green_edge", "speck", "bush_shadow", "bush", "bush_light",
            "sea", "sea_deep", "foam_line", "surf_0", "surf_1", "surf_2", "surf_3", "surf_4",
            "face_shade", "face_rim", "face_light",
        )
    )
}  # fmt: skip


def _by_style(shapes: list[Shape]) -> tuple[Shape, ...]:
    """Return the shapes of one layer grouped by style, so that each style is painted at once."""
    return tuple(sorted(shapes, key=lambda shape: _ORDER.get(shape.style, 99) if isinstance(shape, Path) else 99))


@lru_cache(maxsize=512)
def _shapes(face: Face) -> tuple[tuple[str, Shape], ...]:
    """Return all shapes of a tile with their layers."""
    shapes: list[tuple[str, Shape]] = []
    dx, dy, cell = face.column, face.row, face.cell

    def add(layer: str, style: str, outlines: Sequence[Outline], closed: bool = True, clip: str = "") -> None:
        if outlines:
            shapes.append(
                (layer, Path(style, tuple(move_outline(outline, dx, dy) for outline in outlines), cell, closed, clip))
            )

    square = (rectangle(0, 0, 1, 1),)
    add("shadow", "tile_shadow", square)
    add("floor", "floor", square)
    shore = shore_of(face.sea, face.seed) if face.sea else None
    if shore is not None:
        add("beach", "beach", shore.lines, False, "coast")
        add("beach", "wet_sand", shore.lines, False, "coast")
    walls, terraces = walls_of(face.exits, face.sea, face.seed)
    add("beach", "floor_shade", [_thin_line(wall.foot) for wall in walls], False, "laid")
    road = road_of(face.exits, face.adventure >= 0, face.seed)
    add("road", "verge", road.lines, False, "laid")
    add("road", "road", road.lines, False, "laid")
    add("road", "road_dot", road.dots)
    add("road", "rut", road.ruts, False)
    if not (face.village or face.start):
        add("road", "pebble", (*road.stones, *pebbles_of(face.exits, face.sea, face.seed)))
    ground = "green" if face.sea else "dry"
    _add_walls(add, "cliff", walls, ground)
    _add_walls(add, "terrace", terraces, ground)
    add("bushes", "speck", specks_of(walls, face.seed))
    bushes = bushes_of(walls, terraces, face.seed, bool(face.sea))
    leaves = [ring(bush, face.seed * 31 + number) for number, bush in enumerate(bushes)]
    add("bushes", "bush_shadow", leaves)
    add("bushes", "bush", leaves)
    add("bushes", "bush_light", [ring(bush, 0, 0.45, -0.25, -0.30) for bush in bushes])
    if shore is not None:
        add("sea", "sea", shore.water, True, "laid")
        add("sea", "sea_deep", shore.lines, False, "water")
        add("surf", "foam_line", shore.lines, False, "coast")
        for number, lines in enumerate(shore.surf):
            add("surf", f"surf_{number}", lines, False, "laid")
    if face.village:
        shapes.append(("places", Sprite("goldland/village", dx + 0.5, dy + 0.55, 0.38, cell)))
    if face.picture:
        shapes.append(("places", Sprite(face.picture, dx + 0.5, dy + 0.5, PICTURE_SIZE, cell)))
    if face.start:
        shapes += [("places", shape) for shape in _landing(face)]
    add("edges", "face_shade", (_rim(0.010),), True, "laid")
    add("edges", "face_rim", (_rim(0.004),))
    add("edges", "face_light", (_rim(0.019),))
    return tuple(shapes)


def _add_walls(add: Callable[..., None], layer: str, walls: Sequence[Wall], ground: str) -> None:
    low, top = ("cast", "land") if layer == "cliff" else (layer, layer)
    add(low, "cliff_cast", [wall.body for wall in walls], True, "laid")
    add(layer, "cliff", [wall.band for wall in walls], True, "laid")
    for shade in range(SHADES):
        add(layer, f"cliff_{shade}", [facet for wall in walls for facet in wall.facets[shade]])
    add(layer, "stratum", [wall.stratum for wall in walls], False)
    add(top, "lip", [wall.lip for wall in walls])
    add(top, f"{ground}_land", [wall.land for wall in walls])
    if layer == "cliff":
        add(top, f"{ground}_edge", [_thin_line(wall.rim) for wall in walls], False, "table_land")


def _landing(face: Face) -> list[Shape]:
    """Return the start: a camp on the beach, a jetty and a boat at the corner towards the sea."""
    north, east, south, west = (face.sea >> side & 1 for side in range(4))
    x, across = (0.70, 0.30) if east or not west else (0.30, 0.70)
    y = 0.62 if south or not north else 0.42
    down = 0.82 if south else 0.18 if north else 0.5
    return [
        Sprite("goldland/landing", face.column + x, face.row + y, 0.27, face.cell),
        Sprite("goldland/jetty", face.column + across, face.row + down, 0.27, face.cell),
    ]


@lru_cache(maxsize=512)
def _clip_outlines(face: Face) -> dict[str, tuple[Outline, ...]]:
    walls, _terraces = walls_of(face.exits, face.sea, face.seed)
    water = shore_of(face.sea, face.seed).water if face.sea else ()
    x, y = face.column, face.row
    square = (rectangle(x, y, 1, 1),)
    return {
        "laid": square,
        "table_land": tuple(move_outline(wall.land, x, y) for wall in walls),
        "water": tuple(move_outline(outline, x, y) for outline in water),
        "coast": square if face.sea else (),
    }


def _thin_line(line: Outline) -> Outline:
    """Return every fourth point of a line and its ends, for wide soft strokes."""
    return (*line[:-2:4], line[-1])


def _rim(inset: float) -> Outline:
    return rounded_rectangle(inset, inset, 1 - 2 * inset, 1 - 2 * inset, 0.028)


# Sheet: parchment, sea beyond the coast, scale bars, row and column labels
#
# From the board outward: a band for labels (sea along a coast), a scale bar, a margin; `FRAME` in total.

_BAND, _SCALE, _MARGIN = 0.175, 0.060, 0.095
FRAME = _BAND + _SCALE + _MARGIN
SeaEdge = tuple[int, int, int]  # column, row and side of a space whose outer side is sea


def bounds(columns: int, rows: int) -> tuple[float, float, float, float]:
    """Return the rectangle of the sheet with a narrow margin of table."""
    return -FRAME, -FRAME, columns + FRAME, rows + FRAME


SHEET_CLIP = "sheet"


def sheet_clip(columns: int, rows: int, void: frozenset[int] = frozenset()) -> tuple[str, tuple[Outline, ...]]:
    return SHEET_CLIP, _outlines(columns, rows, void)


@lru_cache(maxsize=32)
def _outlines(columns: int, rows: int, void: frozenset[int]) -> tuple[Outline, ...]:
    return _edge(columns, rows), *holes(SquareGrid(columns, rows), void)


@lru_cache(maxsize=32)
def sheet_layers(
    columns: int, rows: int, sea: tuple[SeaEdge, ...], void: frozenset[int] = frozenset()
) -> tuple[Layer, ...]:
    """Return parchment, frame and labels of a board with these coasts and holes; uses the clip group `SHEET_CLIP`."""
    edge = _outlines(columns, rows, void)
    sheet = (Path("parchment", edge), Path("parchment_edge", edge, clip=SHEET_CLIP))
    water = _margins(columns, rows, sea)
    return (
        Layer("sheet", sheet),
        Layer("margin", (Path("sea_margin", water),) if water else ()),
        Layer("frame", (*_scale(columns, rows), *_letters(columns, rows, sea))),
    )


@lru_cache(maxsize=32)
def _edge(columns: int, rows: int) -> Outline:
    """Return the outline of the sheet with slightly torn edges."""
    rng = Random(columns * 100 + rows)

    def deep(step: int) -> float:
        return rng.choice((0.0, 0.002, 0.006, 0.010, 0.010, 0.022)) if step else 0.008

    return torn_outline(columns, rows, FRAME - 0.035, 9, rng, deep)


def _margins(columns: int, rows: int, sea: tuple[SeaEdge, ...]) -> tuple[Outline, ...]:
    """Return the sea between the coasts and the scale bars, connected round the corners."""
    outlines: list[Outline] = []
    for column, row, side in sea:
        if side == NORTH and row == 0:
            outlines.append(rectangle(column, -_BAND, 1, _BAND))
        elif side == EAST and column == columns - 1:
            outlines.append(rectangle(columns, row, _BAND, 1))
        elif side == SOUTH and row == rows - 1:
            outlines.append(rectangle(column, rows, 1, _BAND))
        elif side == WEST and column == 0:
            outlines.append(rectangle(-_BAND, row, _BAND, 1))
    for column, row, *sides in (
        (0, 0, NORTH, WEST),
        (columns - 1, 0, NORTH, EAST),
        (columns - 1, rows - 1, SOUTH, EAST),
        (0, rows - 1, SOUTH, WEST),
    ):
        if all((column, row, side) in sea for side in sides):
            x, y = columns if EAST in sides else -_BAND, rows if SOUTH in sides else -_BAND
            outlines.append(rectangle(x, y, _BAND, _BAND))
    return tuple(outlines)


def _scale(columns: int, rows: int) -> list[Shape]:
    light, dark = scale_bars(columns, rows, _BAND, _SCALE, 0.014, 2)
    lines = tuple(margin(columns, rows, out) for out in (_BAND, _BAND + _SCALE))
    return [Path("scale_light", light), Path("scale_dark", dark), Path("scale_line", lines)]


def _letters(columns: int, rows: int, sea: tuple[SeaEdge, ...]) -> list[Shape]:
    """Return column letters and row numbers, along the sides with most of the coast."""
    count = [sum(1 for edge in sea if edge[2] == side) for side in range(4)]
    south, east = count[SOUTH] >= count[NORTH], count[EAST] >= count[WEST]
    y, x = (rows + _BAND / 2 if south else -_BAND / 2), (columns + _BAND / 2 if east else -_BAND / 2)
    wet_columns = {column for column, _row, side in sea if side == (SOUTH if south else NORTH)}
    wet_rows = {row for _column, row, side in sea if side == (EAST if east else WEST)}
    shapes: list[Shape] = []
    for column in range(columns):
        style = "sea_letter" if column in wet_columns else "sheet_letter"
        shapes.append(Label(style, column_name(column), column + 0.5, y, 0.135))
    for row in range(rows):
        style = "sea_letter" if row in wet_rows else "sheet_letter"
        shapes.append(Label(style, str(row + 1), x, row + 0.5, 0.135))
    return shapes
