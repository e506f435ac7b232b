"""Rules G1–G3 and components: set-up and the beginning of a turn."""

from __future__ import annotations

import json

import pytest

from studio.core.game import CHANCE, EVERYBODY
from studio.core.rng import Rng
from studio.games.goldland import rules
from tests.games.goldland.boards import (
    FIRST_GAME,
    LINES,
    MEADOW,
    SHORE,
    at,
    begin,
    board,
    buy,
    draw,
    explore,
    finish,
    first_game,
    gain,
    index_of,
    of_kind,
    pack_of,
    pieces,
    step,
    walk,
    where,
)
from tests.playing import play

# Components


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_components_of_the_box(seats: int) -> None:
    state = rules.start(first_game(), seats, {})
    assert [state.stock[item] + sum(state.pack[item::7]) for item in range(7)] == [26, 16, 16, 16, 16, 16, 6]
    assert (state.token_stock, state.tokens) == (36, [0] * seats)
    assert sum(state.coins) + state.bonus + state.reserve + state.box == 22
    assert state.camps == [10] * seats and set(state.camp) == {0}
    assert state.amulet == [0] * seats and state.treasures == [0] * seats
    assert state.marker[:7] == [-1] * 7
    assert state.treasure_stock == 8 and sum(state.treasure) == 0


def test_components_the_lines_of_the_page_add_up() -> None:
    kinds = [line.split(";")[0].removesuffix(" V") for line in LINES.values()]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "plain": 13, "bandits": 3, "pumas": 3, "desert": 4, "mountains": 3, "canyon": 3, "lake": 4, "natives": 3,
        "coast": 12,
    }  # fmt: skip
    assert sum("treasure" in line for line in LINES.values()) == 8


# G1: set-up


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_g1_adventurers_start_with_three_provisions_and_two_pearls(seats: int) -> None:
    state = rules.start(first_game(), seats, {})
    for seat in range(seats):
        assert where(state, seat) == "G7"
        assert pack_of(state, seat) == pieces("3 provision + 2 pearl")
        assert state.free(seat) == 7
    assert state.stock == [26 - 3 * seats, 16, 16, 16, 16, 16 - 2 * seats, 6]


def test_g1_seat_0_begins() -> None:
    state = rules.start(first_game(), 3, {})
    assert (state.to_move, state.active, state.phase) == (0, 0, rules.P_TURN)


def test_g1_the_stack_holds_every_land_tile_equally_likely() -> None:
    state = rules.start(first_game(), 2, {})
    play(state, (rules.STEP, at(state, "F7"), rules.FREE), (rules.EXPLORE,))
    assert (state.to_move, state.phase) == (CHANCE, rules.P_TILE)
    land = [index for index, tile in enumerate(state.board.tiles) if tile.kind <= rules.PLAIN]
    assert len(land) == 36
    assert state.chance() == [((rules.TILE, index), 1) for index in land]
    seen = {state.draw(Rng(seed)) for seed in range(400)}
    assert seen == {(rules.TILE, index) for index in land}


def test_g1_a_tile_is_drawn_once() -> None:
    state = begin(board(SHORE, ["L1", "L2", "L3"]), at={0: "C4", 1: "C4"})
    explore(state, "L2", "C3")
    finish(state)
    play(state, (rules.STEP, at(state, "B4"), rules.FREE), (rules.EXPLORE,))
    left = {index_of(state.board, "L1"), index_of(state.board, "L3")}
    assert {action[1] for action, _weight in state.chance()} == left


@pytest.mark.parametrize("face_down", [False, True])
def test_g1_all_revealed_tiles_are_public(face_down: bool) -> None:
    state = rules.start(first_game(), 3, {"face_down": face_down})
    rng = Rng(5)
    for _ply in range(150):
        everything = json.dumps(state.dump())
        for seat in (EVERYBODY, 0, 1, 2):
            assert json.dumps(state.observe(seat)) == everything
            if seat >= 0:
                assert json.dumps(state.redeal(seat, rng).dump()) == everything
        if state.to_move >= 0:
            assert not any(state.reveals(action) for action in state.legal())
        state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))


