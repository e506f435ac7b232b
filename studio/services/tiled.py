"""Layouts as maps of the editor Tiled (.tmj and .tsj), and back.

The editor's palette becomes the tileset, spaces a tile layer, edges tile objects. The whole layout is a property of the
map; reading paints on it what the map shows differently, so that an unchanged map gives the same layout.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, field

from studio.core.form import Stamp, StampItem
from studio.core.game import Body, Json
from studio.core.grid import HEX_RADIUS, Grid, Point
from studio.core.picture import is_edge, target_edge
from studio.core.plugin import Game
from studio.core.text import _
from studio.documents.decoding import decode_file
from studio.documents.files import DocumentError, read_bytes, safe_file_name
from studio.documents.store import Layout, decode_json, layout_text, parse
from studio.services.loading import LoadedLayout, parse_layout, to_layout

# Flip flags: the upper bits of a global tile id.

FLIP_HORIZONTAL, FLIP_VERTICAL, FLIP_DIAGONAL, ROTATE_120 = 0x80000000, 0x40000000, 0x20000000, 0x10000000
"""Flip flags; on hexagons the third rotates by 60°, the last by 120°."""
FLAGS = FLIP_HORIZONTAL | FLIP_VERTICAL | FLIP_DIAGONAL | ROTATE_120
_QUARTERS = (0, FLIP_DIAGONAL | FLIP_HORIZONTAL, FLIP_HORIZONTAL | FLIP_VERTICAL, FLIP_DIAGONAL | FLIP_VERTICAL)
_SIXTHS = (
    0,
    FLIP_DIAGONAL,
    ROTATE_120,
    FLIP_HORIZONTAL | FLIP_VERTICAL,
    FLIP_HORIZONTAL | FLIP_VERTICAL | FLIP_DIAGONAL,
    FLIP_HORIZONTAL | FLIP_VERTICAL | ROTATE_120,
)


class TileOrientation(NamedTuple):
    """How a tile is placed: mirrored left to right first, then rotated clockwise by 90° steps (60° on hexagons)."""

    turn: int
    is_mirrored: bool = False


def flags_of(turn: int, sides: int) -> int:
    """The flip flags of a rotated tile."""
    return (_QUARTERS if sides == 4 else _SIXTHS)[turn]


def orientation_of(number: int, sides: int) -> TileOrientation:
    """The orientation that flip flags describe."""
    across, upright = bool(number & FLIP_HORIZONTAL), bool(number & FLIP_VERTICAL)
    diagonal, twice = bool(number & FLIP_DIAGONAL), bool(number & ROTATE_120)
    if sides == 6:  # flipped, then rotated: a vertical flip is a horizontal one and 180°
        return TileOrientation((diagonal + 2 * twice + 3 * upright) % 6, across != upright)
    if diagonal:  # diagonal first: mirrored and rotated by 270°
        return TileOrientation(1 if across else 3, across == upright)
    return TileOrientation(2 if upright else 0, across != upright)


VERSION = "1.10"  # of Tiled's format
TILE_PIXELS = 96  # width of a tile, also the height on squares
SPACES, EDGES = "spaces", "edges"  # names of the layers
LAYOUT, STAMP, TURN = "layout", "stamp", "turn"  # names of properties of the map and of tiles
TEXT_PROPERTIES = ("name", "author", "notes")  # editable properties of the map


# Export.

EDGE_SIDE = 1 / 3  # size of a tile at an edge; a space has 1


@dataclass(frozen=True, slots=True)
class TiledMap:
    """A map (`map`, for `name`.tmj) and its tileset (`tileset`, for `name`.tsj) as plain data.

    `pictures` are the stamps by the path of their picture relative to the map; `size` is in pixels.
    """

    name: str
    map: Json
    tileset: Json
    pictures: dict[str, StampItem]
    size: tuple[int, int]

    def texts(self) -> dict[str, str]:
        """The text of both files, by name."""
        return {
            f"{self.name}.tmj": json.dumps(self.map, ensure_ascii=False, indent=1) + "\n",
            f"{self.name}.tsj": json.dumps(self.tileset, ensure_ascii=False, indent=1) + "\n",
        }


def pictures_folder(name: str) -> str:
    """The folder of a map's pictures, next to the map."""
    return f"{name}_tiles"


