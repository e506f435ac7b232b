"""Chances of winning, from the evaluation of a position for every seat."""

from __future__ import annotations

from math import exp, tanh
from statistics import median

from studio.core.game import OVER, State
from studio.core.plugin import Game

UNFITTED = (0.1, 0.0, 0.0, 40.0)  # coefficients for a game without its own
ERROR = 0.02  # mean error of the chances on held-out positions (`resources/docs/benchmarks.md`)


def winning_chances(game: Game, state: State) -> list[float]:
    """The chance of each seat to win, shared victories by parts; the sum is 1. No draw may be pending.

    Each seat is rated by what it may know. The logit is linear in the rating, except far from the median of all seats,
    and steeper the more points all seats have, since less of the match is left. The coefficients were fitted to
    matches that Easy bots played on from many positions (`python -m tests.bench.chances`).
    """
    points = state.scores()
    if state.to_move == OVER:
        winners = state.winners()
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(points))]
    slope, growth, to_move, width = game.evaluation.CHANCES or UNFITTED
    slope += growth * sum(points)
    ratings = [game.evaluation.rate(state, seat) for seat in range(len(points))]
    middle = median(ratings)
    logits = [slope * width * tanh((rating - middle) / width) for rating in ratings]
    logits[state.to_move] += to_move
    best = max(logits)
    shares = [exp(logit - best) for logit in logits]
    total = sum(shares)
    return [share / total for share in shares]
