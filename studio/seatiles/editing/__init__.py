"""Pure edits of a sea: stamping, erasing, turning, mirroring, resizing. Body in, body out.

Stamp keys: "undiscovered", "void", "tile:<name of a kind>" (with a turn) for spaces; "edge:open 0", "edge:open 1",
"edge:open 2", "edge:shore", "edge:coast" for outer edges. An edit that changes nothing gives the same object back.
"""

from __future__ import annotations

from typing import get_args

import msgspec

from studio.core.form import VOID_KEY, Stamp
from studio.core.picture import is_edge, target_edge
from studio.core.text import _
from studio.seatiles.body import (
    UNDISCOVERED,
    VOID,
    AnySea,
    Content,
    EdgeKind,
    Laid,
    SeaBody,
    TileKind,
    contents,
    default_edge,
    edge_name,
    edited,
    grid_of,
    is_outer,
    named_edge,
    outer_kind,
    plain_shape,
    with_cells,
    with_edge,
)
from studio.seatiles.rules.shape import rotations, same_looks
from studio.seatiles.rules.shape import turned as turned_shape

LEAST, MOST = 2, 24
EDGE_KINDS: tuple[EdgeKind, ...] = get_args(EdgeKind)
UNDISCOVERED_STAMP, VOID_STAMP = Stamp("undiscovered"), Stamp(VOID_KEY)


def stamp(body: AnySea, target: int, stamp: Stamp) -> AnySea:
    """A pure edit; the same body if it changes nothing or does not go there."""
    grid = grid_of(body)
    what, _colon, name = stamp.key.partition(":")
    if is_edge(target):
        cell, side = target_edge(target)
        if what != "edge" or cell >= grid.count or side >= 4 or not is_outer(grid, contents(body), cell, side):
            return body
        kind = next((kind for kind in EDGE_KINDS if kind == name), None)
        return body if kind is None else with_edge(body, cell, side, kind)
    if not 0 <= target < grid.count:
        return body
    content: Content
    if stamp.key == "undiscovered":
        content = UNDISCOVERED
    elif stamp.key == VOID_KEY:
        content = VOID
    elif what == "tile" and (tile := _kind_of(body, stamp)) is not None:
        content = Laid(name, same_looks(tile.shape, stamp.turn))
    else:
        return body
    column, row = grid.place(target)
    return _put(body, column, row, content)


def _put(body: AnySea, column: int, row: int, content: Content) -> AnySea:
    """The body with another content of a space; one symbol is replaced where that is all there is to it."""
    old = body.spaces[row][column]
    new = next((symbol for symbol, laid in body.legend.items() if laid == content), None)
    if not isinstance(content, Laid):
        new = content
    if new == old:
        return body
    is_last = old in body.legend and sum(line.count(old) for line in body.spaces) == 1
    if new is not None and not is_last and not (body.edges and VOID in (old, new)):
        line = body.spaces[row][:column] + new + body.spaces[row][column + 1 :]
        return msgspec.structs.replace(body, spaces=(*body.spaces[:row], line, *body.spaces[row + 1 :]))
    cells = contents(body)
    cells[row * len(body.spaces[0]) + column] = content
    return with_cells(body, cells)


def pick(body: SeaBody, target: int) -> Stamp:
    """The stamp that would paint what is there. An edge between two spaces gives its default's stamp."""
    cells = contents(body)
    if is_edge(target):
        cell, side = target_edge(target)
        return Stamp(f"edge:{outer_kind(body, cells, cell, side) or default_edge(body.border, side)}")
    content = cells[target]
    if isinstance(content, Laid):
        return Stamp(f"tile:{content.tile}", content.turn)
    return VOID_STAMP if content == VOID else UNDISCOVERED_STAMP


def eraser(body: SeaBody, target: int) -> Stamp:
    """The stamp that clears a target: an undiscovered space, the default of an edge."""
    if is_edge(target):
        return Stamp(f"edge:{default_edge(body.border, target_edge(target)[1])}")
    return UNDISCOVERED_STAMP


def _kind_of(body: SeaBody, stamp: Stamp) -> TileKind | None:
    what, _colon, name = stamp.key.partition(":")
    return next((kind for kind in body.tiles if what == "tile" and kind.name == name), None)


def turned(body: SeaBody, stamp: Stamp, turns: int) -> Stamp:
    """The stamp after quarter turns clockwise; turns that look alike are one."""
    kind = _kind_of(body, stamp)
    if kind is None:
        return stamp
    return Stamp(stamp.key, same_looks(kind.shape, (stamp.turn + turns) % 4))


def mirrored(body: SeaBody, stamp: Stamp, upright: bool) -> Stamp:
    """The stamp as a mirror shows it; `upright` mirrors east and west, else north and south.

    A home-made tile whose mirror image is no turn of itself becomes the kind that is, if the set has one with the
    same bonus; else it stays as it is.
    """
    kind = _kind_of(body, stamp)
    if kind is None:
        return stamp
    north, east, south, west = tuple(turned_shape(kind.shape, stamp.turn))
    image = plain_shape(north + west + south + east if upright else south + east + north + west)
    for other in (kind, *body.tiles):
        if other.bonus == kind.bonus:
            for one in rotations(other.shape):
                if plain_shape(turned_shape(other.shape, one.turn)) == image:
                    return Stamp(f"tile:{other.name}", one.turn)
    return stamp


def resized(body: AnySea, left: int, top: int, right: int, bottom: int) -> AnySea:
    """Rows and columns added (negative: taken away) on each side. Raises `ValueError` with a sentence.

    Everything stays where it lay; an edge of the rim that is named stays on the rim, in its row or column.
    """
    grid, cells = grid_of(body), contents(body)
    columns, rows = grid.columns + left + right, grid.rows + top + bottom
    if not (LEAST <= columns <= MOST and LEAST <= rows <= MOST):
        raise ValueError(
            _("A board is 2 × 2 to 24 × 24 spaces; this one would be {columns} × {rows}.").format(
                columns=columns, rows=rows
            )
        )
    moved: list[Content] = []
    for row in range(rows):
        for column in range(columns):
            cell = grid.cell(column - left, row - top)
            moved.append(cells[cell] if cell >= 0 else UNDISCOVERED)
    edges: dict[str, EdgeKind] = {}
    after = type(grid)(columns, rows)
    for name, kind in body.edges.items():
        edge = named_edge(grid, name)
        if edge is not None:
            (column, row), side = grid.place(edge[0]), edge[1]
            column, row = column + left, row + top
            if grid.neighbour(*edge) < 0:
                column, row = ((column, 0), (columns - 1, row), (column, rows - 1), (0, row))[side]
            cell = after.cell(column, row)
            if cell >= 0:
                edges[edge_name(after, cell, side)] = kind
    return edited(body, cells=moved, columns=columns, edges=edges)
