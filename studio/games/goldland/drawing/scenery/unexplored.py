"""Unknown country as a pen drew it on parchment: hills, lone trees, a dry river, hearsay, a rose of the winds.

Everything is drawn once for a board; tiles laid later cover it. Nothing here depends on the position.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import lru_cache
from random import Random

from studio.core.picture import Label, Layer, Outline, Path, Shape, circle
from studio.core.text import _
from studio.drawing.ornaments import ornament
from studio.drawing.pen import bezier, rounded

Place = tuple[int, int]
"""Column and row of a space."""


def unexplored_layers(
    columns: int, rows: int, land: Collection[Place], temple: Place | None = None, clip: str = ""
) -> tuple[Layer, ...]:
    """The drawing on the spaces for land tiles, with the grid between them.

    Where the land has holes, `clip` is the clip group of the sheet; the title has no room then.
    """
    return _layers(columns, rows, tuple(sorted(land)), temple, clip)


@lru_cache(maxsize=16)
def _layers(columns: int, rows: int, land: tuple[Place, ...], temple: Place | None, clip: str) -> tuple[Layer, ...]:
    spaces = set(land)
    if not spaces:
        return ()
    rng = Random(columns * 31 + rows)
    grid = Layer("grid", _grid(spaces))
    free = spaces - ({temple} if temple is not None else set())
    shapes: list[Shape] = []
    left, right = min(x for x, _y in land), max(x for x, _y in land) + 1
    top, low = min(y for _x, y in land), max(y for _x, y in land) + 1
    used: dict[Place, float] = {}
    bed: dict[Place, float] = {}
    if right - left >= 3 and low - top >= 3:
        title = _title(left, right, top, temple, used)
        if used.keys() <= spaces:
            shapes += title
        else:
            used.clear()
        shapes += _river(left, right, top, low, bed)
        shapes += _wind_rose(
            [one for one in free - bed.keys() if temple is None or _apart(one, temple) > 1], left, low, used
        )
    shapes += _hearsay(free, temple, used, bed)
    if temple is not None:
        shapes.append(_trail(temple, left, right, top, low))
    hills: list[Outline] = []
    hatch: list[Outline] = []
    trees: list[Outline] = []
    crowns: list[Outline] = []
    for x, y in sorted(free):
        kind = rng.choice(("hills", "hills", "trees", "hill", "grass", "bare"))
        written = used.get((x, y))
        if written == 0.0:
            continue  # the rose of the winds
        high = y + (0.52 + rng.uniform(-0.10, 0.10) if written is None else 0.78 if written < 0.55 else 0.34)
        if written is not None and written >= 0.55:
            kind = "bare"
        if (x, y) in bed:  # on the bank that has more room
            _hill(hills, hatch, x + (0.25 if bed[x, y] > 0.5 else 0.75), high, 0.16, rng)
            continue
        if kind in ("hills", "hill"):
            size = rng.uniform(0.85, 1.15)
            _hill(hills, hatch, x + rng.uniform(0.28, 0.4), high, 0.225 * size, rng)
            if kind == "hills":
                _hill(hills, hatch, x + rng.uniform(0.60, 0.72), high + 0.11, 0.15 * size, rng)
        if kind in ("trees", "hill"):
            spot = high + rng.uniform(0.10, 0.22)
            for number in range(rng.randint(1, 2)):
                tx = x + 0.34 + 0.17 * number + rng.uniform(-0.03, 0.03)
                crown, trunk = ornament("goldland/tree", tx, spot + 0.05 * number, rng.uniform(0.055, 0.070))
                crowns += crown.outlines
                trees += trunk.outlines
        if kind == "grass":
            for number in range(3):
                (tuft,) = ornament("goldland/tuft", x + 0.36 + 0.13 * number, high + 0.10 + 0.03 * (number % 2))
                trees += tuft.outlines
    shapes += [
        Path("terra_fill", tuple(hills)),
        Path("terra_line", tuple(hills), closed=False),
        Path("terra_fine", tuple(hatch), closed=False),
        Path("terra_crown", tuple(crowns)),
        Path("terra_fine", tuple(trees), closed=False),
    ]
    drawn = tuple(shape for shape in shapes if not isinstance(shape, Path) or shape.outlines)
    if clip:
        drawn = tuple(shape._replace(clip=clip) if isinstance(shape, Path) else shape for shape in drawn)
    return grid, Layer("terra", drawn)


def _grid(spaces: set[Place]) -> tuple[Shape, ...]:
    """Dashed lines between spaces, a firm one round them all."""
    inner: list[Outline] = []
    outer: list[Outline] = []
    for x, y in sorted(spaces):
        for dx, dy, a, b in (
            (0, -1, (0, 0), (1, 0)),
            (1, 0, (1, 0), (1, 1)),
            (0, 1, (0, 1), (1, 1)),
            (-1, 0, (0, 0), (0, 1)),
        ):
            line = ((x + a[0], y + a[1]), (x + b[0], y + b[1]))
            if (x + dx, y + dy) not in spaces:
                outer.append(line)
            elif dx + dy > 0:
                inner.append(line)
    return Path("terra_grid", tuple(inner), closed=False), Path("terra_border", tuple(outer), closed=False)


def _title(left: int, right: int, top: int, temple: Place | None, used: dict[Place, float]) -> list[Shape]:
    """TERRA INCOGNITA on an arc across the north of the land, clear of the temple."""
    word = _("TERRA INCOGNITA")
    if temple is not None and temple[1] == top:
        if temple[0] == left:
            left += 1
        elif temple[0] == right - 1:
            right -= 1
    wide = min(4.0, right - left - 0.5)
    size = min(0.30, wide / max(1, len(word)) * 1.35)
    middle = (left + right) / 2
    radius = wide * 1.5
    found: list[Shape] = []
    for number, letter in enumerate(word):
        angle = ((number + 0.5) / len(word) - 0.5) * wide / radius
        x, y = middle + math.sin(angle) * radius, top + 0.42 + radius * (1 - math.cos(angle))
        if letter != " ":
            found.append(Label("terra_title", letter, x, y, size, turn=math.degrees(angle)))
        spot = (math.floor(x), math.floor(y))
        used[spot] = max(used.get(spot, 0.0), y - spot[1])
    return found


def _river(left: int, right: int, top: int, low: int, bed: dict[Place, float]) -> list[Shape]:
    """A dry bed from the hills to the south-west: two fine lines side by side. Notes where it runs in `bed`."""
    wide, high = right - left, low - top - 1
    places = [
        (left + wide * part, top + 1 + high * down)
        for part, down in (
            (0.72, 0.02), (0.66, 0.06), (0.47, 0.06), (0.43, 0.16), (0.45, 0.28), (0.37, 0.42), (0.36, 0.58),
            (0.30, 0.72), (0.17, 0.88), (0.01, 0.92),
        )
    ]  # fmt: skip
    points = rounded(places, 4)
    for x, y in points:
        spot = (math.floor(x), math.floor(y))
        bed[spot] = (bed.get(spot, x - spot[0]) + x - spot[0]) / 2
    line = tuple(points)
    return [Path("terra_bed", (line,), closed=False), Path("terra_bed_heart", (line,), closed=False)]


def _wind_rose(free: Collection[Place], left: int, low: int, used: dict[Place, float]) -> list[Shape]:
    """A rose of the winds in the open country towards the south-west."""
    if not free:
        return []
    spot = min(free, key=lambda one: (abs(one[0] - left) + abs(one[1] - (low - 2)), one))
    used[spot] = 0.0
    x, y, r = spot[0] + 0.52, spot[1] + 0.52, 0.33
    return [
        *ornament("goldland/wind_rose", x, y, r),
        Label("terra_word", _("N"), x, y - r * 1.20, 0.13),
    ]


def _trail(temple: Place, left: int, right: int, top: int, low: int) -> Path:
    """A dotted way that somebody once came from the temple."""
    east = 1.0 if temple[0] * 2 < left + right - 1 else -1.0
    south = 1.0 if temple[1] * 2 < top + low - 1 else -1.0
    x, y = temple[0] + 0.5, temple[1] + 0.5
    a, b, c, d = (0.70, 0.05), (1.25, 0.35), (0.35, 1.25), (0.95, 2.05)
    dots = (circle(x + east * px, y + south * py, 0.011) for px, py in bezier(a, b, c, d, 27))
    return Path("terra_trail", tuple(dots))


def _hearsay(free: set[Place], temple: Place | None, used: dict[Place, float], bed: Collection[Place]) -> list[Shape]:
    """What travellers tell, in a slanting hand."""
    found: list[Shape] = []
    home = temple or (0, 0)
    spare = sorted(free - used.keys() - set(bed), key=lambda one: (_apart(one, home), one))
    if temple is not None:
        below = next((p for p in ((temple[0], temple[1] + 1), (temple[0], temple[1] - 1)) if p in free), None)
        if below is not None and below not in used:
            used[below] = 0.40
            spare = [one for one in spare if one != below]
            shift = 0.30 if below[1] > temple[1] else 0.62
            found.append(Label("terra_word", _("a sun of stone,"), below[0] + 0.45, below[1] + shift, 0.125, turn=-3))
            found.append(Label("terra_word", _("they say"), below[0] + 0.50, below[1] + shift + 0.13, 0.125, turn=-3))
    words = (_("smoke at dusk"), _("no water"), _("high ground"), _("dry bed?"))
    for word, turn in zip(words, (-4, 3, -2, -6), strict=True):
        spot = next((one for one in spare if all(_apart(one, other) > 1 for other in used)), None)
        if spot is None:
            break
        used[spot] = 0.24
        found.append(Label("terra_word", word, spot[0] + 0.5, spot[1] + 0.24, 0.125, turn=turn))
    return found


def _apart(one: Place, other: Place) -> int:
    """Steps of a king between two spaces."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _hill(hills: list[Outline], hatch: list[Outline], x: float, y: float, wide: float, rng: Random) -> None:
    """A pointed hill with hachures on its shaded side."""
    high = wide * rng.uniform(0.62, 0.80)
    lean = rng.uniform(-0.10, 0.10) * wide
    hills.append(
        (
            (x - wide, y),
            (x - wide * 0.55, y - high * 0.30, x - wide * 0.22 + lean, y - high * 0.92, x + lean, y - high),
            (
                x + wide * 0.22 + lean,
                y - high * 0.86,
                x + wide * 0.55,
                y - high * 0.28,
                x + wide * 1.04,
                y + wide * 0.05,
            ),
        )
    )
    for number in range(6):
        t = (number + 0.6) / 6.6
        sx = x + lean + (wide * 0.98 - lean) * t
        sy = y - high * (1 - t) ** 1.35
        hatch.append(((sx, sy + 0.006), (sx - wide * 0.05, sy + high * (0.42 - 0.28 * t))))
    hatch.append(((x - wide * 0.55, y - high * 0.12), (x - wide * 0.62, y + high * 0.02)))
    hatch.append(((x - wide * 0.30, y - high * 0.22), (x - wide * 0.38, y - high * 0.02)))
