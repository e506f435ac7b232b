"""The temple of the golden land, seen from above: a great square building round the final space (G14).

Before a tile lies on that space there is a court in its middle with the amulets; afterwards the building stands round
the tile like a frame. Coins lie on two of its towers: what is left of the bonus and of the reserve.
"""

from __future__ import annotations

from studio.core.picture import Shape, Sprite
from studio.drawing.ornaments import ornament


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
    middle, round_a_tile = (x + 0.5, y + 0.5), "_round_a_tile" if laid else ""
    found: list[Shape] = [*ornament(f"goldland/temple{round_a_tile}", *middle, cell=cell)]
    for side in range(4):
        if gates >> side & 1:
            found += ornament(f"goldland/stairs{round_a_tile}", *middle, turn=90.0 * side, cell=cell)
    found += ornament("goldland/towers", *middle, cell=cell)
    if amulets and not laid:
        found.append(Sprite("goldland/amulet", x + 0.5, y + 0.485, 0.40, cell, text=str(amulets)))
    elif amulets:
        found.append(Sprite("goldland/amulet", x + 0.02, y + 0.02, 0.24, cell, text=str(amulets)))
    if reserve:
        found.append(Sprite("goldland/coins", x + 0.98, y + 0.01, 0.22, cell, text=str(reserve)))
    if bonus:
        found.append(Sprite("goldland/coins", x + 0.02, y + 0.97, 0.22, cell, text=str(bonus)))
    return tuple(found)
