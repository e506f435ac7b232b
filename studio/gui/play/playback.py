"""Several moves at once: a plan being carried out move by move, and how far undo and redo go."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from studio.core.game import Action
from studio.core.match import Match, Node
from studio.core.panel import Plan


class MoveSequence(QObject):
    """Makes the moves of a plan by `play`, with a pause between two, and remembers the last walk for undo and redo.

    Each move is made when its turn comes and only while nothing surprises. The walk ends quietly (`ended`) before a
    move that is not legal, when another seat is to move, and after a decision that drew or showed something: whoever
    walks may want to think again then.
    """

    ended = Signal()

    def __init__(self, play: Callable[[Action], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pause = 0
        """Milliseconds between two moves."""
        self._play = play
        self._match: Match | None = None
        self._remaining: list[Action] = []
        self._seat = -1
        self._start: Node | None = None
        self._end: Node | None = None
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self._step)

    @property
    def is_running(self) -> bool:
        """Whether there are moves still to be made."""
        return bool(self._remaining)

    def begin(self, match: Match, plan: Plan) -> None:
        """Carry out a plan of the seat to move."""
        self._match, self._remaining = match, list(plan.actions)
        self._seat = match.state.to_move
        self._start = self._end = match.node
        self._step()

    def stop(self) -> None:
        """Make no more moves of the plan."""
        self._clock.stop()
        self._remaining = []

    def clear(self) -> None:
        """Go back and forth move by move again."""
        self.stop()
        self._start = self._end = None

    def undo_steps(self, node: Node) -> int:
        """How many decisions undo takes back from this position: the last walk, if it ended here and nothing sealed
        it; else 0."""
        if node is not self._end:
            return 0
        count = 0
        while node is not self._start:
            if node.parent is None or _is_sealed(node):
                return 0
            count, node = count + 1, node.parent
        return count

    def redo_steps(self, node: Node) -> int:
        """How many decisions redo plays again from this position: the last walk, if it began here and was undone."""
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


# A replay: a row of positions, which of them is shown, and a clock that goes on to the next once it was seen.

MIN_DELAY_MS = 40


class Playback(QObject):
    """Steps through the nodes of a match; `changed` reports that its clock was started or stopped."""

    node_changed = Signal()
    changed = Signal()

    def __init__(self, is_displayed: Callable[[], bool], parent: QObject | None = None) -> None:
        """`is_displayed`: whether the current node is on screen; the clock waits for it."""
        super().__init__(parent)
        self.nodes: Sequence[Node] = ()
        self.index = 0
        self._is_displayed = is_displayed
        self._delay = 0
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._next)

    @property
    def node(self) -> Node:
        """The node shown."""
        return self.nodes[self.index]

    @property
    def is_running(self) -> bool:
        """Whether the clock goes on by itself."""
        return self._clock.isActive()

    def load(self, nodes: Sequence[Node], index: int = 0) -> None:
        """Put in a match, at one of its positions."""
        self._clock.stop()
        self.nodes, self.index = tuple(nodes), index

    def seek(self, index: int) -> None:
        """Show another node."""
        index = max(0, min(len(self.nodes) - 1, index))
        if index != self.index:
            self.index = index
            self.node_changed.emit()

    @property
    def delay(self) -> int:
        """How many milliseconds a node is shown; 0: as short as can be."""
        return self._delay

    def set_delay(self, delay: int) -> None:
        """How many milliseconds a node is shown while the clock runs."""
        self._delay = delay
        self._clock.setInterval(max(MIN_DELAY_MS, delay))

    def run(self) -> None:
        """Go on by itself; from the start again when the end is shown."""
        if len(self.nodes) > 1:
            if self.index == len(self.nodes) - 1:
                self.seek(0)
            self._clock.start()
            self.changed.emit()

    def toggle(self) -> None:
        """Run, or stand still."""
        if self.is_running:
            self.stop()
        else:
            self.run()

    def stop(self) -> None:
        """Stand still."""
        if self._clock.isActive():
            self._clock.stop()
            self.changed.emit()

    def _next(self) -> None:
        if not self._is_displayed():
            return
        self.seek(self.index + 1)
        if self.index >= len(self.nodes) - 1:
            self.stop()
