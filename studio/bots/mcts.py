"""The bot that grows a tree of what its turn may become: information-set Monte Carlo tree search.

Every playout deals a world afresh from what the seat knows, goes down the tree by the moves that are possible there,
adds one position and goes on by habit to the end of the turn: all playouts end there, since what a position promises
for the turn that is under way and what it is worth when the turn is over do not compare. A move that was seldom
possible is not held to be seldom good: it is the playouts in which it was possible that count. Moves and draws come
into the tree one by one, the more the oftener a position was visited: the moves in the order of how good they look at
once, the draws as luck brings them. What was grown for one decision serves the next ones of the turn.

The moves of the decision itself race: all are tried in the same world with the same luck, and what falls clearly behind
drops out. Which of them is best is all that is asked, not how good it is: so what counts of a playout is how much more
it came to than the others of its world, and nobody thinks on when only one is left. Among those left, what looked best
at first is given up only for what has shown to be better. Playouts that earlier decisions of the turn led here count as
made, up to half of what is meant.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012), Couëtoux and others, "Continuous
Upper Confidence Trees" (2011), and Maron and Moore, "Hoeffding Races" (1993).
"""

from __future__ import annotations

from math import ceil, inf, log, sqrt
from statistics import fmean

from studio.bots.greedy import Look, weigh
from studio.bots.habits import Habits, Steps
from studio.bots.limits import Late, Limit, Stint
from studio.core.game import CHANCE, OVER, Action, Game, State
from studio.core.patience import ENDLESS, Patience
from studio.core.rng import Rng

CURIOUS = 0.7
"""How much a move that was seldom tried is preferred, in parts of what playouts of one world differ by."""
MOVES, DRAWS = 0.6, 1.0
"""So many moves, or draws, times the square root of the visits are in the tree below a position."""
DRAWN = 4
"""In how many futures each move of the decision is weighed at first."""
FIRST, AGAIN, GROWN = 8, 3, 30
"""How many moves of the decision are tried; and how many where at least so many playouts have passed already."""
WORLDS, LATER = 8, 1.25
"""After so many worlds a move drops out for the first time, and again whenever there are so many times as many."""
BEHIND = 1.5
"""A move drops out when it is behind the leader by so many standard errors, by up to twice as many in the beginning: in
a few worlds luck looks surer than it is."""
PROOF = 0.7
"""What looked best at first is given up for what is better by so many standard errors."""
LONG = 40
"""No more decisions are made in a playout."""

Passed = tuple[Action, ...]
"""What happens between two choices: draws, and moves that were the only ones."""
Way = list[tuple["Node", "Edge"]]
"""The choices of a playout in the tree."""


