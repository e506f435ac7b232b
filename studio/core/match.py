"""A match in progress: the tree of positions with undo, redo, branches and the true random source."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from studio.core.game import CHANCE, EVERYBODY, OVER, Action, Board, Event, IllegalAction, Options, State
from studio.core.plugin import Game
from studio.core.rng import Luck, Rng
from studio.core.text import _

HIDDEN_ACTION: Action = ()  # a secret decision of another seat, see `redeal_hidden`


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision with the draws after it. `sealed`: it cannot be undone."""

    seat: int
    action: Action
    draws: tuple[Action, ...]
    sealed: bool


@dataclass(slots=True, eq=False)
class Node:
    """A position in the tree of a match. The root has no decision but may have draws of its own (`opening`)."""

    state: State
    parent: Node | None = None
    decision: Decision | None = None
    events: list[Event] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)

    def set_events(self, events: Iterable[Event]) -> None:
        """Replace the texts by those of `events`, which are the same events and perhaps others."""
        candidates = iter(events)
        for place, event in enumerate(self.events):
            same = next((other for other in candidates if other._replace(text="") == event._replace(text="")), event)
            self.events[place] = same

    @property
    def depth(self) -> int:
        """The number of decisions before it."""
        count, node = 0, self
        while node.parent is not None:
            count, node = count + 1, node.parent
        return count


