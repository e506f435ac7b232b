"""The table of the matches: who won stands out, what failed has its mark; a double click asks for the match itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from studio.bots import level_of
from studio.core.cancellation import Patience, Spent
from studio.core.game import Action
from studio.core.problems import Severity
from studio.core.text import SEAT_NAMES, _, headed, numeral, plural
from studio.gui.lab.runner import Beside
from studio.gui.style.stylesheet import MEDIUM, SEMIBOLD, current_theme, text_font
from studio.gui.widgets import (
    LEFT,
    RIGHT,
    Card,
    EmptyState,
    PlainButton,
    paint_badge,
    paint_severity,
    paint_words,
    plain,
    set_tip,
    text_label,
)
from studio.gui.widgets.actions import ROOT, WALKING, Index, plain_view
from studio.gui.widgets.inputs import Choice, SearchField
from studio.lab.jobs import Log, match_seed, play_again, seated
from studio.lab.report import titles
from studio.lab.results import Line, Listing
from studio.lab.run import Experiment

# The matches of a run as a model for views: it grows while they are played, is searched, filtered and sorted.

ITEM = Qt.ItemDataRole
SORTS, LINE = ITEM.UserRole, ITEM.UserRole + 1
ALL, FAILED, SHARED = "all", "failed", "shared"
"""Keys of what is shown, beside the numbers of the seats: the matches that a seat has won alone or with others."""


class Column(NamedTuple):
    """A column: what it is called, what it says of a line and sorts it by; `seat` is the one it is about, or -1."""

    key: str
    title: str
    words: Callable[[Line], str]
    value: Callable[[Line], int | str]
    is_figure: bool = True
    seat: int = -1


def winner_words(line: Line) -> str:
    """Who has won."""
    return ", ".join(_("Seat {number}").format(number=seat + 1) for seat in line.winners) or "–"


def columns_of(experiment: Experiment) -> tuple[Column, ...]:
    """What is said of the matches of an experiment. Boards are told where there are two, bots where they differ."""
    plans = [experiment.plan(side) for side in range(len(experiment.sides))]
    endings = titles(experiment.sides[0].slug)

    def bots(line: Line) -> str:
        plan = plans[line.side]
        return ", ".join(level_of(plan.bots[bot]).title for bot in seated(plan, line.match))

    def seed(line: Line) -> int:
        return match_seed(experiment.seed, line.match)

    def ended(line: Line) -> str:
        return line.failure.reason if line.failure is not None else endings.get(line.ending, line.ending)

    def points(seat: int) -> Column:
        def value(line: Line) -> int:
            return line.points[seat] if line.points else -1

        title = _("Points of seat {number}").format(number=seat + 1)
        return Column("points", title, lambda line: numeral(value(line), ",") if line.points else "–", value, seat=seat)

    found = [
        Column("match", _("Number"), lambda line: numeral(line.match, ","), lambda line: line.match),
        Column("seed", _("Seed"), lambda line: str(seed(line)), seed),
    ]
    if len(plans) > 1:
        found.append(
            Column("side", _("Board"), lambda line: "AB"[line.side], lambda line: line.side, is_figure=False),
        )
    found += [points(seat) for seat in range(experiment.seats)]
    found += [
        Column("winner", _("Won by"), winner_words, winner_words, is_figure=False),
        Column(
            "turns", _("Turns"), lambda line: numeral(line.turns, ",") if line.points else "–", lambda line: line.turns
        ),
        Column("ending", _("How it ended"), ended, ended, is_figure=False),
    ]
    if len(set(experiment.bots)) > 1:
        found.append(Column("bots", _("Bots by seat"), bots, bots, is_figure=False))
    return tuple(found)


class MatchModel(QAbstractTableModel):
    """The lines of a listing, as far as they were taken in by `show`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns: tuple[Column, ...] = ()
        self.lines: list[Line] = []
        self._listing: Listing | None = None

    def show(self, experiment: Experiment, listing: Listing) -> None:
        """Take in what has come since; rows that are there stay."""
        if listing is not self._listing:
            self.beginResetModel()
            self._listing, self.columns = listing, columns_of(experiment)
            self.lines = listing.lines[:]
            self.endResetModel()
            return
        first, last = len(self.lines), len(listing.lines)
        if last > first:
            self.beginInsertRows(ROOT, first, last - 1)
            self.lines += listing.lines[first:last]
            self.endInsertRows()

    def clear(self) -> None:
        """Show none."""
        self.beginResetModel()
        self._listing, self.lines = None, []
        self.endResetModel()

    # what Qt asks

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = ITEM.DisplayRole) -> object:
        line, column = self.lines[index.row()], self.columns[index.column()]
        if role == ITEM.DisplayRole:
            return column.words(line)
        if role == SORTS:
            return column.value(line)
        if role == ITEM.ToolTipRole:
            return plain(column.words(line)) if column.key in ("ending", "bots") else None  # they may be shortened
        if role == ITEM.AccessibleTextRole:
            words = headed(column.title, column.words(line))
            is_whole = line.failure is None or index.column()
            return words if is_whole else _("{words} (it broke a rule)").format(words=words)
        return line if role == LINE else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ITEM.DisplayRole) -> object:
        is_asked = orientation is Qt.Orientation.Horizontal and role in (ITEM.DisplayRole, ITEM.AccessibleTextRole)
        return self.columns[section].title if is_asked else None


