"""Rules G7–G9: adventures, camps and markers."""

from __future__ import annotations

from studio.games.goldland import rules
from tests.games.goldland.boards import (
    MEADOW,
    WILD,
    at,
    begin,
    board,
    camps_at,
    crossing,
    discard,
    finish,
    of_kind,
    pack_of,
    pieces,
    step,
    steps,
)
from tests.playing import play

FREE, PAY, CROSS, CROSS_PAY = rules.FREE, rules.PAY, rules.CROSS, rules.CROSS_PAY
BANDITS, PUMAS = rules.BANDITS, rules.PUMAS


# G7: adventures


def test_g7_an_adventure_is_entered_by_paying_its_red_items() -> None:
    state = begin(board(WILD), at={0: "B2"}, pack={0: "2 rifle + wood"})
    # bandits for two, pumas for two; bandits for three and the desert are too expensive
    assert steps(state) == {("B1", PAY), ("A2", PAY)}
    before = state.stock[rules.RIFLE]
    step(state, "B1", PAY)
    assert pack_of(state) == pieces("wood") and state.stock[rules.RIFLE] == before + 2


def test_g7_walking_through_is_paid_too() -> None:
    state = begin(board(WILD), at={0: "A1"}, pack={0: "wood"})
    assert steps(state) == set()  # bandits and pumas on either side


def test_g7_red_items_may_be_of_two_kinds() -> None:
    river = board(WILD.replace("B1", "K3"))
    for text, able in (("wood + rope", True), ("2 wood", False), ("2 rope", False), ("wood + 2 rope", True)):
        state = begin(river, at={0: "B2"}, pack={0: text})
        assert (("B1", PAY) in steps(state)) is able
    step(state, "B1", PAY)
    assert pack_of(state) == pieces("rope")


def test_g7_with_a_camp_it_is_free_and_may_be_paid_again() -> None:
    state = begin(board(WILD), at={0: "B2"}, pack={0: "2 rifle"}, camps={0: "B1"})
    assert {("B1", FREE), ("B1", PAY)} <= steps(state)
    step(state, "B1")
    assert pack_of(state) == pieces("2 rifle") and state.phase == rules.P_TURN
    again = begin(board(WILD), at={0: "B2"}, pack={0: "2 rifle"}, camps={0: "B1"}, marker=[0, *[-1] * 6])
    step(again, "B1", PAY)
    play(again, (rules.PITCH,))
    assert camps_at(again, "B1") == 2 and pack_of(again) == pieces("")


def test_g7_another_seats_camp_does_not_help() -> None:
    state = begin(board(WILD), at={0: "B2"}, pack={0: ""}, camps={1: "B1"})
    assert steps(state) == set()


def test_g7_staying_is_not_entering() -> None:
    state = begin(board(WILD), at={0: "B1"}, pack={0: "2 rifle + wood"}, camps={0: "B1"})
    assert "B1" not in {name for name, _way in steps(state)}
    discard(state, "wood")
    assert "B1" not in {name for name, _way in steps(state)}


def test_g7_crossing_onto_an_adventure_includes_the_red_items() -> None:
    walled = board(WILD.replace("L6", "L6^"))
    for text, able in (
        ("2 rifle + 2 wood", True),
        ("2 rifle + wood", False),  # three pieces
        ("rifle + 5 wood", False),
        ("4 rifle", True),
    ):
        state = begin(walled, at={0: "B2"}, pack={0: text})
        expected = {("B1", CROSS_PAY)} if able else set()
        assert {one for one in steps(state) if one[0] == "B1"} == expected


def test_g7_red_items_are_paid_first_and_the_others_chosen() -> None:
    state = begin(board(WILD.replace("L6", "L6^")), at={0: "B2"}, pack={0: "3 rifle + 2 wood"})
    step(state, "B1", CROSS_PAY)
    assert pack_of(state) == pieces("rifle + 2 wood")
    assert of_kind(state, rules.HAND_OVER) == [(rules.HAND_OVER, rules.RIFLE), (rules.HAND_OVER, rules.WOOD)]
    play(state, (rules.HAND_OVER, rules.WOOD))
    assert of_kind(state, rules.HAND_OVER) == [(rules.HAND_OVER, rules.WOOD)]
    play(state, (rules.HAND_OVER, rules.WOOD))
    assert state.phase == rules.P_CAMP and pack_of(state) == pieces("rifle")  # survived
    assert state.marker[BANDITS] == 0


def test_g7_four_red_items_leave_no_choice() -> None:
    drawn = board(WILD.replace("B1", "X1").replace("L6", "L6^"), lines={"X1": "bandits; pay 3 rifle + rope"})
    state = begin(drawn, at={0: "B2"}, pack={0: "3 rifle + 2 rope + wood"})
    step(state, "B1", CROSS_PAY)
    assert state.phase == rules.P_CAMP and pack_of(state) == pieces("rope + wood")


