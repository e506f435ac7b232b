"""Rules G4–G6: moving and crossing."""

from __future__ import annotations

import pytest

from studio.games.goldland import rules
from tests.games.goldland.boards import (
    MEADOW,
    SHORE,
    WILD,
    begin,
    board,
    buy,
    crossing,
    discard,
    explore,
    finish,
    gain,
    of_kind,
    pack_of,
    pieces,
    step,
    steps,
    walk,
    where,
)
from tests.playing import play

FREE, PAY, CROSS = rules.FREE, rules.PAY, rules.CROSS


# G4: moving


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


def test_g4_steps_lead_to_orthogonal_neighbours() -> None:
    state = begin(board(MEADOW), at={0: "B2"})
    assert steps(state) == {("B1", FREE), ("A2", FREE), ("C2", FREE), ("B3", FREE)}
    state = begin(board(MEADOW), at={0: "D1"})  # the corner of the board: no wrapping round
    assert steps(state) == {("C1", FREE), ("D2", FREE)}
    state = begin(board(MEADOW), at={0: "A3"})
    assert steps(state) == {("A2", FREE), ("B3", FREE), ("A4", FREE)}


def test_g4_only_onto_placed_tiles() -> None:
    state = begin(board(MEADOW.replace("L6", ".")), at={0: "B3"})
    assert {name for name, _way in steps(state)} == {"A3", "C3", "B4"}


def test_g4_only_onto_face_up_tiles() -> None:
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


def test_g4_discard_gain_and_move_in_one_turn() -> None:
    state = begin(board(MEADOW), pack={0: "12 rope"})
    assert of_kind(state, rules.GAIN) == []
    discard(state, "6 rope")
    gain(state, "3 provision + pearl")
    assert pack_of(state) == pieces("6 rope + 3 provision + pearl")
    discard(state, "pearl")  # after the gain, too
    walk(state, "C4 B4")
    assert (where(state), state.points) == ("B4", 1)
    assert of_kind(state, rules.DISCARD) == []


def test_g4_discards_come_after_an_exploration_too() -> None:
    state = begin(board(SHORE, ["L5", "L6"]), at={0: "C4"}, pack={0: "12 rope"})
    explore(state, "L5", "C3")
    discard(state, "rope")
    step(state, "C3")
    assert (where(state), state.points) == ("C3", 0)


def test_g4_no_discards_after_a_gain_that_ended_a_move() -> None:
    state = begin(board(MEADOW), pack={0: "shovel + pearl"}, at={0: "D4"}, tokens={0: 4})
    step(state, "C4")
    gain(state, "rope")
    assert state.moved == 2 and state.active == 0
    assert of_kind(state, rules.DISCARD) == []


def test_g4_a_discard_begins_the_move_by_the_earlier_rules() -> None:
    state = begin(board(MEADOW), tokens={0: 4}, earlier=True)
    discard(state, "pearl")
    play(state, (rules.STOP,))
    assert of_kind(state, rules.STEP) == of_kind(state, rules.DISCARD) == []
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


def test_g4_a_purchase_during_the_move_costs_no_point() -> None:
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


def test_g4_no_tile_twice_including_the_first() -> None:
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


# G5, G6: roads and crossings


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
    saved = ways(state)
    assert len(saved) == len(set(saved))  # no payment twice
    assert set(saved) == {
        pieces("2 provision"), pieces("provision + wood"), pieces("provision + pearl"), pieces("2 wood"),
        pieces("wood + pearl"),
    }  # fmt: skip
