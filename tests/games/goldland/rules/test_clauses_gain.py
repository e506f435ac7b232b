"""Rule G10: gaining equipment."""

from __future__ import annotations

from studio.games.goldland import rules
from tests.games.goldland.boards import (
    LAKESIDE,
    MEADOW,
    begin,
    board,
    crossing,
    discard,
    explore,
    finish,
    first_game,
    gain,
    of_kind,
    offered,
    pack_of,
    pieces,
    step,
    walk,
    where,
)
from tests.playing import play

PAY, CROSS_PAY = rules.PAY, rules.CROSS_PAY
GAIN = rules.GAIN


# G10: lines


def test_g10_the_start_tile_gives_provisions_and_pearls_for_free() -> None:
    state = begin(board(MEADOW), pack={0: ""})
    stock = state.stock[:]
    gain(state, "3 provision + 2 pearl")
    assert pack_of(state) == pieces("3 provision + 2 pearl")
    assert state.stock == [stock[0] - 3, *stock[1:5], stock[5] - 2, stock[6]]


def test_g10_the_start_tile_gives_again_on_return() -> None:
    state = begin(board(MEADOW), at={0: "C3"})
    walk(state, "D3 D4")
    gain(state, "3 provision + 2 pearl")
    assert pack_of(state) == pieces("6 provision + 4 pearl")


def test_g10_the_start_tile_of_the_first_game() -> None:
    state = rules.start(first_game(), 2, {})
    play(state, (GAIN, 0))
    assert (state.phase, state.item) == (rules.P_TAKE, rules.PROVISION)
    assert state.legal() == [(rules.TAKE, number) for number in range(4)]
    play(state, (rules.TAKE, 3))
    assert state.item == rules.PEARL and state.legal() == [(rules.TAKE, number) for number in range(3)]
    play(state, (rules.TAKE, 1))
    assert pack_of(state) == pieces("6 provision + 3 pearl")


def test_g10_elsewhere_the_white_item_is_shown() -> None:
    meadow = board(MEADOW)
    assert offered(begin(meadow, at={0: "C1"}, pack={0: "rope + pearl + wood"})) == set()
    state = begin(meadow, at={0: "C1"}, pack={0: "shovel"})
    assert offered(state) == {0}
    gain(state, "2 wood")
    assert pack_of(state) == pieces("shovel + 2 wood")  # shown, not given away


def test_g10_every_shown_piece_must_be_held() -> None:
    drawn = board(MEADOW.replace("L6", "X1"), lines={"X1": "plain; show 2 rope + wood; gain 2 rifle"})
    for text, able in (("rope + wood", False), ("2 rope", False), ("2 rope + wood", True), ("3 wood", False)):
        assert bool(offered(begin(drawn, at={0: "B2"}, pack={0: text}))) is able


def test_g10_all_of_an_overlapping_group() -> None:
    state = begin(board(MEADOW), at={0: "A1"}, pack={0: "shovel"})  # wood + rope
    assert offered(state) == {0}
    play(state, (GAIN, 0))
    assert state.item == rules.ROPE and state.legal() == [(rules.TAKE, 0), (rules.TAKE, 1)]
    play(state, (rules.TAKE, 1))
    assert state.item == rules.WOOD and state.legal() == [(rules.TAKE, 0), (rules.TAKE, 1)]
    play(state, (rules.TAKE, 1))
    assert pack_of(state) == pieces("shovel + wood + rope")


def test_g10_one_of_separate_groups() -> None:
    meadow = board(MEADOW)  # B1: 2 wood | 2 rope
    state = begin(meadow, at={0: "B1"}, pack={0: "shovel"})
    assert offered(state) == {0, 1}
    wood = gain(state.clone(), "2 wood", 0)
    assert pack_of(wood) == pieces("shovel + 2 wood") and offered(wood) == set()
    rope = gain(state, "2 rope", 1)
    assert pack_of(rope) == pieces("shovel + 2 rope")


def test_g10_any_part_may_be_declined() -> None:
    state = begin(board(MEADOW), pack={0: ""})
    for provisions in range(4):
        for pearls in range(3):
            taken = play(state.clone(), (GAIN, 0), (rules.TAKE, provisions), (rules.TAKE, pearls))
            assert pack_of(taken) == (provisions, 0, 0, 0, 0, pearls, 0)
            assert offered(taken) == set()  # it was still the gain of this turn