def test_g7_with_a_camp_a_crossing_takes_any_four_and_survives_nothing() -> None:
    walled = board(WILD.replace("L6", "L6^"))
    state = begin(walled, at={0: "B2"}, pack={0: "4 wood"}, camps={0: "B1"})
    assert {one for one in steps(state) if one[0] == "B1"} == {("B1", CROSS)}
    crossing(state, "B1", "4 wood")
    assert state.phase == rules.P_TURN and state.marker[BANDITS] == -1 and camps_at(state, "B1") == 1


def test_g7_with_a_camp_a_crossing_may_survive_again() -> None:
    walled = board(WILD.replace("L6", "L6^"))
    state = begin(walled, at={0: "B2"}, pack={0: "2 rifle + 2 wood"}, camps={0: "B1"})
    assert {one for one in steps(state) if one[0] == "B1"} == {("B1", CROSS), ("B1", CROSS_PAY)}
    other = state.clone()
    crossing(state, "B1", "2 wood", CROSS_PAY)
    play(state, (rules.PITCH,))
    assert camps_at(state, "B1") == 2 and state.marker[BANDITS] == 0
    crossing(other, "B1", "2 rifle + 2 wood")  # the same four pieces, without the adventure
    assert other.phase == rules.P_TURN and other.marker[BANDITS] == -1


# G8: camps


def test_g8_a_camp_may_be_placed_or_not() -> None:
    state = begin(board(WILD), at={0: "B2"}, pack={0: "4 rifle"})
    step(state, "B1", PAY)
    assert state.legal() == [(rules.NO_CAMP,), (rules.PITCH,)]
    other = play(state.clone(), (rules.NO_CAMP,))
    assert camps_at(other, "B1") == 0 and other.camps[0] == 10
    play(state, (rules.PITCH,))
    assert camps_at(state, "B1") == 1 and state.camps == [9, 10]
    assert steps(state) == {("A1", FREE), ("C1", FREE)}  # and the move continues


def test_g8_without_surviving_there_is_no_camp() -> None:
    state = begin(board(WILD), at={0: "B2"}, camps={0: "B1"})
    step(state, "B1")
    assert state.phase == rules.P_TURN
    state = begin(board(MEADOW), at={0: "B2"})
    step(state, "B1")
    assert state.phase == rules.P_TURN


def test_g8_the_last_camp_is_placed_from_the_supply() -> None:
    state = begin(board(WILD), at={0: "B2"}, pack={0: "2 rifle"}, camps={0: " ".join(["A2"] * 9)})
    step(state, "B1", PAY)
    assert state.legal() == [(rules.NO_CAMP,), (rules.PITCH,)]


def test_g8_with_none_left_a_camp_moves_from_any_tile() -> None:
    camps = " ".join(["A2"] * 8 + ["B3", "B1"])
    state = begin(board(WILD), at={0: "B2"}, pack={0: "2 rifle"}, camps={0: camps, 1: "C2"})
    assert state.camps == [0, 9]
    step(state, "B1", PAY)
    # not from the same tile, not another seat's
    assert state.legal() == [(rules.NO_CAMP,), (rules.SHIFT, at(state, "A2")), (rules.SHIFT, at(state, "B3"))]
    play(state, (rules.SHIFT, at(state, "A2")))
    assert (camps_at(state, "A2"), camps_at(state, "B1"), state.camps[0]) == (7, 2, 0)


def test_g8_a_camp_that_moved_away_gives_no_free_entry() -> None:
    camps = " ".join(["C3"] * 9 + ["B3"])
    state = begin(board(WILD), at={0: "B2"}, pack={0: "2 rifle"}, camps={0: camps})
    step(state, "B1", PAY)
    play(state, (rules.SHIFT, at(state, "B3")))
    finish(state)
    finish(state)
    step(state, "B2")
    assert "B3" not in {name for name, _way in steps(state)}


# G9: markers


def test_g9_the_first_to_survive_takes_the_marker_camp_or_not() -> None:
    state = begin(board(WILD), at={0: "B2"}, pack={0: "2 rifle"})
    step(state, "B1", PAY)
    play(state, (rules.NO_CAMP,))
    assert state.marker[BANDITS] == 0 and state.marker[PUMAS] == -1
    state = begin(board(WILD), at={0: "B2"}, pack={0: "3 provision"})
    step(state, "B3", PAY)
    play(state, (rules.PITCH,))
    assert state.marker == [-1, -1, 0, -1, -1, -1, -1]


def test_g9_surviving_second_takes_nothing_without_more_camps() -> None:
    state = begin(board(WILD), at={0: "B2"}, pack={0: "2 rifle"}, camps={1: "B1"}, marker=[1, *[-1] * 6])
    step(state, "B1", PAY)
    play(state, (rules.PITCH,))  # one camp each
    assert state.marker[BANDITS] == 1