def export_map(opened: LoadedLayout, name: str) -> TiledMap:
    """Convert a layout to files called `name`."""
    game, body = opened.game, opened.body
    grid = game.body.grid(body)
    size = (TILE_PIXELS, TILE_PIXELS if grid.sides == 4 else math.ceil(2 * HEX_RADIUS * TILE_PIXELS))
    items = [item for group in game.sketch.palette(body) for item in group.items]
    pictures = {f"{pictures_folder(name)}/{safe_file_name(f'{number:03} {item.stamp.key}', '.png')}": item
                for number, item in enumerate(items)}  # fmt: skip
    tileset = {
        "type": "tileset",
        "version": VERSION,
        "name": name,
        "tilewidth": size[0],
        "tileheight": size[1],
        "tilecount": len(items),
        "columns": 0,
        "margin": 0,
        "spacing": 0,
        "grid": {"orientation": "orthogonal", "width": 1, "height": 1},
        "tiles": [_tile(number, path, item, size) for number, (path, item) in enumerate(pictures.items())],
        "transformations": {"hflip": False, "vflip": False, "rotate": True, "preferuntransformed": True},
        "wangsets": [_terrain(items)] if any(item.terrain for item in items) else [],
    }
    return TiledMap(name, _map(opened, items, name, size), tileset, pictures, size)


def _tile(number: int, path: str, item: StampItem, size: tuple[int, int]) -> Json:
    properties = [_text(STAMP, item.stamp.key)]
    if item.stamp.turn:
        properties.append({"name": TURN, "type": "int", "value": item.stamp.turn})
    return {
        "id": number,
        "type": item.name,
        "image": path,
        "imagewidth": size[0],
        "imageheight": size[1],
        "properties": properties,
    }


TERRAIN_COLORS = {"land": "#7FA84A", "sea": "#2F7FA8"}


def _terrain(items: list[StampItem]) -> Json:
    """The edges of tiles as a Wang set for Tiled's terrain brush."""
    numbers = {name: number for number, name in enumerate(TERRAIN_COLORS, 1)}
    return {
        "name": "terrain",
        "type": "edge",
        "tile": -1,
        "colors": [
            {"name": name, "color": color, "probability": 1, "tile": -1} for name, color in TERRAIN_COLORS.items()
        ],
        "wangtiles": [  # corners between the edges have no terrain
            {"tileid": number, "wangid": [part for name in item.terrain for part in (numbers[name], 0)]}
            for number, item in enumerate(items)
            if item.terrain
        ],
    }


def _text(name: str, value: str) -> Json:
    return {"name": name, "type": "string", "value": value}


def _map(opened: LoadedLayout, items: list[StampItem], name: str, size: tuple[int, int]) -> Json:
    game, body = opened.game, opened.body
    grid, layout = game.body.grid(body), to_layout(opened)
    numbers = {item.stamp.key: number for number, item in enumerate(items, 1)}
    turns = {item.stamp.key: item.stamp.turn for item in items}

    def number_of(stamp: Stamp) -> int:
        return numbers[stamp.key] | flags_of((stamp.turn - turns[stamp.key]) % grid.sides, grid.sides)

    spaces = [number_of(game.editing.pick(body, cell)) for cell in range(grid.count)]
    layers: list[Json] = [_layer(1, SPACES, "tilelayer", data=spaces, width=grid.columns, height=grid.rows)]
    edges = edges_of(game, body)
    if edges:
        objects = [
            _object(number, number_of(game.editing.pick(body, edge)), place, size, edge_text(grid, edge))
            for number, (edge, place) in enumerate(edges.items(), 1)
        ]
        layers.append(_layer(2, EDGES, "objectgroup", objects=objects, draworder="index", visible=False))
    return {
        "type": "map",
        "version": VERSION,
        **grid_properties(grid),
        "renderorder": "right-down",
        "width": grid.columns,
        "height": grid.rows,
        "tilewidth": size[0],
        "tileheight": size[1],
        "infinite": False,
        "compressionlevel": -1,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": len(edges) + 1,
        "properties": [
            _text(LAYOUT, layout_text(layout)),
            *(
                _text(key, text)
                for key, text in zip(TEXT_PROPERTIES, (layout.name, layout.author, layout.notes), strict=True)
            ),
        ],
        "tilesets": [{"firstgid": 1, "source": f"{name}.tsj"}],
        "layers": layers,
    }


