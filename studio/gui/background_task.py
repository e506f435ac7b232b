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

from studio.core.cancellation import CancelToken

Q = TypeVar("Q")
A = TypeVar("A")

DEBOUNCE_MS = 300  # a question is asked when the layout has rested for so long


@cache
def _thread_pool(room: str) -> QThreadPool:
    """The one thread for questions of a kind. It outlives every page, since a pool that is being deleted waits for
    its work, and would wait for ever if the work needs the interpreter that is deleting it."""
    pool = QThreadPool()
    pool.setObjectName(room)
    pool.setMaxThreadCount(1)
    atexit.register(pool.waitForDone)
    atexit.register(_cancel_all)  # comes before the waiting
    return pool


_running: dict[object, CancelToken] = {}
"""Questions that a thread may be at work on, those of pages that are gone included."""


def _cancel_all() -> None:
    for patience in _running.values():
        patience.cancel()


class _ResultSignals(QObject):
    """Carries answers over to the thread of the window: the question, its answer, its failure."""

    finished = Signal(object, object, object)

    def __init__(self) -> None:
        super().__init__()
        self.finished.connect(self._unregister, Qt.ConnectionType.QueuedConnection)

    def _unregister(self, job: object, _answer: object, _failure: object) -> None:
        _running.pop(job, None)


@cache
def _result_signals() -> _ResultSignals:
    """The signals of all tasks. They outlive every page, so that no result reaches a deleted object."""
    return _ResultSignals()


class _Job(Generic[Q, A]):
    """One question. It touches nothing but its immutable subject and the post.

    It is no `QRunnable`: a pool keeps those for ever, unless it deletes them itself before their answer is in.
    """

    def __init__(self, question: Callable[[Q, CancelToken], A], subject: Q, generation: int) -> None:
        self._function, self._request = question, subject
        self.generation = generation
        self.cancel_token = CancelToken()
        self.seconds = 0.0
        self._signals = _result_signals()

    def run(self) -> None:
        answer: A | None = None
        failure: Exception | None = None
        begun = perf_counter()
        try:
            if not self.cancel_token.is_cancelled:
                answer = self._function(self._request, self.cancel_token)
        except Exception as error:  # whatever it is, it is raised again in the window's thread
            failure = error
        self.seconds = perf_counter() - begun
        with contextlib.suppress(RuntimeError):  # the program, and the post with it, may be gone
            self._signals.finished.emit(self, answer, failure)


class BackgroundTask(QObject, Generic[Q, A]):
    """Asks one question about the newest subject. `answered(answer)` comes for the newest only.

    `room` names the thread: questions of different rooms do not wait for each other. Whoever answers is given a
    patience that ends as soon as nobody wants the answer any more.
    """

    result_ready = Signal(object)

    def __init__(
        self,
        question: Callable[[Q, CancelToken], A],
        room: str,
        parent: QObject | None = None,
        pause_ms: int = DEBOUNCE_MS,
    ) -> None:
        super().__init__(parent)
        self._function, self._pool_name = question, room
        self._generation = 0
        self._request: Q | None = None
        self._job: _Job[Q, A] | None = None
        _result_signals().finished.connect(self._on_finished, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(pause_ms)
        self._timer.timeout.connect(self._start)
        self._closed = False
        self.seconds = 0.0  # how long the last answer was worked on

    @property
    def is_busy(self) -> bool:
        """Whether a job runs, wanted or not."""
        return self._job is not None

    @property
    def is_waiting(self) -> bool:
        """Whether a result is still to come."""
        return self._request is not None

    def start(self, subject: Q, immediately: bool = False) -> None:
        """Ask about this; what was asked before is no longer wanted."""
        if self._closed:
            return
        self._cancel_job()
        self._request = subject
        self._timer.start(0 if immediately else self._timer.interval())

    def cancel(self) -> None:
        """Want no answer."""
        self._cancel_job()
        self._timer.stop()
        self._request = None

    def close(self) -> None:
        """Discard all results from now on; a running job is cancelled and not waited for."""
        self._closed = True
        self._cancel_job()
        self._timer.stop()
        self._job = None

    def handle_result(self, answer: A) -> None:
        self.result_ready.emit(answer)

    def handle_error(self, failure: Exception) -> None:
        """Raise the error of a job: it is a bug and must not be lost."""
        raise failure

    def _start(self) -> None:
        if self._job is None and not self._closed and self._request is not None:
            self._job = _Job(self._function, self._request, self._generation)
            _running[self._job] = self._job.cancel_token
            _thread_pool(self._pool_name).start(self._job.run)

    def _cancel_job(self) -> None:
        self._generation += 1
        if self._job is not None:
            self._job.cancel_token.cancel()

    def _on_finished(self, job: _Job[Q, A], answer: A, failure: Exception | None) -> None:
        if job is not self._job:
            return
        self._job = None
        if job.generation != self._generation:
            if self._request is not None and not self._timer.isActive():
                self._start()
            return
        self._request, self.seconds = None, job.seconds
        if failure is not None:
            self.handle_error(failure)
        else:
            self.handle_result(answer)
