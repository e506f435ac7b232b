"""Equipment: gained from a tile's line (G10), bought with discovery tokens (G12)."""

from __future__ import annotations

from studio.core.game import Action
from studio.games.goldland.rules.actions import ITEMS, P_TAKE
from studio.games.goldland.rules.position import Position
from studio.games.goldland.rules.turn import end_move, go_on


def gain(s: Position, action: Action) -> None:
    """An alternative is chosen; how much of it is asked item by item. A begun move ends (G10)."""
    if s.moved == 1:
        end_move(s)
    s.gained = 1
    s.alternative = action[1]
    _offer(s, -1)


def take(s: Position, action: Action) -> None:
    """From the stock into the backpack."""
    item, number = s.item, action[1]
    s.pack[s.active * ITEMS + item] += number
    s.stock[item] -= number
    _offer(s, item)


def _offer(s: Position, after: int) -> None:
    """Go on to the next item after this one of which any can be taken."""
    seat = s.active
    if s.free(seat) > 0:
        for item, _number in s.board.gains[s.laid[s.at[seat]] >> 2][s.alternative]:
            if item > after and s.stock[item]:
                s.phase, s.item = P_TAKE, item
                return
    s.item = s.alternative = -1
    go_on(s)


def buy(s: Position, action: Action) -> None:
    """Tokens go back, a piece of equipment comes; the same decision goes on (G12)."""
    seat, item = s.active, action[1]
    price = s.price()
    s.tokens[seat] -= price
    s.token_stock += price
    s.pack[seat * ITEMS + item] += 1
    s.stock[item] -= 1
    if s.phase == P_TAKE:
        _offer(s, s.item - 1)
    elif not s.phase:
        go_on(s)
