"""Setting up, placing tiles, cyclones and jokers, C1 to C6."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import CHANCE, FIRST_RULES
from studio.games.columbus import rules
from studio.games.columbus.rules import T_CYCLONE, T_JOKER, T_WATER
from tests.games.columbus.sea import (
    LANE,
    SEA,
    STANDARD,
    WATERS,
    all_tiles,
    at,
    begin,
    do,
    free,
    kind_of,
    kinds_of,
    names,
    position,
    sailing,
    tile_at,
    where,
)
from tests.helpers import play, settled

PICTURES = {"D1", "C2", "D2", "A1", "A3", "D3", "F3", "F1", "F2"}
"""The spaces of SEA that show something else than water."""


def test_c1_each_seat_draws_ten_tiles_then_all_choose_harbours_from_seat_0() -> None:
    state = rules.start(STANDARD, 3, {})
    drawn = []
    while state.to_move == CHANCE:
        assert all(weight == state.reserve[action[1]] for action, weight in state.chance())
        drawn.append(state.active)
        state.apply(state.chance()[0][0])
    assert drawn == [0] * 10 + [1] * 10 + [2] * 10
    assert state.rack_size == [10] * 3
    assert state.reserve_size == 135 - 30
    for seat in range(3):
        assert (state.phase, state.to_move) == (rules.P_HARBOUR, seat)
        assert len(state.legal()) == 8 - seat
        play(state, state.legal()[-1])
    assert state.ship == state.harbour == list(reversed(STANDARD.homes[-3:]))
    assert state.voyage == [rules.OUTBOUND] * 3
    assert (state.to_move, state.turn, state.phase) == (0, 1, rules.P_LAY)


def test_c1_there_are_eight_harbours_and_one_ship_in_each() -> None:
    state = settled(rules.start(STANDARD, 6, {}))
    assert len(STANDARD.homes) == 8
    assert where(state, rules.HARBOUR) == names(state, STANDARD.homes)
    assert "R5" not in where(do(state, "harbour R5"), rules.HARBOUR)


def test_c1_racks_and_reserve_are_hidden() -> None:
    seen = begin(STANDARD, 3).observe(1)
    assert seen["rack"][0] == seen["rack"][2] == 10
    assert sum(seen["rack"][1]) == 10
    assert seen["reserve"] == 105


@pytest.mark.parametrize(("seats", "number"), [(2, 3), (4, 3), (5, 2), (6, 2)])
def test_c2_three_tiles_are_laid_two_with_many_seats(seats: int, number: int) -> None:
    state = begin(STANDARD, seats)
    for count in range(number):
        assert (state.phase, state.laid) == (rules.P_LAY, count)
        assert kinds_of(state) <= {rules.TAKE, rules.AS_CYCLONE}
        tile = next(kind for kind, held in enumerate(state.rack[0]) if held and kind != T_CYCLONE)
        play(state, (rules.TAKE, tile))
        play(state, state.legal()[0])
    assert state.phase == rules.P_SAIL


def test_c2_laying_ends_when_no_tile_can_be_laid() -> None:
    state = do(position(tiles="D1 whale", racks="whale, 2 route"), "take route")
    assert state.phase == rules.P_PLACE
    do(state, "place C2")
    assert (state.phase, state.laid) == (rules.P_SAIL, 1)


def test_c2_laying_is_a_duty() -> None:
    assert position(racks="water, wreck").legal() == [(rules.TAKE, T_WATER), (rules.TAKE, rules.T_WRECK)]


@pytest.mark.parametrize(
    ("tile", "spaces"),
    [
        ("water", WATERS),
        ("whale", {"D1"}),
        ("route", {"C2"}),
        ("island", {"D2"}),
        ("harbour", {"A1", "A3"}),
        ("E", {"D3"}),
        ("O", {"F3"}),
        ("full_sail", WATERS | {"F1"}),
        ("becalmed", WATERS | {"F2"}),
        ("wreck", WATERS),
        ("joker", WATERS | PICTURES),
    ],
)
def test_c3_where_each_tile_goes(tile: str, spaces: set[str]) -> None:
    state = do(position(racks=tile), f"take {tile}")
    assert where(state, rules.PLACE) == spaces
    if left := spaces - {"B1", "D4", "F1"}:
        taken = position(racks=f"2 {tile}", tiles="B1 water, D4 joker, F1 full_sail")
        assert where(do(taken, f"take {tile}"), rules.PLACE) == left


def test_c3_the_tile_moves_from_the_rack_to_its_space() -> None:
    state = do(position(racks="2 water, island"), "lay island D2")
    assert (tile_at(state, "D2"), state.rack[0][rules.T_ISLAND], state.rack_size[0]) == ("island", 0, 2)
    assert do(state, "take water").hand == T_WATER


# C4: cyclones


def storm(tiles: str, **more: Any) -> rules.State:
    """Seat 0 has just played a cyclone."""
    return do(position(racks="cyclone", tiles=tiles, **more), "take cyclone")


def free_storm(tiles: str) -> rules.State:
    """Seat 0 has just played a cyclone after America's discovery."""
    return storm(tiles, phase=rules.P_FREE, discovered=True)


