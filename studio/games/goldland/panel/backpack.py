"""The backpack of a seat as a picture: twelve compartments in leather, numbered where they are empty.

What is taken fills the pack from the last compartment down, so that the highest open number says how many steps a
move that begins now has (G4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from studio.core.picture import Label, Layer, Outline, Path, Picture, Shape, Sprite, Target, rounded
from studio.games.goldland.drawing.line_plate import ITEMS

TREASURE, AMULET = 7, 8
"""What a compartment can hold beside the seven items."""
_POCKET, _PITCH = 0.88, 1.0
_SIDE, _FLAP, _FOOT = 0.24, 0.62, 0.22


def backpack(
    held: Sequence[int],
    size: int = 12,
    columns: int = 4,
    targets: Mapping[int, int] | None = None,
    names: Mapping[int, str] | None = None,
) -> Picture:
    """A pack of `size` compartments, `columns` in a row, that holds these pieces (0–6 items, 7 treasure, 8 amulet).

    `held[0]` lies in the last compartment. Each compartment whose piece is in `targets` becomes a place to click,
    called as `names` says.
    """
    rows = -(-size // columns)
    wide, high = columns * _PITCH + 2 * _SIDE, _FLAP + rows * _PITCH + _FOOT
    empty = size - len(held)
    shapes: list[Shape] = list(_leather(wide, high))
    spots: list[Target] = []
    pockets: list[Outline] = []
    lit: list[Outline] = []
    inside: list[Shape] = []
    for slot in range(size):
        x = _SIDE + slot % columns * _PITCH + (_PITCH - _POCKET) / 2
        y = _FLAP + slot // columns * _PITCH + (_PITCH - _POCKET) / 2
        box = rounded(x, y, _POCKET, _POCKET, 0.11)
        cx, cy = x + _POCKET / 2, y + _POCKET / 2
        (lit if slot == empty - 1 else pockets).append(box)
        if slot < empty:
            style = "pocket_lit" if slot == empty - 1 else "pocket_number"
            inside.append(Label(style, str(slot + 1), cx, cy, 0.52))
            continue
        piece = held[size - 1 - slot]
        inside.append(_piece(piece, cx, cy))
        if targets and piece in targets:
            spots.append(Target(targets[piece], box, (names or {}).get(piece, "")))
    shapes.append(Path("pocket", tuple(pockets)))
    if lit:
        shapes.append(Path("pocket_open", tuple(lit)))
    shapes += inside
    shapes += _flap(wide)
    if spots:
        shapes.append(Path("pocket_choice", tuple(spot.outline for spot in spots)))
    return Picture((-0.06, -0.04, wide + 0.06, high + 0.08), (Layer("pack", tuple(shapes)),), tuple(spots))


def _piece(piece: int, x: float, y: float) -> Sprite:
    """What lies in a compartment."""
    if piece == TREASURE:
        return Sprite("goldland/treasure", x, y, 0.70)
    if piece == AMULET:
        return Sprite("goldland/amulet", x, y, 0.74)
    return Sprite(f"goldland/{ITEMS[piece]}", x, y, 0.76)


def _leather(wide: float, high: float) -> list[Shape]:
    """The body of the pack with its seam."""
    body = rounded(0.10, 0.16, wide - 0.20, high - 0.16, 0.20)
    seam = rounded(0.17, 0.23, wide - 0.34, high - 0.30, 0.15)
    return [Path("leather", (body,)), Path("stitch", (seam,))]


def _flap(wide: float) -> list[Shape]:
    """The flap over the top, two straps and their buckles."""
    low = _FLAP - 0.10
    flap: Outline = (
        (0.06, 0.02),
        (wide * 0.3, -0.02, wide * 0.7, -0.02, wide - 0.06, 0.02),
        (wide - 0.16, 0.10, wide + 0.03, low * 0.55, wide - 0.02, low * 0.80),
        (wide - 0.10, low * 0.92, wide * 0.72, low * 1.12, wide * 0.5, low * 1.12),
        (wide * 0.28, low * 1.12, 0.10, low * 0.92, 0.02, low * 0.80),
        (-0.03, low * 0.55, 0.16, 0.10, 0.06, 0.02),
    )
    seam: Outline = (
        (0.09, low * 0.74),
        (0.16, low * 0.86, wide * 0.30, low * 1.00, wide * 0.5, low * 1.00),
        (wide * 0.70, low * 1.00, wide - 0.16, low * 0.86, wide - 0.09, low * 0.74),
    )
    found: list[Shape] = [Path("leather_flap", (flap,)), Path("stitch", (seam,), closed=False)]
    for part in (0.22, 0.78):
        x = wide * part
        found.append(Path("strap", (rounded(x - 0.075, 0.0, 0.15, low + 0.10, 0.03),)))
        found.append(Path("buckle", (rounded(x - 0.115, low - 0.05, 0.23, 0.15, 0.03),)))
        found.append(Path("buckle_hole", (rounded(x - 0.065, low - 0.01, 0.055, 0.07, 0.01),)))
        found.append(Path("buckle_hole", (rounded(x + 0.010, low - 0.01, 0.055, 0.07, 0.01),)))
    return found
