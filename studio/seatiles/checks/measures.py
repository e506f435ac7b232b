"""The survey of a sea: reach and tolls, sectors, chokepoints, islands, supply and demand, sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from studio.core.cache import cached_by_identity
from studio.core.cancellation import CancelToken
from studio.core.form import LegendKey, Overlay, Row, Survey, Table
from studio.core.grid import SquareGrid, column_name
from studio.core.picture import Label, Outline, Path, Shape, edge_target, is_edge, rectangle, target_edge
from studio.core.problems import INFO, WARNING, Severity
from studio.core.text import _, capitalize_first, format_number, plural
from studio.drawing.overlays import (
    PATTERNS,
    SAMPLE,
    heat_keys,
    heat_number,
    heat_shapes,
    heat_step,
    legend_key,
    numbered_discs,
    overlay_picture,
    pattern,
)
from studio.seatiles import text
from studio.seatiles.body import SeaBody
from studio.seatiles.checks.completion import class_supply, count_shortage
from studio.seatiles.checks.measure_facts import (
    FAR,
    NEVER,
    UNKNOWN,
    ClassDemand,
    Closing,
    Reach,
    Sector,
    Side,
    Stretch,
    cheapest_sides,
    class_demands,
    compute_reach,
    find_closings,
    sectors,
    sides,
    stretches,
)
from studio.seatiles.facts import Facts
from studio.seatiles.text import class_name, side_name
from studio.validation import SeparatingVertex, separating_vertices

# Overlays on the board: cost fields, patterned areas, chokepoints, open island ends

FIGURE = 0.24
MAX_KEYS = 8  # maximum number of sectors in the legend; all sectors are lettered on the board
SHARED = PATTERNS - 1  # pattern of spaces shared by several sides: dots


def cost_field(grid: SquareGrid, name: str, words: str, tip: str, costs: Sequence[int]) -> Overlay:
    """Return the overlay that colours every space by its cost and shows the number."""
    known = [cost for cost in costs if cost < FAR]
    farthest = max(known, default=0)
    spaces: list[tuple[int, Outline]] = []
    figures: list[Shape] = []
    for cell, cost in enumerate(costs):
        if cost < FAR:
            column, row = grid.coords(cell)
            spaces.append((heat_step(cost, farthest), rectangle(column, row, 1, 1)))
            figures.append(heat_number(cost, farthest, (column + 0.5, row + 0.5), FIGURE))
    least = min(known, default=0)
    value = f"{least} – {farthest}" if known else _("none")
    return Overlay(
        name, words, value, overlay_picture(grid, heat_shapes(spaces) + figures), tip, keys=heat_keys(least, farthest)
    )


def nearest_side(grid: SquareGrid, facing: Mapping[int, int], value: str) -> Overlay:
    """Return the overlay of the cheapest side of each space: `facing` by cell, -1 if several are equally cheap."""
    parts = [[cell for cell, side in facing.items() if side == one] for one in (0, 1, 2, 3, -1)]
    texts = (_("north"), _("east"), _("south"), _("west"), _("several sides"))
    shapes = [shape for number, cells in enumerate(parts) if cells for shape in _part(grid, cells, number)]
    keys = tuple(_part_key(texts[number], number) for number, cells in enumerate(parts) if cells)
    tip = _("The side of the board from which a space costs the least gold: toll plus tiles.")
    return Overlay("side", _("Cheapest side"), value, overlay_picture(grid, shapes), tip, keys=keys)


def sector_overlay(grid: SquareGrid, sectors: Sequence[Sector], names: Sequence[str]) -> Overlay:
    shapes: list[Shape] = []
    letters: list[Shape] = []
    keys: list[LegendKey] = []
    for number, (sector, name) in enumerate(zip(sectors, names, strict=True)):
        shapes += _part(grid, sector.cells, number % SHARED)
        x, y = grid.center(_middle(grid, sector.cells))
        letters.append(Label("region_letter", name, x, y, 0.5))
        keys.append(_part_key(f"{name} · {len(sector.cells)}", number % SHARED))
    tip = _("Groups of connected undiscovered spaces, separated by the tiles on the board.")
    return Overlay(
        "sectors",
        _("Sectors"),
        str(len(sectors)),
        overlay_picture(grid, shapes + letters),
        tip,
        keys=tuple(keys[:MAX_KEYS]),
    )


def _part(grid: SquareGrid, cells: Sequence[int], number: int) -> list[Shape]:
    """Return the shapes of spaces with a pattern and its colour."""
    places = [grid.coords(cell) for cell in cells]
    ground = tuple(rectangle(x, y, 1, 1) for x, y in places)
    lines = tuple(line for x, y in places for line in pattern(number, x, y))
    return [Path(f"region_{number}", ground), Path(f"region_line_{number}", lines, is_closed=number == SHARED)]


def _part_key(words: str, number: int) -> LegendKey:
    lines = tuple(pattern(number, 0, 0))
    return legend_key(
        words, [Path(f"region_{number}", (SAMPLE,)), Path(f"region_line_{number}", lines, is_closed=number == SHARED)]
    )


def _middle(grid: SquareGrid, cells: Sequence[int]) -> int:
    """Return the space of a part that is nearest to the mean of all its spaces."""
    centres = [grid.center(cell) for cell in cells]
    x, y = (sum(values) / len(centres) for values in zip(*centres, strict=True))
    return min(cells, key=lambda cell: (grid.center(cell)[0] - x) ** 2 + (grid.center(cell)[1] - y) ** 2)


def chokepoint_rings(grid: SquareGrid, found: Sequence[SeparatingVertex]) -> Overlay:
    """Return the overlay with a ring round each chokepoint and, in its corner, the number of spaces behind it."""
    shapes: list[Shape] = []
    for one in found:
        x, y = grid.coords(one.node)
        shapes.append(Path("cut_ring", (rectangle(x + 0.07, y + 0.07, 0.86, 0.86),)))
    shapes += numbered_discs([(len(one.beyond), _corner(grid, one.node)) for one in found], 0.19, 0.22)
    tip = _("Spaces that every ship must pass to reach others. The disc shows how many spaces land there closes off.")
    return Overlay("narrows", _("Chokepoints"), str(len(found)), overlay_picture(grid, shapes), tip)


def island_ends(grid: SquareGrid, islands: Sequence[Closing]) -> Overlay:
    """Return the overlay of the open ends of islands: solid if the tiles left can close them, dashed if not."""
    shapes: list[Shape] = []
    for is_never, style in ((False, "end_open"), (True, "end_never")):
        lines = tuple(
            _end(grid, cell, side) for one in islands if (one.tiles == NEVER) is is_never for cell, side in one.ends
        )
        if lines:
            shapes += [Path("end_halo", lines, is_closed=False), Path(style, lines, is_closed=False)]
    closable = [one for one in islands if one.tiles > 0]
    shapes += numbered_discs([(one.tiles, _corner(grid, one.cells[0])) for one in closable], 0.19, 0.22)
    level: Outline = ((0.1, 0.5), (0.9, 0.5))
    samples = (("end_open", _("can be closed")), ("end_never", _("cannot be closed")))
    keys = tuple(
        legend_key(label, [Path("end_halo", (level,), is_closed=False), Path(style, (level,), is_closed=False)])
        for style, label in samples
        if any(shape.style == style for shape in shapes if isinstance(shape, Path))
    )
    opened = sum(bool(one.ends) for one in islands)
    tip = _(
        "Where the islands on the board continue. The disc shows the fewest tiles of the box that close the island."
    )
    return Overlay("islands", _("Open islands"), str(opened), overlay_picture(grid, shapes), tip, keys=keys)


def _corner(grid: SquareGrid, cell: int) -> tuple[float, float]:
    x, y = grid.coords(cell)
    return x + 0.79, y + 0.21


def _end(grid: SquareGrid, cell: int, side: int) -> Outline:
    """Return a line just inside an edge of a space."""
    x, y = grid.coords(cell)
    near, far, low, high = 0.06, 0.94, 0.16, 0.84
    return (
        ((x + low, y + near), (x + high, y + near)),
        ((x + far, y + low), (x + far, y + high)),
        ((x + low, y + far), (x + high, y + far)),
        ((x + near, y + low), (x + near, y + high)),
    )[side]


def non_empty(overlays: Sequence[Overlay]) -> tuple[Overlay, ...]:
    return tuple(overlay for overlay in overlays if any(layer.shapes for layer in overlay.picture.layers))


# Tables: sides of the board, sectors, chokepoints, islands, supply and demand

NONE = "–"


def _with_bonus(rows: Sequence[tuple[Row, int]], *heads: str) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    """Return heads and rows, with a column of bonus points if any row has some."""
    if not any(bonus for _row, bonus in rows):
        return heads, tuple(row for row, _bonus in rows)
    return (*heads, _("Bonus")), tuple(row._replace(cells=(*row.cells, str(bonus))) for row, bonus in rows)


def sides_table(grid: SquareGrid, all_sides: Sequence[Side]) -> Table:
    """Return the table that compares the cost of a space from each side of the board."""
    dearest = max((side.gold for side in all_sides), default=0.0)
    rows = []
    for side in all_sides:
        name, first = capitalize_first(side_name(side.stretch.side)), side.stretch.edges[0]
        is_alone = sum(other.stretch.side == side.stretch.side for other in all_sides) == 1
        cells = (
            name if is_alone else f"{name}, {grid.name(first[0])}",
            str(side.stretch.toll),
            str(len(side.stretch.edges)),
            str(len(side.nearest)),
            format_number(side.tiles, ".1f") if side.gold else NONE,
            format_number(side.gold, ".1f") if side.gold else NONE,
        )
        targets = (edge_target(*first),)
        bar = side.gold / dearest if dearest else 0.0
        severity = None if side.nearest else INFO
        rows.append((Row(cells, targets, severity, bar), side.bonus))
    columns = _with_bonus(rows, "", _("Toll"), _("Edges"), _("Cheapest"), _("Tiles"), _("Gold"))
    return Table(_("Fairness of sides"), *columns, _sides_note(all_sides))


def _sides_note(all_sides: Sequence[Side]) -> str:
    sailed = [side for side in all_sides if side.gold]
    if len(sailed) < 2:
        return _("Tiles and gold needed per space, on average.")
    cheap, dear = min(sailed, key=lambda side: side.gold), max(sailed, key=lambda side: side.gold)
    apart = round(dear.gold, 1) - round(cheap.gold, 1)  # as displayed
    if apart < 0.05:
        return _("On average, a space costs the same from every side: {gold:.1f} gold.").format(gold=cheap.gold)
    return _(
        "On average, a space costs {cheap:.1f} gold from the {one} and {dear:.1f} from the "
        "{other}, a difference of {apart:.1f} gold. All seats may start from any side."
    ).format(
        cheap=cheap.gold,
        one=side_name(cheap.stretch.side),
        dear=dear.gold,
        other=side_name(dear.stretch.side),
        apart=apart,
    )


def reach_table(facts: Facts, reach: Reach, purse: int) -> Table:
    """Return the distances from the start of the survey. `purse` is the most gold a first expedition can have."""
    cells = reach.reachable
    rows = []
    if cells:
        far, dear = max(cells, key=lambda cell: reach.tiles[cell]), max(cells, key=lambda cell: reach.gold[cell])
        tiles, gold = sum(reach.tiles[cell] for cell in cells), sum(reach.gold[cell] for cell in cells)
        rows += [
            Row((_("Farthest space, {name}").format(name=facts.name(far)), text.tiles_text(reach.tiles[far])), (far,)),
            Row(
                (_("Costliest space, {name}").format(name=facts.name(dear)), text.gold_text(reach.gold[dear])), (dear,)
            ),
            Row((_("Tiles, average"), format_number(tiles / len(cells), ".1f"))),
            Row((_("Gold, average"), format_number(gold / len(cells), ".1f"))),
        ]
        beyond = tuple(cell for cell in cells if reach.gold[cell] > purse)
        label = _("More than the starting gold ({gold})").format(gold=purse)
        rows.append(Row((label, spaces_text(len(beyond))), beyond))
    lost = tuple(cell for cell in facts.open if reach.gold[cell] >= FAR)
    if lost:
        rows.append(Row((_("Unreachable by ship"), spaces_text(len(lost))), lost, WARNING))
    return Table(_("Reach"), ("", ""), tuple(rows), _("Assumes that every drawn tile fits."))


def spaces_text(count: int) -> str:
    return plural("{count} space", "{count} spaces", count).format(count=count)


def sector_names(sectors: Sequence[Sector]) -> list[str]:
    """Return the letters A, B, C … of sectors."""
    return [column_name(number) for number in range(len(sectors))]


def sectors_table(sectors: Sequence[Sector]) -> Table:
    largest = max((len(sector.cells) for sector in sectors), default=1)
    rows = []
    for sector, name in zip(sectors, sector_names(sectors), strict=True):
        cells = (name, str(len(sector.cells)), str(sector.harbours), NONE if sector.toll < 0 else str(sector.toll))
        severity = None if sector.is_reachable else WARNING
        rows.append((Row(cells, sector.cells, severity, len(sector.cells) / largest), sector.bonus))
    note = ""
    if any(not sector.is_reachable for sector in sectors):
        note = _("Sectors with an icon are filled before the first turn.")
    return Table(_("Sectors"), *_with_bonus(rows, "", _("Spaces"), _("Border edges"), _("Toll")), note)


def chokepoints_table(facts: Facts, narrows: Sequence[SeparatingVertex]) -> Table:
    """Return the number of spaces behind each chokepoint space, largest first."""
    most = max((len(one.beyond) for one in narrows), default=1)
    rows = tuple(
        Row((facts.name(one.node), str(len(one.beyond))), (one.node,), bar=len(one.beyond) / most)
        for one in sorted(narrows, key=lambda one: (-len(one.beyond), one.node))
    )
    return Table(
        _("Chokepoints"), ("", _("Spaces behind")), rows, _("Land on such a space closes off the spaces behind it.")
    )


def islands_table(facts: Facts, islands: Sequence[Closing]) -> Table:
    """Return the size, open ends and minimum closing of each island, open islands first."""
    rows = []
    for one in sorted(islands, key=lambda one: (one.tiles != NEVER, not one.ends, one.cells)):
        closing = {NEVER: _("never"), UNKNOWN: "?"}.get(one.tiles, str(one.tiles) if one.tiles else NONE)
        severity: Severity | None = WARNING if one.tiles == NEVER else None
        cells = (facts.name(one.cells[0]), str(len(one.cells)), str(len(one.ends)), closing)
        rows.append((Row(cells, one.cells, severity), one.bonus))
    note = _("The fewest tiles of the box that close an island, whatever routes ships can take.")
    never = sum(one.tiles == NEVER for one in islands)
    if never:
        note = plural(
            "{count} island cannot be closed with the tiles left in the box.",
            "{count} islands cannot be closed with the tiles left in the box.",
            never,
        ).format(count=never)
    return Table(_("Current islands"), *_with_bonus(rows, "", _("Tiles"), _("Ends"), _("To close")), note)


def needs_table(facts: Facts, needs: Sequence[ClassDemand], short: Sequence[int]) -> Table:
    """Compare supply and demand by class; `short` are classes with fewer tiles than spaces that accept no other."""
    rows = []
    for need in needs:
        cells = (
            f"{need.cls} {class_name(need.cls)}",
            str(len(need.must)),
            str(len(need.may)),
            str(need.hidden),
            str(need.sorted),
        )
        rows.append(Row(cells, need.must or need.may, WARNING if need.cls in short else None))
    held, wanted = sum(need.available for need in needs), len(facts.open)
    if short:
        note = _("Some spaces accept only classes of which the box has too few tiles.")
    elif held < wanted:
        note = _("{tiles} tiles for {spaces} spaces: {count} missing.").format(
            tiles=held, spaces=wanted, count=wanted - held
        )
    else:
        note = _("{tiles} tiles for {spaces} spaces: {count} to spare.").format(
            tiles=held, spaces=wanted, count=held - wanted
        )
    heads = ("", _("Must"), _("Can"), _("Hidden"), _("Sorted"))
    return Table(_("Box and board"), heads, tuple(rows), note)


# The survey

MAX_SIZES = 4
BORDER = -1  # start of the survey: the whole border


class CostTerms(NamedTuple):
    """Costs of a game: the price of a tile, the most gold of a first expedition, and whether ships may start on every
    discovered sea without a toll (E3).
    """

    tile: int
    purse: int
    from_any_sea: bool = False


@dataclass(frozen=True, slots=True)
class _Measurements:
    """Measurements that do not depend on the start of the survey."""

    facts: Facts
    reaches: dict[Stretch, Reach]
    sides: list[Side]
    sectors: list[Sector]
    chokepoints: list[SeparatingVertex]
    islands: list[Closing]
    class_demands: list[ClassDemand]
    short: tuple[int, ...]


@cached_by_identity(2)
def _measure(body: SeaBody, terms: CostTerms, cancel: CancelToken) -> _Measurements:
    facts = Facts(body, terms.from_any_sea)
    reaches = {
        one: compute_reach(facts, [(cell, one.toll) for cell, _side in one.edges], terms.tile, cancel)
        for one in stretches(facts)
    }
    cancel.raise_if_cancelled()
    ahead = {cell for cell in facts.open if cell not in facts.gaps}
    found = [
        SeparatingVertex(one.node, beyond)
        for one in separating_vertices(facts.lanes, facts.starts)
        if one.node in ahead and (beyond := tuple(cell for cell in one.beyond if cell in ahead))
    ]
    cancel.raise_if_cancelled()
    answer = count_shortage(facts, class_supply(facts)) if facts.open else None
    return _Measurements(
        facts,
        reaches,
        sides(facts, reaches) if reaches else [],
        sectors(facts),
        found,
        find_closings(facts, cancel),
        class_demands(facts),
        answer.short if answer else (),
    )


def survey_sea(body: SeaBody, target: int, terms: CostTerms, cancel: CancelToken) -> Survey:
    """Return the survey from the border edges with the direction and toll of `target`, or from the whole border."""
    known = _measure(body, terms, cancel)
    facts, grid = known.facts, known.facts.grid
    edge = target_edge(target) if is_edge(target) else (-1, -1)
    stretch = next((one for one in known.reaches if edge in one.edges), None)
    measured = known.reaches[stretch] if stretch else _from_everywhere(known, terms, cancel)
    choices = (
        (BORDER, _("from all sides")),
        *((edge_target(*one.edges[0]), _stretch_text(one)) for one in known.reaches),
    )
    drawn = [
        cost_field(
            grid,
            "gold",
            _("Gold needed"),
            _("The least gold needed to discover a space: one toll plus the tiles, if every tile fits."),
            measured.gold,
        ),
        cost_field(grid, "tiles", _("Tiles needed"), _("The fewest tiles needed to discover a space."), measured.tiles),
        nearest_side(
            grid, cheapest_sides(known.sides), str(len({side.stretch.side for side in known.sides if side.nearest}))
        ),
        sector_overlay(grid, known.sectors, sector_names(known.sectors)),
        chokepoint_rings(grid, known.chokepoints),
        island_ends(grid, known.islands),
    ]
    return Survey(
        non_empty(drawn),
        _tables(known, measured, terms),
        choices if known.reaches else (),
        edge_target(*stretch.edges[0]) if stretch else BORDER,
        _caption(facts, measured, choices[0][1] if stretch is None else _stretch_text(stretch)),
        _sizes_text(known.sectors),
    )


def _from_everywhere(known: _Measurements, terms: CostTerms, cancel: CancelToken) -> Reach:
    """Return the reach from all possible starts of a ship."""
    facts = known.facts
    entries = [(cell, one.toll) for one in known.reaches for cell, _side in one.edges]
    if terms.from_any_sea:
        entries += [(cell, 0) for cell, shape in enumerate(facts.shapes) if "." in shape]
    return compute_reach(facts, entries, terms.tile, cancel)


def _stretch_text(stretch: Stretch) -> str:
    return _("from {side} · toll {toll}").format(side=side_name(stretch.side), toll=stretch.toll)


def _tables(known: _Measurements, measured: Reach, terms: CostTerms) -> tuple[Table, ...]:
    """Return the tables that have rows."""
    facts = known.facts
    found = (
        reach_table(facts, measured, terms.purse),
        sides_table(facts.grid, known.sides),
        sectors_table(known.sectors),
        chokepoints_table(facts, known.chokepoints),
        islands_table(facts, known.islands),
        needs_table(facts, known.class_demands, known.short),
    )
    return tuple(table for table in found if table.rows)


def _sizes_text(found: list[Sector]) -> str:
    """Return the sizes of the first few sectors."""
    sizes = [str(len(sector.cells)) for sector in found if sector.is_reachable]
    if len(sizes) == 1:
        return spaces_text(len(found[0].cells))
    return " + ".join(sizes[:MAX_SIZES]) + (" + …" if len(sizes) > MAX_SIZES else "")


def _caption(facts: Facts, measured: Reach, whence: str) -> str:
    cells = measured.reachable
    if not facts.open:
        return _("Nothing left to discover")
    if not cells:
        label = _("{whence}: no undiscovered space can be reached").format(whence=whence)
    else:
        far = max(cells, key=lambda cell: (measured.gold[cell], measured.tiles[cell]))
        label = _("{whence}: at most {gold} gold and {tiles} tiles (for {space})").format(
            whence=whence, gold=measured.gold[far], tiles=measured.tiles[far], space=facts.name(far)
        )
    return label[:1].upper() + label[1:]
