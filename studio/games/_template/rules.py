"""The rules M1–M6: the constant board and the position. Standard library only, without texts and files.

Actions are tuples of integers, (kind, *operands). Chance outcomes are actions too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from studio.core import defaults
from studio.core.game import CHANCE, EVERYBODY, OVER, Action, Json, Options, load_plain, to_plain
from studio.core.grid import Grid
from studio.core.rng import Rng

CHANGES: Mapping[str, str] = {}
migrate_action = defaults.migrate_action

TAKE, PLANT, DRAW = range(3)
"""(TAKE, kind) and (PLANT, cell) are decisions, (DRAW, kind) is a draw; `kind` 0, 1, 2: daisy, poppy, iris."""
DECISIONS = ("TAKE", "PLANT")
HAND = 2
NONE = -1


@dataclass(frozen=True, slots=True)
class Board:
    """Constants of a match (M1). `neighbors` has the adjacent cells of grass, by cell."""

    grid: Grid
    grass: tuple[int, ...]
    neighbors: tuple[tuple[int, ...], ...]
    seeds: tuple[int, ...]


_FIELDS = ("active", "bag", "flower", "hands", "held", "owner", "points", "seats", "to_move")


class State:
    """A position. `flower` and `owner` are by cell (NONE: empty); `hands` and `bag` count seeds by kind."""

    __slots__ = (*_FIELDS, "board")

    def __init__(self, board: Board, seats: int) -> None:
        self.board, self.seats = board, seats
        self.bag = list(board.seeds)
        self.hands = [[0, 0, 0] for _seat in range(seats)]
        self.flower, self.owner = [NONE] * board.grid.count, [NONE] * board.grid.count
        self.points = [0] * seats
        self.held = NONE  # the kind of seed that the active seat has taken
        self.active = 0
        self.to_move = CHANCE  # the first hands are still to be drawn (M2)

    def legal(self) -> list[Action]:
        """Return the seeds of the hand to take (M3), or the free squares for the seed taken (M4)."""
        if self.held == NONE:
            return [(TAKE, kind) for kind, count in enumerate(self.hands[self.active]) if count]
        return [(PLANT, cell) for cell in self.board.grass if self.flower[cell] == NONE]

    def apply(self, action: Action) -> None:
        kind, what = action
        hand = self.hands[self.active]
        if kind == TAKE:
            hand[what] -= 1
            self.held = what
        elif kind == PLANT:
            self.points[self.active] += self.worth(what)
            self.flower[what], self.owner[what], self.held = self.held, self.active, NONE
            if any(self.bag):
                self.to_move = CHANCE
            else:
                self._next()
        else:
            self.bag[what] -= 1
            hand[what] += 1
            if sum(hand) == HAND or not any(self.bag):
                self._next()

    def worth(self, cell: int) -> int:
        """Return the points for planting the seed in hand on a cell (M4)."""
        return self.held + 1 + sum(self.flower[other] != NONE for other in self.board.neighbors[cell])

    def _next(self) -> None:
        """Continue with the first hand of a seat (M2), the next seat that has seeds (M5), or the end (M6)."""
        self.active = (self.active + 1) % self.seats
        if any(self.bag) and not any(self.hands[self.active]):
            self.to_move = CHANCE
            return
        for _seat in range(self.seats):
            if any(self.hands[self.active]):
                break
            self.active = (self.active + 1) % self.seats
        seeds = any(self.hands[self.active])
        self.to_move = self.active if seeds and NONE in (self.flower[cell] for cell in self.board.grass) else OVER

    def chance(self) -> list[tuple[Action, int]]:
        return [((DRAW, kind), count) for kind, count in enumerate(self.bag) if count]

    def draw(self, rng: Rng) -> Action:
        return DRAW, rng.weighted(self.bag)

    def purpose(self) -> tuple[int, ...]:
        """Return the seat: the n-th seed of each hand comes from its own random numbers."""
        return (self.active,)

    def reveals(self, action: Action) -> bool:
        """Return False: only chance reveals anything."""
        return False

    def clone(self) -> Self:
        """Return a copy. Written out field by field, because bots copy thousands of positions."""
        other = object.__new__(type(self))
        other.board, other.seats = self.board, self.seats
        other.bag, other.points = self.bag[:], self.points[:]
        other.hands = [hand[:] for hand in self.hands]
        other.flower, other.owner = self.flower[:], self.owner[:]
        other.held, other.active, other.to_move = self.held, self.active, self.to_move
        return other

    def scores(self) -> list[int]:
        return self.points[:]

    def winners(self) -> list[int]:
        """Return the seats with most points (M6)."""
        return [seat for seat in range(self.seats) if self.points[seat] == max(self.points)]

    def observe(self, seat: int) -> Json:
        """Return the position with only the number of seeds in the bag and in other hands (M2)."""
        seen = self.dump()
        seen["bag"] = sum(self.bag)
        seen["hands"] = [hand[:] if place == seat else sum(hand) for place, hand in enumerate(self.hands)]
        return seen

    def redeal(self, seat: int, rng: Rng) -> Self:
        """Return a copy with the bag and the other hands dealt again from the seeds that the seat cannot see."""
        other = self.clone()
        hidden = [place for place in range(self.seats) if place != seat or seat == EVERYBODY]
        unseen = [sum(counts) for counts in zip(self.bag, *(self.hands[place] for place in hidden), strict=True)]
        for place in hidden:
            other.hands[place] = [0, 0, 0]
            for _seed in range(sum(self.hands[place])):
                kind = rng.weighted(unseen)
                unseen[kind] -= 1
                other.hands[place][kind] += 1
        other.bag = unseen
        return other

    def dump(self) -> Json:
        return to_plain(self, _FIELDS)


def start(board: Board, seats: int, options: Options, rules: str = "") -> State:
    return State(board, seats)


def restore(board: Board, dump: Json) -> State:
    state = State(board, dump["seats"])
    load_plain(state, dump, _FIELDS)
    return state
