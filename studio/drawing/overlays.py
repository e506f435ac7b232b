"""Overlays: paths with numbered stops, distance fields, heat maps of how often something happens, and notes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil, floor
from textwrap import wrap

from studio.core.form import LegendKey
from studio.core.game import Body
from studio.core.grid import Grid, Point
from studio.core.picture import (
    Label,
    Layer,
    Outline,
    Path,
    Picture,
    Shape,
    Target,
    circle,
    is_edge,
    parse_place,
    rectangle,
    target_edge,
)
from studio.core.plugin import Game
from studio.core.text import format_number, format_percent
from studio.drawing.geometry import side_middle

HEATS = 7  # steps of a distance field, near to far: the styles heat_0 … heat_6 (and heat_pale_0 … under pictures)
PLATE = 0.2  # the radius around the middle of a space within which its hatching is faint


def overlay_picture(grid: Grid, shapes: Sequence[Shape]) -> Picture:
    return Picture((0, 0, grid.width, grid.height), (Layer("survey", tuple(shapes), is_still=False),))


def with_overlays(board: Picture, pictures: Sequence[Picture]) -> Picture:
    """Return the board with other pictures in its coordinates on top, as one picture."""
    layers = [
        layer._replace(name=f"over {number} {layer.name}")
        for number, picture in enumerate(pictures)
        for layer in picture.layers
    ]
    known = dict(board.clips)
    clips = [clip for picture in pictures for clip in picture.clips if clip[0] not in known]
    return replace(board, layers=(*board.layers, *layers), clips=(*board.clips, *clips))


def interpolate(one: Point, other: Point, share: float) -> Point:
    """Return the point at a fraction of the way from one point to another."""
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def smooth_corners(points: Sequence[Point], ease: float, pull: float) -> Outline:
    """Return a line through points with corners rounded from `ease` of a step before them to as much after them."""
    line: list[tuple[float, ...]] = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        begin, end = interpolate(before, corner, 1 - ease), interpolate(corner, after, ease)
        line += [begin, (*interpolate(begin, corner, pull), *interpolate(end, corner, pull), *end)]
    line.append(points[-1])
    return tuple(line)


def path_shapes(outline: Outline) -> list[Shape]:
    return [Path(style, (outline,), is_closed=False) for style in ("voyage_halo", "voyage", "voyage_core")]


def numbered_discs(stops: Iterable[tuple[int, Point]], radius: float, size: float) -> list[Shape]:
    shapes: list[Shape] = []
    for number, (x, y) in stops:
        shapes += [Path("voyage_stop", (circle(x, y, radius),)), Label("voyage_number", str(number), x, y, size)]
    return shapes


def heat_step(steps: int, farthest: int) -> int:
    return min(HEATS - 1, steps * HEATS // (farthest + 1))


def heat_number(steps: int, farthest: int, place: Point, size: float) -> Label:
    """Return the label of a distance, in a style that is legible on its step."""
    return Label("heat_near" if 2 * steps <= farthest else "heat_far", str(steps), *place, size)


def heat_shapes(spaces: Iterable[tuple[int, Outline]]) -> list[Shape]:
    """Return spaces with straight sides coloured and hatched by their step, denser with distance.

    The hatching is faint in the middle, where the number is.
    """
    by_heat: dict[int, list[Outline]] = {}
    for step, outline in spaces:
        by_heat.setdefault(step, []).append(outline)
    shapes: list[Shape] = []
    for step, outlines in sorted(by_heat.items()):
        shapes.append(Path(f"heat_{step}", tuple(outlines)))
        lines = [line for outline in outlines for line in hatching(outline, step)]
        if lines:
            style = "hatch_near" if 2 * step < HEATS else "hatch_far"
            shapes.append(Path(style, tuple(lines), is_closed=False))
            shapes.append(Path(f"heat_plate_{step}", tuple(circle(*_middle(outline), PLATE) for outline in outlines)))
    return shapes


def _middle(outline: Outline) -> Point:
    return sum(point[0] for point in outline) / len(outline), sum(point[1] for point in outline) / len(outline)


def hatching(outline: Outline, density: int) -> list[Outline]:
    """Return rising lines through a convex outline, `density` per board unit, that continue in the next space."""
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
    by_heat: dict[int, list[int]] = {}
    for steps in range(nearest, farthest + 1):
        by_heat.setdefault(heat_step(steps, farthest), []).append(steps)
    return tuple(
        legend_key(f"{steps[0]}–{steps[-1]}" if len(steps) > 1 else str(steps[0]), heat_shapes([(step, SAMPLE)])[:2])
        for step, steps in sorted(by_heat.items())
    )


SAMPLE: Outline = rectangle(0, 0, 1, 1)


def legend_key(text: str, shapes: Sequence[Shape]) -> LegendKey:
    return LegendKey(text, Picture((0, 0, 1, 1), (Layer("key", tuple(shapes)),)))


PATTERNS = 5  # vertical, horizontal, rising and falling lines, and dots


def pattern(number: int, x: float, y: float) -> list[Outline]:
    """Return the lines of a pattern in the unit square at (x, y), which continue in the next square.

    Dots are outlines of small circles, the others open lines.
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
    """Return a line at 45° through a unit square, cut off at its sides."""
    low, high = max(0.0, reach - 1.0), min(1.0, reach)
    ends = ((low, reach - low), (high, reach - high))
    first, last = ((x + across, y + (down if rise > 0 else 1 - down)) for across, down in ends)
    return first, last


