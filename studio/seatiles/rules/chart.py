"""The compiled chart: the constant data of a sea as flat tables for fast rules (T1–T6).

Cells are numbered row by row from the north-west; `cell * 4 + side` is an edge of a cell. Sets of cells are integers
with bit `cell` set. A *need* is the required state of a space's sides: bit s for sea on side s, bit 4 + s for land
there.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from studio.core.game import Action
from studio.core.grid import SquareGrid

# Shapes of sea tiles: edges, classes, lands, and distinct rotations (T1, T2, T4)
#
# A shape is four characters, the lands on the north, east, south and west edge: "." is sea, equal letters are one land.
# An edge mask has bit s set when side s is land.

CLASSES = range(1, 7)

_CLASS_BY_EDGES = (1, 2, 2, 3, 2, 4, 3, 5, 2, 3, 4, 5, 3, 5, 5, 6)

PLAIN_SHAPES = ("", "....", "a...", "aa..", "a.b.", "aaa.", "aaaa")
"""The published shape of each class (T2); index 0 is unused."""


class Rotation(NamedTuple):
    """A shape after `turn` quarter turns clockwise: its edge mask and, by side, its land index or -1.

    Lands are numbered in the order of appearance from the north clockwise; `lands` is their number.
    """

    turn: int
    edges: int
    land: tuple[int, int, int, int]
    lands: int


def class_of(edges: int) -> int:
    """Return the class, 1 … 6, of an edge mask (T1)."""
    return _CLASS_BY_EDGES[edges]


def edges_of(shape: str) -> int:
    return sum(1 << side for side in range(4) if shape[side] != ".")


def turned(shape: str, turns: int) -> str:
    """Return the shape after quarter turns clockwise."""
    turns %= 4
    return shape[4 - turns :] + shape[: 4 - turns]


def rotation(shape: str, turn: int) -> Rotation:
    """Return the rotated shape, its lands renumbered from the north."""
    numbers: dict[str, int] = {}
    land = [-1 if letter == "." else numbers.setdefault(letter, len(numbers)) for letter in turned(shape, turn)]
    return Rotation(turn, edges_of(turned(shape, turn)), (land[0], land[1], land[2], land[3]), len(numbers))


@cache
def rotations(shape: str) -> tuple[Rotation, ...]:
    """Return the rotations with distinct edges or lands, in order of turn (T4)."""
    found: dict[tuple[int, int, int, int], Rotation] = {}
    for turn in range(4):
        one = rotation(shape, turn)
        found.setdefault(one.land, one)
    return tuple(found.values())


def same_looks(shape: str, turn: int) -> int:
    """Return the smallest turn at which the shape looks as at `turn`."""
    wanted = rotation(shape, turn).land
    return next(one.turn for one in rotations(shape) if one.land == wanted)


def has_isthmus(shape: str) -> bool:
    """Return whether a land joins opposite edges without a land edge between them, which cuts the route (T2)."""
    for letter in set(shape) - {"."}:
        sides = [side for side in range(4) if shape[side] == letter]
        if len(sides) == 2 and sides[1] - sides[0] == 2:
            return True
    return False


# The compiled chart

OPEN_0, OPEN_1, OPEN_2, SHORE, COAST = range(5)
"""Kinds of outer edge (T5): open with a toll of 0, 1 or 2 gold; sea without a start; land."""
INNER = -1


class Kind(NamedTuple):
    """A kind of tile; `cls` is its class 1 … 6, `lands` the number of its separate lands."""

    name: str
    shape: str
    cls: int
    bonus: int
    lands: int
    picture: str = ""  # a person's own, without effect


class Placement(NamedTuple):
    """A rotated kind: edge mask (bit s: land on side s), land index by side or -1, number of lands."""

    kind: int
    turn: int
    edges: int
    land: tuple[int, int, int, int]
    lands: int


class Chart:
    """The immutable board of a sea: spaces, border, tile kinds with their placements, and derived tables."""

    def __init__(
        self,
        columns: int,
        rows: int,
        void: Sequence[bool],
        rim: Sequence[int],
        kinds: Iterable[tuple[str, str, int, str]],
        laid: Iterable[tuple[int, int, int]] = (),
    ) -> None:
        """`rim[cell * 4 + side]` is read for outer edges only; kinds are (name, shape, bonus, picture), placed tiles
        (cell, kind, turn). A class without a kind (bonus tiles aside) gets a further kind of its published shape, so
        that every space can be filled (T9).
        """
        self.columns, self.rows, self.count = columns, rows, columns * rows
        self.grid = SquareGrid(columns, rows)
        self.full = (1 << self.count) - 1
        self.void = bytes(bool(empty) for empty in void)
        self.spaces = sum(1 << cell for cell in range(self.count) if not self.void[cell])
        """All spaces that are not void, as a set."""
        self._build_kinds(kinds)
        self._build_edges(rim)
        self._build_tables()
        self.laid = tuple((cell, self.placement_of[kind][turn % 4]) for cell, kind, turn in laid)
        """Pre-placed tiles: (cell, placement)."""
        self._build_starts()

    def _build_kinds(self, kinds: Iterable[tuple[str, str, int, str]]) -> None:
        self.kinds: list[Kind] = []
        self.placements: list[Placement] = []
        self.placement_of: list[list[int]] = []  # by kind and turn 0 … 3: the placement that looks the same
        wanted = [*kinds]
        present = {class_of(edges_of(shape)) for _name, shape, bonus, _picture in wanted if not bonus}
        wanted += [(f"filler {cls}", PLAIN_SHAPES[cls], 0, "") for cls in CLASSES if cls not in present]
        for number, (name, shape, bonus, picture) in enumerate(wanted):
            by_turn = {}
            for one in rotations(shape):
                by_turn[one.turn] = len(self.placements)
                self.placements.append(Placement(number, *one))
            self.placement_of.append([by_turn[same_looks(shape, turn)] for turn in range(4)])
            self.kinds.append(Kind(name, shape, class_of(edges_of(shape)), bonus, rotations(shape)[0].lands, picture))
        self.class_kinds = [
            [k for k, kind in enumerate(self.kinds) if kind.cls == cls and not kind.bonus] for cls in range(7)
        ]
        """By class: its kinds without bonus, in the order of the tile set; never empty from class 1 on."""

    def _build_edges(self, rim: Sequence[int]) -> None:
        self.near = [-1] * (self.count * 4)  # cell across each edge; -1 for outer edges
        self.rim = [INNER] * (self.count * 4)  # kind of each outer edge (OPEN_0 …, COAST); INNER for all others
        for cell in range(self.count):
            if self.void[cell]:
                continue
            for side in range(4):
                other = self.grid.neighbor(cell, side)
                if other >= 0 and not self.void[other]:
                    self.near[cell * 4 + side] = other
                else:
                    self.rim[cell * 4 + side] = rim[cell * 4 + side]
        self.coast_sides = [
            sum(1 << side for side in range(4) if self.rim[cell * 4 + side] == COAST) for cell in range(self.count)
        ]
        self.first_need = bytearray(self.count)  # need of each space from the border alone
        for edge, what in enumerate(self.rim):
            if what != INNER:
                self.first_need[edge >> 2] |= (16 if what == COAST else 1) << (edge & 3)
        self.inner = [
            sum(1 << cell for cell in range(self.count) if self.near[cell * 4 + side] >= 0) for side in range(4)
        ]
        """By side: the spaces with a neighbour on it, as a set."""

    def _build_tables(self) -> None:
        count, near = self.count, self.near
        self.over_sea: list[tuple[int, ...]] = []  # by cell * 16 + edge mask: the neighbours across the sea edges
        self.marks: list[tuple[tuple[int, int], ...]] = []
        """By cell * 16 + edge mask: (neighbour, bit of its need that such a tile sets)."""
        self.sea_planes: list[int] = []
        """By cell * 16 + edge mask: bit side * count + cell for every sea edge that faces a neighbour."""
        for cell in range(count):
            around = [(side, near[cell * 4 + side]) for side in range(4) if near[cell * 4 + side] >= 0]
            for edges in range(16):
                self.over_sea.append(tuple(other for side, other in around if not edges >> side & 1))
                self.marks.append(
                    tuple((other, (16 if edges >> side & 1 else 1) << (side ^ 2)) for side, other in around)
                )
                self.sea_planes.append(
                    sum(1 << (side * count + cell) for side, _other in around if not edges >> side & 1)
                )
        fitting: dict[str, list[tuple[int, ...]]] = {}
        for kind in self.kinds:
            if kind.shape not in fitting:
                fitting[kind.shape] = [
                    tuple(
                        index
                        for index, one in enumerate(rotations(kind.shape))
                        if not one.edges & need & 15 and one.edges & need >> 4 == need >> 4
                    )
                    for need in range(256)
                ]
        self.fits: list[list[tuple[int, ...]]] = []  # by kind and need: the placements that fit (T4)
        for number, kind in enumerate(self.kinds):
            first = self.placement_of[number][0]
            self.fits.append([tuple(first + index for index in found) for found in fitting[kind.shape]])
        self.classes_fitting = [
            sum(1 << cls for cls in CLASSES if self.fits[self.class_kinds[cls][0]][need]) for need in range(256)
        ]
        """By need: bit c is set if a tile of class c fits."""

    def _build_starts(self) -> None:
        land = {(cell, side) for cell, p in self.laid for side in range(4) if self.placements[p].edges >> side & 1}
        self.open_upto = [0, 0, 0]
        """By toll t: the spaces with an open outer edge of toll at most t, as a set (not at placed land)."""
        for edge, what in enumerate(self.rim):
            if OPEN_0 <= what <= OPEN_2 and (edge >> 2, edge & 3) not in land:
                for toll in range(what, 3):
                    self.open_upto[toll] |= 1 << (edge >> 2)


def cells_of(bits: int) -> list[int]:
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


# Islands: lands joined across facing land edges, and whether they are complete (T7)
#
# A land is a node, `cell * 4 + land number`. `parent` is a union-find forest over all nodes; `open_edges` counts, for
# each root, the land edges of its island that do not yet face a land edge or a coast.


def root_of(parent: MutableSequence[int], node: int) -> int:
    """Return the representative of a node's island, with path compression."""
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


