"""Pictures as data: shapes in layers, in board units, with style names instead of colours.

Games make pictures; themes turn style names into pens, brushes and recipes of several strokes; the painter knows no
game. The same picture is painted on the screen and written as PNG, SVG and PDF. Everything here is immutable and
compared by value, so that the painter finds what changed by comparing the shapes of each cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from math import cos, pi, sin
from typing import Final, Literal, NamedTuple

from studio.core.grid import Grid

Outline = tuple[tuple[float, ...], ...]
"""A start point (x, y), then points (x, y) reached by a straight line or (x1, y1, x2, y2, x, y) by a cubic Bézier
curve."""


class Path(NamedTuple):
    """One or more outlines in one style. `clip` names the clip group that bounds it (see `Picture.clips`)."""

    style: str
    outlines: tuple[Outline, ...]
    cell: int = -1
    is_closed: bool = True
    clip: str = ""


class Sprite(NamedTuple):
    """The drawing resources/sprites/<name>, or an own picture, `size` board units high, centred on (x, y).

    `turn` is in degrees clockwise. `seat` ≥ 0 gives it that seat's colours and emblem. `text` is written on its plate.
    `is_faded` draws it at 35 %.
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
    """Text on the board, `size` board units high, centred on (x, y) unless anchored left or right."""

    style: str
    text: str
    x: float
    y: float
    size: float
    cell: int = -1
    anchor: Literal["left", "middle", "right"] = "middle"
    turn: float = 0.0


Shape = Path | Sprite | Label
Strip = tuple[Shape, ...]  # a part of a layer, such as a row of spaces, that pictures of successive bodies share


class Layer(NamedTuple):
    """A list of shapes. Still layers are painted into the cached chart, others again for every frame.

    `strips` are the same shapes cut into parts (see `strip_layer`), or empty: the painter skips the shapes of a strip
    that it has painted before.
    """

    name: str
    shapes: tuple[Shape, ...]
    is_still: bool = True
    strips: tuple[Strip, ...] = ()

    @property
    def parts(self) -> tuple[Strip, ...]:
        """The strips, or all shapes as one part."""
        return self.strips or (self.shapes,)


class Target(NamedTuple):
    """A place that can be clicked: a cell, or a number that the game gives to things next to the board."""

    cell: int
    outline: Outline
    name: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole drawing. `bounds` is (left, top, right, bottom) in board units, the frame around the board included.

    `clips` maps a clip group to the outlines whose union bounds it. Targets are tested from the last to the first.
    Shapes of a cell extend at most `reach` units beyond the cell, which limits what is repainted.
    """

    bounds: tuple[float, float, float, float]
    layers: tuple[Layer, ...]
    targets: tuple[Target, ...] = ()
    clips: tuple[tuple[str, tuple[Outline, ...]], ...] = ()
    reach: float = 1.0
    has_table: bool = field(default=False)
    """Whether it shows a board on a table (with a sheet, a shadow and space around it) or a plain inset."""
    shows_targets: bool = field(default=False)
    """Whether the picture itself highlights the targets that can be clicked, so that the window does not."""


def strip_layer(name: str, strips: Iterable[Strip]) -> Layer:
    """Return a still layer of strips. Games cache strips, so that a change leaves most of them the same objects."""
    parts = tuple(strip for strip in strips if strip)
    return Layer(name, tuple(chain.from_iterable(parts)), strips=parts)


def rectangle(x: float, y: float, width: float, height: float) -> Outline:
    """Return a rectangle with its north-west corner at (x, y)."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def circle(x: float, y: float, radius: float) -> Outline:
    """Return a circle as four cubic arcs (error below 0.03 % of the radius)."""
    k = 0.5522847498 * radius
    return (
        (x + radius, y),
        (x + radius, y + k, x + k, y + radius, x, y + radius),
        (x - k, y + radius, x - radius, y + k, x - radius, y),
        (x - radius, y - k, x - k, y - radius, x, y - radius),
        (x + k, y - radius, x + radius, y - k, x + radius, y),
    )


def rounded_rectangle(x: float, y: float, width: float, height: float, radius: float) -> Outline:
    """Return a rectangle with rounded corners, its north-west corner at (x, y)."""
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


