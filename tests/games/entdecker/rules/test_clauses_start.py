"""Setting up, income, starting, declaring and options (E1–E4, E14)."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import CHANCE, OVER, Options
from studio.core.rng import Rng
from studio.games.entdecker import rules
from studio.games.entdecker.body import Gold, build
from studio.seatiles.body import Border
from tests.games.entdecker.sea import (
    BASE,
    BEND,
    CAPE,
    COVE,
    ISLES,
    SEA,
    STRAIT,
    WIDE,
    begin,
    body,
    changed,
    draw,
    lay,
    of_kind,
)
from tests.helpers import play, settled
from tests.seatiles.little_seas import EAST, NORTH, SOUTH, at, kinds_of

FORT, SCOUT, SETTLEMENT = rules.FORT, rules.SCOUT, rules.SETTLEMENT


def test_e1_five_piles_of_equal_size_whose_backs_are_seen() -> None:
    state = rules.start(build(BASE), 4, {})
    assert state.stack_size == [17] * 5
    assert (sum(state.hidden), state.hidden_query, sum(state.sorted_left)) == (85, 20, 35)
    for stack in range(5):
        assert state.phase == rules.P_TOPS
        assert {action[:2] for action, _weight in state.chance()} == {(rules.TOP, stack)}
        state.apply((rules.TOP, stack, stack % 2))
    assert state.stack_top == [0, 1, 0, 1, 0]
    assert state.phase == rules.P_SPIN


def test_e1_tiles_left_over_go_one_each_on_the_first_piles() -> None:
    state = rules.start(build(body("..... .....", piles=7)), 2, {})
    assert state.stack_size == [13, 12, 12, 12, 12, 12, 12]


def test_e1_four_gold_no_points_and_seat_0_first() -> None:
    state = rules.start(build(BASE), 3, {})
    assert (state.gold, state.points, state.first, state.active) == ([4] * 3, [0] * 3, 0, 0)
    assert state.supply == [3, 2, 1] * 3
    assert dict(zip(state.board.bag_values, state.bag, strict=True)) == {1: 5, 2: 5, 3: 5, 4: 5}
    assert set(state.laid) == {-1}


def test_e1_nothing_else_is_hidden() -> None:
    state = settled(rules.start(build(BASE), 3, {}))
    assert state.observe(0) == state.observe(2) == state.observe(-1) == state.dump()
    assert not any(state.reveals(action) for action in state.legal())


def test_e2_every_seat_gains_what_was_spun_up_to_twelve() -> None:
    state = settled(rules.start(build(WIDE), 3, {}))
    state = changed(state, phase=rules.P_SPIN, to_move=CHANCE, gold=[4, 9, 12])
    assert state.chance() == [((rules.SPIN, face), 1) for face in (2, 3, 4, 5)]
    state.apply((rules.SPIN, 5))
    assert state.gold == [9, 12, 12]
    assert (state.income, state.phase, state.to_move) == (5, rules.P_START, 0)


def test_e2_once_a_season_before_the_first_player() -> None:
    state = begin(WIDE, 3)
    order = []
    for _turn in range(7):
        order.append((state.season, state.turn, state.active))
        play(state, of_kind(state, rules.START_RIM)[0], (rules.DECLARE, 1))
        draw(state, SEA)
        if state.phase == rules.P_LAY:
            play(state, state.legal()[0])
        if state.active == order[-1][2] and state.phase == rules.P_GO:
            play(state, (rules.STOP,))
        if len(order) % 3 == 0:
            assert state.phase == rules.P_SPIN
            state.apply((rules.SPIN, 5))
        else:
            assert state.phase == rules.P_START
    assert order == [(1, 1, 0), (1, 2, 1), (1, 3, 2), (2, 4, 0), (2, 5, 1), (2, 6, 2), (3, 7, 0)]


def test_e3_border_edges_of_undiscovered_spaces_and_tiles_with_free_sea() -> None:
    state = changed(begin(body("..... ..~.. .e... ~OO~. ....."), 3), turn=2)
    assert len(of_kind(state, rules.START_RIM)) == 19  # not the west of A4, which is discovered
    tiles = {action[1] for action in of_kind(state, rules.START_TILE)}
    assert tiles == {at(state, name) for name in ("C2", "B3", "A4", "D4")}


def test_e3_the_very_first_turn_starts_at_the_border() -> None:
    state = begin(body("..... ..~.. ....."), 3)
    assert kinds_of(state.legal()) == {rules.START_RIM}
    assert kinds_of(changed(state, turn=2).legal()) == {rules.START_RIM, rules.START_TILE}


def test_e3_the_very_first_turn_starts_at_sea_if_no_border_is_open() -> None:
    state = begin(body("..... ..~.. .....", "shore"), 3)
    assert state.legal() == [(rules.START_TILE, at(state, "C2"))]


def test_e3_a_turn_not_a_season_is_meant() -> None:
    state = begin(body("..... ..~.. ....."), 3)
    play(state, (rules.START_RIM, at(state, "A3"), SOUTH), (rules.DECLARE, 1))
    draw(state, SEA)
    play(state, *[action for action in state.legal() if action == (rules.STOP,)])
    assert (state.season, state.turn, state.active) == (1, 2, 1)
    assert rules.START_TILE in kinds_of(state.legal())


@pytest.mark.parametrize(("kind", "price"), [(SCOUT, 1), (FORT, 3), (SETTLEMENT, 6)])
def test_e3_starting_on_anothers_unit_costs_its_price_and_leaves_one_gold(kind: int, price: int) -> None:
    drawn = body("..... ..n.. .....")
    rich = changed(begin(drawn, 3), {"C2": (1, kind)}, turn=2, gold=[price + 1, 4, 4])
    start = (rules.START_TILE, at(rich, "C2"))
    play(rich, start)
    assert rich.gold == [1, 4, 4]  # to the bank, not to the owner
    assert rich.legal() == [(rules.DECLARE, 1)]
    poor = changed(begin(drawn, 3), {"C2": (1, kind)}, turn=2, gold=[price, 4, 4])
    assert start not in poor.legal()


def test_e3_the_own_unit_costs_nothing_and_the_land_does_not_matter() -> None:
    drawn = body("..... ..=.. .....")
    for land in (0, 1):
        state = changed(begin(drawn, 3), {"C2": (1, FORT, land)}, turn=2, gold=[5, 4, 4])
        play(state, (rules.START_TILE, at(state, "C2")))
        assert state.gold == [2, 4, 4]
    own = changed(begin(drawn, 3), {"C2": (0, FORT)}, turn=2, gold=[1, 4, 4])
    play(own, (rules.START_TILE, at(own, "C2")))
    assert own.gold == [1, 4, 4]


def test_e3_a_toll_at_the_border_is_paid_and_must_leave_one_gold() -> None:
    drawn = body("..... ..... .....", Border("open 0", "shore", "open 2", "shore"))
    state = changed(begin(drawn, 3), gold=[3, 4, 4])
    assert len(state.legal()) == 10
    play(state, (rules.START_RIM, at(state, "C3"), SOUTH))
    assert state.gold == [1, 4, 4]
    assert len(changed(begin(drawn, 3), gold=[2, 4, 4]).legal()) == 5


def test_e3_who_cannot_start_passes_and_nobody_else_may() -> None:
    drawn = body("..... ..... .....")
    assert changed(begin(drawn, 3), gold=[0, 4, 4]).legal() == [(rules.PASS,)]
    assert (rules.PASS,) not in changed(begin(drawn, 3), gold=[1, 4, 4]).legal()
    walled = body("..... ..n.. .....", "shore")
    state = changed(begin(walled, 3), {"C2": (1, FORT)}, gold=[3, 4, 4], turn=4)
    play(state, (rules.PASS,))
    assert (state.active, state.phase, state.passes) == (1, rules.P_START, 1)
    play(state, (rules.START_TILE, at(state, "C2")))
    assert state.passes == 0


def passed(state: rules.State) -> rules.State:
    """Played on, the lowest outcome and the first move each time, until the match is over."""
    for _ply in range(500):
        if state.to_move == OVER:
            break
        state.apply(state.chance()[0][0] if state.to_move == CHANCE else state.legal()[0])
    return state


def test_e3_a_sea_on_which_nobody_can_ever_start_ends_the_match() -> None:
    # every start costs a toll of 2, and no more than 2 gold can be had: so none leaves 1 gold, ever
    state = passed(begin(body("..... .....", "open 2", gold=Gold(0, 2, 0), spinner=(1,)), 2))
    assert (state.to_move, state.season, state.turn, state.passes) == (OVER, 3, 6, 6)  # the third spin fills all up
    assert state.undiscovered
    assert sum(state.hidden) == 85


def test_e3_who_can_still_earn_is_waited_for() -> None:
    # 3 gold are there after the third spin
    state = begin(body("..... .....", "open 2", gold=Gold(0, 5, 0), spinner=(1,)), 2)
    while state.to_move == CHANCE or state.legal() == [(rules.PASS,)]:
        state.apply(state.chance()[0][0] if state.to_move == CHANCE else (rules.PASS,))
    assert (state.season, state.gold) == (4, [3, 3])  # nobody had what the first spin brought


def test_e3_without_any_income_the_match_ends_when_all_is_spent() -> None:
    poor = begin(body("..... ..... .....", spinner=(0,), gold=Gold(2, 12, 0)), 3)
    poor = passed(poor)
    assert (poor.to_move, poor.passes, poor.gold) == (OVER, 3, [0, 0, 0])
    assert poor.undiscovered


def test_e4_at_least_one_at_most_the_gold_and_the_tiles() -> None:
    state = changed(begin(WIDE, 3), gold=[7, 4, 4])
    play(state, (rules.START_RIM, at(state, "C5"), SOUTH))
    assert state.legal() == [(rules.DECLARE, n) for n in range(1, 8)]
    hidden = [0] * len(state.hidden)
    hidden[0] = 2
    few = changed(state, hidden=hidden, stack_size=[2, 0, 0, 0, 0], stack_top=[0, -1, -1, -1, -1])
    assert few.legal() == [(rules.DECLARE, 1), (rules.DECLARE, 2)]


def test_e4_one_gold_each_and_nothing_back() -> None:
    state = changed(begin(WIDE, 3), gold=[7, 4, 4])
    play(state, (rules.START_RIM, at(state, "C5"), SOUTH), (rules.DECLARE, 5))
    assert (state.gold[0], state.declared, state.left) == (2, 5, 5)
    draw(state, SEA)
    play(state, (rules.STOP,))
    assert (state.active, state.gold[0]) == (1, 2)


# The options of E14 and the decisions and chances of E15


SORTS = rules.SORTS


def channel(**options: bool) -> rules.State:
    """Seat 0 has started from A2 and declared three draws; B2 can have land in the east only."""
    state = changed(begin(body("#### ~..~ ####", "shore"), 2, **options), gold=[9, 4], turn=2)
    return play(state, (rules.START_TILE, at(state, "A2")), (rules.DECLARE, 3))


def test_e14_kept_misfits_join_the_reserve_unless_they_bear_a_query() -> None:
    state = channel(keep_misfits=True)
    draw(state, COVE)
    assert (state.sorted_left[COVE], state.discard[COVE * SORTS]) == (7, 0)
    draw(state, COVE, 5)
    assert (state.sorted_left[COVE], state.discard[COVE * SORTS + 5]) == (7, 1)


def order_of_play(options: Options, seats: int, turns: int) -> list[tuple[int, int]]:
    """Season and seat of each turn."""
    state, rng = rules.start(build(BASE), seats, options), Rng(4)
    found: list[tuple[int, int]] = []
    while len(found) < turns:
        if state.to_move != CHANCE and (not found or state.turn > len(found)):
            found.append((state.season, state.active))
        state.apply(state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal()))
    return found


def test_e14_the_first_player_stays_or_changes_season_by_season() -> None:
    fixed = order_of_play({}, 4, 12)
    assert [seat for _season, seat in fixed] == [0, 1, 2, 3] * 3
    rotating = order_of_play({"rotating_first": True}, 4, 12)
    assert rotating == [(1, seat) for seat in (0, 1, 2, 3)] + [(2, seat) for seat in (1, 2, 3, 0)] + [
        (3, seat) for seat in (2, 3, 0, 1)
    ]


def own(number: int, gold: int = 12, **fields: Any) -> rules.State:
    """Seat 0 has started from C5 with own tiles and declared so much gold."""
    state = changed(begin(WIDE, 3, personal_tiles=True), gold=[gold, 4, 4], **fields)
    return play(state, (rules.START_RIM, at(state, "C5"), SOUTH), (rules.DECLARE, number))


def test_e14_every_seat_gets_one_tile_of_four_classes_from_the_reserve() -> None:
    state = begin(BASE, 3, personal_tiles=True)
    assert state.personal == [(SEA, CAPE, BEND, STRAIT)] * 3
    assert state.sorted_left == [1, 3, 3, 1, 6, 9]
    assert begin(BASE, 3).personal == [()] * 3


def test_e14_four_seats_empty_the_reserve_of_two_classes() -> None:
    state = begin(BASE, 4, personal_tiles=True)
    assert state.sorted_left == [0, 2, 2, 0, 6, 9]
    scarce = settled(rules.start(build(body(["....."] * 5, personal=(1, 1))), 4, {"personal_tiles": True}))
    assert (scarce.sorted_left[SEA], scarce.added[SEA]) == (0, 4)  # by E9


def test_e14_an_own_tile_instead_of_the_first_draw() -> None:
    state = own(3)
    assert kinds_of(state.legal()) == {rules.DRAW, rules.OWN}
    assert of_kind(state, rules.OWN) == [(rules.OWN, kind) for kind in (SEA, CAPE, BEND, STRAIT)]
    play(state, (rules.OWN, CAPE))
    assert {action[0] for action in state.legal()} == {rules.LAY}
    lay(state, "C5", CAPE, NORTH)
    assert (state.left, state.personal[0], state.personal[1]) == (1, (SEA, BEND, STRAIT), (SEA, CAPE, BEND, STRAIT))
    assert kinds_of(state.legal()) == {rules.DRAW, rules.UNIT, rules.STOP}


def test_e14_it_uses_two_gold_and_a_draw_one() -> None:
    assert not of_kind(own(1), rules.OWN)
    state = own(2)
    play(state, (rules.OWN, SEA))
    assert (state.active, state.gold[0]) == (1, 10)  # all is used: the expedition is over
    state = own(4)
    draw(state, SEA)
    assert (state.left, len(of_kind(state, rules.OWN))) == (3, 4)


def test_e14_at_most_one_own_tile_a_turn() -> None:
    state = own(5)
    play(state, (rules.OWN, SEA))
    assert state.left == 3
    assert not of_kind(state, rules.OWN)
    assert of_kind(state, rules.DRAW)


def test_e14_an_own_tile_must_fit() -> None:
    state = changed(channel(personal_tiles=True))
    assert of_kind(state, rules.OWN) == [(rules.OWN, SEA), (rules.OWN, CAPE)]


def test_e14_gold_declared_and_not_spent_is_lost() -> None:
    state = own(6)
    play(state, (rules.OWN, SEA), (rules.STOP,))
    assert state.gold[0] == 6


def test_e14_declared_gold_may_pay_for_the_last_draws_and_an_own_tile() -> None:
    state = changed(begin(WIDE, 3, personal_tiles=True), gold=[9, 4, 4])
    hidden = [0] * len(state.hidden)
    hidden[SEA * SORTS] = 1
    few = changed(state, hidden=hidden, stack_size=[1, 0, 0, 0, 0], stack_top=[0, -1, -1, -1, -1])
    play(few, (rules.START_RIM, at(few, "C5"), SOUTH))
    assert few.legal() == [(rules.DECLARE, n) for n in (1, 2, 3)]
    none = changed(few, personal=[[], [SEA], [SEA]])
    assert none.legal() == [(rules.DECLARE, 1)]


def test_e14_all_options_are_off_unless_chosen() -> None:
    state = rules.start(build(BASE), 2, {})
    assert (state.keep_misfits, state.rotating_first, state.personal_tiles) == (False, False, False)


def test_e15_decisions_come_in_order() -> None:
    state = changed(begin(body("..... .e.w. ....."), 2), {"B2": (0, 0), "D2": (1, 1)}, gold=[9, 9])
    state = changed(state, bag=[1, 0, 0, 0], stack_top=[0] * 5)
    phases = [state.phase]
    play(state, (rules.START_RIM, at(state, "C3"), SOUTH))
    phases.append(state.phase)
    play(state, (rules.DECLARE, 2))
    phases.append(state.phase)
    play(state, (rules.DRAW, 0))
    phases.append(state.phase)
    state.apply((rules.FRONT, CAPE, 0))
    phases.append(state.phase)
    while state.phase == rules.P_TOPS:
        state.apply(state.chance()[0][0])
    phases.append(state.phase)
    lay(state, "C3", CAPE, EAST)
    draw(state, STRAIT)
    play(state, (rules.STOP,))
    phases.append(state.phase)
    play(state, (rules.ISLAND, at(state, "C2"), 0))
    phases.append(state.phase)
    assert phases == [
        rules.P_START,
        rules.P_DECLARE,
        rules.P_GO,
        rules.P_FRONT,
        rules.P_TOPS,
        rules.P_LAY,
        rules.P_ISLAND,
        rules.P_CHIP,
    ]


def test_e15_the_front_is_drawn_among_those_with_its_back_and_then_the_next_back() -> None:
    state = changed(begin(WIDE, 2), stack_top=[1, 0, 0, 0, 0], gold=[9, 4])
    play(state, (rules.START_RIM, at(state, "C5"), SOUTH), (rules.DECLARE, 1), (rules.DRAW, 0))
    fronts = state.chance()
    assert sum(weight for _action, weight in fronts) == 20
    assert all(state.hidden[action[1] * SORTS + action[2]] == weight for action, weight in fronts)
    state.apply((rules.FRONT, SEA, 1))
    assert state.phase == rules.P_TOPS
    assert state.chance() == [((rules.TOP, 0, 0), 65 - 4), ((rules.TOP, 0, 1), 19)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_e15_everything_a_dump_holds_is_enough_to_play_on(seats: int) -> None:
    options: Options = {"keep_misfits": True, "rotating_first": True, "personal_tiles": True}
    board, rng = build(ISLES), Rng(seats)
    state = rules.start(board, seats, options)
    while state.to_move != OVER:
        again = rules.restore(board, state.dump())
        action = state.draw(rng) if state.to_move == CHANCE else rng.choose(state.legal())
        if state.to_move >= 0:
            assert again.legal() == state.legal()
        again.apply(action)
        state.apply(action)
        assert again.dump() == state.dump()
