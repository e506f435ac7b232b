"""The bot that grows a tree of what may happen: information-set Monte Carlo tree search.

Every playout deals a world afresh from what the seat knows, goes down the tree by the moves that are possible there,
adds one position and goes on greedily for some decisions; how the game values what it comes to is counted on the way
back, for each seat by its own eyes. A move that was seldom possible is not held to be seldom good: it is the playouts
in which it was possible that count. Moves and draws come into the tree one by one, the more the oftener a position was
visited: the moves in the order of how good they look at once, the draws as luck brings them. What was grown for one
decision serves the next ones of the turn.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012), and Couëtoux and others,
"Continuous Upper Confidence Trees" (2011).
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
MOVES, DRAWS = 1.5, 1.0
"""So many moves, or draws, times the square root of the visits are in the tree below a position."""
AHEAD = 8
"""Decisions that a playout makes greedily below the tree, at most to the end of the turn."""

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
        search = Search(game, seat, self.rng, stint.look)
        try:
            while not (root.visits and stint.is_enough(root.visits)):
                search.playout(root, state.redeal(seat, self.rng))
        except Late:
            if not root.visits:
                values = weigh(game, state.redeal(seat, self.rng), actions, seat, self.rng, patience.look, 1)
                return actions[max(range(len(actions)), key=values.__getitem__)]
        best = max((edge.visits, edge.mean, action) for action, edge in root.edges.items())[-1]
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

    __slots__ = ("_least", "_most", "game", "look", "rng", "seat")

    def __init__(self, game: Game, seat: int, rng: Rng, look: Look) -> None:
        self.game, self.seat, self.rng, self.look = game, seat, rng, look
        self._least, self._most = inf, -inf

    def playout(self, node: Node, state: State) -> None:
        """Go down the tree in a world of the caller's own, which is played on, and count what it comes to."""
        path: list[tuple[Node, Edge]] = []
        while True:
            self.look()
            action, edge = self._select(node, state)
            path.append((node, edge))
            state.apply(action)
            passed = self._drift(state)
            if state.to_move == OVER:
                break
            after = edge.nodes.get(passed)
            if after is None:
                if len(edge.nodes) < ceil(DRAWS * sqrt(edge.visits + 1)):
                    edge.nodes[passed] = Node(state.to_move)
                self._go_on(state, node.seat)
                break
            node = after
        self._count_in(path, state)

    def _select(self, node: Node, state: State) -> tuple[Action, Edge]:
        """The move that promises most, those that were seldom tried a little more than they showed."""
        actions = state.legal()
        fresh = [action for action in actions if action not in node.order]
        if fresh:
            values = weigh(self.game, state, fresh, node.seat, self.rng, self.look, 1)
            for rank in sorted(range(len(fresh)), key=lambda index: -values[index]):
                node.order[fresh[rank]] = len(node.order)
        actions.sort(key=node.order.__getitem__)
        width = min(len(actions), ceil(MOVES * sqrt(node.visits + 1)))
        best, most = actions[0], -1e300
        wonder = CURIOUS * max(0.0, self._most - self._least)
        for action in actions[:width]:
            edge = node.edges.get(action)
            if edge is None:
                edge = node.edges[action] = Edge()
            edge.possible += 1
            if not edge.visits:
                best = action
                break
            promise = edge.total / edge.visits + wonder * sqrt(log(edge.possible) / edge.visits)
            if promise > most:
                best, most = action, promise
        return best, node.edges[best]

    def _drift(self, state: State) -> Passed:
        """Draw, and make moves that are the only ones, until somebody has a choice or the match is over."""
        passed = []
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                action = state.draw(self.rng)
            else:
                actions = state.legal()
                if len(actions) > 1:
                    break
                action = actions[0]
            passed.append(action)
            state.apply(action)
        return tuple(passed)

    def _go_on(self, state: State, seat: int) -> None:
        """Make some more decisions of the turn greedily."""
        for _decision in range(AHEAD):
            if state.to_move != seat:
                return
            actions = state.legal()
            values = weigh(self.game, state, actions, seat, self.rng, self.look, 1)
            state.apply(actions[max(range(len(actions)), key=values.__getitem__)])
            self._drift(state)

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
