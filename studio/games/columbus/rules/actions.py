"""The numbers of the rules of Columbus: kinds of action, of tile and of space, phases, voyages (see the door)."""

from __future__ import annotations

from typing import Final

# decisions of a seat
HARBOUR: Final = 0
"""(HARBOUR, cell) C1: choose the home harbour that the ship starts from."""
TAKE: Final = 1
"""(TAKE, tile) C2: take a tile of this kind from the rack to lay it; a cyclone is laid beside the board at once."""
AS_CYCLONE: Final = 2
"""(AS_CYCLONE,) C5: play a joker of the rack as a cyclone."""
PLACE: Final = 3
"""(PLACE, cell) C3: lay the tile in hand there (C13: ship tiles on a laid tile too)."""
SWAP: Final = 4
"""(SWAP, cell) C6: put the tile that the joker there stands for in its place and take the joker."""
LIFT: Final = 5
"""(LIFT, cell) C4, C11: choose the tile that the cyclone moves."""
DROP: Final = 6
"""(DROP, cell) C4, C11: the space that it moves the tile to."""
LEAVE: Final = 7
"""(LEAVE,) C4, C11: move no tile."""
SAIL: Final = 8
"""(SAIL, cell) C7: sail to that space."""
STAY: Final = 9
"""(STAY,) C7: do not sail (before America is reached; it ends the turn)."""
STOP: Final = 10
"""(STOP,) C2: lay no more, since nothing on the rack can be laid; offered when a swap (C6) could still be made."""
END: Final = 11
"""(END,) C6, C13: end the turn (after sailing, while a joker lies open; after America has been reached)."""
# chance
DRAW: Final = 12
"""(DRAW, tile) C1, C10: the tile that seat `state.active` draws from the reserve."""

# phases
P_DRAW: Final = 0
"""Chance: a tile is drawn."""
P_HARBOUR: Final = 1
P_LAY: Final = 2
"""Before America is reached: which tile to lay, or a swap."""
P_PLACE: Final = 3
"""Where to lay the tile in hand."""
P_LIFT: Final = 4
"""Which tile to move, by a cyclone (C4) or because of three blocked turns (C11)."""
P_DROP: Final = 5
"""Where to move the lifted tile."""
P_SAIL: Final = 6
"""Before America is reached: where to sail, or stay, or a swap; once the ship has sailed, a swap or the end."""
P_FREE: Final = 7
"""After America has been reached (C13): lay, swap, sail or end the turn."""
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
"""The names of the kinds of tile below T_LETTER in a layout's tile set, by number."""
STEPS: Final = (2, 4, 1, 0, 0, 2, 3, 3, 3, 3)
"""How far a ship may sail that begins its move on a tile of these kinds (C7), by number; 0 where it never lies."""
STEP_OF_PICTURES: Final = 3
"""… and on a letter or in a printed harbour."""
SHIP_TILES: Final = (T_FULL_SAIL, T_BECALMED, T_WRECK)
"""The tiles that may lie on others after America has been reached (C13)."""

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
S_VOID: Final = 11
"""Off the board: no tile lies there and no ship sails there, as on land (a variant of this studio)."""
SYMBOLS: Final = "#.HAFRLIWSB-"
"""The symbol of each kind of space in a layout's rows: SYMBOLS[space]."""

# how far a ship has come
OUTBOUND: Final = 0
RETURNING: Final = 1
HOME: Final = 2

LAYS: Final = 3
"""Tiles to lay in a turn (C2, C13) …"""
LAYS_OF_MANY: Final = 2
"""… and with 5 or 6 seats until America is reached (C2)."""
MANY_SEATS: Final = 5
BLOCKED_TURNS: Final = 3
"""After so many blocked turns in a row a seat may move a tile (C11)."""
QUIET_ROUNDS: Final = 20
"""After so many rounds without a laid tile and without a return the match ends (C15)."""
