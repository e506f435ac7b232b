"""Maps of matches on a board that is symmetric under a half turn."""

from __future__ import annotations

from math import sqrt

import pytest

from studio.documents.paths import shipped_layouts
from studio.lab.run import Experiment, Run, make_side
from studio.lab.statistics import Matches
from studio.lab.worker_pool import InProcessPool
from studio.services.loading import load_layout

MATCHES = 400


@pytest.mark.long
def test_the_maps_of_a_symmetric_board_are_symmetric() -> None:
    """Bots that preferred the first of equal moves would favour one half (by up to 13 standard errors)."""
    (path,) = (path for path in shipped_layouts("entdecker") if path.stem == "duel")
    side = make_side(load_layout(path), 2)
    run = Run(Experiment((side,), 2, ("greedy", "greedy"), stop=Matches(MATCHES), seed=1), InProcessPool())
    run.finish()
    cells = {cell for often in run.results[0].spaces.values() for cell in often}
    last = max(cells)
    assert min(cells) == 0 and {last - cell for cell in cells} == cells
    for kind, often in run.results[0].spaces.items():
        for cell in cells:
            one, other = (often.get(place, 0) / MATCHES for place in (cell, last - cell))
            error = sqrt((one * (1 - one) + other * (1 - other)) / MATCHES)
            assert one == pytest.approx(other, abs=4.5 * error), (kind, side.grid.name(cell))
