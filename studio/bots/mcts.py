"""The bot that grows a tree of what its turn may become: information-set Monte Carlo tree search.

Every playout deals a world afresh from what the seat knows, goes down the tree by the moves that are possible there,
adds one position and goes on by habit to the end of the turn: all playouts end there, since what a position promises
for the turn that is under way and what it is worth when the turn is over do not compare. A move that was seldom
possible is not held to be seldom good: it is the playouts in which it was possible that count. Moves and draws come
into the tree one by one, the more the oftener a position was visited: the moves in the order of how good they look at
once, the draws as luck brings them. What was grown for one decision serves the next ones of the turn.

The moves of the decision itself are all tried in the same worlds with the same luck; what the planner would do is given
up only for what is surely better. The few that come to most race: in further worlds they are played on for a round,
everybody doing what looks best at once, until this seat has had its next turn. What counts is what the turn came to
before, and half of how much better it then turned out to be than it looked; what falls clearly behind drops out. A
decision that the one before it led to, with nothing drawn in between, has been seen so far ahead already, and only what
the turn comes to is asked again.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012), Couëtoux and others, "Continuous
Upper Confidence Trees" (2011).
"""

from __future__ import annotations

from math import ceil, inf, log, sqrt
from statistics import fmean

from studio.bots.greedy import CheckTime, evaluate_moves
from studio.bots.limits import Limit, OutOfTime, ThinkBudget
from studio.bots.planner import PlannerBot
from studio.core.cancellation import NEVER_CANCELLED, CancelToken
from studio.core.game import CHANCE, OVER, Action, State
from studio.core.plugin import Game
from studio.core.rng import Rng

# Moves that are tried in the same worlds until one of them is left.
#
# Which of them is best is all that is asked, not how good it is: so what counts is how much more a move came to than
# the
# others in the same world with the same luck, and nobody thinks on when only one is left.
#
# After Maron and Moore, "Hoeffding Races" (1993).

LATER = 1.25
"""A move may drop out again whenever there are so many times as many worlds."""
BEHIND = 1.5
"""A move drops out when it is behind the leader by so many standard errors, by up to twice as many in the beginning: in
a few worlds luck looks surer than it is."""
PROOF = 1.5
"""What looked best at first is given up for what is better by so many standard errors."""


class Race:
    """The moves of a decision, what looks best at first before the others; `kept` are those that can still win."""

    __slots__ = ("_begin", "_due", "_worlds", "remaining")

    def __init__(self, moves: list[Action], begin: int) -> None:
        """After so many worlds a move drops out for the first time."""
        self.remaining = moves
        self._worlds: list[list[float]] = [[] for _move in moves]
        """What each of them came to, world by world."""
        self._begin = self._due = begin

    @property
    def worlds(self) -> int:
        """In how many worlds they were tried."""
        return len(self._worlds[0])

    def record(self, values: list[float]) -> None:
        """What they came to in one more world."""
        for worlds, value in zip(self._worlds, values, strict=True):
            worlds.append(value)
        if self.worlds < self._due:
            return
        caution = BEHIND * (1 + self._begin / self.worlds)
        self._due = ceil(LATER * self.worlds)
        first = self._worlds[self._rank()[0]]
        near = [
            index
            for index, worlds in enumerate(self._worlds)
            if worlds is first or not _is_behind(worlds, first, caution)
        ]
        self.remaining = [self.remaining[index] for index in near]
        self._worlds = [self._worlds[index] for index in near]

    def leader(self) -> Action:
        """What has come to most so far; of those left, what looked best at first is given up only for what is surer."""
        usual = self._worlds[0]
        best, most = 0, 0.0
        for index, worlds in enumerate(self._worlds[1:], 1):
            more, error = lead(worlds, usual)
            if more - PROOF * error > most:
                best, most = index, more - PROOF * error
        return self.remaining[best]

    def best(self, count: int) -> list[Action]:
        """The leader and those that came to most."""
        leader = self.leader()
        others = [self.remaining[index] for index in self._rank() if self.remaining[index] != leader]
        return [leader, *others][:count]

    def means(self) -> dict[Action, float]:
        """What each of them came to on the average, nothing if it was not tried."""
        return {move: fmean(worlds or (0.0,)) for move, worlds in zip(self.remaining, self._worlds, strict=True)}

    def _rank(self) -> list[int]:
        totals = [sum(worlds) for worlds in self._worlds]
        return sorted(range(len(totals)), key=totals.__getitem__, reverse=True)


