"""Rules G11 and G13: exploring and treasures."""

from __future__ import annotations

import pytest

from studio.core.game import CHANCE
from studio.games.goldland import rules
from studio.games.goldland.rules.board import Tile, make_board
from tests.games.goldland.boards import (
    LAND,
    MEADOW,
    SHORE,
    at,
    begin,
    board,
    discard,
    draw,
    explore,
    finish,
    gain,
    index_of,
    of_kind,
    pack_of,
    pieces,
    step,
    steps,
    walk,
    where,
)
from tests.playing import play

FREE, PAY = rules.FREE, rules.PAY
GLADE = """
    .  .  .  E2
    .  L5 .  C7
    .  .  .  C5
    E1 C8 C6 S
"""
RING = """
    L1 L2  L3  E2
    L5 .   L7  C7
    L9 L10 L11 C5
    E1 C8  C6  S
"""
"""Tiles on all sides of B2."""

# G11: exploring


@pytest.mark.parametrize(
    ("place", "able"), [("D4", False), ("C4", True), ("B4", True), ("A4", True), ("D1", True), ("D3", True)]
)
def test_g11_only_next_to_an_undiscovered_space(place: str, able: bool) -> None:
    state = begin(board(SHORE, ["L1"]), at={0: place})
    assert bool(of_kind(state, rules.EXPLORE)) is able  # C3 touches D4 only at the corner


def test_g11_no_exploring_without_undiscovered_neighbours() -> None:
    state = begin(board(SHORE.replace(".  C5", "L1 C5"), ["L2"]), at={0: "D3"})
    assert of_kind(state, rules.EXPLORE) == []


def test_g11_not_with_an_empty_stack() -> None:
    state = begin(board(SHORE, []), at={0: "C4"})
    assert of_kind(state, rules.EXPLORE) == []
    state = begin(board(SHORE, ["L1"]), at={0: "C4"})
    explore(state, "L1", "C3")
    finish(state)
    step(state, "C4")
    walk(state, "B4")
    assert of_kind(state, rules.EXPLORE) == []


def test_g11_roads_do_not_matter() -> None:
    state = begin(board(GLADE.replace("L5", "L5^"), ["L1"]), at={0: "B2"})
    play(state, (rules.EXPLORE,))
    draw(state, "L1")
    assert {action[1] for action in state.legal()} == {at(state, name) for name in ("B1", "C2", "B3", "A2")}


def test_g11_the_tile_is_laid_on_any_empty_neighbour_in_any_rotation() -> None:
    state = begin(board(GLADE, ["L1", "B1"]), at={0: "B2"})
    play(state, (rules.EXPLORE,))
    assert state.to_move == CHANCE and where(state) == "B2"
    draw(state, "B1")
    places = sorted(at(state, name) for name in ("B1", "C2", "B3", "A2"))
    assert state.legal() == [(rules.LAY, cell, turn) for cell in places for turn in range(4)]
    play(state, (rules.LAY, at(state, "A2"), 3))
    assert state.laid[at(state, "A2")] == index_of(state.board, "B1") * 4 + 3
    assert (state.active, where(state)) == (0, "B2")


@pytest.mark.parametrize(("turn", "blocked"), [(0, "B1"), (1, "C2"), (2, "B3"), (3, "A2")])
def test_g11_the_rotation_turns_the_blocked_side_clockwise(turn: int, blocked: str) -> None:
    # seat 0 looks at B2 from a side that is not blocked, and then from the one that is
    adjacent = {"B1": "A2", "A2": "B3", "B3": "C2", "C2": "B1"}[blocked]
    state = begin(board(RING, ["L13"]), at={0: adjacent}, pack={0: ""})
    play(state, (rules.EXPLORE,))
    draw(state, "L13")
    play(state, (rules.LAY, at(state, "B2"), turn))
    assert ("B2", FREE) in steps(state)
    state.at[0] = at(state, blocked)
    again = rules.restore(state.board, state.dump())
    assert "B2" not in {name for name, _way in steps(again)}


@pytest.mark.parametrize(("exits", "turns"), [(0b0101, [0, 1]), (0b1111, [0]), (0b0011, [0, 1, 2, 3])])
def test_g11_each_rotation_that_looks_different_once(exits: int, turns: list[int]) -> None:
    drawn = board(SHORE, ["L1"])
    tiles = [*drawn.tiles[:-1], Tile("X1", rules.PLAIN, exits)]
    state = begin(make_board(4, 4, drawn.start, drawn.temple, drawn.laid, tiles), at={0: "C4"})
    play(state, (rules.EXPLORE,))
    draw(state, "X1")
    assert state.legal() == [(rules.LAY, at(state, "C3"), turn) for turn in turns]


