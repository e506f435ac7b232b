"""The cheapest ways of a walk against all paths and payments that the rules page allows (G4–G7)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.games.goldland import rules
from studio.games.goldland.rules.moves import reach
from tests.games.goldland.players import wanderer
from tests.games.goldland.rules.oracle import Oracle
from tests.games.goldland.rules.oracle_table import Place, bag
from tests.games.goldland.rules.random_trails import random_board
from tests.shortly import shortly

Cost = tuple[int, int, int]
"""Pieces, crossings, steps."""
LONGEST = 11
"""Steps of the walks that are tried; longer ones would be too many."""


def cheapest(oracle: Oracle, seat: int, left: int, trodden: list[Place]) -> dict[int, Cost]:
    """By cell: the cheapest of all paths from where a seat stands, each paid in every way there is."""
    me = oracle.seats[seat]
    best: dict[int, Cost] = {}

    def follow(here: Place, path: list[Place], red: Counter[str], cost: Cost) -> None:
        for side, there in oracle.around(here):
            if there not in oracle.laid or there in path or cost[2] == left:
                continue
            tile = oracle.tile(there)
            free = tile.kind >= rules.PLAIN or me.camps[there] > 0
            road = oracle.road(here, side, there)
            for wanted in ([Counter[str]()] if free else []) + ([bag(tile.pay)] if tile.kind < rules.PLAIN else []):
                price = wanted.total() if road else max(4, wanted.total())
                after = (cost[0] + price, cost[1] + (not road), cost[2] + 1)
                if red + wanted <= me.pack and after[0] <= me.pack.total():
                    cell = oracle.cell(there)
                    best[cell] = min(best.get(cell, after), after)
                    follow(there, [*path, there], red + wanted, after)

    follow(me.place, [*trodden, me.place], Counter(), (0, 0, 0))
    return best


def compared(seed: int) -> tuple[int, int]:
    """A match in which the ways of every seat are compared now and then; how many tiles, how many by a crossing."""
    rng, seats = Rng(seed), 2 + seed % 3
    board = random_board(Random(seed), seats)
    state, oracle = rules.start(board, seats, {}), Oracle(board, seats)
    tiles = crossed = 0
    while state.to_move != OVER and state.round < 40:
        if state.phase == rules.P_TURN and not rng.below(6):
            for seat in range(seats):
                left, trodden = oracle.seats[seat].room, list[Place]()
                if seat == oracle.active:
                    if oracle.diary.move_over:
                        assert reach(state, seat) == {}
                        continue
                    trodden = oracle.diary.trodden
                    if oracle.diary.budget is not None:
                        left = oracle.diary.budget - len(trodden) + 1
                if left > LONGEST:
                    continue
                ways = reach(state, seat)
                costs = {
                    cell: (way.pieces, sum(one in (rules.CROSS, rules.CROSS_PAY) for one in way.ways), way.steps)
                    for cell, way in ways.items()
                }
                assert costs == cheapest(oracle, seat, left, trodden)
                assert all(way.cells[-1] == cell and len(way.cells) == way.steps for cell, way in ways.items())
                tiles, crossed = tiles + len(costs), crossed + sum(cost[1] > 0 for cost in costs.values())
        action = state.draw(rng) if state.to_move == CHANCE else wanderer(state, rng)
        state.apply(action)
        oracle.apply(action)
    return tiles, crossed


@pytest.mark.parametrize("part", shortly(range(8)))
def test_the_cheapest_of_all_ways(part: int) -> None:
    found = [compared(seed) for seed in range(part * 20, part * 20 + 20)]
    assert sum(tiles for tiles, _crossed in found) > 5_000
    assert sum(crossed for _tiles, crossed in found) > 250
