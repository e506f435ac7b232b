"""Generation of new seas from a few choices: outline, border, sectors, land, pre-placed tiles, symmetry (T1–T9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import msgspec

from studio.core.cache import cached_by_identity
from studio.core.form import Field, Section
from studio.core.game import Value
from studio.core.generation import (
    BOX,
    FLIP,
    HALF,
    MIRROR,
    NONE,
    QUARTER,
    AttemptFailed,
    Recipe,
    Template,
    format_mask,
    generate,
    orbit,
    parse_mask,
    random_orbits,
    size_fields,
    symmetry_field,
)
from studio.core.grid import SIDE_NAMES, SquareGrid, neighbors
from studio.core.problems import Problem
from studio.core.rng import Rng
from studio.core.text import _, capitalize_first
from studio.seatiles.body import (
    UNDISCOVERED,
    VOID,
    AnySea,
    Border,
    Content,
    EdgeKind,
    Laid,
    SeaBody,
    TileKind,
    edge_name,
    with_fields,
)
from studio.seatiles.editing import EDGE_KINDS, fitting_tiles
from studio.seatiles.facts import query_tiles
from studio.seatiles.rules.chart import edges_of

RECTANGLE, DRAWN = "rectangle", "drawn"
RANDOM = ("ragged", "islands")  # outlines that depend on the seed


def outline_names() -> tuple[tuple[str, str], ...]:
    """Return the keys of the outlines with their display names."""
    return (
        (RECTANGLE, _("Rectangle")),
        ("rounded", _("Rounded")),
        ("ring", _("Ring")),
        ("basins", _("Basins")),
        ("cross", _("Cross")),
        ("ragged", _("Jagged")),
        ("islands", _("Islands")),
        (DRAWN, _("By hand")),
    )


def outline_void(outline: str, columns: int, rows: int, symmetry: str, rng: Rng) -> set[int]:
    """Return the void cells of an outline on a board of this size, symmetric if the outline allows it."""
    if outline == "rounded":
        depth = max(1, min(columns, rows) // 3)
        return {cell for cell, (x, y) in _corners(columns, rows) if x + y < depth}
    if outline == "cross":
        wide, high = max(1, columns // 4), max(1, rows // 4)
        return {cell for cell, (x, y) in _corners(columns, rows) if x < wide and y < high}
    if outline == "ring":
        wide, high = _centred(columns, columns // 3), _centred(rows, rows // 3)
        return {
            cell for cell, (x, y) in _corners(columns, rows) if 2 * x >= columns - wide and 2 * y >= rows - high
        }  # fmt: skip
    if outline == "basins":
        if columns < rows:
            neck = _centred(rows, max(1, rows // 6))
            return {cell for cell, (x, y) in _corners(columns, rows) if x < columns // 3 and 2 * y >= rows - neck}
        neck = _centred(columns, max(1, columns // 6))
        return {cell for cell, (x, y) in _corners(columns, rows) if y < rows // 3 and 2 * x >= columns - neck}
    if outline == "ragged":
        return _symmetrize(_ragged(columns, rows, rng), columns, rows, symmetry)
    if outline == "islands":
        return _isles(columns, rows, symmetry, rng)
    return set()


def _corners(columns: int, rows: int) -> Iterable[tuple[int, tuple[int, int]]]:
    """Return every cell with its distances from the nearest east or west side, and north or south side."""
    for cell in range(columns * rows):
        row, column = divmod(cell, columns)
        yield cell, (min(column, columns - 1 - column), min(row, rows - 1 - row))


def _centred(length: int, size: int) -> int:
    """Return the size, or one more if the margins on both sides of it would differ."""
    return size + (length - size) % 2


def _ragged(columns: int, rows: int, rng: Rng) -> set[int]:
    """Return bites of one or two spaces' depth on all four sides."""
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
    """Return small voids surrounded by water, about one per twenty spaces."""
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
    """Return void cells that water separates from the rim, such as the inside of a ring."""
    outside = {cell for cell in off if any(grid.neighbor(cell, side) < 0 for side in range(4))}
    ahead = list(outside)
    while ahead:
        for other in neighbors(grid, ahead.pop()):
            if other in off and other not in outside:
                outside.add(other)
                ahead.append(other)
    return off - outside


