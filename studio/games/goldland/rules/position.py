"""The position of a match as flat data: fields, copy and dump (fields: see rules/__init__.py)."""

from __future__ import annotations

from typing import Self

from studio.core.game import Action, Json, load_plain, to_plain
from studio.games.goldland.rules.board import (
    ADVENTURES,
    COAST,
    COMPARTMENTS,
    CROSS,
    CROSS_PAY,
    FREE,
    ITEMS,
    MAX_CELLS,
    P_TURN,
    PAY,
    STEP,
    Board,
    Link,
)

_SIDES = ((0, 2), (3, 1), (1, 3), (2, 0))
"""Sides and opposite sides in the order of the neighbours' cells: north, west, east, south."""

_STEPS: list[list[list[Action]]] = [
    [[(STEP, cell, way) for cell in range(MAX_CELLS)] for way in ways] for ways in ((CROSS, CROSS_PAY), (FREE, PAY))
]
"""The step onto a cell, by whether there is a road, by whether red items are paid, by cell (G5–G7)."""

_FIELDS = (
    *("seats", "face_down", "rules", "phase", "to_move", "active", "turn", "round", "token_stock", "treasure_stock"),
    *("bonus", "reserve", "box", "added", "first", "bonus_open", "last_round", "stale", "progress"),
    *("moved", "gained", "explored", "points", "visited", "paid_here", "hand", "spot"),
    *("item", "alternative", "then", "owed"),
    *("at", "pack", "treasures", "amulet", "tokens", "coins", "camps", "camp", "stock", "marker", "laid", "treasure"),
    "hidden",
)
"""The fields of a dump; all others are derived."""


