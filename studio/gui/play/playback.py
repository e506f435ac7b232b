"""Plans that are played move by move, and the clock of a replay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from studio.core.game import Action
from studio.core.match import Match, Node
from studio.core.panel import Plan


def undo_path(node: Node, free: bool = False) -> Iterator[Node]:
    """Yield the positions that undo reaches from a node, nearest first: up to an undo limit, unless `free`."""
    while node.parent is not None and node.decision is not None and (free or not node.decision.sealed):
        node = node.parent
        yield node


def steps_between(node: Node, goal: Node | None, free: bool = False) -> int:
    """Return how many decisions are between a node and an earlier one; 0 if there is an undo limit, unless `free`."""
    return next((count for count, earlier in enumerate(undo_path(node, free), 1) if earlier is goal), 0)


class MoveSequence(QObject):
    """Plays the moves of a plan with a pause between them, and remembers them for undo and redo.

    Each move is made when it is due and still legal. The sequence ends early (`ended`) when another seat is to move,
    and after a decision that drew or revealed something, because the user may want to decide differently.
    """

    ended = Signal()

    def __init__(self, play: Callable[[Action], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pause = 0  # ms between two moves
        self._play = play
        self._match: Match | None = None
        self._remaining: list[Action] = []
        self._seat = -1
        self._start: Node | None = None
        self._end: Node | None = None
        self._clock = QTimer(self, singleShot=True)
        self._clock.timeout.connect(self._step)

    @property
    def is_running(self) -> bool:
        return bool(self._remaining)

    def begin(self, match: Match, plan: Plan) -> None:
        self._match, self._remaining = match, list(plan.actions)
        self._seat = match.state.to_move
        self._start = self._end = match.node
        self._step()

    def stop(self) -> None:
        self._clock.stop()
        self._remaining = []

    def clear(self) -> None:
        self.stop()
        self._start = self._end = None

    def undo_steps(self, node: Node) -> int:
        """Return how many decisions undo takes back: a sequence that ended at `node` without an undo limit, else 0."""
        return steps_between(node, self._start) if node is self._end else 0

    def redo_steps(self, node: Node) -> int:
        """Return how many decisions redo plays: the last sequence if it began at `node` and was undone, else 0."""
        if node is not self._start:
            return 0
        count = 0
        while node is not self._end:
            if not node.children:
                return 0
            count, node = count + 1, node.children[-1]
        return count

    def _step(self) -> None:
        match = self._match
        while self._remaining and match is not None:
            before, action = match.node, self._remaining[0]
            if before is not self._end or match.state.to_move != self._seat or action not in match.legal():
                break
            self._remaining.pop(0)
            self._play(action)
            if match.node is before:
                break
            self._end = match.node
            if before.state.to_move != match.state.to_move or _is_sealed(match.node):
                break
            if self._remaining and self.pause:
                self._clock.start(self.pause)
                return
        if self._remaining:
            self.stop()
            self.ended.emit()


def _is_sealed(node: Node) -> bool:
    return node.decision is not None and node.decision.sealed


MIN_DELAY_MS = 40


class Playback(QObject):
    """Steps through the nodes of a match; `changed` reports that its clock was started or stopped."""

    node_changed = Signal()
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.nodes: Sequence[Node] = ()
        self.index = 0
        self.is_displayed: Callable[[], bool] = lambda: True  # the clock waits until the node is on screen
        self._delay = 0
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._next)

    @property
    def node(self) -> Node:
        return self.nodes[self.index]

    @property
    def is_running(self) -> bool:
        return self._clock.isActive()

    def load(self, nodes: Sequence[Node], index: int = 0) -> None:
        self._clock.stop()
        self.nodes, self.index = tuple(nodes), index

    def seek(self, index: int) -> None:
        index = max(0, min(len(self.nodes) - 1, index))
        if index != self.index:
            self.index = index
            self.node_changed.emit()

    @property
    def delay(self) -> int:
        """Milliseconds per node; 0: as short as possible."""
        return self._delay

    def set_delay(self, delay: int) -> None:
        self._delay = delay
        self._clock.setInterval(max(MIN_DELAY_MS, delay))

    def run(self) -> None:
        """Start the clock; from the start again if the end is shown."""
        if len(self.nodes) > 1:
            if self.index == len(self.nodes) - 1:
                self.seek(0)
            self._clock.start()
            self.changed.emit()

    def toggle(self) -> None:
        if self.is_running:
            self.stop()
        else:
            self.run()

    def stop(self) -> None:
        if self._clock.isActive():
            self._clock.stop()
            self.changed.emit()

    def _next(self) -> None:
        if not self.is_displayed():
            return
        self.seek(self.index + 1)
        if self.index >= len(self.nodes) - 1:
            self.stop()
