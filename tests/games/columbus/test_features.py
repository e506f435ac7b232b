"""The further features of the evaluation: values of a drawn position, and of positions in matches."""

from __future__ import annotations

import pytest

from studio.games.columbus import evaluation, features, rules
from tests.games.columbus.sea import DUO, LANE, SEA, STANDARD, free, lane, sailing, walk

KEYS = [feature.key for feature in evaluation.FEATURES]


def by_key(state: rules.State, seat: int = 0) -> dict[str, float]:
    return dict(zip(KEYS, evaluation.features(state, seat), strict=True))


def test_a_drawn_position_has_the_values_counted_by_hand() -> None:
    """From the ship at H1 to America at A1: a wreck, a gap, a full sail, water; the rival is in the harbour L1."""
    tiles = lane("~~~f.x~~~~")
    state = sailing(LANE, tiles=tiles, ships="H1 L1", racks="2 water, wreck, full_sail")
    found = by_key(state)
    wanted = {
        "near_goal": 1 - 7 / 16,  # Q1 is the farthest home harbour
        "pace": 2 / 5,
        "is_last": 0,
        "reach": 2 / 36,
        "goal_in_reach": 0,
        "sea_beside": 1 / 6,
        "blocked": 0,
        "rack_size": 4 / 10,
        "known_jokers": 0,
        "ships_near": 0,
        "sea_ahead": 1 / 3,
        "gaps_ahead": 1 / 3,
        "closed_ahead": 1 / 3,
        "calm_ahead": 0,
        "fast_ahead": 1 / 3,
        "pictures_ahead": 0,
        "jokers_ahead": 0,
        "rivals_near_goal": 1 - 11 / 16,
        "rivals_pace": 4 / 5,  # a harbour, and the last ship
        "rivals_is_last": 1,
        "rivals_rack_size": 1,
        "rivals_sea_ahead": 1,
        "letters": 0,
        "kinds": 3 / 10,
        "playable": 4 / 10,
        "fit_ahead": 4 / 10,
        "gaps_held": 1 / 36,
        "swaps": 0,
        "to_place": 0,
        "to_sail": 1,
        "race": -1,  # behind the wreck there is no way
        "is_ahead": 0,
        "late": 0,
        "goals_open": 0,
    }
    assert {key: found[key] for key in wanted} == pytest.approx(wanted)
    assert found["early_path"] == pytest.approx(found["path"] * state.reserve_size / (sum(LANE.tiles) - 20))


def test_jokers_to_swap_and_pictures_on_the_rack_are_counted() -> None:
    state = sailing(SEA, tiles="C2 joker, G2 water", ships="H1 H3", racks="route, whale, E, 2 island")
    found = by_key(state)
    assert found["swaps"] == 1 / 4  # C2 shows a route
    assert [10 * found[key] for key in ("whales", "harbours", "routes", "islands", "letters")] == [1, 0, 1, 2, 1]


def test_who_is_not_in_america_yet_is_late() -> None:
    state = free(LANE, tiles=lane("~~~~~~~~~~"), ships="H1 E1", voyage=[0, 1])
    mine, theirs = by_key(state, 0), by_key(state, 1)
    assert (mine["late"], mine["is_ahead"], mine["race"]) == (1, 0, 0)
    assert (theirs["late"], theirs["is_ahead"], theirs["race"]) == (0, 1, 0)


@pytest.mark.parametrize(("board", "seats"), [(DUO, 2), (STANDARD, 2), (STANDARD, 3), (STANDARD, 6)])
def test_shares_stay_shares_and_rivals_are_the_others(board: rules.Board, seats: int) -> None:
    checked = 0
    for number, state in enumerate(walk(rules.start(board, seats, {}), 5)):
        if number % 7 or state.to_move < 0 or min(state.ship) < 0:
            continue
        at_sea = [seat for seat in range(seats) if not state.place[seat]]
        rows = {seat: by_key(state, seat) for seat in at_sea}
        for key in features.BOTH + features.OWN:
            assert all(-1 <= row[key] <= 1 for row in rows.values()), key
        first, *others = at_sea
        for key in features.BOTH:
            mean = sum(rows[seat][key] for seat in others) / len(others)
            assert rows[first][f"rivals_{key}"] == pytest.approx(mean)
        checked += 1
    assert checked > 2
