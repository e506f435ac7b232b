"""A map of Tiled as a layout again: the layout that it holds, painted on where the map shows something else."""

from __future__ import annotations

import base64
import binascii
import math
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, field

from studio.core.form import Stamp
from studio.core.game import Body, Json
from studio.core.protocols import Game
from studio.core.text import _
from studio.documents.files import DocumentError, read_bytes
from studio.documents.layout import Layout
from studio.documents.shapes import Misshapen, T, shaped
from studio.documents.store import decoded, parse
from studio.opening import Opened, opened
from studio.opening.tiled import EDGES, LAYOUT, SPACES, STAMP, TURN, WORDS
from studio.opening.tiled.turning import FLAGS, lying
from studio.opening.tiled.writing import edges_of, shape_of

MOST_SIDE = 200
"""Columns or rows that a map may have; a game's boards are smaller still."""
NEAR = 0.4
"""How far from an edge a tile may lie that is meant for it, in board units."""
Number = Annotated[int, Meta(ge=0, le=2**32 - 1)]


class Property(msgspec.Struct):
    name: str
    value: Json = None


class Tile(msgspec.Struct):
    id: int
    properties: list[Property] = []


class Tileset(msgspec.Struct):
    """A tileset, within the map or named by it."""

    firstgid: int = 1
    source: str = ""
    tiles: list[Tile] = []


class Thing(msgspec.Struct):
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
    objects: list[Thing] = []


class Map(msgspec.Struct):
    """What is read of a map; the rest is how it looks."""

    width: Annotated[int, Meta(ge=1, le=MOST_SIDE)]
    height: Annotated[int, Meta(ge=1, le=MOST_SIDE)]
    orientation: str
    tilewidth: Annotated[float, Meta(gt=0)]
    layers: list[Layer]
    tilesets: list[Tileset]
    properties: list[Property] = []
    infinite: bool = False
    stagger_axis: str = field(default="", name="staggeraxis")
    stagger_index: str = field(default="", name="staggerindex")


def is_tiled(raw: Json) -> bool:
    """Whether plain data is a map of Tiled, by the looks of it."""
    return isinstance(raw, dict) and "format" not in raw and raw.get("type") == "map" and "tilesets" in raw


def imported(data: bytes, path: Path) -> Opened:
    """The layout of a map; its tilesets are looked for beside `path`. Raises `DocumentError`.

    The layout has no file yet. What the map shows otherwise than the layout that it holds is painted on that.
    """
    raw = decoded(data, path)
    if not is_tiled(raw):
        raise DocumentError(path, "", _("this is no map of Tiled."))
    found = _shaped(raw, Map, path)
    if found.infinite:
        raise DocumentError(
            path, "", _("an infinite map has no size; switch that off in Tiled (Map › Map Properties).")
        )
    layout = _layout(found, path)
    start = opened(layout, path)
    grid = start.game.grid(start.body)
    shape = shape_of(grid)
    if found.orientation != shape["orientation"]:
        words = _("the map is {found}, and boards of {game} are {wanted}.")
        raise DocumentError(path, "`$.orientation`", words.format(
            found=found.orientation, game=start.game.info.name, wanted=shape["orientation"]))  # fmt: skip
    body = _sized(start, found, path)
    grid = start.game.grid(body)
    shape = shape_of(grid)
    if grid.sides == 6 and (found.stagger_axis, found.stagger_index) != (shape["staggeraxis"], shape["staggerindex"]):
        raise DocumentError(path, "`$.staggerindex`", _("its rows of hexagons are shifted the other way round."))
    stamps = _stamps(found, path)
    body = _painted(start.game, body, _spaces(found, stamps, start.game, body, path), path)
    return Opened(None, layout, start.game, _edged(found, stamps, start.game, body), start.unknown)


def _shaped(raw: Json, shape: type[T], path: Path) -> T:
    try:
        return shaped(raw, shape)
    except Misshapen as problem:
        raise DocumentError(path, problem.place, problem.reason) from None


def _layout(found: Map, path: Path) -> Layout:
    """The layout that a map holds, with the words in its properties."""
    values = {one.name: one.value for one in found.properties if isinstance(one.value, str)}
    if LAYOUT not in values:
        words = _('it was not exported from here: it lacks the property "{name}", which says for which game it is.')
        raise DocumentError(path, "`$.properties`", words.format(name=LAYOUT))
    place = f"`$.properties[{LAYOUT}]`"
    try:
        layout = parse(values[LAYOUT].encode("utf-8", "replace"), path)
    except DocumentError as problem:
        raise DocumentError(path, place, " ".join(filter(None, (problem.place, problem.reason)))) from None
    if not isinstance(layout, Layout):
        raise DocumentError(path, place, _("a layout was wanted, and this is a match record."))
    changed = {key: values[key] for key in WORDS if key in values}
    raw = {"game": layout.game, "body": {}, "name": layout.name, "author": layout.author, "notes": layout.notes}
    said = _shaped({**raw, **changed}, Layout, path)
    return msgspec.structs.replace(layout, name=said.name, author=said.author, notes=said.notes)


def _sized(start: Opened, found: Map, path: Path) -> Body:
    """The body in the map's size: Tiled adds columns in the east and rows in the south."""
    grid = start.game.grid(start.body)
    if (grid.columns, grid.rows) == (found.width, found.height):
        return start.body
    try:
        return start.game.resized(start.body, 0, 0, found.width - grid.columns, found.height - grid.rows)
    except ValueError as problem:
        raise DocumentError(path, "`$.width`", str(problem)) from None


