"""Outlines of a sea: which spaces of a rectangle are void, and which of these are holes with water all round (T5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import msgspec

from studio.core.cache import cached_by_identity
from studio.core.generation import FLIP, HALF, MIRROR, QUARTER, orbit
from studio.core.grid import SquareGrid, neighbors
from studio.core.rng import Rng
from studio.core.text import _
from studio.seatiles.body import Content, Laid, TileKind
from studio.seatiles.facts import query_tiles
from studio.seatiles.rules.chart import edges_of

RECTANGLE, DRAWN = "rectangle", "drawn"
RANDOM = ("ragged", "islands")
"""Outlines that are another with every seed."""


def outline_names() -> tuple[tuple[str, str], ...]:
    """The keys of the outlines with what they are called."""
    return (
        (RECTANGLE, _("Rectangle")),
        ("rounded", _("Rounded")),
        ("ring", _("Ring")),
        ("basins", _("Basins")),
        ("cross", _("Cross")),
        ("ragged", _("Ragged")),
        ("islands", _("Isles")),
        (DRAWN, _("By hand")),
    )


def outline_void(outline: str, columns: int, rows: int, symmetry: str, rng: Rng) -> set[int]:
    """The void cells of an outline on a board of this size, alike under the symmetry where it allows that."""
    if outline == "rounded":
        depth = max(1, min(columns, rows) // 3)
        return {cell for cell, (x, y) in _corners(columns, rows) if x + y < depth}
    if outline == "cross":
        wide, high = max(1, columns // 4), max(1, rows // 4)
        return {cell for cell, (x, y) in _corners(columns, rows) if x < wide and y < high}
    if outline == "ring":
        wide, high = _hole(columns), _hole(rows)
        return {
            cell for cell, (x, y) in _corners(columns, rows) if 2 * x >= columns - wide and 2 * y >= rows - high
        }  # fmt: skip
    if outline == "basins":
        if columns < rows:
            return {
                cell for cell, (x, y) in _corners(columns, rows) if x < columns // 3 and 2 * y >= rows - _neck(rows)
            }
        return {cell for cell, (x, y) in _corners(columns, rows) if y < rows // 3 and 2 * x >= columns - _neck(columns)}
    if outline == "ragged":
        return _symmetrize(_ragged(columns, rows, rng), columns, rows, symmetry)
    if outline == "islands":
        return _isles(columns, rows, symmetry, rng)
    return set()


def _corners(columns: int, rows: int) -> Iterable[tuple[int, tuple[int, int]]]:
    """Every cell with its distances from the nearest side in the east or west, and in the north or south."""
    for cell in range(columns * rows):
        row, column = divmod(cell, columns)
        yield cell, (min(column, columns - 1 - column), min(row, rows - 1 - row))


def _hole(length: int) -> int:
    """About a third of a side, so that as much is left on either hand."""
    return length // 3 + (length - length // 3) % 2


def _neck(length: int) -> int:
    """About a sixth of a side, so that as much is left on either hand."""
    return max(1, length // 6) + (length - max(1, length // 6)) % 2


def _ragged(columns: int, rows: int, rng: Rng) -> set[int]:
    """Bites of one or two spaces' depth out of all four sides."""
    deep = 2 if min(columns, rows) >= 8 else 1
    off = set()
    for side, length in enumerate((columns, rows, columns, rows)):
        place = 0
        while place < length:
            run, depth = 2 + rng.below(3), rng.below(deep + 1)
            for along in range(place, min(place + run, length)):
                for inward in range(depth):
                    x, y = (along, inward) if side % 2 == 0 else (inward, along)
                    if side in (1, 2):
                        x, y = columns - 1 - x, rows - 1 - y
                    off.add(y * columns + x)
            place += run
    return off