def lead(one: list[float], other: list[float]) -> tuple[float, float]:
    """How much more one came to than the other, judged world by world, give or take a standard error."""
    gains = [better - worse for better, worse in zip(one, other, strict=True)]
    count = len(gains)
    if count < 2:  # of one world nobody can tell
        return (gains[0], inf) if gains else (0.0, inf)
    mean = fmean(gains)
    return mean, sqrt(sum([(gain - mean) ** 2 for gain in gains]) / (count - 1) / count)


def _is_behind(one: list[float], first: list[float], caution: float) -> bool:
    """Whether it falls short of the first by more than luck, or always comes to the same."""
    lack, error = lead(first, one)
    return lack >= caution * error


# What a seat usually does next: how good each move looked at once when there was this choice for the first time.
#
# A search that plays a turn to its end many times meets the same choices again and again, in worlds that differ little.
# Here a choice is weighed only the first time; from then on what its moves were worth is remembered by how the turn
# began
# and by what happened just before: the tile that was drawn or taken, the space that was walked to.
#
# After Tak, Winands and Björnsson, "N-Grams and the Last-Good-Reply Policy Applied in General Game Playing" (2012).

Steps = tuple[Action, Action]
"""How the turn began, and the step before a choice."""


class MovePriors:
    """What the moves of a seat were worth, by the steps before and by what else was possible."""

    __slots__ = ("_game", "_seat", "_values")

    def __init__(self, game: Game, seat: int) -> None:
        self._game, self._seat = game, seat
        self._values: dict[tuple[Steps, tuple[Action, ...]], list[float]] = {}

    def values(self, state: State, actions: list[Action], steps: Steps, rng: Rng, check_time: CheckTime) -> list[float]:
        """What each move was worth when these were the choice after these steps for the first time."""
        key = (steps, tuple(actions))
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = evaluate_moves(self._game, state, actions, self._seat, rng, check_time, 1)
        return found

    def best_move(self, state: State, actions: list[Action], steps: Steps, rng: Rng, check_time: CheckTime) -> Action:
        """The move that usually is worth most, the earliest of equal ones."""
        worth = self.values(state, actions, steps, rng, check_time)
        return actions[worth.index(max(worth))]


# The bot that grows a tree of what its turn may become: information-set Monte Carlo tree search.

EXPLORATION = 0.7
"""How much a move that was seldom tried is preferred, in parts of what playouts of one world differ by."""
MOVES, DRAWS = 0.6, 1.0
"""So many moves, or draws, times the square root of the visits are in the tree below a position."""
RANKING_SAMPLES = 4
"""In how many futures each move of the decision is weighed at first."""
FIRST, FEW, GROWN = 8, 3, 30
"""How many moves of the decision are tried to the end of the turn, and how many of them a round further; the latter are
those that did well before where at least so many playouts have passed already."""
WORLDS, ROUNDS = 12, 4
"""In so many worlds moves are tried to the end of the turn; and in so many a round further before one may drop out."""
ROUND = 6
"""A playout that goes a round further counts for so many."""
LOOKS, SHARE = 2, 0.25
"""The planner may look at so many positions for every playout of the limit, or think for such a part of the seconds."""
LONG, LONGEST = 40, 400
"""No more decisions are made in a playout, and no more steps in the round after it."""

