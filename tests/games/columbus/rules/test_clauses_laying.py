"""Setting up, placing tiles, cyclones and jokers, C1 to C6, one by one."""

from __future__ import annotations

import pytest

from studio.core.game import CHANCE
from studio.games.columbus import rules
from studio.games.columbus.rules import (
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
)
from tests.games.columbus.sea import (
    LANE,
    SEA,
    STANDARD,
    all_tiles,
    at,
    begin,
    free,
    kinds_of,
    lay,
    names,
    position,
    sailing,
    where,
)
from tests.playing import play, settled

WATERS = {"B1", "C1", "E1", "G1", "B2", "E2", "G2", "B3", "C3", "E3", "G3", "B4", "C4", "D4", "E4", "F4", "G4"}
T_E, T_O = T_LETTER, T_LETTER + 1


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
    play(state, (rules.HARBOUR, at(state, "R5")))
    assert "R5" not in where(state, rules.HARBOUR)


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
    state = position(tiles={"D1": T_WHALE}, racks={0: [T_WHALE, T_ROUTE, T_ROUTE]})
    play(state, (rules.TAKE, T_ROUTE))
    assert state.phase == rules.P_PLACE
    play(state, (rules.PLACE, at(state, "C2")))
    assert (state.phase, state.laid) == (rules.P_SAIL, 1)


def test_c2_laying_is_a_duty() -> None:
    state = position(racks={0: [T_WATER, T_WRECK]})
    assert state.legal() == [(rules.TAKE, T_WATER), (rules.TAKE, T_WRECK)]


def test_c2_tiles_can_be_laid_anywhere() -> None:
    state = position(racks={0: [T_WATER]})
    play(state, (rules.TAKE, T_WATER))
    assert where(state, rules.PLACE) == WATERS


@pytest.mark.parametrize(
    ("tile", "spaces"),
    [
        (T_WATER, WATERS),
        (T_WHALE, {"D1"}),
        (T_ROUTE, {"C2"}),
        (T_ISLAND, {"D2"}),
        (T_HARBOUR, {"A1", "A3"}),
        (T_E, {"D3"}),
        (T_O, {"F3"}),
        (T_FULL_SAIL, WATERS | {"F1"}),
        (T_BECALMED, WATERS | {"F2"}),
        (T_WRECK, WATERS),
        (T_JOKER, WATERS | {"D1", "C2", "D2", "A1", "A3", "D3", "F3", "F1", "F2"}),
    ],
)
def test_c3_where_each_tile_goes(tile: int, spaces: set[str]) -> None:
    state = position(racks={0: [tile]})
    play(state, (rules.TAKE, tile))
    assert where(state, rules.PLACE) == spaces
    taken = position(racks={0: [tile, tile]}, tiles={"B1": T_WATER, "D4": T_JOKER, "F1": T_FULL_SAIL})
    if spaces - {"B1", "D4", "F1"}:
        play(taken, (rules.TAKE, tile))
        assert where(taken, rules.PLACE) == spaces - {"B1", "D4", "F1"}


def test_c3_the_tile_moves_from_the_rack_to_its_space() -> None:
    state = position(racks={0: [T_WATER, T_WATER, T_ISLAND]})
    lay(state, (T_ISLAND, "D2"))
    assert state.tile[at(state, "D2")] == T_ISLAND
    assert state.rack[0][T_ISLAND] == 0
    assert state.rack_size[0] == 2
    play(state, (rules.TAKE, T_WATER))
    assert state.hand == T_WATER


def test_c4_a_cyclone_moves_one_tile_to_where_it_may_lie() -> None:
    state = position(
        racks={0: [T_CYCLONE, T_WATER, T_WATER]},
        tiles={"G2": T_WRECK, "D1": T_WHALE, "F1": T_FULL_SAIL, "A1": T_HARBOUR},
    )
    play(state, (rules.TAKE, T_CYCLONE))
    assert (state.laid, state.gone[T_CYCLONE]) == (1, 1)
    assert where(state, rules.LIFT) == {"G2", "F1", "A1"}  # there is no other whale space
    assert (rules.LEAVE,) in state.legal()
    play(state, (rules.LIFT, at(state, "G2")))
    assert where(state, rules.DROP) == WATERS - {"G2"}
    play(state, (rules.DROP, at(state, "B2")))
    assert state.tile[at(state, "G2")] == rules.NO_TILE
    assert state.tile[at(state, "B2")] == T_WRECK
    assert state.phase == rules.P_LAY
    assert all_tiles(state) == list(SEA.tiles)