def _isles(columns: int, rows: int, symmetry: str, rng: Rng) -> set[int]:
    """Small voids with water round each of them: one for about twenty spaces."""
    grid, off = SquareGrid(columns, rows), set[int]()
    wanted = max(2, columns * rows // 20)
    for _try in range(20 * wanted):
        column, row = 1 + rng.below(columns - 2), 1 + rng.below(rows - 2)
        wide, high = 1 + rng.below(2), 1 + rng.below(2)
        if column + wide > columns - 1 or row + high > rows - 1:
            continue
        isle = _symmetrize(set(grid.box(grid.cell(column, row), grid.cell(column + wide - 1, row + high - 1))),
                      columns, rows, symmetry)  # fmt: skip
        if off.isdisjoint(near for cell in isle for near in grid.around(cell, 1)):
            off |= isle
            wanted -= len(isle) // (wide * high)
        if wanted <= 0:
            break
    return off


def _symmetrize(off: set[int], columns: int, rows: int, symmetry: str) -> set[int]:
    return {image for cell in off for image in orbit(columns, rows, symmetry, cell)}


def holes(off: set[int], grid: SquareGrid) -> set[int]:
    """The void cells that are cut off from the rim by water: the insides of a ring, isles."""
    outside = {cell for cell in off if any(grid.neighbor(cell, side) < 0 for side in range(4))}
    ahead = list(outside)
    while ahead:
        for other in neighbors(grid, ahead.pop()):
            if other in off and other not in outside:
                outside.add(other)
                ahead.append(other)
    return off - outside


# Lanes of open sea that part a board into sectors: they wander from rim to rim across its longer side.


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


# The tiles of a new sea: those of the box, more of them for a larger board, with more land or less (T1–T3).

MAX_COUNT = 999


def land_edges(kind: TileKind) -> int:
    """How many edges of a tile are land."""
    return edges_of(kind.shape).bit_count()


def land_share(tiles: Sequence[TileKind]) -> int:
    """How many of a hundred edges of these tiles are land; bonus tiles do not count."""
    land, edges = _land(tiles)
    return round(100 * land / edges) if edges else 0


def _land(tiles: Sequence[TileKind]) -> tuple[int, int]:
    counts = [(land_edges(kind), kind.hidden + query_tiles(kind) + kind.sorted) for kind in tiles if not kind.bonus]
    return sum(land * count for land, count in counts), 4 * sum(count for _land, count in counts)


def scale_tiles(tiles: Sequence[TileKind], spaces: int, usual: int) -> tuple[TileKind, ...]:
    """The tiles for so many spaces where the box has them for `usual`; never fewer than in the box."""
    if spaces <= usual:
        return tuple(tiles)

    def more(count: int) -> int:
        return min(MAX_COUNT, (count * spaces + usual // 2) // usual)

    return tuple(
        kind
        if kind.bonus
        else msgspec.structs.replace(
            kind,
            hidden=more(kind.hidden),
            events={event: more(count) for event, count in kind.events.items()},
            sorted=more(kind.sorted),
        )
        for kind in tiles
    )


def with_land(tiles: Sequence[TileKind], share: int) -> tuple[TileKind, ...]:
    """As many tiles with more land or less: one by one, a plain tile of the draw stacks becomes its neighbour in land.

    What the draw stacks do not hold (inland tiles) does not come into them. Stops where the share is reached, or as
    near to it as two tiles of every kind allow.
    """
    if share == land_share(tiles):
        return tuple(tiles)
    hidden = {place: kind.hidden for place, kind in enumerate(tiles) if not kind.bonus and kind.hidden > 0}
    lands = {place: land_edges(tiles[place]) for place in hidden}
    land, edges = _land(tiles)
    step = 1 if 100 * land < share * edges else -1
    while 100 * land * step < share * edges * step:
        givers = [
            place
            for place, count in hidden.items()
            if count > 2 and any(lands[other] == lands[place] + step and hidden[other] < MAX_COUNT for other in hidden)
        ]
        if not givers:
            break
        giver = max(givers, key=lambda place: (hidden[place], -place))
        taker = min(
            (other for other in hidden if lands[other] == lands[giver] + step and hidden[other] < MAX_COUNT),
            key=lambda place: (-tiles[place].hidden, place),
        )
        hidden[giver] -= 1
        hidden[taker] += 1
        land += step
    return tuple(
        msgspec.structs.replace(kind, hidden=hidden.get(place, kind.hidden)) for place, kind in enumerate(tiles)
    )


@cached_by_identity(2)
def land_limits(tiles: Sequence[TileKind]) -> tuple[int, int]:
    """The least and the largest share of land that these tiles can be given."""
    return land_share(with_land(tiles, 0)), land_share(with_land(tiles, 100))


def with_laid_tiles(tiles: Sequence[TileKind], cells: Sequence[Content]) -> tuple[TileKind, ...]:
    """The tiles with as many sorted ones of each kind as lie on the board, at least."""
    lying = Counter(content.tile for content in cells if isinstance(content, Laid))
    return tuple(msgspec.structs.replace(kind, sorted=max(kind.sorted, lying[kind.name])) for kind in tiles)
