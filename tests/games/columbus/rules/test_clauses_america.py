"""America, coming home and the end, C12 to C15 and C17, one by one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from studio.core.game import OVER
from studio.games.columbus import rules
from studio.games.columbus.rules import (
    HOME,
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
from tests.games.columbus.sea import LANE, all_tiles, at, begin, free, kinds_of, lane, lay, position, sailing, where
from tests.playing import play, settled

WATERS = {"B1", "C1", "E1", "G1", "B2", "E2", "G2", "B3", "C3", "E3", "G3", "B4", "C4", "D4", "E4", "F4", "G4"}


def near_america(tile: int | tuple[int, int], **more: object) -> State:
    """Seat 0 is to sail from C1 on the lane, with water on B1 and this tile on A1."""
    tiles = {**lane("~~"), "A1": tile}
    return sailing(LANE, 3, tiles=tiles, ships={0: "C1", 1: "Q1", 2: "P1"}, **more)


@pytest.mark.parametrize("tile", [T_HARBOUR, T_JOKER])
def test_c12_a_ship_turns_in_an_american_harbour(tile: int) -> None:
    state = near_america(tile)
    play(state, (rules.SAIL, at(state, "A1")))
    assert (state.voyage[0], state.america_round[0], state.discovered) == (RETURNING, 1, True)
    assert settled(state).to_move == 1


def test_c12_without_a_tile_there_is_no_landing_but_in_florida() -> None:
    state = sailing(tiles={"B1": T_WATER}, ships={0: "B1"})
    assert where(state, rules.SAIL) == {"A2"}
    play(state, (rules.SAIL, at(state, "A2")))
    assert state.voyage[0] == RETURNING


def test_c12_outbound_voyages_end_in_america_and_returning_ships_sail_through() -> None:
    tiles = {"B1": T_ISLAND, "B3": T_WATER, "C3": T_WATER}
    assert where(sailing(tiles=tiles, ships={0: "B1"}), rules.SAIL) == {"A2"}  # B3 and C3 are beyond
    state = sailing(tiles=tiles, ships={0: "B1"}, voyage=[RETURNING, OUTBOUND])
    assert where(state, rules.SAIL) == {"A2", "B3", "C3"}
    play(state, (rules.SAIL, at(state, "A2")))
    assert state.voyage[0] == RETURNING


def test_c13_the_new_rules_hold_from_the_seat_after_the_first_arrival() -> None:
    state = near_america(T_HARBOUR)
    assert state.phase == rules.P_SAIL
    settled(play(state, (rules.SAIL, at(state, "A1"))))
    assert (state.to_move, state.phase) == (1, rules.P_FREE)
    assert state.ship[0] == at(state, "A1"), "C12: the way home begins with the next turn"


def test_c13_before_america_ship_tiles_lie_on_empty_spaces_only() -> None:
    state = position(racks={0: [T_WRECK]}, tiles={"D2": T_ISLAND, "B1": T_WATER})
    play(state, (rules.TAKE, T_WRECK))
    assert where(state, rules.PLACE) == WATERS - {"B1"}


@pytest.mark.parametrize("seats", [2, 6])
def test_c13_one_to_three_tiles_are_laid_at_any_number_of_seats(seats: int) -> None:
    state = free(LANE, seats, racks={0: [T_WATER] * 4}, dry=True)
    assert (rules.END,) not in state.legal()
    for count, name in enumerate(("B1", "C1", "D1"), 1):
        lay(state, (T_WATER, name))
        assert state.laid == count
        assert (rules.END,) in state.legal()
    assert rules.TAKE not in kinds_of(state)
    play(state, (rules.END,))
    assert state.to_move == 1


def test_c13_none_only_if_none_can_be_laid() -> None:
    state = free(tiles={"D1": T_WHALE, "B1": T_WATER}, racks={0: [T_WHALE]}, ships={0: "B1"}, voyage=[1, 0])
    assert kinds_of(state) == {rules.SAIL, rules.END}
    may = free(tiles={"B1": T_WATER}, racks={0: [T_WHALE]}, ships={0: "B1"}, voyage=[1, 0])
    assert kinds_of(may) == {rules.TAKE, rules.SAIL}
    cyclone = free(racks={0: [T_CYCLONE]})
    assert rules.END not in kinds_of(cyclone)


STACKED = {
    "D1": T_WHALE,
    "C2": T_ROUTE,
    "D2": T_ISLAND,
    "A1": T_HARBOUR,
    "D3": T_LETTER,
    "B1": T_WATER,
    "E1": T_WATER,
    "F1": T_FULL_SAIL,
    "F2": T_BECALMED,
    "B4": T_WRECK,
    "C4": T_JOKER,
    "E4": (T_WATER, T_WRECK),
    "F4": (T_WATER, T_FULL_SAIL),
}


@pytest.mark.parametrize("tile", [T_FULL_SAIL, T_BECALMED, T_WRECK])
def test_c13_ship_tiles_may_cover_pictures_and_water_two_high(tile: int) -> None:
    state = free(tiles=STACKED, racks={0: [tile, tile]}, ships={1: "E1"})
    play(state, (rules.TAKE, tile))
    covering = {"D1", "C2", "D2", "A1", "D3", "B1"}  # E1 lies under a ship
    empty = WATERS - {"B1", "E1", "B4", "C4", "E4", "F4"}
    assert where(state, rules.PLACE) == covering | empty
    play(state, (rules.PLACE, at(state, "D2")))
    assert (state.under[at(state, "D2")], state.tile[at(state, "D2")]) == (T_ISLAND, tile)
    play(state, (rules.TAKE, tile))
    assert where(state, rules.PLACE) == covering - {"D2"} | empty


@pytest.mark.parametrize("tile", [T_WATER, T_ISLAND, T_HARBOUR, T_JOKER])
def test_c13_other_tiles_may_not(tile: int) -> None:
    state = free(tiles=STACKED, racks={0: [tile]})
    if tile == T_ISLAND:
        assert rules.TAKE not in kinds_of(state)
        return
    play(state, (rules.TAKE, tile))
    assert not where(state, rules.PLACE) & set(STACKED)


def test_c13_a_covered_american_harbour_stays_one_unless_by_a_wreck() -> None:
    for tile in (T_FULL_SAIL, T_BECALMED):
        state = near_america((T_HARBOUR, tile), discovered=True, phase=rules.P_FREE)
        assert where(state, rules.SAIL) >= {"A1", "B1"}
        play(state, (rules.SAIL, at(state, "A1")))
        assert state.voyage[0] == RETURNING
    wreck = near_america((T_HARBOUR, T_WRECK), discovered=True, phase=rules.P_FREE)
    assert "A1" not in where(wreck, rules.SAIL)


def test_c13_a_ship_starts_by_the_tile_that_covers_its_harbour() -> None:
    state = free(
        LANE,
        tiles={**lane("~~~~~"), "A1": (T_HARBOUR, T_FULL_SAIL)},
        ships={0: "A1", 1: "Q1"},
        voyage=[RETURNING, OUTBOUND],
    )
    assert where(state, rules.SAIL) == {"B1", "C1", "D1", "E1"}


def test_c13_lay_sail_lay_with_one_voyage_a_turn() -> None:
    state = free(LANE, tiles=lane("~~~~"), ships={0: "B1", 1: "Q1"}, voyage=[RETURNING, OUTBOUND], racks={0: [0] * 6})
    lay(state, (T_WATER, "F1"))
    play(state, (rules.SAIL, at(state, "D1")))
    assert state.to_move == 0
    assert kinds_of(state) == {rules.TAKE, rules.END}
    lay(state, (T_WATER, "G1"), (T_WATER, "H1"))  # the third tile: nothing is left to do
    assert settled(state).to_move == 1


def test_c13_sailing_comes_first_if_one_likes() -> None:
    state = free(LANE, tiles=lane("~~~~"), ships={0: "B1", 1: "Q1"}, voyage=[RETURNING, OUTBOUND], racks={0: [0] * 6})
    play(state, (rules.SAIL, at(state, "C1")))
    assert kinds_of(state) == {rules.TAKE}  # one tile has to be laid
    lay(state, (T_WATER, "F1"))
    play(state, (rules.END,))
    assert settled(state).to_move == 1


def test_c13_a_ship_can_sail_over_tiles_of_this_turn() -> None:
    state = free(LANE, ships={0: "L1", 1: "Q1"}, racks={0: [0] * 6})
    assert "J1" not in where(state, rules.SAIL)
    lay(state, (T_WATER, "K1"), (T_WATER, "J1"))
    assert "J1" in where(state, rules.SAIL)


def test_c17_decisions_come_in_order() -> None:
    state = settled(rules.start(LANE, 2, {}))
    seen: list[int] = []
    while state.turn < 2:
        if state.phase != (seen[-1] if seen else None):
            seen.append(state.phase)
        play(state, next(action for action in state.legal() if action != (rules.AS_CYCLONE,)))
        settled(state)
    assert seen[:3] == [rules.P_HARBOUR, rules.P_LAY, rules.P_PLACE]
    assert seen[-1] == rules.P_SAIL


def test_c17_drawn_tiles_are_chance() -> None:
    state = rules.start(LANE, 2, {})
    assert dict(state.chance()) == {(rules.DRAW, kind): count for kind, count in enumerate(LANE.tiles) if count}
    assert begin(LANE).turn == 1


# Coming home and the end.


CELL = LANE.grid.cell_named


def homeward(seats: int = 3, options: Mapping[str, bool] | None = None, **more: Any) -> State:
    """The lane full of water, seat 0 at K1 on its way home, the others still at C1, D1, …"""
    ships = {seat: "K1" if not seat else f"{'ABCDEFG'[seat + 1]}1" for seat in range(seats)}
    fields: dict[str, Any] = {
        "tiles": lane("~" * 10),
        "ships": ships,
        "voyage": [RETURNING] + [OUTBOUND] * (seats - 1),
        "racks": {seat: [T_WATER] * 3 for seat in range(seats)},
        "laid": 1,
        "options": options,
    }
    return free(LANE, seats, **{**fields, **more})


def test_c14_a_ship_stops_in_the_first_free_home_harbour_and_wins() -> None:
    state = homeward()
    assert where(state, rules.SAIL) == {"I1", "J1", "L1"}  # M1 lies beyond
    play(state, (rules.SAIL, at(state, "L1")))
    assert (state.voyage[0], state.place[0], state.home_round[0]) == (HOME, 1, state.round)
    assert state.scores() == [2, 0, 0]
    assert state.to_move == 1


def test_c14_any_harbour_will_do() -> None:
    state = homeward(harbour=[CELL("Q1"), CELL("P1"), CELL("O1")])
    assert "L1" in where(state, rules.SAIL)


def test_c14_a_taken_harbour_takes_no_second_ship_but_is_jumped() -> None:
    state = homeward(ships={0: "K1", 1: "L1", 2: "C1"}, voyage=[RETURNING, HOME, OUTBOUND], place=[0, 1, 0])
    assert where(state, rules.SAIL) == {"I1", "J1", "M1"}
    play(state, (rules.SAIL, at(state, "M1")))
    assert state.place[0] == 2
    assert state.to_move == OVER


def test_c14_outbound_ships_do_not_come_home() -> None:
    state = homeward(voyage=[OUTBOUND, RETURNING, OUTBOUND])
    assert where(state, rules.SAIL) >= {"L1", "M1"}
    play(state, (rules.SAIL, at(state, "L1")))
    assert (state.voyage[0], state.place[0]) == (OUTBOUND, 0)


def test_c14_the_others_sail_on_for_the_places() -> None:
    state = homeward(4)
    play(state, (rules.SAIL, at(state, "L1")))
    assert state.to_move == 1
    turns = [state.active]
    while len(turns) < 6:
        settled(play(state, next(action for action in state.legal() if action[0] != rules.SAIL)))
        if state.to_move != turns[-1]:
            turns.append(state.to_move)
    assert turns == [1, 2, 3] * 2  # seat 0 has no more turns


def test_c14_the_rack_of_a_seat_that_is_home_leaves_the_game() -> None:
    state = homeward()
    play(state, (rules.SAIL, at(state, "L1")))
    assert state.rack_size[0] == 0
    assert (sum(state.rack[0]), state.shed[0][T_WATER]) == (0, 3)
    assert state.observe(1)["shed"][0] == 3
    assert all_tiles(state) == list(LANE.tiles)


def test_c14_coming_home_ends_the_turn() -> None:
    state = homeward(laid=0, tiles={"K1": T_WATER, "C1": T_WATER, "D1": T_WATER}, known=[1, 0, 0])
    play(state, (rules.SAIL, at(state, "L1")))
    assert (state.to_move, state.laid, state.known[0]) == (1, 0, 0)


OWN = {"own_harbour": True}


def test_c14_own_harbour_only_the_seats_own_counts() -> None:
    state = homeward(options=OWN, harbour=[CELL("N1"), CELL("P1"), CELL("Q1")], ships={0: "L1", 1: "C1", 2: "B1"})
    assert where(state, rules.SAIL) == {"I1", "J1", "K1", "M1", "N1"}  # O1 lies beyond its harbour
    passed = play(state.clone(), (rules.SAIL, at(state, "M1")))
    assert (passed.voyage[0], passed.place[0]) == (RETURNING, 0)
    play(state, (rules.SAIL, at(state, "N1")))
    assert (state.voyage[0], state.place[0]) == (HOME, 1)


def test_c14_own_harbour_no_other_ship_may_stop_there_but_sails_through() -> None:
    harbours = [CELL("N1"), CELL("L1"), CELL("M1")]
    returning = homeward(options=OWN, harbour=harbours, ships={0: "K1", 1: "C1", 2: "B1"})
    assert where(returning, rules.SAIL) == {"I1", "J1"}  # a water tile gives two spaces
    harbours = [CELL("M1"), CELL("L1"), CELL("Q1")]
    assert where(homeward(options=OWN, harbour=harbours), rules.SAIL) == {"I1", "J1", "M1"}
    outbound = homeward(options=OWN, harbour=harbours, voyage=[OUTBOUND, RETURNING, OUTBOUND])
    assert where(outbound, rules.SAIL) == {"H1", "I1", "J1", "M1", "N1"}  # the last ship
    assert "L1" in where(homeward(harbour=harbours), rules.SAIL)  # without the option


def test_c15_the_match_ends_when_one_seat_is_still_at_sea() -> None:
    state = homeward(2)
    play(state, (rules.SAIL, at(state, "L1")))
    assert (state.to_move, state.phase) == (OVER, rules.P_OVER)
    assert (state.place, state.scores(), state.winners()) == ([1, 2], [1, 0], [0])


@pytest.mark.parametrize(
    ("ships", "places"),
    [
        pytest.param("KCDE", [1, 2, 3, 4], id="by progress"),
        pytest.param("KNNC", [1, 3, 3, 2], id="equal progress shares the place"),
    ],
)
def test_c15_winner_only_ends_with_the_first_return(ships: str, places: list[int]) -> None:
    named = {seat: f"{column}1" for seat, column in enumerate(ships)}
    state = homeward(4, options={"winner_only": True}, ships=named)
    play(state, (rules.SAIL, at(state, "L1")))
    assert (state.to_move, state.place, state.scores()) == (OVER, places, [4 - place for place in places])


def quiet(turns: int, **more: Any) -> State:
    """No seat has a tile left after so many turns in a row without one; seat 0 is to sail before America."""
    return sailing(
        LANE, 3, tiles=lane("~~~"), racks={0: [], 1: [], 2: []}, dry=True, laid=0, quiet=turns,
        ships={0: "B1", 1: "Q1", 2: "C1"}, **more,
    )  # fmt: skip


def test_c15_twenty_quiet_rounds_end_the_match() -> None:
    state = quiet(58)
    play(state, (rules.STAY,))
    assert (state.to_move, state.quiet) == (1, 59)
    play(state, (rules.STAY,))
    assert state.to_move == OVER
    assert (state.place, state.scores(), state.winners()) == ([1, 3, 2], [2, 0, 1], [0])


def test_c15_winners_share_a_draw() -> None:
    state = quiet(59, voyage=[OUTBOUND, OUTBOUND, OUTBOUND])
    state.ship[2] = state.ship[0]
    state.recompute()
    play(state, (rules.STAY,))
    assert state.winners() == [0, 2]
    assert state.scores() == [2, 0, 2]


def test_c15_a_laid_tile_or_a_return_resets_the_quiet_turns() -> None:
    laid = sailing(LANE, 2, quiet=38, laid=3, dry=True)
    home = homeward(3, laid=0, quiet=58, racks={0: [], 1: [], 2: []}, dry=True)
    for state, action in ((laid, (rules.STAY,)), (home, (rules.SAIL, at(home, "L1")))):
        play(state, action)
        assert (state.to_move, state.quiet) == (1, 0)


def test_c15_only_seats_at_sea_make_a_round() -> None:
    state = quiet(38, voyage=[OUTBOUND, HOME, OUTBOUND], place=[0, 1, 0])
    play(state, (rules.STAY,))
    assert (state.to_move, state.quiet) == (2, 39)
    play(state, (rules.STAY,))
    assert state.to_move == OVER
    assert state.place == [2, 1, 3]
