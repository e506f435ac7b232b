"""The bot that grows a tree of what may happen: information-set Monte Carlo tree search.

Every playout deals a world afresh from what the seat knows, goes down the tree by the moves that are possible there,
adds one position and goes on greedily to the end of that turn; how the game values what it comes to is counted on the
way back, for each seat by its own eyes. A move that was seldom possible is not held to be seldom good: it is the
playouts in which it was possible that count. Moves and draws come into the tree one by one, the more the oftener a
position was visited: the moves in the order of how good they look at once, the draws as luck brings them. What was
grown for one decision serves the next ones of the turn.

The moves of the decision itself are tried in turn, all in the same world with the same luck, and now and then the worse
half of them drops out: which of them is best is all that is asked, not how good it is.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012), Couëtoux and others, "Continuous
Upper Confidence Trees" (2011), and Pepels and others, "Minimizing Simple and Cumulative Regret in Monte-Carlo Tree
Search" (2014).
"""

from __future__ import annotations

from math import ceil, inf, log, sqrt

from studio.bots.greedy import Look, weigh
from studio.bots.limits import Late, Limit, Stint
from studio.core.game import CHANCE, OVER, Action, Game, State
from studio.core.patience import ENDLESS, Patience
from studio.core.rng import Rng

CURIOUS = 0.7
"""How much a move that was seldom tried is preferred, in parts of the range of what playouts came to."""
MOVES, DRAWS = 0.6, 1.0
"""So many moves, or draws, times the square root of the visits are in the tree below a position."""
FIRST, ROUND = 8, 5
"""How many moves of the decision are tried, and how often each before half of them drop out (the others then twice as
often)."""
LONG = 12
"""No more decisions are made greedily in a playout."""

Passed = tuple[Action, ...]
"""What happens between two choices: draws, and moves that were the only ones."""


class MctsBot:
    """Takes the move that most playouts came to. The limit counts the playouts of a decision, or its seconds."""

    __slots__ = ("_before", "limit", "rng")

    def __init__(self, seed: int, limit: Limit) -> None:
        self.rng, self.limit = Rng(seed), limit
        self._before: tuple[Game, State, Edge, Action] | None = None
        """The last position that was thought about, and the choice there."""

    def choose(self, game: Game, state: State, seat: int, patience: Patience = ENDLESS) -> Action:
        actions = state.legal()
        if len(actions) == 1:
            return actions[0]
        root = self._grown(game, state, seat) or Node(seat)
        self._before = None
        stint = Stint(self.limit, patience)
        search = Search(game, seat, patience.look)
        kept = search.ranked(root, state.redeal(seat, self.rng), actions, self.rng)[:FIRST]
        search.look = stint.look
        done = min(root.visits, self.limit.count // 2)  # of what has grown before at most half is believed
        often, rounds = ROUND, 0
        try:
            while not stint.is_enough(done):
                dealt, luck = state.redeal(seat, self.rng), self.rng.below(1 << 31)
                for action in kept:
                    if not stint.is_enough(done):
                        search.playout(root, dealt.clone(), action, Rng(luck))
                        done += 1
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
            if node.seat == seat and _follows(after, passed) and after.observe(seat) == seen:
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
    """A move in the tree: how often it was made and possible, and what it came to for the seat that makes it."""

    __slots__ = ("nodes", "possible", "total", "visits")

    def __init__(self) -> None:
        self.visits = self.possible = 0
        self.total = 0.0
        self.nodes: dict[Passed, Node] = {}

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0


class Node:
    """A position in the tree, as far as the seats know it, in which a seat has a choice."""

    __slots__ = ("edges", "order", "seat", "visits")

    def __init__(self, seat: int) -> None:
        self.seat, self.visits = seat, 0
        self.edges: dict[Action, Edge] = {}
        self.order: dict[Action, int] = {}
        """The rank of each move that was ever possible here, by how good it looked at once."""


class Search:
    """Playouts for the decision of one seat."""

    __slots__ = ("_least", "_most", "game", "look", "seat")

    def __init__(self, game: Game, seat: int, look: Look) -> None:
        self.game, self.seat, self.look = game, seat, look
        self._least, self._most = inf, -inf

    def playout(self, node: Node, state: State, action: Action, rng: Rng) -> None:
        """Make a move in a world of the caller's own, go down the tree, and count what it comes to."""
        edge = node.edges.setdefault(action, Edge())
        path = [(node, edge)]
        while True:
            self.look()
            state.apply(action)
            passed = _drift(state, rng)
            if state.to_move == OVER:
                break
            after = edge.nodes.get(passed)
            if after is None:
                if len(edge.nodes) < ceil(DRAWS * sqrt(edge.visits + 1)):
                    edge.nodes[passed] = Node(state.to_move)
                self._go_on(state, node.seat, rng)
                break
            node = after
            action, edge = self._select(node, state, rng)
            path.append((node, edge))
        self._count_in(path, state)

    def ranked(self, node: Node, state: State, actions: list[Action], rng: Rng) -> list[Action]:
        """The moves, those first that looked best when they were first possible."""
        fresh = [action for action in actions if action not in node.order]
        if fresh:
            values = weigh(self.game, state, fresh, node.seat, rng, self.look, 1)
            for rank in sorted(range(len(fresh)), key=lambda index: -values[index]):
                node.order[fresh[rank]] = len(node.order)
        return sorted(actions, key=node.order.__getitem__)

    def _select(self, node: Node, state: State, rng: Rng) -> tuple[Action, Edge]:
        """The move that promises most, those that were seldom tried a little more than they showed."""
        actions = self.ranked(node, state, state.legal(), rng)
        best, most = actions[0], -inf
        wonder = CURIOUS * max(0.0, self._most - self._least)
        for action in actions[: ceil(MOVES * sqrt(node.visits + 1))]:
            edge = node.edges.setdefault(action, Edge())
            edge.possible += 1
            if not edge.visits:
                best = action
                break
            promise = edge.mean + wonder * sqrt(log(edge.possible) / edge.visits)
            if promise > most:
                best, most = action, promise
        return best, node.edges[best]

    def _go_on(self, state: State, seat: int, rng: Rng) -> None:
        """Make the rest of the turn's decisions greedily."""
        for _decision in range(LONG):
            if state.to_move != seat:
                return
            actions = state.legal()
            values = weigh(self.game, state, actions, seat, rng, self.look, 1)
            state.apply(actions[max(range(len(actions)), key=values.__getitem__)])
            _drift(state, rng)

    def _count_in(self, path: list[tuple[Node, Edge]], state: State) -> None:
        values: dict[int, float] = {}
        for node, edge in path:
            value = values.get(node.seat)
            if value is None:
                value = values[node.seat] = self.game.evaluate(state, node.seat)
            node.visits += 1
            edge.visits += 1
            edge.total += value
        self._least = min(self._least, *values.values())
        self._most = max(self._most, *values.values())


def _drift(state: State, rng: Rng) -> Passed:
    """Draw, and make moves that are the only ones, until somebody has a choice or the match is over."""
    passed = []
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
    return tuple(passed)
