"""Gaps: undiscovered spaces that have to be filled because no ship will come (T8, T9)."""

from __future__ import annotations

from studio.seatiles.rules.chart import Chart


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
        more = (
            found
            | (found & over_east) << 1
            | (found >> 1) & over_east
            | (found & over_south) << columns
            | (found >> columns) & over_south
        )
        if more == found:
            return alone | undiscovered & ~found
        found = more
    return alone


def filler_edges(need: int) -> int:
    """The edge mask of a filler: sea where a facing edge is sea, land everywhere else (T9).

    Edges that face nothing discovered lie between two spaces of one gap and become land.
    """
    return 15 & ~need
