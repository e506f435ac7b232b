"""The bots with a one-move lookahead."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from studio.bots.random_numbers import BotRng
from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.game import CHANCE, OVER, Action, State
from studio.core.plugin import Game
from studio.core.rng import Rng

SAMPLES, FEWER_SAMPLES, MANY_MOVES = 4, 2, 50
"""Samples per move (fewer for many moves), so that a lucky draw does not decide."""


class GreedyBot:
    """Maximises `evaluate` after one decision, averaged over sampled draws; breaks ties at random."""

    __slots__ = ("rng",)

    def __init__(self, seed: int) -> None:
        self.rng = BotRng(seed)

    def start_turn(self, turn: int) -> None:
        self.rng.start_turn(turn)

    def choose(self, game: Game, state: State, seat: int, cancel: CancelToken = NEVER_CANCELLED) -> Action:
        actions = state.legal()
        if len(actions) == 1:
            return actions[0]
        self.rng.start_decision(actions)
        return self._pick(self._ranked(game, state, seat, actions, cancel))

    def _pick(self, ranked: list[Action]) -> Action:
        return ranked[0]

    def _ranked(self, game: Game, state: State, seat: int, actions: list[Action], cancel: CancelToken) -> list[Action]:
        """The moves by value, best first."""
        totals = [0.0] * len(actions)
        settled = [False] * len(actions)
        samples = SAMPLES if len(actions) <= MANY_MOVES else FEWER_SAMPLES
        for sample in range(samples):
            if all(settled):
                break
            seed, other_seed = self.rng.below(1 << 31), self.rng.below(1 << 31)
            dealt = state.redeal(seat, Rng(other_seed))
            if not sample:
                estimates = game.evaluation.estimate_moves(dealt, seat)
                for index, action in enumerate(actions):
                    if action in estimates:
                        settled[index], totals[index] = True, samples * estimates[action]
            for index, action in enumerate(actions):
                if settled[index]:
                    continue
                cancel.raise_if_cancelled()
                after = dealt.clone()
                after.apply(action)
                if after.to_move == CHANCE:
                    resolve_chance(after, Rng(seed))  # common random numbers: compare the moves, not the draws
                    totals[index] += game.evaluation.evaluate(after, seat)
                else:
                    settled[index] = True
                    totals[index] = samples * game.evaluation.evaluate(after, seat)
        return rank_moves(actions, totals, self.rng)


class NoviceBot(GreedyBot):
    """Chooses the best move half of the time, otherwise at random among the better half of the moves."""

    __slots__ = ()

    def _pick(self, ranked: list[Action]) -> Action:
        return ranked[0 if self.rng.below(2) else self.rng.below((len(ranked) + 1) // 2)]


DIGITS = 9  # values that agree to so many decimals are equal


def rank_moves(actions: Sequence[Action], values: Sequence[float], rng: Rng) -> list[Action]:
    """The moves by value, best first; equal ones in random order, or maps would show the order of lists."""
    ranks = zip([-round(value, DIGITS) for value in values], rng.priorities(actions), actions, strict=True)
    return [action for _value, _priority, action in sorted(ranks)]


def resolve_chance(state: State, rng: Rng) -> None:
    """Draw until a seat is to move or the match is over."""
    while state.to_move == CHANCE:
        state.apply(state.draw(rng))


CheckTime = Callable[[], None]  # called before every evaluated position; raises to stop the search


def evaluate_moves(
    game: Game, state: State, actions: list[Action], seat: int, rng: Rng, check_time: CheckTime, draws: int = 2
) -> list[float]:
    """The value after each move, averaged over `draws` samples with the same random numbers for all moves.

    Moves that the game can estimate itself are not simulated.
    """
    seeds = [rng.below(1 << 31) for _draw in range(draws)]
    estimates = game.evaluation.estimate_moves(state, seat)
    if estimates:
        check_time()
    values = []
    for action in actions:
        estimate = estimates.get(action)
        if estimate is not None:
            values.append(estimate)
            continue
        check_time()
        after = state.clone()
        after.apply(action)
        if after.to_move != CHANCE:
            values.append(game.evaluation.evaluate(after, seat))
            continue
        total = 0.0
        for number, seed in enumerate(seeds, 1):
            drawn = after if number == draws else after.clone()
            resolve_chance(drawn, Rng(seed))
            total += game.evaluation.evaluate(drawn, seat)
        values.append(total / draws)
    return values


LONGEST = 5_000  # steps in `play_on` at most


def play_on(
    game: Game,
    state: State,
    seat: int,
    seed: int,
    check_time: CheckTime,
    line: Sequence[Action] = (),
    rounds: int = 1,
    second_best: int = 0,
) -> None:
    """Play on greedily, in place: to the end of the seat's turn and of so many turns more, or of the match.

    The decisions of `line` come first, as far as they are legal. The last turn is that of the seat. Every turn has its
    own random numbers, the same after any earlier moves. In that percentage of decisions the second-best move is made.
    """
    mover, turns, step = seat, 0, 0
    draws = weighed = Rng(seed)
    for _step in range(LONGEST):
        if state.to_move == CHANCE:
            state.apply(state.draw(draws))
            continue
        if state.to_move == OVER:
            break
        if state.to_move != mover:
            if mover == seat:
                if not rounds:
                    break
                rounds -= 1
            mover, turns = state.to_move, turns + 1
            draws, weighed = Rng(seed + 2 * turns), Rng(seed + 2 * turns + 1)
        actions = state.legal()
        action = actions[0]
        if step < len(line) and mover == seat and not turns and line[step] in actions:
            action = line[step]
            step += 1
        elif len(actions) > 1:
            values = evaluate_moves(game, state, actions, mover, weighed, check_time, 1)
            is_second = second_best and weighed.below(100) < second_best
            action = actions[values.index(sorted(values)[-2] if is_second else max(values))]
        state.apply(action)
    while state.to_move == CHANCE:
        state.apply(state.draw(draws))
