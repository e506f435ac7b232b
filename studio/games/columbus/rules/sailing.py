"""Ships: how far they may sail, where to and on which way, and which of them is ahead (C7–C9, C12, C14)."""

from __future__ import annotations

from typing import NamedTuple

from studio.core.game import Action
from studio.games.columbus.rules.actions import (
    END,
    HOME,
    OUTBOUND,
    RETURNING,
    STAY,
    T_BECALMED,
)
from studio.games.columbus.rules.board import cell_set, spread
from studio.games.columbus.rules.laying import late_swap_moves, picked
from studio.games.columbus.rules.position import Position, cells_in

_STAY: Action = (STAY,)
_END: Action = (END,)


def progress(s: Position, seat: int) -> int:
    """How far a ship at sea has come; more is further ahead (C9)."""
    return s.come[seat]


def is_last(s: Position, seat: int) -> bool:
    """Whether this seat alone is furthest behind of those at sea (C9)."""
    come = s.come
    last = min(come)
    return come[seat] == last and come.count(last) == 1


def last_ship(s: Position) -> int:
    """The single seat furthest behind of those at sea, or -1, also while ships are still to be set out (C9)."""
    for seat in range(s.seats if s.turn else 0):
        if s.voyage[seat] != HOME and is_last(s, seat):
            return seat
    return -1


def distance(s: Position, seat: int) -> int:
    """How many spaces a ship may sail from where it is (C7, C9)."""
    return s.board.steps[s.tile[s.ship[seat]]] + is_last(s, seat)


def reach(s: Position, seat: int) -> int:
    """The set of spaces where a ship's voyage can end this turn, its own not among them (C7–C9, C12, C14)."""
    board, here = s.board, s.ship[seat]
    ends, barred = ends_and_barred(s, seat)
    around, unseen, stops = board.beside[here], s.sea & ~(1 << here), 0
    for left in range(distance(s, seat), 0, -1):
        front = around & unseen
        if not front:
            break
        unseen ^= front
        stops |= front
        if left > 1:
            around = spread(board, front & ~ends)  # a ship on a space that ends the voyage is not jumped either (C8)
    return stops & ~s.ships & ~barred


def can_sail(s: Position, seat: int) -> bool:
    """Whether there is a space where its voyage can end this turn; most often one lies beside the ship."""
    here = s.ship[seat]
    beside = s.board.beside[here] & s.sea & ~s.ships
    return bool(beside and not s.own_harbour and s.board.steps[s.tile[here]]) or reach(s, seat) != 0


def ends_and_barred(s: Position, seat: int) -> tuple[int, int]:
    """The spaces that end a voyage when they are entered, and those that it may pass but not end on."""
    ends = s.on[T_BECALMED]
    if s.voyage[seat] == OUTBOUND:
        ends |= s.board.america  # C12
    elif s.own_harbour:
        ends |= 1 << s.harbour[seat]  # C14
    else:
        ends |= s.board.home_set & ~s.ships  # C14: an occupied one is sailed past
    barred = cell_set(home for other, home in enumerate(s.harbour) if other != seat) if s.own_harbour else 0
    return ends, barred


def arrive(s: Position, cell: int) -> None:
    """The ship of the active seat ends its voyage on a space; turns in America (C12), or is home (C14)."""
    seat = s.active
    s.ships ^= 1 << s.ship[seat] | 1 << cell
    s.sailed = True
    if s.voyage[seat] == OUTBOUND:
        if s.board.america >> cell & 1:
            s.voyage[seat], s.america_round[seat] = RETURNING, s.round
            s.discovered = True
    elif cell == s.harbour[seat] if s.own_harbour else s.board.home_set >> cell & 1:
        s.place[seat] = 1 + s.voyage.count(HOME)
        s.voyage[seat], s.home_round[seat] = HOME, s.round
    s.lie(seat, cell)


def sail_moves(s: Position) -> list[Action]:
    """Every space the ship can reach, or stay (C7); or a swap, all that is left after sailing but the end (C6)."""
    found = late_swap_moves(s)
    if s.sailed:
        found.append(_END)
    else:
        found += picked(s.board.sail_moves, reach(s, s.active))
        found.append(_STAY)
    return found


# the ways that a ship can take this turn


class Course(NamedTuple):
    """A shortest way to a space that a ship can sail to."""

    spaces: tuple[int, ...]
    """From where the ship lies to where it ends."""
    jumped: tuple[int, ...]
    """The spaces between on which other ships lie."""

    @property
    def distance(self) -> int:
        """How many spaces the ship sails."""
        return len(self.spaces) - 1


def courses(s: Position, seat: int) -> dict[int, Course]:
    """The ways to all spaces in reach, by the space where they end."""
    goals = reach(s, seat)
    ends, _barred = ends_and_barred(s, seat)
    start = s.ship[seat]
    before = {start: start}
    edge = [start]
    for _space in range(distance(s, seat) if goals else 0):
        ahead: list[int] = []
        for cell in edge:
            for other in s.board.neighbours[cell]:
                if other >= 0 and other not in before and s.sea >> other & 1:
                    before[other] = cell
                    if not ends >> other & 1:
                        ahead.append(other)
        edge = ahead
    return {cell: _course(s, before, cell) for cell in cells_in(goals)}


def _course(s: Position, before: dict[int, int], cell: int) -> Course:
    spaces = [cell]
    while before[spaces[-1]] != spaces[-1]:
        spaces.append(before[spaces[-1]])
    spaces.reverse()
    return Course(tuple(spaces), tuple(other for other in spaces[1:-1] if s.ships >> other & 1))
