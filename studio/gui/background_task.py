"""Background tasks: functions of the newest subject on worker threads; outdated results are dropped."""

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

DEBOUNCE_MS = 300  # a task starts when its subject has not changed for this time


@cache
def _thread_pool(pool_name: str) -> QThreadPool:
    """Return the pool of one thread with this name. It outlives every page: a pool that is being deleted waits for its
    jobs, and would wait for ever if a job needs the interpreter lock that the deleting thread holds.
    """
    pool = QThreadPool()
    pool.setObjectName(pool_name)
    pool.setMaxThreadCount(1)
    atexit.register(pool.waitForDone)
    atexit.register(_cancel_all)  # runs before the wait
    return pool


_running: dict[object, CancelToken] = {}
"""Jobs that may be running, including those of closed pages."""


def _cancel_all() -> None:
    for token in _running.values():
        token.cancel()


class _ResultSignals(QObject):
    """Passes job, result and error to the GUI thread."""

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
    """One call of a function with its immutable subject.

    Not a `QRunnable`: a pool keeps those for ever unless it deletes them, which may happen before their result is used.
    """

    def __init__(self, function: Callable[[Q, CancelToken], A], subject: Q, generation: int) -> None:
        self._function, self._request = function, subject
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
        except Exception as error:  # raised again on the GUI thread
            failure = error
        self.seconds = perf_counter() - begun
        with contextlib.suppress(RuntimeError):  # the signals may be deleted at exit
            self._signals.finished.emit(self, answer, failure)


class BackgroundTask(QObject, Generic[Q, A]):
    """Calls a function with the newest subject on a worker thread; `result_ready(result)` is emitted for that only.

    `pool_name` names the thread: tasks with different names do not wait for each other. The function is given a token
    that is cancelled when its result is no longer needed.
    """

    result_ready = Signal(object)

    def __init__(
        self,
        function: Callable[[Q, CancelToken], A],
        pool_name: str,
        parent: QObject | None = None,
        pause_ms: int = DEBOUNCE_MS,
    ) -> None:
        super().__init__(parent)
        self._function, self._pool_name = function, pool_name
        self._generation = 0
        self._request: Q | None = None
        self._job: _Job[Q, A] | None = None
        _result_signals().finished.connect(self._on_finished, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self, singleShot=True, interval=pause_ms)
        self._timer.timeout.connect(self._start)
        self._closed = False
        self.seconds = 0.0  # run time of the last job

    @property
    def is_busy(self) -> bool:
        """Whether a job runs, outdated or not."""
        return self._job is not None

    @property
    def is_waiting(self) -> bool:
        """Whether a result is pending."""
        return self._request is not None

    def start(self, subject: Q, immediately: bool = False) -> None:
        """Compute the result for this subject; earlier subjects are dropped."""
        if self._closed:
            return
        self._cancel_job()
        self._request = subject
        self._timer.start(0 if immediately else self._timer.interval())

    def cancel(self) -> None:
        """Drop the pending result."""
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
