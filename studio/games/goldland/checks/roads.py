"""The ways of a layout as graphs: where roads lead, where it takes a crossing, which tiles all must pass (G5, G6).

Roads are those of the tiles that lie. An undiscovered space counts as open to all sides, since any two sides of a tile
with three exits can be turned to where one comes from and where one goes.

Codes, which need a search: `road.crossing`, `road.island`, `road.dead_end`, `road.narrow`, `item.one_line`,
`adventure.inland`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from studio.core.cancellation import Patience
from studio.core.problems import INFO, WARNING, Fix, Problem
from studio.core.text import _, plural
from studio.games.goldland.body.arranging import laid
from studio.games.goldland.body.data import ADVENTURE_KEYS, Laid, exit_bits, looks
from studio.games.goldland.body.reading import Reading
from studio.games.goldland.checks.earnings import Economy, openings
from studio.games.goldland.rules.board import turned
from studio.games.goldland.words.places import item_name, kind_words
from studio.validation.checks import cheapest_path, costs_from, reachable
from studio.validation.graph import board_graph
from studio.validation.narrows import cuts

if TYPE_CHECKING:
    from studio.validation.graph import CellGraph  # a name for the type checker only

_STEP, _CROSSING = 1, 1000
"""A way with fewer crossings is better however long it is."""


class Way(NamedTuple):
    """The cells of a way, its ends included, and those that are entered by a crossing."""

    cells: tuple[int, ...]
    crossings: tuple[int, ...]

    @property
    def steps(self) -> int:
        return len(self.cells) - 1


class Roads:
    """The roads of a layout. `turns` says how some laid tiles would lie instead, by cell."""

    def __init__(self, reading: Reading, turns: Mapping[int, int] | None = None) -> None:
        self.reading = reading
        grid = reading.grid
        self.exits = [
            self._exits(cell, (turns or {}).get(cell, -1)) for cell in range(grid.count)
        ]  # by cell: sides with a road, as bits

    def _exits(self, cell: int, turn: int) -> int:
        content = self.reading.cells[cell]
        if cell in self.reading.void:
            return 0
        tile = self.reading.tile_at(cell)
        if isinstance(content, Laid) and tile is not None and tile.kind != "coast":
            return turned(exit_bits(tile), content.turn if turn < 0 else turn)
        return sum(1 << side for side in range(4) if self.reading.beside(cell, side) >= 0)

    @cached_property
    def spaces(self) -> CellGraph:
        """All spaces, each joined with its neighbours."""
        return board_graph(self.reading.grid, self._is_there, lambda _cell, _side: True)

    @cached_property
    def roads(self) -> CellGraph:
        """All spaces, joined where a road leads or may come to lead."""
        return board_graph(self.reading.grid, self._is_there, lambda cell, side: bool(self.exits[cell] >> side & 1))

    def _is_there(self, cell: int) -> bool:
        return cell not in self.reading.void

    def _cost(self, one: int, other: int) -> int:
        return _STEP if self.roads.has_edge(one, other) else _CROSSING + _STEP

    def way(self, source: int, target: int) -> Way | None:
        """A way with the fewest crossings, and of those one with the fewest steps; None if the target is cut off."""
        found = cheapest_path(self.spaces, source, target, self._cost) if self._is_there(target) else None
        if found is None:
            return None
        cells = tuple(found[1])
        return Way(cells, tuple(after for before, after in pairwise(cells) if not self.roads.has_edge(before, after)))

    def steps_from(self, source: int) -> list[tuple[int, int]]:
        """By cell: the fewest crossings from a source, and the steps of such a way; none where no way leads."""
        costs = costs_from(self.spaces, source, self._cost)
        ways = (costs.get(cell, 0) for cell in range(self.reading.grid.count))
        return [(cost // _CROSSING, cost % _CROSSING) for cost in ways]

    def narrows(self, source: int, target: int, patience: Patience) -> tuple[int, ...]:
        """The spaces between two others that every way by road must pass; none when no road leads there at all."""
        if not self._is_there(target) or target not in reachable(self.roads, [source]):
            return ()
        found = []
        for cut in cuts(self.roads):
            patience.look()
            if cut.cell not in (source, target):
                rest = self.roads.copy()
                rest.remove_node(cut.cell)
                if target not in reachable(rest, [source]):
                    found.append(cut.cell)
        return tuple(found)

    @cached_property
    def dead_ends(self) -> tuple[int, ...]:
        """Laid land tiles from which only one road leads on."""
        return tuple(cell for cell in self._laid if self.roads.degree(cell) == 1)

    @cached_property
    def islands(self) -> tuple[int, ...]:
        """Laid land tiles to which no road leads from anywhere."""
        return tuple(cell for cell in self._laid if self.roads.degree(cell) == 0)

    @cached_property
    def _laid(self) -> list[int]:
        return [cell for cell in self.reading.land if self.reading.tile_at(cell) is not None]


# what is wrong with them


def road_problems(reading: Reading, patience: Patience) -> Iterator[Problem]:
    """All findings that need a search."""
    if reading.coast is not None:
        yield from _roads(reading, reading.coast.start, patience)
    yield from _late(reading, patience)


def _roads(reading: Reading, start: int, patience: Patience) -> Iterator[Problem]:
    roads = Roads(reading)
    way = roads.way(start, reading.temple)
    name = reading.grid.name
    if way is not None and way.crossings:
        count = len(way.crossings)
        words = plural(
            "No road leads from the start to the temple: it takes a crossing, into {names}.",
            "No road leads from the start to the temple: it takes {count} crossings, into {names}.",
            count,
        ).format(count=count, names=", ".join(map(name, way.crossings)))
        yield Problem("road.crossing", WARNING, words, way.crossings, fix=_turned(reading, start, count, patience))
    if roads.islands:
        words = plural(
            "No road leads to the tile on {names}.",
            "No road leads to the tiles on {names}.",
            len(roads.islands),
        ).format(names=", ".join(map(name, roads.islands)))
        yield Problem("road.island", INFO, words, roads.islands)
    if roads.dead_ends:
        words = plural(
            "{names} is a dead end: only one road leads on from there.",
            "{names} are dead ends: only one road leads on from each.",
            len(roads.dead_ends),
        ).format(names=", ".join(map(name, roads.dead_ends)))
        yield Problem("road.dead_end", INFO, words, roads.dead_ends)
    narrow = tuple(cell for cell in roads.narrows(start, reading.temple, patience) if reading.tile_at(cell) is not None)
    if narrow:
        words = plural(
            "Every road from the start to the temple passes {names}.",
            "Every road from the start to the temple passes {names}, one after the other.",
            len(narrow),
        ).format(names=", ".join(map(name, narrow)))
        yield Problem("road.narrow", INFO, words, narrow)


def _turned(reading: Reading, start: int, crossings: int, patience: Patience) -> Fix | None:
    """A laid tile that saves a crossing when it is turned."""
    for cell in reading.land:
        content, tile = reading.cells[cell], reading.tile_at(cell)
        if not isinstance(content, Laid) or tile is None or tile.kind == "coast":
            continue
        for turn in looks(tile):
            if turn == content.turn:
                continue
            patience.look()
            way = Roads(reading, {cell: turn}).way(start, reading.temple)
            if way is not None and len(way.crossings) < crossings:
                label = _("Turn {name} by {degrees}°").format(
                    name=reading.grid.name(cell), degrees=(turn - content.turn) % 4 * 90
                )
                return Fix(label, laid(reading.body, cell, tile.name, turn))
    return None


def _late(reading: Reading, patience: Patience) -> Iterator[Problem]:
    """Equipment that one laid line alone earns; adventures that laid lines do not open, though lines inland do."""
    economy = Economy(reading)
    coast = [name for name in economy.tiles if name in reading.places]
    for name in coast:
        patience.look()
        for item in economy.lost_without(name, coast):
            words = _("From the start {item} comes only from “{tile}” on {space}, until more tiles are found.").format(
                item=item_name(item), tile=name, space=reading.grid.name(reading.places[name][0])
            )
            yield Problem("item.one_line", INFO, words, tuple(reading.places[name]))
    for number, kind in enumerate(ADVENTURE_KEYS):
        tiles = [tile for tile in economy.tiles.values() if tile.kind == number and economy.can_pay(tile)]
        if tiles and not any(openings(economy, coast, [tile.pay for tile in tiles], patience)):
            words = _("{kind}: nothing on the coast earns what these tiles ask for; it must be found inland.").format(
                kind=kind_words(kind)
            )
            yield Problem("adventure.inland", INFO, words, field=f"markers.{kind}")
