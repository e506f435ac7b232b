"""What is left to chance, dumps and restored positions (E1, E15). Nothing in a position is known to one seat only."""

from __future__ import annotations

from typing import Any

from studio.core.game import Action, Json
from studio.core.rng import Rng
from studio.games.entdecker.rules.actions import (
    BACK_UNKNOWN,
    CHIP,
    P_DECLARE,
    P_FRONT,
    P_GO,
    P_ISLAND,
    P_LAY,
    P_SPIN,
    P_START,
    P_TOPS,
    SORTS,
    SPIN,
    TOP,
)
from studio.games.entdecker.rules.expedition import go_moves, lay_moves
from studio.games.entdecker.rules.position import Position
from studio.games.entdecker.rules.scoring import island_moves
from studio.games.entdecker.rules.start import declare_moves, start_moves
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
    if s.phase == P_SPIN:
        spinner = s.board.spinner
        return [((SPIN, face), spinner.count(face)) for face in sorted(set(spinner))]
    return [((CHIP, value), count) for value, count in zip(s.board.chip_values, s.bag, strict=True) if count]


def drawn(s: Position, rng: Rng) -> Action:
    """One chance outcome, with its probability."""
    if s.phase == P_FRONT:
        return s.board.front_moves[draw_front(s, s.board.fronts[s.stack_top[s.stack]], rng)]
    if s.phase == P_TOPS:
        return (TOP, s.stack_top.index(BACK_UNKNOWN), draw_back(s, rng))
    if s.phase == P_SPIN:
        return (SPIN, rng.choose(s.board.spinner))
    return (CHIP, s.board.chip_values[rng.weighted(s.bag)])


_LISTS = ("supply", "gold", "points", "takers", "bag")
_NUMBERS = (
    *("seats", "keep_misfits", "rotating_first", "personal_tiles", "to_move", "phase", "then", "active", "first"),
    *("season", "turn", "income", "declared", "left", "drawn", "laid_turn", "own_laid", "passes", "chip", "scoring"),
)


def dump(s: Position) -> dict[str, Any]:
    """The whole position as plain data; what follows from it is left out."""
    plain = dump_sea(s, s.board.chart, _NUMBERS, _LISTS)
    plain["personal"] = [list(tiles) for tiles in s.personal]
    plain["chips"] = [list(chips) for chips in s.chips]
    plain["ledger"] = [list(entry) for entry in s.ledger]
    return plain


def fill_from(s: Position, plain: Json) -> None:
    """Make a fresh position equal to a dumped one."""
    restore_sea(s, s.board.chart, plain, _NUMBERS, _LISTS, SORTS)
    s.personal = [tuple(tiles) for tiles in plain["personal"]]
    s.chips = [tuple(chips) for chips in plain["chips"]]
    s.ledger = [tuple(entry) for entry in plain["ledger"]]
    for cell, unit in enumerate(s.unit):
        if unit >= 0:
            s.stands[unit] |= 1 << cell
    refresh(s)


_MOVES = {
    P_START: start_moves,
    P_DECLARE: declare_moves,
    P_GO: go_moves,
    P_LAY: lay_moves,
    P_ISLAND: island_moves,
}


def refresh(s: Position) -> None:
    """Work out the legal actions of a position afresh."""
    s.moves = list(_MOVES[s.phase](s)) if s.phase in _MOVES else []
