"""An experiment that is carried out beside the window: a thread takes the matches in, its workers play them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from threading import Thread
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, Signal

from studio.core.game import Json
from studio.lab.crew import Lost
from studio.lab.experiment import Experiment, checked
from studio.lab.report.plain import plain
from studio.lab.run import Progress, Run
from studio.lab.tallies import Faulty

EVERY = 0.5
"""Seconds between two looks at what has come in."""
FAREWELL = 5.0
"""Seconds that a page waits for its workers when it goes."""


class News(NamedTuple):
    """What has come in by now; `report` is the whole of it as plain data, None before the first match."""

    progress: Progress
    report: Json | None


def hired(experiment: Experiment) -> Run:
    """The run of an experiment with workers of its own, none of them in this process. Raises `Lost`."""
    return Run(experiment, apart=True)


class Working(QObject):
    """Carries one experiment out after another. All its signals come in the thread of the window.

    `told(News)` comes about twice a second and at the end; `failed(sentence)` when nothing can be played;
    `ended` when the workers are gone, whatever happened.
    """

    told = Signal(object)
    failed = Signal(str)
    broken = Signal(object)
    ended = Signal()

    def __init__(self, parent: QObject | None = None, begin: Callable[[Experiment], Run] = hired) -> None:
        super().__init__(parent)
        self._begin = begin
        self._run: Run | None = None
        self._thread: Thread | None = None
        self.broken.connect(self._raise, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether an experiment is going on, paused or not."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, experiment: Experiment) -> None:
        """Carry it out. Raises `ValueError`, `Faulty` or `Lost`, each with a sentence, if that cannot be."""
        assert not self.is_busy, "one experiment at a time"
        self._run = self._begin(checked(experiment))
        self._thread = Thread(target=self._work, args=(self._run,), name="laboratory", daemon=True)
        self._thread.start()

    def pause(self) -> None:
        """Deal no more matches; those that are being played come in."""
        if self._run is not None:
            self._run.pause()

    def resume(self) -> None:
        """Go on after a pause."""
        if self._run is not None:
            self._run.resume()

    def cancel(self) -> None:
        """Stop; what was played is kept."""
        if self._run is not None:
            self._run.cancel()

    def close(self) -> None:
        """Stop, and see the workers off."""
        self.cancel()
        if self._thread is not None:
            self._thread.join(FAREWELL)

    def _work(self, run: Run) -> None:
        with contextlib.suppress(RuntimeError):  # the page may be gone before its last news
            try:
                for progress in run.steps(EVERY):
                    self.told.emit(News(progress, plain(run) if progress.matches else None))
            except (Faulty, Lost) as problem:
                self.failed.emit(str(problem))
            except Exception as problem:  # a bug: raised again in the window's thread, so that it is not lost
                self.broken.emit(problem)
            self.ended.emit()

    def _raise(self, problem: Exception) -> None:
        raise problem
