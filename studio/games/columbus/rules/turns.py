"""Whose turn it is and what comes next: set-up, placing and sailing, refilling, blockades, the end."""

from __future__ import annotations

from studio.core.game import CHANCE, OVER, Action
from studio.games.columbus.rules.board import (
    BLOCKED_TURNS,
    CHANGES,
    END,
    HOME,
    NO_TILE,
    P_DRAW,
    P_DROP,
    P_FREE,
    P_HARBOUR,
    P_LAY,
    P_LIFT,
    P_OVER,
    P_PLACE,
    P_SAIL,
    QUIET_ROUNDS,
    STOP,
    T_CYCLONE,
    T_JOKER,
)
from studio.games.columbus.rules.position import (
    Position,
    arrive,
    can_sail,
    late_swap_moves,
    lay_moves,
    limit,
    may_swap,
    movable,
    reach,
    select_moves,
    swap_moves,
    take_moves,
)

_END: Action = (END,)
_STOP: Action = (STOP,)

# C1: racks and harbours


def set_up(s: Position, seat: int = 0) -> None:
    """Draw the first rack of a seat and of those after it, then choose harbours."""
    s.active = seat
    while s.active < s.seats and not _wants_tiles(s):
        s.active += 1
    if s.active < s.seats:
        s.phase, s.to_move = P_DRAW, CHANCE
    else:
        s.phase, s.active, s.to_move = P_HARBOUR, 0, 0


def _wants_tiles(s: Position) -> bool:
    return s.reserve_size > 0 and s.rack_size[s.active] < s.board.rack


def draw(s: Position, action: Action) -> None:
    seat, kind = s.active, action[1]
    s.reserve[kind] -= 1
    s.reserve_size -= 1
    s.rack[seat][kind] += 1
    s.rack_size[seat] += 1
    if not _wants_tiles(s):
        if s.turn:
            _next_turn(s)
        else:
            set_up(s, seat)


def harbour_moves(s: Position) -> list[Action]:
    moves = s.board.harbour_moves
    return [moves[cell] for cell in s.board.homes if not s.ships >> cell & 1]


def choose_harbour(s: Position, action: Action) -> None:
    seat, cell = s.active, action[1]
    s.harbour[seat] = cell
    s.place_ship(seat, cell)
    s.ships |= 1 << cell
    if seat + 1 < s.seats:
        s.active = s.to_move = seat + 1
    else:
        _begin_turn(s, 0)


# a turn


def _begin_turn(s: Position, seat: int) -> None:
    s.active = s.to_move = seat
    s.turn += 1
    s.laid, s.sailed = 0, False
    if s.blocked[seat] >= BLOCKED_TURNS:  # C11
        s.blocked[seat] = 0
        if movable(s) and (s.rules < CHANGES["C11"] or not can_sail(s, seat)):
            s.phase, s.relief = P_LIFT, True
            return
    _go_on(s)


def _go_on(s: Position) -> None:
    """Continue after a tile was placed, moved or swapped, or, from America's discovery on, a ship has sailed (C13)."""
    if s.discovered:
        s.phase, s.moves = P_FREE, free_moves(s)
        if s.sailed and s.moves == [_END] and not may_swap(s):
            _finish_turn(s)
        return
    if s.laid < limit(s):
        s.phase, s.moves = P_LAY, lay_moves(s)
        if s.moves != [_STOP]:
            return
    s.phase, s.moves = P_SAIL, None


def free_moves(s: Position) -> list[Action]:
    """Return the moves when placing, swapping, sailing and ending the turn are possible in any order (C13)."""
    found, may_end = [], True
    if s.laid < limit(s):
        found = take_moves(s)
        may_end = s.laid > 0 or not found
        found += swap_moves(s)
    else:
        found += late_swap_moves(s)
    if not s.sailed:
        found += select_moves(s.board.sail_moves, reach(s, s.active))
    if may_end:
        found.append(_END)
    return found


