"""The table of the matches: who won stands out, what failed has its mark; a double click asks for the match itself."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from studio.core.problems import Severity
from studio.core.text import _
from studio.gui.lab.matches.model import LINE, Column, MatchModel, MatchProxy
from studio.gui.style.fonts import MEDIUM, SEMIBOLD, text_font
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import LEFT, RIGHT, paint_badge, paint_severity, paint_words
from studio.gui.widgets.views import WALKING, Index, plain_view
from studio.lab.listing import Line

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
