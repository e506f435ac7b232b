"""Home-made kinds of tile, the studio's own variant: where they lie, how ships sail from them, what they never do."""

from __future__ import annotations

import pytest

from studio.core.game import OVER
from studio.games.columbus import rules
from studio.games.columbus.rules import HomeMade
from studio.games.columbus.rules.board import S_HARBOUR, S_LETTER, S_WATER, S_WHALE, board_of
from tests.games.columbus.sea import TILES, all_tiles, begin, free, names, position, sailing, walk, where
from tests.playing import play

ROWS = """\
A . . W . S . H
 F . R I . B . H
A . . e . o . H
 # . . . . . . #""".splitlines()
REEF = HomeMade("reef", "Reef", "reef", "grey", 0, (S_WATER,), 3)
CURRENT = HomeMade("current", "Fair current", "current", "sea", 6, (S_WATER, S_LETTER), 4)
SHOAL = HomeMade("shoal", "Shoal", "weed", "green", 1, (S_WHALE, S_HARBOUR), 2)
BOARD = board_of(ROWS, "", TILES, {"E": 3, "O": 2}, homemade=(REEF, CURRENT, SHOAL))
T_REEF, T_CURRENT, T_SHOAL = range(rules.T_LETTER + 2, rules.T_LETTER + 5)
LANE = board_of(["A . . . . . . . . . . H H H H H H"], "", TILES, homemade=(REEF, CURRENT))
LANE_REEF, LANE_CURRENT = rules.T_LETTER, rules.T_LETTER + 1
WATERS = {*("B1", "C1", "E1", "G1", "B2", "E2", "G2", "B3", "C3", "E3", "G3"), *(f"{letter}4" for letter in "BCDEFG")}


def test_the_kinds_come_after_the_letters_and_into_the_reserve() -> None:
    assert BOARD.letters == "EO" and BOARD.first_homemade == T_REEF
    assert BOARD.tiles[T_REEF:] == (3, 4, 2)
    state = begin(BOARD)
    assert sum(rack[T_CURRENT] for rack in state.rack) + state.reserve[T_CURRENT] == 4


@pytest.mark.parametrize(
    ("kind", "spaces"),
    [(T_REEF, WATERS), (T_CURRENT, WATERS | {"D3", "F3"}), (T_SHOAL, {"D1", "A1", "A3"})],
)
def test_they_lie_on_the_spaces_of_their_kinds_and_nowhere_else(kind: int, spaces: set[str]) -> None:
    state = position(BOARD, racks={0: [kind]})
    play(state, (rules.TAKE, kind))
    assert where(state, rules.PLACE) == spaces


def test_as_many_are_laid_in_a_turn_as_of_others() -> None:
    state = position(BOARD, racks={0: [T_CURRENT, T_CURRENT, T_REEF]})
    for kind, name in ((T_CURRENT, "G1"), (T_CURRENT, "G2"), (T_REEF, "B1")):
        play(state, (rules.TAKE, kind), (rules.PLACE, BOARD.grid.cell_named(name)))
    assert state.phase == rules.P_SAIL and state.laid == 3


def reached(tiles: dict[str, int], ship: str) -> set[str]:
    """The columns that a ship reaches on the lane; the other lies behind it, further back."""
    state = sailing(LANE, tiles=tiles, ships={0: ship, 1: "Q1"})
    return names(state, (action[1] for action in state.legal() if action[0] == rules.SAIL))


@pytest.mark.parametrize("step", range(1, 7))
def test_a_ship_sails_as_far_as_the_step_of_the_tile_where_its_move_begins(step: int) -> None:
    kind = CURRENT._replace(step=step)
    board = board_of(["A . . . . . . . . . . H H H H H H"], "", TILES, homemade=(kind,))
    water = {f"{letter}1": rules.T_WATER for letter in "BCDEFGHIJ"}
    state = sailing(board, tiles={**water, "K1": rules.T_LETTER}, ships={0: "K1", 1: "Q1"})
    west = {f"{letter}1" for letter in "ABCDEFGHIJ"[10 - step :]}
    east = {f"{letter}1" for letter in "LMNOP"[:step]}
    assert where(state, rules.SAIL) == west | east


