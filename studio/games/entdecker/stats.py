"""What the laboratory counts in a match of Entdecker (1996): what all sea tiles have, plant chips, how it ended."""

from __future__ import annotations

from collections.abc import Mapping

from studio.core.protocols import LIMIT, MatchStats
from studio.core.text import _
from studio.games.entdecker.rules import State, board as a
from studio.seatiles import stats as sea

map_cells = sea.map_cells


class Collector(sea.SeaCollector):
    """Watches one match."""

    def __init__(self) -> None:
        super().__init__(
            (a.SPIN, a.START_RIM, a.START_TILE, a.PASS, a.DECLARE),
            (a.DRAW, a.OWN),
            (a.UNIT,),
            (a.SCORED_ISLAND, a.UNFINISHED_ISLAND),
        )

    def after(self, state: State) -> MatchStats:
        """With the chips, and whether the sea was discovered, the piles were empty, or nobody could sail (E13)."""
        ending = "charted" if not state.undiscovered else LIMIT
        if state.undiscovered and not state.hidden_plain + state.hidden_query:
            ending = "drawn_out"
        counted = self.match_stats(state)
        seats = {**counted.seats, "chips": [len(chips) for chips in state.chips]}
        return counted._replace(seats=seats, ending=ending)


def new_collector() -> Collector:
    """What watches one match, fresh."""
    return Collector()


def titles() -> Mapping[str, str]:
    """What people call the figures and endings."""
    return {
        **sea.titles(),
        "chips": _("plant chips"),
        "drawn_out": _("the piles were empty"),
        LIMIT: _("nobody could sail any more"),
    }
