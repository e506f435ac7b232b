"""The matches of a run: table, filters, and loading one of them."""

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
    QHeaderView,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from studio.bots import level_of
from studio.core.cancellation import Cancelled, CancelToken
from studio.core.game import Action
from studio.core.problems import Severity
from studio.core.text import SEAT_NAMES, _, format_number, plural, with_label
from studio.gui import widgets as w
from studio.gui.lab.runner import WorkerThread
from studio.gui.style.stylesheet import MEDIUM, SEMIBOLD, current_theme, text_font
from studio.gui.widgets.actions import NAVIGATION_KEYS, ROOT, Index, plain_view
from studio.gui.widgets.inputs import ComboBox, SearchField, SortHeader
from studio.lab.jobs import MatchLog, bots_by_seat, match_seed, play_with_log
from studio.lab.report.text import statistic_titles
from studio.lab.results import MatchList, MatchRow
from studio.lab.run import Experiment

# The model: it grows during a run, and can be searched, filtered and sorted.

ITEM = Qt.ItemDataRole
SORT_ROLE, ROW_ROLE = ITEM.UserRole, ITEM.UserRole + 1
ALL, FAILED, SHARED = "all", "failed", "shared"
"""Keys of what is shown, beside the numbers of the seats: the matches that a seat has won alone or with others."""


class Column(NamedTuple):
    """A column: its title, the text and the sort key of a line; `seat` is -1 if it is about no seat."""

    key: str
    title: str
    text: Callable[[MatchRow], str]
    value: Callable[[MatchRow], int | str]
    is_number: bool = True
    seat: int = -1


def winners_text(line: MatchRow) -> str:
    return ", ".join(_("Seat {number}").format(number=seat + 1) for seat in line.winners) or "–"


def make_columns(experiment: Experiment) -> tuple[Column, ...]:
    """Columns of the match table: boards only if there are two, bots only if they differ."""
    plans = [experiment.plan(side) for side in range(len(experiment.sides))]
    endings = statistic_titles(experiment.sides[0].slug)

    def bots(line: MatchRow) -> str:
        plan = plans[line.side]
        return ", ".join(level_of(plan.bots[bot]).title for bot in bots_by_seat(plan, line.match))

    def seed(line: MatchRow) -> int:
        return match_seed(plans[line.side], line.match)

    def ended(line: MatchRow) -> str:
        return line.failure.reason if line.failure is not None else endings.get(line.ending, line.ending)

    def points(seat: int) -> Column:
        def value(line: MatchRow) -> int:
            return line.points[seat] if line.points else -1

        title = _("Points of seat {number}").format(number=seat + 1)
        return Column(
            "points", title, lambda line: format_number(value(line), ",") if line.points else "–", value, seat=seat
        )

    found = [
        Column("match", _("Number"), lambda line: format_number(line.match, ","), lambda line: line.match),
        Column("seed", _("Seed"), lambda line: str(seed(line)), seed),
    ]
    if len(plans) > 1:
        found.append(Column("side", _("Board"), lambda line: "AB"[line.side], lambda line: line.side, is_number=False))
    found += [points(seat) for seat in range(experiment.seats)]
    found += [
        Column("winner", _("Winner"), winners_text, winners_text, is_number=False),
        Column(
            "turns",
            _("Turns"),
            lambda line: format_number(line.turns, ",") if line.points else "–",
            lambda line: line.turns,
        ),
        Column("ending", _("Ending"), ended, ended, is_number=False),
    ]
    if len(set(experiment.bots)) > 1:
        found.append(Column("bots", _("Bots by seat"), bots, bots, is_number=False))
    return tuple(found)


