"""The position of a match as flat data: every field, its copy, and plain data of it (fields: see rules)."""

from __future__ import annotations

from typing import Self

from studio.core.game import OVER, Json
from studio.core.rng import Rng
from studio.games.neue_entdecker.rules.board import Board
from studio.seatiles.rules.position import SeaPosition

_FIELDS = (
    *("numbered", "open_tiles", "idle", "laid_round", "sender", "chief_known", "hut", "looker"),
    *("unit_number", "numbers", "chiefs", "cleared", "waiting", "waiting_numbers", "token", "seen"),
    *("paths", "path_numbers"),
)


class Position(SeaPosition):
    """All that changes during a match. Sets of cells are whole numbers with bit `cell` set."""

    __slots__ = (
        "chief_known",
        "chiefs",
        "cleared",
        "hut",
        "idle",
        "laid_round",
        "looker",
        "numbered",
        "numbers",
        "open_tiles",
        "owners",
        "path_numbers",
        "paths",
        "seen",
        "sender",
        "token",
        "unit_number",
        "waiting",
        "waiting_numbers",
    )

    board: Board

    def __init__(self, board: Board, seats: int, numbered: bool) -> None:
        """An empty chart and full supplies; nothing is laid or dealt yet."""
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
        """An independent copy; the board, the list of moves are shared, being never changed."""
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
        """The whole position as plain data; what follows from it is left out."""
        return self.dump_sea(_FIELDS)

    def fill_from(self, plain: Json) -> None:
        """Make a fresh position equal to a dumped one, but for the legal actions."""
        self.restore_sea(plain, _FIELDS)
        for cell, unit in enumerate(self.unit):
            if unit >= 0 and unit % 3:
                self.owners[unit // 3] |= 1 << cell


# What a seat cannot see: observation, and dealing it afresh (N0, N11, N14).


def observation(s: Position, seat: int) -> dict[str, Json]:
    """What a seat may see (-1: what all may see): unknown tokens and chiefs are None, the bag is counted with them."""
    plain = s.dump()
    if s.to_move == OVER:  # all is revealed (N13, N14)
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
    """Deal all that a seat cannot see anew: tokens it has not looked at, and the others' chief scouts."""
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
