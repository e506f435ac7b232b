"""Moving, crossing, adventures, camps and markers, G4–G9, one by one."""

from __future__ import annotations

import pytest

from studio.games.goldland import rules
from tests.games.goldland.trail import (
    at,
    begin,
    board,
    buy,
    camps_at,
    crossing,
    discard,
    finish,
    of_kind,
    pack_of,
    pieces,
    play,
    step,
    steps,
    walk,
    where,
)

FREE, PAY, CROSS, CROSS_PAY = rules.FREE, rules.PAY, rules.CROSS, rules.CROSS_PAY
BANDITS, PUMAS, DESERT = rules.BANDITS, rules.PUMAS, rules.DESERT

MEADOW = """
    L1 L2  L3  L4
    L5 L6  L7  L8
    L9 L10 L11 L12
    E1 C8  C6  S
"""
WILD = """
    L1 B1 L3 L4
    P1 L6 B3 L8
    L9 D3 P2 L12
    E1 C8 C6 S
"""
"""L6 on B2 lies among two bandits, a puma and a desert."""

# G4


def test_g4_one_point_for_each_empty_compartment() -> None:
    state = begin(board(MEADOW))  # seven empty compartments
    walk(state, "C4 C3 C2 C1 B1 B2 B3")
    assert steps(state) == set() and state.points == 0
    state = begin(board(MEADOW), pack={0: "6 wood + 4 rope"}, at={0: "B2"})
    walk(state, "B1 A1")
    assert steps(state) == set()


def test_g4_treasures_and_the_amulet_fill_compartments() -> None:
    state = begin(board(MEADOW), pack={0: "8 wood"}, treasures={0: 2}, amulets=[0], at={0: "B2"})
    assert state.free(0) == 1
    walk(state, "B1")
    assert steps(state) == set()


def test_g4_steps_go_to_orthogonal_neighbours() -> None:
    state = begin(board(MEADOW), at={0: "B2"})
    assert steps(state) == {("B1", FREE), ("A2", FREE), ("C2", FREE), ("B3", FREE)}
    state = begin(board(MEADOW), at={0: "D1"})  # the corner of the board: no wrapping round
    assert steps(state) == {("C1", FREE), ("D2", FREE)}
    state = begin(board(MEADOW), at={0: "A3"})
    assert steps(state) == {("A2", FREE), ("B3", FREE), ("A4", FREE)}


def test_g4_only_onto_tiles_that_are_laid() -> None:
    state = begin(board(MEADOW.replace("L6", ".")), at={0: "B3"})
    assert {name for name, _way in steps(state)} == {"A3", "C3", "B4"}


def test_g4_only_onto_tiles_that_lie_face_up() -> None:
    state = begin(board(MEADOW.replace("L6", "."), ["D1"]), at={0: "B3"}, face_down=True)
    assert {name for name, _way in steps(state)} == {"A3", "C3", "B4"}


def test_g4_discards_before_the_first_step_add_points() -> None:
    state = begin(board(MEADOW), pack={0: "10 wood + rope + shovel"}, at={0: "B2"})
    assert steps(state) == set()  # all compartments are full
    assert of_kind(state, rules.DISCARD) == [(rules.DISCARD, rules.ROPE), (rules.DISCARD, 3), (rules.DISCARD, 4)]
    discard(state, "rope + wood")
    assert pack_of(state) == pieces("9 wood + shovel")
    walk(state, "B1 A1")
    assert steps(state) == set()


def test_g4_discards_go_back_to_stock() -> None:
    state = begin(board(MEADOW))
    before = state.stock[:]
    discard(state, "2 provision + pearl")
    assert state.stock == [before[0] + 2, *before[1:5], before[5] + 1, before[6]]
    assert pack_of(state) == pieces("provision + pearl")


def test_g4_no_discards_after_the_first_step() -> None:
    state = begin(board(MEADOW))
    step(state, "C4")
    assert of_kind(state, rules.DISCARD) == []
    assert of_kind(state, rules.STEP)


