"""Rules G14 and G2: the temple, amulets and their coins."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import CHANCE
from studio.games.goldland import rules
from tests.games.goldland.boards import (
    MEADOW,
    at,
    begin,
    board,
    buy,
    discard,
    draw,
    finish,
    gain,
    of_kind,
    pack_of,
    pass_turns,
    pieces,
    step,
    steps,
    walk,
    where,
)
from tests.playing import play

PAY = rules.PAY


def arrive(state: rules.State) -> rules.State:
    """Let the active seat walk from next to the temple onto it and stop."""
    seat = state.active
    step(state, "A1")
    play(state, (rules.STOP,))
    if state.active == seat and state.to_move >= 0 and state.phase == rules.P_TURN:
        finish(state)
    return state


def next_to_temple(seats: int, *others: int, **more: Any) -> rules.State:
    """Put the given seats next to the temple, the others at the start, with little in the backpack."""
    return begin(board(MEADOW), seats, at=dict.fromkeys(others, "B1"), **more)


# G14: amulets


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_g14_the_piles_by_number_of_seats(seats: int) -> None:
    state = rules.start(board(MEADOW), seats, {})
    assert state.bonus == 2 * seats
    assert state.reserve == {2: 3, 3: 6, 4: 9, 5: 12}[seats]
    assert state.box == 22 - state.bonus - state.reserve and state.added == 0
    assert state.first == -1


def test_g14_a_move_that_ends_there_gains_the_amulet_and_two_coins() -> None:
    state = arrive(next_to_temple(2, 0))
    assert (state.amulet, state.coins, state.bonus) == ([1, 0], [2, 0], 2)
    assert state.first == 0 and state.free(0) == 12 - 5 - 1  # it takes a compartment


def test_g14_passing_through_is_not_enough() -> None:
    state = next_to_temple(2, 0)
    walk(state, "A1 A2")
    play(state, (rules.STOP,))
    assert state.amulet == [0, 0] and state.coins == [0, 0] and state.first == -1


def test_g14_there_is_no_amulet_before_the_move_ends() -> None:
    state = next_to_temple(2, 0)
    step(state, "A1")
    assert state.amulet == [0, 0] and of_kind(state, rules.STOP)


def test_g14_every_end_of_the_move_counts() -> None:
    stopped = next_to_temple(2, 0)
    step(stopped, "A1")
    play(stopped, (rules.STOP,))
    ended = next_to_temple(2, 0)
    step(ended, "A1")
    finish(ended)
    gained = next_to_temple(2, 0, pack={0: "shovel"})
    step(gained, "A1")
    gain(gained, "wood + rope")
    explored = begin(board(MEADOW.replace("L5", ". "), ["L13"]), at={0: "B1"})
    step(explored, "A1")
    play(explored, (rules.EXPLORE,))
    turned = begin(board(MEADOW.replace("L5", ". "), ["L13"]), at={0: "B1"}, face_down=True)
    step(turned, "A1")
    play(turned, (rules.TURN_UP, at(turned, "A2")))
    found = begin(board(MEADOW.replace("L1 ", "M1 ")), at={0: "B1"}, camps={0: "A1"})
    step(found, "A1")
    play(found, (rules.TREASURE,))
    for state in (stopped, ended, gained, explored, turned, found):
        assert (state.amulet, state.coins, state.bonus) == ([1, 0], [2, 0], 2)
    assert pack_of(gained) == pieces("shovel + wood + rope")
    assert found.treasures == [1, 0] and found.active == 1


def test_g14_the_amulet_comes_before_what_is_gained() -> None:
    # one compartment is free: the amulet takes it as the move ends, and nothing can be gained
    state = next_to_temple(2, 0, pack={0: "shovel + 10 wood"})
    step(state, "A1")
    assert of_kind(state, rules.GAIN) == []
    state = next_to_temple(2, 0, pack={0: "shovel + 9 wood"})
    step(state, "A1")
    play(state, (rules.GAIN, 0), (rules.TAKE, 1))  # one rope, no room for wood
    assert (state.free(0), state.amulet[0], state.active) == (0, 1, 1)


def test_g14_one_amulet_each() -> None:
    state = arrive(next_to_temple(3, 0))
    pass_turns(state, 2)
    assert state.active == 0
    walk(state, "B1")
    pass_turns(state, 3)
    before = state.coins[:]
    arrive(state)
    assert state.amulet == [1, 0, 0] and state.coins == before and state.free(0) == 6


def test_g14_two_coins_before_the_first_ones_next_turn() -> None:
    state = arrive(next_to_temple(3, 0, 1))
    assert state.bonus == 4
    arrive(state)
    assert (state.amulet, state.coins, state.bonus, state.first) == ([1, 1, 0], [2, 2, 0], 2, 0)


def test_g14_the_rest_of_the_bonus_pile_goes_to_the_box() -> None:
    state = arrive(next_to_temple(3, 0, 1, 2))
    box = state.box
    finish(state)
    assert state.bonus == 4
    finish(state)  # seat 0 is to move again
    assert (state.bonus, state.box, state.coins) == (0, box + 4, [3, 0, 0])
    finish(state)
    arrive(state)
    assert (state.amulet, state.coins, state.bonus) == ([1, 1, 0], [3, 0, 0], 0)  # the amulet alone


def test_g14_the_first_one_need_not_be_seat_0() -> None:
    state = next_to_temple(3, 0, 1)
    finish(state)
    arrive(state)
    assert state.first == 1
    finish(state)
    arrive(state)  # seat 0, before seat 1's next turn
    # and now seat 1's: the rest of the bonus pile is gone, a coin comes from the reserve
    assert (state.active, state.coins, state.amulet, state.bonus) == (1, [2, 3, 0], [1, 1, 0], 0)


def test_g14_the_window_closes_at_the_first_ones_turn_not_at_the_round() -> None:
    state = next_to_temple(3, 0, 2)
    pass_turns(state, 2)
    arrive(state)
    assert state.first == 2
    arrive(state)  # seat 0, in the next round
    assert state.coins == [2, 0, 2]
    finish(state)
    assert state.active == 2 and state.bonus == 0 and state.coins == [2, 0, 3]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_g14_the_bonus_pile_suffices_for_all_seats(seats: int) -> None:
    state = next_to_temple(seats, *range(seats))
    for _seat in range(seats):
        arrive(state)
    assert state.bonus == 0 and state.coins == [2] * seats


def test_g14_a_bonus_pile_that_runs_short_gives_what_it_has() -> None:
    state = begin(board(MEADOW, bonus=(0, 0, 3)), at={0: "B1", 1: "B1"})
    arrive(state)
    assert (state.coins, state.bonus) == ([2, 0], 1)
    step(state, "A1")
    play(state, (rules.STOP,))
    assert state.coins == [2, 1] and state.bonus == 0 and state.amulet == [1, 1]


def test_g14_with_a_full_backpack_one_piece_is_discarded_first() -> None:
    state = next_to_temple(2, 0, pack={0: "8 wood + 3 rope"}, tokens={0: 4})
    step(state, "A1")
    buy(state, "rod")
    stock = state.stock[:]
    play(state, (rules.STOP,))
    assert state.phase == rules.P_DROP and state.amulet == [0, 0] and state.coins == [0, 0]
    assert state.legal() == [(rules.DROP, rules.ROPE), (rules.DROP, rules.WOOD), (rules.DROP, rules.ROD)]
    play(state, (rules.DROP, rules.ROPE))
    assert (state.amulet, state.coins, state.free(0)) == ([1, 0], [2, 0], 0)
    assert pack_of(state) == pieces("8 wood + 2 rope + rod") and state.stock[rules.ROPE] == stock[rules.ROPE] + 1


def full(drawn: str = MEADOW, pile: tuple[str, ...] = (), text: str = "11 wood", **more: Any) -> rules.State:
    """Return a position in which seat 0 has just stepped onto the temple and filled its backpack with a rod."""
    state = begin(board(drawn, pile), at={0: "B1"}, pack={0: text}, tokens={0: 4}, **more)
    step(state, "A1")
    return buy(state, "rod")


def test_g14_a_full_backpack_at_every_end_of_the_move() -> None:
    ended = play(full(), (rules.END,), (rules.DROP, rules.WOOD))
    assert (ended.amulet, ended.coins, ended.active) == ([1, 0], [2, 0], 1)
    explored = play(full(MEADOW.replace("L5", ". "), ("L13",)), (rules.EXPLORE,))
    assert explored.phase == rules.P_DROP  # the move ends before the tile is drawn
    play(explored, (rules.DROP, rules.WOOD))
    assert explored.amulet == [1, 0] and explored.to_move == CHANCE
    draw(explored, "L13")
    play(explored, (rules.LAY, at(explored, "A2"), 0))
    turned = play(full(MEADOW.replace("L5", ". "), ("L13",), face_down=True), (rules.TURN_UP, 4))
    play(turned, (rules.DROP, rules.ROD))
    draw(turned, "L13")
    assert {action[1] for action in of_kind(turned, rules.LAY)} == {4}
    assert turned.amulet == [1, 0]


def test_g14_making_room_does_not_change_what_ended_the_move() -> None:
    # seat 0 could still explore, and yet it ended its turn; or exploring continues and counts
    open_country = MEADOW.replace("L5", ". ")
    ended = play(full(open_country, ("L13", "L12")), (rules.END,), (rules.DROP, rules.WOOD))
    assert (ended.active, ended.amulet) == (1, [1, 0])
    explored = begin(board(open_country, ("L13", "L12")), at={0: "B1"}, pack={0: "11 wood"}, tokens={0: 8})
    step(explored, "A1")
    buy(explored, "rod")
    play(explored, (rules.EXPLORE,), (rules.DROP, rules.WOOD))
    draw(explored, "L13")
    assert explored.explored == 1 and explored.phase == rules.P_LAY


def test_g14_full_backpack_and_a_treasure_on_the_temple() -> None:
    # the move ends, the amulet needs room, and the treasure can be paid after every way of making room
    state = full(MEADOW.replace("L1 ", "M1 "), text="9 wood + 2 provision", camps={0: "A1"})
    play(state, (rules.TREASURE,))
    assert state.legal() == [(rules.DROP, rules.WOOD), (rules.DROP, rules.ROD)]
    for action in state.legal():
        after = play(state.clone(), action)
        assert (after.amulet, after.treasures, after.active) == ([1, 0], [1, 0], 1)
        assert pack_of(after)[rules.PROVISION] == 0 and after.free(0) == 1


def test_g14_a_backpack_of_treasures_only_prevents_the_amulet() -> None:
    state = begin(board(MEADOW), at={0: "A1"}, pack={0: ""}, treasures={0: 12})
    assert state.legal() == [(rules.END,)]  # no point, nothing to discard: no move can end here
    state = begin(board(MEADOW), at={0: "A1"}, pack={0: "wood"}, treasures={0: 11})
    discard(state, "wood")
    step(state, "B1")
    finish(finish(state))  # the other seat's turn, too
    step(state, "A1")
    finish(state)
    assert state.amulet == [1, 0]


def test_g14_the_temple_may_be_left_again() -> None:
    state = arrive(next_to_temple(2, 0))
    finish(state)
    assert state.active == 0
    walk(state, "B1 B2")
    assert where(state) == "B2"


def test_g14_the_temple_is_on_the_tile_of_the_final_space() -> None:
    # its tile is an adventure like any other: it is paid and can have camps
    state = begin(board(MEADOW.replace("L1 ", "B1 ")), at={0: "B1"}, pack={0: "2 rifle"})
    assert ("A1", PAY) in steps(state)
    step(state, "A1", PAY)
    play(state, (rules.PITCH,), (rules.GAIN, 0))
    assert state.amulet == [1, 0] and state.phase == rules.P_TAKE


def test_g14_an_undiscovered_final_space_cannot_be_entered() -> None:
    state = begin(board(MEADOW.replace("L1 ", ".  "), ["L1"]), at={0: "B1"})
    assert "A1" not in {name for name, _way in steps(state)}


def test_g14_the_layout_defines_the_temple_space() -> None:
    state = begin(board(MEADOW, temple="C1"), at={0: "B1"})
    step(state, "A1")
    play(state, (rules.STOP,))
    assert state.amulet == [0, 0]
    state = begin(board(MEADOW, temple="C1"), at={0: "B1"})
    step(state, "C1")
    play(state, (rules.STOP,))
    assert state.amulet == [1, 0]


def test_g14_a_turn_without_a_move_ends_no_move_there() -> None:
    state = begin(board(MEADOW), at={0: "A1"})
    finish(state)
    assert state.amulet == [0, 0] and state.tokens == [1, 0]


# G2: coins


def test_g2_no_coin_in_the_turn_in_which_the_amulet_was_gained() -> None:
    state = arrive(next_to_temple(2, 0))
    assert (state.coins, state.reserve) == ([2, 0], 3)


def test_g2_during_the_last_round_from_the_box_when_the_reserve_is_empty() -> None:
    state = begin(board(MEADOW), 3, amulets=[0, 1], first=0, bonus=0, reserve=1, box=21)
    finish(state)  # seat 1 takes the last coin of the reserve
    assert (state.coins, state.reserve, state.box, state.last_round) == ([0, 1, 0], 0, 21, 1)
    state = begin(board(MEADOW), 3, amulets=[0, 1], first=0, bonus=0, reserve=0, box=21, last_round=1)
    finish(state)
    assert (state.coins, state.reserve, state.box, state.added) == ([0, 1, 0], 0, 20, 0)


def test_g2_the_box_never_runs_out() -> None:
    state = begin(board(MEADOW), 5, amulets=[1, 2], first=1, bonus=0, reserve=0, box=0, last_round=1,
                  coins=[11, 11, 0, 0, 0])  # fmt: skip
    finish(state)
    assert (state.coins, state.box, state.added) == ([11, 12, 0, 0, 0], 0, 1)
    finish(state)
    assert (state.coins, state.box, state.added) == ([11, 12, 1, 0, 0], 0, 2)


def test_g2_a_23rd_coin_with_five_seats() -> None:
    # everybody arrives within the window (10 coins), then twelve from the reserve: none is left for a 23rd
    state = begin(board(MEADOW), 5, amulets=[0, 1, 2, 3], first=0, bonus=0, reserve=1, box=0,
                  coins=[6, 5, 5, 5, 0])  # fmt: skip
    finish(state)
    finish(state)
    assert state.coins == [6, 6, 6, 5, 0] and (state.reserve, state.added, sum(state.coins)) == (0, 1, 23)


def test_g2_an_empty_reserve_gives_nothing_before_the_last_round() -> None:
    state = begin(board(MEADOW, reserve=(0, 0, 0, 0)), 3, amulets=[1], first=1, bonus=0)
    box = state.box
    finish(state)
    assert (state.coins, state.box, state.last_round) == ([0, 0, 0], box, 0)
