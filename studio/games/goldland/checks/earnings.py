"""What can be earned and paid from the start kit: the lines of a layout as rules, and the fewest gains to anything.

Quick answers (`Economy`) take pieces as had or not; `openings` counts them, one gain a turn (G10), and tells how.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from studio.core.cancellation import Patience
from studio.games.goldland.body.data import TileData, tile_of
from studio.games.goldland.body.lines import counted
from studio.games.goldland.body.reading import Reading
from studio.games.goldland.rules.actions import ADVENTURES, COMPARTMENTS, ITEMS
from studio.games.goldland.rules.board import Pieces, Tile
from studio.validation.derive import Derived, Rule, derived

START_NAME = ""
"""The key of the start tile among the tiles of an economy."""
MOST_GAINS = 8
"""Gains after which the search for a first way to pay something is given up."""
MOST_PACKS = 10_000
"""Backpacks that the search looks at."""
FREE_DROPS = 3
"""Pieces that make no room any more are dropped in all ways when they are so few, else the last ones stay behind."""


class Economy:
    """The lines of a layout, as rules from pieces of equipment to pieces of equipment.

    A piece counts as had when it can be had at all; stock that is empty gives nothing, and no line works that asks for
    more than the stock holds, or for more than fits into a backpack.
    """

    def __init__(self, reading: Reading) -> None:
        body = reading.body
        self.body = body
        self.stock = counted(tuple(body.stock.items()))
        self.kit: Pieces = counted(tuple((item, max(0, count)) for item, count in body.kit.items()))
        self.tiles = {tile.name: tile_of(tile) for tile in body.tiles if self._is_in_play(reading, tile)}
        self.rules = tuple(self._rules())
        self.earned = derived(self.rules, self._packed())

    def _packed(self) -> list[int]:
        """The items of which every backpack holds some at the start."""
        return [item for item in range(ITEMS) if self.kit[item] and self.stock[item] > 0]

    @staticmethod
    def _is_in_play(reading: Reading, tile: TileData) -> bool:
        """A coast tile without a place never comes into play."""
        return tile.kind != "coast" or tile.name in reading.places

    def _rules(self) -> Iterator[Rule]:
        """For each line a rule per alternative; an adventure's reward also needs what is paid."""
        for name, tile in self.tiles.items():
            if not self._can_hold(tile.pay) or not self._can_hold(tile.show):
                continue
            needs = list(tile.show)
            if tile.kind < ADVENTURES and not any(tile.show):
                needs = list(tile.pay)
            for number, gain in enumerate(tile.gains):
                yield Rule((name, number), tuple(items_of(needs)), tuple(self._in_stock(gain)))

    def _can_hold(self, wanted: Pieces) -> bool:
        return sum(wanted) <= COMPARTMENTS and all(wanted[item] <= self.stock[item] for item in items_of(wanted))

    def _in_stock(self, gain: Pieces) -> Iterator[int]:
        return (item for item in items_of(gain) if self.stock[item] > 0)

    def is_had(self, item: int) -> bool:
        """Whether an item can be had without discovery tokens."""
        return item in self.earned.things

    @cached_property
    def bought(self) -> Derived:
        """What can be had when discovery tokens buy what is in stock (G12)."""
        if self.body.tokens <= 0:
            return self.earned
        return derived(self.rules, [item for item in range(ITEMS) if self.stock[item] > 0])

    def is_bought(self, item: int) -> bool:
        """Whether an item can be had with discovery tokens, or without."""
        return item in self.bought.things

    def can_pay(self, tile: Tile) -> bool:
        """Whether an adventure can ever be paid without discovery tokens."""
        return self._can_hold(tile.pay) and all(self.is_had(item) for item in items_of(tile.pay))

    def earners(self, item: int) -> list[str]:
        """The tiles whose line gives an item, in order; the start tile (START_NAME) first."""
        found = [START_NAME] if item in self._packed() else []
        return found + [name for name, tile in self.tiles.items() if any(gain[item] for gain in tile.gains)]

    def earned_by(self, names: Collection[str]) -> set[int]:
        """The items that can be earned by the lines of these tiles alone, those of the kit included."""
        rules = [rule for rule in self.rules if self._tile_of(rule) in names]
        had = derived(rules, self._packed()).things
        return {item for item in range(ITEMS) if item in had}

    def lost_without(self, name: str, names: Collection[str]) -> list[int]:
        """The items that can be earned by the lines of some tiles, but not when one of these is taken away."""
        return sorted(self.earned_by(names) - self.earned_by([one for one in names if one != name]))

    @staticmethod
    def _tile_of(rule: Rule) -> str:
        assert isinstance(rule.key, tuple)
        return str(rule.key[0])


