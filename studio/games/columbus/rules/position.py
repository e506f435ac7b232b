"""The fields of a position, hidden information, and what tiles and ships can do (C1–C9, C12–C14)."""

from __future__ import annotations

from itertools import compress
from typing import NamedTuple, Self

from studio.core.game import CHANCE, Action, Json, load_plain, to_plain
from studio.core.rng import Rng
from studio.games.columbus.rules.board import (
    AS_CYCLONE,
    CHANGES,
    END,
    HOME,
    LAYS,
    LAYS_OF_MANY,
    LEAVE,
    MANY_SEATS,
    NO_TILE,
    OUTBOUND,
    P_DRAW,
    RETURNING,
    SHIP_TILES,
    STAY,
    STOP,
    T_BECALMED,
    T_CYCLONE,
    T_JOKER,
    Board,
    cell_set,
    spread,
)

_FIELDS = (
    *("seats", "own_harbour", "winner_only", "rules", "phase", "to_move", "active", "turn", "round", "discovered"),
    *("laid", "sailed", "hand", "lifted", "relief", "quiet"),
    *("known", "gone", "tile", "under", "ship", "harbour", "voyage", "place", "america_round", "home_round", "blocked"),
    *("reserve", "rack", "shed"),
)
"""The fields of a dump; all others are derived from them."""

AHEAD = 1000  # how far a ship has come that is at home: further than any at sea


class Position:
    """Everything that changes in a match; __init__.py describes the fields."""

    __slots__ = (
        *_FIELDS,
        *("board", "come", "covers", "free", "moves", "on", "rack_size", "reserve_size", "sea", "ships"),
    )

    def __init__(self, board: Board, seats: int, own_harbour: bool, winner_only: bool, rules: str) -> None:
        kinds = len(board.tiles)
        self.board, self.seats = board, seats
        self.own_harbour, self.winner_only, self.rules = own_harbour, winner_only, rules
        self.phase, self.to_move, self.active, self.turn, self.round = P_DRAW, CHANCE, 0, 0, 1
        self.rack = [[0] * kinds for _seat in range(seats)]
        self.rack_size, self.known = [0] * seats, [0] * seats
        self.reserve = list(board.tiles)
        self.reserve_size = sum(self.reserve)
        self.gone = [0] * kinds
        self.shed = [[0] * kinds for _seat in range(seats)]
        self.tile, self.under = [NO_TILE] * board.count, [NO_TILE] * board.count
        self.ship, self.harbour = [-1] * seats, [-1] * seats
        self.voyage, self.place = [OUTBOUND] * seats, [0] * seats
        self.america_round, self.home_round = [0] * seats, [0] * seats
        self.discovered = False
        self.laid, self.sailed, self.hand, self.lifted, self.relief = 0, False, NO_TILE, -1, False
        self.blocked, self.quiet = [0] * seats, 0
        self.on = [0] * kinds
        self.free, self.covers, self.sea, self.ships = board.fits[T_JOKER], 0, board.printed, 0
        self.come = [0] * seats
        self.moves: list[Action] | None = None  # the legal actions, once computed

    def clone(self) -> Self:
        other = object.__new__(type(self))
        other.board, other.seats = self.board, self.seats
        other.own_harbour, other.winner_only, other.rules = self.own_harbour, self.winner_only, self.rules
        other.phase, other.to_move, other.active = self.phase, self.to_move, self.active
        other.turn, other.round = self.turn, self.round
        other.rack = [rack[:] for rack in self.rack]
        other.rack_size, other.known = self.rack_size[:], self.known[:]
        other.reserve, other.reserve_size = self.reserve[:], self.reserve_size
        other.gone = self.gone[:]
        other.shed = [shed[:] for shed in self.shed]
        other.tile, other.under = self.tile[:], self.under[:]
        other.ship, other.harbour = self.ship[:], self.harbour[:]
        other.voyage, other.place = self.voyage[:], self.place[:]
        other.america_round, other.home_round = self.america_round[:], self.home_round[:]
        other.discovered = self.discovered
        other.laid, other.sailed, other.hand = self.laid, self.sailed, self.hand
        other.lifted, other.relief = self.lifted, self.relief
        other.blocked, other.quiet = self.blocked[:], self.quiet
        other.on = self.on[:]
        other.free, other.covers, other.sea, other.ships = self.free, self.covers, self.sea, self.ships
        other.come = self.come[:]
        other.moves = self.moves
        return other

    def dump(self) -> dict[str, Json]:
        return to_plain(self, _FIELDS)

    def fill_from(self, plain: Json) -> None:
        """Make a new position equal to a dumped one."""
        load_plain(self, plain, _FIELDS)
        self.rack_size = [sum(rack) for rack in self.rack]
        self.reserve_size = sum(self.reserve)
        self.recompute()

    def put(self, kind: int, cell: int) -> None:
        """Place a tile on a space, or on the tile there."""
        bit, lower = 1 << cell, self.tile[cell]
        if lower != NO_TILE:
            self.under[cell] = lower
            self.on[lower] ^= bit
        self.tile[cell] = kind
        self._show(kind, bit)

    def take_up(self, cell: int) -> int:
        """Remove the upper tile of a space and return its kind."""
        bit, kind, lower = 1 << cell, self.tile[cell], self.under[cell]
        self.on[kind] ^= bit
        self.tile[cell], self.under[cell] = lower, NO_TILE
        if lower == NO_TILE:
            self.free |= bit
            self.covers &= ~bit
            self.sea &= ~bit
        else:
            self._show(lower, bit)
        return kind

    def _show(self, kind: int, bit: int) -> None:
        """Update the sets for a tile of this kind on top."""
        self.on[kind] |= bit
        self.free &= ~bit
        if self.board.coverable[kind]:  # a picture or water (C13)
            self.covers |= bit
        else:
            self.covers &= ~bit
        if self.board.steps[kind]:
            self.sea |= bit
        else:  # a wreck (C8)
            self.sea &= ~bit

    def place_ship(self, seat: int, cell: int) -> None:
        """Put the ship of a seat on a space and update how far it has come (C9)."""
        self.ship[seat] = cell
        column = self.board.column[cell]
        voyage = self.voyage[seat]
        if voyage == HOME:
            self.come[seat] = AHEAD
        else:
            self.come[seat] = self.board.grid.columns + column if voyage else -column

    def recompute(self) -> None:
        """Recompute all derived fields after tiles and ships were set from outside."""
        self.on = [0] * len(self.board.tiles)
        self.free, self.covers, self.sea = self.board.fits[T_JOKER], 0, self.board.printed
        for cell, kind in enumerate(self.tile):
            if kind != NO_TILE:
                self._show(kind, 1 << cell)
        self.ships = 0
        for seat, cell in enumerate(self.ship):
            if cell >= 0:
                self.ships |= 1 << cell
                self.place_ship(seat, cell)
        self.moves = None


