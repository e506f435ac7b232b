"""From the board of a match to what its chart and tiles show: tokens of the map, names of harbours, keys of tiles."""

from __future__ import annotations

from studio.games.columbus.drawing.places import harbour_names
from studio.games.columbus.rules.actions import S_LETTER, SYMBOLS, T_LETTER, TILE_KEYS
from studio.games.columbus.rules.board import Board

_KEPT = 16
_tokens: dict[int, tuple[Board, tuple[str, ...]]] = {}


def tokens_of(board: Board) -> tuple[str, ...]:
    """The tokens of the map, as a layout body has them."""
    found = _tokens.get(id(board))
    if found is None:
        if len(_tokens) >= _KEPT:
            _tokens.clear()
        tokens = tuple(
            board.letter[cell].lower() if space == S_LETTER else SYMBOLS[space]
            for cell, space in enumerate(board.space)
        )
        found = _tokens[id(board)] = (board, tokens)  # with its board, so that the number stays its own
    return found[1]


def harbour_of(board: Board, cell: int) -> str:
    """The name that the chart gives a harbour; "" for other spaces."""
    return harbour_names(tokens_of(board)).get(cell, "")


def face(board: Board, kind: int) -> tuple[str, str]:
    """Key and letter of a kind of tile, as `tile_faces` asks for them."""
    if kind >= T_LETTER:
        return "letter", board.letters[kind - T_LETTER]
    return TILE_KEYS[kind], ""
