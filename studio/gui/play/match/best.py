"""The few places among many that a bot would like best, thought out little by little while nothing else happens."""

from __future__ import annotations

from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal

from studio.core.game import Action, State
from studio.core.protocols import Game
from studio.gui.play.match.choices import Choices

MANY = 24
"""Where fewer places are lit, each of them can be looked at."""
FEW = 3
SLICE = 0.004
"""Seconds of thought between two turns of the event loop."""


class Best(QObject):
    """Judges each move as bots do, one decision ahead, by what the seat may know. `found` comes once per position."""

    found = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.targets: tuple[int, ...] = ()
        """The best places of the position, the best first; () until they are known."""
        self._choices: Choices | None = None
        self._left: list[Action] = []
        self._worth: dict[int, float] = {}
        self._clock = QTimer(self)
        self._clock.setInterval(0)
        self._clock.timeout.connect(self._think)

    def look_at(self, choices: Choices, wanted: bool) -> None:
        """Think about these choices, if they are so many that somebody could use it."""
        if choices is self._choices and wanted == bool(self._left or self.targets):
            return
        self._choices, self.targets, self._worth = choices, (), {}
        places = choices.places if wanted else []
        self._left = [choices.by_target[target][0] for target in places] if len(places) > MANY else []
        if self._left:
            self._clock.start()
        else:
            self._clock.stop()

    def _think(self) -> None:
        assert self._choices is not None
        until = perf_counter() + SLICE
        while self._left and perf_counter() < until:
            action = self._left.pop()
            self._worth[self._choices.target(action)] = judged(self._choices.game, self._choices.state, action)
        if not self._left:
            self._clock.stop()
            order = sorted(self._worth, key=lambda target: -self._worth[target])
            self.targets = tuple(order[:FEW])
            self.found.emit()

    def stop(self) -> None:
        """Think no more."""
        self._clock.stop()


def judged(game: Game, state: State, action: Action) -> float:
    """How good the position after a move looks to the seat that makes it."""
    after = state.clone()
    after.apply(action)
    return game.evaluate(after, state.to_move)