def take(s: Position, action: Action) -> None:
    """Take a tile from the rack; a cyclone goes beside the board (C2, C4)."""
    kind = action[1]
    _spend(s, kind)
    if kind == T_CYCLONE:
        _storm(s)
    else:
        s.hand, s.phase = kind, P_PLACE


def play_joker_as_cyclone(s: Position, action: Action) -> None:
    _spend(s, T_JOKER)
    s.gone[T_JOKER] += 1
    _storm(s)


def _spend(s: Position, kind: int) -> None:
    seat = s.active
    s.rack[seat][kind] -= 1
    s.rack_size[seat] -= 1
    if kind == T_CYCLONE:
        s.gone[kind] += 1
    elif kind == T_JOKER and s.known[seat]:
        s.known[seat] -= 1


def _storm(s: Position) -> None:
    s.laid += 1
    if movable(s):
        s.phase = P_LIFT
    else:
        _go_on(s)


def place(s: Position, action: Action) -> None:
    s.put(s.hand, action[1])
    s.hand = NO_TILE
    s.laid += 1
    _go_on(s)


def swap(s: Position, action: Action) -> None:
    """Take the joker and put the tile that it stands for in its place (C6)."""
    seat, cell = s.active, action[1]
    kind = s.board.picture[cell]
    s.take_up(cell)
    s.put(kind, cell)
    s.rack[seat][kind] -= 1
    s.rack[seat][T_JOKER] += 1
    s.known[seat] += 1
    if s.phase == P_SAIL:
        _still_sail(s)
    elif s.phase != P_LIFT:
        _go_on(s)
    elif not movable(s):
        leave(s, action)


def lift(s: Position, action: Action) -> None:
    s.lifted, s.phase = action[1], P_DROP


def drop(s: Position, action: Action) -> None:
    s.put(s.take_up(s.lifted), action[1])
    s.lifted = -1
    leave(s, action)


def leave(s: Position, action: Action) -> None:
    s.relief = False
    _go_on(s)


def sail(s: Position, action: Action) -> None:
    arrive(s, action[1])
    if s.voyage[s.active] == HOME:
        _finish_turn(s)
    elif s.phase == P_SAIL and (not s.discovered or s.rules < CHANGES["C13"]):
        _still_sail(s)
    else:
        _go_on(s)


def _still_sail(s: Position) -> None:
    """Until America is reached, a turn continues after sailing only while a joker may be swapped (C6)."""
    if s.sailed and not may_swap(s):
        _finish_turn(s)


def stop(s: Position, action: Action) -> None:
    s.phase = P_SAIL


def end_turn(s: Position, action: Action) -> None:
    _finish_turn(s)


def _finish_turn(s: Position) -> None:
    seat, s.moves = s.active, None
    came_home = s.voyage[seat] == HOME
    s.blocked[seat] = 0 if s.sailed or can_sail(s, seat) else s.blocked[seat] + 1  # C11
    s.quiet = 0 if s.laid or came_home else s.quiet + 1
    if came_home:  # C14
        s.shed[seat], s.rack[seat] = s.rack[seat], s.shed[seat]
        s.rack_size[seat] = s.known[seat] = 0
    at_sea = s.seats - s.voyage.count(HOME)
    if at_sea <= 1 or (came_home and s.winner_only) or s.quiet >= QUIET_ROUNDS * at_sea:
        _finish_match(s)
    elif not came_home and _wants_tiles(s):  # C10
        s.phase, s.to_move = P_DRAW, CHANCE
    else:
        _next_turn(s)


def _next_turn(s: Position) -> None:
    seat = s.active
    while True:
        seat = (seat + 1) % s.seats
        s.round += seat == 0
        if s.voyage[seat] != HOME:
            _begin_turn(s, seat)
            return


def _finish_match(s: Position) -> None:
    """Rank the ships still at sea (C15)."""
    far = {seat: come for seat, come in enumerate(s.come) if s.voyage[seat] != HOME}
    home = s.seats - len(far)
    for seat, come in far.items():
        s.place[seat] = 1 + home + sum(other > come for other in far.values())
    s.phase, s.to_move = P_OVER, OVER
