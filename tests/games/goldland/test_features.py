"""The further features of the evaluation: values of a drawn position, and of positions on home-made boards."""

from __future__ import annotations

from random import Random

import pytest

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.games.goldland import evaluation, features, rules
from studio.games.goldland.rules.board import ITEM_KEYS, Board
from tests.games.goldland.boards import begin, board
from tests.games.goldland.pieces import choose_move, random_board

LAND = """
    .   L2  L3   L4
    D3  Y1  L5   L6
    L7  M3  N3   L8
    E1  C8  C6   S
"""
KEYS = [feature.key for feature in evaluation.FEATURES]
POINTS = ("markers", "markers_safe", "markers_tied", "markers_open", "coins_due", "bonus_due")


def by_key(state: rules.State, seat: int = 0) -> dict[str, float]:
    return dict(zip(KEYS, evaluation.features(state, seat), strict=True))


def test_a_drawn_position_has_the_values_counted_by_hand() -> None:
    """In front of the canyon with the wood for it; the rival is at the start tile."""
    drawn = board(LAND, pile=["L13"])
    treasure = [0] * drawn.count
    treasure[8] = 1  # on A3
    state = begin(
        drawn,
        at="B3",
        pack="3 provision + 2 wood + rope",
        camps="B3",
        tokens=5,
        treasure=treasure,
        marker=[-1, -1, -1, 0, -1, -1, -1],
    )
    found = by_key(state)
    wanted = {
        "near_temple": 1 / 2,
        "has_amulet": 0,
        "free": 6 / 12,
        "can_cross": 1,
        "kinds": 3 / 7,
        "toward_piece": 1 / 4,
        "unknown_beside": 0,
        "roads": 1,
        "ways": 3 / 4,  # not onto the natives
        "camps_left": 9 / 10,
        "kinds_with_camp": 1 / 7,
        "payable": 2 / 4,  # desert and canyon
        "near_payable": 2 / 3,
        "near_missing": 1 / 3 / 12,  # a pearl for the natives
        "markers": 4,
        "markers_safe": 4,
        "markers_tied": 0,
        "markers_open": 5 + 4,
        "treasures": 0,
        "near_treasure": 1 / 2,
        "treasure_soon": 1,
        "coins_due": 0,
        "bonus_due": 2,
        "rivals_near_temple": 0,
        "rivals_free": 7 / 12,
        "rivals_payable": 2 / 4,  # desert and natives
        "rivals_markers_open": 5 + 2,
        "rivals_markers_tied": 0,
        "lead_to_temple": 1 / 2,
        "route_steps": 3 / 6,
        "route_unknown": 1 / 6,
        "route_open": 2 / 3,
        "route_tolls": 2 / 12,
        "route_missing": 0,
        "early_points": 4,
    }
    assert {key: found[key] for key in wanted} == pytest.approx(wanted)
    assert [12 * found[key] for key in ITEM_KEYS] == pytest.approx([3, 1, 0, 0, 2, 0, 0])


def test_a_marker_is_in_danger_once_a_rival_has_as_many_camps() -> None:
    state = begin(LAND, camps={0: "B3", 1: "B3"}, marker=[-1, -1, -1, 0, -1, -1, -1])
    mine, theirs = by_key(state, 0), by_key(state, 1)
    assert (mine["markers"], mine["markers_safe"]) == (4, 0)
    assert (theirs["markers"], theirs["markers_tied"]) == (0, 4)


def test_an_amulet_brings_its_share_of_the_reserve() -> None:
    state = begin(LAND, seats=3, amulets=[0, 2], at="A1", bonus=0, first=2)
    found = by_key(state)
    assert found["near_temple"] == found["has_amulet"] == 1
    assert found["coins_due"] == state.reserve / 2 and found["bonus_due"] == 0
    assert found["route_steps"] == found["lead_to_temple"] == 0


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_shares_stay_shares_on_home_made_boards_and_rivals_are_the_others(seats: int) -> None:
    drawn: Board = random_board(Random(seats), seats)
    state, rng = rules.start(drawn, seats, {}), Rng(seats)
    checked = 0
    for _step in range(400):
        if state.to_move == OVER:
            break
        if state.to_move != CHANCE:
            rows = [by_key(state, seat) for seat in range(seats)]
            for key in features.BOTH + features.OWN:
                values = [row[key] for row in rows]
                most = 30 if key in POINTS else 4 if key.startswith("route_") else 1
                assert all(-1 <= value <= most for value in values), (key, values)
            if state.phase != rules.P_TAKE:
                for key in features.BOTH:
                    others = sum(row[key] for row in rows[1:]) / (seats - 1)
                    assert rows[0][f"rivals_{key}"] == pytest.approx(others)
            checked += 1
        state.apply(state.draw(rng) if state.to_move == CHANCE else choose_move(state, rng))
    assert checked > 50