def items_of(counts: Sequence[int]) -> list[int]:
    """The items of which there are some."""
    return [item for item, count in enumerate(counts) if count > 0]


def covers(pack: Sequence[int], wanted: Sequence[int]) -> bool:
    """Whether a backpack holds what is wanted."""
    return all(have >= want for have, want in zip(pack, wanted, strict=True))


# counting


class Opening(NamedTuple):
    """A first way to hold something: the gains, one a turn, as (tile, alternative), and the backpack after them."""

    gains: tuple[tuple[str, int], ...]
    pack: Pieces

    @property
    def turns(self) -> int:
        """The turn in which it can be used at the earliest, if everything lay side by side."""
        return len(self.gains) + 1


def openings(
    economy: Economy, names: Collection[str], goals: Sequence[Pieces], patience: Patience
) -> list[Opening | None]:
    """For each goal the fewest gains from the start kit, by the lines of these tiles, until a backpack holds it.

    A search in the breadth over backpacks; rewards of adventures are left aside, since they cost as much again. None
    for a goal that is not reached within MOST_GAINS gains or MOST_PACKS backpacks. Raises `Spent` when the patience
    ends first.
    """
    first = _fitted(_capped(economy, economy.kit), (0,) * ITEMS)[0]
    found: list[Opening | None] = [None] * len(goals)
    had = economy.earned_by(names)
    open_goals = {
        number for number, goal in enumerate(goals) if sum(goal) <= COMPARTMENTS and had.issuperset(items_of(goal))
    }
    lines = _lines(economy, names)
    ways: dict[Pieces, tuple[tuple[str, int], ...]] = {first: ()}
    layer = [first]
    for _gain in range(MOST_GAINS + 1):
        for number in sorted(open_goals):
            pack = next((pack for pack in layer if covers(pack, goals[number])), None)
            if pack is not None:
                found[number] = Opening(ways[pack], pack)
                open_goals.remove(number)
        if not open_goals or len(ways) > MOST_PACKS:
            break
        after: list[Pieces] = []
        for pack in layer:
            if len(ways) > MOST_PACKS:
                break
            patience.look()
            for name, number, show, gain in lines:
                if not covers(pack, show):
                    continue
                for richer in _fitted(pack, gain):
                    if richer not in ways:
                        ways[richer] = (*ways[pack], (name, number))
                        after.append(richer)
        layer = after
    return found


def _lines(economy: Economy, names: Iterable[str]) -> list[tuple[str, int, Pieces, Pieces]]:
    """The lines that show and gain, each alternative by itself, those that ask for more than there is left out."""
    lines = [(START_NAME, 0, (0,) * ITEMS, _capped(economy, economy.kit))]
    for name in names:
        tile = economy.tiles.get(name)
        if tile is None or (tile.kind < ADVENTURES and not any(tile.show)):
            continue
        lines += [(name, number, tile.show, _capped(economy, gain)) for number, gain in enumerate(tile.gains)]
    return [line for line in lines if any(line[3])]


def _capped(economy: Economy, gain: Pieces) -> Pieces:
    return tuple(min(count, max(0, stock)) for count, stock in zip(gain, economy.stock, strict=True))  # type: ignore[return-value]  # as long as `gain`


def _fitted(pack: Sequence[int], gain: Sequence[int]) -> list[Pieces]:
    """The backpacks after a gain: all of it, or as much as fits when a few other pieces are dropped first."""
    full: Pieces = tuple(have + more for have, more in zip(pack, gain, strict=True))  # type: ignore[assignment]  # same
    over = sum(full) - COMPARTMENTS
    if over <= 0:
        return [full]
    packs = {full}
    for _piece in range(over):
        packs = {
            _less(one, item)
            for one in packs
            for item in (range(ITEMS) if over <= FREE_DROPS else _last(one))
            if one[item]
        }
    return sorted(packs)


def _less(pack: Pieces, item: int) -> Pieces:
    return tuple(count - (place == item) for place, count in enumerate(pack))  # type: ignore[return-value]  # as long


def _last(pack: Pieces) -> Iterable[int]:
    return items_of(pack)[-1:]