def test_c4_a_cyclone_need_not_move_anything() -> None:
    state = position(racks={0: [T_CYCLONE, T_WATER, T_WATER]}, tiles={"G2": T_WRECK})
    play(state, (rules.TAKE, T_CYCLONE), (rules.LEAVE,))
    assert state.tile[at(state, "G2")] == T_WRECK
    bare = play(position(racks={0: [T_CYCLONE, T_WATER]}), (rules.TAKE, T_CYCLONE))
    assert (state.phase, state.laid) == (bare.phase, bare.laid) == (rules.P_LAY, 1)


def test_c4_a_tile_under_a_ship_stays() -> None:
    state = position(racks={0: [T_CYCLONE]}, tiles={"G2": T_WATER, "G1": T_WATER}, ships={1: "G2"})
    play(state, (rules.TAKE, T_CYCLONE))
    assert where(state, rules.LIFT) == {"G1"}


def test_c4_a_laid_joker_moves_too() -> None:
    state = position(racks={0: [T_CYCLONE]}, tiles={"G2": T_JOKER})
    play(state, (rules.TAKE, T_CYCLONE), (rules.LIFT, at(state, "G2")))
    assert where(state, rules.DROP) == WATERS - {"G2"} | {"D1", "C2", "D2", "A1", "A3", "D3", "F3", "F1", "F2"}


def test_c4_only_the_upper_tile_of_two_moves() -> None:
    state = free_storm({"D2": (T_ISLAND, T_WRECK)})
    assert where(state, rules.LIFT) == {"D2"}
    play(state, (rules.LIFT, at(state, "D2")))
    assert where(state, rules.DROP) == WATERS
    play(state, (rules.DROP, at(state, "B1")))
    assert state.tile[at(state, "D2")] == T_ISLAND
    assert state.under[at(state, "D2")] == rules.NO_TILE


def test_c4_since_america_a_ship_tile_moves_onto_other_tiles_too() -> None:
    state = free_storm({"B1": T_BECALMED, "D2": T_ISLAND, "F1": T_FULL_SAIL, "E1": T_JOKER})
    play(state, (rules.LIFT, at(state, "B1")))
    assert where(state, rules.DROP) == WATERS - {"B1", "E1"} | {"F2", "D2"}
    play(state, (rules.DROP, at(state, "D2")))
    assert (state.under[at(state, "D2")], state.tile[at(state, "D2")]) == (T_ISLAND, T_BECALMED)


def free_storm(tiles: dict[str, int | tuple[int, int]]) -> rules.State:
    """Seat 0 has just played a cyclone after America's discovery."""
    state = position(racks={0: [T_CYCLONE]}, tiles=tiles, phase=rules.P_FREE, discovered=True)
    return play(state, (rules.TAKE, T_CYCLONE))


def test_c5_a_joker_can_be_a_cyclone_and_leaves_the_game() -> None:
    state = position(racks={0: [T_JOKER, T_WATER]}, tiles={"G2": T_WRECK})
    play(state, (rules.AS_CYCLONE,))
    assert (state.laid, state.gone[T_JOKER], state.rack[0][T_JOKER]) == (1, 1, 0)
    assert where(state, rules.LIFT) == {"G2"}
    play(state, (rules.LIFT, at(state, "G2")), (rules.DROP, at(state, "G1")))
    assert state.tile[at(state, "G1")] == T_WRECK
    assert not any(action == (rules.AS_CYCLONE,) for action in state.legal())


