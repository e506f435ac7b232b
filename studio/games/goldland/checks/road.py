"""What needs a search to be known of a layout: ways to the temple, dead ends, adventures that open late.

Codes: `road.crossing`, `road.island`, `road.dead_end`, `road.narrow`, `item.one_line`, `adventure.inland`.
"""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.problems import Fix, Problem, Severity
from studio.core.text import _, plural
from studio.games.goldland.body.arranging import laid
from studio.games.goldland.body.data import ADVENTURE_KEYS, Laid, looks
from studio.games.goldland.body.reading import Reading
from studio.games.goldland.checks.earnings import Economy, openings
from studio.games.goldland.checks.roads import Roads
from studio.games.goldland.words.places import item_name, kind_words

WARNING, INFO = Severity.WARNING, Severity.INFO


def road_problems(reading: Reading) -> Iterator[Problem]:
    """All findings that need a search."""
    if reading.coast is not None:
        yield from _roads(reading, reading.coast.start)
    yield from _late(reading)


def _roads(reading: Reading, start: int) -> Iterator[Problem]:
    roads = Roads(reading)
    way = roads.way(start, reading.temple)
    name = reading.grid.name
    if way.crossings:
        count = len(way.crossings)
        yield Problem(
            "road.crossing",
            WARNING,
            plural(
                "No road leads from the start to the temple: it takes a crossing, into {names}.",
                "No road leads from the start to the temple: it takes {count} crossings, into {names}.",
                count,
            ).format(count=count, names=", ".join(map(name, way.crossings))),
            way.crossings,
            fix=_turned(reading, start, count),
        )
    if roads.islands:
        yield Problem(
            "road.island",
            INFO,
            plural(
                "No road leads to the tile on {names}.",
                "No road leads to the tiles on {names}.",
                len(roads.islands),
            ).format(names=", ".join(map(name, roads.islands))),
            roads.islands,
        )
    if roads.dead_ends:
        yield Problem(
            "road.dead_end",
            INFO,
            plural(
                "{names} is a dead end: only one road leads on from there.",
                "{names} are dead ends: only one road leads on from each.",
                len(roads.dead_ends),
            ).format(names=", ".join(map(name, roads.dead_ends))),
            roads.dead_ends,
        )
    narrow = tuple(cell for cell in roads.narrows(start, reading.temple) if reading.tile_at(cell) is not None)
    if narrow:
        yield Problem(
            "road.narrow",
            INFO,
            plural(
                "Every road from the start to the temple passes {names}.",
                "Every road from the start to the temple passes {names}, one after the other.",
                len(narrow),
            ).format(names=", ".join(map(name, narrow))),
            narrow,
        )


def _turned(reading: Reading, start: int, crossings: int) -> Fix | None:
    """A laid tile that saves a crossing when it is turned."""
    for cell in reading.land:
        content, tile = reading.cells[cell], reading.tile_at(cell)
        if not isinstance(content, Laid) or tile is None or tile.kind == "coast":
            continue
        for turn in looks(tile):
            if turn == content.turn:
                continue
            if len(Roads(reading, {cell: turn}).way(start, reading.temple).crossings) < crossings:
                label = _("Turn {name} by {degrees}°").format(
                    name=reading.grid.name(cell), degrees=(turn - content.turn) % 4 * 90
                )
                return Fix(label, laid(reading.body, cell, tile.name, turn))
    return None


def _late(reading: Reading) -> Iterator[Problem]:
    """Equipment that one laid line alone earns; adventures that laid lines do not open, though lines inland do."""
    economy = Economy(reading)
    coast = [name for name in economy.tiles if name in reading.places]
    for name in coast:
        for item in economy.lost_without(name, coast):
            yield Problem(
                "item.one_line",
                INFO,
                _("From the start {item} comes only from “{tile}” on {space}, until more tiles are found.").format(
                    item=item_name(item), tile=name, space=reading.grid.name(reading.places[name][0])
                ),
                tuple(reading.places[name]),
            )
    for number, kind in enumerate(ADVENTURE_KEYS):
        tiles = [tile for tile in economy.tiles.values() if tile.kind == number and economy.can_pay(tile)]
        if tiles and not any(openings(economy, coast, [tile.pay for tile in tiles])):
            yield Problem(
                "adventure.inland",
                INFO,
                _("{kind}: nothing on the coast earns what these tiles ask for; it must be found inland.").format(
                    kind=kind_words(kind)
                ),
                field=f"markers.{kind}",
            )
