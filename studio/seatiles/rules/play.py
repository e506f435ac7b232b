"""What every game on sea tiles does alike: chance, setting out, drawing, laying, which island is scored next."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from studio.core.game import CHANCE, Action
from studio.core.rng import Rng
from studio.seatiles.rules.chart import Chart, lowest_nodes, members, take_island
from studio.seatiles.rules.position import (
    BACK_UNKNOWN,
    AnyPosition,
    SeaPosition,
    draw_back,
    draw_front,
    lift_top,
    next_backs,
    put_tile,
    stands_on,
)


class SeaState(SeaPosition):
    """The part of the house's `State` interface that is the same in every game on sea tiles."""

    __slots__ = ()

    def legal(self) -> list[Action]:
        return self.moves[:]

    def chance(self) -> list[tuple[Action, int]]:
        """Every chance outcome with its whole-number weight: a front, a top, a face, or what is in the bag."""
        board, numbers = self.board, self.board.numbers
        if self.phase == numbers.p_front:
            counts, moves = self.hidden, board.front_moves
            sorts = board.fronts[self.stack_top[self.stack]]
            return [(moves[index], counts[index]) for index in sorts if counts[index]]
        if self.phase == numbers.p_tops:
            stack = self.stack_top.index(BACK_UNKNOWN)
            return [((numbers.top, stack, back), count) for back, count in next_backs(self)]
        if self.phase == numbers.p_roll:
            return [((numbers.roll, face), board.faces.count(face)) for face in sorted(set(board.faces))]
        values = zip(board.bag_values, self.bag, strict=True)
        return [((numbers.token, value), count) for value, count in values if count]

    def draw(self, rng: Rng) -> Action:
        """One outcome of `chance`, with its probability."""
        board, phase = self.board, self.phase
        numbers = board.numbers
        if phase == numbers.p_front:
            return board.front_moves[draw_front(self, board.fronts[self.stack_top[self.stack]], rng)]
        if phase == numbers.p_tops:
            return (numbers.top, self.stack_top.index(BACK_UNKNOWN), draw_back(self, rng))
        if phase == numbers.p_roll:
            return (numbers.roll, rng.choose(board.faces))
        return (numbers.token, board.bag_values[rng.weighted(self.bag)])

    def scores(self) -> list[int]:
        return self.points[:]


def shows_tops(s: SeaPosition, then: int) -> bool:
    """Whether tops have to be seen first; if so, that is the next chance and `then` says where to go on."""
    if BACK_UNKNOWN not in s.stack_top:
        return False
    s.phase, s.to_move, s.then = s.board.numbers.p_tops, CHANCE, then
    return True


def set_out_at_rim(s: SeaPosition, action: Action) -> None:
    """The ship starts from an open border edge; its toll, if any, goes to the bank (T5)."""
    edge = action[1] * 4 + action[2]
    s.passes = 0
    s.gold[s.active] -= s.board.chart.rim[edge]
    s.ship, s.ship_rim = -1, edge
    s.ahead = (action[1],)


def set_out_at_tile(s: SeaPosition, cell: int) -> None:
    """The ship starts from a discovered tile."""
    chart, laid = s.board.chart, s.laid
    s.passes = 0
    s.ship, s.ship_rim = cell, -1
    edges = chart.placements[laid[cell]].edges
    s.ahead = tuple([other for other in chart.over_sea[cell << 4 | edges] if laid[other] < 0])


def draw(s: SeaPosition, action: Action) -> None:
    """The front of the top of a stack is turned up."""
    s.stack = action[1]
    s.phase, s.to_move = s.board.numbers.p_front, CHANCE


def take_up(s: SeaPosition, action: Action, then: int) -> bool:
    """The tile turned up comes into the hand; whether no new top has to be seen first, to go on at `then`."""
    _front, kind, event = action
    numbers = s.board.numbers
    s.left -= 1
    s.drawn += 1
    s.hand = (kind, event)
    if not lift_top(s, kind * numbers.sorts + event, event > 0):
        return True
    s.phase, s.to_move, s.then = numbers.p_tops, CHANCE, then
    return False


def see_top(s: SeaPosition, action: Action) -> bool:
    """The top of a stack is looked at; whether it was the last to be seen."""
    s.stack_top[action[1]] = action[2]
    return BACK_UNKNOWN not in s.stack_top


def placements(s: SeaPosition) -> list[Action]:
    """Every place beside the ship, over a sea edge, where the tile in hand fits (E5, N6)."""
    assert s.hand is not None
    return s.board.placements(s.ahead, s.hand[0], s.need)


def lay_hand(s: SeaPosition, action: Action) -> int:
    """The tile in hand is laid and the ship moves there; the number of its event."""
    _lay, cell, placement = action
    assert s.hand is not None
    event = s.hand[1]
    put_tile(s, cell, placement, event)
    s.hand = None
    s.laid_turn += 1
    chart, laid = s.board.chart, s.laid
    s.ship, s.ship_rim = cell, -1
    around = chart.over_sea[cell << 4 | chart.placements[placement].edges]
    s.ahead = tuple([other for other in around if laid[other] < 0])
    return event


def next_island(s: AnyPosition, settle: Callable[[AnyPosition, list[int]], None]) -> list[int]:
    """The nodes of the completed island that is scored now; none if none is left or the active seat has to choose.

    Those on which nobody stands are settled at once: nothing happens to them, whatever their order.
    """
    pending, chart = s.pending, s.board.chart
    if len(pending) > 1:
        for node in pending[:]:
            nodes = members(chart, s.laid, node)
            if not any(stands_on(s, other) for other in nodes):
                pending.remove(node)
                settle(s, nodes)
        if len(pending) > 1:
            s.phase, s.to_move = s.board.numbers.p_island, s.active
            s.moves = island_moves(s)
            return []
    return members(chart, s.laid, pending.pop()) if pending else []


def island_moves(s: SeaPosition) -> list[Action]:
    """The completed islands that are still to be scored."""
    island = s.board.numbers.island
    return [(island, node >> 2, node & 3) for node in sorted(lowest_nodes(s.board.chart, s.laid, s.pending))]


def chosen_island(s: SeaPosition, action: Action) -> list[int]:
    """The nodes of the island that was chosen, which is pending no more."""
    node = action[1] * 4 + action[2]
    take_island(s.parent, s.pending, node)
    return members(s.board.chart, s.laid, node)


# Routes over the sea: where a ship may start and what the ways there cost (T3, N2, N3).
#
# Sets of cells are whole numbers with bit `cell` set. `sea` holds four such sets one above the other: in plane s (from
# bit s * count) the discovered tiles with a sea edge towards a neighbour on side s.


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
