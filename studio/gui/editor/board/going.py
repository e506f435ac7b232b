"""Go to a space: type its name, several names, or two corners, and it is chosen in the middle of the view."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QStringListModel, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QCompleter, QWidget

from studio.core.grid import Grid, read_places
from studio.core.text import _, plural
from studio.gui.widgets import Card, text_label
from studio.gui.widgets.inputs import SearchField

WIDE = 320


class GoToSpace(Card):
    """A small sheet over the board. `wanted` carries the cells; `closed` comes when it is to go."""

    wanted = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget, grid: Grid) -> None:
        super().__init__(parent=parent, padding=10)
        self._grid = grid
        last = grid.name(grid.count - 1)
        self._hint = _("A name, several, or two corners: {first}, {last}, {first}:{last}").format(
            first=grid.name(0), last=last
        )
        self.field = SearchField(_("Go to a space"))
        self.field.setMinimumHeight(32)
        self.field.setMaxLength(200)
        self.body.setSpacing(6)
        self.body.addWidget(self.field)
        self.words = text_label(self._hint, "second", 12, wrap=True)
        self.body.addWidget(self.words)
        self._names = QStringListModel([grid.name(cell) for cell in range(grid.count)], self)
        completer = QCompleter(self._names, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setCompletionMode(QCompleter.CompletionMode.InlineCompletion)
        self.field.setCompleter(completer)
        self.field.textEdited.connect(self._typed)
        self.field.installEventFilter(self)
        self.hide()

    def open(self) -> None:
        """Come up in the middle above the board, with the keyboard."""
        parent = self.parentWidget()
        assert parent is not None, "it lies over the board"
        wide = min(WIDE, parent.width() - 20)
        self.setFixedWidth(wide)
        self.adjustSize()
        self.move((parent.width() - wide) // 2, 30)
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _typed(self, _text: str) -> None:
        cells, unknown = read_places(self._grid, self._meant())
        if unknown:
            self._say(_("No space is called “{name}”.").format(name=unknown.upper()), "warning")
        elif cells:
            self._say(plural("{n} space", "{n} spaces", len(cells)).format(n=len(cells)))
        else:
            self._say(self._hint)

    def _meant(self) -> str:
        """What was typed, without letters that are only proposed."""
        text = self.field.text()
        return text[: self.field.selectionStart()] if self.field.selectedText() else text

    def _say(self, words: str, role: str = "second") -> None:
        self.words.setText(words)
        self.words.setProperty("role", role)
        self.words.style().unpolish(self.words)
        self.words.style().polish(self.words)

    def _enter(self) -> None:
        cells, unknown = read_places(self._grid, self._meant())
        if not cells:  # a letter alone, say: then what is proposed is meant
            cells, unknown = read_places(self._grid, self.field.text())
        if cells and not unknown:
            self.closed.emit()
            self.wanted.emit(cells)
        elif unknown:
            self._say(_("No space is called “{name}”.").format(name=unknown.upper()), "warning")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and isinstance(event, QKeyEvent):
            escape = event.key() == Qt.Key.Key_Escape
            if event.type() == QEvent.Type.ShortcutOverride and escape:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and escape:
                self.closed.emit()
                return True
            if event.type() == QEvent.Type.KeyPress and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._enter()
                return True
        if watched is self.field and isinstance(event, QFocusEvent) and event.lostFocus() and self.isVisible():
            QTimer.singleShot(0, self, self._left)  # the window may just be going, with all that is in it
        return super().eventFilter(watched, event)

    def _left(self) -> None:
        """The keyboard is elsewhere: unless in the field's own menu, the question is over."""
        if not self.field.hasFocus() and QApplication.activePopupWidget() is None:
            self.closed.emit()


def go_to_space(over: QWidget, grid: Grid) -> GoToSpace | None:
    """Ask for a space over a board; None when the question was open and is closed now."""
    if (here := over.findChild(GoToSpace)) is not None:
        here.closed.emit()
        return None
    sheet = GoToSpace(over, grid)

    def close() -> None:
        sheet.closed.disconnect(close)
        had_focus = sheet.field.hasFocus()
        sheet.hide()
        sheet.setParent(None)
        sheet.deleteLater()
        if had_focus:
            over.setFocus(Qt.FocusReason.OtherFocusReason)

    sheet.closed.connect(close)
    sheet.open()
    return sheet
