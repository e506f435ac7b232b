"""Before the first turn: the layout's tiles, the seats' own tiles, gaps already enclosed, draw piles (E1, E14, T8)."""

from __future__ import annotations

from studio.core.game import CHANCE
from studio.games.entdecker.rules.actions import P_TOPS, THEN_BEGIN
from studio.games.entdecker.rules.position import Position
from studio.games.entdecker.rules.scoring import finish
from studio.games.entdecker.rules.start import begin_season
from studio.games.entdecker.rules.supply import deal_personal, fill_gaps
from studio.seatiles.rules.filling import put_tile
from studio.seatiles.rules.stacks import deal
from studio.seatiles.rules.supply import equal_parts


def set_up(s: Position) -> None:
    """Lay the layout's tiles, fill its gaps, deal the piles. Islands complete by then are never scored (T8)."""
    chart, hidden = s.board.chart, s.hidden_plain + s.hidden_query
    for cell, placement in chart.laid:
        put_tile(s, chart, cell, placement, 0)
    if s.personal_tiles:
        deal_personal(s)
    fill_gaps(s)
    s.pending.clear()
    deal(s, equal_parts(hidden, s.board.stacks))
    if not s.undiscovered or not hidden:
        finish(s)
    else:
        s.phase, s.to_move, s.then = P_TOPS, CHANCE, THEN_BEGIN


def begin(s: Position) -> None:
    """All tops are seen: the first season begins."""
    begin_season(s)
