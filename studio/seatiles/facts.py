"""What the checks need to know of a sea body, worked out once: edges of tiles and of the board, ships' ways (T5–T8)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache, cached_property
from typing import Any

import msgspec

from studio.seatiles.body import (
    UNDISCOVERED,
    VOID,
    AnySea,
    Border,
    Content,
    EdgeKind,
    Laid,
    SeaBody,
    TileKind,
    contents,
    default_edge,
    grid_of,
    normalize_shape,
    parse_edge,
    with_fields,
)
from studio.seatiles.rules.chart import class_of, edges_of, turned
from studio.validation import connected_components, reachable

SEA, LAND = 0, 1


class Facts:
    """A body's board as flat lists; `cell * 4 + side` names an edge of a cell."""

    def __init__(self, body: SeaBody, from_any_sea: bool = False) -> None:
        """`from_any_sea`: ships may start on every discovered sea, not only at the border (E3, T8)."""
        self.body = body
        self.from_any_sea = from_any_sea
        self.grid = grid_of(body)
        self.cells: list[Content] = contents(body)
        self.kinds: dict[str, TileKind] = {kind.name: kind for kind in body.tiles}
        count = self.grid.count
        self.shapes: list[str] = [""] * count
        """The shape of each laid tile as it lies; "" where none lies."""
        turned_shapes: dict[tuple[str, int], str] = {}
        for cell, content in enumerate(self.cells):
            if isinstance(content, Laid):
                key = (content.tile, content.turn)
                if key not in turned_shapes:
                    turned_shapes[key] = turned(self.kinds[content.tile].shape, content.turn)
                self.shapes[cell] = turned_shapes[key]
        self.open = [cell for cell, content in enumerate(self.cells) if content == UNDISCOVERED]
        """The undiscovered spaces."""
        self.neighbors = [-1] * (count * 4)
        """The space across each edge; -1 where the edge is an outer one, or of a void space."""
        self.outer: list[EdgeKind | None] = [None] * (count * 4)
        """What each outer edge is."""
        usual = [default_edge(body.border, side) for side in range(4)]
        columns = self.grid.columns
        for cell, content in enumerate(self.cells):
            if content == VOID:
                continue
            row, column = divmod(cell, columns)
            around = (
                cell - columns if row else -1,
                cell + 1 if column + 1 < columns else -1,
                cell + columns if row + 1 < self.grid.rows else -1,
                cell - 1 if column else -1,
            )
            for side, other in enumerate(around):
                if other >= 0 and self.cells[other] != VOID:
                    self.neighbors[cell * 4 + side] = other
                else:
                    self.outer[cell * 4 + side] = usual[side]
        for name, kind in body.edges.items():
            edge = parse_edge(self.grid, name)
            if edge is not None:
                self.outer[edge[0] * 4 + edge[1]] = kind

    def name(self, cell: int) -> str:
        return self.grid.name(cell)

    def names(self, cells: Iterable[int], most: int = 8) -> str:
        """Chart names in a row, the first few of many."""
        cells = list(cells)
        shown = ", ".join(map(self.name, cells[:most]))
        return shown + ", …" if len(cells) > most else shown

    def required_edge(self, cell: int, side: int) -> int | None:
        """What a tile's edge must be there: SEA or LAND, as what it faces has it; None if free (T4, T5)."""
        kind = self.outer[cell * 4 + side]
        if kind is not None:
            return LAND if kind == "coast" else SEA
        other = self.neighbors[cell * 4 + side]
        if other < 0 or not self.shapes[other]:
            return None
        return SEA if self.shapes[other][side ^ 2] == "." else LAND

    def required_masks(self, cell: int) -> tuple[int, int]:
        """Masks of the sides that must be land and of the sides that must be sea."""
        land = sea = 0
        for side in range(4):
            wanted = self.required_edge(cell, side)
            if wanted == LAND:
                land |= 1 << side
            elif wanted == SEA:
                sea |= 1 << side
        return land, sea

    def fits(self, cell: int, shape: str) -> bool:
        """Whether a tile of this shape, as it lies, matches all that surrounds a space."""
        land, sea = self.required_masks(cell)
        edges = edges_of(shape)
        return edges & land == land and not edges & sea

    def classes(self, cell: int) -> tuple[int, ...]:
        """The classes of which some tile fits an undiscovered space."""
        return self.classes_of[cell]

    @cached_property
    def classes_of(self) -> dict[int, tuple[int, ...]]:
        """By undiscovered space: the classes of which some tile fits there."""
        return {cell: classes_for(*self.required_masks(cell)) for cell in self.open}

    @cached_property
    def lanes(self) -> dict[int, list[int]]:
        """By undiscovered space or laid tile: the spaces to which a ship can or might pass from there (T8)."""
        near, shapes = self.neighbors, self.shapes
        found: dict[int, list[int]] = {cell: [] for cell, content in enumerate(self.cells) if content != VOID}
        for cell, ahead in found.items():
            for side in (1, 2):
                other = near[cell * 4 + side]
                if other >= 0:
                    one, two = shapes[cell], shapes[other]
                    if (not one or one[side] == ".") and (not two or two[side ^ 2] == "."):
                        ahead.append(other)
                        found[other].append(cell)
        return found

    @cached_property
    def starts(self) -> list[int]:
        """Spaces with an open outer edge by which a ship can come in, or with sea on which it can start."""
        found = []
        for cell, shape in enumerate(self.shapes):
            if self.from_any_sea and "." in shape:
                found.append(cell)
                continue
            for side in range(4):
                kind = self.outer[cell * 4 + side]
                if kind is not None and kind.startswith("open") and (not shape or shape[side] == "."):
                    found.append(cell)
                    break
        return found

    @cached_property
    def reachable(self) -> set[int]:
        """All spaces that some ship may reach (T8)."""
        return reachable(self.lanes, self.starts)

    @cached_property
    def undiscovered_neighbors(self) -> dict[int, list[int]]:
        """By undiscovered space: those beside it."""
        near, cells = self.neighbors, self.cells
        return {
            cell: [
                other for other in near[cell * 4 : cell * 4 + 4] if other >= 0 and cells[other] == UNDISCOVERED
            ]
            for cell in self.open
        }  # fmt: skip

    @cached_property
    def sectors(self) -> list[list[int]]:
        """Groups of undiscovered spaces that touch, largest first."""
        return connected_components(self.undiscovered_neighbors)

    @cached_property
    def enclosed(self) -> list[int]:
        """Undiscovered spaces whose four sides all face discovered tiles or border (T8 a)."""
        return sorted(sector[0] for sector in self.sectors if len(sector) == 1)

    @cached_property
    def unreachable(self) -> list[list[int]]:
        """Groups of two or more undiscovered spaces that no ship can ever reach (T8 b)."""
        return [sector for sector in self.sectors if len(sector) > 1 and sector[0] not in self.reachable]

    @cached_property
    def gaps(self) -> set[int]:
        """All spaces that are filled before the first turn (T8)."""
        return {*self.enclosed, *(cell for sector in self.unreachable for cell in sector)}

    @cached_property
    def islands(self) -> list[list[tuple[int, str]]]:
        """Islands of the laid tiles (T7): their lands as (cell, letter), in order."""
        seen: set[tuple[int, str]] = set()
        found = []
        for cell, shape in enumerate(self.shapes):
            for letter in sorted(set(shape) - {"."}):
                if (cell, letter) in seen:
                    continue
                seen.add((cell, letter))
                island, ahead = [], [(cell, letter)]
                while ahead:
                    here, mark = ahead.pop()
                    island.append((here, mark))
                    for side in range(4):
                        other = self.neighbors[here * 4 + side]
                        if self.shapes[here][side] == mark and other >= 0 and self.shapes[other]:
                            beyond = (other, self.shapes[other][side ^ 2])
                            if beyond[1] != "." and beyond not in seen:
                                seen.add(beyond)
                                ahead.append(beyond)
                found.append(sorted(island))
        return found

    def open_edges(self, island: list[tuple[int, str]]) -> list[tuple[int, int]]:
        """The land edges (cell, side) of an island that face neither a land edge nor a coast."""
        found = []
        for cell, letter in island:
            for side in range(4):
                if self.shapes[cell][side] == letter and self.required_edge(cell, side) != LAND:
                    found.append((cell, side))
        return found

    @cached_property
    def laid(self) -> dict[str, list[int]]:
        """Where tiles of each kind lie."""
        found: dict[str, list[int]] = {}
        for cell, content in enumerate(self.cells):
            if isinstance(content, Laid):
                found.setdefault(content.tile, []).append(cell)
        return found

    @cached_property
    def supply(self) -> dict[str, int]:
        """How many tiles of each kind may still come: hidden, "?" and sorted ones that do not lie on the board."""
        return {
            name: hidden_tiles(kind) + max(0, kind.sorted - len(self.laid.get(name, ())))
            for name, kind in self.kinds.items()
            if not kind.bonus
        }


