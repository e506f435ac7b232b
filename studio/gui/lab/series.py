"""Series of experiments on a worker thread, and the view of one: its settings, its progress, its results."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtWidgets import QWidget

from studio.core.text import _
from studio.gui import widgets as w
from studio.gui.lab.run_bar import Bar
from studio.gui.lab.runner import WorkerThread
from studio.lab.improve import Improver, SearchStage
from studio.lab.run import Experiment
from studio.lab.series import Sweep, SweepStage
from studio.lab.worker_pool import WorkerPool
from studio.services.loading import LoadedLayout

MIN_WIDTH = 720  # pixels of the view, below which the form of the experiment is folded


Series = Improver | Sweep
Stage = SearchStage | SweepStage


class SeriesRunner(WorkerThread):
    """Runs one series after another; `updated` carries its stages."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._series: Series | None = None
        self._is_cancelled = False

    def start(self, make: Callable[[WorkerPool], Series], make_workers: Callable[[], WorkerPool]) -> None:
        """Start the series that `make` returns. Both are called in its thread; they may raise `NoWorkersError`."""
        self._is_cancelled, self._series = False, None
        self.start_job(lambda: self._work(make, make_workers))

    def cancel(self) -> None:
        self._is_cancelled = True
        if self._series is not None:
            self._series.cancel()

    def _work(self, make: Callable[[WorkerPool], Series], make_workers: Callable[[], WorkerPool]) -> None:
        crew = make_workers()
        try:
            self._series = series = make(crew)
            if self._is_cancelled:
                return
            for stage in series.steps():
                self.post(self.updated.emit, stage)
        finally:
            crew.close()


class SeriesView(QWidget):
    """Subclasses put fields into `settings`, which are disabled during a series, and results into `column`."""

    start_requested = Signal()

    def __init__(self, runner: SeriesRunner, title: str, begin: str, icon: str) -> None:
        super().__init__()
        self.runner = runner
        self.is_running, self._has_message = False, False
        self.stage: Stage | None = None
        card = w.Card(title, " ")
        self.settings, self.status_label, self.bar = QWidget(), w.text_label("", "second", 13, wrap=True), Bar()
        self.begin = w.PrimaryButton(begin, icon, act=self.start_requested)
        self.stop = w.PlainButton(_("Cancel"), "stop", act=runner.cancel)
        card.body.addWidget(self.settings)
        card.body.addLayout(w.hbox((self.status_label, 1), self.stop, self.begin, spacing=10))
        card.body.addWidget(self.bar)
        room = QWidget()
        self.column = w.vbox(parent=room, spacing=8, margins=(0, 0, 6, 0))
        card.body.addWidget(w.ScrollArea(room, name=title), 1)
        w.vbox(card, parent=self)
        runner.updated.connect(self.show_stage)
        runner.failed.connect(self.show_error)
        runner.finished.connect(self._series_finished)

    def minimumSizeHint(self) -> QSize:
        return QSize(MIN_WIDTH, super().minimumSizeHint().height())

    def take_over(self, other: SeriesView) -> None:
        """Go on showing what another view of the same runner shows."""
        self.is_running = other.is_running
        self.update_controls()
        if other.stage is not None:
            self.show_stage(other.stage)
            if not self.is_running:
                self.status_label.setText(self.final_text())

    def start(self, opened: LoadedLayout, plan: Experiment, make_workers: Callable[[], WorkerPool]) -> None:
        """Start with this layout and the settings of an experiment. Raises `ValueError`."""
        make = self.make_series(opened, plan)
        self.is_running, self._has_message, self.stage = True, False, None
        self.clear()
        self.update_controls()
        self.runner.start(make, make_workers)

    def show_error(self, words: str) -> None:
        self._has_message = True
        self.status_label.setText(words)

    def show_stage(self, stage: Stage) -> None:
        self.stage = stage
        self.status_label.setText(stage.text)
        self.bar.set_progress(stage.share, False)

    def update_controls(self) -> None:
        self.begin.setEnabled(not self.is_running)
        self.stop.setVisible(self.is_running)
        self.bar.setVisible(self.is_running)
        self.bar.set_progress(0, False)
        self.settings.setEnabled(not self.is_running)

    def _series_finished(self) -> None:
        self.is_running = False
        self.update_controls()
        if not self._has_message:
            self.status_label.setText(self.final_text())

    def make_series(self, opened: LoadedLayout, plan: Experiment) -> Callable[[WorkerPool], Series]:
        """A function that makes the series as it is chosen; subclasses implement it. Raises `ValueError`."""
        raise NotImplementedError

    def clear(self) -> None:
        """Remove the results of the last series."""

    def final_text(self) -> str:
        """The sentence after a series."""
        return _("Stopped without a result.")
