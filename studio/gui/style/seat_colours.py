"""The colours of the seats, as they are usually and for eyes that see fewer colours; their emblems never change.

What an eye with a colour vision deficiency sees is worked out in the tests with the matrices of G. M. Machado,
M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (IEEE
Transactions on Visualization and Computer Graphics 15, 2009), for the full deficiency. The smallest ΔE2000 between two
seats is 24 in the usual colours and 16 for the hardest deficiency; in a palette for such eyes 28 for them and for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtGui import QColor


class SeatColors(NamedTuple):
    """A seat's colours: body with its light edge and shade; `emblem` is drawn straight on the body.

    Where a sprite gives the emblem a plate of its own, the plate is `plate` and the emblem on it `on_plate`.
    """

    name: str
    emblem_name: str
    body: QColor
    light: QColor
    shade: QColor
    emblem: QColor
    plate: QColor
    on_plate: QColor


def _seat(name: str, emblem_name: str, *colors: str) -> SeatColors:
    body, light, shade, emblem, plate, on_plate = (QColor(color) for color in colors)
    return SeatColors(name, emblem_name, body, light, shade, emblem, plate, on_plate)


SEATS = (
    _seat("Blue", "disc", "#2F6FB8", "#5F98D8", "#1B4A80", "#FFF6E2", "#FFF6E2", "#1F5594"),
    _seat("Vermilion", "triangle", "#BF3F2A", "#DE6B50", "#842616", "#FFF6E2", "#FFF6E2", "#A5301C"),
    _seat("Green", "square", "#52AB84", "#82CBA8", "#2C7355", "#0F2F22", "#FFF6E2", "#26694D"),
    _seat("Yellow", "diamond", "#EDC03A", "#FADD80", "#AE821A", "#3A2A10", "#FFF6E2", "#8A620A"),
    _seat("Plum", "star", "#5A2455", "#82447B", "#361133", "#FFF6E2", "#FFF6E2", "#5A2455"),
    _seat("Ivory", "cross", "#F3ECDD", "#FFFDF6", "#B7AB90", "#3A2C1C", "#3A2C1C", "#FFF6E2"),
)
"""Six seats for all games."""
COLORS = tuple(seat.name.lower() for seat in SEATS)
"""What the colours are called in files."""


def _in(*bodies: str) -> tuple[SeatColors, ...]:
    """The seats with other bodies, and edges and shades that go with them."""
    return tuple(
        seat._replace(body=QColor(body), light=_mixed(body, "#FFFFFF", 0.28), shade=_mixed(body, "#140C08", 0.38))
        for seat, body in zip(SEATS, bodies, strict=True)
    )


def _mixed(first: str, second: str, share: float) -> QColor:
    one, other = QColor(first), QColor(second)
    pairs = zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)  # type: ignore[index]  # the stubs call it an object
    return QColor(*(round(a + (b - a) * share) for a, b in pairs))


USUAL = "usual"
PALETTES = {
    USUAL: SEATS,
    "red_green": _in("#1455EC", "#8C2804", "#579483", "#FDD71C", "#440E33", "#FEFEFC"),
    "blue_yellow": _in("#1A62B0", "#AF1A05", "#2FCEAA", "#DBA800", "#3B173E", "#FFFEFD"),
}
"""By whom they are for: everybody, who hardly tells red from green (protanopia, deuteranopia), blue from yellow
(tritanopia). Each seat goes by its usual name: blue stays blue, vermilion a red."""


def hues_of(colors: Sequence[str]) -> tuple[int, ...]:
    """The colours of seats by what files call them ("" or unknown: the usual one), no two of them alike.

    Whoever has named a colour first has it; others get their own where it is free, else the first that is.
    """
    found: dict[int, int] = {}
    for seat, name in enumerate(colors[: len(SEATS)]):
        if name in COLORS and COLORS.index(name) not in found.values():
            found[seat] = COLORS.index(name)
    for seat in range(min(len(colors), len(SEATS))):
        if seat not in found:
            free = [hue for hue in range(len(SEATS)) if hue not in found.values()]
            found[seat] = seat if seat in free else free[0]
    return tuple(found[seat] for seat in range(len(found)))
