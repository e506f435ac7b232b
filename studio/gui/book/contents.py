"""The contents of a book: chapters and their clauses, with the number at the right and what was found marked."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from PySide6.QtCore import QItemSelectionModel, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from studio.core.text import _, plural
from studio.gui.book.reading import Reading
from studio.gui.style.fonts import MEDIUM, NORMAL, SEMIBOLD, text_font
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import LEFT, RIGHT, paint_row, paint_words
from studio.gui.widgets.text import plain
from studio.gui.widgets.views import WALKING, Index, RowsModel, plain_view

ITEM = Qt.ItemDataRole
HIGH, NUMBER = 29, 42


class Row(NamedTuple):
    """A chapter (without a key) or a clause, and how often what is looked for stands in it."""

    key: str
    title: str
    number: str
    found: int = 0


class Rows(RowsModel[Row]):
    """The lines of the contents."""

    def data(self, index: Index, role: int = ITEM.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role in (ITEM.DisplayRole, ITEM.AccessibleTextRole):
            return f"{row.number} {row.title}".strip()
        if role == ITEM.ToolTipRole:
            return plain(row.title)
        if role == ITEM.AccessibleDescriptionRole and row.found:
            return plural("{n} place", "{n} places", row.found).format(n=row.found)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        return flags | Qt.ItemFlag.ItemIsSelectable if self.rows[index.row()].key else Qt.ItemFlag.ItemNeverHasChildren


class RowPainter(QStyledItemDelegate):
    """Paints a line: a chapter in bold, a clause further in, its number at the right."""

    def __init__(self, parent: QListView, rows: Rows) -> None:
        super().__init__(parent)
        self.rows = rows
        self.wanted = ""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(100, current_theme().target(HIGH))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, theme, state, flag = self.rows.rows[index.row()], current_theme(), option.state, QStyle.StateFlag
        rect = QRectF(option.rect).adjusted(0, 0, -6, 0)
        chosen = bool(state & flag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.key and (chosen or state & (flag.State_HasFocus | flag.State_MouseOver)):
            has_keys = bool(state & flag.State_HasFocus)
            paint_row(painter, rect.adjusted(0.8, 0.8, -0.8, -1.8), "tint" if chosen else "hover", has_keys)
        room = rect.adjusted(26 if row.key else 8, 0, -NUMBER if row.number else -8, 0)
        ink = theme.color("accent" if chosen else "text")
        weight = MEDIUM if chosen else NORMAL if row.key else SEMIBOLD
        self._mark(painter, room, row.title, weight)
        paint_words(painter, room, row.title, ink, 14, weight, LEFT)
        paint_words(painter, rect.adjusted(0, 0, -8, 0), row.number, theme.color("second"), 13, weight, RIGHT)
        painter.restore()

    def _mark(self, painter: QPainter, room: QRectF, words: str, weight: object) -> None:
        """Gold behind what is looked for."""
        at = words.casefold().find(self.wanted) if self.wanted else -1
        if at >= 0:
            face = QFontMetricsF(text_font(14, weight))  # type: ignore[arg-type]  # one of the weights of fonts
            left = room.left() + face.horizontalAdvance(words[:at])
            wide = face.horizontalAdvance(words[at : at + len(self.wanted)])
            painter.fillRect(QRectF(left, room.top() + 5, wide, room.height() - 11), current_theme().color("gold_tint"))


class Contents(QListView):
    """Chapters and clauses; `chosen` carries the key of a clause."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = Rows()
        self.setModel(self.rows)
        self.painter = RowPainter(self, self.rows)
        self.setItemDelegate(self.painter)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        plain_view(self, _("Contents"))
        self.clicked.connect(lambda index: self._choose(index.row()))

    def show_book(self, reading: Reading, found: Collection[str] | None, wanted: str = "") -> None:
        """List all clauses, or those in which something was found."""
        rows = []
        for chapter in reading.book:
            clauses = [clause for clause in chapter.clauses if found is None or clause.key in found]
            if clauses:
                rows.append(Row("", chapter.title, ""))
                rows += [Row(clause.key, clause.title, clause.number) for clause in clauses]
        self.painter.wanted = wanted.casefold().strip()
        self.rows.set_rows(rows)

    def mark(self, key: str) -> None:
        """Let a clause stand out."""
        row = next((number for number, row in enumerate(self.rows.rows) if row.key == key), -1)
        if row < 0:
            self.clearSelection()
            return
        index = self.rows.index(row)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.scrollTo(index)

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self.rows.rows) and self.rows.rows[row].key:
            self.chosen.emit(self.rows.rows[row].key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(self.currentIndex().row())
        elif event.key() in WALKING:
            super().keyPressEvent(event)
            self._choose(self.currentIndex().row())
        else:
            event.ignore()
