"""What to draw, without saying how: shapes in layers, in board units, with names of styles instead of colours.

Games make pictures; themes turn style names into pens, brushes and recipes of several strokes; the painter knows no
game. The same picture goes to the screen, to PNG, SVG and PDF. Everything here is immutable and compares by value,
so that the painter finds what changed by comparing shapes cell by cell.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal, NamedTuple

Outline = tuple[tuple[float, ...], ...]
"""A start point (x, y), then points (x, y) reached by a straight line or (x1, y1, x2, y2, x, y) by a cubic Bézier."""


class Path(NamedTuple):
    """One or more outlines in one style. `clip` names the clip group (see `Picture.clips`) that bounds it."""

    style: str
    outlines: tuple[Outline, ...]
    cell: int = -1
    closed: bool = True
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
    faded: bool = False


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
    still: bool = True
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
    table: bool = field(default=False)
    """Whether the picture is a board on a table (with a sheet, a shadow and room around it) or a plain inset."""
    lit: bool = field(default=False)
    """Whether the picture itself shows which of its targets can be clicked now, so that nobody else need light them."""


def in_strips(name: str, strips: Iterable[Strip]) -> Layer:
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


def rounded(x: float, y: float, width: float, height: float, radius: float) -> Outline:
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
