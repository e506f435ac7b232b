"""Derived facts of a sea body for the checks: edges of tiles and board, shipping routes, islands, supply (T5–T8)."""

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
    """A body's board as flat lists; index `cell * 4 + side` is an edge of a cell."""

    def __init__(self, body: SeaBody, from_any_sea: bool = False) -> None:
        """`from_any_sea`: ships may start on every discovered sea, not only at the border (E3, T8)."""
        self.body = body
        self.from_any_sea = from_any_sea
        self.grid = grid_of(body)
        self.cells: list[Content] = contents(body)
        self.kinds: dict[str, TileKind] = {kind.name: kind for kind in body.tiles}
        count = self.grid.count
        self.shapes: list[str] = [""] * count  # by cell: the rotated shape of the placed tile; "" if there is none
        turned_shapes: dict[tuple[str, int], str] = {}
        for cell, content in enumerate(self.cells):
            if isinstance(content, Laid):
                key = (content.tile, content.turn)
                if key not in turned_shapes:
                    turned_shapes[key] = turned(self.kinds[content.tile].shape, content.turn)
                self.shapes[cell] = turned_shapes[key]
        self.open = [cell for cell, content in enumerate(self.cells) if content == UNDISCOVERED]
        """The undiscovered spaces."""
        self.neighbors = [-1] * (count * 4)  # space across each edge; -1 for outer edges and edges of void spaces
        self.outer: list[EdgeKind | None] = [None] * (count * 4)  # kind of each outer edge; None for other edges
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
        """Return the first few chart names, joined."""
        cells = list(cells)
        shown = ", ".join(map(self.name, cells[:most]))
        return shown + ", …" if len(cells) > most else shown

    def bonus(self, cell: int) -> int:
        """Return the points of the bonus tile on a space, or 0."""
        content = self.cells[cell]
        return self.kinds[content.tile].bonus if isinstance(content, Laid) else 0

    def required_edge(self, cell: int, side: int) -> int | None:
        """Return the edge a tile must have to match its neighbour: SEA or LAND; None if unconstrained (T4, T5)."""
        kind = self.outer[cell * 4 + side]
        if kind is not None:
            return LAND if kind == "coast" else SEA
        other = self.neighbors[cell * 4 + side]
        if other < 0 or not self.shapes[other]:
            return None
        return SEA if self.shapes[other][side ^ 2] == "." else LAND

    def required_masks(self, cell: int) -> tuple[int, int]:
        """Return the masks of sides that must be land and of sides that must be sea."""
        land = sea = 0
        for side in range(4):
            wanted = self.required_edge(cell, side)
            if wanted == LAND:
                land |= 1 << side
            elif wanted == SEA:
                sea |= 1 << side
        return land, sea

    def fits(self, cell: int, shape: str) -> bool:
        """Return whether a tile of this rotated shape matches all neighbours of a space."""
        land, sea = self.required_masks(cell)
        edges = edges_of(shape)
        return edges & land == land and not edges & sea

    @cached_property
    def classes(self) -> dict[int, tuple[int, ...]]:
        """Return the fitting classes by undiscovered space."""
        return {cell: classes_for(*self.required_masks(cell)) for cell in self.open}

    @cached_property
    def lanes(self) -> dict[int, list[int]]:
        """Return, by undiscovered space or placed tile, the spaces a ship can (or might) move to from there (T8)."""
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
        """Return the spaces where ships may start: behind an open outer edge or, if allowed, on discovered sea."""
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
        """Return all spaces that ships may reach (T8)."""
        return reachable(self.lanes, self.starts)

    @cached_property
    def undiscovered_neighbors(self) -> dict[int, list[int]]:
        """Return the undiscovered neighbours of each undiscovered space."""
        near, cells = self.neighbors, self.cells
        return {
            cell: [
                other for other in near[cell * 4 : cell * 4 + 4] if other >= 0 and cells[other] == UNDISCOVERED
            ]
            for cell in self.open
        }  # fmt: skip

    @cached_property
    def sectors(self) -> list[list[int]]:
        """Return the connected groups of undiscovered spaces, largest first."""
        return connected_components(self.undiscovered_neighbors)

    @cached_property
    def enclosed(self) -> list[int]:
        """Return undiscovered spaces with discovered tiles or border on all four sides (T8 a)."""
        return sorted(sector[0] for sector in self.sectors if len(sector) == 1)

    @cached_property
    def unreachable(self) -> list[list[int]]:
        """Return groups of two or more undiscovered spaces that ships can never reach (T8 b)."""
        return [sector for sector in self.sectors if len(sector) > 1 and sector[0] not in self.reachable]

    @cached_property
    def gaps(self) -> set[int]:
        """Return all spaces that are filled before the first turn (T8)."""
        return {*self.enclosed, *(cell for sector in self.unreachable for cell in sector)}

    @cached_property
    def islands(self) -> list[list[tuple[int, str]]]:
        """Return the islands of the placed tiles (T7): their lands as (cell, letter), in order."""
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
        """Return the land edges (cell, side) of an island that face neither a land edge nor a coast."""
        found = []
        for cell, letter in island:
            for side in range(4):
                if self.shapes[cell][side] == letter and self.required_edge(cell, side) != LAND:
                    found.append((cell, side))
        return found

    @cached_property
    def laid(self) -> dict[str, list[int]]:
        """Return the cells of placed tiles by kind."""
        found: dict[str, list[int]] = {}
        for cell, content in enumerate(self.cells):
            if isinstance(content, Laid):
                found.setdefault(content.tile, []).append(cell)
        return found

    @cached_property
    def supply(self) -> dict[str, int]:
        """Return the remaining tiles by kind: hidden, "?" and sorted ones that are not on the board."""
        return {
            name: hidden_tiles(kind) + max(0, kind.sorted - len(self.laid.get(name, ())))
            for name, kind in self.kinds.items()
            if not kind.bonus
        }


