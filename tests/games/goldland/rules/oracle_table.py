"""The state of a match for the oracle: bags of names, tiles on places, a record of the turn.

It shares no table and no code with the rules; of the board it reads only the layout data (size, start, temple, tiles,
numbers).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from studio.core.game import CHANCE, OVER
from studio.games.goldland import rules
from studio.games.goldland.rules.board import Board

ITEMS = ("provision", "rope", "rifle", "shovel", "wood", "pearl", "rod")
Place = tuple[int, int]
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""North, east, south, west."""


def bag(counts: tuple[int, ...]) -> Counter[str]:
    return Counter({name: count for name, count in zip(ITEMS, counts, strict=True) if count})


@dataclass
class Seat:
    place: Place
    pack: Counter[str]
    supply: int
    camps: Counter[Place] = field(default_factory=Counter)
    treasures: int = 0
    amulet: bool = False
    tokens: int = 0
    coins: int = 0

    @property
    def room(self) -> int:
        """Empty ones of the twelve compartments."""
        return 12 - self.pack.total() - self.treasures - self.amulet


@dataclass
class TurnRecord:
    """The actions of this turn."""

    moving: bool = False
    move_over: bool = False
    budget: int | None = None
    visited: list[Place] = field(default_factory=list)
    survived: set[Place] = field(default_factory=set)
    gained: bool = False
    explored: bool = False

    @property
    def idle(self) -> bool:
        return not (self.moving or self.move_over or self.gained or self.explored)


class Table:
    """All components in play, and the adjacency of tiles."""

    def __init__(self, board: Board, seats: int, face_down: bool = False) -> None:
        numbers = board.numbers
        self.board, self.face_down = board, face_down
        self.temple = self.place(board.temple)
        kit = bag(numbers.kit)
        self.stock = bag(numbers.stock)
        for _seat in range(seats):
            self.stock.subtract(kit)
        self.seats = [Seat(self.place(board.start), Counter(kit), numbers.camps) for _seat in range(seats)]
        self.laid = {self.place(cell): divmod(one, 4) for cell, one in enumerate(board.laid) if one >= 0}
        known = {index for index, _turn in self.laid.values()}
        self.hidden = {i for i, tile in enumerate(board.tiles) if i not in known and tile.kind < rules.COAST}
        self.treasures = {place for place, (index, _turn) in self.laid.items() if board.tiles[index].treasure}
        self.tokens = numbers.tokens
        self.markers: dict[int, int] = {}
        self.bonus, self.reserve = numbers.bonus[seats], numbers.reserve[seats]
        self.box, self.made = numbers.coins - self.bonus - self.reserve, 0
        self.first: int | None = None
        self.window = False
        self.active, self.turns, self.rounds = 0, 1, 1
        self.ending = False
        self.stale_rounds, self.has_progress = 0, False
        self.record = TurnRecord()
        self.pending: list[Any] = ["turn"]
        """What is asked now, with its particulars."""
        self.over = False

    # board

    def place(self, cell: int) -> Place:
        row, column = divmod(cell, self.board.columns)
        return column, row

    def cell(self, place: Place) -> int:
        return place[1] * self.board.columns + place[0]

    def around(self, place: Place) -> Iterator[tuple[int, Place]]:
        """Yield sides and neighbouring spaces on the board."""
        for side, (east, south) in enumerate(STEPS):
            other = place[0] + east, place[1] + south
            if 0 <= other[0] < self.board.columns and 0 <= other[1] < self.board.rows:
                yield side, other

    def has_exit(self, place: Place, side: int) -> bool:
        index, turn = self.laid[place]
        tile = self.board.tiles[index]
        if tile.kind in (rules.COAST, rules.START):
            return side in [at_side for at_side, _other in self.around(place)]
        return bool(tile.exits >> (side - turn) % 4 & 1)

    def road(self, here: Place, side: int, there: Place) -> bool:
        return self.has_exit(here, side) and self.has_exit(there, (side + 2) % 4)

    def tile(self, place: Place) -> Any:
        return self.board.tiles[self.laid[place][0]]

    @property
    def me(self) -> Seat:
        return self.seats[self.active]

    # public facts

    def scores(self) -> list[int]:
        values = self.board.numbers.markers
        return [
            seat.coins + 3 * seat.treasures + 3 * seat.amulet
            + sum(values[kind] for kind, holder in self.markers.items() if holder == number)
            for number, seat in enumerate(self.seats)
        ]  # fmt: skip

    def facts(self) -> dict[str, Any]:
        spaces = [self.place(cell) for cell in range(self.board.columns * self.board.rows)]
        laid = [self.laid.get(place) for place in spaces]
        return {
            "at": [self.cell(seat.place) for seat in self.seats],
            "pack": [seat.pack[name] for seat in self.seats for name in ITEMS],
            "treasures": [seat.treasures for seat in self.seats],
            "amulet": [int(seat.amulet) for seat in self.seats],
            "tokens": [seat.tokens for seat in self.seats],
            "coins": [seat.coins for seat in self.seats],
            "camps": [seat.supply for seat in self.seats],
            "camp": [seat.camps[place] for seat in self.seats for place in spaces],
            "stock": [self.stock[name] for name in ITEMS],
            "token_stock": self.tokens,
            "marker": [self.markers.get(kind, -1) for kind in range(7)],
            "laid": [-1 if one is None else one[0] * 4 + one[1] for one in laid],
            "treasure": [int(place in self.treasures) for place in spaces],
            "hidden": sorted(self.hidden),
            "bonus": self.bonus, "reserve": self.reserve, "box": self.box, "added": self.made,
            "first": -1 if self.first is None else self.first,
            "turn": self.turns, "round": self.rounds,
            "scores": self.scores(),
            "to_move": OVER if self.over else CHANCE if self.pending[0] == "tile" else self.active,
        }  # fmt: skip


def facts_of(state: rules.State) -> dict[str, Any]:
    """Return the same facts from a position."""
    lists = ("at", "pack", "treasures", "amulet", "tokens", "coins", "camps", "camp", "stock", "marker", "laid")
    numbers = ("token_stock", "bonus", "reserve", "box", "added", "first", "turn", "round", "to_move")
    return {
        **{name: list(getattr(state, name)) for name in lists},
        **{name: getattr(state, name) for name in numbers},
        "treasure": list(state.treasure),
        "hidden": list(state.hidden),
        "scores": state.scores(),
    }