def grid_properties(grid: Grid) -> dict[str, Json]:
    """The properties of a map's grid: squares, or pointy-top hexagons."""
    if grid.sides == 4:
        return {"orientation": "orthogonal"}
    is_first_shifted = grid.center(0)[0] > 0.75
    side = round(HEX_RADIUS * TILE_PIXELS)
    return {
        "orientation": "hexagonal",
        "hexsidelength": side,
        "staggeraxis": "y",
        "staggerindex": "even" if is_first_shifted else "odd",
    }


def edges_of(game: Game, body: Body) -> dict[int, Point]:
    """The edges that can be painted, by target, and the centers of their tiles in board units."""
    grid = game.body.grid(body)
    edges = {}
    for target in game.sketch.sketch(body, still=True).targets:
        if is_edge(target.cell):
            cell, side = target_edge(target.cell)
            (left, top), (right, bottom) = (grid.corners(cell)[corner % grid.sides] for corner in (side, side + 1))
            x, y = grid.center(cell)
            edges[target.cell] = (_shift_inward((left + right) / 2, x), _shift_inward((top + bottom) / 2, y))
    return edges


def _shift_inward(middle: float, centre: float) -> float:
    """Move from the middle of an edge towards the space, so that the tile is inside it."""
    return middle + (centre - middle) * EDGE_SIDE


def edge_text(grid: Grid, target: int) -> str:
    """The name of an edge: its space, and the side's name or clockwise number."""
    cell, side = target_edge(target)
    return f"{grid.name(cell)} {('north', 'east', 'south', 'west')[side] if grid.sides == 4 else side + 1}"


def _layer(number: int, name: str, kind: str, **more: Json) -> Json:
    return {"id": number, "name": name, "type": kind, "x": 0, "y": 0, "opacity": 1, "visible": True, **more}


def _object(number: int, tile: int, place: Point, size: tuple[int, int], name: str) -> Json:
    """A tile object at an edge; its origin in Tiled is the lower left corner."""
    side = TILE_PIXELS * EDGE_SIDE
    return {
        "id": number,
        "name": name,
        "type": "",
        "gid": tile,
        "x": place[0] * TILE_PIXELS - side / 2,
        "y": place[1] * TILE_PIXELS + side / 2,
        "width": side,
        "height": side,
        "rotation": 0,
        "visible": True,
    }


# Import.

MAX_SIDE = 200  # largest number of columns or rows; boards are smaller
MAX_EDGE_DISTANCE = 0.4  # largest distance of a tile from its edge, in board units
Number = Annotated[int, Meta(ge=0, le=2**32 - 1)]


class Property(msgspec.Struct):
    name: str
    value: Json = None


MAX_TILESETS = 100


class Tile(msgspec.Struct):
    id: int
    properties: list[Property] = []


class Tileset(msgspec.Struct):
    """An embedded or external tileset."""

    firstgid: int = 1
    source: str = ""
    tiles: list[Tile] = []


class MapObject(msgspec.Struct):
    """An object; a tile if it has a gid."""

    x: float
    y: float
    gid: Number = 0
    width: float = 0.0
    height: float = 0.0
    rotation: float = 0.0


class Layer(msgspec.Struct):
    name: str
    type: str
    data: list[Number] | str = ""
    encoding: str = "csv"
    compression: str = ""
    objects: list[MapObject] = []


class Map(msgspec.Struct):
    """The parts of a map that are read."""

    width: Annotated[int, Meta(ge=1, le=MAX_SIDE)]
    height: Annotated[int, Meta(ge=1, le=MAX_SIDE)]
    orientation: str
    tilewidth: Annotated[float, Meta(gt=0)]
    layers: list[Layer]
    tilesets: list[Tileset]
    properties: list[Property] = []
    infinite: bool = False
    stagger_axis: str = field(default="", name="staggeraxis")
    stagger_index: str = field(default="", name="staggerindex")


