"""The frame of a sea chart: lines, scale bars, coordinates, harbours, and engravings on undiscovered spaces.

From the board outwards: gap, harbour band, scale, coordinates, outer line, margin (`FRAME` in total). Consecutive open
outer edges with the same toll share one harbour and mooring line. Engravings avoid pre-placed tiles; tiles placed later
cover them.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from functools import lru_cache, partial, reduce
from itertools import pairwise
from typing import NamedTuple

from studio.core.cache import text_cache
from studio.core.grid import SquareGrid, column_name
from studio.core.picture import Label, Layer, Outline, Path, Shape, Strip, circle, rectangle, strip_layer
from studio.core.text import _
from studio.drawing.geometry import OUTWARD
from studio.drawing.pen import clip_line, margin, ornament_paths, scale_bars, swap_axes
from studio.seatiles.drawing.coast import Sea, noise

# Engravings of the empty chart: rhumb lines, lettering, scale bar
#
# Cached, because an edit redraws them at every mouse move and few moves change one.


@lru_cache(maxsize=16)
def rhumbs(x: float, y: float, columns: int, rows: int, void: tuple[bool, ...]) -> tuple[Path, ...]:
    """Return the rhumb lines of a 32-point compass rose and of two hidden points, as one path per crossed space.

    Lines are cut at the edges of spaces so that single spaces can be repainted and void ones left out.
    """
    pieces: dict[int, list[Outline]] = {}
    hidden = [(x, y, 32, 0.9), (columns - x, rows - y * 0.35, 16, 0.0), (x * 0.22, rows * 0.72, 16, 0.0)]
    for px, py, count, start in hidden:
        for wind in range(count):
            a = 2 * math.pi * wind / count
            way = math.sin(a), -math.cos(a)
            span = clip_line((px, py), way, (0, 0, columns, rows), start if wind % 2 else 0.0, 1e9)
            if span is not None and span[1] - span[0] > 0.05:
                _cut_ray(px, py, *way, span, columns, rows, pieces)
    return tuple(
        Path("rhumb", tuple(lines), is_closed=False) for cell, lines in sorted(pieces.items()) if not void[cell]
    )


def _cut_ray(
    px: float,
    py: float,
    dx: float,
    dy: float,
    span: tuple[float, float],
    columns: int,
    rows: int,
    pieces: dict[int, list[Outline]],
) -> None:
    """Cut a ray at the edges of spaces and group its pieces by cell."""
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
"""Approximate widths of italic letters relative to the font size; 0.50 for all others."""


@lru_cache(maxsize=16)
def wavy_lettering(x: float, y: float, wide: float, words: tuple[str, str]) -> tuple[Shape, ...]:
    """Return two words of wavy lettering, centred at a point, about `wide` units wide."""
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
    """Return a scale bar of `count` units from x, with numbers above and its name below."""
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


# The chart's sheet: lines, scale bars, coordinates, harbours

GAP, BAND, SCALE, LETTERS, LINE, MARGIN = 0.06, 0.42, 0.085, 0.25, 0.05, 0.16
FRAME = GAP + BAND + SCALE + LETTERS + LINE + MARGIN
SHORE, COAST = 3, 4


def bounds(columns: int, rows: int) -> tuple[float, float, float, float]:
    return -FRAME, -FRAME, columns + FRAME, rows + FRAME


def frame_layers(sea: Sea) -> tuple[Layer, ...]:
    """Return the sheet, frame, ground and harbours of a sea, bottom layer first."""
    return (
        *_sheet(sea.columns, sea.rows),
        _ground(sea.columns, sea.rows, sea.void),
        _engraving_layer(sea),
        _grid(sea.columns, sea.rows, sea.void),
        harbours(sea.columns, sea.rows, sea.rim),
    )


@lru_cache(maxsize=32)
def _sheet(columns: int, rows: int) -> tuple[Layer, ...]:
    """Return the paper, lines, scale bars and coordinates."""
    edge, inner = sheet_clip(columns, rows)[1], GAP + BAND
    box = partial(margin, columns, rows)
    shapes: list[Shape] = [
        Path("neatline", (box(FRAME - MARGIN - LINE / 2),)),
        Path("hairline", (box(FRAME - MARGIN - LINE - 0.035), box(inner + SCALE), box(inner))),
        Path("board_rim", (box(0.035),)),
        Path("board_rim_fine", (box(0.006),)),
    ]
    dark, light = scale_bars(columns, rows, inner, SCALE, 0.018, 4)
    ticks: list[Outline] = []
    for count, across, flip in ((columns, rows, False), (rows, columns, True)):
        for i in range(count + 1):
            for near in (-inner - SCALE, across + inner + SCALE):
                out = -0.07 if near < 0 else 0.07
                tick: Outline = ((i, near), (i, near + out))
                ticks.append(swap_axes(tick) if flip else tick)
        for i in range(count * 10 + 1):
            for near in (-inner - SCALE, across + inner + SCALE):
                out = (-0.03 if near < 0 else 0.03) * (1.35 if i % 5 == 0 else 1.0)
                if i % 10:
                    tick = ((i / 10, near), (i / 10, near + out))
                    ticks.append(swap_axes(tick) if flip else tick)
    shapes += [Path("scale_bar_light", light), Path("scale_bar", dark), Path("tick", tuple(ticks), is_closed=False)]
    far = inner + SCALE + LETTERS / 2 + 0.012
    for column in range(columns):
        for y in (-far, rows + far):
            shapes.append(Label("letter", column_name(column), column + 0.5, y, 0.205))
    for row in range(rows):
        for x in (-far, columns + far):
            shapes.append(Label("letter", str(row + 1), x, row + 0.5, 0.205))
    centre = GAP + BAND / 2
    for x in (-centre, columns + centre):
        for y in (-centre, rows + centre):
            shapes += ornament_paths("seatiles/star", x, y, 0.155)
    sheet = (Path("sheet", edge), Path("sheet_edge", edge, clip="sheet"))
    return Layer("sheet", sheet), Layer("frame", tuple(shapes))


def sheet_clip(columns: int, rows: int) -> tuple[str, tuple[Outline, ...]]:
    """Return the clip group that confines the darker paper edge to the sheet."""
    return "sheet", (margin(columns, rows, FRAME - 0.06),)


@lru_cache(maxsize=64)
def _ground(columns: int, rows: int, void: tuple[bool, ...]) -> Layer:
    """Return the paper of undiscovered spaces; void ones hatched."""
    spaces, voids = [], []
    hatch: list[Outline] = []
    for cell, empty in enumerate(void):
        x, y = cell % columns, cell // columns
        if not empty:
            spaces.append(rectangle(x, y, 1, 1))
            continue
        voids.append(rectangle(x, y, 1, 1))
        hatch += hatching(x, y)
    shapes: list[Shape] = [Path("board_ground", tuple(spaces))]
    if voids:
        shapes += [Path("void", tuple(voids)), Path("void_hatch", tuple(hatch), is_closed=False)]
    return Layer("paper", tuple(shapes))


def hatching(x: float, y: float) -> list[Outline]:
    """Return diagonal lines over a void space."""
    parts = [step / 8 for step in range(1, 16)]
    return [((x + max(0.0, a - 1), y + min(a, 1.0)), (x + min(a, 1.0), y + max(0.0, a - 1))) for a in parts]


@lru_cache(maxsize=64)
def _grid(columns: int, rows: int, void: tuple[bool, ...]) -> Layer:
    """Return the lines between spaces, and a bold line round the spaces of an irregular board."""
    grid = SquareGrid(columns, rows)
    lines: list[Outline] = []
    firm: list[Outline] = []
    for row in range(rows + 1):
        for column in range(columns + 1):
            for dx, dy, one, other in ((1, 0, (0, -1), (0, 0)), (0, 1, (-1, 0), (0, 0))):
                if column + dx > columns or row + dy > rows:
                    continue
                cells = [grid.cell(column + ox, row + oy) for ox, oy in (one, other)]
                real = [cell >= 0 and not void[cell] for cell in cells]
                line: Outline = ((column, row), (column + dx, row + dy))
                if all(real):
                    lines.append(line)
                elif any(real):
                    firm.append(line)
    shapes: list[Shape] = [Path("grid", _chain_lines(lines), is_closed=False)]
    if any(void):
        shapes.append(Path("shoreline", tuple(firm), is_closed=False))
    return Layer("grid", tuple(shapes))


def _chain_lines(lines: list[Outline]) -> tuple[Outline, ...]:
    """Join consecutive unit lines into long ones."""
    across = sorted((a[1], a[0], b[0]) for a, b in lines if a[1] == b[1])
    down = sorted((a[0], a[1], b[1]) for a, b in lines if a[0] == b[0])
    found: list[Outline] = []
    for flip, parts in ((False, across), (True, down)):
        current: list[float] | None = None
        for level, start, end in [*parts, (math.inf, 0.0, 0.0)]:
            if current is not None and current[0] == level and current[2] == start:
                current[2] = end
                continue
            if current is not None:
                line = ((current[1], current[0]), (current[2], current[0]))
                found.append(swap_axes(line) if flip else line)
            current = [level, start, end]
    return tuple(found)


class _Free(NamedTuple):
    x: int
    y: int
    wide: int
    high: int


def _engraving_layer(sea: Sea) -> Layer:
    """Return the engravings. In the editor the rhumb lines stay as on the empty chart, so edits repaint less."""
    layer = _engravings(sea.columns, sea.rows, sea.void, sea.fixed)
    if not sea.is_sketch:
        return layer
    empty = _engravings(sea.columns, sea.rows, sea.void, frozenset())
    return strip_layer(layer.name, (*empty.strips[:1], *layer.strips[1:]))


@text_cache(64)
def _engravings(columns: int, rows: int, void: tuple[bool, ...], fixed: frozenset[int]) -> Layer:
    """Return compass rose, rhumb lines, lettering, sea serpent and scale bar, each in the best free position."""
    free = [
        sum(1 << x for x in range(columns) if not (void[y * columns + x] or y * columns + x in fixed))
        for y in range(rows)
    ]
    found: list[Strip] = []

    def place(wide: int, high: int, near: tuple[float, float]) -> _Free | None:
        """Return the free rectangle of that size nearest to a point, and mark it as occupied."""
        best: tuple[float, int, int] | None = None
        for y in range(rows - high + 1):
            begins = reduce(operator.and_, free[y : y + high])
            for _column in range(wide - 1):
                begins &= begins >> 1
            for x in range(columns - wide + 1):
                if begins >> x & 1:
                    away = math.hypot(x + wide / 2 - near[0], y + high / 2 - near[1])
                    best = min(best or (away, y, x), (away, y, x))
        if best is None:
            return None
        spot = _Free(best[2], best[1], wide, high)
        for y in range(spot.y, spot.y + high):
            free[y] &= ~((1 << wide) - 1 << spot.x)
        return spot

    big = 4 if min(columns, rows) >= 8 and columns >= 10 else 2
    spot = place(big - 1, big, (columns * 0.78, rows * 0.60)) or place(2, 2, (columns * 0.78, rows * 0.60))
    rose: tuple[Shape, ...] = ()
    if spot is not None:
        x, y = spot.x + spot.wide / 2, spot.y + spot.high / 2 + 0.12
        rose = ornament_paths("seatiles/rose", x, y, min(spot.wide * 0.36, spot.high * 0.30))
    else:
        x, y = columns * 0.7, rows * 0.6
    found += [rhumbs(x, y, columns, rows, void), rose]
    if columns * rows >= 24:
        text = place(3, 2, (columns * 0.80, 0.0)) or place(3, 1, (columns * 0.5, 0.0))
        if text is not None:
            wide = 1.65 if text.high > 1 else 1.3
            title = (_("Mare"), _("Incognitum"))
            found.append(wavy_lettering(text.x + text.wide / 2, text.y + text.high / 2 - 0.05, wide, title))
    if columns * rows >= 48:
        beast = place(3, 2, (columns * 0.24, rows * 0.9)) or place(2, 1, (columns * 0.3, rows))
        if beast is not None:
            half, foot = 1.0 if beast.wide > 2 else 0.72, beast.y + beast.high
            found.append(ornament_paths("seatiles/serpent", beast.x + beast.wide / 2 - 0.05, foot - 0.30, half))
        scale = place(3, 1, (columns * 0.85, rows)) or place(2, 1, (columns * 0.85, rows))
        if scale is not None:
            count = 2 if scale.wide > 2 else 1
            left = scale.x + (scale.wide - count) / 2
            found.append(leagues(left, scale.y + 0.50, count, _("Leagues")))
    return strip_layer("engraving", found)


def edge_box(columns: int, cell: int, side: int, deep: float = BAND + GAP) -> Outline:
    """Return the clickable rectangle of an outer edge."""
    x, y = cell % columns, cell // columns
    return (
        rectangle(x, y - deep, 1, deep),
        rectangle(x + 1, y, deep, 1),
        rectangle(x, y + 1, 1, deep),
        rectangle(x - deep, y, deep, 1),
    )[side]


def edge_middle(columns: int, cell: int, side: int, out: float) -> tuple[float, float]:
    """Return the point `out` units beyond the middle of an edge."""
    dx, dy = OUTWARD[side]
    return cell % columns + 0.5 + dx * (0.5 + out), cell // columns + 0.5 + dy * (0.5 + out)


@lru_cache(maxsize=64)
def harbours(columns: int, rows: int, rim: tuple[int, ...]) -> Layer:
    """Return moorings with tolls at open edges, hachures at shores, hills at coasts."""
    shapes: list[Shape] = []
    for run in edge_runs(columns, rows, rim):
        shapes += edge_marks(columns, rows, run, rim[run[0][0] * 4 + run[0][1]])
    shapes.sort(key=lambda shape: 0 if isinstance(shape, Path) and shape.style == "port_line" else 1)
    return Layer("harbours", tuple(shapes))


def edge_marks(columns: int, rows: int, run: list[tuple[int, int]], kind: int) -> list[Shape]:
    """Return the marks next to a straight run of outer edges (cell, side) of one kind."""
    inner = SquareGrid(columns, rows).neighbor(*run[0]) >= 0
    if kind == SHORE:
        return _shore(columns, run)
    return _coast(columns, run) if kind == COAST else _moorings(columns, run, kind, inner)


def edge_runs(columns: int, rows: int, rim: Sequence[int]) -> list[list[tuple[int, int]]]:
    """Return the straight runs of consecutive outer edges (cell, side) of one kind."""
    runs: list[list[tuple[int, int]]] = []
    for side in range(4):
        lines = (
            [[row * columns + column for column in range(columns)] for row in range(rows)]
            if side % 2 == 0
            else [[row * columns + column for row in range(rows)] for column in range(columns)]
        )
        for line in lines:
            before = -1
            for cell in line:
                kind = rim[cell * 4 + side]
                if kind >= 0:
                    if kind == before:
                        runs[-1].append((cell, side))
                    else:
                        runs.append([(cell, side)])
                before = kind
    return runs


def _moorings(columns: int, run: list[tuple[int, int]], toll: int, inner: bool) -> list[Shape]:
    """Return a line along the open edges with a mooring at each, and one harbour with its toll in the middle."""
    side = run[0][1]
    dx, dy = OUTWARD[side]
    out = 0.075 if inner else GAP + 0.085
    lines: list[Outline] = []
    dots: list[Outline] = []
    for cell, _side in run:
        near, far = edge_middle(columns, cell, side, 0.02), edge_middle(columns, cell, side, out)
        lines.append((near, far))
        dots.append(circle(far[0], far[1], 0.021))
    first, last = edge_middle(columns, *run[0], out), edge_middle(columns, *run[-1], out)
    port = 0.18 if inner else GAP + BAND * 0.56
    mx, my = (first[0] + last[0]) / 2, (first[1] + last[1]) / 2
    px, py = mx + dx * (port - out), my + dy * (port - out)
    if len(run) > 1:
        lines.append((first, last))
    lines.append(((mx, my), (px, py)))
    shapes: list[Shape] = [Path("port_line", tuple(lines), is_closed=False)]
    if len(run) > 1:
        shapes.append(Path("engrave_dark", tuple(dots)))
    if inner:  # next to a void space there is room for one mark only
        if toll:
            return shapes + toll_mark(px, py, toll, 0.095)
        return [
            *shapes,
            Path("port", (circle(px, py, 0.098),)),
            *ornament_paths("seatiles/anchor", px, py - 0.002, 0.135, style="anchor_small"),
        ]
    shapes.append(Path("port", (circle(px, py, 0.168),)))
    shapes += ornament_paths("seatiles/anchor", px, py - 0.004, 0.230)
    along = (abs(dy), abs(dx))
    return shapes + toll_mark(px + along[0] * 0.325, py + along[1] * 0.325, toll)


def toll_mark(x: float, y: float, toll: int, r: float = 0.128) -> list[Shape]:
    """Return the toll of an open edge: coins with a number, or a dashed ring for no toll."""
    if toll == 0:
        return [Path("toll_free", (circle(x, y, r * 0.92),)), Label("toll_free_figure", "0", x, y, r * 1.35)]
    shapes: list[Shape] = [Path("coin", (circle(x + 0.042 * back, y, r),)) for back in range(toll - 1, -1, -1)]
    shapes.append(Path("coin_rim", (circle(x, y, r * 0.76),)))
    shapes.append(Label("coin_figure", str(toll), x, y, r * 1.30))
    return shapes


def _shore(columns: int, run: list[tuple[int, int]]) -> list[Shape]:
    """Return the mark of closed sea: lines along the edge that get fainter, as for shoals on charts."""
    side = run[0][1]
    dx, dy = OUTWARD[side]
    lines: list[Outline] = []
    for cell, _side in run:
        for depth, inset in ((0.075, 0.03), (0.125, 0.10), (0.175, 0.20), (0.225, 0.32)):
            mx, my = edge_middle(columns, cell, side, depth)
            half = 0.5 - inset
            lines.append(((mx - abs(dy) * half, my - abs(dx) * half), (mx + abs(dy) * half, my + abs(dx) * half)))
    return [Path("shoal", tuple(lines), is_closed=False)]


def _coast(columns: int, run: list[tuple[int, int]]) -> list[Shape]:
    """Return the mark of land beyond the edge: a strip with an uneven shore and a row of hills."""
    side = run[0][1]
    dx, dy = OUTWARD[side]
    ax, ay = edge_middle(columns, *run[0], 0.0)
    bx, by = edge_middle(columns, *run[-1], 0.0)
    tx, ty = abs(dy), abs(dx)
    ax, ay, bx, by = ax - tx * 0.5, ay - ty * 0.5, bx + tx * 0.5, by + ty * 0.5
    long = math.hypot(bx - ax, by - ay)
    shore: list[tuple[float, float]] = []
    steps = round(long * 16)
    for i in range(steps + 1):
        t = i / steps
        depth = 0.21 + 0.030 * noise(run[0][0], side, i, 5) + 0.035 * math.sin(t * long * 5.1 + run[0][0])
        depth *= min(1.0, 0.25 + 9 * min(t, 1 - t) * long)
        shore.append((ax + tx * long * t + dx * depth, ay + ty * long * t + dy * depth))
    land = ((ax, ay), (bx, by), *reversed(shore))
    hills: list[Outline] = []
    for i in range(round(long * 4)):
        hx, hy = ax + tx * (i + 0.5) / 4 + dx * 0.095, ay + ty * (i + 0.5) / 4 + dy * 0.095 + 0.035
        w = 0.060 + 0.022 * (i % 2) + 0.010 * noise(run[0][0], side, i, 6)
        hx += tx * 0.03 * noise(run[0][0], side, i, 7)
        hills.append(((hx - w, hy), (hx - 0.5 * w, hy - 1.35 * w, hx + 0.4 * w, hy - 1.35 * w, hx + w, hy)))
        hills.append(((hx + 0.1 * w, hy - 0.90 * w), (hx + 0.35 * w, hy - 0.25 * w)))
    return [
        Path("rim_land", (land,)),
        Path("rim_hills", tuple(hills), is_closed=False),
        Path("rim_coast", ((tuple(shore)),), is_closed=False),
    ]
