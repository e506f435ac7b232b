"""What a survey draws over a board: a way with numbered discs, and how far off a space is as a heat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil, floor
from textwrap import wrap

from studio.core.form import LegendKey
from studio.core.grid import Grid, Point
from studio.core.picture import (
    Label,
    Layer,
    Outline,
    Path,
    Picture,
    Shape,
    circle,
    is_edge,
    parse_place,
    rectangle,
    target_edge,
)
from studio.core.text import format_number, format_percent

HEATS = 7
"""Steps of a field of distances, near to far: the styles heat_0 … heat_6 (and heat_pale_0 … under pictures)."""


PLATE = 0.2
"""How far round the middle of a space its hatching is faint."""


def overlay_picture(grid: Grid, shapes: Sequence[Shape]) -> Picture:
    """Shapes laid over a board, in its coordinates."""
    return Picture((0, 0, grid.width, grid.height), (Layer("survey", tuple(shapes), is_still=False),))


def with_overlays(board: Picture, pictures: Sequence[Picture]) -> Picture:
    """A board with pictures in its coordinates upon it, as one picture."""
    layers = [
        layer._replace(name=f"over {number} {layer.name}")
        for number, picture in enumerate(pictures)
        for layer in picture.layers
    ]
    known = dict(board.clips)
    clips = [clip for picture in pictures for clip in picture.clips if clip[0] not in known]
    return replace(board, layers=(*board.layers, *layers), clips=(*board.clips, *clips))


def interpolate(one: Point, other: Point, share: float) -> Point:
    """The place so far along the way from one place to another."""
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def smooth_corners(points: Sequence[Point], ease: float, pull: float) -> Outline:
    """A line through points whose corners are rounded off from `ease` of a step before them to as much behind."""
    line: list[tuple[float, ...]] = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        begin, end = interpolate(before, corner, 1 - ease), interpolate(corner, after, ease)
        line += [begin, (*interpolate(begin, corner, pull), *interpolate(end, corner, pull), *end)]
    line.append(points[-1])
    return tuple(line)


def path_shapes(outline: Outline) -> list[Shape]:
    """A way that is shown by itself."""
    return [Path(style, (outline,), is_closed=False) for style in ("voyage_halo", "voyage", "voyage_core")]


def numbered_discs(stops: Iterable[tuple[int, Point]], radius: float, size: float) -> list[Shape]:
    """Numbered discs on a way."""
    shapes: list[Shape] = []
    for number, (x, y) in stops:
        shapes += [Path("voyage_stop", (circle(x, y, radius),)), Label("voyage_number", str(number), x, y, size)]
    return shapes


def heat_step(steps: int, farthest: int) -> int:
    """The step of the field that a space so far off belongs to."""
    return min(HEATS - 1, steps * HEATS // (farthest + 1))


def heat_number(steps: int, farthest: int, place: Point, size: float) -> Label:
    """How far off a space is, written on it so that it is read on its heat."""
    return Label("heat_near" if 2 * steps <= farthest else "heat_far", str(steps), *place, size)


def heat_shapes(spaces: Iterable[tuple[int, Outline]]) -> list[Shape]:
    """Spaces with straight sides in the colours of their steps of the field, the farther the closer hatched; in the
    middle, where the figure goes, the lines are faint."""
    by_heat: dict[int, list[Outline]] = {}
    for one, outline in spaces:
        by_heat.setdefault(one, []).append(outline)
    shapes: list[Shape] = []
    for one, outlines in sorted(by_heat.items()):
        shapes.append(Path(f"heat_{one}", tuple(outlines)))
        lines = [line for outline in outlines for line in hatching(outline, one)]
        if lines:
            style = "hatch_near" if 2 * one < HEATS else "hatch_far"
            shapes.append(Path(style, tuple(lines), is_closed=False))
            shapes.append(Path(f"heat_plate_{one}", tuple(circle(*_middle(outline), PLATE) for outline in outlines)))
    return shapes


def _middle(outline: Outline) -> Point:
    return sum(point[0] for point in outline) / len(outline), sum(point[1] for point in outline) / len(outline)


def hatching(outline: Outline, density: int) -> list[Outline]:
    """Rising lines through a space with straight sides and no bays, so many to a board unit; they meet those of the
    next space."""
    corners = [(point[0], point[1]) for point in outline]
    sides = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    reaches = [x + y for x, y in corners]
    lines: list[Outline] = []
    for number in range(ceil(min(reaches) * density - 0.5), floor(max(reaches) * density - 0.5) + 1):
        reach = (number + 0.5) / density
        ends = [
            interpolate(one, other, (reach - sum(one)) / (sum(other) - sum(one)))
            for one, other in sides
            if min(sum(one), sum(other)) <= reach < max(sum(one), sum(other))
        ]
        if len(ends) == 2:
            lines.append((ends[0], ends[1]))
    return lines


def heat_keys(nearest: int, farthest: int) -> tuple[LegendKey, ...]:
    """The legend of a field of distances."""
    by_heat: dict[int, list[int]] = {}
    for steps in range(nearest, farthest + 1):
        by_heat.setdefault(heat_step(steps, farthest), []).append(steps)
    return tuple(
        legend_key(f"{steps[0]}–{steps[-1]}" if len(steps) > 1 else str(steps[0]), heat_shapes([(one, SAMPLE)])[:2])
        for one, steps in sorted(by_heat.items())
    )


SAMPLE: Outline = rectangle(0, 0, 1, 1)
"""The ground of a key's picture."""


