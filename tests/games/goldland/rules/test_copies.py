"""Copies and dumps hold every field of a position, and what is played on a copy stays there."""

from __future__ import annotations

import json
from random import Random

import pytest

from studio.core.game import CHANCE, OVER
from studio.core.rng import Rng
from studio.games.goldland import rules
from studio.games.goldland.rules.position import Position
from tests.games.goldland.players import wanderer
from tests.games.goldland.rules.random_trails import random_board
from tests.shortly import shortly

FIELDS = tuple(name for name in Position.__slots__ if name != "moves")
"""`moves` remembers `legal()` and is compared through it."""


def values(state: rules.State) -> dict[str, object]:
    """Every field; lists as they are now."""
    found = {name: getattr(state, name) for name in FIELDS}
    return {name: value[:] if isinstance(value, list) else value for name, value in found.items()}


@pytest.mark.parametrize("seed", shortly(range(24), *range(8)))
def test_every_field_is_in_the_dump_and_in_the_copy(seed: int) -> None:
    seats = 2 + seed % 4
    board, rng = random_board(Random(seed), seats), Rng(seed)
    state = rules.start(board, seats, {"face_down": bool(seed % 2)})
    phases = set()
    while state.to_move != OVER and state.turn < 200:
        here = values(state)
        restored = rules.restore(board, json.loads(json.dumps(state.dump())))
        assert values(restored) == here
        assert {name: type(value) for name, value in values(restored).items()} == {
            name: type(value) for name, value in here.items()
        }
        copy = state.clone()
        assert values(copy) == here
        if state.to_move != CHANCE:
            assert restored.legal() == copy.legal() == state.legal()
        phases.add(state.phase)
        action = state.draw(rng) if state.to_move == CHANCE else wanderer(state, rng)
        copy.apply(action)
        assert values(state) == here
        state.apply(action)
        assert values(state) == values(copy)
    assert {rules.P_TURN, rules.P_TAKE} <= phases


def test_what_a_caller_does_to_the_list_of_moves_stays_with_it() -> None:
    state = rules.start(random_board(Random(1), 2), 2, {})
    moves = state.legal()
    moves.clear()
    assert state.legal()
