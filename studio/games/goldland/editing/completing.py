"""Completing a country: tiles of the stack on its undiscovered land, in any rotation, as if explored (G11)."""

from __future__ import annotations

from collections.abc import Collection

from studio.core.patience import Patience
from studio.core.problems import Incompletable
from studio.core.rng import Rng
from studio.core.text import _
from studio.games.goldland.body.data import Body, Laid, edited, least_turn
from studio.games.goldland.body.reading import reading_of


def complete(body: Body, cells: Collection[int], seed: int, patience: Patience) -> Body:
    """The body with a tile on every undiscovered land space among `cells` (none named: on all), the same for a seed.

    Raises `Incompletable` with a sentence where the stack is too small.
    """
    reading, rng, wanted = reading_of(body), Rng(seed), frozenset(cells)
    if reading.coast is None:
        raise Incompletable(_("The coast begins at the start tile, and there is not one in one corner."))
    spaces = [cell for cell in reading.undiscovered if not wanted or cell in wanted]
    if not spaces:
        words = _("None of the selected spaces is undiscovered land: there is nothing to complete.")
        raise Incompletable(words if wanted else _("No land is undiscovered: there is nothing to complete."))
    stack = list(reading.stack)
    if len(stack) < len(spaces):
        words = _(
            "{spaces} spaces are to be filled, but the stack holds {tiles} tiles. Add tiles, or select fewer spaces."
        )
        raise Incompletable(words.format(spaces=len(spaces), tiles=len(stack)), spaces)
    rng.shuffle(stack)
    contents = list(reading.cells)
    for cell, tile in zip(spaces, stack, strict=False):
        contents[cell] = Laid(tile.name, least_turn(tile, rng.below(4)))
    return edited(body, cells=contents)
