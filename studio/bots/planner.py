"""The bot that thinks its whole turn through: good moves to the end of the turn, many times, with other luck each time.

It first weighs all moves as the greedy bot does. The best of them, each with the best answers to itself that nothing is
drawn before, are plans. Every plan is played out to the end of the turn in one world after another, each dealt afresh
from what the seat knows, all plans with the same luck; the position in which the turn ends is what counts. What looks
best at first is given up only for a plan that has shown to be better: a lucky world or two are not enough.
"""

from __future__ import annotations

from math import inf, sqrt

from studio.bots.greedy import CheckTime, evaluate_moves, resolve_chance
from studio.bots.limits import Limit, OutOfTime, ThinkBudget
from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.game import CHANCE, Action, Json, State
from studio.core.plugin import Game
from studio.core.rng import Rng

DRAWS = 4
"""How many futures each move is weighed in at first."""
WIDTHS = (5, 2)
"""How many moves are followed, and how many next ones of each."""
WORLDS = 4
"""So many worlds are tried before a plan is dropped."""
HOPE, PROOF = 1.5, 0.7
"""A plan is dropped when it is worse by so many standard errors, and preferred when it is better by so many."""


class Plan:
    """The next decisions of a turn, and how much more they came to than the first plan, world by world."""

    __slots__ = ("_squares", "_total", "actions", "worlds")

    def __init__(self, actions: tuple[Action, ...]) -> None:
        self.actions, self.worlds = actions, 0
        self._total = self._squares = 0.0

    def record(self, more: float) -> None:
        """One more world."""
        self.worlds += 1
        self._total += more
        self._squares += more * more

    def gain(self, errors: float) -> float:
        """How much more it comes to, give or take so many standard errors; of one world nobody can tell."""
        if self.worlds < 2:
            return self._total if self.worlds and not errors else -inf if errors <= 0 else inf
        mean = self._total / self.worlds
        spread = max(0.0, self._squares - self._total * mean) / (self.worlds - 1)
        return mean + errors * sqrt(spread / self.worlds)


class PlannerBot:
    """Maximises what its turn comes to. The limit counts positions that are looked at, or seconds for a decision.

    However short it is, all moves are weighed once; a world that was begun counts when all plans were tried in it.
    """

    __slots__ = ("_next", "limit", "rng")

    def __init__(self, seed: int, limit: Limit) -> None:
        self.rng, self.limit = Rng(seed), limit
        self._next: tuple[Json, Action] | None = None
        """What the seat sees at its next decision if nothing is drawn before, and what it has planned for then."""

    def choose(self, game: Game, state: State, seat: int, cancel: CancelToken = NEVER_CANCELLED) -> Action:
        actions = state.legal()
        if len(actions) == 1:
            return actions[0]
        if self._next and self._next[0] == state.observe(seat):
            planned, self._next = self._next[1], None
            return planned
        stint = ThinkBudget(self.limit, cancel)
        turn = TurnSearch(game, seat, stint.check_time)
        dealt = state.redeal(seat, self.rng)
        first, *others = make_plans(turn, dealt, self.rng, cancel.raise_if_cancelled)
        best = self._best(turn, state, first, others, stint)
        self._next = None
        if len(best.actions) > 1:
            play_forced(dealt, seat, best.actions[0])
            self._next = (dealt.observe(seat), best.actions[1])
        return best.actions[0]

    def _best(self, turn: TurnSearch, state: State, first: Plan, others: list[Plan], stint: ThinkBudget) -> Plan:
        rivals = others
        worlds = 0
        while rivals and not (worlds and stint.is_used_up(turn.evaluations)):
            dealt, luck = state.redeal(turn.seat, self.rng), self.rng.below(1 << 31)
            try:
                usual = turn.play_out(dealt, first, Rng(luck))
                found = [turn.play_out(dealt, plan, Rng(luck)) for plan in rivals]
            except OutOfTime:
                break
            for plan, value in zip(rivals, found, strict=True):
                plan.record(value - usual)
            worlds += 1
            if not turn.has_chance:  # more worlds would say the same
                break
            if worlds >= WORLDS:
                rivals = [plan for plan in rivals if plan.gain(HOPE) > 0]
        errors = PROOF if turn.has_chance else 0.0
        best = max(others, key=lambda plan: plan.gain(-errors), default=first)
        return best if best.gain(-errors) > 0 else first


class TurnSearch:
    """What a turn of one seat may come to; `looked` counts how often moves or positions were looked at.

    It `is_lucky` once something was drawn: until then it is the same in every world.
    """

    __slots__ = ("check_time", "evaluations", "game", "has_chance", "seat")

    def __init__(self, game: Game, seat: int, check_time: CheckTime) -> None:
        self.game, self.seat, self.check_time = game, seat, check_time
        self.evaluations, self.has_chance = 0, False

    def play_out(self, state: State, plan: Plan, rng: Rng) -> float:
        """What the turn comes to by a plan, all later decisions being made greedily."""
        state, step = state.clone(), 0
        while state.to_move == self.seat:
            self.check_time()
            actions = state.legal()
            if len(actions) == 1:
                action = actions[0]
            elif step < len(plan.actions) and plan.actions[step] in actions:
                action = plan.actions[step]
                step += 1
            else:
                values = evaluate_moves(self.game, state, actions, self.seat, rng, self.counting(self.check_time), 1)
                action = actions[max(range(len(actions)), key=values.__getitem__)]
            state.apply(action)
            if state.to_move == CHANCE:
                self.has_chance = True
                resolve_chance(state, rng)
        self.evaluations += 1
        return self.game.evaluation.evaluate(state, self.seat)

    def counting(self, check_time: CheckTime) -> CheckTime:
        """Looks that are counted."""

        def one() -> None:
            check_time()
            self.evaluations += 1

        return one


def make_plans(turn: TurnSearch, state: State, rng: Rng, check_time: CheckTime) -> list[Plan]:
    """The plans for a decision in a world, the one that looks best at first before the others."""
    found = []
    for action in _rank(turn, state, rng, check_time, DRAWS)[: WIDTHS[0]]:
        after = state.clone()
        play_forced(after, turn.seat, action)
        if after.to_move != turn.seat:
            found.append(Plan((action,)))
            continue
        answers = _rank(turn, after, rng, check_time, 1)[: WIDTHS[1]]
        found += [Plan((action, answer)) for answer in answers]
    return found


def play_forced(state: State, seat: int, action: Action) -> None:
    """Make a move, and then those of the seat that are the only ones."""
    state.apply(action)
    while state.to_move == seat and len(actions := state.legal()) == 1:
        state.apply(actions[0])


def _rank(turn: TurnSearch, state: State, rng: Rng, check_time: CheckTime, draws: int) -> list[Action]:
    """The moves, those first that look best at once."""
    actions = state.legal()
    values = evaluate_moves(turn.game, state, actions, turn.seat, rng, turn.counting(check_time), draws)
    return [actions[index] for index in sorted(range(len(actions)), key=lambda index: -values[index])]
