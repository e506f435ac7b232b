"""Before the first turn: the layout's tiles, gaps already enclosed, stacks, chief scouts (N0, N14, T8)."""

from __future__ import annotations

from itertools import combinations

from studio.core.game import Action
from studio.games.neue_entdecker.rules.actions import CHIEFS, P_CHIEFS, SCOUT, THEN_BEGIN
from studio.games.neue_entdecker.rules.filling import fill_gaps
from studio.games.neue_entdecker.rules.position import Position
from studio.games.neue_entdecker.rules.scoring import finish
from studio.games.neue_entdecker.rules.start import begin_turn
from studio.games.neue_entdecker.rules.tiles import deal, restock, shows_tops
from studio.seatiles.rules.filling import put_tile


def set_up(s: Position) -> None:
    """Lay the layout's tiles, fill its gaps, deal the stacks. Islands complete by then are never scored (T8)."""
    for cell, placement in s.board.chart.laid:
        put_tile(s, s.board.chart, cell, placement, 0)
    deal(s, list(range(len(s.stack_size))))
    fill_gaps(s)
    s.pending.clear()
    restock(s)
    if not shows_tops(s, THEN_BEGIN):
        begin(s)


def begin(s: Position) -> None:
    """Chief scouts are named in the order of the seats; then seat 0 begins."""
    seat = next((seat for seat in range(s.seats) if not s.chiefs[seat * 2]), -1)
    if s.numbered and seat >= 0 and s.supply[seat * 3 + SCOUT] and s.undiscovered:
        s.phase, s.to_move = P_CHIEFS, seat
        s.moves = chief_moves(s)
    elif s.undiscovered:
        begin_turn(s)
    else:
        finish(s)


def chief_moves(s: Position) -> list[Action]:
    """Every pair of scout numbers (or the only one there is)."""
    numbers = range(1, s.supply[s.to_move * 3 + SCOUT] + 1)
    return [(CHIEFS, one, other) for one, other in combinations(numbers, 2)] or [(CHIEFS, 1, 0)]


def name_chiefs(s: Position, action: Action) -> None:
    s.chiefs[s.to_move * 2], s.chiefs[s.to_move * 2 + 1] = action[1], action[2]
    begin(s)
