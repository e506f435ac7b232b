"""Pure edits of a sea body: stamping, erasing, rotating, mirroring, resizing, painting coasts, completing.

Stamp keys: "undiscovered", "void", "tile:<kind name>" (with a turn) for spaces; "edge:open 0", "edge:open 1",
"edge:open 2", "edge:shore", "edge:coast" for outer edges. An edit without effect returns the same object.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import get_args

import msgspec

from studio.core.cancellation import CancelToken
from studio.core.form import VOID_KEY, Stamp
from studio.core.picture import is_edge, target_edge
from studio.core.problems import NotCompletable
from studio.core.rng import Rng
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
    grid_of,
    is_outer,
    normalize_shape,
    outer_kind,
    parse_edge,
    with_cells,
    with_edge,
    with_fields,
)
from studio.seatiles.checks.completion import class_supply, complete, has_mismatch, shortage_text
from studio.seatiles.facts import LAND, Facts, hidden_tiles, query_tiles
from studio.seatiles.rules.chart import edges_of, has_isthmus, rotations, same_looks, turned as turned_shape
from studio.seatiles.text import side_name

MIN_SIDE, MAX_SIDE = 2, 24
EDGE_KINDS: tuple[EdgeKind, ...] = get_args(EdgeKind)
UNDISCOVERED_STAMP, VOID_STAMP = Stamp("undiscovered"), Stamp(VOID_KEY)


def stamp(body: AnySea, target: int, stamp: Stamp) -> AnySea:
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
    column, row = grid.coords(target)
    return _put(body, column, row, content)


def _put(body: AnySea, column: int, row: int, content: Content) -> AnySea:
    """Return the body with new content of a space; replaces a single symbol if possible, which is faster."""
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
    """Return the stamp that would paint the target. An inner edge gives the stamp of the default of that side."""
    cells = contents(body)
    if is_edge(target):
        cell, side = target_edge(target)
        return Stamp(f"edge:{outer_kind(body, cells, cell, side) or default_edge(body.border, side)}")
    content = cells[target]
    if isinstance(content, Laid):
        return Stamp(f"tile:{content.tile}", content.turn)
    return VOID_STAMP if content == VOID else UNDISCOVERED_STAMP


def eraser(body: SeaBody, target: int) -> Stamp:
    if is_edge(target):
        return Stamp(f"edge:{default_edge(body.border, target_edge(target)[1])}")
    return UNDISCOVERED_STAMP


def _kind_of(body: SeaBody, stamp: Stamp) -> TileKind | None:
    what, _colon, name = stamp.key.partition(":")
    return next((kind for kind in body.tiles if what == "tile" and kind.name == name), None)


def rotate_stamp(body: SeaBody, stamp: Stamp, turns: int) -> Stamp:
    """Return the stamp after quarter turns clockwise; turns that look alike are normalised."""
    kind = _kind_of(body, stamp)
    if kind is None:
        return stamp
    return Stamp(stamp.key, same_looks(kind.shape, (stamp.turn + turns) % 4))


def mirror_stamp(body: SeaBody, stamp: Stamp, upright: bool) -> Stamp:
    """Return the mirrored stamp; `upright` mirrors east and west, else north and south.

    A custom tile whose mirror image is not a rotation of itself becomes the matching kind of the set with the same
    bonus, or stays unchanged if there is none.
    """
    kind = _kind_of(body, stamp)
    if kind is None:
        return stamp
    north, east, south, west = tuple(turned_shape(kind.shape, stamp.turn))
    image = normalize_shape(north + west + south + east if upright else south + east + north + west)
    for other in (kind, *body.tiles):
        if other.bonus == kind.bonus:
            for one in rotations(other.shape):
                if normalize_shape(turned_shape(other.shape, one.turn)) == image:
                    return Stamp(f"tile:{other.name}", one.turn)
    return stamp


def resize(body: AnySea, left: int, top: int, right: int, bottom: int) -> AnySea:
    """Add (negative: remove) rows and columns on each side. Raises `ValueError` with a translated message.

    Contents keep their places. Overridden rim edges stay on the rim, in their row or column.
    """
    grid, cells = grid_of(body), contents(body)
    columns, rows = grid.columns + left + right, grid.rows + top + bottom
    if not (MIN_SIDE <= columns <= MAX_SIDE and MIN_SIDE <= rows <= MAX_SIDE):
        raise ValueError(
            _("A board has 2 × 2 to 24 × 24 spaces. This one would have {columns} × {rows}.").format(
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
        edge = parse_edge(grid, name)
        if edge is not None:
            (column, row), side = grid.coords(edge[0]), edge[1]
            column, row = column + left, row + top
            if grid.neighbor(*edge) < 0:
                column, row = ((column, 0), (columns - 1, row), (column, rows - 1), (0, row))[side]
            cell = after.cell(column, row)
            if cell >= 0:
                edges[edge_name(after, cell, side)] = kind
    return with_fields(body, cells=moved, columns=columns, edges=edges)


# Coast painting: edges become land or sea, and the touched tiles are chosen so that all edges match (T4)
#
# Edges are painted rather than corners: every choice of edges is a valid board, and an edge affects two spaces only.
# Corners could not represent straits and capes.


def paint_coast(body: AnySea, edges: Mapping[int, bool]) -> tuple[AnySea, Mapping[int, str]]:
    """Return the body with land (True) or sea at the given edge targets between spaces, with fitting tiles there.

    The result does not depend on the order of the edges. Other edges of touched tiles keep their state or match their
    neighbour, else they become sea. Outer edges and bonus tiles do not change. Also returns, by cell, the reason why no
    tile fits; such a space becomes undiscovered.
    """
    coast = _Coast(body, edges)
    blocked = dict(coast.fixed_reasons)
    cells = list(coast.facts.cells)
    masks = {cell: coast.mask(cell) for cell in sorted(coast.touched)}
    box = _TilePool(body, coast)
    for cell, mask in masks.items():
        cells[cell] = box.take(cell, mask) or UNDISCOVERED
        if cells[cell] == UNDISCOVERED:
            blocked[cell] = _no_tile_text(mask)
    return with_cells(body, cells), blocked


class _Coast:
    """The touched spaces and the required state of their edges."""

    def __init__(self, body: SeaBody, edges: Mapping[int, bool]) -> None:
        self.facts = facts = Facts(body)
        self.wanted: dict[tuple[int, int], bool] = {}  # by cell and side, from both sides of each edge
        self.fixed_reasons: dict[int, str] = {}
        touched: set[int] = set()
        for target in sorted(edges):
            cell, side = target_edge(target)
            other = facts.neighbors[cell * 4 + side] if 0 <= cell < facts.grid.count and side < 4 else -1
            if other < 0:
                continue
            fixed = [one for one in (cell, other) if facts.bonus(one)]
            for one in fixed:
                if (facts.shapes[one][side if one == cell else side ^ 2] != ".") != edges[target]:
                    text = _("{name} has a bonus tile. Its edges cannot be changed.")
                    self.fixed_reasons[one] = text.format(name=facts.name(one))
            if not fixed:
                self.wanted[cell, side] = self.wanted[other, side ^ 2] = edges[target]
            touched |= {cell, other}.difference(fixed)
        self.touched = frozenset(touched)

    def mask(self, cell: int) -> int:
        return sum(1 << side for side in range(4) if self._is_land(cell, side))

    def _is_land(self, cell: int, side: int) -> bool:
        facts = self.facts
        if (cell, side) in self.wanted:
            return self.wanted[cell, side]
        if facts.outer[cell * 4 + side] is not None:
            return facts.required_edge(cell, side) == LAND
        other = facts.neighbors[cell * 4 + side]
        ways = [facts.shapes[one][way] for one, way in ((cell, side), (other, side ^ 2)) if facts.shapes[one]]
        if other not in self.touched and facts.shapes[other]:
            return ways[-1] != "."  # the neighbour is fixed, so this edge must match
        return any(way != "." for way in ways)


class _TilePool:
    """The tiles available for the touched spaces, including those placed there now."""

    def __init__(self, body: SeaBody, coast: _Coast) -> None:
        self._facts = facts = coast.facts
        self._left = {
            kind.name: hidden_tiles(kind)
            + max(0, kind.sorted)
            - sum(cell not in coast.touched for cell in facts.laid.get(kind.name, ()))
            for kind in body.tiles
        }

    def take(self, cell: int, mask: int) -> Laid | None:
        """Take the present tile if it fits, else an available one, or any tile with these edges."""
        found = self._facts.cells[cell]
        if not isinstance(found, Laid) or edges_of(self._facts.shapes[cell]) != mask:
            fitting = fitting_tiles(self._facts.body.tiles, mask)
            if not fitting:
                return None
            kinds = self._facts.kinds  # tiles that cut no route first, then those that are left
            found = min(fitting, key=lambda laid: (has_isthmus(kinds[laid.tile].shape), self._left[laid.tile] <= 0))
        self._left[found.tile] -= 1
        return found


def fitting_tiles(tiles: Iterable[TileKind], mask: int) -> list[Laid]:
    """Return the rotated tiles with these land edges, in the order of the set; no bonus tiles."""
    return [
        Laid(kind.name, one.turn)
        for kind in tiles
        if not kind.bonus
        for one in rotations(kind.shape)
        if one.edges == mask
    ]


def _no_tile_text(mask: int) -> str:
    if mask == 0:
        return _("The tile set has no tile of open sea.")
    if mask == 15:
        return _("The tile set has no tile with land on all edges.")
    sides = ", ".join(side_name(side) for side in range(4) if mask >> side & 1)
    return _("The tile set has no tile with land on exactly these edges: {sides}.").format(sides=sides)


# Completing a sea: random matching tiles of the box on some or all undiscovered spaces (T4)

MAX_SORTED = 999  # maximum number of sorted tiles per kind


def complete_sea(body: AnySea, cells: Collection[int], seed: int, cancel: CancelToken) -> AnySea:
    """Return the body with random matching tiles on the undiscovered spaces among `cells` (empty: all).

    Reproducible for a seed. Tiles are taken from the box: placed tiles count as sorted ones, and the draw stacks shrink
    accordingly. If the whole board can be completed, it still can be afterwards. Raises `NotCompletable` with a
    translated message, or `Cancelled`.
    """
    rng = Rng(seed)
    filling = _filling(body, frozenset(cells), rng, cancel)
    box, contents, order = _Box(body, rng), Facts(body).cells, sorted(filling)
    rng.shuffle(order)  # otherwise rare kinds would cluster in the north
    for cell in order:
        contents[cell] = box.take(filling[cell])
    return with_fields(body, cells=contents, tiles=box.tiles())


def _filling(body: SeaBody, cells: frozenset[int], rng: Rng, cancel: CancelToken) -> dict[int, int]:
    """Return an edge mask for every space to fill."""
    facts = Facts(body)
    wanted = [cell for cell in facts.open if not cells or cell in cells]
    if not wanted:
        text = _("Nothing to complete: none of the selected spaces is undiscovered.")
        raise NotCompletable(text if cells else _("Nothing to complete: no space is undiscovered."))
    if has_mismatch(facts):
        raise NotCompletable(_("All edges must match before the board can be completed."))
    answer = complete(facts, cancel, rng=rng)
    if answer.filling is None and len(wanted) < len(facts.open):
        facts = Facts(body)  # the whole board failed, but the selected cells may work
        facts.open = wanted
        answer = complete(facts, cancel, rng=rng)
    if answer.filling is None:
        raise NotCompletable(shortage_text(facts, answer, class_supply(facts)), answer.cells)
    return {cell: answer.filling[cell] for cell in wanted}


class _Box:
    """The tiles still available: those of the draw stacks by kind, and sorted ones that are not on the board."""

    def __init__(self, body: SeaBody, rng: Rng) -> None:
        self._kinds: dict[str, TileKind] = {kind.name: kind for kind in body.tiles}
        laid = Facts(body).laid
        self._spare = {kind.name: max(0, kind.sorted - len(laid.get(kind.name, ()))) for kind in body.tiles}
        self._rng = rng

    def take(self, mask: int) -> Laid:
        """Take a tile with these land edges, rotated to fit: a plain one, or a "?" tile if there is no other."""
        fitting = fitting_tiles(self._kinds.values(), mask)
        kinds = [self._kinds[laid.tile] for laid in fitting]
        counts = [max(0, kind.hidden) + self._spare[kind.name] for kind in kinds]
        if not any(counts):
            counts = [query_tiles(kind) for kind in kinds]
        number = self._rng.weighted(counts)
        self._lay(kinds[number])
        return fitting[number]

    def _lay(self, kind: TileKind) -> None:
        """Take a tile out of the box; one from the draw stacks becomes a sorted one."""
        spare, hidden = self._spare[kind.name], max(0, kind.hidden)
        if spare and (kind.sorted >= MAX_SORTED or self._rng.below(spare + hidden) < spare):
            self._spare[kind.name] -= 1
            return
        events = kind.events
        if hidden:
            hidden -= 1
        else:
            most = max(events, key=lambda event: events[event])
            events = {**events, most: events[most] - 1}
        left = {event: count for event, count in events.items() if count}
        saved = max(0, kind.sorted)
        self._kinds[kind.name] = msgspec.structs.replace(kind, hidden=hidden, events=left, sorted=saved + 1)

    def tiles(self) -> tuple[TileKind, ...]:
        """Return the kinds with the remaining counts."""
        return tuple(self._kinds.values())