# Lanes of open sea that divide a board into sectors, from rim to rim across its longer side


def lanes(columns: int, rows: int, space: set[int], sectors: int, symmetry: str, is_even: bool, rng: Rng) -> set[int]:
    """Return the cells of the lanes between the sectors. `space` are the cells that are not void.

    Sideways steps are diagonal, so spaces on two sides of a lane never touch. A quarter-turn symmetry allows one or
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
    """Return four arms from the middle of a square board, each turned by 90° from the last."""
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
    """Return lanes along the shorter side; `cell` maps a position across and along to a cell."""
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
    """Return the path of a lane along the shorter side."""
    if is_middle and symmetry == MIRROR:
        return [base] * high
    half = _walk(base, (high + 1) // 2, reach, rng)
    if is_middle or symmetry == FLIP:
        top = half[::-1]
        return top + ([] if is_middle else top[::-1][high % 2 :])
    other = _walk(base, high // 2 + 1, reach, rng)[1:]
    return [min(max(u, 0), wide - 1) for u in (*half[::-1], *other)]


def _walk(start: int, steps: int, reach: int, rng: Rng) -> list[int]:
    """Return positions one after another, each at most one from the last and `reach` from the first."""
    places = [start]
    while len(places) < steps:
        step = (0, 0, 0, -1, 1)[rng.below(5)]
        places.append(places[-1] + (step if abs(places[-1] + step - start) <= reach else 0))
    return [max(place, 0) for place in places]


def _reached(depth: Sequence[int], cells: int) -> int:
    """Return the position with this number of cells before it."""
    before = 0
    for place, here in enumerate(depth):
        if before + here > cells:
            return place
        before += here
    return len(depth) - 1


# The tiles of a new sea: those of the box, scaled to the board size and the chosen share of land (T1–T3)

MAX_COUNT = 999


def land_edges(kind: TileKind) -> int:
    return edges_of(kind.shape).bit_count()


def land_share(tiles: Sequence[TileKind]) -> int:
    """Return the percentage of land edges of these tiles, without bonus tiles."""
    land, edges = _land(tiles)
    return round(100 * land / edges) if edges else 0


def _land(tiles: Sequence[TileKind]) -> tuple[int, int]:
    counts = [(land_edges(kind), kind.hidden + query_tiles(kind) + kind.sorted) for kind in tiles if not kind.bonus]
    return sum(land * count for land, count in counts), 4 * sum(count for _land, count in counts)


def scale_tiles(tiles: Sequence[TileKind], spaces: int, usual: int) -> tuple[TileKind, ...]:
    """Scale the tiles of the box from `usual` spaces to this number; never fewer than in the box."""
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
    """Return the same number of tiles with more or less land, changing one plain tile of the draw stacks at a time.

    Kinds without plain tiles there (inland tiles) are not used, and at least two of each other kind are kept, so the
    share may not be reached.
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
    """Return the minimum and maximum share of land of these tiles."""
    return land_share(with_land(tiles, 0)), land_share(with_land(tiles, 100))


def with_laid_tiles(tiles: Sequence[TileKind], cells: Sequence[Content]) -> tuple[TileKind, ...]:
    """Return the tiles with at least as many sorted ones of each kind as are on the board."""
    lying = Counter(content.tile for content in cells if isinstance(content, Laid))
    return tuple(msgspec.structs.replace(kind, sorted=max(kind.sorted, lying[kind.name])) for kind in tiles)