Passed = tuple[Action, ...]
"""What happens between two choices: draws, and moves that were the only ones."""
TreePath = list[tuple["Node", "Edge"]]
"""The choices of a playout in the tree."""


class MctsBot:
    """Takes the move whose playouts came to most. The limit counts the playouts of a decision, or its seconds."""

    __slots__ = ("_last_choice", "_planner", "limit", "playouts", "rng")

    def __init__(self, seed: int, limit: Limit) -> None:
        self.rng, self.limit = Rng(seed), limit
        self._planner = PlannerBot(self.rng.below(1 << 31), Limit(LOOKS * limit.count, SHARE * limit.seconds))
        self.playouts = 0
        """How many playouts the last decision took that was one, as the limit counts them."""
        self._last_choice: tuple[Game, State, Edge, Action] | None = None
        """The last position that was thought about, and the choice there."""

    def choose(self, game: Game, state: State, seat: int, cancel: CancelToken = NEVER_CANCELLED) -> Action:
        actions = state.legal()
        if len(actions) == 1:
            return actions[0]
        stint = ThinkBudget(self.limit, cancel)
        root, is_foreseen = self._reuse_tree(game, state, seat)
        self._last_choice = None
        search = Search(game, seat, cancel.raise_if_cancelled)
        planned = self._planner.choose(game, state, seat, cancel)
        moves = search.candidates(root, state.redeal(seat, self.rng), actions, planned, self.rng)
        search.check_time = stint.check_time
        self.playouts = 0
        race = Race(moves, WORLDS + 1)  # nobody drops out before the few are found
        try:
            while race.worlds < WORLDS and not stint.is_used_up(self.playouts):
                race.record([now for now, _world, _luck in self.try_moves(search, root, state, race.remaining)])
                self.playouts += len(moves)
            if not is_foreseen:
                usual, race = race.means(), Race(race.best(FEW), ROUNDS)
                while len(race.remaining) > 1 and not stint.is_used_up(self.playouts):
                    found = self.try_moves(search, root, state, race.remaining)
                    turned = [(search.play_round(world, luck) - now) / 2 for now, world, luck in found]
                    race.record([usual[move] + more for move, more in zip(race.remaining, turned, strict=True)])
                    self.playouts += ROUND * len(turned)
        except OutOfTime:
            pass
        best = race.leader()
        if best in root.edges:
            # dealt afresh, so that what is found again does not depend on what the seat cannot see
            self._last_choice = (game, state.redeal(seat, self.rng), root.edges[best], best)
        return best

    def try_moves(
        self, search: Search, root: Node, state: State, moves: list[Action]
    ) -> list[tuple[float, State, int]]:
        """What moves come to in one more world, how it then looks, and its luck."""
        dealt, luck = state.redeal(search.seat, self.rng), self.rng.below(1 << 30)
        worlds = [dealt.clone() for _move in moves]
        ways = [search.playout(root, world, move, Rng(luck)) for world, move in zip(worlds, moves, strict=True)]
        search.record(ways)
        return [(value, world, luck) for (_way, value), world in zip(ways, worlds, strict=True)]

    def _reuse_tree(self, game: Game, state: State, seat: int) -> tuple[Node, bool]:
        """What has grown below the last choice, if this is where it led to; and whether it did so without a draw."""
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
    """Play on what happened between two choices; False if it cannot have happened here."""
    for action in passed:
        if state.to_move == CHANCE:
            if action not in [outcome for outcome, _weight in state.chance()]:
                return False
        elif state.to_move == OVER or state.legal() != [action]:
            return False
        state.apply(action)
    return True


class Edge:
    """A move in the tree: how often it was made and possible, and how much more than others it came to."""

    __slots__ = ("nodes", "possible", "total", "visits")

    def __init__(self) -> None:
        self.visits = self.possible = 0
        self.total = 0.0
        self.nodes: dict[Passed, Node] = {}

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0