def cells_in(cells: int) -> list[int]:
    return [cell for cell, bit in enumerate(bin(cells)[:1:-1]) if bit == "1"]


# Tiles: placing, swapping, moving (C2–C6, C13).

FEW = 15  # up to this many cells, picking them one by one is faster than compressing the whole table
_BITS = bytes.maketrans(b"01", b"\0\1")
_AS_CYCLONE: Action = (AS_CYCLONE,)
_LEAVE: Action = (LEAVE,)
_STOP: Action = (STOP,)


def limit(s: Position) -> int:
    """Return how many tiles may be placed in a turn (C2, C13)."""
    return LAYS_OF_MANY if s.seats >= MANY_SEATS and not s.discovered else LAYS


def open_for(s: Position, kind: int) -> int:
    """Return the set of spaces on which a tile of this kind may be placed (C3, C13)."""
    spaces = s.free & s.board.fits[kind]
    if s.discovered and kind in SHIP_TILES:
        spaces |= s.covers & ~s.ships
    return spaces


def movable(s: Position) -> int:
    """Return the set of spaces whose upper tile a cyclone can move: no ship on it, and another space for it (C4)."""
    found = 0
    for kind, cells in enumerate(s.on):
        if cells and open_for(s, kind):
            found |= cells
    return found & ~s.ships


def select_moves(moves: tuple[Action, ...], cells: int) -> list[Action]:
    """Return the actions at these cells from a table by cell."""
    if cells.bit_count() > FEW:
        return list(compress(moves, bin(cells)[:1:-1].encode().translate(_BITS)))
    found: list[Action] = []
    while cells:
        cell = cells.bit_length() - 1
        found.append(moves[cell])
        cells ^= 1 << cell
    found.reverse()
    return found


