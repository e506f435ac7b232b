"""Slow questions about a layout in a thread of their own: newest body first, stale answers dropped, never in the way
of a stroke."""

from __future__ import annotations

import atexit
import contextlib
import threading
from collections.abc import Callable
from functools import cache
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, QTimer, Signal

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
    return pool


class _Post(QObject):
    """Carries an answer over to the thread of the window."""

    answered = Signal(int, object, object)


class _Job(QRunnable, Generic[Q, A]):
    """One question. It touches nothing but its immutable subject and the post."""

    def __init__(self, question: Callable[[Q], A], subject: Q, generation: int, post: _Post) -> None:
        super().__init__()
        self.setAutoDelete(False)  # the inquiry keeps the reference and lets it go when the answer is in
        self._question, self._subject = question, subject
        self._generation, self._post = generation, post
        self.done = threading.Event()

    def run(self) -> None:
        answer: A | None = None
        failure: Exception | None = None
        try:
            answer = self._question(self._subject)
        except Exception as error:  # whatever it is, it is raised again in the window's thread
            failure = error
        with contextlib.suppress(RuntimeError):  # the page, and the post with it, may be gone
            self._post.answered.emit(self._generation, answer, failure)
        self.done.set()


class Inquiry(QObject, Generic[Q, A]):
    """Asks one question about the newest subject. `answered(answer)` comes for the newest only.

    `room` names the thread: questions of different rooms do not wait for each other.
    """

    answered = Signal(object)

    def __init__(
        self, question: Callable[[Q], A], room: str, parent: QObject | None = None, pause_ms: int = PAUSE_MS
    ) -> None:
        super().__init__(parent)
        self._question, self._room = question, room
        self._generation = 0
        self._subject: Q | None = None
        self._job: _Job[Q, A] | None = None
        self._post = _Post(self)
        self._post.answered.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(pause_ms)
        self._timer.timeout.connect(self._start)
        self._closed = False

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
        self._generation += 1
        self._subject = subject
        self._timer.start(0 if at_once else self._timer.interval())

    def forget(self) -> None:
        """Want no answer."""
        self._generation += 1
        self._timer.stop()
        self._subject = None

    def close(self) -> None:
        """Want no answer ever again, and wait for one that is still being worked out."""
        self._closed = True
        self._generation += 1
        self._timer.stop()
        if self._job is not None and not _workers(self._room).tryTake(self._job):
            self._job.done.wait()
        self._job = None

    def take(self, answer: A) -> None:
        """What to do with the answer to the newest question."""
        self.answered.emit(answer)

    def take_failure(self, failure: Exception) -> None:
        """What to do when the newest question could not be answered: it is a bug, and must not be lost."""
        raise failure

    def _start(self) -> None:
        if self._job is None and not self._closed and self._subject is not None:
            self._job = _Job(self._question, self._subject, self._generation, self._post)
            _workers(self._room).start(self._job)

    def _take(self, generation: int, answer: A, failure: Exception | None) -> None:
        self._job = None
        if self._closed:
            return
        if generation != self._generation:
            if self._subject is not None and not self._timer.isActive():
                self._start()
            return
        self._subject = None
        if failure is not None:
            self.take_failure(failure)
        else:
            self.take(answer)