MIN_SIDE, MAX_SIDE = 5, 24
MAX_SECTORS, MAX_LAID, MAX_BONUS = 4, 24, 12
MIN_SPACES = 12  # minimum number of spaces of an outline


def templates_of(box: SeaBody, fixed_sea: int, bonus: dict[int, int]) -> Sequence[Template]:
    """Return the starting recipes. `box` is the published board without placed tiles, with its whole set.

    `fixed_sea` and `bonus` are the tiles placed in the published game, bonus tiles by their bonus.
    """
    border = box.border
    sides = dict(zip(SIDE_NAMES, (border.north, border.east, border.south, border.west), strict=True))
    recipe: Recipe = {
        "columns": len(box.spaces[0]),
        "rows": len(box.spaces),
        "outline": RECTANGLE,
        "drawn": "",
        "inner": "shore",
        **{f"border.{side}": kind for side, kind in sides.items()},
        "sectors": "1",
        "even": True,
        "land": land_share(box.tiles),
        "fixed.sea": fixed_sea,
        "fixed.land": 0,
        **{f"bonus.{value}": bonus.get(value, 0) for value in _bonuses(box)},
        "symmetry": NONE,
    }
    one_each: Recipe = {f"bonus.{value}": 2 for value in _bonuses(box)}
    gulfs: Recipe = {"columns": 14, "rows": 10, "outline": "rounded", "sectors": "3", "symmetry": HALF, "fixed.sea": 0}
    ring: Recipe = {"columns": 12, "rows": 10, "outline": "ring", "inner": "coast", "symmetry": MIRROR, "fixed.sea": 4}
    isles: Recipe = {"columns": 12, "rows": 9, "outline": "islands", "symmetry": NONE, "fixed.sea": 0}
    duel: Recipe = {"columns": 7, "rows": 7, "symmetry": HALF, "fixed.sea": 2}
    wide: Recipe = {"columns": 16, "rows": 10, "fixed.sea": max(4, fixed_sea * 2)}
    return (
        Template(BOX, _("As published"), recipe),
        Template("gulfs", _("Three gulfs"), {**recipe, **one_each, **gulfs}),
        Template("ring", _("Ring sea"), {**recipe, **one_each, **ring}),
        Template("isles", _("Islands"), {**recipe, **isles}),
        Template("duel", _("Small, for two"), {**recipe, **one_each, **duel}),
        Template("wide", _("Wide"), {**recipe, **wide}),
    )


def _bonuses(box: SeaBody) -> dict[int, TileKind]:
    return {kind.bonus: kind for kind in box.tiles if kind.bonus}


def sea_choices(box: SeaBody, recipe: Recipe) -> Sequence[Section]:
    """Return the choices for a new sea."""
    columns, rows = int(recipe["columns"]), int(recipe["rows"])
    names = _("Free"), _("Toll 1"), _("Toll 2"), _("Shore"), _("Coast")
    kinds = tuple(zip(EDGE_KINDS, names, strict=True))
    outline, off = str(recipe["outline"]), partial(_void_cells, recipe)
    masks = tuple(format_mask(off(key), columns, rows) for key, _name in outline_names())
    board = [Field("outline", _("Outline"), "choice", outline, choices=outline_names(), masks=masks)]
    if outline == DRAWN:
        board.append(Field("drawn", _("Drawing"), "mask", recipe["drawn"]))
    if holes(off(outline), SquareGrid(columns, rows)) or outline in RANDOM:
        inner = (*kinds[EDGE_KINDS.index("shore") :], ("border", _("Same as border")))
        board.append(Field("inner", _("Around holes"), "choice", recipe["inner"], choices=inner))
    sides = (
        Field(f"border.{side}", name, "choice", recipe[f"border.{side}"], choices=kinds)
        for side, name in zip(SIDE_NAMES, (_("North"), _("East"), _("South"), _("West")), strict=True)
    )
    compass = format_mask(off(outline), columns, rows)
    tip = _("Percentage of all tile edges that are land.")
    tiles = [
        Field("land", _("Land"), "share", recipe["land"], *land_limits(box.tiles), tip=tip),
        Field("fixed.sea", _("Open sea, placed"), "int", recipe["fixed.sea"], 0, MAX_LAID),
        Field("fixed.land", _("Land, placed"), "int", recipe["fixed.land"], 0, MAX_LAID),
    ]
    for value, kind in _bonuses(box).items():
        name = capitalize_first(kind.name)
        tiles.append(Field(f"bonus.{value}", name, "int", recipe[f"bonus.{value}"], 0, MAX_BONUS))
    return (
        Section(_("Board"), (*size_fields(recipe, MIN_SIDE, MAX_SIDE, MAX_SIDE), *board)),
        Section(_("Border"), tuple(sides), _("The toll that ships pay on each side."), compass=compass),
        Section(_("Sectors"), tuple(_sector_fields(recipe))),
        Section(_("Tiles"), tuple(tiles)),
        Section(_("Symmetry"), (symmetry_field(recipe, *_asymmetric_only(recipe)),)),
    )