def test_g4_neither_treasures_nor_the_amulet_are_discarded() -> None:
    state = begin(board(MEADOW), pack={0: ""}, treasures={0: 11}, amulets=[0], at={0: "B2"})
    assert of_kind(state, rules.DISCARD) == of_kind(state, rules.STEP) == []


def test_g4_the_move_may_end_without_a_step() -> None:
    state = begin(board(MEADOW), tokens={0: 4})
    discard(state, "pearl")
    assert (rules.STOP,) in state.legal()
    play(state, (rules.STOP,))
    assert of_kind(state, rules.STEP) == of_kind(state, rules.DISCARD) == []
    assert where(state) == "D4"
    finish(state)
    assert state.tokens == [4, 0]  # it was a move: no token for passing


def test_g4_later_changes_of_the_backpack_do_not_count() -> None:
    # ten pieces, two points; the two rifles paid on the way give no third
    state = begin(board(WILD), pack={0: "8 wood + 2 rifle"}, at={0: "B2"})
    step(state, "B1", PAY)
    play(state, (rules.NO_CAMP,))
    assert state.free(0) == 4
    step(state, "A1")
    assert steps(state) == set()


def test_g4_a_purchase_on_the_way_costs_no_point() -> None:
    state = begin(board(MEADOW), pack={0: "10 wood"}, tokens={0: 8}, at={0: "B2"})
    step(state, "B1")
    buy(state, "rope", "shovel")
    assert state.free(0) == 0
    walk(state, "A1")
    assert where(state) == "A1" and steps(state) == set()


def test_g4_points_are_counted_when_the_first_step_is_taken() -> None:
    state = begin(board(MEADOW), pack={0: "10 wood"}, tokens={0: 4}, at={0: "B2"})
    discard(state, "wood")
    buy(state, "rope")  # three empty compartments become two
    walk(state, "B1 A1")
    assert steps(state) == set()


def test_g4_a_crossing_gives_no_points() -> None:
    state = begin(board(MEADOW.replace("L6", "L6^")), pack={0: "11 wood"}, at={0: "B2"})
    crossing(state, "B1", "4 wood")
    assert steps(state) == set() and state.free(0) == 5


def test_g4_no_tile_twice_the_one_it_left_included() -> None:
    state = begin(board(MEADOW), at={0: "B2"})
    walk(state, "B1 A1 A2")
    assert steps(state) == {("A3", FREE)}
    state = begin(board(MEADOW), at={0: "B2"})
    step(state, "B3")
    assert "B2" not in {name for name, _way in steps(state)}


def test_g4_a_move_may_end_with_points_left() -> None:
    state = begin(board(MEADOW))
    walk(state, "C4 C3")
    play(state, (rules.STOP,))
    assert where(state) == "C3"


def test_g4_leaving_an_adventure_costs_nothing() -> None:
    state = begin(board(WILD), at={0: "B1"}, pack={0: "wood"})
    assert steps(state) == {("A1", FREE), ("C1", FREE), ("B2", FREE)}
    step(state, "A1")
    assert pack_of(state) == pieces("wood")


def test_g4_several_adventurers_share_a_tile() -> None:
    state = begin(board(MEADOW), at={0: "B2", 1: "B1"})
    walk(state, "B1")
    finish(state)
    assert where(state, 0) == where(state, 1) == "B1"


# G5, G6


@pytest.mark.parametrize(("place", "mark"), [("B1", "^"), ("C2", ">"), ("B3", "v"), ("A2", "<")])
def test_g5_a_road_needs_an_exit_on_both_tiles(place: str, mark: str) -> None:
    everywhere = {"B1", "C2", "B3", "A2"}
    state = begin(board(MEADOW.replace("L6", "L6" + mark)), at={0: "B2"}, pack={0: "3 wood"})
    assert steps(state) == {(name, FREE) for name in everywhere - {place}}
    name = {"B1": "L2", "C2": "L7", "B3": "L10", "A2": "L5"}[place]
    facing = "^>v<"[("^>v<".index(mark) + 2) % 4]
    state = begin(board(MEADOW.replace(name + " ", name + facing + " ")), at={0: "B2"}, pack={0: "3 wood"})
    assert steps(state) == {(other, FREE) for other in everywhere - {place}}


