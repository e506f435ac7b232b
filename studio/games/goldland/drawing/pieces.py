"""What lies and stands on tiles: medallions of adventures, treasures with their price, camps, adventurers, the temple.

(x, y) is always the north-west corner of the tile, in board units.
"""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.picture import Shape, Sprite
from studio.drawing.ornaments import ornament
from studio.games.goldland.drawing.line_plate import PRICE, disc_shapes
from studio.games.goldland.drawing.look import MARKER_SPRITES
from studio.games.goldland.drawing.scenery.floor import HEART, MEET

_MEDALLION, _OCTAGON, _CAMP, _FIGURE = 0.38, 0.26, 0.185, 0.41
_TREASURE = (0.835, 0.81)
_PLAIN_PLACES = (
    (),
    ((0.50, 0.0),),
    ((0.37, 0.0), (0.63, 0.0)),
    ((0.28, 0.0), (0.50, 0.02), (0.72, 0.0)),
    ((0.20, 0.0), (0.40, 0.02), (0.60, 0.02), (0.80, 0.0)),
    ((0.16, 0.0), (0.33, 0.02), (0.50, 0.03), (0.67, 0.02), (0.84, 0.0)),
)
_HALT_PLACES = ((0.150, 0.02), (0.850, -0.10), (0.290, -0.09), (0.710, -0.09), (0.50, -0.12))
"""Where adventurers stand beside a medallion, from the first on: how far east, and how far below the road."""


def medallion(x: float, y: float, kind: int, cell: int = -1, value: str = "") -> Sprite:
    """The adventure of a tile, in its middle; with its value it is the marker of that kind."""
    return Sprite(MARKER_SPRITES[kind], x + HEART[0], y + HEART[1], _MEDALLION * 100 / 94, cell, text=value)


def treasure_shapes(x: float, y: float, full: bool, cell: int = -1, price: int = 2) -> tuple[Shape, ...]:
    """The octagon of a tile with a treasure, and what it costs while it lies there."""
    cx, cy = x + _TREASURE[0], y + _TREASURE[1]
    name = "goldland/octagon" if full else "goldland/octagon_empty"
    found: list[Shape] = [Sprite(name, cx, cy, _OCTAGON * 1.06, cell)]
    if full:
        d = 0.118
        for number in range(price):
            found += disc_shapes(cx + (number - (price - 1) / 2) * 0.098, y + 0.615, d, 0, PRICE, cell)
    return tuple(found)


def camps(x: float, y: float, seats: Sequence[int], cell: int = -1) -> tuple[Shape, ...]:
    """Camps along the south of a tile, one after another."""
    step = min(0.13, 0.54 / max(1, len(seats) - 1))
    return tuple(
        Sprite("goldland/camp", x + 0.115 + number * step, y + 0.81 - _CAMP / 2, _CAMP * 1.12, cell, seat)
        for number, seat in enumerate(seats)
    )


def adventurers(
    x: float, y: float, seats: Sequence[int], halts: bool = False, cell: int = -1, faded: bool = False
) -> tuple[Shape, ...]:
    """Adventurers on a tile; with `halts` they stand beside its medallion. At most five."""
    places = _HALT_PLACES[: len(seats)] if halts else _PLAIN_PLACES[len(seats)]
    size = _FIGURE if len(seats) == 1 else 0.36
    foot = y + MEET[1] + 0.10
    standing = sorted(zip(places, seats, strict=True), key=lambda one: one[0][1])
    return tuple(
        Sprite("goldland/adventurer", x + px, foot + py - size / 2, size * 1.06, cell, seat, faded=faded)
        for (px, py), seat in standing
    )


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
    """The temple of the golden land, seen from above: a great square building round the final space (G14).

    Before a tile lies there, it has a court in its middle with the amulets; afterwards it stands round the tile like a
    frame. Coins lie on two of its towers: what is left of the bonus and of the reserve.
    `laid`: a tile lies there, whose exits are `gates` (N 1, E 2, S 4, W 8); before, stairs lead down on those sides.
    Piles of none are left out.
    """
    middle, round_a_tile = (x + 0.5, y + 0.5), "_round_a_tile" if laid else ""
    found: list[Shape] = [*ornament(f"goldland/temple{round_a_tile}", *middle, cell=cell)]
    for side in range(4):
        if gates >> side & 1:
            found += ornament(f"goldland/stairs{round_a_tile}", *middle, turn=90.0 * side, cell=cell)
    found += ornament("goldland/towers", *middle, cell=cell)
    if amulets and not laid:
        found.append(Sprite("goldland/amulet", x + 0.5, y + 0.485, 0.40, cell, text=str(amulets)))
    elif laid:  # also when none is left: the tile would seem to be one like all others
        text = str(amulets) if amulets else ""
        found.append(Sprite("goldland/amulet", x + 0.79, y + 0.76, 0.40, cell, text=text, faded=not amulets))
    if reserve:
        found.append(Sprite("goldland/coins", x + 0.98, y + 0.01, 0.22, cell, text=str(reserve)))
    if bonus:
        found.append(Sprite("goldland/coins", x + 0.02, y + 0.97, 0.22, cell, text=str(bonus)))
    return tuple(found)
