"""The beginning of a season and of a turn: income, the start of the expedition, what is declared (E1–E4)."""

from __future__ import annotations

from studio.core.game import CHANCE, Action
from studio.games.entdecker.rules.actions import P_DECLARE, P_SPIN, P_START, PASS, SCOUT
from studio.games.entdecker.rules.position import Position
from studio.seatiles.rules.play import set_out_at_rim, set_out_at_tile
from studio.seatiles.rules.routes import shores

_PASS: Action = (PASS,)


def begin_season(s: Position) -> None:
    """The first player spins (E2)."""
    s.active = s.first
    s.phase, s.to_move = P_SPIN, CHANCE


def spin(s: Position, action: Action) -> None:
    """Every seat gains the income of the season, up to what its gold display shows (E2)."""
    s.income = action[1]
    most = s.board.most_gold
    s.gold = [min(gold + action[1], most) for gold in s.gold]
    begin_turn(s)


def begin_turn(s: Position) -> None:
    s.declared = s.left = s.drawn = s.laid_turn = 0
    s.own_laid = False
    s.phase, s.to_move = P_START, s.active
    s.moves = start_moves(s)


def recalls(s: Position) -> list[Action]:
    """The own scouts that may be taken back from the board (E7)."""
    cells = s.stands[s.active * 3 + SCOUT]
    return s.board.recall_moves.at(cells) if cells else []


def start_moves(s: Position) -> list[Action]:
    """Where the expedition may start and leave 1 gold; else only a pass (E3)."""
    board, seat = s.board, s.active
    budget = s.gold[seat] - 1
    moves: list[Action] = []
    if budget >= 0:
        moves = board.starts_at_rim(s.undiscovered, budget)
        if s.turn > 1 or not moves:
            cells = shores(board.chart, s.undiscovered, s.sea)
            if cells:
                for unit, occupied in enumerate(s.stands):
                    if occupied and board.unit_cost[unit % 3] > budget and unit // 3 != seat:
                        cells &= ~occupied
                moves += board.start_moves.at(cells)
    if not moves:
        moves = [_PASS]
    moves += recalls(s)
    return moves


def start_at_rim(s: Position, action: Action) -> None:
    """Start from an open border edge (E3)."""
    set_out_at_rim(s, action)
    _enter_declare(s)


def start_at_tile(s: Position, action: Action) -> None:
    """Start from a discovered tile; another seat's unit there costs its price (E3)."""
    unit = s.unit[action[1]]
    if unit >= 0 and unit // 3 != s.active:
        s.gold[s.active] -= s.board.unit_cost[unit % 3]
    set_out_at_tile(s, action[1])
    _enter_declare(s)


def _enter_declare(s: Position) -> None:
    s.phase = P_DECLARE
    s.moves = declare_moves(s)


def declare_moves(s: Position) -> list[Action]:
    """How many tiles to draw: 1 gold each, no more than the piles hold; with own tiles, gold that may be used (E4)."""
    most = s.hidden_plain + s.hidden_query
    if s.personal[s.active]:  # one own tile a turn, which takes 2 gold (E14)
        most += 2
    moves = s.board.declare_moves[: min(most, s.gold[s.active])]
    moves += recalls(s)
    return moves