@pytest.mark.parametrize(
    ("space", "tile"),
    [
        *[("B1", T_WATER), ("D1", T_WHALE), ("C2", T_ROUTE), ("D2", T_ISLAND), ("A3", T_HARBOUR), ("D3", T_E)],
        *[("F1", T_FULL_SAIL), ("F2", T_BECALMED)],
    ],
)
def test_c6_a_joker_is_swapped_for_what_it_stands_for(space: str, tile: int) -> None:
    others = [kind for kind in (T_WATER, T_WHALE, T_ROUTE, T_FULL_SAIL, T_O) if kind != tile]
    state = position(racks={0: [tile, *others]}, tiles={space: T_JOKER})
    assert where(state, rules.SWAP) == {space}
    play(state, (rules.SWAP, at(state, space)))
    assert state.tile[at(state, space)] == tile
    assert (state.rack[0][T_JOKER], state.rack[0][tile]) == (1, 0)
    assert state.laid == 0
    assert not where(position(racks={0: others}, tiles={space: T_JOKER}), rules.SWAP)


def test_c6_no_joker_is_swapped_from_under_a_ship() -> None:
    state = position(racks={0: [T_WATER]}, tiles={"G2": T_JOKER}, ships={1: "G2"})
    assert not where(state, rules.SWAP)


def test_c6_after_the_last_tile_a_joker_is_still_swapped_but_not_laid() -> None:
    state = position(racks={0: [T_WATER] * 4}, tiles={"G2": T_JOKER}, laid=2)
    lay(state, (T_WATER, "B1"))
    assert state.phase == rules.P_SAIL
    play(state, (rules.SWAP, at(state, "G2")))
    assert (state.phase, state.sailed, state.rack[0][T_JOKER]) == (rules.P_SAIL, False, 1)
    assert kinds_of(state) == {rules.SAIL, rules.STAY}


def test_c6_after_sailing_the_seat_ends_the_turn_while_a_swap_is_possible() -> None:
    state = sailing(tiles={"G1": T_WATER, "B1": T_JOKER}, ships={0: "H1", 1: "H3"}, racks={0: [T_WATER]})
    play(state, (rules.SAIL, at(state, "G1")))
    assert (state.to_move, state.legal()) == (0, [(rules.SWAP, at(state, "B1")), (rules.END,)])
    swapped = play(state.clone(), (rules.SWAP, at(state, "B1")))
    assert swapped.to_move == CHANCE, "with nothing more to swap the turn is over, and the rack is filled"
    assert settled(swapped).to_move == 1
    assert settled(play(state, (rules.END,))).to_move == 1


def test_c6_the_end_of_a_turn_does_not_reveal_whether_a_swap_was_possible() -> None:
    state = sailing(tiles={"G1": T_WATER, "B1": T_JOKER}, ships={0: "H1", 1: "H3"}, racks={0: [T_WHALE]})
    assert play(state, (rules.SAIL, at(state, "G1"))).legal() == [(rules.END,)]


@pytest.mark.parametrize(("joker", "rack"), [("G1", [T_WATER]), ("", [T_WATER]), ("B1", [])])
def test_c6_after_sailing_the_turn_ends_without_an_open_joker_or_tiles(joker: str, rack: list[int]) -> None:
    tiles = {"G1": T_WATER, **({joker: T_JOKER} if joker else {})}
    state = sailing(tiles=tiles, ships={0: "H1", 1: "H3"}, racks={0: rack})
    assert play(state, (rules.SAIL, at(state, "G1"))).to_move == CHANCE


def test_c6_the_joker_a_ship_has_left_can_be_swapped_in_the_same_turn() -> None:
    state = sailing(tiles={"G1": T_WATER, "F1": T_JOKER}, ships={0: "F1", 1: "H3"}, racks={0: [T_FULL_SAIL]})
    assert not where(state, rules.SWAP)
    play(state, (rules.SAIL, at(state, "G1")))
    assert where(state, rules.SWAP) == {"F1"}


def test_c6_the_seat_also_ends_the_turn_of_the_first_arrival() -> None:
    state = sailing(LANE, tiles={"B1": T_WATER, "K1": T_JOKER, "A1": T_HARBOUR}, ships={0: "B1"}, racks={0: [T_WATER]})
    play(state, (rules.SAIL, at(state, "A1")))
    assert (state.discovered, state.legal()) == (True, [(rules.SWAP, at(state, "K1")), (rules.END,)])


