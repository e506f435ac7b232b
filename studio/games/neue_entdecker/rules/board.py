"""The board of a match: the chart, the numbers of the box, and tables made of both (component table, N0–N14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from studio.core.game import Action
from studio.seatiles.rules.board import ActionNumbers, SeaBoard, SeaBox
from studio.seatiles.rules.chart import Chart
from studio.seatiles.rules.play import Level, dearest, levels
from studio.seatiles.rules.position import (
    BACK_NONE as BACK_NONE,
    BACK_PLAIN as BACK_PLAIN,
    BACK_QUERY as BACK_QUERY,
    BACK_UNKNOWN as BACK_UNKNOWN,
)

# The numbers of the rules of Die Neuen Entdecker: kinds of action, phases, kinds of ledger entry (see the rules).

# decisions of a seat
CHIEFS: Final = 0
WHEEL: Final = 1
START_RIM: Final = 2
START_TILE: Final = 3
PASS: Final = 4
PAY: Final = 5
ANNOUNCE_HIDDEN: Final = 6
ANNOUNCE_OPEN: Final = 7
DRAW_HIDDEN: Final = 8
DRAW_OPEN: Final = 9
UNIT: Final = 10
UNIT_FROM_CELL: Final = 11
UNIT_FROM_PATH: Final = 12
STOP: Final = 13
LAY: Final = 14
NATIVES_NONE: Final = 15
NATIVES_SUPPLY: Final = 16
NATIVES_FROM_CELL: Final = 17
NATIVES_FROM_PATH: Final = 18
ISLAND: Final = 19
SEND: Final = 20
# chance
DIE: Final = 21
FRONT: Final = 22
TOP: Final = 23
TOKEN: Final = 24

# phases
P_TOPS: Final = 0
P_CHIEFS: Final = 1
P_DIE: Final = 2
P_WHEEL: Final = 3
P_START: Final = 4
P_PAY: Final = 5
P_ANNOUNCE: Final = 6
P_GO: Final = 7
P_FRONT: Final = 8
P_LAY: Final = 9
P_NATIVES: Final = 10
P_ISLAND: Final = 11
P_SEND: Final = 12
P_TOKEN: Final = 13
P_OVER: Final = 14

# where the rules go on after an interruption by chance
THEN_BEGIN: Final = 0
THEN_PLACE: Final = 1
THEN_EVENT: Final = 2
THEN_GO: Final = 3
THEN_SCORE: Final = 4
THEN_SEND: Final = 5

# units
SCOUT: Final = 0
BASE: Final = 1
SETTLEMENT: Final = 2

# events of "?" tiles: 0 is a plain tile
EVENTS: Final = ("gold", "pirates", "natives", "storm")
GOLD: Final = 1
PIRATES: Final = 2
NATIVES: Final = 3
STORM: Final = 4
SORTS: Final = 5
"""Sorts of one kind of tile, plain and by event: kind * SORTS + event numbers them."""

# ledger
SCORED_ISLAND: Final = 0
SCORED_HUT: Final = 1

IDLE_ROUNDS: Final = 10
"""Rounds in a row without a tile laid after which the game ends (N13)."""


# The board of a match: the chart, the numbers of the box, and tables made of both (component table, N0–N14).

NUMBERS = ActionNumbers(
    start_rim=START_RIM,
    start_tile=START_TILE,
    lay=LAY,
    island=ISLAND,
    front=FRONT,
    top=TOP,
    roll=DIE,
    token=TOKEN,
    sorts=SORTS,
    p_tops=P_TOPS,
    p_roll=P_DIE,
    p_front=P_FRONT,
    p_island=P_ISLAND,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Box(SeaBox):
    """What is in the box besides the chart: a face 0 of the die is a wheel, the bag holds tokens."""

    unit_count: Mapping[int, tuple[int, int, int]]
    """By number of seats: scouts (the one that marks the points included), bases, settlements."""
    roll_below: int
    hidden_price: int
    open_price: int
    route_toll: int
    digger: int
    paths: tuple[int, ...]
    dot: int
    eye: int
    """The spaces of a path with the dot and the eye, from 0 at the hut."""


class Board(SeaBoard):
    """Immutable (but for tables it fills on demand); shared by all positions of its matches."""

    __slots__ = (
        "announcements",
        "dearest",
        "digger",
        "dot",
        "eye",
        "hidden_price",
        "levels",
        "open_price",
        "paths",
        "roll_below",
        "route_toll",
        "unit_count",
        "wheel_moves",
    )

    def __init__(self, chart: Chart, box: Box) -> None:
        super().__init__(chart, box, NUMBERS)
        self.paths, self.dot, self.eye = box.paths, box.dot, box.eye
        self.hidden_price, self.open_price = box.hidden_price, box.open_price
        self.route_toll, self.digger, self.roll_below = box.route_toll, box.digger, box.roll_below
        self.unit_count = box.unit_count
        self.wheel_moves: list[Action] = [(WHEEL, n) for n in sorted(set(box.faces) - {0}) or range(2, 7)]
        self.announcements: dict[tuple[int, bool], list[Action]] = {}
        self.levels: dict[int, tuple[Level, ...]] = {}
        self.dearest: dict[tuple[int, int], tuple[Level, ...]] = {}

    def announce_moves(self, gold: int, has_hidden: bool) -> list[Action]:
        """What may be announced with this gold (N4)."""
        moves = self.announcements.get((gold, has_hidden))
        if moves is None:
            moves = [(ANNOUNCE_HIDDEN, n) for n in range(1, gold // self.hidden_price + 1)] if has_hidden else []
            moves += [(ANNOUNCE_OPEN, n) for n in range(1, gold // self.open_price + 1)]
            if gold < 100:
                self.announcements[gold, has_hidden] = moves
        return moves

    def payment_levels(self, payable: int) -> tuple[Level, ...]:
        """The payments that may occur when the seats of a bit mask have bases or settlements out."""
        steps = self.levels.get(payable)
        if steps is None:
            steps = self.levels[payable] = levels(payable, self.route_toll)
        return steps

    def dearest_levels(self, payable: int, budget: int) -> tuple[Level, ...]:
        """The largest of these payments that this gold allows."""
        found = self.dearest.get((payable, budget))
        if found is None:
            steps = self.payment_levels(payable)
            most = min(budget, steps[-1].payment.cost)
            found = self.dearest[payable, most] = dearest(steps, most)
            if budget < 100:
                self.dearest[payable, budget] = found
        return found
