"""An experiment that is carried out beside the window: a thread takes the matches in, its workers play them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from studio.core.game import Json
from studio.core.text import _
from studio.documents.files import DocumentError
from studio.gui.lab.beside import Beside
from studio.lab.crew import Lost
from studio.lab.experiment import Experiment, checked
from studio.lab.listing import Listing
from studio.lab.report.plain import plain
from studio.lab.run import Phase, Progress, Run
from studio.lab.tallies import Faulty

EVERY = 0.5
"""Seconds between two looks at what has come in."""
KEPT = 10.0
"""Seconds after which what has come in is kept, so that little is lost with the program."""


class News(NamedTuple):
    """What has come in by now; `report` is the whole of it as plain data, None before the first match."""

    progress: Progress
    report: Json | None


def hired(experiment: Experiment) -> Run:
    """The run of an experiment with workers of its own, none of them in this process. Raises `Lost`."""
    return Run(experiment, apart=True)


class Working(Beside):
    """Carries one experiment out after another.

    `told(News)` comes about twice a second and at the end; `kept` when what came in was kept.
    """

    kept = Signal()

    def __init__(self, parent: QObject | None = None, begin: Callable[[Experiment], Run] = hired) -> None:
        super().__init__(parent)
        self._begin = begin
        self._run: Run | None = None
        self._keep: Callable[[Json], bool] = lambda _report: False
        self.experiment: Experiment | None = None
        """The last one that was asked for."""
        self.is_lost = False
        """Whether it ended since nobody was left to play."""
        self._is_cancelled = False

    def start(self, experiment: Experiment, keep: Callable[[Json], bool]) -> None:
        """Carry it out; workers are hired in the thread of the work, since a cluster may take its time to answer.

        `keep` takes reports now and then and says whether it kept them; it is called in the thread of
        the work, and may raise `DocumentError`.

        Raises `ValueError` or `Faulty` with a sentence if it cannot be carried out.
        """
        self.experiment, self._run, self._keep = checked(experiment), None, keep
        self._carry_on()

    def go_on(self, *, here: bool) -> None:
        """After nobody was left: play the matches that are still to be played, `here` or again where it was."""
        assert self.is_lost and self.experiment is not None
        if here:
            self.experiment = replace(self.experiment, scheduler="")
        self._carry_on()

    def _carry_on(self) -> None:
        experiment, before = self.experiment, self._run
        assert experiment is not None
        self._is_cancelled = self.is_lost = False
        self.begin(lambda: self._work(experiment, before))

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

    @property
    def listing(self) -> Listing | None:
        """The matches of the run one by one, as far as they came in; None before there is one."""
        return self._run.listing if self._run is not None else None

    def _work(self, experiment: Experiment, before: Run | None) -> None:
        last = monotonic()
        try:
            run = self._begin(experiment)
            if before is not None:
                run.take_over(before)
            self._run = run
            if self._is_cancelled:
                run.cancel()
            for progress in run.steps(EVERY):
                is_over = progress.phase in (Phase.FINISHED, Phase.STOPPED)
                report = plain(run) if progress.matches else None
                if report is not None and (is_over or monotonic() - last >= KEPT):
                    self._keep_now(report)
                    last = monotonic()
                self.told.emit(News(progress, report))
        except (Faulty, Lost) as problem:
            self.is_lost = isinstance(problem, Lost)
            if (lost := self._run) is not None and lost.progress().matches:
                report = plain(lost)
                self._keep_now(report)
                self.told.emit(News(lost.progress(), report))
            raise

    def _keep_now(self, report: Json) -> None:
        try:
            if self._keep(report):
                self.kept.emit()
        except DocumentError as problem:
            self.failed.emit(_("The result could not be kept: {reason}").format(reason=problem))
