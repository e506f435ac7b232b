"""Tiles onto the chart: laying one, and filling the gaps to which no ship will come (T8, T9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from studio.seatiles.rules.chart import Chart, cells_of
from studio.seatiles.rules.islands import join
from studio.seatiles.rules.position import SeaPosition
from studio.seatiles.rules.shape import class_of

AnyPosition = TypeVar("AnyPosition", bound=SeaPosition)


def put_tile(s: SeaPosition, cell: int, placement: int, event: int) -> None:
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


def gaps(chart: Chart, undiscovered: int, sea: int, *, start_at_sea: bool = False) -> int:
    """The spaces to be filled, as a set: those enclosed on four sides, and all that no ship can reach (T8).

    `sea` as in routes.py. The way of a ship leads from open border edges over undiscovered spaces and the seas of
    discovered tiles; with `start_at_sea` (the game of 1996) also from any discovered sea.
    """
    if not undiscovered:
        return 0
    full, count, columns = chart.full, chart.count, chart.columns
    north, east, south, west = chart.inner
    pairs_east = undiscovered & (undiscovered >> 1) & east
    pairs_south = undiscovered & (undiscovered >> columns) & south
    alone = undiscovered & ~(pairs_east | pairs_east << 1 | pairs_south | pairs_south << columns)
    over_east = (sea >> count & full | undiscovered & east) & ((sea >> 3 * count | undiscovered & west) >> 1)
    over_south = (sea >> 2 * count & full | undiscovered & south) & ((sea & full | undiscovered & north) >> columns)
    found = chart.open_upto[2]
    if start_at_sea:
        found |= (sea | sea >> count | sea >> 2 * count | sea >> 3 * count) & full
    while undiscovered & ~found:
        more = found | (found & over_east) << 1 | (found >> 1) & over_east
        more |= (more & over_south) << columns | (more >> columns) & over_south
        if more == found:
            return alone | undiscovered & ~found
        found = more
    return alone


def filler_edges(need: int) -> int:
    """The edge mask of a filler: sea where a facing edge is sea, land everywhere else (T9).

    Edges that face nothing discovered lie between two spaces of one gap and become land.
    """
    return 15 & ~need


def fill_gaps(s: AnyPosition, fetch: Callable[[AnyPosition, int], tuple[int, int]]) -> None:
    """Fill every gap there is now; one pass is enough (T8)."""
    board = s.board
    found = gaps(board.chart, s.undiscovered, s.sea, start_at_sea=board.start_at_sea)
    if found:
        fill(s, found, fetch)


def fill(s: AnyPosition, spaces: int, fetch: Callable[[AnyPosition, int], tuple[int, int]]) -> None:
    """Fill a set of spaces as gaps: exactly the facing edges, land between two of them (T9).

    `fetch` takes a tile of a class from where the game has it and gives its kind and event.
    """
    fits = s.board.chart.fits
    for cell in cells_of(spaces):
        edges = filler_edges(s.need[cell])
        kind, event = fetch(s, class_of(edges))
        put_tile(s, cell, fits[kind][edges << 4 | 15 & ~edges][0], event)


def lay_board(s: SeaPosition) -> None:
    """Lay the tiles that the layout puts on its board."""
    for cell, placement in s.board.chart.laid:
        put_tile(s, cell, placement, 0)
