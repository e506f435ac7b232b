"""Constants of the rules, and the board of a match: the chart of hexagons, the tile counts, and tables made of both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from studio.core.game import Action
from studio.core.grid import HexGrid

CHANGES: Final[Mapping[str, str]] = {"C6": "2026-11-22", "C11": "2026-11-22", "C13": "2026-11-24"}
"""By clause: the date of its last change. Before, jokers were swapped only while the seat could place, the free move
was also given to ships that could sail again, and the turn of the first arrival ended by the rules from before it."""

# Kinds of action, tile and space, phases, voyages (explained in __init__.py).

# decisions of a seat
HARBOUR, TAKE, AS_CYCLONE, PLACE, SWAP, LIFT, DROP, LEAVE, SAIL, STAY, STOP, END = range(12)
DECISIONS: Final = (
    "HARBOUR", "TAKE", "AS_CYCLONE", "PLACE", "SWAP", "LIFT", "DROP", "LEAVE", "SAIL", "STAY", "STOP", "END",
)  # fmt: skip
# chance
DRAW: Final = 12

# phases
P_DRAW: Final = 0  # chance: a tile is drawn
P_HARBOUR: Final = 1
P_LAY: Final = 2  # before America is reached: which tile to place, or a swap
P_PLACE: Final = 3  # where to place the tile in hand
P_LIFT: Final = 4  # which tile to move, by a cyclone (C4) or because of three blocked turns (C11)
P_DROP: Final = 5  # where to move the lifted tile
P_SAIL: Final = 6
"""Before America is reached: where to sail, or stay, or a swap; once the ship has sailed, a swap or the end."""
P_FREE: Final = 7  # after America has been reached (C13): place, swap, sail or end the turn
P_OVER: Final = 8

# kinds of tile; letters follow: T_LETTER + index into board.letters, then home-made kinds in their order
T_WATER: Final = 0
T_FULL_SAIL: Final = 1
T_BECALMED: Final = 2
T_WRECK: Final = 3
T_CYCLONE: Final = 4
T_JOKER: Final = 5
T_WHALE: Final = 6
T_HARBOUR: Final = 7
T_ROUTE: Final = 8
T_ISLAND: Final = 9
T_LETTER: Final = 10
NO_TILE: Final = -1

TILE_KEYS: Final = (
    *("water", "full_sail", "becalmed", "wreck", "cyclone", "joker", "whale", "harbour", "route", "island"),
)
"""The keys of the kinds of tile below T_LETTER in a layout's tile set, by number."""
STEPS: Final = (2, 4, 1, 0, 0, 2, 3, 3, 3, 3)
"""How far a ship sails that starts on a tile of these kinds (C7), by number; 0 if no ship can be there."""
STEP_OF_PICTURES: Final = 3  # the same for a letter or a printed harbour
SHIP_TILES: Final = (T_FULL_SAIL, T_BECALMED, T_WRECK)
"""The tiles that may cover others after America has been reached (C13)."""

# kinds of space, by their symbols on the map
S_LAND: Final = 0
S_WATER: Final = 1
S_HOME: Final = 2
S_HARBOUR: Final = 3
S_FLORIDA: Final = 4
S_ROUTE: Final = 5
S_LETTER: Final = 6
S_ISLAND: Final = 7
S_WHALE: Final = 8
S_FULL_SAIL: Final = 9
S_BECALMED: Final = 10
S_VOID: Final = 11  # off the board: like land, no tile or ship can be there (an addition of this program)
SYMBOLS: Final = "#.HAFRLIWSB-"
"""The symbol of each kind of space in a layout's rows: SYMBOLS[space]."""

# how far a ship has come
OUTBOUND: Final = 0
RETURNING: Final = 1
HOME: Final = 2

LAYS: Final = 3  # tiles to place in a turn (C2, C13)
LAYS_OF_MANY: Final = 2  # the same with 5 or 6 seats until America is reached (C2)
MANY_SEATS: Final = 5
BLOCKED_TURNS: Final = 3  # the blocked turns in a row after which a seat may move a tile (C11)
QUIET_ROUNDS: Final = 20  # the rounds without a placed tile and without a return after which the match ends (C15)


# The board (component table).

PICTURE_OF = {
    S_WATER: T_WATER,
    S_HARBOUR: T_HARBOUR,
    S_ROUTE: T_ROUTE,
    S_ISLAND: T_ISLAND,
    S_WHALE: T_WHALE,
    S_FULL_SAIL: T_FULL_SAIL,
    S_BECALMED: T_BECALMED,
}
"""The kind of tile that a space shows. Letter spaces show the tile of their letter, others none."""


