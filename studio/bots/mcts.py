"""The bot that grows a tree of what its turn may become: information-set Monte Carlo tree search.

Every playout deals a world afresh from what the seat knows, goes down the tree by the moves that are possible there,
adds one position and goes on by habit to the end of the turn: all playouts end there, since what a position promises
for the turn that is under way and what it is worth when the turn is over do not compare. A move that was seldom
possible is not held to be seldom good: it is the playouts in which it was possible that count. Moves and draws come
into the tree one by one, the more the oftener a position was visited: the moves in the order of how good they look at
once, the draws as luck brings them. What was grown for one decision serves the next ones of the turn.

The moves of the decision itself are tried in turn, all in the same world with the same luck, and now and then the worse
half of them drops out: which of them is best is all that is asked, not how good it is. So what counts of a playout is
how much more it came to than the others of its world.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012), Couëtoux and others, "Continuous
Upper Confidence Trees" (2011), and Pepels and others, "Minimizing Simple and Cumulative Regret in Monte-Carlo Tree
Search" (2014).
"""

from __future__ import annotations

from math import ceil, inf, log, sqrt

from studio.bots.greedy import Look
from studio.bots.habits import NOTHING, Habits
from studio.bots.limits import Late, Limit, Stint
from studio.core.game import CHANCE, OVER, Action, Game, State
from studio.core.patience import ENDLESS, Patience
from studio.core.rng import Rng

CURIOUS = 0.7
"""How much a move that was seldom tried is preferred, in parts of what playouts of one world differ by."""
MOVES, DRAWS = 0.6, 1.0
"""So many moves, or draws, times the square root of the visits are in the tree below a position."""
FIRST, ROUND = 8, 5
"""How many moves of the decision are tried, and how often each before half of them drop out (the others then twice as
often)."""
LONG = 40
"""No more decisions are made in a playout."""

Passed = tuple[Action, ...]
"""What happens between two choices: draws, and moves that were the only ones."""
Way = list[tuple["Node", "Edge"]]
"""The choices of a playout in the tree."""


class MctsBot:
    """Takes the move whose playouts came to most. The limit counts the playouts of a decision, or its seconds."""

    __slots__ = ("_before", "limit", "rng")

    def __init__(self, seed: int, limit: Limit) -> None:
        self.rng, self.limit = Rng(seed), limit
        self._before: tuple[Game, State, Edge, Action] | None = None
        """The last position that was thought about, and the choice there."""

    def choose(self, game: Game, state: State, seat: int, patience: Patience = ENDLESS) -> Action:
        actions = state.legal()
        if len(actions) == 1:
            return actions[0]
        root = self._grown(game, state, seat) or Node()
        self._before = None
        stint = Stint(self.limit, patience)
        search = Search(game, seat, patience.look)
        kept = search.ranked(state.redeal(seat, self.rng), actions, NOTHING, self.rng)[:FIRST]
        search.look = stint.look
        done = min(root.visits, self.limit.count // 2)  # of what has grown before at most half is believed
        often, rounds = ROUND, 0
        try:
            while not stint.is_enough(done):
                dealt, luck = state.redeal(seat, self.rng), self.rng.below(1 << 31)
                ways = []
                for action in kept:
                    if not stint.is_enough(done):
                        ways.append(search.playout(root, dealt.clone(), action, Rng(luck)))
                        done += 1
                search.count_in(ways)
                rounds += 1
                if rounds == often and len(kept) > 2:
                    kept.sort(key=lambda action: -root.edges[action].mean)
                    del kept[(len(kept) + 1) // 2 :]
                    often, rounds = 2 * often, 0
        except Late:
            pass
        tried = [action for action in kept if action in root.edges and root.edges[action].visits]
        if not tried:
            return kept[0]
        best = max(tried, key=lambda action: root.edges[action].mean)
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
                    action = self._select(node, state, actions, before, rng)
                    continue
                if len(edge.nodes) < ceil(DRAWS * sqrt(edge.visits + 1)):
                    edge.nodes[passed] = Node()
            action = self.habits.next(state, actions, before, rng, self.look)
        return way, self.game.evaluate(state, self.seat)

    def ranked(self, state: State, actions: list[Action], before: Action, rng: Rng) -> list[Action]:
        """The moves, those first that usually gain most."""
        gains = self.habits.gains(state, actions, before, rng, self.look)
        return sorted(actions, key=gains.__getitem__, reverse=True)

    def _select(self, node: Node, state: State, actions: list[Action], before: Action, rng: Rng) -> Action:
        """The move that promises most, those that were seldom tried a little more than they showed."""
        actions = self.ranked(state, actions, before, rng)
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
