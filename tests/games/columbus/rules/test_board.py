"""The board: made from a layout body or from rows alike, with neighbours as the grid has them (C3, C7)."""

from __future__ import annotations

from dataclasses import astuple

import pytest

from studio.documents.paths import shipped_layouts
from studio.documents.store import read_layout
from studio.games.columbus import GAME, rules
from studio.games.columbus.body import Body
from studio.games.columbus.rules.board import Board, board_of, spread
from tests.games.columbus.sea import DUO, LANE, SEA, STANDARD, TILES

UNEVEN = board_of([" # A . S . H", "F . . B . .", " A R W . . H"], "", TILES)


def test_a_body_and_its_rows_give_the_same_board() -> None:
    rows = ("A . e . o H", " F R I W S H", "# . . B . #")
    letters = {"E": 2, "O": 1, "X": 1}
    built = GAME.body.build(Body(rows, dict.fromkeys(TILES, 3), letters, 7))  # type: ignore[arg-type]  # the kinds are plain texts here
    assert astuple(built) == astuple(board_of(rows, "", dict.fromkeys(TILES, 3), letters, 7))
    assert built.letters == "EOX"
    assert built.tiles == (3,) * 10 + (2, 1, 1)
    assert built.rack == 7


@pytest.mark.parametrize("board", [STANDARD, SEA, LANE, DUO, UNEVEN])
def test_neighbours_are_those_of_the_grid(board: Board) -> None:
    for cell in range(board.count):
        near = [board.grid.neighbor(cell, side) for side in range(6)]
        assert list(board.neighbors[cell]) == near
        assert rules.cells_in(spread(board, 1 << cell) % (1 << board.count)) == sorted(
            other for other in near if other >= 0
        )


def test_what_a_joker_stands_for_is_what_the_space_shows() -> None:
    shown: dict[str, set[int]] = {symbol: set() for symbol in rules.SYMBOLS}
    for cell, space in enumerate(STANDARD.space):
        shown[rules.SYMBOLS[space]].add(STANDARD.picture[cell])
    assert shown.pop("L") == set(range(rules.T_LETTER, rules.T_LETTER + 6))
    assert shown == {
        **{symbol: {rules.NO_TILE} for symbol in "#HF"},
        "-": set(),
        ".": {rules.T_WATER},
        "A": {rules.T_HARBOUR},
        "R": {rules.T_ROUTE},
        "I": {rules.T_ISLAND},
        "W": {rules.T_WHALE},
        "S": {rules.T_FULL_SAIL},
        "B": {rules.T_BECALMED},
    }


def test_the_shipped_map_is_that_of_the_rules_page() -> None:
    layouts = {path.stem: path for path in shipped_layouts("columbus")}
    body = GAME.body.parse(read_layout(layouts["sargasso_sea"]).body)
    assert astuple(GAME.body.build(body)) == astuple(STANDARD)