class MatchProxy(QSortFilterProxyModel):
    """The matches that a choice and a search leave, sorted by any column."""

    def __init__(self, model: MatchModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._words: Sequence[str] = ()
        self._which = ALL
        self.setSourceModel(model)
        self.setSortRole(SORTS)

    def choose(self, which: str, text: str) -> None:
        """Show only these, and of these only what holds all words of a text."""
        self._which, self._words = which, text.casefold().split()
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, _parent: QModelIndex | QPersistentModelIndex) -> bool:
        line = self._model.lines[source_row]
        if not self._is_chosen(line):
            return False
        if not self._words:
            return True
        told = " ".join([column.words(line) for column in self._model.columns]).casefold()
        return all(word in told for word in self._words)

    def _is_chosen(self, line: Line) -> bool:
        if self._which == FAILED:
            return line.failure is not None
        if self._which == SHARED:
            return len(line.winners) > 1
        return self._which == ALL or int(self._which) in line.winners


# The table of the matches: who won stands out, what failed has its mark; a double click asks for the match itself.

ROW, HEAD, PAD, BADGE, ARROW = 28, 30, 8.0, 18.0, 14
WIDTHS = {"match": 72, "seed": 76, "side": 56, "points": 44, "winner": 96, "turns": 64, "bots": 210}
"""Pixels of the columns; how a match ended has what is left, at least `LEAST`."""
LEAST = 130
SPARED = ("bots", "seed")
"""What is left out where there is no room, the first first."""