def import_map(data: bytes, path: Path) -> LoadedLayout:
    """The layout of a map; external tilesets are relative to `path`. Raises `DocumentError`.

    The layout has no file yet. Differences between the map and its embedded layout are painted on the latter.
    """
    raw = decode_json(data, path)
    if "format" in raw or raw.get("type") != "map" or "tilesets" not in raw:
        raise DocumentError(path, "", _("this is not a Tiled map."))
    found = decode_file(raw, Map, path)
    if found.infinite:
        text = _("infinite maps are not supported; turn off “Infinite” in Tiled (Map › Map Properties).")
        raise DocumentError(path, "", text)
    layout = _layout(found, path)
    start = parse_layout(layout, path)
    grid = start.game.body.grid(start.body)
    shape = grid_properties(grid)
    if found.orientation != shape["orientation"]:
        text = _("the map orientation is {found}; boards of {game} require {wanted}.")
        text = text.format(found=found.orientation, game=start.game.info.name, wanted=shape["orientation"])
        raise DocumentError(path, "`$.orientation`", text)
    body = _resize_to_map(start, found, path)
    grid = start.game.body.grid(body)
    shape = grid_properties(grid)
    if grid.sides == 6 and (found.stagger_axis, found.stagger_index) != (shape["staggeraxis"], shape["staggerindex"]):
        raise DocumentError(
            path,
            "`$.staggerindex`",
            _("the rows of hexagons are shifted the wrong way (Stagger Axis or Stagger Index)."),
        )
    stamps = _stamps(found, path)
    body = _paint_spaces(start.game, body, _spaces(found, stamps, start.game, body, path), path)
    return LoadedLayout(None, layout, start.game, _paint_edges(found, stamps, start.game, body), start.unknown)


def _layout(found: Map, path: Path) -> Layout:
    """The embedded layout, with the texts in the map's properties."""
    values = {one.name: one.value for one in found.properties if isinstance(one.value, str)}
    if LAYOUT not in values:
        text = _('the map was not exported by Explorer Studio: the property "{name}" is missing.')
        raise DocumentError(path, "`$.properties`", text.format(name=LAYOUT))
    place = f"`$.properties[{LAYOUT}]`"
    try:
        layout = parse(values[LAYOUT].encode("utf-8", "replace"), path)
    except DocumentError as problem:
        raise DocumentError(path, place, " ".join(filter(None, (problem.place, problem.reason)))) from None
    if not isinstance(layout, Layout):
        raise DocumentError(path, place, _("this is a match record; a layout is required."))
    changed = {key: values[key] for key in TEXT_PROPERTIES if key in values}
    raw = {"game": layout.game, "body": {}, "name": layout.name, "author": layout.author, "notes": layout.notes}
    message = decode_file({**raw, **changed}, Layout, path)
    return msgspec.structs.replace(layout, name=message.name, author=message.author, notes=message.notes)


def _resize_to_map(start: LoadedLayout, found: Map, path: Path) -> Body:
    """The body in the map's size: Tiled adds columns at the right and rows at the bottom."""
    grid = start.game.body.grid(start.body)
    if (grid.columns, grid.rows) == (found.width, found.height):
        return start.body
    try:
        return start.game.editing.resize(start.body, 0, 0, found.width - grid.columns, found.height - grid.rows)
    except ValueError as problem:
        raise DocumentError(path, "`$.width`", str(problem)) from None


def _stamps(found: Map, path: Path) -> dict[int, Stamp]:
    """The stamps of all tiles, by global tile id."""
    if len(found.tilesets) > MAX_TILESETS:
        text = _("there are too many tilesets. The limit is {limit}.")
        raise DocumentError(path, "`$.tilesets`", text.format(limit=MAX_TILESETS))
    stamps = {}
    read: dict[str, list[Tile]] = {}
    for tileset in found.tilesets:
        tiles = read.get(tileset.source, tileset.tiles)
        if tileset.source and tileset.source not in read:
            adjacent = path.parent / tileset.source
            if adjacent.suffix.lower() not in (".tsj", ".json"):
                text = _('the tileset "{name}" is not JSON; export it from Tiled as .tsj.')
                raise DocumentError(path, "`$.tilesets`", text.format(name=tileset.source))
            tiles = decode_file(decode_json(read_bytes(adjacent), adjacent), Tileset, adjacent).tiles
            read[tileset.source] = tiles
        for tile in tiles:
            values = {one.name: one.value for one in tile.properties}
            key, turn = values.get(STAMP), values.get(TURN, 0)
            if isinstance(key, str) and isinstance(turn, int):
                stamps[tileset.firstgid + tile.id] = Stamp(key, turn)
    return stamps


def _stamp_of(number: int, stamps: dict[int, Stamp], game: Game, body: Body) -> Stamp | None:
    """The stamp of a tile with its flip flags; None for a foreign tile."""
    stamp = stamps.get(number & ~FLAGS)
    if stamp is None:
        return None
    turn, is_mirrored = orientation_of(number, game.body.grid(body).sides)
    if is_mirrored:
        stamp = game.editing.mirror_stamp(body, stamp, True)
    return game.editing.rotate_stamp(body, stamp, turn)