def join(
    chart: Chart, laid: Sequence[int], parent: MutableSequence[int], open_edges: MutableSequence[int], cell: int
) -> list[int]:
    """Join the lands of the tile just placed on `cell` to their neighbours; return the completed islands as nodes.

    `laid` already includes the tile. A land edge that faces sea (only possible for tiles placed by a layout) stays
    open.
    """
    placements = chart.placements
    land = placements[laid[cell]].land
    first = cell * 4
    for side in range(4):
        if land[side] < 0:
            continue
        root = first + land[side]
        while parent[root] != root:
            root = parent[root]
        other = chart.near[first + side]
        if other < 0:
            if chart.rim[first + side] != COAST:
                open_edges[root] += 1
        elif laid[other] < 0 or (beyond := placements[laid[other]].land[side ^ 2]) < 0:
            open_edges[root] += 1
        else:
            joined = other * 4 + beyond
            while parent[joined] != joined:
                parent[joined] = parent[parent[joined]]
                joined = parent[joined]
            if joined == root:
                open_edges[root] -= 1
            else:  # attach the new tile's lands to the older island
                parent[root] = joined
                open_edges[joined] += open_edges[root] - 1
    complete: list[int] = []
    for number in range(placements[laid[cell]].lands):
        root = root_of(parent, first + number)
        if not open_edges[root] and root not in complete:
            complete.append(root)
    return complete