def test_g10_limited_by_free_compartments() -> None:
    state = begin(board(MEADOW), pack={0: "10 wood"})
    play(state, (GAIN, 0))
    assert state.legal() == [(rules.TAKE, 0), (rules.TAKE, 1), (rules.TAKE, 2)]
    other = play(state.clone(), (rules.TAKE, 1))
    assert other.legal() == [(rules.TAKE, 0), (rules.TAKE, 1)]
    play(state, (rules.TAKE, 2))  # no room for pearls: no decision
    assert state.phase == rules.P_TURN and pack_of(state) == pieces("10 wood + 2 provision")


def test_g10_limited_by_free_compartments_with_treasures_and_amulet() -> None:
    state = begin(board(MEADOW), pack={0: "6 wood"}, treasures={0: 4}, amulets=[0])
    play(state, (GAIN, 0))
    assert state.legal() == [(rules.TAKE, 0), (rules.TAKE, 1)]


def test_g10_limited_by_stock_without_substitute() -> None:
    # the remaining rope is in seat 1's backpack
    state = begin(board(MEADOW), at={0: "B1"}, pack={0: "shovel", 1: "12 rope"}, stock=[20, 1, 16, 15, 1, 0, 6])
    assert offered(state) == {0, 1}
    play(state, (GAIN, 1))
    assert state.legal() == [(rules.TAKE, 0), (rules.TAKE, 1)]
    state = begin(board(MEADOW), pack={0: ""}, stock=[0, 16, 16, 16, 16, 1, 6])
    play(state, (GAIN, 0))
    assert state.item == rules.PEARL and state.legal() == [(rules.TAKE, 0), (rules.TAKE, 1)]


def test_g10_gains_that_cannot_be_taken_are_not_offered() -> None:
    meadow = board(MEADOW)
    assert offered(begin(meadow, at={0: "B1"}, pack={0: "shovel"}, stock=[20, 0, 16, 15, 16, 16, 6])) == {0}
    assert offered(begin(meadow, at={0: "B1"}, pack={0: "shovel"}, stock=[20, 0, 16, 15, 0, 16, 6])) == set()
    assert offered(begin(meadow, pack={0: "12 wood"})) == set()
    assert offered(begin(meadow, pack={0: ""}, stock=[0, 9, 9, 9, 9, 0, 6])) == set()


def test_g10_once_a_turn() -> None:
    state = begin(board(MEADOW), pack={0: "shovel"})
    gain(state, "provision")
    walk(state, "D3")  # shovel -> 2 pearl
    play(state, (rules.STOP,))
    assert state.active == 1  # no second gain, no other thing to do


def test_g10_before_moving_or_where_the_move_ends() -> None:
    state = begin(board(MEADOW), pack={0: "shovel"})
    before = gain(state.clone(), "provision")
    assert of_kind(before, rules.STEP)
    walk(state, "C4 C3 C2 C1")  # neither at the start nor in passing: at L3, shovel -> 2 wood
    assert offered(state) == {0}
    gain(state, "2 wood")
    assert (state.active, where(state)) == (1, "C1")


def test_g10_after_stopping_too() -> None:
    state = begin(board(MEADOW), at={0: "C2"}, pack={0: "shovel"})
    step(state, "C1")
    play(state, (rules.STOP,))
    assert offered(state) == {0}


def test_g10_only_the_own_tile_counts() -> None:
    state = begin(board(MEADOW), at={0: "C1"}, pack={0: "shovel"})
    assert offered(state) == {0}
    step(state, "C2")  # rope -> 2 wood
    assert offered(state) == set()


# G10: rewards


def test_g10_the_reward_of_a_paid_adventure() -> None:
    state = begin(board(LAKESIDE), at={0: "B2"}, pack={0: "2 rifle"})
    step(state, "A2", PAY)
    play(state, (rules.PITCH,))
    gain(state, "2 provision")
    assert pack_of(state) == pieces("2 provision") and state.active == 1


