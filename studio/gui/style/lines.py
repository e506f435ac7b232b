"""The look that saves ink: lines on bare paper, for printers. No grain, fills, halos, shadows or washes.

Made of the recipes of the light theme, step by step, so that a game need not draw anything twice: strokes stay, pale
ones in the colour of deep water; of several water lines the two next to the coast stay; what was filled covers what
lies below it with bare paper, and is outlined where it was dark. Letters are kept in full.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter

from studio.core.picture import Blend, Fill, Grain, Recipe, Rings, Step, Stroke
from studio.gui.style.seat_colours import SeatColors
from studio.gui.style.theme import LIGHT, THEMES, Theme

INK, WATER, BARE = "text", "deep", "on_accent"
_WIDEST = 0.04
"""Sides of a tile; broader strokes are areas rather than lines."""
_FINE = 0.008
_PALE, _DARK = 150, 90
"""Lightness (0 … 255) above which a line would not show on paper, and below which an area is meant to be dark."""
_THING = 640.0
"""Pixels in height of a ready drawing that is reduced to its ink."""


class _Lines(Theme):
    """The light theme with every recipe reduced to lines."""

    @property
    def saves_ink(self) -> bool:
        return True

    def seat(self, seat: int) -> SeatColors:
        """A seat is told by its emblem alone."""
        white, ink = QColor(Qt.GlobalColor.white), LIGHT.color(INK)
        return LIGHT.seat(seat)._replace(body=white, light=white, shade=white, emblem=ink, plate=white, on_plate=ink)

    def color(self, role: str, alpha: float = 1.0) -> QColor:
        """A picture lies on bare paper, not on a table."""
        return super().color(BARE if role in ("table", "panel") else role, alpha)

    def style(self, name: str) -> Recipe:
        recipe = self._recipes.get(name)
        if recipe is None:
            recipe = self._recipes[name] = _reduced(LIGHT.style(name))
        return recipe


LINES = _Lines("lines")
"""One for all that saves ink."""


class _Bare(Theme):
    """Another theme without the grain of its paper and of its land."""

    def style(self, name: str) -> Recipe:
        recipe = self._recipes.get(name)
        if recipe is None:
            found = THEMES[self.name].style(name)
            steps = tuple(step for step in found.steps if not isinstance(step, Grain))
            recipe = self._recipes[name] = replace(found, steps=steps)
        return recipe


@cache
def theme_of(name: str, has_grain: bool = True) -> Theme:
    """The theme of a picture that leaves the program: light, dark or lines, with the grain of paper or without."""
    if name == LINES.name:
        return LINES
    return THEMES[name] if has_grain else _Bare(name)


def _reduced(recipe: Recipe) -> Recipe:
    steps: list[Step] = []
    rings = [step for step in recipe.steps if isinstance(step, Rings)]
    if rings:
        first = rings[0]
        near = sorted(first.rings)[:2]
        fine = tuple((far, _FINE, 0.9) for far, _width, _alpha in reversed(near))
        return Recipe((Rings(WATER, fine, first.least),), recipe.each)
    for step in recipe.steps:
        if (
            isinstance(step, Fill | Blend)
            and step.alpha >= 0.85
            and not (isinstance(step, Fill) and (step.dx or step.dy))
        ):
            steps = [Fill(BARE)]
        elif isinstance(step, Stroke) and step.width <= _WIDEST and step.alpha >= 0.15:
            pale = _lightness(step.role) > _PALE
            steps.append(step._replace(role=WATER if pale else step.role, alpha=max(step.alpha, 0.7), above=0.0))
    if not any(isinstance(step, Stroke) for step in steps):
        dark = [
            step for step in recipe.steps if isinstance(step, Fill) and step.alpha > 0.6 and not (step.dx or step.dy)
        ]
        if dark and (_lightness(dark[0].role) < _DARK or recipe.each) and not recipe.covers:
            role = WATER if _lightness(dark[0].role) > _PALE else INK
            steps.append(Stroke(role, _FINE, 1.0))
    letters = recipe.letters
    if letters is not None:
        pale = _lightness(letters.role) > _PALE
        letters = letters._replace(role=INK if pale else letters.role, alpha=1.0, plate="")
    return replace(recipe, steps=tuple(steps), letters=letters)


def _lightness(role: str) -> int:
    if "." in role:  # a part of a seat's colours
        return 0
    return LIGHT.color(role).lightness()


@lru_cache(maxsize=64)
def thing_in_lines(name: str, seat: int, text: str) -> QImage:
    """A ready drawing reduced to its dark lines, on a clear ground."""
    from studio.gui.style.sprites import sprite_pixmap

    drawn = sprite_pixmap(name, _THING, LINES, seat, text).toImage()
    paper = QImage(drawn.size(), QImage.Format.Format_RGB32)
    paper.fill(Qt.GlobalColor.white)
    with QPainter(paper) as painter:
        painter.drawImage(0, 0, drawn)
    grey = paper.convertToFormat(QImage.Format.Format_Grayscale8)
    found = QImage(grey.constBits(), grey.width(), grey.height(), grey.bytesPerLine(), QImage.Format.Format_Indexed8)
    ink = LIGHT.color(INK)
    found.setColorTable([_shade(ink, lightness) for lightness in range(256)])
    return found.convertToFormat(QImage.Format.Format_ARGB32)


def _shade(ink: QColor, lightness: int) -> int:
    """What a grey becomes: ink where it is dark, nothing where it is not, with a soft edge."""
    ink = QColor(ink)
    ink.setAlphaF(min(1.0, max(0.0, (105 - lightness) / 50)))
    return ink.rgba()
