"""Evaluation of a position for a seat, for bots that look one decision ahead."""

from __future__ import annotations

from studio.core import defaults
from studio.games._template.rules import NONE, State

estimate_moves = defaults.estimate_moves
CHANCES = defaults.CHANCES


def evaluate(state: State, seat: int) -> float:
    """Return the lead over the best other seat; a seed in hand counts a little more than its worth."""
    others = max(points for other, points in enumerate(state.points) if other != seat)
    held = state.held + 1.5 if seat == state.active and state.held != NONE else 0.0
    return state.points[seat] + held - others
