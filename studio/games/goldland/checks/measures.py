"""The survey of a layout: paths to the temple, distances, chokepoints, equipment and adventures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from studio.games.goldland.body import ADVENTURE_KEYS, SEATS, Body
from studio.games.goldland.checks.box import most_needed
from studio.games.goldland.checks.roads import START_NAME, Economy, Opening, RoadPath, Roads, items_of, openings
from studio.games.goldland.layout_reading import LayoutFacts, layout_facts
from studio.games.goldland.rules.board import ITEMS, Pieces
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
    field = [steps for _crossings, steps in roads.steps_from(place)]
    villages = [cell for cell in coast.cells if (tile := reading.tile_at(cell)) is not None and tile.village]
    village_steps = (
        [min(all_steps) for all_steps in zip(*_fields(roads, villages, cancel), strict=True)] if villages else []
    )
    overlays = [
        Overlay(
            "way",
            _("Way"),
            _path_text(path),
            overlay_picture(grid, _line(grid, path)),
            _("A way to the temple with the fewest crossings, and of those a shortest one. A ring marks a crossing."),
        ),
        Overlay(
            "narrow",
            _("Narrows"),
            str(len(narrow)),
            overlay_picture(grid, _rings(grid, narrow)),
            _("Spaces that every road from there to the temple must pass."),
        ),
        Overlay(
            "field",
            _("Steps"),
            f"0 – {max(field)}",
            overlay_picture(grid, _heat(grid, field)),
            _("How many steps it is to every space on a way with the fewest crossings."),
            keys=heat_keys(1, max(field)),
        ),
    ]
    if villages:
        overlays.append(
            Overlay(
                "villages",
                _("Steps from the villages"),
                f"0 – {max(village_steps)}",
                overlay_picture(grid, _heat(grid, village_steps)),
                _("How many steps it is to every space from the nearest village."),
                keys=heat_keys(1, max(village_steps)),
            )
        )
    ends = tuple(sorted((*roads.dead_ends, *roads.islands)))
    if any(reading.tile_at(cell) is not None for cell in reading.land):
        overlays.append(
            Overlay(
                "ends",
                _("Dead ends"),
                str(len(ends)),
                overlay_picture(grid, _rings(grid, ends)),
                _("Laid tiles from which one road leads on at most."),
            )
        )
    choices = tuple((cell, _place_text(reading, cell)) for cell in places)
    caption = _("{place} → temple on {temple}: {way}").format(
        place=grid.name(place), temple=grid.name(reading.temple), way=_path_text(path)
    )
    return Survey(tuple(overlays), tables, choices, place, caption, _path_text(path))


def _fields(roads: Roads, sources: Sequence[int], cancel: CancelToken) -> Iterator[list[int]]:
    for source in sources:
        cancel.raise_if_cancelled()
        yield [steps for _crossings, steps in roads.steps_from(source)]


def _place_text(reading: LayoutFacts, cell: int) -> str:
    name, tile = reading.grid.name(cell), reading.tile_at(cell)
    if tile is None:
        return _("from the start · {space}").format(space=name)
    if tile.village:
        return _("from village {tile} · {space}").format(tile=tile.name, space=name)
    return _("from {tile} · {space}").format(tile=tile.name, space=name)


def _path_text(path: RoadPath | None) -> str:
    if path is None:
        return _("no way")
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
    goals: list[Pieces] = [_one(item) for item in range(ITEMS)]
    tiles = [(tile.kind, tile.pay) for tile in economy.tiles.values() if tile.kind < len(ADVENTURE_KEYS)]
    all_openings = _openings(reading, economy, [*goals, *(pay for _kind, pay in tiles)], cancel)
    by_kind: dict[int, list[_Earliest]] = {}
    for (kind, _pay), one in zip(tiles, all_openings[ITEMS:], strict=True):
        by_kind.setdefault(kind, []).append(one)
    first = {kind: min(ones, key=_late_key) for kind, ones in by_kind.items()}
    return (
        _equipment(reading, economy, all_openings[:ITEMS]),
        _adventures(reading, economy, by_kind, first),
        _how_table(economy, first),
    )


def _one(item: int) -> Pieces:
    return tuple(int(one == item) for one in range(ITEMS))  # type: ignore[return-value]  # as many as there are items


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
        severity = _severity(found[item])
        if need > stock:
            severity = WARNING
        cells = tuple(cell for name in names for cell in _cells(reading, name))
        share = min(1.0, max(0.0, need / stock)) if stock > 0 else float(need > 0)
        rows.append(
            Row(
                (capitalize_first(item_name(item)), str(stock), str(need), str(len(names)), _turn_text(found[item])),
                cells,
                severity,
                share,
            )
        )
    note = _("Need: what {n} seats may need at once. Turn: the first one with such a piece.").format(n=SEATS[-1])
    return Table(_("Equipment"), ("", _("Stock"), _("Need"), _("Lines"), _("Turn")), tuple(rows), note)


def _adventures(
    reading: LayoutFacts, economy: Economy, by_kind: dict[int, list[_Earliest]], first: dict[int, _Earliest]
) -> Table:
    """Return a table of adventures: their tiles, what they ask for, and when the first and the last can be paid."""
    rows = []
    for number, kind in enumerate(ADVENTURE_KEYS):
        tiles = [(name, tile) for name, tile in economy.tiles.items() if tile.kind == number]
        if not tiles:
            continue
        questions = sorted({item for _name, tile in tiles for item in items_of(tile.pay)})
        rows.append(
            Row(
                (
                    kind_text(kind),
                    ", ".join(map(item_name, questions)),
                    str(len(tiles)),
                    _turn_text(first[number]),
                    _turn_text(max(by_kind[number], key=_late_key)),
                ),
                tuple(cell for name, _tile in tiles for cell in _cells(reading, name)),
                _severity(first[number]),
            )
        )
    note = _("In which turn a seat can pay the first and the last of them, if all lay side by side.")
    return Table(_("Adventures"), ("", _("Red"), _("Tiles"), _("First"), _("All")), tuple(rows), note)


def _how_table(economy: Economy, first: dict[int, _Earliest]) -> Table:
    """Return a table of the gains, one per turn, that make each kind of adventure payable."""
    rows = []
    for number, kind in enumerate(ADVENTURE_KEYS):
        if number not in first:
            continue
        opening = first[number]
        text = _("{kind}: {way}").format(kind=kind_text(kind), way=_gains_text(economy, opening.opening))
        rows.append(Row((text, _turn_text(opening)), severity=_severity(opening)))
    note = _("Each backpack starts with {kit}; one gain a turn.").format(kit=pieces_text(economy.kit))
    return Table(_("How adventures open"), ("", ""), tuple(rows), note)


def _gains_text(economy: Economy, opening: Opening | None) -> str:
    if opening is None:
        return _("never, from what can be earned")
    if not opening.gains:
        return _("from the start kit")
    parts = []
    for name, number in opening.gains:
        gain = economy.kit if name == START_NAME else economy.tiles[name].gains[number]
        got = ", ".join(items_text(item, gain[item]) for item in items_of(gain))
        parts.append(_("{tile} {pieces}").format(tile=name or _("start"), pieces=got))
    return " → ".join(parts)


def _cells(reading: LayoutFacts, name: str) -> Sequence[int]:
    if name == START_NAME:
        return reading.starts
    return reading.places.get(name, ())


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


def _heat(grid: SquareGrid, field: Sequence[int]) -> list[Shape]:
    """Return every space in the colour of its distance, with the number."""
    farthest = max(1, *field)
    spaces: list[tuple[int, Outline]] = []
    digits: list[Shape] = []
    for cell, steps in enumerate(field):
        if not steps:
            continue
        column, row = grid.coords(cell)
        spaces.append((heat_step(steps, farthest), rectangle(column, row, 1, 1)))
        digits.append(heat_number(steps, farthest, (column + 0.5, row + 0.5), 0.26))
    return heat_shapes(spaces) + digits
