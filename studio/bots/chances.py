"""Chances of winning, from the evaluation of a position for every seat."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from studio.core.game import OVER, State
from studio.core.plugin import Game

UNFITTED = (0.05, 0.2, 0.0)  # coefficients for a game without its own


def winning_chances(game: Game, state: State, progress: float) -> list[float]:
    """The chance of each seat to win, shared victories by parts; the sum is 1. No draw may be pending.

    Each seat is rated by what it may know. `progress` is the fraction of the match that was played. The logit is
    linear in the rating; its coefficients were fitted to matches that Easy bots played on from many positions
    (`python -m tests.bench.chances`).
    """
    seats = len(state.scores())
    if state.to_move == OVER:
        winners = state.winners()
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]
    start, end, to_move = game.evaluation.CHANCES.get(seats, UNFITTED)
    slope = start + (end - start) * progress
    ratings = [slope * game.evaluation.evaluate(state, seat) for seat in range(seats)]
    ratings[state.to_move] += to_move
    return _softmax(ratings)


def _softmax(ratings: Sequence[float]) -> list[float]:
    best = max(ratings)
    shares = [exp(rating - best) for rating in ratings]
    total = sum(shares)
    return [share / total for share in shares]
