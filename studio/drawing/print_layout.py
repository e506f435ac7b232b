"""Printed pages as data, in millimetres from the upper left corner, and the marks on them.

A page has pictures placed at a scale and clipped to an outline, and over them marks as a picture in millimetres.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from studio.core.picture import Label, Outline, Path, Picture, Shape, circle, rectangle, rounded_rectangle
from studio.core.text import _, format_number
from studio.drawing.pen import Box

PAPERS: Final = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
"""Width and height of papers in portrait orientation, in millimetres."""
Backs = Literal["duplex", "fold", "separate", "none"]
BACKS: Final[tuple[Backs, ...]] = ("duplex", "fold", "separate", "none")
"""How backs are printed: on the other side of the paper, folded behind their fronts, on separate pages, not at all."""
MIN_SIDE, MAX_SIDE = 15.0, 120.0  # allowed sizes of the side of a tile, in millimetres
TOP: Final = 24.0  # the distance of the cut-outs from the upper edge of the page
FOOT: Final = 27.0  # the space below them for ruler, map and legend


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """Print options. `side` 0 is the game's own size; `is_landscape` None chooses what needs fewer pages.

    `additional_only`: without the pieces of the published game. `fold_marks`: marks in the margins for folding the
    joined board in quarters.
    """

    paper: str = "a4"
    is_landscape: bool | None = None
    side: float = 0.0
    margin: float = 6.0
    overlap: float = 6.0
    backs: Backs = "duplex"
    board: bool = True
    tiles: bool = True
    markers: bool = True
    additional_only: bool = False
    cut_marks: bool = True
    joins: bool = True
    fold_marks: bool = False
    ink_saving: bool = False

    def size(self, across: bool) -> tuple[float, float]:
        """Return width and height of the paper, in landscape orientation if `across`."""
        wide, high = PAPERS[self.paper]
        return (high, wide) if across else (wide, high)


class PlacedPicture(NamedTuple):
    """A picture on a page with its origin at (x, y), clipped to `clip`.

    `across` and `down` are millimetres per unit, negative if mirrored. `is_upside_down`: rotated by 180° about (x, y).
    """

    picture: Picture
    x: float
    y: float
    across: float
    down: float
    clip: Outline
    is_upside_down: bool = False


class Page(NamedTuple):
    """One side of a sheet. `marks` are in millimetres, above the pictures.

    `part` is "board", "tiles", "backs" or "markers". For the board, `spot` is the column and row of its first part, and
    `joints` are the letters of its joints with the numbers of the pages beyond.
    """

    part: str
    wide: float
    high: float
    pictures: tuple[PlacedPicture, ...]
    marks: Picture
    spot: tuple[int, int] = (0, 0)
    joints: tuple[tuple[str, int], ...] = ()
    is_back: bool = False  # whether it is printed on the back of the sheet before it


class Unprintable(ValueError):
    """It does not fit on paper; the message says what to change."""


def too_small_error(side: float) -> Unprintable:
    text = _("A page is too small for a piece of {side} mm. Choose larger paper or smaller tiles.")
    return Unprintable(text.format(side=format_number(side, "g")))


# Marks on printed pages, in millimetres.

INK: Final = "text"
HAIR: Final = f"line:{INK}:0.16"
CROP, OFF = 5.5, 2.0  # the length of crop marks, and their distance from the picture
TICK, TICK_OFF = 4.5, 3.0  # the same for the ticks at a cut
RING: Final = 3.4  # radius of a joint's letter
HATCH: Final = 2.6
RULER: Final = 100.0
TARGET_RADIUS, DOT = 2.5, 0.75  # radii of an alignment target's ring and of the dot on the back that must fall into it
CELL: Final = (8.0, 6.7)  # the size of a page on the map of pages


def line_segments(style: str, *ends: tuple[float, float, float, float]) -> Path:
    return Path(style, tuple(((a, b), (c, d)) for a, b, c, d in ends), is_closed=False)


def text_label(text: str, x: float, y: float, size: float = 3.15, look: str = "text:text") -> Label:
    """Return a left-aligned label, vertically centred on y."""
    return Label(look, text, x, y, size, anchor="left")


def estimate_width(text: str, size: float) -> float:
    return sum(0.28 if letter in " .,:·'’ijlItf1|" else 0.62 if letter.isupper() or letter in "mwMW" else 0.5
               for letter in text) * size  # fmt: skip


def title(name: str, about_it: str, page: str, left: float, right: float) -> list[Shape]:
    """Return the heading of a page: the layout's name, a description, and on the right the page number."""
    room = right - left - estimate_width(page, 3.15) - estimate_width(about_it, 3.15) - 8
    while len(name) > 4 and estimate_width(name, 5.4) > room:
        name = name[:-2].rstrip() + "…"
    return [
        text_label(name, left, 10.6, 5.4, "title:text"),
        text_label(about_it, left + estimate_width(name, 5.4) * 0.86 + 4, 11.2, 3.15, "text:second"),
        Label("bold:text", page, right, 11.2, 3.15, anchor="right"),
    ]


def crop_marks(box: Box, start: float, end: float) -> Path:
    """Return two lines at each corner, off the picture and along its edges, between x = `start` and `end`."""
    left, top, right, foot = box
    ends = []
    for x, out, limit in ((left, -1, start), (right, 1, end)):
        long = min(CROP, abs(limit - x) - OFF)
        for y, away in ((top, -1), (foot, 1)):
            if long > 1:
                ends.append((x + out * OFF, y, x + out * (OFF + long), y))
            ends.append((x, y + away * OFF, x, y + away * (OFF + CROP)))
    return line_segments(HAIR, *ends)


