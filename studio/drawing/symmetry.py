"""Symmetric editing: the images of a target and of a stamp under a symmetry of the board."""

from __future__ import annotations

import math
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from studio.core.form import Stamp
from studio.core.game import Body
from studio.core.grid import Grid, Point
from studio.core.plugin import Game
from studio.core.text import _
from studio.drawing.geometry import Move, cell_centered_at, diagonal_mirror, mirror, move_target, turn


class Symmetry(Enum):
    """How a stroke is repeated."""

    NONE = "none"
    LEFT_RIGHT = "left_right"
    TOP_BOTTOM = "top_bottom"
    BOTH = "both"
    POINT = "point"
    THIRDS = "thirds"
    QUARTERS = "quarters"
    SIXTHS = "sixths"
    FALLING = "falling"
    RISING = "rising"
    CROSS = "cross"

    @property
    def title(self) -> str:
        return {
            Symmetry.NONE: _("None"),
            Symmetry.LEFT_RIGHT: _("Left – right"),
            Symmetry.TOP_BOTTOM: _("Top – bottom"),
            Symmetry.BOTH: _("Both axes"),
            Symmetry.POINT: _("180° rotation"),
            Symmetry.THIRDS: _("120° rotation"),
            Symmetry.QUARTERS: _("90° rotation"),
            Symmetry.SIXTHS: _("60° rotation"),
            Symmetry.FALLING: _("Diagonal \\"),
            Symmetry.RISING: _("Diagonal /"),
            Symmetry.CROSS: _("Both diagonals"),
        }[self]

    @property
    def folds(self) -> int:
        """The order of the rotation, 0 for mirrors."""
        return {Symmetry.POINT: 2, Symmetry.THIRDS: 3, Symmetry.QUARTERS: 4, Symmetry.SIXTHS: 6}.get(self, 0)


SLOPES = {Symmetry.FALLING: (1,), Symmetry.RISING: (-1,), Symmetry.CROSS: (1, -1)}
"""For symmetries with diagonal mirrors: the slopes of the mirrors (1 falls to the east)."""


def symmetries(grid: Grid) -> list[Symmetry]:
    """Return the symmetries that cells of this shape can have; diagonal ones only on a square board."""
    is_square = grid.sides == 4 and grid.columns == grid.rows
    turning = [symmetry for symmetry in Symmetry if grid.sides % max(symmetry.folds, 1) == 0]
    return [symmetry for symmetry in turning if is_square or symmetry not in SLOPES]


class Axes(NamedTuple):
    """Where the mirrors are, on the lines x = … and y = …; or the centre of a rotation and its order (`folds`).

    Without folds `middle` is the crossing of diagonal mirrors with these `slopes`. All in board units.
    """

    x: float | None = None
    y: float | None = None
    middle: Point | None = None
    folds: int = 0
    slopes: tuple[int, ...] = ()


class Image(NamedTuple):
    """One repetition: how it maps a point, and how a stamp is mirrored and then rotated for it."""

    move: Move
    turns: int = 0
    upright: bool | None = None

    def stamp(self, game: Game, body: Body, stamp: Stamp) -> Stamp:
        if self.upright is not None:
            stamp = game.editing.mirror_stamp(body, stamp, self.upright)
        return game.editing.rotate_stamp(body, stamp, self.turns) if self.turns else stamp


