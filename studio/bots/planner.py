"""The bot that thinks its whole turn through: every move to the end of the turn, many times, with other luck each time.

It first weighs all moves as the greedy bot does and goes on with the best of them. Each is played out to the end of the
turn: the next decisions branch a little, later ones are made greedily, and the position in which the turn ends is what
counts. That is done in one world after another, each dealt afresh from what the seat knows; in every second one the
worse half of the moves drops out.
"""

from __future__ import annotations

from studio.bots.greedy import Look, settle, weigh
from studio.bots.limits import Late, Limit, Stint
from studio.core.game import CHANCE, Action, Game, State
from studio.core.patience import ENDLESS, Patience
from studio.core.rng import Rng

WIDTHS = (5, 2)
"""How many moves are followed at the first decisions of the plan; at all later ones only the best."""
DRAWS = 2
"""How many futures of a move that draws are followed where the plan branches."""


class PlannerBot:
    """Maximises what its turn comes to. The limit counts positions that are looked at, or seconds for a decision.

    However short it is, all moves are weighed once; a world that was begun counts when all moves were tried in it.
    """

    __slots__ = ("limit", "rng")

    def __init__(self, seed: int, limit: Limit) -> None:
        self.rng, self.limit = Rng(seed), limit

    def choose(self, game: Game, state: State, seat: int, patience: Patience = ENDLESS) -> Action:
        actions = state.legal()
        if len(actions) == 1:
            return actions[0]
        stint = Stint(self.limit, patience)
        plan = Plan(game, seat, stint.look)
        first = weigh(game, state.redeal(seat, self.rng), actions, seat, self.rng, patience.look)
        plan.looked = len(actions)
        kept = sorted(range(len(actions)), key=lambda index: -first[index])[: WIDTHS[0]]
        totals = dict.fromkeys(kept, 0.0)
        worlds = 0
        while len(kept) > 1 and not (worlds and stint.is_enough(plan.looked)):
            dealt, luck = state.redeal(seat, self.rng), self.rng.below(1 << 31)
            try:
                found = [plan.after(dealt, actions[index], Rng(luck), 1) for index in kept]
            except Late:
                break
            for index, value in zip(kept, found, strict=True):
                totals[index] += value
            worlds += 1
            if not plan.is_lucky:  # more worlds would say the same
                break
            if worlds % 2 == 0 and len(kept) > 2:
                kept.sort(key=lambda index: (-totals[index], index))
                del kept[(len(kept) + 1) // 2 :]
        return actions[max(kept, key=lambda index: (totals[index], first[index], -index))]


class Plan:
    """What a turn of one seat may come to; `looked` counts the positions that were looked at.

    It `is_lucky` once something was drawn: until then it is the same in every world.
    """

    __slots__ = ("game", "is_lucky", "look", "looked", "seat")

    def __init__(self, game: Game, seat: int, look: Look) -> None:
        self.game, self.seat, self.look = game, seat, look
        self.looked, self.is_lucky = 0, False

    def after(self, state: State, action: Action, rng: Rng, depth: int) -> float:
        """What the turn comes to after a move, on the average of some futures if it draws."""
        after = state.clone()
        after.apply(action)
        if after.to_move != CHANCE:
            return self.value(after, rng, depth)
        self.is_lucky = True
        draws = DRAWS if depth < len(WIDTHS) else 1
        total = 0.0
        for number in range(draws):
            drawn = after if number == draws - 1 else after.clone()
            settle(drawn, rng)
            total += self.value(drawn, rng, depth)
        return total / draws

    def value(self, state: State, rng: Rng, depth: int) -> float:
        """What the turn comes to from a position of the caller's own, which is played on."""
        while state.to_move == self.seat:
            self.look()
            actions = state.legal()
            if len(actions) > 1:
                values = weigh(self.game, state, actions, self.seat, rng, self.look, 1)
                self.looked += len(actions)
                order = sorted(range(len(actions)), key=lambda index: -values[index])
                if depth < len(WIDTHS):
                    luck = rng.below(1 << 31)
                    width = WIDTHS[depth]
                    return max(self.after(state, actions[index], Rng(luck), depth + 1) for index in order[:width])
                action = actions[order[0]]
            else:
                action = actions[0]
            state.apply(action)
            if state.to_move == CHANCE:
                self.is_lucky = True
                settle(state, rng)
        self.looked += 1
        return self.game.evaluate(state, self.seat)