def test_c4_a_cyclone_moves_one_tile_to_where_it_may_lie() -> None:
    state = position(racks="cyclone, 2 water", tiles="G2 wreck, D1 whale, F1 full_sail, A1 harbour")
    do(state, "take cyclone")
    assert (state.laid, state.gone[T_CYCLONE]) == (1, 1)
    assert where(state, rules.LIFT) == {"G2", "F1", "A1"}  # there is no other whale space
    assert (rules.LEAVE,) in state.legal()
    assert where(do(state, "lift G2"), rules.DROP) == WATERS - {"G2"}
    do(state, "drop B2")
    assert (tile_at(state, "G2"), tile_at(state, "B2"), state.phase) == ("", "wreck", rules.P_LAY)
    assert all_tiles(state) == list(SEA.tiles)


def test_c4_a_cyclone_need_not_move_anything() -> None:
    state = do(position(racks="cyclone, 2 water", tiles="G2 wreck"), "take cyclone, leave")
    assert tile_at(state, "G2") == "wreck"
    bare = do(position(racks="cyclone, water"), "take cyclone")
    assert (state.phase, state.laid) == (bare.phase, bare.laid) == (rules.P_LAY, 1)


def test_c4_a_tile_under_a_ship_stays() -> None:
    assert where(storm("G2 water, G1 water", ships={1: "G2"}), rules.LIFT) == {"G1"}


def test_c4_a_laid_joker_moves_too() -> None:
    assert where(do(storm("G2 joker"), "lift G2"), rules.DROP) == WATERS - {"G2"} | PICTURES


def test_c4_only_the_upper_tile_of_two_moves() -> None:
    state = free_storm("D2 island/wreck")
    assert where(state, rules.LIFT) == {"D2"}
    assert where(do(state, "lift D2"), rules.DROP) == WATERS
    assert tile_at(do(state, "drop B1"), "D2") == "island"


def test_c4_since_america_a_ship_tile_moves_onto_other_tiles_too() -> None:
    state = do(free_storm("B1 becalmed, D2 island, F1 full_sail, E1 joker"), "lift B1")
    assert where(state, rules.DROP) == WATERS - {"B1", "E1"} | {"F2", "D2"}
    assert tile_at(do(state, "drop D2"), "D2") == "island/becalmed"


# C5, C6: jokers


def test_c5_a_joker_can_be_a_cyclone_and_leaves_the_game() -> None:
    state = do(position(racks="joker, water", tiles="G2 wreck"), "as cyclone")
    assert (state.laid, state.gone[T_JOKER], state.rack[0][T_JOKER]) == (1, 1, 0)
    assert where(state, rules.LIFT) == {"G2"}
    do(state, "lift G2, drop G1")
    assert tile_at(state, "G1") == "wreck"
    assert (rules.AS_CYCLONE,) not in state.legal()


@pytest.mark.parametrize(
    ("space", "tile"),
    [
        *[("B1", "water"), ("D1", "whale"), ("C2", "route"), ("D2", "island"), ("A3", "harbour"), ("D3", "E")],
        *[("F1", "full_sail"), ("F2", "becalmed")],
    ],
)
def test_c6_a_joker_is_swapped_for_what_it_stands_for(space: str, tile: str) -> None:
    others = ", ".join(other for other in ("water", "whale", "route", "full_sail", "O") if other != tile)
    state = position(racks=f"{tile}, {others}", tiles=f"{space} joker")
    assert where(state, rules.SWAP) == {space}
    do(state, f"swap {space}")
    kind = kind_of(SEA, tile)
    assert (state.tile[at(state, space)], state.rack[0][T_JOKER], state.rack[0][kind], state.laid) == (kind, 1, 0, 0)
    assert not where(position(racks=others, tiles=f"{space} joker"), rules.SWAP)


def test_c6_no_joker_is_swapped_from_under_a_ship() -> None:
    assert not where(position(racks="water", tiles="G2 joker", ships={1: "G2"}), rules.SWAP)


def test_c6_after_the_last_tile_a_joker_is_still_swapped_but_not_laid() -> None:
    state = do(position(racks="4 water", tiles="G2 joker", laid=2), "lay water B1")
    assert state.phase == rules.P_SAIL
    do(state, "swap G2")
    assert (state.phase, state.sailed, state.rack[0][T_JOKER]) == (rules.P_SAIL, False, 1)
    assert kinds_of(state) == {rules.SAIL, rules.STAY}