# Heat maps: how often something happens on each space, in five classes that differ in lightness and pattern.

CLASSES = 5
_STEPS = (1, 2, 5, 10)  # class breaks are multiples of one of these, in percent
ALPHA = 0.86


def class_breaks(shares: Sequence[float]) -> tuple[int, ...]:
    """Return the lower bounds of the second to fifth class in whole percent: round numbers near the quintiles,
    ascending.

    `shares` are from 0 to 1. Returns fewer bounds if the shares differ too little for five classes.
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
    """Return the class of a share, 0 (rarely) … 4 (often). With fewer classes the extreme ones are used first."""
    passed = sum(100 * share >= edge for edge in limits)
    return round(passed * (CLASSES - 1) / len(limits)) if limits else CLASSES - 1


def _pattern(number: int, x: float, y: float, half: float) -> list[Shape]:
    """Return the pattern of a class in a square around a point: dots, horizontal lines, slants, hatching, a frame."""
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


def span_text(low: int, high: int) -> str:
    """Return the whole percentages from `low` to below `high` as text."""
    last = format_percent((high - 1) / 100, ".0f")
    return f"{low} – {last}" if high - low > 1 else last


def heatmap(grid: Grid, shares: Mapping[int, float], limits: Sequence[int], *, is_small: bool = False) -> Picture:
    """Return a map of shares (0 to 1 by cell): colour and pattern of the class, the percentage, and × for none.

    A small map has colours only, which differ in lightness.
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
        percentage = f"{100 * share:.0f}" if share >= 0.005 else "<1"
        plate = Path(f"fill:share_{number}", (circle(x, y, 0.23),))
        shapes += [plate, Label(f"bold:share_ink_{number}", percentage, x, y, 0.3)]
    return overlay_picture(grid, shapes)


SAME, MUCH = 3, 12  # up to SAME percentage points a difference is shown as none, from MUCH on as large


def difference_map(grid: Grid, differences: Mapping[int, float], *, is_small: bool = False) -> Picture:
    """Return a map of differences of shares (−1 to 1 by cell): more is blue with a plus, less orange with a minus."""
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
            text = format_number(points, "+d") if points else "0"
            shapes += [Path("fill:panel:0.86", (circle(x, y, 0.25),)), Label("bold:text", text, x, y, 0.27)]
    return overlay_picture(grid, shapes)


def _difference_fill(points: int) -> str:
    if abs(points) <= SAME:
        return f"fill:share_same:{ALPHA}"
    strength = "" if abs(points) >= MUCH else "little_"
    return f"fill:share_{strength}{'more' if points > 0 else 'less'}:{ALPHA}"