class Node:
    """A position of the turn in the tree, as far as the seat knows it, in which it has a choice."""

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
        """Make a move in a world of the caller's own and go on, first down the tree: what the turn comes to."""
        node: Node | None = root
        first = action
        way: TreePath = []
        for _decision in range(LONG):
            self.check_time()
            if node is not None:
                edge = node.edges.setdefault(action, Edge())
                way.append((node, edge))
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
        return way, self.game.evaluation.evaluate(state, self.seat)

    def play_round(self, state: State, luck: int) -> float:
        """Play on in a world of the caller's own: what it is worth when all, and last this seat, have had a turn.

        Everybody does what looks best at once. Every turn has luck of its own, the same after whatever came before.
        """
        game, mover, turns = self.game, self.seat, 0
        draws = weighed = Rng(luck)
        for _step in range(LONGEST):
            if state.to_move == CHANCE:
                state.apply(state.draw(draws))
                continue
            if state.to_move == OVER or (turns and mover == self.seat != state.to_move):
                break
            if state.to_move != mover:
                mover, turns = state.to_move, turns + 1
                draws, weighed = Rng(luck + 2 * turns), Rng(luck + 2 * turns + 1)
            actions = state.legal()
            action = actions[0]
            if len(actions) > 1:
                worth = evaluate_moves(game, state, actions, mover, weighed, self.check_time, 1)
                action = actions[worth.index(max(worth))]
            state.apply(action)
        return game.evaluation.evaluate(state, self.seat)

    def candidates(self, root: Node, state: State, actions: list[Action], planned: Action, rng: Rng) -> list[Action]:
        """What is planned, and the other moves that may be the best: those that look best at once, or most often did
        in what has grown before."""
        known = [action for action in actions if action in root.edges]
        if root.visits < GROWN or not known:
            worth = evaluate_moves(self.game, state, actions, self.seat, rng, self.check_time, RANKING_SAMPLES)
            order = sorted(range(len(actions)), key=worth.__getitem__, reverse=True)
            likely, most = [actions[index] for index in order], FIRST
        else:
            likely, most = sorted(known, key=lambda action: root.edges[action].visits, reverse=True), FEW
        return [planned, *[action for action in likely if action != planned]][:most]

    def _rank(self, state: State, actions: list[Action], steps: Steps, rng: Rng) -> list[Action]:
        """The moves, those first that usually are worth most."""
        worth = self.priors.values(state, actions, steps, rng, self.check_time)
        return [actions[index] for index in sorted(range(len(actions)), key=worth.__getitem__, reverse=True)]

    def _select(self, node: Node, state: State, actions: list[Action], steps: Steps, rng: Rng) -> Action:
        """The move that promises most, those that were seldom tried a little more than they showed."""
        actions = self._rank(state, actions, steps, rng)
        best, most = actions[0], -inf
        wonder = EXPLORATION * sqrt(self._squares / self._count) if self._count else 0.0
        for action in actions[: ceil(MOVES * sqrt(node.visits + 1))]:
            edge = node.edges.setdefault(action, Edge())
            edge.possible += 1
            if not edge.visits:
                return action
            promise = edge.mean + wonder * sqrt(log(edge.possible) / edge.visits)
            if promise > most:
                best, most = action, promise
        return best

    def record(self, ways: list[tuple[TreePath, float]]) -> None:
        """Count playouts of one world: how much more each came to than they did on the average."""
        usual = sum(value for _way, value in ways) / len(ways)
        for way, value in ways:
            self._count += 1
            self._squares += (value - usual) ** 2
            for node, edge in way:
                node.visits += 1
                edge.visits += 1
                edge.total += value - usual


def _play_forced(state: State, rng: Rng) -> tuple[Passed, list[Action]]:
    """Draw, and make moves that are the only ones, until somebody has a choice or the match is over; and the choice."""
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