def test_c6_swaps_are_possible_after_laying_and_sailing_since_america() -> None:
    state = free(tiles={"G1": T_WATER, "B1": T_JOKER}, ships={0: "H1", 1: "H3"}, racks={0: [T_WATER]}, laid=3)
    assert where(state, rules.SWAP) == {"B1"}
    play(state, (rules.SAIL, at(state, "G1")))
    assert state.legal() == [(rules.SWAP, at(state, "B1")), (rules.END,)]


def test_c6_a_joker_can_be_swapped_during_a_cyclone() -> None:
    state = position(racks={0: [T_CYCLONE, T_WATER]}, tiles={"B1": T_JOKER, "D1": T_WHALE})
    play(state, (rules.TAKE, T_CYCLONE))
    assert where(state, rules.SWAP) == {"B1"}
    play(state, (rules.SWAP, at(state, "B1")))
    assert state.phase == rules.P_LIFT
    assert where(state, rules.LIFT) == {"B1"}, "the tile that took the joker's place; nothing else fits elsewhere"


def test_c6_a_cyclone_that_a_swap_left_nothing_to_move_is_done() -> None:
    state = position(racks={0: [T_CYCLONE, T_WHALE, T_WATER]}, tiles={"D1": T_JOKER})
    play(state, (rules.TAKE, T_CYCLONE), (rules.SWAP, at(state, "D1")))
    assert (state.phase, state.laid) == (rules.P_LAY, 1)


def test_c6_a_ship_that_is_home_ends_its_turn_without_a_swap() -> None:
    state = free(
        tiles={"G1": T_WATER, "B1": T_JOKER}, ships={0: "G1", 1: "H3"}, racks={0: [T_WATER]}, voyage=[1, 0, 0], seats=3
    )
    play(state, (rules.SAIL, at(state, "H1")))
    assert state.active == 1


def test_c6_by_the_earlier_rules_swaps_ended_with_laying() -> None:
    state = sailing(tiles={"G1": T_WATER, "B1": T_JOKER}, ships={0: "H1", 1: "H3"}, racks={0: [T_WATER]}, earlier=True)
    assert not where(state, rules.SWAP)
    assert play(state, (rules.SAIL, at(state, "G1"))).to_move == CHANCE


def test_c6_a_seat_that_cannot_lay_may_swap_and_then_has_to_lay_the_joker() -> None:
    state = position(racks={0: [T_WHALE, T_ROUTE]}, tiles={"D1": T_JOKER, "C2": T_ROUTE}, laid=1)
    assert state.legal() == [(rules.SWAP, at(state, "D1")), (rules.STOP,)]
    swapped = play(state.clone(), (rules.SWAP, at(state, "D1")))
    assert swapped.legal() == [(rules.TAKE, T_JOKER), (rules.AS_CYCLONE,)]


def test_c6_a_seat_that_lays_no_more_may_still_swap_but_the_joker_stays_on_its_rack() -> None:
    state = position(racks={0: [T_WHALE, T_ROUTE]}, tiles={"D1": T_JOKER, "C2": T_ROUTE}, laid=1)
    play(state, (rules.STOP,))
    assert (state.phase, state.laid) == (rules.P_SAIL, 1)
    play(state, (rules.SWAP, at(state, "D1")))
    assert kinds_of(state) <= {rules.SAIL, rules.STAY}
    assert state.rack[0][T_JOKER] == 1


def test_c6_a_swapped_joker_is_known_until_it_is_played_and_then_counts_as_laid() -> None:
    state = position(racks={0: [T_WATER, T_WATER, T_WATER]}, tiles={"G2": T_JOKER})
    play(state, (rules.SWAP, at(state, "G2")))
    assert (state.observe(1)["known"], state.laid) == ([1, 0], 0)
    lay(state, (T_JOKER, "G3"))
    assert (state.observe(1)["known"], state.laid) == ([0, 0], 1)
