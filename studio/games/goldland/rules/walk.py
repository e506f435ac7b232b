"""Moving: discards, steps, crossings, adventures, camps and markers (G4–G9)."""

from __future__ import annotations

from studio.core.game import Action
from studio.games.goldland.rules.actions import (
    ADVENTURES,
    CROSS,
    CROSS_PAY,
    CROSSING,
    FREE,
    ITEMS,
    P_CAMP,
    P_HAND_OVER,
    PAY,
)
from studio.games.goldland.rules.position import Position
from studio.games.goldland.rules.turns import go_on


def discard(s: Position, action: Action) -> None:
    """Back to the stock, for more movement points or for room (G4)."""
    item = action[1]
    s.pack[s.active * ITEMS + item] -= 1
    s.stock[item] += 1
    if s.earlier:
        s.moved = 1
    go_on(s)


def step(s: Position, action: Action) -> None:
    """One step; its red items are paid at once, the rest of a crossing piece by piece (G4–G7)."""
    _kind, cell, way = action
    seat = s.active
    if s.points < 0:
        s.points = s.free(seat)
        s.visited = 1 << s.at[seat]
        s.moved = 1
    s.points -= 1
    s.visited |= 1 << cell
    s.at[seat] = cell
    if way == FREE:
        s.paid_here = 0
        go_on(s)
        return
    s.owed = CROSSING if way != PAY else 0
    s.paid_here = int(way != CROSS)
    if s.paid_here:
        tile, pack, stock = s.laid[cell] >> 2, s.pack, s.stock
        for item, number in s.board.pays[tile]:
            pack[seat * ITEMS + item] -= number
            stock[item] += number
        if way == CROSS_PAY:
            s.owed = max(0, CROSSING - s.board.pay_total[tile])
    if s.owed:
        s.phase, s.item = P_HAND_OVER, 0
    else:
        survive(s)


def hand_over(s: Position, action: Action) -> None:
    """One of the pieces that a crossing costs (G6)."""
    item = action[1]
    s.pack[s.active * ITEMS + item] -= 1
    s.stock[item] += 1
    s.owed -= 1
    s.item = item
    if not s.owed:
        s.item = -1
        if s.paid_here:
            survive(s)
        else:
            go_on(s)


def survive(s: Position) -> None:
    """The adventure is survived: the first one ever of its kind brings the marker (G9); a camp may follow (G8)."""
    kind = s.board.kinds[s.laid[s.at[s.active]] >> 2]
    if s.marker[kind] < 0:
        s.marker[kind] = s.active
    s.phase = P_CAMP


def no_camp(s: Position, action: Action) -> None:
    go_on(s)


def pitch(s: Position, action: Action) -> None:
    """A camp from the supply (G8)."""
    seat = s.active
    s.camps[seat] -= 1
    s.camp[seat * s.board.count + s.at[seat]] += 1
    s.progress = 1
    award(s, s.at[seat])
    go_on(s)


def shift(s: Position, action: Action) -> None:
    """The supply is out: a camp comes from another tile (G8)."""
    seat, old = s.active, action[1]
    base, here = seat * s.board.count, s.at[seat]
    s.camp[base + old] -= 1
    s.camp[base + here] += 1
    kinds = s.board.kinds
    award(s, here)
    if kinds[s.laid[old] >> 2] != kinds[s.laid[here] >> 2]:
        award(s, old)
    go_on(s)


def award(s: Position, cell: int) -> None:
    """The marker of the tile's kind goes to who has strictly more camps on such tiles than its holder (G9)."""
    board, kinds = s.board, s.board.kinds
    kind = kinds[s.laid[cell] >> 2]
    if kind >= ADVENTURES or s.marker[kind] < 0:
        return
    cells = [here for here, placement in enumerate(s.laid) if placement >= 0 and kinds[placement >> 2] == kind]
    camp, seats = s.camp, s.seats
    best, most = s.marker[kind], 0
    for base in cells:
        most += camp[best * board.count + base]
    for after in range(seats):
        seat = (s.active + after) % seats
        number = 0
        for base in cells:
            number += camp[seat * board.count + base]
        if number > most:
            best, most = seat, number
    s.marker[kind] = best
