"""Components are conserved in every position of 200 random matches; dumps, copies, and boards from layouts.

The 200 matches of each shipped layout, number of seats and option are divided into parts for parallel runs. The short
run plays one part of every layout, each with another number of seats.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.documents.paths import shipped_layouts
from studio.games.goldland import GAME, rules
from studio.games.goldland.rules.board import Board, Numbers
from studio.games.goldland.rules.position import Position
from tests.games.goldland.boards import first_game
from tests.games.goldland.pieces import Census, box_of, choose_move, random_board
from tests.short_run import mark_long

MATCHES, FEW, PARTS = 200, 40, 4
SHIPPED = shipped_layouts("goldland")
RUNS = [
    (SHIPPED[0], 2, range(0, FEW, PARTS)),
    *(
        pytest.param(path, seats, range(part, MATCHES, PARTS), marks=pytest.mark.long)
        for path in SHIPPED
        for seats in (2, 3, 4, 5)
        for part in range(PARTS)
    ),
]
PAGE = {"stock": [26, 16, 16, 16, 16, 16, 6], "tokens": 36, "coins": 22, "camps": 10, "tiles": 49, "treasures": 8}
"""The component table."""


def place_randomly(state: rules.State, rng: Rng) -> None:
    """Put the adventurers on any tiles, because random players would rarely reach the temple."""
    tiles = [cell for cell, placement in enumerate(state.laid) if placement >= 0]
    state.at = [rng.choose(tiles) for _seat in range(state.seats)]
    state.moves = None


@pytest.mark.parametrize(("path", "seats", "seeds"), RUNS, ids=lambda value: getattr(value, "stem", str(value)))
def test_components_are_conserved(path: Path, seats: int, seeds: range) -> None:
    board, box = box_of(path)
    amulets = treasures = 0
    for seed in seeds:
        rng = Rng(seed * 8 + seats)
        state = rules.start(board, seats, {"face_down": bool(seed % 8 > 3)})
        census, turn = Census(box), 1
        census.count(state)
        for _ply in range(20_000):
            if state.to_move == OVER:
                break
            state.apply(state.draw(rng) if state.to_move == CHANCE else choose_move(state, rng))
            census.count(state)
            if state.turn > turn:
                turn = state.turn
                if seed // PARTS % 2 and not rng.below(seats):
                    place_randomly(state, rng)
        assert state.to_move == OVER
        assert state.turn == state.round * seats  # equally many turns
        amulets, treasures = amulets + sum(state.amulet), treasures + sum(state.treasures)
    assert amulets and treasures


def test_the_box_of_the_first_game_is_that_of_the_rules_page() -> None:
    assert box_of(next(path for path in SHIPPED if path.stem == "first_game"))[1] == PAGE


# Copies and dumps

FIELDS = tuple(name for name in Position.__slots__ if name != "moves")
"""`moves` caches `legal()` and is compared through it."""


def values(state: rules.State) -> dict[str, object]:
    found = {name: getattr(state, name) for name in FIELDS}
    return {name: value[:] if isinstance(value, list) else value for name, value in found.items()}


@pytest.mark.parametrize("seed", mark_long(range(24), *range(8)))
def test_dumps_and_copies_have_every_field(seed: int) -> None:
    seats = 2 + seed % 4
    board, rng = random_board(Random(seed), seats), Rng(seed)
    state = rules.start(board, seats, {"face_down": bool(seed % 2)})
    phases = set()
    while state.to_move != OVER and state.turn < 200:
        here = values(state)
        restored = rules.restore(board, json.loads(json.dumps(state.dump())))
        assert values(restored) == here
        assert {name: type(value) for name, value in values(restored).items()} == {
            name: type(value) for name, value in here.items()
        }
        copy = state.clone()
        assert values(copy) == here
        if state.to_move != CHANCE:
            assert restored.legal() == copy.legal() == state.legal()
        phases.add(state.phase)
        action = state.draw(rng) if state.to_move == CHANCE else choose_move(state, rng)
        copy.apply(action)
        assert values(state) == here
        state.apply(action)
        assert values(state) == values(copy)
    assert {rules.P_TURN, rules.P_TAKE} <= phases


def test_legal_returns_an_independent_list() -> None:
    state = rules.start(random_board(Random(1), 2), 2, {})
    moves = state.legal()
    moves.clear()
    assert state.legal()


# Boards from layouts (G1, G16)

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


def test_the_board_has_the_numbers_and_places_of_the_layout() -> None:
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


def test_game_info() -> None:
    info = GAME.info
    assert (info.slug, info.seats) == ("goldland", range(2, 6))
    assert info.defaults() == {"face_down": False}
    assert [option.key for option in info.options] == ["face_down"]
    assert all(option.help for option in info.options)
    assert info.blurb
    state = GAME.rules.start(built(), 5, {"face_down": True})
    assert isinstance(state, rules.State)
    assert state.face_down
    assert (state.bonus, state.reserve, state.box, state.added) == (10, 12, 0, 0)