def difference_keys() -> tuple[LegendKey, ...]:
    labels = (
        (MUCH, f"≥ +{MUCH}"),
        (SAME + 1, f"+{SAME + 1} – +{MUCH - 1}"),
        (0, f"± {SAME}"),
        (-SAME - 1, f"−{SAME + 1} – −{MUCH - 1}"),
        (-MUCH, f"≤ −{MUCH}"),
    )
    return tuple(legend_key(label, [Path(_difference_fill(points), (SAMPLE,))]) for points, label in labels)


def heatmap_keys(limits: Sequence[int], has_none: bool, never: str) -> tuple[LegendKey, ...]:
    """Return the legend, from often to rarely; `never` is the text for spaces where it never happens."""
    bounds = [0, *limits, 101]
    keys: list[LegendKey] = []
    for low, high in reversed(list(pairwise(bounds))):
        number = class_of(low / 100, limits)
        text = span_text(low, high) if high <= 100 else f"≥ {format_percent(low / 100, '.0f')}"
        text = f"< {format_percent(high / 100, '.0f')}" if low == 0 and high <= 100 else text
        keys.append(legend_key(text, [Path(f"fill:share_{number}", (SAMPLE,)), *_pattern(number, 0.5, 0.5, 0.4)]))
    if has_none:
        cross = (((0.3, 0.3), (0.7, 0.7)), ((0.3, 0.7), (0.7, 0.3)))
        keys.append(
            legend_key(
                never, [Path("fill:share_none", (SAMPLE,)), Path("line:share_ink_none:0.06", cross, is_closed=False)]
            )
        )
    return tuple(keys)


# Notes in an exported image: numbered pins on the board, their texts below it.

RADIUS = 0.17
SIZE = 0.26  # height of the letters below the board, in board units
LINE, EDGE = 0.38, 0.4  # line height, and the margin around the text
LETTER = 0.5  # average width of a letter as a fraction of its height


def pin_position(grid: Grid, target: int) -> Point:
    """Return where a pin is drawn, in board units: near the corner of a cell, in the middle of an edge."""
    if not is_edge(target):
        x, y = grid.center(target)
        return x - 0.24, y - 0.24
    return side_middle(grid, *target_edge(target))


def with_piece_names(board: Picture, game: Game, body: Body) -> Picture:
    """Return a drawing of a layout whose targets are also named by what is on them."""
    names = {item.stamp.key: item.name for group in game.sketch.palette(body) for item in group.items}

    def name_of(target: Target) -> str:
        return f"{target.name}: {names[game.editing.pick(body, target.cell).key]}"

    return replace(board, targets=tuple(target._replace(name=name_of(target)) for target in board.targets))


def with_notes(board: Picture, grid: Grid, pins: Mapping[str, str]) -> Picture:
    """Return a board with its notes, texts by place name, as wide as before and higher by the texts below it.

    Notes on places that the board does not have are listed without a number.
    """
    left, _top, right, foot = board.bounds
    letters = max(int((right - left - 2 * EDGE) / (SIZE * LETTER)), 12)
    shapes: list[Shape] = []
    lines: list[str] = []
    number = 0
    for name, text in pins.items():
        target = parse_place(grid, name)
        heading = f"– {name}:"
        if target >= 0:
            number += 1
            x, y = pin_position(grid, target)
            shapes += [
                Path("fill:keyline", (circle(x, y, RADIUS * 1.2),)),
                Path("fill:wax", (circle(x, y, RADIUS),)),
                Path("line:wax:0.03", (circle(x, y, RADIUS),)),  # ink-saving mode omits the filled circles
                Label("bold:keyline", str(number), x, y, RADIUS * 1.3),
            ]
            heading = f"{number}  {name}:"
        lines += wrap(f"{heading} {text}", letters, subsequent_indent="     ")
    high = 2 * EDGE + len(lines) * LINE
    ground = Path("fill:panel", (rectangle(left, foot, right - left, high),))
    labels = [
        Label("text:text", line, left + EDGE, foot + EDGE + (row + 0.5) * LINE, SIZE, anchor="left")
        for row, line in enumerate(lines)
    ]
    layers = (*board.layers, Layer("pins", tuple(shapes)), Layer("what they say", (ground, *labels)))
    return replace(board, bounds=(left, board.bounds[1], right, foot + high), layers=layers)
