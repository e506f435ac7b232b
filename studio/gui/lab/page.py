"""The Lab page: the experiment at the left, its progress above, the results in the middle."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QStackedWidget, QWidget

from studio.core.game import IllegalAction, Json, LayoutNotPlayable
from studio.core.problems import Severity
from studio.core.text import _, translated_name
from studio.documents.files import DocumentError
from studio.documents.store import Record
from studio.gui.lab.choices import COUNT, ComparisonState, ExperimentCard
from studio.gui.lab.heatmap import HeatmapCard
from studio.gui.lab.improve import ImproveView
from studio.gui.lab.match_table import MatchesCard, MatchLoader
from studio.gui.lab.passport import IdleWatch, PassportView
from studio.gui.lab.results import Summary
from studio.gui.lab.run_bar import RunBar
from studio.gui.lab.runner import ExperimentRunner, ReportExporter, RunUpdate, make_run
from studio.gui.lab.series import SeriesRunner, SeriesView
from studio.gui.lab.variations import VariationsView
from studio.gui.page import OpenDocument, Page, PageMenu
from studio.gui.widgets import EmptyState, PlainButton, ScrollArea, hbox, vbox
from studio.gui.widgets.actions import Keys, make_action, set_action_enabled
from studio.gui.widgets.collapsible import CollapsibleHost, PanelSlot
from studio.gui.widgets.inputs import Segmented
from studio.lab.checkpoint import find_checkpoint
from studio.lab.improve import Improvement
from studio.lab.jobs import CustomStatsError, StatsSource
from studio.lab.passport.data import Cell, Passport, comparison_note, stored_passport
from studio.lab.report.findings import IMPROVE, MORE_MATCHES, OPEN_RECORD, RUN_AGAIN, SHOW_MAP, findings
from studio.lab.result_store import StoredResult, last_measured_board, load_results, now, save_result
from studio.lab.run import (
    Experiment,
    Phase,
    Progress,
    Run,
    RunState,
    layout_hash,
    make_pool,
    make_side,
    prepare_experiment,
)
from studio.lab.statistics import Matches
from studio.services.loading import LoadedLayout, parse_layout, to_layout

# The commands of the Lab.


class LabActions:
    """The actions of a page; their shortcuts work while the focus is inside it."""

    def __init__(self, page: LabPage) -> None:
        self._page = page
        self.run = self._make("run", _("&Run experiment"), "play", page.run, "F9")
        self.pause = self._make("pause", _("&Pause or resume"), "pause", page.toggle, "Shift+F9")
        self.cancel = self._make("cancel", _("&Stop"), "stop", page.cancel, "Ctrl+Shift+F9")
        self.report = self._make("report", _("Repor&t…"), "book", page.write_report)
        self.export = self._make("export", _("&Export…"), "export", page.export_data)
        self.improve = self._make("improve", _("Improve &fairness…"), "wand", page.show_improve)
        self.sort = self._make("sort", _("Sort by next &column"), "list", page.sort_spaces)

    def _make(self, name: str, words: str, icon: str, slot: Callable[[], object], *keys: Keys) -> QAction:
        return make_action(self._page, f"lab.{name}", words, icon, keys, slot, within=True)

    def menus(self) -> list[PageMenu]:
        course, result = [self.run, self.pause, self.cancel], [self.report, self.export]
        return [PageMenu(_("La&b"), [*course, None, *result, None, self.improve, None, self.sort])]

    def update_state(self, *, is_going: bool, has_report: bool) -> None:
        set_action_enabled(self.run, not is_going, _("An experiment is running."))
        for action in (self.pause, self.cancel):
            set_action_enabled(action, is_going, _("No experiment is running."))
        for action in (self.report, self.export, self.sort):
            set_action_enabled(action, has_report, _("No matches played yet"))


# The page.

GAP = 10
FOLD_WIDTH = 1100  # pixels; on a narrower page the experiment is collapsed
FAIRNESS, SPACES, MATCHES, IMPROVE_VIEW, VARIATIONS, PASSPORT = (
    "fairness", "spaces", "matches", "better", "variations", "passport"
)  # fmt: skip


class LabPageState(NamedTuple):
    """The state of a page without that of its runner."""

    comparison: ComparisonState
    tallies: Sequence[StatsSource]


class LabPage(Page):
    """Experiments on the layout of an editor."""

    icon_name = "dice"
    manual_key = "lab"

    def __init__(
        self, editor: Page, begin: Callable[[Experiment], Run] = make_run, *, predecessor: LabPage | None = None
    ) -> None:
        """`begin` makes the run of an experiment; `predecessor`: the page whose runs this one continues."""
        super().__init__()
        self._editor = editor
        drawn = editor.edited_layout()
        assert drawn is not None, "a laboratory is about a layout"
        self._opened = drawn
        self.played_layouts: tuple[LoadedLayout, ...] = ()  # layouts of the run, as they were when it started
        self.report: Json | None = None
        self._run_number = 0  # number of the last experiment on this layout
        self._phase, self._is_running, self._is_saved = Phase.READY, False, False
        self._progress: Progress | None = None
        self._passport: Passport | None = None
        self._is_idle_run = False  # whether the run was started because nobody used the program
        self._stopped: Experiment | None = None  # of the run that is shown, if the rest can be played
        self._stopped_state: RunState | None = None
        if predecessor is None:
            self.runner = ExperimentRunner(self, begin)
            self.improve_runner, self.variations_runner = SeriesRunner(self), SeriesRunner(self)
            self.report_exporter, self.match_loader = ReportExporter(self), MatchLoader(self)
        else:
            self._take_over(predecessor)
        self.lab_actions = LabActions(self)
        self._build()
        self._connect()
        if predecessor is None:
            self._show_stored()
        else:
            for own, other in zip(self.series, predecessor.series, strict=True):
                own.take_over(other)
        self._update_actions()
        self.report_exporter.written.connect(self.message)
        self.match_loader.loaded.connect(self._open_record)
        self.runner.updated.connect(self._run_updated)
        self.runner.saved.connect(self._result_saved)
        self.runner.failed.connect(self.run_bar.show_message)
        self.runner.finished.connect(self._run_finished)
        self._editor.changed.connect(self._layout_changed)

    def _take_over(self, other: LabPage) -> None:
        self.runner = other.runner
        self.improve_runner, self.variations_runner = other.improve_runner, other.variations_runner
        self.report_exporter, self.match_loader = other.report_exporter, other.match_loader
        self._opened, self.played_layouts, self.report = other._opened, other.played_layouts, other.report
        self._run_number, self._progress = other._run_number, other._progress
        self._phase, self._is_running, self._is_saved = other._phase, other._is_running, other._is_saved
        self._stopped, self._stopped_state = other._stopped, other._stopped_state

    def live_objects(self) -> Sequence[QObject]:
        runners = self.runner, self.improve_runner, self.variations_runner
        return *runners, self.report_exporter, self.match_loader

    def successor(self, replaced: Mapping[Page, Page]) -> LabPage:
        return LabPage(replaced[self._editor], predecessor=self)

    def _open_record(self, record: Record) -> None:
        self.request.emit(OpenDocument(record))

    def view_state(self) -> LabPageState:
        return LabPageState(self.choices.comparison_state(), self.choices.tallies())

    def restore_view_state(self, state: object) -> None:
        assert isinstance(state, LabPageState)
        self.choices.restore_state(state.comparison, state.tallies)
        if self._progress is not None:
            self.run_bar.show_progress(self._progress)
        elif self.report is not None:
            self.run_bar.show_stored(self.report)
        self._show_number()
        self._layout_changed()
        self._show_view()
        self._offer_resume()

    def _build(self) -> None:
        self.choices = ExperimentCard(self._opened)
        self.run_bar = RunBar()
        texts = (_("Fairness"), _("Spaces"), _("Matches"), _("Improve"), _("Variations"), _("Passport"))
        keys = (FAIRNESS, SPACES, MATCHES, IMPROVE_VIEW, VARIATIONS, PASSPORT)
        self.views = Segmented([*zip(keys, texts, strict=True)])
        self.views.setAccessibleName(_("View"))
        self.summary, self.spaces, self.improve_view = Summary(), HeatmapCard(), ImproveView(self.improve_runner)
        self.matches, self.passport_view = MatchesCard(self.match_loader), PassportView()
        self.variations_view = VariationsView(self.variations_runner)
        for action, icon in ((self.lab_actions.report, "book"), (self.lab_actions.export, "export")):
            self.summary.findings.add_action(action, icon)
        nothing = EmptyState(
            "dice",
            _("Fairness test"),
            _(
                "Bots play many matches on this board. The results show how often each seat wins, how "
                "long matches take and which spaces matter."
            ),
        )
        self.first_run = PlainButton(_("Run"), "play", small=True)  # the form may be folded away
        self.first_run.clicked.connect(self.run)
        nothing.row.addWidget(self.first_run)
        self.stack = QStackedWidget()
        area = ScrollArea(self.summary, name=_("Fairness"))
        self.passport_area = ScrollArea(self.passport_view, name=_("Passport"))
        self.series = self.improve_view, self.variations_view
        for widget in (nothing, area, self.spaces, self.matches, *self.series, self.passport_area):
            self.stack.addWidget(widget)
        holder = QWidget()
        row = hbox(parent=holder, spacing=GAP)
        slot = PanelSlot(self.choices)
        row.addWidget(slot)
        middle = vbox(self.run_bar, spacing=GAP)
        middle.addWidget(self.views, 0, Qt.AlignmentFlag.AlignLeft)
        middle.addWidget(self.stack, 1)
        row.addLayout(middle, 1)
        self.folding = CollapsibleHost("lab", holder, FOLD_WIDTH, "experiment", gap=GAP)
        self.folding.add("experiment", slot, _("Experiment"), "sliders", at_right=False)
        vbox(self.folding, parent=self, margins=(GAP, GAP, GAP, GAP))
        self.setFocusProxy(self.choices.run)

    def _connect(self) -> None:
        self.choices.run_requested.connect(self.run)
        self.run_bar.pause_requested.connect(self.pause)
        self.run_bar.cancel_requested.connect(self.cancel)
        self.run_bar.resume_requested.connect(self.resume_stopped)
        self.views.chosen.connect(lambda _key: self._show_view())
        for view in self.series:
            view.start_requested.connect(partial(self._start_series, view))
        self.improve_view.open_requested.connect(self._open_improved)
        self.variations_view.shown.connect(self._offer_variables)
        self.summary.findings.step_requested.connect(self._step)
        self.choices.comparison_changed.connect(self._show_view)
        self.passport_view.measure_requested.connect(self.measure)
        self.passport_view.improve_requested.connect(self._improve_cell)
        self.passport_view.compare_requested.connect(self.compare)
        self.passport_view.message.connect(self.message)
        self.idle_watch = IdleWatch(self)
        self.passport_view.when_idle.toggled.connect(self.idle_watch.switch)
        self.idle_watch.idle.connect(self._measure_idle)
        self.idle_watch.used.connect(self._stop_idle)

    # what the window asks

    def title(self) -> str:
        return _("Lab · {name}").format(name=self._editor.title())

    def belongs_to(self, page: Page) -> bool:
        return page is self._editor

    def can_save(self) -> bool:
        return False

    def menus(self) -> list[PageMenu]:
        return self.lab_actions.menus()

    def about_to_close(self) -> bool:
        self.idle_watch.switch(False)
        self.runner.close()
        self.improve_runner.close()
        self.variations_runner.close()
        self.match_loader.close()
        self.report_exporter.cancel()
        return True

    # running

    def run(self) -> None:
        """Start the experiment with the current options and the current layout, or what the view is about."""
        if self.views.current() == PASSPORT:
            self.passport_view.measure()
        elif self.views.current() == VARIATIONS:
            self._start_series(self.variations_view)
        else:
            self._run(is_continued=False)

    def _run(self, *, is_continued: bool) -> None:
        """Start the experiment as it is chosen, or continue its run if one is saved."""
        drawn = self._editor.edited_layout()
        if self._is_running or drawn is None:
            return
        with self._reporting(self.run_bar.show_message):
            experiment = prepare_experiment(self.choices.experiment(drawn))
            self._start(experiment, drawn, find_checkpoint(experiment) if is_continued else None)
            self._opened, self.played_layouts = drawn, tuple(self.choices.layouts(drawn))

    @contextlib.contextmanager
    def _reporting(self, show: Callable[[str], None]) -> Iterator[None]:
        """Show why an experiment cannot be started."""
        try:
            yield
        except LayoutNotPlayable as trouble:
            first = next(problem for problem in trouble.problems if problem.severity is Severity.ERROR)
            show(_("The layout cannot be played yet: {reason}").format(reason=first.message))
        except (IllegalAction, ValueError, CustomStatsError) as problem:
            show(str(problem))

    def measure(self, cell: Cell) -> None:
        """Play matches for a cell of the passport: go on with its newest run, or start one with a new seed."""
        drawn = self._editor.edited_layout()
        if self._is_running or drawn is None or self._passport is None:
            return
        if self._passport.is_outdated:  # what was measured is about another board
            cell = Cell(cell.seats, cell.bot)
        with self._reporting(self.run_bar.show_message):
            experiment = Experiment(
                (make_side(drawn, cell.seats, self._passport.options),),
                cell.seats,
                (cell.bot,) * cell.seats,
                stop=cell.next_stop(),
                seed=next(seed for seed in count(self.choices.seed.value()) if seed not in cell.seeds),
                workers=self.choices.workers.value(),
                scheduler=self.choices.cluster.text().strip(),
            )
            saved = None
            if cell.runs and isinstance(experiment.stop, Matches):
                newest = cell.runs[0].report
                total = Matches(newest["matches"] + experiment.stop.count)
                longer = prepare_experiment(replace(experiment, stop=total, seed=newest["seed"]))
                if (saved := find_checkpoint(longer)) is not None:
                    experiment = longer
            self._start(experiment, drawn, saved)
            self._opened, self.played_layouts = drawn, (drawn,)
            return
        self._show_view()  # with the message

    def _measure_idle(self) -> None:
        """Measure the next open cell while nobody uses the program and nothing else runs."""
        is_busy = self._is_running or self.improve_runner.is_busy or self.variations_runner.is_busy
        if not is_busy and self._passport is not None:
            cell = self._passport.next_cell()
            self._is_idle_run = cell is not None
            if cell is not None:
                self.measure(cell)

    def _stop_idle(self) -> None:
        if self._is_idle_run and self._is_running:
            self.cancel()
        self._is_idle_run = False

    def compare(self, runs: Sequence[StoredResult]) -> None:
        """Show two stored runs side by side, the one with fewer seats first."""
        if self._is_running:
            return
        first, second = sorted(runs, key=lambda run: run.report["experiment"]["seats"])
        sides = [run.report["sides"][0] for run in (first, second)]
        self.report = {**first.report, "sides": sides, "difference": None, "skill": None}
        self.played_layouts = tuple(parse_layout(run.layouts[0]) for run in (first, second))
        self.views.set_current(FAIRNESS)
        self._show_view()
        self.run_bar.show_stored(self.report)
        self.run_bar.show_message(comparison_note((first, second)))
        self._update_actions()

    def _improve_cell(self, cell: Cell) -> None:
        """Prepare the search for a fairer layout with the seats and bots of a cell."""
        self.choices.seats.set_current(str(cell.seats))
        for choice in self.choices.bots:
            choice.set_current(cell.bot)
        self.choices.seats.chosen.emit(str(cell.seats))
        self.show_improve()

    def _start(self, experiment: Experiment, drawn: LoadedLayout, state: RunState | None) -> None:
        """Start an experiment on the layout of the editor, or continue it. Raises as `ExperimentRunner.start` does."""
        layouts = [side.layout for side in experiment.sides]
        number = self._run_number + (state is None)
        self.runner.start(experiment, lambda report: save_result(report, layouts, drawn.path, number), state)
        self.report, self._is_saved, self._progress, self._run_number = None, False, None, number
        self._stopped = None
        self._show_number()
        self.summary.figures.clear()
        self._begin(state.matches if state is not None else 0)

    def resume_stopped(self, here: bool) -> None:
        """Play the rest of a run that stopped, or whose workers were lost: on this computer or on the same workers."""
        drawn, experiment = self._editor.edited_layout(), self._stopped
        if not self._is_running and drawn is not None and experiment is not None:
            self._start(replace(experiment, scheduler="") if here else experiment, drawn, self._stopped_state)

    def _begin(self, played: int) -> None:
        self.run_bar.show_started(played)
        self._phase, self._is_running = Phase.RUNNING, True
        self._update_actions()

    def pause(self, on: bool) -> None:
        """Pause, or continue."""
        if on:
            self.runner.pause()
        else:
            self.runner.resume()

    def toggle(self) -> None:
        self.pause(self._phase is not Phase.PAUSED)

    def cancel(self) -> None:
        self.runner.cancel()

    def _run_updated(self, news: RunUpdate) -> None:
        self._phase, self._progress = news.progress.phase, news.progress
        self.run_bar.show_progress(news.progress)
        if news.report is not None:
            self.report = news.report
            if self._passport is not None and self.runner.experiment is not None:
                layouts = tuple(side.layout for side in self.runner.experiment.sides)
                self._passport = self._passport.with_run(StoredResult(news.report, layouts, self._run_number, now()))
            self._show_view()
        self._update_actions()

    def _result_saved(self) -> None:
        self._is_saved = True
        if self._passport is not None and self._passport.is_outdated:
            self._passport = None
        self._editor.reload_lab_data()

    def _run_finished(self) -> None:
        """Allow the next experiment, since the workers have ended."""
        self._is_running = False
        self._show_view()
        if self._phase in (Phase.RUNNING, Phase.PAUSED):  # nothing could be played
            self._phase = Phase.STOPPED
            self.run_bar.reset()
        if self.runner.is_lost or (self._phase is Phase.STOPPED and self.report is not None):
            self._stopped, self._stopped_state = self.runner.experiment, self.runner.state
        self._offer_resume()
        self._update_actions()

    def _offer_resume(self) -> None:
        """Offer to play the rest of a run that stopped."""
        if self._stopped is not None:
            self.run_bar.offer_resume(is_lost=self.runner.is_lost, elsewhere=bool(self._stopped.scheduler))

    def _show_stored(self) -> None:
        """Show the stored result of the board as it is, or else as it was last measured."""
        path = self._opened.path
        before = load_results(last_measured_board(path)) if path is not None else []
        found = load_results(layout_hash(to_layout(self._opened))) or before
        if found:
            self.report, self._is_saved = found[0].report, True
            self._run_number = max(result.number for result in (*found, *before))
            self._show_number(found[0].number)
            self.played_layouts = tuple(map(parse_layout, found[0].layouts))
            self._opened = self.played_layouts[0]
            self.choices.show_experiment(self.report, self.played_layouts)
            self.run_bar.show_stored(self.report)
            self._show_view()
            self._layout_changed()
            self._find_stopped()

    def _find_stopped(self) -> None:
        """Offer to resume the stored run that is shown if it did not finish and has a checkpoint."""
        if self.report is None or self.report["state"] == Phase.FINISHED.value:
            return
        with self._reporting(self.run_bar.show_message):  # damaged, or of another version
            experiment = prepare_experiment(self.choices.experiment(self._opened))
            if (saved := find_checkpoint(experiment)) is not None:
                self._stopped, self._stopped_state = experiment, saved
        self._offer_resume()

    def _show_number(self, number: int = 0) -> None:
        number = number or self._run_number
        self.choices.set_note(_("Run {number}").format(number=number) if number else " ")

    def _step(self, step: str, target: str) -> None:
        """Take the next step that a finding suggests."""
        if step == MORE_MATCHES:
            self.choices.stop.set_current(COUNT)
            self.choices.stop.chosen.emit(COUNT)
            played = self.report["matches"] if self.report is not None else 0
            self.choices.count.set_value(played + int(target))
        if step in (MORE_MATCHES, RUN_AGAIN):
            self._run(is_continued=step == MORE_MATCHES)
        elif step == IMPROVE:
            self.show_improve()
        elif step == SHOW_MAP:
            self.views.set_current(SPACES)
            self._show_view()
            self.spaces.show_kind(target)
        elif step == OPEN_RECORD:
            self._open_failed()

    def _open_failed(self) -> None:
        """Show the first match that broke a rule, as far as it came."""
        listing, experiment = self.runner.match_list, self.runner.experiment
        lines = listing.rows if listing is not None else []
        line = next((line for line in lines if line.failure is not None), None)
        if line is None or experiment is None:
            self.run_bar.show_message(
                _("The record of this match was not stored. Run again with the same seed to get it.")
            )
        else:
            self.match_loader.load(experiment, line)

    # what to do with a result

    def write_report(self) -> None:
        if self.report is not None:
            self.report_exporter.export_page(self.report, self.played_layouts)

    def export_data(self) -> None:
        is_series = self.views.current() == VARIATIONS
        reports = self.variations_view.reports() if is_series else [self.report] if self.report is not None else []
        if reports:
            self.report_exporter.export_data(reports)

    def sort_spaces(self) -> None:
        self.views.set_current(SPACES)
        self._show_view()
        self.spaces.sort_by_next()

    def show_improve(self) -> None:
        self.views.set_current(IMPROVE_VIEW)
        self._show_view()
        self.improve_view.begin.setFocus()

    def _start_series(self, view: SeriesView) -> None:
        """Look for a fairer layout, or play variations, with the experiment as it is chosen."""
        drawn = self._editor.edited_layout()
        if drawn is None or view.is_running:
            return
        if self._is_running:
            view.show_error(_("An experiment is running. Stop it, or wait until it ends."))
            return
        with self._reporting(view.show_error):
            plan = prepare_experiment(self.choices.experiment(drawn))
            view.start(drawn, plan, partial(make_pool, plan.workers, plan.scheduler, isolated=True))

    def _offer_variables(self) -> None:
        if (drawn := self._editor.edited_layout()) is not None:
            self.variations_view.offer(drawn)

    def _open_improved(self, found: Improvement) -> None:
        with contextlib.suppress(DocumentError):  # without them it is the same layout
            planned = {**found.report["experiment"], "selected": True}  # the passport does not count what was selected
            save_result({**found.report, "experiment": planned}, [to_layout(found.opened)], None)
        self.request.emit(OpenDocument(found.opened))

    # what is shown

    def _show_view(self) -> None:
        """Update the view that is shown; the others are updated when they are shown."""
        is_passport = self.views.current() == PASSPORT
        self.folding.show_panels(not is_passport)
        self.run_bar.setVisible(not is_passport or self._is_running or not self.run_bar.note.isHidden())
        if is_passport:
            self._show_passport()
            self.stack.setCurrentWidget(self.passport_area)
        elif self.views.current() == IMPROVE_VIEW:
            self.stack.setCurrentWidget(self.improve_view)
        elif self.views.current() == VARIATIONS:
            self.stack.setCurrentWidget(self.variations_view)
        elif self.report is None:
            self.stack.setCurrentIndex(0)
        elif self.views.current() == SPACES:
            self.spaces.show_report(self.report, self.played_layouts)
            self.stack.setCurrentWidget(self.spaces)
        elif self.views.current() == MATCHES:
            self.matches.show_matches(self.runner.experiment, self.runner.match_list)
            self.stack.setCurrentWidget(self.matches)
        else:
            has_other = len(self.choices.layouts(self._opened)) > 1
            self.summary.show_report(
                self.report, findings(self.report, has_other=has_other), self._is_running, self._is_saved
            )
            self.stack.setCurrentIndex(1)

    def _show_passport(self) -> None:
        """Show the passport with the options of the form; it is read again if these or the layout have changed."""
        drawn = self._editor.edited_layout()
        if drawn is None:
            return
        options = drawn.game.info.defaults() | self.choices.variants.options()
        if self._passport is None or self._passport.options != options:
            self._passport = stored_passport(drawn, options)
        self.passport_view.show_passport(self._passport, drawn, self._is_running)

    def _layout_changed(self) -> None:
        """Warn that the result is about an older version of the layout."""
        drawn = self._editor.edited_layout()
        if drawn is None:
            return
        self.choices.show_name(translated_name(drawn.layout.name))
        if self._passport is not None and self._passport.board != layout_hash(to_layout(drawn)):
            self._passport = None
        if self.played_layouts:
            is_stale = drawn.body != self._opened.body
            self.run_bar.show_message(_("The layout has changed since this run began.") if is_stale else "")
        self.changed.emit()

    def _update_actions(self) -> None:
        is_going = self._is_running
        self.lab_actions.update_state(is_going=is_going, has_report=self.report is not None)
        self.choices.run.setEnabled(not is_going)
        self.first_run.setEnabled(not is_going)
        self.choices.run.set_text(_("Run again") if self.report is not None else _("Run"))
