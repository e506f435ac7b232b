"""Constants, board, position and hidden information of a match (component table, N0–N14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

from studio.core.game import OVER, Action, Json
from studio.core.rng import Rng
from studio.seatiles.rules.chart import ActionNumbers, SeaBoard
from studio.seatiles.rules.play import Level, dearest, levels
from studio.seatiles.rules.position import (
    BACK_NONE as BACK_NONE,
    BACK_PLAIN as BACK_PLAIN,
    BACK_QUERY as BACK_QUERY,
    BACK_UNKNOWN as BACK_UNKNOWN,
    SeaPosition,
)

CHANGES: Final[Mapping[str, str]] = {"N3": "2026-11-22"}
"""By clause: the date of its last change (`migrate_action`)."""

# Kinds of action (see the rules): decisions of a seat, then chance outcomes
CHIEFS, WHEEL, START_RIM, START_TILE, PASS, PAY, ANNOUNCE_HIDDEN, ANNOUNCE_OPEN, DRAW_HIDDEN, DRAW_OPEN = range(10)
UNIT, UNIT_FROM_CELL, UNIT_FROM_PATH, STOP, LAY = range(10, 15)
NATIVES_NONE, NATIVES_SUPPLY, NATIVES_FROM_CELL, NATIVES_FROM_PATH, ISLAND, SEND = range(15, 21)
DIE, FRONT, TOP, TOKEN = range(21, 25)
DECISIONS: Final = (
    "CHIEFS", "WHEEL", "START_RIM", "START_TILE", "PASS", "PAY",
    "ANNOUNCE_HIDDEN", "ANNOUNCE_OPEN", "DRAW_HIDDEN", "DRAW_OPEN",
    "UNIT", "UNIT_FROM_CELL", "UNIT_FROM_PATH", "STOP", "LAY",
    "NATIVES_NONE", "NATIVES_SUPPLY", "NATIVES_FROM_CELL", "NATIVES_FROM_PATH", "ISLAND", "SEND",
)  # fmt: skip

# Phases
P_TOPS, P_CHIEFS, P_DIE, P_WHEEL, P_START, P_PAY, P_ANNOUNCE, P_GO, P_FRONT, P_LAY = range(10)
P_NATIVES, P_ISLAND, P_SEND, P_TOKEN, P_OVER = range(10, 15)

# Continuations after chance
THEN_BEGIN, THEN_PLACE, THEN_EVENT, THEN_GO, THEN_SCORE, THEN_SEND = range(6)

SCOUT, BASE, SETTLEMENT = range(3)

# Events of "?" tiles; 0 is a plain tile
EVENTS = ("gold", "pirates", "natives", "storm")
GOLD, PIRATES, NATIVES, STORM = range(1, 5)
SORTS = 5  # sorts of one kind of tile, plain and by event; indices are kind * SORTS + event

# Kinds of ledger entry
SCORED_ISLAND, SCORED_HUT = range(2)

IDLE_ROUNDS = 10  # consecutive rounds without a placed tile after which the game ends (N13)


# The board of a match

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


@dataclass(kw_only=True, eq=False, repr=False)
class Board(SeaBoard):
    """A face 0 of the die is a wheel, the bag holds tokens."""

    numbers: ActionNumbers = NUMBERS
    unit_count: Mapping[int, tuple[int, int, int]]
    """By number of seats: scouts (the one that marks the points included), bases, settlements."""
    roll_below: int
    hidden_price: int
    open_price: int
    route_toll: int
    digger: int
    paths: tuple[int, ...]
    dot: int
    eye: int  # spaces of a path with the dot and the eye, from 0 at the hut

    def __post_init__(self) -> None:
        super().__post_init__()
        self.wheel_moves: list[Action] = [(WHEEL, n) for n in sorted(set(self.faces) - {0}) or range(2, 7)]
        self.announcements: dict[tuple[int, bool], list[Action]] = {}
        self.levels: dict[int, tuple[Level, ...]] = {}
        self.dearest: dict[tuple[int, int], tuple[Level, ...]] = {}

    def announce_moves(self, gold: int, has_hidden: bool) -> list[Action]:
        """Return the possible announcements with this gold (N4)."""
        moves = self.announcements.get((gold, has_hidden))
        if moves is None:
            moves = [(ANNOUNCE_HIDDEN, n) for n in range(1, gold // self.hidden_price + 1)] if has_hidden else []
            moves += [(ANNOUNCE_OPEN, n) for n in range(1, gold // self.open_price + 1)]
            if gold < 100:
                self.announcements[gold, has_hidden] = moves
        return moves

    def payment_levels(self, payable: int) -> tuple[Level, ...]:
        """Return the possible payments if the seats of a bit mask have bases or settlements on the board."""
        steps = self.levels.get(payable)
        if steps is None:
            steps = self.levels[payable] = levels(payable, self.route_toll)
        return steps

    def dearest_levels(self, payable: int, budget: int) -> tuple[Level, ...]:
        """Return the largest of these payments that this gold allows."""
        found = self.dearest.get((payable, budget))
        if found is None:
            steps = self.payment_levels(payable)
            most = min(budget, steps[-1].payment.cost)
            found = self.dearest[payable, most] = dearest(steps, most)
            if budget < 100:
                self.dearest[payable, budget] = found
        return found


# Position data (fields: see the rules)

_FIELDS = (
    *("numbered", "open_tiles", "idle", "laid_round", "sender", "chief_known", "hut", "looker"),
    *("unit_number", "numbers", "chiefs", "cleared", "waiting", "waiting_numbers", "token", "seen"),
    *("paths", "path_numbers"),
)


class Position(SeaPosition):
    """The mutable data of a match. Sets of cells are integers with bit `cell` set."""

    __slots__ = (*_FIELDS, "owners")

    board: Board

    def __init__(self, board: Board, seats: int, numbered: bool) -> None:
        """Create an empty chart and full supplies; nothing is placed or dealt yet."""
        units, huts = board.unit_count[seats], len(board.paths)
        scouts = max(units[0] - 1, 0)  # one scout marks the points (N0)
        self.clear(board, seats, (scouts, units[1], units[2]))
        self.numbered = numbered
        self.unit_number = [0] * board.chart.count
        self.open_tiles = False
        self.idle = self.laid_round = 0

        self.numbers = [((1 << scouts) - 1) << 1 if numbered else 0] * seats
        self.owners = [0] * seats
        self.chiefs = [0] * (2 * seats)
        self.chief_known = 0
        self.cleared = [0] * seats
        self.waiting = [0] * seats
        self.waiting_numbers = [0] * seats
        self.sender = 0

        self.paths = [[-1] * length for length in board.paths]
        self.path_numbers = [[0] * length for length in board.paths]
        self.token = [0] * huts
        self.seen = [0] * huts
        self.hut = self.looker = -1

    def clone(self) -> Self:
        """Return an independent copy; board and move lists are immutable and shared."""
        other = object.__new__(type(self))
        self.copy_sea(other)
        other.numbered = self.numbered
        other.unit_number = self.unit_number[:]
        other.open_tiles, other.idle, other.laid_round = self.open_tiles, self.idle, self.laid_round
        other.numbers = self.numbers[:]
        other.owners = self.owners[:]
        other.chiefs = self.chiefs[:]
        other.chief_known = self.chief_known
        other.cleared = self.cleared[:]
        other.waiting = self.waiting[:]
        other.waiting_numbers = self.waiting_numbers[:]
        other.sender = self.sender
        other.paths = [path[:] for path in self.paths]
        other.path_numbers = [path[:] for path in self.path_numbers]
        other.token = self.token[:]
        other.seen = self.seen[:]
        other.hut, other.looker = self.hut, self.looker
        return other

    def dump(self) -> dict[str, Json]:
        return self.dump_sea(_FIELDS)

    def fill_from(self, plain: Json) -> None:
        """Restore a dumped position, except for the legal actions."""
        self.restore_sea(plain, _FIELDS)
        for cell, unit in enumerate(self.unit):
            if unit >= 0 and unit % 3:
                self.owners[unit // 3] |= 1 << cell


# Hidden information: observation and random redealing (N0, N11, N14)


def observation(s: Position, seat: int) -> dict[str, Json]:
    """Return what a seat sees (-1: all seats): unknown tokens and chiefs are None; such tokens count as in the bag."""
    plain = s.dump()
    if s.to_move == OVER:  # everything is revealed (N13, N14)
        return plain
    plain["token"] = [
        value if not value or (seat >= 0 and s.seen[hut] >> seat & 1) else None for hut, value in enumerate(s.token)
    ]
    unknown = s.bag[:]
    for hut, value in enumerate(s.token):
        if value and plain["token"][hut] is None:
            unknown[s.board.bag_values.index(value)] += 1
    plain["bag"] = unknown
    plain["chiefs"] = [
        number if not number or index >> 1 == seat or s.chief_known >> index & 1 else None
        for index, number in enumerate(s.chiefs)
    ]
    return plain


def redeal_hidden(s: Position, seat: int, rng: Rng) -> None:
    """Deal hidden information again: tokens the seat has not looked at, and the others' chief scouts."""
    if s.to_move == OVER:  # all is revealed
        return
    values = s.board.bag_values
    unknown = [hut for hut, value in enumerate(s.token) if value and not (seat >= 0 and s.seen[hut] >> seat & 1)]
    for hut in unknown:
        s.bag[values.index(s.token[hut])] += 1
    for hut in unknown:
        index = rng.weighted(s.bag)
        s.bag[index] -= 1
        s.token[hut] = values[index]
    if s.numbered:
        for other in range(s.seats):
            if other != seat:
                _redeal_chiefs(s, other, rng)


def _redeal_chiefs(s: Position, seat: int, rng: Rng) -> None:
    first = seat * 2
    hidden = [index for index in (first, first + 1) if s.chiefs[index] and not s.chief_known >> index & 1]
    known = {s.chiefs[index] for index in (first, first + 1)} - {s.chiefs[index] for index in hidden}
    scouts = max(s.board.unit_count[s.seats][0] - 1, 0)
    numbers = [n for n in range(1, scouts + 1) if n not in known and not s.cleared[seat] >> n & 1]
    rng.shuffle(numbers)
    for index, number in zip(hidden, sorted(numbers[: len(hidden)]), strict=True):
        s.chiefs[index] = number