def sailed(rack: str, tiles: str = "G1 water, B1 joker", ships: str = "H1 H3", **more: Any) -> rules.State:
    """Seat 0 has sailed from H1 to G1."""
    return do(sailing(tiles=tiles, ships=ships, racks=rack, **more), "sail G1")


def test_c6_after_sailing_the_seat_ends_the_turn_while_a_swap_is_possible() -> None:
    state = sailed("water")
    assert (state.to_move, state.legal()) == (0, [(rules.SWAP, at(state, "B1")), (rules.END,)])
    swapped = do(state.clone(), "swap B1")
    assert swapped.to_move == CHANCE, "with nothing more to swap the turn is over, and the rack is filled"
    assert settled(swapped).to_move == 1
    assert settled(do(state, "end")).to_move == 1


def test_c6_the_end_of_a_turn_does_not_reveal_whether_a_swap_was_possible() -> None:
    assert sailed("whale").legal() == [(rules.END,)]


@pytest.mark.parametrize(("tiles", "rack"), [("G1 joker", "water"), ("G1 water", "water"), ("G1 water, B1 joker", "")])
def test_c6_after_sailing_the_turn_ends_without_an_open_joker_or_tiles(tiles: str, rack: str) -> None:
    assert sailed(rack, tiles).to_move == CHANCE


def test_c6_the_joker_a_ship_has_left_can_be_swapped_in_the_same_turn() -> None:
    state = sailing(tiles="G1 water, F1 joker", ships="F1 H3", racks="full_sail")
    assert not where(state, rules.SWAP)
    assert where(do(state, "sail G1"), rules.SWAP) == {"F1"}


def test_c6_the_seat_also_ends_the_turn_of_the_first_arrival() -> None:
    state = do(sailing(LANE, tiles="B1 water, K1 joker, A1 harbour", ships="B1", racks="water"), "sail A1")
    assert (state.discovered, state.legal()) == (True, [(rules.SWAP, at(state, "K1")), (rules.END,)])


def test_c6_swaps_are_possible_after_laying_and_sailing_since_america() -> None:
    state = free(tiles="G1 water, B1 joker", ships="H1 H3", racks="water", laid=3)
    assert where(state, rules.SWAP) == {"B1"}
    assert do(state, "sail G1").legal() == [(rules.SWAP, at(state, "B1")), (rules.END,)]


def test_c6_a_joker_can_be_swapped_during_a_cyclone() -> None:
    state = do(position(racks="cyclone, water", tiles="B1 joker, D1 whale"), "take cyclone")
    assert where(state, rules.SWAP) == {"B1"}
    do(state, "swap B1")
    assert state.phase == rules.P_LIFT
    assert where(state, rules.LIFT) == {"B1"}, "the tile that took the joker's place; nothing else fits elsewhere"


def test_c6_a_cyclone_that_a_swap_left_nothing_to_move_is_done() -> None:
    state = do(position(racks="cyclone, whale, water", tiles="D1 joker"), "take cyclone, swap D1")
    assert (state.phase, state.laid) == (rules.P_LAY, 1)


def test_c6_a_ship_that_is_home_ends_its_turn_without_a_swap() -> None:
    state = free(seats=3, tiles="G1 water, B1 joker", ships="G1 H3", racks="water", voyage=[1, 0, 0])
    assert do(state, "sail H1").active == 1


def test_c6_by_the_earlier_rules_swaps_ended_with_laying() -> None:
    state = sailing(tiles="G1 water, B1 joker", ships="H1 H3", racks="water", rules=FIRST_RULES)
    assert not where(state, rules.SWAP)
    assert do(state, "sail G1").to_move == CHANCE


def test_c6_a_seat_that_cannot_lay_may_swap_and_then_has_to_lay_the_joker() -> None:
    state = position(racks="whale, route", tiles="D1 joker, C2 route", laid=1)
    assert state.legal() == [(rules.SWAP, at(state, "D1")), (rules.STOP,)]
    assert do(state.clone(), "swap D1").legal() == [(rules.TAKE, T_JOKER), (rules.AS_CYCLONE,)]
    # or it lays no more, and the joker stays on its rack
    do(state, "stop")
    assert (state.phase, state.laid) == (rules.P_SAIL, 1)
    assert kinds_of(do(state, "swap D1")) <= {rules.SAIL, rules.STAY}
    assert state.rack[0][T_JOKER] == 1


def test_c6_a_swapped_joker_is_known_until_it_is_played_and_then_counts_as_laid() -> None:
    state = do(position(racks="3 water", tiles="G2 joker"), "swap G2")
    assert (state.observe(1)["known"], state.laid) == ([1, 0], 0)
    do(state, "lay joker G3")
    assert (state.observe(1)["known"], state.laid) == ([0, 0], 1)
