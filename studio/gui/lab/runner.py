"""Runs experiments on a worker thread and exports their results."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from studio.core.cancellation import CancelToken
from studio.core.game import IllegalAction, Json, LayoutNotPlayable
from studio.core.text import _, translated_name
from studio.documents.files import DocumentError, write_bytes
from studio.gui.editor.export import ExportSteps, ExportTask
from studio.gui.output.export import check_folder, render_steps
from studio.gui.style.sprites import export_theme
from studio.gui.widgets import Toast
from studio.gui.widgets.dialogs import ask_save_path, save_bytes, show_document_error
from studio.lab.checkpoint import DamagedCheckpointError, steps_with_checkpoints
from studio.lab.jobs import CustomStatsError
from studio.lab.report.data import json_bytes, report_data
from studio.lab.report.export import csv_bytes, parquet_bytes
from studio.lab.report.page import BOARD_WIDTH, report_page
from studio.lab.results import MatchList
from studio.lab.run import Experiment, Phase, Progress, Run, RunState, prepare_experiment
from studio.lab.worker_pool import NoWorkersError
from studio.services.loading import LoadedLayout

# One job at a time on a worker thread.

JOIN_SECONDS = 5.0  # seconds that closing a page waits for its workers
FAILURES = CustomStatsError, DamagedCheckpointError, IllegalAction, LayoutNotPlayable, NoWorkersError


class WorkerThread(QObject):
    """Runs one job after another on a worker thread; its signals are emitted on the GUI thread."""

    updated = Signal(object)
    failed = Signal(str)
    crashed = Signal(object)
    finished = Signal()
    _posted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread: Thread | None = None
        self.is_busy = False
        self._posted.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self.crashed.connect(self._raise, Qt.ConnectionType.QueuedConnection)

    def start_job(self, job: Callable[[], None]) -> None:
        """Do this in a thread of its own."""
        assert not self.is_busy, "one thing at a time"
        if self._thread is not None:
            self._thread.join(JOIN_SECONDS)
        self.is_busy = True
        self._thread = Thread(target=self._run_job, args=(job,), name=type(self).__name__, daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        """Cancel the running job; subclasses implement it."""
        raise NotImplementedError

    def close(self) -> None:
        self.cancel()
        if self._thread is not None:
            self._thread.join(JOIN_SECONDS)

    def post(self, emit: Callable[..., None], *values: object) -> None:
        """In the worker thread: call `emit`, a signal's, in the thread of the window.

        A receiver that is connected by then is called, so that a page may be replaced while a job runs.
        """
        self._posted.emit(partial(emit, *values))

    @staticmethod
    def _deliver(emit: Callable[[], None]) -> None:
        emit()

    def _run_job(self, job: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the page may be gone before its last news
            try:
                job()
            except FAILURES as problem:
                self.post(self.failed.emit, str(problem))
            except Exception as problem:  # a bug: raised again in the window's thread, so that it is not lost
                self.crashed.emit(problem)
            self.is_busy = False
            self.post(self.finished.emit)

    def _raise(self, problem: Exception) -> None:
        raise problem


# Runs experiments.

EVERY = 0.5  # seconds between two updates
SAVE_SECONDS = 10.0  # seconds between two saves of the result


class RunUpdate(NamedTuple):
    """The progress of a run; `report` is None before the first match."""

    progress: Progress
    report: Json | None


def make_run(experiment: Experiment) -> Run:
    """A run with its own workers, none of them in this process. Raises `NoWorkersError`."""
    return Run(experiment, isolated=True)


class ExperimentRunner(WorkerThread):
    """Runs one experiment after another; progress signals come about twice a second."""

    saved = Signal()

    def __init__(self, parent: QObject | None = None, begin: Callable[[Experiment], Run] = make_run) -> None:
        super().__init__(parent)
        self._make_run = begin
        self._run: Run | None = None
        self._save: Callable[[Json], None] = lambda _report: None
        self.experiment: Experiment | None = None  # the last one started
        self.is_lost = False  # whether it ended because all workers were lost
        self._is_cancelled = False

    def start(self, experiment: Experiment, keep: Callable[[Json], None], state: RunState | None = None) -> None:
        """Run an experiment, or continue a run from its state.

        The worker thread connects to the workers, since a cluster may be slow to answer.
        The worker thread passes reports to `keep`, which stores them and may raise `DocumentError`.
        Raises `ValueError` or `CustomStatsError` if the experiment cannot be carried out.
        """
        self.experiment = experiment = prepare_experiment(experiment)
        self._run, self._save = None, keep
        self._is_cancelled = self.is_lost = False
        self.start_job(lambda: self._work(experiment, state))

    @property
    def state(self) -> RunState | None:
        """What the last run has counted."""
        return self._run.state if self._run is not None else None

    def pause(self) -> None:
        """Start no more matches; those that are running are counted."""
        if self._run is not None:
            self._run.pause()

    def resume(self) -> None:
        if self._run is not None:
            self._run.resume()

    def cancel(self) -> None:
        self._is_cancelled = True
        if self._run is not None:
            self._run.cancel()

    @property
    def match_list(self) -> MatchList | None:
        return self._run.match_list if self._run is not None else None

    def _work(self, experiment: Experiment, state: RunState | None) -> None:
        last = monotonic()
        try:
            run = self._make_run(experiment)
            if state is not None:
                run.restore(state)
            self._run = run
            if self._is_cancelled:
                run.cancel()
            for progress in steps_with_checkpoints(run, EVERY, self._checkpoint_failed):
                is_over = progress.phase in (Phase.FINISHED, Phase.STOPPED)
                report = report_data(run) if progress.matches else None
                if report is not None and (is_over or monotonic() - last >= SAVE_SECONDS):
                    self._save_now(report)
                    last = monotonic()
                self.post(self.updated.emit, RunUpdate(progress, report))
        except (CustomStatsError, NoWorkersError) as problem:
            self.is_lost = isinstance(problem, NoWorkersError)
            if (lost := self._run) is not None and lost.progress().matches:
                report = report_data(lost)
                self._save_now(report)
                self.post(self.updated.emit, RunUpdate(lost.progress(), report))
            raise

    def _save_now(self, report: Json) -> None:
        try:
            self._save(report)
            self.post(self.saved.emit)
        except DocumentError as problem:
            self.post(self.failed.emit, _("The result could not be saved: {reason}").format(reason=problem))

    def _checkpoint_failed(self, problem: DocumentError) -> None:
        self.post(self.failed.emit, _("The run cannot be resumed later: {reason}").format(reason=problem))


# Exports a result: an HTML report, or its data.

DATA_KINDS = ("CSV", ".csv"), ("JSON", ".json"), ("Parquet", ".parquet")
PARQUET = "pyarrow"  # library for Parquet; without it the format is not offered


def page_steps(report: Json, layouts: Sequence[LoadedLayout], path: Path) -> ExportSteps:
    """A page with a picture of each board, whole or not at all."""
    theme = export_theme("light", False)
    makes = []
    for opened in layouts:
        board = opened.game.sketch.sketch(opened.body, still=True)
        makes.append((yield from render_steps(board, ".png", BOARD_WIDTH, theme)))

    def write(patience: CancelToken) -> None:
        data = report_page(report, layouts, [make() for make in makes])
        patience.raise_if_cancelled()
        write_bytes(path, data)

    return write


class ReportExporter(QObject):
    """Prompts for a path and writes the report or the data."""

    written = Signal(str)

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._export: ExportTask | None = None

    @property
    def _page(self) -> QWidget:
        page = self.parent()
        assert isinstance(page, QWidget)
        return page

    def export_page(self, report: Json, layouts: Sequence[LoadedLayout]) -> None:
        """Ask for a file and write the report there as a page; when it is there it can be opened."""
        path = ask_save_path(self._page, _("Save report"), _title(report), [(_("Web page"), ".html")])
        if path is None:
            return
        try:
            check_folder(path)
        except DocumentError as error:
            show_document_error(self._page, error, _("The file could not be saved"))
            return
        self.cancel()
        self._export = ExportTask(page_steps(report, layouts, path), self)
        self._export.ended.connect(partial(self._export_finished, path))

    def export_data(self, reports: Sequence[Json]) -> None:
        """Ask for a file and write the figures of one or more reports there."""
        kinds = [kind for kind in DATA_KINDS if kind[1] != ".parquet" or find_spec(PARQUET) is not None]
        writers = {".csv": csv_bytes, ".json": json_bytes, ".parquet": parquet_bytes}
        title, heading = _title(reports[0]), _("Export statistics")
        saved = save_bytes(self._page, heading, title, kinds, lambda ending: writers[ending](*reports))
        if saved:
            self.written.emit(_("Statistics saved as {name}").format(name=saved))

    def cancel(self) -> None:
        if self._export is not None:
            self._export.cancel()
            self._export.deleteLater()
            self._export = None

    def _export_finished(self, path: Path, error: DocumentError | None) -> None:
        self.cancel()
        if error is not None:
            show_document_error(self._page, error, _("The file could not be saved"))
            return
        text = _("Report saved as {name}").format(name=path.name)
        self.written.emit(text)
        Toast(self._page, text, "done", _("Open"), partial(open_file, path), seconds=10)


def open_file(path: Path) -> None:
    """Open a file in the system's default program."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.absolute())))


def _title(report: Json) -> str:
    return _("{layout} report").format(layout=translated_name(report["layout"]) or _("layout"))
