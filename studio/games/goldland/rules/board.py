"""The board of a match: spaces, tiles with their lines, and the numbers of the box (component table, G1, G16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from studio.core.game import Action
from studio.games.goldland.rules.actions import ADVENTURES, COAST, ITEMS, PLAIN, START

Pieces = tuple[int, int, int, int, int, int, int]
"""How many of each piece of equipment, by item."""
NOTHING: Pieces = (0, 0, 0, 0, 0, 0, 0)
Pairs = tuple[tuple[int, int], ...]
"""Items that are asked for or offered, ascending, each with its number: pieces without the noughts."""
Link = tuple[int, int, bool, Pairs | None, Action, Action]
"""A neighbour tile: its cell, its number among the tiles, whether a road leads there (G5), its red items (None if it
is no adventure), and the steps there that pay no red items and that pay them (G7)."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile and its line of equipment.

    `kind` is an adventure (0 … 6), PLAIN, COAST or START. `exits` are the sides with a road when it lies unturned, as
    bits (north 1, east 2, south 4, west 8); a coast or start tile has its exits by where it lies. `pay` is red, `show`
    white (held, not given away), `gains` the alternatives in black, each all of one overlapping group. With `show`
    nothing, an adventure's gains are the reward for paying and stopping there (G10), any other tile's are free.
    """

    name: str
    kind: int
    exits: int = 15
    pay: Pieces = NOTHING
    show: Pieces = NOTHING
    gains: tuple[Pieces, ...] = ()
    treasure: bool = False
    village: bool = False


@dataclass(frozen=True, slots=True)
class Numbers:
    """What is in the box besides the tiles. `price`, `bonus` and `reserve` are by number of seats, from 0."""

    stock: Pieces = (26, 16, 16, 16, 16, 16, 6)
    kit: Pieces = (3, 0, 0, 0, 0, 2, 0)
    """What each backpack holds at the start (G1)."""
    tokens: int = 36
    coins: int = 22
    camps: int = 10
    """Camps of each seat."""
    markers: tuple[int, ...] = (3, 3, 5, 4, 4, 3, 2)
    """Values, by adventure."""
    price: tuple[int, ...] = (0, 0, 4, 3, 2, 2)
    """Discovery tokens for one piece of equipment."""
    bonus: tuple[int, ...] = (0, 0, 4, 6, 8, 10)
    reserve: tuple[int, ...] = (0, 0, 3, 6, 9, 12)


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Immutable (but for what the first position fills in); shared by all positions of its matches.

    A cell is row * columns + column from the north-west. A placement is tile * 4 + quarter turns clockwise. `laid`
    holds the placement in each cell at the start, -1 on an undiscovered space. `roads[placement]` are the exits of a
    land tile as bits; a coast or start tile's are `fixed_roads[cell]` (its sides that lie on the board).
    """

    columns: int
    rows: int
    start: int
    """The cell of the start tile."""
    temple: int
    """The final space (G14)."""
    laid: tuple[int, ...]
    tiles: tuple[Tile, ...]
    numbers: Numbers = field(default_factory=Numbers)
    void: frozenset[int] = frozenset()
    """The spaces off the board (a variant of this studio): they have no neighbours and are nobody's neighbours."""
    count: int = 0
    neighbours: tuple[tuple[int, int, int, int], ...] = ()
    """By cell and side (north, east, south, west); -1 off the board."""
    roads: tuple[int, ...] = ()
    fixed_roads: tuple[int, ...] = ()
    turns: tuple[tuple[int, ...], ...] = ()
    """By tile: the quarter turns that look different, ascending; (0,) for coast and start."""
    pay_total: tuple[int, ...] = ()
    """By tile: how many red pieces it asks for."""
    kinds: tuple[int, ...] = ()
    """By tile."""
    pays: tuple[Pairs, ...] = ()
    """By tile: its red items."""
    shows: tuple[Pairs, ...] = ()
    """By tile: its white items."""
    gains: tuple[tuple[Pairs, ...], ...] = ()
    """By tile: the alternatives of its black items."""
    rewards: tuple[bool, ...] = ()
    """By tile: whether its gain is the reward for surviving its adventure (G10)."""
    piles: tuple[int, ...] = ()
    """The land tiles that start face down, ascending."""
    joined: list[tuple[list[tuple[Link, ...]], list[tuple[int, ...]]]] = field(default_factory=list)
    """What the first position has found out about the tiles that lie there at the start (`Position.join`), for all."""
    prices: tuple[int, ...] = ()
    """By number of seats: discovery tokens for one piece of equipment, at least one (G12)."""

    def kind_at(self, placement: int) -> int:
        """The kind of the tile of a placement."""
        return self.tiles[placement >> 2].kind


def make_board(
    columns: int,
    rows: int,
    start: int,
    temple: int,
    laid: Sequence[int],
    tiles: Sequence[Tile],
    numbers: Numbers | None = None,
    void: frozenset[int] = frozenset(),
) -> Board:
    """A board with all its tables, from what a layout says (`laid` by cell, placements or -1)."""
    count = columns * rows
    neighbours = []
    for cell in range(count):
        row, column = divmod(cell, columns)
        north = cell - columns if row else -1
        east = cell + 1 if column < columns - 1 else -1
        south = cell + columns if row < rows - 1 else -1
        west = cell - 1 if column else -1
        around = (north, east, south, west)
        if void:
            north, east, south, west = (-1 if cell in void or other in void else other for other in around)
        neighbours.append((north, east, south, west))
    roads: list[int] = []
    turns: list[tuple[int, ...]] = []
    for tile in tiles:
        masks = [turned(tile.exits, turn) for turn in range(4)]
        roads.extend(masks)
        different = tuple(turn for turn in range(4) if masks.index(masks[turn]) == turn)
        turns.append((0,) if tile.kind in (COAST, START) else different)
    on_board = [sum(1 << side for side in range(4) if around[side] >= 0) for around in neighbours]
    used = {placement >> 2 for placement in laid if placement >= 0}
    return Board(
        columns=columns,
        rows=rows,
        start=start,
        temple=temple,
        laid=tuple(laid),
        tiles=tuple(tiles),
        numbers=numbers or Numbers(),
        void=void,
        count=count,
        neighbours=tuple(neighbours),
        roads=tuple(roads),
        fixed_roads=tuple(on_board),
        turns=tuple(turns),
        pay_total=tuple(sum(tile.pay) for tile in tiles),
        kinds=tuple(tile.kind for tile in tiles),
        pays=tuple(pairs(tile.pay) for tile in tiles),
        shows=tuple(pairs(tile.show) for tile in tiles),
        gains=tuple(tuple(map(pairs, tile.gains)) for tile in tiles),
        rewards=tuple(tile.kind < ADVENTURES and not any(tile.show) for tile in tiles),
        prices=tuple(max(1, price) for price in (numbers or Numbers()).price),
        piles=tuple(i for i, tile in enumerate(tiles) if tile.kind not in (COAST, START) and i not in used),
    )


def pairs(pieces: Pieces) -> Pairs:
    """The items of which there are any, with their numbers."""
    return tuple((item, number) for item, number in enumerate(pieces) if number)


def turned(exits: int, turn: int) -> int:
    """Exit bits after quarter turns clockwise."""
    return (exits << turn | exits >> (4 - turn)) & 15


assert PLAIN == ADVENTURES and len(NOTHING) == ITEMS