class MctsBot:
    """Takes the move whose playouts came to most. The limit counts the playouts of a decision, or its seconds."""

    __slots__ = ("_before", "limit", "played", "rng")

    def __init__(self, seed: int, limit: Limit) -> None:
        self.rng, self.limit = Rng(seed), limit
        self.played = 0
        """How many playouts the last decision took that was one."""
        self._before: tuple[Game, State, Edge, Action] | None = None
        """The last position that was thought about, and the choice there."""

    def choose(self, game: Game, state: State, seat: int, patience: Patience = ENDLESS) -> Action:
        actions = state.legal()
        if len(actions) == 1:
            return actions[0]
        root = self._grown(game, state, seat) or Node()
        self._before = None
        stint = Stint(self.limit, patience)
        carried = min(root.visits, self.limit.count // 2)  # what has grown need not be thought again
        search = Search(game, seat, patience.look)
        race = Race(search.candidates(root, state.redeal(seat, self.rng), actions, self.rng))
        search.look = stint.look
        self.played = 0
        try:
            while len(race.kept) > 1 and not stint.is_enough(carried + self.played):
                dealt, luck = state.redeal(seat, self.rng), self.rng.below(1 << 31)
                ways = [search.playout(root, dealt.clone(), action, Rng(luck)) for action in race.kept]
                search.count_in(ways)
                race.count_in([value for _way, value in ways])
                self.played += len(ways)
        except Late:
            pass
        best = race.leader()
        if best in root.edges:
            # dealt afresh, so that what is found again does not depend on what the seat cannot see
            self._before = (game, state.redeal(seat, self.rng), root.edges[best], best)
        return best

    def _grown(self, game: Game, state: State, seat: int) -> Node | None:
        """What has grown below the last choice, if this is where it led to."""
        if self._before is None or self._before[0] is not game:
            return None
        _game, before, edge, action = self._before
        seen = state.observe(seat)
        for passed, node in edge.nodes.items():
            after = before.clone()
            after.apply(action)
            if _follows(after, passed) and after.to_move == seat and after.observe(seat) == seen:
                return node
        return None


def _follows(state: State, passed: Passed) -> bool:
    """Play on what happened between two choices; False if it cannot have happened here."""
    for action in passed:
        if state.to_move == CHANCE:
            if action not in [outcome for outcome, _weight in state.chance()]:
                return False
        elif state.to_move == OVER or state.legal() != [action]:
            return False
        state.apply(action)
    return True


class Race:
    """Moves that are tried in the same worlds until one of them is left; `kept` are those that can still win."""

    __slots__ = ("_due", "_worlds", "kept")

    def __init__(self, moves: list[Action]) -> None:
        self.kept = moves
        self._worlds: list[list[float]] = [[] for _move in moves]
        """What each of them came to, world by world."""
        self._due = WORLDS

    def count_in(self, values: list[float]) -> None:
        """What they came to in one more world."""
        for worlds, value in zip(self._worlds, values, strict=True):
            worlds.append(value)
        count = len(self._worlds[0])
        if count < self._due:
            return
        self._due = ceil(LATER * count)
        first = self._worlds[self._first()]
        near = [index for index, worlds in enumerate(self._worlds) if worlds is first or not is_behind(worlds, first)]
        self.kept = [self.kept[index] for index in near]
        self._worlds = [self._worlds[index] for index in near]

    def leader(self) -> Action:
        """What has come to most so far; of those left, what looked best at first is given up only for what is surer."""
        usual = self._worlds[0]
        best, most = 0, 0.0
        for index, worlds in enumerate(self._worlds[1:], 1):
            more, error = lead(worlds, usual)
            if more - PROOF * error > most:
                best, most = index, more - PROOF * error
        return self.kept[best]

    def _first(self) -> int:
        totals = [sum(worlds) for worlds in self._worlds]
        return totals.index(max(totals))


def lead(one: list[float], other: list[float]) -> tuple[float, float]:
    """How much more one came to than the other, judged world by world, give or take a standard error."""
    gains = [better - worse for better, worse in zip(one, other, strict=True)]
    count = len(gains)
    if count < 2:  # of one world nobody can tell
        return (gains[0], inf) if gains else (0.0, inf)
    mean = fmean(gains)
    return mean, sqrt(sum([(gain - mean) ** 2 for gain in gains]) / (count - 1) / count)


def is_behind(one: list[float], first: list[float]) -> bool:
    """Whether it falls short of the first by more than luck, or always comes to the same."""
    lack, error = lead(first, one)
    return lack >= BEHIND * (1 + WORLDS / len(one)) * error


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

    __slots__ = ("_count", "_squares", "game", "habits", "look", "seat")

    def __init__(self, game: Game, seat: int, look: Look) -> None:
        self.game, self.seat, self.look = game, seat, look
        self.habits = Habits(game, seat)
        self._count, self._squares = 0, 0.0

    def playout(self, root: Node, state: State, action: Action, rng: Rng) -> tuple[Way, float]:
        """Make a move in a world of the caller's own and go on, first down the tree: what the turn comes to."""
        node: Node | None = root
        first = action
        way: Way = []
        for _decision in range(LONG):
            self.look()
            if node is not None:
                edge = node.edges.setdefault(action, Edge())
                way.append((node, edge))
            state.apply(action)
            passed, actions = _drift(state, rng)
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
            action = self.habits.next(state, actions, (first, before), rng, self.look)
        return way, self.game.evaluate(state, self.seat)

    def candidates(self, root: Node, state: State, actions: list[Action], rng: Rng) -> list[Action]:
        """The moves that may be the best: those that look best at once, or most often did in what has grown before."""
        known = [action for action in actions if action in root.edges]
        if root.visits < GROWN or not known:
            worth = weigh(self.game, state, actions, self.seat, rng, self.look, DRAWN)
            return [actions[index] for index in sorted(range(len(actions)), key=worth.__getitem__, reverse=True)][
                :FIRST
            ]
        return sorted(known, key=lambda action: root.edges[action].visits, reverse=True)[:AGAIN]

    def _ranked(self, state: State, actions: list[Action], steps: Steps, rng: Rng) -> list[Action]:
        """The moves, those first that usually are worth most."""
        worth = self.habits.worth(state, actions, steps, rng, self.look)
        return [actions[index] for index in sorted(range(len(actions)), key=worth.__getitem__, reverse=True)]

    def _select(self, node: Node, state: State, actions: list[Action], steps: Steps, rng: Rng) -> Action:
        """The move that promises most, those that were seldom tried a little more than they showed."""
        actions = self._ranked(state, actions, steps, rng)
        best, most = actions[0], -inf
        wonder = CURIOUS * sqrt(self._squares / self._count) if self._count else 0.0
        for action in actions[: ceil(MOVES * sqrt(node.visits + 1))]:
            edge = node.edges.setdefault(action, Edge())
            edge.possible += 1
            if not edge.visits:
                return action
            promise = edge.mean + wonder * sqrt(log(edge.possible) / edge.visits)
            if promise > most:
                best, most = action, promise
        return best

    def count_in(self, ways: list[tuple[Way, float]]) -> None:
        """Count playouts of one world: how much more each came to than they did on the average."""
        usual = sum(value for _way, value in ways) / len(ways)
        for way, value in ways:
            self._count += 1
            self._squares += (value - usual) ** 2
            for node, edge in way:
                node.visits += 1
                edge.visits += 1
                edge.total += value - usual


def _drift(state: State, rng: Rng) -> tuple[Passed, list[Action]]:
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
