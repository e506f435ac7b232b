"""Small seas drawn as text, and positions on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from studio.core.game import CHANCE, OVER, Action
from studio.core.rng import Rng
from studio.games.columbus import rules
from studio.games.columbus.rules import Board, State
from studio.games.columbus.rules.board import TILE_KEYS, board_of
from tests.helpers import play, settled

TILES = {
    "water": 54, "full_sail": 7, "becalmed": 7, "wreck": 4, "cyclone": 12, "joker": 4, "whale": 5, "harbour": 8,
    "route": 12, "island": 11,
}  # fmt: skip
"""The component table; the letters are counted by the map."""

STANDARD = board_of(
    """\
# # A . . . . . . . . . . . . . H # #
 # A . . B . W . . I . . W . W . H # #
# A . . . . . . S . . B . . . . . H #
 # # . . L L L L L L L L L L L I . H #
# F . . . S . . . . . I . S . . . H #
 # A . . . . . W . B . . I . . . . H #
# A . I . R R . . . . . . . . R . H #
 # A . . I . R R R R R R R R R . . H #
# A . I . . . . . . . . . . . I . # #
 # # A . . I B . . W S . . I I . . # #
# # # . . . . . . . . . . . . . # # #""".splitlines(),
    "SARGASSOSEE",
    TILES,
)
"""The map of the rules page."""

SEA_ROWS = """\
A . . W . S . H
 F . R I . B . H
A . . e . o . H
 # . . . . . . #""".splitlines()
SEA = board_of(SEA_ROWS, "", TILES, {"E": 3, "O": 2})
"""A little sea; chart names run from A1 in the north-west to H4, rows 2 and 4 lie half a space further east."""

WATERS = {"B1", "C1", "E1", "G1", "B2", "E2", "G2", "B3", "C3", "E3", "G3", "B4", "C4", "D4", "E4", "F4", "G4"}
"""Its spaces of open water."""

LANE = board_of(["A . . . . . . . . . . H H H H H H"], "", TILES)
"""One lane: America at A1, water from B1 to K1, home harbours from L1 to Q1 behind one another."""

DUO = board_of(
    ["A . . H H", " # . . . F"], "", {"water": 9, "harbour": 2, "joker": 3, "wreck": 1, "full_sail": 2}, {}, 3
)
"""Hardly any sea, and few tiles: matches on it are short."""


def begin(board: Board = SEA, seats: int = 2, harbours: Sequence[str] = (), **options: bool) -> State:
    """Return the first turn of seat 0, with the ships in these harbours or the first ones."""
    state = settled(rules.start(board, seats, dict(options)))
    for seat in range(seats):
        play(state, (rules.HARBOUR, at(state, harbours[seat])) if harbours else state.legal()[0])
    return state


def position(
    board: Board = SEA,
    seats: int = 2,
    tiles: Mapping[str, int | tuple[int, int]] | str = "",
    ships: Mapping[int, str] | str = "",
    racks: Mapping[int, Sequence[int] | str] | str | None = None,
    dry: bool = False,
    options: Mapping[str, bool] | None = None,
    **fields: Any,
) -> State:
    """Return seat 0's turn to place tiles (or as `fields` say), with tiles on the map, ships and racks.

    Tiles are written "G2 wreck, D2 island/becalmed" (or as numbers, lower and upper), ships "H1 H3" from seat 0 on,
    racks "wreck, 2 water"; a rack without a seat is that of seat 0. Other racks are full; the rest is in the reserve,
    or if `dry` out of the game.
    """
    plain = begin(board, seats, (), **(options or {})).dump()
    pool = list(board.tiles)
    by_seat = {0: racks} if isinstance(racks, str) else racks or {}
    held = {seat: rack_of(board, rack) if isinstance(rack, str) else rack for seat, rack in by_seat.items()}
    for name, stack in (tiles_of(board, tiles) if isinstance(tiles, str) else tiles).items():
        cell = board.grid.cell_named(name)
        lower, upper = stack if isinstance(stack, tuple) else (rules.NO_TILE, stack)
        plain["under"][cell], plain["tile"][cell] = lower, upper
        for one in (lower, upper):
            if one != rules.NO_TILE:
                pool[one] -= 1
    for seat, name in (dict(enumerate(ships.split())) if isinstance(ships, str) else ships).items():
        plain["ship"][seat] = board.grid.cell_named(name)
    plain |= fields
    for kind, count in enumerate(plain["gone"]):
        pool[kind] -= count
    plain["rack"] = [[0] * len(pool) for _seat in range(seats)]
    for seat, kinds in held.items():
        for kind in kinds:
            plain["rack"][seat][kind] += 1
            pool[kind] -= 1
    for seat in range(seats):
        while seat not in held and plain["voyage"][seat] != rules.HOME and any(pool):
            if sum(plain["rack"][seat]) == board.rack:
                break
            kind = next(kind for kind, count in enumerate(pool) if count)
            plain["rack"][seat][kind] += 1
            pool[kind] -= 1
    if fields.get("hand", rules.NO_TILE) != rules.NO_TILE:
        pool[fields["hand"]] -= 1
    assert min(pool) >= 0, "the test uses more tiles than there are"
    if dry:
        plain["gone"] = [gone + left for gone, left in zip(plain["gone"], pool, strict=True)]
        pool = [0] * len(pool)
    plain["reserve"] = pool
    return rules.restore(board, plain)


