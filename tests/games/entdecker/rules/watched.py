"""A random match beside slow oracles that know the layout and networkx, but none of the rules' own tables."""

from __future__ import annotations

import json
from typing import Any

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.games.entdecker import rules
from studio.games.entdecker.body import Body, build
from tests.games.entdecker.rules.oracle import Oracle, census, check_gold, check_scoring
from tests.seatiles.oracle import check_chart

OPTIONS = ("keep_misfits", "rotating_first", "personal_tiles")


def watched(
    drawn: Body, seats: int, seed: int, options: tuple[bool, ...] = (False,) * 3, every: int = 1
) -> rules.State:
    """A random match with every check after each ply (the slow ones after `every` laid tiles)."""
    board = build(drawn)
    rng = Rng(seed)
    state = rules.start(board, seats, dict(zip(OPTIONS, options, strict=True)))
    first = census(state)
    expected: set[tuple[Any, ...]] | None = None
    tiles, ship, plies = -1, -1, 0
    oracle = Oracle(drawn, state)
    while state.to_move != OVER:
        plies += 1
        assert plies < 20_000
        if state.to_move == CHANCE:
            action = state.draw(rng)
            weights = dict(state.chance())
            assert weights[action] > 0
            assert len(weights) == len(state.chance())
        else:
            oracle.check_moves()
            action = rng.choose(state.legal())
        before, laid = state.clone(), state.laid[:]
        if action[0] in (rules.FRONT, rules.OWN):
            expected = oracle.placements(action[1])
            ship = state.ship
        state.apply(action)
        assert census(state) == first
        check_gold(before, action, state, drawn)
        if len(state.ledger) > len(before.ledger):
            check_scoring(before, action, state, drawn)
        if expected is not None and state.hand is None:  # laid if it fits, gone if not
            assert len(expected) < 2 or action[0] == rules.LAY
            assert bool(expected) == (state.ship != ship)
            expected = None
        if state.laid != laid:  # else the oracle still knows all tiles
            oracle = Oracle(drawn, state)
        if state.phase == rules.P_START and state.drawn == 0:
            assert not oracle.gaps()
        if len(oracle.tile) != tiles and len(oracle.tile) % every == 0:
            tiles = len(oracle.tile)
            check_chart(oracle)
            again = rules.restore(board, json.loads(json.dumps(state.dump())))
            assert again.dump() == state.dump()
            assert again.moves == state.moves or state.to_move < 0
            assert (again.sea, again.undiscovered, again.need) == (state.sea, state.undiscovered, state.need)
            assert (again.stands, again.hidden_plain) == (state.stands, state.hidden_plain)
    assert not state.undiscovered or not sum(state.hidden) or state.passes
    assert set(state.unit) == {-1}
    return state
