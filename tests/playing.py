"""How tests of rules play: what chance says is drawn, and a decision must be legal."""

from __future__ import annotations

from typing import TypeVar

from studio.core.game import CHANCE, Action, State
from studio.core.rng import Rng

S = TypeVar("S", bound=State)


def settled(state: S, seed: int = 1) -> S:
    """The position once chance has spoken."""
    rng = Rng(seed)
    while state.to_move == CHANCE:
        state.apply(state.draw(rng))
    return state


def play(state: S, *actions: Action) -> S:
    """Play decisions that must be legal."""
    for action in actions:
        assert action in state.legal(), (action, state.legal())
        state.apply(action)
    return state
