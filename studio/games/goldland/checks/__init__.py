"""The checks of a layout of Goldland (G16).

coast.py checks start, coast, ends and temple; tiles.py the tile set and its lines; box.py sources, stock and numbers.
roads.py finds what needs a search, for `verify`.
"""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.book import Explanation, build_explanation
from studio.core.cache import cached_by_identity
from studio.core.cancellation import CancelToken, partial_results
from studio.core.form import Survey
from studio.core.problems import Problem, by_severity, with_causes
from studio.core.text import _
from studio.documents.markup import load_explanations
from studio.games.goldland.body import Body
from studio.games.goldland.checks.box import EXAMPLES, box_problems
from studio.games.goldland.checks.coast import coast_problems
from studio.games.goldland.checks.tiles import tile_problems
from studio.games.goldland.layout_reading import layout_facts


def check(body: Body) -> Sequence[Problem]:
    return _problems(body)


@cached_by_identity(2)
def _problems(body: Body) -> tuple[Problem, ...]:
    reading = layout_facts(body)
    problems = [*coast_problems(reading), *tile_problems(reading), *box_problems(reading)]
    return tuple(by_severity(with_causes(problems, _causes())))


def _causes() -> dict[str, str]:
    return {
        "coast.gap": _("Some coast spaces have no coast tile."),
        "coast.land_tile": _("Some land tiles are on the coast."),
        "coast.inland": _("Some coast tiles are inland."),
        "village.beside_start": _("Villages are next to the start tile."),
        "end.missing": _("The coast ends without an end tile."),
        "end.extra": _("Some end tiles are not at an end of the coast."),
        "tile.twice": _("Some tiles are on several spaces, but each exists only once."),
        "item.no_source": _("Some adventures can never be paid: nothing gives the required equipment."),
        "item.bought_only": _("Some adventures can be paid only with bought equipment."),
        "item.one_line": _("Only one line gives some equipment until more tiles are discovered."),
        "stock.below_pay": _("Some adventures require more than the box contains."),
        "stock.below_line": _("Some lines name more than the box contains."),
        "stock.tight": _("All seats together may need more of some equipment than the box contains."),
        "kit.stock": _("The box does not contain the starting kit for every seat."),
        "line.dead": _("Some lines can never be used."),
        "adventure.inland": _("Some adventures require equipment that no coast tile gives. It must be found inland."),
    }


def verify(body: Body, cancel: CancelToken) -> Sequence[Problem]:
    """Return the problems that need a search: paths by road, and adventures that the start kit cannot reach."""
    from studio.games.goldland.checks.roads import road_problems

    return partial_results(with_causes(road_problems(layout_facts(body), cancel), _causes()), cancel)


def survey(body: Body, target: int, cancel: CancelToken) -> Survey:
    from studio.games.goldland.checks.measures import survey as measured

    return measured(body, target, cancel)


def codes() -> Sequence[str]:
    return tuple(load_explanations("G", "goldland"))


def explain(code: str) -> Explanation:
    return build_explanation(code, load_explanations("G", "goldland"), EXAMPLES, check, verify)
