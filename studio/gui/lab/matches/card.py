"""The matches of a run: which to show, a search, the table, and the button to look at one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from studio.bots.levels import level_of
from studio.core.text import _, plural
from studio.gui.lab.matches.fetching import Fetching
from studio.gui.lab.matches.model import ALL, FAILED, SHARED
from studio.gui.lab.matches.table import MatchTable
from studio.gui.widgets import Card, EmptyState, PlainButton, set_tip, text_label
from studio.gui.widgets.inputs import Choice, SearchField
from studio.lab.experiment import Experiment
from studio.lab.listing import Line, Listing


class MatchesCard(Card):
    """All that is remembered of the matches. `found(Record)` when one is there to be looked at."""

    found = Signal(object)

    def __init__(self, fetching: Fetching) -> None:
        super().__init__(_("Matches"), " ")
        self.fetching = fetching
        self._experiment: Experiment | None = None
        self._offered: tuple[int, int] = (0, 0)
        self._trouble = ""
        """Why the match that was asked for last cannot be looked at."""
        row = QHBoxLayout()
        row.setSpacing(8)
        self.which = Choice([(ALL, _("all matches"))])
        self.which.setAccessibleName(_("Which matches are shown"))
        self.search = SearchField(_("Search the matches"))
        self.search.setMinimumWidth(200)
        self.open = PlainButton(_("Look at the match"), "play", small=True)
        set_tip(self.open, _("Opens the chosen match as a replay; a double click on its row does it, too"))
        self.remark = text_label("", "second", 13)
        for widget in (self.which, self.search, self.remark):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.open)
        self.table = MatchTable()
        room = QWidget()
        column = QVBoxLayout(room)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self.table, 1)
        self.foot = text_label("", "second", 12, wrap=True)
        column.addWidget(self.foot)
        nothing = EmptyState(
            "list",
            _("The matches of an earlier day are not listed"),
            _("Their figures were kept, the matches were not. Run again with the same seed: they will be the same."),
        )
        self.stack = QStackedWidget()
        self.stack.addWidget(nothing)
        self.stack.addWidget(room)
        self.body.addWidget(self.stack, 1)
        self.setFocusProxy(self.table)
        self.which.chosen.connect(lambda _key: self._choose())
        self.search.textChanged.connect(lambda _text: self._choose())
        self.open.clicked.connect(self._look)
        self.table.wanted.connect(self._fetch)
        self.table.selectionModel().selectionChanged.connect(lambda *_places: self._follow())
        self.table.matches.modelReset.connect(self._follow)
        fetching.found.connect(self.found)
        fetching.failed.connect(self._failed)
        fetching.ended.connect(self._follow)

    def show_listing(self, experiment: Experiment | None, listing: Listing | None) -> None:
        """Show the matches so far; without a listing say why there is none."""
        self._experiment = experiment
        if experiment is None or listing is None:
            self.table.matches.clear()
            self.set_note(" ")
            self.stack.setCurrentIndex(0)
            return
        failed = sum(line.failure is not None for line in listing.lines)
        if (experiment.seats, failed) != self._offered:
            self._offer(experiment.seats, failed)
        self.table.matches.show(experiment, listing)
        self.set_note(self._note(listing, failed))
        words = _("No match is stored: one that is opened is played again, from its layout, its bots and its seed.")
        if len(set(experiment.bots)) == 1:
            words += " " + _("In every seat plays {bot}.").format(bot=level_of(experiment.bots[0]).title)
        self.foot.setText(words)
        self.stack.setCurrentIndex(1)
        self._follow()

    @staticmethod
    def _note(listing: Listing, failed: int) -> str:
        if listing.is_whole:
            words = plural("{count:,} match", "{count:,} matches", listing.matches)
        else:
            words = _("the first {listed:,} of {count:,} matches, and all that failed")
        words = words.format(count=listing.matches, listed=listing.listed)
        if failed:
            words += " · " + plural("{count} failed", "{count} failed", failed).format(count=failed)
        return words

    def _offer(self, seats: int, failed: int) -> None:
        """What can be shown: all, those that a seat has won, shared ones, failed ones."""
        before, self._offered = self.which.current(), (seats, failed)
        won = [(str(seat), _("won by seat {number}").format(number=seat + 1)) for seat in range(seats)]
        more = [(FAILED, _("those that failed ({count})").format(count=failed))] if failed else []
        self.which.set_options([(ALL, _("all matches")), *more, *won, (SHARED, _("shared wins"))])
        self.which.set_current(before)
        self._choose()

    def _choose(self) -> None:
        self._trouble = ""
        self.table.proxy.choose(self.which.current(), self.search.text())
        self._follow()

    def _follow(self) -> None:
        """Say how many are shown, and whether one can be opened."""
        self.open.setEnabled(self.table.chosen() is not None and not self.fetching.is_busy)
        if self.fetching.is_busy:
            return
        shown, there = self.table.proxy.rowCount(), len(self.table.matches.lines)
        words = "" if shown == there else _("{shown:,} of {there:,} shown").format(shown=shown, there=there)
        self.remark.setText(self._trouble or words)

    def _failed(self, words: str) -> None:
        self._trouble = words

    def _look(self) -> None:
        line = self.table.chosen()
        if line is not None:
            self._fetch(line)

    def _fetch(self, line: Line) -> None:
        if self._experiment is None or self.fetching.is_busy:
            return
        self._trouble = ""
        self.fetching.fetch(self._experiment, line)
        if self.fetching.is_busy:
            self.open.setEnabled(False)
            self.remark.setText(_("Match {number} is played again…").format(number=line.match))
