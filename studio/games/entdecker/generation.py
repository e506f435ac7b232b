"""Whole new seas for Entdecker from a few choices (seatiles/making); the box is the published one."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.form import Section
from studio.core.generation import Recipe, Template
from studio.games.entdecker.body import Body
from studio.games.entdecker.checks import check
from studio.games.entdecker.editing import blank
from studio.seatiles.generation import make_sea, sea_choices, templates_of


def templates() -> Sequence[Template]:
    """Recipes to start from; on the published board nothing lies."""
    return templates_of(blank(), 0, {})


def choices(recipe: Recipe) -> Sequence[Section]:
    """What there is to choose."""
    return sea_choices(blank(), recipe)


def make(recipe: Recipe, seed: int) -> Body:
    """The layout of a recipe. Raises `ValueError` with a sentence that says what to change when there is none."""
    return make_sea(blank(), recipe, seed, check)
