"""Routes over the sea: where a ship may start and what the ways there cost (T3, N2, N3).

Sets of cells are whole numbers with bit `cell` set. `sea` holds four such sets one above the other: in plane s (from
bit s * count) the discovered tiles with a sea edge towards a neighbour on side s.
"""

from __future__ import annotations

from typing import NamedTuple

from studio.seatiles.rules.chart import Chart


class Payment(NamedTuple):
    """What a route costs: the sum, the toll in it, and the seats that get the rest, as a bit mask."""

    cost: int
    toll: int
    owners: int


class Level(NamedTuple):
    """A payment that some route may cost: the seats past whose bases it does not lead, since they are not paid, and
    the places (in `levels`) of the payments with one thing less."""

    payment: Payment
    barred: tuple[int, ...]
    below: tuple[int, ...]


class Region(NamedTuple):
    """The start tiles to which some route costs just this, and none costs a part of it."""

    payment: Payment
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
    seats = [seat for seat in range(payable.bit_length()) if payable >> seat & 1]
    subsets = [owners for owners in range(payable + 1) if not owners & ~payable]
    steps = sorted(
        Payment(toll + toll_per_owner * owners.bit_count(), toll, owners) for toll in range(3) for owners in subsets
    )
    place = {(step.toll, step.owners): index for index, step in enumerate(steps)}
    found = []
    for step in steps:
        paid = [seat for seat in seats if step.owners >> seat & 1]
        less = [(step.toll - 1, step.owners)] if step.toll else []
        less += [(step.toll, step.owners ^ 1 << seat) for seat in paid]
        barred = tuple(seat for seat in seats if seat not in paid)
        found.append(Level(step, barred, tuple(place[one] for one in less)))
    return tuple(found)


def regions(
    chart: Chart, undiscovered: int, sea: int, steps: tuple[Level, ...], owned: list[int], budget: int
) -> list[Region]:
    """Which start tiles each payment of at most `budget` reaches, cheapest first (N3).

    `steps` are the `levels` of the seats that have to be paid; `owned[seat]` the cells with a base or settlement of
    theirs. A route of toll at most t past owners in the set S exists exactly when the tile hangs together with the
    open edges of toll at most t once the other owners' tiles are taken away. If no payment with a part of this
    reaches the tile, such a route pays exactly t and exactly S; so one flood for each (t, S), begun with what is
    reached for one thing less, finds all payments that hold no other one.
    """
    left = shores(chart, undiscovered, sea)
    found: list[Region] = []
    if not left:
        return found
    east, south = links(chart, sea)
    columns, open_upto = chart.columns, chart.open_upto
    discovered = chart.spaces & ~undiscovered
    reached: list[int] = []  # by level: some or all of the cells that its routes reach, all of those in `left`
    for level in steps:
        payment, barred, below = level
        if payment.cost > budget:
            break
        sailed = 0
        for number in below:
            sailed |= reached[number]
        if left & ~sailed:
            allowed = discovered
            for seat in barred:
                allowed &= ~owned[seat]
            here = flood(open_upto[payment.toll] | sailed, allowed, east, south, columns)
            new = here & left & ~sailed
            if new:
                found.append(Region(payment, new))
            sailed = here
        reached.append(sailed)
        if len(reached) == 1:  # what is free leaves nothing to choose, and what nobody reaches nothing to pay
            left &= flood(open_upto[2] | sailed, discovered, east, south, columns) & ~sailed
            if not left:
                break
    return found


def payments(found: list[Region], cell: int) -> list[Payment]:
    """The payments among which a start on this tile may choose, cheapest first; empty if none was found."""
    return [region.payment for region in found if region.cells >> cell & 1]
