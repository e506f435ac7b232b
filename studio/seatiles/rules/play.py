"""Rules shared by all games on sea tiles: chance, starting, drawing, placing, island order, routes and payments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
    """The part of the `State` interface that is the same in every game on sea tiles."""

    __slots__ = ()

    def legal(self) -> list[Action]:
        return self.moves[:]

    def chance(self) -> list[tuple[Action, int]]:
        """Return every chance outcome with its integer weight: a front, a top, a face, or the content of the bag."""
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
        """Return a random outcome of `chance`, by their weights."""
        board, phase = self.board, self.phase
        numbers = board.numbers
        if phase == numbers.p_front:
            return board.front_moves[draw_front(self, board.fronts[self.stack_top[self.stack]], rng)]
        if phase == numbers.p_tops:
            return (numbers.top, self.stack_top.index(BACK_UNKNOWN), draw_back(self, rng))
        if phase == numbers.p_roll:
            return (numbers.roll, board.faces[rng.below(len(board.faces))])
        return (numbers.token, board.bag_values[rng.weighted(self.bag)])

    def purpose(self) -> tuple[int, ...]:
        """Return phase and turn, for a front also its back: turns with more draws do not change the luck of others."""
        phase = self.phase
        return phase, self.turn, self.stack_top[self.stack] if phase == self.board.numbers.p_front else 0

    def scores(self) -> list[int]:
        return self.points[:]


def shows_tops(s: SeaPosition, then: int) -> bool:
    """Return whether stack tops must be revealed first; if so, that is the next chance and play continues at `then`."""
    if BACK_UNKNOWN not in s.stack_top:
        return False
    s.phase, s.to_move, s.then = s.board.numbers.p_tops, CHANCE, then
    return True


def set_out_at_rim(s: SeaPosition, action: Action) -> None:
    """Start the ship from an open border edge; its toll, if any, goes to the bank (T5)."""
    edge = action[1] * 4 + action[2]
    s.passes = 0
    s.gold[s.active] -= s.board.chart.rim[edge]
    s.ship, s.ship_rim = -1, edge
    s.ahead = (action[1],)


def set_out_at_tile(s: SeaPosition, cell: int) -> None:
    """Start the ship from a discovered tile."""
    chart, laid = s.board.chart, s.laid
    s.passes = 0
    s.ship, s.ship_rim = cell, -1
    edges = chart.placements[laid[cell]].edges
    s.ahead = tuple([other for other in chart.over_sea[cell << 4 | edges] if laid[other] < 0])


def draw(s: SeaPosition, action: Action) -> None:
    """Draw the top tile of a stack; its front is the next chance outcome."""
    s.stack = action[1]
    s.phase, s.to_move = s.board.numbers.p_front, CHANCE


def take_up(s: SeaPosition, action: Action, then: int) -> bool:
    """Take the revealed tile into hand. Returns whether no new top must be revealed first, to continue at `then`."""
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
    """Reveal the back of a stack's top. Returns whether it was the last one."""
    s.stack_top[action[1]] = action[2]
    return BACK_UNKNOWN not in s.stack_top


def placements(s: SeaPosition) -> list[Action]:
    """Return every placement of the tile in hand over a sea edge next to the ship (E5, N6)."""
    assert s.hand is not None
    return s.board.placements(s.ahead, s.hand[0], s.need)


def lay_hand(s: SeaPosition, action: Action) -> int:
    """Place the tile in hand and move the ship there; return the number of its event."""
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


def strengths(
    s: SeaPosition, nodes: Iterable[int], weight: Callable[[int], int] = lambda _cell: 1
) -> dict[int, tuple[int, int, int]]:
    """Return the units of each seat on an island, strongest kind first; `weight` is what the scout on a cell counts."""
    found: dict[int, list[int]] = {}
    for node in nodes:
        if stands_on(s, node):
            seat, kind = divmod(s.unit[node >> 2], 3)
            found.setdefault(seat, [0, 0, 0])[2 - kind] += 1 if kind else weight(node >> 2)
    return {seat: (counts[0], counts[1], counts[2]) for seat, counts in sorted(found.items())}


