"""Exploring: a tile is drawn or turned up, then laid beside the adventurer (G11)."""

from __future__ import annotations

from studio.core.game import CHANCE, Action
from studio.games.goldland.rules.actions import EXPLORE, P_LAY, P_TILE, TURN_UP
from studio.games.goldland.rules.position import Position
from studio.games.goldland.rules.turn import end_move, go_on


def explore(s: Position, action: Action) -> None:
    """From the stack. A begun move ends."""
    if s.moved == 1 and end_move(s, EXPLORE):
        return
    draw(s)


def turn_up(s: Position, action: Action) -> None:
    """The tile that lies face down there (G11, face-down board)."""
    s.spot = action[1]
    if s.moved == 1 and end_move(s, TURN_UP):
        return
    draw(s)


def draw(s: Position) -> None:
    """The exploring has begun; chance goes on."""
    s.explored = 1
    s.phase, s.to_move = P_TILE, CHANCE


def see_tile(s: Position, action: Action) -> None:
    """The tile is in hand."""
    tile = action[1]
    s.hidden = tuple([other for other in s.hidden if other != tile])
    s.hand = tile
    s.phase, s.to_move = P_LAY, s.active


def lay(s: Position, action: Action) -> None:
    """The tile lies; a treasure comes onto it, a discovery token to the seat (G11)."""
    _kind, cell, turn = action
    tile = s.hand
    s.hand = s.spot = -1
    s.laid[cell] = tile << 2 | turn
    links, empty = s.links[:], s.empty[:]
    links[cell], empty[cell] = s.around(cell)
    for other in s.board.neighbours[cell]:
        if other >= 0:
            links[other], empty[other] = s.around(other)
    s.links, s.empty = links, empty
    if s.board.tiles[tile].treasure:
        s.treasure[cell] = 1
        s.treasure_stock -= 1
    if s.token_stock:
        s.token_stock -= 1
        s.tokens[s.active] += 1
    s.progress = 1
    go_on(s)