def test_g11_then_a_discovery_token() -> None:
    state = begin(board(SHORE, ["L1", "L2"]), at={0: "C4"})
    play(state, (rules.EXPLORE,))
    draw(state, "L1")
    assert state.tokens == [0, 0]
    play(state, (rules.LAY, at(state, "C3"), 0))
    assert (state.tokens, state.token_stock) == ([1, 0], 35)


def test_g11_the_tile_and_the_token_are_the_active_seats() -> None:
    state = begin(board(SHORE, ["L1", "L2"]), at={1: "C4"})
    finish(state)
    play(state, (rules.EXPLORE,))
    draw(state, "L1")
    assert state.to_move == 1
    play(state, (rules.LAY, at(state, "C3"), 0))
    assert state.tokens == [1, 1]  # seat 0's for passing


def test_g11_no_token_when_none_is_left() -> None:
    state = begin(board(SHORE, ["L1", "L2"]), at={0: "C4"}, tokens={1: 36})
    explore(state, "L1", "C3")
    assert (state.tokens, state.token_stock) == ([0, 36], 0)


def test_g11_once_a_turn() -> None:
    state = begin(board(SHORE, ["L1", "L2"]), at={0: "B4"})
    explore(state, "L1", "B3")
    assert of_kind(state, rules.EXPLORE) == []
    walk(state, "A4")
    assert of_kind(state, rules.EXPLORE) == []


def test_g11_the_new_tile_may_be_entered_at_once() -> None:
    state = begin(board(SHORE, ["L1", "B1"]), at={0: "C4"}, pack={0: "2 rifle"})
    explore(state, "B1", "C3")  # blocked in the north
    step(state, "C3", PAY)
    play(state, (rules.PITCH,))
    gain(state, "2 pearl")
    assert pack_of(state) == pieces("2 pearl")


@pytest.mark.parametrize("name", LAND)
def test_g11_a_treasure_tile_gets_a_treasure(name: str) -> None:
    state = begin(board(SHORE, LAND), at={0: "C4"})
    assert state.treasure_stock == 8
    explore(state, name, "C3")
    has = name in {"B2", "P3", "D1", "D2", "M1", "Y3", "K2", "N2"}
    assert state.treasure[at(state, "C3")] == has and sum(state.treasure) == has
    assert state.treasure_stock == 8 - has


def test_g11_the_drawn_tile_leaves_the_stack() -> None:
    state = begin(board(SHORE, ["L1", "L2", "L3"]), at={0: "C4"})
    explore(state, "L2", "C3")
    assert sorted(state.hidden) == [index_of(state.board, "L1"), index_of(state.board, "L3")]


# G11: face-down board


def test_g11_on_a_face_down_board_a_neighbour_is_turned_up() -> None:
    state = begin(board(GLADE, LAND), at={0: "B2"}, face_down=True)
    assert of_kind(state, rules.EXPLORE) == []
    neighbours = sorted(at(state, name) for name in ("B1", "C2", "B3", "A2"))
    assert of_kind(state, rules.TURN_UP) == [(rules.TURN_UP, cell) for cell in neighbours]
    play(state, (rules.TURN_UP, at(state, "C2")))
    assert (state.to_move, state.phase) == (CHANCE, rules.P_TILE)
    assert [action[1] for action, _weight in state.chance()] == sorted(state.hidden)
    draw(state, "D1")
    assert state.legal() == [(rules.LAY, at(state, "C2"), turn) for turn in range(4)]
    play(state, (rules.LAY, at(state, "C2"), 2))
    assert state.laid[at(state, "C2")] == index_of(state.board, "D1") * 4 + 2
    assert state.tokens[0] == 1 and state.treasure[at(state, "C2")] == 1


def test_g11_turning_up_is_not_offered_without_the_option() -> None:
    state = begin(board(GLADE, LAND), at={0: "B2"})
    assert of_kind(state, rules.TURN_UP) == [] and of_kind(state, rules.EXPLORE) == [(rules.EXPLORE,)]


