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
        "coast.gap": _("Spaces of the coast have no coast tile."),
        "coast.land_tile": _("Land tiles lie on the coast."),
        "coast.inland": _("Coast tiles lie inland."),
        "village.beside_start": _("Villages lie beside the start tile."),
        "end.missing": _("The coast ends where no end tile lies."),
        "end.extra": _("End tiles lie where the coast does not end."),
        "tile.twice": _("Tiles lie on several spaces, and there is only one of each."),
        "item.no_source": _("Adventures can never be paid: nothing gives what they ask for."),
        "item.bought_only": _("Adventures can be paid only with what was bought."),
        "item.one_line": _("Some equipment comes from a single line, until more tiles are found."),
        "stock.below_pay": _("Adventures ask for more than the box holds."),
        "stock.below_line": _("Lines speak of more than the box holds."),
        "stock.tight": _("All seats together may need more of some equipment than the box holds."),
        "kit.stock": _("The box does not hold the start kit for every seat."),
        "line.dead": _("Lines can never be used."),
        "adventure.inland": _("Nothing on the coast earns what some adventures ask for; it must be found inland."),
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
