"""Sailing, the last ship, refilling and blockades, C7 to C11, one by one."""

from __future__ import annotations

import pytest

from studio.core.game import CHANCE
from studio.games.columbus import rules
from studio.games.columbus.rules import (
    OUTBOUND,
    RETURNING,
    T_BECALMED,
    T_CYCLONE,
    T_FULL_SAIL,
    T_HARBOUR,
    T_ISLAND,
    T_JOKER,
    T_LETTER,
    T_ROUTE,
    T_WATER,
    T_WHALE,
    T_WRECK,
    State,
)
from studio.games.columbus.rules.board import board_of
from tests.games.columbus.sea import LANE, SEA, all_tiles, at, kinds_of, lane, lay, names, position, sailing, where
from tests.playing import play, settled

FULL = "~~~~~~~~~~"
"""The whole lane laid with water, B1 to K1."""


def reached(state: State) -> set[str]:
    return where(state, rules.SAIL)


@pytest.mark.parametrize(
    ("tile", "spaces"),
    [
        (T_FULL_SAIL, {"B1", "C1", "D1", "E1", "G1", "H1", "I1", "J1"}),
        (T_WATER, {"D1", "E1", "G1", "H1"}),
        (T_JOKER, {"D1", "E1", "G1", "H1"}),
        (T_BECALMED, {"E1", "G1"}),
        *[(picture, {"C1", "D1", "E1", "G1", "H1", "I1"}) for picture in (T_WHALE, T_ROUTE, T_ISLAND, T_LETTER)],
    ],
)
def test_c7_the_distance_is_that_of_the_tile_where_the_move_begins(tile: int, spaces: set[str]) -> None:
    # seat 1 is as far back as seat 0 would need to be, so that nobody is last (C9)
    tiles = {**lane(FULL), "F1": tile}
    state = sailing(LANE if tile < T_LETTER else with_a_letter(), tiles=tiles, ships={0: "F1", 1: "Q1"})
    assert reached(state) == spaces


def with_a_letter() -> rules.Board:
    return board_of(["A . . . . e . . . . . H H H H H H"], "", {"water": 54, "harbour": 8})


def test_c7_harbours_give_three_spaces() -> None:
    home = sailing(LANE, tiles=lane(FULL), ships={0: "L1", 1: "Q1"})
    assert reached(home) == {"I1", "J1", "K1", "M1", "N1", "O1"}
    american = sailing(
        LANE, tiles={**lane(FULL), "A1": T_HARBOUR}, ships={0: "A1", 1: "Q1"}, voyage=[RETURNING, OUTBOUND]
    )
    assert reached(american) == {"B1", "C1", "D1"}
    florida = sailing(tiles={"B2": T_WATER, "B1": T_WATER}, ships={0: "A2"}, voyage=[RETURNING, OUTBOUND])
    assert reached(florida) == {"B1", "B2"}


def test_c7_a_joker_stands_for_its_picture_but_gives_two_spaces() -> None:
    tiles = {"D2": T_JOKER, "E2": T_WATER, "F2": T_JOKER, "G2": T_WATER}
    state = sailing(tiles=tiles, ships={0: "D2"})
    assert reached(state) == {"E2", "F2"}


def test_c7_the_upper_tile_counts() -> None:
    tiles = {**lane(FULL), "F1": (T_WATER, T_FULL_SAIL)}
    state = sailing(LANE, tiles=tiles, ships={0: "F1", 1: "Q1"}, discovered=True, phase=rules.P_FREE)
    assert reached(state) == {"B1", "C1", "D1", "E1", "G1", "H1", "I1", "J1"}


def test_c7_ships_sail_along_laid_tiles_harbours_and_florida_only() -> None:
    state = sailing(tiles={"G1": T_WATER, "F2": T_JOKER, "D2": T_ISLAND}, ships={0: "H1", 1: "H3"})
    assert reached(state) == {"G1", "F2", "H2"}
    bare = sailing(ships={0: "H1", 1: "H3"})
    assert reached(bare) == {"H2"}