def _stamps(found: Map, path: Path) -> dict[int, Stamp]:
    """The stamps of all tiles, by their numbers in the map."""
    stamps = {}
    for tileset in found.tilesets:
        tiles = tileset.tiles
        if tileset.source:
            beside = path.parent / tileset.source
            if beside.suffix.lower() not in (".tsj", ".json"):
                words = _('the tileset "{name}" is not JSON; export it from Tiled as .tsj.')
                raise DocumentError(path, "`$.tilesets`", words.format(name=tileset.source))
            tiles = _shaped(decoded(read_bytes(beside), beside), Tileset, beside).tiles
        for tile in tiles:
            values = {one.name: one.value for one in tile.properties}
            key, turn = values.get(STAMP), values.get(TURN, 0)
            if isinstance(key, str) and isinstance(turn, int):
                stamps[tileset.firstgid + tile.id] = Stamp(key, turn)
    return stamps


def _meant(number: int, stamps: dict[int, Stamp], game: Game, body: Body) -> Stamp | None:
    """What a tile number with its turns paints; None for a tile that is not of ours."""
    stamp = stamps.get(number & ~FLAGS)
    if stamp is None:
        return None
    turn, is_mirrored = lying(number, game.grid(body).sides)
    if is_mirrored:
        stamp = game.mirrored(body, stamp, True)
    return game.turned(body, stamp, turn)


def _spaces(found: Map, stamps: dict[int, Stamp], game: Game, body: Body, path: Path) -> list[Stamp]:
    """What the map shows on each space; where it shows nothing, what the eraser leaves."""
    grid = game.grid(body)
    place = f"`$.layers[{SPACES}]`"
    layer = next((layer for layer in found.layers if layer.name == SPACES and layer.type == "tilelayer"), None)
    if layer is None:
        words = _('it lacks the tile layer "{name}".')
        raise DocumentError(path, "`$.layers`", words.format(name=SPACES))
    numbers = _numbers(layer, grid.count, path, place)
    shown = []
    for cell, number in enumerate(numbers):
        stamp = _meant(number, stamps, game, body) if number else game.eraser(body, cell)
        if stamp is None:
            words = _("on {space} lies a tile of another tileset, which says nothing here.")
            raise DocumentError(path, place, words.format(space=grid.name(cell)))
        shown.append(stamp)
    return shown


def _numbers(layer: Layer, count: int, path: Path, place: str) -> list[int]:
    """The tile numbers of a layer, however they are packed."""
    numbers: list[int] = []
    if isinstance(layer.data, list):
        numbers = list(layer.data)
    else:
        unpack: dict[str, Callable[[bytes], bytes]] = {"": bytes, "zlib": _inflated, "gzip": _inflated}
        if layer.compression not in unpack:
            words = _('its tiles are packed as "{name}"; choose CSV, zlib or gzip in Tiled (Map › Map Properties).')
            raise DocumentError(path, place, words.format(name=layer.compression))
        try:
            data = unpack[layer.compression](base64.b64decode(layer.data, validate=True))
            numbers = list(struct.unpack(f"<{count}I", data))
        except (binascii.Error, ValueError, zlib.error, struct.error):
            raise DocumentError(path, place, _("its tiles are damaged.")) from None
    if len(numbers) != count:
        words = _("it holds {found} tiles, and the map has {wanted} spaces.")
        raise DocumentError(path, place, words.format(found=len(numbers), wanted=count))
    return numbers


def _inflated(data: bytes) -> bytes:
    return zlib.decompressobj(wbits=47).decompress(data, 4 * MOST_SIDE * MOST_SIDE)  # of either kind


def _painted(game: Game, body: Body, wanted: list[Stamp], path: Path) -> Body:
    """The body that shows this on its spaces. A stamp may change other spaces too, so it takes more than one look."""
    left: list[int] = []
    for _look in range(4):
        left = [cell for cell, stamp in enumerate(wanted) if game.pick(body, cell) != stamp]
        if not left:
            return body
        for cell in left:
            if game.pick(body, cell) != wanted[cell]:
                body = _stamped(game, body, cell, wanted[cell])
    grid = game.grid(body)
    words = _("what lies on {spaces} does not go there by the rules of {game}.")
    names = ", ".join(grid.name(cell) for cell in left[:8]) + (" …" if len(left) > 8 else "")
    raise DocumentError(path, f"`$.layers[{SPACES}]`", words.format(spaces=names, game=game.info.name))


def _stamped(game: Game, body: Body, cell: int, stamp: Stamp) -> Body:
    """The body with a stamp on a space; what lies there may have to be cleared away first (a tile over the temple)."""
    after = game.stamp(body, cell, stamp)
    if game.pick(after, cell) == stamp:
        return after
    return game.stamp(game.stamp(body, cell, game.eraser(body, cell)), cell, stamp)


def _edged(found: Map, stamps: dict[int, Stamp], game: Game, body: Body) -> Body:
    """The body with the edges on which the map has tiles lying; one without is what the eraser leaves."""
    layer = next((layer for layer in found.layers if layer.name == EDGES and layer.type == "objectgroup"), None)
    places = edges_of(game, body) if layer is not None else {}
    if layer is None or not places:
        return body
    shown: dict[int, Stamp] = {}
    for thing in layer.objects:
        stamp = _meant(thing.gid, stamps, game, body)
        x, y = (thing.x + thing.width / 2) / found.tilewidth, (thing.y - thing.height / 2) / found.tilewidth
        distance, edge = min((math.hypot(x - a, y - b), edge) for edge, (a, b) in places.items())
        if stamp is not None and distance < NEAR:
            shown[edge] = stamp
    for edge in places:
        wanted = shown.get(edge, game.eraser(body, edge))
        if game.pick(body, edge) != wanted:
            body = game.stamp(body, edge, wanted)
    return body
