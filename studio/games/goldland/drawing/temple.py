"""The temple of the golden land, seen from above: a great square building round the final space (G14).

Before a tile lies on that space there is a court in its middle with the amulets; afterwards the building stands round
the tile like a frame. Coins lie on two of its towers: what is left of the bonus and of the reserve.
"""

from __future__ import annotations

import math
from functools import lru_cache

from studio.core.picture import Outline, Path, Shape, Sprite, circle, rectangle
from studio.drawing.outlines import moved
from studio.drawing.pen import towards

_OUT = 0.085
"""How far the building reaches beyond its space."""
_TOWER = 0.205


def temple_shapes(
    x: float,
    y: float,
    amulets: int,
    bonus: int,
    reserve: int,
    laid: bool = False,
    gates: int = 15,
    cell: int = -1,
) -> tuple[Shape, ...]:
    """The temple on the space with its north-west corner at (x, y).

    `laid`: a tile lies there, whose exits are `gates` (N 1, E 2, S 4, W 8); before, stairs lead down on those sides.
    Piles of none are left out.
    """
    found: list[Shape] = [_placed(shape, x, y, cell) for shape in _building(laid, gates)]
    if amulets and not laid:
        found.append(Sprite("goldland/amulet", x + 0.5, y + 0.485, 0.40, cell, text=str(amulets)))
    elif amulets:
        found.append(Sprite("goldland/amulet", x + 0.02, y + 0.02, 0.24, cell, text=str(amulets)))
    if reserve:
        found.append(Sprite("goldland/coins", x + 0.98, y + 0.01, 0.22, cell, text=str(reserve)))
    if bonus:
        found.append(Sprite("goldland/coins", x + 0.02, y + 0.97, 0.22, cell, text=str(bonus)))
    return tuple(found)


def _placed(shape: Path, x: float, y: float, cell: int) -> Path:
    return shape._replace(outlines=tuple(moved(outline, x, y) for outline in shape.outlines), cell=cell)


@lru_cache(maxsize=64)
def _building(laid: bool, gates: int) -> tuple[Path, ...]:
    low, high = -_OUT, 1 + _OUT
    found: list[Path] = []
    if laid:
        inner = 0.028
        found.append(Path("temple_shadow", (_ring(low, inner),)))
        found += _moulding(low, inner, 3)
    else:
        found.append(Path("temple_shadow", (rectangle(low, low, high - low, high - low),)))
        found.append(Path("temple_walk", (rectangle(low, low, high - low, high - low),)))
        found += _moulding(low, 0.035, 3)
        found.append(Path("temple_joint", tuple(_joints()), closed=False))
        found.append(Path("temple_key", tuple(_meander()), closed=False))
        found += _court()
    for side in range(4):
        if gates >> side & 1:
            found += _stairs(side, laid)
    for tx, ty in ((low, low), (high - _TOWER, low), (high - _TOWER, high - _TOWER), (low, high - _TOWER)):
        found += _tower(tx - 0.012 if tx < 0.5 else tx + 0.012, ty - 0.012 if ty < 0.5 else ty + 0.012)
    return tuple(found)


def _ring(low: float, inner: float) -> Outline:
    """A square ring as one outline."""
    high, far = 1 - low, 1 - inner
    return (
        (low, low), (high, low), (high, high), (low, high), (low, low),
        (inner, inner), (inner, far), (far, far), (far, inner), (inner, inner),
    )  # fmt: skip


def _sides(low: float, inner: float) -> tuple[Outline, Outline, Outline, Outline]:
    """The four slopes of a square ring: north, east, south, west."""
    high, far = 1 - low, 1 - inner
    return (
        ((low, low), (high, low), (far, inner), (inner, inner)),
        ((high, low), (high, high), (far, far), (far, inner)),
        ((low, high), (high, high), (far, far), (inner, far)),
        ((low, low), (low, high), (inner, far), (inner, inner)),
    )


