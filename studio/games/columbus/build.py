"""From a layout body to the board that is played on (component table)."""

from __future__ import annotations

from studio.games.columbus.body import Body
from studio.games.columbus.rules_board import Board, board_of


def build(body: Body) -> Board:
    """The board of a body without errors."""
    tiles = {str(kind): number for kind, number in body.tiles.items()}
    return board_of(body.spaces, tiles=tiles, letter_tiles=body.letters, rack=body.rack)
