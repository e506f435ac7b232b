"""A layout as a map and a tileset of Tiled: plain data, and which stamps want a picture. Knows no pixels but sizes."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass

from studio.core.form import Stamp, StampItem
from studio.core.game import Body, Json
from studio.core.grid import HEX_RADIUS, Grid, Point
from studio.core.picture import is_edge, target_edge
from studio.core.protocols import Game
from studio.documents.files import plain_name
from studio.documents.store import layout_text
from studio.opening import Opened, to_layout
from studio.opening.tiled import EDGES, LAYOUT, SIDE, SPACES, STAMP, TURN, VERSION, WORDS
from studio.opening.tiled.turning import flags_of

EDGE_SIDE = 1 / 3
"""Of a tile that lies at an edge, where a space has 1."""


@dataclass(frozen=True, slots=True)
class TiledMap:
    """A map (`map`, for `name`.tmj) and its tileset (`tileset`, for `name`.tsj) as plain data.

    `pictures` are the stamps that want a picture, by its path beside the map; `size` are its pixels.
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
    """What the folder of a map's pictures is called, beside the map."""
    return f"{name}_tiles"


def exported(opened: Opened, name: str) -> TiledMap:
    """A layout for Tiled, in files called `name`."""
    game, body = opened.game, opened.body
    grid = game.grid(body)
    size = (SIDE, SIDE if grid.sides == 4 else math.ceil(2 * HEX_RADIUS * SIDE))
    items = [item for group in game.palette(body) for item in group.items]
    pictures = {f"{pictures_folder(name)}/{plain_name(f'{number:03} {item.stamp.key}', '.png')}": item
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


def _text(name: str, value: str) -> Json:
    return {"name": name, "type": "string", "value": value}


def _map(opened: Opened, items: list[StampItem], name: str, size: tuple[int, int]) -> Json:
    game, body = opened.game, opened.body
    grid, layout = game.grid(body), to_layout(opened)
    numbers = {item.stamp.key: number for number, item in enumerate(items, 1)}
    turns = {item.stamp.key: item.stamp.turn for item in items}

    def number_of(stamp: Stamp) -> int:
        return numbers[stamp.key] | flags_of((stamp.turn - turns[stamp.key]) % grid.sides, grid.sides)

    spaces = [number_of(game.pick(body, cell)) for cell in range(grid.count)]
    layers: list[Json] = [_layer(1, SPACES, "tilelayer", data=spaces, width=grid.columns, height=grid.rows)]
    edges = edges_of(game, body)
    if edges:
        objects = [
            _object(number, number_of(game.pick(body, edge)), place, size, edge_words(grid, edge))
            for number, (edge, place) in enumerate(edges.items(), 1)
        ]
        layers.append(_layer(2, EDGES, "objectgroup", objects=objects, draworder="index"))
    return {
        "type": "map",
        "version": VERSION,
        **shape_of(grid),
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
            *(_text(key, words) for key, words in zip(WORDS, (layout.name, layout.author, layout.notes), strict=True)),
        ],
        "tilesets": [{"firstgid": 1, "source": f"{name}.tsj"}],
        "layers": layers,
    }


def shape_of(grid: Grid) -> dict[str, Json]:
    """What a map says of the shape of its spaces: squares, or hexagons on their points in rows."""
    if grid.sides == 4:
        return {"orientation": "orthogonal"}
    is_first_shifted = grid.centre(0)[0] > 0.75
    side = round(HEX_RADIUS * SIDE)
    return {
        "orientation": "hexagonal",
        "hexsidelength": side,
        "staggeraxis": "y",
        "staggerindex": "even" if is_first_shifted else "odd",
    }


def edges_of(game: Game, body: Body) -> dict[int, Point]:
    """The edges of a layout that can be painted, by target, and where their tiles lie, in board units."""
    grid = game.grid(body)
    edges = {}
    for target in game.sketch(body, still=True).targets:
        if is_edge(target.cell):
            cell, side = target_edge(target.cell)
            (left, top), (right, bottom) = (grid.corners(cell)[corner % grid.sides] for corner in (side, side + 1))
            x, y = grid.centre(cell)
            edges[target.cell] = (_inward((left + right) / 2, x), _inward((top + bottom) / 2, y))
    return edges


def _inward(middle: float, centre: float) -> float:
    """From the middle of an edge so far towards the space that what lies there is all on it."""
    return middle + (centre - middle) * EDGE_SIDE


def edge_words(grid: Grid, target: int) -> str:
    """How an edge is called: the name of its space, and the number of the side clockwise."""
    cell, side = target_edge(target)
    return f"{grid.name(cell)} {('north', 'east', 'south', 'west')[side] if grid.sides == 4 else side + 1}"


def _layer(number: int, name: str, kind: str, **more: Json) -> Json:
    return {"id": number, "name": name, "type": kind, "x": 0, "y": 0, "opacity": 1, "visible": True, **more}


def _object(number: int, tile: int, place: Point, size: tuple[int, int], name: str) -> Json:
    """A tile that lies at an edge; Tiled counts from its lower left corner."""
    side = SIDE * EDGE_SIDE
    return {
        "id": number,
        "name": name,
        "type": "",
        "gid": tile,
        "x": place[0] * SIDE - side / 2,
        "y": place[1] * SIDE + side / 2,
        "width": side,
        "height": side,
        "rotation": 0,
        "visible": True,
    }
