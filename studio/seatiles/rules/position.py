"""Position data of the games on sea tiles: the discovered chart, units, the ship, goods, and the turn.

Sets of cells are integers with bit `cell` set.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from studio.core.game import CHANCE, Action, Json, load_plain as fill_position, to_plain
from studio.core.rng import Rng
from studio.seatiles.rules.chart import Chart, SeaBoard, cells_of, class_of, join, lowest_nodes

BACK_PLAIN, BACK_QUERY, BACK_NONE, BACK_UNKNOWN = 0, 1, -1, -2
"""Top of a stack: a plain back, a "?", no tile left, or not revealed yet."""

_FIELDS = (
    *("seats", "to_move", "phase", "then", "active", "turn", "left", "drawn", "laid_turn", "passes"),
    *("ship", "ship_rim", "stack"),
    *("laid", "event", "unit", "unit_land", "ahead", "stack_size", "stack_top", "hidden", "discard", "sorted_left"),
    *("added", "supply", "gold", "points", "bag"),
)


class SeaPosition:
    """Fields shared by the games, explained in each game's rules.

    Tile counts by sort, plain and by event (`hidden`, `discard`), are at kind * sorts + sort.
    """

    __slots__ = (
        *_FIELDS,
        *("board", "hand", "hidden_plain", "hidden_query", "ledger", "moves", "need", "open_edges", "parent"),
        *("pending", "sea", "undiscovered"),
    )

    board: SeaBoard

    def clear(self, board: SeaBoard, seats: int, units: tuple[int, int, int]) -> None:
        """Reset to an empty chart and full supplies for each seat; nothing is placed or dealt yet."""
        chart, count = board.chart, board.chart.count
        self.board, self.seats = board, seats
        self.to_move, self.phase, self.then = CHANCE, board.numbers.p_tops, 0
        self.active, self.turn = 0, 1
        self.moves: list[Action] = []
        self.left = self.drawn = self.laid_turn = self.passes = 0

        self.laid = [-1] * count
        self.event = bytearray(count)
        self.unit = [-1] * count
        self.unit_land = bytearray(count)
        self.undiscovered = chart.spaces
        self.need = bytearray(chart.first_need)
        self.sea = 0
        self.parent = array("H", range(count * 4))
        self.open_edges = array("H", bytes(count * 8))
        self.pending: list[int] = []

        self.ship, self.ship_rim = -1, -1
        self.ahead: tuple[int, ...] = ()
        self.hand: tuple[int, int] | None = None

        self.stack = 0
        self.stack_size = [0] * board.stacks
        self.stack_top = [BACK_NONE] * board.stacks
        self.hidden = list(board.hidden)
        self.count_hidden()
        self.discard = [0] * len(self.hidden)
        self.sorted_left = list(board.sorted_tiles)
        self.added = [0] * len(self.sorted_left)

        self.gold = [board.gold] * seats
        self.points = [0] * seats
        self.supply = [*units] * seats
        self.bag = board.bag_counts[:]
        self.ledger: list[tuple[int, ...]] = []

    def count_hidden(self) -> None:
        """Count the tiles in the stacks by their backs."""
        self.hidden_plain = sum(self.hidden[:: self.board.numbers.sorts])
        self.hidden_query = sum(self.hidden) - self.hidden_plain

    def copy_sea(self, other: SeaPosition) -> None:
        """Copy the shared fields to another position; immutable values are shared."""
        other.board, other.seats, other.moves = self.board, self.seats, self.moves
        other.to_move, other.phase, other.then = self.to_move, self.phase, self.then
        other.active, other.turn, other.passes = self.active, self.turn, self.passes
        other.left, other.drawn, other.laid_turn = self.left, self.drawn, self.laid_turn
        other.laid = self.laid[:]
        other.event = self.event[:]
        other.unit = self.unit[:]
        other.unit_land = self.unit_land[:]
        other.undiscovered, other.sea = self.undiscovered, self.sea
        other.need = self.need[:]
        other.parent = self.parent[:]
        other.open_edges = self.open_edges[:]
        other.pending = self.pending[:]
        other.ship, other.ship_rim, other.ahead = self.ship, self.ship_rim, self.ahead
        other.hand, other.stack = self.hand, self.stack
        other.stack_size = self.stack_size[:]
        other.stack_top = self.stack_top[:]
        other.hidden = self.hidden[:]
        other.hidden_plain, other.hidden_query = self.hidden_plain, self.hidden_query
        other.discard = self.discard[:]
        other.sorted_left = self.sorted_left[:]
        other.added = self.added[:]
        other.gold = self.gold[:]
        other.points = self.points[:]
        other.supply = self.supply[:]
        other.bag = self.bag[:]
        other.ledger = self.ledger[:]

    def dump_sea(self, fields: Iterable[str]) -> dict[str, Json]:
        """Return the shared and the named fields as plain data, without those derived from the placed tiles."""
        plain = to_plain(self, (*fields, *_FIELDS))
        # by their lowest nodes, because the representative of an island depends on the order of placement
        plain["pending"] = lowest_nodes(self.board.chart, self.laid, self.pending)
        plain["hand"] = None if self.hand is None else list(self.hand)
        plain["ledger"] = [list(entry) for entry in self.ledger]
        return plain

    def restore_sea(self, plain: Json, fields: Iterable[str]) -> None:
        """Restore the fields of `dump_sea` in a fresh position, and recompute the derived ones."""
        fill_position(self, plain, (*fields, *_FIELDS))
        self.pending = list(plain["pending"])
        self.hand = None if plain["hand"] is None else (plain["hand"][0], plain["hand"][1])
        self.ledger = [tuple(entry) for entry in plain["ledger"]]
        self.count_hidden()
        self.recompute()

    def recompute(self) -> None:
        """Recompute needs, seas and islands from the placed tiles. Call `clear` first."""
        chart = self.board.chart
        known = [-1] * chart.count
        for cell, placement in enumerate(self.laid):
            if placement >= 0:
                key = cell << 4 | chart.placements[placement].edges
                self.undiscovered &= ~(1 << cell)
                self.sea |= chart.sea_planes[key]
                for other, bit in chart.marks[key]:
                    self.need[other] |= bit
                known[cell] = placement
                join(chart, known, self.parent, self.open_edges, cell)


def stands_on(s: SeaPosition, node: int) -> bool:
    cell = node >> 2
    return s.unit[cell] >= 0 and s.unit_land[cell] == node & 3


# Placing tiles on the chart and filling gaps that no ship can reach (T8, T9)

AnyPosition = TypeVar("AnyPosition", bound=SeaPosition)


def put_tile(s: SeaPosition, cell: int, placement: int, event: int) -> None:
    """Place a tile on an undiscovered space and update needs, seas and islands."""
    chart = s.board.chart
    s.laid[cell] = placement
    s.event[cell] = event
    s.undiscovered ^= 1 << cell
    laid = chart.placements[placement]
    key = cell << 4 | laid.edges
    s.sea |= chart.sea_planes[key]
    need = s.need
    for other, bit in chart.marks[key]:
        need[other] |= bit
    if laid.lands:
        complete = join(chart, s.laid, s.parent, s.open_edges, cell)
        if complete:
            s.pending += complete


def gaps(chart: Chart, undiscovered: int, sea: int, *, start_at_sea: bool = False) -> int:
    """Return the set of spaces to fill: those enclosed on four sides, and all that no ship can reach (T8).

    `sea` as in play.py. Ships sail from open border edges over undiscovered spaces and the seas of discovered tiles;
    with `start_at_sea` (the game of 1996) also from any discovered sea.
    """
    if not undiscovered:
        return 0
    full, count, columns = chart.full, chart.count, chart.columns
    north, east, south, west = chart.inner
    pairs_east = undiscovered & (undiscovered >> 1) & east
    pairs_south = undiscovered & (undiscovered >> columns) & south
    alone = undiscovered & ~(pairs_east | pairs_east << 1 | pairs_south | pairs_south << columns)
    over_east = (sea >> count & full | undiscovered & east) & ((sea >> 3 * count | undiscovered & west) >> 1)
    over_south = (sea >> 2 * count & full | undiscovered & south) & ((sea & full | undiscovered & north) >> columns)
    found = chart.open_upto[2]
    if start_at_sea:
        found |= (sea | sea >> count | sea >> 2 * count | sea >> 3 * count) & full
    while undiscovered & ~found:
        more = found | (found & over_east) << 1 | (found >> 1) & over_east
        more |= (more & over_south) << columns | (more >> columns) & over_south
        if more == found:
            return alone | undiscovered & ~found
        found = more
    return alone


def filler_edges(need: int) -> int:
    """Return the edge mask of a filler: sea if the facing edge is sea, otherwise land (T9).

    Edges between two spaces of one gap become land.
    """
    return 15 & ~need


def fill_gaps(s: AnyPosition, fetch: Callable[[AnyPosition, int], tuple[int, int]]) -> None:
    """Fill all current gaps; one pass is enough (T8)."""
    board = s.board
    found = gaps(board.chart, s.undiscovered, s.sea, start_at_sea=board.start_at_sea)
    if found:
        fill(s, found, fetch)


def fill(s: AnyPosition, spaces: int, fetch: Callable[[AnyPosition, int], tuple[int, int]]) -> None:
    """Fill a set of spaces as gaps: exactly the facing edges, land between two of them (T9).

    `fetch` takes a tile of a class from the game's supply and returns its kind and event.
    """
    fits = s.board.chart.fits
    for cell in cells_of(spaces):
        edges = filler_edges(s.need[cell])
        kind, event = fetch(s, class_of(edges))
        put_tile(s, cell, fits[kind][edges << 4 | 15 & ~edges][0], event)


def lay_board(s: SeaPosition) -> None:
    for cell, placement in s.board.chart.laid:
        put_tile(s, cell, placement, 0)


# Tile supply: face-down stacks, known by their content and the backs on top, and sorted tiles (N0, N9, E9)
#
# Positions store no stack order, only tile counts and the visible back of each top. All consistent orders are equally
# likely, as for shuffled stacks.


def deal(s: SeaPosition, sizes: Sequence[int]) -> None:
    """Deal all hidden tiles into stacks of these sizes; their tops are not revealed yet."""
    s.stack_size = list(sizes)
    s.stack_top = [BACK_UNKNOWN if size else BACK_NONE for size in sizes]


def take_hidden(s: SeaPosition, sort: int, is_query: bool) -> None:
    """Remove a tile from the counts of the stacks."""
    s.hidden[sort] -= 1
    if is_query:
        s.hidden_query -= 1
    else:
        s.hidden_plain -= 1


def unseen_backs(s: SeaPosition) -> tuple[int, int]:
    """Return the number of plain and "?" tiles in the stacks, without the revealed tops."""
    return s.hidden_plain - s.stack_top.count(BACK_PLAIN), s.hidden_query - s.stack_top.count(BACK_QUERY)


def next_backs(s: SeaPosition) -> list[tuple[int, int]]:
    """Return the possible backs of the next unrevealed top, with their weights."""
    return [(back, count) for back, count in enumerate(unseen_backs(s)) if count]


def draw_back(s: SeaPosition, rng: Rng) -> int:
    """Return a random back for the next unrevealed top, by the number of tiles left with it."""
    plain, query = unseen_backs(s)
    return BACK_PLAIN if rng.below(plain + query) < plain else BACK_QUERY


def draw_front(s: SeaPosition, sorts: Sequence[int], rng: Rng) -> int:
    """Return a random sort for the top tile of `s.stack`, by the number of tiles left. `sorts` have its back."""
    return rng.pick(sorts, s.hidden, s.hidden_query if s.stack_top[s.stack] else s.hidden_plain)


def lift_top(s: SeaPosition, sort: int, is_query: bool) -> bool:
    """Remove the drawn tile from its stack. Returns whether there is a new top to reveal."""
    take_hidden(s, sort, is_query)
    stack = s.stack
    s.stack_size[stack] -= 1
    if s.stack_size[stack]:
        s.stack_top[stack] = BACK_UNKNOWN
        return True
    s.stack_top[stack] = BACK_NONE
    return False


def first_left(kinds: Iterable[int], counts: Sequence[int]) -> int:
    """Return the first of the kinds with a tile left, or -1."""
    for kind in kinds:
        if counts[kind]:
            return kind
    return -1


def first_sort_left(kinds: Sequence[int], counts: Sequence[int], sorts: int) -> tuple[int, int]:
    """Return the first kind and sort left, plain (sort 0) before "?" (sorts from 1), or (-1, 0).

    `counts[kind * sorts + sort]` is the number left.
    """
    for kind in kinds:
        if counts[kind * sorts]:
            return kind, 0
    for kind in kinds:
        for sort in range(1, sorts):
            if counts[kind * sorts + sort]:
                return kind, sort
    return -1, 0


def equal_parts(total: int, parts: int) -> list[int]:
    """Return stack sizes that differ by at most one, larger ones first (N0)."""
    least, more = divmod(total, parts)
    return [least + (part < more) for part in range(parts)]


def fetch_sorted(s: SeaPosition, kinds: Sequence[int]) -> tuple[int, int]:
    """Take a sorted tile of these kinds, else one put aside; return its kind and sort, or (-1, 0) if none is left."""
    sorts = s.board.numbers.sorts
    kind = first_left(kinds, s.sorted_left)
    if kind >= 0:
        s.sorted_left[kind] -= 1
        return kind, 0
    kind, sort = first_sort_left(kinds, s.discard, sorts)
    if kind >= 0:
        s.discard[kind * sorts + sort] -= 1
    return kind, sort


def make(s: SeaPosition, kinds: Sequence[int]) -> tuple[int, int]:
    """Create a plain tile of the first of these kinds because none is left (E9, N9); return its kind and sort."""
    s.added[kinds[0]] += 1
    return kinds[0], 0
