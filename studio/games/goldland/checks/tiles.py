"""What is wrong with the tiles of a layout: how many there are, where they lie, what their kind and their line say.

Codes of the set: `tiles.too_few`, `tiles.too_many`, `tile.twice`, `tile.no_road`, `tile.village_inland`,
`tile.end_inland`, `adventure.free`, `pay.idle`, `pay.too_many`, `treasure.count`, `treasure.coast`, `land.complete`.
Codes of single lines (G7, G10, G16): `line.unknown`, `line.no_gain`, `line.free`, `line.none`, `line.long`.
"""

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
from studio.games.goldland.rules.board import CROSSING, ITEM_KEYS
from studio.games.goldland.text.places import kind_name

TREASURES = 8
"""Treasures in the box (components)."""
MAX_DISCS = 10
"""More pieces than these make the line so small that it is hard to read."""


def tile_problems(reading: LayoutFacts) -> Iterator[Problem]:
    """All findings about the tiles, how many they are, and their lines."""
    if reading.coast is not None:
        yield from _numbers(reading)
    yield from _duplicates(reading)
    for tile in reading.body.tiles:
        yield from _misplaced_marks(reading, tile)
    yield from _treasures(reading)
    for tile in reading.body.tiles:
        yield from _line(reading, tile)


def _numbers(reading: LayoutFacts) -> Iterator[Problem]:
    """G16: as many land tiles as land spaces, those that lie already counted in both."""
    body = reading.body
    spaces, tiles = len(reading.undiscovered), len(reading.stack)
    if not spaces:
        yield Problem(
            "land.complete",
            INFO,
            _("A tile lies on every land space already, so there is nothing to explore."),
        )
    if tiles < spaces:
        lacking = spaces - tiles
        words = plural(
            "There is {n} land tile too few: {tiles} for {spaces} undiscovered spaces.",
            "There are {n} land tiles too few: {tiles} for {spaces} undiscovered spaces.",
            lacking,
        ).format(n=lacking, tiles=tiles, spaces=spaces)
        fix = Fix(
            plural("Add {n} plain tile", "Add {n} plain tiles", lacking).format(n=lacking),
            _add_plain_tiles(body, lacking),
        )
        yield Problem("tiles.too_few", ERROR, words, field="add", fix=fix)
    elif tiles > spaces:
        over = tiles - spaces
        names = [tile.name for tile in reading.stack if tile.kind == "plain"]
        names = (names + [tile.name for tile in reading.stack if tile.kind != "plain"])[:over]
        words = plural(
            "There is {n} land tile too many: {tiles} for {spaces} undiscovered spaces.",
            "There are {n} land tiles too many: {tiles} for {spaces} undiscovered spaces.",
            over,
        ).format(n=over, tiles=tiles, spaces=spaces)
        fix = Fix(
            plural("Remove {n} tile", "Remove {n} tiles", over).format(n=over), without_tiles(body, *names), safe=False
        )
        yield Problem("tiles.too_many", WARNING, words, field="add", fix=fix)


def _add_plain_tiles(body: Body, lacking: int) -> Body:
    """The body with so many further plain tiles, which repeat the lines of those that there are."""
    models = [tile for tile in body.tiles if tile.kind == "plain"] or [new_tile((), "plain")]
    tiles = list(body.tiles)
    for number in range(lacking):
        tiles.append(msgspec.structs.replace(models[number % len(models)], name=unique_name(tiles, "plain")))
    return with_tiles(body, *tiles[len(body.tiles) :])


def _duplicates(reading: LayoutFacts) -> Iterator[Problem]:
    for name, cells in reading.places.items():
        if len(cells) == 1:
            continue
        rest = list(reading.cells)
        for cell in cells[1:]:
            rest[cell] = UNDISCOVERED
        words = _("“{tile}” lies on {count} spaces, and there is only one.").format(tile=name, count=len(cells))
        fix = Fix(
            _("Leave it on {name}").format(name=reading.grid.name(cells[0])),
            with_fields(reading.body, cells=rest),
            safe=False,
        )
        yield Problem("tile.twice", ERROR, words, tuple(cells), fix=fix)


