"""Tiles onto the chart: laying one, and filling gaps (T9)."""

from __future__ import annotations

from collections.abc import Callable

from studio.seatiles.rules.chart import Chart, cells_of
from studio.seatiles.rules.gaps import filler_edges
from studio.seatiles.rules.islands import join
from studio.seatiles.rules.position import SeaPosition
from studio.seatiles.rules.shape import class_of


def put_tile(s: SeaPosition, chart: Chart, cell: int, placement: int, event: int) -> None:
    """Lay a tile on an undiscovered space and keep needs, seas and islands up to date."""
    s.laid[cell] = placement
    s.event[cell] = event
    s.undiscovered ^= 1 << cell
    laid = chart.placements[placement]
    key = cell << 4 | laid.edges
    s.sea |= chart.sea_planes[key]
    need = s.need
    for other, bit in chart.marks[key]:
        need[other] |= bit
    if laid.lands:
        complete = join(chart, s.laid, s.parent, s.open_edges, cell)
        if complete:
            s.pending += complete


def fill(s: SeaPosition, chart: Chart, spaces: int, fetch: Callable[[int], tuple[int, int]]) -> None:
    """Fill a set of spaces as gaps: exactly the facing edges, land between two of them (T9).

    `fetch` takes a tile of a class from where the game has it and gives its kind and event.
    """
    for cell in cells_of(spaces):
        edges = filler_edges(s.need[cell])
        kind, event = fetch(class_of(edges))
        put_tile(s, chart, cell, chart.fits[kind][edges << 4 | 15 & ~edges][0], event)
