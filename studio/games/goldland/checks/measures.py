"""The survey of a layout: paths to the temple, distances, chokepoints, equipment and adventures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from studio.core.cancellation import CancelToken
from studio.core.form import Overlay, Row, Survey, Table
from studio.core.grid import SquareGrid
from studio.core.picture import Outline, Path, Shape, rectangle
from studio.core.problems import INFO, WARNING, Severity
from studio.core.text import _, capitalize_first, plural
from studio.drawing.overlays import (
    heat_keys,
    heat_number,
    heat_shapes,
    heat_step,
    numbered_discs,
    overlay_picture,
    path_shapes,
    smooth_corners,
)
from studio.games.goldland.body import ADVENTURE_KEYS, SEATS, Body, count_pieces
from studio.games.goldland.checks.box import most_needed
from studio.games.goldland.checks.roads import START_NAME, Economy, Opening, RoadPath, Roads, items_of, openings
from studio.games.goldland.layout_reading import LayoutFacts, layout_facts
from studio.games.goldland.rules.board import ITEM_KEYS, ITEMS, Pieces
from studio.games.goldland.text.places import item_name, items_text, kind_text, pieces_text


def survey(body: Body, target: int, cancel: CancelToken) -> Survey:
    """Return the survey of a space of the coast (-1: the start)."""
    reading = layout_facts(body)
    tables = _tables(reading, cancel)
    if reading.coast is None:
        return Survey(tables=tables)
    coast, grid = reading.coast, reading.grid
    places = (coast.start, *(cell for cell in coast.cells if reading.tile_at(cell) is not None))
    place = target if target in places else coast.start
    roads = Roads(reading)
    path = roads.find_path(place, reading.temple)
    narrow = roads.chokepoints(place, reading.temple, cancel)
    way = _path_text(path)
    tip = _("A path to the temple with the fewest crossings, then the fewest steps. Rings mark crossings.")
    overlays = [Overlay("way", _("Path"), way, overlay_picture(grid, _line(grid, path)), tip)]
    tip = _("Spaces that every road from there to the temple passes.")
    overlays.append(_ring_overlay(grid, "narrow", _("Chokepoints"), narrow, tip))
    tip = _("Steps to each space on a path with the fewest crossings.")
    overlays.append(_heat_overlay(grid, "field", _("Steps"), _nearest(roads, [place], cancel), tip))
    villages = [cell for cell in coast.cells if (tile := reading.tile_at(cell)) is not None and tile.village]
    if villages:
        tip = _("Steps from the nearest village to each space.")
        field = _nearest(roads, villages, cancel)
        overlays.append(_heat_overlay(grid, "villages", _("Steps from villages"), field, tip))
    if any(reading.tile_at(cell) is not None for cell in reading.land):
        ends = tuple(sorted((*roads.dead_ends, *roads.islands)))
        tip = _("Placed tiles with at most one road onward.")
        overlays.append(_ring_overlay(grid, "ends", _("Dead ends"), ends, tip))
    choices = tuple((cell, _place_text(reading, cell)) for cell in places)
    caption = _("{place} → temple on {temple}: {way}").format(
        place=grid.name(place), temple=grid.name(reading.temple), way=way
    )
    return Survey(tuple(overlays), tables, choices, place, caption, way)


def _nearest(roads: Roads, sources: Sequence[int], cancel: CancelToken) -> list[int]:
    """Return by cell the steps from the nearest of the sources."""
    fields = []
    for source in sources:
        cancel.raise_if_cancelled()
        fields.append([steps for _crossings, steps in roads.steps_from(source)])
    return list(map(min, zip(*fields, strict=True)))


def _place_text(reading: LayoutFacts, cell: int) -> str:
    name, tile = reading.grid.name(cell), reading.tile_at(cell)
    if tile is None:
        return _("from the start · {space}").format(space=name)
    text = _("from village {tile} · {space}") if tile.village else _("from {tile} · {space}")
    return text.format(tile=tile.name, space=name)


def _path_text(path: RoadPath | None) -> str:
    if path is None:
        return _("no path")
    text = plural("{n} step", "{n} steps", path.steps).format(n=path.steps)
    if not path.crossings:
        return text
    count = len(path.crossings)
    return text + ", " + plural("{n} crossing", "{n} crossings", count).format(n=count)


# Tables


class _Earliest(NamedTuple):
    """The fewest gains to obtain something, and whether the lines of the coast suffice."""

    opening: Opening | None
    by_coast: bool


def _tables(reading: LayoutFacts, cancel: CancelToken) -> tuple[Table, ...]:
    economy = Economy(reading)
    goals: list[Pieces] = [count_pieces(((key, 1),)) for key in ITEM_KEYS]
    tiles = [tile for tile in economy.tiles.values() if tile.kind < len(ADVENTURE_KEYS)]
    all_openings = _openings(reading, economy, [*goals, *(tile.pay for tile in tiles)], cancel)
    by_kind: dict[int, list[_Earliest]] = {}
    for tile, one in zip(tiles, all_openings[ITEMS:], strict=True):
        by_kind.setdefault(tile.kind, []).append(one)
    return (
        _equipment(reading, economy, all_openings[:ITEMS]),
        _adventures(reading, economy, by_kind),
        _how_table(economy, {kind: min(ones, key=_late_key) for kind, ones in by_kind.items()}),
    )


def _openings(reading: LayoutFacts, economy: Economy, goals: Sequence[Pieces], cancel: CancelToken) -> list[_Earliest]:
    """Return the fewest gains by the lines placed at the start, or by all lines if those do not suffice."""
    placed = [name for name in economy.tiles if name in reading.places]
    by_coast = openings(economy, placed, goals, cancel)
    open_goals = [goal for goal, opening in zip(goals, by_coast, strict=True) if opening is None]
    by_all = iter(openings(economy, economy.tiles, open_goals, cancel) if open_goals else ())
    return [_Earliest(opening, True) if opening is not None else _Earliest(next(by_all), False) for opening in by_coast]


def _late_key(opening: _Earliest) -> tuple[bool, bool, int]:
    return opening.opening is None, not opening.by_coast, opening.opening.turns if opening.opening else 0


def _turn_text(opening: _Earliest) -> str:
    return "–" if opening.opening is None else str(opening.opening.turns)


def _severity(found: _Earliest) -> Severity | None:
    if found.opening is None:
        return WARNING
    return None if found.by_coast else INFO


def _equipment(reading: LayoutFacts, economy: Economy, found: Sequence[_Earliest]) -> Table:
    """Return a table of equipment: its number, the most that all seats need at once, the turn of the first piece."""
    rows = []
    for item in range(ITEMS):
        stock, need = economy.stock[item], most_needed(economy, item)
        names = economy.sources_of(item)
        texts = (capitalize_first(item_name(item)), str(stock), str(need), str(len(names)), _turn_text(found[item]))
        cells = tuple(cell for name in names for cell in _cells(reading, name))
        share = min(1.0, max(0.0, need / stock)) if stock > 0 else float(need > 0)
        rows.append(Row(texts, cells, WARNING if need > stock else _severity(found[item]), share))
    note = _("Need: pieces that {n} seats may need at once. Turn: the first turn with such a piece.").format(
        n=SEATS[-1]
    )
    return Table(_("Equipment"), ("", _("Stock"), _("Need"), _("Lines"), _("Turn")), tuple(rows), note)


def _adventures(reading: LayoutFacts, economy: Economy, by_kind: dict[int, list[_Earliest]]) -> Table:
    """Return a table of adventures: their tiles, what they ask for, and when the first and the last can be paid."""
    rows = []
    for number, kind in enumerate(ADVENTURE_KEYS):
        tiles = [tile for tile in economy.tiles.values() if tile.kind == number]
        if not tiles:
            continue
        items = sorted({item for tile in tiles for item in items_of(tile.pay)})
        first, last = (choose(by_kind[number], key=_late_key) for choose in (min, max))
        turns = _turn_text(first), _turn_text(last)
        cells = tuple(cell for tile in tiles for cell in _cells(reading, tile.name))
        texts = (kind_text(kind), ", ".join(map(item_name, items)), str(len(tiles)), *turns)
        rows.append(Row(texts, cells, _severity(first)))
    note = _("Turn in which a seat can pay the first and the last of them, ignoring distance.")
    return Table(_("Adventures"), ("", _("Red"), _("Tiles"), _("First"), _("All")), tuple(rows), note)


def _how_table(economy: Economy, first: dict[int, _Earliest]) -> Table:
    """Return a table of the gains, one per turn, that make each kind of adventure payable."""
    rows = []
    for number, opening in sorted(first.items()):
        way = _gains_text(economy, opening.opening)
        text = _("{kind}: {way}").format(kind=kind_text(ADVENTURE_KEYS[number]), way=way)
        rows.append(Row((text, _turn_text(opening)), severity=_severity(opening)))
    note = _("Each backpack starts with {kit}. One gain per turn.").format(kit=pieces_text(economy.kit))
    return Table(_("Paying for adventures"), ("", ""), tuple(rows), note)


def _gains_text(economy: Economy, opening: Opening | None) -> str:
    if opening is None:
        return _("never with equipment available")
    if not opening.gains:
        return _("with the starting kit")
    parts = []
    for name, number in opening.gains:
        gain = economy.kit if name == START_NAME else economy.tiles[name].gains[number]
        got = ", ".join(items_text(item, gain[item]) for item in items_of(gain))
        parts.append(_("{tile} {pieces}").format(tile=name or _("start"), pieces=got))
    return " → ".join(parts)


def _cells(reading: LayoutFacts, name: str) -> Sequence[int]:
    return reading.starts if name == START_NAME else reading.places.get(name, ())


# Overlays


def _line(grid: SquareGrid, path: RoadPath | None) -> list[Shape]:
    """Return a path with rings round spaces entered by a crossing and discs that count the steps."""
    if path is None or not path.steps:
        return []
    counted = [(number, cell) for number, cell in enumerate(path.cells) if number % 3 == 0 or number == path.steps]
    return [
        *path_shapes(smooth_corners([grid.center(cell) for cell in path.cells], 0.3, 0.6)),
        *_rings(grid, path.crossings),
        *numbered_discs([(number, grid.center(cell)) for number, cell in counted[1:]], 0.15, 0.18),
    ]


def _rings(grid: SquareGrid, cells: Sequence[int]) -> list[Shape]:
    corners = (grid.coords(cell) for cell in cells)
    return [Path("cut_ring", (rectangle(x + 0.05, y + 0.05, 0.9, 0.9),)) for x, y in corners]


def _ring_overlay(grid: SquareGrid, key: str, title: str, cells: Sequence[int], tip: str) -> Overlay:
    return Overlay(key, title, str(len(cells)), overlay_picture(grid, _rings(grid, cells)), tip)


def _heat_overlay(grid: SquareGrid, key: str, title: str, field: Sequence[int], tip: str) -> Overlay:
    """Return every space in the colour of its distance, with the number."""
    most = max(field)
    farthest = max(1, most)
    spaces: list[tuple[int, Outline]] = []
    digits: list[Shape] = []
    for cell, steps in enumerate(field):
        if not steps:
            continue
        column, row = grid.coords(cell)
        spaces.append((heat_step(steps, farthest), rectangle(column, row, 1, 1)))
        digits.append(heat_number(steps, farthest, (column + 0.5, row + 0.5), 0.26))
    picture = overlay_picture(grid, heat_shapes(spaces) + digits)
    return Overlay(key, title, f"0 – {most}", picture, tip, keys=heat_keys(1, most))
