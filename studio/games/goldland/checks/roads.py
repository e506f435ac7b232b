"""Roads, crossings and chokepoints of a layout as graphs, and what the start kit can earn and pay (G5, G6).

Roads are those of the placed tiles. An undiscovered space counts as open on all sides, because a tile with three exits
can be rotated so that any two of its sides are open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from studio.core.cancellation import CancelToken
from studio.core.problems import INFO, WARNING, Fix, Problem
from studio.core.text import _, plural
from studio.games.goldland.body import ADVENTURE_KEYS, Laid, count_pieces, distinct_turns, exit_bits, tile_of
from studio.games.goldland.fill import lay_tile
from studio.games.goldland.layout_reading import LayoutFacts
from studio.games.goldland.rules.board import ADVENTURES, COMPARTMENTS, ITEMS, Pieces, Tile, turned
from studio.games.goldland.text.places import item_name, kind_text
from studio.validation import (
    Closure,
    Rule,
    articulation_points,
    board_graph,
    cheapest_path,
    forward_chain,
    path_costs,
    reachable,
)

if TYPE_CHECKING:
    from studio.validation import CellGraph  # a name for the type checker only


# Economy: the lines of a layout as rules, and the fewest gains to anything
# `Economy` treats pieces as available or not; `openings` counts them, one gain a turn (G10).

START_NAME = ""  # the key of the start tile among the tiles of an economy
MAX_GAINS = 8  # limit of gains in the search for a way to pay something
MAX_PACKS = 10_000  # limit of backpacks that the search visits
FREE_DROPS = 3
"""Up to this many pieces that do not fit are dropped in all combinations; otherwise the last ones are left out."""


class Economy:
    """The lines of a layout, as rules from pieces of equipment to pieces of equipment.

    A piece counts as available if it can be obtained at all. Empty stock gives nothing, and no line works that asks for
    more than the stock or a backpack can hold.
    """

    def __init__(self, reading: LayoutFacts) -> None:
        body = reading.body
        self.body = body
        self.stock = count_pieces(tuple(body.stock.items()))
        self.kit: Pieces = count_pieces(tuple((item, max(0, count)) for item, count in body.kit.items()))
        in_play = (tile for tile in body.tiles if tile.kind != "coast" or tile.name in reading.places)
        self.tiles = {tile.name: tile_of(tile) for tile in in_play}
        self.packed = self._in_stock(self.kit)
        self.rules = tuple(self._rules())
        self.earned = forward_chain(self.rules, self.packed)

    def _rules(self) -> Iterator[Rule]:
        """Yield one rule per alternative of each line; an adventure's reward also requires its payment."""
        for name, tile in self.tiles.items():
            if not self._fits_pack(tile.pay) or not self._fits_pack(tile.show):
                continue
            needs = tile.pay if tile.kind < ADVENTURES and not any(tile.show) else tile.show
            for number, gain in enumerate(tile.gains):
                yield Rule((name, number), tuple(items_of(needs)), tuple(self._in_stock(gain)))

    def _fits_pack(self, wanted: Pieces) -> bool:
        return sum(wanted) <= COMPARTMENTS and all(wanted[item] <= self.stock[item] for item in items_of(wanted))

    def _in_stock(self, gain: Pieces) -> list[int]:
        return [item for item in items_of(gain) if self.stock[item] > 0]

    def is_obtainable(self, item: int) -> bool:
        return item in self.earned.facts

    @cached_property
    def purchasable(self) -> Closure:
        """The items that can be obtained if discovery tokens buy stock (G12)."""
        if self.body.tokens <= 0:
            return self.earned
        return forward_chain(self.rules, items_of(self.stock))

    def is_purchasable(self, item: int) -> bool:
        return item in self.purchasable.facts

    def can_pay(self, tile: Tile) -> bool:
        """Return whether an adventure can ever be paid without discovery tokens."""
        return self._fits_pack(tile.pay) and all(self.is_obtainable(item) for item in items_of(tile.pay))

    def sources_of(self, item: int) -> list[str]:
        """Return the tiles whose line gives an item, in order, the start tile (START_NAME) first."""
        names = [START_NAME] if item in self.packed else []
        return names + [name for name, tile in self.tiles.items() if any(gain[item] for gain in tile.gains)]

    def earned_by(self, names: Collection[str]) -> set[int]:
        """Return the items that the lines of these tiles alone can earn, including the kit."""
        rules = [rule for rule in self.rules if isinstance(rule.key, tuple) and rule.key[0] in names]
        obtainable = forward_chain(rules, self.packed).facts
        return {item for item in range(ITEMS) if item in obtainable}

    def lost_items(self, name: str, names: Collection[str]) -> list[int]:
        """Return the items that the lines of some tiles can earn, but not without one of these tiles."""
        return sorted(self.earned_by(names) - self.earned_by([one for one in names if one != name]))


