"""Checks of the start, the coast and the temple of a layout (G1, G14, G16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product

import msgspec

from studio.core.problems import ERROR, INFO, WARNING, Fix, Problem
from studio.core.text import _, plural
from studio.games.goldland.body import UNDISCOVERED, VOID, Body, Laid, TileData, locked_at, with_fields
from studio.games.goldland.fill import (
    lay_tile,
    new_tile,
    swap_contents,
    with_content,
    with_start,
    with_temple,
    with_tile,
    without_tiles,
)
from studio.games.goldland.layout_reading import Coast, LayoutFacts

FEW = 3  # more gaps than these are reported and filled together
PUBLISHED_ENDS = [("rod", "3 provision"), ("rifle", "3 provision")]
"""The published end tiles as (shown, offered): the one in the row of the start, then the one in its column."""
MIN_LAND = 9  # land spaces of the smallest board
NEAR = 3  # a temple within this many steps of the start is a warning


def coast_problems(reading: LayoutFacts) -> Iterator[Problem]:
    yield from _starts(reading)
    if reading.coast is not None:
        for check in (_spaces, _villages, _ends, _swapped_ends, _locks, _temple, _cut_off):
            yield from check(reading, reading.coast)


def _starts(reading: LayoutFacts) -> Iterator[Problem]:
    names = ", ".join(map(reading.grid.name, reading.starts))
    corner = reading.corners[2]
    if reading.starts:
        corner = min(reading.corners, key=lambda cell: reading.steps(reading.starts[0], cell))
        corner = next((cell for cell in reading.starts if cell in reading.corners), corner)
    to_corner = _("Place start on {name}").format(name=reading.grid.name(corner))
    if not reading.starts:
        message = _("The start tile is missing. It belongs in a corner of the board, where the coast begins.")
        fix = Fix(to_corner, with_start(reading.body, corner), safe=reading.tile_at(corner) is None)
        yield Problem("start.none", ERROR, message, field="start", fix=fix)
    elif len(reading.starts) > 1:
        message = _("There are {count} start tiles, on {names}. All seats begin on the same one.").format(
            count=len(reading.starts), names=names
        )
        fix = Fix(to_corner, with_start(reading.body, corner), safe=False)
        yield Problem("start.several", ERROR, message, tuple(reading.starts), fix=fix)
    elif reading.coast is None:
        message = _(
            "The start tile is on {names}. It belongs in a corner, where the two arms of the coast meet."
        ).format(names=names)
        fix = Fix(to_corner, swap_contents(reading.body, reading.starts[0], corner))
        yield Problem("start.inland", ERROR, message, tuple(reading.starts), fix=fix)


def _spaces(reading: LayoutFacts, coast: Coast) -> Iterator[Problem]:
    """Check that every coast space has a coast tile and every coast tile is on a coast space."""
    body, name = reading.body, reading.grid.name
    reported = {end for end, _place in _misplaced_ends(reading, coast)}
    empty = [cell for cell in coast.cells if reading.tile_at(cell) is None]
    gaps = [cell for cell in empty if cell not in reported]
    if len(gaps) > FEW:
        message = _("{count} coast spaces have no coast tile: {names} and others.").format(
            count=len(gaps), names=", ".join(map(name, gaps[:FEW]))
        )
        fix = Fix(_("Fill all"), _fill_gaps(reading, coast, gaps))
        yield Problem("coast.gap", ERROR, message, tuple(gaps), fix=fix)
    else:
        for cell in gaps:
            message = _("{name} has no coast tile.").format(name=name(cell))
            fix = Fix(_("Place coast tile"), _fill_gaps(reading, coast, [cell]))
            yield Problem("coast.gap", ERROR, message, (cell,), fix=fix)
    for cell in coast.cells:
        tile = reading.tile_at(cell)
        if tile is not None and tile.kind != "coast":
            message = _("“{tile}” is a land tile, but {name} is on the coast.").format(tile=tile.name, name=name(cell))
            fix = Fix(_("Remove from coast"), with_content(body, cell, UNDISCOVERED))
            yield Problem("coast.land_tile", ERROR, message, (cell,), fix=fix)
    for cell in reading.land:
        tile = reading.tile_at(cell)
        if tile is not None and tile.kind == "coast":
            fix = Fix(_("Remove from land"), with_content(body, cell, UNDISCOVERED))
            if empty and len(reading.places[tile.name]) == 1:
                fix = Fix(_("Move to {name}").format(name=name(empty[0])), lay_tile(body, empty[0], tile.name))
            message = _("“{tile}” is a coast tile, but {name} is inland.").format(tile=tile.name, name=name(cell))
            yield Problem("coast.inland", ERROR, message, (cell,), fix=fix)
    if spare := [tile.name for tile in reading.unused_coast]:
        message = plural(
            "The coast tile {names} is not on the board and never comes into play.",
            "{n} coast tiles are not on the board and never come into play: {names}.",
            len(spare),
        ).format(n=len(spare), names=", ".join(spare))
        remove = Fix(plural("Remove it", "Remove them", len(spare)), without_tiles(body, *spare), safe=False)
        yield Problem("coast.spare", WARNING, message, field="shuffle", fix=None if empty else remove)


def _fill_gaps(reading: LayoutFacts, coast: Coast, gaps: Sequence[int]) -> Body:
    """Return the body with a coast tile in each gap: an unused or misplaced one of the right sort, else a new one."""
    cells, tiles = list(reading.cells), list(reading.body.tiles)
    inland = [tile for cell in reading.land if (tile := reading.tile_at(cell)) is not None and tile.kind == "coast"]
    free = [*reading.unused_coast, *inland]
    for cell in gaps:
        is_end, is_next_to_start = cell in coast.ends, cell in coast.next_to_start
        tile = next((one for one in free if one.end == is_end and not (one.village and is_next_to_start)), None)
        if tile is None:
            tile = msgspec.structs.replace(new_tile(tiles, "coast"), end=is_end)
            last = max((place for place, one in enumerate(tiles) if one.kind == "coast"), default=-1)
            tiles.insert(last + 1, tile)
        else:
            free.remove(tile)
            for place in reading.places.get(tile.name, ()):
                cells[place] = UNDISCOVERED
        cells[cell] = Laid(tile.name)
    return with_fields(reading.body, cells=cells, tiles=tuple(tiles))


def _villages(reading: LayoutFacts, coast: Coast) -> Iterator[Problem]:
    """Check that no village is next to the start tile (G1)."""
    for cell in coast.next_to_start:
        tile = reading.tile_at(cell)
        if tile is None or not tile.village:
            continue
        partners = [
            (reading.steps(cell, place), place, other.name)
            for place in coast.cells
            if place not in (*coast.next_to_start, *coast.ends)
            and reading.grid.name(place) not in reading.body.locked
            and (other := reading.tile_at(place)) is not None
            and other.kind == "coast"
            and not (other.village or other.end)
        ]
        if partners:
            _steps, place, name = min(partners)
            fix = Fix(_("Swap with “{tile}”").format(tile=name), swap_contents(reading.body, cell, place))
        else:
            fix = _change_tile_fix(reading.body, tile, _("Remove village mark"), village=False)
        message = _("The village “{tile}” is on {name}, next to the start tile.").format(
            tile=tile.name, name=reading.grid.name(cell)
        )
        yield Problem("village.beside_start", ERROR, message, (cell,), fix=fix)


def _misplaced_ends(reading: LayoutFacts, coast: Coast) -> list[tuple[int, int]]:
    """Return each end of the coast without an end tile, with the nearest coast space that has one by mistake."""
    placed = {cell for cell in coast.cells if (tile := reading.tile_at(cell)) is not None and tile.end}
    bare = [cell for cell in coast.ends if cell not in placed]
    strays = sorted(placed - set(coast.ends))
    count = min(len(bare), len(strays))
    pairings = product(combinations(bare, count), permutations(strays, count))
    best = min(pairings, key=lambda pairing: sum(map(reading.steps, *pairing)))
    return list(zip(*best, strict=True))


def _ends(reading: LayoutFacts, coast: Coast) -> Iterator[Problem]:
    """Check that the two end tiles are at the ends of the coast (G1)."""
    body, name = reading.body, reading.grid.name
    placed = {cell: tile for cell in coast.cells if (tile := reading.tile_at(cell)) is not None}
    strays = dict(_misplaced_ends(reading, coast))
    for cell, other in strays.items():
        message = _("The end tile “{tile}” is on {place}. It belongs on {name}, where the coast ends.").format(
            tile=placed[other].name, place=name(other), name=name(cell)
        )
        fix = Fix(_("Move back to {name}").format(name=name(cell)), swap_contents(body, other, cell))
        yield Problem("end.moved", ERROR, message, (other, cell), fix=fix)
    for cell in coast.ends:
        tile = placed.get(cell)
        if tile is None or tile.kind != "coast" or tile.end or cell in strays:
            continue
        if spare := next((one for one in reading.unused_coast if one.end), None):
            fix = Fix(_("Place “{tile}” there").format(tile=spare.name), lay_tile(body, cell, spare.name))
        else:
            fix = _change_tile_fix(body, tile, _("Make “{tile}” an end tile").format(tile=tile.name), end=True)
        message = _("The coast ends on {name}, but “{tile}” there is not an end tile.").format(
            name=name(cell), tile=tile.name
        )
        yield Problem("end.missing", ERROR, message, (cell,), fix=fix)
    for cell, tile in placed.items():
        if tile.end and cell not in (*coast.ends, *strays.values()):
            message = _("“{tile}” on {name} is an end tile, but the coast does not end there.").format(
                tile=tile.name, name=name(cell)
            )
            fix = _change_tile_fix(body, tile, _("Make ordinary coast tile"), end=False)
            yield Problem("end.extra", ERROR, message, (cell,), fix=fix)


def _swapped_ends(reading: LayoutFacts, coast: Coast) -> Iterator[Problem]:
    """Check that the published end tiles are at their own ends: provisions for a fishing rod end the start's row."""
    ends = [tile for cell in coast.ends if (tile := reading.tile_at(cell)) is not None and tile.end]
    if [(tile.show, tile.gain) for tile in ends] != [*reversed(PUBLISHED_ENDS)]:
        return
    along, across = coast.ends
    message = _("The published end tiles are swapped: “{tile}” belongs on {name}, and “{other}” on {place}.").format(
        tile=ends[0].name, name=reading.grid.name(across), other=ends[1].name, place=reading.grid.name(along)
    )
    fix = Fix(_("Swap them"), swap_contents(reading.body, along, across))
    yield Problem("end.exchanged", WARNING, message, (along, across), fix=fix)


