"""Constants of the rules and the board of a match: spaces, tiles with their lines, the box (components, G1, G16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from studio.core.game import Action

CHANGES: Final[Mapping[str, str]] = {"G4": "2026-11-22"}
"""By clause: the date of its last change. Before, a discard began the move."""

# Actions, phases, equipment, adventures (see rules/__init__.py)

# Decisions of a seat, in the order of the list of moves
DISCARD, STEP, HAND_OVER, NO_CAMP, PITCH, SHIFT, STOP, GAIN = range(8)
TAKE, EXPLORE, TURN_UP, LAY, DROP, TREASURE, END, BUY = range(8, 16)
DECISIONS: Final = (
    "DISCARD", "STEP", "HAND_OVER", "NO_CAMP", "PITCH", "SHIFT", "STOP", "GAIN",
    "TAKE", "EXPLORE", "TURN_UP", "LAY", "DROP", "TREASURE", "END", "BUY",
)  # fmt: skip
# Chance
TILE: Final = 16

# Ways of taking a step: the third number of (STEP, cell, way)
FREE: Final = 0  # by road onto a plain tile, or onto an adventure where the seat has a camp (G5, G7)
PAY: Final = 1  # by road onto an adventure, paying its red items at once and surviving it (G7)
CROSS: Final = 2  # without a road, for any four pieces; an adventure is not survived (G6, G7)
CROSS_PAY: Final = 3  # without a road, for four pieces including the red items: the adventure is survived (G7)

# Phases
P_TURN: Final = 0  # between actions, and between the steps of a move
P_HAND_OVER: Final = 1  # a crossing is being paid, piece by piece
P_CAMP: Final = 2  # an adventure was survived: a camp may be placed
P_TAKE: Final = 3  # choose how many of `state.item` are taken
P_TILE: Final = 4  # chance: the drawn tile
P_LAY: Final = 5  # place the drawn tile
P_DROP: Final = 6  # the amulet is due and the backpack is full
P_OVER: Final = 7

# Equipment
PROVISION: Final = 0
ROPE: Final = 1
RIFLE: Final = 2
SHOVEL: Final = 3
WOOD: Final = 4
PEARL: Final = 5
ROD: Final = 6
ITEMS: Final = 7
ITEM_KEYS: Final = ("provision", "rope", "rifle", "shovel", "wood", "pearl", "rod")

# Kinds of tile: adventures 0 … 6 in this order, then the others
BANDITS: Final = 0
PUMAS: Final = 1
DESERT: Final = 2
MOUNTAINS: Final = 3
CANYON: Final = 4
LAKE: Final = 5
NATIVES: Final = 6
ADVENTURES: Final = 7
PLAIN: Final = 7
COAST: Final = 8
START: Final = 9
KIND_KEYS: Final = ("bandits", "pumas", "desert", "mountains", "canyon", "lake", "natives", "plain", "coast", "start")

CROSSING: Final = 4  # pieces of equipment that a crossing costs (G6)
COMPARTMENTS: Final = 12
MAX_CELLS: Final = 100
TREASURE_VALUE: Final = 3
AMULET_VALUE: Final = 3
TREASURE_PRICE: Final = (2, 0, 0, 0, 0, 0, 0)  # two provisions (G13)
STALE_ROUNDS: Final = 20  # rounds in a row without progress after which the match ends (G15)


# Board

Pieces = tuple[int, int, int, int, int, int, int]  # count of each piece of equipment, by item
NOTHING: Pieces = (0, 0, 0, 0, 0, 0, 0)
Pairs = tuple[tuple[int, int], ...]
"""Items that are asked for or offered, ascending, each with its count; zeros are omitted."""
Link = tuple[int, int, bool, Pairs | None, Action, Action]
"""A neighbouring tile: its cell, its tile number, whether a road leads there (G5), its red items (None if it is no
adventure), the steps there without payment and those that pay red items (G7)."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile and its line of equipment.

    `kind` is an adventure (0 … 6), PLAIN, COAST or START. `exits` are the sides with a road before rotation, as bits
    (north 1, east 2, south 4, west 8); the exits of coast and start tiles follow from their space. `pay` is red, `show`
    white (held, not given away), `gains` are the alternatives in black, each one overlapping group. Without `show`, an
    adventure's gains are the reward for paying and stopping there (G10), those of any other tile are free.
    """

    name: str
    kind: int
    exits: int = 15
    pay: Pieces = NOTHING
    show: Pieces = NOTHING
    gains: tuple[Pieces, ...] = ()
    treasure: bool = False
    village: bool = False
    picture: str = ""  # shown in the middle, without effect


@dataclass(frozen=True, slots=True)
class Numbers:
    """The contents of the box except tiles. `price`, `bonus` and `reserve` are indexed by the number of seats."""

    stock: Pieces = (26, 16, 16, 16, 16, 16, 6)
    kit: Pieces = (3, 0, 0, 0, 0, 2, 0)  # the pieces in each backpack at the start (G1)
    tokens: int = 36
    coins: int = 22
    camps: int = 10  # camps of each seat
    markers: tuple[int, ...] = (3, 3, 5, 4, 4, 3, 2)  # values, by adventure
    price: tuple[int, ...] = (0, 0, 4, 3, 2, 2)  # discovery tokens for one piece of equipment
    bonus: tuple[int, ...] = (0, 0, 4, 6, 8, 10)
    reserve: tuple[int, ...] = (0, 0, 3, 6, 9, 12)


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The immutable board (except caches filled by the first position), shared by all positions of its matches.

    A cell is row * columns + column from the north-west. A placement is tile * 4 + quarter turns clockwise. `laid` is
    the placement in each cell at the start, -1 on an undiscovered space. `roads[placement]` are the exits of a land
    tile as bits; those of a coast or start tile are `fixed_roads[cell]` (its sides that face the board).
    """

    columns: int
    rows: int
    start: int  # the cell of the start tile
    temple: int  # the final space (G14)
    laid: tuple[int, ...]
    tiles: tuple[Tile, ...]
    numbers: Numbers = field(default_factory=Numbers)
    void: frozenset[int] = frozenset()
    """The spaces off the board, an addition of this program: they have no neighbours and are no neighbours."""
    count: int = 0
    neighbors: tuple[tuple[int, int, int, int], ...] = ()
    """By cell and side (north, east, south, west); -1 off the board."""
    roads: tuple[int, ...] = ()
    fixed_roads: tuple[int, ...] = ()
    turns: tuple[tuple[int, ...], ...] = ()
    """By tile: the quarter turns that look different, ascending; (0,) for coast and start."""
    pay_total: tuple[int, ...] = ()  # by tile: the number of its red pieces
    kinds: tuple[int, ...] = ()  # by tile
    pays: tuple[Pairs, ...] = ()  # by tile: its red items
    shows: tuple[Pairs, ...] = ()  # by tile: its white items
    gains: tuple[tuple[Pairs, ...], ...] = ()  # by tile: the alternatives of its black items
    rewards: tuple[bool, ...] = ()  # by tile: whether its gain is the reward for surviving its adventure (G10)
    piles: tuple[int, ...] = ()  # the land tiles that start face down, ascending
    joined: list[tuple[list[tuple[Link, ...]], list[tuple[int, ...]]]] = field(default_factory=list)
    """Links and empty neighbours of the initial tiles, computed by the first position (`Position.join`) for all."""
    prices: tuple[int, ...] = ()  # by number of seats: discovery tokens for one piece of equipment, at least one (G12)

    def kind_at(self, placement: int) -> int:
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
    """Return the board with all its tables (`laid` by cell: placements or -1)."""
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
        neighbors=tuple(neighbours),
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
    return tuple((item, number) for item, number in enumerate(pieces) if number)


def turned(exits: int, turn: int) -> int:
    """Return exit bits after quarter turns clockwise."""
    return (exits << turn | exits >> (4 - turn)) & 15


assert PLAIN == ADVENTURES and len(NOTHING) == ITEMS