def items_of(counts: Sequence[int]) -> list[int]:
    return [item for item, count in enumerate(counts) if count > 0]


def has_pieces(pack: Sequence[int], wanted: Sequence[int]) -> bool:
    return all(have >= want for have, want in zip(pack, wanted, strict=True))


# Search over backpacks


class Opening(NamedTuple):
    """The fewest gains to hold something, one per turn, as (tile, alternative), and the backpack after them."""

    gains: tuple[tuple[str, int], ...]
    pack: Pieces

    @property
    def turns(self) -> int:
        """The earliest turn in which it can be used if all tiles were adjacent."""
        return len(self.gains) + 1


def openings(
    economy: Economy, names: Collection[str], goals: Sequence[Pieces], cancel: CancelToken
) -> list[Opening | None]:
    """Return for each goal the fewest gains from the start kit, by the lines of these tiles, until a backpack holds it.

    A breadth-first search over backpacks. Rewards of adventures are ignored because they cost as much again. None for a
    goal that is not reached within MAX_GAINS gains or MAX_PACKS backpacks. Raises `Cancelled`.
    """
    first = _packs_after(_cap_to_stock(economy, economy.kit), (0,) * ITEMS)[0]
    found: list[Opening | None] = [None] * len(goals)
    obtainable = economy.earned_by(names)
    open_goals = {
        number
        for number, goal in enumerate(goals)
        if sum(goal) <= COMPARTMENTS and obtainable.issuperset(items_of(goal))
    }
    lines = _lines(economy, names)
    gains_by_pack: dict[Pieces, tuple[tuple[str, int], ...]] = {first: ()}
    layer = [first]
    for _gain in range(MAX_GAINS + 1):
        for number in sorted(open_goals):
            pack = next((pack for pack in layer if has_pieces(pack, goals[number])), None)
            if pack is not None:
                found[number] = Opening(gains_by_pack[pack], pack)
                open_goals.remove(number)
        if not open_goals or len(gains_by_pack) > MAX_PACKS:
            break
        after: list[Pieces] = []
        for pack in layer:
            if len(gains_by_pack) > MAX_PACKS:
                break
            cancel.raise_if_cancelled()
            for name, number, show, gain in lines:
                if not has_pieces(pack, show):
                    continue
                for richer in _packs_after(pack, gain):
                    if richer not in gains_by_pack:
                        gains_by_pack[richer] = (*gains_by_pack[pack], (name, number))
                        after.append(richer)
        layer = after
    return found


def _lines(economy: Economy, names: Iterable[str]) -> list[tuple[str, int, Pieces, Pieces]]:
    """Return the lines that show and gain, one per alternative, without those that give nothing in stock."""
    lines = [(START_NAME, 0, (0,) * ITEMS, _cap_to_stock(economy, economy.kit))]
    for name in names:
        tile = economy.tiles.get(name)
        if tile is None or (tile.kind < ADVENTURES and not any(tile.show)):
            continue
        lines += [(name, number, tile.show, _cap_to_stock(economy, gain)) for number, gain in enumerate(tile.gains)]
    return [line for line in lines if any(line[3])]


def _cap_to_stock(economy: Economy, gain: Pieces) -> Pieces:
    return tuple(min(count, max(0, stock)) for count, stock in zip(gain, economy.stock, strict=True))  # type: ignore[return-value]  # as long as `gain`


