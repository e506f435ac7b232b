"""The tree search bot: information-set Monte Carlo tree search over the bot's own turn.

Every playout redeals the hidden information, descends the tree by the moves that are legal there, adds one node and
continues by move priors to the end of the turn. All playouts end there, since evaluations within a turn and after it
are not comparable. Selection counts only playouts in which a move was legal. Moves and draws enter the tree one by one
as a node is visited more often (progressive widening): moves by prior, draws at random. The subtree of a decision is
reused for the next one.

All moves of the decision itself are tried with the same deals and random numbers; the planner's move is replaced only
by one that is significantly better. The best few then race: in more deals they are played on for a round, everybody
greedily, until this seat has had its next turn. A move counts with its value at the end of the turn plus half of the
change in that round; moves clearly behind drop out. If the previous decision led here without a draw, this round was
played before and is skipped.

Source: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012); Couëtoux and others,
"Continuous Upper Confidence Trees" (2011).
"""

from __future__ import annotations

from math import ceil, inf, log, sqrt
from statistics import fmean

from studio.bots.greedy import CheckTime, evaluate_moves, play_on, rank_moves
from studio.bots.limits import Limit, OutOfTime, ThinkBudget
from studio.bots.planner import PlannerBot
from studio.bots.random_numbers import BotRng
from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.game import CHANCE, OVER, Action, State
from studio.core.plugin import Game
from studio.core.rng import Rng

# Races: moves are tried with the same deals and random numbers until one is left. Only the best move matters, not its
# value, so differences within a deal are compared.
# Source: Maron and Moore, "Hoeffding Races" (1993).

LATER = 1.25  # a move may drop out again when the number of deals has grown by this factor
BEHIND = 1.5  # standard errors behind the leader at which a move drops out, up to twice as many in the beginning
PROOF = 1.5  # standard errors by which a move must be better than the one that looked best at first


class Race:
    """The moves of a decision, the best by prior first; `remaining` can still win."""

    __slots__ = ("_begin", "_due", "_worlds", "remaining")

    def __init__(self, moves: list[Action], begin: int) -> None:
        """`begin`: deals before the first move drops out."""
        self.remaining = moves
        self._worlds: list[list[float]] = [[] for _move in moves]  # the values of each move, deal by deal
        self._begin = self._due = begin

    @property
    def worlds(self) -> int:
        return len(self._worlds[0])

    def record(self, values: list[float]) -> None:
        """Add the values of the remaining moves in one more deal."""
        for worlds, value in zip(self._worlds, values, strict=True):
            worlds.append(value)
        if self.worlds < self._due:
            return
        caution = BEHIND * (1 + self._begin / self.worlds)
        self._due = ceil(LATER * self.worlds)
        first = self._worlds[self._rank()[0]]
        near = []
        for index, worlds in enumerate(self._worlds):
            lack, error = lead(first, worlds)
            if worlds is first or lack < caution * error:  # one that always has the same value drops out too
                near.append(index)
        self.remaining = [self.remaining[index] for index in near]
        self._worlds = [self._worlds[index] for index in near]

    def leader(self) -> Action:
        """The best move so far; the one that looked best at first is replaced only by a significantly better one."""
        baseline = self._worlds[0]
        best, most = 0, 0.0
        for index, worlds in enumerate(self._worlds[1:], 1):
            more, error = lead(worlds, baseline)
            if more - PROOF * error > most:
                best, most = index, more - PROOF * error
        return self.remaining[best]

    def best(self, count: int) -> list[Action]:
        """The leader and the next best moves."""
        leader = self.leader()
        others = [self.remaining[index] for index in self._rank() if self.remaining[index] != leader]
        return [leader, *others][:count]

    def means(self) -> dict[Action, float]:
        """The mean of each move; nothing if it was not tried."""
        return {move: fmean(worlds or (0.0,)) for move, worlds in zip(self.remaining, self._worlds, strict=True)}

    def _rank(self) -> list[int]:
        totals = [sum(worlds) for worlds in self._worlds]
        return sorted(range(len(totals)), key=totals.__getitem__, reverse=True)


def lead(one: list[float], other: list[float]) -> tuple[float, float]:
    """The mean difference over deals, plus or minus so many standard errors."""
    gains = [better - worse for better, worse in zip(one, other, strict=True)]
    count = len(gains)
    if count < 2:  # no error estimate from one deal
        return (gains[0], inf) if gains else (0.0, inf)
    mean = fmean(gains)
    return mean, sqrt(sum([(gain - mean) ** 2 for gain in gains]) / (count - 1) / count)


# Move priors: how good each move looked when its choice came up first. Playouts meet the same choices again and again,
# so they are evaluated once, by how the turn began and by the step before.
# Source: Tak, Winands and Björnsson, "N-Grams and the Last-Good-Reply Policy Applied in General Game Playing" (2012).

Steps = tuple[Action, Action]  # how the turn began, and the step before a choice


