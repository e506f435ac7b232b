"""Ships: how far they may sail and where to, and which of them is ahead (C7–C9, C12, C14)."""

from __future__ import annotations

from studio.core.game import Action
from studio.games.columbus.rules_actions import (
    HOME,
    NO_TILE,
    OUTBOUND,
    RETURNING,
    STAY,
    T_BECALMED,
    T_FULL_SAIL,
    T_JOKER,
    T_WATER,
)
from studio.games.columbus.rules_board import cell_set
from studio.games.columbus.rules_laying import picked
from studio.games.columbus.rules_position import Position

_DISTANCE = {T_FULL_SAIL: 4, T_WATER: 2, T_JOKER: 2, T_BECALMED: 1}
_DISTANCE_OF_PICTURES = 3
_STAY: Action = (STAY,)


def progress(s: Position, seat: int) -> int:
    """How far a ship at sea has come; more is further ahead (C9)."""
    column = s.board.column[s.ship[seat]]
    return s.board.grid.columns + column if s.voyage[seat] else -column


def last_ship(s: Position) -> int:
    """The single seat furthest behind of those at sea, or -1 (C9)."""
    behind = sorted((progress(s, seat), seat) for seat in range(s.seats) if s.voyage[seat] != HOME)
    if not behind or (len(behind) > 1 and behind[0][0] == behind[1][0]):
        return -1
    return behind[0][1]


def distance(s: Position, seat: int) -> int:
    """How many spaces a ship may sail from where it is (C7, C9)."""
    kind = s.tile[s.ship[seat]]
    spaces = _DISTANCE_OF_PICTURES if kind == NO_TILE else _DISTANCE.get(kind, _DISTANCE_OF_PICTURES)
    return spaces + (last_ship(s) == seat)


def reach(s: Position, seat: int) -> int:
    """The set of spaces where a ship's voyage can end this turn, its own not among them (C7–C9, C12, C14)."""
    begun, around = s.ship[seat], s.board.around
    ends, barred = _ends_and_barred(s, seat)
    ending = ends & ~s.ships  # of an occupied space that would end the voyage nothing is entered (C8)
    seen = 1 << begun | ~s.sea | (ends & s.ships)
    stops, front = 0, [begun]
    for _space in range(distance(s, seat)):
        ahead = []
        for cell in front:
            for other in around[cell]:
                bit = 1 << other
                if not seen & bit:
                    seen |= bit
                    stops |= bit
                    if not ending & bit:
                        ahead.append(other)
        front = ahead
    return stops & ~s.ships & ~barred


def _ends_and_barred(s: Position, seat: int) -> tuple[int, int]:
    """The spaces that end a voyage when they are entered, and those that it may pass but not end on."""
    ends = s.on[T_BECALMED]
    if s.voyage[seat] == OUTBOUND:
        ends |= s.board.america  # C12
    elif s.own_harbour:
        ends |= 1 << s.harbour[seat]  # C14
    else:
        ends |= cell_set(s.board.homes) & ~s.ships  # C14: an occupied one is sailed past
    barred = cell_set(home for other, home in enumerate(s.harbour) if other != seat) if s.own_harbour else 0
    return ends, barred


def arrive(s: Position, cell: int) -> None:
    """The ship of the active seat ends its voyage on a space; turns in America (C12), or is home (C14)."""
    seat = s.active
    s.ships ^= 1 << s.ship[seat] | 1 << cell
    s.ship[seat] = cell
    s.sailed = True
    if s.voyage[seat] == OUTBOUND:
        if s.board.america >> cell & 1:
            s.voyage[seat], s.america_turn[seat] = RETURNING, s.turn
            s.discovered = True
    elif cell == s.harbour[seat] if s.own_harbour else cell in s.board.homes:
        s.place[seat] = 1 + s.voyage.count(HOME)
        s.voyage[seat], s.home_turn[seat] = HOME, s.turn


def sail_moves(s: Position) -> list[Action]:
    """Every space the ship can reach, or stay (C7)."""
    return [*picked(s.board.sail_moves, reach(s, s.active)), _STAY]
