"""Routes over the sea: where a ship may start and what the cheapest ways there cost (T3, N2, N3).

Sets of cells are whole numbers with bit `cell` set. `sea` holds four such sets one above the other: in plane s (from
bit s * count) the discovered tiles with a sea edge towards a neighbour on side s.
"""

from __future__ import annotations

from typing import NamedTuple

from studio.seatiles.rules.chart import Chart


class Level(NamedTuple):
    """A payment that may turn out cheapest: the sum, the toll, the seats paid as a bit mask."""

    cost: int
    toll: int
    owners: int


class Region(NamedTuple):
    """The start tiles for which a payment is one of the cheapest."""

    cost: int
    toll: int
    owners: int
    cells: int


def shores(chart: Chart, undiscovered: int, sea: int) -> int:
    """The discovered tiles that have a sea edge facing an undiscovered space (N2)."""
    full, count, columns = chart.full, chart.count, chart.columns
    return (
        ((sea & full) & (undiscovered << columns))
        | ((sea >> count & full) & (undiscovered >> 1))
        | ((sea >> 2 * count & full) & (undiscovered >> columns))
        | ((sea >> 3 * count) & (undiscovered << 1))
    )


def links(chart: Chart, sea: int) -> tuple[int, int]:
    """The cells joined by sea to their east neighbour, and to their south neighbour."""
    full, count = chart.full, chart.count
    east = (sea >> count & full) & (sea >> 3 * count >> 1)
    south = (sea >> 2 * count & full) & ((sea & full) >> chart.columns)
    return east, south


def flood(seeds: int, allowed: int, east: int, south: int, columns: int) -> int:
    """All allowed cells that hang together with the allowed seeds over the given links."""
    found = seeds & allowed
    while True:
        more = (
            found | (found & east) << 1 | (found >> 1) & east | (found & south) << columns | (found >> columns) & south
        ) & allowed
        if more == found:
            return found
        found = more


def levels(payable: int, toll_per_owner: int) -> tuple[Level, ...]:
    """Every payment with owners out of the bit mask `payable`, cheapest first."""
    subsets = [owners for owners in range(payable + 1) if not owners & ~payable]
    return tuple(
        sorted(
            Level(toll + toll_per_owner * owners.bit_count(), toll, owners) for toll in range(3) for owners in subsets
        )
    )


def regions(
    chart: Chart, undiscovered: int, sea: int, steps: tuple[Level, ...], owned: list[int], budget: int
) -> list[Region]:
    """Which start tiles each payment of at most `budget` reaches at the lowest sum (N3).

    `steps` are the `levels` of the seats that have to be paid; `owned[seat]` the cells with a base or settlement of
    theirs. A route of toll at most t past owners in the set S exists exactly when the tile hangs together with the
    open edges of toll at most t once the other owners' tiles are taken away. At the lowest sum such a route pays
    exactly t and exactly S, since anything less would be a lower sum; so one flood for each (t, S), in order of
    their sums, finds all cheapest payments.
    """
    left = shores(chart, undiscovered, sea)
    found: list[Region] = []
    if not left:
        return found
    east, south = links(chart, sea)
    columns, open_upto = chart.columns, chart.open_upto
    discovered = chart.spaces & ~undiscovered
    payable = steps[-1].owners
    sailed, covered, cost = 0, 0, -1
    for step in steps:
        if step.cost != cost:
            if cost == 0:  # most tiles are settled by now; no level can reach more than the dearest does
                left &= flood(open_upto[2] | sailed, discovered, east, south, columns)
            left &= ~covered
            if not left or step.cost > budget:
                break
            cost, covered = step.cost, 0
        allowed = discovered
        if payable:
            for seat, cells in enumerate(owned):
                if payable >> seat & 1 and not step.owners >> seat & 1:
                    allowed &= ~cells
        reached = flood(open_upto[step.toll] | sailed, allowed, east, south, columns)
        if not cost:  # what costs nothing can be reached at every level
            sailed = reached
        cells = reached & left
        if cells:
            found.append(Region(cost, step.toll, step.owners, cells))
            covered |= cells
    return found


def payments(found: list[Region], cell: int) -> list[tuple[int, int]]:
    """The distinct cheapest payments (toll, owners) for a start tile, in order; empty if none was found."""
    return sorted([(region.toll, region.owners) for region in found if region.cells >> cell & 1])
