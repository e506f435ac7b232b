"""What to draw, without saying how: shapes in layers, in board units, with names of styles instead of colours.

Games make pictures; themes turn style names into pens, brushes and recipes of several strokes; the painter knows no
game. The same picture goes to the screen, to PNG, SVG and PDF. Everything here is immutable and compares by value,
so that the painter finds what changed by comparing shapes cell by cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Final, Literal, NamedTuple

from studio.core.grid import Grid

Outline = tuple[tuple[float, ...], ...]
"""A start point (x, y), then points (x, y) reached by a straight line or (x1, y1, x2, y2, x, y) by a cubic Bézier."""


class Path(NamedTuple):
    """One or more outlines in one style. `clip` names the clip group (see `Picture.clips`) that bounds it."""

    style: str
    outlines: tuple[Outline, ...]
    cell: int = -1
    is_closed: bool = True
    clip: str = ""


class Sprite(NamedTuple):
    """A ready drawing `room/name` from resources/sprites, `size` board units high, centred on (x, y).

    `turn` is clockwise in degrees; `seat` ≥ 0 gives it that seat's colours and emblem; `text` is a short word that
    the drawing carries on a plate; `faded` draws it at 35 %.
    """

    name: str
    x: float
    y: float
    size: float
    cell: int = -1
    seat: int = -1
    turn: float = 0.0
    text: str = ""
    is_faded: bool = False


class Label(NamedTuple):
    """Words on the board, `size` board units high, centred on (x, y) unless anchored left or right."""

    style: str
    text: str
    x: float
    y: float
    size: float
    cell: int = -1
    anchor: Literal["left", "middle", "right"] = "middle"
    turn: float = 0.0


Shape = Path | Sprite | Label


Strip = tuple[Shape, ...]
"""A part of a layer, for instance a row of spaces, that pictures of successive bodies have in common."""


class Layer(NamedTuple):
    """Shapes of one height. A still layer is painted into the cached chart; a lively one anew each time.

    `strips` are the same shapes once more, cut into parts (see `in_strips`), or nothing: a painter that knows a strip
    again need not look at its shapes.
    """

    name: str
    shapes: tuple[Shape, ...]
    is_still: bool = True
    strips: tuple[Strip, ...] = ()

    @property
    def parts(self) -> tuple[Strip, ...]:
        """The shapes in parts: its strips, or all in one."""
        return self.strips or (self.shapes,)


class Target(NamedTuple):
    """A place that can be pointed at: its number (a cell, or a number the game gives to things beside the board)."""

    cell: int
    outline: Outline
    name: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole drawing. `bounds` is (left, top, right, bottom) in board units, the frame around the board included.

    `clips` maps a clip group to the outlines whose union bounds it. `targets` are tried from the last to the first.
    `cells` maps a cell to its box for repainting: shapes of a cell reach at most `reach` units beyond its box.
    """

    bounds: tuple[float, float, float, float]
    layers: tuple[Layer, ...]
    targets: tuple[Target, ...] = ()
    clips: tuple[tuple[str, tuple[Outline, ...]], ...] = ()
    reach: float = 1.0
    has_table: bool = field(default=False)
    """Whether the picture is a board on a table (with a sheet, a shadow and room around it) or a plain inset."""
    shows_targets: bool = field(default=False)
    """Whether the picture itself shows which of its targets can be clicked now, so that nobody else need light them."""


def strip_layer(name: str, strips: Iterable[Strip]) -> Layer:
    """A still layer of strips. Whoever draws it keeps them, so that a change leaves all the others what they are."""
    cut = tuple(strip for strip in strips if strip)
    return Layer(name, tuple(chain.from_iterable(cut)), strips=cut)