def _misplaced_marks(reading: LayoutFacts, tile: TileData) -> Iterator[Problem]:
    """What makes no sense on a tile of its kind."""
    told = partial(_tile_problem, reading, tile)
    is_coast, is_adventure = tile.kind == "coast", tile.kind in ADVENTURE_KEYS
    if tile.village and not is_coast:
        words = _("“{tile}” ({kind}) is marked as a village; villages lie on the coast.")
        fix = _change_tile_fix(reading, tile, _("Make it no village"), village=False)
        yield told("tile.village_inland", ERROR, words, "village", fix)
    if tile.end and not is_coast:
        words = _("“{tile}” ({kind}) is marked as an end of the coast.")
        yield told(
            "tile.end_inland", ERROR, words, "end", _change_tile_fix(reading, tile, _("Make it no end"), end=False)
        )
    if not exit_bits(tile):
        words = _("“{tile}” has no road to any side; whoever goes there pays for a crossing in and out.")
        fix = _change_tile_fix(reading, tile, _("Give it three roads"), exits=None)
        yield told("tile.no_road", WARNING, words, "exit S", fix)
    if is_adventure and not tile.pay:
        words = _("“{tile}” ({kind}) asks for nothing: everybody survives it for free.")
        fix = _change_tile_fix(reading, tile, _("Let it ask for a provision"), pay="provision")
        yield told("adventure.free", WARNING, words, "pay", fix)
    if tile.pay and not is_adventure:
        words = _("“{tile}” ({kind}) has red equipment, which only adventures ask for.")
        yield told("pay.idle", ERROR, words, "pay", _change_tile_fix(reading, tile, _("Take it off"), pay=""))
    total = sum(count for _word, count in parse_group(tile.pay))
    if is_adventure and total > CROSSING:
        words = _("“{tile}” asks for {count} pieces, but {most} is the most: a crossing must be able to pay it.")
        fix = _change_tile_fix(reading, tile, _("Ask for {count}").format(count=CROSSING), pay=_trim_payment(tile.pay))
        yield told("pay.too_many", ERROR, words, "pay", fix, count=total, most=CROSSING)
    if tile.treasure and is_coast:
        words = _("The treasure of “{tile}” lies on the coast, in reach of everybody from the start.")
        yield told("treasure.coast", INFO, words, "treasure")


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
    """A finding about one tile, wherever it lies; `message` may name the tile, its kind, and `more`."""
    words = message.format(tile=tile.name, kind=kind_name(a.KIND_KEYS.index(tile.kind)), **more)
    places = tuple(reading.places.get(tile.name, ()))
    return Problem(code, severity, words, places, field=f"{field}:{tile.name}", fix=fix)


def _change_tile_fix(reading: LayoutFacts, tile: TileData, label: str, **change: object) -> Fix:
    return Fix(label, with_tile(reading.body, tile.name, msgspec.structs.replace(tile, **change)))


def _trim_payment(pay: str) -> str:
    """As much of what is paid as a crossing can pay, of the first pieces first."""
    left = CROSSING
    kept = []
    for word, count in parse_group(pay):
        if left:
            kept.append((word, min(count, left)))
            left -= min(count, left)
    return format_group(tuple(kept))


def _treasures(reading: LayoutFacts) -> Iterator[Problem]:
    count = sum(tile.treasure for tile in reading.body.tiles)
    if count != TREASURES:
        words = plural(
            "{count} tile has a treasure; the box holds {box}.",
            "{count} tiles have a treasure; the box holds {box}.",
            count,
        ).format(count=count, box=TREASURES)
        yield Problem("treasure.count", WARNING if count > TREASURES else INFO, words, field="note.tiles")


# single lines of equipment


def _line(reading: LayoutFacts, tile: TileData) -> Iterator[Problem]:
    """What is wrong with the line of a tile by itself."""
    for key in ("pay", "show", "gain"):
        yield from _unknown_words(reading, tile, key)
    told = partial(_tile_problem, reading, tile)
    if tile.show and not tile.gain:
        words = _("“{tile}” asks to show equipment, but offers nothing for it.")
        yield told(
            "line.no_gain", WARNING, words, "gain", _change_tile_fix(reading, tile, _("Ask to show nothing"), show="")
        )
    if tile.kind not in ADVENTURE_KEYS:
        if tile.gain and not tile.show:
            words = _("“{tile}” gives its equipment to everybody who stops there, nothing shown.")
            yield told("line.free", INFO, words, "show")
        elif not tile.gain and not tile.show and not tile.treasure and tile.kind == "plain":
            yield told("line.none", INFO, _("“{tile}” offers nothing at all."), "gain")
    known = tile_of(tile)
    discs = sum(known.pay) + sum(known.show) + sum(map(sum, known.gains))
    if discs > MAX_DISCS:
        words = _("The line of “{tile}” has {count} pieces; more than {most} are hard to read on a tile.")
        yield told("line.long", WARNING, words, "gain", count=discs, most=MAX_DISCS)


def _unknown_words(reading: LayoutFacts, tile: TileData, key: str) -> Iterator[Problem]:
    """Every word names a piece of equipment; the fix takes the word that is most like it."""
    text: str = getattr(tile, key)
    unknown = unknown_words(text)
    if not unknown:
        return
    known = {word: (difflib.get_close_matches(word, ITEM_KEYS, 1, 0.6) or [""])[0] for word in unknown}
    groups = []
    for group in parse_line(text):
        counts: dict[str, int] = {}
        for word, count in group:
            if item := known.get(word, word):
                counts[item] = min(12, counts.get(item, 0) + count)
        groups.append(parse_group(format_group(tuple(counts.items()))))
    mended = format_line([group for group in groups if group])
    if all(known.values()):
        label = _("Write “{line}”").format(line=mended)
    else:
        label = plural("Take the word out", "Take the words out", len(unknown))
    words = plural(
        "The line of “{tile}” speaks of {words}, which is no equipment.",
        "The line of “{tile}” speaks of {words}, which are no equipment.",
        len(unknown),
    )
    fix = replace(_change_tile_fix(reading, tile, label, **{key: mended}), safe=all(known.values()))
    named = ", ".join(quote(word) for word in unknown)
    yield _tile_problem(reading, tile, "line.unknown", ERROR, words, key, fix, words=named)
