"""Evaluation of a position for a seat, for bots that look one decision ahead."""

from __future__ import annotations

from studio.core import defaults
from studio.core.features import POINTS, POINTS_OF_LEADER, Feature, uncounted, weighted_sum
from studio.games._template.rules import NONE, State

FEATURES = (
    Feature("points", 1.0, *POINTS),
    Feature("leader", -1.0, *POINTS_OF_LEADER),
    Feature("seed", 1.0, uncounted("a better seed in hand"), uncounted("a worse seed in hand")),
)

estimate_moves = defaults.estimate_moves
CHANCES = defaults.CHANCES


def features(state: State, seat: int) -> list[float]:
    """Return the points, those of the best other seat, and the seed in hand, which counts a little over its worth."""
    others = max(points for other, points in enumerate(state.points) if other != seat)
    held = state.held + 1.5 if seat == state.active and state.held != NONE else 0.0
    return [state.points[seat], others, held]


def evaluate(state: State, seat: int) -> float:
    """Return the lead over the best other seat, and the value of the seed in hand."""
    return weighted_sum([feature.weight for feature in FEATURES], features(state, seat))


rate = evaluate