def rectangle(x: float, y: float, width: float, height: float) -> Outline:
    """The outline of a rectangle with its north-west corner at (x, y)."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def circle(x: float, y: float, radius: float) -> Outline:
    """The outline of a circle, as four cubic arcs (error below 0.03 % of the radius)."""
    k = 0.5522847498 * radius
    return (
        (x + radius, y),
        (x + radius, y + k, x + k, y + radius, x, y + radius),
        (x - k, y + radius, x - radius, y + k, x - radius, y),
        (x - radius, y - k, x - k, y - radius, x, y - radius),
        (x + k, y - radius, x + radius, y - k, x + radius, y),
    )


def rounded_rectangle(x: float, y: float, width: float, height: float, radius: float) -> Outline:
    """The outline of a rectangle with round corners, its north-west corner at (x, y)."""
    k = 0.45 * radius  # where the handles of a quarter circle lie, near enough
    right, foot = x + width, y + height
    return (
        (x + radius, y),
        (right - radius, y),
        (right - k, y, right, y + k, right, y + radius),
        (right, foot - radius),
        (right, foot - k, right - k, foot, right - radius, foot),
        (x + radius, foot),
        (x + k, foot, x, foot - k, x, foot - radius),
        (x, y + radius),
        (x, y + k, x + k, y, x + radius, y),
    )


# Numbers of the places that can be pointed at: cells first, then edges of cells, then what lies beside the board.

EDGE_BASE: Final = 1 << 20
"""Targets from here on are edges: EDGE_BASE + cell * 8 + side."""

BESIDE: Final = 2_000_000
"""Targets from here on are things beside the board (a stack, a piece in the backpack), numbered by each game."""

HAND: Final = BESIDE - 1
"""What the seat to move holds, as a place that can be asked about."""

COMPASS: Final = {4: ("N", "E", "S", "W"), 6: ("NE", "E", "SE", "SW", "W", "NW")}
"""What the sides of a cell are called in names of places, by how many there are."""


def edge_target(cell: int, side: int) -> int:
    """The number of an edge of a cell among the targets of a picture."""
    return EDGE_BASE + cell * 8 + side


def target_edge(target: int) -> tuple[int, int]:
    """Cell and side of an edge target."""
    return divmod(target - EDGE_BASE, 8)


def is_edge(target: int) -> bool:
    """Whether a target is an edge of a cell."""
    return EDGE_BASE <= target < BESIDE


def place_name(grid: Grid, target: int) -> str:
    """What a cell ("E4") or an edge of one ("E4 N") is called on a board and in files."""
    if not is_edge(target):
        return grid.name(target)
    cell, side = target_edge(target)
    return f"{grid.name(cell)} {COMPASS[grid.sides][side]}"


def parse_place(grid: Grid, name: str) -> int:
    """The cell or edge of this name, as a target; -1 where the board has none."""
    space, _between, side = name.partition(" ")
    cell = grid.cell_named(space)
    if cell < 0 or not side:
        return cell
    return edge_target(cell, COMPASS[grid.sides].index(side)) if side in COMPASS[grid.sides] else -1


# How the style names of pictures are painted, as data: recipes of several steps, colours by role, no Qt.
#
# The window brings what all pictures share; each game brings its own `Styles` (see `Game.styles`). A game's names are
# its own: no other game and no window uses them, and a name of two games means the same in both (a test says so).


class Fill(NamedTuple):
    """The inside, moved by (dx, dy) when it is a shadow. `alpha` is for the light theme, `dark` for the other."""

    role: str
    alpha: float = 1.0
    dx: float = 0.0
    dy: float = 0.0
    dark: float = -1.0
    min_scale: float = 0.0


class Stroke(NamedTuple):
    """A line along the outline; at least `least` pixels wide. Left out below `above` pixels per board unit."""

    role: str
    width: float
    alpha: float = 1.0
    min_pixels: float = 0.0
    dash: tuple[float, ...] = ()
    has_flat_caps: bool = False
    dark: float = -1.0
    min_scale: float = 0.0


class Rings(NamedTuple):
    """Lines that follow the outline at a distance, on both sides: (distance, width, alpha), the farthest first."""

    role: str
    rings: tuple[tuple[float, float, float], ...]
    min_pixels: float = 0.75
    min_scale: float = 0.0
    max_scale: float = 1e9


class Glow(NamedTuple):
    """A soft glow along the outline: `strokes` strokes from `widest` to `narrowest`, each of `alpha`.

    On pixels they are painted on a sheet of their own, coarser where the scale allows it.
    """

    role: str
    strokes: int
    widest: float
    narrowest: float
    alpha: float


class TextureFill(NamedTuple):
    """The inside shaded by a tiling image from resources/textures; on pixels only. `grows`: with the scale."""

    texture: str
    alpha: float
    dark: float = -1.0
    is_scaled: bool = True


class Gradient(NamedTuple):
    """The inside filled from one colour to another, down (or, `round`, outward) across each shape's box."""

    first: str
    last: str
    alpha: float = 1.0
    last_alpha: float = 1.0
    is_radial: bool = False
    dark: float = -1.0


class TextStyle(NamedTuple):
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
    min_pixels: float = 0.0


Step = Fill | Stroke | Glow | Rings | TextureFill | Gradient


@dataclass(frozen=True)
class Recipe:
    """The steps of one style, and its letters when labels use it."""

    steps: tuple[Step, ...] = ()
    each: bool = False
    text_style: TextStyle | None = None
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
                case Glow():
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
