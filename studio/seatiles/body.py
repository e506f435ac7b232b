"""The sea part of a layout body: spaces, border, tile set (T1–T6)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta

from studio.core.game import Json
from studio.core.grid import SIDE_NAMES, SquareGrid
from studio.core.text import _, kind_taken_text
from studio.documents.decoding import PictureText, SchemaError, check_board, check_known, check_pictures
from studio.seatiles.rules.chart import Chart, edges_of, same_looks, turned

Count = Annotated[int, Meta(ge=0, le=999)]
Tally = Annotated[int, Meta(ge=-999, le=999)]
"""Number of tiles. User errors such as negative counts are accepted here and reported by the checks (`tiles.negative`).
"""
Turn = Annotated[int, Meta(ge=0, le=3)]
EdgeKind = Literal["open 0", "open 1", "open 2", "shore", "coast"]
"""Kind of an outer edge (T5): open sea with a toll of 0, 1 or 2 gold; shore (sea, no start); coast (land)."""

UNDISCOVERED, VOID = ".", "#"


class Laid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pre-placed tile: the name of its kind and quarter turns clockwise."""

    tile: str
    turn: Turn = 0


class Border(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Kind of the outer edges on each side, unless `SeaBody.edges` has another one for an edge.

    "north" is for the edges north of a space: those at the rim's north side, and at the south sides of void spaces.
    """

    north: EdgeKind = "open 0"
    east: EdgeKind = "open 0"
    south: EdgeKind = "open 0"
    west: EdgeKind = "open 0"


class TileKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of tile. `shape` gives the lands on its north, east, south and west edge at turn 0.

    "." is a sea edge; equal letters are one land: "...." sea only, "a.b." two lands with a strait between them,
    "aaaa" all land. `hidden` counts plain tiles in the face-down stacks, `events` the "?" tiles there by event,
    `sorted` the face-up (reserve) tiles. `bonus` > 0 makes it a bonus tile, which only a layout places.
    `picture` is shown in its middle: a PNG or SVG image as a data URI.
    """

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    shape: Annotated[str, Meta(max_length=4, pattern=r"^[.a-d]{4}$")]
    hidden: Tally = 0
    events: dict[str, Tally] = {}
    sorted: Tally = 0
    bonus: Annotated[int, Meta(ge=0, le=99)] = 0
    picture: PictureText = ""


class SeaBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Spaces as rows of symbols, "." undiscovered, "#" void, others by `legend`; x from the west, y from the north.

    `edges` overrides single outer edges: "E4 north" → an edge kind (chart name of the space, then its side).
    """

    spaces: tuple[Annotated[str, Meta(min_length=2, max_length=24)], ...]
    legend: dict[Annotated[str, Meta(min_length=1, max_length=1)], Laid] = {}
    border: Border = Border()
    edges: dict[str, EdgeKind] = {}
    tiles: Annotated[tuple[TileKind, ...], Meta(min_length=1, max_length=200)]


AnySea = TypeVar("AnySea", bound=SeaBody)  # body of a game on sea tiles

Content = Laid | str  # content of a space: UNDISCOVERED, VOID, or a pre-placed tile


def grid_of(body: SeaBody) -> SquareGrid:
    return SquareGrid(len(body.spaces[0]), len(body.spaces))


def contents(body: SeaBody) -> list[Content]:
    legend: Mapping[str, Content] = {**body.legend, UNDISCOVERED: UNDISCOVERED, VOID: VOID}
    return [legend[symbol] for row in body.spaces for symbol in row]


def normalize_shape(shape: str) -> str:
    """Return the shape with its lands lettered in order of appearance, so that equal shapes are equal strings."""
    letters: dict[str, str] = {}
    return "".join(land if land == "." else letters.setdefault(land, "abcd"[len(letters)]) for land in shape)


def edge_name(grid: SquareGrid, cell: int, side: int) -> str:
    """Return the key of an edge in `SeaBody.edges`: "E4 north"."""
    return f"{grid.name(cell)} {SIDE_NAMES[side]}"


def parse_edge(grid: SquareGrid, name: str) -> tuple[int, int] | None:
    """Return cell and side of a named edge; None if the board has no such space or side."""
    place, _space, side = name.partition(" ")
    cell = grid.cell_named(place)
    return (cell, SIDE_NAMES.index(side)) if cell >= 0 and side in SIDE_NAMES else None


def is_outer(grid: SquareGrid, cells: Sequence[Content], cell: int, side: int) -> bool:
    """Return whether an edge belongs to a space that is not void and faces the rim or a void space (T5)."""
    if cells[cell] == VOID:
        return False
    other = grid.neighbor(cell, side)
    return other < 0 or cells[other] == VOID


def default_edge(border: Border, side: int) -> EdgeKind:
    return (border.north, border.east, border.south, border.west)[side]


def outer_kind(body: SeaBody, cells: Sequence[Content], cell: int, side: int) -> EdgeKind | None:
    """Return the kind of an outer edge; None for other edges. `cells` are the body's contents."""
    grid = grid_of(body)
    if not is_outer(grid, cells, cell, side):
        return None
    return body.edges.get(edge_name(grid, cell, side), default_edge(body.border, side))


_LINES = "~╵╶└╷│┌├╴┘─┴┐┤┬┼"
_DOUBLE = "≈╹╺╚╻║╔╠╸╝═╩╗╣╦╬"
_SPARE = "".join(chr(code) for pair in ((97, 123), (65, 91), (945, 970), (1072, 1104)) for code in range(*pair))


def _symbols(kind: TileKind, turn: int) -> Iterable[str]:
    """Return the preferred symbols of a placed tile, best first: lines shaped like its lands, a digit for a bonus."""
    if kind.bonus:
        yield from (str(kind.bonus), "X", "Y", "Z") if kind.bonus < 10 else ("X", "Y", "Z")
    else:
        mask = edges_of(turned(kind.shape, turn))
        yield _LINES[mask]
        yield _DOUBLE[mask]
    yield from _SPARE
    yield from map(chr, range(0x4E00, 0x4E00 + 24 * 24 + 1))  # more symbols than spaces


_least_turn = cache(same_looks)


def encode_spaces(
    tiles: Sequence[TileKind], columns: int, cells: Sequence[Content]
) -> tuple[tuple[str, ...], dict[str, Laid]]:
    """Return the spaces as rows of symbols and their legend, in canonical form: equal boards have equal maps.

    Of turns that look alike the smallest is used (T4). Every placed tile must be one of `tiles`.
    """
    shapes = {kind.name: kind.shape for kind in tiles}
    looks = {
        content: Laid(content.tile, _least_turn(shapes[content.tile], content.turn))
        for content in set(cells)
        if isinstance(content, Laid)
    }
    used = set(looks.values())
    symbols: dict[Content, str] = {}
    taken: set[str] = set()
    for kind in tiles:
        for turn in range(4):
            if (laid := Laid(kind.name, turn)) in used:
                symbols[laid] = next(symbol for symbol in _symbols(kind, turn) if symbol not in taken)
                taken.add(symbols[laid])
    legend = {symbol: laid for laid, symbol in symbols.items() if isinstance(laid, Laid)}
    for given, least in looks.items():
        symbols[given] = symbols[least]
    symbols[UNDISCOVERED], symbols[VOID] = UNDISCOVERED, VOID
    row = "".join([symbols[cell] for cell in cells])
    return tuple(row[start : start + columns] for start in range(0, len(row), columns)), legend


def canonical_sea(
    tiles: Sequence[TileKind], columns: int, cells: Sequence[Content], border: Border, edges: Mapping[str, EdgeKind]
) -> dict[str, object]:
    """Return the sea fields of a body in canonical form: smallest turns, canonical map, edges in order.

    Edges that are not outer ones or have the default kind are dropped. Every placed tile must be one of `tiles`.
    """
    spaces, legend = encode_spaces(tiles, columns, cells)
    grid = SquareGrid(columns, len(spaces))
    remaining: list[tuple[int, int, EdgeKind]] = []
    for name, kind in edges.items():
        edge = parse_edge(grid, name)
        if edge is not None and is_outer(grid, cells, *edge) and default_edge(border, edge[1]) != kind:
            remaining.append((*edge, kind))
    remaining.sort(key=lambda entry: entry[:2])
    return {
        "spaces": spaces,
        "legend": legend,
        "border": border,
        "edges": {edge_name(grid, cell, side): kind for cell, side, kind in remaining},
        "tiles": tuple(tiles),
    }


def with_fields(
    body: AnySea,
    *,
    cells: Sequence[Content] | None = None,
    columns: int = 0,
    border: Border | None = None,
    edges: Mapping[str, EdgeKind] | None = None,
    tiles: Sequence[TileKind] | None = None,
    **others: object,
) -> AnySea:
    """Return the body with some of its fields replaced, in canonical form; the same object if that changes nothing.

    `columns` is required if `cells` have another width; `others` are fields of the game itself, in canonical form.
    """
    sea = canonical_sea(
        body.tiles if tiles is None else tiles,
        columns or grid_of(body).columns,
        contents(body) if cells is None else cells,
        border or body.border,
        body.edges if edges is None else edges,
    )
    after = msgspec.structs.replace(body, **sea, **others)
    return body if after == body else after


def with_cells(body: AnySea, cells: Sequence[Content]) -> AnySea:
    return with_fields(body, cells=cells)


def with_edge(body: AnySea, cell: int, side: int, kind: EdgeKind) -> AnySea:
    return with_fields(body, edges={**body.edges, edge_name(grid_of(body), cell, side): kind})


def validate_sea(body: SeaBody, events: Sequence[str]) -> None:
    """Check the constraints of a sea body not covered by types. Raises `SchemaError`."""
    check_board(body.spaces, 2, 24, 24)
    check_pictures([kind.picture for kind in body.tiles], "tiles")
    names: list[str] = []
    for index, kind in enumerate(body.tiles):
        place = f"$.tiles[{index}]"
        if kind.name in names:
            raise SchemaError(f"{place}.name", kind_taken_text(kind.name))
        if kind.name != kind.name.strip() or not kind.name.isprintable():
            raise SchemaError(f"{place}.name", invalid_name_text())
        names.append(kind.name)
        check_known(f"{place}.events", kind.events, events)
    for symbol, laid in body.legend.items():
        if symbol in (UNDISCOVERED, VOID):
            text = _("“{symbol}” already has another meaning. Choose a different symbol.")
            raise SchemaError("$.legend", text.format(symbol=symbol))
        check_known(f'$.legend["{symbol}"].tile', [laid.tile], names)
    for index, row in enumerate(body.spaces):
        check_known(f"$.spaces[{index}]", row, (UNDISCOVERED, VOID, *body.legend))
    grid, cells = grid_of(body), contents(body)
    for name in body.edges:
        edge = parse_edge(grid, name)
        if edge is None or not is_outer(grid, cells, *edge):
            text = _("“{name}” is not an outer edge. Name a space and one of its outer sides, such as “A1 north”.")
            raise SchemaError("$.edges", text.format(name=name))


def check_values(place: str, counts: Iterable[str]) -> None:
    """Check that the keys of a count by value are 1 to 99. Raises `SchemaError`."""
    for value in counts:
        if not re.fullmatch(r"[1-9][0-9]?", value):
            raise SchemaError(place, _("“{value}” must be a whole number from 1 to 99.").format(value=value))


def invalid_name_text() -> str:
    return _("A tile name must have 1 to 40 printable characters, with no space at its ends.")


def sea_to_plain(body: SeaBody) -> Json:
    """Return a canonical body as plain data; zero values of tiles and legend are omitted."""
    plain = msgspec.json.decode(msgspec.json.encode(body, enc_hook=str))
    for laid in plain["legend"].values():
        if not laid["turn"]:
            del laid["turn"]
    for kind in plain["tiles"]:
        for key in ("events", "bonus", "picture"):
            if not kind[key]:
                del kind[key]
    return plain


def normalize_kind(kind: TileKind, events: Sequence[str]) -> TileKind:
    """Return a kind in canonical form: lands lettered in order, events in order, zero counts omitted."""
    counts = {event: kind.events[event] for event in events if kind.events.get(event)}
    return msgspec.structs.replace(kind, shape=normalize_shape(kind.shape), events=counts)


def normalize_sea(body: SeaBody, events: Sequence[str]) -> dict[str, object]:
    """Return the sea fields of a body in canonical form, including its tile kinds."""
    tiles = [normalize_kind(kind, events) for kind in body.tiles]
    return canonical_sea(tiles, grid_of(body).columns, contents(body), body.border, body.edges)


def sort_by_value(counts: Mapping[str, int]) -> dict[str, int]:
    return {value: counts[value] for value in sorted(counts, key=int)}


RIM = {"open 0": 0, "open 1": 1, "open 2": 2, "shore": 3, "coast": 4}  # chart constants for the kinds of outer edge


def build_chart(body: SeaBody) -> Chart:
    """Compile the chart of a body: its spaces, border, tile kinds and pre-placed tiles."""
    columns, rows = len(body.spaces[0]), len(body.spaces)
    grid = SquareGrid(columns, rows)
    symbols = "".join(body.spaces)
    facing = (body.border.north, body.border.east, body.border.south, body.border.west)
    rim = [
        RIM[body.edges.get(f"{grid.name(cell)} {SIDE_NAMES[side]}", facing[side])]
        for cell in range(grid.count)
        for side in range(4)
    ]
    numbers = {tile.name: number for number, tile in enumerate(body.tiles)}
    laid = []
    for cell, symbol in enumerate(symbols):
        if symbol not in (UNDISCOVERED, VOID):
            tile = body.legend[symbol]
            laid.append((cell, numbers[tile.tile], tile.turn))
    return Chart(
        columns,
        rows,
        [symbol == VOID for symbol in symbols],
        rim,
        [(tile.name, tile.shape, tile.bonus, tile.picture) for tile in body.tiles],
        laid,
    )


def count_tiles(body: SeaBody, chart: Chart, events: Sequence[str]) -> tuple[list[int], list[int]]:
    """Return tiles in the face-down stacks by kind and sort (plain, then by event), and sorted tiles by kind.

    Bonus tiles that the layout does not use leave the game (N0); pre-placed tiles are deducted from the sorted ones.
    """
    kinds, sorts = len(chart.kinds), len(events) + 1
    hidden, left = [0] * (kinds * sorts), [0] * kinds
    for number, tile in enumerate(body.tiles):
        if tile.bonus:
            continue
        hidden[number * sorts] = tile.hidden
        for event, count in tile.events.items():
            hidden[number * sorts + 1 + events.index(event)] = count
        left[number] = tile.sorted
    for _cell, placement in chart.laid:
        number = chart.placements[placement].kind
        left[number] = max(left[number] - 1, 0)
    return hidden, left