class MovePriors:
    """Values of the moves of a seat, by the steps before and the legal moves."""

    __slots__ = ("_game", "_seat", "_values")

    def __init__(self, game: Game, seat: int) -> None:
        self._game, self._seat = game, seat
        self._values: dict[tuple[Steps, tuple[Action, ...]], list[float]] = {}

    def values(self, state: State, actions: list[Action], steps: Steps, rng: Rng, check_time: CheckTime) -> list[float]:
        """The value of each move when this choice came up first after these steps."""
        key = (steps, tuple(actions))
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = evaluate_moves(self._game, state, actions, self._seat, rng, check_time, 1)
        return found

    def best_move(self, state: State, actions: list[Action], steps: Steps, rng: Rng, check_time: CheckTime) -> Action:
        """The move with the best prior, the earliest of equal ones."""
        values = self.values(state, actions, steps, rng, check_time)
        return actions[values.index(max(values))]


# The bot.

EXPLORATION = 0.7  # exploration bonus, in units of the spread of playouts of one deal
MOVES, DRAWS = 0.6, 1.0  # progressive widening: so many moves or draws times the square root of the visits
RANKING_SAMPLES = 4  # samples per move for the first ranking
FIRST, FEW, GROWN = 8, 3, 30
"""Moves tried to the end of the turn, and those tried for a round; the latter are chosen by the existing tree if it has
at least so many playouts.
"""
WORLDS, ROUNDS = 12, 4  # deals for moves to the end of the turn, and for a round before one may drop out
ROUND = 6  # playouts that a round counts as
LOOKS, SHARE = 2, 0.25  # the planner's share: positions per playout of the limit, or a fraction of the seconds
LONG = 40  # decisions in a playout at most

Passed = tuple[Action, ...]  # draws and forced moves between two choices
TreePath = list[tuple["Node", "Edge"]]  # the choices of a playout in the tree


class MctsBot:
    """Chooses the move with the best playouts. The limit counts the playouts of a decision, or its seconds."""

    __slots__ = ("_last_choice", "_planner", "limit", "playouts", "rng")

    def __init__(self, seed: int, limit: Limit) -> None:
        self.rng, self.limit = BotRng(seed), limit
        self._planner = PlannerBot(self.rng.below(1 << 31), Limit(LOOKS * limit.count, SHARE * limit.seconds))
        self.playouts = 0  # playouts of the last real decision, as the limit counts them
        self._last_choice: tuple[Game, State, Edge, Action] | None = None  # the last position and the choice there

    def start_turn(self, turn: int) -> None:
        self.rng.start_turn(turn)
        self._planner.start_turn(turn)

    def choose(self, game: Game, state: State, seat: int, cancel: CancelToken = NEVER_CANCELLED) -> Action:
        actions = state.legal()
        if len(actions) == 1:
            return actions[0]
        self.rng.start_decision(actions)
        budget = ThinkBudget(self.limit, cancel)
        root, is_foreseen = self._reuse_tree(game, state, seat)
        self._last_choice = None
        search = Search(game, seat, cancel.raise_if_cancelled)
        planned = self._planner.choose(game, state, seat, cancel)
        moves = search.candidates(root, state.redeal(seat, self.rng), actions, planned, self.rng)
        search.check_time = budget.check_time
        self.playouts = 0
        race = Race(moves, WORLDS + 1)  # nothing drops out before the few are found
        try:
            while race.worlds < WORLDS and not budget.is_used_up(self.playouts):
                race.record([now for now, _world, _luck in self.try_moves(search, root, state, race.remaining)])
                self.playouts += len(moves)
            if not is_foreseen:
                baseline, race = race.means(), Race(race.best(FEW), ROUNDS)
                while len(race.remaining) > 1 and not budget.is_used_up(self.playouts):
                    found = self.try_moves(search, root, state, race.remaining)
                    turned = [(search.play_round(world, seed) - now) / 2 for now, world, seed in found]
                    race.record([baseline[move] + more for move, more in zip(race.remaining, turned, strict=True)])
                    self.playouts += ROUND * len(turned)
        except OutOfTime:
            pass
        best = race.leader()
        if best in root.edges:
            # redealt, so that priors do not depend on hidden information
            self._last_choice = (game, state.redeal(seat, self.rng), root.edges[best], best)
        return best

    def try_moves(
        self, search: Search, root: Node, state: State, moves: list[Action]
    ) -> list[tuple[float, State, int]]:
        """The values of moves in one more deal, the states after them, and the deal's seed."""
        dealt, seed = state.redeal(search.seat, self.rng), self.rng.below(1 << 30)
        worlds = [dealt.clone() for _move in moves]
        playouts = [search.playout(root, world, move, Rng(seed)) for world, move in zip(worlds, moves, strict=True)]
        search.record(playouts)
        return [(value, world, seed) for (_path, value), world in zip(playouts, worlds, strict=True)]

    def _reuse_tree(self, game: Game, state: State, seat: int) -> tuple[Node, bool]:
        """The subtree of the last choice if it led here, and whether it did so without a draw."""
        if self._last_choice is not None and self._last_choice[0] is game:
            _game, before, edge, action = self._last_choice
            seen = state.observe(seat)
            for passed, node in edge.nodes.items():
                after = before.clone()
                after.apply(action)
                if _replay_moves(after, passed) and after.to_move == seat and after.observe(seat) == seen:
                    return node, not passed
        return Node(), False


