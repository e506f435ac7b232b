"""Gaps, completed islands, chips, halving, the end of the match, E8–E9 and E11–E13, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import CHANCE, OVER
from studio.games.entdecker import rules
from studio.games.entdecker.body import build
from studio.games.entdecker.rules.scoring import shares
from studio.seatiles.body import TileKind
from tests.games.entdecker.sea import (
    CAPE,
    INLAND,
    LEVEL,
    SEA,
    STRAIT,
    TILES,
    begin,
    body,
    changed,
    completed,
    draw,
    lay,
    of_kind,
    strip,
)
from tests.helpers import play
from tests.seatiles.little_seas import EAST, NORTH, SOUTH, WEST, at, shape_at

FORT, SCOUT, SETTLEMENT = rules.FORT, rules.SCOUT, rules.SETTLEMENT
SORTS = rules.SORTS
NO_CHIPS: dict[str, Any] = {"bag": [0, 0, 0, 0]}


def test_e8_gaps_are_filled_at_the_end_of_the_turn() -> None:
    # laying sea on B1 leaves C1 with all four sides known: land in the east, else sea
    state = changed(begin(body("..w## ##### #####"), 2), gold=[9, 4])
    play(state, (rules.START_RIM, at(state, "A1"), WEST), (rules.DECLARE, 1))
    draw(state, SEA)
    assert shape_at(state, "A1") == "...."
    assert shape_at(state, "B1") == ".L.."
    assert state.sorted_left[CAPE] == 4  # one was laid out, one filled the gap


def test_e8_a_passed_turn_ends_with_gaps_too() -> None:
    state = changed(begin(body("..... .~~~. ....."), 3), gold=[0, 4, 4])
    hole = at(state, "C2")
    holed = changed(state, laid=[-1 if cell == hole else p for cell, p in enumerate(state.laid)])
    for name in ("C1", "C3"):
        holed.laid[at(state, name)] = state.laid[hole]
    holed = changed(holed)
    play(holed, (rules.PASS,))
    assert shape_at(holed, "C2") == "...."


def test_e8_a_lake_that_ships_may_start_on_is_no_gap() -> None:
    # behind a wall of land the sea of D2 is a place to start from; without it the lake would be filled (T8)
    open_lake = begin(body("..O.... ..O~... ..O...."), 2)
    assert open_lake.undiscovered >> at(open_lake, "E2") & 1
    sealed = begin(body("O..O O..O OOOO", "shore", tiles=(*TILES[:5], TileKind("inland", "aaaa", sorted=20))), 2)
    assert sealed.to_move == OVER
    assert shape_at(sealed, "B1") == ".LLL"


def two_islands(**more: Any) -> rules.State:
    """Seat 0 can complete two islands with one tile: a channel of land west and east of C2."""
    drawn = body("..... .e.w. .....")
    return changed(begin(drawn, 3), {"B2": (0, SCOUT), "D2": (1, SCOUT)}, turn=2, gold=[9, 9, 9], **more)


def test_e8_with_several_islands_the_active_seat_picks_the_next() -> None:
    state = two_islands()
    play(state, (rules.START_RIM, at(state, "C3"), SOUTH), (rules.DECLARE, 2))
    draw(state, SEA)
    draw(state, STRAIT)
    play(state, (rules.STOP,))
    assert (state.phase, state.to_move) == (rules.P_ISLAND, 0)
    assert state.legal() == [(rules.ISLAND, at(state, "B2"), 0), (rules.ISLAND, at(state, "C2"), 0)]
    play(state, (rules.ISLAND, at(state, "C2"), 0))
    assert state.points == [2, 2, 0]
    assert [entry[1] for entry in state.ledger] == [1, 0]
    assert state.active == 1


def test_e8_islands_of_nobody_are_never_asked_for() -> None:
    state = two_islands()
    state = changed(state, unit=[-1] * 15, supply=[3, 2, 1] * 3)
    play(state, (rules.START_RIM, at(state, "C3"), SOUTH), (rules.DECLARE, 2))
    draw(state, SEA)
    draw(state, STRAIT)
    play(state, (rules.STOP,))
    assert (state.active, state.points) == (1, [0, 0, 0])
    assert [entry[1:5] for entry in state.ledger] == [(-1, 0, 0, 2), (-1, 0, 0, 2)]


def test_e8_islands_complete_before_the_first_turn_are_never_scored() -> None:
    state = begin(body("..... .ew.. ....."), 2)
    assert (state.ledger, state.pending, state.phase) == ([], [], rules.P_START)


def filled(**more: Any) -> rules.State:
    """Sea is laid on A1, so that a cape fills B1."""
    state = changed(begin(body("..w## ##### #####"), 2), gold=[9, 4], **more)
    play(state, (rules.START_RIM, at(state, "A1"), WEST), (rules.DECLARE, 1))
    draw(state, SEA)
    assert shape_at(state, "B1") == ".L.."
    return state


def test_e9_an_empty_reserve_takes_a_tile_that_left_the_game_plain_before_query() -> None:
    gone = [0] * (6 * SORTS)
    gone[CAPE * SORTS], gone[CAPE * SORTS + 1] = 1, 1
    state = filled(sorted_left=[4, 0, 6, 4, 6, 9], discard=gone)
    assert state.discard[CAPE * SORTS : CAPE * SORTS + 2] == [0, 1]
    assert state.event[at(state, "B1")] == 0
    gone[CAPE * SORTS] = 0
    state = filled(sorted_left=[4, 0, 6, 4, 6, 9], discard=gone)
    assert sum(state.discard) == 0
    assert state.event[at(state, "B1")] == 1
    assert state.added == [0] * 6


def test_e9_else_one_is_added() -> None:
    state = filled(sorted_left=[4, 0, 6, 4, 6, 9])
    assert state.added == [0, 1, 0, 0, 0, 0]


def isle(units: dict[str, tuple[int, ...]], **more: Any) -> rules.State:
    """An island of four tiles, completed by seat 0 with such units on it."""
    return completed(strip("e--", units, more={**LEVEL}, **more))


def places(state: rules.State) -> dict[int, tuple[int, ...]]:
    """Points and place by seat."""
    return {entry[1]: entry[2:4] for entry in state.ledger if entry[0] == rules.SCORED_ISLAND}


def test_e11_a_settlement_beats_forts_and_a_fort_beats_scouts() -> None:
    state = isle({"A2": (0, FORT), "B2": (1, SETTLEMENT), "C2": (2, SCOUT)}, **NO_CHIPS)
    assert places(state) == {1: (4, 1), 0: (2, 2), 2: (1, 3)}


def test_e11_ties_are_broken_by_the_next_lower_units() -> None:
    drawn = strip("e-----", {"A2": (0, FORT), "B2": (1, FORT), "C2": (1, SCOUT)}, more={**LEVEL}, **NO_CHIPS)
    assert places(completed(drawn)) == {1: (7, 1), 0: (4, 2)}
    one_fort = {"A2": (0, FORT), "B2": (1, SCOUT), "C2": (1, SCOUT), "D2": (1, SCOUT)}
    state = completed(strip("e-----", one_fort, more={**LEVEL}, **NO_CHIPS))
    assert places(state) == {0: (7, 1), 1: (4, 2)}


def test_e11_equal_triples_tie() -> None:
    state = isle({"A2": (0, SCOUT), "B2": (1, SCOUT)})
    assert places(state) == {0: (4, 1), 1: (4, 1)}


def test_e11_without_units_nothing_happens() -> None:
    state = isle({})
    assert state.points == [0] * 4
    assert places(state) == {-1: (0, 0)}


def test_e11_scouts_alone_discover_no_plant() -> None:
    state = isle({"A2": (0, SCOUT)})
    assert state.chips == [()] * 4
    assert state.points[0] == 4


@pytest.mark.parametrize("kind", [FORT, SETTLEMENT])
def test_e11_a_fort_or_settlement_brings_the_first_a_chip_that_counts_for_all(kind: int) -> None:
    state = isle({"A2": (0, SCOUT), "B2": (1, kind)})
    assert (state.phase, state.to_move, state.takers) == (rules.P_CHIP, CHANCE, (1,))
    state.apply((rules.CHIP, 3))
    assert state.chips == [(), (3,), (), ()]
    assert places(state) == {1: (7, 1), 0: (4, 2)}
    assert state.active == 1


def test_e11_tied_firsts_draw_each_and_the_highest_counts() -> None:
    state = isle({"A2": (0, FORT), "B2": (1, FORT), "C2": (2, SCOUT)})
    assert state.takers == (0, 1)
    state.apply((rules.CHIP, 4))
    state.apply((rules.CHIP, 2))
    assert state.chips == [(4,), (2,), (), ()]
    assert places(state) == {0: (8, 1), 1: (8, 1), 2: (2, 3)}


def test_e11_with_fewer_chips_than_tied_seats_nobody_draws() -> None:
    state = isle({"A2": (0, FORT), "B2": (1, FORT)}, bag=[0, 1, 0, 0])
    assert state.chips == [()] * 4
    assert places(state) == {0: (4, 1), 1: (4, 1)}
    assert state.bag == [0, 1, 0, 0]


def test_e11_chips_are_drawn_for_each_island_anew() -> None:
    state = changed(two_islands(), unit_land=[0] * 15)
    state = changed(state, unit=[{6: 1, 8: 4}.get(cell, -1) for cell in range(15)], supply=[3, 1, 1] * 2 + [3, 2, 1])
    play(state, (rules.START_RIM, at(state, "C3"), SOUTH), (rules.DECLARE, 2))
    draw(state, SEA)
    draw(state, STRAIT)
    play(state, (rules.STOP,), (rules.ISLAND, at(state, "B2"), 0))
    state.apply((rules.CHIP, 4))
    assert (state.takers, state.chip) == ((1,), 0)
    state.apply((rules.CHIP, 1))
    assert state.points == [6, 3, 0]


def test_e12_each_further_place_halves_rounded_up() -> None:
    assert shares(10, {0: (1, 0, 0), 1: (0, 1, 0), 2: (0, 0, 2), 3: (0, 0, 1)}) == [
        (0, 1, 10),
        (1, 2, 5),
        (2, 3, 3),
        (3, 4, 2),
    ]


def test_e12_after_two_tied_first_the_third_place_follows() -> None:
    assert shares(10, {2: (0, 1, 1), 0: (0, 1, 1), 1: (0, 1, 0)}) == [(0, 1, 10), (2, 1, 10), (1, 3, 3)]


def test_e12_after_two_tied_second_the_fourth_place_follows() -> None:
    assert shares(10, {0: (1, 0, 0), 1: (0, 1, 0), 2: (0, 1, 0), 3: (0, 0, 3)}) == [
        (0, 1, 10),
        (1, 2, 5),
        (2, 2, 5),
        (3, 4, 2),
    ]


def test_e12_the_example_on_the_board_and_the_units_go_home() -> None:
    units = {"A2": (0, SCOUT), "B2": (1, FORT), "C2": (2, FORT), "D2": (3, SETTLEMENT)}
    state = strip("e--------", units, more={**LEVEL}, **NO_CHIPS)
    assert state.supply == [2, 2, 1, 3, 1, 1, 3, 1, 1, 3, 2, 0]
    state = completed(state)
    assert state.points == [2, 5, 5, 10]
    assert state.supply == [3, 2, 1] * 4
    assert set(state.unit) == {-1}


def last_space(units: dict[str, tuple[int, ...]], **more: Any) -> rules.State:
    """Seat 0 lays the last tile of a little board; the gap behind it is filled."""
    state = changed(begin(body("~~~~ ew.. ~~~~"), 3), units, gold=[9, 4, 4], **more)
    play(state, (rules.START_RIM, at(state, "D2"), EAST), (rules.DECLARE, 1))
    draw(state, SEA)
    return state


def test_e13_a_full_board_ends_the_match_and_the_most_chips_win_a_point_each() -> None:
    state = last_space({}, chips=[[1, 1], [4], []], points=[0, 5, 1])
    assert state.to_move == OVER
    assert state.points == [2, 5, 1]
    assert state.ledger == [(rules.MOST_CHIPS, 0, 2, 1)]
    assert state.winners() == [1]


def test_e13_tied_discoverers_both_get_the_bonus_and_nobody_without_a_chip() -> None:
    state = last_space({}, chips=[[1, 1], [4, 3], [2]], points=[0, 0, 2])
    assert state.points == [2, 2, 2]
    assert state.winners() == [0, 1, 2]
    assert last_space({}).ledger == []


def last_tile(units: dict[str, tuple[int, ...]], declared: int = 1, kind: int = SEA, **more: Any) -> rules.State:
    """Seat 0 is about to draw the last tile of the piles, beside unfinished islands."""
    hidden = [0] * (6 * SORTS)
    hidden[kind * SORTS] = 1
    state = changed(begin(body("..... .e--. ..... ....n .....", **LEVEL), 3), units, gold=[9, 4, 4])
    hidden += [0] * (len(state.hidden) - len(hidden))
    state = changed(state, hidden=hidden, stack_size=[1, 0, 0, 0, 0], stack_top=[0, -1, -1, -1, -1], **more)
    return play(state, (rules.START_RIM, at(state, "A5"), SOUTH), (rules.DECLARE, declared), (rules.DRAW, 0))


def test_e13_the_last_tile_ends_the_match_and_unfinished_islands_count_without_chips() -> None:
    state = last_tile({"B2": (0, SCOUT), "C2": (1, FORT), "E4": (2, SETTLEMENT)})
    state.apply((rules.FRONT, SEA, 0))
    assert state.to_move == OVER
    assert state.points == [2, 3, 1]
    assert state.chips == [()] * 3
    assert {entry[0] for entry in state.ledger} == {rules.UNFINISHED_ISLAND}
    assert set(state.unit) == {-1}


def test_e13_a_last_tile_that_does_not_fit_ends_it_too() -> None:
    state = last_tile({"B2": (0, SCOUT)}, kind=INLAND)
    state.apply((rules.FRONT, INLAND, 0))
    assert (state.to_move, state.points) == (OVER, [3, 0, 0])
    assert state.discard[INLAND * SORTS] == 1


def test_e13_the_turn_of_the_last_tile_is_finished_normally() -> None:
    state = last_tile({}, kind=CAPE)
    state.apply((rules.FRONT, CAPE, 0))
    lay(state, "A5", CAPE, NORTH)
    assert of_kind(state, rules.DRAW) == []
    play(state, (rules.UNIT, FORT, 0))
    assert state.to_move == OVER
    assert state.points == [1, 0, 0]


def test_e13_no_tiles_at_all_end_it_before_it_begins() -> None:
    tiles = tuple(TileKind(kind.name, kind.shape, sorted=kind.sorted) for kind in TILES)
    state = rules.start(build(body("..... .....", tiles=tiles)), 2, {})
    assert (state.to_move, state.winners()) == (OVER, [0, 1])


def test_e13_a_last_filler_completes_and_scores() -> None:
    # C2 is filled behind the ship: the island of three is complete and the board full
    state = changed(begin(body("~~~~ e-.. ~~~~", **LEVEL), 2), {"A2": (1, SCOUT)}, gold=[9, 4])
    play(state, (rules.START_RIM, at(state, "D2"), EAST), (rules.DECLARE, 1))
    draw(state, SEA)
    assert shape_at(state, "C2") == "...L"
    assert (state.to_move, state.points) == (OVER, [0, 3])
