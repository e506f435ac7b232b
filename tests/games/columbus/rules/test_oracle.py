"""The legal moves compared with an exhaustive search at every decision of many matches."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from studio.games.columbus import rules
from studio.games.columbus.rules import State
from studio.games.columbus.rules.board import board_of
from studio.games.columbus.rules.position import can_sail
from tests.games.columbus.rules.oracle import Sea
from tests.games.columbus.sea import TILES, walk
from tests.shortly import shortly

SEAS = {
    "little": [
        "A . . W . S . H",
        " F . R I . B . H",
        "A . . e . o . H",
        " # . . . . . . #",
    ],
    "shifted": [
        " # A . S . . H",
        "F . . . B . H",
        " A R . W . . H",
        "# I . x . . #",
        " # . . . H H #",
    ],
    "islets": [
        "A . # . . H H",
        " . . . # . . H",
        "F # S . B . H",
        " . . . . # . H",
        "A . I . . . H",
    ],
}
FEW = {**TILES, "water": 20, "route": 2, "island": 2, "whale": 2, "cyclone": 5, "harbour": 3}


def check_lay(state: State, sea: Sea) -> None:
    offered = state.legal()
    can_lay, rack = sea.can_lay(state.active), state.rack[state.active]
    taken = {sea.words[action[1]] for action in offered if action[0] == rules.TAKE}
    assert taken == can_lay - (set() if sea.places("joker") else {"joker"})
    assert ((rules.AS_CYCLONE,) in offered) == bool(rack[rules.T_JOKER])
    assert cells(offered, rules.SWAP) == sea.swappable(state.active)
    assert ((rules.STOP,) in offered) == (not can_lay)
    most = 2 if state.seats > 4 else 3
    assert state.laid < most
    assert can_lay or sea.swappable(state.active)
    assert {action[0] for action in offered} <= {rules.TAKE, rules.AS_CYCLONE, rules.SWAP, rules.STOP}


def check_place(state: State, sea: Sea) -> None:
    assert cells(state.legal(), rules.PLACE) == sea.places(sea.words[state.hand])


def check_lift(state: State, sea: Sea) -> None:
    assert cells(state.legal(), rules.LIFT) == sea.movable() != set()
    assert cells(state.legal(), rules.SWAP) == sea.swappable(state.active)
    assert (rules.LEAVE,) in state.legal()


def check_drop(state: State, sea: Sea) -> None:
    assert cells(state.legal(), rules.DROP) == sea.places(sea.upper[state.lifted]) - {state.lifted}


def check_sail(state: State, sea: Sea) -> None:
    swaps = sea.swappable(state.active)
    assert cells(state.legal(), rules.SWAP) == swaps
    if state.sailed:
        assert state.legal()[len(swaps) :] == [(rules.END,)]
        assert any(tile == "joker" and cell not in sea.ships for cell, tile in enumerate(sea.upper))
        return
    assert cells(state.legal(), rules.SAIL) == sea.goals(state.active)
    assert can_sail(state, state.active) == bool(sea.goals(state.active))
    assert (rules.STAY,) in state.legal()
    most = 2 if state.seats > 4 else 3
    assert state.laid == most or state.rack[state.active][rules.T_JOKER] or not sea.can_lay(state.active)


def check_free(state: State, sea: Sea) -> None:
    offered, can_lay = state.legal(), sea.can_lay(state.active)
    may_lay = state.laid < 3
    taken = {sea.words[action[1]] for action in offered if action[0] == rules.TAKE}
    assert taken == (can_lay - (set() if sea.places("joker") else {"joker"}) if may_lay else set())
    assert cells(offered, rules.SWAP) == sea.swappable(state.active)
    assert cells(offered, rules.SAIL) == (set() if state.sailed else sea.goals(state.active))
    assert can_sail(state, state.active) == bool(sea.goals(state.active))
    assert ((rules.END,) in offered) == (state.laid > 0 or not can_lay)
    open_jokers = [cell for cell, tile in enumerate(sea.upper) if tile == "joker" and cell not in sea.ships]
    assert offered != [(rules.END,)] or not state.sailed or open_jokers


CHECKS: dict[int, Callable[[State, Sea], None]] = {
    rules.P_LAY: check_lay,
    rules.P_PLACE: check_place,
    rules.P_LIFT: check_lift,
    rules.P_DROP: check_drop,
    rules.P_SAIL: check_sail,
    rules.P_FREE: check_free,
}


def cells(actions: list[tuple[int, ...]], kind: int) -> set[int]:
    return {action[1] for action in actions if action[0] == kind}


@pytest.mark.parametrize("own_harbour", [False, True])
@pytest.mark.parametrize("seats", shortly([2, 3, 5], 1))
@pytest.mark.parametrize("name", SEAS)
def test_legal_moves_equal_an_exhaustive_search(name: str, seats: int, own_harbour: bool) -> None:
    rows = SEAS[name]
    board = board_of(rows, "", FEW)
    seats = min(seats, len(board.homes))
    seen = set()
    for seed in range(6):
        for state in walk(rules.start(board, seats, {"own_harbour": own_harbour}), seed):
            if state.to_move < 0 or state.phase == rules.P_HARBOUR:
                continue
            offered = state.legal()
            assert offered == sorted(set(offered))
            assert offered
            CHECKS[state.phase](state, Sea(rows, state.dump()))
            seen.add(state.phase)
    assert seen == set(CHECKS)


def test_progress_and_last_ship_equal_the_oracle() -> None:
    rows = SEAS["little"]
    board = board_of(rows, "", FEW)
    for seed in range(4):
        for state in walk(rules.start(board, 3, {}), seed):
            if state.turn and state.to_move >= 0:
                sea = Sea(rows, state.dump())
                at_sea = [seat for seat in range(3) if state.voyage[seat] != rules.HOME]
                last = [one for one in at_sea if all(sea.behind(one, other) for other in at_sea if other != one)]
                assert rules.last_ship(state) == (last[0] if last else -1)
                for one in at_sea:
                    assert rules.distance(state, one) == sea.distance(one)
