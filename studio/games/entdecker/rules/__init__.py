"""The rules of Entdecker (E1–E15 on the sea tiles T1–T9): positions and their legal actions.

This module defines `State`, the position with its moves, and the set-up before the first turn. `board` has the
constants, the board and the fields of a position; `expedition` has drawing, placing and building; `scoring` has the
start and end of turns: income, starts, declarations, gaps, islands, end of the match. Rules shared by both games on
sea tiles are in seatiles.rules.

ACTIONS (tuples; constants of board.py, importable from here). Decisions of a seat:
  (START_RIM, cell, side)   E3: put the ship on the open border edge of an undiscovered space
  (START_TILE, cell)        E3: put the ship on a discovered tile; another seat's unit there is paid for. In the first
                            season only if no border start can be paid
  (PASS,)                   E3: no start can be paid
  (DECLARE, n)              E4: pay for n draws (personal tiles: declare n gold)
  (DRAW, stack)             E5: draw the top of a pile
  (OWN, kind)               E14: lay an own tile of this kind instead of drawing; it uses 2 of the declared gold
  (UNIT, kind, land)        E7: place SCOUT, FORT or SETTLEMENT from the supply on a land of the tile laid last
  (STOP,)                   E6: end the expedition
  (LAY, cell, placement)    E5: lay the tile in hand (index into chart.placements)
  (ISLAND, cell, land)      E8: score this completed island next (its lowest cell and the land there)
  (RECALL, cell)            E7: take back the own scout there; together with any of the above except ISLAND
Chance:
  (SPIN, n)                 E2: the income of the season
  (FRONT, kind, event)      the drawn tile (event 0 plain, 1 + index into EVENTS); the pile is `state.stack`
  (TOP, stack, back)        the new top of a pile: BACK_PLAIN or BACK_QUERY
  (CHIP, value)             the plant chip that seat `state.takers[0]` draws
Automatic: placing a tile with one placement; ending the expedition if neither a draw nor a unit is possible, even
after taking back a scout; scoring the only island. Completed islands without units are entered in the ledger at once
and are not a decision, because nothing happens to them (E11).
Taking scouts back is finite: a scout returns to the board only by being placed, which ends a turn.
Cases that the rules page leaves open: a border start that cannot be paid is not offered (E3); with personal tiles only
usable gold can be declared (E14); the bonus of a custom tile is ignored (E11); if all seats passed for a whole season
and no seat can ever have more gold, the match ends as if the piles were empty (E13).

PHASES (`state.phase`): P_TOPS (chance) P_SPIN (chance) P_START P_DECLARE P_GO (draw, own tile, unit or stop)
P_FRONT (chance) P_LAY P_CHIP (chance) P_ISLAND P_OVER.

FIELDS of `State` (readable; lists by seat, cell, kind, pile or seat * 3 + unit kind):
  board         `Board`: chart, numbers of the box, tables        seats        how many
  keep_misfits, rotating_first, personal_tiles                    the options of E14
  rules         the date of the rules it is played by (`CHANGES`)
  phase         P_…                                               to_move      seat, CHANCE or OVER
  active        the seat whose turn it is                         first        the first player of this season
  season, turn  from 1, passed turns too                          income       the income spun for this season
  gold[seat] points[seat] supply[seat*3+unit kind]                moves        the legal actions (use `legal()`)
  laid[cell]    placement or -1                                   event[cell]  0 or event number of a "?" tile there
  unit[cell]    -1 or seat * 3 + unit kind                        unit_land[cell]    the land it is on
  stands[seat*3+unit kind]  the cells with such units, as a set (bit `cell`)
  ship          cell, or -1 when at the border / not yet set      ship_rim     cell * 4 + side of its border edge, or -1
                (both stay where the last expedition ended until the next start)
  ahead         undiscovered cells the ship can go to
  declared      draws (personal tiles: gold) declared this turn   left         what is left of that
  drawn         tiles drawn this turn                             laid_turn    tiles laid this turn by the ship
  own_laid      whether an own tile was laid this turn            stack        the pile drawn from last
  hand          (kind, event) of the tile in hand, or None
  stack_size[k] stack_top[k] (BACK_…)                             hidden[kind*SORTS+event]  tiles in the piles
  hidden_plain, hidden_query  tiles in the piles by back          sorted_left[kind]  the reserve
  discard[kind*SORTS+event]  tiles that left the game             added[kind]  tiles made because none was left (E9)
  personal[seat]  the kinds of its own tiles, ascending (E14)
  chips[seat]   the values of its plant chips, as drawn           bag[i]       chips left of value board.bag_values[i]
  takers        seats that are drawing chips now, next one first  chip         the highest chip drawn for the island
  scoring       lowest node (cell * 4 + land) of the island that chips are drawn for, or -1
  pending       nodes of completed islands that are still to be scored
  passes        turns passed in a row
  ledger        entries of integers:
                (SCORED_ISLAND, seat, points, place, tiles, chip, cell, land, settlements, forts, scouts, turn)
                (UNFINISHED_ISLAND, … the same …): scored at the end, at its present size (E13)
                seat -1 with 0 points and place 0 for a completed island without units
                (FOUND_RUINS, seat, points, cell, turn)
                (MOST_CHIPS, seat, points, turn): the greatest discoverer's bonus, a point for each chip (E13)
Internal: undiscovered (set of cells), need[cell] (chart.py), sea (four planes of sea edges), parent and
open_edges (chart.py), then (THEN_…). Positions have no hidden information: fronts and chips are drawn when they are
revealed, so `observe` returns everything and `redeal` clones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from studio.core import defaults
from studio.core.game import Action, Json, Options
from studio.core.rng import Rng
from studio.games.entdecker.rules import board as actions, expedition, scoring
from studio.games.entdecker.rules.board import *  # noqa: F403  # the actions are importable from here
from studio.games.entdecker.rules.board import CHANGES, DECISIONS, Board, Position
from studio.games.entdecker.rules.scoring import deal_personal, fetch
from studio.seatiles.rules.play import SeaState, draw, island_moves, see_top, shows_tops
from studio.seatiles.rules.position import deal, equal_parts, fill_gaps, lay_board

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

migrate_action = defaults.migrate_action

OPTIONS = ("keep_misfits", "rotating_first", "personal_tiles")  # the options of E14, all off by default


class State(Position, SeaState):
    __slots__ = ()

    def apply(self, action: Action) -> None:
        _PLAY[action[0]](self, action)

    def reveals(self, action: Action) -> bool:
        """Return False: only chance reveals anything (E1)."""
        return False

    def winners(self) -> list[int]:
        """Return the seats with most points; ties share (E13)."""
        best = max(self.points)
        return [seat for seat in range(self.seats) if self.points[seat] == best]

    def observe(self, seat: int) -> Json:
        """Return the whole position, because fronts and chips are drawn only when they are revealed (E1)."""
        return self.dump()

    def redeal(self, seat: int, rng: Rng) -> Self:
        """Return a clone, because hidden information is not determined before it is drawn."""
        return self.clone()


def start(board: Board, seats: int, options: Options, rules: str = max(CHANGES.values())) -> State:
    """Return the position before the first chance outcome: tiles placed, gaps filled (T8), piles dealt (E1, E14).

    Islands that are complete by then are never scored (T8).
    """
    chosen = tuple(bool(options.get(option, False)) for option in OPTIONS)
    first = board.firsts.get((seats, rules, *chosen))
    if first is None:
        first = board.firsts[seats, rules, *chosen] = _first(board, seats, rules, chosen)
    assert isinstance(first, State)
    return first.clone()


def _first(board: Board, seats: int, rules: str, chosen: tuple[bool, ...]) -> State:
    state = State(board, seats, rules, *chosen)
    hidden = state.hidden_plain + state.hidden_query
    lay_board(state)
    if state.personal_tiles:
        deal_personal(state)
    fill_gaps(state, fetch)
    state.pending.clear()
    deal(state, equal_parts(hidden, board.stacks))
    if not state.undiscovered or not shows_tops(state, actions.THEN_BEGIN):
        scoring.finish(state)
    return state


_MOVES: dict[int, Callable[[Position], list[Action]]] = {
    actions.P_START: scoring.start_moves,
    actions.P_DECLARE: scoring.declare_moves,
    actions.P_GO: expedition.go_moves,
    actions.P_LAY: expedition.lay_moves,
    actions.P_ISLAND: island_moves,
}
"""Legal actions by phase of a decision."""


def restore(board: Board, dump: Json) -> State:
    state = State(board, dump["seats"], dump["rules"], *(dump[option] for option in OPTIONS))
    state.fill_from(dump)
    if state.phase in _MOVES:
        state.moves = _MOVES[state.phase](state)[:]
    return state


def _see_top(state: Position, action: Action) -> None:
    if see_top(state, action):
        _GO_ON[state.then](state)


def _take_chip(state: Position, action: Action) -> None:
    scoring.take_chip(state, action)
    if not state.takers:
        _GO_ON[state.then](state)


_GO_ON: tuple[Callable[[Position], None], ...] = (
    scoring.begin_season,
    expedition.place,
    expedition.go_on,
    scoring.settle_drawn,
)
"""Continuation after chance, by THEN_…."""

_PLAY: tuple[Callable[[Position, Action], None], ...] = (
    scoring.start_at_rim,
    scoring.start_at_tile,
    expedition.pass_turn,
    expedition.declare,
    draw,
    expedition.take_own,
    expedition.build_unit,
    lambda state, _action: scoring.close_turn(state),
    expedition.lay,
    scoring.choose_island,
    expedition.recall,
    scoring.spin,
    expedition.turn_up,
    _see_top,
    _take_chip,
)
"""Effects by kind of action (board.py)."""