@cache
def classes_for(land: int, sea: int) -> tuple[int, ...]:
    """The classes of which some rotation has these land edges and none of these sea edges."""
    return tuple(sorted({class_of(mask) for mask in range(16) if mask & land == land and not mask & sea}))


def query_tiles(kind: TileKind) -> int:
    """How many "?" tiles of a kind lie in the draw stacks; a count below nought is none."""
    return sum(max(0, count) for count in kind.events.values())


def hidden_tiles(kind: TileKind) -> int:
    """How many tiles of a kind lie in the draw stacks, plain and "?" ones; a count below nought is none."""
    return max(0, kind.hidden) + query_tiles(kind)


def kind_class(kind: TileKind) -> int:
    """The class of a kind (T1)."""
    return class_of(edges_of(kind.shape))


# Shapes up to rotation, and what a click on an edge or a corner makes of one (T1, T2).
#
# Corner k of a tile lies between its sides k and k + 1, clockwise from the north-east. Two land edges that meet in a
# corner are one land there or two.

SHAPES = (
    "....",
    "a...",
    "aa..",
    "ab..",
    "a.b.",
    "aaa.",
    "aab.",
    "abb.",
    "abc.",
    "aaaa",
    "aaab",
    "aabb",
    "aabc",
    "abcd",
)
"""Every shape up to rotation that has no isthmus (T2)."""
ROUTE_CUTTING = ("a.a.", "aba.", "abac")
"""Every shape up to rotation with one isthmus, which cuts the route (T2); two would cross each other."""


