"""The board at play: the chart, and upon it units, discs of events, the ship; targets and ghosts of actions."""

from __future__ import annotations

from typing import Final

from studio.core import plugin
from studio.core.game import OVER, Action
from studio.core.picture import BESIDE, Picture, Shape, edge_target
from studio.drawing.ornaments import thing
from studio.games.entdecker.rules import State
from studio.games.entdecker.rules import actions as a
from studio.games.entdecker.words.places import fare
from studio.seatiles.drawing.pieces import (
    Look,
    about_ship,
    board_picture,
    fresh_frame,
    hand_picture,
    island_ghost,
    over_board,
    port_ghost,
    price,
    ship_sprite,
    standing,
    tile_face,
    tile_ghost,
    turned_hand,
    unit_ghost,
)
from studio.seatiles.drawing.spots import STACK_TARGET, ring_place, unit_place

OWN_TARGET: Final = BESIDE + 200
"""+ kind: an own tile of the seat to move (E14)."""
LOOK = Look(
    ("seatiles/scout", "entdecker/fort", "seatiles/settlement"),
    (0.42, 0.43, 0.46),
    (
        "",
        "seatiles/event_storm",
        "entdecker/event_hostile",
        "entdecker/event_friendly",
        "seatiles/event_pirates",
        "entdecker/event_ruins",
        "seatiles/event_gold",
    ),
)
_ASHORE = (a.P_START, a.P_SPIN)
"""Phases in which the ship lies where the last expedition ended."""

plan = plugin.plan


def picture(state: State, seat: int) -> Picture:
    """The board as it lies. Every seat sees the same: nothing on it is hidden (E1)."""
    is_fresh = state.laid_turn and state.ship >= 0 and state.to_move != OVER
    is_idle = state.phase in _ASHORE
    pieces = standing(state, LOOK, -1 if is_idle or state.to_move == OVER else state.active, is_idle)
    return board_picture(state, _bright(state), fresh_frame(state) if is_fresh else (), pieces)


def _bright(state: State) -> list[int]:
    """The tiles whose routes matter now: where the ship may start, or those about the ship."""
    if state.phase == a.P_START and state.to_move >= 0:
        return [action[1] for action in state.legal() if action[0] == a.START_TILE]
    return about_ship(state)


def in_hand(state: State) -> Picture | None:
    """What the seat to move holds: the tile drawn and not yet laid, the spinner, a chip; or nothing."""
    tile = hand_picture(state, LOOK)
    if tile is not None:
        return tile
    match state.phase:
        case a.P_SPIN:
            return thing("entdecker/spinner")
        case a.P_CHIP:
            return thing("entdecker/chip")
        case a.P_OVER:
            return thing("common/laurel")
    return None


def as_laid(state: State, action: Action) -> Picture | None:
    """The tile in hand as it is turned by an action that lays it."""
    return turned_hand(state, LOOK, action[2]) if action[0] == a.LAY else None


def turned_up(state: State, outcome: Action) -> Picture | None:
    """The tile that was turned up; None for other outcomes."""
    return tile_face(state, LOOK, outcome[1], outcome[2]) if outcome[0] == a.FRONT else None


# targets


def target(state: State, action: Action) -> int:
    """The place to click for an action: a space, a harbour, a pile, an own tile; or -1."""
    match action[0]:
        case a.START_RIM:
            return edge_target(action[1], action[2])
        case a.START_TILE | a.LAY | a.ISLAND:
            return action[1]
        case a.DRAW:
            return STACK_TARGET + action[1]
        case a.OWN:
            return OWN_TARGET + action[1]
        case a.UNIT:
            return state.ship
    return -1  # a scout is taken back by its button, so that no click on a start or a tile does it unasked


# ghosts


def preview(state: State, action: Action) -> Picture | None:
    """What an action would put on the board, in the board's coordinates; None when it puts nothing there."""
    match action[0]:
        case a.LAY:
            return tile_ghost(state, LOOK, action[1], action[2], state.hand[1] if state.hand else 0)
        case a.UNIT:
            return unit_ghost(state, LOOK, state.to_move * 3 + action[1], action[2])
        case a.START_RIM:
            return port_ghost(state, action[1], action[2], state.to_move)
        case a.START_TILE:
            return _start_ghost(state, action[1])
        case a.ISLAND:
            return island_ghost(state, action[1], action[2])
    return None


def _start_ghost(state: State, cell: int) -> Picture:
    """The ship in the circle of a tile, and the price at the unit of another seat there (E3)."""
    chart = state.board.chart
    shapes: list[Shape] = [ship_sprite(ring_place(chart, cell, state.laid[cell]), state.to_move, cell)]
    cost, unit = fare(state, cell)
    if unit >= 0 and cost:
        x, y = unit_place(chart, cell, state.laid[cell], state.unit_land[cell])
        shapes += price(x + 0.22, y - 0.02, cost, 0.28, 0.16, cell)
    return over_board(state, tuple(shapes))
