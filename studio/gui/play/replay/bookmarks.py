"""Bookmarks: the card that lists them, and the question what to note of a position."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from studio.core.text import _, plural
from studio.documents.record import LONGEST_NOTE
from studio.gui.play.match.margin import Mark
from studio.gui.style.fonts import SEMIBOLD
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import RIGHT, Card, plain
from studio.gui.widgets.dialogs import HouseDialog
from studio.gui.widgets.text import paint_words
from studio.gui.widgets.views import Index, RowsModel

ROW = 30
SHOWN, FEW = 4, 2
"""So many rows have room before the list scrolls, and so many beside the notes."""


class MarksModel(RowsModel[Mark]):
    """The bookmarks for a list view."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        mark = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return mark.note or _("without a note")
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(mark.note) if mark.note else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return _("Bookmark at {n}: {note}").format(n=mark.place, note=mark.note or _("without a note"))
        return None


class MarksDelegate(QStyledItemDelegate):
    """A ribbon, the note, and the number of the position."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(100, current_theme().target(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, MarksModel)
        mark, theme, box = model.rows[index.row()], current_theme(), QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            strong = option.state & QStyle.StateFlag.State_Selected
            painter.setBrush(theme.color("tint" if strong else "hover"))
            painter.drawRoundedRect(box.adjusted(0, 1, 0, -1), 6, 6)
        ribbon = icon_pixmap("bookmark", theme.color("gold_text"), 16, painter.device().devicePixelRatio())
        painter.drawPixmap(QPointF(box.left() + 6, box.center().y() - 8), ribbon)
        number = box.adjusted(0, 0, -10, 0)
        paint_words(painter, number, str(mark.place), theme.color("second"), 13, SEMIBOLD, RIGHT)
        words, ink = (mark.note, "text") if mark.note else (_("without a note"), "off")
        paint_words(painter, box.adjusted(28, 0, -46, 0), words.splitlines()[0], theme.color(ink), 13.5)
        painter.restore()


class MarksList(QListView):
    """The list: Enter goes there, F2 or a double click changes the note, Delete removes."""

    sought = Signal(object)
    edited = Signal(object)
    removed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.marks = MarksModel()
        self.setModel(self.marks)
        self.setItemDelegate(MarksDelegate(self))
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(_("Bookmarks"))
        self.clicked.connect(lambda index: self._tell(self.sought, index))
        self.doubleClicked.connect(lambda index: self._tell(self.edited, index))

    def _tell(self, signal: object, index: QModelIndex) -> None:
        if 0 <= index.row() < len(self.marks.rows):
            signal.emit(self.marks.rows[index.row()].node)  # type: ignore[attr-defined]  # a bound signal

    def keyPressEvent(self, event: QKeyEvent) -> None:
        acts = {
            Qt.Key.Key_Return: self.sought,
            Qt.Key.Key_Enter: self.sought,
            Qt.Key.Key_F2: self.edited,
            Qt.Key.Key_Delete: self.removed,
        }
        signal = acts.get(Qt.Key(event.key()))
        if signal is None:
            super().keyPressEvent(event)
        else:
            self._tell(signal, self.currentIndex())


class BookmarksCard(Card):
    """The card beside the board; it is there as long as there are bookmarks and a replay shows them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_("Bookmarks"), " ", parent, padding=12)
        self.list = MarksList(self)
        self.body.addWidget(self.list, 1)
        self.most = SHOWN
        """So many rows have room."""
        self.hide()

    def height_of(self, count: int) -> int:
        """Pixels that it takes for so many bookmarks."""
        return 50 + ROW * min(self.most, max(1, count))

    def show_marks(self, marks: Sequence[Mark], here: object) -> None:
        """Show the bookmarks of a line, and which of them is that of the position on show."""
        if marks != self.list.marks.rows:
            self.list.marks.set_rows(list(marks))
            count = len(marks)
            self.set_note(plural("{n} position", "{n} positions", count).format(n=count))
        self.setFixedHeight(self.height_of(len(marks)))
        row = next((row for row, mark in enumerate(marks) if mark.node is here), -1)
        if row >= 0:
            self.list.setCurrentIndex(self.list.marks.index(row))
        else:
            self.list.clearSelection()


class NoteDialog(HouseDialog):
    """Asks what to note of a position. `ask` answers "keep", "remove" or ""."""

    def __init__(self, parent: QWidget, place: int, note: str | None) -> None:
        heading = _("Bookmark at position {n}").format(n=place)
        super().__init__(parent, heading, "bookmark")
        self.add_words(_("Everybody who opens this match reads it."))
        self.field = QLineEdit(note or "")
        self.field.setMaxLength(LONGEST_NOTE)
        self.field.setPlaceholderText(_("What is worth remembering here"))
        self.field.setAccessibleName(_("Note"))
        self.body.addWidget(self.field)
        if note is not None:
            self.add_button("remove", _("Remove"), icon="trash")
        self.add_button("", _("Cancel"))
        self.add_button("keep", _("Keep"), filled=True, icon="bookmark")
        self.field.setFocus()
