"""Generation of layouts from choices: size, start and coast, temple, land tiles, start kit (G1, G16).

All lines are those of the published box: a larger layout has some of its tiles twice, a smaller one lacks some.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from studio.core.form import Field, Section
from studio.core.game import Value
from studio.core.generation import BOX, AttemptFailed, Recipe, Template, generate, size_fields
from studio.core.grid import SquareGrid, flood_fill
from studio.core.rng import Rng
from studio.core.text import _
from studio.games.goldland.body import (
    ADVENTURE_KEYS,
    MAX_SIDE,
    MIN_SIDE,
    START,
    UNDISCOVERED,
    VOID,
    Body,
    Content,
    Laid,
    TileData,
    least_turn,
    with_fields,
)
from studio.games.goldland.checks import check
from studio.games.goldland.checks.coast import MIN_LAND
from studio.games.goldland.editing import blank
from studio.games.goldland.fill import unique_name
from studio.games.goldland.layout_reading import Coast, coast_of, corners, layout_facts
from studio.games.goldland.rules.board import COMPARTMENTS

MAX_VILLAGES, MAX_LAID, MAX_TOKENS, MAX_VOID = 12, 12, 99, 30
FAR = 4  # minimum steps between start and temple if the temple is anywhere


def templates() -> Sequence[Template]:
    """Return the recipes to start from, the first-game layout first."""
    body, reading = blank(), layout_facts(blank())
    land = [tile for tile in body.tiles if tile.kind != "coast"]
    published: dict[str, Value] = {
        "columns": reading.grid.columns,
        "rows": reading.grid.rows,
        "start": "2",
        "coast": "first",
        "villages": sum(tile.village for tile in body.tiles),
        "temple": "far",
        "adventures": round(100 * sum(tile.kind != "plain" for tile in land) / len(land)),
        "laid": 0,
        "void": 0,
        "kit.provision": body.kit["provision"],
        "kit.pearl": body.kit["pearl"],
        "tokens": body.tokens,
    }
    shuffled: Recipe = {**published, "coast": "shuffled"}
    return (
        Template(BOX, _("As published"), published),
        Template("shuffled", _("Shuffled coast"), shuffled),
        Template("west", _("Temple in the west"), {**shuffled, "columns": 9, "rows": 6, "temple": "along"}),
        Template("short", _("Short trail"), {**shuffled, "columns": 5, "rows": 5}),
        Template("wide", _("Wide land"), {**shuffled, "columns": 9, "rows": 9, "villages": 6}),
    )


def choices(recipe: Recipe) -> Sequence[Section]:
    starts = (_("North-west"), _("North-east"), _("South-east"), _("South-west"))
    orders = (("first", _("As in the first game")), ("shuffled", _("Shuffled")))
    temples = (
        ("far", _("Opposite corner")),
        ("along", _("Far west or east")),
        ("across", _("Far north or south")),
        ("middle", _("In the middle")),
        ("anywhere", _("Anywhere")),
    )
    corners = tuple((str(number), name) for number, name in enumerate(starts))
    board = (
        *size_fields(recipe, MIN_SIDE, MAX_SIDE, MAX_SIDE),
        Field("start", _("Start"), "choice", recipe["start"], choices=corners),
        Field("void", _("Void"), "int", recipe["void"], 0, MAX_VOID, tip=_("Number of land spaces that are void.")),
    )
    coast = (
        Field("coast", _("Coast"), "choice", recipe["coast"], choices=orders),
        Field("villages", _("Villages"), "int", recipe["villages"], 0, MAX_VILLAGES),
    )
    tip = _("Percentage of land tiles that are adventures.")
    land = (
        Field("adventures", _("Adventures"), "share", recipe["adventures"], 20, 90, tip=tip),
        Field("laid", _("Placed at the start"), "int", recipe["laid"], 0, MAX_LAID),
    )
    backpacks = (
        Field("kit.provision", _("Provisions"), "int", recipe["kit.provision"], 0, COMPARTMENTS),
        Field("kit.pearl", _("Pearls"), "int", recipe["kit.pearl"], 0, COMPARTMENTS),
        Field("tokens", _("Discovery tokens"), "int", recipe["tokens"], 1, MAX_TOKENS),
    )
    return (
        Section(_("Board"), board),
        Section(_("Coast"), coast, _("No village is next to the start.")),
        Section(_("Temple"), (Field("temple", _("Temple"), "choice", recipe["temple"], choices=temples),)),
        Section(_("Land tiles"), land),
        Section(_("Backpacks"), backpacks),
    )


def make(recipe: Recipe, seed: int) -> Body:
    """Return the layout of a recipe. Raises `ValueError` with the choice to change if there is none."""
    return generate(seed, lambda rng: _generate(recipe, rng), check)


def _generate(recipe: Recipe, rng: Rng) -> Body:
    published = blank()
    grid = SquareGrid(int(recipe["columns"]), int(recipe["rows"]))
    coast = coast_of(grid, corners(grid)[int(recipe["start"])])
    shore = {coast.start, *coast.cells}
    land = [cell for cell in range(grid.count) if cell not in shore]
    void = int(recipe["void"])
    if void > len(land) - MIN_LAND:
        message = _("This board has room for only {most} void spaces. Choose fewer or a larger board.")
        raise AttemptFailed(message.format(most=max(0, len(land) - MIN_LAND)))
    shores = _coast_tiles(recipe, coast, rng)
    tiles = [*shores, *_land_tiles(published, max(0, len(land) - void), int(recipe["adventures"]), rng)]
    temple = _temple(grid, coast, land, str(recipe["temple"]), rng)
    cells: list[Content] = [UNDISCOVERED] * grid.count
    cells[coast.start] = START
    for cell, tile in zip((*coast.along, *coast.across), shores, strict=True):
        cells[cell] = Laid(tile.name)
    for cell in _random_holes(grid, coast, [cell for cell in land if cell != temple], void, rng):
        cells[cell] = VOID
    free = [cell for cell in land if cell != temple and cells[cell] != VOID]
    inland = [tile for tile in tiles if tile.kind != "coast"]
    rng.shuffle(free)
    rng.shuffle(inland)
    for cell, tile in zip(free[: int(recipe["laid"])], inland, strict=False):
        cells[cell] = Laid(tile.name, least_turn(tile, rng.below(4)))
    kit = {**published.kit, "provision": recipe["kit.provision"], "pearl": recipe["kit.pearl"]}
    return with_fields(
        published,
        cells=cells,
        columns=grid.columns,
        tiles=_in_box_order(published, tiles),
        temple=grid.name(temple),
        locked=(),
        kit={item: count for item, count in kit.items() if count},
        tokens=recipe["tokens"],
    )


def _random_holes(grid: SquareGrid, coast: Coast, land: list[int], count: int, rng: Rng) -> list[int]:
    """Return this many land spaces to be made void without separating any space from the start."""
    holes: list[int] = []
    candidates = list(land) if count else []
    rng.shuffle(candidates)
    for cell in candidates:
        if len(holes) < count and _is_connected(grid, coast.start, {*holes, cell}):
            holes.append(cell)
    if len(holes) < count:
        raise AttemptFailed(_("So many void spaces would divide the land. Choose fewer."))
    return holes


def _is_connected(grid: SquareGrid, start: int, void: set[int]) -> bool:
    """Return whether all spaces on the board are connected with the start."""
    return len(flood_fill(grid, start, lambda cell: cell not in void)) + len(void) == grid.count


def _coast_tiles(recipe: Recipe, coast: Coast, rng: Rng) -> list[TileData]:
    """Return the coast tiles in their order: one arm outward to its end tile, then the other."""
    reading = layout_facts(blank())
    assert reading.coast is not None
    arms = [[reading.tile_at(cell) for cell in arm] for arm in (reading.coast.along, reading.coast.across)]
    *along, end = (tile for tile in arms[0] if tile is not None)
    *across, other_end = (tile for tile in arms[1] if tile is not None)
    needed = len(coast.along) - 1, len(coast.across) - 1
    pool = [*along, *across]
    if recipe["coast"] == "shuffled":
        rng.shuffle(pool)
    elif (len(along), len(across)) != needed:  # the rest of one arm continues along the other
        pool = [*along[: needed[0]], *across[: needed[1]], *along[needed[0] :], *across[needed[1] :]]
    pool = _take_tiles(pool, sum(needed), [*along, *across, end, other_end], rng)
    pool = _with_villages(pool, int(recipe["villages"]), rng)
    for place in (0, needed[0]):
        if pool[place].village:
            others = [other for other, tile in enumerate(pool) if not tile.village and other not in (0, needed[0])]
            if not others:
                raise AttemptFailed(_("Too few coast tiles have no village. Choose fewer villages."))
            other = rng.choose(others)
            pool[place], pool[other] = pool[other], pool[place]
    return [*pool[: needed[0]], end, *pool[needed[0] :], other_end]


def _take_tiles(pool: list[TileData], count: int, taken: list[TileData], rng: Rng) -> list[TileData]:
    """Return this many tiles: the first of the pool, or the whole pool and some of it again under new names.

    No treasure occurs twice, because the box holds no more of them.
    """
    tiles, names = pool[:count], list(taken)
    again: list[TileData] = []
    while len(tiles) < count:
        if not again:
            again = list(pool)
            rng.shuffle(again)
        tile = again.pop()
        tiles.append(msgspec.structs.replace(tile, name=unique_name(names, tile.kind), treasure=False))
        names.append(tiles[-1])
    return tiles


def _with_villages(pool: list[TileData], count: int, rng: Rng) -> list[TileData]:
    """Return the coast tiles with this many villages: some become villages or stop being villages."""
    now = [place for place, tile in enumerate(pool) if tile.village]
    others = [place for place, tile in enumerate(pool) if not tile.village]
    rng.shuffle(now)
    rng.shuffle(others)
    if count > len(pool) - 2:
        message = _("This coast has room for only {most} villages. Choose fewer or a larger board.")
        raise AttemptFailed(message.format(most=max(0, len(pool) - 2)))
    villages = {*now[:count], *others[: max(0, count - len(now))]}
    return [msgspec.structs.replace(tile, village=place in villages) for place, tile in enumerate(pool)]


def _land_tiles(published: Body, count: int, share: int, rng: Rng) -> list[TileData]:
    """Return this many land tiles with this share of adventures, those of the box first."""
    found: list[TileData] = []
    adventures = (count * share + 50) // 100
    for kinds, wanted in ((("plain",), count - adventures), (ADVENTURE_KEYS, adventures)):
        pool = [tile for tile in published.tiles if tile.kind in kinds]
        if wanted != len(pool):
            rng.shuffle(pool)
        found += _take_tiles(pool, wanted, list(published.tiles), rng)
    return found


def _in_box_order(published: Body, tiles: list[TileData]) -> tuple[TileData, ...]:
    """Return the tiles in the order of the box; repeated ones come after the last of their kind."""
    order = {tile.name: place for place, tile in enumerate(published.tiles)}
    last = {tile.kind: place for place, tile in enumerate(published.tiles) if not tile.end}

    def rank(tile: TileData) -> tuple[int, int]:
        return order.get(tile.name, last[tile.kind]), 0 if tile.name in order else int(tile.name[1:])

    return tuple(sorted(tiles, key=rank))


def _temple(grid: SquareGrid, coast: Coast, land: list[int], place: str, rng: Rng) -> int:
    """Return the temple's space (G14)."""
    column, row = start = grid.coords(coast.start)
    if place == "anywhere":
        far = [cell for cell in land if sum(abs(x - y) for x, y in zip(grid.coords(cell), start, strict=True)) >= FAR]
        return rng.choose(far)
    east, south = grid.columns - 1, grid.rows - 1
    middle_column, middle_row = (east - 1 if column else east + 1) // 2, (south - 1 if row else south + 1) // 2
    return grid.cell(
        middle_column if place in ("across", "middle") else east - column,
        middle_row if place in ("along", "middle") else south - row,
    )