def test_g10_the_reward_without_a_camp_and_after_stopping_and_exploring() -> None:
    drawn = board(LAKESIDE.replace("L1 ", ". "), ["L1"])
    state = begin(drawn, at={0: "B2"}, pack={0: "2 rifle"})
    step(state, "A2", PAY)
    play(state, (rules.NO_CAMP,), (rules.STOP,))
    assert offered(state) == {0}
    explore(state, "L1", "A1")
    gain(state, "2 provision")
    assert pack_of(state) == pieces("2 provision")


def test_g10_no_reward_for_walking_in_with_a_camp() -> None:
    state = begin(board(LAKESIDE), at={0: "B2"}, pack={0: "2 rifle"}, camps={0: "A2"})
    step(state, "A2")
    assert offered(state) == set()


def test_g10_the_reward_again_for_paying_again() -> None:
    state = begin(board(LAKESIDE), at={0: "B2"}, pack={0: "2 rifle"}, camps={0: "A2"})
    step(state, "A2", PAY)
    play(state, (rules.NO_CAMP,))
    assert offered(state) == {0}


def test_g10_no_reward_in_a_later_turn() -> None:
    state = begin(board(LAKESIDE), at={0: "B2"}, pack={0: "2 rifle + wood"})
    step(state, "A2", PAY)
    play(state, (rules.PITCH,))
    finish(state)
    finish(state)
    assert where(state) == "A2" and offered(state) == set()
    discard(state, "wood")
    assert offered(state) == set()


def test_g10_no_reward_for_walking_on() -> None:
    state = begin(board(LAKESIDE), at={0: "B2"}, pack={0: "2 rifle"}, camps={0: "B1"})
    step(state, "A2", PAY)
    play(state, (rules.PITCH,))
    step(state, "A1")
    assert offered(state) == set()
    step(state, "B1")  # bandits with a camp: what was paid among the pumas gives nothing here
    assert offered(state) == set()


def test_g10_no_reward_after_another_gain() -> None:
    state = begin(board(LAKESIDE), at={0: "B2"}, pack={0: "3 rifle"})
    gain(state, "provision")
    step(state, "A2", PAY)
    play(state, (rules.PITCH,))
    assert offered(state) == set()


def test_g10_the_reward_for_paying_within_a_crossing() -> None:
    walled = board(LAKESIDE.replace("L6", "L6<"))
    state = begin(walled, at={0: "B2"}, pack={0: "2 rifle + 3 wood"}, camps={0: "A2"})
    unpaid = crossing(state.clone(), "A2", "2 rifle + 2 wood")
    assert offered(unpaid) == set()
    crossing(state, "A2", "2 wood", CROSS_PAY)
    play(state, (rules.PITCH,))
    assert offered(state) == {0}


def test_g10_a_reward_may_be_taken_in_part() -> None:
    state = begin(board(LAKESIDE), at={0: "B2"}, pack={0: "3 rifle + wood"})
    step(state, "C2", PAY)
    play(state, (rules.NO_CAMP,), (GAIN, 0))
    assert state.legal() == [(rules.TAKE, 0), (rules.TAKE, 1)] and state.item == rules.ROPE
    play(state, (rules.TAKE, 0), (rules.TAKE, 1))
    assert pack_of(state) == pieces("shovel + wood")


def test_g10_a_shown_line_of_an_adventure_is_an_ordinary_one() -> None:
    lake = board(LAKESIDE)
    # with a camp, unpaid; and in a later turn without one
    state = begin(lake, at={0: "C2"}, pack={0: "rod"}, camps={0: "C1"})
    step(state, "C1")
    assert offered(state) == {0}
    assert offered(begin(lake, at={0: "C1"}, pack={0: "rod"})) == {0}
    assert offered(begin(lake, at={0: "C1"}, pack={0: "rope"})) == set()
    # paid, but without the rod there is nothing
    state = begin(lake, at={0: "C2"}, pack={0: "2 wood"})
    step(state, "C1", PAY)
    play(state, (rules.NO_CAMP,))
    assert offered(state) == set()


def test_g10_an_adventure_without_black_items_gives_nothing() -> None:
    state = begin(board(LAKESIDE), at={0: "B2"}, pack={0: "3 provision"})
    step(state, "B3", PAY)
    play(state, (rules.PITCH,))
    assert offered(state) == set()
