"""All moves in words, for the keyboard and for screen readers: type to filter, arrows to point, Enter to play."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from studio.core.game import Action
from studio.core.text import _, name_seats, plural
from studio.gui.play.match.choices import Choices
from studio.gui.play.over.moves_model import MovesDelegate, MovesModel, grouped
from studio.gui.widgets import Card, SearchField, ToolButton


class MovesList(Card):
    """A card over the board. `pointed(action)` while walking through the list, `taken(action)` to play, `closed`."""

    pointed = Signal(object)
    taken = Signal(object)
    closed = Signal()

    def __init__(self, names: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(_("All moves"), " ", parent, padding=12)
        self.names = names
        self._choices: Choices | None = None
        self._all: list[tuple[Action, str]] = []
        self.field = SearchField(_("Type to filter"))
        self.field.setMinimumWidth(180)
        self.shut = ToolButton("cross", _("Close (Esc)"), px=28, icon_px=16)
        self.header.addWidget(self.field)
        self.header.addWidget(self.shut)
        self.list = QListView()
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setAccessibleName(_("All moves"))
        self.list.setUniformItemSizes(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.rows = MovesModel()
        self.list.setModel(self.rows)
        self.list.setItemDelegate(MovesDelegate(self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.body.addWidget(self.list, 1)
        self.field.textChanged.connect(self._filter)
        self.field.installEventFilter(self)
        self.list.clicked.connect(self._point)
        self.list.doubleClicked.connect(self._take)
        self.shut.clicked.connect(self.closed)
        self.hide()

    def show_choices(self, choices: Choices) -> None:
        """List the moves of a position."""
        if choices is self._choices:
            return
        self._choices = choices
        self._all = [(action, name_seats(choices.sentence(action), self.names)) for action in choices.actions]
        self.field.clear()
        self._filter("")

    def _filter(self, text: str) -> None:
        parts = text.casefold().split()
        found = [(action, words) for action, words in self._all if all(part in words.casefold() for part in parts)]
        self.rows.set_rows(grouped(found))
        count = len(found)
        self.set_note(plural("{n} move", "{n} moves", count).format(n=count))
        row = self.rows.row_of(self._choices.chosen if self._choices is not None else None)
        self._show_row(row if row >= 0 else self.rows.step(-1, 0))

    def current(self) -> Action | None:
        """The move pointed at in the list."""
        row = self.list.currentIndex().row()
        return self.rows.rows[row].action if 0 <= row < len(self.rows.rows) else None

    def _show_row(self, row: int) -> None:
        if row >= 0:
            self.list.setCurrentIndex(self.rows.index(row))
            if row and self.rows.rows[row - 1].action is None:
                self.list.scrollTo(self.rows.index(row - 1))  # its heading too

    def _point(self, _index: QModelIndex) -> None:
        action = self.current()
        if action is not None:
            self.pointed.emit(action)

    def _take(self, _index: QModelIndex | None = None) -> None:
        action = self.current()
        if action is not None:
            self.taken.emit(action)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
        elif watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}.get(key, 0)
            if step and self.rows.rows:
                self._show_row(self.rows.step(self.list.currentIndex().row(), step))
                self._point(self.list.currentIndex())
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._take()
                return True
            if key == Qt.Key.Key_Escape and not self.field.text():
                self.closed.emit()
                return True
        return super().eventFilter(watched, event)