def take_moves(s: Position) -> list[Action]:
    """Return the tiles of the rack that can be placed, and jokers as cyclones (C2, C5)."""
    rack, free, fits = s.rack[s.active], s.free, s.board.fits
    found = [
        move
        for move in compress(s.board.take_moves, rack)
        if free & fits[move[1]] or move[1] == T_CYCLONE or open_for(s, move[1])
    ]
    if rack[T_JOKER]:
        found.append(_AS_CYCLONE)
    return found


def swap_moves(s: Position) -> list[Action]:
    """Return the jokers on the board that the seat can take for the tile they stand for (C6)."""
    jokers = s.on[T_JOKER] & ~s.ships
    if not jokers:
        return []
    rack, picture = s.rack[s.active], s.board.picture
    return [move for move in select_moves(s.board.swap_moves, jokers) if rack[picture[move[1]]]]


def may_swap(s: Position) -> bool:
    """Whether a swap after sailing is possible as far as all seats know (C6): there is a joker without a ship on it.

    Such a turn ends only by a decision, so that its end does not reveal what is on the rack.
    """
    return s.rules >= CHANGES["C6"] and s.rack_size[s.active] > 0 and s.on[T_JOKER] & ~s.ships != 0


def late_swap_moves(s: Position) -> list[Action]:
    """Return the swaps at a moment of the turn when no tile is placed (C6); the earlier rules had none."""
    return swap_moves(s) if s.rules >= CHANGES["C6"] else []


def lay_moves(s: Position) -> list[Action]:
    """Return placing and swapping; STOP if nothing can be placed."""
    taking, swaps = take_moves(s), swap_moves(s)
    return taking + swaps if taking else [*swaps, _STOP]


def place_moves(s: Position) -> list[Action]:
    return select_moves(s.board.place_moves, open_for(s, s.hand))


def lift_moves(s: Position) -> list[Action]:
    """Return which tile can be moved, or none; or a swap first (C6)."""
    return [*late_swap_moves(s), *select_moves(s.board.lift_moves, movable(s)), _LEAVE]


def drop_moves(s: Position) -> list[Action]:
    return select_moves(s.board.drop_moves, open_for(s, s.tile[s.lifted]))


# Hidden information: observing and redealing (C1, C6, C14).


def observation(s: Position, seat: int) -> dict[str, Json]:
    """Return what a seat may see (-1: all seats): only the number of tiles on other racks, shed or in reserve."""
    plain = s.dump()
    plain["rack"] = [rack if other == seat else sum(rack) for other, rack in enumerate(plain["rack"])]
    plain["shed"] = [shed if other == seat else sum(shed) for other, shed in enumerate(plain["shed"])]
    plain["reserve"] = s.reserve_size
    return plain


def redeal_hidden(s: Position, seat: int, rng: Rng) -> None:
    """Deal everything again that a seat cannot see; jokers known to be on a rack stay there."""
    pool, counts = s.reserve, []
    for other in range(s.seats):
        if other == seat:
            continue
        for tiles, fixed in ((s.rack[other], s.known[other]), (s.shed[other], 0)):
            number = sum(tiles) - fixed
            for kind, count in enumerate(tiles):
                pool[kind] += count
                tiles[kind] = 0
            pool[T_JOKER] -= fixed
            tiles[T_JOKER] = fixed
            counts.append((tiles, number))
    bag = [kind for kind, count in enumerate(pool) for _tile in range(count)]
    for tiles, number in counts:
        for _tile in range(number):
            index = rng.below(len(bag))
            bag[index], bag[-1] = bag[-1], bag[index]
            kind = bag.pop()
            tiles[kind] += 1
            pool[kind] -= 1
    s.moves = None


# Ships: how far and where they may sail, and which is ahead (C7–C9, C12, C14).

_STAY: Action = (STAY,)
_END: Action = (END,)


def progress(s: Position, seat: int) -> int:
    return s.come[seat]


def is_last(s: Position, seat: int) -> bool:
    """Whether this seat alone is furthest behind of those at sea (C9)."""
    come = s.come
    last = min(come)
    return come[seat] == last and come.count(last) == 1


def last_ship(s: Position) -> int:
    """Return the single seat furthest behind of those at sea, or -1; also -1 before all ships have set out (C9)."""
    for seat in range(s.seats if s.turn else 0):
        if s.voyage[seat] != HOME and is_last(s, seat):
            return seat
    return -1


def distance(s: Position, seat: int) -> int:
    """Return how many spaces a ship may sail from where it is (C7, C9)."""
    return s.board.steps[s.tile[s.ship[seat]]] + is_last(s, seat)