def test_g1_a_board_with_tiles_already_laid_keeps_them_out_of_the_stack() -> None:
    drawn = board(SHORE.replace(".", "L1", 1).replace(".", "D1", 1), ["L2", "K2"])
    state = rules.start(drawn, 2, {})
    assert state.laid[at(state, "A1")] >= 0 and state.laid[at(state, "C1")] == -1
    assert sum(state.treasure) == 1 and state.treasure[at(state, "B1")]  # of the desert, placed at the start
    assert state.treasure_stock == 1  # the lake's
    state.at[0] = state.at[1] = at(state, "C4")
    again = rules.restore(drawn, state.dump())
    play(again, (rules.EXPLORE,))
    assert [action[1] for action, _weight in again.chance()] == [index_of(drawn, "L2"), index_of(drawn, "K2")]


def test_g1_only_land_tiles_are_in_the_stack() -> None:
    state = rules.start(board(SHORE, ["L1", "C1", "B1"]), 2, {})
    assert list(state.hidden) == [index_of(state.board, "L1"), index_of(state.board, "B1")]


def test_g1_backpacks_are_filled_until_the_stock_is_empty() -> None:
    state = rules.start(board(SHORE, stock=(5, 16, 16, 16, 16, 4, 6)), 3, {})
    assert [pack_of(state, seat) for seat in range(3)] == [
        pieces("3 provision + 2 pearl"), pieces("2 provision + 2 pearl"), pieces(""),
    ]  # fmt: skip
    assert (state.stock[rules.PROVISION], state.stock[rules.PEARL]) == (0, 0)


# G2: coins


def test_g2_a_seat_with_an_amulet_takes_a_coin_as_its_turn_begins() -> None:
    state = begin(board(MEADOW), seats=3, at={0: "B1"})
    step(state, "A1")
    play(state, (rules.STOP,))  # the turn ends automatically: nothing else can be done
    assert state.active == 1 and state.coins == [2, 0, 0]
    reserve = state.reserve
    finish(state)
    assert state.coins == [2, 0, 0]  # nothing for those without
    finish(state)
    assert (state.active, state.coins, state.reserve) == (0, [3, 0, 0], reserve - 1)
    walk(state, "B1 C1")  # it need not stay in the temple
    finish(state)
    finish(state)
    finish(state)
    assert (state.coins, state.reserve) == ([4, 0, 0], reserve - 2)


# G3: actions of a turn


def test_g3_the_three_actions_in_any_order() -> None:
    def fresh() -> rules.State:
        return begin(board(SHORE, ["L5", "L6", "L7"]), at={0: "C4"}, pack={0: "shovel + wood"})

    state = fresh()  # gain, explore, move
    gain(state, "2 rope")
    explore(state, "L5", "C3")
    step(state, "C3")
    play(state, (rules.STOP,))
    assert state.active == 1 and state.tokens == [1, 0]

    state = fresh()  # explore, move, gain
    explore(state, "L5", "C3")
    walk(state, "C3 D3 D4")
    gain(state, "3 provision + 2 pearl")
    assert state.active == 1 and pack_of(state) == pieces("3 provision + shovel + wood + 2 pearl")

    state = fresh()  # move, gain, explore
    walk(state, "D4 D3 D2")
    gain(state, "2 wood")
    explore(state, "L5", "C2")
    assert state.active == 1 and pack_of(state) == pieces("shovel + 3 wood")


def test_g3_each_action_once() -> None:
    state = begin(board(SHORE, ["L5", "L6", "L7"]), at={0: "C4"}, pack={0: "shovel + wood"})
    gain(state, "2 rope")
    assert of_kind(state, rules.GAIN) == []
    explore(state, "L5", "C3")
    assert of_kind(state, rules.EXPLORE) == [] and where(state) == "C4"
    walk(state, "B4")
    assert of_kind(state, rules.EXPLORE) == []  # though the space north of B4 is empty
    play(state, (rules.STOP,))
    assert state.active == 1


def test_g3_a_stopped_move_cannot_continue() -> None:
    state = begin(board(SHORE, ["L5"]), at={0: "D4"})
    assert of_kind(state, rules.STOP) == []  # nothing begun
    step(state, "C4")
    play(state, (rules.STOP,))
    assert of_kind(state, rules.STEP) == of_kind(state, rules.DISCARD) == of_kind(state, rules.STOP) == []
    assert of_kind(state, rules.EXPLORE) == [(rules.EXPLORE,)]


def test_g3_starting_another_action_ends_the_move() -> None:
    state = begin(board(SHORE, ["L5"]), at={0: "D4"}, pack={0: "shovel"})
    step(state, "C4")
    explore(state, "L5", "C3")
    assert of_kind(state, rules.STEP) == [] and of_kind(state, rules.GAIN)
    state = begin(board(SHORE, ["L5"]), at={0: "D4"}, pack={0: "shovel"})
    step(state, "C4")
    gain(state, "2 rope")
    assert of_kind(state, rules.STEP) == [] and of_kind(state, rules.EXPLORE)


