"""Helpers for tests of rules: draw at random, play legal decisions."""

from __future__ import annotations

from typing import TypeVar

from studio.core.game import CHANCE, Action, State
from studio.core.rng import Rng

S = TypeVar("S", bound=State)


def settled(state: S, seed: int = 1) -> S:
    """The position after all pending draws."""
    rng = Rng(seed)
    while state.to_move == CHANCE:
        state.apply(state.draw(rng))
    return state


def play(state: S, *actions: Action) -> S:
    """Play decisions, which must be legal."""
    for action in actions:
        assert action in state.legal(), (action, state.legal())
        state.apply(action)
    return state
