"""Sailing, blockades, America, coming home and the end, C7 to C15 and C17."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.game import CHANCE, FIRST_RULES, OVER
from studio.games.columbus import rules
from studio.games.columbus.rules import HOME, OUTBOUND, RETURNING, T_JOKER, T_WATER, State
from studio.games.columbus.rules.board import board_of
from tests.games.columbus.sea import (
    LANE,
    SEA,
    WATERS,
    all_tiles,
    at,
    begin,
    do,
    free,
    kind_of,
    kinds_of,
    lane,
    names,
    position,
    sailing,
    tile_at,
    tiles_of,
    where,
)
from tests.helpers import play, settled

FULL = lane("~~~~~~~~~~")  # the whole lane laid with water, B1 to K1


def reached(state: State) -> set[str]:
    return where(state, rules.SAIL)


def on_row_1(columns: str) -> set[str]:
    return {f"{column}1" for column in columns}


# C7: distances


@pytest.mark.parametrize(
    ("tile", "columns"),
    [
        ("full_sail", "BCDEGHIJ"),
        ("water", "DEGH"),
        ("joker", "DEGH"),
        ("becalmed", "EG"),
        *[(picture, "CDEGHI") for picture in ("whale", "route", "island", "E")],
    ],
)
def test_c7_the_distance_is_that_of_the_tile_where_the_move_begins(tile: str, columns: str) -> None:
    # seat 1 is as far back as seat 0 would need to be, so that nobody is last (C9)
    board = board_of(["A . . . . e . . . . . H H H H H H"], "", {"water": 54, "harbour": 8}) if tile == "E" else LANE
    state = sailing(board, tiles={**FULL, "F1": kind_of(board, tile)}, ships="F1 Q1")
    assert reached(state) == on_row_1(columns)


def test_c7_harbours_give_three_spaces() -> None:
    assert reached(sailing(LANE, tiles=FULL, ships="L1 Q1")) == on_row_1("IJKMNO")
    american = {**FULL, "A1": rules.T_HARBOUR}
    assert reached(sailing(LANE, tiles=american, ships="A1 Q1", voyage=[RETURNING, OUTBOUND])) == on_row_1("BCD")
    florida = sailing(tiles="B2 water, B1 water", ships={0: "A2"}, voyage=[RETURNING, OUTBOUND])
    assert reached(florida) == {"B1", "B2"}


def test_c7_a_joker_stands_for_its_picture_but_gives_two_spaces() -> None:
    assert reached(sailing(tiles="D2 joker, E2 water, F2 joker, G2 water", ships="D2")) == {"E2", "F2"}


def test_c7_the_upper_tile_counts() -> None:
    tiles: dict[str, Any] = {**FULL, "F1": (T_WATER, rules.T_FULL_SAIL)}
    state = sailing(LANE, tiles=tiles, ships="F1 Q1", discovered=True, phase=rules.P_FREE)
    assert reached(state) == on_row_1("BCDEGHIJ")


def test_c7_ships_sail_along_laid_tiles_harbours_and_florida_only() -> None:
    assert reached(sailing(tiles="G1 water, F2 joker, D2 island", ships="H1 H3")) == {"G1", "F2", "H2"}
    assert reached(sailing(ships="H1 H3")) == {"H2"}


def test_c7_a_ship_may_stop_early_or_stay() -> None:
    state = sailing(LANE, tiles=FULL, ships="L1 Q1")
    assert {"K1", "J1", "I1"} < reached(state)
    assert do(state.clone(), "stay").ship == state.ship
    assert settled(do(state, "sail J1")).ship[0] == at(state, "J1")


# C8: what is on the way


@pytest.mark.parametrize(
    ("tiles", "rival", "columns"),
    [
        pytest.param("~~~~~~~~x~", "Q1", "KMNO", id="a wreck is neither entered nor passed"),
        pytest.param("~~~~~~~~b~", "Q1", "JKMNO", id="entering a becalmed tile ends the move"),
        pytest.param("~~~~~~~~~~", "K1", "HIJMNOP", id="other ships are jumped, the last ship sails four spaces"),
        pytest.param("~~~~~~~~~b", "K1", "MNOP", id="no ship is jumped on a becalmed tile"),
    ],
)
def test_c8_wrecks_becalmed_tiles_and_ships_on_the_way(tiles: str, rival: str, columns: str) -> None:
    assert reached(sailing(LANE, tiles=lane(tiles), ships=f"L1 {rival}")) == on_row_1(columns)


def test_c8_a_joker_on_a_becalmed_ship_does_not_end_it() -> None:
    assert "E2" in reached(sailing(tiles="G2 water, F2 joker, E2 water", ships="H2 H3", harbour=[23, 7]))


@pytest.mark.parametrize(
    ("tiles", "voyage", "spaces"),
    [
        # seat 1 lies in Florida, A2, between B1, A1, A3 and B3; seat 0 may come to B3 only by another way
        ("B1 water, B3 water", OUTBOUND, set()),
        ("B1 water, B3 water", RETURNING, {"B3"}),
        ("B1 water, B2 water, B3 water, B4 water", OUTBOUND, {"B2", "B3", "B4"}),  # the last ship: three spaces
    ],
)
def test_c8_outbound_ships_jump_none_in_an_american_harbour(tiles: str, voyage: int, spaces: set[str]) -> None:
    assert reached(sailing(tiles=tiles, ships="B1 A2", voyage=[voyage, RETURNING])) == spaces


def test_c8_outbound_ships_pass_home_harbours_and_keep_their_own() -> None:
    state = sailing(LANE, tiles=FULL, ships="N1 Q1", harbour=[LANE.grid.cell_named(name) for name in ("N1", "Q1")])
    assert reached(state) == on_row_1("KLMOP")
    assert do(state, "sail M1").harbour[0] == at(state, "N1")


# C9: the last ship


def test_c9_the_last_ship_may_go_one_space_further() -> None:
    last = sailing(LANE, tiles=FULL, ships="H1 B1")
    assert rules.last_ship(last) == 0
    assert reached(last) == on_row_1("EFGIJK")
    assert reached(sailing(LANE, tiles=FULL, ships="B1 H1")) == on_row_1("CD")


def test_c9_two_ships_in_the_last_place_are_not_last() -> None:
    tiles = "E1 water, E2 water, D2 water, G3 water, E3 water"
    state = sailing(seats=3, tiles=tiles, ships="E1 E2 D2")
    assert rules.last_ship(state) == -1  # E1 and E2 are in one column, the half-hex shift ignored
    assert rules.last_ship(sailing(seats=3, tiles=tiles, ships="E1 D2 D2")) == 0


def test_c9_no_ship_is_last_before_all_have_set_out() -> None:
    assert rules.last_ship(settled(rules.start(SEA, 3, {}))) == -1


def test_c9_progress_is_west_on_the_way_out_and_east_on_the_way_home() -> None:
    state = sailing(LANE, 4, tiles=FULL, ships="B1 K1 B1 K1", voyage=[OUTBOUND, OUTBOUND, RETURNING, RETURNING])
    assert sorted(range(4), key=lambda seat: rules.progress(state, seat)) == [1, 0, 2, 3]
    assert rules.last_ship(state) == 1


def test_c9_ships_that_are_home_do_not_count() -> None:
    state = sailing(LANE, 3, tiles=FULL, ships="L1 B1 H1", voyage=[HOME, OUTBOUND, OUTBOUND], place=[1, 0, 0])
    assert rules.last_ship(state) == 2


# C10: refilling


def test_c10_the_rack_is_filled_to_ten_after_the_turn() -> None:
    state = do(position(racks="10 water"), "lay water B1, lay water C1, lay water E1")
    assert (state.phase, state.rack_size[0]) == (rules.P_SAIL, 7)
    do(state, "stay")
    for size in (7, 8, 9):
        assert (state.to_move, state.active, state.rack_size[0]) == (CHANCE, 0, size)
        assert sum(weight for _outcome, weight in state.chance()) == state.reserve_size
        state.apply(state.chance()[0][0])
    assert state.rack_size[0] == 10
    assert (state.to_move, state.turn) == (1, 2)
    assert all_tiles(state) == list(SEA.tiles)


def test_c10_without_a_reserve_there_is_no_refill() -> None:
    state = do(sailing(racks="water", dry=True), "stay")
    assert (state.to_move, state.rack_size[0]) == (1, 1)


def test_c10_a_short_reserve_is_drawn_empty() -> None:
    plain = sailing(racks="", dry=True).dump()
    plain["gone"][T_WATER] -= 2
    plain["reserve"][T_WATER] += 2
    state = settled(do(rules.restore(SEA, plain), "stay"))
    assert (state.rack_size[0], state.to_move) == (2, 1)


def test_c10_with_no_tiles_on_the_rack_a_seat_just_sails() -> None:
    state = do(sailing(tiles="G1 water", racks={0: "", 1: ""}, dry=True, ships="G1 H3"), "stay")
    assert (state.to_move, state.phase) == (1, rules.P_SAIL)


# C11: blockades


def blockade(turns: int, **more: Any) -> State:
    """Seat 0, isolated far out on the lane, has had so many blocked turns and is to stay again."""
    fields = {"tiles": lane("~ x"), "racks": {0: "", 1: ""}, "dry": True, "blocked": [turns, 0], "ships": "B1 Q1"}
    return sailing(LANE, **{**fields, **more})


@pytest.mark.parametrize("move", ["stay", "sail C1"])
def test_c11_only_a_seat_that_could_reach_no_space_is_blocked(move: str) -> None:
    state = blockade(0)
    assert state.legal() == [(rules.STAY,)]
    assert do(state, "stay").blocked == [1, 0]
    assert do(blockade(2, tiles=lane("~~")), move).blocked == [0, 0]


def test_c11_a_blocked_seat_still_lays_and_refills() -> None:
    state = position(LANE, tiles=lane("~"), ships="B1 Q1", racks="3 wreck")
    do(state, "lay wreck C1, lay wreck E1, lay wreck G1, stay")
    assert (state.to_move, state.blocked[0]) == (CHANCE, 1)
    assert settled(state).rack_size[0] == 10


def test_c11_after_three_blocked_turns_it_may_move_a_tile_for_free() -> None:
    state = do(blockade(2), "stay, stay")
    assert (state.to_move, state.phase, state.blocked[0], state.relief) == (0, rules.P_LIFT, 0, True)
    assert where(state, rules.LIFT) == {"D1"}  # its own tile stays under its ship
    do(state, "lift D1, drop K1")
    assert state.laid == 0
    assert (state.phase, state.relief) == (rules.P_SAIL, False)  # its rack is empty
    assert do(state, "stay").blocked[0] == 1


@pytest.mark.parametrize(
    ("turns", "tiles", "count"),
    [(1, "~ x", 2), (2, "~", 0)],
    ids=["two blocked turns are not enough", "with nothing to move the count restarts"],
)
def test_c11_no_free_move(turns: int, tiles: str, count: int) -> None:
    state = do(blockade(turns, tiles=lane(tiles)), "stay, stay")
    assert (state.to_move, state.phase, state.blocked[0]) == (0, rules.P_SAIL, count)


def test_c11_the_free_move_may_be_declined_and_laying_follows_it() -> None:
    state = do(blockade(2, racks={0: "water, cyclone", 1: ""}), "stay, stay, leave")
    assert (state.phase, state.laid, state.blocked[0]) == (rules.P_LAY, 0, 0)
    do(state, "take cyclone")  # a cyclone of the rack counts as always
    assert (state.phase, state.laid, state.relief) == (rules.P_LIFT, 1, False)


def test_c11_a_joker_may_be_swapped_before_the_free_move() -> None:
    state = do(blockade(2, tiles=lane("~ x J"), racks={0: "water", 1: ""}), "stay, stay")
    assert (state.phase, state.relief, where(state, rules.SWAP)) == (rules.P_LIFT, True, {"F1"})
    do(state, "swap F1, lift F1, drop C1")
    assert (tile_at(state, "C1"), state.relief, state.laid) == ("water", False, 0)
    assert state.rack[0][T_JOKER] == 1


@pytest.mark.parametrize("rules_date", [FIRST_RULES, "2026-11-22"])
def test_c11_a_ship_that_can_sail_again_has_no_free_move(rules_date: str) -> None:
    state = do(blockade(2, racks={0: "", 1: "water"}, rules=rules_date), "stay")  # blocked for the third time
    state.phase = rules.P_LAY
    state.moves = None
    do(state, "lay water C1, stay")  # the other seat opens the way
    assert (state.to_move, state.blocked[0], state.relief) == (0, 0, rules_date == FIRST_RULES)


def test_c11_since_america_a_blocked_turn_counts_when_it_ends() -> None:
    state = free(LANE, tiles=lane("~"), ships="B1 Q1", racks="4 water", voyage=[OUTBOUND, RETURNING])
    do(state, "lay water E1")
    assert rules.END in kinds_of(state)
    assert do(state.clone(), "end").blocked == [1, 0]
    do(state, "lay water C1")
    assert names(state, rules.cells_in(rules.reach(state, 0))) == {"C1"}
    assert do(state, "end").blocked == [0, 0]


# C12: America


def near_america(tile: str, **more: Any) -> State:
    """Seat 0 is to sail from C1 on the lane, with water on B1 and this tile on A1."""
    return sailing(LANE, 3, tiles=f"B1 water, C1 water, A1 {tile}", ships="C1 Q1 P1", **more)


@pytest.mark.parametrize("tile", ["harbour", "joker"])
def test_c12_a_ship_turns_in_an_american_harbour(tile: str) -> None:
    state = do(near_america(tile), "sail A1")
    assert (state.voyage[0], state.america_round[0], state.discovered) == (RETURNING, 1, True)
    assert settled(state).to_move == 1


def test_c12_without_a_tile_there_is_no_landing_but_in_florida() -> None:
    state = sailing(tiles="B1 water", ships="B1")
    assert reached(state) == {"A2"}
    assert do(state, "sail A2").voyage[0] == RETURNING


def test_c12_outbound_voyages_end_in_america_and_returning_ships_sail_through() -> None:
    tiles = "B1 island, B3 water, C3 water"
    assert reached(sailing(tiles=tiles, ships="B1")) == {"A2"}  # B3 and C3 are beyond
    state = sailing(tiles=tiles, ships="B1", voyage=[RETURNING, OUTBOUND])
    assert reached(state) == {"A2", "B3", "C3"}
    assert do(state, "sail A2").voyage[0] == RETURNING


# C13: since America's discovery


def test_c13_the_new_rules_hold_at_once_and_for_all_seats() -> None:
    state = near_america("harbour")
    assert state.phase == rules.P_SAIL
    settled(do(state, "sail A1"))  # three tiles are laid: nothing is left to do
    assert (state.to_move, state.phase) == (1, rules.P_FREE)
    assert state.ship[0] == at(state, "A1"), "C12: the way home begins with the next turn"


@pytest.mark.parametrize("seats", [3, 5])
def test_c13_who_discovers_america_may_lay_until_three_tiles_are_laid(seats: int) -> None:
    tiles = "B1 water, C1 water, A1 harbour"
    state = sailing(LANE, seats, tiles=tiles, ships="C1 Q1 P1 O1 N1"[: 3 * seats - 1], racks="9 water", laid=2)
    do(state, "sail A1")
    assert (state.to_move, kinds_of(state)) == (0, {rules.TAKE, rules.END}), "its ship sails home next turn (C12)"
    assert settled(do(state.clone(), "end")).to_move == 1
    do(state, "lay water D1")
    assert (state.laid, settled(state).to_move, state.phase) == (3, 1, rules.P_FREE)


def test_c13_a_discoverer_who_laid_none_has_to_lay_what_can_be_laid_now() -> None:
    state = do(near_america("harbour", laid=0, racks="full_sail", dry=True), "sail A1")
    assert state.legal() == [(rules.TAKE, rules.T_FULL_SAIL)]
    assert where(do(state, "take full_sail"), rules.PLACE) >= {"B1", "C1"}, "also on a laid tile, but not under a ship"
    assert do(near_america("harbour", laid=0, racks="whale"), "sail A1").to_move == CHANCE


def test_c13_by_the_earlier_rules_the_turn_of_the_first_arrival_ended() -> None:
    state = do(near_america("harbour", laid=2, racks="9 water", rules="2026-11-22"), "sail A1")
    assert (state.discovered, settled(state).to_move, state.phase) == (True, 1, rules.P_FREE)


def test_c13_before_america_ship_tiles_lie_on_empty_spaces_only() -> None:
    state = do(position(racks="wreck", tiles="D2 island, B1 water"), "take wreck")
    assert where(state, rules.PLACE) == WATERS - {"B1"}


@pytest.mark.parametrize("seats", [2, 6])
def test_c13_one_to_three_tiles_are_laid_at_any_number_of_seats(seats: int) -> None:
    state = free(LANE, seats, racks="4 water", dry=True)
    assert (rules.END,) not in state.legal()
    for count, name in enumerate(("B1", "C1", "D1"), 1):
        assert do(state, f"lay water {name}").laid == count
        assert (rules.END,) in state.legal()
    assert rules.TAKE not in kinds_of(state)
    assert do(state, "end").to_move == 1


def test_c13_none_only_if_none_can_be_laid() -> None:
    state = free(tiles="D1 whale, B1 water", racks="whale", ships="B1", voyage=[1, 0])
    assert kinds_of(state) == {rules.SAIL, rules.END}
    may = free(tiles="B1 water", racks="whale", ships="B1", voyage=[1, 0])
    assert kinds_of(may) == {rules.TAKE, rules.SAIL}
    assert rules.END not in kinds_of(free(racks="cyclone"))


STACKED = (
    "D1 whale, C2 route, D2 island, A1 harbour, D3 E, B1 water, E1 water, F1 full_sail, F2 becalmed, B4 wreck, "
    "C4 joker, E4 water/wreck, F4 water/full_sail"
)


@pytest.mark.parametrize("tile", ["full_sail", "becalmed", "wreck"])
def test_c13_ship_tiles_may_cover_pictures_and_water_two_high(tile: str) -> None:
    state = do(free(tiles=STACKED, racks=f"2 {tile}", ships={1: "E1"}), f"take {tile}")
    covering = {"D1", "C2", "D2", "A1", "D3", "B1"}  # E1 lies under a ship
    empty = WATERS - {"B1", "E1", "B4", "C4", "E4", "F4"}
    assert where(state, rules.PLACE) == covering | empty
    assert tile_at(do(state, "place D2"), "D2") == f"island/{tile}"
    assert where(do(state, f"take {tile}"), rules.PLACE) == covering - {"D2"} | empty


@pytest.mark.parametrize("tile", ["water", "island", "harbour", "joker"])
def test_c13_other_tiles_may_not(tile: str) -> None:
    state = free(tiles=STACKED, racks=tile)
    if tile == "island":
        assert rules.TAKE not in kinds_of(state)
    else:
        assert not where(do(state, f"take {tile}"), rules.PLACE) & set(tiles_of(SEA, STACKED))


@pytest.mark.parametrize("tile", ["full_sail", "becalmed", "wreck"])
def test_c13_a_covered_american_harbour_stays_one_unless_by_a_wreck(tile: str) -> None:
    state = near_america(f"harbour/{tile}", discovered=True, phase=rules.P_FREE)
    if tile == "wreck":
        assert "A1" not in reached(state)
    else:
        assert reached(state) >= {"A1", "B1"}
        assert do(state, "sail A1").voyage[0] == RETURNING


def test_c13_a_ship_starts_by_the_tile_that_covers_its_harbour() -> None:
    tiles: dict[str, Any] = {**lane("~~~~~"), "A1": (rules.T_HARBOUR, rules.T_FULL_SAIL)}
    assert reached(free(LANE, tiles=tiles, ships="A1 Q1", voyage=[RETURNING, OUTBOUND])) == on_row_1("BCDE")


def test_c13_lay_and_sail_in_any_order_with_one_voyage_a_turn() -> None:
    state = free(LANE, tiles=lane("~~~~"), ships="B1 Q1", voyage=[RETURNING, OUTBOUND], racks="6 water")
    other = do(state.clone(), "sail C1")
    assert kinds_of(other) == {rules.TAKE}  # one tile has to be laid
    assert settled(do(other, "lay water F1, end")).to_move == 1
    do(state, "lay water F1, sail D1")
    assert (state.to_move, kinds_of(state)) == (0, {rules.TAKE, rules.END})
    do(state, "lay water G1, lay water H1")  # the third tile: nothing is left to do
    assert settled(state).to_move == 1


def test_c13_a_ship_can_sail_over_tiles_of_this_turn() -> None:
    state = free(LANE, ships="L1 Q1", racks="6 water")
    assert "J1" not in reached(state)
    assert "J1" in reached(do(state, "lay water K1, lay water J1"))


# C17: decisions and draws


def test_c17_decisions_come_in_order() -> None:
    state = settled(rules.start(LANE, 2, {}))
    seen: list[int] = []
    while state.turn < 2:
        if state.phase != (seen[-1] if seen else None):
            seen.append(state.phase)
        settled(play(state, next(action for action in state.legal() if action != (rules.AS_CYCLONE,))))
    assert seen[:3] == [rules.P_HARBOUR, rules.P_LAY, rules.P_PLACE]
    assert seen[-1] == rules.P_SAIL


def test_c17_drawn_tiles_are_chance() -> None:
    state = rules.start(LANE, 2, {})
    assert dict(state.chance()) == {(rules.DRAW, kind): count for kind, count in enumerate(LANE.tiles) if count}
    assert begin(LANE).turn == 1


# C14: coming home


def cells(columns: str) -> list[int]:
    return [LANE.grid.cell_named(f"{column}1") for column in columns]


def homeward(seats: int = 3, **more: Any) -> State:
    """The lane full of water, seat 0 at K1 on its way home, the others still at C1, D1, …"""
    fields: dict[str, Any] = {
        "tiles": FULL,
        "ships": "K1 C1 D1 E1"[: seats * 3],
        "voyage": [RETURNING] + [OUTBOUND] * (seats - 1),
        "racks": dict.fromkeys(range(seats), "3 water"),
        "laid": 1,
    }
    return free(LANE, seats, **{**fields, **more})


def test_c14_a_ship_stops_in_the_first_free_home_harbour_and_wins() -> None:
    state = homeward()
    assert reached(state) == {"I1", "J1", "L1"}  # M1 lies beyond
    do(state, "sail L1")
    assert (state.voyage[0], state.place[0], state.home_round[0]) == (HOME, 1, state.round)
    assert (state.scores(), state.to_move) == ([2, 0, 0], 1)


def test_c14_any_harbour_will_do() -> None:
    assert "L1" in reached(homeward(harbour=cells("QPO")))


def test_c14_a_taken_harbour_takes_no_second_ship_but_is_jumped() -> None:
    state = homeward(ships="K1 L1 C1", voyage=[RETURNING, HOME, OUTBOUND], place=[0, 1, 0])
    assert reached(state) == {"I1", "J1", "M1"}
    do(state, "sail M1")
    assert (state.place[0], state.to_move) == (2, OVER)


def test_c14_outbound_ships_do_not_come_home() -> None:
    state = homeward(voyage=[OUTBOUND, RETURNING, OUTBOUND])
    assert reached(state) >= {"L1", "M1"}
    do(state, "sail L1")
    assert (state.voyage[0], state.place[0]) == (OUTBOUND, 0)


def test_c14_the_others_sail_on_for_the_places() -> None:
    state = do(homeward(4), "sail L1")
    assert state.to_move == 1
    turns = [state.active]
    while len(turns) < 6:
        settled(play(state, next(action for action in state.legal() if action[0] != rules.SAIL)))
        if state.to_move != turns[-1]:
            turns.append(state.to_move)
    assert turns == [1, 2, 3] * 2  # seat 0 has no more turns


def test_c14_the_rack_of_a_seat_that_is_home_leaves_the_game() -> None:
    state = do(homeward(), "sail L1")
    assert state.rack_size[0] == 0
    assert (sum(state.rack[0]), state.shed[0][T_WATER]) == (0, 3)
    assert state.observe(1)["shed"][0] == 3
    assert all_tiles(state) == list(LANE.tiles)


def test_c14_coming_home_ends_the_turn() -> None:
    state = do(homeward(laid=0, tiles="K1 water, C1 water, D1 water", known=[1, 0, 0]), "sail L1")
    assert (state.to_move, state.laid, state.known[0]) == (1, 0, 0)


OWN = {"own_harbour": True}


def test_c14_own_harbour_only_the_seats_own_counts() -> None:
    state = homeward(options=OWN, harbour=cells("NPQ"), ships="L1 C1 B1")
    assert reached(state) == on_row_1("IJKMN")  # O1 lies beyond its harbour
    passed = do(state.clone(), "sail M1")
    assert (passed.voyage[0], passed.place[0]) == (RETURNING, 0)
    do(state, "sail N1")
    assert (state.voyage[0], state.place[0]) == (HOME, 1)


@pytest.mark.parametrize(
    ("harbours", "more", "columns"),
    [
        ("NLM", {"ships": "K1 C1 B1"}, "IJ"),  # a water tile gives two spaces
        ("MLQ", {}, "IJM"),
        ("MLQ", {"voyage": [OUTBOUND, RETURNING, OUTBOUND]}, "HIJMN"),  # the last ship
        ("MLQ", {"options": None}, "IJL"),
    ],
)
def test_c14_own_harbour_no_other_ship_may_stop_there_but_sails_through(
    harbours: str, more: dict[str, Any], columns: str
) -> None:
    assert reached(homeward(**{"options": OWN, "harbour": cells(harbours), **more})) == on_row_1(columns)


# C15: the end


def test_c15_the_match_ends_when_one_seat_is_still_at_sea() -> None:
    state = do(homeward(2), "sail L1")
    assert (state.to_move, state.phase) == (OVER, rules.P_OVER)
    assert (state.place, state.scores(), state.winners()) == ([1, 2], [1, 0], [0])


@pytest.mark.parametrize(
    ("ships", "places"),
    [
        pytest.param("K1 C1 D1 E1", [1, 2, 3, 4], id="by progress"),
        pytest.param("K1 N1 N1 C1", [1, 3, 3, 2], id="equal progress shares the place"),
    ],
)
def test_c15_winner_only_ends_with_the_first_return(ships: str, places: list[int]) -> None:
    state = do(homeward(4, options={"winner_only": True}, ships=ships), "sail L1")
    assert (state.to_move, state.place, state.scores()) == (OVER, places, [4 - place for place in places])


def quiet(turns: int, ships: str = "B1 Q1 C1", **more: Any) -> State:
    """No seat has a tile left after so many turns in a row without one; seat 0 is to sail before America."""
    return sailing(LANE, 3, tiles=lane("~~~"), racks=dict.fromkeys(range(3), ""), dry=True, laid=0, quiet=turns,
                   ships=ships, **more)  # fmt: skip


def test_c15_twenty_quiet_rounds_end_the_match() -> None:
    state = do(quiet(58), "stay")
    assert (state.to_move, state.quiet) == (1, 59)
    assert do(state, "stay").to_move == OVER
    assert (state.place, state.scores(), state.winners()) == ([1, 3, 2], [2, 0, 1], [0])


def test_c15_winners_share_a_draw() -> None:
    state = do(quiet(59, "B1 Q1 B1", voyage=[OUTBOUND] * 3), "stay")
    assert (state.winners(), state.scores()) == ([0, 2], [2, 0, 2])


def test_c15_a_laid_tile_or_a_return_resets_the_quiet_turns() -> None:
    laid = do(sailing(LANE, 2, quiet=38, laid=3, dry=True), "stay")
    home = do(homeward(3, laid=0, quiet=58, racks=dict.fromkeys(range(3), ""), dry=True), "sail L1")
    for state in (laid, home):
        assert (state.to_move, state.quiet) == (1, 0)


def test_c15_only_seats_at_sea_make_a_round() -> None:
    state = do(quiet(38, voyage=[OUTBOUND, HOME, OUTBOUND], place=[0, 1, 0]), "stay")
    assert (state.to_move, state.quiet) == (2, 39)
    assert do(state, "stay").to_move == OVER
    assert state.place == [2, 1, 3]