def _sector_fields(recipe: Recipe) -> list[Field]:
    counts = [str(count) for count in range(1, MAX_SECTORS + 1)]
    text = _("90° rotation allows only 1 or 4 sectors.")
    off = [(count, text) for count in counts[1:-1]] if recipe["symmetry"] == QUARTER else []
    choices = tuple((count, count) for count in counts)
    tip = _("Parts of the sea, separated by strips of open sea.")
    fields = [
        Field("sectors", _("Sectors"), "choice", recipe["sectors"], choices=choices, tip=tip, disabled=tuple(off))
    ]
    if recipe["sectors"] != "1":
        fields.append(Field("even", _("Equal size"), "flag", recipe["even"]))
    return fields


def _asymmetric_only(recipe: Recipe) -> list[tuple[str, str]]:
    """Return the symmetries that other choices exclude."""
    off = []
    if recipe["sectors"] not in ("1", str(MAX_SECTORS)):
        off.append((QUARTER, _("90° rotation allows only 1 or 4 sectors.")))
    if recipe["outline"] == "basins":
        off.append((QUARTER, _("Two basins are not symmetric under 90° rotation.")))
    if recipe["outline"] == DRAWN:
        columns, rows = int(recipe["columns"]), int(recipe["rows"])
        drawn = parse_mask(str(recipe["drawn"]), columns, rows)
        for symmetry in (MIRROR, FLIP, HALF, QUARTER):
            if symmetry == QUARTER and columns != rows:
                continue
            if any(image not in drawn for cell in drawn for image in orbit(columns, rows, symmetry, cell)):
                off.append((symmetry, _("The drawn outline does not have this symmetry.")))
    return off


def _void_cells(recipe: Recipe, outline: str, rng: Rng | None = None) -> set[int]:
    """Return the void cells for the outline, size and symmetry of a recipe."""
    columns, rows = int(recipe["columns"]), int(recipe["rows"])
    if outline == DRAWN:
        return parse_mask(str(recipe["drawn"]), columns, rows)
    symmetry = str(recipe["symmetry"]) if columns == rows or recipe["symmetry"] != QUARTER else NONE
    return outline_void(outline, columns, rows, symmetry, rng or Rng(1))


def make_sea(box: AnySea, recipe: Recipe, seed: int, check: Callable[[AnySea], Sequence[Problem]]) -> AnySea:
    """Return the sea of a recipe. Raises `ValueError` with a translated message on what to change."""
    for section in sea_choices(box, recipe):
        for field in section.fields:
            if reason := dict(field.disabled).get(str(field.value)):
                raise ValueError(reason)
    left = int(recipe["columns"]) * int(recipe["rows"]) - len(_void_cells(recipe, str(recipe["outline"])))
    if left < MIN_SPACES:
        text = _("The outline leaves only {count} spaces. Leave at least {least}.")
        raise ValueError(text.format(count=left, least=MIN_SPACES))
    if not any(str(recipe[f"border.{side}"]).startswith("open") for side in SIDE_NAMES) and not recipe["fixed.sea"]:
        raise ValueError(_("No ship can enter the board. Make one side of the border free or give it a toll."))
    return generate(seed, lambda rng: _SeaBuilder(box, recipe, rng).body(box), check)