def _locks(reading: LayoutFacts, coast: Coast) -> Iterator[Problem]:
    free = set(coast.cells) - set(coast.ends)
    places = [reading.grid.cell_named(name) for name in reading.body.locked]
    idle = tuple(cell for cell in places if cell not in free)
    if idle:
        saved = locked_at(reading.body, [cell for cell in places if cell in free])
        message = plural(
            "The lock on {names} has no effect: only coast tiles between start and end are shuffled.",
            "The locks on {names} have no effect: only coast tiles between start and end are shuffled.",
            len(idle),
        ).format(names=", ".join(map(reading.grid.name, idle)))
        fix = Fix(plural("Remove it", "Remove them", len(idle)), with_fields(reading.body, locked=saved))
        yield Problem("lock.idle", INFO, message, idle, fix=fix)


def _temple(reading: LayoutFacts, coast: Coast) -> Iterator[Problem]:
    """Check that the final space is a land space and not close to the start (G14, G16)."""
    name = reading.grid.name(reading.temple)
    corner = reading.far_corner
    fix = Fix(_("Move to {name}").format(name=reading.grid.name(corner)), with_temple(reading.body, corner))
    if reading.temple in reading.coast_spaces:
        message = _("The temple is on {name}, a coast space. It belongs on a land space.").format(name=name)
        yield Problem("temple.coast", ERROR, message, (reading.temple,), field="temple", fix=fix)
    elif reading.temple in reading.void:
        message = _("The temple is on {name}, a void space. It belongs on a land space.").format(name=name)
        back = Fix(_("Restore {name}").format(name=name), with_temple(reading.body, reading.temple))
        yield Problem("temple.void", ERROR, message, (reading.temple,), field="temple", fix=back)
    elif (steps := reading.steps(coast.start, reading.temple)) <= NEAR:
        message = plural(
            "The temple on {name} is only {steps} step from the start.",
            "The temple on {name} is only {steps} steps from the start.",
            steps,
        ).format(name=name, steps=steps)
        yield Problem("temple.near", WARNING, message, (reading.temple,), field="temple", fix=fix)


