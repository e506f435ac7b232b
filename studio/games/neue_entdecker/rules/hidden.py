"""What is hidden and what is left to chance: outcomes, draws, observation, dealing afresh, dumps (N0, N14, N15)."""

from __future__ import annotations

from typing import Any

from studio.core.game import OVER, Action, Json
from studio.core.rng import Rng
from studio.games.neue_entdecker.rules.actions import (
    BACK_UNKNOWN,
    DIE,
    P_ANNOUNCE,
    P_CHIEFS,
    P_DIE,
    P_FRONT,
    P_GO,
    P_ISLAND,
    P_LAY,
    P_NATIVES,
    P_PAY,
    P_SEND,
    P_START,
    P_TOPS,
    P_WHEEL,
    SORTS,
    TOKEN,
    TOP,
)
from studio.games.neue_entdecker.rules.expedition import go_moves, lay_moves, natives_moves
from studio.games.neue_entdecker.rules.opening import chief_moves
from studio.games.neue_entdecker.rules.position import Position
from studio.games.neue_entdecker.rules.scoring import island_moves, send_moves
from studio.games.neue_entdecker.rules.start import announce_moves, pay_moves, start_moves
from studio.seatiles.rules.plain import dump_sea, restore_sea
from studio.seatiles.rules.stacks import draw_back, draw_front, next_backs


def outcomes(s: Position) -> list[tuple[Action, int]]:
    """Every chance outcome with its whole-number weight."""
    if s.phase == P_FRONT:
        counts, moves = s.hidden, s.board.front_moves
        return [(moves[index], counts[index]) for index in s.board.fronts[s.stack_top[s.stack]] if counts[index]]
    if s.phase == P_TOPS:
        stack = s.stack_top.index(BACK_UNKNOWN)
        return [((TOP, stack, back), count) for back, count in next_backs(s)]
    if s.phase == P_DIE:
        die = s.board.box.die or (0,)
        return [((DIE, face), die.count(face)) for face in sorted(set(die))]
    return [((TOKEN, value), count) for value, count in zip(s.board.token_values, s.bag, strict=True) if count]


def drawn(s: Position, rng: Rng) -> Action:
    """One chance outcome, with its probability."""
    if s.phase == P_FRONT:
        return s.board.front_moves[draw_front(s, s.board.fronts[s.stack_top[s.stack]], rng)]
    if s.phase == P_TOPS:
        return (TOP, s.stack_top.index(BACK_UNKNOWN), draw_back(s, rng))
    if s.phase == P_DIE:
        return (DIE, rng.choose(s.board.box.die or (0,)))
    return (TOKEN, s.board.token_values[rng.weighted(s.bag)])


_LISTS = (
    *("unit_number", "supply", "numbers", "gold", "points", "chiefs", "cleared", "waiting", "waiting_numbers"),
    *("token", "seen", "bag"),
)
_NUMBERS = (
    *("seats", "numbered", "to_move", "phase", "then", "active", "turn", "left", "drawn", "laid_turn", "open_tiles"),
    *("passes", "idle", "laid_round", "sender", "chief_known", "hut", "looker"),
)


def dump(s: Position) -> dict[str, Any]:
    """The whole position as plain data; what follows from it is left out."""
    plain = dump_sea(s, s.board.chart, _NUMBERS, _LISTS)
    plain["paths"] = [path[:] for path in s.paths]
    plain["path_numbers"] = [path[:] for path in s.path_numbers]
    plain["ledger"] = [list(entry) for entry in s.ledger]
    return plain


def fill_from(s: Position, plain: Json) -> None:
    """Make a fresh position equal to a dumped one."""
    restore_sea(s, s.board.chart, plain, _NUMBERS, _LISTS, SORTS)
    s.paths = [list(path) for path in plain["paths"]]
    s.path_numbers = [list(path) for path in plain["path_numbers"]]
    s.ledger = [tuple(entry) for entry in plain["ledger"]]
    for cell, unit in enumerate(s.unit):
        if unit >= 0 and unit % 3:
            s.owners[unit // 3] |= 1 << cell
    refresh(s)


_MOVES = {
    P_CHIEFS: chief_moves,
    P_WHEEL: lambda s: s.board.wheel_moves,
    P_START: start_moves,
    P_ANNOUNCE: announce_moves,
    P_GO: go_moves,
    P_LAY: lay_moves,
    P_NATIVES: natives_moves,
    P_ISLAND: island_moves,
    P_SEND: send_moves,
}


def refresh(s: Position) -> None:
    """Work out the legal actions of a position afresh."""
    if s.phase == P_PAY:
        start_moves(s)
        s.moves = pay_moves(s)
    elif s.phase in _MOVES:
        s.moves = list(_MOVES[s.phase](s))
    else:
        s.moves = []


def observed(s: Position, seat: int) -> dict[str, Any]:
    """What a seat may see (-1: what all may see): unknown tokens and chiefs are None, the bag is counted with them."""
    plain = dump(s)
    if s.to_move == OVER:  # all is revealed (N13, N14)
        return plain
    plain["token"] = [
        value if not value or (seat >= 0 and s.seen[hut] >> seat & 1) else None for hut, value in enumerate(s.token)
    ]
    unknown = s.bag[:]
    for hut, value in enumerate(s.token):
        if value and plain["token"][hut] is None:
            unknown[s.board.token_values.index(value)] += 1
    plain["bag"] = unknown
    plain["chiefs"] = [
        number if not number or index >> 1 == seat or s.chief_known >> index & 1 else None
        for index, number in enumerate(s.chiefs)
    ]
    return plain


def deal_afresh(s: Position, seat: int, rng: Rng) -> None:
    """Deal all that a seat cannot see anew: tokens it has not looked at, and the others' chief scouts."""
    if s.to_move == OVER:  # all is revealed
        return
    values = s.board.token_values
    unknown = [hut for hut, value in enumerate(s.token) if value and not (seat >= 0 and s.seen[hut] >> seat & 1)]
    for hut in unknown:
        s.bag[values.index(s.token[hut])] += 1
    for hut in unknown:
        index = rng.weighted(s.bag)
        s.bag[index] -= 1
        s.token[hut] = values[index]
    if s.numbered:
        for other in range(s.seats):
            if other != seat:
                _name_afresh(s, other, rng)


def _name_afresh(s: Position, seat: int, rng: Rng) -> None:
    first = seat * 2
    hidden = [index for index in (first, first + 1) if s.chiefs[index] and not s.chief_known >> index & 1]
    known = {s.chiefs[index] for index in (first, first + 1)} - {s.chiefs[index] for index in hidden}
    scouts = max(s.board.unit_count[s.seats][0] - 1, 0)
    numbers = [n for n in range(1, scouts + 1) if n not in known and not s.cleared[seat] >> n & 1]
    rng.shuffle(numbers)
    for index, number in zip(hidden, sorted(numbers[: len(hidden)]), strict=True):
        s.chiefs[index] = number
