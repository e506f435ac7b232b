"""Rule G12: buying equipment with discovery tokens."""

from __future__ import annotations

import pytest

from studio.games.goldland import rules
from tests.games.goldland.boards import (
    LAKESIDE,
    MEADOW,
    SHORE,
    at,
    begin,
    board,
    buy,
    finish,
    of_kind,
    offered,
    pack_of,
    pieces,
    step,
)
from tests.playing import play

PAY, CROSS = rules.PAY, rules.CROSS
GAIN = rules.GAIN


@pytest.mark.parametrize(("seats", "price"), [(2, 4), (3, 3), (4, 2), (5, 2)])
def test_g12_the_price_by_number_of_seats(seats: int, price: int) -> None:
    state = begin(board(MEADOW), seats, tokens={0: price - 1})
    assert of_kind(state, rules.BUY) == []
    state = begin(board(MEADOW), seats, tokens={0: price + 1})
    assert of_kind(state, rules.BUY) == [(rules.BUY, item) for item in range(7)]
    before, tokens = state.stock[:], state.token_stock
    buy(state, "rod")
    assert state.tokens[0] == 1 and state.token_stock == tokens + price
    assert pack_of(state) == pieces("3 provision + 2 pearl + rod")
    assert state.stock == [*before[:6], before[6] - 1]
    assert of_kind(state, rules.BUY) == []


def test_g12_only_into_a_free_compartment() -> None:
    state = begin(board(MEADOW), pack={0: "8 wood"}, treasures={0: 2}, amulets=[0], tokens={0: 12})
    buy(state, "rope")
    assert of_kind(state, rules.BUY) == []


def test_g12_only_from_stock() -> None:
    state = begin(board(MEADOW), tokens={0: 4}, stock=[20, 0, 16, 16, 1, 12, 0])
    assert {action[1] for action in of_kind(state, rules.BUY)} == {0, 2, 3, 4, 5}


def test_g12_as_often_as_wanted() -> None:
    state = begin(board(MEADOW), 4, tokens={0: 15})
    buy(state, "wood", "wood", "rope", "rope", "rod", "shovel", "rifle")
    assert (state.tokens[0], state.free(0)) == (1, 0)


def test_g12_only_in_the_own_turn() -> None:
    state = begin(board(MEADOW), tokens={1: 8})
    assert of_kind(state, rules.BUY) == []
    finish(state)
    assert of_kind(state, rules.BUY) and state.active == 1
    buy(state, "rod")
    assert pack_of(state, 1) == pieces("3 provision + 2 pearl + rod")


def test_g12_during_a_move() -> None:
    state = begin(board(LAKESIDE), at={0: "B3"}, pack={0: "rifle"}, tokens={0: 4})
    step(state, "B2")
    assert (rules.STEP, at(state, "B1"), PAY) not in state.legal()
    buy(state, "rifle")  # now the bandits can be paid
    step(state, "B1", PAY)
    assert state.phase == rules.P_CAMP


def test_g12_before_a_crossing_is_complete() -> None:
    state = begin(board(MEADOW.replace("L6", "L6^")), at={0: "B2"}, pack={0: "4 wood"}, tokens={0: 4})
    step(state, "B1", CROSS)
    buy(state, "rod")
    for _piece in range(3):
        play(state, (rules.HAND_OVER, rules.WOOD))
    assert of_kind(state, rules.HAND_OVER) == [(rules.HAND_OVER, rules.WOOD), (rules.HAND_OVER, rules.ROD)]
    play(state, (rules.HAND_OVER, rules.ROD))
    assert pack_of(state) == pieces("wood")


def test_g12_between_paying_and_pitching() -> None:
    state = begin(board(LAKESIDE), at={0: "B2"}, pack={0: "2 rifle"}, tokens={0: 4})
    step(state, "B1", PAY)
    buy(state, "rod")
    assert state.phase == rules.P_CAMP
    play(state, (rules.PITCH,))


def test_g12_while_taking() -> None:
    state = begin(board(MEADOW), pack={0: "9 wood"}, tokens={0: 8})
    play(state, (GAIN, 0))
    assert of_kind(state, rules.TAKE) == [(rules.TAKE, number) for number in range(4)]
    buy(state, "rod")
    assert of_kind(state, rules.TAKE) == [(rules.TAKE, number) for number in range(3)]  # room for two
    play(state, (rules.TAKE, 1))
    assert state.item == rules.PEARL
    assert of_kind(state, rules.TAKE) == [(rules.TAKE, 0), (rules.TAKE, 1)]
    buy(state, "rod")  # the last compartment: no pearl can be taken, and no decision is left
    assert pack_of(state) == pieces("9 wood + provision + 2 rod")
    assert state.phase == rules.P_TURN and offered(state) == set()


def test_g12_the_last_piece_of_stock_while_taking() -> None:
    state = begin(board(MEADOW), pack={0: ""}, tokens={0: 4}, stock=[9, 9, 9, 9, 9, 1, 6])
    play(state, (GAIN, 0), (rules.TAKE, 0))
    assert state.item == rules.PEARL
    buy(state, "pearl")
    assert state.phase == rules.P_TURN and pack_of(state) == pieces("pearl")


def test_g12_with_the_drawn_tile_in_hand() -> None:
    state = begin(board(SHORE, ["L5"]), at={0: "C4"}, tokens={0: 4})
    play(state, (rules.EXPLORE,))
    state.apply(state.chance()[0][0])
    buy(state, "rod")
    assert state.phase == rules.P_LAY and of_kind(state, rules.LAY)


def test_g12_never_into_a_full_backpack_in_any_phase() -> None:
    state = begin(board(SHORE, ["L5"]), at={0: "C4"}, pack={0: "11 wood"}, tokens={0: 12})
    play(state, (rules.EXPLORE,))
    state.apply(state.chance()[0][0])
    buy(state, "rod")
    assert state.phase == rules.P_LAY and of_kind(state, rules.BUY) == []
    state = begin(board(MEADOW), at={0: "B1"}, pack={0: "11 wood"}, tokens={0: 12})
    step(state, "A1")
    buy(state, "rod")
    play(state, (rules.STOP,))
    assert state.phase == rules.P_DROP and of_kind(state, rules.BUY) == []


def test_g12_before_a_treasure() -> None:
    state = begin(board(MEADOW.replace("L6", "M1")), at={0: "B2"}, pack={0: "provision"}, tokens={0: 4})
    assert of_kind(state, rules.TREASURE) == []
    buy(state, "provision")
    play(state, (rules.TREASURE,))
    assert state.treasures[0] == 1


def test_g12_at_the_end_of_the_turn() -> None:
    state = begin(board(MEADOW), at={0: "B2"}, pack={0: "wood"}, tokens={0: 4})
    step(state, "B1")
    play(state, (rules.STOP,))
    buy(state, "shovel")  # for the line of B1: one more thing to do
    assert state.active == 0 and offered(state) == {0, 1}


def test_g12_a_purchase_may_be_the_last_thing_of_a_turn() -> None:
    state = begin(board(MEADOW), at={0: "B2"}, pack={0: "wood"}, tokens={0: 4})
    step(state, "B1")
    play(state, (rules.STOP,))
    buy(state, "rod")  # the tokens are gone and nothing else can be done
    assert (state.active, pack_of(state)) == (1, pieces("wood + rod"))


def test_g12_a_purchase_alone_never_ends_the_turn() -> None:
    state = begin(board(MEADOW), at={0: "B2"}, pack={0: ""}, treasures={0: 11}, tokens={0: 4})
    buy(state, "rod")
    assert state.active == 0