class _SeaBuilder:
    """One attempt to generate a sea: the content of each space, step by step."""

    def __init__(self, box: SeaBody, recipe: Recipe, rng: Rng) -> None:
        self.box, self.recipe, self.rng = box, recipe, rng
        self.grid = SquareGrid(int(recipe["columns"]), int(recipe["rows"]))
        self.symmetry = str(recipe["symmetry"])
        self.void = _void_cells(recipe, str(recipe["outline"]), rng)
        self.holes = holes(self.void, self.grid)
        self.cells: list[Content] = [VOID if cell in self.void else UNDISCOVERED for cell in range(self.grid.count)]
        self.sides: list[EdgeKind] = [_edge_kind(recipe[f"border.{side}"]) for side in SIDE_NAMES]

    def body(self, box: AnySea) -> AnySea:
        """Return the whole layout. Raises `AttemptFailed`."""
        self._add_lanes()
        for value, kind in _bonuses(box).items():
            self._scatter_bonus(kind, int(self.recipe[f"bonus.{value}"]))
        self._scatter_land(int(self.recipe["fixed.land"]))
        self._scatter_sea(int(self.recipe["fixed.sea"]))
        border = Border(*self.sides)
        edges = {
            edge_name(self.grid, cell, side): edge
            for cell in range(self.grid.count)
            for side in range(4)
            if (edge := self._outer(cell, side)) is not None and edge != self.sides[side]
        }
        usual = sum(row.count(UNDISCOVERED) for row in box.spaces)
        spaces = self.cells.count(UNDISCOVERED)
        tiles = with_laid_tiles(with_land(scale_tiles(box.tiles, spaces, usual), int(self.recipe["land"])), self.cells)
        return with_fields(box, cells=self.cells, columns=self.grid.columns, border=border, edges=edges, tiles=tiles)

    def _outer(self, cell: int, side: int) -> EdgeKind | None:
        """Return the kind of an outer edge; None for inner edges and void spaces."""
        if cell in self.void:
            return None
        other = self.grid.neighbor(cell, side)
        if other >= 0 and other not in self.void:
            return None
        inner = str(self.recipe["inner"])
        return _edge_kind(inner) if other in self.holes and inner != "border" else self.sides[side]

    # sectors

    def _add_lanes(self) -> None:
        """Place the lanes, and open sea on spaces that they isolate."""
        space = set(range(self.grid.count)) - self.void
        sectors, is_even = int(self.recipe["sectors"]), bool(self.recipe["even"])
        before = len(self._sectors())
        for cell in sorted(lanes(self.grid.columns, self.grid.rows, space, sectors, self.symmetry, is_even, self.rng)):
            self.cells[cell] = self._coast_tile(cell)
        for part in self._sectors():
            if len(part) == 1 and sectors > 1:
                self.cells[part[0]] = self._coast_tile(part[0])
        sizes = [len(part) for part in self._sectors()]
        if sectors > 1 and (len(sizes) < sectors if before > 1 else len(sizes) != sectors):
            raise AttemptFailed(
                _("This outline cannot be split into that many sectors. Choose fewer sectors or another outline.")
            )
        if sectors > 1 and is_even and before == 1 and max(sizes) - min(sizes) > max(3, sum(sizes) // 15):
            raise AttemptFailed(
                _(
                    "The sectors cannot be made equal in size. Choose fewer sectors or a symmetry, or allow "
                    "different sizes."
                )
            )

    def _sectors(self) -> list[list[int]]:
        """Return the connected groups of undiscovered spaces."""
        left, found = {cell for cell, content in enumerate(self.cells) if content == UNDISCOVERED}, []
        while left:
            part = [min(left)]
            left.discard(part[0])
            for cell in part:
                for side in range(4):
                    other = self.grid.neighbor(cell, side)
                    if other in left:
                        left.discard(other)
                        part.append(other)
            found.append(part)
        return found

    def _coast_tile(self, cell: int) -> Laid:
        """Return the tile with land at coasts and sea on all other sides. Raises `AttemptFailed`."""
        return self._with_edges(sum(1 << side for side in range(4) if self._outer(cell, side) == "coast"))

    def _with_edges(self, mask: int) -> Laid:
        """Return the first tile of the set with these land edges, rotated to fit. Raises `AttemptFailed`."""
        fitting = fitting_tiles(self.box.tiles, mask)
        if fitting:
            return fitting[0]
        raise AttemptFailed(_("The tile set has no tile that fits every coast. Choose another border."))

    # pre-placed tiles

    def _groups(self, count: int, apart: int, inland: bool) -> list[tuple[int, ...]]:
        """Return groups of symmetric cells for a number of tiles, `apart` spaces apart if possible.

        `inland` cells have no outer edges.
        """
        taken: set[int] = set()
        images = partial(orbit, self.grid.columns, self.grid.rows, self.symmetry)

        def fits(group: tuple[int, ...]) -> bool:
            near = {other for cell in group for other in self.grid.around(cell, apart)}
            alone = all(sum(other in group for other in self.grid.around(cell, apart)) == 1 for cell in group)
            if not alone or not taken.isdisjoint(near) or not all(self._is_free(cell, inland) for cell in group):
                return False
            taken.update(group)
            return True

        try:
            return list(random_orbits(count, range(self.grid.count), images, fits, self.rng))
        except AttemptFailed:
            if apart == 1:
                raise
            return self._groups(count, apart - 1, inland)

    def _is_free(self, cell: int, inland: bool) -> bool:
        """Return whether a space is undiscovered without tiles around it; `inland`: without outer edges."""
        return (
            self.cells[cell] == UNDISCOVERED
            and not any(isinstance(self.cells[other], Laid) for other in self.grid.around(cell, 1))
            and not (inland and any(self._outer(cell, side) is not None for side in range(4)))
        )

    def _scatter_bonus(self, kind: TileKind, count: int) -> None:
        for group in self._groups(count, 3, inland=True):
            for cell in group:
                self.cells[cell] = Laid(kind.name)

    def _scatter_land(self, count: int) -> None:
        """Place tiles with land, mirrored and rotated by the symmetry."""
        for group in self._groups(count, 1, inland=True):
            land = 1 + self.rng.below(14) if len(group) > 1 or self.symmetry == NONE else 15
            for cell, mask in zip(group, _masks(land, self.symmetry), strict=False):
                self.cells[cell] = self._with_edges(mask)

    def _scatter_sea(self, count: int) -> None:
        for group in self._groups(count, 1, inland=False):
            for cell in group:
                self.cells[cell] = self._coast_tile(cell)


def _masks(land: int, symmetry: str) -> list[int]:
    """Return the land edges of a tile and of its images, in the order of `orbit`."""

    same, quarter, half, back = (0, 1, 2, 3), (3, 0, 1, 2), (2, 3, 0, 1), (1, 2, 3, 0)
    orders = {MIRROR: (same, (0, 3, 2, 1)), FLIP: (same, (2, 1, 0, 3)), HALF: (same, half)}
    return [
        sum((land >> source & 1) << side for side, source in enumerate(order))
        for order in orders.get(symmetry, (same, quarter, half, back))
    ]


def _edge_kind(value: Value) -> EdgeKind:
    return next(kind for kind in EDGE_KINDS if kind == value)
