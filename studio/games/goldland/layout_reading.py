"""Facts derived from a layout, cached for editor and checks: the coast, and the contents of spaces."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from studio.core.cache import cached_by_identity
from studio.core.grid import SquareGrid, flood_fill
from studio.games.goldland.body import SEATS, START, UNDISCOVERED, VOID, Body, Laid, TileData, contents, grid, parse


class Coast(NamedTuple):
    """The spaces of the coast. Each arm runs outward from next to the start to its end; the start is not included."""

    start: int
    along: tuple[int, ...]  # the arm in the start's row
    across: tuple[int, ...]  # the arm in the start's column

    @property
    def cells(self) -> tuple[int, ...]:
        return self.along + self.across

    @property
    def ends(self) -> tuple[int, int]:
        return self.along[-1], self.across[-1]

    @property
    def next_to_start(self) -> tuple[int, int]:
        """The two spaces next to the start tile, where villages are forbidden (G1)."""
        return self.along[0], self.across[0]


def corners(grid: SquareGrid) -> tuple[int, int, int, int]:
    """Return the corner cells, clockwise from the north-west."""
    east, south = grid.columns - 1, (grid.rows - 1) * grid.columns
    return 0, east, south + east, south


def coast_of(grid: SquareGrid, start: int) -> Coast:
    """Return the coast of a start in that corner."""
    assert start in corners(grid)
    column, row = grid.coords(start)
    along = [grid.cell(other, row) for other in range(grid.columns)]
    across = [grid.cell(column, other) for other in range(grid.rows)]
    return Coast(start, *(tuple(arm[1:] if arm[0] == start else arm[-2::-1]) for arm in (along, across)))


class LayoutFacts:
    """A body with derived facts. `coast` is None unless exactly one start tile is in a corner."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self.grid = grid(body)
        self.cells = contents(body)
        self.tiles = {tile.name: tile for tile in body.tiles}
        self.starts = [cell for cell, content in enumerate(self.cells) if content == START]
        self.corners = corners(self.grid)
        is_sound = len(self.starts) == 1 and self.starts[0] in self.corners
        self.coast: Coast | None = coast_of(self.grid, self.starts[0]) if is_sound else None
        self.temple = self.grid.cell_named(body.temple)
        self.places: dict[str, list[int]] = {}
        for cell, content in enumerate(self.cells):
            if isinstance(content, Laid):
                self.places.setdefault(content.tile, []).append(cell)

    @cached_property
    def coast_spaces(self) -> frozenset[int]:
        """The spaces of the coast and the start; none while the coast is undetermined."""
        return frozenset((self.coast.start, *self.coast.cells)) if self.coast else frozenset()

    @cached_property
    def void(self) -> frozenset[int]:
        return frozenset(cell for cell, content in enumerate(self.cells) if content == VOID)

    @cached_property
    def land(self) -> tuple[int, ...]:
        """The land spaces; all spaces on the board while the coast is undetermined."""
        return tuple(cell for cell in range(self.grid.count) if cell not in self.coast_spaces and cell not in self.void)

    def neighbor(self, cell: int, side: int) -> int:
        other = self.grid.neighbor(cell, side)
        return -1 if other in self.void else other

    @cached_property
    def reachable(self) -> frozenset[int]:
        """The spaces connected with the start; all on the board while the start is undetermined."""
        if self.coast is None:
            return frozenset(range(self.grid.count)) - self.void
        return frozenset(flood_fill(self.grid, self.coast.start, lambda cell: cell not in self.void))

    @cached_property
    def unused_coast(self) -> tuple[TileData, ...]:
        return tuple(tile for tile in self.body.tiles if tile.kind == "coast" and tile.name not in self.places)

    @cached_property
    def stack(self) -> tuple[TileData, ...]:
        """The land tiles that are not placed: the stack at the start."""
        return tuple(tile for tile in self.body.tiles if tile.kind != "coast" and tile.name not in self.places)

    @cached_property
    def undiscovered(self) -> tuple[int, ...]:
        return tuple(cell for cell in self.land if self.cells[cell] == UNDISCOVERED)

    def tile_at(self, cell: int) -> TileData | None:
        """Return the tile on a space; None for an undiscovered space and the start tile."""
        content = self.cells[cell]
        return self.tiles[content.tile] if isinstance(content, Laid) else None

    def steps(self, one: int, other: int) -> int:
        (a, b), (c, d) = self.grid.coords(one), self.grid.coords(other)
        return abs(a - c) + abs(b - d)

    @property
    def far_corner(self) -> int:
        """The corner farthest from the start, the published place of the temple."""
        start = self.coast.start if self.coast else self.corners[2]
        return self.corners[(self.corners.index(start) + 2) % 4]


@cached_by_identity(4)
def layout_facts(body: Body) -> LayoutFacts:
    """Return the facts of a body, cached because checks, palette and forms request the same bodies."""
    return LayoutFacts(body)


# Example layouts drawn as text, for explanations and rules

COAST = ".  .  .  E1", ".  .  .  C3", ".  .  .  C4", "E2 C2 C1 S"  # a correct coast with undiscovered land behind it
TILES = (
    TileData("C1", "coast", show="pearl", gain="rope"),
    TileData("C2", "coast", village=True, show="pearl", gain="shovel"),
    TileData("C3", "coast", show="shovel", gain="2 wood"),
    TileData("C4", "coast", show="pearl", gain="2 rifle"),
    TileData("E1", "coast", end=True, show="rifle", gain="3 provision"),
    TileData("E2", "coast", end=True, show="rope", gain="rod"),
    TileData("L1", "plain", show="shovel", gain="2 rope"),
    TileData("L2", "plain", show="rope", gain="2 wood"),
    TileData("L3", "plain", show="rifle", gain="3 provision"),
    TileData("L4", "plain", show="pearl", gain="shovel | rifle"),
    TileData("D1", "desert", pay="2 provision", treasure=True),
    TileData("P1", "pumas", pay="2 rifle", treasure=True),
    TileData("M1", "mountains", pay="2 rope", treasure=True),
    TileData("Y1", "canyon", pay="2 wood", treasure=True),
    TileData("N1", "natives", pay="2 pearl", gain="2 rope"),
)
"""Enough tiles for the spaces of an example layout."""


def land_from_text(
    *rows: str, temple: str = "A1", tiles: Mapping[str, Mapping[str, Any]] | None = None, **more: Any
) -> Body:
    """Return the layout of these rows; `tiles` replaces fields of the tiles in `TILES`, by name."""
    changes = tiles or {}
    raw = {
        "spaces": rows or COAST,
        "temple": temple,
        "tiles": [msgspec.to_builtins(msgspec.structs.replace(tile, **changes.get(tile.name, {}))) for tile in TILES],
        "stock": {"provision": 26, "rope": 16, "rifle": 16, "shovel": 16, "wood": 16, "pearl": 16, "rod": 6},
        "kit": {"provision": 3, "pearl": 2},
        "markers": {"bandits": 3, "pumas": 3, "desert": 5, "mountains": 4, "canyon": 4, "lake": 3, "natives": 2},
        "price": dict(zip(SEATS, (4, 3, 2, 2), strict=True)),
        "bonus": dict(zip(SEATS, (4, 6, 8, 10), strict=True)),
        "reserve": dict(zip(SEATS, (3, 6, 9, 12), strict=True)),
    }
    return parse(raw | more)
