"""Small changes of a layout that might make it fairer: halves that mirror each other, and things that change places.

Every change is made with stamps that the layout already has on its spaces and border edges, so that it knows no game;
what the game's checks find an error in is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from studio.core.game import Body
from studio.core.grid import Grid
from studio.core.picture import edge_target, place_name
from studio.core.problems import Severity
from studio.core.protocols import Game
from studio.core.rng import Rng
from studio.core.text import _
from studio.drawing.symmetry import Symmetry, images, symmetries

SYMMETRIC = (Symmetry.LEFT_RIGHT, Symmetry.TOP_BOTTOM, Symmetry.POINT)
"""What halves of a board are made to mirror each other by, if its cells can."""


class Edit(NamedTuple):
    """A changed body, and in a few words how it was changed."""

    words: str
    body: Body


def edits(game: Game, body: Body, count: int, seed: int) -> list[Edit]:
    """At most so many changed bodies without errors, no two alike: symmetric ones first, then exchanges by lot."""
    found: list[Edit] = []
    for edit in _all(game, body, seed):
        if len(found) >= count:
            break
        if edit.body == body or any(edit.body == other.body for other in found):
            continue
        if not any(problem.severity is Severity.ERROR for problem in game.check(edit.body)):
            found.append(edit)
    return found


def _all(game: Game, body: Body, seed: int) -> Iterator[Edit]:
    grid = game.grid(body)
    places = [*range(grid.count), *_rim(grid)]
    for symmetry in SYMMETRIC:
        if symmetry in symmetries(grid):
            for first in (True, False):
                yield _folded(game, body, places, symmetry, first)
    yield from _exchanged(game, body, places, Rng(seed))


def _rim(grid: Grid) -> list[int]:
    """The edges of the board's border."""
    sides = range(grid.sides)
    return [edge_target(cell, side) for cell in range(grid.count) for side in sides if grid.neighbour(cell, side) < 0]


def _folded(game: Game, body: Body, places: list[int], symmetry: Symmetry, first: bool) -> Edit:
    """The body with one half as it is and the other its image; the first half is the northern or western one."""
    made = body
    for place in places:
        look = game.pick(body, place)
        around = images(game, body, symmetry, place, look)
        if (min if first else max)(other for other, _look in around) == place:
            for other, turned in around:
                made = game.stamp(made, other, turned)
    half = _("the north-western half") if first else _("the south-eastern half")
    return Edit(_("{half} repeated by the symmetry “{symmetry}”").format(half=half, symmetry=symmetry.words), made)


def _exchanged(game: Game, body: Body, places: list[int], luck: Rng) -> Iterator[Edit]:
    """Bodies in which what lies on two spaces, or on two edges of the border, has changed places."""
    looks = {place: game.pick(body, place) for place in places}
    grid = game.grid(body)
    pairs = [
        (one, other)
        for one, other in combinations(places, 2)
        if looks[one] != looks[other] and _is_alike(grid, one, other)
    ]
    luck.shuffle(pairs)
    for one, other in pairs:
        made = game.stamp(game.stamp(body, one, game.eraser(body, one)), other, looks[one])
        made = game.stamp(made, one, looks[other])
        if game.pick(made, one) == looks[other] and game.pick(made, other) == looks[one]:
            words = _("{one} and {other} exchanged")
            yield Edit(words.format(one=place_name(grid, one), other=place_name(grid, other)), made)


def _is_alike(grid: Grid, one: int, other: int) -> bool:
    """Whether both are spaces, or both edges: what lies on the one cannot lie on the other."""
    return (one < grid.count) == (other < grid.count)
