"""Names on the chart: harbours in old spellings, the great words on land and sea, each where there is room."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from studio.core.grid import HexGrid, Point, neighbours
from studio.core.picture import Label, Shape
from studio.games.columbus.body import DRY, FLORIDA, HARBOURS, HOME, LAND, WATER
from studio.games.columbus.drawing.look import R
from studio.games.columbus.words.places import harbour_names

_NAME_SIZE, _LEAST_SIZE = 0.27, 0.19
STEP = 0.2
"""How finely room for words is looked for."""


class Box(NamedTuple):
    """A rectangle that something written fills."""

    left: float
    top: float
    right: float
    foot: float

    def meets(self, other: Box) -> bool:
        return self.left < other.right and other.left < self.right and self.top < other.foot and other.top < self.foot


def scale_of(grid: HexGrid) -> float:
    """How much larger than on the first map words and roses are drawn: a large map is looked at from farther off."""
    return min(1.7, max(0.8, grid.width / 19.5))


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
        # behind the harbour; beyond it; where there is no land at all, on the water before it
        is_home = tokens[cell] == HOME
        for east, ground in ((is_home, LAND), (not is_home, LAND), (not is_home, WATER)):
            at = x + (0.56 if east else -0.56)
            room = grid.width + 0.16 - at if east else at + 0.16
            size = min(_NAME_SIZE, room / _width(name, 1.0))
            wide = _width(name, size)
            box = Box(at if east else at - wide, y - 0.14, at + wide if east else at, y + 0.16)
            under = _under(grid, box)
            if size >= _LEAST_SIZE and all(other in (-1, cell) or tokens[other] == ground for other in under):
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
def great_words(
    grid: HexGrid, tokens: tuple[str, ...], kept: tuple[Box, ...]
) -> tuple[tuple[Shape, ...], tuple[Box, ...]]:
    """EVROPA, AFRICA, MVNDVS NOVVS and the ocean's name, each where there is room for it; and where they stand."""
    taken = list(kept)
    rooms = {sea: _Room(grid, tokens, sea) for sea in (False, True)}
    labels: list[Shape] = []
    middle, scale = grid.width / 2, scale_of(grid)
    for word, style, size, spacing, sea, corner in (
        ("EVROPA", "great_land", 0.28, 0.30, False, (grid.width, 0.0)),
        ("AFRICA", "great_land", 0.28, 0.30, False, (grid.width, grid.height)),
        ("MVNDVS NOVVS", "great_land", 0.24, 0.22, False, (0.0, grid.height)),
        ("OCEANVS OCCIDENTALIS", "great_sea", 0.44, 0.52, True, (middle, grid.height)),
    ):
        size *= scale
        wide, high = _width(word, size, spacing) + 0.12 * size * len(word), size * 1.05
        spot = _spot(grid, rooms[sea], wide, high, sea, corner, taken)
        if spot is None:
            continue
        x, y = spot
        taken.append(Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
        labels += _in_a_row(word, style, x - wide / 2, y, wide, size, 0.10 if sea else 0.05)
    return tuple(labels), tuple(taken)


class _Room:
    """How much of a chart is open water, or land well inside the coast, as sums over samples."""

    def __init__(self, grid: HexGrid, tokens: tuple[str, ...], sea: bool) -> None:
        self.across, self.down = int(grid.width / STEP) + 1, int(grid.height / STEP) + 1
        usable = [token == WATER if sea else token == LAND for token in tokens]
        if not sea:
            usable = [fits and wet_sides(grid, tokens, cell) <= 2 for cell, fits in enumerate(usable)]
        wide = self.across + 1
        sums = [0] * (wide * (self.down + 1))
        for j in range(self.down):
            line = 0
            for i in range(self.across):
                cell = grid.cell_at(i * STEP, j * STEP)
                line += cell >= 0 and not usable[cell]
                sums[(j + 1) * wide + i + 1] = sums[j * wide + i + 1] + line
        self.sums, self.wide = sums, wide

    def is_free(self, box: Box) -> bool:
        """Whether a box covers nothing but what can be written on; what lies beside the grid does not count."""
        i, j = max(0, int(box.left / STEP)), max(0, int(box.top / STEP))
        k, m = min(self.across, int(box.right / STEP) + 1), min(self.down, int(box.foot / STEP) + 1)
        sums, wide = self.sums, self.wide
        return sums[m * wide + k] - sums[j * wide + k] - sums[m * wide + i] + sums[j * wide + i] == 0


def _spot(
    grid: HexGrid, room: _Room, wide: float, high: float, sea: bool, corner: Point, taken: Sequence[Box]
) -> Point | None:
    """The free place nearest to a corner where a word of that size finds room."""
    best: tuple[float, float, float] | None = None
    rim = 0.3 if sea else -0.1
    for row in range(int((grid.height - high) / STEP) + 1):
        y = high / 2 + row * STEP
        for column in range(int((grid.width - wide - 2 * rim) / STEP) + 1):
            x = wide / 2 + rim + column * STEP
            far = abs(x - corner[0]) * (0.25 if sea else 1) + abs(y - corner[1]) * 1.6
            if best is not None and far >= best[0]:
                continue
            box = Box(x - wide / 2 - 0.06, y - high / 2 - 0.05, x + wide / 2 + 0.06, y + high / 2 + 0.05)
            if room.is_free(box) and not any(box.meets(other) for other in taken):
                best = (far, x, y)
    return None if best is None else (best[1], best[2])


def wet_sides(grid: HexGrid, tokens: tuple[str, ...], cell: int) -> int:
    """How many spaces of sea a space touches; harbours count as land."""
    return sum(tokens[other] not in DRY + HARBOURS for other in neighbours(grid, cell))


def _in_a_row(word: str, style: str, left: float, y: float, wide: float, size: float, swing: float) -> list[Shape]:
    """A word letter by letter along a gentle wave."""
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
