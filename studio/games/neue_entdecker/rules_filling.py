"""Tiles onto the chart: laying one, and filling gaps (N6, N8, T8, T9)."""

from __future__ import annotations

from studio.games.neue_entdecker.rules_position import Position
from studio.games.neue_entdecker.tiles import fetch
from studio.seatiles.chart import cells_of
from studio.seatiles.gaps import filler_edges, gaps
from studio.seatiles.islands import join
from studio.seatiles.shape import class_of


def put_tile(s: Position, cell: int, placement: int, event: int) -> None:
    """Lay a tile on an undiscovered space and keep needs, seas and islands up to date."""
    chart = s.board.chart
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


def fill_gaps(s: Position) -> None:
    """Fill every gap there is now; one pass is enough (T8)."""
    found = gaps(s.board.chart, s.undiscovered, s.sea)
    if found:
        fill(s, found)


def fill(s: Position, spaces: int) -> None:
    """Fill a set of spaces as gaps: exactly the facing edges, land between two of them (T9)."""
    chart = s.board.chart
    for cell in cells_of(spaces):
        edges = filler_edges(s.need[cell])
        kind, event = fetch(s, class_of(edges))
        put_tile(s, cell, chart.fits[kind][edges << 4 | 15 & ~edges][0], event)