class _Cells(QStyledItemDelegate):
    """Paints a cell."""

    def __init__(self, table: MatchTable) -> None:
        super().__init__(table)
        self._table = table

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(60, current_theme().target(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, column = current_theme(), self._table.column(index.column())
        line, words, box = index.data(LINE), str(index.data()), QRectF(option.rect)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.drawLine(QPointF(box.left(), box.bottom() + 0.5), QPointF(box.right() + 1, box.bottom() + 0.5))
        box = box.adjusted(PAD, 0, -PAD, 0)
        ink, weight = theme.color("text" if column.is_figure else "second"), MEDIUM
        if column.key == "winner":
            self._paint_winners(painter, box, line)
            return
        if column.seat in line.winners and column.key == "points":
            ink, weight = theme.color("done"), SEMIBOLD
        elif column.key == "seed" or words == "–":
            ink = theme.color("second")
        elif column.key == "ending" and line.failure is not None:
            ink = theme.color("error")
            paint_severity(painter, QRectF(box.left(), box.center().y() - 7.5, 15, 15), Severity.ERROR)
            box = box.adjusted(21, 0, 0, 0)
        paint_words(painter, box, words, ink, 13, weight, RIGHT if column.is_figure else LEFT)

    @staticmethod
    def _paint_winners(painter: QPainter, box: QRectF, line: Line) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, x = current_theme(), box.left()
        for seat in line.winners:
            paint_badge(painter, QRectF(x, box.center().y() - BADGE / 2, BADGE, BADGE), seat)
            x += BADGE + 3
        words = "–" if not line.winners else "" if len(line.winners) > 2 else _("shared")
        if len(line.winners) == 1:
            words = _("Seat {number}").format(number=line.winners[0] + 1)
        ink = theme.color("text" if line.winners else "second")
        paint_words(painter, QRectF(x + 2, box.top(), box.right() - x - 2, box.height()), words, ink, 13, MEDIUM)


class _Heads(QHeaderView):
    """The heads of the columns: words, or the emblem of a seat; the sorted one bears an arrow."""

    def __init__(self, table: MatchTable) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._table = table
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(40)
        self.setFixedHeight(HEAD)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        theme, column, proxy = current_theme(), self._table.column(section), self._table.proxy
        box = QRectF(rect).adjusted(PAD, 0, -PAD, 0)
        is_sorted = section == proxy.sortColumn()
        ink, weight = theme.color("accent" if is_sorted else "second"), SEMIBOLD if is_sorted else MEDIUM
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide = BADGE if column.seat >= 0 else QFontMetricsF(text_font(12.5, weight)).horizontalAdvance(column.title)
        room = box.adjusted(0, 0, -ARROW if is_sorted else 0, 0)
        left = max(room.left(), room.right() - wide) if column.is_figure else room.left()
        if column.seat >= 0:
            paint_badge(painter, QRectF(left, box.center().y() - BADGE / 2, BADGE, BADGE), column.seat)
        else:
            paint_words(painter, room, column.title, ink, 12.5, weight, RIGHT if column.is_figure else LEFT)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.drawLine(QPointF(rect.left(), rect.bottom() + 0.5), QPointF(rect.right() + 1, rect.bottom() + 0.5))
        if is_sorted:
            x, y = min(left + wide, room.right()) + 5, box.center().y()
            up = -1 if proxy.sortOrder() is Qt.SortOrder.AscendingOrder else 1
            painter.setPen(QPen(ink, 1.6))
            painter.drawPolyline([QPointF(x, y - 2 * up), QPointF(x + 4, y + 2 * up), QPointF(x + 8, y - 2 * up)])


class MatchTable(QTableView):
    """The rows. `wanted(Line)` when a match is to be looked at: double-clicked, or entered."""

    wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.matches = MatchModel(self)
        self.proxy = MatchProxy(self.matches, self)
        plain_view(self, _("Matches"))
        self.cells = _Cells(self)
        self.setItemDelegate(self.cells)
        self.setModel(self.proxy)
        self.head = _Heads(self)
        self.setHorizontalHeader(self.head)
        self.head.sectionClicked.connect(self.sort_by)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._fit_rows()
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.doubleClicked.connect(self._take)
        self.matches.modelReset.connect(self.lay_out)

    def _fit_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(current_theme().target(ROW))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit_rows()

    def column(self, place: int) -> Column:
        """What a column is about."""
        return self.matches.columns[place]

    def sort_by(self, place: int) -> None:
        """Sort by a column, the other way round when it is already; a third time in the order of the matches again."""
        up, down = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
        if self.proxy.sortColumn() != place:
            self.proxy.sort(place, up)
        elif self.proxy.sortOrder() is up:
            self.proxy.sort(place, down)
        else:
            self.proxy.sort(-1)
        self.head.viewport().update()

    def chosen(self) -> Line | None:
        """The match whose row is chosen."""
        return next((index.data(LINE) for index in self.selectedIndexes()), None)

    def _take(self, index: QModelIndex) -> None:
        if index.isValid():
            self.wanted.emit(index.data(LINE))

    # widths

    def lay_out(self) -> None:
        """Give every column its width; what can be spared is left out where there is no room."""
        columns, room = self.matches.columns, self.viewport().width()
        shown = {place for place, column in enumerate(columns) if column.key != "ending"}
        for key in SPARED:
            if LEAST + sum(WIDTHS[columns[place].key] for place in shown) > room:
                shown -= {place for place in shown if columns[place].key == key}
        rest = room - sum(WIDTHS[columns[place].key] for place in shown)
        for place, column in enumerate(columns):
            self.setColumnHidden(place, place not in shown and column.key != "ending")
            self.head.resizeSection(place, WIDTHS.get(column.key, max(LEAST, rest)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()

    # painting and keys

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        index = self.currentIndex()
        if self.selectionModel().isSelected(index):
            top, high = self.rowViewportPosition(index.row()), self.rowHeight(index.row())
            box = QRectF(1, top + 0.5, self.viewport().width() - 2, high - 2)
            with QPainter(self.viewport()) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(current_theme().color("accent"), 2.0 if self.hasFocus() else 1.2))
                painter.drawRoundedRect(box, 4, 4)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take(self.currentIndex())
        elif event.key() in WALKING:
            super().keyPressEvent(event)
        else:
            event.ignore()


# A match of a run on its way to the table: what failed was written down, all else is played again beside it.


class _Hurried(Log):
    """A log that ends the match when nobody wants it any more."""

    def __init__(self, patience: Patience) -> None:
        super().__init__()
        self._patience = patience

    def note(self, action: Action, drawn: bool) -> None:
        self._patience.look()
        super().note(action, drawn)


class Fetching(Beside):
    """Fetches one match after another: `found(Record)` when it is there."""

    found = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._patience = Patience()

    def fetch(self, experiment: Experiment, line: Line) -> None:
        """Have the record of a match. One that is on its way already is left to come."""
        names = SEAT_NAMES[: experiment.seats]
        if line.failure is not None:
            self.found.emit(experiment.record(line.side, *line.failure.written(), names))
            return
        if self.is_busy:
            return
        self._patience = patience = Patience()
        self.begin(lambda: self._play(experiment, line, patience))

    def cancel(self) -> None:
        """Leave it: nothing is found then."""
        self._patience.end()

    def _play(self, experiment: Experiment, line: Line, patience: Patience) -> None:
        log = _Hurried(patience)
        try:
            state = play_again(experiment.plan(line.side), line.match, log).state
        except Spent:
            return
        if (tuple(state.scores()), tuple(state.winners())) != (line.points, line.winners):
            words = _("Match {number} came out otherwise when it was played again: its bots think by the clock.")
            self.failed.emit(words.format(number=line.match))
            return
        names = SEAT_NAMES[: experiment.seats]
        self.found.emit(experiment.record(line.side, line.match, *log.written(), names))


# The matches of a run: which to show, a search, the table, and the button to look at one.


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
