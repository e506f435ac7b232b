"""Decisions of the program where the rules page is silent, and conservation of components in random matches."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.games.goldland import rules
from tests.games.goldland.boards import at, begin, board, camps_at, draw, finish, of_kind, pack_of, step, steps
from tests.games.goldland.rules.random_boards import choose_move, small_board
from tests.playing import play

ROPE, RIFLE, WOOD, PEARL = rules.ROPE, rules.RIFLE, rules.WOOD, rules.PEARL


def test_the_bonus_pile_goes_before_the_coin_is_taken() -> None:
    state = begin(board("L5 L5 L5 S"), at={0: "B1"})
    step(state, "A1")
    finish(state)
    assert (state.coins, state.bonus, state.reserve) == ([2, 0], 2, 3)
    finish(state)
    assert (state.active, state.coins, state.bonus, state.reserve, state.bonus_open) == (0, [3, 0], 0, 2, 0)
    assert sum(state.coins) + state.reserve + state.box == 22


def test_an_initially_empty_reserve_has_no_effect() -> None:
    state = begin(board("L5 L5 L5 S", reserve=(0, 0, 0)), at={0: "B1"})
    step(state, "A1")
    finish(state)
    finish(state)
    assert (state.active, state.coins, state.last_round) == (0, [2, 0], 0)


def test_a_treasure_alone_earns_the_token_of_a_seat_that_did_nothing() -> None:
    drawn = board("L5 D1 L5 S")
    state = begin(drawn, at={0: "B1"}, pack={0: "2 provision"})
    play(state, (rules.TREASURE,))
    assert (state.active, state.treasures, state.tokens, pack_of(state)[0]) == (1, [1, 0], [1, 0], 0)
    assert state.scores() == [3, 0]


def test_points_are_counted_before_the_first_step_is_paid_for() -> None:
    state = begin(board("L5 B1 L5 S"), at={0: "C1"}, pack={0: "2 rifle + 8 rope"})
    step(state, "B1", rules.PAY)
    assert state.points == 1
    play(state, (rules.NO_CAMP,))
    assert steps(state) == {("A1", rules.FREE)}
    step(state, "A1")
    assert (state.points, steps(state)) == (0, set())


def test_a_full_backpack_cannot_step_before_something_is_discarded() -> None:
    state = begin(board("L5 L5 L5 S"), at={0: "C1"}, pack={0: "12 rope"})
    assert not steps(state)
    play(state, (rules.DISCARD, ROPE))
    assert steps(state) == {("B1", rules.FREE), ("D1", rules.FREE)}
    assert (rules.STOP,) not in state.legal()
    step(state, "D1")
    assert (rules.DISCARD, ROPE) not in state.legal()
    assert not steps(state)


def test_an_adventure_without_red_items_is_survived_for_free() -> None:
    state = begin(board("L5 X L5 S", lines={"X": "desert"}), at={0: "C1"})
    step(state, "B1", rules.PAY)
    assert (state.phase, state.marker[rules.DESERT]) == (rules.P_CAMP, 0)


def test_crossing_by_a_camp_is_no_survival_even_with_the_red_pieces() -> None:
    state = begin(board("L5 B1> L5< S"), at={0: "C1"}, pack={0: "4 rifle"}, camps={0: "B1"})
    assert steps(state) == {("B1", rules.CROSS), ("B1", rules.CROSS_PAY), ("D1", rules.FREE)}
    step(state, "B1", rules.CROSS)
    for _piece in range(4):
        assert state.phase == rules.P_HAND_OVER
        play(state, (rules.HAND_OVER, RIFLE))
    assert (state.phase, state.paid_here, state.marker[rules.BANDITS]) == (rules.P_TURN, 0, -1)


def test_crossing_onto_an_adventure_pays_the_red_first_and_can_always_be_finished() -> None:
    state = begin(board("L5 B1> L5< S"), at={0: "C1"}, pack={0: "provision + 3 rifle + pearl"})
    step(state, "B1", rules.CROSS_PAY)
    assert (state.owed, pack_of(state)[RIFLE]) == (2, 1)
    assert state.legal() == [(rules.HAND_OVER, rules.PROVISION), (rules.HAND_OVER, RIFLE)]  # a pearl alone is too few
    play(state, (rules.HAND_OVER, RIFLE))
    assert state.legal() == [(rules.HAND_OVER, PEARL)]
    play(state, (rules.HAND_OVER, PEARL))
    assert (state.phase, state.marker[rules.BANDITS], pack_of(state)) == (rules.P_CAMP, 0, (1, 0, 0, 0, 0, 0, 0))


def test_a_moved_camp_changes_both_markers() -> None:
    drawn = board("B1 B2 P1 S", camps=1)
    state = begin(drawn, at={0: "B1", 1: "D1"}, pack={0: "2 rifle", 1: "2 rifle"}, camps={0: "B1", 1: "A1"}, amulets=[],
                  marker=[0, 0, -1, -1, -1, -1, -1])  # fmt: skip
    step(state, "C1", rules.PAY)
    assert state.legal() == [(rules.NO_CAMP,), (rules.SHIFT, at(state, "B1"))]
    play(state, (rules.SHIFT, at(state, "B1")))
    assert (camps_at(state, "B1"), camps_at(state, "C1")) == (0, 1)
    assert state.marker[:2] == [1, 0]
    assert state.progress == 0


def test_a_camp_on_the_tile_itself_cannot_be_shifted() -> None:
    state = begin(board("B1 L5 L5 S", camps=1), at={0: "B1"}, pack={0: "2 rifle"}, camps={0: "A1"})
    step(state, "A1", rules.PAY)
    assert state.legal() == [(rules.NO_CAMP,)]


def test_the_amulet_takes_the_last_compartment_before_a_gain() -> None:
    drawn = board("L5 L5 L5 S")
    state = begin(drawn, at={0: "B1"}, pack={0: "11 rifle"})
    step(state, "A1")
    assert not of_kind(state, rules.GAIN)
    state = begin(drawn, at={0: "B1"}, pack={0: "10 rifle"})
    step(state, "A1")
    play(state, (rules.GAIN, 0))
    assert (state.amulet[0], state.legal()) == (1, [(rules.TAKE, 0), (rules.TAKE, 1)])


TEMPLE = "D1 L5 L5 S"
FULL: dict[str, Any] = {"moved": 1, "points": 0, "visited": 3}


def test_room_for_the_amulet_keeps_the_provisions_of_the_treasure() -> None:
    state = begin(board(TEMPLE), at={0: "A1"}, pack={0: "2 provision + rope"}, treasures={0: 9}, **FULL)
    play(state, (rules.TREASURE,))
    assert (state.phase, state.legal()) == (rules.P_DROP, [(rules.DROP, ROPE)])
    play(state, (rules.DROP, ROPE))
    assert (state.active, state.amulet[0], state.treasures[0], pack_of(state)) == (1, 1, 10, (0,) * 7)


def test_a_full_backpack_with_only_the_price_prevents_the_treasure() -> None:
    state = begin(board(TEMPLE), at={0: "A1"}, pack={0: "2 provision"}, treasures={0: 10}, **FULL)
    assert (rules.TREASURE,) not in state.legal()
    play(state, (rules.END,), (rules.DROP, rules.PROVISION))
    assert (state.active, state.amulet[0], pack_of(state)[0]) == (1, 1, 1)


def test_room_is_made_before_exploring_continues() -> None:
    drawn = board("L5 L5 S\n.  L5 L5", ["L1"])
    state = begin(drawn, at={0: "A1"}, pack={0: "11 rope + wood"}, **FULL)
    play(state, (rules.EXPLORE,))
    assert state.legal() == [(rules.DROP, ROPE), (rules.DROP, WOOD)]
    play(state, (rules.DROP, WOOD))
    assert (state.to_move, state.phase, state.amulet[0]) == (CHANCE, rules.P_TILE, 1)
    draw(state, "L1")
    assert len(of_kind(state, rules.LAY)) == 4
    state = begin(drawn, at={0: "A1"}, pack={0: "11 rope + wood"}, face_down=True, **FULL)
    play(state, (rules.TURN_UP, at(state, "A2")), (rules.DROP, ROPE))
    draw(state, "L1")
    assert of_kind(state, rules.LAY) == [(rules.LAY, at(state, "A2"), turn) for turn in range(4)]


def test_an_amulet_waits_while_the_backpack_holds_treasures_only() -> None:
    state = begin(board("L5 L5 L5 S"), at={0: "A1"}, pack={0: ""}, treasures={0: 12}, **FULL)
    finish(state)
    assert (state.active, state.amulet[0], state.first) == (1, 0, -1)


def test_discards_alone_do_not_end_a_move_on_the_temple() -> None:
    state = begin(board("L5 L5 L5 S"), at={0: "A1"}, pack={0: "3 rope"})
    play(state, (rules.DISCARD, ROPE), (rules.END,))
    assert (state.amulet[0], state.coins[0], state.tokens[0]) == (0, 0, 1)


def test_a_purchase_that_fills_the_backpack_ends_the_gain() -> None:
    state = begin(board("L1 L1 L1 S"), at={0: "B1"}, pack={0: "11 shovel"}, tokens={0: 4})
    play(state, (rules.GAIN, 0))
    assert state.item == ROPE
    play(state, (rules.BUY, PEARL))
    assert (state.phase, state.item, state.alternative, state.gained) == (rules.P_TURN, -1, -1, 1)
    assert pack_of(state) == (0, 0, 0, 11, 0, 1, 0)


def test_a_purchase_while_taking_leaves_less_to_take() -> None:
    state = begin(board("L3 L3 L3 S"), at={0: "B1"}, pack={0: "10 shovel"}, tokens={0: 4})
    play(state, (rules.GAIN, 0))
    assert of_kind(state, rules.TAKE) == [(rules.TAKE, 0), (rules.TAKE, 1), (rules.TAKE, 2)]
    play(state, (rules.BUY, PEARL))
    assert state.legal() == [(rules.TAKE, 0), (rules.TAKE, 1)]


def test_a_purchase_can_pay_a_crossing_in_progress() -> None:
    state = begin(board("L5 L5> L5< S"), at={0: "C1"}, pack={0: "2 provision + 2 wood"}, tokens={0: 8})
    step(state, "B1", rules.CROSS)
    play(state, (rules.HAND_OVER, rules.PROVISION), (rules.BUY, WOOD), (rules.HAND_OVER, WOOD))
    assert [a for a in state.legal() if a[0] != rules.BUY] == [(rules.HAND_OVER, WOOD)]
    play(state, (rules.HAND_OVER, WOOD), (rules.HAND_OVER, WOOD))
    assert pack_of(state) == (1, 0, 0, 0, 0, 0, 0)


def test_a_turn_without_moves_ends_automatically_unless_a_purchase_is_possible() -> None:
    drawn = board("L5 L5 L5 S")
    state = begin(drawn, at={0: "C1"}, pack={0: ""})
    play(step(state, "B1"), (rules.STOP,))
    assert (state.active, state.turn, state.tokens) == (1, 2, [0, 0])
    state = begin(drawn, at={0: "C1"}, pack={0: ""}, tokens={0: 4})
    play(step(state, "B1"), (rules.STOP,))
    assert [action[0] for action in state.legal()] == [rules.END] + [rules.BUY] * 7


def test_a_price_below_one_token_counts_as_one() -> None:
    state = begin(board("L5 L5 L5 S", price=(0, 0, 0)), tokens={0: 1})
    play(state, (rules.BUY, WOOD))
    assert (state.tokens[0], of_kind(state, rules.BUY)) == (0, [])


def test_twenty_stale_rounds_end_the_match() -> None:
    state = begin(board("L5 L5 L5 S"))
    for turn in range(40):
        assert state.to_move == turn % 2
        finish(state)
    assert (state.to_move, state.phase, state.stale, state.winners()) == (OVER, rules.P_OVER, 20, [0, 1])
    assert state.tokens == [18, 18]


@pytest.mark.parametrize("seats", range(2, 6))
@pytest.mark.parametrize("face_down", [False, True])
def test_components_are_conserved_in_random_matches(seats: int, face_down: bool) -> None:
    endings = set()
    for seed in range(8):
        rng = Rng(seed * 10 + seats)
        drawn = small_board(rng, 4 + seed % 2, 4, 5)
        state = rules.start(drawn, seats, {"face_down": face_down})
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                outcomes = state.chance()
                outcome = state.draw(rng)
                assert (outcome, 1) in outcomes
                state.apply(outcome)
                continue
            actions = state.legal()
            assert actions
            assert all(one < other for one, other in pairwise(actions))
            check_components(state)
            state.apply(choose_move(state, actions, rng))
        check_components(state)
        endings.add(state.stale < rules.STALE_ROUNDS)
        assert state.turn == state.round * seats
        assert state.stale >= rules.STALE_ROUNDS or state.last_round
    assert True in endings  # some matches end at the temple


def check_components(state: rules.State) -> None:
    """Check that pieces, coins, tokens, camps, treasures and tiles are all somewhere."""
    drawn, seats, cells = state.board, state.seats, state.board.count
    for item in range(rules.ITEMS):
        held = [state.pack[seat * rules.ITEMS + item] for seat in range(seats)]
        assert min(held) >= 0
        assert state.stock[item] >= 0
        assert state.stock[item] + sum(held) == drawn.numbers.stock[item]
    assert sum(state.coins) + state.reserve + state.bonus + state.box == drawn.numbers.coins + state.added
    assert min(state.reserve, state.bonus, state.box, state.token_stock, *state.tokens) >= 0
    assert sum(state.tokens) + state.token_stock == drawn.numbers.tokens
    for seat in range(seats):
        assert state.free(seat) >= 0
        assert state.camps[seat] + sum(state.camp[seat * cells : seat * cells + cells]) == drawn.numbers.camps
    treasures = sum(tile.treasure for tile in drawn.tiles)
    assert sum(state.treasures) + sum(state.treasure) + state.treasure_stock == treasures
    on_board = [placement >> 2 for placement in state.laid if placement >= 0]
    in_hand = [state.hand] if state.hand >= 0 else []
    assert sorted([*on_board, *in_hand, *state.hidden]) == list(range(len(drawn.tiles)))


def test_dump_and_clone_are_complete() -> None:
    rng = Rng(3)
    state = rules.start(small_board(rng), 3, {})
    for number in range(400):
        if state.to_move == OVER:
            break
        if number % 7 == 0:
            text = json.dumps(state.dump())
            restored = rules.restore(state.board, json.loads(text))
            copy = state.clone()
            assert json.dumps(restored.dump()) == json.dumps(copy.dump()) == text
            assert (restored.links, restored.empty) == (state.links, state.empty)
            if state.to_move >= 0:
                assert restored.legal() == copy.legal() == state.legal()
            for _step in range(5):
                if copy.to_move != OVER:
                    copy.apply(copy.draw(rng) if copy.to_move == CHANCE else rng.choose(copy.legal()))
            assert json.dumps(state.dump()) == text
        state.apply(state.draw(rng) if state.to_move == CHANCE else choose_move(state, state.legal(), rng))
