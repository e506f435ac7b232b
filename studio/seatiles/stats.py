"""Statistics of a match on sea tiles: ships, units, islands, gold, tiles that fit nowhere."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Generic, TypeVar

from studio.core.game import Action
from studio.core.protocols import BUILT, ROUNDS, SCORED, TURNS, VISITED, MatchStats
from studio.core.text import _
from studio.seatiles.rules.chart import SeaBoard, members
from studio.seatiles.rules.position import SeaPosition

S = TypeVar("S", bound=SeaPosition)
Entry = tuple[int, ...]
"""Ledger entry of an island: kind, seat, points, place, tiles, bonus, cell, land, …, and last the turn."""


class SeaCollector(Generic[S]):
    """Collects ship, tiles and gold after each watched action; results of islands come from the ledger at the end."""

    def __init__(
        self,
        starts: Collection[int],
        draws: Collection[int],
        units: Collection[int],
        islands: Collection[int],
        finish: Callable[[S, MatchStats], MatchStats],
    ) -> None:
        """Take kinds of action: those that start a turn or precede it, those that take a tile, those that place a unit.

        `islands` are the kinds of ledger entry of a scored island. `finish` adds the statistics of one game. Between
        two of these actions the ship moves by at most one space, and no seat both pays and gains.
        """
        self.watched: Collection[int] = frozenset((*starts, *draws, *units))
        self._draws, self._units, self._islands, self._finish = draws, units, islands, finish
        self._visited: set[int] = set()
        self._built: set[int] = set()
        self._drawn = self._laid = self._turn = 0

    def before(self, state: S) -> None:
        self._ship, self._undiscovered = state.ship, state.undiscovered
        self._gold: list[list[int]] = [[] for _seat in range(state.seats)]
        self._mover = state.active
        self._purse = state.gold[self._mover]
        self._spent, self._sailed, self._tiles = [0] * state.seats, [0] * state.seats, [0] * state.seats

    def step(self, state: S, action: Action) -> None:
        """Record the position of the ship, drawn tiles, and the gold at the start of each round."""
        self._observe(state)
        self._undiscovered, self._mover = state.undiscovered, state.active
        self._purse = state.gold[self._mover]
        kind = action[0]
        if kind in self._draws:
            self._drawn += 1
        elif kind in self._units:
            self._built.add(state.ship)
        if state.turn != self._turn:
            if (state.turn - 1) % state.seats == 0:
                self._note_gold(state)
            self._turn = state.turn

    def after(self, state: S) -> MatchStats:
        self._observe(state)
        self._note_gold(state)
        scored: set[int] = set()
        sizes: list[int] = []
        rounds: list[int] = []
        led = [0] * state.seats
        for entry in state.ledger:
            if entry[0] in self._islands and entry[1] >= 0 and entry[3] == 1:
                led[entry[1]] += 1
        for entry in islands(state.ledger, self._islands):
            sizes.append(entry[4])
            rounds.append((entry[-1] - 1) // state.seats + 1)
            if entry[1] >= 0:
                scored.update(node >> 2 for node in members(state.board.chart, state.laid, entry[6] * 4 + entry[7]))
        numbers = {
            TURNS: [state.turn],
            ROUNDS: [(state.turn - 1) // state.seats + 1],
            "islands": [len(sizes)],
            "island_tiles": sizes,
            "island_round": rounds,
            "misfits": [self._drawn - self._laid],
            "fillers_made": [sum(state.added)],
            "passes": [state.passes],
        }
        seats = {"tiles_of": self._tiles, "led_of": led, "spent_of": self._spent, "sailed_of": self._sailed}
        spaces = {VISITED: self._visited - printed_sea(state.board), BUILT: self._built, SCORED: scored}
        counted = MatchStats(numbers=numbers, seats=seats, spaces=spaces, curves={"gold": self._gold})
        return self._finish(state, counted)

    def _observe(self, state: SeaPosition) -> None:
        """Record the payments of the seat that moved, and where it sailed; other seats never lose gold."""
        seat, ship = self._mover, state.ship
        if (gold := state.gold[seat]) < self._purse:
            self._spent[seat] += self._purse - gold
        if ship != self._ship:
            self._ship = ship
            if ship >= 0:
                self._visited.add(ship)
                self._sailed[seat] += 1
                laid = self._undiscovered >> ship & 1
                self._laid += laid
                self._tiles[seat] += laid

    def _note_gold(self, state: SeaPosition) -> None:
        for seat, gold in enumerate(state.gold):
            self._gold[seat].append(gold)


def islands(ledger: Sequence[Entry], kinds: Collection[int]) -> list[Entry]:
    """Return the first entry of each scored island."""
    found: list[Entry] = []
    for entry in ledger:
        if entry[0] in kinds and not (found and found[-1][6:8] == entry[6:8] and found[-1][-1] == entry[-1]):
            found.append(entry)
    return found


def titles() -> Mapping[str, str]:
    return {
        "islands": _("islands completed"),
        "island_tiles": _("tiles per island"),
        "island_round": _("round of island completion"),
        "misfits": _("drawn tiles that fitted nowhere"),
        "fillers_made": _("fillers missing from the box"),
        "passes": _("turns passed"),
        "gold": _("gold"),
        "tiles_of": _("tiles placed"),
        "led_of": _("islands in first place"),
        "spent_of": _("gold spent and lost"),
        "sailed_of": _("spaces sailed"),
        "charted": _("all spaces discovered"),
    }


def map_cells(board: SeaBoard) -> Collection[int]:
    """Return all spaces without pre-placed sea."""
    chart, sea = board.chart, printed_sea(board)
    return [cell for cell in range(chart.count) if chart.spaces >> cell & 1 and cell not in sea]


def printed_sea(board: SeaBoard) -> set[int]:
    """Return the spaces on which the layout placed tiles without land."""
    chart = board.chart
    return {cell for cell, placement in chart.laid if not chart.placements[placement].lands}
