"""Slow proofs in a thread of their own, newest body first, stale answers dropped, never in the way of a stroke."""

from __future__ import annotations

import atexit
import contextlib
import threading
from collections.abc import Sequence
from enum import Enum
from functools import cache
from typing import Any

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, QTimer, Signal

from studio.core.game import Game
from studio.core.problems import Problem, Severity

SECONDS = 5.0
"""How long one proof may think."""
PAUSE_MS = 300
"""A proof begins when the layout has rested for so long."""


class Proof(Enum):
    """What is known about the body as it stands."""

    IDLE = "idle"
    CHECKING = "checking"
    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"


@cache
def _workers() -> QThreadPool:
    """The one thread for proofs. It outlives every page, since a pool that is being deleted waits for its work, and
    would wait for ever if the work needs the interpreter that is deleting it."""
    pool = QThreadPool()
    pool.setMaxThreadCount(1)
    atexit.register(pool.waitForDone)
    return pool


class _Post(QObject):
    """Carries an answer over to the thread of the window."""

    answered = Signal(int, object, object)


class _Job(QRunnable):
    """One proof. It touches nothing but its immutable body and the post."""

    def __init__(self, game: Game, body: Any, seconds: float, generation: int, post: _Post) -> None:
        super().__init__()
        self.setAutoDelete(False)  # the prover keeps the reference and lets it go when the answer is in
        self._game, self._body, self._seconds = game, body, seconds
        self._generation, self._post = generation, post
        self.done = threading.Event()

    def run(self) -> None:
        problems: Sequence[Problem] = ()
        failure: Exception | None = None
        try:
            problems = tuple(self._game.prove(self._body, self._seconds))
        except Exception as error:  # whatever it is, it is raised again in the window's thread
            failure = error
        with contextlib.suppress(RuntimeError):  # the page, and the post with it, may be gone
            self._post.answered.emit(self._generation, problems, failure)
        self.done.set()


class Prover(QObject):
    """Asks `game.prove` about the newest body. `answered(problems)` comes for the newest question only."""

    answered = Signal(object)
    state_changed = Signal()

    def __init__(self, game: Game, parent: QObject | None = None, pause_ms: int = PAUSE_MS) -> None:
        super().__init__(parent)
        self.state = Proof.IDLE
        self._game = game
        self._generation = 0
        self._body: Any = None
        self._job: _Job | None = None
        self._post = _Post(self)
        self._post.answered.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(pause_ms)
        self._timer.timeout.connect(self._start)
        self._closed = False

    @property
    def is_busy(self) -> bool:
        """Whether a proof is running, wanted or not."""
        return self._job is not None

    def ask(self, body: Any, at_once: bool = False) -> None:
        """Prove this body; what was asked before is no longer wanted."""
        if self._closed:
            return
        self._generation += 1
        self._body = body
        self._set_state(Proof.CHECKING)
        self._timer.start(0 if at_once else self._timer.interval())

    def forget(self) -> None:
        """Want no answer."""
        self._generation += 1
        self._timer.stop()
        self._body = None
        self._set_state(Proof.IDLE)

    def close(self) -> None:
        """Want no answer ever again, and wait for a proof that is still running."""
        self._closed = True
        self._generation += 1
        self._timer.stop()
        if self._job is not None and not _workers().tryTake(self._job):
            self._job.done.wait()
        self._job = None

    def _start(self) -> None:
        if self._job is None and not self._closed and self._body is not None:
            self._job = _Job(self._game, self._body, SECONDS, self._generation, self._post)
            _workers().start(self._job)

    def _take(self, generation: int, problems: Sequence[Problem], failure: Exception | None) -> None:
        self._job = None
        if self._closed:
            return
        if generation != self._generation:
            if self._body is not None and not self._timer.isActive():
                self._start()
            return
        self._body = None
        if failure is not None:
            self._set_state(Proof.UNKNOWN)
            raise failure
        self._set_state(_verdict(problems))
        self.answered.emit(problems)

    def _set_state(self, state: Proof) -> None:
        if state is not self.state:
            self.state = state
            self.state_changed.emit()


def _verdict(problems: Sequence[Problem]) -> Proof:
    """A proof that finds something wrong has failed; a code that ends in "undecided" says that it could not tell."""
    if any(problem.severity is not Severity.INFO for problem in problems):
        return Proof.FAILS
    undecided = any(problem.code.endswith(".undecided") for problem in problems)
    return Proof.UNKNOWN if undecided else Proof.HOLDS
