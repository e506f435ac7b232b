"""Rule G15: the end of the match and the score; the rest of rule G17."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from studio.core.game import OVER
from studio.games.goldland import rules
from tests.games.goldland.boards import MEADOW, at, begin, board, buy, discard, explore, finish, gain, pass_turns, step
from tests.playing import play

PAY = rules.PAY
WILD = """
    L1 B1 L3 L4
    P1 L6 M1 L8
    L9 D3 P2 .
    E1 C8 C6 S
"""


def reach_temple(state: rules.State) -> rules.State:
    """Let the seat to move walk onto the temple and end its turn."""
    step(state, "A1")
    return finish(state)


def test_g2_a_layout_without_a_reserve_gives_coins_in_the_last_round_alone() -> None:
    drawn = board(MEADOW, reserve=(0,) * 6)
    state = begin(drawn, 3, amulets=[1], first=1, bonus=0, at={0: "B1", 2: "B1"})
    assert (state.reserve, state.last_round) == (0, 0)
    finish(state)
    assert (state.active, state.coins, state.last_round) == (1, [0, 0, 0], 0)  # there is no last coin to be taken
    state = begin(drawn, 3, amulets=[1, 2], first=1, bonus=0, at={0: "B1"})
    box = state.box
    reach_temple(state)  # now every seat has an amulet, and this round is the last
    assert (state.active, state.last_round, state.coins) == (1, 1, [0, 1, 0])
    finish(state)
    assert (state.coins, state.box) == ([0, 1, 1], box - 2)


# G15: last round


@pytest.mark.parametrize("last", [0, 1, 2])
def test_g15_the_round_is_finished_when_everybody_has_an_amulet(last: int) -> None:
    others = [seat for seat in range(3) if seat != last]
    state = begin(board(MEADOW), 3, at={last: "B1"}, amulets=others, first=others[0], bonus=0, reserve=9)
    pass_turns(state, last)
    reach_temple(state)
    assert state.amulet == [1, 1, 1] and state.last_round == 1
    for _seat in range(last + 1, 3):
        assert state.to_move >= 0
        finish(state)
    assert (state.to_move, state.phase) == (OVER, rules.P_OVER)
    assert state.turn == 3  # all have had one


@pytest.mark.parametrize("taker", [0, 1, 2])
def test_g15_the_round_is_finished_when_the_last_reserve_coin_is_taken(taker: int) -> None:
    state = begin(board(MEADOW), 3, amulets=[taker], first=taker, bonus=0, reserve=1)
    pass_turns(state, taker or 3)
    assert (state.reserve, state.coins[taker]) == (0, 1)
    for _seat in range(taker, 3):
        assert state.to_move >= 0
        finish(state)
    assert state.to_move == OVER
    assert state.turn % 3 == 0


def test_g15_no_last_round_before() -> None:
    state = begin(board(MEADOW), 3, amulets=[0, 1], first=0, bonus=0, reserve=4)
    pass_turns(state, 3)  # seats 1 and 0 took one each
    assert state.to_move == 0 and state.reserve == 2
    pass_turns(state, 3)
    assert state.to_move == 0 and state.reserve == 0 and state.last_round == 1  # seat 0 took the last
    pass_turns(state, 3)
    assert state.to_move == OVER


def test_g15_in_the_last_round_coins_come_from_the_box() -> None:
    state = begin(board(MEADOW), 3, amulets=[0, 1, 2], first=0, bonus=0, reserve=1, box=21)
    finish(state)
    finish(state)
    assert (state.coins, state.reserve, state.box) == ([0, 1, 1], 0, 20)
    finish(state)
    assert state.to_move == OVER and state.coins == [0, 1, 1]


def test_g15_a_match_of_two_to_its_end() -> None:
    state = begin(board(MEADOW), 2, at={0: "B1", 1: "C1"})
    reach_temple(state)
    finish(state)
    assert (state.coins, state.bonus, state.reserve) == ([3, 0], 0, 2)
    finish(state)
    step(state, "B1")
    finish(state)
    assert (state.coins, state.reserve) == ([4, 0], 1)
    finish(state)
    reach_temple(state)  # in round 3, with the window closed
    assert state.to_move == OVER
    assert (state.coins, state.scores(), state.winners()) == ([4, 0], [7, 3], [0])


# G15: stale rounds


@pytest.mark.parametrize("seats", [2, 3])
def test_g15_twenty_rounds_without_progress_end_the_match(seats: int) -> None:
    state = begin(board(MEADOW), seats)
    pass_turns(state, 20 * seats - 1)
    assert state.to_move == seats - 1
    finish(state)
    assert state.to_move == OVER and state.turn == 20 * seats


def lay_a_tile(state: rules.State) -> None:
    explore(state, "L1", "D3")
    finish(state)


def place_a_camp(state: rules.State) -> None:
    step(state, "B1", PAY)
    play(state, (rules.PITCH,), (rules.END,))


def take_a_treasure(state: rules.State) -> None:
    play(state, (rules.TREASURE,))


def take_an_amulet(state: rules.State) -> None:
    step(state, "A1")
    finish(state)


def prepare(place: str, camps: int = 0, **fields: Any) -> rules.State:
    """Put seat 0 there with the means to survive bandits and to take a treasure, after 19 stale rounds."""
    return begin(board(WILD, ["L1", "L2"]), at={0: place}, pack={0: "3 provision + 2 rifle + wood"}, tokens={0: 4},
                 camps={0: " ".join(["C3"] * camps)}, stale=19, **fields)  # fmt: skip


@pytest.mark.parametrize(
    ("place", "progress"),
    [("D2", lay_a_tile), ("B2", place_a_camp), ("C2", take_a_treasure), ("B1", take_an_amulet)],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_g15_progress_breaks_the_row(place: str, progress: Callable[[rules.State], None], seat: int) -> None:
    state = prepare(place)
    if seat == 1:
        text = "3 provision + 2 rifle + wood"
        state = begin(board(WILD, ["L1", "L2"]), at={1: place}, pack={1: text}, stale=19)
        finish(state)
    progress(state)
    if seat == 0:
        assert state.active == 1
        finish(state)
    assert state.to_move == 0
    rounds = 19 if state.amulet == [0, 0] else 0
    pass_turns(state, 2 * rounds)
    assert state.to_move == 0  # 19 stale rounds again
    if rounds:
        pass_turns(state, 2)
        assert state.to_move == OVER


def test_g15_a_coin_is_progress() -> None:
    state = begin(board(MEADOW), amulets=[1], first=1, bonus=0, stale=19)
    finish(state)
    finish(state)
    assert state.to_move == 0


def test_g15_steps_gains_purchases_tokens_and_shifted_camps_are_no_progress() -> None:
    moved = prepare("B2")
    discard(moved, "wood")
    step(moved, "A2", PAY)
    play(moved, (rules.NO_CAMP,))
    gain(moved, "2 provision")
    bought = prepare("B2")
    buy(bought, "rod")
    finish(bought)
    shifted = prepare("B2", camps=10)
    step(shifted, "B1", PAY)
    play(shifted, (rules.SHIFT, at(shifted, "C3")), (rules.END,))
    for state in (moved, bought, shifted):
        if state.active == 0:
            finish(state)
        assert state.active == 1
        finish(state)
        assert state.to_move == OVER


# G15: score


def test_g15_coins_treasures_amulets_and_markers_count() -> None:
    state = begin(board(MEADOW), 4, amulets=[0, 1], treasures={0: 2, 2: 1}, coins=[4, 1, 0, 0],
                  marker=[0, -1, 2, 0, 1, 2, -1])  # fmt: skip
    # bandits 3 and mountains 4 for seat 0, canyon 4 for seat 1, desert 5 and lake 3 for seat 2
    assert state.scores() == [4 + 6 + 3 + 7, 1 + 3 + 4, 3 + 8, 0]


@pytest.mark.parametrize(("kind", "value"), list(enumerate([3, 3, 5, 4, 4, 3, 2])))
def test_g15_the_value_of_each_marker(kind: int, value: int) -> None:
    marker = [-1] * 7
    marker[kind] = 1
    assert begin(board(MEADOW), marker=marker).scores() == [0, value]


def test_g15_equipment_tokens_and_camps_count_nothing() -> None:
    state = begin(board(WILD), pack={0: "12 rope"}, tokens={0: 20}, camps={0: "B1 B1 A2"})
    assert state.scores() == [0, 0]


def test_g15_most_coins_win_and_ties_share() -> None:
    def ended(coins: list[int]) -> rules.State:
        state = begin(board(MEADOW), 3, coins=coins, stale=19)
        pass_turns(state, 3)
        assert state.to_move == OVER
        return state

    assert ended([3, 5, 4]).winners() == [1]
    assert ended([5, 3, 5]).winners() == [0, 2]
    assert ended([0, 0, 0]).winners() == [0, 1, 2]


# G17


def test_g17_legal_actions_are_sorted_and_reach_all_phases() -> None:
    state = begin(board(WILD, ["L1"]), at={0: "C3"}, pack={0: "2 rifle + rope + 2 provision"}, tokens={0: 4})
    legal = state.legal()
    assert legal == sorted(set(legal))
    assert {action[0] for action in legal} == {rules.DISCARD, rules.STEP, rules.EXPLORE, rules.END, rules.BUY}