def _moulding(low: float, inner: float, steps: int) -> list[Path]:
    """Steps all round, lit from the north-west."""
    found = []
    deep = (inner - low) / steps
    for step in range(steps):
        north, east, south, west = _sides(low + step * deep, low + (step + 1) * deep)
        lit = step % 2 == 0
        found += [
            Path("temple_north" if lit else "temple_west", (north,)),
            Path("temple_west" if lit else "temple_north", (west,)),
            Path("temple_east", (east,)),
            Path("temple_south", (south,)),
        ]
    found.append(
        Path(
            "temple_line",
            tuple(rectangle(a, a, 1 - 2 * a, 1 - 2 * a) for a in (low, low + deep, low + 2 * deep, inner)),
        )
    )
    return found


def _joints() -> list[Outline]:
    """Joints between the slabs of the walk."""
    found: list[Outline] = []
    for part in (0.16, 0.30, 0.44, 0.58, 0.72, 0.86):
        found += [((part, 0.035), (part, 0.215)), ((part, 0.785), (part, 0.965))]
        found += [((0.035, part), (0.215, part)), ((0.785, part), (0.965, part))]
    for deep in (0.105,):
        found.append(rectangle(deep, deep, 1 - 2 * deep, 1 - 2 * deep))
    return found


def _meander() -> list[Outline]:
    """A meander along each side of the walk."""
    found: list[Outline] = []
    unit, count = 0.052, 10
    key = ((0.0, 1.0), (0.0, 0.0), (0.82, 0.0), (0.82, 0.72), (0.40, 0.72), (0.40, 0.40))
    start = 0.5 - count * unit / 2
    for number in range(count):
        a = start + number * unit
        for flip in (False, True):
            for near in (0.130, 0.818):
                points = [(a + px * unit, near + py * unit) for px, py in key]
                found.append(tuple((q, p) if flip else (p, q) for p, q in points))
    return found


def _court() -> list[Path]:
    """The sunken court with a sun on its floor."""
    north, east, south, west = _sides(0.215, 0.265)
    rays = tuple(towards(0.5, 0.5, 0.148 if ray % 2 else 0.205, ray * math.tau / 32) for ray in range(32))
    return [
        Path("temple_floor", (rectangle(0.265, 0.265, 0.47, 0.47),)),
        Path("temple_south", (north,)),
        Path("temple_east", (west,)),
        Path("temple_west", (east,)),
        Path("temple_north", (south,)),
        Path("temple_line", (rectangle(0.215, 0.215, 0.57, 0.57), rectangle(0.265, 0.265, 0.47, 0.47))),
        Path("temple_sun", (rays, circle(0.5, 0.5, 0.222))),
    ]


def _stairs(side: int, laid: bool) -> list[Path]:
    """Stairs in the middle of a side, from the walk down to the country."""
    half, deep = (0.155, 0.125) if laid else (0.105, 0.315)
    start = -_OUT - 0.012
    count = 4 if laid else 9

    def at(across: float, down: float) -> tuple[float, float]:
        return ((0.5 + across, down), (1 - down, 0.5 + across), (0.5 - across, 1 - down), (down, 0.5 - across))[side]

    def strip(a: float, b: float, left: float, right: float) -> Outline:
        return at(left, a), at(right, a), at(right, b), at(left, b)

    light: list[Outline] = []
    dark: list[Outline] = []
    for number in range(count):
        a, b = start + deep * number / count, start + deep * (number + 1) / count
        middle = a + (b - a) * 0.55
        light.append(strip(a, middle, -half, half))
        dark.append(strip(middle, b, -half, half))
    cheeks = (strip(start, start + deep, -half - 0.022, -half), strip(start, start + deep, half, half + 0.022))
    return [
        Path("temple_stair_shadow", (strip(start, start + deep, -half - 0.022, half + 0.022),)),
        Path("temple_stair", tuple(light)),
        Path("temple_riser", tuple(dark)),
        Path("temple_cheek", cheeks),
    ]


def _tower(x: float, y: float) -> list[Path]:
    """A corner tower: two steps and a flat top."""
    found = []
    for inset, style in ((0.0, "temple_tower"), (0.032, "temple_tower_step"), (0.066, "temple_tower_top")):
        found.append(Path(style, (rectangle(x + inset, y + inset, _TOWER - 2 * inset, _TOWER - 2 * inset),)))
    return found