# Targets: cells have the lowest numbers, then edges of cells, then things next to the board.

EDGE_BASE: Final = 1 << 20  # targets from here on are edges: EDGE_BASE + cell * 8 + side

BESIDE: Final = 2_000_000
"""Targets from here on are things next to the board (a stack, a piece in the backpack), numbered by each game."""

HAND: Final = BESIDE - 1  # the thing that the seat to move holds, as a place to ask about

COMPASS: Final = {4: ("N", "E", "S", "W"), 6: ("NE", "E", "SE", "SW", "W", "NW")}
"""The names of the sides of a cell, by their number."""


def edge_target(cell: int, side: int) -> int:
    return EDGE_BASE + cell * 8 + side


def target_edge(target: int) -> tuple[int, int]:
    """Return the cell and side of an edge target."""
    return divmod(target - EDGE_BASE, 8)


def is_edge(target: int) -> bool:
    return EDGE_BASE <= target < BESIDE


def place_name(grid: Grid, target: int) -> str:
    """Return the name of a cell ("E4") or of an edge of one ("E4 N"), as on the board and in files."""
    if not is_edge(target):
        return grid.name(target)
    cell, side = target_edge(target)
    return f"{grid.name(cell)} {COMPASS[grid.sides][side]}"


def parse_place(grid: Grid, name: str) -> int:
    """Return the cell or edge with this name as a target, -1 if there is none."""
    space, _between, side = name.partition(" ")
    cell = grid.cell_named(space)
    if cell < 0 or not side:
        return cell
    return edge_target(cell, COMPASS[grid.sides].index(side)) if side in COMPASS[grid.sides] else -1


# How the styles are painted, as data: recipes of several steps, colours by role, no Qt.
#
# The window has the styles that all pictures share, each game has its own `STYLES`. A style name that two games use
# must mean the same in both, because pictures of both are painted with one theme; a test checks this.


class Fill(NamedTuple):
    """Fill the inside, moved by (dx, dy) for a shadow. `alpha` is for the light theme, `dark` for the dark one (-1: the
    same)."""

    role: str
    alpha: float = 1.0
    dx: float = 0.0
    dy: float = 0.0
    dark: float = -1.0
    min_scale: float = 0.0


class Stroke(NamedTuple):
    """Draw the outline, at least `min_pixels` wide. Skipped below `min_scale` pixels per board unit."""

    role: str
    width: float
    alpha: float = 1.0
    min_pixels: float = 0.0
    dash: tuple[float, ...] = ()
    has_flat_caps: bool = False
    dark: float = -1.0
    min_scale: float = 0.0


class Rings(NamedTuple):
    """Draw lines that follow the outline on both sides: (distance, width, alpha), the farthest first."""

    role: str
    rings: tuple[tuple[float, float, float], ...]
    min_pixels: float = 0.75
    min_scale: float = 0.0
    max_scale: float = 1e9


class Glow(NamedTuple):
    """Draw a soft glow along the outline: `strokes` strokes from `widest` to `narrowest`, each with `alpha`.

    On pixels they are painted into an image of their own, at a lower resolution if the scale allows it.
    """

    role: str
    strokes: int
    widest: float
    narrowest: float
    alpha: float


class TextureFill(NamedTuple):
    """Shade the inside with a tiling image from resources/textures, on pixels only. `is_scaled`: it grows with the
    scale."""

    texture: str
    alpha: float
    dark: float = -1.0
    is_scaled: bool = True


class Gradient(NamedTuple):
    """Fill from one colour to another, downward or (`is_radial`) outward, across the box of each shape."""

    first: str
    last: str
    alpha: float = 1.0
    last_alpha: float = 1.0
    is_radial: bool = False
    dark: float = -1.0


class TextStyle(NamedTuple):
    """How a label is written. `plate` is the role of a rounded background, "" for none.

    On pixels, a label whose letters would be smaller than `min_pixels` is left out.
    """

    role: str
    family: str = "display"
    italic: bool = False
    bold: bool = False
    alpha: float = 1.0
    spacing: float = 0.0
    plate: str = ""
    min_pixels: float = 0.0


Step = Fill | Stroke | Glow | Rings | TextureFill | Gradient


