"""The steps of the layout, done and undone; a click goes to any of them."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QUndoStack
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from studio.core.text import _
from studio.gui.editor.document.document import EditCommand, EditorDocument
from studio.gui.style.fonts import text_font
from studio.gui.style.icons import icon_pixmap
from studio.gui.style.stylesheet import current_theme
from studio.gui.widgets import Card, ScrollArea

ROW = 27


class History(QWidget):
    """The list itself: painted as one widget, since it may grow long."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.stack: QUndoStack = document.stack
        self._hover = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("History"))
        document.history_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Make room for every step."""
        self.setFixedHeight((self.stack.count() + 1) * ROW)
        self.update()

    def step_at(self, y: float) -> int:
        """The step on a line: 0 is the layout as it was opened; -1 below the last."""
        step = int(y // ROW)
        return step if 0 <= step <= self.stack.count() else -1

    def words(self, step: int) -> str:
        """What a step is called."""
        return self.stack.text(step - 1) if step else _("Layout opened")

    def icon_name(self, step: int) -> str:
        """The icon of a step."""
        command = self.stack.command(step - 1) if step else None
        if step and isinstance(command, EditCommand):
            return command.icon or "pencil"
        return "open" if step == 0 else "pencil"

    def mousePressEvent(self, event: QMouseEvent) -> None:
        step = self.step_at(event.position().y())
        if event.button() is Qt.MouseButton.LeftButton and step >= 0:
            self.document.jump(step)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover = self.step_at(event.position().y())
        self.setToolTip(self.words(self._hover) if self._hover >= 0 else "")
        self.update()

    def leaveEvent(self, _event: object) -> None:
        self._hover = -1
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if step:
            self.document.jump(min(max(self.stack.index() + step, 0), self.stack.count()))
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        now = self.stack.index()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for step in range(self.stack.count() + 1):
                rect = QRectF(0, step * ROW, self.width(), ROW)
                if not rect.intersects(QRectF(event.rect())):
                    continue
                if step in (now, self._hover):
                    painter.setPen(QPen(theme.color("accent"), 1) if self.hasFocus() else Qt.PenStyle.NoPen)
                    painter.setBrush(theme.color("tint" if step == now else "hover"))
                    painter.drawRoundedRect(rect.adjusted(0.5, 1, -0.5, -1), 6, 6)
                ink = theme.color("text" if step <= now else "off")
                pixmap = icon_pixmap(self.icon_name(step), ink, 16, self.devicePixelRatioF())
                painter.drawPixmap(8, round(rect.top()) + 6, pixmap)
                font = text_font(13)
                font.setItalic(step > now)
                painter.setFont(font)
                painter.setPen(ink)
                room = rect.adjusted(34, 0, -6, 0)
                words = painter.fontMetrics().elidedText(
                    self.words(step), Qt.TextElideMode.ElideRight, round(room.width())
                )
                painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
                if step == self._saved_step():
                    painter.setPen(Qt.PenStyle.NoPen)
                    painter.setBrush(theme.color("done"))
                    painter.drawEllipse(QRectF(2, rect.center().y() - 2, 4, 4))

    def _saved_step(self) -> int:
        """The step that the file holds, marked with a dot once anything was done; -1 when it is gone."""
        return self.stack.cleanIndex() if self.stack.count() else -1


class HistoryPanel(Card):
    """The card around the list."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(_("History"), " ", parent)
        self.history = History(document)
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 4, 0)
        column.addWidget(self.history)
        column.addStretch(1)
        self.area = ScrollArea(holder, name=_("History"))
        self.body.addWidget(self.area, 1)
        self.area.verticalScrollBar().rangeChanged.connect(lambda _low, _high: self._scroll())
        document.history_changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        stack = self.history.stack
        self.set_note(_("{n} of {all}").format(n=stack.index() + 1, all=stack.count() + 1))
        self._scroll()

    def _scroll(self) -> None:
        self.area.ensureVisible(0, round((self.history.stack.index() + 0.5) * ROW), 0, ROW)