def test_the_last_ship_goes_one_space_further_from_them_too() -> None:
    water = {f"{letter}1": rules.T_WATER for letter in "BCDEFGHI"}
    state = sailing(LANE, tiles={**water, "K1": LANE_CURRENT, "J1": rules.T_WATER}, ships={0: "K1", 1: "C1"})
    assert "D1" in where(state, rules.SAIL)


def test_they_are_passed_like_water_and_stop_nobody() -> None:
    assert reached({"K1": LANE_CURRENT, "J1": rules.T_WATER, "I1": rules.T_WATER}, "L1") >= {"K1", "J1", "I1"}


def test_with_no_step_they_are_neither_entered_nor_passed() -> None:
    assert reached({"K1": LANE_REEF, "J1": rules.T_WATER}, "L1") == {"M1", "N1", "O1"}


def test_cyclones_move_them_to_spaces_where_they_fit() -> None:
    state = position(BOARD, tiles={"D1": T_SHOAL, "G1": T_REEF}, racks={0: [rules.T_CYCLONE]})
    play(state, (rules.TAKE, rules.T_CYCLONE))
    assert {"D1", "G1"} <= where(state, rules.LIFT)
    play(state, (rules.LIFT, BOARD.grid.cell_named("D1")))
    assert where(state, rules.DROP) == {"A1", "A3"}
    play(state, (rules.DROP, BOARD.grid.cell_named("A1")))
    assert (
        state.tile[BOARD.grid.cell_named("A1")] == T_SHOAL and state.tile[BOARD.grid.cell_named("D1")] == rules.NO_TILE
    )


def test_they_cover_no_tile_and_are_covered_by_none() -> None:
    rack = [rules.T_FULL_SAIL, rules.T_WRECK, T_CURRENT]
    state = free(BOARD, tiles={"G1": T_CURRENT, "G2": rules.T_WATER}, racks={0: rack})
    play(state, (rules.TAKE, rules.T_FULL_SAIL))
    assert "G2" in where(state, rules.PLACE) and "G1" not in where(state, rules.PLACE)
    state = free(BOARD, tiles={"G1": T_CURRENT, "G2": rules.T_WATER}, racks={0: rack})
    play(state, (rules.TAKE, T_CURRENT))
    assert not {"G1", "G2"} & where(state, rules.PLACE)


def test_no_joker_stands_for_them() -> None:
    state = position(BOARD, tiles={"G1": rules.T_JOKER}, racks={0: [T_CURRENT, T_REEF]})
    assert not where(state, rules.SWAP)
    state = position(BOARD, tiles={"G1": rules.T_JOKER}, racks={0: [rules.T_WATER]})
    assert where(state, rules.SWAP) == {"G1"}


def test_an_american_harbour_below_one_is_entered_and_turns_the_ship() -> None:
    state = sailing(BOARD, tiles={"A1": T_SHOAL, "B1": rules.T_WATER}, ships={0: "B1", 1: "H2"})
    play(state, (rules.SAIL, BOARD.grid.cell_named("A1")))
    assert state.voyage[0] == rules.RETURNING and state.discovered


@pytest.mark.parametrize("seed", range(3))
def test_whole_matches_keep_every_tile_and_restore_at_every_step(seed: int) -> None:
    small = board_of(
        ["A . . H H", " # . . . F"], "", {"water": 6, "harbour": 2, "joker": 2, "cyclone": 1}, {}, 3, (REEF, CURRENT)
    )
    assert small.tiles[rules.T_LETTER :] == (3, 4)
    state = rules.start(small, 2, {})
    for number, now in enumerate(walk(state, seed)):
        assert all_tiles(now) == list(small.tiles)
        if not number % 7:
            again = rules.restore(small, now.dump())
            assert again.dump() == now.dump()
            assert now.to_move < 0 or again.legal() == now.legal()
    assert state.to_move == OVER


def test_a_layout_without_them_is_the_same_board_as_before() -> None:
    bare = board_of(ROWS, "", TILES, {"E": 3, "O": 2})
    assert bare.homemade == () and len(bare.tiles) == bare.first_homemade == rules.T_LETTER + 2
    assert begin(bare).dump()["rack"] != begin(BOARD).dump()["rack"]