def test_g9_strictly_more_camps_on_tiles_of_the_kind_take_it() -> None:
    # the two bandit tiles count together
    state = begin(board(WILD), at={0: "B2"}, pack={0: "2 rifle"}, camps={0: "C2", 1: "B1"}, marker=[1, *[-1] * 6])
    step(state, "B1", PAY)
    assert state.marker[BANDITS] == 1
    play(state, (rules.PITCH,))
    assert state.marker[BANDITS] == 0


def test_g9_no_camp_no_change() -> None:
    state = begin(board(WILD), at={0: "B2"}, pack={0: "2 rifle"}, camps={0: "C2", 1: "B1"}, marker=[1, *[-1] * 6])
    step(state, "B1", PAY)
    play(state, (rules.NO_CAMP,))
    assert state.marker[BANDITS] == 1


def test_g9_a_holder_without_camps_loses_it_to_the_first_camp() -> None:
    state = begin(board(WILD), at={0: "B2"}, pack={0: "2 rifle"}, marker=[1, *[-1] * 6])
    step(state, "B1", PAY)
    assert state.marker[BANDITS] == 1
    play(state, (rules.PITCH,))
    assert state.marker[BANDITS] == 0


def test_g9_camps_on_other_kinds_do_not_count() -> None:
    state = begin(board(WILD), at={0: "B2"}, pack={0: "2 rifle"}, camps={0: "A2 A2 C3 B3", 1: "B1"},
                  marker=[1, 0, 0, -1, -1, -1, -1])  # fmt: skip
    step(state, "B1", PAY)
    play(state, (rules.PITCH,))
    assert state.marker[BANDITS] == 1


def shift_camp(mine: str, others: dict[int, str], marker: list[int], seats: int, active: int = 0) -> rules.State:
    """Let the active seat, with all camps placed, pay the bandits of B1 and move a camp there from A2 (pumas)."""
    state = begin(board(WILD), seats, at={active: "B2"}, pack={active: "2 rifle"}, camps={active: mine, **others},
                  marker=marker)  # fmt: skip
    for _seat in range(active):
        finish(state)
    assert state.camps[active] == 0
    step(state, "B1", PAY)
    return play(state, (rules.SHIFT, at(state, "A2")))


def test_g9_moving_a_camp_away_can_lose_a_marker() -> None:
    mine = " ".join(["A2"] * 2 + ["B3"] * 8)
    marker = [0, 0, 0, -1, -1, -1, -1]
    assert shift_camp(mine, {1: "C3 C3"}, marker, 2).marker[PUMAS] == 1  # two against the one left
    assert shift_camp(mine, {1: "C3"}, marker, 2).marker[PUMAS] == 0  # a tie: the holder keeps it
    assert shift_camp(mine, {1: "C3", 2: "A2 C3"}, marker, 3).marker[PUMAS] == 2


def test_g9_ties_are_won_clockwise_from_the_active_seat() -> None:
    mine = " ".join(["A2"] + ["B3"] * 9)
    marker = [0, 0, 0, -1, -1, -1, -1]
    assert shift_camp(mine, {1: "C3", 2: "A2"}, marker, 3).marker[PUMAS] == 1
    marker = [1, 1, 1, -1, -1, -1, -1]
    assert shift_camp(mine, {0: "C3", 2: "A2"}, marker, 3, active=1).marker[PUMAS] == 2
    marker = [2, 2, 2, -1, -1, -1, -1]
    assert shift_camp(mine, {0: "C3", 1: "A2"}, marker, 3, active=2).marker[PUMAS] == 0


def test_g9_the_active_seat_wins_a_tie() -> None:
    # seat 2 holds the marker of the pumas with nothing there; moving a camp away leaves seats 0 and 1 with one each
    mine = " ".join(["A2"] * 2 + ["B3"] * 8)
    marker = [0, 2, 0, -1, -1, -1, -1]
    assert shift_camp(mine, {0: "C3"}, marker, 3, active=1).marker[PUMAS] == 1


def test_g9_a_camp_moved_within_the_kind_changes_nothing() -> None:
    camps = " ".join(["A2"] * 8 + ["C2", "C2"])
    state = begin(board(WILD), at={0: "B2"}, pack={0: "2 rifle"}, camps={0: camps, 1: "B1 B1"},
                  marker=[1, 0, -1, -1, -1, -1, -1])  # fmt: skip
    step(state, "B1", PAY)
    play(state, (rules.SHIFT, at(state, "C2")))
    assert (camps_at(state, "C2"), camps_at(state, "B1")) == (1, 1)
    assert state.marker == [1, 0, -1, -1, -1, -1, -1]


def test_g9_a_camp_that_was_moved_can_bring_a_marker() -> None:
    camps = " ".join(["A2"] * 9 + ["C2"])
    state = begin(board(WILD), at={0: "B2"}, pack={0: "2 rifle"}, camps={0: camps, 1: "B1"},
                  marker=[1, 0, -1, -1, -1, -1, -1])  # fmt: skip
    step(state, "B1", PAY)
    play(state, (rules.SHIFT, at(state, "A2")))  # two among the bandits against one
    assert state.marker[:2] == [0, 0]
