"""The options of E14 and the decisions and chances of E15."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import CHANCE, OVER, Options
from studio.core.rng import Rng
from studio.games.entdecker import rules
from studio.games.entdecker.body import build
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
from tests.playing import play, settled
from tests.seatiles.little_seas import EAST, NORTH, SOUTH, at, kinds_of

SORTS = rules.SORTS

# E14: keep misfits


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


# E14: rotating first player


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


# E14: personal tiles


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


# E15


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