def test_c7_a_ship_may_stop_early_or_stay() -> None:
    state = sailing(LANE, tiles=lane("~~~~~~~~~~"), ships={0: "L1", 1: "Q1"})
    assert {"K1", "J1", "I1"} < reached(state)
    stayed = play(state.clone(), (rules.STAY,))
    assert stayed.ship == state.ship
    assert settled(play(state, (rules.SAIL, at(state, "J1")))).ship[0] == at(state, "J1")


@pytest.mark.parametrize(
    ("tiles", "rival", "columns"),
    [
        pytest.param("~~~~~~~~x~", "Q1", "KMNO", id="a wreck is neither entered nor passed"),
        pytest.param("~~~~~~~~b~", "Q1", "JKMNO", id="entering a becalmed tile ends the move"),
        pytest.param(FULL, "K1", "HIJMNOP", id="other ships are jumped, the last ship sails four spaces"),
        pytest.param("~~~~~~~~~b", "K1", "MNOP", id="no ship is jumped on a becalmed tile"),
    ],
)
def test_c8_wrecks_becalmed_tiles_and_ships_on_the_way(tiles: str, rival: str, columns: str) -> None:
    state = sailing(LANE, tiles=lane(tiles), ships={0: "L1", 1: rival})
    assert reached(state) == {f"{column}1" for column in columns}


def test_c8_a_joker_on_a_becalmed_ship_does_not_end_it() -> None:
    tiles = {"G2": T_WATER, "F2": T_JOKER, "E2": T_WATER}
    state = sailing(tiles=tiles, ships={0: "H2", 1: "H3"}, harbour=[23, 7])
    assert "E2" in reached(state)


def test_c8_outbound_ships_jump_none_in_an_american_harbour() -> None:
    tiles = {"B1": T_WATER, "B2": T_WATER, "B3": T_WATER, "B4": T_WATER}
    # seat 1 lies in Florida, A2, between B1, A1, A3 and B3; seat 0 may come to B3 only by another way
    state = sailing(tiles={"B1": T_WATER, "B3": T_WATER}, ships={0: "B1", 1: "A2"}, voyage=[OUTBOUND, RETURNING])
    assert reached(state) == set()
    returning = sailing(tiles={"B1": T_WATER, "B3": T_WATER}, ships={0: "B1", 1: "A2"}, voyage=[RETURNING, RETURNING])
    assert reached(returning) == {"B3"}
    round_about = sailing(tiles=tiles, ships={0: "B1", 1: "A2"}, voyage=[OUTBOUND, RETURNING])
    assert reached(round_about) == {"B2", "B3", "B4"}  # the last ship: three spaces


def test_c8_outbound_ships_pass_home_harbours_and_keep_their_own() -> None:
    state = sailing(LANE, tiles=lane(FULL), ships={0: "N1", 1: "Q1"})
    state.harbour = [at(state, "N1"), at(state, "Q1")]
    assert reached(state) == {"K1", "L1", "M1", "O1", "P1"}
    play(state, (rules.SAIL, at(state, "M1")))
    assert state.harbour[0] == at(state, "N1")


def test_c9_the_last_ship_may_go_one_space_further() -> None:
    last = sailing(LANE, tiles=lane(FULL), ships={0: "H1", 1: "B1"})
    assert rules.last_ship(last) == 0
    assert reached(last) == {"E1", "F1", "G1", "I1", "J1", "K1"}
    first = sailing(LANE, tiles=lane(FULL), ships={0: "B1", 1: "H1"})
    assert reached(first) == {"C1", "D1"}


def test_c9_two_ships_in_the_last_place_are_not_last() -> None:
    tiles = {"E1": T_WATER, "E2": T_WATER, "D2": T_WATER, "G3": T_WATER, "E3": T_WATER}
    state = sailing(seats=3, tiles=tiles, ships={0: "E1", 1: "E2", 2: "D2"})
    assert rules.last_ship(state) == -1  # E1 and E2 are in one column, the half-hex shift ignored
    assert rules.last_ship(sailing(seats=3, tiles=tiles, ships={0: "E1", 1: "D2", 2: "D2"})) == 0


