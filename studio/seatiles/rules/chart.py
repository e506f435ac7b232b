"""The compiled chart: what never changes about a sea of tiles, as flat tables for fast rules (T1–T6).

Cells run row by row from the north-west; `cell * 4 + side` names an edge of a cell. Sets of cells are whole numbers
with bit `cell` set. A *need* says what the sides of a space must be: bit s: sea on side s, bit 4 + s: land there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from studio.core.grid import SquareGrid
from studio.seatiles.rules.shape import CLASSES, PLAIN_SHAPES, class_of, edges_of, rotations, same_looks

OPEN_0, OPEN_1, OPEN_2, SHORE, COAST = range(5)
"""What an outer edge can be (T5): open with a toll of 0, 1 or 2 gold; sea without a start; land."""
INNER = -1


class Kind(NamedTuple):
    """A kind of tile; `cls` is its class 1 … 6, `lands` how many separate lands it carries."""

    name: str
    shape: str
    cls: int
    bonus: int
    lands: int


class Placement(NamedTuple):
    """A kind in one rotation: edge mask (bit s: land on side s), the land's number by side or -1, how many lands."""

    kind: int
    turn: int
    edges: int
    land: tuple[int, int, int, int]
    lands: int


class Chart:
    """The immutable board of a sea: spaces, border, tile kinds and their placements, and tables made of them."""

    __slots__ = (
        "class_kinds",
        "classes_fitting",
        "coast_sides",
        "columns",
        "count",
        "first_need",
        "fits",
        "full",
        "grid",
        "inner",
        "kinds",
        "laid",
        "marks",
        "near",
        "open_upto",
        "over_sea",
        "placement_of",
        "placements",
        "rim",
        "rows",
        "sea_planes",
        "spaces",
        "void",
    )

    def __init__(
        self,
        columns: int,
        rows: int,
        void: Sequence[bool],
        rim: Sequence[int],
        kinds: Iterable[tuple[str, str, int]],
        laid: Iterable[tuple[int, int, int]] = (),
    ) -> None:
        """`rim[cell * 4 + side]` is read for outer edges only; kinds are (name, shape, bonus); laid tiles are
        (cell, kind, turn). A class that no kind without bonus has gets its published shape as a further kind, so
        that every space can be filled (T9)."""
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

    def _build_kinds(self, kinds: Iterable[tuple[str, str, int]]) -> None:
        self.kinds: list[Kind] = []
        self.placements: list[Placement] = []
        self.placement_of: list[list[int]] = []
        """By kind and turn 0 … 3: the placement that looks like it."""
        wanted = [*kinds]
        present = {class_of(edges_of(shape)) for _name, shape, bonus in wanted if not bonus}
        wanted += [(f"filler {cls}", PLAIN_SHAPES[cls], 0) for cls in CLASSES if cls not in present]
        for number, (name, shape, bonus) in enumerate(wanted):
            by_turn = {}
            for one in rotations(shape):
                by_turn[one.turn] = len(self.placements)
                self.placements.append(Placement(number, *one))
            self.placement_of.append([by_turn[same_looks(shape, turn)] for turn in range(4)])
            self.kinds.append(Kind(name, shape, class_of(edges_of(shape)), bonus, rotations(shape)[0].lands))
        self.class_kinds = [
            [k for k, kind in enumerate(self.kinds) if kind.cls == cls and not kind.bonus] for cls in range(7)
        ]
        """By class: its kinds without bonus, in the order of the tile set; never empty from class 1 on."""

    def _build_edges(self, rim: Sequence[int]) -> None:
        self.near = [-1] * (self.count * 4)
        """The cell across each edge; -1 where the edge is an outer one."""
        self.rim = [INNER] * (self.count * 4)
        """What each outer edge of a space is (OPEN_0 …, COAST); INNER for all others."""
        for cell in range(self.count):
            if self.void[cell]:
                continue
            for side in range(4):
                other = self.grid.neighbour(cell, side)
                if other >= 0 and not self.void[other]:
                    self.near[cell * 4 + side] = other
                else:
                    self.rim[cell * 4 + side] = rim[cell * 4 + side]
        self.coast_sides = [
            sum(1 << side for side in range(4) if self.rim[cell * 4 + side] == COAST) for cell in range(self.count)
        ]
        self.first_need = bytearray(self.count)
        """What the border alone asks of each space."""
        for edge, what in enumerate(self.rim):
            if what != INNER:
                self.first_need[edge >> 2] |= (16 if what == COAST else 1) << (edge & 3)
        self.inner = [
            sum(1 << cell for cell in range(self.count) if self.near[cell * 4 + side] >= 0) for side in range(4)
        ]
        """By side: the spaces that have a neighbour there, as a set."""

    def _build_tables(self) -> None:
        count, near = self.count, self.near
        self.over_sea: list[tuple[int, ...]] = []
        """By cell * 16 + edge mask: the neighbours across the sea edges."""
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
        self.fits: list[list[tuple[int, ...]]] = []
        """By kind and need: the placements that fit (T4)."""
        for number, kind in enumerate(self.kinds):
            first = self.placement_of[number][0]
            self.fits.append([tuple(first + index for index in found) for found in fitting[kind.shape]])
        self.classes_fitting = [
            sum(1 << cls for cls in CLASSES if self.fits[self.class_kinds[cls][0]][need]) for need in range(256)
        ]
        """By need: bit c set when a tile of class c fits."""

    def _build_starts(self) -> None:
        land = {(cell, side) for cell, p in self.laid for side in range(4) if self.placements[p].edges >> side & 1}
        self.open_upto = [0, 0, 0]
        """By toll t: the spaces with an open outer edge of toll t or less, as a set (never behind a laid land edge)."""
        for edge, what in enumerate(self.rim):
            if OPEN_0 <= what <= OPEN_2 and (edge >> 2, edge & 3) not in land:
                for toll in range(what, 3):
                    self.open_upto[toll] |= 1 << (edge >> 2)


def cells_of(bits: int) -> list[int]:
    """The cells of a set, in ascending order."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found