def kind_of(board: Board, word: str) -> int:
    """Return the kind of a tile by its key, its letter, or the key of a home-made kind."""
    keys = (*TILE_KEYS, *board.letters, *(made.key for made in board.homemade))
    return keys.index(word)


def tiles_of(board: Board, text: str) -> dict[str, int | tuple[int, int]]:
    found: dict[str, int | tuple[int, int]] = {}
    for part in filter(None, text.split(", ")):
        name, words = part.split()
        kinds = [kind_of(board, word) for word in words.split("/")]
        found[name] = kinds[0] if len(kinds) == 1 else (kinds[0], kinds[1])
    return found


def rack_of(board: Board, text: str) -> list[int]:
    parts = [part.rpartition(" ") for part in filter(None, text.split(", "))]
    return [kind_of(board, word) for number, _blank, word in parts for _tile in range(int(number or 1))]


def sailing(board: Board = SEA, seats: int = 2, **more: Any) -> State:
    """Return the same with seat 0 to sail after placing its tiles."""
    return position(board, seats, **{"phase": rules.P_SAIL, "laid": 3, **more})


def free(board: Board = SEA, seats: int = 2, **more: Any) -> State:
    """Return the same after America's discovery: seat 0 may place and sail in any order."""
    return position(board, seats, **{"phase": rules.P_FREE, "discovered": True, **more})


def at(state: State, name: str) -> int:
    cell = state.board.grid.cell_named(name)
    assert cell >= 0
    return cell


ALONE = ("as cyclone", "leave", "stop", "stay", "end")
WITH_CELL = ("harbour", "place", "swap", "lift", "drop", "sail")


def as_action(state: State, move: str) -> Action:
    """Return a move such as "take water", "place B1", "sail A1", "end"."""
    word, _blank, rest = move.partition(" ")
    if word in WITH_CELL:
        return getattr(rules, word.upper()), at(state, rest)
    if word == "take":
        return rules.TAKE, kind_of(state.board, rest)
    assert move in ALONE, move
    return (getattr(rules, move.upper().replace(" ", "_")),)


def do(state: State, script: str) -> State:
    """Play moves separated by ", ", which must be legal; "lay water B1" takes and places a tile."""
    for move in script.split(", "):
        if move.startswith("lay "):
            _lay, tile, name = move.split()
            play(state, as_action(state, f"take {tile}"), as_action(state, f"place {name}"))
        else:
            play(state, as_action(state, move))
    return state


def tile_at(state: State, name: str) -> str:
    """Return what lies on a space, such as "water" or "island/becalmed"; "" if nothing."""
    kinds = (state.under[at(state, name)], state.tile[at(state, name)])
    return "/".join(TILE_KEYS[kind] for kind in kinds if kind != rules.NO_TILE)


def names(state: State, cells: Iterable[int]) -> set[str]:
    return {state.board.grid.name(cell) for cell in cells}


def where(state: State, kind: int) -> set[str]:
    """Return the names of the spaces of the legal actions of a kind."""
    return names(state, (action[1] for action in state.legal() if action[0] == kind))


def kinds_of(state: State) -> set[int]:
    return {action[0] for action in state.legal()}


def lane(tiles: str, first: str = "B") -> dict[str, int]:
    """Return tiles along row 1 from a column on, by character: ~ water, f full sail, b becalmed, x wreck, J joker."""
    kinds = {"~": rules.T_WATER, "f": rules.T_FULL_SAIL, "b": rules.T_BECALMED, "x": rules.T_WRECK, "J": rules.T_JOKER}
    return {f"{chr(ord(first) + index)}1": kinds[symbol] for index, symbol in enumerate(tiles) if symbol in kinds}


def all_tiles(state: State) -> list[int]:
    """Return every tile of the box by kind, wherever it is."""
    counts = [left + gone for left, gone in zip(state.reserve, state.gone, strict=True)]
    for tiles in (*state.rack, *state.shed):
        counts = [count + more for count, more in zip(counts, tiles, strict=True)]
    for kind in (*state.tile, *state.under, state.hand):
        if kind != rules.NO_TILE:
            counts[kind] += 1
    return counts


def eager(state: State, rng: Rng) -> Action:
    """Return a random legal move that prefers sailing on, so that matches reach America and home."""
    actions = state.legal()
    voyages = [action for action in actions if action[0] == rules.SAIL]
    if voyages and rng.below(8):
        goal = 1 if state.voyage[state.active] else -1
        return max(voyages, key=lambda action: goal * (state.board.column[action[1]] + rng.below(2)))
    if state.phase == rules.P_PLACE and rng.below(3) and len(actions) > 3:
        column = state.board.column
        here = column[state.ship[state.active]]
        return min(actions, key=lambda action: (abs(column[action[1]] - here), rng.below(9)))
    return rng.choose(actions)


def walk(state: State, seed: int, chooser: Any = eager) -> Iterable[State]:
    """Yield the position after every step of a match, the first one included; always the same object."""
    rng, choices = Rng(seed), Rng(seed + 1000)
    yield state
    while state.to_move != OVER:
        state.apply(state.draw(rng) if state.to_move == CHANCE else chooser(state, choices))
        yield state