def test_c9_no_ship_is_last_before_all_have_set_out() -> None:
    assert rules.last_ship(settled(rules.start(SEA, 3, {}))) == -1


def test_c9_progress_is_west_on_the_way_out_and_east_on_the_way_home() -> None:
    tiles = lane(FULL)
    ships = {0: "B1", 1: "K1", 2: "B1", 3: "K1"}
    state = sailing(LANE, 4, tiles=tiles, ships=ships, voyage=[OUTBOUND, OUTBOUND, RETURNING, RETURNING])
    order = sorted(range(4), key=lambda seat: rules.progress(state, seat))
    assert order == [1, 0, 2, 3]
    assert rules.last_ship(state) == 1


def test_c9_ships_that_are_home_do_not_count() -> None:
    ships = {0: "L1", 1: "B1", 2: "H1"}
    state = sailing(LANE, 3, tiles=lane(FULL), ships=ships, voyage=[rules.HOME, OUTBOUND, OUTBOUND], place=[1, 0, 0])
    assert rules.last_ship(state) == 2


def test_c10_the_rack_is_filled_to_ten_after_the_turn() -> None:
    state = position(racks={0: [T_WATER] * 10})
    lay(state, (T_WATER, "B1"), (T_WATER, "C1"), (T_WATER, "E1"))
    assert (state.phase, state.rack_size[0]) == (rules.P_SAIL, 7)
    play(state, (rules.STAY,))
    for size in (7, 8, 9):
        assert (state.to_move, state.active, state.rack_size[0]) == (CHANCE, 0, size)
        assert sum(weight for _outcome, weight in state.chance()) == state.reserve_size
        state.apply(state.chance()[0][0])
    assert state.rack_size[0] == 10
    assert (state.to_move, state.turn) == (1, 2)
    assert all_tiles(state) == list(SEA.tiles)


def test_c10_without_a_reserve_there_is_no_refill() -> None:
    state = sailing(racks={0: [T_WATER]}, dry=True)
    play(state, (rules.STAY,))
    assert (state.to_move, state.rack_size[0]) == (1, 1)


def test_c10_a_short_reserve_is_drawn_empty() -> None:
    state = sailing(racks={0: []}, dry=True)
    plain = state.dump()
    plain["gone"][T_WATER] -= 2
    plain["reserve"][T_WATER] += 2
    state = play(rules.restore(SEA, plain), (rules.STAY,))
    assert settled(state).rack_size[0] == 2
    assert state.to_move == 1


def test_c10_with_no_tiles_on_the_rack_a_seat_just_sails() -> None:
    state = sailing(tiles={"G1": T_WATER}, racks={0: [], 1: []}, dry=True, ships={0: "G1", 1: "H3"})
    play(state, (rules.STAY,))
    assert (state.to_move, state.phase) == (1, rules.P_SAIL)


def blockade(turns: int, **more: object) -> State:
    """Seat 0, isolated far out on the lane, has had so many blocked turns and is to stay again."""
    tiles = {**lane("~"), "D1": T_WRECK}
    fields = {"racks": {0: [], 1: []}, "dry": True, "blocked": [turns, 0], "ships": {0: "B1", 1: "Q1"}, **more}
    return sailing(LANE, **{"tiles": tiles, **fields})  # type: ignore[arg-type]  # the fields of `position`


def test_c11_only_a_seat_that_could_reach_no_space_is_blocked() -> None:
    state = blockade(0)
    assert state.legal() == [(rules.STAY,)]
    assert play(state, (rules.STAY,)).blocked == [1, 0]
    for action in ((rules.STAY,), (rules.SAIL, at(state, "C1"))):
        assert play(blockade(2, tiles=lane("~~")), action).blocked == [0, 0]


def test_c11_a_blocked_seat_still_lays_and_refills() -> None:
    state = position(LANE, tiles=lane("~"), ships={0: "B1", 1: "Q1"}, racks={0: [T_WRECK] * 3})
    lay(state, (T_WRECK, "C1"), (T_WRECK, "E1"), (T_WRECK, "G1"))
    play(state, (rules.STAY,))
    assert (state.to_move, state.blocked[0]) == (CHANCE, 1)
    assert settled(state).rack_size[0] == 10


