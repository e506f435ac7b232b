"""Names on the chart: harbours in old spellings, the great words on land and sea, each where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from studio.core.grid import HEX_PITCH, HexGrid
from studio.core.picture import Label, Shape
from studio.core.text import _
from studio.games.columbus.body import AMERICA, FLORIDA, HOME, LAND, WATER
from studio.games.columbus.look import R

EUROPE: Final = (
    *("Galway", "Bristol", "Plymouth", "Antorff", "Dieppe", "Brest", "Nantes", "Bordeus"),
    *("Bayona", "Bilbao", "Coruña", "Porto", "Lisboa", "Lagos", "Palos", "Cadiz"),
)
"""Harbours of the east, from the north."""
AMERICAS: Final = (
    *("Labrador", "Terra Noua", "Bacalaos", "Norumbega", "Cabo Cod", "Virginia", "Hatarask", "Panuco"),
    *("Iucatan", "Honduras", "Veragua", "Darien", "Cartagena", "Paria", "Guiana", "Brasil"),
)
"""Harbours of the west, from the north; Florida has its name from the rules."""
_NAME_SIZE = 0.27


class Box(NamedTuple):
    """A rectangle that something written fills."""

    left: float
    top: float
    right: float
    foot: float

    def meets(self, other: Box) -> bool:
        return self.left < other.right and other.left < self.right and self.top < other.foot and other.top < self.foot


@lru_cache(maxsize=64)
def harbour_names(tokens: tuple[str, ...]) -> dict[int, str]:
    """The name of every harbour by its cell. Where the names do not suffice, harbours are numbered."""
    names: dict[int, str] = {}
    for token, known in ((HOME, EUROPE), (AMERICA, AMERICAS)):
        cells = [cell for cell, other in enumerate(tokens) if other == token]
        for number, cell in enumerate(cells):
            if len(cells) <= len(known):
                names[cell] = known[(2 * number + 1) * len(known) // (2 * len(cells))]
            else:
                names[cell] = known[number] if number < len(known) else f"Portus {number + 1}"
    florida = [cell for cell, other in enumerate(tokens) if other == FLORIDA]
    for number, cell in enumerate(florida):
        names[cell] = _("Florida") if not number else f"{_('Florida')} {number + 1}"
    return names


def _width(text: str, size: float, spacing: float = 0.0) -> float:
    """About how wide a text is."""
    return size * (0.46 + spacing) * len(text)


@lru_cache(maxsize=32)
def names_on(grid: HexGrid, tokens: tuple[str, ...]) -> tuple[tuple[Shape, ...], tuple[Box, ...]]:
    """The names of the harbours beside them on the land side, and where they stand."""
    labels: list[Shape] = []
    boxes: list[Box] = []
    for cell, name in harbour_names(tokens).items():
        x, y = grid.centre(cell)
        size = _NAME_SIZE
        wide = _width(name, size)
        for east in (tokens[cell] == HOME, tokens[cell] != HOME):
            at = x + (0.56 if east else -0.56)
            box = Box(at if east else at - wide, y - 0.14, at + wide if east else at, y + 0.16)
            if box.right > grid.width + 0.2 or box.left < -0.2:
                continue
            if all(other in (-1, cell) or tokens[other] == LAND for other in _under(grid, box)):
                break
        else:
            continue
        style = "place_red" if tokens[cell] == FLORIDA or name == "Palos" else "place_name"
        labels.append(Label(style, name, at, y + 0.01, size, cell, "left" if east else "right"))
        boxes.append(box)
    return tuple(labels), tuple(boxes)


def _under(grid: HexGrid, box: Box) -> set[int]:
    """The cells that a box lies on (-1: beside the grid)."""
    wide = max(2, int((box.right - box.left) / 0.25) + 1)
    return {
        grid.cell_at(box.left + (box.right - box.left) * i / wide, y)
        for i in range(wide + 1)
        for y in (box.top, (box.top + box.foot) / 2, box.foot)
    }


@lru_cache(maxsize=32)
def great_words(grid: HexGrid, tokens: tuple[str, ...], kept: tuple[Box, ...]) -> tuple[tuple[Shape, ...], tuple[Box, ...]]:
    """EVROPA, AFRICA, MVNDVS NOVVS and the ocean's name, each where there is room for it; and where they stand."""
    taken = list(kept)
    labels: list[Shape] = []
    middle = grid.width / 2
    for word, style, size, spacing, sea, corner in (
        ("EVROPA", "great_land", 0.28, 0.30, False, (grid.width, 0.0)),
        ("AFRICA", "great_land", 0.28, 0.30, False, (grid.width, grid.height)),
        ("MVNDVS NOVVS", "great_land", 0.24, 0.22, False, (0.0, grid.height)),
        ("OCEANVS OCCIDENTALIS", "great_sea", 0.44, 0.52, True, (middle, grid.height)),
    ):
        wide, high = _width(word, size, spacing) + 0.12 * size * len(word), size * 1.05
        spot = _spot(grid, tokens, wide, high, sea, corner, taken, 0.5 * HEX_PITCH / 2)
        if spot is None:
            continue
        x, y = spot
        taken.append(Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
        labels += _in_a_row(word, style, x - wide / 2, y, wide, size, 0.10 if sea else 0.05)
    return tuple(labels), tuple(taken)


def _spot(
    grid: HexGrid,
    tokens: tuple[str, ...],
    wide: float,
    high: float,
    sea: bool,
    corner: tuple[float, float],
    taken: Sequence[Box],
    step: float,
) -> tuple[float, float] | None:
    """The free place nearest to a corner where a word of that size stands on land or on open water alone."""
    wanted = WATER if sea else LAND
    best: tuple[float, float, float] | None = None
    y = high / 2
    while y <= grid.height - high / 2:
        x = wide / 2 + (0.3 if sea else -0.1)
        while x <= grid.width - wide / 2 + (0 if sea else 0.1):
            far = abs(x - corner[0]) * (0.25 if sea else 1) + abs(y - corner[1]) * 1.6
            if best is None or far < best[0]:
                box = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
                room = Box(box.left - 0.06, box.top - 0.05, box.right + 0.06, box.foot + 0.05)
                cells = _under(grid, room) - {-1}
                if cells and not any(room.meets(other) for other in taken):
                    if all(tokens[cell] == wanted for cell in cells) and (sea or _is_inland(grid, tokens, cells)):
                        best = (far, x, y)
            x += step
        y += step
    return None if best is None else (best[1], best[2])


def _is_inland(grid: HexGrid, tokens: tuple[str, ...], cells: set[int]) -> bool:
    """Whether not too much of some land spaces is coast: each touches at most two spaces of sea."""
    for cell in cells:
        wet = 0
        for side in range(6):
            other = grid.neighbour(cell, side)
            wet += other >= 0 and tokens[other] not in (LAND, HOME, AMERICA, FLORIDA)
        if wet > 2:
            return False
    return True


def _in_a_row(
    word: str, style: str, left: float, y: float, wide: float, size: float, swing: float
) -> list[Shape]:
    """A word letter by letter along a gentle wave."""
    import math

    found: list[Shape] = []
    for number, letter in enumerate(word):
        if letter == " ":
            continue
        part = (number + 0.5) / len(word)
        angle = part * math.tau
        rise = -swing * math.sin(angle)
        turn = math.degrees(math.atan2(-swing * math.cos(angle) * math.tau, wide))
        found.append(Label(style, letter, left + part * wide, y + rise, size, turn=turn))
    return found


def number_tag(grid: HexGrid, cell: int, number: int) -> tuple[float, float, str]:
    """Where the number of a home harbour stands in the editor, and its words."""
    x, y = grid.centre(cell)
    return x + 0.40 * R, y - 0.72 * R, f"H{number}"