def reach(s: Position, seat: int) -> int:
    """Return the set of spaces where a ship's voyage can end this turn, without its own (C7–C9, C12, C14)."""
    board, here = s.board, s.ship[seat]
    ends, barred = ends_and_barred(s, seat)
    around, unseen, stops = board.beside[here], s.sea & ~(1 << here), 0
    for left in range(distance(s, seat), 0, -1):
        front = around & unseen
        if not front:
            break
        unseen ^= front
        stops |= front
        if left > 1:
            around = spread(board, front & ~ends)  # a ship on a space that ends the voyage is not jumped either (C8)
    return stops & ~s.ships & ~barred


def can_sail(s: Position, seat: int) -> bool:
    """Whether there is a space where its voyage can end this turn; usually one is next to the ship."""
    here = s.ship[seat]
    adjacent = s.board.beside[here] & s.sea & ~s.ships
    return bool(adjacent and not s.own_harbour and s.board.steps[s.tile[here]]) or reach(s, seat) != 0


def ends_and_barred(s: Position, seat: int) -> tuple[int, int]:
    """Return the spaces that end a voyage when they are entered, and those that it may pass but not end on."""
    ends = s.on[T_BECALMED]
    if s.voyage[seat] == OUTBOUND:
        ends |= s.board.america  # C12
    elif s.own_harbour:
        ends |= 1 << s.harbour[seat]  # C14
    else:
        ends |= s.board.home_set & ~s.ships  # C14: an occupied one is sailed past
    barred = cell_set(home for other, home in enumerate(s.harbour) if other != seat) if s.own_harbour else 0
    return ends, barred


def arrive(s: Position, cell: int) -> None:
    """End the voyage of the active seat's ship on a space; it turns in America (C12), or is home (C14)."""
    seat = s.active
    s.ships ^= 1 << s.ship[seat] | 1 << cell
    s.sailed = True
    if s.voyage[seat] == OUTBOUND:
        if s.board.america >> cell & 1:
            s.voyage[seat], s.america_round[seat] = RETURNING, s.round
            s.discovered = True
    elif cell == s.harbour[seat] if s.own_harbour else s.board.home_set >> cell & 1:
        s.place[seat] = 1 + s.voyage.count(HOME)
        s.voyage[seat], s.home_round[seat] = HOME, s.round
    s.place_ship(seat, cell)


def sail_moves(s: Position) -> list[Action]:
    """Return every space in reach, and staying (C7), and swaps; after sailing, swaps and the end of the turn (C6)."""
    found = late_swap_moves(s)
    if s.sailed:
        found.append(_END)
    else:
        found += select_moves(s.board.sail_moves, reach(s, s.active))
        found.append(_STAY)
    return found


# paths of a ship in this turn


class Course(NamedTuple):
    """A shortest path to a space that a ship can sail to."""

    spaces: tuple[int, ...]  # from where the ship is to where it ends
    jumped: tuple[int, ...]  # the spaces between with other ships

    @property
    def distance(self) -> int:
        return len(self.spaces) - 1


def courses(s: Position, seat: int) -> dict[int, Course]:
    """Return the paths to all spaces in reach, by the space where they end."""
    goals = reach(s, seat)
    before = predecessors(s, seat, distance(s, seat) if goals else 0)
    paths = {cell: trace_course(before, cell) for cell in cells_in(goals)}
    return {
        cell: Course(path, tuple(other for other in path[1:-1] if s.ships >> other & 1)) for cell, path in paths.items()
    }


def predecessors(s: Position, seat: int, most: int) -> dict[int, int]:
    """Return by space within `most` spaces of a ship: the space before it on a shortest path; the start is its own."""
    ends, _barred = ends_and_barred(s, seat)
    before, edge = {s.ship[seat]: s.ship[seat]}, [s.ship[seat]]
    for _space in range(most):
        ahead: list[int] = []
        for cell in edge:
            for other in s.board.neighbors[cell]:
                if other >= 0 and other not in before and s.sea >> other & 1:
                    before[other] = cell
                    if not ends >> other & 1:
                        ahead.append(other)
        edge = ahead
    return before


def trace_course(before: dict[int, int], cell: int) -> tuple[int, ...]:
    """Return the path to a space, both ends included."""
    spaces = [cell]
    while before[spaces[-1]] != spaces[-1]:
        spaces.append(before[spaces[-1]])
    return tuple(reversed(spaces))
