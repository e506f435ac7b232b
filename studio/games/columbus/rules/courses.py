"""The ways that a ship can take this turn: how far each space is, over which spaces, which ships are jumped (C7–C9)."""

from __future__ import annotations

from typing import NamedTuple

from studio.games.columbus.rules.actions import OUTBOUND, T_BECALMED
from studio.games.columbus.rules.position import Position, cells_in
from studio.games.columbus.rules.sailing import distance, reach


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
    start = s.ship[seat]
    before = {start: start}
    edge = [start]
    for _space in range(distance(s, seat) if goals else 0):
        ahead: list[int] = []
        for cell in edge:
            for other in s.board.neighbours[cell]:
                if other >= 0 and other not in before and s.sea >> other & 1:
                    before[other] = cell
                    if not _ends(s, seat, other):
                        ahead.append(other)
        edge = ahead
    return {cell: _course(s, before, cell) for cell in cells_in(goals)}


def _ends(s: Position, seat: int, cell: int) -> bool:
    """Whether a voyage that enters a space ends there, so that no way leads on (C8, C12, C14)."""
    if s.tile[cell] == T_BECALMED:
        return True
    if s.voyage[seat] == OUTBOUND:
        return bool(s.board.america >> cell & 1)
    if s.own_harbour:
        return cell == s.harbour[seat]
    return bool(s.board.home_set >> cell & 1) and not s.ships >> cell & 1


def _course(s: Position, before: dict[int, int], cell: int) -> Course:
    spaces = [cell]
    while before[spaces[-1]] != spaces[-1]:
        spaces.append(before[spaces[-1]])
    spaces.reverse()
    return Course(tuple(spaces), tuple(other for other in spaces[1:-1] if s.ships >> other & 1))
