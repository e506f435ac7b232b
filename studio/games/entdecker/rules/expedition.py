"""The expedition: drawing and placing tiles, their events, building, taking scouts back (E4–E7, E10, E14)."""

from __future__ import annotations

from studio.core.game import CHANCE, Action
from studio.games.entdecker.rules import board as a
from studio.games.entdecker.rules.board import Position
from studio.games.entdecker.rules.scoring import close_turn, put_away, recalls
from studio.seatiles.rules.play import lay_hand, placements, take_up

_STOP: Action = (a.STOP,)
_DRAW: list[Action] = [(a.DRAW, stack) for stack in range(100)]
_UNIT: list[list[Action]] = [[(a.UNIT, kind, land) for land in range(4)] for kind in range(3)]

OWN_PRICE = 2  # declared gold used by a personal tile (E14)


def price(s: Position, kind: int) -> int:
    """Return the price of a unit at the ship's place: double with hostile natives (E7)."""
    return s.board.unit_cost[kind] * (2 if s.event[s.ship] == a.HOSTILE else 1)


def pass_turn(s: Position, action: Action) -> None:
    """Pass because no start can be paid (E3); gaps are still filled (T8)."""
    s.passes += 1
    close_turn(s)


def declare(s: Position, action: Action) -> None:
    """Pay for the declared draws now, without refund (E4)."""
    s.gold[s.active] -= action[1]
    s.declared = s.left = action[1]
    go_on(s)


def go_on(s: Position) -> None:
    """Continue with drawing, building or stopping; end the expedition if stopping is the only option (E6)."""
    s.to_move = s.active
    moves = go_moves(s)
    if len(moves) == 1 and moves[0] == _STOP:
        close_turn(s)
    else:
        s.phase, s.moves = a.P_GO, moves


def go_moves(s: Position) -> list[Action]:
    """Return draws and personal tiles while the ship can sail on, units on the last tile, stop, and recalls."""
    moves: list[Action] = []
    if s.left and s.ahead:
        moves = [_DRAW[stack] for stack, size in enumerate(s.stack_size) if size]
        if s.personal_tiles and not s.own_laid and s.left >= OWN_PRICE:
            moves += own_moves(s)
    price = 0
    if s.laid_turn:
        lands = s.board.chart.placements[s.laid[s.ship]].lands
        if lands:
            price = _unit_moves(s, lands, moves)
    if not moves and not price:
        return [_STOP]
    if s.drawn or s.own_laid:
        moves.append(_STOP)
    moves += recalls(s)
    return moves


def own_moves(s: Position) -> list[Action]:
    """Return the personal tiles that fit next to the ship, each kind once (E14)."""
    board, need = s.board, s.need
    return [
        (a.OWN, kind)
        for kind in sorted(set(s.personal[s.active]))
        if any(board.chart.fits[kind][need[cell]] for cell in s.ahead)
    ]


def _unit_moves(s: Position, lands: int, moves: list[Action]) -> bool:
    """Return the affordable units of the active seat (E7), and whether only a scout must be taken back first."""
    seat = s.active
    gold, first, cost = s.gold[seat], seat * 3, s.board.unit_cost
    times = 2 if s.event[s.ship] == a.HOSTILE else 1
    for kind in range(3):
        if s.supply[first + kind] and gold >= cost[kind] * times and not (kind == a.SETTLEMENT and times == 2):
            moves += _UNIT[kind][:lands]
    return not s.supply[first] and s.stands[first] > 0 and gold >= cost[a.SCOUT] * times


def recall(s: Position, action: Action) -> None:
    """Take a scout back into the supply; the same decision continues (E7)."""
    cell, unit = action[1], s.active * 3 + a.SCOUT
    s.unit[cell], s.unit_land[cell] = -1, 0
    s.stands[unit] ^= 1 << cell
    s.supply[unit] += 1
    if s.phase == a.P_GO:
        go_on(s)
    else:
        s.moves = [move for move in s.moves if move != action]


def turn_up(s: Position, action: Action) -> None:
    """Take the revealed tile into the hand, then reveal the next back (E5)."""
    if take_up(s, action, a.THEN_PLACE):
        place(s)


def take_own(s: Position, action: Action) -> None:
    """Take a personal tile instead of drawing (E14)."""
    tiles = list(s.personal[s.active])
    tiles.remove(action[1])
    s.personal[s.active] = tuple(tiles)
    s.left -= OWN_PRICE
    s.own_laid = True
    s.hand = (action[1], 0)
    place(s)


def place(s: Position) -> None:
    """Place the tile in hand if it fits; the seat chooses between several placements (E5)."""
    moves = placements(s)
    if len(moves) == 1:
        lay(s, moves[0])
    elif moves:
        s.phase, s.to_move = a.P_LAY, s.active
        s.moves = moves + recalls(s)
    else:
        assert s.hand is not None
        put_away(s, *s.hand)
        s.hand = None
        go_on(s)


def lay_moves(s: Position) -> list[Action]:
    """Return the placements, and the scouts that may be taken back first."""
    return placements(s) + recalls(s)


def lay(s: Position, action: Action) -> None:
    """Place the tile, move the ship there and apply the tile's event (E5, E10)."""
    event = lay_hand(s, action)
    if event:
        _apply_event(s, event)
    else:
        go_on(s)


def _apply_event(s: Position, event: int) -> None:
    """Apply the event of the last placed tile (E10)."""
    seat = s.active
    if event == a.STORM:
        close_turn(s)
        return
    if event == a.FRIENDLY and any(s.bag):
        s.takers = (seat,)
        s.phase, s.to_move, s.then = a.P_CHIP, CHANCE, a.THEN_GO
        return
    if event == a.PIRATES:
        s.gold[seat] //= 2
    elif event == a.RUINS:
        s.points[seat] += s.board.ruins
        s.ledger.append((a.FOUND_RUINS, seat, s.board.ruins, s.ship, s.turn))
    elif event == a.GOLD:
        s.gold[seat] = min(s.gold[seat] + s.board.treasure, s.board.most_gold)
    go_on(s)


def build_unit(s: Position, action: Action) -> None:
    """Place a unit from the supply on the last tile, which ends the expedition (E7)."""
    seat, kind, cell = s.active, action[1], s.ship
    s.gold[seat] -= price(s, kind)
    s.supply[seat * 3 + kind] -= 1
    s.stands[seat * 3 + kind] |= 1 << cell
    s.unit[cell], s.unit_land[cell] = seat * 3 + kind, action[2]
    close_turn(s)
