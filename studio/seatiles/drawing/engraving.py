"""Engravings of the empty chart that depend on it: rhumb lines, lettering, the scale of leagues.

They are kept: a stroke asks for them again with every move, and few moves make one of them give way.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

from studio.core.picture import Label, Outline, Path, Shape
from studio.drawing.pen import within


@lru_cache(maxsize=16)
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


@lru_cache(maxsize=16)
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


@lru_cache(maxsize=16)
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