def _images(axes: Axes, sides: int) -> tuple[Image, ...]:
    """Return all repetitions; both mirrors combined are a half turn."""
    if axes.middle is not None and axes.slopes:
        found = [Image(diagonal_mirror(axes.middle, slope), -slope % sides, upright=True) for slope in axes.slopes]
        return (*found, *([Image(turn(axes.middle, 180), sides // 2)] if len(found) > 1 else []))
    if axes.middle is not None:
        return tuple(
            Image(turn(axes.middle, 360 / axes.folds * step), sides // axes.folds * step)
            for step in range(1, axes.folds)
        )
    found = []
    if axes.x is not None:
        found.append(Image(mirror(axes.x, upright=True), upright=True))
    if axes.y is not None:
        found.append(Image(mirror(axes.y, upright=False), upright=False))
    if axes.x is not None and axes.y is not None:
        found.append(Image(turn((axes.x, axes.y), 180), sides // 2))
    return tuple(found)


@lru_cache(maxsize=32)
def _best(grid: Grid, symmetry: Symmetry) -> tuple[Axes, tuple[Image, ...]]:
    """Return the mirrors or the rotation nearest to the middle that map most cells to cells.

    Cached by grid: grids are immutable and compare by value. On squares it is the middle itself; on hexagons it may be
    a little off the middle.
    """
    best: tuple[Axes, tuple[Image, ...]] = (Axes(), ())
    most = -1
    for axes in _choices(grid, symmetry):
        found = _images(axes, grid.sides)
        centres = [grid.center(cell) for cell in range(grid.count)]
        count = sum(cell_centered_at(grid, image.move(centre)) >= 0 for image in found for centre in centres)
        if count > most:
            best = (axes, found)
            most = count
        if count == grid.count * len(found):
            break
    return best


def _choices(grid: Grid, symmetry: Symmetry) -> list[Axes]:
    """Return possible mirrors or centres, nearest to the middle of the board first."""
    across = _lines([grid.center(cell)[0] for cell in range(grid.count)], grid.width / 2)
    along = _lines([grid.center(cell)[1] for cell in range(grid.count)], grid.height / 2)
    if symmetry is Symmetry.NONE:
        return [Axes()]
    if symmetry is Symmetry.LEFT_RIGHT:
        return [Axes(x) for x in across]
    if symmetry is Symmetry.TOP_BOTTOM:
        return [Axes(None, y) for y in along]
    if symmetry is Symmetry.BOTH:
        return [Axes(x, y) for x in across for y in along]
    if symmetry is Symmetry.POINT:
        return [Axes(middle=(x, y), folds=2) for x in across for y in along]
    if symmetry in SLOPES:
        return [Axes(middle=(grid.width / 2, grid.height / 2), slopes=SLOPES[symmetry])]
    return [Axes(middle=_pivot(grid, symmetry), folds=symmetry.folds)]


def _pivot(grid: Grid, symmetry: Symmetry) -> Point:
    """Return the point nearest to the middle of the board about which such a rotation maps cells to cells.

    Sixths rotate about the centre of a cell; thirds of hexagons and quarters of squares also about a corner.
    """
    middle = (grid.width / 2, grid.height / 2)
    points = [grid.center(cell) for cell in range(grid.count)]
    if symmetry is not Symmetry.SIXTHS:
        points += [point for cell in range(grid.count) for point in grid.corners(cell)]
    return min(points, key=lambda point: (round(math.dist(point, middle), 6), point))


def axes_of(grid: Grid, symmetry: Symmetry) -> Axes:
    return _best(grid, symmetry)[0]


def _lines(places: list[float], middle: float) -> list[float]:
    """Return where a mirror can be: half-way between two cells, nearest to the middle first, at most four."""
    first = min(places)
    halves = {round((first + place) / 2, 6) for place in places}
    return sorted(halves, key=lambda half: (round(abs(half - middle), 6), half))[:4]


def image_targets(grid: Grid, symmetry: Symmetry, target: int) -> list[int]:
    """Return the images of a cell or an edge, one per repetition: itself on an axis, -1 off the board."""
    return [move_target(grid, target, image.move) for image in _best(grid, symmetry)[1]] if target >= 0 else []


def images(game: Game, body: Body, symmetry: Symmetry, target: int, stamp: Stamp) -> list[tuple[int, Stamp]]:
    """Return all targets that one click paints with their stamps, the clicked target last so that its stamp wins."""
    grid = game.body.grid(body)
    found = {target: stamp}
    for image in _best(grid, symmetry)[1]:
        place = move_target(grid, target, image.move)
        if place >= 0 and place not in found:
            found[place] = image.stamp(game, body, stamp)
    return [*((place, look) for place, look in found.items() if place != target), (target, stamp)]
