"""Scouts in the jungle: hut paths, tokens, and the numbers of scouts (N11, N12, N14)."""

from __future__ import annotations

from studio.core.game import CHANCE, Action
from studio.games.neue_entdecker.rules.actions import P_TOKEN, SCOUT
from studio.games.neue_entdecker.rules.position import Position


def free_huts(s: Position) -> list[int]:
    """The huts whose paths have a free space."""
    return [hut for hut, path in enumerate(s.paths) if -1 in path]


def send_up(s: Position, hut: int, seat: int, number: int, then: int) -> bool:
    """Put a scout on the free space nearest the hut (N11). Whether a token has to be drawn first, to go on at `then`.

    On the dot the seat draws the hut's token if there is none yet; on the eye it looks at the token.
    """
    space = s.paths[hut].index(-1)
    s.paths[hut][space] = seat
    s.path_numbers[hut][space] = number
    if space == s.board.dot and not s.token[hut] and any(s.bag):
        s.hut, s.looker = hut, seat
        s.phase, s.to_move, s.then = P_TOKEN, CHANCE, then
        return True
    if space == s.board.eye and s.token[hut]:
        s.seen[hut] |= 1 << seat
    return False


def put_token(s: Position, action: Action) -> None:
    """The token drawn goes into the hut, known to the one who drew it (N11)."""
    s.token[s.hut] = action[1]
    s.seen[s.hut] |= 1 << s.looker
    s.bag[s.board.bag_values.index(action[1])] -= 1


def scouts_on_chart(s: Position, seat: int) -> list[int]:
    """The cells where a seat has scouts."""
    wanted = seat * 3 + SCOUT
    return [cell for cell, unit in enumerate(s.unit) if unit == wanted]


def scouts_on_paths(s: Position, seat: int) -> list[tuple[int, int]]:
    """The hut paths and spaces where a seat has scouts."""
    return [(hut, space) for hut, path in enumerate(s.paths) for space, other in enumerate(path) if other == seat]


def lift_from_chart(s: Position, cell: int) -> int:
    """Take a scout off the chart; its number (0 without chief scouts)."""
    number = s.unit_number[cell]
    s.unit[cell], s.unit_land[cell], s.unit_number[cell] = -1, 0, 0
    return number


def lift_from_path(s: Position, hut: int, space: int) -> int:
    """Take a scout off a path; the others stay where they are (N7). Its number (0 without chief scouts)."""
    number = s.path_numbers[hut][space]
    s.paths[hut][space], s.path_numbers[hut][space] = -1, 0
    return number


def take_from_supply(s: Position, seat: int, number: int) -> None:
    """Take a scout out of the supply."""
    s.supply[seat * 3 + SCOUT] -= 1
    s.numbers[seat] &= ~(1 << number)


def numbers_in(mask: int) -> list[int]:
    """The scout numbers of a bit mask, ascending."""
    return [number for number in range(1, mask.bit_length()) if mask >> number & 1]


def weight(s: Position, seat: int, number: int) -> int:
    """What a scout counts for in rankings: chiefs count double (N14)."""
    return 2 if number and (s.chiefs[seat * 2] == number or s.chiefs[seat * 2 + 1] == number) else 1
