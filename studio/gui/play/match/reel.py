"""A replay: a row of positions, which of them is shown, and a clock that goes on to the next once it was seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from studio.core.match import Node

LEAST_DELAY = 40


class Reel(QObject):
    """Steps through the nodes of a match. `turned(before, after)` tells of another node, `changed` of the clock."""

    turned = Signal(object, object)
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.nodes: Sequence[Node] = ()
        self.index = 0
        self.is_seen: Callable[[], bool] = lambda: True
        """Whether the node shown is on screen; the clock waits for it."""
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
            before = self.node
            self.index = index
            self.turned.emit(before, self.node)

    @property
    def delay(self) -> int:
        """How many milliseconds a node is shown; 0: as short as can be."""
        return self._delay

    def set_delay(self, delay: int) -> None:
        """How many milliseconds a node is shown while the clock runs."""
        self._delay = delay
        self._clock.setInterval(max(LEAST_DELAY, delay))

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
        if not self.is_seen():
            return
        self.seek(self.index + 1)
        if self.index >= len(self.nodes) - 1:
            self.stop()