def test_c11_after_three_blocked_turns_it_may_move_a_tile_for_free() -> None:
    state = blockade(2)
    play(state, (rules.STAY,), (rules.STAY,))
    assert (state.to_move, state.phase, state.blocked[0], state.relief) == (0, rules.P_LIFT, 0, True)
    assert where(state, rules.LIFT) == {"D1"}  # its own tile stays under its ship
    play(state, (rules.LIFT, at(state, "D1")), (rules.DROP, at(state, "K1")))
    assert state.laid == 0
    assert (state.phase, state.relief) == (rules.P_SAIL, False)  # its rack is empty
    play(state, (rules.STAY,))
    assert state.blocked[0] == 1


def test_c11_two_blocked_turns_are_not_enough() -> None:
    state = blockade(1)
    play(state, (rules.STAY,), (rules.STAY,))
    assert (state.to_move, state.phase, state.blocked[0]) == (0, rules.P_SAIL, 2)


def test_c11_the_free_move_may_be_declined_and_laying_follows_it() -> None:
    state = blockade(2, racks={0: [T_WATER, T_CYCLONE], 1: []})
    play(state, (rules.STAY,), (rules.STAY,), (rules.LEAVE,))
    assert (state.phase, state.laid, state.blocked[0]) == (rules.P_LAY, 0, 0)
    play(state, (rules.TAKE, T_CYCLONE))  # a cyclone of the rack counts as always
    assert (state.phase, state.laid, state.relief) == (rules.P_LIFT, 1, False)


def test_c11_a_joker_may_be_swapped_before_the_free_move() -> None:
    tiles = {**lane("~"), "D1": T_WRECK, "F1": rules.T_JOKER}
    state = blockade(2, tiles=tiles, racks={0: [T_WATER], 1: []})
    play(state, (rules.STAY,), (rules.STAY,))
    assert (state.phase, state.relief, where(state, rules.SWAP)) == (rules.P_LIFT, True, {"F1"})
    play(state, (rules.SWAP, at(state, "F1")), (rules.LIFT, at(state, "F1")), (rules.DROP, at(state, "C1")))
    assert (state.tile[at(state, "C1")], state.relief, state.laid) == (T_WATER, False, 0)
    assert state.rack[0][rules.T_JOKER] == 1


def test_c11_with_nothing_to_move_the_count_restarts() -> None:
    state = blockade(2, tiles=lane("~"))
    play(state, (rules.STAY,), (rules.STAY,))
    assert (state.to_move, state.phase, state.blocked[0]) == (0, rules.P_SAIL, 0)


def test_c11_a_ship_that_can_sail_again_has_no_free_move() -> None:
    for earlier in (False, True):
        state = blockade(2, racks={0: [], 1: [T_WATER]}, earlier=earlier)
        play(state, (rules.STAY,))  # blocked for the third time
        state.phase = rules.P_LAY
        state.moves = None
        lay(state, (T_WATER, "C1"))  # the other seat opens the way
        play(state, (rules.STAY,))
        assert (state.to_move, state.blocked[0], state.relief) == (0, 0, earlier)


def test_c11_since_america_a_blocked_turn_counts_when_it_ends() -> None:
    state = position(
        LANE,
        tiles=lane("~"),
        ships={0: "B1", 1: "Q1"},
        racks={0: [T_WATER, T_WATER, T_WATER, T_WATER]},
        phase=rules.P_FREE,
        discovered=True,
        voyage=[OUTBOUND, RETURNING],
    )
    lay(state, (T_WATER, "E1"))
    assert rules.END in kinds_of(state)
    blocked = play(state.clone(), (rules.END,))
    assert blocked.blocked == [1, 0]
    lay(state, (T_WATER, "C1"))
    assert names(state, rules.cells_in(rules.reach(state, 0))) == {"C1"}
    assert play(state, (rules.END,)).blocked == [0, 0]
