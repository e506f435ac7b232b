"""How the style names of pictures are painted, as data: recipes of several steps, colours by role, no Qt.

The window brings what all pictures share; each game brings its own `Styles` (see `Game.styles`). A game's names are
its own: no other game and no window uses them, and a name of two games means the same in both (a test says so).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple


class Fill(NamedTuple):
    """The inside, moved by (dx, dy) when it is a shadow. `alpha` is for the light theme, `dark` for the other."""

    role: str
    alpha: float = 1.0
    dx: float = 0.0
    dy: float = 0.0
    dark: float = -1.0
    above: float = 0.0


class Stroke(NamedTuple):
    """A line along the outline; at least `least` pixels wide. Left out below `above` pixels per board unit."""

    role: str
    width: float
    alpha: float = 1.0
    least: float = 0.0
    dash: tuple[float, ...] = ()
    flat: bool = False
    dark: float = -1.0
    above: float = 0.0


class Rings(NamedTuple):
    """Lines that follow the outline at a distance, on both sides: (distance, width, alpha), the farthest first."""

    role: str
    rings: tuple[tuple[float, float, float], ...]
    least: float = 0.75
    above: float = 0.0
    below: float = 1e9


class Soft(NamedTuple):
    """A soft glow along the outline: `strokes` strokes from `widest` to `narrowest`, each of `alpha`.

    On pixels they are painted on a sheet of their own, coarser where the scale allows it.
    """

    role: str
    strokes: int
    widest: float
    narrowest: float
    alpha: float


class Grain(NamedTuple):
    """The inside shaded by a tiling image from resources/textures; on pixels only. `grows`: with the scale."""

    texture: str
    alpha: float
    dark: float = -1.0
    grows: bool = True


class Blend(NamedTuple):
    """The inside filled from one colour to another, down (or, `round`, outward) across each shape's box."""

    first: str
    last: str
    alpha: float = 1.0
    last_alpha: float = 1.0
    round: bool = False
    dark: float = -1.0


class Letters(NamedTuple):
    """How a label is written. `plate` is the role of a rounded ground under it, "" for none.

    On pixels a label whose letters would be smaller than `least` pixels is left out.
    """

    role: str
    family: str = "display"
    italic: bool = False
    bold: bool = False
    alpha: float = 1.0
    spacing: float = 0.0
    plate: str = ""
    rim: str = ""
    least: float = 0.0


Step = Fill | Stroke | Soft | Rings | Grain | Blend


@dataclass(frozen=True)
class Recipe:
    """The steps of one style, and its letters when labels use it."""

    steps: tuple[Step, ...] = ()
    each: bool = False
    letters: Letters | None = None
    covers: bool = False
    """Whether a shape of this style hides the ground of its cell, as a laid tile does."""

    @cached_property
    def reach(self) -> float:
        """How far beyond its outline a shape of this style paints, in board units (pixel minima: see the painter)."""
        far = 0.0
        for step in self.steps:
            match step:
                case Stroke():
                    far = max(far, step.width / 2)
                case Soft():
                    far = max(far, step.widest / 2)
                case Rings():
                    far = max(far, *(distance + width for distance, width, _ in step.rings))
                case Fill():
                    far = max(far, abs(step.dx), abs(step.dy))
        return far


Color = str | tuple[str, str]
"""One "#RRGGBB" for both themes, or one for the light and one for the dark theme."""


@dataclass(frozen=True)
class Styles:
    """What a room brings to the looks of pictures: recipes by style name, colours by role."""

    recipes: Mapping[str, Recipe] = field(default_factory=dict)
    colors: Mapping[str, Color] = field(default_factory=dict)

    def __or__(self, other: Styles) -> Styles:
        """Both together."""
        return Styles({**self.recipes, **other.recipes}, {**self.colors, **other.colors})

    def color(self, role: str, is_dark: bool) -> str:
        """The colour of a role as "#RRGGBB". `KeyError` for an unknown one."""
        color = self.colors[role]
        return color if isinstance(color, str) else color[is_dark]