def legend_key(words: str, shapes: Sequence[Shape]) -> LegendKey:
    """What some shapes in the unit square stand for."""
    return LegendKey(words, Picture((0, 0, 1, 1), (Layer("key", tuple(shapes)),)))


PATTERNS = 5
"""Upright lines, level lines, rising ones, falling ones, dots."""


def pattern(number: int, x: float, y: float) -> list[Outline]:
    """The lines of a pattern in the unit square with its north-west corner there; they meet those of the next square.

    Dots are the outlines of small circles, all others are open lines.
    """
    steps = (0.125, 0.375, 0.625, 0.875)
    match number:
        case 0:
            return [((x + step, y), (x + step, y + 1)) for step in steps]
        case 1:
            return [((x, y + step), (x + 1, y + step)) for step in steps]
        case 2:
            return [_slope(x, y, step, 1) for step in (0.25, 0.75, 1.25, 1.75)]
        case 3:
            return [_slope(x, y, step, -1) for step in (0.25, 0.75, 1.25, 1.75)]
        case _:
            return [circle(x + across, y + down, 0.035) for across in (0.25, 0.75) for down in (0.25, 0.75)]


def _slope(x: float, y: float, reach: float, rise: int) -> Outline:
    """A line at 45 degrees through a unit square, cut at its sides."""
    low, high = max(0.0, reach - 1.0), min(1.0, reach)
    ends = ((low, reach - low), (high, reach - high))
    first, last = ((x + across, y + (down if rise > 0 else 1 - down)) for across, down in ends)
    return first, last


# How often something happens on each space, laid over a board: five classes told apart by lightness and pattern.

CLASSES = 5
_STEPS = (1, 2, 5, 10)
"""Edges of classes are multiples of one of these, in percent."""
ALPHA = 0.86


def class_breaks(shares: Sequence[float]) -> tuple[int, ...]:
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
    return [Path(ink, tuple(lines), is_closed=False)]


def percent_text(share: float) -> str:
    """A share as whole percent, in as few signs as a space has room for; none that happened is called 0."""
    return f"{100 * share:.0f}" if share >= 0.005 else "<1"


def span_text(low: int, high: int) -> str:
    """The whole percents from `low` to below `high`, in words."""
    last = format_percent((high - 1) / 100, ".0f")
    return f"{low} – {last}" if high - low > 1 else last


def heatmap(grid: Grid, shares: Mapping[int, float], limits: Sequence[int], *, is_small: bool = False) -> Picture:
    """A board of shares (0 to 1 by cell): colour and pattern of the class, the percentage, a × where it is none.

    A small one has colours only, which lightness alone tells apart.
    """
    shapes: list[Shape] = []
    for cell, share in shares.items():
        x, y = grid.center(cell)
        corners = grid.corners(cell)
        if share <= 0:
            shapes += [
                Path(f"fill:share_none:{ALPHA}", (corners,)),
                Path("dash:share_ink_none:0.03:3:2:0.8", (corners,)),
            ]
            cross = (((x - 0.14, y - 0.14), (x + 0.14, y + 0.14)), ((x - 0.14, y + 0.14), (x + 0.14, y - 0.14)))
            shapes.append(Path("line:share_ink_none:0.04", cross, is_closed=False))
            continue
        number = class_of(share, limits)
        half = 0.36 if grid.sides == 4 else 0.3
        shapes.append(Path(f"fill:share_{number}:{1 if is_small else ALPHA}", (corners,)))
        if is_small:
            continue
        shapes += _pattern(number, x, y, half)
        plate = Path(f"fill:share_{number}", (circle(x, y, 0.23),))
        shapes += [plate, Label(f"bold:share_ink_{number}", percent_text(share), x, y, 0.3)]
    return overlay_picture(grid, shapes)


SAME, MUCH = 3, 12
"""Differences of so many points of percent at most are none; of so many and more are large."""


