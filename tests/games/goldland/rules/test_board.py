"""From a layout to the board that is played on: the shipped first game is the one of the rules page (G1, G16)."""

from __future__ import annotations

import json
from dataclasses import replace

from studio.documents.paths import shipped_layouts
from studio.games.goldland import GAME, rules
from studio.games.goldland.rules.board import Board, Numbers
from tests.games.goldland.trail import first_game

LAYOUT = next(path for path in shipped_layouts("goldland") if path.stem == "first_game")


def built(**changes: object) -> Board:
    raw = json.loads(LAYOUT.read_text(encoding="utf-8"))["body"]
    board = GAME.body.build(GAME.body.parse({**raw, **changes}))
    assert isinstance(board, Board)
    return board


def test_the_first_game_is_that_of_the_rules_page() -> None:
    page, board = first_game(), built()
    assert (board.columns, board.rows, board.start, board.temple) == (7, 7, 48, 0)
    assert board.numbers == page.numbers == Numbers()
    for cell in range(49):
        there, drawn = board.laid[cell], page.laid[cell]
        assert (there < 0) == (drawn < 0)
        if there >= 0:
            assert board.tiles[there >> 2] == page.tiles[drawn >> 2]
            assert there & 3 == drawn & 3 == 0
    land = {board.tiles[tile].name: board.tiles[tile] for tile in board.piles}
    assert land == {page.tiles[tile].name: page.tiles[tile] for tile in page.piles}
    assert len(board.piles) == 36


def test_the_numbers_and_places_of_a_layout_come_through() -> None:
    raw = built(
        spaces=[". . L3/1 E2", ". . . C7", ". . . C3", "E1 C2 C8 S"],
        temple="B2",
        stock={"rope": 5, "rod": 2},
        kit={"rope": 2},
        camps=3,
        coins=9,
        tokens=7,
        markers={"lake": 6},
        price={"3": 5},
        bonus={"2": 1},
        reserve={"5": 8},
    )
    assert raw.rows == raw.columns == 4
    numbers = raw.numbers
    assert numbers.stock == (0, 5, 0, 0, 0, 0, 2)
    assert numbers.kit == (0, 2, 0, 0, 0, 0, 0)
    assert (numbers.camps, numbers.coins, numbers.tokens) == (3, 9, 7)
    assert numbers.markers == (0, 0, 0, 0, 0, 6, 0)
    assert (numbers.price[3], numbers.bonus[2], numbers.reserve[5], numbers.price[2]) == (5, 1, 8, 0)
    assert (raw.start, raw.temple) == (15, 5)
    assert (raw.tiles[raw.laid[2] >> 2].name, raw.laid[2] & 3) == ("L3", 1)
    assert "L3" not in {raw.tiles[tile].name for tile in raw.piles}
    assert len(raw.piles) == 35
    start = raw.tiles[raw.laid[15] >> 2]
    assert start == replace(start, name="S", kind=rules.START, gains=((0, 2, 0, 0, 0, 0, 0),))
    assert raw.fixed_roads[15] == 0b1001  # north and west


def test_the_start_tile_gives_the_kit_of_the_layout() -> None:
    for kit, offered in (({"rope": 2, "wood": 1}, (((1, 2), (4, 1)),)), ({}, ())):
        drawn = built(kit=kit)
        assert drawn.gains[drawn.laid[drawn.start] >> 2] == offered


def test_the_game_says_what_it_is() -> None:
    info = GAME.info
    assert (info.slug, info.seats) == ("goldland", range(2, 6))
    assert info.defaults() == {"face_down": False, "earlier_rules": False}
    assert [option.key for option in info.options] == ["face_down"]
    assert all(option.help for option in info.options)
    assert info.blurb
    state = GAME.rules.start(built(), 5, {"face_down": True})
    assert isinstance(state, rules.State)
    assert state.face_down
    assert (state.bonus, state.reserve, state.box, state.added) == (10, 12, 0, 0)
