"""The matches of a run as a model for views: it grows while they are played, is searched, filtered and sorted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QSortFilterProxyModel, Qt

from studio.bots.levels import level_of
from studio.core.text import _, headed, numeral
from studio.gui.widgets import plain
from studio.gui.widgets.views import ROOT, Index
from studio.lab.experiment import Experiment
from studio.lab.listing import Line, Listing
from studio.lab.report.plain import titles
from studio.lab.work import match_seed, seated

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
