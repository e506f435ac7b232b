"""The planning bot: it searches its whole turn with sampled draws.

It first evaluates all moves like the greedy bot. The best of them, each with the best follow-ups that need no draw, are
plans. Every plan is played to the end of the turn in several redeals with the same random numbers for all plans. The
first plan is replaced only by one that is significantly better.
"""

from __future__ import annotations

from math import inf, sqrt

from studio.bots.greedy import CheckTime, evaluate_moves, rank_moves, resolve_chance
from studio.bots.limits import Limit, OutOfTime, ThinkBudget
from studio.bots.random_numbers import BotRng
from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.game import CHANCE, Action, Json, State
from studio.core.plugin import Game
from studio.core.rng import Rng

DRAWS = 4  # samples per move in the first evaluation
WIDTHS = (5, 2)  # moves that are followed up, and follow-ups of each
WORLDS = 4  # deals before a plan may be dropped
LONGEST = 12  # decisions in `PlannerBot.plan_turn`
HOPE, PROOF = 1.5, 0.7  # standard errors at which a plan is dropped, or preferred


class Plan:
    """The next decisions of a turn, and their advantage over the first plan, deal by deal."""

    __slots__ = ("_squares", "_total", "actions", "worlds")

    def __init__(self, actions: tuple[Action, ...]) -> None:
        self.actions, self.worlds = actions, 0
        self._total = self._squares = 0.0

    def record(self, advantage: float) -> None:
        self.worlds += 1
        self._total += advantage
        self._squares += advantage * advantage

    def gain(self, errors: float) -> float:
        """The mean advantage plus so many standard errors, which are infinite for a single deal."""
        if self.worlds < 2:
            return self._total if self.worlds and not errors else -inf if errors <= 0 else inf
        mean = self._total / self.worlds
        spread = max(0.0, self._squares - self._total * mean) / (self.worlds - 1)
        return mean + errors * sqrt(spread / self.worlds)


class PlannerBot:
    """Maximises the value at the end of its turn. The limit counts positions or seconds per decision.

    All moves are evaluated at least once; a deal counts when all plans were tried in it.
    """

    __slots__ = ("_next", "limit", "rng")

    def __init__(self, seed: int, limit: Limit) -> None:
        self.rng, self.limit = BotRng(seed), limit
        self._next: tuple[Json, Action] | None = None
        """What the seat sees at its next decision without a draw before it, and the plan for it."""

    def start_turn(self, turn: int) -> None:
        self.rng.start_turn(turn)

    def choose(self, game: Game, state: State, seat: int, cancel: CancelToken = NEVER_CANCELLED) -> Action:
        actions = state.legal()
        if len(actions) == 1:
            return actions[0]
        self.rng.start_decision(actions)
        if self._next and self._next[0] == state.observe(seat):
            planned, self._next = self._next[1], None
            return planned
        budget = ThinkBudget(self.limit, cancel)
        turn = TurnSearch(game, seat, budget.check_time)
        dealt = state.redeal(seat, Rng(self.rng.below(1 << 31)))
        first, *others = make_plans(turn, dealt, self.rng, cancel.raise_if_cancelled)
        best = self._best(turn, state, first, others, budget)
        self._next = None
        if len(best.actions) > 1:
            play_forced(dealt, seat, best.actions[0])
            self._next = (dealt.observe(seat), best.actions[1])
        return best.actions[0]

    def plan_turn(
        self, game: Game, state: State, seat: int, rng: Rng, cancel: CancelToken = NEVER_CANCELLED
    ) -> tuple[Action, ...]:
        """The decisions of the seat to move until something is drawn or the turn ends, in one redeal."""
        line: list[Action] = []
        dealt = state.redeal(seat, rng)
        while dealt.to_move == seat and len(line) < LONGEST:
            line.append(self.choose(game, dealt, seat, cancel))
            dealt.apply(line[-1])
        return tuple(line)

    def _best(self, turn: TurnSearch, state: State, first: Plan, others: list[Plan], budget: ThinkBudget) -> Plan:
        rivals = others
        worlds = 0
        while rivals and not (worlds and budget.is_used_up(turn.evaluations)):
            seed, other_seed = self.rng.below(1 << 31), self.rng.below(1 << 31)
            dealt = state.redeal(turn.seat, Rng(other_seed))
            try:
                baseline = turn.play_out(dealt, first, Rng(seed))
                found = [turn.play_out(dealt, plan, Rng(seed)) for plan in rivals]
            except OutOfTime:
                break
            for plan, value in zip(rivals, found, strict=True):
                plan.record(value - baseline)
            worlds += 1
            if not turn.has_chance:  # more deals would give the same result
                break
            if worlds >= WORLDS:
                rivals = [plan for plan in rivals if plan.gain(HOPE) > 0]
        errors = PROOF if turn.has_chance else 0.0
        best = max(others, key=lambda plan: plan.gain(-errors), default=first)
        return best if best.gain(-errors) > 0 else first


class TurnSearch:
    """Playouts of a turn of one seat; `evaluations` counts evaluated positions.

    `has_chance` is set by the first draw: until then the result is the same in every deal.
    """

    __slots__ = ("check_time", "evaluations", "game", "has_chance", "seat")

    def __init__(self, game: Game, seat: int, check_time: CheckTime) -> None:
        self.game, self.seat, self.check_time = game, seat, check_time
        self.evaluations, self.has_chance = 0, False

    def play_out(self, state: State, plan: Plan, rng: Rng) -> float:
        """The value at the end of the turn after a plan and greedy decisions."""
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
        """Wrap `check_time` to count evaluations."""

        def one() -> None:
            check_time()
            self.evaluations += 1

        return one


def make_plans(turn: TurnSearch, state: State, rng: Rng, check_time: CheckTime) -> list[Plan]:
    """The plans of a decision, best by evaluation first."""
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
    """Apply a move and the seat's forced moves after it."""
    state.apply(action)
    while state.to_move == seat and len(actions := state.legal()) == 1:
        state.apply(actions[0])


def _rank(turn: TurnSearch, state: State, rng: Rng, check_time: CheckTime, draws: int) -> list[Action]:
    """The moves, best by evaluation first; equal ones in random order."""
    actions = state.legal()
    values = evaluate_moves(turn.game, state, actions, turn.seat, rng, turn.counting(check_time), draws)
    return rank_moves(actions, values, rng)
