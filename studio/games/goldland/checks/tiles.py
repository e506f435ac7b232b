"""Checks of the tiles of a layout: how many there are, where they are, their kinds and lines (G7, G10, G16)."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import msgspec

from studio.core.problems import ERROR, INFO, WARNING, Fix, Problem, Severity
from studio.core.text import _, plural, quote
from studio.games.goldland.body import (
    ADVENTURE_KEYS,
    UNDISCOVERED,
    Body,
    TileData,
    exit_bits,
    format_group,
    format_line,
    parse_group,
    parse_line,
    tile_of,
    unknown_words,
    with_fields,
)
from studio.games.goldland.fill import new_tile, unique_name, with_tile, with_tiles, without_tiles
from studio.games.goldland.layout_reading import LayoutFacts
from studio.games.goldland.rules import board as a
from studio.games.goldland.rules.board import COMPARTMENTS, CROSSING, ITEM_KEYS
from studio.games.goldland.text.places import kind_name

TREASURES = 8  # treasures in the box (components)
MAX_DISCS = 10  # lines with more pieces than this are too small to read well


def tile_problems(reading: LayoutFacts) -> Iterator[Problem]:
    if reading.coast is not None:
        yield from _numbers(reading)
    yield from _duplicates(reading)
    for tile in reading.body.tiles:
        yield from _misplaced_marks(reading, tile)
    yield from _treasures(reading)
    for tile in reading.body.tiles:
        yield from _line(reading, tile)


def _numbers(reading: LayoutFacts) -> Iterator[Problem]:
    """Check that there are as many land tiles as land spaces, counting placed ones in both (G16)."""
    body = reading.body
    spaces, tiles = len(reading.undiscovered), len(reading.stack)
    if not spaces:
        message = _("Every land space already has a tile. There is nothing to explore.")
        yield Problem("land.complete", INFO, message)
    if tiles < spaces:
        missing = spaces - tiles
        message = plural(
            "{n} land tile is missing: {tiles} for {spaces} undiscovered spaces.",
            "{n} land tiles are missing: {tiles} for {spaces} undiscovered spaces.",
            missing,
        ).format(n=missing, tiles=tiles, spaces=spaces)
        label = plural("Add {n} plain tile", "Add {n} plain tiles", missing).format(n=missing)
        fix = Fix(label, _add_plain_tiles(body, missing))
        yield Problem("tiles.too_few", ERROR, message, field="add", fix=fix)
    elif tiles > spaces:
        surplus = tiles - spaces
        names = [tile.name for tile in sorted(reading.stack, key=lambda tile: tile.kind != "plain")][:surplus]
        message = plural(
            "{n} land tile too many: {tiles} for {spaces} undiscovered spaces.",
            "{n} land tiles too many: {tiles} for {spaces} undiscovered spaces.",
            surplus,
        ).format(n=surplus, tiles=tiles, spaces=spaces)
        label = plural("Remove {n} tile", "Remove {n} tiles", surplus).format(n=surplus)
        fix = Fix(label, without_tiles(body, *names), safe=False)
        yield Problem("tiles.too_many", WARNING, message, field="add", fix=fix)


def _add_plain_tiles(body: Body, missing: int) -> Body:
    """Return the body with more plain tiles, which repeat the lines of the present ones."""
    models = [tile for tile in body.tiles if tile.kind == "plain"] or [new_tile((), "plain")]
    tiles = list(body.tiles)
    for number in range(missing):
        tiles.append(msgspec.structs.replace(models[number % len(models)], name=unique_name(tiles, "plain")))
    return with_tiles(body, *tiles[len(body.tiles) :])


def _duplicates(reading: LayoutFacts) -> Iterator[Problem]:
    for name, cells in reading.places.items():
        if len(cells) == 1:
            continue
        contents = list(reading.cells)
        for cell in cells[1:]:
            contents[cell] = UNDISCOVERED
        message = _("“{tile}” is on {count} spaces but exists only once.").format(tile=name, count=len(cells))
        label = _("Keep on {name} only").format(name=reading.grid.name(cells[0]))
        fix = Fix(label, with_fields(reading.body, cells=contents), safe=False)
        yield Problem("tile.twice", ERROR, message, tuple(cells), fix=fix)


def _misplaced_marks(reading: LayoutFacts, tile: TileData) -> Iterator[Problem]:
    """Report fields that have no effect on a tile of its kind."""
    problem, change = partial(_tile_problem, reading, tile), partial(_change_tile_fix, reading, tile)
    is_coast, is_adventure = tile.kind == "coast", tile.kind in ADVENTURE_KEYS
    if tile.village and not is_coast:
        message = _("“{tile}” ({kind}) is marked as a village, but villages belong on the coast.")
        fix = change(_("Remove village mark"), village=False)
        yield problem("tile.village_inland", ERROR, message, "village", fix)
    if tile.end and not is_coast:
        message = _("“{tile}” ({kind}) is marked as an end of the coast, but it is not a coast tile.")
        yield problem("tile.end_inland", ERROR, message, "end", change(_("Remove end mark"), end=False))
    if not exit_bits(tile):
        message = _("“{tile}” has no roads. Entering and leaving it both require a crossing.")
        yield problem("tile.no_road", WARNING, message, "exit S", change(_("Set three roads"), exits=None))
    if is_adventure and not tile.pay:
        message = _("“{tile}” ({kind}) costs nothing: every seat survives it for free.")
        fix = change(_("Set cost to 1 provision"), pay="provision")
        yield problem("adventure.free", WARNING, message, "pay", fix)
    if tile.pay and not is_adventure:
        message = _("“{tile}” ({kind}) has red equipment, but only adventures can have it.")
        yield problem("pay.idle", ERROR, message, "pay", change(_("Remove cost"), pay=""))
    payment = parse_group(tile.pay)
    total = sum(count for _word, count in payment)
    if is_adventure and total > CROSSING:
        remaining, possible = CROSSING, []
        for word, count in payment:
            if remaining:
                possible.append((word, min(count, remaining)))
                remaining -= min(count, remaining)
        message = _("“{tile}” costs {count} pieces. The maximum is {most}, the price of a crossing.")
        fix = change(_("Reduce to {count}").format(count=CROSSING), pay=format_group(tuple(possible)))
        yield problem("pay.too_many", ERROR, message, "pay", fix, count=total, most=CROSSING)
    if tile.treasure and is_coast:
        message = _("The treasure of “{tile}” is on the coast, within reach of all seats from the start.")
        yield problem("treasure.coast", INFO, message, "treasure")


def _tile_problem(
    reading: LayoutFacts,
    tile: TileData,
    code: str,
    severity: Severity,
    message: str,
    field: str,
    fix: Fix | None = None,
    **more: object,
) -> Problem:
    """Return a problem of one tile and its space; `message` may use the fields tile, kind and `more`."""
    text = message.format(tile=tile.name, kind=kind_name(a.KIND_KEYS.index(tile.kind)), **more)
    places = tuple(reading.places.get(tile.name, ()))
    return Problem(code, severity, text, places, field=f"{field}:{tile.name}", fix=fix)


def _change_tile_fix(reading: LayoutFacts, tile: TileData, label: str, **change: object) -> Fix:
    return Fix(label, with_tile(reading.body, tile.name, msgspec.structs.replace(tile, **change)))


def _treasures(reading: LayoutFacts) -> Iterator[Problem]:
    count = sum(tile.treasure for tile in reading.body.tiles)
    if count != TREASURES:
        message = plural(
            "{count} tile has a treasure, but the box contains {box}.",
            "{count} tiles have a treasure, but the box contains {box}.",
            count,
        ).format(count=count, box=TREASURES)
        yield Problem("treasure.count", WARNING if count > TREASURES else INFO, message, field="note.tiles")


# Lines of equipment


def _line(reading: LayoutFacts, tile: TileData) -> Iterator[Problem]:
    """Check the line of a tile by itself."""
    for key in ("pay", "show", "gain"):
        yield from _unknown_words(reading, tile, key)
    problem = partial(_tile_problem, reading, tile)
    if tile.show and not tile.gain:
        message = _("“{tile}” requires equipment to be shown but offers nothing for it.")
        fix = _change_tile_fix(reading, tile, _("Remove white equipment"), show="")
        yield problem("line.no_gain", WARNING, message, "gain", fix)
    if tile.kind not in ADVENTURE_KEYS:
        if tile.gain and not tile.show:
            message = _("“{tile}” gives its equipment to every seat that stops there without showing anything.")
            yield problem("line.free", INFO, message, "show")
        elif not tile.gain and not tile.show and not tile.treasure and tile.kind == "plain":
            yield problem("line.none", INFO, _("“{tile}” offers nothing."), "gain")
    rules_tile = tile_of(tile)
    discs = sum(rules_tile.pay) + sum(rules_tile.show) + sum(map(sum, rules_tile.gains))
    if discs > MAX_DISCS:
        message = _("The line of “{tile}” has {count} pieces. More than {most} are hard to read on a tile.")
        yield problem("line.long", WARNING, message, "gain", count=discs, most=MAX_DISCS)


def _unknown_words(reading: LayoutFacts, tile: TileData, key: str) -> Iterator[Problem]:
    """Check that every word names a piece of equipment; the fix takes the most similar word."""
    text: str = getattr(tile, key)
    unknown = unknown_words(text)
    if not unknown:
        return
    replacements = {word: (difflib.get_close_matches(word, ITEM_KEYS, 1, 0.6) or [""])[0] for word in unknown}
    groups = []
    for group in parse_line(text):
        counts: dict[str, int] = {}
        for word, count in group:
            if item := replacements.get(word, word):
                counts[item] = min(COMPARTMENTS, counts.get(item, 0) + count)
        groups.append(parse_group(format_group(tuple(counts.items()))))
    fixed = format_line([group for group in groups if group])
    label = plural("Remove the word", "Remove the words", len(unknown))
    if all(replacements.values()):
        label = _("Change to “{line}”").format(line=fixed)
    message = plural(
        "The line of “{tile}” contains {words}, which is not equipment.",
        "The line of “{tile}” contains {words}, which are not equipment.",
        len(unknown),
    )
    fix = replace(_change_tile_fix(reading, tile, label, **{key: fixed}), safe=all(replacements.values()))
    named = ", ".join(quote(word) for word in unknown)
    yield _tile_problem(reading, tile, "line.unknown", ERROR, message, key, fix, words=named)