def next_island(s: AnyPosition, settle: Callable[[AnyPosition, list[int]], None]) -> list[int]:
    """Return the nodes of the completed island to score now; none if none is left or the active seat must choose.

    Islands without units are settled at once, because their order has no effect.
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
    """Return the actions that choose among completed islands still to be scored."""
    island = s.board.numbers.island
    return [(island, node >> 2, node & 3) for node in sorted(lowest_nodes(s.board.chart, s.laid, s.pending))]


def chosen_island(s: SeaPosition, action: Action) -> list[int]:
    """Return the nodes of the chosen island and remove it from the pending ones."""
    node = action[1] * 4 + action[2]
    take_island(s.parent, s.pending, node)
    return members(s.board.chart, s.laid, node)


# Routes over the sea: possible starts and their costs (T3, N2, N3)
#
# Sets of cells are integers with bit `cell` set. `sea` concatenates four such sets: plane s (from bit s * count) is
# the discovered tiles with a sea edge towards a neighbour on side s.


class Payment(NamedTuple):
    """Cost of a route: the sum, its toll, and the seats that get the rest, as a bit mask."""

    cost: int
    toll: int
    owners: int


class Level(NamedTuple):
    """A possible payment of a route, and the seats whose bases it must not pass because they are not paid."""

    payment: Payment
    barred: tuple[int, ...]


def shores(chart: Chart, undiscovered: int, sea: int) -> int:
    """Return the discovered tiles with a sea edge that faces an undiscovered space (N2)."""
    full, count, columns = chart.full, chart.count, chart.columns
    return (
        ((sea & full) & (undiscovered << columns))
        | ((sea >> count & full) & (undiscovered >> 1))
        | ((sea >> 2 * count & full) & (undiscovered >> columns))
        | ((sea >> 3 * count) & (undiscovered << 1))
    )


def links(chart: Chart, sea: int) -> tuple[int, int]:
    """Return the cells joined by sea to their east neighbour, and to their south neighbour."""
    full, count = chart.full, chart.count
    east = (sea >> count & full) & (sea >> 3 * count >> 1)
    south = (sea >> 2 * count & full) & ((sea & full) >> chart.columns)
    return east, south


def flood(seeds: int, allowed: int, east: int, south: int, columns: int) -> int:
    """Return all allowed cells connected to the allowed seeds over the given links."""
    found = seeds & allowed
    while True:
        more = (found | (found & east) << 1 | (found >> 1) & east) & allowed
        more = (more | (more & south) << columns | (more >> columns) & south) & allowed
        if more == found:
            return found
        found = more


def levels(payable: int, toll_per_owner: int) -> tuple[Level, ...]:
    """Return every payment to owners in the bit mask `payable`, cheapest first."""
    seats = [seat for seat in range(payable.bit_length()) if payable >> seat & 1]
    subsets = [owners for owners in range(payable + 1) if not owners & ~payable]
    steps = sorted(
        Payment(toll + toll_per_owner * owners.bit_count(), toll, owners) for toll in range(3) for owners in subsets
    )
    return tuple(Level(step, tuple(seat for seat in seats if not step.owners >> seat & 1)) for step in steps)


def dearest(steps: tuple[Level, ...], budget: int) -> tuple[Level, ...]:
    """Return the maximal payments of at most `budget`: together they reach all that any affordable payment reaches."""
    within = [level for level in steps if level.payment.cost <= budget]
    return tuple(
        level
        for level in within
        if not any(_includes(other.payment, level.payment) for other in within if other is not level)
    )


def _includes(payment: Payment, part: Payment) -> bool:
    """Return whether a payment includes another one."""
    return part.toll <= payment.toll and not part.owners & ~payment.owners


def reached(chart: Chart, undiscovered: int, sea: int, steps: tuple[Level, ...], owned: list[int]) -> int:
    """Return the start tiles that some route reaches at one of these payments or a part of it (N2, N3).

    `owned[seat]` are the cells with a base or settlement of that seat. A route with toll at most t past owners in the
    set S exists exactly if the tile stays connected to the open edges of toll at most t after removing the tiles of all
    other owners.
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
    """Return the minimal payments of at most `budget` for a start on this tile, cheapest first (N3).

    `steps` are the `levels` of the seats that have to be paid. The sea connected to the tile without the tiles of other
    owners, as in `reached`, gives the minimum toll for each set of owners. Payments that include another are omitted.
    """
    east, south = links(chart, sea)
    discovered = chart.spaces & ~undiscovered
    around = flood(1 << cell, discovered, east, south, chart.columns)
    least = _toll(chart, around)
    near = 0
    for seat in steps[0].barred:  # all owners to pay
        if owned[seat] & around:
            near |= 1 << seat
    if not near:
        return [Payment(least, least, 0)] if least <= min(budget, 2) else []
    found: list[Payment] = []
    for (cost, later, owners), barred in steps:
        if cost > budget:
            break
        if later or owners & ~near or any(part.toll <= least and not part.owners & ~owners for part in found):
            continue  # not minimal, or pays owners off the route
        toll = least
        if near & ~owners:
            allowed = discovered
            for seat in barred:
                allowed &= ~owned[seat]
            toll = _toll(chart, flood(1 << cell, allowed, east, south, chart.columns))
        payment = Payment(cost + toll, toll, owners)
        if toll <= 2 and payment.cost <= budget and not any(_includes(payment, part) for part in found):
            found.append(payment)
            if toll <= least and not owners:  # all other payments include it
                break
    return sorted(found)


def _toll(chart: Chart, sea: int) -> int:
    """Return the minimum toll of an open edge at these cells; 3 if there is none."""
    for toll, edges in enumerate(chart.open_upto):
        if edges & sea:
            return toll
    return 3