def difference_map(grid: Grid, differences: Mapping[int, float], *, is_small: bool = False) -> Picture:
    """A board of differences of shares (−1 to 1 by cell): more is blue with a plus, less orange with a minus."""
    shapes: list[Shape] = []
    for cell, difference in differences.items():
        points, (x, y) = round(100 * difference), grid.center(cell)
        fill = _difference_fill(points)
        shapes.append(Path(fill, (grid.corners(cell),)))
        if is_small and abs(points) <= SAME:
            continue
        if is_small:
            sign = [((x - 0.22, y), (x + 0.22, y)), *([((x, y - 0.22), (x, y + 0.22))] if points > 0 else [])]
            shapes.append(Path("line:keyline:0.09:0.9", tuple(sign), is_closed=False))
        else:
            words = format_number(points, "+d") if points else "0"
            shapes += [Path("fill:panel:0.86", (circle(x, y, 0.25),)), Label("bold:text", words, x, y, 0.27)]
    return overlay_picture(grid, shapes)


def _difference_fill(points: int) -> str:
    if abs(points) <= SAME:
        return f"fill:share_same:{ALPHA}"
    strength = "" if abs(points) >= MUCH else "little_"
    return f"fill:share_{strength}{'more' if points > 0 else 'less'}:{ALPHA}"


def difference_keys() -> tuple[LegendKey, ...]:
    """The legend of differences, from more to less."""
    words = (
        (MUCH, f"≥ +{MUCH}"),
        (SAME + 1, f"+{SAME + 1} – +{MUCH - 1}"),
        (0, f"± {SAME}"),
        (-SAME - 1, f"−{SAME + 1} – −{MUCH - 1}"),
        (-MUCH, f"≤ −{MUCH}"),
    )
    return tuple(legend_key(told, [Path(_difference_fill(points), (SAMPLE,))]) for points, told in words)


def heatmap_keys(limits: Sequence[int], has_none: bool, never: str) -> tuple[LegendKey, ...]:
    """The legend, from often to seldom; `never` are the words for where it never happens."""
    bounds = [0, *limits, 101]
    keys: list[LegendKey] = []
    for low, high in reversed(list(pairwise(bounds))):
        number = class_of(low / 100, limits)
        words = span_text(low, high) if high <= 100 else f"≥ {format_percent(low / 100, '.0f')}"
        words = f"< {format_percent(high / 100, '.0f')}" if low == 0 and high <= 100 else words
        keys.append(legend_key(words, [Path(f"fill:share_{number}", (SAMPLE,)), *_pattern(number, 0.5, 0.5, 0.4)]))
    if has_none:
        cross = (((0.3, 0.3), (0.7, 0.7)), ((0.3, 0.7), (0.7, 0.3)))
        keys.append(
            legend_key(
                never, [Path("fill:share_none", (SAMPLE,)), Path("line:share_ink_none:0.06", cross, is_closed=False)]
            )
        )
    return tuple(keys)


# Notes on a board that leaves the computer: numbered pins upon it, and what they say below it.

RADIUS = 0.17
SIZE = 0.26
"""Height of the letters below the board, in board units."""
LINE, EDGE = 0.38, 0.4
"""From line to line, and round all of them."""
LETTER = 0.5
"""How wide a letter is on the average, in its heights."""


def pin_position(grid: Grid, target: int) -> Point:
    """Where a pin is stuck in, in board units: near the corner of a cell, in the middle of an edge."""
    if not is_edge(target):
        x, y = grid.center(target)
        return x - 0.24, y - 0.24
    cell, side = target_edge(target)
    corners = grid.corners(cell)
    (a, b), (c, d) = corners[side], corners[(side + 1) % len(corners)]
    return (a + c) / 2, (b + d) / 2


def with_notes(board: Picture, grid: Grid, pins: Mapping[str, str]) -> Picture:
    """A board with its notes; as wide as before, and higher by what they say. `pins` are words by names of places.

    Notes on places that the board does not have are told without a number.
    """
    left, _top, right, foot = board.bounds
    letters = max(int((right - left - 2 * EDGE) / (SIZE * LETTER)), 12)
    shapes: list[Shape] = []
    lines: list[str] = []
    number = 0
    for name, words in pins.items():
        target = parse_place(grid, name)
        heading = f"– {name}:"
        if target >= 0:
            number += 1
            x, y = pin_position(grid, target)
            shapes += [
                Path("fill:keyline", (circle(x, y, RADIUS * 1.2),)),
                Path("fill:wax", (circle(x, y, RADIUS),)),
                Path("line:wax:0.03", (circle(x, y, RADIUS),)),  # all that is left of it where ink is saved
                Label("bold:keyline", str(number), x, y, RADIUS * 1.3),
            ]
            heading = f"{number}  {name}:"
        lines += wrap(f"{heading} {words}", letters, subsequent_indent="     ")
    high = 2 * EDGE + len(lines) * LINE
    ground = Path("fill:panel", (rectangle(left, foot, right - left, high),))
    told = [
        Label("text:text", line, left + EDGE, foot + EDGE + (row + 0.5) * LINE, SIZE, anchor="left")
        for row, line in enumerate(lines)
    ]
    layers = (*board.layers, Layer("pins", tuple(shapes)), Layer("what they say", (ground, *told)))
    return replace(board, bounds=(left, board.bounds[1], right, foot + high), layers=layers)
