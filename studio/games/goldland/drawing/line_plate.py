"""The line of equipment of a tile: what it asks, what must be shown, what it gives; always upright, on one plate.

Overlapping discs are all of a group, discs apart with a bar between them are one of several; a white arrow stands
between what is shown and what is gained. The rim says what a disc is for, and those that are paid have a point below
as well: pay red, show white, gain black, price yellow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from studio.core.picture import Path, Shape, Sprite, rounded
from studio.drawing.ornaments import ornament
from studio.games.goldland.drawing.look import ITEM_SPRITES

_DISCS = (*ITEM_SPRITES, "goldland/any")
"""The drawings by item; the last one stands for any piece."""
PLAIN, PAY, SHOW, GAIN, PRICE = "", "pay", "show", "gain", "price"

DISC = 0.195
"""Diameter of a disc, of a tile's side."""
MIDDLE = 0.142
"""How far below the tile's north edge the line runs."""
WIDEST = 0.95
_OVERLAP, _APART, _BETWEEN, _ARROW, _PAD = 0.60, 0.40, 0.30, 0.52, 0.20

Counts = tuple[int, ...]
"""How many of each item, by the order of `ITEM_KEYS`."""


class EquipmentLine(NamedTuple):
    """One line: what is paid on entering, what must be shown, and the alternatives of what is gained."""

    pay: Counts = ()
    show: Counts = ()
    gains: tuple[Counts, ...] = ()


class _Mark(NamedTuple):
    """A disc, an arrow or a bar of a line, at `x` disc widths from its start."""

    kind: str
    x: float
    item: int = 0


def line_shapes(lines: Sequence[EquipmentLine], x: float, y: float, cell: int = -1) -> tuple[Shape, ...]:
    """The plate with the lines of a tile whose north-west corner is (x, y); nothing for no lines."""
    return _line_shapes(tuple(lines), x, y, cell)


@lru_cache(maxsize=1024)
def _line_shapes(lines: tuple[EquipmentLine, ...], x: float, y: float, cell: int) -> tuple[Shape, ...]:
    marks, long = _laid_out(lines)
    if not marks:
        return ()
    d = min(DISC, WIDEST / (long + 2 * _PAD))
    wide, high = (long + 2 * _PAD) * d, 1.19 * d
    left, middle = x + 0.5 - wide / 2, y + MIDDLE
    found: list[Shape] = [Path("line_plate", (rounded(left, middle - high / 2, wide, high, 0.36 * high),), cell)]
    start = left + _PAD * d
    for mark in marks:
        place = start + mark.x * d
        if mark.kind == "arrow":
            found += ornament("goldland/arrow", place, middle, _ARROW * d, cell=cell)
        elif mark.kind == "bar":
            found.append(Path("line_bar", (((place, middle - 0.40 * d), (place, middle + 0.40 * d)),), cell, False))
        else:
            found += disc_shapes(place + d / 2, middle, d, mark.item, mark.kind, cell)
    return tuple(found)


def _laid_out(lines: Iterable[EquipmentLine]) -> tuple[list[_Mark], float]:
    """Where everything stands, in disc widths, and how long it all is."""
    marks: list[_Mark] = []
    at = 0.0
    for line in lines:
        if marks:
            at += _BETWEEN
        before = len(marks)
        for counts, kind in ((line.pay, PAY), (line.show, SHOW)):
            if any(counts):
                if len(marks) > before:
                    at += 0.10
                at = _group(marks, counts, kind, at)
        gains = [gain for gain in line.gains if any(gain)]
        if gains and len(marks) > before:
            marks.append(_Mark("arrow", at + 0.12))
            at += _ARROW + 0.24
        for number, gain in enumerate(gains):
            if number:
                marks.append(_Mark("bar", at + _APART / 2))
                at += _APART
            at = _group(marks, gain, GAIN, at)
    return marks, at


def _group(marks: list[_Mark], counts: Counts, kind: str, at: float) -> float:
    """Overlapping discs from `at` on; where they end."""
    items = [item for item, count in enumerate(counts) for _one in range(count)]
    marks.extend(_Mark(kind, at + number * _OVERLAP, item) for number, item in enumerate(items))
    return at + 1 + (len(items) - 1) * _OVERLAP


def disc_shapes(x: float, y: float, d: float, item: int, rim: str = PLAIN, cell: int = -1) -> list[Shape]:
    """A piece of equipment as a disc `d` across with a rim that says what it is for."""
    found: list[Shape] = [Sprite(_DISCS[item], x, y, d * 100 / 94, cell)]
    if rim:
        found += ornament(f"goldland/disc_{rim}", x, y, d, cell=cell)
    return found
