"""The rules of Goldland (G1–G17): positions, and what can be done in them.

This module has the position with its moves (`State`) and the dispatch of actions. `position` has the fields, copy and
dump, `moves` the legal actions, `turns` their effects, `board` the constants and the board.

ACTIONS (tuples; constants of board.py). Decisions of a seat:
  (DISCARD, item)           G4: before the first step; no action, and it does not begin the move
  (STEP, cell, way)         G4–G7: FREE, PAY, CROSS or CROSS_PAY; the adventurer is on `cell` at once, red items are
                            paid at once; the remaining pieces of a crossing are handed over next
  (HAND_OVER, item)         G6: one of the pieces owed, in ascending order of items
  (NO_CAMP,) (PITCH,) (SHIFT, cell)  G8: no camp, one from the supply, or (none left) the one on `cell` comes here
  (STOP,)                   G4: ends a begun move
  (GAIN, alternative)       G10: index into board.gains[tile]
  (TAKE, n)                 G10: how many of `state.item`
  (EXPLORE,)                G11: draw a tile from the stack
  (TURN_UP, cell)           G11, face-down board: turn over the tile there
  (LAY, cell, turn)         G11: place the drawn tile, in quarter turns clockwise
  (DROP, item)              G14: make room for the amulet
  (TREASURE,)               G13: pay 2 provisions, take the treasure; ends the turn
  (END,)                    ends the turn
  (BUY, item)               G12: in addition to all of the above
Chance:
  (TILE, t)                 G11: the tile that is drawn or turned up
Automatic: the turn ends if END is the only legal action and the seat has moved, gained or explored (buying counts as
another legal action).

Decisions where the rules page is silent:
  G2, G14   At the start of the first one's turn the bonus pile goes first, then the coin is taken.
  G2        A reserve pile that a layout leaves empty has no last coin, so it ends nothing and gives none; in a last
            round caused by the amulets (G15) the coin comes from the box as always.
  G3        Discarding, buying or taking a treasure alone still earns the token of a seat that did nothing.
  G4        The empty compartments are counted when the first step is taken, before anything is paid for it; at least
            one is needed. A discard may follow a purchase, not a step.
  G5        A tile without a red item is entered like any other; a home-made adventure without one is survived
            without payment. Four pieces are needed for every crossing, more if the adventure is dearer.
  G6        A crossing with a camp is no survival even if the four pieces are the red ones (way CROSS).
  G8        A camp is not moved onto its own tile.
  G9        After a camp was moved, the markers of both tiles' kinds are checked; a marker without a holder is taken
            only by surviving.
  G10       What is shown must be held in the number printed. The amulet comes first: with one compartment free a
            gain at the end of the move to the temple is not offered.
  G11       The token is taken after the tile is placed. On a face-down board every undiscovered space has a tile as
            long as there are face-down tiles.
  G12       A home-made price below one token counts as one.
  G13       Paying makes room for the treasure. If the amulet is due with a full backpack, the two provisions are
            kept for the treasure (DROP does not offer them), else TREASURE is not offered before STOP.
  G14       An amulet due while the backpack holds only treasures waits until another move ends there.
  G15       Stale rounds are whole rounds, first seat to last; any coin counts as progress, from whichever pile.
  G1        Kits are dealt in the order of the seats until the stock is empty; there are as many treasures as tiles
            that ask for one.

PHASES (`state.phase`): P_TURN P_HAND_OVER P_CAMP P_TAKE P_TILE (chance) P_LAY P_DROP P_OVER.

FIELDS of `State` (public; lists by seat, item, cell, adventure, seat * 7 + item or seat * count + cell):
  board         `Board`: spaces, tiles, numbers, tables           seats        their number
  face_down     the option                                        phase        P_…
  rules         the date of the rules it is played by (`CHANGES`)
  to_move       seat, CHANCE or OVER                              active       the seat whose turn it is
  turn, round   from 1                                            at[seat]     the cell of its adventurer
  pack[seat*7+item]  equipment in its backpack                    treasures[seat]   amulet[seat]  0 or 1
  tokens[seat]  discovery tokens                                  coins[seat]
  camps[seat]   in the supply                                     camp[seat*count+cell]  on the board
  stock[item]   token_stock                                       marker[adventure]  seat or -1
  laid[cell]    placement or -1                                   treasure[cell]  0 or 1
  hidden        the face-down tiles, a tuple, ascending           treasure_stock  treasures of face-down tiles
  bonus, reserve, box  coins in the piles and in the box          added        coins made when the box was empty:
                sum(coins) + bonus + reserve + box == board.numbers.coins + added, always
  first         the seat with the first amulet, or -1                   bonus_open   1 until the first one's next turn
  last_round    1 when this round is the last                     stale        whole rounds in a row without progress
  progress      1 when there was some in this round
 this turn:
  moved         0 not begun, 1 begun, 2 ended                           gained, explored  0 or 1
  points        movement points left, -1 before the first step    visited      bits of the cells of this move, 0 before
                                                                               its first step
  paid_here     1 when the adventure here was survived on entering (while a crossing is paid: will be)
  hand          the drawn tile, or -1                           spot         the cell being turned up, or -1
  item          what is taken (P_TAKE), the least item that may be handed over (P_HAND_OVER), or -1
  alternative   being taken, or -1                                owed         pieces still to be handed over
  then          while P_DROP: the kind of action that continues afterwards, or -1
`free(seat)`, `pieces(seat)`, `price()`, `amulet_due()` are computed. `links[cell]` (see `Link`) are the neighbouring
tiles, `empty[cell]` the neighbouring spaces without one. `moves` caches the legal actions (use `legal()`). Nothing in a
position is secret: tiles are drawn when they are revealed (G1), so `observe` shows all of it and redealing is cloning.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from studio.core import defaults
from studio.core.game import Action, Json, Options
from studio.core.rng import Rng
from studio.games.goldland.rules import board as actions, moves, turns
from studio.games.goldland.rules.board import *  # noqa: F403  # the actions are importable from here
from studio.games.goldland.rules.board import CHANGES, DECISIONS, Board
from studio.games.goldland.rules.position import Position

__all__ = [
    "CHANGES",
    "DECISIONS",
    "Board",
    "State",
    "migrate_action",
    "restore",
    "start",
    *(name for name in dir(actions) if name.isupper()),
]

migrate_action = defaults.migrate_action


class State(Position):
    """A position with the legal moves; implements the `State` interface."""

    __slots__ = ()

    def legal(self) -> list[Action]:
        if self.moves is None:
            self.moves = moves.turn_moves(self) if self.phase == actions.P_TURN else moves.moves(self)
        return self.moves[:]

    def apply(self, action: Action) -> None:
        self.moves = None
        _PLAY[action[0]](self, action)

    def chance(self) -> list[tuple[Action, int]]:
        """Return the chance outcomes with weights: every face-down tile is equally likely (G11)."""
        return [((actions.TILE, tile), 1) for tile in self.hidden]

    def draw(self, rng: Rng) -> Action:
        return (actions.TILE, rng.choose(self.hidden))

    def purpose(self) -> tuple[int, ...]:
        return self.active, self.round

    def reveals(self, action: Action) -> bool:
        """Return False: hidden tiles are revealed only by being drawn."""
        return False

    def scores(self) -> list[int]:
        """Return coins, treasures, amulets and markers as points, at any time (G15)."""
        return turns.scores(self)

    def winners(self) -> list[int]:
        """Return the seats with the highest score; ties share the win (G15)."""
        points = turns.scores(self)
        best = max(points)
        return [seat for seat in range(self.seats) if points[seat] == best]

    def observe(self, seat: int) -> Json:
        """Return what this seat may see: everything, because a tile is drawn only when it is revealed (G1)."""
        return self.dump()

    def redeal(self, seat: int, rng: Rng) -> Self:
        """Return a clone; what no seat can see is not drawn yet."""
        return self.clone()


def start(board: Board, seats: int, options: Options, rules: str = max(CHANGES.values())) -> State:
    return State(board, seats, bool(options.get("face_down")), rules)


def restore(board: Board, dump: Json) -> State:
    state = State(board, dump["seats"], dump["face_down"], dump["rules"])
    state.fill_from(dump)
    return state


_PLAY: tuple[Callable[[Position, Action], None], ...] = (
    turns.discard,
    turns.step,
    turns.hand_over,
    turns.no_camp,
    turns.pitch,
    turns.shift,
    turns.stop,
    turns.gain,
    turns.take,
    turns.explore,
    turns.turn_up,
    turns.lay,
    turns.drop,
    turns.take_treasure,
    turns.end,
    turns.buy,
    turns.see_tile,
)
"""The function that plays an action, by kind of action."""