@dataclass(frozen=True)
class Recipe:
    """The steps of one style, and the text style of its labels."""

    steps: tuple[Step, ...] = ()
    each: bool = False
    text_style: TextStyle | None = None
    covers: bool = False  # whether a shape of this style hides the ground of its cell, as a placed tile does

    @cached_property
    def reach(self) -> float:
        """The distance beyond its outline that a shape of this style paints, in board units, minimum pixels ignored."""
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


Color = str | tuple[str, str]  # one "#RRGGBB" for both themes, or one for the light and one for the dark theme


@dataclass(frozen=True)
class Styles:
    """The style recipes by name and the colours by role of one game or of the window."""

    recipes: Mapping[str, Recipe] = field(default_factory=dict)
    colors: Mapping[str, Color] = field(default_factory=dict)

    def __or__(self, other: Styles) -> Styles:
        return Styles({**self.recipes, **other.recipes}, {**self.colors, **other.colors})

    def color(self, role: str, is_dark: bool) -> str:
        """Return the colour of a role as "#RRGGBB". Raises `KeyError` for an unknown role."""
        color = self.colors[role]
        return color if isinstance(color, str) else color[is_dark]


# The seats: one set of colours and emblems for the window, the pieces on a board and the reports.


class SeatStyle(NamedTuple):
    """The colours of a seat as `#RRGGBB`: its body with a light edge and a shade, and the emblem on it.

    A sprite may give the emblem a plate of its own: `plate`, with the emblem in `on_plate`. `line` is the colour of
    lines on paper, light or dark.
    """

    name: str
    emblem_name: str
    body: str
    light: str
    shade: str
    emblem: str
    plate: str
    on_plate: str
    line: str


SEAT_STYLES: Final = (
    SeatStyle("Blue", "disc", "#2F6FB8", "#5F98D8", "#1B4A80", "#FFF6E2", "#FFF6E2", "#1F5594", "#2F6FB8"),
    SeatStyle("Vermilion", "triangle", "#BF3F2A", "#DE6B50", "#842616", "#FFF6E2", "#FFF6E2", "#A5301C", "#BF3F2A"),
    SeatStyle("Green", "square", "#52AB84", "#82CBA8", "#2C7355", "#0F2F22", "#FFF6E2", "#26694D", "#2C7355"),
    SeatStyle("Yellow", "diamond", "#EDC03A", "#FADD80", "#AE821A", "#3A2A10", "#FFF6E2", "#8A620A", "#AE821A"),
    SeatStyle("Plum", "star", "#5A2455", "#82447B", "#361133", "#FFF6E2", "#FFF6E2", "#5A2455", "#82447B"),
    SeatStyle("Ivory", "cross", "#F3ECDD", "#FFFDF6", "#B7AB90", "#3A2C1C", "#3A2C1C", "#FFF6E2", "#8C7F63"),
)


def regular_polygon(corners: int, radius: float, turn: float, down: float = 0.0, inner: float = 1.0) -> Outline:
    """A polygon about (0, `down`); a star when `inner` < 1, where every second corner has that part of the radius."""
    found = []
    for index in range(corners):
        reach, angle = radius * (inner if index % 2 else 1.0), turn + 2 * pi * index / corners
        found.append((reach * cos(angle), down + reach * sin(angle)))
    return tuple(found)


EMBLEM_DISC_RADIUS: Final = 0.78
EMBLEMS: Final[Mapping[str, Outline]] = {
    "triangle": regular_polygon(3, 1.04, -pi / 2, 0.16),
    "square": regular_polygon(4, 1.02, -pi / 4),
    "diamond": regular_polygon(4, 1.05, -pi / 2),
    "star": regular_polygon(10, 1.12, -pi / 2, 0.05, 0.42),
    "cross": (
        *((-0.32, -0.92), (0.32, -0.92), (0.32, -0.32), (0.92, -0.32), (0.92, 0.32), (0.32, 0.32)),
        *((0.32, 0.92), (-0.32, 0.92), (-0.32, 0.32), (-0.92, 0.32), (-0.92, -0.32), (-0.32, -0.32)),
    ),
}
"""The emblem of a badge of about radius 1; "disc" is a circle of `EMBLEM_DISC_RADIUS`."""