def members(chart: Chart, laid: Sequence[int], node: int) -> list[int]:
    """Return all nodes of a node's island, ascending."""
    placements, near = chart.placements, chart.near
    found = {node}
    ahead = [node]
    while ahead:
        cell, number = divmod(ahead.pop(), 4)
        land = placements[laid[cell]].land
        for side in range(4):
            if land[side] != number:
                continue
            other = near[cell * 4 + side]
            if other >= 0 and laid[other] >= 0:
                beyond = placements[laid[other]].land[side ^ 2]
                if beyond >= 0 and other * 4 + beyond not in found:
                    found.add(other * 4 + beyond)
                    ahead.append(other * 4 + beyond)
    return sorted(found)


def all_islands(chart: Chart, laid: Sequence[int]) -> list[list[int]]:
    """Return every island on the chart as its sorted nodes, ordered by their lowest node."""
    seen: set[int] = set()
    found = []
    for cell in range(chart.count):
        if laid[cell] >= 0:
            for number in range(chart.placements[laid[cell]].lands):
                if cell * 4 + number not in seen:
                    nodes = members(chart, laid, cell * 4 + number)
                    seen.update(nodes)
                    found.append(nodes)
    return found


def lowest_nodes(chart: Chart, laid: Sequence[int], pending: Sequence[int]) -> list[int]:
    """Return the lowest node of each island, in the same order: an identifier independent of the order of joining."""
    return [members(chart, laid, node)[0] for node in pending]


def take_island(parent: MutableSequence[int], pending: MutableSequence[int], node: int) -> None:
    """Remove the island of a node from a list that may contain any of its nodes."""
    root = root_of(parent, node)
    pending.remove(next(other for other in pending if root_of(parent, other) == root))


# Prepared actions of every cell, looked up by a set of cells (bit `cell` for each)

_WIDTH = 8  # cells per table lookup


class _EightCells(dict[int, tuple[Action, ...]]):
    """The actions of eight cells by subset, computed on first use."""

    __slots__ = ("actions",)

    def __init__(self, actions: Sequence[Sequence[Action]]) -> None:
        super().__init__()
        self.actions = actions

    def __missing__(self, cells: int) -> tuple[Action, ...]:
        chosen = [few for number, few in enumerate(self.actions) if cells >> number & 1]
        found = self[cells] = tuple([action for few in chosen for action in few])
        return found


