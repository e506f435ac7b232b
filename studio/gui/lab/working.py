"""An experiment that is carried out beside the window: a thread takes the matches in, its workers play them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from threading import Thread
from time import monotonic
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, Signal

from studio.core.game import Json
from studio.core.text import _
from studio.documents.files import DocumentError
from studio.documents.record import Record
from studio.lab.crew import Lost
from studio.lab.experiment import Experiment, checked
from studio.lab.report.plain import plain
from studio.lab.run import Phase, Progress, Run
from studio.lab.tallies import Faulty

EVERY = 0.5
"""Seconds between two looks at what has come in."""
KEPT = 10.0
"""Seconds after which what has come in is kept, so that little is lost with the program."""
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
    `kept` when what came in was kept; `ended` when the workers are gone, whatever happened.
    """

    told = Signal(object)
    failed = Signal(str)
    kept = Signal()
    broken = Signal(object)
    ended = Signal()

    def __init__(self, parent: QObject | None = None, begin: Callable[[Experiment], Run] = hired) -> None:
        super().__init__(parent)
        self._begin = begin
        self._run: Run | None = None
        self._thread: Thread | None = None
        self._is_cancelled = False
        self.broken.connect(self._raise, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether an experiment is going on, paused or not."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, experiment: Experiment, keep: Callable[[Json], bool]) -> None:
        """Carry it out; workers are hired in the thread of the work, since a cluster may take its time to answer.

        `keep` takes reports now and then and says whether it kept them; it is called in the thread of
        the work, and may raise `DocumentError`.

        Raises `ValueError` or `Faulty` with a sentence if it cannot be carried out.
        """
        assert not self.is_busy, "one experiment at a time"
        self._run, self._is_cancelled, is_ready = None, False, checked(experiment)
        self._thread = Thread(target=self._work, args=(is_ready, keep), name="laboratory", daemon=True)
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
        self._is_cancelled = True
        if self._run is not None:
            self._run.cancel()

    def failed_match(self, names: Sequence[str]) -> Record | None:
        """The record of the first match that broke a rule, as far as it came; None when none did."""
        run = self._run
        for side, results in enumerate(run.results if run is not None else ()):
            if run is not None and results.failures:
                return run.experiment.record(side, results.failures[0], names)
        return None

    def close(self) -> None:
        """Stop, and see the workers off."""
        self.cancel()
        if self._thread is not None:
            self._thread.join(FAREWELL)

    def _work(self, experiment: Experiment, keep: Callable[[Json], bool]) -> None:
        with contextlib.suppress(RuntimeError):  # the page may be gone before its last news
            last = monotonic()
            try:
                self._run = run = self._begin(experiment)
                if self._is_cancelled:
                    run.cancel()
                for progress in run.steps(EVERY):
                    is_over = progress.phase in (Phase.FINISHED, Phase.STOPPED)
                    report = plain(run) if progress.matches else None
                    if report is not None and (is_over or monotonic() - last >= KEPT):
                        self._keep(keep, report)
                        last = monotonic()
                    self.told.emit(News(progress, report))
            except (Faulty, Lost) as problem:
                if (lost := self._run) is not None and lost.progress().matches:
                    self._keep(keep, report := plain(lost))
                    self.told.emit(News(lost.progress(), report))
                self.failed.emit(str(problem))
            except Exception as problem:  # a bug: raised again in the window's thread, so that it is not lost
                self.broken.emit(problem)
            self.ended.emit()

    def _keep(self, keep: Callable[[Json], bool], report: Json) -> None:
        try:
            if keep(report):
                self.kept.emit()
        except DocumentError as problem:
            self.failed.emit(_("The result could not be kept: {reason}").format(reason=problem))

    def _raise(self, problem: Exception) -> None:
        raise problem
