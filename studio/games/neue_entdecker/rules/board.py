"""The board of a match: the chart, the numbers of the box, and tables made of both (component table, N0–N14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from studio.core.game import Action
from studio.games.neue_entdecker.rules import actions as a
from studio.seatiles.rules.board import Numbers, SeaBoard, SeaBox
from studio.seatiles.rules.chart import Chart
from studio.seatiles.rules.routes import Level, dearest, levels

NUMBERS = Numbers(
    start_rim=a.START_RIM,
    start_tile=a.START_TILE,
    lay=a.LAY,
    island=a.ISLAND,
    front=a.FRONT,
    top=a.TOP,
    roll=a.DIE,
    token=a.TOKEN,
    sorts=a.SORTS,
    p_tops=a.P_TOPS,
    p_roll=a.P_DIE,
    p_front=a.P_FRONT,
    p_island=a.P_ISLAND,
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
        self.wheel_moves: list[Action] = [(a.WHEEL, n) for n in sorted(set(box.faces) - {0}) or range(2, 7)]
        self.announcements: dict[tuple[int, bool], list[Action]] = {}
        self.levels: dict[int, tuple[Level, ...]] = {}
        self.dearest: dict[tuple[int, int], tuple[Level, ...]] = {}

    def announce_moves(self, gold: int, has_hidden: bool) -> list[Action]:
        """What may be announced with this gold (N4)."""
        moves = self.announcements.get((gold, has_hidden))
        if moves is None:
            moves = [(a.ANNOUNCE_HIDDEN, n) for n in range(1, gold // self.hidden_price + 1)] if has_hidden else []
            moves += [(a.ANNOUNCE_OPEN, n) for n in range(1, gold // self.open_price + 1)]
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
