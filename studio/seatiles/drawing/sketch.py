"""The layout in the editor: void spaces, fixed tiles, edges, palette and stamp previews."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from studio.core.form import VOID_KEY, Stamp, StampGroup, StampItem
from studio.core.grid import SquareGrid
from studio.core.picture import EDGE_BASE, Layer, Path, Picture, Shape, circle, rectangle, target_edge
from studio.core.text import _, capitalize_first, in_context, plural
from studio.drawing.pen import ornament_paths
from studio.seatiles.body import (
    UNDISCOVERED,
    VOID,
    Border,
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
)
from studio.seatiles.drawing import frame
from studio.seatiles.drawing.coast import Sea, Tile, lands_of_shape
from studio.seatiles.drawing.picture import chart_picture, ghost_picture, tile_picture
from studio.seatiles.editing import EDGE_KINDS
from studio.seatiles.rules.chart import rotations
from studio.seatiles.text import kind_name


def sea_of_layout(body: SeaBody) -> Sea:
    grid, cells = grid_of(body), contents(body)
    kinds = {kind.name: kind for kind in body.tiles}
    tiles: dict[Content, Tile] = {}
    for content in set(cells):
        if isinstance(content, Laid):
            kind = kinds[content.tile]
            tiles[content] = Tile(lands_of_shape(kind.shape, content.turn), kind.bonus, kind.picture)
    void = tuple(content == VOID for content in cells)
    rim = _rim(grid, void, body.border, frozenset(body.edges.items()))
    return Sea(grid.columns, grid.rows, void, tuple(tiles.get(content) for content in cells), rim)


@lru_cache(maxsize=16)
def _rim(
    grid: SquareGrid, void: tuple[bool, ...], border: Border, edges: frozenset[tuple[str, EdgeKind]]
) -> tuple[int, ...]:
    """Return the kind of each edge of each space, -1 for inner ones; cached because few edits change any."""
    cells, named = [VOID if is_void else UNDISCOVERED for is_void in void], dict(edges)
    return tuple(
        EDGE_KINDS.index(named.get(edge_name(grid, cell, side), default_edge(border, side)))
        if is_outer(grid, cells, cell, side)
        else -1
        for cell in range(grid.count)
        for side in range(4)
    )


def sketch(body: SeaBody, still: bool = False) -> Picture:
    """Return the picture of an edited layout. Targets: cells, and outer edges as `edge_target(cell, side)`.

    Compass rose and lettering avoid the tiles, as in a match; they stay in place while no tile covers them.
    """
    sea = sea_of_layout(body)
    sea = sea._replace(
        fixed=frozenset(cell for cell, tile in enumerate(sea.tiles) if tile is not None), is_sketch=not still
    )
    locks: list[Shape] = []
    for cell, tile in enumerate(sea.tiles):
        if tile is not None:
            locks += ornament_paths(
                "common/padlock", cell % sea.columns + 0.115, cell // sea.columns + 0.115, cell=cell
            )
    return chart_picture(sea, marks=(Layer("locks", tuple(locks)),))


def palette(body: SeaBody) -> Sequence[StampGroup]:
    used: dict[str, int] = {}
    for content in contents(body):
        if isinstance(content, Laid):
            used[content.tile] = used.get(content.tile, 0) + 1
    plain = [_kind_item(kind, used.get(kind.name, 0)) for kind in body.tiles if not kind.bonus]
    falls = [_kind_item(kind, used.get(kind.name, 0)) for kind in body.tiles if kind.bonus]
    tip = _("A space that ships can discover.")
    spaces = (
        StampItem(Stamp("undiscovered"), _("Undiscovered"), _space_picture("undiscovered"), tip),
        StampItem(Stamp(VOID_KEY), _("Void"), _space_picture("void"), _("Not part of the board.")),
    )
    edges = tuple(
        StampItem(Stamp(f"edge:{kind}"), name, _edge_picture(code), tip)
        for code, (kind, (name, tip)) in enumerate(zip(EDGE_KINDS, _edge_texts(), strict=True))
    )
    groups = [StampGroup(_("Tiles"), tuple(plain))]
    if falls:
        groups.append(StampGroup(_("Waterfalls"), tuple(falls)))
    return (*groups, StampGroup(_("Spaces"), spaces), StampGroup(_("Edges"), edges, "edges"))


def _edge_texts() -> tuple[tuple[str, str], ...]:
    return (
        (in_context("an edge", "Open"), _("Open sea: ships start here without a toll.")),
        (_("Toll 1"), _("Open sea: ships start here for 1 gold.")),
        (_("Toll 2"), _("Open sea: ships start here for 2 gold.")),
        (_("Shore"), _("Sea, but ships cannot start here.")),
        (_("Coast"), _("Land: only land edges fit here.")),
    )


def _kind_item(kind: TileKind, used: int) -> StampItem:
    left = kind.sorted - used
    turns = len(rotations(kind.shape))
    pictures = [tile_picture(kind.shape, turn, kind.bonus, own_picture=kind.picture) for turn in range(turns)]
    tip = plural("{used} of {count} sorted tile placed", "{used} of {count} sorted tiles placed", kind.sorted)
    return StampItem(
        Stamp(f"tile:{kind.name}"),
        capitalize_first(kind_name(kind.name)),
        pictures[0],
        tip.format(used=used, count=kind.sorted),
        left,
        f"sorted:{kind.name}",
        turns,
        tuple(pictures[1:]),
        terrain=tuple("sea" if land == "." else "land" for land in kind.shape),
    )


@lru_cache(maxsize=8)
def _space_picture(kind: str, x: int = 0, y: int = 0) -> Picture:
    """Return a space as on paper; a void one is hatched."""
    square = rectangle(x, y, 1, 1)
    shapes: list[Shape] = [Path("fill:paper", (square,)), Path("board_ground", (square,))]
    if kind == "void":
        shapes += [Path("void", (square,)), Path("void_hatch", tuple(frame.hatching(x, y)), is_closed=False)]
    shapes.append(Path("line:grid:0.03", (rectangle(x + 0.015, y + 0.015, 0.97, 0.97),)))
    return Picture((x, y, x + 1, y + 1), (Layer("space", tuple(shapes)),))


@lru_cache(maxsize=8)
def _edge_picture(code: int) -> Picture:
    shapes: list[Shape] = [
        Path("fill:paper", (rectangle(0, 0, 1, 1),)),
        Path("board_ground", (rectangle(0, 0.66, 1, 0.34),)),
    ]
    shapes += _edge_shapes(code)
    shapes.append(Path("shoreline", (((0, 0.66), (1, 0.66)),), is_closed=False))
    return Picture((0, 0, 1, 1), (Layer("edge", tuple(shapes)),))


def _edge_shapes(code: int) -> list[Shape]:
    """Return an enlarged edge mark above the line y = 0.66."""
    if code in (frame.SHORE, frame.COAST):
        kind = "shore" if code == frame.SHORE else "coast"
        return list(ornament_paths(f"seatiles/edge_{kind}"))
    shapes: list[Shape] = [Path("line:ink:0.03", (((0.36, 0.30), (0.36, 0.66)),), is_closed=False)]
    shapes.append(Path("port", (circle(0.36, 0.33, 0.215),)))
    shapes += ornament_paths("seatiles/anchor", 0.36, 0.325, 0.29, style="line:ink:0.03")
    shapes += frame.toll_mark(0.74, 0.33, code, 0.15)
    return shapes


def ghost(body: SeaBody, target: int, stamp: Stamp) -> Picture | None:
    grid = grid_of(body)
    what, _colon, name = stamp.key.partition(":")
    if target >= EDGE_BASE:
        cell, side = target_edge(target)
        known = what == "edge" and name in EDGE_KINDS and cell < grid.count and side < 4
        if not known or not is_outer(grid, contents(body), cell, side):
            return None
        return _edge_ghost(grid.columns, grid.rows, cell, side, [str(kind) for kind in EDGE_KINDS].index(name))
    if not 0 <= target < grid.count:
        return None
    if stamp.key in ("undiscovered", "void"):
        return _space_picture(stamp.key, *grid.coords(target))
    kind = next((kind for kind in body.tiles if what == "tile" and kind.name == name), None)
    if kind is None:
        return None
    return ghost_picture(
        sea_of_layout(body), target, Tile(lands_of_shape(kind.shape, stamp.turn), kind.bonus, kind.picture)
    )


def _edge_ghost(columns: int, rows: int, cell: int, side: int, code: int) -> Picture:
    """Return the mark of an edge next to its space."""
    shapes = frame.edge_marks(columns, rows, [(cell, side)], code)
    box = frame.edge_box(columns, cell, side)
    left, top = min(point[0] for point in box), min(point[1] for point in box)
    right, foot = max(point[0] for point in box), max(point[1] for point in box)
    ground = Path("fill:paper:0.9", (rectangle(left, top, right - left, foot - top),))
    return Picture((left, top, right, foot), (Layer("edge", (ground, *shapes)),))