def _packs_after(pack: Sequence[int], gain: Sequence[int]) -> list[Pieces]:
    """Return the backpacks after a gain: all of it, or as much as fits if a few other pieces are dropped first."""
    full: Pieces = tuple(have + more for have, more in zip(pack, gain, strict=True))  # type: ignore[assignment]  # same
    over = sum(full) - COMPARTMENTS
    if over <= 0:
        return [full]
    packs = {full}
    for _piece in range(over):
        packs = {
            tuple(count - (place == item) for place, count in enumerate(one))  # type: ignore[misc]  # as long as `one`
            for one in packs
            for item in (items_of(one) if over <= FREE_DROPS else items_of(one)[-1:])
        }
    return sorted(packs)


# The spaces of a layout as graphs (G5, G6)

_STEP, _CROSSING = 1, 1000  # costs by which a path with fewer crossings is better regardless of its length


class RoadPath(NamedTuple):
    """The cells of a path, including its ends, and those that are entered by a crossing."""

    cells: tuple[int, ...]
    crossings: tuple[int, ...]

    @property
    def steps(self) -> int:
        return len(self.cells) - 1


class Roads:
    """The roads of a layout. `turns` replaces the rotation of some placed tiles, by cell."""

    def __init__(self, reading: LayoutFacts, turns: Mapping[int, int] | None = None) -> None:
        self.reading = reading
        self.exits = [self._exits(cell, turns or {}) for cell in range(reading.grid.count)]
        """By cell: sides with a road, as bits."""

    def _exits(self, cell: int, turns: Mapping[int, int]) -> int:
        if cell in self.reading.void:
            return 0
        content, tile = self.reading.cells[cell], self.reading.tile_at(cell)
        if isinstance(content, Laid) and tile is not None and tile.kind != "coast":
            return turned(exit_bits(tile), turns.get(cell, content.turn))
        return sum(1 << side for side in range(4) if self.reading.neighbor(cell, side) >= 0)

    @cached_property
    def spaces(self) -> CellGraph:
        """The graph of all spaces, each connected with its neighbours."""
        return board_graph(self.reading.grid, self._is_there, lambda _cell, _side: True)

    @cached_property
    def roads(self) -> CellGraph:
        """The graph of all spaces, connected if a road leads or may come to lead there."""
        return board_graph(self.reading.grid, self._is_there, lambda cell, side: bool(self.exits[cell] >> side & 1))

    def _is_there(self, cell: int) -> bool:
        return cell not in self.reading.void

    def _cost(self, one: int, other: int) -> int:
        return _STEP if self.roads.has_edge(one, other) else _CROSSING + _STEP

    def find_path(self, source: int, target: int) -> RoadPath | None:
        """Return the path with the fewest crossings, then the fewest steps; None if the target is unreachable."""
        result = cheapest_path(self.spaces, source, target, self._cost) if self._is_there(target) else None
        if result is None:
            return None
        cells = result[1]
        crossings = (after for before, after in pairwise(cells) if not self.roads.has_edge(before, after))
        return RoadPath(tuple(cells), tuple(crossings))

    def steps_from(self, source: int) -> list[tuple[int, int]]:
        """Return by cell the fewest crossings from a source and the steps of such a path; zeros if unreachable."""
        costs = path_costs(self.spaces, source, self._cost)
        all_costs = (costs.get(cell, 0) for cell in range(self.reading.grid.count))
        return [(cost // _CROSSING, cost % _CROSSING) for cost in all_costs]

    def chokepoints(self, source: int, target: int, cancel: CancelToken) -> tuple[int, ...]:
        """Return the spaces between two others that every path by road must pass; none if no road leads there."""
        if not self._is_there(target) or target not in reachable(self.roads, [source]):
            return ()
        cells = []
        for cut in articulation_points(self.roads):
            cancel.raise_if_cancelled()
            if cut.cell not in (source, target):
                rest = self.roads.copy()
                rest.remove_node(cut.cell)
                if target not in reachable(rest, [source]):
                    cells.append(cut.cell)
        return tuple(cells)

    @cached_property
    def dead_ends(self) -> tuple[int, ...]:
        return self._tiles_with_roads(1)

    @cached_property
    def islands(self) -> tuple[int, ...]:
        return self._tiles_with_roads(0)

    def _tiles_with_roads(self, count: int) -> tuple[int, ...]:
        laid = (cell for cell in self.reading.land if self.reading.tile_at(cell) is not None)
        return tuple(cell for cell in laid if self.roads.degree(cell) == count)


# Problems


def road_problems(reading: LayoutFacts, cancel: CancelToken) -> Iterator[Problem]:
    if reading.coast is not None:
        yield from _roads(reading, reading.coast.start, cancel)
    yield from _late_sources(reading, cancel)


def _roads(reading: LayoutFacts, start: int, cancel: CancelToken) -> Iterator[Problem]:
    roads = Roads(reading)
    path = roads.find_path(start, reading.temple)
    if path is not None and path.crossings:
        count = len(path.crossings)
        message = plural(
            "No road leads from the start to the temple. A crossing is needed, to {names}.",
            "No road leads from the start to the temple. {count} crossings are needed, to {names}.",
            count,
        ).format(count=count, names=", ".join(map(reading.grid.name, path.crossings)))
        fix = _rotation_fix(reading, start, count, cancel)
        yield Problem("road.crossing", WARNING, message, path.crossings, fix=fix)
    narrow = roads.chokepoints(start, reading.temple, cancel)
    narrow = tuple(cell for cell in narrow if reading.tile_at(cell) is not None)
    islands, ends = roads.islands, roads.dead_ends
    message = plural("No road leads to the tile on {names}.", "No road leads to the tiles on {names}.", len(islands))
    yield from _info(reading, "road.island", message, islands)
    message = plural(
        "{names} is a dead end: only one road leads on.",
        "{names} are dead ends: only one road leads on from each.",
        len(ends),
    )
    yield from _info(reading, "road.dead_end", message, ends)
    message = plural(
        "Every road from the start to the temple passes {names}.",
        "Every road from the start to the temple passes all of these: {names}.",
        len(narrow),
    )
    yield from _info(reading, "road.narrow", message, narrow)


def _info(reading: LayoutFacts, code: str, message: str, cells: tuple[int, ...]) -> Iterator[Problem]:
    if cells:
        yield Problem(code, INFO, message.format(names=", ".join(map(reading.grid.name, cells))), cells)


def _rotation_fix(reading: LayoutFacts, start: int, crossings: int, cancel: CancelToken) -> Fix | None:
    """Return a fix that rotates a placed tile so that a crossing is saved, or None."""
    for cell in reading.land:
        content, tile = reading.cells[cell], reading.tile_at(cell)
        if not isinstance(content, Laid) or tile is None or tile.kind == "coast":
            continue
        for turn in distinct_turns(tile):
            if turn == content.turn:
                continue
            cancel.raise_if_cancelled()
            path = Roads(reading, {cell: turn}).find_path(start, reading.temple)
            if path is not None and len(path.crossings) < crossings:
                label = _("Rotate {name} by {degrees}°").format(
                    name=reading.grid.name(cell), degrees=(turn - content.turn) % 4 * 90
                )
                return Fix(label, lay_tile(reading.body, cell, tile.name, turn))
    return None


def _late_sources(reading: LayoutFacts, cancel: CancelToken) -> Iterator[Problem]:
    """Report equipment that a single placed line earns, and adventures that only lines inland make payable."""
    economy = Economy(reading)
    coast = [name for name in economy.tiles if name in reading.places]
    for name in coast:
        cancel.raise_if_cancelled()
        for item in economy.lost_items(name, coast):
            message = _("Until more tiles are discovered, only “{tile}” on {space} gives {item} from the start.")
            message = message.format(item=item_name(item), tile=name, space=reading.grid.name(reading.places[name][0]))
            yield Problem("item.one_line", INFO, message, tuple(reading.places[name]))
    for number, kind in enumerate(ADVENTURE_KEYS):
        payments = [tile.pay for tile in economy.tiles.values() if tile.kind == number and economy.can_pay(tile)]
        if payments and not any(openings(economy, coast, payments, cancel)):
            message = _("{kind}: no coast tile gives the required equipment. It must be found inland.")
            yield Problem("adventure.inland", INFO, message.format(kind=kind_text(kind)), field=f"markers.{kind}")
