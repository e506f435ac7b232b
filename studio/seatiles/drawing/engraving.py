"""Engravings of the empty chart: compass rose, rhumb lines, sea serpent, scale of leagues, anchors, small stars.

Each function gives shapes in ink, drawn for this house from a few points and arcs.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

from studio.core.grid import Point
from studio.core.picture import Label, Outline, Path, Shape, circle
from studio.drawing.outlines import enlarged
from studio.drawing.pen import bezier, towards, within


def _on(x: float, y: float, radius: float, degrees: float) -> Point:
    """The place at a bearing (clockwise from the north) and distance."""
    return towards(x, y, radius, math.radians(degrees))


@lru_cache(maxsize=64)
def rose(x: float, y: float, radius: float) -> tuple[Shape, ...]:
    """A compass rose of 32 winds; `radius` to the tips of the four main points."""
    r = radius
    ring, inner = 0.74 * r, 0.66 * r
    ticks: list[Outline] = []
    for degree in range(0, 360, 5):
        long = 0.060 if degree % 45 == 0 else 0.042 if degree % 15 == 0 else 0.024
        ticks.append((_on(x, y, ring, degree), _on(x, y, ring - long * r, degree)))
    shapes: list[Shape] = [
        Path("engrave_ground", (circle(x, y, ring),)),
        Path("engrave", (circle(x, y, ring),)),
        Path("engrave_fine", (circle(x, y, inner), circle(x, y, 0.765 * r), circle(x, y, 0.30 * r))),
        Path("engrave_fine", tuple(ticks), closed=False),
    ]
    winds = tuple(
        ((*_on(x, y, 0.14 * r, b - 6),), _on(x, y, 0.52 * r, b), _on(x, y, 0.14 * r, b + 6))
        for b in (22.5 * n for n in range(1, 16, 2))
    )
    shapes.append(Path("engrave_paper", winds))
    shapes.append(Path("engrave_fine", winds))
    shapes.append(
        Path("engrave_dark_soft", tuple(((x, y), _on(x, y, 0.14 * r, w + 6), _on(x, y, 0.52 * r, w))
                                   for w in (22.5 * n for n in range(1, 16, 2))))
    )  # fmt: skip
    for bearings, long, wide, dark in (
        ((45, 135, 225, 315), 0.80 * r, 0.155 * r, "engrave_rubric"),
        ((0, 90, 180, 270), r, 0.165 * r, "engrave_dark"),
    ):
        points: tuple[Outline, ...] = tuple(
            ((x, y), _on(x, y, wide, b - 45), _on(x, y, long, b), _on(x, y, wide, b + 45)) for b in bearings
        )
        shapes.append(Path("engrave_paper", points))
        shapes.append(Path(dark, tuple(((x, y), _on(x, y, wide, b + 45), _on(x, y, long, b)) for b in bearings)))
        shapes.append(Path("engrave_line", points))
    shapes.append(Path("engrave_paper", (circle(x, y, 0.085 * r),)))
    shapes.append(Path("engrave_line", (circle(x, y, 0.085 * r),)))
    shapes.append(Path("engrave_rubric", (circle(x, y, 0.045 * r),)))
    shapes.extend(lily(x, y - 1.16 * r, 0.15 * r))
    return tuple(shapes)


def lily(x: float, y: float, h: float) -> tuple[Shape, ...]:
    """The lily that marks the north, 2 h high."""
    petal: Outline = (
        (x, y - h),
        (x + 0.42 * h, y - 0.45 * h, x + 0.34 * h, y + 0.05 * h, x + 0.12 * h, y + 0.42 * h),
        (x - 0.12 * h, y + 0.42 * h),
        (x - 0.34 * h, y + 0.05 * h, x - 0.42 * h, y - 0.45 * h, x, y - h),
    )
    sides: list[Outline] = []
    for s in (1, -1):
        sides.append(
            (
                (x + s * 0.16 * h, y + 0.42 * h),
                (x + s * 0.30 * h, y - 0.20 * h, x + s * 0.62 * h, y - 0.62 * h, x + s * 0.86 * h, y - 0.34 * h),
                (x + s * 1.02 * h, y - 0.12 * h, x + s * 0.92 * h, y + 0.12 * h, x + s * 0.70 * h, y + 0.10 * h),
                (x + s * 0.80 * h, y - 0.14 * h, x + s * 0.66 * h, y - 0.22 * h, x + s * 0.54 * h, y + 0.00 * h),
                (x + s * 0.44 * h, y + 0.18 * h, x + s * 0.40 * h, y + 0.28 * h, x + s * 0.38 * h, y + 0.42 * h),
            )
        )
    bar: Outline = (
        (x - 0.44 * h, y + 0.44 * h),
        (x + 0.44 * h, y + 0.44 * h),
        (x + 0.44 * h, y + 0.60 * h),
        (x - 0.44 * h, y + 0.60 * h),
    )
    foot: Outline = ((x - 0.20 * h, y + 0.62 * h), (x + 0.20 * h, y + 0.62 * h), (x, y + h))
    return (Path("engrave_rubric", (petal, *sides, bar, foot)),)


@lru_cache(maxsize=64)
def star(x: float, y: float, r: float) -> tuple[Shape, ...]:
    """A small eight-pointed star for the corners of the frame."""
    long: list[Outline] = []
    dark: list[Outline] = []
    for bearing in range(0, 360, 45):
        far = r if bearing % 90 == 0 else 0.62 * r
        tip, left, right = (
            _on(x, y, far, bearing),
            _on(x, y, 0.20 * r, bearing - 22.5),
            _on(x, y, 0.20 * r, bearing + 22.5),
        )
        long.append(((x, y), left, tip, right))
        dark.append(((x, y), right, tip))
    return (
        Path("engrave_fine", (circle(x, y, 0.66 * r),)),
        Path("engrave_paper", tuple(long)),
        Path("engrave_dark", tuple(dark)),
        Path("engrave_fine", tuple(long)),
    )


def rhumbs(x: float, y: float, columns: int, rows: int, void: tuple[bool, ...]) -> tuple[Path, ...]:
    """Lines of the 32 winds from a rose, and some from two hidden points: a path for each space they cross.

    Cut at the spaces' edges, they can be painted anew space by space, and leave void ones out.
    """
    pieces: dict[int, list[Outline]] = {}
    hidden = [(x, y, 32, 0.9), (columns - x, rows - y * 0.35, 16, 0.0), (x * 0.22, rows * 0.72, 16, 0.0)]
    for px, py, count, start in hidden:
        for wind in range(count):
            a = 2 * math.pi * wind / count
            way = math.sin(a), -math.cos(a)
            span = within((px, py), way, (0, 0, columns, rows), start if wind % 2 else 0.0, 1e9)
            if span is not None and span[1] - span[0] > 0.05:
                _cut(px, py, *way, span, columns, rows, pieces)
    return tuple(Path("rhumb", tuple(lines), closed=False) for cell, lines in sorted(pieces.items()) if not void[cell])


def _cut(
    px: float,
    py: float,
    dx: float,
    dy: float,
    span: tuple[float, float],
    columns: int,
    rows: int,
    pieces: dict[int, list[Outline]],
) -> None:
    """Cut a ray at the edges of spaces, and sort its pieces by the cells they lie in."""
    cuts = {span[0], span[1]}
    for p, d, most in ((px, dx, columns), (py, dy, rows)):
        if abs(d) > 1e-9:
            cuts |= {(edge - p) / d for edge in range(most + 1) if span[0] < (edge - p) / d < span[1]}
    for low, high in pairwise(sorted(cuts)):
        middle = (low + high) / 2
        column, row = math.floor(px + dx * middle), math.floor(py + dy * middle)
        if 0 <= column < columns and 0 <= row < rows:
            line = ((px + dx * low, py + dy * low), (px + dx * high, py + dy * high))
            pieces.setdefault(row * columns + column, []).append(line)


_WIDTHS = {"M": 0.90, "I": 0.38, "m": 0.76, "i": 0.28, "l": 0.27, "t": 0.32, "r": 0.40, "c": 0.42, "e": 0.42}
"""About how wide italic letters are, in parts of their size; 0.50 for all others."""


def mare(x: float, y: float, wide: float, words: tuple[str, str]) -> tuple[Shape, ...]:
    """Two words of lettering that wave a little, centred on a place, about `wide` units wide."""
    shapes: list[Shape] = []
    for word, size, drop, lean in (
        (words[0], 0.31 * wide, -0.13 * wide, 5.0),
        (words[1], 0.19 * wide, 0.14 * wide, 4.0),
    ):
        widths = [(_WIDTHS.get(letter, 0.50) + 0.13) * size for letter in word]
        far = -sum(widths) / 2
        for letter, width in zip(word, widths, strict=True):
            at = far + width / 2
            rise = 0.018 * wide * math.sin(at * 6.0 / wide) + at * math.tan(math.radians(lean))
            turn = lean + 5 * math.cos(at * 6.0 / wide)
            shapes.append(Label("mare", letter, x + at, y + drop + rise, size, turn=turn))
            far += width
    return tuple(shapes)


def leagues(x: float, y: float, count: int, caption: str) -> tuple[Shape, ...]:
    """A scale bar: `count` units from x, figures above, its name below."""
    bars: list[Outline] = []
    for i in range(count * 2):
        if i % 2 == 0:
            left = x + i / 2
            bars.append(((left, y), (left + 0.5, y), (left + 0.5, y + 0.045), (left, y + 0.045)))
    lower = tuple(tuple((px + 0.5, py + 0.045) for px, py in bar) for bar in bars)
    frame: Outline = ((x, y), (x + count, y), (x + count, y + 0.09), (x, y + 0.09))
    shapes: list[Shape] = [
        Path("engrave_paper", (frame,)),
        Path("scale_bar", (*bars, *lower)),
        Path("engrave_fine", (frame,)),
    ]
    shapes.extend(Label("small_figure", str(i), x + i, y - 0.12, 0.155) for i in range(count + 1))
    shapes.append(Label("leagues", caption, x + count / 2, y + 0.24, 0.19))
    return tuple(shapes)


@lru_cache(maxsize=256)
def anchor(x: float, y: float, h: float, style: str) -> tuple[Path, ...]:
    """An anchor, `h` high."""
    ring = circle(x, y - 0.40 * h, 0.095 * h)
    shank: Outline = ((x, y - 0.30 * h), (x, y + 0.46 * h))
    stock: Outline = ((x - 0.20 * h, y - 0.17 * h), (x + 0.20 * h, y - 0.17 * h))
    arms: Outline = (
        (x - 0.36 * h, y + 0.10 * h),
        (x - 0.32 * h, y + 0.36 * h, x - 0.14 * h, y + 0.46 * h, x, y + 0.46 * h),
        (x + 0.14 * h, y + 0.46 * h, x + 0.32 * h, y + 0.36 * h, x + 0.36 * h, y + 0.10 * h),
    )
    flukes: tuple[Outline, ...] = tuple(
        ((x + s * 0.46 * h, y + 0.20 * h), (x + s * 0.36 * h, y + 0.08 * h), (x + s * 0.25 * h, y + 0.17 * h))
        for s in (-1, 1)
    )
    return (Path(style, (ring,)), Path(style, (shank, stock, arms, *flukes), closed=False))


@lru_cache(maxsize=16)
def serpent(x: float, y: float, s: float) -> tuple[Shape, ...]:
    """A sea serpent swimming east, 2 s wide, its water line at y."""
    paper: list[Outline] = []
    lines: list[Outline] = []
    fine: list[Outline] = []
    for hx, outer, inner in ((-0.36, 0.205, 0.105), (0.07, 0.235, 0.125)):
        cx = x + hx * s
        hump = [(cx - outer * s * math.cos(a), y - outer * 1.18 * s * math.sin(a)) for a in _steps(0, math.pi, 18)]
        under = [(cx - inner * s * math.cos(a), y - inner * 1.05 * s * math.sin(a)) for a in _steps(0, math.pi, 14)]
        paper.append((*hump, *reversed(under)))
        lines.extend([tuple(hump), tuple(under)])
        for i in range(2, 17, 2):
            ax, ay = hump[i]
            a = math.pi * i / 17
            fx, fy = cx - (outer - 0.058) * s * math.cos(a), y - (outer * 1.18 - 0.06) * s * math.sin(a)
            fine.append(((ax, ay), ((ax + fx) / 2 + 0.018 * s, (ay + fy) / 2), (fx, fy)))
            tip = cx - (outer + 0.050) * s * math.cos(a + 0.09), y - (outer * 1.18 + 0.050) * s * math.sin(a + 0.09)
            before, after = hump[i - 1], hump[min(i + 1, 17)]
            lines.append((before, tip, after))
    neck_out = ((0.40, 0.0), (0.36, -0.26), (0.44, -0.50), (0.60, -0.60))
    neck_in = ((0.56, 0.0), (0.50, -0.20), (0.55, -0.38), (0.66, -0.43))
    head: Outline = _at(
        x, y, s,
        (0.60, -0.60), (0.66, -0.66, 0.74, -0.66, 0.80, -0.61), (0.88, -0.585, 0.96, -0.55, 0.985, -0.505),
        (0.975, -0.475, 0.93, -0.475, 0.86, -0.485), (0.83, -0.475, 0.82, -0.465, 0.815, -0.455),
        (0.86, -0.435, 0.90, -0.425, 0.915, -0.405), (0.90, -0.375, 0.83, -0.375, 0.77, -0.395),
        (0.73, -0.415, 0.69, -0.425, 0.66, -0.43),
    )  # fmt: skip
    neck: Outline = _at(
        x, y, s,
        neck_out[0], (*neck_out[1], *neck_out[2], *neck_out[3]), neck_in[3], (*neck_in[2], *neck_in[1], *neck_in[0]),
    )  # fmt: skip
    paper.extend([neck, head])
    lines.append(_at(x, y, s, neck_out[0], (*neck_out[1], *neck_out[2], *neck_out[3])))
    lines.append(_at(x, y, s, neck_in[3], (*neck_in[2], *neck_in[1], *neck_in[0])))
    lines.append(head)
    necks = [bezier(*neck_out, 10), bezier(*neck_in, 10)]
    for i in range(1, 9):
        (ox, oy), (ix, iy) = (neck[i] for neck in necks)
        mx, my = ox + (ix - ox) * 0.45, oy + (iy - oy) * 0.45 + 0.02
        fine.append(_at(x, y, s, (ox, oy), (mx, my)))
        if i % 2:
            lines.append(_at(x, y, s, (ox + 0.004, oy + 0.035), (ox - 0.052, oy - 0.025), (ox + 0.010, oy - 0.035)))
    lines.append(_at(x, y, s, (0.615, -0.605), (0.60, -0.69, 0.57, -0.71, 0.55, -0.72), (0.585, -0.66), (0.575, -0.60)))
    fine.append(_at(x, y, s, (0.915, -0.44), (0.97, -0.44, 1.0, -0.425, 1.04, -0.45), (1.06, -0.47)))
    fine.append(_at(x, y, s, (1.035, -0.448), (1.065, -0.435)))
    fine.append(_at(x, y, s, (0.945, -0.525), (0.955, -0.515)))
    tail: Outline = _at(
        x, y, s,
        (-0.66, 0.0), (-0.66, -0.12, -0.72, -0.20, -0.80, -0.24), (-0.86, -0.30, -0.93, -0.30, -0.99, -0.27),
        (-0.94, -0.24, -0.90, -0.21, -0.865, -0.17), (-0.90, -0.15, -0.93, -0.10, -0.93, -0.06),
        (-0.88, -0.08, -0.83, -0.11, -0.80, -0.145), (-0.76, -0.11, -0.74, -0.06, -0.74, 0.0),
    )  # fmt: skip
    paper.append(tail)
    lines.append(tail)
    for dy, parts in ((0.0, 8), (0.075, 6), (0.15, 4)):
        half = (1.06 - 2.2 * dy) * s
        swell = 2 * half / parts
        for i in range(parts):
            left = x - half + i * swell + 0.1 * swell * math.sin(i * 2.3)
            level = y + dy * s
            crest, hollow = level - 0.035 * s, level + 0.035 * s
            curve = (left + 0.3 * swell, crest, left + 0.5 * swell, hollow, left + 0.82 * swell, level)
            fine.append(((left, level), curve))
    eye = _at(x, y, s, (0.775, -0.575))[0]
    return (
        Path("engrave_paper", tuple(paper)),
        Path("engrave_line", tuple(lines), closed=False),
        Path("engrave_fine", tuple(fine), closed=False),
        Path("engrave_dark", (circle(eye[0], eye[1], 0.018 * s),)),
    )


def _at(x: float, y: float, s: float, *points: tuple[float, ...]) -> Outline:
    """Points of a drawing of size 1 moved to its place."""
    return enlarged(points, x, y, s, s)


def _steps(start: float, end: float, count: int) -> list[float]:
    return [start + (end - start) * i / (count - 1) for i in range(count)]
