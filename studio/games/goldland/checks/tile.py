"""What is wrong with the tile set of a layout: how many there are, where they lie, what makes no sense on a kind.

Codes: `tiles.too_few`, `tiles.too_many`, `tile.twice`, `tile.no_road`, `tile.village_inland`, `tile.end_inland`,
`adventure.free`, `pay.idle`, `pay.too_many`, `treasure.count`, `treasure.coast`, `land.complete`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from studio.core.problems import Fix, Problem, Severity
from studio.core.text import _, plural
from studio.games.goldland.body.arranging import fresh_name, new_tile, with_more, with_tile, without
from studio.games.goldland.body.data import ADVENTURE_KEYS, UNDISCOVERED, Body, TileData, edited, exit_bits
from studio.games.goldland.body.lines import read_group, write_group
from studio.games.goldland.body.reading import Reading
from studio.games.goldland.rules.actions import CROSSING
from studio.games.goldland.words.places import kind_words

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO
TREASURES = 8
"""Treasures in the box (components)."""


def tile_problems(reading: Reading) -> Iterator[Problem]:
    """All findings about the tiles and how many they are."""
    if reading.coast is not None:
        yield from _numbers(reading)
    yield from _twice(reading)
    for tile in reading.body.tiles:
        yield from _sense(reading, tile)
    yield from _treasures(reading)


def _numbers(reading: Reading) -> Iterator[Problem]:
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
        yield Problem(
            "tiles.too_few",
            ERROR,
            plural(
                "There is {n} land tile too few: {tiles} for {spaces} undiscovered spaces.",
                "There are {n} land tiles too few: {tiles} for {spaces} undiscovered spaces.",
                lacking,
            ).format(n=lacking, tiles=tiles, spaces=spaces),
            field="add",
            fix=Fix(
                plural("Add {n} plain tile", "Add {n} plain tiles", lacking).format(n=lacking), _filled(body, lacking)
            ),
        )
    elif tiles > spaces:
        over = tiles - spaces
        names = [tile.name for tile in reading.stack if tile.kind == "plain"]
        names = (names + [tile.name for tile in reading.stack if tile.kind != "plain"])[:over]
        yield Problem(
            "tiles.too_many",
            WARNING,
            plural(
                "There is {n} land tile too many: {tiles} for {spaces} undiscovered spaces.",
                "There are {n} land tiles too many: {tiles} for {spaces} undiscovered spaces.",
                over,
            ).format(n=over, tiles=tiles, spaces=spaces),
            field="add",
            fix=Fix(
                plural("Remove {n} tile", "Remove {n} tiles", over).format(n=over), without(body, *names), safe=False
            ),
        )


def _filled(body: Body, lacking: int) -> Body:
    """The body with so many further plain tiles, which repeat the lines of those that there are."""
    models = [tile for tile in body.tiles if tile.kind == "plain"] or [new_tile((), "plain")]
    tiles = list(body.tiles)
    for number in range(lacking):
        tiles.append(msgspec.structs.replace(models[number % len(models)], name=fresh_name(tiles, "plain")))
    return with_more(body, *tiles[len(body.tiles) :])


def _twice(reading: Reading) -> Iterator[Problem]:
    for name, cells in reading.places.items():
        if len(cells) == 1:
            continue
        rest = list(reading.cells)
        for cell in cells[1:]:
            rest[cell] = UNDISCOVERED
        yield Problem(
            "tile.twice",
            ERROR,
            _("“{tile}” lies on {count} spaces, and there is only one.").format(tile=name, count=len(cells)),
            tuple(cells),
            fix=Fix(
                _("Leave it on {name}").format(name=reading.grid.name(cells[0])),
                edited(reading.body, cells=rest),
                safe=False,
            ),
        )


def _sense(reading: Reading, tile: TileData) -> Iterator[Problem]:
    """What makes no sense on a tile of its kind."""
    body, places = reading.body, tuple(reading.places.get(tile.name, ()))

    def mended(**change: object) -> Body:
        return with_tile(body, tile.name, msgspec.structs.replace(tile, **change))

    is_coast, is_adventure = tile.kind == "coast", tile.kind in ADVENTURE_KEYS
    kind = kind_words(tile.kind).lower()
    if tile.village and not is_coast:
        message = _("“{tile}” ({kind}) is marked as a village; villages lie on the coast.")
        yield Problem(
            "tile.village_inland",
            ERROR,
            message.format(tile=tile.name, kind=kind),
            places,
            field=f"village:{tile.name}",
            fix=Fix(_("Make it no village"), mended(village=False)),
        )
    if tile.end and not is_coast:
        message = _("“{tile}” ({kind}) is marked as an end of the coast.")
        yield Problem(
            "tile.end_inland",
            ERROR,
            message.format(tile=tile.name, kind=kind),
            places,
            field=f"end:{tile.name}",
            fix=Fix(_("Make it no end"), mended(end=False)),
        )
    if not exit_bits(tile):
        yield Problem(
            "tile.no_road",
            WARNING,
            _("“{tile}” has no road to any side; whoever goes there pays for a crossing in and out.").format(
                tile=tile.name
            ),
            places,
            field=f"exit S:{tile.name}",
            fix=Fix(_("Give it three roads"), mended(exits=None)),
        )
    if is_adventure and not tile.pay:
        yield Problem(
            "adventure.free",
            WARNING,
            _("“{tile}” ({kind}) asks for nothing: everybody survives it for free.").format(tile=tile.name, kind=kind),
            places,
            field=f"pay:{tile.name}",
            fix=Fix(_("Let it ask for a provision"), mended(pay="provision")),
        )
    if tile.pay and not is_adventure:
        yield Problem(
            "pay.idle",
            ERROR,
            _("“{tile}” ({kind}) has red equipment, which only adventures ask for.").format(tile=tile.name, kind=kind),
            places,
            field=f"pay:{tile.name}",
            fix=Fix(_("Take it off"), mended(pay="")),
        )
    group = read_group(tile.pay)
    total = sum(count for _word, count in group)
    if is_adventure and total > CROSSING:
        message = _("“{tile}” asks for {count} pieces, but {most} is the most: a crossing must be able to pay it.")
        yield Problem(
            "pay.too_many",
            ERROR,
            message.format(tile=tile.name, count=total, most=CROSSING),
            places,
            field=f"pay:{tile.name}",
            fix=Fix(_("Ask for {count}").format(count=CROSSING), mended(pay=_trimmed(tile.pay))),
        )
    if tile.treasure and is_coast:
        yield Problem(
            "treasure.coast",
            INFO,
            _("The treasure of “{tile}” lies on the coast, in reach of everybody from the start.").format(
                tile=tile.name
            ),
            places,
            field=f"treasure:{tile.name}",
        )


def _trimmed(pay: str) -> str:
    """As much of what is paid as a crossing can pay, of the first pieces first."""
    left = CROSSING
    kept = []
    for word, count in read_group(pay):
        if left:
            kept.append((word, min(count, left)))
            left -= min(count, left)
    return write_group(tuple(kept))


def _treasures(reading: Reading) -> Iterator[Problem]:
    count = sum(tile.treasure for tile in reading.body.tiles)
    if count != TREASURES:
        yield Problem(
            "treasure.count",
            WARNING if count > TREASURES else INFO,
            plural(
                "{count} tile has a treasure; the box holds {box}.",
                "{count} tiles have a treasure; the box holds {box}.",
                count,
            ).format(count=count, box=TREASURES),
            field="note.tiles",
        )
