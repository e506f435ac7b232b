"""Problems of a meadow.

A layout with an error cannot be played. A fix is the repaired body, applied as one undoable edit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from studio.core import defaults
from studio.core.book import Explanation, build_explanation
from studio.core.problems import Fix, Problem, Severity, by_severity
from studio.core.text import _, plural
from studio.documents.markup import load_explanations
from studio.games._template.body import GRASS, HEDGE, Body, adjacent_grass, grass_of, grid, paint_cells

MIN_GRASS, MIN_SEEDS = 8, 8  # at least a turn and two seeds for each of four seats (M2)

verify, survey = defaults.verify, defaults.survey


def check(body: Body) -> Sequence[Problem]:
    return by_severity(_problems(body))


def _problems(body: Body) -> Iterator[Problem]:
    cells, grass, seeds = grid(body), grass_of(body), sum(body.seeds)
    if len(grass) < MIN_GRASS:
        text = _("Only {count} squares of grass: four seats need {least} at least.")
        hedges = tuple(cell for cell in range(cells.count) if cell not in grass)
        fix = Fix(_("Make the whole meadow grass"), paint_cells(body, list(hedges), GRASS), safe=False)
        message = text.format(count=len(grass), least=MIN_GRASS)
        yield Problem("few_squares", Severity.ERROR, message, hedges, fix=fix)
    if seeds < MIN_SEEDS:
        text = _("Only {count} seeds in the bag: four seats need {least} at least.")
        yield Problem("few_seeds", Severity.ERROR, text.format(count=seeds, least=MIN_SEEDS), field="seeds.0")
    alone = [cell for cell in grass if not adjacent_grass(body, cell)]
    if alone:
        text = plural(
            "{places} lies between hedges: no flower can ever stand beside one there.",
            "{places} lie between hedges: no flower can ever stand beside one there.",
            len(alone),
        )
        message = text.format(places=", ".join(map(cells.name, alone)))
        fix = Fix(_("Grow the hedge over it"), paint_cells(body, alone, HEDGE))
        yield Problem("alone", Severity.ERROR, message, tuple(alone), fix=fix)


def codes() -> Sequence[str]:
    return tuple(load_explanations("M", "_template"))


def explain(code: str) -> Explanation:
    return build_explanation(code, load_explanations("M", "_template"), EXAMPLES, check, verify)


EXAMPLES: Mapping[str, Callable[[], Body]] = {
    "few_squares": lambda: Body(("....##", "######", "######")),
    "few_seeds": lambda: Body(("......",) * 3, (2, 2, 1)),
    "alone": lambda: Body((".#....", "#.....", "......")),
}
"""A meadow with the problem, by code."""
