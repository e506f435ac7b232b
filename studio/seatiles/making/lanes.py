"""Lanes of open sea that part a board into sectors: they wander from rim to rim across its longer side."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from studio.core.generation import FLIP, HALF, MIRROR, QUARTER, orbit
from studio.core.rng import Rng


def lanes(columns: int, rows: int, space: set[int], sectors: int, symmetry: str, is_even: bool, rng: Rng) -> set[int]:
    """The cells of the lanes between so many sectors. `space` are the cells that are not void.

    Steps sideways are diagonal ones: spaces on two sides of a lane never touch. With a quarter turn there are one or
    four sectors.
    """
    if sectors == 1:
        return set()
    if symmetry == QUARTER:
        return _pinwheel(columns, rng) & space
    if columns >= rows:
        drawn = _across(columns, rows, lambda u, v: v * columns + u, space, sectors, symmetry, is_even, rng)
    else:
        turned = {MIRROR: FLIP, FLIP: MIRROR}.get(symmetry, symmetry)
        drawn = _across(rows, columns, lambda u, v: u * columns + v, space, sectors, turned, is_even, rng)
    return drawn & space


def _pinwheel(length: int, rng: Rng) -> set[int]:
    """Four arms from the middle of a square board, each a quarter turn of the one before."""
    middle = (length - 1) // 2
    top = middle if length % 2 == 0 else middle - 1
    arm = _walk(middle, top + 1, length // 5, rng)
    cells = [(top - step) * length + column for step, column in enumerate(arm)]
    if length % 2:
        cells.append(middle * length + middle)
    return {image for cell in cells for image in orbit(length, length, QUARTER, cell)}


def _across(
    wide: int,
    high: int,
    cell: Callable[[int, int], int],
    space: set[int],
    sectors: int,
    symmetry: str,
    is_even: bool,
    rng: Rng,
) -> set[int]:
    """Lanes that run along the shorter side, `cell` saying which cell lies at a place across and along."""
    depth = [sum(cell(u, v) in space for v in range(high)) for u in range(wide)]
    total, reach = sum(depth), max(1, min(3, wide // (2 * sectors) - 1))
    taken: set[int] = set()
    for lane in range(1, sectors // 2 + 1 if symmetry in (MIRROR, HALF) else sectors):
        is_middle = 2 * lane == sectors and symmetry in (MIRROR, HALF)
        loose = 0 if is_even else total // (5 * sectors)
        base = (
            (wide - 1) // 2
            if is_middle
            else _reached(depth, total * lane // sectors + rng.below(2 * loose + 1) - loose)
        )
        line = _line(base, wide, high, reach, symmetry, is_middle, rng)
        for v, u in enumerate(line):
            taken.add(cell(u, v))
            if symmetry == MIRROR:
                taken.add(cell(wide - 1 - u, v))
            elif symmetry == HALF:
                taken.add(cell(wide - 1 - u, high - 1 - v))
    return taken


def _line(base: int, wide: int, high: int, reach: int, symmetry: str, is_middle: bool, rng: Rng) -> list[int]:
    """Where a lane lies, along the shorter side."""
    if is_middle and symmetry == MIRROR:
        return [base] * high
    half = _walk(base, (high + 1) // 2, reach, rng)
    if is_middle or symmetry == FLIP:
        top = half[::-1]
        return top + ([] if is_middle else top[::-1][high % 2 :])
    other = _walk(base, high // 2 + 1, reach, rng)[1:]
    return [min(max(u, 0), wide - 1) for u in (*half[::-1], *other)]


def _walk(start: int, steps: int, reach: int, rng: Rng) -> list[int]:
    """Places one after another, each at most one from the last and `reach` from the first."""
    places = [start]
    while len(places) < steps:
        step = (0, 0, 0, -1, 1)[rng.below(5)]
        places.append(places[-1] + (step if abs(places[-1] + step - start) <= reach else 0))
    return [max(place, 0) for place in places]


def _reached(depth: Sequence[int], cells: int) -> int:
    """The place at which so many cells lie before."""
    before = 0
    for place, here in enumerate(depth):
        if before + here > cells:
            return place
        before += here
    return len(depth) - 1
