"""The board of a match: the chart, the numbers of the box, and tables made of both (component table, N0–N14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from studio.core.game import Action
from studio.games.neue_entdecker.rules.actions import (
    ANNOUNCE_HIDDEN,
    ANNOUNCE_OPEN,
    FRONT,
    LAY,
    SORTS,
    START_RIM,
    START_TILE,
    WHEEL,
)
from studio.seatiles.rules.chart import Chart
from studio.seatiles.rules.routes import Level, levels
from studio.seatiles.rules.tables import SeaTables


@dataclass(frozen=True, slots=True)
class Box:
    """What is in the box besides the chart. `hidden[kind * SORTS + event]` and `sorted_tiles[kind]` count tiles."""

    hidden: Sequence[int]
    sorted_tiles: Sequence[int]
    stacks: int = 6
    die: tuple[int, ...] = (2, 3, 4, 5, 6, 0)
    """Its faces; 0 is a wheel."""
    unit_cost: tuple[int, int, int] = (1, 3, 6)
    unit_count: Mapping[int, tuple[int, int, int]] | None = None
    """By number of seats: scouts (the one that marks the points included), bases, settlements."""
    gold: int = 7
    roll_below: int = 4
    hidden_price: int = 1
    open_price: int = 4
    route_toll: int = 2
    digger: int = 3
    paths: tuple[int, ...] = (5, 6, 6, 7, 6, 6, 5)
    dot: int = 0
    eye: int = 1
    """The spaces of a path with the dot and the eye, from 0 at the hut."""
    tokens: tuple[tuple[int, int], ...] = ((5, 3), (10, 3), (15, 3))
    """(value, how many), by value."""


_UNITS = {2: (20, 2, 1), 3: (15, 2, 1), 4: (12, 2, 1)}


class Board(SeaTables):
    """Immutable (but for tables it fills on demand); shared by all positions of its matches."""

    __slots__ = (
        "announcements",
        "box",
        "digger",
        "dot",
        "eye",
        "hidden_price",
        "levels",
        "open_price",
        "paths",
        "roll_below",
        "route_toll",
        "stacks",
        "token_values",
        "unit_cost",
        "unit_count",
        "wheel_moves",
    )

    def __init__(self, chart: Chart, box: Box) -> None:
        super().__init__(chart, box.hidden, SORTS, start_rim=START_RIM, start_tile=START_TILE, lay=LAY, front=FRONT)
        self.box = box
        self.stacks, self.paths, self.dot, self.eye = box.stacks, box.paths, box.dot, box.eye
        self.hidden_price, self.open_price = box.hidden_price, box.open_price
        self.route_toll, self.digger, self.roll_below = box.route_toll, box.digger, box.roll_below
        self.unit_cost = box.unit_cost
        self.unit_count = box.unit_count or _UNITS
        self.token_values = [value for value, _count in box.tokens]
        self.wheel_moves: list[Action] = [(WHEEL, n) for n in sorted(set(box.die) - {0}) or range(2, 7)]
        self.announcements: dict[tuple[int, bool], list[Action]] = {}
        self.levels: dict[int, tuple[Level, ...]] = {}

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
