"""Rules G2, G14, G15 and G17: amulets and coins, the end of the match and the score."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import CHANCE, OVER
from studio.games.goldland import rules
from tests.games.goldland.boards import MEADOW, begin, board, do, of_kind, pack_of, pass_turns, pieces, steps, where

WILD = """
    L1 B1 L3 L4
    P1 L6 M1 L8
    L9 D3 P2 .
    E1 C8 C6 S
"""
OPEN = MEADOW.replace("L5", ". ")  # A2 is undiscovered, next to the temple on A1
TREASURE = MEADOW.replace("L1 ", "M1 ")  # there is a treasure on the temple


def next_to_temple(seats: int, *others: int, **more: Any) -> rules.State:
    """Put the given seats next to the temple, the others at the start, with little in the backpack."""
    return begin(MEADOW, seats, at=dict.fromkeys(others, "B1"), **more)


# G14: amulets


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_g14_the_piles_by_number_of_seats(seats: int) -> None:
    state = rules.start(board(MEADOW), seats, {})
    assert state.bonus == 2 * seats
    assert state.reserve == {2: 3, 3: 6, 4: 9, 5: 12}[seats]
    assert state.box == 22 - state.bonus - state.reserve and state.added == 0
    assert state.first == -1


@pytest.mark.parametrize(
    ("drawn", "script", "more"),
    [
        (MEADOW, "A1, stop", {}),
        (MEADOW, "A1, end", {}),
        (MEADOW, "A1, gain rope + wood", {"pack": "shovel"}),
        (OPEN, "A1, explore", {}),
        (OPEN, "A1, turn A2", {"face_down": True}),
        (TREASURE, "A1, treasure", {"camps": "A1"}),
        # with a full backpack one piece is discarded first
        (MEADOW, "A1, buy rod, end, drop wood", {"pack": "11 wood", "tokens": 4}),
        (OPEN, "A1, buy rod, end, drop wood", {"pack": "11 wood", "tokens": 4}),
        (OPEN, "A1, buy rod, explore, drop wood", {"pack": "11 wood", "tokens": 8}),
        (OPEN, "A1, buy rod, turn A2, drop rod", {"pack": "11 wood", "tokens": 4, "face_down": True}),
    ],
)
def test_g14_every_end_of_the_move_there_gains_the_amulet_and_two_coins(
    drawn: str, script: str, more: dict[str, Any]
) -> None:
    state = begin(board(drawn, ["L13", "L12"]), at="B1", **more)
    held = state.free(0)
    *moves, last = script.split(", ")
    before = do(state, ", ".join(moves))
    assert (before.amulet, before.coins) == ([0, 0], [0, 0])  # not before the move ends
    do(state, last)
    assert (state.amulet, state.coins, state.bonus, state.first) == ([1, 0], [2, 0], 2, 0)
    if last == "stop":
        assert state.free(0) == held - 1  # it takes a compartment
    if last == "gain rope + wood":
        assert pack_of(state) == pieces("shovel + wood + rope")
    if last in ("end", "treasure") or "end" in moves:
        assert state.active == 1
    assert state.treasures == [last == "treasure", 0]
    if state.to_move == CHANCE:
        do(state, "draw L13")
        assert (state.explored, state.phase) == (1, rules.P_LAY)
        do(state, "lay A2 ^")


def test_g14_passing_through_is_not_enough() -> None:
    state = do(next_to_temple(2, 0), "A1, A2, stop")
    assert state.amulet == [0, 0] and state.coins == [0, 0] and state.first == -1


def test_g14_the_amulet_comes_before_what_is_gained() -> None:
    # one compartment is free: the amulet takes it as the move ends, and nothing can be gained
    state = do(next_to_temple(2, 0, pack="shovel + 10 wood"), "A1")
    assert of_kind(state, rules.GAIN) == []
    state = do(next_to_temple(2, 0, pack="shovel + 9 wood"), "A1, gain rope")  # one rope, no room for wood
    assert (state.free(0), state.amulet[0], state.active) == (0, 1, 1)


def test_g14_one_amulet_each() -> None:
    state = do(next_to_temple(3, 0), "A1, stop, end, end")
    assert state.active == 0
    do(state, "B1, end, end, end")
    before = state.coins[:]
    do(state, "A1, stop")
    assert state.amulet == [1, 0, 0] and state.coins == before and state.free(0) == 6


def test_g14_two_coins_before_the_first_ones_next_turn() -> None:
    state = do(next_to_temple(3, 0, 1), "A1, stop")
    assert state.bonus == 4
    do(state, "A1, stop")
    assert (state.amulet, state.coins, state.bonus, state.first) == ([1, 1, 0], [2, 2, 0], 2, 0)


def test_g14_the_rest_of_the_bonus_pile_goes_to_the_box() -> None:
    state = do(next_to_temple(3, 0, 1, 2), "A1, stop")
    box = state.box
    assert do(state, "end").bonus == 4
    do(state, "end")  # seat 0 is to move again: the pile goes before it takes its coin
    assert (state.bonus, state.box, state.coins, state.bonus_open) == (0, box + 4, [3, 0, 0], 0)
    do(state, "end, A1, stop")
    assert (state.amulet, state.coins, state.bonus) == ([1, 1, 0], [3, 0, 0], 0)  # the amulet alone


def test_g14_the_first_one_need_not_be_seat_0() -> None:
    state = do(next_to_temple(3, 0, 1), "end, A1, stop")
    assert state.first == 1
    do(state, "end, A1, stop")  # seat 0, before seat 1's next turn
    # and now seat 1's: the rest of the bonus pile is gone, a coin comes from the reserve
    assert (state.active, state.coins, state.amulet, state.bonus) == (1, [2, 3, 0], [1, 1, 0], 0)


def test_g14_the_window_closes_at_the_first_ones_turn_not_at_the_round() -> None:
    state = do(next_to_temple(3, 0, 2), "end, end, A1, stop")
    assert state.first == 2
    do(state, "A1, stop")  # seat 0, in the next round
    assert state.coins == [2, 0, 2]
    do(state, "end")
    assert state.active == 2 and state.bonus == 0 and state.coins == [2, 0, 3]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_g14_the_bonus_pile_suffices_for_all_seats(seats: int) -> None:
    state = next_to_temple(seats, *range(seats))
    for _seat in range(seats):
        do(state, "A1, stop")
    assert state.bonus == 0 and state.coins == [2] * seats


def test_g14_a_bonus_pile_that_runs_short_gives_what_it_has() -> None:
    state = do(begin(board(MEADOW, bonus=(0, 0, 3)), at={0: "B1", 1: "B1"}), "A1, stop")
    assert (state.coins, state.bonus) == ([2, 0], 1)
    do(state, "A1, stop")
    assert state.coins == [2, 1] and state.bonus == 0 and state.amulet == [1, 1]


def test_g14_with_a_full_backpack_one_piece_is_discarded_first() -> None:
    state = do(next_to_temple(2, 0, pack="8 wood + 3 rope", tokens=4), "A1, buy rod")
    stock = state.stock[:]
    do(state, "stop")
    assert state.phase == rules.P_DROP and state.amulet == [0, 0] and state.coins == [0, 0]
    assert state.legal() == [(rules.DROP, rules.ROPE), (rules.DROP, rules.WOOD), (rules.DROP, rules.ROD)]
    do(state, "drop rope")
    assert (state.amulet, state.coins, state.free(0)) == ([1, 0], [2, 0], 0)
    assert pack_of(state) == pieces("8 wood + 2 rope + rod") and state.stock[rules.ROPE] == stock[rules.ROPE] + 1


def test_g14_the_tile_that_is_turned_up_after_making_room() -> None:
    state = begin(board(OPEN, ["L13"]), at="B1", pack="11 wood", tokens=4, face_down=True)
    do(state, "A1, buy rod, turn A2, drop rod, draw L13")
    assert {action[1] for action in of_kind(state, rules.LAY)} == {4}


def test_g14_full_backpack_and_a_treasure_on_the_temple() -> None:
    # the move ends, the amulet needs room, and the treasure can be paid after every way of making room
    state = do(begin(TREASURE, at="B1", pack="9 wood + 2 provision", tokens=4, camps="A1"), "A1, buy rod, treasure")
    assert state.legal() == [(rules.DROP, rules.WOOD), (rules.DROP, rules.ROD)]
    for item in ("wood", "rod"):
        after = do(state.clone(), f"drop {item}")
        assert (after.amulet, after.treasures, after.active) == ([1, 0], [1, 0], 1)
        assert pack_of(after)[rules.PROVISION] == 0 and after.free(0) == 1


def test_g14_a_full_backpack_with_only_the_price_prevents_the_treasure() -> None:
    state = begin(TREASURE, at="A1", pack="2 provision", treasures={0: 10}, moved=1, points=0, visited=3)
    assert of_kind(state, rules.TREASURE) == []
    do(state, "end, drop provision")
    assert (state.active, state.amulet[0], pack_of(state)[rules.PROVISION]) == (1, 1, 1)


def test_g14_a_backpack_of_treasures_only_prevents_the_amulet() -> None:
    state = begin(MEADOW, at="A1", pack="", treasures={0: 12})
    assert state.legal() == [(rules.END,)]  # no point, nothing to discard: no move can end here
    state = do(begin(MEADOW, at="A1", pack="", treasures={0: 12}, moved=1, points=0, visited=3), "end")
    assert (state.active, state.amulet[0], state.first) == (1, 0, -1)
    state = do(begin(MEADOW, at="A1", pack="wood", treasures={0: 11}), "discard wood, B1, end, end, A1, end")
    assert state.amulet == [1, 0]


def test_g14_the_temple_may_be_left_again() -> None:
    state = do(next_to_temple(2, 0), "A1, stop, end")
    assert state.active == 0
    assert where(do(state, "B1, B2")) == "B2"


def test_g14_the_temple_is_on_the_tile_of_the_final_space() -> None:
    # its tile is an adventure like any other: it is paid and can have camps
    state = begin(MEADOW.replace("L1 ", "B1 "), at="B1", pack="2 rifle")
    assert "A1 pay" in steps(state)
    do(state, "A1 pay, pitch").apply((rules.GAIN, 0))
    assert state.amulet == [1, 0] and state.phase == rules.P_TAKE


def test_g14_an_undiscovered_final_space_cannot_be_entered() -> None:
    state = begin(board(MEADOW.replace("L1 ", ".  "), ["L1"]), at="B1")
    assert not any(step.startswith("A1") for step in steps(state))


@pytest.mark.parametrize(("name", "amulet"), [("A1", 0), ("C1", 1)])
def test_g14_the_layout_defines_the_temple_space(name: str, amulet: int) -> None:
    assert do(begin(board(MEADOW, temple="C1"), at="B1"), f"{name}, stop").amulet == [amulet, 0]


@pytest.mark.parametrize("script", ["end", "discard pearl, end"])
def test_g14_a_turn_without_a_move_ends_no_move_there(script: str) -> None:
    state = do(begin(MEADOW, at="A1"), script)
    assert state.amulet == [0, 0] and state.coins == [0, 0] and state.tokens == [1, 0]


# G2: coins


def test_g2_a_seat_with_an_amulet_takes_a_coin_as_its_turn_begins() -> None:
    state = do(next_to_temple(3, 0), "A1, stop")  # the turn ends automatically: nothing else can be done
    assert state.active == 1 and state.coins == [2, 0, 0]  # none in the turn in which the amulet was gained
    reserve = state.reserve
    assert do(state, "end").coins == [2, 0, 0]  # nothing for those without
    do(state, "end")
    assert (state.active, state.coins, state.reserve) == (0, [3, 0, 0], reserve - 1)
    do(state, "B1, C1, end, end, end")  # it need not stay in the temple
    assert (state.coins, state.reserve) == ([4, 0, 0], reserve - 2)


def test_g2_during_the_last_round_from_the_box_when_the_reserve_is_empty() -> None:
    state = do(begin(MEADOW, 3, amulets=[0, 1, 2], first=0, bonus=0, reserve=1, box=21), "end")
    # seat 1 takes the last coin of the reserve
    assert (state.coins, state.reserve, state.box, state.last_round) == ([0, 1, 0], 0, 21, 1)
    do(state, "end")
    assert (state.coins, state.reserve, state.box, state.added) == ([0, 1, 1], 0, 20, 0)
    do(state, "end")
    assert state.to_move == OVER and state.coins == [0, 1, 1]


def test_g2_the_box_never_runs_out() -> None:
    state = begin(MEADOW, 5, amulets=[1, 2], first=1, bonus=0, reserve=0, box=0, last_round=1,
                  coins=[11, 11, 0, 0, 0])  # fmt: skip
    do(state, "end")
    assert (state.coins, state.box, state.added) == ([11, 12, 0, 0, 0], 0, 1)
    do(state, "end")
    assert (state.coins, state.box, state.added) == ([11, 12, 1, 0, 0], 0, 2)


def test_g2_a_23rd_coin_with_five_seats() -> None:
    # everybody arrives within the window (10 coins), then twelve from the reserve: none is left for a 23rd
    state = begin(MEADOW, 5, amulets=[0, 1, 2, 3], first=0, bonus=0, reserve=1, box=0, coins=[6, 5, 5, 5, 0])
    do(state, "end, end")
    assert state.coins == [6, 6, 6, 5, 0] and (state.reserve, state.added, sum(state.coins)) == (0, 1, 23)


def test_g2_a_layout_without_a_reserve_gives_coins_in_the_last_round_alone() -> None:
    drawn = board(MEADOW, reserve=(0,) * 6)
    state = begin(drawn, 3, amulets=[1], first=1, bonus=0)
    box = state.box
    do(state, "end")  # there is no last coin to be taken
    assert (state.active, state.coins, state.box, state.last_round) == (1, [0, 0, 0], box, 0)
    state = do(begin(drawn, 3, amulets=[1, 2], first=1, bonus=0, at="B1"), "A1, end")
    # now every seat has an amulet, and this round is the last
    assert (state.active, state.last_round, state.coins) == (1, 1, [0, 1, 0])
    do(state, "end")
    assert (state.coins, state.box) == ([0, 1, 1], box - 2)


# G15: last round


@pytest.mark.parametrize("last", [0, 1, 2])
def test_g15_the_round_is_finished_when_everybody_has_an_amulet(last: int) -> None:
    others = [seat for seat in range(3) if seat != last]
    state = begin(MEADOW, 3, at={last: "B1"}, amulets=others, first=others[0], bonus=0, reserve=9)
    do(pass_turns(state, last), "A1, end")
    assert state.amulet == [1, 1, 1] and state.last_round == 1
    for _seat in range(last + 1, 3):
        assert state.to_move >= 0
        do(state, "end")
    assert (state.to_move, state.phase) == (OVER, rules.P_OVER)
    assert state.turn == 3  # all have had one


@pytest.mark.parametrize("taker", [0, 1, 2])
def test_g15_the_round_is_finished_when_the_last_reserve_coin_is_taken(taker: int) -> None:
    state = pass_turns(begin(MEADOW, 3, amulets=[taker], first=taker, bonus=0, reserve=1), taker or 3)
    assert (state.reserve, state.coins[taker]) == (0, 1)
    for _seat in range(taker, 3):
        assert state.to_move >= 0
        do(state, "end")
    assert state.to_move == OVER
    assert state.turn % 3 == 0


def test_g15_no_last_round_before() -> None:
    state = begin(MEADOW, 3, amulets=[0, 1], first=0, bonus=0, reserve=4)
    pass_turns(state, 3)  # seats 1 and 0 took one each
    assert state.to_move == 0 and state.reserve == 2
    pass_turns(state, 3)
    assert state.to_move == 0 and state.reserve == 0 and state.last_round == 1  # seat 0 took the last
    assert pass_turns(state, 3).to_move == OVER


def test_g15_a_match_of_two_to_its_end() -> None:
    state = do(begin(MEADOW, 2, at={0: "B1", 1: "C1"}), "A1, end, end")
    assert (state.coins, state.bonus, state.reserve) == ([3, 0], 0, 2)
    do(state, "end, B1, end")
    assert (state.coins, state.reserve) == ([4, 0], 1)
    do(state, "end, A1, end")  # in round 3, with the window closed
    assert state.to_move == OVER
    assert (state.coins, state.scores(), state.winners()) == ([4, 0], [7, 3], [0])


# G15: stale rounds


@pytest.mark.parametrize("seats", [2, 3])
def test_g15_twenty_rounds_without_progress_end_the_match(seats: int) -> None:
    state = pass_turns(begin(MEADOW, seats), 20 * seats - 1)
    assert state.to_move == seats - 1
    do(state, "end")
    assert (state.to_move, state.turn, state.stale) == (OVER, 20 * seats, 20)


@pytest.mark.parametrize(
    ("place", "script"),
    [("D2", "explore L1 D3, end"), ("B2", "B1 pay, pitch, end"), ("C2", "treasure"), ("B1", "A1, end")],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_g15_progress_breaks_the_row(place: str, script: str, seat: int) -> None:
    pack = {seat: "3 provision + 2 rifle + wood"}
    state = pass_turns(begin(board(WILD, ["L1", "L2"]), at={seat: place}, pack=pack, stale=19), seat)
    do(state, script)
    if seat == 0:
        assert state.active == 1
        do(state, "end")
    assert state.to_move == 0
    if state.amulet == [0, 0]:  # else there is a coin, which is progress, in every round
        assert pass_turns(state, 2 * 19).to_move == 0  # 19 stale rounds again
        assert pass_turns(state, 2).to_move == OVER


def test_g15_a_coin_is_progress() -> None:
    state = do(begin(MEADOW, amulets=[1], first=1, bonus=0, stale=19), "end, end")
    assert state.to_move == 0


@pytest.mark.parametrize(
    ("camps", "script"),
    [
        ("", "discard wood, A2 pay, no camp, gain 2 provision"),
        ("", "buy rod, end"),
        ("C3 " * 10, "B1 pay, shift C3, end"),
    ],
)
def test_g15_steps_gains_purchases_tokens_and_shifted_camps_are_no_progress(camps: str, script: str) -> None:
    pack = "3 provision + 2 rifle + wood"
    state = do(begin(board(WILD, ["L1"]), at="B2", pack=pack, tokens=4, camps=camps, stale=19), script)
    if state.active == 0:
        do(state, "end")
    assert state.active == 1
    assert do(state, "end").to_move == OVER


# G15: score


def test_g15_coins_treasures_amulets_and_markers_count() -> None:
    state = begin(MEADOW, 4, amulets=[0, 1], treasures={0: 2, 2: 1}, coins=[4, 1, 0, 0],
                  marker=[0, -1, 2, 0, 1, 2, -1])  # fmt: skip
    # bandits 3 and mountains 4 for seat 0, canyon 4 for seat 1, desert 5 and lake 3 for seat 2
    assert state.scores() == [4 + 6 + 3 + 7, 1 + 3 + 4, 3 + 8, 0]


@pytest.mark.parametrize(("kind", "value"), list(enumerate([3, 3, 5, 4, 4, 3, 2])))
def test_g15_the_value_of_each_marker(kind: int, value: int) -> None:
    marker = [-1] * 7
    marker[kind] = 1
    assert begin(MEADOW, marker=marker).scores() == [0, value]


def test_g15_equipment_tokens_and_camps_count_nothing() -> None:
    assert begin(WILD, pack="12 rope", tokens=20, camps="B1 B1 A2").scores() == [0, 0]


@pytest.mark.parametrize(("coins", "winners"), [([3, 5, 4], [1]), ([5, 3, 5], [0, 2]), ([0, 0, 0], [0, 1, 2])])
def test_g15_most_coins_win_and_ties_share(coins: list[int], winners: list[int]) -> None:
    state = pass_turns(begin(MEADOW, 3, coins=coins, stale=19), 3)
    assert (state.to_move, state.winners()) == (OVER, winners)


# G17


def test_g17_legal_actions_are_sorted_and_reach_all_phases() -> None:
    state = begin(board(WILD, ["L1"]), at="C3", pack="2 rifle + rope + 2 provision", tokens=4)
    legal = state.legal()
    assert legal == sorted(set(legal))
    assert {action[0] for action in legal} == {rules.DISCARD, rules.STEP, rules.EXPLORE, rules.END, rules.BUY}
