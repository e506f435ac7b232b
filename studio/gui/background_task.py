"""Slow questions about a layout in a thread of their own: newest body first, stale answers dropped, never in the way
of a stroke."""

from __future__ import annotations

import atexit
import contextlib
from collections.abc import Callable
from functools import cache
from time import perf_counter
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Qt, QThreadPool, QTimer, Signal

from studio.core.cancellation import Patience

Q = TypeVar("Q")
A = TypeVar("A")

PAUSE_MS = 300
"""A question is asked when the layout has rested for so long."""


@cache
def _workers(room: str) -> QThreadPool:
    """The one thread for questions of a kind. It outlives every page, since a pool that is being deleted waits for
    its work, and would wait for ever if the work needs the interpreter that is deleting it."""
    pool = QThreadPool()
    pool.setObjectName(room)
    pool.setMaxThreadCount(1)
    atexit.register(pool.waitForDone)
    atexit.register(_call_off)  # comes before the waiting
    return pool


_running: dict[object, Patience] = {}
"""Questions that a thread may be at work on, those of pages that are gone included."""


def _call_off() -> None:
    for patience in _running.values():
        patience.end()


class _Post(QObject):
    """Carries answers over to the thread of the window: the question, its answer, its failure."""

    answered = Signal(object, object, object)

    def __init__(self) -> None:
        super().__init__()
        self.answered.connect(self._arrived, Qt.ConnectionType.QueuedConnection)

    def _arrived(self, job: object, _answer: object, _failure: object) -> None:
        _running.pop(job, None)


@cache
def _post() -> _Post:
    """The one post. It outlives every page, so that no answer comes to a post that is just being deleted."""
    return _Post()


class _Job(Generic[Q, A]):
    """One question. It touches nothing but its immutable subject and the post.

    It is no `QRunnable`: a pool keeps those for ever, unless it deletes them itself before their answer is in.
    """

    def __init__(self, question: Callable[[Q, Patience], A], subject: Q, generation: int) -> None:
        self._question, self._subject = question, subject
        self.generation = generation
        self.patience = Patience()
        self.seconds = 0.0
        self._post = _post()

    def run(self) -> None:
        answer: A | None = None
        failure: Exception | None = None
        begun = perf_counter()
        try:
            if not self.patience.is_spent:
                answer = self._question(self._subject, self.patience)
        except Exception as error:  # whatever it is, it is raised again in the window's thread
            failure = error
        self.seconds = perf_counter() - begun
        with contextlib.suppress(RuntimeError):  # the program, and the post with it, may be gone
            self._post.answered.emit(self, answer, failure)


class Inquiry(QObject, Generic[Q, A]):
    """Asks one question about the newest subject. `answered(answer)` comes for the newest only.

    `room` names the thread: questions of different rooms do not wait for each other. Whoever answers is given a
    patience that ends as soon as nobody wants the answer any more.
    """

    answered = Signal(object)

    def __init__(
        self, question: Callable[[Q, Patience], A], room: str, parent: QObject | None = None, pause_ms: int = PAUSE_MS
    ) -> None:
        super().__init__(parent)
        self._question, self._room = question, room
        self._generation = 0
        self._subject: Q | None = None
        self._job: _Job[Q, A] | None = None
        _post().answered.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(pause_ms)
        self._timer.timeout.connect(self._start)
        self._closed = False
        self.seconds = 0.0
        """How long the last answer was worked on."""

    @property
    def is_busy(self) -> bool:
        """Whether a question is being answered, wanted or not."""
        return self._job is not None

    @property
    def is_waiting(self) -> bool:
        """Whether an answer is still to come."""
        return self._subject is not None

    def ask(self, subject: Q, at_once: bool = False) -> None:
        """Ask about this; what was asked before is no longer wanted."""
        if self._closed:
            return
        self._call_off()
        self._subject = subject
        self._timer.start(0 if at_once else self._timer.interval())

    def forget(self) -> None:
        """Want no answer."""
        self._call_off()
        self._timer.stop()
        self._subject = None

    def close(self) -> None:
        """Want no answer ever again; whoever works one out is told so, and not waited for."""
        self._closed = True
        self._call_off()
        self._timer.stop()
        self._job = None

    def take(self, answer: A) -> None:
        """What to do with the answer to the newest question."""
        self.answered.emit(answer)

    def take_failure(self, failure: Exception) -> None:
        """What to do when the newest question could not be answered: it is a bug, and must not be lost."""
        raise failure

    def _start(self) -> None:
        if self._job is None and not self._closed and self._subject is not None:
            self._job = _Job(self._question, self._subject, self._generation)
            _running[self._job] = self._job.patience
            _workers(self._room).start(self._job.run)

    def _call_off(self) -> None:
        self._generation += 1
        if self._job is not None:
            self._job.patience.end()

    def _take(self, job: _Job[Q, A], answer: A, failure: Exception | None) -> None:
        if job is not self._job:
            return
        self._job = None
        if job.generation != self._generation:
            if self._subject is not None and not self._timer.isActive():
                self._start()
            return
        self._subject, self.seconds = None, job.seconds
        if failure is not None:
            self.take_failure(failure)
        else:
            self.take(answer)
