"""Match statistics of Die Neuen Entdecker: those of all sea tiles, and scouts in the jungle."""

from __future__ import annotations

from collections.abc import Mapping

from studio.core.protocols import LIMIT, MatchStats
from studio.core.text import _
from studio.games.neue_entdecker.rules import State, board as a
from studio.seatiles import stats as sea

map_cells = sea.map_cells


def new_collector() -> sea.SeaCollector[State]:
    starts = (a.DIE, a.START_RIM, a.START_TILE, a.PASS, a.ANNOUNCE_HIDDEN, a.ANNOUNCE_OPEN)
    units = (a.UNIT, a.UNIT_FROM_CELL, a.UNIT_FROM_PATH)
    return sea.SeaCollector(starts, (a.DRAW_HIDDEN, a.DRAW_OPEN), units, (a.SCORED_ISLAND,), _finish)


def _finish(state: State, counted: MatchStats) -> MatchStats:
    """Add the huts, and whether the match ended without further expeditions (N13)."""
    scouts = [sum(path.count(seat) for path in state.paths) for seat in range(state.seats)]
    ending = LIMIT if state.idle >= a.IDLE_ROUNDS else "charted"
    return counted._replace(seats={**counted.seats, "jungle_scouts": scouts}, ending=ending)


def titles() -> Mapping[str, str]:
    return {**sea.titles(), "jungle_scouts": _("scouts on paths at the end"), LIMIT: _("no new tiles placed")}