def test_g3_discarding_has_not_begun_the_move() -> None:
    state = begin(board(MEADOW))
    play(state, (rules.DISCARD, rules.PROVISION))
    assert of_kind(state, rules.STOP) == []
    gain(state, "provision")  # on the tile where it stands
    assert (state.active, state.moved) == (0, 0)
    step(state, "C4")
    assert where(state) == "C4"


def test_g3_a_turn_of_discards_alone_is_a_turn_without_an_action() -> None:
    state = begin(board(MEADOW))
    play(state, (rules.DISCARD, rules.PEARL), (rules.END,))
    assert (state.tokens, state.token_stock, state.active) == ([1, 0], 35, 1)


def test_g3_a_turn_without_actions_earns_a_token() -> None:
    state = begin(board(MEADOW))
    finish(state)
    assert (state.tokens, state.token_stock, state.active) == ([1, 0], 35, 1)


def test_g3_one_action_is_enough_to_get_none() -> None:
    moved = begin(board(MEADOW))
    step(moved, "C4")
    finish(moved)
    gained = begin(board(MEADOW))
    gain(gained, "provision")
    finish(gained)
    declined = begin(board(MEADOW))
    gain(declined)
    finish(declined)
    for state in (moved, gained, declined):
        assert (state.tokens, state.token_stock, state.active) == ([0, 0], 36, 1)
    explored = begin(board(SHORE, ["L5", "L6"]), at={0: "C4"})
    explore(explored, "L5", "C3")
    finish(explored)
    assert explored.tokens == [1, 0]  # the one for the tile, none for passing


def test_g3_no_token_when_none_is_left() -> None:
    state = begin(board(MEADOW), tokens={1: 36})
    finish(state)
    assert (state.tokens, state.token_stock) == ([0, 36], 0)


def test_g3_purchases_and_treasures_are_not_actions() -> None:
    state = begin(board(MEADOW), tokens={0: 8})
    buy(state, "rope", "wood")
    finish(state)
    assert state.tokens == [1, 0]
    found = begin(board(MEADOW.replace("L6", "M1")), at={0: "B2"})
    play(found, (rules.TREASURE,))
    assert (found.tokens, found.active, found.treasures) == ([1, 0], 1, [1, 0])


def test_g3_the_turn_ends_automatically_without_other_moves() -> None:
    state = begin(board(MEADOW), at={0: "B2"}, pack={0: "wood"})
    step(state, "B1")
    play(state, (rules.STOP,))
    assert state.active == 1
    state = begin(board(MEADOW), at={0: "B2"}, pack={0: "wood"}, tokens={0: 4})
    step(state, "B1")
    play(state, (rules.STOP,))
    assert state.active == 0 and of_kind(state, rules.BUY)  # a purchase is still possible
    finish(state)
    assert state.active == 1


def test_g3_a_turn_without_actions_never_ends_automatically() -> None:
    # boxed in with a full backpack of treasures: passing is the only move, but it is not played automatically
    state = begin(board(MEADOW), at={0: "B2"}, pack={0: ""}, treasures={0: 12})
    assert state.legal() == [(rules.END,)]
    finish(state)
    assert (state.active, state.tokens) == (1, [1, 0])


def test_g3_turns_rotate_and_rounds_are_counted() -> None:
    state = begin(board(MEADOW), seats=3)
    first = state.round
    for seat in (1, 2, 0):
        finish(state)
        assert state.active == state.to_move == seat
    assert state.round == first + 1


def test_g3_the_state_of_a_turn_is_reset() -> None:
    state = begin(board(MEADOW), pack={0: "shovel"})
    step(state, "C4")
    gain(state, "rope")
    assert state.active == 1
    finish(state)
    assert of_kind(state, rules.GAIN) and of_kind(state, rules.DISCARD)
    assert (rules.STEP, at(state, "D4"), rules.FREE) in state.legal()  # the tile left in the last turn


def test_g17_draws_are_the_only_chance() -> None:
    state = begin(board(FIRST_GAME, LINES), at={0: "F7"})
    play(state, (rules.EXPLORE,))
    assert state.to_move == CHANCE
    draw(state, "L1")
    assert state.to_move == 0 and state.phase == rules.P_LAY