def fold_mark(x: float, y: float, dx: float, dy: float) -> list[Shape]:
    """Return a dash-dotted line outwards from a picture's edge, with an open ring at its end, for folding a board."""
    far = OFF + CROP
    parts = ((OFF, OFF + 2.2), (OFF + 2.7, OFF + 3.0), (OFF + 3.5, far - 1.4))
    ends = ((x + dx * near, y + dy * near, x + dx * off, y + dy * off) for near, off in parts)
    mark = line_segments(f"line:{INK}:0.28", *ends)
    return [mark, Path(f"line:{INK}:0.28", (circle(x + dx * (far - 0.7), y + dy * (far - 0.7), 0.7),))]


def glue(box: Box, bands: Sequence[Outline], saving: bool) -> list[Shape]:
    """Return what covers the glue bands: paper, and one hatching across all of them."""
    left, top, right, foot = box
    step = (3.6 if saving else HATCH) * 2**0.5
    high = foot - top
    ends = []
    along = left - high
    while along < right:
        ends.append((along, foot, along + high, top))
        along += step
    hatch = Path(f"line:{INK}:0.22:0.62", line_segments("", *ends).outlines, is_closed=False, clip="glue")
    return [Path("fill:panel:0.66", tuple(bands)), hatch]


def triangle(x: float, y: float, dx: float, dy: float) -> Outline:
    """Return a triangle in the margin whose tip points to a join line, along (dx, dy)."""
    size = 2.6
    bx, by = x - dx * size, y - dy * size
    return ((x, y), (bx - dy * size / 2, by + dx * size / 2), (bx + dy * size / 2, by - dx * size / 2))


def letter(text: str, x: float, y: float, r: float = RING) -> list[Shape]:
    return [
        Path("fill:panel", (circle(x, y, r),)),
        Path(f"line:{INK}:0.28", (circle(x, y, r),)),
        Label("bold:text", text, x, y, 4.1 * r / RING),
    ]


def pill(text: str, x: float, y: float, turn: float = 0.0) -> list[Shape]:
    """Return a sentence on a light background, centred; `turn` is 0 or 90."""
    long = estimate_width(text, 3.0) + 5
    wide, high = (5.2, long) if turn else (long, 5.2)
    return [
        Path("fill:panel:0.94", (rounded_rectangle(x - wide / 2, y - high / 2, wide, high, 2.6),)),
        Label("text:text", text, x, y, 3.0, turn=turn),
    ]


def scissors(x: float, y: float) -> list[Shape]:
    rings = (circle(x - 0.9, y + 1.5, 0.75), circle(x + 0.9, y + 1.5, 0.75))
    blades = line_segments(
        f"line:{INK}:0.28", (x - 0.5, y + 0.9, x + 0.9, y - 2.0), (x + 0.5, y + 0.9, x - 0.9, y - 2.0)
    )
    return [Path(f"line:{INK}:0.28", rings), blades]


def arrow(x: float, y: float, dx: float, dy: float) -> Path:
    tx, ty = x + dx * 2.4, y + dy * 2.4
    back = 0.8
    return line_segments(
        f"line:{INK}:0.28",
        (x, y, tx, ty),
        (tx, ty, tx - dx * back - dy * back, ty - dy * back - dx * back),
        (tx, ty, tx - dx * back + dy * back, ty - dy * back + dx * back),
    )


def ruler(x: float, y: float, side: str) -> list[Shape]:
    """Return a bar of 100 mm with ticks and numbers, and how to use it."""
    dark = tuple(rectangle(x + ten, y, 10.0, 1.15) for ten in range(0, 100, 20))
    ticks = []
    for step in range(101):
        long = 4.6 if step % 10 == 0 else 3.1 if step % 5 == 0 else 1.8
        ticks.append((x + step, y, x + step, y + long))
    return [
        Path(f"fill:{INK}", dark),
        Path(HAIR, (rectangle(x, y, RULER, 1.15),)),
        line_segments(HAIR, *ticks),
        *(Label("text:text", str(step), x + step, y + 6.6, 3.0) for step in range(0, 101, 10)),
        text_label(
            _("{side} mm per tile. Print at 100 %; this ruler must be 100 mm long.").format(side=side),
            x,
            y + 10.2,
            3.0,
            "text:second",
        ),
    ]


def plain_back(outline: Outline, cx: float, cy: float, r: float) -> list[Shape]:
    """Return an ink-saving back: the outline, a ring and a star of four points."""
    long, near = r * 0.86, r * 0.2
    points = []
    for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        points += [(cx + dx * long, cy + dy * long), (cx + near * (dx - dy), cy + near * (dy + dx))]
    return [Path(f"line:{INK}:0.3", (outline, circle(cx, cy, r), tuple(points)))]


def target(x: float, y: float) -> list[Shape]:
    """Return a ring and an open cross that a dot on the back must fall into."""
    far, near = TARGET_RADIUS + 1.2, 0.9
    cross = line_segments(
        HAIR, (x - far, y, x - near, y), (x + near, y, x + far, y), (x, y - far, x, y - near), (x, y + near, x, y + far)
    )
    return [Path(HAIR, (circle(x, y, TARGET_RADIUS),)), cross]
