"""How often something happens on each space, laid over a board: five classes told apart by lightness and pattern."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from studio.core.form import Key
from studio.core.grid import Grid
from studio.core.picture import Label, Outline, Path, Picture, Shape, circle
from studio.core.text import numeral, percent
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


def span(low: int, high: int) -> str:
    """The whole percents from `low` to below `high`, in words."""
    last = percent((high - 1) / 100, ".0f")
    return f"{low} – {last}" if high - low > 1 else last


def share_map(grid: Grid, shares: Mapping[int, float], limits: Sequence[int], *, is_small: bool = False) -> Picture:
    """A board of shares (0 to 1 by cell): colour and pattern of the class, the percentage, a × where it is none.

    A small one has colours only, which lightness alone tells apart.
    """
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
        shapes.append(Path(f"fill:share_{number}:{1 if is_small else ALPHA}", (corners,)))
        if is_small:
            continue
        shapes += _pattern(number, x, y, half)
        plate = Path(f"fill:share_{number}", (circle(x, y, 0.23),))
        shapes += [plate, Label(f"bold:share_ink_{number}", percent_words(share), x, y, 0.3)]
    return over(grid, shapes)


SAME, MUCH = 3, 12
"""Differences of so many points of percent at most are none; of so many and more are large."""


def difference_map(grid: Grid, differences: Mapping[int, float], *, is_small: bool = False) -> Picture:
    """A board of differences of shares (−1 to 1 by cell): more is blue with a plus, less orange with a minus."""
    shapes: list[Shape] = []
    for cell, difference in differences.items():
        points, (x, y) = round(100 * difference), grid.centre(cell)
        fill = _difference_fill(points)
        shapes.append(Path(fill, (grid.corners(cell),)))
        if is_small and abs(points) <= SAME:
            continue
        if is_small:
            sign = [((x - 0.22, y), (x + 0.22, y)), *([((x, y - 0.22), (x, y + 0.22))] if points > 0 else [])]
            shapes.append(Path("line:keyline:0.09:0.9", tuple(sign), closed=False))
        else:
            words = numeral(points, "+d") if points else "0"
            shapes += [Path("fill:panel:0.86", (circle(x, y, 0.25),)), Label("bold:text", words, x, y, 0.27)]
    return over(grid, shapes)


def _difference_fill(points: int) -> str:
    if abs(points) <= SAME:
        return f"fill:share_same:{ALPHA}"
    strength = "" if abs(points) >= MUCH else "little_"
    return f"fill:share_{strength}{'more' if points > 0 else 'less'}:{ALPHA}"


def difference_keys() -> tuple[Key, ...]:
    """The legend of differences, from more to less."""
    words = (
        (MUCH, f"≥ +{MUCH}"),
        (SAME + 1, f"+{SAME + 1} – +{MUCH - 1}"),
        (0, f"± {SAME}"),
        (-SAME - 1, f"−{SAME + 1} – −{MUCH - 1}"),
        (-MUCH, f"≤ −{MUCH}"),
    )
    return tuple(key(told, [Path(_difference_fill(points), (SAMPLE,))]) for points, told in words)


def share_keys(limits: Sequence[int], has_none: bool, never: str) -> tuple[Key, ...]:
    """The legend, from often to seldom; `never` are the words for where it never happens."""
    bounds = [0, *limits, 101]
    keys: list[Key] = []
    for low, high in reversed(list(pairwise(bounds))):
        number = class_of(low / 100, limits)
        words = span(low, high) if high <= 100 else f"≥ {percent(low / 100, '.0f')}"
        words = f"< {percent(high / 100, '.0f')}" if low == 0 and high <= 100 else words
        keys.append(key(words, [Path(f"fill:share_{number}", (SAMPLE,)), *_pattern(number, 0.5, 0.5, 0.4)]))
    if has_none:
        cross = (((0.3, 0.3), (0.7, 0.7)), ((0.3, 0.7), (0.7, 0.3)))
        keys.append(
            key(never, [Path("fill:share_none", (SAMPLE,)), Path("line:share_ink_none:0.06", cross, closed=False)])
        )
    return tuple(keys)
