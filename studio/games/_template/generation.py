"""New meadows from a few choices: size, share and place of the hedges, seeds."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.form import Field, Section
from studio.core.generation import BOX, Recipe, Template, generate, parse_mask, random_orbits, size_fields
from studio.core.rng import Rng
from studio.core.text import _, capitalize_first
from studio.games._template.body import GRASS, HEDGE, MAX_SEEDS, MAX_SIDE, MIN_SIDE, Body, paint_cells
from studio.games._template.checks import check
from studio.games._template.editing import blank
from studio.games._template.text import flower


def templates() -> Sequence[Template]:
    daisies, poppies, irises = blank().seeds
    box: Recipe = {
        "columns": len(blank().spaces[0]),
        "rows": len(blank().spaces),
        "hedge": "scattered",
        "share": 0,
        "drawn": "",
        "seeds.0": daisies,
        "seeds.1": poppies,
        "seeds.2": irises,
    }
    hedges = {**box, "columns": 8, "rows": 7, "share": 20}
    return Template(BOX, _("As published"), box), Template("hedges", _("Between hedges"), hedges)


def choices(recipe: Recipe) -> Sequence[Section]:
    hedge = (("scattered", _("Scattered")), ("drawn", _("Drawn by hand")))
    where = Field("hedge", _("Hedge"), "choice", recipe["hedge"], choices=hedge)
    if recipe["hedge"] == "drawn":
        how = Field("drawn", _("Drawing"), "mask", recipe["drawn"])
    else:
        how = Field("share", _("Share of hedge"), "share", recipe["share"], 0, 40)
    seeds = (
        Field(f"seeds.{kind}", capitalize_first(flower(kind)), "int", recipe[f"seeds.{kind}"], 0, MAX_SEEDS)
        for kind in range(3)
    )
    return (
        Section(_("Meadow"), (*size_fields(recipe, MIN_SIDE, MAX_SIDE, MAX_SIDE), where, how)),
        Section(_("Seeds in the bag"), tuple(seeds)),
    )


def make(recipe: Recipe, seed: int) -> Body:
    columns, rows = int(recipe["columns"]), int(recipe["rows"])
    drawn = parse_mask(str(recipe["drawn"]), columns, rows)
    seeds = (int(recipe["seeds.0"]), int(recipe["seeds.1"]), int(recipe["seeds.2"]))
    meadow = Body((GRASS * columns,) * rows, seeds)
    most = columns * rows * int(recipe["share"]) // 100

    def attempt(rng: Rng) -> Body:
        if recipe["hedge"] == "drawn":
            return paint_cells(meadow, sorted(drawn), HEDGE)
        groups = random_orbits(most, range(columns * rows), lambda cell: (cell,), lambda _group: True, rng)
        return paint_cells(meadow, [cell for group in groups for cell in group], HEDGE)

    return generate(seed, attempt, check)
