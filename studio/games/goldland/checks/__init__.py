"""All that is wrong with, or worth knowing about, a layout of Goldland (G16).

The codes are in coast.py (start, coast, ends, temple), tiles.py (the tile set, single lines), box.py (sources, stock,
numbers); those of `prove` in roads.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.form import Survey
from studio.core.kept import kept
from studio.core.patience import Patience, as_far
from studio.core.problems import Problem, worst_first
from studio.games.goldland.body.data import Body
from studio.games.goldland.body.reading import reading_of
from studio.games.goldland.checks.box import box_problems
from studio.games.goldland.checks.coast import coast_problems
from studio.games.goldland.checks.tiles import tile_problems


def check(body: Body) -> Sequence[Problem]:
    """All quick findings, worst first."""
    return _found(body)


@kept(2)
def _found(body: Body) -> tuple[Problem, ...]:
    reading = reading_of(body)
    found = [*coast_problems(reading), *tile_problems(reading), *box_problems(reading)]
    return tuple(worst_first(found))


def prove(body: Body, patience: Patience) -> Sequence[Problem]:
    """What needs a search: ways of the roads, and whether every adventure is within reach of the start kit."""
    from studio.games.goldland.checks.roads import road_problems

    return as_far(road_problems(reading_of(body), patience), patience)


def survey(body: Body, target: int, patience: Patience) -> Survey:
    """Tables of equipment and adventures, overlays of ways and distances (measures.py)."""
    from studio.games.goldland.checks.measures import survey as measured

    return measured(body, target, patience)