def _spaces(found: Map, stamps: dict[int, Stamp], game: Game, body: Body, path: Path) -> list[Stamp]:
    """The stamp on each space; the eraser's where the map is empty."""
    grid = game.body.grid(body)
    place = f"`$.layers[{SPACES}]`"
    layer = next((layer for layer in found.layers if layer.name == SPACES and layer.type == "tilelayer"), None)
    if layer is None:
        text = _('the tile layer "{name}" is missing.')
        raise DocumentError(path, "`$.layers`", text.format(name=SPACES))
    numbers = _numbers(layer, grid.count, path, place)
    shown = []
    for cell, number in enumerate(numbers):
        stamp = _stamp_of(number, stamps, game, body) if number else game.editing.eraser(body, cell)
        if stamp is None:
            text = _("the tile on {space} belongs to another tileset.")
            raise DocumentError(path, place, text.format(space=grid.name(cell)))
        shown.append(stamp)
    return shown


def _numbers(layer: Layer, count: int, path: Path, place: str) -> list[int]:
    """The global tile ids of a layer in any encoding."""
    numbers: list[int] = []
    if isinstance(layer.data, list):
        numbers = list(layer.data)
    else:
        unpack: dict[str, Callable[[bytes], bytes]] = {"": bytes, "zlib": _decompress, "gzip": _decompress}
        if layer.compression not in unpack:
            text = _(
                'the compression "{name}" is not supported; choose CSV, zlib or gzip in Tiled (Map › Map Properties).'
            )
            raise DocumentError(path, place, text.format(name=layer.compression))
        try:
            data = unpack[layer.compression](base64.b64decode(layer.data, validate=True))
            numbers = list(struct.unpack(f"<{count}I", data))
        except (binascii.Error, ValueError, zlib.error, struct.error):
            raise DocumentError(path, place, _("the tile data is damaged.")) from None
    if len(numbers) != count:
        text = _("the layer has {found} tiles, but the map has {wanted} spaces.")
        raise DocumentError(path, place, text.format(found=len(numbers), wanted=count))
    return numbers


def _decompress(data: bytes) -> bytes:
    return zlib.decompressobj(wbits=47).decompress(data, 4 * MAX_SIDE * MAX_SIDE)  # zlib and gzip


def _paint_spaces(game: Game, body: Body, wanted: list[Stamp], path: Path) -> Body:
    """The body that shows these stamps. A stamp may change other spaces too, so several passes are made."""
    pick = game.editing.pick
    left: list[int] = []
    for _pass in range(4):
        left = [cell for cell, stamp in enumerate(wanted) if pick(body, cell) != stamp]
        if not left:
            return body
        for cell in left:
            stamp = wanted[cell]
            if pick(body, cell) != stamp:
                after = game.editing.stamp(body, cell, stamp)
                if pick(after, cell) != stamp:  # the space must be cleared first (a tile over the temple)
                    cleared = game.editing.stamp(body, cell, game.editing.eraser(body, cell))
                    after = game.editing.stamp(cleared, cell, stamp)
                body = after
    grid = game.body.grid(body)
    text = _("the rules of {game} do not allow these tiles on {spaces}.")
    names = ", ".join(grid.name(cell) for cell in left[:8]) + (" …" if len(left) > 8 else "")
    raise DocumentError(path, f"`$.layers[{SPACES}]`", text.format(spaces=names, game=game.info.name))


def _paint_edges(found: Map, stamps: dict[int, Stamp], game: Game, body: Body) -> Body:
    """The body with the edges that have tiles on the map; the others are erased."""
    layer = next((layer for layer in found.layers if layer.name == EDGES and layer.type == "objectgroup"), None)
    places = edges_of(game, body) if layer is not None else {}
    if layer is None or not places:
        return body
    shown: dict[int, Stamp] = {}
    for thing in layer.objects:
        stamp = _stamp_of(thing.gid, stamps, game, body)
        x, y = (thing.x + thing.width / 2) / found.tilewidth, (thing.y - thing.height / 2) / found.tilewidth
        distance, edge = min((math.hypot(x - a, y - b), edge) for edge, (a, b) in places.items())
        if stamp is not None and distance < MAX_EDGE_DISTANCE:
            shown[edge] = stamp
    for edge in places:
        wanted = shown.get(edge, game.editing.eraser(body, edge))
        if game.editing.pick(body, edge) != wanted:
            body = game.editing.stamp(body, edge, wanted)
    return body