class Match:
    """Plays a game by its rules and records everything.

    In an analysis match undo may go anywhere, and a new move after an undo starts a branch. In an ordinary match undo
    stops at seals (a decision that drew something or showed a seat something hidden), and a new move discards what was
    undone. `rules` is the date of the rules that the match is played by, the current ones by default.
    """

    def __init__(
        self,
        game: Game,
        board: Board,
        seats: int,
        options: Options | None = None,
        seed: int = 0,
        *,
        analysis: bool = False,
        opening: Sequence[Action] | None = None,
        rules: str = "",
    ) -> None:
        if seats not in game.info.seats:
            least, most = game.info.min_seats, game.info.max_seats
            text = _("{game} supports {least} to {most} seats, not {seats}")
            raise IllegalAction(text.format(game=game.info.name, least=least, most=most, seats=seats))
        self.game = game
        self.board = board
        self.seats = seats
        self.options: Options = {**game.info.defaults(), **(options or {})}
        self.rules = rules or game.rules_date
        self.rng = Luck(seed)
        self.analysis = analysis
        state = self._first()
        self.root = Node(state)
        self.opening = self._resolve_chance(state, opening, self.root.events)
        self.node = self.root

    def _first(self) -> State:
        return self.game.rules.start(self.board, self.seats, self.options, self.rules)

    @property
    def state(self) -> State:
        """The current position. Do not change it; call `play`."""
        return self.node.state

    @property
    def is_over(self) -> bool:
        return self.state.to_move == OVER

    def legal(self) -> list[Action]:
        """Return the legal actions of the seat to move; empty when the match is over."""
        return [] if self.is_over else self.state.legal()

    def play(self, action: Action, draws: Sequence[Action] | None = None) -> Node:
        """Play an action, then resolve chance until a seat has to decide. Returns the new node.

        `draws` replays recorded chance outcomes instead of drawing. Raises `IllegalAction` and then changes nothing.
        """
        before = self.state
        if before.to_move == OVER:
            raise IllegalAction(_("the match is over"))
        if action not in before.legal():
            text = _("decision {number} is not legal: {action}")
            raise IllegalAction(text.format(number=len(self.decisions()) + 1, action=list(action)))
        seat, reveals = before.to_move, before.reveals(action)
        after, events, drawn = self._step(before, action, draws)
        decision = Decision(seat, action, drawn, bool(drawn) or reveals)
        node = Node(after, self.node, decision, events)
        if self.analysis:
            self.node.children.append(node)
        else:
            self.node.children = [node]
        self.node = node
        return node

    def _step(
        self, before: State, action: Action, draws: Sequence[Action] | None
    ) -> tuple[State, list[Event], tuple[Action, ...]]:
        """Return the position after an action and the draws that follow it, the events, and the draws."""
        after = before.clone()
        after.apply(action)
        events = self.game.text.events(before, action, after)
        return after, events, self._resolve_chance(after, draws, events)

    def _resolve_chance(self, state: State, draws: Sequence[Action] | None, events: list[Event]) -> tuple[Action, ...]:
        """Apply chance outcomes, given or drawn, until a seat is to move or the match is over."""
        drawn: list[Action] = []
        while state.to_move == CHANCE:
            if draws is None:
                outcome = self.draw_chance(state)
            else:
                if len(drawn) >= len(draws):
                    raise IllegalAction(_("a draw is missing"))
                outcome = draws[len(drawn)]
                if outcome not in [possible for possible, _weight in state.chance()]:
                    raise IllegalAction(_("this draw is not possible: {draw}").format(draw=list(outcome)))
            before = state.clone()
            state.apply(outcome)
            events.extend(self.game.text.events(before, outcome, state))
            drawn.append(outcome)
        if draws is not None and len(drawn) != len(draws):
            raise IllegalAction(_("there are too many draws"))
        return tuple(drawn)

    def describe_events(self, but: Collection[Node] = ()) -> None:
        """Derive the events of all positions again, in the language in use, except those of the positions in `but`."""
        if self.opening:
            events: list[Event] = []
            self._resolve_chance(self._first(), self.opening, events)
            self.root.set_events(events)
        for node in self.nodes():
            if node.parent is not None and node.decision is not None and node not in but:
                node.set_events(self._step(node.parent.state, node.decision.action, node.decision.draws)[1])

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes of the tree, branches included."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += node.children

    def draw_chance(self, state: State) -> Action:
        return self.rng.draw(state)

    # history

    def line(self) -> list[Node]:
        """Return the nodes from the root to the current one."""
        nodes: list[Node] = []
        node: Node | None = self.node
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def decisions(self) -> list[Decision]:
        """Return the decisions from the start to the current node."""
        return [node.decision for node in self.line() if node.decision is not None]

    def redo_line(self) -> list[Node]:
        """Return the nodes that redo would visit, in order."""
        nodes, node = [], self.node
        while node.children:
            node = node.children[-1]
            nodes.append(node)
        return nodes

    @property
    def can_undo(self) -> bool:
        decision = self.node.decision
        return decision is not None and (self.analysis or not decision.sealed)

    @property
    def can_redo(self) -> bool:
        return bool(self.node.children)

    def undo(self) -> None:
        """Go back one decision. Raises `IllegalAction` at the start or at a seal."""
        if not self.can_undo or self.node.parent is None:
            raise IllegalAction("nothing to take back" if self.node.parent is None else "sealed: something was drawn")
        parent = self.node.parent
        if self.analysis:  # redo goes to the child last visited
            parent.children.remove(self.node)
            parent.children.append(self.node)
        self.node = parent

    def redo(self) -> None:
        """Go forward again. Raises `IllegalAction` when there is nothing to redo."""
        if not self.node.children:
            raise IllegalAction("nothing to play again")
        self.node = self.node.children[-1]

    def visit(self, node: Node) -> None:
        """Make any node of the tree the current one. Raises `IllegalAction` unless this is an analysis match."""
        if not self.analysis:
            raise IllegalAction("only an analysis may jump about")
        self.node = node

    def replay(self, log: Iterable[tuple[Action, Sequence[Action]]]) -> None:
        """Play recorded decisions with their draws. Raises `IllegalAction` for the first one that does not fit."""
        for action, draws in log:
            self.play(action, draws)

    def analysis_copy(self) -> Match:
        """Return a copy as an analysis match. Its random source differs, so that it does not predict this match's
        draws."""
        other = Match(
            self.game, self.board, self.seats, self.options, analysis=True, opening=self.opening, rules=self.rules
        )
        other.replay((decision.action, decision.draws) for decision in self.decisions())
        other.rng = Luck(self.rng.state ^ 0x9E3779B97F4A7C15)
        return other

    def branch(self, node: Node, seed: int) -> Match:
        """Return a new match that repeats this one up to a node and then draws from its own seed."""
        steps: list[Decision] = []
        at: Node | None = node
        while at is not None and at.decision is not None:
            steps.append(at.decision)
            at = at.parent
        other = Match(self.game, self.board, self.seats, self.options, seed, opening=self.opening, rules=self.rules)
        other.replay((decision.action, decision.draws) for decision in reversed(steps))
        return other


def redeal_hidden(line: Sequence[Node], seat: int, luck: Rng) -> bool:
    """Randomise what is hidden from a seat, without the secret decisions of others; returns whether there was any."""
    seed, found = luck.below(1 << 30), False
    for node in line:
        found = found or node.state.observe(seat) != node.state.dump()
        node.state = node.state.redeal(seat, Rng(seed))
        reported = [event for event in node.events if event.private_to in (EVERYBODY, seat)]
        if len(reported) < len(node.events) and node.decision is not None and node.decision.seat != seat:
            node.decision = replace(node.decision, action=HIDDEN_ACTION)
        node.events = reported
    return found
