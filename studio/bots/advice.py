"""Advice about moves: the best ones with their chances of winning, and reasons. It uses only what a seat may know."""

from __future__ import annotations

from typing import NamedTuple

from studio.bots.greedy import evaluate_moves, rank_moves
from studio.bots.judging import SUSPECT, Judge, Option
from studio.bots.limits import Limit
from studio.bots.planner import PlannerBot
from studio.bots.reasons import explain_move
from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.game import Action, State
from studio.core.plugin import Game
from studio.core.rng import Rng

ADVISER = Limit(count=300)  # of the planner, whose move is advised unless another is clearly better
MOST, ALTERNATIVES, LOOKS = 3, 3, 2


class Advice(NamedTuple):
    """The advised move and up to two others, and what speaks for it, with seat marks; "" for no clear reason.

    The only legal move has no chance: `options` is empty.
    """

    action: Action
    options: tuple[Option, ...]
    reason: str


def advise(game: Game, state: State, seed: int, cancel: CancelToken = NEVER_CANCELLED) -> Advice:
    """Return advice for the seat to move. Raises `Cancelled`."""
    if len(legal := state.legal()) == 1:
        return Advice(legal[0], (), "")
    action, *followed = PlannerBot(seed, ADVISER).plan_turn(game, state, state.to_move, Rng(seed), cancel)
    judgement = Judge(game, state, seed, cancel).judge(action, tuple(followed))
    if judgement.is_clear and judgement.loss >= SUSPECT:  # measured, not only suspected
        action = judgement.options[0].action
    options = sorted(judgement.options, key=lambda option: option.action != action)[:MOST]
    others = [option.action for option in options[1:]]
    return Advice(action, tuple(options), explain_move(game, state, action, others, cancel.raise_if_cancelled))


def explain_choice(game: Game, state: State, action: Action, seed: int, cancel: CancelToken = NEVER_CANCELLED) -> str:
    """Return what speaks for a move of the seat to move, with seat marks; "" if nothing does. Raises `Cancelled`."""
    seat, rng, check_time = state.to_move, Rng(seed), cancel.raise_if_cancelled
    others = [other for other in state.legal() if other != action]
    if not others:
        return ""
    dealt = state.redeal(seat, Rng(rng.below(1 << 31)))
    values = evaluate_moves(game, dealt, others, seat, rng, check_time, LOOKS)
    return explain_move(game, state, action, rank_moves(others, values, rng)[:ALTERNATIVES], check_time)
