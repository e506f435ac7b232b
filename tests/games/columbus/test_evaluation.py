"""The evaluation of positions, and bots that follow it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from studio import bots
from studio.core.game import OVER
from studio.core.rng import Rng
from studio.games import columbus
from studio.games.columbus import evaluation, rules
from studio.games.columbus.evaluation import FAR, TileSets, distances_to, fares_of, prices
from studio.lab.jobs import make_bots, play_match
from tests.games.columbus.sea import DUO, LANE, SEA, STANDARD, at, do, eager, free, lane, position, sailing, walk
from tests.helpers import play

WATER, FULL, BECALMED, WRECK, CYCLONE, JOKER, WHALE, HARBOUR, ROUTE, ISLAND, LETTER = range(11)
WHOLE_LANE = lane("~~~~~~~~~~")
GAME: Any = columbus.GAME


def test_a_ship_closer_to_its_goal_is_better() -> None:
    found = []
    for name in ("K1", "H1", "D1", "B1"):
        found.append(evaluation.evaluate(sailing(LANE, tiles=WHOLE_LANE, ships={0: name, 1: "M1"}, sailed=True), 0))
    assert found == sorted(found) and len(set(found)) == 4
    back: Any = {"voyage": [1, 0], "discovered": True, "laid": 3, "sailed": True}
    for name in ("B1", "D1", "H1", "K1"):
        found.append(evaluation.evaluate(free(LANE, tiles=WHOLE_LANE, ships={0: name, 1: "M1"}, **back), 0))
    assert found == sorted(found) and len(set(found)) == 8


def test_a_rival_closer_to_its_goal_is_worse() -> None:
    near, far = (
        evaluation.evaluate(sailing(LANE, tiles=WHOLE_LANE, ships={0: "L1", 1: name}, sailed=True), 0)
        for name in ("C1", "K1")
    )
    assert near < far


def test_tiles_cost_less_than_gaps_and_wrecks_are_closed() -> None:
    def worth(tiles: Mapping[str, int]) -> float:
        return evaluation.evaluate(sailing(LANE, tiles=tiles, ships="L1 M1", sailed=True), 0)

    whole = dict(WHOLE_LANE)
    gap = {name: kind for name, kind in whole.items() if name != "F1"}
    assert worth(dict(whole)) > worth(dict(gap)) > worth(gap | {"F1": BECALMED}) > worth(gap | {"F1": WRECK})


def test_a_picture_without_tiles_left_is_closed() -> None:
    state = position(ships="H1 H3")
    gone = [0] * len(state.board.tiles)
    gone[WHALE], gone[JOKER] = state.board.tiles[WHALE], state.board.tiles[JOKER]
    open_price = prices(position(ships="H1 H3", racks={0: "", 1: ""}), 0)[0]
    shut_price = prices(position(ships="H1 H3", racks={0: "", 1: ""}, gone=gone), 0)[0]
    held_price = prices(position(ships="H1 H3", racks={0: "whale", 1: ""}), 0)[0]
    assert shut_price[WHALE] == 0 < held_price[WHALE] < open_price[WHALE]


def test_distances_equal_a_plain_search() -> None:
    for number, state in enumerate(walk(rules.start(SEA, 3, {}), 5)):
        if not state.turn or number % 25:
            continue
        board = state.board
        sea = fares_of(board, TileSets(state), prices(state, 0)[0])
        cost = {cell: price for price, cells in sea for cell in rules.cells_in(cells)}
        found = {cell: cost[cell] for cell in rules.cells_in(board.america) if cell in cost}
        changed = True
        while changed:
            changed = False
            for cell, price in cost.items():
                if board.america >> cell & 1:
                    continue
                near = [found[other] for other in board.neighbors[cell] if other in found]
                if near and min(near) + price < found.get(cell, FAR):
                    found[cell], changed = min(near) + price, True
        levels = distances_to(board, sea, board.america, True).levels(FAR)
        by_cell = {cell: cost for cost, cells in enumerate(levels) for cell in rules.cells_in(cells)}
        for cell in range(board.count):
            near = [found[other] for other in board.neighbors[cell] if other in found]
            assert by_cell.get(cell, FAR) == min(near, default=FAR)


def test_the_tile_in_hand_counts_for_its_best_place() -> None:
    tiles = {name: kind for name, kind in WHOLE_LANE.items() if name not in ("K1", "J1", "C1")}
    state = position(LANE, tiles=tiles, ships="L1 O1", racks="2 water")
    taken = do(state.clone(), "take water")
    foreseen = evaluation.evaluate(taken, 0)
    best = {}
    for action in taken.legal():
        after = play(taken.clone(), action)
        best[action[1]] = evaluation.evaluate(after, 0)
    assert max(best.values()) == pytest.approx(foreseen)
    assert max(best, key=lambda cell: best[cell]) == at(state, "K1"), "where the ship gets on at once"


def test_the_rack_counts_between_turns() -> None:
    def worth(tile: int, seat: int = 0) -> float:
        turn: Any = {"active": 1, "to_move": 1}
        return evaluation.evaluate(position(LANE, tiles=WHOLE_LANE, racks={0: [tile]}, **turn), seat)

    assert worth(JOKER) > worth(FULL) > worth(CYCLONE) > worth(WATER)
    assert worth(JOKER, seat=1) == worth(WATER, seat=1), "nobody else knows"


def test_greedy_sails_to_america_and_home() -> None:
    bot = bots.make_bot("greedy", 1)
    state = sailing(LANE, tiles={"A1": HARBOUR, **WHOLE_LANE}, ships="C1 M1")
    assert bot.choose(GAME, state, 0) == (rules.SAIL, at(state, "A1"))
    state = free(LANE, tiles=WHOLE_LANE, ships="J1 M1", voyage=[1, 0], laid=3)
    assert bot.choose(GAME, state, 0) == (rules.SAIL, at(state, "L1"))


def test_greedy_blocks_a_rival_with_a_wreck() -> None:
    tiles = WHOLE_LANE | {"A1": HARBOUR}
    tiles = {name: kind for name, kind in tiles.items() if name not in ("C1", "K1")}
    state = do(position(LANE, tiles=tiles, ships="L1 E1", racks="wreck"), "take wreck")
    goal = bots.make_bot("greedy", 1).choose(GAME, state, 0)
    assert goal == (rules.PLACE, at(state, "C1"))


def test_the_value_does_not_depend_on_the_cache() -> None:
    rng, checked = Rng(2), 0
    state = rules.start(DUO, 2, {})
    while state.to_move != OVER:
        if state.to_move < 0:
            state.apply(state.draw(rng))
            continue
        first = evaluation.evaluate(state, state.to_move)
        bots.make_bot("greedy", 1).choose(GAME, state, state.to_move)
        assert evaluation.evaluate(state, state.to_move) == pytest.approx(first)
        checked += 1
        state.apply(eager(state, rng))
    assert checked > 5


def test_estimates_equal_the_values_after_the_moves() -> None:
    """Exactly for taken and lifted tiles, for placed ones the best."""
    by_cell: set[int] = set()
    for number, state in enumerate(walk(rules.start(STANDARD, 2, {}), 9)):
        if number % 3 or state.to_move < 0 or not state.turn:
            continue
        seat = state.to_move
        foreseen = evaluation.estimate_moves(state, seat)
        assert foreseen.keys() <= set(state.legal()) and not evaluation.estimate_moves(state, 1 - seat)
        assert evaluation.estimate_moves(state.redeal(seat, Rng(number)), seat) == foreseen
        for action, worth in foreseen.items():
            if action[0] in (rules.TAKE, rules.LIFT):
                assert evaluation.evaluate(play(state.clone(), action), seat) == pytest.approx(worth)
        if state.phase in (rules.P_PLACE, rules.P_DROP):
            assert max(foreseen.values()) == pytest.approx(evaluation.evaluate(state, seat))
        by_cell |= {action[0] for action in foreseen}
    assert by_cell >= {rules.TAKE, rules.PLACE, rules.LIFT, rules.DROP, rules.SAIL}


def test_final_places_are_ranked() -> None:
    over = position(LANE, 3, ships="K1 L1 M1", voyage=[0, 2, 2], place=[3, 1, 2], phase=rules.P_OVER)
    worth = [evaluation.evaluate(over, seat) for seat in range(3)]
    assert worth[1] > worth[2] > worth[0]


@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.long)])
def test_greedy_comes_home_and_beats_random(seats: int) -> None:
    for seed in range(2):
        best = seed % seats
        sitting = ["greedy" if seat == best else "random" for seat in range(seats)]
        state = play_match(GAME, STANDARD, seats, {}, make_bots(sitting, seed), seed).state
        assert state.winners() == [best]
        assert isinstance(state, rules.State) and state.voyage[best] == rules.HOME
