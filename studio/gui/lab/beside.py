"""Work beside the window: a thread at a time, whose news come in the thread of the window."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from threading import Thread

from PySide6.QtCore import QObject, Qt, Signal

from studio.core.game import IllegalAction, Unplayable
from studio.lab.crew import Lost
from studio.lab.tallies import Faulty

FAREWELL = 5.0
"""Seconds that a page waits for its workers when it goes."""


class Beside(QObject):
    """Does one thing after another beside the window. All its signals come in the thread of the window.

    `told` now and then; `failed(sentence)` when it cannot be done; `ended` when it is over, whatever happened.
    """

    told = Signal(object)
    failed = Signal(str)
    broken = Signal(object)
    ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread: Thread | None = None
        self.is_busy = False
        self.broken.connect(self._raise, Qt.ConnectionType.QueuedConnection)

    def begin(self, job: Callable[[], None]) -> None:
        """Do this in a thread of its own."""
        assert not self.is_busy, "one thing at a time"
        if self._thread is not None:
            self._thread.join(FAREWELL)
        self.is_busy = True
        self._thread = Thread(target=self._do, args=(job,), name=type(self).__name__, daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        """Bring what is going on to its end soon."""
        raise NotImplementedError

    def close(self) -> None:
        """Stop, and see the workers off."""
        self.cancel()
        if self._thread is not None:
            self._thread.join(FAREWELL)

    def _do(self, job: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the page may be gone before its last news
            try:
                job()
            except (Faulty, Lost, Unplayable, IllegalAction) as problem:
                self.failed.emit(str(problem))
            except Exception as problem:  # a bug: raised again in the window's thread, so that it is not lost
                self.broken.emit(problem)
            self.is_busy = False
            self.ended.emit()

    def _raise(self, problem: Exception) -> None:
        raise problem
