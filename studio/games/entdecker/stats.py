"""Match statistics of Entdecker (1996): those of all sea tiles, plant chips, how the match ended."""

from __future__ import annotations

from collections.abc import Mapping

from studio.core.protocols import LIMIT, MatchStats
from studio.core.text import _
from studio.games.entdecker.rules import State, board as a
from studio.seatiles import stats as sea

map_cells = sea.map_cells


def new_collector() -> sea.SeaCollector[State]:
    starts = (a.SPIN, a.START_RIM, a.START_TILE, a.PASS, a.DECLARE)
    return sea.SeaCollector(starts, (a.DRAW, a.OWN), (a.UNIT,), (a.SCORED_ISLAND, a.UNFINISHED_ISLAND), _finish)


def _finish(state: State, counted: MatchStats) -> MatchStats:
    """Add the chips, and the reason for the end: board discovered, piles empty, or no start possible (E13)."""
    ending = "charted" if not state.undiscovered else LIMIT
    if state.undiscovered and not state.hidden_plain + state.hidden_query:
        ending = "drawn_out"
    return counted._replace(seats={**counted.seats, "chips": [len(chips) for chips in state.chips]}, ending=ending)


def titles() -> Mapping[str, str]:
    return {
        **sea.titles(),
        "chips": _("plant chips"),
        "drawn_out": _("draw piles empty"),
        LIMIT: _("no start possible"),
    }
