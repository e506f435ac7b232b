"""Coming home and the end of the match, C14 and C15, one by one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from studio.core.game import OVER
from studio.games.columbus import rules
from studio.games.columbus.rules import HOME, OUTBOUND, RETURNING, T_WATER, State
from tests.games.columbus.sea import LANE, all_tiles, at, free, lane, sailing, where
from tests.playing import play, settled

CELL = LANE.grid.cell_named


def homeward(seats: int = 3, options: Mapping[str, bool] | None = None, **more: Any) -> State:
    """The lane laid with water, seat 0 at K1 on its way home, the others still at C1, D1, …"""
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


def test_c15_winner_only_ends_with_the_first_return() -> None:
    state = homeward(4, options={"winner_only": True})
    play(state, (rules.SAIL, at(state, "L1")))
    assert state.to_move == OVER
    assert state.place == [1, 2, 3, 4]  # by progress: C1, D1, E1 on the way out
    assert state.scores() == [3, 2, 1, 0]


def test_c15_equal_progress_shares_the_place() -> None:
    ships = {0: "K1", 1: "N1", 2: "N1", 3: "C1"}
    state = homeward(4, options={"winner_only": True}, ships=ships)
    play(state, (rules.SAIL, at(state, "L1")))
    assert state.place == [1, 3, 3, 2]
    assert state.scores() == [3, 1, 1, 2]


def quiet(turns: int, **more: Any) -> State:
    """Nobody has a tile left, and so many turns in a row were without one; seat 0 is to sail before America."""
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


def test_c15_a_laid_tile_breaks_the_quiet() -> None:
    state = sailing(LANE, 2, quiet=38, laid=3, dry=True)
    play(state, (rules.STAY,))
    assert (state.to_move, state.quiet) == (1, 0)


def test_c15_a_return_breaks_the_quiet() -> None:
    state = homeward(3, laid=0, quiet=58, racks={0: [], 1: [], 2: []}, dry=True)
    play(state, (rules.SAIL, at(state, "L1")))
    assert (state.to_move, state.quiet) == (1, 0)


def test_c15_only_seats_at_sea_make_a_round() -> None:
    state = quiet(38, voyage=[OUTBOUND, HOME, OUTBOUND], place=[0, 1, 0])
    play(state, (rules.STAY,))
    assert (state.to_move, state.quiet) == (2, 39)
    play(state, (rules.STAY,))
    assert state.to_move == OVER
    assert state.place == [2, 1, 3]
