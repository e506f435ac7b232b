"""Pictures of a sea: single tiles, tile previews, and the whole chart as static layers (T1–T6).

All functions take plain values, so they draw match positions and edited layouts alike. The shapes of a tile depend on
its position, lands and corner codes. They are cached, so pictures of successive positions share them and the painter
detects changes by identity.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise

from studio.core.grid import SIDE_NAMES, SquareGrid
from studio.core.picture import (
    Layer,
    Outline,
    Path,
    Picture,
    Shape,
    Sprite,
    Strip,
    Target,
    edge_target,
    rectangle,
    strip_layer,
)
from studio.drawing.pen import extended_ends
from studio.seatiles.drawing import frame
from studio.seatiles.drawing.coast import (
    UNKNOWN,
    Lands,
    Sea,
    Shoreline,
    Tile,
    coast_of,
    corner_codes,
    lands_of_shape,
    lanes_of,
    noise,
)
from studio.seatiles.drawing.woods import woods_of

PICTURE_SIZE = 0.6  # of a person's own picture
REACH = 0.32  # distance that the shapes of a tile extend beyond its square, in board units
_LAYERS = (
    "shadow", "deep", "wave", "halo", "foam", "land", "wash", "relief", "sand", "coast", "joints", "shades", "woods",
    "routes", "falls",
)  # fmt: skip
"""Static layers of placed tiles, bottom first; the first three are the water of a tile, the next seven its ground."""
_ALL_UNKNOWN = (UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN)
Codes = tuple[int, ...]  # corner codes of one row


def chart_picture(
    sea: Sea,
    over: Sequence[Layer] = (),
    targets: Iterable[Target] = (),
    quiet_routes: bool = False,
    marks: Sequence[Layer] = (),
) -> Picture:
    """Return the framed chart; `marks` are static layers above the tiles, `over` is the top layer.

    Targets are the spaces and the outer edges (`edge_target`), with `targets` on top.
    """
    layers = (*frame.frame_layers(sea), *sea_layers(sea, quiet_routes), *marks, *over)
    names = tuple(layer.name for layer in layers)
    assert len(set(names)) == len(names), "layers of one picture need names of their own"
    return Picture(
        frame.bounds(sea.columns, sea.rows),
        layers,
        (*board_targets(sea.columns, sea.rows, sea.void, sea.rim), *targets),
        (*sea_clips(sea), frame.sheet_clip(sea.columns, sea.rows)),
        REACH,
        has_table=True,
    )


def sea_layers(sea: Sea, quiet_routes: bool = False) -> tuple[Layer, ...]:
    """Return the placed tiles as static layers, bottom first. With quiet routes, `lanes` draws the bright ones."""
    rows = [_row_of_tiles(y, tiles, *codes, quiet_routes) for y, (tiles, codes) in enumerate(_rows(sea))]
    layers = {name: strip_layer(name, (row[name] for row in rows)) for name in _LAYERS}
    return tuple((layers | {"joints": _joints(sea)}).values())


def _rows(sea: Sea) -> Iterator[tuple[tuple[Tile | None, ...], tuple[Codes, Codes]]]:
    """Return, row by row, the tiles and the corner codes north and south of them."""
    for row, codes in enumerate(pairwise(_codes(sea))):
        yield sea.tiles[row * sea.columns : (row + 1) * sea.columns], codes


@lru_cache(maxsize=512)
def _row_of_tiles(y: int, tiles: tuple[Tile | None, ...], north: Codes, south: Codes, quiet: bool) -> dict[str, Strip]:
    """Return the shapes of a row of tiles by layer."""
    layers: dict[str, list[Shape]] = {name: [] for name in _LAYERS}
    for x, tile in enumerate(tiles):
        if tile is None:
            continue
        cell, codes = y * len(tiles) + x, _cell_codes(x, north, south)
        for name, path in zip(_LAYERS, _water(x, y, cell), strict=False):
            layers[name].append(path)
        for path in _ground(x, y, tile.lands, codes, cell):
            layers[path.style].append(path)
        for path in woods_of(x, y, tile.lands, codes, cell, bare=bool(tile.bonus or tile.picture)):
            layers["shades" if path.style == "tree_shadow" else "woods"].append(path)
        layers["routes"] += _own_picture(x, y, tile.picture, cell)
        layers["routes"] += lanes_of(x, y, _edges(tile.lands), cell, quiet)
        if tile.bonus:
            layers["falls"].append(waterfall(x + 0.5, y + 0.5, tile.bonus, cell))
    return {name: tuple(shapes) for name, shapes in layers.items()}


def lanes(sea: Sea, cells: Iterable[int]) -> tuple[Path, ...]:
    """Return the bright lanes of some placed tiles, for a dynamic layer over quiet routes."""
    found: list[Path] = []
    for cell in sorted(cells):
        tile = sea.tiles[cell]
        if tile is not None:
            found.extend(lanes_of(cell % sea.columns, cell // sea.columns, _edges(tile.lands), cell, False))
    return tuple(found)


def sea_clips(sea: Sea) -> tuple[tuple[str, tuple[Outline, ...]], ...]:
    """Return the clip groups of the static layers: "laid" tiles and their "land"."""
    rows = [_clips_of_row(y, tiles, *codes) for y, (tiles, codes) in enumerate(_rows(sea))]
    laid, land = (tuple(chain.from_iterable(outlines)) for outlines in zip(*rows, strict=True))
    return ("laid", laid), ("land", land)


@lru_cache(maxsize=512)
def _clips_of_row(
    y: int, tiles: tuple[Tile | None, ...], north: Codes, south: Codes
) -> tuple[tuple[Outline, ...], tuple[Outline, ...]]:
    laid: list[Outline] = []
    land: list[Outline] = []
    for x, tile in enumerate(tiles):
        if tile is not None:
            laid.append(_square(x, y))
            land.extend(coast_of(x, y, tile.lands, _cell_codes(x, north, south)).lands)
    return tuple(laid), tuple(land)


@lru_cache(maxsize=64)
def board_targets(columns: int, rows: int, void: tuple[bool, ...], rim: tuple[int, ...]) -> tuple[Target, ...]:
    """Return outer edges first, then spaces, so that spaces win where both overlap."""
    grid = SquareGrid(columns, rows)
    edges = []
    for cell in range(grid.count):
        for side in range(4):
            if rim[cell * 4 + side] >= 0:
                # only a strip of a void space, so that the space itself remains clickable
                deep = 0.30 if grid.neighbor(cell, side) >= 0 else frame.BAND + frame.GAP
                box = frame.edge_box(columns, cell, side, deep)
                edges.append(Target(edge_target(cell, side), box, f"{grid.name(cell)} {SIDE_NAMES[side]}"))
    spaces = [Target(cell, _square(*grid.coords(cell)), grid.name(cell)) for cell in range(grid.count)]
    return (*(space for space in spaces if void[space.cell]), *edges, *(s for s in spaces if not void[s.cell]))


@lru_cache(maxsize=512)
def tile_picture(
    shape: str,
    turn: int = 0,
    bonus: int = 0,
    over: tuple[Shape, ...] = (),
    is_framed: bool = True,
    own_picture: str = "",
) -> Picture:
    """Return a single tile for a hand, palette or stack, without jitter, so that equal tiles look alike.

    `over` is drawn on top; the tile covers (0, 0) to (1, 1).
    """
    lands = lands_of_shape(shape, turn)
    layers = _tile_layers(0, 0, Tile(lands, bonus, own_picture), _ALL_UNKNOWN, -1, plain=True)
    coast = coast_of(0, 0, lands, _ALL_UNKNOWN, True)
    frame_line = (Path("tile_frame", (rectangle(0.006, 0.006, 0.988, 0.988),)),) if is_framed else ()
    layers = (*layers, Layer("edge", (*frame_line, *over)))
    return Picture((0, 0, 1, 1), layers, (), (("laid", (_square(0, 0),)), ("land", coast.lands)))


def ghost_picture(sea: Sea, cell: int, tile: Tile, over: Sequence[Shape] = ()) -> Picture:
    """Return the preview of a tile on a cell, in board coordinates."""
    tiles = (*sea.tiles[:cell], tile, *sea.tiles[cell + 1 :])
    x, y = cell % sea.columns, cell // sea.columns
    codes = _cell_codes(x, *_codes(sea._replace(tiles=tiles))[y : y + 2])
    layers = _tile_layers(x, y, tile, codes, cell, plain=False)
    coast = coast_of(x, y, tile.lands, codes)
    if over:
        layers = (*layers, Layer("over", tuple(over)))
    return Picture((x, y, x + 1, y + 1), layers, (), (("laid", (_square(x, y),)), ("land", coast.lands)))


@lru_cache(maxsize=1024)
def waterfall(x: float, y: float, bonus: int, cell: int = -1) -> Sprite:
    return Sprite("seatiles/waterfall", x, y, 0.46, cell, text=f"+{bonus}")


def _own_picture(x: int, y: int, picture: str, cell: int) -> tuple[Sprite, ...]:
    return (Sprite(picture, x + 0.5, y + 0.5, PICTURE_SIZE, cell),) if picture else ()


def _tile_layers(
    x: int, y: int, tile: Tile, codes: tuple[int, int, int, int], cell: int, plain: bool
) -> tuple[Layer, ...]:
    lands, bonus = tile.lands, tile.bonus
    water = _water(x, y, cell)
    ground = _ground(x, y, lands, codes, cell, plain)
    falls = (waterfall(x + 0.5, y + 0.5, bonus, cell),) if bonus else ()
    return (
        Layer("deep", water[1:]),
        Layer("ground", ground),
        Layer("woods", woods_of(x, y, lands, codes, cell, plain, bool(bonus or tile.picture))),
        Layer("picture", _own_picture(x, y, tile.picture, cell)),
        Layer("routes", lanes_of(x, y, _edges(lands), cell, False)),
        Layer("falls", falls),
    )


def _codes(sea: Sea) -> list[Codes]:
    """Return the corner codes of a sea, row by row."""
    lands = [tile and tile.lands for tile in sea.tiles]
    return corner_codes(sea.columns, sea.rows, sea.void, lands, sea.rim)


def _cell_codes(x: int, north: Codes, south: Codes) -> tuple[int, int, int, int]:
    """Return the corner codes of a space, clockwise from the north-west."""
    return north[x], north[x + 1], south[x + 1], south[x]


@lru_cache(maxsize=4096)
def _square(x: int, y: int) -> Outline:
    return rectangle(x, y, 1, 1)


def _edges(lands: Lands) -> int:
    """Return the edge mask: bit s is set for land on side s."""
    return sum(1 << side for side in range(4) if lands[side] >= 0)


@lru_cache(maxsize=8192)
def _ground(
    x: int, y: int, lands: Lands, codes: tuple[int, int, int, int], cell: int, plain: bool = False
) -> tuple[Path, ...]:
    """Return halo, foam, land, wash, relief, sand and coast of one tile."""
    coast: Shoreline = coast_of(x, y, lands, codes, plain)
    shapes = []
    soft = tuple(_thin_line(line, 5) for line in coast.lines)
    if coast.lines:
        shapes.append(Path("halo", soft, cell, False, "laid"))
        shapes.append(Path("foam", tuple(_thin_line(line, 2, 0.012) for line in coast.lines), cell, False, "laid"))
    if coast.lands:
        shapes.append(Path("land", coast.lands, cell, True, "laid"))
    if coast.lines:
        shapes.append(Path("wash", soft, cell, False, "land"))
    if coast.lands:
        shapes.append(Path("relief", coast.lands, cell))
    if coast.lines:
        shapes.append(Path("sand", coast.lines, cell, False, "land"))
        shapes.append(Path("coast", coast.lines, cell, False, "laid"))
    return tuple(shapes)


def _thin_line(line: Outline, step: int, over: float = 0.035) -> Outline:
    """Return every n-th point of a line, extended a little at both ends so that wide strokes of neighbours overlap."""
    start, end = extended_ends(line, over)
    inner = line[step:-3:step] if len(line) > step + 4 else line[2:-2]
    return (start, line[1], *inner, line[-2], end)


@lru_cache(maxsize=4096)
def _water(x: int, y: int, cell: int) -> tuple[Path, Path, Path]:
    """Return the tile's shadow on the paper, the deep water and a few waves."""
    square = _square(x, y)
    waves = []
    for number in range(5):
        wx, wy = 0.08 + 0.42 * (1 + noise(x, y, number, 91)), 0.08 + 0.42 * (1 + noise(x, y, number, 92))
        long = 0.11 + 0.07 * noise(x, y, number, 93)
        wx = min(wx, 0.97 - 2 * long)
        if wx < 0.03:
            continue
        waves.append(_ripple(x + wx, y + wy, long, 0.008 + 0.004 * noise(x, y, number, 94)))
    return (
        Path("tile_shadow", (square,), cell),
        Path("deep", (square,), cell),
        Path("wave", tuple(waves), cell, is_closed=False),
    )


