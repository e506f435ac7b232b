"""Rules G4–G9: moving, crossing, adventures, camps and markers."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import FIRST_RULES
from studio.games.goldland import rules
from tests.games.goldland.boards import (
    MEADOW,
    SHORE,
    WILD,
    at,
    begin,
    board,
    camps_at,
    do,
    of_kind,
    pack_of,
    pieces,
    steps,
    where,
)

BANDITS, PUMAS = rules.BANDITS, rules.PUMAS
MEADOW_WALL = MEADOW.replace("L6", "L6^")
WILD_WALL = WILD.replace("L6", "L6^")  # B2 has no road to the north


def spaces(state: rules.State) -> set[str]:
    """Return the spaces where the seat may step in any way."""
    return {step.split()[0] for step in steps(state)}


# G4: moving


@pytest.mark.parametrize(
    ("place", "pack", "more", "script"),
    [
        ("D4", "3 provision + 2 pearl", {}, "C4, C3, C2, C1, B1, B2, B3"),  # seven empty compartments
        ("B2", "6 wood + 4 rope", {}, "B1, A1"),
        ("B2", "8 wood", {"treasures": {0: 2}, "amulets": [0]}, "B1"),
        ("B2", "10 wood", {"tokens": 4}, "discard wood, buy rope, B1, A1"),  # counted when the first step is taken
        ("B2", "10 wood", {"tokens": 8}, "B1, buy rope + shovel, A1"),  # a purchase during the move costs no point
    ],
)
def test_g4_one_point_for_each_empty_compartment(place: str, pack: str, more: dict[str, Any], script: str) -> None:
    state = do(begin(MEADOW, at=place, pack=pack, **more), script)
    assert steps(state) == set() and state.points == 0


def test_g4_payments_during_the_move_give_no_points() -> None:
    # ten pieces, two points; the two rifles paid on the way give no third
    state = do(begin(WILD, at="B2", pack="8 wood + 2 rifle"), "B1 pay")
    assert state.points == 1
    do(state, "no camp")
    assert state.free(0) == 4 and do(state, "A1").points == 0 and steps(state) == set()
    state = do(begin(MEADOW_WALL, at="B2", pack="11 wood"), "B1 cross, hand 4 wood")
    assert steps(state) == set() and state.free(0) == 5


@pytest.mark.parametrize(
    ("place", "around"),
    [("B2", {"B1", "A2", "C2", "B3"}), ("D1", {"C1", "D2"}), ("A3", {"A2", "B3", "A4"})],  # no wrapping round
)
def test_g4_steps_lead_to_orthogonal_neighbours(place: str, around: set[str]) -> None:
    assert steps(begin(MEADOW, at=place)) == around


@pytest.mark.parametrize("face_down", [False, True])
def test_g4_only_onto_placed_tiles_that_are_face_up(face_down: bool) -> None:
    state = begin(board(MEADOW.replace("L6", "."), ["D1"]), at="B3", face_down=face_down)
    assert spaces(state) == {"A3", "C3", "B4"}


def test_g4_discards_before_the_first_step_add_points() -> None:
    state = begin(MEADOW, at="B2", pack="10 wood + rope + shovel")
    assert steps(state) == set()  # all compartments are full
    assert of_kind(state, rules.DISCARD) == [(rules.DISCARD, rules.ROPE), (rules.DISCARD, 3), (rules.DISCARD, 4)]
    do(state, "discard rope + wood")
    assert pack_of(state) == pieces("9 wood + shovel")
    assert steps(do(state, "B1, A1")) == set()


def test_g4_discards_go_back_to_stock() -> None:
    state = begin(MEADOW)
    before = state.stock[:]
    do(state, "discard 2 provision + pearl")
    assert state.stock == [before[0] + 2, *before[1:5], before[5] + 1, before[6]]
    assert pack_of(state) == pieces("provision + pearl")


def test_g4_no_discards_after_the_first_step() -> None:
    state = do(begin(MEADOW), "C4")
    assert of_kind(state, rules.DISCARD) == [] and steps(state)
    state = do(begin(MEADOW, at="D4", pack="shovel + pearl", tokens=4), "C4, gain rope")  # the gain ended the move
    assert (state.moved, state.active, of_kind(state, rules.DISCARD)) == (2, 0, [])


def test_g4_neither_treasures_nor_the_amulet_are_discarded() -> None:
    state = begin(MEADOW, at="B2", pack="", treasures={0: 11}, amulets=[0])
    assert of_kind(state, rules.DISCARD) == of_kind(state, rules.STEP) == []


def test_g4_discard_gain_and_move_in_one_turn() -> None:
    state = begin(MEADOW, pack="12 rope")
    assert of_kind(state, rules.GAIN) == []
    do(state, "discard 6 rope, gain 3 provision + pearl")
    assert pack_of(state) == pieces("6 rope + 3 provision + pearl")
    do(state, "discard pearl, C4, B4")  # after the gain, too
    assert (where(state), state.points) == ("B4", 1)
    assert of_kind(state, rules.DISCARD) == []


def test_g4_discards_come_after_an_exploration_too() -> None:
    state = do(begin(board(SHORE, ["L5", "L6"]), at="C4", pack="12 rope"), "explore L5 C3, discard rope, C3")
    assert (where(state), state.points) == ("C3", 0)


def test_g4_a_discard_begins_the_move_by_the_earlier_rules() -> None:
    state = do(begin(MEADOW, tokens=4, rules=FIRST_RULES), "discard pearl, stop")
    assert of_kind(state, rules.STEP) == of_kind(state, rules.DISCARD) == []
    assert do(state, "end").tokens == [4, 0]  # it was a move: no token for passing


def test_g4_no_tile_twice_including_the_first() -> None:
    assert steps(do(begin(MEADOW, at="B2"), "B1, A1, A2")) == {"A3"}
    assert "B2" not in steps(do(begin(MEADOW, at="B2"), "B3"))


def test_g4_a_move_may_end_with_points_left() -> None:
    assert where(do(begin(MEADOW), "C4, C3, stop")) == "C3"


def test_g4_leaving_an_adventure_costs_nothing() -> None:
    state = begin(WILD, at="B1", pack="wood")
    assert steps(state) == {"A1", "C1", "B2"}
    assert pack_of(do(state, "A1")) == pieces("wood")


def test_g4_several_adventurers_share_a_tile() -> None:
    state = do(begin(MEADOW, at={0: "B2", 1: "B1"}), "B1, end")
    assert where(state, 0) == where(state, 1) == "B1"


# G5, G6: roads and crossings


@pytest.mark.parametrize(
    ("place", "mark", "tile", "facing"),
    [("B1", "^", "L2", "v"), ("C2", ">", "L7", "<"), ("B3", "v", "L10", "^"), ("A2", "<", "L5", ">")],
)
def test_g5_a_road_needs_an_exit_on_both_tiles(place: str, mark: str, tile: str, facing: str) -> None:
    for changed in (MEADOW.replace("L6", "L6" + mark), MEADOW.replace(f"{tile} ", f"{tile}{facing} ")):
        assert steps(begin(changed, at="B2", pack="3 wood")) == {"B1", "C2", "B3", "A2"} - {place}


def test_g5_coast_tiles_have_exits_on_all_sides_but_the_sea() -> None:
    assert steps(begin(MEADOW, at="B4", pack="8 wood")) == {"A4", "C4", "B3"}
    assert steps(begin(MEADOW)) == {"C4", "D3"}  # the start tile: north and west


def test_g6_a_crossing_costs_four_pieces() -> None:
    assert "B1" not in spaces(begin(MEADOW_WALL, at="B2", pack="3 wood"))
    state = begin(MEADOW_WALL, at="B2", pack="2 wood + 2 rope + shovel")
    assert "B1 cross" in steps(state)
    before = state.stock[:]
    do(state, "B1 cross, hand rope + shovel + 2 wood")
    assert where(state) == "B1" and pack_of(state) == pieces("rope")
    assert [state.stock[item] - before[item] for item in range(7)] == [0, 1, 0, 1, 2, 0, 0]


def test_g6_a_crossing_uses_one_point() -> None:
    state = do(begin(MEADOW_WALL, at="B2", pack="10 wood"), "B1 cross, hand 4 wood")
    assert state.points == 1
    assert steps(do(state, "A1")) == set()


def test_g6_only_where_there_is_no_road() -> None:
    state = begin(WILD, at="B2", pack="2 rifle + 3 provision + wood")
    assert not any("cross" in step for step in steps(state))


def test_g6_treasures_and_the_amulet_do_not_pay_a_crossing() -> None:
    assert "B1" not in spaces(begin(MEADOW_WALL, at="B2", pack="3 wood", treasures={0: 4}, amulets=[0]))


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

    kept = ways(do(begin(MEADOW_WALL, at="B2", pack="3 provision + 2 wood + pearl"), "B1 cross"))
    assert len(kept) == len(set(kept))  # no payment twice
    expected = ("2 provision", "provision + wood", "provision + pearl", "2 wood", "wood + pearl")
    assert set(kept) == {pieces(text) for text in expected}


# G7: adventures


def test_g7_an_adventure_is_entered_by_paying_its_red_items() -> None:
    state = begin(WILD, at="B2", pack="2 rifle + wood")
    # bandits for two, pumas for two; bandits for three and the desert are too expensive
    assert steps(state) == {"B1 pay", "A2 pay"}
    before = state.stock[rules.RIFLE]
    do(state, "B1 pay")
    assert pack_of(state) == pieces("wood") and state.stock[rules.RIFLE] == before + 2


def test_g7_walking_through_is_paid_too() -> None:
    assert steps(begin(WILD, at="A1", pack="wood")) == set()  # bandits and pumas on either side


def test_g7_red_items_may_be_of_two_kinds() -> None:
    river = board(WILD.replace("B1", "K3"))
    for text, able in (("wood + rope", True), ("2 wood", False), ("2 rope", False), ("wood + 2 rope", True)):
        state = begin(river, at="B2", pack=text)
        assert ("B1 pay" in steps(state)) is able
    assert pack_of(do(state, "B1 pay")) == pieces("rope")


def test_g7_an_adventure_without_red_items_is_survived_for_free() -> None:
    state = do(begin(board("L5 X L5 S", lines={"X": "desert"}), at="C1"), "B1 pay")
    assert (state.phase, state.marker[rules.DESERT]) == (rules.P_CAMP, 0)


def test_g7_with_a_camp_it_is_free_and_may_be_paid_again() -> None:
    state = begin(WILD, at="B2", pack="2 rifle", camps="B1")
    assert {"B1", "B1 pay"} <= steps(state)
    do(state, "B1")
    assert pack_of(state) == pieces("2 rifle") and state.phase == rules.P_TURN
    again = do(begin(WILD, at="B2", pack="2 rifle", camps="B1", marker=[0, *[-1] * 6]), "B1 pay, pitch")
    assert camps_at(again, "B1") == 2 and pack_of(again) == pieces("")


def test_g7_another_seats_camp_does_not_help() -> None:
    assert steps(begin(WILD, at="B2", pack="", camps={1: "B1"})) == set()


def test_g7_staying_is_not_entering() -> None:
    state = begin(WILD, at="B1", pack="2 rifle + wood", camps="B1")
    assert "B1" not in spaces(state)
    assert "B1" not in spaces(do(state, "discard wood"))


@pytest.mark.parametrize(
    ("pack", "camps", "ways"),
    [
        ("2 rifle + 2 wood", "", {"B1 cross pay"}),
        ("2 rifle + wood", "", set()),  # three pieces
        ("rifle + 5 wood", "", set()),
        ("4 rifle", "", {"B1 cross pay"}),
        ("4 wood", "B1", {"B1 cross"}),
        ("2 rifle + 2 wood", "B1", {"B1 cross", "B1 cross pay"}),
    ],
)
def test_g7_crossing_onto_an_adventure_includes_the_red_items(pack: str, camps: str, ways: set[str]) -> None:
    state = begin(WILD_WALL, at="B2", pack=pack, camps=camps)
    assert {step for step in steps(state) if step.startswith("B1")} == ways


def test_g7_red_items_are_paid_first_and_the_others_chosen() -> None:
    state = do(begin(WILD_WALL, at="B2", pack="3 rifle + 2 wood"), "B1 cross pay")
    assert pack_of(state) == pieces("rifle + 2 wood")
    assert of_kind(state, rules.HAND_OVER) == [(rules.HAND_OVER, rules.RIFLE), (rules.HAND_OVER, rules.WOOD)]
    do(state, "hand wood")
    assert of_kind(state, rules.HAND_OVER) == [(rules.HAND_OVER, rules.WOOD)]
    do(state, "hand wood")
    assert state.phase == rules.P_CAMP and pack_of(state) == pieces("rifle")  # survived
    assert state.marker[BANDITS] == 0
    state = do(begin(WILD_WALL, at="B2", pack="provision + 3 rifle + pearl"), "B1 cross pay")
    assert state.legal() == [(rules.HAND_OVER, rules.PROVISION), (rules.HAND_OVER, rules.RIFLE)]  # a pearl is too few


def test_g7_four_red_items_leave_no_choice() -> None:
    drawn = board(WILD_WALL.replace("B1", "X1"), lines={"X1": "bandits; pay 3 rifle + rope"})
    state = do(begin(drawn, at="B2", pack="3 rifle + 2 rope + wood"), "B1 cross pay")
    assert state.phase == rules.P_CAMP and pack_of(state) == pieces("rope + wood")


def test_g7_with_a_camp_a_crossing_takes_any_four_and_survives_nothing() -> None:
    # the second time the same four pieces as those of the adventure
    for pack, paid in (("4 wood", "4 wood"), ("2 rifle + 2 wood", "2 rifle + 2 wood")):
        state = do(begin(WILD_WALL, at="B2", pack=pack, camps="B1"), f"B1 cross, hand {paid}")
        assert state.phase == rules.P_TURN and state.marker[BANDITS] == -1 and camps_at(state, "B1") == 1


def test_g7_with_a_camp_a_crossing_may_survive_again() -> None:
    state = do(begin(WILD_WALL, at="B2", pack="2 rifle + 2 wood", camps="B1"), "B1 cross pay, hand 2 wood, pitch")
    assert camps_at(state, "B1") == 2 and state.marker[BANDITS] == 0


# G8: camps


def test_g8_a_camp_may_be_placed_or_not() -> None:
    state = do(begin(WILD, at="B2", pack="4 rifle"), "B1 pay")
    assert state.legal() == [(rules.NO_CAMP,), (rules.PITCH,)]
    other = do(state.clone(), "no camp")
    assert camps_at(other, "B1") == 0 and other.camps[0] == 10
    do(state, "pitch")
    assert camps_at(state, "B1") == 1 and state.camps == [9, 10]
    assert steps(state) == {"A1", "C1"}  # and the move continues


def test_g8_without_surviving_there_is_no_camp() -> None:
    for state in (begin(WILD, at="B2", camps="B1"), begin(MEADOW, at="B2")):
        assert do(state, "B1").phase == rules.P_TURN


def test_g8_the_last_camp_is_placed_from_the_supply() -> None:
    state = do(begin(WILD, at="B2", pack="2 rifle", camps="A2 " * 9), "B1 pay")
    assert state.legal() == [(rules.NO_CAMP,), (rules.PITCH,)]


def test_g8_with_none_left_a_camp_moves_from_any_tile() -> None:
    state = begin(WILD, at="B2", pack="2 rifle", camps={0: "A2 " * 8 + "B3 B1", 1: "C2"})
    assert state.camps == [0, 9]
    do(state, "B1 pay")
    # not from the same tile, not another seat's
    assert state.legal() == [(rules.NO_CAMP,), (rules.SHIFT, at(state, "A2")), (rules.SHIFT, at(state, "B3"))]
    do(state, "shift A2")
    assert (camps_at(state, "A2"), camps_at(state, "B1"), state.camps[0]) == (7, 2, 0)
    state = do(begin(WILD, at="B2", pack="2 rifle", camps="B1 " * 10), "B1 pay")
    assert state.legal() == [(rules.NO_CAMP,)]


def test_g8_a_camp_that_moved_away_gives_no_free_entry() -> None:
    state = begin(WILD, at="B2", pack="2 rifle", camps="C3 " * 9 + "B3")
    assert "B3" not in spaces(do(state, "B1 pay, shift B3, end, end, B2"))


# G9: markers


@pytest.mark.parametrize(
    ("camps", "holder", "script", "after"),
    [
        ({}, -1, "B1 pay", 0),  # the first to survive, with a camp or without
        ({}, -1, "B1 pay, no camp", 0),
        ({1: "B1"}, 1, "B1 pay, pitch", 1),  # one camp each
        ({0: "C2", 1: "B1"}, 1, "B1 pay", 1),
        ({0: "C2", 1: "B1"}, 1, "B1 pay, pitch", 0),  # the two bandit tiles count together
        ({0: "C2", 1: "B1"}, 1, "B1 pay, no camp", 1),
        ({}, 1, "B1 pay", 1),
        ({}, 1, "B1 pay, pitch", 0),  # a holder without camps loses it to the first camp
        ({0: "A2 A2 C3 B3", 1: "B1"}, 1, "B1 pay, pitch", 1),  # camps on other kinds do not count
        ({0: "A2 " * 8 + "C2 C2", 1: "B1 B1"}, 1, "B1 pay, shift C2", 1),  # moved within the kind
        ({0: "A2 " * 9 + "C2", 1: "B1"}, 1, "B1 pay, shift A2", 0),  # two among the bandits against one
    ],
)
def test_g9_strictly_more_camps_on_tiles_of_the_kind_take_the_marker(
    camps: dict[int, str], holder: int, script: str, after: int
) -> None:
    marker = [holder, 0, 0, -1, -1, -1, -1]
    state = do(begin(WILD, at="B2", pack="2 rifle", camps=camps, marker=marker), script)
    assert state.marker == [after, *marker[1:]]


def test_g9_each_kind_has_its_marker() -> None:
    state = do(begin(WILD, at="B2", pack="3 provision"), "B3 pay, pitch")
    assert state.marker == [-1, -1, 0, -1, -1, -1, -1]


@pytest.mark.parametrize(
    ("seats", "active", "mine", "others", "holder", "after"),
    [
        (2, 0, "A2 " * 2 + "B3 " * 8, {1: "C3 C3"}, 0, 1),  # two against the one left
        (2, 0, "A2 " * 2 + "B3 " * 8, {1: "C3"}, 0, 0),  # a tie: the holder keeps it
        (3, 0, "A2 " * 2 + "B3 " * 8, {1: "C3", 2: "A2 C3"}, 0, 2),
        (3, 0, "A2 " + "B3 " * 9, {1: "C3", 2: "A2"}, 0, 1),  # ties are won clockwise from the active seat
        (3, 1, "A2 " + "B3 " * 9, {0: "C3", 2: "A2"}, 1, 2),
        (3, 2, "A2 " + "B3 " * 9, {0: "C3", 1: "A2"}, 2, 0),
        (3, 1, "A2 " * 2 + "B3 " * 8, {0: "C3"}, 2, 1),  # the active seat wins a tie; seat 2 holds it with nothing
    ],
)
def test_g9_moving_a_camp_away_can_lose_a_marker(
    seats: int, active: int, mine: str, others: dict[int, str], holder: int, after: int
) -> None:
    """The active seat, with all camps placed, pays the bandits of B1 and moves a camp there from A2 (pumas)."""
    state = begin(WILD, seats, at={active: "B2"}, pack={active: "2 rifle"}, camps={active: mine, **others},
                  marker=[active, holder, active, -1, -1, -1, -1])  # fmt: skip
    do(state, ", ".join(["end"] * active + ["B1 pay", "shift A2"]))
    assert state.camps[active] == 0
    assert state.marker == [active, after, active, -1, -1, -1, -1]
