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
    """A payment that some route may cost, and the seats past whose bases it does not lead, since they are not paid."""

    payment: Payment
    barred: tuple[int, ...]


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
        more = (found | (found & east) << 1 | (found >> 1) & east) & allowed
        more = (more | (more & south) << columns | (more >> columns) & south) & allowed
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
    return tuple(Level(step, tuple(seat for seat in seats if not step.owners >> seat & 1)) for step in steps)


def dearest(steps: tuple[Level, ...], budget: int) -> tuple[Level, ...]:
    """Of the payments of at most `budget` those that are no part of another: together they reach all that any does."""
    within = [level for level in steps if level.payment.cost <= budget]
    return tuple(
        level
        for level in within
        if not any(_holds(other.payment, level.payment) for other in within if other is not level)
    )


def _holds(payment: Payment, part: Payment) -> bool:
    """Whether a payment has all that is in another one."""
    return part.toll <= payment.toll and not part.owners & ~payment.owners


def reached(chart: Chart, undiscovered: int, sea: int, steps: tuple[Level, ...], owned: list[int]) -> int:
    """The start tiles to which some route leads that costs one of these payments or a part of it (N2, N3).

    `owned[seat]` are the cells with a base or settlement of theirs. A route of toll at most t past owners in the set S
    exists exactly when the tile hangs together with the open edges of toll at most t once the other owners' tiles are
    taken away.
    """
    left = shores(chart, undiscovered, sea)
    if not left:
        return 0
    east, south = links(chart, sea)
    discovered = chart.spaces & ~undiscovered
    found = 0
    for payment, barred in steps:
        allowed = discovered
        for seat in barred:
            allowed &= ~owned[seat]
        found |= flood(chart.open_upto[payment.toll], allowed, east, south, chart.columns)
        if not left & ~found:
            break
    return found & left


def payments(
    chart: Chart, undiscovered: int, sea: int, steps: tuple[Level, ...], owned: list[int], budget: int, cell: int
) -> list[Payment]:
    """The payments of at most `budget` among which a start on this tile may choose, cheapest first (N3).

    `steps` are the `levels` of the seats that have to be paid. The sea around the tile without the other owners' tiles,
    as in `reached`, says which toll is the least for each set of owners; what holds another payment is none.
    """
    east, south = links(chart, sea)
    discovered = chart.spaces & ~undiscovered
    around = flood(1 << cell, discovered, east, south, chart.columns)
    least = _toll(chart, around)
    near = 0
    for seat in steps[0].barred:  # all that have to be paid
        if owned[seat] & around:
            near |= 1 << seat
    if not near:
        return [Payment(least, least, 0)] if least <= min(budget, 2) else []
    found: list[Payment] = []
    for (cost, later, owners), barred in steps:
        if cost > budget:
            break
        if later or owners & ~near or any(part.toll <= least and not part.owners & ~owners for part in found):
            continue  # whoever is nowhere near, or paid for nothing, belongs to no payment
        toll = least
        if near & ~owners:
            allowed = discovered
            for seat in barred:
                allowed &= ~owned[seat]
            toll = _toll(chart, flood(1 << cell, allowed, east, south, chart.columns))
        payment = Payment(cost + toll, toll, owners)
        if toll <= 2 and payment.cost <= budget and not any(_holds(payment, part) for part in found):
            found.append(payment)
            if toll <= least and not owners:  # all others hold it
                break
    return sorted(found)


def _toll(chart: Chart, sea: int) -> int:
    """The least toll of an open edge at these cells; 3 where there is none."""
    for toll, edges in enumerate(chart.open_upto):
        if edges & sea:
            return toll
    return 3
