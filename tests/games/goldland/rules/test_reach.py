"""The cheapest ways, against every walk there is: all moves are tried out with the rules themselves (G4–G7)."""

from __future__ import annotations

import json

import pytest

from studio.core.game import OVER
from studio.core.rng import Rng
from studio.games.goldland import rules
from studio.games.goldland.rules.moves import Walk, reach
from tests.games.goldland.rules.country import play, random_board

Cost = tuple[int, int, int]
MOST_WALKS = 3000


def every_walk(state: rules.State) -> dict[int, Cost] | None:
    """By cell: pieces, crossings and steps of the cheapest walk; None if there are too many walks to try."""
    seat, here = state.active, state.at[state.active]
    best: dict[int, Cost] = {}
    seen = {json.dumps(state.dump())}
    left = [(state, 0, 0, 0)]
    while left:
        now, pieces, crossings, steps = left.pop()
        cell = now.at[seat]
        if now.phase == rules.P_TURN and cell != here:
            best[cell] = min(best.get(cell, (99, 0, 0)), (pieces, crossings, steps))
        for action in now.legal():
            if action[0] not in (rules.STEP, rules.HAND_OVER, rules.NO_CAMP):
                continue
            after = now.clone()
            after.apply(action)
            assert after.active == seat
            key = json.dumps((after.dump(), crossings, steps))
            if key in seen:
                continue
            seen.add(key)
            if len(seen) > MOST_WALKS:
                return None
            stepped = action[0] == rules.STEP
            crossed = stepped and action[2] in (rules.CROSS, rules.CROSS_PAY)
            lost = now.pieces(seat) - after.pieces(seat)
            left.append((after, pieces + lost, crossings + crossed, steps + stepped))
    return best


def cost(way: Walk) -> Cost:
    return way.pieces, sum(one in (rules.CROSS, rules.CROSS_PAY) for one in way.ways), way.steps


def walk(state: rules.State, way: Walk) -> None:
    """Take the way by legal moves, keeping its red items for the adventures."""
    seat, reserved = state.active, list(way.paid)
    for cell, one in zip(way.cells, way.ways, strict=True):
        action = (rules.STEP, cell, one)
        assert action in state.legal()
        if one in (rules.PAY, rules.CROSS_PAY):
            for item, number in state.board.pays[state.laid[cell] >> 2]:
                reserved[item] -= number
        state.apply(action)
        while state.phase == rules.P_HAND_OVER:
            handed = [a for a in state.legal() if a[0] == rules.HAND_OVER]
            spare = [a for a in handed if state.pack[seat * rules.ITEMS + a[1]] > reserved[a[1]]]
            state.apply(spare[0])
        if state.phase == rules.P_CAMP:
            state.apply((rules.NO_CAMP,))
    assert reserved == [0] * rules.ITEMS


@pytest.mark.parametrize("seed", range(30))
def test_every_tile_is_reached_by_its_cheapest_way(seed: int) -> None:
    rng = Rng(seed)
    state = rules.start(random_board(rng, 4 + rng.below(2), 4 + rng.below(2)), 2, {})
    compared = crossed = 0
    for _position in range(40):
        play(state, rng, 1 + rng.below(6))
        if state.to_move == OVER:
            break
        if state.phase not in (rules.P_TURN, rules.P_HAND_OVER) or state.moved == 2:
            continue
        before = json.dumps(state.dump())
        ways = reach(state, state.active)
        assert json.dumps(state.dump()) == before
        best = every_walk(state)
        if best is None:
            continue
        if state.phase == rules.P_HAND_OVER:
            best = {cell: (pieces - state.owed, crossings, steps) for cell, (pieces, crossings, steps) in best.items()}
        assert {cell: cost(way) for cell, way in ways.items()} == best
        compared += 1
        for cell, way in ways.items():
            if state.phase == rules.P_TURN:
                walker = state.clone()
                walk(walker, way)
                assert walker.at[state.active] == cell
                crossed += way.any > 0
    assert compared > 4