class CellActions:
    """The actions of every cell, looked up by set of cells. Measured on 96 cells: a third of the time of a loop."""

    __slots__ = ("_rows", "_size")

    def __init__(self, actions: Sequence[Sequence[Action]]) -> None:
        """By cell: its actions, in order."""
        self._rows = tuple(_EightCells(actions[first : first + _WIDTH]) for first in range(0, len(actions), _WIDTH))
        self._size = len(self._rows)

    def at(self, cells: int) -> list[Action]:
        """Return the actions of these cells, in the order of the cells."""
        found: list[Action] = []
        for row, byte in zip(self._rows, cells.to_bytes(self._size, "little"), strict=False):
            if byte:
                found += row[byte]
        return found


# Constant data of a match: the chart, the numbers of the box, and tables derived from both


@dataclass(frozen=True, slots=True)
class ActionNumbers:
    """Numbers of the shared actions and phases in a game."""

    start_rim: int
    start_tile: int
    lay: int
    island: int
    front: int
    top: int
    roll: int
    token: int
    sorts: int  # number of sorts of one kind of tile, plain and by event
    p_tops: int
    p_roll: int
    p_front: int
    p_island: int


@dataclass(kw_only=True, eq=False, repr=False)
class SeaBoard:
    """Immutable except for lazily filled tables; shared by all positions of its matches."""

    numbers: ActionNumbers
    start_at_sea: bool = False
    """Whether ships may start from any discovered sea, so that no gap opens behind it (T8, E3)."""
    chart: Chart
    hidden: Sequence[int]  # tiles in the stacks, at kind * sorts + event
    sorted_tiles: Sequence[int]  # by kind
    stacks: int
    faces: tuple[int, ...]  # faces of the spinner or the die
    unit_cost: tuple[int, int, int]
    gold: int  # gold of each seat at the start
    bag: tuple[tuple[int, int], ...]  # other face-down pieces as (value, count), by value

    def __post_init__(self) -> None:
        chart, numbers, sorts = self.chart, self.numbers, self.numbers.sorts
        self.faces = self.faces or (0,)
        self.bag_values = [value for value, _count in self.bag]
        self.bag_counts = [count for _value, count in self.bag]
        self.start_moves = CellActions([[(numbers.start_tile, cell)] for cell in range(chart.count)])
        """Starts from tiles by set of cells."""
        self.rim_starts = tuple(CellActions(_rim_starts(chart, numbers.start_rim, toll)) for toll in range(3))
        """By available gold (2: or more): affordable border starts by set of cells."""
        self.front_moves: list[Action] = [
            (numbers.front, index // sorts, index % sorts) for index in range(len(self.hidden))
        ]
        in_stacks = [index for index, count in enumerate(self.hidden) if count]
        self.fronts = (
            [index for index in in_stacks if index % sorts == 0],
            [index for index in in_stacks if index % sorts],
        )
        """By back: sorts of tile in the stacks with it, as indexes into the counts of hidden tiles."""
        self.lay_table: dict[int, list[Action]] = {}
        self.firsts: dict[tuple[int | str, ...], object] = {}
        """By seats and options: the position before the first action, copied for every match."""

    def starts_at_rim(self, undiscovered: int, budget: int) -> list[Action]:
        """Return the starts from open border edges next to undiscovered spaces that this gold pays for (T5)."""
        toll = budget if budget < 2 else 2
        return self.rim_starts[toll].at(undiscovered & self.chart.open_upto[toll])

    def lay_moves(self, cell: int, kind: int, need: int) -> list[Action]:
        """Return the actions that place a tile on a cell with the required sides `need`."""
        key = (cell << 8 | need) * len(self.chart.kinds) + kind
        moves = self.lay_table.get(key)
        if moves is None:
            lay = self.numbers.lay
            moves = self.lay_table[key] = [(lay, cell, placement) for placement in self.chart.fits[kind][need]]
        return moves

    def placements(self, ahead: Sequence[int], kind: int, need: bytearray) -> list[Action]:
        """Return the actions that place a tile on one of the cells ahead, in order. Do not modify the result."""
        if len(ahead) == 1:
            cell = ahead[0]
            return self.lay_moves(cell, kind, need[cell])
        moves: list[Action] = []
        for cell in sorted(ahead):
            moves += self.lay_moves(cell, kind, need[cell])
        return moves


def _rim_starts(chart: Chart, kind: int, toll: int) -> list[list[Action]]:
    """Return, by cell, the starts at its open edges with at most this toll."""
    return [
        [(kind, cell, side) for side in range(4) if OPEN_0 <= chart.rim[cell * 4 + side] <= min(OPEN_2, toll)]
        for cell in range(chart.count)
    ]