def test_g5_coast_tiles_have_exits_on_all_sides_but_the_sea() -> None:
    state = begin(board(MEADOW), at={0: "B4"}, pack={0: "8 wood"})
    assert steps(state) == {("A4", FREE), ("C4", FREE), ("B3", FREE)}
    state = begin(board(MEADOW))
    assert steps(state) == {("C4", FREE), ("D3", FREE)}  # the start tile: north and west


def test_g6_a_crossing_costs_four_pieces() -> None:
    walled = board(MEADOW.replace("L6", "L6^"))
    state = begin(walled, at={0: "B2"}, pack={0: "3 wood"})
    assert "B1" not in {name for name, _way in steps(state)}
    state = begin(walled, at={0: "B2"}, pack={0: "2 wood + 2 rope + shovel"})
    assert ("B1", CROSS) in steps(state)
    before = state.stock[:]
    crossing(state, "B1", "rope + shovel + 2 wood")
    assert where(state) == "B1" and pack_of(state) == pieces("rope")
    assert [state.stock[item] - before[item] for item in range(7)] == [0, 1, 0, 1, 2, 0, 0]


def test_g6_a_crossing_uses_one_point() -> None:
    state = begin(board(MEADOW.replace("L6", "L6^")), pack={0: "10 wood"}, at={0: "B2"})
    crossing(state, "B1", "4 wood")
    assert state.points == 1
    step(state, "A1")
    assert steps(state) == set()


def test_g6_only_where_there_is_no_road() -> None:
    state = begin(board(WILD), at={0: "B2"}, pack={0: "2 rifle + 3 provision + wood"})
    assert {way for _name, way in steps(state)} <= {FREE, PAY}


def test_g6_treasures_and_the_amulet_do_not_pay_a_crossing() -> None:
    state = begin(board(MEADOW.replace("L6", "L6^")), at={0: "B2"}, pack={0: "3 wood"}, treasures={0: 4}, amulets=[0])
    assert "B1" not in {name for name, _way in steps(state)}


def test_g6_each_set_of_four_pieces_can_be_handed_over_in_one_order() -> None:
    def ways(state: rules.State) -> list[tuple[int, ...]]:
        if state.phase != rules.P_HAND_OVER:
            assert where(state) == "B1"
            return [pack_of(state)]
        found = []
        for action in state.legal():
            assert action[0] == rules.HAND_OVER
            after = state.clone()
            after.apply(action)
            found += ways(after)
        return found

    state = begin(board(MEADOW.replace("L6", "L6^")), at={0: "B2"}, pack={0: "3 provision + 2 wood + pearl"})
    step(state, "B1", CROSS)
    kept = ways(state)
    assert len(kept) == len(set(kept))  # no payment twice
    assert set(kept) == {
        pieces("2 provision"), pieces("provision + wood"), pieces("provision + pearl"), pieces("2 wood"),
        pieces("wood + pearl"),
    }  # fmt: skip


# G7


def test_g7_an_adventure_is_entered_by_paying_its_red_items() -> None:
    state = begin(board(WILD), at={0: "B2"}, pack={0: "2 rifle + wood"})
    # bandits for two, pumas for two; bandits for three and the desert are too dear
    assert steps(state) == {("B1", PAY), ("A2", PAY)}
    before = state.stock[rules.RIFLE]
    step(state, "B1", PAY)
    assert pack_of(state) == pieces("wood") and state.stock[rules.RIFLE] == before + 2


def test_g7_it_is_paid_to_walk_through_too() -> None:
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


