"""The Lab tab: an experiment on a layout at the left, how far it is above, what it says in the middle."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from studio.core.game import IllegalAction, Json, Unplayable
from studio.core.problems import Severity
from studio.core.text import _, called
from studio.documents.files import DocumentError
from studio.gui.lab.choices import COUNT, ExperimentCard, Others
from studio.gui.lab.heatmap import SpacesCard
from studio.gui.lab.improve import ImproveView, Improving, Searching
from studio.gui.lab.match_table import Fetching, MatchesCard
from studio.gui.lab.results import Summary
from studio.gui.lab.run_bar import Strip
from studio.gui.lab.runner import News, Reports, Working, hired
from studio.gui.page import Page, PageMenu
from studio.gui.style.theme import Theme
from studio.gui.widgets import EmptyState, PlainButton, ScrollArea
from studio.gui.widgets.actions import Keys, make_action, set_usable
from studio.gui.widgets.collapsible import Folding, Slot
from studio.gui.widgets.inputs import Segmented
from studio.lab.findings import AGAIN, IMPROVE, MAP, MORE, RECORD, findings
from studio.lab.improve import Improvement
from studio.lab.jobs import Faulty, Source
from studio.lab.result_store import keep, kept, last_of
from studio.lab.run import Experiment, Phase, Progress, Run, checked, crew_of, layout_hash
from studio.lab.worker_pool import Crew
from studio.services.loading import Opened, opened, to_layout

# Everything in the laboratory that has a name, an icon and a key: one QAction each, for menus and keyboard.


class Doings(Protocol):
    """What the page does as a whole."""

    def run(self) -> None: ...
    def toggle(self) -> None: ...
    def cancel(self) -> None: ...
    def write_report(self) -> None: ...
    def export_figures(self) -> None: ...
    def show_better(self) -> None: ...
    def sort_spaces(self) -> None: ...


class LabActions:
    """The actions of one page. They work while the keyboard's focus is anywhere in their owner."""

    def __init__(self, owner: QWidget, page: Doings) -> None:
        self._owner = owner
        self.run = self._made("run", _("&Run the experiment"), "play", page.run, "F9")
        self.pause = self._made("pause", _("&Pause or go on"), "pause", page.toggle, "Shift+F9")
        self.cancel = self._made("cancel", _("&Stop it"), "stop", page.cancel, "Ctrl+Shift+F9")
        self.report = self._made("report", _("&Report…"), "book", page.write_report)
        self.export = self._made("export", _("&Export…"), "export", page.export_figures)
        self.improve = self._made("improve", _("Improve &fairness…"), "wand", page.show_better)
        self.sort = self._made("sort", _("&Sort the spaces by another column"), "list", page.sort_spaces)

    def _made(self, name: str, words: str, icon: str, slot: Callable[[], object], *keys: Keys) -> QAction:
        return make_action(self._owner, f"lab.{name}", words, icon, keys, slot, within=True)

    def menus(self) -> list[PageMenu]:
        """Where the actions stand in the window's menus."""
        course, result = [self.run, self.pause, self.cancel], [self.report, self.export]
        return [PageMenu(_("La&b"), [*course, None, *result, None, self.improve, None, self.sort])]

    def follow(self, *, is_going: bool, has_report: bool) -> None:
        """Let be done what can be done now."""
        set_usable(self.run, not is_going, _("An experiment is going on."))
        for action in (self.pause, self.cancel):
            set_usable(action, is_going, _("No experiment is going on."))
        for action in (self.report, self.export, self.sort):
            set_usable(action, has_report, _("Nothing was played yet."))


# The Lab tab: an experiment on a layout at the left, how far it is above, what it says in the middle.

GAP = 10
LEAST = 1100
"""In a page narrower than this the experiment is folded."""
FAIRNESS, SPACES, MATCHES, BETTER = "fairness", "spaces", "matches", "better"


class Memory(NamedTuple):
    """What is seen of a laboratory that its work does not know."""

    others: Others
    tallies: Sequence[Source]
    better: Improving


