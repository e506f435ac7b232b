"""The rules of Die Neuen Entdecker (N0–N15 on the sea tiles T1–T9): positions and their legal actions.

This module defines `State`, the position with its moves, and the set-up before the first turn (N0, N14). `board` has
the constants, the board, the fields of a position and hidden information; `expedition` has N4–N7 and N12; `scoring`
has the start and end of turns: stacks, jungle, starts (N1–N4), islands and the end of the match (N8–N11, N13). Rules
shared by both games are in seatiles.rules.

ACTIONS (tuples; constants of board.py, importable from here). Decisions of a seat:
  (CHIEFS, a, b)                  N14: name two scout numbers a < b, secretly, before the game (b = 0: only one left)
  (WHEEL, n)                      N1: the number after a wheel
  (START_RIM, cell, side)         N2: put the ship on the open border edge of an undiscovered space
  (START_TILE, cell)              N2: put the ship on a discovered tile
  (PASS,)                         N4: no start can be paid
  (PAY, cost, toll, owners)       N3: pay `toll` to the bank and 2 gold to each seat in the bit mask `owners`: `cost`
  (ANNOUNCE_HIDDEN, n)            N4: pay for n tiles from the hidden stacks
  (ANNOUNCE_OPEN, n)              N4: pay for n open tiles
  (DRAW_HIDDEN, stack)            N5: draw the top of a hidden stack
  (DRAW_OPEN, cls)                N5: take an open tile of a class 1 … 6
  (UNIT, kind, land[, number])    N7: place SCOUT, BASE or SETTLEMENT from the supply on a land of the tile laid last
                                  (with chief scouts a scout's action also has its number)
  (UNIT_FROM_CELL, land, cell)    N7: no scout in supply: take back the own scout on `cell` and place it
  (UNIT_FROM_PATH, land, hut, space)  N7: the same with an own scout from a hut path (space from 0 at the hut)
  (STOP,)                         N6: end the expedition
  (LAY, cell, placement)          N6: lay the tile in hand (index into chart.placements)
  (NATIVES_NONE,)                 N12: send no scout
  (NATIVES_SUPPLY, hut[, number]) N12: send a scout from the supply up the path of a hut
  (NATIVES_FROM_CELL, hut, cell)  N12: no scout in supply: send the own scout from an island
  (NATIVES_FROM_PATH, hut, from_hut, space)  N12: the same from another place in the jungle
  (ISLAND, cell, land)            N8: score this completed island next (its lowest cell and the land there)
  (SEND, hut[, number])           N11: put the next scout on the path of a hut
Chance:
  (DIE, n)                        n = 0 is the wheel
  (FRONT, kind, event)            the drawn tile (event 0 plain, 1 + index into EVENTS); the stack is `state.stack`
  (TOP, stack, back)              the new top of a stack: BACK_PLAIN or BACK_QUERY
  (TOKEN, value)                  the token drawn for the hut `state.hut`, seen only by seat `state.looker`
Automatic: paying the only payment; placing a tile with one placement; ending the expedition if STOP is the only move;
skipping natives if no scout can be sent; scoring the only island. Completed islands without units are entered in the
ledger at once and are not a decision, because their order has no effect.

PHASES (`state.phase`): P_TOPS (chance) P_CHIEFS P_DIE (chance) P_WHEEL P_START P_PAY P_ANNOUNCE P_GO (draw, unit or
stop) P_FRONT (chance) P_LAY P_NATIVES P_ISLAND P_SEND P_TOKEN (chance) P_OVER.

FIELDS of `State` (readable; lists by seat, cell, kind, hut, stack or seat * 3 + unit kind):
  board         `Board`: chart, numbers of the box, tables        seats        how many
  numbered      whether chief scouts are played (N14)             to_move      seat, CHANCE or OVER
  phase         P_…                                               active       the seat whose turn it is
  turn          from 1, a passed one too; round = (turn - 1) // seats + 1
  gold[seat] points[seat] supply[seat*3+unit kind]                moves        the legal actions (use `legal()`)
  laid[cell]    placement or -1                                   event[cell]  0 or event number of a "?" tile there
  unit[cell]    -1 or seat * 3 + unit kind                        unit_land[cell]    the land it is on
  unit_number[cell]  its scout number (chief scouts), else 0
  ship          cell, or -1 when at the border / not yet set      ship_rim     cell * 4 + side of its border edge, or -1
                (both stay where the last expedition ended until the next start)
  ahead         undiscovered cells the ship can go to             left         announced tiles still to draw
  open_tiles    whether open tiles were announced                 stack        the stack drawn from last
  drawn         tiles drawn this turn                             laid_turn    tiles laid this turn by the ship
  hand          (kind, event) of the drawn tile, or None
  stack_size[k] stack_top[k] (BACK_…)                             hidden[kind*SORTS+event]  tiles in the stacks
  discard[kind*SORTS+event]  misfits                              sorted_left[kind]
  added[kind]   tiles made because none was left (N9)             hidden_plain, hidden_query  hidden tiles by back
  paths[hut][space]  seat of the scout there or -1; space 0 is nearest the hut; there may be holes
  path_numbers[hut][space]  scout numbers (chief scouts), else 0
  token[hut]    value, 0 none                                     seen[hut]    bit mask of the seats that know it
  bag[i]        tokens left of value board.bag_values[i]
  hut, looker   where and for whom a token is being drawn
  numbers[seat] bit mask of the scout numbers in supply           waiting[seat] scouts to be sent (N11)
  waiting_numbers[seat]  their numbers as a bit mask              sender       the seat that sends next
  chiefs[seat*2+i]  named number or 0                             chief_known  bit mask of known indexes into `chiefs`
  cleared[seat] bit mask of numbers proved not to be chiefs       pending      nodes (cell*4+land) of completed islands
  ledger        entries of integers:
                (SCORED_ISLAND, seat, points, place, tiles, bonus, cell, land, settlements, bases, scouts, turn)
                (SCORED_HUT, seat, points, hut, token, scouts, space, turn): the hut's winner, its scouts there
                (chiefs count two) and its scout nearest the hut; seat -1 with 0 points without scouts there
  passes        turns passed in a row                             idle          rounds in a row without a tile
  laid_round    tiles laid in this round
Internal: undiscovered (set of cells), need[cell] (chart.py), sea (four planes of sea edges), parent and
open_edges (chart.py), owners[seat] (cells of bases and settlements), then (THEN_…).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Self

from studio.core.game import OVER, Action, Json, Options
from studio.core.rng import Rng
from studio.games.neue_entdecker.rules import board as actions, expedition, scoring
from studio.games.neue_entdecker.rules.board import *  # noqa: F403  # the actions are importable from here
from studio.games.neue_entdecker.rules.board import CHANGES, DECISIONS, Board, Position
from studio.games.neue_entdecker.rules.scoring import deal, fetch, restock
from studio.seatiles.rules.play import Payment, SeaState, draw, island_moves, placements, see_top, shows_tops
from studio.seatiles.rules.position import fill_gaps, lay_board

__all__ = [
    "CHANGES",
    "DECISIONS",
    "Board",
    "State",
    "migrate_action",
    "restore",
    "start",
    *(name for name in dir(actions) if name.isupper() and name[0] != "_"),
]


class State(Position, SeaState):
    __slots__ = ()

    def apply(self, action: Action) -> None:
        _PLAY[action[0]](self, action)

    def reveals(self, action: Action) -> bool:
        """Return whether a seat learns a token (N11), a chief (N14), or the huts at the end (N13)."""
        after = self.clone()
        after.apply(action)
        return (
            after.to_move == OVER
            or after.seen != self.seen
            or after.chief_known != self.chief_known
            or after.cleared != self.cleared
        )

    def winners(self) -> list[int]:
        """Return the seats with most points, then most gold; ties share (N13)."""
        best = max(zip(self.points, self.gold, strict=True))
        return [seat for seat in range(self.seats) if (self.points[seat], self.gold[seat]) == best]

    def observe(self, seat: int) -> Json:
        """Return the information visible to a seat (-1: to all) as plain data, with None for hidden values."""
        return actions.observation(self, seat)

    def redeal(self, seat: int, rng: Rng) -> Self:
        """Return a clone in which all information hidden from `seat` is dealt again randomly."""
        other = self.clone()
        actions.redeal_hidden(other, seat, rng)
        return other


def start(board: Board, seats: int, options: Options, rules: str = "") -> State:
    """Return the position before the first chance outcome or decision: tiles placed, gaps filled, stacks dealt (N0).

    Islands that are complete by then are never scored (T8).
    """
    numbered = bool(options.get("chief_scouts", False))
    first = board.firsts.get((seats, numbered))
    if first is None:
        first = board.firsts[seats, numbered] = _first(board, seats, numbered)
    assert isinstance(first, State)
    return first.clone()


def _first(board: Board, seats: int, numbered: bool) -> State:
    """Fill gaps before the tops of the stacks are seen: a search (N9) shuffles nothing seen (N0, T8; ruling)."""
    state = State(board, seats, numbered)
    lay_board(state)
    deal(state, list(range(len(state.stack_size))))
    fill_gaps(state, fetch)
    state.pending.clear()
    restock(state)
    if not shows_tops(state, actions.THEN_BEGIN):
        begin(state)
    return state


def begin(s: Position) -> None:
    """Chief scouts are named in the order of the seats (N14); then seat 0 begins."""
    seat = next((seat for seat in range(s.seats) if not s.chiefs[seat * 2]), -1)
    if s.numbered and seat >= 0 and s.supply[seat * 3 + actions.SCOUT] and s.undiscovered:
        s.phase, s.to_move = actions.P_CHIEFS, seat
        s.moves = _chief_moves(s)
    elif s.undiscovered:
        scoring.begin_turn(s)
    else:
        scoring.finish(s)


def _chief_moves(s: Position) -> list[Action]:
    """Return every pair of scout numbers, or the only number."""
    numbers = range(1, s.supply[s.to_move * 3 + actions.SCOUT] + 1)
    return [(actions.CHIEFS, one, other) for one, other in combinations(numbers, 2)] or [(actions.CHIEFS, 1, 0)]


def _name_chiefs(s: Position, action: Action) -> None:
    s.chiefs[s.to_move * 2], s.chiefs[s.to_move * 2 + 1] = action[1], action[2]
    begin(s)


_MOVES: dict[int, Callable[[Position], list[Action]]] = {
    actions.P_CHIEFS: _chief_moves,
    actions.P_WHEEL: lambda s: s.board.wheel_moves,
    actions.P_START: scoring.start_moves,
    actions.P_PAY: scoring.pay_moves,
    actions.P_ANNOUNCE: scoring.announce_moves,
    actions.P_GO: expedition.go_moves,
    actions.P_LAY: placements,
    actions.P_NATIVES: expedition.natives_moves,
    actions.P_ISLAND: island_moves,
    actions.P_SEND: scoring.send_moves,
}
"""Legal actions by phase of a decision."""


def restore(board: Board, dump: Json) -> State:
    state = State(board, dump["seats"], dump["numbered"])
    state.fill_from(dump)
    if state.phase in _MOVES:
        state.moves = _MOVES[state.phase](state)[:]
    return state


def migrate_action(state: State, action: Action) -> Sequence[Action]:
    """Convert a recorded action to the current rules.

    Before 2026-11-22 a unique cheapest route was paid automatically. With several, the payment was given by toll and
    owners only (N3).
    """
    if state.phase != actions.P_PAY:
        return (action,)
    routes = state.legal()
    if action[:1] != (actions.PAY,):
        return (routes[0], action)
    return ([route for route in routes if route[2:] == action[1:]] or [action])[:1]


def _see_top(state: Position, action: Action) -> None:
    if see_top(state, action):
        _GO_ON[state.then](state)


def _see_token(state: Position, action: Action) -> None:
    scoring.put_token(state, action)
    _GO_ON[state.then](state)


_GO_ON: tuple[Callable[[Position], None], ...] = (
    begin,
    expedition.place,
    expedition.apply_event,
    expedition.go_on,
    scoring.score_next,
    scoring.go_on_sending,
)
"""Continuation after chance, by THEN_…."""

_PLAY: tuple[Callable[[Position, Action], None], ...] = (
    _name_chiefs,
    scoring.gain,
    scoring.start_at_rim,
    scoring.start_at_tile,
    expedition.pass_turn,
    lambda state, action: scoring.settle(state, Payment(*action[1:])),
    expedition.announce_hidden,
    expedition.announce_open,
    draw,
    expedition.draw_open,
    expedition.place_unit,
    expedition.unit_from_cell,
    expedition.unit_from_path,
    lambda state, _action: scoring.close_turn(state),
    expedition.lay,
    lambda state, _action: expedition.go_on(state),
    expedition.natives_from_supply,
    expedition.natives_from_cell,
    expedition.natives_from_path,
    scoring.choose_island,
    scoring.send,
    scoring.roll,
    expedition.turn_up,
    _see_top,
    _see_token,
)
"""Effects by kind of action (board.py)."""
