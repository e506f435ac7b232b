"""How often something happens on each space, laid over a board: five classes told apart by lightness and pattern."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from studio.core.grid import Grid
from studio.core.shown.form import Key
from studio.core.shown.picture import Label, Outline, Path, Picture, Shape, circle
from studio.drawing.survey import SAMPLE, key, over

CLASSES = 5
_STEPS = (1, 2, 5, 10)
"""Edges of classes are multiples of one of these, in percent."""
ALPHA = 0.86


def edges(shares: Sequence[float]) -> tuple[int, ...]:
    """Where the second to the fifth class begin, in whole percent: round numbers near the quintiles, rising.

    `shares` are from 0 to 1. Fewer edges when the shares differ too little for five classes.
    """
    percents = sorted(100 * share for share in shares if share > 0)
    if not percents:
        return ()
    spread = percents[-1] - percents[0]
    step = next((step for step in reversed(_STEPS) if spread / step >= 2 * CLASSES), 1)
    quintiles = (percents[len(percents) * part // CLASSES] for part in range(1, CLASSES))
    rounded = (step * round(quintile / step) for quintile in quintiles)
    return tuple(sorted({edge for edge in rounded if percents[0] < edge <= percents[-1]}))


def class_of(share: float, limits: Sequence[int]) -> int:
    """The class of a share: 0 for seldom … 4 for often; fewer classes keep to the ends."""
    passed = sum(100 * share >= edge for edge in limits)
    return round(passed * (CLASSES - 1) / len(limits)) if limits else CLASSES - 1


def _pattern(number: int, x: float, y: float, half: float) -> list[Shape]:
    """The marks of a class in a square about a place: dots, level lines, a slant, a hatching, a frame."""
    ink = f"line:share_ink_{number}:0.014:0.34"
    if number == 0:
        places = ((across, down) for across in (-0.5, 0.5) for down in (-0.5, 0.5))
        dots = [circle(x + across * half, y + down * half, 0.03) for across, down in places]
        return [Path(f"fill:share_ink_{number}:0.45", tuple(dots))]
    lines: list[Outline] = []
    if number == 1:
        lines = [((x - half, y + down * half), (x + half, y + down * half)) for down in (-0.7, 0.0, 0.7)]
    if number in (2, 3):
        lines += [
            ((x - half, y + half), (x + half, y - half)),
            ((x - half, y), (x, y - half)),
            ((x, y + half), (x + half, y)),
        ]
    if number == 3:
        lines += [
            ((x - half, y - half), (x + half, y + half)),
            ((x - half, y), (x, y + half)),
            ((x, y - half), (x + half, y)),
        ]
    if number == CLASSES - 1:
        frame = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
        return [Path(f"line:share_ink_{number}:0.03:0.6", (frame,))]
    return [Path(ink, tuple(lines), closed=False)]


def percent_words(share: float) -> str:
    """A share as whole percent, in as few signs as a space has room for; none that happened is called 0."""
    return f"{100 * share:.0f}" if share >= 0.005 else "<1"


def share_map(grid: Grid, shares: Mapping[int, float], limits: Sequence[int]) -> Picture:
    """A board of shares (0 to 1 by cell): colour and pattern of the class, the percentage, a × where it is none."""
    shapes: list[Shape] = []
    for cell, share in shares.items():
        x, y = grid.centre(cell)
        corners = grid.corners(cell)
        if share <= 0:
            shapes += [
                Path(f"fill:share_none:{ALPHA}", (corners,)),
                Path("dash:share_ink_none:0.03:3:2:0.8", (corners,)),
            ]
            cross = (((x - 0.14, y - 0.14), (x + 0.14, y + 0.14)), ((x - 0.14, y + 0.14), (x + 0.14, y - 0.14)))
            shapes.append(Path("line:share_ink_none:0.04", cross, closed=False))
            continue
        number = class_of(share, limits)
        half = 0.36 if grid.sides == 4 else 0.3
        shapes.append(Path(f"fill:share_{number}:{ALPHA}", (corners,)))
        shapes += _pattern(number, x, y, half)
        plate = Path(f"fill:share_{number}", (circle(x, y, 0.23),))
        shapes += [plate, Label(f"bold:share_ink_{number}", percent_words(share), x, y, 0.3)]
    return over(grid, shapes)


def share_keys(limits: Sequence[int], has_none: bool, never: str) -> tuple[Key, ...]:
    """The legend, from often to seldom; `never` are the words for where it never happens."""
    bounds = [0, *limits, 101]
    keys: list[Key] = []
    for low, high in reversed(list(pairwise(bounds))):
        number = class_of(low / 100, limits)
        words = (f"{low} – {high - 1} %" if high - 1 > low else f"{low} %") if high <= 100 else f"≥ {low} %"
        words = f"< {high} %" if low == 0 and high <= 100 else words
        keys.append(key(words, [Path(f"fill:share_{number}", (SAMPLE,)), *_pattern(number, 0.5, 0.5, 0.4)]))
    if has_none:
        cross = (((0.3, 0.3), (0.7, 0.7)), ((0.3, 0.7), (0.7, 0.3)))
        keys.append(
            key(never, [Path("fill:share_none", (SAMPLE,)), Path("line:share_ink_none:0.06", cross, closed=False)])
        )
    return tuple(keys)
