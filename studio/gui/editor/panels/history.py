"""The steps of the layout, done and undone; choosing one goes there."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QUndoView,
    QWidget,
)

from studio.core.text import _
from studio.gui.editor.document import EditCommand, EditorDocument
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Card, paint_row, paint_text, show_tooltip
from studio.gui.widgets.actions import NAVIGATION_KEYS, Index, plain_view

ROW_HEIGHT = 27


class StepDelegate(QStyledItemDelegate):
    """Paints a step: icon and label; undone ones greyed out in italics, a dot at the saved one."""

    def __init__(self, document: EditorDocument, parent: QWidget) -> None:
        super().__init__(parent)
        self.stack = document.stack

    def icon_name(self, step: int) -> str:
        """Return the icon of a step; step 0 is the layout as opened."""
        if step == 0:
            return "open"
        command = self.stack.command(step - 1)
        return (command.icon if isinstance(command, EditCommand) else "") or "pencil"

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(100, current_theme().target_size(ROW_HEIGHT))

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        _option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        show_tooltip(event.globalPos(), index.data() or "", view)
        return True

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, step, now = current_theme(), index.row(), self.stack.index()
        rect = QRectF(option.rect).adjusted(0, 0, -4, 0)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if step == now or option.state & QStyle.StateFlag.State_MouseOver:
            has_keys = step == now and option.widget is not None and option.widget.hasFocus()
            paint_row(painter, rect.adjusted(1, 1, -1, -1), "tint" if step == now else "hover", has_keys)
        ink = theme.color("text" if step <= now else "off")
        pixmap = icon_pixmap(self.icon_name(step), ink, 16, painter.device().devicePixelRatio())
        painter.drawPixmap(8, round(rect.top()) + 6, pixmap)
        paint_text(painter, rect.adjusted(34, 0, -6, 0), index.data(), ink, 13, italic=step > now)
        if self.stack.count() and step == self.stack.cleanIndex():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("done"))
            painter.drawEllipse(QRectF(2, rect.center().y() - 2, 4, 4))
        painter.restore()


class HistoryView(QUndoView):
    """The undo view without letter search, which would take the tools' shortcuts."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(document.stack, parent)
        self.steps = StepDelegate(document, self)
        self.setItemDelegate(self.steps)
        self.setEmptyLabel(_("Layout opened"))
        self.setUniformItemSizes(True)
        plain_view(self, _("History"))
        self.verticalScrollBar().rangeChanged.connect(self._show_step)
        document.stack.indexChanged.connect(self._show_step)  # Qt scrolls for keys, but not for a click

    def _show_step(self) -> None:
        self.scrollTo(self.currentIndex())

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        for row in (index.row() - 1, index.row() + 1, index.row()):  # what came before and after can be seen too
            if 0 <= row < self.model().rowCount():
                super().scrollTo(self.model().index(row, 0), hint)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in NAVIGATION_KEYS:
            super().keyPressEvent(event)
        else:
            event.ignore()  # letters are the tools' keys


class HistoryPanel(Card):
    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(_("History"), " ", parent)
        self.stack = document.stack
        self.history = HistoryView(document)
        self.body.addWidget(self.history, 1)
        document.history_changed.connect(self._update_note)
        self._update_note()

    def _update_note(self) -> None:
        self.set_note(_("{n} of {all}").format(n=self.stack.index() + 1, all=self.stack.count() + 1))