@cache
def classes_for(land: int, sea: int) -> tuple[int, ...]:
    """Return the classes with a rotation that has these land edges and none of these sea edges."""
    return tuple(sorted({class_of(mask) for mask in range(16) if mask & land == land and not mask & sea}))


def query_tiles(kind: TileKind) -> int:
    """Return the number of "?" tiles of a kind in the draw stacks; negative counts are 0."""
    return sum(max(0, count) for count in kind.events.values())


def hidden_tiles(kind: TileKind) -> int:
    """Return the number of plain and "?" tiles of a kind in the draw stacks; negative counts are 0."""
    return max(0, kind.hidden) + query_tiles(kind)


def kind_class(kind: TileKind) -> int:
    return class_of(edges_of(kind.shape))


# Shapes up to rotation, and edits of their edges and corners (T1, T2)
#
# Corner k of a tile is between its sides k and k + 1, clockwise from the north-east. Two land edges that meet at a
# corner belong to one land or to two.

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
"""All shapes up to rotation without an isthmus (T2)."""
ROUTE_CUTTING = ("a.a.", "aba.", "abac")
"""All shapes up to rotation with one isthmus, which cuts the route (T2); two would cross."""


@cache
def pattern_of(shape: str) -> str:
    """Return the representative of all rotations of a shape, or the shape if it is not a valid one."""
    rotations = {normalize_shape(turned(shape, turn)) for turn in range(4)}
    return next((pattern for pattern in (*SHAPES, *ROUTE_CUTTING) if pattern in rotations), normalize_shape(shape))


@cache
def all_shapes() -> tuple[str, ...]:
    """Return `SHAPES` in all distinct rotations."""
    return tuple(dict.fromkeys(normalize_shape(turned(shape, turn)) for turn in range(4) for shape in SHAPES))


def joined_corners(shape: str) -> set[int]:
    """Return the corners where two land edges belong to one land."""
    return {corner for corner in range(4) if shape[corner] != "." and shape[corner] == shape[(corner + 1) % 4]}


def shape_of(land: Collection[int], joined: Collection[int]) -> str:
    """Return the shape with these land sides, joined at these corners; unjoined sides are lands of their own."""
    lands = {side: side for side in land}
    for corner in joined:
        one, other = lands[corner], lands[(corner + 1) % 4]
        lands = {side: one if its == other else its for side, its in lands.items()}
    return normalize_shape("".join("efgh"[lands[side]] if side in lands else "." for side in range(4)))


def with_edge_toggled(shape: str, side: int) -> str:
    """Return the shape with a side toggled: sea, or land joined to the adjacent land edges.

    Lands that were joined by the side are separated, so that no isthmus remains.
    """
    land = {one for one in range(4) if shape[one] != "."}
    joined = joined_corners(shape)
    adjacent = (side, (side - 1) % 4)
    if side in land:
        return shape_of(land - {side}, joined.difference(adjacent))
    land.add(side)
    return shape_of(land, joined | {corner for corner in adjacent if {corner, (corner + 1) % 4} <= land})


def with_corner_toggled(shape: str, corner: int) -> str:
    """Return the shape with its lands joined or separated at a corner; unchanged if there is sea on a side of it.

    A land on all four sides is split in two, at this corner and the opposite one.
    """
    land = {one for one in range(4) if shape[one] != "."}
    joined = joined_corners(shape)
    if not {corner, (corner + 1) % 4} <= land:
        return shape
    if corner not in joined:
        return shape_of(land, joined | {corner})
    return shape_of(land, joined - ({corner} if len(joined) < 4 else {corner, (corner + 2) % 4}))


# Small seas written as text, for explanations and rules

KINDS = (
    TileKind("sea", "....", hidden=9, sorted=9),
    TileKind("cape", "a...", hidden=9, sorted=9),
    TileKind("bend", "aa..", hidden=9, sorted=9),
    TileKind("strait", "a.b.", hidden=9, sorted=9),
    TileKind("cove", "aaa.", hidden=9, sorted=9),
    TileKind("inland", "aaaa", sorted=9),
    TileKind("falls", "aaaa", sorted=1, bonus=5),
)
"""Plenty of tiles of every class, and a bonus tile."""
_LINES = {"sea": "~", "cape": "╵╶╷╴", "bend": "└┌┐┘", "strait": "│─", "cove": "├┬┤┴", "inland": "┼", "falls": "5"}
LEGEND = {symbol: Laid(name, turn) for name, symbols in _LINES.items() for turn, symbol in enumerate(symbols)}
"""The line symbols resemble the land edges of their tile."""


def sea_from_text(
    base: AnySea,
    *rows: str,
    border: EdgeKind = "open 0",
    edges: Mapping[str, EdgeKind] | None = None,
    **changes: Mapping[str, Any],
) -> AnySea:
    """Return the sea of these rows, otherwise like `base`; `changes` override fields of `KINDS` by kind name."""
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