def _cut_off(reading: LayoutFacts, coast: Coast) -> Iterator[Problem]:
    """Check that void spaces leave enough land and separate none of it from the start (G5, G14)."""
    name, temple = reading.grid.name, reading.temple
    lost = tuple(cell for cell in reading.land if cell not in reading.reachable)
    if temple in lost:
        fix = None
        if connected := [cell for cell in reading.land if cell in reading.reachable]:
            goal = max(connected, key=lambda cell: (-reading.steps(cell, temple), cell))
            fix = Fix(_("Move to {name}").format(name=name(goal)), with_temple(reading.body, goal))
        message = _("The temple on {name} is unreachable: void spaces separate it from the start.").format(
            name=name(temple)
        )
        yield Problem("temple.cut_off", ERROR, message, (temple,), field="temple", fix=fix)
    if lost:
        message = plural(
            "{names} is unreachable: void spaces separate it from the start.",
            "{names} are unreachable: void spaces separate them from the start.",
            len(lost),
        ).format(names=", ".join(map(name, lost[:FEW])) + (" …" if len(lost) > FEW else ""))
        fix = None
        if set(lost) != {temple}:
            cells = [VOID if cell in lost and cell != temple else one for cell, one in enumerate(reading.cells)]
            label = plural("Make it void", "Make them void", len(lost))
            fix = Fix(label, with_fields(reading.body, cells=cells), safe=False)
        yield Problem("space.cut_off", WARNING, message, lost, fix=fix)
    if reading.void and len(reading.land) < MIN_LAND:
        message = plural(
            "Only {n} land space is left. The journey will be short.",
            "Only {n} land spaces are left. The journey will be short.",
            len(reading.land),
        ).format(n=len(reading.land))
        yield Problem("land.few", WARNING, message, reading.land)


def _change_tile_fix(body: Body, tile: TileData, label: str, **fields: bool) -> Fix:
    return Fix(label, with_tile(body, tile.name, msgspec.structs.replace(tile, **fields)))
