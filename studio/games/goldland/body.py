"""The layout body of Goldland: spaces, tiles with their lines, and the contents of the box (components, G1, G16).

Mistakes that can be displayed (two start tiles, a tile placed twice, an unknown word in a line, a negative stock) are
accepted here and reported by the checks; what cannot be displayed is rejected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Annotated, Any, Literal, NamedTuple, get_args

import msgspec
from msgspec import Meta

from studio.core import defaults
from studio.core.game import Json
from studio.core.grid import SquareGrid
from studio.core.text import _
from studio.documents.decoding import PictureText, SchemaError, check_board, check_known, check_pictures, decode
from studio.games.goldland.rules.board import (
    ADVENTURES,
    COMPARTMENTS,
    ITEM_KEYS,
    KIND_KEYS,
    START as START_KIND,
    Board,
    Numbers,
    Pieces,
    Tile,
    make_board,
    turned,
)

# Text notation of equipment lines: "2 rifle" to pay, "2 wood | wood + rope" to gain (G7, G10)
#
# `+` joins pieces that belong together, `|` separates alternatives. A piece is a word, with its count before it if not
# one. Words that name no equipment are accepted, so that the checks can report them; other text is rejected.

Group = tuple[tuple[str, int], ...]
"""Pieces that belong together, as (word, count): equipment in its order, then other words alphabetically."""

MAX_ALTERNATIVES = 4
_PIECE = re.compile(r"(?:(\d{1,9})\s+)?([^\W\d_]{1,20})")


@lru_cache(maxsize=4096)
def parse_group(text: str) -> Group:
    """Return the pieces of a text such as "2 rope + shovel", () for an empty text. Raises `ValueError`."""
    if not text.strip():
        return ()
    counts: dict[str, int] = {}
    for part in text.split("+"):
        match = _PIECE.fullmatch(part.strip())
        if match is None:
            message = _("“{text}” is not equipment. Write “2 rifle” or “wood + rope”, for example.")
            raise ValueError(message.format(text=part.strip()[:40]))
        word = match[2].lower()
        if word[-1] == "s" and word[:-1] in ITEM_KEYS:
            word = word[:-1]
        counts[word] = counts.get(word, 0) + int(match[1] or 1)
        if not (match[1] is None or int(match[1])) or counts[word] > COMPARTMENTS:
            message = _("“{text}” must be 1 to {most} pieces of each kind, because a backpack holds no more.")
            raise ValueError(message.format(text=text.strip()[:60], most=COMPARTMENTS))
    ranks = {key: rank for rank, key in enumerate(ITEM_KEYS)}
    return tuple(sorted(counts.items(), key=lambda piece: (ranks.get(piece[0], len(ranks)), piece[0])))


@lru_cache(maxsize=4096)
def parse_line(text: str) -> tuple[Group, ...]:
    """Return the different alternatives of a line such as "2 wood | 2 rope", () for "". Raises `ValueError`."""
    if not text.strip():
        return ()
    groups = [parse_group(part) for part in text.split("|")]
    if () in groups:
        raise ValueError(_("“{text}” is empty on one side of the bar.").format(text=text.strip()[:60]))
    if len(groups) > MAX_ALTERNATIVES:
        raise ValueError(_("A line can have at most {most} alternatives.").format(most=MAX_ALTERNATIVES))
    return tuple(dict.fromkeys(groups))


def format_group(group: Group) -> str:
    return " + ".join(word if count == 1 else f"{count} {word}" for word, count in group)


def format_line(groups: Iterable[Group]) -> str:
    return " | ".join(format_group(group) for group in groups)


def normalize_group(text: str) -> str:
    return format_group(parse_group(text))


def normalize_line(text: str) -> str:
    return format_line(parse_line(text))


def count_pieces(group: Group) -> Pieces:
    """Return the count of each piece of equipment; words that name none are ignored."""
    counts = [0] * len(ITEM_KEYS)
    for word, count in group:
        if word in ITEM_KEYS:
            counts[ITEM_KEYS.index(word)] += count
    provision, rope, rifle, shovel, wood, pearl, rod = counts
    return provision, rope, rifle, shovel, wood, pearl, rod


def unknown_words(*texts: str) -> list[str]:
    """Return the words in these lines that name no equipment, in order and without repeats."""
    labels = (word for text in texts for group in parse_line(text) for word, _count in group)
    return [word for word in dict.fromkeys(labels) if word not in ITEM_KEYS]


# The layout body

Item = Literal["provision", "rope", "rifle", "shovel", "wood", "pearl", "rod"]
Adventure = Literal["bandits", "pumas", "desert", "mountains", "canyon", "lake", "natives"]
Kind = Literal["bandits", "pumas", "desert", "mountains", "canyon", "lake", "natives", "plain", "coast"]
Seats = Literal["2", "3", "4", "5"]
ADVENTURE_KEYS: tuple[Adventure, ...] = get_args(Adventure)
TILE_KINDS = ("coast", "plain", *ADVENTURE_KEYS)
SEATS: tuple[Seats, ...] = get_args(Seats)
MIN_SIDE, MAX_SIDE = 4, 10
MAX_TILES = 200
SIDES = "NESW"
DEFAULT_EXITS = "ESW"  # by default the blocked side of a land tile is north

Number = Annotated[int, Meta(ge=-99, le=999)]
UNDISCOVERED, START = ".", "S"
VOID = "#"
"""A space off the board, an addition of this program: like the area beyond the edge. Only land spaces can be void."""


class Laid(NamedTuple):
    """A placed tile: its name and quarter turns clockwise (0 for a coast tile, which is oriented by its space)."""

    tile: str
    turn: int = 0


Content = Laid | str  # the content of a space: UNDISCOVERED, START, VOID or a tile


class TileData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A tile as written in a layout. `pay`, `show` and `gain` are its line; `exits` are some of the letters NESW.

    Only land tiles have `exits`; None means that the north side is blocked. `picture` is shown in its middle: a PNG or
    SVG image as a data URI.
    """

    name: Annotated[str, Meta(max_length=8)]
    kind: Kind
    village: bool = False
    end: bool = False
    exits: Annotated[str, Meta(pattern=r"^[NESW]{0,4}$")] | None = None
    pay: Annotated[str, Meta(max_length=200)] = ""
    show: Annotated[str, Meta(max_length=200)] = ""
    gain: Annotated[str, Meta(max_length=200)] = ""
    treasure: bool = False
    picture: PictureText = ""


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Spaces as rows of tokens: "." undiscovered, "#" void, "S" the start, "C5" a tile, "L3/1" one rotated by 90°."""

    spaces: tuple[Annotated[str, Meta(max_length=200)], ...]
    temple: str  # the name of the final space (G14)
    locked: tuple[str, ...] = ()  # the spaces whose coast tile a shuffle does not move
    tiles: Annotated[tuple[TileData, ...], Meta(max_length=MAX_TILES)]
    stock: dict[Item, Number] = {}
    kit: dict[Item, Number] = {}  # the pieces in each backpack at the start, which the start tile also offers (G1, G10)
    tokens: Number = 36
    coins: Number = 22
    camps: Number = 10
    markers: dict[Adventure, Number] = {}
    price: dict[Seats, Number] = {}
    bonus: dict[Seats, Number] = {}
    reserve: dict[Seats, Number] = {}


def parse(raw: Json) -> Body:
    """Return the canonical body for plain data. Raises `SchemaError`."""
    body = decode(raw, Body)
    _validate_tiles(body.tiles)
    cells, columns = _read_spaces(body)
    grid = SquareGrid(columns, len(cells) // columns)
    places = {"$.temple": body.temple, **{f"$.locked[{index}]": name for index, name in enumerate(body.locked)}}
    for place, name in places.items():
        if grid.cell_named(name) < 0:
            raise SchemaError(place, _("There is no space “{name}”.").format(name=name))
    tiles = tuple(map(normalize_tile, body.tiles))
    return msgspec.structs.replace(
        body,
        spaces=encode_spaces(tiles, cells, columns),
        temple=grid.name(grid.cell_named(body.temple)),
        locked=_names(grid, map(grid.cell_named, body.locked)),
        tiles=tiles,
        **{key: normalize(getattr(body, key)) for key, normalize in _NORMALIZE.items()},
    )


def _validate_tiles(tiles: Sequence[TileData]) -> None:
    check_pictures([tile.picture for tile in tiles], "tiles")
    names: set[str] = set()
    for index, tile in enumerate(tiles):
        place = f"$.tiles[{index}]"
        if complaint := name_error(tile.name):
            raise SchemaError(f"{place}.name", complaint)
        if tile.name in names:
            raise SchemaError(f"{place}.name", name_taken_text(tile.name))
        names.add(tile.name)
        if tile.kind == "coast" and tile.exits is not None:
            raise SchemaError(f"{place}.exits", _("the roads of a coast tile depend on its space. Remove the exits."))
        for key in ("pay", "show", "gain"):
            try:
                (parse_line if key == "gain" else parse_group)(getattr(tile, key))
            except ValueError as problem:
                raise SchemaError(f"{place}.{key}", str(problem)) from None


def name_taken_text(name: str) -> str:
    return _("Another tile is already named “{name}”.").format(name=name)


def name_error(name: str) -> str:
    """Return why a tile cannot have this name, "" if it can."""
    if not re.fullmatch(r"[A-Za-z0-9]{1,8}", name):
        return _("A tile name can have up to 8 letters and digits, for example “C5”.")
    return _("“S” is the start tile. Choose another name.") if name == START else ""


def _read_spaces(body: Body) -> tuple[list[Content], int]:
    rows = [row.split() for row in body.spaces]
    check_board(rows, MIN_SIDE, MAX_SIDE, MAX_SIDE)
    names = dict.fromkeys(tile.name for tile in body.tiles)
    cells: list[Content] = []
    for index, row in enumerate(rows):
        place = f"$.spaces[{index}]"
        for token in row:
            name, slash, turn = token.partition("/")
            if token in (UNDISCOVERED, START, VOID):
                cells.append(token)
                continue
            check_known(place, [name], names)
            if slash and turn not in ("0", "1", "2", "3"):
                text = _("the rotation of a tile must be 0 to 3, as in “{name}/1”.")
                raise SchemaError(place, text.format(name=name))
            cells.append(Laid(name, int(turn or 0)))
    return cells, len(rows[0])


def _all_of(keys: Sequence[str]) -> Callable[[Mapping[str, int]], dict[str, int]]:
    return lambda numbers: {key: numbers.get(key, 0) for key in keys}


_NORMALIZE: dict[str, Callable[[Mapping[str, int]], dict[str, int]]] = {
    "stock": _all_of(ITEM_KEYS),
    "kit": lambda kit: {item: kit[item] for item in ITEM_KEYS if kit.get(item)},
    "markers": _all_of(ADVENTURE_KEYS),
    "price": _all_of(SEATS),
    "bonus": _all_of(SEATS),
    "reserve": _all_of(SEATS),
}
"""The canonical form of counts by field: all keys in order, except that the kit omits zeros."""


@lru_cache(maxsize=4096)
def normalize_tile(tile: TileData) -> TileData:
    """Return a tile in canonical form: a canonical line, and exits only if they differ from the default."""
    exits = None if tile.exits is None else "".join(side for side in SIDES if side in tile.exits)
    return msgspec.structs.replace(
        tile,
        exits=None if exits == DEFAULT_EXITS or tile.kind == "coast" else exits,
        pay=normalize_group(tile.pay),
        show=normalize_group(tile.show),
        gain=normalize_line(tile.gain),
    )


def encode_spaces(tiles: Sequence[TileData], cells: Sequence[Content], columns: int) -> tuple[str, ...]:
    """Return the spaces as rows of aligned tokens; equivalent rotations become the smallest one."""
    named = {tile.name: tile for tile in tiles}
    tokens = []
    for content in cells:
        if isinstance(content, Laid):
            turn = least_turn(named[content.tile], content.turn)
            tokens.append(f"{content.tile}/{turn}" if turn else content.tile)
        else:
            tokens.append(content)
    widths = [max(map(len, tokens[column::columns])) for column in range(columns)]
    rows = (tokens[start : start + columns] for start in range(0, len(tokens), columns))
    return tuple(" ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def contents(body: Body) -> list[Content]:
    """Return the content of each cell of a canonical body, row by row."""
    cells: list[Content] = []
    for token in " ".join(body.spaces).split():
        name, _slash, turn = token.partition("/")
        cells.append(token if token in (UNDISCOVERED, START, VOID) else Laid(name, int(turn or 0)))
    return cells


def with_fields(body: Body, *, cells: Sequence[Content] | None = None, columns: int = 0, **others: Any) -> Body:
    """Return the canonical body with some fields replaced; the same object if nothing changes.

    `columns` is required when `cells` have another width. Every placed tile must be one of the tiles; `temple` and
    `locked` must be canonical.
    """
    change: dict[str, Any] = {key: _NORMALIZE.get(key, lambda value: value)(value) for key, value in others.items()}
    if "tiles" in change:
        change["tiles"] = tuple(map(normalize_tile, change["tiles"]))
    if cells is not None or "tiles" in change:
        cells = contents(body) if cells is None else cells
        change["spaces"] = encode_spaces(change.get("tiles", body.tiles), cells, columns or grid(body).columns)
    if all(getattr(body, key) == value for key, value in change.items()):
        return body
    return msgspec.structs.replace(body, **change)


def with_number(body: Body, key: str, number: int) -> Body:
    """Return the body with one number changed; `key` names its field: "coins", "stock.rope", "bonus.3"."""
    part, dot, which = key.partition(".")
    change: Any = {**getattr(body, part), which: number} if dot else number
    return with_fields(body, **{part: change})


def locked_at(body: Body, cells: Sequence[int]) -> tuple[str, ...]:
    return _names(grid(body), cells)


def _names(grid: SquareGrid, cells: Any) -> tuple[str, ...]:
    return tuple(grid.name(cell) for cell in sorted(set(cells)))


def to_plain(body: Body) -> Json:
    """Return the body as plain data with keys in canonical order and all component data included."""
    raw: dict[str, Any] = msgspec.to_builtins(body, enc_hook=str)  # translated texts are subclasses of str
    for key in ("spaces", "locked", "tiles"):
        raw[key] = list(raw[key])
    return raw


schema = partial(msgspec.json.schema, Body)


def grid(body: Body) -> SquareGrid:
    return SquareGrid(len(body.spaces[0].split()), len(body.spaces))


# Tiles as the rules represent them


def exit_bits(tile: TileData) -> int:
    """Return the sides with a road of the unrotated tile as bits from the north; all sides for a coast tile."""
    if tile.kind == "coast":
        return 15
    return sum(1 << SIDES.index(side) for side in (DEFAULT_EXITS if tile.exits is None else tile.exits))


@lru_cache(maxsize=4096)
def least_turn(tile: TileData, turn: int) -> int:
    """Return the smallest of the rotations that look like this one."""
    exits = exit_bits(tile)
    return next(least for least in range(4) if turned(exits, least) == turned(exits, turn))


def distinct_turns(tile: TileData) -> tuple[int, ...]:
    """Return the rotations of a tile that look different, in quarter turns."""
    return tuple(turn for turn in range(4) if least_turn(tile, turn) == turn)


@lru_cache(maxsize=4096)
def tile_of(tile: TileData) -> Tile:
    """Return a tile as the rules represent it; words that name no equipment are omitted."""
    return Tile(
        tile.name,
        KIND_KEYS.index(tile.kind),
        exit_bits(tile),
        count_pieces(parse_group(tile.pay)),
        count_pieces(parse_group(tile.show)),
        tuple(count_pieces(group) for group in parse_line(tile.gain)),
        tile.treasure,
        tile.village,
        tile.picture,
    )


def start_tile(kit: Mapping[Any, int]) -> Tile:
    """Return the start tile, which offers the start kit without showing anything (G10)."""
    offered = count_pieces(tuple((item, max(0, count)) for item, count in kit.items()))
    return Tile(START, START_KIND, 15, gains=(offered,) if any(offered) else ())


assert KIND_KEYS[:ADVENTURES] == ADVENTURE_KEYS


# Layout and board

max_seats = defaults.max_seats


def build(body: Body) -> Board:
    """Return the board of a body; a body with errors gives a board that can only be drawn.

    The start tile comes after the tiles of the layout.
    """
    places = grid(body)
    cells = contents(body)
    number = {tile.name: index for index, tile in enumerate(body.tiles)}
    laid = [-1] * places.count
    for cell, content in enumerate(cells):
        if isinstance(content, Laid):
            laid[cell] = number[content.tile] * 4 + content.turn
        elif content == START:
            laid[cell] = len(body.tiles) * 4
    numbers = Numbers(
        stock=count_pieces(tuple(body.stock.items())),
        kit=count_pieces(tuple(body.kit.items())),
        tokens=body.tokens,
        coins=body.coins,
        camps=body.camps,
        markers=tuple(body.markers[kind] for kind in ADVENTURE_KEYS),
        price=(0, 0, *body.price.values()),  # by number of seats, from 2 to 5
        bonus=(0, 0, *body.bonus.values()),
        reserve=(0, 0, *body.reserve.values()),
    )
    return make_board(
        places.columns,
        places.rows,
        cells.index(START) if START in cells else 0,
        places.cell_named(body.temple),
        laid,
        [*map(tile_of, body.tiles), start_tile(body.kit)],
        numbers,
        frozenset(cell for cell, content in enumerate(cells) if content == VOID),
    )
