"""What a chart shows of the sea, as plain values: a position at play and a layout being drawn give them alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from studio.seatiles.drawing.coast import Lands
from studio.seatiles.rules.chart import Chart


class Tile(NamedTuple):
    """A tile as it lies: the land on its north, east, south and west edge (-1 sea), and its waterfall, if any."""

    lands: Lands
    bonus: int = 0


class Sea(NamedTuple):
    """All that a chart shows of the sea itself. `rim[cell * 4 + side]`: 0–2 open with that toll, 3 shore, 4 coast,
    -1 for inner edges."""

    columns: int
    rows: int
    void: tuple[bool, ...]
    tiles: tuple[Tile | None, ...]
    rim: tuple[int, ...]
    fixed: frozenset[int] = frozenset()
    """Cells with pre-placed tiles: the engravings of the empty chart keep clear of them."""
    is_drawn: bool = False
    """Whether it is being drawn: the winds of the chart then keep their place even if the rose has lost its own."""


def sea_of(chart: Chart, laid: Sequence[int]) -> Sea:
    """The sea of a compiled chart with the placement `laid[cell]` (or -1) on each cell."""
    tiles = tuple(None if placement < 0 else _tile_of(chart, placement) for placement in laid)
    void = tuple(bool(v) for v in chart.void)
    return Sea(chart.columns, chart.rows, void, tiles, tuple(chart.rim), frozenset(cell for cell, _ in chart.laid))


def _tile_of(chart: Chart, placement: int) -> Tile:
    one = chart.placements[placement]
    return Tile(one.land, chart.kinds[one.kind].bonus)


def lands_of_shape(shape: str, turn: int = 0) -> Lands:
    """The lands of a shape like "aa.." after quarter turns clockwise, by side."""
    lands = [-1 if letter == "." else ord(letter) - ord("a") for letter in shape]
    a, b, c, d = (lands[(side - turn) % 4] for side in range(4))
    return a, b, c, d
