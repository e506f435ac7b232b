"""The beginning of a turn: income, the start of the expedition, its cost, what is announced (N1–N4)."""

from __future__ import annotations

from studio.core.game import CHANCE, Action
from studio.games.neue_entdecker.rules.actions import (
    P_ANNOUNCE,
    P_DIE,
    P_PAY,
    P_START,
    P_WHEEL,
    PASS,
    PAY,
)
from studio.games.neue_entdecker.rules.position import Position
from studio.seatiles.rules.play import set_out_at_rim, set_out_at_tile
from studio.seatiles.rules.routes import Payment, payments, reached

_PASS: list[Action] = [(PASS,)]


def begin_turn(s: Position) -> None:
    """Income if the seat is poor, or if all have passed one after another (N1, N4)."""
    s.drawn = s.laid_turn = s.left = 0
    if s.gold[s.active] < s.board.roll_below or s.passes >= s.seats:
        s.phase, s.to_move = P_DIE, CHANCE
    else:
        enter_start(s)


def roll(s: Position, action: Action) -> None:
    """The die shows a number, or the wheel (0)."""
    if action[1]:
        gain(s, action)
    else:
        s.phase, s.to_move, s.moves = P_WHEEL, s.active, s.board.wheel_moves


def gain(s: Position, action: Action) -> None:
    """The active seat gains the number, every other seat one more (N1)."""
    amount = action[1] + 1
    gold = s.gold
    for seat in range(s.seats):
        gold[seat] += amount
    gold[s.active] -= 1
    enter_start(s)


def enter_start(s: Position) -> None:
    s.phase, s.to_move = P_START, s.active
    s.moves = start_moves(s)


def start_moves(s: Position) -> list[Action]:
    """Where the expedition may start, leaving the price of one tile (N2–N4); else only a pass."""
    board, budget = s.board, _budget(s)
    if budget < 0:
        return _PASS
    moves = board.starts_at_rim(s.undiscovered, budget)
    steps = board.dearest_levels(payable(s), budget)
    moves += board.start_moves.at(reached(board.chart, s.undiscovered, s.sea, steps, s.owners))
    return moves or _PASS


def _budget(s: Position) -> int:
    """The gold that a start may cost: all but the price of one tile (N4)."""
    board, gold = s.board, s.gold[s.active]
    if s.hidden_plain or s.hidden_query:
        return gold - min(board.hidden_price, board.open_price)
    return gold - board.open_price


def payable(s: Position) -> int:
    """The seats that have to be paid on the way (N3), as a bit mask; owners who get nothing make no difference."""
    found = 0
    if s.board.route_toll:
        for seat, cells in enumerate(s.owners):
            if cells and seat != s.active:
                found |= 1 << seat
    return found


def _payments(s: Position) -> list[Payment]:
    """What a route to the ship's start tile may cost, cheapest first."""
    board = s.board
    return payments(board.chart, s.undiscovered, s.sea, board.payment_levels(payable(s)), s.owners, _budget(s), s.ship)


def start_at_rim(s: Position, action: Action) -> None:
    """Start from an open border edge (N3)."""
    set_out_at_rim(s, action)
    enter_announce(s)


def start_at_tile(s: Position, action: Action) -> None:
    """Start from a discovered tile: pay for its route, or choose which of several payments it is to be (N3)."""
    set_out_at_tile(s, action[1])
    choices = _payments(s)
    if len(choices) == 1:
        settle(s, choices[0])
    else:
        s.phase, s.moves = P_PAY, pay_moves(s)


def pay_moves(s: Position) -> list[Action]:
    """What may be paid for a route to the ship's start tile, cheapest first."""
    return [(PAY, *payment) for payment in _payments(s)]


def pay(s: Position, action: Action) -> None:
    settle(s, Payment(*action[1:]))


def settle(s: Position, payment: Payment) -> None:
    """Pay the toll to the bank and each owner on the route his share, once (N3)."""
    gold = s.gold
    gold[s.active] -= payment.cost
    if payment.owners:
        for seat in range(s.seats):
            if payment.owners >> seat & 1:
                gold[seat] += s.board.route_toll
    enter_announce(s)


def enter_announce(s: Position) -> None:
    s.phase = P_ANNOUNCE
    s.moves = announce_moves(s)


def announce_moves(s: Position) -> list[Action]:
    """How many tiles the seat's gold buys, from the hidden stacks or open (N4)."""
    return s.board.announce_moves(s.gold[s.active], bool(s.hidden_plain or s.hidden_query))
