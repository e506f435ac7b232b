"""Slow proofs in a thread of their own, and what is known about the body as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from PySide6.QtCore import QObject, Signal

from studio.core.cancellation import Patience
from studio.core.game import Body
from studio.core.problems import Problem, Severity, is_undecided
from studio.core.protocols import Game
from studio.gui.inquiry import PAUSE_MS, Inquiry

SECONDS = 5.0
"""How long one proof may think."""


class Proof(Enum):
    """What is known about the body as it stands."""

    IDLE = "idle"
    CHECKING = "checking"
    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"


class Prover(Inquiry[Body, Sequence[Problem]]):
    """Asks `game.prove` about the newest body. `answered(problems)` comes for the newest question only."""

    state_changed = Signal()

    def __init__(self, game: Game, parent: QObject | None = None, pause_ms: int = PAUSE_MS) -> None:
        def prove(body: Body, patience: Patience) -> Sequence[Problem]:
            patience.limit(SECONDS)
            return tuple(game.prove(body, patience))

        super().__init__(prove, "proofs", parent, pause_ms)
        self.state = Proof.IDLE

    def ask(self, subject: Body, at_once: bool = False) -> None:
        """Prove this body; what was asked before is no longer wanted."""
        if not self._closed:
            super().ask(subject, at_once)
            self._set_state(Proof.CHECKING)

    def forget(self) -> None:
        """Want no answer."""
        super().forget()
        self._set_state(Proof.IDLE)

    def take(self, answer: Sequence[Problem]) -> None:
        """Tell the findings."""
        self._set_state(verdict(answer))
        super().take(answer)

    def take_failure(self, failure: Exception) -> None:
        """Nothing is known then."""
        self._set_state(Proof.UNKNOWN)
        super().take_failure(failure)

    def _set_state(self, state: Proof) -> None:
        if state is not self.state:
            self.state = state
            self.state_changed.emit()


def verdict(problems: Sequence[Problem]) -> Proof:
    """A proof that finds something wrong has failed; or could not tell."""
    if any(problem.severity is not Severity.INFO for problem in problems):
        return Proof.FAILS
    undecided = any(map(is_undecided, problems))
    return Proof.UNKNOWN if undecided else Proof.HOLDS
