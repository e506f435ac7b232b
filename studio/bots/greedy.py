"""The bot that looks one move ahead: it tries every move on copies and keeps the one the game values most."""

from __future__ import annotations

from collections.abc import Callable

from studio.core.cancellation import ENDLESS, Patience
from studio.core.game import CHANCE, Action, State
from studio.core.protocols import Game
from studio.core.rng import Rng

SAMPLES, FEWER, MANY = 4, 2, 50
"""How many futures each move is tried in (fewer when the moves are many): a lucky draw may flatter a move."""


class GreedyBot:
    """Maximises `Game.evaluate` one decision ahead, averaged over sampled draws; ties go to the earliest move."""

    __slots__ = ("rng",)

    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed)

    def choose(self, game: Game, state: State, seat: int, patience: Patience = ENDLESS) -> Action:
        actions = state.legal()
        if len(actions) == 1:
            return actions[0]
        totals = [0.0] * len(actions)
        settled = [False] * len(actions)
        samples = SAMPLES if len(actions) <= MANY else FEWER
        for sample in range(samples):
            if all(settled):
                break
            dealt = state.redeal(seat, self.rng)
            if not sample:
                foreseen = game.foresee(dealt, seat)
                for index, action in enumerate(actions):
                    if action in foreseen:
                        settled[index], totals[index] = True, samples * foreseen[action]
            luck = self.rng.below(1 << 31)
            for index, action in enumerate(actions):
                if settled[index]:
                    continue
                patience.look()
                after = dealt.clone()
                after.apply(action)
                if after.to_move == CHANCE:
                    settle(after, Rng(luck))  # the same luck for every move: the moves are compared and not the dice
                    totals[index] += game.evaluate(after, seat)
                else:
                    settled[index] = True
                    totals[index] = samples * game.evaluate(after, seat)
        best = max(range(len(actions)), key=totals.__getitem__)
        return actions[best]


def settle(state: State, rng: Rng) -> None:
    """Draw until somebody is to move or the match is over."""
    while state.to_move == CHANCE:
        state.apply(state.draw(rng))


Look = Callable[[], None]
"""Called before every position that is looked at; raises to call a search off."""


def weigh(
    game: Game, state: State, actions: list[Action], seat: int, rng: Rng, look: Look, draws: int = 2
) -> list[float]:
    """What each move leads to at once, as the game values it; with so many draws where it draws, the same for all.

    All that the game foresees takes it one look.
    """
    lucks = [rng.below(1 << 31) for _draw in range(draws)]
    foreseen = game.foresee(state, seat)
    if foreseen:
        look()
    values = []
    for action in actions:
        told = foreseen.get(action)
        if told is not None:
            values.append(told)
            continue
        look()
        after = state.clone()
        after.apply(action)
        if after.to_move != CHANCE:
            values.append(game.evaluate(after, seat))
            continue
        total = 0.0
        for number, luck in enumerate(lucks, 1):
            drawn = after if number == draws else after.clone()
            settle(drawn, Rng(luck))
            total += game.evaluate(drawn, seat)
        values.append(total / draws)
    return values