class LabPage(Page):
    """Many matches on the layout that an editor draws."""

    icon_name = "dice"
    manual = "lab"

    def __init__(self, editor: Page, begin: Callable[[Experiment], Run] = hired) -> None:
        """`editor` is the page that draws the layout; `begin` makes the run of an experiment."""
        super().__init__()
        self._editor = editor
        drawn = editor.drawn()
        assert drawn is not None, "a laboratory is about a layout"
        self._opened = drawn
        self.played_on: tuple[Opened, ...] = ()
        """The layouts of the run, as they were when it began."""
        self.report: Json | None = None
        self.working, self.searching = Working(self, begin), Searching(self, self._hired)
        self.reports, self.fetching = Reports(self), Fetching(self)
        self._number = 0
        """Which experiment on this layout the last one was."""
        self._phase, self._is_going, self._is_kept = Phase.READY, False, False
        self._progress: Progress | None = None
        self.furnish()
        self._recall()
        self._follow()
        self.reports.written.connect(self.message)
        self.fetching.found.connect(self.open_requested)
        self.working.told.connect(self._told)
        self.working.kept.connect(self._kept)
        self.working.failed.connect(lambda words: self.strip.say(words))
        self.working.ended.connect(self._ended)
        self._editor.changed.connect(self._layout_changed)

    def furnish(self) -> None:
        self.keys = LabActions(self, self)
        self._build()
        self._connect()
        self._follow()

    def lasting(self) -> Sequence[QObject]:
        return self.working, self.searching, self.reports, self.fetching

    def memory(self) -> Memory:
        return Memory(self.choices.others(), self.choices.tallies(), self.better.memory())

    def recall(self, memory: object) -> None:
        assert isinstance(memory, Memory)
        self.choices.take(memory.others, memory.tallies)
        self.better.recall(memory.better)
        if self._progress is not None:
            self.strip.show_progress(self._progress)
        elif self.report is not None:
            self.strip.show_kept(self.report)
        self._show_number()
        self._layout_changed()
        self._show_view()

    def _build(self) -> None:
        self.choices = ExperimentCard(self._opened)
        self.strip = Strip()
        self.views = Segmented(
            [(FAIRNESS, _("Fairness")), (SPACES, _("Spaces")), (MATCHES, _("Matches")), (BETTER, _("Improve"))]
        )
        self.views.setAccessibleName(_("What is shown"))
        self.summary, self.spaces, self.better = Summary(), SpacesCard(), ImproveView(self.searching)
        self.matches = MatchesCard(self.fetching)
        for action, icon in ((self.keys.report, "book"), (self.keys.export, "export")):
            self.summary.findings.add_action(action, icon)
        nothing = EmptyState(
            "dice",
            _("Is this board fair to every seat?"),
            _("Bots play many matches on it: how often each seat wins, how long it takes, which spaces matter."),
        )
        self.first_run = PlainButton(_("Run"), "play", small=True)  # the form may be folded away
        self.first_run.clicked.connect(self.run)
        nothing.row.addWidget(self.first_run)
        self.stack = QStackedWidget()
        area = ScrollArea(self.summary, name=_("Fairness"))
        for widget in (nothing, area, self.spaces, self.matches, self.better):
            self.stack.addWidget(widget)
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP)
        slot = Slot(self.choices)
        row.addWidget(slot)
        middle = QVBoxLayout()
        middle.setSpacing(GAP)
        middle.addWidget(self.strip)
        middle.addWidget(self.views, 0, Qt.AlignmentFlag.AlignLeft)
        middle.addWidget(self.stack, 1)
        row.addLayout(middle, 1)
        self.folding = Folding("lab", holder, LEAST, "experiment", gap=GAP)
        self.folding.add("experiment", slot, _("Experiment"), "sliders", at_right=False)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(GAP, GAP, GAP, GAP)
        outer.addWidget(self.folding)
        self.setFocusProxy(self.choices.run)

    def _connect(self) -> None:
        self.choices.run_wanted.connect(self.run)
        self.strip.pause_wanted.connect(self.pause)
        self.strip.cancel_wanted.connect(self.cancel)
        self.strip.go_on_wanted.connect(self.go_on)
        self.views.chosen.connect(lambda _key: self._show_view())
        self.better.asked.connect(self.improve)
        self.better.wanted.connect(self._open_better)
        self.summary.findings.step_wanted.connect(self._step)
        self.choices.other_changed.connect(self._show_view)

    # what the window asks

    def title(self) -> str:
        return _("Lab · {name}").format(name=self._editor.title())

    def belongs_to(self, page: Page) -> bool:
        return page is self._editor

    def can_save(self) -> bool:
        return False

    def menus(self) -> list[PageMenu]:
        return self.keys.menus()

    def set_theme(self, theme: Theme) -> None:
        self.spaces.set_theme(theme)

    def closing(self) -> bool:
        self.working.close()
        self.searching.close()
        self.fetching.close()
        self.reports.cancel()
        return True

    # running

    def run(self) -> None:
        """Begin the experiment as it is chosen, on the layout as it is drawn now."""
        drawn = self._editor.drawn()
        if self._is_going or drawn is None:
            return
        try:
            experiment = self.choices.experiment(drawn)
            layouts = [side.layout for side in experiment.sides]
            number = self._number + 1
            self.working.start(experiment, lambda report: keep(report, layouts, drawn.path, number))
        except Unplayable as trouble:
            self.strip.say(self._reason(trouble))
            return
        except (IllegalAction, ValueError, Faulty) as problem:
            self.strip.say(str(problem))
            return
        self._opened, self.played_on = drawn, tuple(self.choices.layouts(drawn))
        self.report, self._is_kept, self._progress, self._number = None, False, None, number
        self._show_number()
        self.summary.figures.clear()
        self._begin(0)

    def go_on(self, here: bool) -> None:
        """Play the rest of a run whose workers were lost, on this computer or where they were."""
        if not self._is_going and self.working.is_lost:
            self.working.go_on(here=here)
            self._begin(self.report["matches"] if self.report is not None else 0)

    def _begin(self, played: int) -> None:
        self.strip.begin(played)
        self._phase, self._is_going = Phase.RUNNING, True
        self._follow()

    @staticmethod
    def _reason(trouble: Unplayable) -> str:
        first = next(problem for problem in trouble.problems if problem.severity is Severity.ERROR)
        return _("The layout cannot be played yet: {reason}").format(reason=first.message)

    def pause(self, on: bool) -> None:
        """Deal no more matches for now, or go on."""
        if on:
            self.working.pause()
        else:
            self.working.resume()

    def toggle(self) -> None:
        """Pause, or go on."""
        self.pause(self._phase is not Phase.PAUSED)

    def cancel(self) -> None:
        """Stop; what was played is kept."""
        self.working.cancel()

    def _told(self, news: News) -> None:
        self._phase, self._progress = news.progress.phase, news.progress
        self.strip.show_progress(news.progress)
        if news.report is not None:
            self.report = news.report
            self._show_view()
        self._follow()

    def _kept(self) -> None:
        self._is_kept = True
        self._editor.look_again()

    def _ended(self) -> None:
        """The workers are gone: the next experiment may begin."""
        self._is_going = False
        self._show_view()
        if self._phase in (Phase.RUNNING, Phase.PAUSED):  # nothing could be played
            self._phase = Phase.STOPPED
            self.strip.rest()
        if self.working.is_lost and self.working.experiment is not None:
            self.strip.offer_to_go_on(elsewhere=bool(self.working.experiment.scheduler))
        self._follow()

    def _recall(self) -> None:
        """Show what is kept of this layout: of its board as it is, or else as it was."""
        path = self._opened.path
        before = kept(last_of(path)) if path is not None else []
        found = kept(layout_hash(to_layout(self._opened))) or before
        if found:
            self.report, self._is_kept = found[0].report, True
            self._number = max(result.number for result in (*found, *before))
            self._show_number(found[0].number)
            self.played_on = tuple(map(opened, found[0].layouts))
            self._opened = self.played_on[0]
            self.choices.recall(self.report, self.played_on)
            self.strip.show_kept(self.report)
            self._show_view()
            self._layout_changed()

    def _show_number(self, number: int = 0) -> None:
        """Which experiment on this layout it is that is shown: the last one, if nothing else is said."""
        number = number or self._number
        self.choices.set_note(_("Run {number}").format(number=number) if number else " ")

    def _step(self, step: str, target: str) -> None:
        """What a finding offers."""
        if step == MORE:
            self.choices.stop.set_current(COUNT)
            self.choices.stop.chosen.emit(COUNT)
            played = self.report["matches"] if self.report is not None else 0
            self.choices.count.set_value(played + int(target))
        if step in (MORE, AGAIN):
            self.run()
        elif step == IMPROVE:
            self.show_better()
        elif step == MAP:
            self.views.set_current(SPACES)
            self._show_view()
            self.spaces.show_kind(target)
        elif step == RECORD:
            self._open_failed()

    def _open_failed(self) -> None:
        """Show the first match that broke a rule, as far as it came."""
        listing, experiment = self.working.listing, self.working.experiment
        lines = listing.lines if listing is not None else []
        line = next((line for line in lines if line.failure is not None), None)
        if line is None or experiment is None:
            self.strip.say(_("Its record is not kept. Run again with the same seed to have it."))
        else:
            self.fetching.fetch(experiment, line)

    # what to do with a result

    def write_report(self) -> None:
        """Write it as a page with pictures."""
        if self.report is not None:
            self.reports.ask_page(self.report, self.played_on)

    def export_figures(self) -> None:
        """Write its figures for other programs."""
        if self.report is not None:
            self.reports.ask_figures(self.report)

    def sort_spaces(self) -> None:
        """Show the table of spaces, sorted by the next column: what a click on its headings does."""
        self.views.set_current(SPACES)
        self._show_view()
        self.spaces.sort_by_next()

    def show_better(self) -> None:
        """Bring the search for a fairer layout to the front."""
        self.views.set_current(BETTER)
        self._show_view()
        self.better.begin.setFocus()

    def improve(self) -> None:
        """Look for a fairer layout, with the experiment as it is chosen."""
        drawn = self._editor.drawn()
        if drawn is None:
            return
        if self._is_going:
            self.better.refuse(_("An experiment is going on: stop it first, or wait."))
            return
        choices = self.choices
        try:
            checked(choices.experiment(drawn))
        except Unplayable as trouble:
            self.better.refuse(self._reason(trouble))
        except (IllegalAction, ValueError, Faulty) as problem:
            self.better.refuse(str(problem))
        else:
            seats, bots = choices.seats_chosen(), choices.bots_chosen()
            self.better.start(drawn, seats, choices.variants.options(), bots, choices.seed.value())

    def _hired(self) -> Crew:
        """Workers for a search, as many as are chosen. Raises `Lost`."""
        return crew_of(self.choices.workers.value(), self.choices.cluster.text().strip(), apart=True)

    def _open_better(self, found: Improvement) -> None:
        """Open a layout that was found, with its figures."""
        with contextlib.suppress(DocumentError):  # without them it is the same layout
            keep(found.report, [to_layout(found.opened)], None)
        self.open_requested.emit(found.opened)

    # what is shown

    def _show_view(self) -> None:
        """Bring what is in front up to date; the rest waits until somebody looks."""
        if self.views.current() == BETTER:
            self.stack.setCurrentWidget(self.better)
        elif self.report is None:
            self.stack.setCurrentIndex(0)
        elif self.views.current() == SPACES:
            self.spaces.show_report(self.report, self.played_on)
            self.stack.setCurrentWidget(self.spaces)
        elif self.views.current() == MATCHES:
            self.matches.show_listing(self.working.experiment, self.working.listing)
            self.stack.setCurrentWidget(self.matches)
        else:
            has_other = len(self.choices.layouts(self._opened)) > 1
            self.summary.show_report(
                self.report, findings(self.report, has_other=has_other), self._is_going, self._is_kept
            )
            self.stack.setCurrentIndex(1)

    def _layout_changed(self) -> None:
        """The editor has drawn on: say so, since what is shown is about the layout as it was."""
        drawn = self._editor.drawn()
        if drawn is None:
            return
        self.choices.show_name(called(drawn.layout.name))
        if self.played_on:
            is_stale = drawn.body != self._opened.body
            self.strip.say(_("The layout has been changed since this run began.") if is_stale else "")
        self.changed.emit()

    def _follow(self) -> None:
        is_going = self._is_going
        self.keys.follow(is_going=is_going, has_report=self.report is not None)
        self.choices.run.setEnabled(not is_going)
        self.first_run.setEnabled(not is_going)
        self.choices.run.set_text(_("Run again") if self.report is not None else _("Run"))