def _replay_moves(state: State, passed: Passed) -> bool:
    """Apply what happened between two choices; False if it is not legal here."""
    for action in passed:
        if state.to_move == CHANCE:
            if action not in [outcome for outcome, _weight in state.chance()]:
                return False
        elif state.to_move == OVER or state.legal() != [action]:
            return False
        state.apply(action)
    return True


class Edge:
    """A move in the tree: how often made and legal, and its mean advantage."""

    __slots__ = ("nodes", "possible", "total", "visits")

    def __init__(self) -> None:
        self.visits = self.possible = 0
        self.total = 0.0
        self.nodes: dict[Passed, Node] = {}

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0


class Node:
    """A position of the turn, as far as the seat knows it, with a choice."""

    __slots__ = ("edges", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.edges: dict[Action, Edge] = {}


class Search:
    """Playouts for the decision of one seat."""

    __slots__ = ("_count", "_squares", "check_time", "game", "priors", "seat")

    def __init__(self, game: Game, seat: int, check_time: CheckTime) -> None:
        self.game, self.seat, self.check_time = game, seat, check_time
        self.priors = MovePriors(game, seat)
        self._count, self._squares = 0, 0.0

    def playout(self, root: Node, state: State, action: Action, rng: Rng) -> tuple[TreePath, float]:
        """Apply a move to the given state and play on, first down the tree: the value at the end of the turn."""
        node: Node | None = root
        first = action
        path: TreePath = []
        for _decision in range(LONG):
            self.check_time()
            if node is not None:
                edge = node.edges.setdefault(action, Edge())
                path.append((node, edge))
            state.apply(action)
            passed, actions = _play_forced(state, rng)
            if state.to_move != self.seat:
                break
            before = passed[-1] if passed else action
            if node is not None:
                node = edge.nodes.get(passed)
                if node is not None:
                    action = self._select(node, state, actions, (first, before), rng)
                    continue
                if len(edge.nodes) < ceil(DRAWS * sqrt(edge.visits + 1)):
                    edge.nodes[passed] = Node()
            action = self.priors.best_move(state, actions, (first, before), rng, self.check_time)
        return path, self.game.evaluation.evaluate(state, self.seat)

    def play_round(self, state: State, seed: int) -> float:
        """The value after every seat, this one last, has had a greedy turn from the given state."""
        play_on(self.game, state, self.seat, seed, self.check_time)
        return self.game.evaluation.evaluate(state, self.seat)

    def candidates(self, root: Node, state: State, actions: list[Action], planned: Action, rng: Rng) -> list[Action]:
        """The planned move, and others that may be best by prior or by the existing tree."""
        known = [action for action in actions if action in root.edges]
        if root.visits < GROWN or not known:
            values = evaluate_moves(self.game, state, actions, self.seat, rng, self.check_time, RANKING_SAMPLES)
            likely, most = rank_moves(actions, values, rng), FIRST
        else:
            likely, most = sorted(known, key=lambda action: root.edges[action].visits, reverse=True), FEW
        return [planned, *[action for action in likely if action != planned]][:most]

    def _select(self, node: Node, state: State, actions: list[Action], steps: Steps, rng: Rng) -> Action:
        """The most promising move by value plus an exploration bonus."""
        values = self.priors.values(state, actions, steps, rng, self.check_time)
        actions = [actions[index] for index in sorted(range(len(actions)), key=values.__getitem__, reverse=True)]
        best, most = actions[0], -inf
        exploration = EXPLORATION * sqrt(self._squares / self._count) if self._count else 0.0
        for action in actions[: ceil(MOVES * sqrt(node.visits + 1))]:
            edge = node.edges.setdefault(action, Edge())
            edge.possible += 1
            if not edge.visits:
                return action
            score = edge.mean + exploration * sqrt(log(edge.possible) / edge.visits)
            if score > most:
                best, most = action, score
        return best

    def record(self, playouts: list[tuple[TreePath, float]]) -> None:
        """Back up the playouts of one deal: the advantage of each over their mean."""
        mean = sum(value for _path, value in playouts) / len(playouts)
        for path, value in playouts:
            self._count += 1
            self._squares += (value - mean) ** 2
            for node, edge in path:
                node.visits += 1
                edge.visits += 1
                edge.total += value - mean


def _play_forced(state: State, rng: Rng) -> tuple[Passed, list[Action]]:
    """Apply draws and forced moves until there is a choice; return what was applied."""
    passed = []
    actions: list[Action] = []
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            action = state.draw(rng)
        else:
            actions = state.legal()
            if len(actions) > 1:
                break
            action = actions[0]
        passed.append(action)
        state.apply(action)
    return tuple(passed), actions