class MatchModel(QAbstractTableModel):
    """The lines of a listing that were added so far."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns: tuple[Column, ...] = ()
        self.rows: list[MatchRow] = []
        self._match_list: MatchList | None = None

    def show(self, experiment: Experiment, listing: MatchList) -> None:
        """Append the matches added since; existing rows stay."""
        if listing is not self._match_list:
            self.beginResetModel()
            self._match_list, self.columns = listing, make_columns(experiment)
            self.rows = listing.rows[:]
            self.endResetModel()
            return
        first, last = len(self.rows), len(listing.rows)
        if last > first:
            self.beginInsertRows(ROOT, first, last - 1)
            self.rows += listing.rows[first:last]
            self.endInsertRows()

    def clear(self) -> None:
        self.beginResetModel()
        self._match_list, self.rows = None, []
        self.endResetModel()

    # what Qt asks

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = ITEM.DisplayRole) -> object:
        line, column = self.rows[index.row()], self.columns[index.column()]
        if role == ITEM.DisplayRole:
            return column.text(line)
        if role == SORT_ROLE:
            return column.value(line)
        if role == ITEM.ToolTipRole:
            return (
                w.plain_tooltip(column.text(line)) if column.key in ("ending", "bots") else None
            )  # they may be shortened
        if role == ITEM.AccessibleTextRole:
            text = with_label(column.title, column.text(line))
            is_whole = line.failure is None or index.column()
            return text if is_whole else _("{words} (rule violation)").format(words=text)
        return line if role == ROW_ROLE else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ITEM.DisplayRole) -> object:
        is_asked = orientation is Qt.Orientation.Horizontal and role in (ITEM.DisplayRole, ITEM.AccessibleTextRole)
        return self.columns[section].title if is_asked else None


class MatchProxy(QSortFilterProxyModel):
    """Filters and sorts the matches."""

    def __init__(self, model: MatchModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._words: Sequence[str] = ()
        self._which = ALL
        self.setSourceModel(model)
        self.setSortRole(SORT_ROLE)

    def choose(self, which: str, text: str) -> None:
        self._which, self._words = which, text.casefold().split()
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, _parent: QModelIndex | QPersistentModelIndex) -> bool:
        line = self._model.rows[source_row]
        if not self._matches_filter(line):
            return False
        if not self._words:
            return True
        reported = " ".join([column.text(line) for column in self._model.columns]).casefold()
        return all(word in reported for word in self._words)

    def _matches_filter(self, line: MatchRow) -> bool:
        if self._which == FAILED:
            return line.failure is not None
        if self._which == SHARED:
            return len(line.winners) > 1
        return self._which == ALL or int(self._which) in line.winners


# The table.

ROW, HEAD, PAD, BADGE, ARROW = 28, 30, 8.0, 18.0, 14
WIDTHS = {"match": 72, "seed": 76, "side": 56, "points": 44, "winner": 96, "turns": 64, "bots": 210}
"""Pixels of the columns; how a match ended has what is left, at least `LEAST`."""
MIN_ENDING_WIDTH = 130
OPTIONAL_COLUMNS = ("bots", "seed")  # hidden if there is too little room, in this order


class _Cells(QStyledItemDelegate):
    """Paints a cell."""

    def __init__(self, table: MatchTable) -> None:
        super().__init__(table)
        self._table = table

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(60, current_theme().target_size(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, column = current_theme(), self._table.matches.columns[index.column()]
        line, text, box = index.data(ROW_ROLE), str(index.data()), QRectF(option.rect)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.drawLine(QPointF(box.left(), box.bottom() + 0.5), QPointF(box.right() + 1, box.bottom() + 0.5))
        box = box.adjusted(PAD, 0, -PAD, 0)
        ink, weight = theme.color("text" if column.is_number else "second"), MEDIUM
        if column.key == "winner":
            self._paint_winners(painter, box, line)
            return
        if column.seat in line.winners and column.key == "points":
            ink, weight = theme.color("done"), SEMIBOLD
        elif column.key == "seed" or text == "–":
            ink = theme.color("second")
        elif column.key == "ending" and line.failure is not None:
            ink = theme.color("error")
            w.paint_severity(painter, QRectF(box.left(), box.center().y() - 7.5, 15, 15), Severity.ERROR)
            box = box.adjusted(21, 0, 0, 0)
        w.paint_text(painter, box, text, ink, 13, weight, w.RIGHT if column.is_number else w.LEFT)

    @staticmethod
    def _paint_winners(painter: QPainter, box: QRectF, line: MatchRow) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, x = current_theme(), box.left()
        for seat in line.winners:
            w.paint_badge(painter, QRectF(x, box.center().y() - BADGE / 2, BADGE, BADGE), seat)
            x += BADGE + 3
        text = "–" if not line.winners else "" if len(line.winners) > 2 else _("shared")
        if len(line.winners) == 1:
            text = _("Seat {number}").format(number=line.winners[0] + 1)
        ink = theme.color("text" if line.winners else "second")
        w.paint_text(painter, QRectF(x + 2, box.top(), box.right() - x - 2, box.height()), text, ink, 13, MEDIUM)


class _Heads(SortHeader):
    """The header: titles, or the badge of a seat; the sorted column has an arrow."""

    def __init__(self, table: MatchTable) -> None:
        super().__init__(table, table.proxy, HEAD)
        self._table = table
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        theme, column = current_theme(), self._table.matches.columns[section]
        box = QRectF(rect).adjusted(PAD, 0, -PAD, 0)
        is_sorted = section == self.proxy.sortColumn()
        ink, weight = theme.color("accent" if is_sorted else "second"), SEMIBOLD if is_sorted else MEDIUM
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide = BADGE if column.seat >= 0 else QFontMetricsF(text_font(12.5, weight)).horizontalAdvance(column.title)
        room = box.adjusted(0, 0, -ARROW if is_sorted else 0, 0)
        left = max(room.left(), room.right() - wide) if column.is_number else room.left()
        if column.seat >= 0:
            w.paint_badge(painter, QRectF(left, box.center().y() - BADGE / 2, BADGE, BADGE), column.seat)
        else:
            w.paint_text(painter, room, column.title, ink, 12.5, weight, w.RIGHT if column.is_number else w.LEFT)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.drawLine(QPointF(rect.left(), rect.bottom() + 0.5), QPointF(rect.right() + 1, rect.bottom() + 0.5))
        if is_sorted:
            self.paint_arrow(painter, min(left + wide, room.right()) + 5, box.center().y(), ink)


class MatchTable(QTableView):
    """The view; a double click or Enter opens a match."""

    match_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.matches = MatchModel(self)
        self.proxy = MatchProxy(self.matches, self)
        plain_view(self, _("Matches"))
        self.setItemDelegate(_Cells(self))
        self.setModel(self.proxy)
        self.head = _Heads(self)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._fit_rows()
        self.doubleClicked.connect(self._row_activated)
        self.matches.modelReset.connect(self.fit_columns)

    def _fit_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(current_theme().target_size(ROW))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit_rows()

    def selected_row(self) -> MatchRow | None:
        return next((index.data(ROW_ROLE) for index in self.selectedIndexes()), None)

    def _row_activated(self, index: QModelIndex) -> None:
        if index.isValid():
            self.match_requested.emit(index.data(ROW_ROLE))

    # widths

    def fit_columns(self) -> None:
        """Set the width of every column; optional ones are hidden if there is too little room."""
        columns, room = self.matches.columns, self.viewport().width()
        shown = {place for place, column in enumerate(columns) if column.key != "ending"}
        for key in OPTIONAL_COLUMNS:
            if MIN_ENDING_WIDTH + sum(WIDTHS[columns[place].key] for place in shown) > room:
                shown -= {place for place in shown if columns[place].key == key}
        rest = room - sum(WIDTHS[columns[place].key] for place in shown)
        for place, column in enumerate(columns):
            self.setColumnHidden(place, place not in shown and column.key != "ending")
            self.head.resizeSection(place, WIDTHS.get(column.key, max(MIN_ENDING_WIDTH, rest)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()

    # painting and keys

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        index = self.currentIndex()
        if self.selectionModel().isSelected(index):
            top, high = self.rowViewportPosition(index.row()), self.rowHeight(index.row())
            box = QRectF(1, top + 0.5, self.viewport().width() - 2, high - 2)
            with w.painter_on(self.viewport()) as painter:
                w.paint_box(painter, box, None, "accent", width=2.0 if self.hasFocus() else 1.2, radius=4)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._row_activated(self.currentIndex())
        elif event.key() in NAVIGATION_KEYS:
            super().keyPressEvent(event)
        else:
            event.ignore()


# Loads a match: a failed one was recorded, others are replayed in a worker thread.


class _CancellableLog(MatchLog):
    """A log that cancels the replay of a match."""

    def __init__(self, patience: CancelToken) -> None:
        super().__init__()
        self._patience = patience

    def add(self, action: Action, drawn: bool) -> None:
        self._patience.raise_if_cancelled()
        super().add(action, drawn)


class MatchLoader(WorkerThread):
    """Loads one match after another."""

    loaded = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._patience = CancelToken()

    def load(self, experiment: Experiment, line: MatchRow) -> None:
        """Load the record of a match, unless another one is being loaded."""
        names = SEAT_NAMES[: experiment.seats]
        if line.failure is not None:
            self.loaded.emit(experiment.record(line.side, *line.failure.record_parts(), names))
            return
        if self.is_busy:
            return
        self._patience = patience = CancelToken()
        self.start_job(lambda: self._play(experiment, line, patience))

    def cancel(self) -> None:
        self._patience.cancel()

    def _play(self, experiment: Experiment, line: MatchRow, patience: CancelToken) -> None:
        log = _CancellableLog(patience)
        try:
            state = play_with_log(experiment.plan(line.side), line.match, log).state
        except Cancelled:
            return
        if (tuple(state.scores()), tuple(state.winners())) != (line.points, line.winners):
            text = _("Match {number} ended differently when replayed, because its bots use a time limit.")
            self.post(self.failed.emit, text.format(number=line.match))
            return
        names = SEAT_NAMES[: experiment.seats]
        self.post(self.loaded.emit, experiment.record(line.side, line.match, *log.to_tuples(), names))


# The card with filters, search, table and the button that opens a match.


class MatchesCard(w.Card):
    """The matches of a run, of which one can be opened."""

    def __init__(self, fetching: MatchLoader) -> None:
        super().__init__(_("Matches"), " ")
        self.loader = fetching
        self._experiment: Experiment | None = None
        self._filter_key: tuple[int, int] = (0, 0)
        self._error = ""  # why the last match could not be loaded
        self.which = ComboBox([(ALL, _("all matches"))], name=_("Match filter"))
        self.search = SearchField(_("Search matches"))
        self.search.setMinimumWidth(200)
        self.open = w.PlainButton(_("View match"), "play", small=True, act=self._open_selected)
        w.set_tooltip(self.open, _("Opens the selected match as a replay; you can also double-click its row"))
        self.remark = w.text_label("", "second", 13)
        row = w.hbox(self.which, self.search, self.remark, 1, self.open, spacing=8)
        self.table = MatchTable()
        room = QWidget()
        self.foot = w.text_label("", "second", 12, wrap=True)
        w.vbox(row, (self.table, 1), self.foot, parent=room, spacing=8)
        nothing = w.EmptyState(
            "list",
            _("Matches of a stored result are not listed"),
            _("Only the statistics were stored. Run again with the same seed to get the same matches."),
        )
        self.stack = QStackedWidget()
        self.stack.addWidget(nothing)
        self.stack.addWidget(room)
        self.body.addWidget(self.stack, 1)
        self.setFocusProxy(self.table)
        self.which.chosen.connect(lambda _key: self._choose())
        self.search.textChanged.connect(lambda _text: self._choose())
        self.table.match_requested.connect(self._fetch)
        self.table.selectionModel().selectionChanged.connect(lambda *_places: self._update_status())
        self.table.matches.modelReset.connect(self._update_status)
        fetching.failed.connect(self._failed)
        fetching.finished.connect(self._update_status)

    def show_matches(self, experiment: Experiment | None, listing: MatchList | None) -> None:
        """Show the matches so far, or why there are none."""
        self._experiment = experiment
        if experiment is None or listing is None:
            self.table.matches.clear()
            self.set_note(" ")
            self.stack.setCurrentIndex(0)
            return
        failed = sum(line.failure is not None for line in listing.rows)
        if (experiment.seats, failed) != self._filter_key:
            self._update_filter(experiment.seats, failed)
        self.table.matches.show(experiment, listing)
        self.set_note(self._note(listing, failed))
        text = _("Matches are not stored. Opening a match replays it from its layout, bots and seed.")
        if len(set(experiment.bots)) == 1:
            text += " " + _("All seats are played by {bot}.").format(bot=level_of(experiment.bots[0]).title)
        self.foot.setText(text)
        self.stack.setCurrentIndex(1)
        self._update_status()

    @staticmethod
    def _note(listing: MatchList, failed: int) -> str:
        if listing.is_complete:
            text = plural("{count:,} match", "{count:,} matches", listing.matches)
        else:
            text = _("the first {listed:,} of {count:,} matches, and all failed ones")
        text = text.format(count=listing.matches, listed=listing.listed_count)
        if failed:
            text += " · " + plural("{count} failed", "{count} failed", failed).format(count=failed)
        return text

    def _update_filter(self, seats: int, failed: int) -> None:
        """Offer all matches, those won by each seat, shared wins and failed ones."""
        before, self._filter_key = self.which.current(), (seats, failed)
        won = [(str(seat), _("won by seat {number}").format(number=seat + 1)) for seat in range(seats)]
        more = [(FAILED, _("failed ({count})").format(count=failed))] if failed else []
        self.which.set_options([(ALL, _("all matches")), *more, *won, (SHARED, _("shared wins"))])
        self.which.set_current(before)
        self._choose()

    def _choose(self) -> None:
        self._error = ""
        self.table.proxy.choose(self.which.current(), self.search.text())
        self._update_status()

    def _update_status(self) -> None:
        """Show how many matches are listed, and whether one can be opened."""
        self.open.setEnabled(self.table.selected_row() is not None and not self.loader.is_busy)
        if self.loader.is_busy:
            return
        shown, there = self.table.proxy.rowCount(), len(self.table.matches.rows)
        text = "" if shown == there else _("{shown:,} of {there:,} shown").format(shown=shown, there=there)
        self.remark.setText(self._error or text)

    def _failed(self, words: str) -> None:
        self._error = words

    def _open_selected(self) -> None:
        line = self.table.selected_row()
        if line is not None:
            self._fetch(line)

    def _fetch(self, line: MatchRow) -> None:
        if self._experiment is None or self.loader.is_busy:
            return
        self._error = ""
        self.loader.load(self._experiment, line)
        if self.loader.is_busy:
            self.open.setEnabled(False)
            self.remark.setText(_("Replaying match {number}…").format(number=line.match))