@cache
def pattern_of(shape: str) -> str:
    """The shape that stands for all rotations of this one; itself when no tile could look so."""
    rotations = {normalize_shape(turned(shape, turn)) for turn in range(4)}
    return next((pattern for pattern in (*SHAPES, *ROUTE_CUTTING) if pattern in rotations), normalize_shape(shape))


@cache
def all_shapes() -> tuple[str, ...]:
    """`SHAPES` in all their rotations, each once."""
    return tuple(dict.fromkeys(normalize_shape(turned(shape, turn)) for turn in range(4) for shape in SHAPES))


def joined_corners(shape: str) -> set[int]:
    """The corners in which two land edges are one land."""
    return {corner for corner in range(4) if shape[corner] != "." and shape[corner] == shape[(corner + 1) % 4]}


def shape_of(land: Collection[int], joined: Collection[int]) -> str:
    """The shape with these land sides, joined in these corners; what is joined nowhere is a land of its own."""
    lands = {side: side for side in land}
    for corner in joined:
        one, other = lands[corner], lands[(corner + 1) % 4]
        lands = {side: one if its == other else its for side, its in lands.items()}
    return normalize_shape("".join("efgh"[lands[side]] if side in lands else "." for side in range(4)))


def with_edge_toggled(shape: str, side: int) -> str:
    """The shape with sea instead of land on a side, or land that is joined to the land edges beside it.

    Lands that were joined by what becomes sea are parted, so that no isthmus is left.
    """
    land = {one for one in range(4) if shape[one] != "."}
    joined = joined_corners(shape)
    beside = (side, (side - 1) % 4)
    if side in land:
        return shape_of(land - {side}, joined.difference(beside))
    land.add(side)
    return shape_of(land, joined | {corner for corner in beside if {corner, (corner + 1) % 4} <= land})


def with_corner_toggled(shape: str, corner: int) -> str:
    """The shape with its lands joined or parted in a corner; the same where there is sea on a side of it.

    A land all round is parted in two, in this corner and in the one opposite.
    """
    land = {one for one in range(4) if shape[one] != "."}
    joined = joined_corners(shape)
    if not {corner, (corner + 1) % 4} <= land:
        return shape
    if corner not in joined:
        return shape_of(land, joined | {corner})
    return shape_of(land, joined - ({corner} if len(joined) < 4 else {corner, (corner + 2) % 4}))


# Little seas drawn as text: what is shown beside an explanation or a clause.

KINDS = (
    TileKind("sea", "....", hidden=9, sorted=9),
    TileKind("cape", "a...", hidden=9, sorted=9),
    TileKind("bend", "aa..", hidden=9, sorted=9),
    TileKind("strait", "a.b.", hidden=9, sorted=9),
    TileKind("cove", "aaa.", hidden=9, sorted=9),
    TileKind("inland", "aaaa", sorted=9),
    TileKind("falls", "aaaa", sorted=1, bonus=5),
)
"""Plenty of every class, and a bonus tile."""
_LINES = {"sea": "~", "cape": "╵╶╷╴", "bend": "└┌┐┘", "strait": "│─", "cove": "├┬┤┴", "inland": "┼", "falls": "5"}
LEGEND = {symbol: Laid(name, turn) for name, symbols in _LINES.items() for turn, symbol in enumerate(symbols)}
"""Lines are drawn like the land edges of the tile that they stand for."""


def sea_from_text(
    base: AnySea,
    *rows: str,
    border: EdgeKind = "open 0",
    edges: Mapping[str, EdgeKind] | None = None,
    **changes: Mapping[str, Any],
) -> AnySea:
    """The sea of these rows, else like `base`; `changes` are fields of kinds that differ from `KINDS`, by name."""
    kinds = tuple(msgspec.structs.replace(kind, **changes.get(kind.name, {})) for kind in KINDS)
    body = msgspec.structs.replace(
        base,
        spaces=rows,
        legend=LEGEND,
        border=Border(border, border, border, border),
        edges=dict(edges or {}),
        tiles=kinds,
    )
    return with_fields(body)
