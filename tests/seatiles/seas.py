"""Random seas whose tiles match, for tests of drawing."""

from __future__ import annotations

import random

from studio.seatiles.drawing.coast import Lands, Sea, Tile, lands_of_shape
from tests.seatiles.sea_bodies import STEPS

SHAPES = ("....", "a...", "aa..", "a.b.", "aaa.", "aaaa", "ab..", "aab.", "abcd")


def random_sea(columns: int, rows: int, seed: int, part: float = 0.75, odd: bool = False) -> Sea:
    """A sea with matching tiles on that part of its spaces; `odd` adds void spaces, coasts and shores."""
    rng = random.Random(seed)
    count = columns * rows
    void = tuple(odd and rng.random() < 0.12 for _ in range(count))
    rim = [-1] * (count * 4)
    for cell in range(count):
        for side in range(4):
            x, y = cell % columns + STEPS[side][0], cell // columns + STEPS[side][1]
            if not void[cell] and (not (0 <= x < columns and 0 <= y < rows) or void[y * columns + x]):
                rim[cell * 4 + side] = rng.randrange(5) if odd else rng.randrange(3)
    tiles: list[Tile | None] = [None] * count
    for cell in rng.sample(range(count), count):
        if void[cell] or rng.random() > part:
            continue
        fitting = [lands for lands in all_lands() if fits(lands, cell, columns, rows, tiles, rim)]
        if fitting:
            lands = rng.choice(fitting)
            tiles[cell] = Tile(lands, 5 if lands == (0, 0, 0, 0) and rng.random() < 0.2 else 0)
    return Sea(columns, rows, void, tuple(tiles), tuple(rim))


def all_lands() -> list[Lands]:
    """Every tile in every rotation."""
    return sorted({lands_of_shape(shape, turn) for shape in SHAPES for turn in range(4)})


def fits(lands: Lands, cell: int, columns: int, rows: int, tiles: list[Tile | None], rim: list[int]) -> bool:
    """Whether all known edges match (T4, T5)."""
    for side, (dx, dy) in enumerate(STEPS):
        x, y = cell % columns + dx, cell // columns + dy
        land = lands[side] >= 0
        if rim[cell * 4 + side] >= 0:
            if land != (rim[cell * 4 + side] == 4):
                return False
        elif 0 <= x < columns and 0 <= y < rows:
            other = tiles[y * columns + x]
            if other is not None and land != (other.lands[side ^ 2] >= 0):
                return False
    return True
