"""Random seas to lay out: odd sizes, voids, coasts, home-made tile sets, matching pre-placed tiles."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from studio.seatiles.body import Border, EdgeKind, Laid, TileKind
from tests.seatiles.oracle import SIDES, STEPS

EDGES: tuple[EdgeKind, ...] = ("open 0", "open 1", "open 2", "shore", "coast")
SHAPES = ("....", "a...", "aa..", "ab..", "a.b.", "aaa.", "aab.", "abb.", "abc.", "aaaa", "aabb", "abcd", "aaab")


def home_made(random: Random, events_of: Sequence[str], bonus: float = 0.2) -> tuple[TileKind, ...]:
    """A tile set with several kinds of a class, split lands, classes without any tile, few or no hidden tiles."""
    kinds = []
    for number in range(random.randint(1, 9)):
        events = {event: random.randint(0, 2) for event in events_of if random.random() < 0.4}
        kinds.append(
            TileKind(
                f"kind {number}",
                random.choice(SHAPES),
                hidden=random.randint(0, 8),
                events=events,
                sorted=random.randint(0, 5),
                bonus=random.randint(1, 9) if random.random() < bonus else 0,
            )
        )
    return tuple(kinds)


def random_sea_fields(random: Random, tiles: tuple[TileKind, ...], most: int = 6) -> dict[str, Any]:
    """The sea fields of a layout body whose pre-placed tiles match each other and the border."""
    columns, rows = random.randint(2, most), random.randint(2, most)
    voids = random.choice((0, 0, 0.1, 0.3))
    grid = [["#" if random.random() < voids else "." for _x in range(columns)] for _y in range(rows)]
    border = Border(*(random.choice(EDGES if random.random() < 0.6 else EDGES[:3]) for _side in SIDES))
    edges: dict[str, EdgeKind] = {}
    for y in range(rows):
        for x in range(columns):
            for side in SIDES:
                if random.random() < 0.1:
                    edges[f"{'ABCDEFGH'[x]}{y + 1} {side}"] = random.choice(EDGES)
    legend: dict[str, Laid] = {}
    if random.random() < 0.6:
        _lay_some(random, grid, tiles, border, edges, legend)
    return {
        "spaces": tuple("".join(row) for row in grid),
        "legend": legend,
        "border": border,
        "edges": edges,
        "tiles": tiles,
    }


def _lay_some(
    random: Random,
    grid: list[list[str]],
    tiles: tuple[TileKind, ...],
    border: Border,
    edges: dict[str, EdgeKind],
    legend: dict[str, Laid],
) -> None:
    """Lay random tiles that match what is there."""
    columns, rows = len(grid[0]), len(grid)
    laid: dict[tuple[int, int], str] = {}
    for x, y in [(x, y) for y in range(rows) for x in range(columns) if random.random() < 0.3]:
        if grid[y][x] == "#":
            continue
        number, turn = random.randrange(len(tiles)), random.randrange(4)
        shape = tiles[number].shape
        shape = "".join(shape[(side - turn) % 4] for side in range(4))
        for side, (dx, dy) in enumerate(STEPS):
            other = (x + dx, y + dy)
            inside = 0 <= other[0] < columns and 0 <= other[1] < rows and grid[other[1]][other[0]] != "#"
            if inside:
                facing = laid[other][side ^ 2] if other in laid else None
            else:
                what = edges.get(f"{'ABCDEFGH'[x]}{y + 1} {SIDES[side]}", getattr(border, SIDES[side]))
                facing = "a" if what == "coast" else "."
            if facing is not None and (facing == ".") != (shape[side] == "."):
                break
        else:
            laid[x, y] = shape
            symbol = chr(ord("A") + number * 4 + turn)
            grid[y][x] = symbol
            legend[symbol] = Laid(tiles[number].name, turn)
