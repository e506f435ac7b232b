"""Reasons for a move: the features of the game's evaluation in which it differs most from another move."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from studio.bots.greedy import CheckTime, play_on
from studio.core.cancellation import NEVER_CANCELLED
from studio.core.features import Feature, uncounted
from studio.core.game import OVER, Action, State
from studio.core.plugin import Game
from studio.core.rng import Rng
from studio.core.text import _, join_and, seat_mark

MOST = 3  # phrases of a reason
LEAST = 0.25  # share of the most important difference that another one must have to be named
DEALS = 6
VICTORY = "victory"  # the feature of a term that says that the match is won


class Term(NamedTuple):
    """A reason as data: the key of a feature, and how much more of it the better move leads to on average."""

    feature: str
    difference: float


def compare_positions(game: Game, seat: int, pairs: Sequence[tuple[State, State]]) -> tuple[Term, ...]:
    """Return what speaks for the first position of each pair, most important first; each pair is from one deal.

    If the match is over in one position of a pair only, its features are not comparable; most such pairs may say that
    the match is won. A mean difference must be larger than its standard error.
    """
    evaluation, rows = game.evaluation, []
    won = sum(one.to_move == OVER != other.to_move and seat in one.winners() for one, other in pairs)
    if 2 * won > len(pairs):
        return (Term(VICTORY, 1.0),)
    for one, other in pairs:
        if (one.to_move == OVER) == (other.to_move == OVER):
            values = zip(evaluation.features(one, seat), evaluation.features(other, seat), strict=True)
            rows.append([first - second for first, second in values])
    found = []
    for feature, differences in zip(evaluation.FEATURES, zip(*rows, strict=True), strict=False):
        mean = fmean(differences)
        error = stdev(differences) / sqrt(len(differences)) if len(differences) > 1 else 0.0
        if feature.weight * mean > 0 and abs(mean) > error and feature.text(mean):
            found.append((feature.weight * mean, Term(feature.key, mean)))
    found.sort(reverse=True)
    return tuple([term for worth, term in found[:MOST] if worth >= LEAST * found[0][0]])


def reason_text(game: Game, terms: Sequence[Term], seat: int, seats: int) -> str:
    """Return a sentence with seat marks for what speaks for a move of a seat; "" without terms."""
    features = {VICTORY: Feature(VICTORY, 1.0, uncounted("victory"))}
    features.update({feature.key: feature for feature in game.evaluation.FEATURES})
    rival = seat_mark(1 - seat) if seats == 2 else _("each opponent")
    found = [(features[term.feature], term.difference) for term in terms if term.feature in features]
    phrases = [feature.text(difference).format(rival=rival) for feature, difference in found]
    return _("On average: {reasons}.").format(reasons=join_and(phrases)) if phrases else ""


def explain_move(
    game: Game,
    state: State,
    action: Action,
    alternatives: Sequence[Action],
    check_time: CheckTime = NEVER_CANCELLED.raise_if_cancelled,
) -> str:
    """Return what speaks for a move of the seat to move, compared with the best of other moves, as a sentence.

    All are played in the same deals, from what the seat may know, to the end of its turn. The sentence has seat marks;
    it is empty if no difference is worth naming. `check_time` may raise.
    """
    seat, rng = state.to_move, Rng(0)
    ends: list[list[State]] = [[] for _move in range(1 + len(alternatives))]
    for _deal in range(DEALS):
        dealt, seed = state.redeal(seat, Rng(rng.below(1 << 31))), rng.below(1 << 30)
        for move, found in zip((action, *alternatives), ends, strict=True):
            found.append(dealt.clone())
            play_on(game, found[-1], seat, seed, check_time, (move,), rounds=0)
    own, *others = ends
    best = max(others, key=lambda found: fmean(game.evaluation.evaluate(end, seat) for end in found))
    terms = compare_positions(game, seat, [*zip(own, best, strict=True)])
    return reason_text(game, terms, seat, len(state.scores()))