def test_g11_turning_up_ends_the_move() -> None:
    state = begin(board(GLADE, LAND), at={0: "B4"}, face_down=True, tokens={0: 4})
    step(state, "C4")
    play(state, (rules.TURN_UP, at(state, "C3")))
    draw(state, "L5")
    play(state, (rules.LAY, at(state, "C3"), 0))
    assert of_kind(state, rules.STEP) == of_kind(state, rules.STOP) == of_kind(state, rules.TURN_UP) == []


# G13: treasures


def test_g13_two_provisions_for_the_treasure_and_the_turn_is_over() -> None:
    state = begin(board(MEADOW.replace("L6", "M1")), at={0: "B2"}, pack={0: "3 provision + shovel"})
    stock = state.stock[rules.PROVISION]
    play(state, (rules.TREASURE,))
    assert pack_of(state) == pieces("provision + shovel") and state.stock[rules.PROVISION] == stock + 2
    assert (state.treasures, state.treasure[at(state, "B2")], state.active) == ([1, 0], 0, 1)
    assert state.free(0) == 9  # two pieces, one treasure


def test_g13_needs_two_provisions() -> None:
    for text, able in (("provision + 5 rope", False), ("2 provision", True), ("5 provision", True)):
        state = begin(board(MEADOW.replace("L6", "M1")), at={0: "B2"}, pack={0: text})
        assert bool(of_kind(state, rules.TREASURE)) is able


def test_g13_taking_the_treasure_is_optional() -> None:
    state = begin(board(MEADOW.replace("L6", "M1")), at={0: "B2"})
    finish(state)
    assert state.treasures == [0, 0] and state.treasure[at(state, "B2")] == 1
    finish(state)
    play(state, (rules.TREASURE,))  # in a later turn
    assert state.treasures == [1, 0]


def test_g13_there_is_one_treasure_on_a_tile() -> None:
    state = begin(board(MEADOW.replace("L6", "M1")), at={0: "B2", 1: "B2"})
    play(state, (rules.TREASURE,))
    assert of_kind(state, rules.TREASURE) == []
    finish(state)
    assert of_kind(state, rules.TREASURE) == []


def test_g13_only_on_the_tile_where_the_turn_ends() -> None:
    state = begin(board(MEADOW.replace("L6", "M1")), at={0: "B2"})
    step(state, "B1")
    assert of_kind(state, rules.TREASURE) == []
    assert of_kind(begin(board(MEADOW), at={0: "B2"}), rules.TREASURE) == []


def test_g13_after_paying_for_the_desert_two_more() -> None:
    desert = board(MEADOW.replace("L6", "D1"))
    state = begin(desert, at={0: "B1"}, pack={0: "5 provision"})
    step(state, "B2", PAY)
    play(state, (rules.PITCH,), (rules.TREASURE,))
    assert (state.treasures[0], pack_of(state), state.active) == (1, pieces(""), 1)
    state = begin(desert, at={0: "B1"}, pack={0: "4 provision"})
    step(state, "B2", PAY)
    play(state, (rules.PITCH,))
    assert of_kind(state, rules.TREASURE) == []


def test_g13_with_a_full_backpack_the_provisions_make_room() -> None:
    state = begin(board(MEADOW.replace("L6", "M1")), at={0: "B2"}, pack={0: "10 wood + 2 provision"})
    play(state, (rules.TREASURE,))
    assert (state.treasures[0], pack_of(state)) == (1, pieces("10 wood"))


def test_g13_the_turn_may_continue_before_the_treasure_is_taken() -> None:
    state = begin(board(MEADOW.replace("L6", "M1").replace("L2", "."), ["L2", "L1"]), at={0: "B3"})
    state.camp[at(state, "B2")] = 1
    state = rules.restore(state.board, state.dump())
    step(state, "B2")
    explore(state, "L2", "B1")
    assert of_kind(state, rules.TREASURE) == [(rules.TREASURE,)]
    play(state, (rules.TREASURE,))
    assert state.treasures[0] == 1 and state.tokens[0] == 1


def test_g13_a_backpack_may_hold_several_treasures() -> None:
    state = begin(board(MEADOW.replace("L6", "M1")), at={0: "B2"}, pack={0: "2 provision"}, treasures={0: 7})
    play(state, (rules.TREASURE,))
    assert state.treasures[0] == 8 and state.free(0) == 4


def test_g13_discards_before_it_are_no_action() -> None:
    state = begin(board(MEADOW.replace("L6", "M1")), at={0: "B2"}, pack={0: "3 provision"})
    discard(state, "provision")
    play(state, (rules.TREASURE,))
    assert (state.treasures[0], state.tokens[0], state.active) == (1, 1, 1)