def _ripple(x: float, y: float, long: float, high: float) -> Outline:
    """Return a wave line with two swells."""
    h = long / 2
    return (
        (x, y),
        (x + h * 0.35, y - high * 2, x + h * 0.75, y - high * 2, x + h, y),
        (x + h * 1.25, y + high * 2, x + h * 1.65, y + high * 2, x + long, y),
    )


def _joints(sea: Sea) -> Layer:
    """Return fine lines between placed tiles, bold ones round the discovered area."""
    bare = (False,) * sea.columns
    laid = [tuple(tile is not None for tile in tiles) for tiles, _codes in _rows(sea)]
    near = zip((bare, *laid), laid, (*laid[1:], bare), strict=False)
    rows = [_joints_of_row(y, *there) for y, there in enumerate(near)]
    return strip_layer("joints", (row[style] for style in ("joint", "sea_edge") for row in rows))


@lru_cache(maxsize=512)
def _joints_of_row(
    y: int, north: tuple[bool, ...], here: tuple[bool, ...], south: tuple[bool, ...]
) -> dict[str, Strip]:
    """Return the lines of a row by style, given which cells of it and of its neighbouring rows have tiles."""
    found: dict[str, list[Path]] = {"joint": [], "sea_edge": []}
    for x, is_laid in enumerate(here):
        if is_laid:
            around = north[x], here[x + 1 : x + 2] == (True,), south[x], x > 0 and here[x - 1]
            for side, other in enumerate(around):
                if not other or side in (1, 2):
                    style = "joint" if other else "sea_edge"
                    found[style].append(_edge_line(style, x, y, side, y * len(here) + x))
    return {style: tuple(lines) for style, lines in found.items()}


@lru_cache(maxsize=8192)
def _edge_line(style: str, x: int, y: int, side: int, cell: int) -> Path:
    corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
    return Path(style, ((corners[side], corners[(side + 1) % 4]),), cell, is_closed=False)