def test_g7_the_red_items_go_first_and_the_rest_is_chosen() -> None:
    state = begin(board(WILD.replace("L6", "L6^")), at={0: "B2"}, pack={0: "3 rifle + 2 wood"})
    step(state, "B1", CROSS_PAY)
    assert pack_of(state) == pieces("rifle + 2 wood")
    assert of_kind(state, rules.HAND_OVER) == [(rules.HAND_OVER, rules.RIFLE), (rules.HAND_OVER, rules.WOOD)]
    play(state, (rules.HAND_OVER, rules.WOOD))
    assert of_kind(state, rules.HAND_OVER) == [(rules.HAND_OVER, rules.WOOD)]
    play(state, (rules.HAND_OVER, rules.WOOD))
    assert state.phase == rules.P_CAMP and pack_of(state) == pieces("rifle")  # survived
    assert state.marker[BANDITS] == 0


def test_g7_four_red_items_leave_nothing_to_choose() -> None:
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


# G8


def test_g8_a_camp_may_be_placed_or_not() -> None:
    state = begin(board(WILD), at={0: "B2"}, pack={0: "4 rifle"})
    step(state, "B1", PAY)
    assert state.legal() == [(rules.NO_CAMP,), (rules.PITCH,)]
    other = play(state.clone(), (rules.NO_CAMP,))
    assert camps_at(other, "B1") == 0 and other.camps[0] == 10
    play(state, (rules.PITCH,))
    assert camps_at(state, "B1") == 1 and state.camps == [9, 10]
    assert steps(state) == {("A1", FREE), ("C1", FREE)}  # and the move goes on


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


def test_g8_a_camp_that_moved_away_opens_no_way() -> None:
    camps = " ".join(["C3"] * 9 + ["B3"])
    state = begin(board(WILD), at={0: "B2"}, pack={0: "2 rifle"}, camps={0: camps})
    step(state, "B1", PAY)
    play(state, (rules.SHIFT, at(state, "B3")))
    finish(state)
    finish(state)
    step(state, "B2")
    assert "B3" not in {name for name, _way in steps(state)}


# G9


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


def shifted(mine: str, others: dict[int, str], marker: list[int], seats: int, active: int = 0) -> rules.State:
    """The active seat, all of whose camps are placed, pays the bandits of B1 and moves a camp there from A2 (pumas)."""
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
    assert shifted(mine, {1: "C3 C3"}, marker, 2).marker[PUMAS] == 1  # two against the one left
    assert shifted(mine, {1: "C3"}, marker, 2).marker[PUMAS] == 0  # a tie: the holder keeps it
    assert shifted(mine, {1: "C3", 2: "A2 C3"}, marker, 3).marker[PUMAS] == 2


def test_g9_of_several_with_most_the_first_clockwise_from_the_active_seat_takes_it() -> None:
    mine = " ".join(["A2"] + ["B3"] * 9)
    marker = [0, 0, 0, -1, -1, -1, -1]
    assert shifted(mine, {1: "C3", 2: "A2"}, marker, 3).marker[PUMAS] == 1
    marker = [1, 1, 1, -1, -1, -1, -1]
    assert shifted(mine, {0: "C3", 2: "A2"}, marker, 3, active=1).marker[PUMAS] == 2
    marker = [2, 2, 2, -1, -1, -1, -1]
    assert shifted(mine, {0: "C3", 1: "A2"}, marker, 3, active=2).marker[PUMAS] == 0


def test_g9_the_active_seat_comes_first_among_those_with_most() -> None:
    # seat 2 holds the marker of the pumas with nothing there; moving a camp away leaves seats 0 and 1 with one each
    mine = " ".join(["A2"] * 2 + ["B3"] * 8)
    marker = [0, 2, 0, -1, -1, -1, -1]
    assert shifted(mine, {0: "C3"}, marker, 3, active=1).marker[PUMAS] == 1


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