class HomeMade(NamedTuple):
    """A kind of tile defined by a layout: an addition of this program, in no clause of the published rules.

    It follows the clauses for all tiles: it is drawn, placed as one of the tiles of a turn (C2) on empty spaces of the
    kinds in `on` (C3), moved by cyclones (C4), and a ship sails `step` spaces from it (C7). Ships pass it like water;
    with `step` 0 nothing enters or passes it, like a wreck (C8). It never covers another tile and is never covered
    (C13), an American harbour below it remains one, and no joker stands for it (C3, C6).
    """

    key: str
    name: str
    emblem: str
    tint: str  # emblem and tint are its look
    step: int
    on: tuple[int, ...]  # the kinds of space that it fits, S_…
    number: int  # the number in the box
    picture: str = ""  # shown instead of the emblem


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The immutable board, shared by all positions of its matches. Sets of spaces are ints, bit `cell` for each space.

    The first fields describe the map and the box, the others are derived from them (see `board_of`).
    """

    grid: HexGrid  # columns count from the west, rows from the north
    space: tuple[int, ...]  # the kind of each space, S_…
    letter: tuple[str, ...]  # the capital letter of each letter space, "" elsewhere
    tokens: tuple[str, ...]
    """Each space as in the map of a layout: a symbol of SYMBOLS, or the lower-case letter of a letter space."""
    letters: str  # the letters that tiles or spaces show, sorted: tile T_LETTER + i shows letters[i]
    tiles: tuple[int, ...]  # the number of tiles of each kind in the box; its length is the number of kinds
    rack: int  # the number of tiles of a seat (C1)
    homemade: tuple[HomeMade, ...]  # the home-made kinds: tile first_homemade + i is homemade[i]

    count: int  # the number of spaces
    picture: tuple[int, ...]
    """The kind of tile that each space shows and that a joker there stands for (C3, C6); NO_TILE if none may be
    placed."""
    pictured: tuple[tuple[int, int], ...]
    """The kinds of tile that spaces show, ascending, each with the set of its spaces."""
    homes: tuple[int, ...]  # the home harbours in reading order
    harbours: tuple[int, ...]  # the American harbours except Florida, in reading order
    florida: tuple[int, ...]  # the printed American harbours, which need no tile
    column: tuple[int, ...]  # the column of each space, for progress (C9)
    neighbors: tuple[tuple[int, ...], ...]  # the six neighbours of each space by side (see `HexGrid`), -1 off the grid
    beside: tuple[int, ...]  # the set of neighbours of each space
    first_homemade: int  # the kind of tile after the last letter
    steps: tuple[int, ...]
    """By kind of tile: how far a ship sails that starts there, 0 if none can be there (C7, C8). The last entry,
    steps[NO_TILE], is for printed harbours without a tile."""
    coverable: tuple[bool, ...]
    """By kind of tile: whether a ship tile may cover it after America has been reached (C13)."""
    fits: tuple[int, ...]  # by kind of tile: the set of empty spaces that it fits (C3)
    home_set: int  # the set of home harbours
    america: int  # the set of American harbours, including Florida
    printed: int  # the set of spaces that ships enter without a tile: home harbours and Florida (C7)
    but_west: int
    but_east: int
    straight: int
    shifted: int
    """The sets of spaces in all columns but the first, in all but the last, in unshifted rows and in shifted rows."""
    harbour_moves: dict[int, Action]
    take_moves: tuple[Action, ...]
    place_moves: tuple[Action, ...]
    swap_moves: tuple[Action, ...]
    lift_moves: tuple[Action, ...]
    drop_moves: tuple[Action, ...]
    sail_moves: tuple[Action, ...]
    draw_moves: tuple[Action, ...]  # prepared actions by cell or by kind of tile


def board_of(
    rows: Sequence[str],
    letters: str = "",
    tiles: Mapping[str, int] | None = None,
    letter_tiles: Mapping[str, int] | None = None,
    rack: int = 10,
    homemade: Sequence[HomeMade] = (),
) -> Board:
    """Return the board of a map drawn as text: a token per space, blanks between, a blank before shifted rows.

    A letter space is a lower-case letter, or "L", which takes the next of `letters`. `tiles` counts the kinds of
    TILE_KEYS (0 if missing), `letter_tiles` the letters; without it there is one tile for each letter space.
    """
    tokens = [token for row in rows for token in row.split()]
    grid = HexGrid(len(rows[0].split()), len(rows), not rows[0].startswith(" "))
    ahead = iter(letters)
    letter = tuple(
        next(ahead).upper() if token == "L" else token.upper() if token.islower() else "" for token in tokens
    )
    if letter_tiles is None:
        letter_tiles = {one: letter.count(one) for one in set(letter) - {""}}
    shown = "".join(sorted((set(letter) | {one for one, number in letter_tiles.items() if number}) - {""}))
    numbers = [(tiles or {}).get(key, 0) for key in TILE_KEYS] + [letter_tiles.get(one, 0) for one in shown]
    numbers += [kind.number for kind in homemade]
    space = tuple(S_LETTER if letter[cell] else SYMBOLS.index(token) for cell, token in enumerate(tokens))
    return _board(grid, space, letter, shown, tuple(numbers), rack, tuple(homemade))


def _board(
    grid: HexGrid,
    space: tuple[int, ...],
    letter: tuple[str, ...],
    letters: str,
    tiles: tuple[int, ...],
    rack: int,
    homemade: tuple[HomeMade, ...],
) -> Board:
    cells, kinds = range(grid.count), range(len(tiles))
    neighbours = tuple(tuple(grid.neighbor(cell, side) for side in range(grid.sides)) for cell in cells)
    picture = tuple(
        T_LETTER + letters.index(letter[cell]) if letter[cell] else PICTURE_OF.get(space[cell], NO_TILE)
        for cell in cells
    )
    homes, harbours, florida = (
        tuple(cell for cell in cells if space[cell] == kind) for kind in (S_HOME, S_HARBOUR, S_FLORIDA)
    )
    return Board(
        grid=grid,
        space=space,
        letter=letter,
        tokens=tuple(letter[cell].lower() or SYMBOLS[space[cell]] for cell in cells),
        letters=letters,
        tiles=tiles,
        rack=rack,
        homemade=homemade,
        count=grid.count,
        picture=picture,
        pictured=tuple(
            (kind, cell_set(cell for cell in cells if picture[cell] == kind))
            for kind in sorted(set(picture) - {NO_TILE})
        ),
        homes=homes,
        harbours=harbours,
        florida=florida,
        column=tuple(grid.coords(cell)[0] for cell in cells),
        neighbors=neighbours,
        beside=tuple(cell_set(other for other in near if other >= 0) for near in neighbours),
        first_homemade=T_LETTER + len(letters),
        steps=(*STEPS, *[STEP_OF_PICTURES] * len(letters), *(kind.step for kind in homemade), STEP_OF_PICTURES),
        coverable=tuple(kind == T_WATER or T_WHALE <= kind < T_LETTER + len(letters) for kind in kinds),
        fits=(
            *(_fits(kind, picture) for kind in range(T_LETTER + len(letters))),
            *(cell_set(cell for cell in cells if space[cell] in kind.on) for kind in homemade),
        ),
        home_set=cell_set(homes),
        america=cell_set((*harbours, *florida)),
        printed=cell_set((*homes, *florida)),
        but_west=cell_set(cell for cell in cells if cell % grid.columns),
        but_east=cell_set(cell for cell in cells if (cell + 1) % grid.columns),
        straight=cell_set(cell for cell in cells if not grid.is_shifted(cell // grid.columns)),
        shifted=cell_set(cell for cell in cells if grid.is_shifted(cell // grid.columns)),
        harbour_moves={cell: (HARBOUR, cell) for cell in homes},
        take_moves=tuple((TAKE, kind) for kind in kinds),
        place_moves=tuple((PLACE, cell) for cell in cells),
        swap_moves=tuple((SWAP, cell) for cell in cells),
        lift_moves=tuple((LIFT, cell) for cell in cells),
        drop_moves=tuple((DROP, cell) for cell in cells),
        sail_moves=tuple((SAIL, cell) for cell in cells),
        draw_moves=tuple((DRAW, kind) for kind in kinds),
    )


def _fits(kind: int, picture: Sequence[int]) -> int:
    """Return the empty spaces that a kind of tile fits (C3); none for a cyclone."""
    if kind == T_CYCLONE:
        return 0
    if kind == T_JOKER:
        return cell_set(cell for cell, shown in enumerate(picture) if shown != NO_TILE)
    wanted = {T_FULL_SAIL: (T_FULL_SAIL, T_WATER), T_BECALMED: (T_BECALMED, T_WATER), T_WRECK: (T_WATER,)}.get(
        kind, (kind,)
    )
    return cell_set(cell for cell, shown in enumerate(picture) if shown in wanted)


def cell_set(cells: Iterable[int]) -> int:
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def spread(board: Board, cells: int) -> int:
    """Return the set of all neighbours of a set of spaces, by shifting it; it may contain bits beyond the last space.

    Measured: finding where a ship can sail takes 7 µs with it, 12 µs with lists of neighbours.
    """
    west, east, columns = cells & board.but_west, cells & board.but_east, board.grid.columns
    adjacent = cells | (west & board.straight) >> 1 | (east & board.shifted) << 1  # in the rows above and below
    return west >> 1 | east << 1 | adjacent << columns | adjacent >> columns