class Position:
    """All that changes during a match. Bit `cell` of `visited` is set for each cell of the move.

    `links` and `empty` follow from `laid`. They are replaced, never changed in place, so that copies share them.
    """

    __slots__ = (*_FIELDS, "board", "empty", "links", "moves")

    links: list[tuple[Link, ...]]
    empty: list[tuple[int, ...]]

    def __init__(self, board: Board, seats: int, face_down: bool, rules: str) -> None:
        """All seats are at the start tile with the kit in their backpacks; seat 0 begins (G1)."""
        numbers, tiles = board.numbers, board.tiles
        self.board, self.seats, self.face_down, self.rules = board, seats, face_down, rules
        self.phase, self.to_move, self.active = P_TURN, 0, 0
        self.turn = self.round = 1
        self.moves: list[Action] | None = None

        self.stock = list(numbers.stock)
        self.pack = [0] * (seats * ITEMS)
        for seat in range(seats):
            for item in range(ITEMS):
                number = min(numbers.kit[item], self.stock[item])
                self.pack[seat * ITEMS + item] = number
                self.stock[item] -= number
        self.at = [board.start] * seats
        self.treasures = [0] * seats
        self.amulet = [0] * seats
        self.tokens = [0] * seats
        self.coins = [0] * seats
        self.camps = [numbers.camps] * seats
        self.camp = [0] * (seats * board.count)
        self.token_stock = numbers.tokens
        self.marker = [-1] * ADVENTURES

        self.laid = list(board.laid)
        self.treasure = [int(placement >= 0 and tiles[placement >> 2].treasure) for placement in board.laid]
        self.hidden = board.piles
        self.treasure_stock = sum(tiles[tile].treasure for tile in board.piles)
        if not board.joined:
            self.join()
            board.joined.append((self.links, self.empty))
        self.links, self.empty = board.joined[0]

        self.bonus, self.reserve = numbers.bonus[seats], numbers.reserve[seats]
        self.box = max(0, numbers.coins - self.bonus - self.reserve)
        self.added = max(0, self.bonus + self.reserve - numbers.coins)
        self.first, self.bonus_open = -1, 0
        self.last_round = self.stale = self.progress = 0
        self.clear_turn()

    def clear_turn(self) -> None:
        """Reset what was done in this turn."""
        self.moved = self.gained = self.explored = 0
        self.points = -1
        self.visited = 0
        self.paid_here = 0
        self.hand = self.spot = -1
        self.item = self.alternative = self.then = -1
        self.owed = 0

    def join(self) -> None:
        """Recompute links and empty neighbours from the placed tiles."""
        self.links, self.empty = [], []
        for links, empty in map(self.around, range(self.board.count)):
            self.links.append(links)
            self.empty.append(empty)

    def around(self, cell: int) -> tuple[tuple[Link, ...], tuple[int, ...]]:
        """Return the neighbouring tiles of a tile and the neighbouring spaces without one, both ascending."""
        laid, board = self.laid, self.board
        here = self.exits(cell)
        links: list[Link] = []
        empty: list[int] = []
        for side, opposite in _SIDES:
            other = board.neighbors[cell][side]
            if other < 0:
                continue
            if laid[other] < 0:
                empty.append(other)
            else:
                road = bool(here >> side & 1 and self.exits(other) >> opposite & 1)
                tile = laid[other] >> 2
                pays = board.pays[tile] if board.kinds[tile] < ADVENTURES else None
                enter, survive = _STEPS[road]
                links.append((other, tile, road, pays, enter[other], survive[other]))
        return tuple(links), tuple(empty)

    def exits(self, cell: int) -> int:
        """Return the sides of a cell with a road, as bits."""
        placement = self.laid[cell]
        if placement < 0:
            return 0
        board = self.board
        return board.fixed_roads[cell] if board.kinds[placement >> 2] >= COAST else board.roads[placement]

    def pieces(self, seat: int) -> int:
        return sum(self.pack[seat * ITEMS : seat * ITEMS + ITEMS])

    def free(self, seat: int) -> int:
        pieces = sum(self.pack[seat * ITEMS : seat * ITEMS + ITEMS])
        return COMPARTMENTS - pieces - self.treasures[seat] - self.amulet[seat]

    def price(self) -> int:
        """Return the discovery tokens for one piece of equipment (G12)."""
        return self.board.prices[self.seats]

    def amulet_due(self) -> bool:
        """Return whether the active seat gets its amulet if its move ends here (G14)."""
        return self.at[self.active] == self.board.temple and not self.amulet[self.active]

    def clone(self) -> Self:
        """Return an independent copy; data that is never changed in place is shared."""
        other = object.__new__(type(self))
        other.board, other.seats = self.board, self.seats
        other.face_down, other.rules = self.face_down, self.rules
        other.phase, other.to_move, other.active = self.phase, self.to_move, self.active
        other.turn, other.round, other.moves = self.turn, self.round, self.moves
        other.stock = self.stock[:]
        other.pack = self.pack[:]
        other.at = self.at[:]
        other.treasures = self.treasures[:]
        other.amulet = self.amulet[:]
        other.tokens = self.tokens[:]
        other.coins = self.coins[:]
        other.camps = self.camps[:]
        other.camp = self.camp[:]
        other.token_stock = self.token_stock
        other.marker = self.marker[:]
        other.laid = self.laid[:]
        other.treasure = self.treasure[:]
        other.hidden, other.treasure_stock = self.hidden, self.treasure_stock
        other.links, other.empty = self.links, self.empty
        other.bonus, other.reserve, other.box, other.added = self.bonus, self.reserve, self.box, self.added
        other.first, other.bonus_open = self.first, self.bonus_open
        other.last_round, other.stale, other.progress = self.last_round, self.stale, self.progress
        other.moved, other.gained, other.explored = self.moved, self.gained, self.explored
        other.points, other.visited, other.paid_here = self.points, self.visited, self.paid_here
        other.hand, other.spot = self.hand, self.spot
        other.item, other.alternative, other.then = self.item, self.alternative, self.then
        other.owed = self.owed
        return other

    def dump(self) -> dict[str, Json]:
        return to_plain(self, _FIELDS)

    def fill_from(self, plain: Json) -> None:
        load_plain(self, plain, _FIELDS)
        self.join()
        self.moves = None
