"""The rules of Columbus (C1–C15, C17): positions and their moves.

This module has the position (`State`) and the dispatch by phase and action; `board` the constants and the board,
`position` the fields, hidden information, tiles and ships, `turns` the order of turns, refilling, blockades, the end.

ACTIONS (tuples; constants of board.py, importable from here). Decisions of a seat:
  (HARBOUR, cell)   C1: choose a free home harbour
  (TAKE, tile)      C2: take a tile of this kind from the rack to place it; then PLACE, or for T_CYCLONE: LIFT or LEAVE
  (AS_CYCLONE,)     C5: play a joker as a cyclone; then LIFT or LEAVE
  (PLACE, cell)     C3, C13: place the tile in hand
  (SWAP, cell)      C6: give the joker there the tile it stands for (board.picture[cell]) and take the joker; in
                    addition to all other decisions of the seat's own turn, except where a tile in hand or a lifted one
                    goes
  (LIFT, cell)      C4, C11: the tile to move (the upper one of two); then DROP
  (DROP, cell)      C4, C11: where it goes
  (LEAVE,)          C4, C11: move none
  (SAIL, cell)      C7: the space the voyage ends on
  (STAY,)           C7: do not sail; ends the turn until America is reached
  (STOP,)           C2, C6: place no more; offered if nothing on the rack fits but a joker could be swapped
  (END,)            C6: end the turn after sailing, while a joker is open; C13: end the turn, once a tile has been
                    placed, or if none can be
Chance:
  (DRAW, tile)      C1, C10: what seat `state.active` draws
Automatic: a cyclone with nothing to move goes beside the board without LIFT or LEAVE, and so does the free move of C11.
Placing ends when the number is placed or when there is nothing to place or swap. A turn after America's discovery ends
when its ship has sailed and nothing can be placed or swapped, one before it when its ship has sailed; but while a joker
is open (no ship on it) and the rack is not empty, both end by a decision of the seat. Sailing is always a decision,
even if staying is the only one.

If nothing on the rack fits, a swap may still be made; then the joker must be placed, unless the seat places no more
(STOP) and swaps later (ruling on C2). Whether a turn ends by a decision follows from what all can see, so that it
reveals nothing about the rack (ruling on C6).

Where the rules page is silent:
  C1   harbours are chosen when all have drawn their racks. The columns of C9 count in the first turns already.
  C2   5 or 6 seats means seats of the match, including those at home.
  C3   a joker may be placed on a space whose tile the box does not contain.
  C4   a cyclone moves the tile to where it could be placed now: since C13 a ship tile also onto another tile. It does
       not leave the space and come back. The tile in hand and the lifted tile are visible to all.
  C6   a swapped joker is known to be on its seat's rack until that seat plays a joker. A ship that is home ends its
       turn at once (C14), with no more swaps.
  C8   the space the ship set out from is never its goal. An occupied home harbour is not free and can be jumped.
  C9   the last ship may go one space further from any space, becalmed ones too.
  C11  the free move is offered only in the turn after the third blocked turn; if it is declined, impossible or not
       needed any more, the count restarts as well. A turn that is not blocked ends the row. It is no placed tile (C13,
       C15).
  C12  an American harbour covered by a full sail or a becalmed ship can be entered: the ship arrives and turns.
  C13  whether none can be placed is decided when the turn ends, also in the turn of the first arrival.
  C14  a ship that comes home ends its turn at once, with no more placing. With own harbours, returning ships may also
       stop in home harbours that nobody chose; outbound ships keep out of the others' harbours too.
       The rack of a seat that is home leaves the game face down: only that seat knows it.
  C15  20 rounds are 20 turns of every seat at sea, in a row, from any turn on. A swap is no placed tile, a cyclone
       is one. Seats at sea have no points until the match is over.

PHASES (`state.phase`): P_DRAW (chance) P_HARBOUR P_LAY P_PLACE P_LIFT P_DROP P_SAIL (with SWAP; when `sailed`, SWAP and
END) P_FREE (since America's discovery: TAKE, AS_CYCLONE, SWAP, SAIL, END) P_OVER.

FIELDS of `State` (read-only for others; lists by seat, cell or kind of tile; sets of cells are ints, bit `cell`):
  board         `Board`: map, tiles, tables                       seats        how many
  own_harbour, winner_only    the options of C14, C15
  rules         the date of the rules it is played by (`CHANGES`)
  phase         P_…                                               to_move      seat, CHANCE or OVER
  active        the seat whose turn it is (also who draws)
  turn, round   from 1; turn is 0 during set-up
  rack[seat][kind], rack_size[seat]  tiles on the racks           known[seat]  jokers on it that all know of (C6)
  reserve[kind], reserve_size  tiles still to be drawn            gone[kind]   played cyclones and jokers (C4, C5)
  shed[seat][kind]  the rack of a seat that came home (C14)
  tile[cell]    the kind of the (upper) tile, NO_TILE             under[cell]  of the tile below it, NO_TILE
  ship[seat]    its space, -1 before C1                           harbour[seat]  the home harbour chosen in C1, or -1
  voyage[seat]  OUTBOUND, RETURNING or HOME                       place[seat]  1 is the winner; 0 while at sea
  america_round[seat], home_round[seat]  the rounds in which it arrived there, 0 before
  discovered    whether a ship has reached America (C13)
  laid, sailed  tiles placed this turn; whether its ship sailed   hand         the tile to be placed, NO_TILE
  lifted        the cell whose tile is being moved, -1            relief       whether that is the free move of C11
  blocked[seat] blocked turns in a row (C11)                      quiet        turns in a row without a tile or return
Derived: on[kind] (cells whose upper tile is of that kind), free (empty spaces that take tiles), covers (cells with a
tile that a ship tile may cover), sea (cells ships can enter), ships (cells with a ship), come[seat] (how far its ship
has come by C9), moves.
Hidden (C1): racks, reserve and shed tiles. The racks' sizes and `known` are open.
For views: `limit(state)` tiles to place this turn, `open_for(state, kind)` the set of spaces a tile may be placed on,
`movable(state)` the set a cyclone can move from, `reach(state, seat)` the set of spaces a ship can sail to,
`distance(state, seat)` how far it may go, `progress(state, seat)` of a ship at sea, `last_ship(state)` the seat of C9
or -1, `cells_in(set)`. A joker stands for board.picture[cell]; tile T_LETTER + i is the letter board.letters[i], the
kinds before them are named in TILE_KEYS, those after them are in board.homemade.

HOME-MADE KINDS of tile are an addition of this program that a layout may define; `HomeMade` in board.py says how the
clauses apply to them. A layout without them is played by the clauses alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from studio.core import defaults
from studio.core.game import Action, Json, Options
from studio.core.rng import Rng
from studio.games.columbus.rules import board as actions, position, turns
from studio.games.columbus.rules.board import *  # noqa: F403  # the actions are importable from here
from studio.games.columbus.rules.board import CHANGES, DECISIONS, Board, HomeMade
from studio.games.columbus.rules.position import (
    Position,
    cells_in,
    distance,
    last_ship,
    limit,
    movable,
    open_for,
    progress,
    reach,
)

__all__ = [
    "CHANGES",
    "DECISIONS",
    "Board",
    "HomeMade",
    "State",
    "cells_in",
    "distance",
    "last_ship",
    "limit",
    "movable",
    "open_for",
    "progress",
    "reach",
    "migrate_action",
    "restore",
    "start",
    *(name for name in dir(actions) if name.isupper()),
]

migrate_action = defaults.migrate_action


class State(Position):
    """A position with its moves."""

    __slots__ = ()

    def legal(self) -> list[Action]:
        if self.moves is None:
            self.moves = _MOVES[self.phase](self)
        return self.moves[:]

    def apply(self, action: Action) -> None:
        self.moves = None
        _PLAY[action[0]](self, action)

    def chance(self) -> list[tuple[Action, int]]:
        return [(self.board.draw_moves[kind], count) for kind, count in enumerate(self.reserve) if count]

    def draw(self, rng: Rng) -> Action:
        return self.board.draw_moves[rng.weighted(self.reserve)]

    def purpose(self) -> tuple[int, ...]:
        """Return seat and round: seats that draw more do not change the luck of the others."""
        return self.active, self.round

    def reveals(self, action: Action) -> bool:
        """Return False: hidden tiles are drawn or played before they are seen."""
        return False

    def scores(self) -> list[int]:
        """Return the number of seats minus the place; 0 for seats without a place so far (C15)."""
        return [self.seats - place if place else 0 for place in self.place]

    def winners(self) -> list[int]:
        """Return who came first; several if the match ended without a return and they had come equally far (C15)."""
        return [seat for seat in range(self.seats) if self.place[seat] == 1]

    def observe(self, seat: int) -> Json:
        """Return what this seat may see: neither the others' racks nor the reserve (C1)."""
        return position.observation(self, seat)

    def redeal(self, seat: int, rng: Rng) -> Self:
        other = self.clone()
        position.redeal_hidden(other, seat, rng)
        return other


def start(board: Board, seats: int, options: Options, rules: str = max(CHANGES.values())) -> State:
    state = State(board, seats, bool(options.get("own_harbour")), bool(options.get("winner_only")), rules)
    turns.set_up(state)
    return state


def restore(board: Board, dump: Json) -> State:
    state = State(board, dump["seats"], dump["own_harbour"], dump["winner_only"], dump["rules"])
    state.fill_from(dump)
    return state


_MOVES: tuple[Callable[[Position], list[Action]], ...] = (
    lambda state: [],
    turns.harbour_moves,
    position.lay_moves,
    position.place_moves,
    position.lift_moves,
    position.drop_moves,
    position.sail_moves,
    turns.free_moves,
    lambda state: [],
)
"""By phase: the moves of the seat to move."""

_PLAY: tuple[Callable[[Position, Action], None], ...] = (
    turns.choose_harbour,
    turns.take,
    turns.play_joker_as_cyclone,
    turns.place,
    turns.swap,
    turns.lift,
    turns.drop,
    turns.leave,
    turns.sail,
    turns.end_turn,
    turns.stop,
    turns.end_turn,
    turns.draw,
)
"""By kind of action: its effect."""
